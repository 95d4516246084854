"""A bot that takes what an earlier process offers for something from an earlier moment."""

import sys
from typing import Any

from cogs import ids
from proof.bots import forgetful

if __name__ == "__main__":
    forgetful.forget(ids.read)
    from cogs.presses import Presses  # now, since it takes these functions by name
    from host.play import Stale
    from sandbox.process import main

    _act = Presses._act

    async def act(presses: Any, interaction: Any, press: ids.Press, text: str) -> Any:
        if interaction.data["custom_id"] not in forgetful._made:
            raise Stale
        return await _act(presses, interaction, press, text)

    Presses._act = act  # type: ignore[assignment, method-assign]
    sys.exit(main())
