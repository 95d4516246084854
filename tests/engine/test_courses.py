"""The guided first rounds: every step can be done as it stands in the data."""

import pytest

from engine import GAMES
from testing.courses import LEARNER, dealt, is_playable, let_others_play

MAX_PRESSES = 25


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_course_can_be_played_to_its_end(game):
    course = game.course
    assert course, f"{game.title} has no guided first round: write data/{game.id}/course.toml"
    state = dealt(game, course)
    for moves in range(course.moves):
        assert game.result(state) is None
        lesson = course.at(moves)
        assert lesson.action in game.actions(state, LEARNER), (lesson.number, lesson.action)
        game.apply(state, LEARNER, lesson.action)
        let_others_play(game, state)
    assert course.at(course.moves) is None
    assert game.result(state) or game.round_number(state) == 2  # a round, or a whole short game
    assert is_playable(game, course)
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
