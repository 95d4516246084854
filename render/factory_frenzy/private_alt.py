"""What only the seat may read: its own pictures in words."""

from collections.abc import Sequence

from engine.factory_frenzy.card_text import effect
from engine.factory_frenzy.phrases import card_name, needs, recipe_name
from engine.factory_frenzy.view import HandCardView, NeedView, PlayerView, View
from engine.kernel.phrases import joined, many
from render.alt import fitting, isolated, newest
from render.factory_frenzy.asking import when, wish


def hand(view: View, cards: Sequence[HandCardView], page: int, pages: int) -> str:
    part = f", part {page} of {pages}" if pages > 1 else ""
    start = f"Your hand{part}, {_moment(view)}. {_recipe(view)} "
    held = f"{len(view.hand)} of {view.hand_limit} cards"
    if not cards:
        return fitting(f"{start}No card in hand.")
    full = f"{start}{held}: {'; '.join(map(_said, cards))}."
    short = f"{start}{held}: {'; '.join(map(_brief, cards))}."
    return fitting(
        full, short, newest(f"{start}{held}: ", [card_name(each.card) for each in cards])
    )


def _moment(view: View) -> str:
    asked = wish(view)
    return f"{when(view)}, to do: {asked}" if asked else when(view)


def _recipe(view: View) -> str:
    recipe = view.recipe
    assert recipe and view.seat is not None
    state = "Declared" if view.players[view.seat].declared else "Secret"
    end = " Ready to declare." if view.can_declare else ""
    needs = ", ".join(map(_need, recipe.needs))
    return f"{state} recipe {recipe_name(recipe.recipe)}: {needs}.{end}"


def _need(need: NeedView) -> str:
    verdict = f"lacks {need.lacks}" if need.lacks else "enough"
    return f"{need.resource} {need.have} of {need.need} ({verdict})"


def _said(held: HandCardView) -> str:
    what = effect(held.card).rstrip(".")
    return f"{card_name(held.card)}: {what}{_state(held)}"


def _brief(held: HandCardView) -> str:
    return f"{card_name(held.card)}{_state(held)}"


def _state(held: HandCardView) -> str:
    if held.empty:
        where = joined("every pile" if pile == "any" else pile for pile in held.empty)
        return f" (not playable, {where} is empty)"
    return " (helps your recipe)" if held.helps else ""


def deck(view: View) -> str:
    known = ", then ".join(f"{card_name(card)} ({effect(card)[:-1]})" for card in view.deck_top)
    return fitting(f"Top of the deck, {_moment(view)}. Drawn next: {known}. {_recipe(view)}")


def rivals(view: View, names: Sequence[str], others: Sequence[PlayerView]) -> str:
    said = [f"{isolated(names[player.seat])}: {_known(player)}" for player in others]
    return fitting(f"What you know, {_moment(view)}. {'; '.join(said)}.")


def _known(player: PlayerView) -> str:
    said = [f"{many(player.hand_size, 'card')} in hand"]
    if player.known:
        said.append(f"among them {joined(map(card_name, player.known))}")
    return ", ".join([*said, _recipe_of(player)])


def _recipe_of(player: PlayerView) -> str:
    if player.recipe is None:
        return "secret recipe"
    lacks = player.recipe.lacks
    stand = f"lacks {lacks}" if lacks else "all is there"
    return f"recipe {recipe_name(player.recipe.recipe)} ({needs(player.recipe.recipe)}), {stand}"
