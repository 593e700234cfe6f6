"""Names that every file system takes, and that lead nowhere."""

import re
from pathlib import PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.export.names import file_name

CODES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("DTK", "DTK"),
        ("falling-star", "falling-star"),
        ("a.b", "a.b"),
        ("CON", "CON_"),  # the set Conflux
        ("con", "con_"),
        ("Lpt9", "Lpt9_"),
        ("COM0", "COM0"),
        ("con.x", "con_.x"),
        ("CONF", "CONF"),
        (".git", "%2Egit"),
        ("..", "%2E%2E"),
        (".", "%2E"),
        ("x.", "x%2E"),
        ("a/b", "a%2Fb"),
        ("a\\b", "a%5Cb"),
        ("a b", "a%20b"),
        ("%2F", "%252F"),
        ("é", "%C3%A9"),
        ("\0", "%00"),
    ],
)
def test_a_name_is_written_so(name, written):
    assert file_name(name) == written


@given(CODES | st.sampled_from(["CON", "nul", "..", "com1.x", "CON_"]))
def test_a_name_is_one_part_of_a_path_on_every_system(name):
    written = file_name(name)
    assert re.fullmatch(r"[A-Za-z0-9_~%-](?:[A-Za-z0-9_.~%-]*[A-Za-z0-9_~%-])?", written)
    assert not PureWindowsPath(written).is_reserved()


@given(st.lists(CODES.filter(lambda name: "_" not in name), min_size=2, max_size=2, unique=True))
def test_two_names_without_underscores_are_two(names):
    assert file_name(names[0]) != file_name(names[1])
