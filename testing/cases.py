"""What only some games have: tests about it run for just those, or excuse the others here."""

from collections.abc import Callable

import pytest

from engine import GAMES
from testing.playing import Table, goes_by_turns, moments

HANDS = "a secret hand from the beginning"
ANY_UNDO = "an undo"
UNDO_ELSEWHERE = "an undo in another world"
TWO_UNDOS = "two undos in a row"
UNDO_OF_DONE = "an undo of what ended a turn"
UNDO_AFTER_OTHERS = "an undo after others have acted"
REASONS = "a second reason why nothing can be undone"
PLANS = "a plan for every seat that then was legal"

WITHOUT = {  # what doesn't exist in a game
    "factory_42": {HANDS},
}


def must_occur(has_occurred: object, table: Table, what: str) -> None:
    """Fail if a test never met what it is about, unless there is no such thing in this game."""
    is_excused = what in WITHOUT.get(table.game.id, ())
    hint = f"say so in WITHOUT of testing/cases.py if {table.game.title} has no such thing"
    assert has_occurred or is_excused, f"the test never met {what}; {hint}"


def _where(has_case: Callable[[Table], bool]) -> pytest.MarkDecorator:
    """Return the games where a random table of three people meets the case; there must be one."""
    tables = [Table(game, 3, game.options(), 1) for game in GAMES.values()]
    found = [table.game.id for table in tables if has_case(table)]
    assert found, f"no game is left for {has_case.__name__}"
    return pytest.mark.parametrize("game_id", found)


def _acts_together(table: Table) -> bool:
    return not goes_by_turns(table)


def _plans_in_own_turn(table: Table) -> bool:
    game = table.game
    return game.plan_style == "choice" and any(
        game.plans(moment.state, seat)
        for moment in moments(table, table.deal())
        for seat in game.to_act(moment.state)
    )


def _has_two_turns_in_a_row(table: Table) -> bool:
    game, last_turn, last_waiting = table.game, "", set[int]()
    for moment in moments(table, table.deal()):
        turn, waiting = game.turn(moment.state), {*game.to_act(moment.state)}
        if turn != last_turn and waiting & last_waiting:
            return True
        last_turn, last_waiting = turn, waiting
    return False


def _plans_one_decision(table: Table) -> bool:
    return table.game.plan_style == "choice"


# A long test of something that no database changes, with statements that others try on PostgreSQL.
on_sqlite = pytest.mark.parametrize("where", ["sqlite"], indirect=True)
at_every_game = pytest.mark.parametrize("game_id", GAMES)  # it is about what a game says
where_plans_are_choices = _where(_plans_one_decision)
where_people_act_together = _where(_acts_together)
where_people_plan_in_their_own_turn = _where(_plans_in_own_turn)
where_a_turn_follows_ones_own = _where(_has_two_turns_in_a_row)
