"""What every request of the bot goes through, whatever its route; the server mounts it.

The routes are in the other modules of this package, each above its handler.
"""

import json
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

from aiohttp import web

from sandbox.faults import Fault, Faults
from sandbox.gateway import Gateway
from sandbox.interactions import Desk
from sandbox.refusals import Refused
from sandbox.rest.bodies import FORM, answer_json
from sandbox.rules import Violation, error_body
from sandbox.rules.emojis import unknown_emoji_violations
from sandbox.rules.violations import under
from sandbox.world import Json, World

BASE = "/api/v10"
INVALID = (401, 403, 429)
Observer = Callable[[str, str, Any, int, Any], None]  # method, route, body, status, answer
Handler = Callable[["Rest", web.Request], Awaitable[web.Response]]


class Route(NamedTuple):
    """A method, a path below the base, and the handler."""

    method: str
    path: str
    handler: Handler


class Routes(list[Route]):
    """The routes of one subject; `@routes.add("GET", "/gateway")` stands above a handler."""

    def add(self, method: str, path: str) -> Callable[[Handler], Handler]:
        def added(handler: Handler) -> Handler:
            self.append(Route(method, path, handler))
            return handler

        return added


class Rest:
    """Counts, checks, carries out or refuses all requests, and shows them to tests."""

    def __init__(
        self,
        world: World,
        desk: Desk,
        gateway: Gateway,
        faults: Faults,
        routes: Iterable[Route],
    ) -> None:
        self.world, self.desk, self.gateway, self.faults = world, desk, gateway, faults
        self.routes = list(routes)
        self.violations: list[str] = []
        self.requests: deque[str] = deque(maxlen=10_000)
        self.count = 0  # of all of them
        self.nonces: dict[tuple[str, str], tuple[str, float]] = {}  # message, until when
        self.invalid: list[float] = []  # when the bot was told that it isn't allowed
        self.observers: list[Observer] = []  # called with every exchange, for tests

    def mount(self, app: web.Application) -> None:
        for method, path, handler in [*self.routes, Route("*", "/{rest:.*}", refuse_route)]:
            app.router.add_route(method, BASE + path, self._guard(handler))

    def _guard(self, handler: Handler) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def answer(request: web.Request) -> web.StreamResponse:
            path = request.path.removeprefix(BASE)
            self.requests.append(f"{request.method} {path}")
            self.count += 1
            fault = self.faults.next(request.method, path)
            if fault:
                fault.met = self.world.clock()
            if fault and not fault.deed.endswith("after"):
                return self._note(self._meet(request, fault))
            response = await self._carry_out(request, handler)
            await self.gateway.flush()
            if self.observers:
                await self._observe(request, response)
            return self._note(self._meet(request, fault) if fault else response)

        return answer

    def _note(self, response: web.Response) -> web.Response:
        """Count answers like 401 and 403: after too many of them, Discord locks a bot out."""
        if response.status in INVALID:
            self.invalid.append(self.world.clock())
        return response

    async def _observe(self, request: web.Request, response: web.Response) -> None:
        """Show the exchange to observers; bodies are still there, as JSON or as a form."""
        resource = request.match_info.route.resource
        route = resource.canonical.removeprefix(BASE) if resource else request.path
        body, _ = request.get(FORM, (None, []))
        if body is None and request.method in ("POST", "PUT", "PATCH"):
            text = await request.text()
            body = json.loads(text) if text else None
        reply = json.loads(response.body) if isinstance(response.body, bytes) else None
        for observer in self.observers:
            observer(request.method, route, body, response.status, reply)

    async def _carry_out(self, request: web.Request, handler: Handler) -> web.Response:
        try:
            self._check_token(request)
            return await handler(self, request)
        except Refused as refusal:
            return answer_json(refusal.body, refusal.status)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            place = f"{request.method} {request.path}"
            self.violations.append(f"{place}: {type(error).__name__}: {error}")
            facts = {"code": 50109, "message": "The request body is not as it must be."}
            return answer_json(facts, 400)

    def _check_token(self, request: web.Request) -> None:
        if request.path.startswith((f"{BASE}/interactions/", f"{BASE}/webhooks/")):
            return
        if request.headers.get("Authorization") != f"Bot {self.gateway.token}":
            raise Refused(401, 0, "401: Unauthorized")

    def _meet(self, request: web.Request, fault: Fault) -> web.Response:
        """Answer with a planted fault."""
        if fault.deed.startswith("reset"):
            assert request.transport
            request.transport.abort()
            return web.Response()
        if fault.status == 429:
            body = {
                "message": "You are being rate limited.",
                "retry_after": fault.retry_after,
                "global": fault.is_global,
            }
            response = answer_json(body, 429)
            if not fault.is_from_afar:
                response.headers["Via"] = "1.1 sandbox"
            response.headers["Retry-After"] = str(fault.retry_after)
            return response
        return answer_json({"message": fault.message, "code": fault.code}, fault.status)

    def refuse(self, request: web.Request, violations: list[Violation]) -> None:
        """Refuse a body that breaks rules, and note it for the tests."""
        if not violations:
            return
        for violation in violations:
            where = ".".join(map(str, violation.path))
            self.violations.append(f"{request.method} {request.path}: {where}: {violation.message}")
        body = error_body(violations)
        raise Refused(400, 50035, "Invalid Form Body", body["errors"])

    def refuse_unknown_emojis(
        self, request: web.Request, body: Json | None, where: tuple[str, ...] = ()
    ) -> None:
        violations = unknown_emoji_violations((body or {}).get("components"), self.world.emojis)
        self.refuse(request, under(where, violations))


async def refuse_route(rest: Rest, request: web.Request) -> web.Response:
    rest.violations.append(f"{request.method} {request.path}: the sandbox has no such route")
    raise Refused(404, 0, "404: Not Found")
