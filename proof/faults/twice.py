"""Whatever is typed or pressed after a restart arrives twice: the store is as after one."""

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from cogs import challenges as screens
from cogs.ids import ButtonKind, base36
from cogs.more import CARD, LOOK
from cogs.options import TERM
from cogs.people import CHOICES, DOOR
from cogs.regions import caution_at
from cogs.table_buttons import TABLE_BUTTONS
from cogs.table_screens import VIEW
from engine import GAMES
from engine.kernel.codes import code
from host import challenges, lobby, play, seating, votes
from host.caller import Caller
from host.records import User
from host.settings import change_settings
from host.terms import Terms
from host.unit_of_work import UnitOfWork
from host.views import plans
from host.votes import Proposal, ProposalKind
from sandbox.world import Json
from testing.hosting import dump, random_click, set_key
from testing.people import BUTTON, SELECT, Label, forge, labels
from testing.playing import key_of
from testing.scene.crew import Crew
from testing.scene.scene import MINUTE, Calm

PLAYERS, OTHERS, NEWCOMER = ("red", "blue", "green"), ("purple", "yellow"), "purple"
PACE = 24  # hours
OF_GAMES = {
    ButtonKind.ACT,
    ButtonKind.MENU,
    ButtonKind.SELECT,
}  # and /play: bent during whole games
WITH_VERBS = {
    ButtonKind.TABLE: {*TABLE_BUTTONS},
    ButtonKind.CHALLENGE: {*screens.CHALLENGE_BUTTONS},
    ButtonKind.SETTING: {*CHOICES, DOOR},
    ButtonKind.OPTION: {VIEW, LOOK, CARD, *(f"{TERM}{name}" for name in Terms.model_fields)}.union(
        *(game.options.model_fields for game in GAMES.values())
    ),
}
# Which clicks were answered, and what was to be said; what was said is counted as messages.
BOOKKEEPING = {"clicks", "outbox", "posts", "sqlite_sequence"}
ROW, MESSAGES = "INSERT INTO", "messages"
ALONE = "fantastic_factories"  # what only this game has


class Deed(NamedTuple):
    """Something typed or pressed: where, and whether it changes anything."""

    place: str
    form: str  # a command, or an id with gaps
    values: tuple[str, ...] = ()  # of a select
    options: dict[str, Any] = {}  # noqa: RUF012 — of a command; nobody changes it
    changes: bool = True
    game: str | None = None  # where others do not have it

    @property
    def name(self) -> str:
        """As in `needed`."""
        if self.form.startswith("/"):
            return self.form
        kind, *_, verb = self.form.split(":")
        return f"{kind}:{verb}" if kind in WITH_VERBS else f"{kind}:"

    def __str__(self) -> str:
        more = [*self.values, *(f"{name}={value}" for name, value in self.options.items())]
        return " ".join([self.form, *more, f"at {self.place}"])


def _typed(place: str, form: str, **options: Any) -> Deed:
    return Deed(place, form, options=options)


def _looks(place: str, *forms: str) -> list[Deed]:
    return [Deed(place, form, changes=False) for form in forms]


def _put(subject: str, **options: Any) -> list[Deed]:
    """What is asked of a table, and what a moderator decides."""
    place = "a pause" if subject == "resume" else "a game"
    asked = _typed(place, f"/table {subject}", **options)
    return [asked, asked._replace(options={**options, "force": True})]


