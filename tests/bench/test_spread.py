"""The noise is half of an interval in which the median lies, and one odd round of many doesn't widen it."""

from itertools import combinations, product

import pytest

from bench.spread import CONFIDENCE, rank_of_interval, spread_of


def test_median_least_and_most():
    found = spread_of([3.0, 1.0, 2.0])
    assert (found.median, found.least, found.most) == (2.0, 1.0, 3.0)


def test_of_few_rounds_the_noise_spans_all():
    assert spread_of([1.0, 1.0, 1.2, 1.4, 2.0]).noise == 0.5


def test_of_nine_rounds_the_two_outermost_are_passed_over():
    assert spread_of([0.1, 1.0, 1.1, 1.2, 1.2, 1.2, 1.3, 1.4, 99.0]).noise == pytest.approx(0.2)


def test_rounds_that_agree_have_no_noise():
    assert spread_of([0.7] * 5).noise == 0


@pytest.mark.parametrize("count", range(5, 13))
def test_the_interval_is_the_narrowest_that_is_sure_enough(count):
    """Each round lies above or below the true median as a coin falls: all ways of falling are counted."""

    def sure(rank):
        held = [rank <= sum(sides) <= count - rank for sides in product((0, 1), repeat=count)]
        return sum(held) / len(held)

    rank = rank_of_interval(count)
    assert sure(rank) >= CONFIDENCE > sure(rank + 1)


def test_the_order_of_the_rounds_is_of_no_account():
    assert all(
        spread_of([*one, *({1.0, 2.0, 3.0, 4.0, 9.0} - set(one))]) == spread_of([1.0, 2.0, 3.0, 4.0, 9.0])
        for one in combinations([1.0, 2.0, 3.0, 4.0, 9.0], 2)
    )
