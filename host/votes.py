"""The votes of a table. Nobody waits for people who are away or whose seat is on autopilot."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple

from engine.kernel.refusal import Refused
from host import calls, clock, outbox, play, rules, seating
from host.caller import Caller, once
from host.happenings import Happening, report
from host.limits import must_be_calm
from host.notes import HostEventKind, note, tell, tell_last
from host.presence import when_settled
from host.records import Phase, Seat, Table
from host.settings import settings_of
from host.terms import DAY
from host.unit_of_work import UnitOfWork, seated
from host.views import AGREED, FORCED

ASKED = -1  # instead of a seat: the table itself asks
OLDEST = 3 * DAY
MOST_SHOWN, NOTES_LOOKED_AT = 20, 40  # decisions, and the notes that contain some
NEW_PLAYER = (  # notes after which a seat has another player
    *(HostEventKind.FREED, HostEventKind.REMOVED, HostEventKind.TAKEN, HostEventKind.FORGOTTEN),
)


class ProposalKind(StrEnum):
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    TURN = "turn"  # the autopilot plays this turn of a seat
    TAKEOVER = "takeover"  # it takes the seat until its owner comes back
    REPLACE = "replace"  # the seat is free for somebody else
    REMOVE = "remove"  # the seat is the autopilot's for good
    RULES = "rules"  # the game goes on by the newest rules
    ABANDON = "abandon"  # the game ends now


UNANIMOUS = frozenset({ProposalKind.RULES, ProposalKind.ABANDON})
MATTERS = {  # behind "the vote to"
    ProposalKind.PAUSE: "pause the game",
    ProposalKind.RESUME: "resume the game",
    ProposalKind.EXTEND: "give everyone more time",
    ProposalKind.TURN: "let the autopilot play a turn",
    ProposalKind.TAKEOVER: "hand a seat to the autopilot",
    ProposalKind.REPLACE: "open a seat to someone else",
    ProposalKind.REMOVE: "give a seat to the autopilot",
    ProposalKind.RULES: "play on with the new rules",
    ProposalKind.ABANDON: "end the game",
}
FOR_GOOD = frozenset({ProposalKind.REPLACE, ProposalKind.REMOVE})
OF_A_SEAT = frozenset(
    {ProposalKind.TURN, ProposalKind.TAKEOVER, ProposalKind.REPLACE, ProposalKind.REMOVE}
)


class Proposal(NamedTuple):
    """Something to decide, about a seat or about the table."""

    subject: ProposalKind
    seat: int | None = None

    @property
    def text(self) -> str:
        return self.subject if self.seat is None else f"{self.subject} {self.seat}"


class OpenVote(NamedTuple):
    """A proposal, the seats that voted for it, those that may vote, and how many votes it needs."""

    matter: Proposal
    in_favor: tuple[int, ...]
    voters: tuple[int, ...]
    needed: int
    against: tuple[int, ...] = ()
    is_asked: bool = False  # asked by the table itself

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that may vote and haven't voted yet."""
        return tuple(seat for seat in self.voters if seat not in (*self.in_favor, *self.against))

    @property
    def is_lost(self) -> bool:
        """Whether it can't pass any more: too many are against it, or too few are left.

        A question by the table itself stays open until somebody is against it, and everything stays
        open while nobody is there to vote.
        """
        is_short = len(self.voters) - len(self.against) < self.needed
        return is_short and bool(self.against or (self.voters and not self.is_asked))

    @property
    def is_carried(self) -> bool:
        return len(self.in_favor) >= self.needed


def proposal_of(text: str) -> Proposal:
    """Return the proposal that `Proposal.text` wrote; refuse anything else."""
    subject, _, seat = text.partition(" ")
    is_known = subject in list(ProposalKind) and (not seat or (seat.isascii() and seat.isdecimal()))
    if not is_known or (ProposalKind(subject) in OF_A_SEAT) != bool(seat):
        raise Refused("That vote doesn't exist.")
    return Proposal(ProposalKind(subject), int(seat) if seat else None)


