"""Whether there is a database is asked without making one."""

import pytest

from service.store.presence import is_missing


def test_the_file_of_a_database_is_missing_until_it_is_there(tmp_path):
    file = tmp_path / "var" / "errata.db"
    url = f"sqlite:///{file}"
    assert is_missing(url)
    assert not file.parent.exists()
    file.parent.mkdir()
    assert is_missing(url)
    assert is_missing(f"sqlite:///{file.parent}")
    file.touch()
    assert not is_missing(url)


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///:memory:", "postgresql://host/name", "no url at all"]
)
def test_what_is_no_file_is_for_the_database_to_say(url):
    assert not is_missing(url)
