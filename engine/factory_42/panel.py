"""The player's panel: a plain menu with the words around it."""

from collections.abc import Mapping, Sequence

from engine.factory_42.view import View
from engine.factory_42.words import DOING, left, where
from engine.kernel import panel
from engine.kernel.game import Names
from engine.kernel.phrases import joined, many

_TASKS = {
    "start": "take your gift",
    "start_cubes": "take cubes",
    "spoil": "choose the Food you lose",
    "ready": "say when you're ready",
    "place": "place a meeple",
    "requisition": "spend your points",
    "car": "choose a Railcar",
    "load": "load the Railcar",
    "bag": "fill the Bag",
    "draw": "name the sizes you draw",
    "spike": "spike Railcars",
    "double": "one Railcar or two?",
    "ship": "ship a Railcar",
    "burn": "burn cubes",
    "operate": "operate your Inventions",
    "move": "move cubes",
    "seal": "take cubes",
    "rummage": "name the sizes you draw",
    "keep_cube": "keep a cube",
    "scrap": "scrap cubes",
    "take": "take an Invention",
    "enter": "enter the Embassy?",
    "commissar_enter": "pay for your Magic?",
    "keep": "keep a Commission",
    "fee": "pay the fee?",
    "trade": "trade",
    "research": "research something",
    "make": "make a good",
    "incinerate": "burn more?",
    "account": "settle your accounts",
    "lose": "pay for the open orders",
    "cleanup": "clean up your Docks",
}


class Factory42Panel(panel.Panel[View]):
    def head(self, view: View, names: Names) -> str:
        if view.result or view.seat is None:
            return self.words.status(view, names)
        if view.seat not in view.to_act:
            return f"Waiting for {joined(names[seat] for seat in view.to_act)} ({where(view)})."
        task = _TASKS[view.asks]
        rest = left(view)
        return f"Your turn: {task}{f' ({rest})' if rest else ''}{'' if task.endswith('?') else '.'}"

    def call(self, view: View) -> str:
        task = _TASKS[view.asks]
        return task if task.endswith("?") else f"{task}."

    def status(self, view: View) -> str:
        return "This is the last round." if view.round == view.last_round else ""

    def progress(self, view: View, seat: int) -> str:
        if seat in view.to_act:
            return DOING[view.asks]
        left = view.players[seat].meeples
        return f"has {many(left, 'meeple')} left" if left else ""

    def cards(self, view: View) -> Mapping[str, Sequence[str]]:
        own = view.own
        found: dict[str, Sequence[str]] = {
            "Government Orders": [order.name for order in view.orders],
            "this round": [name for name in (view.event, view.market) if name],
            "in the Guild": view.inventions,
        }
        if own:
            found["your Inventions"] = [*own.inventions, *own.unresearched]
            found["your Commissions"] = [*view.basket.cards, *own.commissions, *own.begun]
        return found
