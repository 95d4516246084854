"""The bot as a Discord client: its cogs, its background tasks, and its events."""

import asyncio
import contextlib
import hashlib
import json
import logging
from typing import Any

import discord
from discord.ext import commands

from cogs.attachments import Attachments
from cogs.bad_interactions import TolerantCommandTree, answer_misfit, survive_unreadable
from cogs.challenges import Challenges
from cogs.gallery import Gallery
from cogs.gate import Gate
from cogs.heart import Heart
from cogs.people import People
from cogs.permissions import EVERYWHERE, INSTALLS, INVITED
from cogs.presses import Presses
from cogs.privacy import Privacy
from cogs.reference import Reference
from cogs.responder import UNREACHABLE
from cogs.right_of_way import RightOfWay
from cogs.sender import Sender
from cogs.server_log import ServerLog
from cogs.server_settings import ServerSettingsCog
from cogs.shards import ShardedBot
from cogs.statistics import StatisticsCog
from cogs.status import Status
from cogs.tables import Tables
from cogs.votes import Votes
from cogs.welcome import channel_for
from host import memory, outbox, welcome
from host.database.leases import EMOJIS
from host.errors import SaveFailed
from host.host import Host
from host.log_facts import facts
from render.studio import Studio

HOUSE_KEEPING = 60.0
MIN_PAUSE = 0.5
UPLOAD = "emojis"  # the task's name
STRIKE = 20.0  # seconds between two looks at the clock, at most
SETTLED = 20.0  # seconds after which another process sends nothing any more for a shard it has lost
LATELY = 120_000  # milliseconds
log = logging.getLogger(__name__)


