"""Many people who click at once, and what their answers must have in common with the journal."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random

from engine.kernel.codes import code
from engine.kernel.refusal import Refused
from host.errors import SaveFailed
from host.host import Host
from host.play import Played, Stale
from host.records import Phase, Table
from host.views import TableView, view_table
from testing.database_rules import Place, clicked, faults, people_rows, places, replays
from testing.hosting import Click, caller, press
from testing.playing import some_action

PATIENCE = 20  # looks in vain


class Storm:
    """Sends clicks to one of several hosts of one file and writes down every answer."""

    def __init__(self, hosts: list[Host], rng: Random) -> None:
        self.hosts, self.rng = hosts, rng
        self.sent: dict[tuple[int, int], list[Click]] = {}  # by table and user
        self.answers: list[tuple[Click, int, Played]] = []
        self.unanswered: set[int] = set()  # clicks whose callers have left
        self.counts: Counter[str] = Counter()
        self.broken: list[Exception] = []
        self.most_turns = 0  # turns of the event loop until a caller leaves; 0: all stay

    async def rage(self, tables: list[Table], hands: int, clicks: int) -> None:
        """Let everybody click at every table, with several hands each."""
        await asyncio.gather(
            *(
                self._person(table.id, seat.user, hands, clicks)
                for table in tables
                for seat in table.humans
            )
        )

    async def _person(self, table_id: int, user: int, hands: int, clicks: int) -> None:
        """Let all hands look, then all click, so that they conflict on any machine."""
        for _ in range(clicks * PATIENCE):
            looks = await asyncio.gather(*(self._seen(table_id, user) for _ in range(hands)))
            seen = [view_table for view_table in looks if view_table]
            if any(view_table.table.phase is not Phase.PLAYING for view_table in seen):
                return
            ready = [
                view_table for view_table in seen if view_table.actions or self.rng.random() < 0.2
            ]
            pressed = [self._click(view_table, user) for view_table in ready]
            await asyncio.gather(*(self._send(table_id, click) for click in pressed))
            clicks -= bool(pressed)
            if not clicks:
                return

    async def _seen(self, table_id: int, user: int) -> TableView | None:
        try:
            return await self.rng.choice(self.hosts).read(view_table, table_id, by=caller(user))
        except SaveFailed:
            return None
        except Exception as error:
            self.broken.append(error)
            return None

    def _click(self, seen: TableView, user: int) -> Click:
        """Click: a new one, legal or not; or an earlier one, as a new or as the very same click."""
        sent = self.sent.setdefault((seen.table.id, user), [])
        kind = self.rng.choice(("fresh", "fresh", "fresh", "button", "click"))
        if sent and kind == "click":
            return self.rng.choice(sent[-3:])
        if not seen.actions:
            return Click(user, "done", seen.moves, seen.table.channel, self._id())
        if sent and kind == "button":
            old = self.rng.choice(sent[-3:])
            text, moves = old.code, old.moves
        else:
            text, moves = code(some_action(list(seen.actions), self.rng)), seen.moves
        sent.append(Click(user, text, moves, seen.table.channel, self._id()))
        return sent[-1]

    def _id(self) -> int:
        return self.rng.getrandbits(62)

    async def _send(self, table_id: int, click: Click) -> None:
        host = self.rng.choice(self.hosts)
        try:
            played = await self._impatiently(press(host, table_id, click))
        except (asyncio.CancelledError, TimeoutError):
            self.unanswered.add(click.id)
            self.counts["left"] += 1
        except (Refused, SaveFailed) as refused:
            self.counts["stale" if isinstance(refused, Stale) else type(refused).__name__] += 1
        except Exception as error:
            self.broken.append(error)
        else:
            self.answers.append((click, table_id, played))
            self.counts["again" if played.is_repeat else "played"] += 1

    async def _impatiently(self, asked):
        """Return the answer, if it comes before the caller leaves."""
        if not self.most_turns or self.rng.random() < 0.3:
            return await asked
        if self.rng.random() < 0.5:
            return await asyncio.wait_for(asked, self.rng.random() * 0.005)
        task = asyncio.create_task(asked)
        for _ in range(self.rng.randrange(self.most_turns)):
            await asyncio.sleep(0)
        task.cancel()
        return await task

    def faults(self, file: Path) -> list[str]:
        """Return everything that is wrong in the file, or between the file and the answers."""
        rows = places(file)
        told = [_place(table_id, played) for _, table_id, played in self.answers]
        fresh = Counter(
            _place(table_id, played) for _, table_id, played in self.answers if not played.is_repeat
        )
        found = [
            *faults(file),
            *(f"broken: {error!r}" for error in self.broken),
            *(f"answered but not stored: {place}" for place in told if place not in rows),
            *(f"{place} was played {n} times" for place, n in fresh.items() if n > 1),
            *self._silent_faults(file, set(fresh)),
            *self._click_faults(),
        ]
        return found or self._view_faults(file)

    def _silent_faults(self, file: Path, answered: set[Place]) -> list[str]:
        """Return rows that nobody was told about; only people who left may miss an answer."""
        clicks = clicked(file)
        left = {clicks[click] for click in self.unanswered if click in clicks}
        silent = people_rows(file) - answered
        return [f"nobody was told of {row}" for row in silent if row[:2] not in left]

    def _click_faults(self) -> list[str]:
        """Check that the same click always gets the same row."""
        found: dict[int, set[Place]] = {}
        for click, table_id, played in self.answers:
            found.setdefault(click.id, set()).add(_place(table_id, played))
        return [f"click {click} made {rows}" for click, rows in found.items() if len(rows) > 1]

    def _view_faults(self, file: Path) -> list[str]:
        """Check that everybody was shown the table at the moment of their answer."""
        shown: dict[tuple[int, int], list[TableView]] = {}
        for _, table_id, played in self.answers:
            version = played.seen.table.version
            shown.setdefault((table_id, version), []).append(played.seen)
        found = []
        for table_id, number, state in replays(file):
            for seen in shown.pop((table_id, number), ()):
                game = seen.table.game
                right = game.view(state, seen.seat), tuple(game.actions(state, seen.seat))
                if seen.table.phase is Phase.PLAYING and (seen.view, seen.actions) != right:
                    found.append(f"seat {seen.seat} saw row {number} of {table_id} otherwise")
        return [*found, *(f"shown but never played: {each}" for each in shown)]


def _place(table_id: int, played: Played) -> Place:
    return Place(table_id, played.number, played.seat, played.code)
