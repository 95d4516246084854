"""Statements about the servers that the bot is in."""

from host.store.base import BaseStore


class ServerStore(BaseStore):
    def is_welcomed(self, server: int) -> bool:
        return self._first("SELECT 1 FROM servers WHERE id = ?", server) is not None

    def remember_welcome(self, server: int) -> None:
        self._execute("INSERT INTO servers (id, welcomed) VALUES (?, ?)", (server, self.now))

    def forget_server(self, server: int) -> None:
        self._execute("DELETE FROM servers WHERE id = ?", (server,))
