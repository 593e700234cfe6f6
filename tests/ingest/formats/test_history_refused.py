"""How every bad line of the format history is refused: with its place, and by the name of what is wrong."""

import copy
import json
from dataclasses import replace
from datetime import date, timedelta

import pytest

from service.domain.refusals import ImportRefused, InvalidText, TextTooLarge
from service.domain.sources import SourceField
from service.domain.texts import MAX_TEXT_BYTES
from service.ingest.formats.history import MAX_FACES, MAX_PRINTINGS, MAX_VERSIONS, HistoryFormat
from service.ingest.observed import BadPiece
from tests.support.history_lines import ENGLISH, LINE, SOURCE, VERSION, packed, read, with_version


def without(told, *keys):
    """Return a line that doesn't hold what stands at a place."""
    told = copy.deepcopy(told)
    holder = told
    for key in keys[:-1]:
        holder = holder[key]
    del holder[keys[-1]]
    return told


def replaced(*keys_and_value):
    """Return the line with something else at a place."""
    *keys, last, value = keys_and_value
    told = copy.deepcopy(LINE)
    holder = told
    for key in keys:
        holder = holder[key]
    holder[last] = value
    return told


MEMBERS = [
    *[("game",), ("source",), ("key",), ("lang",), ("name",), ("last_seen_on",), ("versions",)],
    *[("versions", 0, "seen_on"), ("versions", 1, "prev_seen_on")],
    *[("printings", 1, "set"), ("printings", 1, "lang")],
]
OPTIONAL = [("printings", 0, "set_name"), ("printings", 0, "id"), ("printings", 0, "number")]
TEXTS = [keys for keys in [*MEMBERS, *OPTIONAL] if keys != ("versions",)]
WORDS = [("versions", 0, "name"), ("versions", 1, "text"), ("versions", 0, "stats"), ("printings", 0, "text")]


def place(keys):
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys).lstrip(".")


def refused(told):
    """Return the error with which both the heading, where it is that bad, and the whole are refused."""
    with pytest.raises(BadPiece) as caught:
        read(told)
    return caught.value


@pytest.mark.parametrize("keys", MEMBERS, ids=place)
@pytest.mark.parametrize("how", ["gone", "null"])
def test_a_line_without_a_member_is_refused(keys, how):
    error = refused(without(LINE, *keys) if how == "gone" else replaced(*keys, None))
    assert error.field == place(keys)
    assert "missing" in error.found or "empty" in error.found
    assert error.refusal is ImportRefused


@pytest.mark.parametrize("keys", [*TEXTS, *WORDS], ids=place)
@pytest.mark.parametrize("value", [True, 1.5, [], {}, ["Fly."]], ids=repr)
def test_a_line_with_something_else_for_a_text_is_refused(keys, value):
    error = refused(replaced(*keys, value))
    assert error.field == place(keys)
    assert error.found == f"{value!r} stands where a text belongs"


@pytest.mark.parametrize("keys", WORDS, ids=place)
def test_no_number_is_taken_for_words(keys):
    assert refused(replaced(*keys, 7)).field == place(keys)


LISTS = {
    "versions": ({}, "versions"),
    "no object in versions": ([VERSION, 7], "versions[1]"),
    "printings": ("x", "printings"),
    "no object in printings": ([ENGLISH, []], "printings[1]"),
    "empty versions": ([], "versions"),
}


@pytest.mark.parametrize(("value", "where"), LISTS.values(), ids=LISTS)
def test_a_line_with_something_else_for_a_list_of_objects_is_refused(value, where):
    assert refused(replaced(where.partition("[")[0], value)).field == where


MOST = {
    "versions": (MAX_VERSIONS, VERSION | {"prev_seen_on": VERSION["seen_on"]}),
    "printings": (MAX_PRINTINGS, ENGLISH),
}


