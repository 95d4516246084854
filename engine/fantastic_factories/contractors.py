"""The contractors, and one class for each job that they do when they are hired.

A job carries itself out and says how it is worded, drawn and valued. A new job is a class here,
rows in the card table and, if it has a sign of its own, a drawing in
`render/fantastic_factories/recipes.py`.
"""

from functools import cached_property
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.fantastic_factories.amounts import DIE, Bundle, Cost, Count, Gain, gain_of
from engine.fantastic_factories.cards import BLUEPRINTS, FOLDER, RULES, CardRow
from engine.fantastic_factories.gains import receive, stand
from engine.fantastic_factories.market import reveal
from engine.fantastic_factories.signs import Described, Sign, Signs, phrases, signs_of
from engine.fantastic_factories.state import State
from engine.kernel.cards import load
from engine.kernel.events import Fact
from engine.kernel.phrases import joined


class Job(Described):
    """What a contractor does beside a plain gain. This one does nothing."""

    def run(self, state: State, seat: int, rival: int | None, events: list[Fact]) -> None:
        """Carry it out; the rival is the opponent chosen for a share."""

    def worth(self, rounds: int, keep: float, rival_score: int | None) -> float:
        """Value it for an autopilot, by the rounds left and how much resources still count."""
        return 0.0


class Share(Job):
    """Gives something to a chosen opponent, too (ruling 7)."""

    do: Literal["share"]
    gain: Bundle

    @cached_property
    def opponent(self) -> Gain:
        return gain_of(self.gain)

    def run(self, state: State, seat: int, rival: int | None, events: list[Fact]) -> None:
        if rival is not None:
            receive(state, rival, state.players[rival], self.opponent, 0, events)

    def worth(self, rounds: int, keep: float, rival_score: int | None) -> float:
        if rival_score is None:
            return 0.0
        return -(0.3 * self.opponent.worth() + 0.01 * rival_score)

    @property
    def signs(self) -> Signs:
        return (Sign("opponent"), *signs_of(self.gain))

    @property
    def text(self) -> str:
        return f"an opponent of your choice {joined(phrases(signs_of(self.gain), 'gains'))}"

    def caption(self, name: str, copies: int) -> str:
        amounts = [f"{sign.amount} {sign.kind}" for sign in signs_of(self.gain)]
        return (
            f"rival draws {self.gain.cards}"
            if self.gain.cards
            else f"rival gains {' and '.join(amounts)}"
        )


class DiceJob(Job):
    """Changes the dice of the coming work phase; one of the player's counters remembers it."""

    dice: Count
    counter: ClassVar[str]
    die_worth: ClassVar[float]

    def run(self, state: State, seat: int, rival: int | None, events: list[Fact]) -> None:
        player = state.players[seat]
        setattr(player, self.counter, getattr(player, self.counter) + self.dice)

    def worth(self, rounds: int, keep: float, rival_score: int | None) -> float:
        return self.die_worth * self.dice

    @property
    def signs(self) -> Signs:
        return (Sign(self.do, self.dice),)


class SetDice(DiceJob):
    do: Literal["set_dice"]
    counter, die_worth = "set_dice", 0.55 * DIE
    words = "choose the values of up to {dice} dice before your next roll"
    brief = "choose up to {dice} dice"


class RollDice(DiceJob):
    do: Literal["roll_dice"]
    counter, die_worth = "rolled_dice", 1.2 * DIE
    words = "roll {dice} extra dice in the next work phase"
    brief = "{dice} extra dice, rolled"


class NameDice(DiceJob):
    do: Literal["name_dice"]
    counter, die_worth = "named_dice", 1.7 * DIE
    words = "get an extra die of any value in the next work phase"
    brief = "extra die, you pick"


class RevealCost(Job):
    """Reveals the top blueprint and gains its cost (ruling 8)."""

    do: Literal["reveal_cost"]
    words = "reveal the top blueprint and gain its cost"
    brief = "gain top card’s cost"

    def run(self, state: State, seat: int, rival: int | None, events: list[Fact]) -> None:
        card = reveal(state, seat, events)
        if card:
            player, cost = state.players[seat], BLUEPRINTS[card]
            player.metal += cost.metal
            player.energy += cost.energy
            state.blueprints.deck.discards.append(card)

    def worth(self, rounds: int, keep: float, rival_score: int | None) -> float:
        return 3.8 * keep


class RevealBuild(Job):
    """Builds the first revealed blueprint that may be built; others are discarded (ruling 9)."""

    do: Literal["reveal_build"]
    words = "reveal blueprints until you find one you may build, and build it for free"
    brief = "build top card free"

    def run(self, state: State, seat: int, rival: int | None, events: list[Fact]) -> None:
        player = state.players[seat]
        skipped: list[str] = []
        while (card := reveal(state, seat, events)) is not None:
            if BLUEPRINTS[card].many or card not in player.compound:
                events.append(("engineered", seat, (card,)))
                stand(state, seat, player, card, events)
                break
            skipped.append(card)
        state.blueprints.deck.discards += skipped

    def worth(self, rounds: int, keep: float, rival_score: int | None) -> float:
        return 3.0 + rounds


AnyJob = Annotated[
    Share | SetDice | RollDice | NameDice | RevealCost | RevealBuild, Field(discriminator="do")
]


class ContractorRow(CardRow):
    cost: Cost = Cost()
    gain: Bundle = Bundle()
    job: AnyJob | None = None


class Contractor:
    """A contractor compiled for play."""

    def __init__(self, row: ContractorRow) -> None:
        self.id, self.row = row.id, row
        self.metal, self.energy = row.cost.metal, row.cost.energy
        self.gain = gain_of(row.gain)
        self.job = job = row.job or Job()
        self.opponent = job.opponent if isinstance(job, Share) else None
        self.signs = signs_of(row.gain) + job.signs  # of what hiring brings


CONTRACTOR_ROWS = load(FOLDER / "contractors.toml", "contractor", ContractorRow)
CONTRACTORS: dict[str, Contractor] = {row.id: Contractor(row) for row in CONTRACTOR_ROWS}


def all_contractors(rules: int = RULES) -> list[str]:
    """List every copy of every contractor in the deck of these rules."""
    return [row.id for row in CONTRACTOR_ROWS if row.is_in(rules) for _ in range(row.copies)]
