"""A few pictures stored as files to look at; `python -m tests.render.golden` writes them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine import GAMES
from engine.factory_42.view import DealView
from engine.factory_frenzy.view import View
from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.view import BuildingView
from engine.kernel.scenario import load
from render import PAINTERS
from render.marks import Drawing
from render.png import smallest
from render.race import RaceRow, Track
from render.raster import Rasterizer
from render.statistics import Statistics
from testing.positions import FACTORY_42, FRENZY, PAINTER, TO_THE_END, full_view, view_after
from testing.statistics import DAILY, LITTLE, MACHINE, MUCH, RANGES, attempts

FOLDER = Path(__file__).parent / "golden"
SCENARIOS = Path(__file__).parent / "scenarios"
NAMES = ("Ada", "Ben", "Cleo", "Dirk", "Emil")


def drawings() -> Iterator[tuple[str, Drawing]]:
    """Played by the autopilot from fixed seeds, but for the worst, which is made by hand."""
    yield "market", PAINTER.draw("market", view_after(4, 120), NAMES)
    yield "compound", PAINTER.draw("compound 0", view_after(5, 200, seed=30), NAMES)
    yield "glance", PAINTER.draw("glance", view_after(5, 200, seed=30), NAMES)
    yield "hand", PAINTER.draw("hand", view_after(3, 160, seat=1, seed=33), NAMES)
    yield "final", PAINTER.draw("final", view_after(4, TO_THE_END), NAMES)
    yield "machine", PAINTER.draw("machine", view_after(1, 45, difficulty="hard"), NAMES)
    yield "worst", worst()
    yield from panels()
    yield from frenzy()
    yield from factory_42()
    yield from challenges()


def panels() -> Iterator[tuple[str, Drawing]]:
    """What a seat decides with, and the race after a round."""
    for name, scenario, seat in (("workbench", "late", 1), ("shop", "market", 1)):
        view = view_of(scenario, seat)
        assert PAINTER.panel(view) == (name,)
        yield name, PAINTER.draw(name, view, NAMES)
    yield "workbench_fullest", PAINTER.draw("workbench", view_of("fullest", 1), NAMES)
    yield "shop_fullest", PAINTER.draw("shop", view_of("fullest", 1), NAMES)
    rows = race_rows(view_after(5, 150, seed=30), view_after(5, 200, seed=30))
    yield "race", PAINTER.race("ROUND 5 is over", rows, NAMES)
    painter = PAINTERS[FRENZY]
    yield "frenzy_alarm", painter.draw("hand", view_of("declared", 1), NAMES)
    yield "frenzy_watch", painter.draw("watch", view_of("declared", 3), NAMES)


def race_rows(before: Any, now: Any) -> list[RaceRow]:
    rows = []
    for was, player in zip(before.players, now.players, strict=True):
        goods = Track("goods", player.goods, player.goods - was.goods, 12)
        count = len(player.compound)
        built = Track("built", count, count - len(was.compound), 10)
        rows.append(RaceRow(player.seat, player.score, player.score - was.score, (goods, built)))
    return sorted(rows, key=lambda row: -row.points)


def view_of(scenario: str, seat: int) -> Any:
    game, state = load(SCENARIOS / f"{scenario}.toml", GAMES)
    return game.view(state, seat)


def frenzy() -> Iterator[tuple[str, Drawing]]:
    public, seat = view_after(4, 70, game=FRENZY), view_after(4, 70, seat=1, game=FRENZY)
    painter = PAINTERS[FRENZY]
    yield "frenzy_board", painter.draw("board", public, NAMES)
    yield "frenzy_declared", painter.draw("declared 1", public, NAMES)
    yield "frenzy_hand", painter.draw("hand", playing(), NAMES)
    looking = replace(seat, deck_top=("big_order_small_shelf", "catalyst_tower", "log_stack"))
    yield "frenzy_deck", painter.draw("deck", looking, NAMES)
    yield "frenzy_recipes", painter.draw("recipes", public, NAMES)
    yield "frenzy_final", painter.draw("final", view_after(4, TO_THE_END, game=FRENZY), NAMES)


def factory_42() -> Iterator[tuple[str, Drawing]]:
    """The same table for everybody, and what a seat decides with."""
    painter = PAINTERS[FACTORY_42]
    public, own = (full_view(FACTORY_42, 5, 220, seat) for seat in (None, 1))
    for name in ("locations", "orders", "pool", "player 1", "guild"):
        yield f"factory_42_{name.split()[0]}", painter.draw(name, public, NAMES)
    placing = full_view(FACTORY_42, 4, 100, 1)
    yield "factory_42_placing", painter.draw("placing", placing, NAMES)
    yield "factory_42_workshop", painter.draw("workshop", own, NAMES)
    yield "factory_42_deals", painter.draw("deals", with_deals(public), NAMES)
    buying = replace(own, asks="requisition", to_act=(1,))
    yield "factory_42_requisition", painter.draw("requisition", buying, NAMES)
    base = view_after(2, 100, game=FACTORY_42)
    yield "factory_42_base", painter.draw("locations", base, NAMES)
    yield "factory_42_final", painter.draw("final", full_view(FACTORY_42, 4, TO_THE_END), NAMES)


def with_deals(view: Any) -> Any:
    """One that is open, one that holds and one that was broken."""
    sides = ((("pool", "coal", 2), ("avoid", "trading")), (("ship", 0), ("make", "boiler_refit")))
    deals = (
        DealView(1, (0, 1), sides, "open", (), view.round),
        DealView(2, (3, 2), (sides[1], ()), "accepted", (), view.round),
        DealView(3, (4, 2), (sides[0][:1], (("burn", 3),)), "judged", (2,), view.round),
    )
    return replace(view, deals=deals, has_fines=True)


def challenges() -> Iterator[tuple[str, Drawing]]:
    other = PAINTERS[FRENZY]
    yield "ranking", PAINTER.ranking(DAILY, MACHINE, attempts(12), 12, ranges=RANGES)
    yield (
        "ranking_few",
        PAINTER.ranking(DAILY, MACHINE, attempts(5), 5, ("Dirk", "Noor"), 3, RANGES),
    )
    yield "ranking_none", PAINTER.ranking(DAILY, MACHINE, (), 0)
    yield "result_card", PAINTER.result_card(DAILY, MACHINE, attempts(1)[0], 7, RANGES)
    yield "result_card_lost", PAINTER.result_card(DAILY, MACHINE, attempts(5)[4], 1, RANGES)
    yield "statistics", PAINTER.statistics("Statistics of Ada", MUCH)
    yield "statistics_few", other.statistics("Statistics of Ben", LITTLE)
    yield "statistics_new", PAINTER.statistics("Statistics of Cleo", Statistics())


def playing() -> View:
    """A hand whose owner has to play, with cards that cannot be."""
    view = view_after(4, 60, seat=3, game=FRENZY)
    first, second, *others = view.hand
    blocked = replace(first, card="rust", is_playable=False, empty=("steel",), helps=0)
    long = replace(second, card="big_order_small_shelf", helps=0)
    return replace(view, hand=(blocked, long, *others), turn_of=3, to_act=(3,), step="play")


def worst() -> Drawing:
    """A full compound: used cards with their dice, a copy, many dice, a long name, the alarm."""
    view = view_after(4, 120)
    standing = [BuildingView(card, bool(n % 2), ()) for n, card in enumerate(BLUEPRINTS)][:8]
    standing += [
        BuildingView("replicator", True, (6, 5, 4), "warehouse"),
        BuildingView("mega_factory", True, (5, 5, 5)),
        BuildingView("fulfillment_center", True, (4,)),
        BuildingView("megalith", False, ()),
    ]
    first, *others = view.players
    numbers = {"metal": 25, "energy": 28, "goods": 19, "prestige": 88, "score": 107}
    dice = {
        "dice": (1, 2, 3, 4, 5, 6, 6),
        "named_dice": 1,
        "mine": (4, 4, 5),
        "research": (6, 6, 6),
    }
    first = replace(first, compound=tuple(standing), hand_size=18, **numbers, **dice)
    view = replace(view, players=(first, *others), final=True, ended_by=(0, "goods"), round=23)
    return PAINTER.draw("compound 0", view, ("W" * 32, *NAMES[1:]))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    easel = Rasterizer()
    for name, drawing in drawings():
        (FOLDER / f"{name}.png").write_bytes(smallest(easel.picture(drawing)))
        print(FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
