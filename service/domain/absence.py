"""What is said where a timeline has no text: none in a language, or none on a day."""

from __future__ import annotations

from datetime import date

from service.domain.errors import LanguageNotAvailable, NoEffectiveText
from service.domain.timeline import Timeline
from service.domain.tracks import TEXT


def check_language(timeline: Timeline, lang: str) -> None:
    """Do nothing if the subject has a rules text in the language, or none at all.

    Raises:
        LanguageNotAvailable: if it has none in it; the languages it has are named.
    """
    languages = timeline.languages
    if languages and lang not in languages:
        raise LanguageNotAvailable(
            f"{timeline.history.subject} has no text in {lang!r}; it has one in: {', '.join(languages)}",
            languages=languages,
        )


def no_text_on(timeline: Timeline, day: date, lang: str, scope: str) -> NoEffectiveText:
    """Return the error for a day on which no rules text is in effect."""
    tracks = timeline.spans(lang, scope)
    spans = [span for track, found in tracks.items() if track.field == TEXT for span in found]
    first = min((span.start for span in spans), default=None)
    name = timeline.history.subject
    if first is not None and day < first:
        return NoEffectiveText(
            f"{name} has no text in {lang!r} on {day}; its first is in effect from {first}",
            first_effective_from=first.isoformat(),
            last_effective_until=None,
        )
    last = max((span.until for span in spans if span.until and span.until <= day), default=None)
    found = f"its last ended before {last}" if last else "no day is known from which one is in effect"
    return NoEffectiveText(
        f"{name} has no text in {lang!r} on {day}; {found}",
        first_effective_from=first.isoformat() if first else None,
        last_effective_until=last.isoformat() if last else None,
    )
