"""Every call that the bot makes while it plays, and everything that Discord may do to it."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from sandbox.faults import Fault

ID = r"\d+"
CALLS = {  # what it is called here, and how it is asked for
    "answer": ("POST", rf"^/interactions/{ID}/[\w-]+/callback$"),
    "send": ("POST", "^/channels/{channel}/messages$"),
    "edit": ("PATCH", rf"^/channels/{{channel}}/messages/{ID}$"),
    "delete": ("DELETE", rf"^/channels/{{channel}}/messages/{ID}$"),
    "look back": ("GET", "^/channels/{channel}/messages$"),
    "send in private": ("POST", "^/channels/{private}/messages$"),
    "edit in private": ("PATCH", rf"^/channels/{{private}}/messages/{ID}$"),
    "delete in private": ("DELETE", rf"^/channels/{{private}}/messages/{ID}$"),
    "look back in private": ("GET", "^/channels/{private}/messages$"),
    "open door": ("POST", r"^/users/@me/channels$"),
    "edit answer": ("PATCH", rf"^/webhooks/{ID}/[\w-]+/messages/(@original|{ID})$"),
    "delete answer": ("DELETE", rf"^/webhooks/{ID}/[\w-]+/messages/(@original|{ID})$"),
    "follow up": ("POST", rf"^/webhooks/{ID}/[\w-]+$"),
}
AT_THE_START = {
    "who am I": ("GET", r"^/users/@me$"),
    "what am I": ("GET", r"^/oauth2/applications/@me$"),
    "commands": ("PUT", rf"^/applications/{ID}/commands$"),
    "gateway": ("GET", r"^/gateway(/bot)?$"),
}
OF_ANSWERS = ("answer", "edit answer", "delete answer", "follow up")

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


LOST, CLOSED = "the channel is lost", "the door is closed"
NO_ACCESS, NO_PERMISSION = _no(403, 50001), _no(403, 50013)
IN_A_CHANNEL = (NO_ACCESS, NO_PERMISSION, _no(404, 10003))
BAD = Meaning(_no(400, 50035, times=2))
AFTER_ALL = Meaning(_no(404, 10008, "answer after"))
REFUSALS: dict[str, tuple[Meaning, ...]] = {
    "send": (*(Meaning(each, LOST) for each in IN_A_CHANNEL), BAD),
    "edit": (
        *(Meaning(each, LOST) for each in IN_A_CHANNEL[:2]),
        *(Meaning(_no(404, 10008)), Meaning(_no(400, 30046)), BAD),
    ),
    "delete": (AFTER_ALL, Meaning(_no(400, 50035))),
    "look back": (Meaning(NO_ACCESS), Meaning(NO_PERMISSION), Meaning(_no(400, 50035))),
    "send in private": (Meaning(_no(403, 50007), CLOSED), Meaning(_no(403, 50278), CLOSED), BAD),
    "edit in private": (Meaning(_no(404, 10008)), Meaning(_no(400, 30046)), BAD),
    "delete in private": (AFTER_ALL, Meaning(_no(400, 50035))),
    "look back in private": (Meaning(NO_ACCESS), Meaning(_no(400, 50035))),
    "open door": (Meaning(_no(403, 50007), CLOSED), Meaning(_no(400, 50035))),
    "answer": (
        *(Meaning(_no(404, 10062)), Meaning(_no(400, 40060, "answer after"))),
        *(Meaning(_no(403, 50001)), Meaning(_no(400, 50035))),
    ),
    "edit answer": (Meaning(_no(404, 10015)), Meaning(_no(401, 50027)), AFTER_ALL),
    "delete answer": (Meaning(_no(404, 10015)), Meaning(_no(401, 50027)), AFTER_ALL),
    "follow up": (Meaning(_no(404, 10015)), Meaning(_no(401, 50027)), BAD),
}


class Trouble(NamedTuple):
    """One fault at one call."""

    call: str
    name: str
    meaning: Meaning

    def __str__(self) -> str:
        return f"{self.call} × {self.name}"

    def fault(self, channel: str, private: str) -> Fault:
        """Ready to be planted; the places are regular expressions of their numbers."""
        method, path = CALLS[self.call]
        path = path.replace("{channel}", channel).replace("{private}", private)
        return replace(self.meaning.fault, method=method, path=path)


def troubles() -> list[Trouble]:
    found = []
    for call in CALLS:
        for meaning in REFUSALS[call]:
            name = f"{meaning.fault.status} {meaning.fault.code}"
            found.append(Trouble(call, name, meaning))
        for name, fault in TEMPORARY.items():
            found.append(Trouble(call, name, Meaning(fault)))
    return found


def _open(path: str) -> str:
    return path.replace("{channel}", ID).replace("{private}", ID)


def unknown_calls(requests: Iterable[str]) -> set[str]:
    """What was asked for and stands in no list here."""
    known = [*CALLS.values(), *AT_THE_START.values()]
    found = set()
    for request in requests:
        method, _, path = request.partition(" ")
        if not any(method == each and re.search(_open(form), path) for each, form in known):
            found.add(request)
    return found
