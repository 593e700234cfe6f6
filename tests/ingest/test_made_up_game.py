"""A game that nobody wrote code for answers rightly: what its files say on the days around every date."""

from datetime import date

import pytest

from service.domain.errors import LanguageNotAvailable, NoEffectiveText, TextUnknown
from service.serving.answers.diff import diff_answer
from service.serving.answers.parts import asked_card
from service.serving.answers.printings import printings_answer
from service.serving.answers.text import text_answer
from service.serving.answers.timeline import timeline_answer
from service.store.connection import reading
from tests.support.corpora import SMALL, Folder, Loaded

GAME = """\
name: Tidal
publisher: Nobody
zone: Asia/Tokyo
language: en
scopes: [table, online]
verified_through: 2025-12-31
translations_of: base
fields:
  - {id: name, label: Name, localized: yes}
  - {id: rules_text, label: Rules text, localized: yes}
  - {id: depth, label: Depth}
  - {id: traits, label: Traits, list: yes}
notice: Another made-up game.
"""

SETS = """\
sets:
  - code: DEEP
    name: The Deep
    releases:
      - {region: world, lang: en, released_on: 2024-01-15}
  - {code: REEF, name: The Reef, releases: []}
"""

BULLETIN = "title: Bulletin\nannounced_on: 2024-02-20\n"

CARD = """\
faces:
  - base: {name: High Tide, rules_text: Draw 1., depth: "2", traits: [Water, Moon]}
  - base: {name: Low Tide, rules_text: Discard 1.}
printings:
  - {id: deep-en, set: DEEP, number: "1", lang: en, released_on: 2024-01-15}
  - id: deep-fr
    set: DEEP
    number: "1"
    lang: fr
    released_on: 2024-02-20
    faces:
      - {face: 0, name: Marée haute, rules_text: Piochez 1.}
      - {face: 1, name: Marée basse, rules_text: Défaussez 1.}
  - id: reef-en
    set: REEF
    number: "7a"
    lang: en
    released_on: 2024-08-01
    faces: [{face: 0, rules_text: Draw 2.}]
errata:
  - id: first
    document: bulletin
    effective_from: 2024-03-01
    class: functional
    faces: [{face: 0, rules_text: Draw 2.}]
  - id: festival
    announced_on: 2024-03-20
    effective_from: 2024-04-01
    effective_until: 2024-06-01
    class: wording
    faces: [{face: 0, rules_text: Draw 3.}]
  - id: finale
    announced_on: 2024-05-20
    effective_from: 2024-05-01
    effective_until: 2024-05-15
    class: functional
    faces: [{face: 0, rules_text: Draw 4.}]
  - id: back
    announced_on: 2024-05-10
    effective_from: 2024-05-10
    class: functional
    scopes: [online]
    faces: [{face: 1, rules_text: Discard 2.}]
  - id: reading
    announced_on: 2024-07-01
    effective_from: 2024-07-01
    effective_until: 2024-09-01
    class: rules
    reason: Drawing reads more widely.
  - id: seen
    effective_after: 2024-07-10
    effective_by: 2024-07-31
    date_basis: observed
    announced_on: 2024-07-20
    class: wording
    faces: [{face: 0, rules_text: Draw 2 cards.}]
  - id: other-traits
    announced_on: 2024-10-01
    effective_from: 2024-10-01
    class: functional
    faces: [{face: 0, depth: none, traits: [Water, Star, Moon]}]
  - id: lost
    announced_on: unknown
    effective_from: 2024-11-01
    effective_until: 2024-11-15
    class: wording
    faces: [{face: 0, rules_text: unknown}]
  - id: trial
    announced_on: 2025-01-01
    effective_from: 2025-01-01
    class: functional
    faces: [{face: 0, rules_text: Draw 5.}]
endings:
  - {of: trial, kind: lapsed, ended_after: 2025-02-10, ended_by: 2025-02-28, announced_on: 2025-03-01}
"""

FILES = SMALL | {
    "tidal/game.yaml": GAME,
    "tidal/sets.yaml": SETS,
    "tidal/symbols.yaml": "symbols: []\n",
    "tidal/documents/bulletin.yaml": BULLETIN,
    "tidal/cards/two-tides.yaml": CARD,
}

CARDS = "Draw 2 cards."


