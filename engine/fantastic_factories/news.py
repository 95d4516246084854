"""Tell what happened since a player's last action, and what a round brought, in a few words.

Cogs read it through `Game.news`.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.fantastic_factories.amounts import Gain
from engine.fantastic_factories.cards import BLUEPRINTS, ON_BUILD, ON_GOOD, prestige
from engine.fantastic_factories.contractors import CONTRACTORS, RevealCost
from engine.fantastic_factories.phrases import amounts, card_name, gained, plural, shared, yielded
from engine.fantastic_factories.state import CARDS_TO_END, GOODS_TO_END
from engine.fantastic_factories.uses import use_of
from engine.fantastic_factories.view import MachineView, PlayerView, View
from engine.kernel.events import Event, readable
from engine.kernel.game import Names
from engine.kernel.news import Line, Part, Recap, Share, Track, by_seat, lead, sentence
from engine.kernel.phrases import capital, clipped, joined

MACHINE = "The Machine"
ON_OCCASION = {**ON_GOOD, **ON_BUILD}

# --- what a seat did --------------------------------------------------------------------------


@dataclass(slots=True)
class Deeds:
    """What one seat did and gained, counted."""

    built: list[str] = field(default_factory=list)
    made: Counter[str] = field(default_factory=Counter)  # goods, by the name of what made them
    took: list[str] = field(default_factory=list)
    hired: list[str] = field(default_factory=list)
    swept: list[str] = field(default_factory=list)  # rows of the market
    got: Counter[str] = field(default_factory=Counter)  # metal, energy and cards
    floors: set[tuple[str, int]] = field(default_factory=set)  # values that lie there


DeedsBySeat = dict[int | None, Deeds]  # None: The Machine


def count_deeds(events: Iterable[Event]) -> DeedsBySeat:
    deeds: DeedsBySeat = {}
    for event in events:
        if event.kind in _COUNTED:
            _COUNTED[event.kind](deeds, event.seat, event.facts)
    return deeds


def _of(deeds: DeedsBySeat, seat: int | None) -> Deeds:
    return deeds.setdefault(seat, Deeds())


def _did(deeds: DeedsBySeat, seat: int | None, action: Any) -> None:
    if action[0] in _DONE:
        _DONE[action[0]](_of(deeds, seat), action)
    if action[0] == "hire" and len(action) > 4:
        _gain(_of(deeds, action[4]), CONTRACTORS[action[1]].opponent)


def _gain(deeds: Deeds, gain: Gain | None) -> None:
    """Count a gain without its cards, which are counted when they are drawn."""
    pairs = gained(gain) if gain else []
    deeds.got.update({name: count for name, count in pairs if name != "card"})


def _hire(deeds: Deeds, action: Any) -> None:
    deeds.hired.append(action[1])
    _gain(deeds, CONTRACTORS[action[1]].gain)


def _generate(deeds: Deeds, action: Any) -> None:
    deeds.got["energy"] += action[1] + (action in deeds.floors)
    deeds.floors.add(action)


def _mine(deeds: Deeds, action: Any) -> None:
    deeds.got["metal"] += 1 + (action in deeds.floors)
    deeds.floors.add(action)


def _use(deeds: Deeds, action: Any) -> None:
    use = use_of(tuple(action[1:]))
    for thing, count in yielded(use):
        if thing == "good":
            deeds.made[use.card.row.name] += count
        elif thing != "card":
            deeds.got[thing] += count


def _revealed(deeds: DeedsBySeat, seat: int | None, facts: Any) -> None:
    """Count the Investor's gain by the revealed card; the Engineer's card counts as built."""
    own = _of(deeds, seat)
    if own.hired and isinstance(CONTRACTORS[own.hired[-1]].job, RevealCost):
        card = BLUEPRINTS[facts[0]]
        own.got.update({"metal": card.metal, "energy": card.energy})


_DONE: dict[str, Callable[[Deeds, Any], None]] = {
    "take": lambda deeds, action: deeds.took.append(action[1]),
    "hire": _hire,
    "refresh": lambda deeds, action: deeds.swept.append(action[1]),
    "build": lambda deeds, action: deeds.built.append(action[1]),
    "use": _use,
    "generate": _generate,
    "mine": _mine,
}
_COUNTED: dict[str, Callable[[DeedsBySeat, int | None, Any], None]] = {
    "did": _did,
    "drew": lambda deeds, seat, facts: _of(deeds, seat).got.update({"card": facts[0]}),
    "revealed": _revealed,
    "engineered": lambda deeds, seat, facts: _of(deeds, seat).built.append(facts[0]),
    "triggered": lambda deeds, seat, facts: _gain(_of(deeds, seat), ON_OCCASION[facts[0]]),
    "machine_built": lambda deeds, seat, facts: _of(deeds, None).built.append(facts[0]),
    "machine_made": lambda deeds, seat, facts: _of(deeds, None).made.update({facts[0]: 1}),
}


def _main(deeds: Deeds, made: str = "") -> list[Part]:
    """List what makes a difference, the weightiest first."""
    parts: list[Part] = []
    goods = deeds.made.total()
    if deeds.built:
        names = joined(map(card_name, deeds.built))
        count = len(deeds.built)
        parts.append(Part(f"built {names}", f"built {count} cards" if count > 1 else ""))
    if goods:
        text = f"{made}{plural(goods, 'good')}"
        parts.append(Part(f"{text} ({', '.join(+deeds.made)})", text))
    parts += [Part(f"took {card_name(card)}") for card in deeds.took]
    parts += [Part(f"hired {card_name(card)}") for card in deeds.hired]
    return parts


# --- since a player's last action -------------------------------------------------------------


def digest(events: Sequence[Event], seat: int, names: Names) -> list[Line]:
    visible = list(readable(events, seat))
    deeds, gifts = count_deeds(visible), list(_gifts(visible, seat, names))
    actors = [actor for actor, _ in by_seat(event for event in visible if event.kind == "did")]
    actors.sort(key=lambda actor: actor != seat)
    lines = []
    for actor in actors:
        told_hires = {card for giver, card in dict(gifts) if giver == actor}
        if parts := _since(deeds.get(actor, Deeds()), told_hires):
            lines.append(Line(actor, sentence(parts)))
    return [*(Line(seat, text) for _, text in gifts), *lines]


def _since(deeds: Deeds, told_hires: Collection[str]) -> list[Part]:
    """Tell a seat's deeds without amounts: what a die brought may depend on dice placed earlier."""
    known = [Part(f"hired {card_name(card)}") for card in told_hires]
    parts = [part for part in _main(deeds, made="made ") if part not in known]
    parts += [Part(f"refreshed the {row}") for row in dict.fromkeys(deeds.swept)]
    kinds = [kind for kind in ("metal", "energy") if deeds.got[kind]]
    if deeds.got["card"]:
        kinds.append("cards")
    if not parts and not known and kinds:
        return [Part(f"gathered {joined(kinds)}")]
    return parts


