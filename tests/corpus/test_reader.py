"""What files say is what the corpus holds, from a folder or from bytes."""

import os
from datetime import date
from pathlib import Path, PurePosixPath

import pytest

from service.corpus.card_schemas import RESERVED
from service.corpus.files import Corpus, Marker, ReleaseFile
from service.corpus.reader import read_corpus, read_files
from service.domain.refusals import CorpusRefused

GOOD = Path(__file__).parent / "good"

GAME = """
name: Small
publisher: Nobody
zone: UTC
language: en
scopes: [all]
translations_of: base
fields:
  - {id: name, label: Name, localized: yes}
  - {id: rules_text, label: Rules text, localized: yes}
notice: Made up.
"""


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return read_corpus(GOOD)


def bytes_of(**cards: str) -> dict[PurePosixPath, bytes]:
    """Return the files of a small game with these cards."""
    texts = {"game.yaml": GAME, "sets.yaml": "sets: []", "symbols.yaml": "symbols: []"}
    texts |= {f"cards/{name}.yaml": text for name, text in cards.items()}
    return {PurePosixPath("small", name): text.encode() for name, text in texts.items()}


def codes(refused: pytest.ExceptionInfo[CorpusRefused]) -> list[str]:
    """Return the codes of the faults."""
    return [fault["code"] for fault in refused.value.extra["faults"]]


def test_a_folder_and_its_bytes_are_the_same_corpus(corpus):
    files = {
        PurePosixPath(path.relative_to(GOOD).as_posix()): path.read_bytes() for path in GOOD.rglob("*.yaml")
    }
    assert read_files(files) == corpus


def test_games_documents_and_cards_come_in_path_order(corpus):
    assert [game.id for game in corpus.games] == ["demo", "mini"]
    assert [one.id for one in corpus.documents] == ["first-errata", "first-faq", "old-list"]
    assert [str(card.path) for card in corpus.cards] == [
        "demo/cards/dusk-dawn.yaml",
        "demo/cards/stone-lynx.yaml",
        "demo/cards/wind-heron.yaml",
    ]


def test_a_game_has_its_fields_sets_and_symbols(corpus):
    game = corpus.game("demo")
    assert game.scopes == ("table", "screen")
    assert game.verified_through == date(2026, 6, 30)
    assert (game.field("tags").is_list, game.field("tags").localized) == (True, False)
    assert game.sets[0].releases == (
        ReleaseFile("world", "en", date(2025, 1, 10)),
        ReleaseFile("far away", "zh-CN", None),
    )
    assert (game.symbols[0].former, game.symbols[0].names) == (("[S]",), {"fr": "puissance"})
    assert (game.symbols[1].number, game.symbols[2].by_domain) == (True, True)


def test_a_document_has_its_days(corpus):
    errata, faq, old = corpus.documents
    assert (faq.announced_on, faq.provisional) == (date(2025, 2, 1), True)
    assert (faq.retired_on, faq.superseded_by) == (date(2025, 4, 1), ("first-errata",))
    assert (errata.effective_from, errata.provisional) == (date(2025, 3, 1), False)
    assert old.announced_on is None


def test_values_are_texts_lists_and_markers(corpus):
    lynx = corpus.cards[1]
    assert lynx.base[0].values == {
        "name": "Stone Lynx",
        "type_line": "Unit",
        "might": "3",
        "tags": Marker.NONE,
        "rules_text": "[Ward] (It costs 1 more to point at me.)\nWhen you play me, draw 1.",
    }
    seen = lynx.errata[4]
    assert seen.faces[0].values["tags"] == ("Cat", "Stone")
    assert seen.faces[0].values["might"] is Marker.NONE
    assert lynx.printings[1].faces[0].values["rules_text"] is Marker.UNKNOWN
    assert lynx.printings[2].faces[0].raw == {"rules_text": Marker.UNKNOWN}
    assert (lynx.base_document, lynx.names) == ("first-faq", {"fr": "Lynx de pierre"})


def test_printings_have_a_day_a_window_or_none(corpus):
    days = [(one.released_on, one.released_after, one.released_by) for one in corpus.cards[1].printings]
    assert days == [
        (date(2025, 1, 10), None, None),
        (None, date(2025, 1, 10), date(2025, 2, 28)),
        (None, None, None),
    ]


def test_an_erratum_has_what_its_file_says(corpus):
    faq, page, reading, between, seen, german = corpus.cards[1].errata
    assert (faq.kind, faq.change_class, faq.class_basis) == ("erratum", "functional", "stated")
    assert (faq.confirmed_by, faq.date_basis) == (("first-errata",), "stated")
    assert (faq.announced_on, faq.provisional, page.change_class) == (None, None, None)
    assert page.replaces == "faq"
    assert (reading.effective_until, reading.faces) == (date(2025, 6, 1), ())
    assert reading.until_announced_on == date(2025, 5, 20)
    assert (between.announced_on, between.scopes) == (Marker.UNKNOWN, ("screen",))
    assert (seen.kind, seen.provisional) == ("reprint", False)
    assert (seen.effective_after, seen.effective_by) == (date(2025, 8, 31), date(2025, 9, 30))
    assert german.languages == ("de",)


