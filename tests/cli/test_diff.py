import json

from service.cli.diff import marked

ENDS = ("diff", "riftbound/deathgrip", "--from", "2026-01-13", "--to", "2026-01-14")


def test_changed_words_the_new_line_break_and_the_class_are_shown(errata):
    result = errata(*ENDS)
    assert result.exit_code == 0
    assert "class: functional" in result.stdout.splitlines()
    assert "Kill a friendly unit[- to-]{+. If you do,+} give +[M] equal to its Might" in result.stdout
    assert "this turn.[-␣-]{+↵\n+}Draw 1." in result.stdout


def test_with_colour_deletions_are_struck_and_insertions_underlined(errata):
    words = errata(*ENDS, FORCE_COLOR="1", TERM="xterm").output
    assert "\x1b[9;31m to\x1b[0m\x1b[4;32m. If you do,\x1b[0m" in words
    assert "↵" in words
    assert "[- to-]" not in words


def test_no_color_is_obeyed(errata):
    words = errata(*ENDS, FORCE_COLOR="1", NO_COLOR="1", TERM="xterm").output
    assert "[- to-]{+. If you do,+}" in words


def test_the_errata_between_are_named(errata):
    assert "2026-01-14  spiritforged-faq: functional (rules_text)" in errata(*ENDS).stdout


def test_json_is_exactly_what_the_api_answers(errata, client):
    path = "/v1/cards/riftbound/deathgrip/diff?from=2026-01-13&to=2026-01-14"
    assert errata(*ENDS, "--json").stdout == client.get(path).text + "\n"


def test_both_ends_are_needed(errata):
    result = errata("diff", "riftbound/deathgrip", "--from", "base")
    assert result.exit_code == 2
    assert "--to" in result.stderr


def test_an_end_that_nobody_knows_is_named(errata):
    result = errata("diff", "riftbound/deathgrip", "--from", "9999-1", "--to", "base", "--json")
    assert json.loads(result.stdout)["code"] == "unknown-version"


def test_equal_ends_are_said_to_be_equal(errata):
    result = errata("diff", "riftbound/deathgrip", "--from", "base", "--to", "2026-01-13")
    assert "no words differ" in result.stdout


def test_a_break_that_was_taken_out_does_not_break_the_line():
    spans = [["=", "a"], ["-", "\n"], ["+", " "], ["=", "b"]]
    assert "".join(words for words, _ in marked(spans, coloured=False)) == "a[-↵-]{+␣+}b"


def test_a_blank_beside_words_is_left_as_it_is():
    assert marked([["-", " to"]], coloured=False) == [("[- to-]", "")]


def test_the_ends_may_stand_in_any_order(errata):
    back = errata("diff", "riftbound/deathgrip", "--from", "2026-01-14", "--to", "2026-01-13")
    assert back.exit_code == 0
    assert "{+ to+}" in back.stdout
    assert "any order" in " ".join(errata("diff", "--help").stdout.split())


def test_a_face_is_called_by_its_name(errata, demo_url):
    ends = ("--from", "base", "--to", "2025-03-01")
    words = errata("diff", "demo/dusk-dawn", *ends, url=demo_url).stdout
    assert "Dawn: rules_text (wording)" in words
    assert "2025-03-01  page: wording (Dawn: rules_text)" in words
    assert "face" not in words


def test_other_words_that_nobody_judged_are_said_to_be_that(errata, demo_url):
    told = "nobody has stated whether the card plays differently"
    ends = ("--from", "base", "--to", "2025-03-01")
    assert told in errata("diff", "demo/dusk-dawn", *ends, url=demo_url).stdout
    assert told not in errata(*ENDS).stdout


def test_what_was_taken_out_keeps_the_lines_within():
    assert marked([["-", "a\nb"]], coloured=True) == [("a↵\nb", "red strike")]
