import json
import os

import pytest

from service.store.connection import make_engine, reading
from service.store.entries import iter_entries
from tests.support.corpora import Folder, Loaded
from tests.support.importing import (
    PAGE,
    PAGE_FILE,
    SOURCES,
    SOURCES_FILE,
    line,
    printing,
    version,
    write_lines,
)

OWL = line(version("2024-02-01", "Fly."))
DAMAGED = line(
    version("2024-02-01", "Swim."),
    key="Eel",
    printings=[printing("TWO", "2", text="Swim."), printing("TWO", "2", "fr", text="Nage\b.")],
)
ODD = os.fsdecode(b"a\xff\n\x1b[31m.ndjson")
"""A name that a file may have, and no text: a byte that is no UTF-8, a line break, a colour."""


@pytest.fixture
def url(empty_url, tmp_path):
    """The address of a ledger of the small corpus with a source."""
    engine = make_engine(empty_url)
    corpus = Folder(tmp_path / "card_texts")
    corpus.write(SOURCES_FILE, SOURCES)
    corpus.write(PAGE_FILE, PAGE)
    Loaded(engine).load(corpus)
    engine.dispose()
    return empty_url


def entries(url):
    engine = make_engine(url)
    with reading(engine) as conn:
        found = list(iter_entries(conn))
    engine.dispose()
    return found


def test_a_dry_run_as_json_tells_the_head_that_there_is(errata, url, tmp_path):
    path = write_lines(tmp_path / "owl.ndjson", [OWL])
    [head] = entries(url)
    told = json.loads(errata("import", "history", "--dry-run", "--json", str(path), url=url).stdout)
    assert (told["state"], told["entry"], told["new"]) == ("dry-run", 2, 1)
    assert told["head"] == {"seq": 1, "hash": head.hash}
    assert entries(url) == [head]


def test_a_dry_run_says_that_nothing_was_recorded_and_the_head_that_there_is(errata, url, tmp_path):
    path = write_lines(tmp_path / "owl.ndjson", [OWL])
    [head] = entries(url)
    lines = errata("import", "history", "--dry-run", str(path), url=url).stdout.splitlines()
    assert lines[1].startswith("entry 2 would hold 1 new card of 1;")
    assert lines[-2:] == ["nothing was recorded", f"head 1 {head.hash}"]


def test_an_import_tells_the_head_that_it_made(errata, url, tmp_path):
    path = write_lines(tmp_path / "owl.ndjson", [OWL])
    told = json.loads(errata("import", "history", "--json", str(path), url=url).stdout)
    assert (told["state"], told["entry"]) == ("recorded", 2)
    assert told["head"] == {"seq": 2, "hash": entries(url)[-1].hash}


@pytest.mark.parametrize("as_json", [False, True])
def test_a_file_may_have_any_name_and_the_entry_tells_it_in_plain_letters(errata, url, tmp_path, as_json):
    path = write_lines(tmp_path / ODD, [OWL, DAMAGED])
    result = errata("import", "history", str(path), *["--json"] * as_json, url=url)
    assert result.exit_code == 0
    assert entries(url)[-1].origin.startswith(r"import history a\xff\n\x1b[31m.ndjson sha256:")
    assert "\x1b" not in result.stdout
    if as_json:
        outcome = json.loads(result.stdout)
        [damaged] = outcome["damaged"]
        assert (damaged["path"], damaged["line"], outcome["passed_over"]) == (str(path), 2, [])
    else:
        assert ", line 2: printings[" in result.stdout.partition("damaged: ")[2]


@pytest.mark.parametrize("as_json", [False, True])
def test_a_bad_line_of_a_file_of_any_name_is_told(errata, url, tmp_path, as_json):
    path = write_lines(tmp_path / ODD, [OWL, "{"])
    result = errata("import", "history", str(path), *["--json"] * as_json, url=url)
    assert result.exit_code == 1
    if as_json:
        told = json.loads(result.stdout)
        assert (told["code"], told["path"], told["line"]) == ("import-refused", str(path), 2)
    else:
        assert "line 2: this is no JSON" in result.stderr


def test_a_file_of_any_name_that_is_not_there_is_told(errata, url, tmp_path):
    result = errata("import", "history", str(tmp_path / ODD), url=url)
    assert (result.exit_code, "it can't be read: No such file" in result.stderr) == (1, True)
