"""What looks like a fault and is none. What is one stands in ``bad/``."""

from datetime import date
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.corpus.checks import check_corpus
from service.corpus.reader import read_files
from service.domain.refusals import CorpusRefused

HERE = Path(__file__).parent
TODAY = date(2026, 11, 30)
GOOD = {
    PurePosixPath(path.relative_to(HERE / "good").as_posix()): path.read_bytes()
    for path in (HERE / "good").rglob("*.yaml")
    if path.parent.name != "cards" and path.name != "migrations.yaml"
}

CARD = """
base: {name: Otter, rules_text: Draw 1.}
printings:
  - {id: one-900-en, set: ONE, number: "900", lang: en, released_on: 2025-01-10}
errata:
"""


def codes(errata: str, today: date = TODAY) -> list[str]:
    """Return the codes of the faults of a card with these errata."""
    files = GOOD | {PurePosixPath("demo/cards/otter.yaml"): (CARD + errata).encode()}
    return [str(fault.code) for fault in check_corpus(read_files(files), today)]


@pytest.mark.parametrize(
    "errata",
    [
        pytest.param(
            "  - {id: a, effective_from: 2025-03-01, scopes: [table], rules_text: Draw 2.}\n"
            "  - {id: b, effective_from: 2025-03-01, scopes: [screen], rules_text: Draw 3.}\n",
            id="one day in two scopes",
        ),
        pytest.param(
            "  - {id: a, effective_from: 2025-03-01, rules_text: Draw 2.}\n"
            "  - {id: b, effective_from: 2025-03-01, rules_text: Draw 3.}\n"
            "endings:\n"
            "  - {of: a, kind: void, announced_on: 2025-02-01}\n",
            id="one day with what was withdrawn",
        ),
        pytest.param(
            "  - {id: a, effective_from: 2025-03-01, effective_until: 2025-05-01, rules_text: Draw 2.}\n"
            "endings:\n"
            "  - {of: a, kind: void, announced_on: unknown}\n",
            id="a withdrawal of what had an end",
        ),
        pytest.param(
            "  - {id: a, document: first-errata, pending: yes, rules_text: Draw 2.}\n"
            "  - {id: b, effective_from: 2025-03-01, rules_text: Draw 3.}\n",
            id="a promise before a day",
        ),
        pytest.param(
            "  - {id: a, effective_from: 2025-03-01, rules_text: Draw 2.}\n"
            "  - id: b\n"
            "    document: first-errata\n"
            "    effective_from: 2025-03-01\n"
            "    redated:\n"
            "      - {announced_on: 2025-03-01, effective_from: 2025-04-01}\n"
            "    rules_text: Draw 3.\n",
            id="a day that is no longer that of another",
        ),
        pytest.param(
            "  - {id: a, scopes: {table: 2025-03-01, screen: 2025-03-03}, rules_text: Draw 2.}\n"
            "  - {id: b, scopes: {table: 2025-03-03, screen: 2025-03-04}, rules_text: Draw 3.}\n",
            id="one day in two scopes that have days of their own",
        ),
        pytest.param(
            "  - {id: a, effective_from: 2025-03-01, rules_text: Draw 2.}\n"
            "  - {id: b, effective_from: 2025-03-01, name: Otters}\n",
            id="one day for two fields",
        ),
        pytest.param(
            "  - {id: a, effective_from: 2025-03-01, rules_text: Draw 2.}\n"
            "  - {id: b, effective_from: 2025-03-01, languages: [de], rules_text: Ziehe 2.}\n",
            id="one day in two languages",
        ),
        pytest.param(
            "  - {id: a, effective_from: 2025-03-01, rules_text: Draw 2.}\n"
            "  - {id: b, effective_from: 2025-03-01, replaces: a, rules_text: Draw 3.}\n"
            "  - {id: c, effective_from: 2025-03-01, replaces: b, rules_text: Draw 4.}\n",
            id="a replacement of a replacement",
        ),
        pytest.param(
            "  - {id: a, rules_text: Draw 2.}\n  - {id: b, effective_by: 2025-03-01, rules_text: Draw 3.}\n",
            id="no day before a bounded one",
        ),
        pytest.param(
            "  - {id: a, effective_from: 2025-03-01, rules_text: Draw 2.}\n"
            "  - {id: b, rules_text: Draw 3.}\n"
            "  - {id: c, effective_from: 2025-03-01, replaces: a, rules_text: Draw 4.}\n",
            id="squeezed to an empty span",
        ),
        pytest.param(
            "  - {id: a, effective_from: 2025-06-01, name: Otters}\n"
            "  - {id: b, effective_from: 2025-03-01, rules_text: Draw 2.}\n",
            id="an order of texts that never meet",
        ),
        pytest.param(
            "  - {id: a, effective_from: 2025-03-01, effective_until: 2025-04-01, rules_text: Draw 2.}\n"
            "  - {id: b, effective_from: 2025-05-01, rules_text: Draw 2.}\n",
            id="the same words again after they ended",
        ),
        pytest.param(
            "  - {id: a, effective_from: 2025-03-01, rules_text: Draw 2.}\n"
            "  - {id: b, effective_from: 2025-05-01, rules_text: Draw 2.}\n",
            id="the same words from another source",  # its source matters, though no word changes
        ),
        pytest.param(
            "  - {id: a, document: first-errata, effective_from: 2025-03-01, rules_text: Draw 2.}\n"
            "  - {id: b, announced_on: 2025-03-01, effective_from: 2025-03-01, replaces: a,\n"
            "     rules_text: Draw 3.}\n",
            id="a replacement announced on the same day",
        ),
        pytest.param(
            "  - {id: a, effective_from: 2027-03-01, rules_text: Draw 2.}\n",
            id="a day to come",
        ),
        pytest.param(
            "  - {id: a, class: rules, effective_from: 2025-03-01}\n"
            "  - {id: b, class: rules, effective_from: 2025-03-01, replaces: a}\n",
            id="a ruling that replaces a ruling",
        ),
        pytest.param(
            "  - {id: a, effective_from: 2024-01-01, rules_text: Draw 2.}\n",
            id="a day before the first release",
        ),
    ],
)
def test_what_is_right_is_not_refused(errata):
    assert codes(errata) == []


