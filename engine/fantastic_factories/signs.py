"""What a card takes and gives, as rows of signs: pictures draw them, words say them."""

from typing import ClassVar, NamedTuple

from engine.fantastic_factories.amounts import Amount, Bundle, Price
from engine.kernel.phrases import plural
from engine.kernel.strict import Strict


class Sign(NamedTuple):
    """One thing paid, placed or gained. "die": as much as the die shows; "x": 1 to 6."""

    kind: str
    amount: Amount | str = 1


Signs = tuple[Sign, ...]
OR = Sign("or")


class Recipe(NamedTuple):
    """Pay the left side, get the right side; a trigger takes the place of the left side."""

    pay: Signs
    get: Signs
    trigger: str | None = None  # "good" or "build"


class Described(Strict):
    """How a card's effect is worded and drawn. Its texts may name its own fields."""

    do: str = ""  # its name in the card table, and the kind of its sign
    words: ClassVar[str] = ""  # what it does: behind what is paid, or a sentence where nothing is
    brief: ClassVar[str] = ""  # below the picture, with `name` and `copies` of the card filled in

    @property
    def signs(self) -> Signs:
        return (Sign(self.do),) if self.do else ()

    @property
    def text(self) -> str:
        return self.words.format(**dict(self))

    def caption(self, name: str, copies: int) -> str:
        """Return a few words for below the picture; if "", the card's dice are named there."""
        return self.brief.format(**dict(self), name=name, copies=copies)


def signs_of(bundle: Price | Bundle, cards: str = "draw") -> Signs:
    order = ("goods", "metal", "energy", "cards")
    amounts = [(name, getattr(bundle, name, 0)) for name in order]
    return tuple(Sign(cards if name == "cards" else name, n) for name, n in amounts if n)


_PHRASES = {
    "pair": "place 2 matching dice",
    "triple": "place 3 matching dice",
    "run": "place 3 dice in sequence, such as 2 3 4",
    "three": "place 3 dice with a total of {} or more",
}


def phrases(signs: Signs, verb: str) -> list[str]:
    """Say what is paid, placed or gained, sign by sign; `verb` is pay, gain or gains."""
    return [_phrase(sign, verb) for sign in signs]


def _phrase(sign: Sign, verb: str) -> str:
    kind, amount = sign
    match kind:
        case "die":
            return f"place a {amount}" if amount else "place any die"
        case "draw":
            return f"draw{'s' if verb == 'gains' else ''} {plural(int(str(amount)), 'card')}"
        case "discard":
            return f"discard {plural(int(str(amount)), 'card')}"
        case "goods":
            return "make a good" if amount == 1 else f"make {amount} goods"
        case _:
            return _PHRASES.get(kind, "").format(amount) or f"{verb} {_resource(sign)}"


def _resource(sign: Sign) -> str:
    kind, amount = sign
    if amount == "x":
        return f"1 to 6 {kind}"
    if amount == "die":
        return f"{kind} equal to the die"
    if isinstance(amount, tuple):
        return f"{amount[0]} {kind} for a 1–3, or {amount[-1]} for a 4–6"
    return f"{amount} {kind}"
