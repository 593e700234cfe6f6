"""The index: what it says otherwise than the ledger is told, and a rebuild makes it right."""

import pytest

from service.domain.ids import SubjectId
from service.domain.ledger import Ending
from service.ingest.reindex import rebuild_index
from service.store.connection import writing
from service.store.integrity.faults import Code
from service.store.segments import save_head
from tests.support.building import day
from tests.support.databases import record
from tests.support.planting import FAR, LYNX, WARDEN, Told, faults, plant, told, words

FIRST = "subject = 'demo/cards/stone-lynx' AND effective_from = '2024-01-10'"
LATER = "subject = 'demo/cards/stone-lynx' AND effective_from = '2024-03-01'"


def rebuild(engine):
    with writing(engine) as conn:
        rebuild_index(conn)


def segment(**changed):
    """Return a statement that adds a copy of the lynx's first segment, some columns changed."""
    columns = ("subject", "lang", "scope", "effective_from", "effective_until", "seq", "refs")
    chosen = ", ".join(f"'{changed[name]}'" if name in changed else name for name in columns)
    return f"INSERT INTO segment SELECT {chosen} FROM segment WHERE {FIRST}"


WRONG = {
    "a segment moved by a day": (
        [
            f"UPDATE segment SET effective_until = '2024-03-02' WHERE {FIRST}",
            f"UPDATE segment SET effective_from = '2024-03-02' WHERE {LATER}",
        ],
        Told(Code.INDEX_SEGMENT, None, None, LYNX),
    ),
    "a segment removed": ([f"DELETE FROM segment WHERE {LATER}"], Told(Code.INDEX_SEGMENT, None, None, LYNX)),
    "a segment added": ([segment(lang="de")], Told(Code.INDEX_SEGMENT, None, None, LYNX)),
    "a segment of another scope": (
        [f"UPDATE segment SET scope = 'paper' WHERE {FIRST}"],
        Told(Code.INDEX_SEGMENT, None, None, LYNX),
    ),
    "other refs": (
        [f"UPDATE segment SET refs = replace(refs, 'exact', 'assumed') WHERE {FIRST}"],
        Told(Code.INDEX_SEGMENT, None, None, LYNX),
    ),
    "refs that are no JSON": (
        [f"UPDATE segment SET refs = '[' WHERE {FIRST}"],
        Told(Code.INDEX_SEGMENT, None, None, LYNX),
    ),
    "refs that are no reading": (
        [f"UPDATE segment SET refs = '{{}}' WHERE {FIRST}"],
        Told(Code.INDEX_SEGMENT, None, None, LYNX),
    ),
    "another entry": (
        [f"UPDATE segment SET seq = 2 WHERE {FIRST}"],
        Told(Code.INDEX_SEGMENT, None, None, LYNX),
    ),
    "a passage changed": (
        [f"UPDATE passage SET folded = 'ward 9.' WHERE {FIRST}"],
        Told(Code.INDEX_PASSAGE, None, None, LYNX),
    ),
    "the name of a passage": (
        [f"UPDATE passage SET name = NULL WHERE {FIRST}"],
        Told(Code.INDEX_PASSAGE, None, None, LYNX),
    ),
    "the end of a passage": (
        [f"UPDATE passage SET effective_until = NULL WHERE {FIRST}"],
        Told(Code.INDEX_PASSAGE, None, None, LYNX),
    ),
    "a passage removed": ([f"DELETE FROM passage WHERE {FIRST}"], Told(Code.INDEX_PASSAGE, None, None, LYNX)),
    "a name changed": (
        ["UPDATE known_name SET name = 'Wachter' WHERE name = 'Wächter'"],
        Told(Code.INDEX_NAME, None, None, WARDEN),
    ),
    "a name removed": (
        ["DELETE FROM known_name WHERE name = 'Gardien bringé'"],
        Told(Code.INDEX_NAME, None, None, WARDEN),
    ),
    "a name added": (
        [f"INSERT INTO known_name VALUES ('demo', 'cat', '{LYNX}', 'Cat', true)"],
        Told(Code.INDEX_NAME, None, None, LYNX),
    ),
    "a printing changed": (
        ["UPDATE printing SET number = '003' WHERE id = 'one-002-en'"],
        Told(Code.INDEX_PRINTING, None, None, LYNX),
    ),
    "a printing removed": (
        ["DELETE FROM printing WHERE id = 'far-1'"],
        Told(Code.INDEX_PRINTING, None, None, FAR),
    ),
    "rows of nobody": (
        [segment(subject="demo/cards/ghost")],
        Told(Code.INDEX_SUBJECT, None, None, "demo/cards/ghost"),
    ),
    "a name of nobody": (
        ["INSERT INTO known_name VALUES ('demo', 'ghost', 'demo/cards/ghost', 'Ghost', true)"],
        Told(Code.INDEX_NAME, None, None, "demo/cards/ghost"),
    ),
    "a name that no longer stands": (
        ["UPDATE known_name SET standing = false WHERE name = 'Wächter'"],
        Told(Code.INDEX_NAME, None, None, WARDEN),
    ),
    "a printing that no longer stands": (
        ["UPDATE printing SET standing = false WHERE id = 'far-1'"],
        Told(Code.INDEX_PRINTING, None, None, FAR),
    ),
    "another head": (["UPDATE index_state SET head_seq = 2"], Told(Code.INDEX_HEAD)),
    "no head": (["DELETE FROM index_state"], Told(Code.INDEX_HEAD)),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_row_is_told_alone_and_a_rebuild_mends_it(ledger, name):
    statements, expected = WRONG[name]
    plant(ledger, *statements)
    assert told(ledger) == {expected}
    assert all(one.todo == "run: errata rebuild-index" for one in faults(ledger))
    rebuild(ledger)
    assert told(ledger) == set()


def test_a_printing_of_another_card_is_told_of_both(ledger):
    plant(ledger, f"UPDATE printing SET subject = '{WARDEN}' WHERE id = 'one-002-en'")
    assert told(ledger) == {Told(Code.INDEX_PRINTING, None, None, subject) for subject in (LYNX, WARDEN)}


def test_a_moved_segment_is_told_with_both_days(ledger):
    plant(ledger, f"UPDATE segment SET effective_from = '2024-03-02' WHERE {LATER}")
    (found,) = words(ledger, Code.INDEX_SEGMENT)
    assert found == (
        "segment 'en', '*', from 2024-03-02 until 2026-02-01"
        " should be segment 'en', '*', from 2024-03-01 until 2026-02-01"
    )


def test_a_segment_that_ends_elsewhere_is_told_with_both_days(ledger):
    plant(ledger, f"UPDATE segment SET effective_until = '2024-03-02' WHERE {FIRST}")
    (found,) = words(ledger, Code.INDEX_SEGMENT)
    assert found == (
        "segment 'en', '*', from 2024-01-10 until 2024-03-01: "
        "effective_until is '2024-03-02', should be '2024-03-01'"
    )


def test_what_reads_otherwise_is_named(ledger):
    plant(ledger, f"UPDATE segment SET refs = replace(refs, 'exact', 'assumed') WHERE {FIRST}")
    (found,) = words(ledger, Code.INDEX_SEGMENT)
    assert found.endswith("refs say otherwise: certainty, next_change")


def test_what_is_missing_and_what_is_too_much_is_told_apart(ledger):
    plant(ledger, f"DELETE FROM segment WHERE {LATER}", segment(lang="de"))
    assert words(ledger, Code.INDEX_SEGMENT) == [
        "segment 'de', '*', from 2024-01-10 until 2024-03-01 should not be there",
        "segment 'en', '*', from 2024-03-01 until 2026-02-01 is missing",
    ]


def test_an_end_that_the_index_missed_is_told(ledger):
    ending = Ending(subject=SubjectId.parse(LYNX), kind="lapsed", erratum="faq", ended_on=day("2024-05-01"))
    with writing(ledger) as conn:
        save_head(conn, record(conn, ending).seq)
    assert told(ledger) == {Told(code, None, None, LYNX) for code in (Code.INDEX_SEGMENT, Code.INDEX_PASSAGE)}
    assert "segment 'en', '*', from 2024-05-01 until 2026-02-01 is missing" in words(
        ledger, Code.INDEX_SEGMENT
    )
    rebuild(ledger)
    assert told(ledger) == set()


def test_an_empty_ledger_has_an_index_that_stands_for_nothing(engine):
    plant(engine, "INSERT INTO index_state VALUES (1, 5, 1)")
    assert told(engine) == {Told(Code.ENTRY_NUMBER, 5)}
    rebuild(engine)
    assert told(engine) == set()


def test_a_subject_that_can_not_be_resolved_leaves_the_others_checked(ledger):
    plant(
        ledger,
        "UPDATE record SET body = NULL WHERE kind = 'game' AND key = 'demo'",
        "UPDATE printing SET number = '003' WHERE id = 'far-1'",
    )
    assert told(ledger) == {
        Told(Code.ENTRY_HASH, 1),
        Told(Code.UNRESOLVABLE, None, None, WARDEN),
        Told(Code.UNRESOLVABLE, None, None, LYNX),
        Told(Code.INDEX_PRINTING, None, None, FAR),
    }
