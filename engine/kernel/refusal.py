"""The one error a player can cause; it carries the sentence the player reads."""


class Refused(Exception):
    """Nothing was changed; `str(refused)` says what is wrong and what to do."""
