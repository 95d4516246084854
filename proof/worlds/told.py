"""What a viewer is told in each of two worlds, before a click and after it, and what differs."""

import logging
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from cogs.gallery import Gallery
from cogs.logs import Lines
from engine.kernel.codes import code
from host import play
from host.caller import Caller
from host.replay_cache import ReplayCache
from host.unit_of_work import UnitOfWork
from proof.worlds.channels import AFTERWARDS, CHANNELS, PAINTINGS, Channel, Onlooker
from proof.worlds.house import NO_PLANS, Plans, rows_after, settled
from proof.worlds.pairs import Move, Pair
from testing.hosting import PEOPLE
from testing.playing import as_json
from testing.scene.scene import OURS, heard

MOMENT = 1_760_000_000.0


class Heard(logging.Handler):
    """As `LOG_LEVEL=DEBUG` would show it."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(Lines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        record.created, record.msecs = MOMENT, 0.0
        facts = getattr(record, "facts", {})
        if "took_ms" in facts:  # which no two runs share
            record.facts = {**facts, "took_ms": 0}
        self.lines.append(self.format(record))


@contextmanager
def listening() -> Iterator[list[str]]:
    """What our own code logs: a library knows no state."""
    ears = Heard()
    with ExitStack() as stack:
        for logger in map(logging.getLogger, OURS):
            stack.callback(logger.setLevel, logger.level)
            logger.setLevel(logging.DEBUG)
        stack.enter_context(heard(ears))
        yield ears.lines


LOG_LINES, BROKEN, TELLS = "log lines", b"broke: ", "tells hidden cards: "
Galleries = tuple[Gallery, Gallery]
Told = dict[str, bytes]  # by the name of the channel
Found = dict[str, str]  # by the name of the channel: what is wrong with it


class Account(NamedTuple):
    """All that a viewer is told, and what autopilots and plans have made of the click."""

    rest: Told
    after: Told
    followed: tuple[str, ...] = ()  # codes
    view: bytes = b""  # that the viewer rightly has then

    def is_comparable(self, other: "Account") -> bool:
        """An autopilot with other cards may rightly do something else."""
        is_calm = not self.followed and not other.followed
        return is_calm or (self.followed, self.view) == (other.followed, other.view)


class Comparison:
    """One world of a viewer against others that look the same to them."""

    def __init__(self, first: Pair, rng: Random) -> None:
        self.first = first
        self.tempting = first.tempting(rng)
        self.step = rng.randint(0, first.house.table.version)
        self.move = first.move(rng)
        self.pictured = Told()
        self.here = self._told(first.here, first.house.film, self.move)
        self.follow_ups = 0  # clicks after which the same autopilots and plans have played

    def differing(self, pair: Pair) -> Found:
        """The channels that tell the worlds apart, with what they say."""
        move = self.move if self.move and pair.has(self.move) else None
        there = self._told(pair.there, pair.other_film, move, pair.other_plans)
        found = compared(self.here.rest, there.rest)
        if move and there.is_comparable(self.here):
            self.follow_ups += bool(there.followed)
            found |= compared(self.here.after, there.after)
        return found

    async def differing_in_pictures(self, pair: Pair, galleries: Galleries) -> Found:
        """Each world has its own studio, so that nothing is the same by memory."""
        here, there = galleries
        if not self.pictured:
            self.pictured = await self._shown(pair.here, pair.house.film, here)
        return compared(self.pictured, await self._shown(pair.there, pair.other_film, there))

    async def _shown(self, state: Any, film: ReplayCache, gallery: Gallery) -> Told:
        with self.first.house.world(state) as uow, listening() as lines:
            one = self._onlooker(uow, film)
            found = {name: await painting(one, gallery) for name, painting in PAINTINGS.items()}
        return found | {f"{LOG_LINES} of pictures": "\n".join(lines).encode()}

    def _told(
        self, state: Any, film: ReplayCache, move: Move | None, plans: Plans = NO_PLANS
    ) -> Account:
        """Before the click and after it."""
        with self.first.house.world(state, plans) as uow:
            one = self._onlooker(uow, film)
            found = Account(told(one), Told())
            return found if move is None else self._clicked(found, one, move)

    def _clicked(self, found: Account, one: Onlooker, move: Move) -> Account:
        uow, table_id, rows = one.uow, one.table, self.first.house.table.version
        with listening() as lines:
            caller = Caller(PEOPLE[move.seat])
            played = play.act(uow, table_id, play.Move(code(move.action)), caller)
            settled(uow, table_id)
        mine = played if move.seat == one.viewer.seat else None
        after = told(one.later(mine), AFTERWARDS, f" after “{code(move.action)}”", lines)
        followed = tuple(entry.code for entry in rows_after(uow, table_id, rows + 1))
        view = _rightful_view(one) if followed else b""
        return found._replace(after=after, followed=followed, view=view)

    def _onlooker(self, uow: UnitOfWork, film: ReplayCache) -> Onlooker:
        first = self.first
        return Onlooker(first.house, uow, first.viewer, film, self.step, self.tempting)


def _rightful_view(one: Onlooker) -> bytes:
    """By the rules alone."""
    table = one.ask(UnitOfWork.table, one.table)
    state = one.uow.state(table)
    one.uow.keep(table, state)
    return as_json(table.game.view(state, one.viewer.seat))


def told(
    one: Onlooker, names: Iterable[str] = CHANNELS, when: str = "", heard: Iterable[str] = ()
) -> Told:
    with listening() as lines:
        found = {f"{name}{when}": _heard(CHANNELS[name], one) for name in names}
    return found | {f"{LOG_LINES}{when}": "\n".join([*heard, *lines]).encode()}


def _heard(channel: Channel, one: Onlooker) -> bytes:
    try:
        found = channel(one)
    except Exception as error:
        return BROKEN + type(error).__name__.encode()
    return found if isinstance(found, bytes) else repr(found).encode()


def compared(here: Told, there: Told) -> Found:
    names = dict.fromkeys(chain(here, there))
    both = ((name, here.get(name, b""), there.get(name, b"")) for name in names)
    return {name: fault for name, mine, other in both if (fault := _fault(mine, other))}


def _fault(here: bytes, there: bytes) -> str:
    """What breaks tells nothing, but it proves nothing either."""
    broken = [each.decode() for each in (here, there) if each.startswith(BROKEN)]
    if broken:
        return broken[0]
    return TELLS + _apart(here, there) if here != there else ""


def _apart(here: bytes, there: bytes) -> str:
    """A little of both, from where they part."""
    both = zip(here, there, strict=False)
    same = next((n for n, (mine, other) in enumerate(both) if mine != other), 0)
    found = (each[max(0, same - 30) : same + 40].decode(errors="replace") for each in (here, there))
    return " / ".join(found)
