"""The painter of Factory Frenzy!: which pictures a view offers, and how each is made."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.factory_frenzy.cards import CARDS, RECIPES, Card
from engine.factory_frenzy.pages import still_to_play
from engine.factory_frenzy.resources import RESOURCES
from engine.factory_frenzy.stopping import is_standing
from engine.factory_frenzy.view import View
from engine.factory_frenzy.words import card as card_words
from engine.kernel.events import Event
from engine.kernel.game import Names
from render.emojis import sign
from render.factory_frenzy import board, deck, declared, final, hand, recipes, rivals, share
from render.factory_frenzy.asking import is_asked, is_ordering
from render.factory_frenzy.cards import face
from render.factory_frenzy.look import CARD_H, COPPER_STRIPES, RESOURCE, SCENES
from render.marks import Drawing, Piece
from render.painter import CARD_MARGIN, Painter, numbered
from render.widgets.badges import spoken


def _family(card: Card) -> int:
    return RESOURCES.index(card.resource) if card.resource else len(RESOURCES)


class FactoryFrenzyPainter(Painter[View]):
    title = "Factory Frenzy!"
    accent = COPPER_STRIPES
    street = SCENES + "lobby"
    cards = (*(card.id for card in sorted(CARDS.values(), key=_family)), *RECIPES)
    palette = "factory_frenzy"
    captions: ClassVar[Mapping[str, str]] = {
        "board": "The board",
        "declared": "{owner}'s declared recipe",
        "hand": "Your hand",
        "watch": "Board and recipe",
        "deck": "Top of the deck",
        "rivals": "What you know",
        "recipes": "All recipes",
        "final": "Final score",
        "share": "Share card",
    }

    def offers(self, view: View) -> tuple[str, ...]:
        pictures = ["board"]
        pictures += [f"declared {player.seat}" for player in view.players if player.declared]
        if view.seat is not None:
            pictures += [*numbered("hand", hand.pages(view)), *_private_pictures(view)]
        pictures.append("recipes")
        if view.result:
            pictures += ["final", "share"]
        return tuple(pictures)

    def board(self, view: View) -> tuple[str, ...]:
        if view.result:
            return ("final", "board")
        return ("board", *_freshest(view))

    def headline(self, view: View, events: Sequence[Event]) -> tuple[str, ...]:
        return tuple(_freshest(view))

    def panel(self, view: View) -> tuple[str, ...]:
        if view.seat is None or view.result:
            return self.board(view)
        if not is_asked(view):
            return ("watch",)
        return ("deck",) if is_ordering(view) else tuple(numbered("hand", hand.pages(view)))

    def draw(self, name: str, view: View, names: Names, marks: Sequence[str] = ()) -> Drawing:
        return self.colored(self._draw(name, view, spoken(tuple(names)), marks))

    def _draw(self, name: str, view: View, names: tuple[str, ...], marks: Sequence[str]) -> Drawing:
        kind, *rest = name.split()
        number = int(rest[0]) if rest else 1
        match kind:
            case "board":
                return board.picture(view, names)
            case "declared":
                return declared.picture(view, number, names)
            case "hand":
                return hand.picture(view, names, number - 1, marks)
            case "watch":
                return board.own_picture(view, names)
            case "deck":
                return deck.picture(view, names)
            case "rivals":
                return rivals.picture(view, names)
            case "recipes":
                return recipes.picture(view, names)
            case "final":
                return final.picture(view, names)
            case "share":
                return share.picture(view, names, self.title)
        raise KeyError(f"There is no picture “{name}”.")

    def card(self, name: str) -> Drawing:
        return self.alone(face(name, CARD_MARGIN, CARD_MARGIN), CARD_H, card_words(name))

    def emojis(self) -> dict[str, Piece]:
        return {resource: sign(RESOURCE + resource) for resource in RESOURCES}


def _private_pictures(view: View) -> list[str]:
    """List the other pictures that only the seat may see while the game runs."""
    if view.result:
        return []
    deck_top = ["deck"] if view.deck_top else []
    return ["watch", *deck_top, *(["rivals"] if rivals.is_known(view) else [])]


def _freshest(view: View) -> list[str]:
    """Return the declaration that wins as things are; of several, the one with the longest wait."""
    standing = [player.seat for player in view.players if is_standing(player)]
    if not standing:
        return []
    return [f"declared {max(standing, key=lambda seat: len(still_to_play(view, seat)))}"]
