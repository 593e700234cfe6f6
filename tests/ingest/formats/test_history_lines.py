"""What a line of the format history says, in full."""

from dataclasses import replace
from datetime import date

import pytest

from service.domain.ledger import NONE, UNKNOWN
from service.domain.sightings import Run
from service.domain.sources import SourceField
from service.domain.texts import text_sha256
from service.ingest.formats.history import HistoryFormat
from service.ingest.observed import BadPiece, Heading, ObservedPrinting, Released, Words
from tests.support.history_lines import (
    ENGLISH,
    FRENCH,
    LINE,
    SOURCE,
    packed,
    read,
    with_printings,
    with_version,
)


def h(text):
    return text if text in (NONE, UNKNOWN) else text_sha256(text)


def says(name="Ash Owl", type_line="Bird", text="Fly.", power="1", toughness="2", loyalty=NONE):
    fields = ("name", "type_line", "rules_text", "power", "toughness", "loyalty")
    values = (name, type_line, text, power, toughness, loyalty)
    return {field: h(value) for field, value in zip(fields, values, strict=True)}


def printed(text="Fly.", type_line="Bird", **more):
    return {"rules_text": h(text), "type_line": h(type_line)} | {key: h(value) for key, value in more.items()}


def d(text):
    return date.fromisoformat(text)


def test_a_good_line_is_read_in_full():
    words = Words()
    found = read(LINE, words)
    assert found.heading == HistoryFormat().heading(packed(LINE))
    assert found.heading == Heading(
        game="demo",
        source="gallery",
        key="Ash Owl",
        lang="en",
        name="Ash Owl",
        names=("Ash Owl",),
        faces=("Ash Owl", "Bee"),
        layouts=frozenset({"split"}),
        first_on=d("2024-02-01"),
        last_on=d("2024-04-01"),
        places=(("TWO", "7"), ("TWO", "7")),
        printing_ids=("99",),
    )
    assert found.lang == "en"
    assert found.runs == (
        Run(d("2024-02-01"), d("2024-03-01"), says()),
        Run(d("2024-03-10"), d("2024-04-01"), says(text="Fly up.")),
    )
    assert found.printings == (
        ObservedPrinting(
            set="TWO",
            set_name="Two",
            number="7",
            lang="en",
            released=Released(on=d("2024-01-15")),
            external_id="99",
            says=printed(),
            raw={"rules_text": h("Fly. ")},
        ),
        ObservedPrinting(
            set="TWO",
            set_name=None,
            number="7",
            lang="fr",
            released=Released(on=d("2024-01-15"), told=False),
            external_id=None,
            says=printed("Vole.", UNKNOWN, name="Hibou"),
            raw={},
        ),
    )
    assert found.names == {"de": "Eule"}
    assert found.damaged == ()
    assert words.by_hash[h("Fly up.")] == "Fly up."
    assert words.by_hash[h("Fly. ")] == "Fly. "


ABSENT = {
    "text": says(text=""),
    "type_line": says(type_line=UNKNOWN),
    "stats": says(power=NONE, toughness=NONE),
}


@pytest.mark.parametrize("key", ABSENT)
def test_what_a_version_leaves_out_is_empty_or_unknown_or_not_there(key):
    assert read(with_version(key)).runs[0].says == ABSENT[key]
    assert read(with_version(**{key: None})).runs[0].says == ABSENT[key]


STATS = {
    "two parts": ("*/1+*", says(power="*", toughness="1+*")),
    "one part": ("5", says(power=NONE, toughness=NONE, loyalty="5")),
    "a lost part": ("None/2", says(power=UNKNOWN)),
    "both lost": ("None/None", says(power=UNKNOWN, toughness=UNKNOWN)),
    "lost is what the form says": ("None", says(power=NONE, toughness=NONE, loyalty="None")),
}


@pytest.mark.parametrize(("stats", "expected"), STATS.values(), ids=STATS)
def test_the_first_form_with_as_many_parts_holds_a_value(stats, expected):
    assert read(with_version(stats=stats)).runs[0].says == expected


def test_the_text_before_the_first_is_another_one():
    found = read(with_version(prev_seen_on="2024-01-20"))
    assert found.runs[0] == Run(d("2024-01-20"), d("2024-01-20"), {})
    assert found.heading.first_on == d("2024-02-01")


RELEASES = {
    "a day": ("2024-01-15", Released(on=d("2024-01-15"))),
    "a month": ("2024-02", Released(after=d("2024-01-31"), by=d("2024-02-29"))),
    "a year": ("1994", Released(after=d("1993-12-31"), by=d("1994-12-31"))),
    "the first year there is": ("0001", Released(by=d("0001-12-31"))),
    "the last year there is": ("9999", Released(after=d("9998-12-31"), by=d("9999-12-31"))),
}


@pytest.mark.parametrize(("told", "released"), RELEASES.values(), ids=RELEASES)
def test_a_release_is_a_day_or_the_window_that_a_month_or_a_year_is(told, released):
    [found] = read(with_printings(ENGLISH | {"released_on": told})).printings
    assert found.released == released


