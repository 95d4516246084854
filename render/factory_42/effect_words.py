"""Says what an Invention does in two short lines on its card; `card_text` has the full text."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.factory_42.cards import INVENTIONS
from engine.kernel.phrases import plural

Lines = tuple[str, ...]
NEXT = {"small": "medium", "medium": "large"}
NONE: Lines = ("it has never", "worked")


def effect_lines(name: str) -> Lines:
    effect = INVENTIONS[name].effect
    return _SAID[effect.do](effect) if effect else NONE


def _things(bundle: Mapping[str, int]) -> str:
    words = {"rosette": "rosette", "vp": "point"}
    said = (
        plural(count, words[name]) if name in words else f"{count} {name}"
        for name, count in bundle.items()
    )
    return ", ".join(said)


def _gain(effect: Any) -> Lines:
    rosettes = [plural(effect.rosettes, "rosette")] if effect.rosettes else []
    cubes = [_things(effect.cubes)] if effect.cubes else []
    return ("gain", " and ".join([*cubes, *rosettes]))


def _bonus(effect: Any) -> Lines:
    more = plural(effect.rosettes, "rosette")
    if "optimal" not in effect.qualities:
        return ("an order below", f"optimal: +{more}")
    return (f"{' or '.join(effect.qualities)} order:", f"+{more}")


_SAID: dict[str, Callable[[Any], Lines]] = {
    "take_from_pool": lambda effect: ("take 1 cube", "from the pool"),
    "private_steam": lambda effect: ("gain", f"{effect.amount} private steam"),
    "siphon_steam": lambda effect: (f"{effect.most} steam", "become private"),
    "upgrade": lambda effect: (f"{effect.size} cube", f"grows to {NEXT[effect.size]}"),
    "convert": lambda effect: (_things(effect.give), f"become {_things(effect.get)}"),
    "gain": _gain,
    "move_own": lambda effect: (f"move {plural(effect.moves, 'cube')}:", "docks, warehouse"),
    "requisition": lambda effect: (f"{plural(effect.points, 'point')} of", "cubes for you"),
    "bellows": lambda effect: (
        f"1 cube: {effect.steam} steam",
        f"and {plural(effect.rosettes, 'rosette')}",
    ),
    "take_from_railcar": lambda effect: (f"1 {effect.category}", "from any railcar"),
    "rummage": lambda effect: (f"draw {effect.cubes} from", "the bag, keep 1"),
    "trade": lambda effect: ("one trade", "now"),
    "discount": lambda effect: ("1 good needs", f"1 {effect.category} less"),
    "discount_steam": lambda effect: ("goods need", f"{effect.by} steam less"),
    "bonus_on_order": _bonus,
    "second_good": lambda effect: ("second good at", "manufacturium 1"),
    "redeploy": lambda effect: ("this worker", "works again"),
    "scrap": lambda effect: (
        f"scrap {plural(effect.cubes, 'cube')}:",
        plural(effect.rosettes, "rosette"),
    ),
}
