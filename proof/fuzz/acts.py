"""What an interaction asks for, read from its raw payload without the bot's own decoder."""

import re
from typing import Any, NamedTuple

from proof.fuzz.reading import plain, reading
from sandbox.interactions import AUTOCOMPLETE, COMPONENT, SLASH
from sandbox.messages import EPHEMERAL
from sandbox.world import Json

MANAGE_MESSAGES = 1 << 13
LOG_OF_ROUND = re.compile(r"^log_\d{1,4}$")


class Act(NamedTuple):
    """Who asks for what; a word such as `a`, `t:join`, `/table pause`, `?/play` (typing)."""

    word: str = ""
    id: int = 0  # of the interaction
    user: int | None = None
    channel: int | None = None  # None: in private
    is_own: bool = False  # on a message that only this user sees
    may_moderate: bool = False
    table: int | None = None
    moves: int | None = None
    text: str = ""
    values: tuple[str, ...] = ()
    options: dict[str, Any] = {}  # noqa: RUF012


NOTHING = Act()


def act_of(payload: Json) -> Act:
    """What cannot be read asks for nothing."""
    try:
        return _act(payload)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return NOTHING


def _act(payload: Json) -> Act:
    guild = payload.get("guild_id")
    person = payload["member"]["user"] if guild else payload["user"]
    rights = int(payload["member"].get("permissions") or 0) if guild else 0
    found = Act(
        id=int(payload["id"]),
        user=int(person["id"]),
        channel=int(payload["channel"]["id"]) if guild else None,
        may_moderate=bool(guild and rights & MANAGE_MESSAGES),
    )
    if payload["type"] == SLASH:
        return _command(found, payload["data"])
    if payload["type"] == AUTOCOMPLETE:
        typed = _command(found, payload["data"])
        return typed._replace(word=f"?{typed.word}")
    if payload["type"] == COMPONENT:
        is_own = not guild or bool(payload["message"]["flags"] & EPHEMERAL)
        return _press(found._replace(is_own=is_own), payload["data"])
    return NOTHING


def _command(act: Act, data: Json) -> Act:
    names, options = [data["name"]], data.get("options") or []
    while options and options[0].get("type") in (1, 2):
        names.append(options[0]["name"])
        options = options[0].get("options") or []
    given = {each["name"]: each.get("value") for each in options}
    return act._replace(word=f"/{' '.join(names)}", options=given, text=str(given.get("action")))


def _press(act: Act, data: Json) -> Act:
    found = reading(str(data["custom_id"]))
    if found is None:
        return NOTHING
    verb = LOG_OF_ROUND.sub("log", found.text)
    word = f"{found.kind}:{verb}" if found.kind in "tc" else found.kind
    values = tuple(map(str, data.get("values") or ()))
    act = act._replace(table=found.table, moves=found.moves, text=found.text)
    return act._replace(word=word, values=values)


def codes(act: Act) -> set[str]:
    """The codes that the act may have meant."""
    match act.word:
        case "a" | "/play":
            return {plain(act.text)}
        case "s":
            first = act.values[0] if act.values else ""
            return {plain(first[2:])} if first.startswith("a:") else set()
        case "b":
            return {_together(act.text.split(), [each.partition(":")[2] for each in act.values])}
    return set()


def _together(path: list[str], words: list[str]) -> str:
    return " ".join([*path, *sorted(words)])


def is_meant(act: Act, code: str) -> bool:
    """Whether a stored code is what was asked for; a basket has no order."""
    if act.word != "b":
        return code in codes(act)
    many = len(act.text.split())
    words = code.split()
    return _together(words[:many], words[many:]) in codes(act)
