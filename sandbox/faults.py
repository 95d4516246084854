"""Planted faults: what can go wrong between Discord and a bot, set up by tests."""

import re
from dataclasses import dataclass, field
from typing import Literal

Deed = Literal["answer", "answer after", "reset before", "reset after"]  # it was carried out
EVERY = "*"  # method


@dataclass
class Fault:
    """Happens to the next matching requests, instead of an answer or after it."""

    method: str
    path: str  # a regular expression for the path behind /api/v10
    deed: Deed = "answer"
    status: int = 500
    code: int = 0  # such as 50013 beside a 403: Missing Permissions
    message: str = "A planted fault"
    times: int = 1
    retry_after: float = 0.05
    is_global: bool = False  # a 429 for everything
    is_from_afar: bool = False  # a 429 that isn't from Discord itself: a ban
    met: float = 0.0  # when it was last met, in seconds
    place: str = ""  # the path that last met it

    def meets(self, method: str, path: str) -> bool:
        is_it = self.method in (method, EVERY) and bool(re.search(self.path, path))
        return self.times > 0 and is_it


@dataclass
class Faults:
    """The faults still to happen, and what happens to interactions on their way to the bot."""

    planted: list[Fault] = field(default_factory=list)
    drop: int = 0  # this many of the next interactions never arrive
    duplicate: int = 0  # ... arrive twice
    echo: int = 0  # ... arrive, and again when those on hold are released
    hold: bool = False  # ... are put on hold until they are released, newest first

    def plant(self, fault: Fault) -> Fault:
        self.planted.append(fault)
        return fault

    def next(self, method: str, path: str) -> Fault | None:
        for fault in self.planted:
            if fault.meets(method, path):
                fault.times -= 1
                fault.place = path
                return fault
        return None
