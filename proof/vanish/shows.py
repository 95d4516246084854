"""What is shown in the sandbox: tables, lobbies and attempts, all ended by the bot's own clock."""

from pathlib import Path

from engine import GAMES
from host.terms import Policy
from proof.scene.scene import SECOND, calm_sandbox
from proof.trial import Trial
from proof.vanish.early import OPENER_LEAVES, Lobby, Tried
from proof.vanish.guests import BOT, CHANNEL, FORGOTTEN, LEAVE, PAUSE, SERVER, SILENTLY
from proof.vanish.sandbox import Dealt
from testing.challenges import CHALLENGING
from testing.hosting import NOON

Show = Dealt | Lobby | Tried


def _shows() -> list[Show]:
    """Those that depend on one bell of the bot come first: its mutants are caught there."""
    two, three = ("red", "blue"), ("red", "blue", "green")
    first, *_, last = GAMES
    return [
        Dealt(last, three, 2, Policy.SEAT, 0, LEAVE),
        Lobby(first, two, SILENTLY),
        Dealt(first, three, 0, Policy.TURN, 3, SILENTLY),
        Dealt(first, two, 24, Policy.TURN, 1, SILENTLY),
        Dealt(last, two, 24, Policy.TURN, 3, SILENTLY),
        Dealt(first, three, 24, Policy.SEAT, 2, SERVER),
        Lobby(last, three, OPENER_LEAVES),
        Dealt(first, two, 72, Policy.ASK, 2, CHANNEL),
        Tried(CHALLENGING[0], SILENTLY),
        Dealt(last, three, 0, Policy.TURN, 4, SERVER),
        Dealt(first, two, 24, Policy.TURN, 0, FORGOTTEN),
        Lobby(last, three, CHANNEL),
        Dealt(last, two, 24, Policy.WAIT, 5, BOT),
        Dealt(last, three, 24, Policy.TURN, 6, CHANNEL),
        Lobby(first, two, BOT),
        Dealt(first, two, 24, Policy.SEAT, 2, LEAVE),
        Tried(CHALLENGING[-1], BOT),
        Dealt(last, three, 24, Policy.ASK, 2, FORGOTTEN),
    ]


SHOWS = _shows()


async def show(trial: Trial, file: Path, each: Show) -> None:
    async with calm_sandbox(file, NOON, rhythm=PAUSE / SECOND) as s:
        found = await each.faults(s)
        found += ["somebody's press was not answered" for _ in s.unanswered]
        for fault in [*found, *s.violations, *s.errors]:
            trial.fault(f"in the sandbox, {each}: {fault}")
