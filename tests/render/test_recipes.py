"""What is drawn on a card is what its data row says, and changes with it."""

from collections import Counter
from itertools import pairwise

import pytest

from engine.fantastic_factories.cards import (
    BLUEPRINTS,
    CONTRACTORS,
    Bundle,
    ExtraDie,
    Price,
    Slots,
    Train,
    _blueprint,
    _contractor,
)
from engine.fantastic_factories.state import CARDS_TO_END, GOODS_TO_END, HAND_LIMIT
from render.fantastic_factories import captions, compound, hand
from render.fantastic_factories.look import GLYPHS
from render.fantastic_factories.recipes import (
    Ink,
    Room,
    blueprint_rows,
    contractor_rows,
    fitted_rows,
)
from render.fantastic_factories.tiles import tile
from render.marks import At, Box, Sprite, Text, piece
from render.theme import COLUMN, CREAM, INK, SEATS
from tests.render.positions import PAINTER, view_after, words_of

COUNTED = {
    GLYPHS + kind for kind in ("metal", "energy", "goods", "blueprint_draw", "blueprint_discard")
}
CARD = Room(COLUMN - 20, 150, largest=1.15)
ALL = list(BLUEPRINTS.values())
at_every_blueprint = pytest.mark.parametrize("card", ALL, ids=[card.id for card in ALL])
at_every_contractor = pytest.mark.parametrize("hired", CONTRACTORS.values(), ids=CONTRACTORS.keys())


# --- reading a drawing


def flat(marks):
    """Marks in the order in which they were laid, those of inner pieces among them."""
    for mark in marks:
        if isinstance(mark, At):
            yield from flat(mark.piece.marks)
        else:
            yield mark


def sentence(card):
    """The marks of a card's recipe."""
    return list(flat(fitted_rows(blueprint_rows(card, CREAM), CARD, COLUMN / 2, 0)))


def hired_sentence(hired):
    rows = contractor_rows(hired, Ink(CREAM, INK))
    return list(flat(fitted_rows(rows, CARD, COLUMN / 2, 0)))


def words(marks):
    return [mark.words for mark in marks if isinstance(mark, Text)]


def counted(marks):
    """Each amount with the sign right behind it."""
    return Counter(
        (text.words, sign.name.removeprefix(GLYPHS))
        for text, sign in pairwise(marks)
        if isinstance(text, Text) and isinstance(sign, Sprite) and sign.name in COUNTED
        if text.words == "X" or text.words.isdigit()
    )


# --- reading a row


def amounts(bundle, cards):
    """What must be drawn of a price or a bundle."""
    found = Counter()
    for kind, amount in bundle:
        glyph = cards if kind == "cards" else kind
        steps = dict.fromkeys(amount) if isinstance(amount, tuple) else [amount]
        for each in steps:
            if each:
                found["X" if each == "die" else str(each), glyph] += 1
    return found


def wanted(row):
    if row.on_good or row.on_build:
        return amounts(row.on_good or row.on_build, "blueprint_draw")
    found = amounts(row.pay, "blueprint_discard") + amounts(row.gain, "blueprint_draw")
    for bundle in row.choose:
        found += amounts(bundle, "blueprint_draw")
    return found


def raised(amount):
    """Another amount of the same kind."""
    if isinstance(amount, tuple):
        return tuple(each + 2 for each in amount)
    return 3 if amount == "die" else amount + 1


def changed_bundles(bundle):
    """The bundle with each of its amounts changed in turn."""
    return [bundle.model_copy(update={kind: raised(amount)}) for kind, amount in bundle if amount]


def changed_rows(row):
    """The row with each of its amounts changed in turn; a die's price is its value, whatever."""
    if row.extra_die is ExtraDie.PAID:
        return
    for field in ("pay", "gain", "on_good", "on_build"):
        for bundle in changed_bundles(getattr(row, field) or Bundle()):
            yield row.model_copy(update={field: bundle})
    for number, chosen in enumerate(row.choose):
        for bundle in changed_bundles(chosen):
            choose = (*row.choose[:number], bundle, *row.choose[number + 1 :])
            yield row.model_copy(update={"choose": choose})


# --- blueprints


@at_every_blueprint
def test_every_amount_stands_beside_its_sign(card):
    assert counted(sentence(card)) == wanted(card.row)


