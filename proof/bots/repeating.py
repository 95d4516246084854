"""A bot that does not get round to noting what it has said, and does not know it again.

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

_run = Host.run


async def run(host: Host, use_case: Any, *args: Any, **kwargs: Any) -> Any:
    if use_case is outbox.said:
        await asyncio.Event().wait()
    return await _run(host, use_case, *args, **kwargs)


if __name__ == "__main__":
    Letter.nonce = property(lambda letter: secrets.token_hex(8))  # type: ignore[assignment]
    Host.run = run  # type: ignore[assignment, method-assign]
    sys.exit(main())
