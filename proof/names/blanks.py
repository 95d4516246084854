"""Characters that nobody sees, written down from Unicode's own lists; no code of ours decides."""

import unicodedata

# DerivedCoreProperties.txt, Default_Ignorable_Code_Point
IGNORABLE = (
    *((0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5)),
    *((0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8)),
    *((0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
# Control, lines and paragraphs, half, private and no characters, and drawn without ink
OTHERS = (
    *((0x0000, 0x001F), (0x007F, 0x009F), (0x2028, 0x2029), (0x2800, 0x2800), (0xD800, 0xF8FF)),
    *((0xFDD0, 0xFDEF), (0xFFF9, 0xFFFC), (0xFFFE, 0xFFFF), (0x1D159, 0x1D159)),
    *((0x1FFFE, 0x1FFFF), (0xF0000, 0x10FFFF)),
)
UNSEEN = frozenset(
    chr(code) for first, last in (*IGNORABLE, *OTHERS) for code in range(first, last + 1)
)
EMOJI_STYLE = "\ufe0f"


def unseen(text: str, allowed: str = "") -> list[str]:
    """Those in a text; a symbol may be followed by what makes it an emoji."""
    return [
        f"U+{ord(each):04X}"
        for before, each in zip(f" {text}", text, strict=False)
        if each in UNSEEN and each not in allowed and not _is_style(before, each)
    ]


def _is_style(before: str, each: str) -> bool:
    return each == EMOJI_STYLE and unicodedata.category(before) in ("So", "Sm")
