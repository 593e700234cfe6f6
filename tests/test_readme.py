"""Every example of the README is true: each is run by a shell against a real server."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from service.cli import COMMANDS as COMMANDS_THERE_ARE
from tests.support.server import running_server

README = Path("README.md").read_text("utf-8")
EXAMPLES = re.findall(r"```sh\n(curl .*?)\n```\n\n?.*?```\n(.*?)\n```", README, re.DOTALL)
OWNER = re.findall(r"^OWNER=(.*)$", README, re.MULTILINE)
COMMANDS = [line for line in README.splitlines() if line.startswith(".venv/bin/errata ")]


@pytest.fixture(scope="module")
def server(database_url):
    if shutil.which("curl") is None:
        pytest.fail("the README's examples need curl: apt-get install curl")
    with running_server(database_url) as address:
        yield address


def test_the_readme_has_an_example_for_each_promise():
    assert len(EXAMPLES) == 8
    assert len(COMMANDS) == 5


@pytest.mark.parametrize(("command", "expected"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_prints_what_the_readme_shows(server, command, expected):
    here = command.replace("http://127.0.0.1:8000", server)
    result = subprocess.run(["sh", "-c", here], capture_output=True, text=True, timeout=30, check=True)
    assert result.stdout.rstrip("\n") == expected


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_answers(database_url, command):
    arguments = [sys.executable, "-m", "service.cli", *command.split()[1:]]
    environ = {"ERRATA_DATABASE_URL": database_url, "PATH": "/usr/bin:/bin"}
    result = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=True, env=environ)
    assert result.stdout.strip()


def test_every_command_is_named_that_a_ledger_needs_and_each_there_is():
    named = set(re.findall(r"venv/bin/errata ([a-z-]+)", README))
    assert named >= {"load", "serve", "verify", "export", "rebuild"}
    assert named <= set(COMMANDS_THERE_ARE)


def test_a_database_of_postgresql_is_set_up_by_the_same_commands_in_readme_and_in_the_files_it_runs():
    superusers = [line for line in README.splitlines() if line.startswith("sudo -u postgres ")]
    owners = [line.replace('"$OWNER"', OWNER[0]) for line in README.splitlines() if line.startswith("psql ")]
    assert (len(superusers), len(owners)) == (3, 1)
    assert superusers == commented("roles.sql", "sudo ")
    assert owners == commented("grants.sql", "psql ")


def commented(name, begin):
    """Return the commands in the comments of a file that sets a database up."""
    lines = Path("deploy/postgresql", name).read_text("utf-8").splitlines()
    return [line.removeprefix("--   ") for line in lines if line.startswith(f"--   {begin}")]


def test_the_pages_and_files_that_the_readme_names_exist(client):
    for path in re.findall(r"\]\(([^)#]+)\)", README):
        assert Path(path).exists(), path
    assert client.get("/riftbound/cards/deathgrip?on=2026-01-14").status_code == 200
