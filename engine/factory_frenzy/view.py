"""What a seat or the public may see (rulings 2 and 8): pictures and panels get only this."""

from collections import Counter
from dataclasses import dataclass

from engine.factory_frenzy.actions import can_declare, to_act
from engine.factory_frenzy.cards import CARDS, RECIPES, total
from engine.factory_frenzy.effects import Remove
from engine.factory_frenzy.resources import RESOURCES
from engine.factory_frenzy.result import result
from engine.factory_frenzy.state import HAND_LIMIT, MAX_TURNS, State, Step
from engine.kernel.game import Result
from engine.kernel.questions import question_for
from engine.kernel.undo import UndoOffer, undo_offer


@dataclass(slots=True)
class PileView:
    """One of the four piles of the board; `cards` and `amounts` begin with the top card."""

    resource: str  # chemicals, wood, gears or steel
    total: int  # the amounts of all its cards
    cards: tuple[str, ...]
    amounts: tuple[int, ...]  # what each card adds: the first goes when the top is removed
    is_new: bool  # its top card is the card that was played last


@dataclass(slots=True)
class NeedView:
    """One resource of a recipe: how much it needs, how much is on the board, what is missing."""

    resource: str
    need: int
    have: int
    lacks: int  # 0 when there is enough


@dataclass(slots=True)
class RecipeView:
    """A recipe that the viewer may see, compared with the board."""

    recipe: str
    needs: tuple[NeedView, ...]  # in the order of the piles; only what it needs
    lacks: int  # resources missing in all; 0: the board suffices


@dataclass(slots=True)
class PlayerView:
    """A player as the viewer sees them."""

    seat: int
    hand_size: int
    recipe: RecipeView | None  # own, declared, or seen and not swapped since; None: secret
    declared: bool  # the recipe lies face up and wins at the start of the player's turn
    seen_by: tuple[int, ...]  # who else has seen the recipe: swaps are public
    known: tuple[str, ...]  # cards that the viewer knows to be in this hand (stolen, or peeked at)


@dataclass(slots=True)
class HandCardView:
    """A card in the viewer's own hand."""

    card: str
    is_playable: bool  # every pile that it removes from has a card
    empty: tuple[str, ...]  # the piles that are in the way: resources, or "any"
    helps: int  # how much of what it adds the viewer's recipe still lacks


@dataclass(slots=True)
class View:
    seat: int | None  # the viewer; None is the public
    turn: int  # of all players together, from 1; 0 before the first turn
    turns_left: int  # until the guard ends the game; the present one counts
    round: int
    step: Step  # mulligan, play, declare (step 4), discard (step 5), over
    first: int  # who has the first turn
    turn_of: int  # whose turn it is; before the first turn: who decides about the hand
    to_act: tuple[int, ...]  # who has to act; empty when it is over
    piles: tuple[PileView, ...]  # always four: chemicals, wood, gears, steel
    deck: int  # cards left in it
    deck_top: tuple[str, ...]  # what the viewer knows of its top, the next card first
    discards: dict[str, int]  # how many of each card, in card order
    discard_top: str | None  # the card that came last
    playing: str | None  # the card in play while its effect asks for something
    asked: str | None  # of the player whose turn it is: "discard", "order" (of what was looked at)
    to_discard: int  # how many cards that player must still discard, for a card or the limit
    players: tuple[PlayerView, ...]  # by seat
    hand: tuple[HandCardView, ...]  # the viewer's own in card order; empty for the public
    start_hand: tuple[str, ...]  # what the viewer held when the turn began, no card twice
    new_cards: tuple[str, ...]  # others that the viewer has held since, no card twice
    hand_limit: int
    can_declare: bool  # the viewer's own recipe could be declared in a declare step now
    undo: UndoOffer
    winner: int | None  # who built the recipe; None as long as it runs, and after the guard
    result: Result | None

    @property
    def recipe(self) -> RecipeView | None:
        """The viewer's own recipe; None for the public."""
        return None if self.seat is None else self.players[self.seat].recipe


