"""play: play a game in the terminal, everybody at one keyboard."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.cli.common import NAMES, add_game, chosen_game, fail
from engine.cli.prompt import ask, complete_with
from engine.kernel.codes import Action, code, parse
from engine.kernel.events import Event, readable
from engine.kernel.game import Game
from engine.kernel.journal import Entry, Journal, new_journal
from engine.kernel.luck import KeyedLuck, new_key
from engine.kernel.refusal import Refused

MAX_OFFERED = 40  # actions that are listed at once
MAX_DIGITS = 6
HELP = """\
Type a number or an action code (Tab completes). Other commands:
  more          all actions          table         the whole table again
  card NAME     a card in words      log           what has happened
  rules         how to play          help          this text
  seat N        play as seat N       quit          leave
  save FILE     the journal so far"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, seats=2)
    parser.add_argument(
        "--autopilot",
        default="",
        metavar="SEATS",
        help="seats played by the autopilot, such as 1,2",
    )
    parser.add_argument("--key", default="", metavar="HEX", help="replay a known deal")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the journal at the end")


def run(arguments: argparse.Namespace) -> int:
    game, options = chosen_game(arguments)
    try:
        key = bytes.fromhex(arguments.key) or new_key()
        autopilots = {int(word) for word in arguments.autopilot.split(",") if word}
    except ValueError:
        fail("--key takes hexadecimal digits, --autopilot seat numbers such as 1,2.")
    if not autopilots <= set(range(arguments.seats)):
        fail(f"--autopilot takes seats from 0 to {arguments.seats - 1}.")
    journal = new_journal(game, arguments.seats, options, key)
    print(f"{game.title}. Key hash: {journal.commitment}\n\n{HELP}\n")
    table = Table(game, journal, options, autopilots)
    try:
        table.play()
    finally:
        if arguments.save:
            _save_at_the_end(table, arguments.save)
    return 0


def _save_at_the_end(table: "Table", file: Path) -> None:
    try:
        table.save(file)
    except Refused as refused:
        fail(str(refused))


class Quit(Exception):
    """Somebody wants to stop."""


class Table:
    """One match at one keyboard."""

    def __init__(
        self, game: Game[Any, Any], journal: Journal, options: Any, autopilots: set[int]
    ) -> None:
        self.game, self.journal, self.autopilots = game, journal, autopilots
        assert journal.key is not None
        self.state = game.setup(options, journal.seats, KeyedLuck(journal.key))
        self.events: list[Event] = []
        self.seat: int | None = None  # who sits at the keyboard
        self.chosen: int | None = None  # who was called to the keyboard by “seat”
        self.shown_round = 0  # in which the whole table was last printed

    @property
    def humans(self) -> int:
        return self.journal.seats - len(self.autopilots)

    def play(self) -> None:
        try:
            while waiting := self.game.to_act(self.state):
                autopilots = [seat for seat in waiting if seat in self.autopilots]
                if autopilots:
                    self._act(autopilots[0], self._autopilot(autopilots[0]))
                else:
                    self._turn(self._next_seat(waiting))
            print(f"\n{self.game.words.status(self.game.view(self.state, None), NAMES)}")
        except (Quit, EOFError):
            print("\nYou left the game.")

    def _next_seat(self, waiting: Sequence[int]) -> int:
        """Choose who acts: who was called by “seat”, else who sits here, else the first awaited."""
        if self.chosen is not None:
            return self.chosen
        return next((seat for seat in waiting if seat == self.seat), waiting[0])

    def save(self, file: Path) -> None:
        try:
            file.write_text(self.journal.text(), encoding="utf-8")
        except OSError as error:
            raise Refused(f"Can't write {file}: {error.strerror}.") from None
        print(f"Saved the journal to {file}. Check it with `python -m engine verify {file}`.")

    def _autopilot(self, seat: int) -> Action:
        actions = self.game.choices(self.state, seat)
        return self.game.autopilot(self.game.view(self.state, seat), actions)

    def _act(self, seat: int, action: Action) -> None:
        events = self.game.apply(self.state, seat, action)
        self.chosen = None
        self.journal.entries.append(Entry(seat, code(action)))
        self.events += events
        self._say(events)

    def _say(self, events: list[Event]) -> None:
        for event in readable(events, self.seat):
            print(f"  {self.game.words.sentence(event, NAMES, self.seat)}")

    def _turn(self, seat: int) -> None:
        if seat != self.seat:
            self._hand_over(seat)
        elif self.shown_round != self.game.round_number(self.state):
            self._show_table()
        self._offer(MAX_OFFERED)
        word = ask(f"{NAMES[seat]}> ")
        try:
            self._obey(seat, word)
        except Refused as refused:
            print(refused)

    def _hand_over(self, seat: int) -> None:
        if self.humans > 1 and sys.stdin.isatty():
            print("\n" * 40)
            ask(f"{NAMES[seat]}, press Enter when nobody else can see the screen. ")
        self.seat = seat
        self._show_table()

    def _show_table(self) -> None:
        self.shown_round = self.game.round_number(self.state)
        view = self.game.view(self.state, self.seat)
        print("\n" + "\n".join(self.game.words.pages(view, NAMES).values()))

    def _offer(self, limit: int) -> None:
        view = self.game.view(self.state, self.seat)
        actions = self.game.actions(self.state, self.seat)
        complete_with([code(action) for action in actions])
        print(f"\n{self.game.words.status(view, NAMES)}")
        for number, action in enumerate(actions[:limit], 1):
            label = self.game.words.label(action, view, NAMES)
            print(f"{number:4}  {label}  [{code(action)}]")
        if len(actions) > limit:
            print(f"      … and {len(actions) - limit} more: type “more”, or a code with Tab.")

    def _obey(self, seat: int, word: str) -> None:
        name, _, argument = word.partition(" ")
        match name:
            case "":
                return
            case "quit":
                raise Quit
            case "help" | "?" | "rules":
                print(self._rules() if name == "rules" else HELP)
            case "more":
                self._offer(10_000)
            case "table":
                self._show_table()
            case "log":
                self._say(self.events)
            case "card":
                self._show_card(argument)
            case "save":
                self.save(Path(argument or "table.journal"))
            case "seat":
                self._change_seat(argument)
            case _:
                self._act(seat, self._chosen(seat, word))

    def _chosen(self, seat: int, word: str) -> Action:
        if not word.isdecimal():
            return parse(word)
        actions = self.game.actions(self.state, seat)
        if len(word) > MAX_DIGITS or not 1 <= int(word) <= len(actions):
            raise Refused(f"Choose a number from 1 to {len(actions)}.")
        return actions[int(word) - 1]

    def _rules(self) -> str:
        pages = self.game.words.rules().items()
        return "\n\n".join(f"{title.upper()}\n{text}" for title, text in pages)

    def _show_card(self, name: str) -> None:
        try:
            print(self.game.words.card(name.strip().lower().replace(" ", "_")))
        except KeyError:
            raise Refused(f"I don't know a card called “{name}”.") from None

    def _change_seat(self, word: str) -> None:
        seats = [seat for seat in range(self.journal.seats) if self.game.actions(self.state, seat)]
        if word not in map(str, seats):
            raise Refused(f"Only seat {', '.join(map(str, seats))} can act now.")
        self.chosen = int(word)
        self._hand_over(int(word))
