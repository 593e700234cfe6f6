"""Entries in a row: how the next one is made, and which one can't be it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from service.domain.chain import Chain, next_entry
from service.domain.exported import ExportedEntry
from service.domain.ledger import Assertion, FieldValue, Record, entry_hash, fact_line
from service.domain.refusals import InvalidLine
from service.domain.texts import text_sha256
from tests.support.building import SUBJECT, value

NOW = datetime(2026, 1, 14, 12, tzinfo=UTC)
NOTICE = Record(kind="notice", key="demo", body={"notice": "Made up."})
BASE = Assertion(subject=SUBJECT, kind="base", fields=(value("A"),))
ERRATUM = Assertion(subject=SUBJECT, kind="erratum", erratum="faq", fields=(value("A", "name"), value("B")))
A, B = text_sha256("A"), text_sha256("B")
SAID = {"demo": "Made up."}


def appended(head, *facts, texts=None, notices=SAID, now=NOW):
    """Return the entry that follows a head, as its file says it."""
    entry, numbered = next_entry(head, facts, now=now, actor="Ann", origin="test", message=None)
    return ExportedEntry(entry, notices, texts or {}, tuple(numbered))


def rehashed(exported, **changes):
    """Return an entry with another header, and the hash of that."""
    entry = replace(exported.entry, **changes)
    found = entry_hash(entry, [fact_line(fact) for fact in exported.facts])
    return replace(exported, entry=replace(entry, hash=found))


def test_facts_that_have_their_numbers_are_taken_as_they_are():
    told = {"now": NOW, "actor": "Ann", "origin": "test", "message": None}
    entry, numbered = next_entry(FIRST.entry, iter([NOTICE, BASE, ERRATUM]), **told)
    again, same = next_entry(FIRST.entry, numbered, **told)
    assert again == entry
    assert all(one is other for one, other in zip(numbered, same, strict=True))
    _, others = next_entry(None, numbered[::-1], **told)
    assert [(one.seq, one.n) for one in others] == [(1, 1), (1, 2), (1, 3)]


FIRST = appended(None, NOTICE, BASE, texts={A: "A"})
SECOND = appended(FIRST.entry, ERRATUM, texts={B: "B"})


def join(*exported):
    chain = Chain()
    for each in exported:
        chain.join(each)
    assert chain.end(exported[-1].entry.hash) == exported[-1].entry
    return chain


def follow(chain, *facts):
    """Let a chain take in the next entry, and return the hashes that it names for the first time."""
    one = appended(chain.head, *facts)
    return chain.follow(one.entry, one.facts)


def test_entries_that_follow_each_other_are_a_chain():
    chain = join(FIRST, SECOND)
    assert (chain.head, chain.notices) == (SECOND.entry, SAID)
    assert (SECOND.entry.seq, SECOND.entry.prev_hash) == (2, FIRST.entry.hash)


def test_a_text_is_fresh_once():
    chain = Chain()
    assert follow(chain, BASE, BASE) == [A]
    assert follow(chain, ERRATUM) == [B]
    assert follow(chain, BASE, ERRATUM) == []


def test_fresh_texts_are_sorted():
    words = [str(number) for number in range(20)]
    facts = [replace(BASE, fields=(value(each),)) for each in words]
    assert follow(Chain(), *facts) == sorted(map(text_sha256, words))


def test_the_latest_notice_holds_and_one_that_is_gone_does_not():
    chain = Chain()
    follow(chain, NOTICE, replace(NOTICE, key="other"), replace(NOTICE, body={"notice": "New."}))
    assert chain.notices == {"demo": "New.", "other": "Made up."}
    follow(chain, replace(NOTICE, body=None))
    assert chain.notices == {"other": "Made up."}


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ([SECOND], "number 1 that follows None belongs here"),
        ([FIRST, FIRST], "the entry is number 1"),
        ([FIRST, rehashed(SECOND, seq=3)], "the entry is number 3"),
        ([FIRST, rehashed(SECOND, prev_hash="aa")], "follows aa"),
        ([FIRST, rehashed(SECOND, hash_format=2)], "hash_format 2; this version knows 1"),
        ([FIRST, rehashed(SECOND, recorded_at="2026-01-14T11:59:59.999999Z")], "earlier than the one before"),
        ([rehashed(FIRST, recorded_at="zzzz")], "recorded at 'zzzz', which is no instant"),
        ([rehashed(FIRST, recorded_at="2026-02-30T12:00:00.000000Z")], "which is no instant"),
        ([rehashed(FIRST, recorded_at="2026-01-14T12:00:00Z")], "which is no instant"),
        ([rehashed(FIRST, recorded_at="2026-01-14T12:00:00.000000+00:00")], "which is no instant"),
        ([replace(FIRST, entry=replace(FIRST.entry, actor="Bob"))], "that of its facts is"),
        ([replace(FIRST, facts=FIRST.facts[::-1])], "that of its facts is"),
        ([replace(FIRST, texts={})], f"the text {A} is named and not there"),
        ([replace(FIRST, texts={A: "A", B: "B"})], f"the text {B} is there and not named"),
        ([FIRST, replace(SECOND, texts={A: "A", B: "B"})], f"the text {A} is there and not named"),
        ([replace(FIRST, notices={})], "the notices are not those"),
        ([replace(FIRST, notices=SAID | {"other": ""})], "the notices are not those"),
        ([appended(None, NOTICE, BASE, texts={A: None})], f"the text {A} is missing, and no tombstone"),
    ],
)
def test_an_entry_that_does_not_follow_is_refused(entries, words):
    with pytest.raises(InvalidLine) as refused:
        join(*entries)
    assert words in refused.value.detail


@pytest.mark.parametrize(
    "fact",
    [
        replace(BASE, fields=(FieldValue(0, "name", "en", "no hash"),)),
        replace(BASE, fields=(FieldValue(0, "name", "en", A.upper()),)),
        Record(kind="printing", key="demo/cards/one/one", body={}),
        Record(kind="printing", key="one", body={"fields": [1]}),
        Record(kind="notice", key="demo", body={}),
    ],
    ids=["no hash", "upper case", "a printing of nothing", "odd words", "a notice of nothing"],
)
def test_a_fact_that_names_texts_in_no_way_of_ours_is_refused(fact):
    with pytest.raises(InvalidLine, match="can't be read"):
        join(appended(None, fact, notices={}))


def test_a_text_that_was_removed_is_missing_rightly():
    tombstone = Record(kind="tombstone", key=A, body={})
    first = appended(None, NOTICE, BASE, texts={A: None})
    join(first, appended(first.entry, tombstone))
    with pytest.raises(InvalidLine, match="no tombstone"):
        join(first, appended(first.entry, replace(tombstone, body=None)))


def test_a_chain_with_another_head_is_refused():
    chain = join(FIRST, SECOND)
    with pytest.raises(InvalidLine, match=f"must have the hash {FIRST.entry.hash}; the last entry has"):
        chain.end(FIRST.entry.hash)
    with pytest.raises(InvalidLine, match="there is no entry"):
        Chain().end(FIRST.entry.hash)