Standing = tuple[Table, list[OpenVote]]


def standing(uow: UnitOfWork, table_id: int, by: Caller | None = None) -> Standing:
    """Return a table and its open votes."""
    return uow.table(table_id), open_votes(uow, table_id)


def open_votes(uow: UnitOfWork, table_id: int) -> list[OpenVote]:
    """Return the votes that are open at a table and still make sense."""
    table = uow.table(table_id)
    if table.phase is not Phase.PLAYING:
        return []
    votes_cast = [
        (proposal_of(text), set(seats)) for text, seats in uow.store.votes(table.id).items()
    ]
    return [
        _motion(uow, table, matter, in_favor)
        for matter, in_favor in votes_cast
        if not _objection(table, matter)
    ]


def _motion(uow: UnitOfWork, table: Table, matter: Proposal, in_favor: set[int]) -> OpenVote:
    voters = _voters(uow, table, matter)
    supporters = tuple(seat for seat in voters if seat in in_favor)
    is_unanimous = matter.subject in UNANIMOUS
    needed = len(voters) if is_unanimous else len(voters) // 2 + 1
    against = uow.store.votes(table.id, is_against=True).get(matter.text, ())
    denied = tuple(seat for seat in voters if seat in against)
    needed = max(_fewest(uow, table, matter), needed)
    return OpenVote(matter, supporters, voters, needed, denied, is_asked=ASKED in in_favor)


def _fewest(uow: UnitOfWork, table: Table, matter: Proposal) -> int:
    """Return the minimum of votes: two to take the seat of somebody who is present, else one."""
    if matter.seat is None or matter.subject not in FOR_GOOD:
        return 1
    return 2 if _is_present(uow, table.seats[matter.seat]) else 1


def _voters(uow: UnitOfWork, table: Table, matter: Proposal) -> tuple[int, ...]:
    """Return the seats that may vote: all who are present, except the one that it is about."""
    voters = [seat for seat in table.humans if seat.number != matter.seat]
    return tuple(seat.number for seat in voters if _is_present(uow, seat))


def _is_present(uow: UnitOfWork, seat: Seat) -> bool:
    return seat.human is not None and not seat.missed and not _is_away(uow, seat.human)


def _is_away(uow: UnitOfWork, user: int) -> bool:
    return settings_of(uow, user).away_until > uow.store.now


@once
def agree(uow: UnitOfWork, table_id: int, matter: Proposal, by: Caller) -> OpenVote:
    """Vote for a proposal; carry it out if that was the last vote it needed."""
    table, seat = _voter(uow, table_id, matter, by)
    if matter.subject is not ProposalKind.ABANDON:  # ending the game is always possible
        must_be_calm(uow, table_id)
    table = _with(uow, table, seat)
    if not _in_favor(uow, table, matter):
        uow.store.drop_vote(table.id, matter.text)  # votes against an earlier proposal
    is_new = seat.number not in _in_favor(uow, table, matter)
    uow.store.vote(table.id, matter.text, seat.number)
    vote = _motion(uow, table, matter, _in_favor(uow, table, matter))
    if vote.needed > len(vote.voters):
        raise Refused("You can't remove an active player by yourself; ask a moderator.")
    is_first = is_new and len(vote.in_favor) == 1
    if is_first:
        report(uow, table, Happening.ASKED, matter=matter.text)
    if vote.is_carried:
        uow.store.add_decision(table.id, matter.text, vote.in_favor, None)
        carry_out(uow, table_id, matter, DecidedBy.VOTE, by.id)
    elif is_new:
        outbox.show_votes(uow.store, table)
    if is_first and not vote.is_carried:
        calls.call_voters(uow, table, vote.missing)
    return vote


