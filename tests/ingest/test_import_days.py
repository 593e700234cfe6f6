"""Importing what was seen on days: up to today in the zone of the game, and no later."""

from datetime import UTC, datetime

import pytest

from service.domain.refusals import ImportRefused
from service.ingest.importer import import_files
from tests.support.importing import PAGE, PAGE_FILE, SOURCES, SOURCES_FILE, line, version, write_lines


@pytest.fixture
def described(loaded, corpus):
    """The small corpus with two sources, of which the game is at home east of Greenwich; in entry 1."""
    corpus.write(SOURCES_FILE, SOURCES)
    corpus.write(PAGE_FILE, PAGE)
    corpus.edit("demo/game.yaml", "zone: UTC", "zone: Asia/Tokyo")
    loaded.load(corpus)
    return loaded


@pytest.mark.parametrize("most_bytes_here", [0, 2**20], ids=["in another process", "here"])
def test_what_was_seen_tomorrow_is_refused_with_its_place(described, tmp_path, most_bytes_here):
    before = described.everything()
    told = line(version("2024-02-01", "Fly."), last="2026-02-03")
    path = write_lines(tmp_path / "soon.ndjson", [line(version("2024-02-01"), key="Eel"), told])

    def on(now):
        return import_files(described.engine, "history", [path], now, most_bytes_here=most_bytes_here)

    with pytest.raises(ImportRefused, match=r"line 2, last_seen_on: 2026-02-03 is after today, 2026-02-02"):
        on(datetime(2026, 2, 2, 14, 59, tzinfo=UTC))
    assert described.everything() == before
    assert on(datetime(2026, 2, 2, 15, 0, tzinfo=UTC)).cards == 2
