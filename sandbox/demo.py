"""A small bot that shows every component, for work on the sandbox itself."""

import asyncio
import io
import struct
import zlib
from typing import Any

import discord
from discord import app_commands, ui

from engine import GAMES
from engine.kernel.luck import FastLuck
from render import PAINTERS
from render.studio import Picture, Studio

SHIFTS = ("day", "night")
PICTURES = ("glance", "market", "compound 0", "compound 1", "compound 2", "compound 3")
STUDIO = Studio()
TEA = ["black", "green", "mint", "none today"]
NOBODY = discord.AllowedMentions.none()


def picture(width: int = 240, height: int = 120) -> bytes:
    """Draw a plain PNG with a stripe."""
    rows = b"".join(
        b"\x00" + bytes((34, 48, 61) if y // 12 % 2 else (255, 198, 46)) * width
        for y in range(height)
    )
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(name + data))
    return struct.pack(">I", len(data)) + name + data + check


class Count(ui.Button[ui.View]):
    """A button that counts its clicks in its label."""

    def __init__(self, count: int = 0) -> None:
        super().__init__(label=f"Clicked {count}", style=discord.ButtonStyle.primary)
        self.count = count

    async def callback(self, interaction: discord.Interaction) -> None:
        self.count += 1
        self.label = f"Clicked {self.count}"
        await interaction.response.edit_message(view=self.view)


class Classic(ui.View):
    """Rows of buttons and selects."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(Count())

    @ui.button(label="Whisper", style=discord.ButtonStyle.secondary)
    async def whisper(self, interaction: discord.Interaction, button: ui.Button["Classic"]) -> None:
        await interaction.response.send_message("Only you see this.", ephemeral=True)

    @ui.button(label="Later", style=discord.ButtonStyle.success)
    async def later(self, interaction: discord.Interaction, button: ui.Button["Classic"]) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("Thought about it.")

    @ui.button(label="Form", style=discord.ButtonStyle.danger)
    async def form(self, interaction: discord.Interaction, button: ui.Button["Classic"]) -> None:
        await interaction.response.send_modal(Form())

    @ui.button(label="Silent", style=discord.ButtonStyle.secondary, row=2)
    async def silent(self, interaction: discord.Interaction, button: ui.Button["Classic"]) -> None:
        """Never answer, so that the person reads that the interaction failed."""

    @ui.select(
        placeholder="Tea?", options=[discord.SelectOption(label=each) for each in TEA], max_values=2
    )
    async def tea(self, interaction: discord.Interaction, select: ui.Select["Classic"]) -> None:
        await interaction.response.send_message(f"Tea: {', '.join(select.values)}")

    @ui.select(cls=ui.UserSelect, placeholder="Who?")
    async def who(self, interaction: discord.Interaction, select: ui.UserSelect["Classic"]) -> None:
        names = ", ".join(user.display_name for user in select.values)
        await interaction.response.send_message(f"Chosen: {names}")


class Everybody(ui.View):
    """The other kinds of selects."""

    @ui.select(cls=ui.ChannelSelect, placeholder="Where?")
    async def where(
        self, interaction: discord.Interaction, select: ui.ChannelSelect["Everybody"]
    ) -> None:
        await interaction.response.send_message(f"There: {select.values[0].mention}")

    @ui.select(cls=ui.MentionableSelect, placeholder="Whom?")
    async def whom(
        self, interaction: discord.Interaction, select: ui.MentionableSelect["Everybody"]
    ) -> None:
        await interaction.response.send_message(f"{len(select.values)} chosen")

    @ui.select(cls=ui.RoleSelect, placeholder="Which role?", min_values=0)
    async def role(
        self, interaction: discord.Interaction, select: ui.RoleSelect["Everybody"]
    ) -> None:
        await interaction.response.send_message("No roles here")


class Form(ui.Modal, title="A form"):
    name: ui.Label["Form"] = ui.Label(
        text="Name of the factory",
        component=ui.TextInput(custom_id="name", min_length=2, max_length=40),
    )
    tea: ui.Label["Form"] = ui.Label(
        text="Tea",
        component=ui.Select(
            custom_id="tea", options=[discord.SelectOption(label=each) for each in TEA]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        name, tea = self.name.component, self.tea.component
        assert isinstance(name, ui.TextInput) and isinstance(tea, ui.Select)
        await interaction.response.send_message(f"{name.value} drinks {tea.values[0]}.")


class Layout(ui.LayoutView):
    """Components V2: a container with everything in it."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        gallery: ui.MediaGallery[Layout] = ui.MediaGallery(
            discord.MediaGalleryItem("attachment://stripes.png", description="Stripes of gold")
        )
        box: ui.Container[Layout] = ui.Container(accent_color=discord.Color(0xFFC62E))
        box.add_item(ui.TextDisplay("## Everything\n**bold** *italic* `code` ||spoiler||"))
        box.add_item(ui.Section("A section with a button", accessory=Press()))
        thumbnail: ui.Thumbnail[Layout] = ui.Thumbnail(
            "attachment://stripes.png", description="The same, small"
        )
        box.add_item(ui.Section("A section with a small picture", accessory=thumbnail))
        box.add_item(ui.Separator())
        box.add_item(gallery)
        box.add_item(ui.ActionRow(Press("Two"), Press("Three")))
        box.add_item(ui.File("attachment://notes.txt"))
        self.add_item(box)


