"""All forms that a secret can have in a text, and the search for thousands of them at once."""

import json
from base64 import b32encode, b64encode, urlsafe_b64encode
from collections import defaultdict
from collections.abc import Iterable, Iterator
from urllib.parse import quote

from proof.secrets.notes import BYTES

START = 12  # characters by which a form is looked up
ENOUGH = 24  # characters after which it can be nothing else


def forms(secret: str) -> Iterator[str]:
    """Of a secret that is text, such as a token; or of bytes, noted as such."""
    if not secret.startswith(BYTES):
        yield from (secret, quote(secret, safe=""), secret.encode().hex())
        yield from _encoded(secret.encode())
        return
    key = bytes.fromhex(secret.removeprefix(BYTES))
    yield from (key.hex(), key.hex().upper(), key.hex(" "), key.hex(":"), str(list(key)))
    yield from (str(list(key)).replace(" ", ""), repr(key)[2:-1], *_as_text(key))
    yield from (str(int.from_bytes(key, "big")), str(int.from_bytes(key, "little")))
    yield from _encoded(key)


def _as_text(key: bytes) -> Iterator[str]:
    text = key.decode("latin-1")
    yield from (text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1])


def _encoded(secret: bytes) -> Iterator[str]:
    for encode in (b64encode, urlsafe_b64encode, b32encode):
        yield encode(secret).decode().rstrip("=")


class Known:
    """Every secret that came up, to be found in any text."""

    def __init__(self, secrets: Iterable[tuple[str, str]]) -> None:
        self._kinds: dict[str, dict[str, str]] = defaultdict(dict)
        self.count = 0
        for kind, secret in dict.fromkeys(secrets):
            self.count += 1
            for form in forms(secret):
                self._kinds[form[:START]][form[:ENOUGH]] = kind

    def found_in(self, text: str) -> set[str]:
        """The kinds of all secrets in a text; also where quotes and backslashes are escaped."""
        found = set(self._found(text))
        if "\\" in text:
            found |= set(self._found(text.replace('\\"', '"').replace("\\\\", "\\")))
        return found

    def _found(self, text: str) -> Iterator[str]:
        kinds = self._kinds
        for place in range(len(text) - START + 1):
            start = text[place : place + START]
            if start in kinds:
                yield from (
                    kind for form, kind in kinds[start].items() if text.startswith(form, place)
                )
