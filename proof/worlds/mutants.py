"""Mistakes that would tell somebody hidden cards: in the host, in pictures, on the wire."""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any
from zlib import crc32

import host.play
import host.views
import render.studio
from cogs import message_contents
from cogs.delivery import Delivery
from engine import GAMES
from engine.kernel.game import Game
from host import outbox, privacy
from host.outbox import MessageKind
from proof.proof import Mutant, Plant
from render import png
from testing.planting import planted

WITHOUT, WITH, WIRED = "pairs without", "pairs with pictures", "pairs on the wire"


def only(unit: str, times: int) -> dict[str, int | None]:
    """Goals for a mutant that one part must find."""
    return {**dict.fromkeys((WITHOUT, WITH, WIRED), 0), unit: times}


AnyGame = Game[Any, Any]
MOST_EXTRA = 7  # requests too many
log = logging.getLogger("cogs.mutant")


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


def line_in_the_log() -> Any:
    seen = host.views.seen

    def telling(table: Any, state: Any, seat: Any) -> Any:
        log.debug("table %d is looked at: %s", table.id, state.players)
        return seen(table, state, seat)

    return planted(host.views, "seen", telling)


def letters_to_others_count() -> Any:
    """A rival's letter, sent because of a hidden card, raises the numbers of all that follow."""
    announce = host.play.announce_turns

    def telling(store: Any, table: Any, state: Any, *more: Any) -> None:
        if hidden(table.game, state) % 2:
            for seat in table.humans:
                outbox.show_panel(store, table, seat.user)
        announce(store, table, state, *more)

    return planted(host.play, "announce_turns", telling)


def hands_in_own_data() -> Any:
    export = privacy.export

    def telling(uow: Any, user: int) -> str:
        states = [uow.store.state(each) for each in uow.store.all_table_ids()]
        return f"{export(uow, user)} {states}"

    return planted(privacy, "export", telling)


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
        for _ in range(last[0] % MOST_EXTRA):
            await mail.context.client.http.send_typing(mail.letter.channel or 0)
        return await board(mail)

    with (
        watched() as last,
        planted(message_contents, "SAYS", {**message_contents.SAYS, MessageKind.BOARD: telling}),
    ):
        yield


def worlds_that_are_one() -> Any:
    return in_games("other_world", lambda game, other: lambda state, seat, luck: state.copy())


def _telling(channel: str, plant: Plant, **more: Any) -> Mutant:
    return Mutant(plant, f"^“{channel}( after “.*”)?” tells hidden cards", **more)


MUTANTS = {
    "another seat's view": _telling("look", view_of_the_next),
    "a log line with hands": _telling("log lines", line_in_the_log),
    "numbers of letters that count others'": _telling("letters", letters_to_others_count),
    "a person's own data have the others' hands": _telling("own data", hands_in_own_data),
    "one pixel": _telling("pictures of the board", one_pixel, goals={WITHOUT: 1}),
    "more requests because of a card": _telling(
        "requests: channel", more_requests, goals=only(WIRED, 3)
    ),
    "worlds that do not differ": Mutant(worlds_that_are_one, "most worlds do not differ"),
}
