"""Where an export may go, and that nothing else is touched."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from service.domain.refusals import ExportRefused
from service.export.folder import put_in_place, target_of
from service.ingest.exported import file_faults
from tests.support.exports import export, files_of, manifest_in
from tests.support.shared import ROOT

NOBODY = 65534


def everything(top):
    """Return every file and folder below one, with the bytes of files; locks apart, which stay."""
    paths = (path for path in top.rglob("*") if path.suffix != ".lock")
    return {path: path.read_bytes() if path.is_file() else None for path in paths}


def check_refused(loaded, folder, words):
    """Refuse that an export into the folder does anything but say why not."""
    top = folder.parent
    before = everything(top)
    with pytest.raises(ExportRefused) as refused:
        export(loaded.engine, folder)
    assert words in refused.value.detail
    assert everything(top) == before


@pytest.mark.parametrize(
    "path", ["notes.txt", ".git/HEAD", "exports/manifest.json", "timestamp.json"], ids=lambda path: path
)
def test_a_folder_that_holds_anything_else_is_left_alone(loaded, folder, path):
    export(loaded.engine, folder)
    (folder / path).parent.mkdir(exist_ok=True)
    (folder / path).write_text("mine")
    check_refused(loaded, folder, f"holds {path.split('/')[0]!r}, which is of no export")


@pytest.mark.parametrize(
    "written",
    [None, b"", b"{}", b"[]", b'{"format": 1}', b"\xff", b"[" * 100_000],
    ids=lambda data: str(data)[:9],
)
def test_a_folder_without_a_manifest_of_ours_is_left_alone(loaded, folder, written):
    export(loaded.engine, folder)
    (folder / "manifest.json").unlink()
    if written is not None:
        (folder / "manifest.json").write_bytes(written)
    check_refused(loaded, folder, "has no manifest.json that this version could have written")


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b'"format": 1', b'"format": 2'),
        lambda data: data.replace(b'"sequence": 1', b'"sequence": "1"'),
        lambda data: data.replace(b'"bytes": ', b'"octets": ', 1),
        lambda data: data.replace(b'"counts"', b'"amounts"'),
        lambda data: data.rstrip(b"\n"),
        lambda data: data.replace(b"{", b'{"x": 1,', 1),
    ],
    ids=["format", "sequence", "bytes", "counts", "end", "more"],
)
def test_a_manifest_of_another_shape_is_none_of_ours(loaded, folder, change):
    export(loaded.engine, folder)
    data = (folder / "manifest.json").read_bytes()
    assert change(data) != data
    (folder / "manifest.json").write_bytes(change(data))
    check_refused(loaded, folder, "has no manifest.json that this version could have written")


@pytest.mark.parametrize("inside", ["current", "current/demo/ONE", "ledger/new", "new", "new/newer"])
def test_a_folder_inside_an_export_is_refused_and_leaves_that_whole(loaded, folder, inside):
    export(loaded.engine, folder)
    with pytest.raises(ExportRefused, match=r"lies in the export '.*/out'.*; name a folder outside it"):
        export(loaded.engine, folder / inside)
    assert file_faults(folder, manifest_in(folder).files) == []
    assert not export(loaded.engine, folder).changed


def test_a_folder_that_is_refused_gets_no_lock(loaded, folder):
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    check_refused(loaded, folder, "holds 'notes.txt'")
    assert list(folder.parent.iterdir()) == [folder]


def test_an_empty_folder_takes_an_export(loaded, folder):
    folder.mkdir()
    assert export(loaded.engine, folder).manifest.sequence == 1


def test_a_file_is_no_folder(loaded, folder):
    folder.write_text("mine")
    check_refused(loaded, folder, "is no folder")


def test_a_folder_in_no_folder_is_refused(loaded, folder):
    check_refused(loaded, folder / "a" / "b", "there is no folder")


def test_the_working_folder_and_those_above_are_refused(loaded, folder, monkeypatch):
    (folder / "sub").mkdir(parents=True)
    monkeypatch.chdir(folder / "sub")
    for each in (folder, folder / "sub", type(folder)(".")):
        check_refused(loaded, each, "is the working folder or holds it")


def test_a_link_stays_a_link_and_what_it_leads_to_is_the_export(loaded, folder, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(folder)
    for day, sequence in (("2024-01-10", 1), ("2024-03-01", 2)):
        export(loaded.engine, link, day)
        assert link.is_symlink()
        assert manifest_in(folder).sequence == sequence


def test_a_link_that_leads_to_itself_is_refused_and_stays(loaded, folder):
    folder.symlink_to(folder)
    check_refused(loaded, folder, "is a link that leads to itself")
    assert folder.is_symlink()


def test_the_rights_of_a_folder_stay(loaded, folder):
    folder.mkdir(mode=0o700)
    export(loaded.engine, folder, "2024-01-10")
    assert folder.stat().st_mode & 0o7777 == 0o700
    folder.chmod(0o2750)
    export(loaded.engine, folder, "2024-03-01")
    assert folder.stat().st_mode & 0o7777 == 0o2750


def test_a_mount_point_is_refused():
    with pytest.raises(ExportRefused, match=r"'/proc' is a mount point.*name a folder inside it"):
        target_of(Path("/proc"))


MOUNTED = """
import subprocess, sys
from pathlib import Path
from service.domain.refusals import ExportRefused
from service.export.folder import put_in_place
top = Path(sys.argv[1])
for name in ("partial", "out", "full", "other"):
    (top / name).mkdir()
