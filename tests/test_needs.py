"""A test whose need the machine lacks is skipped with a reason, or fails where it must not be skipped."""

import pytest

from tests.support.postgres import postgres_programs
from tests.support.shared import NEEDS, required, shared_folder


@pytest.fixture
def bare_machine(monkeypatch, tmp_path):
    """A machine that has nothing of what tests may need."""
    monkeypatch.setenv("ERRATA_TEST_SHARED", str(tmp_path))
    monkeypatch.setenv("ERRATA_TEST_POSTGRES", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("ERRATA_TEST_REQUIRE", raising=False)


ASKED = {"shared": shared_folder, "postgres": postgres_programs}
REASONS = {"shared": "ERRATA_TEST_SHARED names another folder", "postgres": "apt-get install postgresql"}


@pytest.mark.parametrize("need", NEEDS)
def test_without_it_a_test_is_skipped_and_says_what_to_do(bare_machine, need):
    with pytest.raises(pytest.skip.Exception, match=REASONS[need]):
        ASKED[need]()


@pytest.mark.parametrize("need", NEEDS)
def test_where_it_is_required_the_test_fails(bare_machine, monkeypatch, need):
    monkeypatch.setenv("ERRATA_TEST_REQUIRE", f"{need}, ")
    with pytest.raises(pytest.fail.Exception, match=REASONS[need]):
        ASKED[need]()


def test_a_misspelt_need_is_refused(monkeypatch):
    monkeypatch.setenv("ERRATA_TEST_REQUIRE", "shared,postgers")
    with pytest.raises(pytest.UsageError, match="postgers"):
        required()


def test_programs_of_an_older_version_do_not_serve(bare_machine, tmp_path):
    for version in ("9.6", "14", "x"):
        folder = tmp_path / version / "bin"
        folder.mkdir(parents=True)
        for name in ("initdb", "postgres"):
            (folder / name).touch()
    with pytest.raises(pytest.skip.Exception):
        postgres_programs()
    newer = tmp_path / "17" / "bin"
    newer.mkdir(parents=True)
    for name in ("initdb", "postgres"):
        (newer / name).touch()
    assert postgres_programs() == newer
