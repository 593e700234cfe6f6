"""Bodies of records: what our classes write is one, and nothing else is."""

import pytest

from service.domain.bodies import check_body
from service.domain.ledger import Record

GAME = {
    "name": "Demo",
    "publisher": "Nobody",
    "zone": "UTC",
    "language": "en",
    "scopes": ["paper"],
    "translations_of": "base",
    "fields": [{"id": "name", "label": "Name", "localized": True, "list": False}],
}
CARD = "demo/cards/one"
SOURCE = {
    "title": "Gallery",
    "languages": {"fr": ["French"]},
    "fields": [{"key": "name", "fields": ["name"], "absent": "none"}],
}
PRINTING = {"id": "one-1", "set": "ONE", "lang": "en", "released_on": "2024-01-10"}


def check(kind, key, body):
    check_body(Record(kind=kind, key=key, body=body))


@pytest.mark.parametrize(
    ("kind", "key", "body"),
    [
        ("game", "demo", GAME),
        ("printing", f"{CARD}/one-1", PRINTING),
        ("coverage", CARD, {"verified_through": "2026-01-14"}),
        ("aliases", CARD, {"names": {"de": "Eins"}}),
        ("subject", CARD, {"faces": 1}),
        ("notice", "demo", {"notice": "Made up."}),
        ("symbols", "demo", {"symbols": []}),
        (
            "set",
            "demo/ONE",
            {"code": "ONE", "name": "First", "releases": [{"region": "world", "lang": "en"}]},
        ),
        ("document", "faq", {"game": "demo", "title": "FAQ", "provisional": False}),
        ("provenance", "demo/game.yaml", {"modified": True}),
        ("source", "demo/gallery", SOURCE),
        ("game", "demo", None),
        ("tombstone", "aa", {}),
        ("of the future", "x", {"y": 1}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_written_is_a_body(kind, key, body):
    check(kind, key, body)


@pytest.mark.parametrize(
    ("kind", "key", "body"),
    [
        ("game", "demo", {name: value for name, value in GAME.items() if name != "zone"}),
        ("game", "demo", GAME | {"more": 1}),
        ("game", "demo", []),
        ("printing", f"{CARD}/one-1", PRINTING | {"set": None}),
        ("printing", f"{CARD}/one-2", PRINTING),
        ("printing", "one-1", PRINTING),
        ("printing", f"{CARD}/one-1", PRINTING | {"number": None}),
        ("printing", f"{CARD}/one-1", PRINTING | {"fields": [1]}),
        ("coverage", CARD, {"verified_through": "2026-02-30"}),
        ("coverage", CARD, {"verified_through": "20260114"}),
        ("aliases", CARD, {"names": 5}),
        ("subject", "one", {"faces": 1}),
        ("notice", "demo", {}),
        ("symbols", "demo", {"symbols": 5}),
        ("set", "demo/TWO", {"code": "ONE", "name": "First", "releases": []}),
        ("document", "faq", {"game": "demo", "title": "FAQ"}),
        ("provenance", "demo/game.yaml", {"path": "x", "modified": True}),
        ("source", "gallery", {"title": "Gallery"}),
        ("source", "demo/gallery", SOURCE | {"languages": {"French": "fr"}}),
        ("source", "demo/gallery", SOURCE | {"languages": {"fr": ["b", "a"]}}),
        ("source", "demo/gallery", SOURCE | {"lags": []}),
    ],
)
def test_any_other_body_is_refused(kind, key, body):
    with pytest.raises((AttributeError, KeyError, TypeError, ValueError)):
        check(kind, key, body)
