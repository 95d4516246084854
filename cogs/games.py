"""A person's games: `/games`, `/hand` and the daily list."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.board import why_it_ended
from cogs.emojis import ONLY_WORDS, Emojis
from cogs.entrances import OPEN, entrances
from cogs.ids import LARGEST_TABLE, games_id, table_id, welcome_id
from cogs.responder import Pressed, caller_of, sentence_screen
from cogs.screen import Screen, button, select
from cogs.standings import attempt_place, outcome_words
from cogs.tallies import person_screen
from cogs.times import many, pause_line, standing_line, when
from cogs.words import escape_markdown, place, readable, readable_names, safe, safe_names
from engine.kernel.phrases import joined, ordinal
from engine.kernel.refusal import Refused
from host import own_tables
from host.caller import Caller
from host.fairness import proven
from host.host import Host
from host.limits import MAX_LISTED
from host.own_tables import Ending, GameChoice, OpenTable, OwnTables
from host.panels import ChallengeAttempt, glance
from host.records import Phase, SeatResult, Table
from host.replay import played_here, record_for
from host.views import TableView, count_tables_of, table_here, table_ids_of

if TYPE_CHECKING:
    from cogs.presses import Presses

PRIMARY = discord.ButtonStyle.primary
LIST, HAND, REPLAY, VERIFY, STATISTICS = "list", "hand", "replay", "verify", "stats"
MOST_SECTIONS, MOST_CHOICES = 7, 25
NOT_A_GAME = "Choose a game from the list, or type the number of a table."
Row = OpenTable | Ending


# The daily list


async def table_lines(host: Host, user: int) -> list[str]:
    """List a person's tables, one per line, latest change first, and say how many more there are.

    Each table is read on its own, so that other reads and actions can come in between.
    """
    numbers = await host.read(table_ids_of, user, MAX_LISTED)
    seen = [await host.read(glance, number, user) for number in numbers]
    lines = [_line(*table) for table in seen if table]
    more = await host.read(count_tables_of, user) - len(numbers)
    return [*lines, *([f"… and {more} more"] if more > 0 else [])]


def _line(seen: TableView, tried: ChallengeAttempt | None) -> str:
    return standing_line(seen, attempt_place(tried) if tried else "")


# /games


def games_screen(own: OwnTables, emojis: Emojis = ONLY_WORDS) -> Screen:
    """Show the games that are waiting first; what has no room for a button goes into a list."""
    rows: list[Row] = [*own.waiting, *own.running, *own.lobbies, *own.finished]
    if not rows:
        return Screen().say("**No games yet.**").press(*entrances()[:2])
    count = len(own.waiting)
    head = f"{many(count, 'game')} {'is' if count == 1 else 'are'}" if count else "No game is"
    screen = Screen().say(f"**{head} waiting for you**")
    for row in rows[:MOST_SECTIONS]:
        if own.finished and row is own.finished[0]:
            screen.say("**Finished**")
        screen.beside(_button(row), *_lines(row, emojis))
    if older := rows[MOST_SECTIONS:]:
        options = [_option(row) for row in older[:MOST_CHOICES]]
        which = "Older" if all(isinstance(row, Ending) for row in older) else "More"
        screen.choose(select(games_id(LIST), f"{which} games · {len(older)}", options))
    screen.say(f"-# … and {own.more} more open" if own.more > 0 else "")
    return screen.press(
        button("New table", welcome_id(OPEN)), button("Statistics", games_id(STATISTICS))
    )


def _button(row: Row) -> discord.ui.Button[discord.ui.LayoutView]:
    number = row.table.id
    if isinstance(row, Ending):
        return button("Replay", table_id(number, "replay"))
    if row.table.phase is Phase.LOBBY:
        return button("Look", table_id(number, "look"))
    if row.is_waiting:
        return button("Play", table_id(number, "hand"), PRIMARY)
    return button("Look", table_id(number, "hand"))


def _lines(row: Row, emojis: Emojis) -> tuple[str, str]:
    title = escape_markdown(row.table.game.title)
    if isinstance(row, Ending):
        crown = f"{emojis.text('crown', '👑')} " if row.has_won else ""
        return f"{crown}**{title}**", f"-# {_ended(row)} · {when(row.at)}"
    round_ = f"round {row.seen.round}" if row.seen.round else ""
    facts = [round_, _where(row), _state(row), "paused" if pause_line(row.table) else ""]
    line = f"-# {' · '.join(filter(None, facts))}"
    if not row.is_waiting:
        return f"**{title}**", line
    alarm = f" · {escape_markdown(row.alarm)}" if row.alarm else ""
    return f"{emojis.text('bell', '🔔')} **{title}**{alarm}", line


def _where(row: OpenTable) -> str:
    """Name the channel or the challenge of an open table; of a private one, the opponents."""
    table = row.table
    if row.attempt:
        return attempt_place(row.attempt)
    robots = [seat for seat in table.seats if seat.user is None]
    if table.channel is not None or len(table.seats) - len(robots) > 1:
        return place(table)
    solo = table.game.solo
    rival = solo.rival if solo and not robots else ""
    autopilots = "an autopilot" if len(robots) == 1 else many(len(robots), "autopilot")
    return f"private, against {rival or autopilots}"


def _state(row: OpenTable) -> str:
    """Say what has to happen next at an open table."""
    table, seat = row.table, row.seen.seat
    if table.phase is Phase.LOBBY:
        return "in the lobby"
    if row.is_waiting:
        return f"due {when(row.due)}" if row.due else "your turn"
    if seat is not None and table.seats[seat].is_autopilot:
        return "on autopilot"
    names = safe_names(table)
    return (
        f"waiting for {joined(names[each] for each in row.seen.waiting)}"
        if row.seen.waiting
        else ""
    )


def _ended(row: Ending) -> str:
    """Say how a game ended for the person, without naming a card."""
    table, result = row.table, row.result
    rival = table.game.solo.rival if table.game.solo and len(table.seats) == 1 else ""
    if row.attempt and row.attempt.attempt.is_ranked:
        attempt = row.attempt.attempt
        points, outcome = many(attempt.score or 0, "point"), outcome_words(attempt, rival)
        return f"{attempt_place(row.attempt)} · {points}: you {outcome}"
    if result is None:
        where = attempt_place(row.attempt) if row.attempt else ""
        return " · ".join(filter(None, (where, why_it_ended(table).rstrip(".") or "practice")))
    points = many(result.score, "point")
    if rival:
        return f"{points}: {f'you beat {rival}' if row.has_won else f'{rival} won'}"
    if row.has_won:
        return f"{_place(result)} with {points}"
    winners = joined(map(safe, row.winners)) or "an autopilot"
    with_points = "" if result.has_left else f" with {points}"
    return f"{_place(result)}{with_points} · {winners} won"


def _place(result: SeatResult) -> str:
    """Say which place it was, and whether they left or the autopilot played most of it."""
    came = "you won" if result.has_won else f"{ordinal(result.rank)} of {result.seats}"
    if result.has_left:
        return f"{came}: you left"
    return f"{came}, mostly by autopilot" if result.is_by_autopilot else came


def _option(row: Row) -> discord.SelectOption:
    """Return a game as an option of a list, where links and timestamps can't be shown."""
    if isinstance(row, OpenTable):
        is_played = row.table.phase is Phase.PLAYING
        said = ("your turn" if row.is_waiting else "running") if is_played else "in the lobby"
    else:
        said = _place(row.result) if row.result else "over"
    label = f"{_company(row.table)} · {_day(row.table.touched)}"
    return discord.SelectOption(label=label[:100], value=str(row.table.id), description=said)


