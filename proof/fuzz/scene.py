"""Tables in every phase at the same time: raw interactions arrive one by one, each is judged."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from cogs.client import TableBot
from cogs.ids import ButtonKind, page_id
from cogs.table_buttons import TABLE_BUTTONS
from host.views import view_table
from proof.fuzz.answers import SCREENS, answer_faults
from proof.fuzz.facts import NOTHING, Act, Archive, Facts, act_of, changed, is_meant, part, seat_of
from proof.fuzz.forger import Deed, Forger
from proof.fuzz.law import CHANGES, PLAYS, is_said_again, offences
from proof.phases import all_phases, leaves, renew
from proof.proof import put
from proof.trial import Trial
from sandbox.interactions import COMPONENT, DEFER_UPDATE, MODAL_SUBMIT, SLASH, Interaction
from sandbox.messages import EPHEMERAL, remove_message
from sandbox.world import Event, Json
from testing.database_rules import faults
from testing.hosting import caller
from testing.people import BUTTON
from testing.scene.scene import Calm, Ended

UNIT = "interactions"
LOOK_EVERY, RENEW_EVERY, CHECK_EVERY = 20, 400, 4_000
WHOLE = 10_000  # so many must have reached everything
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


class Bout:
    def __init__(self, trial: Trial, s: Calm) -> None:
        self.trial, self.s, self.world = trial, s, s.server.world
        self.archive, self.forger = Archive(s.database), Forger(s, trial.rng)
        self.facts: Facts = {}
        self.kept: list[Json] = []
        self.words: Counter[str] = Counter()
        self.effects: Counter[str] = Counter()
        self.events: list[Event] = []
        self.messages = 0
        self.world.listeners.append(self.events.append)

    async def go_on(self) -> None:
        for number in range(10**9):
            if not self.trial.goes_on(UNIT):
                break
            if number and number % RENEW_EVERY == 0:
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
        self._check_file()
        self.archive.close()
        if self.trial.counts[UNIT] >= WHOLE:
            self._check_reach()

    async def _one(self, deed: Deed) -> None:
        self.events.clear()
        self.archive.has_changed()
        self.messages, before = self.archive.last_message_id(), self.facts
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
        for fault in self._judged(deed, found, act, before, is_changed):
            self.trial.fault(f"{deed.what}: {fault}")
        is_asked = is_addressed and payload.get("type") in ANSWERED
        for fault in await self._answer(deed, found, act, is_changed, is_asked):
            self.trial.fault(f"{deed.what}: {fault}")
        self._tidy(found)
        self._tidy(after)

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

    def _judged(
        self, deed: Deed, found: Interaction, act: Act, before: Facts, is_changed: bool
    ) -> Iterator[str]:
        yield from offences(act, before, self.facts, self.archive)
        if not is_changed:
            yield from self._overheard(act, deed.user)
        complaints = [*self.s.errors, *self.s.violations]
        self.s.errors.clear()
        self.s.violations.clear()
        for each in complaints:
            is_natural = UNREADABLE in each or any(words in each for words in LOST)
            if deed.is_possible or not is_natural:
                yield each[:400]

    def _overheard(self, act: Act, user: str) -> Iterator[str]:
        """Where nothing has changed, others are told nothing."""
        opener = part(self.facts, act.table, "opener")
        is_shown = act.word in {"t:door", "t:rematch", "u"} | SCREENS or (
            act.word == "o" and opener == act.user
        )
        may_write = is_shown or is_said_again(act, self.facts) or self._is_played_again(act)
        if self.archive.last_message_id() > self.messages and not may_write:
            yield "a message was written, and nothing has changed"
        created = [each for each in self.events if each.name == "MESSAGE_CREATE"]
        if any(each.people != frozenset({user}) for each in created):
            yield "others were told something, and nothing has changed"

    def _is_played_again(self, act: Act) -> bool:
        """The button of the last action was hit twice."""
        own = seat_of(self.facts, act.table, act.user)
        if (
            act.table is None
            or own is None
            or act.word not in PLAYS
            or act.moves != own["moves"] - 1
        ):
            return False
        rows = [row for row in self.archive.rows(act.table, 0) if row.seat == own["seat"]]
        return bool(rows) and is_meant(act, rows[-1].code)

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
        if (
            act.table is None
            or part(self.facts, act.table, "phase") != "playing"
            or act.word[0] == "c"
        ):
            return []
        assert isinstance(self.s.bot, TableBot)
        names, gallery = {each["filename"] for each in message["attachments"]}, self.s.bot.gallery
        views = [
            await self.s.host.read(view_table, act.table, by=caller(user))
            for user in (act.user, None)
        ]
        drawn = [await gallery.one(view, each) for view in views for each in gallery.offered(view)]
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
        for word in (
            *commands,
            *(f"t:{verb}" for verb in TABLE_BUTTONS),
            *(f"kind {kind}" for kind in ButtonKind),
        ):
            self.trial.check(self.words[word], f"“{word}” was never sent")
        for word in sorted(CHANGES - {"x"} - self.effects.keys()):
            self.trial.fault(f"“{word}” never had an effect")
