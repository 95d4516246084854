"""Time in messages: moments that readers see on their own clocks, and what a table agreed on."""

from collections.abc import Sequence

from cogs.words import place, safe_names
from engine.kernel.phrases import joined
from host.hours import wall_clock, zone_of
from host.overdue import MAX_MISSED
from host.records import Phase, Seat, Table
from host.statistics import ENOUGH, Reliability
from host.terms import HOUR, PACES, Policy, Terms
from host.views import TableView

POLICIES = {
    Policy.TURN: "the autopilot plays the turn",
    Policy.SEAT: "the autopilot takes the seat",
    Policy.ASK: "the other players vote",
    Policy.WAIT: "everyone waits",
}
USUAL_PACES = {
    "Live: no time limit": PACES["live"],
    "Fast: 2 hours per turn": PACES["fast"],
    "6 hours per turn": 6,
    "12 hours per turn": 12,
    "Daily: 24 hours per turn": PACES["daily"],
    "48 hours per turn": 48,
    "Relaxed: 72 hours per turn": PACES["relaxed"],
    "1 week per turn": 168,
}


def when(moment: int) -> str:
    """Say how far away a moment is, on the reader's own clock."""
    return f"<t:{moment // 1000}:R>"


def exactly(moment: int) -> str:
    return f"<t:{moment // 1000}:f>"


def many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def pace_name(hours: int) -> str:
    named = {value: label for label, value in USUAL_PACES.items()}
    return named.get(hours, f"Custom: {many(hours, 'hour')} per turn")


def terms_line(terms: Terms) -> str:
    """Say what was agreed, in one line."""
    if not terms.budget:
        return "**Live**: everybody is here, no time limit."
    return f"{pace_name(terms.hours)}. If time runs out, {POLICIES[terms.policy]}."


def clock_line(seen: TableView, names: Sequence[str]) -> str:
    """Show the local time of those who share it; as a fixed moment, so that it stays true."""
    moment = (seen.table.opened + HOUR // 2) // HOUR * HOUR // 1000
    there = [
        f"{names[seat]} {wall_clock(moment, zone_of(zone)):%H:%M}" for seat, zone in seen.zones
    ]
    return f"-# When it's <t:{moment}:t> for you: {', '.join(there)}" if there else ""


def reliability(record: Reliability) -> str:
    """Say how many of somebody's turns were in time, for the lobby and `/stats`."""
    if not record.is_known:
        return f"fewer than {ENOUGH} timed turns"
    return f"on time {record.percent}% of {record.turns} turns"


def waiting_line(seen: TableView, names: Sequence[str]) -> str:
    """Say who still has to act, and until when; in a joint phase, tick off the others."""
    table = seen.table
    if len(seen.waiting) < 2:
        return "".join(_until(table, seat) for seat in seen.waiting)
    return " ".join(
        f"{'⏳' if seat.number in seen.waiting else '✅'} {names[seat.number]}"
        for seat in table.seats
    ) + _latest(seen)


def _until(table: Table, seat: int) -> str:
    due = table.seats[seat].due
    return f"⏰ Due {exactly(due)} ({when(due)})" if due else ""


def _latest(seen: TableView) -> str:
    """In a phase of several, say when the last one's time is up."""
    dues = [due for seat in seen.waiting if (due := seen.table.seats[seat].due)]
    return f"\n⏰ Everyone is due by {exactly(max(dues))} ({when(max(dues))})" if dues else ""


def own_line(seen: TableView) -> str:
    """Say until when this player has time."""
    if seen.seat is None or seen.seat not in seen.waiting:
        return ""
    due = seen.table.seats[seen.seat].due
    return f"due {when(due)}" if due else ""


def missed_line(seen: TableView) -> str:
    """Say what was done while this player was away."""
    seat = None if seen.seat is None else seen.table.seats[seen.seat]
    if seat is None or seen.table.phase is not Phase.PLAYING:
        return ""
    if seat.is_autopilot:
        late = "Your time ran out, so the" if seat.missed else "The"
        return f"🤖 {late} autopilot is playing your seat."
    return _missed(seat) if seen.table.terms.policy is Policy.TURN else ""


def _missed(seat: Seat) -> str:
    if not seat.missed:
        return ""
    times = "once" if seat.missed == 1 else f"{seat.missed} times in a row"
    return (
        f"⌛ You ran out of time {times}, so the autopilot played for you. After "
        f"{MAX_MISSED} missed turns in a row it takes your seat."
    )


def absent_line(table: Table, names: Sequence[str]) -> str:
    """Say whose seats the autopilot plays."""
    seats = [seat for seat in table.seats if seat.user is not None and seat.is_autopilot]
    who = ", ".join(f"**{names[seat.number]}**" for seat in seats)
    return f"🤖 The autopilot is playing for {who}." if seats else ""


def gone_line(table: Table, names: Sequence[str]) -> str:
    """Say at the end whose game the autopilot has finished, and what that means."""
    people = [seat for seat in table.seats if seat.user is not None]
    gone = [names[seat.number] for seat in people if seat.is_autopilot]
    if not gone or len(people) < 2 or table.phase is not Phase.OVER:
        return ""
    who = joined([f"**{name}**" for name in gone])
    count = "counts" if len(gone) == 1 else "count"
    return f"🤖 The autopilot finished for {who}, who {count} as last in the ratings."


def pause_line(table: Table) -> str:
    is_paused = table.phase is Phase.PLAYING and table.paused
    return "⏸️ Paused: the clock is stopped. You can still play if you like." if is_paused else ""


def standing_line(seen: TableView, where: str = "") -> str:
    """Describe one table in somebody's list."""
    if seen.table.phase is Phase.LOBBY:
        turn = "in the lobby"
    elif seen.seat is not None and seen.table.seats[seen.seat].is_autopilot:
        turn = "on autopilot"
    elif seen.seat is None or seen.seat not in seen.waiting:
        names = safe_names(seen.table)
        turn = f"waiting for {', '.join(f'**{names[seat]}**' for seat in seen.waiting)}"
    else:
        due = seen.table.seats[seen.seat].due
        turn = f"**your turn**{f', due {when(due)}' if due else ''}"
    paused = " · paused" if pause_line(seen.table) else ""
    return f"{seen.table.game.title} · {where or place(seen.table)} · {turn}{paused}"