def _company(table: Table) -> str:
    """Name a game and its players."""
    return f"{table.game.title} with {', '.join(readable_names(table))}"


def _day(moment: int) -> str:
    day = datetime.fromtimestamp(moment / 1000, UTC)
    return f"{day:%b} {day.day}"


# Which game is meant


async def hand(presses: "Presses", caller: Caller) -> Screen:
    """Show the panel of the game that is waiting for the caller, or ask which game."""
    here = await presses.host.read(own_tables.seated_here, caller)
    if here is not None:
        return await presses.hand_of(caller, here)
    own = await own_tables.listed(presses.host, caller.id)
    for rows in (own.waiting, own.running):
        if len(rows) == 1:
            return await presses.hand_of(caller.anywhere, rows[0].table.id)
        if rows:
            return _which_game(rows)
    return await presses.hand_of(caller, await presses.host.read(table_here, caller))


def _which_game(tables: Sequence[OpenTable]) -> Screen:
    screen = Screen().say("**Which game?**")
    lines = [
        standing_line(each.seen, attempt_place(each.attempt) if each.attempt else "")
        for each in tables
    ]
    options = [
        discord.SelectOption(label=_company(each.table)[:100], value=str(each.table.id))
        for each in tables[:MOST_CHOICES]
    ]
    return screen.say(*lines[:MOST_SECTIONS]).choose(select(games_id(HAND), "Which game?", options))


