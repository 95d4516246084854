"""The recap of a round, and the digest since a player's last action."""

import pytest

from engine.kernel.news import Line, fitted
from tests.engine.factory_frenzy.tables import GAME, NAMES, laid_out, played

CLOCK = {"chemicals": ["distillery_row"], "wood": ["plank_mill"], "gears": ["cog_bin"]}


def recap(state, events):
    return GAME.news.recap(events, GAME.view(state, None), NAMES[: len(state.players)])


def said(state, events):
    return {share.seat: fitted(share.parts) for share in recap(state, events).shares}


def alarm(state, seat=None):
    return GAME.news.alarm(GAME.view(state, seat), NAMES)


def declared(*hands, seat, turn=7):
    """Ada has declared an alarm clock that stands; the others hold these cards."""
    others = [{"hand": hand} for hand in hands]
    ada = {"recipe": "alarm_clock", "declared": True, "hand": ["log_stack"]}
    return laid_out(ada, *others, turn=turn, seat=seat, piles=CLOCK)


def test_a_play_tells_what_it_did_to_the_board():
    state = laid_out(
        {"hand": ["catalyst_tower"]}, {}, turn=1, seat=0, piles={"wood": ["log_stack"]}
    )
    events = played(state, "play catalyst_tower")
    assert said(state, events)[0] == "played Catalyst Tower (−1 wood, +2 chemicals)"


def test_who_breaks_a_declared_recipe_is_told_before_all_else():
    state = declared(["rust", "wrecking_ball"], ["log_stack"], seat=1)
    events = played(state, "play wrecking_ball gears", "done")
    found = recap(state, events)
    assert found.headline == "Ben broke Ada's recipe"
    assert said(state, events)[1] == "broke Ada's recipe (Wrecking Ball)"
    assert alarm(state) == "" and alarm(state, 0) == "Your Alarm Clock is 1 gear short again."


def test_a_card_that_leaves_the_recipe_whole_breaks_nothing():
    state = declared(["log_stack"], ["wrecking_ball"], seat=1)
    events = played(state, "play log_stack", "done", "play wrecking_ball wood")
    assert "broke" not in str(said(state, events))


def test_a_declaration_and_a_win_come_first():
    ada = {"recipe": "alarm_clock", "hand": ["log_stack"]}
    state = laid_out(ada, {"hand": ["log_stack"]}, turn=7, seat=0, piles=CLOCK)
    events = played(state, "play log_stack", "declare")
    assert said(state, events)[0] == "declared the Alarm Clock, played Log Stack (+1 wood)"
    assert recap(state, events).headline == "Ada is about to win!"
    events += played(state, "done", "play log_stack", "done")
    found = recap(state, events)
    assert found.headline == "Ada wins with the Alarm Clock!" and not found.alarm
    assert fitted(found.shares[0].parts).startswith("built the Alarm Clock and wins")


def test_there_is_no_public_race():
    state = declared(["log_stack"], seat=1)
    found = recap(state, played(state, "play log_stack"))
    assert not found.is_race and found.shares[0].gained is None


@pytest.mark.parametrize(
    ("turn_of", "viewer", "said"),
    [
        (1, None, "wins on their next turn! Ben and Cleo can still stop it."),
        (2, None, "wins on their next turn! Cleo can still stop it."),
        (2, 2, "wins on their next turn! Only you can still stop it."),
        (1, 1, "wins on their next turn! You and Cleo can still stop it."),
        (1, 0, "You win with the Alarm Clock on your next turn, unless Ben or Cleo stops you!"),
    ],
)
def test_the_alarm_says_who_can_still_stop_it(turn_of, viewer, said):
    state = declared(["log_stack"], ["log_stack"], seat=turn_of)
    assert alarm(state, viewer).endswith(said)


def test_who_has_played_a_card_cannot_stop_it_any_more():
    state = declared(["log_stack"], seat=1)
    assert "Ben can still stop it" in alarm(state)
    played(state, "play log_stack")
    assert alarm(state).endswith("It is too late.")


def test_what_was_taken_from_the_player_comes_first():
    state = laid_out(
        {"hand": ["rust"]}, {"hand": ["log_stack"]}, {"hand": ["light_fingers"]}, turn=2, seat=1
    )
    events = played(state, "play log_stack", "done", "play light_fingers 0")
    assert GAME.news.digest(events, 0, NAMES) == [
        Line(0, "lost Rust to Cleo."),
        Line(1, "played Log Stack (+1 wood)."),
        Line(2, "took a card from Ada (Light Fingers)."),
    ]
    assert "Rust" not in str(GAME.news.digest(events, 1, NAMES))


def test_a_swapped_recipe_is_named_to_its_new_owner_only():
    state = laid_out(
        {"recipe": "alarm_clock"}, {"recipe": "tin_robot", "hand": ["swapped_blueprints"]}, {},
        turn=2, seat=1,
    )  # fmt: skip
    events = played(state, "play swapped_blueprints 0")
    told = GAME.news.digest(events, 0, NAMES)
    assert told[0] == Line(0, "got the Tin Robot from Ben.")
    assert "Robot" not in str(GAME.news.digest(events, 2, NAMES)) + str(recap(state, events))
