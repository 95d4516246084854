"""Every stored journal, and every table of a stored database, still means what it meant."""

import pytest

from testing import golden as goldens
from testing.golden import Line, golden, is_of_today, line_of, names, stored_journal
from testing.stored_cards import skip_if_changed

LINES = golden()
KEPT = sorted({name.partition(":")[0] for name in LINES})


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("restored")


@pytest.mark.parametrize("kept", KEPT)
def test_a_kept_journal_means_what_it_meant_when_it_was_played(folder, kept):
    for name in (each for each in LINES if each.partition(":")[0] == kept):
        journal = stored_journal(name, folder)
        skip_if_changed(journal.game)
        assert line_of(journal) == LINES[name], name


def test_every_kept_journal_of_todays_rules_has_its_line(folder):
    of_today = {name for name in names(folder) if is_of_today(stored_journal(name, folder))}
    new = sorted(of_today - LINES.keys())
    assert of_today == LINES.keys(), f"run `python -m testing.golden` to add {new}"


@pytest.mark.parametrize(
    ("before", "is_refused"),
    [(Line(1, "a"), False), (Line(1, "b"), True), (Line(0, "b"), False), (None, False)],
    ids=["the same", "changed", "changed with newer rules", "new"],
)
def test_a_line_changes_only_with_the_rules(before, is_refused, tmp_path, monkeypatch):
    file = tmp_path / "journals.txt"
    file.write_text(f"game/1 {before.rules} {before.digest}\n" if before else "", encoding="utf-8")
    monkeypatch.setattr(goldens, "FILE", file)
    monkeypatch.setattr(goldens, "of_today", lambda: {"game/1": Line(1, "a")})
    monkeypatch.setattr("sys.argv", ["golden"])
    if is_refused:
        with pytest.raises(SystemExit, match="raise `rules`"):
            goldens.main()
    else:
        goldens.main()
        assert golden(file) == {"game/1": Line(1, "a")}
