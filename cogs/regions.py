"""The rows of a player's panel, laid out from the regions that a game tells.

What cannot be done now is disabled in its place. A place with several actions opens a list in its
own line, so nothing else moves.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import discord
from discord import ui

from cogs.ids import Kind, Press, act_id, menu_id, press_id, table_id
from cogs.menu import Entry, Menu, first_level, heading, menu
from cogs.screen import Row, button, select
from engine.kernel.codes import UNDO, Action, code
from engine.kernel.panel import WIDEST, Caution, Form, Piece, Place, Region, place_of
from host.look import Seen

Button = ui.Button[ui.LayoutView]
Style = discord.ButtonStyle
LONGEST_UNDO = 34
NOTHING = discord.SelectOption(label="Nothing", value="-")  # a list must have something in it


@dataclass(frozen=True, slots=True)
class Opened:
    """What is open in a panel: a beginning of codes, a page of its list, a piece."""

    path: Action = ()
    page: int = 0
    piece: str | int | None = None  # the word of the piece that was picked or placed last


CLOSED = Opened()


def rows(seen: Seen, opened: Opened) -> list[Row]:
    """All rows from top to bottom; the last one ends the turn."""
    *regions, end = seen.table.game.panel.regions(seen.view)
    found: list[Row] = []
    for number, region in enumerate(regions):
        found += _FORMS[region.form](seen, region, opened, f"{number}")
    return [*found, *_end(seen, end, opened)]


def actions_at(seen: Seen, place: Place) -> list[Action]:
    return [action for action in seen.actions if place.holds(action)]


def caution_at(seen: Seen, path: Action) -> Caution | None:
    """The question that stands before what is done at this place, if there is one."""
    panel = seen.table.game.panel
    place = place_of(panel.regions(seen.view), path) if path else None
    if place and actions_at(seen, place):
        return panel.caution(place, seen.view, seen.actions)
    return None


def other_answers(seen: Seen, path: Action, caution: Caution) -> list[Row]:
    """A list of what can be done at the place beside the answers of its question."""
    said = {answer.actions for answer in caution.answers}
    place = place_of(seen.table.game.panel.regions(seen.view), path)
    actions = [each for each in actions_at(seen, place) if (each,) not in said] if place else []
    shown = menu(actions, path if below(seen, path) else ())
    return [_select(seen, shown, caution.others)] if shown.entries else []


def below(seen: Seen, path: Action) -> list[Action]:
    return [action for action in seen.actions if path and action[: len(path)] == path]


def plain_rows(seen: Seen, opened: Opened) -> list[Row]:
    """A menu of everything, for a game that tells no regions."""
    if below(seen, opened.path):
        return [*lists(seen, seen.actions, opened), [_back(seen)]]
    verbs = [_verb(seen, entry) for entry in first_level([a for a in seen.actions if a != UNDO])]
    lines = [verbs[start : start + WIDEST] for start in range(0, len(verbs), WIDEST)]
    return [*lines, *_end(seen, Region("end", Form.BUTTONS, ()), opened)]


def _verb(seen: Seen, entry: Entry) -> Button:
    table, moves = seen.table.id, seen.moves
    if entry.is_action:
        said = seen.table.game.panel.choice(entry.words, seen.view, seen.table.names).short
        return button(said, act_id(table, moves, entry.words), Style.primary)
    said = heading([_long(seen, action) for action in entry.actions])
    said = said if said != "…" else f"{_word(entry.words[0])} …"
    return button(said, menu_id(table, moves, entry.words), Style.primary)


# Forms


def _buttons(seen: Seen, region: Region, opened: Opened, name: str) -> list[Row]:
    found: list[Row] = []
    for number, line in enumerate(region.lines):
        if open_ := next((place for place in line if _is_open(seen, place, opened)), None):
            found += lists(seen, actions_at(seen, open_), opened)
        else:
            key = f"{name}_{number}"
            found.append([_place(seen, each, f"{key}_{n}") for n, each in enumerate(line)])
    return found


def _is_open(seen: Seen, place: Place, opened: Opened) -> bool:
    return place.holds(opened.path) and bool(below(seen, opened.path))


def _list(seen: Seen, region: Region, opened: Opened, name: str) -> list[Row]:
    actions = [action for action in seen.actions if region.place_of(action)]
    if not actions:
        nothing = select(table_id(seen.table.id, f"none_{name}"), region.none, [NOTHING])
        nothing.disabled = True
        return [nothing]
    if any(_is_open(seen, place, opened) for place in region.places):
        return lists(seen, actions, opened)
    shown = menu(actions, ())
    count = len({action[:2] for action in actions})
    title = f"{region.title} · {count} {region.counted}"
    return [_select(seen, shown, title, region.places[0].codes[0])]


def _pieces(seen: Seen, region: Region, opened: Opened, name: str) -> list[Row]:
    """The pieces, then the places for the picked one; a sixth piece stands behind the places."""
    picked = picked_piece(seen, region, opened.piece)
    faces = [
        _piece(seen, region, piece, number, piece is picked)
        for number, piece in enumerate(region.pieces)
    ]
    places = [
        _target(seen, place, picked, f"{name}_{number}")
        for number, place in enumerate(region.places)
    ]
    return [faces[:WIDEST], places + faces[WIDEST:]]


def picked_piece(seen: Seen, region: Region, wanted: str | int | None) -> Piece | None:
    """The wanted one, else the next to its right that can go somewhere, else the first."""
    free = [piece for piece in region.pieces if _targets(seen, region, piece)]
    words = [piece.word for piece in region.pieces]
    start = words.index(wanted) if wanted in words else 0
    after = [piece for piece in region.pieces[start:] if piece in free]
    return next(iter([*after, *free]), None)


def piece_number(seen: Seen, number: int) -> str | int | None:
    """The word of a piece, by its number from 1; 0: none is picked."""
    if seen.view is None:
        return None
    regions = seen.table.game.panel.regions(seen.view)
    words = [piece.word for region in regions for piece in region.pieces]
    return words[number - 1] if 0 < number <= len(words) else None


def _targets(seen: Seen, region: Region, piece: Piece) -> list[Action]:
    return [a for a in seen.actions if region.place_of(a) and a[-1] == piece.word]


_FORMS = {Form.BUTTONS: _buttons, Form.SELECT: _list, Form.PICK: _pieces}


# Buttons


def _place(seen: Seen, place: Place, name: str) -> Button:
    actions = actions_at(seen, place)
    if not actions:
        return _disabled(seen, place, name)
    table, moves, panel = seen.table.id, seen.moves, seen.table.game.panel
    if panel.caution(place, seen.view, seen.actions):
        return button(place.short, menu_id(table, moves, place.codes[0]))
    if len(actions) > 1:
        return button(place.short, menu_id(table, moves, _common(actions)), _style(place))
    choice = panel.choice(actions[0], seen.view, seen.table.names)
    return button(choice.short, act_id(table, moves, actions[0]), _style(place))


def _style(place: Place) -> Style:
    if place.is_end:
        return Style.success
    return Style.primary if place.is_main else Style.secondary


def _disabled(seen: Seen, place: Place, name: str) -> Button:
    found = button(place.short, table_id(seen.table.id, f"none_{name}"))
    found.disabled = True
    return found


def _common(actions: Sequence[Action]) -> Action:
    """The longest beginning of all of them."""
    first = actions[0]
    same = [all(each[: n + 1] == first[: n + 1] for each in actions) for n in range(len(first))]
    return first[: same.index(False)] if False in same else first


def _piece(seen: Seen, region: Region, piece: Piece, number: int, is_picked: bool) -> Button:
    id_ = menu_id(seen.table.id, seen.moves, (), number + 1)
    found = button(piece.short, id_, Style.primary if is_picked else Style.secondary)
    found.disabled = not _targets(seen, region, piece)
    return found


def _target(seen: Seen, place: Place, piece: Piece | None, name: str) -> Button:
    actions = [a for a in actions_at(seen, place) if piece and a[-1] == piece.word]
    if not actions:
        return _disabled(seen, place, name)
    choice = seen.table.game.panel.choice(actions[0], seen.view, seen.table.names)
    return button(choice.short, act_id(seen.table.id, seen.moves, actions[0]), _style(place))


# Lists


def lists(seen: Seen, actions: Sequence[Action], opened: Opened) -> list[Row]:
    """What may follow the opened beginning, in one list, with buttons to its other pages."""
    shown = menu(actions, opened.path, opened.page)
    table, moves = seen.table.id, seen.moves
    if shown.basket:
        return [_basket(seen, shown)]
    labels = [_long(seen, action) for entry in shown.entries for action in entry.actions]
    title = heading(labels) if len(labels) > 1 else "Choose one"
    pages = page_buttons(shown, lambda page: menu_id(table, moves, opened.path, page))
    return [_select(seen, shown, title), *([pages] if pages else [])]


def page_buttons(shown: Menu, id_of: Callable[[int], str]) -> list[Button]:
    """To the pages before and after, where there are any."""
    return [
        button(said, id_of(shown.page + step))
        for said, step in (("Previous page", -1), ("Next page", 1))
        if 0 <= shown.page + step < shown.pages
    ]


def _select(seen: Seen, shown: Menu, title: str, path: Action = ()) -> ui.Select[ui.LayoutView]:
    """A list; its id names a beginning of codes, because no two ids may be the same."""
    text = code(shown.path or path)
    where = press_id(Press(Kind.SELECT, seen.table.id, seen.moves, text, shown.page))
    return select(where, title, [option(seen, entry) for entry in shown.entries])


def option(seen: Seen, entry: Entry) -> discord.SelectOption:
    """An action with what it brings, or the beginning of several."""
    if not entry.is_action:
        said = heading([_long(seen, action) for action in entry.actions])
        more = f"{len(entry.actions)} ways"
        value = f"m:{code(entry.words)}"
        return discord.SelectOption(label=said[:100], value=value, description=more)
    choice = seen.table.game.panel.choice(entry.words, seen.view, seen.table.names)
    gives = choice.gives[:100] or None
    return discord.SelectOption(
        label=choice.long[:100], value=f"a:{code(entry.words)}", description=gives
    )


def _long(seen: Seen, action: Action) -> str:
    return seen.table.game.panel.choice(action, seen.view, seen.table.names).long


def _basket(seen: Seen, shown: Menu) -> ui.Select[ui.LayoutView]:
    """Several words of one pool, chosen in one go."""
    assert shown.basket
    least, most = shown.basket.least, shown.basket.most
    options = [
        discord.SelectOption(label=_word(word), value=f"{number}:{word}")
        for number, word in enumerate(shown.basket.pool)
    ]
    asked = f"{least}" if least == most else f"{least} to {most}"
    said = f"{heading([_long(seen, each) for each in below(seen, shown.path)])} choose {asked}"
    where = press_id(Press(Kind.BASKET, seen.table.id, seen.moves, code(shown.path)))
    return select(where, said, options, least, most)


def _word(word: str | int) -> str:
    return str(word).replace("_", " ").title()


# The end row


def _end(seen: Seen, region: Region, opened: Opened) -> list[Row]:
    table, moves = seen.table.id, seen.moves
    if any(_is_open(seen, place, opened) for place in region.places):
        place = next(each for each in region.places if _is_open(seen, each, opened))
        return [*lists(seen, actions_at(seen, place), opened), [_back(seen)]]
    places = [_place(seen, each, f"end_{n}") for n, each in enumerate(region.places)]
    is_open = bool(opened.path and below(seen, opened.path))
    more = _back(seen) if is_open else button("More", table_id(table, "more"))
    undo = button("Undo", table_id(table, "none_undo"))
    undo.disabled = True
    if UNDO in seen.actions:
        said = seen.table.game.words.label(UNDO, seen.view, seen.table.names)
        undo = button(said[:LONGEST_UNDO], act_id(table, moves, UNDO))
    return [[*places, more, undo]]


def _back(seen: Seen) -> Button:
    return button("Back", menu_id(seen.table.id, seen.moves))
