"""What a file claims before the ledger has numbered it: facts, and endings of versions not yet numbered."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.ledger import Ending, Fact


@dataclass(frozen=True, slots=True)
class ClaimedVoid:
    """That one version of an erratum is void because the publisher gave the change another day.

    Attributes:
        ending: the ending, whose ``of`` is open until the version has a number.
        place: which of the file's assertions of the erratum it ends, counted from 0 in the declared order.
    """

    ending: Ending
    place: int


Claim = Fact | ClaimedVoid
"""What a file claims."""
