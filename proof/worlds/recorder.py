"""Everything that the bot asks of Discord and that reaches one viewer, in its order, with files."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aiohttp import web

from proof.proof import planted
from sandbox.driver import Sandbox
from sandbox.rest.api import Rest
from sandbox.rest.bodies import FORM

SNOWFLAKE = re.compile(rb"(?<![0-9a-zA-Z])\d{17,20}(?![0-9a-zA-Z])")
Lanes = dict[str, list[bytes]]


class Recorder:
    """Requests by lane: within one they have an order, between them only chance decides."""

    def __init__(self, s: Sandbox, viewer: str, channel: str) -> None:
        self.s, self.viewer = s, s.user(viewer)
        self.places = {s.channel(channel): "channel", s.channel(f"@{viewer}"): "direct messages"}
        self.lanes: Lanes = {"channel": [], "direct messages": [], "answers": []}

    async def heard(self, request: web.Request, status: int) -> None:
        body, files = request.get(FORM, (None, []))
        if body is None and request.method in ("POST", "PUT", "PATCH"):
            text = await request.text()
            body = json.loads(text) if text else None
        lane = self._lane(request, body)
        if lane is None:
            return
        facts = (request.method, self._route(request), body, status, [each.name for each in files])
        self.lanes[lane].append(
            b"\n".join([json.dumps(facts).encode(), *(each.content for each in files)])
        )

    def _lane(self, request: web.Request, body: Any) -> str | None:
        known, desk = request.match_info, self.s.server.desk
        if "token" in known:
            asked = desk.open.get(known["token"]) or desk.by_id.get(known.get("id", ""))
            return "answers" if asked and asked.user_id == self.viewer else None
        if "channel" in known:
            return self.places.get(known["channel"])
        is_own = isinstance(body, dict) and str(body.get("recipient_id")) == self.viewer
        return "direct messages" if is_own else None

    def _route(self, request: web.Request) -> str:
        """Tokens are new each time."""
        resource = request.match_info.route.resource
        named = {**request.match_info, "token": "token", "id": "id"}
        return (resource.canonical if resource else request.path).format_map(named)

    def told(self) -> dict[str, bytes]:
        """Ids of messages and files are the sandbox's own: they are counted as they turn up."""
        return {f"requests: {lane}": _renamed(found) for lane, found in self.lanes.items()}


def _renamed(found: list[bytes]) -> bytes:
    ids: dict[bytes, bytes] = {}

    def renamed(match: re.Match[bytes]) -> bytes:
        return ids.setdefault(match[0], b"#%d" % len(ids))

    heads_and_files = (each.partition(b"\n") for each in found)
    told = [SNOWFLAKE.sub(renamed, head) + end + rest for head, end, rest in heads_and_files]
    return b"\n".join([b"%d requests" % len(told), *told])


@contextmanager
def recording(recorder: Recorder) -> Iterator[None]:
    async def observed(self: Rest, request: web.Request, response: web.Response) -> None:
        await recorder.heard(request, response.status)

    observers = recorder.s.server.rest.observers
    observers.append(lambda *_: None)  # else nothing is observed
    with planted(Rest, "_observe", observed):
        try:
            yield
        finally:
            observers.pop()