@pytest.fixture(scope="module")
def conn(databases, migrated, tmp_path_factory):
    place = tmp_path_factory.mktemp("tidal")
    with databases.copied(migrated) as engine:
        Loaded(engine).load(Folder(place / "card_texts", FILES))
        with reading(engine) as conn:
            yield conn


def asked(conn, lang=None, scope=None):
    return asked_card(conn, "tidal", "two-tides", lang, scope)


def text(conn, day, lang=None, scope=None):
    return text_answer(conn, asked(conn, lang, scope), date.fromisoformat(day))


@pytest.mark.parametrize(
    ("day", "front", "certainty", "others"),
    [
        ("2024-01-15", "Draw 1.", "exact", []),  # the first release
        ("2024-02-29", "Draw 1.", "exact", []),
        ("2024-03-01", "Draw 2.", "exact", []),  # first
        ("2024-03-31", "Draw 2.", "exact", []),
        ("2024-04-01", "Draw 3.", "exact", []),  # the festival begins
        ("2024-04-30", "Draw 3.", "exact", []),
        ("2024-05-01", "Draw 4.", "exact", []),  # its finale begins
        ("2024-05-14", "Draw 4.", "exact", []),
        ("2024-05-15", "Draw 3.", "exact", []),  # the finale is over, the festival isn't
        ("2024-05-31", "Draw 3.", "exact", []),
        ("2024-06-01", "Draw 2.", "exact", []),  # the festival is over
        ("2024-07-10", "Draw 2.", "exact", []),  # the last day on which the old words were seen
        ("2024-07-11", "Draw 2.", "uncertain", [CARDS]),
        ("2024-07-30", "Draw 2.", "uncertain", [CARDS]),
        ("2024-07-31", CARDS, "exact", []),  # the new words were seen
        ("2024-10-31", CARDS, "exact", []),
        ("2024-11-01", None, "exact", []),  # words that nobody found
        ("2024-11-14", None, "exact", []),
        ("2024-11-15", CARDS, "exact", []),
        ("2024-12-31", CARDS, "exact", []),
        ("2025-01-01", "Draw 5.", "exact", []),  # the trial begins
        ("2025-02-10", "Draw 5.", "exact", []),  # the last day on which it surely held
        ("2025-02-11", "Draw 5.", "uncertain", [CARDS]),
        ("2025-02-27", "Draw 5.", "uncertain", [CARDS]),
        ("2025-02-28", CARDS, "exact", []),  # it is surely over
        ("2025-12-31", CARDS, "exact", []),
        ("2026-01-01", CARDS, "assumed", []),  # nobody looked
        ("9999-12-31", CARDS, "assumed", []),
    ],
)
def test_the_text_of_a_day(conn, day, front, certainty, others):
    answer = text(conn, day)
    assert [face["fields"]["rules_text"] for face in answer["faces"]] == [front, "Discard 1."]
    assert answer["oracle_text"] == (f"{front}\n//\nDiscard 1." if front else None)
    assert (answer["text_known"], answer["certainty"]) == (front is not None, certainty)
    assert [(one["face"], one["value"]) for one in answer["alternatives"]] == [(0, each) for each in others]
    assert answer["faces"][0]["unknown_fields"] == ([] if front else ["rules_text"])
    assert answer["faces"][1]["unknown_fields"] == ["depth", "traits"]
    assert (answer["name"], answer["notice"]) == ("High Tide // Low Tide", "Another made-up game.")


@pytest.mark.parametrize("day", ["0001-01-01", "2024-01-14"])
def test_before_the_first_release_there_is_no_text(conn, day):
    with pytest.raises(NoEffectiveText, match="2024-01-15"):
        text(conn, day)


@pytest.mark.parametrize(
    ("day", "scope", "back"),
    [
        ("2024-05-09", "online", "Discard 1."),
        ("2024-05-09", "table", "Discard 1."),
        ("2024-05-10", "online", "Discard 2."),
        ("2024-05-10", "table", "Discard 1."),
        ("2026-01-01", "online", "Discard 2."),
    ],
)
def test_an_erratum_of_one_scope_holds_there_alone(conn, day, scope, back):
    assert text(conn, day, scope=scope)["faces"][1]["fields"]["rules_text"] == back


@pytest.mark.parametrize(
    ("day", "errata"),
    [("2024-06-30", []), ("2024-07-01", ["reading"]), ("2024-08-31", ["reading"]), ("2024-09-01", [])],
)
def test_a_change_without_words_is_named_on_each_of_its_days(conn, day, errata):
    for lang in ("en", "fr"):
        assert [one["erratum"] for one in text(conn, day, lang)["rules_changes"]] == errata


