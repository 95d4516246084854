"""The contract between the rules of a game and everything around them: host, cogs, command line."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from engine.kernel.cards import CardRow
from engine.kernel.codes import END, UNDO, Action, code, unknown
from engine.kernel.course import Course
from engine.kernel.events import Event, Fact
from engine.kernel.luck import AnyLuck, Luck
from engine.kernel.news import News, PlainNews
from engine.kernel.options import Option, options_of
from engine.kernel.panel import Panel
from engine.kernel.refusal import Refused
from engine.kernel.solo import Challenge, Solo
from engine.kernel.undo import Tracked, UndoOffer, forget, skip_in_undo, take_back, undo_offer

V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)
Names = Sequence[str]
Fault = Callable[[Any, int, Any, list[Any]], str | None]  # state, seat, player, rest of the code
MAX_BASES = 256
ENDING = "result"  # the page of a view that tells how the game ended


class TableState(Tracked, Protocol):
    """What every game's state has."""

    luck: AnyLuck  # for what is shuffled or rolled later
    first: int  # who begins
    acting: tuple[int, ...]  # who the table is waiting for

    @property
    def players(self) -> Sequence[Any]: ...
    @property
    def round(self) -> int: ...


S = TypeVar("S", bound=TableState)


@dataclass(frozen=True, slots=True)
class Result:
    """How a table ended: who won, the points with their parts, and why."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    parts: tuple[dict[str, int], ...]
    ranks: tuple[int, ...]  # 1 is best; equal ranks are shared
    reason: str
    rival: int | None = None  # points of the game's own opponent, if there is one


class Planned(NamedTuple):
    """What a plan does now: the lines that fit, and the actions that they stand for, in order."""

    lines: tuple[int, ...]  # none: a result of the plan as a whole
    actions: tuple[Action, ...]  # all from one question, carried out together


class Words(Protocol[V_contra]):
    """Everything that a game says. `names` are the people's names, seat by seat."""

    def label(self, action: Action, view: V_contra, names: Names) -> str: ...
    def sentence(self, event: Event, names: Names, viewer: int | None = None) -> str: ...
    def status(self, view: V_contra, names: Names) -> str: ...
    def pages(self, view: V_contra, names: Names) -> dict[str, str]: ...
    def undo(self, offer: UndoOffer) -> str: ...  # what would be taken back, or why nothing can be
    def card(self, card: str) -> str: ...
    def cards(self) -> Mapping[str, str]: ...  # every card of the game with its name
    def rules(self) -> dict[str, str]: ...  # page by page, for somebody who has never played it


class Scenarios(Protocol[S]):
    """A game's part of scenario files: how a position is built and what can be asked about it."""

    @property
    def start(self) -> type[BaseModel]: ...
    @property
    def expect(self) -> type[BaseModel]: ...
    @property
    def table(self) -> type[BaseModel]: ...

    def build_position(self, start: Any, seats: int, options: Any) -> S:
        """Take out the named cards first, then deal the others as usual."""

    def seat_facts(self, state: S, seat: int) -> dict[str, Any]: ...
    def table_facts(self, state: S) -> dict[str, Any]: ...


