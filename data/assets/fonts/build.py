"""Builds the fonts of this folder, their coverage and kerning from a folder of originals."""

import argparse
import json
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont, newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.tables.ttProgram import Program

HERE = Path(__file__).parent
LEAST_KERN = 15  # thousandths of an em: less cannot be seen at the sizes we draw
NEVER_DRAWN = {0x25CC, 0x2800, 0x3164, 0xFFA0, *range(0xFE00, 0xFE10), *range(0x1F3FB, 0x1F400)}
NEVER_DRAWN_KINDS = ("Cc", "Cf", "Co", "Cs", "Me", "Zl", "Zp", "Zs")


class Own(NamedTuple):
    """One of our faces: put together from the parts a family is served in."""

    file: str
    parts: tuple[str, ...]
    family: str = ""  # a new name, where the old one is reserved


class Fallback(NamedTuple):
    """A font for what our faces lack: the named blocks of one original."""

    file: str
    blocks: str
    keeps_layout: bool = False
    original: str = ""  # where it is not called like ours


def barlow(weight: int) -> tuple[str, ...]:
    parts = ("latin", "latin-ext", "vietnamese")
    return tuple(f"barlow-condensed-{part}-{weight}-normal.woff2" for part in parts)


OWN = (
    Own(
        "FactoryTitle.ttf",
        ("lilita-one-latin-400-normal.woff2", "lilita-one-latin-ext-400-normal.woff2"),
        "Factory Title",
    ),
    Own("BarlowCondensed-ExtraBold.ttf", barlow(800)),
    Own("BarlowCondensed-Bold.ttf", barlow(700)),
)

LETTERS = (
    "20-52f 1c80-1c88 1d00-1dbf 1dc0-1dff 1e00-1fff 2010-27ff 2c60-2c7f 2de0-2e7f a640-a69f"
    " a700-a7ff ab30-ab6f"
)
TEXT_SIGNS = "2190-23ff 2460-27bf 2b00-2bff 1f100-1f1ff 1f700-1f77f"
SHAPES = "2190-28ff 2900-297f 2b00-2bff 2e00-2e7f 4dc0-4dff 1f030-1f0ff 1f650-1f67f 1fa00-1fa6f"
MATHS = "2190-23ff 25a0-25ff 27c0-2bff"


def condensed(script: str, blocks: str, weight: str = "ExtraBold") -> Fallback:
    file = f"NotoSans{script}-Condensed{weight}.ttf"
    return Fallback(file, blocks, keeps_layout=True)


FALLBACKS = (
    Fallback("NotoSans-CondensedBlack.ttf", LETTERS, keeps_layout=True),
    Fallback(
        "NotoSansArmenian-CondensedBlack.ttf",
        "530-58f fb13-fb17",
    ),
    Fallback(
        "NotoSansGeorgian-CondensedBlack.ttf",
        "10a0-10ff 1c90-1cbf 2d00-2d2f",
    ),
    Fallback(
        "NotoSansEthiopic-CondensedBlack.ttf",
        "1200-139f",
    ),
    Fallback("NotoSansCherokee-Bold.ttf", "13a0-13ff ab70-abbf"),
    Fallback(
        "NotoSansCanadianAboriginal-Bold.ttf",
        "1400-167f 18b0-18ff",
    ),
    Fallback("NotoSansLisu-Bold.ttf", "a4d0-a4ff"),
    Fallback("NotoSansTifinagh-Regular.ttf", "2d30-2d7f"),
    Fallback("NotoSansRunic-Regular.ttf", "16a0-16ff"),
    Fallback("NotoSansJavanese-Bold.ttf", "a9c1-a9c2"),
    Fallback("NotoSerifTibetan-Bold.ttf", "f01-f17 f3a-f3d fbe-fda"),
    condensed("Hebrew", "591-5f4", "Black"),
    condensed("Arabic", "606-60f 61b-6d5 6ee-6ff 750-77f 8a0-8b4"),
    Fallback("NotoSansThaana-Bold.ttf", "780-7bf", True),
    condensed("Thai", "e00-e7f", "Black"),
    condensed("Lao", "e80-eff", "Black"),
    condensed("Devanagari", "900-97f"),
    Fallback("NotoSansBengali-Bold.ttf", "980-9ff", True),
    condensed("Gurmukhi", "a00-a7f"),
    condensed("Gujarati", "a80-aff", "Black"),
    condensed("Oriya", "b00-b7f", "Black"),
    condensed("Tamil", "b80-bff", "Black"),
    condensed("Telugu", "c00-c7f", "Black"),
    condensed("Kannada", "c80-cff", "Black"),
    condensed("Malayalam", "d00-d7f", "Black"),
    condensed("Sinhala", "d80-dff", "Black"),
    condensed("Myanmar", "1000-109f", "Black"),
    condensed("Khmer", "1780-17ff", "Black"),
    Fallback("NotoSansMono-CondensedBlack.ttf", "2190-22ff 2500-25ff"),
    Fallback("NotoSansSymbols-Bold.ttf", TEXT_SIGNS),
    Fallback("NotoSansSymbols2-Regular.ttf", SHAPES),
    Fallback(
        "NotoEmoji-Bold.ttf",
        "203c-3300 1f000-1faff",
        original="noto-emoji-emoji-700-normal.woff2",
    ),
    Fallback("NotoSansMath-Regular.ttf", MATHS),
)
CJK = ("NotoSansCJK-Bold.otf", "NotoSansCJK-Bold.ttc")
CJK_SIGNS = (
    "3001-3029 3030 3036-303f 3041-30ff 3105-312f 3131-318e 31f0-31ff 3200-33ff ff01-ffee fe30-fe4f"
)


