"""Which files the panels have that users press in: only their own answers know."""

from collections import OrderedDict

import discord

from cogs.screen import Kept, files_of, kept

MOST = 4096


class Attachments:
    """What is not known (any more) is sent again rather than trusted."""

    def __init__(self) -> None:
        self._files: OrderedDict[int, dict[str, int]] = OrderedDict()

    def remember(self, message: discord.Message) -> None:
        self._files[message.id] = files_of(message)
        self._files.move_to_end(message.id)
        if len(self._files) > MOST:
            self._files.popitem(last=False)

    def forget(self, message: int) -> None:
        self._files.pop(message, None)

    def of(self, message: int) -> list[Kept]:
        return kept(self._files.get(message, {}))