AT_TABLES = ("hand", "look", "log", "table", "open", "play", "more", "askpilot", "plans", "rules")
QUESTIONS = ("hand", "log", "games", "rules", "help", "settings", "stats", "leaderboard", "replay")
DEEDS = [
    _typed("nothing", "/solo", private=True),
    _typed("nothing", "/solo"),
    _typed("nothing", "/challenge post"),
    _typed("nothing", "/challenge schedule", kind="daily"),
    _typed("a schedule", "/challenge stop", kind="daily"),
    _typed("nothing", "/new"),
    Deed("an end", "t:{table}:rematch"),
    Deed("a challenge", "c:{challenge}:play"),
    Deed("an attempt", "c:{challenge}:share"),
    Deed("a closed challenge", "c:{challenge}:play"),
    *_looks("a closed challenge", "c:{challenge}:best", "c:{challenge}:verify"),
    *_looks("an attempt", "c:{challenge}:overall"),
    # In a lobby
    Deed("a newcomer", "t:{table}:join"),
    Deed("a guest", "t:{table}:leave"),
    Deed("a lobby", "t:{table}:leave"),
    _typed("a guest", "/leave"),
    Deed("a lobby", "t:{table}:robot"),
    Deed("a lobby with an autopilot", "t:{table}:unrobot"),
    Deed("a lobby", "t:{table}:start"),
    Deed("a lobby", "t:{table}:close"),
    Deed("the options", f"o:{{table}}:{TERM}hours", ("2",)),
    Deed("the options", f"o:{{table}}:{TERM}policy", ("wait",)),
    Deed("the options", f"o:{{table}}:{TERM}idle_days", ("7",)),
    Deed("the options", "o:{table}:learning", ("2",)),
    Deed("the options", "o:{table}:difficulty", ("hard",), game=ALONE),
    # Together
    *(deed for subject in ("pause", "resume", "extend", "abandon") for deed in _put(subject)),
    *(deed for each in ("replace", "remove") for deed in _put(each, player="@{other}")),
    _typed("a wish", "/table extend"),
    Deed("a wish", "v:{table}:extend"),
    Deed("a game", "v:{table}:ask", ("takeover {seat}",)),
    Deed("a game", "v:{table}:abandon"),
    Deed("an own wish", "w:{table}:extend"),
    Deed("an own wish", "w:{table}:ask", ("extend",)),
    _typed("a game", "/end"),
    Deed("a game alone", "t:{table}:end"),
    # At a seat
    _typed("a game", "/leave"),
    Deed("a game", "t:{table}:handover"),
    Deed("an autopilot", "t:{table}:takeback"),
    Deed("a game", "t:{table}:fromhere"),
    Deed("a free seat", "j:{table}:{seat}"),
    Deed("a basket", "b:{table}:0:"),
    Deed("a question", "x:{table}:{moves}:done~0", game=ALONE),
    Deed("an idle player", "q:{table}:0:~0", ("a:{plan}",)),
    Deed("a plan", "t:{table}:unplan"),
    Deed("a game", "t:{table}:mute"),
    Deed("a closed door", "t:{table}:door"),
    _typed("a lost channel", "/board"),
    # People
    Deed("somebody else", "f:me"),
    _typed("somebody else", "/hours", zone="Europe/Paris", quiet_from=22, quiet_to=8),
    *(Deed("their settings", f"u:{name}", ("1",)) for name in CHOICES),
    Deed("their settings", f"u:{DOOR}", ("1",)),
    # Looks
    *_looks("a game", *(f"t:{{table}}:{verb}" for verb in (*AT_TABLES, "options"))),
    *_looks("a game", *(f"/{command}" for command in QUESTIONS), "p:help:1"),
    *_looks("an end", "t:{table}:verify", "t:{table}:replay", "/verify", "r:{table}:0:first~0"),
    *_looks("somebody else", "/privacy export", "/privacy delete"),
    *(Deed("a game", f"o:{{table}}:{each}", ("0",), {}, False) for each in (VIEW, LOOK, CARD)),
    Deed("a game", "/card", (), {"name": "x"}, False),
]


def missing(s: Calm) -> list[str]:
    """What can be typed or pressed, but nobody does it here."""
    kinds = {f"{kind}:" for kind in {*ButtonKind} - OF_GAMES - WITH_VERBS.keys()}
    verbs = {f"{kind}:{verb}" for kind, verbs in WITH_VERBS.items() for verb in verbs}
    needed = {*kinds, *verbs, *_commands(s.server.people.commands())} - {"/play"}
    return sorted(needed - {deed.name for deed in DEEDS})


