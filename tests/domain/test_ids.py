"""Identities: they are read back as they are written, and nothing else is read."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.ids import MAX_ID, SLUG, SubjectId, VersionId, card_id, fitting_id, parse_version
from tests.support.ledgers import SUBJECTS, VERSIONS


@given(SUBJECTS)
def test_a_subject_is_read_back_as_it_is_written(subject):
    assert SubjectId.parse(str(subject)) == subject


@given(st.from_regex(SLUG, fullmatch=True), st.integers(0, MAX_ID), st.sampled_from(["a", "a-", "a."]))
def test_an_id_that_is_cut_is_an_id_of_its_own(name, many, part):
    long = part * many + name
    found = fitting_id(long)
    assert re.fullmatch(SLUG, found)
    assert len(found) <= MAX_ID
    assert found == long if len(long) <= MAX_ID else found != fitting_id(f"{long}x")


@given(VERSIONS)
def test_a_version_is_read_back_as_it_is_written(version):
    assert parse_version(str(version)) == VersionId.parse(str(version)) == version


@given(st.text("0123456789-x ", max_size=8))
def test_a_version_has_one_way_to_be_written(text):
    version = parse_version(text)
    assert version is None or str(version) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "1-",
        "-1",
        "0-1",
        "1-0",
        "01-1",
        "1-1-1",
        "1-1\n",
        " 1-1",
        "+1-1",
        "1--1",
        "１-１",
        "1-" + "9" * 19,
    ],
)
def test_what_is_no_version_is_none_or_refused(text):
    assert parse_version(text) is None
    with pytest.raises(ValueError, match="is no version"):
        VersionId.parse(text)


@given(st.lists(VERSIONS))
def test_versions_sort_as_they_were_recorded(versions):
    assert sorted(versions) == sorted(versions, key=lambda one: (one.seq, one.n))


@pytest.mark.parametrize("text", ["", "cards/deathgrip", "demo/cards/death/grip"])
def test_a_subject_has_three_parts(text):
    with pytest.raises(ValueError, match="unpack"):
        SubjectId.parse(text)


def test_a_card_is_a_subject_of_its_game():
    assert str(card_id("riftbound", "deathgrip")) == "riftbound/cards/deathgrip"
    assert str(VersionId(12, 3)) == "12-3"


@pytest.mark.parametrize("text", ["deathgrip", "sfd-111a-en", "core-rules-1.3", "9"])
def test_a_slug_may_hold_single_hyphens_and_full_stops(text):
    assert re.fullmatch(SLUG, text)


@pytest.mark.parametrize(
    "text", ["", "Deathgrip", "a--b", "-a", "a-", "a/b", "a b", "a.", "é", "a_b", "a\n", "a:b"]
)
def test_a_slug_holds_nothing_else(text):
    assert not re.fullmatch(SLUG, text)
