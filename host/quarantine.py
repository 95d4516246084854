"""Finds out whether a table's record is damaged, and closes such tables."""

from host import outbox
from host.errors import Damaged
from host.happenings import report_damage
from host.outbox import MessageKind
from host.positions import check_record, load
from host.records import About, Phase
from host.unit_of_work import UnitOfWork
from host.views import sentences


def check_stored_record(uow: UnitOfWork, table_id: int) -> None:
    """Read everything stored about a table; raise `Damaged` if it contradicts itself."""
    try:
        table = uow.table(table_id)
        if table.phase is Phase.QUARANTINED:
            raise Damaged(table.ending)
        uow.store.queues(table_id)
        uow.store.deadlines(table_id)
        for row in uow.store.rows(table_id):
            sentences(table, row.events, None)
        if table.phase in (Phase.PLAYING, Phase.OVER):
            check_record(uow.store, table)
            load(uow.store, table)
    except Damaged:
        raise
    except Exception as error:
        raise Damaged(f"its saved data can't be read ({type(error).__name__})") from error


def quarantine_table(uow: UnitOfWork, table_id: int, why: str) -> None:
    """Close the table, free its channel, and say so there and in every panel of it."""
    store = uow.store
    if store.phase_of(table_id) == Phase.QUARANTINED:
        return
    store.set_phase(table_id, Phase.QUARANTINED, why)
    stored = store.channel_of(table_id)
    channel = stored if isinstance(stored, int) else None
    report_damage(uow, table_id, channel, why)
    if channel is not None:
        store.queue_message(About(table_id), MessageKind.QUARANTINED, channel, None, {})
    for user in store.panel_users(table_id):
        outbox.show_panel_at(store, table_id, user)
