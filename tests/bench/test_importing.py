"""Which file is imported, and what is said where it or the command isn't there."""

import gzip

import click
import pytest

from bench.importing import (
    VARIABLE,
    Imported,
    NotTheSame,
    check_command,
    check_reference,
    history,
    run_import,
    write_sample,
)
from bench.needs import HISTORY, IMPORT, NotRunnable
from bench.reference_import import write_steps
from bench.rows import steps_between
from bench.synthetic import write_ledger
from bench.workplace import workplace
from service.store.connection import make_engine
from tests.support.places import SQLITE


def lines(path):
    return gzip.decompress(path.read_bytes()).split()


@pytest.fixture
def numbers(tmp_path):
    """A file of ten lines."""
    path = tmp_path / "numbers.gz"
    path.write_bytes(gzip.compress(b"".join(b"%d\n" % number for number in range(10))))
    return path


@pytest.mark.parametrize(
    ("count", "taken"), [(2, [b"0", b"5"]), (4, [b"0", b"2", b"5", b"7"]), (10, None), (99, None)]
)
def test_a_sample_is_evenly_spaced(numbers, tmp_path, count, taken):
    write_sample(numbers, count, tmp_path / "sample.gz")
    assert lines(tmp_path / "sample.gz") == (taken or lines(numbers))


def test_the_variable_names_the_file(numbers, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(numbers))
    assert history() == numbers


def test_a_file_that_is_not_there_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "absent.gz"))
    with pytest.raises(NotRunnable, match=VARIABLE) as raised:
        history()
    assert raised.value.need == HISTORY


def test_a_command_that_is_not_there_is_said():
    with pytest.raises(NotRunnable, match="errata import history") as raised:
        check_command(click.Group())
    assert raised.value.need == IMPORT


def test_a_command_that_is_there_is_found():
    inner = click.Group("import", commands=[click.Command("history")])
    check_command(click.Group(commands=[inner]))


def test_an_import_that_is_refused_is_no_import(tmp_path, monkeypatch):
    monkeypatch.setenv("ERRATA_DATABASE_URL", "")  # is set, and put back afterwards
    with pytest.raises(RuntimeError, match=r"errata import history .* ended with"):
        run_import(f"sqlite:///{tmp_path / 'new.db'}", str(tmp_path / "absent.gz"))


@pytest.fixture
def place():
    with workplace(quick=True) as made:
        yield made


@pytest.fixture
def made(place, tmp_path):
    """What the reference needs to make a small ledger; its source has no lines."""
    before = place.migrated(SQLITE)
    after = place.databases(SQLITE).new(before)
    engine = make_engine(after)
    write_ledger(engine, cards=3, seed=1)
    engine.dispose()
    (tmp_path / "source.gz").write_bytes(gzip.compress(b""))
    return Imported(before, after, tmp_path / "source.gz", tmp_path / "steps", tmp_path / "digests")


def test_a_reference_that_makes_the_same_is_taken(place, made):
    write_steps(made.steps, steps_between(made.before, made.after))
    check_reference(place, SQLITE, made)


def test_a_reference_that_leaves_rows_out_is_refused(place, made):
    steps = steps_between(made.before, made.after)
    write_steps(made.steps, [one for one in steps if one.table not in ("passage", "printing")])
    with pytest.raises(NotTheSame, match="others in: passage, printing"):
        check_reference(place, SQLITE, made)
