"""Reads and writes the bodies of all requests: JSON, and forms with files."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from aiohttp import web

from sandbox.attachments import MAX_FILE
from sandbox.refusals import Refused
from sandbox.world import File, Json

FORM = web.RequestKey("form", tuple[Any, list[File]])  # what came in a form: it is read only once

_BOUNDARY = re.compile(r'boundary="?([^";]+)')
_NAME = re.compile(r'\bname="([^"]*)"')
_FILENAME = re.compile(r'filename="([^"]*)"')
_KIND = re.compile(r"(?i)^content-type: *([^\r;]+)", re.MULTILINE)


def answer_json(body: Any, status: int = 200) -> web.Response:
    """Answer with exactly this content type: if a charset followed it, the bot couldn't log in."""
    response = web.Response(body=json.dumps(body).encode(), status=status)
    response.headers["Content-Type"] = "application/json"
    for name, value in (("Limit", "50"), ("Remaining", "49"), ("Reset-After", "1.000")):
        response.headers[f"X-RateLimit-{name}"] = value
    response.headers["X-RateLimit-Bucket"] = "sandbox"
    return response


def answer_nothing() -> web.Response:
    return web.Response(status=204)


async def read_body(request: web.Request) -> tuple[Json, list[File]]:
    """Return the JSON of a request and its files, from plain JSON or a form."""
    kind_of_body = request.headers.get("Content-Type", "")
    if not kind_of_body.startswith("multipart/"):
        text = await request.text()
        return (json.loads(text) if text else {}), []
    payload: Json = {}
    files: dict[int, File] = {}
    for head, content in _parts(kind_of_body, await request.read()):
        name = _value(_NAME, head, "")
        if name == "payload_json":
            payload = json.loads(content)
        elif name.startswith("files["):
            kind = _value(_KIND, head, "application/octet-stream")
            filename = unquote(_value(_FILENAME, head, "file"))
            if len(content) > MAX_FILE:
                raise Refused(413, 40005, "Request entity too large")
            files[int(name[6:-1])] = File(filename, content, _kind(filename, kind))
    request[FORM] = payload, [files[number] for number in sorted(files)]
    return request[FORM]


def _parts(content_type: str, body: bytes) -> Iterator[tuple[str, bytes]]:
    """Split a form into the head and the content of each part.

    aiohttp's own reader takes much longer, and nearly every message of the bot is such a form.
    """
    boundary = b"\r\n--" + _value(_BOUNDARY, content_type, "").encode()
    for part in (b"\r\n" + body).split(boundary)[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        yield head.decode(), content


def _value(pattern: re.Pattern[str], text: str, default: str) -> str:
    match = pattern.search(text)
    return match[1] if match else default


def _kind(name: str, kind: str) -> str:
    known = {".png": "image/png", ".txt": "text/plain", ".json": "application/json"}
    return next((known[end] for end in known if name.endswith(end)), kind)
