"""What a card's page is built from: the answers of the API about one card and day, asked once each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from service.domain.errors import DiffTooLarge, TextRemoved, TextUnknown
from service.domain.ledger import FieldValue
from service.domain.tracks import NAME
from service.serving.answers.cards import card_answer
from service.serving.answers.diff import diff_answer
from service.serving.answers.documents import documents_answer
from service.serving.answers.loaded import timeline_of
from service.serving.answers.parts import Asked, asked_card
from service.serving.answers.printings import printings_answer
from service.serving.answers.sets import sets_answer
from service.serving.answers.sights import Answer
from service.serving.answers.text import text_answer
from service.serving.answers.timeline import timeline_answer
from service.serving.calendar import AskedDay
from service.store.connection import Connection
from service.web.addresses import CardAddress, address_of
from service.web.parts import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The answers about one card on one day.

    Attributes:
        changed: which fields of which faces each erratum sets, by the erratum's id.
        printed: the first printing in the language, as ``printings`` has it; None where none is recorded.
        diff: from that printing to the day; None where nothing can be compared, and ``no_diff`` says why.
        documents: those that the answers name, by id.
        sets: those of the printings, by code.
    """

    asked: Asked
    day: AskedDay
    address: CardAddress
    card: Answer
    text: Answer
    timeline: Answer
    printings: list[Answer]
    changed: dict[str, tuple[FieldValue, ...]]
    printed: Answer | None
    diff: Answer | None
    no_diff: str | None
    documents: dict[str, Answer]
    sets: dict[str, Answer]

    def label(self, field: str) -> str:
        """Return how the game labels a field."""
        return next((one.label for one in self.asked.game.fields if one.id == field), field)

    def face_name(self, face: int) -> str | None:
        """Return what a face is called, or its number counted from 1; None where the card has no other."""
        faces = self.text["faces"]
        if len(faces) == 1:
            return None
        names = [one["fields"][NAME] for one in faces]
        is_name = names[face] is not None and names.count(names[face]) == 1
        return str(names[face]) if is_name else f"Face {face + 1}"

    def label_on(self, face: int, field: str) -> str:
        """Return the label of a field, with its face where the card has several."""
        name = self.face_name(face)
        return self.label(field) if name is None else f"{name}: {self.label(field)}"

    def document(self, name: str) -> Document:
        """Return a document; one of which nothing is recorded is called by its id."""
        found = self.documents.get(name)
        if found is None:
            return Document(name, None, None)
        url = found["url"]
        is_web = isinstance(url, str) and url.startswith(("https://", "http://"))
        return Document(found["title"] or name, found["publisher"], url if is_web else None)

    def set_name(self, code: str) -> str:
        """Return what a set is called; one of which nothing is recorded, by its code."""
        return str(self.sets[code]["name"]) if code in self.sets else code

    def announced_in(self, one: Answer) -> tuple[Document, ...]:
        """Return the documents that brought and confirmed a change."""
        names = [one["document"], *one.get("confirmed_by", ())]
        return tuple(self.document(name) for name in names if name is not None)

    def erratum(self, name: str) -> Answer:
        """Return an erratum as the timeline has it; of several days announced for it the one that stands."""
        same = [one for one in self.timeline["errata"] if one["erratum"] == name]
        return next((one for one in same if not is_withdrawn(one)), same[-1])

    def holding(self) -> list[Answer]:
        """Return the errata that hold on some day: neither withdrawn nor only promised."""
        return [one for one in self.timeline["errata"] if not is_withdrawn(one) and not one["pending"]]


def is_withdrawn(erratum: Answer) -> bool:
    """Whether the publisher withdrew an erratum, or the day that was announced for it."""
    return erratum["ended"] is not None and erratum["ended"]["kind"] == "void"


def load_sources(conn: Connection, asked: Asked, day: AskedDay) -> Sources:
    """Return everything that the page of a card on a day shows.

    Raises:
        LanguageNotAvailable: if the card has no text in the language.
        NoEffectiveText: if no text is in effect on the day.
    """
    text = text_answer(conn, asked, day.day)
    timeline = timeline_answer(conn, asked)
    changed = {
        change.assertion.erratum: change.assertion.fields
        for change in timeline_of(conn, asked).errata()
        if change.assertion.erratum is not None
    }
    own = asked_card(conn, asked.subject.game, asked.subject.name, None, asked.scope)
    judged = printings_answer(conn, own, day.day)
    printed = next((one for one in judged["printings"] if one["lang"] == asked.lang), None)
    diff, no_diff = _diff(conn, asked, printed, day)
    return Sources(
        asked=asked,
        day=day,
        address=address_of(asked),
        card=card_answer(conn, asked),
        text=text,
        timeline=timeline,
        printings=judged["printings"],
        changed=changed,
        printed=printed,
        diff=diff,
        no_diff=no_diff,
        documents=documents_answer(conn, _document_names([text, timeline])),
        sets=sets_answer(conn, asked.subject.game, (one["set"] for one in judged["printings"])),
    )


def _diff(
    conn: Connection, asked: Asked, printed: Answer | None, day: AskedDay
) -> tuple[Answer | None, str | None]:
    if printed is None:
        return None, "No printing in this language is recorded, so there is nothing to compare."
    try:
        return diff_answer(conn, asked, f"printed:{printed['printing']}", day.day.isoformat()), None
    except TextRemoved:
        return None, "The words of one side were removed, so nothing can be compared."
    except TextUnknown:
        return None, "The words of one side aren't known, so nothing can be compared."
    except DiffTooLarge:
        return None, "The texts are too long to compare word by word."


def _document_names(value: Any) -> list[str]:
    """Return every document that an answer names, however deep."""
    if isinstance(value, list):
        return [name for one in value for name in _document_names(one)]
    if not isinstance(value, dict):
        return []
    named = [value.get("document"), *(value.get("confirmed_by") or ())]
    return [name for name in named if isinstance(name, str)] + _document_names(list(value.values()))
