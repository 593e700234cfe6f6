"""Made-up cards for what no real card is refused for."""

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
