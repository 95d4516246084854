"""High Card, a very small game that keeps the contract: read it before you write your own.

`state.py` says what a table consists of, `game.py` has the rules, `words.py` the texts and
`painter.py` one picture. Nobody can open a table for it: tests/cogs/test_toy_game.py adds it to the
games while it plays.
"""
