"""What is known before play once the options are set, and what follows from it in an expression."""

from __future__ import annotations

import operator
from collections.abc import Mapping

import attrs

from hoyle.dsl.node import Node, map_children
from hoyle.dsl.tree import expressions as e

OPPOSITES = {
    "is": "is not", "is not": "is", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
    "in": "not in", "not in": "in",
}  # fmt: skip
ORDERS = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
# The largest number that a text can hold: it is written where there is to be no limit.
NO_LIMIT = 999_999_999
SUMS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv}


@attrs.frozen
class Known:
    """What names stand for.

    `names` are options and defines without parameters, `calls` defines and conditions that come to
    the same for all arguments, `words` the alternatives that an option can have, `least` the lowest
    numbers that defines, tables and state can be.
    """

    names: Mapping[str, e.Expr] = attrs.field(factory=dict)
    calls: Mapping[str, e.Expr] = attrs.field(factory=dict)
    words: frozenset[str] = frozenset()
    least: Mapping[str, int] = attrs.field(factory=dict)
    empty: frozenset[str] = frozenset()  # phases in which nothing is done

    def without(self, *names: str) -> Known:
        """The same where these names mean something else: a parameter, `let`, a loop's element."""
        if not any(name in self.names or name in self.words for name in names):
            return self
        kept = {name: value for name, value in self.names.items() if name not in names}
        return attrs.evolve(self, names=kept, words=self.words.difference(names))


def answer(yes: bool, like: e.Expr) -> e.Expr:
    """`yes` or `no`, at the place of another expression."""
    return e.Word("yes" if yes else "no", like.span)


def is_yes(expr: object) -> bool:
    """Whether an expression is `yes`."""
    return isinstance(expr, e.Word) and expr.text == "yes"


def is_no(expr: object) -> bool:
    """Whether an expression is `no`."""
    return isinstance(expr, e.Word) and expr.text == "no"


def constant(expr: object, known: Known) -> object | None:
    """What tells a constant from another; None where an expression is none."""
    match expr:
        case e.Number(value):
            return value
        case e.RankWord("T"):
            return 10
        case e.RankWord(text) | e.SuitWord(text):
            return text
        case e.CardWord(rank, suit, twin):
            return (rank, suit, twin)
        case e.Word("yes" | "no" | "none" | "empty" as text):
            return text
        case e.Name(name) if name in known.words:
            return name
    return None


def folded(expr: e.Expr, known: Known) -> e.Expr:
    """An expression with what is known put in and worked out; its brackets fall away."""
    match expr:
        case e.Bracket(inner):
            return folded(inner, known)
        case e.Name(name):
            return known.names.get(name, expr)
        case e.RankWord("T"):
            return e.Number(10, expr.span)
        case e.Apply(name) if name in known.calls:
            return known.calls[name]
        case e.Phrase():
            inside = known.without(expr.name)
            parts = map_children(expr, lambda part: _folded_node(part, inside))
            return _phrase(attrs.evolve(parts, over=folded(expr.over, known)))
    found = map_children(expr, lambda part: _folded_node(part, known))
    return _settled(found, known)


def _folded_node(node: Node, known: Known) -> Node:
    return folded(node, known) if isinstance(node, e.Expr) else node


def _settled(expr: e.Expr, known: Known) -> e.Expr:
    """An expression whose parts are settled, as short as it can be said."""
    match expr:
        case e.Compare():
            return compared(expr, known)
        case e.Both() | e.EitherOr():
            return _joined(expr)
        case e.Not(value):
            return _opposite(value)
        case e.Either(value, test, other):
            if is_yes(test) or value == other:
                return value
            return other if is_no(test) else expr
        case e.Where(over, test):
            return over if is_yes(test) else expr
        case e.Negate(e.Number(number)):
            return e.Number(-number, expr.span)
        case e.Negate(e.Negate(value)):
            return value
        case e.Sum():
            return _reckoned(expr)
        case e.Apply("smaller", (one, e.Number(value))) if value == NO_LIMIT:
            return one
        case e.Apply("smaller", (e.Number(value), one)) if value == NO_LIMIT:
            return one
    return expr


