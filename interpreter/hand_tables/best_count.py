"""Where a hand is counted in one of two ways: whether the way that is taken is the better one.

Looked at is `one way if the plain count is small enough and … else the plain count`, in a row that
bounds the plain count. The row then says how much is allowed: of the ways that a hand has, the
highest that is allowed should be taken. Which ways a hand has is said by the other parts of the
condition (such as `any card in hand where rank of card is A`), and is taken as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine import program as p
from hoyle.dsl.report import Report
from hoyle.interpreter.hand_tables.case_text import hand_text
from hoyle.interpreter.hand_tables.evaluation import answer, holds
from hoyle.interpreter.hand_tables.hand_classes import Hand, Values
from hoyle.interpreter.hand_tables.row_functions import View, slots_for
from hoyle.interpreter.hand_tables.table_settings import Laying
from hoyle.interpreter.runtime.expression_compiler import Compiler, Value

COMPARES = {"less", "at_most", "more", "at_least"}


@attrs.frozen
class TwoWays:
    """A count of a row that is taken in one of two ways."""

    row: int
    column: int
    plain: Value
    other: Value
    has_other: tuple[tuple[Value, bool], ...]  # questions, and how each is answered where it has
    most: int


def check_best(
    laying: Laying, view: View, listed: list[tuple[Values, Hand]], report: Report
) -> None:
    """B10: a hand for which the other way of counting would be better, or is the only one."""
    table = view.rows.table
    laid = laying.at(view.rows.open.settings.players)
    if laid is None or not isinstance(table, g.Ranking):
        return
    for ways in _two_ways(view, laid[1]):
        for values, hand in listed:
            slots = slots_for(view, values)
            for one, known in view.free:
                slots[one.slot] = known[0]
            first = next((k for k, test in enumerate(view.tests) if holds(test, slots)), None)
            if first != ways.row or not hand.size:
                continue
            counted, best = answer(view.gives[ways.row][ways.column], slots), _best_of(ways, slots)
            if counted is not None and best is not None and counted != best:
                _tell(view, ways, hand, (counted, best), report)
                break


def _best_of(ways: TwoWays, slots: list[int]) -> int | None:
    """The highest count that a hand has and the row allows."""
    has_other = all(holds(asked, slots) is wanted for asked, wanted in ways.has_other)
    counts = [answer(ways.plain, slots), answer(ways.other, slots) if has_other else None]
    allowed = [count for count in counts if count is not None and count <= ways.most]
    return max(allowed, default=None)


def _tell(view: View, ways: TwoWays, hand: Hand, counts: tuple[int, int], report: Report) -> None:
    """One hand that is not counted as well as it could be."""
    counted, best = counts
    row = view.rows.table.rows[ways.row]
    value = row.values[ways.column]
    text = " and ".join(hand_text(view.rows.open, mask) for mask in hand.cards)
    title = f"`{text}` is counted {counted}, and the other way of counting gives {best}"
    span = value.of.span if isinstance(value, g.Call) else value.span
    report.warn(
        "B10", title, span, also=((row.head, f"up to {ways.most} is allowed here"),),
        help=("of two ways to count a hand the higher that is allowed is meant to be taken",),
    )  # fmt: skip


# ---------------------------------------------------------------------- the form


def _two_ways(view: View, compiler: Compiler) -> Iterator[TwoWays]:
    """The counts of a ranking that are taken in one of two ways."""
    compiled = compiler.value
    for row, ties in enumerate(view.give_exprs):
        for column, tie in enumerate(ties):
            found = _parted(tie)
            if found is None:
                continue
            plain, other, questions = found
            most = _bound_of(view.test_exprs[row], plain)
            if most is not None:
                asked = tuple((compiled(question), wanted) for question, wanted in questions)
                yield TwoWays(row, column, compiled(plain), compiled(other), asked, most)


def _parted(tie: p.Expr) -> tuple[p.Expr, p.Expr, list[tuple[p.Expr, bool]]] | None:
    """The plain count, the other, and the questions whether there is another; None if not so."""
    if not (isinstance(tie, p.Op) and tie.name == "if"):
        return None
    test, yes, no = tie.args
    for plain, other, name, wanted in ((no, yes, "and", True), (yes, no, "or", False)):
        parts = list(_flat(test, name))
        limits = [part for part in parts if _limit_of(part, plain) is not None]
        if limits:
            return plain, other, [(part, wanted) for part in parts if part not in limits]
    return None


def _flat(test: p.Expr, name: str) -> Iterator[p.Expr]:
    if isinstance(test, p.Op) and test.name == name:
        for part in test.args:
            yield from _flat(part, name)
    else:
        yield test


def _limit_of(test: p.Expr, count: p.Expr) -> tuple[str, int] | None:
    match test:
        case p.Op(name=name, args=(one, p.Const(value=int(number)))) if name in COMPARES:
            return (name, number) if one == count else None
    return None


def _bound_of(test: p.Expr, count: p.Expr) -> int | None:
    for part in _flat(test, "and"):
        match _limit_of(part, count):
            case ("at_most", number):
                return number
            case ("less", number):
                return number - 1
    return None
