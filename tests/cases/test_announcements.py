"""What had been announced: promises, re-datings, withdrawals, ends and replacements, in both views."""

import pytest

from service.domain.refusals import CorpusRefused
from tests.support.cases import CARD, PRINTED

TIMELINE = f"{CARD}/timeline"


def shown(made, **query):
    """Return the errata of the timeline, each with its first day."""
    errata = made.ask(TIMELINE, **query)["errata"]
    return [(one["erratum"], one["effective_from"], one["pending"]) for one in errata]


def test_a_promise_is_pending_and_in_no_answer_of_any_day(ledger, with_errata):
    ledger.document("letter", "2024-04-01")
    made = with_errata("{id: promise, document: letter, pending: yes, class: functional, rules_text: SOON}")
    for day in ("2024-02-02", "2024-04-01", "2025-06-01", "9999-12-31"):
        answer = made.ask(on=day)
        assert answer["oracle_text"] == "P"
        assert answer["next_change"] is None
        assert answer["pending"] == [
            {"erratum": "promise", "document": "letter", "announced_on": "2024-04-01", "reason": None}
        ]
    assert made.ask(on="2024-03-31", view="contemporary")["pending"] == []
    assert shown(made) == [("promise", None, True)]


def test_a_promise_takes_no_window_from_the_errata_around_it(ledger, with_errata):
    ledger.document("letter", "2024-04-01")
    made = with_errata(
        "{id: promise, document: letter, pending: yes, class: functional, rules_text: SOON}",
        "{id: e, effective_from: 2024-06-01, class: wording, rules_text: NEW}",
    )
    answer = made.ask(on="2024-05-01")
    assert (answer["certainty"], answer["alternatives"]) == ("assumed", [])
    assert answer["next_change"]["errata"] == ["e"]


def test_a_dated_promise_is_scheduled_and_at_older_pins_still_pending(ledger, with_errata):
    ledger.document("letter", "2024-04-01")
    promise = "{id: promise, document: letter, pending: yes, class: functional, rules_text: NEW"
    with_errata(promise + "}", now="2024-04-02T00:00")
    made = with_errata(
        promise + ", redated: [{announced_on: 2024-05-01, effective_from: 2024-06-01}]}",
        now="2024-05-02T00:00",
    )
    assert [one["erratum"] for one in made.ask(on="2024-06-01", as_of=1)["pending"]] == ["promise"]
    assert made.says("2024-06-01", as_of=1) == "P"
    answer = made.ask(on="2024-05-15")
    assert (answer["oracle_text"], answer["pending"]) == ("P", [])
    assert answer["next_change"]["effective_from"] == "2024-06-01"
    assert made.says("2024-06-01") == "NEW"
    early = made.ask(on="2024-04-15", view="contemporary")
    assert [one["erratum"] for one in early["pending"]] == ["promise"]
    assert early["next_change"] is None


@pytest.fixture
def redated(ledger, with_errata):
    """Scheduled for 06-01, and on 05-20 re-dated to 07-01."""
    ledger.document("plan", "2024-05-01")
    return with_errata(
        "{id: e, document: plan, effective_from: 2024-06-01, class: wording, rules_text: NEW, "
        "redated: [{announced_on: 2024-05-20, effective_from: 2024-07-01}]}"
    )


def test_a_redated_change_keeps_the_old_text_until_its_new_day(redated):
    assert redated.says("2024-06-15") == "P"
    assert redated.says("2024-07-01") == "NEW"


@pytest.mark.parametrize(("day", "coming"), [("2024-05-19", "2024-06-01"), ("2024-05-21", "2024-07-01")])
def test_which_day_comes_next_is_what_had_been_announced(redated, day, coming):
    answer = redated.ask(on=day, view="contemporary")
    assert answer["next_change"]["effective_from"] == coming
    dated = shown(redated, view="contemporary", announced_by=day)
    assert ("e", coming, False) in dated
    assert redated.says("2024-06-15", announced_by=day) == ("NEW" if coming == "2024-06-01" else "P")


def test_both_days_of_a_redated_change_stand_in_its_history(redated):
    first, second = redated.ask(TIMELINE)["errata"]
    assert (first["effective_from"], second["effective_from"]) == ("2024-06-01", "2024-07-01")
    assert (first["ended"]["kind"], first["ended"]["announced_on"]) == ("void", "2024-05-20")
    assert (second["ended"], second["announced_on"]) == (None, "2024-05-20")


def test_an_edit_of_the_day_in_place_is_our_correction_and_shows_to_pins_alone(with_errata):
    lines = "{{id: e, effective_from: {}, announced_on: 2024-05-01, class: wording, rules_text: NEW}}"
    with_errata(lines.format("2024-06-01"))
    made = with_errata(lines.format("2024-07-01"))
    for day in ("2024-05-19", "2024-05-21"):
        assert made.ask(on=day, view="contemporary")["next_change"]["effective_from"] == "2024-07-01"
    assert made.says("2024-06-15", as_of=1) == "NEW"
    assert made.says("2024-06-15") == "P"


