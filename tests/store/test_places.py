"""Sets and collector numbers are compared by one rule: in the ledger by that of the domain."""

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, insert

from service.domain.collector_numbers import place_of
from service.domain.ids import card_id
from service.store.connection import reading, writing
from service.store.models import PrintingRow
from service.store.places import Places

CODES = st.sampled_from(["TWO", "two", "Two ", " TWO", "SIX", "ß", "SS"])
NUMBERS = st.text("0012aBß★ ", max_size=4)
PRINTED = st.lists(st.tuples(CODES, NUMBERS | st.none(), st.booleans()), max_size=8)


def save(conn, printed):
    rows = [
        {"subject": f"demo/cards/c{n}", "seq": 1, "n": n, "id": f"p{n}", "game": "demo", "lang": "en"}
        | {"set_code": code, "number": number, "standing": standing}
        for n, (code, number, standing) in enumerate(printed, start=1)
    ]
    conn.execute(delete(PrintingRow))
    if rows:
        conn.execute(insert(PrintingRow), rows)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example([("TWO", "00001", True), ("TWO", "1A", True)], [("two", "1"), ("two", "1a")])
@example([("TWO ", " 01 ", True), ("two", "1", False)], [("TWO", "1")])
@given(PRINTED, st.lists(st.tuples(CODES, NUMBERS), max_size=4))
def test_the_ledger_finds_at_a_place_what_the_domain_says_is_there(engine, printed, asked):
    wanted = {place_of(*one) for one in asked}
    expected = {}
    for n, (code, number, standing) in enumerate(printed, start=1):
        if standing and number is not None and place_of(code, number) in wanted:
            expected.setdefault(place_of(code, number), []).append(card_id("demo", f"c{n}"))
    with writing(engine) as conn:
        save(conn, printed)
        assert Places(conn, "demo").find(wanted) == expected
        assert Places(conn, "other").find(wanted) == {}


def test_what_was_looked_through_once_is_found_again(engine):
    with writing(engine) as conn:
        save(conn, [("TWO", "001", True), ("TWO", "2", True)])
    with reading(engine) as conn:
        places = Places(conn, "demo")
        for number in ("1", "2"):
            assert len(places.find({("two", number)})) == 1
