"""Help, rules and cards as people read them: every page and card, even after a restart."""

import json
import re

import discord
import pytest
from discord.ext import commands

import bot
from cogs.ids import LONGEST, page_id, read
from cogs.reference import all_cards, card_named, help_pages, matching, rules_screen
from engine import GAMES
from engine.kernel.refusal import Refused
from host.records import SeatResult
from host.version import version
from render import PAINTERS
from sandbox.driver import Sandbox, parts
from testing.people import (
    Label,
    Party,
    buttons,
    forge,
    is_ephemeral,
    labels,
    pictures,
    selects,
    text,
)

BEFORE, AFTER = "◀", "▶"
PAGES = "Jump to a page"
MAX_TEXT = 4000
asynchronous = pytest.mark.asyncio
SUBCOMMAND = 1
for_every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def is_dead(message, label) -> bool:
    (found,) = [part for part in buttons(message) if part["label"] == label]
    return bool(found.get("disabled"))


def titles(message) -> list[str]:
    (found,) = selects(message)
    return [option["label"] for option in found["options"]]


async def leaf_through(s: Sandbox, name: str, message) -> list[str]:
    """Every page from the first to the last, by the arrow."""
    found = [text(message)]
    while not is_dead(message, AFTER):
        message = await s.click(name, message, AFTER)
        found.append(text(message))
    return found


# --- books


@asynchronous
@pytest.mark.parametrize("command", ["/help", "/rules"])
async def test_a_book_is_leafed_through_in_one_private_message(s, command):
    message = await s.slash("red", command)
    assert is_ephemeral(message)
    assert is_dead(message, BEFORE)
    pages = await leaf_through(s, "red", message)
    assert len(set(pages)) == len(pages) == len(titles(message)) > 4
    assert all(len(page) <= MAX_TEXT for page in pages)
    assert len(s.messages("red")) == 1
    assert not s.messages("blue")


@asynchronous
async def test_a_page_is_chosen_by_its_title(s):
    message = await s.slash("red", "/rules")
    title = titles(message)[3]
    turned = await s.choose("red", message, PAGES, title)
    assert title.partition(". ")[2] in text(turned)
    assert "Page 4 of" in text(turned)
    back = await s.click("red", turned, BEFORE)
    assert "Page 3 of" in text(back)


@asynchronous
@pytest.mark.parametrize("command", ["/help", "/rules"])
async def test_pages_turn_after_a_restart(s, command):
    message = await s.slash("red", command)
    await s.restart_bot()
    message = await s.click("red", message, AFTER)
    assert "Page 2 of" in text(message)
    message = await s.choose("red", message, PAGES, titles(message)[-1])
    assert is_dead(message, AFTER)


@asynchronous
async def test_the_board_explains_the_game_to_whoever_asks(s):
    party = Party(s, "red", "blue")
    await party.begin()
    board = await s.click("yellow", party.board, Label.HELP)
    assert is_ephemeral(board)
    turned = await s.click("yellow", board, AFTER)
    assert turned["id"] == board["id"]
    assert "Page 2 of" in text(turned)


@asynchronous
async def test_pages_that_were_never_made_do_no_harm(s):
    message = await s.slash("red", "/rules")
    for custom_id, values in (
        (page_id("nothing", 0), ()),
        (page_id("help", 999), ()),
        (page_id("help"), ("²",)),
        (page_id("help"), ("9" * 90,)),
    ):
        assert text(await forge(s, "red", message, custom_id, *values, kind=3 if values else 2))


@for_every_game
def test_every_page_of_the_rules_fits_into_a_message(game):
    pages = game.words.rules()
    assert 1 < len(pages) <= 25, "rules are at least two pages"
    for number, (title, said) in enumerate(pages.items()):
        screen = rules_screen(game, number)
        shown = [item.content for item in screen.items if hasattr(item, "content")]
        assert len(title) <= 90
        assert said and sum(map(len, shown)) <= MAX_TEXT


