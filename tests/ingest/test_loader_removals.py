"""Words that somebody had a right to have removed: they go, and everything else about them stays."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import Assertion, Ending, FieldValue
from service.domain.records import as_record
from service.domain.refusals import CorpusRefused, TextStillUsed
from service.domain.texts import text_sha256
from service.store.connection import reading, writing
from service.store.ledger import load_texts, save_entry
from tests.support.building import sighting
from tests.support.corpora import LYNX, LYNX_FILE, NOW, Loaded
from tests.support.places import SQLITE

WORDS = "Ward 2, and the words of somebody who didn't ask."
HASH = text_sha256(WORDS)
REMOVALS = (
    f"removals:\n  - {{sha256: {HASH}, reason: The author asked for it., url: https://example.org/a}}\n"
)
LYNX_CARD = "demo/cards/stone-lynx"
CARD = LYNX.replace("Ward 2.", WORDS).replace("document: faq", "document: faq\n    class: wording")
QUOTED = f'"{WORDS}"'
NAMED = f"{CARD}  - {{id: named, effective_from: 2024-04-01, class: wording, name: {QUOTED}}}\n"


def remove(corpus, card=CARD):
    """Remove the words in the files."""
    corpus.write(LYNX_FILE, "\n".join(_removed(line) for line in _joined(card).split("\n")))
    corpus.write("demo/removals.yaml", REMOVALS)


def _joined(card):
    return card.replace(f"|-\n      {WORDS}", WORDS)


def _removed(line):
    return line.replace(QUOTED, WORDS).replace(WORDS, f"removed {HASH}")


def is_in_a_row(loaded):
    """Whether the words are in any column of any row."""
    return any(WORDS in str(value) for rows in loaded.everything().values() for row in rows for value in row)


@pytest.fixture
def removed(loaded, corpus):
    """A ledger that held the words, and the load that removed them."""
    corpus.write(LYNX_FILE, NAMED)
    loaded.load(corpus)
    assert is_in_a_row(loaded)
    remove(corpus, NAMED)
    return loaded.load(corpus)


def test_the_words_go_and_nothing_is_corrected(loaded, corpus, removed):
    assert (removed.removed, removed.new, removed.corrected, removed.withdrawn) == (1, 0, 0, 0)
    assert [str(one) for one in removed.subjects] == [LYNX_CARD]
    assert not is_in_a_row(loaded)
    [tombstone] = [one for one in loaded.facts(2) if one.kind == "tombstone"]
    assert (tombstone.key, tombstone.body["reason"]) == (HASH, "The author asked for it.")
    assert loaded.load(corpus).entry is None


def test_the_days_of_the_removed_words_stay(loaded, removed):
    assert len(loaded.rows("segment", "subject = :subject", subject=LYNX_CARD)) > 0
    with reading(loaded.engine) as conn:
        assert load_texts(conn, [HASH]) == {}


def test_a_dry_run_removes_nothing(loaded, corpus):
    corpus.write(LYNX_FILE, CARD)
    loaded.load(corpus)
    before = loaded.everything()
    remove(corpus)
    assert loaded.load(corpus, dry_run=True).removed == 1
    assert loaded.everything() == before


def test_removed_words_that_an_empty_ledger_never_had_are_blank_from_the_start(loaded, corpus):
    corpus.write(LYNX_FILE, CARD)
    remove(corpus)
    report = loaded.load(corpus)
    assert report.removed == 0
    assert loaded.rows("content", "sha256 = :sha256", sha256=HASH) == [(HASH, None)]
    assert loaded.load(corpus).entry is None


def test_words_that_still_stand_in_another_file_are_refused(loaded, corpus):
    corpus.write(LYNX_FILE, CARD)
    corpus.edit("other/cards/far-card.yaml", "Nothing happens.", QUOTED)
    loaded.load(corpus)
    remove(corpus)
    with pytest.raises(CorpusRefused, match=r"far-card\.yaml:1: the words are removed by demo"):
        loaded.load(corpus)
    assert len(loaded.entries()) == 1


IMPORTED = SubjectId.parse("demo/cards/imported")
BASE = Assertion(subject=IMPORTED, kind="base", fields=(FieldValue(0, "rules_text", "en", HASH),))
SEEN = as_record(sighting("Imported", WORDS, subject=IMPORTED))


def import_words(loaded, one=BASE):
    """Record the words for another card, as an importer would."""
    with writing(loaded.engine) as conn:
        save_entry(conn, [one], {HASH: WORDS}, now=NOW, actor="A", origin="import of lists", message=None)


@pytest.fixture
def shared(engine):
    """A ledger whose index stands for less than it holds: an importer's entry is in it."""
    return Loaded(engine)


@pytest.mark.parametrize("one", [BASE, SEEN], ids=["as a base", "as what a source showed"])
def test_words_that_stand_in_what_others_recorded_are_refused(shared, corpus, one):
    corpus.write(LYNX_FILE, CARD)
    shared.load(corpus)
    import_words(shared, one)
    remove(corpus)
    with pytest.raises(TextStillUsed, match=f"{HASH} in demo/cards/imported, entry 2"):
        shared.load(corpus)
    assert len(shared.entries()) == 2
    assert is_in_a_row(shared)


def test_words_that_others_withdrew_are_removed(shared, corpus):
    corpus.write(LYNX_FILE, CARD)
    shared.load(corpus)
    import_words(shared)
    gone = Ending(subject=SubjectId.parse("demo/cards/imported"), kind="correction", of=VersionId(2, 1))
    with writing(shared.engine) as conn:
        save_entry(conn, [gone], {}, now=NOW, actor="A", origin="import of lists", message=None)
    remove(corpus)
    assert shared.load(corpus).removed == 1
    assert not is_in_a_row(shared)


def files_of(url):
    path = Path(url)
    return [one for one in path.parent.iterdir() if one.name.startswith(path.name)]


@pytest.mark.parametrize("databases", [SQLITE], indirect=True, scope="session")
def test_the_words_are_in_no_file_of_the_database(loaded, corpus):
    corpus.write(LYNX_FILE, NAMED)
    loaded.load(corpus)
    corpus.edit("demo/game.yaml", "2026-01-31", "2026-01-30")
    loaded.load(corpus)  # the index is made again: the pages of its former rows are free, and still full
    remove(corpus, NAMED)
    loaded.load(corpus)
    for needle in (WORDS.encode(), WORDS.lower().encode()):
        for path in files_of(loaded.engine.url.database):
            assert needle not in path.read_bytes()


@pytest.mark.parametrize("databases", [SQLITE], indirect=True, scope="session")
def test_who_reads_an_older_state_keeps_the_words_and_the_load_says_so(loaded, corpus):
    corpus.write(LYNX_FILE, CARD)
    loaded.load(corpus)
    remove(corpus)
    with closing(sqlite3.connect(loaded.engine.url.database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM content").fetchone()
        report = loaded.load(corpus)
    assert report.removed == 1
    assert any("another command is reading" in note for note in report.notes)
