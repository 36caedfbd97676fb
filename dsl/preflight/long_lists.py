"""Choices and conditions that go through more subsets of cards than can be listed."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from hoyle.dsl.analysis.facts import all_steps
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.values import values_inside
from hoyle.dsl.machine.builtins import MAX_SUBSETS
from hoyle.dsl.machine.constants import TableConstants
from hoyle.dsl.machine.lower_choices import MAX_FOR_SUBSETS, ways_to_list_fewer
from hoyle.dsl.node import walk
from hoyle.dsl.report import Report


def check_long_lists(game: g.Game, constants: TableConstants, report: Report) -> None:
    """Warn of `subsets` of cards of a zone that may hold any number, if no condition bounds it."""
    actions = (a for step in all_steps(game) if isinstance(step, g.Choose) for a in step.actions)
    for asked in (asked for action in actions for asked in _list_asked(action)):
        for value in walk(asked):
            if isinstance(value, g.Op) and value.name == "subsets_of_size":
                _check_ways(value, constants, report)
            if not isinstance(value, g.Op) or value.name != "subsets":
                continue
            zone = _without_bound(value.args[0], constants)
            if zone is not None:
                report.warn(
                    "C01", f"`{zone.name}` may come to hold too many cards for this",
                    value.span.first_word,
                    label=f"of {MAX_FOR_SUBSETS} cards at most all choices can be listed",
                    help=(
                        "a game in which there are more to choose from stops here",
                        *ways_to_list_fewer(zone, value.args[0]),
                    ),
                )  # fmt: skip


def _check_ways(value: g.Op, constants: TableConstants, report: Report) -> None:
    """Warn of so many cards of a zone, where it may hold more than can be listed."""
    cards, many = value.args
    zone = cards.zone if isinstance(cards, g.Load) else None
    if zone is None or not isinstance(zone.capacity, g.Const) or not isinstance(many, g.Const):
        return
    chosen, most = many.value, min(zone.capacity.value, constants.settings.cards().size)
    if 0 <= chosen <= most and comb(most, chosen) > MAX_SUBSETS:
        fewer = max(k for k in range(chosen, most) if comb(k, chosen) <= MAX_SUBSETS)
        report.warn(
            "C01", f"`{zone.name}` may come to hold too many cards for this",
            value.span.first_word, label=f"of {fewer} cards at most all choices can be listed",
            help=(
                "a game in which there are more to choose from stops here",
                f"let one be chosen at a time, with `repeat {chosen} times` round the `choose`",
            ),
        )  # fmt: skip


def _list_asked(action: g.Action) -> Iterator[g.Value]:
    """What an action goes through: sets, and conditions but for those that ask how many cards.

    `must size of board < 9 and any part in subsets of board where …` keeps the cards few.
    """
    for param in action.params:
        yield param.over
    for must in action.musts:
        sizes = (v for v in walk(must.test) if isinstance(v, g.Op) and v.name == "size")
        if all(size.args[0].local is not None for size in sizes):
            yield must.test


def _without_bound(cards: g.Value, constants: TableConstants) -> g.Zone | None:
    """The zone that some cards are picked from, where neither it nor a condition keeps them few."""
    match cards:
        case g.Load(zone=g.Zone(capacity=None) as zone):
            return zone if constants.settings.cards().size > MAX_FOR_SUBSETS else None
        case g.Call(of=g.Define(value=inner)):
            return _without_bound(inner, constants)
        case g.Phrase(kind="filter", over=inner):
            return None if _is_bounding(cards, constants) else _without_bound(inner, constants)
    return None


def _is_bounding(phrase: g.Phrase, constants: TableConstants) -> bool:
    """Whether few cards can pass: it asks how many there are, or that they are of one kind."""
    test = phrase.where
    if test is None:
        return False
    if any(isinstance(v, g.Op) and v.name == "size" for v in values_inside(test)):
        return True
    waiting = [test]
    for part in waiting:
        if isinstance(part, g.Op) and part.name == "and":
            waiting += part.args
        elif isinstance(part, g.Op) and part.name == "is":
            return True
    pack = range(constants.settings.cards().size)
    passing = (constants.evaluate_constant(test, {phrase.var: card}) != 0 for card in pack)
    return sum(passing) <= MAX_FOR_SUBSETS
