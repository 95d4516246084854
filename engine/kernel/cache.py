"""A cache with a size limit, for states, pictures and texts; what was used last stays longest."""

from collections import OrderedDict
from collections.abc import Hashable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """Holds a limited number or total size of values; with a lock threads may share it."""

    def __init__(self, limit: int, lock: AbstractContextManager[Any] | None = None) -> None:
        self.limit = limit
        self._size = 0
        self._lock = lock or nullcontext()
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()  # the oldest first

    def get(self, key: K) -> V | None:
        with self._lock:
            if key not in self._entries:
                return None
            self._entries.move_to_end(key)
            return self._entries[key][0]

    def put(self, key: K, value: V, size: int = 1) -> V:
        """Store a value and return it; one that is larger than the whole limit is only returned."""
        with self._lock:
            self._drop(key)
            if size <= self.limit:
                self._entries[key] = value, size
                self._size += size
            while self._size > self.limit:
                self._drop(next(iter(self._entries)))
        return value

    def pop(self, key: K) -> V | None:
        with self._lock:
            return self._drop(key)

    def _drop(self, key: K) -> V | None:
        value, size = self._entries.pop(key, (None, 0))
        self._size -= size
        return value

    def keys(self) -> list[K]:
        """List what is stored, the oldest first."""
        with self._lock:
            return [*self._entries]

    def __len__(self) -> int:
        return len(self._entries)
