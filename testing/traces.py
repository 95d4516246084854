"""Digests of everything a game shows at each action, to compare two plays of one journal."""

import hashlib
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from engine import ALL_GAMES
from engine.cli.common import NAMES
from engine.kernel.codes import code
from engine.kernel.events import Event, readable
from engine.kernel.game import Game
from engine.kernel.journal import Journal, replay
from testing.playing import as_json

RULES, STATES, CODES, VIEWS, WORDS = "rules", "states", "codes", "views", "words"
PARTS = (RULES, STATES, CODES, VIEWS, WORDS)
LOOKS = 24  # actions between two looks through everybody's eyes

Digest = dict[str, Any]


class Trace:
    """Follows one game. `rules` is what its journal means, however it is stored or shown."""

    def __init__(self, game: Game[Any, Any], seats: int, first_look: int) -> None:
        self.game, self.viewers = game, (None, *range(seats))
        self._hashes = {part: hashlib.sha256() for part in PARTS}
        self._trail: list[int] = []
        self._next_look = first_look % LOOKS

    def see(self, state: Any, events: Iterable[Event]) -> None:
        """Add the state after one more action, or after the deal."""
        told = list(events)
        found = [*self._essence(state, told)]
        if self._next_look == 0 or self.game.result(state):
            found += self._looks(state, told)
        self._next_look = (self._next_look or LOOKS) - 1
        for part, content in found:
            self._hashes[part].update(b"%d:" % len(content) + content)
        self._trail.append(zlib.crc32(b"\n".join(content for _, content in found)))

    def _essence(self, state: Any, events: list[Event]) -> Iterator[tuple[str, bytes]]:
        game = self.game
        offered = [[*map(code, game.actions(state, seat))] for seat in self.viewers]
        acting, result = game.to_act(state), game.result(state)
        ending = result and (
            result.winners,
            result.scores,
            result.parts,
            result.ranks,
            result.reason,
        )
        meant = (events, sorted(acting), [sorted(codes) for codes in offered], ending)
        yield RULES, repr(meant).encode()
        yield STATES, game.dump(state)
        yield CODES, repr((acting, offered)).encode()

    def _looks(self, state: Any, events: list[Event]) -> Iterator[tuple[str, bytes]]:
        """Return what everybody sees, as data and in words."""
        game, words = self.game, self.game.words
        for seat in self.viewers:
            view = game.view(state, seat)
            yield VIEWS, as_json(view)
            said = [words.status(view, NAMES), game.hint(view), *_pages(words.pages(view, NAMES))]
            said += [words.sentence(event, NAMES, seat) for event in readable(events, seat)]
            if seat is not None:  # what the table itself may do has no button
                said += [words.label(action, view, NAMES) for action in game.actions(state, seat)]
            yield WORDS, "\n".join(said).encode()

    def digest(self) -> Digest:
        found: Digest = {part: sums.hexdigest()[:24] for part, sums in self._hashes.items()}
        return {**found, "actions": len(self._trail) - 1, "trail": self._trail}


def _pages(pages: dict[str, str]) -> Iterator[str]:
    for title, text in pages.items():
        yield f"{title}: {text}"


def first_look(journal: Journal) -> int:
    """Return when to look first, which differs between games."""
    return int(journal.commitment[:8], 16)


def traced(journal: Journal) -> Digest:
    """Replay a journal from its deal to its end."""
    trace = Trace(ALL_GAMES[journal.game], journal.seats, first_look(journal))
    for step in replay(journal, ALL_GAMES):
        trace.see(step.state, step.events)
    return trace.digest()


def difference(one: Digest, other: Digest) -> str:
    """Return what differs, and since when; "" if nothing does."""
    parts = [part for part in one if part != "trail" and one[part] != other.get(part)]
    if not parts and one == other:
        return ""
    trails = zip(one.get("trail", ()), other.get("trail", ()), strict=False)
    first = next((number for number, (a, b) in enumerate(trails) if a != b), "the last")
    return f"{', '.join(parts) or 'its trail'} (first after action {first})"
