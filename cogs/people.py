"""The commands for personal settings: `/settings` and `/hours`."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.ids import hours_id, setting_id
from cogs.responder import answer, caller_of
from cogs.screen import Screen, button, select
from cogs.times import exactly, many, when
from engine import GAMES
from engine.kernel.phrases import joined
from engine.kernel.refusal import Refused
from host.caller import Caller
from host.host import Host
from host.hours import (
    Hours,
    must_be_a_zone,
    must_be_an_hour,
    must_be_short,
    wall_clock,
    zone_of,
    zones,
)
from host.people import OPEN_DOOR, choose
from host.settings import Settings, settings_of
from host.terms import DAY, HOUR

DOOR, AWAY = "door", "away"
MOST = 25
CHOICES: dict[str, dict[str, Any]] = {
    "hand": {
        "In a direct message (and with My hand)": "dm",
        "Only when I press My hand": "ephemeral",
    },
    "calls": {
        "Ping me in the channel": "channel",
        "Send me a direct message": "dm",
        "Both": "both",
        "Don't notify me, just show my name": "none",
    },
    "reminders": {
        "When 50% and 90% of my time is used up": 0,
        "Every hour": 1,
        **{f"Every {hours} hours": hours for hours in (2, 4, 8, 12, 24)},
        "Never": -1,
    },
    "digest": {
        "Off": None,
        **{f"Daily at {hour}:00 (my time)": hour for hour in range(24)},
    },
    "shows_time": {
        "Don't show other players my local time": False,
        "Show my local time in lobbies": True,
    },
    "hints": {
        "In my first game of each kind": "first",
        "Always": "always",
        "Never": "never",
    },
    AWAY: {
        "Not on vacation": 0,
        **{f"Away for {many(days, 'day')}": days for days in (1, 3, 7, 14, 30)},
    },
}
ASKS = {
    "hand": ("Your hand", "your cards and actions"),
    "calls": ("Notifications", "turns, reminders, votes, rematches"),
    "reminders": ("Reminders", "when a turn waits for you"),
    "digest": ("Daily list", "your tables, by direct message"),
    "shows_time": ("Local time", "what time it is for you"),
    "hints": ("Hints", "your panel explains each step"),
    AWAY: ("Vacation", "your clock stops at every table"),
}
REFUSED = (
    "⚠️ Discord won't let me send you direct messages. Allow them in the privacy "
    "settings of a server we share, then press **Try again**. Until then, play with "
    "**My hand** on the board."
)
GONE = "That setting no longer exists; open /settings again."


async def zone_choices(
    interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    wanted = typed.lower().replace(" ", "_")
    matches = [zone for zone in zones() if wanted in zone.lower()]
    return [app_commands.Choice(name=zone, value=zone) for zone in matches[:MOST]]


class People(commands.Cog):
    def __init__(self, host: Host) -> None:
        self.host = host

    @app_commands.command(description="Set how I notify you, reminders, daily list and vacation")
    async def settings(self, interaction: discord.Interaction) -> None:
        async def work() -> Screen:
            settings = await self.host.read(settings_of, interaction.user.id)
            return settings_screen(settings, self.host.now())

        await answer(interaction, work)

    @app_commands.command(description="Set your time zone and quiet hours")
    @app_commands.describe(
        zone="your time zone, such as Europe/Paris",
        quiet_from="hour when your quiet time starts, such as 22",
        quiet_to="hour when it ends, such as 8 (same hour as the start: no quiet time)",
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
            if changes.get("quiet"):
                return hours_question(Hours(**changes), self.host.now())
            settings = await self.host.do(choose, changes, by=caller_of(interaction))
            return hours_screen(settings, self.host.now())

        await answer(interaction, work)


def settings_screen(settings: Settings, now: int) -> Screen:
    screen = Screen().say("### Your settings, for all your tables")
    for name, choices in CHOICES.items():
        title, about = ASKS[name]
        options = [
            discord.SelectOption(
                label=label, value=str(number), default=_is_so(settings, name, value, now)
            )
            for number, (label, value) in enumerate(choices.items())
        ]
        screen.say(f"-# **{title}** · {about}", _hints_off(settings) if name == "hints" else "")
        screen.choose(select(setting_id(name), title, options))
    screen.say(*_hours_lines(settings, now))
    if settings.is_door_closed and settings.wants_dms:
        screen.say(REFUSED).press(button("Try again", setting_id(DOOR)))
    return screen


def hours_question(hours: Hours, now: int) -> Screen:
    """Show what quiet hours do to a turn, before they are saved."""
    must_be_a_zone(hours.zone)
    must_be_short(hours)
    begin, end = hours.quiet or (0, 0)
    longest = many(hours.longest(DAY) // HOUR, "hour")
    wall = wall_clock(now // 1000, zone_of(hours.zone))
    return (
        Screen()
        .say(
            f"**Quiet hours {begin}:00–{end}:00** in {hours.zone}, where it's {wall:%H:%M} now.",
            "During quiet hours I won't notify you and your clock stops, so a 24-hour turn can "
            f"take you up to **{longest}**. One that starts now is due "
            f"{exactly(hours.after(now, DAY))}. Nothing is saved yet.",
        )
        .press(button("Save", hours_id(hours.zone, begin, end), discord.ButtonStyle.primary))
    )


async def save_hours(host: Host, by: Caller, chosen: str) -> Screen:
    """Save the zone and the hours that the pressed button contains."""
    zone, begin, end = chosen.split()
    changes = {"zone": zone, **_quiet(int(begin), int(end))}
    return hours_screen(await host.do(choose, changes, by=by), host.now())


def hours_screen(settings: Settings, now: int) -> Screen:
    """Answer /hours with the local time, so that a wrong zone is seen at once."""
    wall = wall_clock(now // 1000, zone_of(settings.zone))
    return Screen().say(
        f"Saved. Your time zone is {settings.zone}; it's {wall:%H:%M} there now.",
        f"{_quiet_words(settings).capitalize()}. During quiet hours I won't notify you and "
        "your clock stops.",
    )


def _zone(typed: str) -> str:
    """Correct the spelling of a zone; the host refuses unknown ones."""
    wanted = typed.strip().replace(" ", "_").lower()
    return next((zone for zone in zones() if zone.lower() == wanted), typed)


def _quiet(begin: int | None, end: int | None) -> dict[str, Any]:
    """Return the quiet hours that were typed; if none were, the current ones."""
    if begin is None and end is None:
        return {}
    if begin is None or end is None:
        raise Refused("Set both “quiet_from” and “quiet_to”.")
    must_be_an_hour(begin)
    must_be_an_hour(end)
    return {"quiet": None if begin == end else (begin, end)}


def _is_so(settings: Settings, name: str, value: Any, now: int) -> bool:
    if name == AWAY:
        return value == 0 and settings.away_until <= now
    if name == "hints" and settings.hints_off:  # so that each of them can be chosen
        return False
    return bool(value == getattr(settings, name))


def _hints_off(settings: Settings) -> str:
    """Say for which games hints were turned off in the panel, and how to turn them on again."""
    titles = [GAMES[game].title for game in settings.hints_off if game in GAMES]
    said = f"-# You turned them off for {joined(titles)}; choose to turn them on."
    return said if titles else ""


def _quiet_words(settings: Settings) -> str:
    if not settings.quiet:
        return "no quiet hours"
    return f"quiet hours {settings.quiet[0]}:00–{settings.quiet[1]}:00"


def _hours_lines(settings: Settings, now: int) -> list[str]:
    lines = [
        f"-# **{_quiet_words(settings).capitalize()}** · {settings.zone}. In quiet hours I won't "
        "notify you and your clock stops. Change them with /hours."
    ]
    if settings.away_until > now:
        lines.append(
            f"🏖️ On vacation until {exactly(settings.away_until)} ({when(settings.away_until)})."
        )
    return lines


async def change_setting(host: Host, by: Caller, name: str, values: Sequence[str]) -> Screen:
    changes: dict[str, Any] = OPEN_DOOR if name == DOOR else _chosen(name, values)
    if AWAY in changes:
        days = changes.pop(AWAY)
        changes["away_until"] = host.now() + days * DAY if days else 0
    return settings_screen(await host.do(choose, changes, by=by), host.now())


def _chosen(name: str, values: Sequence[str]) -> dict[str, Any]:
    choices = dict(enumerate(CHOICES.get(name, {}).values()))
    number = int(values[0]) if values and values[0].isdecimal() else -1
    if number not in choices:
        raise Refused(GONE)
    return {name: choices[number]}
