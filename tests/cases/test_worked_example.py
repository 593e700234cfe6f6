"""The example of the page on time, loaded entry by entry, says what the page says."""

import re
from pathlib import Path
from urllib.parse import parse_qsl

from tests.support.cases import PRINTED, Ledger

TIME = (Path(__file__).resolve().parents[2] / "docs" / "time.md").read_text("utf-8")
EXAMPLE = TIME[TIME.index("## Every act, by example") :]
BLOCK = re.compile(r"^```yaml\n(.*?)^```\n\n((?:^\|[^\n]*\n)+)", re.DOTALL | re.MULTILINE)


def entries():
    """Return each block of the page with the rows of the table behind it: what is asked, and the answer."""
    found = []
    for block, table in BLOCK.findall(EXAMPLE):
        rows = re.findall(r"^\| `(.+?)` \| (\w+) \|$", table, re.MULTILINE)
        assert len(rows) == table.count("\n") - 2
        found.append((block, rows))
    return found


def test_each_entry_of_the_example_answers_as_the_page_says(ledger: Ledger):
    told = entries()
    assert len(told) == EXAMPLE.count("**Entry ") == 6
    for number, (block, rows) in enumerate(told, 1):
        ledger.card(PRINTED + block)
        report = ledger.load()
        assert report.entry is not None
        assert report.entry.seq == number
        for asked, expected in rows:
            assert ledger.says(**dict(parse_qsl(asked))) == expected, (number, asked)
    assert [one["erratum"] for one in ledger.ask(on="2024-09-15", as_of=5)["pending"]] == ["promise"]
    assert ledger.ask(on="2024-09-15")["pending"] == []
    assert [one["erratum"] for one in ledger.ask(on="2024-09-15")["rules_changes"]] == ["ruling"]
    assert ledger.ask(on="2024-10-20")["rules_changes"] == []
