"""Messages about what happened: a recap of a round for all, and a digest for one player."""

from collections.abc import Sequence

from cogs.emojis import ONLY_WORDS, Emojis
from cogs.gallery import Gallery
from cogs.ids import table_id
from cogs.screen import Screen, button
from cogs.words import escape_markdown, readable_names, safe
from engine.kernel import news
from engine.kernel.news import Recap, Share, fitted
from engine.kernel.phrases import clipped
from host.records import Table
from host.summary import Digest, RoundRecap
from render.race import RaceRow, Track
from render.studio import Picture
from render.theme import SEATS

MAX_LINE = 90  # characters, with the name: two lines on a phone
SHORT_LINE = 42  # one line on a phone
MAX_AGREEMENTS = 4
MIN_ROOM = 26  # after the longest name
FEW = 3  # players, whose lines may be long below a picture too: a recap fits on half a screen


def recap_screen(
    told: RoundRecap, pictures: Sequence[Picture] = (), emojis: Emojis = ONLY_WORDS
) -> Screen:
    """Show the leader, the race, a line for each player, the alarm, and what comes next."""
    table, recap = told.table, told.recap
    headline = f" · **{escape_markdown(recap.headline)}**" if recap.headline else ""
    screen = Screen().say(f"**Round {told.round}**{headline}").show(*pictures)
    is_long = len(recap.shares) <= FEW or not recap.is_race
    most = MAX_LINE if is_long else SHORT_LINE
    lines = [_line(table, share, most, emojis) for share in recap.shares]
    coming = f"-# {escape_markdown(recap.coming)}" if recap.coming else ""
    screen.say(*lines, *_agreements(recap), alarm_line(recap.alarm, emojis), coming)
    return screen.press(button("What everybody did", table_id(table.id, f"log_{told.round}")))


def _agreements(recap: Recap) -> list[str]:
    """Say what became of deals: as many as fit, then how many more there are."""
    lines = [f"🤝 {escape_markdown(said)}" for said in recap.agreements]
    more = f"+{len(lines) - MAX_AGREEMENTS} more deals" if lines[MAX_AGREEMENTS:] else ""
    return [*lines[:MAX_AGREEMENTS], more] if more else lines


def _line(table: Table, share: Share, most: int, emojis: Emojis) -> str:
    name = _name(table, share.seat)
    gained = "" if share.gained is None else f" {share.gained:+}:"
    said = fitted(share.parts, max(MIN_ROOM, most - len(name) - len(gained) - 1))
    return f"{badge(emojis, share.seat)}**{safe(name)}**{gained} {escape_markdown(said)}"


def alarm_line(alarm: str, emojis: Emojis = ONLY_WORDS) -> str:
    """Announce in a line of its own that the end is near."""
    return f"{emojis.text('bell', '🔔')} **{escape_markdown(alarm)}**" if alarm else ""


def badge(emojis: Emojis, seat: int | None) -> str:
    """Return the emoji of a seat, to stand before a player's name."""
    emoji = emojis.get(f"seat_{SEATS[seat].word}") if seat is not None else None
    return f"{emoji} " if emoji else ""


def _name(table: Table, seat: int | None) -> str:
    if seat is None:
        return table.game.solo.rival if table.game.solo else ""
    return clipped(readable_names(table)[seat])


# Since a player's last action


def digest_lines(digest: Digest, emojis: Emojis = ONLY_WORDS, most: int | None = 2) -> list[str]:
    """Say what the player gained and lost, then what each other did; count what is left out.

    `most` is None for the long form.
    """
    lines = [_said(digest, seat, text, emojis) for seat, text in digest.lines]
    if most is None or len(lines) <= most:
        return lines
    return [*lines[:most], f"+{len(lines) - most} more"]


def _said(digest: Digest, seat: int, text: str, emojis: Emojis) -> str:
    who = "You" if seat == digest.seat else safe(_name(digest.table, seat))
    return f"{badge(emojis, seat)}**{who}** {escape_markdown(text)}"


# The picture


async def race_pictures(gallery: Gallery, told: RoundRecap) -> list[Picture]:
    """Draw how close everybody is to the end; nothing where that is secret."""
    table = told.table
    rows = _rows(told.recap) if told.recap.is_race else []
    picture = await gallery.studio.race(
        table.game.id, f"ROUND {told.round} is over", rows, table.names
    )
    return [picture] if picture else []


def _rows(recap: Recap) -> list[RaceRow]:
    return [
        RaceRow(share.seat, share.points or 0, share.gained or 0, tuple(map(_track, share.tracks)))
        for share in recap.shares
    ]


def _track(track: news.Track) -> Track:
    return Track(track.kind, track.have, track.new, track.limit)
