"""The rules of layout, checked by measuring a drawing before any pixel is drawn."""

from itertools import islice

from PIL import ImageColor

from render.marks import Box, Drawing, Piece, Placed, Sprite, Text
from render.theme import SMALLEST, WIDTH

MIN_CONTRAST = 4.5
MAX_ASPECT = 1.01  # height to width: leaves half of a phone's screen for buttons


_drawings: dict[tuple[object, ...], list[str]] = {}


def faults(drawing: Drawing) -> list[str]:
    """Describe everything that is wrong with a drawing; equal drawings are measured once."""
    key = drawing.w, drawing.h, drawing.parts
    if key not in _drawings:
        _drawings[key] = drawing_faults(drawing)
    return _drawings[key]


def drawing_faults(drawing: Drawing) -> list[str]:
    found = []
    if drawing.w == WIDTH and drawing.h / drawing.w > MAX_ASPECT:
        found.append(f"{drawing.w} x {drawing.h} is too high")
    whole = (0, 0, drawing.w, drawing.h)
    below = []
    for part in drawing.parts:
        if not lies_in(box_of(part), whole):
            found.append(f"a part at {box_of(part)} leaves the canvas")
        found += part_faults(part, below)
        below += expanded(Piece(drawing.w, drawing.h, (part,), 0))
    found += overlaps([mark for mark in below if is_foreground(mark)], "the drawing")
    for piece in all_pieces(drawing):
        found += piece_faults(piece)
    return found


def part_faults(part, below):
    """Check that a part and its words really are on the ground that they name."""
    ground = covering(box_of(part), below)
    has_ground = any(isinstance(mark, Box) for mark in expanded(part.piece))
    if isinstance(ground, Box) and ground.fill != part.on and not has_ground:
        return [f"{said(part.piece)} lies on {ground.fill}, not on {part.on}"]
    return [
        f"“{text.words}” counts on {text.on}, but lies on {part.on}"
        for text in texts(part.piece)
        if covering(text.box, below_in(text, part.piece)) is None and text.on != part.on
    ]


def all_pieces(drawing):
    seen = {}
    waiting = [part.piece for part in drawing.parts]
    while waiting:
        piece = waiting.pop()
        if piece not in seen:
            seen[piece] = None
            waiting += [mark.piece for mark in piece.marks if isinstance(mark, Placed)]
    return list(seen)


_known: dict[Piece, list[str]] = {}


def piece_faults(piece: Piece) -> list[str]:
    if piece not in _known:
        _known[piece] = [
            *outside(piece),
            *overlaps([mark for mark in expanded(piece) if is_foreground(mark)], said(piece)),
            *(fault for mark in texts(piece) for fault in text_faults(mark, piece)),
        ]
    return _known[piece]


def expanded(piece):
    """Return the marks of a piece, and of the backdrops in it, from bottom to top."""
    for mark in piece.marks:
        if isinstance(mark, Placed) and mark.is_backdrop:
            yield from (moved(inner, mark.x, mark.y) for inner in expanded(mark.piece))
        else:
            yield mark


def moved(mark, x, y):
    return mark._replace(x=mark.x + x, y=mark.y + y)


def outside(piece):
    whole = (0, 0, piece.w, piece.h)
    return [
        f"{said(piece)}: {said_mark(mark)} at {box_of(mark)} leaves its {piece.w} x {piece.h}"
        for mark in piece.marks
        if not lies_in(box_of(mark), whole)
    ]


def overlaps(marks, where):
    found, boxes = [], sorted(((box_of(mark), mark) for mark in marks), key=lambda each: each[0])
    for number, (here, one) in enumerate(boxes):
        for there, other in islice(boxes, number + 1, None):
            if there[0] >= here[2]:
                break  # it and all after it begin further right
            if meet(here, there):
                found.append(
                    f"{where}: {said_mark(one)} {here} and {said_mark(other)} {there} overlap"
                )
    return found


def text_faults(mark, piece):
    found = []
    if mark.style.size < SMALLEST:
        found.append(f"“{mark.words}” is only {mark.style.size} px")
    ratio = contrast(mark.color, mark.on)
    if ratio < MIN_CONTRAST:
        found.append(f"“{mark.words}”: {mark.color} on {mark.on} has a contrast of {ratio:.2f}")
    ground = ground_of(mark, piece)
    if isinstance(ground, Box) and ground.fill != mark.on:
        found.append(f"{said(piece)}: “{mark.words}” lies on {ground.fill}, not on {mark.on}")
    if isinstance(ground, str):
        found.append(f"{said(piece)}: {ground}")
    return found


def ground_of(text, piece):
    """Return the last shape below a text; a sprite means that pixels count; None: the table."""
    ground = covering(text.box, below_in(text, piece))
    if ground is not None and not lies_in(text.box, box_of(ground), slack=1):
        return f"“{text.words}” reaches over the edge of {said_mark(ground)}"
    return ground


def below_in(text, piece):
    marks = list(expanded(piece))
    return marks[: marks.index(text)]


def covering(box, below):
    """Return the topmost mark below a place."""
    grounds = (mark for mark in reversed(below) if isinstance(mark, Box | Sprite))
    return next((mark for mark in grounds if meet(box_of(mark), box)), None)


def texts(piece):
    return [mark for mark in expanded(piece) if isinstance(mark, Text)]


def is_foreground(mark):
    return isinstance(mark, Text | Placed) or (isinstance(mark, Sprite) and not mark.is_backdrop)


def box_of(mark):
    match mark:
        case Text():
            return mark.box
        case Placed():
            return mark.x, mark.y, mark.x + mark.piece.w, mark.y + mark.piece.h
        case _:
            return mark.x, mark.y, mark.x + mark.w, mark.y + mark.h


def lies_in(inner, outer, slack=0):
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def meet(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def said_mark(mark):
    match mark:
        case Text():
            return f"“{mark.words}”"
        case Placed():
            return said(mark.piece)
        case Sprite():
            return mark.name
        case _:
            return f"a box of {mark.fill}"


def said(piece):
    """Describe a piece by its words."""
    words = [mark.words for mark in texts(piece)]
    words += [said(mark.piece) for mark in piece.marks if isinstance(mark, Placed)][:3]
    signs = [mark.name.rsplit("/")[-1] for mark in piece.marks if isinstance(mark, Sprite)]
    return "[" + " ".join([*words, *signs])[:70] + "]"


def contrast(one, other):
    lights = sorted(map(luminance, (one, other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(color):
    red, green, blue = (_linear(channel / 255) for channel in ImageColor.getrgb(color)[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel):
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
