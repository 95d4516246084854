"""Describes the public pictures in words; everybody may read these."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.factory_frenzy import pages as twins
from engine.factory_frenzy.phrases import card_name, recipe_name
from engine.factory_frenzy.view import PileView, PlayerView, View
from engine.kernel.phrases import plural
from render.alt import fitting, isolated
from render.factory_frenzy.moment import is_to_act, open_recipe


def board(view: View, names: Sequence[str]) -> str:
    """Describe the board to spectators; in fewer words if names are very long."""
    full = twins.board(public(view), tuple(map(isolated, names)))
    return fitting(_one_line(full.splitlines()), _short(view, names))


def public(view: View) -> View:
    """Describe the table without what only this seat knows."""
    players = tuple(
        replace(player, known=(), recipe=open_recipe(view, player)) for player in view.players
    )
    return replace(view, seat=None, players=players, deck_top=(), hand=())


def _one_line(lines: Iterable[str]) -> str:
    return f"{'; '.join(line.strip() for line in lines)}."


def _short(view: View, names: Sequence[str]) -> str:
    piles = "; ".join(map(_pile, view.piles))
    players = "; ".join(_player(view, player, names[player.seat]) for player in view.players)
    left = f"{view.deck} in the deck, {sum(view.discards.values())} discarded"
    return f"Board, turn {view.turn}. {piles}. {left}. {players}."


def _pile(pile: PileView) -> str:
    if not pile.cards:
        return f"{pile.resource} 0"
    cards = plural(len(pile.cards), "card")
    return f"{pile.resource} {pile.total} from {cards}, on top {card_name(pile.cards[0])}"


def _player(view: View, player: PlayerView, name: str) -> str:
    acts = ", to play" if is_to_act(view, player) else ""
    recipe = open_recipe(view, player)
    recipe_text = (
        f"{recipe_name(recipe.recipe)}, lacks {recipe.lacks}" if recipe else "recipe secret"
    )
    declared = "declared " if player.declared else ""
    return f"{isolated(name)}: {plural(player.hand_size, 'card')}{acts}, {declared}{recipe_text}"


def declared(view: View, seat: int, names: Sequence[str]) -> str:
    player = view.players[seat]
    recipe = open_recipe(view, player)
    assert recipe
    lines = twins.declared(view, player, recipe, tuple(map(isolated, names)))
    return fitting(f"Declared: {_one_line(lines.splitlines())}")


def ending(view: View, names: Sequence[str]) -> str:
    verdict, *places = twins.ending(view, tuple(map(isolated, names))).splitlines()
    return fitting(f"{verdict} {_one_line(places)}")
