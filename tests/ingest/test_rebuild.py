"""An empty ledger made again from an export is the ledger that was exported."""

import shutil
from dataclasses import replace

import pytest
from sqlalchemy import update

from service.domain.exported import exported_entry_of, header_line
from service.domain.ledger import Record, entry_hash, fact_line
from service.domain.manifest import MANIFEST, entry_path
from service.domain.refusals import DamagedExport, LedgerNotEmpty
from service.domain.texts import text_sha256
from service.ingest.rebuild import count_steps, rebuild_ledger
from service.ingest.reindex import rebuild_index
from service.store.connection import writing
from service.store.models import ContentRow
from tests.support.building import Card
from tests.support.corpora import WARDEN_FILE, Loaded
from tests.support.databases import record, record_card, record_game
from tests.support.exports import edit, engine_on, export, files_of, index_of, manifest_in, relist, rows_of
from tests.support.planting import faults, plant, recorded, sight


def check_same(one, other, place):
    """Refuse two databases that differ in the ledger, the index or the export."""
    assert rows_of(one) == rows_of(other)
    assert index_of(one) == index_of(other)
    export(one, place / "one")
    export(other, place / "other")
    assert files_of(place / "one") == files_of(place / "other")


def test_the_real_ledger_is_made_again_as_it_was(database_url, engine, tmp_path):  # 80
    with engine_on(database_url) as real:
        export(real, tmp_path / "out")
        rebuilt = rebuild_ledger(engine, tmp_path / "out")
        assert rebuilt.hash == manifest_in(tmp_path / "out").head_hash
        check_same(real, engine, tmp_path)


def test_a_ledger_of_several_entries_is_made_again_as_it_was(original, exported, other_engine, tmp_path):
    told = []
    rebuild_ledger(other_engine, exported, told.append)
    check_same(original, other_engine, tmp_path)
    Loaded(other_engine).check_chain()
    Loaded(other_engine).check_index()
    assert told == [1] * 5, "two entries and three subjects"


def test_a_rebuilt_ledger_goes_on(exported, edited_corpus, other_engine):
    rebuild_ledger(other_engine, exported)
    rebuilt = Loaded(other_engine)
    assert rebuilt.load(edited_corpus).entry is None
    edited_corpus.edit(WARDEN_FILE, "you may draw a card.", "you may draw one.")
    entry = rebuilt.load(edited_corpus).entry
    assert (entry.seq, entry.prev_hash) == (3, manifest_in(exported).head_hash)
    rebuilt.check_chain()


def test_the_ledger_and_the_manifest_are_enough(original, exported, other_engine, tmp_path):
    shutil.rmtree(exported / "current")
    rebuild_ledger(other_engine, exported)
    check_same(original, other_engine, tmp_path)


def test_a_text_that_was_removed_stays_so(engine, other_engine, tmp_path):
    card = Card()
    card.base("2024-01-10", "Ward 1.")
    with writing(engine) as conn:
        record_card(conn, card)
        record_game(conn)
        record(conn, Record(kind="tombstone", key=text_sha256("Ward 1."), body={}))
        conn.execute(update(ContentRow).values(text=None))
        rebuild_index(conn)
    export(engine, tmp_path / "out")
    rebuild_ledger(other_engine, tmp_path / "out")
    check_same(engine, other_engine, tmp_path)


def test_what_sources_showed_and_ids_of_other_catalogues_are_made_again(engine, other_engine, tmp_path):
    recorded(engine, tmp_path / "card_texts")
    sight(engine)
    export(engine, tmp_path / "out")
    rebuild_ledger(other_engine, tmp_path / "out")
    check_same(engine, other_engine, tmp_path)
    assert len(index_of(other_engine)["known_id"]) == 5
    assert faults(other_engine) == []


def test_a_ledger_that_is_not_empty_is_left_alone(original, exported):
    before = rows_of(original), index_of(original)
    with pytest.raises(LedgerNotEmpty, match="has entries up to 2; only an empty one"):
        rebuild_ledger(original, exported)
    assert (rows_of(original), index_of(original)) == before


@pytest.mark.parametrize(
    ("table", "values"),
    [
        ("content", f"'{text_sha256('When you play me, you may draw a card.')}', 'You win.'"),
        ("content", "'aa', NULL"),
        ("record", "1, 1, 'set', 'demo/ONE', NULL"),
        ("record", "9, 1, 'set', 'demo/ONE', NULL"),
    ],
)
def test_a_ledger_without_entries_that_holds_anything_is_left_alone(other_engine, exported, table, values):
    plant(other_engine, f"INSERT INTO {table} VALUES ({values})")
    before = rows_of(other_engine)
    with pytest.raises(LedgerNotEmpty, match=f"has no entry, and rows of {table}; only an empty one"):
        rebuild_ledger(other_engine, exported)
    assert rows_of(other_engine) == before


def test_as_much_is_told_as_the_manifest_counts(exported, other_engine, tmp_path):
    told = []
    rebuild_ledger(other_engine, exported, told.append)
    assert sum(told) == count_steps(exported)
    assert count_steps(tmp_path / "nowhere") is None


