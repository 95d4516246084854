"""Interactions that nobody should send: they are answered kindly, or at least survived."""

import pytest

from cogs.bad_interactions import OUTDATED, UNREADABLE
from cogs.ids import option_id
from cogs.panel import NOT_PLAYED
from cogs.presses import NOT_OURS
from host.records import Phase
from sandbox.interactions import AUTOCOMPLETE, MODAL_SUBMIT, SLASH
from sandbox.world import Event
from testing.people import SELECT, Label, Party, buttons, forge, pictures, text

pytestmark = pytest.mark.asyncio


async def sent(s, kind, name, data, channel="table-1", message=None):
    """As Discord would send it if it knew other commands than we do."""
    place = s.server.world.channel(s.channel(channel))
    return await s._outcome(s.server.desk.begin(kind, s.user(name), place, data, message))


def typed(name, *options):
    return {"id": "1", "name": name, "type": 1, "options": list(options)}


# --- commands as they were yesterday


@pytest.mark.parametrize(
    "data",
    [
        typed("gone"),
        typed("table", {"name": "gone", "type": 1, "options": []}),
        typed("table"),
        typed("play"),
        {"id": "1", "name": "Greet", "type": 2, "target_id": "1"},
    ],
)
async def test_a_command_that_we_no_longer_have_is_answered(s, data):
    assert text(await sent(s, SLASH, "red", data)) == OUTDATED


@pytest.mark.parametrize("command", ["new", "solo", "rules", "stats", "leaderboard"])
async def test_a_game_that_we_no_longer_have_is_refused(s, command):
    game = {"name": "game", "type": 3, "value": "ludo"}
    assert "I don't have that game" in text(await sent(s, SLASH, "red", typed(command, game)))


async def test_a_challenge_of_a_game_that_we_no_longer_have_is_refused(s):
    game = {"name": "game", "type": 3, "value": "ludo"}
    post = {"name": "post", "type": 1, "options": [game]}
    assert "I don't have that game" in text(await sent(s, SLASH, "red", typed("challenge", post)))


async def test_a_pace_that_we_no_longer_have_is_refused(s):
    pace = {"name": "pace", "type": 4, "value": -5}
    assert "A turn can take" in text(await sent(s, SLASH, "red", typed("new", pace)))


@pytest.mark.parametrize(
    "data",
    [
        typed(
            "hours",
            {"name": "zone", "type": 3, "value": "UTC"},
            {"name": "quiet_from", "type": 4, "value": 24},
            {"name": "quiet_to", "type": 4, "value": 7},
        ),
        typed(
            "challenge",
            {
                "name": "schedule",
                "type": 1,
                "options": [
                    {"name": "kind", "type": 3, "value": "daily"},
                    {"name": "hour", "type": 4, "value": -1},
                ],
            },
        ),
    ],
)
async def test_an_hour_that_no_day_has_is_refused(s, data):
    answer = text(await sent(s, SLASH, "red", data))
    assert answer == "Give the hour as a number from 0 to 23."


async def test_a_challenge_that_never_comes_is_not_stopped_and_not_repeated(s):
    stop = {
        "name": "stop",
        "type": 1,
        "options": [{"name": "kind", "type": 3, "value": "x" * 4000}],
    }
    answer = text(await sent(s, SLASH, "red", typed("challenge", stop)))
    assert answer == "Choose daily or weekly."


@pytest.mark.parametrize(
    "data",
    [
        typed("card", {"name": "name", "type": 10, "value": 0.5}),
        typed("hours", {"name": "zone", "type": 4, "value": 7}),
        typed("play", {"name": "action", "type": 5, "value": True}),
        typed("new", {"name": "game", "type": 4, "value": 1}),
    ],
)
async def test_an_option_that_was_of_another_type_is_answered(s, data):
    assert text(await sent(s, SLASH, "red", data)) == OUTDATED


async def test_what_is_typed_in_a_command_that_is_gone_harms_nobody(s):
    place = s.server.world.channel(s.channel("table-1"))
    s.server.desk.begin(AUTOCOMPLETE, s.user("red"), place, typed("gone"))
    await s.server.gateway.flush()
    assert text(await s.slash("red", "/games"))


# --- what was pressed on


async def test_a_form_is_answered_although_we_open_none(s):
    data = {"custom_id": "t:1:close", "components": []}
    assert text(await sent(s, MODAL_SUBMIT, "red", data)) == NOT_OURS


async def test_an_unknown_button_leaves_the_panel_as_it_is(s):
    """The files of the panel would be gone, and nothing could be shown in it any more."""
    party = Party(s, "red", "blue")
    await party.begin()
    acting = await party.acting()
    before = party.panel(acting)
    shown = [part["custom_id"] for part in buttons(before)], pictures(before)
    assert text(await forge(s, acting, before, "z:of:another:year")) == NOT_OURS
    panel = next(each for each in party.notes(acting) if each["id"] == before["id"])
    assert ([part["custom_id"] for part in buttons(panel)], pictures(panel)) == shown
    await party.press(acting, panel)
    await party.quiet()


