"""What a corpus claims: each file's facts in path order, and every text that they name."""

import json
import random
from pathlib import PurePosixPath

import pytest

from service.corpus.claims import corpus_claims
from service.corpus.reader import read_corpus, read_files
from service.domain.coverage import coverage_of
from service.domain.documents import document_of
from service.domain.games import game_of, notice_of
from service.domain.ledger import NONE, UNKNOWN, Assertion, Record
from service.domain.migrations import migration_of
from service.domain.printings import printing_of
from service.domain.records import as_record
from service.domain.sets import set_of
from service.domain.sources import source_of
from service.domain.subjects import aliases_of, subject_of
from service.domain.symbols import game_symbols_of
from service.domain.texts import text_sha256
from service.domain.tombstones import tombstone_of
from tests.support.corpora import SMALL
from tests.support.shared import ROOT

GOOD = ROOT / "tests" / "corpus" / "good"


def claims(files):
    return corpus_claims(read_files({PurePosixPath(path): text.encode() for path, text in files.items()}))


def records(claimed, kind):
    return {
        one.key: one.body
        for file in claimed.files
        for one in file.facts
        if isinstance(one, Record) and one.kind == kind
    }


def with_line(path, line):
    return SMALL | {path: SMALL[path] + line}


def test_files_come_in_path_order_and_cards_alone_have_a_subject():
    claimed = claims(SMALL)
    assert [str(file.path) for file in claimed.files] == sorted(SMALL)
    assert {str(file.path): str(file.subject) for file in claimed.files if file.subject} == {
        "demo/cards/brindle-warden.yaml": "demo/cards/brindle-warden",
        "demo/cards/stone-lynx.yaml": "demo/cards/stone-lynx",
        "other/cards/far-card.yaml": "other/cards/far-card",
    }


def test_the_order_in_which_files_are_found_changes_nothing():
    paths = list(SMALL)
    for seed in range(5):
        random.Random(seed).shuffle(paths)
        assert claims({path: SMALL[path] for path in paths}) == claims(SMALL)


@pytest.mark.parametrize("root", [GOOD, ROOT / "card_texts"], ids=["made up", "real"])
def test_every_text_that_a_fact_names_is_there_under_its_hash(root):
    claimed = corpus_claims(read_corpus(root))
    named = set()
    for file in claimed.files:
        for one in file.facts:
            if isinstance(one, Assertion):
                named |= {value.content for value in one.fields}
            elif isinstance(one, Record) and one.kind == "printing":
                named |= {value[3] for name in ("fields", "raw") for value in one.body.get(name, ())}
    removed = records(claimed, "tombstone").keys()
    assert named - {NONE, UNKNOWN} == claimed.texts.keys()
    assert {sha256 for sha256, text in claimed.texts.items() if text is None} == removed
    assert all(text is None or text_sha256(text) == sha256 for sha256, text in claimed.texts.items())


@pytest.mark.parametrize("root", [GOOD, ROOT / "card_texts"], ids=["made up", "real"])
def test_a_record_is_what_json_gives_back_and_each_key_is_claimed_once(root):
    facts = [one for file in corpus_claims(read_corpus(root)).files for one in file.facts]
    told = [one for one in facts if isinstance(one, Record)]
    assert all(json.loads(json.dumps(one.body)) == one.body for one in told)
    assert len({(one.kind, one.key) for one in told}) == len(told)
    dated = [one for one in facts if isinstance(one, Assertion)]
    asserted = [(one.subject, one.erratum, one.scopes, one.effective_from) for one in dated]
    assert len(set(asserted)) == len(asserted)


READERS = {
    "game": game_of,
    "notice": notice_of,
    "coverage": coverage_of,
    "set": set_of,
    "symbols": game_symbols_of,
    "document": document_of,
    "subject": subject_of,
    "aliases": aliases_of,
    "migration": migration_of,
    "source": source_of,
    "tombstone": tombstone_of,
    "printing": printing_of,
}


RARE = {"migration", "source", "tombstone"}
"""The records of what few corpora have."""


@pytest.mark.parametrize("root", [GOOD, ROOT / "card_texts"], ids=["made up", "real"])
def test_every_record_is_read_back_as_what_it_was_made_of(root):
    facts = [one for file in corpus_claims(read_corpus(root)).files for one in file.facts]
    told = [one for one in facts if isinstance(one, Record)]
    assert {one.kind for one in told} | RARE == READERS.keys()
    assert [as_record(READERS[one.kind](one.key, one.body)) for one in told] == told


def test_a_card_claims_its_faces_aliases_and_printings():
    claimed = claims(SMALL)
    warden = "demo/cards/brindle-warden"
    assert records(claimed, "subject")[warden] == {"faces": 1}
    assert records(claimed, "aliases") == {warden: {"names": {"de": "Wächter"}}}
    assert {key for key in records(claimed, "printing") if key.startswith(warden)} == {
        f"{warden}/one-001-en",
        f"{warden}/one-001-fr",
    }
    assert records(claimed, "printing")[f"{warden}/one-001-en"]["number"] == "001"


def test_coverage_is_claimed_where_it_is_given():
    assert records(claims(SMALL), "coverage") == {
        "demo": {"verified_through": "2026-01-31"},
        "other": {"verified_through": "2025-12-31"},
    }
    path = "demo/cards/stone-lynx.yaml"
    found = records(claims(with_line(path, "verified_through: 2025-05-05\n")), "coverage")
    assert found["demo/cards/stone-lynx"] == {"verified_through": "2025-05-05"}


def test_a_game_claims_itself_its_notice_its_sets_and_its_symbols():
    claimed = claims(SMALL)
    game = records(claimed, "game")["demo"]
    assert (game["zone"], game["language"], game["scopes"]) == ("UTC", "en", ["paper", "online"])
    assert game["fields"][0] == {"id": "name", "label": "Name", "localized": True, "list": False}
    assert records(claimed, "notice")["demo"] == {"notice": "This game was made up for tests."}
    releases = [{"region": "world", "lang": "en", "released_on": "2024-01-10"}]
    assert records(claimed, "set")["demo/ONE"] == {"code": "ONE", "name": "First Set", "releases": releases}
    assert records(claimed, "symbols")["demo"] == {"symbols": []}


def test_a_document_is_claimed_without_what_it_does_not_say():
    told = records(claims(SMALL), "document")
    assert told["page"] == {
        "game": "demo",
        "title": "Errata Page",
        "announced_on": "2024-06-01",
        "provisional": False,
    }
    unknown = SMALL | {"demo/documents/page.yaml": "title: Errata Page\nannounced_on: unknown\n"}
    assert "announced_on" not in records(claims(unknown), "document")["page"]


def test_a_text_that_several_cards_bear_is_kept_once():
    same = SMALL["demo/cards/stone-lynx.yaml"].replace("one-002", "one-003")
    assert claims(SMALL | {"demo/cards/twin.yaml": same}).texts == claims(SMALL).texts
