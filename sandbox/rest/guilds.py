"""Routes of the guild: its members, channels and threads."""

from aiohttp import web

from sandbox.channels import channel_facts, is_archived, is_thread
from sandbox.guilds import channels_of, guild_facts, member_facts
from sandbox.refusals import Refused, unknown
from sandbox.rest.api import Rest, Routes
from sandbox.rest.bodies import answer_json
from sandbox.world import Json

routes = Routes()


@routes.add("GET", "/guilds/{guild}")
async def get_guild(rest: Rest, request: web.Request) -> web.Response:
    return answer_json(guild_facts(rest.world, _guild(rest, request)))


@routes.add("GET", "/guilds/{guild}/members/{user}")
async def get_member(rest: Rest, request: web.Request) -> web.Response:
    _guild(rest, request)
    if request.match_info["user"] not in rest.world.users:
        raise Refused(404, 10007, "Unknown Member")
    return answer_json(member_facts(rest.world, request.match_info["user"]))


@routes.add("GET", "/guilds/{guild}/channels")
async def list_channels(rest: Rest, request: web.Request) -> web.Response:
    channels = channels_of(rest.world, _guild(rest, request))
    return answer_json([channel_facts(each) for each in channels if not is_thread(each)])


@routes.add("GET", "/guilds/{guild}/threads/active")
async def list_active_threads(rest: Rest, request: web.Request) -> web.Response:
    channels = channels_of(rest.world, _guild(rest, request))
    active = [channel_facts(each) for each in channels if is_thread(each) and not is_archived(each)]
    return answer_json({"threads": active, "members": []})


def _guild(rest: Rest, request: web.Request) -> Json:
    for guild in rest.world.guilds:
        if request.match_info["guild"] == guild["id"]:
            return guild
    raise unknown("Guild")
