"""Factory Frenzy! as the rest of the house knows it."""

from engine.factory_frenzy import news, words
from engine.factory_frenzy.actions import choices, to_act
from engine.factory_frenzy.autopilot import autopilot
from engine.factory_frenzy.cards import CARDS, FOLDER
from engine.factory_frenzy.hints import hint
from engine.factory_frenzy.log import openly
from engine.factory_frenzy.panel import FrenzyPanel
from engine.factory_frenzy.plans import plans
from engine.factory_frenzy.play import VERBS
from engine.factory_frenzy.refusals import FAULTS, wrong_time
from engine.factory_frenzy.resources import RESOURCES
from engine.factory_frenzy.result import has_scored, result
from engine.factory_frenzy.scenario import FrenzyScenarios
from engine.factory_frenzy.setup import setup
from engine.factory_frenzy.state import Options, State
from engine.factory_frenzy.statistics import background, counts, length, subject
from engine.factory_frenzy.turns import end, turn
from engine.factory_frenzy.view import View, view
from engine.factory_frenzy.worlds import other_world
from engine.kernel.course import load_course
from engine.kernel.game import Game


class FactoryFrenzy(Game[State, View]):
    id = "factory_frenzy"
    title = "Factory Frenzy!"
    credits = "designed by Gonzalo Marcos Vaquero for his bachelor's thesis at TecnoCampus Mataró"
    rules = 1
    seats = range(2, 5)
    minutes = 15
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

    setup = staticmethod(setup)
    choices = staticmethod(choices)
    to_act = staticmethod(to_act)
    wrong_time = staticmethod(wrong_time)
    openly = staticmethod(openly)
    view = staticmethod(view)
    plans = staticmethod(plans)
    autopilot = staticmethod(autopilot)
    hint = staticmethod(hint)
    result = staticmethod(result)
    has_scored = staticmethod(has_scored)
    conclude = staticmethod(end)
    turn = staticmethod(turn)
    other_world = staticmethod(other_world)
    length = staticmethod(length)
    background = staticmethod(background)
    counts = staticmethod(counts)
    subject = staticmethod(subject)