def _gifts(
    events: Sequence[Event], seat: int, names: Names
) -> Iterator[tuple[tuple[int | None, str], str]]:
    """Yield what others' contractors gave the seat, with who hired which one."""
    giver: int | None = None
    name = ""
    for kind, who, facts, _ in events:
        if kind == "did":
            is_gift = facts[0] == "hire" and facts[4:5] == (seat,)
            giver, name = (who, facts[1]) if is_gift else (None, "")
            if name and amounts(_without_cards(name)):
                yield (giver, name), _got(shared(CONTRACTORS[name]), giver, name, names)
        elif name and kind == "drew_cards" and who == seat:
            yield (giver, name), _got(joined(map(card_name, facts)), giver, name, names)


def _without_cards(contractor: str) -> list[tuple[str, int]]:
    gain = CONTRACTORS[contractor].opponent
    return [pair for pair in gained(gain) if pair[0] != "card"] if gain else []


def _got(what: str, giver: int | None, contractor: str, names: Names) -> str:
    return f"got {what} from {_called(giver, names)}'s {card_name(contractor)}."


# --- a round ----------------------------------------------------------------------------------


def recap(events: Sequence[Event], view: View, names: Names) -> Recap:
    public = list(readable(events, None))
    deeds = count_deeds(public)
    players = sorted(view.players, key=_standing, reverse=True)
    shares = [_share(player, deeds.get(player.seat, Deeds())) for player in players]
    if view.machine:
        shares.append(_machine_share(view.machine, deeds.get(None, Deeds())))
        shares.sort(key=lambda share: -(share.points or 0))
    return Recap(
        _headline(view, shares, names),
        tuple(shares),
        alarm(view, names),
        _coming(view, public, names),
    )


