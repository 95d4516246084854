"""Uploads of a message: what it lists must be uploaded, and what it shows must be listed."""

from collections.abc import Collection, Iterator

from sandbox.rules.components import walk
from sandbox.rules.embeds import embed_pictures
from sandbox.rules.shapes import Items, Node, Record, Snowflake, Text
from sandbox.rules.violations import Path, Violation, repeats, too_long

MAX_FILES = 10
SCHEME = "attachment://"
SHOWS_ONE = {11: "media", 13: "file"}
GALLERY_TYPE = 12

ATTACHMENT = Record(
    {"id": Snowflake(), "filename": Text(1, 1024), "description": Text(0, 1024)}, needed=("id",)
)
ATTACHMENTS = Items(ATTACHMENT, 0, MAX_FILES)


def is_kept(entry: Node) -> bool:
    """Whether an entry means an older attachment of the message; an upload's id is its index."""
    return int(entry["id"]) >= MAX_FILES


def entry_violations(
    entry: Node, path: Path, files: Collection[str], *, is_edit: bool
) -> Iterator[Violation]:
    if is_edit and is_kept(entry):
        return
    if int(entry["id"]) >= len(files):
        message = "No file was uploaded for this attachment"
        yield Violation((*path, "id"), "SANDBOX_ATTACHMENT_MISSING", message)
    elif entry.get("filename") and entry["filename"] not in files:
        message = "The uploaded file has another name"
        yield Violation((*path, "filename"), "SANDBOX_ATTACHMENT_NAME", message)


def listing_violations(
    payload: Node, files: Collection[str], *, is_edit: bool
) -> Iterator[Violation]:
    if len(files) > MAX_FILES:
        yield too_long(("attachments",), MAX_FILES)
    entries = payload.get("attachments") or []
    ids = [(("attachments", index, "id"), int(entry["id"])) for index, entry in enumerate(entries)]
    yield from repeats(
        ids, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value"
    )
    for index, entry in enumerate(entries):
        yield from entry_violations(entry, ("attachments", index), files, is_edit=is_edit)


def shown_urls(payload: Node) -> Iterator[tuple[Path, str]]:
    """Yield the addresses of everything that embeds and components show, with their paths."""
    yield from embed_pictures(payload.get("embeds"), ("embeds",))
    for path, node in walk(payload.get("components"), ("components",)):
        if node["type"] in SHOWS_ONE:
            key = SHOWS_ONE[node["type"]]
            yield (*path, key, "url"), node[key]["url"]
        elif node["type"] == GALLERY_TYPE:
            for index, item in enumerate(node["items"]):
                yield (*path, "items", index, "media", "url"), item["media"]["url"]


def dangling_violations(
    payload: Node, files: Collection[str], attached: Collection[str]
) -> Iterator[Violation]:
    """Check attachment:// addresses; `attached` are the names of files already there."""
    entries = payload.get("attachments")
    names = {*files, *(attached if entries is None else ())}
    names |= {entry.get("filename") for entry in entries or []}
    for path, url in shown_urls(payload):
        if url.lower().startswith(SCHEME) and url[len(SCHEME) :] not in names:
            message = "The referenced attachment was not uploaded with the message"
            yield Violation(path, "SANDBOX_ATTACHMENT_NOT_FOUND", message)
