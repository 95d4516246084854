"""Interactions of every kind, as a changed client would send them: nearly right, or not at all."""

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from cogs.ids import ButtonKind, base36
from cogs.table_buttons import TABLE_BUTTONS
from proof.fuzz.facts import Facts, part, seats
from proof.fuzz.texts import BENDS, CALLS, HOSTILE, NEAR, VERBS, bent_id, reading, some_word
from sandbox.channels import DM, dm_with
from sandbox.driver import parts
from sandbox.interactions import AUTOCOMPLETE, COMPONENT, MODAL_SUBMIT, SLASH
from sandbox.messages import EPHEMERAL, message_readers
from sandbox.world import Json
from testing.scene.scene import Calm

BUTTON, SELECT, STRING = 2, 3, 3
STRANGER = "grey"
OF_A_PANEL, GOES_ON, WITH_VERBS = "amsbqx", "msab", "tcouvw"
OFTEN = (*ButtonKind, *"aaaaaaaasssbbbbmmmttttttttttoovvvwjjcq")
MATTERS = ("pause", "resume", "extend", "abandon", "takeover_1", "replace_1", "remove_0", "turn_0")
OF_A_CHALLENGE = ("play", "share", "overall", "best", "verify")
BROKEN = 0.05  # of them all
SOME = 12  # of the tables, the newest
TYPES = (0, 1, 2, 3, 4, 5, 6, 99, -1)
NOT_THERE, OTHER_TYPE = "without its message", "an option of another type"


class Deed(NamedTuple):
    """One interaction to send."""

    type: int
    user: str
    channel: str
    data: Json
    message: Json | None
    what: str
    bend: Callable[[Json], None] | None = None  # of the payload, in place
    is_possible: bool = True  # Discord could send it: it must be answered


class Specimen(NamedTuple):
    """Something that can be pressed, and on which message."""

    custom_id: str
    type: int
    values: tuple[str, ...]
    message: Json
    bounds: tuple[int, int] = (1, 1)


