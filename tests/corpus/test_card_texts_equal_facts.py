"""The card files say what the facts say, no less and no more."""

import re
from functools import cache

import pytest

from tests.support.facts import (
    CARD_TEXTS,
    FIELDS,
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

CARDS = [(path.parts[-3], path.stem) for path in sorted(CARD_TEXTS.glob("*/cards/*.yaml"))]

DOCUMENT_FACTS = ("url", "announced_on", "effective_from", "provisional", "retired_on", "superseded_by")

LOCALIZED = {"name", "type_line", "rules_text"}
NOT_PROSE = {"text", "raw_text", "base_text", "title", "url"}

each_card = pytest.mark.parametrize(("game", "card_id"), CARDS, ids=lambda value: value)
each_game = pytest.mark.parametrize("game", GAMES)

as_told = cache(card_of_facts)
as_written = cache(card_as_written)


def both(game, card_id, group, *keys):
    """Return these values of a card's printings or errata in order, as written and as told."""
    cards = as_written(game, card_id), as_told(game, card_id)
    return tuple(picked(getattr(card, group), keys) for card in cards)


def picked(items, keys):
    return [(item_id, {key: item[key] for key in keys}) for item_id, item in items.items()]


def stems(game, folder):
    return {path.stem for path in (CARD_TEXTS / game / folder).iterdir()}


# Cards


@each_game
def test_the_cards_with_errata_are_kept_and_no_others(game):
    assert stems(game, "cards") == set(kept_facts(game))


def test_every_folder_is_a_game_of_the_facts():
    assert {path.name for path in CARD_TEXTS.iterdir()} == set(GAMES)
    for game in GAMES:
        assert {path.stem for path in (CARD_TEXTS / game).glob("*.yaml")} == {"game", "sets", "symbols"}


@each_card
def test_the_base_has_the_first_words_and_values_of_the_facts(game, card_id):
    assert as_written(game, card_id).base == as_told(game, card_id).base


@each_card
def test_a_card_has_the_names_of_languages_without_a_text(game, card_id):
    assert as_written(game, card_id).names == as_told(game, card_id).names


@each_card
def test_a_card_was_checked_through_the_day_of_the_facts(game, card_id):
    assert as_written(game, card_id).verified_through == as_told(game, card_id).verified_through


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
    assert as_written(game, card_id).errata == as_told(game, card_id).errata


@each_card
def test_every_ending_is_that_of_the_facts(game, card_id):
    assert as_written(game, card_id).endings == as_told(game, card_id).endings


@each_card
def test_no_erratum_repeats_a_default(game, card_id):
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
def test_the_cited_documents_are_kept_and_no_others(game):
    assert stems(game, "documents") == cited(game)


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
        assert values == told[document_id]


@each_game
def test_every_document_has_the_title_of_the_facts_a_language_and_a_summary(game):
    told = by_id(facts(game)["documents"])
    for document_id, document in documents(game).items():
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
    own = [document["summary"] for document in documents(game).values()]
    for card_id in stems(game, "cards"):
        file = written(card_path(game, card_id))
        own += [change.get("reason", "") for change in file["errata"] + file.get("endings", [])]
    told = told_runs(facts(game))
    assert {text: copied for text in own if (copied := runs(text) & told)} == {}


# Games, sets, symbols


@each_game
def test_a_game_has_the_zone_and_the_last_checked_day_of_the_facts(game):
    file, meta = written(CARD_TEXTS / game / "game.yaml"), facts(game)["meta"]
    for key in ("zone", "verified_through"):
        assert file.get(key) == meta.get(key)


@each_game
def test_a_game_has_the_fields_of_its_cards(game):
    listed = written(CARD_TEXTS / game / "game.yaml")["fields"]
    fields = by_id(take(one, "id", "label", "localized", "list") for one in listed)
    bases = [as_told(game, card_id).base for card_id in kept_facts(game)]
    lists = {field for base in bases for field, value in base.items() if isinstance(value, list)}
    assert [*fields] == [*FIELDS[game]]
    assert {field for field in fields if fields[field]["list"] == "yes"} == lists
    assert {field for field in fields if fields[field]["localized"] == "yes"} == LOCALIZED


def releases(row):
    """Return the releases that one row of the facts means; ``global en + CN zh-CN`` means two."""
    for part in row["region_lang"].partition(" (")[0].split(" + "):
        region, _, lang = part.replace(" / ", " ").partition(" ")
        yield {
            "region": {"CN": "China"}.get(region, region),
            "lang": lang or "en",  # a global release, where the facts name no language
            "released_on": row["date"] or Mark.UNKNOWN,
        }


def test_the_riftbound_sets_have_the_releases_of_the_facts():
    told = [
        {
            "code": one["code"],
            "name": one["name"],
            "releases": [release for row in one["releases"] for release in releases(row)],
        }
        for one in facts("riftbound")["sets"]
    ]
    assert written(CARD_TEXTS / "riftbound" / "sets.yaml") == {"sets": told}


def test_the_magic_sets_are_those_of_the_printings_with_their_days():
    told = {}
    for card in kept_facts("mtg").values():
        document = by_id(facts("mtg")["documents"])[card["oracle"][0]["document"]]
        name = document["title"].removesuffix(" (set release)")
        for printing in card["printings"]:
            release = {"region": "global", "lang": "en", "released_on": printing["released_on"]}
            told[printing["set"]] = {"name": name, "releases": [release]}
    file = take(written(CARD_TEXTS / "mtg" / "sets.yaml"), "sets")
    assert by_id(file["sets"], "code") == told


def symbols(game):
    """Return the symbols of a game by their codes."""
    keys = ("code", "number", "means", "former", "tokens", "names", "domain", "by_domain")
    file = take(written(CARD_TEXTS / game / "symbols.yaml"), "symbols")
    return by_id((take(symbol, *keys) for symbol in file["symbols"]), "code")


def spellings(key):
    """Return what stands under ``key`` in the Riftbound symbols that have it, by code."""
    return {code: symbol[key] for code, symbol in symbols("riftbound").items() if symbol[key]}


def domains():
    """Return the domain of each letter code, as the facts tell it."""
    return facts("riftbound")["symbols"]["domain_letters"]


def shorthand():
    """Return the facts' symbols by code, a number as ``[N]``, without keywords and letters."""
    return {
        code.replace("[0] [1] [2] …", "[N]"): symbol
        for symbol in facts("riftbound")["symbols"]["faq_shorthand"]
        for code in symbol["code"].split(" / ")
        if code != "[Keyword]"
    }


def test_the_riftbound_codes_are_those_of_the_facts():
    told, found = shorthand(), symbols("riftbound")
    assert list(found) == [*told, *domains()]
    assert spellings("former") == {code: [one["was"]] for code, one in told.items() if "was" in one}
    assert spellings("number") == {"[N]": "yes"}
    assert spellings("by_domain") == {"[C]": "yes"}


def test_the_riftbound_symbols_mean_what_the_facts_say():
    letters = {code: f"one {domain} power" for code, domain in domains().items()}
    told = {code: re.split(r" \(| cost$", symbol["means"])[0] for code, symbol in shorthand().items()}
    assert spellings("means") == told | letters
    assert spellings("domain") == domains()


def test_the_tokens_are_those_of_the_galleries():
    told = facts("riftbound")["symbols"]
    expected = {code: [] for code in [*shorthand(), *domains()]}
    for row in told["gallery_tokens"]:
        if "|" in row["token"]:
            stem, names = re.fullmatch(r":(\w+_)([a-z|]+):", row["token"]).groups()
            for code, name in zip(domains(), names.split("|"), strict=True):
                expected[code].append(f":{stem}{name}:")
        else:
            expected[row["shorthand"]].append(row["token"])
    codes = {"exhaust": "[E]", "Might": "[M]", "any power": "[A]", "energy": "[N]"}
    for row in told["chinese_catalogue"]:
        tokens, meaning = re.fullmatch(r"\{\{(.+)\}\} (.+)", row).groups()
        if "|" in tokens:
            for code, token in zip(domains(), tokens.split("|"), strict=True):
                expected[code].append("{{" + token + "}}")
        else:
            expected[codes[meaning]].append("{{" + tokens.replace("1", "N") + "}}")
    assert spellings("tokens") == {code: tokens for code, tokens in expected.items() if tokens}


def test_a_colour_of_the_chinese_catalogue_is_the_domain_of_its_cards():
    tokens = spellings("tokens")
    colours = {tokens[code][-1].strip("{}"): domain for code, domain in domains().items()}
    seen = set()
    for card in facts("riftbound")["cards"]:
        for printing in card["printings"]:
            for colour in re.findall(r"\{\{[^}]*(\w色)\}\}", printing["text"]):
                assert [colours.get(colour)] == card["domains"]
                seen.add(colour)
    assert len(seen) == 4  # no card of the facts bears the other two


def test_the_french_terms_are_those_of_the_facts():
    terms = facts("riftbound")["symbols"]["french_terms"]
    told = {"[M]": terms["Might"], "[N]": terms["Energy"], "[A]": terms["Power"]}
    assert spellings("names") == {code: {"fr": term} for code, term in told.items()}


def test_the_magic_symbols_are_those_of_the_cards():
    texts = [
        text
        for card in kept_facts("mtg").values()
        for words in card["oracle"] + card["printings"]
        for text in (words["text"], words.get("mana_cost", ""))
    ]
    used = {re.sub(r"\d+", "N", code) for text in texts for code in re.findall(r"\{.+?\}", text)}
    told = {code: "yes" if code == "{N}" else None for code in used}
    assert {code: symbol["number"] for code, symbol in symbols("mtg").items()} == told
    assert all(symbol["means"] for symbol in symbols("mtg").values())
