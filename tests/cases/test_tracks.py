"""What changes by itself: scopes, languages, faces, fields and printings; and how far each was checked."""

import pytest

from tests.support.cases import CARD, PRINTED, Ledger

RULE = (
    "{{id: e, scopes: {{paper: 2024-06-01, online: {0}}}, announced_on: 2024-06-01, class: functional, "
    "rules_text: NEW}}"
)


def test_one_erratum_may_start_on_another_day_in_each_scope(with_errata):
    made = with_errata(RULE.format("2024-06-03"))
    assert made.says("2024-06-02") == "NEW"
    assert made.ask(on="2024-06-02")["scope"] == "paper"
    assert made.says("2024-06-02", scope="paper") == "NEW"
    assert made.says("2024-06-02", scope="online") == "P"
    assert made.says("2024-06-03", scope="online") == "NEW"
    problem = made.ask(on="2024-06-02", scope="arcade", status=400)
    assert (problem["code"], problem["scopes"]) == ("unknown-scope", ["paper", "online"])


def test_the_day_of_one_scope_is_corrected_by_itself(with_errata):
    with_errata(RULE.format("2024-06-03"))
    made = with_errata(RULE.format("2024-06-04"))
    [one] = made.ask("/v1/corrections")["corrections"]
    assert one["changed"] == ["effective_from"]
    assert made.says("2024-06-03", scope="online") == "P"
    assert made.says("2024-06-03", scope="online", as_of=1) == "NEW"
    assert made.says("2024-06-01", scope="paper") == "NEW"


FRENCH = PRINTED + "  - {id: fr-1, set: ONE, lang: fr, released_on: 2024-03-01, name: Carte, rules_text: F}\n"


def tag(made, **query):
    return made.get(on="2024-09-01", **query).headers["ETag"]


@pytest.mark.parametrize(
    ("erratum", "other"),
    [
        (
            "{id: f, languages: [fr], effective_from: 2024-05-01, class: wording, rules_text: F2}",
            {"lang": "en"},
        ),
        (
            "{id: s, scopes: [online], effective_from: 2024-05-01, class: wording, rules_text: O}",
            {"scope": "paper"},
        ),
    ],
    ids=["language", "scope"],
)
def test_an_erratum_of_one_language_or_scope_leaves_the_tags_of_the_others(with_errata, erratum, other):
    made = with_errata(
        "{id: s0, scopes: [online], effective_from: 2024-04-01, class: wording, rules_text: O0}",
        printed=FRENCH,
    )
    before = tag(made, **other)
    changed = {"lang": "fr"} if "lang" in other else {"scope": "online"}
    old = tag(made, **changed)
    with_errata(
        "{id: s0, scopes: [online], effective_from: 2024-04-01, class: wording, rules_text: O0}",
        erratum,
        printed=FRENCH,
    )
    assert tag(made, **other) == before
    assert tag(made, **changed) != old


def test_a_reprint_with_other_words_changes_its_own_words_alone(with_errata):
    more = '  - {id: two-1, set: ONE, number: "2", lang: en, released_on: 2025-01-01, rules_text: REPRINT}\n'
    made = with_errata(printed=PRINTED + more)
    assert made.says("2025-01-01") == "P"
    reprint = made.ask("/v1/printings/two-1", on="2025-01-01")
    assert (reprint["printed_text"], reprint["verdict"], reprint["verdict_basis"]) == (
        "REPRINT",
        "wording",
        "computed",
    )
    said = with_errata(
        "{id: r, kind: reprint, effective_from: 2025-01-01, class: wording, rules_text: REPRINT}",
        printed=PRINTED + more,
    )
    assert said.says("2025-01-01") == "REPRINT"


def stale(made, on="2024-09-01"):
    found = made.ask(on=on, lang="fr")["translation"]
    return found["stale"], found["stale_since"]


