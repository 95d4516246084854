"""Choices a seat owes the table before it goes on; several seats may be asked at once."""

from typing import Any, NamedTuple


class Question(NamedTuple):
    seat: int
    asks: str
    about: tuple[Any, ...] = ()


def question_for(pending: list[Question], seat: int | None) -> Question | None:
    for question in pending:
        if question.seat == seat:
            return question
    return None
