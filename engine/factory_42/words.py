"""All texts of the game in one object, as the host and the cogs ask for them."""

from functools import cache, partial

from engine.factory_42.board import FOLDER, IMPROVEMENTS
from engine.factory_42.card_text import card, effect
from engine.factory_42.cards import COMMISSIONS, EVENTS, INVENTIONS, ORDERS
from engine.factory_42.labels import label
from engine.factory_42.log import sentence
from engine.factory_42.market import MARKETS
from engine.factory_42.nouns import location_name
from engine.factory_42.pages import ending, pages
from engine.factory_42.phrases import CLAUSES, card_name
from engine.factory_42.view import View
from engine.kernel.game import Names
from engine.kernel.phrases import joined, plural
from engine.kernel.sections import sections

__all__ = ["card", "cards", "effect", "label", "pages", "rules", "sentence", "status", "undo"]

SEALS = {
    "": "There's nothing to undo: your last step is finished.",
    "placed": "You can't undo this because the next meeple has been placed.",
    "drew": "You can't undo this because cubes were drawn from the Bag.",
    "commissions": "You can't undo this because you saw Commissions.",
    "revealed": "You can't undo this because everyone has seen your Commission.",
}
DOING = {
    "start": "takes a gift",
    "start_cubes": "takes cubes",
    "spoil": "loses Food",
    "ready": "is still talking",
    "place": "places a meeple",
    "requisition": "requisitions cubes",
    "car": "chooses a Railcar",
    "load": "loads a Railcar",
    "bag": "fills the Bag",
    "draw": "draws from the Bag",
    "spike": "spikes Railcars",
    "double": "decides how many Railcars are shipped",
    "ship": "ships a Railcar",
    "burn": "burns cubes",
    "operate": "operates Inventions",
    "move": "moves cubes",
    "seal": "requisitions cubes",
    "rummage": "draws from the Bag",
    "keep_cube": "keeps a cube",
    "scrap": "scraps cubes",
    "take": "visits the Guild",
    "enter": "stands at the Embassy's door",
    "commissar_enter": "stands at the Embassy's door",
    "keep": "chooses a Commission",
    "fee": "decides about the door fee",
    "trade": "trades",
    "research": "does research",
    "make": "makes a good",
    "incinerate": "stokes the Incinerator",
    "account": "does the accounts",
    "lose": "chooses how to pay for the open orders",
    "cleanup": "cleans up the Docks",
}
TOGETHER = {  # of several players
    "spoil": "lose Food",
    "ready": "are still talking",
    "lose": "choose how to pay for the open orders",
    "cleanup": "clean up the Docks",
}

rules = partial(sections, FOLDER / "rules.md")
undo = partial(CLAUSES.undo, seals=SEALS)


@cache
def cards() -> dict[str, str]:
    """List every card and improvement with the name it shows."""
    tables = (ORDERS, COMMISSIONS, INVENTIONS, EVENTS, MARKETS, IMPROVEMENTS)
    return {name: card_name(name) for table in tables for name in table}


def status(view: View, names: Names) -> str:
    """Say in one line who has to act; the ranking when the game is over."""
    if view.result:
        return ending(view, names)
    who = joined(names[seat] for seat in view.to_act)
    doing = TOGETHER[view.asks] if len(view.to_act) > 1 else DOING[view.asks]
    remaining = left(view)
    return (
        f"Round {view.round}, {where(view)}: {who} {doing}{f' ({remaining})' if remaining else ''}."
    )


def left(view: View) -> str:
    """Say what the open question still lets a player spend, draw or move; empty without a count."""
    basket = view.basket
    count = basket.most - basket.count
    more = plural(count, "more cube")
    up_to = f"up to {more}" if count else ""
    if view.asks == "place":
        return f"{plural(view.players[view.to_act[0]].meeples, 'meeple')} left"
    texts = {
        "requisition": f"{plural(basket.points, 'own point')}, {basket.pool_points} for the Pool",
        "start_cubes": f"{plural(basket.points, 'point')} left",
        "seal": f"{plural(basket.points, 'point')} left",
        "load": up_to,
        "bag": more if count else "",
        "draw": plural(basket.count, "cube"),
        "rummage": plural(basket.count, "cube"),
        "spike": up_to,
        "move": up_to,
        "scrap": more,
        "burn": f"{plural(basket.points, 'Rosette')} for at least 1 cube",
        "take": f"{basket.points} Steam",
        "trade": f"worth {basket.worth}" if basket.worth else "",
    }
    return texts.get(view.asks, "")


def where(view: View) -> str:
    """Name the location or step as it appears in the middle of a sentence."""
    steps = {
        "start": "before the first draw",
        "draw": "the draw",
        "talk": "negotiation",
        "place": "placing",
        "scoring": "scoring",
        "cleanup": "Clean Up",
    }
    return steps.get(view.phase) or location_name(view.phase)
