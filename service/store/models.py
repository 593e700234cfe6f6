"""The tables. Everything before ``Index`` is the ledger: append-only, guarded by triggers, hashed.

Ledger tables change only by new tables and new nullable columns. The index is derived and disposable.
"""

from __future__ import annotations

from datetime import date

from sqlalchemy import CheckConstraint, Index, MetaData, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

TEXT = Text().with_variant(Text(collation="C"), "postgresql")
"""Text that compares by its bytes on every database: ranges of keys and cursors rely on that order."""


class Base(DeclarativeBase):
    """The declarative base; names of constraints are fixed so that migrations can speak of them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {str: TEXT}  # noqa: RUF012  # SQLAlchemy reads it from the class


PROMISED = (
    "pending IS NULL OR (pending AND effective_from IS NULL AND effective_after IS NULL"
    " AND effective_by IS NULL AND effective_until IS NULL)"
)
"""What is promised has no day of any sort."""


class EntryRow(Base):
    """What was recorded together; ``seq`` has no gaps and is the order of commits."""

    __tablename__ = "entry"

    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    recorded_at: Mapped[str]
    actor: Mapped[str]
    origin: Mapped[str]
    message: Mapped[str | None]
    hash_format: Mapped[int]
    prev_hash: Mapped[str | None]
    hash: Mapped[str]


class AssertionRow(Base):
    """From this day these fields read so; lists are JSON."""

    __tablename__ = "assertion"
    __table_args__ = (
        CheckConstraint("kind IN ('base', 'erratum', 'reprint', 'printing')", name="kind"),
        CheckConstraint("(kind = 'base') = (erratum IS NULL)", name="erratum"),
        CheckConstraint(
            "effective_from IS NULL OR (effective_after IS NULL AND effective_by IS NULL)",
            name="day_or_window",
        ),
        CheckConstraint("effective_after < effective_by", name="window"),
        CheckConstraint("effective_from < effective_until", name="period"),
        CheckConstraint(PROMISED, name="pending"),
        Index(None, "subject", "seq", "n"),
        {"sqlite_with_rowid": False},
    )

    seq: Mapped[int] = mapped_column(primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    subject: Mapped[str]
    kind: Mapped[str]
    erratum: Mapped[str | None]
    change_class: Mapped[str | None]
    class_basis: Mapped[str | None]
    follows: Mapped[str | None]
    replaces: Mapped[str | None]
    corrects: Mapped[str | None]
    scopes: Mapped[str | None]
    languages: Mapped[str | None]
    effective_from: Mapped[date | None]
    effective_after: Mapped[date | None]
    effective_by: Mapped[date | None]
    effective_until: Mapped[date | None]
    until_announced_on: Mapped[date | None]
    until_document: Mapped[str | None]
    date_basis: Mapped[str | None]
    announced_on: Mapped[date | None]
    document: Mapped[str | None]
    confirmed_by: Mapped[str | None]
    confirmed_on: Mapped[date | None]
    provisional: Mapped[bool]
    reason: Mapped[str | None]
    translates: Mapped[str | None]
    fields: Mapped[str | None]
    pending: Mapped[bool | None]


class EndingRow(Base):
    """One dated claim that an erratum, or one version of it, is void or has lapsed or was recorded wrongly.

    A re-dating voids a version (``of``) of an erratum that goes on; a correction always names the version.
    """

    __tablename__ = "ending"
    __table_args__ = (
        CheckConstraint("kind IN ('void', 'lapsed', 'correction')", name="kind"),
        CheckConstraint("kind <> 'correction' OR \"of\" IS NOT NULL", name="of"),
        CheckConstraint('"of" IS NOT NULL OR erratum IS NOT NULL', name="named"),
        CheckConstraint(
            "ended_on IS NULL OR (ended_after IS NULL AND ended_by IS NULL)", name="day_or_window"
        ),
        CheckConstraint("ended_after < ended_by", name="window"),
        Index(None, "subject", "seq", "n"),
        {"sqlite_with_rowid": False},
    )

    seq: Mapped[int] = mapped_column(primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    subject: Mapped[str]
    kind: Mapped[str]
    erratum: Mapped[str | None]
    of: Mapped[str | None]
    corrects: Mapped[str | None]
    ended_on: Mapped[date | None]
    ended_after: Mapped[date | None]
    ended_by: Mapped[date | None]
    announced_on: Mapped[date | None]
    document: Mapped[str | None]
    reason: Mapped[str | None]


class RecordRow(Base):
    """Any other fact; the latest of a kind and key holds, a null body says that it no longer does."""

    __tablename__ = "record"
    __table_args__ = (Index(None, "kind", "key", "seq", "n"), {"sqlite_with_rowid": False})

    seq: Mapped[int] = mapped_column(primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    key: Mapped[str]
    body: Mapped[str | None]


class ContentRow(Base):
    """A text by its hash; null once it was removed by a tombstone."""

    __tablename__ = "content"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012  # SQLAlchemy reads it from the class

    sha256: Mapped[str] = mapped_column(primary_key=True)
    text: Mapped[str | None]


EVERY_SCOPE = "*"
"""The scope of a segment whose subject says the same in every scope."""


class SegmentRow(Base):
    """Index: a stretch of days on which one reading of a subject holds; scope ``*`` means every scope."""

    __tablename__ = "segment"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012  # SQLAlchemy reads it from the class

    subject: Mapped[str] = mapped_column(primary_key=True)
    lang: Mapped[str] = mapped_column(primary_key=True)
    scope: Mapped[str] = mapped_column(primary_key=True)
    effective_from: Mapped[date] = mapped_column(primary_key=True)
    effective_until: Mapped[date | None]
    seq: Mapped[int]
    refs: Mapped[str]


class PassageRow(Base):
    """Index: the folded words of a face over a stretch of days, for search in the text of a day."""

    __tablename__ = "passage"
    __table_args__ = (Index(None, "game", "lang", "subject"), {"sqlite_with_rowid": False})

    subject: Mapped[str] = mapped_column(primary_key=True)
    lang: Mapped[str] = mapped_column(primary_key=True)
    scope: Mapped[str] = mapped_column(primary_key=True)
    effective_from: Mapped[date] = mapped_column(primary_key=True)
    face: Mapped[int] = mapped_column(primary_key=True)
    effective_until: Mapped[date | None]
    game: Mapped[str]
    name: Mapped[str | None]
    folded: Mapped[str]


class NameRow(Base):
    """Index: every name under which a subject was ever recorded, folded.

    ``standing`` says whether it is borne, or was, as far as is known today: others are of use to pins alone.
    """

    __tablename__ = "known_name"
    __table_args__ = (Index(None, "subject"), {"sqlite_with_rowid": False})

    game: Mapped[str] = mapped_column(primary_key=True)
    folded: Mapped[str] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    standing: Mapped[bool]


class PrintingRow(Base):
    """Index: every record of a printing, by the printing's id and by its number.

    ``standing`` says whether it is the latest and holds: others are of use to pins alone.
    """

    __tablename__ = "printing"
    __table_args__ = (
        Index(None, "id"),
        Index(None, "game", "set_code", "number", "lang"),
        {"sqlite_with_rowid": False},
    )

    subject: Mapped[str] = mapped_column(primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    id: Mapped[str]
    game: Mapped[str]
    set_code: Mapped[str]
    number: Mapped[str | None]
    lang: Mapped[str]
    standing: Mapped[bool]


class KnownIdRow(Base):
    """Index: each id under which another catalogue knows a subject, or a printing of it.

    ``printing`` is empty where the id is the subject's own. Several subjects may share an id.
    """

    __tablename__ = "known_id"
    __table_args__ = (Index(None, "subject"), {"sqlite_with_rowid": False})

    game: Mapped[str] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(primary_key=True)
    printing: Mapped[str] = mapped_column(primary_key=True)


class IndexStateRow(Base):
    """Index: the ledger's head that the index stands for; one row."""

    __tablename__ = "index_state"
    __table_args__ = (CheckConstraint("id = 1", name="one_row"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    head_seq: Mapped[int]
    generation: Mapped[int]


LEDGER = (EntryRow, AssertionRow, EndingRow, RecordRow, ContentRow)
"""The tables that are append-only."""

TABLES: dict[str, type[Base]] = {
    mapper.class_.__tablename__: mapper.class_ for mapper in Base.registry.mappers
}
"""Every table's model, by the name of the table."""
