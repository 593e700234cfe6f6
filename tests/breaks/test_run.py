"""The proof by breaking is itself proven: each kind of surprise is reported."""

import difflib
from pathlib import Path

import pytest

from service.domain import days
from tests.breaks.run import Surprise, check_unbroken, prove, read_break

pytestmark = pytest.mark.proof

HEAD = "test: tests/domain/test_days.py::test_the_day_before\nwhy: made up\n"
LINE = "_ONE = timedelta(days=1)\n"
"""The line of service/domain/days.py that the made-up patches replace."""


def write_break(folder, new_line, head=HEAD):
    old = Path(days.__file__).read_text("utf-8")
    assert LINE in old
    lines, new_lines = (text.splitlines(keepends=True) for text in (old, old.replace(LINE, new_line)))
    name = "service/domain/days.py"
    path = folder / "made_up.patch"
    path.write_text(head + "".join(difflib.unified_diff(lines, new_lines, f"a/{name}", f"b/{name}")))
    return path


@pytest.mark.parametrize(
    ("new_line", "head"),
    [
        ("_ONE = timedelta(days=2)\n", HEAD),
        ("_ONE = 1\n", HEAD + "raises: TypeError\n"),
    ],
    ids=["by its own words", "by a named exception"],
)
def test_a_test_that_fails_as_said_is_no_surprise(tmp_path, new_line, head):
    prove(read_break(write_break(tmp_path, new_line, head)))


@pytest.mark.parametrize(
    ("new_line", "surprise"),
    [
        ("_ONE = timedelta(hours=24)\n", "passes although its guard is broken"),
        ("_ONE = 1\n", "fails for another reason: failed: TypeError"),
        ("_ONE = timedelta(\n", r"pytest ended with [2-9]"),
    ],
    ids=["no test notices", "another exception", "a module that doesn't load"],
)
def test_a_break_that_isnt_caught_is_reported(tmp_path, new_line, surprise):
    with pytest.raises(Surprise, match=surprise):
        prove(read_break(write_break(tmp_path, new_line)))


def test_a_patch_that_doesnt_apply_is_reported(tmp_path):
    path = write_break(tmp_path, "_ONE = timedelta(days=2)\n")
    path.write_text(path.read_text("utf-8").replace("-_ONE", "-_TWO"))
    with pytest.raises(Surprise, match="the patch doesn't apply"):
        prove(read_break(path))


def test_a_test_that_doesnt_exist_is_reported_before_any_break(tmp_path):
    path = write_break(tmp_path, "", head=HEAD.replace("day_before", "night_before"))
    with pytest.raises(Surprise, match="pytest ended with 4"):
        check_unbroken([read_break(path)])


@pytest.mark.parametrize("key", ["test", "why"])
def test_a_head_without_its_lines_is_reported(tmp_path, key):
    path = write_break(tmp_path, "", head=HEAD.replace(f"{key}:", f"{key} "))
    with pytest.raises(Surprise, match=f"no line '{key}:"):
        read_break(path)


def test_a_database_of_another_kind_is_reported(tmp_path):
    path = write_break(tmp_path, "", head=HEAD + "on: oracle\n")
    with pytest.raises(Surprise, match="none of sqlite, postgresql"):
        read_break(path)


def test_a_test_of_the_other_kind_alone_is_no_proof(tmp_path):
    test = "tests/store/test_guards_on_postgresql.py"
    path = write_break(tmp_path, "_ONE = timedelta(days=2)\n", head=f"test: {test}\nwhy: made up\n")
    with pytest.raises(Surprise, match="pytest ended with 5"):
        prove(read_break(path))