def test_an_announcement_on_the_day_itself_is_no_fault():
    errata = "  - {id: a, effective_from: 2025-03-01, announced_on: 2026-11-30, rules_text: Draw 2.}\n"
    assert codes(errata) == []
    assert "announced-in-the-future" in codes(errata, today=date(2026, 11, 29))


def faults_of(path: str, text: str) -> list[str]:
    """Return the codes of the faults when a file is added or replaced."""
    corpus = read_files(GOOD | {PurePosixPath(path): text.encode()})
    return [str(fault.code) for fault in check_corpus(corpus, TODAY)]


def test_a_document_of_today_that_is_retired_today_is_no_fault():
    text = "title: A\nannounced_on: 2026-11-30\nretired_on: 2026-11-30\n"
    assert faults_of("demo/documents/new.yaml", text) == []


def test_a_card_that_was_verified_today_is_no_fault():
    text = CARD.replace("errata:", "verified_through: 2026-11-30")
    assert faults_of("demo/cards/otter.yaml", text) == []


@pytest.mark.parametrize(("released_on", "codes"), [("2025-01-01", []), ("unknown", ["no-release"])], ids=str)
def test_an_undated_printing_leans_on_a_day_of_its_set(released_on, codes):
    releases = f"[{{region: world, lang: en, released_on: {released_on}}}]"
    sets = f"sets:\n  - {{code: ONE, name: One, releases: {releases}}}\n"
    card = CARD.replace("2025-01-10", "unknown").replace("errata:", "")
    files = GOOD | {
        PurePosixPath("demo/sets.yaml"): sets.encode(),
        PurePosixPath("demo/cards/otter.yaml"): card.encode(),
    }
    assert [str(fault.code) for fault in check_corpus(read_files(files), TODAY)] == codes


def test_a_replacement_by_a_document_that_isn_t_there_is_refused_for_that_alone():
    errata = (
        "  - {id: a, effective_from: 2025-03-01, rules_text: Draw 2.}\n"
        "  - {id: b, document: nowhere, replaces: a, effective_from: 2025-03-01, rules_text: Draw 3.}\n"
    )
    assert codes(errata) == ["unknown-document"]


def test_the_last_day_there_is_has_no_day_after_it():
    errata = (
        "  - {id: a, effective_after: 9999-12-31, rules_text: Draw 2.}\n"
        "  - {id: b, effective_from: 2025-03-01, rules_text: Draw 3.}\n"
    )
    assert codes(errata) == []


def test_faults_come_by_path_and_line():
    errata = (
        "  - {id: a, document: ghost, effective_from: 2025-03-01, rules_text: Draw 2.}\n"
        "  - {id: a, effective_from: 2025-02-01, rules_text: unknown}\n"
        "  - {id: c, rules_text: Draw 2., scopes: [page]}\n"
    )
    files = GOOD | {PurePosixPath("demo/cards/otter.yaml"): (CARD + errata).encode()}
    faults = check_corpus(read_files(files), TODAY)
    assert faults == sorted(faults)
    assert faults[0].line == 6
    assert len({fault.code for fault in faults}) >= 5


LYNX = (HERE / "good" / "demo" / "cards" / "stone-lynx.yaml").read_text()
LINES = LYNX.splitlines()
SPOILS = ["", "  ", "- ", "[", "{}", "null", "unknown", "none", "''", "- a\n", "2025-02-01", "faq", "[]"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(LINES) - 1),
            st.sampled_from(["drop", "repeat", "value", "before"]),
            st.sampled_from(SPOILS) | st.sampled_from(LINES),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_a_spoilt_card_is_refused_or_checked_and_never_crashes(spoilings):
    lines = list(LINES)
    for index, how, spoil in spoilings:
        line = lines[index]
        lines[index] = {
            "drop": "",
            "repeat": f"{line}\n{line}",
            "value": f"{line.partition(':')[0]}: {spoil}",
            "before": f"{spoil}\n{line}",
        }[how]
    text = "\n".join(lines)
    files = GOOD | {PurePosixPath("demo/cards/stone-lynx.yaml"): text.encode()}
    try:
        faults = [fault.as_json() for fault in check_corpus(read_files(files), TODAY)]
    except CorpusRefused as refused:
        faults = refused.extra["faults"]
    assert all(1 <= fault["line"] <= text.count("\n") + 1 for fault in faults)
