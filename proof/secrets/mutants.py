"""Mistakes as somebody could make them: planted in the process that a test runs in, or a bot."""

import json
import logging
from collections.abc import Callable
from typing import Any

from cogs import logs
from cogs import run as life
from engine.kernel.journal import Journal
from host import fairness, play, positions, privacy, replay
from host.books import Books
from host.play import Click
from host.records import Phase, Table
from host.store import Store
from proof.secrets.patches import everywhere

log = logging.getLogger("host.mutant")


def libraries_at_debug() -> None:
    begin = logs.begin

    def loud(level: str, *secrets: str) -> None:
        begin(level, *secrets)
        logging.getLogger().setLevel(level)

    everywhere(begin, loud)


def errors_in_full() -> None:
    logs.SAYABLE = (Exception,)  # type: ignore[assignment]


def tasks_in_full() -> None:
    everywhere(logs._event, logging.LogRecord.getMessage)


def key_at_the_deal() -> None:
    deal = Store.deal

    def told(store: Store, table: Table, *facts: Any) -> None:
        log.info("table %d is dealt with %r", table.id, store.key(table.id))
        deal(store, table, *facts)

    setattr(Store, "deal", told)  # noqa: B010


def codes_in_the_log() -> None:
    act = play.act

    def told(books: Books, table_id: int, click: Click) -> play.Done:
        log.debug("table %d: %s", table_id, click.code)
        return act(books, table_id, click)

    everywhere(act, told)


def token_at_the_start() -> None:
    _at_the_login(lambda bot, token: print(f"Logging in with {token} …", flush=True))


def token_on_the_disk() -> None:
    _at_the_login(lambda bot, token: bot.synced.with_suffix(".session").write_text(token))


def _at_the_login(do: Callable[[Any, str], object]) -> None:
    live = life._live

    async def told(bot: Any, token: str) -> None:
        do(bot, token)
        await live(bot, token)

    everywhere(live, told)


def journal_of_a_running_table() -> None:
    def export(books: Books, table_id: int) -> str:
        table = books.table(table_id)
        journal: Journal = positions.journal_of(books.store, table)
        journal.key = books.store.key(table_id)
        return journal.text()

    everywhere(fairness.export, export)


def hands_in_an_export() -> None:
    export = privacy.export

    def told(books: Books, user: int) -> str:
        found = json.loads(export(books, user))
        for place in found["tables"]:
            if place["phase"] == Phase.PLAYING:
                place["hands"] = _hands(books, books.table(place["table"]))
        return json.dumps(found)

    everywhere(export, told)


def _hands(books: Books, table: Table) -> list[str]:
    state = books.state(table)
    books.keep(table, state)
    return [str(table.game.view(state, seat)) for seat in table.game.occupied(state)]


def hands_in_a_replay() -> None:
    everywhere(replay._must_be_open, lambda table, hand: None)


PLANTS: dict[str, Callable[[], None]] = {
    "libraries speak at DEBUG": libraries_at_debug,
    "errors are told in full": errors_in_full,
    "the error of a lost task is told in full": tasks_in_full,
    "the key is logged at the deal": key_at_the_deal,
    "actions are logged": codes_in_the_log,
    "the token is printed at the start": token_at_the_start,
    "the token is written to a file": token_on_the_disk,
    "the journal of a running table is given out": journal_of_a_running_table,
    "a person's export has the others' hands": hands_in_an_export,
    "a running table is replayed with hands": hands_in_a_replay,
}
