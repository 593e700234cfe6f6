"""What all schemas of files share: unknown keys are refused, and errors become faults with lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from marshmallow import EXCLUDE, Schema, ValidationError, validates_schema

from service.corpus.codes import Code
from service.corpus.faults import Fault, or_nearest
from service.corpus.fields import Problem
from service.corpus.nodes import Node, Table, line_at

_NO_KEYS = "no keys"
_MISSING = "missing"


class FileSchema(Schema):
    """The keys that one place of a file may have."""

    class Meta:
        """Unknown keys pass marshmallow and are refused below, with the key that was meant."""

        unknown = EXCLUDE

    error_messages = {"type": _NO_KEYS}  # noqa: RUF012  marshmallow declares it so

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """Give each field words of ours for a key that isn't there."""
        field_obj.error_messages["required"] = _MISSING

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def refuse_unknown_keys(self, data: object, original_data: object, **kwargs: Any) -> None:
        """Refuse each key that isn't one of the schema's."""
        if not isinstance(original_data, Table):
            return
        known = {field.data_key or name for name, field in self.fields.items()}
        errors = {key: [_unknown_key(key, known)] for key in original_data if key not in known}
        if errors:
            raise ValidationError(cast("dict[str, Any]", errors))


def read_record(schema: FileSchema, table: Table, faults: list[Fault]) -> Any:
    """Return what the schema makes of a file; None, and faults are appended, where it refuses.

    A line that has a fault already gets no second one.
    """
    try:
        return schema.load(table)
    except ValidationError as error:
        taken = {fault.line for fault in faults if fault.path == table.path}
        found = _faults_of(table, error.messages, ())
        faults.extend(fault for fault in found if fault.line not in taken)
        return None


def _unknown_key(key: str, known: set[str]) -> Problem:
    found = f"{key} is no key of this place"
    keys = f"take it out; there are {', '.join(sorted(known))}"
    return Problem(Code.UNKNOWN_KEY, found, or_nearest(key, known, keys))


def _faults_of(table: Table, messages: object, where: tuple[str | int, ...]) -> Iterator[Fault]:
    if isinstance(messages, dict):
        for step, inner in messages.items():
            yield from _faults_of(table, inner, where if step == "_schema" else (*where, step))
        return
    for message in cast("list[Problem | str]", messages):
        problem = message if isinstance(message, Problem) else _translated(message, where)
        line = line_at(cast(Node, table), where)
        yield Fault(table.path, line, problem.code, problem.found, problem.todo)


def _translated(message: str, where: tuple[str | int, ...]) -> Problem:
    if message == _MISSING:
        return Problem(Code.MISSING_KEY, f"{where[-1]} is missing", "add it")
    if message == _NO_KEYS:
        found = "no keys stand where keys belong"
        return Problem(Code.WRONG_SHAPE, found, "write key: value, each on its line")
    raise AssertionError(message)
