"""Finding subjects and printings by what people call them."""

from __future__ import annotations

import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Collection, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, exists, or_, select

from service.domain.folding import folded, folded_name
from service.domain.ids import SubjectId, card_id
from service.domain.names import borne_names, joined_name
from service.domain.order import standing
from service.domain.printings import Printing
from service.domain.texts import is_writable
from service.domain.tracks import NAME
from service.store.ledger import load_texts
from service.store.listed import one_of
from service.store.models import EVERY_SCOPE, NameRow, PassageRow, PrintingRow, SegmentRow
from service.store.records import load_record_version
from service.store.subjects import load_aliases, load_subject
from service.store.timelines import load_assertions, load_endings

_CHUNK = 300
"""How many names are sought in one statement."""


class NameMatch(NamedTuple):
    """A subject and the name by which it was found, as it is spelled."""

    subject: SubjectId
    name: str


def find_by_name(conn: Connection, game: str, name: str, as_of: int | None = None) -> list[NameMatch]:
    """Return the subjects that bear or bore the name, in any language, by subject.

    Those that are spelled exactly so come alone; where there are none, those that differ in case, accents or
    ligatures. However long or odd the name is, it is sought: one that no text may hold is borne by nobody.

    Args:
        as_of: the last entry that counts; None: the ledger's last.
    """
    if not is_writable(name):
        return []
    wanted = _spelled(name)
    query = (
        select(NameRow.subject, NameRow.name)
        .where(NameRow.game == game, NameRow.folded == folded_name(wanted))
        .order_by(NameRow.subject, NameRow.name)
    )
    if as_of is None:
        query = query.where(NameRow.standing)
    matches = [NameMatch(SubjectId.parse(subject), found) for subject, found in conn.execute(query)]
    if as_of is not None:
        matches = [match for match in matches if match.name in load_names(conn, match.subject, as_of)]
    exact = [match for match in matches if match.name == wanted]
    return list({match.subject: match for match in exact or matches}.values())


def load_names(conn: Connection, subject: SubjectId, as_of: int | None = None) -> set[str]:
    """Return every name that a subject bears or bore, as far as was recorded up to a pin; of none, none."""
    if load_subject(conn, subject, as_of) is None:
        return set()
    assertions = standing(load_assertions(conn, subject, as_of), load_endings(conn, subject, as_of))
    hashes = (value.content for one in assertions for value in one.fields if value.field == NAME)
    texts = load_texts(conn, hashes)
    return borne_names(assertions, texts) | set(load_aliases(conn, subject, as_of).names.values())


def _spelled(name: str) -> str:
    """Return a name as it would be spelled if a card bore it."""
    return unicodedata.normalize("NFC", name).rstrip()


class PrintingMatch(NamedTuple):
    """Where a printing is: its subject and its id."""

    subject: SubjectId
    id: str


def find_printing(conn: Connection, printing: str, as_of: int | None = None) -> PrintingMatch | None:
    """Return where the printing of that id is, or was at a pin; None where there is none."""
    found = _printings(conn, select(PrintingRow).where(PrintingRow.id == printing), as_of)
    return found[0] if found else None


def find_by_number(
    conn: Connection, game: str, set_code: str, number: str, lang: str | None, as_of: int | None = None
) -> list[PrintingMatch]:
    """Return the printings of a set and collector number, by id.

    Args:
        lang: in this language only; None: in any.
        as_of: the last entry that counts; None: the ledger's last.
    """
    query = select(PrintingRow).where(
        PrintingRow.game == game, PrintingRow.set_code == set_code, PrintingRow.number == number
    )
    if lang is not None:
        query = query.where(PrintingRow.lang == lang)
    return _printings(conn, query, as_of)


def _printings(conn: Connection, query: Select[Any], as_of: int | None) -> list[PrintingMatch]:
    """Return the printings of index rows, by id; at a pin those whose row was the latest then."""
    columns = query.with_only_columns(PrintingRow.subject, PrintingRow.id, PrintingRow.seq, PrintingRow.n)
    if as_of is None:
        columns = columns.where(PrintingRow.standing)
    rows = conn.execute(columns.order_by(PrintingRow.id)).all()
    return [
        PrintingMatch(SubjectId.parse(row.subject), row.id)
        for row in rows
        if as_of is None
        or load_record_version(conn, Printing.kind, f"{row.subject}/{row.id}", as_of) == (row.seq, row.n)
    ]


_BY_FOLDED_NAME = (
    select(NameRow.folded, NameRow.subject)
    .where(NameRow.game == bindparam("game"), one_of(NameRow.folded, "names"), NameRow.standing)
    .order_by(NameRow.subject)
)


