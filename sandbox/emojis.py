"""The emojis of the application, for REST, and for tests instead of the developer portal."""

from sandbox.attachments import drop_file
from sandbox.world import Event, File, Json, World


def add_emoji(world: World, name: str, image: File, user: Json) -> Json:
    """Add an emoji that the bot, or a person in the application's settings, uploads."""
    emoji: Json = {
        "id": world.new_id(),
        "name": name,
        "roles": [],
        "user": user,
        "require_colons": True,
        "managed": False,
        "animated": image.kind == "image/gif",
        "available": True,
    }
    world.emojis[emoji["id"]] = emoji
    world.files[emoji["id"]] = image
    _tell(world)
    return emoji


def remove_emoji(world: World, emoji_id: str) -> None:
    """Remove an emoji; its picture can still be fetched for a while."""
    del world.emojis[world.emoji(emoji_id)["id"]]
    drop_file(world, emoji_id)
    _tell(world)


def _tell(world: World) -> None:
    """Note the change so that it is saved; Discord sends no event about these emojis."""
    world.tell(Event("APPLICATION_EMOJIS_UPDATE", {}, frozenset(), to_bot=False))
