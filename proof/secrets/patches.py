"""Functions and methods that are listened to, for as long as the process lives."""

import functools
import sys
from collections.abc import Awaitable, Callable
from typing import Any

OURS = ("bot", "cogs", "engine", "host", "render", "sandbox", "testing", "tests")
Hear = Callable[..., None]  # what came back, then what was given


def everywhere(before: Any, after: Any) -> None:
    """In each of our modules that knows it, under whatever name."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in OURS:
            for each, value in list(vars(module).items()):
                if value is before:
                    setattr(module, each, after)


def hear_function(function: Callable[..., Any], hear: Hear) -> None:
    everywhere(function, heard(function, hear))


def hear_method(kind: type, name: str, hear: Hear) -> None:
    setattr(kind, name, heard(getattr(kind, name), hear))


def heard(function: Callable[..., Any], hear: Hear) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        found = function(*given, **named)
        hear(found, *given, **named)
        return found

    return call


def hear_coroutine(kind: type, name: str, hear: Hear) -> None:
    function: Callable[..., Awaitable[Any]] = getattr(kind, name)

    @functools.wraps(function)
    async def call(*given: Any, **named: Any) -> Any:
        found = await function(*given, **named)
        hear(found, *given, **named)
        return found

    setattr(kind, name, call)