def _voter(uow: UnitOfWork, table_id: int, matter: Proposal, by: Caller) -> tuple[Table, Seat]:
    """Return the table and the caller's seat, if they may vote on this."""
    table = uow.playing(table_id)
    seat = seated(table, by.id)
    if seat.is_autopilot:
        raise Refused("The autopilot is playing your seat; press “Take my seat back” first.")
    if _is_away(uow, by.id):
        raise Refused("You're on vacation, so the others decide; end it in /settings to vote.")
    _must_make_sense(table, matter)
    if seat.number == matter.seat:
        raise Refused("You can't vote about your own seat; use /leave if you want to go.")
    return table, seat


@once
def disagree(uow: UnitOfWork, table_id: int, matter: Proposal, by: Caller) -> OpenVote:
    """Vote against a proposal; end the vote as soon as it can't pass any more."""
    table, seat = _voter(uow, table_id, matter, by)
    if not _in_favor(uow, table, matter):
        raise Refused("That vote is over.")
    table = _with(uow, table, seat)
    uow.store.vote(table.id, matter.text, seat.number, is_against=True)
    vote = _motion(uow, table, matter, _in_favor(uow, table, matter))
    if vote.is_lost or not _in_favor(uow, table, matter):
        _reject(uow, table, vote)
    outbox.show_votes(uow.store, table)
    return vote


def _reject(uow: UnitOfWork, table: Table, motion: OpenVote) -> None:
    matter = motion.matter
    uow.store.drop_vote(table.id, matter.text)
    report(uow, table, Happening.REJECTED, matter=matter.text)
    what = MATTERS[matter.subject]
    kind = HostEventKind.REJECTED
    tell(uow, table, kind, what=what, matter=matter.text, against=motion.against)


def review(uow: UnitOfWork, table_id: int) -> None:
    """End the votes that can't pass any more, after somebody has left or is away.

    None is carried out here: nobody may end a game or lose a seat because others were late.
    """
    if lost := [motion for motion in open_votes(uow, table_id) if motion.is_lost]:
        table = uow.table(table_id)
        for motion in lost:
            _reject(uow, table, motion)
        outbox.show_votes(uow.store, table)


def _with(uow: UnitOfWork, table: Table, seat: Seat) -> Table:
    """Store a vote. Somebody who votes is present: if they missed their turn, they get new time."""
    if not (seat.missed or seat.stands_in):
        return table
    play.come_back(uow, table, seat)
    return seating.after_seat_change(uow, table.id)


def _in_favor(uow: UnitOfWork, table: Table, matter: Proposal) -> set[int]:
    return set(uow.store.votes(table.id).get(matter.text, ()))


@once
def withdraw(uow: UnitOfWork, table_id: int, matter: Proposal, by: Caller) -> None:
    table = uow.playing(table_id)
    seat = seated(table, by.id)
    if seat.number not in _in_favor(uow, table, matter):
        raise Refused("You haven't voted for that.")
    uow.store.drop_vote(table.id, matter.text, seat.number)
    if not _in_favor(uow, table, matter):
        report(uow, table, Happening.WITHDRAWN, matter=matter.text)
    outbox.show_votes(uow.store, table)


def ask(uow: UnitOfWork, table: Table, matter: Proposal) -> None:
    """Open a vote on behalf of the table, or open it again; votes already given still count."""
    uow.store.drop_vote(table.id, matter.text, ASKED)
    uow.store.vote(table.id, matter.text, ASKED)
    outbox.show_votes(uow.store, table)
    calls.call_voters(uow, table, _motion(uow, table, matter, {ASKED}).missing)


@once
def force(uow: UnitOfWork, table_id: int, matter: Proposal, by: Caller | None = None) -> None:
    """Carry out a moderator's decision."""
    _must_make_sense(uow.playing(table_id), matter)
    uow.store.add_decision(table_id, matter.text, (), by.id if by else None)
    carry_out(uow, table_id, matter, DecidedBy.MODERATOR, by.id if by else None)


class DecidedBy(StrEnum):
    VOTE = "vote"
    MODERATOR = "moderator"
    LIMIT = "limit"  # the time limit
    NOBODY = "nobody"  # the vote did not pass


