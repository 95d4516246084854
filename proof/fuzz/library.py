"""Through the library: raw interactions over the gateway, one by one, each judged by itself."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress

from cogs.ids import page_id
from proof.fuzz.acts import NOTHING, Act, act_of
from proof.fuzz.answers import answer_faults
from proof.fuzz.deeds import Deed, Sight
from proof.fuzz.facts import Archive, Facts, changed, part, seat_of
from proof.fuzz.law import offences
from proof.fuzz.payloads import Forger
from proof.fuzz.scene import Scene, opened
from proof.proof import planted
from proof.trial import Trial
from sandbox.driver import PATIENCE, Failed
from sandbox.interactions import COMPONENT, Interaction
from sandbox.world import EPHEMERAL, Json
from tests.host.faults import faults

UNIT = "interactions"
LOOK_EVERY, MOVE_EVERY, RENEW_EVERY, CHECK_EVERY = 20, 20, 400, 4_000
SHOWN = frozenset({*"amsbo", "t:hand", "t:look", "/hand", "/board"})  # they show a table
KEPT = 40  # answers that stay where they are, to be pressed on


async def hurl(trial: Trial) -> None:
    """As many as are to be sent, at tables that go on meanwhile."""
    if not trial.goes_on(UNIT):
        return
    async with opened(trial.folder, trial.rng, trial.with_a_mutant) as scene:
        archive = Archive(scene.file)
        try:
            await _Bout(trial, scene, archive).go_on()
        finally:
            archive.close()


class _Bout:
    def __init__(self, trial: Trial, scene: Scene, archive: Archive) -> None:
        self.trial, self.scene, self.archive = trial, scene, archive
        self.sight = Sight(scene)
        self.forger = Forger(self.sight)
        self.facts: Facts = {}
        self.kept: list[Json] = []

    async def go_on(self) -> None:
        await self._quiet()
        self.trial.did(UNIT, 0)  # so that it is told before its parts
        number = 0
        while self.trial.goes_on(UNIT):
            await self._between(number)
            await self._one(self.forger.next())
            self.trial.did(UNIT)
            number += 1
        await self._check_all()
        self.trial.counts["honest actions"] += self.scene.honest
        self.trial.check(self.scene.honest, "nobody has played honestly")

    async def _between(self, number: int) -> None:
        """The tables go on, and are seen anew."""
        if number and number % RENEW_EVERY == 0:
            await self.scene.renew()
        if number % MOVE_EVERY == MOVE_EVERY - 1:
            await self._move_on()
        if number and number % CHECK_EVERY == 0:
            await self._check_all()
        if number % LOOK_EVERY == 0:
            await self._quiet()
            self.sight.renew()

    async def _move_on(self) -> None:
        try:
            await self.scene.move_on()
        except Failed as failure:
            self.trial.fault(f"an honest press: {failure}")
        await self._quiet()
        for complaint in self.scene.complaints():
            self.trial.fault(f"an honest press: {complaint}")

    # One interaction

    async def _one(self, deed: Deed) -> None:
        found, payload = await self._sent(deed)
        if not deed.is_possible:
            self.trial.counts["of them broken"] += 1
            await self._lives_on(deed)
        await self._quiet(deed)
        before, self.facts = (
            self.facts,
            self.archive.facts() if self.archive.has_changed() else self.facts,
        )
        is_changed = before is not self.facts and bool(changed(before, self.facts))
        if is_changed:
            self.trial.counts["with an effect"] += 1
        for fault in self._judged(deed, found, payload, before, is_changed):
            self.trial.fault(f"{deed.what}: {fault}")
        if deed.is_possible and not is_changed and await self._peeks(act_of(payload), found):
            self.trial.fault(f"{deed.what}: somebody who does not sit there sees a hand")
        self._tidy(found)

    async def _sent(self, deed: Deed) -> tuple[Interaction, Json]:
        desk, sent = self.scene.sandbox.server.desk, {}
        ordinary = desk.payload

        def payload(found: Interaction) -> Json:
            made = ordinary(found)
            if deed.bend:
                deed.bend(made)
            sent.update(made)
            return made

        channel = self.scene.world.channel(deed.channel)
        with planted(desk, "payload", payload):
            found = desk.begin(deed.type, deed.user, channel, deed.data, deed.message)
        if deed.is_possible:
            await self._answered(found)
        else:
            await self.scene.sandbox.server.gateway.flush()
        return found, sent

    async def _answered(self, found: Interaction) -> None:
        with suppress(Failed, TimeoutError):  # which is seen in it
            await self.scene.sandbox._outcome(found)

    async def _lives_on(self, deed: Deed) -> None:
        """After what nobody can answer the next one is answered all the same."""
        lounge = self.scene.world.messages[self.scene.sandbox.channel("lounge")].values()
        board = next(each for each in lounge if not each["flags"] & EPHEMERAL)
        data = {"custom_id": page_id("help", 1), "component_type": 2, "id": 1}
        desk, channel = (
            self.scene.sandbox.server.desk,
            self.scene.world.channel(board["channel_id"]),
        )
        found = desk.begin(COMPONENT, deed.user, channel, data, board)
        await self._answered(found)
        if (
            found.answer is None
            or self.scene.sandbox._run is None
            or self.scene.sandbox._run.done()
        ):
            self.trial.fault(f"{deed.what}: the bot does not go on after it")
            await self._begin_again()
        self._tidy(found)

    async def _begin_again(self) -> None:
        sandbox = self.scene.sandbox
        if sandbox._run and sandbox._run.done():
            sandbox._run.exception()
            sandbox._run = None
        await sandbox.restart_bot()

    def _judged(
        self, deed: Deed, found: Interaction, payload: Json, before: Facts, is_changed: bool
    ) -> Iterator[str]:
        act = act_of(payload)
        if is_changed:
            yield from offences(act, before, self.facts, self.archive)
        complaints = self.scene.complaints()
        if not deed.is_possible:
            return
        yield from complaints
        message = self._message(found)
        asked = act if act is not NOTHING else act._replace(user=int(deed.user))
        yield from answer_faults(asked, found, message, self.facts, is_changed)

    def _message(self, found: Interaction) -> Json | None:
        """What the one who asked reads now."""
        return self.scene.world.messages.get(found.channel_id, {}).get(found.original or "")

    async def _peeks(self, act: Act, found: Interaction) -> bool:
        """Whether a watcher was shown a picture that is not for everybody."""
        message = self._message(found)
        if message is None or not message["attachments"] or act.word not in SHOWN:
            return False
        table = act.table
        if act.word.startswith("/"):
            table = await self.scene.table_here(act.channel, act.user or 0)
        if table is None or part(self.facts, table, "phase") != "playing":
            return False
        if seat_of(self.facts, table, act.user):
            return False
        self.trial.counts["looks of watchers"] += 1
        names = {each["filename"] for each in message["attachments"]}
        return not names <= await self.scene.public_pictures(table)

    # Around it

    async def _quiet(self, deed: Deed | None = None) -> None:
        """Everything is done and said."""
        what = deed.what if deed else "an honest press"
        try:
            await self.scene.still()
            async with asyncio.timeout(PATIENCE):
                while self.archive.letters():
                    await asyncio.sleep(0.003)
        except TimeoutError:
            self.trial.fault(f"{what}: something is never done or said")
        if deed is None and self.archive.has_changed():
            self.facts = self.archive.facts()

    def _tidy(self, found: Interaction) -> None:
        """Only some answers stay, for the next ones to press on."""
        world, key = self.scene.world, found.original or ""
        message = self._message(found)
        if message is None or key not in world.private:
            return
        if message not in self.kept:
            self.kept.append(message)
        while len(self.kept) > KEPT:
            old = self.kept.pop(self.trial.rng.randrange(len(self.kept)))
            if old["id"] in world.messages.get(old["channel_id"], {}):
                world.remove(old)

    async def _check_all(self) -> None:
        """The whole file, replayed."""
        await self._quiet()
        for fault in faults(self.scene.file):
            self.trial.fault(f"the file: {fault}")
        for table in {key[1] for key in self.facts if key[0] == "table"}:
            if part(self.facts, table, "phase") == "aside":
                self.trial.fault(f"table {table} was set aside")
