"""How many examples a machine runs: few with every test run, more as a proof, most where asked for."""

import pytest
from hypothesis import HealthCheck, settings

SIZES = pytest.mark.parametrize("size", ["short", pytest.param("proof", marks=pytest.mark.proof)])
"""Runs a test with each size."""

PROOF = 300


def drawn(size: str, short: int) -> settings:
    """Return the settings of a machine.

    Args:
        size: ``short``, whose examples are the same everywhere, or ``proof``: 300, or as many as the profile
            has where that is more (``make soak``), others each time.
        short: how many examples a short run has.
    """
    few = size == "short"
    return settings(
        max_examples=short if few else max(PROOF, settings().max_examples),
        derandomize=few,
        database=None,
        deadline=None,
        print_blob=True,
        report_multiple_bugs=False,
        stateful_step_count=12,
        suppress_health_check=list(HealthCheck),
    )
