"""Challenges as people see them: the public message, the ranking, results to share."""

import discord

from cogs.ids import challenge_id
from cogs.screen import Screen, button
from cogs.times import exactly, many, when
from cogs.words import safe
from engine import GAMES
from engine.kernel.phrases import joined, ordinal
from engine.kernel.solo import Challenge as Signs
from host import challenges, deals
from host.challenges import Leaderboard, Shared
from host.panels import ChallengeAttempt
from host.records import Attempt, Deal, Phase, Table
from render.attempts import RankedRow, Rival, finished_words, parts_words
from render.studio import Picture, Studio

MAX_PLAYING = 6  # names of those who are still playing
SUCCESS = discord.ButtonStyle.success
Button = discord.ui.Button[discord.ui.LayoutView]


def title_of(deal: Deal) -> str:
    """Name a challenge by its UTC day or week, or its number."""
    kind, name, *_ = deal.name.split()
    if kind == deals.POSTED:
        return f"Challenge {deal.id}"
    return f"{kind.capitalize()} challenge {name}"


def subtitle_of(deal: Deal) -> str:
    return f"{GAMES[deal.game].title} · {rival_of(deal)}: {deal.level}"


def _chain_line(board: Leaderboard) -> str:
    """Show the schedule's fingerprint, public from the first day on."""
    return f"-# Schedule fingerprint: `{board.anchor}`" if board.anchor else ""


def challenge_screen(board: Leaderboard) -> Screen:
    """Show a challenge publicly: no card or score while it is open, then who won."""
    deal = board.challenge.deal
    screen = Screen().say(f"### 🏁 {title_of(deal)}", subtitle_of(deal), _terms(deal))
    screen.say(f"**{_state(board)}**")
    screen.say(f"-# Fairness code: `{deal.commitment}`", _chain_line(board))
    number = board.challenge.id
    if deal.is_closed:
        return screen.press(*_afterwards(board))
    return screen.press(
        button("Play", challenge_id(number, "play"), SUCCESS),
        _ranking_button(board),
        button("Share my result", challenge_id(number, "share")),
    )


def _afterwards(board: Leaderboard) -> list[Button]:
    number = board.challenge.id
    return [
        button("Practice", challenge_id(number, "play")),
        button("Best attempt", challenge_id(number, "best")),
        _ranking_button(board),
        button("Verify", challenge_id(number, "verify")),
    ]


def _ranking_button(board: Leaderboard) -> Button:
    """Return the button to the ranking; for a scheduled deal, that of all servers."""
    label = "All servers" if board.anchor else "Ranking"
    return button(label, challenge_id(board.challenge.id, "overall"))


def _terms(deal: Deal) -> str:
    if deal.is_closed:
        return "Closed. **Practice** lets you play the same deck and dice again, unranked."
    return (
        "Everyone gets the same deck and dice, and one ranked attempt. Press **Play** to "
        "start, and again to continue later. Only you see your table.\n"
        f"Open until {exactly(deal.closes)} ({when(deal.closes)}). Unfinished attempts "
        "count with their score at that time."
    )


def _state(board: Leaderboard) -> str:
    """Say how many have finished or are playing; once it is closed, who won."""
    deal = board.challenge.deal
    if not board.tried:
        return "Nobody tried it." if deal.is_closed else "No attempts yet. Be the first!"
    return _result(board) if deal.is_closed else finished_words(board.finished, board.playing)


def _result(board: Leaderboard) -> str:
    rival = rival_of(board.challenge.deal)
    best = [place.attempt for place in board.places if place.rank == 1]
    names = joined([safe(attempt.name) for attempt in best])
    if board.finished == 1:
        points = many(best[0].score or 0, "point")
        return f"{names} {outcome_words(best[0], rival)} with {points}."
    if not board.won:
        return f"None of {board.finished} beat {rival}. {names} came closest."
    beaten = f"{board.won} of {board.finished} beat {rival}"
    wins = "wins" if len(best) == 1 else "win"
    return f"{names} {wins} with {many(best[0].score or 0, 'point')}. {beaten}."


async def ranking_screen(studio: Studio, board: Leaderboard, subtitle: str = "") -> Screen:
    """Show the ranking; while the challenge is open, only to those who have finished."""
    deal = board.challenge.deal
    screen = Screen().say(f"### {title_of(deal)}", subtitle or subtitle_of(deal))
    if not board.is_shown:
        hint = "Finish your attempt to see the ranking before the challenge closes."
        return screen.say(f"**{_state(board)}**", hint)
    screen.show(await _ranking(studio, board)).say(f"**{_state(board)}**")
    return screen.say(_own_line(board))


async def closing_screen(studio: Studio, board: Leaderboard) -> Screen:
    """Show the final ranking below everything else."""
    deal = board.challenge.deal
    screen = Screen().say(f"### 🏁 {title_of(deal)}: final ranking", subtitle_of(deal))
    screen.show(await _ranking(studio, board)).say(f"**{_state(board)}**")
    return screen.press(*_afterwards(board))


async def _ranking(studio: Studio, board: Leaderboard) -> Picture:
    deal = board.challenge.deal
    rows = [ranked_row(deal, each.attempt, each.rank) for each in board.places if each.rank]
    playing = [each.attempt.name for each in board.places if each.rank is None]
    return await studio.ranking(
        deal.game,
        title_of(deal),
        subtitle_of(deal),
        rows,
        board.finished,
        playing[:MAX_PLAYING],
        board.playing,
        ranges_of(deal),
    )


