"""Mistakes that would reveal hidden cards: in the host, in pictures, on the wire."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any
from zlib import crc32

import host.panels
import host.views
import render.studio
from cogs import message_contents
from cogs.delivery import Delivery
from engine import GAMES
from engine.kernel.game import Game
from host.outbox import MessageKind
from proof.proof import Mutant, Plant
from proof.worlds import pairs
from render import png
from testing.planting import planted

WITHOUT, WITH, WIRED = "pairs without", "pairs with pictures", "pairs on the wire"


AnyGame = Game[Any, Any]
MAX_EXTRA = 7  # requests too many


def hidden(game: AnyGame, state: Any) -> int:
    """A number that gives away something of every card."""
    return crc32(game.dump(state))


@contextmanager
def in_games(name: str, changed: Callable[[AnyGame, Any], Any]) -> Iterator[None]:
    """In every game, something that is made from what was there."""
    with ExitStack() as stack:
        for game in GAMES.values():
            stack.enter_context(planted(game, name, changed(game, getattr(game, name))))
        yield


@contextmanager
def watched() -> Iterator[list[int]]:
    """The last number that gives away a state: what code knows that looks where it must not."""
    last = [0]

    def watching(game: AnyGame, view: Any) -> Any:
        def viewed(state: Any, seat: int | None) -> Any:
            last[0] = hidden(game, state)
            return view(state, seat)

        return viewed

    with in_games("view", watching):
        yield last


def view_of_the_next() -> Any:
    seen = host.views.seen

    def viewed(table: Any, state: Any, seat: Any) -> Any:
        number = 0 if seat is None else (seat.number + 1) % len(table.seats)
        return replace(seen(table, state, seat), view=table.game.view(state, number))

    return planted(host.views, "seen", viewed)


@contextmanager
def commissions_of_all() -> Iterator[None]:
    """Everybody sees which Commissions the others hold; all begin with one, so that it shows."""
    game = GAMES["factory_42"]
    setup, view = game.setup, game.view

    def dealt(options: Any, seats: int, luck: Any) -> Any:
        state = setup(options, seats, luck)
        for player in state.players:
            player.commissions.append(state.commission_deck.cards.pop())
        return state

    def viewed(state: Any, seat: int | None) -> Any:
        seen = view(state, seat)
        held = [tuple(player.commissions) for player in state.players]
        players = (replace(each, commissions=held[each.seat]) for each in seen.players)
        return replace(seen, players=tuple(players))

    with (
        planted(pairs, "GAMES", {game.id: game}),
        planted(pairs, "option_sets", lambda game: [game.options(expansion=True)]),
        planted(game, "setup", dealt),
        planted(game, "view", viewed),
    ):
        yield


def plan_of_another() -> Any:
    """Everybody reads the first list of lines at the table."""

    with_extras = host.panels.with_extras

    def told(uow: Any, seen: Any) -> Any:
        view = with_extras(uow, seen)
        if seen.table.game.plan_style == "choice":
            return view
        plan = next(iter(uow.store.queues(seen.table.id).values()), ())
        return replace(view, facts=view.facts._replace(plan=plan))

    return planted(host.panels, "with_extras", told)


@contextmanager
def one_pixel() -> Iterator[None]:
    def telling(image: Any) -> bytes:
        if last[0] % 2:
            image.putpixel((0, 0), 0)
        return png.encoded(image)

    with watched() as last, planted(render.studio, "encoded", telling):
        yield


@contextmanager
def more_requests() -> Iterator[None]:
    board = message_contents.SAYS[MessageKind.BOARD]

    async def telling(mail: Delivery) -> Any:
        for _ in range(last[0] % MAX_EXTRA):
            await mail.context.client.http.send_typing(mail.outgoing.channel or 0)
        return await board(mail)

    with (
        watched() as last,
        planted(message_contents, "SAYS", {**message_contents.SAYS, MessageKind.BOARD: telling}),
    ):
        yield


def worlds_that_are_one() -> Any:
    return in_games("other_world", lambda game, other: lambda state, seat, luck: state.copy())


def _telling(channel: str, plant: Plant, unit: str, seed: int = 1) -> Mutant:
    shows = f"^“{channel}( after “.*”)?” tells hidden cards"
    return Mutant(plant, shows, unit=unit, seed=seed)


MUTANTS = {
    "another seat's view": _telling("look", view_of_the_next, WITHOUT),
    "a Commission that others see": _telling("view", commissions_of_all, WITHOUT),
    "a list of wishes that others see": _telling("panel", plan_of_another, WITHOUT, seed=2),
    "one pixel": _telling("pictures of the board", one_pixel, WITH, seed=2),
    "more requests because of a card": _telling("requests: channel", more_requests, WIRED),
    "worlds that do not differ": Mutant(worlds_that_are_one, "most worlds do not differ"),
}
