"""How many examples a property is tried on: few with every test run, more as a proof, most in a soak."""

import pytest
from hypothesis import HealthCheck, settings

SIZES = pytest.mark.parametrize("size", ["short", pytest.param("proof", marks=pytest.mark.proof)])
"""Runs a test with each size."""

PROOF = 300


def use_profiles() -> None:
    """Let Hypothesis know how many examples each target of the Makefile draws.

    How long an example takes depends on the machine; one failure at a time is enough to read. ``make test``
    draws the same examples everywhere; ``long``, of ``make proofs``, and ``soak`` draw others each time.
    """
    for name, examples in (("long", 500), ("soak", 5000)):
        settings.register_profile(
            name, deadline=None, report_multiple_bugs=False, print_blob=True, max_examples=examples
        )
    settings.register_profile("errata", deadline=None, report_multiple_bugs=False, derandomize=True)
    settings.load_profile("errata")


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
