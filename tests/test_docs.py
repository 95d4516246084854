"""What our documents link to or name by its path is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    path
    for folder in (".", "docs", "docs/rulings", "deploy", "data/assets")
    for path in (ROOT / folder).glob("*.md")
)
LINK = re.compile(r"\]\(([^)\s]+)\)")


NAMED = re.compile(r"`((?:[\w-]+/)+(?:[\w-]+\.\w+)?)`")  # a path below the top folder
EXAMPLES = {"data/assets/svg/fantastic_factories/scenes/tea_room.svg"}


def anchors(file):
    """The headings of a file, as GitHub names them in links."""
    headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def is_broken(document, link):
    path, _, anchor = link.partition("#")
    target = document.parent / path if path else document
    return not target.exists() or (anchor and anchor not in anchors(target))


def test_every_link_leads_somewhere():
    links = [
        (document, link)
        for document in DOCUMENTS
        for link in LINK.findall(document.read_text(encoding="utf-8"))
        if "://" not in link
    ]
    assert len(links) > 40
    assert not [(str(document), link) for document, link in links if is_broken(document, link)]


def test_every_path_that_is_named_is_there():
    named = {
        (document.name, path)
        for document in DOCUMENTS
        for path in NAMED.findall(document.read_text(encoding="utf-8"))
        if path not in EXAMPLES and (ROOT / path.partition("/")[0]).is_dir()
    }
    assert len(named) > 40
    assert not [name for name in named if not (ROOT / name[1]).exists()]
