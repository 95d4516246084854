"""Every picture that one viewer could be sent, byte by byte, with its file name and its words."""

from collections.abc import Awaitable, Callable

from cogs.board import board
from cogs.gallery import Gallery
from cogs.panel import panel
from cogs.replay import replay_screen
from cogs.screen import Screen
from host import replay
from host.look import Seen
from host.replay import Asked, at, read_step
from proof.worlds.onlooker import Onlooker
from testing.hosting import CHANNEL
from testing.screens import payload

Painting = Callable[[Onlooker, Gallery], Awaitable[bytes]]


def sent(screen: Screen) -> bytes:
    """The message and its files: names, words, digests and bytes."""
    digests = [each.digest for each in screen.pictures.values()]
    files = [(each.filename, each.fp.read()) for each in screen.files()]
    head = repr((payload(screen), digests, [(name, len(content)) for name, content in files]))
    return b"\n".join([head.encode(), *(content for _, content in files)])


async def _panel(one: Onlooker, gallery: Gallery) -> bytes:
    return sent(panel(one.seen, await gallery.panel(one.seen)))


async def _board(one: Onlooker, gallery: Gallery) -> bytes:
    return sent(board(one.public, await gallery.board(one.public)))


async def _around(one: Onlooker, gallery: Gallery) -> bytes:
    """What everybody may look at: dice, compounds, markets, how it ended, a card to share."""
    return await _each(gallery, one.public, list(gallery.offered(one.public)))


async def _own(one: Onlooker, gallery: Gallery) -> bytes:
    """What the viewer may see besides."""
    open_to_all = gallery.offered(one.public)
    own = [each for each in gallery.offered(one.seen) if each not in open_to_all]
    return await _each(gallery, one.seen, own)


async def _each(gallery: Gallery, seen: Seen, names: list[str]) -> bytes:
    found = [sent(Screen().show(await gallery.one(seen, name))) for name in names]
    return b"\n".join([repr(names).encode(), *found])


async def _replay(one: Onlooker, gallery: Gallery) -> bytes:
    if not one.film.entries:
        return b""
    asked = Asked(one.user, CHANNEL)
    reading = one.ask(read_step, one.table, asked, at(one.step), known=one.film.chain)
    step = replay.shown(reading, one.film)
    return sent(replay_screen(step, await gallery.board(step.seen)))


PAINTINGS: dict[str, Painting] = {
    "pictures of the panel": _panel,
    "pictures of the board": _board,
    "pictures all around": _around,
    "pictures of one's own": _own,
    "pictures of the replay": _replay,
}
