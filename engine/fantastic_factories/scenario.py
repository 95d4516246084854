"""Set up and describe positions of this game for scenario files."""

from typing import Any, Literal

from pydantic import Field

from engine.fantastic_factories.cards import Tool, all_blueprints, prestige
from engine.fantastic_factories.contractors import all_contractors
from engine.fantastic_factories.machine import machine_score
from engine.fantastic_factories.market import fill
from engine.fantastic_factories.result import score
from engine.fantastic_factories.rounds import begin_work, watch_the_end, watch_the_machine
from engine.fantastic_factories.setup import deal_hand, deal_machine, empty_table
from engine.fantastic_factories.state import Options, Shelf, State
from engine.kernel import scenario as kernel
from engine.kernel.luck import KeyedLuck, ScriptedLuck
from engine.kernel.refusal import Refused
from engine.kernel.scenario import Unordered, undealt
from engine.kernel.strict import Strict

Face = Literal[1, 2, 3, 4, 5, 6]
OTHERS = "*"  # in a hand or compound: every blueprint that the file does not name


class PlayerStart(Strict):
    metal: int = Field(1, ge=0, le=99)
    energy: int = Field(2, ge=0, le=99)
    goods: int = Field(0, ge=0, le=99)
    hand: list[str] | None = None
    compound: list[str] = Field(default_factory=list)
    dice: list[Face] | None = None


class MachineStart(Strict):
    compound: list[str] | None = None
    goods: int = Field(0, ge=0)


class Start(kernel.Start):
    round: int = Field(1, ge=1)
    phase: Literal["market", "work"] = "market"
    final: bool = False
    market_blueprints: list[str] | None = Field(None, max_length=4)
    market_contractors: dict[Tool, str] | None = None
    blueprint_deck: list[str] = Field(default_factory=list)
    contractor_deck: list[str] = Field(default_factory=list)
    rolls: list[Face] = Field(default_factory=list)
    player: list[PlayerStart] = Field(default_factory=list)
    machine: MachineStart | None = None


class Expect(kernel.Expect):
    metal: int = 0
    energy: int = 0
    goods: int = 0
    hand: list[str] = Field(default_factory=list)
    hand_size: int = 0
    compound: list[str] = Field(default_factory=list)
    dice: list[Face] = Field(default_factory=list)
    prestige: int = 0
    score: int = 0


class Table(kernel.Table):
    round: int = 1
    phase: Literal["market", "work", "over"] = "market"
    final: bool = False
    machine_goods: int | None = None
    machine_score: int | None = None
    market_blueprints: list[str] = Field(default_factory=list)


class FactoryScenarios:
    start = Start
    expect = Expect
    table = Table

    def build_position(self, start: Start, seats: int, options: Options) -> State:
        if start.machine and seats > 1:
            raise Refused("The Machine plays only against a single seat")
        start = _with_others(start)
        luck = ScriptedLuck(tuple(start.rolls), KeyedLuck(start.seed.encode()))
        state = empty_table(options, seats, luck)
        state.round, state.first, state.final = start.round, start.first, start.final
        state.turn, state.acting = start.first, (start.first,)
        _stack(state, start, luck)
        _lay_rows(state, start)
        _seat_players(state, start)
        _lay_machine(state, start)
        if start.phase == "work":
            _begin_work(state, start)
        return state

    def seat_facts(self, state: State, seat: int) -> dict[str, Any]:
        player = state.players[seat]
        return {
            "metal": player.metal,
            "energy": player.energy,
            "goods": player.goods,
            "hand": Unordered(player.cards),
            "hand_size": player.hand_size,
            "compound": Unordered(player.compound),
            "dice": Unordered(player.dice),
            "prestige": prestige(player.compound),
            "score": score(player),
        }

    def table_facts(self, state: State) -> dict[str, Any]:
        machine = state.machine
        return {
            "round": state.round,
            "phase": state.phase,
            "final": state.final,
            "machine_goods": machine.goods if machine else None,
            "machine_score": machine_score(machine) if machine else None,
            "market_blueprints": [card or "" for card in state.blueprints.row],
        }


