"""The player's panel: the buttons and lists of every question, and the sentences around them."""

from collections.abc import Callable, Collection, Mapping, Sequence

from engine.factory_42 import bargains, choices
from engine.factory_42.asking import DONE
from engine.factory_42.board import BOARD
from engine.factory_42.choices import (
    BOTH,
    BRIBE,
    CHEAT,
    DONE_SAYS,
    FAME,
    FAVOR,
    ONE,
    director_price,
    short,
)
from engine.factory_42.doubts import doubt
from engine.factory_42.labels import has_begun
from engine.factory_42.nouns import listed, resource_name
from engine.factory_42.phrases import card_name
from engine.factory_42.resources import OF_CATEGORY, RESOURCES, SIZE, SIZES
from engine.factory_42.rounds import part_of
from engine.factory_42.view import View
from engine.factory_42.words import DOING, left, where
from engine.kernel import panel
from engine.kernel.codes import Action
from engine.kernel.game import Names
from engine.kernel.panel import Aside, Caution, Choice, Form, Place, Region
from engine.kernel.phrases import clipped, joined, plural

Regions = tuple[Region, ...]
MAX_BUTTONS = 6  # Railcars; more of them make a list

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


_TURNS = {
    "place": "all your meeples of this round",
    "rail": "everything from Requisition to Shipping",
    "work": "everything from Steam Generation to Manufacturium 2",
}


class Factory42Panel(panel.TurnPanel[View]):
    def regions(self, view: View) -> Regions:
        if view.seat not in view.to_act:
            return (NO_END,)
        return _REGIONS[view.asks](view)

    def choice(self, action: Action, view: View, names: Names) -> Choice:
        return choices.choice(action, view, names)

    def planned_gives(self, line: Action, view: View, names: Names) -> str:
        return choices.planned_gives(line, view, names)

    def heading(self, beginning: Action, actions: Sequence[Action], view: View) -> str:
        return choices.heading(beginning, actions)

    def doubt(self, action: Action, view: View, names: Names) -> Caution | None:
        return doubt(action, view, names)

    def aside(self, view: View, names: Names, people: Collection[int]) -> Aside | None:
        return bargains.aside(view, names, people)

    def waiting_for(self, view: View) -> str:
        return f" ({where(view)})"

    def own_turn(self, view: View, names: Names) -> str:
        task = _task(view, names)
        rest = left(view)
        return f"Your turn: {task}{f' ({rest})' if rest else ''}{'' if task.endswith('?') else '.'}"

    def call(self, view: View) -> str:
        task = _TASKS[view.asks]
        return task if task.endswith("?") else f"{task}."

    def status(self, view: View) -> str:
        if view.seat in view.to_act and (hint := _hint(view)):
            return hint
        return "This is the last round." if view.round == view.last_round else ""

    def turn_words(self, view: View) -> str:
        return _TURNS.get(part_of(view.phase), "")

    def progress(self, view: View, seat: int) -> str:
        if seat in view.to_act:
            return DOING[view.asks]
        left = view.players[seat].meeples
        return f"has {plural(left, 'meeple')} left" if left else ""

    def cards(self, view: View) -> Mapping[str, Sequence[str]]:
        own = view.own
        cards: dict[str, Sequence[str]] = {
            "Government Orders": [order.name for order in view.orders],
            "this round": [name for name in (view.event, view.market) if name],
            "in the Guild": view.inventions,
        }
        if own:
            cards["your Inventions"] = [*own.inventions, *own.unresearched]
            cards["your Commissions"] = [*view.basket.cards, *own.commissions, *own.begun]
        return cards


def _task(view: View, names: Names) -> str:
    if view.asks != "double":
        return _TASKS[view.asks]
    worker = view.workers["shipping"][view.at]
    who = "your Worker" if worker == view.seat else clipped(names[worker])
    return f"should {who} ship both Railcars?"


def _hint(view: View) -> str:
    if view.asks == "requisition" and view.basket.points + view.basket.pool_points:
        return "Spend every point, then press Done."
    if view.asks == "burn" and not view.ruptured:
        return f"Steam {view.steam}: the boiler bursts at {view.rupture_at}."
    if view.asks == "trade":
        return "First sell, then buy: after your first purchase you can't sell any more."
    if view.basket.held and view.asks in ("make", "research"):
        names = [
            name if name in ("steam", "private") else resource_name(name)
            for name in view.basket.held
        ]
        return f"Held back: {joined(names)}."
    return ""


# --- places -------------------------------------------------------------------------------------


def _button(*code: str | int, text: str, emoji: str = "", is_main: bool = True) -> Place:
    return Place((code,), text, emoji, is_main=is_main)


def _buttons(*places: Place, columns: int = 2) -> Region:
    return Region("main", Form.BUTTONS, places, columns)


