"""Tables in every phase at the same time: raw interactions arrive one by one, each is judged.

Some arrive twice at the same moment, and whatever has changed something comes again at the end, or
a day later: the law judges all of that as one.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import cogs.client
from cogs.client import TableBot
from cogs.ids import ButtonKind, page_id
from cogs.table_buttons import TABLE_BUTTONS
from engine.kernel.codes import parse
from host.views import plans, view_table
from proof.fuzz.answers import SCREENS, answer_faults
from proof.fuzz.forger import Deed, Forger
from proof.fuzz.law import CHANGES, is_said_again, offences
from proof.proof import put
from proof.trial import Trial
from sandbox.interactions import (
    AUTOCOMPLETE,
    COMPONENT,
    DEFER_UPDATE,
    MODAL_SUBMIT,
    SLASH,
    Interaction,
)
from sandbox.messages import EPHEMERAL, remove_message
from sandbox.world import Event, Json
from testing.acts import NOTHING, PLAYS, Act, act_of
from testing.database_rules import faults
from testing.facts import Archive, Facts, changed, part
from testing.hosting import caller
from testing.people import BUTTON
from testing.scene.phases import all_phases, leaves, renew
from testing.scene.scene import MINUTE, Calm, Ended

UNIT = "interactions"
LOOK_EVERY, RENEW_EVERY, CHECK_EVERY = 20, 400, 4_000
WHOLE = 10_000  # so many must have reached everything
TWICE = 0.1  # of them arrive twice at the same moment
A_DAY, LAST_PLAYED = 25 * 60 * MINUTE, 10  # by then clicks are forgotten; so many are tried
BELLS = ("STRIKE", "HOUSE_KEEPING")  # ring less often meanwhile
KEPT = 40  # answers that stay where they are, to be pressed on
ADDRESS = ("id", "token", "application_id")  # without them no answer finds its way
ANSWERED = (SLASH, COMPONENT, MODAL_SUBMIT)  # of another type nothing is asked
UNREADABLE = "an interaction could not be parsed"  # what the bot may say of what nobody sends
LOST = ("could not deliver an answer", "Ignoring exception in autocomplete")


async def hurl(trial: Trial) -> None:
    """As many as are to be sent, at tables that go on meanwhile."""
    if trial.goes_on(UNIT):
        async with all_phases(trial.folder / "tables.sqlite", trial.rng) as s:
            await Bout(trial, s).go_on()


# These need something before that fuzz hardly ever does: a welcome, an invitation, older rules,
# long quiet hours. tests/cogs has them.
RARE = frozenset({"d:open", "d:solo", "d:thread", "h", "t:accept", "t:decline", "/table rules"})


class Bout:
    def __init__(self, trial: Trial, s: Calm) -> None:
        self.trial, self.s, self.world = trial, s, s.server.world
        self.archive, self.forger = Archive(s.database), Forger(s, trial.rng)
        self.facts: Facts = {}
        self.kept: list[Json] = []
        self.words: Counter[str] = Counter()
        self.effects: Counter[str] = Counter()
        self.events: list[Event] = []
        self.played: list[Json] = []  # payloads that have played an action
        self.world.listeners.append(self.events.append)

    async def go_on(self) -> None:
        for number in range(10**9):
            if not self.trial.goes_on(UNIT):
                break
            if number and number % RENEW_EVERY == 0:
                await self.s.restart_bot()  # what is pressed was drawn by an earlier process
                await renew(self.s)
            if number % LOOK_EVERY == 0:
                await self.s.until_quiet()
                self.facts = self.archive.facts()
                self.forger.renew(self.facts)
            if number and number % CHECK_EVERY == 0:
                self._check_file()
            await self._one(self.forger.next())
            self.trial.did(UNIT)
        await self.s.until_quiet()
        if not self.trial.is_caught:
            await self._a_day_later()
            self._check_file()
        self.archive.close()
        if self.trial.counts[UNIT] >= WHOLE:
            self._check_reach()

    async def _one(self, deed: Deed) -> None:
        self.events.clear()
        self.archive.has_changed()
        before = self.facts
        try:
            found, payload, is_addressed = await self._sent(deed)
            after = None if deed.is_possible else await self._lives_on(deed)
        except Ended:
            self.trial.fault(f"{deed.what}: the bot does not go on after it")
            await self.s.stop_bot()
            await self.s.start_bot()
            return
        self.facts = self.archive.facts() if self.archive.has_changed() else before
        act, different = act_of(payload), changed(before, self.facts)
        is_changed = any(key[0] != "clicks" for key in different)
        self.words.update({act.word: 1, f"kind {act.word[:1]}": 1})
        self.effects.update([act.word] if is_changed else ())
        is_asked = is_addressed and payload.get("type") in ANSWERED
        for fault in [
            *self._judged(deed, act, before, is_changed),
            *await self._answer(deed, found, act, is_changed, is_asked),
            *(await self._echoed(payload) if is_changed and deed.is_possible else ()),
        ]:
            self.trial.fault(f"{deed.what}: {fault}")
        self._tidy(found)
        self._tidy(after)

    # What comes again

    async def _echoed(self, payload: Json) -> list[str]:
        """It was carried out, and changes nothing more when it comes again."""
        if act_of(payload).word in PLAYS:
            self.played.append(payload)
        before = self.facts
        self.s.server.gateway.hear(Event("INTERACTION_CREATE", payload, frozenset()))
        await self.s.server.gateway.flush()
        await self.s.until_quiet()
        self.facts = self.archive.facts()
        names = {key[0] for key in changed(before, self.facts)} - {"posts"}
        return [f"when it comes again, it changes {', '.join(sorted(names))}"] if names else []

    async def _a_day_later(self) -> None:
        """By then clicks are forgotten, but what was played is not played again."""
        with put(*((cogs.client, name, 3600.0) for name in BELLS))():
            await self.s.go_on(A_DAY)
        self.facts = self.archive.facts()
        for payload in self.played[-LAST_PLAYED:]:
            for fault in await self._echoed(payload):
                self.trial.fault(f"{payload['data']}, a day later: {fault}")

    async def _sent(self, deed: Deed) -> tuple[Interaction, Json, bool]:
        """The interaction, its payload as it was sent, and whether an answer finds its way."""
        desk, sent, address = self.s.server.desk, dict[str, Any](), list[Any]()
        ordinary = desk.payload

        def payload(found: Interaction) -> Json:
            made = ordinary(found)
            address.extend(made[name] for name in ADDRESS)
            if deed.bend:
                deed.bend(made)
            sent.update(made)
            return made

        channel = self.world.channel(deed.channel)
        is_done = deed.is_possible and deed.type != AUTOCOMPLETE
        is_double = is_done and self.trial.rng.random() < TWICE
        self.s.server.faults.duplicate = int(is_double)
        with put((desk, "payload", payload))():
            found = desk.begin(deed.type, deed.user, channel, deed.data, deed.message)
        if deed.is_possible:
            await self.s._outcome(found)
        else:
            await self.s.server.gateway.flush()
        await self.s.until_quiet()
        return found, sent, address == [sent.get(name) for name in ADDRESS]

    async def _lives_on(self, deed: Deed) -> Interaction:
        """After what nobody can answer the next one is answered all the same."""
        lounge = self.world.messages[self.s.channel("lounge")].values()
        board = next(each for each in lounge if not each["flags"] & EPHEMERAL)
        data = {"custom_id": page_id("help", 1), "component_type": BUTTON, "id": 1}
        channel = self.world.channel(board["channel_id"])
        found = self.s.server.desk.begin(COMPONENT, deed.user, channel, data, board)
        await self.s._outcome(found)
        self.trial.check(found.answer, f"{deed.what}: the bot does not go on after it")
        return found

    # What must hold

    def _judged(self, deed: Deed, act: Act, before: Facts, is_changed: bool) -> Iterator[str]:
        yield from offences(act, before, self.facts, self.archive)
        created = [each for each in self.events if each.name == "MESSAGE_CREATE"]
        is_silent = not is_changed and act.word != "/serverlog"  # which shows that it can post
        if is_silent and any(each.people != frozenset({deed.user}) for each in created):
            yield "others were told something, and nothing has changed"
        complaints = [*self.s.errors, *self.s.violations]
        self.s.errors.clear()
        self.s.violations.clear()
        for each in complaints:
            is_natural = UNREADABLE in each or any(words in each for words in LOST)
            if deed.is_possible or not is_natural:
                yield each[:400]

    async def _answer(
        self, deed: Deed, found: Interaction, act: Act, is_changed: bool, is_asked: bool
    ) -> list[str]:
        message = self._message(found)
        if not deed.is_possible and not (is_asked and found.answer):
            return []
        asked = act if act is not NOTHING else act._replace(user=int(deed.user))
        edited = [each.data["id"] for each in self.events if each.name == "MESSAGE_UPDATE"]
        is_late = found.answer == DEFER_UPDATE and found.message and found.message["id"] in edited
        is_said = is_changed or bool(is_late) or is_said_again(asked, self.facts)
        wrong = [*answer_faults(asked, found, message, self.facts, is_said)]
        if message and not is_changed and found.answer != DEFER_UPDATE and act.word in SCREENS:
            wrong += await self._pictures(act, message)
        return wrong

    async def _pictures(self, act: Act, message: Json) -> list[str]:
        """Those of a table that is played are such as its reader may look at."""
        is_played = part(self.facts, act.table, "phase") == "playing"
        if act.table is None or not is_played or act.word[0] == "c":
            return []
        assert isinstance(self.s.bot, TableBot)
        names, gallery = {each["filename"] for each in message["attachments"]}, self.s.bot.gallery
        by = caller(act.user), None
        views = [await self.s.host.read(view_table, act.table, by=each) for each in by]
        drawn = [await gallery.one(view, each) for view in views for each in gallery.offered(view)]
        drawn += [each for view in views for each in await gallery.panel(view)]
        if views[0].has_plans:
            _, lines = await self.s.host.read(plans, act.table, by=caller(act.user))
            plan = await gallery.plan(views[0], [*map(parse, lines)])
            drawn += [plan] if plan else []
        is_theirs = names <= {f"{each.digest[:20]}.png" for each in drawn}
        return [] if is_theirs else ["the answer shows a picture that is not its reader's"]

    def _message(self, found: Interaction) -> Json | None:
        """What the one who asked reads now."""
        return self.world.messages.get(found.channel_id, {}).get(found.original or "")

    def _tidy(self, found: Interaction | None) -> None:
        """Only some answers stay, for the next ones to press on."""
        message = self._message(found) if found else None
        if message is None or message["id"] not in self.world.private:
            return
        self.kept += [message] if message not in self.kept else []
        while len(self.kept) > KEPT:
            old = self.kept.pop(self.trial.rng.randrange(len(self.kept)))
            with suppress(KeyError):
                remove_message(self.world, old)

    def _check_file(self) -> None:
        """The whole file, replayed."""
        for fault in faults(self.s.database):
            self.trial.fault(f"the file: {fault}")
        for key, table in self.facts.items():
            is_aside = key[0] == "tables" and table["phase"] == "aside"
            self.trial.check(not is_aside, f"{key} was set aside")

    def _check_reach(self) -> None:
        """A long run must have sent everything, and seen what can have an effect have one."""
        commands = [each.word for each in leaves(self.s)]
        verbs, kinds = [f"t:{verb}" for verb in TABLE_BUTTONS], [f"kind {k}" for k in ButtonKind]
        for word in {*commands, *verbs, *kinds} - {"kind h"}:
            self.trial.check(self.words[word], f"“{word}” was never sent")
        for word in sorted(CHANGES - {"x"} - RARE - self.effects.keys()):
            self.trial.fault(f"“{word}” never had an effect")
