"""Choices and conditions that go through more subsets of cards than can be listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb

from hoyle.dsl.analysis.facts import all_steps
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.values import Meant, meanings_inside, values_inside
from hoyle.dsl.machine.builtins import MAX_SUBSETS
from hoyle.dsl.machine.constants import TableConstants
from hoyle.dsl.machine.lower_choices import MAX_FOR_SUBSETS, ways_to_list_fewer
from hoyle.dsl.report import Report


def check_long_lists(game: g.Game, constants: TableConstants, report: Report) -> None:
    """Warn of `subsets` of cards of a zone that may hold too many, if no condition bounds it."""
    actions = (a for step in all_steps(game) if isinstance(step, g.Choose) for a in step.actions)
    # those of a define may be asked for in several places, and of some it is sure
    told = [problem.span for problem in report.problems if problem.code == "C01"]
    for meant in (part for action in actions for part in _list_asked(action)):
        value = meant.value
        if not isinstance(value, g.Op) or any(map(value.span.is_inside, told)):
            continue
        found = None
        if value.name == "subsets_of_size":
            found = _find_too_many_ways(meant, value, constants)
        elif value.name in ("subsets", "arrangements"):
            found = _find_too_many(meant, value, constants)
        if found is not None:
            zone, most, ways_out = found
            told.append(value.span)
            report.warn(
                "C01", f"`{zone.name}` may come to hold too many cards for this",
                value.span.first_word, label=f"of {most} cards at most all choices can be listed",
                help=("a game in which there are more to choose from stops here", *ways_out),
            )  # fmt: skip


Found = tuple[g.Zone, int, tuple[str, ...]]  # a zone, of how many cards choices can be listed, help


def _find_too_many(meant: Meant, value: g.Op, constants: TableConstants) -> Found | None:
    """The zone that all subsets are chosen from, where it may hold more than can be listed."""
    cards = value.args[0]
    picked = meant.inside(cards)
    zone = _find_large(picked, constants)
    if zone is None:
        return None
    ways_out = ways_to_list_fewer(zone, cards)
    if value.name == "arrangements":  # no other function lays out melds
        ways_out = (ways_out[0], f"else lay out a part of them:  {cards.span.words} where …")
    if isinstance(picked.value, g.Phrase):
        few = f"if no more than {MAX_FOR_SUBSETS} are ever left of them"
        ways_out = (f"{few}, write behind the line:  # C01 is meant: …", *ways_out)
    return zone, MAX_FOR_SUBSETS, ways_out


def _find_too_many_ways(meant: Meant, value: g.Op, constants: TableConstants) -> Found | None:
    """The zone that so many cards are chosen from, where it may hold more than can be listed."""
    cards, many = (meant.inside(arg).value for arg in value.args)
    zone = cards.zone if isinstance(cards, g.Load) else None
    if zone is None or not isinstance(zone.capacity, g.Const) or not isinstance(many, g.Const):
        return None
    chosen, most = many.value, min(zone.capacity.value, constants.settings.cards().size)
    if not 0 <= chosen <= most or comb(most, chosen) <= MAX_SUBSETS:
        return None
    fewer = max(k for k in range(chosen, most) if comb(k, chosen) <= MAX_SUBSETS)
    way_out = f"let one be chosen at a time, with `repeat {chosen} times` round the `choose`"
    return zone, fewer, (way_out,)


def _list_asked(action: g.Action) -> Iterator[Meant]:
    """What an action goes through: sets, and conditions but for those that ask how many cards.

    `must size of board < 9 and any part in subsets of board where …` keeps the cards few, and so
    does `subsets of board if size of board < 9 else subsets(board, 2)`.
    """
    for param in action.params:
        yield from meanings_inside(param.over, _is_sized_case)
    for must in action.musts:
        parts = list(meanings_inside(must.test, _is_sized_case))
        if not _asks_size(parts):
            yield from parts


def _is_sized_case(meant: Meant) -> bool:
    """Whether it is one thing or another, by how many cards there are."""
    match meant.value:
        case g.Op(name="if", args=(test, _, _)):
            return _asks_size(meanings_inside(Meant(test, meant.names)))
    return False


def _asks_size(parts: Iterable[Meant]) -> bool:
    """Whether it is asked how many cards lie somewhere, and not how many are gone through."""
    sized = (
        one.inside(one.value.args[0]).value for one in parts
        if isinstance(one.value, g.Op) and one.value.name == "size"
    )  # fmt: skip
    return any(cards.local is None for cards in sized)


def _find_large(meant: Meant, constants: TableConstants) -> g.Zone | None:
    """The zone that some cards are picked from, where neither it nor a condition keeps them few."""
    match meant.value:
        case g.Load(zone=g.Zone(capacity=None | g.Const() as most) as zone):
            size = constants.settings.cards().size
            held = size if most is None else min(size, most.value)
            return zone if held > MAX_FOR_SUBSETS else None
        case g.Phrase(kind="filter", over=inner) as phrase if not _is_bounding(
            meant, phrase, constants
        ):
            found = _find_large(meant.inside(inner), constants)
            # of those that a full zone holds, few may ever pass
            return found if found is not None and found.capacity is None else None
    return None


def _is_bounding(meant: Meant, phrase: g.Phrase, constants: TableConstants) -> bool:
    """Whether few cards can pass: it asks how many there are, or that they are of one kind."""
    test = phrase.where
    if test is None:
        return False
    if any(isinstance(v, g.Op) and v.name == "size" for v in values_inside(test)):
        return True
    waiting = [meant.inside(test)]
    for part in waiting:
        if isinstance(part.value, g.Op) and part.value.name == "and":
            waiting += map(part.inside, part.value.args)
        elif isinstance(part.value, g.Op) and part.value.name == "is":
            return True
    pack = range(constants.settings.cards().size)
    passing = (constants.evaluate_constant(test, {phrase.var: card}) != 0 for card in pack)
    return sum(passing) <= MAX_FOR_SUBSETS