async def which_ended(host: Host, by: Caller, verb: str) -> Screen | int:
    """Return the caller's only finished game, or ask which one, newest first."""
    endings = (await own_tables.listed(host, by.id)).finished
    if not endings:
        raise Refused("You haven't finished a game yet.")
    if len(endings) == 1:
        return endings[0].table.id
    options = [_option(each) for each in endings]
    return Screen().say("**Which game?**").choose(select(games_id(verb), "Which game?", options))


async def meant(host: Host, by: Caller, verb: str, typed: str | None) -> int | Screen:
    """Return the table that was chosen or typed, or else the last one here or of the caller."""
    if typed is not None:
        return table_number(typed)
    try:
        return await host.read(played_here, by)
    except Refused:
        return await which_ended(host, by, verb)


async def choices(
    host: Host, interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """Suggest games that are running or over: the caller's own, and this channel's."""
    games = await host.read(own_tables.tables_to_choose, caller_of(interaction))
    named = [(_choice(each), str(each.table.id)) for each in games]
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=name, value=number)
        for name, number in named
        if wanted in name.casefold() or wanted == number
    ][:MOST_CHOICES]


def _choice(game: GameChoice) -> str:
    """Describe a game: “The title with Ada, Ben · Nov 12 · Ada won (5)”."""
    table = game.table
    if table.phase is not Phase.OVER:
        how = "still playing"
    else:
        how = f"{joined(map(readable, game.winners))} won" if game.winners else "over"
    rest = f" · {_day(table.touched)} · {how} ({table.id})"
    company = _company(table)
    room = 100 - len(rest)
    return (company if len(company) <= room else f"{company[: room - 1]}…") + rest


def table_number(typed: str) -> int:
    """Read the number of a table that was chosen from the suggestions, or typed."""
    number = int(typed) if typed.strip().isdecimal() and len(typed) <= 12 else 0
    if not 0 < number <= LARGEST_TABLE:
        raise Refused(NOT_A_GAME)
    return number


# Presses in these lists


async def answer_press(presses: "Presses", pressed: Pressed) -> Screen:
    """Carry out a press in somebody's list of games; they must have a seat at that table."""
    by, verb = pressed.caller.anywhere, pressed.press.text
    if verb == STATISTICS:
        game = await presses.host.read(own_tables.usual_game, by=by)
        return await person_screen(presses.host, presses.gallery.studio, by.user, game, by)
    number = table_number("".join(pressed.values[:1]))
    table = await presses.host.read(own_tables.own_table, number, by=by)
    if verb == VERIFY:
        return sentence_screen((await proven(presses.host.read(record_for, number, by))).sentence)
    if verb == REPLAY or (verb == LIST and table.phase is Phase.OVER):
        return await presses.replay.opened(by, number)
    return await presses.hand_of(by, number)
