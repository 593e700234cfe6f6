"""What a line may need that isn't there everywhere."""

from __future__ import annotations

POSTGRESQL, HISTORY, IMPORT = "postgresql", "history", "import"

NEEDS = {
    POSTGRESQL: "the installed programs of PostgreSQL",
    HISTORY: "the file of histories that is imported (ERRATA_BENCH_HISTORY)",
    IMPORT: "the command `errata import history`",
}
"""What ``--without`` takes, and what each is."""


class NotRunnable(Exception):
    """A line can't be run here; the message says why.

    Attributes:
        need: which of ``NEEDS`` is missing.
    """

    def __init__(self, need: str, reason: str) -> None:
        super().__init__(reason)
        self.need = need
