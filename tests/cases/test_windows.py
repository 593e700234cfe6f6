"""Days known only as windows, errata before the release, words that nobody knows, changes without words."""

import pytest

from tests.support.cases import CARD, Ledger

CHECKED = "verified_through: 2024-12-31\n"

TIMELINE = f"{CARD}/timeline"


def printed(released: str, more: str = "") -> str:
    """Return a card of which all days were checked, with one printing."""
    return (
        f"{CHECKED}base: {{name: Card, rules_text: P}}\n{more}"
        f"printings: [{{id: one-1, set: ONE, lang: en, released_on: {released}}}]\n"
    )


@pytest.fixture
def old(ledger: Ledger, with_errata):
    """Make a card that came out in 2000, with these errata."""
    ledger.folder.write("demo/sets.yaml", "sets: [{code: ONE, name: One, releases: []}]\n")
    return lambda *errata, behind="": with_errata(*errata, behind=behind, printed=printed("2000-01-01"))


def read(made, *days, **query):
    """Return text, certainty and what may apply instead, of each day."""
    answers = [made.ask(on=day, **query) for day in days]
    return [
        (one["oracle_text"], one["certainty"], [each["erratum"] for each in one["alternatives"]])
        for one in answers
    ]


def test_an_erratum_announced_before_the_release_starts_with_it_and_replaces_nothing(ledger, with_errata):
    ledger.folder.write("demo/sets.yaml", "sets: [{code: ONE, name: One, releases: []}]\n")
    ledger.document("page", "2024-04-03")
    made = with_errata(
        "{id: e, document: page, effective_from: 2024-04-03, class: functional, rules_text: NEW}",
        printed=printed("2024-04-08"),
    )
    problem = made.ask(on="2024-04-07", status=404)
    assert (problem["code"], problem["first_effective_from"]) == ("no-effective-text", "2024-04-08")
    assert made.says("2024-04-08") == "NEW"
    assert made.ask("/v1/printings/one-1", on="2024-04-08")["superseded_before_release"] is True
    assert made.ask(TIMELINE)["base"]["superseded_before_release"] is True


def test_one_whose_announcement_is_unknown_holds_from_the_release_in_both_views(ledger, with_errata):
    ledger.folder.write("demo/sets.yaml", "sets: [{code: ONE, name: One, releases: []}]\n")
    made = with_errata(
        "{id: e, effective_from: 2017-09-20, announced_on: unknown, class: functional, rules_text: NEW}",
        printed=printed("2017-09-29"),
    )
    for view in ("hindsight", "contemporary"):
        assert made.says("2017-09-28", view=view) is None
        assert made.says("2017-09-29", view=view) == "NEW"


WINDOW = "{{id: {0}, effective_after: {1}, effective_by: {2}, class: wording, rules_text: {0}}}"


def test_inside_a_window_the_older_text_stands_uncertain_and_the_newer_beside_it(old):
    made = old(WINDOW.format("e", "2014-02-28", "2014-07-01"))
    assert read(made, "2014-02-28", "2014-05-01", "2014-07-01") == [
        ("P", "exact", []),
        ("P", "uncertain", ["e"]),
        ("e", "exact", []),
    ]
    assert read(made, "2014-05-01", view="contemporary") == [("P", "uncertain", ["e"])]
    assert read(made, "2014-07-01", announced_by="2014-05-01") == [("P", "uncertain", ["e"])]
    assert read(made, "2014-07-01", announced_by="2014-02-28") == [("P", "exact", [])]


def test_of_two_undated_errata_seen_at_once_the_earlier_was_never_the_answer(old):
    made = old(WINDOW.format("a", "2019-09-26", "2024-07-03"), WINDOW.format("b", "2020-01-01", "2024-07-03"))
    assert read(made, "2020-06-01", "2024-07-02", "2024-07-03") == [
        ("P", "uncertain", ["a", "b"]),
        ("P", "uncertain", ["a", "b"]),
        ("b", "exact", []),
    ]
    assert [one["erratum"] for one in made.ask(TIMELINE)["errata"]] == ["a", "b"]
    assert "a" not in [one["oracle_text"] for one in made.ask(TIMELINE)["periods"]]


