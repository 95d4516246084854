"""A bot that knows only the buttons which its own process has made."""

import sys

from cogs import ids

_press_id, _read = ids.press_id, ids.read
_made: set[str] = set()


def press_id(press: ids.Press) -> str:
    made = _press_id(press)
    _made.add(made)
    return made


def read(text: str) -> ids.Press | None:
    return _read(text) if text in _made else None


if __name__ == "__main__":
    ids.press_id, ids.read = press_id, read
    from sandbox.process import main  # now, since others take these functions by name

    sys.exit(main())
