"""Bots that forget one kind of panel, or do not notice that it has changed."""

import cogs.open_panels
import cogs.panels
import host.outbox
from host.store import Store
from proof.proof import Mutant, put

MUTANTS = {
    "all panels look alike": Mutant(
        put(*((place, "look_of", lambda _: 0) for place in (cogs.open_panels, cogs.panels))),
        "^letters: ",
    ),
    "older private panels stay": Mutant(
        put((Store, "close_other_replies", lambda *_: 0)), "^private: "
    ),
    "the call stays where it was": Mutant(
        put((host.outbox, "call_below", lambda *_: None)), "^channel: "
    ),
}
