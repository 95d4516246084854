"""When a bot has shown the result of an interaction: an acknowledgement alone shows nothing.

A result is a message or an update at once, or what follows a deferral: its message is edited or
deleted, or another one comes. Where the board or the public vote follows by itself, the bot
acknowledges without a word, and that is the whole answer.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from cogs import ids
from cogs.ids import ButtonKind
from cogs.table_buttons import TABLE_BUTTONS
from sandbox.interactions import DEFER, DEFER_UPDATE, Interaction
from sandbox.messages import EPHEMERAL
from sandbox.rest.api import Rest, Route
from sandbox.rest.interactions import WEBHOOK
from sandbox.server import Server
from sandbox.world import Event

WORDLESS = {name for name, each in TABLE_BUTTONS.items() if not each.show} | {"rematch"}
VOICES = frozenset({ButtonKind.VOTE, ButtonKind.WITHDRAW})


def in_silence(found: Interaction) -> None:
    """Where nobody listens, but somebody waits."""


class Screens:
    """Made before the server starts; tells of each interaction once, when it was shown."""

    def __init__(self, server: Server, tell: Callable[[Interaction], None] = in_silence) -> None:
        self.desk, self.tell = server.desk, tell
        self._owed: dict[str, asyncio.Event] = {}  # after a deferral
        server.world.listeners.append(self._hear)
        server.rest.routes = [self._watched(each) for each in server.rest.routes]

    def _hear(self, event: Event) -> None:
        if event.name != "INTERACTION_ACK":
            return
        found = self.desk.by_id[event.data["id"]]
        if is_owed(found):
            self._owed[found.id] = asyncio.Event()
        else:
            self.tell(found)

    def _watched(self, route: Route) -> Route:
        """Of all routes, those that show something after a deferral are watched."""

        async def watched(rest: Rest, request: Any) -> Any:
            response = await route.handler(rest, request)
            self._show(self.desk.open[request.match_info["token"]])
            return response

        is_later = route.path.startswith(WEBHOOK) and route.method != "GET"
        return route._replace(handler=watched) if is_later else route

    def _show(self, found: Interaction) -> None:
        if owed := self._owed.pop(found.id, None):
            owed.set()
            self.tell(found)

    async def shown(self, found: Interaction) -> None:
        """Until one that is acknowledged is shown."""
        if owed := self._owed.get(found.id):
            await owed.wait()


def is_owed(found: Interaction) -> bool:
    """Whether it was deferred, and something is still to be shown."""
    return found.answer == DEFER or (found.answer == DEFER_UPDATE and not is_wordless(found))


def is_wordless(found: Interaction) -> bool:
    """Whether an acknowledgement is all that it asks for."""
    press, message = ids.read(found.data.get("custom_id", "")), found.message
    if press is None or message is None or "guild_id" not in message:
        return False
    is_private = bool(message["flags"] & EPHEMERAL)
    is_lobby = press.kind is ButtonKind.TABLE and press.text in WORDLESS
    return not is_private and (is_lobby or press.kind in VOICES)
