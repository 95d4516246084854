"""A click of a person in *kill*: what it asks for, and what its answer has told them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bench.shown import WORDLESS
from cogs import ids
from cogs.ids import IN_A_PANEL, ButtonKind
from cogs.presses import NOT_OURS
from cogs.responder import BROKEN
from engine import GAMES
from sandbox.interactions import DEFER_UPDATE, Interaction
from sandbox.world import Json
from testing.acts import PLAYS, Act
from testing.people import presses_in, text

WARNING = "⚠️"
OPENED = "is open"  # what /new says when it has opened a table
REDRAWS = frozenset({"hand", "look", "log", "rules", "options", "table", "verify", "replay"})
TITLES = tuple(f"-# {game.title} · " for game in GAMES.values())
CHANGES = frozenset({"/new", *(f"t:{verb}" for verb in WORDLESS)})


class Fate(StrEnum):
    """How far it got while its process lived."""

    SENT = "sent"
    ANSWERED = "answered"
    FAILED = "failed"
    CUT = "cut off by the kill"


@dataclass
class Clicked:
    """From the click to what is known of it."""

    interaction: Interaction
    act: Act
    life: int  # the number of the process that it was sent to
    is_old: bool = False  # an earlier one has drawn what is pressed on
    fate: Fate = Fate.SENT
    is_confirmed: bool = False  # its answer has shown it as done
    is_refused: bool = False
    is_unknown: bool = False  # the bot did not know the button, or broke

    @property
    def plays(self) -> bool:
        """Whether it asks for an action, not only for another menu."""
        is_menu = self.act.word == "s" and not "".join(self.act.values).startswith("a:")
        return self.act.word in PLAYS and not is_menu

    @property
    def is_wish(self) -> bool:
        """Whether it asks for anything that is stored."""
        return self.plays or self.act.word in CHANGES

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
        self.is_refused = self.is_wish and not self.is_confirmed

    def _is_done(self, shown: Json | None, said: str) -> bool:
        if self.plays:
            return shown is not None and self._is_played(shown, said)
        if self.act.word == "/new":
            return OPENED in said
        return self.is_wish and (self.interaction.answer == DEFER_UPDATE or shown is None)

    def _is_played(self, shown: Json, said: str) -> bool:
        """A panel without a warning, which is at a later move."""
        if WARNING in said or not any(title in said for title in TITLES):
            return False
        found = [press.moves for press in presses_in(shown) if press.kind in IN_A_PANEL]
        return self.act.moves is None or all(moves > self.act.moves for moves in found)

    def __str__(self) -> str:
        act = self.act
        return f"{act.word} {act.text} {' '.join(act.values)} (table {act.table})"


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