def view(state: State, seat: int | None) -> View:
    totals = {resource: total(state.piles[resource]) for resource in RESOURCES}
    discards = state.deck.discards
    players = tuple(_player(state, number, seat, totals) for number in range(len(state.players)))
    question = question_for(state.pending, state.seat)
    return View(
        seat=seat,
        turn=state.turn,
        turns_left=MAX_TURNS - state.turn + 1,
        round=state.round,
        step=state.step,
        first=state.first,
        turn_of=state.seat,
        to_act=to_act(state),
        piles=tuple(_pile(state, resource) for resource in RESOURCES),
        deck=len(state.deck.cards),
        deck_top=tuple(state.players[seat].deck_top) if seat is not None else (),
        discards=dict(sorted(Counter(discards).items())),
        discard_top=discards[-1] if discards else None,
        playing=state.playing,
        asked=question.asks if question else None,
        to_discard=_to_discard(state),
        players=players,
        hand=_hand(state, seat, players) if seat is not None else (),
        start_hand=_start_hand(state, seat),
        new_cards=_new_cards(state, seat),
        hand_limit=HAND_LIMIT,
        can_declare=seat is not None and state.step != "over" and can_declare(state, seat),
        undo=undo_offer(state, seat),
        winner=state.winner,
        result=result(state),
    )


def _pile(state: State, resource: str) -> PileView:
    cards = state.piles[resource]
    amounts = tuple(CARDS[card].amount for card in reversed(cards))
    newest = state.newest == resource
    return PileView(resource, sum(amounts), tuple(reversed(cards)), amounts, newest)


def _player(state: State, seat: int, viewer: int | None, totals: dict[str, int]) -> PlayerView:
    player = state.players[seat]
    is_visible = (
        player.declared or viewer == seat or viewer in player.seen_by or state.step == "over"
    )
    known = player.known.get(viewer, []) if viewer is not None else []
    return PlayerView(
        seat,
        len(player.hand),
        _recipe(player.recipe, totals) if is_visible else None,
        player.declared,
        tuple(player.seen_by),
        tuple(sorted(known)),
    )


def _recipe(name: str, totals: dict[str, int]) -> RecipeView:
    needs = tuple(
        NeedView(resource, need, totals[resource], max(0, need - totals[resource]))
        for resource, need in RECIPES[name].needs
    )
    return RecipeView(name, needs, sum(need.lacks for need in needs))


def _hand(state: State, seat: int, players: tuple[PlayerView, ...]) -> tuple[HandCardView, ...]:
    recipe = players[seat].recipe
    assert recipe
    lacking = {need.resource: need.lacks for need in recipe.needs}
    return tuple(_held(state, name, lacking) for name in state.players[seat].hand)


def _start_hand(state: State, seat: int | None) -> tuple[str, ...]:
    hand = [] if seat is None else (state.base or state).players[seat].hand
    return tuple(dict.fromkeys(hand))


def _new_cards(state: State, seat: int | None) -> tuple[str, ...]:
    """List cards held since the turn began, even discarded ones: a panel keeps their places."""
    if seat is None:
        return ()
    gone = {str(act[1]) for owner, act, _ in state.rows if owner == seat and act[0] == "discard"}
    return tuple(sorted({*state.players[seat].hand, *gone} - {*_start_hand(state, seat)}))


def _held(state: State, name: str, lacking: dict[str, int]) -> HandCardView:
    card = CARDS[name]
    empty = tuple(
        str(effect.pile)
        for effect in card.effects
        if isinstance(effect, Remove) and not effect.choices(state, state.seat)
    )
    helps = min(card.amount, lacking.get(card.resource or "", 0))
    return HandCardView(name, not empty, empty, helps)


def _to_discard(state: State) -> int:
    if state.pending:
        question = state.pending[0]
        return int(question.about[0]) if question.asks == "discard" else 0
    if state.step in ("declare", "discard"):
        return max(0, len(state.players[state.seat].hand) - HAND_LIMIT)
    return 0
