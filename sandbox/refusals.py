"""Refusals of the sandbox, with Discord's status, code and message."""

from typing import Any


class Refused(Exception):
    """A request that isn't carried out."""

    def __init__(
        self, status: int, code: int, message: str, errors: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.errors = status, code, message, errors

    @property
    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        return {**body, "errors": self.errors} if self.errors else body


def unknown(thing: str) -> Refused:
    """Refuse: the thing doesn't exist, or the bot may not know about it."""
    codes = {
        "Channel": 10003,
        "Guild": 10004,
        "Message": 10008,
        "User": 10013,
        "Emoji": 10014,
        "Webhook": 10015,
    }
    return Refused(404, codes.get(thing, 10000), f"Unknown {thing}")


def unknown_interaction() -> Refused:
    return Refused(404, 10062, "Unknown interaction")


def already_answered() -> Refused:
    return Refused(400, 40060, "Interaction has already been acknowledged.")


def dead_token() -> Refused:
    return Refused(401, 50027, "Invalid Webhook Token")


def closed_dms() -> Refused:
    return Refused(403, 50007, "Cannot send messages to this user")


def archived_thread() -> Refused:
    return Refused(400, 50083, "Thread is archived")


def not_your_application() -> Refused:
    return Refused(403, 20012, "You are not authorized to perform this action on this application")


def too_many_emojis(most: int) -> Refused:
    return Refused(400, 30008, f"Maximum number of emojis reached ({most})")


def too_large_image(most: int) -> Refused:
    return Refused(400, 50138, f"Failed to resize asset below the maximum size: {most}")


def not_yours() -> Refused:
    return Refused(403, 50005, "Cannot edit a message authored by another user")
