"""Games of people who are there until they vanish: played at a host, copied at any action."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine import GAMES
from engine.kernel.codes import Action, code
from engine.kernel.game import Game
from engine.kernel.luck import KeyedLuck
from host import lobby
from host.host import Host
from host.play import Click
from host.terms import DAY, HOUR, Policy
from testing.database_rules import copied
from testing.hosting import CHANNEL, PEOPLE, FakeClock, open_lobby, say_all
from testing.playing import key_of, option_sets, some_action

MINUTE = 60_000
OWN_WILL = 0.35  # how often people do not do what the autopilot would
TABLE = 1  # the only one in its file


Options = tuple[tuple[str, Any], ...]


class Terms(NamedTuple):
    hours: int
    policy: Policy
    idle_days: int = 30


AGREED = (
    Terms(0, Policy.TURN),  # live
    Terms(2, Policy.TURN),
    Terms(24, Policy.SEAT),
    Terms(72, Policy.ASK),
    Terms(24, Policy.WAIT),
    Terms(14 * 24, Policy.TURN, 15),  # the longest turns that there are
)


class Deal(NamedTuple):
    """All that decides a game until somebody vanishes."""

    game: str
    people: int
    robots: int
    terms: Terms
    options: Options = ()  # those that are not as usual

    def __str__(self) -> str:
        hours, policy, _ = self.terms
        pace = f"{hours} h, {policy}" if hours else "live"
        chosen = "".join(f", {name} {value}" for name, value in self.options)
        return f"{self.game} for {self.people}+{self.robots} ({pace}{chosen})"

    @property
    def seats(self) -> int:
        return self.people + self.robots

    @property
    def seed(self) -> int:
        return self.seats + 10 * AGREED.index(self.terms)

    @property
    def budget(self) -> int:
        return self.terms.hours * HOUR

    @property
    def idle(self) -> int:
        return self.terms.idle_days * DAY


def deals() -> list[Deal]:
    """Every game, seat count and kind of terms; options in turn, some autopilots from the start."""
    return [
        Deal(game.id, seats - robots, robots, terms, sets[(seats + number) % len(sets)])
        for game, sets in ((game, _options(game)) for game in GAMES.values())
        for seats in game.seats
        for number, terms in enumerate(AGREED)
        if (robots := (seats + number) % 3 // 2 if seats > 1 else 0) < seats
    ]


def _options(game: Game[Any, Any]) -> list[Options]:
    return [tuple(each.model_dump(exclude_defaults=True).items()) for each in option_sets(game)]


class Decision(NamedTuple):
    seat: int
    code: str


@cache
def decisions(deal: Deal) -> list[Decision]:
    """What the people do, by the rules alone; autopilots play as soon as they can."""
    return [*_decided(deal)]


def _decided(deal: Deal) -> Iterator[Decision]:
    game, rng = GAMES[deal.game], Random(f"{deal}")
    options = game.checked_options(dict(deal.options))
    state = game.setup(options, deal.seats, KeyedLuck(key_of(deal.seed)))
    while waiting := game.to_act(state):
        robots = [seat for seat in waiting if seat >= deal.people]
        seat = robots[0] if robots else rng.choice(waiting)
        action = _choice(game, state, seat, rng, is_robot=bool(robots))
        if not robots:
            yield Decision(seat, code(action))
        game.apply(state, seat, action)


def _choice(game: Any, state: Any, seat: int, rng: Random, is_robot: bool) -> Action:
    if is_robot or rng.random() > OWN_WILL:
        found: Action = game.autopilot(game.view(state, seat), game.choices(state, seat))
        return found
    chosen: Action = some_action(game.actions(state, seat), rng)
    return chosen


class Prelude:
    """One such game at a host, which goes on from one point to the next."""

    def __init__(self, folder: Path, deal: Deal) -> None:
        self.folder, self.deal, self.clock = folder, deal, FakeClock()
        self.file = folder / "prelude.db"
        self.done = -1  # decisions; before that, the deal
        self._host: Host | None = None

    async def at(self, number: int) -> Path:
        """A copy of the file as it is after so many decisions."""
        host = self._host = self._host or await Host.open(self.file, self.clock)
        if self.done < 0:
            await self._begin(host)
        for seat, text in decisions(self.deal)[self.done : number]:
            self.clock.advance(MINUTE)
            await host.act(TABLE, Click(PEOPLE[seat].id, text, None, CHANNEL))
            await host.settled()
        self.done = number
        await say_all(host)
        target = self.folder / "point.db"
        target.unlink(missing_ok=True)
        return copied(self.file, target)

    async def _begin(self, host: Host) -> None:
        game, people, robots, (hours, policy, idle_days), options = self.deal
        await open_lobby(host, game, people, robots, options=dict(options), seed=self.deal.seed)
        terms = {"hours": hours, "policy": policy, "idle_days": idle_days}
        await host.at(TABLE, lobby.change_terms, PEOPLE[0].id, terms)
        await host.at(TABLE, lobby.start, PEOPLE[0].id)
        await host.settled()
        self.done = 0

    async def close(self) -> None:
        if self._host:
            await self._host.close()
        for file in self.folder.glob("prelude.db*"):
            file.unlink()
