"""The page of a card, built from its answers. Pure: asks no database and no clock."""

from __future__ import annotations

from collections.abc import Iterator

from service.domain.symbols import DOMAINS
from service.domain.tracks import TEXT
from service.serving.answers.sights import Answer
from service.web import histories, texts, verdicts
from service.web.card_parts import PrintingLine
from service.web.contexts import CardPage
from service.web.marking import Marker
from service.web.parts import DayForm, Link, Remark, Tone
from service.web.sources import Sources
from service.web.words import day_words, in_english, language, released_words


def card_page(sources: Sources) -> CardPage:
    """Return the page of a card on a day."""
    asked, address, text = sources.asked, sources.address, sources.text
    marker = Marker(asked.game, text["faces"][0]["fields"].get(DOMAINS) or ())
    name = text["name"] or asked.subject.name
    previous, following = histories.neighbours(sources)
    shown = address.day(text["on"])
    return CardPage(
        title=f"{name} on {shown.words}",
        notices=(asked.game.notice,),
        json_url=address.text(text["on"]),
        game=Link(asked.game.name, f"/#{asked.game.id}"),
        name=name,
        lang=asked.lang,
        languages=_languages(sources),
        day=shown,
        today=sources.day.defaulted,
        form=day_form(sources),
        previous=previous,
        next=following,
        today_url=address.page(),
        faces=texts.faces(sources, marker),
        heading=_heading(sources),
        status=_status(text),
        tone=_tone(text),
        remarks=tuple(_remarks(sources)),
        alternatives=texts.alternatives(sources, marker),
        origins=texts.origins(sources),
        rules_changes=texts.rules_changes(sources),
        translation=texts.translation(sources, marker),
        printed=texts.printed(sources, marker),
        diff=texts.diff(sources, marker),
        no_diff=sources.no_diff,
        events=histories.events(sources),
        periods=histories.periods(sources),
        printings=tuple(_printing(sources, one) for one in sources.printings),
    )


def day_form(sources: Sources) -> DayForm:
    """Return the control that asks for another day, and for a scope where the game has several."""
    address, game = sources.address, sources.asked.game
    several = len(game.scopes) > 1
    kept = address.in_language(address.lang).kept
    return DayForm(
        action=address.path,
        day=sources.text["on"],
        kept=tuple(one for one in kept if not (several and one[0] == "scope")),
        scopes=game.scopes if several else (),
        scope=sources.asked.scope,
    )


def _languages(sources: Sources) -> tuple[Link, ...]:
    own = sources.asked.game.language
    day = None if sources.day.defaulted else sources.text["on"]
    return tuple(
        Link(
            language(lang),
            sources.address.in_language(None if lang == own else lang).page(day),
            lang,
            lang == sources.asked.lang,
        )
        for lang in sources.card["languages"]
    )


def _heading(sources: Sources) -> str:
    """Return what the words are called: a translation that is out of date isn't what the card does."""
    translation = sources.text["translation"]
    if translation is None:
        return "Effective text"
    lang = in_english(sources.asked.lang)
    if not translation["stale"]:
        return f"Effective text in {lang}"
    kinds = {face["provenance"][TEXT]["kind"] for face in sources.text["faces"] if TEXT in face["provenance"]}
    return f"Latest printed text in {lang}" if kinds <= {"printing"} else f"Latest text in {lang}"


def _tone(text: Answer) -> Tone:
    if text["certainty"] != "exact":
        return Tone.WARN
    return Tone.PLAIN if text["translation"] and text["translation"]["stale"] else Tone.GOOD


def _status(text: Answer) -> Remark:
    through = text["verified_through"] and day_words(text["verified_through"])
    if text["certainty"] == "uncertain":
        return Remark("Uncertain", "The day of a change isn't known exactly, and this day lies in doubt.")
    if text["certainty"] == "exact":
        stale = text["translation"] and text["translation"]["stale"]
        return Remark("On record" if stale else "Certain", f"Every change up to {through} is on record.")
    if through:
        return Remark("Assumed", f"The card was checked up to {through}; of later changes nothing is known.")
    return Remark("Assumed", "Nobody has recorded up to which day this card was checked.")


def _remarks(sources: Sources) -> Iterator[Remark]:
    text = sources.text
    used = [one for face in text["faces"] for one in face["provenance"].values()]
    used += [sources.erratum(one["erratum"]) for one in text["rules_changes"]]
    if text["retroactive"]:
        late = {one["announced_on"] for one in used if (one["announced_on"] or "") > text["on"]}
        days = " and ".join(day_words(day) for day in sorted(late))
        words = f"Announced later, on {days}: on the day itself nobody could know it."
        yield Remark("Retroactive", words)
    if text["announced_unknown"]:
        words = (
            "On which day this was announced isn't known; it is taken to have been known from its first day."
        )
        yield Remark("Announcement unknown", words)
    if _is_provisional(sources):
        words = "Announced ahead of the definitive page, which had not confirmed it by this day."
        yield Remark("Provisional", words)
    unknown = sorted({sources.label(name) for face in text["faces"] for name in face["unknown_fields"]})
    if unknown:
        yield Remark("Not recorded", f"{', '.join(unknown)}.")


def _is_provisional(sources: Sources) -> bool:
    text = sources.text
    fields = (one["provisional"] for face in text["faces"] for one in face["provenance"].values())
    wordless = [sources.erratum(one["erratum"]) for one in text["rules_changes"]]
    unconfirmed = (
        one["provisional"] and (one["provisional_until"] is None or text["on"] < one["provisional_until"])
        for one in wordless
    )
    return any(fields) or any(unconfirmed)


def _printing(sources: Sources, one: Answer) -> PrintingLine:
    words = [verdicts.verdict(sources, one), verdicts.early(sources, one)]
    return PrintingLine(
        id=one["printing"],
        href=f"/v1/printings/{one['printing']}?on={sources.text['on']}",
        where=texts.where(sources, one),
        language=language(one["lang"]),
        released=released_words(one["released_on"], one["released_after"], one["released_by"]),
        verdict=" ".join(filter(None, words)),
    )
