"""Everybody has one ranked attempt, with the same luck, until the challenge is closed."""

from contextlib import suppress
from random import Random

import pytest

from engine import ALL_GAMES, GAMES
from engine.kernel.deck import Deck
from engine.kernel.luck import KeyedLuck
from engine.kernel.refusal import Refused
from host import challenges, people, seating, votes
from host.deals import WEEKLY
from host.outbox import MessageKind, message_gone
from host.records import About, Phase
from host.store import Store
from host.terms import DAY, HOUR
from host.views import table_here, tables_of, view_table
from host.votes import Proposal, ProposalKind
from testing import SCALE
from testing.challenges import (
    CHALLENGING,
    ELSEWHERE,
    HERE,
    THERE,
    attempt_faults,
    attempt_of,
    best_score_now,
    board_of,
    closed,
    daily,
    post,
    posts,
    scheduled,
    tried,
    try_it,
)
from testing.database_rules import faults, spoil
from testing.hosting import (
    ADA,
    BEN,
    CLEO,
    DIRK,
    STRANGER,
    Click,
    caller,
    dump,
    messages_of,
    play_out,
    press,
    random_click,
    reader,
    refusal,
    say_all,
    state_after,
)
from testing.playing import some_action

pytestmark = pytest.mark.asyncio
STEPS = 40
SEQUENCES = 5


@pytest.fixture(params=CHALLENGING)
def game_id(request):
    """Every game that has challenges."""
    return request.param


# --- the same luck


def decks(thing, path=""):
    """Every deck in a state, by where it is."""
    if isinstance(thing, Deck):
        yield path, thing
    elif names := getattr(thing, "__dataclass_fields__", None):
        for name in set(names) - {"base", "rows"}:
            yield from decks(getattr(thing, name), f"{path}.{name}")
    elif isinstance(thing, list | tuple):
        for place, each in enumerate(thing):
            yield from decks(each, f"{path}[{place}]")


async def luck_of(host, table_id, monkeypatch):
    """All dice that came, by their labels, and the decks at the deal and at the end."""
    rolled = {}
    dice = KeyedLuck.dice

    def watched(luck, count, *label):
        found = dice(luck, count, *label)
        rolled[label] = max(rolled.get(label, ()), found, key=len)
        return found

    first = await state_after(host, table_id, 0)
    with monkeypatch.context() as patched:
        patched.setattr(KeyedLuck, "dice", watched)
        last = await state_after(host, table_id)
    return rolled, dict(decks(first)), dict(decks(last))


def begins_with(longer, shorter):
    return longer[: len(shorter)] == shorter


def luck_differences(here, there):
    """In what two attempts had other luck; a deck is used up from its end on."""
    rolls, dealt, decks_now = here
    others, dealt_there, decks_there = there
    assert {*rolls} & {*others} and dealt
    for label in {*rolls} & {*others}:
        short, long = sorted((rolls[label], others[label]), key=len)
        if not begins_with(long, short):
            yield f"{label}: {long} and {short}"
    for name, deck in dealt.items():
        if deck != dealt_there[name]:
            yield f"{name} was dealt otherwise"
        for now in (decks_now[name], decks_there[name]):
            if now.shuffles == deck.shuffles and not begins_with(deck.cards, now.cards):
                yield f"{name} came in another order"


@pytest.mark.parametrize("seed", range(2 * SCALE))
async def test_everybody_gets_the_same_cards_and_dice_whatever_they_do(
    host, game_id, seed, monkeypatch
):
    rng = Random(seed)
    challenge = await post(host, game_id)
    found = []
    for user in (ADA, BEN, CLEO):
        table = await tried(host, challenge, user, rng, rng.choice((15, 60, 20_000)))
        found.append(await luck_of(host, table.id, monkeypatch))
    assert not [*luck_differences(*found[:2]), *luck_differences(*found[1:])]
    assert found[0] != found[1]


async def test_mutant_dice_that_differ_from_person_to_person_are_noticed(
    host, game_id, monkeypatch
):
    dice, challenge, found = KeyedLuck.dice, await post(host, game_id), []
    for user in (ADA, BEN):
        with monkeypatch.context() as patched:
            patched.setattr(
                KeyedLuck, "dice", lambda *words, user=user: dice(*words, "for", user.id)
            )
            table = await tried(host, challenge, user, Random(1), 40)
            found.append(await luck_of(host, table.id, monkeypatch))
    assert [*luck_differences(*found)]


