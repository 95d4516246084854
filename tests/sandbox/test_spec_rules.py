"""What discord.py really sends passes our rules and Discord's own OpenAPI file alike."""

import io
import json
from types import SimpleNamespace

import discord
import pytest
from discord import app_commands, ui
from discord.http import handle_message_parameters
from discord.webhook.async_ import interaction_message_response_params

from sandbox.rules import (
    callback_violations,
    command_violations,
    error_body,
    message_violations,
    modal_violations,
)
from testing.discord_spec import needs_spec, request_faults, response_faults

SEND = ("POST", "/channels/{channel_id}/messages")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
FOLLOW_UP = ("POST", "/webhooks/{webhook_id}/{webhook_token}")
EDIT_ORIGINAL = ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")
CALLBACK = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
OVERWRITE = ("PUT", "/applications/{application_id}/commands")

QUIET = discord.AllowedMentions.none()
SOMEBODY = discord.Object(123456789012345678)
FACTORY = discord.PartialEmoji(name="factory", id=123456789012345678, animated=True)

MESSAGES = ("text", "reply", "embeds", "buttons and selects", "files alone", "layout")

pytestmark = [needs_spec, pytest.mark.asyncio]


def picture(name="board.png"):
    return discord.File(io.BytesIO(b"png"), name, description="A board")


def string_select(**more):
    choices = [
        discord.SelectOption(label="Mine", value="m", description="Digs", emoji="⛏️"),
        discord.SelectOption(label="Plant", value="p", default=True),
    ]
    return ui.Select(placeholder="Build", max_values=2, options=choices, **more)


def selects():
    default = discord.SelectDefaultValue
    return [
        string_select(min_values=0),
        ui.UserSelect(default_values=[default.from_user(SOMEBODY)]),
        ui.RoleSelect(default_values=[default.from_role(SOMEBODY)], disabled=True),
        ui.MentionableSelect(default_values=[default.from_user(SOMEBODY)]),
        ui.ChannelSelect(channel_types=[discord.ChannelType.text], max_values=25),
    ]


def buttons():
    return [
        ui.Button(label="Roll", style=discord.ButtonStyle.primary, custom_id="roll"),
        ui.Button(emoji=FACTORY, disabled=True),
        ui.Button(label="Rules", url="https://example.org"),
        ui.Button(style=discord.ButtonStyle.premium, sku_id=SOMEBODY.id),
    ]


def classic_view():
    view = ui.View()
    for item in (*buttons(), *selects()[:4]):
        view.add_item(item)
    return view


def layout_view():
    view = ui.LayoutView()
    thumbnail = ui.Thumbnail("attachment://board.png")
    view.add_item(
        ui.Container(
            ui.Section(ui.TextDisplay("Round 1"), "Your turn <@1>", accessory=thumbnail),
            ui.Section("Rules", accessory=buttons()[2]),
            ui.Separator(spacing=discord.SeparatorSpacing.large, visible=False),
            ui.MediaGallery(
                discord.MediaGalleryItem("attachment://board.png", description="A board"),
                discord.MediaGalleryItem("https://example.org/x.png", spoiler=True),
            ),
            ui.File("attachment://log.txt"),
            ui.ActionRow(*buttons()),
            accent_color=discord.Color.orange(),
            id=7,
        )
    )
    for select in selects():
        view.add_item(ui.ActionRow(select))
    return view.add_item(ui.Container(ui.TextDisplay("plain")))


def embed():
    made = discord.Embed(title="Round 1", color=0xFF0000, timestamp=discord.utils.utcnow())
    made.add_field(name="Coal", value="3").set_image(url="attachment://board.png")
    return made.set_author(name="A", icon_url="https://example.org/a.png").set_footer(text="F")


def kept_attachment():
    url = "https://cdn.example.org/board.png"
    data = {"id": str(SOMEBODY.id), "filename": "board.png", "size": 3, "url": url}
    data |= {"proxy_url": url, "height": 1, "width": 1, "content_type": "image/png"}
    return discord.Attachment(data=data, state=SimpleNamespace(http=None))


