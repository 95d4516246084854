"""A benchmark process: reads "games seed" from stdin, answers "actions seconds" on stdout."""

import sys
import time
from collections.abc import Callable

Playout = Callable[[int, int], int]  # games, seed -> actions played


def serve(playout: Playout) -> None:
    print("ready", flush=True)
    for line in sys.stdin:
        games, seed = map(int, line.split())
        started = time.perf_counter()
        actions = playout(games, seed)
        print(actions, time.perf_counter() - started, flush=True)
