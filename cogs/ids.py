"""What a button or a select says about itself: 100 characters that hold no secret.

`a:table:moves:code` acts, `m:table:moves:path~page` only redraws, `s:` is a select whose values
say which of both, `b:` a select of several words, `o:table:name` a select for an option of the
lobby, `t:table:verb` everything else at a table. Without a table: `p:book:page` turns to a page
(none: a select whose value says which), `u:name` changes a user's own setting.
"""

import re
from enum import StrEnum
from typing import NamedTuple

from engine.kernel.codes import LONGEST_CODE, Action, code, parse
from engine.kernel.refusal import Refused

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST = 100
_FORM = re.compile(r"([amsb]):([0-9a-z]{1,8}):([0-9a-z]{1,5}):([a-z0-9_ ]*)(?:~([0-9]{1,4}))?")
_TABLE = re.compile(r"([ot]):([0-9a-z]{1,8}):([a-z_]{1,40})")
_PAGE = re.compile(r"p:([a-z0-9_]{1,40}):([0-9]{0,3})")
_SETTING = re.compile(r"u:([a-z_]{1,20})")


class Kind(StrEnum):
    ACT = "a"
    MENU = "m"
    SELECT = "s"
    BASKET = "b"
    OPTION = "o"
    TABLE = "t"
    PAGE = "p"
    SETTING = "u"


IN_A_PANEL = frozenset({Kind.ACT, Kind.MENU, Kind.SELECT, Kind.BASKET})


class Press(NamedTuple):
    """A press on something of ours, as it was sent; nothing of it is to be believed yet."""

    kind: Kind
    table: int
    moves: int = 0
    text: str = ""  # a code, the beginning of codes, a table's verb, a book or a setting
    page: int = 0

    @property
    def path(self) -> Action:
        return path_of(self.text)


def base36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits


def press_id(press: Press) -> str:
    table = base36(press.table)
    if press.kind in (Kind.TABLE, Kind.OPTION):
        return f"{press.kind}:{table}:{press.text}"
    page = f"~{press.page}" if press.kind in (Kind.MENU, Kind.SELECT) else ""
    return f"{press.kind}:{table}:{base36(press.moves)}:{press.text}{page}"


def act_id(table: int, moves: int, action: Action) -> str:
    return press_id(Press(Kind.ACT, table, moves, code(action)))


def menu_id(table: int, moves: int, path: Action = (), page: int = 0) -> str:
    return press_id(Press(Kind.MENU, table, moves, code(path), page))


def table_id(table: int, verb: str) -> str:
    return press_id(Press(Kind.TABLE, table, text=verb))


def option_id(table: int, name: str) -> str:
    return press_id(Press(Kind.OPTION, table, text=name))


def page_id(book: str, page: int | None = None) -> str:
    return f"{Kind.PAGE}:{book}:{'' if page is None else page}"


def setting_id(name: str) -> str:
    return f"{Kind.SETTING}:{name}"


def read(text: str) -> Press | None:
    """What was pressed, or None for what we never made."""
    if found := _PAGE.fullmatch(text):
        return Press(Kind.PAGE, 0, text=found[1], page=int(found[2] or 0))
    if found := _SETTING.fullmatch(text):
        return Press(Kind.SETTING, 0, text=found[1])
    if found := _TABLE.fullmatch(text):
        return Press(Kind(found[1]), int(found[2], 36), text=found[3])
    found = _FORM.fullmatch(text)
    if not found or len(found[4]) > LONGEST_CODE:
        return None
    kind, table, moves, words, page = found.groups()
    return Press(Kind(kind), int(table, 36), int(moves, 36), words, int(page or 0))


def path_of(text: str) -> Action:
    """The beginning of codes; nonsense begins nothing."""
    try:
        return parse(text) if text else ()
    except Refused:
        return ("?",)
