"""Printings by id, and by set and collector number."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from service.api.describe import NUMBERED_PRINTING, PRINTING, answers
from service.api.history_schemas import OnePrintingSchema
from service.api.parser import query
from service.api.queries import NumberedPrintingQuery, PrintingQuery
from service.serving.answers.printings import asked_printing, printing_answer, printing_by_number
from service.serving.responses import cache_control, json_response, on_day
from service.serving.site import ask_day, connection

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
    asked = asked_printing(conn, printing, given.get("scope"))
    day = ask_day(asked.game, given.get("on"))
    answer = printing_answer(conn, asked, printing, day.day)
    return json_response(answer, cache=cache_control(day), lang=answer["lang"], headers=on_day(day))
