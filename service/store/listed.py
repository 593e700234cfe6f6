"""Columns that are one of many texts, which a statement is given as one value.

A list that is written out makes a statement of its own for each length, which is then composed, sent and read
anew every time: of hundreds of keys that costs more than to find them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ARRAY, Boolean, ColumnElement, Dialect, Text, bindparam
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import QueryableAttribute
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.operators import OperatorType
from sqlalchemy.types import TypeDecorator, TypeEngine


def one_of(column: QueryableAttribute[str] | ColumnElement[str], parameter: str) -> ColumnElement[bool]:
    """Return the condition that a column is one of the texts of a parameter, a sequence of any length.

    An index of the column serves it. No text may hold U+0000, which neither database takes.
    """
    return _OneOf(column, bindparam(parameter, type_=_Texts()))


class _Texts(TypeDecorator[Sequence[str]]):
    """Texts as one value: an array; in SQLite, which has none, a list in JSON."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(ARRAY(Text) if dialect.name == "postgresql" else Text())

    def process_bind_param(self, value: Sequence[str] | None, dialect: Dialect) -> Any:
        told = list(value or ())
        return told if dialect.name == "postgresql" else json.dumps(told)


class _OneOf(FunctionElement[bool]):
    type = Boolean()
    name = "one_of"
    inherit_cache = True

    def self_group(self, against: OperatorType | None = None) -> _OneOf:
        return self  # as it is: SQLite finds nothing by an index where "= 1" stands behind it


@compiles(_OneOf, "sqlite")
def _on_sqlite(element: _OneOf, compiler: SQLCompiler, **options: Any) -> str:
    column, given = (compiler.process(each, **options) for each in element.clauses)
    return f"({column} IN (SELECT value FROM json_each({given})))"


@compiles(_OneOf, "postgresql")
def _on_postgresql(element: _OneOf, compiler: SQLCompiler, **options: Any) -> str:
    column, given = (compiler.process(each, **options) for each in element.clauses)
    return f"({column} = ANY ({given}))"
