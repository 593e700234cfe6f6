"""What an entry tells of the files that were imported: plain letters, and no more than a line of them."""

import os
from pathlib import Path

import pytest

from service.domain.texts import is_writable
from service.ingest.origins import MAX_NAME, import_origin, plain_name

NAMES = {
    "plain": (b"mtg 2018.ndjson.gz", "mtg 2018.ndjson.gz"),
    "letters of any language": ("Übersicht-猫.gz".encode(), "Übersicht-猫.gz"),
    "a byte that is no UTF-8": (b"a\xff.gz", r"a\xff.gz"),
    "a line break": (b"a\nb.gz", r"a\nb.gz"),
    "a command to a terminal": (b"\x1b[31mred\x9b", r"\x1b[31mred\x9b"),
    "what turns the order around": ("a\u202eb".encode(), r"a\u202eb"),
    "a quotation mark": (b"it's", "it's"),
    "as long as a name may be": (b"a" * MAX_NAME, "a" * MAX_NAME),
    "longer than that": (b"a" * 255, "a" * (MAX_NAME - 1) + "…"),
}


@pytest.mark.parametrize(("name", "expected"), NAMES.values(), ids=NAMES)
def test_a_name_is_told_in_plain_letters(name, expected):
    found = plain_name(Path("folder") / os.fsdecode(name))
    assert found == expected
    assert is_writable(found)


@pytest.mark.parametrize(
    ("count", "expected"), [(1, "0.gz"), (2, "0.gz and 1 more"), (9_000, "0.gz and 8999 more")]
)
def test_of_several_files_the_first_is_named(count, expected):
    paths = [Path(f"x/{number}.gz") for number in range(count)]
    assert import_origin("history", paths, "ab") == f"import history {expected} sha256:ab"