class Forger:
    """Makes them from what the people of the scene see."""

    def __init__(self, s: Calm, rng: Random) -> None:
        self.s, self.world, self.rng = s, s.server.world, rng
        self.kinds: dict[str, dict[str, list[Specimen]]] = {}  # by kind, then by verb
        self.facts: Facts = {}
        self.messages: list[Json] = []
        self.old = ["a:1:0:done"]  # ids that were seen once
        self._first: list[Deed] | None = None

    def renew(self, facts: Facts) -> None:
        """What there is to press now."""
        self.facts, self.kinds = facts, {}
        self.messages = [each for those in self.world.messages.values() for each in those.values()]
        for message in self.messages:
            for each in parts(message):
                if "custom_id" in each:
                    values = tuple(option["value"] for option in each.get("options") or ())
                    bounds = each.get("min_values", 1), each.get("max_values", 1)
                    found = Specimen(each["custom_id"], each["type"], values, message, bounds)
                    kind, verb = found.custom_id[0], found.custom_id.split(":")[-1]
                    verbs = self.kinds.setdefault(kind, {})
                    verbs.setdefault(verb if kind in WITH_VERBS else "", []).append(found)
        newest = (self.rng.choice(each) for verbs in self.kinds.values() for each in verbs.values())
        self.old = [*self.old, *(each.custom_id for each in newest)][-300:]

    def next(self) -> Deed:
        """First everything that is there once, so that the smallest trial has seen it."""
        if self._first is None:
            self._first = self._overture()
        while self._first:
            deed = self._first.pop()
            if deed.message is None or self._is_there(deed.message):
                return deed
        while True:
            makers = (self._nearly, self._meant, self._offered, self._typed)
            weights = (33, 20, 10, 27, 6, 4)
            deed = self.rng.choices((*makers, self._completed, self._form), weights)[0]()
            if deed.message is None or self._is_there(deed.message):
                if self.rng.random() < BROKEN:
                    return self._broken(deed, self.rng.choice(_ways_to_break(deed)))
                return deed._replace(bend=self._odd())

    # Who sees what

    def _is_there(self, message: Json) -> bool:
        """The bot takes messages away, too."""
        return message["id"] in self.world.messages.get(message["channel_id"], {})

    def _readers(self, message: Json) -> list[str] | None:
        found = message_readers(self.world, message) if self._is_there(message) else frozenset()
        return None if found is None else sorted(found)

    def _anybody(self) -> str:
        return str(self.rng.choice(self.world.people)["id"])

    def _reader(self, message: Json) -> str:
        return self.rng.choice(self._readers(message) or [self._anybody()])

    def _page_of(self, user: str, is_own: bool | None = None) -> Json:
        """Any message that they see, often one that nobody else does."""
        readers = [(each, self._readers(each)) for each in self.messages]
        seen = [each for each, people in readers if people is None or user in people]
        own = [each for each, people in readers if people and user in people]
        is_own = self.rng.random() < 0.5 if is_own is None else is_own
        return self.rng.choice(own if own and is_own else seen)

    # Presses

    def _pressed(
        self, user: str, message: Json, custom_id: str, kind: int, values: list[str], why: str
    ) -> Deed:
        if custom_id == "f:me" and self.rng.random() < 0.8:
            custom_id = "f:you"
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": 1}
        data |= {"values": values} if kind != BUTTON else {}
        what = f"a press on {custom_id[:60]!r} {values[:2]} by {self._name(user)} ({why})"
        return Deed(COMPONENT, user, message["channel_id"], data, message, what)

    def _name(self, user: str) -> str:
        return str(self.world.users[user]["username"])

    def _overture(self) -> list[Deed]:
        found = [*self._strange_presses(), *self._voices(), *self._first_commands(), self._form()]
        for how in (
            "with a part missing",
            "with a part that is null",
            "with strange data",
            NOT_THERE,
        ):
            fitting = [deed for deed in found if how in _ways_to_break(deed)]
            found += [self._broken(deed, how) for deed in self.rng.sample(fitting, 4)]
        self.rng.shuffle(found)
        return sorted(found, key=lambda deed: str(deed.data.get("custom_id")).endswith(":join"))

    def _strange_presses(self) -> Iterator[Deed]:
        """Everything that is offered, by others, elsewhere or at another moment."""
        stranger, people = self.s.user(STRANGER), [each["id"] for each in self.world.people]
        for kind, verbs in self.kinds.items():
            for found in verbs.values():
                owners = {self._reader(each.message): each for each in found}
                for each in owners.values() if kind in OF_A_PANEL else found[:1]:
                    page = each.message if self._readers(each.message) is None else None
                    yield self._by(stranger, each, page or self._page_of(stranger), "by a stranger")
                    for user in self.rng.sample(people, 2):
                        page = self._page_of(user, is_own=kind in OF_A_PANEL)
                        yield self._by(user, each, page, "by another, elsewhere")
                    if kind in OF_A_PANEL:
                        head, table, moves, words = each.custom_id.split(":")
                        later = f"{head}:{table}:{base36(int(moves, 36) + 1)}:{words}"
                        other = each._replace(custom_id=later)
                        yield self._by(self._reader(each.message), other, each.message, "later")

    def _by(self, user: str, found: Specimen, page: Json, why: str) -> Deed:
        return self._pressed(user, page, found.custom_id, found.type, self._some(found.values), why)

    def _voices(self) -> Iterator[Deed]:
        """What those who sit there may ask for, on a message that only they see."""
        for table, seat in self._seated():
            page, others = self._page_of(seat, is_own=True), [t for t, _ in self._seated()]
            verbs = ["t:{}:mute", "t:{}:table", "t:{}:plans"]
            if others.count(table) > 1:
                verbs += [f"v:{{}}:{each}" for each in MATTERS[:4] + MATTERS[5:7]]
            for form in verbs:
                custom_id = form.format(base36(table))
                yield self._pressed(seat, page, custom_id, BUTTON, [], "by one of them")

    def _seated(self, *phases: str) -> list[tuple[int, str]]:
        """The table and the user of every seat, of tables in these phases."""
        tables = sorted(key[1] for key in self.facts if key[0] == "tables")[-SOME:]
        return [
            (table, str(seat["user"]))
            for table in tables
            for seat in seats(self.facts, table)
            if part(self.facts, table, "phase") in (phases or ("playing",))
            and str(seat["user"]) in self.world.users
        ]

    def _offered(self) -> Deed:
        """Nothing is wrong with it: somebody goes on with what they are offered now."""
        found = [
            each
            for kind in GOES_ON
            for those in self.kinds.get(kind, {}).values()
            for each in those
        ]
        for each in self.rng.sample(found, len(found)):
            said, readers = reading(each.custom_id), self._readers(each.message)
            for seat in seats(self.facts, said.table if said else None) if readers else ():
                if said and seat["moves"] == said.moves and str(seat["user"]) in (readers or ()):
                    most = min(self.rng.randint(*each.bounds), len(each.values))
                    values = self.rng.sample(each.values, most)
                    user = str(seat["user"])
                    return self._pressed(
                        user, each.message, each.custom_id, each.type, values, "as it is"
                    )
        return self._hand()

    def _hand(self) -> Deed:
        """Somebody who sits at a table asks for their panel."""
        seated = self._seated() or self._seated("lobby", "over")
        table, user = self.rng.choice(seated)
        channel = str(part(self.facts, table, "channel") or dm_with(self.world, user)["id"])
        return self._command(SLASH, user, channel, self._leaf("hand"), [], "by one of them")

    def _meant(self) -> Deed:
        """What could well be done at a table, by one who sits there or by somebody else."""
        rng, places = self.rng, self._seated("playing", "playing", "lobby", "over")
        table, user = rng.choice(places)
        phase, number = part(self.facts, table, "phase"), base36(table)
        user = user if rng.random() < 0.7 else self._anybody()
        changes = [name for name, each in TABLE_BUTTONS.items() if each.change]
        verbs = changes if phase == "lobby" else [*TABLE_BUTTONS]
        free = [seat["seat"] for seat in seats(self.facts, table) if seat["is_free"]]
        challenges = [key[1] for key in self.facts if key[0] == "challenges"] or [1]
        form, values = f"t:{number}:{rng.choice(verbs)}", list[str]()
        match rng.randrange(8):
            case _ if free and rng.random() < 0.7:
                form = f"j:{number}:{free[0]}"
            case 0:
                form = f"{rng.choice('vvw')}:{number}:{rng.choice(MATTERS)}"
            case 1:
                form = f"c:{base36(challenges[-1])}:{rng.choice(OF_A_CHALLENGE)}"
            case 2 if phase == "lobby":
                form, values = f"o:{number}:_hours", [rng.choice(("6", "12", "24"))]
            case 3 if any(s["queue"] != "[]" for s in seats(self.facts, table)):
                form = f"t:{number}:unplan"
        channel = str(part(self.facts, table, "channel"))
        public = [each for each in self.messages if each["channel_id"] == channel]
        public = [each for each in public if self._readers(each) is None]
        is_public = public and rng.random() < 0.7
        page = rng.choice(public) if is_public else self._page_of(user, is_own=True)
        return self._pressed(user, page, form, SELECT if values else BUTTON, values, "at a table")

    def _nearly(self) -> Deed:
        """As it is offered, but for one thing or more: who, where, when or what."""
        rng, found = self.rng, self._specimen()
        custom_id, kind, message, why = found.custom_id, found.type, found.message, "as offered"
        user, way = self._reader(message), rng.randrange(16)
        if way < 6:
            user, why = (self._anybody(), "by another") if way < 3 else (user, "elsewhere")
            message = self._page_of(user)
        elif way < 8:
            why = rng.choice(NEAR)
            custom_id = BENDS[why](rng, custom_id, self.old)
        elif way < 13:
            for _ in range(rng.choice((1, 1, 2))):
                custom_id, why = bent_id(rng, custom_id, self.old)
            if rng.random() < 0.1:
                kind = rng.choice((BUTTON, SELECT, 5, 6, 7, 8, 1, 99))
        is_spoilt = rng.random() < 0.5
        values = self._values(found.values) if is_spoilt else self._some(found.values)
        return self._pressed(user, message, custom_id, kind, values, why)

    def _specimen(self) -> Specimen:
        """Every kind, however rare its messages are; those that are not there are made."""
        rng, kind = self.rng, self.rng.choice(OFTEN)
        if found := self.kinds.get(kind):
            return rng.choice(found[rng.choice([*found])])
        number = base36(
            max(key[1] for key in self.facts if key[0] == "tables") + rng.choice((0, 1))
        )
        forms = {
            **dict.fromkeys(OF_A_PANEL, f"{kind}:{number}:{rng.randrange(9)}:done"),
            **dict.fromkeys("cotvwj", f"{kind}:{number}:{rng.choice(VERBS)}"),
            "r": f"r:{number}:{rng.randrange(9)}:{rng.choice(VERBS)}~{rng.randrange(3)}",
            "p": f"p:help:{rng.randrange(9)}",
            "u": f"u:{rng.choice(('hand', 'pings', 'reminders', 'digest', 'away', 'door'))}",
            "f": "f:me",
        }
        is_select = kind in "sbuo" or forms[kind].endswith(":ask")
        return Specimen(forms[kind], SELECT if is_select else BUTTON, (), rng.choice(self.messages))

    def _values(self, offered: tuple[str, ...]) -> list[str]:
        rng = self.rng
        match rng.randrange(8):
            case 0:
                return []
            case 1:
                heads = rng.choices(("", "a:", "m:"), k=rng.choice((1, 1, 2, 26)))
                return [head + some_word(rng) for head in heads]
            case 2:
                return [*offered] * 2
            case 3:
                return [rng.choice(self.old).split(":")[-1]]
            case 4 if offered:
                return [bent_id(rng, rng.choice(offered), offered)[0]]
        return self._some(offered)

    def _some(self, offered: tuple[str, ...]) -> list[str]:
        return self.rng.sample(offered, min(len(offered), self.rng.choice((1, 1, 1, 2, 2, 3, 5))))

    # Commands

    @property
    def leaves(self) -> list[tuple[Json, list[str], list[Json]]]:
        """What can be typed: the whole command, the further parts of its name, its options."""
        found = []
        for command in self.s.server.people.commands():
            inner = command.get("options") or []
            groups = [each for each in inner if each["type"] in (1, 2)]
            found += [(command, [each["name"]], each.get("options") or []) for each in groups]
            found += [] if groups else [(command, [], inner)]
        return found

    def _leaf(self, name: str) -> tuple[Json, list[str], list[Json]]:
        return next(each for each in self.leaves if each[0]["name"] == name)

    def _command(
        self, kind: int, user: str, channel: str, leaf: Any, options: list[Json], why: str
    ) -> Deed:
        command, path, _ = leaf
        data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        for each in reversed(path):
            data["options"] = [{"name": each, "type": 1, "options": data["options"]}]
        people = self.s.server.people
        data["resolved"] = people._resolved("", copy.deepcopy(data["options"]))
        values = [(each["name"], each.get("value")) for each in options]
        what = f"/{' '.join([command['name'], *path])} {values}"[:160]
        return Deed(kind, user, channel, data, None, f"{what} by {self._name(user)} ({why})")

    def _first_commands(self) -> list[Deed]:
        """One that is not there, a word that would call people, and a watcher who types."""
        play, red, channel = self._leaf("play"), self.s.user("red"), self.s.channel("table-1")
        said = {"name": "action", "type": STRING, "value": self.rng.choice(CALLS)}
        nothing = {"name": "action", "type": STRING, "value": "", "focused": True}
        stranger = self.s.user(STRANGER)
        gone = self._command(SLASH, red, channel, play, [], "gone")
        gone.data["name"] = "gone"
        return [
            self._command(AUTOCOMPLETE, stranger, channel, play, [nothing], "typing"),
            self._command(SLASH, red, channel, play, [said], "a call"),
            gone,
        ]

    def _typed(self) -> Deed:
        """Anything that can be typed, also as it may have been yesterday."""
        rng, leaves = self.rng, self.leaves
        if rng.random() < 0.04 and (found := self.kinds.get("a", {}).get("")):
            each = rng.choice(found)
            code = {"name": "action", "type": STRING, "value": each.custom_id.split(":")[-1]}
            user, channel = self._reader(each.message), each.message["channel_id"]
            return self._command(SLASH, user, channel, self._leaf("play"), [code], "a button's")
        weights = [
            1 + 4 * sum(map(_is_free, each[2])) + 3 * (each[0]["name"] == "table")
            for each in leaves
        ]
        leaf, user = rng.choices(leaves, weights)[0], self._anybody()
        known = [each for each in leaf[2] if each.get("required") or rng.random() < 0.6]
        options = [self._option(each) for each in known]
        why = self._spoilt(options) if rng.random() < 0.3 else "typed"
        deed = self._command(SLASH, user, self._somewhere(user, leaf[0]), leaf, options, why)
        if rng.random() < 0.04:
            gone = {"options": [{"name": "gone", "type": 1, "options": []}]}
            menu = {"type": rng.choice((2, 3)), "name": "Greet", "target_id": "1"}
            deed.data.update(rng.choice(({"name": "gone"}, gone, menu)))
        return deed._replace(is_possible=why != OTHER_TYPE)

    def _completed(self) -> Deed:
        """While somebody types: nothing is checked yet."""
        rng = self.rng
        leaf = rng.choice([each for each in self.leaves if any(map(_completes, each[2]))])
        user, asked = self._anybody(), next(filter(_completes, leaf[2]))
        options = [
            self._option(each) for each in leaf[2] if each is not asked and rng.random() < 0.5
        ]
        typed = rng.choice((*HOSTILE, "a", "e", "Eu", "1", "Table"))
        options.append(
            {"name": asked["name"], "type": asked["type"], "value": typed, "focused": True}
        )
        channel = self._somewhere(user, leaf[0])
        return self._command(AUTOCOMPLETE, user, channel, leaf, options, "typing")

    def _somewhere(self, user: str, command: Json) -> str:
        """A channel of the server, or in private where the command works there."""
        contexts, channels = command.get("contexts"), self.world.channels
        is_open = command.get("dm_permission", True) if contexts is None else 1 in contexts
        if is_open and self.rng.random() < 0.4:
            return str(dm_with(self.world, user)["id"])
        return self.rng.choice([key for key, each in channels.items() if each["type"] != DM])

    def _option(self, known: Json) -> Json:
        return {"name": known["name"], "type": known["type"], "value": self._value(known)}

    def _value(self, known: Json) -> Any:
        """Of the type that it should be, for Discord sees to that; often one that hurts."""
        rng, is_hostile = self.rng, self.rng.random() < (0.6 if _is_free(known) else 0.35)
        if known["type"] == 5:
            return rng.random() < 0.5
        if known["type"] == 6:
            return self._anybody()
        if known["type"] == 4 and is_hostile:
            return rng.choice((-1, 0, 10**9, 2**53, -(2**53), 25, 337))
        if is_hostile:
            is_word = rng.random() < 0.8
            return some_word(rng) if is_word else bent_id(rng, "take 1", self.old)[0]
        if choices := known.get("choices"):
            return rng.choice(choices)["value"]
        if known["type"] == 4:
            return rng.randint(known.get("min_value") or 0, min(known.get("max_value") or 9, 24))
        words = (rng.choice(self.old).split(":")[-1], "Europe/Paris", "UTC", "undo", "done")
        return rng.choice(words)

    def _spoilt(self, options: list[Json]) -> str:
        """As from a command that was another one yesterday."""
        rng = self.rng
        match rng.randrange(4) if options else 1:
            case 0:
                del options[rng.randrange(len(options))]
                return "an option is missing"
            case 1:
                name = rng.choice(("game", "extra", "x" * 32))
                options.append({"name": name, "type": STRING, "value": "x"})
                return "one option more"
            case 2:
                one = rng.choice(options)
                one["type"], one["value"] = rng.choice(((3, "abc"), (4, 7), (5, True), (10, 0.5)))
                return OTHER_TYPE
        options.append(dict(rng.choice(options)))
        return "an option twice"

    def _form(self) -> Deed:
        """A filled one, of which we open none."""
        rng, user = self.rng, self._anybody()
        message, custom_id = self._page_of(user), rng.choice((*HOSTILE, *self.old))
        field = {"type": 4, "custom_id": custom_id[:100], "value": rng.choice(HOSTILE), "id": 2}
        row = {"type": 1, "id": 1, "components": [field]}
        data = {"custom_id": custom_id, "components": rng.choice(([], [row]))}
        shown = message if rng.random() < 0.7 else None
        return Deed(MODAL_SUBMIT, user, message["channel_id"], data, shown, "a form")

    # Envelopes

    def _odd(self) -> Callable[[Json], None] | None:
        """What may well come one day."""
        rng = self.rng
        locale, is_nobody = rng.choice(("de", "", "xx-YY", "🎲", "x" * 99)), rng.random() < 0.8

        def bend(payload: Json) -> None:
            payload |= {"locale": locale, "a_new_field": {"of": ["another", "year"]}}
            payload.pop("entitlements", None)
            if "member" in payload and is_nobody:
                payload["member"] = {**payload["member"], "permissions": "0"}

        return bend if rng.random() < 0.5 else None

    def _broken(self, deed: Deed, how: str) -> Deed:
        """What Discord never sends."""
        seed = self.rng.random()
        is_public = deed.message is not None and self._readers(deed.message) is None

        def bend(payload: Json) -> None:
            kept = {"guild_id": payload.pop("guild_id")} if is_public else {}
            BREAKS[how](Random(seed), payload)
            payload.update(kept)  # else everybody's board would be taken for a panel

        return deed._replace(bend=bend, is_possible=False, what=f"{deed.what}, {how}")