async def test_mutant_a_table_with_a_key_of_its_own_is_noticed(host, game_id, monkeypatch):
    challenge = await post(host, game_id)
    keys = iter([bytes(32), bytes(31) + b"1"])
    monkeypatch.setattr(Store, "deal_key", lambda store, deal: next(keys))
    tables = [await tried(host, challenge, user, Random(2), 30) for user in (ADA, BEN)]
    found = [await luck_of(host, table.id, monkeypatch) for table in tables]
    assert [*luck_differences(*found)]


async def test_everybody_meets_the_same_opponent(host, game_id):
    challenge = await post(host, game_id)
    solo = GAMES[game_id].solo
    for user in (ADA, BEN):
        table = (
            await host.read(view_table, await try_it(host, challenge, user), by=caller(user.id))
        ).table
        assert table.options[solo.option] == challenge.deal.level
        assert (table.channel, len(table.seats), table.phase) == (None, 1, Phase.PLAYING)
        assert table.commitment == challenge.deal.commitment


# --- one ranked attempt


async def test_play_resumes_the_attempt_and_never_begins_a_second(host, file, game_id, clock):
    challenge = await post(host, game_id)
    table = await try_it(host, challenge, ADA)
    assert await try_it(host, challenge, ADA) == table
    await play_out(host, table, Random(1), 10)
    clock.advance(HOUR)
    assert await try_it(host, challenge, ADA) == table
    await host.do(votes.end, table, by=caller(ADA.id))
    assert await try_it(host, challenge, ADA) == table
    assert (await board_of(host, challenge)).tried == 1
    assert not attempt_faults(file)


async def test_the_same_deal_in_another_channel_is_no_second_attempt(host, file, game_id, clock):
    here, there = await daily(host, clock, game_id, HERE, THERE)
    assert here.deal == there.deal
    table = await try_it(host, here, ADA)
    assert await try_it(host, there, ADA) == table
    assert await try_it(host, there, BEN) != table
    assert [(await board_of(host, each)).tried for each in (here, there)] == [1, 1]
    assert (await board_of(host, here, is_overall=True)).tried == 2
    assert not attempt_faults(file)


async def test_the_file_itself_refuses_a_second_ranked_attempt(host, game_id, monkeypatch):
    challenge = await post(host, game_id)
    await try_it(host, challenge, ADA)
    before = await dump(host)
    monkeypatch.setattr(Store, "ranked_attempt", lambda *_: None)
    with pytest.raises(Exception, match=r"attempts\.deal|one_ranked_attempt"):
        await try_it(host, challenge, ADA)
    assert await dump(host) == before


async def test_an_attempt_is_counted_and_dealt_together_or_not_at_all(host, file, game_id):
    """Broken off after any of its statements."""
    challenge = await post(host, game_id)
    before = await dump(host)

    def broken(uow, last):
        execute, done = uow.store._execute, []

        def counted(*words):
            done.append(words)
            if len(done) > last:
                raise RuntimeError("killed")
            return execute(*words)

        uow.store._execute = counted
        return challenges.play(uow, challenge.id, by=caller(ADA))

    for last in range(1_000):
        try:
            await host.do(broken, last)
            break
        except RuntimeError:
            assert await dump(host) == before
            assert not attempt_faults(file)
    assert last > 10
    assert not attempt_faults(file)
    assert await attempt_of(host, challenge, ADA)


async def test_later_attempts_keep_the_rules_of_the_first(host, file, game_id, clock, monkeypatch):
    """Also when the bot comes back with newer ones; practice keeps them, too."""
    challenge = await post(host, game_id)
    first = await tried(host, challenge, ADA, Random(3), 10)
    untouched = await post(host, game_id, THERE)
    now = type(GAMES[game_id])

    def become(newest):
        for games in (ALL_GAMES, GAMES):
            monkeypatch.setitem(games, game_id, newest())

    become(type("Next", (now,), {"rules": now.rules + 1, "older": {now.rules: now()}}))
    second = await tried(host, challenge, BEN, Random(4), 10)
    newer = await tried(host, untouched, BEN, Random(4), 10)
    assert (first.rules, second.rules, newer.rules) == (now.rules, now.rules, now.rules + 1)
    rules = Proposal(ProposalKind.RULES)
    adopt = host.do(votes.agree, second.id, rules, by=caller(BEN))
    assert "keep the rules" in str(await refusal(host, adopt))
    become(now)
    with pytest.raises(Refused, match="rules that I don't know"):
        await try_it(host, untouched, CLEO)
    await closed(host, clock, challenge)
    assert (await tried(host, challenge, ADA, Random(5), 10)).rules == now.rules
    assert not attempt_faults(file)


