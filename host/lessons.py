"""Lessons: the guided first round of a game, at a private table with one thing to do at a time.

A game's `Course` has the steps. The table is a real one, but it doesn't count: it is in no list, no
statistics and no rating, and only the learner can play at it.
"""

from typing import Any

from engine.kernel.course import Course
from engine.kernel.game import Game
from engine.kernel.refusal import Refused
from host import lobby, play
from host.caller import Caller
from host.lobby import game_called
from host.records import Phase, Table
from host.unit_of_work import UnitOfWork, seated

LEFT = "closed after the lesson"


def learn(uow: UnitOfWork, game_id: str, by: Caller) -> Table:
    """Return the caller's lesson where they left off, or a new one."""
    if by.click is not None and (done := uow.store.click(by.click)):
        return uow.table(done[0])
    course = _course_of(game_called(game_id))
    for table_id in uow.store.lesson_ids_of(by.id, game_id):
        table = uow.table(table_id)
        if _goes_on(uow, table, by.id):
            return table
        _close(uow, table)
    robots, key = course.seats - 1, course.key
    return lobby.open_and_start(
        uow, game_id, course.options, None, by, robots, key=key, is_lesson=True
    )


def play_a_real_one(uow: UnitOfWork, game_id: str, by: Caller) -> Table:
    """Start a private game against an autopilot.

    A lesson that was left can be continued later. One that was finished is closed.
    """
    for table_id in uow.store.lesson_ids_of(by.id, game_id):
        table = uow.table(table_id)
        if not _goes_on(uow, table, by.id):
            _close(uow, table)
    robots = max(2, game_called(game_id).seats[0]) - 1
    return lobby.open_and_start(uow, game_id, {}, None, by, robots=robots)


def _course_of(game: Game[Any, Any]) -> Course:
    if game.course is None:
        raise Refused(f"{game.title} has no lesson yet; read its rules with /rules.")
    return game.course


def _goes_on(uow: UnitOfWork, table: Table, user: int) -> bool:
    """Whether there is a next step; after an update the course may have changed."""
    seat = seated(table, user)
    lesson = table.game.course.at(seat.moves) if table.game.course else None
    state = uow.position(table)
    if lesson is None or seat.number not in table.game.to_act(state):
        return lesson is not None
    return lesson.action in table.game.actions(state, seat.number)


def _close(uow: UnitOfWork, table: Table) -> None:
    if table.phase is Phase.PLAYING:
        play.conclude(uow, table, LEFT)
