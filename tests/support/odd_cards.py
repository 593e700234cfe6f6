"""Made-up cards for what no real card is refused for."""

from collections.abc import Callable

from service.domain.texts import text_sha256
from tests.support.corpora import Folder

LONG = "\n    ".join(["a b c d e f g h i j"] * 1_100)
"""A text of more words and blanks than can be compared."""

ERRATUM = """\
errata:
  - id: faq
    document: faq
    effective_from: 2024-03-01
    rules_text: """

TWIN = """\
base: {name: Twin, rules_text: Nothing happens.}
printings:
"""

SECRET = """\
base: {name: Open, rules_text: Nothing happens.}
printings:
  - {id: secret-1, set: ONE, number: "5", lang: en, released_on: 2024-01-10}
errata:
  - {id: faq, document: faq, effective_from: 2024-03-01, class: wording, name: WORDS}
"""
"""A name that must go: it is recorded, and then removed."""

REMOVED = text_sha256("Secret")

GONE = f"""\
{TWIN}
  - {{id: gone-1, set: ONE, number: "4", lang: en, released_on: 2024-01-10}}
"""
"""A card that goes over into another one."""

ODD_CARDS = {
    "long": f"""\
base:
  name: Long
  rules_text: |-
    {LONG}
printings:
  - {{id: long-1, set: ONE, number: "9", lang: en, released_on: 2024-01-10}}
{ERRATUM}Short.
""",
    "twin-a": f"""\
{TWIN}
  - {{id: twin-1, set: ONE, number: "7", lang: en, released_on: 2024-01-10, variant: foil}}
  - {{id: twin-2, set: ONE, number: "7", lang: en, released_on: 2024-01-10, variant: matt}}
{ERRATUM}unknown
    class: wording
""",
    "lost": f"""\
base: {{name: Lost, rules_text: Nothing happens.}}
printings:
  - {{id: lost-1, set: ONE, number: "6", lang: en, released_on: 2024-01-10}}
{ERRATUM}unknown
    class: wording
""",
    "twin-b": f"""\
{TWIN}
  - {{id: twin-3, set: ONE, number: "8", lang: en, released_on: 2024-01-10}}
""",
}


def load_odd_cards(corpus: Folder, load: Callable[[], object]) -> None:
    """Write the cards into a folder and load it twice, for a card and a text have to go."""
    for name, text in ODD_CARDS.items():
        corpus.write(f"demo/cards/{name}.yaml", text)
    corpus.write("demo/cards/secret.yaml", SECRET.replace("WORDS", "Secret"))
    corpus.write("demo/cards/gone.yaml", GONE)
    load()
    corpus.write("demo/cards/secret.yaml", SECRET.replace("WORDS", f"removed {REMOVED}"))
    corpus.write("demo/removals.yaml", f"removals: [{{sha256: {REMOVED}, reason: It was demanded.}}]\n")
    corpus.remove("demo/cards/gone.yaml")
    corpus.write("demo/migrations.yaml", "migrations: [{card: gone, act: merged, into: twin-b}]\n")
    load()
