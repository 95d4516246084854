"""What counts as one sentence of the bot's, wherever a refusal is judged."""

import pytest

from testing.sentences import is_refusal, is_sentence


@pytest.mark.parametrize(
    "text", ["No. You are wrong. Go away! And more.", "You cannot.\nNobody can.", "you cannot.", ""]
)
def test_a_refusal_is_no_speech(text):
    assert not is_sentence(text)


@pytest.mark.parametrize(
    "text",
    [
        "You cannot: “a. b. c. d.” is not legal.",
        "This table is full. Open another with /new.",
        "Your table for Factory Frenzy! is open. Press Start.",
        "There is a table already. https://discord.com/channels/1/2/3",
    ],
)
def test_a_refusal_may_say_what_to_do(text):
    assert is_sentence(text)


def test_a_warning_is_one_sentence_unless_a_word_is_nearly_right():
    assert is_refusal("There is no “doj” in this game. Did you mean “dojo”?")
    assert is_refusal("You cannot.")
    assert not is_refusal("You cannot. It is so.")
    assert not is_refusal("There is no “doj”. Did you mean “dojo”? It is so.")