class Press(ui.Button[Layout]):
    def __init__(self, label: str = "One") -> None:
        super().__init__(label=label, custom_id=f"press {label}")

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"Pressed {self.label}", ephemeral=True)


class DemoBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=NOBODY,
            guild_ready_timeout=0.05,
        )
        self.tree = app_commands.CommandTree(self)
        for command in COMMANDS:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        await self.tree.sync()


@app_commands.command(description="Buttons and selects in rows")
async def classic(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Classic components", view=Classic())


@app_commands.command(description="A layout with text, pictures and buttons")
async def layout(interaction: discord.Interaction) -> None:
    files = [
        discord.File(io.BytesIO(picture()), "stripes.png", description="Stripes of gold"),
        discord.File(io.BytesIO(b"Notes about stripes.\n"), "notes.txt"),
    ]
    await interaction.response.send_message(view=Layout(), files=files)


@app_commands.command(description="Channels, people and roles to choose from")
async def selects(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Choose", view=Everybody())


@app_commands.command(description="An embed")
async def embed(interaction: discord.Interaction) -> None:
    example = discord.Embed(title="An embed", description="with a *field*", color=0x2F74D8)
    example.add_field(name="Field", value="Value").set_footer(text="and a footer")
    example.set_image(url="attachment://stripes.png")
    file = discord.File(io.BytesIO(picture()), "stripes.png")
    await interaction.response.send_message(embed=example, file=file)


@app_commands.command(description="A picture of a table that plays by itself")
@app_commands.describe(moves="how far it has come", picture="which one")
@app_commands.choices(picture=[app_commands.Choice(name=each, value=each) for each in PICTURES])
async def table(
    interaction: discord.Interaction,
    moves: app_commands.Range[int, 0, 300] = 120,
    picture: str = "glance",
) -> None:
    await interaction.response.defer(thinking=True)
    image = await asyncio.to_thread(_draw, moves, picture)
    view = ui.LayoutView()
    item = discord.MediaGalleryItem("attachment://table.png", description=image.alt)
    view.add_item(ui.MediaGallery(item))
    await interaction.followup.send(
        view=view, file=discord.File(io.BytesIO(image.png), "table.png", description=image.alt)
    )


def _draw(moves: int, name: str) -> Picture:
    game = GAMES["fantastic_factories"]
    state = game.setup(game.options(), 4, FastLuck(5))
    for _ in range(moves):
        if seats := game.to_act(state):
            view, actions = game.view(state, seats[0]), game.actions(state, seats[0])
            game.apply(state, seats[0], game.autopilot(view, actions))
    names = ("Red", "Blue", "Green", "Purple")
    return STUDIO.finish(PAINTERS[game.id].draw(name, game.view(state, None), names))


works = app_commands.Group(name="works", description="A command with parts")


@works.command(description="Opens the works")
@app_commands.choices(shift=[app_commands.Choice(name=each, value=each) for each in SHIFTS])
async def begin(
    interaction: discord.Interaction,
    shift: str,
    where: discord.TextChannel | None = None,
    share: float = 0.5,
) -> None:
    place = f" in {where.mention}" if where else ""
    await interaction.response.send_message(f"The {shift} shift opens{place} at {share:g}.")


@app_commands.command(description="Says something")
@app_commands.describe(words="what to say", times="how often", to="to whom", loud="in capitals")
async def say(
    interaction: discord.Interaction,
    words: str,
    times: app_commands.Range[int, 1, 5] = 1,
    to: discord.User | None = None,
    loud: bool = False,
) -> None:
    text = " ".join([words.upper() if loud else words] * times)
    await interaction.response.send_message(f"{to.mention} {text}" if to else text)


@say.autocomplete("words")
async def words_offered(
    interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    offered = [word for word in ("steam", "steel", "stove") if word.startswith(typed)]
    return [app_commands.Choice(name=word.capitalize(), value=word) for word in offered]


@app_commands.command(description="Writes you a direct message")
async def message(interaction: discord.Interaction) -> None:
    try:
        await interaction.user.send("A message for you.")
    except discord.Forbidden:
        await interaction.response.send_message("Your direct messages are closed.", ephemeral=True)
    else:
        await interaction.response.send_message("Posted.", ephemeral=True)


@app_commands.command(description="Opens a thread")
async def thread(interaction: discord.Interaction) -> None:
    assert isinstance(interaction.channel, discord.TextChannel)
    opened = await interaction.channel.create_thread(
        name="side table", type=discord.ChannelType.public_thread
    )
    await opened.send("Here we are.")
    await interaction.response.send_message(f"Opened {opened.mention}")


COMMANDS: tuple[app_commands.Command[Any, ..., None] | app_commands.Group, ...] = (
    table,
    selects,
    embed,
    works,
    classic,
    layout,
    say,
    message,
    thread,
)
