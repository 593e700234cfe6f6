"""Lines of a made-up source of the small game, files of them, and their import."""

import json
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from service.domain.timeline import Timeline
from service.ingest.importer import import_files
from service.ingest.reports import ImportReport
from service.store.connection import reading
from service.store.games import load_game
from service.store.segments import iter_segments
from service.store.subjects import iter_subject_ids
from service.store.timelines import load_history
from tests.support.corpora import NOW

SOURCES_FILE = "demo/sources.yaml"
SOURCES = """\
sources:
  - id: gallery
    title: Gallery
    languages: {fr: [French], de: [German]}
    fields:
      - {key: name, fields: [name], absent: unknown}
      - {key: type_line, fields: [type_line], absent: unknown}
      - {key: text, fields: [rules_text], absent: empty}
      - {key: might, fields: [might]}
    external_ids: pictures
    joined_layouts: [split]
    token_layouts: [token]
    plain_layouts: [normal]
    lags: [{after: 2024-05-01, through: 2024-05-10}]
    leads: [{seen_on: 2024-05-20, document: page}]
  - id: list
    title: A list
    fields:
      - {key: name, fields: [name], absent: unknown}
      - {key: text, fields: [rules_text], absent: empty}
      - {key: might, fields: [might]}
"""
PAGE_FILE = "demo/documents/page.yaml"
PAGE = """\
title: Errata Page
announced_on: 2024-06-01
effective_from: 2024-06-01
"""

Line = dict[str, Any]

_ERRATUM = ("erratum", "effective_from", "effective_after", "effective_by", "change_class", "document")


def version(seen_on: str, text: str | None = None, *, before: str | None = None, **more: Any) -> Line:
    """Return a version; ``before`` is the last day on which another one was seen."""
    told = {"seen_on": seen_on, "prev_seen_on": before, "name": "Ash Owl"} | more
    return told if text is None else told | {"text": text}


def printing(code: str = "TWO", number: str | None = "1", lang: str = "en", **more: Any) -> Line:
    """Return a printing, of 2024-01-15 in the set Two if it is English."""
    told: Line = {"set": code, "lang": lang, "text": "Fly.", "type_line": "Bird"} | more
    if number is not None:
        told["number"] = number
    return {"set_name": "Two", "released_on": "2024-01-15"} | told if lang == "en" else told


def line(*versions: Line, key: str = "Ash Owl", last: str = "2024-12-31", **more: Any) -> Line:
    """Return a line; without printings of its own it has the usual one."""
    told = [one | ({"name": key} if one["name"] == "Ash Owl" else {}) for one in versions]
    usual = {"game": "demo", "source": "gallery", "key": key, "lang": "en", "name": key}
    return usual | {"last_seen_on": last, "versions": told, "printings": [printing()]} | more


def several() -> list[Line]:
    """Return lines of several cards, some in parts that overlap."""
    lines = [
        line(
            version("2024-02-01", "Fly."),
            version("2024-03-10", "Fly up.", before="2024-03-01"),
            last="2024-04-01",
        ),
        line(version("2024-03-20", "Fly up."), version("2024-07-01", "Fly far.", before="2024-06-20")),
        line(version("2024-03-10", "Fly up.", before="2024-02-20"), last="2024-03-15", printings=[]),
        line(version("2024-02-01", "Swim."), key="Eel", printings=[printing("TWO", "2", text="Dive.")]),
        line(
            version("2024-02-01", "Climb."),
            key="Goat",
            printings=[
                printing("TWO", "3", text="Climb.", names={"French": "Chèvre", "German": "Ziege"}),
                printing("TWO", "3", "fr", text="Grimpe."),
                printing("SIX", "3", text="Climb up.", released_on="2024-05-05"),
            ],
        ),
        line(version("2024-02-01", "Dart."), key="Moth", last="2024-04-01", printings=[]),
        line(version("2024-05-01", "Dart."), key="MOTH", printings=[printing("TWO", "4", text="Dart.")]),
    ]
    lines += [
        line(  # a text that comes back
            version("2024-02-01", "Hop."),
            version("2024-03-10", "Jump.", before="2024-03-01"),
            version("2024-06-10", "Hop.", before="2024-06-01"),
            key="Hare",
            printings=[printing("TWO", "6", text="Hop.")],
        ),
        line(  # what another source showed
            version("2024-04-01", "Swim."),
            version("2024-08-01", "Swim far.", before="2024-07-20"),
            key="Eel",
            source="list",
            printings=[],
        ),
        line(  # a printing that is told again
            version("2024-08-01", "Climb."),
            key="Goat",
            last="2025-01-31",
            printings=[printing("TWO", "3", text="Climb.", names={"French": "Chèvre"})],
        ),
    ]
    faces: Line = {"layout": "split", "faces": ["Dusk", "Dawn"]}
    for face, number in (("Dusk", "5a"), ("Dawn", "5b")):
        told = [version("2024-02-01", f"{face}."), version("2024-03-10", f"{face}!", before="2024-03-01")]
        lines.append(line(*told, key=face, printings=[printing("TWO", number, text=f"{face}.", **faces)]))
    return lines


def write_lines(path: Path, lines: Iterable[Line | str]) -> Path:
    """Write lines into a file; what is text already is written as it is."""
    told = (one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in lines)
    path.write_text("".join(f"{one}\n" for one in told), "utf-8", errors="surrogatepass")
    return path


def import_lines(engine: Engine, folder: Path, *lines: Line | str, **options: Any) -> ImportReport:
    """Import lines from a file of their own."""
    path = folder / f"import-{len(list(folder.glob('import-*')))}.ndjson"
    return import_files(engine, "history", [write_lines(path, lines)], NOW, **options)


def readings(engine: Engine) -> dict[str, list[Any]]:
    """Return what every card of the small game reads, by stretches of days, and which errata it has.

    What the ledger calls a version is left out: it tells when a fact was recorded.
    """
    found: dict[str, list[Any]] = {}
    with reading(engine) as conn:
        game = load_game(conn, "demo")
        for subject in iter_subject_ids(conn, "demo"):
            stretches = [
                (
                    lang,
                    one.effective_from,
                    one.effective_until,
                    one.reading.certainty,
                    [{name: value.content for name, value in face.items()} for face in one.reading.faces],
                    [
                        (each.content, each.effective_after, each.effective_by)
                        for each in one.reading.alternatives
                    ],
                    one.reading.translation,
                )
                for lang, _, one in iter_segments(conn, subject)
            ]
            changes = Timeline(load_history(conn, subject, game)).errata()
            errata = [tuple(getattr(one.assertion, name) for name in _ERRATUM) for one in changes]
            found[str(subject)] = [stretches, sorted(errata, key=repr)]
    return found


def owl_changes(engine: Engine) -> list[tuple[str, date | tuple[date | None, date | None]]]:
    """Return each erratum of the owl with its days: exact, or a window."""
    errata = readings(engine)["demo/cards/ash-owl"][1]
    return [(one[0], one[1] or one[2:4]) for one in sorted(errata, key=lambda one: one[0])]


def d(text: str) -> date:
    """Return the day of a text."""
    return date.fromisoformat(text)
