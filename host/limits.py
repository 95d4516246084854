"""Limits what one person may have open or do, so that nobody can slow down everybody else.

The limits are generous: normal players never notice them. The use cases that open a table, join one
or post a challenge check them here; `cogs/gate.py` counts presses and commands.
"""

from engine.kernel.refusal import Refused
from host.notes import HostEventKind
from host.terms import HOUR
from host.unit_of_work import UnitOfWork

MAX_TABLES = 50  # lobbies and running games in which a person sits
MAX_PRIVATE = 15  # private ones among them
MAX_IN_AN_HOUR = 100  # tables at which a person sits down
MAX_POSTED = 10  # open challenges that a person has posted
MAX_POSTED_HERE = 10  # open challenges in a channel
MAX_SCHEDULES = 50  # schedules that a person has made

MAX_LISTED = 30  # tables in one list
MAX_PANELS = 50  # panels that one request of a person renews
MAX_RANKED = 15  # attempts in one leaderboard
MAX_DECISIONS = 30  # in an hour at one table: pauses, extensions and seats left to the autopilot
NOTES_SHOWN = 20  # notes of the host at one step of a replay
MAX_EXPORTED = 100_000  # actions in one export; more would not fit into a file for Discord
BATCH = 100  # people, deals or attempts that one tick of the clock deals with

PRESSES = 40  # presses and commands of a person in a window
TYPED = 120  # questions for suggestions while a person types, in a window
WINDOW = 10.0  # seconds

_DECISIONS = (
    *(HostEventKind.PAUSED, HostEventKind.RESUMED, HostEventKind.EXTENDED),
    *(HostEventKind.HANDED_OVER, HostEventKind.TAKEN_OVER, HostEventKind.FREED),
)


def must_have_room(uow: UnitOfWork, user: int, is_private: bool) -> None:
    """Refuse if the user can't sit down at one more table."""
    tables, private = uow.store.count_open_tables(user)
    if tables >= MAX_TABLES:
        raise Refused(
            f"You're already at {tables} open tables, and {MAX_TABLES} is the limit. "
            "Finish or leave one first (see /games)."
        )
    if is_private and private >= MAX_PRIVATE:
        raise Refused(
            f"You already have {private} private games, and {MAX_PRIVATE} is the limit. "
            "Finish one first, or stop it with /end (see /games)."
        )
    last = uow.store.opening_of_newest(user, MAX_IN_AN_HOUR)
    if last is not None and last > uow.store.now - HOUR:
        raise Refused(
            f"You've joined {MAX_IN_AN_HOUR} tables in the last hour. "
            "Play at one of them (see /games), or join the next one a little later."
        )


def must_be_calm(uow: UnitOfWork, table_id: int) -> None:
    """Refuse if a table was changed so often that one more change would flood its channel."""
    decisions = uow.store.count_notes(table_id, _DECISIONS, uow.store.now - HOUR)
    if decisions >= MAX_DECISIONS:
        raise Refused(
            f"This table was paused, extended or left {decisions} times in the last hour: "
            "play on, and try again a little later."
        )


def must_have_room_for_a_challenge(uow: UnitOfWork, user: int, channel: int) -> None:
    """Refuse if too many challenges are open in the channel, or too many posted by the user."""
    if uow.store.count_open_challenges(channel=channel) >= MAX_POSTED_HERE:
        raise Refused(
            f"This channel already has {MAX_POSTED_HERE} open challenges. "
            "Play one of them, or post yours when one has closed."
        )
    if uow.store.count_open_challenges(opener=user) >= MAX_POSTED:
        raise Refused(
            f"You already have {MAX_POSTED} open challenges. "
            "Post the next one when one of them has closed."
        )


def must_have_room_for_a_schedule(uow: UnitOfWork, user: int) -> None:
    if uow.store.count_schedules(user) >= MAX_SCHEDULES:
        raise Refused(
            f"You already have {MAX_SCHEDULES} daily or weekly challenges. "
            "Stop one with /challenge stop first."
        )
