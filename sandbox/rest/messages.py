"""Routes of messages and pins."""

from typing import Any

from aiohttp import web

from sandbox.channels import change_channel, check_dms, is_archived
from sandbox.messages import EPHEMERAL, V2, edit_message, pin_message, post_message, remove_message
from sandbox.permissions import May, check, permissions_in
from sandbox.refusals import Refused, archived_thread, not_yours, unknown
from sandbox.rest.api import Rest, Routes
from sandbox.rest.bodies import answer_json, answer_nothing, read_body
from sandbox.rest.channels import channel_of
from sandbox.rules import Violation, message_violations
from sandbox.world import File, Json

NONCE_LIFE = 180.0  # seconds
routes = Routes()


@routes.add("GET", "/channels/{channel}/messages")
async def list_messages(rest: Rest, request: web.Request) -> web.Response:
    """List messages, newest first; ephemeral ones are in nobody's history.

    Without the permission to read it, Discord answers with an empty list instead of refusing.
    """
    channel = channel_of(rest, request)
    check(rest.world, channel, May.VIEW)
    if "guild_id" in channel and not permissions_in(rest.world, channel) & May.READ_HISTORY:
        return answer_json([])
    messages = list(rest.world.messages[channel["id"]].values())
    messages = [_stored(rest, each) for each in messages if not each["flags"] & EPHEMERAL]
    before, after = request.query.get("before"), request.query.get("after")
    messages = [each for each in messages if not before or int(each["id"]) < int(before)]
    messages = [each for each in messages if not after or int(each["id"]) > int(after)]
    limit = int(request.query.get("limit", 50))
    return answer_json(messages[:limit][::-1] if after else messages[::-1][:limit])


def _stored(rest: Rest, message: Json) -> Json:
    """Return a message without its nonce, which only the first answer and the first event have."""
    facts = rest.gateway.readable(message)
    return {name: value for name, value in facts.items() if name != "nonce"}


@routes.add("POST", "/channels/{channel}/messages")
async def send_message(rest: Rest, request: web.Request) -> web.Response:
    body, files = await read_body(request)
    channel = channel_of(rest, request)
    rest.refuse(request, message_violations(body, [file.name for file in files]))
    rest.refuse_unknown_emojis(request, body)
    check_dms(rest.world, channel)
    check(rest.world, channel, _to_send(body, files))
    if is_archived(channel):  # writing in it reopens it
        change_channel(rest.world, channel, {"archived": False})
    return answer_json(_send_once(rest, channel, body, files))


def _to_send(body: Json, files: list[File]) -> May:
    """Return the permissions that a message of this kind needs."""
    attach = May.ATTACH if files else May(0)
    return May.SEND | attach | (May.EMBED if body.get("embeds") else May(0))


def _send_once(rest: Rest, channel: Json, body: Json, files: list[File]) -> Json:
    """Post a message; with an enforced nonce only once, however often it's sent within minutes."""
    nonce = str(body["nonce"]) if body.get("nonce") is not None else ""
    key, now = (channel["id"], nonce), rest.world.clock()
    first_id, until = rest.nonces.get(key, ("", 0.0))
    if nonce and body.get("enforce_nonce") and now < until:
        old = rest.world.messages[channel["id"]].get(first_id)
        if old:
            return old
    more = _reference(rest, channel, body) | ({"nonce": nonce} if nonce else {})
    message = post_message(rest.world, channel, rest.world.bot, body, files, **more)
    if nonce:
        rest.nonces[key] = message["id"], now + NONCE_LIFE
    return message


def _reference(rest: Rest, channel: Json, body: Json) -> Json:
    """Refuse a reply to a message that is gone, unless the bot allows that."""
    reference = body.get("message_reference")
    if not reference:
        return {}
    target = rest.world.messages[channel["id"]].get(str(reference.get("message_id")))
    if target is None and reference.get("fail_if_not_exists", True):
        raise Refused(400, 50035, "Unknown message")
    more = {"message_reference": reference, "type": 19}
    return {**more, "referenced_message": target} if target else {}


