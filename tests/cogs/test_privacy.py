"""People can download what is stored about them, and have it deleted after a question."""

import asyncio
import json
import threading

import pytest

from cogs.ids import forget_id
from cogs.privacy import FILE
from host import privacy
from host.fairness import prove
from host.records import FORMER, Phase, User
from host.store.privacy import PrivacyStore
from host.validation import validate
from sandbox.driver import PATIENCE, Sandbox, parts
from testing.challenges import CHALLENGING
from testing.hosting import dump, hoard
from testing.people import Label, Party, forge, is_ephemeral, labels, text
from testing.privacy import remains

pytestmark = pytest.mark.asyncio
FORGET = "Delete my data"
ENCLOSED = 13


def user_of(s: Sandbox, name: str) -> User:
    """By number alone: in the sandbox people are called like colors, as many things are."""
    number = int(s.user(name))
    return User(number, str(number))


async def forget(s: Sandbox, name: str, channel: str = "table-1"):
    return await s.click(name, await s.slash(name, "/privacy delete", channel), FORGET)


async def test_the_export_is_a_file_for_one_person_alone(s):
    party = Party(s, "red", "blue")
    await party.begin()
    acting = await party.acting()
    await party.act(acting)
    message = await s.slash(acting, "/privacy export")
    assert is_ephemeral(message)
    (attached,) = message["attachments"]
    assert attached["filename"] == FILE
    assert [part["type"] for part in parts(message)].count(ENCLOSED) == 1
    found = json.loads(s.server.world.files[attached["id"]].content)
    assert found["you"]["id"] == int(s.user(acting))
    (place,) = found["tables"]
    assert place["channel"] == int(s.channel("table-1"))
    (row,) = [row for row in await party.rows() if row.seat == place["seat"] - 1]
    assert [line.partition(": ")[2] for line in place["played"]] == [row.code]


async def test_data_is_read_table_by_table_and_for_one_person_once_at_a_time(s, monkeypatch):
    """However much somebody has played, and however often they ask, nobody's press waits."""
    host, red = s.bot.host, User(int(s.user("red")), "Red")
    await hoard(host, CHALLENGING[0], 5, red)
    await Party(s, "red").quiet()
    stores, may_end = [], threading.Event()
    codes_of, as_text = PrivacyStore.codes_of, privacy.as_text

    def noted(store, *place):
        stores.append(store)
        return codes_of(store, *place)

    def held(*told):
        assert may_end.wait(PATIENCE)
        return as_text(*told)

    monkeypatch.setattr(PrivacyStore, "codes_of", noted)
    monkeypatch.setattr(privacy, "as_text", held)
    first = asyncio.create_task(s.slash("red", "/privacy export"))
    await s.until(lambda: len(stores) == 5)
    assert len({*map(id, stores)}) == 5  # each is one transaction
    assert "already putting your data together" in text(await s.slash("red", "/privacy export"))
    assert "don't store anything" in text(await s.slash("blue", "/privacy export"))
    may_end.set()
    (attached,) = (await first)["attachments"]
    found = s.server.world.files[attached["id"]].content.decode()
    assert found == await host.read(privacy.export, red.id)
    assert await host.read(privacy.told_place, int(s.user("blue")), 1) is None, "left meanwhile"
    assert (await s.slash("red", "/privacy export"))["attachments"]


@pytest.mark.parametrize("command", ["/privacy export", "/privacy delete"])
async def test_whoever_was_never_here_is_told_so(s, command):
    message = await s.slash("green", command)
    assert text(message) == "I don't store anything about you."
    assert not message["attachments"] and not labels(message)


async def test_nothing_happens_until_the_second_word_which_says_what_will_be(s, file):
    party = Party(s, "red", "blue")
    await party.begin()
    before = await party.stored()
    message = await s.slash("blue", "/privacy delete")
    assert is_ephemeral(message)
    assert labels(message) == {FORGET}
    for word in ("can't be undone", FORMER, "already sent", "backups", "Lobbies"):
        assert word in text(message)
    assert await party.stored() == before


async def test_the_forgotten_leave_no_byte_and_the_others_play_on_to_the_end(s, file):
    party = Party(s, "red", "blue", "green")
    await party.begin()
    await party.act(await party.acting())
    assert remains(file, user_of(s, "blue"))
    answered = await forget(s, "blue")
    assert "I've deleted your data." in text(answered)
    assert not labels(answered)
    assert not remains(file, user_of(s, "blue"))
    await party.quiet()
    table = await party.table()
    assert table.names.count(FORMER) == 1
    await party.act(next(name for name in ("red", "green") if party._can_press(name)))
    await party.play_out_away()
    assert (await party.host.read(prove, table.id)).is_proven
    assert not remains(file, user_of(s, "blue"))
    assert not validate(file).faults


async def test_a_lobby_goes_to_the_next_and_the_forgotten_may_sit_down_again(s, file):
    party = Party(s, "blue", "red")
    await party.seat()
    await forget(s, "blue", "@blue")
    await party.quiet()
    table = await party.table()
    assert (table.phase, table.names, table.opener) == (Phase.LOBBY, ["Red"], int(s.user("red")))
    await s.click("blue", party.board, Label.JOIN)
    await party.quiet()
    assert (await party.table()).names == ["Red", "Blue"]


async def test_an_old_panel_and_the_old_button_change_nothing_any_more(s):
    party = Party(s, "red", "blue")
    await party.begin()
    acting = await party.acting()
    panel = party.panel(acting)
    message = await s.slash(acting, "/privacy delete")
    await s.restart_bot()
    assert "I've deleted your data." in text(await s.click(acting, message, FORGET))
    before = await party.stored()
    assert "I don't store anything" in text(await forge(s, acting, message, forget_id()))
    assert await party.press(acting, panel)
    assert "not playing" in text(party.notes(acting)[-1])
    assert await dump(party.host) == before


async def test_nobody_else_is_forgotten_by_a_forged_button(s):
    party = Party(s, "red", "blue")
    await party.begin()
    before = await party.stored()
    answered = await forge(s, "green", party.board, forget_id())
    assert "I don't store anything about you" in text(answered)
    assert await party.stored() == before