@pytest.mark.parametrize(
    ("day", "depth", "traits"),
    [
        ("2024-01-15", "2", ["Water", "Moon"]),
        ("2024-09-30", "2", ["Water", "Moon"]),
        ("2024-10-01", None, ["Water", "Star", "Moon"]),
        ("2024-11-01", None, ["Water", "Star", "Moon"]),
    ],
)
def test_fields_without_a_language_stand_in_the_answer_of_every_language(conn, day, depth, traits):
    for lang in ("en", "fr") if day > "2024-02-20" else ("en",):
        face = text(conn, day, lang)["faces"][0]
        assert (face["fields"]["depth"], face["fields"]["traits"]) == (depth, traits)
        assert "depth" not in face["unknown_fields"]
        assert ("depth" in face["provenance"]) == (depth is not None)


@pytest.mark.parametrize(
    ("day", "since"),
    [
        ("2024-02-20", None),
        ("2024-02-29", None),
        ("2024-03-01", "2024-03-01"),
        ("2024-05-15", "2024-03-01"),
        ("2025-03-01", "2024-03-01"),
    ],
)
def test_a_translation_says_since_when_it_is_stale(conn, day, since):
    answer = text(conn, day, "fr")
    assert answer["oracle_text"] == "Piochez 1.\n//\nDéfaussez 1."
    assert (answer["translation"]["stale"], answer["translation"]["stale_since"]) == (
        since is not None,
        since,
    )
    assert answer["translation"]["authoritative"]["oracle_text"] == text(conn, day)["oracle_text"]


def test_before_its_own_printing_a_language_has_no_text(conn):
    with pytest.raises(NoEffectiveText, match="2024-02-20"):
        text(conn, "2024-02-19", "fr")
    with pytest.raises(LanguageNotAvailable, match="en, fr"):
        text(conn, "2024-06-01", "de")


def test_a_change_is_retroactive_until_it_was_announced(conn):
    days = ("2024-04-30", "2024-05-01", "2024-05-14", "2024-05-15")
    assert [text(conn, day)["retroactive"] for day in days] == [False, True, True, False]
    days = ("2024-10-31", "2024-11-01", "2024-11-15")
    assert [text(conn, day)["announced_unknown"] for day in days] == [False, True, False]


@pytest.mark.parametrize(
    ("day", "coming", "certainty", "errata"),
    [
        ("2024-01-15", "2024-03-01", "exact", ["first"]),
        ("2024-05-01", "2024-05-15", "exact", ["finale"]),
        ("2024-07-05", "2024-07-31", "uncertain", ["seen"]),
        ("2025-01-01", "2025-02-28", "uncertain", ["trial"]),
    ],
)
def test_the_next_change_is_announced(conn, day, coming, certainty, errata):
    found = text(conn, day)["next_change"]
    assert (found["effective_from"], found["certainty"], found["errata"]) == (coming, certainty, errata)


def test_the_timeline_has_every_erratum_and_every_period(conn):
    answer = timeline_answer(conn, asked(conn))
    assert [one["erratum"] for one in answer["errata"]] == [
        *("first", "festival", "finale", "reading", "seen", "other-traits", "lost", "trial")
    ]
    periods = [
        (one["effective_from"], one["effective_until"], (one["oracle_text"] or "?").split("\n")[0])
        + ((one["certainty"],) if one["certainty"] != "exact" else ())
        for one in answer["periods"]
    ]
    assert periods == [
        ("2024-01-15", "2024-03-01", "Draw 1."),
        ("2024-03-01", "2024-04-01", "Draw 2."),
        ("2024-04-01", "2024-05-01", "Draw 3."),
        ("2024-05-01", "2024-05-15", "Draw 4."),
        ("2024-05-15", "2024-06-01", "Draw 3."),
        ("2024-06-01", "2024-07-11", "Draw 2."),
        ("2024-07-11", "2024-07-31", "Draw 2.", "uncertain"),
        ("2024-07-31", "2024-10-01", CARDS),
        ("2024-10-01", "2024-11-01", CARDS),  # other traits
        ("2024-11-01", "2024-11-15", "?"),
        ("2024-11-15", "2025-01-01", CARDS),
        ("2025-01-01", "2025-02-11", "Draw 5."),
        ("2025-02-11", "2025-02-28", "Draw 5.", "uncertain"),
        ("2025-02-28", "2026-01-01", CARDS),
        ("2026-01-01", None, CARDS, "assumed"),
    ]
    ended = {one["erratum"]: one["ended"] for one in answer["errata"] if one["ended"]}
    assert {name: (one["kind"], one["ended_on"], one["ended_by"]) for name, one in ended.items()} == {
        "festival": ("temporary", "2024-06-01", None),
        "finale": ("temporary", "2024-05-15", None),
        "reading": ("temporary", "2024-09-01", None),
        "lost": ("temporary", "2024-11-15", None),
        "trial": ("lapsed", None, "2025-02-28"),
    }