def _commands(commands: Iterable[Json]) -> Iterable[str]:
    for command in commands:
        inner = [each for each in command.get("options") or () if each["type"] in (1, 2)]
        names = [f" {each['name']}" for each in inner]
        yield from (f"/{command['name']}{name}" for name in names or [""])


class Stage:
    """A channel of its own, who is to do something in it, and the message that they press on."""

    def __init__(self, s: Calm, game: str, seed: int) -> None:
        self.s, self.game, self.seed, self.person = s, game, seed, PLAYERS[0]
        self.crew = Crew(s, *PLAYERS, seed=seed, game=game, pace=PACE)
        self.message: Json = {}
        self.words: tuple[str, ...] = ()  # that are chosen beside those of the deed
        self.facts: dict[str, str] = {}  # what stands in the gaps of ids and options

    async def do(self, deed: Deed) -> None:
        form, values = self._filled(deed.form), [*map(self._filled, deed.values), *self.words]
        if form.startswith("/"):
            given = {name: self._filled(value) for name, value in deed.options.items()}
            await self.s.slash(self.person, form, self.crew.channel, **given)
        else:
            kind = SELECT if values else BUTTON
            await forge(self.s, self.person, self.message, form, *values, kind=kind)

    def _filled(self, form: Any) -> Any:
        return form.format(**self.facts) if isinstance(form, str) else form

    async def _at(self, use_case: Callable[..., Any], *wish: Any, **by: Any) -> Any:
        found = await self.s.host.do(use_case, self.crew.number, *wish, **by)
        await self.s.until_said()
        return found

    async def _open(self, command: str, **options: Any) -> None:
        """What is pressed on is the answer to a command."""
        found = await self.s.slash(self.person, command, self.crew.channel, **options)
        await self.s.until_said()
        self.message = found or {}

    def _user(self, name: str | None = None) -> int:
        return int(self.s.user(name or self.person))

    def _caller(self, name: str | None = None) -> Caller:
        return Caller(User(self._user(name), ""))

    async def _know_table(self) -> None:
        self.crew.number = (await self.crew.table()).id
        self.facts["table"] = base36(self.crew.number)
        self.message = self.crew.board or {}

    async def prepare(self, place: str) -> None:
        """Everything before the deed."""
        for known in (_IN_A_LOBBY, _ELSEWHERE):
            if place in known:
                await known[place](self)
                return
        if place != "nothing":
            await self._game()
            await _IN_A_GAME[place](self)

    async def _lobby(self, person: str = PLAYERS[0]) -> None:
        await self.crew.seat()
        await self._know_table()
        await self._at(set_key, key_of(self.seed))
        self.person = person

    async def _options(self) -> None:
        await self._lobby()
        self.message = await self.s.click(self.person, self.message, Label.OPTIONS) or {}

    async def _with_an_autopilot(self) -> None:
        await self._lobby()
        await self._at(lobby.add_autopilot, by=self._caller())

    async def _game(self) -> None:
        """Seen by somebody whom it waits for."""
        await self.crew.begin()
        await self._know_table()
        self.person = await self.crew.acting()
        other = next(name for name in self.crew.names if name != self.person)
        seat = (await self.crew.table()).seat_of(self._user(other))
        assert seat
        self.facts |= {"other": other, "seat": str(seat.number)}

    async def _end(self) -> None:
        await self.crew.agree_to_end()
        self.message = self.crew.board or {}

    async def _alone(self) -> None:
        await self._open("/solo")
        await self._know_table()

    async def _idle_player(self) -> None:
        """Somebody who may plan, as soon as there is one."""
        rng = Random(self.seed)
        while "plan" not in self.facts:
            for name in self.crew.names:
                offered, _ = await self._at(plans, by=self._caller(name))
                if offered:
                    self.person, self.facts["plan"] = name, code(offered[0])
            if "plan" not in self.facts:
                await random_click(self.s.host, self.crew.number, rng)
                await self.s.until_said()
        self.message = self.crew.panel(self.person) or {}

    async def _plan(self) -> None:
        await self._idle_player()
        await self._at(play.queue, [self.facts["plan"]], by=self._caller())

    async def _autopilot(self) -> None:
        await self._idle_player()
        await self._at(seating.hand_over, by=self._caller())

    async def _basket(self) -> None:
        """Several words are chosen at once; games seldom offer that, but any action has words."""
        action = (await self.crew.seen(self.person)).actions[0]
        self.words = tuple(f"{ButtonKind.MENU}:{word}" for word in action)
        self.message = self.crew.panel(self.person) or {}

    async def _question(self) -> None:
        """Somebody plays until their end of a turn would lose something, and is asked."""
        rng = Random(self.seed)
        while not (asked := [name for name in self.crew.names if await self._is_asked(name)]):
            await random_click(self.s.host, self.crew.number, rng)
        await self.s.until_said()
        self.person = asked[0]
        self.facts["moves"] = base36((await self.crew.seen(self.person)).moves)
        self.message = self.crew.panel(self.person) or {}

    async def _is_asked(self, name: str) -> bool:
        seen = await self.crew.seen(name)
        return seen.seat in seen.waiting and caution_at(seen, ("done",)) is not None

    async def _free_seat(self) -> None:
        await self._at(votes.force, Proposal(ProposalKind.REPLACE, int(self.facts["seat"])))
        self.person, self.message = NEWCOMER, self.crew.board or {}

    async def _wish(self, name: str | None = None) -> None:
        await self._at(votes.agree, Proposal(ProposalKind.EXTEND), by=self._caller(name))

    async def _closed_door(self) -> None:
        await self.s.host.do(_close_door, self._user())

    async def _challenge(self) -> None:
        await self._open("/challenge post", hours=1)
        (self.message,) = (each for each in self.crew.public if "Play" in labels(each))
        self.person = "blue"
        self.facts["challenge"] = base36(await self.s.host.read(_newest_challenge))

    async def _attempt(self) -> None:
        await self._challenge()
        await self.s.click(self.person, self.message, "Play")
        await self.s.until_said()
        found = await self.s.host.read(challenges.board, int(self.facts["challenge"], 36))
        self.crew.number = found.places[0].attempt.table
        await self._at(challenges.end_attempt)

    async def _closed_challenge(self) -> None:
        await self._attempt()
        await self.s.go_on(61 * MINUTE)
        await self.s.until_said()

    async def _somebody_else(self) -> None:
        """What they choose or forget holds for all their tables."""
        self.crew = Crew(self.s, *OTHERS, seed=self.seed, game=self.game, pace=PACE)
        await self.crew.begin()
        await self._know_table()
        self.person = OTHERS[0]

    async def _settings(self) -> None:
        await self._somebody_else()
        await self._open("/settings")


