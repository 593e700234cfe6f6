"""Exports one after another: the same bytes for the same things, a sequence, and nothing of the clock."""

import hashlib
import json
from datetime import UTC, date, datetime, timedelta

import pytest

from service.domain.refusals import ExportRefused
from service.export.exporter import count_steps, export_ledger
from service.ingest.reindex import rebuild_index
from service.store.connection import reading, writing
from tests.support.building import Card
from tests.support.corpora import LYNX_FILE, WARDEN_FILE, Loaded
from tests.support.databases import record, record_card, record_game
from tests.support.exports import NOW, engine_on, export, files_of, manifest_in
from tests.support.planting import FAR, WARDEN, plant, recorded


def stamps(folder):
    """Return what a file system tells of everything below a folder when it is written anew."""
    return {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in [folder, *folder.rglob("*")]}


def test_the_same_ledger_gives_the_same_bytes(loaded, tmp_path):
    for name, now in (("a", NOW), ("b", NOW + timedelta(days=5))):
        assert export(loaded.engine, tmp_path / name, now=now).changed
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b")


def test_an_export_of_another_day_with_the_same_texts_is_unchanged(loaded, folder):  # 71, 72
    first = export(loaded.engine, folder, "2024-03-01")
    before = stamps(folder)
    second = export(loaded.engine, folder, "2024-05-31")
    assert (first.changed, second.changed) == (True, False)
    assert second.manifest == first.manifest
    assert stamps(folder) == before


def test_a_change_that_falls_due_is_a_new_export(loaded, folder):  # 72a
    export(loaded.engine, folder, "2024-05-31")
    before = manifest_in(folder)
    assert export(loaded.engine, folder, "2024-06-01").changed
    after = manifest_in(folder)
    assert (before.right_for["demo"]["until"], after.right_for["demo"]["from"]) == ("2024-06-01",) * 2
    assert (before.head_seq, after.head_seq) == (1, 1)


def test_exports_are_a_sequence_in_which_each_names_the_one_before(loaded, corpus, folder):
    found = []
    for words in ("draw 3.", "draw 4.", "draw 5."):
        text = corpus.read(WARDEN_FILE)
        start = text.index("you may draw", text.index("id: page"))
        corpus.write(WARDEN_FILE, text[:start] + f"you may {words}\n" + text[text.index("endings:") :])
        assert loaded.load(corpus).entry
        assert export(loaded.engine, folder).changed
        assert not export(loaded.engine, folder).changed
        found.append((folder / "manifest.json").read_bytes())
    told = [json.loads(each) for each in found]
    assert [one["sequence"] for one in told] == [1, 2, 3]
    sums = [hashlib.sha256(each).hexdigest() for each in found]
    assert [one["previous_manifest_sha256"] for one in told] == [None, *sums[:2]]
    assert [one["head"] for one in told] == [
        {"seq": one.seq, "hash": one.hash} for one in loaded.entries()[1:]
    ]


