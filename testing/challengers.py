"""People at solo challenges: they post them, play them in private and read what is public."""

from typing import Any

from engine import GAMES
from host import challenges
from host.records import User
from host.unit_of_work import UnitOfWork
from sandbox.driver import Sandbox
from sandbox.world import Json
from testing.hosting import caller, rows_of
from testing.people import GALLERY, Party, buttons, parts, pictures, text

HOUR = 3_600_000
CARDS = {name for game in GAMES.values() for name in game.words.cards().values()}


class Crowd(Party):
    """The people at the challenges of one channel."""

    def __init__(self, s: Sandbox, clock: Any, channel: str = "table-1") -> None:
        super().__init__(s, "red", "blue", "green", channel=channel)
        self.clock = clock

    # Looking

    @property
    def posted(self) -> list[Json]:
        return [each for each in self.public if {"🏁", "Fairness"} <= set(text(each).split())]

    @property
    def challenge(self) -> Json:
        return self.posted[-1]

    @property
    def closings(self) -> list[Json]:
        return [each for each in self.public if "final ranking" in text(each)]

    @property
    def results(self) -> list[Json]:
        """Return the results that were shared."""
        return [each for each in self.public if "Points in a round" in text(each)]

    @property
    def number(self) -> int:
        return int(buttons(self.challenge)[0]["custom_id"].split(":")[1], 36)

    def lines(self) -> list[str]:
        return text(self.challenge).splitlines()

    async def table_of(self, name: str) -> int:
        user = int(self.s.user(name))
        deal = (await self.host.read(challenges.board, self.number)).challenge.deal
        attempt = await self.host.read(lambda uow: uow.store.ranked_attempt(deal.id, user))
        return attempt.table

    # Acting

    async def settle(self) -> None:
        await self.host.run_due()
        await self.quiet()

    async def later(self, hours: float) -> None:
        self.clock.ahead += int(hours * HOUR)
        await self.settle()

    async def post(self, **options: Any) -> Json:
        await self.s.slash("red", "/challenge post", self.channel, **options)
        await self.settle()
        return self.challenge

    async def play(self, name: str) -> Json:
        found = await self.s.click(name, self.challenge, "Play")
        await self.quiet()
        return found

    async def act_once(self, name: str) -> None:
        """Carry out one action, by as many presses as it takes."""
        table = await self.table_of(name)
        while not await rows_of(self.host, table):
            assert await self.press(name), "there is nothing to press"
        await self.quiet()

    async def give_up(self, name: str) -> None:
        """End an attempt the short way."""
        asked = await self.s.slash(name, "/end", f"@{name}")
        await self.s.click(name, asked, "End game")
        await self.quiet()

    async def finish(self, name: str, seed: int = 1) -> None:
        """Play a whole game to its end."""
        await self.play_out_away(await self.table_of(name), seed)
        await self.settle()

    async def try_it(self, name: str) -> None:
        await self.play(name)
        await self.give_up(name)

    async def press_on(self, name: str, label: str) -> Json | None:
        """Press a button of the public message of the challenge."""
        found = await self.s.click(name, self.challenge, label)
        await self.quiet()
        return found


def alt(message: Json) -> str:
    """Return the alt texts of the pictures."""
    galleries = [part for part in parts(message) if part["type"] == GALLERY]
    return "\n".join(item["description"] for part in galleries for item in part["items"])


def tells_no_card(message: Json | None) -> bool:
    if message is None:
        return True
    said = text(message) + alt(message) + " ".join(b.get("label", "") for b in buttons(message))
    return not any(card in said for card in CARDS)


def is_a_sentence(message: Json | None) -> bool:
    return (
        message is not None and bool(text(message)) and not (buttons(message) or pictures(message))
    )


def tried_by(uow: UnitOfWork, number: int, names: dict[str, int]) -> None:
    """Store attempts of people elsewhere, with these scores."""
    for place, (name, score) in enumerate(names.items()):
        table = challenges.play(uow, number, by=caller(User(5_000 + place, name)))
        challenges.end_attempt(uow, table)
        facts = uow.store.attempt_at(table).facts
        uow.store.finish_attempt(table, score, score > 30, facts)
    uow.store._execute("DELETE FROM outbox WHERE user IS NOT NULL")
