"""Which paths answer machines: what is asked there, in what shape it fails, and what its answers bear."""

from __future__ import annotations

MACHINE_PATHS = ("/v1", "/healthz", "/readyz")
"""Paths that begin so answer machines; all others are pages."""


def answers_machines(path: str) -> bool:
    """Whether a path answers machines: one of theirs, or one below it."""
    return any(path == one or path.startswith(f"{one}/") for one in MACHINE_PATHS)
