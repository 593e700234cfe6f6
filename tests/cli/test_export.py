import json

import pytest

from service.cli.phrases import stretch
from tests.support.exports import manifest_in


def test_an_export_tells_what_it_wrote_and_for_which_days(errata, tmp_path):
    result = errata("export", "--to", str(tmp_path / "out"), "--on", "2026-01-14")
    manifest = manifest_in(tmp_path / "out")
    assert result.exit_code == 0
    counts = manifest.counts
    assert counts["cards"] > counts["games"] > counts["entries"] == 1
    assert result.stdout.splitlines() == [
        f"exported {counts['cards']} cards of {counts['games']} games, 1 entry",
        *(
            f"  {game} on 2026-01-14, the same texts {stretch(days['from'], days['until'])}"
            for game, days in manifest.right_for.items()
        ),
        f"sequence 1 {manifest.sha256}",
        f"head 1 {manifest.head_hash}",
    ]


def test_an_export_of_the_same_is_unchanged(errata, tmp_path):
    out = str(tmp_path / "out")
    errata("export", "--to", out, "--on", "2026-01-14")
    lines = errata("export", "--to", out, "--on", "2026-01-15").stdout.splitlines()
    assert lines[0].startswith("unchanged: ")
    assert lines[-2].startswith("sequence 1 ")


def test_without_a_day_it_is_today_where_each_game_is_played(errata, tmp_path):
    result = errata("export", "--json", "--to", str(tmp_path / "out"), ERRATA_NOW="2026-01-14T01:00:00Z")
    manifest = manifest_in(tmp_path / "out")
    told = json.loads(result.stdout)
    days = told.pop("on")
    assert (days["mtg"], days["riftbound"]) == ("2026-01-13", "2026-01-14")
    assert told == {
        "state": "exported",
        "to": str(tmp_path / "out"),
        "right_for": manifest.right_for,
        "counts": manifest.counts,
        "sequence": 1,
        "manifest_sha256": manifest.sha256,
        "head": {"seq": 1, "hash": manifest.head_hash},
    }


def test_a_day_before_all_cards_exports_none(errata, tmp_path):
    lines = errata("export", "--to", str(tmp_path / "out"), "--on", "1990-01-01").stdout.splitlines()
    assert lines[0].startswith("exported 0 cards of ")
    assert "  mtg on 1990-01-01, the same texts on every day before 2002-10-07" in lines


@pytest.mark.parametrize("day", ["2026-02-30", "20260114", "today", ""])
def test_a_day_that_is_none_is_refused(errata, tmp_path, day):
    result = errata("export", "--to", str(tmp_path / "out"), "--on", day)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith("[bad-date]\n")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_something_else_is_refused_in_one_line(errata, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.txt").write_text("mine")
    result = errata("export", "--to", str(tmp_path / "out"))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "holds 'thesis.txt', which is of no export" in result.stderr
    assert result.stderr.endswith("[export-refused]\n")
    assert (tmp_path / "out" / "thesis.txt").read_text() == "mine"


def test_a_problem_is_json_where_json_is_asked(errata, tmp_path):
    result = errata("export", "--json", "--to", str(tmp_path / "no" / "out"))
    assert (result.exit_code, json.loads(result.stdout)["code"]) == (1, "export-refused")


def test_the_folder_must_be_named(errata):
    result = errata("export")
    assert result.exit_code == 2
    assert "Missing option '--to'" in result.stderr


def test_a_database_without_tables_says_what_to_run(errata, tmp_path, new_database):
    result = errata("export", "--to", str(tmp_path / "out"), url=new_database())
    assert result.exit_code == 1
    assert result.stderr == "error: the database has no tables yet; run: errata db upgrade [not-ready]\n"
