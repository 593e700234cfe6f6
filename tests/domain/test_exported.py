"""The file of an entry, line by line."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.exported import ExportedEntry, content_line, exported_entry_of, header_line
from service.domain.ledger import Entry, Record, canonical_json, fact_line, serial
from service.domain.refusals import InvalidLine
from service.domain.texts import text_sha256
from tests.support.ledgers import FACTS, TEXTS

ENTRY = Entry(
    seq=2,
    recorded_at="2026-01-14T12:00:00.000000Z",
    actor="Ann",
    origin="corpus abc",
    message="A card",
    hash_format=1,
    prev_hash="aa",
    hash="bb",
)
FACT = Record(seq=2, n=1, kind="notice", key="demo", body={"notice": "é"})


def lines_of(exported):
    """Return the lines of an entry's file."""
    lines = [header_line(exported.entry, exported.notices)]
    lines += [content_line(sha256, text) for sha256, text in exported.texts.items()]
    lines += [fact_line(fact) for fact in exported.facts]
    return [line + b"\n" for line in lines]


@given(
    st.dictionaries(TEXTS, TEXTS, max_size=2),
    st.dictionaries(TEXTS, st.booleans(), max_size=4),
    st.lists(FACTS, max_size=4),
    st.none() | TEXTS,
)
def test_an_entry_is_read_back_from_its_lines(notices, texts, facts, message):
    known = sorted((text_sha256(text), text if there else None) for text, there in texts.items())
    numbered = tuple(replace(fact, seq=2, n=n) for n, fact in enumerate(facts, start=1))
    exported = ExportedEntry(replace(ENTRY, message=message), notices, dict(known), numbered)
    assert exported_entry_of(lines_of(exported)) == exported


def test_the_file_of_an_entry_has_known_bytes():
    """Whoever keeps an export reads these lines."""
    sha256 = text_sha256("é")
    assert b"".join(lines_of(ExportedEntry(ENTRY, {"demo": "Hm."}, {sha256: "é"}, (FACT,)))) == (
        b'{"entry":{"actor":"Ann","hash":"bb","hash_format":1,"message":"A card","origin":"corpus abc",'
        b'"prev_hash":"aa","recorded_at":"2026-01-14T12:00:00.000000Z","seq":2},"notices":{"demo":"Hm."}}\n'
        b'{"content":{"sha256":"' + sha256.encode() + b'","text":"\xc3\xa9"}}\n'
        b'{"record":{"body":{"notice":"\xc3\xa9"},"key":"demo","kind":"notice","n":1,"seq":2}}\n'
    )


HEADER = header_line(ENTRY, {}) + b"\n"
LINE = fact_line(FACT) + b"\n"
TEXT = {text: content_line(text_sha256(text), text) + b"\n" for text in "abc"}
ORDERED = sorted(TEXT.values())


@pytest.mark.parametrize(
    ("lines", "words", "taken"),
    [
        ([], "the file is empty", 0),
        ([LINE], "the first line must hold the entry", 1),
        ([canonical_json({"entry": serial(ENTRY)}) + b"\n"], "the first line must hold the entry", 1),
        ([canonical_json({"entry": [], "notices": {}}) + b"\n"], "entry is [], which is no JSON", 1),
        ([canonical_json({"entry": serial(ENTRY), "notices": []}) + b"\n"], "not one text a game", 1),
        ([canonical_json({"entry": serial(ENTRY), "notices": {"a": 1}}) + b"\n"], "not one text a game", 1),
        ([header_line(replace(ENTRY, seq="2"), {}) + b"\n"], "entry.seq is '2'", 1),
        ([HEADER[:-1]], "cut off", 1),
        ([HEADER, LINE[:-1]], "cut off", 2),
        ([HEADER, HEADER], "is no assertion, ending or record", 2),
        ([HEADER, b"\n"], "is no JSON", 2),
        ([HEADER, LINE[:-1] + b"\r\n"], "not written in canonical form", 2),
        ([HEADER, ORDERED[0], ORDERED[2], ORDERED[1]], "behind a greater hash, or twice", 4),
        ([HEADER, ORDERED[0], ORDERED[0]], "behind a greater hash, or twice", 3),
        ([HEADER, LINE, ORDERED[0]], "is no assertion, ending or record", 3),
        ([HEADER, TEXT["a"].replace(b'"a"', b'"b"')], "says that its sha256 is", 2),
        ([HEADER, b'{"content":{"sha256":"aa","text":null}}\n'], "is no text with its sha256", 2),
        ([HEADER, b'{"content":{"text":"a"}}\n'], "is no text with its sha256", 2),
        ([HEADER, b'{"content":{"sha256":"aa","words":"a"}}\n'], "is no text with its sha256", 2),
        ([HEADER, b'{"content":[]}\n'], "is no text with its sha256", 2),
        ([HEADER, LINE, LINE], "the fact is number 2-1; 2-2 belongs here", 3),
        ([HEADER, fact_line(replace(FACT, seq=3)) + b"\n"], "the fact is number 3-1; 2-1 belongs", 2),
    ],
)
def test_a_line_that_can_not_stand_there_is_refused_as_soon_as_it_is_taken(lines, words, taken):
    rest = iter(lines)
    with pytest.raises(InvalidLine) as refused:
        exported_entry_of(rest)
    assert words in refused.value.detail
    assert len(lines) - len(list(rest)) == taken
