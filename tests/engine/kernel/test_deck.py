"""Decks: cards are drawn from the top and come back by a shuffle over the pile in card order."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.deck import Deck
from engine.kernel.luck import KeyedLuck

LUCK = KeyedLuck(b"deck")
cards = st.lists(st.sampled_from("abcdefgh"), max_size=30)


def drawn_out(deck):
    return list(iter(lambda: deck.draw(LUCK), None))


def test_the_last_card_is_the_top():
    deck = Deck("deck", ["low", "high"], [])
    assert deck.draw(LUCK) == "high"
    assert deck.cards == ["low"]


def test_a_spent_deck_gives_nothing_and_stays_as_it_is():
    deck = Deck("deck", [], [], 3)
    assert deck.is_spent
    assert deck.draw(LUCK) is None
    assert deck == Deck("deck", [], [], 3)


@given(cards, cards)
def test_every_card_is_drawn_once(left, discards):
    deck = Deck("deck", left[:], discards[:])
    assert Counter(drawn_out(deck)) == Counter(left + discards)
    assert deck.is_spent


@given(cards, cards)
def test_the_deck_is_drawn_before_the_discards(left, discards):
    deck = Deck("deck", left[:], discards[:])
    assert [deck.draw(LUCK) for _ in left] == left[::-1]
    assert deck.discards == discards


@given(cards, st.randoms(use_true_random=False))
def test_the_order_of_discards_does_not_matter(discards, rng):
    otherwise = discards[:]
    rng.shuffle(otherwise)
    assert drawn_out(Deck("deck", [], discards)) == drawn_out(Deck("deck", [], otherwise))


def test_a_reshuffle_empties_the_pile_and_counts():
    deck = Deck("deck", [], list("abc"))
    deck.draw(LUCK)
    assert (len(deck.cards), deck.discards, deck.shuffles) == (2, [], 1)


def test_a_draw_without_a_reshuffle_does_not_count():
    deck = Deck("deck", ["a", "b"], ["c"])
    deck.draw(LUCK)
    assert (deck.discards, deck.shuffles) == (["c"], 0)


def test_each_shuffle_and_each_deck_has_its_own_luck():
    pile = [f"card {n}" for n in range(30)]
    orders = [
        tuple(drawn_out(Deck(name, [], pile[:], shuffles)))
        for name in ("blueprints", "contractors")
        for shuffles in range(5)
    ]
    assert len(set(orders)) == 10


@given(cards, cards)
def test_shuffling_in_keeps_all_cards_and_leaves_the_discards(left, more):
    deck = Deck("deck", left[:], ["x"])
    deck.shuffle_in(more, LUCK)
    assert Counter(deck.cards) == Counter(left + more)
    assert deck.discards == ["x"]


def test_a_copy_is_independent():
    deck = Deck("deck", ["a", "b"], ["c"], 2)
    copy = deck.copy()
    drawn_out(copy)
    copy.discards.append("z")
    assert deck == Deck("deck", ["a", "b"], ["c"], 2)


@given(cards, cards, st.integers(0, 12))
def test_drawing_several_is_drawing_one_after_the_other(pile, discards, count):
    at_once, one_by_one = Deck("deck", pile[:], discards[:]), Deck("deck", pile[:], discards[:])
    expected = [one_by_one.draw(LUCK) for _ in range(count)]
    assert at_once.draw_many(count, LUCK) == [card for card in expected if card is not None]
    assert at_once == one_by_one
