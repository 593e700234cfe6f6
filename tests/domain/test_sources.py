"""Sources: a record's body is read back as the source that it was made of."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.sources import ABSENT, Lag, Lead, Source, SourceField, source_of
from tests.support.building import day
from tests.support.ledgers import TEXTS

NAMES = st.sampled_from(["name", "might", "speed"])
FIELDS = st.builds(
    SourceField,
    TEXTS,
    st.lists(NAMES, min_size=1, max_size=3).map(tuple),
    st.none() | TEXTS.filter(bool),
    st.sampled_from(ABSENT),
)
LAGS = st.builds(Lag, st.none() | st.dates(), st.none() | st.dates())
LEADS = st.builds(Lead, st.dates(), st.just("page"))
SOURCES = st.builds(
    Source,
    game=st.just("demo"),
    id=st.sampled_from(["gallery", "mtgjson3"]),
    title=TEXTS,
    url=st.none() | TEXTS,
    languages=st.dictionaries(TEXTS, st.sampled_from(["en", "fr", "zh-CN"]), max_size=4),
    fields=st.lists(FIELDS, min_size=1, max_size=3).map(tuple),
    external_ids=st.none() | TEXTS,
    joined_layouts=st.lists(TEXTS, max_size=3).map(tuple),
    lags=st.lists(LAGS, max_size=3).map(tuple),
    leads=st.lists(LEADS, max_size=3).map(tuple),
)


@given(SOURCES)
def test_a_source_is_read_back_from_its_record(one):
    assert source_of(one.key, json.loads(json.dumps(one.body()))) == one


def test_the_body_is_as_the_ledger_has_it_for_ever():
    one = Source(
        game="demo",
        id="gallery",
        title="The gallery",
        languages={"zh-hans": "zh-CN", "français": "fr", "Chinese": "zh-CN"},
        fields=(
            SourceField("stats", ("might", "speed"), "/"),
            SourceField("text", ("rules_text",), None, "empty"),
        ),
        lags=(Lag(None, day("2025-01-31")), Lag()),
        leads=(Lead(day("2025-02-27"), "page"),),
    )
    assert one.key == "demo/gallery"
    assert one.body() == {
        "title": "The gallery",
        "languages": {"fr": ["français"], "zh-CN": ["Chinese", "zh-hans"]},
        "fields": [
            {"key": "stats", "fields": ["might", "speed"], "joined_by": "/", "absent": "none"},
            {"key": "text", "fields": ["rules_text"], "absent": "empty"},
        ],
        "lags": [{"through": "2025-01-31"}, {}],
        "leads": [{"seen_on": "2025-02-27", "document": "page"}],
    }


def test_what_it_calls_languages_is_told_in_any_order():
    told = {"b": "fr", "a": "fr", "c": "en"}
    bodies = [
        Source(game="demo", id="gallery", title="", languages=words, fields=()).body()
        for words in (told, dict(reversed(told.items())))
    ]
    assert json.dumps(bodies[0]) == json.dumps(bodies[1])


@pytest.mark.parametrize(
    ("lag", "covered"),
    [
        (Lag(day("2025-05-01"), day("2025-05-03")), ["2025-05-02", "2025-05-03"]),
        (Lag(None, day("2025-05-01")), ["2025-04-30", "2025-05-01"]),
        (Lag(day("2025-05-02"), None), ["2025-05-03", "2025-05-04"]),
        (Lag(), ["2025-04-30", "2025-05-01", "2025-05-02", "2025-05-03", "2025-05-04"]),
    ],
    ids=["a stretch", "since ever", "for ever", "always"],
)
def test_a_lag_has_its_last_day_and_not_the_one_before_its_first(lag, covered):
    source = Source(game="demo", id="gallery", title="", fields=(), lags=(lag,))
    days = ["2025-04-30", "2025-05-01", "2025-05-02", "2025-05-03", "2025-05-04"]
    assert [one for one in days if source.lagged_on(day(one))] == covered
