"""All texts of High Card. A game may keep its texts in a module, as here, or in an object."""

from engine.kernel.codes import UNDO, Action
from engine.kernel.events import Event
from engine.kernel.game import Names
from engine.kernel.phrases import joined, plural
from engine.kernel.undo import UndoOffer
from testing.toy.state import CARDS, View

RULES = """Everybody holds four cards with numbers from 1 to 15, no number twice. In each of four \
rounds everybody lays one card face down. When all have, the cards are shown: the highest one wins \
a point."""
POINTS = "The player with the most points after four rounds wins. Equal points share the win."


def label(action: Action, view: View, names: Names) -> str:
    """What a button says, in at most 80 characters; no two buttons say the same."""
    if action == UNDO:
        return f"Undo: play {view.undo.action[1]}" if view.undo.action else "Undo"
    return f"Play {action[1]}"


def sentence(event: Event, names: Names, viewer: int | None = None) -> str:
    """One line of the log. Who may read it was decided by the rules."""
    who = "" if event.seat is None else names[event.seat]
    match event.kind:
        case "did":
            return f"{who} lays a card face down."
        case "undo":
            return f"{who} takes the card back."
        case "laid":
            return f"You laid the {event.facts[0]}."
        case "won":
            return f"{who} wins round {event.facts[0]} with the {event.facts[1]}."
        case "concluded":
            return "The game ends as it stands."
    raise KeyError(event.kind)


def status(view: View, names: Names) -> str:
    """Whom the table waits for, in one line; who won when it is over."""
    if view.result:
        winners = joined(names[seat] for seat in view.result.winners)
        return f"{winners} {'wins' if len(view.result.winners) == 1 else 'share the win'}."
    return f"Round {view.round}: {joined(names[seat] for seat in view.to_act)} to lay a card."


def table(view: View, names: Names) -> list[str]:
    """What everybody sees, line by line; the picture has the same."""
    found = [f"{names[seat]}: {plural(n, 'point')}" for seat, n in enumerate(view.points)]
    if view.shown:
        found.append(f"Last round: {joined(map(str, view.shown))}")
    return found


def hand(view: View) -> list[str]:
    """What only the view's seat sees."""
    found = [f"Your hand: {joined(map(str, view.hand)) or 'no card'}"]
    if view.laid:
        found.append(f"You laid the {view.laid}")
    return found


def pages(view: View, names: Names) -> dict[str, str]:
    """The table for those who want words in the place of pictures."""
    found = {"Table": table(view, names)} | ({} if view.seat is None else {"Hand": hand(view)})
    return {title: "\n".join(lines) for title, lines in found.items()}


def undo(offer: UndoOffer) -> str:
    return f"You can undo: play {offer.action[1]}." if offer.action else "There's nothing to undo."


def card(name: str) -> str:
    """A card in words: its name, then in brackets what it is."""
    return f"The {name} (it beats every lower card)."


def cards() -> dict[str, str]:
    """What /card knows, by the ids of the cards."""
    return {str(number): f"The {number}" for number in CARDS}


def rules() -> dict[str, str]:
    """Page by page, for somebody who has never played it."""
    return {"How to play": RULES, "Points": POINTS}