def _completes(known: Json) -> bool:
    return bool(known.get("autocomplete"))


def _is_free(option: Json) -> bool:
    """Anything can be written there."""
    return bool(option["type"] == STRING and not option.get("choices"))


def _set(*values: Any) -> Callable[[Random, Json], None]:
    def bend(rng: Random, payload: Json) -> None:
        payload[rng.choice([*payload])] = rng.choice(values)

    return bend


def _less(rng: Random, payload: Json) -> None:
    del payload[rng.choice([*payload])]


def _huge(rng: Random, payload: Json) -> None:
    """Numbers that no database holds."""
    key = str(rng.choice((2**63, 2**64, 10**40, -1, 0)))
    holder = copy.deepcopy(payload.get("member", payload))
    if "user" in holder:
        holder["user"]["id"] = key
        payload.update({"member": holder} if "member" in payload else {"user": holder["user"]})
    channel = {**payload["channel"], "id": key}
    payload.update(rng.choice(({}, {"id": key}, {"channel": channel, "channel_id": key})))


def _other_type(rng: Random, payload: Json) -> None:
    payload["type"] = rng.choice([each for each in TYPES if each != payload["type"]])


def _data(rng: Random, payload: Json) -> None:
    payload["data"] = dict(payload["data"])
    _set(None, 7, "x", [], {}, [None], [{}], {"a": 1}, [[1]])(rng, payload["data"])


