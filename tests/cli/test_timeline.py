import re
import shutil
from pathlib import Path


def test_errata_and_the_texts_of_their_days_are_shown(errata):
    lines = errata("timeline", "riftbound/deathgrip").stdout.splitlines()
    assert lines[0] == "Deathgrip"
    assert "2026-01-14  spiritforged-faq: functional (rules_text)" in lines
    assert any(line.startswith("2025-12-12 to 2026-01-13  version ") for line in lines)
    assert any(re.match("2026-01-14 to [0-9-]{10}  version ", line) for line in lines)
    assert "Draw 1." in lines


def test_a_card_without_errata_says_so(errata, new_database, tmp_path):
    root = Path(shutil.copytree("card_texts", tmp_path / "card_texts"))
    path = root / "riftbound" / "cards" / "deathgrip.yaml"
    path.write_text(path.read_text("utf-8").partition("\nerrata:\n")[0] + "\n", "utf-8")
    url = new_database()
    assert errata("db", "upgrade", url=url).exit_code == 0
    assert errata("load", str(root), url=url).exit_code == 0
    assert "no errata" in errata("timeline", "riftbound/deathgrip", url=url).stdout.splitlines()


def test_what_became_of_an_erratum_is_said(errata):
    words = errata("timeline", "riftbound/falling-star").stdout
    assert "replaced by " in words
    assert "temporary: no longer in force from 2026-01-14" in words


def test_json_is_exactly_what_the_api_answers(errata, client):
    result = errata("timeline", "riftbound/falling-star", "--json")
    assert result.stdout == client.get("/v1/cards/riftbound/falling-star/timeline").text + "\n"


def test_a_lapse_on_an_unknown_day_is_a_window(errata):
    words = errata("timeline", "riftbound/unyielding-spirit").stdout
    assert "lapsed: no longer in force from a day after 2025-10-27, 2025-11-04 at the latest" in words


def test_first_words_that_never_held_are_said_to_be_that(errata):
    never = "never in effect  first printed text"
    assert never in errata("timeline", "riftbound/rengar-trophy-hunter").stdout
    lines = errata("timeline", "riftbound/deathgrip").stdout.splitlines()
    assert "2025-12-12  first printed text" in lines


def test_what_an_erratum_changed_is_told_with_the_name_of_the_face(errata, demo_url):
    words = errata("timeline", "demo/dusk-dawn", url=demo_url).stdout
    assert "2025-03-01  page: wording (Dawn: rules_text)" in words
