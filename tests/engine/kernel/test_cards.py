"""Card tables: names as they are printed, ids that codes can hold."""

import pytest
from pydantic import ValidationError

from engine.kernel.cards import CardRow
from engine.kernel.codes import parse


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("Nuclear Plant", "nuclear_plant"),
        ("Big Order, Small Shelf", "big_order_small_shelf"),
        ("Statue of the Tireless Stamper", "statue_of_the_tireless_stamper"),
        ("Refiner's Crucible", "refiners_crucible"),
        ("Pit-Prop Timbers", "pit_prop_timbers"),
        ("Commissars' Congress", "commissars_congress"),
    ],
)
def test_an_id_is_the_name_in_words_that_a_code_can_hold(name, id_):
    assert CardRow(name=name).id == id_
    assert parse(f"make {id_}") == ("make", id_)


@pytest.mark.parametrize("name", ["", "small letters", "Two  Spaces", "Number 9", "Ends, "])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(ValidationError):
        CardRow(name=name)
