"""Finding subjects and printings by what people call them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection, exists, or_, select

from service.domain.folding import folded
from service.domain.ids import SubjectId, card_id
from service.domain.texts import is_writable
from service.store.models import NameRow, PassageRow, PrintingRow, SegmentRow
from service.store.segments import EVERY_SCOPE


class NameMatch(NamedTuple):
    """A subject and the name by which it was found, as it is spelled."""

    subject: SubjectId
    name: str


def find_by_name(conn: Connection, game: str, name: str) -> list[NameMatch]:
    """Return the subjects that bear or bore the name, in any language, by subject.

    Those that are spelled exactly so come alone; where there are none, those that differ in case. However
    long or odd the name is, it is sought: one that no text may hold is borne by nobody.
    """
    if not is_writable(name):
        return []
    wanted = _spelled(name)
    query = (
        select(NameRow.subject, NameRow.name)
        .where(NameRow.game == game, NameRow.folded == folded(wanted))
        .order_by(NameRow.subject, NameRow.name)
    )
    matches = [NameMatch(SubjectId.parse(subject), found) for subject, found in conn.execute(query)]
    exact = [match for match in matches if match.name == wanted]
    return list({match.subject: match for match in exact or matches}.values())


def _spelled(name: str) -> str:
    """Return a name as it would be spelled if a card bore it."""
    return unicodedata.normalize("NFC", name).rstrip()


class PrintingMatch(NamedTuple):
    """Where a printing is: its subject and its id."""

    subject: SubjectId
    id: str


def find_printing(conn: Connection, printing: str) -> PrintingMatch | None:
    """Return where the printing of that id is, or None."""
    subject = conn.scalar(select(PrintingRow.subject).where(PrintingRow.id == printing))
    return None if subject is None else PrintingMatch(SubjectId.parse(subject), printing)


def find_by_number(
    conn: Connection, game: str, set_code: str, number: str, lang: str | None
) -> list[PrintingMatch]:
    """Return the printings of a set and collector number, by id.

    Args:
        lang: in this language only; None: in any.
    """
    query = select(PrintingRow.subject, PrintingRow.id).where(
        PrintingRow.game == game, PrintingRow.set_code == set_code, PrintingRow.number == number
    )
    if lang is not None:
        query = query.where(PrintingRow.lang == lang)
    rows = conn.execute(query.order_by(PrintingRow.id))
    return [PrintingMatch(SubjectId.parse(subject), found) for subject, found in rows]


def find_card_ids(conn: Connection, game: str, begun: str) -> list[str]:
    """Return the ids of the cards of a game with a text that begin so, in order."""
    first = str(card_id(game, begun))
    # "~" sorts behind every character of an id: a range, so that the index serves it.
    query = select(SegmentRow.subject).where(SegmentRow.subject >= first, SegmentRow.subject < f"{first}~")
    subjects = conn.scalars(query.distinct().order_by(SegmentRow.subject))
    return [SubjectId.parse(subject).name for subject in subjects]


def find_languages(conn: Connection) -> list[str]:
    """Return the languages in which anything was printed, in order."""
    return list(conn.scalars(select(PrintingRow.lang).distinct().order_by(PrintingRow.lang)))


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
        named = NameRow.folded == folded(_spelled(name))
        query = query.where(exists().where(NameRow.subject == PassageRow.subject, named))
    if set_code is not None:
        printed = PrintingRow.set_code == set_code
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


def joined_name(names: Sequence[str | None]) -> str | None:
    """Return the names of all faces as one; None where one of them isn't known."""
    known = [name for name in names if name is not None]
    return " // ".join(known) if len(known) == len(names) else None
