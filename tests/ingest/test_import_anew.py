"""What is read anew: what was described otherwise, and what no longer stands; all of it, or nothing."""

import pytest

from service.domain.refusals import ImportRefused, UnknownSource
from tests.support.corpora import LYNX_FILE, Loaded
from tests.support.exports import engine_on
from tests.support.importing import (
    PAGE_FILE,
    SOURCES,
    SOURCES_FILE,
    d,
    import_lines,
    line,
    owl_changes,
    printing,
    readings,
    version,
)
from tests.support.planting import faults

OWL = "demo/cards/ash-owl"


LAGS = "    lags: [{after: 2024-05-01, through: 2024-05-10}]\n"


def test_a_source_that_is_described_anew_is_read_anew(described, corpus, tmp_path):
    owl = line(version("2024-02-01", "Fly."), version("2024-05-12", "Fly up.", before="2024-05-09"))
    import_lines(described.engine, tmp_path, owl)
    corpus.edit(SOURCES_FILE, LAGS, "")
    described.load(corpus)
    report = import_lines(described.engine, tmp_path, owl)
    assert (report.corrected, report.withdrawn) == (1, 0)
    assert ("gallery-2024-05-12", (d("2024-05-09"), d("2024-05-12"))) in owl_changes(described.engine)
    assert import_lines(described.engine, tmp_path, owl).unchanged == 1


def test_what_a_source_is_called_makes_nothing_new(described, corpus, tmp_path):
    owl = line(version("2024-02-01", "Fly."))
    import_lines(described.engine, tmp_path, owl)
    corpus.edit(
        SOURCES_FILE, "    title: Gallery\n", "    title: The gallery\n    url: https://example.com\n"
    )
    described.load(corpus)
    assert import_lines(described.engine, tmp_path, owl).unchanged == 1


def test_nothing_that_was_read_by_another_description_stays(described, databases, migrated, corpus, tmp_path):
    owl = line(
        version("2024-02-01", "Fly.") | {"kind": "Wolf"},
        printings=[printing(), printing("TWO", "1", "Owlish", text="Vole.")],
    )
    corpus.edit(SOURCES_FILE, "languages: {fr: [French]", "languages: {es: [Owlish], fr: [French]")
    described.load(corpus)
    import_lines(described.engine, tmp_path, owl)
    corpus.edit(SOURCES_FILE, "languages: {es: [Owlish], fr: [French]", "languages: {fr: [French, Owlish]")
    corpus.edit(SOURCES_FILE, "key: type_line,", "key: kind,")
    described.load(corpus)
    import_lines(described.engine, tmp_path, owl)
    with engine_on(databases.new(migrated)) as engine:
        Loaded(engine).load(corpus)
        import_lines(engine, tmp_path, owl)
        assert readings(engine) == readings(described.engine)
        assert faults(described.engine) == []


def test_a_source_that_is_described_anew_is_read_whole_or_not_at_all(described, corpus, tmp_path):
    lines = [
        line(version("2024-02-01", "Fly.")),
        line(version("2024-05-12", "Fly up.", before="2024-05-09"), printings=[printing("SIX", "1")]),
    ]
    for one in lines:
        import_lines(described.engine, tmp_path, one)
    corpus.edit(SOURCES_FILE, LAGS, "")
    described.load(corpus)
    before = described.everything()
    for one in lines:
        with pytest.raises(
            ImportRefused, match=r"together with those of: import history import-[01]\.ndjson"
        ):
            import_lines(described.engine, tmp_path, one)
        assert described.everything() == before
    report = import_lines(described.engine, tmp_path, *lines)
    assert report.unchanged == 0
    assert import_lines(described.engine, tmp_path, *lines).unchanged == 2


def test_a_document_that_is_dated_anew_dates_what_a_source_led_with(described, corpus, tmp_path):
    owl = line(version("2024-02-01", "Fly."), version("2024-05-20", "Fly up.", before="2024-05-15"))
    import_lines(described.engine, tmp_path, owl)
    corpus.edit(PAGE_FILE, "effective_from: 2024-06-01", "effective_from: 2024-06-08")
    described.load(corpus)
    report = import_lines(described.engine, tmp_path, owl)
    assert (report.unchanged, report.corrected) == (0, 1)
    assert ("gallery-2024-05-20", d("2024-06-08")) in owl_changes(described.engine)


