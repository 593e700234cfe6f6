import json

import pytest

from service.domain.documents import document_of
from service.domain.records import as_record
from service.serving.answers.documents import document_answer, document_list_answer
from service.store.connection import make_engine, reading, writing
from tests.support.building import Card
from tests.support.databases import record, record_card, record_game

FAQ = "riftbound/spiritforged-faq"


def blocks(result):
    """Return the lines about each document of a list."""
    return [block.splitlines() for block in result.stdout.split("\n\n")[:-1]]


def test_documents_stand_by_the_day_of_their_announcement_and_those_without_one_last(errata):
    heads = [lines[0] for lines in blocks(errata("documents"))]
    assert heads[0] == "2002-10-07  Onslaught (set release)"
    dated = [head for head in heads if not head.startswith("an unknown day  ")]
    assert heads[: len(dated)] == dated == sorted(dated)
    assert "an unknown day  Dragons of Tarkir Update Bulletin—Oracle Changes" in heads[len(dated) :]


def test_a_document_is_named_with_its_address_and_what_cites_it(errata):
    (found,) = (lines for lines in blocks(errata("documents")) if "origins-card-errata" in lines[1])
    assert found[0] == "2025-10-28  Riftbound: Origins Card Errata"
    assert found[1].startswith("  riftbound/origins-card-errata, https://")
    assert "  riftbound/blind-fury: erratum origins-card-errata" in found
    assert "  riftbound/baited-hook: erratum origins-faq, confirmed" in found


def test_of_one_game_only_its_own_are_listed(errata):
    games = {lines[1].split("/")[0] for lines in blocks(errata("documents", "mtg"))}
    assert games == {"  mtg"}


def test_what_was_first_printed_cites_a_document_too(errata):
    assert "  mtg/backslide: first printed text" in errata("documents", "mtg").stdout.splitlines()


def test_one_document_has_its_summary_and_every_change_its_class_and_day(errata):
    lines = errata("documents", FAQ).stdout.splitlines()
    assert lines[:4] == ["Riftbound Spiritforged FAQ", FAQ, "", "announced  2026-01-14"]
    assert any(line.startswith("summary    Rulings and errata for the second set") for line in lines)
    assert "2026-01-14  riftbound/deathgrip: erratum spiritforged-faq, functional" in lines


def test_what_a_document_ended_stands_with_the_day_of_the_end(errata, demo_url):
    lines = errata("documents", FAQ).stdout.splitlines()
    assert "2026-01-14  riftbound/falling-star: erratum origins-faq, ended" in lines
    made_up = errata("documents", "demo/first-errata", url=demo_url).stdout.splitlines()
    assert "2025-03-01  demo/stone-lynx: erratum reading, rules" in made_up
    assert "2025-06-01  demo/stone-lynx: erratum reading, ended" in made_up
    window = "a day after 2025-12-01, 2025-12-31 at the latest"
    assert f"{window}  demo/stone-lynx: erratum seen, ended" in made_up
    assert "  demo/stone-lynx: erratum seen, ended" in errata("documents", url=demo_url).stdout.splitlines()


def test_a_document_that_only_ended_is_cited(errata, empty_url):
    card = Card()
    card.base("2024-01-05", "P")
    card.erratum("one", "2024-02-01", "A")
    card.lapsed("one", "2024-06-01", document="faq")
    engine = make_engine(empty_url)
    with writing(engine) as conn:
        record_card(conn, card)
        game = record_game(conn).id
        record(conn, as_record(document_of("faq", {"game": game, "title": "FAQ", "provisional": False})))
    engine.dispose()
    told = errata("documents", f"{game}/faq", url=empty_url).stdout
    assert f"2024-06-01  {game}/brindle-warden: erratum one, ended\n" in told
    assert "nothing here cites it" not in told


def test_what_became_of_a_document_is_said(errata, demo_url):
    lines = errata("documents", "demo/first-faq", url=demo_url).stdout.splitlines()
    assert "state      provisional: a final text is expected" in lines
    assert "retired    2025-04-01" in lines
    assert "superseded  by first-errata" in lines
    undated = errata("documents", "demo/old-list", url=demo_url).stdout.splitlines()
    assert "announced  on an unknown day" in undated
    assert not any(line.startswith(("state", "retired", "superseded", "effective")) for line in undated)


def test_where_there_are_none_it_is_said(errata, empty_url):
    assert errata("documents", url=empty_url).stdout == "no documents\n"


@pytest.mark.parametrize("named", [(), ("mtg",), (FAQ,)])
def test_json_is_exactly_what_is_answered(errata, database_url, named):
    engine = make_engine(database_url)
    with reading(engine) as conn:
        game, slash, document = (*named, "")[0].partition("/")
        answer = document_answer(conn, game, document) if slash else document_list_answer(conn, game or None)
    engine.dispose()
    assert json.loads(errata("documents", *named, "--json").stdout) == answer


@pytest.mark.parametrize(
    ("named", "code", "there"),
    [
        ("chess", "unknown-game", "riftbound"),
        ("", "unknown-game", "riftbound"),
        ("spiritforged-faq", "unknown-game", "riftbound"),
        ("chess/faq", "unknown-game", "riftbound"),
        ("mtg/spiritforged-faq", "unknown-document", "mtg-ons"),
        ("riftbound/faq", "unknown-document", "spiritforged-faq"),
    ],
)
def test_what_is_not_there_is_named_with_what_is(errata, named, code, there):
    result = errata("documents", named)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.endswith(f"[{code}]\n")
    assert there in result.stderr


def test_a_title_commands_no_terminal_and_a_document_that_nothing_cites_says_so(errata, empty_url):
    engine = make_engine(empty_url)
    with writing(engine) as conn:
        game = record_game(conn).id
        told = {"game": game, "title": "[bold]\x1b[31mFAQ", "provisional": False}
        record(conn, as_record(document_of("faq", told)))
    engine.dispose()
    assert "[bold]\\u001b[31mFAQ" in errata("documents", url=empty_url).stdout
    lines = errata("documents", f"{game}/faq", url=empty_url).stdout.splitlines()
    assert (lines[0], "nothing here cites it" in lines) == ("[bold]\\u001b[31mFAQ", True)
