"""What the ledger holds of the card that is asked, read once for all answers about it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from service.domain.history import History
from service.domain.printings import Printing
from service.domain.symbols import DOMAINS, Symbols
from service.domain.timeline import Timeline
from service.domain.touches import last_touch
from service.domain.verdicts import Judge
from service.serving.answers.parts import Asked
from service.store.connection import Connection
from service.store.ledger import load_texts
from service.store.timelines import load_history, load_last_record_seq, load_printings


def once(asked: Asked, name: str, load: Callable[[], Any]) -> Any:
    """Return what was loaded under a name for these answers, loading it where it wasn't yet."""
    if name not in asked.loaded:
        asked.loaded[name] = load()
    return asked.loaded[name]


def history_of(conn: Connection, asked: Asked) -> History:
    """Return all that was recorded of the card's texts, up to the pin."""
    found: History = once(
        asked, "history", lambda: load_history(conn, asked.subject, asked.game, asked.sight.as_of)
    )
    return found


def timeline_of(conn: Connection, asked: Asked, day: date | None = None) -> Timeline:
    """Return the timeline of the card as it is looked at.

    Args:
        day: the day that is asked: in the contemporary view its announcements are the last that count, where
            no other day was named.
    """
    known_by = asked.sight.known_by(day)
    found: Timeline = once(asked, f"timeline {known_by}", lambda: Timeline(history_of(conn, asked), known_by))
    return found


def last_seq_of(conn: Connection, asked: Asked, *, whole: bool = False) -> int:
    """Return the last entry that touched what the card says in the language and scope that are asked.

    Args:
        whole: what it says in any.
    """
    lang, scope = (None, None) if whole else (asked.lang, asked.scope)
    records: int = once(
        asked, "last_record", lambda: load_last_record_seq(conn, asked.subject, asked.sight.as_of)
    )
    return max(records, last_touch(timeline_of(conn, asked), lang, scope))


def printings_of(conn: Connection, asked: Asked) -> list[Printing]:
    """Return the printings of the card, by release (unknown last), language and id."""
    found: list[Printing] = once(
        asked, "printings", lambda: load_printings(conn, asked.subject, asked.sight.as_of)
    )
    return found


def texts_of(conn: Connection, asked: Asked) -> dict[str, str]:
    """Return every text that the card's assertions and printings name, by hash; removed ones are left out."""

    def load() -> dict[str, str]:
        values = [value for one in timeline_of(conn, asked).assertions for value in one.fields]
        values += [value for one in printings_of(conn, asked) for value in (*one.fields, *one.raw)]
        return load_texts(conn, (value.content for value in values))

    found: dict[str, str] = once(asked, "texts", load)
    return found


def judge_of(conn: Connection, asked: Asked, day: date | None = None) -> Judge:
    """Return who compares the card's printings with its versions.

    Args:
        day: as in ``timeline_of``.
    """

    def load() -> Judge:
        timeline, texts = timeline_of(conn, asked, day), texts_of(conn, asked)
        symbols = Symbols(asked.game.symbols, _domains(timeline, texts))
        return Judge(timeline, asked.scope, texts.get, symbols.canonical)

    found: Judge = once(asked, f"judge {asked.sight.known_by(day)}", load)
    return found


def _domains(timeline: Timeline, texts: dict[str, str]) -> list[str]:
    for one in timeline.assertions:
        for value in one.fields if one.kind == "base" else ():
            if (value.face, value.field) == (0, DOMAINS) and texts.get(value.content):
                return texts[value.content].split("\n")
    return []
