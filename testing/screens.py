"""Screens of random positions, as Discord would get them, and what every press on them leads to."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cogs import ids
from cogs.board import board
from cogs.gallery import MOST
from cogs.ids import IN_A_PANEL, ButtonKind
from cogs.menu import action_chosen
from cogs.opened import ASKED, Opened
from cogs.panel import panel
from cogs.regions import caution_at, piece_number
from cogs.screen import Screen
from engine.kernel.codes import Action, code, parse
from host.play import FINISHED
from host.records import Phase, Seat, Table
from host.terms import Terms
from host.views import TableView, seen
from render import PAINTERS
from render.studio import Picture
from sandbox.driver import parts
from sandbox.rules import message_violations
from sandbox.rules.messages import COMPONENTS_V2
from sandbox.world import Json
from testing import playing
from testing.playing import NAMES

FIRST_USER = 1_001
DUE = 1_790_000_000_000
CHANNEL = 10**19 - 1
LARGEST_TABLE, MAX_MOVES = 36**8 - 1, 36**5 - 1  # makes every id as long as possible


def table_of(
    game: Any, seats: int, options: Any, phase: Phase = Phase.PLAYING, names: Any = NAMES
) -> Table:
    """Return a host's table with the longest possible numbers."""
    sitting = tuple(
        Seat(number, FIRST_USER + number, names[number], moves=MAX_MOVES, due=DUE)
        for number in range(seats)
    )
    nothing = Table(*(0 for _ in Table._fields))
    return nothing._replace(
        id=LARGEST_TABLE,
        game=game,
        options=options.model_dump(mode="json"),
        channel=CHANNEL,
        opener=FIRST_USER,
        phase=phase,
        ending=FINISHED if phase is Phase.OVER else "",
        commitment="c" * 64,
        rematch_of=None,
        paused=None,
        terms=Terms(hours=24),
        seats=sitting,
        invited=(),
        declined=(),
    )


def look_of(table: playing.Table, state: Any, viewer: int | None, names: Any = NAMES) -> TableView:
    """Return what the host would show this viewer."""
    is_over = table.game.result(state) is not None
    phase = Phase.OVER if is_over else Phase.PLAYING
    at = table_of(table.game, table.seats, table.options, phase, names)
    return seen(at, state, None if viewer is None else at.seats[viewer])


def blanks(look: TableView) -> list[Picture]:
    """Return as many pictures as the panel has, without drawing them."""
    painter = PAINTERS.get(look.table.game.id)  # a game without pictures: one, as it will have
    names = painter.panel(look.view) if painter else ("panel",)
    return [Picture(b"png", "alt", f"{number:020}") for number, _ in enumerate(names)]


def sketches(look: TableView, names: Sequence[str]) -> list[Picture]:
    """Return pictures without pixels: equal names mean equal pictures."""
    painter, found = PAINTERS[look.table.game.id], []
    for name in names[:MOST]:
        drawing = painter.draw(name, look.view, look.table.names)
        marks = repr((drawing.w, drawing.h, drawing.parts)).encode()
        found.append(Picture(b"png", drawing.alt, hashlib.sha256(marks).hexdigest()))
    return found


def board_of(look: TableView) -> Screen:
    return board(look, sketches(look, PAINTERS[look.table.game.id].board(look.view)))


def panel_of(look: TableView) -> Screen:
    return panel(look, sketches(look, PAINTERS[look.table.game.id].panel(look.view)))


def around(look: TableView) -> Screen:
    """Return every picture of a view."""
    return Screen().show(*sketches(look, PAINTERS[look.table.game.id].offers(look.view)))


def payload(screen: Screen) -> Json:
    """Return what would be sent, unchecked."""
    files = screen.files()
    return {
        "components": screen.layout().to_components(),
        "flags": COMPONENTS_V2,
        "attachments": [file.to_dict(number) for number, file in enumerate(files)],
        "allowed_mentions": screen.allowed_mentions.to_dict(),
    }


def names_of(screen: Screen) -> list[str]:
    return [file.filename for file in screen.files()]


def faults(screen: Screen) -> list[str]:
    """Return what Discord would refuse."""
    found = message_violations(payload(screen), names_of(screen))
    return [f"{'.'.join(map(str, fault.path))}: {fault.message}" for fault in found]


# --- what a press on a panel leads to


class Place(NamedTuple):
    """A panel, its open menu, and the page of that."""

    path: Action = ()
    page: int = 0


class Step(NamedTuple):
    """A press: on which component, with which values."""

    custom_id: str
    values: tuple[str, ...] = ()


