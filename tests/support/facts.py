"""The card files and the facts behind them, each read into one form, so that they can be compared.

Imports nothing of the service: a fault in its reader must not hide a fault in the files. In both
forms every value is a text, a list of texts or a ``Mark``; None is what isn't recorded.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from tests.support.shared import ROOT, shared_folder

CARD_TEXTS = ROOT / "card_texts"

FIELDS = {
    "riftbound": (
        *("name", "type_line", "rules_text"),
        *("energy", "power", "might", "might_bonus", "domains", "tags"),
    ),
    "mtg": (
        *("name", "type_line", "rules_text"),
        *("mana_cost", "power", "toughness", "loyalty"),
    ),
}

MTG_CARDS = ("backslide", "dermoplasm", "lurrus-of-the-dream-den", "master-of-the-veil", "weaver-of-lies")
"""The Magic cards that the corpus keeps; the facts have more."""

Values = dict[str, Any]
"""What a mapping in a YAML file holds."""


class Mark(Enum):
    """A word without quotes that is no text."""

    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Card:
    """A card as one side tells it, defaults filled in.

    Printings and errata stand under their ids, endings under the id of what ends.
    """

    names: Values
    verified_through: Any
    base: Values
    printings: dict[str, Values]
    errata: dict[str, Values]
    endings: dict[str, Values]


def take(values: Values, *keys: str) -> Values:
    """Return the values of ``keys``, None where one is missing; refuse any other key."""
    assert set(values) <= set(keys), f"unexpected keys: {sorted(set(values) - set(keys))}"
    return {key: values.get(key) for key in keys}


def by_id(items: Iterable[Values], key: str = "id") -> dict[str, Values]:
    """Return ``items`` in their order under their ids, which must differ."""
    items = list(items)
    found = {item[key]: {name: item[name] for name in item if name != key} for item in items}
    assert len(found) == len(items), f"an id stands twice: {[item[key] for item in items]}"
    return found


# The facts


@cache
def facts(game: str) -> Values:
    """Return what the facts say of a game."""
    path = shared_folder() / "facts" / f"{game}.yaml"
    read: Values = YAML(typ="safe", pure=True).load(path.read_text("utf-8"))
    return read


def kept_facts(game: str) -> dict[str, Values]:
    """Return the facts of the cards that the corpus keeps, by id: those with errata."""
    cards = facts(game)["cards"]
    if game == "mtg":
        return {card["id"]: card for card in cards if card["id"] in MTG_CARDS}
    return {card["id"]: card for card in cards if card["errata"]}


def card_of_facts(game: str, card_id: str) -> Card:
    """Return a card as the facts tell it."""
    card = kept_facts(game)[card_id]
    if game == "mtg":
        base, *changes = card["oracle"]
    else:
        base, changes = card | {"text": card["base_text"]}, card["errata"]
    read = {printing["lang"] for printing in card["printings"]}
    return Card(
        names={lang: name for lang, name in card["names"].items() if lang not in read},
        verified_through=card.get("verified_through"),
        base={"document": base.get("document")}
        | {field: _stat(base.get(_in_facts(field))) for field in FIELDS[game]},
        printings=by_id(_printing_of_facts(card, base, one) for one in card["printings"]),
        errata=by_id(_change_of_facts(game, card, change) for change in changes),
        endings=by_id(_ending_of_facts(card, one) for one in changes if "ending" in one),
    )


def _in_facts(field: str) -> str:
    return "text" if field == "rules_text" else field


def _own_id(card: Values, erratum_id: str) -> str:
    return erratum_id.removeprefix(f"{card['id']}.")


def _stat(value: Any) -> Any:
    if value is None:
        return Mark.NONE
    return value if isinstance(value, list) else str(value)


def _printing_of_facts(card: Values, base: Values, printing: Values) -> Values:
    lang, number = printing["lang"], printing["number"]
    ending = "zh" if lang == "zh-CN" else lang
    raw = printing.get("raw_text", printing["text"])
    return {
        "id": f"{printing['set']}-{number.replace('*', '-star')}-{ending}".lower(),
        "set": printing["set"],
        "number": number,
        "lang": lang,
        "released_on": printing["released_on"] or Mark.UNKNOWN,
        "name": printing.get("name", card["names"].get(lang)),
        "type_line": printing.get("type_line", base["type_line"] if lang == "en" else None),
        "rules_text": printing["text"],
        "raw": raw if printing.get("raw_text_known", True) else Mark.UNKNOWN,
    }


def _change_of_facts(game: str, card: Values, change: Values) -> Values:
    document = by_id(facts(game)["documents"]).get(change["document"])
    document_day = document and (document["announced_on"] or Mark.UNKNOWN)
    until = None if "ending" in change else change.get("effective_until")
    fields = [field for field in FIELDS[game] if _in_facts(field) in change["fields"]]
    return {
        "id": _own_id(card, change["id"]),
        "kind": "erratum",
        "document": change["document"],
        "confirmed_by": change.get("confirmed_by", []),
        "effective_from": None if "scopes" in change else change["effective_from"],
        "effective_after": change.get("effective_after"),
        "effective_by": change.get("effective_by"),
        "effective_until": until,
        "ended_by_document": until and change["effective_until_basis"].split()[1],
        "until_announced_on": None,
        "date_basis": change["date_basis"],
        "announced_on": change.get("announced_on") or document_day,
        "provisional": bool(document and document.get("provisional")),
        "class": change["class"],
        "class_basis": change["class_basis"],
        "has_reason": not change["reason"].startswith("not read"),
        "scopes": change.get("scopes", []),
        "languages": change.get("languages", []),
        "replaces": _own_id(card, change["replaces"]) if "replaces" in change else None,
        "words": {field: _words(change, field) for field in fields},
    }


def _words(change: Values, field: str) -> Any:
    known = field != "rules_text" or change.get("text_known", True)
    return change[_in_facts(field)] if known else Mark.UNKNOWN


def _ending_of_facts(card: Values, change: Values) -> Values:
    doubtful_from = date.fromisoformat(change["possibly_ended_from"])
    return {
        "id": _own_id(card, change["id"]),
        "kind": change["ending"]["kind"],
        "ended_on": None,
        "ended_after": (doubtful_from - timedelta(days=1)).isoformat(),
        "ended_by": change["effective_until"],
        "announced_on": change["ending"]["announced_on"] or Mark.UNKNOWN,
        "document": None,
        "has_reason": True,
    }


# The files


def written(path: Path) -> Values:
    """Return what a file of the corpus holds, every scalar a text or a ``Mark``."""
    plain = _plain(YAML(typ="safe", pure=True).compose(path.read_text("utf-8")))
    assert isinstance(plain, dict), path
    return plain


def _plain(node: Node) -> Any:
    if isinstance(node, MappingNode):
        keys = [_plain(key) for key, _ in node.value]
        assert len(keys) == len(set(keys)), f"a key stands twice: {keys}"
        return {key: _plain(value) for key, (_, value) in zip(keys, node.value, strict=True)}
    if isinstance(node, SequenceNode):
        return [_plain(value) for value in node.value]
    assert isinstance(node, ScalarNode)
    is_mark = node.style is None and node.value in {mark.value for mark in Mark}
    return Mark(node.value) if is_mark else node.value


def card_path(game: str, card_id: str) -> Path:
    """Return where a card's file must lie."""
    return CARD_TEXTS / game / "cards" / f"{card_id}.yaml"


