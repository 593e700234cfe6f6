import json

import pytest

from tests.support.exports import edit, manifest_in


@pytest.fixture
def exported(errata, tmp_path):
    errata("export", "--to", str(tmp_path / "out"), "--on", "2026-01-14")
    return tmp_path / "out"


def test_a_rebuild_tells_the_head(errata, exported, empty_url):
    result = errata("rebuild", "--from", str(exported), url=empty_url)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == ["rebuilt from 1 entry", f"head 1 {manifest_in(exported).head_hash}"]


def test_a_rebuild_as_json_says_the_same(errata, exported, empty_url):
    result = errata("rebuild", "--json", "--from", str(exported), url=empty_url)
    head = {"seq": 1, "hash": manifest_in(exported).head_hash}
    assert json.loads(result.stdout) == {"state": "rebuilt", "from": str(exported), "head": head}


def test_a_rebuilt_ledger_answers_and_loads_as_the_one_before(errata, exported, empty_url):
    errata("rebuild", "--from", str(exported), url=empty_url)
    asked = ("text", "riftbound/deathgrip", "--on", "2026-01-14", "--json")
    assert errata(*asked, url=empty_url).stdout == errata(*asked).stdout
    assert errata("load", url=empty_url).stdout.startswith("unchanged\n")


def test_a_damaged_export_is_refused_in_one_line(errata, exported, empty_url):
    edit(exported, "ledger/00000001.ndjson", lambda data: data[:-2])
    result = errata("rebuild", "--from", str(exported), url=empty_url)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "holds no whole export: ledger/00000001.ndjson: it has" in result.stderr
    assert result.stderr.endswith("fetch it again [damaged-export]\n")
    told = json.loads(errata("rebuild", "--json", "--from", str(exported), url=empty_url).stdout)
    assert (told["code"], len(told["faults"])) == ("damaged-export", 1)


def test_a_ledger_that_is_not_empty_is_refused(errata, exported):
    result = errata("rebuild", "--from", str(exported))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.endswith("[ledger-not-empty]\n")


def test_a_database_without_tables_says_what_to_run(errata, exported, tmp_path, new_database):
    result = errata("rebuild", "--from", str(exported), url=new_database())
    assert result.exit_code == 1
    assert result.stderr == "error: the database has no tables yet; run: errata db upgrade [not-ready]\n"


def test_a_folder_that_is_not_there_is_told_as_one(errata, empty_url, tmp_path):
    result = errata("rebuild", "--from", str(tmp_path / "none"), url=empty_url)
    told = f"error: there is no folder {str(tmp_path / 'none')!r}; name that of an export [damaged-export]\n"
    assert (result.exit_code, result.stderr) == (1, told)
