"""Lettering: the measured size is the drawn size, no letter is missing, no name does harm."""

import importlib.util
import json
import math
import unicodedata
from functools import cache

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops, features

from render import lettering
from render.lettering import CAP, FALLBACKS, FONTS, OWN, Face
from render.names import graphemes, initials
from render.widgets.badges import badge, spoken
from testing.every import with_every
from testing.layout_rules import box_of, lies_in

SIZES = (30, 40, 52)
FILES = sorted(path.name for path in FONTS.glob("*.[to]tf"))
LATIN_1 = [chr(code) for code in range(0x21, 0x100) if chr(code).isalnum()]
NAMES = {
    "Cyrillic": "Дмитрий Жуков",
    "Greek": "Ωμέγα Ψηφίο",
    "Polish": "Łukasz Żądło",
    "Vietnamese": "Nguyễn Thị Hồng",
    "Japanese": "田中さくら",
    "Chinese": "王小明 張學友",
    "Korean": "김철수 ㅋㅋ",
    "Hebrew": "דוד כהן",
    "Thai": "สมชาย น้ำผึ้ง",
    "Armenian": "Հայկ",
    "Georgian": "გიორგი",
    "Ethiopic": "አበበ",
    "emoji": "🏭🤖🔥👑",
    "ornaments": "꧁༺Name༻꧂ ★ ♥ ツ",
    "accents": "Åäö ẞÿ ØÆ",
    "wide": "W" * 32,
    "full-width": "鬱" * 32,
}
SHAPED_NAMES = {
    "Arabic": "محمد علي",
    "Hindi": "प्रिया शर्मा",
    "Bengali": "আনন্দ রায়",
    "Tamil": "தமிழ் செல்வி",
    "Telugu": "తెలుగు",
    "Burmese": "မြန်မာ",
    "Khmer": "ខ្មែរ",
    "loose mark": "x̂",
}
MARKS = "".join(map(chr, range(0x300, 0x333)))
ALL_NAMES = NAMES | SHAPED_NAMES

needs_shaper = pytest.mark.skipif(not lettering.CAN_SHAPE, reason="no shaper on this machine")
drawn_by_us = sorted(set().union(*(lettering._covered(font.file) for font in FALLBACKS)))
foreign = st.text(st.characters(exclude_categories=()) | st.sampled_from(drawn_by_us), max_size=40)
names = foreign.map(lambda raw: lettering.name(raw, "Player 3"))
faces = st.sampled_from(Face)


@cache
def cmap(file):
    with TTFont(FONTS / file, lazy=True) as font:
        return set(map(chr, font.getBestCmap()))


@with_every("face", Face)
@with_every("size", SIZES)
def test_what_is_measured_is_what_is_drawn(face, size):
    for text in ["Foundry", "AVATAR", "jÅ", *ALL_NAMES.values()]:
        image, left, top = lettering.mask(text, face, size)
        found = image.getbbox()
        assert lettering.ink(text, face, size) == (
            left + found[0],
            top + found[1],
            left + found[2],
            top + found[3],
        )
        assert left >= -size / 4
        assert left + image.width <= lettering.width(text, face, size) + size / 4


@pytest.mark.parametrize("text", ["", " ", "\u200b", "\ue000"])
def test_nothing_to_see_has_no_ink(text):
    assert lettering.ink(text, Face.BOLD, 40) == (0, 0, 0, 0)
    assert lettering.mask(text, Face.BOLD, 40)[0].getbbox() is None


@with_every("face", Face)
@with_every("text", ["H", "Н", "Η", "Ŕ"])
def test_capitals_of_every_alphabet_stand_equally_high(face, text):
    base = unicodedata.normalize("NFD", text)[0]
    _, top, _, bottom = lettering.ink(base, face, 100)
    assert abs(top + 100 * CAP) <= 2
    assert abs(bottom) <= 1


@pytest.mark.parametrize("face", Face)
def test_our_own_faces_draw_all_of_latin_1(face):
    for letter in LATIN_1:
        (run,) = lettering._runs(letter, face)
        assert run.font == OWN[face], letter


def test_a_kerned_pair_stands_closer():
    for face in Face:
        apart = lettering.width("A", face, 52) + lettering.width("V", face, 52)
        assert apart - 6 < lettering.width("AV", face, 52) < apart - 1


def test_odd_blanks_are_spaces():
    for blank in ("\u00a0", "\u2009", "\u3000", "\n", "\t"):
        assert lettering.width(f"a{blank}b", Face.BOLD, 40) == lettering.width("a b", Face.BOLD, 40)


