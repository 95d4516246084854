"""The outbox: messages to send, in order for each audience, and only the newest of a kind.

A message to a channel is public; its body has numbers of seats and rounds, never a card.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from host.presence import when_settled
from host.records import About, Challenge, OutgoingMessage, Phase, Post, Shards, Table
from host.store import Store
from host.unit_of_work import UnitOfWork

SECOND, MINUTE, DAY = 1_000, 60_000, 86_400_000
SLOWEST = 5 * MINUTE
OLDEST = 7 * DAY
MAX_DUE = 50  # messages that the sender gets at a time
HELD = MINUTE  # longer than a process tries to send one
LOST_CHANNEL = "I can't post in its channel any more."


class MessageKind(StrEnum):
    BOARD = "board"  # the table's public message has changed
    PANEL = "panel"  # what a user's panel in direct messages shows may have changed
    REPLY = "reply"  # the same for their private panels in the channels of a server
    TURN = "turn"  # body: who has to act, who is called (again), whether it moves down
    HEADLINE = "headline"  # body: the row with something that everybody should hear at once
    ROUND = "round"  # body: the round that is over
    OVER = "over"
    QUARANTINED = "aside"  # the table is quarantined
    DOOR = "door"  # body: a seat whose direct messages are closed
    VOTE = "vote"  # what the table decides together has changed
    NOTED = "noted"  # body: the note about what the host did or the table decided
    DIGEST = "digest"  # where it is a user's turn
    CHALLENGE = "challenge"  # its leaderboard has changed
    CLOSED = "closed"  # a challenge is over: its ranking
    SHARE = "share"  # body: the table of an attempt whose player shares the result
    LOST = "lost"  # nothing can be posted in the table's channel, or in the body's
    LOGGED = "logged"  # body: what happened at which table, for the server's log
    INVITED = "invited"  # body: whether those who played before are called to the rematch now
    WELCOME = "welcome"  # to a server that the bot has just joined


def show_table(store: Store, table: Table) -> None:
    """Update everything that shows the table: its board, and all panels."""
    show_board(store, table)
    _show_panels(store, table)


def _show_panels(store: Store, table: Table) -> None:
    dealt = table.seats if table.phase in (Phase.PLAYING, Phase.OVER) else ()
    seated = {seat.user for seat in dealt if seat.user is not None}
    store.renew_or_queue_for(About(table.id), MessageKind.PANEL, sorted(seated))
    for user, server in store.reply_places(table.id):
        _show_replies(store, table.id, user, server)


def shown_since(uow: UnitOfWork, moment: int) -> list[int]:
    """Return the tables at which something has happened since then."""
    return uow.store.tables_touched(moment)


def show_again(uow: UnitOfWork, table_id: int) -> None:
    show_table(uow.store, uow.table(table_id))


def show_board(store: Store, table: Table) -> None:
    _newest(store, table, MessageKind.BOARD, None, {})


def show_panel(store: Store, table: Table, user: int) -> None:
    """Update all panels that the user has of this table."""
    show_panel_at(store, table.id, user)


def show_panel_at(store: Store, table_id: int, user: int) -> None:
    _show_message(store, table_id, user)
    for _, server in store.reply_places(table_id, user):
        _show_replies(store, table_id, user, server)


def _show_message(store: Store, table_id: int, user: int) -> None:
    store.renew_or_queue(About(table_id), MessageKind.PANEL, None, user, {})


def _show_replies(store: Store, table_id: int, user: int, server: int | None) -> None:
    """Queue a message for each server: another process may serve it."""
    store.renew_or_queue(About(table_id), MessageKind.REPLY, None, user, {}, server)


def show_challenge(store: Store, challenge: Challenge) -> None:
    about = About(challenge_id=challenge.id)
    store.renew_or_queue(about, MessageKind.CHALLENGE, challenge.channel, None, {})


def show_challenge_of(store: Store, table_id: int) -> None:
    """Update the challenge where this attempt began; other postings don't list it."""
    attempt = store.attempt_at(table_id)
    if attempt and (challenge := store.challenge(attempt.challenge)):
        show_challenge(store, challenge)


