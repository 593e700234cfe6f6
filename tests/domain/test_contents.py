"""The hashes that a fact names."""

import pytest

from service.domain.contents import named_contents
from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, Ending, Record
from service.domain.records import as_record
from service.domain.texts import text_sha256
from tests.support.building import SUBJECT, printing, value

WORDS = (value("A", "name"), value("none", "might"), value("unknown"), value("B", lang="fr"))
NAMED = [text_sha256("A"), text_sha256("B")]


@pytest.mark.parametrize(
    ("fact", "named"),
    [
        (Assertion(subject=SUBJECT, kind="base", fields=WORDS), NAMED),
        (Assertion(subject=SUBJECT, kind="erratum", erratum="rules"), []),
        (Ending(subject=SUBJECT, kind="lapsed", erratum="faq"), []),
        (as_record(printing("one", fields=WORDS)), NAMED),
        (as_record(printing("one", raw=WORDS)), NAMED),
        (as_record(printing("one", fields=WORDS[:1], raw=WORDS[2:])), NAMED),
        (as_record(printing("one")), []),
        (Record(kind="printing", key="demo/cards/one/one-1", body=None), []),
        (Record(kind="notice", key="demo", body={"notice": text_sha256("A")}), []),
    ],
    ids=[
        "an assertion",
        "a change without words",
        "an ending",
        "a printing's words",
        "a transcription",
        "both",
        "a printing without words",
        "a printing that is gone",
        "a record without texts",
    ],
)
def test_a_fact_names_its_texts_and_no_markers(fact, named):
    assert list(named_contents(fact)) == named


def test_a_text_that_is_named_twice_comes_twice():
    fact = Assertion(subject=SubjectId("a", "b", "c"), kind="base", fields=(value("A"), value("A", "name")))
    assert list(named_contents(fact)) == [text_sha256("A")] * 2
