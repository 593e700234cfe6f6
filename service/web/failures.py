"""Errors as pages, and the page that lists every kind of problem."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from flask import request

from service.domain import errors, refusals
from service.domain.errors import ErrataError
from service.serving.problems import (
    INTERNAL_CODE,
    INTERNAL_DETAIL,
    INTERNAL_STATUS,
    INTERNAL_TITLE,
    is_our_fault,
    status_of,
)
from service.serving.site import connection
from service.store.games import load_game
from service.web.addresses import CardAddress
from service.web.contexts import ErrorPage, ProblemsPage
from service.web.parts import DayForm, Link, ProblemKind
from service.web.rendering import notices, render
from service.web.words import day_words, language

_UNFORESEEN = ProblemKind(
    INTERNAL_CODE,
    INTERNAL_STATUS,
    INTERNAL_TITLE,
    (f"{INTERNAL_DETAIL[0].upper()}{INTERNAL_DETAIL[1:]}.",),
)
_DAY_FAULTS = ("bad-date", "no-effective-text")


def error_page(status: int, problem: dict[str, Any]) -> str:
    """Return an error as a page: what was asked, what was found, and where to go from here.

    Args:
        problem: an RFC 9457 problem as the API gives it.
    """
    address = _card_asked()
    page = ErrorPage(
        title=problem["title"],
        # Where the database fails, its error page must not.
        notices=() if is_our_fault(status) else notices(),
        status=status,
        code=problem["code"],
        detail=_detail(problem, address),
        actions=tuple(_actions(problem, address)),
        form=_form(problem["code"], address),
    )
    return render(page)


def _card_asked() -> CardAddress | None:
    """Return the card page that was asked for, if it was one."""
    given = request.view_args or {}
    if request.endpoint != "pages.card" or not {"game", "card"} <= given.keys():
        return None
    kept = {name: request.args.get(name) or None for name in ("lang", "scope")}
    return CardAddress(given["game"], given["card"], kept["lang"], kept["scope"])


def _actions(problem: dict[str, Any], address: CardAddress | None) -> Iterator[Link]:
    if address is not None:
        day = problem.get("first_effective_from")
        if day is not None:
            yield Link(f"Show its first text, of {day_words(day)}", address.page(day))
        for lang in problem.get("languages", ()):
            yield Link(language(lang), address.in_language(lang).page(), lang)
        for scope in problem.get("scopes", ()):
            there = CardAddress(address.game, address.card, address.lang, scope)
            yield Link(f"Show it in the scope {scope}", there.page())
        if problem["code"] == "bad-date":
            yield Link("Show the card today", address.page())
        if problem["code"] == "unknown-card":
            game = load_game(connection(), address.game)
            yield Link(f"All cards of {game.name}", f"/#{quote(game.id)}")
    yield Link("All cards", "/")


def _form(code: str, address: CardAddress | None) -> DayForm | None:
    if address is None or code not in _DAY_FAULTS:
        return None
    day = request.args.get("on", "") if code == "no-effective-text" else ""
    return DayForm(address.path, day, address.kept)


def problems_page() -> ProblemsPage:
    """Return the page of every kind of problem, by status and code."""
    kinds = sorted([*problem_kinds(), _UNFORESEEN], key=lambda kind: (kind.status, kind.code))
    return ProblemsPage(title="Problems", notices=notices(), kinds=tuple(kinds))


def problem_kinds() -> list[ProblemKind]:
    """Return what the error tree names, each code once; of two classes with one code the nearer to a leaf."""
    kinds: dict[str, ProblemKind] = {}
    for error in _below(ErrataError):
        words = tuple(" ".join((error.__doc__ or "").split()).split("``"))
        kinds[error.code] = ProblemKind(error.code, status_of(error), error.title, words)
    return list(kinds.values())


def _below(branch: type[ErrataError]) -> Iterator[type[ErrataError]]:
    """Yield every class under a branch that the tree's own modules define, a parent before its children."""
    for error in branch.__subclasses__():
        if error.__module__ in (errors.__name__, refusals.__name__):
            yield error
            yield from _below(error)


def _detail(problem: dict[str, Any], address: CardAddress | None) -> str:
    """Return what the problem says, as a sentence; of a day without a text, in the words of the page."""
    if problem["code"] != "no-effective-text" or address is None:
        detail: str = problem["detail"]
        if problem["code"] == "unknown-card" and address is not None:
            # What to do stands below as a link; the rest of the words names an address for machines.
            detail = detail.partition(";")[0]
        first = detail.split(maxsplit=1)[0] if detail else ""
        start = detail[:1].upper() if first.isalpha() else detail[:1]
        return start + detail[1:] + ("" if detail.endswith((".", "?", "!")) else ".")
    asked = request.args.get("on")
    where = f" in this language ({language(address.lang)})" if address.lang else ""
    words = f"This card has no text{where} {f'on {day_words(asked)}' if asked else 'today'}."
    first_day, last_day = problem.get("first_effective_from"), problem.get("last_effective_until")
    if last_day is not None:
        last = address.last_before(last_day)
        return f"{words} Its last one was in effect through {last.words}." if last else words
    return f"{words} Its first one is in effect from {day_words(first_day)}." if first_day else words
