"""What a corpus adds to what was recorded: new facts, corrections, withdrawals. Pure.

A fact has a key that stays the same however its file changes: the subject and erratum id of an assertion,
the kind and key of a record. What has a new key is new; what is the same but for its content is a correction
of what was recorded; what has gone is withdrawn. Nothing is ever changed in place.

One erratum may have several assertions. Those that are as they were stand; of the others each corrects the
one that stood in its place, as far as there are any.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from service.domain.claimed import Claim, ClaimedVoid
from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import Assertion, Ending, Record
from service.domain.order import standing, standing_endings

TextFact = Assertion | Ending
F = TypeVar("F", Assertion, Ending)
ByErratum = dict[str | None, list[Assertion]]


def subject_differences(
    subject: SubjectId,
    assertions: Sequence[Assertion],
    endings: Sequence[Ending],
    claimed: Iterable[Claim],
    first: VersionId,
) -> list[TextFact]:
    """Return the facts that make the ledger say of a subject's texts what is claimed, in order.

    Args:
        assertions: all that were recorded of the subject, in ledger order.
        endings: likewise.
        claimed: the claims of its file in the declared order; records among them are passed over.
        first: the version that the first of the facts will be; the others are numbered on from it.
    """
    wanted = list(claimed)
    found = _Found(subject, first)
    found.tell_assertions(
        _grouped(standing(assertions, endings)), _grouped(one for one in wanted if isinstance(one, Assertion))
    )
    found.tell_endings(
        standing_endings(endings),
        [one for one in wanted if isinstance(one, Ending)]
        + [replace(one.ending, of=found.voided(one)) for one in wanted if isinstance(one, ClaimedVoid)],
    )
    return found.facts


def _grouped(assertions: Iterable[Assertion]) -> ByErratum:
    """Return the assertions of each erratum, in the declared order; those of the base under None."""
    groups: ByErratum = {}
    for one in assertions:
        groups.setdefault(one.erratum, []).append(one)
    return groups


class _Found:
    """The facts found so far, and as which version each claimed assertion stands."""

    def __init__(self, subject: SubjectId, first: VersionId) -> None:
        self.subject = subject
        self.first = first
        self.facts: list[TextFact] = []
        self.stands: dict[str | None, list[VersionId]] = {}

    def voided(self, one: ClaimedVoid) -> VersionId:
        """Return the version that a void ends."""
        return self.stands[one.ending.erratum][one.place]

    def tell_assertions(
        self, recorded: dict[str | None, list[Assertion]], wanted: dict[str | None, list[Assertion]]
    ) -> None:
        """Tell what is new, corrected and withdrawn, erratum by erratum."""
        keeps = _kept(list(recorded), list(wanted))
        for erratum, group in wanted.items():
            known = recorded.get(erratum, [])
            if erratum in keeps:
                self._tell_kept(known, group)
            elif len(known) == len(group) == 1:
                self.stands[erratum] = [self._tell(replace(group[0], corrects=known[0].version))]
            else:
                self._tell_anew(known, group)
        for erratum, known in recorded.items():
            self._withdraw(known if erratum not in wanted else ())

    def tell_endings(self, recorded: Sequence[Ending], wanted: Sequence[Ending]) -> None:
        """Tell what is new, corrected and withdrawn of the endings."""
        known, asked = _by_target(recorded), _by_target(wanted)
        for target, group in asked.items():
            pairs, gone = _paired(known.pop(target, []), group)
            for one, old in pairs:
                if old is None or _bare(one) != _bare(old):
                    self._tell(replace(one, corrects=None if old is None else old.version))
            self._withdraw(gone)
        for left in known.values():
            self._withdraw(left)

    def _tell_kept(self, known: list[Assertion], group: list[Assertion]) -> None:
        """Tell the differences of an erratum that keeps its place; it is told anew if its own order can't."""
        pairs, gone = _paired(known, group)
        places = [known.index(old) if old is not None else len(known) for _, old in pairs]
        if places != sorted(places):
            self._tell_anew(known, group)
            return
        self.stands[group[0].erratum] = [self._tell_in_place(one, old) for one, old in pairs]
        self._withdraw(gone)

    def _tell_in_place(self, one: Assertion, old: Assertion | None) -> VersionId:
        if old is None:
            return self._tell(replace(one, follows=one.erratum))
        if _bare(one) == _bare(old):
            return old.version
        return self._tell(replace(one, corrects=old.version, follows=one.erratum))

    def _tell_anew(self, known: list[Assertion], group: list[Assertion]) -> None:
        self._withdraw(known)
        self.stands[group[0].erratum] = [self._tell(one) for one in group]

    def _withdraw(self, facts: Iterable[TextFact]) -> None:
        for gone in facts:
            self._tell(Ending(subject=self.subject, kind="correction", of=gone.version))

    def _tell(self, one: TextFact) -> VersionId:
        self.facts.append(one)
        return VersionId(self.first.seq, self.first.n + len(self.facts) - 1)


def _by_target(endings: Iterable[Ending]) -> dict[tuple[str, str | None, bool], list[Ending]]:
    """Return the endings by kind, erratum, and whether they end one version of it alone."""
    groups: dict[tuple[str, str | None, bool], list[Ending]] = {}
    for one in endings:
        groups.setdefault((one.kind, one.erratum, one.of is not None), []).append(one)
    return groups


def _paired(recorded: Sequence[F], wanted: Sequence[F]) -> tuple[list[tuple[F, F | None]], list[F]]:
    """Return each fact that is wanted with the one that it stands for, and those that nothing stands for.

    Equal ones stand for each other, and of the rest the first for the first.
    """
    left = list(recorded)
    found: list[F | None] = []
    for one in wanted:
        same = next((old for old in left if _bare(old) == _bare(one)), None)
        if same is not None:
            left.remove(same)
        found.append(same)
    pairs: list[tuple[F, F | None]] = []
    for one, old in zip(wanted, found, strict=True):
        pairs.append((one, old if old is not None else left.pop(0) if left else None))
    return pairs, left


def _bare(one: F) -> F:
    """Return a fact without its place in the ledger."""
    bare = replace(one, seq=0, n=0, corrects=None)
    return replace(bare, follows=None) if isinstance(bare, Assertion) else bare


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
