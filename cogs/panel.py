"""A player's panel: what they see and everything they can do, on one screen, for any game.

From top to bottom: what to do now, news, one picture, a line of status, and rows of buttons that
keep their places during a phase.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from cogs.board import why_it_ended
from cogs.emojis import ONLY_WORDS, Emojis
from cogs.ids import act_id, answer_id, menu_id, table_id
from cogs.lessons import lesson_panel
from cogs.opened import CLOSED, Opened
from cogs.recap import alarm_line, badge, digest_lines
from cogs.regions import Button, Rows
from cogs.screen import Screen, button
from cogs.standings import attempt_buttons, attempt_line, attempt_place
from cogs.times import gone_line, missed_line, own_line, pause_line
from cogs.words import escape_markdown, place, safe_names, status_of
from engine.kernel.codes import UNDO, Action, parse
from engine.kernel.panel import Aside, Caution
from host.panels import ChallengeAttempt, PanelView
from host.records import Phase, Table
from host.summary import Digest
from host.views import NO_WINNER, TableView
from render.studio import Picture

PRIMARY, SUCCESS = discord.ButtonStyle.primary, discord.ButtonStyle.success
DANGER = discord.ButtonStyle.danger
MAX_TEXT = 3500
MAX_TIP, MAX_PLAN = 95, 200  # characters
MAX_NEWS = 2  # lines
AMBER = 0xFFC62E  # beside a question
GREY = 0x4E5058  # beside anything else that isn't a question of the game
PLAN_AHEAD = {"choice": "Plan my next turn", "list": "Plan ahead"}
GONE = "🤖 The autopilot finished for you, so you count as last in the ratings."
NOT_PLAYED = {
    Phase.LOBBY: "The game hasn't started yet.",
    Phase.CLOSED: "This table was closed before the game started.",
    Phase.QUARANTINED: "This table was closed because its saved data is damaged.",
}


@dataclass(frozen=True, slots=True)
class Beside:
    """What a panel shows besides the game itself."""

    tried: ChallengeAttempt | None = None  # what the table counts for
    digest: Digest | None = None  # what happened since the player's last action
    plan: tuple[str, ...] = ()  # what the player wants to do at their next turn
    can_go_on: bool = False  # others' plans wait for the player
    has_hints: bool = False  # the player is new to this game
    emojis: Emojis = ONLY_WORDS

    @classmethod
    def of(cls, view: PanelView, emojis: Emojis) -> "Beside":
        facts = view.facts
        return cls(facts.attempt, view.digest, view.plan, view.can_go_on, facts.has_hints, emojis)


NOTHING_BESIDE = Beside()


def panel(
    seen: TableView,
    pictures: Sequence[Picture],
    opened: Opened = CLOSED,
    news: Sequence[str] = (),
    beside: Beside = NOTHING_BESIDE,
) -> Screen:
    """Build the whole panel, with what is open in it; after the game, how it ended."""
    tried, emojis = beside.tried, beside.emojis
    rows = Rows(seen, opened, emojis)
    if seen.table.is_lesson:
        return lesson_panel(seen, pictures, rows, news)
    screen = Screen().say(f"**{panel_head(seen)}**", f"-# {head(seen, tried)}")
    screen.say(why_it_ended(seen.table), attempt_line(tried, seen.table), _gone(seen))
    screen.say(missed_line(seen), pause_line(seen.table))
    is_told = _played_for_them(beside.digest)
    has_room = not is_told and len(news) <= MAX_NEWS  # on a small screen
    is_shown = beside.has_hints and has_room and not rows.is_aside_open
    hint = _hint(seen) if is_shown else ""
    is_asked, status = seen.seat in seen.waiting, "" if hint else _status(seen)
    if not is_asked:
        screen.say(*_progress(seen, emojis))
    elif is_told or not (hint or status):  # or there is no room for both
        screen.say(*_since(beside.digest, emojis))
    screen.show(*pictures)
    screen.say(*_fitted(news), status, _planned(seen, beside.plan), _ranking(seen))
    if hint:
        screen.beside(button("Hints off", table_id(seen.table.id, "nohints")), f"💡 {_tip(hint)}")
    return _pressable(screen, rows, beside)


def _pressable(screen: Screen, rows: Rows, beside: Beside) -> Screen:
    seen, table = rows.seen, rows.seen.table
    if seen.seat is None:
        return screen.say("You're watching: this is what everybody sees.")
    if table.phase is Phase.OVER:
        return screen.press(*_after_the_end(table, beside.tried))
    if table.phase is not Phase.PLAYING:
        return screen
    if table.seats[seen.seat].is_autopilot:
        take_back = button("Take my seat back", table_id(table.id, "takeback"), PRIMARY)
        return screen.press(take_back)
    if caution := rows.caution():
        return screen.ask(_question(rows, caution), AMBER)
    if rows.is_aside_open and rows.aside:
        return screen.ask(_beside(rows, rows.aside), GREY)
    if not any(_is_move(table, action) for action in seen.actions):
        return screen.press(*_while_waiting(rows, beside))
    return screen.lay(rows.laid_out())


def _after_the_end(table: Table, tried: ChallengeAttempt | None) -> list[Button]:
    """Offer another game, or a replay of this one."""
    replay = button("Replay", table_id(table.id, "replay"))
    if tried:
        return [replay, *attempt_buttons(tried, table)]
    label, verb = ("Rematch", "rematch") if table.channel else ("Play again", "again")
    return [button(label, table_id(table.id, verb), SUCCESS), replay]


def panel_head(seen: TableView) -> str:
    """Say what the player does now, or who the table is waiting for."""
    if seen.view is None:
        return NOT_PLAYED.get(seen.table.phase, "")
    if seen.is_undecided:
        return NO_WINNER
    said = seen.table.game.panel.head(seen.view, seen.table.names)
    return escape_markdown(said.partition("\n")[0])[:MAX_TEXT]


def _gone(seen: TableView) -> str:
    """Name who was gone at the end: the game's own ranking doesn't say so."""
    said = gone_line(seen.table, safe_names(seen.table))
    is_own = seen.seat is not None and seen.table.seats[seen.seat].is_autopilot
    return GONE if said and is_own else said


def _ranking(seen: TableView) -> str:
    """Show the final ranking below the pictures."""
    if seen.table.phase is not Phase.OVER or seen.view is None or seen.is_undecided:
        return ""
    said = status_of(seen)
    return said.partition("\n")[2][:MAX_TEXT]


def head(seen: TableView, tried: ChallengeAttempt | None = None) -> str:
    """Name the game, channel and round, so that nobody mistakes it for another table's hand."""
    if seen.table.is_lesson:
        return f"Learn {seen.table.game.title}"
    until = own_line(seen)
    title = "" if until else seen.table.game.title  # a small screen has no room for both
    where = attempt_place(tried) if tried else place(seen.table)
    round_ = f"round {seen.round}" if seen.round else ""
    return " · ".join(filter(None, (title, round_, where, until)))


