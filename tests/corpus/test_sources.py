"""What ``sources.yaml`` says, from its lines to what the ledger is told."""

from datetime import date
from pathlib import Path, PurePosixPath

import pytest

from service.corpus.files import Corpus
from service.corpus.reader import read_corpus, read_files
from service.corpus.source_files import LanguageFile
from service.corpus.sources import game_sources
from service.domain.refusals import CorpusRefused
from service.domain.sources import Lag, Lead, Source, SourceField
from tests.support.corpora import SMALL

GOOD = Path(__file__).parent / "good"
FILE = "demo/sources.yaml"


def read(text: str) -> Corpus:
    files = SMALL | {FILE: text}
    return read_files({PurePosixPath(path): content.encode() for path, content in files.items()})


def source(lines: str) -> Source:
    """Return the only source of a file, with these lines beside id, title and fields."""
    head = "sources:\n  - id: gallery\n    title: Gallery\n    fields: [{key: name, fields: [name]}]\n"
    [one] = game_sources(read(head + lines).game("demo"))
    return one


def field(text: str) -> SourceField:
    """Return how a key is read."""
    text = f"sources: [{{id: gallery, title: Gallery, fields: [{text}]}}]\n"
    [one] = game_sources(read(text).game("demo"))
    return one.fields[0]


def test_a_source_is_what_its_file_says():
    first, second = game_sources(read_corpus(GOOD).game("demo"))
    assert first == Source(
        game="demo",
        id="gallery",
        title="The gallery",
        url="https://example.org/gallery",
        languages={"zh-hans": "zh-CN", "Chinese Simplified": "zh-CN", "français": "fr"},
        fields=(
            SourceField("name", ("name",), absent="unknown"),
            SourceField("text", ("rules_text",), absent="empty"),
            SourceField("stats", ("might", "speed"), "/"),
            SourceField("stats", ("might",)),
            SourceField("tags", ("tags",)),
        ),
        external_ids="gallery-ids",
        joined_layouts=("split", "flip"),
        token_layouts=("token",),
        plain_layouts=("normal",),
        lags=(Lag(None, date(2025, 1, 31)), Lag(date(2025, 5, 1), date(2025, 5, 10))),
        leads=(Lead(date(2025, 2, 27), "first-errata"),),
    )
    assert (second.id, second.url, second.languages, second.leads) == ("catalogue", None, {}, ())
    assert second.lags == (Lag(),)


def test_lines_lead_to_the_file():
    one = read_corpus(GOOD).game("demo").sources[0]
    lines = (GOOD / FILE).read_text("utf-8").splitlines()
    assert "url:" in lines[one.lines["url"] - 1]
    assert "joined_by" in lines[one.fields[2].lines["joined_by"] - 1]
    assert "2025-05-10" in lines[one.lags[0].lines["through"] - 1]
    assert "first-errata" in lines[one.leads[0].lines["document"] - 1]
    assert one.languages[1] == LanguageFile(5, "fr", ("français",))


def test_a_game_without_the_file_has_no_sources():
    assert read_corpus(GOOD).game("mini").sources == ()
    assert read("sources: []\n").game("demo").sources == ()


@pytest.mark.parametrize("absent", ["none", "empty", "unknown"])
def test_what_is_absent_is_said_with_quotes_or_without(absent):
    for written in (absent, f'"{absent}"'):
        assert field(f"{{key: name, fields: [name], absent: {written}}}").absent == absent


def test_a_marker_in_capitals_is_refused():
    with pytest.raises(CorpusRefused, match="None without quotes"):
        field("{key: name, fields: [name], absent: None}")


def test_what_stands_between_parts_keeps_its_blanks():
    assert field('{key: stats, fields: [might, name], joined_by: " // "}').joined_by == " // "


def test_leads_come_in_the_order_of_their_days():
    told = source("    leads: [{seen_on: 2024-05-02, document: a}, {seen_on: 2024-05-01, document: b}]\n")
    assert [one.document for one in told.leads] == ["b", "a"]


def test_a_lag_without_an_end_comes_after_one_of_the_same_beginning():
    lags = "{after: 2024-05-01}, {after: 2024-05-01, through: 2024-05-02}, {}, {through: 2024-01-01}"
    days = [(one.after, one.through) for one in source(f"    lags: [{lags}]\n").lags]
    first, last = date(2024, 5, 1), date(2024, 5, 2)
    assert days == [(None, date(2024, 1, 1)), (None, None), (first, last), (first, None)]


def test_what_is_a_word_here_is_none_elsewhere():
    with pytest.raises(CorpusRefused, match="none has no meaning here"):
        source("    joined_layouts: [none]\n")
