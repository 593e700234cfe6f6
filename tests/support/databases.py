"""Cards recorded in a database, one entry after the other."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection

from service.domain.chain import next_entry
from service.domain.games import Game
from service.domain.ledger import Assertion, Ending, Entry, Fact, Record
from service.domain.texts import text_sha256
from service.store.games import load_game
from service.store.ledger import append_entry, load_head, save_entry
from tests.support.building import SUBJECT, Card

NOW = datetime(2026, 1, 14, 12, tzinfo=UTC)
"""The instant of every entry unless a test says otherwise."""

REAL_CARDS_AT = datetime(2099, 1, 1, 12, tzinfo=UTC)
"""When the real card files are loaded: later than any announcement that a card file may name."""

LATER = REAL_CARDS_AT + timedelta(days=1)
"""When something is loaded on top of the real card files."""


def record(conn: Connection, *facts: Fact, texts: Sequence[str] = (), now: datetime = NOW) -> Entry:
    """Append one entry with these facts."""
    known = {text_sha256(text): text for text in texts}
    return save_entry(conn, facts, known, now=now, actor="Ann", origin="test", message=None)


def record_unchecked(conn: Connection, *facts: Fact, texts: Sequence[str] = (), now: datetime = NOW) -> Entry:
    """Append one entry with these facts as a stranger would, whatever rule they break."""
    known = {text_sha256(text): text for text in texts}
    entry, numbered = next_entry(load_head(conn), facts, now=now, actor="Ann", origin="test", message=None)
    append_entry(conn, entry, numbered, known)
    return entry


def record_game(conn: Connection) -> Game:
    """Append the game of the built cards and return it; every day is assumed, none was checked."""
    body = {
        "name": "Demo",
        "publisher": "Nobody",
        "zone": "Asia/Tokyo",
        "language": "en",
        "scopes": ["paper", "mtgo"],
        "translations_of": "base",
        "fields": [
            {"id": name, "label": name, "localized": localized, "list": False}
            for name, localized in (("name", True), ("rules_text", True), ("might", False))
        ],
    }
    record(conn, Record(kind="game", key=SUBJECT.game, body=body))
    return load_game(conn, SUBJECT.game)


def record_card(
    conn: Connection, card: Card, append: Callable[..., Entry] = record, now: datetime = NOW
) -> None:
    """Append a built card: each fact as an entry of its own, under the number that it was built with."""
    texts = [words for words in card.words.values() if words not in ("none", "unknown")]
    facts: list[Assertion | Ending] = [*card.assertions, *card.endings]
    for fact in sorted(facts, key=lambda fact: fact.version):
        entry = append(conn, fact, texts=texts, now=now)
        assert fact.version == (entry.seq, 1), "a card is recorded before anything else"
    through = card.history().verified_through
    known = [Record(kind="subject", key=str(SUBJECT), body={"faces": 1})]
    if through is not None:
        body = {"verified_through": through.isoformat()}
        known.append(Record(kind="coverage", key=str(SUBJECT), body=body))
    record(conn, *known)