def test_the_timeline_of_the_other_scope_has_its_own_erratum_too(conn):
    answer = timeline_answer(conn, asked(conn, scope="online"))
    assert "back" in [one["erratum"] for one in answer["errata"]]
    [texts] = [one["oracle_text"] for one in answer["periods"] if one["effective_from"] == "2024-05-10"]
    assert texts == "Draw 4.\n//\nDiscard 2."


@pytest.mark.parametrize(
    ("before", "after", "kind", "fields", "errata"),
    [
        ("2024-01-15", "2024-02-29", "none", [], []),
        ("base", "2024-03-01", "functional", [(0, "rules_text", "Draw 1.", "Draw 2.")], ["first"]),
        ("2024-03-01", "2024-04-01", "wording", [(0, "rules_text", "Draw 2.", "Draw 3.")], ["festival"]),
        ("2024-05-14", "2024-05-15", "functional", [(0, "rules_text", "Draw 4.", "Draw 3.")], ["finale"]),
        ("2024-06-30", "2024-07-01", "rules", [], ["reading"]),
        ("2024-03-01", "2024-06-01", "none", [], []),  # a festival came and went
        ("2025-01-01", "2025-02-28", "functional", [(0, "rules_text", "Draw 5.", CARDS)], ["trial"]),
        (
            *("2024-09-30", "2024-10-01", "functional"),
            [(0, "depth", "2", None), (0, "traits", ["Water", "Moon"], ["Water", "Star", "Moon"])],
            ["other-traits"],
        ),
        ("printed:reef-en", "2024-06-01", "none", [], []),
    ],
)
def test_what_lies_between_two_days(conn, before, after, kind, fields, errata):
    answer = diff_answer(conn, asked(conn), before, after)
    found = [(one["face"], one["field"], one["before"], one["after"]) for one in answer["fields"]]
    assert (answer["class"], found) == (kind, fields)
    assert [one["erratum"] for one in answer["errata"]] == errata


def test_nothing_is_compared_with_words_that_nobody_found(conn):
    with pytest.raises(TextUnknown):
        diff_answer(conn, asked(conn), "2024-10-31", "2024-11-01")


@pytest.mark.parametrize(
    ("day", "verdicts"),
    [
        ("2024-01-15", {"deep-en": "same", "deep-fr": "same", "reef-en": "functional"}),
        ("2024-03-01", {"deep-en": "functional", "deep-fr": "functional", "reef-en": "same"}),
        ("2024-04-01", {"deep-en": "functional", "deep-fr": "functional", "reef-en": "wording"}),
        ("2024-07-31", {"deep-en": "functional", "deep-fr": "functional", "reef-en": "wording"}),
        ("2024-11-01", {"deep-en": "unknown", "deep-fr": "functional", "reef-en": "unknown"}),
        ("2025-02-28", {"deep-en": "functional", "deep-fr": "functional", "reef-en": "functional"}),
    ],
)
def test_whether_a_printing_says_what_the_card_does(conn, day, verdicts):
    answer = printings_answer(conn, asked(conn), date.fromisoformat(day))
    assert {one["printing"]: one["verdict"] for one in answer["printings"]} == verdicts
    superseded = {one["printing"] for one in answer["printings"] if one["superseded_before_release"]}
    assert superseded == {"reef-en"}
    texts = {one["printing"]: one["printed_text"] for one in answer["printings"]}
    assert texts["reef-en"] == "Draw 2.\n//\nDiscard 1."


def test_a_day_is_the_same_whatever_else_was_loaded(conn):
    assert asked_card(conn, "demo", "stone-lynx").game.name == "Demo"
