"""Loading the corpus: the difference between its files and what was recorded, as one entry.

Declarative and idempotent: loading twice records nothing, and neither do comments, the order of keys or
white space of the files. All or nothing: one transaction, one entry, or no trace.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from service.corpus.checks import check_corpus
from service.corpus.claims import Claims, corpus_claims
from service.corpus.faults import corpus_refused
from service.corpus.files import Corpus
from service.corpus.history import Provenance, read_provenance
from service.corpus.reader import read_corpus
from service.domain.contents import named_contents
from service.domain.games import Game
from service.domain.ids import SubjectId
from service.domain.ledger import Ending, Entry, Fact, Record
from service.domain.provenance import FileProvenance
from service.domain.refusals import RemovalTakenBack
from service.domain.tombstones import Tombstone
from service.ingest.answer_changes import AnswerChange, answer_changes, segments_of
from service.ingest.news import new_facts
from service.ingest.origins import CORPUS, IMPORT
from service.ingest.reindex import rebuild_stale_index
from service.ingest.touched import removed_hashes, touched_subjects
from service.store.connection import Connection, Engine, writing
from service.store.games import iter_game_ids, load_game
from service.store.keepers import find_keepers
from service.store.ledger import load_head, save_entry
from service.store.readable import readable
from service.store.recorded import Recorded, load_recorded, load_recorded_of
from service.store.removals import check_unused, is_purge_due, purge_removed, remove_texts
from service.store.segments import save_head, save_indexes


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What a load did, or with ``dry_run`` would have done.

    Attributes:
        entry: the entry that was appended; None where nothing was new.
        head: the ledger's last entry after the load; None while the ledger is empty.
        new, corrected, withdrawn: how many assertions and endings of each sort.
        records: how many other facts.
        removed: how many texts were blanked.
        subjects: the subjects whose answers were made anew, in order.
        changes: the answers that change, by subject, language, scope and day; only with ``dry_run``.
        notes: what the caller should know: uncommitted changes, missing history.
    """

    entry: Entry | None
    head: Entry | None
    new: int = 0
    corrected: int = 0
    withdrawn: int = 0
    records: int = 0
    removed: int = 0
    subjects: tuple[SubjectId, ...] = ()
    changes: tuple[AnswerChange, ...] = ()
    notes: tuple[str, ...] = ()


_STILL_READ = (
    "another command is reading the database as it was, so that removed words are still in its files: "
    "end it, and run errata load again"
)


class _DryRun(Exception):
    """Ends the transaction of a dry run so that nothing is kept."""


def read_checked(root: Path, now: datetime) -> Corpus:
    """Return the corpus under a root, once everything in it is right.

    Args:
        now: decides what is announced in the future, by the day in each game's zone.

    Raises:
        CorpusRefused: if any file has a fault; every fault is in it.
    """
    corpus = read_corpus(root)
    today = {game.id: now.astimezone(ZoneInfo(game.zone)).date() for game in corpus.games}
    faults = {
        fault
        for day in sorted(set(today.values()))
        for fault in check_corpus(corpus, day)
        if today.get(fault.path.parts[0], day) == day
    }
    if faults:
        raise corpus_refused(sorted(faults))
    return corpus


def load_corpus(engine: Engine, root: Path, now: datetime, *, dry_run: bool = False) -> LoadReport:
    """Record what the corpus under ``root`` says and the ledger doesn't, and return what was done.

    Raises:
        CorpusRefused: if any file has a fault; nothing is recorded then.
        RemovalTakenBack: if what was removed by an earlier load is in no ``removals.yaml`` any longer.
        TextStillUsed: if a text that is to be removed stands in what others recorded.
        BrokenRule: if the ledger doesn't take what they say beside what was recorded before.
        DamagedLedger: if other words lie under the hash of a text that is new, or what earlier loads recorded
            can't be read.
        NotReady: if the database can't be written.
    """
    claims = corpus_claims(read_checked(root, now))
    provenance = read_provenance(root)
    report = LoadReport(None, None)
    try:
        with writing(engine) as conn:
            report = _load(conn, claims, provenance, now, dry_run)
            if dry_run:
                raise _DryRun
            purge_due = is_purge_due(conn)
    except _DryRun:
        return report
    if purge_due and not purge_removed(engine):
        return replace(report, notes=(*report.notes, _STILL_READ))
    return report


