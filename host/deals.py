"""The deals of challenges: one for each UTC day or week, with its key fixed by a chain of keys."""

import datetime
from typing import Any

from engine import GAMES
from engine.kernel.game import Game
from engine.kernel.luck import commitment, new_key
from engine.kernel.refusal import Refused
from host import chain
from host.records import Chain, Deal
from host.terms import DAY
from host.unit_of_work import UnitOfWork

DAILY, WEEKLY, POSTED = "daily", "weekly", "posted"
AFTER_ITS_DAY = DAY  # a day's deal stays open longer, so that everybody has at least a day
EPOCH = datetime.date(1970, 1, 5)  # a Monday


def challenging(game_id: str) -> Game[Any, Any]:
    game = GAMES.get(game_id)
    if game is None or game.solo is None or game.challenge is None:
        known = ", ".join(each.title for each in GAMES.values() if each.challenge)
        raise Refused(f"That game has no challenges. Try: {known}.")
    return game


def date_of(moment: int) -> datetime.date:
    return datetime.datetime.fromtimestamp(moment / 1000, datetime.UTC).date()


def period_of(kind: str, moment: int) -> int:
    """Return the number of the UTC day or week, the same for all servers."""
    days = (date_of(moment) - EPOCH).days
    return days if kind == DAILY else days // 7


def name_of(kind: str, period: int) -> str:
    if kind == DAILY:
        return f"{DAILY} {EPOCH + datetime.timedelta(days=period)}"
    year, week, _ = (EPOCH + datetime.timedelta(weeks=period)).isocalendar()
    return f"{WEEKLY} {year}-W{week:02}"


def _end_of(kind: str, period: int) -> int:
    days = period + 1 if kind == DAILY else 7 * (period + 1)
    last = EPOCH + datetime.timedelta(days=days)
    midnight = datetime.datetime.combine(last, datetime.time(), datetime.UTC)
    return int(midnight.timestamp()) * 1000 + AFTER_ITS_DAY


def published(uow: UnitOfWork, kind: str, moment: int | None = None) -> str:
    """Return the published end of that moment's chain; begin a chain if there is none."""
    then = uow.store.now if moment is None else moment
    return chain_of(uow, kind, period_of(kind, then)).anchor


def chain_of(uow: UnitOfWork, kind: str, period: int) -> Chain:
    """Return the chain that has a link for this period; begin a new one if there is none."""
    uow.store.own_chain(kind)
    current = uow.store.chain(kind, period)
    if current is None or period - current.first >= chain.LENGTH:
        seed = new_key()
        current = Chain(seed, period, chain.anchor(seed))
        uow.store.insert_chain(kind, current)
    return current


def deal_of_today(uow: UnitOfWork, kind: str, game_id: str) -> Deal:
    """Return today's deal of all servers; its key was fixed when the chain began."""
    game = challenging(game_id)
    assert game.solo
    period = period_of(kind, uow.store.now)
    name = f"{name_of(kind, period)} {game.id}"
    if deal := uow.store.deal_named(name):
        return deal
    seed, first, _ = chain_of(uow, kind, period)
    link = chain.link(seed, period - first + 1)
    key = chain.key_of(link, game.id)
    level = game.solo.levels[period % len(game.solo.levels)]
    closes = _end_of(kind, period)
    number = uow.store.insert_deal(name, game.id, level, key, commitment(key), closes, link.hex())
    made = uow.store.deal_numbered(number)
    assert made
    return made