class TableBot(ShardedBot):
    """Closes the host and the studio when it is closed itself.

    `with_emojis`: it uploads its emojis after the start; otherwise it uses words instead.
    `syncs_changes_only`: it sends its commands to Discord only if they have changed.
    """

    def __init__(
        self,
        host: Host,
        studio: Studio,
        *,
        with_emojis: bool = False,
        syncs_changes_only: bool = False,
        **more: Any,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=TolerantCommandTree,
            allowed_contexts=EVERYWHERE,
            allowed_installs=INSTALLS,
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,  # we don't read the library's cache of them
            **more,
        )
        self.host, self.with_emojis = host, with_emojis
        self.syncs_changes_only = syncs_changes_only
        self.studio, self.gallery = studio, Gallery(studio)
        attachments, self.gate = Attachments(), Gate()
        self.presses = Presses(host, self.gallery, attachments, self.gate)
        self.heart = Heart(self, host)
        self.right_of_way = RightOfWay()
        self.sender = Sender(self, host, self.gallery, attachments, self.heart, self.right_of_way)
        self._tasks: list[asyncio.Task[None]] = []
        self._showing: asyncio.Task[None] | None = None
        self._is_closing = False
        self._is_synced = False
        self.tree.error(answer_misfit)
        survive_unreadable(self)

    async def setup_hook(self) -> None:
        await self.add_cog(Tables(self.host, self.presses))
        await self.add_cog(Reference(self.studio))
        await self.add_cog(People(self.host))
        await self.add_cog(Privacy(self.host))
        await self.add_cog(self.presses.replay)
        await self.add_cog(Votes(self.host))
        await self.add_cog(Challenges(self.host, self.presses))
        await self.add_cog(StatisticsCog(self.host, self.studio))
        await self.add_cog(Status(self.heart))
        await self.add_cog(ServerLog(self.host))
        await self.add_cog(ServerSettingsCog(self.host))
        await self._sync()
        if self._is_closing:  # while it was still starting
            return
        self._tasks = [
            asyncio.create_task(self.sender.run()),
            asyncio.create_task(self._run_housekeeping()),
            asyncio.create_task(self._keep_time()),
        ]
        if self.with_emojis:
            self._tasks.append(asyncio.create_task(self._upload(), name=UPLOAD))

    async def _upload(self) -> None:
        """Update the emojis; several processes take turns."""
        try:
            async with self.cluster.alone(EMOJIS) if self.cluster else contextlib.nullcontext():
                await self.gallery.emojis.keep_up_to_date(self, self.studio)
        except SaveFailed as error:
            log.warning("emojis could not be updated", extra=facts(why=error))

    async def _sync(self) -> None:
        """Send the slash commands to Discord."""
        commands_ = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        text = json.dumps(commands_, sort_keys=True)
        digest = hashlib.sha256(f"{self.application_id} {text}".encode()).hexdigest()
        try:
            known = await self.host.read(memory.remembered, memory.COMMANDS)
            if not self.syncs_changes_only or known != digest:
                await self.tree.sync()
                await self.host.do(memory.remember, memory.COMMANDS, digest)
            self._is_synced = True
        except (*UNREACHABLE, SaveFailed, discord.HTTPException) as error:
            log.warning("slash commands could not be synced, will retry", extra=facts(why=error))

    def _reachable(self, is_reachable: bool) -> None:
        super()._reachable(is_reachable)
        self.heart.connected(is_reachable)

    async def _break_off(self) -> None:
        await self.sender.break_off()

    def _shard_taken(self) -> None:
        self.sender.context.attachments.forget()
        if self._showing:
            self._showing.cancel()
        self._showing = asyncio.create_task(self._show_again())

    async def _show_again(self) -> None:
        """Show once more what another process may have changed just before it lost the shard."""
        await asyncio.sleep(SETTLED)
        self.sender.context.attachments.forget()
        try:
            for table_id in await self.host.read(outbox.shown_since, self.host.now() - LATELY):
                await self.host.do(outbox.show_again, table_id)
        except SaveFailed as error:
            log.debug("recent changes are not shown again", extra=facts(why=error.why))

    async def on_socket_event_type(self, _: str) -> None:
        self.heart.heard()

    async def _run_housekeeping(self) -> None:
        while True:
            await asyncio.sleep(HOUSE_KEEPING)
            try:
                if not self._is_synced:
                    await self._sync()
                await self.host.run_housekeeping()
            except SaveFailed as error:  # the heartbeat logs it once
                log.debug("housekeeping could not be saved", extra=facts(why=error.why))
            except Exception:
                log.exception("housekeeping failed")

    async def _keep_time(self) -> None:
        """Do whatever is due, at least every 20 seconds, because clocks may be set.

        While people can't reach the bot nothing is due, and no player's time is counted.
        """
        while True:
            await self.connected.wait()
            try:
                await self.host.attend()
                await self.host.run_due()
                alarm = await self.host.next_alarm()
                pause = STRIKE if alarm is None else (alarm - self.host.now()) / 1000
            except SaveFailed as error:  # the heartbeat logs it once
                log.debug("the clock tick could not be saved", extra=facts(why=error.why))
                pause = STRIKE
            except Exception:
                log.exception("the clock tick failed")
                pause = STRIKE
            await asyncio.sleep(min(max(pause, MIN_PAUSE), STRIKE))

    async def close(self) -> None:
        self._is_closing = True
        tasks = [*self._tasks, self._showing] if self._showing else self._tasks
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._break_off()
        await super().close()
        await self.host.close()
        self.studio.close()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        kinds = discord.InteractionType
        self.heart.pressed(interaction)
        if interaction.type in (kinds.component, kinds.modal_submit):
            with self.heart.timed(), self.right_of_way.answering():
                await self.presses.route(interaction)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        await self._gone(event.message_id)

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        for message in event.message_ids:
            await self._gone(message)

    async def _gone(self, message: int) -> None:
        if message not in self.sender.context.deleted:
            await self.host.do(outbox.message_gone, message)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.host.do(outbox.channel_gone, channel.id)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        await self.host.do(outbox.channel_gone, event.thread_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        log.info("server joined", extra=facts(server=guild.id))
        await self.on_guild_available(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Greet a server that the bot joined just now, or while it was offline."""
        await self._greet(guild)

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        await self._greet(channel.guild)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        await self._greet(channel.guild)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        await self._greet(role.guild)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        if member == member.guild.me:
            await self._greet(member.guild)

    async def _greet(self, guild: discord.Guild) -> None:
        """Post the welcome where the bot may write, once; later, if there is no such channel yet.

        Called whenever permissions may have changed, so usually the database is only read.
        """
        joined, channel = guild.me.joined_at, channel_for(guild)
        if channel is None or joined is None:
            return
        at = int(joined.timestamp() * 1000)
        if await self.host.read(welcome.is_to_greet, guild.id, at):
            await self.host.do(welcome.greet, guild.id, channel, at)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Forget a server that was deleted, or that removed the bot."""
        log.info("server left", extra=facts(server=guild.id))
        await self.host.do(welcome.forget_server, guild.id)
        for channel in (*guild.channels, *guild.threads):
            await self.host.do(outbox.channel_gone, channel.id)

    async def on_message(self, message: discord.Message) -> None:
        """Count the messages in a channel, to know when a board has scrolled away."""
        self.sender.context.below[message.channel.id] += 1


def invite_link(application_id: int) -> str:
    return discord.utils.oauth_url(
        application_id, permissions=INVITED, scopes=("bot", "applications.commands")
    )
