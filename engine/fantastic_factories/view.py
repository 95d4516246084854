"""What a seat or the public may see (ruling 32): pictures, panels and autopilots get only this."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.fantastic_factories.actions import metal_cost
from engine.fantastic_factories.cards import BLUEPRINTS, COPIER, Blueprint, prestige
from engine.fantastic_factories.dice import Dice
from engine.fantastic_factories.machine import machine_score
from engine.fantastic_factories.result import result
from engine.fantastic_factories.state import Machine, Phase, Player, Shelf, State
from engine.kernel.game import Result
from engine.kernel.pools import Amounts, shortage
from engine.kernel.questions import question_for
from engine.kernel.undo import UndoOffer, undo_offer


@dataclass(slots=True)
class SlotView:
    card: str | None
    is_new: bool  # came into the row this round
    tool: str | None = None  # the label above a contractor


@dataclass(slots=True)
class ShelfView:
    row: tuple[SlotView, ...]
    deck: int
    discards: dict[str, int]  # how many of each card


@dataclass(slots=True)
class BuildingView:
    card: str
    used: bool
    dice: Dice
    copied: str | None = None


@dataclass(slots=True)
class HandCardView:
    """A card in the viewer's own hand, its price and what is missing to build it now."""

    card: str
    metal: int
    energy: int
    lacks: Amounts  # metal, energy, partner (no other card with its tool), twin (stands already)


@dataclass(slots=True)
class PlayerView:
    seat: int
    metal: int
    energy: int
    goods: int
    prestige: int
    score: int
    hand_size: int
    compound: tuple[BuildingView, ...]
    dice: Dice
    research: Dice
    generate: Dice
    mine: Dice
    set_dice: int
    rolled_dice: int
    named_dice: int
    done: bool


@dataclass(slots=True)
class MachineView:
    difficulty: str
    compound: tuple[str, ...]
    goods: int
    score: int
    dice: Dice  # its last roll: green, red, blue, purple, yellow
    taken: str | None  # the card it took with that roll


@dataclass(slots=True)
class StartView:
    """What the viewer had when the phase began: by that a panel is laid out until it ends."""

    dice: Dice
    compound: tuple[str, ...]
    named_dice: int


@dataclass(slots=True)
class View:
    seat: int | None
    round: int
    phase: Phase
    first: int
    to_act: tuple[int, ...]
    refreshed: bool
    is_learning: bool
    ended_by: tuple[int | None, str] | None
    final: bool
    blueprints: ShelfView
    contractors: ShelfView
    players: tuple[PlayerView, ...]
    machine: MachineView | None
    hand: tuple[HandCardView, ...]  # the viewer's own; empty for the public
    asked: str | None  # the question the viewer owes an answer to
    start: StartView
    undo: UndoOffer
    result: Result | None


def view(state: State, seat: int | None) -> View:
    question = question_for(state.pending, seat)
    return View(
        seat=seat,
        round=state.round,
        phase=state.phase,
        first=state.first,
        to_act=state.acting,
        refreshed=state.refreshed,
        is_learning=state.is_learning,
        ended_by=state.ended_by,
        final=state.final,
        blueprints=_shelf(state.blueprints, state.round, (None,) * 4),
        contractors=_shelf(state.contractors, state.round, state.labels),
        players=tuple(_player(number, player) for number, player in enumerate(state.players)),
        machine=_machine(state.machine) if state.machine else None,
        hand=_hand(state.players[seat]) if seat is not None else (),
        asked=question.asks if question else None,
        start=_start(state, seat),
        undo=undo_offer(state, seat),
        result=result(state),
    )


def _start(state: State, seat: int | None) -> StartView:
    if seat is None:
        return StartView((), (), 0)
    player = (state.base or state).players[seat]
    return StartView(player.dice, tuple(player.compound), player.named_dice)


def _shelf(shelf: Shelf, now: int, labels: Sequence[str | None]) -> ShelfView:
    slots = zip(shelf.row, shelf.since, labels, strict=True)
    return ShelfView(
        row=tuple(SlotView(card, bool(card) and now == since, tool) for card, since, tool in slots),
        deck=len(shelf.deck.cards),
        discards=dict(sorted(Counter(shelf.deck.discards).items())),
    )


def _player(seat: int, player: Player) -> PlayerView:
    worth = prestige(player.compound)
    return PlayerView(
        seat,
        player.metal,
        player.energy,
        player.goods,
        worth,
        player.goods + worth,
        player.hand_size,
        tuple(_building(player, card) for card in player.compound),
        player.dice,
        player.research,
        player.generate,
        player.mine,
        player.set_dice,
        player.rolled_dice,
        player.named_dice,
        player.done,
    )


def _building(player: Player, card: str) -> BuildingView:
    copied = player.copied if card == COPIER.id else None
    return BuildingView(card, card not in player.ready, player.placed.get(card, ()), copied)


def _machine(machine: Machine) -> MachineView:
    return MachineView(
        machine.difficulty,
        tuple(machine.compound),
        machine.goods,
        machine_score(machine),
        machine.dice,
        machine.taken,
    )


def _hand(player: Player) -> tuple[HandCardView, ...]:
    return tuple(_held(player, BLUEPRINTS[card]) for card in player.cards)


def _held(player: Player, card: Blueprint) -> HandCardView:
    metal, energy = metal_cost(player, card), card.energy
    lacks = shortage(player, (("metal", metal), ("energy", energy)))
    if len(player.hand[card.tool]) < 2:
        lacks += (("partner", 1),)
    if card.id in player.compound and not card.many:
        lacks += (("twin", 1),)
    return HandCardView(card.id, metal, energy, lacks)
