"""Envelopes that Discord never sends: parts that are missing, null, absurd or somewhere else."""

import copy
from collections.abc import Callable
from random import Random

from sandbox.messages import EPHEMERAL
from sandbox.world import Json

NOBODY = "0"  # rights of a member
OTHER_TYPE, NO_MESSAGE, OTHER_FLAGS = "of another type", "without its message", "with other flags"
TYPES = (0, 1, 2, 3, 4, 5, 6, 99, -1)


def _less(rng: Random, payload: Json) -> None:
    del payload[rng.choice([*payload])]


def _nothing(rng: Random, payload: Json) -> None:
    payload[rng.choice([*payload])] = None


def _strange(rng: Random, payload: Json) -> None:
    payload[rng.choice([*payload])] = rng.choice(("abc", -1, [], {}, True, 1.5, "9" * 40))


def _huge(rng: Random, payload: Json) -> None:
    """Numbers that no database holds."""
    key = str(rng.choice((2**63, 2**64, 10**40, -1, 0)))
    person = copy.deepcopy(payload.get("member", payload))
    if "user" in person:
        person["user"]["id"] = key
        payload.update({"member": person} if "member" in payload else {"user": person["user"]})
    channel = {**payload["channel"], "id": key}
    payload.update(rng.choice(({}, {"id": key}, {"channel": channel, "channel_id": key})))


def _other_type(rng: Random, payload: Json) -> None:
    payload["type"] = rng.choice([each for each in TYPES if each != payload["type"]])


def _data(rng: Random, payload: Json) -> None:
    data = dict(payload["data"])
    key = rng.choice([*data])
    data[key] = rng.choice((None, 7, "x", [], {}, [None], [{}], {"a": 1}, [[1]]))
    payload["data"] = data


def _no_message(rng: Random, payload: Json) -> None:
    del payload["message"]


def _other_place(rng: Random, payload: Json) -> None:
    """In private what was public, or public what was in private."""
    if "member" in payload:
        payload["user"] = payload.pop("member")["user"]
        payload.pop("guild_id", None)
    else:
        payload["member"] = {"user": payload.pop("user"), "roles": [], "permissions": NOBODY}


def _claimed_flags(rng: Random, payload: Json) -> None:
    message = payload["message"]
    payload["message"] = {**message, "flags": message["flags"] & ~EPHEMERAL}


BREAKS: dict[str, Callable[[Random, Json], None]] = {
    "with a part missing": _less,
    "with a part that is null": _nothing,
    "with a strange part": _strange,
    "with absurd numbers": _huge,
    OTHER_TYPE: _other_type,
    "with strange data": _data,
    NO_MESSAGE: _no_message,
    "at the wrong kind of place": _other_place,
    OTHER_FLAGS: _claimed_flags,
}


def breaks(how: str, message: Json | None, is_typing: bool) -> bool:
    """Whether that makes a difference; what is typed would be answered otherwise."""
    if how == NO_MESSAGE:
        return message is not None
    if how == OTHER_FLAGS:
        return message is not None and bool(message["flags"] & EPHEMERAL)
    return how != OTHER_TYPE or not is_typing
