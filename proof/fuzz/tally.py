"""What was sent, and what of it had an effect: a long run must have reached everything."""

from collections import Counter
from collections.abc import Iterator

from cogs import challenges, replay, verbs
from cogs.ids import Kind
from proof.fuzz.acts import Act
from proof.fuzz.cases import CHANGES
from proof.fuzz.deeds import BUTTON, Deed
from proof.fuzz.reading import reading
from proof.trial import Trial
from sandbox.interactions import AUTOCOMPLETE, COMPONENT, MODAL_SUBMIT, SLASH

WHOLE = 10_000  # so many must have reached everything
VERBS = {
    *(f"t:{verb}" for verb in (*verbs.AT_TABLE, *verbs.CHANGES)),
    *(f"c:{verb}" for verb in challenges._VERBS),
    *(f"r:{what}" for what in replay.What),
}
TYPES = {
    SLASH: "commands",
    AUTOCOMPLETE: "completions",
    COMPONENT: "presses",
    MODAL_SUBMIT: "forms",
}
SELECTS = "selects"


class Tally:
    """Counts by type, by kind, by verb and by command."""

    def __init__(self) -> None:
        self.types: Counter[str] = Counter()
        self.words: Counter[str] = Counter()
        self.effects: Counter[str] = Counter()

    def sent(self, deed: Deed, act: Act) -> None:
        is_select = deed.type == COMPONENT and deed.data.get("component_type") != BUTTON
        self.types[SELECTS if is_select else TYPES[deed.type]] += 1
        self.words[act.word] += 1
        if found := reading(str(deed.data.get("custom_id"))):
            self.words[f"kind {found.kind}"] += 1
            self.words[f"r:{found.text}"] += found.kind == Kind.REPLAY

    def had_an_effect(self, act: Act) -> None:
        self.effects[act.word] += 1

    def close(self, trial: Trial, commands: list[str]) -> None:
        """What was counted is told; what a whole run has never reached is a fault."""
        for name in (*TYPES.values(), SELECTS):
            trial.counts[name] += self.types[name]
        trial.counts["words"] += len(self.words)
        trial.counts["words with an effect"] += len(self.effects)
        if trial.counts["interactions"] >= WHOLE:
            for lack in self._lacks(commands):
                trial.fault(lack)

    def _lacks(self, commands: list[str]) -> Iterator[str]:
        for name in (*TYPES.values(), SELECTS):
            if not self.types[name]:
                yield f"there were no {name} at all"
        for word in sorted({*(f"kind {kind}" for kind in Kind), *VERBS, *commands}):
            if not self.words[word]:
                yield f"“{word}” was never sent"
        for word in sorted(CHANGES - set(self.effects)):
            yield f"“{word}” never had an effect"
