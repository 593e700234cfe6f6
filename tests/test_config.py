from datetime import UTC, datetime
from pathlib import Path

import pytest

from service.config import BadSetting, Settings, read_settings


def test_without_variables_everything_has_its_default():
    assert read_settings({}) == Settings()


def test_every_variable_is_read():
    given = {
        "ERRATA_DATABASE_URL": "sqlite:///x.db",
        "ERRATA_CARD_TEXTS": "texts",
        "ERRATA_HOST": "0.0.0.0",
        "ERRATA_PORT": "8080",
        "ERRATA_WORKERS": "3",
        "ERRATA_ENV": "development",
        "ERRATA_NOW": "2026-01-14T12:00:00Z",
    }
    assert read_settings(given) == Settings(
        database_url="sqlite:///x.db",
        card_texts=Path("texts"),
        host="0.0.0.0",
        port=8080,
        workers=3,
        env="development",
        now=datetime(2026, 1, 14, 12, tzinfo=UTC),
    )


def test_other_variables_are_passed_over():
    assert (
        read_settings(
            {"PATH": "/bin", "ERRATA_TEST_SHARED": "x", "ERRATA_BENCH_HISTORY": "y", "_ERRATA_COMPLETE": "y"}
        )
        == Settings()
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ERRATA_PORT", "many"),
        ("ERRATA_PORT", "65536"),
        ("ERRATA_PORT", "-1"),
        ("ERRATA_PORT", "0"),
        ("ERRATA_PORT", "8_000"),
        ("ERRATA_PORT", "８０００"),  # full-width digits
        ("ERRATA_PORT", ""),
        ("ERRATA_WORKERS", "0"),
        ("ERRATA_WORKERS", "257"),
        ("ERRATA_ENV", "staging"),
        ("ERRATA_NOW", "yesterday"),
        ("ERRATA_NOW", "2026-01-14T12:00:00"),  # an instant has a zone
        ("ERRATA_DATABSE_URL", "sqlite://"),  # misspelled
    ],
)
def test_a_bad_value_is_refused_and_named(name, value):
    with pytest.raises(BadSetting, match=name):
        read_settings({name: value})


def test_production_refuses_a_fixed_clock():
    given = {"ERRATA_ENV": "production", "ERRATA_NOW": "2026-01-14T12:00:00Z"}
    with pytest.raises(BadSetting, match="ERRATA_NOW"):
        read_settings(given)
    assert read_settings({"ERRATA_ENV": "production"}).now is None


def test_the_clock_is_the_fixed_instant_or_runs():
    fixed = datetime(2026, 1, 14, 12, tzinfo=UTC)
    assert Settings(now=fixed).clock() == fixed
    assert Settings().clock().tzinfo is UTC
