"""Finds the servers that still have to be greeted. `cogs/welcome.py` has the message."""

from host.outbox import DAY, MessageKind
from host.records import About
from host.unit_of_work import UnitOfWork

FRESH = DAY  # a server that was joined longer ago knows the bot


def is_to_greet(uow: UnitOfWork, server: int, joined: int) -> bool:
    """Whether the server was joined lately and has not been greeted."""
    return uow.store.now - joined <= FRESH and not uow.store.is_welcomed(server)


def greet(uow: UnitOfWork, server: int, channel: int, joined: int) -> bool:
    """Queue the welcome for a server that was joined lately, once; return whether it was queued."""
    if not is_to_greet(uow, server, joined):
        return False
    uow.store.remember_welcome(server)
    uow.store.queue_message(About(), MessageKind.WELCOME, channel, None, {"server": server}, server)
    return True


def forget_server(uow: UnitOfWork, server: int) -> None:
    """Forget a server that removed the bot; if it comes back, the bot greets it again."""
    uow.store.forget_server(server)
