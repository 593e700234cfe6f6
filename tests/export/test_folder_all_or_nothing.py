"""An export that ends anywhere leaves the old one or the new one whole, and the next run completes."""

import json
import os
import resource
import subprocess
import sys
import threading

import pytest

from service.export.exporter import export_ledger
from service.export.folder import locked
from service.ingest.exported import file_faults
from tests.support.exports import NOW, engine_on, export, files_of, manifest_in
from tests.support.places import SQLITE
from tests.support.shared import ROOT

TIMEOUT_S = 240

KILLED = """
import os, shutil, signal, sys
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from service.export.exporter import export_ledger
from service.store.connection import make_engine
url, before, place, first, step = sys.argv[1:]
steps, last, child = count(1), 0, -1
def take_a_step(event, _arguments):
    if child == 0 and (event == "open" or event.startswith(("os.", "fcntl.", "ctypes.", "shutil."))):
        if next(steps) == last:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(take_a_step)
for last in range(int(first), 100_000, int(step)):
    out = Path(place, str(last), "out")
    out.parent.mkdir()
    if before != "-":
        shutil.copytree(before, out)
    child = os.fork()
    if child == 0:
        export_ledger(make_engine(url), out, datetime(2026, 2, 1, tzinfo=UTC), date(2024, 3, 1))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    print(last)
    if not os.WIFSIGNALED(status):
        sys.exit(os.waitstatus_to_exitcode(status))
"""

ON_ONE_KIND = pytest.mark.parametrize("databases", [SQLITE], indirect=True, scope="session")
"""What becomes of files doesn't depend on the database that they are made from."""


def url_of(engine):
    return engine.url.render_as_string(hide_password=False)


def run(script, *arguments, **options):
    """Run a script in a process of its own and return its lines."""
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=True,
        **options,
    )
    return done.stdout.splitlines()


def whole(folder):
    """Return the files of an export of which every one is what its manifest says."""
    assert file_faults(folder, manifest_in(folder).files) == []
    return files_of(folder)


def check_killed_at_steps(engine, tmp_path, first, step, *, is_first):
    """Kill an export before its first, next, ... file operation until one ends; check what each left."""
    export(engine, tmp_path / "before", "2024-01-10")
    before = None if is_first else whole(tmp_path / "before")
    export(engine, tmp_path / ("new" if is_first else "before"), "2024-03-01")
    after = whole(tmp_path / ("new" if is_first else "before"))
    export(engine, tmp_path / "old", "2024-01-10")
    place = tmp_path / "killed"
    place.mkdir()
    old = "-" if is_first else str(tmp_path / "old")
    steps = [int(line) for line in run(KILLED, url_of(engine), old, str(place), str(first), str(step))]
    seen = set()
    for number in steps:
        out = place / str(number) / "out"
        found = whole(out) if out.exists() else None
        assert found in (before, after), f"step {number}"
        seen.add("before" if found == before else "after")
        export(engine, out, "2024-03-01")
        assert whole(out) == after, f"step {number}"
        left = {path.name for path in out.parent.iterdir()}
        assert left == {"out", ".out.lock"}, f"step {number}"
    assert seen == {"before", "after"}
    return steps


@pytest.mark.parametrize("is_first", [True, False], ids=["a first export", "a later export"])
def test_an_export_that_is_killed_leaves_the_old_one_or_the_new_one(loaded, tmp_path, is_first):  # 73
    steps = check_killed_at_steps(loaded.engine, tmp_path, 1, 9, is_first=is_first)
    assert len(steps) > 5


@ON_ONE_KIND
@pytest.mark.proof
@pytest.mark.parametrize("is_first", [True, False], ids=["a first export", "a later export"])
def test_an_export_that_is_killed_before_any_operation_leaves_one_or_the_other(loaded, tmp_path, is_first):
    steps = check_killed_at_steps(loaded.engine, tmp_path, 1, 1, is_first=is_first)
    assert len(steps) > 30


WATCHED = """
import hashlib, sys
from datetime import UTC, date, datetime
from pathlib import Path
from service.export.exporter import export_ledger
from service.store.connection import make_engine
url, out = sys.argv[1:]
def manifest():
    try:
        return hashlib.sha256(Path(out, "manifest.json").read_bytes()).hexdigest()
    except FileNotFoundError:
        return "nothing"
seen, looks = [], True
def look(event, _arguments):
    global looks
    if looks and (event == "open" or event.startswith(("os.", "ctypes.", "shutil."))):
        looks = False
        seen.append(manifest())
        looks = True
sys.addaudithook(look)
export_ledger(make_engine(url), Path(out), datetime(2026, 2, 1, tzinfo=UTC), date(2024, 3, 1))
looks = False
print(*seen, sep="\\n")
"""


def test_at_every_moment_the_old_export_or_the_new_one_is_there(loaded, folder):
    export(loaded.engine, folder, "2024-01-10")
    before = manifest_in(folder).sha256
    seen = run(WATCHED, url_of(loaded.engine), str(folder))
    assert list(dict.fromkeys(seen)) == [before, manifest_in(folder).sha256]
    assert len(seen) > 50


