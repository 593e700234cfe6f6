"""Why a load, an export or a rebuild is not done: a branch of the tree that ``errors`` draws.

    Refused
    ├── CorpusRefused           corpus-refused: files with faults, each with its own code
    ├── InvalidText             invalid-text
    ├── TextTooLarge            text-too-large
    ├── TextStillUsed           text-still-used
    ├── RemovalTakenBack        removal-taken-back
    ├── ExportRefused           export-refused
    ├── DamagedExport           damaged-export
    ├── InvalidLine             invalid-line
    ├── DamagedLedger           damaged-ledger
    ├── LedgerNotEmpty          ledger-not-empty
    ├── ImportRefused           import-refused: what is imported can't be read, with its place
    ├── UnknownSource           unknown-source
    ├── AmbiguousIdentity       ambiguous-identity
    └── BrokenRule              broken-rule: a rule on what may stand of a subject
        ├── EmptyPeriod                   empty-period
        ├── AlreadyEnded                  already-ended
        ├── SameStartConflict             same-start-conflict
        ├── ReplacementAnnouncedTooEarly  replacement-announced-too-early
        ├── AnnouncedInTheFuture          announced-in-the-future
        ├── UnknownReference              unknown-reference
        └── AlreadyCorrected              already-corrected

The code of a broken rule names the same in what a load refuses and in what ``errata verify`` finds.
"""

from __future__ import annotations

from typing import NamedTuple

from service.domain.errors import Refused
from service.domain.ids import SubjectId, VersionId


class CorpusRefused(Refused):
    """Files hold faults; ``faults`` lists each with path, line, code, found and what to do."""

    code = "corpus-refused"
    title = "The corpus has faults"


class InvalidText(Refused):
    """A text holds a character that no text may hold."""

    code = "invalid-text"
    title = "The text holds a forbidden character"


class TextTooLarge(Refused):
    """A text is larger than any card text can be."""

    code = "text-too-large"
    title = "The text is too large"


class ExportRefused(Refused):
    """The folder can't take an export, there is none to make, or it is read back otherwise than written."""

    code = "export-refused"
    title = "Nothing was exported"


class DamagedExport(Refused):
    """An export doesn't hold what its manifest lists; ``faults`` names each file and its fault."""

    code = "damaged-export"
    title = "The export is damaged"


class InvalidLine(Refused):
    """A line of an exported ledger is none that the ledger writes, or stands where it can't."""

    code = "invalid-line"
    title = "That is no line of a ledger"


class DamagedLedger(Refused):
    """The ledger holds what no writer of ours wrote; ``errata verify`` tells all of it."""

    code = "damaged-ledger"
    title = "The ledger is damaged"


class LedgerNotEmpty(Refused):
    """Only an empty ledger can be rebuilt from an export."""

    code = "ledger-not-empty"
    title = "The ledger is not empty"


class ImportRefused(Refused):
    """A file that is imported holds what can't be read: ``path``, ``line`` and ``field`` tell where."""

    code = "import-refused"
    title = "The file can't be imported"


class UnknownSource(Refused):
    """No game is recorded that has the source of a file; ``sources`` lists those that there are."""

    code = "unknown-source"
    title = "Nobody has described that source"


class AmbiguousIdentity(Refused):
    """What a file tells of fits several cards; ``candidates`` lists them."""

    code = "ambiguous-identity"
    title = "Several cards are what the file tells of"


class TextStillUsed(Refused):
    """A text that is to be removed still stands in facts that another source recorded."""

    code = "text-still-used"
    title = "The text is still used"


class RemovalTakenBack(Refused):
    """Texts were removed for good, and no file says so any longer; ``texts`` lists their hashes."""

    code = "removal-taken-back"
    title = "A removal can't be taken back"


class BrokenRule(Refused):
    """A fact would break a rule on what may stand of a subject; ``subject`` and ``version`` name it."""

    code = "broken-rule"
    title = "The ledger doesn't take that fact"


class EmptyPeriod(BrokenRule):
    """An erratum would end on the day of its start, or before."""

    code = "empty-period"
    title = "The end is not after the start"


class AlreadyEnded(BrokenRule):
    """An erratum would have two ends."""

    code = "already-ended"
    title = "It has an end already"


class SameStartConflict(BrokenRule):
    """Two errata of one text would start on one day in one scope, and neither replaces the other."""

    code = "same-start-conflict"
    title = "Two errata of one text start on one day"


class ReplacementAnnouncedTooEarly(BrokenRule):
    """A replacement would have been announced before what it replaces."""

    code = "replacement-announced-too-early"
    title = "The replacement was announced too early"


class AnnouncedInTheFuture(BrokenRule):
    """Something would have been announced after the day of its recording."""

    code = "announced-in-the-future"
    title = "That day of announcement is still to come"


class UnknownReference(BrokenRule):
    """A fact names an erratum or a version that the subject hasn't."""

    code = "unknown-reference"
    title = "It names what isn't there"


class AlreadyCorrected(BrokenRule):
    """A fact corrects or ends a version that another one has corrected already."""

    code = "already-corrected"
    title = "That version was corrected already"


class Broken(NamedTuple):
    """A rule that is broken.

    Attributes:
        code: the rule, by the code of its error.
        involved: the versions of the facts that break it together.
        found: how.
        todo: what to do about it.
    """

    code: str
    involved: frozenset[VersionId]
    found: str
    todo: str

    @property
    def version(self) -> VersionId:
        """The last of the facts: without it the rule would hold."""
        return max(self.involved)


def refusal(broken: Broken, subject: SubjectId) -> BrokenRule:
    """Return the error of a rule that a fact about a subject would break.

    Raises:
        KeyError: if no rule has that code.
    """
    found = f"{subject}: {broken.found}; nothing was recorded; {broken.todo}"
    told = {"subject": str(subject), "version": str(broken.version)}
    match broken.code:
        case EmptyPeriod.code:
            return EmptyPeriod(found, **told)
        case AlreadyEnded.code:
            return AlreadyEnded(found, **told)
        case SameStartConflict.code:
            return SameStartConflict(found, **told)
        case ReplacementAnnouncedTooEarly.code:
            return ReplacementAnnouncedTooEarly(found, **told)
        case AnnouncedInTheFuture.code:
            return AnnouncedInTheFuture(found, **told)
        case UnknownReference.code:
            return UnknownReference(found, **told)
        case AlreadyCorrected.code:
            return AlreadyCorrected(found, **told)
        case _:
            raise KeyError(broken.code)
