"""A table's public message: the lobby, then the board, then the result; edited in place."""

from collections.abc import Sequence

import discord
from discord import ui

from cogs.entrances import LEARN
from cogs.ids import seat_id, table_id, welcome_id
from cogs.screen import Screen, button
from cogs.times import (
    absent_line,
    clock_line,
    gone_line,
    many,
    pause_line,
    reliability,
    terms_line,
    waiting_line,
)
from cogs.words import escape_markdown, readable_names, safe, safe_names, status_of
from host.challenges import CLOSED
from host.errors import DAMAGED
from host.play import ABANDONED, FINISHED
from host.records import Phase, Table
from host.terms import expected
from host.views import AGREED, FORCED, TableView
from render.studio import Picture

PRIMARY, SUCCESS = discord.ButtonStyle.primary, discord.ButtonStyle.success
DANGER = discord.ButtonStyle.danger
ENDINGS = {
    FINISHED: "",
    AGREED: "The players agreed to end the game early.",
    ABANDONED: "The game ended because nobody played any more.",
    FORCED: "A moderator ended the game.",
    CLOSED: "The game ended when its challenge closed.",
}


def board(seen: TableView, pictures: Sequence[Picture]) -> Screen:
    match seen.table.phase:
        case Phase.LOBBY:
            return lobby(seen, pictures)
        case Phase.CLOSED:
            why = escape_markdown(seen.table.ending)
            return Screen().say(f"**{seen.table.game.title}**", f"Table closed. {why}")
        case Phase.QUARANTINED:
            return _title(seen.table).say(DAMAGED)
    return _game(seen, pictures)


def _title(table: Table) -> Screen:
    return Screen().say(f"## {table.game.title}")


def lobby(seen: TableView, pictures: Sequence[Picture]) -> Screen:
    """Show who sits where, what was agreed, and how long it takes; Settings has the rest."""
    table, names = seen.table, safe_names(seen.table)
    count, seats = len(table.seats), table.game.seats
    free = seats[-1] - count
    room = f"{many(free, 'seat')} free" if free else "the table is full"
    screen = Screen().say(f"## {table.game.title} · {room}", f"-# {_length(table)}").show(*pictures)
    who = "\n".join(_sitting(seen, number, name) for number, name in enumerate(names))
    screen.say(
        who,
        _invited(table),
        escape_markdown(_options(table)),
        terms_line(table.terms),
        clock_line(seen, names),
        _before_start(table, names),
    )
    join = button("Join", table_id(table.id, "join"), SUCCESS)
    start = button(_start_label(count, seats), table_id(table.id, "start"), PRIMARY)
    add = button("Add autopilot", table_id(table.id, "robot"))
    join.disabled = add.disabled = not free
    start.disabled = count not in seats
    screen.press(join, start)
    screen.press(add, button("Settings", table_id(table.id, "options")))
    return screen.press(_how_to_play(table), button("Leave", table_id(table.id, "leave")))


def _options(table: Table) -> str:
    """List the options of a game for several; in a solo game, only the opponent."""
    chosen = " · ".join(table.game.option_lines(table.options, readable_names(table)))
    is_alone = table.game.solo is not None and len(table.seats) == 1
    return f"If you start alone, you play against {chosen}." if is_alone else chosen


def _length(table: Table) -> str:
    seats, count = table.game.seats, len(table.seats)
    length = expected(table.game, count, table.terms)
    return " · ".join(filter(None, (f"{seats[0]}–{seats[-1]} players", length)))


def _start_label(count: int, seats: range) -> str:
    if count > 1:
        return f"Start with {count}"
    return "Start alone" if count in seats else "Start"


def _before_start(table: Table, names: Sequence[str]) -> str:
    """Say who starts, or how many players are missing."""
    missing = table.game.seats[0] - len(table.seats)
    if missing > 0:
        return f"{many(missing, 'more player')} needed: press **Join**, or add an autopilot."
    opener = next(
        (name for name, seat in zip(names, table.seats, strict=True) if seat.user == table.opener),
        "",
    )
    return f"**{opener}** can start any time." if opener else ""


def _how_to_play(table: Table) -> ui.Button[ui.LayoutView]:
    """Return a button for the guided first round, or for the rules if there is none."""
    if table.game.course:
        return button("How to play · 3 min", welcome_id(LEARN, table.game.id))
    return button("How to play", table_id(table.id, "rules"))


def _sitting(seen: TableView, number: int, name: str) -> str:
    table = seen.table
    seat = table.seats[number]
    robot = " 🤖" if seat.user is None else ""
    opener = " · host" if seat.user == table.opener else ""
    turns = dict(seen.reliability).get(number)
    is_new = number in seen.newcomers
    is_telling = turns and (turns.is_known or (table.terms.budget and not is_new))
    in_time = f" · {reliability(turns)}" if turns and is_telling else ""
    first = " · first game" if is_new else ""
    return f"{number + 1}. {name}{robot}{opener}{first}{in_time}"


def _invited(table: Table) -> str:
    """Name those who haven't said yet whether they play again, and those who don't."""
    said = {"✉️ Invited": table.invited, "Not this time": table.declined}
    named = {
        what: ", ".join(f"**{safe(user.name)}**" for user in users) for what, users in said.items()
    }
    return " · ".join(f"{what}: {names}" for what, names in named.items() if names)


def _game(seen: TableView, pictures: Sequence[Picture]) -> Screen:
    table, names = seen.table, safe_names(seen.table)
    screen = Screen().say(f"### {table.game.title} · round {seen.round}")
    screen.show(*pictures)
    screen.say(status_of(seen), _waiting(seen, names), gone_line(table, names), pause_line(table))
    if table.phase is Phase.OVER:
        return screen.press(
            button("Rematch", table_id(table.id, "rematch"), SUCCESS),
            button("Look around", table_id(table.id, "look")),
            button("Log", table_id(table.id, "log")),
            button("Verify", table_id(table.id, "verify")),
            button("Replay", table_id(table.id, "replay")),
        )
    free = [seat.number for seat in table.seats if seat.is_free]
    screen.say(absent_line(table, names), _offered(free)).press(
        *(button(f"Take seat {n + 1}", seat_id(table.id, n), SUCCESS) for n in free)
    )
    return screen.press(
        button("My hand", table_id(table.id, "hand"), PRIMARY),
        button("Look around", table_id(table.id, "look")),
        button("Log", table_id(table.id, "log")),
        button("Votes & pauses", table_id(table.id, "table")),
        button("Help", table_id(table.id, "rules")),
    )


def _offered(free: Sequence[int]) -> str:
    if not free:
        return ""
    seats = " and ".join(str(number + 1) for number in free)
    which = f"Seat {seats} is" if len(free) == 1 else f"Seats {seats} are"
    return f"🪑 {which} open. Take it to play on with its cards."


def _waiting(seen: TableView, names: Sequence[str]) -> str:
    is_playing = seen.table.phase is Phase.PLAYING
    return waiting_line(seen, names) if is_playing else why_it_ended(seen.table)


def why_it_ended(table: Table) -> str:
    """Say why a game ended early, in a sentence."""
    return ENDINGS.get(table.ending, "The game ended early.") if table.phase is Phase.OVER else ""
