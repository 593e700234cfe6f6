"""Each act that a load can record, with every single change of a row failing once: all of it or nothing."""

from itertools import count

import pytest
from sqlalchemy.exc import DatabaseError

from service.domain.texts import text_sha256
from service.store.integrity.faults import Code
from tests.support.corpora import GAME, SETS, Folder, Loaded
from tests.support.faults import NO_MORE, counted_changes
from tests.support.places import SQLITE
from tests.support.planting import faults

CARD, OTHER = "demo/cards/card.yaml", "demo/cards/other.yaml"
LETTER, PAGE = "demo/documents/letter.yaml", "demo/documents/page.yaml"
GAME_FILE, SETS_FILE = "demo/game.yaml", "demo/sets.yaml"
MIGRATIONS, REMOVALS = "demo/migrations.yaml", "demo/removals.yaml"

PRINTED = """\
base: {name: Card, rules_text: P}
printings:
  - {id: one-1, set: ONE, number: "1", lang: en, released_on: 2024-01-10}
"""
SECOND = PRINTED.replace("one-1", "one-2").replace('"1"', '"2"').replace("Card", "Other")
FRENCH = '  - {id: one-1-fr, set: ONE, number: "1", lang: fr, released_on: 2024-02-01, rules_text: F}\n'
DOCUMENT = "title: A Letter\nannounced_on: 2024-04-01\n"

ERRATUM = "id: e, document: letter, effective_from: 2024-06-01, class: wording, rules_text: NEW"
PROMISE = "id: e, document: letter, pending: yes, class: wording, rules_text: NEW"
REPLACING = (
    "id: f, document: page, effective_from: 2024-06-01, replaces: e, class: wording, rules_text: NEWER"
)
WINDOW = ERRATUM.replace("_from: 2024-06-01", "_after: 2024-05-01, effective_by: 2024-06-01")
REDATED = "redated: [{announced_on: 2024-05-01, effective_from: 2024-07-01}]"
POSTPONED = "redated: [{announced_on: 2024-05-01, pending: yes}]"

EMPTY = {
    GAME_FILE: GAME.replace("verified_through: 2026-01-31\n", ""),
    SETS_FILE: SETS,
    "demo/symbols.yaml": "symbols: []\n",
    LETTER: DOCUMENT,
    PAGE: DOCUMENT.replace("04-01", "05-01"),
}


def card(*errata, ending="", behind=""):
    """Return the file of the card with these errata, and perhaps with an ending of one."""
    lines = "".join(f"  - {{{one}}}\n" for one in errata)
    ends = f"endings:\n  - {{of: e, {ending}}}\n" if ending else ""
    return {CARD: PRINTED + behind + (f"errata:\n{lines}" if errata else "") + ends}


SAID = card(ERRATUM)
TWO = card() | {OTHER: SECOND}

