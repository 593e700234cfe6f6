"""Targets: which figure is made of a round's two measures, and on which side of a bound it has to be."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What a figure is made of."""

    SPEED = "speed"
    """The reference's measure by ours: 0.5 is half as fast, 2 is twice as fast."""

    COST = "cost"
    """Our measure by the reference's: 1.5 takes half as much again."""

    MORE = "more"
    """Our measure without the reference's, in its unit."""

    ALONE = "alone"
    """Our measure, in its unit; there is no reference."""


class Round(NamedTuple):
    """What one round has measured, both in the line's unit; ``reference`` is None where there is none."""

    ours: float
    reference: float | None


@dataclass(frozen=True, slots=True)
class Target:
    """A bound that the figure has to keep.

    Attributes:
        at_least: whether the figure may not be below the bound, rather than not above it.
    """

    kind: Kind
    bound: float
    at_least: bool

    def figure(self, measured: Round) -> float:
        """Return the figure of a round.

        Raises:
            ValueError: if the reference wasn't measured, and the figure is made of both.
        """
        ours, reference = measured
        if self.kind is Kind.ALONE:
            return ours
        if reference is None:
            raise ValueError(f"a figure of the kind {self.kind} needs a reference")
        if self.kind is Kind.SPEED:
            return reference / ours
        return ours / reference if self.kind is Kind.COST else ours - reference

    def shortfall(self, figure: float) -> float:
        """Return by how much a figure misses the bound; zero and below: it keeps it."""
        return self.bound - figure if self.at_least else figure - self.bound


def speed_at_least(bound: float) -> Target:
    """Return the target of being at least so many times as fast as the reference."""
    return Target(Kind.SPEED, bound, at_least=True)


def cost_at_most(bound: float) -> Target:
    """Return the target of taking at most so many times what the reference takes."""
    return Target(Kind.COST, bound, at_least=False)


def more_at_most(bound: float) -> Target:
    """Return the target of taking at most so much more than the reference, in the line's unit."""
    return Target(Kind.MORE, bound, at_least=False)


def at_most(bound: float) -> Target:
    """Return the target of a measure without a reference, in the line's unit."""
    return Target(Kind.ALONE, bound, at_least=False)