def _played_for_them(digest: Digest | None) -> bool:
    """Whether the autopilot has played for them since their last action; the panel must say so."""
    return digest is not None and digest.by_autopilot


def _since(digest: Digest | None, emojis: Emojis) -> list[str]:
    """Say in a line what others did since the player's last action, and if the end is near."""
    if digest is None:
        return []
    told = digest_lines(digest, emojis, most=1)
    return [f"-# {' '.join(told)}" if told else "", alarm_line(digest.alarm, emojis)]


def _progress(seen: TableView, emojis: Emojis) -> list[str]:
    """Say what the others are doing while this player waits."""
    if seen.view is None or seen.seat is None or seen.table.phase is not Phase.PLAYING:
        return []
    names, panel_ = safe_names(seen.table), seen.table.game.panel
    told = {seat.number: panel_.progress(seen.view, seat.number) for seat in seen.table.seats}
    told.pop(seen.seat, "")
    return [f"{badge(emojis, seat)}**{names[seat]}** {said}" for seat, said in told.items() if said]


def _fitted(news: Sequence[str]) -> Sequence[str]:
    """Put many sentences into one paragraph of small print, for a small screen."""
    return news if len(news) <= MAX_NEWS else [f"-# {' '.join(news)}"]


def _planned(seen: TableView, plan: Sequence[str]) -> str:
    """Show the plan in one line; only its player sees it."""
    if not plan or not seen.has_plans:
        return ""
    link = ", then " if seen.has_list_plan else ", else "
    said = link.join(label(seen, parse(text)) for text in plan)
    whole = f"Your plan: {said}."
    return escape_markdown(whole if len(whole) <= MAX_PLAN else f"{whole[: MAX_PLAN - 1]}…")


def _status(seen: TableView) -> str:
    if seen.view is None or seen.table.phase is not Phase.PLAYING:
        return ""
    return seen.table.game.panel.status(seen.view)


def _hint(seen: TableView) -> str:
    """Return the hint for this moment."""
    if seen.seat is None or seen.view is None or seen.table.phase is not Phase.PLAYING:
        return ""
    is_absent = seen.table.seats[seen.seat].is_autopilot
    return "" if is_absent else seen.table.game.hint(seen.view)


def _tip(hint: str) -> str:
    """Return as many sentences of a hint as fit into the panel; More shows all of it."""
    tip, *rest = re.split(r"(?<=[.!?]) ", hint)
    for sentence in rest:
        if len(tip) + len(sentence) >= MAX_TIP:
            break
        tip += f" {sentence}"
    return tip


def label(seen: TableView, action: Action) -> str:
    return seen.table.game.words.label(action, seen.view, seen.table.names)


def _is_move(table: Table, action: Action) -> bool:
    return action != UNDO and action[0] not in table.game.aside_verbs


def _beside(rows: Rows, aside: Aside) -> Screen:
    """Show what can be done beside the game."""
    box = Screen().say(f"**{aside.title}**", *map(escape_markdown, aside.lines))
    return box.lay(rows.aside_rows())


def _while_waiting(rows: Rows, beside: Beside) -> list[Button]:
    seen, table = rows.seen, rows.seen.table.id
    buttons = []
    if seen.has_plans:
        said = "Change my plan" if beside.plan else PLAN_AHEAD[seen.table.game.plan_style]
        buttons.append(button(said, table_id(table, "plans"), PRIMARY))
    buttons += rows.aside_button()
    buttons.append(button("More", table_id(table, "more")))
    if UNDO in seen.actions:
        buttons.append(button(label(seen, UNDO), act_id(table, seen.moves, UNDO)))
    if beside.can_go_on:
        buttons.append(button("Go on", table_id(table, "goon")))
    return buttons


def _question(rows: Rows, caution: Caution) -> Screen:
    """Ask what would be lost. The safe answer comes last, where the finger was."""
    seen, path = rows.seen, rows.opened.path
    asked = Screen().say(f"**{caution.question}**", f"-# {caution.loss}" if caution.loss else "")
    for number, answer in enumerate(caution.answers):
        style = DANGER if answer.is_loss else discord.ButtonStyle.secondary
        asked.press(button(answer.label, answer_id(seen.table.id, seen.moves, path, number), style))
    asked.lay(rows.other_answers(caution))
    return asked.press(button(caution.stay, menu_id(seen.table.id, seen.moves), PRIMARY))
