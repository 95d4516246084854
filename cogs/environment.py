"""Reads the bot's settings from the environment or `.env`; refuses wrong ones in one sentence."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from host.database.locations import Location
from host.database.sqlite import make_folder
from host.env_file import FILE, InvalidSettings, database_of, read_settings

TOKEN = re.compile(r"[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}", re.ASCII)
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
TEXT, JSON = "text", "json"
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Environment:
    database: Location
    backups: Path
    backup_hook: str  # the host's own command, run after each backup
    level: str
    is_json: bool  # the log
    has_emojis: bool
    shards: int | None  # None: as many as Discord recommends
    metrics: tuple[str, int] | None  # where the metrics page is served
    api: str  # of a proxy in front of Discord; empty: none
    token: str = field(repr=False)  # as it was given

    @property
    def checked_token(self) -> str:
        if not self.token:
            raise InvalidSettings(
                "DISCORD_TOKEN is not set: add it to .env or, under systemd, to "
                "/etc/factory-table.env (.env.example explains each setting)."
            )
        if not TOKEN.fullmatch(self.token):
            raise InvalidSettings(
                "DISCORD_TOKEN doesn't look like a bot token: copy it from the “Bot” page of "
                "your application in the Discord developer portal."
            )
        return self.token


def read(file: Path = FILE, given: Mapping[str, str] = os.environ) -> Environment:
    """Read the settings. The environment wins over the file; empty values count as not set."""
    settings = read_settings(file, given)
    database = database_of(settings)
    backups = Path(settings.get("BACKUPS") or database.backups)
    level = (settings.get("LOG_LEVEL") or "INFO").upper()
    if level not in LEVELS:
        raise InvalidSettings(f"LOG_LEVEL must be one of {', '.join(LEVELS)}.")
    form = (settings.get("LOG_FORMAT") or TEXT).lower()
    if form not in (TEXT, JSON):
        raise InvalidSettings(f"LOG_FORMAT must be {TEXT} or {JSON}.")
    emojis = (settings.get("EMOJIS") or YES).lower()
    if emojis not in (YES, NO):
        raise InvalidSettings(f"EMOJIS must be {YES} or {NO}.")
    metrics, token = _address(settings.get("METRICS", "")), settings.get("DISCORD_TOKEN", "")
    hook, shards = settings.get("BACKUP_HOOK", ""), _shards(settings.get("SHARDS", ""))
    api = _api(settings.get("DISCORD_API", ""))
    return Environment(
        database, backups, hook, level, form == JSON, emojis == YES, shards, metrics, api, token
    )


def is_log_json(file: Path = FILE, given: Mapping[str, str] = os.environ) -> bool:
    """Whether the log is JSON, even if another setting is wrong."""
    try:
        settings: Mapping[str, str] = read_settings(file, given)
    except InvalidSettings:
        settings = given
    return (settings.get("LOG_FORMAT") or TEXT).strip().lower() == JSON


def _shards(text: str) -> int | None:
    if not text:
        return None
    if not re.fullmatch(r"[1-9]\d{0,4}", text, re.ASCII):
        raise InvalidSettings("SHARDS must be a number from 1 up, or empty.")
    return int(text)


def _api(text: str) -> str:
    if text and not re.fullmatch(r"https?://[^\s/]+/?", text, re.ASCII):
        raise InvalidSettings("DISCORD_API must be an address such as http://127.0.0.1:8080.")
    return text.rstrip("/")


def _address(text: str) -> tuple[str, int] | None:
    host, _, port = text.rpartition(":")
    if not text:
        return None
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise InvalidSettings("METRICS must be an address and a port, such as 127.0.0.1:9464.")
    return host.strip("[]"), int(port)


def unwritable(folder: Path, name: str) -> str | None:
    """Return why a folder can't be written, and which setting to change; None if it can."""
    otherwise = f"set {name} to another folder"
    try:
        make_folder(folder)
    except OSError as error:
        return f"Can't create {folder} ({error.strerror}); {otherwise}."
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return f"Can't write to {folder}; {otherwise}."
    return None
