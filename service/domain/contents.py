"""Which texts a fact names: by their hashes, never by their words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from service.domain.ledger import NONE, UNKNOWN, Assertion, Fact, Record
from service.domain.printings import Printing
from service.domain.sightings import Sighting


def named_contents(fact: Fact) -> Iterator[str]:
    """Yield the hash of every text that a fact names, in the fact's order; one may come twice.

    These are the words of an assertion, the printed words and the transcription of a printing, and what a
    source showed.
    """
    return (content for content in _contents(fact) if content not in (NONE, UNKNOWN))


def _contents(fact: Fact) -> Iterable[str]:
    if isinstance(fact, Assertion):
        return [value.content for value in fact.fields]
    if isinstance(fact, Record) and fact.body is not None:
        if fact.kind == Printing.kind:
            # The body is read, not parsed: there are more printings than anything else.
            return [value[3] for name in ("fields", "raw") for value in fact.body.get(name, ())]
        if fact.kind == Sighting.kind:
            return [content for run in fact.body["runs"] for content in run["says"].values()]
    return ()
