"""Every call that the bot makes, and everything that Discord may do to it."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from sandbox.faults import Fault

OUTAGES, PLANTED = "outages", "faults planted"
TOLD, STARTS = "faults at all kinds of messages", "starts in a fault"
ID = r"\d+"
CALLS = {  # what it is called here, and how it is asked for
    "send": ("POST", "^/channels/{channel}/messages$"),
    "edit": ("PATCH", rf"^/channels/{{channel}}/messages/{ID}$"),
    "delete": ("DELETE", rf"^/channels/{{channel}}/messages/{ID}$"),
    "look back": ("GET", "^/channels/{channel}/messages$"),
    "send in private": ("POST", "^/channels/{private}/messages$"),
    "edit in private": ("PATCH", rf"^/channels/{{private}}/messages/{ID}$"),
    "delete in private": ("DELETE", rf"^/channels/{{private}}/messages/{ID}$"),
    "look back in private": ("GET", "^/channels/{private}/messages$"),
    "open door": ("POST", r"^/users/@me/channels$"),
    "answer": ("POST", rf"^/interactions/{ID}/[\w-]+/callback$"),
    "edit answer": ("PATCH", rf"^/webhooks/{ID}/[\w-]+/messages/(@original|{ID})$"),
    "delete answer": ("DELETE", rf"^/webhooks/{ID}/[\w-]+/messages/(@original|{ID})$"),
    "follow up": ("POST", rf"^/webhooks/{ID}/[\w-]+$"),
}
AT_THE_START = {
    "who am I": ("GET", r"^/users/@me$"),
    "what am I": ("GET", r"^/oauth2/applications/@me$"),
    "how many shards": ("GET", r"^/gateway/bot$"),
    "commands": ("PUT", rf"^/applications/{ID}/commands$"),
}

CONNECT = "connect"  # to the gateway, which is no call of REST
SHUT = {"shut for a minute": 60.0, "shut for half an hour": 1800.0}

# The library tries these five times by itself: only then do we hear of it.
LONG = 6
TEMPORARY = {
    "500": Fault("", "", status=500, times=LONG),
    "503": Fault("", "", status=503, times=2),
    "429": Fault("", "", status=429, retry_after=7.0, times=2),
    "429 for all": Fault("", "", status=429, retry_after=4.0, is_global=True),
    "429 from afar": Fault("", "", status=429, is_from_afar=True),
    "502": Fault("", "", status=502, times=LONG),
    "504": Fault("", "", status=504, times=1),
    "504 when done": Fault("", "", "answer after", status=504, times=LONG),
    "503 when done": Fault("", "", "answer after", status=503),
    "reset": Fault("", "", "reset before", times=2),
    "reply lost": Fault("", "", "reset after"),
    "401": Fault("", "", status=401),
}


class Meaning(NamedTuple):
    """A refusal, and what it means for the table."""

    fault: Fault
    outcome: str = ""  # "": nothing is missing afterwards


def _no(status: int, code: int, deed: str = "answer", times: int = 1) -> Fault:
    return Fault("", "", deed, status=status, code=code, times=times)  # type: ignore[arg-type]


LOST, CLOSED, LEFT = "the channel is lost", "the door is closed", "the old one stays"
UNSEEN = "the channel is lost, and with it what was said and not confirmed"
BAD = Meaning(_no(400, 50035, times=2))
STRANGE = Meaning(_no(400, 50035))
AFTER_ALL = Meaning(_no(404, 10008, "answer after"))
NO_ACCESS, NO_PERMISSION = _no(403, 50001), _no(403, 50013)
NO_CHANNEL, NO_MESSAGE = _no(404, 10003), _no(404, 10008)
ARCHIVED, TOO_OFTEN = _no(400, 50083), _no(400, 30046)
REFUSED, STRANGER = _no(403, 50007), _no(403, 50278)
NO_TOKEN = (Meaning(_no(404, 10015)), Meaning(_no(401, 50027)))


def _all(outcome: str, *faults: Fault) -> tuple[Meaning, ...]:
    return tuple(Meaning(fault, outcome) for fault in faults)


REFUSALS: dict[str, tuple[Meaning, ...]] = {
    "send": (*_all(LOST, NO_ACCESS, NO_PERMISSION, NO_CHANNEL, ARCHIVED), BAD),
    "edit": (
        *_all(LOST, NO_ACCESS, NO_PERMISSION),
        *_all("", NO_CHANNEL, NO_MESSAGE, TOO_OFTEN, ARCHIVED),
        BAD,
    ),
    "delete": (
        *_all(LEFT, NO_ACCESS, NO_PERMISSION, NO_CHANNEL, ARCHIVED, STRANGE.fault),
        AFTER_ALL,
    ),
    "look back": (*_all("", NO_ACCESS, NO_PERMISSION), *_all(UNSEEN, NO_CHANNEL), STRANGE),
    "send in private": (*_all(CLOSED, REFUSED, STRANGER), *_all("", NO_ACCESS, NO_CHANNEL), BAD),
    "edit in private": (*_all("", NO_CHANNEL, NO_MESSAGE, TOO_OFTEN, NO_ACCESS), BAD),
    "delete in private": (*_all(LEFT, NO_ACCESS, NO_CHANNEL, STRANGE.fault), AFTER_ALL),
    "look back in private": (*_all("", NO_ACCESS, NO_CHANNEL), STRANGE),
    "open door": (*_all(CLOSED, REFUSED, STRANGER), STRANGE),
    "answer": (
        *(Meaning(_no(404, 10062)), Meaning(_no(400, 40060, "answer after"))),
        *(Meaning(NO_ACCESS), STRANGE),
    ),
    "edit answer": (*NO_TOKEN, AFTER_ALL),
    "delete answer": (*NO_TOKEN, AFTER_ALL),
    "follow up": (*NO_TOKEN, BAD),
}


class Trouble(NamedTuple):
    """One fault at one call."""

    call: str
    name: str
    meaning: Meaning

    def __str__(self) -> str:
        return f"{self.call} × {self.name}"

    def fault(self, channel: str = ID, private: str = ID) -> Fault:
        """Ready to be planted; the places are regular expressions of their numbers."""
        method, path = {**CALLS, **AT_THE_START}[self.call]
        return replace(self.meaning.fault, method=method, path=_placed(path, channel, private))


def _placed(path: str, channel: str = ID, private: str = ID) -> str:
    return path.replace("{channel}", channel).replace("{private}", private)


IN_PASSING = ("send", "open door", "answer", "edit answer", "delete answer", "follow up")


def troubles() -> list[Trouble]:
    """What passes by at the other calls of messages is tried with all kinds of them."""
    found = []
    for call in CALLS:
        for meaning in REFUSALS[call]:
            name = f"{meaning.fault.status} {meaning.fault.code}"
            found.append(Trouble(call, name, meaning))
        if call in IN_PASSING:
            found += [Trouble(call, name, Meaning(fault)) for name, fault in TEMPORARY.items()]
    return found


PASSING = {**TEMPORARY, "400 50035": STRANGE.fault}
ONLY_PASSING = ("delete", "edit answer")
OF_A_LOOK = ("500", "429 from afar", "reset", "400 50035")  # of all messages alike


def troubles_of_messages() -> list[Trouble]:
    """Whatever passes by, at every call that messages make."""
    return [
        Trouble(call, name, Meaning(fault))
        for call in ("send", "edit", "delete", "look back", "edit answer")
        for name, fault in (TEMPORARY if call in ONLY_PASSING else PASSING).items()
        if call != "look back" or name in OF_A_LOOK
    ]


def troubles_of_a_start() -> list[Trouble]:
    shut = [Trouble(CONNECT, name, Meaning(Fault("", ""))) for name in SHUT]
    return shut + [
        Trouble(call, name, Meaning(fault))
        for call in AT_THE_START
        for name, fault in PASSING.items()
    ]


def unknown_calls(requests: Iterable[str]) -> set[str]:
    """What was asked for and stands in no list here."""
    known = [*CALLS.values(), *AT_THE_START.values()]
    found = set()
    for request in requests:
        method, _, path = request.partition(" ")
        forms = [_placed(form) for each, form in known if each == method]
        if not any(re.search(form, path) for form in forms):
            found.add(request)
    return found