class Decision(NamedTuple):
    """What was decided or did not pass, by whom and when."""

    matter: Proposal
    by: DecidedBy
    seats: tuple[int, ...]  # that voted for it, or against it if it did not pass
    user: int | None  # the moderator, unless they have been forgotten
    at: int
    passed_on: frozenset[int | None] = frozenset()  # seats that had another player then


def decisions(
    uow: UnitOfWork, table_id: int, by: Caller | None = None
) -> tuple[Table, list[Decision]]:
    """Return a table and what was decided there, the newest first."""
    decided = [*_recorded(uow, table_id), *_noted(uow, table_id)]
    decided.sort(key=lambda decision: decision.at, reverse=True)
    changes = uow.store.newest_notes(table_id, NEW_PLAYER, NOTES_LOOKED_AT)
    return uow.table(table_id), [
        each._replace(passed_on=frozenset(note.seat for note in changes if note.at >= each.at))
        for each in decided[:MOST_SHOWN]
    ]


def _recorded(uow: UnitOfWork, table_id: int) -> Iterator[Decision]:
    for matter, seats, user, at in uow.store.decisions(table_id, MOST_SHOWN):
        by = DecidedBy.VOTE if seats else DecidedBy.MODERATOR
        yield Decision(proposal_of(matter), by, tuple(seats), user, at)


def _noted(uow: UnitOfWork, table_id: int) -> Iterator[Decision]:
    """Yield votes that didn't pass, and seats that the time limit gave to the autopilot."""
    kinds = (HostEventKind.REJECTED, HostEventKind.TAKEN_OVER)
    for entry in uow.store.newest_notes(table_id, kinds, NOTES_LOOKED_AT):
        if entry.kind == HostEventKind.REJECTED and "matter" in entry.facts:
            matter = proposal_of(entry.facts["matter"])
            yield Decision(matter, DecidedBy.NOBODY, tuple(entry.facts["against"]), None, entry.at)
        elif entry.facts.get("by") == DecidedBy.LIMIT:
            matter = Proposal(ProposalKind.TAKEOVER, entry.seat)
            yield Decision(matter, DecidedBy.LIMIT, (), None, entry.at)


def _must_make_sense(table: Table, matter: Proposal) -> None:
    if objection := _objection(table, matter):
        raise Refused(objection)


def _objection(table: Table, matter: Proposal) -> str | None:
    """Return why there is nothing (more) to decide; None if there is."""
    if matter.seat is not None:
        return _objection_about(table, matter.subject, matter.seat)
    if matter.subject is ProposalKind.PAUSE and table.paused:
        return "The game is already paused."
    if matter.subject is ProposalKind.RESUME and not table.paused:
        return "The game isn't paused."
    if matter.subject is ProposalKind.RULES and not rules.has_newer_rules(table):
        if table.is_sealed:
            return "All attempts at a challenge keep the rules of the first."
        return "This game already uses its newest rules."
    if matter.subject is ProposalKind.EXTEND and not table.terms.budget:
        return "This table has no time limit to extend."
    return None


def _objection_about(table: Table, subject: ProposalKind, number: int) -> str | None:
    if table.is_sealed:
        return seating.ALONE
    if number >= len(table.seats):
        return "This table doesn't have that seat."
    seat = table.seats[number]
    if seat.user is None:
        return "That seat already belongs to the autopilot."
    if subject in _WHILE_HUMAN and seat.is_autopilot:
        return "The autopilot is already playing that seat."
    if subject is ProposalKind.TURN and not seat.missed:
        return "They're back and can play this turn themselves."
    return None


_WHILE_HUMAN = frozenset({ProposalKind.TURN, ProposalKind.TAKEOVER})


