"""Deals between two players (ruling 83): how they are written, offered, answered and judged."""

from collections.abc import Callable, Iterator
from typing import Any

from engine.factory_42.board import BOARD
from engine.factory_42.places import place_of, words_of
from engine.factory_42.resources import MAGIC, RESOURCES
from engine.factory_42.state import LOCATIONS, PHASES, Clause, Deal, Draft, State
from engine.factory_42.stock import gain_vp
from engine.kernel.codes import Action
from engine.kernel.events import Fact

VERBS_OF_DEALS = ("propose", "clause", "drop", "send", "accept", "decline", "withdraw")
_MAX_COUNT = BOARD.deals.most
_BEGUN_BY = {"pool": "requisition", "load": "loading", "spike": "spiking", "burn": "steam"}
_PHASE = {phase: number for number, phase in enumerate(PHASES)}


def is_time_for_deals(state: State) -> bool:
    """Whether the round is between the end of the draw and the beginning of scoring."""
    return _PHASE["talk"] <= _PHASE[state.phase] < _PHASE["scoring"]


def asides(state: State, seat: int) -> list[Action]:
    if not is_time_for_deals(state):
        return []
    draft = state.players[seat].draft
    actions = _answers(state, seat)
    if draft is None:
        if _sent(state, seat) >= BOARD.deals.offers:
            return actions
        return actions + [
            ("propose", other) for other in range(len(state.players)) if other != seat
        ]
    clauses = _writable(state)
    for side, written in (("me", draft.me), ("you", draft.you)):
        if len(written) < BOARD.deals.clauses:
            actions += [("clause", side, *clause) for clause in clauses if clause not in written]
    if draft.me or draft.you:
        actions.append(("send",))
    return [*actions, ("drop",)]


def _sent(state: State, seat: int) -> int:
    """Count the offers that the seat has made this round."""
    return sum(deal.sides[0] == seat and deal.round == state.round for deal in state.deals)


def _answers(state: State, seat: int) -> list[Action]:
    actions: list[Action] = []
    for number, deal in enumerate(state.deals, 1):
        if deal.status == "open" and deal.sides[1] == seat:
            actions += [("accept", number), ("decline", number)]
        if deal.status == "open" and deal.sides[0] == seat:
            actions.append(("withdraw", number))
    return actions


def _writable(state: State) -> list[Clause]:
    """List the clauses whose location is open and hasn't begun."""
    clauses = [clause for verb in _BEGUN_BY if verb != "burn" for clause in _hauls(state, verb)]
    seats = range(len(state.players))
    if _is_ahead(state, "shipping"):
        clauses += [("ship", seat) for seat in seats] + [("spare", seat) for seat in seats]
    if _is_ahead(state, "steam"):
        clauses += [("burn", count) for count in range(1, _MAX_COUNT["burn"] + 1)]
    if _PHASE[state.phase] <= _PHASE["place"]:
        places = [place for place in LOCATIONS if _is_ahead(state, place)]
        clauses += [(verb, *words_of(place)) for place in places for verb in ("place", "avoid")]
    if _PHASE[state.phase] < _PHASE["manufacturium2"]:
        clauses += [("make", order.name) for order in state.orders]
    return clauses


def _hauls(state: State, verb: str) -> Iterator[Clause]:
    """List clauses about cubes put into the Pool, into Railcars or taken from the Bag."""
    if not _is_ahead(state, _BEGUN_BY[verb]):
        return
    for resource, name in enumerate(RESOURCES):
        if verb != "pool" or resource != MAGIC:
            yield (verb, name)
            yield from ((verb, name, count) for count in range(2, _MAX_COUNT[verb] + 1))


def _is_ahead(state: State, place: str) -> bool:
    is_open = state.is_in_play(place) and place not in state.rules.closed
    return is_open and _PHASE[state.phase] < _PHASE[place]


# --- the verbs ----------------------------------------------------------------------------------


def _propose(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    state.players[seat].draft = Draft(action[1])


def _write(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    draft = state.players[seat].draft
    assert draft
    (draft.me if action[1] == "me" else draft.you).append(action[2:])


def _drop(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    state.players[seat].draft = None


def _send(state: State, seat: int, action: Any, events: list[Fact]) -> None:
    draft = state.players[seat].draft
    assert draft
    clauses = (tuple(draft.me), tuple(draft.you))
    state.deals.append(Deal((seat, draft.other), clauses, round=state.round))
    state.players[seat].draft = None
    events.append(("offered", seat, (len(state.deals), draft.other, *clauses)))


def _answer(status: Any) -> Callable[[State, int, Any, list[Fact]], None]:
    def answer(state: State, seat: int, action: Any, events: list[Fact]) -> None:
        deal = state.deals[action[1] - 1]
        deal.status = status
        if seat == deal.sides[1]:
            events.append(("answered", seat, (action[1], deal.sides[0], status)))

    return answer


VERBS: dict[str | int, Callable[[State, int, Any, list[Fact]], None]] = {
    "propose": _propose,
    "clause": _write,
    "drop": _drop,
    "send": _send,
    "accept": _answer("accepted"),
    "decline": _answer("declined"),
    "withdraw": _answer("withdrawn"),
}


# --- judging ------------------------------------------------------------------------------------


def is_kept(deeds: dict[str, int], clause: Clause) -> bool:
    """Whether what a player did this round fulfills the clause."""
    verb, *args = clause
    if verb in ("pool", "load", "spike"):
        return deeds.get(f"{verb}/{args[0]}", 0) >= (args[1] if len(args) > 1 else 1)  # type: ignore[operator]
    if verb == "burn":
        return deeds.get("burn", 0) >= args[0]  # type: ignore[operator]
    if verb in ("ship", "spare"):
        return bool(deeds.get(f"ship/{args[0]}")) == (verb == "ship")
    if verb in ("place", "avoid"):
        return bool(deeds.get(f"place/{place_of(tuple(args))}")) == (verb == "place")
    return f"make/{args[0]}" in deeds


def judge(state: State, events: list[Fact]) -> None:
    """Name who broke a deal; each pays a fine once per deal, if the table plays with fines."""
    for number, deal in enumerate(state.deals, 1):
        if deal.status == "accepted":
            deal.status = "judged"
            deal.broken = tuple(
                seat
                for seat, clauses in zip(deal.sides, deal.clauses, strict=True)
                if not all(is_kept(state.players[seat].deeds, clause) for clause in clauses)
            )
            fine = BOARD.fine if state.options.deals == "fine" else 0
            for seat in deal.broken:
                gain_vp(state.players[seat], -fine)
            events.append(("judged", None, (number, *deal.sides, deal.broken, fine)))


def lapse(state: State) -> None:
    for deal in state.deals:
        if deal.status == "open":
            deal.status = "lapsed"


def forget_promises(state: State) -> None:
    """Drop the clauses of old deals when a round begins, so that states stay small."""
    for deal in state.deals:
        deal.clauses = ((), ())
