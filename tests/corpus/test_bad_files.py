"""Every fault has a file that must be refused: ``bad/*.yaml``, each standing for one good file.

The first comments of a bad file say which path it stands for, and the code, the line and the words
of the fault. Nothing else may be found, unless ``more`` says how many faults come with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

from service.corpus.checks import CHECKS, check_corpus
from service.corpus.codes import Code
from service.corpus.files import Corpus
from service.corpus.reader import read_corpus, read_files
from service.domain.refusals import CorpusRefused

HERE = Path(__file__).parent
TODAY = date(2026, 11, 30)

TESTED_IN_READER = {Code.EMPTY_CORPUS, Code.FILE_TOO_LARGE, Code.SYMLINK, Code.TEXT_TOO_LARGE}
"""What no small file can have wrong."""


@dataclass(frozen=True)
class BadFile:
    name: str
    path: PurePosixPath
    code: Code
    line: int
    says: str
    more: int
    content: bytes


def _bad_file(path: Path) -> BadFile:
    content = path.read_bytes()
    header = {}
    for line in content.decode("utf-8-sig", errors="replace").splitlines():
        if not line.startswith("# "):
            break
        key, _, value = line.removeprefix("# ").partition(": ")
        header[key] = value
    return BadFile(
        name=path.stem,
        path=PurePosixPath(header["stands for"]),
        code=Code(header["code"]),
        line=int(header["line"]),
        says=header["says"],
        more=int(header.get("more", 0)),
        content=content,
    )


BAD = [_bad_file(path) for path in sorted((HERE / "bad").glob("*.yaml"))]

GOOD = {
    PurePosixPath(path.relative_to(HERE / "good").as_posix()): path.read_bytes()
    for path in sorted((HERE / "good").rglob("*.yaml"))
}


@cache
def _corpus(bad: BadFile) -> Corpus:
    return read_files(GOOD | {bad.path: bad.content})


def _faults(bad: BadFile) -> list[dict[str, str | int]]:
    try:
        corpus = _corpus(bad)
    except CorpusRefused as refused:
        return refused.extra["faults"]
    return [fault.as_json() for fault in check_corpus(corpus, TODAY)]


def test_the_good_corpus_has_no_fault():
    assert check_corpus(read_corpus(HERE / "good"), TODAY) == []


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_a_bad_file_is_refused_with_code_file_line_and_words(bad):
    faults = _faults(bad)
    named = [fault for fault in faults if bad.says in f"{fault['found']}; {fault['todo']}"]
    assert named, faults
    fault = named[0]
    # a file that is missing is another than the one that its game has
    path = fault["path"] if bad.code is Code.MISSING_FILE else str(bad.path)
    assert (fault["code"], fault["path"], fault["line"]) == (str(bad.code), path, bad.line)
    assert fault["todo"]
    assert len(faults) == 1 + bad.more, faults


def test_every_code_has_a_bad_file():
    assert set(Code) - {bad.code for bad in BAD} == TESTED_IN_READER


def test_every_check_has_a_bad_file():
    tripped = set()
    for bad in BAD:
        try:
            corpus = _corpus(bad)
        except CorpusRefused:
            continue
        tripped |= {check for check in CHECKS if any(check(corpus, TODAY))}
    assert {check.__name__ for check in set(CHECKS) - tripped} == set()


def test_checks_are_each_listed_once():
    assert len({check.__name__ for check in CHECKS}) == len(CHECKS)


def test_every_check_function_is_listed():
    modules = (HERE.parents[1] / "service" / "corpus").glob("*_checks.py")
    written = {
        line.removeprefix("def ").partition("(")[0]
        for module in modules
        for line in module.read_text(encoding="utf-8").splitlines()
        if line.startswith("def check_")
    }
    assert written == {check.__name__ for check in CHECKS}
