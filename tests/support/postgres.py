"""A throw-away cluster of PostgreSQL from the installed programs, on a socket of its own.

PostgreSQL doesn't run as root: then the cluster belongs to an unprivileged user. It promises no durability,
so that tests are quick; what happens when a client dies or a statement fails is the real thing.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.memory import memory_folder
from tests.support.shared import required

INSTALLED = "/usr/lib/postgresql"
"""Where Debian puts the programs, by major version."""

OLDEST = 15
"""The oldest major version that serves: the first whose databases can compare by the rules of a language."""

UNPRIVILEGED = ("postgres", "nobody")
"""Whom the cluster belongs to when root runs the tests: the first that there is."""

SUPERUSER = "errata"

NEW = ("-E", "UTF8", "--locale-provider=icu", "--icu-locale=en-US", "--no-sync", "--wal-segsize=1")
"""A write-ahead log in small files, so that a limit on the size of files may leave it alone."""

QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=60"


@dataclass(frozen=True, slots=True)
class Cluster:
    """A running cluster: the folder of its socket, and how its programs are run."""

    folder: Path
    programs: Path

    def url(self, database: str, user: str = SUPERUSER) -> str:
        """Return the address of one of its databases."""
        return f"postgresql+psycopg://{user}@/{database}?host={self.folder}"


def postgres_programs() -> Path:
    """Return the folder of PostgreSQL's programs, the newest.

    Without them the test that asks is skipped; it fails if ``postgres`` is in ``ERRATA_TEST_REQUIRE``.

    Raises:
        pytest.skip.Exception: if they aren't there.
        pytest.fail.Exception: if they aren't there and must be.
    """
    found = [each / "bin" for each in _by_version(Path(os.environ.get("ERRATA_TEST_POSTGRES") or INSTALLED))]
    on_path = shutil.which("initdb")
    found += [Path(on_path).resolve().parent] if on_path else []
    usable = [each for each in found if (each / "initdb").exists() and (each / "postgres").exists()]
    if usable:
        return usable[0]
    reason = f"PostgreSQL {OLDEST} or newer is not here; on Debian: apt-get install postgresql"
    if "postgres" in required():
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def _by_version(folder: Path) -> list[Path]:
    numbered = [each for each in folder.glob("*") if each.name.isdecimal() and int(each.name) >= OLDEST]
    return sorted(numbered, key=lambda each: int(each.name), reverse=True)


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Yield a new cluster; it is stopped and removed afterwards.

    Its databases compare text by the rules of a language, so that a table that relies on bytes has to say so.

    Raises:
        subprocess.CalledProcessError: if it doesn't start; what it said is in the message's notes.
    """
    programs = postgres_programs()
    owner = _owner()
    # Not below pytest's folders: the path of a socket has 107 bytes at most.
    folder = Path(tempfile.mkdtemp(prefix="errata-pg-", dir=memory_folder()))
    try:
        if owner is not None:
            os.chown(folder, pwd.getpwnam(owner).pw_uid, -1)

        def run(program: str, *arguments: str) -> None:
            done = subprocess.run(
                [programs / program, *arguments],
                cwd=folder,
                user=owner,
                env={"LC_ALL": "C.UTF-8", "PATH": os.environ.get("PATH", ""), "TZ": "UTC"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            if done.returncode:
                log = folder / "log"
                told = log.read_text("utf-8", "replace") if log.exists() else ""
                pytest.fail(f"{program} failed: {done.stdout}{told}", pytrace=False)

        run("initdb", "-D", "data", "-U", SUPERUSER, "-A", "trust", *NEW)
        listens = f"-c listen_addresses= -c unix_socket_directories={folder} {QUICK}"
        run("pg_ctl", "-D", "data", "-l", "log", "-o", listens, "-w", "start")
        try:
            yield Cluster(folder, programs)
        finally:
            run("pg_ctl", "-D", "data", "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder)


def _owner() -> str | None:
    """Return whom the cluster is to belong to; None: whoever runs the tests."""
    if os.geteuid() != 0:
        return None
    for name in UNPRIVILEGED:
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    pytest.fail(f"root can't run PostgreSQL, and there is no user {' or '.join(UNPRIVILEGED)}")
