"""The pieces of a file: the same whether it is packed or not, and nothing of one that is no whole file."""

import gzip
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.refusals import ImportRefused
from service.ingest.formats.history import MAX_LINE_BYTES, HistoryFormat
from service.ingest.pieces import iter_pieces

LINES = [b'{"a": 1}\n', b"\n", b'  {"b": 2}  \r\n', b" \t \n", b'{"c": 3}']
TOLD = [(1, b'{"a": 1}'), (3, b'{"b": 2}'), (5, b'{"c": 3}')]
WHOLE = b"".join(LINES)
PACKED = gzip.compress(WHOLE, mtime=0)


@pytest.fixture
def pieces(tmp_path):
    """Return what is read of a file with these bytes."""

    def read(content, advance=lambda _: None):
        path = tmp_path / "some.ndjson"
        path.write_bytes(content)
        return list(iter_pieces(path, HistoryFormat(), advance))

    return read


FORMS = {
    "plain": WHOLE,
    "by gzip": PACKED,
    "by gzip in two parts": gzip.compress(WHOLE[:12], mtime=0) + gzip.compress(WHOLE[12:], mtime=0),
    "by gzip, with zeros behind": PACKED + bytes(512),
}


@pytest.mark.parametrize("content", FORMS.values(), ids=FORMS)
def test_pieces_are_numbered_as_lines_and_empty_ones_are_passed_over(pieces, content):
    found = pieces(content)
    assert [(one.number, one.told) for one in found] == TOLD
    assert [one.digest for one in found] == [sha256(told).digest() for _, told in TOLD]


@pytest.mark.parametrize(
    "content", [b"", b"\n\n", gzip.compress(b"", mtime=0)], ids=["empty", "blank", "packed"]
)
def test_a_file_may_have_no_pieces(pieces, content):
    assert pieces(content) == []


@given(st.lists(st.binary(max_size=8).map(lambda one: one.replace(b"\n", b"")), max_size=8))
def test_a_packed_file_has_the_pieces_of_the_plain_one(tmp_path_factory, lines):
    path = tmp_path_factory.getbasetemp() / "either.ndjson"
    found = []
    for pack in (bytes, gzip.compress):
        path.write_bytes(pack(b"".join(b"{%s}\n" % line for line in lines)))
        found.append(list(iter_pieces(path, HistoryFormat())))
    assert found[0] == found[1]
    assert [one.told for one in found[0]] == [b"{%s}" % line for line in lines]


SPOILT = {
    "cut off in the midst": PACKED[: len(PACKED) // 2],
    "cut off before its sum": PACKED[:-8],
    "cut off in its sum": PACKED[:-1],
    "cut off in its head": PACKED[:5],
    "another sum": PACKED[:-8] + bytes(4) + PACKED[-4:],
    "another length": PACKED[:-4] + bytes(4),
    "garbage behind it": PACKED + b"garbage",
    "a second part that is cut off": PACKED + PACKED[:-9],
    "no way of packing": b"\x1f\x8b\x09" + PACKED[3:],
}


@pytest.mark.parametrize("content", SPOILT.values(), ids=SPOILT)
def test_a_packed_file_that_is_not_whole_is_refused(pieces, content):
    with pytest.raises(
        ImportRefused, match=r"some\.ndjson: it can't be read: .+; nothing was recorded"
    ) as caught:
        pieces(content)
    assert caught.value.extra["path"].endswith("some.ndjson")
    assert caught.value.extra["line"] in range(1, len(LINES) + 2)


def test_a_bit_that_flips_anywhere_in_a_packed_file_changes_no_piece_unseen(pieces):
    for at in range(10, len(PACKED)):  # the ten bytes before tell how and when it was packed
        spoilt = bytearray(PACKED)
        spoilt[at] ^= 4
        with pytest.raises(ImportRefused):
            pieces(bytes(spoilt))


@pytest.mark.parametrize("name", ["missing.ndjson", "", "no\n.gz"], ids=["missing", "a folder", "odd"])
def test_what_is_no_file_is_refused(tmp_path, name):
    with pytest.raises(ImportRefused, match=r"it can't be read: (No such file|Is a directory)") as caught:
        list(iter_pieces(tmp_path / name, HistoryFormat()))
    assert caught.value.extra == {"path": str(tmp_path / name), "line": 1, "field": ""}


def test_a_line_longer_than_any_is_refused_with_its_number(pieces):
    with pytest.raises(ImportRefused, match="line 3: the line has more than") as caught:
        pieces(gzip.compress(b"{}\n\n" + b" " * (MAX_LINE_BYTES + 1)))
    assert caught.value.extra["line"] == 3


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "packed"])
def test_it_is_told_how_far_a_file_was_read_all_in_all(pieces, pack):
    content, read = pack(b'{"a": 1}\n' * 500), []
    pieces(content, read.append)
    assert sum(read) == len(content)
    assert len(read) > 5
    assert all(more >= 0 for more in read)
