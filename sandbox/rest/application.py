"""Routes of the application: what it is, where its gateway is, and its commands."""

import json
from functools import lru_cache

from aiohttp import web

from sandbox.rest.api import Rest, Routes
from sandbox.rest.bodies import answer_json
from sandbox.rules import Violation, command_violations
from sandbox.world import Event, Json, World

routes = Routes()


@routes.add("GET", "/oauth2/applications/@me")
async def get_application(rest: Rest, request: web.Request) -> web.Response:
    bot = rest.world.bot
    return answer_json(
        {
            "id": bot["id"],
            "name": bot["global_name"],
            "icon": None,
            "description": "",
            "type": None,
            "bot": bot,
            "summary": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": 0,
            "hook": True,
            "rpc_origins": [],
            "owner": rest.world.users[rest.world.guild["owner_id"]],
            "team": None,
            "flags_new": "0",
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "explicit_content_filter": 0,
            "eligible_oauth2_scopes": [],
            "approximate_guild_count": len(rest.world.guilds),
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
        }
    )


@routes.add("GET", "/gateway")
@routes.add("GET", "/gateway/bot")
async def get_gateway(rest: Rest, request: web.Request) -> web.Response:
    gateway = rest.gateway
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": gateway.at_once}
    facts = {"url": gateway.address, "shards": gateway.shards, "session_start_limit": limit}
    return answer_json(facts)


@routes.add("GET", "/applications/{app}/commands")
@routes.add("GET", "/applications/{app}/guilds/{guild}/commands")
async def list_commands(rest: Rest, request: web.Request) -> web.Response:
    return answer_json(rest.world.commands.get(request.match_info.get("guild", ""), []))


@routes.add("PUT", "/applications/{app}/commands")
@routes.add("PUT", "/applications/{app}/guilds/{guild}/commands")
async def overwrite_commands(rest: Rest, request: web.Request) -> web.Response:
    text, world = await request.text(), rest.world
    rest.refuse(request, _command_violations(text))
    body = json.loads(text)
    guild = request.match_info.get("guild", "")
    world.commands[guild] = [_command(world, each, guild) for each in body]
    everything = [each for part in world.commands.values() for each in part]
    world.tell(Event("COMMANDS_UPDATE", {"commands": everything}, None, to_bot=False))
    return answer_json(world.commands[guild])


@lru_cache(16)
def _command_violations(text: str) -> list[Violation]:
    """Check commands; cached, because a bot sends the same ones at every start."""
    return command_violations(json.loads(text))


def _command(world: World, body: Json, guild: str) -> Json:
    old = {each["name"]: each["id"] for each in world.commands.get(guild, [])}
    command = {
        "id": old.get(body["name"]) or world.new_id(),
        "application_id": world.bot["id"],
        "version": world.new_id(),
        "type": 1,
        "description": "",
        "default_member_permissions": None,
        "nsfw": False,
        **{name: value for name, value in body.items() if value is not None},
    }
    return {**command, "guild_id": guild} if guild else command
