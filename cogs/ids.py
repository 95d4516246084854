"""The ids of buttons and selects: all that a press needs in at most 100 characters, and no secret.

In a panel, where `moves` is how often the seat had acted when the panel was drawn:
    a:table:moves:code           carries out the action
    m:table:moves:path~page      opens a menu; without a path, the page is a picked piece, from 1
    s:table:moves:path           a select; its values say which of both (x: a question comes first)
    b:table:moves:path           a select of several words
    x:table:moves:path~number    gives an answer to the question before a place
    q:table:moves:path~page      a select of what can be planned

At a table:
    o:table:name                 a select for an option of the lobby
    v:table:proposal             votes for something (`ask`: a select says for what)
    n:table:proposal             votes against it
    w:table:proposal             takes the vote back
    j:table:seat                 takes a free seat
    r:table:step:what~hand       goes to a step of a replay
    t:table:verb                 everything else at a table
    c:challenge:verb             at a challenge

Without a table:
    p:book:page                  turns to a page (no page: a select whose value says which)
    u:name                       changes a personal setting
    h:zone:from:to               saves somebody's quiet hours
    f:me                         deletes what is stored about somebody
    d:verb:game                  in the welcome message
    g:verb                       a list of somebody's games (a select of table numbers)
    e:name                       changes a setting of the server
"""

import re
from enum import StrEnum
from typing import NamedTuple

from engine.kernel.codes import MAX_CODE, Action, code, parse
from engine.kernel.refusal import Refused
from host.votes import Proposal

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST = 100
ASK = "ask"  # instead of a proposal: the select says which
LARGEST_TABLE = 36**8 - 1
_FORM = re.compile(r"([amsbqrx]):([0-9a-z]{1,8}):([0-9a-z]{1,5}):([a-z0-9_ ]*)(?:~([0-9]{1,4}))?")
_TABLE = re.compile(r"([cotvwjn]):([0-9a-z]{1,8}):([a-z_0-9]{1,40})")
_PAGE = re.compile(r"p:([a-z0-9_]{1,40}):([0-9]{0,3})")


class ButtonKind(StrEnum):
    ACT = "a"
    MENU = "m"
    SELECT = "s"
    MULTI = "b"
    OPTION = "o"
    TABLE = "t"
    VOTE = "v"
    WITHDRAW = "w"
    OPPOSE = "n"
    JOIN = "j"
    CHALLENGE = "c"
    PLAN = "q"
    REPLAY = "r"
    ANSWER = "x"
    PAGE = "p"
    SETTING = "u"
    HOURS = "h"
    SERVER = "e"
    FORGET = "f"
    WELCOME = "d"
    GAMES = "g"


_OF_NO_TABLE = {
    ButtonKind.SETTING: re.compile(r"u:([a-z_]{1,20})"),
    ButtonKind.GAMES: re.compile(r"g:(list|hand|replay|verify|stats)"),
    ButtonKind.HOURS: re.compile(r"h:([A-Za-z0-9_+/-]{1,40}):([0-9]{1,2}):([0-9]{1,2})"),
    ButtonKind.SERVER: re.compile(r"e:([a-z]{1,20})"),
    ButtonKind.WELCOME: re.compile(r"d:([a-z0-9]{1,10}):([a-z0-9_]{0,40})"),
}
OF_A_TABLE = frozenset(
    {
        ButtonKind.CHALLENGE,
        ButtonKind.TABLE,
        ButtonKind.OPTION,
        ButtonKind.VOTE,
        ButtonKind.WITHDRAW,
        ButtonKind.OPPOSE,
        ButtonKind.JOIN,
    }
)
PAGED = frozenset(
    {ButtonKind.MENU, ButtonKind.SELECT, ButtonKind.PLAN, ButtonKind.REPLAY, ButtonKind.ANSWER}
)
IN_A_PANEL = frozenset(
    {ButtonKind.ACT, ButtonKind.MENU, ButtonKind.SELECT, ButtonKind.MULTI, ButtonKind.ANSWER}
)


class Press(NamedTuple):
    """A press on one of our buttons or selects, as it was sent; don't trust any of it."""

    kind: ButtonKind
    table: int
    moves: int = 0
    text: str = ""  # a code, the beginning of codes, a table's verb, a book, a setting
    page: int = 0  # of a list; the number of a piece, of an answer, of a hand

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
    if press.kind in OF_A_TABLE:
        return f"{press.kind}:{table}:{press.text}"
    page = f"~{press.page}" if press.kind in PAGED else ""
    return f"{press.kind}:{table}:{base36(press.moves)}:{press.text}{page}"


