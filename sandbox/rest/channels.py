"""Routes of channels and threads."""

from aiohttp import web

from sandbox.channels import (
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    add_thread,
    change_channel,
    channel_facts,
    is_thread,
    remove_channel,
    tell_typing,
)
from sandbox.permissions import May, check
from sandbox.refusals import Refused
from sandbox.rest.api import Rest, Routes
from sandbox.rest.bodies import answer_json, answer_nothing
from sandbox.world import Event, Json, now

routes = Routes()


def channel_of(rest: Rest, request: web.Request) -> Json:
    """Return the channel in the path of a request."""
    return rest.world.channel(request.match_info["channel"])


@routes.add("GET", "/channels/{channel}")
async def get_channel(rest: Rest, request: web.Request) -> web.Response:
    channel = channel_of(rest, request)
    check(rest.world, channel, May.VIEW)
    return answer_json(channel_facts(channel))


@routes.add("PATCH", "/channels/{channel}")
async def patch_channel(rest: Rest, request: web.Request) -> web.Response:
    changes, channel = await request.json(), channel_of(rest, request)
    if channel.get("owner_id") != rest.world.bot["id"]:
        check(rest.world, channel, _to_manage(channel))
    return answer_json(channel_facts(change_channel(rest.world, channel, changes)))


@routes.add("DELETE", "/channels/{channel}")
async def delete_channel(rest: Rest, request: web.Request) -> web.Response:
    channel = channel_of(rest, request)
    check(rest.world, channel, _to_manage(channel))
    remove_channel(rest.world, channel)
    return answer_json(channel_facts(channel))


def _to_manage(channel: Json) -> May:
    return May.MANAGE_THREADS if is_thread(channel) else May.MANAGE_CHANNELS


@routes.add("POST", "/channels/{channel}/typing")
async def type_in_channel(rest: Rest, request: web.Request) -> web.Response:
    channel = channel_of(rest, request)
    check(rest.world, channel, May.SEND)
    tell_typing(rest.world, channel, rest.world.bot["id"])
    return answer_nothing()


@routes.add("POST", "/channels/{channel}/threads")
@routes.add("POST", "/channels/{channel}/messages/{message}/threads")
async def start_thread(rest: Rest, request: web.Request) -> web.Response:
    body, parent = await request.json(), channel_of(rest, request)
    kind = int(body.get("type") or PUBLIC_THREAD)
    if kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
        raise Refused(400, 50024, "Cannot execute action on this channel type")
    check(rest.world, parent, May.OPEN_THREADS)
    bot = rest.world.bot["id"]
    thread = add_thread(rest.world, parent, body["name"], kind, bot)
    return answer_json({**channel_facts(thread), "member": _thread_member(thread["id"], bot)}, 201)


@routes.add("GET", "/channels/{channel}/thread-members")
async def list_thread_members(rest: Rest, request: web.Request) -> web.Response:
    thread = _thread(rest, request)
    return answer_json([_thread_member(thread["id"], key) for key in thread["members"]])


@routes.add("PUT", "/channels/{channel}/thread-members/{user}")
async def join_thread(rest: Rest, request: web.Request) -> web.Response:
    thread, user = _thread(rest, request), _thread_user(rest, request)
    if user not in thread["members"]:
        thread["members"].append(user)
        rest.world.tell(
            Event("THREAD_CREATE", channel_facts(thread), frozenset([user]), to_bot=False)
        )
    return answer_nothing()


@routes.add("DELETE", "/channels/{channel}/thread-members/{user}")
async def leave_thread(rest: Rest, request: web.Request) -> web.Response:
    thread, user = _thread(rest, request), _thread_user(rest, request)
    if user in thread["members"]:
        thread["members"].remove(user)
        rest.world.tell(
            Event("THREAD_DELETE", channel_facts(thread), frozenset([user]), to_bot=False)
        )
    return answer_nothing()


def _thread(rest: Rest, request: web.Request) -> Json:
    channel = channel_of(rest, request)
    if not is_thread(channel):
        raise Refused(400, 50024, "Cannot execute action on this channel type")
    return channel


def _thread_user(rest: Rest, request: web.Request) -> str:
    user = request.match_info["user"]
    return str(rest.world.bot["id"]) if user == "@me" else user


def _thread_member(thread: str, user: str) -> Json:
    return {"id": thread, "user_id": user, "join_timestamp": now(), "flags": 0}
