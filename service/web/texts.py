"""The texts of a card's page: what is in effect or may be, where it comes from, what is printed."""

from __future__ import annotations

from collections.abc import Iterator

from service.domain.tracks import NAME, TEXT
from service.domain.wording import counted
from service.serving.answers.parts import Answer
from service.web.card_parts import (
    Alternative,
    Diff,
    Face,
    Fact,
    FieldDiff,
    Origin,
    Printed,
    RulesChange,
    Translation,
)
from service.web.histories import when
from service.web.marking import Marker, count_changes
from service.web.parts import Text
from service.web.sources import Sources
from service.web.words import (
    CLASSES,
    RIGHT_BUT,
    STILL_RIGHT,
    VERDICTS,
    day_words,
    language,
    released_words,
    window_words,
)


def faces(sources: Sources, marker: Marker) -> tuple[Face, ...]:
    """Return the faces of the day, in their order."""
    return tuple(_face(sources, marker, one) for one in sources.text["faces"])


def _face(sources: Sources, marker: Marker, one: Answer) -> Face:
    facts = []
    game = sources.asked.game
    localized = {field.id for field in game.fields if field.localized}
    for name, value in one["fields"].items():
        words = ", ".join(value) if isinstance(value, list) else value
        if name not in (NAME, TEXT) and words:
            lang = sources.asked.lang if name in localized else game.language
            facts.append(Fact(sources.label(name), marker.text(words), lang))
    return Face(one["fields"][NAME], tuple(facts), marker.known(one["fields"][TEXT]))


def alternatives(sources: Sources, marker: Marker) -> tuple[Alternative, ...]:
    """Return what may have applied instead on the day."""
    return tuple(
        Alternative(
            _label(sources, one),
            window_words(one["effective_after"], one["effective_by"]),
            _value(marker, one["value"]) if one["known"] else None,
        )
        for one in sources.text["alternatives"]
    )


def origins(sources: Sources) -> tuple[Origin, ...]:
    """Return where the day's words come from: the rules text always, others where an erratum set them."""
    found: dict[str, tuple[Answer, list[str]]] = {}
    for face in sources.text["faces"]:
        for field, one in face["provenance"].items():
            if field == TEXT or one["kind"] != "base":
                label = _label(sources, {"face": face["index"], "field": field})
                found.setdefault(one["version"], (one, []))[1].append(label)
    return tuple(_origin(sources, one, labels) for one, labels in found.values())


def _origin(sources: Sources, one: Answer, labels: list[str]) -> Origin:
    listed = ", ".join(labels)
    match one["kind"]:
        case "base":
            words = f"{listed}: as first printed."
        case "printing":
            words = f"{listed}: as printed in this language."
        case _:
            words = f"{listed}: by the erratum {one['erratum']}."
    return Origin(words, when(sources.address, one), one["reason"], sources.announced_in(one))


def rules_changes(sources: Sources) -> tuple[RulesChange, ...]:
    """Return the changes in force that altered no words."""
    return tuple(
        RulesChange(when(sources.address, one), one["reason"], sources.announced_in(one))
        for one in (sources.erratum(each["erratum"]) for each in sources.text["rules_changes"])
    )


def translation(sources: Sources, marker: Marker) -> Translation | None:
    """Return how a translation stands to the authoritative text of the day."""
    found = sources.text["translation"]
    if found is None:
        return None
    lang = found["authoritative"]["lang"]
    if found["stale"]:
        words = (
            f"Out of date since {day_words(found['stale_since'])}: the {language(lang)} text, which decides, "
            "has changed, and no printing in this language shows it."
        )
    else:
        words = f"Up to date: it still says what the {language(lang)} text, which decides, says on this day."
    text = marker.known(found["authoritative"]["oracle_text"])
    return Translation(found["stale"], words, lang, language(lang), text)


def printed(sources: Sources, marker: Marker) -> Printed | None:
    """Return the first printing in the language, with its verdict in words."""
    one = sources.printed
    if one is None:
        return None
    remarks = []
    if one["superseded_before_release"]:
        remarks.append("It was superseded before its own release.")
    raw = any(face["raw"] for face in one["faces"])
    if raw:
        remarks.append("Symbols are shown by their codes; the printing spells them in another way.")
    return Printed(
        where=where(sources, one),
        released=released_words(one["released_on"], one["released_after"], one["released_by"]),
        texts=tuple(marker.known(face["fields"][TEXT]) for face in one["faces"]),
        right=one["verdict"] in STILL_RIGHT and not sources.text["rules_changes"],
        verdict=verdict(sources, one),
        remarks=tuple(remarks),
    )


def verdict(sources: Sources, one: Answer) -> str:
    """Return what the verdict on a printing says to its owner."""
    if one["verdict"] in STILL_RIGHT and sources.text["rules_changes"]:
        found = RIGHT_BUT
    else:
        found = VERDICTS[one["verdict"]]
    doubt = (
        " But what the card says on this day is uncertain."
        if sources.text["certainty"] == "uncertain"
        else ""
    )
    return found + doubt


def where(sources: Sources, one: Answer) -> str:
    """Return set, collector number and variant of a printing."""
    number = f" {one['number']}" if one["number"] is not None else ""
    variant = f" ({one['variant']})" if one["variant"] is not None else ""
    return f"{sources.set_name(one['set'])}, {one['set']}{number}{variant}"


def diff(sources: Sources, marker: Marker) -> Diff | None:
    """Return what differs from the first printing to the day."""
    found = sources.diff
    if found is None:
        return None
    fields = tuple(FieldDiff(_label(sources, one), marker.changes(one["spans"])) for one in found["fields"])
    cause = found["errata"][0] if len(found["errata"]) == 1 else None
    document = cause and cause["document"] and sources.document(cause["document"])
    return Diff(
        " ".join(_summary(sources, found, fields)),
        fields,
        cause and cause["effective_from"],
        document.url if document else None,
    )


def _summary(sources: Sources, found: Answer, fields: tuple[FieldDiff, ...]) -> Iterator[str]:
    name, effect = CLASSES[found["class"]]
    if fields:
        count = sum(count_changes(one.changes) for one in fields)
        yield f"{counted(count, 'change')}, {name[0].lower()}{name[1:]}. {effect}"
    else:
        yield "No word differs from the printing."
        if found["class"] == "rules":
            yield "Still, the card does something else: a change that altered no words is in force."
    if sources.text["translation"] and sources.text["translation"]["stale"]:
        yield "The authoritative text has changed; this language has not followed."


def _label(sources: Sources, one: Answer) -> str:
    """Return the label of a field, with the number of its face where the card has several."""
    label = sources.label(one["field"])
    return f"{label} of face {one['face'] + 1}" if len(sources.text["faces"]) > 1 else label


def _value(marker: Marker, value: str | list[str] | None) -> Text:
    words = ", ".join(value) if isinstance(value, list) else value
    return marker.text(words or "none")
