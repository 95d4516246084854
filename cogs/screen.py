"""A screen: the text, pictures and controls of one message, as a layout for Discord."""

import asyncio
import io
import zlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
from discord import ui

from render.studio import Picture

Item = ui.Item[ui.LayoutView]
Row = Sequence[ui.Button[ui.LayoutView]] | ui.Select[ui.LayoutView]
Note = Callable[[discord.Interaction, discord.Message], Awaitable[None]]
ROW = 5  # buttons in a row
MAX_TEXT = 4000
MIN_MARK = 1 << 30
MAX_SEATS = 7  # that fit into a mark
REMINDER = 1 << MAX_SEATS
PATIENCE = 1.0  # seconds; after that the answer is given without pictures, and they follow


@dataclass(slots=True)
class Screen:
    """What a message shows, built from top to bottom; equal screens look equal."""

    items: list[Item] = field(default_factory=list)
    pictures: dict[str, Picture] = field(default_factory=dict)  # by file name
    texts: dict[str, str] = field(default_factory=dict)  # names of files to remove
    mentions: list[int] = field(default_factory=list)  # users that it may ping
    room: int = MAX_TEXT  # characters that still fit
    mark: int | None = None  # by which the message can be found again
    warning: str = ""  # a line that must stay readable for a while
    is_apart: bool = False  # a message of its own: the pressed one stays
    later: Callable[[], Awaitable["Screen"]] | None = None  # with its pictures, once they are drawn
    note: Note | None = None  # of a panel: remembers that it was shown

    def say(self, *lines: str) -> "Screen":
        """Add lines of text; what doesn't fit into the message is cut off with an ellipsis."""
        text = "\n".join(line for line in lines if line)
        if len(text) > self.room:
            text = f"{text[: self.room - 1]}…" if self.room else ""
        if text:
            self.room -= len(text)
            self.items.append(ui.TextDisplay(text))
        return self

    def show(self, *pictures: Picture) -> "Screen":
        """Show pictures one below the other, because Discord crops galleries of several."""
        for picture in pictures:
            name = f"{picture.digest[:20]}.png"
            if name not in self.pictures:
                self.pictures[name] = picture
                self.items.append(ui.MediaGallery(_shown(name, picture)))
        return self

    def enclose(self, name: str, text: str) -> "Screen":
        """Attach a file to download."""
        self.texts[name] = text
        self.items.append(ui.File(f"attachment://{name}"))
        return self

    def press(self, *buttons: ui.Button[ui.LayoutView]) -> "Screen":
        for start in range(0, len(buttons), ROW):
            self.items.append(ui.ActionRow(*buttons[start : start + ROW]))
        return self

    def beside(self, button: ui.Button[ui.LayoutView], *lines: str) -> "Screen":
        """Add lines of text with a button to their right."""
        text = "\n".join(line for line in lines if line)[: self.room]
        self.room -= len(text)
        self.items.append(ui.Section(text, accessory=button))
        return self

    def choose(self, select: ui.Select[ui.LayoutView]) -> "Screen":
        self.items.append(ui.ActionRow(select))
        return self

    def lay(
        self, rows: Iterable[Sequence[ui.Button[ui.LayoutView]] | ui.Select[ui.LayoutView]]
    ) -> "Screen":
        """Add rows of buttons and lists."""
        for row in rows:
            if isinstance(row, ui.Select):
                self.choose(row)
            elif row:
                self.press(*row)
        return self

    def ask(self, question: "Screen", accent: int) -> "Screen":
        """Put a question into a colored frame; nothing else has one."""
        self.items.append(ui.Container(*question.items, accent_color=accent))
        return self

    def layout(self) -> ui.LayoutView:
        """Build a stopped view, which the library doesn't remember, since we route all presses."""
        view = ui.LayoutView(timeout=None)
        for number, item in enumerate(self.items):
            if self.mark is not None and not number:
                item.id = self.mark
            view.add_item(item)
        view.stop()
        return view

    @property
    def allowed_mentions(self) -> discord.AllowedMentions:
        users = [discord.Object(user) for user in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)

    def files(self) -> list[discord.File]:
        return [*(_file(*pair) for pair in self.pictures.items()), *self._enclosed()]

    def _enclosed(self) -> list[discord.File]:
        return [discord.File(io.BytesIO(text.encode()), name) for name, text in self.texts.items()]

    def attachments(self, present: Iterable[Any]) -> list[Any]:
        """Return the files of an edited message; pictures that are there already stay."""
        there = {each.filename: each for each in present}
        kept = [there.get(name) or _file(name, each) for name, each in self.pictures.items()]
        return [*kept, *self._enclosed()]


async def soon(
    drawing: Awaitable[Sequence[Picture]], made: Callable[[Sequence[Picture]], Screen]
) -> Screen:
    """Return the screen with its pictures; if they take long, without them, and they follow."""
    pictures = asyncio.ensure_future(drawing)
    await asyncio.wait([pictures], timeout=PATIENCE)
    if pictures.done():
        return made(pictures.result())

    async def with_pictures() -> Screen:
        return made(await pictures)

    screen = made(())
    screen.later = with_pictures
    return screen


def _shown(name: str, picture: Picture) -> discord.MediaGalleryItem:
    return discord.MediaGalleryItem(f"attachment://{name}", description=picture.alt[:1024])


def _file(name: str, picture: Picture) -> discord.File:
    return discord.File(io.BytesIO(picture.png), name, description=picture.alt[:1024])


def mark_of(nonce: str, seats: Iterable[int] = (), is_reminder: bool = False) -> int:
    """Make a number that Discord stores with a message: which message it is, whom it calls."""
    called = sum(1 << seat for seat in seats) | (REMINDER if is_reminder else 0)
    return MIN_MARK | (zlib.crc32(nonce.encode()) << 8 & MIN_MARK - 1) | called


def mark_in(message: discord.Message) -> int | None:
    """Return our mark in a message; None if Discord gave it its number."""
    number: int | None = getattr(next(iter(message.components), None), "id", None)
    return number if number and number >= MIN_MARK else None


def is_of(nonce: str, message: discord.Message) -> bool:
    mark = mark_in(message)
    return mark is not None and mark >> 8 == mark_of(nonce) >> 8


def seats_in(message: discord.Message) -> list[int]:
    mark = mark_in(message) or 0
    return [seat for seat in range(MAX_SEATS) if mark >> seat & 1]


def is_reminder(message: discord.Message) -> bool:
    return bool((mark_in(message) or 0) & REMINDER)


class ExistingFile:
    """A file that a message already has, by its id."""

    def __init__(self, id: int, filename: str) -> None:
        self.id, self.filename = id, filename

    def to_dict(self) -> dict[str, Any]:
        return {"id": self.id, "filename": self.filename}


def kept(files: dict[str, int]) -> list[ExistingFile]:
    return [ExistingFile(number, name) for name, number in files.items()]


def files_of(message: discord.Message) -> dict[str, int]:
    return {each.filename: each.id for each in message.attachments}


def button(
    label: str, custom_id: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ui.Button[ui.LayoutView]:
    return ui.Button(label=label[:80], custom_id=custom_id, style=style)


def select(
    custom_id: str,
    placeholder: str,
    options: Sequence[discord.SelectOption],
    least: int = 1,
    most: int = 1,
) -> ui.Select[ui.LayoutView]:
    return ui.Select(
        custom_id=custom_id,
        placeholder=placeholder[:150],
        options=list(options),
        min_values=least,
        max_values=most,
    )
