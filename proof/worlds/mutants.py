"""Everything that is planted: mistakes in the host, on screens, in pictures, on the wire."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from typing import Any
from zlib import crc32

import cogs.board
import render.studio
from cogs import ids, letters
from cogs.mail import Mail
from cogs.sender import Sender
from host.outbox import Kind
from proof.proof import Mutant, Plant, planted
from proof.worlds import leaks
from proof.worlds.leaks import in_games, log, watched
from proof.worlds.units import WIRED, WITHOUT, only
from render import PAINTERS, png
from render.studio import Picture, Studio

MOST_EXTRA = 7  # requests too many

# --- on the screens and in the pictures


@contextmanager
def id_on_the_board() -> Iterator[None]:
    def telling(number: int, verb: str) -> str:
        return f"{ids.table_id(number, verb)}{last[0]}"

    with watched() as last, planted(cogs.board, "table_id", telling):
        yield


def board_that_breaks() -> Any:
    return planted(cogs.board, "table_id", None)


@contextmanager
def one_pixel() -> Iterator[None]:
    def telling(image: Any) -> bytes:
        if last[0] % 2:
            image.putpixel((0, 0), 0)
        return png.encoded(image)

    with watched() as last, planted(render.studio, "encoded", telling):
        yield


@contextmanager
def alt_text() -> Iterator[None]:
    with watched() as last, ExitStack() as stack:
        for painter in PAINTERS.values():
            drawn = partial(_described, painter.draw, last)
            stack.enter_context(planted(painter, "draw", drawn))
        yield


def _described(draw: Any, last: list[int], *about: Any) -> Any:
    drawing = draw(*about)
    return replace(drawing, alt=f"{drawing.alt} {last[0]}")


@contextmanager
def name_of_a_file() -> Iterator[None]:
    finish = Studio.finish

    def telling(studio: Studio, drawing: Any) -> Picture:
        return replace(finish(studio, drawing), digest=f"{last[0]:064x}"[::-1])

    with watched() as last, planted(Studio, "finish", telling):
        yield


# --- on the wire


@contextmanager
def more_requests() -> Iterator[None]:
    board = letters.SAYS[Kind.BOARD]

    async def telling(mail: Mail) -> Any:
        for _ in range(last[0] % MOST_EXTRA):
            await mail.office.client.http.send_typing(mail.letter.channel or 0)
        return await board(mail)

    with watched() as last, planted(letters, "SAYS", {**letters.SAYS, Kind.BOARD: telling}):
        yield


def line_of_the_sender() -> Any:
    deliver = Sender._deliver

    async def telling(sender: Sender, letter: Any) -> None:
        stored = await sender.host.read(lambda books: books.store.state(letter.table))
        log.info("letter %d of %d", letter.id, crc32(stored or b""))
        await deliver(sender, letter)

    return planted(Sender, "_deliver", telling)


# --- in the proof itself


def worlds_that_are_one() -> Any:
    return in_games("other_world", lambda game, other: lambda state, seat, luck: state.copy())


def _telling(channel: str, plant: Plant) -> Mutant:
    return Mutant(plant, f"^“{channel}( after “.*”)?” tells hidden cards")


MUTANTS = {
    "another seat's view": _telling("look", leaks.view_of_the_next),
    "a status that knows the hands": _telling("board", leaks.status_of_a_state),
    "a log that anybody may read": replace(
        _telling("log", leaks.log_for_all), goals={WITHOUT: 300}
    ),
    "replay lines that a seat reads": replace(
        _telling("replay lines", leaks.lines_of_a_seat), goals={WITHOUT: 300}, seed=2
    ),
    "plans in an order that tells": _telling("plans", leaks.order_of_plans),
    "a refusal that knows the hands": _telling("refusals", leaks.refusal_of_a_state),
    "a letter with a number of the hands": _telling("letters", leaks.letter_of_a_state),
    "numbers of letters that count others'": _telling("letters", leaks.letters_to_others_count),
    "a letter after an autopilot's action": Mutant(
        leaks.letter_after_an_autopilot,
        "^“letters after “.*”” tells hidden cards",
        goals={WITHOUT: 400},
        seed=5,
    ),
    "own data with a hash of the state": _telling("own data", leaks.own_data_of_a_state),
    "an export of a running table": _telling("export", leaks.export_too_early),
    "a replay from a seat": _telling("replay", leaks.replay_from_a_seat),
    "a log line with hands": _telling("log lines", leaks.line_in_the_log),
    "an id on the board": _telling("board", id_on_the_board),
    "a board that breaks": Mutant(board_that_breaks, "^“board” broke"),
    "one pixel": _telling("pictures of the board", one_pixel),
    "an alt text": _telling("captions", alt_text),
    "a file name": _telling("pictures of the board", name_of_a_file),
    "more requests because of a card": replace(
        _telling("requests: channel", more_requests), goals=only(WIRED, 3)
    ),
    "a log line of the sender": replace(
        _telling("log lines of the bot", line_of_the_sender), goals=only(WIRED, 3)
    ),
    "worlds that do not differ": Mutant(worlds_that_are_one, "most worlds do not differ"),
}
