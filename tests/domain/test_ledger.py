"""The serial form of facts, and the chain of hashes over it."""

import hashlib
import json
from dataclasses import fields, replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import (
    Assertion,
    Ending,
    Entry,
    Record,
    canonical_json,
    entry_hash,
    fact_line,
    serial,
)
from tests.support.building import value
from tests.support.ledgers import FACTS, JSON, TEXTS

ENTRY = Entry(
    seq=2,
    recorded_at="2026-01-14T12:00:00.000000Z",
    actor="Ann",
    origin="corpus abc",
    message="A card",
    hash_format=1,
    prev_hash="aa",
)
ASSERTION = Assertion(subject=SubjectId("demo", "cards", "one"), kind="base")
ENDING = Ending(subject=SubjectId("demo", "cards", "one"), kind="lapsed")
RECORD = Record(kind="notice", key="demo", body={})
OTHER = {
    "int": 7,
    "str": "other",
    "bool": True,
    "SubjectId": SubjectId("demo", "cards", "other"),
    "VersionId": VersionId(7, 7),
    "date": date(2026, 1, 14),
    "tuple[str, ...]": ("other",),
    "tuple[FieldValue, ...]": (value("other"),),
    "dict[str, Any]": {"other": 1},
}


def escaped(text):
    """Return a JSON string as RFC 8785 (3.2.2.2) writes it, worked out character by character."""
    short = {"\b": r"\b", "\t": r"\t", "\n": r"\n", "\f": r"\f", "\r": r"\r", '"': r"\"", "\\": r"\\"}
    signs = [short.get(sign) or (f"\\u{ord(sign):04x}" if sign < " " else sign) for sign in text]
    return '"' + "".join(signs) + '"'


def jcs(value):
    """Return a value in the form of RFC 8785: keys by UTF-16 units, which sorts ASCII as bytes do."""
    match value:
        case dict():
            keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
            return "{" + ",".join(f"{escaped(key)}:{jcs(value[key])}" for key in keys) + "}"
        case list():
            return "[" + ",".join(map(jcs, value)) + "]"
        case str():
            return escaped(value)
        case None | True | False:
            return {None: "null", True: "true", False: "false"}[value]
        case _:
            return str(value)


@given(JSON | st.text(st.characters(exclude_categories=["Cs"])))
def test_canonical_json_is_that_of_rfc_8785(value):
    assert canonical_json(value) == jcs(value).encode()


@given(FACTS)
def test_the_line_of_a_fact_is_canonical_and_read_back(fact):
    line = fact_line(fact)
    assert json.loads(line) == {type(fact).__name__.lower(): json.loads(json.dumps(serial(fact)))}
    assert line == jcs(json.loads(line)).encode()
    assert b"\n" not in line


@given(FACTS)
def test_the_line_of_a_fact_is_that_of_its_members_one_by_one(fact):
    members = {field.name: getattr(fact, field.name) for field in fields(fact)}
    members |= {
        name: str(one) for name, one in members.items() if isinstance(one, date | SubjectId | VersionId)
    }
    told = {name: one for name, one in members.items() if one is not None and one != ()}
    whole = json.dumps({type(fact).__name__.lower(): told}, sort_keys=True, ensure_ascii=False)
    assert json.loads(fact_line(fact)) == json.loads(whole)
    assert fact_line(fact) == canonical_json(json.loads(whole))


@given(FACTS)
def test_the_serial_form_leaves_out_what_is_null_or_an_empty_list(fact):
    told = serial(fact)
    assert None not in told.values()
    assert [] not in told.values()
    absent = {field.name for field in fields(fact)} - told.keys()
    assert all(getattr(fact, name) in (None, ()) for name in absent)


@given(FACTS, FACTS)
def test_two_facts_have_one_line_only_if_they_are_equal(one, other):
    assert (fact_line(one) == fact_line(other)) == (one == other)


@pytest.mark.parametrize(
    ("fact", "name"),
    [(fact, field.name) for fact in (ASSERTION, ENDING, RECORD) for field in fields(fact)],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_any_field_of_a_fact_changes_the_hash_of_its_entry(fact, name):
    (kind,) = (field.type for field in fields(fact) if field.name == name)
    changed = replace(fact, **{name: OTHER[kind.removesuffix(" | None")]})
    assert changed != fact
    assert entry_hash(ENTRY, [fact_line(changed)]) != entry_hash(ENTRY, [fact_line(fact)])


@pytest.mark.parametrize("name", [field.name for field in fields(Entry) if field.name != "hash"])
def test_any_field_of_a_header_changes_its_hash_the_hash_before_it_too(name):
    (kind,) = (field.type for field in fields(Entry) if field.name == name)
    changed = replace(ENTRY, **{name: OTHER[kind.removesuffix(" | None")]})
    assert entry_hash(changed, []) != entry_hash(ENTRY, [])


def test_the_hash_covers_everything_but_itself():
    assert entry_hash(replace(ENTRY, hash="f" * 64), []) == entry_hash(ENTRY, [])


@given(st.lists(FACTS, unique_by=fact_line, min_size=2, max_size=4))
def test_the_order_and_the_number_of_facts_change_the_hash(facts):
    lines = [fact_line(fact) for fact in facts]
    hashes = {entry_hash(ENTRY, chosen) for chosen in (lines, lines[::-1], lines[:-1], [*lines, lines[0]])}
    assert len(hashes) == 4


@given(TEXTS)
def test_a_message_stands_in_the_header_letter_for_letter(text):
    header = {name: found for name, found in serial(replace(ENTRY, message=text)).items() if name != "hash"}
    line = jcs({"entry": header}).encode()
    assert entry_hash(replace(ENTRY, message=text), []) == hashlib.sha256(line).hexdigest()


def test_a_known_entry_has_a_known_hash():
    """The format is for ever: whoever holds an export recomputes it."""
    line = (
        b'{"entry":{"actor":"Ann","hash_format":1,"message":"A card","origin":"corpus abc","prev_hash":"aa",'
        b'"recorded_at":"2026-01-14T12:00:00.000000Z","seq":2}}'
        b'\n{"record":{"body":{"notice":"\xc3\xa9"},"key":"demo","kind":"notice","n":1,"seq":2}}'
    )
    fact = Record(seq=2, n=1, kind="notice", key="demo", body={"notice": "é"})
    assert entry_hash(ENTRY, [fact_line(fact)]) == hashlib.sha256(line).hexdigest()