@with_every("text", ALL_NAMES.values())
def test_the_same_text_gives_the_same_picture(text):
    first = lettering.mask(text, Face.TITLE, 52)
    lettering._inked.cache_clear()
    lettering._laid.cache_clear()
    again = lettering.mask(text, Face.TITLE, 52)
    assert first[1:] == again[1:]
    assert first[0].tobytes() == again[0].tobytes()


@given(foreign, faces)
def test_a_missing_character_never_reaches_a_font(text, face):
    for run in lettering._runs(text, face):
        assert set("".join(run.parts)) <= cmap(run.font.file)


@needs_shaper
def test_a_tower_of_marks_is_cut_off():
    assert -115 <= lettering.ink("Z" + "\u0300" * 12, Face.TITLE, 100)[1] <= -105
    assert 35 <= lettering.ink("Z" + "\u0323" * 12, Face.TITLE, 100)[3] <= 45


@needs_shaper
@pytest.mark.parametrize("mark", ["\u0302", "\u0323"])
def test_a_loose_mark_sits_in_the_middle_of_its_letter(mark):
    left, _, right, _ = lettering.ink(f"x{mark}", Face.TITLE, 52)
    assert abs((left + right) - lettering.width(f"x{mark}", Face.TITLE, 52)) <= 3


@given(foreign | names, faces, st.sampled_from(SIZES))
def test_no_ink_reaches_into_neighbors(text, face, size):
    _, top, _, bottom = lettering.ink(text, face, size)
    assert -1.15 * size <= top <= bottom <= 0.45 * size


# Names


@with_every("raw", NAMES.values())
def test_a_name_in_any_script_is_drawn_as_it_is(raw):
    assert lettering.name(raw, "Player 3") == raw


@needs_shaper
@pytest.mark.parametrize("raw", SHAPED_NAMES.values(), ids=SHAPED_NAMES)
def test_a_name_in_a_joining_script_is_drawn_as_it_is(raw):
    assert lettering.name(raw, "Player 3") == unicodedata.normalize("NFC", raw)


@with_every(
    ("raw", "shown"),
    [
        ("👨\u200d👩\u200d👧", "👨👩👧"),
        ("👍🏽", "👍"),
        ("❤\ufe0f", "❤"),
        ("1\ufe0f\u20e3", "1"),
        ("🇩🇪 Max", "DE Max"),
        ("🏴\U000e0067\U000e0062\U000e007f", "🏴"),
        ("𝕭𝖔𝖑𝖉 ｗｉｄｅ ⓐⓑ", "Bold wide ab"),
        ("🅰🅱", "AB"),
        ("¯\\_(ツ)_/¯", "¯\\_(ツ)_/¯"),
        ("ｶﾞ", "ガ"),
        ("e\u0301", "é"),
        ("e\u200b\ufe0f\u0301", "é"),
        ("\u202egnp.exe", "gnp.exe"),
        ("a\u2066b\u2069c\u200fd", "abcd"),
        ("a\u200bb\u2060c\ufeffd\u00ade", "abcde"),
        ("a\x00b\x1b[31mc", "ab[31mc"),
        ("\ud800x", "x"),
        ("\u0378x\U000dffff", "x"),
        ("\ue000x\U000f0000", "x"),
        ("\u0301x", "x"),
        ("  a \t\n\u3000 b  ", "a b"),
        ("<@123>", "<@123>"),
        ("**x** `y` ||z||", "**x** `y` ||z||"),
        ("@everyone", "@everyone"),
    ],
)
def test_a_name_is_told_in_plain_characters(raw, shown):
    assert lettering.name(raw, "Player 3") == shown


@with_every(
    "raw",
    ["", "   ", "\u200b\u200d\ufe0f", "\u3164", "\u2800\u2800", "\u115f\u1160", "\ufdfd", "\u0301"],
)
def test_a_name_of_which_nothing_can_be_seen_gives_way(raw):
    assert lettering.name(raw, "Player 3") == "Player 3"


@pytest.mark.parametrize("pile", ["Z" + MARKS, "ก" + "\u0e49" * 9, "अ" + "\u0902" * 9])
def test_piled_up_marks_are_cleared(pile):
    shown = lettering.name(pile * 3, "Player 3")
    assert [grapheme[0] for grapheme in graphemes(shown)] == [pile[0]] * 3
    assert all(len(grapheme) <= 3 for grapheme in graphemes(shown))


def test_a_very_long_name_is_cut():
    assert lettering.name("x" * 100_000, "Player 3") == "x" * 80
    assert lettering.name("👑 " * 200, "Player 3") == " ".join("👑" * 40)