@for_every_game
def test_ids_of_pages_are_short_and_read_back(game):
    for page in (0, 24, None):
        custom_id = page_id(game.id, page)
        assert len(custom_id) <= LONGEST
        assert read(custom_id).text == game.id
        assert read(custom_id).page == (page or 0)


# --- help


@asynchronous
async def test_help_names_every_command_in_a_line(s):
    said = help_pages(s.bot)["Commands"].splitlines()
    known = s.server.people.commands()
    assert len(known) >= 10
    for name, description in [pair for command in known for pair in named(command)]:
        lines = [line for line in said if re.match(rf"- `/{name}[ `]", line)]
        assert len(lines) == 1
        assert lines[0].endswith(description)


def named(command, before=""):
    """The name and description of a command, or those of its parts."""
    name = f"{before}{command['name']}"
    parts = [each for each in command.get("options") or [] if each["type"] == SUBCOMMAND]
    if not parts:
        return [(name, command["description"])]
    return [pair for part in parts for pair in named(part, f"{name} ")]


@asynchronous
async def test_help_says_who_made_the_games_and_that_this_is_not_theirs(s):
    first = await s.slash("red", "/help")
    assert all(game.title in text(first) for game in GAMES.values())
    said = text(await s.choose("red", first, PAGES, titles(first)[-1]))
    assert "unofficial fan project" in said
    for game in GAMES.values():
        assert game.title in said
        assert game.credits in said
    assert "SIL Open Font License" in said and "MIT" in said


@asynchronous
async def test_no_place_in_the_help_was_forgotten(s):
    assert not any("{" in page or "}" in page for page in help_pages(s.bot).values())


@asynchronous
async def test_commands_that_the_help_and_the_rules_speak_of_exist(s):
    known = {command["name"] for command in s.server.people.commands()}
    uow = [help_pages(s.bot), *(game.words.rules() for game in GAMES.values())]
    said = " ".join(page for book in uow for page in book.values())
    spoken = {word[1:] for word in said.replace("`", " ").split() if word.startswith("/")}
    assert spoken and spoken <= known


# --- cards


@for_every_game
def test_every_card_has_a_name_a_picture_and_words(game):
    assert set(game.words.cards()) == set(PAINTERS[game.id].cards)
    for card, name in game.words.cards().items():
        said = game.words.card(card)
        assert name in said
        assert 20 < len(said) <= 1024
        assert PAINTERS[game.id].card(card).alt
        full = next(full for full, known in all_cards().items() if known == (game, card))
        assert card_named(full.upper()) == (game, card)
        assert full in (name, f"{name} · {game.title}")


def test_a_name_that_several_games_have_asks_which_one_is_meant():
    with pytest.raises(
        Refused, match="Incinerator · Fantastic Factories or Incinerator · Factory 42"
    ):
        card_named("incinerator")


def test_every_card_of_every_game_can_be_named_apart():
    assert len(all_cards()) == sum(len(game.words.cards()) for game in GAMES.values())
    assert all(len(name) <= 100 for name in all_cards())


@asynchronous
async def test_a_card_is_shown_with_its_picture_and_in_words(s):
    for name, (game, card) in list(all_cards().items())[::7]:
        message = await s.slash("red", "/card", name=name)
        assert is_ephemeral(message)
        assert len(pictures(message)) == 1
        assert game.words.card(card) in text(message)
        (gallery,) = [part for part in parts(message) if part["type"] == 12]
        assert name in gallery["items"][0]["description"]


@asynchronous
async def test_names_are_completed_from_anywhere_in_them(s):
    name = next(name for name in all_cards() if " " in name)
    end = name.split()[-1].upper()
    found = await s.complete("red", "/card", "name", end)
    assert name in [choice["name"] for choice in found]
    assert all(end.lower() in choice["name"].lower() for choice in found)
    everything = await s.complete("red", "/card", "name", "")
    assert len(everything) == min(25, len(all_cards()))
    assert await s.complete("red", "/card", "name", "no card is called this") == []


def test_names_that_begin_with_what_was_typed_come_first():
    first = [name.casefold().startswith("ma") for name in matching("ma")]
    assert first == sorted(first, reverse=True)
    assert True in first


