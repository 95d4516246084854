"""Routes of users: the bot itself, others, and direct messages with them."""

from aiohttp import web

from sandbox.channels import channel_facts, dm_with
from sandbox.refusals import unknown
from sandbox.rest.api import Rest, Routes
from sandbox.rest.bodies import answer_json

routes = Routes()


@routes.add("GET", "/users/@me")
async def get_me(rest: Rest, request: web.Request) -> web.Response:
    own = {"verified": True, "mfa_enabled": False, "locale": "en-US"}
    return answer_json({**rest.world.bot, **own})


@routes.add("GET", "/users/{user}")
async def get_user(rest: Rest, request: web.Request) -> web.Response:
    user = rest.world.users.get(request.match_info["user"])
    if user is None:
        raise unknown("User")
    return answer_json(user)


@routes.add("POST", "/users/@me/channels")
async def open_dm(rest: Rest, request: web.Request) -> web.Response:
    body = await request.json()
    return answer_json(channel_facts(dm_with(rest.world, str(body["recipient_id"]))))
