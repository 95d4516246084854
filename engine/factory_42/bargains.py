"""The part of the panel for deals: answer offers, draft one clause by clause, send it."""

from collections.abc import Collection

from engine.factory_42.board import BOARD
from engine.factory_42.choices import deal_with
from engine.factory_42.log import terms
from engine.factory_42.state import PHASES
from engine.factory_42.view import DealView, DraftView, View
from engine.kernel.game import Names
from engine.kernel.panel import Aside, Form, Place, Region
from engine.kernel.phrases import capital, clipped

_PHASE = {phase: number for number, phase in enumerate(PHASES)}
_SAID = {"open": "open", "accepted": "agreed", "declined": "declined", "withdrawn": "withdrawn"}
_SAID |= {"lapsed": "not answered", "judged": "kept"}
_SENDING = Region(
    "send",
    Form.BUTTONS,
    (Place((("send",),), "Send the offer", is_main=True), Place((("drop",),), "Drop the draft")),
)


def aside(view: View, names: Names, people: Collection[int]) -> Aside | None:
    """Return the answers, and the draft or those with whom one can be begun.

    An autopilot makes no deals, so nobody is offered one with it.
    """
    if view.seat is None or not _PHASE["talk"] <= _PHASE[view.phase] < _PHASE["scoring"]:
        return None
    waiting = [deal for deal in view.deals if deal.status == "open" and deal.sides[1] == view.seat]
    if not view.deals and not {*people} - {view.seat}:
        return None
    button = f"Deals · {len(waiting)}" if waiting else "Deals"
    writing = _writing(view.draft, names) if view.draft else (_partners(view, names, people),)
    answers = _answers("Answer an offer" if waiting else "Withdraw an offer")
    return Aside(button, "Deals", tuple(_lines(view, names)), (answers, *writing))


def _answers(title: str) -> Region:
    place = Place((("accept",), ("decline",), ("withdraw",)), "Answer")
    none = "No offer to answer"
    return Region("answers", Form.SELECT, (place,), title=title, counted="", none=none)


def _partners(view: View, names: Names, people: Collection[int]) -> Region:
    others = [seat for seat in range(len(view.players)) if seat in people and seat != view.seat]
    places = tuple(Place((("propose", seat),), deal_with(names[seat])) for seat in others)
    return Region("partners", Form.BUTTONS, places, 2)


def _writing(draft: DraftView, names: Names) -> tuple[Region, ...]:
    other = clipped(names[draft.other])
    mine = _promise("me", "I promise to …", "You can't promise more")
    return mine, _promise("you", f"{other} promises to …", f"{other} can't promise more"), _SENDING


def _promise(side: str, title: str, none: str) -> Region:
    place = Place((("clause", side),), title)
    return Region(side, Form.SELECT, (place,), title=title, counted="", none=none)


def _lines(view: View, names: Names) -> list[str]:
    """Describe the deals of this round, then the viewer's own draft."""
    short_names = [clipped(name) for name in names]
    lines = [_deal(deal, view, short_names) for deal in view.deals if any(deal.clauses)]
    if draft := view.draft:
        clauses = terms("you", short_names[draft.other], draft.me, draft.you, short_names)
        lines.append(f"Your draft for {short_names[draft.other]}: {clauses or 'nothing yet'}.")
    fine = f"costs {BOARD.fine} VP" if view.has_fines else "costs nothing, but everyone sees it"
    none = ["Nobody has offered a deal in this round."]
    return [*(lines or none), f"A broken deal {fine}."]


def _deal(deal: DealView, view: View, names: list[str]) -> str:
    me, you = ("you" if seat == view.seat else names[seat] for seat in deal.sides)
    state = "broken" if deal.broken else _SAID[deal.status]
    return f"{deal.number}. {capital(terms(me, you, *deal.clauses, names))} ({state})."
