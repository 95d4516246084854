"""What is given out about tables: written down, and held against what its reader may know."""

import builtins
import json
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import bot
import host.cli
from engine import GAMES
from engine.kernel.journal import Faulty, replay
from host import care, fairness, privacy, validation
from host.books import Books
from host.care import Health
from host.errors import Damaged
from host.film import Film
from host.positions import journal_of
from host.records import Phase, Table
from host.replay import Replays, Step
from host.store import Store
from host.validation import Validation
from proof.secrets.listening import (
    Programs,
    hear_coroutine,
    hear_function,
    lines_of_a_log,
    revealed_keys,
)
from proof.secrets.run import Notes
from proof.secrets.search import CARDS, cards_in, secrets_of_a_game
from sandbox import attachments
from sandbox.world import File, World
from testing.playing import as_json

MOST_PLACES = 4  # of one person that are played again to know what they have seen
TEXTS = (".json", ".journal", ".txt")


class Exports:
    """Notes all that is given out, and at once what of it is no business of its reader."""

    def __init__(self, notes: Notes, databases: Callable[[], Iterable[str]]) -> None:
        self.notes, self.databases = notes, databases
        self._revealed: set[str] = set()
        self._films: dict[int, tuple[Any, int, set[str]]] = {}  # the deal, how far it is known

    def listen(self) -> None:
        hear_function(fairness.export, self.journal)
        hear_function(fairness.prove, self.proof)
        hear_function(privacy.export, self.person)
        hear_function(validation.validate, self.validated)
        hear_function(care.health, self.health)
        hear_coroutine(Replays, "step", self.replayed)
        hear_function(attachments.upload_file, self.served)
        Programs(self.program, partial(self.give, "a command line")).listen()
        for program in (bot, host.cli):
            vars(program)["print"] = self._print

    # What is written down

    def give(self, kind: str, text: str) -> None:
        """Keys that were revealed by then are no secret any more."""
        for key in self._revealed:
            text = text.replace(key, "")
        self.notes.note("export", kind, text)

    def fault(self, text: str) -> None:
        self.notes.note("fault", text)

    def _closed(self, kind: str, text: str) -> None:
        """About a table that is not over: it may tell nothing of the game at all."""
        self.give(kind, text)
        for secret in secrets_of_a_game(text):
            self.fault(f"{kind} of a table that is not over tells {secret}")

    # Journals and proofs

    def journal(self, text: str, books: Books, table_id: int) -> None:
        table = books.table(table_id)
        if table.is_revealed:
            self._revealed.add(books.store.key(table_id).hex())
        else:
            self.fault(f"the journal of a table that is {table.phase} was given out")
        self.give("a journal", text)

    def proof(self, found: fairness.Proof, books: Books, table_id: int) -> None:
        kind = "a proof"
        (self.give if found.table.is_revealed else self._closed)(kind, found.sentence)

    # Persons

    def person(self, text: str, books: Books, user: int) -> None:
        self.give("what is stored of a person", text)
        found = json.loads(text)
        tables = [_table(books, place["table"]) for place in found["tables"]]
        unknown = set(CARDS)
        for table, place in list(zip(tables, found["tables"], strict=True))[:MOST_PLACES]:
            if table and table.phase is Phase.PLAYING:
                unseen = unseen_by(books.store, table, place["seat"] - 1)
                self._hidden("what is stored of a person", json.dumps(place), unseen)
                unknown &= unseen
        if len(tables) <= MOST_PLACES and all(each and each.phase != Phase.OVER for each in tables):
            rest = {name: each for name, each in found.items() if name != "tables"}
            self._hidden("what is stored of a person", json.dumps(rest), unknown)

    def _hidden(self, kind: str, text: str, unseen: Iterable[str]) -> None:
        self.notes.note("hidden", kind)
        for card in sorted(cards_in(text) & set(unseen)):
            self.fault(f"{kind} tells the card {card}, which that person never saw")

    # Replays

    def replayed(self, step: Step, replays: Replays, *_: Any, **__: Any) -> None:
        text = "\n".join([*step.lines, as_json(step.seen.view).decode()])
        self.give("a replay", text)
        if step.is_over:
            return
        if step.hand is not None:
            self.fault("the replay of a running table shows a hand")
        unseen = _cards(step.seen.table) - self._public(replays._films[step.seen.table.id])
        self._hidden("the replay of a running table", text, unseen)

    def _public(self, film: Film) -> set[str]:
        """All cards that everybody has seen; what is known of a film is not looked at again."""
        deal, last = film.stills[0], len(film.entries)
        _, known, seen = self._films.get(id(deal), (deal, -1, set[str]()))
        for number in range(known + 1, last + 1):
            seen |= cards_in(as_json(film.game.view(film.state(number), None)).decode())
        self._films[id(deal)] = deal, max(known, last), seen
        return seen

    # What an operator reads

    def validated(self, found: Validation, *_: Any, **__: Any) -> None:
        for finding in found.findings:
            self._closed("a finding", finding.what)

    def health(self, found: Health, *_: Any, **__: Any) -> None:
        for fault in found.faults:
            self._closed("health", fault)

    def _print(self, *words: Any, **how: Any) -> None:
        self.give("what a program prints", " ".join(map(str, words)))
        builtins.print(*words, **how)

    def program(self, said: str, revealed: set[str]) -> None:
        """A program of ours that a test has run."""
        self._revealed |= revealed
        self.give("what a program prints", said)
        for line in lines_of_a_log(said):
            self.notes.note("line", line)

    def served(self, found: Any, world: World, message: Any, file: File, _: Any) -> None:
        if file.name.endswith(TEXTS):
            text = file.content.decode()
            self._revealed |= revealed_keys(text, self.databases())
            self.give("a file", text)


def unseen_by(store: Store, table: Table, seat: int | None) -> set[str]:
    """The cards that were never in that seat's view, from the deal until now."""
    journal = journal_of(store, table)
    journal.key = store.key(table.id)
    seen: set[str] = set()
    try:
        for step in replay(journal, GAMES):
            seen |= cards_in(as_json(table.game.view(step.state, seat)).decode())
    except Faulty:
        return set()  # a test has spoilt it
    return _cards(table) - seen


def _cards(table: Table) -> set[str]:
    return {*table.game.words.cards()}


def _table(books: Books, table_id: int) -> Table | None:
    try:
        return books.table(table_id)
    except Damaged:
        return None
