"""Medians of few rounds, and how far they can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from statistics import median

CONFIDENCE = 0.9
"""How sure it is at least that the true median lies in the interval that the noise is taken from.

Of four rounds and fewer no interval is as sure; then it spans all of them.
"""


@dataclass(frozen=True, slots=True)
class Spread:
    """How measures of one thing are spread.

    Attributes:
        noise: half the width of a confidence interval of the median.
    """

    median: float
    least: float
    most: float
    noise: float


def spread_of(measures: Sequence[float]) -> Spread:
    """Return how measures are spread; there is at least one.

    The interval goes from one measure to another, counted from both ends of their order. It assumes nothing
    of how they are distributed; from eight rounds on it passes over the least and the most of them.
    """
    ordered = sorted(measures)
    outer = rank_of_interval(len(ordered))
    half = (ordered[-outer] - ordered[outer - 1]) / 2
    return Spread(median(ordered), ordered[0], ordered[-1], half)


def rank_of_interval(count: int) -> int:
    """Return which measure from either end bounds the narrowest interval that is sure enough.

    The true median lies outside of the k-th from both ends when fewer than k of the measures fall on one of
    its sides, which each of them does as a coin does.

    >>> [rank_of_interval(count) for count in (3, 5, 7, 8, 9, 15)]
    [1, 1, 1, 2, 2, 4]
    """
    rank = 1
    while 2 * sum(comb(count, fewer) for fewer in range(rank + 1)) / 2**count <= 1 - CONFIDENCE:
        rank += 1
    return rank