def codes(blocks: str) -> set[int]:
    ends = (block.split("-") for block in blocks.split())
    return {code for end in ends for code in range(int(end[0], 16), int(end[-1], 16) + 1)}


def ranges(found: Iterable[int]) -> str:
    """The inverse of `codes`, as short as it can be."""
    spans: list[list[int]] = []
    for code in sorted(found):
        if spans and spans[-1][1] == code - 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    return " ".join(f"{a:x}" if a == b else f"{a:x}-{b:x}" for a, b in spans)


def subset(font: TTFont, wanted: set[int], keeps_layout: bool = False) -> TTFont:
    options = Options(hinting=False, notdef_outline=True, glyph_names=False, name_languages=[0x409])
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14]
    options.layout_features = ["*"] if keeps_layout else []
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "DSIG", "STAT", "MATH", "gasp", "kern"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted & set(font.getBestCmap()))
    subsetter.subset(font)
    return font


def without_hints(font: TTFont) -> TTFont:
    """Hints cost nine tenths of the time; an empty program keeps FreeType from inventing some."""
    for table in ("fpgm", "prep", "cvt ", "gasp"):
        if table in font:
            del font[table]
    for glyph in font.getGlyphOrder():
        font["glyf"][glyph].removeHinting()
    font["fpgm"] = newTable("fpgm")
    font["fpgm"].program = Program()
    font["fpgm"].program.fromBytecode(bytes([0xB0, 0, 0x21]))
    return font


def with_cmap(font: TTFont, cmap: dict[int, str]) -> TTFont:
    table = CmapSubtable.newSubtable(12 if max(cmap) > 0xFFFF else 4)
    table.platformID, table.platEncID, table.language = 3, 10 if max(cmap) > 0xFFFF else 1, 0
    table.cmap = cmap
    font["cmap"].tables = [table]
    return font


def joined(fonts: list[TTFont]) -> TTFont:
    """One font of several parts of the same original, whose glyph names agree."""
    first, *others = fonts
    cmap = dict(first.getBestCmap())
    for other in others:
        order = first.getGlyphOrder()
        new = [glyph for glyph in other.getGlyphOrder() if glyph not in set(order)]
        for glyph in new:
            first["glyf"].glyphs[glyph] = other["glyf"][glyph]
            first["hmtx"][glyph] = other["hmtx"][glyph]
        first.setGlyphOrder([*order, *new])
        first["glyf"].glyphOrder = first.getGlyphOrder()
        cmap = {**other.getBestCmap(), **cmap}
    return with_cmap(first, {code: glyph for code, glyph in cmap.items() if is_letter(code)})


def pair_tables(font: TTFont) -> Iterator[Any]:
    table = font["GPOS"].table
    records = [each for each in table.FeatureList.FeatureRecord if each.FeatureTag == "kern"]
    for index in sorted({index for each in records for index in each.Feature.LookupListIndex}):
        for found in table.LookupList.Lookup[index].SubTable:
            found = found.ExtSubTable if found.LookupType == 9 else found
            if found.LookupType == 2:
                yield found


def listed_pairs(table: Any) -> Iterator[tuple[str, str, Any]]:
    for left, pairs in zip(table.Coverage.glyphs, table.PairSet, strict=True):
        for record in pairs.PairValueRecord:
            yield left, record.SecondGlyph, record.Value1


def classed_pairs(table: Any, glyphs: list[str]) -> Iterator[tuple[str, str, Any]]:
    lefts, rights = table.ClassDef1.classDefs, table.ClassDef2.classDefs
    for left in table.Coverage.glyphs:
        row = table.Class1Record[lefts.get(left, 0)].Class2Record
        for right in glyphs:
            yield left, right, row[rights.get(right, 0)].Value1