async def test_after_the_end_there_is_practice_that_is_not_ranked(host, file, game_id, clock):
    challenge = await post(host, game_id)
    first = await tried(host, challenge, ADA, Random(3), 10)
    await closed(host, clock, challenge)
    before = (await board_of(host, challenge)).places
    table = await try_it(host, challenge, ADA)
    assert table != first.id
    assert await try_it(host, challenge, ADA) == table
    await play_out(host, table, Random(4))
    assert await try_it(host, challenge, ADA) != table
    await try_it(host, challenge, BEN)
    assert (await board_of(host, challenge)).places == before
    assert not attempt_faults(file)


async def test_between_the_end_and_the_closing_nobody_begins_or_goes_on(host, game_id, clock):
    """A clock that is set back would make a ranked attempt of what was seen in practice."""
    challenge = await post(host, game_id)
    table = await try_it(host, challenge, ADA)
    clock.now = challenge.deal.closes
    said = await refusal(host, try_it(host, challenge, BEN))
    assert "practice" in str(said)
    assert await try_it(host, challenge, ADA) == table
    seen = await host.read(view_table, table, by=caller(ADA.id))
    text = " ".join(map(str, some_action(list(seen.actions), Random(1))))
    assert "as it stands" in str(await refusal(host, press(host, table, Click(ADA.id, text))))


class Storm:
    """Whatever may happen around attempts, in any order."""

    def __init__(self, open_host, clock, game_id, rng):
        self.open_host, self.clock, self.game_id, self.rng = open_host, clock, game_id, rng
        self.host = None

    async def step(self):
        deeds = [self.play] * 6 + [self.click] * 4 + [self.strike] * 2
        deeds += [self.restart, self.pass_time, self.set_clock, self.plan, self.move, self.keep]
        deeds += [self.post, self.give_up, self.hand_over]
        with suppress(Refused):
            await self.rng.choice(deeds)()

    def user(self):
        return self.rng.choice((ADA, BEN))

    async def play(self):
        found = await posts(self.host)
        if found:
            number, *_ = self.rng.choice(found)
            await self.host.do(challenges.play, number, by=caller(self.user()))

    async def tables(self):
        return [seen.table for seen in await self.host.read(tables_of, by=caller(self.user().id))]

    async def click(self):
        for table in await self.tables():
            await random_click(self.host, table.id, self.rng)

    async def give_up(self):
        for table in await self.tables():
            await self.host.do(votes.end, table.id, by=caller(table.seats[0].user))

    async def hand_over(self):
        for table in await self.tables():
            await self.host.do(seating.hand_over, table.id, by=caller(table.seats[0].user))

    async def strike(self):
        await self.host.run_due()

    async def restart(self):
        await self.host.close()
        self.host = await self.open_host()

    async def pass_time(self):
        self.clock.advance(self.rng.choice((HOUR, 9 * HOUR, DAY, 8 * DAY)))

    async def set_clock(self):
        """Wrong for a while, in either direction, or right before a midnight."""
        midnight = self.clock.now - self.clock.now % DAY + DAY
        away = self.clock.now + self.rng.choice((-3, -1, 1, 3)) * DAY
        self.clock.now = self.rng.choice((away, midnight - 1, midnight))

    async def plan(self):
        kind = self.rng.choice(("daily", WEEKLY))
        zone = self.rng.choice(("UTC", "Pacific/Auckland", "America/Los_Angeles"))
        channel = self.rng.choice((HERE, THERE, ELSEWHERE))
        await scheduled(self.host, self.game_id, channel, kind, zone, self.rng.randrange(24))

    async def move(self):
        zone = self.rng.choice(("UTC", "Asia/Tokyo", "America/Los_Angeles"))
        await self.host.do(people.choose, {"zone": zone}, by=caller(self.user()))

    async def keep(self):
        await self.host.run_housekeeping()

    async def post(self):
        await post(self.host, self.game_id, hours=self.rng.choice((1, 30)))


