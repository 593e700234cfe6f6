"""What a corpus adds to what was recorded: new facts, corrections, withdrawals. Pure.

A fact has a key that stays the same however its file changes: the subject and erratum id of an assertion,
the kind and key of a record. What has a new key is new; what is the same but for its content is a correction
of what was recorded; what has gone is withdrawn. Nothing is ever changed in place.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, Ending, Fact, Record
from service.domain.order import standing, standing_endings


def subject_differences(
    subject: SubjectId,
    assertions: Sequence[Assertion],
    endings: Sequence[Ending],
    claimed: Iterable[Fact],
) -> Iterator[Fact]:
    """Yield the facts that make the ledger say of a subject's texts what is claimed.

    Args:
        assertions: all that were recorded of the subject, in ledger order.
        endings: likewise.
        claimed: the facts of its file in the declared order; records among them are passed over.
    """
    wanted = list(claimed)
    yield from _assertion_differences(
        subject, standing(assertions, endings), [one for one in wanted if isinstance(one, Assertion)]
    )
    yield from _ending_differences(
        subject, standing_endings(endings), [one for one in wanted if isinstance(one, Ending)]
    )


def _assertion_differences(
    subject: SubjectId, recorded: list[Assertion], wanted: list[Assertion]
) -> Iterator[Fact]:
    known = {one.erratum: one for one in recorded}
    keeps = _kept([one.erratum for one in recorded], [one.erratum for one in wanted])
    for one in wanted:
        old = known.pop(one.erratum, None)
        if old is None:
            yield one
        elif one.erratum not in keeps:
            yield replace(one, corrects=old.version)
        elif _bare(one) != _bare(old):
            yield replace(one, corrects=old.version, follows=one.erratum)
    for gone in known.values():
        yield Ending(subject=subject, kind="correction", of=gone.version)


def _bare(one: Assertion) -> Assertion:
    return replace(one, seq=0, n=0, corrects=None, follows=None)


def _ending_differences(subject: SubjectId, recorded: list[Ending], wanted: list[Ending]) -> Iterator[Fact]:
    known = {(one.kind, one.erratum): one for one in recorded}
    for one in wanted:
        old = known.pop((one.kind, one.erratum), None)
        if old is None:
            yield one
        elif one != replace(old, seq=0, n=0, corrects=None):
            yield replace(one, corrects=old.version)
    for gone in known.values():
        yield Ending(subject=subject, kind="correction", of=gone.version)


def _kept(recorded: Sequence[str | None], wanted: Sequence[str | None]) -> set[str | None]:
    """Return the longest run of keys, not necessarily neighbours, whose order stays as recorded."""
    place = {key: index for index, key in enumerate(wanted)}
    common = [key for key in recorded if key in place]
    tails: list[int] = []
    ends: list[int] = []
    before: list[int | None] = []
    for index, key in enumerate(common):
        length = bisect_left(tails, place[key])
        before.append(ends[length - 1] if length else None)
        tails[length : length + 1] = [place[key]]
        ends[length : length + 1] = [index]
    kept: set[str | None] = set()
    last = ends[-1] if ends else None
    while last is not None:
        kept.add(common[last])
        last = before[last]
    return kept


def record_differences(recorded: Iterable[Record], wanted: Iterable[Record]) -> Iterator[Record]:
    """Yield the records that make the ledger hold what is wanted; a null body for what has gone.

    Args:
        recorded: the latest of each kind and key that still holds.
    """
    known = {(one.kind, one.key): one for one in recorded}
    for one in wanted:
        old = known.pop((one.kind, one.key), None)
        if old is None or old.body != one.body:
            yield one
    for kind, key in sorted(known):
        yield Record(kind=kind, key=key, body=None)