def body_of(parameters):
    """The JSON and the file names that the library would send."""
    body = parameters.payload
    if body is None:
        body = json.loads(parameters.multipart[0]["value"])
    return body, [file.filename for file in parameters.files or ()]


def messages():
    def built(content=discord.utils.MISSING, **more):
        return body_of(handle_message_parameters(content, allowed_mentions=QUIET, **more))

    reference = {"message_id": 1, "channel_id": 2, "fail_if_not_exists": False}
    silent = discord.MessageFlags(suppress_notifications=True, suppress_embeds=True)
    return {
        "text": built("Hi <@1>", nonce=5, tts=False, flags=silent),
        "reply": built("Hi", message_reference=reference, mention_author=False),
        "embeds": built(embeds=[embed()], file=picture()),
        "buttons and selects": built("Hi", view=classic_view()),
        "files alone": built(files=[picture(), picture("b.png")]),
        "layout": built(view=layout_view(), files=[picture(), picture("log.txt")]),
    }


@pytest.mark.parametrize("name", MESSAGES)
async def test_a_message_of_the_library_passes(name):
    body, files = messages()[name]
    assert message_violations(body, files) == []
    assert request_faults(*SEND, body) == []


async def test_a_follow_up_of_the_library_passes():
    hidden = discord.MessageFlags(ephemeral=True)
    parameters = handle_message_parameters(
        view=layout_view(),
        files=[picture(), picture("log.txt")],
        flags=hidden,
        allowed_mentions=QUIET,
    )
    body, files = body_of(parameters)
    assert message_violations(body, files) == []
    assert request_faults(*FOLLOW_UP, body) == []


@pytest.mark.parametrize("route", [EDIT, EDIT_ORIGINAL])
async def test_an_edit_of_the_library_passes(route):
    new = [kept_attachment(), picture("log.txt")]
    parameters = handle_message_parameters(
        None, view=layout_view(), embed=None, attachments=new, previous_allowed_mentions=QUIET
    )
    body, files = body_of(parameters)
    assert message_violations(body, files, is_edit=True, was_v2=True) == []
    assert request_faults(*route, body) == []


@pytest.mark.parametrize("kind", [4, 7])
async def test_an_answer_of_the_library_passes(kind):
    parameters = interaction_message_response_params(
        type=kind,
        view=layout_view(),
        attachments=[picture(), picture("log.txt")],
        previous_allowed_mentions=QUIET,
    )
    body, files = body_of(parameters)
    assert callback_violations(body, files, interaction_type=3, was_v2=True) == []
    assert request_faults(*CALLBACK, body) == []


@pytest.mark.parametrize(
    ("interaction_type", "body"),
    [
        (2, {"type": 5, "data": {"flags": 64}}),
        (3, {"type": 6}),
        (4, {"type": 8, "data": {"choices": [app_commands.Choice(name="A", value="a").to_dict()]}}),
        (4, {"type": 8, "data": {"choices": [app_commands.Choice(name="A", value=1).to_dict()]}}),
        (4, {"type": 8, "data": {"choices": []}}),
    ],
)
async def test_a_short_answer_of_the_library_passes(interaction_type, body):
    assert callback_violations(body, [], interaction_type=interaction_type) == []
    assert request_faults(*CALLBACK, body) == []


def modal(*items):
    made = ui.Modal(title="Offer")
    for item in items:
        made.add_item(item)
    return made.to_dict()


def labeled(*components):
    return [ui.Label(text="How?", description="Well", component=each) for each in components]


def text_input(**more):
    limits = {"min_length": 1, "max_length": 20, "default": "5", "placeholder": "A number"}
    return ui.TextInput(style=discord.TextStyle.long, **limits, **more)


def modals():
    radio = [discord.RadioGroupOption(label=text, value=text) for text in "ab"]
    boxes = [discord.CheckboxGroupOption(label=text, value=text) for text in "ab"]
    enabled = [select for select in selects()[1:] if not select.disabled]
    return [
        modal(ui.TextDisplay("Think"), text_input(label="Old"), *labeled(text_input())),
        modal(*labeled(string_select(required=False, min_values=0), *enabled)),
        modal(
            *labeled(
                ui.FileUpload(max_values=10),
                ui.RadioGroup(options=radio),
                ui.CheckboxGroup(options=boxes, max_values=2),
                ui.Checkbox(default=True),
            )
        ),
    ]


