"""What the page of a card is made of; like the other parts these hold words, no markup."""

from __future__ import annotations

from dataclasses import dataclass

from service.web.parts import Day, Document, Text, Tone, When


@dataclass(frozen=True, slots=True)
class Fact:
    """A field of a card beside its texts: its label, its value, and the language of that."""

    label: str
    value: Text
    lang: str


@dataclass(frozen=True, slots=True)
class Face:
    """One face: its type line and stats, its text; None where its words aren't known.

    ``name`` is its heading: None where the card has no other face.
    """

    name: str | None
    facts: tuple[Fact, ...]
    text: Text | None


@dataclass(frozen=True, slots=True)
class Alternative:
    """What may have applied instead on a day: which field, in which window, and its words if known."""

    label: str
    window: str
    text: Text | None


@dataclass(frozen=True, slots=True)
class Replaced:
    """An erratum that another one replaced on its own day."""

    words: str
    reason: str | None
    documents: tuple[Document, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the words of a day come from: what brought them, since when, why, and where it was announced.

    Attributes:
        together: the class of the day's change where several errata made it; None where one did.
    """

    words: str
    when: When
    reason: str | None
    documents: tuple[Document, ...]
    replaced: tuple[Replaced, ...] = ()
    together: str | None = None


@dataclass(frozen=True, slots=True)
class RulesChange:
    """A change in force that altered no words."""

    when: When
    reason: str | None
    documents: tuple[Document, ...]


@dataclass(frozen=True, slots=True)
class Translation:
    """How a translation stands to the authoritative text, and that text."""

    tone: Tone
    words: str
    lang: str
    language: str
    text: Text | None


@dataclass(frozen=True, slots=True)
class Printed:
    """The words that a printing bears, and whether they still hold."""

    where: str
    released: str
    faces: tuple[Face, ...]
    tone: Tone
    verdict: str
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of a diff: kept (``=``), deleted (``-``) or inserted (``+``).

    ``blank``: it is nothing but white space that was deleted or inserted, which nobody sees without a sign.
    """

    op: str
    text: Text
    blank: bool = False


@dataclass(frozen=True, slots=True)
class FieldDiff:
    """What changed in one field."""

    label: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Diff:
    """What differs from print to the day: a summary in words first, then field by field."""

    summary: str
    fields: tuple[FieldDiff, ...]
    since: str | None
    cite: str | None


@dataclass(frozen=True, slots=True)
class Event:
    """One step of a card's history: its first printed text or an erratum.

    Attributes:
        anchor: what an address can lead to: the erratum's id, or that with a version of it that was given
            another day; or ``base``.
        erratum: the erratum's id; None for the base.
        kind: the class of change, as the API names it; it decides the colour of a mark.
        name: the class in words.
        effect: what a change of that class means.
        when: when it is in effect; None: never.
        details: everything else that is to be said, one sentence each.
    """

    anchor: str
    erratum: str | None
    kind: str
    name: str
    effect: str
    when: When | None
    announced: Day | None
    reason: str | None
    documents: tuple[Document, ...]
    details: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of days on which the card reads the same; both days are included."""

    first: Day
    last: Day | None
    source: str
    certainty: str
    current: bool


@dataclass(frozen=True, slots=True)
class PrintingLine:
    """A printing in the list of all; ``href`` leads to it as JSON."""

    id: str
    href: str
    where: str
    language: str
    released: str
    verdict: str
