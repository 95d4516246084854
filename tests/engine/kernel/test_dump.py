"""The text of a state, with its checkpoint's text made only once."""

from itertools import islice

from pydantic import TypeAdapter

from testing.every import with_every
from testing.playing import moments, tables


@with_every("table", tables(1))
def test_a_dump_is_what_the_whole_state_would_be_written_as(table):
    plain = TypeAdapter(table.game.state)
    for moment in islice(moments(table), 0, None, 3):
        assert table.game.dump(moment.state) == plain.dump_json(moment.state)
