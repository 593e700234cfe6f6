"""Which texts a fact names: by their hashes, never by their words."""

from __future__ import annotations

from collections.abc import Iterator

from service.domain.ledger import NONE, UNKNOWN, Assertion, Ending, Fact, FieldValue
from service.domain.printings import Printing, printing_of


def named_contents(fact: Fact) -> Iterator[str]:
    """Yield the hash of every text that a fact names, in the fact's order; one may come twice.

    These are the words of an assertion, and the printed words and the transcription of a printing.
    """
    return (value.content for value in _values(fact) if value.content not in (NONE, UNKNOWN))


def _values(fact: Fact) -> tuple[FieldValue, ...]:
    match fact:
        case Assertion():
            return fact.fields
        case Ending():
            return ()
        case _ if fact.kind == Printing.kind and fact.body is not None:
            printing = printing_of(fact.key, fact.body)
            return (*printing.fields, *printing.raw)
        case _:
            return ()