async def test_an_option_of_another_channels_lobby_is_not_changed(s):
    """Not even by its opener: the select was never there."""
    party, other = Party(s, "red", "blue"), Party(s, "green", channel="table-2")
    await party.seat()
    board = await other.open()
    before = await party.stored()
    where = option_id((await party.table()).id, "_hours")
    answer = await forge(s, "red", board, where, "24", kind=SELECT)
    assert text(answer) == "That button only works in its own channel."
    assert await party.stored() == before


# --- payloads that nobody can read


@pytest.mark.parametrize(
    "missing", ["token", "version", "data", "channel", "attachment_size_limit"]
)
async def test_an_interaction_that_cannot_be_read_does_not_end_the_bot(rough, missing):
    place = rough.server.world.channel(rough.channel("table-1"))
    found = rough.server.desk.begin(SLASH, rough.user("red"), place, typed("games"))
    payload = rough.server.desk.payload(found)
    del payload[missing]
    rough.server.world.tell(Event("INTERACTION_CREATE", payload, frozenset()))
    await rough.server.gateway.flush()
    assert text(await rough.slash("red", "/games"))
    assert not rough._run.done()


@pytest.mark.parametrize("options", [[[1]], [None], [7], [{}]])
async def test_options_that_the_library_stumbles_over_are_answered(rough, monkeypatch, options):
    desk, data = rough.server.desk, {**typed("games"), "options": options}
    ordinary = desk.payload
    monkeypatch.setattr(desk, "payload", lambda found: {**ordinary(found), "data": data})
    assert text(await sent(rough, SLASH, "red", typed("games"))) == OUTDATED


@pytest.mark.parametrize("user", [None, {"id": str(2**64)}, {"id": "0"}, {}])
async def test_an_interaction_of_nobody_is_not_read(rough, caplog, user):
    place = rough.server.world.channel(rough.channel("@red"))
    found = rough.server.desk.begin(SLASH, rough.user("red"), place, typed("games"))
    payload = rough.server.desk.payload(found)
    payload["user"] = None if user is None else {**payload["user"], "id": None, **user}
    caplog.clear()
    rough.server.world.tell(Event("INTERACTION_CREATE", payload, frozenset()))
    await rough.server.gateway.flush()
    assert text(await rough.slash("red", "/games"))
    assert UNREADABLE in caplog.messages


@pytest.mark.parametrize("token", [None, {}, [], 7])
async def test_an_interaction_that_cannot_be_answered_is_not_read(rough, caplog, token):
    place = rough.server.world.channel(rough.channel("table-1"))
    found = rough.server.desk.begin(SLASH, rough.user("red"), place, typed("games"))
    payload = {**rough.server.desk.payload(found), "token": token}
    caplog.clear()
    rough.server.world.tell(Event("INTERACTION_CREATE", payload, frozenset()))
    await rough.server.gateway.flush()
    assert text(await rough.slash("red", "/games"))
    assert UNREADABLE in caplog.messages


async def test_a_challenge_without_a_channel_is_refused(rough, monkeypatch):
    """It is for servers only, so this is a Discord that has forgotten which one."""
    desk, data = rough.server.desk, typed("challenge", {"name": "post", "type": 1, "options": []})
    ordinary = desk.payload

    def lost(found):
        payload = ordinary(found)
        del payload["guild_id"]
        return {**payload, "user": payload.pop("member")["user"]}

    monkeypatch.setattr(desk, "payload", lost)
    assert "in a server channel" in text(await sent(rough, SLASH, "red", data))


# --- tables at which there is nothing to see


async def test_a_board_before_the_deal_has_no_words_yet(s):
    await Party(s, "red", "blue").seat()
    assert text(await s.slash("red", "/board", form="text")) == NOT_PLAYED[Phase.LOBBY]


@pytest.mark.parametrize("form", ["pictures", "text"])
async def test_there_is_no_board_of_a_table_that_was_closed(s, form):
    party = Party(s, "red", "blue")
    await party.seat()
    await party.set_up("red", Label.CLOSE)
    await party.quiet()
    assert text(await s.slash("red", "/board", form=form)) == NOT_PLAYED[Phase.CLOSED]


async def test_a_hand_before_the_deal_says_that_nothing_has_begun(s):
    await Party(s, "red", "blue").seat()
    assert NOT_PLAYED[Phase.LOBBY] in text(await s.slash("red", "/hand"))


@pytest.mark.parametrize("custom_id", ["v:1:ask", "u:digest", "p:help:", "r:1:0:round~0", "s:1:0:"])
async def test_a_value_of_thousands_of_digits_is_read_like_any_other(s, custom_id):
    party = Party(s, "red", "blue")
    await party.begin()
    for value in ("9" * 5_000, f"remove {'9' * 5_000}", f"a:{'9' * 5_000}"):
        assert text(await forge(s, "red", party.board, custom_id, value, kind=SELECT))
