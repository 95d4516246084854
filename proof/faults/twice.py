"""Whatever is typed or pressed after a restart arrives twice: the store is as after one."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import cogs.client
from cogs.challenges import CHALLENGE_BUTTONS
from cogs.ids import ButtonKind, base36
from cogs.more import CARD, LOOK
from cogs.options import TERM
from cogs.people import CHOICES, DOOR
from cogs.plans import MOVE_UP, TAKE_OUT
from cogs.regions import caution_at
from cogs.table_buttons import TABLE_BUTTONS
from cogs.table_screens import VIEW
from engine.kernel.codes import code
from host import challenges, play, schedules, seating, votes
from host.caller import Caller
from host.deals import DAILY
from host.limits import MAX_TABLES
from host.records import User
from host.settings import change_settings
from host.terms import Terms
from host.unit_of_work import UnitOfWork
from host.views import plans, view_table
from host.votes import Proposal, ProposalKind
from proof.phases import SOLO, STRANGER, all_phases, leaves
from proof.proof import put
from sandbox.channels import add_channel
from sandbox.world import Event
from testing.hosting import caller, dump, random_click
from testing.people import BUTTON, SELECT, buttons, forge, is_ephemeral, panel_tables
from testing.playing import option_sets
from testing.scene.scene import MINUTE, Calm

# Which clicks were answered, and what was to be said; what was said is counted as messages.
BOOKKEEPING = {"clicks", "outbox", "posts", "sqlite_sequence"}
ROW, MESSAGES = "INSERT INTO", "messages"
GAME, PAUSED, LOBBY, OVER, ARENA, GARDEN = (
    *("table-1", "table-2", "lounge", "hall", "arena"),
    "garden",  # nothing is played there; its challenge is closed
)
RED, YELLOW, GREEN, PURPLE = "red", "yellow", "green", "purple"
Before = Callable[[UnitOfWork, int, Caller], Any]  # at that table, by who does the deed


class Deed(NamedTuple):
    """Something typed or pressed: where, by whom, and whether it changes anything."""

    place: str  # a channel; "": in private
    person: str
    form: str  # a command, or an id with gaps
    values: tuple[str, ...] = ()  # of a select
    options: dict[str, Any] = {}  # noqa: RUF012 — of a command; nobody changes it
    changes: bool = True
    before: Before | None = None  # what must have happened

    def __str__(self) -> str:
        more = [*self.values, *(f"{name}={value}" for name, value in self.options.items())]
        return " ".join([self.form, *more, f"by {self.person} in {self.place or 'private'}"])


def _typed(place: str, person: str, form: str, **options: Any) -> Deed:
    return Deed(place, person, form, options=options)


def _ask(kind: ProposalKind, is_of_others: bool = False) -> Before:
    """One voice for something, one's own or of another seat."""

    def ask(uow: UnitOfWork, table_id: int, by: Caller) -> None:
        others = [seat.user for seat in uow.table(table_id).humans if seat.user != by.id]
        votes.agree(uow, table_id, Proposal(kind), by=caller(others[0]) if is_of_others else by)

    return ask


def _planned(uow: UnitOfWork, table_id: int, by: Caller) -> None:
    play.queue(uow, table_id, [*map(code, plans(uow, table_id, by=by)[0][:2])], by=by)


def _free(uow: UnitOfWork, table_id: int, by: Caller) -> None:
    votes.force(uow, table_id, Proposal(ProposalKind.REPLACE, 1))


def _door_closed(uow: UnitOfWork, table_id: int, by: Caller) -> None:
    change_settings(uow, by.id, is_door_closed=True)


def _scheduled(uow: UnitOfWork, table_id: int, by: Caller) -> None:
    schedules.schedule(uow, DAILY, SOLO.id, "UTC", 9, table_id, by=by)


def _lost(uow: UnitOfWork, table_id: int, by: Caller) -> None:
    uow.store.set_lost(table_id, True)


def _decided(subject: str) -> Iterator[Deed]:
    """What is asked of a table, and what a moderator decides."""
    place, person = (PAUSED, GREEN) if subject == "resume" else (GAME, RED)
    of_a_seat = {"player": "@blue"} if subject in votes.FOR_GOOD else {}
    for more in ({}, {"force": True}):
        yield _typed(place, person, f"/table {subject}", **of_a_seat, **more)


