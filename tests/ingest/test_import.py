"""Importing what a source observed: one entry, all or nothing, once, in any order, beside the corpus."""

import json
import random

import pytest
from sqlalchemy import text as sql

from service.domain.refusals import ImportRefused, InvalidText, UnknownSource
from service.domain.texts import text_sha256
from service.ingest.importer import import_files
from service.store.connection import reading, writing
from tests.support.corpora import LYNX, LYNX_FILE, NOW, Loaded
from tests.support.exports import engine_on
from tests.support.importing import (
    d,
    import_lines,
    line,
    owl_changes,
    printing,
    readings,
    several,
    version,
)
from tests.support.planting import faults

OWL = "demo/cards/ash-owl"


def test_an_import_is_one_entry_that_says_what_was_imported(described, tmp_path):
    report = import_lines(described.engine, tmp_path, line(version("2024-02-01", "Fly.")))
    assert (report.entry.seq, report.pieces, report.cards, report.new) == (2, 1, 1, 1)
    [entry] = described.entries()[1:]
    assert entry.origin.startswith("import history import-0.ndjson sha256:")
    assert (report.texts, report.printings) == (1, 1)


def test_what_was_imported_is_known_and_nothing_is_recorded_again(described, tmp_path):
    lines = [line(version("2024-02-01", "Fly.")), line(version("2024-02-01", "Swim."), key="Eel")]
    import_lines(described.engine, tmp_path, *lines)
    before = described.everything()
    report = import_lines(described.engine, tmp_path, *lines)
    assert (report.entry, report.pieces, report.unchanged) == (None, 2, 2)
    assert described.everything() == before


def test_a_dry_run_tells_what_would_be_recorded_and_records_nothing(described, tmp_path):
    before = described.everything()
    report = import_lines(described.engine, tmp_path, line(version("2024-02-01", "Fly.")), dry_run=True)
    assert (report.entry.seq, report.new) == (2, 1)
    assert report.head == described.entries()[-1]
    assert described.everything() == before


SEEN = {
    "a change lies behind the last day of the old text, by the first day of the new one": (
        [version("2024-02-01", "Fly."), version("2024-03-10", "Fly up.", before="2024-03-01")],
        [("gallery-2024-03-10", (d("2024-03-01"), d("2024-03-10")))],
    ),
    "both seen on one day: it is of that day": (
        [version("2024-02-01", "Fly."), version("2024-03-10", "Fly up.", before="2024-03-10")],
        [("gallery-2024-03-10", d("2024-03-10"))],
    ),
    "an old text that a lagging source showed proves nothing": (
        [version("2024-02-01", "Fly."), version("2024-05-12", "Fly up.", before="2024-05-09")],
        [("gallery-2024-05-12", (d("2024-05-01"), d("2024-05-12")))],
    ),
    "a source that led is dated by the document": (
        [version("2024-02-01", "Fly."), version("2024-05-20", "Fly up.", before="2024-05-15")],
        [("gallery-2024-05-20", d("2024-06-01"))],
    ),
    "the first text, where it isn't what was printed, lies behind the release": (
        [version("2024-02-01", "Soar.")],
        [("gallery-2024-02-01", (d("2024-01-15"), d("2024-02-01")))],
    ),
    "a first text that was seen before the release begins with it": (
        [version("2024-01-02", "Soar.")],
        [("gallery-2024-01-02", (None, d("2024-01-02")))],
    ),
    "a version without a text has the empty text": (
        [version("2024-02-01", "Fly."), version("2024-03-10", before="2024-03-01")],
        [("gallery-2024-03-10", (d("2024-03-01"), d("2024-03-10")))],
    ),
    "two changes on one day are two errata": (
        [
            version("2024-02-01", "Fly."),
            version("2024-03-10", "Fly up.", before="2024-03-10"),
            version("2024-03-10", "Fly off.", before="2024-03-10"),
        ],
        [("gallery-2024-03-10", d("2024-03-10")), ("gallery-2024-03-10-2", d("2024-03-10"))],
    ),
}


@pytest.mark.parametrize(("versions", "expected"), SEEN.values(), ids=SEEN)
def test_observed_changes_are_dated_by_what_was_seen(described, tmp_path, versions, expected):
    told = [one | {"type_line": "Bird"} for one in versions]
    import_lines(described.engine, tmp_path, line(*told))
    assert owl_changes(described.engine) == expected


