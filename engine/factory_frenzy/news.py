"""Tell what happened since a player's last action, and what a round brought, in a few words.

Cogs read it through `Game.news`.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.factory_frenzy.cards import CARDS, RECIPES
from engine.factory_frenzy.phrases import amount, amounts, card_name, recipe_name
from engine.factory_frenzy.stopping import is_standing
from engine.factory_frenzy.view import PlayerView, View
from engine.kernel.events import Event, readable
from engine.kernel.game import Names
from engine.kernel.news import Line, Part, Recap, Share, by_seat, digest_lines
from engine.kernel.phrases import capital, clipped, joined, plural

Broken = dict[int, list[int]]  # by seat: whose declared recipes it broke

# --- what a seat did --------------------------------------------------------------------------


def _parts(events: Sequence[Event], names: Names, broken: Sequence[int] = ()) -> list[Part]:
    """Tell one seat's events: what changes the game first, then the cards, then everything else."""
    great: list[Part] = []
    rude, plain, small, card = [], [], [], ""
    for index, (kind, _, facts, _) in enumerate(events):
        if kind == "built":
            great.insert(0, Part(f"built the {recipe_name(facts[0])} and wins"))
        elif kind == "declared":
            great.append(Part(f"declared the {recipe_name(facts[0])}"))
        elif kind in _TO_A_RIVAL:
            rude.append(_with(card, f"{_TO_A_RIVAL[kind]} {clipped(names[facts[0]])}"))
        elif kind == "did" and facts[0] == "play":
            card = facts[1]
            plain += _played(card, events[index + 1 :])
        elif kind == "did" and facts[0] in _SMALL:
            small.append(Part(_SMALL[facts[0]]))
        elif kind == "did" and facts[0] == "done" and not card:
            plain.append(Part("had no card to play"))
    if broken:
        whose = joined(f"{clipped(names[other])}'s" for other in broken)
        great.append(_with(card, f"broke {whose} recipe"))
        plain = []
    return [*great, *rude, *plain, *_discarded(events)] or small


_TO_A_RIVAL = {"swapped": "swapped recipes with", "stole": "took a card from"}
_SMALL = {"keep": "kept the starting hand", "mulligan": "drew a new starting hand"}


def _with(card: str, text: str) -> Part:
    return Part(f"{text} ({card_name(card)})", text) if card else Part(text)


def _played(card: str, later: Sequence[Event]) -> list[Part]:
    """Tell the card and what it did to the board; what it did to a rival is told separately."""
    text, changes = f"played {card_name(card)}", []
    for kind, _, facts, _ in later:
        if kind in _TO_A_RIVAL:
            return []
        if kind == "did" and facts[0] == "play":
            break
        if kind == "removed":
            changes.append(f"−{amount(CARDS[facts[1]].amount, facts[0])}")
        elif kind == "added":
            changes.append(f"+{amount(facts[1], facts[2])}")
    return [Part(f"{text} ({', '.join(changes)})", text) if changes else Part(text)]


def _discarded(events: Sequence[Event]) -> list[Part]:
    cards = [facts[1] for kind, _, facts, _ in events if kind == "did" and facts[0] == "discard"]
    if not cards:
        return []
    short = f"discarded {plural(len(cards), 'card')}"
    return [Part(f"discarded {joined(map(card_name, cards))}", short)]


# --- since a player's last action -------------------------------------------------------------


def digest(events: Sequence[Event], seat: int, names: Names) -> list[Line]:
    return digest_lines(events, seat, names, _parts, _own)


def _own(events: Sequence[Event], seat: int, names: Names) -> Iterator[str]:
    """Tell what others took from the seat or gave it."""
    swapper: int | None = None
    for kind, who, facts, _ in events:
        if kind == "swapped":
            swapper = who if facts[0] == seat else None
        elif kind == "got_recipe" and who == seat and swapper is not None:
            yield f"got the {recipe_name(facts[0])} from {clipped(names[swapper])}."
        elif kind == "stole_card" and who is not None and facts[0] == seat:
            yield f"lost {card_name(facts[1])} to {clipped(names[who])}."


# --- a round ----------------------------------------------------------------------------------


def recap(events: Sequence[Event], view: View, names: Names) -> Recap:
    public = list(readable(events, None))
    done, broken = dict(by_seat(public)), _broken(public, view)
    seats = sorted(done, key=lambda seat: _weight(view, seat))
    seats += [seat for seat in range(len(names)) if seat not in done]
    shares = (_share(done.get(seat, []), seat, broken, names) for seat in seats)
    return Recap(
        _headline(view, broken, names), tuple(shares), alarm(view, names), _coming(view, names)
    )


def _share(done: Sequence[Event], seat: int, broken: Broken, names: Names) -> Share:
    parts = _parts(done, names, broken.get(seat, ()))
    return Share(seat, tuple(parts) or (Part("had no turn"),))


def _weight(view: View, seat: int) -> tuple[bool, bool]:
    """Put the winner first, then those who have declared; the others as they acted."""
    return seat != view.winner, not view.players[seat].declared


