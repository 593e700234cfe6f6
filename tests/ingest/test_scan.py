"""Reading files of an import twice: only what is new is kept in between, and no other piece passes for it."""

import json
import tracemalloc
from types import SimpleNamespace

import pytest

from service.domain.refusals import ImportRefused
from service.domain.sources import Source
from service.ingest.formats import FORMATS
from service.ingest.reports import ImportReport
from service.ingest.scan import Scan
from tests.support.importing import line, version, write_lines

GALLERY = Source(game="demo", id="gallery", title="Gallery", fields=())
SOURCES = SimpleNamespace(source_of=lambda _: GALLERY, games={"demo": SimpleNamespace(language="en")})


def scanned(*paths, known=()):
    """Return a scan of files that has read the headings and kept no piece."""
    scan = Scan(FORMATS["history"], paths, set(known), ImportReport(), most_bytes=None)
    for _ in scan.headings(SOURCES):
        pass
    return scan


def card(number):
    return line(version("2024-02-01", f"Fly {number}."), key=f"Owl {number}")


def told(scan):
    """Return the key of each group, and the places of its pieces."""
    return [
        (json.loads(pieces[0].told)["key"], [(one.path.name, one.number) for one in pieces])
        for _, pieces in scan.whole_groups()
    ]


def test_new_pieces_come_with_their_groups_in_whatever_file_they_are(tmp_path):
    first = write_lines(tmp_path / "a", ["", card(1), card(2), card(1), ""])
    second = write_lines(tmp_path / "b", [card(2), "", card(1) | {"last_seen_on": "2025-01-01"}, card(3)])
    scan = scanned(first, second)
    assert told(scan) == [("Owl 2", [("a", 3)]), ("Owl 1", [("a", 2), ("b", 3)]), ("Owl 3", [("b", 4)])]


def test_pieces_that_are_known_do_not_come(tmp_path):
    first, more = write_lines(tmp_path / "a", [card(2)]), [card(1), card(2), card(3)]
    found = told(scanned(write_lines(tmp_path / "b", more), known=set_of_digests(first)))
    assert found == [("Owl 1", [("b", 1)]), ("Owl 3", [("b", 3)])]


def set_of_digests(path):
    """Return the digests of the pieces of a file."""
    return {piece.digest for _, pieces in scanned(path).whole_groups() for piece in pieces}


def test_lines_that_tell_nothing_are_not_kept(tmp_path):
    path = tmp_path / "blank"
    path.write_bytes(b"\n" * 500_000 + json.dumps(card(1)).encode())
    tracemalloc.start()
    try:
        scan = scanned(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 500_000
    assert told(scan) == [("Owl 1", [("blank", 500_001)])]


CHANGED = {
    "a line less": lambda lines: lines[:-1],
    "a line more": lambda lines: [*lines, card(9)],
    "another order": lambda lines: lines[::-1],
    "another card": lambda lines: [card(9), *lines[1:]],
    "nothing": lambda lines: [],
}


@pytest.mark.parametrize("change", CHANGED.values(), ids=CHANGED)
def test_a_file_that_changes_meanwhile_is_refused_and_no_piece_of_it_passes_for_another(tmp_path, change):
    lines = [card(number) for number in range(4)]
    path = write_lines(tmp_path / "moving", lines)
    scan = scanned(path)
    write_lines(path, change(lines))
    found = []
    with pytest.raises(ImportRefused, match="was changed while it was read"):
        found.extend(scan.whole_groups())
    for group, pieces in found:
        assert [json.loads(piece.told)["key"] for piece in pieces] == [one.key for one in group.told]
