"""The folder of shared files: facts and real data that the project doesn't hold itself.

Knows where the folder lies and what a test does without it; never what is in its files.
"""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
"""The root of the project."""


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
    required = os.environ.get("ERRATA_TEST_REQUIRE", "").split(",")
    if "shared" in (name.strip() for name in required):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