OTHER_TERMS = {"hours": "2", "policy": "wait", "idle_days": "7"}
OTHER_OPTIONS = {
    name: str(value)
    for options in option_sets(SOLO)
    for name, value in options.model_dump(mode="json", exclude_defaults=True).items()
}
IN_THE_LOBBY = ("robot", "unrobot", "start", "close", "leave")
CHANGES = [
    _typed(GARDEN, STRANGER, "/solo", private=True),
    Deed(GAME, RED, "/play", options={"action": "{code}"}),
    Deed(GAME, RED, "a:{table}:{moves}:{code}"),
    *(_typed(GARDEN, STRANGER, form) for form in ("/solo", "/new", "/challenge post")),
    _typed(GARDEN, RED, "/challenge schedule", kind=DAILY),
    Deed(GARDEN, RED, "/challenge stop", options={"kind": DAILY}, before=_scheduled),
    Deed(OVER, RED, "t:{table}:rematch"),
    *(Deed(place, STRANGER, "c:{challenge}:play") for place in (ARENA, GARDEN)),
    Deed(ARENA, PURPLE, "c:{challenge}:share"),
    # In a lobby
    *(Deed(LOBBY, YELLOW, f"t:{{table}}:{verb}") for verb in IN_THE_LOBBY),
    Deed(LOBBY, STRANGER, "t:{table}:join"),
    Deed(LOBBY, RED, "t:{table}:leave"),
    *(
        Deed(LOBBY, YELLOW, f"o:{{table}}:{TERM}{name}", (OTHER_TERMS[name],))
        for name in Terms.model_fields
    ),
    *(Deed(LOBBY, YELLOW, f"o:{{table}}:{name}", (text,)) for name, text in OTHER_OPTIONS.items()),
    # Together
    *(
        deed
        for subject in ("pause", "resume", "extend", "abandon", "replace", "remove")
        for deed in _decided(subject)
    ),
    Deed(GAME, RED, "/table extend", before=_ask(ProposalKind.EXTEND, True)),
    Deed(GAME, RED, "v:{table}:extend", before=_ask(ProposalKind.EXTEND, True)),
    Deed(GAME, RED, "v:{table}:ask", ("takeover 1",)),
    Deed(GAME, RED, "v:{table}:abandon"),
    Deed(GAME, RED, "w:{table}:extend", before=_ask(ProposalKind.EXTEND)),
    Deed(GAME, RED, "w:{table}:ask", ("extend",), before=_ask(ProposalKind.EXTEND)),
    _typed(GAME, RED, "/end"),
    Deed("", GREEN, "t:{table}:end"),
    # At a seat
    _typed(GAME, RED, "/leave"),
    *(Deed(GAME, RED, f"t:{{table}}:{verb}") for verb in ("handover", "fromhere", "mute")),
    Deed(PAUSED, PURPLE, "t:{table}:takeback", before=seating.hand_over),
    Deed(GAME, STRANGER, "j:{table}:1", before=_free),
    Deed(GAME, RED, "b:{table}:{moves}:"),
    Deed(GAME, RED, "x:{table}:{moves}:done~0"),
    Deed(GAME, RED, "q:{table}:{moves}:~0", ("a:{plan}",)),
    Deed(GAME, RED, "t:{table}:unplan", before=_planned),
    Deed(GAME, RED, f"o:{{table}}:{TAKE_OUT}", ("0:{plan}",), before=_planned),
    Deed(GAME, RED, f"o:{{table}}:{MOVE_UP}", ("1:{second}",), before=_planned),
    Deed(GAME, RED, "t:{table}:door", before=_door_closed),
    Deed(GAME, RED, "/board", before=_lost),
    # People
    Deed(GAME, PURPLE, "f:me"),
    _typed(GAME, PURPLE, "/hours", zone="Europe/Paris", quiet_from=22, quiet_to=8),
    *(Deed(GAME, RED, f"u:{name}", ("1",)) for name in CHOICES),
    Deed(GAME, RED, f"u:{DOOR}", ("1",), before=_door_closed),
]
OF_A_TURN = ("a:", "/play", "b:", "q:", "x:", "t:{table}:fromhere", "t:{table}:mute")
NEEDED = {"/card": {"name": "x"}}
A_DAY = 25 * 60 * MINUTE  # by then clicks are forgotten
SLOWLY = ("STRIKE", "HOUSE_KEEPING")  # what nobody waits for is done less often meanwhile


