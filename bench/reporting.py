"""A run as a table, as a sum and as JSON."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from bench.results import Result, Verdict, exit_code
from bench.spread import Spread
from bench.targets import Kind, Target

_HEADS = ("line", "ours", "reference", "figure", "noise", "target", "verdict")
_SECONDS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))
_WORDS = {Kind.SPEED: "times as fast", Kind.COST: "times the cost", Kind.MORE: "more", Kind.ALONE: ""}


def table(results: Sequence[Result]) -> list[str]:
    """Return the lines of the table, and below it why a line wasn't run."""
    rows = [_HEADS, *(_row(one) for one in results)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    found = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    found.insert(1, "  ".join("-" * width for width in widths))
    reasons = [f"{one.line.name} was not run: {one.reason}" for one in results if one.reason is not None]
    return [one.rstrip() for one in [*found, *([""] if reasons else []), *reasons]]


def _row(result: Result) -> tuple[str, ...]:
    line = result.line
    verdict = f"{result.verdict} (later work)" if line.planned else str(result.verdict)
    target = _target(line.target, line.unit)
    if not result.rounds:
        return (line.name, "", "", "", "", target, verdict)
    ours, reference, figure = result.ours, result.reference, result.figure
    return (
        line.name,
        _measure(ours, line.unit),
        _measure(reference, line.unit) if reference else "",
        f"{significant(figure.median)} ({significant(figure.least)}..{significant(figure.most)})",
        f"±{significant(figure.noise)}",
        target,
        verdict,
    )


def _target(target: Target, unit: str) -> str:
    side = "at least" if target.at_least else "at most"
    unit = f" {unit}" if target.kind in (Kind.MORE, Kind.ALONE) else ""
    return f"{side} {significant(target.bound)}{unit} {_WORDS[target.kind]}".rstrip()


def _measure(spread: Spread, unit: str) -> str:
    factor, shown = 1.0, unit
    if unit == "s":
        factor, shown = next((one for one in _SECONDS if spread.median >= one[0]), _SECONDS[-1])
    median, least, most = (
        significant(value / factor) for value in (spread.median, spread.least, spread.most)
    )
    return f"{median} {shown} ({least}..{most})"


def significant(value: float) -> str:
    """Return a number with about three digits that count, and without an exponent.

    >>> significant(0.04567), significant(1.5), significant(12345.6), significant(0)
    ('0.0457', '1.50', '12346', '0.00')
    """
    size = abs(value)
    places = 0 if size >= 100 else 1 if size >= 10 else 2 if size >= 0.1 or size == 0 else 4
    return f"{value:.{places}f}"


def summary(results: Iterable[Result]) -> str:
    """Return the sum of a run in a line: of the targets of today, then of those of later work."""
    results = list(results)
    today = [one for one in results if not one.line.planned]
    later = [one for one in results if one.line.planned]
    close = _named(today, Verdict.WITHIN_NOISE)
    met = len(_named(today, Verdict.MET)) + len(close)
    parts = [f"{met} of {_targets(len(today))} met"]
    parts[0] += f" ({', '.join(close)}: within the noise)" if close else ""
    parts += [
        f"{verdict}: {', '.join(names)}"
        for verdict in (Verdict.MISSED, Verdict.NOT_RUN)
        if (names := _named(today, verdict))
    ]
    return "; ".join([*parts, *([_later(later)] if later else [])])


def _later(results: Sequence[Result]) -> str:
    said = (
        ("met already, so take their mark away", (Verdict.MET,)),
        ("not met", (Verdict.MISSED, Verdict.WITHIN_NOISE)),
        ("not run", (Verdict.NOT_RUN,)),
    )
    told = [
        f"{words}: {', '.join(names)}"
        for words, verdicts in said
        if (names := [name for verdict in verdicts for name in _named(results, verdict)])
    ]
    return f"{_targets(len(results))} of later work, {'; '.join(told)}"


def _targets(count: int) -> str:
    return "1 target" if count == 1 else f"{count} targets"


def _named(results: Iterable[Result], verdict: Verdict) -> list[str]:
    return [one.line.name for one in results if one.verdict is verdict]


def as_json(
    results: Sequence[Result], *, machine: dict[str, Any], quick: bool, without: Collection[str]
) -> dict[str, Any]:
    """Return a run as JSON values: each line with its spreads and every round."""
    return {
        "machine": machine,
        "quick": quick,
        "without": sorted(without),
        "lines": [_line(one) for one in results],
        "summary": summary(results),
        "exit_code": exit_code(results, without),
    }


def _line(result: Result) -> dict[str, Any]:
    line, target, run = result.line, result.line.target, bool(result.rounds)
    return {
        "name": line.name,
        "what": line.what,
        "against": line.against,
        "unit": line.unit,
        "target": {"kind": target.kind, "at_least" if target.at_least else "at_most": target.bound},
        "planned": line.planned,
        "verdict": result.verdict,
        "reason": result.reason,
        "figure": _spread(result.figure) if run else None,
        "ours": _spread(result.ours) if run else None,
        "reference": _spread(result.reference) if run and result.reference else None,
        "rounds": [one._asdict() | {"figure": target.figure(one)} for one in result.rounds],
    }


def _spread(spread: Spread) -> dict[str, float]:
    return {"median": spread.median, "min": spread.least, "max": spread.most, "noise": spread.noise}
