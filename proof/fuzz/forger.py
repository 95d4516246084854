"""Interactions of every kind, as a modified client would send them: nearly right, or not at all."""

import copy
import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from cogs import ids
from cogs.challenges import CHALLENGE_BUTTONS
from cogs.ids import IN_A_PANEL, ButtonKind, base36
from cogs.people import CHOICES
from cogs.table_buttons import TABLE_BUTTONS
from host.votes import OF_A_SEAT, ProposalKind
from sandbox.channels import DM, dm_with
from sandbox.interactions import AUTOCOMPLETE, COMPONENT, MODAL_SUBMIT, SLASH
from sandbox.messages import EPHEMERAL
from sandbox.world import Json
from testing.facts import Facts, part, seats
from testing.nasty_names import PIECES
from testing.people import BUTTON, SELECT
from testing.scene.phases import LOUD, STRANGER, Leaf, Offer, leaves, offers, readers
from testing.scene.scene import Calm

STRING = 3
OF_A_PANEL = "".join(sorted(IN_A_PANEL | {ButtonKind.PLAN}))
MATTERS = [each if each not in OF_A_SEAT else f"{each}_1" for each in ProposalKind]
BROKEN = 0.05  # of them all
SOME = 12  # of the tables, the newest
PLACE = ("guild_id", "context")  # by which it is known where a message stands
NOT_THERE, OTHER_TYPE = "without its message", "an option of another type"

# Texts made to hurt

PERSON = LOUD.split()[1]
CALLS = ("@everyone", "@here", PERSON, f"<@!{PERSON[2:]}", f"<@&{PERSON[2:]}", f"x{PERSON}")
_WORDS = """-1 0 00 1.5 1e9 NaN none null true @everyone @here <@1> <#4> </play:5> `a` **b** ||c||
# > ² ٣ Ⅷ １２ Ｋ İ ß ﬁ é 💥 99999999999999999999 -9223372036854775809 ../../.env {0.__class__}
%s%n%p $(id) \\ " [d](https://e.invalid) a:1:1:done m: a: a:done a:undo a:end done undo end DONE ask
abandon _view join Join start close me help zone Europe/Paris Mars/Olympus play share first export
hand round door away 25 24 7 1"""
HOSTILE = (
    *("", " ", "\n", "\0", "\t\v", PERSON, "\u202eabc", "\u200b", "\u2066x\u2069", "\U000e0001"),
    *(*_WORDS.split(), "take 1", " done ", "do ne", "remove 0", "'; DROP TABLE tables; --"),
    *PIECES,
    *("💥" * 40, "9" * 76, "9" * 77, "x" * 76, "x" * 101, "x" * 4000),
)
VERBS = [*TABLE_BUTTONS, *CHALLENGE_BUTTONS, *MATTERS, "ask", "_view", "_hours", "first", "0", "4"]


def some_word(rng: Random) -> str:
    """Often one that calls people, if it is said back."""
    return rng.choice(CALLS if rng.random() < 0.4 else HOSTILE)


def bent_id(rng: Random, text: str, others: Sequence[str]) -> str:
    """An id with something in the middle of it, or with another field in the place of one."""
    if rng.random() < 0.2:
        place = rng.randint(0, len(text))
        return text[:place] + some_word(rng) + rng.choice(("", text[place:]))
    fields = text.split(":")
    place = rng.randrange(len(fields))
    theirs = rng.choice(others).split(":")[place:]
    too_long = fields[place] + rng.choice("a0 ~_:x") * rng.choice((1, 60, 100, 5000))
    words = rng.choice([*ButtonKind]), rng.choice(VERBS), some_word(rng)
    fields[place] = rng.choice((*theirs[:1], _near(rng, fields[place]), *words, too_long))
    return ":".join(fields)


def _near(rng: Random, text: str) -> str:
    """Mostly a number that is near, for those are believed most easily."""
    near = int(text, 36) if re.fullmatch("[0-9a-z]{1,8}", text) else 1
    far = rng.choice(("0", "zzzzz", "zzzzzzzz", "zzzzzzzzz", "-1", "", "１", "9" * 30))
    return far if rng.random() < 0.2 else base36(max(0, near + rng.choice((-2, -1, 1, 2))))


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


