"""Statements about the servers that the bot is in."""

import json
from typing import Any

from host.store.base import BaseStore, upsert


class ServerStore(BaseStore):
    def is_welcomed(self, server: int) -> bool:
        return self._first("SELECT 1 FROM servers WHERE id = ?", server) is not None

    def remember_welcome(self, server: int) -> None:
        self._execute("INSERT INTO servers (id, welcomed) VALUES (?, ?)", (server, self.now))

    def forget_welcome(self, server: int) -> None:
        self._execute("DELETE FROM servers WHERE id = ?", (server,))

    def forget_server(self, server: int) -> None:
        self.forget_welcome(server)
        self._execute("DELETE FROM server_settings WHERE server = ?", (server,))

    def server_settings(self, server: int) -> Any:
        """Return the settings as stored; none if nobody has changed any."""
        text: str | None = self._first(
            "SELECT settings FROM server_settings WHERE server = ?", server
        )
        return json.loads(text) if text else {}

    def set_server_settings(self, server: int, settings: dict[str, Any]) -> None:
        self._execute(
            upsert("server_settings", "server", "settings"), (server, json.dumps(settings))
        )
