"""What the managers of a server allow: channels and roles for new tables, games, threads, pace."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine import GAMES
from engine.kernel.phrases import joined
from engine.kernel.refusal import Refused
from host.caller import Caller
from host.errors import NotHere
from host.terms import LIVE, MAX_TURN
from host.unit_of_work import UnitOfWork

MAX_CHOSEN = 25  # channels or roles
HELPER = "Someone with the Manage Server permission can change that with /server."


class ServerSettings(BaseModel):
    """What a server allows; an empty list allows everything."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    channels: Annotated[tuple[int, ...], Field(max_length=MAX_CHOSEN)] = ()
    roles: Annotated[tuple[int, ...], Field(max_length=MAX_CHOSEN)] = ()
    games: tuple[str, ...] = ()
    threads: Literal["asked", "always", "never"] = "asked"  # for new tables
    hours: Annotated[int, Field(ge=0, le=MAX_TURN)] = LIVE  # of a turn, at new tables

    def has_game(self, game_id: str) -> bool:
        return not self.games or game_id in self.games

    def usual_game(self, offered: Mapping[str, Any]) -> str:
        """The first game that is played here, or else the first of all."""
        return next((each for each in offered if self.has_game(each)), next(iter(offered)))


def settings_in(uow: UnitOfWork, server: int | None) -> ServerSettings:
    """Return a server's settings; the defaults outside of servers, or if they are damaged."""
    if server is None:
        return ServerSettings()
    try:
        return ServerSettings.model_validate(uow.store.server_settings(server))
    except (ValueError, TypeError):
        return ServerSettings()


def choose(uow: UnitOfWork, server: int, changes: Mapping[str, Any]) -> ServerSettings:
    uow.store.own_server(server)
    before = settings_in(uow, server).model_dump()
    chosen = ServerSettings.model_validate({**before, **changes})
    if unknown := {*chosen.games} - {*GAMES}:
        raise Refused(f"I don't have the game “{min(unknown)}”.")
    uow.store.set_server_settings(server, chosen.model_dump(mode="json"))
    return chosen


def must_be_allowed(uow: UnitOfWork, game_id: str, by: Caller) -> None:
    """Refuse a table or a challenge that this server does not want, and say who can help."""
    if by.place is None or by.place.server is None:
        return
    settings = settings_in(uow, by.place.server)
    if settings.channels and not {by.place.channel, by.place.parent} & {*settings.channels}:
        where = ", ".join(f"<#{channel}>" for channel in settings.channels)
        sentence = "Tables and challenges can't be opened in this channel."
        raise NotHere(sentence, f"You can open them in {where}. {HELPER}")
    if settings.roles and not by.place.roles & {*settings.roles}:
        who = ", ".join(f"<@&{role}>" for role in settings.roles)
        sentence = "You need a certain role to open a table or a challenge here."
        raise NotHere(sentence, f"These roles can: {who}. {HELPER}")
    if not settings.has_game(game_id):
        games = joined(f"“{GAMES[each].title}”" for each in settings.games if each in GAMES)
        played = f"It has {games}. " if games else ""
        raise Refused(f"That game isn't played on this server. {played}{HELPER}")