FULL = """
import resource, signal, sys
from service.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
main(["export", "--to", sys.argv[2], "--on", "2026-01-14"])
"""

LEAST = 33_000
"""What the database needs for itself to be read."""


def check_full(url, tmp_path, limits):
    """Export where a file can have so many bytes at most, and return which exports succeeded."""
    with engine_on(url) as engine:
        export(engine, tmp_path / "out", "2025-12-31")
    before = whole(tmp_path / "out")
    most = max(len(data) for data in before.values())
    succeeded = []
    for limit in limits(most):
        done = subprocess.run(
            [sys.executable, "-c", FULL, str(limit), str(tmp_path / "out")],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT), "ERRATA_DATABASE_URL": url},
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
        if done.returncode == 0:
            succeeded.append(limit)
            continue
        assert (done.returncode, done.stdout) == (1, "")
        assert "File too large" in done.stderr
        assert "Traceback" not in done.stderr
        assert whole(tmp_path / "out") == before, limit
        assert sorted(one.name for one in tmp_path.iterdir()) == [".out.lock", "out"]
    return succeeded


def test_a_disk_that_is_full_leaves_the_old_export(database_url, tmp_path):  # 76
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
    assert len(check_full(database_url, tmp_path, lambda most: (LEAST, most - 1, 4 * most))) == 1


@ON_ONE_KIND
@pytest.mark.proof
def test_a_disk_that_is_full_anywhere_leaves_the_old_export(database_url, tmp_path):
    assert check_full(database_url, tmp_path, lambda most: range(LEAST, 2 * most, most // 20))


CHANGED = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from service.domain.refusals import ExportRefused
from service.export.exporter import export_ledger
from service.store.connection import make_engine
url, out, path = sys.argv[1:]
changed = []
def change(event, arguments):
    if event == "os.scandir" and str(arguments[0]).endswith(".partial") and not changed:
        changed.append(path)  # everything is written, and is now read back
        with Path(arguments[0], path).open("r+b") as file:
            file.write(b"#")
sys.addaudithook(change)
try:
    export_ledger(make_engine(url), Path(out), datetime(2026, 2, 1, tzinfo=UTC))
except ExportRefused as error:
    print(error.detail)
"""


@pytest.mark.parametrize("path", ["current/all.ndjson", "ledger/00000001.ndjson", "manifest.json"])
def test_what_is_read_back_otherwise_than_written_is_not_put_in_place(loaded, folder, path):
    export(loaded.engine, folder, "2024-01-10")
    before = whole(folder)
    told = run(CHANGED, url_of(loaded.engine), str(folder), path)
    assert [line for line in told if f"was not put in place: {path}: it " in line]
    assert whole(folder) == before


def test_exports_at_once_are_one_after_the_other(database_url, tmp_path):
    days = ["2025-10-30", "2025-12-31", "2026-01-14", "2002-10-07"]
    environ = os.environ | {"PYTHONPATH": str(ROOT), "ERRATA_DATABASE_URL": database_url}
    command = [sys.executable, "-m", "service.cli", "export", "--json", "--to", str(tmp_path / "out")]
    processes = [
        subprocess.Popen([*command, "--on", day], cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True)
        for day in days
    ]
    told = [json.loads(process.communicate(timeout=TIMEOUT_S)[0]) for process in processes]
    assert [one.get("state") for one in told] == ["exported"] * len(days), told
    assert sorted(one["sequence"] for one in told) == [1, 2, 3, 4]
    last = max(told, key=lambda one: one["sequence"])
    before = next(one for one in told if one["sequence"] == 3)
    assert manifest_in(tmp_path / "out").previous_manifest_sha256 == before["manifest_sha256"]
    assert manifest_in(tmp_path / "out").sha256 == last["manifest_sha256"]
    assert whole(tmp_path / "out")
    assert sorted(one.name for one in tmp_path.iterdir()) == [".out.lock", "out"]


def test_an_export_that_has_to_wait_says_so_once(loaded, folder):
    waiting = threading.Event()
    done = []

    def run_export():
        done.append(export_ledger(loaded.engine, folder, NOW, wait=waiting.set))

    with locked(folder):
        thread = threading.Thread(target=run_export)
        thread.start()
        assert waiting.wait(TIMEOUT_S)
        assert not folder.exists()
    thread.join(TIMEOUT_S)
    assert [one.changed for one in done] == [True]
    with locked(folder, lambda: pytest.fail("nobody is to be waited for")):
        pass


def test_a_command_that_has_to_wait_tells_for_what(database_url, tmp_path):
    out = tmp_path / "out"
    with locked(out):
        process = subprocess.Popen(
            [sys.executable, "-m", "service.cli", "export", "--json", "--to", str(out)],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT), "ERRATA_DATABASE_URL": database_url},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr.readline() == f"another export into '{out}' is running; waiting for it to end\n"
    said, errors = process.communicate(timeout=TIMEOUT_S)
    assert (json.loads(said)["state"], errors) == ("exported", "")
