"""The manifest of an export: its bytes, and its place in a sequence."""

import hashlib
import json
from dataclasses import replace

import pytest

from service.domain.manifest import FileSum, Manifest, entry_path, manifest_of, readable_json

FIRST = Manifest(
    sequence=1,
    previous_manifest_sha256=None,
    head_seq=2,
    head_hash="aa",
    right_for={"demo": {"from": None, "until": "2026-01-14"}},
    notices={"demo": "Été."},
    counts={"cards": 1},
    files={"ledger/00000001.ndjson": FileSum(3, "bb"), "current/index.json": FileSum(0, "cc")},
)


def test_a_manifest_is_read_back_from_its_bytes():
    assert manifest_of(FIRST.written()) == FIRST
    assert FIRST.sha256 == hashlib.sha256(FIRST.written()).hexdigest()


def test_the_bytes_of_a_manifest_are_known():
    """Whoever verifies an export reads them."""
    assert FIRST.written().decode() == (
        '{\n  "counts": {\n    "cards": 1\n  },\n'
        '  "files": {\n'
        '    "current/index.json": {\n      "bytes": 0,\n      "sha256": "cc"\n    },\n'
        '    "ledger/00000001.ndjson": {\n      "bytes": 3,\n      "sha256": "bb"\n    }\n  },\n'
        '  "format": 1,\n  "head": {\n    "hash": "aa",\n    "seq": 2\n  },\n'
        '  "notices": {\n    "demo": "Été."\n  },\n'
        '  "previous_manifest_sha256": null,\n'
        '  "right_for": {\n    "demo": {\n      "from": null,\n      "until": "2026-01-14"\n    }\n  },\n'
        '  "sequence": 1\n}\n'
    )


def test_the_next_one_names_the_one_before():
    second = FIRST.following(FIRST)
    assert (second.sequence, second.previous_manifest_sha256) == (2, FIRST.sha256)
    assert second.following(None) == FIRST


@pytest.mark.parametrize(
    ("changes", "same"),
    [
        ({"sequence": 7, "previous_manifest_sha256": "dd"}, True),
        ({"head_seq": 3}, False),
        ({"head_hash": "bb"}, False),
        ({"right_for": {}}, False),
        ({"notices": {}}, False),
        ({"counts": {}}, False),
        ({"files": {}}, False),
    ],
    ids=lambda value: str(value) if isinstance(value, bool) else next(iter(value)),
)
def test_the_place_in_the_sequence_is_no_difference(changes, same):
    assert replace(FIRST, **changes).lists_the_same_as(FIRST) == same


@pytest.mark.parametrize("key", list(json.loads(FIRST.written())))
@pytest.mark.parametrize("value", [None, [], "x", {}, True], ids=repr)
def test_another_value_is_another_manifest_or_none(key, value):
    told = json.loads(FIRST.written())
    if told[key] == value:
        return
    found = manifest_of(readable_json(told | {key: value}))
    assert found is None or found != FIRST


@pytest.mark.parametrize(
    "changes",
    [
        {"sequence": -7},
        {"sequence": 0},
        {"sequence": True},
        {"head_seq": True},
        {"head_seq": -1},
        {"counts": {"cards": True}},
        {"counts": {"cards": "1"}},
    ],
    ids=str,
)
def test_what_counts_nothing_is_in_no_manifest(changes):
    assert manifest_of(replace(FIRST, **changes).written()) is None


@pytest.mark.parametrize(
    ("seq", "path"),
    [
        (1, "ledger/00000001.ndjson"),
        (99_999_999, "ledger/99999999.ndjson"),
        (10**8, "ledger/100000000.ndjson"),
    ],
)
def test_an_entry_has_its_file(seq, path):
    assert entry_path(seq) == path


def test_the_files_of_the_ledger_are_told_apart():
    assert list(FIRST.ledger_files()) == ["ledger/00000001.ndjson"]
