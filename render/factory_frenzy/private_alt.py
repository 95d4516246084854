"""Describes a seat's own pictures in words, for that seat only."""

from collections.abc import Sequence

from engine.factory_frenzy.card_text import effect
from engine.factory_frenzy.phrases import card_name, needs, recipe_name
from engine.factory_frenzy.stopping import declared_rivals, is_fragile, stopped_by
from engine.factory_frenzy.view import HandCardView, NeedView, PlayerView, View
from engine.kernel.phrases import joined, plural
from render.alt import fitting, isolated, newest
from render.factory_frenzy import alt
from render.factory_frenzy.alarm import says
from render.factory_frenzy.asking import is_playing, when, wish
from render.factory_frenzy.moment import open_recipe


def hand(
    view: View, cards: Sequence[HandCardView], names: Sequence[str], page: int, pages: int
) -> str:
    part = f", part {page} of {pages}" if pages > 1 else ""
    start = f"Your hand{part}, {_moment(view)}. {_alarm(view, names)}{_recipe(view)} "
    held = f"{_piles(view)} {len(view.hand)} of {view.hand_limit} cards"
    if not cards:
        return fitting(f"{start}{_piles(view)} No card in hand.")
    states = [_state(view, each, names) for each in cards]
    full = [f"{_card_text(each)}{state}" for each, state in zip(cards, states, strict=True)]
    short = [f"{card_name(each.card)}{state}" for each, state in zip(cards, states, strict=True)]
    return fitting(
        f"{start}{held}: {'; '.join(full)}.",
        f"{start}{held}: {'; '.join(short)}.",
        newest(f"{start}{held}: ", [card_name(each.card) for each in cards]),
    )


def watch(view: View, names: Sequence[str]) -> str:
    """Describe the board and how far the own recipe is."""
    return fitting(f"{_recipe(view)} {alt.board(view, names)}", f"{_recipe(view)} {_piles(view)}")


def _piles(view: View) -> str:
    piles = (
        f"{pile.resource} {pile.total} ({plural(len(pile.cards), 'card')})" for pile in view.piles
    )
    return f"On the board: {', '.join(piles)}."


def _alarm(view: View, names: Sequence[str]) -> str:
    """Say who has declared what, and how it could be stopped."""
    return "".join(f"{_declared(view, each, names)}. " for each in declared_rivals(view))


def _declared(view: View, rival: PlayerView, names: Sequence[str]) -> str:
    recipe = open_recipe(view, rival)
    assert recipe
    needs = ", ".join(_spare(view, need) for need in recipe.needs)
    verdict = says(view, rival).lower()
    return f"{isolated(names[rival.seat])} {verdict}: {recipe_name(recipe.recipe)}, {needs}"


def _spare(view: View, need: NeedView) -> str:
    spare = need.have - need.need
    verdict = f"{spare} to spare" if spare > 0 else "just enough"
    if need.lacks:
        verdict = f"lacks {need.lacks}"
    elif is_fragile(view, need):
        verdict += ", its top card would break it"
    return f"{need.resource} {need.have} of {need.need} ({verdict})"


def _moment(view: View) -> str:
    task = wish(view)
    return f"{when(view)}, to do: {task}" if task else when(view)


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


def _card_text(held: HandCardView) -> str:
    return f"{card_name(held.card)}: {effect(held.card).rstrip('.')}"


def _state(view: View, held: HandCardView, names: Sequence[str]) -> str:
    if held.empty:
        where = joined("every pile" if pile == "any" else pile for pile in held.empty)
        return f" (not playable, {where} is empty)"
    notes = ["helps your recipe"] if held.helps else []
    if is_playing(view) and (rivals := stopped_by(view, held.card)):
        notes.append(f"stops {isolated(names[rivals[0].seat])}")
    return f" ({', '.join(notes)})" if notes else ""


def deck(view: View) -> str:
    known = ", then ".join(f"{card_name(card)} ({effect(card)[:-1]})" for card in view.deck_top)
    return fitting(f"Top of the deck, {_moment(view)}. Drawn next: {known}. {_recipe(view)}")


def rivals(view: View, names: Sequence[str], others: Sequence[PlayerView]) -> str:
    lines = [f"{isolated(names[player.seat])}: {_hand_facts(player)}" for player in others]
    return fitting(f"What you know, {_moment(view)}. {'; '.join(lines)}.")


def _hand_facts(player: PlayerView) -> str:
    facts = [f"{plural(player.hand_size, 'card')} in hand"]
    if player.known:
        facts.append(f"among them {joined(map(card_name, player.known))}")
    return ", ".join([*facts, _recipe_of(player)])


def _recipe_of(player: PlayerView) -> str:
    if player.recipe is None:
        return "secret recipe"
    lacks = player.recipe.lacks
    stand = f"lacks {lacks}" if lacks else "all is there"
    return f"recipe {recipe_name(player.recipe.recipe)} ({needs(player.recipe.recipe)}), {stand}"