def test_an_erratum_without_any_day_lies_between_its_neighbours(old):
    made = old(
        "{id: a, effective_from: 2015-03-27, class: wording, rules_text: A}",
        "{id: b, class: wording, rules_text: B}",
        "{id: c, effective_from: 2018-04-27, class: wording, rules_text: C}",
    )
    assert read(made, "2016-01-01", "2018-04-26", "2018-04-27") == [
        ("A", "uncertain", ["b"]),
        ("A", "uncertain", ["b"]),
        ("C", "exact", []),
    ]


def test_a_month_is_a_window(old):
    made = old(WINDOW.format("e", "2011-04-30", "2011-05-31"))
    assert read(made, "2011-04-30", "2011-05-01", "2011-05-30", "2011-05-31") == [
        ("P", "exact", []),
        ("P", "uncertain", ["e"]),
        ("P", "uncertain", ["e"]),
        ("e", "exact", []),
    ]


def test_words_that_nobody_knows_are_an_answer_and_no_diff(old):
    made = old("{id: e, effective_from: 2010-01-01, class: functional, rules_text: unknown}")
    answer = made.ask(on="2010-01-01")
    assert (answer["oracle_text"], answer["text_known"], answer["text_sha256"]) == (None, False, None)
    problem = made.ask(f"{CARD}/diff", status=404, **{"from": "base", "to": "2010-01-01"})
    assert problem["code"] == "text-unknown"
    assert made.ask("/v1/printings/one-1", on="2010-01-01")["verdict"] == "unknown"
    assert made.ask("/v1/cards", q="P", on="2010-01-01")["cards"] == []


def test_a_change_without_words_is_named_on_its_days_alone(ledger, with_errata):
    ledger.document("rules", "2024-12-14")
    made = with_errata(
        "{id: e, class: rules, effective_from: 2024-10-16, announced_on: 2024-10-16, "
        "effective_until: 2024-12-14, ended_by_document: rules, reason: It does more.}",
        printed=printed("2024-02-02"),
    )
    answer = made.ask(on="2024-10-20")
    assert (answer["oracle_text"], [one["erratum"] for one in answer["rules_changes"]]) == ("P", ["e"])
    assert answer["rules_changes"][0]["effective_until"] == "2024-12-14"
    assert made.ask(on="2024-12-14")["rules_changes"] == []
    assert made.ask(on="2024-10-15")["rules_changes"] == []
    [known] = made.ask(on="2024-11-01", view="contemporary")["rules_changes"]
    assert known["effective_until"] is None


def test_an_end_that_is_known_as_a_window_leaves_its_last_days_uncertain(old):
    made = old(
        "{id: e, effective_from: 2005-01-01, class: wording, provisional: yes, rules_text: NEW}",
        behind="endings:\n  - {of: e, kind: lapsed, ended_after: 2005-10-27, ended_by: 2005-11-04}\n",
    )
    assert read(made, "2005-10-27", "2005-10-28", "2005-11-01", "2005-11-04") == [
        ("NEW", "exact", []),
        ("NEW", "uncertain", [None]),
        ("NEW", "uncertain", [None]),
        ("P", "exact", []),
    ]


def test_an_erratum_that_a_second_document_repeats_is_one_version_and_provisional_until_then(
    ledger, with_errata
):
    ledger.document("faq", "2024-03-01", "provisional: yes\n")
    ledger.document("page", "2024-04-01")
    made = with_errata(
        "{id: e, document: faq, confirmed_by: [page], effective_from: 2024-03-01, class: wording, "
        "rules_text: N}"
    )

    def source(on, **query):
        return made.ask(on=on, **query)["faces"][0]["provenance"]["rules_text"]

    assert [source(on)["provisional"] for on in ("2024-03-31", "2024-04-01")] == [True, False]
    assert source("2024-04-01", announced_by="2024-03-31")["provisional"] is True
    assert (source("2024-04-01")["document"], source("2024-04-01")["confirmed_by"]) == ("faq", ["page"])
    assert source("2024-03-31", view="contemporary")["confirmed_by"] == []
    assert source("2024-04-01", view="contemporary")["confirmed_by"] == ["page"]
    [known] = made.ask(TIMELINE, announced_by="2024-03-31")["errata"]
    assert (known["confirmed_by"], known["provisional_until"]) == ([], None)
    assert len(made.ask(TIMELINE)["errata"]) == 1
    assert len(made.ask(TIMELINE)["periods"]) == 2