def test_the_manifest_lists_every_other_file_with_its_sum(loaded, folder):
    export(loaded.engine, folder)
    found = files_of(folder)
    told = json.loads(found.pop("manifest.json"))
    assert told["files"] == {
        path: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} for path, data in found.items()
    }
    assert sorted(told) == [
        *("counts", "files", "format", "head", "notices", "previous_manifest_sha256", "right_for", "sequence")
    ]
    assert (told["format"], told["counts"]) == (1, {"cards": 3, "entries": 1, "games": 2})
    assert (folder / "manifest.json").read_bytes() == (
        json.dumps(told, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    ).encode()


def test_a_damaged_export_is_mended(loaded, folder):
    export(loaded.engine, folder)
    before = files_of(folder)
    (folder / "current/other/ONE/far-card.json").unlink()
    report = export(loaded.engine, folder)
    assert (report.changed, report.manifest.sequence) == (True, 2)
    after = files_of(folder)
    assert before.pop("manifest.json") != after.pop("manifest.json")
    assert after == before


def test_each_game_has_its_own_today(engine, corpus, folder):  # 75
    corpus.edit("other/game.yaml", "zone: UTC", "zone: Asia/Tokyo")
    Loaded(engine).load(corpus)
    report = export(engine, folder, now=datetime(2024, 1, 9, 15, 30, tzinfo=UTC))
    assert report.days == {"demo": date(2024, 1, 9), "other": date(2024, 1, 10)}
    paths = [path for path in files_of(folder) if path.count("/") == 3]
    assert paths == ["current/other/ONE/far-card.json"]
    assert report.manifest.right_for == {
        "demo": {"from": None, "until": "2024-01-10"},
        "other": {"from": "2024-01-10", "until": "2026-01-01"},
    }


def test_a_text_that_ends_ends_the_stretch(engine, folder):
    card = Card()
    card.base("2024-01-10", "Ward 1.", effective_until="2024-05-01")
    with writing(engine) as conn:
        record_card(conn, card)
        game = record_game(conn)
        rebuild_index(conn)
    found = [export(engine, folder, day).manifest for day in ("2024-04-30", "2024-05-01")]
    assert [one.right_for[game.id] for one in found] == [
        {"from": "2024-01-10", "until": "2024-05-01"},
        {"from": "2024-05-01", "until": None},
    ]
    assert [one.counts["cards"] for one in found] == [1, 0]


def texts_of(folder, game):
    return {path: data for path, data in files_of(folder).items() if path.startswith(f"current/{game}/")}


def check_right_for(engine, place, days):
    """Refuse a stretch that is too long or too short, on either side of each of these days."""
    made = {}

    def exported(game, day):
        if day not in made:
            export(engine, place / str(day), str(day))
            made[day] = place / str(day)
        return texts_of(made[day], game)

    checked = 0
    for day in days:
        exported("", day)
        for game, told in manifest_in(made[day]).right_for.items():
            since = told["from"] and date.fromisoformat(told["from"])
            until = told["until"] and date.fromisoformat(told["until"])
            here = exported(game, day)
            if since:
                assert exported(game, since) == here
                assert exported(game, since - timedelta(1)) != here
            if until:
                assert exported(game, until - timedelta(1)) == here
                assert exported(game, until) != here
            checked += bool(since) + bool(until)
    assert checked > len(days)


def test_the_stretch_that_texts_are_right_for_is_the_longest(loaded, tmp_path):
    days = ["2023-01-01", "2024-01-10", "2024-04-01", "2024-08-31", "2026-01-31", "2030-01-01"]
    check_right_for(loaded.engine, tmp_path, [date.fromisoformat(day) for day in days])


@pytest.mark.proof
def test_the_stretch_that_the_real_texts_are_right_for_is_the_longest(database_url, tmp_path):
    with engine_on(database_url) as engine:
        days = [date(2002, 1, 1) + timedelta(120 * number) for number in range(80)]
        check_right_for(engine, tmp_path, days)


def test_what_is_recorded_while_an_export_runs_is_in_the_next(loaded, corpus, folder):  # 74
    def write_once(_count, done=[]):  # noqa: B006  # remembers that it was called
        if not done:
            done.append(True)
            corpus.edit(LYNX_FILE, "Ward 2.", "Ward 3.")
            loaded.load(corpus)

    first = export_ledger(loaded.engine, folder, NOW, advance=write_once)
    assert first.manifest.head_seq == 1
    assert not any(b"Ward 3." in data for data in files_of(folder).values())
    assert export(loaded.engine, folder).manifest.head_seq == 2


def test_everything_that_is_done_is_told(loaded, folder):
    told = []
    export_ledger(loaded.engine, folder, NOW, advance=told.append)
    with reading(loaded.engine) as conn:
        assert sum(told) == count_steps(conn) == 4


def test_a_folder_that_is_refused_is_refused_before_the_work(loaded, folder):
    told = []
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(ExportRefused):
        export_ledger(loaded.engine, folder, NOW, advance=told.append)
    assert told == []


def test_an_empty_ledger_is_not_exported(engine, folder):
    with pytest.raises(ExportRefused, match="nothing to export; run: errata load"):
        export(engine, folder)
    assert not folder.exists()
    with reading(engine) as conn:
        assert count_steps(conn) == 0


def test_a_ledger_without_a_game_is_exported(engine, folder):
    with writing(engine) as conn:
        record(conn)
        rebuild_index(conn)
    assert export(engine, folder).manifest.counts == {"cards": 0, "entries": 1, "games": 0}


def check_refused(engine, folder, *words):
    """Refuse that an export does anything but say why not."""
    before = files_of(folder)
    with pytest.raises(ExportRefused) as refused:
        export(engine, folder, "2024-03-01")
    for each in words:
        assert each in refused.value.detail
    assert files_of(folder) == before


def test_an_export_of_another_ledger_stays(loaded, corpus, folder, other_engine):
    export(loaded.engine, folder)
    mine = manifest_in(folder).head_hash
    corpus.edit(WARDEN_FILE, "you may draw 1.", "you may draw a card.")
    other = Loaded(other_engine)
    other.load(corpus)
    theirs = other.entries()[0].hash
    check_refused(
        other_engine,
        folder,
        f"up to entry 1 with the hash {mine}, and this ledger has {theirs} there",
        f"its last entry is 1 with {theirs}",
        "move the old export away, or name another folder",
    )


def test_an_export_of_a_ledger_that_was_cut_off_later_stays(engine, tmp_path, folder):
    ledger = recorded(engine, tmp_path / "card_texts")
    export(engine, folder)
    plant(engine, "DELETE FROM assertion WHERE seq = 3", "DELETE FROM entry WHERE seq = 3")
    with writing(engine) as conn:
        rebuild_index(conn)
    last = ledger.entries()[-1]
    check_refused(engine, folder, "this ledger has no such entry", f"its last entry is 2 with {last.hash}")


GHOST = "'demo/cards/ghost', 'en', '*', '2024-01-10', NULL, 1, '[]'"


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE index_state SET head_seq = 2", "the index stands for entry 2, and the ledger's last is 3"),
        ("DELETE FROM index_state", "the index stands for entry 0, and the ledger's last is 3"),
        ("DELETE FROM segment", f"the index has no text of {WARDEN}, and the ledger has one"),
        (f"DELETE FROM segment WHERE subject = '{FAR}'", f"the index has no text of {FAR}"),
        (f"INSERT INTO segment VALUES ({GHOST})", "the index has texts of demo/cards/ghost"),
    ],
)
def test_an_index_that_is_not_that_of_the_head_is_not_exported(engine, tmp_path, folder, statement, found):
    recorded(engine, tmp_path / "card_texts")
    export(engine, folder)
    plant(engine, statement)
    check_refused(engine, folder, f"the index can't be exported: {found}", "; run: errata rebuild-index")
    with writing(engine) as conn:
        rebuild_index(conn)
    assert export(engine, folder, "2024-03-01").changed


@pytest.mark.parametrize("withdrawn", [False, True], ids=["never had one", "has it no longer"])
def test_a_subject_without_a_text_is_no_fault_of_the_index(engine, folder, withdrawn):
    card = Card()
    if withdrawn:
        card.withdrawn(card.base("2024-01-10", "Ward 1.").version)
    with writing(engine) as conn:
        record_card(conn, card)
        record_game(conn)
        rebuild_index(conn)
    assert export(engine, folder).manifest.counts["cards"] == 0


def test_games_that_can_not_be_read_are_not_counted(loaded):
    plant(loaded.engine, "UPDATE record SET body = '{' WHERE kind = 'game'")
    with (
        reading(loaded.engine) as conn,
        pytest.raises(ExportRefused, match="holds of its games can't be read, JSONDecodeError"),
    ):
        count_steps(conn)
