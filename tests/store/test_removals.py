"""Texts that are to be removed: every fact that names one is found, of whatever kind."""

import pytest

from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, Record
from service.domain.records import as_record
from service.domain.refusals import TextStillUsed
from service.domain.texts import text_sha256
from service.store.connection import writing
from service.store.removals import check_unused, load_naming_subjects
from tests.support.building import SUBJECT, printing, sighting, value
from tests.support.databases import record

WORDS = "Ward 2, and the words of somebody who didn't ask."
HASH = text_sha256(WORDS)

NAMING = {
    "an assertion": Assertion(subject=SUBJECT, kind="base", fields=(value(WORDS),)),
    "a printing": as_record(printing("one-1", fields=(value(WORDS),))),
    "a transcription": as_record(printing("one-1", raw=(value(WORDS),))),
    "a sighting": as_record(sighting(words=WORDS)),
    "a sighting of another face": as_record(sighting(words=WORDS, lang="zh-Hans", face=1)),
}


@pytest.mark.parametrize("name", NAMING)
def test_a_text_is_found_wherever_it_stands(engine, name):
    other = as_record(sighting(words="Ward 3.", subject=SubjectId("demo", "cards", "stone-lynx")))
    with writing(engine) as conn:
        record(conn, NAMING[name], other, texts=[WORDS, "Ward 3."])
        assert load_naming_subjects(conn, [HASH]) == {SUBJECT}
        assert load_naming_subjects(conn, [text_sha256("Ward 4.")]) == set()
        with pytest.raises(TextStillUsed, match=f"{HASH} in {SUBJECT}, entry 1"):
            check_unused(conn, [HASH], "corpus")


def test_a_sighting_that_was_withdrawn_is_found_and_is_no_use(engine):
    one = sighting(words=WORDS)
    with writing(engine) as conn:
        record(conn, as_record(one), texts=[WORDS])
        record(conn, Record(kind=one.kind, key=one.key, body=None))
        assert load_naming_subjects(conn, [HASH]) == {SUBJECT}
        check_unused(conn, [HASH], "corpus")
