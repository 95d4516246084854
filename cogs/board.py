"""The table's public message: the lobby, then the board, then the end; edited in place."""

from collections.abc import Sequence

import discord

from cogs.ids import seat_id, table_id
from cogs.screen import Screen, button
from cogs.times import absent_line, pause_line, terms_line, waiting_line
from cogs.words import harmless, safe_names
from host.look import Seen
from host.play import FINISHED
from host.records import Phase, Table
from render.studio import Picture

PRIMARY, SUCCESS = discord.ButtonStyle.primary, discord.ButtonStyle.success
DANGER = discord.ButtonStyle.danger


def board(seen: Seen, pictures: Sequence[Picture]) -> Screen:
    match seen.table.phase:
        case Phase.LOBBY:
            return lobby(seen.table, pictures)
        case Phase.CLOSED:
            why = harmless(seen.table.ending)
            return Screen().say(f"**{seen.table.game.title}**", f"Closed: {why}")
        case Phase.ASIDE:
            return _title(seen.table).say("This table was set aside: its record is damaged.")
    return _game(seen, pictures)


def _title(table: Table) -> Screen:
    return Screen().say(f"## {table.game.title}")


def lobby(table: Table, pictures: Sequence[Picture]) -> Screen:
    names = safe_names(table)
    seats = table.game.seats
    screen = _title(table).say(f"For {seats[0]} to {seats[-1]} players.").show(*pictures)
    who = "\n".join(_sitting(table, number, name) for number, name in enumerate(names))
    screen.say(who, _options(table), terms_line(table.terms))
    screen.say(f"-# Hash of the deck's key: `{table.commitment}`")
    return screen.press(
        button("Join", table_id(table.id, "join"), SUCCESS),
        button("Leave", table_id(table.id, "leave")),
        button("Start", table_id(table.id, "start"), PRIMARY),
        button("Cancel", table_id(table.id, "close"), DANGER),
        button("Add autopilot", table_id(table.id, "robot")),
        button("Remove autopilot", table_id(table.id, "unrobot")),
        button("Options", table_id(table.id, "options")),
        button("How to play", table_id(table.id, "rules")),
    )


def _sitting(table: Table, number: int, name: str) -> str:
    seat = table.seats[number]
    robot = " (autopilot)" if seat.user is None else ""
    opener = " — opened this table" if seat.user == table.opener else ""
    return f"{number + 1}. {name}{robot}{opener}"


def _options(table: Table) -> str:
    said = [f"{name.replace('_', ' ')}: {value}" for name, value in table.options.items()]
    return f"Options: {', '.join(said)}" if said else ""


def _game(seen: Seen, pictures: Sequence[Picture]) -> Screen:
    table, names = seen.table, safe_names(seen.table)
    screen = Screen().say(f"### {table.game.title} · round {seen.round}")
    screen.show(*pictures)
    screen.say(table.game.words.status(seen.view, names), _waiting(seen, names), pause_line(table))
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
        button("Table", table_id(table.id, "table")),
        button("Help", table_id(table.id, "rules")),
    )


def _offered(free: Sequence[int]) -> str:
    seats = " and ".join(str(number + 1) for number in free)
    return f"🪑 Free: seat {seats}. Whoever takes it plays on with its cards." if free else ""


def _waiting(seen: Seen, names: Sequence[str]) -> str:
    is_playing = seen.table.phase is Phase.PLAYING
    return waiting_line(seen, names) if is_playing else _ended(seen)


def _ended(seen: Seen) -> str:
    """Why it is over, unless it was played to its end."""
    return "" if seen.table.ending == FINISHED else f"The game was {seen.table.ending}."
