"""The effective text of a card on a day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from service.domain.days import day_before
from service.domain.ids import VersionId
from service.domain.ledger import NONE, UNKNOWN, Assertion
from service.domain.names import joined_name
from service.domain.reader import Reader
from service.domain.reading import FieldReading, Reading
from service.domain.texts import text_sha256
from service.serving.answers.loaded import last_seq_of, once, timeline_of
from service.serving.answers.parts import (
    FORMAT,
    Asked,
    confirmed_by,
    erratum_id,
    field_value,
    joined_text,
    rules_change,
)
from service.serving.answers.removed import is_removed, text_removed
from service.serving.answers.sights import PRESENT, Answer, iso
from service.store.connection import Connection
from service.store.ledger import load_texts
from service.store.segments import known_contents, load_segment
from service.store.timelines import load_assertions

Versions = Mapping[VersionId, Assertion]


def load_reading(conn: Connection, asked: Asked, day: date) -> tuple[Reading, int]:
    """Return what is read on a day and the last entry that touched the answer.

    Of the present the index has it; else the timeline is resolved, which gives the same.

    Raises:
        LanguageNotAvailable: if the card has no text in the language.
        NoEffectiveText: if no text is in effect on the day.
    """

    def load() -> tuple[Reading, int]:
        if asked.sight == PRESENT:
            found = load_segment(conn, asked.subject, asked.lang, asked.scope, day)
            if found is not None:
                return found
        reader = Reader(timeline_of(conn, asked, day), asked.lang, asked.scope)
        return reader.on(day), last_seq_of(conn, asked)

    reading: tuple[Reading, int] = once(asked, f"reading {day}", load)
    return reading


def neighbours(conn: Connection, asked: Asked, day: date) -> tuple[date | None, date | None]:
    """Return the last day on which something else was read before, and the first on which it will be.

    Each is None where there is none.

    Raises:
        LanguageNotAvailable: if the card has no text in the language.
        NoEffectiveText: if no text is in effect on the day.
    """
    reading, _ = load_reading(conn, asked, day)
    past, coming = reading.previous_change, reading.next_change
    return day_before(past.effective_from) if past else None, coming.effective_from if coming else None


def text_answer(conn: Connection, asked: Asked, day: date) -> Answer:
    """Return the effective text of a card on a day, with everything that explains it.

    Raises:
        LanguageNotAvailable: if the card has no text in the language.
        NoEffectiveText: if no text is in effect on the day.
        TextRemoved: if words of the text were removed for good.
    """
    reading, seq = load_reading(conn, asked, day)
    versions = {one.version: one for one in load_assertions(conn, asked.subject, asked.sight.as_of)}
    texts = load_texts(conn, known_contents(reading))
    for one in (one for face in reading.faces for one in face.values()):
        if is_removed(one.content, texts):
            raise text_removed(conn, one.content, versions[one.version])
    oracle_text = joined_text(reading.text_contents(), texts)
    names = [texts.get(content) for content in reading.name_contents()]
    coming = reading.next_change
    return {
        "game": asked.subject.game,
        "card": asked.subject.name,
        "lang": asked.lang,
        "scope": asked.scope,
        "on": day.isoformat(),
        **asked.sight.told(day),
        "seq": seq,
        "format": FORMAT,
        "name": joined_name(names),
        "oracle_text": oracle_text,
        "text_known": oracle_text is not None,
        "certainty": reading.certainty,
        "retroactive": reading.retroactive,
        "announced_unknown": reading.announced_unknown,
        "verified_through": iso(reading.verified_through),
        "faces": [
            _face(index, face, asked, texts, versions, asked.sight.known_by(day))
            for index, face in enumerate(reading.faces)
        ],
        "rules_changes": [
            rules_change(versions[one.version], one.effective_from, one.effective_until)
            for one in reading.rules_changes
        ],
        "alternatives": [
            {
                "face": one.face,
                "field": one.field,
                "version": str(one.version),
                "erratum": erratum_id(versions[one.version]),
                "effective_after": iso(one.effective_after),
                "effective_by": iso(one.effective_by),
                "value": field_value(asked.game, one.field, one.content, texts),
                "known": one.content != UNKNOWN and not is_removed(one.content, texts),
            }
            for one in reading.alternatives
        ],
        "translation": _translation(reading, asked, texts),
        "next_change": coming
        and {
            "effective_from": coming.effective_from.isoformat(),
            "certainty": coming.certainty,
            "errata": list(coming.errata),
        },
        "pending": [_promise(versions[one]) for one in reading.pending],
        "text_sha256": None if oracle_text is None else text_sha256(oracle_text),
        "notice": asked.game.notice,
    }


def _promise(one: Assertion) -> Answer:
    return {
        "erratum": one.erratum,
        "document": one.document,
        "announced_on": iso(one.announced_on),
        "reason": one.reason,
    }


def _face(
    index: int,
    face: Mapping[str, FieldReading],
    asked: Asked,
    texts: Mapping[str, str],
    versions: Versions,
    known_by: date | None,
) -> Answer:
    names = [field.id for field in asked.game.fields]
    return {
        "index": index,
        "fields": {
            name: field_value(asked.game, name, face[name].content, texts) if name in face else None
            for name in names
        },
        "unknown_fields": [name for name in names if name not in face or face[name].content == UNKNOWN],
        "provenance": {
            name: _provenance(face[name], versions[face[name].version], known_by)
            for name in names
            if name in face and face[name].content != NONE
        },
    }


def _provenance(one: FieldReading, source: Assertion, known_by: date | None) -> Answer:
    return {
        "version": str(one.version),
        "kind": source.kind,
        "erratum": erratum_id(source),
        "printing": source.printing,
        "class": source.change_class,
        "class_basis": source.class_basis,
        "replaces": source.replaces,
        "document": source.document,
        "confirmed_by": confirmed_by(source, known_by),
        "provisional": one.provisional,
        "announced_on": iso(source.announced_on),
        "effective_from": iso(one.effective_from),
        "effective_until": iso(one.effective_until),
        "effective_after": iso(one.effective_after),
        "effective_by": iso(one.effective_by),
        "date_basis": source.date_basis,
        "reason": source.reason,
    }


def _translation(reading: Reading, asked: Asked, texts: Mapping[str, str]) -> Answer | None:
    found = reading.translation
    if found is None:
        return None
    return {
        "stale": found.stale,
        "stale_since": iso(found.stale_since),
        "authoritative": {
            "lang": asked.game.language,
            "oracle_text": joined_text(found.contents, texts),
        },
    }