async def storm(open_host, clock, game_id, seed, file):
    """What was found wrong after any step, and how many attempts there were."""
    made = Storm(open_host, clock, game_id, Random(seed))
    made.host = await open_host()
    await daily(made.host, clock, game_id, HERE, THERE)
    for _ in range(STEPS):
        await made.step()
        if found := attempt_faults(file):
            return found, 0
    tables = await made.host.read(lambda uow: uow.store.all_table_ids())
    return faults(file), len(tables)


@pytest.mark.parametrize("seed", range(SEQUENCES * SCALE))
async def test_whatever_happens_nobody_has_a_second_ranked_attempt(
    open_host, clock, game_id, seed, file
):
    found, count = await storm(open_host, clock, game_id, seed, file)
    assert not found
    assert count > 1


def allow_a_second(monkeypatch):
    """The index of the file is dropped, too."""
    monkeypatch.setattr(Store, "ranked_attempt", lambda *_: None)


def practice_early(monkeypatch):
    began = challenges._begin
    monkeypatch.setattr(
        challenges, "_begin", lambda uow, found, user, _: began(uow, found, user, False)
    )


def another_key(monkeypatch):
    monkeypatch.setattr(Store, "deal_key", lambda store, deal: bytes(32))


def no_seal(monkeypatch):
    monkeypatch.setattr(Store, "seal", lambda *_: None)


def not_counted(monkeypatch):
    monkeypatch.setattr(Store, "insert_attempt", lambda *_: None)


MUTANTS = [allow_a_second, practice_early, another_key, no_seal, not_counted]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda each: each.__name__)
async def test_mutant_an_attempt_that_must_not_be_is_noticed(
    host, game_id, file, monkeypatch, mutant
):
    challenge = await post(host, game_id)
    await host.do(lambda uow: uow.store._execute("DROP INDEX one_ranked_attempt"))
    with monkeypatch.context() as patched:
        mutant(patched)
        for _ in range(2):
            await try_it(host, challenge, ADA)
    assert attempt_faults(file)


# --- nobody else's


async def test_the_autopilot_never_plays_a_ranked_attempt(host, file, game_id, clock):
    challenge = await post(host, game_id)
    table = await try_it(host, challenge, ADA)
    for deed in (seating.hand_over, seating.play_from_here):
        assert str(await refusal(host, host.do(deed, table, by=caller(ADA)))) == seating.ALONE
    for subject in (
        ProposalKind.TURN,
        ProposalKind.TAKEOVER,
        ProposalKind.REPLACE,
        ProposalKind.REMOVE,
    ):
        await refusal(host, host.do(votes.agree, table, Proposal(subject, 0), by=caller(ADA.id)))
        await refusal(host, host.do(votes.force, table, Proposal(subject, 0)))
    clock.advance(47 * HOUR)
    await host.run_due()
    await host.run_housekeeping()
    assert (await host.read(view_table, table, by=caller(ADA.id))).table.version == 0
    assert not attempt_faults(file)


async def test_an_attempt_is_no_table_of_any_channel(host, game_id):
    challenge = await post(host, game_id)
    table = await try_it(host, challenge, ADA)
    await refusal(host, host.read(table_here, reader(ADA.id, HERE)))
    assert await host.read(table_here, reader(ADA.id, None)) == table
    await refusal(host, host.read(table_here, reader(BEN.id, None)))
    assert not await host.read(tables_of, by=caller(BEN.id))


async def test_a_long_break_does_not_end_an_attempt(host, game_id, clock):
    challenge = await post(host, game_id, hours=challenges.LONGEST)
    table = await tried(host, challenge, ADA, Random(5), 8)
    clock.advance(challenges.LONGEST * HOUR - 1)
    await host.run_due()
    await host.run_housekeeping()
    assert await try_it(host, challenge, ADA) == table.id
    assert (await play_out(host, table.id, Random(6))).phase is Phase.OVER