VOID = "endings:\n  - {of: e, kind: void, announced_on: 2024-%s, reason: A mistake.}\n"
SCHEDULED = "{id: e, effective_from: 2024-06-01, announced_on: 2024-05-01, class: wording, rules_text: NEW}"


def test_what_is_withdrawn_before_its_day_was_never_an_answer_and_stays_in_history(with_errata):
    made = with_errata(SCHEDULED, behind=VOID % "05-20")
    assert [made.says(day) for day in ("2024-05-31", "2024-06-01", "9999-12-31")] == ["P", "P", "P"]
    [one] = made.ask(TIMELINE)["errata"]
    assert (one["effective_from"], one["ended"]["kind"]) == ("2024-06-01", "void")
    assert one["ended"]["announced_on"] == "2024-05-20"
    assert made.ask(on="2024-05-15", view="contemporary")["next_change"]["effective_from"] == "2024-06-01"
    assert made.ask(on="2024-05-20", view="contemporary")["next_change"] is None


def test_what_is_withdrawn_from_the_beginning_applied_for_those_who_could_not_know(with_errata):
    made = with_errata(SCHEDULED, behind=VOID % "09-01")
    assert made.says("2024-08-15") == "P"
    assert made.says("2024-08-15", view="contemporary") == "NEW"
    assert made.says("2024-09-01", view="contemporary") == "P"
    periods = made.ask(TIMELINE, view="contemporary")["periods"]
    assert [(one["effective_from"], one["oracle_text"]) for one in periods] == [
        ("2024-02-02", "P"),
        ("2024-06-01", "NEW"),
        ("2024-09-01", "P"),
    ]


def test_a_rescinded_change_makes_two_adjoining_stretches_with_both_texts_in_full(with_errata):
    made = with_errata(
        SCHEDULED,
        behind="endings:\n  - {of: e, kind: lapsed, ended_on: 2024-08-01, announced_on: 2024-07-20}\n",
    )
    periods = made.ask(TIMELINE)["periods"]
    assert [(one["effective_from"], one["effective_until"], one["oracle_text"]) for one in periods] == [
        ("2024-02-02", "2024-06-01", "P"),
        ("2024-06-01", "2024-08-01", "NEW"),
        ("2024-08-01", None, "P"),
    ]
    diff = made.ask(f"{CARD}/diff", **{"from": "2024-07-31", "to": "2024-08-01"})
    assert (diff["fields"][0]["before"], diff["fields"][0]["after"]) == ("NEW", "P")
    assert made.ask(on="2024-07-19", view="contemporary")["next_change"] is None
    assert made.ask(on="2024-07-20", view="contemporary")["next_change"]["effective_from"] == "2024-08-01"


def refused(made, code):
    """Fail unless a load is refused for this, and nothing was recorded by it."""
    before = made.loaded.everything()
    with pytest.raises(CorpusRefused) as caught:
        made.load()
    assert code in {fault["code"] for fault in caught.value.extra["faults"]}
    assert made.loaded.everything() == before


def test_a_replacement_announced_before_what_it_replaces_is_refused(ledger):
    ledger.card(
        PRINTED + "errata:\n"
        "  - {id: a, effective_from: 2024-06-01, announced_on: 2024-05-10, class: wording, rules_text: A}\n"
        "  - {id: b, effective_from: 2024-06-01, announced_on: 2024-05-09, replaces: a, class: wording,"
        " rules_text: B}\n"
    )
    refused(ledger, "replacement-announced-too-early")


def test_a_second_end_is_refused(ledger, with_errata):
    made = with_errata(SCHEDULED, behind=VOID % "05-20")
    made.card(made.folder.read("demo/cards/card.yaml") + "  - {of: e, kind: lapsed, ended_on: 2024-08-01}\n")
    refused(made, "already-ended")


def test_what_is_announced_after_the_day_of_recording_is_refused(ledger):
    ledger.card(f"{PRINTED}errata:\n  - {SCHEDULED.replace('2024-05-01', '2025-01-02')}\n")
    refused(ledger, "announced-in-the-future")


def test_an_unknown_announcement_counts_from_the_first_effective_day(with_errata):
    made = with_errata(
        "{id: e, effective_from: 2024-06-01, announced_on: unknown, class: wording, rules_text: NEW}"
    )
    assert made.says("2024-06-01", view="contemporary") == "NEW"
    assert made.says("2024-07-01", announced_by="2024-05-31") == "P"
    assert made.ask(on="2024-05-31", view="contemporary")["next_change"] is None
    answer = made.ask(on="2024-06-01")
    assert (answer["announced_unknown"], answer["retroactive"]) == (True, False)
    assert made.ask(TIMELINE)["errata"][0]["announced_unknown"] is True


