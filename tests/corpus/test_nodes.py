"""Scalars stay texts, and every node knows its line."""

from pathlib import PurePosixPath

import pytest

from service.corpus.faults import Fault
from service.corpus.nodes import Items, Table, Text, line_at, read_nodes

PATH = PurePosixPath("demo/cards/otter.yaml")


def read(text: str) -> tuple[Table | None, list[Fault]]:
    """Return the nodes and faults of a file with that text."""
    faults: list[Fault] = []
    return read_nodes(PATH, text.encode(), faults), faults


def whole(text: str) -> Table:
    """Return the nodes of a file without faults."""
    table, faults = read(text)
    assert faults == []
    assert table is not None
    return table


@pytest.mark.parametrize("word", ["029", "1e3", "0x1F", "2026-01-14", "yes", "true", "1.50", ".5"])
def test_an_unquoted_scalar_is_the_text_that_stands_there(word):
    node = whole(f"a: {word}\n")["a"]
    assert (node, node.plain, node.line) == (word, True, 1)


@pytest.mark.parametrize("written", ['"029"', "'029'", "|-\n  029"])
def test_a_quoted_or_block_scalar_is_not_plain(written):
    node = whole(f"a: {written}\n")["a"]
    assert (node, node.plain, node.folded) == ("029", False, False)


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("|-\n  one\n  two", False),
        ("|\n  one\n  two", False),
        (">-\n  one\n  two", True),
        ("one\n  two", True),
        ('"one\n  two"', True),
        ('"one\\ntwo"', False),
    ],
)
def test_only_a_text_whose_lines_are_joined_is_folded(written, folded):
    assert whole(f"a: {written}\n")["a"].folded is folded


@pytest.mark.parametrize(
    ("written", "cut"),
    [("Otter # 2", True), ("Otter", False), ('"Otter" # 2', False), ("Otter#2", False)],
)
def test_only_an_unquoted_text_before_a_comment_is_cut(written, cut):
    assert whole(f"a: {written}\n")["a"].cut is cut


def test_lines_are_those_of_keys_and_items():
    table = whole("a:\n  b: 1\n  c:\n    - x\n\n    - {d: 2,\n       e: 3}\nf: |-\n  text\n")
    places = [("a",), ("a", "b"), ("a", "c", 0), ("a", "c", 1), ("a", "c", 1, "e"), ("f",)]
    assert [line_at(table, place) for place in places] == [1, 2, 4, 6, 7, 8]


@pytest.mark.parametrize("place", [("a", "missing"), ("a", "b", "deeper"), ("a", "b", 0)], ids=str)
def test_the_line_of_what_is_missing_is_that_of_its_place(place):
    table = whole("x: 0\na:\n  b: 1\n")
    assert line_at(table, place) == {"missing": 2}.get(place[1], 3)


def test_tables_and_lists_are_plain_dicts_and_lists():
    table = whole("a: {b: [x, y]}\n")
    assert table == {"a": {"b": ["x", "y"]}}
    assert isinstance(table["a"], Table)
    assert isinstance(table["a"]["b"], Items)
    assert isinstance(table["a"]["b"][0], Text)


def test_windows_line_ends_count_as_one():
    assert line_at(whole("a: 1\r\nb: 2\r\n"), ("b",)) == 2


def test_a_leading_document_mark_and_comments_are_no_fault():
    assert whole("# why\n---\na: 1\n...\n") == {"a": "1"}


def test_all_faults_of_a_readable_file_are_found():
    _, faults = read("a: &x 1\nb: *x\nc: !!str 2\nd:\na: 3\n")
    assert [(fault.line, str(fault.code)) for fault in faults] == [
        (1, "anchor"),
        (2, "alias"),
        (3, "tag"),
        (4, "empty-value"),
        (5, "duplicate-key"),
    ]


def test_the_first_of_two_equal_keys_is_kept():
    table, _ = read("a: 1\na: 2\n")
    assert table == {"a": "1"}


def test_deep_nesting_ends_in_a_fault():
    table, faults = read("a: " + "[" * 100_000)
    assert table is None
    assert [str(fault.code) for fault in faults] == ["wrong-shape"]


@pytest.mark.parametrize("content", [b"\x00", b"\xff\xfe", b"a: \xed\xa0\x80", b"a: \x1b"], ids=repr)
def test_bytes_that_are_no_text_end_in_a_fault(content):
    faults: list[Fault] = []
    assert read_nodes(PATH, content, faults) is None
    assert len(faults) == 1