@pytest.mark.parametrize("seed", range(6))
def test_lines_in_any_order_and_in_any_imports_give_the_same_timelines(
    described, databases, migrated, corpus, tmp_path, seed
):
    import_lines(described.engine, tmp_path, *several())
    expected = readings(described.engine)
    rng = random.Random(seed)
    lines = several()
    rng.shuffle(lines)
    with engine_on(databases.new(migrated)) as engine:
        Loaded(engine).load(corpus)
        while lines:
            count = rng.randint(1, len(lines))
            import_lines(engine, tmp_path, *lines[:count])
            lines = lines[count:]
        assert readings(engine) == expected
        assert faults(engine) == []


BAD = {
    "no JSON": ("{", "line 2", "this is no JSON"),
    "a day that no calendar has": (
        line(version("2024-02-30", "Fly.")),
        "line 2, versions[0].seen_on",
        "no calendar",
    ),
    "a text that is a list": (
        line(version("2024-02-01") | {"text": []}),
        "line 2, versions[0].text",
        "belongs",
    ),
    "a language that nobody knows": (
        line(version("2024-02-01"), lang="Elvish"),
        "line 2, lang",
        "sources.yaml",
    ),
    "days out of order": (
        line(version("2024-03-01", "A"), version("2024-02-01", "B", before="2024-03-02")),
        "line 2, versions[1].seen_on",
        "before",
    ),
}


@pytest.mark.parametrize(("bad", "where", "why"), BAD.values(), ids=BAD)
def test_one_bad_line_stops_an_import_with_its_place(described, tmp_path, bad, where, why):
    before = described.everything()
    with pytest.raises(ImportRefused) as caught:
        import_lines(described.engine, tmp_path, line(version("2024-02-01", "Swim."), key="Eel"), bad)
    assert where in caught.value.detail
    assert why in caught.value.detail
    assert caught.value.extra["line"] == 2
    assert described.everything() == before


def test_a_text_that_no_text_may_be_is_refused_by_its_own_name(described, tmp_path):
    with pytest.raises(InvalidText, match=r"line 1, versions\[0\].text: character 1 is U\+0000"):
        import_lines(described.engine, tmp_path, line(version("2024-02-01", "\0Fly.")))


def test_a_source_that_nobody_described_is_refused_with_those_that_are(described, tmp_path):
    good = line(version("2024-02-01"))
    with pytest.raises(UnknownSource, match="line 2, source: nobody has described") as caught:
        import_lines(described.engine, tmp_path, good, line(version("2024-02-01"), source="rumour"))
    assert caught.value.extra["sources"] == ["demo/gallery", "demo/list"]
    assert (caught.value.extra["line"], caught.value.extra["field"]) == (2, "source")


def test_a_file_that_is_cut_off_is_refused(described, tmp_path):
    path = tmp_path / "cut.gz"
    path.write_bytes(bytes.fromhex("1f8b0800000000000003"))
    with pytest.raises(ImportRefused, match=r"cut\.gz: it can't be read"):
        import_files(described.engine, "history", [path], NOW)


def lynx(*versions, **more):
    return line(*versions, key="Stone Lynx", **({"printings": [printing("ONE", "2", text="Ward 1.")]} | more))


def test_what_is_curated_stays_and_both_texts_are_told(described, tmp_path):
    before = described.everything()
    told = [version("2024-01-20", "Ward 1."), version("2024-04-01", "Ward 9.", before="2024-02-28")]
    report = import_lines(described.engine, tmp_path, lynx(*told))
    assert (report.entry, report.curated) == (None, 1)
    assert described.everything() == before
    [found] = [one for one in report.disagreements if one.field == "rules_text"]
    assert (str(found.subject), found.on) == ("demo/cards/stone-lynx", d("2024-04-01"))
    assert (found.kept, found.shown) == ("Ward 2.", "Ward 9.")


def test_what_a_source_shows_as_the_corpus_has_it_is_no_disagreement(described, tmp_path):
    told = [version("2024-01-20", "Ward 1."), version("2024-03-05", "Ward 2.", before="2024-02-28")]
    report = import_lines(described.engine, tmp_path, lynx(*told))
    assert [one for one in report.disagreements if one.field == "rules_text"] == []


def test_a_card_that_gets_a_file_is_the_files_from_then_on(described, corpus, tmp_path):
    owl = line(version("2024-02-01", "Fly."), version("2024-03-10", "Fly up.", before="2024-03-01"))
    import_lines(described.engine, tmp_path, owl)
    corpus.write(
        "demo/cards/ash-owl.yaml", corpus.read(LYNX_FILE).replace("Stone Lynx", "Ash Owl").replace("002", "9")
    )
    described.load(corpus)
    with reading(described.engine) as conn:
        assert conn.scalar(sql("SELECT count(*) FROM known_id WHERE subject = :owl"), {"owl": OWL}) == 0
    assert [one[0] for one in owl_changes(described.engine)] == ["faq"]
    report = import_lines(described.engine, tmp_path, owl)
    assert (report.entry, report.unchanged, report.curated) == (None, 0, 1)