def test_announced_one_day_after_it_holds_is_retroactive_on_that_day_alone(with_errata):
    made = with_errata(
        "{id: e, effective_from: 2024-06-01, announced_on: 2024-06-02, class: wording, rules_text: NEW}"
    )
    days = ("2024-05-31", "2024-06-01", "2024-06-02")
    assert [made.ask(on=day)["retroactive"] for day in days] == [False, True, False]


def test_two_notices_that_contradict_on_one_day_are_refused_and_the_first_is_named(ledger):
    ledger.card(
        PRINTED + "errata:\n"
        "  - {id: a, effective_from: 2024-06-01, class: wording, rules_text: A}\n"
        "  - {id: b, effective_from: 2024-06-01, class: wording, rules_text: B}\n"
    )
    with pytest.raises(CorpusRefused, match="as a "):
        ledger.load()
    refused(ledger, "same-start-conflict")


def test_of_two_changes_on_one_day_the_later_applies_and_both_are_in_history(with_errata):
    made = with_errata(
        "{id: faq, effective_from: 2024-06-01, announced_on: 2024-06-01, class: functional, rules_text: A}",
        "{id: page, effective_from: 2024-06-01, announced_on: 2024-06-03, replaces: faq, class: reminder, "
        "rules_text: B}",
    )
    assert made.says("2024-06-01") == "B"
    assert made.says("2024-06-01", view="contemporary") == "A"
    assert made.says("2024-06-03", view="contemporary") == "B"
    first, second = made.ask(TIMELINE)["errata"]
    assert (first["replaced_by"], second["replaces"]) == ("page", "faq")


def test_a_replacement_counts_with_the_class_of_what_it_replaces(with_errata):
    made = with_errata(
        "{id: faq, effective_from: 2024-06-01, class: functional, rules_text: A}",
        "{id: page, effective_from: 2024-06-01, replaces: faq, class: reminder, rules_text: B}",
    )
    periods = made.ask(TIMELINE)["periods"]
    assert periods[-1]["class"] == "functional"
    printing = made.ask("/v1/printings/one-1", on="2024-06-01")
    assert printing["verdict"] == "functional"


def later_than(day, value):
    """Yield every day of an announcement in an answer that lies after a day."""
    if isinstance(value, list):
        for one in value:
            yield from later_than(day, one)
    elif isinstance(value, dict):
        for name, one in value.items():
            if name in ("announced_on", "provisional_until") and one is not None and one > day:
                yield name, one
            yield from later_than(day, one)


@pytest.mark.parametrize("day", ["2024-02-10", "2024-03-05", "2024-04-10", "2024-05-10", "2024-07-01"])
def test_no_answer_tells_what_was_announced_after_the_day_that_is_asked_of(ledger, with_errata, day):
    ledger.document("faq", "2024-03-01", "provisional: yes\n")
    ledger.document("page", "2024-04-01")
    ledger.document("end", "2024-05-01")
    made = with_errata(
        "{id: a, document: faq, confirmed_by: [page], effective_from: 2024-03-01, class: wording, "
        "rules_text: A}",
        "{id: b, document: faq, effective_from: 2024-03-10, effective_until: 2024-06-01, "
        "ended_by_document: end, class: wording, rules_text: B}",
        "{id: c, document: faq, effective_from: 2024-08-01, class: wording, rules_text: C, "
        "redated: [{announced_on: 2024-06-15, effective_from: 2024-09-01}]}",
        "{id: d, document: page, effective_from: 2024-09-05, class: wording, rules_text: D}",
        behind="endings: [{of: d, kind: void, announced_on: 2024-06-20}]\n",
    )
    for asked in ({"announced_by": day}, {"view": "contemporary"}):
        answers = [
            made.ask(on=day, **asked),
            made.ask(f"{CARD}/printings", on=day, **asked),
            made.ask("/v1/printings/one-1", on=day, **asked),
            made.ask(f"{CARD}/diff", **asked, **{"from": "2024-02-02", "to": day}),
        ]
        assert list(later_than(day, answers)) == []
    timeline = made.ask(TIMELINE, announced_by=day)
    assert list(later_than(day, timeline)) == []
    assert all(one["effective_until"] is None or day >= "2024-05-01" for one in timeline["errata"])
    versions = [version for one in timeline["errata"] if one["erratum"] == "c" for version in one["versions"]]
    assert len(set(versions)) == (0 if day < "2024-03-01" else 2 if day >= "2024-06-15" else 1)


