"""Bodies of requests and answers, for all handlers: JSON, and forms with files."""

import json
from typing import Any

from aiohttp import web

from sandbox.attachments import MAX_FILE
from sandbox.refusals import Refused
from sandbox.world import File, Json

FORM = web.RequestKey("form", tuple[Any, list[File]])  # what came in a form: it is read only once


def answer_json(body: Any, status: int = 200) -> web.Response:
    """The content type is exactly that: a charset behind it would end the bot's login."""
    response = web.Response(body=json.dumps(body).encode(), status=status)
    response.headers["Content-Type"] = "application/json"
    for name, value in (("Limit", "50"), ("Remaining", "49"), ("Reset-After", "1.000")):
        response.headers[f"X-RateLimit-{name}"] = value
    response.headers["X-RateLimit-Bucket"] = "sandbox"
    return response


def answer_nothing() -> web.Response:
    return web.Response(status=204)


async def read_body(request: web.Request) -> tuple[Json, list[File]]:
    """A body of JSON, or of a form with JSON and files."""
    if not request.content_type.startswith("multipart/"):
        text = await request.text()
        return (json.loads(text) if text else {}), []
    payload: Json = {}
    files: dict[int, File] = {}
    async for part in await request.multipart():
        assert not isinstance(part, type(None))
        name = part.name or ""  # type: ignore[union-attr]
        content = bytes(await part.read())  # type: ignore[union-attr]
        if name == "payload_json":
            payload = json.loads(content)
        elif name.startswith("files["):
            kind = part.headers.get("Content-Type") or "application/octet-stream"
            filename = part.filename or "file"  # type: ignore[union-attr]
            if len(content) > MAX_FILE:
                raise Refused(413, 40005, "Request entity too large")
            files[int(name[6:-1])] = File(filename, content, _kind(filename, kind))
    request[FORM] = payload, [files[number] for number in sorted(files)]
    return request[FORM]


def _kind(name: str, kind: str) -> str:
    known = {".png": "image/png", ".txt": "text/plain", ".json": "application/json"}
    return next((known[end] for end in known if name.endswith(end)), kind)