async def test_forgetting_a_player_leaves_a_finished_attempt_and_drops_a_running_one(
    host, file, game_id, clock
):
    challenge = await post(host, game_id)
    await tried(host, challenge, BEN, Random(7))
    await tried(host, challenge, CLEO, Random(8), 10)
    await tried(host, challenge, DIRK, Random(9))
    await host.forget(BEN.id)
    await host.forget(CLEO.id)
    await host.wait_for_autoplay()
    board = await board_of(host, challenge)
    assert sorted(place.attempt.name for place in board.places) == ["A former player", DIRK.name]
    assert not faults(file)
    await closed(host, clock, challenge)
    assert (await board_of(host, challenge)).places == board.places


# --- closing


async def test_when_it_closes_a_running_attempt_ends_as_it_stands(host, game_id, clock):
    challenge = await post(host, game_id)
    table = await tried(host, challenge, ADA, Random(10), 40)
    score = await host.read(best_score_now, table.id)
    assert (await attempt_of(host, challenge, ADA)).score is None
    await closed(host, clock, challenge)
    attempt = await attempt_of(host, challenge, ADA)
    assert (attempt.score, attempt.finished) == (score, clock())
    assert sum(attempt.facts["parts"].values()) == score
    after = (await host.read(view_table, table.id, by=caller(ADA.id))).table
    assert (after.phase, after.ending) == (Phase.OVER, challenges.CLOSED)


async def test_nobody_wins_by_stopping_while_ahead(host, game_id, clock, monkeypatch):
    game = GAMES[game_id]
    challenge = await post(host, game_id)
    table = await try_it(host, challenge, ADA)
    result = game.result

    def ahead(state):
        found = result(state)
        return found and type(found)((0,), found.scores, found.parts, (1,), "points")

    monkeypatch.setattr(game, "result", ahead)
    await host.do(votes.end, table, by=caller(ADA.id))
    assert not (await attempt_of(host, challenge, ADA)).has_won
    await tried(host, challenge, BEN, Random(11))
    assert (await attempt_of(host, challenge, BEN)).has_won


def of_challenges(messages, kind):
    return [outgoing.about.challenge_id for outgoing in messages if outgoing.kind == kind]


@pytest.mark.parametrize("is_down", [False, True], ids=["up", "down at the time"])
async def test_a_challenge_is_closed_once_and_says_so_once(
    open_host, file, game_id, clock, is_down
):
    host = await open_host()
    here, there = await daily(host, clock, game_id, HERE, THERE)
    await tried(host, here, ADA, Random(12))
    await tried(host, there, BEN, Random(13), 12)
    await say_all(host)
    if is_down:
        await host.close()
        clock.now = here.deal.closes + 3 * DAY
        host = await open_host()
    said = []
    for _ in range(3):
        clock.now = max(clock.now, here.deal.closes)
        await host.run_due()
        said += await say_all(host)
        await host.close()
        host = await open_host()
        clock.advance(HOUR)
    assert sorted(of_challenges(said, MessageKind.CLOSED)) == sorted((here.id, there.id))
    board = await board_of(host, here, is_overall=True)
    assert (board.challenge.deal.is_closed, board.tried) == (1, 2)
    assert None not in [place.rank for place in board.places]
    assert not attempt_faults(file)
    assert not faults(file)


async def test_a_challenge_that_is_closed_stays_so_when_the_clock_is_set_back(
    host, file, game_id, clock
):
    challenge = await post(host, game_id)
    await closed(host, clock, challenge)
    clock.now = challenge.deal.opened
    await try_it(host, challenge, ADA)
    assert await attempt_of(host, challenge, ADA) is None
    assert not attempt_faults(file)


async def test_an_attempt_whose_record_is_damaged_holds_up_no_closing(
    open_host, file, game_id, clock
):
    host = await open_host()
    challenge = await post(host, game_id)
    table = await tried(host, challenge, ADA, Random(14), 10)
    await tried(host, challenge, BEN, Random(15), 10)
    await host.close()
    words = f"UPDATE journal SET code = 'nonsense' WHERE table_id = {table.id} AND number = 1"
    spoil(file, words)
    host = await open_host()
    await closed(host, clock, challenge)
    await host.run_due()
    board = await board_of(host, challenge)
    assert board.challenge.deal.is_closed
    assert [(place.rank, place.attempt.user) for place in board.places] == [(1, BEN.id)]
    assert await host.next_alarm() is None