def test_a_translation_is_read_where_what_was_replaced_had_not_been_announced(with_errata):
    french = "  - {id: fr-1, set: ONE, lang: fr, released_on: 2024-03-01, rules_text: F}\n"
    made = with_errata(
        "{id: a, announced_on: unknown, effective_from: 2024-06-01, class: wording, rules_text: A}",
        "{id: b, announced_on: 2024-05-01, effective_from: 2024-06-01, replaces: a, class: wording, "
        "rules_text: B}",
        printed=PRINTED + french,
    )
    for lang, words in (("en", "B"), ("fr", "F")):
        assert made.says("2024-06-10", lang=lang, announced_by="2024-05-15") == words
        assert made.ask(TIMELINE, lang=lang, announced_by="2024-05-15")["errata"][0]["erratum"] == "b"
    assert made.ask("/v1/printings/fr-1", on="2024-06-10", announced_by="2024-05-15")["verdict"] == "wording"


def test_a_page_is_shown_where_what_was_replaced_is_of_another_scope(with_errata):
    made = with_errata(
        "{id: a, scopes: [online], effective_from: 2024-06-01, class: wording, rules_text: A}",
        "{id: b, effective_from: 2024-06-01, replaces: a, class: wording, rules_text: B}",
    )
    response = made.get("/demo/cards/card", on="2024-06-01")
    assert (response.status_code, "B" in response.text) == (200, True)


def test_an_end_of_which_it_is_open_whether_it_was_announced_has_no_last_day(with_errata):
    made = with_errata(
        "{id: e, effective_from: 2024-03-01, class: wording, rules_text: A}",
        behind="endings:\n  - {of: e, kind: lapsed, ended_after: 2024-04-01, ended_by: 2024-06-01, "
        "announced_on: unknown}\n",
    )
    [other] = made.ask(on="2024-05-01", view="contemporary")["alternatives"]
    assert (other["effective_after"], other["effective_by"]) == ("2024-04-01", None)
    [known] = made.ask(on="2024-05-01")["alternatives"]
    assert known["effective_by"] == "2024-06-01"


FRENCH = "  - {id: fr-1, set: ONE, lang: fr, released_on: 2024-02-10, rules_text: F}\n"
T = "{id: t, announced_on: 2024-05-01, class: wording, rules_text: T, effective_from: "
U = "{id: u, announced_on: 2024-05-20, replaces: t, class: wording, rules_text: U, effective_from: "
VOID_T = "endings:\n  - {of: t, kind: void, announced_on: 2024-07-01}\n"
VOID_U = "  - {of: u, kind: void, announced_on: 2024-08-01}\n"
MOVED = "2024-06-01, redated: [{announced_on: 2024-05-20, effective_from: 2024-07-01}]}"


@pytest.mark.parametrize(
    ("errata", "behind"),
    [
        ([T + "2024-06-01}", U + "2024-06-01}"], VOID_T),
        ([T + "2024-06-01}", U + "2024-06-01}"], VOID_T + VOID_U),
        ([T + MOVED, U + "2024-07-01}"], ""),
    ],
    ids=["what was replaced is void", "both are void", "it was given another day first"],
)
def test_what_was_replaced_and_does_not_stand_leaves_translations_readable(with_errata, errata, behind):
    made = with_errata(*errata, behind=behind, printed=PRINTED + FRENCH)
    for lang in ("en", "fr"):
        for asked in ({}, {"announced_by": "2024-07-15"}, {"view": "contemporary"}):
            assert made.ask(on="2024-07-20", lang=lang, **asked)["lang"] == lang
            assert made.ask(TIMELINE, lang=lang, **asked)["periods"]
            assert made.ask(f"{CARD}/printings", on="2024-07-20", **asked)["printings"]
    assert made.get("/demo/cards/card", on="2024-07-20", lang="fr").status_code == 200


def test_a_page_tells_every_day_that_was_announced_for_an_erratum(with_errata):
    made = with_errata(
        "{id: plan, announced_on: 2024-05-01, effective_from: 2024-06-01, class: wording, rules_text: A, "
        "redated: [{announced_on: 2024-05-10, pending: yes}, "
        "{announced_on: 2024-05-20, effective_from: 2024-06-10}]}"
    )
    page = made.get("/demo/cards/card", on="2024-06-15").text
    assert page.count("erratum <code>plan</code>") == 3
    assert page.count('id="erratum-plan"') == 1
    assert "the publisher announced another day for it. It was meant for 1 June 2024." in page
    assert "the publisher withdrew it" not in page


def test_before_anything_was_announced_there_is_no_text_to_compare(with_errata):
    made = with_errata()
    for ends in (("base", "2024-07-01"), ("2024-07-01", "base")):
        query = dict(zip(("from", "to"), ends, strict=True))
        problem = made.ask(f"{CARD}/diff", announced_by="2023-01-01", status=404, **query)
        assert problem["code"] == "no-effective-text"
