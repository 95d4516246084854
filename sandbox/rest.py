"""The REST interface: what the bot asks for and does, checked as Discord checks it."""

import json
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from sandbox.faults import Fault, Faults
from sandbox.gateway import Gateway, guild_facts
from sandbox.interactions import MAX_FILE, Desk, Interaction, is_archived
from sandbox.permissions import May, check, permissions_in
from sandbox.refusals import (
    Refused,
    archived_thread,
    not_your_application,
    not_yours,
    too_large_image,
    too_many_emojis,
    unknown,
)
from sandbox.rules import Fault as Violation
from sandbox.rules import callback_faults, command_faults, error_body, message_faults
from sandbox.rules.emojis import (
    LARGEST_EMOJI,
    MOST_EMOJIS,
    image_in,
    new_emoji_faults,
    renamed_emoji_faults,
    unknown_emoji_faults,
)
from sandbox.rules.faults import under
from sandbox.world import (
    EPHEMERAL,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    V2,
    Event,
    File,
    Json,
    World,
    is_thread,
    now,
    shown,
)

Observer = Callable[[str, str, Any, int, Any], None]  # method, route, body, status, answer
NAME_TAKEN = "This emoji name is already taken"
NONCE_LIFE = 180.0  # seconds
INVALID = (401, 403, 429)
FORM = web.RequestKey("form", dict[str, Any])
Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Rest:
    """All routes below /api/v10."""

    def __init__(self, world: World, desk: Desk, gateway: Gateway, faults: Faults) -> None:
        self.world, self.desk, self.gateway, self.faults = world, desk, gateway, faults
        self.violations: list[str] = []
        self.requests: deque[str] = deque(maxlen=10_000)
        self.count = 0  # of all of them
        self.nonces: dict[tuple[str, str], tuple[str, float]] = {}  # message, until when
        self.invalid: list[float] = []  # when the bot was told that it may not
        self.observers: list[Observer] = []  # of every exchange: for tests

    def routes(self) -> list[web.RouteDef]:
        base = "/api/v10"
        hook = "/webhooks/{app}/{token}"
        table: list[tuple[str, str, Any]] = [
            ("GET", "/users/@me", self.me),
            ("GET", "/users/{user}", self.user),
            ("POST", "/users/@me/channels", self.open_dm),
            ("GET", "/oauth2/applications/@me", self.application),
            ("GET", "/gateway", self.where),
            ("GET", "/gateway/bot", self.where),
            ("GET", "/applications/{app}/commands", self.commands),
            ("PUT", "/applications/{app}/commands", self.overwrite_commands),
            ("GET", "/applications/{app}/guilds/{guild}/commands", self.commands),
            ("PUT", "/applications/{app}/guilds/{guild}/commands", self.overwrite_commands),
            ("GET", "/applications/{app}/emojis", self.emojis),
            ("POST", "/applications/{app}/emojis", self.create_emoji),
            ("GET", "/applications/{app}/emojis/{emoji}", self.emoji),
            ("PATCH", "/applications/{app}/emojis/{emoji}", self.rename_emoji),
            ("DELETE", "/applications/{app}/emojis/{emoji}", self.delete_emoji),
            ("POST", "/interactions/{id}/{token}/callback", self.callback),
            ("POST", hook, self.follow_up),
            ("GET", hook + "/messages/{message}", self.answered),
            ("PATCH", hook + "/messages/{message}", self.edit_answer),
            ("DELETE", hook + "/messages/{message}", self.delete_answer),
            ("GET", "/guilds/{guild}", self.guild),
            ("GET", "/guilds/{guild}/members/{user}", self.member),
            ("GET", "/guilds/{guild}/channels", self.guild_channels),
            ("GET", "/guilds/{guild}/threads/active", self.active_threads),
            ("GET", "/channels/{channel}", self.channel),
            ("PATCH", "/channels/{channel}", self.change_channel),
            ("DELETE", "/channels/{channel}", self.delete_channel),
            ("POST", "/channels/{channel}/typing", self.typing),
            ("GET", "/channels/{channel}/messages", self.history),
            ("POST", "/channels/{channel}/messages", self.send),
            ("GET", "/channels/{channel}/messages/pins", self.pins),
            ("PUT", "/channels/{channel}/messages/pins/{message}", self.pin),
            ("DELETE", "/channels/{channel}/messages/pins/{message}", self.unpin),
            ("PUT", "/channels/{channel}/pins/{message}", self.pin),
            ("DELETE", "/channels/{channel}/pins/{message}", self.unpin),
            ("GET", "/channels/{channel}/messages/{message}", self.message),
            ("PATCH", "/channels/{channel}/messages/{message}", self.edit),
            ("DELETE", "/channels/{channel}/messages/{message}", self.delete),
            ("POST", "/channels/{channel}/threads", self.start_thread),
            ("POST", "/channels/{channel}/messages/{message}/threads", self.start_thread),
            ("GET", "/channels/{channel}/thread-members", self.thread_members),
            ("PUT", "/channels/{channel}/thread-members/{user}", self.join_thread),
            ("DELETE", "/channels/{channel}/thread-members/{user}", self.leave_thread),
        ]
        found = [
            web.route(method, base + path, self._guarded(deed)) for method, path, deed in table
        ]
        return [*found, web.route("*", base + "/{rest:.*}", self._guarded(self.nothing))]

    # --- around every request

    def _guarded(self, deed: Answer) -> Answer:
        async def answer(request: web.Request) -> web.StreamResponse:
            path = request.path.removeprefix("/api/v10")
            self.requests.append(f"{request.method} {path}")
            self.count += 1
            fault = self.faults.next(request.method, path)
            if fault:
                fault.met = self.world.clock()
            if fault and not fault.deed.endswith("after"):
                return self._noted(self._met(request, fault))
            response = await self._carried_out(request, deed)
            await self.gateway.flush()
            if self.observers and isinstance(response, web.Response):
                await self._observed(request, response)
            return self._noted(self._met(request, fault) if fault else response)

        return answer

    def _noted(self, response: web.StreamResponse) -> web.StreamResponse:
        """Too many of these, and Discord shuts a bot out."""
        if response.status in INVALID:
            self.invalid.append(self.world.clock())
        return response

    async def _observed(self, request: web.Request, response: web.Response) -> None:
        """Bodies are read twice: aiohttp keeps JSON, and ours keeps what came in a form."""
        resource = request.match_info.route.resource
        route = resource.canonical.removeprefix("/api/v10") if resource else request.path
        body = request.get(FORM)
        if body is None and request.method in ("POST", "PUT", "PATCH"):
            text = await request.text()
            body = json.loads(text) if text else None
        said = json.loads(response.body) if isinstance(response.body, bytes) else None
        for observer in self.observers:
            observer(request.method, route, body, response.status, said)

    async def _carried_out(self, request: web.Request, deed: Answer) -> web.StreamResponse:
        try:
            self._check_token(request)
            return await deed(request)
        except Refused as refusal:
            return _json(refusal.body, refusal.status)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            place = f"{request.method} {request.path}"
            self.violations.append(f"{place}: {type(error).__name__}: {error}")
            return _json({"code": 50109, "message": "The request body is not as it must be."}, 400)

    def _check_token(self, request: web.Request) -> None:
        if request.path.startswith(("/api/v10/interactions/", "/api/v10/webhooks/")):
            return
        if request.headers.get("Authorization") != f"Bot {self.gateway.token}":
            raise Refused(401, 0, "401: Unauthorized")

    def _met(self, request: web.Request, fault: Fault) -> web.StreamResponse:
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
            response = _json(body, 429)
            if not fault.is_from_afar:
                response.headers["Via"] = "1.1 sandbox"
            response.headers["Retry-After"] = str(fault.retry_after)
            return response
        return _json({"message": fault.message, "code": fault.code}, fault.status)

    def _refuse(self, request: web.Request, found: list[Violation]) -> None:
        """A body that breaks a rule is refused and written down."""
        if not found:
            return
        for fault in found:
            where = ".".join(map(str, fault.path))
            self.violations.append(f"{request.method} {request.path}: {where}: {fault.message}")
        body = error_body(found)
        raise Refused(400, 50035, "Invalid Form Body", body["errors"])

    def _refuse_unknown_emojis(
        self, request: web.Request, body: Json | None, where: tuple[str, ...] = ()
    ) -> None:
        found = unknown_emoji_faults((body or {}).get("components"), self.world.emojis)
        self._refuse(request, under(where, found))

    async def nothing(self, request: web.Request) -> web.Response:
        self.violations.append(f"{request.method} {request.path}: the sandbox has no such route")
        raise Refused(404, 0, "404: Not Found")

    # --- who and what

    async def me(self, request: web.Request) -> web.Response:
        own = {"verified": True, "mfa_enabled": False, "locale": "en-US"}
        return _json({**self.world.bot, **own})

    async def user(self, request: web.Request) -> web.Response:
        found = self.world.users.get(request.match_info["user"])
        if found is None:
            raise unknown("User")
        return _json(found)

    async def open_dm(self, request: web.Request) -> web.Response:
        body = await request.json()
        return _json(shown(self.world.dm_with(str(body["recipient_id"]))))

    async def application(self, request: web.Request) -> web.Response:
        bot = self.world.bot
        return _json(
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
                "owner": self.world.users[self.world.guild["owner_id"]],
                "team": None,
                "flags_new": "0",
                "redirect_uris": [],
                "interactions_endpoint_url": None,
                "role_connections_verification_url": None,
                "explicit_content_filter": 0,
                "eligible_oauth2_scopes": [],
                "approximate_guild_count": 1,
                "approximate_user_install_count": 0,
                "approximate_user_authorization_count": 0,
            }
        )

    async def where(self, request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return _json({"url": self.gateway.address, "shards": 1, "session_start_limit": limit})

    async def guild(self, request: web.Request) -> web.Response:
        self._guild(request)
        return _json(guild_facts(self.world))

    def _guild(self, request: web.Request) -> None:
        if request.match_info["guild"] != self.world.guild["id"]:
            raise unknown("Guild")

    async def member(self, request: web.Request) -> web.Response:
        self._guild(request)
        if request.match_info["user"] not in self.world.users:
            raise Refused(404, 10007, "Unknown Member")
        return _json(self.world.member(request.match_info["user"]))

    async def guild_channels(self, request: web.Request) -> web.Response:
        channels = [each for each in self.world.channels.values() if "guild_id" in each]
        return _json([shown(each) for each in channels if not is_thread(each)])

    async def active_threads(self, request: web.Request) -> web.Response:
        channels = [each for each in self.world.channels.values() if is_thread(each)]
        return _json(
            {"threads": [shown(each) for each in channels if not is_archived(each)], "members": []}
        )

    # --- commands

    def _scope(self, request: web.Request) -> str:
        return request.match_info.get("guild", "")

    async def commands(self, request: web.Request) -> web.Response:
        return _json(self.world.commands.get(self._scope(request), []))

    async def overwrite_commands(self, request: web.Request) -> web.Response:
        body = await request.json()
        self._refuse(request, command_faults(body))
        scope = self._scope(request)
        self.world.commands[scope] = [self._command(each, scope) for each in body]
        everything = [each for part in self.world.commands.values() for each in part]
        self.world.tell(Event("COMMANDS_UPDATE", {"commands": everything}, None, to_bot=False))
        return _json(self.world.commands[scope])

    def _command(self, body: Json, scope: str) -> Json:
        old = {each["name"]: each["id"] for each in self.world.commands.get(scope, [])}
        found = {
            "id": old.get(body["name"]) or self.world.new_id(),
            "application_id": self.world.bot["id"],
            "version": self.world.new_id(),
            "type": 1,
            "description": "",
            "default_member_permissions": None,
            "nsfw": False,
            **{name: value for name, value in body.items() if value is not None},
        }
        return {**found, "guild_id": scope} if scope else found

    # --- emojis

    def _emojis(self, request: web.Request) -> dict[str, Json]:
        if request.match_info["app"] != self.world.bot["id"]:
            raise not_your_application()
        return self.world.emojis

    async def emojis(self, request: web.Request) -> web.Response:
        return _json({"items": list(self._emojis(request).values())})

    async def create_emoji(self, request: web.Request) -> web.Response:
        emojis, body = self._emojis(request), await request.json()
        self._refuse(request, new_emoji_faults(body))
        kind, content = image_in(body["image"])
        if len(content) > LARGEST_EMOJI:
            raise too_large_image(LARGEST_EMOJI)
        if len(emojis) >= MOST_EMOJIS:
            raise too_many_emojis(MOST_EMOJIS)
        self._check_emoji_name(body["name"])
        image = File(body["name"], content, kind)
        return _json(self.world.add_emoji(body["name"], image, self.world.bot), 201)

    def _check_emoji_name(self, name: str) -> None:
        """No two have one name; that depends on what is there, so it is no fault of the body."""
        if any(each["name"] == name for each in self.world.emojis.values()):
            taken = Violation(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", NAME_TAKEN)
            raise Refused(400, 50035, "Invalid Form Body", error_body([taken])["errors"])

    def _emoji(self, request: web.Request) -> Json:
        self._emojis(request)
        return self.world.emoji(request.match_info["emoji"])

    async def emoji(self, request: web.Request) -> web.Response:
        return _json(self._emoji(request))

    async def rename_emoji(self, request: web.Request) -> web.Response:
        emoji, body = self._emoji(request), await request.json()
        self._refuse(request, renamed_emoji_faults(body))
        name = body.get("name") or emoji["name"]
        if name != emoji["name"]:
            self._check_emoji_name(name)
        emoji["name"] = name
        return _json(emoji)

    async def delete_emoji(self, request: web.Request) -> web.Response:
        self.world.remove_emoji(self._emoji(request)["id"])
        return web.Response(status=204)

    # --- interactions

    async def callback(self, request: web.Request) -> web.Response:
        body, files = await _body(request)
        token = request.match_info["token"]
        found = self.desk.waiting(request.match_info["id"], token)
        faults = callback_faults(
            body,
            [file.name for file in files],
            interaction_type=found.type,
            was_v2=bool(found.message and found.message["flags"] & V2),
            kept=_names(found.message) if found.message else (),
        )
        self._refuse(request, faults)
        self._refuse_unknown_emojis(request, body.get("data"), ("data",))
        return _json(self.desk.answer(found, body, files))

    def _alive(self, request: web.Request) -> Interaction:
        return self.desk.alive(request.match_info["token"])

    async def follow_up(self, request: web.Request) -> web.Response:
        body, files = await _body(request)
        found = self._alive(request)
        self._refuse(request, message_faults(body, [file.name for file in files]))
        self._refuse_unknown_emojis(request, body)
        return _json(self.desk.follow_up(found, body, files))

    async def answered(self, request: web.Request) -> web.Response:
        found = self._alive(request)
        return _json(self.desk.answered_message(found, request.match_info["message"]))

    async def edit_answer(self, request: web.Request) -> web.Response:
        body, files = await _body(request)
        message = self.desk.answered_message(self._alive(request), request.match_info["message"])
        return self._edited(request, message, body, files)

    async def delete_answer(self, request: web.Request) -> web.Response:
        message = self.desk.answered_message(self._alive(request), request.match_info["message"])
        self.world.remove(message)
        return web.Response(status=204)

    # --- channels and messages

    def _channel(self, request: web.Request) -> Json:
        return self.world.channel(request.match_info["channel"])

    def _check(self, channel: Json, needed: May) -> None:
        check(self.world, channel, needed)

    async def channel(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        self._check(channel, May.VIEW)
        return _json(shown(channel))

    async def change_channel(self, request: web.Request) -> web.Response:
        changes, channel = await request.json(), self._channel(request)
        is_own = channel.get("owner_id") == self.world.bot["id"]
        if not is_own:
            self._check(channel, May.MANAGE_THREADS if is_thread(channel) else May.MANAGE_CHANNELS)
        return _json(shown(self.world.change_channel(channel, changes)))

    async def delete_channel(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        self._check(channel, May.MANAGE_THREADS if is_thread(channel) else May.MANAGE_CHANNELS)
        self.world.remove_channel(channel)
        return _json(shown(channel))

    async def typing(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        self._check(channel, May.SEND)
        facts = {"channel_id": channel["id"], "user_id": self.world.bot["id"]}
        self.world.tell(Event("TYPING_START", facts, self.world.readers(channel), to_bot=False))
        return web.Response(status=204)

    async def history(self, request: web.Request) -> web.Response:
        """Newest first; ephemeral messages are in nobody's history.

        Without the permission for it, Discord tells of no messages instead of refusing.
        """
        channel = self._channel(request)
        self._check(channel, May.VIEW)
        if not self._may_read_history(channel):
            return _json([])
        found = list(self.world.messages[channel["id"]].values())
        found = [self._stored(each) for each in found if not each["flags"] & EPHEMERAL]
        before, after = request.query.get("before"), request.query.get("after")
        found = [each for each in found if not before or int(each["id"]) < int(before)]
        found = [each for each in found if not after or int(each["id"]) > int(after)]
        limit = int(request.query.get("limit", 50))
        return _json(found[:limit][::-1] if after else found[::-1][:limit])

    def _may_read_history(self, channel: Json) -> bool:
        is_private = "guild_id" not in channel
        return is_private or bool(permissions_in(self.world, channel) & May.READ_HISTORY)

    async def send(self, request: web.Request) -> web.Response:
        body, files = await _body(request)
        channel = self._channel(request)
        self._refuse(request, message_faults(body, [file.name for file in files]))
        self._refuse_unknown_emojis(request, body)
        self.world.check_dms(channel)
        self._check(channel, _to_send(body, files))
        if is_archived(channel):  # writing in it opens it again
            self.world.change_channel(channel, {"archived": False})
        return _json(self._sent_once(channel, body, files))

    def _sent_once(self, channel: Json, body: Json, files: list[File]) -> Json:
        """A nonce that must be kept is posted once, however often it is sent within minutes."""
        nonce = str(body["nonce"]) if body.get("nonce") is not None else ""
        key, now = (channel["id"], nonce), self.world.clock()
        told, until = self.nonces.get(key, ("", 0.0))
        if nonce and body.get("enforce_nonce") and now < until:
            old = self.world.messages[channel["id"]].get(told)
            if old:
                return old
        more = self._reference(channel, body) | ({"nonce": nonce} if nonce else {})
        message = self.world.post(channel, self.world.bot, body, files, **more)
        if nonce:
            self.nonces[key] = message["id"], now + NONCE_LIFE
        return message

    def _reference(self, channel: Json, body: Json) -> Json:
        """What a message replies to must be there, unless the bot does not mind."""
        found = body.get("message_reference")
        if not found:
            return {}
        target = self.world.messages[channel["id"]].get(str(found.get("message_id")))
        if target is None and found.get("fail_if_not_exists", True):
            raise Refused(400, 50035, "Unknown message")
        more = {"message_reference": found, "type": 19}
        return {**more, "referenced_message": target} if target else {}

    def _message(self, request: web.Request) -> Json:
        message = self.world.message(request.match_info["channel"], request.match_info["message"])
        if message["flags"] & EPHEMERAL:
            raise unknown("Message")
        return message

    async def message(self, request: web.Request) -> web.Response:
        message = self._message(request)
        self._check(self._channel(request), May.READ_HISTORY)
        return _json(self._stored(message))

    def _stored(self, message: Json) -> Json:
        """A nonce is told to its sender only, in the first answer and the first event."""
        found = self.gateway.readable(message)
        return {name: value for name, value in found.items() if name != "nonce"}

    async def edit(self, request: web.Request) -> web.Response:
        body, files = await _body(request)
        message = self._message(request)
        if message["author"]["id"] != self.world.bot["id"]:
            raise not_yours()
        self._check(self._channel(request), May.ATTACH if files else May.VIEW)
        if is_archived(self._channel(request)):
            raise archived_thread()
        return self._edited(request, message, body, files)

    def _edited(
        self, request: web.Request, message: Json, body: Json, files: list[File]
    ) -> web.Response:
        faults = message_faults(
            body,
            [file.name for file in files],
            is_edit=True,
            was_v2=bool(message["flags"] & V2),
            kept=_names(message),
        )
        self._refuse(request, [*faults, *_unknown_files(message, body)])
        self._refuse_unknown_emojis(request, body)
        return _json(self.world.edit(message, body, files))

    async def delete(self, request: web.Request) -> web.Response:
        message = self._message(request)
        is_own = message["author"]["id"] == self.world.bot["id"]
        if not is_own and "guild_id" not in message:
            raise Refused(403, 50003, "Cannot execute action on a DM channel")
        self._check(self._channel(request), May.VIEW if is_own else May.MANAGE_MESSAGES)
        self.world.remove(message)
        return web.Response(status=204)

    # --- pins

    async def pins(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        pinned = self.world.pins.get(channel["id"], [])
        messages = self.world.messages[channel["id"]]
        items = [
            {"pinned_at": messages[key]["timestamp"], "message": messages[key]}
            for key in pinned
            if key in messages
        ]
        return _json({"items": items, "has_more": False})

    async def pin(self, request: web.Request) -> web.Response:
        return self._pinned(request, is_pinned=True)

    async def unpin(self, request: web.Request) -> web.Response:
        return self._pinned(request, is_pinned=False)

    def _pinned(self, request: web.Request, is_pinned: bool) -> web.Response:
        message = self._message(request)
        channel = self._channel(request)
        if not permissions_in(self.world, channel) & May.MANAGE_MESSAGES:
            self._check(channel, May.PIN)
        pinned = self.world.pins.setdefault(message["channel_id"], [])
        if message["id"] in pinned:
            pinned.remove(message["id"])
        if is_pinned:
            pinned.insert(0, message["id"])
        message["pinned"] = is_pinned
        self.world.tell(Event("MESSAGE_UPDATE", message, self.world.message_readers(message)))
        return web.Response(status=204)

    # --- threads

    async def start_thread(self, request: web.Request) -> web.Response:
        body, parent = await request.json(), self._channel(request)
        kind = int(body.get("type") or PUBLIC_THREAD)
        if kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
            raise Refused(400, 50024, "Cannot execute action on this channel type")
        self._check(parent, May.OPEN_THREADS)
        bot = self.world.bot["id"]
        thread = self.world.add_thread(parent, body["name"], kind, bot)
        return _json({**shown(thread), "member": _thread_member(thread["id"], bot)}, 201)

    async def thread_members(self, request: web.Request) -> web.Response:
        thread = self._thread(request)
        return _json([_thread_member(thread["id"], key) for key in thread["members"]])

    def _thread(self, request: web.Request) -> Json:
        channel = self._channel(request)
        if not is_thread(channel):
            raise Refused(400, 50024, "Cannot execute action on this channel type")
        return channel

    async def join_thread(self, request: web.Request) -> web.Response:
        thread, user = self._thread(request), self._thread_user(request)
        if user not in thread["members"]:
            thread["members"].append(user)
            facts = shown(thread)
            self.world.tell(Event("THREAD_CREATE", facts, frozenset([user]), to_bot=False))
        return web.Response(status=204)

    async def leave_thread(self, request: web.Request) -> web.Response:
        thread, user = self._thread(request), self._thread_user(request)
        if user in thread["members"]:
            thread["members"].remove(user)
            facts = shown(thread)
            self.world.tell(Event("THREAD_DELETE", facts, frozenset([user]), to_bot=False))
        return web.Response(status=204)

    def _thread_user(self, request: web.Request) -> str:
        user = request.match_info["user"]
        return str(self.world.bot["id"]) if user == "@me" else user


def _to_send(body: Json, files: list[File]) -> May:
    """What a message of this kind takes."""
    attach = May.ATTACH if files else May(0)
    return May.SEND | attach | (May.EMBED if body.get("embeds") else May(0))


def _names(message: Json) -> list[str]:
    return [each["filename"] for each in message["attachments"]]


def _unknown_files(message: Json, body: Json) -> list[Violation]:
    """A file that an edit keeps must be there: the message would show a hole in its place."""
    there = {each["id"] for each in message["attachments"]}
    return [
        Violation(("attachments", n), "SANDBOX_ATTACHMENT", "The message has no such file to keep")
        for n, each in enumerate(body.get("attachments") or [])
        if isinstance(each, dict) and _is_snowflake(each.get("id")) and str(each["id"]) not in there
    ]


def _is_snowflake(value: Any) -> bool:
    """Files that come with the edit are numbered from 0 on."""
    return str(value).isdecimal() and int(value) > 1 << 22


def _thread_member(thread: str, user: str) -> Json:
    return {"id": thread, "user_id": user, "join_timestamp": now(), "flags": 0}


def _json(body: Any, status: int = 200) -> web.Response:
    """The content type is exactly that: a charset behind it would end the bot's login."""
    response = web.Response(body=json.dumps(body).encode(), status=status)
    response.headers["Content-Type"] = "application/json"
    for name, value in (("Limit", "50"), ("Remaining", "49"), ("Reset-After", "1.000")):
        response.headers[f"X-RateLimit-{name}"] = value
    response.headers["X-RateLimit-Bucket"] = "sandbox"
    return response


async def _body(request: web.Request) -> tuple[Json, list[File]]:
    """A body of JSON, or of a form with JSON and files."""
    if not request.content_type.startswith("multipart/"):
        text = await request.text()
        return (json.loads(text) if text else {}), []
    payload: Json = {}
    files: dict[int, File] = {}
    async for part in await request.multipart():
        assert not isinstance(part, type(None))
        name = part.name or ""  # type: ignore[union-attr]
        content = bytes(await part.read())  # type: ignore[union-attr]
        if name == "payload_json":
            payload = json.loads(content)
        elif name.startswith("files["):
            kind = part.headers.get("Content-Type") or "application/octet-stream"
            filename = part.filename or "file"  # type: ignore[union-attr]
            if len(content) > MAX_FILE:
                raise Refused(413, 40005, "Request entity too large")
            files[int(name[6:-1])] = File(filename, content, _kind(filename, kind))
    request[FORM] = payload
    return payload, [files[number] for number in sorted(files)]


def _kind(name: str, kind: str) -> str:
    known = {".png": "image/png", ".txt": "text/plain", ".json": "application/json"}
    return next((known[end] for end in known if name.endswith(end)), kind)
