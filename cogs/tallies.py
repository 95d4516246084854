"""How somebody's games went, as a message: for `/stats` and `/games`."""

from collections.abc import Iterator

from cogs.screen import Screen
from cogs.times import reliability
from cogs.words import safe
from engine import GAMES
from engine.kernel.phrases import plural
from host import statistics
from host.caller import Caller
from host.host import Host
from host.records import Rating, User
from host.statistics import Tally
from render.statistics import LevelRecord, Statistics
from render.studio import Studio

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


def duration(milliseconds: int) -> str:
    """Say roughly how long that is."""
    for unit, name in ((DAY, "days"), (HOUR, "h"), (MINUTE, "min")):
        if milliseconds >= 2 * unit:
            return f"{milliseconds // unit} {name}"
    return f"{milliseconds // 1000} s"


def drawn(game_id: str, tally: Tally, rating: Rating | None) -> Statistics:
    """Prepare the statistics for the picture."""
    game = GAMES[game_id]
    names = game.words.cards()
    levels = game.solo.levels if game.solo else ()
    return Statistics(
        games=tally.games,
        wins=tally.wins,
        pending=tally.pending,
        average=tally.average,
        best=tally.best,
        levels=tuple(
            LevelRecord(level, *tally.levels[level]) for level in levels if level in tally.levels
        ),
        rival=game.solo.rival if game.solo else "the opponent",
        turn_time=duration(tally.turn_ms) if tally.turn_ms is not None else "",
        dice=tally.pips,
        dice_rolled=tally.dice,
        favorites=tuple((names.get(card, card), count) for card, count in tally.cards),
        rating=rating.points if rating and rating.games else None,
        rated_games=rating.games if rating else 0,
    )


async def tally_screen(
    studio: Studio, game: str, name: str, tally: Tally, rating: Rating | None = None
) -> Screen:
    picture = await studio.statistics(game, name, drawn(game, tally, rating))
    screen = Screen().say(f"**{GAMES[game].title}** · {safe(name)}").show(picture)
    return screen.say(*_set_apart(tally))


def _set_apart(tally: Tally) -> Iterator[str]:
    """Name the games that don't count in every sum."""
    if tally.by_autopilot:
        played = plural(tally.by_autopilot, "game")
        yield f"-# {played} mostly by autopilot: not counted for favorite cards."
    if tally.left:
        yield f"-# {plural(tally.left, 'game')} left early: counted as lost, but not in averages."
    if tally.pending:
        attempts = plural(tally.pending, "finished attempt")
        yield f"-# {attempts} at an open challenge: the score counts when it closes."


async def person_screen(host: Host, studio: Studio, user: User, game: str, by: Caller) -> Screen:
    tally = await host.read(statistics.of_person, user.id, game, by=by)
    rating = await host.read(statistics.rating_of, user.id, game)
    turns = await host.read(statistics.reliability_of, user.id)
    screen = await tally_screen(studio, game, user.name, tally, rating)
    return screen.say(f"⏰ {reliability(turns).capitalize()}." if turns.is_known else "")
