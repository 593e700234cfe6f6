"""Printings by id, and by set and collector number."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from service.api.describe import NUMBERED_PRINTING, PRINTING, answers
from service.api.history_schemas import OnePrintingSchema
from service.api.parser import query, sight_of
from service.api.queries import NumberedPrintingQuery, PrintingQuery
from service.serving.answers.printings import asked_printing, printing_answer, printing_by_number
from service.serving.answers.sights import Sight
from service.serving.responses import json_response, on_day
from service.serving.site import ask_day, connection, kept

printings = Blueprint("printings", __name__, url_prefix="/v1/printings")


@printings.get("/<printing>")
@answers(OnePrintingSchema, PRINTING)
@query(PrintingQuery)
def printing(given: dict[str, Any], printing: str) -> Response:
    """Give a printing: its words, whether they still hold on a day, and what differs from that day's."""
    return _printing(printing, given, sight_of(given))


@printings.get("/<game>/<set_code>/<number>")
@answers(OnePrintingSchema, NUMBERED_PRINTING)
@query(NumberedPrintingQuery)
def numbered_printing(given: dict[str, Any], game: str, set_code: str, number: str) -> Response:
    """Give the printing of a set and collector number in a language."""
    sight = sight_of(given)
    printing = printing_by_number(connection(), game, set_code, number, given.get("lang"), sight.as_of)
    return _printing(printing, given, sight)


def _printing(printing: str, given: dict[str, Any], sight: Sight) -> Response:
    conn = connection()
    asked = asked_printing(conn, printing, given.get("scope"), sight)
    day = ask_day(asked.game, given.get("on"), sight)
    answer = printing_answer(conn, asked, printing, day.day)
    return json_response(answer, cache=kept(), lang=answer["lang"], headers=on_day(day))
