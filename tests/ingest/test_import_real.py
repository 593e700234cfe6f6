"""Real histories, seen from 2013 to 2018: what a source showed on a day is what the ledger answers for it."""

import gzip
import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.config import Settings
from service.ingest.importer import import_files
from service.ingest.reports import ImportReport
from tests.support.corpora import NOW
from tests.support.exports import engine_on
from tests.support.planting import faults
from tests.support.shared import shared_folder

EVERY = 120
"""Of so many lines one is imported, and those of all cards that have a file."""
FIRST = 7
DAYS = 3
"""How many days are asked for of each line."""
CURATED = ("Backslide", "Dermoplasm", "Master of the Veil", "Weaver of Lies")
HEADS = ("ledger",)
LED = (date(2018, 4, 20), date(2018, 4, 26))
"""The days on which the source showed Dominaria's texts before they took effect."""

Line = dict[str, Any]


class Imported(NamedTuple):
    """A ledger of the real cards after an import: its address, a client, the lines, the report, their file.

    ``before`` holds what was answered before of the cards that have a file.
    """

    url: str
    client: FlaskClient
    lines: list[Line]
    report: ImportReport
    path: Path
    before: dict[str, Any]


def sample(path: Path) -> Iterator[str]:
    """Yield some lines of the file, and those of the cards that have a file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file):
            if number % EVERY == FIRST or json.loads(line)["name"] in CURATED:
                yield line


def text(client: FlaskClient, name: str, day: date) -> tuple[dict[str, Any], dict[str, Any]]:
    """Ask for the text of a card, and return the answer and the face of that name in it."""
    asked = {"game": "mtg", "name": name, "on": day.isoformat()}
    answer = client.get("/v1/text", query_string=asked, follow_redirects=True)
    assert answer.status_code == 200, (name, day, answer.get_json())
    told = answer.get_json()
    faces = told["faces"]
    return told, next((face for face in faces if face["fields"].get("name") == name), faces[0])


def curated(client: FlaskClient) -> dict[str, Any]:
    """Return what the cards that have a file read on some days."""
    return {
        f"{name} {day}": text(client, name, date.fromisoformat(day))
        for name in CURATED
        for day in ("2013-06-15", "2015-03-27", "2018-06-01", "2026-01-01")
    }


def first_release(line: Line) -> date | None:
    """Return the first day on which a printing was out for sure; None where none is told."""
    told = [one["released_on"] for one in line["printings"] if "released_on" in one]
    ends = {4: "-12-31", 7: "-28", 10: ""}
    return min((date.fromisoformat(f"{one}{ends[len(one)]}") for one in told), default=None)


def days_of(line: Line, first: date, random: Random) -> Iterator[date]:
    """Yield days from a first one on that the line covers, after the release; none of those that led."""
    release = first_release(line)
    last = date.fromisoformat(line["last_seen_on"])
    begin = max(first, release or first)
    for _ in range(DAYS):
        day = begin + timedelta(days=random.randrange(max((last - begin).days + 1, 1)))
        if begin <= day <= last and not LED[0] <= day <= LED[1]:
            yield day


@pytest.fixture(scope="module")
def imported(databases, real_cards, tmp_path_factory) -> Iterator[Imported]:
    lines = list(sample(shared_folder() / "data" / "mtg-mtgjson3-2013-2018.ndjson.gz"))
    path = tmp_path_factory.mktemp("real") / "sample.ndjson"
    path.write_text("".join(lines), "utf-8")
    url = databases.new(real_cards)
    client = create_app(Settings(database_url=url)).test_client()
    before = curated(client)
    with engine_on(url) as engine:
        report = import_files(engine, "history", [path], NOW)
    yield Imported(url, client, [json.loads(line) for line in lines], report, path, before)
    databases.drop(url)


def test_the_ledger_is_whole_and_knows_the_file(imported):
    with engine_on(imported.url) as engine:
        assert faults(engine) == []
        again = import_files(engine, "history", [imported.path], NOW)
    assert (again.entry, again.cards - again.curated) == (None, 0)
    assert again.unchanged == len(imported.lines) - imported.report.curated


def test_the_cards_that_have_a_file_read_what_they_read(imported):
    assert imported.report.curated == 4
    assert {key: faces_of(told) for key, told in curated(imported.client).items()} == {
        key: faces_of(told) for key, told in imported.before.items()
    }


def faces_of(told: tuple[dict[str, Any], dict[str, Any]]) -> dict[str, Any]:
    """Return an answer without the head of the ledger, which an import moves."""
    return {key: value for key, value in told[0].items() if key not in HEADS}


def windows(line: Line) -> list[tuple[date, date]]:
    """Return from when to when nobody saw what stood; a document dates what the source showed ahead."""
    told = [
        (date.fromisoformat(one["prev_seen_on"]), date.fromisoformat(one["seen_on"]))
        for one in line["versions"]
        if one["prev_seen_on"] is not None
    ]
    return [(after, by) for after, by in told if not LED[0] <= by <= LED[1]]


def test_outside_of_windows_a_card_reads_what_the_source_showed(imported):
    random = Random(5)
    for line in imported.lines:
        versions = line["versions"]
        for day in days_of(line, date.fromisoformat(versions[0]["seen_on"]), random):
            if line["name"] in CURATED or any(after < day < by for after, by in windows(line)):
                continue
            shown = [one for one in versions if one["seen_on"] <= day.isoformat()][-1]
            _, face = text(imported.client, line["name"], day)
            assert face["fields"]["rules_text"] == shown.get("text", "").rstrip(), (line["name"], day)


def test_inside_of_windows_the_answer_is_uncertain(imported):
    found = 0
    for line in imported.lines:
        release = first_release(line)
        for after, by in windows(line):
            day = after + (by - after) / 2
            if line["name"] in CURATED or not after < day < by or (release or day) > day:
                continue
            told, _ = text(imported.client, line["name"], day)
            assert told["certainty"] == "uncertain", (line["name"], day)
            found += 1
    assert found > 10


def test_nearly_all_days_are_exact(imported):
    random = Random(6)
    told = [
        text(imported.client, line["name"], day)[0]["certainty"]
        for line in imported.lines
        if line["name"] not in CURATED and first_release(line) is not None
        for day in days_of(line, date(2013, 6, 1), random)
    ]
    assert told.count("exact") >= 0.95 * len(told)