@pytest.mark.parametrize("number", range(3))
async def test_a_modal_of_the_library_passes(number):
    data = modals()[number]
    assert modal_violations(data) == []
    body = {"type": 9, "data": data}
    assert callback_violations(body, [], interaction_type=3) == []
    assert request_faults(*CALLBACK, body) == []


@app_commands.command(description="Build")
@app_commands.choices(kind=[app_commands.Choice(name="Mine", value="m")])
@app_commands.default_permissions(manage_guild=True)
async def build(
    interaction: discord.Interaction,
    kind: str,
    where: discord.TextChannel,
    count: app_commands.Range[int, 0, 5] = 1,
    name: app_commands.Range[str, 1, 20] = "x",
    share: app_commands.Range[float, 0, 1] = 0.5,
    other: discord.Member | None = None,
):
    """A command with an option of most types."""


@app_commands.command(description="Play")
async def play(interaction: discord.Interaction, game: str):
    """A command that completes what is typed."""


@play.autocomplete("game")
async def games(interaction: discord.Interaction, current: str):
    return []


@app_commands.context_menu(name="Look at it")
async def look(interaction: discord.Interaction, message: discord.Message):
    """A command of the context menu."""


def group():
    outer = app_commands.Group(name="table", description="Tables", guild_only=True)
    inner = app_commands.Group(name="seat", description="Seats", parent=outer)
    inner.add_command(app_commands.Command(name="take", description="Sit", callback=build.callback))
    return outer


async def test_the_commands_of_the_library_pass():
    client = discord.Client(intents=discord.Intents.none())
    tree = app_commands.CommandTree(client)
    for each in (build, play, look, group()):
        tree.add_command(each)
    kinds = [discord.AppCommandType.chat_input, discord.AppCommandType.message]
    body = [each.to_dict(tree) for kind in kinds for each in tree.get_commands(type=kind)]
    assert len(body) == 4
    assert command_violations(body) == []
    assert request_faults(*OVERWRITE, body) == []


async def test_the_error_body_is_an_answer_that_the_file_knows():
    faults = message_violations({"content": "x" * 2001}, [])
    assert response_faults(*SEND, 400, error_body(faults)) == []


async def test_the_library_reads_the_error_body():
    class Response:
        """As much of an answer as the library's exception looks at."""

        status, reason = 400, "Bad Request"

    body = error_body(message_violations({"content": "x" * 2001}, []))
    said = str(discord.HTTPException(Response(), body))
    assert "In content: Must be 2000 or fewer in length." in said


async def test_the_file_refuses_unknown_keys_and_names_the_place():
    row = {"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "a", "lable": "A"}]}
    assert request_faults(*SEND, {"components": [row]}) == [
        "components/0/components/0: Additional properties are not allowed ('lable' was unexpected)"
    ]


async def test_the_file_takes_numbers_for_snowflakes_in_requests_only():
    assert request_faults(*SEND, {"sticker_ids": [1, "2"]}) == []
    assert request_faults(*SEND, {"sticker_ids": ["x"]}) != []
    channel = {"id": 1, "type": 1, "flags": 0, "recipients": [], "last_message_id": None}
    faults = response_faults("POST", "/users/@me/channels", 200, channel)
    assert [fault for fault in faults if fault.startswith("id:")]


async def test_a_status_that_the_file_does_not_list_is_a_fault():
    assert response_faults(*SEND, 302, {}) == ["(status): 302 is none of 200, 429, 4XX"]
    assert response_faults("DELETE", EDIT[1], 204, None) == []
    assert response_faults("DELETE", EDIT[1], 204, {}) == ["(body): 204 has none"]


async def test_a_route_that_discord_does_not_have_is_an_error():
    with pytest.raises(KeyError, match="POST /nowhere"):
        request_faults("POST", "/nowhere", {})
