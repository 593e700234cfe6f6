"""What documents are said to have announced is what the timelines of the cards say."""

from dataclasses import replace

import pytest

from service.domain.documents import document_of
from service.domain.errors import UnknownDocument, UnknownGame
from service.domain.records import as_record
from service.serving.answers.documents import document_answer, document_list_answer
from service.serving.answers.parts import asked_card
from service.serving.answers.timeline import timeline_answer
from service.store.connection import make_engine, reading, writing
from tests.support.building import SUBJECT, Card
from tests.support.databases import record, record_card, record_game

FAQ = document_of("faq", {"game": SUBJECT.game, "title": "FAQ", "provisional": True})
DAYS = ("effective_from", "effective_after", "effective_by")
DATED = (*DAYS, "ended")


@pytest.fixture
def real(database_url):
    engine = make_engine(database_url)
    with reading(engine) as conn:
        yield conn
    engine.dispose()


@pytest.fixture
def conn(engine):
    """A card whose errata stand in an FAQ: before its release, in one scope, in a window, on no day."""
    card = Card()
    card.base("2024-02-01", "P")
    card.erratum("early", "2024-01-05", "A", document="faq", change_class="functional")
    card.erratum("online", "2024-03-01", "B", document="faq", scopes=("mtgo",))
    card.erratum("window", ("2024-03-31", "2024-04-30"), "C", document="page", confirmed_by=("faq",))
    card.erratum("clips", "2024-04-10", "E", scopes=("mtgo",))  # the window, but not in the first scope
    card.erratum("some-day", ("2024-05-01", None), "D", document="faq", announced_on=None)
    card.translation("one-fr", "2024-06-01", "Un.", document="faq")
    with writing(engine) as conn:
        record_card(conn, card)
        record_game(conn)
        record(conn, as_record(FAQ), as_record(replace(FAQ, id="page")))
        yield conn


def in_its_timeline(conn, one):
    """Return what is said of a version by the timeline of the first scope that has it."""
    asked = asked_card(conn, one["game"], one["card"])
    for scope in asked.game.scopes:
        timeline = timeline_answer(conn, replace(asked, scope=scope))
        base = timeline["base"] | {"version": timeline["base"]["versions"][-1], "class": None}
        for found in (base, *timeline["errata"]):
            if found["version"] == one["version"]:
                return found
    pytest.fail(f"no timeline has version {one['version']}")


def test_every_change_has_the_class_and_the_days_that_its_timeline_gives(real):
    seen = 0
    for listed in document_list_answer(real, None)["documents"]:
        for one in document_answer(real, listed["game"], listed["document"])["cited_by"]:
            found = in_its_timeline(real, one)
            found |= {} if one["erratum"] else {"ended": None}
            names = ("class", "document", "ended", *DAYS)
            assert {name: one[name] for name in names} == {name: found[name] for name in names}
            assert one["version"] in found["versions"]
            seen += 1
    assert seen > 50


def test_a_list_and_a_document_alone_say_the_same(real):
    for one in document_list_answer(real, None)["documents"]:
        alone = document_answer(real, one["game"], one["document"])
        alone["cited_by"] = [
            {name: each[name] for name in each if name not in DATED} for each in alone["cited_by"]
        ]
        assert {name: alone[name] for name in one} == one


def test_a_game_lists_its_own_documents_alone(real):
    both = document_list_answer(real, None)
    own = document_list_answer(real, "mtg")
    assert own["documents"] == [one for one in both["documents"] if one["game"] == "mtg"] != []
    assert (list(own["notices"]), list(both["notices"])) == (["mtg"], ["mtg", "riftbound"])


def test_each_change_has_its_days_in_a_scope_that_it_covers(conn):
    cited = document_answer(conn, SUBJECT.game, "faq")["cited_by"]
    assert {one["erratum"] or one["printing"]: tuple(one[name] for name in DAYS) for one in cited} == {
        "early": ("2024-02-01", None, None),  # not before the card
        "online": ("2024-03-01", None, None),
        "window": (None, "2024-03-31", "2024-04-30"),
        "some-day": (None, "2024-05-01", None),
        "one-fr": ("2024-06-01", None, None),
    }


def test_what_a_document_says_of_itself_is_told(conn):
    answer = document_answer(conn, SUBJECT.game, "faq")
    assert (answer["title"], answer["provisional"], answer["announced_on"]) == ("FAQ", True, None)


@pytest.mark.parametrize(("game", "name"), [("mtg", "spiritforged-faq"), ("mtg", "nobody"), ("mtg", "")])
def test_a_document_that_the_game_does_not_have_is_unknown_and_those_it_has_are_named(real, game, name):
    with pytest.raises(UnknownDocument) as caught:
        document_answer(real, game, name)
    assert "mtg-ons" in caught.value.extra["documents"]
    assert "mtg-ons" in caught.value.detail
    assert "spiritforged-faq" not in caught.value.extra["documents"]


def test_an_unknown_game_is_that(real):
    for ask in (lambda: document_answer(real, "chess", "faq"), lambda: document_list_answer(real, "chess")):
        with pytest.raises(UnknownGame):
            ask()


def test_the_readings_that_a_real_document_ended_cite_it_with_the_day_of_their_end(real):
    cited = document_answer(real, "riftbound", "spiritforged-faq")["cited_by"]
    ended = {(one["card"], one["erratum"]): one["ended"] for one in cited if one["did"] == "ended"}
    assert {name: (one["document"], one["ended_on"]) for name, one in ended.items()} == {
        ("falling-star", "origins-faq"): ("spiritforged-faq", "2026-01-14"),
        ("icathian-rain", "origins-faq"): ("spiritforged-faq", "2026-01-14"),
    }
    assert {one["did"] for one in document_answer(real, "riftbound", "origins-faq")["cited_by"]} == {
        "announced"
    }


def test_what_a_document_did_is_told_apart(engine):
    card = Card()
    card.base("2024-02-01", "P")
    card.erratum("one", "2024-03-01", "A", document="faq", effective_until="2024-05-01", until_document="faq")
    card.erratum("two", "2024-03-02", "B", document="page", confirmed_by=("faq",))
    card.lapsed("two", ("2024-06-01", "2024-06-30"), document="faq")
    with writing(engine) as conn:
        record_card(conn, card)
        record_game(conn)
        record(conn, as_record(FAQ), as_record(replace(FAQ, id="page")))
        cited = document_answer(conn, SUBJECT.game, "faq")["cited_by"]
        of_page = document_answer(conn, SUBJECT.game, "page")["cited_by"]
    assert [(one["erratum"], one["did"]) for one in cited] == [
        *(("one", "announced"), ("one", "ended"), ("two", "confirmed"), ("two", "ended")),
    ]
    assert [one["ended"]["ended_on"] for one in cited] == ["2024-05-01", "2024-05-01", None, None]
    assert [one["ended"]["ended_by"] for one in cited] == [None, None, "2024-06-30", "2024-06-30"]
    assert [(one["erratum"], one["did"]) for one in of_page] == [("two", "announced")]
