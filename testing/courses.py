"""Finds deals for a guided first round: `python -m testing.courses fantastic_factories`.

It tries the deals “table 1”, “table 2” and so on, and names those for which the steps in
course.toml can be played as they are. If there is none, it prints what an autopilot does in the
learner's place, for the deals with the fewest presses, so that you can write new steps.
"""

import argparse
from collections.abc import Iterator
from typing import Any

from engine import ALL_GAMES
from engine.kernel.codes import Action, code, parse
from engine.kernel.course import Course
from engine.kernel.luck import KeyedLuck

LEARNER, SHOWN = 0, 12


def dealt(game: Any, course: Course) -> Any:
    """Return the table of the course, up to the learner's first press."""
    state = game.setup(game.checked_options(course.options), course.seats, KeyedLuck(course.key))
    let_others_play(game, state)
    return state


def let_others_play(game: Any, state: Any) -> None:
    """Let autopilots play until it is the learner's turn alone."""
    while others := [seat for seat in game.to_act(state) if seat != LEARNER]:
        game.apply(state, others[0], chosen(game, state, others[0]))


def chosen(game: Any, state: Any, seat: int) -> Action:
    """Return what an autopilot would do."""
    return game.autopilot(game.view(state, seat), game.choices(state, seat))


def is_playable(game: Any, course: Course) -> bool:
    """Whether every step can be done, and the last one ends the first round or wins the game."""
    state = dealt(game, course)
    for action in (parse(task.code) for step in course.steps for task in step.tasks):
        if game.result(state) or action not in game.actions(state, LEARNER):
            return False
        game.apply(state, LEARNER, action)
        let_others_play(game, state)
    if result := game.result(state):
        return LEARNER in result.winners
    return game.round_number(state) == 2


def first_round(game: Any, course: Course) -> Iterator[str]:
    """Return the codes of an autopilot playing for the learner."""
    state = dealt(game, course)
    while not game.result(state) and game.round_number(state) < 2:
        action = chosen(game, state, LEARNER)
        yield code(action)
        game.apply(state, LEARNER, action)
        let_others_play(game, state)


def main() -> None:
    parser = argparse.ArgumentParser("python -m testing.courses", description=__doc__)
    parser.add_argument("game", choices=ALL_GAMES)
    parser.add_argument("--deals", type=int, default=1000, help="how many deals to try")
    asked = parser.parse_args()
    game = ALL_GAMES[asked.game]
    course = game.course or Course(deal="", end="", steps=())
    courses = [course.model_copy(update={"deal": f"table {n + 1}"}) for n in range(asked.deals)]
    fitting = [each for each in courses if course.steps and is_playable(game, each)]
    for each in fitting:
        print(f"{each.deal}: the steps fit as they are")
    rounds = {each.deal: [*first_round(game, each)] for each in courses if not fitting}
    for deal in sorted(rounds, key=lambda deal: len(rounds[deal]))[:SHOWN]:
        print(f"{deal}: {', '.join(rounds[deal])}")


if __name__ == "__main__":
    main()
