"""Factory Frenzy! as one object, by which host, cogs and the command line play it."""

from engine.factory_frenzy import news, words
from engine.factory_frenzy.actions import choices, to_act
from engine.factory_frenzy.autopilot import autopilot
from engine.factory_frenzy.cards import CARD_ROWS, CARDS, FOLDER, RULES
from engine.factory_frenzy.hints import hint
from engine.factory_frenzy.log import public_form
from engine.factory_frenzy.panel import FrenzyPanel
from engine.factory_frenzy.plans import plans
from engine.factory_frenzy.play import VERBS
from engine.factory_frenzy.refusals import FAULTS, wrong_time
from engine.factory_frenzy.resources import RESOURCES
from engine.factory_frenzy.result import has_scored, result
from engine.factory_frenzy.scenario import FrenzyScenarios
from engine.factory_frenzy.setup import setup
from engine.factory_frenzy.state import Options, State
from engine.factory_frenzy.statistics import counts, goal_card, length, played_card
from engine.factory_frenzy.turns import conclude, turn
from engine.factory_frenzy.view import View, view
from engine.factory_frenzy.worlds import other_world
from engine.kernel.course import load_course
from engine.kernel.game import Game

FUNCTIONS = (  # each is the method of `Game` with its name
    setup,
    choices,
    to_act,
    wrong_time,
    public_form,
    view,
    plans,
    autopilot,
    hint,
    result,
    has_scored,
    conclude,
    turn,
    other_world,
    length,
    goal_card,
    counts,
    played_card,
)


class FactoryFrenzy(Game[State, View], functions=FUNCTIONS):
    id = "factory_frenzy"
    title = "Factory Frenzy!"
    credits = "designed by Gonzalo Marcos Vaquero for his bachelor's thesis at TecnoCampus Mataró"
    rules = RULES
    cards_since = 1
    card_rows = CARD_ROWS
    seats = range(2, 5)
    minutes = 15
    turns = {2: 22, 3: 34, 4: 35}  # noqa: RUF012
    pitch = "play cards to complete your secret recipe"
    headlines = frozenset({"declared"})
    unit = "turns"
    course = load_course(FOLDER)
    options = Options
    state = State
    nouns = frozenset({*CARDS, *RESOURCES})
    verbs = VERBS
    faults = FAULTS
    words = words
    panel = FrenzyPanel(words)
    news = news
    scenarios = FrenzyScenarios()