async def _nothing(on: Stage) -> None:
    """The game as it was dealt."""


def _close_door(uow: UnitOfWork, user: int) -> None:
    change_settings(uow, user, is_door_closed=True)


def _lose(uow: UnitOfWork, table: int) -> None:
    uow.store.set_lost(table, True)


def _newest_challenge(uow: UnitOfWork) -> int:
    return int(uow.store._first("SELECT max(id) FROM challenges"))


Prepare = Callable[[Stage], Any]
_IN_A_LOBBY: dict[str, Prepare] = {
    "a lobby": Stage._lobby,
    "a guest": lambda on: on._lobby(PLAYERS[-1]),
    "a newcomer": lambda on: on._lobby(NEWCOMER),
    "a lobby with an autopilot": Stage._with_an_autopilot,
    "the options": Stage._options,
}
_IN_A_GAME: dict[str, Prepare] = {
    "a game": _nothing,
    "an end": Stage._end,
    "a pause": lambda on: on._at(votes.force, Proposal(ProposalKind.PAUSE)),
    "an own wish": Stage._wish,
    "a wish": lambda on: on._wish(on.facts["other"]),  # one more voice, and it is carried
    "an idle player": Stage._idle_player,
    "a plan": Stage._plan,
    "an autopilot": Stage._autopilot,
    "a free seat": Stage._free_seat,
    "a basket": Stage._basket,
    "a question": Stage._question,
    "a closed door": Stage._closed_door,
    "a lost channel": lambda on: on._at(_lose),
}
_ELSEWHERE: dict[str, Prepare] = {
    "a game alone": Stage._alone,
    "a schedule": lambda on: on._open("/challenge schedule", kind="daily"),
    "a challenge": Stage._challenge,
    "an attempt": Stage._attempt,
    "a closed challenge": Stage._closed_challenge,
    "somebody else": Stage._somebody_else,
    "their settings": Stage._settings,
}