@given(foreign)
def test_a_name_can_always_be_seen_and_hides_nothing(raw):
    shown = lettering.name(raw, "Player 3")
    assert shown == " ".join(shown.split(" "))
    assert shown.strip() == shown
    assert {unicodedata.category(each) for each in shown}.isdisjoint(("Cc", "Cf", "Co", "Cs", "Me"))
    assert all(lettering._font_of(part, face) for part in graphemes(shown) for face in Face)
    left, top, right, bottom = lettering.ink(shown, Face.TITLE, 52)
    assert left < right and top < bottom


# Directions


def texts(text, face=Face.TITLE):
    return [
        "".join(run.parts).strip() for run in lettering._runs(text, face) if run.parts != (" ",)
    ]


@pytest.mark.parametrize(
    "text, from_the_left",
    [
        ("דוד", ["דוד"]),
        ("דוד כהן", ["כהן", "דוד"]),
        ("Ada דוד כהן", ["Ada", "כהן", "דוד"]),
        ("דוד Ada", ["Ada", "דוד"]),
        ("דוד Ada Жук", ["Ada", "Жук", "דוד"]),
        ("דוד 12 כהן", ["כהן", "12", "דוד"]),
        ("Ada 12 דוד", ["Ada 12", "דוד"]),
    ],
)
def test_scripts_of_both_directions_stand_in_the_order_they_are_read(text, from_the_left):
    assert texts(text) == from_the_left


def test_brackets_turn_with_their_text():
    assert [lettering._reading_order(run) for run in lettering._runs("אב (ג)", Face.BOLD)] == [
        "(",
        lettering._reading_order(lettering._runs("ג", Face.BOLD)[0]),
        ") ",
        lettering._reading_order(lettering._runs("אב", Face.BOLD)[0]),
    ]


def same(first, second):
    return ImageChops.difference(first, second).getbbox() is None


def test_hebrew_starts_at_the_right():
    both, _, _ = lettering.mask("אל", Face.TITLE, 52)
    last, _, _ = lettering.mask("ל", Face.TITLE, 52)
    first, _, _ = lettering.mask("א", Face.TITLE, 52)
    assert same(both.crop((0, 0, last.width, last.height)), last)
    assert same(
        both.crop((both.width - first.width, both.height - first.height, *both.size)), first
    )


# Machines without a shaper


@pytest.fixture
def unshaped(monkeypatch):
    monkeypatch.setattr(features, "check", lambda feature: False)
    spec = importlib.util.spec_from_file_location("unshaped_lettering", lettering.__file__)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("raw", ["محمد", "प्रिया", "ދިވެހި"])
def test_without_a_shaper_joining_scripts_give_way(unshaped, raw):
    assert unshaped.name(raw, "Player 3") == "Player 3"


@with_every("raw", NAMES.values())
def test_without_a_shaper_the_other_scripts_are_drawn(unshaped, raw):
    assert unshaped.name(raw, "Player 3") == raw
    assert unshaped.mask(raw, unshaped.Face.TITLE, 52)[0].getbbox()


def test_without_a_shaper_hebrew_is_turned_by_hand(unshaped):
    by_hand = unshaped.mask("דוד כהן", unshaped.Face.TITLE, 52)[0]
    assert by_hand.size == pytest.approx(lettering.mask("דוד כהן", Face.TITLE, 52)[0].size, abs=2)
    assert [unshaped._reading_order(run) for run in unshaped._runs("דוד", unshaped.Face.BOLD)] == [
        "דוד"[::-1]
    ]


@pytest.mark.parametrize("key", ["Cyrillic", "Polish", "Japanese", "Korean", "emoji", "accents"])
def test_what_needs_no_shaper_looks_the_same_without(unshaped, key):
    without = unshaped.mask(NAMES[key], unshaped.Face.BOLD, 40)
    assert same(without[0], lettering.mask(NAMES[key], Face.BOLD, 40)[0])


# Room


@given(names, faces, st.sampled_from(SIZES), st.floats(0, 700))
def test_a_shortened_text_is_never_wider_than_its_room(text, face, size, room):
    shown = lettering.shortened(text, face, size, room)
    assert lettering.width(shown, face, size) <= room
    if shown not in ("", text):
        parts = list(graphemes(text))
        cuts = {"".join(parts[:count]).rstrip() + "…" for count in range(len(parts))}
        assert shown in cuts


@given(st.text("ABCDEFghijklW.", min_size=1, max_size=40), faces, st.floats(60, 400))
def test_a_shortened_text_uses_its_room(text, face, room):
    shown = lettering.shortened(text, face, 40, room)
    if shown == text:
        return
    kept = len(shown) - 1
    longer = [text[:count] + "…" for count in range(kept + 1, len(text))]
    assert all(lettering.width(each, face, 40) > room for each in longer)


def test_a_text_that_fits_is_left_alone():
    assert lettering.shortened("Foundry", Face.BOLD, 40, 500) == "Foundry"
    assert lettering.shortened("Foundry", Face.BOLD, 40, 5) == ""


