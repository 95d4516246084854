"""Say in words everything that each picture shows: for screen readers and for the terminal."""

from engine.factory_frenzy.card_text import effect
from engine.factory_frenzy.cards import CARDS
from engine.factory_frenzy.phrases import (
    amount,
    amounts,
    card_name,
    in_turn,
    needs,
    recipe_name,
)
from engine.factory_frenzy.view import HandCardView, PileView, PlayerView, RecipeView, View
from engine.kernel.game import Names, Result
from engine.kernel.phrases import joined, plural


def pages(view: View, names: Names) -> dict[str, str]:
    """Return each picture's name and text; the hand only for the seat that holds it."""
    texts = {"board": board(view, names)}
    for player in view.players:
        if player.declared and player.recipe:
            texts[f"declared {player.seat}"] = declared(view, player, player.recipe, names)
    if view.seat is not None:
        texts["hand"] = hand(view, names)
    if view.result:
        texts["result"] = ending(view, names)
    return texts


def board(view: View, names: Names) -> str:
    lines = [f"Board, turn {view.turn}" if view.turn else "Board, before the first turn"]
    lines += [f"  {_pile(pile)}" for pile in view.piles]
    lines.append(f"  {plural(view.deck, 'card')} in the deck, {_discarded(view)}")
    if view.deck_top:
        lines.append(f"  you know what is on top of the deck: {in_turn(view.deck_top)}")
    if view.playing:
        lines.append(f"  in play: {card_name(view.playing)}")
    lines += [f"  {_player(view, player, names)}" for player in view.players]
    return "\n".join(lines)


def _pile(pile: PileView) -> str:
    if not pile.cards:
        return f"{pile.resource}: 0 (empty)"
    adds = ", ".join(map(str, pile.amounts))
    text = f"{pile.resource}: {pile.total} from {plural(len(pile.cards), 'card')}"
    top = f"top card {card_name(pile.cards[0])}{' (new)' if pile.is_new else ''}"
    return f"{text}, {top}; top to bottom: {adds}"


def _discarded(view: View) -> str:
    if view.discard_top is None:
        return "none discarded"
    cards = [f"{card_name(card)}{f' x{n}' if n > 1 else ''}" for card, n in view.discards.items()]
    count = sum(view.discards.values())
    top = f", last {card_name(view.discard_top)}" if len(view.discards) > 1 else ""
    return f"{count} discarded: {', '.join(cards)}{top}"


def _player(view: View, player: PlayerView, names: Names) -> str:
    parts = [f"{names[player.seat]}: {plural(player.hand_size, 'card')} in hand"]
    if player.seat in view.to_act:
        parts.append("playing now" if view.turn else "choosing to keep or swap their hand")
    if player.known:
        parts.append(f"you know they have {joined(map(card_name, player.known))}")
    parts.append(_recipe(view, player, names))
    return ", ".join(parts)


def _recipe(view: View, player: PlayerView, names: Names) -> str:
    if player.recipe is None:
        return "secret recipe"
    kind = "declared" if player.declared else "recipe"
    facts = f"{kind} {recipe_name(player.recipe.recipe)} ({needs(player.recipe.recipe)})"
    is_secret = not player.declared and view.result is None
    knowers = _knowers(player, names) if player.seat == view.seat else "you have seen it"
    return f"{facts}: {_stand(player.recipe)}{f'; {knowers}' if is_secret else ''}"


def _knowers(player: PlayerView, names: Names) -> str:
    """Say who knows the viewer's own secret recipe."""
    if not player.seen_by:
        return "only you can see it"
    who = joined(names[seat] for seat in player.seen_by)
    return f"{who} {'has' if len(player.seen_by) == 1 else 'have'} seen it"


def _stand(recipe: RecipeView) -> str:
    return f"still needs {_missing(recipe)}" if recipe.lacks else "the board has enough"


def _missing(recipe: RecipeView) -> str:
    return amounts((need.resource, need.lacks) for need in recipe.needs)


