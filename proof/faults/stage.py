"""Where something can be typed or pressed: a table in each of its phases, or a challenge."""

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from cogs.ids import Kind, base36
from cogs.regions import caution_at
from engine.kernel.codes import code
from host import challenges, lobby, play, seating, votes
from host.books import Books
from host.look import plans
from host.settings import change_settings
from host.votes import Matter, Subject
from proof.scene.crew import Crew
from proof.scene.scene import MINUTE, Calm
from sandbox.world import Json
from testing.hosting import random_click, set_key
from testing.people import BUTTON, SELECT, Label, forge, labels
from testing.playing import key_of

HOUR = 60 * MINUTE
PLAYERS, OTHERS, NEWCOMER = ("red", "blue", "green"), ("purple", "yellow"), "purple"
PACE = 24  # hours


class Stage:
    """A channel of its own, who is to do something in it, and the message that they press on."""

    def __init__(self, s: Calm, game: str, seed: int) -> None:
        self.s, self.game, self.seed, self.person = s, game, seed, PLAYERS[0]
        self.crew = Crew(s, *PLAYERS, seed=seed, game=game, pace=PACE)
        self.message: Json = {}
        self.words: tuple[str, ...] = ()  # that are chosen beside those of the deed
        self.facts: dict[str, str] = {}  # what stands in the gaps of ids and options

    async def types(self, command: str, options: dict[str, Any]) -> None:
        given = {name: self._filled(value) for name, value in options.items()}
        await self.s.slash(self.person, command, self.crew.channel, **given)

    async def presses(self, form: str, values: tuple[str, ...]) -> None:
        """Anything that a message of this kind may have."""
        custom_id, chosen = self._filled(form), [*map(self._filled, values), *self.words]
        kind = SELECT if chosen else BUTTON
        await forge(self.s, self.person, self.message, custom_id, *chosen, kind=kind)

    def _filled(self, form: Any) -> Any:
        return form.format(**self.facts) if isinstance(form, str) else form

    async def at(self, use_case: Callable[..., Any], *wish: Any) -> Any:
        found = await self.s.host.at(self.crew.number, use_case, *wish)
        await self.s.until_said()
        return found

    async def open(self, command: str, **options: Any) -> None:
        """What is pressed on is the answer to a command."""
        found = await self.s.slash(self.person, command, self.crew.channel, **options)
        await self.s.until_said()
        assert found
        self.message = found

    def user(self, name: str | None = None) -> int:
        return int(self.s.user(name or self.person))

    async def know_table(self) -> None:
        self.crew.number = (await self.crew.table()).id
        self.facts["table"] = base36(self.crew.number)
        self.message = self.crew.board or {}


Prepare = Callable[[Stage], Awaitable[None]]

# Before and after the game


async def nothing(on: Stage) -> None:
    """An empty channel."""


async def a_lobby(on: Stage) -> None:
    await on.crew.seat()
    await on.know_table()
    await on.at(set_key, key_of(on.seed))


async def a_guest(on: Stage) -> None:
    await a_lobby(on)
    on.person = PLAYERS[-1]


async def a_newcomer(on: Stage) -> None:
    await a_lobby(on)
    on.person = NEWCOMER


async def a_lobby_with_an_autopilot(on: Stage) -> None:
    await a_lobby(on)
    await on.at(lobby.add_autopilot, on.user())


async def the_options(on: Stage) -> None:
    await a_lobby(on)
    found = await on.s.click(on.person, on.message, Label.OPTIONS)
    assert found
    on.message = found


async def an_end(on: Stage) -> None:
    await a_game(on)
    await on.crew.agree_to_end()
    on.message = on.crew.board or {}


# During the game


async def a_game(on: Stage) -> None:
    """Seen by somebody whom it waits for."""
    await on.crew.begin()
    await on.know_table()
    on.person = await on.crew.acting()
    other = next(name for name in on.crew.names if name != on.person)
    seat = (await on.crew.table()).seat_of(on.user(other))
    assert seat
    on.facts |= {"other": other, "seat": str(seat.number)}


async def a_game_alone(on: Stage) -> None:
    await on.open("/solo")
    await on.know_table()


