"""A bot that knows only the buttons which its own process has made."""

import sys
from collections.abc import Callable
from functools import wraps

from cogs import ids

MAKERS = ("press_id", "page_id", "setting_id", "forget_id")
_read = ids.read
_made: set[str] = set()


def noted(maker: Callable[..., str]) -> Callable[..., str]:
    @wraps(maker)
    def make(*args: object, **kwargs: object) -> str:
        made = maker(*args, **kwargs)
        _made.add(made)
        return made

    return make


def forget(read: Callable[[str], ids.Press | None]) -> None:
    """From now on what was made is noted, and this is how a press is read."""
    for name in MAKERS:
        setattr(ids, name, noted(getattr(ids, name)))
    ids.read = read  # type: ignore[assignment]


def read(text: str) -> ids.Press | None:
    return _read(text) if text in _made else None


if __name__ == "__main__":
    forget(read)
    from sandbox.process import main  # now, since others take these functions by name

    sys.exit(main())
