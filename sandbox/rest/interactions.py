"""Routes of interactions: the first answer, and the webhook for what follows it."""

from aiohttp import web

from sandbox.interactions import Interaction
from sandbox.messages import V2, remove_message
from sandbox.rest.api import Rest, Routes
from sandbox.rest.bodies import answer_json, answer_nothing, read_body
from sandbox.rest.messages import change_message, file_names
from sandbox.rules import callback_violations, message_violations
from sandbox.world import Json

WEBHOOK = "/webhooks/{app}/{token}"
routes = Routes()


@routes.add("POST", "/interactions/{id}/{token}/callback")
async def answer_interaction(rest: Rest, request: web.Request) -> web.Response:
    body, files = await read_body(request)
    interaction = rest.desk.waiting(request.match_info["id"], request.match_info["token"])
    violations = callback_violations(
        body,
        [file.name for file in files],
        interaction_type=interaction.type,
        was_v2=bool(interaction.message and interaction.message["flags"] & V2),
        attached=file_names(interaction.message) if interaction.message else (),
    )
    rest.refuse(request, violations)
    rest.refuse_unknown_emojis(request, body.get("data"), ("data",))
    return answer_json(rest.desk.answer(interaction, body, files))


@routes.add("POST", WEBHOOK)
async def follow_up(rest: Rest, request: web.Request) -> web.Response:
    body, files = await read_body(request)
    interaction = _interaction(rest, request)
    rest.refuse(request, message_violations(body, [file.name for file in files]))
    rest.refuse_unknown_emojis(request, body)
    return answer_json(rest.desk.follow_up(interaction, body, files))


@routes.add("GET", WEBHOOK + "/messages/{message}")
async def get_answer(rest: Rest, request: web.Request) -> web.Response:
    return answer_json(_answer(rest, request))


@routes.add("PATCH", WEBHOOK + "/messages/{message}")
async def edit_answer(rest: Rest, request: web.Request) -> web.Response:
    body, files = await read_body(request)
    return change_message(rest, request, _answer(rest, request), body, files)


@routes.add("DELETE", WEBHOOK + "/messages/{message}")
async def delete_answer(rest: Rest, request: web.Request) -> web.Response:
    remove_message(rest.world, _answer(rest, request))
    return answer_nothing()


def _interaction(rest: Rest, request: web.Request) -> Interaction:
    return rest.desk.alive(request.match_info["token"])


def _answer(rest: Rest, request: web.Request) -> Json:
    message = request.match_info["message"]
    return rest.desk.answered_message(_interaction(rest, request), message)