def card_as_written(game: str, card_id: str) -> Card:
    """Return a card as its file tells it."""
    file = take(written(card_path(game, card_id)), *Card.__slots__)
    base = take(file["base"], "document", *FIELDS[game])
    return Card(
        names=file["names"] or {},
        verified_through=file["verified_through"],
        base=base,
        printings=by_id(_printing_as_written(one, base) for one in file["printings"]),
        errata=by_id(_erratum_as_written(game, one) for one in file["errata"]),
        endings=by_id((_ending_as_written(one) for one in file["endings"] or []), "of"),
    )


def _printing_as_written(printing: Values, base: Values) -> Values:
    words = ("name", "type_line", "rules_text")
    values = take(printing, "id", "set", "number", "lang", "released_on", *words, "raw")
    if values["lang"] == "en":
        values |= {field: base[field] for field in words if values[field] is None}
    values["raw"] = take(values["raw"] or {}, "rules_text")["rules_text"] or values["rules_text"]
    return values


def _erratum_as_written(game: str, erratum: Values) -> Values:
    keys = (
        *("id", "kind", "document", "confirmed_by"),
        *("effective_from", "effective_after", "effective_by", "effective_until"),
        *("ended_by_document", "until_announced_on", "date_basis", "announced_on"),
        *("provisional", "class", "class_basis", "reason", "scopes", "languages", "replaces"),
    )
    values = take(erratum, *keys, *FIELDS[game])
    words = {field: values.pop(field) for field in FIELDS[game]}
    reason = values.pop("reason")
    document: Values = {}
    if values["document"]:
        document = written(CARD_TEXTS / game / "documents" / f"{values['document']}.yaml")
    lists = ("confirmed_by", "scopes", "languages")
    return (
        values
        | {key: values[key] or [] for key in lists}
        | {
            "kind": values["kind"] or "erratum",
            "announced_on": values["announced_on"] or document.get("announced_on"),
            "provisional": (values["provisional"] or document.get("provisional")) == "yes",
            "class_basis": values["class_basis"] or "stated",
            "has_reason": bool(reason),
            "words": {field: word for field, word in words.items() if word is not None},
        }
    )


def _ending_as_written(ending: Values) -> Values:
    days = ("ended_on", "ended_after", "ended_by", "announced_on")
    values = take(ending, "of", "kind", *days, "document", "reason")
    reason = values.pop("reason")
    return values | {"has_reason": bool(reason)}
