"""Every fault at every call of every game, and at every start of the bot."""

from collections.abc import Awaitable, Callable
from typing import Any

from cogs import responder
from host import outbox
from host.env_file import InvalidSettings
from host.outbox import MessageKind
from proof.faults.calls import CALLS, CLOSED, CONNECT, LEFT, LOST, SHUT, UNSEEN, Trouble
from sandbox.faults import Fault
from testing.people import Label, labels
from testing.planting import planted
from testing.scene.crew import Crew, new_crew
from testing.scene.scene import MINUTE, SECOND, Calm

MAX_PRESSES, MAX_GAMES = 80, 3
SCROLL = 13  # messages below a board
OF_ANSWERS = ("^/interactions", "^/webhooks")
OLD = 61 * MINUTE  # what is so old is sent anew, and the old one deleted


class Tables:
    """One table of one game after the other; each stays as long as it is of use."""

    def __init__(self, s: Calm, game: str, seed: int) -> None:
        self.s, self.game, self.seed = s, game, seed
        self.crew: Crew | None = None

    async def table(self, **more: Any) -> Crew:
        if self.crew is None or self.crew.is_over:
            self.seed += 1
            self.crew = await new_crew(self.s, self.game, self.seed, **more)
        return self.crew

    async def lies_of(self, trouble: Trouble) -> list[str]:
        """What is wrong when the fault was met and everything was waited for."""
        raise NotImplementedError

    def late(self, fault: Fault) -> list[str]:
        """Since the fault was met last, or something was to be said, whichever came later."""
        return self.s.record.late(int(fault.met * SECOND))

    def ignored(self, before: int) -> list[str]:
        """Clicks that nobody has answered, since there were so many."""
        count = len(self.s.unanswered) - before
        return [f"{count} clicks were not answered"] if count else []