class Forger:
    """Makes them from what the people of the scene see."""

    def __init__(self, s: Calm, rng: Random) -> None:
        self.s, self.world, self.rng = s, s.server.world, rng
        self.offers: dict[str, list[Offer]] = {}  # by their words
        self.facts: Facts = {}
        self.messages: list[Json] = []
        self.old = ["a:1:0:done"]  # ids that were seen once
        self._first: list[Deed] | None = None

    def renew(self, facts: Facts) -> None:
        """What there is to press now."""
        self.facts, self.offers = facts, {}
        self.messages = [each for those in self.world.messages.values() for each in those.values()]
        for found in offers(self.world):
            self.offers.setdefault(found.word, []).append(found)
        newest = [self.rng.choice(found).custom_id for found in self.offers.values()]
        self.old = [*self.old, *newest][-300:]

    def next(self) -> Deed:
        """First everything that is there once, so that a small trial has seen it."""
        if self._first is None:
            self._first = self._overture()
        while self._first:
            deed = self._first.pop(0)
            if deed.message is None or self._readers(deed.message) != []:
                return deed
        makers = (self._press, self._played, self._typed, self._completed, self._form)
        while True:
            deed = self.rng.choices(makers, (60, 4, 26, 6, 4))[0]()
            if deed.message is None or self._readers(deed.message) != []:
                if self.rng.random() < BROKEN:
                    return self._broken(deed, self.rng.choice(_ways_to_break(deed)))
                return deed._replace(bend=self._odd())

    # Who sees what

    def _readers(self, message: Json) -> list[str] | None:
        return readers(self.world, message)

    def _anybody(self) -> str:
        return str(self.rng.choice(self.world.people)["id"])

    def _reader(self, message: Json) -> str:
        return self.rng.choice(self._readers(message) or [self._anybody()])

    def _page_of(self, user: str, is_own: bool | None = None) -> Json:
        """Any message that they see, often one that nobody else does."""
        known = [(each, self._readers(each)) for each in self.messages]
        seen = [each for each, people in known if people is None or user in people]
        own = [each for each, people in known if people and user in people]
        is_own = self.rng.random() < 0.5 if is_own is None else is_own
        return self.rng.choice(own if own and is_own else seen)

    def _seated(self, *phases: str) -> list[tuple[int, str]]:
        """The table and the user of every seat, of tables in these phases."""
        tables = sorted(key[1] for key in self.facts if key[0] == "tables")[-SOME:]
        return [
            (table, str(seat["user"]))
            for table in tables
            for seat in seats(self.facts, table)
            if part(self.facts, table, "phase") in phases and str(seat["user"]) in self.world.users
        ]

    def _name(self, user: str) -> str:
        return str(self.world.users[user]["username"])

    # Presses

    def _pressed(self, user: str, page: Json, found: Offer, values: list[str], why: str) -> Deed:
        custom_id, kind = found.custom_id, found.type
        if custom_id == "f:me" and self.rng.random() < 0.8:
            custom_id = "f:you"
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": 1}
        data |= {"values": values} if kind != BUTTON else {}
        what = f"a press on {custom_id[:60]!r} {values[:2]} by {self._name(user)} ({why})"
        return Deed(COMPONENT, user, page["channel_id"], data, page, what)

    def _overture(self) -> list[Deed]:
        """What is typed and what is broken; then all that is offered: as it is, by a stranger, by
        others, of another moment; and all votes."""
        stranger, found = self.s.user(STRANGER), list[Deed]()
        for offered in self.offers.values():
            is_panel = offered[0].custom_id[0] in OF_A_PANEL
            owners = {self._reader(each.message): each for each in offered}
            for owner, each in owners.items() if is_panel else [*owners.items()][:1]:
                values, is_public = self._some(each), self._readers(each.message) is None
                found.append(self._pressed(owner, each.message, each, values, "as it is"))
                page = each.message if is_public else self._page_of(stranger)
                found.append(self._pressed(stranger, page, each, values, "by a stranger"))
                other = self._anybody()
                page = self._page_of(other, is_own=is_panel)
                found.append(self._pressed(other, page, each, values, "by another, elsewhere"))
                if is_panel:
                    head, table, moves, words = each.custom_id.split(":")
                    later = f"{head}:{table}:{base36(int(moves, 36) + 1)}:{words}"
                    bent = each._replace(custom_id=later)
                    found.append(self._pressed(owner, each.message, bent, values, "later"))
        first, found = [*self._first_commands(), self._form()], [*found, *self._votes()]
        for how in BREAKS:
            fitting = [deed for deed in (*found, *first) if how in _ways_to_break(deed)]
            some = self.rng.sample(fitting, min(2, len(fitting)))
            first += [self._broken(deed, how) for deed in some]
        self.rng.shuffle(found)
        return [*first, *found]

    def _votes(self) -> Iterator[Deed]:
        """Each asks for everything that a table decides, on a message that only they see."""
        seated = self._seated("playing")
        for table, user in seated:
            if [number for number, _ in seated].count(table) > 1:
                page = self._page_of(user, is_own=True)
                for matter in MATTERS:
                    vote = Offer(f"v:{base36(table)}:{matter}", BUTTON, (), page)
                    yield self._pressed(user, page, vote, [], "by one of them")

    def _press(self) -> Deed:
        """Right but for what chance spoils: who, where, when or what."""
        rng = self.rng
        found, user = self._made() if rng.random() < 0.4 else self._shown()
        why = "as it is"
        if rng.random() < 0.2:
            user, why = self._anybody(), "by another"
        people = self._readers(found.message)
        page = found.message
        if (people is not None and user not in people) or rng.random() < 0.15:
            page, why = self._page_of(user), f"{why}, elsewhere"
        for _ in range(rng.choice((0, 0, 0, 0, 1, 2))):
            found, why = found._replace(custom_id=bent_id(rng, found.custom_id, self.old)), "bent"
        if rng.random() < 0.03:
            found = found._replace(type=rng.choice((BUTTON, SELECT, 5, 6, 7, 8, 1, 99)))
        values = self._values(found) if rng.random() < 0.2 else self._some(found)
        return self._pressed(user, page, found, values, why)

    def _shown(self) -> tuple[Offer, str]:
        """Something that is offered now, of every kind however rare it is, and to whom."""
        rng, kind = self.rng, self.rng.choice((*ButtonKind, *"aaassbbmxtttq"))
        words = [word for word in self.offers if word[0] == kind]
        if kind == ButtonKind.MULTI and not words and (acts := self.offers.get(ButtonKind.ACT)):
            act = rng.choice(acts)  # games seldom offer one, but any action has words
            _, table, moves, code = act.custom_id.split(":")
            chosen = tuple(f"{ButtonKind.MENU}:{word}" for word in code.split())
            bounds = len(chosen), len(chosen)
            found = Offer(f"{kind}:{table}:{moves}:", SELECT, chosen, act.message, bounds)
            return found, self._reader(act.message)
        if not words:
            return self._made()
        found = rng.choice(self.offers[rng.choice(words)])
        return found, self._reader(found.message)

    def _made(self) -> tuple[Offer, str]:
        """By the lists of our own buttons: what could well be done at a table, and who could."""
        rng = self.rng
        table, user = rng.choice(self._seated("playing", "lobby", "over"))
        number, phase = base36(table), part(self.facts, table, "phase")
        challenge = max([key[1] for key in self.facts if key[0] == "challenges"] or [1])
        changes = [name for name, each in TABLE_BUTTONS.items() if each.change]
        verbs = changes if phase == "lobby" else [*TABLE_BUTTONS, *changes]
        forms = [f"t:{number}:{verb}" for verb in verbs]
        forms += [f"c:{base36(challenge)}:{verb}" for verb in CHALLENGE_BUTTONS]
        if phase == "playing":
            forms += [f"{kind}:{number}:{matter}" for kind in "vw" for matter in MATTERS]
            free = [seat["seat"] for seat in seats(self.facts, table) if seat["is_free"]]
            forms += [f"j:{number}:{seat}" for seat in free] * 9
        form, values = rng.choice(forms), tuple[str, ...]()
        if phase == "lobby" and rng.random() < 0.2:
            form, values = f"o:{number}:_hours", ("6", "12", "24")
        elif rng.random() < 0.1:
            form = rng.choice((*self.old, "p:help:3", "f:me", "u:door"))
        elif rng.random() < 0.05:
            form, values = f"u:{rng.choice([*CHOICES])}", ("1",)
        channel = str(part(self.facts, table, "channel"))
        public = [each for each in self.messages if each["channel_id"] == channel]
        public = [each for each in public if self._readers(each) is None]
        is_public = public and rng.random() < 0.7
        page = rng.choice(public) if is_public else self._page_of(user, is_own=True)
        return Offer(form, SELECT if values else BUTTON, values, page), user

    def _values(self, found: Offer) -> list[str]:
        rng, offered = self.rng, found.values
        heads = rng.choices(("", "a:", "m:"), k=rng.choice((1, 1, 2, 26)))
        strange, old = [head + some_word(rng) for head in heads], rng.choice(self.old)
        bent = [bent_id(rng, rng.choice(offered), offered)] if offered else []
        return rng.choice(([], strange, [*offered] * 2, [old.split(":")[-1]], bent))

    def _some(self, found: Offer) -> list[str]:
        most = self.rng.randint(*found.bounds)
        return self.rng.sample(found.values, min(len(found.values), most))

    # Commands

    def _leaf(self, name: str) -> Leaf:
        return next(each for each in leaves(self.s) if each.command["name"] == name)

    def _command(
        self, kind: int, user: str, channel: str, leaf: Leaf, options: list[Json], why: str
    ) -> Deed:
        command = leaf.command
        data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        for each in reversed(leaf.path):
            data["options"] = [{"name": each, "type": 1, "options": data["options"]}]
        data["resolved"] = self.s.server.people._resolved("", copy.deepcopy(data["options"]))
        what = f"{leaf.word} {[(each['name'], each.get('value')) for each in options]}"[:160]
        return Deed(kind, user, channel, data, None, f"{what} by {self._name(user)} ({why})")

    def _first_commands(self) -> list[Deed]:
        """One that is not there, words that would call people, a watcher who types, presses."""
        play, red, channel = self._leaf("play"), self.s.user("red"), self.s.channel("table-1")
        calls = [{"name": "action", "type": STRING, "value": each} for each in CALLS]
        nothing = {"name": "action", "type": STRING, "value": "", "focused": True}
        gone = self._command(SLASH, red, channel, play, [], "gone")
        gone.data["name"] = "gone"
        stranger, robots = self.s.user(STRANGER), self.offers["t:robot"]
        return [
            self._pressed(self.s.user("yellow"), robots[0].message, robots[0], [], "by the opener"),
            # These are refused and name the opener, who may be called as they like.
            *(self._pressed(stranger, each.message, each, [], "by a stranger") for each in robots),
            self._command(AUTOCOMPLETE, stranger, channel, play, [nothing], "typing"),
            *(self._command(SLASH, red, channel, play, [each], "a call") for each in calls),
            gone,
        ]

    def _played(self) -> Deed:
        """What somebody is offered, typed where the table is."""
        offer = self.rng.choice(self.offers.get(ButtonKind.ACT) or [self._shown()[0]])
        said, user = ids.read(offer.custom_id), self._reader(offer.message)
        place = part(self.facts, said.table if said else None, "channel")
        channel = str(place or dm_with(self.world, user)["id"])
        action = {"name": "action", "type": STRING, "value": said.text if said else "done"}
        return self._command(SLASH, user, channel, self._leaf("play"), [action], "as it is")

    def _typed(self) -> Deed:
        """Anything that can be typed, also as it may have been yesterday."""
        rng, known = self.rng, leaves(self.s)
        weights = [
            1 + 4 * sum(map(_is_free, each.options)) + 3 * (each.command["name"] == "table")
            for each in known
        ]
        leaf, user = rng.choices(known, weights)[0], self._anybody()
        given = [each for each in leaf.options if each.get("required") or rng.random() < 0.6]
        options = [self._option(each) for each in given]
        why = self._spoilt(options) if rng.random() < 0.3 else "typed"
        deed = self._command(SLASH, user, self._somewhere(user, leaf), leaf, options, why)
        if rng.random() < 0.04:
            gone = {"options": [{"name": "gone", "type": 1, "options": []}]}
            menu = {"type": rng.choice((2, 3)), "name": "Greet", "target_id": "1"}
            deed.data.update(rng.choice(({"name": "gone"}, gone, menu)))
        return deed._replace(is_possible=why != OTHER_TYPE)

    def _completed(self) -> Deed:
        """While somebody types: nothing is checked yet."""
        rng, user = self.rng, self._anybody()
        leaf = rng.choice([each for each in leaves(self.s) if any(map(_completes, each.options))])
        asked = next(filter(_completes, leaf.options))
        others = [each for each in leaf.options if each is not asked and rng.random() < 0.5]
        typed = {**self._option(asked), "value": rng.choice((*HOSTILE, "a", "Eu")), "focused": True}
        options, channel = [*map(self._option, others), typed], self._somewhere(user, leaf)
        return self._command(AUTOCOMPLETE, user, channel, leaf, options, "typing")

    def _somewhere(self, user: str, leaf: Leaf) -> str:
        """A channel of the server, or in private where the command works there."""
        contexts = leaf.command.get("contexts")
        is_open = leaf.command.get("dm_permission", True) if contexts is None else 1 in contexts
        if is_open and self.rng.random() < 0.4:
            return str(dm_with(self.world, user)["id"])
        return self._some_channel()

    def _some_channel(self, types: Sequence[int] = ()) -> str:
        channels = self.world.channels.items()
        fitting = [key for key, each in channels if not types or each["type"] in types]
        return self.rng.choice([key for key in fitting if self.world.channels[key]["type"] != DM])

    def _option(self, known: Json) -> Json:
        return {"name": known["name"], "type": known["type"], "value": self._value(known)}

    def _value(self, known: Json) -> Any:
        """Of the type that it should be, for Discord sees to that; often one that hurts."""
        rng, is_hostile = self.rng, self.rng.random() < (0.6 if _is_free(known) else 0.35)
        if known["type"] == 5:
            return rng.random() < 0.5
        if known["type"] == 6:
            return self._anybody()
        if known["type"] == 7:
            return self._some_channel(known["channel_types"])
        if known["type"] == 4 and is_hostile:
            return rng.choice((-1, 0, 10**9, 2**53, -(2**53), 25, 337))
        if is_hostile:
            return some_word(rng)
        if choices := known.get("choices"):
            return rng.choice(choices)["value"]
        if known["type"] == 4:
            return rng.randint(known.get("min_value") or 0, min(known.get("max_value") or 9, 24))
        codes = [each.custom_id for each in self.offers.get("a", ())] or self.old
        words = (rng.choice(codes).split(":")[-1], "Europe/Paris", "UTC", "undo", "done")
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
            kept = {name: payload.pop(name) for name in PLACE if is_public}
            BREAKS[how](Random(seed), payload)
            payload.update(kept)  # else everybody's board would be taken for a panel

        return deed._replace(bend=bend, is_possible=False, what=f"{deed.what}, {how}")


def _completes(known: Json) -> bool:
    return bool(known.get("autocomplete"))


def _is_free(option: Json) -> bool:
    """Anything can be written there."""
    return bool(option["type"] == STRING and not option.get("choices"))


Break = Callable[[Random, Json], Any]


def _set(*values: Any) -> Break:
    def bend(rng: Random, payload: Json) -> None:
        payload[rng.choice([*payload])] = rng.choice(values)

    return bend


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
    types = {0, 1, 2, 3, 4, 5, 6, 99, -1} - {payload["type"]}
    payload["type"] = rng.choice(sorted(types))


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


def _claimed_flags(rng: Random, payload: Json) -> None:
    message = payload["message"]
    payload["message"] = {**message, "flags": message["flags"] & ~EPHEMERAL}


BREAKS: dict[str, Break] = {
    "with a part missing": lambda rng, payload: payload.pop(rng.choice([*payload])),
    "with a part that is null": _set(None),
    "with a strange part": _set("abc", -1, [], {}, True, 1.5, "9" * 40),
    "with absurd numbers": _huge,
    "of another type": _other_type,
    "with strange data": _data,
    NOT_THERE: lambda rng, payload: payload.pop("message"),
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
