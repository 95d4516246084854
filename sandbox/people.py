"""What people do: slash commands, clicks, choices, forms, chat. Used by the page and by tests."""

from typing import Any

from sandbox.channels import change_channel, is_archived, may_read, tell_typing
from sandbox.guilds import member_facts
from sandbox.interactions import (
    AUTOCOMPLETE,
    COMPONENT,
    IN_BOT_DM,
    IN_PRIVATE_CHANNEL,
    IN_SERVER,
    MODAL_SUBMIT,
    SLASH,
    Desk,
    Interaction,
    context_of,
)
from sandbox.messages import post_message, remove_message
from sandbox.refusals import Refused, archived_thread, unknown
from sandbox.world import Event, Json, World

SUBCOMMAND = 1
STRING, INTEGER, USER, CHANNEL, MENTIONABLE, NUMBER = 3, 4, 6, 7, 9, 10
OF_A_THREAD = ("thread_metadata", "owner_id", "member_count", "message_count")


class People:
    """Checks that a person may do something, and does it."""

    def __init__(self, world: World, desk: Desk) -> None:
        self.world, self.desk = world, desk

    def _channel(self, user_id: str, channel_id: str) -> Json:
        channel = self.world.channel(channel_id)
        if not may_read(user_id, channel):
            raise unknown("Channel")
        return channel

    def say(self, user_id: str, channel_id: str, content: str) -> Json:
        channel = self._channel(user_id, channel_id)
        if not content.strip() or len(content) > 2000:
            raise Refused(400, 50035, "A message has 1 to 2000 characters.")
        if is_archived(channel):
            change_channel(self.world, channel, {"archived": False})
        return post_message(self.world, channel, self.world.users[user_id], {"content": content})

    def typing(self, user_id: str, channel_id: str) -> None:
        tell_typing(self.world, self._channel(user_id, channel_id), user_id)

    def open_dms(self, user_id: str, is_open: bool) -> None:
        (self.world.closed.discard if is_open else self.world.closed.add)(user_id)
        facts = {"dms_open": is_open}
        self.world.tell(Event("SETTINGS_UPDATE", facts, frozenset([user_id]), to_bot=False))

    def dismiss(self, user_id: str, message_id: str) -> None:
        """Hide an ephemeral message from the person who sees it."""
        if self.world.private.get(message_id) != user_id:
            raise unknown("Message")
        for messages in self.world.messages.values():
            if message_id in messages:
                remove_message(self.world, messages[message_id])
                return

    # --- commands

    def commands(self) -> list[Json]:
        """Return all commands that can be typed in the server."""
        return [*self.world.commands.get("", []), *self.world.commands.get(self.guild_id, [])]

    @property
    def guild_id(self) -> str:
        return str(self.world.guild["id"])

    def _command(self, name: str) -> Json:
        for command in self.commands():
            if command["name"] == name and command.get("type", 1) == 1:
                return command
        raise Refused(404, 10063, f"There is no command /{name}.")

    def slash(self, user_id: str, channel_id: str, name: str, options: list[Json]) -> Interaction:
        channel = self._channel(user_id, channel_id)
        if is_archived(channel):
            raise archived_thread()
        command = self._command(name)
        if context_of(channel) not in _contexts(command):
            raise Refused(400, 50035, f"/{name} is not offered here.")
        _check_options(command.get("options") or [], options)
        return self.desk.begin(SLASH, user_id, channel, self._data(user_id, command, options))

    def autocomplete(
        self, user_id: str, channel_id: str, name: str, options: list[Json]
    ) -> Interaction:
        channel = self._channel(user_id, channel_id)
        return self.desk.begin(
            AUTOCOMPLETE, user_id, channel, self._data(user_id, self._command(name), options)
        )

    def _data(self, user_id: str, command: Json, options: list[Json]) -> Json:
        data: Json = {
            "id": command["id"],
            "name": command["name"],
            "type": 1,
            "options": options,
        }
        resolved = self._resolved(user_id, options)
        if resolved:
            data["resolved"] = resolved
        if command.get("guild_id"):
            data["guild_id"] = command["guild_id"]
        return data

    def _resolved(self, user_id: str, options: list[Json]) -> Json:
        """Return the people and channels that options name, as whole objects."""
        resolved: dict[str, dict[str, Json]] = {}
        for option in options:
            for name, part in self._resolved(user_id, option.get("options") or []).items():
                resolved.setdefault(name, {}).update(part)
            if option["type"] in (USER, MENTIONABLE):
                for name, part in self._people([str(option["value"])]).items():
                    resolved.setdefault(name, {}).update(part)
            if option["type"] == CHANNEL:
                key = str(option["value"])
                resolved.setdefault("channels", {})[key] = _partial(self._channel(user_id, key))
        return resolved

    def _people(self, keys: list[str]) -> dict[str, dict[str, Json]]:
        unknown_people = [key for key in keys if key not in self.world.users]
        if unknown_people:
            raise unknown("User")
        members = {key: member_facts(self.world, key) for key in keys}
        for member in members.values():
            del member["user"]
            member["permissions"] = "0"
        return {"users": {key: self.world.users[key] for key in keys}, "members": members}

    # --- components

    def click(
        self, user_id: str, channel_id: str, message_id: str, custom_id: str, values: Any = None
    ) -> Interaction:
        """Press a button, or choose these values in a select."""
        channel = self._channel(user_id, channel_id)
        if is_archived(channel):
            raise archived_thread()
        message = self.world.message(channel_id, message_id)
        if self.world.private.get(message_id, user_id) != user_id:
            raise unknown("Message")
        component = _component(message["components"], custom_id)
        data: Json = {"custom_id": custom_id, "component_type": component["type"]}
        if "id" in component:
            data["id"] = component["id"]
        if component["type"] != 2:
            data |= self._chosen(component, [str(value) for value in values or []])
        return self.desk.begin(COMPONENT, user_id, channel, data, message)

    def _chosen(self, component: Json, values: list[str]) -> Json:
        minimum, maximum = component.get("min_values", 1), component.get("max_values", 1)
        minimum = 1 if minimum is None else minimum
        if not minimum <= len(values) <= (maximum or 1):
            raise Refused(400, 50035, f"Choose {minimum} to {maximum or 1}.")
        kind = component["type"]
        if kind == 3:
            offered = {option["value"] for option in component["options"]}
            if not offered >= set(values):
                raise Refused(400, 50035, "That was not offered.")
            return {"values": values}
        if kind in (5, 7):
            return {"values": values, "resolved": self._people(values)}
        if kind == 8:
            channels = {key: _partial(self.world.channel(key)) for key in values}
            return {"values": values, "resolved": {"channels": channels}}
        roles = {each["id"]: each for each in self.world.guild.get("roles", [])}
        return {"values": values, "resolved": {"roles": {key: roles[key] for key in values}}}

    def submit(self, user_id: str, interaction_id: str, components: list[Json]) -> Interaction:
        """Send a form with its values."""
        opened = self.desk.by_id.get(interaction_id)
        if opened is None or opened.user_id != user_id or opened.modal is None:
            raise Refused(404, 10062, "This form is no longer open.")
        channel = self._channel(user_id, opened.channel_id)
        _check_form(opened.modal["components"], components)
        data = {"custom_id": opened.modal["custom_id"], "components": components}
        return self.desk.begin(MODAL_SUBMIT, user_id, channel, data, opened.message, opened)


