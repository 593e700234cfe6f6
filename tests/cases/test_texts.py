"""What a text may hold, and what is kept of it as it was written."""

import pytest

from service.domain.refusals import CorpusRefused
from tests.support.cases import PRINTED, Ledger


@pytest.mark.parametrize(
    "words", ['"a\\0b"', '"a\\uD800b"', '"a\\u0007b"'], ids=["NUL", "half a character", "a bell"]
)
def test_a_forbidden_character_is_refused_and_nothing_recorded(ledger: Ledger, words):
    ledger.card(PRINTED.replace("rules_text: P", f"rules_text: {words}"))
    with pytest.raises(CorpusRefused) as caught:
        ledger.load()
    assert {fault["code"] for fault in caught.value.extra["faults"]} == {"invalid-text"}
    assert ledger.loaded.entries() == []


def test_a_text_is_kept_in_one_form_and_its_transcription_letter_for_letter(ledger: Ledger):
    raw = "Cafe\\u0301\\r\\nnoir"
    ledger.card(
        f'base: {{name: Card, rules_text: "{raw}"}}\n'
        "printings:\n"
        '  - {id: one-1, set: ONE, number: "1", lang: en, released_on: 2024-02-02, '
        f'raw: {{rules_text: "{raw}"}}}}\n'
    )
    ledger.load()
    assert ledger.says("2024-02-02") == "Café\nnoir"
    [face] = ledger.ask("/v1/printings/one-1", on="2024-02-02")["faces"]
    assert face["fields"]["rules_text"] == "Café\nnoir"
    assert face["raw"]["rules_text"] == "Cafe\u0301\r\nnoir"
