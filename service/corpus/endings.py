"""The endings of a card file as facts of the ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from service.corpus.files import CardFile, DocumentFile, Marker
from service.domain.claimed import ClaimedVoid
from service.domain.ids import card_id
from service.domain.ledger import Ending


def ending_facts(card: CardFile, documents: Mapping[str, DocumentFile]) -> Iterator[Ending]:
    """Yield the endings of a card, in file order."""
    for one in card.endings:
        yield Ending(
            subject=card_id(card.game, card.id),
            kind=one.kind,
            erratum=one.of,
            ended_on=one.ended_on,
            ended_after=one.ended_after,
            ended_by=one.ended_by,
            announced_on=stated_or_announced(one.announced_on, one.document, documents),
            document=one.document,
            reason=one.reason,
        )


def redating_voids(card: CardFile, documents: Mapping[str, DocumentFile]) -> Iterator[ClaimedVoid]:
    """Yield what ends the former day of each erratum that was re-dated, in file order."""
    for erratum in card.errata:
        for place, one in enumerate(erratum.redated):
            ending = Ending(
                subject=card_id(card.game, card.id),
                kind="void",
                erratum=erratum.id,
                announced_on=stated_or_announced(one.announced_on, one.document, documents),
                document=one.document,
                reason=one.reason,
            )
            yield ClaimedVoid(ending, place)


def stated_or_announced(
    stated: date | Marker | None, document: str | None, documents: Mapping[str, DocumentFile]
) -> date | None:
    """Return the day that a file states, else the one on which its document was announced.

    None where it states ``unknown``, or names no document, or the document's day is unknown. A document
    that isn't there, which a check of its own refuses, counts as one of an unknown day.
    """
    if isinstance(stated, date):
        return stated
    if stated is Marker.UNKNOWN or document is None:
        return None
    found = documents.get(document)
    return None if found is None else found.announced_on
