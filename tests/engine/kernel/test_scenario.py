"""Comparing what a scenario expects with what is there."""

import pytest
from pydantic import BaseModel

from engine.kernel.scenario import Partial, ScenarioError, Unordered, _compare


class Expected(BaseModel):
    supply: dict[str, int] = {}
    cards: list[str] = []


def test_of_a_partial_fact_only_what_the_file_names_is_compared():
    facts = {"supply": Partial(gold=9, flax=1)}
    _compare("", Expected(supply={"gold": 9}), facts)
    for wrong in ({"gold": 8}, {"silver": 1}):
        with pytest.raises(ScenarioError, match="supply"):
            _compare("", Expected(supply=wrong), facts)


def test_the_order_of_an_unordered_fact_does_not_matter():
    _compare("", Expected(cards=["b", "a"]), {"cards": Unordered(["a", "b"])})
    with pytest.raises(ScenarioError, match="cards"):
        _compare("", Expected(cards=["a"]), {"cards": Unordered(["a", "b"])})
