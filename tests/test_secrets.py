"""Objects that hold a secret don't show it in `repr()`, which a trace or a careless line prints."""

import dataclasses
import importlib
import inspect
import pkgutil

import cogs
import engine
import host
import render
from cogs.environment import Environment
from testing.planting import planted

NAMES = ("key", "seed", "token", "link")
REVEALED = ("host.challenges.LuckProof",)  # made when its deal is closed
SECRET = "not for other eyes"


def kinds():
    for package in (cogs, engine, host, render):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                module = importlib.import_module(found.name)
                own = [each for each in vars(module).values() if inspect.isclass(each)]
                yield from (each for each in own if each.__module__ == module.__name__)


def fields(kind):
    if dataclasses.is_dataclass(kind):
        return {each.name: each.type for each in dataclasses.fields(kind)}
    return dict(getattr(kind, "__annotations__", {})) if hasattr(kind, "_fields") else {}


def filled(kind, secret):
    """One with nothing but the secret in it."""
    values = {name: SECRET if name in secret else None for name in fields(kind)}
    if not dataclasses.is_dataclass(kind):
        return kind(**values)
    made = object.__new__(kind)
    for name, value in values.items():
        object.__setattr__(made, name, value)
    return made


def telling():
    """Every kind of object that holds a secret, and the kinds that show it when printed."""
    having, telling = [], []
    for kind in kinds():
        name = f"{kind.__module__}.{kind.__qualname__}"
        secret = [n for n, type_ in fields(kind).items() if n in NAMES and type_ is not int]
        if secret and name not in REVEALED:
            having.append(name)
            telling += [name] if SECRET in repr(filled(kind, secret)) else []
    return having, telling


def test_no_object_tells_its_secret():
    having, found = telling()
    assert "cogs.environment.Environment" in having and not found


def test_one_that_does_is_found():
    with planted(Environment, "__repr__", lambda self: f"Environment({self.token!r})"):
        assert telling()[1] == ["cogs.environment.Environment"]
