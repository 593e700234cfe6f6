"""Prove each guard by breaking it.

Every ``*.patch`` beside this file takes one guard away and names the test that must then fail::

    test: tests/domain/test_days.py::test_any_other_form_is_refused
    why: date.fromisoformat alone takes 20240601 and week dates
    --- a/service/domain/days.py
    +++ b/service/domain/days.py
    ...

An optional line ``raises: IntegrityError`` names the exception that the broken code lets through;
without it the test must fail by its own words (``assert`` or ``pytest.fail``, ``pytest.raises``).
A test that runs on both kinds of database is run on SQLite, unless a line ``on: postgresql`` says otherwise.

First all named tests must pass as things stand. Then each patch is applied to a scratch copy of the
work tree (what git tracks or would track) and its test runs there. The tree itself is never touched.
That the copy's ``service`` is the one imported needs no check of its own: if it weren't, no patch
would have any effect and every one would be reported.

    python tests/breaks/run.py [PATCH ...]
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
AT_ONCE = 2
LIMIT_S = 300
OWN_WORDS = "assert|AssertionError|Failed"
"""How the message of a test begins that failed by its own words."""
DATABASES = ("sqlite", "postgresql")
OF_ONE_REPOSITORY = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")
"""What a git hook sets, and what would lead git away from the scratch copy."""


@dataclass(frozen=True, slots=True)
class Break:
    """A patch, the test that must fail under it, and the beginning of that failure."""

    path: Path
    test: str
    why: str
    raises: str
    on: str


class Surprise(Exception):
    """Something went otherwise than the patch says."""


def read_break(path: Path) -> Break:
    """Return the break written in ``path``.

    Raises:
        Surprise: if its head doesn't name a test and a reason.
    """
    head = re.split(r"^(?:diff|---) ", path.read_text("utf-8"), maxsplit=1, flags=re.MULTILINE)[0]
    said = dict(re.findall(r"^(test|why|raises|on): *(\S.*)$", head, flags=re.MULTILINE))
    if missing := {"test", "why"} - said.keys():
        raise Surprise(f"the head has no line '{min(missing)}: ...'")
    if (on := said.get("on", DATABASES[0])) not in DATABASES:
        raise Surprise(f"'on: {on}' is none of {', '.join(DATABASES)}")
    return Break(path, said["test"], said["why"], said.get("raises", OWN_WORDS), on)


@contextmanager
def scratch_copy() -> Iterator[Path]:
    """Lend a copy of the work tree, a git repository of its own without commits.

    Raises:
        Surprise: if git can't list the tree or make the repository.
    """
    listed = _run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], ROOT)
    if listed.returncode:
        raise Surprise(f"git doesn't list the work tree: {listed.stderr.strip()}")
    with tempfile.TemporaryDirectory(prefix="errata-break-") as folder:
        copy = Path(folder)
        for name in filter(None, listed.stdout.split("\0")):
            if not os.path.lexists(ROOT / name):
                continue  # removed from the work tree, not yet from the index
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name, follow_symlinks=False)
        for command in (["git", "init", "--quiet"], ["git", "add", "--all"]):
            if (done := _run(command, copy)).returncode:
                raise Surprise(f"the scratch copy has no repository: {done.stderr}")
        yield copy


def check_unbroken(breaks: Sequence[Break]) -> None:
    """Run every named test as things stand.

    Raises:
        Surprise: if one fails, is skipped or doesn't exist.
    """
    with scratch_copy() as copy:
        outcomes = _outcomes(copy, sorted({each.test for each in breaks}))
    if wrong := [outcome for outcome in outcomes if outcome != "passed"]:
        raise Surprise(f"before any break, a test doesn't pass: {wrong[0]}")


def prove(broken: Break) -> None:
    """Apply one patch to a scratch copy and run its test there.

    Raises:
        Surprise: if the patch doesn't apply, or no case of the test fails, or one fails for another reason.
    """
    with scratch_copy() as copy:
        applied = _run(["git", "apply", "--whitespace=nowarn", str(broken.path)], copy)
        if applied.returncode:
            raise Surprise(f"the patch doesn't apply: {applied.stderr.strip()}")
        others = " or ".join(kind for kind in DATABASES if kind != broken.on)
        outcomes = _outcomes(copy, [broken.test], "-k", f"not ({others})")
    failures = [outcome for outcome in outcomes if outcome not in ("passed", "skipped")]
    if not failures:
        raise Surprise(f"{broken.test} passes although its guard is broken")
    for failure in failures:
        if not re.match(rf"failed: (?:[\w.]+\.)?(?:{broken.raises})\b", failure):
            raise Surprise(f"{broken.test} fails for another reason: {failure}")


def _outcomes(copy: Path, tests: Sequence[str], *options: str) -> list[str]:
    """Return what became of each case: ``passed``, ``skipped``, ``failed: ...`` or ``error: ...``.

    Args:
        options: of pytest.

    Raises:
        Surprise: if pytest could not run the tests: none of that name, or a module that doesn't load.
    """
    with tempfile.TemporaryDirectory(prefix="errata-break-") as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short"]
        done = _run([*command, f"--junitxml={report}", *options, *tests], copy)
        if done.returncode not in (0, 1):
            raise Surprise(f"pytest ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        cases = list(ElementTree.parse(report).iter("testcase"))
    return [_outcome(case) for case in cases]


def _outcome(case: ElementTree.Element) -> str:
    """Return what became of one case of the report."""
    for kind, word in (("error", "error"), ("failure", "failed")):
        if (found := case.find(kind)) is not None:
            return f"{word}: {found.get('message', '')}"
    return "passed" if case.find("skipped") is None else "skipped"


def _run(command: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in ``folder``, with the ``service`` and the git repository of that folder."""
    environ = {key: value for key, value in os.environ.items() if key not in OF_ONE_REPOSITORY}
    shared = (ROOT / environ.get("ERRATA_TEST_SHARED", "../shared")).resolve()
    environ |= {"ERRATA_TEST_SHARED": str(shared)}  # a relative one would miss it from the copy
    environ |= {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, timeout=LIMIT_S)


def main(paths: Sequence[Path]) -> int:
    """Prove each patch, say how it went, and return the exit status."""
    started = time.monotonic()
    surprises = 0

    def attempt(path: Path) -> tuple[str, str]:
        try:
            broken = read_break(path)
            prove(broken)
        except (Surprise, subprocess.TimeoutExpired) as surprise:
            return path.stem, f"SURPRISE  {surprise}"
        return path.stem, f"caught    {broken.why}"

    try:
        if not paths:
            raise Surprise("there is no patch to try")
        check_unbroken([read_break(path) for path in paths])
    except (Surprise, subprocess.TimeoutExpired) as surprise:
        sys.stdout.write(f"SURPRISE  {surprise}\n")
        return 1
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for name, result in pool.map(attempt, paths):
            surprises += result.startswith("SURPRISE")
            sys.stdout.write(f"{name:<28} {result}\n")
            sys.stdout.flush()
    spent_s = time.monotonic() - started
    sys.stdout.write(f"{len(paths)} breaks, {surprises} surprises, {spent_s:.1f} s\n")
    return 1 if surprises else 0


if __name__ == "__main__":
    named = [Path(each).resolve() for each in sys.argv[1:]]
    sys.exit(main(named or sorted(Path(__file__).parent.glob("*.patch"))))
