"""What an import did, or would do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from service.domain.ids import SubjectId
from service.domain.ledger import UNKNOWN, Ending, Entry, Fact, Record
from service.domain.observations import Clash
from service.domain.printed import TextOf
from service.domain.printings import Printing


@dataclass(frozen=True, slots=True)
class Disagreement:
    """That a source shows on a day otherwise than the ledger says, in one field.

    Attributes:
        kept: the words of the ledger, which stand; ``shown`` those of the source. None: there are none, or
            nobody knows them.
    """

    subject: SubjectId
    source: str
    field: str
    on: date
    kept: str | None
    shown: str | None


@dataclass(slots=True)
class ImportReport:
    """What an import did, or with ``dry_run`` would have done.

    Attributes:
        entry: the entry that was appended, or would have been; None where nothing was new.
        head: the ledger's last entry after the import, which a dry run leaves as it was; None while the
            ledger is empty.
        pieces: how many pieces the files have (lines, in ``history``); ``unchanged`` those that are known.
        cards: how many cards the pieces tell of that are not unchanged; of these ``new`` were not in the
            ledger, and ``curated`` are kept by the corpus.
        texts: how many assertions were recorded; ``corrected``, ``withdrawn`` and ``records`` as in a load.
        printings: how many printings were recorded, new or changed.
        disagreements: what the sources show otherwise than what stands, by subject.
        passed_over: the pieces of which nothing is recorded, or no longer, each with the reason.
        damaged: what of a piece can't be read and stands as unknown.
    """

    entry: Entry | None = None
    head: Entry | None = None
    pieces: int = 0
    unchanged: int = 0
    cards: int = 0
    new: int = 0
    curated: int = 0
    texts: int = 0
    corrected: int = 0
    withdrawn: int = 0
    records: int = 0
    printings: int = 0
    disagreements: list[Disagreement] = field(default_factory=list)
    passed_over: list[Remark] = field(default_factory=list)
    damaged: list[Remark] = field(default_factory=list)

    def count(self, facts: Iterable[Fact]) -> None:
        """Count facts that are recorded."""
        for fact in facts:
            if isinstance(fact, Record):
                self.records += 1
                self.printings += fact.kind == Printing.kind and fact.body is not None
            elif isinstance(fact, Ending):
                self.withdrawn += 1
            elif fact.corrects is not None:
                self.corrected += 1
            else:
                self.texts += 1

    def add_clash(self, subject: SubjectId, clash: Clash, text_of: TextOf) -> None:
        """Take in that sources contradict each other, or one of them itself, on a day.

        Words that nobody knows contradict nothing.
        """
        for name, kept in clash.kept.says.items():
            shown = clash.other.says.get(name)
            if shown is not None and shown != kept and UNKNOWN not in (shown, kept):
                words = text_of(kept), text_of(shown)
                one = Disagreement(subject, clash.other.source, name, clash.day, *words)
                self.disagreements.append(one)


@dataclass(frozen=True, slots=True)
class Remark:
    """What is to be known of a piece, by its file and its number there, counted from 1."""

    path: Path
    number: int
    reason: str
