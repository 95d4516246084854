"""How challenges are told: in public, in their ranking, as a result to share, to their player."""

import discord

from cogs.ids import challenge_id
from cogs.screen import Screen, button
from cogs.times import exactly, many, when
from cogs.words import safe
from engine import GAMES
from engine.kernel.solo import Challenge as Signs
from host import challenges, deals
from host.challenges import Board, Place, Shared
from host.panels import ChallengeAttempt
from host.records import Attempt, Deal, Phase, Table
from render.attempts import RankedRow
from render.studio import Studio

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
SUCCESS = discord.ButtonStyle.success
Button = discord.ui.Button[discord.ui.LayoutView]


def title_of(deal: Deal) -> str:
    """With its day in UTC or its number, the same everywhere."""
    kind, name, *_ = deal.name.split()
    if kind == deals.POSTED:
        return f"Challenge {deal.id}"
    return f"{kind.capitalize()} challenge {name}"


def subtitle_of(deal: Deal) -> str:
    game = GAMES[deal.game]
    assert game.solo
    return f"{game.title} · {game.solo.rival}: {deal.level}"


def _chain_line(board: Board) -> str:
    """Public from the first day on, so that no day's luck can be chosen later."""
    return f"-# Schedule fingerprint: `{board.anchor}`" if board.anchor else ""


def challenge_screen(board: Board) -> Screen:
    """The public message: no card, only who tries it and what came of it."""
    deal = board.challenge.deal
    screen = Screen().say(f"### 🏁 {title_of(deal)}", subtitle_of(deal), _terms(deal))
    screen.say(*leaderboard(board))
    screen.say(f"-# Fairness code: `{deal.commitment}`", _chain_line(board))
    number = board.challenge.id
    if deal.is_closed:
        return screen.press(*_afterwards(number))
    return screen.press(
        button("Play", challenge_id(number, "play"), SUCCESS),
        button("All servers", challenge_id(number, "overall")),
        button("Share my result", challenge_id(number, "share")),
    )


def _afterwards(number: int) -> list[Button]:
    return [
        button("Practice", challenge_id(number, "play")),
        button("Best attempt", challenge_id(number, "best")),
        button("All servers", challenge_id(number, "overall")),
        button("Verify", challenge_id(number, "verify")),
    ]


def _terms(deal: Deal) -> str:
    if deal.is_closed:
        return "Closed. **Practice** lets you play the same deck and dice again, unranked."
    return (
        "Everyone gets the same deck and dice, and one ranked attempt. Press **Play** to "
        "start, and again to continue later. Only you see your table.\n"
        f"Open until {exactly(deal.closes)} ({when(deal.closes)}). Unfinished attempts "
        "count with their score at that time."
    )


def leaderboard(board: Board) -> list[str]:
    """Without spoilers: names, who still plays, scores of those who are done."""
    solo = GAMES[board.challenge.deal.game].solo
    assert solo
    rival = solo.rival
    lines = [f"**{_tried(board.tried)}**", *(_line(place, rival) for place in board.places)]
    if left := board.tried - len(board.places):
        lines.append(f"… and {left} more")
    shown = [place.attempt.table for place in board.places]
    if board.own and board.own.attempt.table not in shown:
        lines.append(f"You: {_line(board.own, rival)}")
    return lines


def _tried(count: int) -> str:
    if not count:
        return "No attempts yet. Be the first!"
    return many(count, "attempt")


def _line(place: Place, rival: str) -> str:
    attempt, name = place.attempt, safe(place.attempt.name)
    if place.rank is None:
        return f"⏳ {name}, still playing"
    outcome = "beat" if attempt.has_won else "didn't beat"
    # With a bare full stop Discord would count on by itself, also where a place is shared.
    rank = MEDALS.get(place.rank, f"{place.rank}\\.")
    return f"{rank} {name} · {_points(attempt)} · {outcome} {rival}"


def _points(attempt: Attempt) -> str:
    return f"**{attempt.score}** {'point' if attempt.score == 1 else 'points'}"