async def test_winners_come_first_then_points_and_equals_share_a_rank(host, game_id):
    challenge = await post(host, game_id)
    ends = [(20, True), (25, False), (20, True), (22, True), (3, False), (25, False)]
    them = [*(ADA, BEN, CLEO, DIRK), STRANGER, STRANGER._replace(id=9_010)]
    for user, (score, has_won) in zip(them, ends, strict=True):
        table = await try_it(host, challenge, user)
        await host.do(lambda uow, *end: uow.store.finish_attempt(*end), table, score, has_won, {})
    await try_it(host, challenge, ADA._replace(id=4))
    board = await board_of(host, challenge)
    found = [(place.rank, place.attempt.score, place.attempt.has_won) for place in board.places]
    assert found == [
        *[(1, 22, True), (2, 20, True), (2, 20, True)],
        *[(4, 25, False), (4, 25, False), (6, 3, False)],
        (None, None, False),
    ]
    assert board.tried == 7


async def test_a_result_is_shown_once_and_only_when_there_is_one(host, game_id):
    challenge = await post(host, game_id)
    await refusal(host, host.do(challenges.share, challenge.id, by=caller(ADA.id)))
    table = await tried(host, challenge, ADA, Random(16), 9)
    await refusal(host, host.do(challenges.share, challenge.id, by=caller(ADA.id)))
    await host.do(votes.end, table.id, by=caller(ADA.id))
    await host.do(challenges.share, challenge.id, by=caller(ADA.id))
    await refusal(host, host.do(challenges.share, challenge.id, by=caller(ADA.id)))
    (outgoing,) = [each for each in await messages_of(host) if each.kind == MessageKind.SHARE]
    assert (outgoing.about, outgoing.channel) == (About(challenge_id=challenge.id), HERE)
    assert outgoing.body == {"table": table.id}
    shown = await host.read(challenges.shared, challenge.id, table.id)
    rounds = GAMES[game_id].length(await state_after(host, table.id))
    assert len(shown.attempt.facts["levels"]) == rounds


async def test_days_in_a_row_are_counted_up_to_today_or_yesterday(host, game_id, clock):
    await scheduled(host, game_id, hour=9)
    clock.now = await host.next_alarm()
    seen = []
    for day in range(6):
        await host.run_due()
        number, *_ = (await posts(host))[-1]
        if day != 2:
            table = await host.do(challenges.play, number, by=caller(ADA))
            await host.do(votes.end, table, by=caller(ADA.id))
        seen.append(await host.read(challenges.streak, ADA.id))
        clock.advance(DAY)
    assert seen == [1, 2, 2, 1, 2, 3]
    assert await host.read(challenges.streak, ADA.id) == 3
    clock.advance(DAY)
    assert await host.read(challenges.streak, ADA.id) == 0


async def test_a_message_that_was_deleted_comes_again_only_while_the_challenge_is_open(
    host, game_id, clock
):
    challenge = await post(host, game_id)
    for is_open in (True, False):
        await say_all(host)
        await host.do(challenges.remember_message, challenge.id, 777)
        await host.do(message_gone, 777)
        assert bool(of_challenges(await messages_of(host), MessageKind.CHALLENGE)) == is_open
        await closed(host, clock, challenge)


@pytest.mark.parametrize(
    ("level", "hours"), [("unheard of", 48), (None, 0), (None, challenges.LONGEST + 1)]
)
async def test_a_challenge_must_have_a_known_opponent_and_an_end(host, game_id, level, hours):
    level = level or GAMES[game_id].solo.levels[0]
    await refusal(host, host.do(challenges.post, game_id, level, hours, HERE, by=caller(ADA)))


async def test_there_are_challenges_only_in_games_that_offer_them(host):
    others = [game for game in GAMES if game not in CHALLENGING]
    for game in (*others, "chess"):
        await refusal(host, host.do(challenges.post, game, "easy", 48, HERE, by=caller(ADA)))
        await refusal(host, scheduled(host, game))


async def test_two_challenges_may_be_posted_in_the_same_moment(host, game_id):
    first, second = [await post(host, game_id) for _ in range(2)]
    assert first.deal.id != second.deal.id
    assert first.deal.commitment != second.deal.commitment
