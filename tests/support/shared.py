"""The folder of shared files: facts and real data that the project doesn't hold itself.

Knows where the folder lies and what a test does without it; never what is in its files.
"""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
"""The root of the project."""

NEEDS = ("shared", "postgres")
"""What a test may need from the machine."""


def shared_folder() -> Path:
    """Return the folder that ``ERRATA_TEST_SHARED`` names, by default ``../shared``.

    A relative path counts from the root of the project. Without the folder the test that asks is
    skipped; it fails if ``shared`` is in the comma list ``ERRATA_TEST_REQUIRE``.

    Raises:
        pytest.skip.Exception: if the folder isn't there.
        pytest.fail.Exception: if it isn't there and must be.
    """
    folder = (ROOT / (os.environ.get("ERRATA_TEST_SHARED") or "../shared")).resolve()
    if (folder / "facts").is_dir():
        return folder
    reason = f"the facts are not here: {folder}; ERRATA_TEST_SHARED names another folder"
    if "shared" in required():
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def required() -> set[str]:
    """Return what may not be skipped, from the comma list ``ERRATA_TEST_REQUIRE``.

    Raises:
        pytest.UsageError: if a name in it is none of ``NEEDS``; the test run ends there.
    """
    names = {name.strip() for name in os.environ.get("ERRATA_TEST_REQUIRE", "").split(",")} - {""}
    unknown = names - set(NEEDS)
    if unknown:
        listed = ", ".join(sorted(unknown))
        raise pytest.UsageError(f"ERRATA_TEST_REQUIRE names {listed}; there are: {', '.join(NEEDS)}")
    return names
