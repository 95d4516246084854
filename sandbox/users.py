"""Users as Discord describes them: the bot, and people named after colors that the page shows."""

from sandbox.world import Json

COLORS = {
    "red": "#B5241B",
    "blue": "#68B2F9",
    "green": "#18814D",
    "purple": "#5A2796",
    "yellow": "#F6C12B",
}


def new_user(key: str, name: str, display_name: str, is_bot: bool = False) -> Json:
    return {
        "id": key,
        "username": name,
        "global_name": display_name,
        "discriminator": "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
        **({"bot": True} if is_bot else {}),
    }