@at_every_blueprint
def test_a_changed_row_is_a_changed_sentence(card):
    for row in changed_rows(card.row):
        found = counted(sentence(_blueprint(row)))
        assert found == wanted(row)
        assert found != counted(sentence(card))


def test_nearly_every_card_has_amounts_to_change():
    """Else the law above would hold for nothing."""
    still = {card.id for card in ALL if not list(changed_rows(card.row))}
    assert still == {"golem", *(card.id for card in ALL if card.is_monument)}


def test_what_an_extra_die_is_paid_with_is_drawn():
    row = BLUEPRINTS["golem"].row
    for kind in ("metal", "energy"):
        pay = Price(**{kind: "die"})
        found = counted(sentence(_blueprint(row.model_copy(update={"pay": pay}))))
        assert found == {("X", kind): 1}


@at_every_blueprint
def test_a_card_alone_shows_its_cost_and_its_recipe(card):
    shown = counted(flat(PAINTER.card(card.id).parts))
    cost = amounts(card.row.cost, "")
    assert shown == wanted(card.row) + cost


@at_every_blueprint
def test_a_card_alone_shows_its_name_its_prestige_its_tool_and_its_type(card):
    drawing = PAINTER.card(card.id)
    shown = words_of(drawing)
    signs = {mark.name for mark in flat(drawing.parts) if isinstance(mark, Sprite)}
    assert card.row.name.upper() in shown
    assert {f"{GLYPHS}tool_{card.tool}", f"{GLYPHS}type_{card.row.type}"} <= signs
    if card.row.prestige:
        assert f"{card.row.prestige}{'+' if card.row.rising else ''}" in shown
        assert f"{GLYPHS}prestige" in signs


@pytest.mark.parametrize("used", [False, True], ids=["ready", "used"])
@at_every_blueprint
def test_a_tile_shows_the_same_amounts_as_the_card(card, used):
    found = counted(flat(tile(card.id, used, (), None, SEATS[0]).marks))
    assert found == wanted(card.row)


@pytest.mark.parametrize("card", [each for each in ALL if each.row.value], ids=lambda c: c.id)
def test_a_wanted_value_is_drawn_as_pips(card):
    for value in range(1, 7):
        row = card.row.model_copy(update={"value": value})
        first = fitted_rows(blueprint_rows(_blueprint(row), CREAM), CARD, COLUMN / 2, 0)[0]
        assert isinstance(first, At)
        pips = [mark for mark in first.piece.marks if isinstance(mark, Box) and mark.fill == INK]
        assert len(pips) == value + 1  # the die's own edge is one


def test_a_least_sum_is_written_behind_three_dice():
    for total in (14, 15):
        row = BLUEPRINTS["warehouse"].row.model_copy(update={"sum": total})
        assert f"{total}+" in words(sentence(_blueprint(row)))
        assert captions.blueprint(_blueprint(row)) == f"sum of at least {total}"


def test_two_ranges_of_a_die_are_two_rows():
    shown = words(sentence(BLUEPRINTS["motherlode"]))
    assert shown == ["1–3", "1", "4–6", "2"]


def test_a_beacon_shows_what_one_to_all_of_them_are_worth():
    card = BLUEPRINTS["beacon"]
    assert words(sentence(card)) == ["2", "5", "9", "14"]
    fewer = _blueprint(card.row.model_copy(update={"copies": 3, "prestige": 1}))
    assert words(sentence(fewer)) == ["1", "3", "6"]


def test_an_obelisk_shows_its_prestige_again_and_again():
    card = BLUEPRINTS["obelisk"]
    assert words(sentence(card)) == ["2", "2"]
    assert words(sentence(_blueprint(card.row.model_copy(update={"prestige": 3})))) == ["3", "3"]


# --- captions


def caption(card_id, **changes):
    return captions.blueprint(_blueprint(BLUEPRINTS[card_id].row.model_copy(update=changes)))


def test_a_pair_is_called_a_matching_pair():
    assert caption("trash_compactor") == "matching pair"


def test_a_triple_is_called_three_of_a_kind():
    assert caption("mega_factory") == "three of a kind"
    assert caption("trash_compactor", slots=Slots.TRIPLE) == "three of a kind"


def test_a_run_is_called_three_in_a_row():
    assert caption("assembly_line") == "three in a row"


