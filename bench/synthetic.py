"""A made-up ledger of any size, written by the service's own writer; the same seed makes the same ledger.

Its cards are as long as Magic's and change as often: one to four versions, one to four printings, half of
them with a translation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from random import Random

from service.domain.coverage import Coverage
from service.domain.games import Field, Game, Notice
from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, Entry, Fact, FieldValue
from service.domain.printings import Printing
from service.domain.records import Recordable, as_record
from service.domain.sets import Release, Set
from service.domain.subjects import Subject
from service.domain.texts import text_sha256
from service.store.connection import Connection, Engine, writing
from service.store.ledger import save_entry
from service.store.segments import save_head, save_index

GAME = "bench"
FIRST_DAY = date(2010, 1, 1)
"""When every card was first printed."""

LAST_DAY = date(2024, 12, 31)
"""Through which day every card was checked, and the last on which one may change."""

NOW = datetime(2025, 1, 1, 12, tzinfo=UTC)
CHUNK = 250

_SETS = tuple(f"S{number:02}" for number in range(40))
_PROSE = (
    "target creature player control card you may draw discard destroy exile return hand battlefield "
    "graveyard library until end of turn whenever attacks blocks enters leaves sacrifice counter spell "
    "ability gains flying trample haste vigilance untap upkeep pay life damage equal to its power "
    "toughness each opponent"
)
_WORDS = _PROSE.split()

_GAME = Game(
    id=GAME,
    name="Bench",
    publisher="Nobody",
    zone="UTC",
    language="en",
    scopes=("paper",),
    fields=(
        Field("name", "Name", localized=True, is_list=False),
        Field("type_line", "Type", localized=True, is_list=False),
        Field("rules_text", "Text", localized=True, is_list=False),
        Field("mana_cost", "Cost", localized=False, is_list=False),
    ),
    translations_of="base",
    verified_through=None,
    notice="",
    symbols=(),
)


@dataclass(frozen=True, slots=True)
class MadeCard:
    """A card: its facts, not yet numbered, and the texts that they name, by their hash."""

    subject: SubjectId
    facts: tuple[Fact, ...]
    texts: dict[str, str]


def subject_of(number: int) -> SubjectId:
    """Return the subject of a card, which are numbered from 0 on."""
    return SubjectId(GAME, "cards", f"card-{number:05}")


def path_of(number: int) -> str:
    """Return the path at which the service gives the text of a card."""
    return f"/v1/cards/{GAME}/card-{number:05}/text"


def write_ledger(engine: Engine, *, cards: int, seed: int, chunk: int = CHUNK) -> None:
    """Fill an empty database with the game and so many cards, and the index with them.

    Args:
        chunk: how many cards are recorded in one entry.
    """
    with writing(engine) as conn:
        releases = (Release("everywhere", "en", FIRST_DAY),)
        known: list[Recordable] = [
            _GAME,
            Notice(GAME, "Made up."),
            *(Set(GAME, code, code, releases) for code in _SETS),
        ]
        _save(conn, [as_record(one) for one in known], {})
    for start in range(0, cards, chunk):
        _write_cards(engine, [make_card(each, seed) for each in range(start, min(start + chunk, cards))])


def _save(conn: Connection, facts: Sequence[Fact], texts: Mapping[str, str | None]) -> Entry:
    return save_entry(conn, facts, texts, now=NOW, actor="bench", origin="bench", message=None)


def _write_cards(engine: Engine, cards: Sequence[MadeCard]) -> None:
    texts: dict[str, str | None] = {sha256: text for card in cards for sha256, text in card.texts.items()}
    with writing(engine) as conn:
        entry = _save(conn, [fact for card in cards for fact in card.facts], texts)
        for card in cards:
            save_index(conn, card.subject, _GAME)
        save_head(conn, entry.seq)


def make_card(number: int, seed: int) -> MadeCard:
    """Return the card of a number; it depends on number and seed alone."""
    draw = Random(f"{seed} {number}")
    subject = subject_of(number)
    texts: dict[str, str] = {}

    def value(field: str, lang: str | None, text: str) -> FieldValue:
        sha256 = text_sha256(text)
        texts[sha256] = text
        return FieldValue(0, field, lang, sha256)

    name = f"{draw.choice(_WORDS).title()} {draw.choice(_WORDS).title()} {number}"
    base = (
        value("name", "en", name),
        value("type_line", "en", f"Creature - {draw.choice(_WORDS).title()}"),
        value("rules_text", "en", _text(draw)),
        value("mana_cost", None, f"{{{draw.randrange(8)}}}{{U}}"),
    )
    assertions = [Assertion(subject=subject, kind="base", effective_from=FIRST_DAY, fields=base)]
    for nth, day in enumerate(_days(draw, draw.randrange(4)), start=1):
        assertions.append(_erratum(subject, nth, day, value("rules_text", "en", _text(draw))))
    printings = [_printing(subject, f"{number}-{nth}", draw, ()) for nth in range(draw.randrange(1, 5))]
    if draw.random() < 0.5:
        words = (value("name", "fr", f"Carte {name}"), value("rules_text", "fr", _text(draw)))
        assertions.append(_translation(subject, f"{number}-fr", words))
        printings.append(_printing(subject, f"{number}-fr", draw, words))
    known: list[Recordable] = [Subject(subject, 1), Coverage(str(subject), LAST_DAY), *printings]
    return MadeCard(subject, (*assertions, *(as_record(one) for one in known)), texts)


def _text(draw: Random) -> str:
    sentences = [" ".join(draw.choices(_WORDS, k=draw.randrange(6, 14))) for _ in range(draw.randrange(1, 5))]
    return "\n".join(f"{one.capitalize()}." for one in sentences)


def _days(draw: Random, count: int) -> list[date]:
    span = (LAST_DAY - FIRST_DAY).days
    return [FIRST_DAY + timedelta(each) for each in sorted(draw.sample(range(1, span), count))]


def _erratum(subject: SubjectId, nth: int, day: date, words: FieldValue) -> Assertion:
    return Assertion(
        subject=subject,
        kind="erratum",
        erratum=f"update-{nth}",
        change_class="functional",
        class_basis="inferred",
        follows=f"update-{nth - 1}" if nth > 1 else None,
        effective_from=day,
        date_basis="stated",
        announced_on=day,
        fields=(words,),
    )


def _translation(subject: SubjectId, printing: str, words: tuple[FieldValue, ...]) -> Assertion:
    return Assertion(
        subject=subject,
        kind="printing",
        erratum=f"printing:{printing}",
        effective_from=FIRST_DAY,
        announced_on=FIRST_DAY,
        translates="base",
        fields=words,
    )


def _printing(subject: SubjectId, id: str, draw: Random, words: tuple[FieldValue, ...]) -> Printing:
    return Printing(
        subject=subject,
        id=id,
        set=draw.choice(_SETS),
        number=str(draw.randrange(1, 400)),
        lang=words[0].lang or "en" if words else "en",
        variant=None,
        released_on=FIRST_DAY,
        released_after=None,
        released_by=None,
        fields=words,
        raw=(),
    )
