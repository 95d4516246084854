"""Builds another table that one seat can't tell from this one, by exchanging only hidden things."""

from engine.factory_42.state import Draft, State
from engine.kernel.luck import Luck
from engine.kernel.undo import copies


def other_world(state: State, seat: int | None, luck: Luck) -> State:
    """Build the copy; undo works in it as before, so what undo restores stays in place."""
    worlds = copies(state)
    for kind in ("order", "market", "event", "invention"):
        _shuffle_decks(worlds, kind, luck)
    _exchange_commissions(worlds, seat, luck)
    _exchange_drafts(worlds, seat)
    return worlds[0]


def _shuffle_decks(worlds: list[State], kind: str, luck: Luck) -> None:
    """Shuffle a deck alike now and in the checkpoint, unless cards were drawn in between."""
    decks = [getattr(world, f"{kind}_deck") for world in worlds]
    cards = decks[0].cards[:]
    luck.shuffle(cards, "hidden", kind)
    for deck in decks:
        if len(deck.cards) == len(cards):
            deck.cards = cards[:]


def _exchange_commissions(worlds: list[State], seat: int | None, luck: Luck) -> None:
    """Exchange hidden Commissions among the deck, the discards and opponents' hands.

    If the deck was shuffled since the checkpoint, nothing moves: undo would shuffle other names.
    """
    current = worlds[0]
    deck = current.commission_deck
    if current.phase == "over" or any(w.commission_deck.shuffles != deck.shuffles for w in worlds):
        return
    rivals = [number for number in range(len(current.players)) if number != seat]
    hidden = [*deck.cards, *deck.discards]
    for rival in rivals:
        hidden += current.players[rival].commissions
    hidden += [] if seat in current.acting else current.basket.cards
    shuffled = hidden[:]
    luck.shuffle(shuffled, "hidden", "commission")
    new = dict(zip(hidden, shuffled, strict=True))
    for world in worlds:
        _rename(world, new, rivals)


def _rename(world: State, new: dict[str, str], rivals: list[int]) -> None:
    """Exchange the names of hidden cards; those the seat can see aren't in `new`."""
    deck, basket = world.commission_deck, world.basket
    deck.cards = [new.get(name, name) for name in deck.cards]
    deck.discards = [new.get(name, name) for name in deck.discards]
    basket.cards = sorted(new.get(name, name) for name in basket.cards)
    for rival in rivals:
        player = world.players[rival]
        player.commissions = sorted(new.get(name, name) for name in player.commissions)


def _exchange_drafts(worlds: list[State], seat: int | None) -> None:
    """Change the draft of an opponent who hasn't written since the checkpoint."""
    current = worlds[0]
    writers = {player for player, action, _ in current.rows if action[0] in _DRAFTING}
    for rival, player in enumerate(current.players):
        if rival != seat and rival not in writers and player.draft:
            other = player.draft.other
            for world in worlds:
                world.players[rival].draft = Draft(other, [("burn", 1)], [])


_DRAFTING = ("propose", "clause", "drop", "send")