def kerning(font: TTFont) -> dict[str, int]:
    """How much closer or wider pairs of plain letters stand; the first table that says so wins."""
    plain = {code for code in font.getBestCmap() if code in range(0x21, 0x7F) or code == 0x2019}
    glyphs = {glyph: chr(code) for code, glyph in font.getBestCmap().items() if code in plain}
    found: dict[str, int] = {}
    for table in pair_tables(font):
        pairs = listed_pairs(table) if table.Format == 1 else classed_pairs(table, list(glyphs))
        for left, right, value in pairs:
            if left in glyphs and right in glyphs:
                found.setdefault(glyphs[left] + glyphs[right], getattr(value, "XAdvance", 0) or 0)
    return {pair: found[pair] for pair in sorted(found) if abs(found[pair]) >= LEAST_KERN}


def renamed(font: TTFont, family: str) -> TTFont:
    for record in font["name"].names:
        if record.nameID in (1, 4, 16):
            record.string = family
        elif record.nameID in (3, 6):
            record.string = family.replace(" ", "")
    return font


def own(face: Own, originals: dict[str, Path]) -> tuple[TTFont, dict[str, int]]:
    fonts = [TTFont(originals[part]) for part in face.parts]
    pairs = kerning(fonts[0])
    font = joined(fonts)
    for table in ("GSUB", "GPOS", "GDEF", "STAT"):
        if table in font:
            del font[table]
    return without_hints(renamed(font, face.family) if face.family else font), pairs


def fallbacks(originals: dict[str, Path]) -> Iterator[tuple[str, TTFont]]:
    """What one font draws, the later ones leave out."""
    left = set(filter(is_drawn, range(0x110000)))
    for wanted in FALLBACKS:
        font = TTFont(originals[wanted.original or wanted.file])
        subset(font, codes(wanted.blocks) & left, wanted.keeps_layout)
        left -= set(font.getBestCmap())
        yield wanted.file, without_hints(font)


def encoded(codec: str, rows: Iterable[int], cells: Iterable[int]) -> set[int]:
    """The characters of a double-byte character set."""
    pairs = [bytes((row, cell)) for row in rows for cell in cells]
    found = (pair.decode(codec, "ignore") for pair in pairs)
    return {ord(character) for character in found if len(character) == 1}


def cjk(originals: dict[str, Path]) -> TTFont:
    """Japanese forms where Japan writes a character, else Taiwan's, else the mainland's."""
    high = range(0xA1, 0xFF)
    big5_cells = [*range(0x40, 0x7F), *high]
    regions = (
        ("JP", encoded("euc_jp", high, high) | codes(CJK_SIGNS)),
        ("KR", codes("ac00-d7a3")),
        ("TC", encoded("big5", range(0xA4, 0xFA), big5_cells)),
        ("SC", encoded("gb2312", range(0xB0, 0xF8), high)),
    )
    fonts = {each["name"].getDebugName(4): each for each in TTCollection(originals[CJK[1]])}
    cmap: dict[int, str] = {}
    for region, characters in regions:
        forms = fonts[f"Noto Sans CJK {region} Bold"].getBestCmap()
        asian = (code for code in characters if code >= 0x2E80 and code in forms and is_drawn(code))
        cmap = {**{code: forms[code] for code in asian}, **cmap}
    return subset(with_cmap(fonts["Noto Sans CJK JP Bold"], cmap), set(cmap))


def is_drawn(code: int) -> bool:
    """No blanks but the space, no joiners, no selectors."""
    kind = unicodedata.category(chr(code))
    return code == 0x20 or (code not in NEVER_DRAWN and kind not in NEVER_DRAWN_KINDS)


def is_letter(code: int) -> bool:
    """Our faces draw no loose marks: they have no anchors for them."""
    return is_drawn(code) and not unicodedata.combining(chr(code))


def written(value: object, file: str) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    (HERE / file).write_text(text + "\n", encoding="utf-8")


def build(originals: dict[str, Path]) -> None:
    fonts: dict[str, TTFont] = {}
    pairs: dict[str, dict[str, int]] = {}
    for face in OWN:
        fonts[face.file], pairs[face.file] = own(face, originals)
    fonts |= dict(fallbacks(originals))
    fonts[CJK[0]] = cjk(originals)
    for file, font in fonts.items():
        font.flavor = None
        font.recalcTimestamp = False
        font.save(HERE / file)
    written(
        {file: ranges(font.getBestCmap()) for file, font in fonts.items()},
        "coverage.json",
    )
    written(pairs, "kerning.json")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("originals", type=Path, help="a folder of what CREDITS.md lists")
    folder = parser.parse_args().originals
    build({path.name: path for path in folder.rglob("*") if path.is_file()})
