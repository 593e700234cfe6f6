"""The history of a card as its page tells it: events, periods, and the days on which something changes."""

from __future__ import annotations

from collections.abc import Iterator

from service.serving.answers.sights import Answer
from service.web.card_parts import Event, Period
from service.web.ends import end_of_erratum
from service.web.parts import Day, End, When
from service.web.sources import Sources, is_withdrawn
from service.web.words import (
    CLASS_BASES,
    CLASSES,
    DATE_BASES,
    ENDINGS,
    day_words,
    effect_of,
    language,
)


def when(sources: Sources, one: Answer, end: End | None) -> When:
    """Return when something holds, each day with its page."""

    def linked(name: str) -> Day | None:
        iso = one.get(name)
        return None if iso is None else sources.address.day(iso)

    return When(
        on=linked("effective_from"),
        after=linked("effective_after"),
        by=linked("effective_by"),
        end=end,
        basis=DATE_BASES.get(one["date_basis"]),
    )


def events(sources: Sources) -> tuple[Event, ...]:
    """Return the first text and every erratum, wordless ones too, oldest first."""
    return (_first(sources), *(_event(sources, one) for one in sources.timeline["errata"]))


def _first(sources: Sources) -> Event:
    base = sources.timeline["base"]
    never = base["superseded_before_release"]
    effect = "Never in effect: an erratum stood in its place from the card's first release on."
    return Event(
        anchor="base",
        erratum=None,
        kind="base",
        name="First printed text",
        effect=effect if never else "The words of the card's first release, in any region.",
        when=None if never else when(sources, base, None),
        announced=_announced(sources, base),
        reason=None,
        documents=sources.announced_in(base),
        details=(),
    )


def _event(sources: Sources, one: Answer) -> Event:
    kind = one["class"] or "wording"
    last = one is sources.erratum(one["erratum"])
    effect = effect_of(kind, computed=one["class_basis"] == "computed")
    never = _never(sources, one)
    return Event(
        anchor=one["erratum"] if last else f"{one['erratum']}.{one['version']}",
        erratum=one["erratum"],
        kind=kind,
        name=CLASSES[kind][0],
        effect=never or effect,
        when=None if never else when(sources, one, end_of_erratum(sources, one)),
        announced=_announced(sources, one),
        reason=one["reason"],
        documents=sources.announced_in(one),
        details=tuple(_details(sources, one)),
    )


def _never(sources: Sources, one: Answer) -> str | None:
    """Return why an erratum holds on no day; None where it holds on some."""
    if is_withdrawn(one):
        planned = one["effective_from"] or one["effective_by"]
        meant = f" It was meant for {day_words(planned)}." if planned else ""
        if one is not sources.erratum(one["erratum"]):
            return f"Never in effect so: the publisher announced another day for it.{meant}"
        return f"Never in effect: the publisher withdrew it.{meant}"
    return "Promised; no day has been announced for it." if one["pending"] else None


def _announced(sources: Sources, one: Answer) -> Day | None:
    iso = one["announced_on"]
    return None if iso is None else sources.address.day(iso)


def _details(sources: Sources, one: Answer) -> Iterator[str]:
    if one["kind"] == "reprint":
        yield "A reprint brought these words, and they apply to every printing."
    changed = [sources.label_on(value.face, value.field) for value in sources.changed[one["erratum"]]]
    if changed:
        yield f"Changed: {', '.join(dict.fromkeys(changed))}."
    if one["class_basis"] in CLASS_BASES:
        yield f"Class {CLASS_BASES[one['class_basis']]}."
    if one["replaces"]:
        yield f"It replaces the erratum {one['replaces']}."
    if one["replaced_by"]:
        yield f"The erratum {one['replaced_by']} replaces it."
    if one["provisional"]:
        until = one["provisional_until"]
        yield (
            f"Provisional until it was confirmed on {day_words(until)}."
            if until
            else "Provisional; no later page confirmed it."
        )
    if one["languages"]:
        yield f"It concerns only: {', '.join(language(lang) for lang in one['languages'])}."
    if one["scopes"]:
        yield f"It holds only in: {', '.join(one['scopes'])}."
    if one["ended"]:
        yield _ended(sources, one["ended"])


def _ended(sources: Sources, one: Answer) -> str:
    # Its last day stands beside its first one; what was withdrawn has none.
    withdrawn = one["kind"] == "void" and one["announced_on"]
    day = f" on {day_words(one['announced_on'])}" if withdrawn else ""
    document = (
        f"; its end was announced in {sources.document(one['document']).title}" if one["document"] else ""
    )
    reason = f": {one['reason']}" if one["reason"] else "."
    return f"{ENDINGS.get(one['kind'], 'It ended')}{day}{document}{reason}"


def periods(sources: Sources) -> tuple[Period, ...]:
    """Return the stretches of days on which the card reads the same, oldest first."""
    names = {version: "first printed text" for version in sources.timeline["base"]["versions"]}
    for one in sources.timeline["errata"]:
        names |= {version: f"erratum {one['erratum']}" for version in one["versions"]}
    return tuple(
        Period(
            first=sources.address.day(one["effective_from"]),
            last=_last(sources, one),
            source=names.get(one["version"], "printing in this language"),
            certainty=one["certainty"],
            current=_holds(one, sources.text["on"]),
        )
        for one in sources.timeline["periods"]
    )


def _last(sources: Sources, one: Answer) -> Day | None:
    until = one["effective_until"]
    return None if until is None else sources.address.last_before(until)


def _holds(one: Answer, day: str) -> bool:
    until = one["effective_until"]
    return one["effective_from"] <= day and (until is None or day < until)


def stops(timeline: Answer, *, foreign: bool) -> list[str]:
    """Return the days on which words or rules begin or change, in order.

    Args:
        foreign: whether the timeline is read in another language than the game's own, where every erratum
            matters because it may leave the translation behind.
    """
    found: set[str] = set()
    before: tuple[str, str | None] | None = None
    for one in timeline["periods"]:
        state = one["version"], one["oracle_text"]
        if state != before:
            found.add(one["effective_from"])
        before = state
    for one in timeline["errata"]:
        if (foreign or not one["fields"]) and not is_withdrawn(one):
            days = (one["effective_from"] or one["effective_by"], one["effective_until"])
            found |= {day for day in days if day is not None}
    return sorted(found)


def neighbours(sources: Sources) -> tuple[Day | None, Day | None]:
    """Return the day of the last change before the day that is shown, and that of the next one."""
    day = sources.text["on"]
    foreign = sources.asked.lang != sources.asked.game.language
    days = stops(sources.timeline, foreign=foreign)
    earlier = max((one for one in days if one < day), default=None)
    later = min((one for one in days if one > day), default=None)
    return (
        None if earlier is None else sources.address.day(earlier),
        None if later is None else sources.address.day(later),
    )
