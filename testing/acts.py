"""What an interaction asks for, parsed independently of the bot."""

import re
from typing import Any, NamedTuple

from cogs import ids
from engine.kernel.codes import code as code_of
from sandbox.interactions import AUTOCOMPLETE, COMPONENT, SLASH
from sandbox.messages import EPHEMERAL
from sandbox.world import Json

MANAGE_GUILD, MANAGE_MESSAGES = 1 << 5, 1 << 13
WORDS = re.compile(r"[a-z]+|[1-9][0-9]*|0")
PLAYS = frozenset({"a", "s", "b", "x", "/play"})
LOG_OF_ROUND = re.compile(r"^log_\d{1,4}$")


class Act(NamedTuple):
    """Who asks for what; a word such as `a`, `t:join`, `/table pause`, `?/play` (typing)."""

    word: str = ""
    id: int = 0  # of the interaction
    user: int | None = None
    channel: int | None = None  # None: in private
    is_own: bool = False  # on a message that only this user sees
    may_moderate: bool = False
    may_manage: bool = False  # the server
    table: int | None = None
    moves: int | None = None
    text: str = ""
    values: tuple[str, ...] = ()
    options: dict[str, Any] = {}  # noqa: RUF012

    @property
    def is_forced(self) -> bool:
        return bool(self.options.get("force")) and self.word.startswith("/table ")


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
        may_manage=bool(guild and rights & MANAGE_GUILD),
    )
    if payload["type"] in (SLASH, AUTOCOMPLETE):
        typed = _command(found, payload["data"])
        return typed._replace(word=f"?{typed.word}") if payload["type"] == AUTOCOMPLETE else typed
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
    found = ids.read(str(data["custom_id"]))
    if found is None:
        return NOTHING
    word = found.kind.value
    word += f":{LOG_OF_ROUND.sub('log', found.text)}" if word in "tc" else ""
    word += f":{found.text.partition(' ')[0].rstrip('0123456789')}" if word == "d" else ""
    values = tuple(map(str, data.get("values") or ()))
    act = act._replace(table=found.table, moves=found.moves, text=found.text)
    return act._replace(word=word, values=values)


def is_meant(act: Act, code: str) -> bool:
    """Whether a stored code is what was asked for; a multi-select has no order."""
    match act.word:
        case "a":
            return code == code_of(ids.path_of(act.text))
        case "x":
            return True  # the game knows what answers mean
        case "/play":  # in anybody's own words, but all that is done was said
            return {*WORDS.findall(code)} <= {*WORDS.findall(act.text.lower())}
        case "s":
            chosen = [each[2:] for each in act.values[:1] if each.startswith("a:")]
            return [code] == [code_of(ids.path_of(each)) for each in chosen]
        case "b":
            path, words = act.text.split(), code.split()
            chosen = sorted(each.partition(":")[2] for each in act.values)
            return [*words[: len(path)], *sorted(words[len(path) :])] == [*path, *chosen]
    return False