def carry_out(uow: UnitOfWork, table_id: int, matter: Proposal, by: str, user: int | None) -> None:
    """Carry out what a vote or a moderator decided; that moderator (`user`) isn't told.

    Why a game has ended is shown on its last board.
    """
    table = uow.playing(table_id)
    report(uow, table, Happening.DECIDED, matter=matter.text, by=by)
    uow.store.drop_vote(table.id, matter.text)
    before = uow.store.last_note(table_id)
    _DEEDS[matter.subject](uow, table, matter.seat, by)
    after = uow.table(table_id)
    outbox.show_votes(uow.store, after)
    if after.phase is not Phase.PLAYING:
        return
    outbox.show_table(uow.store, after)
    if uow.store.last_note(table_id) > before:
        tell_last(uow, after, user)


def _pause(uow: UnitOfWork, table: Table, seat: int | None, by: str) -> None:
    clock.pause(uow, table)
    note(uow, table, HostEventKind.PAUSED, by=by)


def _resume(uow: UnitOfWork, table: Table, seat: int | None, by: str) -> None:
    clock.resume(uow, table)
    note(uow, table, HostEventKind.RESUMED, by=by)


def _extend(uow: UnitOfWork, table: Table, seat: int | None, by: str) -> None:
    clock.extend(uow, table)
    note(uow, table, HostEventKind.EXTENDED, by=by)


def _turn(uow: UnitOfWork, table: Table, seat: int | None, by: str) -> None:
    assert seat is not None
    seating.stand_in(uow, table, seat, by)


def _takeover(uow: UnitOfWork, table: Table, seat: int | None, by: str) -> None:
    assert seat is not None
    seating.take_over(uow, table, seat, by)


def _replace(uow: UnitOfWork, table: Table, seat: int | None, by: str) -> None:
    assert seat is not None
    _vacate(uow, table, seat, is_free=True, by=by)


def _remove(uow: UnitOfWork, table: Table, seat: int | None, by: str) -> None:
    assert seat is not None
    _vacate(uow, table, seat, is_free=False, by=by)


def _vacate(uow: UnitOfWork, table: Table, seat: int, is_free: bool, by: str) -> None:
    """Take the seat from its owner, and drop their votes and all votes about the seat."""
    seating.vacate(uow, table, seat, is_free, by)
    uow.store.drop_votes_of(table.id, seat)
    for subject in OF_A_SEAT:
        uow.store.drop_vote(table.id, Proposal(subject, seat).text)


def _rules(uow: UnitOfWork, table: Table, seat: int | None, by: str) -> None:
    rules.adopt_newest(uow, table, by)


def _abandon(uow: UnitOfWork, table: Table, seat: int | None, by: str) -> None:
    note(uow, table, HostEventKind.ENDED, by=by)
    play.conclude(uow, table, AGREED if by == DecidedBy.VOTE else FORCED)


_DEEDS: dict[ProposalKind, Callable[[UnitOfWork, Table, int | None, str], None]] = {
    ProposalKind.PAUSE: _pause,
    ProposalKind.RESUME: _resume,
    ProposalKind.EXTEND: _extend,
    ProposalKind.TURN: _turn,
    ProposalKind.TAKEOVER: _takeover,
    ProposalKind.REPLACE: _replace,
    ProposalKind.REMOVE: _remove,
    ProposalKind.RULES: _rules,
    ProposalKind.ABANDON: _abandon,
}


def tables_with_old_votes(uow: UnitOfWork) -> list[int]:
    return uow.store.tables_with_old_votes(uow.store.now - OLDEST)


@when_settled
def forget_old(uow: UnitOfWork, table_id: int) -> None:
    """Drop every vote of a table that is older than three days."""
    before = uow.store.now - OLDEST
    table = uow.table(table_id)
    for text, cast in uow.store.votes(table_id).items():
        old = [seat for seat, at in cast.items() if at < before]
        for seat in old:
            uow.store.drop_vote(table_id, text, seat)
        if len(old) == len(cast):
            report(uow, table, Happening.EXPIRED, matter=text)
    outbox.show_votes(uow.store, table)


@once
def end(uow: UnitOfWork, table_id: int, by: Caller) -> Table:
    """Agree to end the game now; it ends once everybody who plays here wants that."""
    agree(uow, table_id, Proposal(ProposalKind.ABANDON), by)
    return uow.table(table_id)