(top / "other" / "file").touch()
subprocess.run(["mount", "--bind", top / "out", top / "out"], check=True)
subprocess.run(["mount", "--bind", top / "other", top / "full"], check=True)
for name in ("out", "full"):
    try:
        put_in_place(top / "partial", top / name)
    except ExportRefused as error:
        print(error.detail)
"""
"""A folder mounted over one of the same file system looks like any other, until it is renamed."""


def test_a_folder_that_can_not_be_renamed_is_refused_as_a_mount_point(tmp_path):
    alone = ["unshare", "--mount", *([] if os.getuid() == 0 else ["--map-root-user"])]
    if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this system lets nobody mount anything")
    done = subprocess.run(
        [*alone, sys.executable, "-c", MOUNTED, str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    told = done.stdout.splitlines()
    assert len(told) == 2, done.stdout
    for name, line in zip(("out", "full"), told, strict=True):
        assert line.startswith(f"{str(tmp_path / name)!r} is a mount point")


def test_what_a_killed_run_left_is_removed(loaded, folder):
    left = folder.with_name(".out.partial")
    (left / "current").mkdir(parents=True)
    (left / "current" / "all.ndjson").write_text("half")
    export(loaded.engine, folder)
    assert sorted(one.name for one in folder.parent.iterdir()) == [".out.lock", "out"]
    assert b"half" not in files_of(folder).values()


def test_where_folders_can_not_be_exchanged_the_old_one_stays(loaded, folder):
    """No file system here refuses every exchange, but each refuses that of a folder with one inside it."""
    export(loaded.engine, folder, "2024-01-10")
    before = files_of(folder)
    with pytest.raises(ExportRefused, match="in one step: Invalid argument; it is as it was"):
        put_in_place(folder / "current", folder)
    assert files_of(folder) == before


AS_NOBODY = """
import os, sys
from pathlib import Path
from service.export.folder import target_of
from service.domain.refusals import ExportRefused
if os.getuid() == 0:
    os.setuid(int(sys.argv[2]))
try:
    target_of(Path(sys.argv[1]))
except ExportRefused as error:
    print(error.detail)
"""


@pytest.fixture
def open_folder():
    """A folder that everybody may enter; those that pytest makes are closed to others."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.parametrize("locked", ["exports", "exports/out"])
def test_a_folder_that_can_not_be_written_is_refused(open_folder, locked):
    out = open_folder / "exports" / "out"
    out.mkdir(parents=True)
    for each in (out.parent, out):
        each.chmod(0o777)
    (open_folder / locked).chmod(0o555)
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, str(out), str(NOBODY)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    (open_folder / locked).chmod(0o755)
    assert f"{str(open_folder / locked)!r} can't be written" in done.stdout
