"""The game as one object, the only thing that the host, the cogs and the command line use."""

from collections.abc import Hashable

from engine.factory_42 import news, words
from engine.factory_42.actions import choices
from engine.factory_42.asking import STEPS
from engine.factory_42.autopilot import autopilot
from engine.factory_42.board import FOLDER, IMPROVEMENTS
from engine.factory_42.cards import COMMISSIONS, EVENTS, INVENTIONS, ORDERS, QUALITIES, RULES
from engine.factory_42.closing import conclude
from engine.factory_42.coming import coming
from engine.factory_42.deals import VERBS_OF_DEALS, asides
from engine.factory_42.hints import hint
from engine.factory_42.log import public_form, readers
from engine.factory_42.panel import Factory42Panel
from engine.factory_42.plans import AUTOPILOT, MAX_PLANNED, has_plans, planned, plans
from engine.factory_42.play import VERBS
from engine.factory_42.refusals import FAULTS, wrong_time
from engine.factory_42.resources import RESOURCES, SIZES
from engine.factory_42.result import has_scored, result
from engine.factory_42.rounds import turn
from engine.factory_42.scenario import Factory42Scenarios
from engine.factory_42.setup import CARD_ROWS, setup
from engine.factory_42.state import LOCATIONS, Options, State
from engine.factory_42.statistics import counts, figures, played_card
from engine.factory_42.view import View, view
from engine.factory_42.worlds import other_world
from engine.kernel.course import load_course
from engine.kernel.events import Event
from engine.kernel.game import Game

_SMALL_WORDS = (
    "rosettes vp steam private manufacturium warehouse dock any me you ship spare avoid slot "
    "workers free cleanup autopilot"
)


FUNCTIONS = (  # each is the method of `Game` with its name
    setup,
    choices,
    asides,
    wrong_time,
    public_form,
    readers,
    view,
    plans,
    has_plans,
    planned,
    autopilot,
    hint,
    result,
    has_scored,
    conclude,
    turn,
    coming,
    other_world,
    counts,
    figures,
    played_card,
)


class Factory42(Game[State, View], functions=FUNCTIONS):
    id = "factory_42"
    title = "Factory 42"
    credits = "after the board game of Dragon Dawn Productions (DDP Games); the cards are our own"
    rules = RULES
    cards_since = 1
    card_rows = CARD_ROWS
    seats = range(2, 6)
    minutes = 90
    turns = dict.fromkeys(seats, 24)
    pitch = "place workers, make goods, strike deals"
    headlines = frozenset({"rupture", "offered", "answered"})
    aside_verbs = frozenset(VERBS_OF_DEALS)
    summed_up = STEPS | {"make"}
    plan_style = "list"
    max_planned = MAX_PLANNED
    rest_line = AUTOPILOT
    breath = 15
    course = load_course(FOLDER)
    options = Options
    state = State
    nouns = frozenset(
        {
            *(word for word in LOCATIONS if word.isalpha()),
            *(*RESOURCES, *SIZES, *QUALITIES, *IMPROVEMENTS),
            *(*ORDERS, *COMMISSIONS, *INVENTIONS, *EVENTS),
            *_SMALL_WORDS.split(),
        }
    )
    verbs = VERBS
    faults = FAULTS
    words = words
    panel = Factory42Panel(words)
    news = news
    scenarios = Factory42Scenarios()

    def called(self, event: Event) -> tuple[int, ...]:
        """Ping the player who gets an offer."""
        return (event.facts[1],) if event.kind == "offered" else ()

    def notice(self, state: State, seat: int) -> Hashable:
        """Make a new offer to the seat worth a new panel, too."""
        offers = tuple(
            number
            for number, deal in enumerate(state.deals, 1)
            if deal.status == "open" and deal.sides[1] == seat
        )
        return (*self.choices(state, seat), *offers)
