"""Records: the latest of a kind and key holds, and a null body says that none does."""

from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.ledger import Record
from service.store.connection import writing
from service.store.records import iter_records, load_record
from tests.support.databases import record

KINDS = st.sampled_from(["subject", "printing"])
KEYS = st.sampled_from(
    [
        "g",
        "g/deathgrip",
        "g/deathgrip-two",
        "g/deathgrip/one",
        "g/deathgrip/two",
        "g/deathgrip0",
        "g2/deathgrip",
    ]
)
BODIES = st.none() | st.fixed_dictionaries({"number": st.integers(0, 9)})
FACTS = st.lists(st.lists(st.builds(Record, kind=KINDS, key=KEYS, body=BODIES), max_size=5), max_size=5)


def save(conn, *told):
    for kind, key, body in told:
        record(conn, Record(kind=kind, key=key, body=body))


@settings(max_examples=40)
@given(FACTS, st.none() | KINDS, st.none() | KEYS)
def test_the_latest_of_each_kind_and_key_holds(databases, migrated, entries, kind, under):
    latest = {(one.kind, one.key): one.body for facts in entries for one in facts}
    with databases.copied(migrated) as engine, writing(engine) as conn:
        for facts in entries:
            record(conn, *facts)
        assert {key: load_record(conn, *key) for key in latest} == latest
        found = [((one.kind, one.key), one.body) for one in iter_records(conn, kind, under)]
    wanted = {
        key: body
        for key, body in latest.items()
        if body is not None and kind in (None, key[0]) and (under is None or key[1].startswith(f"{under}/"))
    }
    assert found == sorted(wanted.items())


def test_what_nobody_recorded_is_none(engine):
    with writing(engine) as conn:
        assert load_record(conn, "subject", "g/cards/deathgrip") is None
        assert list(iter_records(conn)) == []


def test_a_null_body_says_that_it_no_longer_holds_until_there_is_another(engine):
    with writing(engine) as conn:
        save(conn, ("notice", "g", {"notice": "x"}), ("notice", "g", None))
        assert load_record(conn, "notice", "g") is None
        assert list(iter_records(conn, "notice")) == []
        save(conn, ("notice", "g", {}))
        assert load_record(conn, "notice", "g") == {}


def test_of_two_in_one_entry_the_later_holds(engine):
    with writing(engine) as conn:
        record(conn, *(Record(kind="notice", key="g", body={"notice": each}) for each in "xy"))
        assert load_record(conn, "notice", "g") == {"notice": "y"}


def test_a_sibling_whose_name_begins_alike_is_not_under_a_subject(engine):
    with writing(engine) as conn:
        for name in ("deathgrip", "deathgrip-two", "deathgrip.two", "deathgrip0", "deathgri"):
            save(conn, ("printing", f"g/cards/{name}/one", {}), ("subject", f"g/cards/{name}", {}))
        found = [one.key for one in iter_records(conn, under="g/cards/deathgrip")]
        assert found == ["g/cards/deathgrip/one"]
