import json

from service.serving.answers.parts import asked_card
from service.serving.answers.text import text_answer
from service.store.connection import make_engine, reading
from tests.support.building import day

PRINTED = "Kill a friendly unit to give +[M] equal to its Might to another friendly unit this turn. Draw 1."
NEW = [
    "[Reaction] (Play any time, even before spells and abilities resolve.)",
    "Kill a friendly unit. If you do, give +[M] equal to its Might to another friendly unit this turn.",
    "Draw 1.",
]


def test_before_the_first_day_there_is_no_text_and_the_first_day_is_named(errata):
    result = errata("text", "riftbound/deathgrip", "--on", "2025-12-11")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert "2025-12-12" in result.stderr
    assert result.stderr.endswith("[no-effective-text]\n")


def test_a_problem_as_json_has_its_code_and_what_a_machine_needs(errata):
    result = errata("text", "riftbound/deathgrip", "--on", "2025-12-11", "--json")
    problem = json.loads(result.stdout)
    assert result.exit_code == 1
    assert result.stderr == ""
    assert problem["code"] == "no-effective-text"
    assert problem["title"]
    assert problem["detail"]
    assert problem["first_effective_from"] == "2025-12-12"


def test_on_the_day_before_the_erratum_the_printed_words_stand(errata):
    result = errata("text", "riftbound/deathgrip", "--on", "2026-01-13")
    assert result.exit_code == 0
    assert PRINTED in result.stdout.splitlines()
    assert "first printed" in result.stdout


def test_on_the_day_of_the_erratum_the_new_words_stand_each_on_its_line(errata):
    lines = errata("text", "riftbound/deathgrip", "--on", "2026-01-14").stdout.splitlines()
    start = lines.index(NEW[0])
    assert lines[start : start + 3] == NEW
    assert "certainty  exact" in lines


def test_the_erratum_is_named_with_its_document_and_its_reason(errata):
    words = errata("text", "riftbound/deathgrip", "--on", "2026-01-14").stdout
    assert "since 2026-01-14: erratum spiritforged-faq, functional" in words
    assert "Riftbound Spiritforged FAQ (spiritforged-faq), https://" in words
    assert "Killing is an effect and no cost" in words


def test_json_is_exactly_what_the_api_answers(errata, client):
    path = "/v1/cards/riftbound/deathgrip/text?on=2026-01-14"
    result = errata("text", "riftbound/deathgrip", "--on", "2026-01-14", "--json")
    assert result.stdout == client.get(path).text + "\n"


def test_without_a_day_it_is_today_in_the_zone_of_the_game(errata, database_url):
    # In UTC, where Riftbound's days change, the 14th has begun; in California it has not.
    now = "2026-01-13T17:00:00-08:00"
    answer = json.loads(errata("text", "riftbound/deathgrip", "--json", ERRATA_NOW=now).stdout)
    engine = make_engine(database_url)
    with reading(engine) as conn:
        assert answer == text_answer(conn, asked_card(conn, "riftbound", "deathgrip"), day("2026-01-14"))
    engine.dispose()


def test_what_assumed_means_is_said(errata):
    words = errata("text", "riftbound/deathgrip", "--on", "2026-09-01").stdout
    assert "certainty  assumed: checked through 2026-08-17" in words


def test_where_a_day_is_uncertain_the_other_words_are_shown(errata):
    arguments = ("text", "mtg/dermoplasm", "--on", "2014-08-28")
    answer = json.loads(errata(*arguments, "--json").stdout)
    words = errata(*arguments).stdout
    assert answer["certainty"] == "uncertain"
    assert "certainty  uncertain: " in words
    assert "or already" in words
    assert all(line in words for line in answer["alternatives"][0]["value"].split("\n"))


def test_an_outdated_translation_is_shown_with_the_words_that_hold(errata):
    words = errata("text", "riftbound/deathgrip", "--lang", "zh-CN", "--on", "2026-01-14").stdout
    assert words.startswith("断魂一扼\n")
    assert "outdated   since 2026-01-14; in en the card reads:" in words
    assert "           Draw 1." in words.splitlines()


def test_a_card_is_found_by_its_name_too(errata):
    by_id = errata("text", "riftbound/falling-star", "--on", "2025-11-01", "--json")
    assert errata("text", "riftbound/Falling Star", "--on", "2025-11-01", "--json").stdout == by_id.stdout


def test_a_change_that_alters_no_words_is_named(errata):
    arguments = ("text", "riftbound/falling-star", "--on", "2025-10-20")
    changes = json.loads(errata(*arguments, "--json").stdout)["rules_changes"]
    assert changes
    assert f"erratum {changes[0]['erratum']}, since" in errata(*arguments).stdout


def test_what_can_not_be_understood_is_a_fault_of_usage(errata):
    assert errata("text", "deathgrip").exit_code == 2
    bad_day = errata("text", "riftbound/deathgrip", "--on", "2026-02-30")
    assert (bad_day.exit_code, "[bad-date]" in bad_day.stderr) == (2, True)


def test_what_is_not_there_is_named(errata):
    assert "[unknown-game]" in errata("text", "chess/king").stderr
    assert "[unknown-card]" in errata("text", "riftbound/no-such-card").stderr
    assert "[language-not-available]" in errata("text", "riftbound/deathgrip", "--lang", "fr").stderr


def test_what_an_erratum_replaced_on_its_day_is_told_too(errata):
    lines = errata("text", "riftbound/falling-star", "--on", "2026-01-14").stdout.splitlines()
    start = lines.index("replaces   erratum spiritforged-faq, functional")
    assert "Riftbound Spiritforged FAQ (spiritforged-faq), https://" in lines[start + 1]
    assert lines[start + 2].startswith("why        Takes back the reading")
    assert lines[start + 3] == "together   the change of that day is functional"


def test_an_erratum_that_replaces_nothing_tells_of_none(errata):
    assert "replaces" not in errata("text", "riftbound/deathgrip", "--on", "2026-01-14").stdout


def test_each_face_is_called_by_its_name(errata, demo_url):
    words = errata("text", "demo/dusk-dawn", "--on", "2025-03-01", url=demo_url).stdout
    assert "\nDusk: rules_text  version " in words
    assert "\nDawn: rules_text  version " in words


def test_a_change_of_which_the_day_is_not_known_is_not_told_as_one_that_is(errata):
    unsure = errata("text", "mtg/backslide", "--on", "2005-01-01").stdout
    assert "next       erratum 2, on an unknown day, 2011-07-16 at the latest" in unsure
    assert "next       erratum 3, 2015-03-27\n" in (
        errata("text", "mtg/backslide", "--on", "2012-01-01").stdout
    )
