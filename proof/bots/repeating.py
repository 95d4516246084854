"""A bot whose messages carry a new nonce at every try, so that what was said is said again."""

import asyncio
import secrets
import sys
from typing import Any

from host import outbox
from host.host import Host
from host.records import Letter
from sandbox.process import main

LATE = 1.0  # seconds between the word and the note that it was said
_run = Host.run


async def run(host: Host, use_case: Any, *args: Any, **kwargs: Any) -> Any:
    if use_case is outbox.said:
        await asyncio.sleep(LATE)
    return await _run(host, use_case, *args, **kwargs)


if __name__ == "__main__":
    Letter.nonce = property(lambda letter: secrets.token_hex(8))  # type: ignore[assignment]
    Host.run = run  # type: ignore[assignment, method-assign]
    sys.exit(main())
