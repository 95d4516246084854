"""What was said of everything that had to be said: which letter became which messages."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from cogs import sender
from host import outbox
from host.outbox import MessageKind
from host.people import mark_dms_blocked
from host.records import OutgoingMessage
from host.store import Store
from host.store.letters import COLUMNS as _COLUMNS
from host.store.letters import as_letter
from host.unit_of_work import UnitOfWork
from sandbox.world import Event
from testing.planting import planted

ALWAYS_SAID = {
    *(
        MessageKind.ROUND,
        MessageKind.OVER,
        MessageKind.QUARANTINED,
        MessageKind.DOOR,
        MessageKind.DECIDED,
    ),
    *(MessageKind.CLOSED, MessageKind.SHARE, MessageKind.LOST, MessageKind.ABSENT),
}


class Record:
    """Hears every letter at its end, and every message at its beginning."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self.troubled: set[str] = set()  # kinds that failed at least once
        self.ends: list[tuple[int, int]] = []  # of each letter: when it was made, when it was done
        self.created: Counter[str] = Counter()  # messages, by nonce
        self.said: dict[
            int, list[tuple[OutgoingMessage, bool]]
        ] = {}  # by number; whether with a message
        self.dropped: dict[int, OutgoingMessage] = {}
        self.moved: set[int] = set()  # another letter, behind these, says the same
        self.first = 1  # of the letters that are not yet accounted for

    def hear(self, event: Event) -> None:
        if event.name == "MESSAGE_CREATE" and event.data.get("nonce"):
            self.created[event.data["nonce"]] += 1

    @contextmanager
    def listening(self) -> Iterator[None]:
        said, dropped, lost = outbox.said, outbox.dropped, outbox.lose_channel
        failed, put_last = outbox.failed, outbox.put_last

        def hears_said(uow: UnitOfWork, letter: OutgoingMessage, post: Any = None) -> bool:
            self.said.setdefault(letter.id, []).append((letter, bool(post)))
            if is_done := said(uow, letter, post):
                self.ends.append((letter.made, self.now()))
            return is_done

        def hears_failed(uow: UnitOfWork, letter: OutgoingMessage, *more: Any, **most: Any) -> int:
            self.troubled.add(letter.kind)
            return failed(uow, letter, *more, **most)

        def hears_dropped(uow: UnitOfWork, letter: OutgoingMessage) -> None:
            self._drop(letter)
            dropped(uow, letter)

        def hears_put_last(store: Store, letter: OutgoingMessage) -> None:
            self.moved.add(letter.id)
            put_last(store, letter)

        def hears_lost(uow: UnitOfWork, letter: OutgoingMessage) -> None:
            for each in everything(uow):
                if each.about == letter.about and each.channel is not None:
                    self._drop(each)
            lost(uow, letter)

        def hears_closed(uow: UnitOfWork, letter: OutgoingMessage) -> None:
            self._drop(letter)
            mark_dms_blocked(uow, letter)

        with ExitStack() as stack:
            stack.enter_context(planted(outbox, "said", hears_said))
            stack.enter_context(planted(outbox, "failed", hears_failed))
            stack.enter_context(planted(outbox, "dropped", hears_dropped))
            stack.enter_context(planted(outbox, "put_last", hears_put_last))
            stack.enter_context(planted(outbox, "lose_channel", hears_lost))
            stack.enter_context(planted(sender, "mark_dms_blocked", hears_closed))
            yield

    def _drop(self, letter: OutgoingMessage) -> None:
        self.dropped[letter.id] = letter
        self.ends.append((letter.made, self.now()))

    def longest_wait(self, since: int) -> int:
        """Of any letter, in milliseconds; what had to wait before does not count."""
        return max((end - max(made, since) for made, end in self.ends), default=0)

    def told(self, kind: MessageKind, table: int) -> list[OutgoingMessage]:
        """What was said of this kind, since the last account."""
        letters = [letter for said in self.said.values() for letter, _ in said]
        return [
            letter for letter in letters if letter.kind == kind and letter.about.table_id == table
        ]

    def lost_rounds(self, table: int) -> set[int]:
        """Those that were given up before anybody heard of them."""
        lost = [each for each in self.dropped.values() if each.about.table_id == table]
        rounds = [each for each in lost if each.kind == MessageKind.ROUND]
        return {each.body["round"] for each in rounds if not self.created[each.nonce]}

    def has_message(self, letter: OutgoingMessage) -> bool:
        """Whether anything was said for it; what says whom it calls has a longer number."""
        return any(nonce.startswith(_nonce_of(letter)) for nonce in self.created)

    def reckoned(self, last: int) -> list[str]:
        """What was wrong with the letters up to a number; the next account begins behind it."""
        found = [*self._lies(last)]
        self.created.clear()
        self.said.clear()
        self.dropped.clear()
        self.moved.clear()
        self.ends.clear()
        self.first = last + 1
        return found

    def _lies(self, last: int) -> Iterator[str]:
        for nonce, times in self.created.items():
            if times > 1:
                yield f"{self._named(nonce)} was said {times} times"
        for number in range(self.first, last + 1):
            if number not in {*self.said, *self.dropped, *self.moved}:
                yield f"letter {number} was never said"
        for letters in self.said.values():
            for letter, has_post in letters:
                if self._is_silent(letter, has_post):
                    yield f"letter {letter.id} ({letter.kind}) counts as said, but nobody heard it"

    def _named(self, nonce: str) -> str:
        number = int(nonce.split("-")[0], 16)
        letters = self.said.get(number)
        return f"letter {number} ({letters[0][0].kind if letters else 'not yet said'})"

    def _is_silent(self, letter: OutgoingMessage, has_post: bool) -> bool:
        must_be_heard = letter.kind in ALWAYS_SAID or (letter.kind == MessageKind.TURN and has_post)
        return must_be_heard and not self.has_message(letter)


def _nonce_of(letter: OutgoingMessage) -> str:
    """How the numbers of its messages begin; the last board has one of its own."""
    is_second = letter.kind == MessageKind.OVER
    return letter._replace(made=letter.made + is_second).nonce


def everything(uow: UnitOfWork) -> list[OutgoingMessage]:
    """All that waits."""
    found = uow.store._execute(f"SELECT {_COLUMNS} FROM outbox ORDER BY id")
    return [as_letter(row) for row in found]


def last_number(uow: UnitOfWork) -> int:
    """Of all letters that were ever written."""
    found = uow.store._first("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'")
    return int(found or 0)
