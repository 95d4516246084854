"""People who keep a screen open while the bot is killed, and press it in a later life."""

import asyncio
import re
from collections import Counter

from cogs import ids
from proof.kill.clicks import Clicked, Fate
from proof.kill.errands import Errand
from proof.kill.hall import Hall
from proof.shown import is_wordless
from sandbox.driver import parts
from sandbox.world import Json
from testing.people import buttons, is_ephemeral, text

LATE, PAUSE = 0.3, 0.05  # seconds until a press, at most; between two looks
OFTEN = 0.35  # of the lives, where there are many


class Keeper:
    """At most once in a life presses what an earlier one has drawn."""

    def __init__(self, hall: Hall, errand: Errand) -> None:
        self.hall, self.errand, self.rng = hall, errand, hall.rng
        self.is_sure = True  # what became of the last press
        self.is_heard = True
        self.pressed: Counter[str] = Counter()  # by what a button says about itself

    async def live(self) -> None:
        often = OFTEN if self.hall.is_large else 1.0
        while self.pressed.total() < self.errand.most:
            await self.hall.alive.wait()
            life = self.hall.life
            await asyncio.sleep(self.rng.uniform(0, LATE))
            if self.hall.alive.is_set() and self.rng.random() < often:
                await self.go()
            while self.hall.life == life:
                await asyncio.sleep(PAUSE)

    async def go(self) -> None:
        """As long as somebody answers: else the bot was killed meanwhile."""
        found, self.is_heard = self._open_one(), True
        if found and self.hall.is_old(found[0]):
            await self._press(*found)
        if self.is_heard and not self._open_one():
            await self._open()

    def _open_one(self) -> tuple[Json, Json] | None:
        """The newest message with something of this kind, and what was pressed least in it."""
        for message in reversed(self.hall.sandbox.messages(self.errand.who, self.errand.channel)):
            offered = [part for part in parts(message) if self._is_of_use(part)]
            if offered:
                self.rng.shuffle(offered)
                return message, min(offered, key=lambda part: self.pressed[_name(part)])
        return None

    def _is_of_use(self, part: Json) -> bool:
        custom_id, errand = part.get("custom_id", ""), self.errand
        is_such = custom_id.startswith(f"{errand.kind}:") and re.search(errand.what, custom_id)
        return bool(is_such) and not part.get("disabled")

    async def _press(self, message: Json, part: Json) -> None:
        chosen = self._chosen(part)
        clicked = await self.hall.press(self.errand.who, message, part["custom_id"], chosen)
        if clicked is None:
            return
        was_sure, self.is_sure = self.is_sure, self._listen(clicked)
        self.pressed[_name(part)] += self.is_heard  # what was cut off is tried again
        if was_sure and self.is_sure:
            self._judge(clicked)
        self._put_away(clicked, message)

    def _listen(self, clicked: Clicked | None) -> bool:
        """None: what was to be pressed is gone, so nothing was asked."""
        self.is_heard = clicked is None or clicked.fate is Fate.ANSWERED
        return self.is_heard

    def _chosen(self, part: Json) -> list[str] | None:
        found = [each["value"] for each in part.get("options") or ()]
        found = [value for value in found if re.search(self.errand.values, value)]
        return [self.rng.choice(found)] if found else None

    def _judge(self, clicked: Clicked) -> None:
        shown = self.hall.answer_to(clicked)
        said = text(shown) if shown else ""
        is_gone = shown is None and is_wordless(clicked.interaction)
        is_right = is_gone or re.search(self.errand.says, said)
        self.hall.trial.check(is_right, f"a screen is dead after a kill: {clicked} gives {said!r}")

    def _put_away(self, clicked: Clicked, pressed: Json) -> None:
        """What only they see, unless they can go on with it."""
        shown = self.hall.answer_to(clicked)
        if shown is None or not is_ephemeral(shown):
            return
        if shown["id"] != pressed["id"] or not any(map(self._is_of_use, parts(shown))):
            self.hall.sandbox.server.people.dismiss(str(clicked.user), shown["id"])

    async def _open(self) -> None:
        for step in self.errand.opening:
            if not self._listen(await self._take(step)):
                return

    async def _take(self, step: str) -> Clicked | None:
        errand = self.errand
        if step.startswith("/"):
            given = errand.given if step == errand.opening[0] else {}
            return await self.hall.type(errand.by or errand.who, step, errand.channel, **given)
        found = self._labelled(step)
        return await self.hall.press(errand.who, *found) if found else None

    def _labelled(self, label: str) -> tuple[Json, str] | None:
        for message in reversed(self.hall.sandbox.messages(self.errand.who, self.errand.channel)):
            for part in buttons(message):
                if part.get("label") == label:
                    return message, part["custom_id"]
        return None


def _name(part: Json) -> str:
    press = ids.read(part["custom_id"])
    return press.text if press else ""
