"""The rows of buttons in a player's panel, laid out from the regions that a game describes.

What can't be done now is disabled in its place. A place with several actions opens a list on its
own line, so nothing else moves.
"""

from collections.abc import Callable, Sequence

import discord
from discord import ui

from cogs.emojis import ONLY_WORDS, Emojis
from cogs.ids import ButtonKind, Press, act_id, answer_id, menu_id, press_id, table_id
from cogs.menu import MOST, Menu, MenuEntry, first_level, heading, menu
from cogs.opened import ASIDE, ASKED, CLOSED, Opened, is_aside
from cogs.screen import Row, button, select
from engine.kernel.codes import UNDO, Action, code
from engine.kernel.panel import (
    MAX_COLUMNS,
    Caution,
    Choice,
    Form,
    Piece,
    Place,
    Region,
    Several,
    place_of,
)
from host.views import TableView
from render.theme import SEATS

Button = ui.Button[ui.LayoutView]
Select = ui.Select[ui.LayoutView]
Style = discord.ButtonStyle
MAX_UNDO = 24
NOTHING = discord.SelectOption(label="Nothing", value="-")  # Discord refuses an empty list
NO_REGION = Region("end", Form.BUTTONS, ())


class Rows:
    """Lays out one view of a table; stores nothing."""

    def __init__(
        self, seen: TableView, opened: Opened = CLOSED, emojis: Emojis = ONLY_WORDS
    ) -> None:
        self.seen, self.opened, self.emojis = seen, opened, emojis
        self.table, self.moves, self.names = seen.table.id, seen.moves, seen.table.names
        self.panel = seen.table.game.panel
        is_seated = seen.view is not None and seen.seat is not None
        self.regions = self.panel.regions(seen.view) if is_seated else ()
        has_aside = is_seated and not seen.table.is_lesson
        people = [seat.number for seat in seen.table.humans]
        self.aside = self.panel.aside(seen.view, self.names, people) if has_aside else None

    def laid_out(self) -> list[Row]:
        """Return all rows from top to bottom; the last one ends the turn."""
        if not self.regions:
            return self._plain()
        *regions, end = self.regions
        return [*self._laid(regions, ""), *self._end(end)]

    def _laid(self, regions: Sequence[Region], name: str) -> list[Row]:
        rows: list[Row] = []
        for number, region in enumerate(regions):
            rows += _FORMS[region.form](self, region, f"{name}{number}")
        return rows

    # What is done beside the game

    @property
    def is_aside_open(self) -> bool:
        return self.aside is not None and is_aside(self.seen, self.opened)

    def aside_rows(self) -> list[Row]:
        """Return what can be done beside the game; Back leads to its lists, then to the game."""
        assert self.aside
        way = ASIDE if self.opened.path != ASIDE else ()
        back = self._button("Back", menu_id(self.table, self.moves, way), Style.primary)
        return [*self._laid(self.aside.regions, "aside_"), [back]]

    def aside_button(self) -> list[Button]:
        """Return the button that opens what can be done beside the game, if anything."""
        if self.aside is None:
            return []
        return [self._button(self.aside.button, menu_id(self.table, self.moves, ASIDE))]

    # What has been opened

    def actions_at(self, place: Place) -> list[Action]:
        return [action for action in self.seen.actions if place.holds(action)]

    def below(self, path: Action) -> list[Action]:
        return [each for each in self.seen.actions if path and each[: len(path)] == path]

    def caution(self) -> Caution | None:
        """Return the question that comes before the opened place, if there is one."""
        path = self.opened.path
        if self.opened.page == ASKED:
            return self._doubt(path) if path in self.seen.actions else None
        place = place_of(self.regions, path) if path else None
        is_asked = place and (path in place.codes or self.below(path))
        return self._caution_at(place) if place and is_asked and self.actions_at(place) else None

    def _caution_at(self, place: Place) -> Caution | None:
        return self.panel.caution(place, self.seen.view, self.seen.actions)

    def _doubt(self, action: Action) -> Caution | None:
        return self.panel.doubt(action, self.seen.view, self.names)

    def other_answers(self, caution: Caution) -> list[Row]:
        """List what can be done at the opened place besides the answers to its question."""
        if caution.several:
            return [self._several(caution.several, len(caution.answers))]
        path, said = self.opened.path, {answer.actions for answer in caution.answers}
        place = place_of(self.regions, path)
        possible = self.actions_at(place) if place else []
        actions = [each for each in possible if (each,) not in said]
        shown = menu(actions, path if self.below(path) else ())
        return [self._select(shown, caution.others)] if caution.others and shown.entries else []

    def _several(self, several: Several, number: int) -> Select:
        """Return a select of several, as the last answer; its values are indices."""
        actions = several.actions[:MOST]
        options = []
        for place, action in enumerate(actions):
            copy = actions[: place + 1].count(action)
            label = self._choice(action).long + (f" ({copy})" if copy > 1 else "")
            options.append(discord.SelectOption(label=label[:100], value=str(place)))
        where = answer_id(self.table, self.moves, self.opened.path, number)
        return select(where, several.title, options, several.count, several.count)

    def _is_open(self, place: Place) -> bool:
        return place.holds(self.opened.path) and bool(self.below(self.opened.path))

    # Forms

    def as_buttons(self, region: Region, name: str) -> list[Row]:
        rows: list[Row] = []
        for number, line in enumerate(region.lines):
            if opened := next(filter(self._is_open, line), None):
                rows += self._lists(self.actions_at(opened))
            else:
                key = f"{name}_{number}"
                rows.append([self._place(each, f"{key}_{n}") for n, each in enumerate(line)])
        return rows

    def as_list(self, region: Region, name: str) -> list[Row]:
        actions = [action for action in self.seen.actions if region.place_of(action)]
        if not actions:
            nothing = select(table_id(self.table, f"none_{name}"), region.none, [NOTHING])
            nothing.disabled = True
            return [nothing]
        if any(map(self._is_open, region.places)):
            return self._lists(actions)
        shown = menu(actions, _common(actions))
        if shown.multi_select:
            return [self._multi_select(shown)]
        shown = menu(actions, _beginning(actions))
        count = len({action[:2] for action in actions})
        title = f"{region.title} · {count} {region.counted}" if region.counted else region.title
        return [self._select(shown, title, region.places[0].codes[0])]

    def as_pieces(self, region: Region, name: str) -> list[Row]:
        """Return the pieces, then the places for the picked one; a sixth piece comes after them."""
        picked = self._picked(region)
        faces = [
            self._piece(region, piece, number, piece is picked)
            for number, piece in enumerate(region.pieces)
        ]
        places = [
            self._target(place, picked, f"{name}_{number}")
            for number, place in enumerate(region.places)
        ]
        return [faces[:MAX_COLUMNS], places + faces[MAX_COLUMNS:]]

    def _picked(self, region: Region) -> Piece | None:
        """Return the wanted piece, else the next one that can go somewhere, else the first."""
        free = [piece for piece in region.pieces if self._targets(region, piece)]
        words, wanted = [piece.word for piece in region.pieces], self.opened.piece
        start = words.index(wanted) if wanted in words else 0
        after = [piece for piece in region.pieces[start:] if piece in free]
        return next(iter([*after, *free]), None)

    def _targets(self, region: Region, piece: Piece) -> list[Action]:
        return [a for a in self.seen.actions if a[-1] == piece.word and region.place_of(a)]

    # Buttons

    def _place(self, place: Place, name: str) -> Button:
        actions = self.actions_at(place)
        if not actions:
            return self._disabled(place, name)
        if self._caution_at(place):
            return self._button(self._label(place), menu_id(self.table, self.moves, place.codes[0]))
        style = _style(place)
        if len(actions) > 1 or place.is_list:
            path = place.codes[0] if place.is_list else _common(actions)
            id_ = menu_id(self.table, self.moves, path)
            return self._button(self._label(place), id_, style, place.emoji)
        return self._act(actions[0], style, place.emoji)

    def _act(self, action: Action, style: Style, emoji: str = "") -> Button:
        choice = self._choice(action)
        id_ = act_id(self.table, self.moves, action)
        if self._doubt(action):
            id_, style = menu_id(self.table, self.moves, action, ASKED), Style.secondary
        return self._button(choice.short, id_, style, choice.emoji or emoji)

    def _disabled(self, place: Place, name: str) -> Button:
        id_ = table_id(self.table, f"none_{name}")
        return self._button(self._label(place), id_, emoji=place.emoji, is_disabled=True)

    def _label(self, place: Place) -> str:
        return place.short if self._emoji(place.emoji) else place.without_emoji or place.short

    def _piece(self, region: Region, piece: Piece, number: int, is_picked: bool) -> Button:
        """Return the button of a piece: its emoji alone, if there is one."""
        id_ = menu_id(self.table, self.moves, (), number + 1)
        style = Style.primary if is_picked else Style.secondary
        is_disabled = not self._targets(region, piece)
        label = "" if self._emoji(piece.emoji) else piece.short
        return self._button(label, id_, style, piece.emoji, is_disabled)

    def _target(self, place: Place, piece: Piece | None, name: str) -> Button:
        actions = [a for a in self.actions_at(place) if piece and a[-1] == piece.word]
        if not actions:
            return self._disabled(place, name)
        return self._act(actions[0], _style(place), place.emoji)

    def _button(
        self,
        label: str,
        id_: str,
        style: Style = Style.secondary,
        emoji: str = "",
        is_disabled: bool = False,
    ) -> Button:
        made = button(label, id_, style)
        made.emoji, made.disabled = self._emoji(emoji), is_disabled
        if not label:
            made.label = None
        return made

    def _emoji(self, key: str) -> discord.PartialEmoji | None:
        """Return an emoji; some have the color of the seat."""
        if self.seen.seat is None or not key:
            return None
        own = f"{key}_{SEATS[self.seen.seat].word}"
        return self.emojis.get(own) or self.emojis.get(key)

    # Lists

    def _lists(self, actions: Sequence[Action]) -> list[Row]:
        """Show what may follow in one list, with buttons to its other pages."""
        path = self.opened.path
        shown = menu(actions, path, self.opened.page)
        if shown.multi_select:
            return [self._multi_select(shown)]
        offered = [each for entry in shown.entries for each in entry.actions]
        title = self._heading(path, offered) if len(offered) > 1 else "Choose one"
        pages = page_buttons(shown, lambda page: menu_id(self.table, self.moves, path, page))
        return [self._select(shown, title), *([pages] if pages else [])]

    def _select(self, shown: Menu, title: str, path: Action = ()) -> Select:
        """Return a list. Its id names the beginning of a code, because ids must be different."""
        text = code(shown.path or path)
        where = press_id(Press(ButtonKind.SELECT, self.table, self.moves, text, shown.page))
        return select(where, title, [self.option(entry) for entry in shown.entries])

    def option(self, entry: MenuEntry) -> discord.SelectOption:
        """Show an action with what it brings, or the beginning of several."""
        if not entry.is_action:
            said = self._heading(entry.words, entry.actions)
            more, value = f"{len(entry.actions)} ways", f"m:{code(entry.words)}"
            return discord.SelectOption(label=said[:100], value=value, description=more)
        choice = self._choice(entry.words)
        kind = ButtonKind.ANSWER if self._doubt(entry.words) else ButtonKind.ACT
        return discord.SelectOption(
            label=choice.long[:100],
            value=f"{kind}:{code(entry.words)}",
            description=choice.gives[:100] or None,
            emoji=self._emoji(choice.emoji),
        )

    def _heading(self, beginning: Action, actions: Sequence[Action]) -> str:
        """Return what several actions have in common, in the game's words or from their labels."""
        said = self.panel.heading(beginning, actions, self.seen.view)
        return said or heading([self._choice(action).long for action in actions])

    def _choice(self, action: Action) -> Choice:
        return self.panel.choice(action, self.seen.view, self.names)

    def _multi_select(self, shown: Menu) -> Select:
        """Return a select of several words from one pool."""
        assert shown.multi_select
        least, most = shown.multi_select.least, shown.multi_select.most
        options = [
            discord.SelectOption(label=_word(word), value=f"{number}:{word}")
            for number, word in enumerate(shown.multi_select.pool)
        ]
        asked = f"{least}" if least == most else f"{least} to {most}"
        title = f"{self._heading(shown.path, self.below(shown.path))} choose {asked}"
        where = press_id(Press(ButtonKind.MULTI, self.table, self.moves, code(shown.path)))
        return select(where, title, options, least, most)

    # The end row

    def _end(self, region: Region) -> list[Row]:
        if opened := next(filter(self._is_open, region.places), None):
            return [*self._lists(self.actions_at(opened)), [self._back()]]
        places = [self._place(each, f"end_{n}") for n, each in enumerate(region.places)]
        places += self.aside_button()
        if self.seen.has_list_plan and len(places) < MAX_COLUMNS - 2:
            places.append(self._button("Plan", table_id(self.table, "plans")))
        is_open = bool(self.below(self.opened.path))
        more = self._back() if is_open else self._button("More", table_id(self.table, "more"))
        return [[*places, more, self._undo(has_room=len(places) < 2)]]

    def _undo(self, has_room: bool) -> Button:
        if UNDO not in self.seen.actions:
            return self._button("Undo", table_id(self.table, "none_undo"), is_disabled=True)
        said = self.seen.table.game.words.label(UNDO, self.seen.view, self.names)
        fits = has_room and len(said) <= MAX_UNDO
        return self._button(said if fits else "Undo", act_id(self.table, self.moves, UNDO))

    def _back(self) -> Button:
        return self._button("Back", menu_id(self.table, self.moves))

    # A game without regions

    def _plain(self) -> list[Row]:
        """Show a menu of everything."""
        if self.below(self.opened.path):
            return [*self._lists(self.seen.actions), [self._back()]]
        verbs = [self._verb(entry) for entry in first_level(self._actions())]
        lines = [verbs[at : at + MAX_COLUMNS] for at in range(0, len(verbs), MAX_COLUMNS)]
        return [*lines, *self._end(NO_REGION)]

    def _actions(self) -> list[Action]:
        return [action for action in self.seen.actions if action != UNDO]

    def _verb(self, entry: MenuEntry) -> Button:
        if entry.is_action:
            return self._act(entry.words, Style.primary)
        said = heading([self._choice(action).long for action in entry.actions])
        said = said if said != "…" else f"{_word(entry.words[0])} …"
        return self._button(said, menu_id(self.table, self.moves, entry.words), Style.primary)


