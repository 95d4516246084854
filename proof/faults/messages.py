"""Every kind of message meets every fault that passes by, at every call that it makes."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from cogs.sender import Sender
from host import challenges, people, votes
from host.outbox import MessageKind
from host.quarantine import quarantine_table
from host.records import OutgoingMessage, User
from host.votes import Proposal, ProposalKind
from proof.faults.calls import Trouble
from proof.faults.matrix import Tables
from sandbox.channels import add_channel, dm_with
from sandbox.faults import EVERY, Fault
from testing.hosting import caller
from testing.message_truth import challenge_lies, lies
from testing.people import Label, Party, buttons, labels
from testing.planting import planted
from testing.scene.scene import MINUTE, SECOND, Calm

HOUR = 60 * MINUTE
DOWN = 5 * HOUR
STRIKE = 10 * MINUTE  # by so much the clock may be late here
ALWAYS = 10**9
MAX_PRESSES = 120
ABANDON = ProposalKind.ABANDON
CHANGES = (votes.agree, votes.agree, votes.withdraw, votes.agree)
ALONE = "fantastic_factories"  # challenges are tried alone


class Aim:
    """Plants faults where the first message of a kind goes, as soon as it goes."""

    def __init__(self, s: Calm, trouble: Trouble) -> None:
        self.s, self.kind, self.trouble = s, trouble.kind, trouble
        self.fault = trouble.fault()
        self.times = self.fault.times
        self.outgoing: OutgoingMessage | None = None  # that has met it

    @property
    def is_met(self) -> bool:
        return self.fault.times < self.times

    @contextmanager
    def taken(self) -> Iterator[None]:
        deliver = Sender._deliver

        async def watched(sender: Sender, outgoing: OutgoingMessage) -> None:
            if outgoing.kind == self.kind and not self.outgoing:  # others may be on their way
                self._plant(outgoing)
                self.outgoing = outgoing
            await deliver(sender, outgoing)
            if outgoing is self.outgoing and not self.is_met and not self._looks_back:
                self.s.server.faults.planted.remove(self.fault)
                self.outgoing = None

        with planted(Sender, "_deliver", watched):
            yield

    @property
    def _looks_back(self) -> bool:
        return self.trouble.call == "look back"

    def _plant(self, outgoing: OutgoingMessage) -> None:
        faults, world = self.s.server.faults, self.s.server.world
        place = str(outgoing.channel or dm_with(world, str(outgoing.user))["id"])
        self.fault.path = self.trouble.fault(place, place).path
        if self.fault not in faults.planted:
            faults.plant(self.fault)
            if self._looks_back:  # that is done only after something went wrong
                faults.plant(Fault("POST", f"^/channels/{place}/messages$", deed="reset after"))


class Messages(Tables):
    """Tables of one game at which everything happens that is told."""

    is_met: Callable[[], bool]

    async def lies_of(self, trouble: Trouble) -> list[str]:
        """What is wrong when the fault was met and everything was waited for."""
        assert trouble.kind
        aim = Aim(self.s, trouble)
        await self.table()
        unanswered, self.is_met = len(self.s.unanswered), lambda: aim.is_met
        with aim.taken():
            found = await PROVOKED[trouble.kind](self)
            await self.s.until_quiet()
        found += self.late(aim.fault) if aim.is_met else ["it was never met"]
        found += [*self.ignored(unanswered), *self._silence(aim)]
        self.s.server.faults.planted.clear()
        if self.s.record.dropped and trouble.kind not in (
            MessageKind.LOST,
            MessageKind.DOOR,
            MessageKind.QUARANTINED,
        ):
            found.append("something was given up")
        found += await (self.crew.lies() if self.crew else self.s.lies())
        return [f"{self.game}: {trouble}: {each}" for each in found]

    def _silence(self, aim: Aim) -> list[str]:
        """What could not be sent is sent later: nothing has changed meanwhile."""
        if aim.outgoing is None or aim.trouble.call != "send":
            return []
        is_said = self.s.record.has_message(aim.outgoing)
        return [] if is_said else ["nobody heard what could not be said at first"]

    def user(self, name: str) -> int:
        return int(self.s.user(name))

    async def _red(self) -> User:
        seat = (await (await self.table()).table()).seat_of(self.user("red"))
        assert seat
        return User(self.user("red"), seat.name)

    # What leads to each kind

    async def play(self) -> list[str]:
        for _ in range(MAX_PRESSES):
            if self.is_met():
                break
            await (await self.table()).press_on()
            await self.s.until_said()
        return []

    async def headline(self) -> list[str]:
        """Whatever is done is news for everybody."""
        game = type((await (await self.table()).table()).game)
        with planted(game, "headlines", frozenset({"did"})):
            return await self.play()

    async def end(self) -> list[str]:
        await (await self.table()).agree_to_end()
        return []

    async def vote(self) -> list[str]:
        """Asked for, asked for more, decided; then the other way round."""
        crew = await self.table()
        is_paused = bool((await crew.table()).paused)
        matter, more = (
            Proposal(ProposalKind.RESUME if is_paused else ProposalKind.PAUSE),
            Proposal(ABANDON),
        )
        wishes = (("red", matter), ("red", more), ("red", more), ("blue", matter))
        found = list[str]()
        for (name, wish), change in zip(wishes, CHANGES, strict=True):
            await self.s.host.do(change, crew.number, wish, by=caller(self.user(name)))
            await self.s.until_said()
            found += await lies(crew)
        return found

    async def brief(self) -> list[str]:
        """A daily list comes at the next full hour."""
        hour = (self.s.time.now // HOUR + 1) % 24
        red = await self._red()
        await self.s.host.do(people.choose, {"digest": hour, "zone": "UTC"}, by=caller(red))
        await self.s.go_on(HOUR + STRIKE)
        await self.s.until_said()
        await self.s.host.do(people.choose, {"digest": None}, by=caller(red))
        return []

    async def challenge(self) -> list[str]:
        """Posted, tried, shared, closed."""
        place = Party(self.s, channel=f"challenge-{self.s.time.now}")
        add_channel(self.s.server.world, place.channel)
        await self.s.slash("red", "/challenge post", place.channel, hours=1)
        await self.s.until_said()
        (post,) = [each for each in place.public if "Play" in labels(each)]
        number = int(buttons(post)[0]["custom_id"].split(":")[1], 36)
        await self.s.click("blue", post, "Play")
        found = await self._shown(place, number)
        board = await self.s.host.read(challenges.board, number)
        await self.s.host.do(challenges.end_attempt, board.places[0].attempt.table)
        found += await self._shown(place, number)
        await self.s.host.do(challenges.share, number, by=caller(self.user("blue")))
        await self.s.until_said()
        await self.s.go_on(HOUR + STRIKE)
        return [*found, *await self._shown(place, number)]

    async def _shown(self, place: Party, number: int) -> list[str]:
        await self.s.until_said()
        return await challenge_lies(place, number)

    async def absence(self) -> list[str]:
        """The bot is down for some hours; the table is told once when it is back."""
        self.crew = None
        crew = await self.table(pace=24)
        await self.s.go_on(STRIKE)
        before = (await crew.table()).seats
        await self.s.stop_bot()
        self.s.time.go_to(self.s.time.now + DOWN)
        await self.s.start_bot()
        await self.s.go_on(STRIKE)
        await self.s.until_quiet()
        found, count = [], len(self.s.record.told(MessageKind.ABSENT, crew.number))
        if count != 1:
            found.append(f"the absence was told {count} times")
        for old, new in zip(before, (await crew.table()).seats, strict=True):
            gap = new.due - old.due if old.due and new.due else DOWN  # since its last sign of life
            if not DOWN <= gap <= DOWN + STRIKE:
                found.append(f"the time of seat {old.number} has not moved by the absence")
        return found

    async def aside(self) -> list[str]:
        crew = await self.table()
        self.crew = None
        await self.s.host.do(quarantine_table, crew.number, "it was planted")
        return []

    async def closed_door(self) -> list[str]:
        """Somebody has closed theirs before the game begins, and opens it again."""
        self.s.server.people.open_dms(self.s.user("blue"), False)
        self.crew = None
        crew = await self.table()
        await self.s.until_quiet()
        self.s.server.people.open_dms(self.s.user("blue"), True)
        doors = [each for each in crew.public if Label.TRY_AGAIN in labels(each)]
        if len(doors) != 1:
            return [f"the closed door was told {len(doors)} times"]
        await self.s.click("blue", doors[0], Label.TRY_AGAIN)
        return []

    async def logged(self) -> list[str]:
        """A server chooses a channel for its log, which is told there."""
        place = f"log-{self.s.time.now}"
        add_channel(self.s.server.world, place)
        await self.s.slash("red", "/serverlog", to=f"#{place}")
        await self.s.until_said()
        await self.s.slash("red", "/serverlog")
        return []

    async def lost_channel(self) -> list[str]:
        """Nobody may write there; the players are told."""
        crew = await self.table()
        wall = Fault(EVERY, f"^/channels/{self.s.channel(crew.channel)}/", times=ALWAYS)
        wall.status, wall.code = 403, 50001
        self.s.server.faults.plant(wall)
        self.crew = None
        for _ in range(MAX_PRESSES):
            if wall.times < ALWAYS or crew.is_over:
                break
            await crew.press_on()
            await self.s.go_on(SECOND)
        await self.s.until_quiet()
        count = len(self.s.record.told(MessageKind.LOST, crew.number))
        return [] if count == len(crew.names) else [f"{count} were told of the loss"]


PROVOKED: dict[MessageKind, Callable[[Messages], Awaitable[list[str]]]] = {
    MessageKind.TURN: Messages.play,
    MessageKind.HEADLINE: Messages.headline,
    MessageKind.ROUND: Messages.play,
    MessageKind.OVER: Messages.end,
    MessageKind.VOTE: Messages.vote,
    MessageKind.DECIDED: Messages.vote,
    MessageKind.DIGEST: Messages.brief,
    MessageKind.CHALLENGE: Messages.challenge,
    MessageKind.SHARE: Messages.challenge,
    MessageKind.CLOSED: Messages.challenge,
    MessageKind.QUARANTINED: Messages.aside,
    MessageKind.DOOR: Messages.closed_door,
    MessageKind.LOST: Messages.lost_channel,
    MessageKind.ABSENT: Messages.absence,
    MessageKind.LOGGED: Messages.logged,
}
