"""What comes of preparing an import, step by step: made by whoever reads the files, done by who writes.

Every step can be sent from one process to another.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from service.domain.ids import SubjectId
from service.domain.ledger import Entry
from service.ingest.reports import ImportReport
from service.store.drafts import Packed


class Begun(NamedTuple):
    """A stage begins: what is being done, in a word, and how much of it there is to do."""

    what: str
    total: int


class Advanced(NamedTuple):
    """So much more of the stage is done."""

    more: int


class Prepared(NamedTuple):
    """Rows that are to be written, packed, by the name of their table, and texts by their hashes.

    Attributes:
        texts: all that the facts name.
        facts: numbered; they wait for their entry.
        fresh: the cards among them of which the ledger has nothing else, by name.
    """

    texts: Mapping[str, str]
    facts: Mapping[str, Packed]
    fresh: Collection[str]


class Indexed(NamedTuple):
    """Rows of the index that are to be written, packed, by the name of their table."""

    rows: Mapping[str, Packed]


class Finished(NamedTuple):
    """All facts are prepared.

    Attributes:
        entry: None where there is nothing to write.
        changed: the cards that the ledger had before, whose index is to be made anew.
    """

    entry: Entry | None
    changed: tuple[SubjectId, ...]
    report: ImportReport


Step = Begun | Advanced | Prepared | Indexed | Finished
