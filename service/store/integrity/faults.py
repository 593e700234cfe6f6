"""What can be wrong with a ledger or its index: stable codes, places, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """What is wrong, in one stable word each; docs/integrity.md explains them."""

    # the chain
    ENTRY_NUMBER = "entry-number"
    ENTRY_HASH = "entry-hash"
    PREV_HASH = "prev-hash"
    HASH_FORMAT = "hash-format"
    RECORDED_AT = "recorded-at"
    FACT_NUMBER = "fact-number"
    FACT_WITHOUT_ENTRY = "fact-without-entry"
    HEAD_UNEXPECTED = "head-unexpected"

    # rows by themselves
    MALFORMED = "malformed"
    CONSTRAINT = "constraint"

    # texts
    TEXT_CHANGED = "text-changed"
    TEXT_MISSING = "text-missing"
    TEXT_BLANKED = "text-blanked"
    TEXT_NOT_REMOVED = "text-not-removed"

    # what stands of a subject, named as the load that refuses it names it
    EMPTY_PERIOD = "empty-period"
    ALREADY_ENDED = "already-ended"
    SAME_START_CONFLICT = "same-start-conflict"
    REPLACEMENT_ANNOUNCED_TOO_EARLY = "replacement-announced-too-early"
    ANNOUNCED_IN_THE_FUTURE = "announced-in-the-future"
    UNKNOWN_REFERENCE = "unknown-reference"
    ALREADY_CORRECTED = "already-corrected"

    # identities
    REPEATED_PRINTING = "repeated-printing"
    MIGRATION_LEADS_NOWHERE = "migration-leads-nowhere"

    # tables and guards
    TABLE_CHANGED = "table-changed"
    FILE_DAMAGED = "file-damaged"
    GUARD_MISSING = "guard-missing"
    GUARD_CHANGED = "guard-changed"
    TRIGGER_UNKNOWN = "trigger-unknown"

    # the index
    UNRESOLVABLE = "unresolvable"
    INDEX_SUBJECT = "index-subject"
    INDEX_SEGMENT = "index-segment"
    INDEX_PASSAGE = "index-passage"
    INDEX_NAME = "index-name"
    INDEX_PRINTING = "index-printing"
    INDEX_ID = "index-id"
    INDEX_HEAD = "index-head"


_RESTORE = "restore from a backup or an export"
_REBUILD = "run: errata rebuild-index"
_CORRECT = "correct it in the card file, then run: errata load"
_GUARD = (
    "make the trigger as the migrations do; if anything else is wrong, restore from a backup or an export"
)
_TODO = {
    Code.TEXT_NOT_REMOVED: "blank the text, as its tombstone says",
    Code.REPEATED_PRINTING: _CORRECT,
    Code.MIGRATION_LEADS_NOWHERE: "record where it leads, or withdraw it",
    Code.EMPTY_PERIOD: _CORRECT,
    Code.ALREADY_ENDED: _CORRECT,
    Code.SAME_START_CONFLICT: _CORRECT,
    Code.REPLACEMENT_ANNOUNCED_TOO_EARLY: _CORRECT,
    Code.ANNOUNCED_IN_THE_FUTURE: _CORRECT,
    Code.UNKNOWN_REFERENCE: _CORRECT,
    Code.ALREADY_CORRECTED: _CORRECT,
    Code.TABLE_CHANGED: "find out who did it, and make the table as the migrations do",
    Code.GUARD_MISSING: _GUARD,
    Code.GUARD_CHANGED: _GUARD,
    Code.TRIGGER_UNKNOWN: "find out who made it, and drop it",
    Code.INDEX_SUBJECT: _REBUILD,
    Code.INDEX_SEGMENT: _REBUILD,
    Code.INDEX_PASSAGE: _REBUILD,
    Code.INDEX_NAME: _REBUILD,
    Code.INDEX_PRINTING: _REBUILD,
    Code.INDEX_ID: _REBUILD,
    Code.INDEX_HEAD: _REBUILD,
}
"""What to do about a fault; about all others ``_RESTORE``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that is wrong.

    Attributes:
        seq: the entry; None where it is about no entry.
        n: the number of the fact within the entry; None where it is about no single fact.
        subject: as the ledger writes it; None where it is about no single subject.
        found: what was found, in words.
    """

    code: Code
    seq: int | None = None
    n: int | None = None
    subject: str | None = None
    found: str

    @property
    def place(self) -> str:
        """Where it is, in words: entry, fact and subject as far as there are such."""
        parts = (
            None if self.seq is None else f"entry {self.seq}",
            None if self.n is None else f"fact {self.n}",
            self.subject,
        )
        return ", ".join(part for part in parts if part is not None) or "database"

    @property
    def todo(self) -> str:
        """What to do about it."""
        return _TODO.get(self.code, _RESTORE)

    @property
    def spoils_ledger(self) -> bool:
        """Whether the ledger itself is not what was recorded, so that nothing can be made from it."""
        return self.todo == _RESTORE