def _standing(player: PlayerView) -> tuple[int, int, int, int]:
    """Return the standing by which the winner is found."""
    return player.score, player.metal, player.energy, player.hand_size


def _share(player: PlayerView, deeds: Deeds) -> Share:
    compound = [building.card for building in player.compound]
    count, goods = len(deeds.built), deeds.made.total()
    before = compound[: len(compound) - count]
    resources = [] if (parts := _main(deeds)) else amounts(_resources(deeds))
    return Share(
        player.seat,
        (*parts, *([Part(joined(resources))] if resources else [])),
        goods + prestige(compound) - prestige(before),
        player.score,
        (
            Track("goods", player.goods, goods, GOODS_TO_END),
            Track("built", len(compound), count, CARDS_TO_END),
        ),
    )


def _resources(deeds: Deeds) -> list[tuple[str, int]]:
    return [(thing, deeds.got[thing]) for thing in ("metal", "energy", "card")]


def _machine_share(machine: MachineView, deeds: Deeds) -> Share:
    """Tell The Machine's round. Its buildings give it points, but never end the game."""
    goods = deeds.made.total()
    worth = sum(1 + BLUEPRINTS[card].is_monument for card in deeds.built)
    track = Track("goods", machine.goods, goods, GOODS_TO_END)
    return Share(None, tuple(_main(deeds)), goods + worth, machine.score, (track,))


def _headline(view: View, shares: Sequence[Share], names: Names) -> str:
    entrants = [(_called(share.seat, names), share.points or 0) for share in shares]
    if not view.result:
        return lead(entrants)
    winners = [_called(seat, names) for seat in view.result.winners] or [MACHINE]
    best, *others = sorted((points for _, points in entrants), reverse=True)
    if len(winners) > 1:
        return f"{joined(winners)} share the win with {best} points"
    if others and best == others[0]:
        return f"{winners[0]} wins a tie at {best}"
    return f"{winners[0]} wins, {best} to {others[0]}" if others else f"{winners[0]} wins"


def _called(seat: int | None, names: Names) -> str:
    return MACHINE if seat is None else clipped(names[seat])


def _coming(view: View, events: Iterable[Event], names: Names) -> str:
    if view.result:
        return ""
    new = ", ".join(map(card_name, _arrived(events, view)))
    return " · ".join(
        (
            f"Round {view.round}: {_called(view.first, names)} begins",
            *([f"new in the market: {new}"] if new else []),
        )
    )


def _arrived(events: Iterable[Event], view: View) -> list[str]:
    """List the blueprints that came into the market in this round and still lie there."""
    came = [event.facts[1] for event in events if event.kind == "arrived"]
    lying = Counter(slot.card for slot in view.blueprints.row if slot.card)
    return list((lying & Counter(came)).elements())


# --- the end is near --------------------------------------------------------------------------


def alarm(view: View, names: Names) -> str:
    if view.result:
        return ""
    if view.ended_by:
        who, why = _reached(view, names)
        return (
            f"This is the last round: {who} {why}."
            if view.final
            else (f"{capital(who)} {why}: one more round after this one.")
        )
    near = [line for player in view.players if (line := _lacks(view, player, names))]
    if view.machine and view.machine.goods == GOODS_TO_END - 1:
        near.append(f"{MACHINE} needs 1 more good")
    if len(near) > 2:
        return f"{len(near)} players are one step from the end."
    return f"{capital(joined(near))} to end the game." if near else ""


def _reached(view: View, names: Names) -> tuple[str, str]:
    assert view.ended_by
    seat, why = view.ended_by
    is_own = seat is not None and seat == view.seat
    reached = f"{GOODS_TO_END} goods" if why == "goods" else f"{CARDS_TO_END} buildings"
    return ("you", f"have {reached}") if is_own else (_called(seat, names), f"has {reached}")


def _lacks(view: View, player: PlayerView, names: Names) -> str:
    """Say what a player who is one step from the end still needs."""
    things = []
    if player.goods == GOODS_TO_END - 1:
        things.append("good")
    if len(player.compound) == CARDS_TO_END - 1:
        things.append("building")
    if not things:
        return ""
    who = "you need" if player.seat == view.seat else f"{_called(player.seat, names)} needs"
    return f"{who} 1 more {' or '.join(things)}"
