"""What is drawn on a card is what its data row says, and changes with it."""

from collections import Counter
from itertools import count

import pytest

from engine.fantastic_factories.amounts import Bundle, Price
from engine.fantastic_factories.cards import BLUEPRINTS, TOOL_OF, Blueprint, Slots
from engine.fantastic_factories.contractors import CONTRACTORS, Contractor, Share
from engine.fantastic_factories.effects import Effect
from engine.fantastic_factories.state import CARDS_TO_END, GOODS_TO_END
from engine.fantastic_factories.view import BuildingView, HandCardView
from render.fantastic_factories import captions
from render.fantastic_factories.look import GLYPHS
from render.marks import Box, Sprite
from render.raster import Rasterizer
from render.sprites import fitted
from render.theme import INK
from testing.every import with_every
from testing.positions import PAINTER, counted, flat, view_after, words_of

NAMES = ("Ada", "Ben")
ALL = list(BLUEPRINTS.values())
at_every_blueprint = with_every("card", ALL)
at_every_contractor = with_every("hired", CONTRACTORS.values())
numbers = count()


@pytest.fixture
def printed(monkeypatch):
    """Prints a row as a card of its own, under a name that no memory knows yet."""

    def printed(row, **changes):
        name = f"{row.id}_{next(numbers)}"
        made = row.model_copy(update=changes)
        if row.id in CONTRACTORS:
            monkeypatch.setitem(CONTRACTORS, name, Contractor(made))
        else:
            monkeypatch.setitem(BLUEPRINTS, name, Blueprint(made))
        return PAINTER.card(name)

    return printed


def follow_each_other(parts, whole):
    """Whether some words stand side by side among others."""
    starts = range(len(whole) - len(parts) + 1)
    return any(whole[start : start + len(parts)] == list(parts) for start in starts)


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


def brought(row):
    """The bundles of a row's effect, by the field that holds them."""
    bundles = dict(row.effect or ()).items()
    return {field: held for field, held in bundles if isinstance(held, Bundle | tuple)}


def wanted(row):
    found = amounts(row.pay, "blueprint_discard") + amounts(row.gain, "blueprint_draw")
    for held in brought(row).values():
        for bundle in held if isinstance(held, tuple) else [held]:
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
    if row.effect and row.effect.is_paid_by_choice:
        return
    for field in ("pay", "gain"):
        for bundle in changed_bundles(getattr(row, field)):
            yield row.model_copy(update={field: bundle})
    for field, held in brought(row).items():
        for changed in changed_bundles(held) if isinstance(held, Bundle) else changed_choices(held):
            yield row.model_copy(update={"effect": changed_effect(row, **{field: changed})})


def changed_choices(bundles):
    for number, chosen in enumerate(bundles):
        for bundle in changed_bundles(chosen):
            yield (*bundles[:number], bundle, *bundles[number + 1 :])


def changed_effect(row, **changes):
    return row.effect.model_copy(update=changes)


# --- blueprints


@at_every_blueprint
def test_every_amount_stands_beside_its_sign(card):
    cost = amounts(card.row.cost, "")
    assert counted(PAINTER.card(card.id).parts) == wanted(card.row) + cost


@at_every_blueprint
def test_a_changed_row_is_a_changed_card(card, printed):
    cost = amounts(card.row.cost, "")
    for row in changed_rows(card.row):
        found = counted(printed(row).parts)
        assert found == wanted(row) + cost
        assert found != wanted(card.row) + cost


def test_nearly_every_card_has_amounts_to_change():
    """Else the law above would hold for nothing."""
    still = {card.id for card in ALL if not list(changed_rows(card.row))}
    assert still == {"golem", *(card.id for card in ALL if card.is_monument)}


def test_what_an_extra_die_is_paid_with_is_drawn(printed):
    row = BLUEPRINTS["golem"].row
    for kind in ("metal", "energy"):
        found = counted(printed(row, pay=Price(**{kind: "die"})).parts)
        assert found == Counter({("X", kind): 1}) + amounts(row.cost, "")


@at_every_blueprint
def test_a_changed_cost_is_a_changed_plate(card, printed):
    for cost in changed_bundles(card.row.cost):
        assert counted(printed(card.row, cost=cost).parts) == wanted(card.row) + amounts(cost, "")


@at_every_blueprint
def test_a_card_alone_shows_its_name_its_prestige_its_tool_and_its_type(card):
    drawing = PAINTER.card(card.id)
    shown = words_of(drawing)
    signs = {mark.name for mark in flat(drawing.parts) if isinstance(mark, Sprite)}
    assert card.row.name.upper() in shown
    assert {f"{GLYPHS}tool_{card.tool}", f"{GLYPHS}type_{card.row.type}"} <= signs
    if card.row.prestige:
        assert f"{card.row.prestige}{'+' if card.id == 'beacon' else ''}" in shown
        assert f"{GLYPHS}prestige" in signs


@with_every("used", [False, True])
@at_every_blueprint
def test_a_built_card_shows_the_same_amounts(card, used):
    view = view_after(2, 40)
    for player in view.players:
        player.compound = (BuildingView(card.id, used, ()),)
    drawing = PAINTER.draw("compound 0", view, NAMES)
    (part,) = (part for part in drawing.parts if card.row.name.upper() in words_in(part))
    assert counted([part]) == wanted(card.row)


def words_in(part):
    return [getattr(mark, "words", "") for mark in flat([part])]


@with_every("card", [each for each in ALL if each.row.value])
def test_a_wanted_value_is_drawn_as_pips(card, printed):
    def dark(drawing):
        return sum(isinstance(mark, Box) and mark.fill == INK for mark in flat(drawing.parts))

    one = dark(printed(card.row, value=1))
    for value in range(2, 7):
        assert dark(printed(card.row, value=value)) - one == value - 1