class Matrix(Tables):
    fault = Fault("", "", times=0)  # the one that was planted last

    async def lies_of(self, trouble: Trouble) -> list[str]:
        """What is wrong when the fault was met and everything was waited for."""
        unanswered, found = len(self.s.unanswered), await self._provoked(trouble)
        if not CALLS[trouble.call][1].startswith(OF_ANSWERS):
            await self._go_on()
            found += self.ignored(unanswered)
        await self.s.until_quiet()
        found += self.late(self.fault)
        self.s.server.faults.planted.clear()
        assert self.crew
        crew = self.crew
        if outcome := trouble.meaning.outcome:
            found += await OUTCOMES[outcome](self, crew)
        if outcome not in (LOST, UNSEEN, CLOSED) and self.s.record.dropped:
            found.append("something was given up")
        found += await crew.lies()
        return [f"{self.game}: {trouble}: {each}" for each in found]

    async def _go_on(self) -> None:
        """Meanwhile people press something."""
        crew = await self.table()
        since = (await crew.seen()).round
        await crew.press_on()
        await crew.miss_rounds(since)

    async def _provoked(self, trouble: Trouble) -> list[str]:
        """A game may end before anything was met: then there is another."""
        for _ in range(MAX_GAMES):
            crew = await self.table()
            private = "|".join(self.s.channel(f"@{name}") for name in crew.names)
            fault = trouble.fault(self.s.channel(crew.channel), f"({private})")
            self.fault, times = fault, fault.times
            found = await PROVOKED[trouble.call](self, fault)
            if fault.times < times:
                return found
            await self.s.until_quiet()
            self.s.server.faults.planted.clear()
        return ["it was never met"]

    # What leads to a call

    async def play(self, fault: Fault) -> list[str]:
        """Played on until it was met."""
        crew = await self.table()
        self.s.server.faults.plant(fault)
        times, found = fault.times, list[str]()
        for _ in range(MAX_PRESSES):
            if crew.is_over or fault.times < times:
                break
            found += await self._press(crew, fault, times)
        return found

    async def _press(self, crew: Crew, fault: Fault, times: int) -> list[str]:
        """One click; if its answer is lost, the next one must show what it has done."""
        moves = await crew.moves()
        pressed = await crew.press_on()
        if pressed is None:
            await self.s.go_on(SECOND)
            return []
        counted, found = await crew.moves() - moves, list[str]()
        if counted > 1 and not pressed.is_answer:
            found.append(f"one click counts {counted} times")
        if fault.times < times and fault.path.startswith(OF_ANSWERS):
            fault.times = 0
            found += await crew.next_click_lies(pressed, bool(counted))
        return found

    async def play_slowly(self, fault: Fault) -> list[str]:
        """Answers are changed later only where their work takes long."""
        with planted(responder, "PATIENCE", 0.0):
            return await self.play(fault)

    async def scroll(self, fault: Fault) -> list[str]:
        """A board that nobody finds any more is posted anew, and the old one deleted."""
        crew = await self.table()
        for number in range(SCROLL):
            await self.s.say("green", f"chat {number}", crew.channel)
        return await self.play(fault)

    async def wait_and_play(self, fault: Fault) -> list[str]:
        await self.table()
        await self.s.go_on(OLD)
        return await self.play(fault)

    async def look_back(self, fault: Fault) -> list[str]:
        """Only after something went wrong."""
        found = await self.wait_and_play(Fault("POST", fault.path, deed="reset after"))
        self.s.server.faults.plant(fault)
        await self.s.go_on(2 * SECOND)
        return found

    async def begin(self, fault: Fault) -> list[str]:
        """Doors are opened once: a new start of the bot has forgotten that."""
        self.s.server.faults.plant(fault)
        assert self.s.bot
        self.s.bot._connection._private_channels_by_user.clear()
        self.crew = None
        await self.table()
        return []

    async def change_lobby(self, fault: Fault) -> list[str]:
        """What is pressed at a lobby answers nothing: the lobby itself shows it."""
        lobby = Crew(self.s, "red", "blue", game=self.game)
        await lobby.open()
        await self.s.until_said()
        self.s.server.faults.plant(fault)
        with planted(responder, "PATIENCE", 0.0):
            await self.s.click("red", lobby.board or {}, Label.ADD_AUTOPILOT)
        await self.s.until_said()
        seats = len((await lobby.table()).seats)
        await lobby.set_up("red", Label.CLOSE)
        return [] if seats == 2 else [f"one click made {seats - 1} autopilots"]

    async def export(self, fault: Fault) -> list[str]:
        """A file of its own, from the replay of a table that is over."""
        over = await new_crew(self.s, self.game, self.seed)
        await over.agree_to_end()
        replay = await self.s.click("red", over.board or {}, "Replay")
        assert replay
        self.s.server.faults.plant(fault)
        with planted(responder, "PATIENCE", 0.0):
            await self.s.click("red", replay, "Export")
            await self.s.go_on(MINUTE)
            times, fault.times = fault.times, 0
            before = len(self._files(over))
            await self.s.click("red", replay, "Export")
            fault.times = times
        return [] if len(self._files(over)) > before else ["the next click brings no file"]

    def _files(self, crew: Crew) -> list[str]:
        seen = self.s.messages("red", crew.channel)
        names = [file["filename"] for each in seen for file in each["attachments"]]
        return [name for name in names if name.endswith(".txt")]

    # What it may mean

    async def unseen(self, crew: Crew) -> list[str]:
        """Nobody knows the board that was posted last: it stays beside the one that is known."""
        found = await crew.find_channel()
        known = await self.s.host.read(outbox.post_of, crew.number, MessageKind.BOARD)
        for each in crew.boards:
            if known and each["id"] != str(known.message):
                await crew.delete(each)
        await self.s.until_quiet()
        return found

    async def closed(self, crew: Crew) -> list[str]:
        """It was said once where the table is; they try again."""
        told = self.s.record.told(MessageKind.DOOR, crew.number)
        doors = [each for each in crew.public if Label.TRY_AGAIN in labels(each)]
        if len(told) != 1 or not doors:
            return [f"the closed door was told {len(told)} times"]
        (seat,) = (each.body["seat"] for each in told)
        users = {self.s.user(name): name for name in crew.names}
        name = users[str((await crew.table()).seats[seat].user)]
        await self.s.click(name, doors[-1], Label.TRY_AGAIN)
        await self.s.until_said()
        return []

    async def left(self, crew: Crew) -> list[str]:
        """What may not be deleted stays, and nothing else is wrong; somebody else deletes it."""
        _, _, channel, _, message = self.fault.place.split("/")
        if there := self.s.server.world.messages[channel].get(message):
            await crew.delete(there)
        await self.s.until_quiet()
        return []