def test_a_single_die_is_any_die_or_exactly_one_value():
    assert caption("foundry") == "any die"
    assert caption("biolab") == "exactly a 1"
    assert caption("biolab", value=5) == "exactly a 5"


def test_a_card_without_dice_says_that_it_needs_none():
    assert caption("battery_factory") == "no dice needed"


def test_a_card_that_acts_by_itself_says_that_it_does_once_a_round():
    for card in ("laboratory", "scrap_yard", "solar_array"):
        assert caption(card) == "auto, once a round"


def test_a_monument_says_how_many_may_stand():
    assert caption("obelisk") == "build as many as you like"
    assert caption("megalith") == "one per compound"
    assert caption("beacon") == "total for 1–4 Beacons"


def test_a_refund_says_its_limit():
    assert caption("black_market") == "at most 4 in total"
    assert caption("black_market", refund=6) == "at most 6 in total"


def test_every_training_and_every_extra_die_has_its_words():
    assert len({caption("dojo", train=train) for train in Train}) >= 3
    assert len({caption("robot", extra_die=extra) for extra in ExtraDie}) == len(ExtraDie)


@at_every_blueprint
def test_the_caption_is_written_on_the_card(card):
    shown = " ".join(words_of(PAINTER.card(card.id)))
    assert captions.blueprint(card) in shown


# --- contractors


@at_every_contractor
def test_a_contractor_shows_what_it_brings_and_what_it_costs(hired):
    shown = counted(flat(PAINTER.card(hired.id).parts))
    assert shown == amounts(hired.row.gain, "blueprint_draw") + amounts(hired.row.cost, "")
    assert hired.row.name.upper() in words_of(PAINTER.card(hired.id))


@at_every_contractor
def test_a_changed_contractor_is_a_changed_sentence(hired):
    for bundle in changed_bundles(hired.row.gain):
        other = _contractor(hired.row.model_copy(update={"gain": bundle}))
        found = counted(hired_sentence(other))
        assert found == amounts(bundle, "blueprint_draw")
        assert found != counted(hired_sentence(hired))


@pytest.mark.parametrize(
    ("name", "field", "wish"),
    [("foreman", "set_dice", "1–6"), ("hired_hands", "rolled_dice", "?")],
)
def test_a_contractor_shows_each_die_it_brings(name, field, wish):
    row = CONTRACTORS[name].row
    for count in (getattr(row, field), getattr(row, field) - 1):
        hired = _contractor(row.model_copy(update={field: count}))
        assert words(hired_sentence(hired)) == [wish] * count
        assert str(count) in captions.contractor(hired)


@at_every_contractor
def test_the_caption_says_what_a_rival_gets(hired):
    rival = hired.row.opponent
    if rival is None:
        assert "rival" not in captions.contractor(hired)
        return
    for bundle in (rival, *changed_bundles(rival)):
        other = _contractor(hired.row.model_copy(update={"opponent": bundle}))
        (amount,) = (amount for _, amount in bundle if amount)
        assert captions.contractor(other).startswith("rival ")
        assert str(amount) in captions.contractor(other)


@at_every_contractor
def test_the_caption_of_a_contractor_is_written_on_it(hired):
    assert captions.contractor(hired) in " ".join(words_of(PAINTER.card(hired.id)))


# --- numbers of the rules


def test_the_limits_that_are_drawn_are_those_of_the_rules():
    assert compound.GOODS_AT_THE_END == GOODS_TO_END
    assert compound.BUILT_AT_THE_END == CARDS_TO_END
    assert hand.LIMIT == HAND_LIMIT
    glance = words_of(PAINTER.draw("glance", view_after(2, 20), ("Ada", "Ben")))
    at = glance.index("ends at")
    assert glance[at : at + 4] == ["ends at", str(GOODS_TO_END), "or", str(CARDS_TO_END)]


def test_equal_sentences_are_equal_pieces():
    """What the memory of pieces rests on."""
    made = [piece(300, 200, fitted_rows(blueprint_rows(c, CREAM), CARD, 138, 0)) for c in ALL]
    again = [piece(300, 200, fitted_rows(blueprint_rows(c, CREAM), CARD, 138, 0)) for c in ALL]
    assert made == again
    assert list(map(hash, made)) == list(map(hash, again))
    assert len(set(made)) == len({str(each.marks) for each in made})
