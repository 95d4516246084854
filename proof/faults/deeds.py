"""Everything that can be typed or pressed, and where; what is not here is missed loudly."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from cogs import challenges
from cogs.ids import Kind
from cogs.more import CARD, LOOK
from cogs.options import TERM
from cogs.people import CHOICES, DOOR
from cogs.verbs import AT_TABLE, CHANGES
from cogs.views import VIEW
from engine import GAMES
from host.terms import Terms
from proof.faults import stage
from proof.faults.stage import Prepare, Stage
from sandbox.world import Json

GROUPS = (1, 2)  # options of a command that are commands themselves
OF_GAMES = {Kind.ACT, Kind.MENU, Kind.SELECT}  # and /play: bent during whole games
WITH_VERBS = {
    Kind.TABLE: {*AT_TABLE, *CHANGES},
    Kind.CHALLENGE: {*challenges._VERBS},
    Kind.SETTING: {*CHOICES, DOOR},
    Kind.OPTION: {VIEW, LOOK, CARD, *(f"{TERM}{name}" for name in Terms.model_fields)}.union(
        *(game.options.model_fields for game in GAMES.values())
    ),
}


class Deed(NamedTuple):
    """Where and what; whether it changes anything."""

    prepare: Prepare
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
        return " ".join([self.form, *more, f"at {self.prepare.__name__.replace('_', ' ')}"])

    async def do(self, on: Stage) -> None:
        if self.form.startswith("/"):
            await on.types(self.form, self.options)
        else:
            await on.presses(self.form, self.values)


def needed(commands: Iterable[Json]) -> set[str]:
    """The names of all that can be typed or pressed."""
    kinds = {f"{kind}:" for kind in {*Kind} - OF_GAMES - WITH_VERBS.keys()}
    verbs = {f"{kind}:{verb}" for kind, verbs in WITH_VERBS.items() for verb in verbs}
    return {*kinds, *verbs, *_typed(commands)} - {"/play"}


def _typed(commands: Iterable[Json]) -> Iterable[str]:
    for command in commands:
        inner = [each for each in command.get("options") or () if each["type"] in GROUPS]
        names = [f" {each['name']}" for each in inner]
        yield from (f"/{command['name']}{name}" for name in names or [""])


def _type(prepare: Prepare, command: str, **options: Any) -> Deed:
    return Deed(prepare, command, options=options)


def _press(prepare: Prepare, form: str, *values: str) -> Deed:
    return Deed(prepare, form, values)


def _look(prepare: Prepare, form: str, *values: str, **options: Any) -> Deed:
    return Deed(prepare, form, values, options, changes=False)


def _put(subject: str, **options: Any) -> list[Deed]:
    """What is asked of a table, and what a moderator decides."""
    at = stage.a_pause if subject == "resume" else stage.a_game
    asked = _type(at, f"/table {subject}", **options)
    return [asked, asked._replace(options={**options, "force": True})]


OPENED = [
    _type(stage.nothing, "/solo", private=True),
    _type(stage.nothing, "/solo"),
    _type(stage.nothing, "/challenge post"),
    _type(stage.nothing, "/challenge schedule", kind="daily"),
    _type(stage.a_schedule, "/challenge stop", kind="daily"),
    _type(stage.nothing, "/new"),
    _press(stage.an_end, "t:{table}:rematch"),
]
CHALLENGED = [
    _press(stage.a_challenge, "c:{challenge}:play"),
    _press(stage.an_attempt, "c:{challenge}:share"),
    _press(stage.a_closed_challenge, "c:{challenge}:play"),
    _look(stage.a_closed_challenge, "c:{challenge}:best"),
    _look(stage.a_closed_challenge, "c:{challenge}:verify"),
    _look(stage.an_attempt, "c:{challenge}:overall"),
]
IN_A_LOBBY = [
    _press(stage.a_newcomer, "t:{table}:join"),
    _press(stage.a_guest, "t:{table}:leave"),
    _press(stage.a_lobby, "t:{table}:leave"),
    _type(stage.a_guest, "/leave"),
    _press(stage.a_lobby, "t:{table}:robot"),
    _press(stage.a_lobby_with_an_autopilot, "t:{table}:unrobot"),
    _press(stage.a_lobby, "t:{table}:start"),
    _press(stage.a_lobby, "t:{table}:close"),
    _press(stage.the_options, f"o:{{table}}:{TERM}hours", "2"),
    _press(stage.the_options, f"o:{{table}}:{TERM}policy", "wait"),
    _press(stage.the_options, f"o:{{table}}:{TERM}idle_days", "7"),
    _press(stage.the_options, "o:{table}:learning", "2"),
    Deed(stage.the_options, "o:{table}:difficulty", ("hard",), game="fantastic_factories"),
]
DECIDED = [
    *(deed for subject in ("pause", "resume", "extend", "abandon") for deed in _put(subject)),
    *(deed for each in ("replace", "remove") for deed in _put(each, player="@{other}")),
    _type(stage.a_wish, "/table extend"),
    _press(stage.a_wish, "v:{table}:extend"),
    _press(stage.a_game, "v:{table}:ask", "takeover {seat}"),
    _press(stage.a_game, "v:{table}:abandon"),
    _press(stage.an_own_wish, "w:{table}:extend"),
    _press(stage.an_own_wish, "w:{table}:ask", "extend"),
    _type(stage.a_game, "/end"),
    _press(stage.a_game_alone, "t:{table}:end"),
]
AT_SEATS = [
    _type(stage.a_game, "/leave"),
    _press(stage.a_game, "t:{table}:handover"),
    _press(stage.an_autopilot, "t:{table}:takeback"),
    _press(stage.a_game, "t:{table}:fromhere"),
    _press(stage.a_free_seat, "j:{table}:{seat}"),
    _press(stage.a_basket, "b:{table}:0:"),
    Deed(stage.a_question, "x:{table}:{moves}:done~0", game="fantastic_factories"),
    _press(stage.an_idle_player, "q:{table}:0:~0", "a:{plan}"),
    _press(stage.a_plan, "t:{table}:unplan"),
    _press(stage.a_game, "t:{table}:mute"),
    _press(stage.a_closed_door, "t:{table}:door"),
    _type(stage.a_lost_channel, "/board"),
]
OF_PEOPLE = [
    _press(stage.somebody_else, "f:me"),
    _type(stage.somebody_else, "/hours", zone="Europe/Paris", quiet_from=22, quiet_to=8),
    *(_press(stage.their_settings, f"u:{name}", "1") for name in CHOICES),
    _press(stage.their_settings, f"u:{DOOR}"),
]
LOOKS = [
    *(_look(stage.a_game, f"t:{{table}}:{verb}") for verb in ("hand", "look", "log", "table")),
    *(_look(stage.a_game, f"t:{{table}}:{verb}") for verb in ("open", "play", "more", "askpilot")),
    *(_look(stage.a_game, f"t:{{table}}:{verb}") for verb in ("plans", "rules", "options")),
    *(_look(stage.a_game, command) for command in ("/hand", "/log", "/games", "/rules", "/help")),
    *(_look(stage.a_game, f"/{each}") for each in ("settings", "stats", "leaderboard", "replay")),
    *(_look(stage.an_end, f"t:{{table}}:{verb}") for verb in ("verify", "replay")),
    *(_look(stage.somebody_else, f"/privacy {each}") for each in ("export", "delete")),
    _look(stage.an_end, "/verify"),
    _look(stage.an_end, "r:{table}:0:first~0"),
    _look(stage.a_game, f"o:{{table}}:{VIEW}", "0"),
    *(_look(stage.a_game, f"o:{{table}}:{each}", "0") for each in (LOOK, CARD)),
    _look(stage.a_game, "/card", name="x"),
    _look(stage.a_game, "p:help:1"),
]
DEEDS = [*OPENED, *CHALLENGED, *IN_A_LOBBY, *DECIDED, *AT_SEATS, *OF_PEOPLE, *LOOKS]
