"""The normal form of texts: what it evens out, what it keeps, what it refuses."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.refusals import InvalidText, TextTooLarge
from service.domain.texts import MAX_TEXT_BYTES, check_text, normal_text, text_sha256

EVENED_OUT = {
    "decomposed letters are composed": ("Lim-Du\u0302l", "Lim-D\u00fbl"),
    "CRLF becomes LF": ("Flying\r\nHaste", "Flying\nHaste"),
    "CR becomes LF": ("Flying\rHaste", "Flying\nHaste"),
    "blanks before a line end": ("Flying \t\nHaste", "Flying\nHaste"),
    "blanks before CRLF": ("Flying \r\nHaste", "Flying\nHaste"),
    "blanks at the end": ("Flying  ", "Flying"),
    "a no-break space at the end": ("Flying\u00a0", "Flying"),
    "line breaks at the end": ("Flying\n\n", "Flying"),
    "blank lines at the end": ("Flying\n \n\t\n", "Flying"),
    "nothing but blanks": (" \n\t", ""),
}

KEPT = {
    "nothing": "",
    "an empty line between": "Flying\n\nHaste",
    "blanks at the start": "  Flying",
    "two blanks within": "Flying,  haste",
    "typographic quotes and dashes": "\u201cFlying\u201d \u2014 it\u2019s \u22121",
    "full-width punctuation": "\u98de\u884c\uff0c\u6025\u901f\u3002",
    "compatibility characters": "\u2460 \ufb01",
    "symbols": "{T}: Add {G/U}.",
    "beyond the basic plane": "\U0001f409",
}

FORBIDDEN = {
    "NUL": "Fly\x00ing",
    "escape": "Fly\x1bing",
    "vertical tab": "Fly\x0bing",
    "form feed": "Fly\x0cing",
    "delete": "Fly\x7fing",
    "next line": "Fly\x85ing",
    "high surrogate": "Fly\ud83ding",
    "low surrogate": "Fly\udc09ing",
}

HASH_OF_FLY = "270102d52eac1caeffc556d99fce34b195f8a09b56506bd45f660217c5763548"
"""``sha256sum`` of the three bytes of U+98DE."""

texts = st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\t\n\r "))


@pytest.mark.parametrize(("text", "normal"), EVENED_OUT.values(), ids=EVENED_OUT)
def test_the_normal_form_evens_out(text, normal):
    assert normal_text(text) == normal


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_the_normal_form_keeps(text):
    assert normal_text(text) == text


@pytest.mark.parametrize("accept", [normal_text, check_text])
@pytest.mark.parametrize("text", FORBIDDEN.values(), ids=FORBIDDEN)
def test_no_text_holds(text, accept):
    with pytest.raises(InvalidText, match=r"character 4 is U\+"):
        accept(text)


@pytest.mark.parametrize("accept", [normal_text, check_text])
def test_the_largest_text_is_accepted(accept):
    largest = "a" * MAX_TEXT_BYTES
    assert accept(largest) == largest


@pytest.mark.parametrize("accept", [normal_text, check_text])
@pytest.mark.parametrize(
    "text",
    ["a" * (MAX_TEXT_BYTES + 1), "\u98de" * (MAX_TEXT_BYTES // 3 + 1)],
    ids=["one byte more", "fewer characters, more bytes"],
)
def test_a_larger_text_is_refused(text, accept):
    with pytest.raises(TextTooLarge, match=str(MAX_TEXT_BYTES)):
        accept(text)


def test_checking_a_text_doesnt_change_it():
    text = "Du\u0302l \r\n\tHaste \n"
    assert check_text(text) == text


@given(texts)
def test_the_normal_form_of_a_normal_form_is_itself(text):
    once = normal_text(text)
    assert normal_text(once) == once


@given(texts)
def test_a_normal_form_has_no_trace_of_how_it_was_typed(text):
    normal = normal_text(text)
    assert unicodedata.is_normalized("NFC", normal)
    assert "\r" not in normal
    assert all(line == line.rstrip() for line in normal.split("\n"))
    assert not normal.endswith("\n")


@given(st.lists(texts.map(lambda text: text.replace("\r", "")), min_size=1))
def test_line_ends_make_no_difference(lines):
    assert normal_text("\r\n".join(lines)) == normal_text("\n".join(lines))


def test_the_hash_is_that_of_the_bytes_in_utf_8():
    assert text_sha256("\u98de") == HASH_OF_FLY
    assert text_sha256("Flying") != text_sha256("flying")