def act_id(table_id: int, moves: int, action: Action) -> str:
    return press_id(Press(ButtonKind.ACT, table_id, moves, code(action)))


def menu_id(table_id: int, moves: int, path: Action = (), page: int = 0) -> str:
    return press_id(Press(ButtonKind.MENU, table_id, moves, code(path), page))


def answer_id(table_id: int, moves: int, path: Action, number: int) -> str:
    """Make the id of an answer to the question at a place."""
    return press_id(Press(ButtonKind.ANSWER, table_id, moves, code(path), number))


def table_id(table_id: int, verb: str) -> str:
    return press_id(Press(ButtonKind.TABLE, table_id, text=verb))


def option_id(table_id: int, name: str) -> str:
    return press_id(Press(ButtonKind.OPTION, table_id, text=name))


def challenge_id(challenge: int, verb: str) -> str:
    """Make the id of a challenge's button; it has the challenge's number instead of a table's."""
    return press_id(Press(ButtonKind.CHALLENGE, challenge, text=verb))


def seat_id(table_id: int, seat: int) -> str:
    """Make the id of the button that takes a free seat."""
    return press_id(Press(ButtonKind.JOIN, table_id, text=str(seat)))


def agree_id(table_id: int, matter: Proposal) -> str:
    return press_id(Press(ButtonKind.VOTE, table_id, text=matter.text.replace(" ", "_")))


def disagree_id(table_id: int, matter: Proposal) -> str:
    return press_id(Press(ButtonKind.OPPOSE, table_id, text=matter.text.replace(" ", "_")))


def withdraw_id(table_id: int, matter: Proposal) -> str:
    return press_id(Press(ButtonKind.WITHDRAW, table_id, text=matter.text.replace(" ", "_")))


def propose_id(table_id: int) -> str:
    """Make the id of the select that starts a vote; its value says which."""
    return press_id(Press(ButtonKind.VOTE, table_id, text=ASK))


def oppose_id(table_id: int) -> str:
    """Make the id of the select that votes against something."""
    return press_id(Press(ButtonKind.OPPOSE, table_id, text=ASK))


def recall_id(table_id: int) -> str:
    """Make the id of the select that takes a vote back."""
    return press_id(Press(ButtonKind.WITHDRAW, table_id, text=ASK))


def replay_id(table_id: int, step: int, what: str, hand: int = 0) -> str:
    """Make the id of a replay button: a step, what it is for, and whose hand is shown (0: none)."""
    return press_id(Press(ButtonKind.REPLAY, table_id, step, what, hand))


def page_id(book: str, page: int | None = None) -> str:
    return f"{ButtonKind.PAGE}:{book}:{'' if page is None else page}"


def setting_id(name: str) -> str:
    return f"{ButtonKind.SETTING}:{name}"


def server_id(name: str) -> str:
    return f"{ButtonKind.SERVER}:{name}"


def hours_id(zone: str, begin: int, end: int) -> str:
    """Make the id of the button that saves a time zone and quiet hours."""
    return f"{ButtonKind.HOURS}:{zone}:{begin}:{end}"


def welcome_id(verb: str, game: str = "") -> str:
    """Make the id of a button for newcomers: what to do, and with which game."""
    return f"{ButtonKind.WELCOME}:{verb}:{game}"


def games_id(verb: str) -> str:
    """Make the id of a button or a select in somebody's list of games."""
    return f"{ButtonKind.GAMES}:{verb}"


def forget_id() -> str:
    return f"{ButtonKind.FORGET}:me"


def read(text: str) -> Press | None:
    """Read an id; None if it isn't one of ours."""
    if match := _PAGE.fullmatch(text):
        return Press(ButtonKind.PAGE, 0, text=match[1], page=int(match[2] or 0))
    for known, form in _OF_NO_TABLE.items():
        if match := form.fullmatch(text):
            return Press(known, 0, text=" ".join(filter(None, match.groups())))
    if text == forget_id():
        return Press(ButtonKind.FORGET, 0)
    if match := _TABLE.fullmatch(text):
        return Press(ButtonKind(match[1]), int(match[2], 36), text=match[3])
    match = _FORM.fullmatch(text)
    if not match or len(match[4]) > MAX_CODE:
        return None
    kind, table, moves, words, page = match.groups()
    if page and kind not in PAGED:
        return None
    return Press(ButtonKind(kind), int(table, 36), int(moves, 36), words, int(page or 0))


def path_of(text: str) -> Action:
    """Read the beginning of a code; () if it is nonsense."""
    try:
        return parse(text) if text else ()
    except Refused:
        return ("?",)