class Walk:
    """Every panel that can be reached from an open one, and what each press does.

    With a `wanted` action it stops as soon as that is found.
    """

    def __init__(
        self,
        look: TableView,
        pictures: Sequence[Picture] | None = None,
        wanted: Action | None = None,
    ) -> None:
        self.look, self.wanted = look, wanted
        self.pictures = blanks(look) if pictures is None else pictures
        self.screens: dict[Place, Screen] = {}
        self.parts: dict[Place, list[Json]] = {}  # the components of each, however deep
        self.clicks: dict[Action, int] = {}  # the fewest that carry out an action
        self.steps: dict[Place | Action, tuple[Step, ...]] = {Place(): ()}  # the shortest way
        self.answers: set[tuple[Action, ...]] = set()  # what one press on an answer carries out
        self._walk()

    def _walk(self) -> None:
        reached, clicks = [Place()], 0
        while reached and self.wanted not in self.clicks:
            clicks += 1
            ahead: list[Place] = []
            for place in reached:
                ahead += self._pressed(place, clicks)
            reached = [place for place in dict.fromkeys(ahead) if place not in self.screens]

    def _pressed(self, place: Place, clicks: int) -> list[Place]:
        piece = None if place.path else piece_number(self.look, place.page)
        opened = Opened(place.path, place.page, piece)
        screen = self.screens[place] = panel(self.look, self.pictures, opened)
        self.parts[place] = parts({"components": screen.layout().to_components()})
        ahead = []
        for part in self.parts[place]:
            for target, values in self._targets(part):
                step = Step(part["custom_id"], values)
                self.steps.setdefault(target, (*self.steps[place], step))
                if isinstance(target, Place):
                    ahead.append(target)
                else:
                    self.clicks.setdefault(target, clicks)
        return ahead

    def _targets(self, part: Json) -> Iterator[tuple[Place | Action, tuple[str, ...]]]:
        """Return where a press on this component leads, to panels or actions, by its values."""
        press = ids.read(part["custom_id"]) if "custom_id" in part else None
        if press is None or press.kind not in IN_A_PANEL or part.get("disabled"):
            return
        assert (press.table, press.moves) == (self.look.table.id, self.look.moves)
        if press.kind is ButtonKind.ACT:
            yield parse(press.text), ()
        elif press.kind is ButtonKind.ANSWER:
            yield from self._answers(press, part)
        elif press.kind is ButtonKind.MENU:
            yield Place(press.path, press.page), ()
        elif press.kind is ButtonKind.SELECT:
            for option in part["options"]:
                kind, _, text = option["value"].partition(":")
                page = ASKED if kind == ButtonKind.ANSWER else 0
                target = parse(text) if kind == ButtonKind.ACT else Place(ids.path_of(text), page)
                yield target, (option["value"],)
        else:
            yield from self._filled(press, part)

    def _answers(
        self, press: ids.Press, part: Json
    ) -> Iterator[tuple[Place | Action, tuple[str, ...]]]:
        """Return the answers to the question before an action."""
        caution = caution_at(self.look, press.path)
        assert caution
        if caution.several and press.page == len(caution.answers):
            yield from ((action, ()) for action in caution.several.actions)
            return
        answer = caution.answers[press.page].actions
        self.answers.add(answer)
        if len(answer) == 1:
            yield answer[0], ()

    def _filled(
        self, press: ids.Press, part: Json
    ) -> Iterator[tuple[Place | Action, tuple[str, ...]]]:
        """Return each action whose words can be chosen together and complete it."""
        values = [option["value"] for option in part["options"]]
        offered = [value.partition(":")[2] for value in values]
        for action in self.look.actions:
            words = [str(word) for word in action[len(press.path) :]]
            fits = all(words.count(word) <= offered.count(word) for word in words)
            many = part["min_values"] <= len(words) <= part["max_values"]
            if action[: len(press.path)] == press.path and fits and many:
                found = action_chosen(self.look.actions, press.path, words)
                assert found == action, f"{words} of {press.path} give {found}"
                yield action, _chosen(values, offered, words)

    def missing(self) -> list[str]:
        return [code(action) for action in self.look.actions if action not in self.clicks]

    def invented(self) -> list[str]:
        return [code(action) for action in self.clicks if action not in self.look.actions]


def _chosen(values: Sequence[str], offered: Sequence[str], words: Sequence[str]) -> tuple[str, ...]:
    """Return the options of a multi-select for these words; equal words have one each."""
    left = [*zip(offered, values, strict=True)]
    found = []
    for word in words:
        pair = next(each for each in left if each[0] == word)
        left.remove(pair)
        found.append(pair[1])
    return tuple(found)
