"""A worker with a planted bug (see proof/bots.py): `python -m proof.replay.mutants NAME`."""

import sys


def codes_in_the_order_of_a_set() -> None:
    from engine import GAMES

    for game in GAMES.values():
        setattr(game, "choices", _unordered(game.choices))  # noqa: B010


def _unordered(choices):  # type: ignore[no-untyped-def]
    return lambda state, seat: [*{*choices(state, seat)}]


def deals_judged_twice() -> None:
    """What was judged is accepted once more, and judged again."""
    from engine.factory_42 import closing, deals

    judge = deals.judge

    def twice(state, events):  # type: ignore[no-untyped-def]
        accepted = [deal for deal in state.deals if deal.status == "accepted"]
        judge(state, events)
        for deal in accepted:
            deal.status = "accepted"
        judge(state, events)

    setattr(closing, "judge", twice)  # noqa: B010


def cheaper_cards() -> None:
    """In every row of every card table that says so."""
    import tomllib

    loads = tomllib.loads
    before, after = "cost = { metal = 2, energy = 1 }", "cost = { metal = 1, energy = 1 }"
    setattr(tomllib, "loads", lambda text: loads(text.replace(before, after)))  # noqa: B010


if __name__ == "__main__":
    globals()[sys.argv[1]]()
    from proof.replay.worker import main

    main()
