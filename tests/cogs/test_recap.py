"""The texts of a recap and a digest: short lines, bold names, and nothing that formats."""

import pytest

from cogs.gallery import Gallery
from cogs.recap import MAX_LINE, alarm_line, digest_lines, race_pictures, recap_screen
from engine import GAMES
from engine.kernel.news import Line, Part, Recap, Share, Track
from host.records import Phase
from host.summary import Digest, RoundRecap
from render.studio import Studio
from testing.message_truth import rounds
from testing.people import Party, labels, text
from testing.playing import NAMES
from testing.screens import faults, payload, table_of
from tests.cogs.test_panel import WILD

GAME = max(GAMES.values(), key=lambda game: game.seats[-1])
PHONE_LINE = 42  # characters, about
PARTS = (
    Part("built Aluminum Factory and Fulfillment Center", "built 2 cards"),
    Part("3 goods (Recycling Plant, Nuclear Plant)", "3 goods"),
    Part("hired Hired Hands"),
)
TRACKS = (Track("goods", 5, 3, 12), Track("built", 4, 2, 10))


def table(seats, names=NAMES):
    return table_of(GAME, seats, GAME.options(), Phase.PLAYING, names)


def told(seats, names=NAMES, is_race=True):
    tracks, points = (TRACKS, 9) if is_race else ((), None)
    shares = [Share(seat, PARTS, points and 5, points, tracks) for seat in range(seats)]
    found = Recap("Ada leads, 14 to 12", tuple(shares), "Ada is near.", "Round 9: Ben begins")
    return RoundRecap(table(seats, names), 8, found)


def lines(screen):
    return text(payload(screen)).split("\n")


def test_a_recap_is_a_headline_a_line_for_each_the_alarm_and_what_comes_next():
    screen = recap_screen(told(2))
    first, ada, ben, alarm, coming = lines(screen)
    assert first == "**Round 8** · **Ada leads, 14 to 12**"
    assert ada.startswith("**Ada** +5: built Aluminum Factory") and ben.startswith("**Ben** +5:")
    assert alarm == "🔔 **Ada is near.**" and coming == "-# Round 9: Ben begins"
    assert labels(payload(screen)) == {"What everybody did"}


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("names", [NAMES, WILD, tuple(f"{name}{'x' * 29}" for name in "ABCDEFGH")])
@pytest.mark.parametrize("is_race", [True, False])
def test_lines_are_short_with_every_name(seats, names, is_race):
    screen = recap_screen(told(seats, names, is_race))
    assert faults(screen) == []
    said = [line.replace("\\", "").replace("**", "") for line in lines(screen)[1 : seats + 1]]
    most = MAX_LINE if seats == 2 or not is_race else MAX_LINE - 30
    assert all(len(line) <= most for line in said)
    if names is NAMES and seats == 5 and is_race:
        assert all(len(line) <= PHONE_LINE for line in said)  # below a picture, one line each


def test_without_points_no_gain_is_told():
    assert lines(recap_screen(told(2, is_race=False)))[1].startswith("**Ada** built Aluminum")


DIGEST = Digest(
    table(3),
    1,
    (Line(1, "got 1 metal from Ada's Miner."), Line(0, "took Dojo."), Line(2, "took *Golem*.")),
)


def test_a_digest_speaks_to_the_player_and_counts_what_it_leaves_out():
    own = "**You** got 1 metal from Ada's Miner."
    assert digest_lines(DIGEST) == [own, "**Ada** took Dojo.", "+1 more"]
    assert digest_lines(DIGEST, most=3)[2] == "**Cleo** took \\*Golem\\*."
    assert len(digest_lines(DIGEST, most=None)) == 3
    assert digest_lines(Digest(table(3), 1)) == [] and alarm_line("") == ""


@pytest.mark.asyncio
async def test_the_race_is_drawn_where_it_is_public():
    gallery = Gallery(Studio())
    assert await race_pictures(gallery, told(2, is_race=False)) == []
    (picture,) = await race_pictures(gallery, told(2))
    assert all(name in picture.alt for name in NAMES[:2])
    assert faults(recap_screen(told(2), [picture])) == []


@pytest.mark.asyncio
async def test_everybody_may_read_in_private_what_everybody_did(s):
    party = Party(s, "red")
    await party.begin(robots=1)
    await party.play_on(lambda: len(rounds(party)) > 1)
    first, second = [each for each in party.public if "What everybody did" in labels(each)][:2]
    for number, shown in enumerate((first, second), 1):
        answer = await s.click("green", shown, "What everybody did")
        assert "Red" in text(answer) and answer["flags"] & 64
        assert (f"Round {number}: time to work." in text(answer)) and (
            f"Round {3 - number}: time to work." not in text(answer)
        )
