"""The files of a game, its sets and its symbols say what the facts say; they may have more."""

import re

import pytest

from tests.support.facts import (
    CARD_TEXTS,
    FIELDS,
    Mark,
    by_id,
    card_of_facts,
    facts,
    kept_facts,
    take,
    written,
)

GAMES = ("mtg", "riftbound")
LOCALIZED = {"name", "type_line", "rules_text"}

each_game = pytest.mark.parametrize("game", GAMES)


@each_game
def test_a_game_has_the_zone_of_the_facts_and_was_checked_as_far_or_further(game):
    file, meta = written(CARD_TEXTS / game / "game.yaml"), facts(game)["meta"]
    assert file["zone"] == meta["zone"]
    assert (file.get("verified_through") or "") >= (meta.get("verified_through") or "")


@each_game
def test_a_game_has_the_fields_of_its_cards(game):
    listed = written(CARD_TEXTS / game / "game.yaml")["fields"]
    fields = by_id(take(one, "id", "label", "localized", "list") for one in listed)
    bases = [card_of_facts(game, card_id).base for card_id in kept_facts(game)]
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
    found = take(written(CARD_TEXTS / "riftbound" / "sets.yaml"), "sets")["sets"]
    codes = {one["code"] for one in told}
    assert [one for one in found if one["code"] in codes] == told


def test_the_magic_sets_are_those_of_the_printings_with_their_days():
    told = {}
    for card in kept_facts("mtg").values():
        document = by_id(facts("mtg")["documents"])[card["oracle"][0]["document"]]
        title = document["title"].removesuffix(" (set release)")
        name = title.removeprefix("WotC Announces ").removesuffix(" Timeline")
        for printing in card["printings"]:
            days = printing.get("releases", {"global": printing["released_on"]})
            rows = [{"region": region, "lang": "en", "released_on": day} for region, day in days.items()]
            told[printing["set"]] = {"name": name, "releases": rows}
    file = take(written(CARD_TEXTS / "mtg" / "sets.yaml"), "sets")
    found = by_id(file["sets"], "code")
    assert {code: found.get(code) for code in told} == told


def symbols(game):
    """Return the symbols of a game by their codes."""
    keys = ("code", "number", "means", "former", "tokens", "names", "domain", "by_domain")
    file = take(written(CARD_TEXTS / game / "symbols.yaml"), "symbols")
    return by_id((take(symbol, *keys) for symbol in file["symbols"]), "code")


def spellings(key):
    """Return what stands under ``key`` in those Riftbound symbols of the facts that have it, by code."""
    known = {*shorthand(), *domains()}
    found = symbols("riftbound").items()
    return {code: symbol[key] for code, symbol in found if code in known and symbol[key]}


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
    known = [*told, *domains()]
    assert [code for code in found if code in known] == known
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
        for text in (words["text"] or "", words.get("mana_cost", ""))
    ]
    used = {re.sub(r"\d+", "N", code) for text in texts for code in re.findall(r"\{.+?\}", text)}
    told = {code: "yes" if code == "{N}" else None for code in used}
    found = symbols("mtg")
    assert {code: found[code]["number"] for code in told} == told
    assert all(symbol["means"] for symbol in found.values())
