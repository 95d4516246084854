"""Ask at the terminal, with completion where the terminal can do it."""

from collections.abc import Sequence

try:
    import readline
except ImportError:  # a Python without it still plays
    readline = None  # type: ignore[assignment]


def ask(question: str) -> str:
    return input(question).strip()


def complete_with(codes: Sequence[str]) -> None:
    """Let Tab complete these codes."""
    if readline is None:
        return

    def complete(text: str, number: int) -> str | None:
        matches = [code for code in codes if code.startswith(text)]
        return matches[number] if number < len(matches) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