def test_a_line_is_known_as_long_as_what_it_told_stands(described, corpus, tmp_path):
    lines = [
        line(version("2024-02-01", "Fly."), last="2024-02-09"),
        line(version("2024-03-01", "Fly up."), last="2024-03-09", printings=[]),
        line(version("2024-04-01", "Fly off."), last="2024-04-09", printings=[]),
    ]
    for one in lines:
        import_lines(described.engine, tmp_path, one)
    assert import_lines(described.engine, tmp_path, *lines).unchanged == 3
    before = readings(described.engine)
    corpus.write(
        "demo/cards/ash-owl.yaml", corpus.read(LYNX_FILE).replace("Stone Lynx", "Ash Owl").replace("002", "9")
    )
    described.load(corpus)
    corpus.remove("demo/cards/ash-owl.yaml")
    described.load(corpus)
    import_lines(described.engine, tmp_path, *lines[:2])
    assert import_lines(described.engine, tmp_path, *lines).unchanged == 2
    assert readings(described.engine) == before


def more_printings():
    """Return two lines that tell the same texts, the second one with one more printing."""
    told = version("2024-02-01", "Fly.")
    return [line(told), line(told, printings=[printing(), printing("SIX", "4")])]


def test_a_line_that_tells_of_a_printing_only_is_known_from_then_on(described, tmp_path):
    lines = more_printings()
    for one in lines:
        import_lines(described.engine, tmp_path, one)
    assert import_lines(described.engine, tmp_path, *lines).unchanged == 2


def test_no_printing_is_lost_where_a_source_is_described_anew(described, corpus, tmp_path):
    lines = more_printings()
    for one in lines:
        import_lines(described.engine, tmp_path, one)
    corpus.edit(SOURCES_FILE, LAGS, "")
    described.load(corpus)
    before = described.everything()
    with pytest.raises(ImportRefused, match="together with those of"):
        import_lines(described.engine, tmp_path, lines[0])
    assert described.everything() == before


def test_a_card_that_is_read_anew_keeps_its_faces(described, corpus, tmp_path):
    more = {"layout": "split", "faces": ["Dusk", "Dawn"]}
    lines = [
        line(version("2024-02-01", f"{face}."), key=face, printings=[printing("TWO", number, **more)])
        for face, number in (("Dusk", "5a"), ("Dawn", "5b"))
    ]
    import_lines(described.engine, tmp_path, *lines)
    before = readings(described.engine)
    corpus.edit(SOURCES_FILE, "    joined_layouts: [split]\n", "")
    described.load(corpus)
    import_lines(described.engine, tmp_path, *lines)
    assert readings(described.engine) == before
    assert faults(described.engine) == []


LIST_ALONE = "sources:\n" + SOURCES[SOURCES.index("  - id: list\n") :]


def test_what_a_source_told_stays_when_nobody_describes_it_any_longer(described, corpus, tmp_path):
    import_lines(described.engine, tmp_path, line(version("2024-02-01", "Fly.")))
    before = readings(described.engine)
    corpus.write(SOURCES_FILE, LIST_ALONE)
    described.load(corpus)
    assert readings(described.engine) == before
    assert faults(described.engine) == []


def test_what_a_source_that_is_gone_told_of_a_card_goes_when_another_one_tells_it(
    described, databases, migrated, corpus, tmp_path
):
    theirs = line(version("2024-02-01", "Fly."), version("2024-05-12", "Fly up.", before="2024-05-09"))
    ours = line(version("2024-02-03", "Fly."), source="list")
    import_lines(described.engine, tmp_path, theirs, ours)
    corpus.write(SOURCES_FILE, LIST_ALONE)
    described.load(corpus)
    assert [import_lines(described.engine, tmp_path, ours).unchanged for _ in range(2)] == [0, 1]
    with engine_on(databases.new(migrated)) as engine:
        Loaded(engine).load(corpus)
        import_lines(engine, tmp_path, ours)
        assert readings(engine) == readings(described.engine)
    assert faults(described.engine) == []


def test_all_other_pieces_of_a_card_are_needed_when_a_source_of_it_is_gone(described, corpus, tmp_path):
    theirs = line(version("2024-02-01", "Fly."))
    ours = [
        line(version("2024-02-03", "Fly."), source="list"),
        line(version("2024-03-01", "Fly up."), source="list"),
    ]
    import_lines(described.engine, tmp_path, theirs, *ours)
    corpus.write(SOURCES_FILE, LIST_ALONE)
    described.load(corpus)
    with pytest.raises(ImportRefused, match="together with those of: import history"):
        import_lines(described.engine, tmp_path, ours[0])
    with pytest.raises(UnknownSource, match="demo/gallery"):
        import_lines(described.engine, tmp_path, theirs, *ours)
    assert import_lines(described.engine, tmp_path, *ours).unchanged == 0
