"""What was observed of the subject, briefly, and the facts that are made of it; days are numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from service.domain.documents import Document, document_of
from service.domain.games import Field, Game
from service.domain.ledger import NONE, UNKNOWN, Assertion
from service.domain.printings import Printing
from service.domain.refusals import Broken
from service.domain.rules import broken_rules
from service.domain.sightings import Run, Sighting
from service.domain.sources import Lag, Lead, Source
from service.domain.subjects import Subject
from service.domain.texts import text_sha256
from service.ingest.observed_facts import CardFacts, ObservedCard, Observer
from service.ingest.observed_places import Sources
from tests.support.building import SUBJECT, printing, value

FIELDS = {"name": True, "rules_text": True, "might": False}
GAME = Game(
    id="demo",
    name="Demo",
    publisher="Nobody",
    zone="Etc/UTC",
    language="en",
    scopes=("paper",),
    fields=tuple(Field(id, id, localized, False) for id, localized in FIELDS.items()),
    translations_of="base",
    verified_through=None,
    notice="",
    symbols=(),
)
WORDS = {text_sha256(text): text for text in ("A", "B", "C", "Fly.", "Fly. (It is a bird.)", "x", "y", "")}
SOURCES = ("gallery", "list", "archive")
_FIRST = date(2024, 1, 1)

Dated = tuple[str | None, date | tuple[date | None, date | None], dict[int, str]]


def on(number: int) -> date:
    """Return a day by its number; 0 is 2024-01-01."""
    return _FIRST + timedelta(days=number)


def content(text: str) -> str:
    """Return the content of a text; ``none`` and ``unknown`` stand for themselves."""
    return text if text in (NONE, UNKNOWN) else text_sha256(text)


def run(first: int, last: int, text: str | None = "A", **more: str) -> Run:
    """Return that a rules text, and other fields, were seen from a day to another; None: no rules text."""
    told = more if text is None else {"rules_text": text} | more
    return Run(on(first), on(last), {key: content(each) for key, each in told.items()})


def sighting(*runs: Run, source: str = "gallery", lang: str = "en", face: int = 0) -> Sighting:
    """Return what a source showed of a face."""
    return Sighting(
        subject=SUBJECT,
        source=source,
        lang=lang,
        face=face,
        names=("Owl",),
        pieces=("0" * 64,),
        read_by="0" * 16,
        runs=runs,
    )


def printed(
    id: str, released: int | tuple[int, int] | None, text: str | None = "A", lang: str = "en", face: int = 0
) -> Printing:
    """Return a printing of a day, of a window ``(after, by]`` or of no day that is known."""
    fields = () if text is None else (value(text, lang=lang, face=face),)
    after, by = released if isinstance(released, tuple) else (None, None)
    return printing(
        id,
        lang=lang,
        fields=fields,
        released_on=on(released) if isinstance(released, int) else None,
        released_after=None if after is None else on(after),
        released_by=None if by is None else on(by),
    )


def facts(
    *observed: Sighting | Printing,
    faces: int = 1,
    names: Mapping[str, str] | None = None,
    lags: tuple[Lag, ...] = (),
    leads: tuple[Lead, ...] = (),
) -> CardFacts:
    """Return the facts of a card of which all that was observed are these sightings and printings.

    Args:
        lags: those of every source; ``leads`` those of the gallery. The document ``page`` is of day 30.
    """
    sources = {
        id: Source(game="demo", id=id, title=id, fields=(), lags=lags, leads=leads if id == "gallery" else ())
        for id in SOURCES
    }
    observer = Observer(
        GAME, Sources(by_id=sources, documents={"page": _page()}), WORDS.get, lambda text: text
    )
    card = ObservedCard(
        subject=Subject(SUBJECT, faces),
        sightings=tuple(one for one in observed if isinstance(one, Sighting)),
        printings=tuple(one for one in observed if isinstance(one, Printing)),
        names=names or {},
    )
    return observer.card_facts(card)


def _page() -> Document:
    told = {"game": "demo", "title": "Page", "provisional": False}
    days = {"announced_on": on(20).isoformat(), "effective_from": on(30).isoformat()}
    return document_of("page", told | days)


def assertions(
    *observed: Sighting | Printing, faces: int = 1, lags: tuple[Lag, ...] = (), leads: tuple[Lead, ...] = ()
) -> list[Assertion]:
    """Return the assertions among these facts."""
    found = facts(*observed, faces=faces, lags=lags, leads=leads).facts
    return [one for one in found if isinstance(one, Assertion)]


def errata(
    *observed: Sighting | Printing, faces: int = 1, lags: tuple[Lag, ...] = (), leads: tuple[Lead, ...] = ()
) -> list[Dated]:
    """Return the errata among them, each with its day, or its window, and the words of its rules texts."""
    found = assertions(*observed, faces=faces, lags=lags, leads=leads)
    return [_dated(one) for one in found if one.kind == "erratum"]


def _dated(one: Assertion) -> Dated:
    words = {
        each.face: WORDS.get(each.content, each.content) for each in one.fields if each.field == "rules_text"
    }
    return one.erratum, one.effective_from or (one.effective_after, one.effective_by), words


def broken(assertions: Sequence[Assertion]) -> list[Broken]:
    """Return what the ledger wouldn't take of these facts, recorded in one entry."""
    numbered = [replace(one, seq=1, n=n) for n, one in enumerate(assertions, start=1)]
    return list(broken_rules(numbered, [], GAME.scopes, lambda _: on(999)))
