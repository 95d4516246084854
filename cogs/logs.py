"""Formats the log: one line per event, as `name=value` or JSON, without tokens, keys or cards."""

import json
import logging
import re
import sys
import time
import traceback
from collections.abc import Iterator
from typing import Any

import discord

from cogs.environment import TOKEN
from host.errors import CannotOpen, Damaged, SaveFailed

OURS = ("bot", "cogs", "engine", "host", "render")  # only these may log more than INFO
FRAMES = 12  # of a trace, the innermost
HIDDEN = "[hidden]"

# Other errors may quote their data, such as a hand: only their type is logged.
SAYABLE = (
    OSError,
    CannotOpen,
    Damaged,
    SaveFailed,
    discord.HTTPException,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
)
SECRETS = (
    re.compile(r"(?<=/interactions/)\d+/[^/\s\"]+"),
    re.compile(r"(?<=/webhooks/)\d+/[^/\s\"?]+"),
    TOKEN,
    re.compile(r"\b[0-9a-f]{64}\b"),  # a key or a digest: they look alike
)


def begin(level: str, *secrets: str, is_json: bool = False) -> None:
    """Log to stderr until the process ends, hiding secrets wherever they appear.

    Libraries show payloads and tokens at DEBUG, so theirs is never on. We log discord.py's
    connections ourselves, because its reconnects would fill the log.
    """
    logging.raiseExceptions = False  # it would print what couldn't be formatted
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(*secrets, is_json=is_json))
    number = logging.getLevelNamesMapping()[level]
    logging.basicConfig(level=max(number, logging.INFO), handlers=[handler])
    logging.getLogger("discord").setLevel(max(number, logging.WARNING))
    logging.getLogger("discord.shard").addFilter(_is_no_try)
    for name in OURS:
        logging.getLogger(name).setLevel(number)


def _is_no_try(record: logging.LogRecord) -> bool:
    return not record.msg.startswith("Attempting a reconnect")


def line(event: str, **facts: object) -> str:
    """Return one line as JSON, for messages before logging begins or after it has ended."""
    record = logging.LogRecord("bot", logging.ERROR, "", 0, event, (), None)
    record.facts = facts
    return Lines(is_json=True).format(record)


class Lines(logging.Formatter):
    """Formats events; `extra={"facts": {...}}` adds named values to one."""

    def __init__(self, *secrets: str, is_json: bool = False) -> None:
        super().__init__()
        self.is_json = is_json
        self.secrets = [re.compile(re.escape(each)) for each in secrets if each]

    def format(self, record: logging.LogRecord) -> str:
        facts = {
            "time": _utc(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": _event(record),
            **getattr(record, "facts", {}),
            **_failure(record),
        }
        if self.is_json:
            return self._hide(json.dumps(facts, default=str))
        return self._hide(" ".join(f"{name}={_value(fact)}" for name, fact in facts.items()))

    def _hide(self, line: str) -> str:
        for secret in (*self.secrets, *SECRETS):
            line = secret.sub(HIDDEN, line)
        return line


def _utc(record: logging.LogRecord) -> str:
    moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    return f"{moment}.{int(record.msecs):03}Z"


def _event(record: logging.LogRecord) -> str:
    """Return the message. asyncio quotes failed tasks in full, so only its first words are kept."""
    text = record.getMessage()
    return re.split(r"[(\n]", text)[0] if record.name == "asyncio" else text


def _value(fact: Any) -> str:
    text = str(fact)
    if re.fullmatch(r"[\w.:/+@-]+", text):
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in quoted)


def _failure(record: logging.LogRecord) -> dict[str, str]:
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return {}
    chain = list(_chain(error))
    return {
        "error": " from ".join(_said(each) for each in chain),
        "trace": " from ".join(_frames(each) for each in chain),
    }


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes, each once: an error can be its own cause."""
    known: list[BaseException] = []
    while error and error not in known:
        known.append(error)
        yield error
        hidden = None if error.__suppress_context__ else error.__context__
        error = error.__cause__ or hidden


def _said(error: BaseException) -> str:
    name = type(error).__name__
    return f"{name}: {error}" if isinstance(error, SAYABLE) else name


def _frames(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    return " > ".join(f"{_place(each.filename)}:{each.lineno} {each.name}" for each in frames)


def _place(file: str) -> str:
    return "/".join(file.replace("\\", "/").split("/")[-2:])
