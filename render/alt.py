"""Writes alt texts: complete if they fit, otherwise only what matters most."""

import unicodedata
from collections.abc import Iterable, Sequence

LIMIT = 1024
ISOLATE, END = "\u2068", "\u2069"  # around a name that is read from right to left


def fitting(*versions: str) -> str:
    """Return the first version that fits; if none does, the last one, cut between words."""
    for version in versions:
        if len(version) <= LIMIT:
            return version
    cut = versions[-1][: LIMIT - 2].rsplit(maxsplit=1)[0] + "…"
    return cut + END if cut.count(ISOLATE) > cut.count(END) else cut


def isolated(name: str) -> str:
    """Wrap a name so that its writing direction doesn't turn the sentence around."""
    is_backwards = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"{ISOLATE}{name}{END}" if is_backwards else name


def newest(lead: str, things: Sequence[str], room: int = LIMIT) -> str:
    """List as many of the last things as there is room for, then how many more there are."""
    listed: list[str] = []
    for thing in reversed(things):
        left = len(things) - len(listed) - 1
        whole = _listed(lead, [*listed, thing], left)
        if len(whole) > room:
            break
        listed.append(thing)
    return _listed(lead, listed, len(things) - len(listed))


def _listed(lead: str, things: Iterable[str], left: int) -> str:
    more = [f"and {left} more"] if left else []
    return f"{lead}{', '.join([*things, *more])}."
