"""The sentences of the log and the labels, and when they are used."""

import pytest

from tests.engine.factory_frenzy.tables import GAME, NAMES, dealt, kinds, laid_out, played

ALARM_CLOCK = {"chemicals": ["distillery_row"], "wood": ["plank_mill"], "gears": ["cog_bin"]}


def said(events):
    return [GAME.words.sentence(event, NAMES) for event in events]


def test_a_turn_is_told_in_order():
    state = laid_out(
        {"hand": ["catalyst_tower"]}, {"hand": []}, piles={"wood": ["log_stack"]}, deck=["rust"]
    )
    assert said(played(state, "play catalyst_tower", "done")) == [
        "Ada plays Catalyst Tower.",
        "Ada removes Log Stack from wood.",
        "Catalyst Tower adds 2 chemicals to the board.",
        "Ada ends the turn.",
        "Turn 2: Ben.",
        "Ben draws 1 card.",
        "You drew Rust.",
        "Ben has no playable card.",
    ]


def test_a_reshuffle_is_told():
    state = laid_out({"hand": ["log_stack"]}, {"hand": []}, deck_size=0)
    assert "reshuffled" in kinds(played(state, "play log_stack", "done"))


def test_buttons_say_what_is_lost_and_what_it_brings():
    state = laid_out(
        {"hand": ["catalyst_tower", "wrecking_ball", "acid_vat", "light_fingers"]},
        {"hand": ["rust"]},
        piles={"wood": ["plank_mill"]},
    )
    view = GAME.view(state, 0)
    labels = {GAME.words.label(action, view, NAMES) for action in GAME.actions(state, 0)}
    assert labels == {
        "Play Acid Vat: discard 1 card → 2 chemicals",
        "Play Catalyst Tower: remove Plank Mill (2 wood) → 2 chemicals",
        "Play Light Fingers: a card of Ben",
        "Play Wrecking Ball: remove Plank Mill (2 wood)",
    }


def test_the_board_in_words_has_piles_totals_tops_and_declared_recipes():
    state = laid_out(
        {"recipe": "alarm_clock", "declared": True, "hand": ["log_stack"]},
        {"recipe": "tin_robot", "hand": ["termites"]},
        piles={"chemicals": ["reagent_flask", "acid_vat"], "gears": ["cog_bin"]},
        discards=["rust"],
        turn=9,
    )
    board = GAME.words.pages(GAME.view(state, None), NAMES)["board"].split("\n")
    assert board[:5] == [
        "Board, turn 9",
        "  chemicals: 3 from 2 cards, top card Acid Vat; top to bottom: 2, 1",
        "  wood: 0 (empty)",
        "  gears: 1 from 1 card, top card Cog Bin; top to bottom: 1",
        "  steel: 0 (empty)",
    ]
    assert "1 discarded: Rust" in board[5]
    assert board[6] == (
        "  Ada: 1 card in hand, playing now, declared Alarm Clock "
        "(3 chemicals, 2 wood and 1 gear): still needs 2 wood"
    )
    assert board[7] == "  Ben: 1 card in hand, secret recipe"


def test_the_hand_in_words_has_the_recipe_and_what_it_lacks():
    state = laid_out(
        {"recipe": "alarm_clock", "hand": ["rust", "plank_mill"]},
        {},
        piles={"chemicals": ["distillery_row"]},
    )
    hand = GAME.words.pages(GAME.view(state, 0), NAMES)["hand"]
    assert "recipe Alarm Clock (only you can see it)" in hand
    assert "- chemicals 3 of 3: enough" in hand
    assert "- wood 0 of 2: needs 2 more" in hand
    assert "Can't be played: steel is empty." in hand
    assert "Adds 2 wood that your recipe needs." in hand
    assert "hand" not in GAME.words.pages(GAME.view(state, None), NAMES)


