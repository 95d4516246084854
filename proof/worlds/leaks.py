"""Mistakes in the host that would tell somebody hidden cards."""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from typing import Any
from zlib import crc32

import host.look
import host.play
import host.privacy
import host.replay
from engine import GAMES
from engine.kernel.game import Game
from host import fairness, outbox
from host.outbox import Kind
from proof.proof import planted

AnyGame = Game[Any, Any]
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
    seen = host.look.seen

    def viewed(table: Any, state: Any, seat: Any) -> Any:
        number = 0 if seat is None else (seat.number + 1) % len(table.seats)
        return replace(seen(table, state, seat), view=table.game.view(state, number))

    return planted(host.look, "seen", viewed)


@contextmanager
def status_of_a_state() -> Iterator[None]:
    with watched() as last, ExitStack() as stack:
        for game in GAMES.values():
            said = game.words.status
            telling = partial(_telling, said, last)
            stack.enter_context(planted(game.words, "status", telling))
        yield


def _telling(said: Callable[..., str], last: list[int], *about: Any) -> str:
    return f"{said(*about)} {last[0]}"


def log_for_all() -> Any:
    return planted(host.look, "readable", lambda events, seat: events)


def order_of_plans() -> Any:
    def changed(game: AnyGame, plans: Any) -> Any:
        return lambda state, seat: plans(state, seat)[:: 1 if hidden(game, state) % 2 else -1]

    return in_games("plans", changed)


def refusal_of_a_state() -> Any:
    def changed(game: AnyGame, explain: Any) -> Any:
        return lambda state, *about: f"{explain(state, *about)} {hidden(game, state)}."

    return in_games("explain", changed)


def letter_of_a_state() -> Any:
    announce = host.play.announce_turns

    def telling(store: Any, table: Any, state: Any, *more: Any) -> None:
        announce(store, table, state, *more)
        outbox.tell(store, table, Kind.ROUND, {"round": hidden(table.game, state)})

    return planted(host.play, "announce_turns", telling)


def letters_to_others_count() -> Any:
    """A rival's letter, sent because of a hidden card, raises the numbers of all that follow."""
    announce = host.play.announce_turns

    def telling(store: Any, table: Any, state: Any, *more: Any) -> None:
        if hidden(table.game, state) % 2:
            for seat in table.humans:
                outbox.show_panel(store, table, seat.user)
        announce(store, table, state, *more)

    return planted(host.play, "announce_turns", telling)


def letter_after_an_autopilot() -> Any:
    """What the click itself says is right; what is said of an autopilot's action is not."""
    call_owner = host.play._call_owner

    def telling(store: Any, done: Any, turn: str) -> None:
        call_owner(store, done, turn)
        outbox.tell(store, done.table, Kind.ROUND, {"round": hidden(done.table.game, done.state)})

    return planted(host.play, "_call_owner", telling)


def own_data_of_a_state() -> Any:
    place = host.privacy._place

    def telling(books: Any, found: Any) -> dict[str, Any]:
        return {**place(books, found), "state": crc32(books.store.state(found.table) or b"")}

    return planted(host.privacy, "_place", telling)


def export_too_early() -> Any:
    export = fairness.export

    def telling(books: Any, table_id: int) -> str:
        return (books.store.state(table_id) or b"").decode() or str(export(books, table_id))

    return planted(fairness, "export", telling)


def replay_from_a_seat() -> Any:
    shown = host.replay.shown

    def telling(reading: Any, film: Any, hand: int | None = None) -> Any:
        step, game = shown(reading, film, hand), film.game
        view = game.view(film.state(reading.number), 0)
        return replace(step, lines=(*step.lines, repr(view)))

    return planted(host.replay, "shown", telling)


def lines_of_a_seat() -> Any:
    """What happened is told as the first seat may read it."""
    sentences = host.look.sentences

    def telling(table: Any, events: Any, seat: int | None) -> list[str]:
        return sentences(table, events, seat or 0)

    return planted(host.replay, "sentences", telling)


def line_in_the_log() -> Any:
    seen = host.look.seen

    def telling(table: Any, state: Any, seat: Any) -> Any:
        log.debug("table %d is looked at: %s", table.id, state.players)
        return seen(table, state, seat)

    return planted(host.look, "seen", telling)
