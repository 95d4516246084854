"""Another table that one seat cannot tell from this one: only hidden things are exchanged."""

from engine.factory_42.state import Draft, State
from engine.kernel.luck import Luck
from engine.kernel.undo import copies


def other_world(state: State, seat: int | None, luck: Luck) -> State:
    """Undo works in the copy as before: what the trail names or moved stays where it was."""
    worlds = copies(state)
    for kind in ("order", "market", "event", "invention"):
        _shuffle_decks(worlds, kind, luck)
    _exchange_commissions(worlds, seat, luck)
    _exchange_drafts(worlds, seat)
    return worlds[0]


def _shuffle_decks(worlds: list[State], kind: str, luck: Luck) -> None:
    """A deck is the same now and at the checkpoint: no card is drawn while something is asked."""
    decks = [getattr(world, f"{kind}_deck") for world in worlds]
    cards = decks[0].cards[:]
    luck.shuffle(cards, "hidden", kind)
    for deck in decks:
        if len(deck.cards) == len(cards):
            deck.cards = cards[:]


def _exchange_commissions(worlds: list[State], seat: int | None, luck: Luck) -> None:
    """Hidden ones in the deck, among the refused and in rivals' hands change places.

    Where the deck was shuffled since the checkpoint, undo would shuffle other names: it stays.
    """
    world = worlds[0]
    deck = world.commission_deck
    if world.phase == "over" or any(w.commission_deck.shuffles != deck.shuffles for w in worlds):
        return
    rivals = [number for number in range(len(world.players)) if number != seat]
    hidden = [*deck.cards, *deck.discards]
    for rival in rivals:
        hidden += world.players[rival].commissions
    hidden += [] if seat in world.acting else world.basket.cards
    shuffled = hidden[:]
    luck.shuffle(shuffled, "hidden", "commission")
    new = dict(zip(hidden, shuffled, strict=True))
    for state in worlds:
        _rename(state, new, rivals)


def _rename(world: State, new: dict[str, str], rivals: list[int]) -> None:
    """What the seat sees has no new name, so it stays as it is."""
    deck, basket = world.commission_deck, world.basket
    deck.cards = [new.get(name, name) for name in deck.cards]
    deck.discards = [new.get(name, name) for name in deck.discards]
    basket.cards = sorted(new.get(name, name) for name in basket.cards)
    for rival in rivals:
        player = world.players[rival]
        player.commissions = sorted(new.get(name, name) for name in player.commissions)


def _exchange_drafts(worlds: list[State], seat: int | None) -> None:
    """A rival who has touched no draft since the checkpoint may have written another one."""
    world = worlds[0]
    writers = {player for player, action, _ in world.rows if action[0] in _DRAFTING}
    for rival, player in enumerate(world.players):
        if rival != seat and rival not in writers and player.draft:
            other = player.draft.other
            for state in worlds:
                state.players[rival].draft = Draft(other, [("burn", 1)], [])


_DRAFTING = ("propose", "clause", "drop", "send")
