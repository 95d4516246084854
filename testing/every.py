"""Runs many small cases as one test, because starting each as a test would cost more."""

import functools
from collections.abc import Callable, Iterable
from inspect import signature
from typing import Any

Test = Callable[..., None]


def with_every(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test with every case in turn, like `parametrize`; it names all cases that fail."""
    every = list(cases)
    wanted = (names,) if isinstance(names, str) else names

    def decorated(test: Test) -> Test:
        @functools.wraps(test)
        def in_turn(*args: Any, **kwargs: Any) -> None:
            failed = []
            for case in every:
                values = (case,) if isinstance(names, str) else case
                try:
                    test(*args, **kwargs, **dict(zip(wanted, values, strict=True)))
                except Exception as error:
                    error.add_note(f"with {', '.join(wanted)} = {case!r:.200}")
                    failed.append(error)
            assert every, "there are no cases"
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(every)} cases", failed)

        asked = signature(test)
        others = [each for name, each in asked.parameters.items() if name not in wanted]
        in_turn.__signature__ = asked.replace(parameters=others)  # type: ignore[attr-defined]
        return in_turn

    return decorated
