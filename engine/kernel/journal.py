"""Write, read, replay and verify journals: the actions of one table, chained by hashes.

The host stores a journal row by row; `verify` and the command line read exported ones.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import ValidationError

from engine.kernel.cards import reprinted
from engine.kernel.codes import code, parse
from engine.kernel.events import Event
from engine.kernel.game import Game, Result
from engine.kernel.luck import KeyedLuck, commitment
from engine.kernel.refusal import Refused
from engine.kernel.undo import forget

FORMAT = "factory journal 1"
RULES = "rules"  # the table itself switches to other rules: “- rules 2”
TABLE = "-"  # the table itself, instead of a seat

Games = Mapping[str, Game[Any, Any]]


class Faulty(Exception):
    """What is wrong with a journal."""


class Entry(NamedTuple):
    seat: int | None
    code: str

    @property
    def line(self) -> str:
        return f"{TABLE if self.seat is None else self.seat} {self.code}"


@dataclass(slots=True)
class Journal:
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    commitment: str
    key: bytes | None = field(default=None, repr=False)  # revealed when the table is over
    entries: list[Entry] = field(default_factory=list)

    @property
    def head(self) -> str:
        options = json.dumps(self.options, sort_keys=True, separators=(",", ":"))
        return (
            f"{FORMAT}\ngame {self.game}\nrules {self.rules}\nseats {self.seats}\n"
            f"options {options}\ncommitment {self.commitment}\n"
        )

    @property
    def chain(self) -> str:
        """Return the hash of the last entry; each entry's hash covers all entries before it."""
        digest = first_hash(self.head)
        for entry in self.entries:
            digest = next_hash(digest, entry)
        return digest

    def text(self) -> str:
        key = f"key {self.key.hex()}\n" if self.key is not None else ""
        lines = "".join(f"{entry.line}\n" for entry in self.entries)
        return f"{self.head}{key}chain {self.chain}\n\n{lines}"


def first_hash(head: str) -> str:
    return hashlib.sha256(head.encode()).hexdigest()


def next_hash(previous: str, entry: Entry) -> str:
    return hashlib.sha256(f"{previous}\n{entry.line}".encode()).hexdigest()


def new_journal(game: Game[Any, Any], seats: int, options: Any, key: bytes) -> Journal:
    return Journal(
        game.id, game.rules, seats, options.model_dump(mode="json"), commitment(key), key
    )


def read(text: str) -> Journal:
    """Parse a journal's text; raise `Faulty` naming the line that is wrong."""
    head, _, body = text.replace("\r\n", "\n").partition("\n\n")
    format_line, *lines = head.split("\n")
    if format_line != FORMAT:
        raise Faulty(f"The first line must be “{FORMAT}”.")
    header = dict(line.partition(" ")[::2] for line in lines)
    for name in ("game", "rules", "seats", "options", "commitment", "chain"):
        if name not in header:
            raise Faulty(f"The line “{name} …” is missing.")
    try:
        journal = Journal(
            header["game"],
            int(header["rules"]),
            int(header["seats"]),
            json.loads(header["options"]),
            header["commitment"],
            bytes.fromhex(header["key"]) if "key" in header else None,
            [_entry(number, line) for number, line in enumerate(body.splitlines(), 1) if line],
        )
        chain = journal.chain
    except (ValueError, RecursionError) as error:
        raise Faulty(f"The header can't be read: {error}.") from None
    if chain != header["chain"]:
        raise Faulty("The hash chain is broken: the journal was changed after it was written.")
    return journal


def _entry(number: int, line: str) -> Entry:
    seat, _, text = line.partition(" ")
    if not text or not (seat == TABLE or seat.isdecimal()):
        raise Faulty(f"Action {number} (“{line}”) should be a seat number and a code.")
    return Entry(None if seat == TABLE else int(seat), text)


class Step(NamedTuple):
    """One entry replayed; the state goes on changing with the next step."""

    entry: Entry | None  # None: the table as it was dealt
    state: Any
    events: list[Event]
    game: Game[Any, Any]  # by the rules at this moment


def replay(journal: Journal, games: Games) -> Iterator[Step]:
    """Play the journal from the deal; raise `Faulty` at the first action that isn't legal."""
    newest = games.get(journal.game)
    if newest is None:
        raise Faulty(f"Unknown game “{journal.game}”.")
    game = _by_rules(newest, journal.rules)
    if journal.key is None:
        raise Faulty("The key is still secret, so the game can't be replayed yet.")
    if journal.seats not in game.seats:
        raise Faulty(f"{game.title} can't be played by {journal.seats}.")
    try:
        options = game.options.model_validate(journal.options)
    except ValidationError as error:
        raise Faulty(f"The options are not valid: {error.errors()[0]['msg']}.") from None
    state = game.setup(options, journal.seats, KeyedLuck(journal.key))
    yield Step(None, state, [], game)
    for number, entry in enumerate(journal.entries, 1):
        if (rules := adopted_rules(entry)) is not None:
            next_game = _by_rules(newest, rules)
            game, state = next_game, adopt(game, next_game, state)
            yield Step(entry, state, [], game)
        else:
            yield Step(entry, state, _replayed(game, state, entry, number), game)


def _by_rules(newest: Game[Any, Any], rules: int) -> Game[Any, Any]:
    game = newest.by_rules(rules)
    if game.rules != rules:
        raise Faulty(
            f"This game was played with rules version {rules}; this program has "
            f"version {newest.rules}."
        )
    return game


def adopted_rules(entry: Entry) -> int | None:
    """Return the rules that the table switches to with this entry; None for a normal action."""
    verb, _, rules = entry.code.partition(" ")
    is_change = entry.seat is None and verb == RULES and rules.isascii() and rules.isdecimal()
    return int(rules) if is_change else None


def adopt(before: Game[Any, Any], after: Game[Any, Any], state: Any) -> Any:
    """Load the same position by other rules; earlier actions can't be undone any more.

    A changed card becomes its new printing wherever it lies. Cards that aren't in the new decks
    stay in the game, and new ones don't enter it.
    """
    text = before.dump(state)
    for old, new in reprinted(after.card_rows, before.rules, after.rules).items():
        text = text.replace(f'"{old}"'.encode(), f'"{new}"'.encode())
    adopted = after.load(text)
    forget(adopted)
    return adopted


def _replayed(game: Game[Any, Any], state: Any, entry: Entry, number: int) -> list[Event]:
    try:
        action = parse(entry.code)
        if code(action) != entry.code:
            raise Refused(f"write it as “{code(action)}”")
        return game.apply(state, entry.seat, action)
    except Refused as refused:
        raise Faulty(f"Action {number} (“{entry.line}”) is not legal: {refused}") from None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What verification found: the actions replayed and how the table stands."""

    actions: int
    result: Result | None
    state: Any


def verify(journal: Journal, games: Games) -> Verdict:
    """Check that the key fits the published hash and that every action was legal with its luck."""
    if journal.key is not None and commitment(journal.key) != journal.commitment:
        raise Faulty("The key doesn't match the hash published before the game.")
    game, state = None, None
    for step in replay(journal, games):
        game, state = step.game, step.state
    assert game is not None
    return Verdict(len(journal.entries), game.result(state), state)
