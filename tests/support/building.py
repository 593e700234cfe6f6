"""Builds what the ledger holds of one subject, briefly, so that a test shows its days and words alone.

Contents are the real SHA-256 of the given words. Every fact is an entry of its own, numbered in the order
in which it is added; an erratum stands behind the one added before it unless the test says otherwise.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

from service.domain.history import History
from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import NONE, UNKNOWN, Assertion, Ending, FieldValue
from service.domain.printings import Printing
from service.domain.reader import Reader
from service.domain.reading import Reading
from service.domain.sightings import Run, Sighting
from service.domain.texts import text_sha256
from service.domain.timeline import Timeline

SUBJECT = SubjectId("demo", "cards", "brindle-warden")
"""The subject of everything that is built here."""

Days = str | tuple[str | None, str | None] | None
"""An exact day, or a window ``(effective_after, effective_by)``; None where nothing is known."""

ON_ITS_DAY = "on its day"
"""An announcement on the first day on which the change is sure to hold."""

_BEHIND_THE_LAST = "behind the last"


def day(text: str) -> date:
    """Return the day written so."""
    return date.fromisoformat(text)


def value(words: str, field: str = "rules_text", lang: str | None = "en", face: int = 0) -> FieldValue:
    """Return a field that reads so; ``none`` and ``unknown`` stand for themselves."""
    return FieldValue(face, field, lang, words if words in (NONE, UNKNOWN) else text_sha256(words))


def printing(id: str, **more: Any) -> Printing:
    """Return an English printing of the subject, of which only the id is told."""
    nothing: dict[str, Any] = {
        name: None for name in ("number", "variant", "released_on", "released_after", "released_by")
    }
    known: dict[str, Any] = {"set": "ONE", "lang": "en", "fields": (), "raw": ()}
    return Printing(subject=SUBJECT, id=id, **(nothing | known | more))


def sighting(name: str = "Brindle Warden", words: str = UNKNOWN, **more: Any) -> Sighting:
    """Return what the archive showed of the first face on one day: rules text that reads so."""
    content = words if words in (NONE, UNKNOWN) else text_sha256(words)
    run = Run(day("2024-03-01"), day("2024-03-01"), {"rules_text": content})
    told: dict[str, Any] = {"subject": SUBJECT, "source": "archive", "lang": "en", "face": 0}
    return Sighting(
        names=(name,), pieces=(text_sha256(name),), read_by="0" * 16, runs=(run,), **(told | more)
    )


class Card:
    """The facts about one subject, as they are added.

    Attributes:
        words: every text that was given, by its hash.
    """

    def __init__(self, *, verified_through: str | None = "9999-12-31", translations_of: str = "base") -> None:
        self.assertions: list[Assertion] = []
        self.endings: list[Ending] = []
        self.words: dict[str, str] = {NONE: NONE, UNKNOWN: UNKNOWN}
        self._seq = 0
        self._verified_through = verified_through
        self._translations_of = translations_of

    def base(self, days: Days, words: str, *fields: FieldValue, **more: Any) -> Assertion:
        """Add the first printed words, announced on their day."""
        return self._add("base", None, days, words, fields, {"change_class": None} | more)

    def erratum(self, id: str, days: Days, words: str | None, *fields: FieldValue, **more: Any) -> Assertion:
        """Add an erratum; a wordless one with None. Its class is ``wording`` unless told.

        Args:
            announced_on: a day as text, or None: unknown; by default the first sure day.
            effective_until: a day as text.
        """
        return self._add("erratum", id, days, words, fields, more)

    def reprint(self, id: str, days: Days, words: str, **more: Any) -> Assertion:
        """Add a printing with other words of which the publisher says that they apply."""
        return self._add("reprint", id, days, words, (), more)

    def translation(self, id: str, days: Days, words: str, *fields: FieldValue, **more: Any) -> Assertion:
        """Add the words of a French printing."""
        told = {"lang": "fr", "change_class": None} | more
        return self._add("printing", f"printing:{id}", days, words, fields, told)

    def lapsed(self, erratum: str, days: Days, **more: Any) -> Ending:
        """Add that an erratum stopped applying, on a day or within a window of it."""
        exact, after, by = _days(days)
        ended = {"ended_on": exact, "ended_after": after, "ended_by": by}
        return self._end(kind="lapsed", erratum=erratum, **ended, **more)

    def withdrawn(self, of: VersionId) -> Ending:
        """Add that a version was recorded wrongly."""
        return self._end(kind="correction", of=of)

    def annulled(self, erratum: str, **more: Any) -> Ending:
        """Add that an erratum was void."""
        return self._end(kind="void", erratum=erratum, **more)

    def lapsed_version(self, of: VersionId, days: str, **more: Any) -> Ending:
        """Add that one version of an erratum stopped applying on a day."""
        return self._end(kind="lapsed", of=of, ended_on=day(days), **more)

    def void(self, of: VersionId, day_of_end: str, **more: Any) -> Ending:
        """Add that one version of an erratum was void, its erratum going on."""
        return self._end(kind="void", of=of, ended_on=day(day_of_end), **more)

    def value(
        self, words: str, field: str = "rules_text", lang: str | None = "en", face: int = 0
    ) -> FieldValue:
        """Return a field that reads so, and remember the words."""
        found = value(words, field, lang, face)
        self.words[found.content] = words
        return found

    def stat(self, field: str, words: str, face: int = 0) -> FieldValue:
        """Return a field that has no language, and remember the words."""
        return self.value(words, field, None, face)

    def history(self) -> History:
        """Return all that was added."""
        through = self._verified_through
        return History(
            subject=SUBJECT,
            assertions=tuple(self.assertions),
            endings=tuple(self.endings),
            language="en",
            translations_of=self._translations_of,
            verified_through=day(through) if through is not None else None,
        )

    def timeline(self) -> Timeline:
        """Return the timeline of all that was added."""
        return Timeline(self.history())

    def replaced_by(self, one: Assertion) -> str | None:
        """Return the id of the erratum that replaces this one, or None."""
        timeline = self.timeline()
        found = next(change for change in timeline.changes if change.assertion == one)
        return timeline.replaced_by(found)

    def reader(self, lang: str = "en", scope: str = "paper") -> Reader:
        """Return a reader of all that was added."""
        return Reader(self.timeline(), lang, scope)

    def on(self, text: str, lang: str = "en", scope: str = "paper") -> Reading:
        """Return the reading of a day."""
        return self.reader(lang, scope).on(day(text))

    def says(self, text: str, lang: str = "en", scope: str = "paper", field: str = "rules_text") -> str:
        """Return the words of the first face on a day."""
        return self.words[self.on(text, lang, scope).faces[0][field].content]

    def others(self, text: str, lang: str = "en", scope: str = "paper") -> list[str]:
        """Return the words of the alternatives on a day, in their order."""
        return [self.words[one.content] for one in self.on(text, lang, scope).alternatives]

    def _add(
        self,
        kind: str,
        id: str | None,
        days: Days,
        words: str | None,
        fields: tuple[FieldValue, ...],
        told: Mapping[str, Any],
    ) -> Assertion:
        more = dict(told)
        lang = more.pop("lang", "en")
        exact, after, by = _days(days)
        announced = more.pop("announced_on", ON_ITS_DAY)
        follows = more.pop("follows", _BEHIND_THE_LAST)
        if follows == _BEHIND_THE_LAST:
            follows = self.assertions[-1].erratum if self.assertions else None
        if words is not None:
            fields = (self.value(words, lang=lang), *fields)
        for name in ("effective_until", "confirmed_on", "until_announced_on"):
            if isinstance(more.get(name), str):
                more[name] = day(more[name])
        one = Assertion(
            seq=self._next(),
            n=1,
            subject=SUBJECT,
            kind=kind,
            erratum=id,
            change_class=more.pop("change_class", "wording" if words is not None else "rules"),
            class_basis=more.pop("class_basis", "stated"),
            follows=follows,
            effective_from=exact,
            effective_after=after,
            effective_by=by,
            announced_on=(exact or by) if announced == ON_ITS_DAY else announced and day(announced),
            fields=fields,
            **more,
        )
        self.assertions.append(one)
        return one

    def _end(self, **told: Any) -> Ending:
        one = Ending(seq=self._next(), n=1, subject=SUBJECT, **told)
        self.endings.append(one)
        return one

    def _next(self) -> int:
        self._seq += 1
        return self._seq


def _days(days: Days) -> tuple[date | None, date | None, date | None]:
    if days is None or isinstance(days, str):
        return (day(days) if days is not None else None), None, None
    after, by = days
    return None, (day(after) if after else None), (day(by) if by else None)
