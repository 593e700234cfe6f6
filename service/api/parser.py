"""Strict parameters: unknown and repeated ones are refused, with the name that was probably meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, NoReturn

from flask import Request
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser

from service.api.describe import View, asks
from service.domain.errors import BadParameter, MissingParameter, RepeatedParameter, UnknownParameter
from service.domain.texts import is_writable
from service.serving.answers.sights import Sight
from service.serving.site import ask_sight

MEANT = {
    "asof": "as_of",
    "at": "on",
    "card_name": "name",
    "date": "on",
    "day": "on",
    "effective_on": "on",
    "end": "to",
    "language": "lang",
    "locale": "lang",
    "page": "cursor",
    "per_page": "limit",
    "query": "q",
    "search": "q",
    "start": "from",
}
"""What people write, and what the parameter is called here."""


class StrictParser(FlaskParser):
    """Reads the query as its schema says and refuses everything else."""

    DEFAULT_UNKNOWN_BY_LOCATION = {"query": "raise"}  # noqa: RUF012  # webargs reads it from the class

    def load_querystring(self, req: Request, schema: Schema) -> Mapping[str, str]:
        """Return the query's parameters.

        Raises:
            UnknownParameter, RepeatedParameter, BadParameter: with the names at fault.
        """
        known = [field.data_key or name for name, field in schema.fields.items()]
        for name, values in req.args.lists():
            if name not in known:
                raise UnknownParameter(_unknown(name, known), parameter=name, parameters=known)
            if len(values) > 1:
                raise RepeatedParameter(f"{name} is given {len(values)} times; give it once", parameter=name)
            if not is_writable(values[0]):
                raise BadParameter(f"{name} holds a character that no text may hold", parameter=name)
        return req.args.to_dict()

    def handle_error(
        self,
        error: ValidationError,
        req: Request,
        schema: Schema,
        *,
        error_status_code: int | None,
        error_headers: Mapping[str, str] | None,
    ) -> NoReturn:
        """Raise the domain's error for what the schema refused."""
        messages: Any = error.messages  # by location, as webargs collects them
        faults: dict[str, list[str]] = messages["query"]
        name, found = next(iter(faults.items()))
        if name not in req.args:
            raise MissingParameter(f"{name} is missing; {_purpose(schema, name)}", parameter=name)
        given = req.args[name]
        raise BadParameter(f"{name}={given!r} can't be: {' '.join(found)}", parameter=name)


OF_ONE_CARD = ("view", "announced_by", "as_of")
"""What can be asked of one card or printing, and not of lists."""


def _unknown(name: str, known: list[str]) -> str:
    if name in OF_ONE_CARD:
        return (
            f"{name} is not taken here, where the present knowledge is asked; ask for one card's text with it"
        )
    meant = MEANT.get(name.lower().replace("-", "_"))
    if meant not in known:
        meant = next(iter(get_close_matches(name, known, n=1, cutoff=0.6)), None)
    hint = f"did you mean {meant}?" if meant else f"there are: {', '.join(known) or 'none'}"
    return f"there is no parameter {name!r} here; {hint}"


def _purpose(schema: Schema, name: str) -> str:
    for key, field in schema.fields.items():
        if name in (key, field.data_key):
            found: Any = field.metadata.get("description", "it is required")
            return str(found)
    return "it is required"


_PARSER = StrictParser()


def query(schema: type[Schema]) -> Callable[[View], View]:
    """Give a view its parameters, checked, as first argument; the API document tells them too."""
    parsed = _PARSER.use_args(schema, location="query")
    return lambda view: asks(schema)(parsed(view))


def sight_of(given: Mapping[str, Any]) -> Sight:
    """Return how the ledger is to be looked at, as a query of ``SightQuery`` says.

    Raises:
        BadParameter, AsOfNotReached, PinFound: as ``ask_sight`` does.
    """
    return ask_sight(given.get("view"), given.get("announced_by"), given.get("as_of"))
