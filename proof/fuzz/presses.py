"""Presses on buttons and selects: as offered but for one thing, or wrong in every way."""

from collections.abc import Iterator

from cogs.verbs import AT_TABLE, CHANGES
from proof.fuzz.deeds import BUTTON, SELECT, Deed, Place, Sight, Specimen
from proof.fuzz.scene import STRANGER
from proof.fuzz.texts import BENDS, HOSTILE, KINDS, NEAR, VERBS, base36, bent_id, some_word
from sandbox.interactions import COMPONENT
from sandbox.messages import message_readers
from sandbox.world import Json

OFTEN = (*KINDS, *"aaaaaaaasssbbbbmmmttttttttttoovvvwjjcq")
FORGETS = "f:me"
OF_A_PANEL = "amsbqx"
NEWEST = 12  # tables
MEANT = 0.25  # of them all are such as people make
TIMELY = 0.1
MATTERS = ("pause", "resume", "extend", "abandon", "takeover_1", "replace_1", "remove_0", "turn_0")
AT_A_TABLE = (*AT_TABLE, *CHANGES)
OF_A_CHALLENGE = ("play", "share", "overall", "best", "verify")
VOICES = ("v:{}:abandon", "v:{}:pause", "v:{}:extend", "v:{}:remove_0", "v:{}:replace_1")
OWN = ("t:{}:mute", "t:{}:table", "t:{}:plans")
FEW = 2  # of those who might press a button that is not theirs