@pytest.mark.parametrize(("key", "most", "one"), [(key, *told) for key, told in MOST.items()], ids=MOST)
def test_a_line_with_more_of_something_than_any_card_has_is_refused(key, most, one):
    read(replaced(key, [one] * most))
    for give in (HistoryFormat().heading, read):
        with pytest.raises(
            BadPiece, match=f"it has {most + 1} members; no card has more than {most}"
        ) as caught:
            give(packed(replaced(key, [one] * (most + 1))))
        assert caught.value.field == key


def test_a_printing_with_more_faces_than_any_card_has_is_refused():
    read(replaced("printings", 0, "faces", ["Ash Owl"] * MAX_FACES))
    error = refused(replaced("printings", 0, "faces", ["Ash Owl"] * (MAX_FACES + 1)))
    assert error.field == "printings[0].faces"


@pytest.mark.parametrize(
    ("key", "value", "where"),
    [
        ("faces", "Ash Owl", "printings[0].faces"),
        ("faces", ["Ash Owl", 7], "printings[0].faces"),
        ("faces", [""], "printings[0].faces"),
        ("faces", ["\0"], "printings[0].faces"),
        ("layout", None, "printings[0].layout"),
        ("names", ["Hibou"], "printings[0].names"),
        ("names", {"French": 1.5}, "printings[0].names.French"),
        ("names", {"French": ""}, "printings[0].names.French"),
        ("names", {"Elvish": "Hû"}, "printings[0].names"),
        ("lang", "Elvish", "printings[0].lang"),
        ("released_on", None, "printings[0].released_on"),
        ("released_on", "", "printings[0].released_on"),
        ("released_on", "1994-13", "printings[0].released_on"),
        ("released_on", "1994-00", "printings[0].released_on"),
        ("released_on", "0000", "printings[0].released_on"),
        ("released_on", "94", "printings[0].released_on"),
        ("released_on", "1994-02-30", "printings[0].released_on"),
        ("released_on", "soon", "printings[0].released_on"),
    ],
    ids=repr,
)
def test_a_line_with_a_bad_printing_is_refused(key, value, where):
    assert refused(replaced("printings", 0, key, value)).field == where


DAYS = [keys for keys in MEMBERS if keys[-1].endswith("seen_on")]
BAD_DAYS = ["2024-2-1", "20240201", "2024-02-30", "0000-01-01", "2024-W05-4", "２０２４-02-01"]


@pytest.mark.parametrize("keys", DAYS, ids=place)
@pytest.mark.parametrize("day", BAD_DAYS)
def test_a_line_with_a_bad_day_is_refused(keys, day):
    assert refused(replaced(*keys, day)).field == place(keys)


ORDER = {
    "a version before the one before": ((1, "seen_on", "2024-02-29"), "versions[1].seen_on"),
    "another text before the text itself": (
        (1, "prev_seen_on", "2024-01-31"),
        "versions[1].prev_seen_on",
    ),
    "the first version before another one": ((0, "prev_seen_on", "2024-02-02"), "versions[0].seen_on"),
}


@pytest.mark.parametrize(("told", "where"), ORDER.values(), ids=ORDER)
def test_a_line_with_days_out_of_order_is_refused(told, where):
    assert refused(replaced("versions", *told)).field == where


def test_a_line_seen_last_before_its_last_version_is_refused():
    assert refused(LINE | {"last_seen_on": "2024-03-09"}).field == "last_seen_on"


@pytest.mark.parametrize("stats", ["1/2/3", ""], ids=["more parts than any", "of one, and it is empty"])
def test_a_value_fits_a_form_or_is_refused(stats):
    source = replace(SOURCE, fields=(SourceField("stats", ("power", "toughness"), "/"),))
    with pytest.raises(BadPiece, match="fits none of the forms") as caught:
        read(with_version(stats=stats), source=source)
    assert caught.value.field == "versions[0].stats"


