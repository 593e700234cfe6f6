import json

import pytest


@pytest.fixture
def other(tmp_path, monkeypatch):
    """Another place of the committed document."""
    path = tmp_path / "openapi.json"
    monkeypatch.setattr("service.cli.openapi.COMMITTED", path)
    return path


def test_the_document_is_printed(errata):
    assert json.loads(errata("openapi").stdout)["openapi"].startswith("3.")


def test_the_committed_document_is_what_the_code_says(errata):
    result = errata("openapi", "--check")
    assert (result.exit_code, result.stderr) == (0, "")


def test_what_is_written_is_what_is_printed_and_passes_the_check(errata, other):
    assert errata("openapi", "--to", str(other)).stdout == ""
    assert other.read_text("utf-8") == errata("openapi").stdout
    assert errata("openapi", "--check").exit_code == 0


def test_a_document_that_differs_is_refused(errata, other):
    other.write_text("{}\n", "utf-8")
    result = errata("openapi", "--check")
    assert result.exit_code == 1
    assert "run: errata openapi --to" in result.stderr


def test_a_document_that_is_missing_is_refused(errata, other):
    assert errata("openapi", "--check").exit_code == 1


def test_checking_and_writing_exclude_each_other(errata, other):
    assert errata("openapi", "--check", "--to", str(other)).exit_code == 2


def test_a_place_that_can_not_be_written_is_one_line(errata):
    result = errata("openapi", "--to", "/dev/null/openapi.json")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