def test_after_a_swap_the_other_player_is_said_to_have_seen_the_recipe():
    state = laid_out({"hand": ["swapped_blueprints"]}, {}, {})
    played(state, "play swapped_blueprints 1")
    for seat, other in ((0, "Ben"), (1, "Ada")):
        pages = GAME.words.pages(GAME.view(state, seat), NAMES)
        assert f"({other} has seen it)" in pages["hand"]
        assert f"; {other} has seen it" in pages["board"]
        assert "only you" not in pages["hand"] + pages["board"]
    assert "only you can see it" in GAME.words.pages(GAME.view(state, 2), NAMES)["hand"]


def test_a_card_says_how_many_copies_the_deck_has():
    assert GAME.words.card("log_stack").endswith("4 copies in the deck.")
    assert GAME.words.card("rust").endswith("1 copy in the deck.")
    assert GAME.words.card("wrecking_ball").endswith("4 copies in the deck (2 with 4 players).")


def test_a_declaration_in_words_says_what_is_to_spare_and_who_can_stop_it():
    state = laid_out(
        {"recipe": "alarm_clock", "hand": ["log_stack"]}, {}, {}, piles=ALARM_CLOCK, turn=4
    )
    played(state, "play log_stack", "declare", "done")
    view = GAME.view(state, None)
    assert GAME.words.pages(view, NAMES)["declared 0"].split("\n") == [
        "Ada has declared the Alarm Clock",
        "  chemicals 3 of 3: just enough",
        "  wood 3 of 2: 1 to spare",
        "  gears 1 of 1: just enough",
        "  turns before it is checked: Ben, Cleo, Ada",
    ]
    assert GAME.words.status(view, NAMES).endswith(
        "Ada declared the Alarm Clock and wins on their next turn unless someone stops it!"
    )


def test_the_ending_opens_all_recipes():
    state = laid_out(
        {"recipe": "alarm_clock", "declared": True, "hand": []},
        {"recipe": "tin_robot", "hand": ["rust"]},
        piles=ALARM_CLOCK,
        drawn=False,
        turn=12,
    )
    assert GAME.words.status(GAME.view(state, None), NAMES).split("\n") == [
        "Ada wins with the Alarm Clock on turn 12!",
        "  1. Ada: Alarm Clock, 6 of 6 on the board, declared, 0 cards in hand",
        "  2. Ben: Tin Robot, 3 of 6 on the board, missing 3 steel, 1 card in hand",
    ]


def test_a_play_can_be_planned_before_the_own_turn():
    state = laid_out({}, {"hand": ["wrecking_ball", "light_fingers", "rust"]}, {})
    assert [" ".join(map(str, plan)) for plan in GAME.plans(state, 1)] == [
        "play light_fingers 0",
        "play light_fingers 2",
        "play rust",
        "play wrecking_ball chemicals",
        "play wrecking_ball wood",
        "play wrecking_ball gears",
        "play wrecking_ball steel",
    ]
    assert GAME.plans(state, 0) == []


def test_the_rules_name_every_step():
    text = "\n".join(GAME.words.rules().values())
    for word in ("Win check", "Draw", "Play", "Declare", "Discard", "Swap recipes", "200 turns"):
        assert word in text


@pytest.mark.parametrize(
    ("codes", "part"),
    [
        ([], "keep** your cards"),
        (["keep", "keep"], "now **play** one"),
    ],
)
def test_a_hint_explains_the_step(codes, part):
    state = dealt(2, seed=1)
    played(state, *codes)
    acting = GAME.to_act(state)[0]
    assert part.lower() in GAME.hint(GAME.view(state, acting)).lower()
    is_alone = len(GAME.to_act(state)) == 1
    assert ("Watch the piles" in GAME.hint(GAME.view(state, 1 - acting))) == is_alone
    assert GAME.hint(GAME.view(state, None)) == ""


def test_hints_follow_the_turn_to_its_end():
    state = laid_out(
        {"recipe": "alarm_clock", "hand": ["acid_vat", "rust", "log_stack"]},
        {},
        piles=ALARM_CLOCK,
    )
    heard = []
    for code in ("play acid_vat", "discard rust", "declare"):
        played(state, code)
        heard.append(GAME.hint(GAME.view(state, 0)))
    assert heard[0].startswith("Discarded cards")
    assert "**Declare** it" in heard[1]
    assert "**end your turn**" in heard[2]
