"""The files of the entries: they never change, and each text stands in the first that names it."""

import json

import pytest
from sqlalchemy import update

from service.domain.exported import exported_entry_of
from service.domain.ledger import Record
from service.domain.manifest import entry_path
from service.domain.refusals import ExportRefused
from service.domain.texts import text_sha256
from service.ingest.reindex import rebuild_index
from service.store.connection import writing
from service.store.models import ContentRow
from tests.support.building import SUBJECT, Card
from tests.support.corpora import WARDEN_FILE
from tests.support.databases import record, record_card, record_game
from tests.support.exports import export, files_of, rows_of
from tests.support.planting import plant, recorded


def entries_in(folder):
    """Return the entries of an export, in order."""
    files = files_of(folder / "ledger")
    return [exported_entry_of(data.splitlines(keepends=True)) for _, data in sorted(files.items())]


@pytest.fixture
def thrice(loaded, corpus):
    """A ledger of three entries; the second has a new notice and words that the first had."""
    corpus.edit("demo/game.yaml", "made up for tests", "made up")
    corpus.edit(WARDEN_FILE, "you may draw 2.", "you may draw 1.")
    loaded.load(corpus)
    corpus.edit("demo/documents/faq.yaml", "Questions and Answers", "Answers")
    loaded.load(corpus)
    return loaded


def test_every_entry_is_exported_with_all_its_facts(thrice, folder):
    export(thrice.engine, folder)
    exported = entries_in(folder)
    assert [one.entry for one in exported] == thrice.entries()
    assert [list(one.facts) for one in exported] == [thrice.facts(seq) for seq in (1, 2, 3)]


def test_every_text_is_exported_once_with_the_entry_that_names_it_first(thrice, folder):
    export(thrice.engine, folder)
    exported = entries_in(folder)
    pairs = [pair for one in exported for pair in one.texts.items()]
    assert sorted(pairs) == rows_of(thrice.engine)["content"]
    again = text_sha256("When you play me, you may draw 1.")
    assert [again in one.texts for one in exported] == [True, False, False]


def test_the_notices_are_those_recorded_up_to_the_entry(thrice, folder):
    export(thrice.engine, folder)
    demo = [one.notices["demo"] for one in entries_in(folder)]
    assert demo == ["This game was made up for tests.", "This game was made up.", "This game was made up."]
    assert all("other" in one.notices for one in entries_in(folder))


def test_a_later_entry_changes_no_file_of_an_earlier_one(loaded, corpus, folder):
    export(loaded.engine, folder)
    before = files_of(folder / "ledger")
    corpus.edit("demo/game.yaml", "made up for tests", "made up")
    corpus.edit(WARDEN_FILE, "you may draw 2.", "you may draw 3.")
    loaded.load(corpus)
    export(loaded.engine, folder)
    after = files_of(folder / "ledger")
    assert after.pop("00000002.ndjson")
    assert after == before


def test_a_text_that_was_removed_is_named_without_its_words(engine, folder):
    key = text_sha256("Ward 1.")
    card = Card()
    card.base("2024-01-10", "Ward 1.")
    with writing(engine) as conn:
        record_card(conn, card)
        record_game(conn)
        record(conn, Record(kind="tombstone", key=key, body={}))
        conn.execute(update(ContentRow).values(text=None))
        rebuild_index(conn)
    export(engine, folder)
    assert b'{"content":{"sha256":"' + key.encode() + b'"}}\n' in files_of(folder)[entry_path(1)]
    assert entries_in(folder)[0].texts == {key: None}


def test_a_ledger_that_lacks_a_text_is_not_exported(engine, folder):
    card = Card()
    one = card.base("2024-01-10", "Ward 1.")
    with writing(engine) as conn:
        record(conn, one)
        record_game(conn)
    with pytest.raises(
        ExportRefused, match="is damaged: entry 1: it names 1 new texts, and the ledger holds 0"
    ):
        export(engine, folder)
    assert list(folder.parent.iterdir()) == [folder.parent / ".out.lock"]


def test_more_facts_and_texts_than_are_fetched_at_once_are_exported_in_order(engine, folder):
    words = [f"Ward {number}." for number in range(1300)]
    card = Card()
    facts = [card.base("2024-01-10", each) for each in words]
    facts[700:700] = [Record(kind="notice", key="demo", body={"notice": "x"})]
    with writing(engine) as conn:
        record(conn, *facts, texts=words)
        rebuild_index(conn)
    export(engine, folder)
    (entry,) = entries_in(folder)
    assert len(entry.facts) == 1301
    assert list(entry.texts.values()) == sorted(words, key=text_sha256)
    assert json.loads(files_of(folder)["current/index.json"])["cards"] == []
    assert entry.facts[0].subject == SUBJECT


DRAW = "text = 'When you play me, you may draw a card.'"
EARLY = "2001-01-01T00:00:00.000000Z"


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE assertion SET reason = 'another' WHERE seq = 2", "entry 2: the entry says that its hash is"),
        ("UPDATE assertion SET n = 7 WHERE seq = 2", "entry 2: the entry says that its hash is"),
        ("UPDATE record SET body = '{\"faces\":2}' WHERE kind = 'subject'", "entry 1: the entry says that"),
        ("DELETE FROM assertion WHERE seq = 2", "entry 2: the entry says that its hash is"),
        ("UPDATE entry SET actor = 'Bob' WHERE seq = 2", "entry 2: the entry says that its hash is"),
        ("UPDATE entry SET prev_hash = 'aa' WHERE seq = 2", "entry 2: the entry is number 2 and follows aa"),
        ("UPDATE entry SET hash_format = 2 WHERE seq = 2", "entry 2: the entry has hash_format 2"),
        ("UPDATE entry SET recorded_at = 'zzzz' WHERE seq = 2", "entry 2: the entry was recorded at 'zzzz'"),
        (f"UPDATE entry SET recorded_at = '{EARLY}' WHERE seq = 2", "earlier than the one before it"),
        ("DELETE FROM entry WHERE seq = 2", "entry 3: the entry is number 3 and follows"),
        (f"UPDATE content SET text = 'Win.' WHERE {DRAW}", "entry 2: the text says that its sha256 is"),
        (f"UPDATE content SET text = NULL WHERE {DRAW}", "is missing, and no tombstone says why"),
        (f"DELETE FROM content WHERE {DRAW}", "entry 2: it names 1 new texts, and the ledger holds 0"),
        ("INSERT INTO record VALUES (9, 1, 'set', 'demo/ONE', NULL)", "facts, and its entries have"),
        ("UPDATE record SET body = '{' WHERE kind = 'game'", "holds of entry 1 can't be read, JSONDecodeE"),
        ("UPDATE record SET body = '{}' WHERE kind = 'aliases'", "aliases 'demo/cards/brindle-warden' can't"),
        ("UPDATE assertion SET fields = '{' WHERE seq = 2", "holds of entry 2 can't be read, JSONDecodeErr"),
        ("UPDATE assertion SET effective_from = 'infinity' WHERE seq = 2", "holds of entry 2 can't be read"),
    ],
)
def test_a_ledger_that_was_changed_is_not_exported_and_the_old_export_stays(
    engine, tmp_path, folder, statement, found
):
    ledger = recorded(engine, tmp_path / "card_texts")
    export(ledger.engine, folder)
    before = files_of(folder)
    plant(engine, statement)
    with pytest.raises(ExportRefused) as refused:
        export(engine, folder, "2024-03-01")
    assert refused.value.detail.startswith("the ledger is damaged: ")
    assert found in refused.value.detail
    assert refused.value.detail.endswith("; run: errata verify")
    assert files_of(folder) == before