ACTS = {
    "a new card": ({}, card()),
    "an erratum": (card(), card(ERRATUM)),
    "a wordless change": (card(), card("id: e, document: letter, effective_from: 2024-06-01, class: rules")),
    "a window": (card(), card(WINDOW)),
    "an erratum by scope": (card(), card(f"{ERRATUM}, scopes: [online]")),
    "a replacement": (SAID, card(ERRATUM, REPLACING)),
    "a confirmation": (SAID, card(f"{ERRATUM}, confirmed_by: [page]")),
    "a void": (SAID, card(ERRATUM, ending="kind: void, announced_on: 2024-05-20")),
    "a lapse": (SAID, card(ERRATUM, ending="kind: lapsed, ended_after: 2024-08-01, ended_by: 2024-09-01")),
    "a rescission": (SAID, card(ERRATUM, ending="kind: lapsed, ended_on: 2024-08-01, document: page")),
    "another end": (
        card(ERRATUM, ending="kind: lapsed, ended_on: 2024-08-01"),
        card(ERRATUM, ending="kind: lapsed, ended_on: 2024-09-01"),
    ),
    "an end taken back": (card(ERRATUM, ending="kind: lapsed, ended_on: 2024-08-01"), SAID),
    "a correction": (SAID, card(ERRATUM.replace("NEW", "RIGHT"))),
    "a correction of the base": (SAID, {CARD: SAID[CARD].replace("rules_text: P", "rules_text: Q")}),
    "a withdrawal": (SAID, card()),
    "a re-dating": (SAID, card(f"{ERRATUM}, {REDATED}")),
    "a postponement": (SAID, card(f"{ERRATUM}, {POSTPONED}")),
    "a promise": (card(), card(PROMISE)),
    "a promise that gets its day": (card(PROMISE), card(f"{PROMISE}, {REDATED}")),
    "a temporary change": (card(), card(f"{ERRATUM}, effective_until: 2024-08-01")),
    "a change that turns out temporary": (SAID, card(f"{ERRATUM}, effective_until: 2024-08-01")),
    "a translation": (SAID, card(ERRATUM, behind=FRENCH)),
    "another name": (SAID, {CARD: "names: {de: Karte}\n" + SAID[CARD]}),
    "a merge": (
        TWO,
        {CARD: None, MIGRATIONS: "migrations:\n  - {card: card, act: merged, into: other, reason: One.}\n"},
    ),
    "a rename": (
        SAID,
        {
            CARD: None,
            OTHER: SAID[CARD],
            MIGRATIONS: "migrations:\n  - {card: card, act: renamed, into: other}\n",
        },
    ),
    "a card taken out": (TWO, {CARD: None}),
    "a removal": (
        SAID,
        {
            **card(ERRATUM.replace("NEW", f"removed {text_sha256('NEW')}")),
            REMOVALS: f"removals:\n  - {{sha256: {text_sha256('NEW')}, reason: Asked for.}}\n",
        },
    ),
    "coverage of the game": (SAID, {GAME_FILE: GAME}),
    "coverage of the set": (
        SAID,
        {SETS_FILE: SETS.replace("name:", "verified_through: 2025-01-01\n    name:")},
    ),
    "coverage of the card": (SAID, {CARD: "verified_through: 2025-01-01\n" + SAID[CARD]}),
    "another day of a release": (SAID, {SETS_FILE: SETS.replace("2024-01-10", "2024-01-05")}),
    "another day of a document": (SAID, {LETTER: DOCUMENT.replace("04-01", "04-10")}),
    "another word of a document": (SAID, {LETTER: DOCUMENT.replace("Letter", "Note")}),
}
"""By its name what an act changes: the files before, and those of them that read otherwise afterwards."""

SHORT = ("a correction", "a void", "a removal")


def write(folder, files):
    """Write files of a corpus, and take away those that are None."""
    for path, text in files.items():
        if text is None:
            folder.remove(path)
        else:
            folder.write(path, text)


def do(act, loaded, folder):
    """Load the corpus as it is before an act, and write what the act changes."""
    before, after = ACTS[act]
    write(folder, before)
    if before:
        loaded.load(folder)
    write(folder, after)


def load_if_it_works(loaded, folder):
    """Load a corpus; None where the database refused the change that it was to refuse."""
    try:
        return loaded.load(folder)
    except DatabaseError as error:
        if NO_MORE not in str(error):
            raise
        return None


def check_every_change_failing(act, loaded, undisturbed, tmp_path):
    """Fail a load at its first, second, ... change until none is left, and return how many there are."""
    folder, other = Folder(tmp_path / "a", EMPTY), Folder(tmp_path / "b", EMPTY)
    do(act, undisturbed, other)
    assert undisturbed.load(other).entry is not None
    do(act, loaded, folder)
    before = loaded.everything()
    with counted_changes(loaded.engine) as refuse:
        known = faults(loaded.engine)
        assert {one.code for one in known} == {Code.TRIGGER_UNKNOWN}
        for nth in count(1):
            refuse(nth)
            report = load_if_it_works(loaded, folder)
            if report is not None:
                break
            assert loaded.everything() == before, f"change {nth}"
            assert faults(loaded.engine) == known, f"change {nth}"
    assert report.entry.seq == len(before["entry"]) + 1
    assert loaded.everything() == undisturbed.everything()
    assert loaded.load(folder).entry is None
    assert faults(loaded.engine) == []
    return nth - 1


@pytest.mark.parametrize("databases", [SQLITE], indirect=True, scope="session")
@pytest.mark.parametrize("act", SHORT)
def test_whichever_change_of_some_acts_fails_nothing_of_them_is_recorded(engine, other_engine, tmp_path, act):
    assert check_every_change_failing(act, Loaded(engine), Loaded(other_engine), tmp_path) > 5


@pytest.mark.proof
@pytest.mark.parametrize("act", ACTS)
def test_whichever_change_of_any_act_fails_nothing_of_it_is_recorded(engine, other_engine, tmp_path, act):
    assert check_every_change_failing(act, Loaded(engine), Loaded(other_engine), tmp_path) > 2
