"""Rows by themselves: what no column may hold, and what the constraints state."""

from contextlib import closing

import pytest

from service.store.integrity.faults import Code
from tests.support.places import REFUSED, url_of
from tests.support.planting import FAR, WARDEN, faults, plant, words

ERRATUM = "kind = 'erratum' AND subject = 'demo/cards/brindle-warden' AND seq = 2"


def places(engine, code):
    return {(one.seq, one.subject) for one in faults(engine) if one.code == code}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("scopes = 'paper'", "assertion.scopes is 'paper', not a list of texts as JSON"),
        ("scopes = '[]'", "assertion.scopes is '[]', not a list of texts as JSON"),
        ("scopes = '[1]'", "assertion.scopes is '[1]', not a list of texts as JSON"),
        ("languages = '\"en\"'", "assertion.languages is '\"en\"', not a list of texts as JSON"),
        ("confirmed_by = '['", "assertion.confirmed_by is '[', not a list of texts as JSON"),
        (
            "fields = '{}'",
            "assertion.fields is '{}', not a list of face, field, language and content as JSON",
        ),
        ("fields = '[[0]]'", "assertion.fields is '[[0]]', not a list of face, field, language and content"),
        ('fields = \'[[-1,"a",null,"b"]]\'', "assertion.fields is"),
        ('fields = \'[[true,"a",null,"b"]]\'', "assertion.fields is"),
        ('fields = \'[[0,"a",1,"b"]]\'', "assertion.fields is"),
        ("fields = '[[0,\"a\",null,1]]'", "assertion.fields is"),
        ("corrects = '1'", "assertion.corrects is '1', not a version written seq-n"),
        ("subject = 'warden'", "assertion.subject is 'warden', not a subject written game/kind/name"),
        ("subject = 'demo//warden'", "assertion.subject is 'demo//warden', not a subject"),
        ("n = -1", "assertion.n is -1, not a number from 1"),
    ],
)
def test_a_column_that_holds_something_else_is_told(ledger, change, found):
    plant(ledger, f"UPDATE assertion SET {change} WHERE seq = 2")
    (told_once,) = words(ledger, Code.MALFORMED)
    assert told_once.startswith(found)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("kind = 'typo'", "kind is one of base, erratum, reprint, printing"),
        ("kind = 'base'", "the base alone has no erratum"),
        ("erratum = NULL", "the base alone has no erratum"),
        ("effective_by = '2024-04-01'", "effective_from stands alone, or a window without it"),
        (
            "effective_from = NULL, effective_after = '2024-04-01', effective_by = '2024-04-01'",
            "effective_after is before effective_by",
        ),
        ("effective_until = '2024-03-01'", "effective_from is before effective_until"),
        ("pending = true", "what is promised has no day"),
        (
            "pending = true, effective_from = NULL, effective_until = '2024-04-01'",
            "what is promised has no day",
        ),
        ("pending = false, effective_from = NULL", "what is promised has no day"),
    ],
)
def test_an_assertion_that_its_constraints_would_refuse_is_told(databases, ledger, change, rule):
    statement = f"UPDATE assertion SET {change} WHERE {ERRATUM}"
    with closing(databases.stranger(url_of(ledger))) as stranger, stranger.rolled_back():
        stranger.drop_guards("assertion", ["guard_assertion_update"])
        with pytest.raises(REFUSED, match=r"(?i)check"):
            stranger.execute(statement)
    plant(ledger, statement)
    assert f"this assertion breaks a rule: {rule}" in words(ledger, Code.CONSTRAINT)
    assert places(ledger, Code.CONSTRAINT) == {(2, WARDEN)}


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("kind = 'typo'", "kind is one of void, lapsed, correction"),
        ("kind = 'correction'", "a correction names a version"),
        ("erratum = NULL", "what ends is named"),
        ("ended_by = '2024-10-01'", "ended_on stands alone, or a window without it"),
        (
            "ended_on = NULL, ended_after = '2024-10-01', ended_by = '2024-10-01'",
            "ended_after is before ended_by",
        ),
    ],
)
def test_an_ending_that_its_constraints_would_refuse_is_told(ledger, change, rule):
    statement = f"UPDATE ending SET {change}"
    plant(ledger, statement)
    assert f"this ending breaks a rule: {rule}" in words(ledger, Code.CONSTRAINT)
    assert places(ledger, Code.CONSTRAINT) == {(1, WARDEN)}


def test_a_long_value_is_cut(ledger):
    plant(ledger, f"UPDATE assertion SET scopes = '{'x' * 1000}' WHERE seq = 2")
    (found,) = words(ledger, Code.MALFORMED)
    assert len(found) < 150


@pytest.mark.parametrize(
    ("record", "subject"),
    [
        ("kind = 'subject' AND key = 'other/cards/far-card'", FAR),
        ("kind = 'aliases'", WARDEN),
        ("kind = 'printing' AND key = 'other/cards/far-card/far-1'", FAR),
        ("kind = 'coverage' AND key = 'demo'", None),
        ("kind = 'document' AND key = 'faq'", None),
    ],
)
def test_a_record_is_told_with_the_subject_that_it_is_about(ledger, record, subject):
    plant(ledger, f"UPDATE record SET body = '[' WHERE {record}")
    assert places(ledger, Code.MALFORMED) == {(1, subject)}
    assert words(ledger, Code.MALFORMED) == ["record.body is '[', not an object as JSON"]