def test_an_ending_has_what_its_file_says(corpus):
    (ending,) = corpus.cards[1].endings
    assert (ending.of, ending.kind, ending.document) == ("seen", "lapsed", "first-errata")
    assert (ending.ended_after, ending.ended_by) == (date(2025, 12, 1), date(2025, 12, 31))
    assert ending.announced_on == date(2026, 1, 2)


def test_faces_are_counted_from_0(corpus):
    card = corpus.cards[0]
    assert [(face.index, face.values["name"]) for face in card.base] == [(0, "Dusk"), (1, "Dawn")]
    assert [face.index for face in card.errata[0].faces] == [1]


def test_lines_lead_to_the_file(corpus):
    card = corpus.cards[1]
    lines = (GOOD / card.path).read_text().splitlines()
    for erratum in card.errata:
        assert lines[erratum.line - 1] == f"  - id: {erratum.id}"
    assert lines[card.errata[1].lines["replaces"] - 1] == "    replaces: faq"
    assert lines[card.base_line - 1] == "base:"


def test_faults_of_all_files_are_told_at_once():
    files = bytes_of(one="base: {name: &x One}\n", two="bass: {}\nnames: {fr: none}\n")
    files[PurePosixPath("small/sets.yaml")] = b"sets: no\n"
    with pytest.raises(CorpusRefused) as refused:
        read_files(files)
    places = [(fault["path"], fault["line"]) for fault in refused.value.extra["faults"]]
    assert places == [
        ("small/cards/one.yaml", 1),
        ("small/cards/two.yaml", 1),
        ("small/cards/two.yaml", 1),
        ("small/cards/two.yaml", 2),
        ("small/sets.yaml", 1),
    ]


def test_cards_of_a_game_that_is_refused_are_still_read_as_yaml():
    files = bytes_of(one="base: {name: *x}\n")
    files[PurePosixPath("small/game.yaml")] = b"name: Small\n"
    with pytest.raises(CorpusRefused) as refused:
        read_files(files)
    assert "alias" in codes(refused)


@pytest.mark.parametrize("files", [{}, {PurePosixPath(".gitkeep"): b""}], ids=["none", "dot"])
def test_a_corpus_without_games_is_refused(files):
    with pytest.raises(CorpusRefused) as refused:
        read_files(files)
    assert codes(refused) == ["empty-corpus"]


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(CorpusRefused) as refused:
        read_corpus(tmp_path / "nowhere")
    assert codes(refused) == ["empty-corpus"]


def test_a_text_larger_than_any_card_is_refused():
    text = "x" * 70_000
    with pytest.raises(CorpusRefused) as refused:
        read_files(bytes_of(one=f"base:\n  name: One\n  rules_text: {text}\n"))
    assert codes(refused) == ["text-too-large"]


def write(root: Path, files: dict[PurePosixPath, bytes]) -> Path:
    """Write the files under a folder and return it."""
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    return root


def test_a_symbolic_link_in_the_corpus_is_refused(tmp_path):
    root = write(tmp_path, bytes_of())
    (root / "small" / "cards").symlink_to(GOOD / "demo" / "cards")
    with pytest.raises(CorpusRefused) as refused:
        read_corpus(root)
    assert codes(refused) == ["symlink"]


def test_the_root_may_be_a_symbolic_link(tmp_path):
    write(tmp_path / "real", bytes_of())
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert [game.id for game in read_corpus(tmp_path / "link").games] == ["small"]


def test_names_that_start_with_a_dot_are_passed_over(tmp_path):
    files = bytes_of() | {
        PurePosixPath("small/cards/.one.yaml.swp"): b"\x00",
        PurePosixPath(".git/config"): b"",
    }
    assert [game.id for game in read_corpus(write(tmp_path, files)).games] == ["small"]


def test_no_field_can_be_called_like_a_key():
    assert {"id", "set", "class", "change_class", "faces", "raw", "document", "base"} <= RESERVED


def test_texts_are_in_normal_form_and_transcriptions_are_not():
    card = (
        "base: {name: One, rules_text: One.}\n"
        "printings:\n"
        "  - id: one-en\n"
        "    set: A\n"
        "    lang: en\n"
        "    released_on: 2025-01-01\n"
        '    rules_text: "e\\u0301 \\n"\n'
        '    raw: {rules_text: "e\\u0301 \\n"}\n'
    )
    face = read_files(bytes_of(one=card)).cards[0].printings[0].faces[0]
    assert face.values["rules_text"] == "\u00e9"
    assert face.raw["rules_text"] == "e\u0301 \n"


def test_a_file_larger_than_any_card_is_refused():
    huge = b"name: Mini\n" + b"#" * 1_100_000
    with pytest.raises(CorpusRefused) as refused:
        read_files({PurePosixPath("mini/game.yaml"): huge})
    assert "file-too-large" in codes(refused)


def test_what_is_no_file_is_refused_and_not_opened(tmp_path):
    cards = tmp_path / "mini" / "cards"
    cards.mkdir(parents=True)
    os.mkfifo(cards / "pipe.yaml")
    with pytest.raises(CorpusRefused) as refused:
        read_corpus(tmp_path)
    assert "unexpected-file" in codes(refused)