@routes.add("GET", "/channels/{channel}/messages/pins")  # above the route of one message
async def list_pins(rest: Rest, request: web.Request) -> web.Response:
    channel = channel_of(rest, request)
    messages = rest.world.messages[channel["id"]]
    items = [
        {"pinned_at": messages[key]["timestamp"], "message": messages[key]}
        for key in rest.world.pins.get(channel["id"], [])
        if key in messages
    ]
    return answer_json({"items": items, "has_more": False})


@routes.add("PUT", "/channels/{channel}/messages/pins/{message}")
@routes.add("DELETE", "/channels/{channel}/messages/pins/{message}")
@routes.add("PUT", "/channels/{channel}/pins/{message}")
@routes.add("DELETE", "/channels/{channel}/pins/{message}")
async def pin_or_unpin(rest: Rest, request: web.Request) -> web.Response:
    message, channel = _message(rest, request), channel_of(rest, request)
    if not permissions_in(rest.world, channel) & May.MANAGE_MESSAGES:
        check(rest.world, channel, May.PIN)
    pin_message(rest.world, message, is_pinned=request.method == "PUT")
    return answer_nothing()


@routes.add("GET", "/channels/{channel}/messages/{message}")
async def get_message(rest: Rest, request: web.Request) -> web.Response:
    message = _message(rest, request)
    check(rest.world, channel_of(rest, request), May.READ_HISTORY)
    return answer_json(_stored(rest, message))


@routes.add("PATCH", "/channels/{channel}/messages/{message}")
async def patch_message(rest: Rest, request: web.Request) -> web.Response:
    body, files = await read_body(request)
    message, channel = _message(rest, request), channel_of(rest, request)
    if message["author"]["id"] != rest.world.bot["id"]:
        raise not_yours()
    check(rest.world, channel, May.ATTACH if files else May.VIEW)
    if is_archived(channel):
        raise archived_thread()
    return change_message(rest, request, message, body, files)


@routes.add("DELETE", "/channels/{channel}/messages/{message}")
async def delete_message(rest: Rest, request: web.Request) -> web.Response:
    message = _message(rest, request)
    is_own = message["author"]["id"] == rest.world.bot["id"]
    if not is_own and "guild_id" not in message:
        raise Refused(403, 50003, "Cannot execute action on a DM channel")
    check(rest.world, channel_of(rest, request), May.VIEW if is_own else May.MANAGE_MESSAGES)
    remove_message(rest.world, message)
    return answer_nothing()


def _message(rest: Rest, request: web.Request) -> Json:
    message = rest.world.message(request.match_info["channel"], request.match_info["message"])
    if message["flags"] & EPHEMERAL:
        raise unknown("Message")
    return message


def change_message(
    rest: Rest, request: web.Request, message: Json, body: Json, files: list[File]
) -> web.Response:
    """Edit a message of a channel, or the answer to an interaction, if the body is right."""
    violations = message_violations(
        body,
        [file.name for file in files],
        is_edit=True,
        was_v2=bool(message["flags"] & V2),
        attached=file_names(message),
    )
    rest.refuse(request, [*violations, *_unknown_files(message, body)])
    rest.refuse_unknown_emojis(request, body)
    return answer_json(edit_message(rest.world, message, body, files))


def file_names(message: Json) -> list[str]:
    return [each["filename"] for each in message["attachments"]]


def _unknown_files(message: Json, body: Json) -> list[Violation]:
    """Check that the files kept by an edit exist; otherwise the message would have gaps."""
    known_ids = {entry["id"] for entry in message["attachments"]}
    return [
        Violation(("attachments", n), "SANDBOX_ATTACHMENT", "The message has no such file to keep")
        for n, entry in enumerate(body.get("attachments") or [])
        if isinstance(entry, dict)
        and _is_snowflake(entry.get("id"))
        and str(entry["id"]) not in known_ids
    ]


def _is_snowflake(value: Any) -> bool:
    """Whether it's the id of an older file; files sent with the edit are numbered from 0."""
    return str(value).isdecimal() and int(value) > 1 << 22
