"""The screens of a lesson: the usual panel, with one thing to do and why."""

from collections.abc import Sequence

import discord
from discord import ui

from cogs.entrances import LEARN, PLAY
from cogs.ids import table_id, welcome_id
from cogs.regions import Rows
from cogs.screen import Row, Screen, button
from cogs.times import many
from cogs.words import escape_markdown
from engine import GAMES
from host.views import TableView
from render.studio import Picture

PRIMARY, SUCCESS = discord.ButtonStyle.primary, discord.ButtonStyle.success


def lesson_panel(
    seen: TableView, pictures: Sequence[Picture], rows: Rows, news: Sequence[str] = ()
) -> Screen:
    """Show the step with its one button.

    Rows without anything to press are left out, so that the text, the picture and the button fit on
    one screen of a phone.
    """
    game, course = seen.table.game, seen.table.game.course
    lesson = course.at(seen.moves) if course else None
    if seen.is_learned:
        return _over(seen, pictures, course.end if course else "")
    if course is None or lesson is None or not seen.actions:
        return _waiting(seen, pictures)
    where = f"-# Learn {game.title} · step {lesson.number} of {len(course.steps)}"
    screen = Screen().beside(_leave(seen), f"**{lesson.task.head}**", where)
    screen.show(*pictures).say(*news, lesson.step.why)
    return screen.lay(row for row in rows.laid_out() if _is_of_use(row))


def _is_of_use(row: Row) -> bool:
    return not row.disabled if isinstance(row, ui.Select) else any(not b.disabled for b in row)


def _waiting(seen: TableView, pictures: Sequence[Picture]) -> Screen:
    where = f"-# Learn {seen.table.game.title}"
    screen = Screen().beside(_leave(seen), "**Watch: the autopilot plays.**", where)
    return screen.show(*pictures)


def _over(seen: TableView, pictures: Sequence[Picture], summary: str) -> Screen:
    game = seen.table.game
    screen = Screen().say(f"**{_praise(seen)}**", f"-# {_done(seen)}")
    screen.show(*pictures).say(summary)
    others = [each for each in GAMES.values() if each.course and each is not game]
    return screen.press(
        button("Play a real one", welcome_id(PLAY, game.id), SUCCESS),
        button("Rules", table_id(seen.table.id, "rules")),
        *(button(f"Learn {each.title}", welcome_id(LEARN, each.id)) for each in others),
    )


def _praise(seen: TableView) -> str:
    """Congratulate on a finished lesson, which may be a round or a whole short game."""
    if seen.result is None:
        return "That was your first round. Well played!"
    has_won = seen.seat in seen.result.winners
    return f"That was your first game{', and you won' if has_won else ''}!"


def _done(seen: TableView) -> str:
    """Say what was learned, and how quickly, unless there was a long break."""
    table = seen.table
    minutes, seconds = divmod((table.touched - table.opened) // 1000, 60)
    quickly = f"done in {minutes}:{seconds:02} · " if minutes < 60 else ""
    return f"Learn {table.game.title} · {quickly}{many(seen.moves, 'move')}"


def left_screen(seen: TableView) -> Screen:
    """Say that the lesson can be continued where the learner left it."""
    game = seen.table.game
    go_on = button("Go on with the lesson", welcome_id(LEARN, game.id), PRIMARY)
    return (
        Screen()
        .say(
            f"You left the {escape_markdown(game.title)} lesson. I'll keep your place: press "
            "**Learn in three minutes** in the welcome message or in /help any time."
        )
        .press(go_on, button("Play a real one", welcome_id(PLAY, game.id)))
    )


def _leave(seen: TableView) -> ui.Button[ui.LayoutView]:
    return button("Leave", table_id(seen.table.id, "leavelesson"))
