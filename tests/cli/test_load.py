import json
import shutil
from functools import partial
from pathlib import Path

import pytest

from service.domain.texts import text_sha256
from service.store.connection import make_engine, reading
from service.store.ledger import load_head
from tests.support.databases import LATER


@pytest.fixture
def errata(errata):
    """Run a command at an instant behind that of the real card files."""
    return partial(errata, ERRATA_NOW=LATER.isoformat())


@pytest.fixture
def corpus(tmp_path):
    return Path(shutil.copytree("card_texts", tmp_path / "card_texts"))


def head_of(url):
    engine = make_engine(url)
    with reading(engine) as conn:
        head = load_head(conn)
    engine.dispose()
    return head


def edit(corpus, old, new):
    path = corpus / "riftbound" / "cards" / "deathgrip.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_a_load_tells_what_it_recorded_and_the_hash_of_the_head(errata, empty_url):
    result = errata("load", url=empty_url)
    head = head_of(empty_url)
    assert result.exit_code == 0
    assert result.stdout.startswith("entry 1 holds ")
    assert f"head 1 {head.hash}" in result.stdout.splitlines()


def test_loading_twice_records_nothing(errata, copied_url):
    before = head_of(copied_url)
    result = errata("load", url=copied_url)
    assert result.stdout.splitlines()[:2] == ["unchanged", f"head 1 {before.hash}"]
    assert head_of(copied_url) == before


def test_a_dry_run_records_nothing_and_lists_the_answers_that_would_change(errata, copied_url, corpus):
    edit(corpus, "    effective_from: 2026-01-14\n", "    effective_from: 2026-01-16\n")
    before = head_of(copied_url)
    lines = errata("load", "--dry-run", str(corpus), url=copied_url).stdout.splitlines()
    assert lines[1].startswith("nothing was recorded; ")
    assert "  riftbound/deathgrip  en  every scope  2026-01-14 to 2026-01-15" in lines
    assert "  riftbound/deathgrip  zh-CN  every scope  2026-01-14 to 2026-01-15" in lines  # not yet outdated
    assert not any("2025-12-12" in line for line in lines)
    assert f"head 1 {before.hash}" in lines
    assert head_of(copied_url) == before


def test_a_dry_run_as_json_says_the_same(errata, copied_url, corpus):
    edit(corpus, "    effective_from: 2026-01-14\n", "    effective_from: 2026-01-16\n")
    outcome = json.loads(errata("load", "--dry-run", "--json", str(corpus), url=copied_url).stdout)
    assert (outcome["state"], outcome["corrected"], outcome["head"]["seq"]) == ("dry-run", 1, 1)
    assert outcome["changes"][0] == {
        "game": "riftbound",
        "card": "deathgrip",
        "lang": "en",
        "scope": None,
        "effective_from": "2026-01-14",
        "effective_until": "2026-01-16",
    }


def test_a_correction_is_counted_as_one(errata, copied_url, corpus):
    edit(corpus, "another friendly unit this turn.\n      Draw 1.", "another friendly unit.\n      Draw 1.")
    assert (
        "entry 2 holds 0 new, 1 corrected, 0 withdrawn, 0 records"
        in errata("load", str(corpus), url=copied_url).stdout.splitlines()
    )


def remove_words(corpus):
    """Remove the last words of a card, and say so in the files."""
    path = corpus / "mtg" / "cards" / "lurrus-of-the-dream-den.yaml"
    kept, _, words = path.read_text("utf-8").rpartition("    rules_text: |-\n")
    sha256 = text_sha256("\n".join(line.strip() for line in words.splitlines()))
    path.write_text(f"{kept}    rules_text: removed {sha256}\n", "utf-8")
    removals = f"removals:\n  - {{sha256: {sha256}, reason: Somebody asked for it.}}\n"
    (corpus / "mtg" / "removals.yaml").write_text(removals, "utf-8")


def test_texts_that_were_removed_are_told(errata, copied_url, corpus):
    remove_words(corpus)
    told = errata("load", "--dry-run", str(corpus), url=copied_url).stdout.splitlines()
    assert "the words of 1 text would go" in told
    outcome = json.loads(errata("load", "--json", str(corpus), url=copied_url).stdout)
    assert (outcome["removed"], outcome["corrected"], outcome["records"]) == (1, 0, 1)
    assert "text" not in errata("load", str(corpus), url=copied_url).stdout


def test_a_corpus_outside_git_is_loaded_with_a_note(errata, empty_url, corpus):
    assert (
        "note: commits of the files are not recorded: " in errata("load", str(corpus), url=empty_url).stdout
    )


def test_a_fault_is_one_line_with_its_place_and_nothing_is_recorded(errata, empty_url, corpus):
    edit(corpus, "    effective_from: 2026-01-14\n", "    effective_from: 2026-02-30\n")
    result = errata("load", str(corpus), url=empty_url)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("riftbound/cards/deathgrip.yaml:")
    assert result.stderr.endswith("error: 1 fault in 1 file [corpus-refused]\n")
    assert head_of(empty_url) is None


def test_if_empty_loads_into_an_empty_ledger(errata, empty_url):
    assert errata("load", "--if-empty", url=empty_url).stdout.startswith("entry 1 holds ")


def test_if_empty_does_nothing_otherwise_and_says_so(errata, copied_url, corpus):
    edit(corpus, "    effective_from: 2026-01-14\n", "    effective_from: 2026-01-16\n")
    result = errata("load", "--if-empty", str(corpus), url=copied_url)
    assert result.exit_code == 0
    assert "nothing was loaded" in result.stdout
    assert "to record what was edited in the files since, run: errata load\n" in result.stdout
    assert head_of(copied_url).seq == 1


def test_a_database_without_tables_says_what_to_run(errata, new_database):
    result = errata("load", url=new_database())
    assert result.exit_code == 1
    assert result.stderr == "error: the database has no tables yet; run: errata db upgrade [not-ready]\n"
