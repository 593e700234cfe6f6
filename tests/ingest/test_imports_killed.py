"""Imports that are killed at any moment, by their command, and work in the end as if nothing had been."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from service.ingest.importer import MOST_BYTES_HERE
from tests.support.corpora import NOW, Loaded
from tests.support.exports import engine_on
from tests.support.importing import line, printing, version, write_lines
from tests.support.places import url_of
from tests.support.planting import faults
from tests.support.processes import children_of, wait_until_gone
from tests.support.shared import ROOT

CARDS, KILLS = 600, 6


def card(number):
    """Return the line of a card; all of them are more than is prepared in one process."""
    words = f"Fly {number}. " * 60
    return line(
        version("2024-02-01", words),
        version("2024-03-10", f"{words}\nLand.", before="2024-03-01"),
        key=f"Owl {number}",
        printings=[printing("TWO", str(number), text=words)],
    )


@pytest.fixture
def path(tmp_path):
    found = write_lines(tmp_path / "owls.ndjson", map(card, range(1, CARDS + 1)))
    assert found.stat().st_size > 2 * MOST_BYTES_HERE
    return found


def importing(engine, path):
    """Start an import by the command, at a fixed instant."""
    given = {"ERRATA_DATABASE_URL": url_of(engine), "ERRATA_NOW": NOW.isoformat(), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "service.cli", "import", "history", str(path)]
    return subprocess.Popen(
        command, env=os.environ | given, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def wait_for_children(process):
    """Return once a process has started both others that help it, or has ended."""
    while process.poll() is None and len(children_of(process.pid)) < 2:
        time.sleep(0.005)


def kill(process):
    """Kill a process and nobody else, and return the ids of those that it had started."""
    process.send_signal(signal.SIGSTOP)  # so that it starts no other meanwhile
    children = children_of(process.pid)
    process.kill()
    process.wait()
    return children


def whole_import(engine, path):
    """Import without a disturbance, and return what the ledger holds then, and how long others helped."""
    with importing(engine, path) as process:
        wait_for_children(process)
        began_s = time.monotonic()
        _, told = process.communicate()
        assert (process.returncode, told) == (0, b"")
    return Loaded(engine).everything(), time.monotonic() - began_s


def test_an_import_that_is_killed_leaves_nothing_and_can_be_run_again(
    described, databases, migrated, corpus, path
):
    engine, before = described.engine, described.everything()
    with engine_on(databases.new(migrated)) as other:
        Loaded(other).load(corpus)
        expected, lasts_s = whole_import(other, path)
    rng, helped = random.Random(1), 0
    for number in range(KILLS):
        with importing(engine, path) as process:
            if number:  # else it is killed before it has well begun
                wait_for_children(process)
                time.sleep(rng.uniform(0.5, 1) * lasts_s * (number - 1) / KILLS)
            children = kill(process)
            wait_until_gone(children)
            assert process.stderr.read() == b""
        helped += len(children) == 2
        if described.everything() == expected:
            break  # it had committed
        assert process.returncode == -signal.SIGKILL
        assert described.everything() == before
        assert faults(engine) == []
    assert helped
    assert whole_import(engine, path)[0] == expected
