"""Which text a day has: the first day is included, the last is not, and later errata don't reach back."""

import pytest

from tests.support.cases import CARD, PRINTED


def test_before_the_release_there_is_no_text_and_the_first_day_is_named(three):
    problem = three.ask(on="2024-02-01", status=404)
    assert problem["code"] == "no-effective-text"
    assert problem["first_effective_from"] == "2024-02-02"


def test_the_first_day_is_included(three):
    assert three.says("2024-02-02") == "P"


def test_the_last_day_is_excluded(three):
    answer = three.ask(on="2024-05-31", as_of=2)
    assert answer["oracle_text"] == "P"
    assert answer["faces"][0]["provenance"]["rules_text"]["effective_until"] == "2024-06-01"


@pytest.mark.parametrize("view", ["hindsight", "contemporary"])
def test_an_erratum_announced_in_time_holds_from_its_first_day_in_both_views(three, view):
    assert three.says("2024-06-01", view=view) == "E1"


def test_in_hindsight_an_erratum_announced_later_holds_and_is_retroactive(three):
    answer = three.ask(on="2024-03-15")
    assert (answer["oracle_text"], answer["retroactive"]) == ("E2", True)


def test_a_judge_could_not_know_what_was_announced_later(three):
    answer = three.ask(on="2024-03-15", view="contemporary")
    assert (answer["oracle_text"], answer["retroactive"]) == ("P", False)
    assert (answer["view"], answer["announced_by"]) == ("contemporary", "2024-03-15")


@pytest.mark.parametrize("view", ["hindsight", "contemporary"])
def test_a_pin_answers_what_was_recorded_then_for_ever(three, view):
    first = three.get(on="2024-03-15", as_of=2, view=view)
    assert first.get_json()["oracle_text"] == "P"
    assert first.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert three.get(on="2024-03-15", as_of=2, view=view, now="2031-01-01T00:00").data == first.data


def test_what_is_announced_and_not_yet_effective_is_not_the_text(three):
    answer = three.ask(on="2024-05-20", view="contemporary")
    assert answer["oracle_text"] == "P"
    assert answer["next_change"] == {"effective_from": "2024-06-01", "certainty": "exact", "errata": ["e1"]}


def test_a_retroactive_erratum_does_not_displace_one_that_starts_later(three):
    assert three.says("2024-09-01") == "E1"


def test_a_far_day_is_assumed_and_pinned_the_same_bytes_for_ever(three):
    answer = three.ask(on="2099-01-01")
    assert (answer["oracle_text"], answer["certainty"]) == ("E1", "assumed")
    early = three.get(on="2099-01-01", as_of=3, now="2025-06-01T00:00")
    assert early.data == three.get(on="2099-01-01", as_of=3, now="2026-06-01T00:00").data


def test_a_change_on_a_leap_day_holds_on_it_and_other_years_have_none(with_errata):
    made = with_errata("{id: e, effective_from: 2024-02-29, class: wording, rules_text: LEAP}")
    assert made.says("2024-02-28") == "P"
    assert made.says("2024-02-29") == "LEAP"
    assert made.ask(on="2023-02-29", status=400)["code"] == "bad-date"


@pytest.mark.parametrize(
    ("on", "status", "code"),
    [
        ("0001-01-01", 404, "no-effective-text"),
        ("0000-01-01", 400, "bad-date"),
        ("9999-12-31", 200, None),
        ("10000-01-01", 400, "bad-date"),
    ],
)
def test_the_calendar_has_the_years_from_1_to_9999(three, on, status, code):
    assert three.ask(on=on, status=status).get("code") == code


TEMPORARY = "{{id: {0}, effective_from: {1}, effective_until: {2}, class: wording, rules_text: {3}}}"


def temporary(name, start, until, words):
    return TEMPORARY.format(name, start, until, words)


@pytest.mark.parametrize("until", ["2024-07-01", "2024-06-30"])
def test_an_end_that_is_not_after_the_start_is_refused_and_nothing_recorded(ledger, until):
    ledger.card(f"{PRINTED}errata:\n  - {temporary('t', '2024-07-01', until, 'T')}\n")
    with pytest.raises(Exception, match="empty-period"):
        ledger.load()
    assert ledger.loaded.entries() == []


def test_a_temporary_change_gives_way_to_what_was_there_before(with_errata):
    made = with_errata(
        "{id: e1, effective_from: 2024-06-01, class: wording, rules_text: E1}",
        temporary("t", "2024-07-01", "2024-08-01", "T"),
    )
    assert [made.says(day) for day in ("2024-06-30", "2024-07-01", "2024-07-31", "2024-08-01")] == [
        *("E1", "T", "T", "E1")
    ]


def test_a_nested_temporary_change_gives_way_to_the_outer_one(with_errata):
    made = with_errata(
        temporary("outer", "2024-03-01", "2024-09-01", "OUTER"),
        temporary("inner", "2024-05-01", "2024-06-01", "INNER"),
    )
    days = ("2024-02-29", "2024-03-01", "2024-05-01", "2024-05-31", "2024-06-01", "2024-09-01")
    assert [made.says(day) for day in days] == ["P", "OUTER", "INNER", "INNER", "OUTER", "P"]


def test_one_temporary_change_may_end_on_the_day_on_which_another_starts(with_errata):
    made = with_errata(
        temporary("a", "2024-03-01", "2024-04-01", "A"), temporary("b", "2024-04-01", "2024-05-01", "B")
    )
    assert [made.says(day) for day in ("2024-03-31", "2024-04-01", "2024-05-01")] == ["A", "B", "P"]
    periods = made.ask(f"{CARD}/timeline")["periods"]
    edges = [(one["effective_from"], one["effective_until"]) for one in periods]
    assert edges == [
        ("2024-02-02", "2024-03-01"),
        ("2024-03-01", "2024-04-01"),
        ("2024-04-01", "2024-05-01"),
        ("2024-05-01", None),
    ]


def test_an_empty_text_is_a_text(with_errata):
    made = with_errata('{id: e, effective_from: 2024-03-01, class: functional, rules_text: ""}')
    answer = made.ask(on="2024-03-01")
    assert (answer["oracle_text"], answer["text_known"]) == ("", True)


def test_an_erratum_with_the_same_words_is_a_version_and_makes_no_difference(with_errata):
    made = with_errata("{id: same, effective_from: 2024-03-01, class: wording, rules_text: P}")
    assert [one["erratum"] for one in made.ask(f"{CARD}/timeline")["errata"]] == ["same"]
    diff = made.ask(f"{CARD}/diff", **{"from": "2024-02-29", "to": "2024-03-01"})
    assert (diff["identical"], diff["fields"]) == (True, [])
    assert [one["erratum"] for one in diff["errata"]] == ["same"]


def test_a_diff_backwards_has_the_days_as_they_were_asked_and_one_of_a_day_with_itself_nothing(three):
    back = three.ask(f"{CARD}/diff", **{"from": "2024-06-01", "to": "2024-02-02"})
    assert (back["from"], back["to"]) == ("2024-06-01", "2024-02-02")
    assert (back["fields"][0]["before"], back["fields"][0]["after"]) == ("E1", "P")
    same = three.ask(f"{CARD}/diff", **{"from": "2024-06-01", "to": "2024-06-01"})
    assert (same["identical"], same["fields"], same["errata"]) == (True, [], [])
