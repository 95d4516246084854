"""Whatever is typed or pressed arrives twice, at once or later: the store is as after one."""

from collections import Counter

from proof.faults.deeds import DEEDS, Deed, needed
from proof.faults.stage import Stage
from proof.scene.scene import Calm
from testing.hosting import dump

# Which clicks were answered, and what was to be said; what was said is counted as messages.
BOOKKEEPING = {"clicks", "outbox", "posts", "sqlite_sequence"}
ROW, MESSAGES = "INSERT INTO", "messages"
UNEXPECTED = {True: "nothing is changed by it", False: "something is changed by a look"}


class Kept(Counter[tuple[str, str]]):
    """All rows of the store with the names of their tables, and the messages that stand."""

    @property
    def sizes(self) -> Counter[str]:
        return Counter(table for table, _ in self)

    def tables_other_than(self, other: "Kept") -> list[str]:
        """The names of those with rows that are new, changed or gone."""
        return sorted({table for table, _ in {*self} ^ {*other}})


class Twice:
    """A world in which one thing is done; all of them are alike."""

    def __init__(self, s: Calm, game: str, seed: int) -> None:
        self.s, self.stage = s, Stage(s, game, seed)
        self.growth: Counter[str] = Counter()  # of each table, by what was delivered first

    async def lies_of_an_echo(self, deed: Deed) -> list[str]:
        """It comes again when all is done."""
        before, done = await self._delivered(deed, echo=1)
        await self.s.server.release()
        await self.s.until_quiet()
        found = [] if _is_as_expected(deed, before, done) else [UNEXPECTED[deed.changes]]
        if changed := done.tables_other_than(await self._kept()):
            found.append(f"when it comes again, it changes {', '.join(changed)}")
        return [*found, *await self._lies()]

    async def lies_of_a_double(self, deed: Deed, once: Counter[str]) -> list[str]:
        """It comes twice at the same moment."""
        await self._delivered(deed, duplicate=1)
        found = [
            f"it comes twice and makes {self.growth[table]} {table}, not {once[table]}"
            for table in sorted({*once, *self.growth})
            if once[table] != self.growth[table]
        ]
        return [*found, *await self._lies()]

    async def _delivered(self, deed: Deed, echo: int = 0, duplicate: int = 0) -> tuple[Kept, Kept]:
        """What there was before, and what there is when all is done."""
        await deed.prepare(self.stage)
        await self.s.server.gateway.flush()
        await self.s.until_quiet()
        before, faults = await self._kept(), self.s.server.faults
        faults.echo, faults.duplicate = echo, duplicate
        await deed.do(self.stage)
        await self.s.until_quiet()
        done = await self._kept()
        self.growth = done.sizes
        self.growth.subtract(before.sizes)
        return before, done

    async def _lies(self) -> list[str]:
        found = ["it is not answered"] if self.s.unanswered else []
        return [*found, *await self.s.lies()]

    async def _kept(self) -> Kept:
        lines = [line for line in await dump(self.s.host) if line.startswith(ROW)]
        rows = [(line.split('"')[1], line) for line in lines]
        messages = self.s.server.world.messages.values()
        standing = [(MESSAGES, number) for channel in messages for number in channel]
        return Kept([*(row for row in rows if row[0] not in BOOKKEEPING), *standing])


def _is_as_expected(deed: Deed, before: Kept, done: Kept) -> bool:
    """Whether it has changed anything but by its answer: if not, it would prove little."""
    return deed.changes == bool({*before.tables_other_than(done)} - {MESSAGES})


def missing(s: Calm) -> list[str]:
    """What can be typed or pressed, but nobody does it here."""
    known = {deed.name for deed in DEEDS}
    return sorted(needed(s.server.people.commands()) - known)
