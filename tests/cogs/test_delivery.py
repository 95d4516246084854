"""How a message gets to Discord exactly once: its nonce, its mark, and how it is found again."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from cogs.delivery import SKEW, Delivery
from cogs.screen import MAX_SEATS, is_reminder, mark_of, seats_in
from engine import GAMES
from host import outbox
from host.outbox import SECOND, MessageKind
from host.records import About, OutgoingMessage
from testing.hosting import NOON
from testing.message_truth import CALL
from testing.people import Label, Party, text
from tests.cogs.test_moods import shows_the_truth

MAX_NONCE = 25
US, SOMEBODY = 1, 2


# --- nonces and marks


def outgoing_of(number=1, made=NOON, **more):
    facts = {
        "kind": MessageKind.TURN,
        "channel": 7,
        "user": None,
        "body": {},
        "edition": 1,
        "tries": 1,
    }
    return OutgoingMessage(id=number, about=About(1), made=made, **{**facts, **more})


def mail_of(outgoing, *messages):
    """On its way through an office that has read these messages."""
    context = SimpleNamespace(client=SimpleNamespace(user=SimpleNamespace(id=US)))
    context.host = context.gallery = None
    mail = Delivery(context, outgoing)
    mail.heard.messages[7] = list(messages)
    return mail


def message_of(mark, author=US, at=NOON):
    part = SimpleNamespace(id=mark)
    moment = datetime.fromtimestamp(at / SECOND, UTC)
    return SimpleNamespace(
        author=SimpleNamespace(id=author), created_at=moment, components=[part], id=mark
    )


def test_a_nonce_is_short_enough_whatever_its_number_and_its_seats():
    year_2500 = int(datetime(2500, 1, 1, tzinfo=UTC).timestamp() * SECOND)
    for number in (1, 4_096, 2**31, 2**36 - 1):
        outgoing = outgoing_of(number, year_2500)
        for again in ([], [message_of(mark_of(outgoing.nonce), at=year_2500)]):
            nonce = mail_of(outgoing, *again)._nonce(7, range(MAX_SEATS))
            assert len(nonce) <= MAX_NONCE


def test_calls_of_other_seats_have_other_nonces_and_the_same_call_the_same():
    mail = mail_of(outgoing_of())
    seats = [[seat for seat in range(5) if mask >> seat & 1] for mask in range(32)]
    assert len({mail._nonce(7, each) for each in seats}) == len(seats)
    assert mail._nonce(7, [0, 2]) == mail_of(outgoing_of())._nonce(7, [0, 2])


def test_every_seat_of_every_game_finds_room_in_a_mark():
    assert max(game.seats[-1] for game in GAMES.values()) <= MAX_SEATS
    for seats in ([], [0], [1, 3], list(range(MAX_SEATS))):
        for reminds in (False, True):
            found = message_of(mark_of("1-1", seats, reminds))
            assert seats_in(found) == seats and is_reminder(found) == reminds


def test_only_our_own_message_since_the_message_is_known_again():
    outgoing = outgoing_of()
    mark, mail = mark_of(outgoing.nonce), mail_of(outgoing)
    assert mail._is_ours(message_of(mark))
    assert mail._is_ours(message_of(mark, at=NOON - SKEW))
    assert not mail._is_ours(message_of(mark, SOMEBODY))
    assert not mail._is_ours(message_of(mark, at=NOON - SKEW - SECOND))
    assert not mail._is_ours(message_of(mark_of("other")))


@pytest.mark.asyncio
async def test_a_full_table_is_called_however_many_messages_there_were(s):
    party = Party(s, "red", "blue", "green", "purple", "yellow")
    await party.seat()
    await party.host.do(numbered_from, 2**31)
    await s.click("red", party.board, Label.START)
    assert await party.until_all_act()
    await party.quiet()
    await shows_the_truth(party)
    await party.host.do(remind, (await party.table()).id)
    await party.quiet()
    assert all(f"<@{s.user(name)}>" in text(call_of(party)) for name in party.names)


def numbered_from(uow, number):
    uow.store._execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'outbox'", (number,))


def remind(uow, table_id):
    table = uow.table(table_id)
    outbox.call(uow.store, table, [*range(5)], [], again=[*range(5)])


def call_of(party):
    (found,) = [each for each in party.public if CALL in text(each)]
    return found