Provoke = Callable[[Matrix, Fault], Awaitable[list[str]]]
PROVOKED: dict[str, Provoke] = {
    "send": Matrix.scroll,
    "edit": Matrix.play,
    "delete": Matrix.scroll,
    "look back": Matrix.look_back,
    "send in private": Matrix.wait_and_play,
    "edit in private": Matrix.play,
    "delete in private": Matrix.wait_and_play,
    "look back in private": Matrix.look_back,
    "open door": Matrix.begin,
    "answer": Matrix.play,
    "edit answer": Matrix.play_slowly,
    "delete answer": Matrix.change_lobby,
    "follow up": Matrix.export,
}
OUTCOMES: dict[str, Callable[[Matrix, Crew], Awaitable[list[str]]]] = {
    LOST: lambda _, crew: crew.find_channel(),
    CLOSED: Matrix.closed,
    UNSEEN: Matrix.unseen,
    LEFT: Matrix.left,
}


ALWAYS = 10**9
LATEST = 90 * SECOND
FEW_PRESSES = 6
HEALED = 15 * 60 * SECOND  # what a start could not do is done by then
MAX_RESTARTS = 4  # systemd gives up after twenty in an hour
OF_THE_TOKEN = ("who am I", "401")


class Starts(Tables):
    """One table after the other, at which something was said and not confirmed."""

    async def lies_of(self, trouble: Trouble) -> list[str]:
        crew, unanswered = await self.table(), len(self.s.unanswered)
        await self._leave_unsure(crew)
        await self.s.stop_bot()
        self.s.server.faults.planted.clear()
        self.s.server.world.commands.clear()
        if trouble.call == CONNECT:
            fault = Fault("", "")
            found = await self._connected(fault, SHUT[trouble.name])
        else:
            fault = self.s.server.faults.plant(trouble.fault())
            found = await self._started(trouble, fault)
        self.s.server.faults.planted.clear()
        await self.s.until_quiet()
        found += [*self.late(fault), *self.ignored(unanswered)]
        await self.s.go_on(HEALED)
        if not self.s.server.world.commands.get(""):
            found.append("there are no commands")
        return [f"{self.game}: start, {trouble}: {each}" for each in [*found, *await crew.lies()]]

    async def _leave_unsure(self, crew: Crew) -> None:
        """Replies are lost while something is said: the next process must look for it."""
        lost = Fault("POST", "^/channels", deed="reset after", times=ALWAYS)
        self.s.server.faults.plant(lost)
        for _ in range(FEW_PRESSES):
            if lost.times == ALWAYS and not crew.is_over:
                await crew.press_on()

    async def _started(self, trouble: Trouble, fault: Fault) -> list[str]:
        times, self.s.restarts = fault.times, 0
        await self.s.begin_bot()
        try:
            await self.s.until_up()
        except InvalidSettings:
            return await self._ended(trouble)
        met = [] if fault.times < times else ["it was never met"]
        return [*met, *self._slow(fault)]

    async def _connected(self, fault: Fault, seconds: float) -> list[str]:
        """Nobody can connect to the gateway for so long."""
        self.s.restarts, gateway = 0, self.s.server.gateway
        gateway.is_shut = True
        fault.met = self.s.time.now / SECOND + seconds
        await self.s.begin_bot()
        await self.s.until_up(int(fault.met * SECOND))
        gateway.is_shut = False
        await self.s.until_up()
        return self._slow(fault)

    def _slow(self, fault: Fault) -> list[str]:
        found = []
        took = self.s.time.now - int(fault.met * SECOND)
        if took > LATEST:
            found.append(f"the bot was there after {took / SECOND:.0f} s only")
        if self.s.restarts > MAX_RESTARTS:
            found.append(f"its process ended {self.s.restarts} times")
        return found

    async def _ended(self, trouble: Trouble) -> list[str]:
        """A token that is refused is the owner's matter."""
        self.s.server.faults.planted.clear()
        await self.s.stop_bot()
        await self.s.start_bot()
        is_right = (trouble.call, trouble.name) == OF_THE_TOKEN
        return [] if is_right else ["the bot has given up"]
