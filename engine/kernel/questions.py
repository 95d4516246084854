"""Choices that a seat must make before the game goes on; several seats may be asked at once."""

from typing import NamedTuple


class Question(NamedTuple):
    seat: int
    asks: str
    about: tuple[str | int, ...] = ()


def question_for(pending: list[Question], seat: int | None) -> Question | None:
    for question in pending:
        if question.seat == seat:
            return question
    return None
