"""The lines of the benchmark: each is listed, named once and explained."""

import re
from importlib import import_module
from pathlib import Path

from bench import lines
from bench.lines import LINES
from bench.needs import NEEDS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "performance.md").read_text("utf-8")


def test_every_module_of_lines_is_listed():
    paths = Path(lines.__file__).parent.glob("[a-z]*.py")
    found = {
        id(line)
        for path in paths
        for name, made in vars(import_module(f"bench.lines.{path.stem}")).items()
        if name in ("LINE", "LINES")
        for line in (made if name == "LINES" else [made])
    }
    assert found == {id(line) for line in LINES}


def test_names_are_unique_and_can_be_typed():
    names = [line.name for line in LINES]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", name) for name in names)


def test_what_a_line_needs_can_be_left_out():
    assert {need for line in LINES for need in line.needs} <= NEEDS.keys()


def test_the_page_explains_exactly_the_lines_there_are():
    assert re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE) == [line.name for line in LINES]


def test_the_page_names_everything_that_can_be_left_out():
    assert {need for need in NEEDS if f"`{need}`" not in PAGE} == set()
