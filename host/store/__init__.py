"""Every statement that use cases need; no other package contains SQL.

A store lives for one transaction. It decides nothing.
"""

from host.store.care import CareStore
from host.store.challenges import ChallengeStore
from host.store.journal import JournalStore
from host.store.messages import OutboxStore
from host.store.privacy import PrivacyStore
from host.store.replies import ReplyStore
from host.store.results import ResultStore
from host.store.servers import ServerStore
from host.store.tables import TableStore
from host.store.times import TimeStore

__all__ = ["Store"]


class Store(
    TableStore,
    JournalStore,
    OutboxStore,
    ReplyStore,
    TimeStore,
    PrivacyStore,
    ChallengeStore,
    ResultStore,
    ServerStore,
    CareStore,
):
    """All statements, on one connection."""
