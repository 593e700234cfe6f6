"""An entry that is made while its facts come in is the entry that is made of all of them at once."""

from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.chain import next_entry
from service.domain.ids import SubjectId
from service.domain.ledger import Record
from service.store.connection import writing
from service.store.drafts import Draft, WaitingRows, pack, unpack
from service.store.ledger import load_head
from service.store.records import iter_records
from tests.support.databases import NOW, record_game

NAMES = st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1, max_size=6)


@settings(max_examples=20)
@given(NAMES, st.integers(1, 4))
def test_an_entry_is_the_same_however_many_facts_come_at_a_time(databases, migrated, names, size):
    facts = [
        Record(kind="subject", key=str(SubjectId("demo", "cards", name)), body={"faces": 1}) for name in names
    ]
    told = {"now": NOW, "actor": "Ann", "origin": "test"}
    with databases.copied(migrated) as engine, writing(engine) as conn, WaitingRows() as waiting:
        record_game(conn)
        expected, _ = next_entry(load_head(conn), facts, message=None, **told)
        draft = Draft(conn, **told)
        numbers = []
        for start in range(0, len(facts), size):
            numbered, rows = draft.add(facts[start : start + size])
            numbers += [one.n for one in numbered]
            for table, some in rows.items():
                assert unpack(pack(some)) == [tuple(row) if isinstance(row, tuple) else row for row in some]
                waiting.add(table, pack(some))
        entry = draft.close()
        waiting.save(conn, entry)
        assert (entry, draft.facts, numbers) == (expected, len(facts), list(range(1, len(facts) + 1)))
        assert load_head(conn) == expected
        kept = [one.key for one in iter_records(conn, "subject")]
        assert kept == sorted(one.key for one in facts)