def _load(
    conn: Connection, claims: Claims, provenance: Provenance, now: datetime, dry_run: bool
) -> LoadReport:
    with readable("earlier loads"):
        recorded = load_recorded(conn, CORPUS)
    rebuild_stale_index(conn)  # what is added to it must not make it look whole
    _check_lasting_removals(claims, recorded)
    head = load_head(conn)
    files = sorted({file.subject for file in claims.files if file.subject is not None})
    keepers = find_keepers(conn, files)
    observed = load_recorded_of(conn, IMPORT, [one for one in files if keepers.get(one) == IMPORT])
    facts = new_facts(claims, recorded, provenance, 1 if head is None else head.seq + 1, observed)
    notes = tuple(_notes(provenance))
    if not facts:
        return LoadReport(None, head, notes=notes)
    removed = removed_hashes(facts)
    check_unused(conn, removed, CORPUS)
    touched = sorted(touched_subjects(conn, facts))
    before = segments_of(conn, touched) if dry_run else {}
    former = _games(conn, touched)
    entry = save_entry(
        conn,
        facts,
        _named_texts(claims, facts),
        now=now,
        actor=provenance.head.author if provenance.head else "unknown",
        origin=_origin(provenance),
        message=provenance.head.message if provenance.head else None,
    )
    blanked = remove_texts(conn, removed) if removed else 0
    save_indexes(conn, touched, former | _games(conn, touched))
    save_head(conn, entry.seq)
    after = segments_of(conn, touched) if dry_run else {}
    return LoadReport(
        entry,
        entry,
        **_counts(facts),
        removed=blanked,
        subjects=tuple(touched),
        changes=tuple(answer_changes(before, after, removed)),
        notes=notes,
    )


def _check_lasting_removals(claims: Claims, recorded: Recorded) -> None:
    """Refuse a corpus that no longer says that a text was removed: its words are gone for good."""
    records = (one for file in claims.files for one in file.facts if isinstance(one, Record))
    claimed = {one.key for one in records if one.kind == Tombstone.kind}
    missing = sorted(key for kind, key in recorded.records if kind == Tombstone.kind and key not in claimed)
    if missing:
        raise RemovalTakenBack(
            f"texts were removed, and no removals.yaml lists them any longer: {', '.join(missing)}; "
            "put the lines back: what was removed stays removed",
            texts=missing,
        )


def _origin(provenance: Provenance) -> str:
    if provenance.head is None:
        return f"{CORPUS} without git"
    state = " with uncommitted changes" if provenance.modified else ""
    return f"{CORPUS} {provenance.head.sha}{state}"


def _notes(provenance: Provenance) -> Iterator[str]:
    if provenance.missing is not None:
        yield f"commits of the files are not recorded: {provenance.missing}"
    if provenance.modified:
        names = ", ".join(str(path) for path in provenance.modified[:5])
        more = f" and {len(provenance.modified) - 5} more" if len(provenance.modified) > 5 else ""
        yield f"loaded with uncommitted changes: {names}{more}"


def _games(conn: Connection, subjects: Iterable[SubjectId]) -> dict[str, Game]:
    """Return the games of subjects, as far as they are recorded."""
    wanted = {subject.game for subject in subjects}
    return {game: load_game(conn, game) for game in iter_game_ids(conn) if game in wanted}


def _named_texts(claims: Claims, facts: Iterable[Fact]) -> Mapping[str, str | None]:
    return {sha256: claims.texts[sha256] for fact in facts for sha256 in named_contents(fact)}


def _counts(facts: Iterable[Fact]) -> dict[str, int]:
    counts = {"new": 0, "corrected": 0, "withdrawn": 0, "records": 0}
    for fact in facts:
        if isinstance(fact, Record):
            counts["records"] += fact.kind != FileProvenance.kind
        elif isinstance(fact, Ending) and fact.kind == "correction":
            counts["withdrawn"] += 1
        else:
            counts["corrected" if fact.corrects is not None else "new"] += 1
    return counts
