"""High Card, a very small game that keeps the contract: read it before you write one of your own.

`state.py` says what a table is made of, `game.py` has the rules, `words.py` what they say and
`painter.py` one picture of words. Nobody can open a table for it: tests/cogs/test_toy_game.py puts
it among the games while it plays.
"""
