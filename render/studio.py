"""The entrance to the pictures: draws in a worker thread and caches them in limited memory."""

import asyncio
import contextlib
import hashlib
from collections.abc import Awaitable, Callable, Container, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from engine.kernel.cache import Cache
from engine.kernel.codes import Action
from engine.kernel.game import Names
from render import PAINTERS, every_emoji
from render.challenge import RankedRow
from render.emojis import Emoji
from render.emojis import finished as finished_emoji
from render.marks import Drawing, Piece
from render.png import encoded
from render.race import RaceRow
from render.raster import Rasterizer
from render.statistics import Statistics

T = TypeVar("T")
MAX_WAIT = 1.0  # seconds for which pictures that nobody waits for let others go first
MAX_KNOWN = 20_000  # pictures whose digests are remembered, without their pixels


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture; equal digests are equal pixels."""

    png: bytes
    alt: str
    digest: str


@dataclass(frozen=True, slots=True)
class Sketch:
    """A picture that has no pixels yet."""

    drawing: Drawing
    known: Picture | None  # without its bytes; None if it was never finished


class Studio:
    """One worker draws all pictures, so that the event loop never waits for a pixel.

    Pieces and finished pictures are limited in bytes (about 128 MB by default), letters, fonts and
    sprites in number. The cache knows pictures by their drawing, not by the whole view: if the part
    of the view that a picture shows hasn't changed, it isn't drawn again.
    """

    def __init__(self, most: int = 24 << 20, easel: Rasterizer | None = None) -> None:
        self.easel = easel or Rasterizer()
        self.finished: Cache[Hashable, tuple[bytes, str]] = Cache(most, Lock())
        self._known: Cache[int, str] = Cache(
            MAX_KNOWN, Lock()
        )  # digests, by the hash of the drawing
        self._urgent = 0  # pictures that somebody is waiting for
        self._nothing_urgent = asyncio.Event()
        self._nothing_urgent.set()
        self._calm = asyncio.Lock()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="studio")

    async def picture(
        self,
        game: str,
        name: str,
        view: Any,
        names: Names,
        is_urgent: bool = True,
        marks: Sequence[str] = (),
    ) -> Picture:
        """Draw one of the pictures that the game's painter offers for this view.

        If nobody is waiting for it, it lets others go first for a while.
        """
        draw = partial(PAINTERS[game].draw, name, view, names, marks)
        return await self._in_turn(draw, is_urgent)

    async def sketch(
        self, game: str, name: str, view: Any, names: Names, marks: Sequence[str] = ()
    ) -> Sketch:
        """Return such a picture without pixels, to find out whether it has changed."""
        draw = PAINTERS[game].draw
        return await self._work(lambda: self._sketch(draw(name, view, names, marks)))

    def _sketch(self, drawing: Drawing) -> Sketch:
        digest = self._known.get(hash(_key(drawing)))
        return Sketch(drawing, Picture(b"", drawing.alt, digest) if digest else None)

    async def finish_sketch(self, sketch: Sketch, is_urgent: bool = True) -> Picture:
        return await self._in_turn(lambda: sketch.drawing, is_urgent)

    async def plan(
        self, game: str, view: Any, lines: Sequence[Action], names: Names
    ) -> Picture | None:
        """Draw a seat's own plan; None if the game draws none."""
        drawing = await self._work(lambda: PAINTERS[game].plan(view, lines, names))
        return await self._in_worker(lambda: drawing) if drawing else None

    async def card(self, game: str, name: str) -> Picture:
        return await self._in_worker(lambda: PAINTERS[game].card(name))

    async def lobby(
        self, game: str, names: Names, seats: range, robots: Container[int] = ()
    ) -> Picture:
        return await self._in_worker(lambda: PAINTERS[game].lobby(names, seats, robots))

    async def ranking(
        self,
        game: str,
        title: str,
        subtitle: str,
        rows: Sequence[RankedRow],
        finished: int,
        playing: Sequence[str] = (),
        still: int = 0,
        ranges: Sequence[str] = (),
    ) -> Picture:
        """Draw the ranking of a challenge."""
        facts = title, subtitle, tuple(rows), finished, playing, still, ranges
        return await self._in_worker(lambda: PAINTERS[game].ranking(*facts))

    async def result_card(
        self,
        game: str,
        title: str,
        subtitle: str,
        row: RankedRow,
        streak: int,
        ranges: Sequence[str] = (),
    ) -> Picture:
        """Draw the result of one player's attempt."""
        facts = title, subtitle, row, streak, ranges
        return await self._in_worker(lambda: PAINTERS[game].result_card(*facts))

    async def statistics(self, game: str, title: str, facts: Statistics) -> Picture:
        return await self._in_worker(lambda: PAINTERS[game].statistics(title, facts))

    async def emojis(self) -> list[Emoji]:
        """Draw the emojis of all games; pictures that somebody is waiting for come first."""
        pieces = await self._work(every_emoji)
        return [await self._when_idle(partial(self._emoji, *each)) for each in pieces.items()]

    async def _emoji(self, key: str, part: Piece) -> Emoji:
        return await self._work(lambda: finished_emoji(self.easel, key, part))

    async def race(
        self, game: str, title: str, rows: Sequence[RaceRow], names: Names
    ) -> Picture | None:
        """Draw the race after a round; None if the game keeps it secret who is ahead."""
        painter, fixed_rows = PAINTERS[game], tuple(rows)
        if not painter.race_signs or not fixed_rows:
            return None
        return await self._in_worker(lambda: painter.race(title, fixed_rows, names))

    async def _in_worker(self, draw: Callable[[], Drawing]) -> Picture:
        self._urgent += 1
        self._nothing_urgent.clear()
        try:
            return await self._draw(draw)
        finally:
            self._urgent -= 1
            if not self._urgent:
                self._nothing_urgent.set()

    async def _in_turn(self, draw: Callable[[], Drawing], is_urgent: bool) -> Picture:
        if is_urgent:
            return await self._in_worker(draw)
        return await self._when_idle(lambda: self._draw(draw))

    async def _when_idle(self, work: Callable[[], Awaitable[T]]) -> T:
        async with self._calm:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(MAX_WAIT):
                    await self._nothing_urgent.wait()
            return await work()

    async def _draw(self, draw: Callable[[], Drawing]) -> Picture:
        return await self._work(lambda: self.finish(draw()))

    async def _work(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    def finish(self, drawing: Drawing) -> Picture:
        """Turn a drawing into bytes, in this thread."""
        key = _key(drawing)
        finished = self.finished.get(key)
        if finished is None:
            png = encoded(self.easel.picture(drawing))
            digest = hashlib.sha256(png).hexdigest()
            finished = self.finished.put(key, (png, digest), len(png))
            self._known.put(hash(key), digest)
        return Picture(finished[0], drawing.alt, finished[1])

    def close(self) -> None:
        """Wait for the picture that is being drawn; cancel those that are in the queue."""
        self._worker.shutdown(cancel_futures=True)


def _key(drawing: Drawing) -> tuple[Any, ...]:
    """Hash everything that decides the pixels."""
    return drawing.w, drawing.h, drawing.palette, drawing.parts