@asynchronous
async def test_an_unknown_card_gets_a_sentence_with_the_nearest_name(s):
    name = next(iter(all_cards()))
    misspelled = name.lower()[:-2] + "x" + name.lower()[-1:]
    message = await s.slash("red", "/card", name=misspelled)
    assert f"Did you mean “{name}”?" in text(message)
    rude = await s.slash("red", "/card", name="@everyone **" + "x" * 5000)
    assert "I don't know a card called" in text(rude)
    assert "@everyone" not in text(rude)
    assert len(text(rude)) < 200


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("**x** <@1>", r"I don't know a card called “\*\*x\*\* \<@1>”."),
        ("\u3164", "Type the name of a card."),
        ("Z" + "\u0302" * 9, "I don't know a card called “Ẑ\u0302”."),
    ],
)
@asynchronous
async def test_what_was_typed_is_said_back_as_it_was(s, typed, said):
    assert text(await s.slash("red", "/card", name=typed)) == said


@asynchronous
async def test_a_part_of_a_name_is_enough_if_only_one_card_has_it(s):
    name = next(name for name in all_cards() if len(matching(name[1:-1])) == 1)
    assert name in json.dumps(await s.slash("red", "/card", name=name[1:-1]))


def test_an_empty_name_is_no_card():
    with pytest.raises(Refused):
        card_named("   ")


# --- hints


@asynchronous
async def test_in_their_first_game_each_player_is_told_what_the_step_is_about(s):
    party = Party(s, "red", "blue")
    await party.begin()
    first = await party.acting()
    (second,) = set(party.names) - {first}
    assert "💡 **Take** a blueprint" in text(party.panel(first))
    assert "💡 The others are choosing" in text(party.panel(second))
    while (await party.seen()).view.phase == "market":
        await party.act(await party.acting())
    worker = await party.acting()
    assert "💡 Your dice are your workers" in text(party.panel(worker))
    assert all("💡" not in text(message) for message in party.public)


@asynchronous
async def test_hints_are_one_persons_and_go_by_one_press(s):
    party = Party(s, "red", "blue")
    await party.begin()
    panel = await s.click("red", party.panel("red"), "Hints off")
    assert "Hints off" not in labels(panel) and "/settings" in text(panel)
    await s.until(lambda: "💡" in text(party.panel("blue")))
    frenzy = Party(s, "red", "blue", game="factory_frenzy", channel="table-2")
    await frenzy.begin()
    assert "Hints off" in labels(await s.click("red", frenzy.board, Label.MY_HAND)), "another game"
    settings = await s.slash("red", "/settings")
    assert "You turned them off for Fantastic Factories" in text(settings)
    for choice, has_hints in (("Never", False), ("In my first game of each kind", True)):
        settings = await s.choose("red", settings, "Hints", choice)
        assert "You turned them off" not in text(settings)
        panel = await s.click("red", party.board, Label.MY_HAND)
        assert ("Hints off" in labels(panel)) == has_hints


@asynchronous
async def test_who_has_finished_a_game_of_this_kind_gets_no_hints_at_the_next(s):
    party = Party(s, "red", "blue")
    await party.begin()
    user = int(s.user("red"))
    kept = SeatResult(0, user, None, (await party.table()).game.id, 2, "", 9, 1, True, False, {})
    await party.host.do(lambda uow: uow.store.insert_result(1, kept))
    panel = await s.click("red", party.board, Label.MY_HAND)
    assert "💡" not in text(panel)
    panel = await s.click("blue", party.board, Label.MY_HAND)
    assert "💡" in text(panel)


def test_the_last_page_of_help_and_the_command_line_tell_the_version(capsys):
    client = commands.AutoShardedBot("!", intents=discord.Intents.none())
    assert f"Factory Table {version()}" in [*help_pages(client).values()][-1]
    with pytest.raises(SystemExit) as ended:
        bot.main(["--version"])
    assert ended.value.code == 0 and capsys.readouterr().out == f"Factory Table {version()}\n"
    assert re.fullmatch(r"\d+\.\d+\.\d+", version())
