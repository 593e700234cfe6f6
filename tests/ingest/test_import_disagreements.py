"""What an import tells of where sources contradict the corpus, each other or themselves."""

from datetime import date

import pytest

from service.domain.ledger import UNKNOWN
from service.domain.observations import Clash
from service.domain.sightings import Shown
from service.ingest.reports import ImportReport
from tests.support.building import SUBJECT
from tests.support.importing import (
    SOURCES_FILE,
    import_lines,
    line,
    printing,
    version,
)


def told(report, field="rules_text"):
    """Return what an import told of a field: who showed what on which day, and what stands."""
    found = [one for one in report.disagreements if one.field == field]
    return [(one.source, one.on.isoformat(), one.kept, one.shown) for one in found]


D = date(2024, 2, 1)
LYNX = {"key": "Stone Lynx", "printings": [printing("ONE", "2", text="Ward 1.")]}


def test_words_that_a_source_lost_contradict_no_file(described, corpus, tmp_path):
    corpus.edit(
        SOURCES_FILE,
        "absent: empty}\n      - {key: might, fields: [might]}\n    ext",
        "absent: unknown}\n    ext",
    )
    described.load(corpus)
    report = import_lines(described.engine, tmp_path, line(version("2024-01-20"), **LYNX))
    assert report.curated == 1
    assert told(report) == []


def test_no_source_contradicts_words_that_a_file_does_not_know(described, corpus, tmp_path):
    corpus.edit("demo/cards/stone-lynx.yaml", "|-\n    Ward 1.", "unknown")
    described.load(corpus)
    seen = line(version("2024-01-20", "Ward 9."), last="2024-01-25", **LYNX)
    report = import_lines(described.engine, tmp_path, seen)
    assert report.curated == 1
    assert told(report) == []


@pytest.mark.parametrize(
    ("first", "last", "day"),
    [
        ("2024-04-20", "2024-05-05", "2024-04-20"),
        ("2024-05-03", "2024-05-08", None),
        ("2024-05-03", "2024-05-15", "2024-05-15"),
    ],
    ids=["before a lag", "within it", "behind it"],
)
def test_what_a_source_shows_while_it_lags_contradicts_no_file(described, tmp_path, first, last, day):
    seen = line(version(first, "Ward 9."), last=last, **LYNX)
    report = import_lines(described.engine, tmp_path, seen)
    assert told(report) == ([("gallery", day, "Ward 2.", "Ward 9.")] if day else [])


@pytest.mark.parametrize(("kept", "other"), [("A", UNKNOWN), (UNKNOWN, "B"), ("A", "B")])
def test_what_sources_contradict_is_told_where_both_are_known(kept, other):
    seen = [
        Shown(D, D, None, D, source, {"name": "N", "rules_text": text})
        for source, text in (("gallery", kept), ("list", other))
    ]
    report = ImportReport()
    report.add_clash(SUBJECT, Clash(D, *seen), {"A": "Fly.", "B": "Swim.", "N": "Owl"}.get)
    both = UNKNOWN not in (kept, other)
    assert told(report) == ([("list", "2024-02-01", "Fly.", "Swim.")] if both else [])


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("together", [True, False], ids=["in one import", "in two"])
def test_what_a_source_contradicts_of_itself_is_told_once(described, tmp_path, order, together):
    lines = [
        line(version("2024-02-01", "Fly."), last="2024-04-01"),
        line(version("2024-03-01", "Swim."), last="2024-03-09", printings=[]),
    ]
    lines = [lines[place] for place in order]
    reports = [
        import_lines(described.engine, tmp_path, *some) for some in ((lines,) if together else zip(lines))
    ]
    assert [one for report in reports for one in told(report)] == [("gallery", "2024-03-01", "Fly.", "Swim.")]
    assert import_lines(described.engine, tmp_path, *lines).entry is None
