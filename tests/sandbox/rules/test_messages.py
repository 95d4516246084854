"""Each rule of messages refuses its own fault at the right place, and what is sound passes."""

import pytest

from sandbox.rules import message_violations
from testing.every import with_every
from testing.payloads import (
    ITEM,
    LEGACY,
    LENGTH,
    LONG,
    MOST,
    NEEDED,
    NOT_FOUND,
    QUIET,
    V2,
    button,
    classic,
    container,
    embed,
    found,
    gallery,
    link,
    picture,
    row,
    section,
    select,
    text,
    v2,
)

BAD_MESSAGES = {
    "content of 2001": (classic(content="x" * 2001), ("content",), LONG),
    "content is no text": (classic(content=5), ("content",), "STRING_TYPE_CONVERT"),
    "no object": ([], (), "MODEL_TYPE_CONVERT"),
    "eleven embeds": (classic(embeds=[{"title": "x"}] * 11), ("embeds",), LONG),
    "embed title": (embed(title="x" * 257), ("embeds", 0, "title"), LONG),
    "embed text": (embed(description="x" * 4097), ("embeds", 0, "description"), LONG),
    "embed color": (embed(color=1 << 24), ("embeds", 0, "color"), MOST),
    "embed url": (embed(url="ftp://x"), ("embeds", 0, "url"), "URL_TYPE_INVALID_SCHEME"),
    "embed footer": (embed(footer={"text": "x" * 2049}), ("embeds", 0, "footer", "text"), LONG),
    "embed author": (embed(author={"name": "x" * 257}), ("embeds", 0, "author", "name"), LONG),
    "26 fields": (
        embed(fields=[{"name": "n", "value": "v"}] * 26),
        ("embeds", 0, "fields"),
        LONG,
    ),
    "field value": (
        embed(fields=[{"name": "n", "value": "x" * 1025}]),
        ("embeds", 0, "fields", 0, "value"),
        LENGTH,
    ),
    "embeds together": (
        classic(embeds=[{"description": "x" * 3001}] * 2),
        ("embeds",),
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "dangling embed picture": (
        embed(image={"url": "attachment://lost.png"}),
        ("embeds", 0, "image", "url"),
        NOT_FOUND,
    ),
    "listed but not uploaded": (
        classic(attachments=[{"id": 1, "filename": "lost.png"}]),
        ("attachments", 0, "id"),
        "SANDBOX_ATTACHMENT_MISSING",
    ),
    "listed under another name": (
        classic(attachments=[{"id": 0, "filename": "lost.png"}]),
        ("attachments", 0, "filename"),
        "SANDBOX_ATTACHMENT_NAME",
    ),
    "listed twice": (
        classic(attachments=[{"id": 0}, {"id": "0"}]),
        ("attachments", 1, "id"),
        "SET_TYPE_ALREADY_CONTAINS_VALUE",
    ),
    "kept by a new message": (
        classic(attachments=[{"id": "123456789012345678", "filename": "board.png"}]),
        ("attachments", 0, "id"),
        "SANDBOX_ATTACHMENT_MISSING",
    ),
    "eleven attachments": (
        classic(attachments=[{"id": i} for i in range(11)]),
        ("attachments",),
        LONG,
    ),
    "id that is none": (
        classic(attachments=[{"id": "x"}]),
        ("attachments", 0, "id"),
        "NUMBER_TYPE_COERCE",
    ),
    "content without allowed_mentions": (
        {"content": "Hi"},
        ("allowed_mentions",),
        "SANDBOX_ALLOWED_MENTIONS",
    ),
    "text display without allowed_mentions": (
        v2(container(text()), allowed_mentions=None),
        ("allowed_mentions",),
        "SANDBOX_ALLOWED_MENTIONS",
    ),
    "unknown mentions": (
        classic(allowed_mentions={"parse": ["here"]}),
        ("allowed_mentions", "parse", 0),
        "BASE_TYPE_CHOICES",
    ),
    "101 mentions": (
        classic(allowed_mentions={"parse": [], "users": list(range(101))}),
        ("allowed_mentions", "users"),
        LONG,
    ),
    "all users and some": (
        classic(allowed_mentions={"parse": ["users"], "users": [1]}),
        ("allowed_mentions",),
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "loading": (classic(flags=1 << 7), ("flags",), "SANDBOX_FLAGS"),
    "voice": (classic(flags=1 << 13), ("flags",), "SANDBOX_FLAGS"),
    "flags that are none": (classic(flags=True), ("flags",), "NUMBER_TYPE_COERCE"),
    "nonce of 26": (classic(nonce="x" * 26), ("nonce",), LONG),
    "spoken": (classic(tts="yes"), ("tts",), "BOOLEAN_TYPE_CONVERT"),
}


@with_every("name", BAD_MESSAGES)
def test_a_message_is_refused_where_it_breaks_a_rule(name):
    payload, path, code = BAD_MESSAGES[name]
    assert found(message_violations(payload, ["board.png"])) == [(path, code)]


def test_an_empty_message_is_refused():
    assert found(message_violations({"content": " "}, [])) == [((), "SANDBOX_MESSAGE_EMPTY")]


def test_eleven_files_are_too_many():
    files = [f"{i}.png" for i in range(11)]
    assert found(message_violations(classic(), files)) == [(("attachments",), LONG)]


SOUND_MESSAGES = {
    "library's defaults": classic(
        tts=False, nonce="1", enforce_nonce=True, embeds=[], flags=4 | 64 | 4096
    ),
    "nulls": dict.fromkeys(("embeds", "components", "flags", "nonce", "poll"))
    | {"content": "Hi", "allowed_mentions": QUIET},
    "a row without text": {"components": [row(button())]},
    "a sticker": {"sticker_ids": ["1"]},
    "a forward": {"message_reference": {"type": 1, "message_id": 1, "channel_id": 2}},
    "five buttons": classic(row(*[button(str(i)) for i in range(5)])),
    "emoji alone": classic(row(button(label=None, emoji={"name": "🏭", "id": None}))),
    "zero as id": classic(row(button("a", id=0), button("b", id=0))),
    "none need be chosen": classic(row(select(min_values=0, required=True))),
    "forty components of 4000 characters": v2(*[text("x" * 100)] * 40),
    "everything": v2(
        container(
            section(text(), accessory={"type": 11, **picture(description=None)}),
            gallery(picture(description="A board"), picture("https://example.org/x.png")),
            {"type": 13, "file": {"url": "attachment://board.png"}, "spoiler": False},
            {"type": 14, "divider": True, "spacing": 2},
            row({"type": 8, "custom_id": "c", "channel_types": [0, 11]}),
            accent_color=None,
        ),
        row(link()),
        content=None,
    ),
}


@with_every("name", SOUND_MESSAGES)
def test_a_sound_message_passes(name):
    assert message_violations(SOUND_MESSAGES[name], ["board.png"]) == []


def test_an_upload_alone_is_a_message():
    assert message_violations({"attachments": [{"id": 0, "filename": "a.png"}]}, ["a.png"]) == []


def test_an_edit_may_leave_out_everything():
    assert message_violations({}, [], is_edit=True) == []
    assert message_violations({}, [], is_edit=True, was_v2=True) == []


def test_an_edit_repeats_flags_that_no_new_message_may_set():
    assert message_violations({"flags": 1 << 5}, [], is_edit=True) == []


def test_an_edit_cannot_take_the_v2_flag_away():
    faults = message_violations({"flags": 0}, [], is_edit=True, was_v2=True)
    assert found(faults) == [(("flags",), "SANDBOX_V2_FLAG_REMOVED")]


def test_an_edit_of_a_v2_message_stays_under_its_rules_without_the_flag():
    edit = {"components": [text()], "content": "Hi"}
    assert found(message_violations(edit, [], is_edit=True, was_v2=True)) == [
        (("content",), LEGACY)
    ]


def test_an_edit_cannot_empty_a_v2_message():
    faults = message_violations({"components": []}, [], is_edit=True, was_v2=True)
    assert found(faults) == [(("components",), NEEDED)]


def test_an_edit_may_turn_a_message_into_v2():
    edit = {"flags": V2, "content": None, "embeds": [], "components": [text()]}
    assert message_violations(edit, [], is_edit=True) == []


@pytest.mark.parametrize("mention", ["<@1>", "<@!1>", "<@&1>", "@everyone", "@here"])
def test_an_edited_mention_needs_allowed_mentions(mention):
    fault = (("allowed_mentions",), "SANDBOX_ALLOWED_MENTIONS")
    edit = {"components": [text(f"Hi {mention}")]}
    assert found(message_violations(edit, [], is_edit=True, was_v2=True)) == [fault]
    assert (
        message_violations({**edit, "allowed_mentions": QUIET}, [], is_edit=True, was_v2=True) == []
    )


SHOWS_BOARD = {"components": [gallery(picture())]}


def edited(**more):
    return message_violations(
        {**SHOWS_BOARD, **more}, [], is_edit=True, was_v2=True, attached=["board.png"]
    )


def test_an_edit_shows_what_the_message_has_kept():
    assert edited() == []
    assert edited(attachments=[{"id": "123456789012345678", "filename": "board.png"}]) == []


def test_an_edit_that_drops_an_attachment_cannot_show_it():
    assert found(edited(attachments=[])) == [((*ITEM, "media", "url"), NOT_FOUND)]
