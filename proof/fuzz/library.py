"""Through the library: raw interactions over the gateway, one by one, each judged by itself."""

import asyncio
from collections.abc import Iterator

from proof.fuzz.acts import NOTHING, Act, act_of
from proof.fuzz.answers import answer_faults
from proof.fuzz.deeds import Deed, Sight
from proof.fuzz.facts import Archive, Facts, is_different, part
from proof.fuzz.honest import Honest
from proof.fuzz.law import offences
from proof.fuzz.looks import WATCHED, Looks
from proof.fuzz.overheard import Overheard, is_said_again
from proof.fuzz.payloads import Forger
from proof.fuzz.scene import Scene, opened
from proof.fuzz.sending import Post, Sent
from proof.fuzz.tally import WHOLE, Tally
from proof.trial import Trial
from sandbox.driver import PATIENCE, Failed
from sandbox.interactions import DEFER_UPDATE, Interaction
from sandbox.messages import remove_message
from sandbox.world import Json
from testing.database_rules import faults

UNIT = "interactions"
LOOK_EVERY, MOVE_EVERY, RENEW_EVERY, CHECK_EVERY = 20, 20, 400, 4_000
KEPT = 40  # answers that stay where they are, to be pressed on
UNREADABLE = "an interaction could not be parsed"  # what the bot may say of what nobody sends
LOST = ("could not deliver an answer", "Ignoring exception in autocomplete")


async def hurl(trial: Trial) -> None:
    """As many as are to be sent, at tables that go on meanwhile."""
    if not trial.goes_on(UNIT):
        return
    async with opened(trial.folder, trial.rng, trial.with_a_mutant) as scene:
        archive, looks = Archive(scene.file), Looks(trial, scene)
        try:
            await _Bout(trial, scene, archive, looks).go_on()
        finally:
            looks.close()
            archive.close()


class _Bout:
    def __init__(self, trial: Trial, scene: Scene, archive: Archive, looks: Looks) -> None:
        self.trial, self.scene, self.archive, self.looks = trial, scene, archive, looks
        self.sight = Sight(scene)
        self.forger, self.post, self.tally = Forger(self.sight), Post(scene), Tally()
        self.honest, self.overheard = Honest(scene), Overheard(scene.world, archive)
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
        self._close()

    def _close(self) -> None:
        trial = self.trial
        trial.counts["honest actions"] += self.honest.actions
        trial.check(self.honest.actions, "nobody has played honestly")
        self.tally.close(trial, self.forger.commands.names)
        self.post.judge(trial)
        if trial.counts[UNIT] >= WHOLE:
            trial.check(trial.counts[WATCHED], "no watcher has looked at a table")

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
            self.sight.renew(self.facts)

    async def _move_on(self) -> None:
        try:
            await self.honest.move_on()
        except Failed as failure:
            self.trial.fault(f"an honest press: {failure}")
        await self._quiet()
        for complaint in self.scene.complaints():
            self.trial.fault(f"an honest press: {complaint}")

    # One interaction

    async def _one(self, deed: Deed) -> None:
        self.overheard.begin()
        sent = await self.post.send(deed)
        after = None if deed.is_possible else await self._lives_on(deed)
        await self._quiet(deed)
        before, self.facts = (
            self.facts,
            self.archive.facts() if self.archive.has_changed() else self.facts,
        )
        is_changed = before is not self.facts and is_different(before, self.facts)
        act = act_of(sent.payload)
        self._count(deed, act, is_changed)
        for fault in self._judged(deed, sent, act, before, is_changed):
            self.trial.fault(f"{deed.what}: {fault}")
        message = self._message(sent.found)
        for fault in await self.looks.faults(act, sent.found, message, self.facts, is_changed):
            self.trial.fault(f"{deed.what}: {fault}")
        for each in (sent.found, after):
            self._tidy(each)

    def _count(self, deed: Deed, act: Act, is_changed: bool) -> None:
        self.tally.sent(deed, act)
        self.trial.counts["of them broken"] += not deed.is_possible
        self.trial.counts["with an effect"] += is_changed
        if is_changed:
            self.tally.had_an_effect(act)

    async def _lives_on(self, deed: Deed) -> Interaction | None:
        found = await self.post.lives_on(deed.user)
        self.trial.check(found, f"{deed.what}: the bot does not go on after it")
        return found

    def _judged(
        self, deed: Deed, sent: Sent, act: Act, before: Facts, is_changed: bool
    ) -> Iterator[str]:
        if before is not self.facts:
            yield from offences(act, before, self.facts, self.archive)
        if not is_changed:
            yield from self.overheard.faults(act, deed.user, self.facts)
        complaints = self.scene.complaints()
        is_read = deed.is_possible or not any(UNREADABLE in each for each in complaints)
        for complaint in complaints:
            if deed.is_possible or not _is_natural(complaint, sent):
                yield complaint
        if deed.is_possible or (is_read and sent.is_to_be_answered):
            message = self._message(sent.found)
            asked = act if act is not NOTHING else act._replace(user=int(deed.user))
            may_be_silent = is_changed or self._is_said(asked, sent.found)
            yield from answer_faults(asked, sent.found, message, self.facts, may_be_silent)

    def _is_said(self, act: Act, found: Interaction) -> bool:
        """Elsewhere, before, or late: on the message that was pressed on."""
        is_late = found.answer == DEFER_UPDATE and self.overheard.is_edited(found.message)
        return is_late or is_said_again(act, self.facts)

    def _message(self, found: Interaction) -> Json | None:
        """What the one who asked reads now."""
        return self.scene.world.messages.get(found.channel_id, {}).get(found.original or "")

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

    def _tidy(self, found: Interaction | None) -> None:
        """Only some answers stay, for the next ones to press on."""
        world, message = self.scene.world, self._message(found) if found else None
        if message is None or message["id"] not in world.private:
            return
        if message not in self.kept:
            self.kept.append(message)
        while len(self.kept) > KEPT:
            old = self.kept.pop(self.trial.rng.randrange(len(self.kept)))
            if old["id"] in world.messages.get(old["channel_id"], {}):
                remove_message(world, old)

    async def _check_all(self) -> None:
        """The whole file, replayed."""
        await self._quiet()
        for fault in faults(self.scene.file):
            self.trial.fault(f"the file: {fault}")
        for table in {key[1] for key in self.facts if key[0] == "table"}:
            if part(self.facts, table, "phase") == "aside":
                self.trial.fault(f"table {table} was set aside")


def _is_natural(complaint: str, sent: Sent) -> bool:
    """What must be said of an interaction that nobody can read, or whose answer has no address."""
    is_lost = any(each in complaint for each in LOST) and not sent.is_addressed
    return is_lost or UNREADABLE in complaint
