"""What is new in a corpus: the facts that the ledger doesn't hold yet, file by file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from service.corpus.claims import Claims, FileClaims
from service.corpus.history import Provenance
from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import Fact, Record
from service.domain.migrations import Migration
from service.domain.provenance import FileProvenance
from service.domain.records import as_record
from service.domain.tombstones import Tombstone
from service.ingest.differences import record_differences, subject_differences
from service.store.recorded import Recorded

_NEVER_WITHDRAWN = (FileProvenance.kind, Tombstone.kind)
"""What was once the case: where a file came from, and that words were removed."""


def new_facts(
    claims: Claims,
    recorded: Recorded,
    provenance: Provenance,
    seq: int,
    observed: Mapping[SubjectId, Recorded],
) -> list[Fact]:
    """Return what is new in path order; with each file that has news, where it comes from.

    Args:
        observed: what imports recorded of subjects that have a file from here on: it gives way to the file.
        seq: the entry that the facts will make up; they are numbered in it as they come.
    """
    facts: list[Fact] = []
    for file in claims.files:
        found = list(_file_differences(file, recorded, VersionId(seq, len(facts) + 1)))
        facts += found
        if file.subject is not None and file.subject in observed:
            facts += _given_way(file, file.subject, observed[file.subject], VersionId(seq, len(facts) + 1))
        if found:
            facts += _provenance_record(file, provenance)
    for subject in sorted(recorded.subjects - _accounted(claims)):
        first = VersionId(seq, len(facts) + 1)
        assertions, endings = recorded.assertions[subject], recorded.endings[subject]
        facts += subject_differences(subject, assertions, endings, (), first)
    wanted = {(one.kind, one.key) for file in claims.files for one in file.facts if isinstance(one, Record)}
    gone = [
        one
        for key, one in sorted(recorded.records.items())
        if key not in wanted and one.kind not in _NEVER_WITHDRAWN
    ]
    facts += record_differences(gone, ())
    return facts


def _accounted(claims: Claims) -> set[SubjectId | None]:
    """Return the subjects whose texts are not withdrawn: those of a file, and those that went over.

    Nothing of the latter was recorded wrongly.
    """
    told = [one for file in claims.files for one in file.facts if isinstance(one, Record)]
    gone_over = {SubjectId.parse(one.key) for one in told if one.kind == Migration.kind}
    return {file.subject for file in claims.files} | gone_over


def _file_differences(file: FileClaims, recorded: Recorded, first: VersionId) -> Iterator[Fact]:
    if file.subject is not None:
        assertions = recorded.assertions.get(file.subject, [])
        endings = recorded.endings.get(file.subject, [])
        yield from subject_differences(file.subject, assertions, endings, file.facts, first)
    records = [one for one in file.facts if isinstance(one, Record)]
    keys = [(one.kind, one.key) for one in records]
    yield from record_differences((recorded.records[key] for key in keys if key in recorded.records), records)


def _given_way(file: FileClaims, subject: SubjectId, observed: Recorded, first: VersionId) -> Iterator[Fact]:
    """Yield the withdrawals of what imports recorded of a subject, but of what its file tells anew."""
    assertions, endings = observed.assertions[subject], observed.endings[subject]
    yield from subject_differences(subject, assertions, endings, (), first)
    told = {(one.kind, one.key) for one in file.facts if isinstance(one, Record)}
    for kind, key in sorted(observed.records.keys() - told):
        yield Record(kind=kind, key=key, body=None)


def _provenance_record(file: FileClaims, provenance: Provenance) -> Iterator[Record]:
    commit = provenance.files.get(file.path)
    modified = file.path in provenance.modified
    if commit is None and not modified:
        return
    told = FileProvenance(path=str(file.path), modified=modified)
    if commit is not None:
        told = replace(
            told,
            commit=commit.sha,
            author=commit.author,
            authored_at=commit.authored_at,
            message=commit.message,
        )
    yield as_record(told)
