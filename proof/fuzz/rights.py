"""Who may change what is of no table alone: people, challenges, results, messages, clicks."""

from collections.abc import Callable

from proof.fuzz.acts import Act
from proof.fuzz.cases import OF_ONESELF, OF_THE_OPENER, OF_THE_SEATED, OPENS, SCHEDULES
from proof.fuzz.facts import Facts, Key, part, seat_at, seat_of, seats

FINISHED = "finished"
CLICKED = (  # they count once, however often they come
    OF_THE_SEATED | OF_THE_OPENER | OPENS | {"t:join", "j", "/challenge post"}
)
KNOWN = OPENS | {"t:join", "j", "/challenge post", "/challenge schedule"}  # who it was is kept
CHOOSES = OF_ONESELF | {"t:door"}
Right = Callable[[Act, Facts, Facts, Key], bool]


def _user(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """Oneself; settings only by what is for settings."""
    if key[1] != act.user or key not in after:
        return key[1] == act.user and act.word == "f"
    if act.word in CHOOSES:
        return True
    old = before.get(key, ("", "{}", None))
    return act.word in KNOWN and old[1:] == after[key][1:]


def _challenge(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    if act.word == "f":
        return _is_forgotten(act, before, after, key, 2)
    is_posted = key not in before and act.word == "/challenge post"
    return is_posted and after[key][1:3] == (act.channel, act.user)


def _is_forgotten(act: Act, before: Facts, after: Facts, key: Key, column: int) -> bool:
    """Only who it was is gone."""
    old, new = before.get(key), after.get(key)
    if old is None or new is None or act.word != "f" or old[column] != act.user:
        return False
    return new == (*old[:column], None, *old[column + 1 :])


def _attempt(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """Only of the one who tries; it is finished when its table is over."""
    if key not in after:
        return False
    deal, challenge, user, is_ranked, started, *_ = after[key]
    if key not in before:
        return act.word == "c:play" and (challenge, user) == (act.table, act.user)
    old = before[key]
    if old[2] != act.user:
        return False
    if act.word == "f":
        return user is None
    if old[5] is None:
        is_over = part(after, key[1], "phase") == "over" != part(before, key[1], "phase")
        return is_over and (deal, challenge, user, is_ranked, started) == old[:5]
    return act.word == "c:share" and after[key][:-1] == old[:-1]


def _schedule(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    is_here = act.may_moderate and key[1] == act.channel
    return (act.word in SCHEDULES and is_here) or _is_forgotten(act, before, after, key, 4)


def _result(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """One for every player of a game that was just played to its end."""
    if key in before:
        return _is_forgotten(act, before, after, key, 0)
    seat = seat_at(after, key[1], key[2])
    is_theirs = seat is not None and not seat.is_autopilot and after[key][0] == seat.user
    return bool(is_theirs and _is_just_finished(before, after, key[1]))


def _is_just_finished(before: Facts, after: Facts, table: int) -> bool:
    was, now = part(before, table, "phase"), part(after, table, "phase")
    return bool((was, now) == ("playing", "over") and part(after, table, "ending") == FINISHED)


def _rating(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """After a game with others that was just played to its end; it counts once."""
    _, user, game = key
    if key not in after:
        return act.word == "f" and user == act.user
    games = before[key][2] if key in before else 0
    fresh = [each for each in after if each[0] == "result" and each not in before]
    played = [each for each in fresh if after[each][:1] == (user,) and after[each][2] == game]
    return len(played) == 1 and len(fresh) > 1 and after[key][2] == games + 1


def _deal(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    return key not in before and act.word == "/challenge post"


def _chain(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    return key not in before and act.word == "/challenge schedule" and act.may_moderate


def _post(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """A message of somebody's own, or of a table at which something has changed."""
    _, table, _, user = key
    if key in after and not _is_well_placed(after, key, before):
        return False
    if user and user == act.user:
        return True
    return any(
        before.get(each) != after.get(each) for each in _parts(before, table) | _parts(after, table)
    )


def _is_well_placed(after: Facts, key: Key, before: Facts) -> bool:
    _, table, _, user = key
    if not user:
        return table < 0 or bool(after[key][0] == part(after, table, "channel"))
    return seat_of(after, table, user) is not None or seat_of(before, table, user) is not None


def _parts(facts: Facts, table: int) -> set[Key]:
    """All of a table but its messages."""
    found = {("table", table), *(("seat", table, each.number) for each in seats(facts, table))}
    further = ("vote", "deadline", "note")
    return found | {key for key in facts if key[0] in further and key[1] == table}


def _click(act: Act, before: Facts, after: Facts, key: Key) -> bool:
    """That of this very interaction, at its table."""
    if key in before or key[1] != act.id or act.word not in CLICKED:
        return False
    table, number = after[key]
    is_there = act.word.startswith("/") or table == act.table
    return is_there and bool(0 <= number <= (part(after, table, "version") or 0))


RIGHTS: dict[str, Right] = {
    "user": _user,
    "challenge": _challenge,
    "attempt": _attempt,
    "schedule": _schedule,
    "result": _result,
    "rating": _rating,
    "deal": _deal,
    "chain": _chain,
    "post": _post,
    "click": _click,
}
