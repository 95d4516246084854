"""The final ranking: each player's place, how much of which recipe they had, and why."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.factory_frenzy.phrases import recipe_name
from engine.factory_frenzy.state import MAX_TURNS
from engine.factory_frenzy.view import PlayerView, View
from engine.kernel.phrases import plural
from render.names import initial_of
from render.widgets.ranking import Standing

NOT_BUILT = f"AFTER {MAX_TURNS} TURNS"


class Need(NamedTuple):
    """A resource of a recipe: how much of it is needed, how much is on the board."""

    resource: str
    need: int
    have: int


class RankingLine(NamedTuple):
    """One line of the ranking."""

    rank: int
    seat: int
    name: str
    letter: str  # of the badge
    recipe: str
    there: int  # of what the recipe needs
    size: int
    needs: tuple[Need, ...]
    has_won: bool
    said: str  # below the score

    @property
    def score(self) -> str:
        return f"{self.there}/{self.size}"

    @property
    def product(self) -> str:
        return recipe_name(self.recipe)


def places(view: View, names: Sequence[str]) -> list[RankingLine]:
    """Rank the players, best first."""
    lines = [_place(view, seat, names) for seat in range(len(view.players))]
    return sorted(lines, key=lambda place: place.rank)


def _place(view: View, seat: int, names: Sequence[str]) -> RankingLine:
    result, recipe = view.result, view.players[seat].recipe
    assert result and recipe, "at the end all lies open"
    size = sum(need.need for need in recipe.needs)
    has_won = seat in result.winners
    return RankingLine(
        result.ranks[seat],
        seat,
        names[seat],
        initial_of(seat, names),
        recipe.recipe,
        size - recipe.lacks,
        size,
        tuple(Need(need.resource, need.need, need.have) for need in recipe.needs),
        has_won,
        _reason(view, seat),
    )


def _reason(view: View, seat: int) -> str:
    """Say what decided the game, for a winner or for another player."""
    result, player = view.result, view.players[seat]
    assert result and player.recipe
    if len(result.winners) > 1 and seat in result.winners:
        return "shares it"
    if seat in result.winners:
        return {"cards": plural(player.hand_size, "card")}.get(result.reason, "wins")
    best = view.players[result.winners[0]]
    if player.recipe.lacks and (view.winner is not None or not _is_as_near(player, best)):
        return f"{player.recipe.lacks} short"
    if not player.declared and (view.winner is not None or best.declared):
        return "not declared"
    return "too late" if view.winner is not None else plural(player.hand_size, "card")


def _is_as_near(player: PlayerView, best: PlayerView) -> bool:
    assert player.recipe and best.recipe
    return player.recipe.lacks == best.recipe.lacks


def sole_winner(ranking: Sequence[RankingLine]) -> RankingLine | None:
    best = [place for place in ranking if place.has_won]
    return best[0] if len(best) == 1 else None


def verdict(view: View) -> str:
    """Say in a few words how the game ended."""
    assert view.result
    if view.winner is not None:
        return "BUILT IT!"
    return "SHARED VICTORY" if len(view.result.winners) > 1 else "CAME CLOSEST!"


def standing(place: RankingLine) -> Standing:
    return Standing(place.rank, place.seat, place.name, place.letter, place.score)