def find_by_folded_names(conn: Connection, game: str, names: Collection[str]) -> dict[str, list[SubjectId]]:
    """Return the subjects that bear or bore each of these names, which are folded, by name; each once."""
    found: dict[str, dict[SubjectId, None]] = {}
    wanted = sorted(names)
    for start in range(0, len(wanted), _CHUNK):
        asked = {"game": game, "names": wanted[start : start + _CHUNK]}
        for folding, subject in conn.execute(_BY_FOLDED_NAME, asked):
            found.setdefault(folding, {})[SubjectId.parse(subject)] = None
    return {folding: list(subjects) for folding, subjects in found.items()}


class PrintingIds:
    """The ids of printings that there are or were.

    Those of a set, whose code begins them, are sought once and kept as hashes, in 8 bytes each: most ids that
    are asked for are new, and of these no more has to be sought.
    """

    def __init__(self, conn: Connection) -> None:
        self._conn = conn
        self._hashes: dict[str, array[int]] = {}  # by the beginning of the ids, each in order

    def has(self, printing: str, subject: SubjectId) -> bool:
        """Whether a printing has that id, or one of another subject had it."""
        hashes, wanted = self._hashes_of(printing.partition("-")[0]), hash(printing)
        place = bisect_left(hashes, wanted)
        if hashes[place : place + 1] != array("q", [wanted]):
            return False
        query = select(PrintingRow.id).where(
            PrintingRow.id == printing, or_(PrintingRow.standing, PrintingRow.subject != str(subject))
        )
        return self._conn.scalar(query.limit(1)) is not None

    def _hashes_of(self, begin: str) -> array[int]:
        if begin not in self._hashes:
            # "~" sorts behind every character of an id.
            query = select(PrintingRow.id).where(PrintingRow.id >= begin, PrintingRow.id < f"{begin}~")
            self._hashes[begin] = array("q", sorted(map(hash, self._conn.scalars(query))))
        return self._hashes[begin]


def find_card_ids(conn: Connection, game: str, begun: str) -> list[str]:
    """Return the ids of the cards of a game with a text that begin so, in order."""
    first = str(card_id(game, begun))
    # "~" sorts behind every character of an id: a range, so that the index serves it.
    query = select(SegmentRow.subject).where(SegmentRow.subject >= first, SegmentRow.subject < f"{first}~")
    subjects = conn.scalars(query.distinct().order_by(SegmentRow.subject))
    return [SubjectId.parse(subject).name for subject in subjects]


def find_languages(conn: Connection) -> list[str]:
    """Return the languages in which anything was printed, in order."""
    return list(
        conn.scalars(
            select(PrintingRow.lang).where(PrintingRow.standing).distinct().order_by(PrintingRow.lang)
        )
    )


class Listed(NamedTuple):
    """One card of a list, with its name on the day; None where the name isn't known."""

    subject: SubjectId
    name: str | None


def list_subjects(
    conn: Connection,
    games: Sequence[tuple[str, str, str, date]],
    *,
    words: Sequence[str] = (),
    name: str | None = None,
    set_code: str | None = None,
    after: str | None = None,
    limit: int,
) -> list[Listed]:
    """Return subjects that have a text on a day, by id.

    Args:
        games: each game with the language, the scope and the day in which it is read.
        words: every one of them must stand in the name, type line or text of one face as of that day.
        name: only subjects that bear or bore this name, in any spelling of case.
        set_code: only subjects with a printing in this set.
        after: only ids behind this one.
        limit: how many at most.
    """
    reads = [
        (PassageRow.game == game)
        & (PassageRow.lang == lang)
        & PassageRow.scope.in_((scope, EVERY_SCOPE))
        & (PassageRow.effective_from <= day)
        & or_(PassageRow.effective_until.is_(None), PassageRow.effective_until > day)
        for game, lang, scope, day in games
    ]
    query = select(PassageRow.subject).where(or_(False, *reads))
    for word in words:
        query = query.where(PassageRow.folded.contains(folded(word), autoescape=True))
    if name is not None:
        named = NameRow.standing & (NameRow.folded == folded_name(_spelled(name)))
        query = query.where(exists().where(NameRow.subject == PassageRow.subject, named))
    if set_code is not None:
        printed = PrintingRow.standing & (PrintingRow.set_code == set_code)
        query = query.where(exists().where(PrintingRow.subject == PassageRow.subject, printed))
    if after is not None:
        query = query.where(PassageRow.subject > after)
    found = list(conn.scalars(query.distinct().order_by(PassageRow.subject).limit(limit)))
    faces = (
        select(PassageRow.subject, PassageRow.name)
        .where(PassageRow.subject.in_(found), or_(False, *reads))
        .order_by(PassageRow.subject, PassageRow.face)
    )
    names: dict[str, list[str | None]] = {}
    for subject, face_name in conn.execute(faces):
        names.setdefault(subject, []).append(face_name)
    return [Listed(SubjectId.parse(subject), joined_name(names[subject])) for subject in found]
