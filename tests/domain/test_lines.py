"""Facts read back from their lines, and what is no line of a ledger."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import Assertion, Ending, FieldValue, Record, canonical_json, fact_line, serial
from service.domain.lines import fact_of, object_of
from service.domain.refusals import InvalidLine
from tests.support.ledgers import FACTS, JSON

ASSERTION = serial(
    Assertion(
        seq=1,
        n=2,
        subject=SubjectId("demo", "cards", "one"),
        kind="erratum",
        erratum="faq",
        corrects=VersionId(1, 1),
        scopes=("paper",),
        effective_from=date(2024, 3, 1),
        fields=(FieldValue(0, "name", "en", "aa"),),
    )
)


def line_of(kind, told):
    return canonical_json({kind: told})


@given(FACTS)
def test_a_fact_is_read_back_from_its_line(fact):
    assert fact_of(fact_line(fact)) == fact


@given(FACTS, st.data())
def test_a_line_with_other_bytes_is_another_fact_or_none(fact, data):
    line = fact_line(fact)
    place = data.draw(st.integers(0, len(line) - 1))
    other = line[:place] + bytes([data.draw(st.integers(0, 255))]) + line[place + 1 :]
    try:
        found = fact_of(other)
    except InvalidLine:
        return
    assert fact_line(found) == other


@given(JSON)
def test_json_of_any_shape_is_a_fact_or_refused(told):
    for kind in ("assertion", "ending", "record"):
        with pytest.raises(InvalidLine):
            fact_of(line_of(kind, told))


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("colour", "red", "assertion has the key 'colour', which none has"),
        ("effective_from", "2024-02-30", "assertion.effective_from is '2024-02-30', which is no day"),
        ("effective_from", "20240301", "'20240301', which is no day written YYYY-MM-DD"),
        ("effective_from", "2024-W09-5", "which is no day"),
        ("effective_from", 20240301, "which is no day"),
        ("seq", True, "assertion.seq is True, which is no whole number"),
        ("seq", "1", "assertion.seq is '1', which is no whole number"),
        ("provisional", 0, "assertion.provisional is 0, which is no true or false"),
        ("reason", None, "assertion.reason is None, which is no text"),
        ("reason", 1, "which is no text"),
        ("subject", "demo/one", "'demo/one', which is no subject written game/kind/name"),
        ("corrects", "1-01", "'1-01', which is no version written seq-n"),
        ("corrects", 1, "which is no version"),
        ("scopes", "paper", "'paper', which is no list of texts"),
        ("scopes", [], "which is no list of texts"),
        ("scopes", [1], "which is no list of texts"),
        ("fields", [], "which is no list of [face, field, language, content]"),
        ("fields", ["abcd"], "which is no list of [face"),
        ("fields", [[0, "name", "en"]], "which is no list of [face"),
        ("fields", [["0", "name", "en", "aa"]], "which is no list of [face"),
        ("fields", [[0, "name", 1, "aa"]], "which is no list of [face"),
        ("fields", [[0, "name", "en", None]], "which is no list of [face"),
    ],
)
def test_a_value_of_another_kind_is_named(name, value, words):
    with pytest.raises(InvalidLine) as refused:
        fact_of(line_of("assertion", ASSERTION | {name: value}))
    assert words in refused.value.detail


@pytest.mark.parametrize("name", ["seq", "n", "subject", "kind", "provisional"])
def test_a_key_that_is_missing_is_named(name):
    told = {key: value for key, value in ASSERTION.items() if key != name}
    with pytest.raises(InvalidLine, match=f"assertion lacks the key '{name}'"):
        fact_of(line_of("assertion", told))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"not json",
        b'{"entry":{}}',
        b'{"record":[]}',
        b'{"assertion":{},"record":{}}',
        b'{"record":{"key":"k","kind":"x","n":1,"seq":1}}\n',
        b'{"record":{"key":"k","kind":"x","n":1, "seq":1}}',
        b'{"record":{"kind":"x","key":"k","n":1,"seq":1}}',
        b'{"record":{"key":"k","key":"k","kind":"x","n":1,"seq":1}}',
        b'{"record":{"key":"\\u006b","kind":"x","n":1,"seq":1}}',
        b'{"record":{"key":"\\ud800","kind":"x","n":1,"seq":1}}',
        b'{"record":{"key":"\xed\xa0\x80","kind":"x","n":1,"seq":1}}',
        b'{"record":{"key":"\xff","kind":"x","n":1,"seq":1}}',
        b'{"record":{"body":{"a":1.5},"key":"k","kind":"x","n":1,"seq":1}}',
        b'{"record":{"body":{"a":NaN},"key":"k","kind":"x","n":1,"seq":1}}',
        b'{"record":{"key":"k","kind":"x","n":1e0,"seq":1}}',
        b'{"record":{"key":"k","kind":"x","n":-0,"seq":1}}',
        b'{"record":{"key":"k","kind":"x","n":' + b"9" * 5000 + b',"seq":1}}',
        b"\xef\xbb\xbf" + b'{"record":{"key":"k","kind":"x","n":1,"seq":1}}',
        '{"record":{"key":"k","kind":"x","n":1,"seq":1}}'.encode("utf-16"),
        b"[" * 100_000,
    ],
    ids=lambda line: repr(line[:40]),
)
def test_what_the_ledger_never_writes_is_no_fact(line):
    with pytest.raises(InvalidLine):
        fact_of(line)


def test_a_line_of_any_length_is_refused_in_few_words():
    with pytest.raises(InvalidLine) as refused:
        object_of(json.dumps("a" * 10_000).encode())
    assert len(refused.value.detail) < 300


@pytest.mark.parametrize(
    "made", [Ending(subject=SubjectId("a", "b", "c"), kind="lapsed"), Record(kind="a", key="b", body=None)]
)
def test_what_is_left_out_is_nothing(made):
    assert fact_of(fact_line(made)) == made
