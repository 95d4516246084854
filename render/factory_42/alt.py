"""The public pictures in words, from the same view: only what everybody may read."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.factory_42 import pages as twins
from engine.factory_42.board import BOARD
from engine.factory_42.card_text import card
from engine.factory_42.phrases import card_name
from engine.factory_42.view import DealView, PlayerView, View
from render.alt import fitting, isolated, newest


def public(view: View) -> View:
    """The same table as everybody sees it, whoever asks."""
    players = tuple(_public(view, player) for player in view.players)
    basket = replace(view.basket, cards=())
    return replace(view, seat=None, players=players, basket=basket, draft=None)


def _public(view: View, player: PlayerView) -> PlayerView:
    return player if view.result else replace(player, commissions=())


def one_line(text: str) -> str:
    """Lines of a text twin as sentences."""
    lines = (line.strip().removeprefix("- ") for line in text.splitlines())
    return f"{'. '.join(line.rstrip('.') for line in lines if line)}."


def _safe(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(isolated, names))


def locations(view: View, names: Sequence[str]) -> str:
    shown = public(view)
    full = one_line(twins.locations(shown, _safe(names)))
    return fitting(full, full)


def orders(view: View, names: Sequence[str]) -> str:
    full = one_line(twins.orders(public(view), _safe(names)))
    return fitting(full, full)


def pool(view: View) -> str:
    full = one_line(twins.pool(public(view)))
    return fitting(full, full)


def player(view: View, player: PlayerView, names: Sequence[str], page: int) -> str:
    shown = public(view)
    said = one_line(twins.board(shown, shown.players[player.seat], _safe(names)))
    return fitting(f"More cards of {said}" if page else said)


def ending(view: View, names: Sequence[str]) -> str:
    verdict, *places = twins.ending(view, _safe(names)).splitlines()
    return fitting(f"{verdict} {'; '.join(each.strip() for each in places)}.")


def deals(view: View, shown: Sequence[DealView], names: Sequence[str]) -> str:
    said = [twins.deal_words(each, _safe(names)) for each in shown]
    return newest(f"Deals of round {view.round}: ", [*reversed(said)])


def guild(view: View, names: Sequence[str]) -> str:
    prices = ", ".join(map(str, BOARD.guild.steam))
    workers = [isolated(names[seat]) for seat in view.workers.get("guild", ())]
    there = f" Workers by slot: {', '.join(workers)}." if workers else ""
    cards = " ".join(card(name) for name in view.inventions) or "No Invention is left."
    start = f"The Inventors' Guild, Steam {view.steam}. Price by slot: {prices} Steam.{there}"
    short = ", ".join(map(card_name, view.inventions))
    return fitting(f"{start} {cards}", f"{start} {short}.")