def deeds(s: Calm) -> list[Deed]:
    """All that can be typed or pressed: what changes nothing is taken from the bot's own lists."""
    known = {deed.form for deed in CHANGES}
    forms = [f"t:{{table}}:{verb}" for verb in TABLE_BUTTONS]
    forms += [f"o:{{table}}:{name}" for name in (VIEW, LOOK, CARD)] + ["p:help:1"]
    looks = [Deed(GAME, RED, form, changes=False) for form in forms if form not in known]
    looks += [Deed(OVER, RED, form, changes=False) for form in ("r:{table}:0:first~0", "/verify")]
    looks += [
        Deed(GARDEN, RED, f"c:{{challenge}}:{verb}", changes=False)
        for verb in CHALLENGE_BUTTONS
        if verb not in ("play", "share")
    ]
    words = [leaf.word for leaf in leaves(s) if leaf.word not in known | {"/verify"}]
    typed = [Deed(GAME, RED, word, options=NEEDED.get(word, {}), changes=False) for word in words]
    return [*CHANGES, *looks, *typed]


def missing() -> set[str]:
    """Kinds of buttons that nobody presses here; those of menus play by the same way as acts."""
    return {*ButtonKind} - {deed.form[0] for deed in CHANGES} - {*"msrp"}


# Where it is done


class Stage:
    """All phases, a challenge that is closed, and who is to do something."""

    def __init__(self, s: Calm, deed: Deed, seed: int) -> None:
        self.s, self.deed, self.rng = s, deed, Random(seed)
        self.table = 0
        self.facts: dict[str, str] = {}  # what stands in the gaps of ids

    @property
    def user(self) -> int:
        return int(self.s.user(self.deed.person))

    @property
    def caller(self) -> Caller:
        return Caller(User(self.user, self.deed.person))

    async def prepare(self) -> None:
        """Everything before the deed."""
        s, deed = self.s, self.deed
        garden = int(add_channel(s.server.world, GARDEN)["id"])
        assert SOLO.solo
        level = SOLO.solo.levels[0]
        await s.host.do(challenges.post, SOLO.id, level, 1, garden, by=self.caller)
        await s.go_on(61 * MINUTE)
        place = int(s.channel(deed.place)) if deed.place else None
        self.table, challenge = await s.host.read(_known, place, self.user)
        self.facts = {"table": base36(self.table), "challenge": base36(challenge)}
        while not await self._is_possible():
            assert await random_click(s.host, self.table, self.rng), "this never comes"
        if deed.before:
            about = garden if deed.before is _scheduled else self.table
            await s.host.do(lambda uow: deed.before and deed.before(uow, about, self.caller))
        await s.until_quiet()

    async def _is_possible(self) -> bool:
        """Some is done only in one's turn, or when one may plan, or is asked before an end."""
        form, host = self.deed.form, self.s.host
        if not form.startswith(OF_A_TURN) and self.deed.before is not _planned:
            return True
        seen = await host.read(view_table, self.table, by=self.caller)
        self.facts["moves"] = base36(seen.moves)
        if form.startswith("q") or self.deed.before is _planned:
            found, _ = await host.read(plans, self.table, by=self.caller)
            self.facts |= dict(zip(("plan", "second"), map(code, found), strict=False))
            return len(found) > 1
        if form.startswith(("a:", "/play")):
            self.facts["code"] = await host.read(_repeatable, self.table, self.user)
            return bool(self.facts["code"])
        is_asked = form[0] != ButtonKind.ANSWER or caution_at(seen, ("done",)) is not None
        return seen.seat in seen.waiting and is_asked

    async def do(self) -> None:
        s, deed = self.s, self.deed
        channel = deed.place or f"@{deed.person}"
        if deed.form.startswith("/"):
            given = {name: self._filled(value) for name, value in deed.options.items()}
            await s.slash(deed.person, deed.form, channel, **given)
            return
        values = [*map(self._filled, deed.values)]
        if deed.form[0] == ButtonKind.BASKET:  # games seldom offer one, but any action has words
            seen = await s.host.read(view_table, self.table, by=self.caller)
            values = [f"{ButtonKind.MENU}:{word}" for word in seen.actions[0]]
        is_in_a_panel = deed.form[0] in "abqx" or not deed.place
        shown = s.messages(deed.person, f"@{deed.person}" if is_in_a_panel else channel)
        if is_in_a_panel:
            message = [each for each in shown if self.table in panel_tables(each)][-1]
        else:
            message = [each for each in shown if buttons(each) and not is_ephemeral(each)][-1]
        kind = SELECT if values else BUTTON
        await forge(s, deed.person, message, self._filled(deed.form), *values, kind=kind)

    def _filled(self, form: Any) -> Any:
        return form.format(**self.facts) if isinstance(form, str) else form


