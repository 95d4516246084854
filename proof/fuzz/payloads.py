"""Interactions of every kind, as a changed client would send them: nearly right, or not at all."""

from random import Random

from proof.fuzz.breaks import BREAKS, NO_MESSAGE, NOBODY, breaks
from proof.fuzz.commands import Commands
from proof.fuzz.deeds import Deed, Envelope, Sight
from proof.fuzz.presses import Presses
from proof.fuzz.texts import HOSTILE
from sandbox.interactions import AUTOCOMPLETE, MODAL_SUBMIT
from sandbox.world import Json

BROKEN = 0.05  # of them all
FIRST_BROKEN = (
    *("with a part missing", "with a part that is null", "with strange data", NO_MESSAGE),
)


class Forger:
    """Makes them from what the people of the scene see."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.rng = sight, sight.rng
        self.presses, self.commands = Presses(sight), Commands(sight)
        self._first: list[Deed] | None = None

    def next(self) -> Deed:
        """First everything that is there once, so that the smallest trial has seen it."""
        if self._first is None:
            self._first = self._overture()
        while self._first:
            deed = self._first.pop()
            if deed.message is None or self.sight.is_there(deed.message):
                return deed
        return self._any()

    def _overture(self) -> list[Deed]:
        found = [*self.presses.overture(), *self.commands.overture(), self._form()]
        found += self.presses.voices()
        for how in FIRST_BROKEN:
            fitting = [deed for deed in found if how in _ways_to_break(deed)]
            found += [self._broken(deed, how) for deed in self.rng.sample(fitting, 4)]
        self.rng.shuffle(found)
        return sorted(found, key=_is_for_a_lobby)  # those are sent first, before it is started

    def _any(self) -> Deed:
        deed = self._whole()
        while deed.message and not self.sight.is_there(deed.message):
            deed = self._whole()
        if self.rng.random() < BROKEN:
            return self._broken(deed, self.rng.choice(_ways_to_break(deed)))
        return deed._replace(bend=self._odd())

    def _whole(self) -> Deed:
        number = self.rng.random()
        if number < 0.63:
            return self.presses.any()
        if number < 0.90:
            return self.commands.any()
        return self.commands.completion() if number < 0.96 else self._form()

    def _form(self) -> Deed:
        """A filled one, of which we open none."""
        rng, user = self.rng, self.sight.anybody()
        message = self.sight.page_of(user)
        custom_id = rng.choice((*HOSTILE, *self.sight.others))
        field = {"type": 4, "custom_id": custom_id[:100], "value": rng.choice(HOSTILE), "id": 2}
        row = {"type": 1, "id": 1, "components": [field]}
        data = {"custom_id": custom_id, "components": rng.choice(([], [row]))}
        shown = message if rng.random() < 0.7 else None
        return self.sight.deed(MODAL_SUBMIT, user, message["channel_id"], data, shown, "a form", [])

    # Envelopes

    def _odd(self) -> Envelope | None:
        """What may well come one day."""
        rng = self.rng
        if rng.random() < 0.5:
            return None
        locale, is_nobody = rng.choice(("de", "", "xx-YY", "🎲", "x" * 99)), rng.random() < 0.8

        def bend(payload: Json) -> None:
            payload["locale"] = locale
            payload["a_new_field"] = {"of": ["another", "year"]}
            payload.pop("entitlements", None)
            payload.pop("guild_locale", None)
            if "member" in payload and is_nobody:
                payload["member"] = {**payload["member"], "permissions": NOBODY}

        return bend

    def _broken(self, deed: Deed, how: str) -> Deed:
        """What Discord never sends."""
        seed = self.rng.random()
        is_public = deed.message is not None and not self.sight.is_private(deed.message)

        def bend(payload: Json) -> None:
            kept = {"guild_id": payload.pop("guild_id")} if is_public else {}
            BREAKS[how](Random(seed), payload)
            payload.update(kept)  # else everybody's board would be taken for a panel

        return deed._replace(bend=bend, is_possible=False, what=f"{deed.what}, {how}")


def _ways_to_break(deed: Deed) -> list[str]:
    return [how for how in BREAKS if breaks(how, deed.message, deed.type == AUTOCOMPLETE)]


def _is_for_a_lobby(deed: Deed) -> bool:
    return str(deed.data.get("custom_id")).endswith(":join")
