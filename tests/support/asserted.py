"""What one made-up card file asserts, in a game with two sets and four documents."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from service.corpus.claims import corpus_claims
from service.corpus.reader import read_files
from service.domain.ledger import Assertion, Ending
from tests.support.corpora import FAQ, GAME, PAGE

SYMBOLS = """\
symbols:
  - {code: "[M]", means: might, tokens: [":might:"]}
"""

BASE = "base: {name: Card, rules_text: One.}\n"

PRINTED = BASE + "printings: [{id: one-en, set: ONE, lang: en, released_on: 2024-01-10}]\n"


def sets(**releases: Sequence[str]) -> str:
    """Return sets of these codes, each with a release in a region of its own on each of the days."""
    told = ["sets:"]
    for code, days in releases.items():
        listed = [f"{{region: r{n}, lang: zh-CN, released_on: {each}}}" for n, each in enumerate(days)]
        told.append(f"  - {{code: {code}, name: {code}, releases: [{', '.join(listed)}]}}")
    return "\n".join(told)


def asserted(
    card: str, one: Sequence[str] = ("2024-01-10",), two: Sequence[str] = ()
) -> dict[str | None, Assertion | Ending]:
    """Return what a card asserts, by erratum id; None is the base.

    Args:
        one, two: the release days of the sets ``ONE`` and ``TWO``.
    """
    files = {
        "game.yaml": GAME,
        "sets.yaml": sets(ONE=one, TWO=two),
        "symbols.yaml": SYMBOLS,
        "documents/faq.yaml": FAQ,
        "documents/page.yaml": PAGE,
        "documents/draft.yaml": "title: Draft\nannounced_on: 2024-02-20\nprovisional: yes\n",
        "documents/list.yaml": "title: List\nannounced_on: unknown\n",
        "cards/card.yaml": card,
    }
    read = read_files({PurePosixPath("demo", path): text.encode() for path, text in files.items()})
    [claimed] = [one for one in corpus_claims(read).files if one.subject is not None]
    return {one.erratum: one for one in claimed.facts if isinstance(one, Assertion | Ending)}


def printings(*each: tuple[str, str, str, str | None]) -> str:
    """Return a card with these printings, each ``set, lang, days, words``."""
    told = [
        f"  - {{id: p{n}, set: {code}, lang: {lang}, {days}{f', rules_text: {words}' if words else ''}}}"
        for n, (code, lang, days, words) in enumerate(each)
    ]
    return BASE + "printings:\n" + "\n".join(told)
