import json

import pytest

from service.cli.verdicts import AGREES, DIFFERS, release_of, verdict_of
from service.ingest.loader import load_corpus
from service.store.connection import make_engine
from service.web import verdicts as of_pages
from tests.support.corpora import NOW, Folder
from tests.support.odd_cards import ODD_CARDS

CARD = "riftbound/falling-star"
COPY = "riftbound/OGN/029"


@pytest.fixture
def odd(errata, empty_url, tmp_path):
    """Run a command on made-up cards, two printings of which bear one number."""
    corpus = Folder(tmp_path / "card_texts")
    for name, text in ODD_CARDS.items():
        corpus.write(f"demo/cards/{name}.yaml", text)
    engine = make_engine(empty_url)
    load_corpus(engine, corpus.root, NOW)
    engine.dispose()
    return lambda *arguments: errata(*arguments, url=empty_url)


def block(result, printing):
    """Return the lines about one printing of a list: its own, and those set in below it."""
    lines = result.stdout.splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith(f"{printing}  "))
    return lines[start : lines.index("", start)]


def test_a_printing_is_named_by_set_number_language_and_release(errata):
    result = errata("printings", CARD, "--on", "2026-01-13")
    assert result.stdout.startswith(f"Falling Star\n{CARD}, paper, on 2026-01-13\n")
    assert block(result, "ogn-029-en")[0] == "ogn-029-en  OGN 029, en, release: 2025-10-31"
    assert block(result, "ogn-029-zh")[0] == "ogn-029-zh  OGN 029, zh-CN, release: 2025-08-01"


def test_a_printing_without_a_number_and_a_day_says_what_it_has(errata, demo_url):
    result = errata("printings", "demo/stone-lynx", "--on", "2025-03-01", url=demo_url)
    assert block(result, "pro-lynx-en")[0] == "pro-lynx-en  PRO, foil, en, release: an unknown day"


def test_a_printing_holds_until_the_day_of_its_erratum(errata):
    before = block(errata("printings", CARD, "--on", "2026-01-13"), "ogn-029-zh")
    after = block(errata("printings", CARD, "--on", "2026-01-14"), "ogn-029-zh")
    assert before[1].startswith("  same: ")
    assert after[1] == "  functional: no longer right, the card does something else"


def test_the_words_of_a_printing_are_shown_where_the_card_says_something_else(errata):
    shown = [
        *("  rules_text:", "    Do this twice:"),
        "    Deal 3 to a unit. (You can choose different units.)",
    ]
    assert block(errata("printings", CARD, "--on", "2026-01-14"), "ogn-029-en")[2:] == shown
    assert "Do this twice" not in errata("printings", CARD, "--on", "2026-01-13").stdout


def test_of_another_language_only_the_text_is_shown(errata):
    words = block(errata("printings", CARD, "--on", "2026-01-14"), "ogn-029-zh")
    assert words[2:4] == ["  rules_text:", "    进行两次："]
    assert "星落" not in "".join(words)


def test_what_differs_is_told_with_its_face(errata, demo_url):
    result = errata("printings", "demo/dusk-dawn", "--on", "2025-03-01", url=demo_url)
    assert block(result, "one-002-en")[2:] == ["  Dawn: rules_text:", "    Turn me back."]


def test_words_that_are_not_known_are_not_told_as_words_that_differ(errata, demo_url):
    result = errata("printings", "demo/stone-lynx", "--on", "2025-03-01", url=demo_url)
    assert block(result, "one-001-de")[1] == "  unknown: can't be judged, the words aren't known"
    assert "rules_text:" not in "".join(block(result, "one-001-de"))


def test_a_change_that_no_copy_can_show_is_named_and_its_reason_once(errata):
    result = errata("printings", CARD, "--on", "2025-10-20")
    for printing in ("ogn-029-en", "ogn-029-zh"):
        _, verdict, change = block(result, printing)
        assert "but the card does something else" in verdict
        assert change == "  no copy can show: erratum origins-faq"
    assert result.stdout.count("\nrules      erratum origins-faq, since 2025-10-16, alters no words\n") == 1


def test_a_printing_that_came_out_behind_its_erratum_says_so(errata):
    late = "  superseded before its own release"
    assert late in errata("printings", "sfd-163-en", "--on", "2026-02-13").stdout.splitlines()
    assert late not in errata("printings", COPY, "--on", "2026-02-13").stdout.splitlines()


def test_on_an_uncertain_day_so_is_every_verdict(errata):
    unsure = "what the card says on this day is uncertain, and so is every verdict"
    assert unsure in errata("printings", "mtg/backslide", "--on", "2005-01-01").stdout.splitlines()
    assert unsure not in errata("printings", "mtg/backslide", "--on", "2012-01-01").stdout.splitlines()


def test_one_printing_is_found_as_a_copy_names_it_and_by_its_id(errata):
    by_number = errata("printings", COPY, "--on", "2026-01-14").stdout
    assert by_number == errata("printings", "ogn-029-en", "--on", "2026-01-14").stdout
    chinese = errata("printings", COPY, "--lang", "zh-CN", "--on", "2026-01-14").stdout
    assert chinese == errata("printings", "ogn-029-zh", "--on", "2026-01-14").stdout != by_number


