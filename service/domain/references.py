"""What the facts of a subject name of each other: errata by their id, facts by their version."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from service.domain.ids import VersionId
from service.domain.ledger import Assertion, Ending
from service.domain.refusals import AlreadyCorrected, Broken, UnknownReference

_TODO = "name what is recorded of the subject"
_TODO_CORRECTED = "name the version that stands in its place"


def bad_references(assertions: Sequence[Assertion], endings: Sequence[Ending]) -> Iterator[Broken]:
    """Yield what names an erratum or version that the subject hasn't, or one that was corrected already.

    Args:
        assertions: all of a subject, in ledger order.
        endings: likewise.
    """
    correctors = _correctors(assertions, endings)
    by_version = {one.version: one for one in assertions}
    errata = {one.erratum for one in assertions if one.is_erratum}
    ended = {one.version for one in endings}
    for one in assertions:
        if one.version in correctors:
            continue  # it was mended
        if one.replaces is not None and one.replaces not in errata:
            yield _unknown(one, f"it replaces erratum {one.replaces}")
        if one.follows is not None and not _has_another(assertions, one, one.follows):
            yield _unknown(one, f"it follows erratum {one.follows}")
        if one.corrects is not None and not _is_earlier(one.corrects, one, by_version):
            yield _unknown(one, f"it corrects version {one.corrects}")
    for ending in endings:
        if ending.version in correctors:
            continue
        if ending.of is not None:
            known = {*by_version, *ended} if ending.kind == "correction" else by_version
            if not _is_earlier(ending.of, ending, known):
                yield _unknown(ending, f"it is of version {ending.of}")
            elif ending.kind != "correction" and by_version[ending.of].erratum != (
                ending.erratum or by_version[ending.of].erratum
            ):
                yield _unknown(ending, f"it is of version {ending.of} of erratum {ending.erratum}")
        elif ending.erratum not in errata:
            yield _unknown(ending, f"it is of erratum {ending.erratum}")
        if ending.corrects is not None and not _is_earlier(ending.corrects, ending, ended):
            yield _unknown(ending, f"it corrects version {ending.corrects}")
    yield from _corrected_before(correctors, endings)


def _correctors(
    assertions: Sequence[Assertion], endings: Sequence[Ending]
) -> dict[VersionId, list[VersionId]]:
    """Return the facts that correct each version, in ledger order."""
    found: dict[VersionId, list[VersionId]] = {}
    facts: list[Assertion | Ending] = [*assertions, *endings]
    for one in facts:
        if one.corrects is not None:
            found.setdefault(one.corrects, []).append(one.version)
        if isinstance(one, Ending) and one.kind == "correction" and one.of is not None:
            found.setdefault(one.of, []).append(one.version)
    return {version: sorted(facts) for version, facts in found.items()}


def _corrected_before(
    correctors: dict[VersionId, list[VersionId]], endings: Sequence[Ending]
) -> Iterator[Broken]:
    for version, facts in sorted(correctors.items()):
        for later in facts[1:]:
            if later not in correctors:
                yield _corrected(version, facts[0], later, "corrects")
    for ending in endings:
        earlier = correctors.get(ending.of, []) if ending.of is not None else []
        if ending.kind != "correction" and ending.version not in correctors:
            for corrector in earlier[:1]:
                if corrector < ending.version:
                    yield _corrected(ending.of, corrector, ending.version, "ends")


def _corrected(version: VersionId | None, first: VersionId, later: VersionId, does: str) -> Broken:
    found = f"version {later} {does} version {version}, which {first} corrected already"
    return Broken(AlreadyCorrected.code, frozenset({first, later}), found, _TODO_CORRECTED)


def _unknown(one: Assertion | Ending, names: str) -> Broken:
    fact = "ending" if isinstance(one, Ending) else f"erratum {one.erratum}" if one.is_erratum else one.kind
    found = f"{fact} (version {one.version}) names what the subject hasn't: {names}"
    return Broken(UnknownReference.code, frozenset({one.version}), found, _TODO)


def _has_another(assertions: Sequence[Assertion], one: Assertion, erratum: str) -> bool:
    return any(other.erratum == erratum and other.version != one.version for other in assertions)


def _is_earlier(named: VersionId, one: Assertion | Ending, known: Container[VersionId]) -> bool:
    return named < one.version and named in known