@pytest.mark.parametrize(
    ("erratum", "expected"),
    [
        (
            "{id: e, languages: [en], effective_from: 2024-05-01, class: functional, rules_text: N}",
            (False, None),
        ),
        ("{id: e, effective_from: 2024-05-01, class: reminder, rules_text: N}", (False, None)),
        ("{id: e, effective_from: 2024-05-01, class: functional, rules_text: N}", (True, "2024-05-01")),
    ],
    ids=["of one language", "reminder text", "functional"],
)
def test_what_makes_a_translation_stale(with_errata, erratum, expected):
    assert stale(with_errata(erratum, printed=FRENCH)) == expected


def test_staleness_is_what_had_been_announced(with_errata):
    made = with_errata(
        "{id: e, effective_from: 2024-05-01, announced_on: 2024-07-01, class: functional, rules_text: N}",
        printed=FRENCH,
    )
    assert stale(made, "2024-06-01") == (True, "2024-05-01")
    answer = made.ask(on="2024-06-01", lang="fr", view="contemporary")
    assert answer["translation"] == {
        "stale": False,
        "stale_since": None,
        "authoritative": {"lang": "en", "oracle_text": "P"},
    }


def test_a_stat_that_an_erratum_changes_stands_in_the_answer_of_every_language(with_errata):
    made = with_errata('{id: e, effective_from: 2024-05-01, class: functional, might: "5"}', printed=FRENCH)
    for lang in ("en", "fr"):
        assert made.ask(on="2024-05-01", lang=lang)["faces"][0]["fields"]["might"] == "5"


def test_a_verdict_is_the_strongest_class_between_the_printed_version_and_the_days(with_errata):
    more = '  - {id: odd, set: ONE, number: "3", lang: en, released_on: 2024-03-01, rules_text: NOBODYS}\n'
    made = with_errata(
        "{id: a, effective_from: 2024-04-01, class: functional, rules_text: A}",
        "{id: b, effective_from: 2024-05-01, class: reminder, rules_text: B}",
        printed=PRINTED + more,
    )
    verdicts = {one["printing"]: one for one in made.ask(f"{CARD}/printings", on="2024-06-01")["printings"]}
    assert (verdicts["one-1"]["verdict"], verdicts["one-1"]["verdict_basis"]) == ("functional", "stated")
    assert (verdicts["odd"]["verdict"], verdicts["odd"]["verdict_basis"]) == ("wording", "computed")


def test_two_artworks_of_one_number_are_both_had_by_id_and_the_number_is_ambiguous(with_errata):
    more = '  - {id: one-1b, set: ONE, number: "1", lang: en, released_on: 2024-02-02, variant: other art}\n'
    made = with_errata(printed=PRINTED + more)
    for name in ("one-1", "one-1b"):
        assert made.ask(f"/v1/printings/{name}", on="2024-03-01")["printing"] == name
    problem = made.ask("/v1/printings/demo/ONE/1", on="2024-03-01", status=409)
    assert (problem["code"], problem["candidates"]) == ("ambiguous-printing", ["one-1", "one-1b"])


FACES = """\
faces:
  - base: {name: %s, rules_text: FRONT}
  - base: {name: %s, rules_text: BACK}
printings:
  - {id: one-1, set: ONE, lang: en, released_on: 2024-02-02}
errata:
  - id: e
    effective_from: 2024-05-01
    class: functional
    faces: [{face: 1, rules_text: NEW}]
"""


def named(made, name):
    return made.ask("/v1/text", game="demo", name=name, on="2024-06-01")


def test_each_face_has_its_own_texts_and_is_found_by_its_own_name(ledger: Ledger):
    ledger.card(FACES % ("Ebb", "Flow"))
    ledger.load()
    for name in ("Ebb", "Flow", "Ebb // Flow", "flow"):
        answer = named(ledger, name)
        assert (answer["card"], answer["name"]) == ("card", "Ebb // Flow")
        assert answer["oracle_text"] == "FRONT\n//\nNEW"
    front, back = answer["faces"]
    assert front["provenance"]["rules_text"]["kind"] == "base"
    assert back["provenance"]["rules_text"]["erratum"] == "e"


