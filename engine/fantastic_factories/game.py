"""Fantastic Factories as one object, by which host, cogs and the command line play it."""

from engine.fantastic_factories import news, words
from engine.fantastic_factories.actions import choices
from engine.fantastic_factories.autopilot import autopilot
from engine.fantastic_factories.cards import BLUEPRINT_ROWS, BLUEPRINTS, FOLDER, RULES, TOOLS
from engine.fantastic_factories.contractors import CONTRACTOR_ROWS, CONTRACTORS
from engine.fantastic_factories.hints import hint
from engine.fantastic_factories.panel import FactoryPanel
from engine.fantastic_factories.plans import plans
from engine.fantastic_factories.play import VERBS
from engine.fantastic_factories.refusals import FAULTS, RESOURCES, ROWS, wrong_time
from engine.fantastic_factories.result import result
from engine.fantastic_factories.rounds import conclude, turn
from engine.fantastic_factories.scenario import FactoryScenarios
from engine.fantastic_factories.setup import setup
from engine.fantastic_factories.state import STARTING_CARDS, Options, State
from engine.fantastic_factories.statistics import counts, dice, played_card
from engine.fantastic_factories.view import View, view
from engine.fantastic_factories.worlds import other_world
from engine.kernel.course import load_course
from engine.kernel.game import Game
from engine.kernel.solo import Challenge, Solo

FUNCTIONS = (  # each is the method of `Game` with its name
    setup,
    choices,
    wrong_time,
    view,
    plans,
    autopilot,
    hint,
    result,
    conclude,
    turn,
    other_world,
    counts,
    dice,
    played_card,
)


class FantasticFactories(Game[State, View], functions=FUNCTIONS):
    id = "fantastic_factories"
    title = "Fantastic Factories"
    credits = "designed by Joseph Z Chen and Justin Faulkner, published by Metafactory Games"
    rules = RULES
    cards_since = 1
    card_rows = (*BLUEPRINT_ROWS, *CONTRACTOR_ROWS)
    seats = range(1, 6)
    minutes = 45
    turns = dict.fromkeys(seats, 18)
    pitch = "roll dice, build a factory, ship goods"
    headlines = frozenset({"ending"})
    solo = Solo("The Machine", "difficulty", tuple(STARTING_CARDS))
    challenge = Challenge(
        ("goods", "prestige"), ((0, "⬛"), (1, "🟥"), (2, "🟧"), (4, "🟨"), (7, "⬜"))
    )
    course = load_course(FOLDER)
    options = Options
    state = State
    nouns = frozenset({*BLUEPRINTS, *CONTRACTORS, *TOOLS, *ROWS, *RESOURCES, "cards"})
    verbs = VERBS
    faults = FAULTS
    words = words
    panel = FactoryPanel(words)
    news = news
    scenarios = FactoryScenarios()
