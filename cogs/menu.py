"""Menus of the legal codes: few clicks to reach each, for any game, within Discord's limits.

The codes form a tree of words. A menu shows the longest beginnings that fit into one select. If
there is only one way to go on, nothing is asked; several words from one pool are chosen together.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.kernel.codes import Action

MOST = 25  # options of a select
MAX_BUTTONS = 9  # that a person can take in at a glance


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One option: an action, or the beginning of several."""

    words: Action
    actions: tuple[Action, ...]

    @property
    def is_action(self) -> bool:
        return self.actions == (self.words,)


@dataclass(frozen=True, slots=True)
class MultiSelect:
    """A select in which several words are chosen at once, between `least` and `most`."""

    pool: Action
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Menu:
    """What may follow a beginning."""

    path: Action
    entries: tuple[MenuEntry, ...] = ()
    page: int = 0
    pages: int = 1
    multi_select: MultiSelect | None = None


def verbs(actions: Sequence[Action]) -> list[MenuEntry]:
    """Return the first level of a menu, in the order of the actions."""
    by_verb: dict[Action, list[Action]] = {}
    for action in actions:
        by_verb.setdefault(action[:1], []).append(action)
    return [_entry(verb, rest) for verb, rest in by_verb.items()]


def first_level(actions: Sequence[Action]) -> list[MenuEntry]:
    """Return the verbs; those with the fewest actions show them at once if there is room."""
    entries = verbs(actions)
    for entry in sorted(entries, key=lambda each: len(each.actions)):
        if not entry.is_action and len(entries) - 1 + len(entry.actions) <= MAX_BUTTONS:
            place = entries.index(entry)
            entries[place : place + 1] = [_entry(action, [action]) for action in entry.actions]
    return entries


def _entry(words: Action, actions: Sequence[Action]) -> MenuEntry:
    """Make an option; if only one action can follow, the option is that action."""
    return MenuEntry(actions[0] if len(actions) == 1 else words, tuple(actions))


def menu(
    actions: Sequence[Action], path: Action, page: int = 0, has_multi_selects: bool = True
) -> Menu:
    """Return what may follow this beginning; no entries if there is nothing (any more)."""
    below = [action for action in actions if action[: len(path)] == path]
    entries = _entries(below, len(path))
    if has_multi_selects and not all(entry.is_action for entry in entries):
        multi_select = _multi_select(below, len(path))
        if multi_select:
            return Menu(path, multi_select=multi_select)
    pages = -(-len(entries) // MOST) or 1
    page = min(max(page, 0), pages - 1)
    return Menu(path, tuple(entries[page * MOST : (page + 1) * MOST]), page, pages)


def _entries(actions: Sequence[Action], depth: int) -> list[MenuEntry]:
    """Return the longest beginnings that fit into one select, or the shortest if none do."""
    entries = _cut(actions, depth + 1)
    while len(entries) <= MOST and not all(entry.is_action for entry in entries):
        depth += 1
        longer = _cut(actions, depth + 1)
        if len(longer) > MOST:
            break
        entries = longer
    return entries


def _cut(actions: Sequence[Action], depth: int) -> list[MenuEntry]:
    """Group actions by their first words; an action that is also a beginning stands alone."""
    by_beginning: dict[tuple[Action, bool], list[Action]] = {}
    for action in actions:
        by_beginning.setdefault((action[:depth], len(action) < depth), []).append(action)
    entries = []
    for (words, _), rest in by_beginning.items():
        whole = [action for action in rest if action == words]
        longer = [action for action in rest if action != words]
        entries += [_entry(words, part) for part in (whole, longer) if part]
    return entries


def _multi_select(actions: Sequence[Action], depth: int) -> MultiSelect | None:
    """Return the pool of words if the actions are exactly its subsets of certain sizes."""
    tails = [Counter(action[depth:]) for action in actions]
    pool: Counter[str | int] = Counter()
    for tail in tails:
        pool |= tail
    sizes = {tail.total() for tail in tails}
    least, most = min(sizes), max(sizes)
    if pool.total() > MOST or most < 2 or sizes != set(range(least, most + 1)):
        return None
    if len(actions) != sum(_parts(pool, size) for size in sizes):
        return None
    return MultiSelect(tuple(sorted(pool.elements(), key=str)), least, most)


def _parts(pool: Counter[str | int], size: int) -> int:
    """Count the different subsets of this size."""
    ways = [1] + [0] * size
    for many in pool.values():
        ways = [sum(ways[max(0, n - many) : n + 1]) for n in range(size + 1)]
    return ways[size]


def action_chosen(actions: Sequence[Action], path: Action, words: Iterable[str]) -> Action | None:
    """Return the action with these words, in whatever order they were chosen."""
    wanted = Counter(words)
    for action in actions:
        tail = action[len(path) :]
        if action[: len(path)] == path and Counter(map(str, tail)) == wanted:
            return action
    return None


def heading(labels: Sequence[str]) -> str:
    """Return what several labels have in common at their beginning, in whole words."""
    first, last = min(labels), max(labels)
    same = next((n for n, (a, b) in enumerate(zip(first, last)) if a != b), len(first))  # noqa: B905
    while same and first[same - 1] != " ":
        same -= 1
    return f"{first[:same].rstrip(' ,;:→')} …".strip()
