"""The card files say what the facts say.

All that the facts tell is in the files, to the letter. The files may go on from there: games, cards,
printings, errata and documents that the facts don't treat, and later days of a last check.
"""

import re
from functools import cache

import pytest

from tests.support.facts import (
    CARD_TEXTS,
    Mark,
    by_id,
    card_as_written,
    card_of_facts,
    card_path,
    facts,
    kept_facts,
    take,
    written,
)

GAMES = ("mtg", "riftbound")

CARDS = [(game, path.stem) for game in GAMES for path in sorted((CARD_TEXTS / game / "cards").iterdir())]

DOCUMENT_FACTS = ("url", "announced_on", "effective_from", "provisional", "retired_on", "superseded_by")

NOT_PROSE = {"text", "raw_text", "base_text", "title", "url"}

each_card = pytest.mark.parametrize(("game", "card_id"), CARDS, ids=lambda value: value)
each_game = pytest.mark.parametrize("game", GAMES)

as_written = cache(card_as_written)


@cache
def told_card(game, card_id):
    return card_of_facts(game, card_id)


def as_told(game, card_id):
    """Return a card as the facts tell it; a test of one that they don't treat is skipped."""
    if card_id not in kept_facts(game):
        pytest.skip(f"the facts don't treat {game}/{card_id}")
    return told_card(game, card_id)


def both(game, card_id, group, *keys):
    """Return these values of a card's printings or errata in order, as written and as told.

    What the facts don't treat is left out.
    """
    told = as_told(game, card_id)
    known = getattr(told, group)
    written_ones = getattr(as_written(game, card_id), group)
    found = {item_id: item for item_id, item in written_ones.items() if item_id in known}
    return picked(found, keys), picked(known, keys)


def picked(items, keys):
    return [(item_id, {key: item[key] for key in keys}) for item_id, item in items.items()]


def stems(game, folder):
    return {path.stem for path in (CARD_TEXTS / game / folder).iterdir()}


# Cards


@each_game
def test_the_cards_with_errata_are_kept(game):
    assert set(kept_facts(game)) - stems(game, "cards") == set()


def test_every_game_of_the_facts_has_its_folder():
    for game in GAMES:
        assert {path.stem for path in (CARD_TEXTS / game).glob("*.yaml")} >= {"game", "sets", "symbols"}


@each_card
def test_the_base_has_the_first_words_and_values_of_the_facts(game, card_id):
    told = as_told(game, card_id)
    assert as_written(game, card_id).base == told.base


@each_card
def test_a_card_has_the_names_of_languages_without_a_text(game, card_id):
    told = as_told(game, card_id)
    assert as_written(game, card_id).names == told.names


@each_card
def test_a_card_was_checked_through_the_day_of_the_facts_or_later(game, card_id):
    told = as_told(game, card_id).verified_through
    found = as_written(game, card_id).verified_through
    assert found == told or (found is not None and found > (told or ""))


# Printings


@each_card
def test_every_printing_of_the_facts_is_there_with_its_day(game, card_id):
    found, told = both(game, card_id, "printings", "set", "number", "lang", "released_on")
    assert found == told


@each_card
def test_every_printing_has_the_words_of_the_facts(game, card_id):
    found, told = both(game, card_id, "printings", "name", "type_line", "rules_text")
    assert found == told


@each_card
def test_every_printing_has_the_transcription_of_the_facts(game, card_id):
    found, told = both(game, card_id, "printings", "raw")
    assert found == told


@each_card
def test_no_printing_repeats_the_base_or_itself(game, card_id):
    as_told(game, card_id)
    file = written(card_path(game, card_id))
    for printing in file["printings"]:
        base = file["base"] if printing["lang"] == "en" else {}
        assert [key for key in printing if key in base and printing[key] == base[key]] == []
        words = printing.get("rules_text", base.get("rules_text"))
        assert printing.get("raw") != {"rules_text": words}


# Errata


@each_card
def test_every_erratum_has_the_words_of_the_facts(game, card_id):
    found, told = both(game, card_id, "errata", "words", "languages", "replaces")
    assert found == told


@each_card
def test_every_erratum_has_the_days_of_the_facts(game, card_id):
    window = ("effective_after", "effective_by")
    found, told = both(game, card_id, "errata", "effective_from", *window, "effective_until", "date_basis")
    assert found == told


