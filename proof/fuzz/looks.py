"""What an answer lets its reader see: no card and no picture that is another's secret."""

import re
from collections.abc import Iterator
from typing import Any

from proof.fuzz.acts import Act
from proof.fuzz.facts import Facts, part, seat_of
from proof.fuzz.memory import Memory
from proof.fuzz.scene import Scene
from proof.secrets.words import cards_in
from proof.trial import Trial
from sandbox.interactions import DEFER_UPDATE, Interaction
from sandbox.world import Json

ELSEWHERE = frozenset({"t:rules", "t:door"})  # all cards there are; hands of all tables follow
TYPED = ("hand", "board", "play", "log", "leave", "end", "verify", "replay", "table")
STEPS = frozenset({"r", "t:replay", "/replay"})  # they may show an earlier moment
EXAMPLE = re.compile("(for example|such as) “[^”]*”((,| or) “[^”]*”)*")  # always the same
STEP = re.compile(r"\bStep (\d+) of \d+")
NOT_THEIRS = "the answer shows a picture that is not its reader's"
WATCHED = "looks of watchers"
HELD = "answers held against what their reader knows"


class Looks:
    def __init__(self, trial: Trial, scene: Scene) -> None:
        self.trial, self.scene = trial, scene
        self.memory = Memory(scene.file)

    async def faults(
        self, act: Act, found: Interaction, message: Json | None, facts: Facts, is_changed: bool
    ) -> list[str]:
        """Of a table that is being played; what is over is everybody's."""
        is_shown = found.answer != DEFER_UPDATE  # else what was pressed on stays as it was
        table = await self._table(act, facts) if is_shown else None
        if table is None or part(facts, table, "phase") != "playing":
            return []
        said = _choices(found) if message is None else [*_strings(message["components"])]
        seat = seat_of(facts, table, act.user)
        names = {each["filename"] for each in message["attachments"]} if message else set()
        shown = await self._shown(act, table, said, is_changed) if names else {}
        known = self.memory.seen(table, seat.number if seat else None) | _given(act)
        known |= cards_in(" ".join(shown.get(name, "") for name in names))
        self.trial.counts[WATCHED] += bool(names) and seat is None
        told = [*self._cards(table, known, " ".join(said))]
        is_theirs = names <= shown.keys() or is_changed  # it may have gone on since
        return told if is_theirs else [*told, NOT_THEIRS]

    async def _table(self, act: Act, facts: Facts) -> int | None:
        """What the answer is about; of a challenge it is the own attempt."""
        if act.word.removeprefix("?").startswith("/"):
            if act.word.lstrip("?/").split()[0] not in TYPED:
                return None
            number = act.options.get("table")
            if isinstance(number, int):
                return number
            return await self.scene.table_here(act.channel, act.user or 0)
        if act.word.startswith("c:"):
            own = (key[1] for key, row in facts.items() if _is_attempt(key, row, act))
            return max(own, default=None)
        return None if act.word in ELSEWHERE else act.table

    def _cards(self, table: int, known: set[str], text: str) -> Iterator[str]:
        self.trial.counts[HELD] += 1
        said = cards_in(EXAMPLE.sub("", text))
        for card in sorted((said - known) & self.memory.cards(table)):
            where = text[:150]
            yield f"the answer tells the card {card}, which its reader has never seen: {where!r}"

    async def _shown(
        self, act: Act, table: int, said: list[str], is_changed: bool
    ) -> dict[str, str]:
        """All pictures that its reader may look at, now or at the step that is shown."""
        step = next((found for each in said if (found := STEP.search(each))), None)
        if act.word in STEPS and step:
            return await self.scene.pictures(table, None, self.memory.at(table, int(step[1])))
        return {} if is_changed else await self.scene.pictures(table, act.user)

    def close(self) -> None:
        self.memory.close()


def _given(act: Act) -> set[str]:
    """What was typed or chosen may be said back."""
    return cards_in(" ".join([act.text, *act.values, *map(str, act.options.values())]))


def _is_attempt(key: Any, row: tuple[Any, ...], act: Act) -> bool:
    return bool(key[0] == "attempt" and row[1:3] == (act.table, act.user))


def _choices(found: Interaction) -> list[str]:
    if found.choices is None or not found.choices.done():
        return []
    return [*_strings(found.choices.result())]


def _strings(found: Any) -> Iterator[str]:
    """Everything that can be read in it, and what can be found out from its ids."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        for value in found.values():
            yield from _strings(value)
    elif isinstance(found, list):
        for value in found:
            yield from _strings(value)
