"""Codes that somebody may type at a table."""

from typing import NamedTuple

from engine.kernel.codes import UNDO, code
from host.books import Books


class Typed(NamedTuple):
    """Something that a user may play, perhaps twice in a row."""

    user: int
    code: str
    is_repeatable: bool


def playable(books: Books, table_id: int) -> list[Typed]:
    table = books.playing(table_id)
    game, state = table.game, books.state(table)
    books.keep(table, state)
    text, found = game.dump(state), list[Typed]()
    for seat in table.humans:
        for action in game.actions(state, seat.number):
            after = game.load(text)
            game.apply(after, seat.number, action)
            if seat.user and action != UNDO:
                again = action in game.actions(after, seat.number)
                found.append(Typed(seat.user, code(action), again))
    return found