@each_card
def test_every_erratum_has_the_documents_of_the_facts(game, card_id):
    said = ("announced_on", "provisional")
    found, told = both(game, card_id, "errata", "document", "confirmed_by", "ended_by_document", *said)
    assert found == told


@each_card
def test_every_erratum_has_the_class_of_the_facts(game, card_id):
    found, told = both(game, card_id, "errata", "class", "class_basis")
    assert found == told


@each_card
def test_an_erratum_has_a_reason_where_the_facts_have_one(game, card_id):
    found, told = both(game, card_id, "errata", "has_reason")
    assert found == told


@each_card
def test_an_erratum_says_nothing_else(game, card_id):
    told = as_told(game, card_id).errata
    found = as_written(game, card_id).errata
    assert {erratum_id: one for erratum_id, one in found.items() if erratum_id in told} == told
    assert [*found][: len(told)] == [*told]


@each_card
def test_every_ending_is_that_of_the_facts(game, card_id):
    told = as_told(game, card_id)
    found = as_written(game, card_id).endings
    assert {of: one for of, one in found.items() if of in told.errata} == told.endings


@each_card
def test_no_erratum_repeats_a_default(game, card_id):
    as_told(game, card_id)
    for erratum in written(card_path(game, card_id))["errata"]:
        assert {"kind", "provisional"}.isdisjoint(erratum)
        assert erratum.get("class_basis") != "stated"
        if "announced_on" in erratum:
            assert erratum["announced_on"] != documents(game)[erratum["document"]]["announced_on"]


# Documents


def documents(game):
    """Return the documents of a game as written, by id."""
    keys = ("title", "publisher", "lang", "summary", *DOCUMENT_FACTS)
    paths = sorted((CARD_TEXTS / game / "documents").iterdir())
    return {path.stem: take(written(path), *keys) for path in paths}


def cited(game):
    """Return the ids of the documents that the facts of the kept cards cite, and of those after."""
    found = set()
    for card_id in kept_facts(game):
        card = as_told(game, card_id)
        found |= {card.base["document"]}
        for erratum in card.errata.values():
            found |= {erratum["document"], erratum["ended_by_document"], *erratum["confirmed_by"]}
    found -= {None}
    told = by_id(facts(game)["documents"])
    while later := {new["document"] for old in found for new in told[old].get("superseded_by", [])} - found:
        found |= later
    return found


@each_game
def test_the_cited_documents_are_kept(game):
    assert cited(game) - stems(game, "documents") == set()


@each_game
def test_every_document_has_the_days_and_the_address_of_the_facts(game):
    told = {}
    for document_id, document in by_id(facts(game)["documents"]).items():
        successors = [new["document"] for new in document.get("superseded_by", [])]
        told[document_id] = {
            "url": document.get("url"),
            "announced_on": document["announced_on"] or Mark.UNKNOWN,
            "effective_from": document["effective_from"],
            "provisional": "yes" if document.get("provisional") else None,
            "retired_on": document.get("retired_on"),
            "superseded_by": successors or None,
        }
    for document_id, values in picked(documents(game), DOCUMENT_FACTS):
        assert values == told.get(document_id, values)


@each_game
def test_every_document_has_the_title_of_the_facts_a_language_and_a_summary(game):
    told = by_id(facts(game)["documents"])
    for document_id, document in documents(game).items():
        if document_id not in told:
            continue
        assert document["title"] == told[document_id]["title"].partition(" (also called ")[0]
        assert document["publisher"]
        assert document["lang"] == ("en" if document["url"] else None)
        assert document["summary"]


# Words of our own


def runs(text, length=6):
    """Return every run of so many words."""
    words = re.findall(r"\w[\w'’-]*", text.lower())
    return {" ".join(words[at : at + length]) for at in range(len(words) - length + 1)}


def told_runs(node):
    """Return the runs of words in all that the facts tell beside card texts and titles."""
    if isinstance(node, str):
        return runs(node)
    if isinstance(node, dict):
        node = [value for key, value in node.items() if key not in NOT_PROSE]
    return set().union(*map(told_runs, node)) if isinstance(node, list) else set()


@each_game
def test_no_reason_and_no_summary_is_copied(game):
    own = [document["summary"] or "" for document in documents(game).values()]
    for card_id in stems(game, "cards"):
        file = written(card_path(game, card_id))
        changes = [*file.get("errata", []), *file.get("endings", [])]
        own += [change.get("reason", "") for change in changes]
    told = told_runs(facts(game))
    assert {text: copied for text in own if (copied := runs(text) & told)} == {}
