"""What a viewer is told in each of two worlds, before a click and after it, and what differs."""

from collections.abc import Iterable
from itertools import chain
from random import Random
from typing import Any

from cogs.gallery import Gallery
from engine.kernel.codes import code
from host import play
from host.books import Books
from host.film import Film
from host.play import Click
from proof.worlds.channels import AFTERWARDS, CHANNELS, Channel
from proof.worlds.hearing import listening
from proof.worlds.onlooker import Onlooker
from proof.worlds.pairs import Move, Pair
from proof.worlds.pictures import PAINTINGS
from tests.host.hosting import PEOPLE

LOG_LINES, BROKEN = "log lines", b"it broke: "
Galleries = tuple[Gallery, Gallery]
Told = dict[str, bytes]  # by the name of the channel


class Comparison:
    """One world of a viewer against others that look the same to them."""

    def __init__(self, first: Pair, rng: Random) -> None:
        self.first = first
        self.tempting = first.tempting(rng)
        self.step = rng.randint(0, first.house.table.version)
        self.move = first.move(rng)
        self.pictured = Told()
        self.rest, self.after = self._told(first.here, first.house.film, self.move)

    def differing(self, pair: Pair) -> dict[str, str]:
        """The channels that tell the worlds apart, with what they say."""
        move = self.move if self.move and pair.has(self.move) else None
        rest, after = self._told(pair.there, pair.other_film, move)
        return compared(self.rest, rest) | (compared(self.after, after) if move else {})

    async def differing_in_pictures(self, pair: Pair, galleries: Galleries) -> dict[str, str]:
        """Each world has its own studio, so that nothing is the same by memory."""
        here, there = galleries
        if not self.pictured:
            self.pictured = await self._shown(pair.here, pair.house.film, here)
        return compared(self.pictured, await self._shown(pair.there, pair.other_film, there))

    async def _shown(self, state: Any, film: Film, gallery: Gallery) -> Told:
        with self.first.house.world(state) as books, listening() as lines:
            one = self._onlooker(books, film)
            found = {name: await painting(one, gallery) for name, painting in PAINTINGS.items()}
        return found | {f"{LOG_LINES} of pictures": "\n".join(lines).encode()}

    @property
    def size(self) -> int:
        told = chain(self.rest.values(), self.after.values(), self.pictured.values())
        return sum(map(len, told))

    def _told(self, state: Any, film: Film, move: Move | None) -> tuple[Told, Told]:
        """Before the click and after it."""
        house, after = self.first.house, Told()
        with house.world(state) as books:
            one = self._onlooker(books, film)
            rest = told(one)
            if move is not None:
                click = Click(PEOPLE[move.seat].id, code(move.action))
                with listening() as lines:
                    played = play.played(play.act(books, house.table.id, click))
                mine = played if move.seat == one.viewer.seat else None
                after = told(one.later(mine), AFTERWARDS, f" after “{code(move.action)}”", lines)
        return rest, after

    def _onlooker(self, books: Books, film: Film) -> Onlooker:
        first = self.first
        return Onlooker(first.house, books, first.viewer, film, self.step, self.tempting)


def told(
    one: Onlooker, names: Iterable[str] = CHANNELS, when: str = "", heard: Iterable[str] = ()
) -> Told:
    with listening() as lines:
        found = {f"{name}{when}": _heard(CHANNELS[name], one) for name in names}
    return found | {f"{LOG_LINES}{when}": "\n".join([*heard, *lines]).encode()}


def _heard(channel: Channel, one: Onlooker) -> bytes:
    try:
        found = channel(one)
    except Exception as error:
        return BROKEN + type(error).__name__.encode()
    return found if isinstance(found, bytes) else repr(found).encode()


def compared(here: Told, there: Told) -> dict[str, str]:
    """What broke in both worlds tells nothing, but it proves nothing either."""
    names = [
        name
        for name in dict.fromkeys(chain(here, there))
        if here.get(name) != there.get(name) or here[name].startswith(BROKEN)
    ]
    return {name: _apart(here.get(name, b""), there.get(name, b"")) for name in names}


def _apart(here: bytes, there: bytes) -> str:
    """A little of both, from where they part."""
    both = zip(here, there, strict=False)
    same = next((n for n, (mine, other) in enumerate(both) if mine != other), 0)
    found = (each[max(0, same - 30) : same + 40].decode(errors="replace") for each in (here, there))
    return " / ".join(found)