def _named(start: Start) -> list[str]:
    """Return the blueprints that a file names, wherever they lie."""
    blueprints = [*(start.market_blueprints or ()), *start.blueprint_deck]
    for player in start.player:
        blueprints += [*(player.hand or ()), *player.compound]
    if start.machine:
        blueprints += start.machine.compound or ()
    return blueprints


def _with_others(start: Start) -> Start:
    """Put the blueprints that the file does not name where it says “*”."""
    named = _named(start)
    if OTHERS not in named:
        return start
    if named.count(OTHERS) > 1:
        raise Refused(f"“{OTHERS}” stands for all other blueprints, so it can only be used once")
    others = undealt(all_blueprints(), [card for card in named if card != OTHERS], "blueprint")

    def spelled(cards: list[str] | None) -> list[str] | None:
        if cards is None or OTHERS not in cards:
            return cards
        return [card for card in cards if card != OTHERS] + others

    players = [
        player.model_copy(
            update={"hand": spelled(player.hand), "compound": spelled(player.compound)}
        )
        for player in start.player
    ]
    return start.model_copy(update={"player": players})


def _stack(state: State, start: Start, luck: ScriptedLuck) -> None:
    """Make the decks: the cards that nobody names, shuffled, with the named top cards on them."""
    blueprints = _named(start)
    contractors = [*(start.market_contractors or {}).values(), *start.contractor_deck]
    for shelf, left, top in (
        (
            state.blueprints,
            undealt(all_blueprints(), blueprints, "blueprint"),
            start.blueprint_deck,
        ),
        (
            state.contractors,
            undealt(all_contractors(), contractors, "contractor"),
            start.contractor_deck,
        ),
    ):
        shelf.deck.shuffle_in(left, luck)
        shelf.deck.cards += reversed(top)


def _lay_rows(state: State, start: Start) -> None:
    """Lay a row as the file names it, with its other slots empty; other rows are dealt later."""
    if start.market_blueprints is not None:
        _lay_row(state.blueprints, dict(enumerate(start.market_blueprints)))
    if start.market_contractors is not None:
        slots = {state.labels.index(tool): c for tool, c in start.market_contractors.items()}
        _lay_row(state.contractors, slots)


def _lay_row(shelf: Shelf, slots: dict[int, str]) -> None:
    for slot, card in slots.items():
        shelf.row[slot] = card


def _seat_players(state: State, start: Start) -> None:
    """Deal hands in seat order, then the rows, as in a normal setup."""
    top = len(start.blueprint_deck)
    written = [state.blueprints.deck.cards.pop() for _ in range(top)]
    for seat, player in enumerate(state.players):
        given = start.player[seat] if seat < len(start.player) else PlayerStart()
        player.metal, player.energy, player.goods = given.metal, given.energy, given.goods
        player.compound = [*given.compound]
        player.ready = [*given.compound]
        if given.hand is None:
            deal_hand(state, player)
        else:
            player.hold(given.hand)
    if state.machine and not (start.machine and start.machine.compound is not None):
        deal_machine(state, state.machine)
    if start.market_blueprints is None:
        fill(state, state.blueprints, [])
    state.blueprints.deck.cards += reversed(written)
    if start.market_contractors is None:
        hired = [state.contractors.deck.cards.pop() for _ in start.contractor_deck]
        fill(state, state.contractors, [])
        state.contractors.deck.cards += reversed(hired)
    for seat, player in enumerate(state.players):
        watch_the_end(state, seat, player, [])


def _lay_machine(state: State, start: Start) -> None:
    if state.machine and start.machine:
        state.machine.goods = start.machine.goods
        if start.machine.compound is not None:
            state.machine.compound = [*start.machine.compound]
        watch_the_machine(state, state.machine, [])


def _begin_work(state: State, start: Start) -> None:
    named = {
        seat: tuple(sorted(player.dice))
        for seat, player in enumerate(start.player)
        if player.dice is not None
    }
    begin_work(state, [], named)
