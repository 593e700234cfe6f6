"""The lines, one module each. ``LINES`` is their order in the table."""

from __future__ import annotations

from bench.line import Line
from bench.lines import export_memory, lookup_cold, lookup_http, lookup_warm

LINES: tuple[Line, ...] = (
    lookup_warm.LINE,
    lookup_cold.LINE,
    lookup_http.LINE,
    export_memory.LINE,
)
