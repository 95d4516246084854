"""A bot that notes much later that a board stands, and does not know it again after a kill.

Its messages carry another nonce at every try.
"""

import asyncio
import secrets
import sys
from typing import Any

from host import outbox
from host.host import Host
from host.records import Letter
from sandbox.process import main

LATE = 4.0  # seconds: most lives are shorter
_run = Host.run


def _is_board(letter: Letter) -> bool:
    return letter.kind == outbox.Kind.BOARD


async def run(host: Host, use_case: Any, *args: Any, **kwargs: Any) -> Any:
    if use_case is outbox.remember_post or (use_case is outbox.said and _is_board(args[0])):
        await asyncio.sleep(LATE)
    return await _run(host, use_case, *args, **kwargs)


if __name__ == "__main__":
    Letter.nonce = property(lambda letter: secrets.token_hex(8))  # type: ignore[assignment]
    Host.run = run  # type: ignore[assignment, method-assign]
    sys.exit(main())