class Game(ABC, Generic[S, V]):
    """One instance per game, in `engine.GAMES`. A state belongs to exactly one table.

    A game whose rules are plain functions lists them, and each becomes the method of its name:
    `class Chess(Game[…], functions=(setup, choices))`.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    credits: ClassVar[str]  # who made the game that these rules are taken from
    rules: ClassVar[int]  # raised when rules or cards change what a stored journal means
    older: ClassVar[Mapping[int, "Game[Any, Any]"]] = MappingProxyType({})
    """The same game by earlier rules, for the tables that began with them."""
    cards_since: ClassVar[int | None] = None
    """From this version of the rules on only cards have changed; `card_rows` has all of them."""
    card_rows: ClassVar[Sequence[CardRow]] = ()
    seats: ClassVar[range]
    minutes: ClassVar[int] = 30  # a game takes if everybody is there
    turns: ClassVar[Mapping[int, int]] = MappingProxyType({})
    """How many turns a game usually has, by the number of players; a turn has its own time.

    A test asks for every number of players, see `test_a_game_has_about_as_many_turns_as_it_says`.
    """
    pitch: ClassVar[str] = ""  # what you do in it, in a few words
    unit: ClassVar[str] = "rounds"  # what the length of a game is counted in
    headlines: ClassVar[frozenset[str]] = frozenset()  # events that everybody hears at once
    is_offered: ClassVar[bool] = True  # False while it can only be played on the command line
    aside_verbs: ClassVar[frozenset[str]] = frozenset()  # not moves: see `asides`
    summed_up: ClassVar[frozenset[str]] = frozenset()
    """Verbs whose deeds one later event sums up: the log does not tell them one by one."""
    plan_style: ClassVar[Literal["choice", "list"]] = "choice"
    """One decision with its alternatives, or lines of which each is played when it fits."""
    max_planned: ClassVar[int] = 5  # lines of a plan
    breath: ClassVar[int] = 0
    """Seconds for which others' plans leave somebody the time to undo what they have just done."""
    rest_line: ClassVar[Action | None] = None
    """The line by which the autopilot decides what no other covers; it stands last in a plan."""
    solo: ClassVar[Solo | None] = None  # if it can be played alone
    course: ClassVar[Course | None] = None  # the guided first round, if there is one
    challenge: ClassVar[Challenge | None] = None  # if others can play with the same luck
    options: type[BaseModel]
    state: type[S]
    nouns: frozenset[str]  # every word of a code that is no verb
    verbs: Mapping[str | int, Callable[[S, Any, Any, list[Fact]], None]]
    """For each verb what carries out a legal action: state, seat, action, events to add to."""
    faults: Mapping[str, Fault]
    """For each verb the sentence that tells what is wrong with its further words."""
    words: Words[V]
    scenarios: Scenarios[S]

    def __init_subclass__(cls, functions: Iterable[Callable[..., Any]] = ()) -> None:
        """Make each function the method of its name, which must be one of the contract."""
        super().__init_subclass__()
        for function in functions:
            if function.__name__ not in vars(Game):
                raise TypeError(f"{function.__name__} is no method of a game")
            setattr(cls, function.__name__, staticmethod(function))

    def by_rules(self, rules: int) -> "Game[Any, Any]":
        """Return the game with that version of its rules; the newest if that version is gone."""
        if rules in self.older:
            return self.older[rules]
        is_known = self.cards_since is not None and self.cards_since <= rules < self.rules
        return self._with_cards_of(rules) if is_known else self

    def knows(self, rules: int) -> bool:
        """Whether it can still be played by that version of its rules."""
        return self.by_rules(rules).rules == rules

    def _with_cards_of(self, rules: int) -> "Game[Any, Any]":
        """Return the same game, dealing the cards of that version."""
        if rules not in self._earlier:
            newest: Any = self
            deal = staticmethod(partial(newest.setup, rules=rules))
            kind = type(type(self).__name__, (type(self),), {"rules": rules, "setup": deal})
            self._earlier[rules] = kind()
        return self._earlier[rules]

    @cached_property
    def _earlier(self) -> dict[int, "Game[Any, Any]"]:
        return {}

    @abstractmethod
    def setup(self, options: Any, seats: int, luck: AnyLuck) -> S:
        """Deal a table. With `cards_since` it also takes `rules`: whose cards to deal."""

    to_act: Callable[[Any], Sequence[int]] = staticmethod(attrgetter("acting"))
    """Return the seats that the table waits for; several in a simultaneous phase.

    Nobody when it is over (see `result`), or while only the table itself can go on.
    """

    @abstractmethod
    def choices(self, state: S, seat: int | None) -> list[Action]:
        """List all legal actions but undo; seat `None` is the table, for what the clock does."""

    def asides(self, state: S, seat: int) -> list[Action]:
        """List what the seat may do beside the game, even while nobody waits for it (offer a deal).

        Autopilots and random play never choose from these, and undo looks past them.
        """
        return []

    def notice(self, state: S, seat: int) -> Hashable:
        """Return a value that changes whenever the seat must be sent a new panel."""
        return tuple(self.choices(state, seat))

    @abstractmethod
    def wrong_time(self, state: S, seat: int, action: Action) -> str | None:
        """Say why this verb can't be used now; never asked about undo or after the end."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """Return all that the seat (or the public, `None`) may see, and nothing else."""

    @abstractmethod
    def plans(self, state: S, seat: int) -> list[Action]:
        """List what the seat may queue before it is legal."""

    def has_plans(self, state: S, seat: int) -> bool:
        """Whether there is anything to queue; asked for every panel, so it should be fast."""
        return bool(self.plans(state, seat))

    def planned(self, state: S, seat: int, lines: Sequence[Action]) -> Planned | None:
        """Return what the seat's plan does now; None if nothing of it fits."""
        choices = self.choices(state, seat)
        fitting = ((n, line) for n, line in enumerate(lines) if line in choices)
        return next((Planned((n,), (line,)) for n, line in fitting), None)

    @abstractmethod
    def autopilot(self, view: V, actions: Sequence[Action]) -> Action:
        """Choose one of the actions by what the view's seat knows."""

    @abstractmethod
    def result(self, state: S) -> Result | None: ...

    def has_scored(self, result: Result, /) -> bool:
        """Whether anybody had a point; a game that is ended before that has no winner."""
        return max(result.scores) > 0

    @abstractmethod
    def conclude(self, state: S, events: list[Fact]) -> None:
        """End the game now, with its current scores; from then on there is a result."""

    @abstractmethod
    def counts(self, state: S, seat: int) -> Counter[str]:
        """Count what a seat has of everything that can be counted, for statistics."""

    @abstractmethod
    def played_card(self, action: Action) -> str | None:
        """Return the card that an action plays, for statistics."""

    @abstractmethod
    def other_world(self, state: S, seat: int | None, luck: Luck) -> S:
        """Copy the state, exchanging only what the seat can't see; undo works as before."""

    @property
    def news(self) -> News[V]:
        """Tell briefly what happened; a game without news of its own is quoted from its log."""
        return PlainNews(self.words)

    def called(self, event: Event) -> tuple[int, ...]:
        """Return the seats that a headline concerns, even if it isn't their turn."""
        return ()

    def dice(self, event: Event) -> tuple[int, ...]:
        """Return the dice that somebody rolled, for statistics."""
        return ()

    def occupied(self, state: S) -> range:
        """Return the seats of this table."""
        return range(len(state.players))

    def round_number(self, state: S) -> int:
        return state.round

    def turn(self, state: S) -> str:
        """Name the turn: as long as the name is the same, the seat's time for it continues."""
        return str(state.round)

    def coming(self, state: S, seat: int) -> str:
        """Say what the seat will be asked later this turn, so that it can plan ahead; or ""."""
        return ""

    def length(self, state: S) -> int:
        """Return how many of its units the game has lasted, for statistics."""
        return state.round

    def figures(self, event: Event) -> Mapping[str, int]:
        """Return what an event adds to the game's named figures, for balance tables."""
        return {}

    def goal_card(self, state: S, seat: int) -> str | None:
        """Return the card by which the seat wants to win, if luck deals one, for statistics."""
        return None

    @cached_property
    def old_cards(self) -> frozenset[str]:
        """Collect the cards that only games by earlier rules have."""
        return frozenset(row.id for row in self.card_rows if not row.is_in(self.rules))

    @cached_property
    def panel(self) -> Panel[V]:
        """Lay out a player's panel; by default a plain menu."""
        return Panel(self.words)

    @cached_property
    def choosable(self) -> tuple[Option, ...]:
        """List what a new table may choose."""
        return options_of(self.options)

    @cached_property
    def seat_options(self) -> frozenset[str]:
        """Name the options that list seats."""
        return frozenset(option.name for option in self.choosable if option.lists_seats)

    def option_lines(self, options: Mapping[str, Any], names: Names) -> list[str]:
        """Say what a table has chosen; defaults are left out.

        The strength of a solo game's opponent is always included.
        """
        rival = self.solo.option if self.solo else None
        mattering = (each for each in self.choosable if each.matters(options, len(names)))
        chosen = [(each, options.get(each.name, each.default)) for each in mattering]
        return [
            f"{option.title}: {option.said(value, names)}"
            for option, value in chosen
            if option.name == rival or value != option.default
        ]

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Collect every word that a code may hold."""
        return frozenset({*self.nouns, *map(str, self.verbs), *map(str, UNDO)})

    def checked_options(self, values: Mapping[str, Any]) -> BaseModel:
        """Return the options of a table, or raise `Refused` naming the one that doesn't fit."""
        try:
            return self.options.model_validate(values)
        except ValidationError as error:
            problem = error.errors()[0]
            name = ".".join(map(str, problem["loc"]))
            known = ", ".join(self.options.model_fields)
            sentence = (
                f"The option “{name}” isn't valid: {problem['msg']} (options of "
                f"{self.title}: {known})."
            )
            raise Refused(sentence) from None

    def actions(self, state: S, seat: int | None) -> list[Action]:
        """List the legal actions, the only source of buttons; undo, if offered, is last."""
        actions = self.choices(state, seat)
        if self.aside_verbs and seat is not None and seat in self.occupied(state):
            actions += self.asides(state, seat)
        if seat in state.undoable:
            actions.append(UNDO)
        if seat is None and not self.result(state):
            actions.append(END)
        return actions

    def refusal(self, state: S, seat: int | None, action: Action) -> str | None:
        """Return None when the action is legal, else the sentence the player reads."""
        if action in self.actions(state, seat):
            return None
        return self.explain(state, seat, action)

    def explain(self, state: S, seat: int | None, action: Action) -> str:
        """Return the sentence for an action that isn't legal. It never decides legality."""
        if seat is None:
            return (
                "The game is over."
                if self.result(state)
                else "The table itself can only end the game."
            )
        if seat not in self.occupied(state):
            return "You're not playing at this table."
        if not action:
            return "Type an action."
        return (
            unknown(action, self.verbs, self.vocabulary)
            or self._untimely(state, seat, action)
            or self.faults[str(action[0])](state, seat, state.players[seat], [*action[1:]])
            or f"You can't do “{code(action)}” now; choose one of the actions you're offered."
        )

    def _untimely(self, state: S, seat: int, action: Action) -> str | None:
        if self.result(state):
            return "The game is over."
        if action == UNDO:
            return self.words.undo(self.undo_offer(state, seat))
        return self.wrong_time(state, seat, action)

    def apply(self, state: S, seat: int | None, action: Action) -> list[Event]:
        """Carry out an action from outside, or raise `Refused` and change nothing."""
        sentence = self.refusal(state, seat, action)
        if sentence is not None:
            raise Refused(sentence)
        readers = self.readers(seat, action)
        events = [Event(*fact) for fact in self.advance(state, seat, action)]
        if action in (UNDO, END):
            return events
        return [Event("did", seat, self.public_form(action), readers), *events]

    def advance(self, state: S, seat: int | None, action: Action) -> list[Fact]:
        """Carry out an action just taken from `actions`; return only the new events."""
        verb = action[0]
        if verb == "undo":
            undone = take_back(state, seat, self.advance)
            return [("undo", seat, self.public_form(undone), self.readers(seat, undone))]
        if verb == "end":
            return self._ended(state)
        if state.base is not None:
            state.rows.append((seat, action, ""))
            state.undoable.add(seat)
            if verb in self.aside_verbs:
                skip_in_undo(state)
        events: list[Fact] = []
        self.verbs[verb](state, seat, action, events)
        return events

    def _ended(self, state: S) -> list[Fact]:
        forget(state)
        events: list[Fact] = [("concluded", None)]
        self.conclude(state, events)
        return events

    def public_form(self, action: Action) -> Action:
        """Return the action as everybody may read it in the log, without its seat's secrets."""
        return action

    def readers(self, seat: int | None, action: Action) -> tuple[int, ...] | None:
        """Name the seats that may read about the action; None: everybody.

        A small step that is summed up when its basket is closed is shown only to its seat.
        """
        return None

    def hint(self, view: V) -> str:
        """Tell a beginner what is good to know right now; or ""."""
        return ""

    def undo_offer(self, state: S, seat: int | None) -> UndoOffer:
        return undo_offer(state, seat)

    @cached_property
    def _json(self) -> TypeAdapter[S]:
        return TypeAdapter(self.state)

    def dump(self, state: S) -> bytes:
        """Return the state as JSON, with its checkpoint inside."""
        base = state.base
        if base is None:
            return self._json.dump_json(state)
        # A checkpoint is as large as the state but stays the same for a whole turn. So the state is
        # written without it, and the checkpoint's text, which was made once, is put in its place.
        state.base = None
        try:
            own = self._json.dump_json(state)
        finally:
            state.base = base
        return own.replace(b'"base":null', b'"base":' + self._checkpoint_json(base), 1)

    def _checkpoint_json(self, base: S) -> bytes:
        """Return a checkpoint's JSON; a checkpoint never changes, so this is made once."""
        known, text = self._bases.get(id(base), (None, b""))
        if known is not base:
            if len(self._bases) >= MAX_BASES:
                self._bases.clear()
            text = self._json.dump_json(base)
            self._bases[id(base)] = base, text
        return text

    @cached_property
    def _bases(self) -> dict[int, tuple[S, bytes]]:
        return {}

    def load(self, text: bytes | str) -> S:
        return self._json.validate_json(text)
