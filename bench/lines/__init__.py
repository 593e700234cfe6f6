"""The lines, one module each. ``LINES`` is their order in the table."""

from __future__ import annotations

from bench.line import Line
from bench.lines import (
    export_memory,
    import_history,
    import_memory,
    lookup_cold,
    lookup_http,
    lookup_warm,
    reimport,
)

LINES: tuple[Line, ...] = (
    lookup_warm.LINE,
    lookup_cold.LINE,
    lookup_http.LINE,
    export_memory.LINE,
    *import_history.LINES,
    *reimport.LINES,
    import_memory.LINE,
)
