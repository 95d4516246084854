"""Every kind of message meets every fault that passes: the end is the same as without it."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from cogs.sender import Sender
from host.outbox import MessageKind
from host.records import OutgoingMessage
from proof.faults.calls import Trouble
from sandbox.channels import dm_with
from sandbox.faults import Fault
from testing.people import text
from testing.planting import planted
from testing.scene.everything import Everything, everything
from testing.scene.scene import SECOND, Calm

_NUMBER = re.compile(r"\d+")


class Aim:
    """Plants a fault where the first message of each kind goes, as soon as it goes."""

    def __init__(self, s: Calm, trouble: Trouble) -> None:
        self.s, self.trouble = s, trouble
        self.looks_back = trouble.call == "look back"
        self.aimed: dict[str, tuple[OutgoingMessage, Fault]] = {}  # by kind

    @contextmanager
    def taken(self) -> Iterator[None]:
        deliver, faults = Sender._deliver, self.s.server.faults

        async def watched(sender: Sender, outgoing: OutgoingMessage) -> None:
            fault = None if outgoing.kind in self.aimed else self._planted(outgoing)
            times = fault.times if fault else 0
            await deliver(sender, outgoing)
            if fault and fault.times == times and not self.looks_back:  # it made no such call
                faults.planted.remove(fault)
            elif fault:
                self.aimed[outgoing.kind] = outgoing, fault

        with planted(Sender, "_deliver", watched):
            yield
        faults.planted.clear()

    def _planted(self, outgoing: OutgoingMessage) -> Fault:
        faults, world = self.s.server.faults, self.s.server.world
        place = str(outgoing.channel or dm_with(world, str(outgoing.user))["id"])
        if self.looks_back:  # that is done only after something went wrong
            faults.plant(Fault("POST", f"^/channels/{place}/messages$", deed="reset after"))
        return faults.plant(self.trouble.fault(place, place))

    def lies(self) -> Iterator[str]:
        if not self.aimed:
            yield "it was never met"
        for outgoing, _ in self.aimed.values() if self.trouble.call == "send" else ():
            if not self.s.record.has_message(outgoing):
                yield f"nobody heard what could not be said at first ({outgoing.kind})"
        since = max((fault.met for _, fault in self.aimed.values()), default=0.0)
        yield from self.s.record.late(int(since * SECOND))


class End(NamedTuple):
    """What stands there when everything was told, and what was given up."""

    shown: Counter[str]
    dropped: Counter[str]


async def told(file: Path, trouble: Trouble | None) -> tuple[End, list[str], set[str]]:
    """How it ends, what is wrong, and the kinds that were in trouble."""
    async with everything(file) as s:
        aim = Aim(s, trouble) if trouble else None
        story = Everything(s, is_pressed=False)
        if aim:
            with aim.taken():
                await story.happens()
        else:
            await story.happens()
        await s.until_quiet()
        found = [*aim.lies()] if aim else []
        end = End(_shown(s), Counter(each.kind for each in s.record.dropped.values()))
        troubled = {*s.record.troubled}
        return end, [*found, *await s.lies()], troubled


def _shown(s: Calm) -> Counter[str]:
    """Numbers differ: moments, ids, and how long something took."""
    channels = s.server.world.messages.values()
    return Counter(_NUMBER.sub("#", text(each)) for those in channels for each in those.values())


def differences(end: End, plain: End) -> Iterator[str]:
    for kind in (end.dropped - plain.dropped).elements():
        yield f"a message was given up ({MessageKind(kind)})"
    for said in (end.shown - plain.shown).elements():
        yield f"{said[:120]!r} stands there, though nothing was lost"
    for said in (plain.shown - end.shown).elements():
        yield f"{said[:120]!r} does not stand there"
