"""Records which outgoing message became which Discord messages."""

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
from host.store.messages import COLUMNS as _COLUMNS
from host.store.messages import as_outgoing
from host.unit_of_work import UnitOfWork
from sandbox.world import Event
from testing.planting import planted

ALWAYS_SAID = {
    *(
        MessageKind.ROUND,
        MessageKind.OVER,
        MessageKind.QUARANTINED,
        MessageKind.DOOR,
        MessageKind.NOTED,
    ),
    *(MessageKind.CLOSED, MessageKind.SHARE, MessageKind.LOST),
}


class Record:
    """Notes each message when it is begun and when it is done."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self.troubled: set[str] = set()  # kinds that failed at least once
        self.ends: list[tuple[int, int]] = []  # of each message: queued, done
        self.created: Counter[str] = Counter()  # messages, by nonce
        self.said: dict[
            int, list[tuple[OutgoingMessage, bool]]
        ] = {}  # by number; whether with a message
        self.dropped: dict[int, OutgoingMessage] = {}
        self.moved: set[int] = set()  # a later message says the same
        self.first = 1  # of the messages that are not yet accounted for

    def hear(self, event: Event) -> None:
        if event.name == "MESSAGE_CREATE" and event.data.get("nonce"):
            self.created[event.data["nonce"]] += 1

    @contextmanager
    def listening(self) -> Iterator[None]:
        said, dropped, lost = outbox.said, outbox.dropped, outbox.lose_channel
        failed, put_last = outbox.failed, outbox.put_last

        def hears_said(uow: UnitOfWork, outgoing: OutgoingMessage, post: Any = None) -> bool:
            self.said.setdefault(outgoing.id, []).append((outgoing, bool(post)))
            has_heard_all = said(uow, outgoing, post)
            if outgoing.id not in {each.id for each in uow.store.messages()}:
                self.ends.append((outgoing.made, self.now()))
            return has_heard_all

        def hears_failed(
            uow: UnitOfWork, outgoing: OutgoingMessage, *more: Any, **most: Any
        ) -> int:
            self.troubled.add(outgoing.kind)
            return failed(uow, outgoing, *more, **most)

        def hears_dropped(uow: UnitOfWork, outgoing: OutgoingMessage) -> None:
            self._drop(outgoing)
            dropped(uow, outgoing)

        def hears_put_last(store: Store, outgoing: OutgoingMessage) -> None:
            self.moved.add(outgoing.id)
            put_last(store, outgoing)

        def hears_lost(uow: UnitOfWork, outgoing: OutgoingMessage) -> None:
            for each in everything(uow):
                if each.about == outgoing.about and each.channel is not None:
                    self._drop(each)
            lost(uow, outgoing)

        def hears_closed(uow: UnitOfWork, outgoing: OutgoingMessage) -> None:
            self._drop(outgoing)
            mark_dms_blocked(uow, outgoing)

        with ExitStack() as stack:
            stack.enter_context(planted(outbox, "said", hears_said))
            stack.enter_context(planted(outbox, "failed", hears_failed))
            stack.enter_context(planted(outbox, "dropped", hears_dropped))
            stack.enter_context(planted(outbox, "put_last", hears_put_last))
            stack.enter_context(planted(outbox, "lose_channel", hears_lost))
            stack.enter_context(planted(sender, "mark_dms_blocked", hears_closed))
            yield

    def _drop(self, outgoing: OutgoingMessage) -> None:
        self.dropped[outgoing.id] = outgoing
        self.ends.append((outgoing.made, self.now()))

    def longest_wait(self, since: int) -> int:
        """Return the longest wait of a message in milliseconds, without what had to wait before."""
        return max((end - max(made, since) for made, end in self.ends), default=0)

    def late(self, since: int) -> list[str]:
        """What is wrong if something waited for more than a minute."""
        took = self.longest_wait(since)
        return [f"the outbox was empty after {took / 1000:.0f} s only"] if took > 60_000 else []

    def told(self, kind: MessageKind, table_id: int) -> list[OutgoingMessage]:
        """Return the messages of this kind since the last account."""
        messages = [outgoing for said in self.said.values() for outgoing, _ in said]
        return [
            outgoing
            for outgoing in messages
            if outgoing.kind == kind and outgoing.about.table_id == table_id
        ]

    def lost_rounds(self, table_id: int) -> set[int]:
        """Return the recaps that were given up before anybody saw them."""
        lost = [each for each in self.dropped.values() if each.about.table_id == table_id]
        rounds = [each for each in lost if each.kind == MessageKind.ROUND]
        return {each.body["round"] for each in rounds if not self.created[each.nonce]}

    def has_message(self, outgoing: OutgoingMessage) -> bool:
        """Whether anything was sent for it; if that names called seats, its number is longer."""
        return any(nonce.startswith(_nonce_of(outgoing)) for nonce in self.created)

    def reckoned(self, last: int) -> list[str]:
        """Return what was wrong with messages up to a number; the next account begins after it."""
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
                yield f"message {number} was never said"
        for messages in self.said.values():
            for outgoing, has_post in messages:
                if self._is_silent(outgoing, has_post):
                    named = f"message {outgoing.id} ({outgoing.kind})"
                    yield f"{named} counts as said, but nobody heard it"

    def _named(self, nonce: str) -> str:
        number = int(nonce.split("-")[0], 16)
        messages = self.said.get(number)
        return f"message {number} ({messages[0][0].kind if messages else 'not yet said'})"

    def _is_silent(self, outgoing: OutgoingMessage, has_post: bool) -> bool:
        must_be_heard = outgoing.kind in ALWAYS_SAID or (
            outgoing.kind == MessageKind.TURN and has_post
        )
        return must_be_heard and not self.has_message(outgoing)


def _nonce_of(outgoing: OutgoingMessage) -> str:
    """Return how the numbers of its messages begin; the last board has its own."""
    is_second = outgoing.kind == MessageKind.OVER
    return outgoing._replace(made=outgoing.made + is_second).nonce


def everything(uow: UnitOfWork) -> list[OutgoingMessage]:
    """Return all waiting messages."""
    found = uow.store._execute(f"SELECT {_COLUMNS} FROM outbox ORDER BY id")
    return [as_outgoing(row) for row in found]


def last_number(uow: UnitOfWork) -> int:
    """Return the number of the last message ever queued."""
    found = uow.store._first("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'")
    return int(found or 0)