class Presses:
    def __init__(self, sight: Sight) -> None:
        self.sight, self.rng = sight, sight.rng

    def overture(self) -> Iterator[Deed]:
        """Everything that is offered, by others, elsewhere or at another moment."""
        stranger = self.sight.world.person(STRANGER)["id"]
        for kind, verbs in self.sight.by_kind.items():
            for specimens in verbs.values():
                owners = {self.sight.reader(each.message): each for each in specimens}
                several = [*owners.values()] if kind in OF_A_PANEL else specimens[:1]
                for each in several:
                    yield self._by(stranger, each, each.message, "by a stranger")
                    yield from self._misplaced(each)

    def voices(self) -> Iterator[Deed]:
        """What those who sit there may ask for, on a message that only they see."""
        for user, table, *_ in self.sight.seated:
            page = self.sight.page_of(user, is_own=True)
            many = [each for each in self.sight.seated if each.table == table]
            for form in (*OWN, *(VOICES if len(many) > 1 and many[0].user == user else ())):
                custom_id = form.format(base36(table))
                yield self._pressed(user, page, custom_id, BUTTON, [], ["by one of them"])

    def _misplaced(self, found: Specimen) -> Iterator[Deed]:
        is_panel = found.custom_id[0] in OF_A_PANEL
        for user in self.rng.sample(sorted(self.sight.world.users), FEW):
            if not self.sight.world.users[user].get("bot"):
                page = self.sight.page_of(user, is_own=is_panel)
                yield self._by(user, found, page, "by another, elsewhere")
        if is_panel:
            user, other = self.sight.reader(found.message), found._replace(custom_id=_later(found))
            yield self._by(user, other, found.message, "at another moment")

    def _by(self, user: str, found: Specimen, page: Json, why: str) -> Deed:
        """Whoever does not see the page has found the id elsewhere."""
        if self.sight.is_private(page) and user not in (
            message_readers(self.sight.world, page) or ()
        ):
            page = self.sight.page_of(user)
        values = self._offered(list(found.values))
        return self._pressed(user, page, found.custom_id, found.type, values, [why])

    def any(self) -> Deed:
        way = self.rng.random()
        if way > 1 - TIMELY and (found := self.sight.timely):
            return self._as_offered(*self.rng.choice(found))
        if way < MEANT and self.sight.places:
            return self._meant(self.rng.choice(self.sight.places))
        return self._near() if way < 0.6 else self._wild()

    def _as_offered(self, user: str, found: Specimen) -> Deed:
        """Nothing is wrong with it."""
        many = self.rng.randint(found.least, found.most) if found.values else 0
        values = self.rng.sample(found.values, min(many, len(found.values)))
        return self._pressed(user, found.message, found.custom_id, found.type, values, ["as it is"])

    def _meant(self, place: Place) -> Deed:
        """What could well be done there, by one of the table or by somebody else."""
        rng, number = self.rng, base36(place.table)
        user = place.user if place.user and rng.random() < 0.7 else self.sight.anybody()
        verb = rng.choice([*CHANGES] if place.phase == "lobby" else AT_A_TABLE)
        verb = "unplan" if place.has_plans and rng.random() < 0.3 else verb
        form, values = f"t:{number}:{verb}", list[str]()
        match rng.randrange(8):
            case _ if place.free is not None:
                form = f"j:{number}:{place.free}"
            case 0:
                form = f"{rng.choice('vw')}:{number}:{rng.choice(MATTERS)}"
            case 1:
                form = f"c:{base36(self.sight.challenges[-1])}:{rng.choice(OF_A_CHALLENGE)}"
            case 2 if place.phase == "lobby":
                form, values = f"o:{number}:_hours", [rng.choice(("6", "12", "24"))]
        kind, page = SELECT if values else BUTTON, self._page(user, place)
        return self._pressed(user, page, form, kind, values, ["at a table"])

    def _page(self, user: str, place: Place) -> Json:
        """Where the table is, or where only the user sees it."""
        there = [each for each in self.sight.messages if each["channel_id"] == place.channel]
        public = [each for each in there if not self.sight.is_private(each)]
        public = [each for each in public if self.sight.is_there(each)]
        if public and self.rng.random() < 0.7:
            return self.rng.choice(public)
        return self.sight.page_of(user, is_own=True)

    def _near(self) -> Deed:
        """As it is offered, but for one thing at most: who, where, when or what."""
        rng, found = self.rng, self._specimen()
        custom_id, values = found.custom_id, list(found.values)
        user, message = self.sight.reader(found.message), found.message
        match rng.randrange(9):
            case 0 | 1:
                why, user = "by another", self.sight.anybody()
                message = self.sight.page_of(user)
            case 2 | 3:
                why, message = "elsewhere", self.sight.page_of(user)
            case 4 | 5:
                why = rng.choice(NEAR)
                custom_id = BENDS[why](rng, custom_id, self.sight.others)
            case _:
                why = "as offered"
        if found.type != BUTTON:
            values = self._values(values) if rng.random() < 0.3 else self._offered(values)
        return self._pressed(user, message, custom_id, found.type, values, [why])

    def _wild(self) -> Deed:
        """Whatever comes to mind."""
        rng, found, why = self.rng, self._specimen(), []
        custom_id, kind, values = found.custom_id, found.type, list(found.values)
        user, message = self.sight.reader(found.message), found.message
        if rng.random() < 0.25:
            user = self.sight.anybody()
            message = self.sight.page_of(user)
            why.append("by another")
        for _ in range(rng.choice((1, 1, 2))):
            custom_id, named = bent_id(rng, custom_id, self.sight.others)
            why.append(named)
        if rng.random() < 0.1:
            kind = rng.choice((BUTTON, SELECT, 5, 6, 7, 8, 1, 99))
            why.append(f"type {kind}")
        return self._pressed(user, message, custom_id, kind, self._values(values), why)

    def _pressed(
        self, user: str, message: Json, custom_id: str, kind: int, values: list[str], why: list[str]
    ) -> Deed:
        if custom_id == FORGETS and self.rng.random() < 0.8:
            custom_id = "f:you"
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": 1}
        if kind != BUTTON:
            data["values"] = values
        what = f"a press on {custom_id[:60]!r} {values[:2] if kind != BUTTON else ''}"
        return self.sight.deed(COMPONENT, user, message["channel_id"], data, message, what, why)

    # What is pressed on

    def _specimen(self) -> Specimen:
        """Every kind, however rare its messages are; those that are not there are made."""
        kind = self.rng.choice(OFTEN)
        found = self.sight.by_kind.get(kind)
        return self.rng.choice(found[self.rng.choice([*found])]) if found else self._made(kind)

    def _made(self, kind: str) -> Specimen:
        rng = self.rng
        number = base36(rng.choice(self.sight.challenges if kind == "c" else self._near_tables()))
        setting = rng.choice(("hand", "pings", "reminders", "digest", "away", "door"))
        forms = {
            **dict.fromkeys(OF_A_PANEL, f"{kind}:{number}:{rng.randrange(9)}:done"),
            **dict.fromkeys("cotvwj", f"{kind}:{number}:{rng.choice(VERBS)}"),
            "r": f"r:{number}:{rng.randrange(9)}:{rng.choice(VERBS)}~{rng.randrange(3)}",
            "p": f"p:help:{rng.randrange(9)}",
            "u": f"u:{setting}",
            "f": FORGETS,
        }
        is_select = kind in "sbuo" or forms[kind].endswith(":ask")
        message = rng.choice(self.sight.messages)
        return Specimen(forms[kind], SELECT if is_select else BUTTON, (), message)

    def _near_tables(self) -> list[int]:
        """The newest, which are most alive, and one that is not there."""
        found = self.sight.tables[-NEWEST:]
        return [*found, found[-1] + 1]

    def _values(self, offered: list[str]) -> list[str]:
        rng = self.rng
        match rng.randrange(8):
            case 0:
                return []
            case 1:
                many = rng.choice((1, 1, 2, 26))
                return [rng.choice(("", "a:", "m:")) + some_word(rng) for _ in range(many)]
            case 2:
                return offered * 2
            case 3:
                found = [each for each in self.sight.specimens if each.values]
                return [rng.choice(rng.choice(found).values)] if found else [rng.choice(HOSTILE)]
            case 4 if offered:
                return [bent_id(rng, rng.choice(offered), offered)[0]]
        return self._offered(offered)

    def _offered(self, offered: list[str]) -> list[str]:
        return self.rng.sample(offered, min(len(offered), self.rng.choice((1, 1, 1, 2, 2, 3, 5))))


def _later(found: Specimen) -> str:
    kind, table, moves, words = found.custom_id.split(":")
    return f"{kind}:{table}:{base36(int(moves, 36) + 1)}:{words}"
