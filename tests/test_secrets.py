"""Objects that hold a secret: `repr()`, which a trace or a careless line prints, hides it."""

import dataclasses
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import cogs
import engine
import host
import render

NAMES = ("key", "seed", "token", "link")
REVEALED = ("host.challenges.Proof",)  # made when its deal is closed
SECRET = "not for other eyes"


def telling() -> Iterator[tuple[str, bool]]:
    """Each kind of object that has a secret, and whether it tells it."""
    for kind in sorted(_kinds(), key=str):
        name = f"{kind.__module__}.{kind.__qualname__}"
        secret = [each for each, type_ in _fields(kind).items() if _is_secret(each, type_)]
        if secret and name not in REVEALED:
            yield name, SECRET in repr(_filled(kind, secret))


def _is_secret(name: str, kind: Any) -> bool:
    return name in NAMES and kind is not int


def _kinds() -> Iterator[type]:
    for package in (cogs, engine, host, render):
        for module in _modules(package):
            for kind in vars(module).values():
                if inspect.isclass(kind) and kind.__module__ == module.__name__:
                    yield kind


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def _fields(kind: type) -> dict[str, Any]:
    if dataclasses.is_dataclass(kind):
        return {each.name: each.type for each in dataclasses.fields(kind)}
    return dict(getattr(kind, "__annotations__", {})) if hasattr(kind, "_fields") else {}


def _filled(kind: type, secret: list[str]) -> Any:
    """One with nothing but the secret in it."""
    values = {name: SECRET if name in secret else None for name in _fields(kind)}
    if not dataclasses.is_dataclass(kind):
        return kind(**values)
    made = object.__new__(kind)
    for name, value in values.items():
        object.__setattr__(made, name, value)
    return made
