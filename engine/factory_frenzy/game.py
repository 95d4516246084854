"""Factory Frenzy! as the rest of the house knows it."""

from operator import attrgetter

from engine.factory_frenzy import words
from engine.factory_frenzy.actions import choices
from engine.factory_frenzy.autopilot import autopilot
from engine.factory_frenzy.lesson import lesson
from engine.factory_frenzy.log import openly
from engine.factory_frenzy.plans import plans
from engine.factory_frenzy.play import VERBS
from engine.factory_frenzy.refusals import KNOWN_WORDS, explain
from engine.factory_frenzy.result import result
from engine.factory_frenzy.scenario import FrenzyScenarios
from engine.factory_frenzy.setup import setup
from engine.factory_frenzy.state import Options, State
from engine.factory_frenzy.statistics import counts, occupied, round_number, subject
from engine.factory_frenzy.view import View, view
from engine.factory_frenzy.worlds import other_world
from engine.kernel.game import Game


class FactoryFrenzy(Game[State, View]):
    id = "factory_frenzy"
    title = "Factory Frenzy!"
    credits = "designed by Gonzalo Marcos Vaquero for his bachelor's thesis at TecnoCampus Mataró"
    rules = 1
    seats = range(2, 5)
    options = Options
    state = State
    vocabulary = frozenset({*KNOWN_WORDS, "undo"})
    verbs = VERBS
    words = words
    scenarios = FrenzyScenarios()

    setup = staticmethod(setup)
    choices = staticmethod(choices)
    explain = staticmethod(explain)
    openly = staticmethod(openly)
    view = staticmethod(view)
    plans = staticmethod(plans)
    autopilot = staticmethod(autopilot)
    lesson = staticmethod(lesson)
    result = staticmethod(result)
    other_world = staticmethod(other_world)
    occupied = staticmethod(occupied)
    round_number = staticmethod(round_number)
    counts = staticmethod(counts)
    subject = staticmethod(subject)
    to_act = staticmethod(attrgetter("acting"))  # type: ignore[assignment]