def test_a_least_sum_is_written_beside_the_dice_and_below(printed):
    for total in (14, 15):
        shown = words_of(printed(BLUEPRINTS["warehouse"].row, sum=total))
        assert f"{total}+" in shown
        assert f"sum of at least {total}" in shown


def test_two_ranges_of_a_die_are_two_rows():
    shown = words_of(PAINTER.card("motherlode"))
    assert follow_each_other(["1–3", "1", "4–6", "2"], shown)


def test_a_beacon_shows_what_one_to_all_of_them_are_worth(printed):
    row = BLUEPRINTS["beacon"].row
    assert follow_each_other(["2", "5", "9", "14"], words_of(PAINTER.card("beacon")))
    fewer = words_of(printed(row, copies=3, prestige=1))
    assert follow_each_other(["1", "3", "6"], fewer)
    assert "10" not in fewer


# --- new cards


class Juggle(Effect):
    do: str = "juggle_dice"
    words = brief = "juggle your dice"


def test_a_new_card_is_drawn_before_anybody_drew_its_scene_or_its_sign(monkeypatch):
    row = BLUEPRINTS["dojo"].row.model_copy(update={"name": "Circus", "effect": Juggle()})
    monkeypatch.setitem(BLUEPRINTS, "circus", Blueprint(row))
    monkeypatch.setitem(TOOL_OF, "circus", "gear")
    view = view_after(2, 40, seat=0)
    view.hand = (HandCardView("circus", 1, 1, ()),)
    view.blueprints.row[0].card = "circus"
    for player in view.players:
        player.compound = (BuildingView("circus", True, ()),)
    drawings = [PAINTER.draw(name, view, NAMES) for name in PAINTER.offers(view)]
    for drawing in (PAINTER.card("circus"), *drawings):
        assert Rasterizer().picture(drawing)
    assert {"juggle dice", "juggle your dice"} <= set(words_of(PAINTER.card("circus")))
    striped = fitted("fantastic_factories/scenes/circus.card", 272, 176, (4, 2))
    assert striped.size == (272, 176) and len(striped.getcolors()) > 1


# --- captions


def caption(name, **changes):
    return captions.blueprint(Blueprint(BLUEPRINTS[name].row.model_copy(update=changes)))


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
    for name in ("laboratory", "scrap_yard", "solar_array"):
        assert caption(name) == "auto, once a round"


def test_a_refund_says_its_limit():
    assert "4" in caption("black_market")
    more = changed_effect(BLUEPRINTS["black_market"].row, limit=6)
    assert caption("black_market", effect=more) == caption("black_market").replace("4", "6")


def test_the_caption_of_a_rising_monument_counts_its_copies():
    assert "1–4" in caption("beacon")
    assert caption("beacon", copies=3) == caption("beacon").replace("1–4", "1–3")


def test_monuments_say_if_many_may_stand():
    assert caption("obelisk") != caption("megalith") == caption("obelisk", many=False)


@at_every_blueprint
def test_the_caption_is_written_on_the_card(card):
    shown = " ".join(words_of(PAINTER.card(card.id)))
    assert captions.blueprint(card) in shown


# --- contractors


@at_every_contractor
def test_a_contractor_shows_what_it_brings_and_what_it_costs(hired):
    shown = counted(PAINTER.card(hired.id).parts)
    assert shown == amounts(hired.row.gain, "blueprint_draw") + amounts(hired.row.cost, "")
    assert hired.row.name.upper() in words_of(PAINTER.card(hired.id))


@at_every_contractor
def test_a_changed_contractor_is_a_changed_card(hired, printed):
    row = hired.row
    for bundle in changed_bundles(row.gain):
        found = counted(printed(row, gain=bundle).parts)
        assert found == amounts(bundle, "blueprint_draw") + amounts(row.cost, "")
    for cost in changed_bundles(row.cost):
        found = counted(printed(row, cost=cost).parts)
        assert found == amounts(row.gain, "blueprint_draw") + amounts(cost, "")


@pytest.mark.parametrize(("name", "wish"), [("foreman", "1–6"), ("hired_hands", "?")])
def test_a_contractor_shows_each_die_it_brings(name, wish, printed):
    row = CONTRACTORS[name].row
    for number in (row.job.dice, row.job.dice - 1):
        shown = words_of(printed(row, job=row.job.model_copy(update={"dice": number})))
        assert shown.count(wish) == number
        assert any(str(number) in words and wish not in words for words in shown)


@at_every_contractor
def test_the_caption_says_what_a_rival_gets(hired):
    job = hired.row.job
    if not isinstance(job, Share):
        assert "rival" not in captions.contractor(hired)
        return
    for bundle in (job.gain, *changed_bundles(job.gain)):
        share = Share(do="share", gain=bundle)
        other = Contractor(hired.row.model_copy(update={"job": share}))
        (amount,) = (amount for _, amount in bundle if amount)
        assert captions.contractor(other).startswith("rival ")
        assert str(amount) in captions.contractor(other)


@at_every_contractor
def test_the_caption_of_a_contractor_is_written_on_it(hired):
    assert captions.contractor(hired) in " ".join(words_of(PAINTER.card(hired.id)))


# --- numbers of the rules


def test_the_limits_that_are_drawn_are_those_of_the_rules():
    view = view_after(2, 20)
    assert {f"/{GOODS_TO_END}", f"/{CARDS_TO_END}"} <= set(
        words_of(PAINTER.draw("compound 0", view, NAMES))
    )
    shown = " ".join(words_of(PAINTER.draw("glance", view, NAMES)))
    assert f"ends at {GOODS_TO_END} or {CARDS_TO_END}" in shown
