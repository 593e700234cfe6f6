from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.ingest.formats.members import object_in
from service.ingest.observed import BadPiece

NAMES = st.text('ab":\\ {,é', max_size=4)
LEAVES = st.none() | st.booleans() | st.integers(-(2**63), 2**63) | NAMES
PAIRS = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.lists(st.tuples(NAMES, inner), max_size=3).map(tuple),
    max_leaves=8,
)
"""A value of JSON, in which a tuple of pairs is an object."""
OBJECTS = st.lists(st.tuples(NAMES, PAIRS), max_size=4).map(tuple)
BLANKS = st.sampled_from(["", " ", "\t\r"])


def written(told, blank, *, ascii_only):
    """Write a value, in which a key may stand twice in one object, as JSON."""

    def write(one):
        return written(one, blank, ascii_only=ascii_only)

    if isinstance(told, tuple):
        return "{" + ",".join(f"{write(key)}{blank}:{blank}{write(one)}" for key, one in told) + "}"
    if isinstance(told, list):
        return "[" + ",".join(map(write, told)) + "]"
    return json.dumps(told, ensure_ascii=ascii_only)


def is_sound(told):
    """Whether no key stands twice in one object."""
    if isinstance(told, tuple):
        keys = [key for key, _ in told]
        return len(set(keys)) == len(keys) and all(is_sound(one) for _, one in told)
    return all(map(is_sound, told)) if isinstance(told, list) else True


@given(OBJECTS, BLANKS, st.booleans())
@example((("a", [(("b", 1), ("b", 2))]),), "", False)
@example((("a", [(("b", 1), ("b", '":'))]),), " ", False)
@example((("a", '": "b":'), ("b", 1)), "", True)
def test_json_is_read_as_the_standard_library_reads_it(told, blank, ascii_only):
    text = written(told, blank, ascii_only=ascii_only)
    if is_sound(told):
        assert object_in(text.encode()).told == json.loads(text)
    else:
        with pytest.raises(BadPiece, match="a key twice in one object"):
            object_in(text.encode())


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "01", "1.", ".5"])
def test_what_is_no_number_in_json_is_refused(number):
    with pytest.raises(BadPiece, match="no JSON in UTF-8"):
        object_in(b'{"a": %s}' % number.encode())


@pytest.mark.parametrize("empty", ['""', '"  "', "null"])
def test_an_empty_text_that_may_be_left_out_is_none(empty):
    assert object_in(b'{"number": %s}' % empty.encode()).optional_text("number") is None
    with pytest.raises(BadPiece, match="it is empty"):
        object_in(b'{"number": %s}' % empty.encode()).text("number")
