"""Every link in our documents leads to a file, and to a heading if it names one."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    path
    for folder in (".", "docs", "docs/rulings", "deploy", "data/assets")
    for path in (ROOT / folder).glob("*.md")
)
LINK = re.compile(r"\]\(([^)\s]+)\)")


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
