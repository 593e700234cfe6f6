"""The format history under hostile bytes: every piece is read or refused with its place, and nothing half."""

import copy
import json
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from service.domain.errors import ErrataError
from service.domain.sources import Source, SourceField
from service.ingest.formats.history import MAX_LINE_BYTES, HistoryFormat
from service.ingest.formats.members import MAX_NAME_BYTES
from service.ingest.observed import BadPiece, Observed, Words
from tests.support.importing import (
    import_lines,
    line,
    printing,
    version,
)
from tests.support.planting import faults

SOURCE = Source(
    game="demo",
    id="gallery",
    title="Gallery",
    languages={"fr": "fr"},
    fields=(
        SourceField("name", ("name",), absent="unknown"),
        SourceField("type_line", ("type_line",), absent="unknown"),
        SourceField("text", ("rules_text",), absent="empty"),
        SourceField("might", ("might",)),
    ),
)
GOOD = line(
    version("2024-02-01", "Fly.", before="2024-01-20", might="2"),
    version("2024-06-05", "Fly up.", before="2024-06-02"),
    printings=[
        printing(id="7", layout="split", faces=["Ash Owl", "Bee"], names={"fr": "Hibou", "de": "Eule"}),
        printing("TWO", "2", "fr", text="Vole."),
        printing("OLD", None, released_on="1994-06"),
    ],
)

odd_texts = st.sampled_from(
    [
        "",
        " ",
        "\0",
        "\ud800",
        "\x08",
        "a\nb",
        "2024-02-30",
        "1994",
        "1994-13",
        "9999-12-31",
        "ß" * 300,
        "0",
        "en",
    ]
)
odd_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | odd_texts | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(odd_texts | st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)


def places(told: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in a value: what holds it, and its key there."""
    keys = list(told) if isinstance(told, dict) else range(len(told)) if isinstance(told, list) else ()
    for key in keys:
        yield told, key
        yield from places(told[key])


@st.composite
def odd_lines(draw: st.DrawFn) -> str:
    """A good line in which up to three places hold something else, hold nothing or are held twice."""
    told = copy.deepcopy(GOOD)
    for _ in range(draw(st.integers(1, 3))):
        holder, key = draw(st.sampled_from(list(places(told))))
        match draw(st.sampled_from(["other", "gone", "twice"])):
            case "other":
                holder[key] = draw(odd_values)
            case "gone":
                del holder[key]
            case "twice" if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[key]))
    return json.dumps(told)


def read(piece: bytes) -> Observed | None:
    """Read a piece as the importer does: first its heading, then all of it; None where it is refused."""
    try:
        heading = HistoryFormat().heading(piece)
        found = HistoryFormat().read(piece, lambda _: SOURCE, Words(), date.max)
    except BadPiece:
        return None
    assert found.heading == heading
    return found


@given(st.binary(max_size=200))
@example(b"[" * 100_000)
@example(b'{"versions": ' + b"9" * 5_000 + b"}")
@example(b"\xff\xfe{}")
@example(b'{"game": NaN}')
@example(b"null")
def test_bytes_are_read_or_refused(piece):
    assert read(piece) is None


@given(odd_values)
def test_any_json_is_read_or_refused(told):
    assert read(json.dumps(told).encode()) is None


def test_the_good_line_is_read():
    found = read(json.dumps(GOOD).encode())
    assert found is not None
    assert len(found.printings) == 3


@settings(max_examples=500)
@given(odd_lines())
def test_a_line_with_something_odd_in_it_is_read_or_refused(told):
    found = read(told.encode())
    if found is not None:
        days = [day for run in found.runs for day in (run.first_on, run.last_on)]
        assert days == sorted(days)
        assert found.heading.key.strip()


@given(st.integers(0, 400), st.binary(min_size=1, max_size=4))
def test_a_line_with_a_few_bytes_changed_is_read_or_refused(at, instead):
    piece = json.dumps(GOOD).encode()
    read(piece[:at] + instead + piece[at + len(instead) :])


@pytest.mark.parametrize("key", ["key", "name", "set", "number", "id", "set_name", "faces", "names"])
def test_a_name_longer_than_any_is_refused_with_its_place(key):
    told = copy.deepcopy(GOOD)
    long = "ß" * 101
    if key in told:
        told[key] = long
    else:
        told["printings"][0][key] = {"faces": [long], "names": {"fr": long}}.get(key, long)
    with pytest.raises(BadPiece, match="more than 200 bytes") as caught:
        HistoryFormat().read(json.dumps(told).encode(), lambda _: SOURCE, Words(), date.max)
    assert key in caught.value.field


@pytest.mark.parametrize("key", ["key", "name", "lang"])
def test_a_name_as_long_as_any_is_read(key):
    long = "ß" * (MAX_NAME_BYTES // 2)
    heading = HistoryFormat().heading(json.dumps(GOOD | {key: long}).encode())
    assert getattr(heading, key) == long


def test_a_set_code_that_no_file_can_be_named_by_is_refused():
    told = line(version("2024-02-01"), printings=[printing("ß" * 31)])
    with pytest.raises(BadPiece, match="more than 60 bytes"):
        HistoryFormat().heading(json.dumps(told).encode())


def test_a_key_that_stands_twice_is_refused():
    piece = json.dumps(GOOD).encode()
    with pytest.raises(BadPiece, match="'versions' is a key twice"):
        HistoryFormat().heading(piece[:-1] + b', "versions": []}')


def test_a_line_longer_than_any_is_refused_without_being_read_whole(tmp_path):
    path = tmp_path / "long.ndjson"
    path.write_bytes(b" " * (MAX_LINE_BYTES + 1))
    with path.open("rb") as file, pytest.raises(BadPiece, match="no card has so many"):
        next(HistoryFormat().pieces(file))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(odd_lines(), min_size=1, max_size=2))
def test_an_import_records_all_of_a_file_or_nothing(described, tmp_path, lines):
    before = described.everything()
    try:
        import_lines(described.engine, tmp_path, *lines)
    except ErrataError:
        assert described.everything() == before
    else:
        assert faults(described.engine) == []
        assert import_lines(described.engine, tmp_path, *lines).entry is None
