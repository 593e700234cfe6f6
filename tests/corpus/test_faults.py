"""A fault is one line for a person and an object for a machine."""

from pathlib import PurePosixPath

from service.corpus.codes import Code
from service.corpus.faults import Fault, corpus_refused

FAULT = Fault(PurePosixPath("demo/cards/x.yaml"), 12, Code.BAD_DATE, "no date", "write one")


def test_a_fault_is_printed_as_a_compiler_would():
    assert str(FAULT) == "demo/cards/x.yaml:12: no date; write one [bad-date]"


def test_a_refusal_names_the_first_faults_and_counts_all():
    error = corpus_refused([FAULT] * 12)
    assert error.detail.startswith("nothing was recorded: 12 faults in 1 file\ndemo/cards/x.yaml:12")
    assert error.detail.endswith("\n... and 2 more")
    assert len(error.extra["faults"]) == 12


def test_a_refusal_holds_faults_as_json():
    assert corpus_refused([FAULT]).extra["faults"] == [
        {
            "path": "demo/cards/x.yaml",
            "line": 12,
            "code": "bad-date",
            "found": "no date",
            "todo": "write one",
        }
    ]


def test_faults_sort_by_path_and_line():
    later = Fault(FAULT.path, 13, Code.ALIAS, "a", "b")
    other = Fault(PurePosixPath("demo/cards/a.yaml"), 99, Code.ALIAS, "a", "b")
    assert sorted([later, FAULT, other]) == [other, FAULT, later]