def close_challenge(store: Store, challenge: Challenge) -> None:
    show_challenge(store, challenge)
    store.queue_message(
        About(challenge_id=challenge.id), MessageKind.CLOSED, challenge.channel, None, {}
    )


def show_votes(store: Store, table: Table) -> None:
    """Update the votes in the channel, and for those who were told by direct message."""
    _newest(store, table, MessageKind.VOTE, None, {})
    for user in store.users_with_post(table.id, MessageKind.VOTE):
        if not store.pending(About(table.id), MessageKind.VOTE, user):
            store.renew_or_queue(About(table.id), MessageKind.VOTE, None, user, {})


def show_invited(store: Store, table: Table, is_new: bool = False) -> None:
    """Show in the channel who is asked to the rematch; delete it when everybody has answered."""
    waiting = store.pending(About(table.id), MessageKind.INVITED, None)
    is_new = is_new or bool(waiting and waiting.body.get("is_new"))
    _newest(store, table, MessageKind.INVITED, None, {"is_new": True} if is_new else {})


def call(
    store: Store, table: Table, waiting: list[int], new: list[int], again: Sequence[int] = ()
) -> None:
    """Call those the table is waiting for; drop the call for people who have acted."""
    pending = store.pending(About(table.id), MessageKind.TURN, None)
    body: dict[str, Any] = {"seats": waiting, "new": new}
    if pending:
        body["new"] = sorted({*new, *pending.body.get("new", ())} & {*waiting})
        again = sorted({*again, *pending.body.get("again", ())} & {*waiting})
        body |= {key: True for key in ("below",) if pending.body.get(key)}
    body |= {"again": [*again]} if again else {}
    if is_private(table):
        _call_in_private(store, table, again)
    else:
        _newest(store, table, MessageKind.TURN, None, body)


def _call_in_private(store: Store, table: Table, seats: Sequence[int]) -> None:
    """Call people without a channel: a new panel is already on its way, a reminder isn't."""
    for seat in seats:
        if user := table.seats[seat].human:
            _newest(store, table, MessageKind.TURN, user, {"again": [seat]})


def call_after_round(uow: UnitOfWork, table_id: int) -> bool:
    """Whether the call has to wait until the recap of a round is posted."""
    store = uow.store
    store.own(table_id)
    outgoing = store.pending(About(table_id), MessageKind.TURN, None)
    if outgoing is None or not store.pending(About(table_id), MessageKind.ROUND, None):
        return False
    put_last(store, outgoing)
    return True


def put_last(store: Store, outgoing: OutgoingMessage) -> None:
    """Queue the message again at the end, with a new number."""
    store.drop_message(outgoing.id)
    store.queue_message(
        outgoing.about,
        outgoing.kind,
        outgoing.channel,
        outgoing.user,
        outgoing.body,
        outgoing.server,
    )


def call_below(uow: UnitOfWork, table_id: int) -> None:
    """Post the call again below something new, without calling anybody twice."""
    store = uow.store
    store.own(table_id)
    pending = store.pending(About(table_id), MessageKind.TURN, None)
    if pending or store.post(table_id, MessageKind.TURN):
        body = pending.body if pending else {"seats": [], "new": []}
        _newest(store, uow.table(table_id), MessageKind.TURN, None, {**body, "below": True})


def tell(store: Store, table: Table, kind: MessageKind, body: dict[str, Any]) -> None:
    """Post a sentence to the channel once, in order."""
    if not is_private(table):
        store.queue_message(About(table.id), kind, table.channel, None, body)


def tell_people(
    store: Store, table: Table, kind: MessageKind, body: dict[str, Any], but: int | None = None
) -> None:
    """Post it to the channel, or else to everybody who plays but this user."""
    tell(store, table, kind, body)
    for seat in table.humans if is_private(table) else ():
        if seat.user not in (None, but):
            store.queue_message(About(table.id), kind, None, seat.user, body)


