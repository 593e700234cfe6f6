"""What holds of the tree as a whole: sizes, docstrings, machine paths, what the server loads."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

MACHINE_PATH = re.compile(r"(?<![\w.:/$})-])/(?:home|root|tmp|work|Users|private)/[\w.-]+")
"""A path that holds on one machine only. Parts of addresses and of longer paths don't count."""

CLOCK = re.compile(r"\b(?:datetime\.(?:now|utcnow)|date\.today)\(")
"""What would let a test pass on one day and fail on another."""


def tree():
    """Return the files that git tracks or would track, sorted, relative to the root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = sorted(Path(name) for name in listed.split("\0") if name)
    return [path for path in paths if (ROOT / path).is_file() and not (ROOT / path).is_symlink()]


def python_files(top):
    """Return the modules below ``top``; at least one, or a claim about them would be empty."""
    paths = [path for path in tree() if path.parts[0] == top and path.suffix == ".py"]
    assert paths
    return paths


def longer_than(limit, paths):
    """Return those of ``paths`` with more lines than ``limit``, and their lengths."""
    lengths = {str(path): len((ROOT / path).read_text("utf-8").splitlines()) for path in paths}
    return {path: length for path, length in lengths.items() if length > limit}


def test_a_module_has_at_most_300_lines():
    assert longer_than(300, [*python_files("service"), *python_files("bench")]) == {}


def test_a_test_module_has_at_most_400_lines():
    assert longer_than(400, python_files("tests")) == {}


def test_a_conftest_has_at_most_100_lines():
    assert longer_than(100, [path for path in python_files("tests") if path.name == "conftest.py"]) == {}


def test_a_longer_file_is_found(tmp_path):
    path = tmp_path / "long.py"
    path.write_text("pass\n" * 3)
    assert longer_than(3, [path]) == {}
    assert longer_than(2, [path]) == {str(path): 3}


def test_no_test_reads_the_clock():
    assert [
        str(path) for path in python_files("tests") if CLOCK.search((ROOT / path).read_text("utf-8"))
    ] == []


@pytest.mark.parametrize("read", ["datetime.now" + "(UTC)", "date.today" + "()"])
def test_a_reading_of_the_clock_is_found(read):
    assert CLOCK.search(f"load_corpus(engine, folder, {read})")


def test_every_package_says_what_it_is():
    paths = [*python_files("service"), *python_files("bench")]
    folders = {path.parent for path in paths}
    assert folders <= {path.parent for path in paths if path.name == "__init__.py"}
    inits = [path for path in paths if path.name == "__init__.py"]
    assert [str(path) for path in inits if not docstring(path)] == []


def docstring(path):
    return ast.get_docstring(ast.parse((ROOT / path).read_text("utf-8")))


def test_no_file_names_a_path_of_one_machine():
    found = {}
    for path in tree():
        if path.parts[0] in ("tests", "docs"):
            continue
        text = (ROOT / path).read_bytes().decode("utf-8", errors="ignore")
        if paths := MACHINE_PATH.findall(text):
            found[str(path)] = paths
    assert found == {}


@pytest.mark.parametrize(
    "text", ["cd /home/ann/errata", 'open("/tmp/x.db")', "=/home/somebody/errata", "/Users/ann"]
)
def test_a_path_of_one_machine_is_found(text):
    assert MACHINE_PATH.search(text)


@pytest.mark.parametrize(
    "text", ["https://example.org/home/news", "../tmp/x", "$ROOT/tmp/x", "/tmp", "a/work/b"]
)
def test_other_paths_are_left_alone(text):
    assert not MACHINE_PATH.search(text)


NAMES_A_STATUS = re.compile(r"[45]\d\d")
"""The number of an HTTP error, as code or as text."""

STATUS_MODULES = {"HTTPStatus", "abort"}
"""Names that are imported only to answer with a status."""


def error_statuses(source):
    """Return what names an HTTP error status in a module, as ``line: what``.

    A number that is assigned to a name of its own is a limit and no status, unless the name says so.
    """
    tree = ast.parse(source)
    limits = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and target.id.isupper() and "STATUS" not in target.id
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in limits:
            if isinstance(node.value, int | str) and NAMES_A_STATUS.fullmatch(str(node.value)):
                found.append(f"{node.lineno}: {node.value!r}")
        elif isinstance(node, ast.ImportFrom):
            found += [f"{node.lineno}: {each.name}" for each in node.names if each.name in STATUS_MODULES]
    return found


def test_one_module_alone_knows_which_error_has_which_status():
    home = Path("service/serving/problems.py")
    found = {path: error_statuses((ROOT / path).read_text("utf-8")) for path in python_files("service")}
    assert found.pop(home)
    assert {str(path): named for path, named in found.items() if named} == {}


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("abort(404)", ["1: 404"]),
        ("from flask import abort", ["1: abort"]),
        ("from http import HTTPStatus", ["1: HTTPStatus"]),
        ("return_status = 503", ["1: 503"]),
        ("INTERNAL_STATUS = 500", ["1: 500"]),
        ("if status < 500: pass", ["1: 500"]),
        ("found = {'500': 'InternalError'}", ["1: '500'"]),
        ("STATUSES = {409: 'more than one'}", ["1: 409"]),
        ("MAX_LIMIT = 500", []),
        ("_CHUNK: int = 500", []),
        ("Response(body, 304)", []),
        ("text = 'page 404 of 500'", []),
        ("MAX = 4000", []),
    ],
)
def test_a_module_that_names_a_status_is_found(source, named):
    assert error_statuses(source) == named


def test_the_server_loads_neither_git_nor_alembic():
    code = "import sys, service.app; print(callable(service.app.create_app), *sorted(sys.modules))"
    environ = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    is_factory, *loaded = done.stdout.split()
    assert is_factory == "True"
    assert "flask" in loaded
    assert {"git", "alembic"}.isdisjoint(loaded)
