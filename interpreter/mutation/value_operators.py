"""Changes of values: numbers, comparisons, words, and what is asked of several things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from hoyle.dsl.format.expressions import format_expression
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s
from hoyle.interpreter.mutation.alternatives import Alternatives
from hoyle.interpreter.mutation.replacements import (
    DROPPED,
    Put,
    becomes,
    between,
    first_line,
    instead,
)

STRICTER = {">=": ">", ">": ">=", "<=": "<", "<": "<="}
CONTRARY = {"is": "is not", "is not": "is", "in": "not in", "not in": "in"}
SIGN = {"+": "-", "-": "+"}
SIDE = {"left": "right", "right": "left"}
END = {"top": "bottom", "bottom": "top"}
EXTREME = {
    "highest": "lowest", "lowest": "highest", "larger": "smaller", "smaller": "larger",
}  # fmt: skip


REVERSED = {">=": "<=", ">": "<", "<=": ">=", "<": ">"}
COUNTED = ("count", "total", "highest", "lowest")  # phrases that come to a number


def strictness(node: Any, known: Alternatives) -> Iterator[Put]:
    """`>` for `>=`, and the like."""
    if isinstance(node, e.Compare | d.CompareCell) and node.op in STRICTER:
        yield _compared(node, STRICTER[node.op])


def reversed_(node: Any, known: Alternatives) -> Iterator[Put]:
    """`<` for `>`, and the like."""
    if isinstance(node, e.Compare | d.CompareCell) and node.op in REVERSED:
        yield _compared(node, REVERSED[node.op])


def _compared(node: e.Compare | d.CompareCell, op: str) -> Put:
    span = node.op_span if isinstance(node, e.Compare) else node.span
    return Put(attrs.evolve(node, op=op), span, f"`{op}`")


def one_more(node: Any, known: Alternatives) -> Iterator[Put]:
    """A number and one."""
    if isinstance(node, e.Number):
        yield becomes(node, attrs.evolve(node, value=node.value + 1))
    elif _is_counted(node):
        yield _by_one(node, "+")


def one_less(node: Any, known: Alternatives) -> Iterator[Put]:
    """A number less one."""
    if isinstance(node, e.Number):
        if node.value > 0:
            yield becomes(node, attrs.evolve(node, value=node.value - 1))
    elif _is_counted(node):
        yield _by_one(node, "-")


def _is_counted(node: Any) -> bool:
    """Whether a value is a number, as far as its words tell."""
    match node:
        case e.Apply(name="size") | e.Sum():
            return True
        case e.Phrase(kind=kind):
            return kind in COUNTED
        case _:
            return False


def _by_one(node: e.Expr, op: str) -> Put:
    """A number that is worked out, and one more or less."""
    new = e.Sum(op, e.Bracket(node, node.span), e.Number(1, node.span), node.span)
    return Put(new, first_line(node.span), f"{op} 1")


def contrary(node: Any, known: Alternatives) -> Iterator[Put]:
    """`is not` for `is`, no `not`, or the contrary of a whole test."""
    match node:
        case e.Compare(op=op) if op in CONTRARY:
            yield Put(attrs.evolve(node, op=CONTRARY[op]), node.op_span, f"`{CONTRARY[op]}`")
        case e.Not(value):
            yield Put(value, first_line(node.span), "without `not`")
        case s.Must(test=test) | s.EndsWhen(test=test) | e.Either(test=test):
            yield from _contrary_of(node, "test", test)
        case s.If(branches=branches):
            for place, (test, _) in enumerate(branches):
                if not _says_contrary(test):
                    turned = e.Not(e.Bracket(test, test.span), test.span)
                    yield _other_test(node, place, turned, "the contrary")


def _contrary_of(node: Any, field: str, test: e.Expr) -> Iterator[Put]:
    """A whole test with `not` before it, where no word in it can say as much."""
    if not _says_contrary(test):
        turned = e.Not(e.Bracket(test, test.span), test.span)
        yield instead(node, field, turned, test.span, "the contrary")


def always(node: Any, known: Alternatives) -> Iterator[Put]:
    """No question asked: one of two values whatever is so, a branch that is always taken."""
    match node:
        case e.Either(value, test, other):
            yield Put(value, first_line(test.span), "always")
            yield Put(other, first_line(test.span), "never")
        case s.If(branches=branches):
            for place, (test, _) in enumerate(branches):
                yield _other_test(node, place, e.Word("yes", test.span), "always")


def _other_test(node: s.If, place: int, test: e.Expr, says: str) -> Put:
    """An `if` with another test in one of its branches."""
    old, block = node.branches[place]
    rest = (*node.branches[:place], (test, block), *node.branches[place + 1 :])
    return Put(attrs.evolve(node, branches=rest), first_line(old.span), says)


def _says_contrary(test: e.Expr) -> bool:
    """Whether the contrary of a test is said by changing the test itself."""
    return isinstance(test, e.Not) or (isinstance(test, e.Compare) and test.op in CONTRARY)


def and_for_or(node: Any, known: Alternatives) -> Iterator[Put]:
    """`or` for `and`, and the other way round."""
    if isinstance(node, e.Both):
        new: e.Expr = e.EitherOr(node.left, node.right, node.span)
        yield Put(new, between(node.left.span, node.right.span), "`or`")
    elif isinstance(node, e.EitherOr):
        new = e.Both(node.left, node.right, node.span)
        yield Put(new, between(node.left.span, node.right.span), "`and`")


def half(node: Any, known: Alternatives) -> Iterator[Put]:
    """One side of `and` or of `or` alone; all of them where `where` asks for some."""
    match node:
        case e.Both(left, right) | e.EitherOr(left, right):
            yield Put(right, first_line(left.span), DROPPED)
            yield Put(left, first_line(right.span), DROPPED)
        case e.Where(over, test):
            yield Put(over, first_line(test.span), DROPPED)
        case e.Phrase(where=test) if test is not None:
            yield instead(node, "where", None, test.span, DROPPED)


def yes_for_no(node: Any, known: Alternatives) -> Iterator[Put]:
    """`no` for `yes`, and the other way round."""
    if isinstance(node, e.Word) and node.text in ("yes", "no"):
        yield becomes(node, attrs.evolve(node, text="no" if node.text == "yes" else "yes"))


def neighbour(node: Any, known: Alternatives) -> Iterator[Put]:
    """The next word of its kind, and the one before."""
    for new in known.neighbours(node):
        yield becomes(node, new)


def another(node: Any, known: Alternatives) -> Iterator[Put]:
    """Another zone, register or order of the same sort."""
    if isinstance(node, e.Name | e.Apply):
        name = known.another(node.name)
        span = node.name_span if isinstance(node, e.Apply) else node.span
        if name is not None:
            yield instead(node, "name", name, span, f"`{name}`")


def plus_for_minus(node: Any, known: Alternatives) -> Iterator[Put]:
    """`-` for `+`, and the other way round; no `-` before a value."""
    match node:
        case e.Sum(op=op, left=left, right=right) if op in SIGN:
            span = between(left.span, right.span)
            yield Put(attrs.evolve(node, op=SIGN[op]), span, f"`{SIGN[op]}`")
        case e.Negate(value):
            yield Put(value, first_line(node.span), "without `-`")
        case s.Assign(op=op, place=place, value=value) if op[0] in SIGN:
            new = f"{SIGN[op[0]]}="
            span = between(place.span, value.span)
            yield Put(attrs.evolve(node, op=new), span, f"`{new}`")
            yield Put(attrs.evolve(node, op="="), span, "`=`")


def _renamed(node: Any, words: dict[str, str]) -> Iterator[Put]:
    if isinstance(node, e.Apply) and node.name in words:
        yield instead(node, "name", words[node.name], node.name_span, f"`{words[node.name]}`")


def left_for_right(node: Any, known: Alternatives) -> Iterator[Put]:
    """The other neighbour at the table, or the seat itself."""
    yield from _renamed(node, SIDE)
    match node:
        case e.Apply(name="left" | "right", args=(seat,)):
            yield Put(seat, first_line(node.span), f"`{format_expression(seat)}`")


def top_for_bottom(node: Any, known: Alternatives) -> Iterator[Put]:
    """The other end of a pile."""
    yield from _renamed(node, END)
    if isinstance(node, s.Move):
        says = "not at the bottom" if node.bottom else "at the bottom"
        yield instead(node, "bottom", not node.bottom, node.span, says)


def extremes(node: Any, known: Alternatives) -> Iterator[Put]:
    """`every` for `any`, `lowest` for `highest`, and the like."""
    yield from _renamed(node, EXTREME)
    if not isinstance(node, e.Phrase):
        return
    span = Span(node.span.source, node.span.start, node.span.start + len(node.kind))
    match node:
        case e.Phrase(kind=kind) if kind in EXTREME:
            yield instead(node, "kind", EXTREME[kind], span, f"`{EXTREME[kind]}`")
        case e.Phrase(kind="best", value=value) if value is not None:
            worst = e.Negate(e.Bracket(value, value.span), value.span)
            yield instead(node, "value", worst, span, "the worst")
        case e.Phrase(kind="any", where=test) if test is not None:
            yield Put(attrs.evolve(node, kind="every", where=None, value=test), span, "`every`")
        case e.Phrase(kind="every", where=where, value=value) if value is not None:
            test = value if where is None else e.Both(where, value, value.span)
            yield Put(attrs.evolve(node, kind="any", where=test, value=None), span, "`any`")


def from_for_after(node: Any, known: Alternatives) -> Iterator[Put]:
    """Seats with the one that is named or without it, or all, beginning with nobody."""
    if isinstance(node, e.SeatsRound):
        word = "from" if node.after else "after"
        span = between(Span(node.span.source, node.span.start, node.span.start + 5),
                       node.seat.span)  # fmt: skip
        yield instead(node, "after", not node.after, span, f"`{word}`")
        yield Put(e.Word("seats", node.span), first_line(node.span), "`seats`")
