"""What Discord would refuse, said of plain JSON; a code that begins with SANDBOX_ is our own."""

from sandbox.rules.callbacks import callback_faults
from sandbox.rules.commands import command_faults
from sandbox.rules.faults import Fault, error_body
from sandbox.rules.messages import message_faults
from sandbox.rules.modals import modal_faults

__all__ = [
    "Fault",
    "callback_faults",
    "command_faults",
    "error_body",
    "message_faults",
    "modal_faults",
]