# What becomes of it


class Kept(Counter[tuple[str, str]]):
    """All rows of the store with the names of their tables, and the messages that stand."""

    @property
    def sizes(self) -> Counter[str]:
        return Counter(table for table, _ in self)

    def tables_other_than(self, other: "Kept") -> list[str]:
        """The names of those with rows that are new, changed or gone."""
        return sorted({table for table, _ in {*self} ^ {*other}})


class Twice:
    """A world in which one thing is done; all of them are alike."""

    def __init__(self, s: Calm, game: str, seed: int) -> None:
        self.s, self.stage = s, Stage(s, game, seed)
        self.growth: Counter[str] = Counter()  # of each table, by what was delivered first

    async def lies_of_an_echo(self, deed: Deed) -> list[str]:
        """It comes again when all is done."""
        before, done = await self._delivered(deed, echo=1)
        await self.s.server.release()
        await self.s.until_quiet()
        has_changed = bool({*before.tables_other_than(done)} - {MESSAGES})
        found = [] if has_changed == deed.changes else [f"that it changes something: {has_changed}"]
        if changed := done.tables_other_than(await self._kept()):
            found.append(f"when it comes again, it changes {', '.join(changed)}")
        return [*found, *await self._lies()]

    async def lies_of_a_double(self, deed: Deed, once: Counter[str]) -> list[str]:
        """It comes twice at the same moment."""
        await self._delivered(deed, duplicate=1)
        found = [
            f"it comes twice and makes {self.growth[table]} {table}, not {once[table]}"
            for table in sorted({*once, *self.growth})
            if once[table] != self.growth[table]
        ]
        return [*found, *await self._lies()]

    async def _delivered(self, deed: Deed, echo: int = 0, duplicate: int = 0) -> tuple[Kept, Kept]:
        """What there was before, and what there is when all is done."""
        await self.stage.prepare(deed.place)
        await self.s.server.gateway.flush()
        await self.s.until_quiet()
        await self.s.restart_bot()  # what is pressed was drawn by an earlier process
        await self.s.until_quiet()
        before, faults = await self._kept(), self.s.server.faults
        faults.echo, faults.duplicate = echo, duplicate
        await self.stage.do(deed)
        await self.s.until_quiet()
        done = await self._kept()
        self.growth = done.sizes
        self.growth.subtract(before.sizes)
        return before, done

    async def _lies(self) -> list[str]:
        return [*(["it is not answered"] if self.s.unanswered else []), *await self.s.lies()]

    async def _kept(self) -> Kept:
        lines = [line for line in await dump(self.s.host) if line.startswith(ROW)]
        rows = [(line.split('"')[1], line) for line in lines]
        messages = self.s.server.world.messages.values()
        standing = [(MESSAGES, number) for channel in messages for number in channel]
        return Kept([*(row for row in rows if row[0] not in BOOKKEEPING), *standing])