def _own_line(board: Leaderboard) -> str:
    """Say how the reader did, whatever their rank."""
    if board.own is None:
        return ""
    attempt, rank = board.own.attempt, board.own.rank
    if rank is None:
        return "You're still playing."
    outcome = outcome_words(attempt, rival_of(board.challenge.deal))
    return f"You: {ordinal(rank)} with {_points(attempt)} · {outcome}"


def outcome_words(attempt: Attempt, rival: str) -> str:
    """Say whether the opponent was beaten, and by how much."""
    margin = attempt.margin
    if attempt.has_won:
        return f"beat {rival}" + (f" by {margin}" if margin else "")
    if margin is None:
        return f"didn't beat {rival}"
    if margin > 0:  # it wasn't played to its end
        return f"stopped {margin} ahead of {rival}"
    return f"lost to {rival} by {-margin}" if margin else f"tied, so {rival} wins"


def rival_of(deal: Deal) -> str:
    solo = GAMES[deal.game].solo
    assert solo
    return solo.rival


def ranges_of(deal: Deal) -> tuple[str, ...]:
    challenge = GAMES[deal.game].challenge
    assert challenge
    return challenge.ranges


def _points(attempt: Attempt) -> str:
    return f"**{attempt.score}** {'point' if attempt.score == 1 else 'points'}"


async def result_screen(studio: Studio, shared: Shared) -> Screen:
    """Show a player's result to others, without naming a card."""
    challenge, attempt = shared.challenge, shared.attempt
    deal, row = challenge.deal, ranked_row(challenge.deal, attempt, None)
    streak = shared.streak if deal.name.startswith(deals.DAILY) else 0
    facts = title_of(deal), subtitle_of(deal), row, streak, ranges_of(deal)
    picture = await studio.result_card(deal.game, *facts)
    screen = Screen().say(*result_lines(deal, attempt, streak)).show(picture)
    counts = finished_words(shared.finished, shared.playing)
    play = challenge_id(challenge.id, "play")
    closes = "closed" if deal.is_closed else f"open until {exactly(deal.closes)}"
    return screen.say(f"-# {counts} · {closes}").press(
        button("Practice", play) if deal.is_closed else button("Try it", play, SUCCESS)
    )


def result_lines(deal: Deal, attempt: Attempt, streak: int) -> list[str]:
    """Say the same in words, with a square for each round and a legend."""
    game = GAMES[deal.game]
    assert game.challenge
    parts = parts_words(ranked_row(deal, attempt, None), ", ")
    lines = [
        f"### {title_of(deal)}",
        f"**{safe(attempt.name)}** {outcome_words(attempt, rival_of(deal))} ({deal.level}): "
        f"{_points(attempt)} ({parts}) in {many(attempt.facts['rounds'], 'round')}",
        game.challenge.signs(attempt.facts["levels"]),
        f"-# Points in a round: {_legend(game.challenge)}",
    ]
    return [*lines, f"🔥 {streak} days in a row"] if streak > 1 else lines


def _legend(challenge: Signs) -> str:
    symbols = (symbol for _, symbol in challenge.symbols)
    return " · ".join(
        f"{symbol} {points}" for symbol, points in zip(symbols, challenge.ranges, strict=True)
    )


def ranked_row(deal: Deal, attempt: Attempt, rank: int | None) -> RankedRow:
    facts = attempt.facts
    rival = facts.get("rival")
    return RankedRow(
        rank,
        attempt.name,
        attempt.score or 0,
        attempt.has_won,
        facts.get("parts", {}),
        facts.get("rounds", 0),
        tuple(facts.get("levels", ())),
        None if rival is None else Rival(rival_of(deal), rival),
    )


# One's own attempt


def attempt_place(tried: ChallengeAttempt) -> str:
    """Name the challenge of a table that has no channel."""
    return f"{title_of(tried.challenge.deal)} in <#{tried.challenge.channel}>"


def attempt_line(tried: ChallengeAttempt | None, table: Table) -> str:
    """Say what the table counts for, and its result."""
    if tried is None:
        return ""
    challenge, attempt = tried
    if not attempt.is_ranked:
        return "🏁 Practice: same deck and dice as the challenge, unranked."
    if table.phase is not Phase.OVER:
        return _running(challenge.deal)
    outcome = outcome_words(attempt, rival_of(challenge.deal))
    others = f"See the ranking in <#{challenge.channel}>."
    if not challenge.deal.is_closed:  # in public only counts are shown
        others = "Press **Ranking** to see how the others did."
    return f"🏁 {_counted(table)}: {_points(attempt)}, {outcome}. {others}"


def _running(deal: Deal) -> str:
    closes, against = deal.closes, f"against {rival_of(deal)} ({deal.level})"
    return f"🏁 Your ranked attempt {against}. Finish by {exactly(closes)} ({when(closes)})."


def _counted(table: Table) -> str:
    is_late = table.ending == challenges.CLOSED
    return "Time ran out. Your ranked result" if is_late else "Your ranked result"


def attempt_buttons(tried: ChallengeAttempt | None, table: Table) -> list[Button]:
    """Return what can be done with an attempt that is over."""
    if tried is None or table.phase is not Phase.OVER:
        return []
    number, is_closed = tried.challenge.id, tried.challenge.deal.is_closed
    labels = {"overall": "Ranking"}
    if tried.attempt.is_ranked:
        labels["share"] = "Share my result"
    if is_closed:
        labels |= {"play": "Practice", "best": "Best attempt"}
    return [button(label, challenge_id(number, verb)) for verb, label in labels.items()]