def is_private(table: Table) -> bool:
    """Whether there is no channel (any more), so that people are told one by one."""
    return table.channel is None or bool(table.is_lost)


def _newest(
    store: Store, table: Table, kind: MessageKind, user: int | None, body: dict[str, Any]
) -> None:
    """Queue a message in place of one of its kind that still waits, with its number and tries."""
    if user is not None:
        store.renew_or_queue(About(table.id), kind, None, user, body)
    elif not is_private(table):
        store.renew_or_queue(About(table.id), kind, table.channel, None, body)


# For the sender


def due(
    uow: UnitOfWork, limit: int = MAX_DUE, shards: Shards | None = None
) -> list[OutgoingMessage]:
    """Return the next message of every audience; one that must wait holds back those behind it."""
    return uow.store.due_messages(limit, shards)


def next_due(uow: UnitOfWork, after: int = 0, shards: Shards | None = None) -> int | None:
    """Return when the first message that is due after `after` may go out."""
    return uow.store.next_due(after, shards)


def due_and_next(
    uow: UnitOfWork, after: int = 0, shards: Shards | None = None
) -> tuple[list[OutgoingMessage], int | None]:
    """Return what may go out, and when there may be more, in one read."""
    return due(uow, shards=shards), next_due(uow, after, shards)


def hold(uow: UnitOfWork, message_ids: Sequence[int], holder: str) -> list[OutgoingMessage]:
    """Claim some messages, which other processes could send, too; return those we got.

    If this process dies before it has sent them, others do so after a while.
    """
    return uow.store.hold_messages(message_ids, holder, uow.store.now + HELD)


def release(uow: UnitOfWork, holder: str) -> None:
    """Let others send what this process had claimed."""
    uow.store.release_messages(holder)


def newest(uow: UnitOfWork, message_id: int) -> OutgoingMessage | None:
    """Return the message as it is to be sent now; None if it is no longer needed."""
    return uow.store.message(message_id)


def last_number(uow: UnitOfWork) -> int:
    """Return the highest number that a message ever had."""
    return uow.store.last_message_id()


def said(uow: UnitOfWork, outgoing: OutgoingMessage, post: Post | None = None) -> bool:
    """Note that it was delivered; return whether its audience is up to date.

    If there is a newer edition by now, the message is due again.
    """
    if outgoing.user is not None:
        uow.store.own_person(outgoing.user)
    is_forgotten = outgoing.user is not None and not uow.store.is_known(outgoing.user)
    if post and outgoing.about.table_id and not is_forgotten:
        uow.store.set_post(outgoing.about.table_id, outgoing.kind, post, outgoing.user or 0)
    if not uow.store.drop_message(outgoing.id, outgoing.edition):
        uow.store.reset_retries(outgoing.id)
    return not uow.store.has_message_for(*outgoing.audience)


def failed(
    uow: UnitOfWork, outgoing: OutgoingMessage, wait: int = 0, slowest: int = SLOWEST
) -> int:
    """Return when to try again: later each time, and never before Discord allows it."""
    pause = min(SECOND << min(outgoing.tries, 20), slowest)
    again = uow.store.now + max(pause, wait)
    uow.store.postpone_message(outgoing.id, again)
    return again


def dropped(uow: UnitOfWork, outgoing: OutgoingMessage) -> None:
    """Give up a message that can never be delivered."""
    uow.store.drop_message(outgoing.id)


def post_of(uow: UnitOfWork, table_id: int, kind: MessageKind, user: int = 0) -> Post | None:
    """Return the message that shows this now, to everyone or to one user."""
    return uow.store.post(table_id, kind, user)


def remember_post(uow: UnitOfWork, table_id: int, kind: MessageKind, post: Post) -> None:
    uow.store.set_post(table_id, kind, post)


def forget_post(uow: UnitOfWork, table_id: int, kind: MessageKind, user: int = 0) -> None:
    uow.store.drop_post(table_id, kind, user)


