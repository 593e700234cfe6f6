"""What the ledger holds: assertions, endings, records and entries, and their serial form.

The serial form of a fact is a JSON object without its nulls and empty lists, so that a column added later
leaves every hash as it was. An entry's hash covers its header and every fact in it, line by line, and the
hash of the entry before: a chain.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from datetime import date
from operator import attrgetter
from typing import Any, NamedTuple

import orjson

from service.domain.ids import SubjectId, VersionId

HASH_FORMAT = 1
"""How entries are hashed; recorded with each entry."""

NONE = "none"
"""In place of a content hash: the card has no such thing."""

UNKNOWN = "unknown"
"""In place of a content hash: the words exist and nobody found them."""


ERRATA = ("erratum", "reprint")
"""The kinds of assertion that are errata; the others are the base, and words of printings."""


class FieldValue(NamedTuple):
    """One field that an assertion sets: ``content`` is a SHA-256, ``NONE`` or ``UNKNOWN``."""

    face: int
    field: str
    lang: str | None
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """From this day these fields read so: a base, an erratum, or the words of a later printing.

    Days without ``until`` in their name are included; ``effective_after`` and ``effective_until`` are not
    part of the stretch. ``seq`` and ``n`` are 0 until the ledger numbers it.

    Attributes:
        kind: ``base``, ``erratum``, ``reprint``, or ``printing`` (words in another language).
        erratum: the erratum's id; ``printing:ID`` for ``printing``; None for the base.
        follows: the ``erratum`` it stands behind in the declared order; None: behind the base; its own:
            it keeps the place of what it corrects.
        corrects: the version that was recorded wrongly and that this one stands for.
        pending: True for a change that was promised without a day: it is in no answer. Else None.
        until_announced_on: when ``effective_until`` became known; None: nobody knows.
        confirmed_on: the day on which it stopped being provisional.
        translates: ``base`` or an erratum's id, for ``printing`` in another language.
    """

    seq: int = 0
    n: int = 0
    subject: SubjectId
    kind: str
    erratum: str | None = None
    change_class: str | None = None
    class_basis: str | None = None
    follows: str | None = None
    replaces: str | None = None
    corrects: VersionId | None = None
    scopes: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    effective_from: date | None = None
    effective_after: date | None = None
    effective_by: date | None = None
    effective_until: date | None = None
    pending: bool | None = None
    until_announced_on: date | None = None
    until_document: str | None = None
    date_basis: str | None = None
    announced_on: date | None = None
    document: str | None = None
    confirmed_by: tuple[str, ...] = ()
    confirmed_on: date | None = None
    provisional: bool = False
    reason: str | None = None
    translates: str | None = None
    fields: tuple[FieldValue, ...] = ()

    @property
    def version(self) -> VersionId:
        """The id of this assertion in the ledger."""
        return VersionId(self.seq, self.n)

    @property
    def is_erratum(self) -> bool:
        """Whether it is an erratum rather than the base or the words of a printing."""
        return self.kind in ERRATA

    @property
    def printing(self) -> str | None:
        """The id of the printing whose words it brings, or None."""
        return self.erratum.partition(":")[2] if self.kind == "printing" and self.erratum else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """One dated claim about an erratum, or that a version was recorded wrongly.

    Attributes:
        kind: ``void`` (the publisher withdrew it: it never applied), ``lapsed`` (it stopped applying) or
            ``correction`` (we recorded it wrongly and withdraw it).
        erratum: the erratum that ends; None for a correction.
        of: the one version that is meant: of a correction always, of a void where the erratum goes on with
            another day (a re-dating); else None.
        ended_on: the first day on which it doesn't hold; or a window ``(ended_after, ended_by]`` of it.
        corrects: position of the ending that was recorded wrongly and that this one stands for.
    """

    seq: int = 0
    n: int = 0
    subject: SubjectId
    kind: str
    erratum: str | None = None
    of: VersionId | None = None
    corrects: VersionId | None = None
    ended_on: date | None = None
    ended_after: date | None = None
    ended_by: date | None = None
    announced_on: date | None = None
    document: str | None = None
    reason: str | None = None

    @property
    def version(self) -> VersionId:
        """The id of this ending in the ledger."""
        return VersionId(self.seq, self.n)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Any other fact: the latest of a kind and key holds; a ``body`` of None says that it no longer does.

    ``key`` of what belongs to a subject begins with the subject (``riftbound/cards/deathgrip``).
    """

    seq: int = 0
    n: int = 0
    kind: str
    key: str
    body: dict[str, Any] | None


