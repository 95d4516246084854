"""The public pictures in words, from the same view: only what everybody may read."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.factory_42 import pages as twins
from engine.factory_42.view import PlayerView, View
from render.alt import fitting, isolated


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
