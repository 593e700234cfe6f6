"""Sources of observations are records like others: recorded once, corrected, withdrawn; no card's concern."""

from datetime import date

import pytest

from service.domain.ids import VersionId
from service.domain.sources import Lag, source_of
from service.ingest.rebuild import rebuild_ledger
from service.serving.answers.feeds import changes_answer
from service.store.connection import reading
from tests.support.exports import export, rows_of

FILE = "demo/sources.yaml"
SOURCES = """\
sources:
  - id: gallery
    title: Gallery
    languages: {fr: [français]}
    fields:
      - {key: text, fields: [rules_text], absent: empty}
      - {key: might, fields: [might]}
    lags: [{through: 2024-01-31}]
"""


@pytest.fixture
def with_source(loaded, corpus):
    """The small corpus in entry 1, and a source in entry 2."""
    loaded.load(corpus)
    corpus.write(FILE, SOURCES)
    return loaded.load(corpus)


def sources(loaded, seq):
    return [one for one in loaded.facts(seq) if one.kind == "source"]


def test_a_source_is_recorded_once_and_concerns_no_card(with_source, loaded, corpus):
    assert list(with_source.subjects) == []
    [record] = loaded.facts(2)
    told = source_of(record.key, record.body)
    assert (told.key, told.languages) == ("demo/gallery", {"français": "fr"})
    assert [one.fields for one in told.fields] == [("rules_text",), ("might",)]
    assert loaded.load(corpus).entry is None


def test_a_source_that_is_edited_is_recorded_anew(with_source, loaded, corpus):
    corpus.edit(FILE, "through: 2024-01-31", "after: 2024-01-31")
    assert list(loaded.load(corpus).subjects) == []
    [record] = sources(loaded, 3)
    assert source_of(record.key, record.body).lags == (Lag(date(2024, 1, 31)),)


def test_a_source_that_is_taken_out_is_withdrawn(with_source, loaded, corpus):
    corpus.remove(FILE)
    loaded.load(corpus)
    assert [(one.key, one.body) for one in sources(loaded, 3)] == [("demo/gallery", None)]


def test_the_feed_tells_the_game_of_a_source(with_source, loaded):
    with reading(loaded.engine) as conn:
        changes = changes_answer(conn, VersionId(1, 10**6), 10)["changes"]
    assert [(one["kind"], one["game"], one["card"], one["key"]) for one in changes] == [
        ("source", "demo", None, "demo/gallery")
    ]


def test_a_ledger_with_a_source_is_made_again_from_its_export(with_source, loaded, other_engine, tmp_path):
    export(loaded.engine, tmp_path / "out")
    rebuild_ledger(other_engine, tmp_path / "out")
    assert rows_of(other_engine) == rows_of(loaded.engine)