DAYS = {
    "versions[0].prev_seen_on": "2024-01-31",
    "versions[0].seen_on": "2024-02-01",
    "versions[1].prev_seen_on": "2024-03-01",
    "versions[1].seen_on": "2024-03-10",
    "last_seen_on": "2024-04-01",
}


@pytest.mark.parametrize("field", DAYS)
def test_a_day_that_has_not_come_is_none_on_which_anything_was_seen(field):
    line = replaced("versions", 0, "prev_seen_on", DAYS["versions[0].prev_seen_on"])
    day = date.fromisoformat(DAYS[field])
    with pytest.raises(BadPiece, match=f"{day} is after today") as caught:
        read(line, today=day - timedelta(days=1))
    assert caught.value.field == field
    assert read(line, today=date(2024, 4, 1))


SPOILT = {"NUL": "\0", "bell": "\a", "escape": "\x1b", "delete": "\x7f", "C1": "\x85", "surrogate": "\ud83d"}


@pytest.mark.parametrize("keys", [*TEXTS, *WORDS[:3]], ids=place)
@pytest.mark.parametrize("char", SPOILT.values(), ids=SPOILT)
def test_a_character_that_no_text_holds_is_refused_by_its_own_name(keys, char):
    error = refused(replaced(*keys, f"a{char}1"))
    assert (error.field, error.refusal) == (place(keys), InvalidText)


@pytest.mark.parametrize("keys", [*TEXTS, *WORDS[:3]], ids=place)
@pytest.mark.parametrize("char", ["\x7f", "\x85", "\u200b\x85"])
def test_so_is_one_that_is_written_as_it_is(keys, char):
    error = refused(json.dumps(replaced(*keys, f"a{char}1"), ensure_ascii=False).encode())
    assert (error.field, error.refusal) == (place(keys), InvalidText)


def test_so_is_one_that_is_escaped_in_capitals():
    line = json.dumps(replaced("key", "a\x7f1")).replace("7f", "7F")
    assert refused(line.encode()).refusal is InvalidText


@pytest.mark.parametrize("char", ["\0", "\ud83d"], ids=["NUL", "surrogate"])
def test_printed_words_with_what_is_no_character_at_all_are_refused(char):
    error = refused(replaced("printings", 0, "text", f"Fly{char}."))
    assert (error.field, error.refusal) == ("printings[0].text", InvalidText)


@pytest.mark.parametrize("keys", [("name",), *WORDS, ("printings", 0, "names", "French")], ids=place)
def test_a_text_larger_than_any_is_refused_by_its_own_name(keys):
    error = refused(replaced(*keys, "a" * (MAX_TEXT_BYTES + 1)))
    assert (error.field, error.refusal) == (place(keys), TextTooLarge)


NO_OBJECT = {
    "not UTF-8": b'{"game": "\xff"}',
    "UTF-16": json.dumps(LINE).encode("utf-16"),
    "cut off": json.dumps(LINE).encode()[:-1],
    "two objects": b"{}{}",
    "NaN": b'{"game": NaN}',
    "infinite": b'{"game": -Infinity}',
    "a line break in a text": b'{"game": "de\nmo"}',
    "a list": b"[]",
    "a text": b'"demo"',
    "null": b"null",
    "nested too deep": b'{"game": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "a number of too many digits": b'{"game": ' + b"9" * 5_000 + b"}",
    "nothing": b"",
}


@pytest.mark.parametrize("piece", NO_OBJECT.values(), ids=NO_OBJECT)
def test_what_is_no_object_in_json_is_refused_as_a_whole(piece):
    for give in (HistoryFormat().heading, read):
        with pytest.raises(BadPiece) as caught:
            give(piece)
        assert (caught.value.field, caught.value.refusal) == ("", ImportRefused)


def test_a_key_that_stands_twice_is_found_among_any_number():
    keys = [f'"k{number}":0' for number in range(200_000)]
    with pytest.raises(BadPiece, match="'k199999' is a key twice"):
        HistoryFormat().heading(f"{{{','.join([*keys, keys[-1]])}}}".encode())
