"""What one person asks of a table on the wire, the same in both worlds, and all they are told."""

from collections.abc import Sequence

from engine.kernel.codes import code
from host import outbox
from host.books import Books
from host.limits import MOST_TABLES
from proof.worlds.hearing import listening
from proof.worlds.pairs import Move
from proof.worlds.recorder import Recorder, recording
from proof.worlds.stage import PLACE, Stage
from proof.worlds.told import LOG_LINES, Told
from sandbox.world import Json
from testing.days import Say
from testing.people import Label, labels, selects

ON_A_BOARD = (Label.MY_HAND, Label.LOG, Say.TABLE, Label.HELP, Label.VERIFY)
COMMANDS = ("/hand", "/board", "/log", "/games", "/verify", "/replay", "/privacy export")
LINES, WRONG = f"{LOG_LINES} of the bot", "what went wrong"
MOST_VIEWS = 3  # that are looked at, one after the other


class Script:
    def __init__(self, stage: Stage, name: str, refused: Sequence[str], move: Move | None) -> None:
        self.stage, self.name, self.refused, self.move = stage, name, refused, move
        self.s, self.party = stage.s, stage.party
        self.requests = 0  # that reached this person in the last world

    async def told(self, stored: bytes) -> Told:
        """In the world of this state."""
        self.stage.reset(stored)
        recorder = Recorder(self.s, self.name, PLACE)
        with listening() as lines, recording(recorder):
            await self.s.start_bot()
            await self._all_asked()
            await self.s.stop_bot()
        self.requests = sum(map(len, recorder.lanes.values()))
        faults = [*self.s.violations, *self.s.errors]
        return {
            **recorder.told(),
            LINES: "\n".join(sorted(lines)).encode(),
            WRONG: "\n".join(faults).encode(),
        }

    async def _all_asked(self) -> None:
        await self._panel_anew()
        await self._board_anew()
        await self._on_the_board()
        for command in COMMANDS:
            await self.s.slash(self.name, command)
        await self.s.slash(self.name, "/board", form="text")
        await self.s.complete(self.name, "/play", "action", "")
        for text in self.refused:
            await self.s.slash(self.name, "/play", action=text)
        await self._moved()

    async def _panel_anew(self) -> None:
        """In the direct messages, as after any change that somebody else has made."""
        await self.party.host.run(_show_panel, int(self.s.user(self.name)))
        await self.party.quiet()

    async def _board_anew(self) -> None:
        old = self.party.board
        assert old
        await self.party.delete(old)
        await self.s.until(lambda: self.party.board)
        await self.party.quiet()

    async def _on_the_board(self) -> None:
        board = self.party.board
        assert board
        for label in ON_A_BOARD:
            if label in labels(board):
                await self.s.click(self.name, board, label)
        await self._looked_around(board)

    async def _looked_around(self, board: Json) -> None:
        shown = await self.s.click(self.name, board, Label.LOOK_AROUND)
        assert shown
        (views,) = selects(shown)
        for option in views["options"][1 : 1 + MOST_VIEWS]:
            await self.party.use(self.name, shown, views, option["value"])

    async def _moved(self) -> None:
        """Somebody plays what shows nothing hidden, and it is looked at."""
        if self.move is None:
            return
        mover = self.stage.cast.names[self.move.seat]
        await self.s.slash(mover, "/play", action=code(self.move.action))
        await self.party.quiet()
        for command in ("/hand", "/log"):
            await self.s.slash(self.name, command)


def _show_panel(books: Books, user: int) -> None:
    for table_id in books.store.table_ids_of(user, MOST_TABLES):
        outbox.show_panel(books.store, books.table(table_id), user)
