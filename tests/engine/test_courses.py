"""The guided first rounds: every step can be done as it stands in the data."""

import pytest

from engine import GAMES
from engine.kernel.luck import KeyedLuck

MAX_PRESSES = 25
LEARNER = 0


def others_play(game, state):
    while others := [seat for seat in game.to_act(state) if seat != LEARNER]:
        actions = game.choices(state, others[0])
        game.apply(state, others[0], game.autopilot(game.view(state, others[0]), actions))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_course_can_be_played_to_its_end(game):
    course = game.course
    assert course, f"{game.title} has no guided first round: write data/{game.id}/course.toml"
    state = game.setup(game.checked_options(course.options), course.seats, KeyedLuck(course.key))
    for moves in range(course.moves):
        others_play(game, state)
        assert game.result(state) is None
        lesson = course.at(moves)
        assert lesson.action in game.actions(state, LEARNER), (lesson.number, lesson.action)
        game.apply(state, LEARNER, lesson.action)
    others_play(game, state)
    assert course.at(course.moves) is None
    assert game.result(state) or game.round_number(state) == 2  # a round, or a whole short game
    assert course.moves <= MAX_PRESSES


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_step_is_said_in_one_line_and_one_sentence(game):
    steps = game.course.steps
    for step in steps:
        assert all(len(task.head) <= 45 and task.head.endswith(".") for task in step.tasks)
        assert step.why.endswith(".") and len(step.why) <= 95, step.why
    assert [game.course.at(0).number, game.course.at(game.course.moves - 1).number] == [
        1,
        len(steps),
    ]
