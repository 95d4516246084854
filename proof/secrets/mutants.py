"""Leaks that somebody could cause by mistake, planted in a test's process or in a bot.

`python -m proof.secrets.mutants --api URL` is the bot in a process of its own, with a mutant.
"""

import logging
import os
import sys
from typing import Any

from cogs.client import TableBot
from host.records import Table
from host.store import Store
from proof.secrets.run import MUTANT
from sandbox.process import main

log = logging.getLogger("host.mutant")


def key_at_the_deal() -> None:
    deal = Store.deal

    def told(store: Store, table: Table, *facts: Any) -> None:
        log.info("table %d is dealt with %r", table.id, store.key(table.id))
        deal(store, table, *facts)

    setattr(Store, "deal", told)  # noqa: B010


def token_on_the_disk() -> None:
    login = TableBot.login

    async def told(bot: TableBot, token: str) -> None:
        database: Any = bot.host._database
        database._lock.file.with_suffix(".session").write_text(token)
        await login(bot, token)

    setattr(TableBot, "login", told)  # noqa: B010


def plant(name: str) -> None:
    globals()[name]()


if __name__ == "__main__":
    plant(os.environ[MUTANT])
    sys.exit(main())
