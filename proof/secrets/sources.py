"""Where secrets come from: each is written down the moment it is there."""

from collections.abc import Iterable
from typing import Any

import sandbox.process
from host import chain
from host.store.challenges import ChallengeStore
from host.store.journal import JournalStore
from host.store.tables import TableStore
from proof.secrets.notes import Notes
from proof.secrets.patches import hear_function, hear_method
from sandbox import attachments
from sandbox.interactions import Desk, Interaction
from sandbox.process import Apart
from sandbox.server import Server
from sandbox.world import File, World

BOT, INTERACTION, KEY = "the bot's token", "an interaction's token", "a key"
LINK, ADDRESS = "a link of a chain of keys", "the address of a picture"
LEAST = 20  # characters: what is shorter is no token at all
KEY_SIZE = 32


def listen(notes: Notes) -> None:
    _to_tokens(notes)
    _to_keys(notes)


def _to_tokens(notes: Notes) -> None:
    def token(found: str) -> None:
        if len(found) >= LEAST:
            notes.secret(BOT, found)

    def begun(found: Interaction, *_: Any, **__: Any) -> None:
        notes.secret(INTERACTION, found.token)

    def uploaded(found: dict[str, Any], world: World, message: Any, file: File, _: Any) -> None:
        notes.secret(ADDRESS, world.files[found["id"]].secret)

    hear_function(sandbox.process.new_token, lambda found: token(found))
    hear_method(Server, "__init__", lambda _, server, *__, **___: token(server.token))
    hear_method(Apart, "__init__", lambda _, s, *__, **___: token(s.settings["DISCORD_TOKEN"]))
    hear_method(Desk, "begin", begun)
    hear_function(attachments.upload_file, uploaded)


def _to_keys(notes: Notes) -> None:
    def keys(*facts: Any, **named: Any) -> None:
        for fact in _flat((*facts, *named.values())):
            if isinstance(fact, bytes) and len(fact) == KEY_SIZE:
                notes.secret(KEY, fact)

    def link(found: bytes, _: bytes, number: int) -> None:
        if number:  # else it is the anchor, which everybody knows
            notes.secret(LINK, found)

    hear_method(JournalStore, "key", keys)
    hear_method(TableStore, "insert_table", keys)
    for name in ("chain", "insert_chain", "insert_deal", "deal_key"):
        hear_method(ChallengeStore, name, keys)
    hear_function(chain.link, link)


def _flat(facts: Iterable[Any]) -> Iterable[Any]:
    for fact in facts:
        yield from fact if isinstance(fact, tuple) else (fact,)
