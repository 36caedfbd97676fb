"""Intervals against tables that are printed in books, and by their meaning."""

from math import comb

import pytest

from hoyle.interpreter.simulation.intervals import (
    quantile,
    quantile_ranks,
    student_quantile,
    student_share,
    wilson_interval,
)

# Two-sided, 95 %: the column 0.975 of every table of Student's distribution.
STUDENT = {1: 12.7062, 2: 4.3027, 3: 3.1824, 10: 2.2281, 30: 2.0423, 120: 1.9799, 1000: 1.9623}


@pytest.mark.parametrize("freedom", STUDENT)
def test_student_is_as_in_the_tables(freedom):
    assert student_quantile(freedom) == pytest.approx(STUDENT[freedom], abs=6e-5)


def test_student_is_as_in_the_tables_at_another_level():
    assert student_quantile(5, 0.99) == pytest.approx(4.0321, abs=6e-5)
    assert student_quantile(2, 0.5) == pytest.approx(0.8165, abs=6e-5)


@pytest.mark.parametrize("freedom", [200, 201, 1000])
def test_the_series_solves_what_the_closed_form_says(freedom):
    assert student_share(student_quantile(freedom), freedom) == pytest.approx(0.95, abs=1e-7)


def test_wilson_is_as_published():
    # Newcombe, Statistics in Medicine 17 (1998), table I: 81/263, 15/148, 0/20, 1/29.
    for hits, of, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605),
                                (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)):  # fmt: skip
        assert wilson_interval(hits, of) == pytest.approx((low, high), abs=6e-5)


def test_all_and_no_hits_reach_the_end():
    assert wilson_interval(0, 5)[0] == 0
    assert wilson_interval(5, 5)[1] == 1
    assert wilson_interval(0, 0) == (0, 1)


@pytest.mark.parametrize("of", [6, 20, 101, 1000])
@pytest.mark.parametrize("share", [0.25, 0.5, 0.75])
def test_ranks_cover_a_quantile_often_enough(of, share):
    low, high = quantile_ranks(of, share)
    covered = sum(comb(of, k) * share**k * (1 - share) ** (of - k) for k in range(low, high))
    assert covered >= 0.95
    if low > 0 and high <= of:  # and neither end can be moved in
        tail = sum(comb(of, k) * share**k * (1 - share) ** (of - k) for k in range(low + 1))
        assert tail > 0.025


def test_ranks_of_many_go_on_from_those_of_few():
    few, many = quantile_ranks(1000, 0.5), quantile_ranks(1001, 0.5)
    assert abs(few[0] - many[0]) <= 1 and abs(few[1] - many[1]) <= 2


def test_a_quantile_is_the_least_value_that_reaches_it():
    counts = {3: 1, -1: 2, 8: 1}
    assert [quantile(counts, share) for share in (0.25, 0.5, 0.75, 1)] == [-1, -1, 3, 8]
