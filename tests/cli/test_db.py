from contextlib import closing

import pytest


def test_upgrade_makes_the_tables(errata, new_database):
    url = new_database()
    assert "brought from nothing to revision" in errata("db", "upgrade", url=url).stdout
    assert errata("load", "--dry-run", url=url).exit_code == 0


def test_upgrade_makes_the_folder_of_an_sqlite_file(errata, tmp_path):
    url = f"sqlite:///{tmp_path}/folder/new.db"
    assert errata("db", "upgrade", url=url).exit_code == 0
    assert errata("load", "--dry-run", url=url).exit_code == 0


def test_upgrading_twice_changes_nothing_and_says_so(errata, empty_url):
    assert "already at revision" in errata("db", "upgrade", url=empty_url).stdout


def test_upgrade_makes_an_index_whole_that_was_emptied(errata, databases, demo_url):
    with closing(databases.stranger(demo_url)) as stranger:
        stranger.execute("DELETE FROM segment")
        stranger.execute("DELETE FROM index_state")
    assert errata("verify", url=demo_url).exit_code == 1
    assert errata("db", "upgrade", url=demo_url).exit_code == 0
    assert errata("verify", url=demo_url).exit_code == 0


def test_the_tables_equal_the_models(errata, empty_url):
    result = errata("db", "check", url=empty_url)
    assert result.exit_code == 0
    assert result.stdout.startswith("the migrations and the database: ")


def test_without_tables_the_migrations_alone_are_compared(errata, new_database):
    result = errata("db", "check", url=new_database())
    assert result.exit_code == 0
    assert "no tables" in result.stdout


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("CREATE TABLE stray (a INTEGER)", "remove table stray"),
        ("DROP INDEX ix_assertion_subject_seq_n", "add index ix_assertion_subject_seq_n"),
        ("ALTER TABLE entry ADD COLUMN stray TEXT", "remove column entry.stray"),
    ],
)
def test_tables_that_differ_are_told(errata, databases, empty_url, change, told):
    with closing(databases.stranger(empty_url)) as stranger:
        stranger.execute(change)
    result = errata("db", "check", url=empty_url)
    assert result.exit_code == 1
    assert result.stderr == f"error: the database: {told}\n"


@pytest.mark.parametrize("revision", ["0009", "9999"])
def test_a_database_of_a_newer_version_is_told_as_one(errata, databases, empty_url, revision):
    with closing(databases.stranger(empty_url)) as stranger:
        stranger.execute("UPDATE alembic_version SET version_num = ?", [revision])
    upgraded = errata("db", "upgrade", url=empty_url)
    assert upgraded.exit_code == 1
    assert f"'{revision}'" in upgraded.stderr
    assert upgraded.stderr.endswith("if a newer version made them, install that one [not-ready]\n")
    assert "a newer version made it: install that one" in errata("load", url=empty_url).stderr


def test_tables_without_their_revision_are_one_line(errata, databases, empty_url):
    with closing(databases.stranger(empty_url)) as stranger:
        stranger.execute("DROP TABLE alembic_version")
    result = errata("db", "upgrade", url=empty_url)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "already exists" in result.stderr
