"""Chooses which pictures of a table go into which message."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from cogs.emojis import Emojis
from cogs.opened import CLOSED, Opened, is_aside
from engine.kernel.codes import Action
from engine.kernel.events import Event
from host.records import Phase, Table
from host.views import TableView
from render import PAINTERS
from render.painter import Painter
from render.studio import Picture, Sketch, Studio

MOST = 10  # in one message


class Gallery:
    """Draws what messages show. `emojis` are the small pictures for texts and buttons."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.emojis = Emojis()

    async def board(self, seen: TableView, is_urgent: bool = True) -> list[Picture]:
        if seen.table.phase is Phase.LOBBY:
            return [await self.lobby(seen.table)]
        return await self._draw(seen, _painter(seen).board, is_urgent)

    async def panel(self, seen: TableView, opened: Opened = CLOSED) -> list[Picture]:
        return await self._draw(seen, _of_panel(seen, opened), True, next_step(seen))

    async def headline(self, seen: TableView, events: Sequence[Event]) -> list[Picture]:
        painter = _painter(seen)
        return await self._draw(seen, lambda view: painter.headline(view, events), False)

    async def planning(self, seen: TableView) -> list[Picture]:
        """Draw what a plan is chosen from."""
        return await self._draw(seen, _painter(seen).planning, True)

    async def plan(self, seen: TableView, lines: Sequence[Action]) -> Picture | None:
        """Draw the plan itself; None if the game has no picture of it."""
        table = seen.table
        return await self.studio.plan(table.game.id, seen.view, lines, table.names)

    async def sketch(self, seen: TableView, opened: Opened = CLOSED) -> list[Sketch]:
        """Prepare a panel's pictures without pixels, to see whether they have changed."""
        if seen.view is None:
            return []
        table, wanted = seen.table, _shown(seen, _of_panel(seen, opened)(seen.view))[:MOST]
        sketch = self.studio.sketch
        marks = next_step(seen)
        sketches = (sketch(table.game.id, name, seen.view, table.names, marks) for name in wanted)
        return list(await asyncio.gather(*sketches))

    def known(self, sketches: Sequence[Sketch]) -> list[Picture] | None:
        """Return the pictures without drawing; None if one of them was never drawn."""
        pictures = [each.known for each in sketches if each.known]
        return pictures if len(pictures) == len(sketches) else None

    async def finish(self, sketches: Sequence[Sketch], is_urgent: bool) -> list[Picture]:
        finish = self.studio.finish_sketch
        return list(await asyncio.gather(*(finish(each, is_urgent) for each in sketches)))

    def offered(self, seen: TableView) -> dict[str, str]:
        """Return the name and caption of every picture in this view."""
        if seen.view is None:
            return {}
        painter = _painter(seen)
        names = _shown(seen, painter.offers(seen.view))
        return {name: painter.caption(name, seen.table.names)[:100] for name in names}

    async def one(self, seen: TableView, name: str) -> Picture:
        return await self.studio.picture(seen.table.game.id, name, seen.view, seen.table.names)

    async def lobby(self, table: Table) -> Picture:
        robots = [seat.number for seat in table.seats if seat.user is None]
        return await self.studio.lobby(table.game.id, table.names, table.game.seats, robots)

    async def _draw(
        self,
        seen: TableView,
        names: Callable[[Any], Sequence[str]],
        is_urgent: bool,
        marks: Sequence[str] = (),
    ) -> list[Picture]:
        if seen.view is None:
            return []
        table, wanted = seen.table, _shown(seen, names(seen.view))[:MOST]
        draw = self.studio.picture
        drawing = (
            draw(table.game.id, name, seen.view, table.names, is_urgent, marks) for name in wanted
        )
        return list(await asyncio.gather(*drawing))


def _of_panel(seen: TableView, opened: Opened) -> Callable[[Any], Sequence[str]]:
    """Choose the pictures of a panel; what is open in it matters, too."""
    painter = _painter(seen)
    if seen.is_learned:
        return painter.learned
    return painter.aside if is_aside(seen, opened) else painter.panel


def next_step(seen: TableView) -> tuple[str, ...]:
    """Return the code of a lesson's next step; what it moves is drawn in gold."""
    if not seen.table.is_lesson:
        return ()
    return tuple(str(word) for action in seen.actions[:1] for word in action)


def _painter(seen: TableView) -> Painter[Any]:
    return PAINTERS[seen.table.game.id]


def _shown(seen: TableView, names: Sequence[str]) -> Sequence[str]:
    """Leave out the pictures that name a winner if there is none."""
    hidden = _painter(seen).of_the_end if seen.is_undecided else ()
    return [name for name in names if name.split()[0] not in hidden]
