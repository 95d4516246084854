"""Routes of interactions: the first answer, and the webhook for what follows it."""

from aiohttp import web

from sandbox.interactions import Interaction
from sandbox.messages import V2, remove_message
from sandbox.rest.api import Rest, Routes
from sandbox.rest.bodies import answer_json, answer_nothing, read_body
from sandbox.rest.messages import change_message, file_names
from sandbox.rules import callback_faults, message_faults
from sandbox.world import Json

WEBHOOK = "/webhooks/{app}/{token}"
routes = Routes()


@routes.add("POST", "/interactions/{id}/{token}/callback")
async def answer_interaction(rest: Rest, request: web.Request) -> web.Response:
    body, files = await read_body(request)
    found = rest.desk.waiting(request.match_info["id"], request.match_info["token"])
    faults = callback_faults(
        body,
        [file.name for file in files],
        interaction_type=found.type,
        was_v2=bool(found.message and found.message["flags"] & V2),
        kept=file_names(found.message) if found.message else (),
    )
    rest.refuse(request, faults)
    rest.refuse_unknown_emojis(request, body.get("data"), ("data",))
    return answer_json(rest.desk.answer(found, body, files))


@routes.add("POST", WEBHOOK)
async def follow_up(rest: Rest, request: web.Request) -> web.Response:
    body, files = await read_body(request)
    found = _interaction(rest, request)
    rest.refuse(request, message_faults(body, [file.name for file in files]))
    rest.refuse_unknown_emojis(request, body)
    return answer_json(rest.desk.follow_up(found, body, files))


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