def message_gone(uow: UnitOfWork, message: int) -> None:
    """Note that somebody deleted a message; post again what is still in use."""
    if challenge := uow.store.challenge_by_message(message):
        uow.store.drop_challenge_message(challenge.id, message)
        if not challenge.deal.is_closed:
            show_challenge(uow.store, challenge)
    post = uow.store.post_by_message(message)
    if post is None:
        return
    table_id, kind, user = post
    if uow.store.drop_post(table_id, kind, user, message) and kind == MessageKind.BOARD:
        show_board(uow.store, uow.table(table_id))


def lose_channel(uow: UnitOfWork, outgoing: OutgoingMessage) -> None:
    """Give up a channel in which Discord will never accept this message."""
    table_id, challenge_id = outgoing.about
    if table_id:
        _lose_table(uow, uow.table(table_id))
    elif outgoing.channel is not None:
        uow.store.drop_message(outgoing.id)
        if outgoing.kind == MessageKind.WELCOME:  # say it elsewhere, or when permissions change
            uow.store.forget_welcome(outgoing.body.get("server", 0))
        uow.store.drop_log_channel(outgoing.channel)
        failed = uow.store.challenge(challenge_id) if challenge_id else None
        _lose_challenges(uow, outgoing.channel, failed)


def channel_gone(uow: UnitOfWork, channel: int) -> None:
    """Give up a channel that was deleted, or whose server has removed the bot."""
    uow.store.drop_log_channel(channel)
    if table_id := uow.store.open_table_in(channel):
        _lose_table(uow, uow.table(table_id))
    _lose_challenges(uow, channel)


def _lose_table(uow: UnitOfWork, table: Table) -> None:
    """Tell the players once, by direct message: a lobby is closed, a game goes on in private.

    If the game is over, the lost message was about that: their panels show how it ended.
    """
    uow.store.drop_channel_messages(table.id)
    if table.is_lost:
        return
    uow.store.set_lost(table.id, True)
    if table.phase is Phase.LOBBY:
        uow.store.set_phase(table.id, Phase.CLOSED, LOST_CHANNEL)
        uow.store.drop_invitation(table.id)
    for seat in table.humans if table.is_open else ():
        assert seat.user is not None
        uow.store.queue_message(About(table.id), MessageKind.LOST, None, seat.user, {})
    _show_panels(uow.store, table)  # perhaps their hand was in the channel


def _lose_challenges(uow: UnitOfWork, channel: int, failed: Challenge | None = None) -> None:
    """Stop everything about challenges there; tell the people who set it up, once.

    These are the people who scheduled challenges in the channel, and the one who posted the
    challenge that failed if nobody has ever seen it.
    """
    openers = {schedule.opener for schedule in uow.store.schedules(channel)}
    if failed and not _was_seen(uow.store, failed):
        openers.add(failed.opener)
    uow.store.forget_channel(channel)
    for user in openers - {None}:
        uow.store.queue_message(About(), MessageKind.LOST, None, user, {"channel": channel})


def _was_seen(store: Store, challenge: Challenge) -> bool:
    is_tried = bool(store.count_attempts(challenge.deal.id, challenge.id))
    return challenge.message is not None or is_tried or bool(challenge.deal.is_closed)


def find_channel(uow: UnitOfWork, table_id: int, channel: int | None) -> None:
    """Try the lost channel again, because somebody asked there."""
    table = uow.table(table_id)
    if table.is_lost and table.channel == channel and table.phase is not Phase.CLOSED:
        uow.store.set_lost(table_id, False)
        table = uow.table(table_id)
        show_board(uow.store, table)
        show_votes(uow.store, table)
        body = {"seats": [], "new": [], "below": True}  # no old call is left
        _newest(uow.store, table, MessageKind.TURN, None, body)


@when_settled
def tidy(uow: UnitOfWork) -> None:
    """Delete messages that were undeliverable for a week, and presses that can't arrive again."""
    uow.store.drop_old_messages(uow.store.now - OLDEST)
    uow.store.forget_clicks(uow.store.now - DAY)
