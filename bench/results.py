"""What became of a line, and of a run of several: verdicts and the exit code."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from bench.line import Line
from bench.spread import Spread, spread_of
from bench.targets import Round


class Verdict(StrEnum):
    """How a line did."""

    MET = "met"
    WITHIN_NOISE = "within noise"
    """Missed by no more than the noise: nobody can tell, and it counts as met."""
    MISSED = "missed"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class Result:
    """A line with its rounds; without any it wasn't run.

    Attributes:
        reason: why it wasn't run.
        need: which of ``NEEDS`` was missing; None where it failed for another reason.
    """

    line: Line
    rounds: tuple[Round, ...]
    reason: str | None = None
    need: str | None = None

    @property
    def figure(self) -> Spread:
        """The figures of the rounds: a ratio each, or whatever else the target is about."""
        return spread_of([self.line.target.figure(one) for one in self.rounds])

    @property
    def ours(self) -> Spread:
        """Our measures."""
        return spread_of([one.ours for one in self.rounds])

    @property
    def reference(self) -> Spread | None:
        """The reference's measures; None where there is no reference."""
        measured = [one.reference for one in self.rounds if one.reference is not None]
        return spread_of(measured) if measured else None

    @property
    def verdict(self) -> Verdict:
        """How it did: a target is missed when the median misses it by more than the noise."""
        if not self.rounds:
            return Verdict.NOT_RUN
        found = self.figure
        shortfall = self.line.target.shortfall(found.median)
        if shortfall <= 0:
            return Verdict.MET
        return Verdict.WITHIN_NOISE if shortfall <= found.noise else Verdict.MISSED


def fails(result: Result, without: Collection[str]) -> bool:
    """Whether a line makes the run fail: it was missed, or not run and nobody asked for that.

    A target of later work may be missed, and may need what later work brings; it may not break.

    Args:
        without: the needs that were left out on the command line.
    """
    planned = result.line.planned
    match result.verdict:
        case Verdict.MISSED:
            return not planned
        case Verdict.NOT_RUN:
            return result.need not in without and not (planned and result.need is not None)
        case _:
            return False


def exit_code(results: Iterable[Result], without: Collection[str]) -> int:
    """Return 1 if any line makes the run fail, else 0."""
    return int(any(fails(one, without) for one in results))