def test_a_card_whose_file_goes_is_imported_again_under_its_id(described, corpus, tmp_path):
    owl = line(version("2024-02-01", "Fly."))
    import_lines(described.engine, tmp_path, owl)
    before = readings(described.engine)
    corpus.write(
        "demo/cards/ash-owl.yaml", corpus.read(LYNX_FILE).replace("Stone Lynx", "Ash Owl").replace("002", "9")
    )
    described.load(corpus)
    corpus.remove("demo/cards/ash-owl.yaml")
    described.load(corpus)
    import_lines(described.engine, tmp_path, owl)
    assert readings(described.engine) == before


def test_a_second_source_narrows_what_the_first_left_open(described, tmp_path):
    import_lines(
        described.engine,
        tmp_path,
        line(version("2024-02-01", "Fly."), version("2024-09-01", "Fly up.", before="2024-06-20")),
    )
    told = line(
        version("2024-07-01", "Fly."),
        version("2024-08-01", "Fly up.", before="2024-07-20"),
        source="list",
        printings=[],
    )
    told["versions"] = [one | {"type_line": "Bird"} for one in told["versions"]]
    import_lines(described.engine, tmp_path, told)
    assert owl_changes(described.engine)[-1][1] == (d("2024-07-20"), d("2024-08-01"))


def test_another_process_prepares_the_same(described, databases, migrated, corpus, tmp_path):
    import_lines(described.engine, tmp_path, *several())
    with engine_on(databases.new(migrated)) as engine:
        other = Loaded(engine)
        other.load(corpus)
        import_lines(engine, tmp_path, *several(), most_bytes_here=0)
        assert {name: rows for name, rows in other.everything().items() if name != "entry"} == {
            name: rows for name, rows in described.everything().items() if name != "entry"
        }
        assert faults(engine) == []


def test_an_error_of_the_other_process_is_told_as_it_is(described, tmp_path):
    before = described.everything()
    with pytest.raises(ImportRefused) as caught:
        import_lines(described.engine, tmp_path, *several(), "{", most_bytes_here=0)
    assert caught.value.extra["line"] == len(several()) + 1
    assert described.everything() == before


def test_an_index_that_is_stale_is_made_whole_first(described, tmp_path):
    with writing(described.engine) as conn:
        conn.execute(sql("DELETE FROM segment"))
        conn.execute(sql("UPDATE index_state SET head_seq = 0"))
    assert faults(described.engine) != []
    import_lines(described.engine, tmp_path, line(version("2024-02-01", "Fly.")), most_bytes_here=0)
    assert faults(described.engine) == []
    assert all(stretches for stretches, _ in readings(described.engine).values())


def test_printed_words_that_were_damaged_on_their_way_stand_as_unknown_and_are_told(described, tmp_path):
    bad = printing("TWO", "1", "fr", text="Vole\b.")
    report = import_lines(
        described.engine, tmp_path, line(version("2024-02-01", "Fly."), printings=[printing(), bad])
    )
    [told] = report.damaged
    assert (told.number, report.passed_over) == (1, [])
    assert "printings[1].text: character 5 is U+0008" in told.reason


def test_the_coverage_of_a_card_is_the_last_day_on_which_it_was_seen(described, tmp_path):
    import_lines(described.engine, tmp_path, line(version("2024-02-01", "Fly."), last="2026-01-31"))
    [body] = [one.body for one in described.facts(2) if one.kind == "coverage"]
    assert json.dumps(body) == '{"verified_through": "2026-01-31"}'


def test_words_that_were_removed_do_not_come_back(described, corpus, tmp_path):
    words = "Words of mine."
    card = LYNX.replace("document: faq", "document: faq\n    class: wording")
    corpus.write(LYNX_FILE, card.replace("Ward 2.", words))
    described.load(corpus)
    told = f"removed {text_sha256(words)}"
    corpus.write(LYNX_FILE, card.replace("|-\n      Ward 2.", told).replace("Ward 2.", told))
    removal = f"{{sha256: {text_sha256(words)}, reason: Asked for., url: https://example.org/a}}"
    corpus.write("demo/removals.yaml", f"removals:\n  - {removal}\n")
    described.load(corpus)
    import_lines(described.engine, tmp_path, line(version("2024-02-01", words)))
    assert faults(described.engine) == []
    assert words not in str(described.everything())
