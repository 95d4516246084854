"""Slash commands of the bot with options that hurt, also as they may have been yesterday."""

import copy
from typing import Any, NamedTuple

from cogs.ids import Kind
from proof.fuzz.deeds import Deed, Sight, Specimen
from proof.fuzz.scene import STRANGER
from proof.fuzz.texts import CALLS, HOSTILE, bent_id, some_word
from sandbox.channels import DM, dm_with
from sandbox.interactions import AUTOCOMPLETE, SLASH
from sandbox.world import Json

GROUPS = (1, 2)  # options that are commands themselves
STRING = 3
CODED = 0.04
OTHER_TYPE = "an option of another type"


class Leaf(NamedTuple):
    """A command that can be typed: the whole of it, the further parts of its name, its options."""

    command: Json
    path: list[str]
    options: list[Json]


class Commands:
    def __init__(self, sight: Sight) -> None:
        self.sight, self.rng = sight, sight.rng

    def overture(self) -> list[Deed]:
        """One that is not there, a word that would call people, and a watcher who types."""
        leaf = self._leaves()[0]
        gone = {"id": leaf.command["id"], "name": "gone", "type": 1, "options": []}
        said = [{"name": "action", "type": STRING, "value": self.rng.choice(CALLS)}]
        play = next(each.command for each in self._leaves() if each.command["name"] == "play")
        user = self.sight.world.person("red")["id"]
        channel = self.sight.scene.sandbox.channel("table-1")
        watching = self.sight.world.person(STRANGER)["id"]
        nothing = [{"name": "action", "type": STRING, "value": "", "focused": True}]
        asked = _data(play, [], nothing)
        return [
            self.sight.deed(AUTOCOMPLETE, watching, channel, asked, None, "/play", ["typing"]),
            self.sight.deed(SLASH, user, channel, gone, None, "/gone", []),
            self.sight.deed(SLASH, user, channel, _data(play, [], said), None, "/play a call", []),
        ]

    @property
    def names(self) -> list[str]:
        """Of all that can be typed."""
        return [f"/{' '.join([each.command['name'], *each.path])}" for each in self._leaves()]

    def any(self) -> Deed:
        """Anything that can be typed, now and then the very code of a button."""
        buttons = self.sight.by_kind.get(Kind.ACT, {}).get("")
        if buttons and self.rng.random() < CODED:
            return self._coded(self.rng.choice(buttons))
        return self._anything()

    def _coded(self, found: Specimen) -> Deed:
        play = next(each.command for each in self._leaves() if each.command["name"] == "play")
        code, message = found.custom_id.split(":")[-1], found.message
        data = _data(play, [], [{"name": "action", "type": STRING, "value": code}])
        user, what = self.sight.reader(message), f"/play {code}"
        return self.sight.deed(SLASH, user, message["channel_id"], data, None, what, ["typed"])

    def _anything(self) -> Deed:
        rng, leaf = self.rng, self._leaf(self._leaves())
        options = [self._option(each) for each in leaf.options if self._is_given(each)]
        why = self._spoilt(options) if rng.random() < 0.3 else []
        data = _data(leaf.command, leaf.path, options)
        data["resolved"] = self._resolved(data["options"])
        if rng.random() < 0.04:
            why.append(self._unknown(data))
        deed = self._typed(SLASH, leaf, data, options, why)
        return deed._replace(is_possible=OTHER_TYPE not in why)

    def completion(self) -> Deed:
        """While somebody types: nothing is checked yet."""
        leaves = [each for each in self._leaves() if any(map(_completes, each.options))]
        leaf = self._leaf(leaves)
        (asked,) = [each for each in leaf.options if _completes(each)]
        others = [each for each in leaf.options if each is not asked]
        options = [self._option(each) for each in others if self.rng.random() < 0.5]
        typed = self.rng.choice((*HOSTILE, "a", "e", "Eu", "1", "Table"))
        options.append({**_given(asked, typed), "focused": True})
        data = _data(leaf.command, leaf.path, options)
        return self._typed(AUTOCOMPLETE, leaf, data, options, ["typing"])

    def _typed(
        self, kind: int, leaf: Leaf, data: Json, options: list[Json], why: list[str]
    ) -> Deed:
        user = self.sight.anybody()
        values = [(each["name"], each.get("value")) for each in options]
        what = f"/{' '.join([leaf.command['name'], *leaf.path])} {values}"[:160]
        return self.sight.deed(
            kind, user, self._somewhere(user, leaf.command), data, None, what, why
        )

    # Which, and where

    def _leaves(self) -> list[Leaf]:
        found = []
        for command in self.sight.scene.sandbox.server.people.commands():
            inner = command.get("options") or []
            groups = [each for each in inner if each["type"] in GROUPS]
            found += [Leaf(command, [each["name"]], each.get("options") or []) for each in groups]
            found += [] if groups else [Leaf(command, [], inner)]
        return found

    def _leaf(self, leaves: list[Leaf]) -> Leaf:
        """Those in which anything can be written come more often, and those that others decide."""
        weights = [
            1 + 4 * sum(map(_is_free_text, each.options)) + 3 * (each.command["name"] == "table")
            for each in leaves
        ]
        return self.rng.choices(leaves, weights)[0]

    def _somewhere(self, user: str, command: Json) -> str:
        """A channel of the server, or in private where the command works there."""
        contexts, world = command.get("contexts"), self.sight.world
        is_open = command.get("dm_permission", True) if contexts is None else 1 in contexts
        if is_open and self.rng.random() < 0.4:
            return str(dm_with(world, user)["id"])
        return self.rng.choice([key for key, each in world.channels.items() if each["type"] != DM])

    # Options

    def _is_given(self, known: Json) -> bool:
        return bool(known.get("required")) or self.rng.random() < 0.6

    def _option(self, known: Json) -> Json:
        is_hostile = self.rng.random() < (0.6 if _is_free_text(known) else 0.35)
        return _given(known, self._hostile(known) if is_hostile else self._fitting(known))

    def _fitting(self, known: Json) -> Any:
        rng = self.rng
        if choices := known.get("choices"):
            return rng.choice(choices)["value"]
        match known["type"]:
            case 4:
                return rng.randint(
                    known.get("min_value") or 0, min(known.get("max_value") or 9, 24)
                )
            case 5:
                return rng.random() < 0.5
            case 6:
                return self.sight.anybody()
        words = [each.split(":")[-1] for each in self.sight.others]
        return rng.choice((rng.choice(words), "Europe/Paris", "UTC", "undo", "done"))

    def _hostile(self, known: Json) -> Any:
        """Of the type that it should be: Discord sees to that, but may know an older command."""
        rng = self.rng
        match known["type"]:
            case 4:
                return rng.choice((-1, 0, 10**9, 2**53, -(2**53), 25, 337))
            case 5 | 6:
                return self._fitting(known)
        is_word = rng.random() < 0.8
        return some_word(rng) if is_word else bent_id(rng, "take 1", self.sight.others)[0]

    def _spoilt(self, options: list[Json]) -> list[str]:
        """As from a command that was another one yesterday."""
        rng = self.rng
        match rng.randrange(4):
            case 0 if options:
                del options[rng.randrange(len(options))]
                return ["an option is missing"]
            case 1:
                name = rng.choice(("game", "extra", "x" * 32))
                options.append({"name": name, "type": STRING, "value": "x"})
                return ["one option more"]
            case 2 if options:
                one = rng.choice(options)
                one["type"], one["value"] = rng.choice(((3, "abc"), (4, 7), (5, True), (10, 0.5)))
                return [OTHER_TYPE]
            case 3 if options:
                options.append(dict(rng.choice(options)))
                return ["an option twice"]
        return []

    def _unknown(self, data: Json) -> str:
        """What the bot does not have (any more)."""
        match self.rng.randrange(3):
            case 0:
                data["name"] = "gone"
                return "a command that is not there"
            case 1:
                data["options"] = [{"name": "gone", "type": 1, "options": []}]
                return "a part of a command that is not there"
        data.update(type=self.rng.choice((2, 3)), name="Greet", target_id="1")
        return "a context menu"

    def _resolved(self, options: list[Json]) -> Json:
        people = self.sight.scene.sandbox.server.people
        return people._resolved("", copy.deepcopy(options))


def _data(command: Json, path: list[str], options: list[Json]) -> Json:
    for part in reversed(path):
        options = [{"name": part, "type": 1, "options": options}]
    return {"id": command["id"], "name": command["name"], "type": 1, "options": options}


def _given(known: Json, value: Any) -> Json:
    return {"name": known["name"], "type": known["type"], "value": value}


def _completes(known: Json) -> bool:
    return bool(known.get("autocomplete"))


def _is_free_text(option: Json) -> bool:
    return bool(option["type"] == STRING and not option.get("choices"))
