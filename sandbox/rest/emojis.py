"""Routes of the application's emojis."""

from aiohttp import web

from sandbox.emojis import add_emoji, remove_emoji
from sandbox.refusals import Refused, not_your_application, too_large_image, too_many_emojis
from sandbox.rest.api import Rest, Routes
from sandbox.rest.bodies import answer_json, answer_nothing
from sandbox.rules import Violation, error_body
from sandbox.rules.emojis import (
    LARGEST_EMOJI,
    MAX_EMOJIS,
    image_in,
    new_emoji_violations,
    renamed_emoji_violations,
)
from sandbox.world import File, Json, World

NAME_TAKEN = "This emoji name is already taken"
routes = Routes()


@routes.add("GET", "/applications/{app}/emojis")
async def list_emojis(rest: Rest, request: web.Request) -> web.Response:
    return answer_json({"items": list(_emojis(rest, request).values())})


@routes.add("POST", "/applications/{app}/emojis")
async def create_emoji(rest: Rest, request: web.Request) -> web.Response:
    emojis, body = _emojis(rest, request), await request.json()
    rest.refuse(request, new_emoji_violations(body))
    kind, content = image_in(body["image"])
    if len(content) > LARGEST_EMOJI:
        raise too_large_image(LARGEST_EMOJI)
    if len(emojis) >= MAX_EMOJIS:
        raise too_many_emojis(MAX_EMOJIS)
    _check_name(rest.world, body["name"])
    image = File(body["name"], content, kind)
    return answer_json(add_emoji(rest.world, body["name"], image, rest.world.bot), 201)


@routes.add("GET", "/applications/{app}/emojis/{emoji}")
async def get_emoji(rest: Rest, request: web.Request) -> web.Response:
    return answer_json(_emoji(rest, request))


@routes.add("PATCH", "/applications/{app}/emojis/{emoji}")
async def rename_emoji(rest: Rest, request: web.Request) -> web.Response:
    emoji, body = _emoji(rest, request), await request.json()
    rest.refuse(request, renamed_emoji_violations(body))
    name = body.get("name") or emoji["name"]
    if name != emoji["name"]:
        _check_name(rest.world, name)
    emoji["name"] = name
    return answer_json(emoji)


@routes.add("DELETE", "/applications/{app}/emojis/{emoji}")
async def delete_emoji(rest: Rest, request: web.Request) -> web.Response:
    remove_emoji(rest.world, _emoji(rest, request)["id"])
    return answer_nothing()


def _emojis(rest: Rest, request: web.Request) -> dict[str, Json]:
    if request.match_info["app"] != rest.world.bot["id"]:
        raise not_your_application()
    return rest.world.emojis


def _emoji(rest: Rest, request: web.Request) -> Json:
    _emojis(rest, request)
    return rest.world.emoji(request.match_info["emoji"])


def _check_name(world: World, name: str) -> None:
    """Refuse a name that another emoji has; this depends on the others, so no rule checks it."""
    if any(each["name"] == name for each in world.emojis.values()):
        taken = Violation(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", NAME_TAKEN)
        raise Refused(400, 50035, "Invalid Form Body", error_body([taken])["errors"])
