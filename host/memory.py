"""What the bot remembers about itself from one start to the next."""

from host.unit_of_work import UnitOfWork

COMMANDS = "commands"  # a hash of the slash commands that Discord has


def remembered(uow: UnitOfWork, name: str) -> str | None:
    return uow.store.remembered(name)


def remember(uow: UnitOfWork, name: str, value: str) -> None:
    uow.store.remember(name, value)
