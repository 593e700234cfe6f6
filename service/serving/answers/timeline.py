"""The timeline of a card: every erratum, wordless ones too, and the periods that they make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from service.domain.comparison import errata_between, state_on, stated_class
from service.domain.contemporary import contemporary_segments
from service.domain.days import day_before
from service.domain.errors import NoEffectiveText
from service.domain.ids import VersionId
from service.domain.knowledge import is_own_end_known
from service.domain.ledger import Assertion
from service.domain.names import joined_name
from service.domain.reader import Reader
from service.domain.reading import Reading, Segment
from service.domain.spans import Change, Span
from service.domain.timeline import Timeline
from service.domain.tracks import TEXT, covers
from service.serving.answers.loaded import history_of, last_seq_of, timeline_of
from service.serving.answers.parts import Asked, confirmed_by, head_of, joined_text
from service.serving.answers.removed import is_removed
from service.serving.answers.sights import CONTEMPORARY, Answer, iso
from service.store.connection import Connection
from service.store.ledger import load_texts
from service.store.segments import known_contents


def timeline_answer(conn: Connection, asked: Asked) -> Answer:
    """Return the base, the errata in order of effect, and the periods of a card in one language.

    In the contemporary view without a day each day is read as it was known on that day.

    Raises:
        LanguageNotAvailable: if the card has no text in the language.
        NoEffectiveText: if it has none at all.
    """
    timeline = timeline_of(conn, asked)
    segments = _segments(conn, asked)
    if not segments:
        raise no_text(asked)
    texts = load_texts(conn, (content for one in segments for content in known_contents(one.reading)))
    last = segments[-1].reading
    placed = timeline.own_spans(asked.lang, asked.scope)
    shown = sorted(
        (change for change in timeline.errata() if change.order in placed or _has_no_span(change, asked)),
        key=lambda change: (_first_day(change.assertion, placed.get(change.order)), change.order),
    )
    return head_of(asked, last_seq_of(conn, asked)) | {
        "name": joined_name([texts.get(content) for content in last.name_contents()]),
        "verified_through": iso(timeline.history.verified_through),
        "base": _base_answer(timeline, asked),
        "errata": [erratum_answer(timeline, change, placed.get(change.order)) for change in shown],
        "periods": [
            {
                "effective_from": one.effective_from.isoformat(),
                "effective_until": iso(one.effective_until),
                "oracle_text": joined_text(one.reading.text_contents(), texts),
                "text_removed": any(is_removed(each, texts) for each in one.reading.text_contents()),
                "certainty": one.reading.certainty,
                "version": str(_newest(timeline, one.reading)),
                "class": _opening_class(conn, asked, one.effective_from),
            }
            for one in periods_of(segments)
        ],
        "notice": asked.game.notice,
    }


def _segments(conn: Connection, asked: Asked) -> list[Segment]:
    if asked.sight.view == CONTEMPORARY and asked.sight.announced_by is None:
        return contemporary_segments(history_of(conn, asked), asked.lang, asked.scope)
    return Reader(timeline_of(conn, asked), asked.lang, asked.scope).segments()


def no_text(asked: Asked) -> NoEffectiveText:
    """Return the error for a card that has no text on any day, as far as it is looked at."""
    sight = asked.sight
    found = "is recorded" if sight.as_of is None else f"was recorded up to entry {sight.as_of}"
    known = "" if sight.announced_by is None else f" and announced by {sight.announced_by}"
    return NoEffectiveText(
        f"no text of {asked.subject} {found}{known}", first_effective_from=None, last_effective_until=None
    )


def _has_no_span(change: Change, asked: Asked) -> bool:
    """Whether a change is one that holds on no day, and is told all the same: withdrawn, or promised."""
    one = change.assertion
    return (change.void or bool(one.pending)) and covers(one, asked.scope)


def _first_day(one: Assertion, span: Span | None) -> date:
    own = one.effective_from or one.effective_by or one.effective_after or date.max
    return own if span is None else span.start


def _base_answer(timeline: Timeline, asked: Asked) -> Answer:
    """Return the first printed words: since when, and whether they were ever right."""
    base = next(one for one in timeline.assertions if one.kind == "base")
    held = any(
        span.assertion is base
        for track, course in timeline.courses(asked.game.language, asked.scope).items()
        for span, _, _ in (course.periods() if track.field == TEXT else ())
    )
    return {
        "version": str(base.version),
        "document": base.document,
        "announced_on": iso(base.announced_on),
        "effective_from": iso(base.effective_from),
        "effective_after": iso(base.effective_after),
        "effective_by": iso(base.effective_by),
        "date_basis": base.date_basis,
        "superseded_before_release": not held,
        "versions": versions_of(timeline, base),
    }


def erratum_answer(timeline: Timeline, change: Change, span: Span | None) -> Answer:
    """Return one erratum as timelines, diffs and pages show it.

    Args:
        span: its days; None where it holds on none.
    """
    one = change.assertion
    confirmed = confirmed_by(one, timeline.announced_by)
    return {
        "erratum": one.erratum,
        "version": str(one.version),
        "kind": one.kind,
        "class": one.change_class,
        "class_basis": one.class_basis,
        "fields": list(dict.fromkeys(value.field for value in one.fields)),
        "document": one.document,
        "confirmed_by": confirmed,
        "provisional": one.provisional,
        "provisional_until": iso(one.confirmed_on) if one.provisional and confirmed else None,
        "announced_on": iso(one.announced_on),
        "announced_unknown": one.announced_on is None,
        "pending": bool(one.pending),
        **(own_days(one) if span is None else start_days(span)),
        "effective_until": iso(change.until if span is None else span.until),
        "date_basis": one.date_basis,
        "replaces": one.replaces,
        "replaced_by": timeline.replaced_by(change),
        "ended": ended_answer(timeline, one),
        "languages": list(one.languages),
        "scopes": list(one.scopes),
        "reason": one.reason,
        "versions": versions_of(timeline, one),
    }


def replaced_chain(errata: Iterable[Answer], one: Mapping[str, Any]) -> Iterator[Answer]:
    """Yield what an erratum replaced on its own day, and what that had replaced, the latest first.

    Args:
        errata: those of a timeline; what isn't among them, being of another scope or not announced, ends it.
        one: an erratum of it, or where a field's value comes from.
    """
    known = {each["erratum"]: each for each in errata}
    following = one
    while following["replaces"] in known:
        found = known.pop(following["replaces"])
        yield found
        following = found


def start_days(span: Span) -> Answer:
    """Return the first day of a change, or the window of which no more is known."""
    return {
        "effective_from": None if span.windowed else span.start.isoformat(),
        "effective_after": iso(span.after) if span.windowed else None,
        "effective_by": span.start.isoformat() if span.windowed else None,
    }


def own_days(one: Assertion) -> Answer:
    """Return the first day of a change that holds on none, as it was told."""
    return {
        "effective_from": iso(one.effective_from),
        "effective_after": iso(one.effective_after),
        "effective_by": iso(one.effective_by),
    }


def versions_of(timeline: Timeline, one: Assertion) -> list[str]:
    """Return every version of a base or erratum that was recorded and announced, in ledger order."""
    same = (other for other in timeline.history.assertions if other.erratum == one.erratum)
    same = (other for other in same if timeline.is_announced(other))
    return [str(other.version) for other in sorted(same, key=lambda other: other.version)]


def ended_answer(timeline: Timeline, one: Assertion) -> Answer | None:
    """Return how and when an erratum stopped applying, and which document said so; None: it did not."""
    ending = timeline.ending_of(one)
    if ending is not None:
        return {
            "kind": ending.kind,
            "ended_on": iso(ending.ended_on),
            "ended_after": iso(ending.ended_after),
            "ended_by": iso(ending.ended_by),
            "announced_on": iso(ending.announced_on),
            "document": ending.document,
            "reason": ending.reason,
        }
    if one.effective_until is None or not is_own_end_known(one, timeline.announced_by):
        return None
    return {
        "kind": "temporary",
        "ended_on": iso(one.effective_until),
        "ended_after": None,
        "ended_by": None,
        "announced_on": iso(one.until_announced_on),
        "document": one.until_document,
        "reason": None,
    }


def periods_of(segments: Iterable[Segment]) -> list[Segment]:
    """Return the segments joined where neither words, versions nor certainty differ."""
    found: list[Segment] = []
    for one in segments:
        last = found[-1] if found else None
        if (
            last
            and last.effective_until == one.effective_from
            and _state(last.reading) == _state(one.reading)
        ):
            found[-1] = Segment(last.effective_from, one.effective_until, last.reading)
        else:
            found.append(one)
    return found


def _state(reading: Reading) -> object:
    versions = [{name: one.version for name, one in face.items()} for face in reading.faces]
    return versions, reading.certainty


def _newest(timeline: Timeline, reading: Reading) -> VersionId:
    """Return the version that stands last in the declared order among those in effect; the base first."""
    used = {one.version for face in reading.faces for one in face.values()}
    newest = max(
        (change for change in timeline.changes if change.assertion.version in used),
        key=lambda change: (change.assertion.kind != "base", change.order),
    )
    return newest.assertion.version


def _opening_class(conn: Connection, asked: Asked, day: date) -> str | None:
    """Return the class of what changes on a day: of errata, or of a printing's other words; else None."""
    timeline = timeline_of(conn, asked)
    eve = day_before(day)
    before = (
        state_on(timeline_of(conn, asked, eve), eve, asked.lang, asked.scope) if eve is not None else None
    )
    if before is None or not before.contents:
        return None
    after = state_on(timeline_of(conn, asked, day), day, asked.lang, asked.scope)
    changes = [change.assertion for change in errata_between(timeline, before, after)]
    for span in timeline.own_spans(asked.lang, asked.scope).values():
        speaks = any(value.lang == asked.lang for value in span.assertion.fields)
        if span.assertion.printing and speaks and span.start == day:
            changes.append(span.assertion)
    return stated_class(changes).change_class if changes else None
