"""What is known before play once the options are set, put into rules and worked out."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from functools import partial
from typing import cast

import attrs

from hoyle.dsl.node import N, Node, children, field_names, map_children, map_part
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s
from hoyle.interpreter.comparison.english import NO_LIMIT, describe

OPPOSITES = {
    "is": "is not", "is not": "is", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
    "in": "not in", "not in": "in",
}  # fmt: skip
ORDERS = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
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


def as_answer(yes: bool, like: e.Expr) -> e.Expr:
    """`yes` or `no`, at the place of another expression."""
    return e.Word("yes" if yes else "no", span=like.span)


def is_yes(expr: object) -> bool:
    """Whether an expression is `yes`."""
    return isinstance(expr, e.Word) and expr.text == "yes"


def is_no(expr: object) -> bool:
    """Whether an expression is `no`."""
    return isinstance(expr, e.Word) and expr.text == "no"


def constant_of(expr: object, known: Known) -> object | None:
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


def fold_expression(expr: e.Expr, known: Known) -> e.Expr:
    """An expression with what is known put in and worked out; its brackets fall away."""
    match expr:
        case e.Bracket(inner):
            return fold_expression(inner, known)
        case e.Name(name):
            return known.names.get(name, expr)
        case e.RankWord("T"):
            return e.Number(10, span=expr.span)
        case e.Apply(name) if name in known.calls:
            return known.calls[name]
        case e.Phrase():
            inside = known.without(expr.name)
            parts = map_children(expr, lambda part: _folded_node(part, inside))
            return _fold_phrase(attrs.evolve(parts, over=fold_expression(expr.over, known)))
    found = map_children(expr, lambda part: _folded_node(part, known))
    return _simplify(found, known)


def _folded_node(node: Node, known: Known) -> Node:
    return fold_expression(node, known) if isinstance(node, e.Expr) else node


def _simplify(expr: e.Expr, known: Known) -> e.Expr:
    """An expression whose parts are settled, as short as it can be said."""
    match expr:
        case e.Compare():
            return fold_comparison(expr, known)
        case e.Both() | e.EitherOr():
            return _fold_joined(expr)
        case e.Not(value):
            return _negate(value)
        case e.Either(value, test, other):
            if is_yes(test) or value == other:
                return value
            return other if is_no(test) else expr
        case e.Where(over, test):
            return over if is_yes(test) else expr
        case e.Negate(e.Number(number)):
            return e.Number(-number, span=expr.span)
        case e.Negate(e.Negate(value)):
            return value
        case e.Sum():
            return _fold_sum(expr)
        case e.Apply("smaller", (one, e.Number(value))) if value == NO_LIMIT:
            return one
        case e.Apply("smaller", (e.Number(value), one)) if value == NO_LIMIT:
            return one
    return expr


def _negate(value: e.Expr) -> e.Expr:
    match value:
        case e.Word("yes" | "no"):
            return as_answer(is_no(value), value)
        case e.Not(inner):
            return inner
        case e.Compare(op):
            return attrs.evolve(value, op=OPPOSITES[op])
    return e.Not(value, span=value.span)


def _fold_joined(expr: e.Both | e.EitherOr) -> e.Expr:
    """`and` and `or`, without what decides nothing; a chain always opens to the left."""
    decides, idle = (is_no, is_yes) if isinstance(expr, e.Both) else (is_yes, is_no)
    for one, other in ((expr.left, expr.right), (expr.right, expr.left)):
        if decides(one):
            return one
        if idle(one):
            return other
    if type(expr.right) is type(expr):
        inner = attrs.evolve(expr, right=expr.right.left)
        return attrs.evolve(expr, left=_fold_joined(inner), right=expr.right.right)
    return expr


def fold_comparison(expr: e.Compare, known: Known) -> e.Expr:
    """A comparison, decided where both sides are known."""
    left, right = constant_of(expr.left, known), constant_of(expr.right, known)
    match expr.op:
        case "is" | "is not":
            if left is not None and right is not None:
                return as_answer((left == right) == (expr.op == "is"), expr)
            for value, other in ((right, expr.left), (left, expr.right)):
                if value in ("yes", "no"):
                    return other if (value == "yes") == (expr.op == "is") else _negate(other)
        case "in" | "not in":
            inside = _among(left, expr.right, known)
            if inside is not None:
                return as_answer(inside == (expr.op == "in"), expr)
        case op:
            if isinstance(left, int) and isinstance(right, int):
                return as_answer(ORDERS[op](left, right), expr)
            if NO_LIMIT in (left, right):
                return as_answer((op in ("<", "<=")) == (right == NO_LIMIT), expr)
            least = _lowest(expr.left, known)
            if isinstance(right, int) and least is not None:
                if op in (">", ">=") and ORDERS[op](least, right):
                    return as_answer(True, expr)
                if op in ("<", "<=") and not ORDERS[op](least, right):
                    return as_answer(False, expr)
    return expr


def _among(value: object | None, right: e.Expr, known: Known) -> bool | None:
    """Whether a constant is one of some constants; None where that is not known."""
    if value is None:
        return None
    match right:
        case e.Listing(items):
            members = [constant_of(item, known) for item in items]
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


def _fold_sum(expr: e.Sum) -> e.Expr:
    match expr.op, expr.left, expr.right:
        case "/", e.Number(), e.Number(0):
            return expr
        case op, e.Number(a), e.Number(b):
            return e.Number(SUMS[op](a, b), span=expr.span)
        case ("+", e.Number(0), kept) | ("+" | "-", kept, e.Number(0)):
            return kept
        case ("*", e.Number(1), kept) | ("*" | "/", kept, e.Number(1)):
            return kept
        case ("*", e.Number(0) as zero, _) | ("*", _, e.Number(0) as zero):
            return zero
        case "+", kept, e.Number(value) if value < 0:
            return attrs.evolve(expr, op="-", right=e.Number(-value, span=expr.right.span))
        case "-", kept, e.Number(value) if value < 0:
            return attrs.evolve(expr, op="+", right=e.Number(-value, span=expr.right.span))
        case "+", kept, e.Negate(value):
            return attrs.evolve(expr, op="-", right=value)
    return expr


def _fold_phrase(expr: e.Phrase) -> e.Expr:
    """`any`, `every`, `count` and so on, where none or all come into question."""
    nothing = is_no(expr.where)
    if is_yes(expr.where):
        return attrs.evolve(expr, where=None)
    match expr.kind:
        case "any" if nothing:
            return as_answer(False, expr)
        case "every" if nothing or is_yes(expr.value):
            return as_answer(True, expr)
        case "count" | "total" if nothing:
            return e.Number(0, span=expr.span)
    return expr


LEAVES = s.Stop | s.End | s.Win


def fold_part(node: N, known: Known) -> N:
    """Any node that is not made of steps: expressions inside it, sentences, types."""
    found: Node
    if isinstance(node, e.Sentence):
        found = attrs.evolve(node, pieces=tuple(_fold_piece(one, known) for one in node.pieces))
    elif isinstance(node, e.Expr):
        found = fold_expression(node, known)
    else:
        found = map_children(node, lambda part: fold_part(part, known))
    return cast(N, found)


def _fold_piece(piece: str | e.Expr, known: Known) -> str | e.Expr:
    """A piece of a sentence: no longer in braces where it is known before play."""
    if isinstance(piece, str):
        return piece
    found = fold_expression(piece, known)
    return found if constant_of(found, known) is None else describe(found)


def fold_block(block: s.Block, known: Known) -> s.Block:
    """Steps one after the other, as far as they are ever reached."""
    found: list[s.Statement] = []
    for statement in block:
        found += _fold_step(statement, known)
        if found and isinstance(found[-1], LEAVES):
            break
        if isinstance(statement, s.Let | s.New):
            known = known.without(statement.name)
    return tuple(found)


OUTSIDE = {"over", "until", "limit", "seat"}  # parts in which a loop's own name is not known


def _fold_step(statement: s.Statement, known: Known) -> s.Block:
    """A step: none where it does nothing, several where a branch is always taken."""
    if isinstance(statement, s.If):
        return _fold_if(statement, known)
    found = _fold_parts(statement, known)
    match found:
        case s.For(where=where, body=body):
            return () if is_no(where) or not body else (_without_where(found),)
        case s.Deal(where=where):
            return () if is_no(where) or _idle(found, known) else (_without_where(found),)
        case s.Repeat(until=until, times=times, body=body):
            if is_yes(until) or _is_number(times, 0) or not body:
                return ()
            if _is_number(times, 1) and not _leaves_loop(body):
                return body
            return (attrs.evolve(found, until=None) if is_no(until) else found,)
        case s.Choose(actions=(), otherwise=rest) if rest is not None:
            return rest
        case s.Choose():
            return (_without_where(found),)
    return () if _idle(found, known) else (found,)


def _fold_parts(statement: s.Statement, known: Known) -> s.Statement:
    """A step with its parts folded, each with what is known there."""
    inside = known
    if isinstance(statement, s.For | s.Deal | s.Choose) and statement.name is not None:
        inside = known.without(statement.name)
    parts: dict[str, object] = {}
    for name in field_names(type(statement)):
        part = getattr(statement, name)
        if name in ("body", "otherwise") and part is not None:
            parts[name] = fold_block(part, inside)
        elif name == "actions":
            actions = (_fold_action(action, inside) for action in part)
            parts[name] = tuple(action for action in actions if action is not None)
        else:
            scope = known if name in OUTSIDE else inside
            parts[name] = map_part(part, partial(fold_part, known=scope))
    return attrs.evolve(statement, **parts)  # type: ignore[arg-type]


def _without_where(step: s.For | s.Deal | s.Choose) -> s.Statement:
    return attrs.evolve(step, where=None) if is_yes(step.where) else step


def _is_number(expr: e.Expr | None, value: int) -> bool:
    return isinstance(expr, e.Number) and expr.value == value


def _idle(statement: s.Statement, known: Known) -> bool:
    match statement:
        case s.Run(e.Name(name)) | s.Run(e.Apply(name)):
            return name in known.empty
        case s.Pay(amount=e.Number(0)) | s.Assign("+=" | "-=", _, e.Number(0)):
            return True
        case s.Deal(amount=e.Number(0)):
            return True
        case s.Move(what=e.Number(0), source=source):
            return source is not None
        case s.EndsWhen(test):
            return is_no(test)
    return False


def _fold_if(statement: s.If, known: Known) -> s.Block:
    """The branches that can be taken; the steps alone of one that always is."""
    found: list[tuple[e.Expr, s.Block]] = []
    otherwise = statement.otherwise
    for test, block in statement.branches:
        asked = fold_expression(test, known)
        if is_yes(asked):
            otherwise = block
            break
        if not is_no(asked):
            found.append((asked, fold_block(block, known)))
    rest = fold_block(otherwise, known)
    while found and found[-1][1] == rest:
        found.pop()
    if not found:
        return rest
    return (attrs.evolve(statement, branches=tuple(found), otherwise=rest),)


def _leaves_loop(part: s.Block | Node) -> bool:
    return isinstance(part, s.Stop) or (
        not isinstance(part, s.For | s.Repeat) and any(map(_leaves_loop, children(part)))
    )


def _fold_action(action: s.Action, known: Known) -> s.Action | None:
    bindings = []
    for binding in action.bindings:
        bindings.append(attrs.evolve(binding, over=fold_expression(binding.over, known)))
        known = known.without(binding.name)
    musts = fold_musts(action.musts, known)
    if musts is None:
        return None
    body = fold_block(action.body, known)
    return attrs.evolve(action, bindings=tuple(bindings), musts=musts, body=body)


def fold_musts(musts: tuple[s.Must, ...], known: Known) -> tuple[s.Must, ...] | None:
    """Conditions that can fail; None where one of them can never be met."""
    found = []
    for must in musts:
        changed = attrs.evolve(fold_part(must, known), test=fold_expression(must.test, known))
        if is_no(changed.test) and not must.if_able:
            return None
        if not is_yes(changed.test) and not is_no(changed.test):
            found.append(changed)
    return tuple(found)


Asked = e.Expr | d.Matrix


def fold_table(table: d.Table, known: Known) -> d.Table:
    """A table; a column that asks for something known is answered."""
    rows: list[d.Row] = [fold_part(row, known) for row in table.rows]
    heads = [attrs.evolve(head, what=_head_of(head.what, known)) for head in table.heads[:-1]]
    if heads and isinstance(heads[0].what, d.Matrix):
        return attrs.evolve(table, heads=(heads[0], *table.heads[1:]), rows=tuple(rows))
    for k in reversed(range(len(heads))):
        fits = [find_fit(heads[k].what, row.cells[k], known) for row in rows]
        if None in fits and not _is_when(heads[k].what):
            continue
        rows = [row for row, one in zip(rows, fits, strict=True) if one is not False]
        if _is_when(heads[k].what):
            rows = [_blank_where_sure(row, k, known) for row in rows]
        else:
            rows = [_without(row, k) for row in rows]
            del heads[k]
    return attrs.evolve(table, heads=(*heads, table.heads[-1]), rows=tuple(rows))


def _head_of(what: Asked, known: Known) -> Asked:
    """What a column asks; a name that stands for something known is put in."""
    if isinstance(what, e.Word) and what.text in ("when", "rule"):
        return what
    return fold_part(what, known)


def _is_when(what: Asked) -> bool:
    """Whether a column asks a question of its own in each row."""
    return isinstance(what, e.Word) and what.text == "when"


def find_fit(what: Asked, cell: d.Cell, known: Known) -> bool | None:
    """Whether a cell fits, where that is known before play."""
    if isinstance(what, e.Word) and what.text == "rule":
        return None
    answers = [_test_fits(what, test, known) for test in cell.tests]
    if True in answers:
        return True
    return None if None in answers else False


def _test_fits(what: Asked, test: d.Test, known: Known) -> bool | None:
    match test:
        case d.Blank():
            return True if _is_when(what) or constant_of(what, known) is not None else None
        case d.Otherwise() | e.Sentence():
            return None
    if _is_when(what):
        return True if is_yes(test) else False if is_no(test) else None
    if isinstance(what, d.Matrix) or constant_of(what, known) is None:
        return None
    if isinstance(test, d.CompareCell):
        asked = e.Compare(test.op, what, test.value, span=test.span, op_span=test.span)
    else:
        among = isinstance(test, e.Listing | e.Between)
        asked = e.Compare("in" if among else "is", what, test, span=test.span, op_span=test.span)
    found = fold_comparison(asked, known)
    return True if is_yes(found) else False if is_no(found) else None


def _blank_where_sure(row: d.Row, column: int, known: Known) -> d.Row:
    cell = row.cells[column]
    if len(cell.tests) == 1 and is_yes(cell.tests[0]):
        blank = attrs.evolve(cell, tests=(d.Blank(span=cell.span),))
        row = attrs.evolve(row, cells=(*row.cells[:column], blank, *row.cells[column + 1 :]))
    return row


def _without(row: d.Row, column: int) -> d.Row:
    return attrs.evolve(row, cells=(*row.cells[:column], *row.cells[column + 1 :]))


def fold_ranking(ranking: d.Ranking, known: Known) -> d.Ranking:
    """A ranking without the kinds that no hand can be."""
    rows = []
    for row in ranking.rows:
        label, test, *ties = fold_part(row, known).cells
        label = row.cells[0]  # the name of a kind is no option, even if it has the same word
        if not any(is_no(one) for one in test.tests):
            rows.append(attrs.evolve(row, cells=(label, test, *ties)))
    return attrs.evolve(ranking, rows=tuple(rows))
