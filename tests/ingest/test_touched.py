"""A record touches the subject that its key begins with."""

import pytest

from service.domain.ledger import Record
from service.domain.records import as_record
from service.ingest.touched import touched_subjects
from service.store.connection import reading
from tests.support.building import SUBJECT, printing, sighting


@pytest.mark.parametrize("one", [printing("one-1"), sighting(), sighting(lang="zh-Hans", face=1)])
def test_what_is_told_or_withdrawn_of_a_part_touches_the_whole(engine, one):
    with reading(engine) as conn:
        assert touched_subjects(conn, [as_record(one)]) == {SUBJECT}
        assert touched_subjects(conn, [Record(kind=one.kind, key=one.key, body=None)]) == {SUBJECT}
