"""The guilds of the sandbox and their members, as the gateway and REST send them."""

from sandbox.channels import channel_facts, is_archived, is_thread
from sandbox.world import Event, Json, World, now

LONG_AGO = "2020-01-01T00:00:00+00:00"


def add_guild(world: World, name: str, guild_id: str | None = None) -> Json:
    """Add a guild with everybody in it; its number decides its shard."""
    guild = {"id": guild_id or world.new_id(), "name": name, "owner_id": world.guild["owner_id"]}
    world.others.append(guild)
    world.tell(Event("GUILD_CREATE", whole_guild(world, guild)))
    return guild


def channels_of(world: World, guild: Json) -> list[Json]:
    return [each for each in world.channels.values() if each.get("guild_id") == guild["id"]]


def join_guild(world: World) -> None:
    """Invite the bot to the guild now; a connected bot gets an event."""
    world.guild["joined_at"] = now()
    joined = whole_guild(world, world.guild)
    del joined["unavailable"]  # as Discord tells a guild that is new to the bot
    world.tell(Event("GUILD_CREATE", joined, frozenset()))


def joined_at(guild: Json) -> str:
    return str(guild.get("joined_at", LONG_AGO))


def member_facts(world: World, user_id: str) -> Json:
    """Return a user as a member of the guild."""
    return {
        "user": world.users[user_id],
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": world.guild.get("members", {}).get(user_id, []),
        "joined_at": joined_at(world.guild),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }


def add_role(world: World, name: str, *members: str) -> Json:
    """A role of the guild, and who has it."""
    role = _role(world, world.new_id(), name)
    world.guild.setdefault("roles", []).append(role)
    for user_id in members:
        world.guild.setdefault("members", {}).setdefault(user_id, []).append(role["id"])
    world.tell(Event("GUILD_ROLE_CREATE", {"guild_id": world.guild["id"], "role": role}))
    return role


def _role(world: World, role_id: str, name: str) -> Json:
    return {
        "id": role_id,
        "name": name,
        "description": None,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": str(world.granted),
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def guild_facts(world: World, guild: Json) -> Json:
    """A guild itself: its settings and its roles."""
    everyone = _role(world, guild["id"], "@everyone")
    return {
        "id": guild["id"],
        "name": guild["name"],
        "owner_id": guild["owner_id"],
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "roles": [everyone, *guild.get("roles", [])],
        "emojis": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "public_updates_channel_id": None,
        "nsfw_level": 0,
        "premium_progress_bar_enabled": False,
        "safety_alerts_channel_id": None,
        "stickers": [],
    }


def whole_guild(world: World, guild: Json) -> Json:
    """Return all that the bot gets about a guild when it connects."""
    channels = [channel_facts(each) for each in channels_of(world, guild)]
    ids = [world.bot["id"], *(person["id"] for person in world.people)]
    return {
        **guild_facts(world, guild),
        "joined_at": joined_at(guild),
        "large": False,
        "unavailable": False,
        "member_count": len(ids),
        "voice_states": [],
        "members": [member_facts(world, key) for key in ids],
        "channels": [each for each in channels if not is_thread(each)],
        "threads": [each for each in channels if is_thread(each) and not is_archived(each)],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
