"""A player's panel: market slots, tools and dice in fixed places, and questions before a loss."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.fantastic_factories.card_text import effect
from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.labels import build_price, floor_gain, hire_price, label
from engine.fantastic_factories.phrases import amounts, card_name, plural, shared, short_name, used
from engine.fantastic_factories.state import FLOOR_SLOTS, HAND_LIMIT, RESOURCE_LIMIT
from engine.fantastic_factories.view import PlayerView, SlotView, View
from engine.kernel import panel
from engine.kernel.codes import Action
from engine.kernel.game import Names
from engine.kernel.panel import (
    MAX_COLUMNS,
    SHORT,
    Answer,
    Caution,
    Choice,
    Form,
    Piece,
    Place,
    Region,
    Several,
)
from engine.kernel.phrases import clipped, either, joined

ChoiceOf = Callable[[Sequence[Any], View, Names], Choice]  # words behind the verb
DONE: Action = ("done",)
MAX_BUTTONS = 2  # cards that have a button of their own; more of them make a list
SIGNS = {"research": "draw", "generate": "energy", "mine": "metal"}
FACES = (1, 2, 3, 4, 5, 6)
FLOOR = Place((("generate",), ("mine",)), "Generate", "energy", is_main=True)
WORK = Place((("research",),), "Research", "draw"), FLOOR
USES = (Place((("use",), ("specialist",)), "Use a card"),)
BUILD = Region(
    *("build", Form.SELECT, (Place((("build",),), "Build"),)),
    title="Build a card",
    none="No card can be built now",
)
END = Region("end", Form.BUTTONS, (Place((DONE, ("drop",)), "Done", is_end=True),))
FOREMAN = Region(*("main", Form.SELECT, (Place((("set",),), "Dice"),)), title="Choose your dice")
REFRESH = Region("end", Form.BUTTONS, (Place((("refresh",),), "Refresh a row"),))


class FactoryPanel(panel.TurnPanel[View]):
    def regions(self, view: View) -> tuple[Region, ...]:
        if view.phase == "market":
            return (_takes(view), _hires(view), REFRESH)
        if view.asked:
            return (FOREMAN, END)
        return (_uses(view), _dice(view), BUILD, END)

    def choice(self, action: Action, view: View, names: Names) -> Choice:
        verb, *args = action
        make_choice = _CHOICES.get(str(verb))
        if make_choice:
            return make_choice(args, view, names)
        return Choice(label(action, view, names)[:SHORT], label(action, view, names))

    def own_turn(self, view: View, names: Names) -> str:
        if view.phase == "market":
            return "Your turn: take a card or hire."
        if view.asked:
            return "Your turn: choose your dice."
        assert view.seat is not None
        dice = view.players[view.seat].dice
        return f"Your turn: {plural(len(dice), 'die')} to place." if dice else "All dice placed."

    def call(self, view: View) -> str:
        if view.phase == "market":
            return "take a card or hire."
        return "place your dice." if len(view.to_act) < 2 else "everyone places their dice now."

    def status(self, view: View) -> str:
        if view.phase != "work" or view.seat not in view.to_act:
            return ""
        me = view.players[view.seat]
        if over := over_limits(me):
            return f"{over} when you press Done."
        if me.dice:
            return ""
        ready = dict.fromkeys(card_name(held.card) for held in view.hand if not held.lacks)
        return f"You can still build {either([*ready][:2])}." if ready else ""

    def caution(self, place: Place, view: View, actions: Sequence[Action]) -> Caution | None:
        """Ask before Done, if it loses something; nothing else on this panel does."""
        if not place.holds(DONE) or view.seat is None:
            return None
        me = view.players[view.seat]
        if over_limits(me):
            return _too_much(me, view)
        return _unplaced(view, me, actions) if me.dice else _idle_makers(actions)

    def progress(self, view: View, seat: int) -> str:
        player = view.players[seat]
        if view.phase == "market":
            return "takes a card or hires" if seat in view.to_act else ""
        if player.done:
            return "is done"
        return f"has {plural(len(player.dice), 'die')} left" if player.dice else "is still working"

    def cards(self, view: View) -> Mapping[str, Sequence[str]]:
        market = [*view.blueprints.row, *view.contractors.row]
        built = [building.card for player in view.players for building in player.compound]
        return {
            "your hand": [held.card for held in view.hand],
            "the market": [slot.card for slot in market if slot.card],
            "built": built,
        }


# Regions


def _takes(view: View) -> Region:
    """Make one place for each slot; when the row is empty, the first is to pass."""
    row = [slot.card for slot in view.blueprints.row]
    places = [_blueprint(row, number) for number in range(len(row))]
    if not any(row):
        places[0] = Place((("pass",),), "Pass")
    return Region("take", Form.BUTTONS, tuple(places), 2)


def _hires(view: View) -> Region:
    """Make one button for each slot; equal contractors are told apart by the tool above them."""
    places = [_contractor(slot, number) for number, slot in enumerate(view.contractors.row)]
    return Region("hire", Form.BUTTONS, tuple(places), 2)


def _contractor(slot: SlotView, number: int) -> Place:
    if not slot.card or not slot.tool:
        return Place((), f"Slot {number + 1} is empty")
    name, code = short_name(slot.card), ("hire", slot.card, slot.tool)
    in_words = f"{name} ({slot.tool})"
    return Place((code,), f"Hire {name}", f"tool_{slot.tool}", in_words, is_list=True)


def _blueprint(row: Sequence[str | None], number: int) -> Place:
    """Make the place for a slot; of equal cards the first is the one to take."""
    card = row[number]
    if card is None:
        return Place((), f"Slot {number + 1} is empty")
    if card in row[:number]:
        return Place((), f"{short_name(card)} (same)")
    return Place((("take", card),), f"Take {short_name(card)}", is_main=True)


def _uses(view: View) -> Region:
    """Make buttons while there are few uses; the count is taken when the phase begins."""
    assert view.seat is not None
    me = view.players[view.seat]
    usable = [built.card for built in me.compound if BLUEPRINTS[built.card].is_usable]
    at_first = [card for card in view.start.compound if BLUEPRINTS[card].is_usable]
    places = [
        Place((("use", card),), f"Use {card_name(card)}"[:SHORT], is_main=True) for card in usable
    ]
    if view.start.named_dice:
        places.insert(0, Place((("specialist",),), "Set the extra die", is_main=True))
    if 0 < len(at_first) + bool(view.start.named_dice) <= MAX_BUTTONS:
        return Region("main", Form.BUTTONS, _in_one_line(places))
    all_uses = Place((("use",), ("specialist",)), "Use a card", is_main=True)
    none = "No card can work now" if usable else "You have built nothing to use yet"
    return Region(
        "main", Form.SELECT, (all_uses,), title="Use a card", counted="can work", none=none
    )


def _in_one_line(places: list[Place]) -> tuple[Place, ...]:
    """Put the places in one line; the last one lists the cards for which there is no room."""
    if len(places) <= MAX_COLUMNS:
        return tuple(places)
    others = [code for place in places[MAX_COLUMNS - 1 :] for code in place.codes]
    return (*places[: MAX_COLUMNS - 1], Place(tuple(others), "Use another", is_main=True))


def _dice(view: View) -> Region:
    """Make columns for the faces of the first roll, then for those that came since."""
    assert view.seat is not None
    me = view.players[view.seat]
    present = {*me.dice, *me.research, *me.generate, *me.mine}
    present |= {value for built in me.compound for value in built.dice}
    first = sorted({*view.start.dice})
    columns = [*first, *(face for face in FACES if face not in first)]
    last = max([columns.index(face) for face in present | {*first}], default=0)
    pieces = tuple(Piece(face, f"Die {face}", f"die{face}") for face in columns[: last + 1])
    return Region("pieces", Form.PICK, WORK, pieces=pieces)


# Choices


def _take(args: Sequence[Any], view: View, names: Names) -> Choice:
    long = f"Take {card_name(args[0])}"
    return Choice(f"Take {short_name(args[0])}", long, effect(args[0]))


def _hire(args: Sequence[Any], view: View, names: Names) -> Choice:
    contractor = CONTRACTORS[args[0]]
    long = " · ".join([contractor.row.name, f"discard {card_name(args[2])}", *hire_price(args[0])])
    gives = effect(args[0])
    if len(args) > 3:
        gives = f"{shared(contractor)} for {clipped(names[args[3]])}"
        long = f"{long} · {gives}"
    return Choice(f"Hire {contractor.row.name}", long, gives)


def _build(args: Sequence[Any], view: View, names: Names) -> Choice:
    price = build_price(args[0], view)
    long = " · ".join([card_name(args[0]), f"discard {card_name(args[1])}", *price])
    return Choice(f"Build {short_name(args[0])}", long, effect(args[0]))


def _use(args: Sequence[Any], view: View, names: Names) -> Choice:
    use = used(args)
    long = " · ".join(filter(None, [use.done, use.price]))
    return Choice(f"Use {short_name(args[0])}", long, f"gives {use.brings}")


def _floor(verb: str) -> ChoiceOf:
    def choice(args: Sequence[Any], view: View, names: Names) -> Choice:
        gain = floor_gain(verb, args[0], view)
        long = label((verb, *args), view, names)
        return Choice(f"{verb.capitalize()} +{gain}", long, emoji=SIGNS[verb])

    return choice


def _refresh(args: Sequence[Any], view: View, names: Names) -> Choice:
    count = sum(slot.card is not None for slot in getattr(view, args[0]).row)
    long = f"All {count} {args[0]} · 1 {args[1]}"
    return Choice(long[:SHORT], long, "new ones take their place")


def _specialist(args: Sequence[Any], view: View, names: Names) -> Choice:
    return Choice(f"Die shows {args[0]}", f"The Specialist's die shows {args[0]}")


_CHOICES: dict[str, ChoiceOf] = {
    "take": _take,
    "hire": _hire,
    "refresh": _refresh,
    "build": _build,
    "use": _use,
    "specialist": _specialist,
    "research": _floor("research"),
    "generate": _floor("generate"),
    "mine": _floor("mine"),
    "done": lambda args, view, names: Choice("Done", "Done for this round"),
}


# Questions


def over_limits(me: PlayerView) -> str:
    """Say how much must be dropped; "" when nothing is over a limit."""
    stock, cards = me.metal + me.energy, me.hand_size
    if stock > RESOURCE_LIMIT:
        return f"{stock} of {RESOURCE_LIMIT} metal and energy: drop {stock - RESOURCE_LIMIT}"
    return f"{cards} of {HAND_LIMIT} cards: drop {cards - HAND_LIMIT}" if cards > HAND_LIMIT else ""


def _too_much(me: PlayerView, view: View) -> Caution:
    over = me.metal + me.energy - RESOURCE_LIMIT
    lost = f"You still have {plural(len(me.dice), 'die')} to place." if me.dice else ""
    if over <= 0:
        count = me.hand_size - HAND_LIMIT
        drops: tuple[Action, ...] = tuple(("drop", held.card) for held in view.hand)
        several = Several(f"Choose {plural(count, 'card')} to drop", drops, count, (DONE,))
        title = f"{me.hand_size} of {HAND_LIMIT} cards: drop {count}."
        return Caution(title, lost, (), several=several, stay="Keep working")
    title = f"{me.metal + me.energy} of {RESOURCE_LIMIT} metal and energy: drop {over}."
    ways = dict.fromkeys([_mix(me, over, ("energy", "metal")), _mix(me, over, ("metal", "energy"))])
    end = (DONE,) if me.hand_size <= HAND_LIMIT else ()
    answers = [Answer(f"Drop {joined(amounts(way))}", (*map(_drop, way), *end)) for way in ways]
    return Caution(title, lost, tuple(answers), "Drop something else", stay="Keep working")


def _mix(me: PlayerView, over: int, order: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Take as much as possible of the first resource, the rest of the second."""
    first, second = order
    part = min(over, getattr(me, first))
    return tuple(pair for pair in ((first, part), (second, over - part)) if pair[1])