def _opposite(value: e.Expr) -> e.Expr:
    match value:
        case e.Word("yes" | "no"):
            return answer(is_no(value), value)
        case e.Not(inner):
            return inner
        case e.Compare(op):
            return attrs.evolve(value, op=OPPOSITES[op])
    return e.Not(value, value.span)


def _joined(expr: e.Both | e.EitherOr) -> e.Expr:
    """`and` and `or`, without what decides nothing; a chain always opens to the left."""
    decides, idle = (is_no, is_yes) if isinstance(expr, e.Both) else (is_yes, is_no)
    for one, other in ((expr.left, expr.right), (expr.right, expr.left)):
        if decides(one):
            return one
        if idle(one):
            return other
    if type(expr.right) is type(expr):
        inner = attrs.evolve(expr, right=expr.right.left)
        return attrs.evolve(expr, left=_joined(inner), right=expr.right.right)
    return expr


def compared(expr: e.Compare, known: Known) -> e.Expr:
    """A comparison, decided where both sides are known."""
    left, right = constant(expr.left, known), constant(expr.right, known)
    match expr.op:
        case "is" | "is not":
            if left is not None and right is not None:
                return answer((left == right) == (expr.op == "is"), expr)
            for value, other in ((right, expr.left), (left, expr.right)):
                if value in ("yes", "no"):
                    return other if (value == "yes") == (expr.op == "is") else _opposite(other)
        case "in" | "not in":
            inside = _among(left, expr.right, known)
            if inside is not None:
                return answer(inside == (expr.op == "in"), expr)
        case op:
            if isinstance(left, int) and isinstance(right, int):
                return answer(ORDERS[op](left, right), expr)
            if NO_LIMIT in (left, right):
                return answer((op in ("<", "<=")) == (right == NO_LIMIT), expr)
            least = _lowest(expr.left, known)
            if isinstance(right, int) and least is not None:
                if op in (">", ">=") and ORDERS[op](least, right):
                    return answer(True, expr)
                if op in ("<", "<=") and not ORDERS[op](least, right):
                    return answer(False, expr)
    return expr


def _among(value: object | None, right: e.Expr, known: Known) -> bool | None:
    """Whether a constant is one of some constants; None where that is not known."""
    if value is None:
        return None
    match right:
        case e.Listing(items):
            members = [constant(item, known) for item in items]
            return None if None in members else value in members
        case e.Between(e.Number(low), e.Number(high)) if isinstance(value, int):
            return low <= value <= high
    return None


def _lowest(expr: e.Expr, known: Known) -> int | None:
    """The lowest that a number can be, where that is said of its name."""
    match expr:
        case e.Number(value):
            return value
        case e.Apply("size") | e.Phrase("count"):
            return 0
        case e.Name(name) | e.Apply(name):
            return known.least.get(name)
    return None


def _reckoned(expr: e.Sum) -> e.Expr:
    match expr.op, expr.left, expr.right:
        case "/", e.Number(), e.Number(0):
            return expr
        case op, e.Number(a), e.Number(b):
            return e.Number(SUMS[op](a, b), expr.span)
        case ("+", e.Number(0), kept) | ("+" | "-", kept, e.Number(0)):
            return kept
        case ("*", e.Number(1), kept) | ("*" | "/", kept, e.Number(1)):
            return kept
        case ("*", e.Number(0) as zero, _) | ("*", _, e.Number(0) as zero):
            return zero
        case "+", kept, e.Number(value) if value < 0:
            return attrs.evolve(expr, op="-", right=e.Number(-value, expr.right.span))
        case "-", kept, e.Number(value) if value < 0:
            return attrs.evolve(expr, op="+", right=e.Number(-value, expr.right.span))
        case "+", kept, e.Negate(value):
            return attrs.evolve(expr, op="-", right=value)
    return expr


def _phrase(expr: e.Phrase) -> e.Expr:
    """`any`, `every`, `count` and so on, where none or all come into question."""
    nothing = is_no(expr.where)
    if is_yes(expr.where):
        return attrs.evolve(expr, where=None)
    match expr.kind:
        case "any" if nothing:
            return answer(False, expr)
        case "every" if nothing or is_yes(expr.value):
            return answer(True, expr)
        case "count" | "total" if nothing:
            return e.Number(0, expr.span)
    return expr
