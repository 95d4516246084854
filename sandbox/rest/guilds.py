"""Routes of the guild: its members, channels and threads."""

from aiohttp import web

from sandbox.channels import is_archived, is_thread, shown
from sandbox.guilds import guild_facts, member_facts
from sandbox.refusals import Refused, unknown
from sandbox.rest.api import Rest, Routes
from sandbox.rest.bodies import answer_json

routes = Routes()


@routes.add("GET", "/guilds/{guild}")
async def get_guild(rest: Rest, request: web.Request) -> web.Response:
    _check_guild(rest, request)
    return answer_json(guild_facts(rest.world))


@routes.add("GET", "/guilds/{guild}/members/{user}")
async def get_member(rest: Rest, request: web.Request) -> web.Response:
    _check_guild(rest, request)
    if request.match_info["user"] not in rest.world.users:
        raise Refused(404, 10007, "Unknown Member")
    return answer_json(member_facts(rest.world, request.match_info["user"]))


@routes.add("GET", "/guilds/{guild}/channels")
async def list_channels(rest: Rest, request: web.Request) -> web.Response:
    channels = [each for each in rest.world.channels.values() if "guild_id" in each]
    return answer_json([shown(each) for each in channels if not is_thread(each)])


@routes.add("GET", "/guilds/{guild}/threads/active")
async def list_active_threads(rest: Rest, request: web.Request) -> web.Response:
    threads = [each for each in rest.world.channels.values() if is_thread(each)]
    active = [shown(each) for each in threads if not is_archived(each)]
    return answer_json({"threads": active, "members": []})


def _check_guild(rest: Rest, request: web.Request) -> None:
    if request.match_info["guild"] != rest.world.guild["id"]:
        raise unknown("Guild")
