"""The result as one card to share: who won, by how much, with what."""

from collections.abc import Sequence

from engine.fantastic_factories.view import BuildingView, View
from render.fantastic_factories import alt
from render.fantastic_factories.look import SCENES
from render.fantastic_factories.ranking import (
    RankingLine,
    has_won,
    is_lost,
    places,
    standing,
    sum_items,
)
from render.fantastic_factories.thumbs import cards_of, row_of_thumbs
from render.lettering import Face
from render.marks import (
    Box,
    Drawing,
    Placed,
    Shape,
    Sprite,
    drawing,
    piece,
    row,
    sign,
    text,
    to_the_right,
    words_item,
)
from render.theme import (
    DEEP_RED,
    GOLD,
    LABEL,
    MUTED,
    TABLE,
    WIDTH,
    Style,
)
from render.widgets.ranking import STEP, headline, standings

HEIGHT = 630


def picture(view: View, names: Sequence[str], title: str) -> Drawing:
    return drawing(HEIGHT, _share_parts(view, names, title), alt.ending(view, names))


def _share_parts(view: View, names: Sequence[str], title: str) -> list[Placed]:
    """Draw the card as one piece: who won, by how much, with what."""
    ranking = places(view, names)
    best = [place for place in ranking if has_won(view, place)]
    others = [place for place in ranking if place not in best]
    rounds = "1 round" if view.round == 1 else f"{view.round} rounds"
    marks: list[Shape] = [
        *_stage(view),
        text(58, 84, title.upper(), Style(Face.BOLD, 38), GOLD, TABLE),
        to_the_right(778, 84, rounds, Style(Face.LABEL, 36), MUTED, TABLE),
        *_headline(best),
        *standings(list(map(standing, others)), 308 if len(best) == 1 else _top(others)),
    ]
    if len(best) == 1:
        top = 290 + STEP * len(others)
        marks += _winning_cards(view, best[0], min(top, 508))
    return [Placed(0, 0, piece(WIDTH, HEIGHT, marks))]


def _top(others: Sequence[RankingLine]) -> int:
    """Return where the other players' lines begin below several winners."""
    return 576 - STEP * len(others)


def _stage(view: View) -> list[Shape]:
    """Draw the party, or The Machine if it won."""
    if not is_lost(view):
        return [Sprite(SCENES + "share", 0, 0, WIDTH, HEIGHT, is_backdrop=True, window=(0, 0))]
    return [
        Box(0, 0, WIDTH, HEIGHT, DEEP_RED),
        Box(24, 36, 784, 570, TABLE, 30, GOLD, 6),
        sign("common/robot", 1000, HEIGHT / 2, 270),
    ]


def _headline(best: Sequence[RankingLine]) -> list[Shape]:
    """Write who won, and with how much; several winners one below the other."""
    marks, middle = headline([standing(place) for place in best])
    items = [
        words_item("share it with" if len(best) > 1 else "wins with", LABEL, MUTED, TABLE),
        words_item(str(best[0].score), Style(Face.TITLE, 68), GOLD, TABLE),
    ]
    if len(best) == 1:
        items += [words_item("=", LABEL, MUTED, TABLE), *sum_items(best[0], 42, TABLE)]
    else:
        items.append(words_item("points each", LABEL, MUTED, TABLE))
    return [*marks, *row(60, middle, items, 12)]


def _winning_cards(view: View, best: RankingLine, top: int) -> list[Shape]:
    """Draw what the winner built."""
    if best.seat is None:
        assert view.machine
        built = tuple(BuildingView(card, False, ()) for card in view.machine.compound)
    else:
        built = view.players[best.seat].compound
    cards = tuple((card, False) for card, _ in cards_of(built))
    return row_of_thumbs(cards, 56, top, 724, 592 - top) if cards else []