def _other_place(rng: Random, payload: Json) -> None:
    """In private what was public, or public what was in private."""
    if "member" in payload:
        payload["user"] = payload.pop("member")["user"]
        payload.pop("guild_id", None)
    else:
        payload["member"] = {"user": payload.pop("user"), "roles": [], "permissions": "0"}


def _no_message(rng: Random, payload: Json) -> None:
    del payload["message"]


def _claimed_flags(rng: Random, payload: Json) -> None:
    message = payload["message"]
    payload["message"] = {**message, "flags": message["flags"] & ~EPHEMERAL}


BREAKS: dict[str, Callable[[Random, Json], None]] = {
    "with a part missing": _less,
    "with a part that is null": _set(None),
    "with a strange part": _set("abc", -1, [], {}, True, 1.5, "9" * 40),
    "with absurd numbers": _huge,
    "of another type": _other_type,
    "with strange data": _data,
    NOT_THERE: _no_message,
    "at the wrong kind of place": _other_place,
    "with other flags": _claimed_flags,
}


def _ways_to_break(deed: Deed) -> list[str]:
    """Those that make a difference; what is typed would be answered otherwise."""
    message = deed.message
    left_out = {
        NOT_THERE: message is None,
        "with other flags": message is None or not message["flags"] & EPHEMERAL,
        "of another type": deed.type == AUTOCOMPLETE,
    }
    return [how for how in BREAKS if not left_out.get(how)]
