"""A source, a line of the format history that it tells, and how either is read."""

import json
from datetime import date
from typing import Any

from service.domain.sources import Source, SourceField
from service.ingest.formats.history import HistoryFormat
from service.ingest.observed import Observed, Words

Line = dict[str, Any]

SOURCE = Source(
    game="demo",
    id="gallery",
    title="Gallery",
    languages={"French": "fr", "German": "de"},
    fields=(
        SourceField("name", ("name",), absent="unknown"),
        SourceField("type_line", ("type_line",), absent="unknown"),
        SourceField("text", ("rules_text",), absent="empty"),
        SourceField("stats", ("power", "toughness"), "/", lost=("None",)),
        SourceField("stats", ("loyalty",)),
    ),
)
VERSION: Line = {
    "seen_on": "2024-02-01",
    "name": "Ash Owl",
    "type_line": "Bird",
    "text": "Fly.",
    "stats": "1/2",
}
LATER: Line = VERSION | {"seen_on": "2024-03-10", "prev_seen_on": "2024-03-01", "text": "Fly up."}
ENGLISH: Line = {
    "set": " TWO ",
    "set_name": "Two",
    "number": 7,
    "lang": "en",
    "released_on": "2024-01-15",
    "id": 99,
    "text": "Fly. ",
    "type_line": "Bird",
    "layout": "split",
    "faces": ["Ash Owl", "Bee"],
    "names": {"French": "Hibou", "German": "Eule"},
}
FRENCH: Line = {"set": "TWO", "number": "7", "lang": "French", "text": "Vole."}
LINE: Line = {
    "game": "demo",
    "source": "gallery",
    "key": " Ash Owl ",
    "lang": "en",
    "name": "Ash Owl",
    "last_seen_on": "2024-04-01",
    "versions": [VERSION, LATER],
    "printings": [ENGLISH, FRENCH],
}


def packed(told: object) -> bytes:
    """Return a line as a file has it; bytes are one already."""
    return told if isinstance(told, bytes) else json.dumps(told).encode()


def read(
    told: object, words: Words | None = None, source: Source = SOURCE, today: date = date.max
) -> Observed:
    """Return what a line tells."""
    return HistoryFormat().read(packed(told), lambda _: source, words or Words(), today)


def with_printings(*printings: Line) -> Line:
    """Return the line with these printings."""
    return LINE | {"printings": list(printings)}


def with_version(*gone: str, **more: Any) -> Line:
    """Return the line with one version, in which some keys are gone and some stand otherwise."""
    told = {key: value for key, value in (VERSION | more).items() if key not in gone}
    return LINE | {"versions": [told]}