def result_lines(deal: Deal, attempt: Attempt, streak: int) -> list[str]:
    """What a player shows to others: nothing of it tells a card."""
    game = GAMES[deal.game]
    assert game.solo and game.challenge
    parts = ", ".join(f"{name} {count}" for name, count in attempt.facts["parts"].items())
    beaten = "beat" if attempt.has_won else "didn't beat"
    lines = [
        f"### {title_of(deal)}",
        f"**{safe(attempt.name)}** {beaten} {game.solo.rival} ({deal.level}): "
        f"{_points(attempt)} ({parts}) in {many(attempt.facts['rounds'], 'round')}",
        game.challenge.signs(attempt.facts["levels"]),
        f"-# One square per round: {_legend(game.challenge)}",
    ]
    return [*lines, f"🔥 {streak} days in a row"] if streak > 1 else lines


def _legend(challenge: Signs) -> str:
    (_, lowest), *between, (most, highest) = challenge.symbols
    more = "".join(symbol for _, symbol in between)
    return f"{lowest} 0 points, {more} more, {highest} {most} or more"


async def closing_screen(studio: Studio, board: Board) -> Screen:
    """The ranking, with its picture, below everything else."""
    deal = board.challenge.deal
    rows = [ranked_row(place.attempt, place.rank) for place in board.places]
    picture = await studio.ranking(deal.game, title_of(deal), subtitle_of(deal), rows, board.tried)
    screen = (
        Screen().say(f"### 🏁 {title_of(deal)}: final ranking", subtitle_of(deal)).show(picture)
    )
    return screen.press(*_afterwards(board.challenge.id))


async def result_screen(studio: Studio, shared: Shared) -> Screen:
    """What a player shows to others: nothing of it tells a card."""
    deal, row = shared.challenge.deal, ranked_row(shared.attempt, None)
    streak = shared.streak if deal.name.startswith(deals.DAILY) else 0
    picture = await studio.result_card(deal.game, title_of(deal), subtitle_of(deal), row, streak)
    return Screen().say(*result_lines(deal, shared.attempt, streak)).show(picture)


def ranked_row(attempt: Attempt, rank: int | None) -> RankedRow:
    facts = attempt.facts
    return RankedRow(
        rank,
        attempt.name,
        attempt.score,
        attempt.has_won,
        facts.get("parts", {}),
        facts.get("rounds", 0),
        tuple(facts.get("levels", ())),
    )


# One's own attempt


def attempt_place(tried: ChallengeAttempt) -> str:
    """Where a table without a channel belongs."""
    return f"{title_of(tried.challenge.deal)} in <#{tried.challenge.channel}>"


def attempt_line(tried: ChallengeAttempt | None, table: Table) -> str:
    """What the table counts for, and how it has counted."""
    if tried is None:
        is_done = table.phase is Phase.OVER and table.channel is None
        return "Play again with `/solo`." if is_done else ""
    challenge, attempt = tried
    if not attempt.is_ranked:
        return "🏁 Practice: same deck and dice as the challenge, unranked."
    if table.phase is not Phase.OVER:
        return _running(challenge.deal)
    return f"🏁 {_counted(table)}: {_points(attempt)}. See the ranking in <#{challenge.channel}>."


def _running(deal: Deal) -> str:
    solo, closes = GAMES[deal.game].solo, deal.closes
    assert solo
    against = f"against {solo.rival} ({deal.level})"
    return f"🏁 Your ranked attempt {against}. Finish by {exactly(closes)} ({when(closes)})."


def _counted(table: Table) -> str:
    is_late = table.ending == challenges.CLOSED
    return "Time ran out. Your ranked result" if is_late else "Your ranked result"


def attempt_buttons(tried: ChallengeAttempt | None, table: Table) -> list[Button]:
    """What may be done with an attempt that is over."""
    if tried is None or table.phase is not Phase.OVER:
        return []
    number, is_closed = tried.challenge.id, tried.challenge.deal.is_closed
    found = {"overall": "Leaderboard"}
    if tried.attempt.is_ranked:
        found["share"] = "Share my result"
    if is_closed:
        found |= {"play": "Practice", "best": "Best attempt"}
    return [button(label, challenge_id(number, verb)) for verb, label in found.items()]
