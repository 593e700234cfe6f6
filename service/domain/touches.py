"""Which entry last touched what a subject says in one language and scope."""

from __future__ import annotations

from service.domain.ids import VersionId
from service.domain.ledger import Assertion, Ending
from service.domain.timeline import Timeline
from service.domain.tracks import covers


def last_touch(timeline: Timeline, lang: str | None = None, scope: str | None = None) -> int:
    """Return the last entry with an assertion or ending that an answer depends on; 0 where there is none.

    An answer in another language depends on the authoritative text, too. What was corrected counts: so an
    answer that was once given is told from the one that stands now.

    Args:
        lang: None: any language.
        scope: None: any scope; so it is, too, where nothing of the subject holds in some scopes only.
    """
    history = timeline.history
    told = scope if timeline.scoped else None
    touching = [one for one in history.assertions if _touches(one, history.language, lang, told)]
    seqs = [one.seq for one in touching]
    if history.endings:
        versions = {one.version for one in touching}
        errata = {one.erratum for one in touching}
        seqs += [one.seq for one in history.endings if _ends(one, versions, errata)]
    return max(seqs, default=0)


def _touches(one: Assertion, authoritative: str, lang: str | None, scope: str | None) -> bool:
    if scope is not None and not covers(one, scope):
        return False
    if lang is None:
        return True
    if not one.fields:
        return not one.languages or lang in one.languages
    return any(value.lang in (None, lang, authoritative) for value in one.fields)


def _ends(ending: Ending, versions: set[VersionId], errata: set[str | None]) -> bool:
    return ending.of in versions if ending.of is not None else ending.erratum in errata