Fact = Assertion | Ending | Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What was recorded together. ``recorded_at`` is an instant in UTC, as written in the ledger."""

    seq: int
    recorded_at: str
    actor: str
    origin: str
    message: str | None
    hash_format: int
    prev_hash: str | None
    hash: str = ""


def serial(fact: Fact | Entry) -> dict[str, Any]:
    """Return the fact as a JSON object, without what is null or an empty list."""
    names, values_of = _MEMBERS[type(fact)]
    found = {}
    for name, value in zip(names, values_of(fact), strict=True):
        if value is not None and value != ():
            write = _WRITTEN.get(type(value))
            found[name] = value if write is None else write(value)
    return found


_MEMBERS = {
    kind: (names := tuple(field.name for field in fields(kind)), attrgetter(*names))
    for kind in (Assertion, Ending, Record, Entry)
}
"""The names of the members of each kind of fact, and what returns all of their values."""

_WRITTEN: dict[type, Callable[[Any], Any]] = {
    SubjectId: str,
    VersionId: str,
    date: date.isoformat,
    tuple: lambda values: [list(item) if isinstance(item, FieldValue) else item for item in values],
}
"""How values are written that JSON hasn't."""


def canonical_json(value: object) -> bytes:
    """Return the RFC 8785 form of a value with ASCII keys and no floats: sorted, no blanks, UTF-8.

    Raises:
        ValueError: if it has no such form, or is no value of JSON: a character that is none, a number of more
            than 64 bits, lists in lists deeper than any that the ledger writes.
    """
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError as error:
        raise ValueError(f"this has no form that can be hashed: {error}") from error


def fact_line(fact: Fact) -> bytes:
    """Return the line that stands for a fact in the entry's hash and in exports."""
    if isinstance(fact, Record):
        return record_line(fact, None if fact.body is None else canonical_json(fact.body))
    return canonical_json({type(fact).__name__.lower(): serial(fact)})


def record_line(record: Record, body: bytes | None) -> bytes:
    """Return the line that stands for a record.

    Args:
        body: its body in canonical form, which its row holds, too: there are more records than anything else.
    """
    rest = canonical_json({"key": record.key, "kind": record.kind, "n": record.n, "seq": record.seq})
    told = b"" if body is None else b'"body":' + body + b","
    return b'{"record":{' + told + rest[1:] + b"}"


def numbered(fact: Fact, seq: int, n: int) -> Fact:
    """Return a fact with its place in the ledger."""
    if isinstance(fact, Record):
        return Record(seq=seq, n=n, kind=fact.kind, key=fact.key, body=fact.body)
    # As ``replace`` does it, in half the time: there are hundreds of thousands.
    names, values_of = _MEMBERS[type(fact)]
    members = dict(zip(names, values_of(fact), strict=True)) | {"seq": seq, "n": n}
    return type(fact)(**members)


class EntryDigest:
    """The hash of an entry while its facts come in: of the header without the hash, then of every fact."""

    def __init__(self, entry: Entry) -> None:
        header = {name: value for name, value in serial(entry).items() if name != "hash"}
        self._digest = hashlib.sha256(canonical_json({"entry": header}))

    def add(self, line: bytes) -> None:
        """Take in the ``fact_line`` of the next fact, by ``n``."""
        self._digest.update(b"\n" + line)

    def hex(self) -> str:
        """Return the hash of what was taken in."""
        return self._digest.hexdigest()


def entry_hash(entry: Entry, lines: Iterable[bytes]) -> str:
    """Return the hash of an entry: of its header without the hash, and its facts in order.

    Args:
        entry: the header; its ``hash`` is left out.
        lines: ``fact_line`` of every fact, by ``n``.
    """
    digest = EntryDigest(entry)
    for line in lines:
        digest.add(line)
    return digest.hex()