BESIDE = {
    "of set and number": (ENGLISH, FRENCH, "2024-01-15", "Hibou"),
    "of the set, where none has the number": (ENGLISH, FRENCH | {"number": "8"}, "2024-01-15", None),
    "of no other set": (ENGLISH, FRENCH | {"set": "SIX"}, None, None),
    "its own": (ENGLISH, FRENCH | {"released_on": "2024-05-05"}, "2024-05-05", "Hibou"),
    "without a number": (
        {key: value for key, value in ENGLISH.items() if key != "number"},
        {key: value for key, value in FRENCH.items() if key != "number"},
        "2024-01-15",
        "Hibou",
    ),
}


@pytest.mark.parametrize(("english", "french", "on", "name"), BESIDE.values(), ids=BESIDE)
def test_a_foreign_printing_has_the_day_and_the_name_of_the_one_beside_it(english, french, on, name):
    for order in ((english, french), (french, english)):
        found = {one.lang: one for one in read(with_printings(*order)).printings}["fr"]
        assert found.released.on == (on and d(on))
        assert found.says.get("name") == (name and h(name))
        assert found.released.told == ("released_on" in french)


OTHER = ENGLISH | {"id": 98, "names": {"French": "Chouette"}}


@pytest.mark.parametrize(
    ("others", "name"),
    [([ENGLISH], "Hibou"), ([ENGLISH, OTHER], "Chouette"), ([OTHER, ENGLISH], "Chouette")],
    ids=["the only one", "the first by name", "whichever comes first"],
)
def test_a_printing_has_its_own_name_and_else_one_of_those_beside_it(others, name):
    own = FRENCH | {"names": {"French": "Zéphyr"}}
    for order in ([*others, FRENCH], [FRENCH, *others], [*others, own], [own, *others]):
        found = [one.says["name"] for one in read(with_printings(*order)).printings if one.lang == "fr"]
        assert found == [h("Zéphyr" if own in order else min(name, "Zéphyr"))]


def test_every_printing_that_tells_its_day_has_it_and_others_have_the_first_of_the_lines_language():
    told = [ENGLISH | {"released_on": on} for on in ("2024-03-01", "2024-02-01")]
    german = ENGLISH | {"lang": "German", "released_on": "2024-01-01"}
    for order in ([*told, german, FRENCH], [FRENCH, german, *reversed(told)]):
        found = [(one.lang, str(one.released.on)) for one in read(with_printings(*order)).printings]
        assert sorted(found) == [
            ("de", "2024-01-01"),
            ("en", "2024-02-01"),
            ("en", "2024-03-01"),
            ("fr", "2024-02-01"),
        ]


def test_a_printing_without_words_says_nothing_and_one_with_some_leaves_the_rest_out():
    bare = {key: value for key, value in ENGLISH.items() if key not in ("text", "type_line")}
    found = read(with_printings(bare, bare | {"type_line": "Bird"})).printings
    assert [one.says for one in found] == [printed(UNKNOWN, UNKNOWN), printed("", "Bird")]


def test_printed_words_that_were_damaged_on_their_way_are_unknown_and_told():
    found = read(with_printings(ENGLISH, FRENCH | {"text": "Vo\ble."}))
    assert found.printings[1].says == printed(UNKNOWN, UNKNOWN, name="Hibou")
    [damage] = found.damaged
    assert damage.field == "printings[1].text"
    assert "U+0008" in damage.found


JOINED = {
    "both parts": ("1/2", {"power": "1", "toughness": "2", "loyalty": NONE}, {}),
    "another form": ("7", {"power": NONE, "toughness": NONE, "loyalty": "7"}, {}),
    "a lost part": ("?/2 ", {"power": UNKNOWN, "toughness": "2", "loyalty": NONE}, {"toughness": "2 "}),
    "nothing, beside other words": (None, {"power": NONE, "toughness": NONE, "loyalty": UNKNOWN}, {}),
}


@pytest.mark.parametrize(("told", "expected", "raw"), JOINED.values(), ids=JOINED)
def test_printed_words_are_read_by_their_parts_as_versions_are(told, expected, raw):
    fields = (
        SourceField("text", ("power", "toughness"), "/", lost=("?",)),
        SourceField("text", ("loyalty",), absent="unknown"),
        SourceField("type_line", ("type_line",)),
    )
    words = Words()
    line = with_printings(FRENCH | {"text": told, "type_line": "Oiseau"}) | {
        "versions": [{"seen_on": "2024-02-01"}]
    }
    [found] = read(line, words, replace(SOURCE, fields=fields)).printings
    assert found.says == {key: h(value) for key, value in (expected | {"type_line": "Oiseau"}).items()}
    assert {name: words.by_hash[content] for name, content in found.raw.items()} == raw


def test_printed_words_that_fit_no_form_are_refused_with_their_place():
    fields = (SourceField("text", ("power", "toughness"), "/"),)
    line = with_printings(FRENCH | {"text": "1/2/3"}) | {"versions": [{"seen_on": "2024-02-01"}]}
    with pytest.raises(BadPiece, match="fits none of the forms") as caught:
        read(line, source=replace(SOURCE, fields=fields))
    assert caught.value.field == "printings[0].text"