async def an_idle_player(on: Stage) -> None:
    """Somebody who may plan, as soon as there is one."""
    await a_game(on)
    rng = Random(on.seed)
    while "plan" not in on.facts:
        for name in on.crew.names:
            offered, _ = await on.at(plans, on.user(name))
            if offered:
                on.person, on.facts["plan"] = name, code(offered[0])
        if "plan" not in on.facts:
            await random_click(on.s.host, on.crew.number, rng)
            await on.s.until_said()
    on.message = on.crew.panel(on.person) or {}


async def a_basket(on: Stage) -> None:
    """Several words are chosen at once; games seldom offer that, but any action has words."""
    await a_game(on)
    action = (await on.crew.seen(on.person)).actions[0]
    on.words = tuple(f"{Kind.MENU}:{word}" for word in action)
    on.message = on.crew.panel(on.person) or {}


async def a_question(on: Stage) -> None:
    """Somebody plays until their end of a turn would lose something, and is asked."""
    await a_game(on)
    rng = Random(on.seed)
    while not (asking := [name for name in on.crew.names if await _is_asked(on, name)]):
        await random_click(on.s.host, on.crew.number, rng)
    await on.s.until_said()
    on.person = asking[0]
    on.facts["moves"] = base36((await on.crew.seen(on.person)).moves)
    on.message = on.crew.panel(on.person) or {}


async def _is_asked(on: Stage, name: str) -> bool:
    seen = await on.crew.seen(name)
    return seen.seat in seen.waiting and caution_at(seen, ("done",)) is not None


async def a_plan(on: Stage) -> None:
    await an_idle_player(on)
    await on.at(play.queue, on.user(), [on.facts["plan"]])


async def an_autopilot(on: Stage) -> None:
    """It has the seat of somebody who comes back."""
    await an_idle_player(on)
    await on.at(seating.hand_over, on.user())


async def a_free_seat(on: Stage) -> None:
    await a_game(on)
    await on.at(votes.force, Matter(Subject.REPLACE, int(on.facts["seat"])))
    on.person, on.message = NEWCOMER, on.crew.board or {}


async def a_pause(on: Stage) -> None:
    await a_game(on)
    await on.at(votes.force, Matter(Subject.PAUSE))


async def an_own_wish(on: Stage) -> None:
    await a_game(on)
    await on.at(votes.agree, on.user(), Matter(Subject.EXTEND))


async def a_wish(on: Stage) -> None:
    """Of somebody else: one more voice, and it is carried."""
    await a_game(on)
    await on.at(votes.agree, on.user(on.facts["other"]), Matter(Subject.EXTEND))


async def a_closed_door(on: Stage) -> None:
    await a_game(on)
    await on.s.host.run(_close_door, on.user())


def _close_door(books: Books, user: int) -> None:
    change_settings(books, user, is_door_closed=True)


async def a_lost_channel(on: Stage) -> None:
    await a_game(on)
    await on.at(_lose)


def _lose(books: Books, table: int) -> None:
    books.store.set_lost(table, True)


# Elsewhere


async def a_challenge(on: Stage) -> None:
    await on.open("/challenge post", hours=1)
    (on.message,) = (each for each in on.crew.public if "Play" in labels(each))
    found = await on.s.host.read(_newest_challenge)
    on.person, on.facts["challenge"] = "blue", base36(found)


def _newest_challenge(books: Books) -> int:
    return int(books.store._first("SELECT max(id) FROM challenges"))


async def an_attempt(on: Stage) -> None:
    await a_challenge(on)
    await on.s.click(on.person, on.message, "Play")
    await on.s.until_said()
    found = await on.s.host.read(challenges.board, int(on.facts["challenge"], 36))
    on.crew.number = found.places[0].attempt.table
    await on.at(challenges.end_attempt)


async def a_closed_challenge(on: Stage) -> None:
    await an_attempt(on)
    await on.s.go_on(HOUR + MINUTE)
    await on.s.until_said()


async def a_schedule(on: Stage) -> None:
    await on.open("/challenge schedule", kind="daily")


async def somebody_else(on: Stage) -> None:
    """What they choose or forget holds for all their tables."""
    on.crew = Crew(on.s, *OTHERS, seed=on.seed, game=on.game, pace=PACE)
    await on.crew.begin()
    await on.know_table()
    on.person = OTHERS[0]


async def their_settings(on: Stage) -> None:
    await somebody_else(on)
    await on.open("/settings")
