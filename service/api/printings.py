"""Printings by id, and by set and collector number."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from service.api.describe import NUMBERED_PRINTING, PRINTING, answers
from service.api.history_schemas import OnePrintingSchema
from service.api.parser import query
from service.api.queries import NumberedPrintingQuery, PrintingQuery
from service.domain.errors import UnknownPrinting
from service.serving.answers.printings import printing_answer, printing_by_number
from service.serving.responses import cache_control, json_response, on_day
from service.serving.site import ask_day, connection
from service.store.games import load_game
from service.store.names import find_printing

printings = Blueprint("printings", __name__, url_prefix="/v1/printings")


@printings.get("/<printing>")
@answers(OnePrintingSchema, PRINTING)
@query(PrintingQuery)
def printing(given: dict[str, Any], printing: str) -> Response:
    """Give a printing: its words, whether they still hold on a day, and what differs from that day's."""
    return _printing(printing, given)


@printings.get("/<game>/<set_code>/<number>")
@answers(OnePrintingSchema, NUMBERED_PRINTING)
@query(NumberedPrintingQuery)
def numbered_printing(given: dict[str, Any], game: str, set_code: str, number: str) -> Response:
    """Give the printing of a set and collector number in a language."""
    return _printing(printing_by_number(connection(), game, set_code, number, given.get("lang")), given)


def _printing(printing: str, given: dict[str, Any]) -> Response:
    conn = connection()
    found = find_printing(conn, printing)
    if found is None:
        raise UnknownPrinting(f"there is no printing {printing!r}; a card's printings stand at .../printings")
    day = ask_day(load_game(conn, found.subject.game), given.get("on"))
    answer = printing_answer(conn, printing, day.day, given.get("scope"))
    return json_response(answer, cache=cache_control(day), lang=answer["lang"], headers=on_day(day))
