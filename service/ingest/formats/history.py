"""The format ``history``: JSON Lines, one line a card and language, with its texts over the days.

    {"game": "mtg", "source": "mtgjson3", "key": "Fire", "lang": "en", "name": "Fire",
     "last_seen_on": "2018-08-10",
     "versions": [{"seen_on": "2013-06-15", "prev_seen_on": null, "name": ..., ...}],
     "printings": [{"set": "APC", "lang": "en", "number": "128a", "text": ..., ...}]}

``seen_on`` is the first day on which the source showed a version, ``prev_seen_on`` the last day on which it
showed another one; of the last version ``last_seen_on`` is the last. What the keys of a version hold is told
by the source's own description.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import BinaryIO

from service.domain.ledger import NONE, UNKNOWN
from service.domain.refusals import InvalidText, TextTooLarge
from service.domain.sightings import Run
from service.domain.sources import Source, SourceField
from service.ingest.formats.forms import forms_of, parts_of
from service.ingest.formats.members import Members, object_in
from service.ingest.formats.releases import releases_of
from service.ingest.observed import BadPiece, Heading, Observed, ObservedPrinting, Words

MAX_LINE_BYTES = 4 * 1024 * 1024
"""The longest line that is read; the longest real one has some 100 KiB."""

MAX_VERSIONS = 500
"""How many texts a line has at most; the longest real history of a card has 6."""

MAX_PRINTINGS = 10_000
"""How many printings a line has at most; a basic land had some 600 in 2018."""

MAX_FACES = 20
"""How many faces a printing has at most; the real card with the most has 5."""

MAX_SET_BYTES = 60
"""The longest code of a set, in UTF-8: an export has a file of that name."""

_LANGUAGE = re.compile("[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?")
_PRINTED = ("text", "type_line")
_NO_CHARACTER = re.compile("[\x00\ud800-\udfff]")


class HistoryFormat:
    """Reads files of this format."""

    def pieces(self, file: BinaryIO) -> Iterator[bytes]:
        """Yield the lines of a file in order, empty ones too.

        Raises:
            BadPiece: if one is longer than a line can be.
        """
        while line := file.readline(MAX_LINE_BYTES + 1):
            if len(line) > MAX_LINE_BYTES:
                raise BadPiece(f"the line has more than {MAX_LINE_BYTES} bytes; no card has so many")
            yield line

    def heading(self, piece: bytes) -> Heading:
        """Return which card a line tells of."""
        told = object_in(piece)
        return _heading(told, *_lists(told))

    def read(
        self, piece: bytes, source_of: Callable[[Heading], Source], words: Words, today: date
    ) -> Observed:
        """Return all that a line tells."""
        told = object_in(piece)
        versions, listed = _lists(told)
        heading = _heading(told, versions, listed)
        reader = _Reader(source_of(heading), words, today)
        return Observed(
            heading=heading,
            lang=reader.language(told, "lang"),
            runs=tuple(reader.runs(told, versions)),
            printings=tuple(reader.printings(listed, heading)),
            names=reader.names,
            damaged=tuple(reader.damaged),
        )


def _lists(told: Members) -> tuple[list[Members], list[Members]]:
    """Return the versions and the printings of a line."""
    versions = told.objects("versions", MAX_VERSIONS)
    return list(versions), list(told.objects("printings", MAX_PRINTINGS))


def _heading(told: Members, versions: list[Members], printings: list[Members]) -> Heading:
    if not versions:
        raise told.bad("versions", "it is empty or missing")
    name = told.text("name")
    ids = (one.optional_text("id") for one in printings)
    return Heading(
        game=told.text("game"),
        source=told.text("source"),
        key=told.text("key"),
        lang=told.text("lang"),
        name=name,
        names=tuple(dict.fromkeys([name, *filter(None, (one.optional_text("name") for one in versions))])),
        faces=_faces(printings),
        layouts=frozenset(one.text("layout") for one in printings if "layout" in one.told),
        first_on=versions[0].day("seen_on"),
        last_on=told.day("last_seen_on"),
        places=tuple(map(_place, printings)),
        printing_ids=tuple(one for one in ids if one is not None),
    )


def _faces(printings: list[Members]) -> tuple[str, ...]:
    """Return the names of the faces as the printings tell them: those of the one that tells the most."""
    return max((one.texts("faces", MAX_FACES) for one in printings), key=len, default=())


class _Reader:
    """Reads texts and printings of one line as their source tells them.

    ``names`` gains the names of the card in other languages, ``damaged`` what can't be read of printed words.
    """

    def __init__(self, source: Source, words: Words, today: date) -> None:
        self.source = source
        self.words = words
        self.today = today
        self.names: dict[str, str] = {}
        self.damaged: list[BadPiece] = []

    def language(self, told: Members, key: str) -> str:
        """Return our code of a language."""
        return self._code(told, key, told.text(key))

    def _code(self, told: Members, key: str, name: str) -> str:
        code = self.source.languages.get(name, name)
        if _LANGUAGE.fullmatch(code) is None:
            raise told.bad(
                key,
                f"{name!r} is no language that {self.source.id} is known to tell; list it in sources.yaml",
            )
        return code

    def runs(self, told: Members, versions: list[Members]) -> Iterator[Run]:
        """Yield the texts over the days; first of all that there was another one, where that is told."""
        before = versions[0].optional_day("prev_seen_on")
        if before is not None:
            self._check_seen(versions[0], "prev_seen_on", before)
            yield Run(before, before, {})
        last = before or date.min
        for version, following in zip(versions, [*versions[1:], None], strict=True):
            seen = version.day("seen_on")
            self._check_seen(version, "seen_on", seen)
            if seen < last:
                raise version.bad("seen_on", f"{seen} is before {last}, which the line tells before it")
            place, key = (told, "last_seen_on") if following is None else (following, "prev_seen_on")
            last = place.day(key)
            self._check_seen(place, key, last)
            if last < seen:
                raise place.bad(key, f"{last} is before {seen}, on which the text was seen")
            yield Run(seen, last, self._says(version))

    def _check_seen(self, told: Members, key: str, day: date) -> None:
        if day > self.today:
            raise told.bad(key, f"{day} is after today, {self.today}; nobody has seen anything on it")

    def _says(self, version: Members) -> Mapping[str, str]:
        says: dict[str, str] = {}
        for key, forms in forms_of(self.source).items():
            value = version.words(key)
            if value is None:
                says |= {name: self._absent(form) for form in forms for name in form.fields}
            else:
                says |= {name: NONE for form in forms for name in form.fields}
                says |= {
                    name: UNKNOWN if part is None else self._content(version, key, part)
                    for name, part in parts_of(version, key, value, forms)
                }
        return says

    def _absent(self, form: SourceField) -> str:
        return {"empty": self.words.content(""), "none": NONE, "unknown": UNKNOWN}[form.absent]

    def _content(self, told: Members, key: str, text: str) -> str:
        try:
            return self.words.content(text)
        except (InvalidText, TextTooLarge) as error:
            raise told.bad(key, error.detail, type(error)) from None

    def printings(self, listed: list[Members], heading: Heading) -> Iterator[ObservedPrinting]:
        """Yield the printings of a line; one in another language has day and name of the one beside it."""
        tables = [self._names(one) for one in listed]
        beside: dict[tuple[str, str | None], dict[str, str]] = {}
        for place, table in zip(heading.places, tables, strict=True):
            _add_names(beside.setdefault(place, {}), table)
        days = releases_of(listed, heading.places, heading.lang)
        told: set[str] = set()
        for one, place, table, released in zip(listed, heading.places, tables, days, strict=True):
            lang = self.language(one, "lang")
            told.add(lang)
            says, raw = self._printed(one)
            name = table.get(lang, beside[place].get(lang))
            if name is not None:
                says["name"] = self._content(one, "names", name)
            yield ObservedPrinting(
                set=place[0],
                set_name=one.optional_text("set_name"),
                number=place[1],
                lang=lang,
                released=released,
                external_id=one.optional_text("id"),
                says=says,
                raw=raw,
            )
        for table in tables:
            _add_names(self.names, table)
        self.names = {lang: name for lang, name in self.names.items() if lang not in told}

    def _names(self, one: Members) -> dict[str, str]:
        return {self._code(one, "names", name): text for name, text in one.table("names").items()}

    def _printed(self, one: Members) -> tuple[dict[str, str], dict[str, str]]:
        """Return the printed words, and those that are not in normal form letter for letter.

        A printing with some words has the empty text where the source says so of what it leaves out.
        """
        keys = _printed_forms(self.source)
        some = any(one.told.get(key) is not None for key, _ in keys)
        says: dict[str, str] = {}
        raw: dict[str, str] = {}
        for key, forms in keys:
            text = one.words(key)
            if text is None:
                for form in forms:
                    absent = self._absent(form) if some else UNKNOWN
                    says |= dict.fromkeys(form.fields, absent)
                continue
            if len(forms) > 1:
                says |= {name: NONE for form in forms for name in form.fields}
            for name, part in parts_of(one, key, text, forms):
                says[name] = UNKNOWN if part is None else self._printed_content(one, key, part)
                if part is not None and self.words.by_hash.get(says[name], part) != part:
                    raw[name] = self.words.raw(part)
        return says, raw

    def _printed_content(self, one: Members, key: str, text: str) -> str:
        """Return the content of printed words; unknown where a copy of them was damaged by its way here.

        What stands for no character at all is refused.
        """
        try:
            return self._content(one, key, text)
        except BadPiece as error:
            if error.refusal is not InvalidText or _NO_CHARACTER.search(text):
                raise
            self.damaged.append(error)
            return UNKNOWN


@lru_cache(maxsize=64)
def _printed_forms(source: Source) -> list[tuple[str, Sequence[SourceField]]]:
    """Return how each key of a printing that holds words is read."""
    return [(key, forms) for key, forms in forms_of(source).items() if key in _PRINTED]


def _place(one: Members) -> tuple[str, str | None]:
    code = one.text("set")
    if len(code.encode()) > MAX_SET_BYTES:
        raise one.bad("set", f"{code!r} has more than {MAX_SET_BYTES} bytes; no set has so long a code")
    return code, one.optional_text("number")


def _add_names(names: dict[str, str], more: Mapping[str, str]) -> None:
    """Add names by language; of several in one the one that sorts first stays, whichever came last."""
    names |= {lang: min(name, names.get(lang, name)) for lang, name in more.items()}
