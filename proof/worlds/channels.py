"""All that one viewer is told of a table, channel by channel: a new output is one line here."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cogs.board import board
from cogs.games import table_lines
from cogs.panel import panel
from cogs.plans import plans_screen
from cogs.recap import digest_lines, recap_screen
from cogs.replay import replay_screen
from cogs.standings import trial_at
from cogs.words import harmless
from engine.kernel.codes import UNDO, code
from host import fairness, privacy, replay, statistics
from host.books import Books
from host.look import Seen, plans, sentences
from host.replay import Asked, at, exported, read_step, tables_to_replay
from host.store.letters import COLUMNS, as_letter
from host.summary import recap, since
from proof.worlds.onlooker import Onlooker, at_once
from render import PAINTERS
from testing.hosting import CHANNEL
from testing.playing import as_json
from testing.screens import Walk, blanks, payload

Channel = Callable[[Onlooker], Any]


def plainly(seen: Seen) -> Seen:
    """The hash of a state covers its key, so nobody can try hands against it; it is never shown."""
    return replace(seen, table=seen.table._replace(digest=""))


def _view(one: Onlooker) -> bytes:
    return as_json(one.seen.view)


def _look(one: Onlooker) -> str:
    return repr((plainly(one.seen), one.seen.status, plainly(one.public), one.public.status))


def _codes(one: Onlooker) -> list[str]:
    """As `/play` offers them."""
    return [code(action) for action in one.seen.actions]


def _refusals(one: Onlooker) -> list[str | None]:
    legal = _codes(one)
    return [one.tried(text) for text in one.tempting if text not in legal]


def _log(one: Onlooker) -> Any:
    return payload(at_once(one.views.log_of(one.user, one.table)))


def _round(one: Onlooker) -> Any:
    """As the channel reads of it when it is over."""
    if not one.is_later:
        return None
    return payload(recap_screen(one.ask(recap, one.table, one.house.round)))


def _digest(one: Onlooker) -> Any:
    """What has happened since the viewer's last action."""
    found = one.answer(since, one.table, one.user)
    return found if isinstance(found, str) else (digest_lines(found, most=None), found.alarm)


def _plans(one: Onlooker) -> Any:
    found = one.answer(plans, one.table, one.user)
    return found if isinstance(found, str) else payload(plans_screen(one.seen, *found))


def _proof(one: Onlooker) -> str:
    return one.ask(fairness.prove, one.table).sentence


def _exports(one: Onlooker) -> list[str]:
    asked = (Asked(one.user, None), Asked(one.user, CHANNEL))
    found = [one.answer(exported, one.table, each) for each in asked]
    return [one.answer(fairness.export, one.table), *found]


def _own_data(one: Onlooker) -> str:
    return one.answer(privacy.export, one.user)


def _tables(one: Onlooker) -> list[str]:
    """As `/games` and the daily letter list them."""
    here = one.ask(tables_to_replay, Asked(one.user, CHANNEL))
    own = at_once(table_lines(one.views.host, one.user))
    return [*own, *(f"{table.id} {table.phase}" for table in here)]


def _letters(one: Onlooker) -> Any:
    """All that still must be said to the viewer, with the numbers that Discord is told, too."""
    rows = one.books.store._execute(f"SELECT {COLUMNS} FROM outbox ORDER BY id")
    return [each for each in map(as_letter, rows) if each.user in (None, one.user)]


def _panels(one: Onlooker) -> Any:
    """Every one that presses lead to."""
    assert one.ask(trial_at, one.table) is None
    return {place: payload(screen) for place, screen in Walk(one.seen).screens.items()}


def _board(one: Onlooker) -> Any:
    return payload(board(one.public, blanks(one.public)))


def _words(one: Onlooker) -> Any:
    """The table in words, for everybody and for the viewer."""
    return [payload(at_once(one.views.board_text(seen))) for seen in (one.public, one.seen)]


def _votes(one: Onlooker) -> Any:
    return payload(at_once(one.views.votes_of(one.user, one.table)))


def _hints(one: Onlooker) -> Any:
    """What a beginner reads, and what the autopilot would do in this seat."""
    game, actions = one.seen.table.game, [each for each in one.seen.actions if each != UNDO]
    wanted = game.autopilot(one.seen.view, actions) if actions else ()
    return game.lesson(one.seen.view), code(wanted)


def _replay(one: Onlooker) -> Any:
    """A step of the past, and whose hand may be seen in it."""
    if not one.film.entries:
        return None
    asked, where = Asked(one.user, CHANNEL), at(one.step)
    hands = [one.answer(read_step, one.table, asked, where, 0, one.film.chain)]
    reading = one.ask(read_step, one.table, asked, where, known=one.film.chain)
    step = replay.shown(reading, one.film)
    is_over = one.seen.result is not None
    return payload(replay_screen(step, [])), None if is_over else hands


def _replay_lines(one: Onlooker) -> Any:
    """Of the click and all that has followed it: what is stored anew differs between worlds."""
    if not one.is_later:
        return None
    table, asked = one.ask(Books.table, one.table), Asked(one.user, CHANNEL)
    fresh = map(at, range(one.house.table.version + 1, table.version + 1))
    found = (one.ask(read_step, one.table, asked, each, known=table.chain) for each in fresh)
    return [(step.number, step.lines, step.at) for step in found]


def _captions(one: Onlooker) -> Any:
    """Which pictures there are, what they are called, and what is said instead of them."""
    painter, seen = PAINTERS[one.seen.table.game.id], one.seen
    offered, people = painter.offers(seen.view), seen.table.names
    named = [painter.caption(each, people) for each in offered]
    return named, [painter.draw(each, seen.view, people).alt for each in painter.panel(seen.view)]


def _statistics(one: Onlooker) -> Any:
    game = one.seen.table.game.id
    mine = one.ask(statistics.of_person, one.user, game)
    return mine, one.ask(statistics.of_channels, [CHANNEL], game)


def _answer(one: Onlooker) -> Any:
    """To a click of the viewer's own."""
    if one.played is None:
        return None
    told = sentences(one.played.seen.table, one.played.events, one.played.seat)
    shown = panel(one.played.seen, [], news=list(map(harmless, told)))
    return one.played.events, plainly(one.played.seen), payload(shown)


CHANNELS: dict[str, Channel] = {
    "view": _view,
    "look": _look,
    "codes": _codes,
    "refusals": _refusals,
    "log": _log,
    "round": _round,
    "digest": _digest,
    "plans": _plans,
    "proof": _proof,
    "export": _exports,
    "own data": _own_data,
    "tables": _tables,
    "letters": _letters,
    "panels": _panels,
    "board": _board,
    "words": _words,
    "votes": _votes,
    "hints": _hints,
    "replay": _replay,
    "replay lines": _replay_lines,
    "captions": _captions,
    "statistics": _statistics,
    "answer": _answer,
}

AFTERWARDS = (
    *("view", "look", "codes", "log", "replay lines", "round", "own data", "letters", "answer"),
)
"""What a click adds to; all else follows from the position, and is compared at others."""