def _drop(pair: tuple[str, int]) -> Action:
    name, count = pair
    return ("drop", name, count) if count > 1 else ("drop", name)


def _unplaced(view: View, me: PlayerView, actions: Sequence[Action]) -> Caution | None:
    """Ask before dice are left unplaced that a floor could still take."""
    placed, gains = _placings(me)
    if not placed:
        return _idle_makers(actions)
    dice = plural(len(me.dice), "die")
    builds = dict.fromkeys(card_name(str(action[1])) for action in actions if action[0] == "build")
    loss = f"You could also still build {either([*builds][:2])}." if builds else ""
    first = f"Place {'them' if len(me.dice) > 1 else 'it'} first: {joined(gains)}"
    answers = (Answer("End anyway", (DONE,), is_loss=True), Answer(first, placed))
    return Caution(f"End your turn with {dice} unplaced?", loss, answers, stay="Keep working")


def _idle_makers(actions: Sequence[Action]) -> Caution | None:
    """Ask before a card is left unused that could still make a good."""
    uses = (action for action in actions if action[0] == "use")
    makers = dict.fromkeys(card_name(str(use[1])) for use in uses if _makes_goods(use))
    if not makers:
        return None
    question = f"End your turn without using {joined([*makers][:2])}?"
    end = Answer("End anyway", (DONE,), is_loss=True)
    return Caution(question, "It can still make a good.", (end,), stay="Keep working")


def _makes_goods(action: Action) -> bool:
    return "good" in used(action[1:]).brings


def _placings(me: PlayerView) -> tuple[tuple[Action, ...], list[str]]:
    """Place every die on its best floor while there is room; return the actions and the gains."""
    lying = {"generate": [*me.generate], "mine": [*me.mine], "research": [*me.research]}
    units = {"generate": "energy", "mine": "metal", "research": "card"}
    actions: list[Action] = []
    gains = dict.fromkeys(("energy", "metal", "card"), 0)
    for value in sorted(me.dice):
        best = "generate" if value <= 3 else "mine"
        floor = next((name for name in (best, "research") if len(lying[name]) < FLOOR_SLOTS), None)
        if floor:
            gains[units[floor]] += (value if floor == "generate" else 1) + (value in lying[floor])
            lying[floor].append(value)
            actions.append((floor, value))
    return tuple(actions), amounts(gains.items())
