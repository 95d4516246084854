"""A round that is over, and what has happened since a player's last action, as messages say it."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from cogs.gallery import Gallery
from cogs.ids import table_id
from cogs.screen import Screen, button
from cogs.words import harmless, readable_names, safe
from engine.kernel.news import Recap, Share, fitted
from engine.kernel.phrases import clipped
from host.records import Table
from host.summary import Digest, RoundRecap
from render.studio import Picture

LONGEST_LINE = 90  # characters, with the name: two lines on a phone
SHORT_LINE = 42  # one line on a phone
LEAST_ROOM = 26  # behind the longest name
FEW = 3  # players, whose lines may be long below a picture too: a recap fits on half a screen
SIGNS = {"built": "type_production"}  # tracks whose picture is called otherwise


def recap_screen(told: RoundRecap, pictures: Sequence[Picture] = ()) -> Screen:
    """Who leads, the race, one line for each player, the alarm, and what comes next."""
    table, found = told.table, told.recap
    headline = f" · **{harmless(found.headline)}**" if found.headline else ""
    screen = Screen().say(f"**Round {told.round}**{headline}").show(*pictures)
    is_long = len(found.shares) <= FEW or not found.is_race
    most = LONGEST_LINE if is_long else SHORT_LINE
    lines = [_line(table, share, most) for share in found.shares]
    coming = f"-# {harmless(found.coming)}" if found.coming else ""
    screen.say(*lines, alarm_line(found.alarm), coming)
    return screen.press(button("What everybody did", table_id(table.id, "log")))


def _line(table: Table, share: Share, most: int) -> str:
    name = _name(table, share.seat)
    gained = "" if share.gained is None else f" {share.gained:+}:"
    said = fitted(share.parts, max(LEAST_ROOM, most - len(name) - len(gained) - 1))
    return f"{badge(table, share.seat)}**{safe(name)}**{gained} {harmless(said)}"


def alarm_line(alarm: str) -> str:
    """The end is near: a line of its own."""
    return f"⚠️ **{harmless(alarm)}**" if alarm else ""


def badge(table: Table, seat: int | None) -> str:
    """What stands before a player's name: the one place for the emoji of a seat."""
    return ""


def _name(table: Table, seat: int | None) -> str:
    if seat is None:
        return table.game.solo.rival if table.game.solo else ""
    return clipped(readable_names(table)[seat])


# Since a player's last action


def digest_lines(digest: Digest, most: int | None = 2) -> list[str]:
    """The player's own gains and losses, then a line for each other; what is left out is counted.

    `most` is None for the long form.
    """
    lines = [_said(digest, seat, text) for seat, text in digest.lines]
    if most is None or len(lines) <= most:
        return lines
    return [*lines[:most], f"and {len(lines) - most} more"]


def _said(digest: Digest, seat: int, text: str) -> str:
    who = "You" if seat == digest.seat else safe(_name(digest.table, seat))
    return f"{badge(digest.table, seat)}**{who}** {harmless(text)}"


# The picture


async def race_pictures(gallery: Gallery, told: RoundRecap) -> list[Picture]:
    """Everybody's way to the end; none where that is secret or cannot be drawn."""
    race: Any = getattr(gallery.studio, "race", None)
    if race is None or not told.recap.is_race:
        return []
    table = told.table
    names = [*table.names, *([table.game.solo.rival] if table.game.solo else [])]
    return [await race(table.game.id, f"Round {told.round}", _rows(table, told.recap), names)]


def _rows(table: Table, recap: Recap) -> list[Any]:
    """As the painter wants them: an opponent that the game plays sits behind the last seat."""
    drawn: Any = import_module("render.race")
    signs = f"{table.game.id}/glyphs/"
    return [
        drawn.RaceRow(
            len(table.seats) if share.seat is None else share.seat,
            share.points,
            share.gained,
            tuple(
                drawn.Track(
                    f"{signs}{SIGNS.get(each.kind, each.kind)}", each.have, each.new, each.limit
                )
                for each in share.tracks
            ),
        )
        for share in recap.shares
    ]
