"""The reference for clicks: a bot whose button only encodes pixels and sends them."""

import argparse
import asyncio
import os
from pathlib import Path
from typing import Any

from PIL import Image

from cogs.screen import Screen, button
from render.png import encoded
from render.studio import Picture
from sandbox.demo import DemoBot
from sandbox.process import point_at

LOAD, SEND = "load", "send"


class PixelBot(DemoBot):
    """Posts one message; `load` takes the pictures of a folder in, `send` shows them there."""

    def __init__(self, channel: int, folder: Path) -> None:
        super().__init__()
        self.channel, self.folder = channel, folder
        self.images: list[Image.Image] = []

    async def setup_hook(self) -> None:
        """It has no commands."""

    async def on_ready(self) -> None:
        await self.get_partial_messageable(self.channel).send(view=self._screen().layout())

    async def on_interaction(self, interaction: Any) -> None:
        if interaction.data["custom_id"] == LOAD:
            self.images = [_pixels(file) for file in sorted(self.folder.iterdir())]
            await interaction.response.defer()
            return
        screen = self._screen(*(encoded(image) for image in self.images))
        await interaction.response.edit_message(view=screen.layout(), attachments=screen.files())

    def _screen(self, *pngs: bytes) -> Screen:
        screen = Screen().say("Pixels")
        screen.show(*(Picture(png, "pixels", f"{n:020}") for n, png in enumerate(pngs)))
        return screen.press(button("Load", LOAD), button("Send", SEND))


def _pixels(file: Path) -> Image.Image:
    image = Image.open(file)
    image.load()
    return image


def main() -> None:
    parser = argparse.ArgumentParser("python -m bench.pixels", description=__doc__)
    parser.add_argument("--api", required=True, metavar="URL")
    parser.add_argument("--channel", required=True, type=int)
    parser.add_argument("--folder", required=True, type=Path)
    asked = parser.parse_args()
    point_at(asked.api)
    asyncio.run(PixelBot(asked.channel, asked.folder).start(os.environ["DISCORD_TOKEN"]))


if __name__ == "__main__":
    main()