def test_a_card_whose_faces_bear_the_same_name_is_one_card(ledger: Ledger):
    ledger.card(FACES % ("Twin", "Twin"))
    ledger.load()
    assert named(ledger, "Twin")["card"] == "card"
    assert named(ledger, "Twin // Twin")["card"] == "card"


def test_a_name_is_sought_as_it_was_recorded_at_the_pin(ledger: Ledger):
    ledger.card(PRINTED.replace("name: Card", "name: Crad") + "names: {de: Karte}\n")
    ledger.load()
    ledger.card(PRINTED)
    ledger.load()
    for name in ("Crad", "Karte"):
        assert ledger.ask("/v1/text", game="demo", name=name, on="2024-06-01", as_of=1)["name"] == "Crad"
        assert ledger.ask("/v1/text", game="demo", name=name, on="2024-06-01", status=404)
    assert ledger.ask("/v1/text", game="demo", name="Card", on="2024-06-01", as_of=1, status=404)
    assert ledger.ask("/v1/text", game="demo", name="Card", on="2024-06-01", as_of=2)["name"] == "Card"


def certainties(made, *days, **query):
    return [made.ask(on=day, **query)["certainty"] for day in days]


def checked(made, game=None, of_set=None, card=None, faces=(None, None)):
    """Load a card of two faces, with the last days through which game, set, card and faces were checked."""
    edited = made.folder.read("demo/game.yaml").partition("verified_through:")[0].rstrip("\n") + "\n"
    own = "".join(
        f"  - base: {{name: F{n}, rules_text: T{n}}}\n" + (f"    verified_through: {day}\n" if day else "")
        for n, day in enumerate(faces)
    )
    made.folder.write("demo/game.yaml", edited + (f"verified_through: {game}\n" if game else ""))
    told = f", verified_through: {of_set}" if of_set else ""
    made.folder.write("demo/sets.yaml", f"sets: [{{code: ONE, name: One, releases: []{told}}}]\n")
    made.card(
        (f"verified_through: {card}\n" if card else "")
        + f"faces:\n{own}printings: [{{id: one-1, set: ONE, lang: en, released_on: 2024-02-02}}]\n"
    )
    made.load()
    return made


@pytest.mark.parametrize(
    ("told", "through"),
    [
        ({"game": "2024-03-01"}, "2024-03-01"),
        ({"game": "2024-03-01", "of_set": "2024-04-01"}, "2024-04-01"),
        ({"game": "2024-05-01", "of_set": "2024-04-01"}, "2024-05-01"),
        ({"of_set": "2024-04-01", "card": "2024-06-01"}, "2024-06-01"),
        ({"card": "2024-06-01", "faces": ("2024-07-01", None)}, "2024-06-01"),
        ({"card": "2024-06-01", "faces": ("2024-07-01", "2024-08-01")}, "2024-07-01"),
        ({"faces": ("2024-07-01", None)}, None),
        ({}, None),
    ],
)
def test_a_day_is_assumed_behind_the_latest_day_given_for_face_card_set_or_game(ledger, told, through):
    made = checked(ledger, **told)
    answer = made.ask(on="2024-02-02")
    assert answer["verified_through"] == through
    if through is None:
        assert certainties(made, "2024-02-02", "2024-12-31") == ["assumed", "assumed"]
    else:
        following = through[:-1] + "2"
        assert certainties(made, through, following) == ["exact", "assumed"]


def test_coverage_has_records_of_its_own_and_a_pin_keeps_what_was_checked_then(ledger):
    made = checked(ledger, of_set="2024-03-01")
    checked(ledger, of_set="2024-06-01")
    assert certainties(made, "2024-05-01") == ["exact"]
    assert certainties(made, "2024-05-01", as_of=1) == ["assumed"]
    assert made.ask(on="2024-05-01", as_of=1)["verified_through"] == "2024-03-01"
    kinds = [one["kind"] for one in made.ask("/v1/changes", after="1")["changes"]]
    assert kinds == ["coverage"]
