"""What each template is given: one frozen dataclass a template, shown to it as ``page``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from service.web.card_parts import (
    Alternative,
    Diff,
    Event,
    Face,
    Origin,
    Period,
    Printed,
    PrintingLine,
    RulesChange,
    Translation,
)
from service.web.parts import Day, DayForm, GameCards, Link, ProblemKind, Remark, Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What ``base.html`` shows on every page.

    Attributes:
        title: the title of the window, without the site's name.
        notices: whose the card texts are, one notice a game.
        json_url: the same answer as JSON; None where there is none.
    """

    template: ClassVar[str]
    title: str
    notices: tuple[str, ...] = ()
    json_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage(Page):
    """The front page.

    Attributes:
        games: every game with its cards.
    """

    template: ClassVar[str] = "home.html"
    games: tuple[GameCards, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPage(Page):
    """A card on a day.

    Attributes:
        game: the game, with its place on the front page.
        name: the card's name on the day, or its id where the name isn't known.
        lang: the language of name and text.
        languages: every language that the card has a text in, with the same day.
        day: the day that is shown.
        today: whether no day was named, so that today is shown.
        form: the control that asks for another day.
        previous: the day of the last change before this one; None where there is none.
        next: the day of the next change; None where there is none.
        today_url: the card without a day.
        faces: the faces with their texts on the day.
        heading: what the words in effect are called.
        status: how certain the answer is, and why.
        tone: how good the news of the status is.
        remarks: what else makes it less than plain: retroactive, provisional, not recorded.
        alternatives: what may have applied instead.
        origins: where the words come from.
        rules_changes: changes in force that altered no words.
        translation: how a translation stands to the authoritative text; None in that language itself.
        printed: the first printing in the language; None where none is recorded.
        diff: what differs from that printing to the day; None where nothing can be compared.
        no_diff: why nothing is compared; None where something is.
        events: the first text and every erratum, oldest first.
        periods: the stretches of days on which the card reads the same, oldest first.
        printings: every printing with its verdict on the day.
    """

    template: ClassVar[str] = "card.html"
    game: Link
    name: str
    lang: str
    languages: tuple[Link, ...]
    day: Day
    today: bool
    form: DayForm
    previous: Day | None
    next: Day | None
    today_url: str
    faces: tuple[Face, ...]
    heading: str
    status: Remark
    tone: Tone
    remarks: tuple[Remark, ...]
    alternatives: tuple[Alternative, ...]
    origins: tuple[Origin, ...]
    rules_changes: tuple[RulesChange, ...]
    translation: Translation | None
    printed: Printed | None
    diff: Diff | None
    no_diff: str | None
    events: tuple[Event, ...]
    periods: tuple[Period, ...]
    printings: tuple[PrintingLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPage(Page):
    """An error in words.

    Attributes:
        status: the status of the answer.
        code: the problem's code; its page explains it.
        detail: what was asked, what was found, what to do.
        actions: where to go from here.
        form: the control that asks for another day, where a day was at fault.
    """

    template: ClassVar[str] = "error.html"
    status: int
    code: str
    detail: str
    actions: tuple[Link, ...]
    form: DayForm | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsPage(Page):
    """The API reference, which a script of ours draws from the API document.

    Attributes:
        document: where the API document is.
    """

    template: ClassVar[str] = "docs.html"
    document: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemsPage(Page):
    """Every kind of problem; each has its code as its anchor.

    Attributes:
        kinds: the kinds, by status and code.
    """

    template: ClassVar[str] = "problems.html"
    kinds: tuple[ProblemKind, ...]
