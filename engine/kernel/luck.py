"""Roll dice and shuffle with labeled streams: luck doesn't depend on the order of clicks."""

import hashlib
import hmac
import os
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any, ClassVar, Protocol

from pydantic import ConfigDict

WORD = 1 << 32
MASK = (1 << 64) - 1


class Luck(Protocol):
    """Each label names one stream; the same label always gives the same luck."""

    def dice(self, count: int, *label: str | int) -> tuple[int, ...]: ...
    def below(self, limit: int, *label: str | int) -> int: ...
    def belows(self, limits: Iterable[int], *label: str | int) -> Iterator[int]:
        """Yield a random number below each limit, all from one stream; limits are read lazily."""

    def shuffle(self, cards: list[Any], *label: str | int) -> None: ...
    def copy(self) -> "Luck": ...


def new_key() -> bytes:
    return os.urandom(32)


def commitment(key: bytes) -> str:
    """Return the key's hash, published before anyone joins; the key follows at the end."""
    return hashlib.sha256(key).hexdigest()


@dataclass(slots=True)
class KeyedLuck:
    """The luck of real tables: HMAC-SHA256 of a secret key, with rejection sampling."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(
        ser_json_bytes="hex", val_json_bytes="hex"
    )

    key: bytes = field(repr=False)

    def copy(self) -> "KeyedLuck":
        return self

    def _words(self, label: tuple[str | int, ...]) -> Iterator[int]:
        name = "/".join(map(str, label))
        for block in range(1 << 32):
            digest = hmac.digest(self.key, f"{name}#{block}".encode(), "sha256")
            for i in range(0, 32, 4):
                yield int.from_bytes(digest[i : i + 4], "big")

    def belows(self, limits: Iterable[int], *label: str | int) -> Iterator[int]:
        words = self._words(label)
        for limit in limits:
            ceiling = WORD - WORD % limit
            yield next(word for word in words if word < ceiling) % limit

    def below(self, limit: int, *label: str | int) -> int:
        return next(self.belows((limit,), *label))

    def dice(self, count: int, *label: str | int) -> tuple[int, ...]:
        return tuple(n + 1 for n in self.belows((6,) * count, *label))

    def shuffle(self, cards: list[Any], *label: str | int) -> None:
        positions = range(len(cards) - 1, 0, -1)
        picks = self.belows((position + 1 for position in positions), *label)
        for position, pick in zip(positions, picks, strict=True):
            cards[position], cards[pick] = cards[pick], cards[position]


class _Numbers(dict[str | int, int]):
    """Words of labels as numbers, the same in every process."""

    def __missing__(self, part: str | int) -> int:
        self[part] = part if isinstance(part, int) else zlib.crc32(part.encode())
        return self[part]


_number = _Numbers().__getitem__


_FACES: list[list[tuple[int, ...]]] = [
    list(product(range(1, 7), repeat=count)) for count in range(5)
]


@dataclass(slots=True)
class FastLuck:
    """A quick replacement for simulations: labeled like the real one, but easy to guess."""

    seed: int

    def copy(self) -> "FastLuck":
        return self

    def _start(self, label: tuple[str | int, ...]) -> int:
        x = hash((self.seed, *map(_number, label))) & MASK  # of integers: no hash seed in it
        return (x ^ x >> 32) * 0xD6E8FEB86659FD93 >> 32 & MASK

    def below(self, limit: int, *label: str | int) -> int:
        return self._start(label) % limit

    def belows(self, limits: Iterable[int], *label: str | int) -> Iterator[int]:
        x = self._start(label)
        for limit in limits:
            x = (x * 0x5851F42D4C957F2D + 0x14057B7EF767814F) & MASK
            yield (x >> 33) % limit

    def dice(self, count: int, *label: str | int) -> tuple[int, ...]:
        x = self._start(label)
        rolled: tuple[int, ...] = ()
        while count > 4:
            x, face = divmod(x, 6)
            rolled += (face + 1,)
            count -= 1
        return rolled + _FACES[count][x % len(_FACES[count])]

    def shuffle(self, cards: list[Any], *label: str | int) -> None:
        digest = hashlib.shake_128(self._start(label).to_bytes(8, "big")).digest(4 * len(cards))
        order = sorted(zip(memoryview(digest).cast("I"), range(len(cards)), strict=True))
        cards[:] = [cards[place] for _, place in order]


@dataclass(slots=True)
class ScriptedLuck:
    """The luck of scenarios: the next dice are given, everything else comes from the key."""

    rolls: tuple[int, ...]
    after: KeyedLuck
    rolled: int = 0

    def copy(self) -> "ScriptedLuck":
        return ScriptedLuck(self.rolls, self.after, self.rolled)

    def below(self, limit: int, *label: str | int) -> int:
        return self.after.below(limit, *label)

    def belows(self, limits: Iterable[int], *label: str | int) -> Iterator[int]:
        return self.after.belows(limits, *label)

    def dice(self, count: int, *label: str | int) -> tuple[int, ...]:
        written = self.rolls[self.rolled : self.rolled + count]
        self.rolled += len(written)
        return written + self.after.dice(count, *label)[len(written) :]

    def shuffle(self, cards: list[Any], *label: str | int) -> None:
        self.after.shuffle(cards, *label)


AnyLuck = KeyedLuck | FastLuck | ScriptedLuck
