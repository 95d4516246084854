"""The rules of High Card: four rounds, everybody lays a card face down, the highest one wins."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.kernel.codes import Action
from engine.kernel.events import Fact
from engine.kernel.game import Game, Result
from engine.kernel.luck import AnyLuck, Luck
from engine.kernel.ranking import ranking
from engine.kernel.undo import checkpoint, copies, forget, undo_offer
from testing.toy import words
from testing.toy.state import CARDS, ROUNDS, Options, Player, State, View


def play(state: State, seat: int, action: Action, events: list[Fact]) -> None:
    """Carry out a legal action and tell what followed; a fourth field says who may read it."""
    player, card = state.players[seat], int(action[1])
    player.hand.remove(card)
    player.laid = card
    state.acting = tuple(other for other in state.acting if other != seat)
    events.append(("laid", seat, (card,), (seat,)))
    if not state.acting:
        _finish_round(state, events)


def _finish_round(state: State, events: list[Fact]) -> None:
    state.shown = tuple(player.laid or 0 for player in state.players)
    winner = state.shown.index(max(state.shown))
    state.players[winner].points += 1
    events.append(("won", winner, (state.round, state.shown[winner])))
    for player in state.players:
        player.laid = None
    if state.round == ROUNDS:
        _finish_game(state, events)
    else:
        state.round += 1
        _begin_round(state)


def _begin_round(state: State) -> None:
    """Undo goes back to here at most: what was shown stays shown."""
    state.acting = tuple(range(len(state.players)))
    checkpoint(state)


def _finish_game(state: State, events: list[Fact]) -> None:
    state.is_over, state.acting = True, ()
    forget(state)


def fault(state: State, seat: int, player: Player, rest: list[Any]) -> str | None:
    """What is wrong with the words behind “play”. It never decides whether an action is legal."""
    if len(rest) != 1 or not isinstance(rest[0], int):
        return "Type the number of one of your cards, such as “play 7”."
    return None if rest[0] in player.hand else f"You don't hold the {rest[0]}."


class HighCard(Game[State, View]):
    """The object that the rest of the house knows. Everything not here has a default in `Game`."""

    id = "high_card"
    title = "High Card"
    credits = "made up as an example"
    rules = 1
    seats = range(2, 4)
    turns = dict.fromkeys(seats, ROUNDS)  # a turn is a round here, see `Game.turn`
    options, state, words = Options, State, words
    nouns = frozenset()
    verbs = {"play": play}  # noqa: RUF012
    faults = {"play": fault}  # noqa: RUF012

    def setup(self, options: Options, seats: int, luck: AnyLuck) -> State:
        """Each use of luck has a label of its own: the same key and label bring the same cards."""
        cards = [*CARDS]
        luck.shuffle(cards, "deck")
        hands = [sorted(cards[seat * ROUNDS : (seat + 1) * ROUNDS]) for seat in range(seats)]
        state = State(luck, [Player(hand) for hand in hands], sorted(cards[seats * ROUNDS :]), ())
        _begin_round(state)
        return state

    def choices(self, state: State, seat: int | None) -> list[Action]:
        """What is legal: buttons, checks and autopilots all ask here."""
        if seat not in state.acting:
            return []
        return [("play", card) for card in state.players[seat].hand]

    def wrong_time(self, state: State, seat: int, action: Action) -> str | None:
        return None if seat in state.acting else "You've laid a card; wait for the others."

    def public_form(self, action: Action) -> Action:
        """The log tells everybody that a card was laid, not which one."""
        return action[:1]

    def view(self, state: State, seat: int | None) -> View:
        own = Player([]) if seat is None else state.players[seat]
        points = tuple(player.points for player in state.players)
        return View(
            seat,
            state.round,
            state.acting,
            points,
            state.shown,
            tuple(own.hand),
            own.laid,
            undo_offer(state, seat),
            self.result(state),
        )

    def plans(self, state: State, seat: int) -> list[Action]:
        """While the others choose, the card for the next round can be chosen ahead."""
        if state.is_over or seat in state.acting:
            return []
        return [("play", card) for card in state.players[seat].hand]

    def autopilot(self, view: View, actions: Sequence[Action]) -> Action:
        return max(actions)

    def result(self, state: State) -> Result | None:
        if not state.is_over:
            return None
        scores = tuple(player.points for player in state.players)
        ranks, winners, reason = ranking([(points,) for points in scores], ("points",))
        return Result(winners, scores, tuple({"rounds": each} for each in scores), ranks, reason)

    conclude = staticmethod(_finish_game)

    def counts(self, state: State, seat: int) -> Counter[str]:
        return Counter(points=state.players[seat].points)

    def played_card(self, action: Action) -> str | None:
        return str(action[1])

    def other_world(self, state: State, seat: int | None, luck: Luck) -> State:
        """Cards that the seat cannot see change places; tests check that it notices nothing."""
        others = [player for number, player in enumerate(state.players) if number != seat]
        hidden = [*state.undealt, *(card for player in others for card in player.hand)]
        hidden += [player.laid for player in others if player.laid]
        shuffled = hidden[:]
        luck.shuffle(shuffled, "hidden")
        new = dict(zip(hidden, shuffled, strict=True))
        worlds = copies(state)
        for world in worlds:
            world.undealt = sorted(new.get(card, card) for card in world.undealt)
            for player in world.players:
                player.hand = sorted(new.get(card, card) for card in player.hand)
                player.laid = new.get(player.laid, player.laid)
            world.rows = [(who, ("play", new.get(a[1], a[1])), why) for who, a, why in world.rows]
        return worlds[0]
