"""The application's emojis, made from our drawings, for text, buttons and selects."""

import contextlib
import logging
import re
from collections.abc import Mapping, Sequence

import discord

from cogs.responder import UNREACHABLE
from host.log_facts import facts
from render.emojis import HASH, Emoji
from render.studio import Studio

OURS = re.compile(rf"(\w+)_[0-9a-f]{{{HASH}}}", re.ASCII)  # as `render.emojis` names them
REFUSED = 400  # what Discord answers if it rejects a single emoji
log = logging.getLogger(__name__)


class Emojis:
    """The emojis that can be used now, by key; if one is missing, a word is used instead."""

    def __init__(self, emojis: Mapping[str, discord.PartialEmoji] | None = None) -> None:
        self._found = dict(emojis or {})

    def get(self, key: str) -> discord.PartialEmoji | None:
        """Return the emoji for a button or an option, if there is one."""
        return self._found.get(key)

    def text(self, key: str, word: str) -> str:
        """Return the emoji for a sentence, or else the word."""
        return str(self._found.get(key) or word)

    async def keep_up_to_date(self, client: discord.Client, studio: Studio) -> None:
        """Upload what is missing, then delete our old ones; what fails is tried at the next start.

        It runs in the background and raises nothing.
        """
        try:
            await self._upload(client, await studio.emojis())
        except (*UNREACHABLE, ValueError, discord.HTTPException) as error:
            log.warning("emojis could not be updated", extra=facts(why=error))
        except Exception:
            log.exception("emojis could not be updated")

    async def _upload(self, client: discord.Client, drawn: Sequence[Emoji]) -> None:
        present = await client.fetch_application_emojis()
        ours = [each for each in present if each.user == client.user and OURS.fullmatch(each.name)]
        self._found = _usable(drawn, present, ours)
        names = {each.name for each in present}
        missing = [emoji for emoji in drawn if emoji.name not in names]
        refusals = [error for each in missing if (error := await self._create(client, each))]
        used = {each.id for each in self._found.values()}
        outdated = [each for each in ours if each.id not in used]
        for old in outdated:
            with contextlib.suppress(discord.NotFound):
                await old.delete()
        if refusals:
            why = facts(emojis=len(refusals), why=refusals[0])
            log.warning("emojis were refused", extra=why)
        if missing or outdated:
            made = len(missing) - len(refusals)
            log.info("emojis", extra=facts(created=made, deleted=len(outdated)))

    async def _create(self, client: discord.Client, emoji: Emoji) -> discord.HTTPException | None:
        """Upload one emoji; return the error if Discord rejects it: then a word is used instead."""
        try:
            made = await client.create_application_emoji(name=emoji.name, image=emoji.png)
        except discord.HTTPException as error:
            if error.status != REFUSED:
                raise
            return error
        self._found[emoji.sign] = _partial(made)
        return None


ONLY_WORDS = Emojis()


def _usable(
    drawn: Sequence[Emoji], present: Sequence[discord.Emoji], ours: Sequence[discord.Emoji]
) -> dict[str, discord.PartialEmoji]:
    """Return what can be shown at once: current emojis, or else older ones with the same key."""
    by_name = {each.name: _partial(each) for each in present}
    before = {each.name.rpartition("_")[0]: _partial(each) for each in ours}
    by_sign = {each.sign: by_name.get(each.name) or before.get(each.sign) for each in drawn}
    return {key: each for key, each in by_sign.items() if each}


def _partial(emoji: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id)
