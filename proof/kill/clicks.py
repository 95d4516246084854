"""A click of a person in *kill*: what it asks for, and what its answer has told them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from bench.shown import WORDLESS
from cogs import ids
from cogs.ids import IN_A_PANEL, ButtonKind
from cogs.presses import NOT_OURS
from cogs.responder import BROKEN
from engine import GAMES
from sandbox.driver import parts
from sandbox.interactions import DEFER_UPDATE, SLASH, Interaction
from sandbox.world import Json
from testing.people import text

WARNING = "⚠️"
OPENED = "is open"  # what /new says when it has opened a table
REDRAWS = frozenset({"hand", "look", "log", "rules", "options", "table", "verify", "replay"})
TITLES = tuple(f"-# {game.title} · " for game in GAMES.values())
ANSWER = ("?",)  # in the place of the words of an action: the game knows what the answer means


class Fate(StrEnum):
    """How far it got while its process lived."""

    SENT = "sent"
    ANSWERED = "answered"
    FAILED = "failed"
    CUT = "cut off by the kill"


class Wish(NamedTuple):
    """What a click asks for; the words of an action in any order, for some are chosen at once."""

    table: int = 0
    verb: str = ""  # "act", or what is done in a lobby or with a seat; else it only redraws
    words: tuple[str, ...] = ()
    moves: int | None = None  # of the panel; None: typed


@dataclass
class Clicked:
    """From the click to what is known of it."""

    interaction: Interaction
    life: int  # the number of the process that it was sent to
    is_old: bool = False  # an earlier one has drawn what is pressed on
    wish: Wish = field(init=False)
    fate: Fate = Fate.SENT
    is_confirmed: bool = False  # its answer has shown it as done
    is_refused: bool = False
    is_unknown: bool = False  # the bot did not know the button, or broke

    def __post_init__(self) -> None:
        self.wish = _wish(self.interaction)

    @property
    def id(self) -> int:
        return int(self.interaction.id)

    @property
    def user(self) -> int:
        return int(self.interaction.user_id)

    def hear(self, shown: Json | None) -> None:
        """What became of it is shown, in the message that the answer made or changed."""
        self.fate = Fate.ANSWERED
        said = text(shown) if shown else ""
        self.is_unknown = NOT_OURS in said or BROKEN in said
        self.is_confirmed = not self.is_unknown and self._is_done(shown, said)
        self.is_refused = bool(self.wish.verb) and not self.is_confirmed

    def _is_done(self, shown: Json | None, said: str) -> bool:
        match self.wish.verb:
            case "":
                return False
            case "act":
                return shown is not None and self._is_played(shown, said)
            case "new":
                return OPENED in said
        return self.interaction.answer == DEFER_UPDATE or shown is None

    def _is_played(self, shown: Json, said: str) -> bool:
        """A panel without a warning, which is at a later move."""
        if not _is_panel(said):
            return False
        found = [press.moves for press in presses_in(shown) if press.kind in IN_A_PANEL]
        return self.wish.moves is None or all(moves > self.wish.moves for moves in found)

    def __str__(self) -> str:
        what = self.wish.verb or self.interaction.data.get("custom_id", "a command")
        return f"{what} {' '.join(self.wish.words)} (table {self.wish.table})"


def _is_panel(said: str) -> bool:
    return WARNING not in said and any(title in said for title in TITLES)


def presses_in(message: Json) -> list[ids.Press]:
    """Everything in a message that can be pressed."""
    found = [ids.read(part["custom_id"]) for part in parts(message) if "custom_id" in part]
    return [press for press in found if press]


def only_redraws(custom_id: str, values: Sequence[str] | None = None) -> bool:
    """Whether nothing is changed by it, whoever presses."""
    press = ids.read(custom_id)
    if press is None:
        return False
    if press.kind is ButtonKind.SELECT:
        return all(value.startswith("m:") for value in values or ())
    return press.kind is ButtonKind.MENU or (
        press.kind is ButtonKind.TABLE and press.text in REDRAWS
    )


def _wish(found: Interaction) -> Wish:
    if found.type == SLASH:
        return _typed(found.data)
    press = ids.read(found.data["custom_id"])
    values = found.data.get("values") or []
    if press is None:
        return Wish()
    if words := _words(press, values):
        return Wish(press.table, "act", words, press.moves)
    is_wish = press.kind is ButtonKind.TABLE and press.text in WORDLESS
    return Wish(press.table, press.text if is_wish else "")


def _typed(data: Json) -> Wish:
    if data["name"] == "play":
        return Wish(0, "act", tuple(sorted(data["options"][0]["value"].split())))
    return Wish(0, "new" if data["name"] == "new" else "")


def _words(press: ids.Press, values: Sequence[str]) -> tuple[str, ...]:
    match press.kind:
        case ButtonKind.ACT:
            said = press.text
        case ButtonKind.BASKET:
            said = " ".join([press.text, *(value.partition(":")[2] for value in values)])
        case ButtonKind.SELECT if values and values[0].startswith("a:"):
            said = values[0].removeprefix("a:")
        case ButtonKind.ANSWER:
            return ANSWER
        case _:
            said = ""
    return tuple(sorted(said.split()))
