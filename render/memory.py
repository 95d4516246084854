"""A cache with a bound on bytes: what was not asked for longest goes first."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Kept = TypeVar("Kept")


class Memory(Generic[Kept]):
    def __init__(self, most: int) -> None:
        self.most = most
        self.held = 0
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, tuple[Kept, int]] = OrderedDict()

    def recall(self, key: Hashable) -> Kept | None:
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def keep(self, key: Hashable, thing: Kept, size: int) -> Kept:
        """What alone would be larger than the bound is not kept at all."""
        with self._lock:
            if size <= self.most and key not in self._kept:
                self._kept[key] = thing, size
                self.held += size
            while self.held > self.most:
                _, (_, freed) = self._kept.popitem(last=False)
                self.held -= freed
        return thing

    def __len__(self) -> int:
        return len(self._kept)
