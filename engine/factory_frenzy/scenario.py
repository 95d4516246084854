"""Set up and describe positions of this game for scenario files."""

from typing import Any

from pydantic import Field

from engine.factory_frenzy.cards import CARDS, deck_for, shortage, total
from engine.factory_frenzy.resources import RESOURCES, Resource
from engine.factory_frenzy.setup import begin_mulligan, empty_table
from engine.factory_frenzy.state import MAX_TURNS, STARTING_HAND, Options, State, Step
from engine.factory_frenzy.turns import begin_play, begin_turn
from engine.kernel import scenario as kernel
from engine.kernel.luck import KeyedLuck
from engine.kernel.refusal import Refused
from engine.kernel.scenario import Unordered, undealt
from engine.kernel.strict import Strict


class PlayerStart(Strict):
    hand: list[str] | None = None
    recipe: str | None = None
    declared: bool = False


class Start(kernel.Start):
    turn: int = Field(1, ge=1, le=MAX_TURNS)
    seat: int | None = None
    mulligan: bool = False
    drawn: bool = True
    piles: dict[Resource, list[str]] = Field(default_factory=dict)
    deck: list[str] = Field(default_factory=list)
    deck_size: int | None = Field(None, ge=0)
    discards: list[str] = Field(default_factory=list)
    player: list[PlayerStart] = Field(default_factory=list)

    def of(self, seat: int) -> PlayerStart:
        return self.player[seat] if seat < len(self.player) else PlayerStart()


class Expect(kernel.Expect):
    hand: list[str] = Field(default_factory=list)
    hand_size: int = 0
    recipe: str = ""
    declared: bool = False
    lacks: int = 0
    knows: list[int] = Field(default_factory=list)
    deck_top: list[str] = Field(default_factory=list)


class Table(kernel.Table):
    turn: int = 1
    seat: int = 0
    step: Step = "play"
    piles: dict[str, list[str]] = Field(default_factory=dict)
    totals: dict[str, int] = Field(default_factory=dict)
    deck_size: int = 0
    discards: list[str] = Field(default_factory=list)


class FrenzyScenarios:
    start = Start
    expect = Expect
    table = Table

    def build_position(self, start: Start, seats: int, options: Options) -> State:
        if start.seat is not None and not 0 <= start.seat < seats:
            raise Refused(f"there is no seat {start.seat}")
        state = empty_table(options, seats, KeyedLuck(start.seed.encode()))
        state.first = start.first
        _deal_recipes(state, start)
        _deal_cards(state, start, seats)
        _begin(state, start)
        return state

    def seat_facts(self, state: State, seat: int) -> dict[str, Any]:
        player = state.players[seat]
        return {
            "hand": Unordered(player.hand),
            "hand_size": len(player.hand),
            "recipe": player.recipe,
            "declared": player.declared,
            "lacks": shortage(state.piles, player.recipe),
            "knows": Unordered(n for n, other in enumerate(state.players) if seat in other.seen_by),
            "deck_top": player.deck_top,
        }

    def table_facts(self, state: State) -> dict[str, Any]:
        return {
            "turn": state.turn,
            "seat": state.seat,
            "step": state.step,
            "piles": {resource: cards for resource, cards in state.piles.items() if cards},
            "totals": {resource: total(state.piles[resource]) for resource in RESOURCES},
            "deck_size": len(state.deck.cards),
            "discards": Unordered(state.deck.discards),
        }


def _deal_recipes(state: State, start: Start) -> None:
    """Give named recipes to their seats and deal the others from what is left."""
    named = [given.recipe for given in start.player if given.recipe is not None]
    recipes = [player.recipe for player in state.players] + state.undealt
    left = undealt(recipes, named, "recipe")
    for seat, player in enumerate(state.players):
        given = start.of(seat)
        player.recipe = given.recipe or left.pop(0)
        player.declared = given.declared
        player.seen_by = sorted(state.others(seat)) if given.declared else []
    state.undealt = sorted(left)


def _deal_cards(state: State, start: Start, seats: int) -> None:
    for resource, pile in start.piles.items():
        for card in pile:
            if card in CARDS and CARDS[card].resource != resource:
                raise Refused(f"“{card}” does not lie on the {resource} pile")
        state.piles[str(resource)] = [*pile]
    state.deck.discards = [*start.discards]
    state.deck.shuffle_in(_left(start, seats), state.luck)
    for seat, player in enumerate(state.players):
        hand = start.of(seat).hand
        player.pick_up(state.deck.draw_many(STARTING_HAND, state.luck) if hand is None else hand)
    state.deck.cards += reversed(start.deck)
    if start.deck_size is not None:
        _cut(state, start)


def _left(start: Start, seats: int) -> list[str]:
    """List the cards that the file names nowhere."""
    named = [*start.deck, *start.discards]
    for cards in (*start.piles.values(), *(given.hand or () for given in start.player)):
        named += cards
    return undealt(deck_for(seats), named, "card")


def _cut(state: State, start: Start) -> None:
    """Leave only so many cards in the deck; the lowest ones go under the discard pile."""
    size = start.deck_size or 0
    if not len(start.deck) <= size <= len(state.deck.cards):
        raise Refused(f"the deck cannot have {size} cards")
    surplus = len(state.deck.cards) - size
    state.deck.discards[:0] = state.deck.cards[:surplus]
    del state.deck.cards[:surplus]


def _begin(state: State, start: Start) -> None:
    if start.mulligan:
        begin_mulligan(state)
        return
    for player in state.players:
        player.ready = True
    seat = start.first if start.seat is None else start.seat
    state.turn, state.seat, state.acting = start.turn, seat, (seat,)
    if start.drawn:
        begin_play(state, seat, [])
    else:
        state.turn -= 1
        begin_turn(state, seat, [])
