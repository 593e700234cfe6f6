"""The texts of a card's page: what is in effect or may be, where it comes from, what is printed."""

from __future__ import annotations

from collections.abc import Iterator

from service.domain.changes import ChangeClass, strongest
from service.domain.tracks import NAME, TEXT
from service.domain.wording import counted
from service.serving.answers.sights import Answer
from service.serving.answers.timeline import replaced_chain
from service.web.card_parts import (
    Alternative,
    Diff,
    Face,
    Fact,
    FieldDiff,
    Origin,
    Printed,
    Replaced,
    RulesChange,
    Translation,
)
from service.web.ends import end_of_erratum, end_of_words
from service.web.histories import when
from service.web.marking import Marker, count_places
from service.web.parts import Text, Tone
from service.web.sources import Sources
from service.web.verdicts import early, tone, verdict
from service.web.words import CLASSES, day_words, effect_of, language, released_words, window_words


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
    return Face(sources.face_name(one["index"]), tuple(facts), marker.known(one["fields"][TEXT]))


def alternatives(sources: Sources, marker: Marker) -> tuple[Alternative, ...]:
    """Return what may have applied instead on the day."""
    return tuple(
        Alternative(
            sources.label_on(one["face"], one["field"]),
            window_words(one["effective_after"], one["effective_by"]),
            _value(marker, one["value"]) if one["known"] else None,
        )
        for one in sources.text["alternatives"]
    )


def origins(sources: Sources) -> tuple[Origin, ...]:
    """Return where the day's words come from: the rules text always, others where an erratum set them."""
    found: dict[tuple[str, str | None], tuple[Answer, list[tuple[int, str]]]] = {}
    for face in sources.text["faces"]:
        for field, one in face["provenance"].items():
            if field == TEXT or one["kind"] != "base":
                key = one["version"], one["effective_until"]
                found.setdefault(key, (one, []))[1].append((face["index"], field))
    return tuple(_origin(sources, one, places) for one, places in found.values())


def _origin(sources: Sources, one: Answer, places: list[tuple[int, str]]) -> Origin:
    listed = ", ".join(sources.label_on(face, field) for face, field in places)
    match one["kind"]:
        case "base":
            words = f"{listed}: as first printed."
        case "printing":
            words = f"{listed}: as printed in this language."
        case _:
            words = f"{listed}: by {_classed(one)}."
    gone = list(replaced_chain(sources.timeline["errata"], one))
    together = strongest(ChangeClass(each["class"] or "wording") for each in [one, *gone]) if gone else None
    return Origin(
        words,
        when(sources, one, end_of_words(sources, one["effective_until"], places)),
        one["reason"],
        sources.announced_in(one),
        tuple(
            Replaced(f"It replaces {_classed(each)}.", each["reason"], sources.announced_in(each))
            for each in gone
        ),
        together and CLASSES[together][0].lower(),
    )


def _classed(one: Answer) -> str:
    """Return an erratum with its class."""
    return f"the erratum {one['erratum']} ({CLASSES[one['class'] or 'wording'][0].lower()})"


def rules_changes(sources: Sources) -> tuple[RulesChange, ...]:
    """Return the changes in force that altered no words."""
    return tuple(
        RulesChange(
            when(sources, one, end_of_erratum(sources, one)), one["reason"], sources.announced_in(one)
        )
        for one in (sources.erratum(each["erratum"]) for each in sources.text["rules_changes"])
    )


def translation(sources: Sources, marker: Marker) -> Translation | None:
    """Return how a translation stands to the authoritative text of the day."""
    found = sources.text["translation"]
    if found is None:
        return None
    lang = found["authoritative"]["lang"]
    doubtful = sources.text["certainty"] == "uncertain"
    if found["stale"]:
        news = Tone.WARN
        words = (
            f"Out of date since {day_words(found['stale_since'])}: the {language(lang)} text, which decides, "
            "has changed, and no printing in this language shows it."
        )
    elif doubtful:
        news = Tone.PLAIN
        words = f"Perhaps up to date: what the {language(lang)} text, which decides, says is uncertain."
    else:
        news = Tone.GOOD
        words = f"Up to date: it still says what the {language(lang)} text, which decides, says on this day."
    text = marker.known(found["authoritative"]["oracle_text"])
    return Translation(news, words, lang, language(lang), text)


def printed(sources: Sources, marker: Marker) -> Printed | None:
    """Return the first printing in the language, with its verdict in words."""
    one = sources.printed
    if one is None:
        return None
    remarks = [early(sources, one)]
    if any(face["raw"] for face in one["faces"]):
        remarks.append("Symbols are shown by their codes; the printing spells them in another way.")
    return Printed(
        where=where(sources, one),
        released=released_words(one["released_on"], one["released_after"], one["released_by"]),
        faces=tuple(
            Face(sources.face_name(face["index"]), (), marker.known(face["fields"][TEXT]))
            for face in one["faces"]
        ),
        tone=tone(sources, one),
        verdict=verdict(sources, one),
        remarks=tuple(one for one in remarks if one is not None),
    )


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
    fields = tuple(
        FieldDiff(sources.label_on(one["face"], one["field"]), marker.changes(one["spans"]))
        for one in found["fields"]
    )
    cause = found["errata"][0] if len(found["errata"]) == 1 else None
    document = cause and cause["document"] and sources.document(cause["document"])
    return Diff(
        " ".join(_summary(sources, found, fields)),
        fields,
        cause and cause["effective_from"],
        document.url if document else None,
    )


def _summary(sources: Sources, found: Answer, fields: tuple[FieldDiff, ...]) -> Iterator[str]:
    if fields:
        places = counted(sum(count_places(one.changes) for one in fields), "place")
        number = len(found["errata"])
        errata = "1 erratum" if number == 1 else f"{number} errata"
        yield f"Changed in {places}, by {errata}." if number else f"Different in {places}."
        computed = any(
            (one["class"], one["class_basis"]) == ("wording", "computed") for one in found["fields"]
        )
        yield f"{CLASSES[found['class']][0]}: {_lower(effect_of(found['class'], computed=computed))}"
    else:
        yield "No word differs from the printing."
        if found["class"] == "rules":
            yield "Still, the card does something else: a change that altered no words is in force."
    if sources.text["translation"] and sources.text["translation"]["stale"]:
        yield "The authoritative text has changed; this language has not followed."


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _value(marker: Marker, value: str | list[str] | None) -> Text:
    words = ", ".join(value) if isinstance(value, list) else value
    return marker.text(words or "none")
