"""People in the sandbox on our own clock who vanish; no bell is rung but by the bot itself."""

from typing import Any

from host.terms import DAY, HOUR
from proof.scene.scene import Calm
from sandbox.channels import remove_channel
from testing.days import Days

PAUSE = 12 * HOUR  # the longest from one ring of the bot's bells to the next: months are to pass
DOWN = 3 * DAY
FORGET = "Delete my data"
# A bot without the list of members sees of somebody who left only that no letter reaches them.
SILENTLY, LEAVE, SERVER, CHANNEL, FORGOTTEN, BOT = (
    *("silently", "by /leave", "from the server", "with the channel"),
    *("by /privacy delete", "while the bot is down"),
)


class Guests(Days):
    """As over days, but their quiet is that of our clock."""

    s: Calm

    def __init__(self, s: Calm, *names: str, **more: Any) -> None:
        super().__init__(s, s.time, *names, **more)

    async def quiet(self) -> None:
        await self.s.until_said()


async def vanish(s: Calm, way: str, place: str, *names: str) -> None:
    """They are never seen again in that channel."""
    for name in names:
        await _go(s, way, name)
    if way == CHANNEL:
        remove_channel(s.server.world, s.server.world.channel(place))
        await s.server.gateway.flush()
    elif way == BOT:
        await s.stop_bot()
        s.time.go_to(s.time.now + DOWN)
        await s.start_bot()
    await s.until_said()


async def _go(s: Calm, way: str, name: str) -> None:
    if way == LEAVE:
        await s.slash(name, "/leave")
    elif way == SERVER:
        s.server.people.open_dms(s.user(name), False)
    elif way == FORGOTTEN:
        asked = await s.slash(name, "/privacy delete")
        assert asked
        await s.click(name, asked, FORGET)