def _list(title: str, *verbs: str, counted: str = "", none: str = "Nothing to choose") -> Region:
    place = Place(tuple((verb,) for verb in verbs), title, is_main=True)
    name = verbs[0]
    return Region(name, Form.SELECT, (place,), title=title, counted=counted, none=none)


def _end(view: View, *more: Place) -> Region:
    """Done is green once something was done, or where it refuses nothing."""
    is_green = has_begun(view) or view.asks not in _REFUSING
    done = Place((DONE,), DONE_SAYS.get(view.asks, "Done"), is_end=is_green)
    return Region("end", Form.BUTTONS, (done, *more))


_REFUSING = {*DONE_SAYS, *("spike", "burn", "operate", "move", "trade", "research", "account")}
NO_END = Region("end", Form.BUTTONS, ())
PAY_DIFFERENTLY = Place((("hold",),), "Pay differently", is_list=True)


# --- before and while placing -------------------------------------------------------------------


def _start(view: View) -> Regions:
    gifts = BOARD.short
    rosettes = _button("start", "rosettes", text=f"Take {plural(gifts.rosettes, 'Rosette')}")
    return (_buttons(rosettes, _button("start", "vp", text=f"Take {gifts.vp} VP")), NO_END)


def _spoil(view: View) -> Regions:
    food = [RESOURCES[resource] for resource in OF_CATEGORY["food"]]
    places = [_button("spoil", name, text=resource_name(name), emoji=name) for name in food]
    return (_buttons(*places, columns=3), NO_END)


def _ready(view: View) -> Regions:
    return (_buttons(_button("ready", text="I'm ready")), NO_END)


def _place(view: View) -> Regions:
    """Make a list for Workers, where a player may also have to pass, and one for Commissars."""
    workers = _list("Place a Worker", "place", "pass", none="No Worker can be placed now")
    commissars = _list("Place a Commissar", "commissar", none="No Commissar can be placed now")
    return (workers, commissars, NO_END)


# --- the rails ----------------------------------------------------------------------------------


def _requisition(view: View) -> Regions:
    basket = view.basket
    both = plural(basket.points + basket.pool_points, "point")
    none = "Nothing to buy for the Pool now" if basket.pool_points else "Every point is spent"
    pool = _list(f"Buy for the Pool · {both} in all", "pool", none=none)
    return (pool, *_own(view))


def _own(view: View) -> Regions:
    free = view.own.free if view.own else 0
    title = f"Buy for yourself · {plural(view.basket.points, 'point')}, room for {free}"
    return (_list(title, "own", none="You can buy nothing more for yourself"), _end(view))


def _car(view: View) -> Regions:
    """Offer one Railcar of each load, as the rules do."""
    cars: dict[tuple[int, ...], int] = {}
    for car in sorted(view.station, key=lambda car: car.number):
        if BOARD.railcar_room - sum(car.load) >= view.basket.least:
            cars.setdefault(car.load, car.number)
    if len(cars) > MAX_BUTTONS:
        return (_list("Choose a Railcar", "car"), NO_END)
    places = [_button("car", number, text=f"Railcar {number}") for number in cars.values()]
    return (_buttons(*places), NO_END)


def _load(view: View) -> Regions:
    left = view.basket.most - view.basket.count
    title = f"Load Railcar {view.basket.car} · up to {left} more"
    return (_list(title, "load", none="Nothing more can be loaded"), _end(view))


def _bag(view: View) -> Regions:
    left = view.basket.most - view.basket.count
    return (_list(f"Put into the Bag · {left} more", "bag", none="The Bag is filled"), _end(view))


def _draw(view: View) -> Regions:
    """Say how many cubes of each size the Bag holds."""
    counts = dict.fromkeys(SIZES, 0)
    for resource, count in enumerate(view.bag):
        counts[SIZE[resource]] += count
    there = ", ".join(f"{count} {size}" for size, count in counts.items())
    return (_list(f"Draw {view.basket.count} of {there}", "draw"), NO_END)


def _spike(view: View) -> Regions:
    left = view.basket.most - view.basket.count
    title = f"Put a drawn cube into a Railcar · {left} more"
    return (_list(title, "spike", none="Nothing more can be placed"), _end(view))


def _double(view: View) -> Regions:
    return (_buttons(_button("double", text=BOTH), _button("single", text=ONE)), NO_END)


def _ship(view: View) -> Regions:
    """Make a list of Docks for each Railcar that could be shipped when the question began."""
    loads = {car.number: car.load for car in view.track}
    return (*(_docks(car, loads.get(car, ())) for car in view.start.pair), NO_END)


def _docks(car: int, load: Sequence[int]) -> Region:
    place = Place((("ship", car),), f"Railcar {car}", is_main=True)
    return Region(
        *(f"car {car}", Form.SELECT, (place,)),
        title=f"Send Railcar {car} · {listed(load, 'empty')}",
        counted="",
        none=f"Railcar {car} can't be sent any more",
    )


