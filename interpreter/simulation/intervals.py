"""Intervals of figures that were estimated: plain functions of counts and sums.

docs/simulate.md tells each formula and where it comes from.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist

LEVEL = 0.95  # how often an interval covers what it is about
EXACT_TO = 1000  # observations for which ranks are taken from the binomial distribution itself
SERIES_FROM = 200  # degrees of freedom from which Student's quantile is taken from its series

Interval = tuple[float, float]


def normal_quantile(level: float) -> float:
    """How many standard errors an interval reaches to each side."""
    return NormalDist().inv_cdf((1 + level) / 2)


def wilson_interval(hits: int, of: int, level: float = LEVEL) -> Interval:
    """A share, of 0 to 1, from `hits` among `of` independent trials; all of it without trials."""
    if of == 0:
        return 0.0, 1.0
    z2, share = normal_quantile(level) ** 2, hits / of
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    reach = math.sqrt(share * (1 - share) * z2 / of + z2 * z2 / (4 * of * of)) / (1 + z2 / of)
    low = 0.0 if hits == 0 else middle - reach
    high = 1.0 if hits == of else middle + reach
    return low, high


def student_quantile(freedom: int, level: float = LEVEL) -> float:
    """How many standard errors the mean of a normal sample reaches, with this freedom of 1 or more.

    The distribution has a closed form for whole degrees of freedom, which is solved by halving; for
    many it is taken from its series around the normal distribution.
    """
    if freedom >= SERIES_FROM:
        z, n = normal_quantile(level), freedom
        return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    low, high = 0.0, 1.0
    while student_share(high, freedom) < level:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if student_share(middle, freedom) < level else (low, middle)
    return high


def student_share(t: float, freedom: int) -> float:
    """How much of Student's distribution lies between -t and t."""
    angle = math.atan(t / math.sqrt(freedom))
    cosine2 = math.cos(angle) ** 2
    odd = freedom % 2 == 1
    term, total = (math.cos(angle), 0.0) if odd else (1.0, 1.0)
    if odd and freedom > 1:
        total = term
    for k in range(3 if odd else 2, freedom, 2):
        term *= cosine2 * (k - 1) / k
        total += term
    if odd:
        return 2 / math.pi * (angle + math.sin(angle) * total)
    return math.sin(angle) * total


def quantile_ranks(of: int, share: float, level: float = LEVEL) -> tuple[int, int]:
    """The ranks, from 1, between which a quantile lies; 0 and `of + 1` stand for no bound.

    The number of observations below the quantile is binomial.
    """
    if of > EXACT_TO:
        reach = normal_quantile(level) * math.sqrt(of * share * (1 - share))
        return math.floor(of * share - reach), math.ceil(of * share + reach) + 1
    tail, below, low, high = (1 - level) / 2, 0.0, 0, of + 1
    for hits in range(of + 1):
        below += math.comb(of, hits) * share**hits * (1 - share) ** (of - hits)
        if below <= tail:
            low = hits + 1
        if below >= 1 - tail:
            high = hits + 1
            break
    return low, high


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The least value with this share of the observations at or below it."""
    rank = max(1, math.ceil(share * sum(counts.values())))
    return value_at(counts, rank)


def value_at(counts: Mapping[int, int], rank: int) -> int:
    """The value of a rank, from 1, of how often each value came."""
    value = 0
    for value in sorted(counts):  # the last one where the rank is beyond all
        rank -= counts[value]
        if rank <= 0:
            break
    return value
