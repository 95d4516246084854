"""What Discord would refuse in a JSON body; codes that begin with SANDBOX_ are our own."""

from sandbox.rules.callbacks import callback_violations
from sandbox.rules.commands import command_violations
from sandbox.rules.messages import message_violations
from sandbox.rules.modals import modal_violations
from sandbox.rules.violations import Violation, error_body

__all__ = [
    "Violation",
    "callback_violations",
    "command_violations",
    "error_body",
    "message_violations",
    "modal_violations",
]
