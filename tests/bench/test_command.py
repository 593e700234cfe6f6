"""The command runs what it is told to, prints and writes it, and refuses a missed target."""

import json

import pytest
from click.testing import CliRunner

from bench.command import QUICK_ROUNDS, ROUNDS, command
from bench.needs import POSTGRESQL, NotRunnable
from tests.support.made_lines import line

FAST = line("fast", ours=[0.5])
SLOW = line("slow", ours=[2.0])
CLOSE = line("close", ours=[1.05, 0.9, 1.2], rounds=3)
LATER = line("later", ours=[2.0], planned=True)
ABSENT = line("absent", needs=(POSTGRESQL,), raises=NotRunnable(POSTGRESQL, "no programs"))


@pytest.fixture
def run(tmp_path):
    """Runs the command on lines; gives its exit code, what it printed and what it wrote."""

    def run(lines, *arguments):
        path = tmp_path / "new" / "bench.json"
        done = CliRunner().invoke(command(lines), [*arguments, "--json", str(path)])
        return done.exit_code, done.stdout, json.loads(path.read_text()) if path.exists() else None

    return run


def test_targets_that_are_met_give_0(run):
    code, printed, written = run([FAST, LATER])
    assert code == written["exit_code"] == 0
    assert printed.splitlines()[-1] == written["summary"]
    assert written["summary"] == "1 of 1 target met; 1 target of later work, not met: later"


def test_a_missed_target_gives_1(run):
    code, printed, written = run([FAST, SLOW])
    assert code == written["exit_code"] == 1
    assert printed.endswith("\n1 of 2 targets met; missed: slow\n")


def test_a_target_missed_within_the_noise_gives_0(run):
    code, printed, _ = run([CLOSE])
    assert code == 0
    assert printed.endswith("\n1 of 1 target met (close: within the noise)\n")


def test_a_line_that_cannot_run_gives_1_and_says_why(run):
    code, printed, _ = run([FAST, ABSENT])
    assert code == 1
    assert "absent was not run: no programs" in printed
    assert printed.endswith("\n1 of 2 targets met; not run: absent\n")


def test_unless_that_is_asked_for(run):
    code, printed, _ = run([FAST, ABSENT], "--without", POSTGRESQL)
    assert code == 0
    assert printed.endswith("\n1 of 2 targets met; not run: absent\n")


def test_only_what_is_named_is_run(run):
    code, _, written = run([FAST, SLOW, LATER], "--only", "later", "--only", "fast")
    assert code == 0
    assert [one["name"] for one in written["lines"]] == ["fast", "later"]


@pytest.mark.parametrize(
    ("arguments", "rounds"), [([], ROUNDS), (["--quick"], QUICK_ROUNDS), (["--rounds", "4"], 4)]
)
def test_how_many_rounds_there_are(run, arguments, rounds):
    _, _, written = run([FAST], *arguments)
    assert len(written["lines"][0]["rounds"]) == rounds


def test_a_quick_run_names_what_it_leaves_to_a_whole_one(run):
    long = line("long", ours=[2.0], whole=True)
    code, printed, written = run([FAST, long], "--quick")
    assert (code, [one["name"] for one in written["lines"]]) == (0, ["fast"])
    assert "long is left to a whole run" in printed.splitlines()
    code, printed, _ = run([FAST, long])
    assert code == 1
    assert "left to" not in printed


def test_what_is_named_is_part_of_a_quick_run(run):
    _, _, written = run([FAST, line("long", whole=True)], "--quick", "--only", "long")
    assert [one["name"] for one in written["lines"]] == ["long"]


@pytest.mark.parametrize("wrong", [["--rounds", "2"], ["--only", "nothing"], ["--without", "luck"]])
def test_a_command_line_that_is_not_valid_gives_2(run, wrong):
    code, _, written = run([FAST], *wrong)
    assert (code, written) == (2, None)


def test_the_list_says_what_each_line_measures_and_runs_none(run):
    code, printed, written = run([SLOW, line("long", whole=True, planned=True)], "--list")
    assert (code, written) == (0, None)
    assert printed.splitlines() == [
        "slow: something, against something else",
        "long: something, against something else; not with --quick; a target of later work",
    ]