@with_every("face", Face)
@with_every("room", [150, 254, 400])
def test_a_fitted_size_is_the_largest_that_fits(face, room):
    size = lettering.fitted("FULFILLMENT", face, 60, 20, room)
    assert lettering.width("FULFILLMENT", face, size) <= room
    assert size == 60 or lettering.width("FULFILLMENT", face, size + 1) > room


def test_a_text_too_wide_for_the_smallest_size_fits_none():
    assert lettering.fitted("FULFILLMENT CENTER", Face.BOLD, 40, 30, 100) is None


@given(names, faces, st.floats(40, 500), st.integers(1, 6))
def test_lines_keep_every_character_and_their_room(text, face, room, most):
    found = lettering.lines(text, face, 32, room, most)
    if found is None:
        return
    assert len(found) <= most
    assert "".join(found).replace(" ", "") == text.replace(" ", "")
    assert all(line.strip() == line for line in found)
    assert all(lettering.width(line, face, 32) <= room for line in found)


@pytest.mark.parametrize(
    "text, most, found",
    [
        ("an extra die, your pick", 2, ("an extra die, your", "pick")),
        ("an extra die, your pick", 1, None),
        ("pair", 1, ("pair",)),
        ("", 1, ()),
    ],
)
def test_lines_break_at_spaces(text, most, found):
    assert lettering.lines(text, Face.LABEL, 32, 230, most) == found


def test_lines_break_anywhere_where_there_are_no_spaces():
    found = lettering.lines("田中さくら" * 4, Face.LABEL, 32, 254, 5)
    assert len({len(line) for line in found[:-1]}) == 1
    assert len(lettering.lines("W" * 40, Face.LABEL, 32, 254, 5)) > 1


# Files


@with_every("file", FILES)
def test_the_list_of_coverage_agrees_with_the_font(file):
    assert lettering._covered(file) == cmap(file)


def test_every_font_is_used_listed_and_credited():
    credits = (FONTS.parent / "CREDITS.md").read_text(encoding="utf-8")
    used = {font.file for font in OWN.values()} | set(lettering._table_in("coverage.json"))
    assert used == set(FILES)
    assert {font.file for font in FALLBACKS} <= set(FILES)
    assert not [file for file in FILES if f"`{file}`" not in credits]
    for license in FONTS.glob("OFL-*.txt"):
        assert "SIL OPEN FONT LICENSE" in license.read_text(encoding="utf-8")
        assert f"`{license.name}`" in credits


@with_every("file", FILES)
def test_no_font_we_changed_keeps_a_reserved_name(file):
    with TTFont(FONTS / file, lazy=True) as font:
        told = [str(each) for each in font["name"].names if each.nameID != 0]
    assert told
    assert not [each for each in told if "Lilita" in each]


def test_the_fonts_stay_small():
    assert sum(path.stat().st_size for path in FONTS.iterdir()) < 9 * 1024 * 1024


def test_kerning_is_written_for_characters_of_its_font():
    table = json.loads((FONTS / "kerning.json").read_text(encoding="utf-8"))
    assert set(table) == {font.file for font in OWN.values()}
    for file, pairs in table.items():
        assert set("".join(pairs)) <= cmap(file)
        assert all(len(pair) == 2 and 0 < math.fabs(move) < 200 for pair, move in pairs.items())


# Names that differ only in what no font of ours has


def test_names_that_would_be_drawn_alike_are_numbered():
    names = ("Ada", "Ada\U00013000", "Ada\U00013001", "\u3164", "Ada 2")
    assert spoken(names) == ("Ada", "Ada 2", "Ada 3", "Player 4", "Ada 2 2")


# What stands on badges


@given(st.lists(names, min_size=1, max_size=5))
def test_no_two_badges_of_a_table_have_the_same_letters_whatever_people_are_called(raw):
    letters = initials(spoken(tuple(raw)))
    assert len({*letters}) == len(raw)


def test_a_badge_has_the_first_letter_or_two_where_they_are_alike_or_a_number():
    assert initials(("Red", "Blue", "ada")) == ("R", "B", "A")
    assert initials(("Ada", "Adam", "Autopilot", "Ben")) == ("A1", "A2", "Au", "B")
    assert initials(("Autopilot", "Autopilot 2", "A1")) == ("A2", "A3", "A1")


@given(names, st.sampled_from((35, 37, 48, 80)), st.integers(0, 4))
def test_letters_stay_in_their_badge(name, size, seat):
    (letter,) = initials((name,))
    for shown in (letter, f"{letter}2", f"{letter}w"):
        for mark in badge(seat, size, shown).marks:
            assert lies_in(box_of(mark), (0, 0, size, size))
