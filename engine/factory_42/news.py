"""Sums up what happened since a player's last action and what a round brought."""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.factory_42.card_text import effect
from engine.factory_42.cards import EVENTS
from engine.factory_42.log import basket_clause, sentence
from engine.factory_42.phrases import card_name, named_place
from engine.factory_42.view import PlayerView, View
from engine.kernel.events import Event, readable
from engine.kernel.game import Names
from engine.kernel.news import Line, Part, Recap, Share, Track, by_seat, digest_lines, lead
from engine.kernel.phrases import clipped, joined, plural

NOTHING_MADE = "made nothing"

# --- what a seat did ----------------------------------------------------------------------------


def _parts(events: Sequence[Event], names: Names) -> list[Part]:
    """Sum up one seat's events: goods first, then what concerns others, then the rest."""
    goods: list[Part] = []
    ships: list[Part] = []
    others: list[Part] = []
    baskets: dict[str, list[Any]] = {}  # what was done in all baskets of a kind
    for kind, seat, facts, _ in events:
        if kind == "made":
            goods.append(Part(f"made {card_name(facts[0])}"))
        elif kind == "did" and facts[0] == "ship":
            whose = "their own Dock" if facts[2] == seat else clipped(names[facts[2]])
            ships.append(Part(f"shipped Railcar {facts[1]} to {whose}", f"shipped to {whose}"))
        elif kind == "did" and facts[0] == "research":
            goods.append(Part(f"researched {card_name(facts[1])}"))
        elif kind == "did" and facts[0] in _DEEDS:
            others.append(Part(_DEEDS[facts[0]]))
        elif kind == "lost" or (kind == "did" and facts[0] == "lose"):
            lost = "Rosettes" if facts[-1] == "rosettes" else "VP"
            others.append(Part(f"lost {lost} for open orders", f"lost {lost}"))
        elif kind == "basket":
            baskets.setdefault(facts[0], []).extend(facts[1:])
        elif kind == "hero":
            goods.append(Part("was Hero of Labor", "Hero of Labor"))
    others += [_basket(asks, steps) for asks, steps in baskets.items()]
    return [*goods, *ships, *_placed(events), *others]


_DEEDS = {
    "bribe": "bribed the committee",
    "favour": "called in a favor",
    "fame": "exploited their fame",
    "cheat": "cheated",
    "enter": "entered the Embassy",
    "double": "had two Railcars shipped",
    "pass": "passed",
    "ready": "is ready",
}
_BASKETS = {
    "requisition": "requisitioned cubes",
    "load": "loaded a Railcar",
    "bag": "filled the Bag",
    "spike": "spiked Railcars",
    "burn": "burned cubes",
    "trade": "traded",
    "scrap": "scrapped cubes",
    "incinerate": "incinerated cubes",
    "cleanup": "cleaned up",
}


def _basket(asks: str, steps: Sequence[Any]) -> Part:
    short = _BASKETS.get(asks, "moved cubes")
    clause = basket_clause(asks, steps)
    return Part(f"{short}: {clause}", short) if len(clause) < 40 else Part(short)


def _placed(events: Sequence[Event]) -> Iterator[Part]:
    """List where the seat's meeples went, in one part."""
    where = [
        named_place(facts[1:])
        for kind, _, facts, _ in events
        if kind == "did" and facts[0] in ("place", "commissar")
    ]
    if where:
        short = f"placed {plural(len(where), 'meeple')}"
        yield Part(f"{short} ({', '.join(where)})", short)


# --- since a player's last action ---------------------------------------------------------------


def digest(events: Sequence[Event], seat: int, names: Names) -> list[Line]:
    return digest_lines(events, seat, names, _parts, _own)


def _own(events: Sequence[Event], seat: int, names: Names) -> Iterator[str]:
    """Sum up what others did to the seat."""
    for kind, who, facts, _ in events:
        if who is None or who == seat:
            continue
        if kind == "did" and facts[0] == "ship" and facts[2] == seat:
            yield f"got Railcar {facts[1]} from {clipped(names[who])}."
        elif kind == "offered" and facts[1] == seat:
            yield f"got an offer from {clipped(names[who])}: deal {facts[0]}."
        elif kind == "answered" and facts[1] == seat:
            yield f"got an answer: {clipped(names[who])} {facts[2]} deal {facts[0]}."


# --- a round ------------------------------------------------------------------------------------


def recap(events: Sequence[Event], view: View, names: Names) -> Recap:
    public = list(readable(events, None))
    done = dict(by_seat(public))
    before, now = _points(public)
    seats = range(len(names))
    if now:
        seats = sorted(seats, key=lambda seat: -now[seat])  # type: ignore[assignment]
    shares = tuple(
        Share(
            seat,
            tuple(_parts(done.get(seat, []), names)) or (Part(NOTHING_MADE),),
            now[seat] - before[seat] if now else None,
            now[seat] if now else None,
            _tracks(done.get(seat, []), view.players[seat]),
        )
        for seat in seats
    )
    short = tuple(map(clipped, names))
    judged = tuple(sentence(event, short) for event in public if event.kind == "judged")
    alarmed, coming = alarm(view, names), _coming(view, names)
    return Recap(_headline(public, view, names), shares, alarmed, coming, judged)


def _tracks(events: Sequence[Event], player: PlayerView) -> tuple[Track, ...]:
    """The goods of the round and the Rosettes that are left."""
    made = sum(event.kind == "made" for event in events)
    return Track("goods", made, made), Track("Rosettes", player.rosettes, 0)


def _points(events: Sequence[Event]) -> tuple[Sequence[int], Sequence[int]]:
    """Return each player's points before and after the round; empty if it wasn't scored."""
    for kind, _, facts, _ in reversed(events):
        if kind == "points":
            return facts[1], facts[0]
    return (), ()


def _headline(events: Sequence[Event], view: View, names: Names) -> str:
    if view.result:
        winners = [clipped(names[seat]) for seat in view.result.winners]
        return f"{joined(winners)} win" if len(winners) > 1 else f"{winners[0]} wins"
    made = sum(kind == "made" for kind, *_ in events)
    burst = ", the boiler burst" if any(kind == "rupture" for kind, *_ in events) else ""
    standing = lead([(clipped(names[p.seat]), p.vp) for p in view.players])
    headline = f"{plural(made, 'good')} made{burst}. {standing}"
    return headline if len(headline) <= 90 else f"{plural(made, 'good')} made{burst}"


def _coming(view: View, names: Names) -> str:
    if view.result:
        return ""
    if not view.event:
        return ""
    said = f". {effect(view.event)}" if EVENTS[view.event].effects else ""
    return f"Round {view.round}: {card_name(view.event)}{said}"


# --- the end is near ----------------------------------------------------------------------------


def alarm(view: View, names: Names) -> str:
    if view.result or view.round < view.last_round:
        return ""
    return "This is the last round."
