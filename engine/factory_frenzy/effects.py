"""What a card does when it is played: a closed set of effects that run and describe themselves.

A choice that can be made beforehand (a pile, a rival) stands in the code. What depends on cards
that are drawn or looked at is asked when it comes up.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from engine.factory_frenzy.resources import RESOURCES, Resource
from engine.factory_frenzy.state import State
from engine.kernel.effects import NO_CHOICE, Choices, RunningEffect
from engine.kernel.events import Fact
from engine.kernel.phrases import plural
from engine.kernel.questions import Question
from engine.kernel.undo import seal

Cards = Annotated[int, Field(ge=1, le=3)]


class Effect(RunningEffect[State]):
    """Carries itself out, or leaves a question in `state.pending`."""

    @property
    def brief(self) -> str:
        """Say the same in a few words, for a button."""
        return self.text


class Draw(Effect):
    do: Literal["draw"]
    cards: Cards

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        draw(state, seat, self.cards, events)

    @property
    def text(self) -> str:
        return f"draw {plural(self.cards, 'card')}"


class Discard(Effect):
    """Makes the player discard cards of their choice, as many as there are (ruling 9)."""

    do: Literal["discard"]
    cards: Cards

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        count = min(self.cards, len(state.players[seat].hand))
        if count:
            state.pending.append(Question(seat, "discard", (count,)))

    @property
    def text(self) -> str:
        return f"discard {plural(self.cards, 'card')}"


class Remove(Effect):
    """Removes the whole top card of a pile; without one the card can't be played (rulings 5, 6)."""

    do: Literal["remove"]
    pile: Resource | Literal["any"]

    def choices(self, state: State, seat: int) -> Choices:
        if self.pile == "any":
            return [(pile,) for pile in RESOURCES if state.piles[pile]]
        return NO_CHOICE if state.piles[self.pile] else []

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        pile = chosen if self.pile == "any" else str(self.pile)
        card = state.piles[pile].pop()
        state.deck.discards.append(card)
        if state.newest == pile:
            state.newest = None
        events.append(("removed", seat, (pile, card)))

    @property
    def text(self) -> str:
        if self.pile == "any":
            return "remove the top card of any pile"
        return f"remove the top card of {self.pile}"


class Peek(Effect):
    """Shows the top cards of the deck, as many as are left, to put back in any order (ruling 9)."""

    do: Literal["peek"]
    cards: Cards

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        top = state.deck.cards[: -self.cards - 1 : -1]
        if not top:
            return
        for player in state.players:
            player.deck_top = []
        state.players[seat].deck_top = top
        seal(state, "peeked")
        events.append(("peeked", seat, (len(top),)))
        events.append(("peeked_cards", seat, tuple(top), (seat,)))
        if len(top) > 1:  # also if all are alike: whether there is a choice is the seat's secret
            state.pending.append(Question(seat, "order", (len(top),)))

    @property
    def text(self) -> str:
        return f"look at the top {self.cards} cards of the deck and return them in any order"

    @property
    def brief(self) -> str:
        return f"look at {plural(self.cards, 'card')}"


class Swap(Effect):
    """Swaps recipes with another player (ruling 8)."""

    do: Literal["swap"]

    def choices(self, state: State, seat: int) -> Choices:
        return [(other,) for other in sorted(state.others(seat))]

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        mine, theirs = state.players[seat], state.players[chosen]
        mine.recipe, theirs.recipe = theirs.recipe, mine.recipe
        mine.declared = theirs.declared = False
        mine.seen_by, theirs.seen_by = [chosen], [seat]
        seal(state, "swapped")
        events.append(("swapped", seat, (chosen,)))
        for owner in (seat, chosen):
            events.append(("got_recipe", owner, (state.players[owner].recipe,), (owner,)))

    @property
    def text(self) -> str:
        return "swap recipes with another player; both become secret and undeclared"

    @property
    def brief(self) -> str:
        return "swap recipes"


class Steal(Effect):
    """Takes a random card from a chosen opponent who has one, else nothing (ruling 9)."""

    do: Literal["steal"]

    def choices(self, state: State, seat: int) -> Choices:
        victims = [(other,) for other in sorted(state.others(seat)) if state.players[other].hand]
        return [*victims] or NO_CHOICE

    def run(self, state: State, seat: int, chosen: Any, events: list[Fact]) -> None:
        if chosen is None:
            return
        thief, victim = state.players[seat], state.players[chosen]
        card = victim.hand[state.luck.below(len(victim.hand), "steal", state.turn)]
        victim.hand.remove(card)
        victim.forget(seat, card)
        # Others cannot tell whether a card that they knew of is gone.
        victim.known = {knower: cards for knower, cards in victim.known.items() if knower == seat}
        thief.pick_up([card])
        thief.known.setdefault(chosen, []).append(card)
        seal(state, "stole")
        events.append(("stole", seat, (chosen,)))
        events.append(("stole_card", seat, (chosen, card), (min(seat, chosen), max(seat, chosen))))

    @property
    def text(self) -> str:
        return "take a random card from another player"


AnyEffect = Annotated[
    Draw | Discard | Remove | Peek | Swap | Steal,
    Field(discriminator="do"),
]


def draw(state: State, seat: int, count: int, events: list[Fact]) -> None:
    """Draw cards; when the deck is empty, the discard pile is shuffled into it (ruling 9)."""
    deck, player = state.deck, state.players[seat]
    shuffles = deck.shuffles
    cards = deck.draw_many(count, state.luck)
    if not cards:
        return
    for watcher, other in enumerate(state.players):
        if other.deck_top:
            if watcher != seat:
                player.known.setdefault(watcher, []).extend(other.deck_top[: len(cards)])
            del other.deck_top[: len(cards)]
    player.pick_up(cards)
    seal(state, "drew")
    if deck.shuffles != shuffles:
        events.append(("reshuffled", None))
    events.append(("drew", seat, (len(cards),)))
    events.append(("drew_cards", seat, tuple(cards), (seat,)))
