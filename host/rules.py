"""What a new version of a game's rules or cards means for running tables.

A table finishes with the rules it began with, as long as the program knows them (`Game.older`),
unless everybody there votes for the new ones. Either way the whole journal can be replayed and
verified. If the program no longer knows its rules, the table is on hold until a version that
does.
"""

from engine import GAMES
from engine.kernel.codes import code
from engine.kernel.journal import RULES, Entry, adopt, next_hash
from host import clock
from host.happenings import Happening, report
from host.notes import HostEventKind, note, tell
from host.play import announce_turns, needs_autoplay
from host.positions import digest
from host.records import Row, Table
from host.unit_of_work import UnitOfWork


def has_newer_rules(table: Table) -> bool:
    """Whether the table could go on with newer rules; a ranked attempt never does."""
    is_older = table.has_its_rules and table.rules_last != GAMES[table.game.id].rules
    return is_older and not table.is_sealed


OF_RULES = (HostEventKind.NEW_RULES, HostEventKind.RESTS, HostEventKind.WOKEN)


def tables_to_tell(uow: UnitOfWork) -> list[int]:
    """Return running tables whose rules aren't the newest, or that were on hold."""
    newest = {game.id: game.rules for game in GAMES.values()}
    rested = {*uow.store.tables_with_note(HostEventKind.RESTS)}
    return [
        table_id
        for table_id, game, rules in uow.store.rules_of_running_tables()
        if game in newest and (rules != newest[game] or table_id in rested)
    ]


def tell_table(uow: UnitOfWork, table_id: int) -> None:
    """Tell a table once what a new version of its rules means for it; stop or start its clock."""
    table, newest = uow.table(table_id), GAMES[uow.table(table_id).game.id].rules
    last = uow.store.newest_note(table_id, OF_RULES)
    is_resting = last is not None and last.kind == HostEventKind.RESTS
    if not table.has_its_rules:
        if not is_resting:
            tell(uow, table, HostEventKind.RESTS, was_paused=bool(table.paused))
            clock.pause(uow, table)
            report(uow, table, Happening.RESTS, rules=table.rules_last)
        return
    if last and is_resting:
        if not last.facts.get("was_paused"):
            clock.resume(uow, table)
        tell(uow, table, HostEventKind.WOKEN)
        report(uow, table, Happening.WOKEN, rules=table.rules_last)
    known = last.facts.get("rules") if last else None
    if table.rules_last != newest and known != newest and not table.is_sealed:
        tell(uow, table, HostEventKind.NEW_RULES, rules=newest)


def adopt_newest(uow: UnitOfWork, table: Table, by: str) -> None:
    """Go on with the newest rules, which becomes a row of the journal."""
    store, newest = uow.store, GAMES[table.game.id]
    before = uow.state(table)
    state = adopt(table.game, newest, before)
    entry = Entry(None, code((RULES, newest.rules)))
    row = Row(
        table.version + 1,
        newest.round_number(state),
        None,
        entry.code,
        (),
        next_hash(table.chain, entry),
        store.now,
    )
    stored = newest.dump(state)
    store.append(
        table._replace(game=newest), row, table.phase, table.ending, digest(stored), stored
    )
    for seat in table.seats:
        store.set_queue(table.id, seat.number, ())
    after = clock.update_deadlines(uow, uow.table(table.id), state)
    note(uow, after, HostEventKind.ADOPTED, by=by)
    announce_turns(uow, after, state)
    uow.keep(after, state)
    uow.note_autoplay(table.id, needs_autoplay(store, after, state))