def test_of_one_printing_all_that_differs_is_shown_with_its_errata(errata):
    lines = errata("printings", COPY, "--on", "2026-01-14").stdout.splitlines()
    assert "Do this twice:" in lines
    assert "[-Do this twice:-]{+Deal 3 to a unit.+}" in lines
    assert "2026-01-14  spiritforged-faq: functional (rules_text)" in lines


def test_of_one_printing_a_change_without_words_is_told_once(errata):
    told = errata("printings", COPY, "--on", "2025-10-20").stdout
    assert told.count("Under this reading the units are chosen one by one") == 1
    chinese = errata("printings", "ogn-029-zh", "--on", "2025-10-20").stdout
    assert chinese.count("Under this reading the units are chosen one by one") == 1


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ((CARD,), f"/v1/cards/{CARD}/printings?"),
        (("riftbound/Falling Star",), f"/v1/cards/{CARD}/printings?"),
        ((COPY,), f"/v1/printings/{COPY}?"),
        ((COPY, "--lang", "zh-CN"), f"/v1/printings/{COPY}?lang=zh-CN&"),
        (("ogn-029-en",), "/v1/printings/ogn-029-en?"),
        (("mtg/backslide", "--scope", "mtgo"), "/v1/cards/mtg/backslide/printings?scope=mtgo&"),
        (("ons-70-en", "--scope", "mtgo"), "/v1/printings/ons-70-en?scope=mtgo&"),
    ],
)
def test_json_is_exactly_what_the_api_answers(errata, client, arguments, path):
    result = errata("printings", *arguments, "--on", "2026-01-14", "--json")
    assert result.stdout == client.get(f"{path}on=2026-01-14").text + "\n"


@pytest.mark.parametrize("printed", [CARD, COPY, "ogn-029-en"])
def test_without_a_day_it_is_today_in_the_zone_of_the_game(errata, printed):
    # In UTC, where Riftbound's days change, the 14th has begun; in California it has not.
    now = errata("printings", printed, ERRATA_NOW="2026-01-13T17:00:00-08:00").stdout
    assert now == errata("printings", printed, "--on", "2026-01-14").stdout


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("riftbound/OGN/29",), "unknown-printing"),
        (("riftbound/ogn/029",), "unknown-printing"),
        (("ogn-029",), "unknown-printing"),
        (("deathgrip",), "unknown-printing"),
        (("chess/OGN/029",), "unknown-game"),
        (("riftbound/no-such-card",), "unknown-card"),
        (("riftbound/deathgrip", "--on", "2025-12-11"), "no-effective-text"),
    ],
)
def test_what_is_not_there_is_named_and_nothing_is_guessed(errata, arguments, code):
    result = errata("printings", *arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.endswith(f"[{code}]\n")


def test_several_printings_with_one_number_are_named(odd):
    result = odd("printings", "demo/ONE/7", "--json")
    assert (result.exit_code, json.loads(result.stdout)["candidates"]) == (1, ["twin-1", "twin-2"])
    assert odd("printings", "demo/ONE/7").stderr.endswith("by its id: twin-1, twin-2 [ambiguous-printing]\n")
    assert odd("printings", "twin-2", "--on", "2024-02-01").exit_code == 0


@pytest.mark.parametrize("printed", [CARD, "ogn-029-en"])
def test_a_language_goes_with_a_number_alone(errata, printed):
    result = errata("printings", printed, "--lang", "en")
    assert result.exit_code == 2
    assert "--lang says which printing GAME/SET/NUMBER means; leave it out here" in result.stderr


@pytest.mark.parametrize("printed", ["/deathgrip", "riftbound/"])
def test_half_a_name_is_a_fault_of_usage(errata, printed):
    assert errata("printings", printed).exit_code == 2


def test_pages_and_command_line_know_the_same_verdicts():
    assert (AGREES.keys(), DIFFERS.keys()) == (of_pages.AGREES.keys(), of_pages.DIFFERS.keys())


def test_a_class_that_was_computed_says_so():
    one = {"verdict": "wording", "verdict_basis": "computed", "rules_changes": []}
    assert verdict_of(one).startswith("wording, found by comparing the words: superseded, other words")
    assert verdict_of(one | {"verdict_basis": "stated"}).startswith("wording: superseded by other words; ")
    assert verdict_of(one | {"verdict": "reminder"}).endswith(
        "words: still right, only reminder text in parentheses differs"
    )


@pytest.mark.parametrize(
    ("on", "after", "by", "told"),
    [
        ("2026-01-14", None, None, "2026-01-14"),
        ("2026-01-15", None, None, "2026-01-15, after this day"),
        (None, "2026-01-13", "2026-01-14", "a day after 2026-01-13, 2026-01-14 at the latest"),
        (
            None,
            "2026-01-13",
            "2026-01-15",
            "a day after 2026-01-13, 2026-01-15 at the latest, perhaps after this day",
        ),
        (None, "2026-01-14", None, "a day after 2026-01-14, after this day"),
        (None, None, None, "an unknown day"),
    ],
)
def test_a_release_behind_the_day_is_told(on, after, by, told):
    one = {"released_on": on, "released_after": after, "released_by": by}
    assert release_of(one, "2026-01-14") == f"release: {told}"
