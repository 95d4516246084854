"""Finds the servers that still have to be greeted. `cogs/welcome.py` has the message."""

from host.outbox import DAY, MessageKind
from host.records import About
from host.unit_of_work import UnitOfWork

FRESH = DAY  # a server that was joined longer ago knows the bot


def is_to_greet(uow: UnitOfWork, server: int, joined: int) -> bool:
    """Whether the server was joined lately and has not been greeted."""
    return uow.store.now - joined <= FRESH and not uow.store.is_welcomed(server)


def greet(uow: UnitOfWork, server: int, channel: int, joined: int) -> bool:
    """Post the welcome in a server that was joined lately, once; whether it is posted now."""
    if not is_to_greet(uow, server, joined):
        return False
    uow.store.remember_welcome(server)
    uow.store.queue_message(About(), MessageKind.WELCOME, channel, None, {"server": server}, server)
    return True


def forget_server(uow: UnitOfWork, server: int) -> None:
    """Forget a server that the bot was removed from; if it comes back, it says hello again."""
    uow.store.forget_server(server)
