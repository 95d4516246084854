"""What everybody chooses for themselves: hand, calls, reminders, waking hours, digest, vacation."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.desk import answer, user_of
from cogs.ids import setting_id
from cogs.screen import Screen, button, select
from cogs.times import exactly, many, when
from engine.kernel.refusal import Refused
from host.host import Host
from host.hours import must_be_an_hour, wall_clock, zone_of, zones
from host.people import choose
from host.records import User
from host.settings import Settings, settings_of
from host.terms import DAY

DOOR, AWAY = "door", "away"
MOST = 25
CHOICES: dict[str, dict[str, Any]] = {
    "hand": {
        "By direct message, and by the button My hand": "dm",
        "Only by the button My hand": "ephemeral",
    },
    "pings": {"Yes, call me when it is my turn": True, "No, only write my name": False},
    "reminders": {
        "At half and at nine tenths of my time": 0,
        **{f"Every {many(hours, 'hour')}": hours for hours in (1, 2, 4, 8, 12, 24)},
        "Never": -1,
    },
    "digest": {
        "No daily list": None,
        **{f"Every day at {hour}:00, my time": hour for hour in range(24)},
    },
    AWAY: {
        "I am here": 0,
        **{f"I am away for {many(days, 'day')}": days for days in (1, 3, 7, 14, 30)},
    },
}
ASKS = {
    "hand": ("Your hand", "Where do you want to see your cards and choose what to do?"),
    "pings": ("Your turn", "Shall a message in the channel call you?"),
    "reminders": ("Reminders", "When shall I remind you of a turn that waits for you?"),
    "digest": ("Daily list", "A direct message with all your tables, and which wait for you."),
    AWAY: ("Vacation", "While you are away your time stands still at every table."),
}
REFUSED = (
    "⚠️ Discord does not let me send you direct messages. Allow them in the privacy settings of a "
    "server that we share, then press Try again; until then **My hand** on the board does it all."
)
GONE = "There is no such setting (any more); open /settings again."


async def zone_choices(
    interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    wanted = typed.lower().replace(" ", "_")
    found = [zone for zone in zones() if wanted in zone.lower()]
    return [app_commands.Choice(name=zone, value=zone) for zone in found[:MOST]]


class People(commands.Cog):
    def __init__(self, host: Host) -> None:
        self.host = host

    @app_commands.command(description="Your hand, calls, reminders, daily list and vacation")
    async def settings(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            settings = await self.host.read(settings_of, interaction.user.id)
            return settings_screen(settings, self.host.now())

        await answer(interaction, work)

    @app_commands.command(description="Your time zone and the hours in which you want your peace")
    @app_commands.describe(
        zone="your time zone, like Europe/Paris",
        quiet_from="the hour at which your quiet hours begin, like 22",
        quiet_to="the hour at which they end, like 8; the same hour twice means none",
    )
    @app_commands.autocomplete(zone=zone_choices)
    async def hours(
        self,
        interaction: discord.Interaction,
        zone: str,
        quiet_from: app_commands.Range[int, 0, 23] | None = None,
        quiet_to: app_commands.Range[int, 0, 23] | None = None,
    ) -> None:
        async def work() -> Screen:
            changes = {"zone": _zone(zone), **_quiet(quiet_from, quiet_to)}
            settings = await self.host.run(choose, user_of(interaction), changes)
            return hours_screen(settings, self.host.now())

        await answer(interaction, work)


def settings_screen(settings: Settings, now: int) -> Screen:
    screen = Screen().say("### Your settings", "They hold at all tables, from now on.")
    for name, choices in CHOICES.items():
        title, question = ASKS[name]
        options = [
            discord.SelectOption(
                label=label, value=str(number), default=_is_so(settings, name, value, now)
            )
            for number, (label, value) in enumerate(choices.items())
        ]
        screen.say(f"**{title}**", question).choose(select(setting_id(name), title, options))
    screen.say("**Waking hours**", *_hours_lines(settings, now))
    if settings.is_door_closed and settings.hand == "dm":
        screen.say(REFUSED).press(button("Try again", setting_id(DOOR)))
    return screen


def hours_screen(settings: Settings, now: int) -> Screen:
    """The answer to /hours: whether the clock is right is seen at once."""
    wall = wall_clock(now // 1000, zone_of(settings.zone))
    return Screen().say(
        f"Your clock: {settings.zone}, where it is {wall:%H:%M} now.",
        f"{_quiet_words(settings).capitalize()}. In quiet hours I do not call you, "
        "and your time stands still.",
    )


def _zone(typed: str) -> str:
    """As it is spelled; what nobody knows is left for the host to refuse."""
    wanted = typed.strip().replace(" ", "_").lower()
    return next((zone for zone in zones() if zone.lower() == wanted), typed)


def _quiet(begin: int | None, end: int | None) -> dict[str, Any]:
    """Without hours the quiet ones stay as they were."""
    if begin is None and end is None:
        return {}
    if begin is None or end is None:
        raise Refused("Quiet hours need both: the hour they begin and the hour they end.")
    must_be_an_hour(begin)
    must_be_an_hour(end)
    return {"quiet": None if begin == end else (begin, end)}


def _is_so(settings: Settings, name: str, value: Any, now: int) -> bool:
    if name == AWAY:
        return value == 0 and settings.away_until <= now
    return bool(value == getattr(settings, name))


def _quiet_words(settings: Settings) -> str:
    if not settings.quiet:
        return "no quiet hours"
    return f"quiet from {settings.quiet[0]}:00 to {settings.quiet[1]}:00"


def _hours_lines(settings: Settings, now: int) -> list[str]:
    quiet = _quiet_words(settings)
    lines = [f"{settings.zone}, {quiet}. Change it with /hours: in quiet hours no time runs."]
    if settings.away_until > now:
        lines.append(f"🏖️ Away until {exactly(settings.away_until)}, {when(settings.away_until)}.")
    return lines


async def change_setting(host: Host, user: User, name: str, values: Sequence[str]) -> Screen:
    changes: dict[str, Any] = {"hand": "dm"} if name == DOOR else _chosen(name, values)
    if AWAY in changes:
        days = changes.pop(AWAY)
        changes["away_until"] = host.now() + days * DAY if days else 0
    return settings_screen(await host.run(choose, user, changes), host.now())


def _chosen(name: str, values: Sequence[str]) -> dict[str, Any]:
    choices = dict(enumerate(CHOICES.get(name, {}).values()))
    number = int(values[0]) if values and values[0].isdecimal() else -1
    if number not in choices:
        raise Refused(GONE)
    return {name: choices[number]}