_FORMS: dict[Form, Callable[[Rows, Region, str], list[Row]]] = {
    Form.BUTTONS: Rows.as_buttons,
    Form.SELECT: Rows.as_list,
    Form.PICK: Rows.as_pieces,
}


def caution_at(seen: TableView, path: Action) -> Caution | None:
    """Return the question before this action, or before the place that it belongs to."""
    asked = Rows(seen, Opened(path, ASKED)).caution()
    return asked or Rows(seen, Opened(path)).caution()


def answer_of(caution: Caution, number: int, values: Sequence[str]) -> tuple[Action, ...]:
    """Return the actions of an answer; those of the last one may be chosen from a list."""
    if number < len(caution.answers):
        return caution.answers[number].actions
    several = caution.several
    places = sorted({int(each) for each in values if each.isdecimal()})
    if several is None or len(places) != several.count or places[-1] >= len(several.actions):
        return ()
    return (*(several.actions[place] for place in places), *several.then)


def piece_number(seen: TableView, number: int) -> str | int | None:
    """Return the word of a piece by its number, counted from 1; None for 0."""
    words = [piece.word for region in Rows(seen).regions for piece in region.pieces]
    return words[number - 1] if 0 < number <= len(words) else None


def page_buttons(shown: Menu, id_of: Callable[[int], str]) -> list[Button]:
    """Return buttons to the previous and next pages, if there are any."""
    return [
        button(said, id_of(shown.page + step))
        for said, step in (("Previous page", -1), ("Next page", 1))
        if 0 <= shown.page + step < shown.pages
    ]


def _style(place: Place) -> Style:
    if place.is_end:
        return Style.success
    return Style.primary if place.is_main else Style.secondary


def _beginning(actions: Sequence[Action]) -> Action:
    """Return what all codes begin with, if something follows it."""
    beginning = _common(actions)
    return beginning[:-1] if beginning in actions else beginning


def _common(actions: Sequence[Action]) -> Action:
    """Return the longest common beginning."""
    first = actions[0]
    same = [all(each[: n + 1] == first[: n + 1] for each in actions) for n in range(len(first))]
    return first[: same.index(False)] if False in same else first


def _word(word: str | int) -> str:
    return str(word).replace("_", " ").title()