def _broken(events: Sequence[Event], view: View) -> Broken:
    """Find who took away what a declared recipe needed, by going back from the final board.

    A declared recipe lies open, so this tells nothing that is secret.
    """
    board = {pile.resource: pile.total for pile in view.piles}
    declared = [player for player in view.players if player.declared]
    open_recipes = {player.seat: player.recipe.recipe for player in declared if player.recipe}
    broken: Broken = {}
    for kind, seat, facts, _ in reversed(events):
        if kind == "added":
            board[facts[2]] -= facts[1]
        elif kind == "declared" and seat is not None:
            open_recipes.pop(seat, None)
        elif kind == "removed" and seat is not None:
            pile, size = facts[0], CARDS[facts[1]].amount
            after = {other for other, recipe in open_recipes.items() if _stands(recipe, board)}
            board[pile] += size
            before = {other for other, recipe in open_recipes.items() if _stands(recipe, board)}
            broken[seat] = sorted({*broken.get(seat, []), *(before - after - {seat})})
        elif kind == "swapped":
            open_recipes = {
                other: recipe
                for other, recipe in open_recipes.items()
                if other not in (seat, *facts)
            }
    return {seat: whose for seat, whose in broken.items() if whose}


def _stands(recipe: str, board: dict[str, int]) -> bool:
    return all(board[resource] >= need for resource, need in RECIPES[recipe].needs)


def _headline(view: View, broken: Broken, names: Names) -> str:
    if view.result:
        winners = joined(clipped(names[seat]) for seat in view.result.winners)
        if view.winner is not None and (built := view.players[view.winner].recipe):
            return f"{winners} wins with the {recipe_name(built.recipe)}!"
        return f"{winners} win" if len(view.result.winners) > 1 else f"{winners} wins"
    if threats := [clipped(names[player.seat]) for player in _threats(view)]:
        return f"{joined(threats)} {'are' if len(threats) > 1 else 'is'} about to win!"
    for breaker, whose in broken.items():
        return f"{clipped(names[breaker])} broke {clipped(names[whose[-1]])}'s recipe"
    if declared := [player for player in view.players if player.declared and player.recipe]:
        return f"{_possessive(declared[0], names)} is {_lacking(declared[0])} short"
    return "Nobody has declared yet"


def _coming(view: View, names: Names) -> str:
    if view.result:
        return ""
    return f"Turn {view.turn}: {clipped(names[view.turn_of])} plays next"


# --- the end is near --------------------------------------------------------------------------


def alarm(view: View, names: Names) -> str:
    """Say who wins next turn and who can stop it, else whose declared recipe was broken."""
    if view.result:
        return ""
    threats = _threats(view)
    if len(threats) > 1:
        who = joined(_called(player.seat, view, names) for player in threats)
        return f"{capital(who)} have declared and win on their next turn unless someone stops them!"
    if threats:
        return _threat(view, threats[0], names)
    if own := next((p for p in view.players if p.seat == view.seat and p.declared), None):
        return f"{_possessive(own, names, view)} is {_lacking(own)} short again."
    return "This is the last turn." if view.turns_left == 1 else ""


def _threats(view: View) -> list[PlayerView]:
    """List the players whose declared recipe wins as the board is now."""
    return [player for player in view.players if is_standing(player)]


def _threat(view: View, player: PlayerView, names: Names) -> str:
    assert player.recipe
    recipe, stoppers = recipe_name(player.recipe.recipe), _stoppers(view, player.seat)
    who = [_called(seat, view, names) for seat in stoppers]
    if player.seat == view.seat:
        unless = f", unless {_either(who)} stops you" if who else ""
        return f"You win with the {recipe} on your next turn{unless}!"
    says = f"{clipped(names[player.seat])} declared the {recipe} and wins on their next turn!"
    if stoppers == [view.seat]:
        return f"{says} Only you can still stop it."
    return f"{says} {capital(joined(who))} can still stop it." if who else f"{says} It is too late."


def _stoppers(view: View, seat: int) -> list[int]:
    """List who still plays a card before that seat's next turn, in their order."""
    count = len(view.players)
    until = (seat - view.turn_of) % count or count
    coming = [(view.turn_of + step) % count for step in range(until)]
    has_played = view.turn_of == seat or (view.step != "play" and view.playing is None)
    return coming[1:] if has_played else coming


def _either(who: Sequence[str]) -> str:
    return " or ".join((", ".join(who[:-1]), who[-1])) if len(who) > 1 else who[0]


def _called(seat: int, view: View, names: Names) -> str:
    return "you" if seat == view.seat else clipped(names[seat])


def _possessive(player: PlayerView, names: Names, view: View | None = None) -> str:
    assert player.recipe
    is_own = view is not None and view.seat == player.seat
    owner = "Your" if is_own else f"{clipped(names[player.seat])}'s"
    return f"{owner} {recipe_name(player.recipe.recipe)}"


def _lacking(player: PlayerView) -> str:
    needs: tuple[Any, ...] = player.recipe.needs if player.recipe else ()
    return amounts((need.resource, need.lacks) for need in needs)