# --- steam, inventions, shops -------------------------------------------------------------------


def _burn(view: View) -> Regions:
    title = f"Burn · {plural(view.basket.points, 'Rosette')} for at least 1 cube"
    return (_list(title, "burn", none="Nothing more to burn"), _end(view))


def _operate(view: View) -> Regions:
    none = "No Invention can be used now"
    return (_list("Use an Invention", "operate", counted="usable", none=none), _end(view))


def _move(view: View) -> Regions:
    left = view.basket.most - view.basket.count
    return (_list(f"Move a cube · up to {left} more", "move", none="Nothing to move"), _end(view))


def _scrap(view: View) -> Regions:
    left = view.basket.most - view.basket.count
    return (_list(f"Scrap a cube · {left} more", "scrap"), NO_END)


def _keep_cube(view: View) -> Regions:
    names = [RESOURCES[n] for n, count in enumerate(view.drawn) if count]
    places = [
        _button("keep", name, text=f"Keep 1 {resource_name(name)}", emoji=name) for name in names
    ]
    return (_buttons(*places), NO_END)


def _take(view: View) -> Regions:
    """Keep the row of cards as it is: only one card is taken."""
    places = [_button("take", name, text=short(card_name(name))) for name in view.inventions]
    return (_buttons(*places), _end(view))


def _enter(view: View) -> Regions:
    steam = BOARD.embassy.steam
    text = f"Enter · {steam} Steam" if view.asks == "enter" else f"Pay {steam} Steam"
    return (_buttons(_button("enter", text=text)), _end(view))


def _keep(view: View) -> Regions:
    places = [_button("keep", name, text=short(card_name(name))) for name in view.basket.cards]
    return (_buttons(*places), NO_END)


def _fee(view: View) -> Regions:
    return (_list("Pay a cube at the door", "fee", none="You have no cube"), _end(view))


def _trade(view: View) -> Regions:
    buy = f"Buy · {view.basket.worth} to spend"
    nothing = "Nothing left to spend" if view.basket.bought else "Sell something first"
    return (
        _list("Sell", "sell", none="You can't sell any more"),
        _list(buy, "buy", none="Nothing fits" if view.basket.worth else nothing),
        _end(view),
    )


# --- goods and the end of a round ---------------------------------------------------------------


def _research(view: View) -> Regions:
    projects = _list("Research", "research", counted="possible", none="Nothing to research now")
    is_director = view.own and "research" in view.own.commissar_at
    return (projects, *([_DIRECTOR] if is_director else []), _end(view, PAY_DIFFERENTLY))


_DIRECTOR = _buttons(
    *(_button("director", word, text=director_price(word)) for word in ("vp", "magic"))
)


def _make(view: View) -> Regions:
    goods = _list("Make a good", "make", counted="possible", none="Nothing can be made any more")
    return (goods, _end(view, PAY_DIFFERENTLY))


def _incinerate(view: View) -> Regions:
    return (_list("Burn more into your store", "incinerate", none="The store is full"), _end(view))


_ACCOUNTS = _buttons(
    _button("bribe", text=BRIBE),
    _button("favour", text=FAVOR),
    _button("fame", text=FAME),
    _button("cheat", text=CHEAT),
)


def _lose(view: View) -> Regions:
    count = BOARD.scoring.penalty_rosettes * sum(not order.makers for order in view.orders)
    rosettes = _button("lose", "rosettes", text=f"Lose {plural(count, 'Rosette')}")
    vp = _button("lose", "vp", text=f"Lose {BOARD.scoring.penalty_vp} VP")
    return (_buttons(rosettes, vp), NO_END)


def _cleanup(view: View) -> Regions:
    cars = sorted(view.start.docks)
    places = [_button("return", car, text=f"Return Railcar {car}") for car in cars]
    swap = _button("swap", text="Swap the Docks", is_main=False)
    return (_buttons(*places, swap, columns=3), _end(view))


_REGIONS: dict[str, Callable[[View], Regions]] = {
    "start": _start,
    "start_cubes": _own,
    "spoil": _spoil,
    "ready": _ready,
    "place": _place,
    "requisition": _requisition,
    "car": _car,
    "load": _load,
    "bag": _bag,
    "draw": _draw,
    "spike": _spike,
    "double": _double,
    "ship": _ship,
    "burn": _burn,
    "operate": _operate,
    "move": _move,
    "seal": _own,
    "rummage": _draw,
    "keep_cube": _keep_cube,
    "scrap": _scrap,
    "take": _take,
    "enter": _enter,
    "commissar_enter": _enter,
    "keep": _keep,
    "fee": _fee,
    "trade": _trade,
    "research": _research,
    "make": _make,
    "incinerate": _incinerate,
    "account": lambda view: (_ACCOUNTS, _end(view)),
    "lose": _lose,
    "cleanup": _cleanup,
}
