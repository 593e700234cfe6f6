"""Readings in the index: what is kept is read back, and it is short."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from service.domain.reading import Alternative, FieldReading, Reading, RulesChange, Step
from service.domain.translation import Translation
from service.store.refs import RefsWriter, reading_of
from tests.support.building import Card, value
from tests.support.histories import stories
from tests.support.ledgers import VERSIONS

DAYS = st.none() | st.dates()
CONTENTS = st.sampled_from(["none", "unknown", value("P").content])
NAMES = st.sampled_from(["name", "rules_text", "might"])
FIELDS = st.builds(FieldReading, VERSIONS, CONTENTS, st.booleans(), DAYS, DAYS, DAYS, DAYS)
STEPS = st.none() | st.builds(
    Step, st.dates(), st.sampled_from(["exact", "uncertain"]), st.lists(NAMES, max_size=2).map(tuple)
)
READINGS = st.builds(
    Reading,
    certainty=st.sampled_from(["exact", "uncertain", "assumed"]),
    retroactive=st.booleans(),
    announced_unknown=st.booleans(),
    faces=st.lists(st.dictionaries(NAMES, FIELDS), max_size=3).map(tuple),
    rules_changes=st.lists(st.builds(RulesChange, VERSIONS, st.dates(), DAYS), max_size=2).map(tuple),
    alternatives=st.lists(
        st.builds(Alternative, st.integers(0, 2), NAMES, VERSIONS, CONTENTS, DAYS, DAYS), max_size=2
    ).map(tuple),
    translation=st.none()
    | st.builds(Translation, st.booleans(), DAYS, st.lists(CONTENTS, max_size=2).map(tuple)),
    previous_change=STEPS,
    next_change=STEPS,
    pending=st.lists(VERSIONS).map(tuple),
    verified_through=DAYS,
)


@given(READINGS)
def test_a_reading_is_read_back_from_what_the_index_keeps(reading):
    assert reading_of(json.loads(RefsWriter().write(reading, reading.faces))) == reading


@given(stories())
def test_every_reading_of_a_history_is_read_back(story):
    for segment in story.card().reader().segments():
        assert (
            reading_of(json.loads(RefsWriter().write(segment.reading, segment.reading.faces)))
            == segment.reading
        )


@given(st.lists(READINGS, max_size=4))
def test_a_reading_is_written_alike_whatever_was_written_before(readings):
    writer = RefsWriter()
    shared = [replace(one, faces=readings[0].faces) for one in readings]
    for one in (*readings, *shared, *readings):
        assert writer.write(one, one.faces) == RefsWriter().write(one, one.faces)


@given(READINGS)
def test_what_is_kept_is_short_json_of_any_script(reading):
    kept = RefsWriter().write(reading, reading.faces)
    assert kept == json.dumps(json.loads(kept), ensure_ascii=False, separators=(",", ":"))


@given(READINGS)
def test_the_order_of_fields_is_kept(reading):
    kept = reading_of(json.loads(RefsWriter().write(reading, reading.faces)))
    assert [list(face) for face in kept.faces] == [list(face) for face in reading.faces]


def test_fields_of_one_version_and_stretch_share_it():
    card = Card()
    card.base("2024-02-02", "P", card.value("Name", "name"), card.stat("might", "3"))
    reading = card.on("2024-02-02")
    assert len(json.loads(RefsWriter().write(reading, reading.faces))[3]) == 1


def test_a_face_whose_text_was_not_recorded_reads_unknown():
    card = Card()
    card.base("2024-02-02", "front", card.value("Back", "name", face=1))
    assert card.on("2024-02-02").text_contents() == [value("front").content, "unknown"]
