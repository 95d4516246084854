"""The recap of a round, and the digest since a player's last action."""

from typing import Any

import pytest

from engine.fantastic_factories.game import FantasticFactories
from engine.kernel.codes import parse
from engine.kernel.news import Line, fitted

GAME = FantasticFactories()
NAMES = ("Ada", "Ben", "Cleo")
MARKET = ["dojo", "golem", "obelisk", "beacon"]
HIRES = {"hammer": "miner", "wrench": "architect", "gear": "electrician", "shovel": "investor"}


def laid_out(*players: dict[str, Any], **start: Any) -> Any:
    values = {"market_blueprints": MARKET, "market_contractors": HIRES, **start}
    model = GAME.scenarios.start.model_validate({**values, "player": list(players)})
    return GAME.scenarios.build_position(model, len(players), GAME.options())


def played(state: Any, *moves: str) -> list[Any]:
    """The events of moves that begin with their seat."""
    events: list[Any] = []
    for seat, _, text in (move.partition(" ") for move in moves):
        events += GAME.apply(state, int(seat), parse(text))
    return events


def recap(state: Any, events: list[Any]) -> Any:
    return GAME.news.recap(events, GAME.view(state, None), NAMES[: len(state.players)])


def said(state: Any, events: list[Any]) -> dict[int | None, str]:
    return {share.seat: fitted(share.parts) for share in recap(state, events).shares}


def alarm(state: Any, seat: int | None = None) -> str:
    return GAME.news.alarm(GAME.view(state, seat), NAMES)


# --- a round


def test_buildings_come_before_goods_with_their_makers_before_what_was_taken():
    state = laid_out(
        {"hand": ["golem", "robot"], "metal": 9, "energy": 9, "compound": ["battery_factory"]},
        {"hand": []},
    )
    events = played(state, "0 take dojo", "1 take golem", "0 use battery_factory")
    events += played(state, "0 build golem robot")
    assert said(state, events)[0] == "built Golem, 1 good (Battery Factory), took Dojo"


def test_resources_are_told_only_where_nothing_else_happened():
    state = laid_out({"hand": [], "dice": [3, 3, 6]}, {"hand": [], "dice": []}, phase="work")
    events = played(state, "0 generate 3", "0 generate 3", "0 mine 6")
    assert said(state, events)[0] == "1 metal and 7 energy"  # a pair brings one more
    state = laid_out({"hand": [], "dice": [3]}, {"hand": []})
    events = played(state, "0 take dojo", "1 take golem")
    die = GAME.view(state, 0).players[0].dice[-1]
    events += played(state, f"0 {'mine' if die > 3 else 'generate'} {die}")
    assert said(state, events)[0] == "took Dojo"


def test_the_best_come_first_and_the_headline_compares_them():
    state = laid_out(
        {"goods": 2, "dice": []}, {"goods": 7, "dice": []}, {"goods": 5, "dice": []}, phase="work"
    )
    found = recap(state, [])
    assert [share.seat for share in found.shares] == [1, 2, 0]
    assert found.headline == "Ben leads, 7 to 5"


def test_the_race_counts_goods_and_buildings_and_what_is_new_of_them():
    state = laid_out(
        {"energy": 4, "goods": 3, "hand": ["golem", "robot"], "metal": 9, "dice": [],
         "compound": ["battery_factory"]},
        {"dice": []},
        phase="work",
    )  # fmt: skip
    found = recap(state, played(state, "0 use battery_factory", "0 build golem robot"))
    share = found.shares[0]
    tracks = [(track.kind, track.have, track.new, track.limit) for track in share.tracks]
    assert tracks == [("goods", 4, 1, 12), ("built", 2, 1, 10)]
    assert found.is_race and (share.gained, share.points) == (2, 6)  # Golem has prestige


def test_what_comes_next_names_only_what_still_lies_in_the_market():
    state = laid_out(
        {"hand": []}, {"hand": []}, blueprint_deck=["megalith", "motherlode", "warehouse"]
    )
    events = played(state, "0 take dojo", "1 take megalith", "0 done", "1 done")
    assert recap(state, events).coming == "Round 2: Ben begins · new in the market: Motherlode"


def test_alone_the_machine_has_a_line_of_its_own():
    state = laid_out({"hand": [], "dice": []}, phase="work", machine={"compound": ["golem"]})
    found = recap(state, played(state, "0 done"))
    assert {share.seat for share in found.shares} == {0, None}
    assert "The Machine leads" in found.headline


# --- since a player's last action


@pytest.mark.parametrize(
    ("hire", "gift"),
    [
        ("hire miner hammer golem 1", "got 1 metal from Ada's Miner."),
        ("hire electrician gear biolab 1", "got 2 energy from Ada's Electrician."),
        ("hire architect wrench refinery 1", "got Megalith from Ada's Architect."),
    ],
)
def test_own_gains_come_first_and_are_not_told_twice(hire, gift):
    state = laid_out(
        {"hand": ["golem", "biolab", "refinery"]},
        {"hand": []},
        {"hand": []},
        first=2,
        blueprint_deck=["motherlode", "robot", "obelisk", "warehouse", "megalith"],
    )
    events = played(state, "2 take dojo", f"0 {hire}")
    told = GAME.news.digest(events, 1, NAMES)
    assert told == [Line(1, gift), Line(2, "took Dojo.")]


def test_each_other_player_has_one_line_oldest_first():
    state = laid_out(
        {"hand": []}, {"hand": [], "energy": 9, "compound": ["battery_factory"]}, {"hand": []}
    )
    events = played(state, "0 take dojo", "1 take golem", "2 take beacon", "1 use battery_factory")
    assert GAME.news.digest(events, 0, NAMES) == [
        Line(0, "took Dojo."),  # the autopilot did it
        Line(1, "made 1 good (Battery Factory), took Golem."),
        Line(2, "took Beacon."),
    ]


def test_who_only_finished_or_rolled_is_not_told():
    state = laid_out({"dice": []}, {"dice": []}, phase="work")
    assert GAME.news.digest(played(state, "1 done"), 0, NAMES) == []


# --- the end is near


def test_one_step_from_the_end_there_is_an_alarm():
    state = laid_out({"goods": 11}, {"compound": ["dojo"]}, {})
    assert alarm(state) == "Ada needs 1 more good to end the game."
    assert alarm(state, 0) == "You need 1 more good to end the game."
    assert not alarm(laid_out({"goods": 10}, {}))


def test_nine_buildings_are_one_step_from_the_end_too():
    nine = ["obelisk", "beacon", "golem", "dojo", "robot", "megalith", "motherlode", "warehouse"]
    state = laid_out({"goods": 11}, {"compound": [*nine, "biolab"]}, market_blueprints=None)
    said = "Ada needs 1 more good and Ben needs 1 more building to end the game."
    assert alarm(state) == said


def test_when_the_end_has_come_the_alarm_counts_the_rounds_left():
    state = laid_out(
        {"energy": 4, "goods": 11, "compound": ["battery_factory"], "dice": []},
        {"dice": []},
        phase="work",
    )
    played(state, "0 use battery_factory")
    assert alarm(state) == "Ada has 12 goods: one more round after this one."
    assert alarm(state, 0) == "You have 12 goods: one more round after this one."
    played(state, "0 undo")
    assert alarm(state) == "Ada needs 1 more good to end the game."
    played(state, "0 use battery_factory", "0 done", "1 done")
    assert alarm(state) == "This is the last round: Ada has 12 goods."
