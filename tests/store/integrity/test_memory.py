"""The checker holds a part of the ledger at a time, however long that is."""

import tracemalloc

import pytest

from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, Record
from service.store.connection import reading, writing
from service.store.integrity.checks import iter_faults
from tests.support.building import day, value
from tests.support.databases import record, record_game

PER_ENTRY = 500


def grown(engine, subjects):
    """Record subjects with a base, an erratum and words of their own, many in an entry."""
    with writing(engine) as conn:
        game = record_game(conn)
        for start in range(0, subjects, PER_ENTRY):
            facts, texts = [], []
            for number in range(start, start + PER_ENTRY):
                subject = SubjectId(game.id, "cards", f"card-{number:06}")
                words = [f"{number} {word} " + "and so on " * 20 for word in ("first", "later")]
                texts += words
                shared = {"subject": subject, "announced_on": day("2024-02-02")}
                base, later = (value(each) for each in words)
                facts += [
                    Assertion(kind="base", effective_from=day("2024-02-02"), fields=(base,), **shared),
                    Assertion(
                        kind="erratum",
                        erratum="e",
                        effective_from=day("2024-06-01"),
                        fields=(later,),
                        **shared,
                    ),
                    Record(kind="subject", key=str(subject), body={"faces": 1}),
                ]
            record(conn, *facts, texts=texts)


def peak_bytes(engine):
    """Return how much memory a whole check takes at most."""
    with reading(engine) as conn:
        tracemalloc.start()
        try:
            found = sum(1 for _ in iter_faults(conn))
            return found, tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()


@pytest.mark.proof
def test_a_check_takes_no_more_memory_for_a_ledger_three_times_as_long(engine, other_engine):
    grown(engine, 2 * PER_ENTRY)
    grown(other_engine, 6 * PER_ENTRY)
    few, little = peak_bytes(engine)
    many, much = peak_bytes(other_engine)
    assert many > 2 * few  # nothing is indexed, and each subject is told as missing there
    assert much < 1.25 * little
