"""What a run prints and writes."""

import json

import pytest

from bench.needs import POSTGRESQL
from bench.reporting import as_json, significant, summary, table
from bench.targets import more_at_most
from tests.support.made_lines import line, not_run, result

FAST, SLOW, CLOSE = line("fast"), line("slow"), line("close")
LATER = line("later", planned=True)


def test_the_table_shows_times_ratios_noise_target_and_verdict():
    head, rule, row = table([result(SLOW, 0.25, 0.5, 0.8)])
    assert head.split() == ["line", "ours", "reference", "figure", "noise", "target", "verdict"]
    assert set(rule) == {"-", " "}
    for shown in ("slow", "2.00 s (1.25..4.00)", "1.00 s (1.00..1.00)", "0.50 (0.25..0.80)", "±0.28"):
        assert shown in row
    assert "at least 1.00 times as fast" in row
    assert row.endswith("missed")


def test_the_columns_stand_below_each_other():
    head, _, *rows = table([result(SLOW, 0.25, 0.5, 0.8), result(LATER, 100, 100, 100)])
    assert {row.index("at least") for row in rows} == {head.index("target")}
    assert rows[1].endswith("met (later work)")


def test_why_a_line_was_not_run_stands_below_the_table():
    *_, gap, reason = table([not_run(FAST, POSTGRESQL)])
    assert (gap, reason) == ("", "fast was not run: it isn't there")


@pytest.mark.parametrize(
    ("speed", "shown"), [(0.5, "2.00 s"), (50, "20.0 ms"), (1e5, "10.0 us"), (1e8, "10.0 ns")]
)
def test_times_have_a_unit_that_suits_them(speed, shown):
    assert shown in table([result(FAST, speed, speed, speed)])[2]


def test_what_is_no_ratio_has_its_unit():
    assert "at most 25.0 s more" in table([result(line(target=more_at_most(25)), 1, 1, 1)])[2]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0.00"),
        (0.00041, "0.0004"),
        (0.0457, "0.0457"),
        (0.651, "0.65"),
        (-12.34, "-12.3"),
        (812.6, "813"),
    ],
)
def test_numbers_have_no_more_digits_than_count(value, shown):
    assert significant(value) == shown


def test_the_sum_of_a_run_names_what_was_missed():
    results = [result(FAST, 2, 2, 2), result(SLOW, 0.5, 0.5, 0.5)]
    assert summary(results) == "1 of 2 targets met; missed: slow"


def test_what_is_within_the_noise_counts_as_met_and_is_named():
    assert summary([result(CLOSE, 0.8, 0.9, 1.1)]) == "1 of 1 target met (close: within the noise)"


def test_what_was_not_run_is_named():
    assert summary([result(FAST, 2, 2, 2), not_run(SLOW, None)]) == "1 of 2 targets met; not run: slow"


def test_targets_of_later_work_are_summed_up_apart():
    results = [result(FAST, 2, 2, 2), result(LATER, 0.5, 0.5, 0.5), not_run(line("last", planned=True), None)]
    assert summary(results) == ("1 of 1 target met; 2 targets of later work, not met: later; not run: last")


def test_a_target_of_later_work_that_is_met_is_to_lose_its_mark():
    assert summary([result(LATER, 2, 2, 2)]) == (
        "0 of 0 targets met; 1 target of later work, met already, so take their mark away: later"
    )


def test_the_json_has_every_round_and_what_it_comes_to():
    results = [result(SLOW, 0.25, 0.5, 0.8), not_run(LATER, POSTGRESQL)]
    told = json.loads(json.dumps(as_json(results, machine={"cores": 2}, quick=True, without=["history"])))
    slow, later = told.pop("lines")
    assert told == {
        "machine": {"cores": 2},
        "quick": True,
        "without": ["history"],
        "summary": "0 of 1 target met; missed: slow; 1 target of later work, not run: later",
        "exit_code": 1,
    }
    assert slow["figure"] == {"median": 0.5, "min": 0.25, "max": 0.8, "noise": pytest.approx(0.275)}
    assert slow["rounds"][0] == {"ours": 4.0, "reference": 1.0, "figure": 0.25}
    assert slow["target"] == {"kind": "speed", "at_least": 1}
    assert (slow["verdict"], slow["planned"], slow["reason"]) == ("missed", False, None)
    assert (later["verdict"], later["planned"], later["reason"]) == ("not run", True, "it isn't there")
    assert (later["figure"], later["rounds"]) == (None, [])