def _check_options(known: list[Json], given: list[Json]) -> None:
    by_name = {option["name"]: option for option in known}
    for option in given:
        if option["name"] not in by_name:
            raise Refused(400, 50035, f"There is no option “{option['name']}”.")
        _check_value(by_name[option["name"]], option)
        _check_options(by_name[option["name"]].get("options") or [], option.get("options") or [])
    names = {option["name"] for option in given}
    for option in known:
        if option.get("required") and option["name"] not in names:
            raise Refused(400, 50035, f"The option “{option['name']}” is missing.")


def _check_value(known: Json, given: Json) -> None:
    """Check a value as Discord's own input fields do."""
    value, name = given.get("value"), known["name"]
    choices = [choice["value"] for choice in known.get("choices") or []]
    if choices and value not in choices:
        raise Refused(400, 50035, f"“{name}” is one of {', '.join(map(str, choices))}.")
    if known["type"] in (INTEGER, NUMBER):
        low, high = known.get("min_value"), known.get("max_value")
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        is_low = low is not None and is_number and value < low
        is_high = high is not None and is_number and value > high
        if not is_number or is_low or is_high:
            raise Refused(400, 50035, f"“{name}” is a number from {low} to {high}.")
    if known["type"] == STRING and not isinstance(value, str):
        raise Refused(400, 50035, f"“{name}” is a text.")


def _contexts(command: Json) -> list[int]:
    """Return where Discord offers a command; a command that doesn't say is allowed everywhere."""
    if command.get("guild_id") or not command.get("dm_permission", True):
        return [IN_SERVER]
    own_contexts = command.get("contexts")
    contexts = [IN_SERVER, IN_BOT_DM, IN_PRIVATE_CHANNEL] if own_contexts is None else own_contexts
    is_for_users = 1 in (command.get("integration_types") or [0, 1])
    return [each for each in contexts if is_for_users or each != IN_PRIVATE_CHANNEL]


def _check_form(form: list[Json], values: list[Json]) -> None:
    """Check a form as Discord does: lengths, options, required fields."""
    answers = {field["custom_id"]: field for field in _fields(values)}
    for field in _fields(form):
        answer = answers.get(field["custom_id"], {})
        _check_field(field, answer.get("value") or answer.get("values") or "")


def _check_field(field: Json, filled: str | list[str]) -> None:
    low, high = field.get("min_length") or 0, field.get("max_length") or 4000
    if not filled and field.get("required", True):
        raise Refused(400, 50035, "Fill what must be filled.")
    if filled and field["type"] == 4 and not low <= len(filled) <= high:
        raise Refused(400, 50035, f"Write {low} to {high} characters.")
    offered = {option["value"] for option in field.get("options") or []}
    if filled and field["type"] == 3 and not offered >= set(filled):
        raise Refused(400, 50035, "That was not offered.")


def _fields(parts: list[Json]) -> list[Json]:
    fields = []
    for part in parts:
        inner = [part["component"]] if "component" in part else part.get("components") or []
        fields += [each for each in inner if "custom_id" in each]
    return fields


def _partial(channel: Json) -> Json:
    names = ("id", "name", "type", "parent_id", "flags", *OF_A_THREAD)
    fields = {name: channel[name] for name in names if name in channel}
    return {**fields, "permissions": "0", "name": channel.get("name") or "direct message"}


def _component(components: list[Json], custom_id: str) -> Json:
    waiting = list(components)
    while waiting:
        component = waiting.pop()
        if component.get("custom_id") == custom_id:
            if component.get("disabled"):
                raise Refused(400, 50035, "This component is disabled.")
            return component
        waiting += component.get("components") or []
        waiting += [component["accessory"]] if isinstance(component.get("accessory"), dict) else []
    raise Refused(404, 10008, "This component is no longer there.")