def _repeatable(uow: UnitOfWork, table_id: int, user: int) -> str:
    """Something that they may play twice in a row, if there is anything."""
    table = uow.playing(table_id)
    game, state, seat = table.game, uow.state(table), table.seat_of(user)
    uow.keep(table, state)
    assert seat
    for action in game.choices(state, seat.number):
        after = state.copy()
        game.apply(after, seat.number, action)
        if action in game.actions(after, seat.number):
            return code(action)
    return ""


def _known(uow: UnitOfWork, channel: int | None, user: int) -> tuple[int, int]:
    """The table and the challenge of a channel, or the private table of a user."""
    store = uow.store
    if channel is None:
        tables = store.table_ids_of(user, MAX_TABLES)
        return next(each for each in tables if uow.table(each).channel is None), 0
    table = store.open_table_in(channel) or store.last_table_in(channel)
    challenge = store._first("SELECT max(id) FROM challenges WHERE channel = ?", channel)
    return table or 0, int(challenge or 0)


# What becomes of it


class Kept(Counter[tuple[str, str]]):
    """All rows of the store with the names of their tables, and the messages that stand."""

    @property
    def sizes(self) -> Counter[str]:
        return Counter(table for table, _ in self)

    def tables_other_than(self, other: "Kept") -> list[str]:
        """The names of those with rows that are new, changed or gone."""
        return sorted({table for table, _ in {*self} ^ {*other}})


async def lies_of_an_echo(file: Path, deed: Deed, seed: int) -> tuple[list[str], Counter[str]]:
    """It comes again when all is done; by how much each table has grown."""
    async with all_phases(file, Random(seed)) as s:
        before, done = await _delivered(s, deed, seed)
        payload = s.server.desk.payload([*s.server.desk.by_id.values()][-1])
        has_changed = bool({*before.tables_other_than(done)} - {MESSAGES})
        found = [] if has_changed == deed.changes else [f"that it changes something: {has_changed}"]
        for later in (0, A_DAY) if deed.form.startswith(("a:", "/play")) else (0,):
            with put(*((cogs.client, name, 3600.0) for name in SLOWLY if later))():
                await s.go_on(later)
            since = await _kept(s)
            s.server.gateway.hear(Event("INTERACTION_CREATE", payload, frozenset()))
            await s.server.gateway.flush()
            await s.until_quiet()
            if changed := since.tables_other_than(await _kept(s)):
                found.append(f"when it comes again, it changes {', '.join(changed)}")
        return [*found, *await _lies(s)], _growth(before, done)


async def lies_of_a_double(file: Path, deed: Deed, seed: int, once: Counter[str]) -> list[str]:
    """It comes twice at the same moment."""
    async with all_phases(file, Random(seed)) as s:
        growth = _growth(*await _delivered(s, deed, seed, duplicate=1))
        found = [
            f"it comes twice and makes {growth[table]} {table}, not {once[table]}"
            for table in sorted({*once, *growth})
            if once[table] != growth[table]
        ]
        return [*found, *await _lies(s)]


def _growth(before: Kept, done: Kept) -> Counter[str]:
    grown = done.sizes
    grown.subtract(before.sizes)
    return grown


async def _delivered(s: Calm, deed: Deed, seed: int, duplicate: int = 0) -> tuple[Kept, Kept]:
    """What there was before, and what there is when all is done."""
    stage = Stage(s, deed, seed)
    await stage.prepare()
    await s.restart_bot()  # what is pressed was drawn by an earlier process
    await s.until_quiet()
    before, s.server.faults.duplicate = await _kept(s), duplicate
    await stage.do()
    await s.until_quiet()
    return before, await _kept(s)


async def _lies(s: Calm) -> list[str]:
    return [*(["it is not answered"] if s.unanswered else []), *await s.lies()]


async def _kept(s: Calm) -> Kept:
    lines = [line for line in await dump(s.host) if line.startswith(ROW)]
    rows = [(line.split('"')[1], line) for line in lines]
    messages = s.server.world.messages.values()
    standing = [(MESSAGES, number) for channel in messages for number in channel]
    return Kept([*(row for row in rows if row[0] not in BOOKKEEPING), *standing])