def declared(view: View, player: PlayerView, recipe: RecipeView, names: Names) -> str:
    """Say who can still stop a declared recipe, from public facts only."""
    lines = [f"{names[player.seat]} has declared the {recipe_name(recipe.recipe)}"]
    for need in recipe.needs:
        spare = need.have - need.need
        how = f"{spare} to spare" if spare > 0 else "just enough"
        if need.lacks:
            how = f"needs {need.lacks} more"
        lines.append(f"  {need.resource} {need.have} of {need.need}: {how}")
    if view.result is None:
        order = [names[seat] for seat in still_to_play(view, player.seat)]
        lines.append(f"  turns before it is checked: {', '.join(order)}")
    return "\n".join(lines)


def still_to_play(view: View, owner: int) -> list[int]:
    """List whose turns come up to the owner's next one, from the present turn on."""
    seats = len(view.players)
    until = (owner - view.turn_of - 1) % seats + 1
    return [(view.turn_of + i) % seats for i in range(until + 1)]


def hand(view: View, names: Names) -> str:
    recipe, own = view.recipe, view.players[view.seat or 0]
    assert recipe
    secret = "declared" if own.declared else _knowers(own, names)
    lines = [f"Your hand ({len(view.hand)} of {view.hand_limit})"]
    lines.append(f"  recipe {recipe_name(recipe.recipe)} ({secret})")
    for need in recipe.needs:
        how = f"needs {need.lacks} more" if need.lacks else "enough"
        lines.append(f"  - {need.resource} {need.have} of {need.need}: {how}")
    if view.can_declare:
        lines.append("  ready to declare")
    lines += [f"  {_held(card)}" for card in view.hand]
    if view.deck_top:
        lines.append(f"  top of the deck: {in_turn(view.deck_top)}")
    return "\n".join(lines)


def _held(held: HandCardView) -> str:
    card = CARDS[held.card]
    text = f"{card.name} ({card.resource or 'action'}): {effect(held.card)}"
    if held.empty:
        where = joined("every pile" if pile == "any" else pile for pile in held.empty)
        return f"{text} Can't be played: {where} is empty."
    if card.resource and held.helps:
        return f"{text} Adds {amount(held.helps, card.resource)} that your recipe needs."
    return text


def ending(view: View, names: Names) -> str:
    """Rank the seats at the end and say why."""
    result = view.result
    assert result
    ranked = sorted(range(len(result.ranks)), key=lambda seat: result.ranks[seat])
    lines = [f"  {result.ranks[seat]}. {_score(view, result, names, seat)}" for seat in ranked]
    return "\n".join([_verdict(view, result, names), *lines])


def _score(view: View, result: Result, names: Names, seat: int) -> str:
    parts, recipe = result.parts[seat], view.players[seat].recipe
    assert recipe
    there = f"{parts['there']} of {parts['there'] + parts['lacking']} on the board"
    lacks = f", missing {_missing(recipe)}" if recipe.lacks else ""
    state = ", declared" if parts["declared"] else ""
    held = f", {plural(parts['hand'], 'card')} in hand"
    return f"{names[seat]}: {recipe_name(recipe.recipe)}, {there}{lacks}{state}{held}"


def _verdict(view: View, result: Result, names: Names) -> str:
    winners = joined(names[seat] for seat in result.winners)
    if view.winner is not None:
        recipe = view.players[view.winner].recipe
        assert recipe
        return f"{winners} wins with the {recipe_name(recipe.recipe)} on turn {view.turn}!"
    after = f"after {plural(view.turn, 'turn')} with no finished recipe"
    return {
        "shared": f"{winners} share the win {after}.",
        "resources": f"{winners} wins {after}: closest to finishing.",
        "declared": f"{winners} wins {after}: equally close, but declared.",
        "cards": f"{winners} wins {after}: equally close, with fewer cards in hand.",
    }[result.reason]
