"""Keeps snapshots of a replayed journal in memory, so that every step is reached quickly."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import GAMES
from engine.kernel.codes import parse
from engine.kernel.game import Game
from engine.kernel.journal import Entry, adopt, adopted_rules
from engine.kernel.luck import KeyedLuck
from engine.kernel.refusal import Refused
from host.records import Table

SPACING = 16  # entries from one kept state to the next
UNFIT = "This game can't be replayed: its record and its current position don't match."


@dataclass(frozen=True, slots=True)
class ReplayCache:
    """Some states of a game, from which all others follow. Any thread may use it."""

    games: tuple[Game[Any, Any], ...]  # after so many entries: rules may change on the way
    chain: str  # the hash of the last entry
    entries: tuple[Entry, ...] = field(repr=False)
    rounds: tuple[int, ...]  # after so many entries
    stills: tuple[Any, ...] = field(repr=False)

    def state(self, number: int) -> Any:
        """Return the state after that many entries, as a copy that the caller may change."""
        still = number // SPACING
        game, state = self.games[still * SPACING], self.stills[still].copy()
        for entry in self.entries[still * SPACING : number]:
            if (rules := adopted_rules(entry)) is not None:
                game, state = _changed(game, state, rules)
            else:
                game.advance(state, entry.seat, parse(entry.code))
        return state

    def round_of(self, number: int) -> int:
        """Return the round in which an entry was made."""
        return self.rounds[max(0, number - 1)]

    @property
    def beginnings(self) -> dict[int, int]:
        """Return the first entry of each round."""
        firsts: dict[int, int] = {}
        for number in range(1, len(self.rounds)):
            firsts.setdefault(self.round_of(number), number)
        return firsts


def dealt(table: Table, key: bytes) -> ReplayCache:
    """Begin a cache with the table before its first entry."""
    game = GAMES[table.game.id].by_rules(table.rules)
    options = game.checked_options(table.options)
    state = game.setup(options, len(table.seats), KeyedLuck(key))
    return ReplayCache((game,), "", (), (game.round_number(state),), (state,))


def grown(cache: ReplayCache, chain: str, entries: Sequence[Entry]) -> ReplayCache:
    """Return a cache with these entries added."""
    game, state = cache.games[-1], cache.state(len(cache.entries))
    games, rounds, stills = [*cache.games], [*cache.rounds], [*cache.stills]
    for entry in entries:
        if (rules := adopted_rules(entry)) is not None:
            game, state = _changed(game, state, rules)
        else:
            _play(game, state, entry)
        games.append(game)
        if len(rounds) % SPACING == 0:
            stills.append(state.copy())
        rounds.append(game.round_number(state))
    return ReplayCache(
        tuple(games), chain, (*cache.entries, *entries), tuple(rounds), tuple(stills)
    )


def _changed(game: Game[Any, Any], state: Any, rules: int) -> tuple[Game[Any, Any], Any]:
    """Return the game by other rules, and the position in it."""
    after = GAMES[game.id].by_rules(rules)
    return after, adopt(game, after, state)


def _play(game: Game[Any, Any], state: Any, entry: Entry) -> None:
    try:
        game.apply(state, entry.seat, parse(entry.code))
    except Refused:
        raise Refused(UNFIT) from None  # the code itself may be somebody's secret