def check_refused(engine, folder, words):
    """Refuse a rebuild that is done, or says something else, or leaves anything behind."""
    before = (rows_of(engine), index_of(engine))
    with pytest.raises(DamagedExport) as refused:
        rebuild_ledger(engine, folder)
    assert words in refused.value.detail
    assert refused.value.extra["faults"]
    assert (rows_of(engine), index_of(engine)) == before
    assert not any(map(any, before[0].values()))


FILES = [
    "current/all.ndjson",
    "current/index.json",
    "current/demo/ONE/stone-lynx.json",
    entry_path(1),
    entry_path(2),
]


def flip(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


@pytest.mark.parametrize("path", FILES)
def test_a_file_with_another_byte_is_refused(exported, other_engine, path):
    edit(exported, path, flip)
    check_refused(other_engine, exported, f"{path}: it has")


@pytest.mark.parametrize("path", FILES)
def test_a_file_that_is_missing_is_refused(exported, other_engine, path):
    (exported / path).unlink()
    check_refused(other_engine, exported, f"{path}: it is missing")


@pytest.mark.parametrize("path", FILES)
def test_a_link_in_place_of_a_file_is_refused(exported, other_engine, path, tmp_path):
    (exported / path).rename(tmp_path / "moved")
    (exported / path).symlink_to(tmp_path / "moved")
    check_refused(other_engine, exported, f"{path}: it is missing, or no plain file")


@pytest.mark.parametrize("path", ["more", "current/demo/more", "ledger/more"])
def test_a_link_to_a_folder_is_refused(exported, other_engine, path, tmp_path):
    (tmp_path / "moved").mkdir()
    (exported / path).symlink_to(tmp_path / "moved")
    check_refused(other_engine, exported, f"{path}: the manifest doesn't list it")


def test_a_link_to_the_folder_of_the_ledger_is_refused(exported, other_engine, tmp_path):
    (exported / "ledger").rename(tmp_path / "moved")
    (exported / "ledger").symlink_to(tmp_path / "moved")
    check_refused(other_engine, exported, "ledger: the manifest doesn't list it")


@pytest.mark.parametrize("path", ["more", "current/demo/ONE/more.json", entry_path(3), "ledger/sub/x"])
def test_a_file_too_many_is_refused(exported, other_engine, path):
    (exported / path).parent.mkdir(exist_ok=True)
    (exported / path).write_bytes(b"{}\n")
    check_refused(other_engine, exported, f"{path}: the manifest doesn't list it")


@pytest.mark.parametrize("path", ["/etc/hostname", "../outside", "current/../../outside"])
def test_a_path_that_leads_out_of_the_export_is_never_opened(exported, other_engine, path):
    (exported.parent / "outside").write_bytes(b"{}\n")
    listed = manifest_in(exported)
    files = {**listed.files, path: listed.files[entry_path(1)]}
    (exported / MANIFEST).write_bytes(replace(listed, files=files).written())
    check_refused(other_engine, exported, f"{path}: it is missing")


@pytest.mark.parametrize("change", [flip, lambda data: b"", lambda data: data + b"\n"])
def test_a_manifest_that_is_none_is_refused(exported, other_engine, change):
    edit(exported, MANIFEST, change)
    if change is flip:
        edit(exported, MANIFEST, lambda data: data.replace(b'"sequence": 1', b'"sequence": 0x'))
    check_refused(other_engine, exported, "manifest.json: there is none of format 1")


def test_a_folder_without_an_export_is_refused(other_engine, tmp_path):
    (tmp_path / "none").mkdir()
    check_refused(other_engine, tmp_path / "none", "manifest.json: there is none")
    check_refused(other_engine, tmp_path / "nowhere", "there is no folder")


def test_every_fault_is_told(exported, other_engine):
    for path in FILES:
        (exported / path).unlink()
    with pytest.raises(DamagedExport) as refused:
        rebuild_ledger(other_engine, exported)
    assert "and 4 more faults" in refused.value.detail
    assert [fault.partition(":")[0] for fault in refused.value.extra["faults"]] == sorted(FILES)


def lines_of(data):
    return data.splitlines(keepends=True)


def without_the_text(data):
    return b"".join(line for line in lines_of(data) if not line.startswith(b'{"content"'))


def blanked(data):
    lines = lines_of(data)
    return b"".join([lines[0], lines[1].partition(b',"text"')[0] + b"}}\n", *lines[2:]])


def with_another_text(data):
    return data.replace(b"you may draw a card.", b"you may draw a carp.")


def last_first(data):
    lines = lines_of(data)
    return b"".join([*lines[:-2], lines[-1], lines[-2]])


def renoticed(data):
    return data.replace(b"made up for tests", b"made up for jests", 1)


def reformed(data):
    return data.replace(b'{"entry":', b'{ "entry":')


@pytest.mark.parametrize(
    ("seq", "change", "words"),
    [
        (1, lambda data: data.replace(b"Brindle", b"Bramble"), f"{entry_path(1)}:"),
        (
            1,
            lambda data: data.replace(b'"might"', b'"night"'),
            "ndjson: the entry says that its hash is",
        ),
        (1, last_first, "belongs here"),
        (1, lambda data: data[:-1], "cut off"),
        (1, lambda data: b"", f"{entry_path(1)}:0: the file is empty"),
        (1, renoticed, f"{entry_path(1)}: the notices are not those"),
        (1, reformed, f"{entry_path(1)}:1: "),
        (2, without_the_text, "is named and not there"),
        (2, blanked, "is missing, and no tombstone says why"),
        (2, with_another_text, f"{entry_path(2)}:2: the text says that its sha256 is"),
        (2, lambda data: data + lines_of(data)[-1], "belongs here"),
        (2, lambda data: data.replace(b'"seq":2', b'"seq":3'), "the entry is number 3"),
        (2, lambda data: data.replace(b'"prev_hash":"', b'"prev_hash":"0'), "number 2 that follows"),
        (2, lambda data: data.replace(b'"hash":"', b'"hash":"0'), "the entry says that its hash is 0"),
        (2, lambda data: data.replace(b'"2024-03-01"', b'"2024-03-99"'), "which is no day"),
    ],
)
def test_a_ledger_that_was_changed_with_its_manifest_is_refused(exported, other_engine, seq, change, words):
    edit(exported, entry_path(seq), change)
    relist(exported)
    check_refused(other_engine, exported, words)


def rewrite(folder, seq, *facts, **changes):
    """Write other facts into the file of an entry, with the hash that they have."""
    path = folder / entry_path(seq)
    before = exported_entry_of(lines_of(path.read_bytes()))
    entry = replace(before.entry, **changes)
    entry = replace(entry, hash=entry_hash(entry, map(fact_line, facts)))
    lines = [header_line(entry, before.notices), *map(fact_line, facts)]
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return entry


def test_a_last_entry_that_was_made_anew_is_not_the_head(exported, other_engine):
    fact = Record(seq=2, n=1, kind="set", key="demo/ONE", body=None)
    entry = rewrite(exported, 2, fact)
    relist(exported)
    check_refused(
        other_engine, exported, f"ledger: the head must have the hash {manifest_in(exported).head_hash}"
    )
    relist(exported, head_hash=entry.hash)
    assert rebuild_ledger(other_engine, exported) == entry


def test_a_fact_that_no_table_takes_is_refused(exported, other_engine):
    (one,) = exported_entry_of(lines_of((exported / entry_path(2)).read_bytes())).facts
    entry = rewrite(exported, 2, replace(one, kind="rumour", fields=()))
    relist(exported, head_hash=entry.hash)
    check_refused(other_engine, exported, f"{entry_path(2)}: the ledger doesn't take it")


def test_entries_that_go_back_in_time_are_refused(exported, other_engine):
    entry = rewrite(exported, 2, recorded_at="2001-01-01T00:00:00.000000Z")
    relist(exported, head_hash=entry.hash)
    check_refused(other_engine, exported, "earlier than the one before it")


CARD = "demo/cards/stone-lynx"


@pytest.mark.parametrize(
    ("kind", "key", "body", "why"),
    [
        ("game", "demo", {"name": "Demo"}, "KeyError: 'publisher'"),
        ("coverage", CARD, {"verified_through": "2026-02-30"}, "ValueError: day is out of range"),
        ("aliases", CARD, {"names": 5}, "AttributeError: "),
        ("printing", f"{CARD}/one-002-en", {"id": "one-002-en", "lang": "en", "set": None}, "ValueError: "),
    ],
)
def test_a_body_that_no_writer_wrote_is_named_by_its_file_and_fact(
    exported, other_engine, kind, key, body, why
):
    entry = rewrite(exported, 2, Record(seq=2, n=1, kind=kind, key=key, body=body))
    relist(exported, head_hash=entry.hash)
    words = f"{entry_path(2)}: fact 2-1 of the {kind} '{key}' can't be read, {why}"
    check_refused(other_engine, exported, words)


def test_an_instant_that_is_none_is_refused(exported, other_engine):
    entry = rewrite(exported, 2, recorded_at="zzzz")
    relist(exported, head_hash=entry.hash)
    check_refused(other_engine, exported, f"{entry_path(2)}: the entry was recorded at 'zzzz'")


def test_a_subject_that_can_not_be_read_is_named(exported, other_engine):
    entry = rewrite(exported, 2, Record(seq=2, n=1, kind="aliases", key=CARD, body={"names": {"de": 5}}))
    relist(exported, head_hash=entry.hash)
    check_refused(other_engine, exported, f"ledger: what the ledger holds of {CARD} can't be read, ")


@pytest.mark.parametrize("head_seq", [0, 1, 3, 10**15])
def test_as_many_entries_as_the_head_says_must_be_there(exported, other_engine, head_seq):
    relist(exported, head_seq=head_seq)
    check_refused(other_engine, exported, f"ledger: there are 2 files for the {head_seq} entries")


def test_an_entry_under_another_name_is_refused(exported, other_engine):
    (exported / entry_path(2)).rename(exported / "ledger" / "2.ndjson")
    relist(exported)
    check_refused(other_engine, exported, f"{entry_path(2)}: it is missing, and ledger has another file")
