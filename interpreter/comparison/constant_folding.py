"""What is known before play once the options are set, put into rules and worked out."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

import attrs

from hoyle.dsl.node import Node, map_children, map_part
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s
from hoyle.interpreter.comparison.english import said

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


LEAVES = s.Stop | s.End | s.Win


def folded_part(node: Any, known: Known) -> Any:
    """Any node that is not made of steps: expressions inside it, sentences, types."""
    if isinstance(node, e.Sentence):
        return attrs.evolve(node, pieces=tuple(_folded_piece(one, known) for one in node.pieces))
    if isinstance(node, e.Expr):
        return folded(node, known)
    if isinstance(node, tuple):
        return map_part(node, lambda part: folded_part(part, known))
    return map_children(node, lambda part: folded_part(part, known))


def _folded_piece(piece: str | e.Expr, known: Known) -> str | e.Expr:
    """A piece of a sentence: no longer in braces where it is known before play."""
    if isinstance(piece, str):
        return piece
    found = folded(piece, known)
    return found if constant(found, known) is None else said(found)


def _test_of(test: e.Expr | None, known: Known) -> e.Expr | None:
    """A test that narrows something; none where it always holds."""
    found = None if test is None else folded(test, known)
    return None if is_yes(found) else found


def folded_block(block: s.Block, known: Known) -> s.Block:
    """Steps one after the other, as far as they are ever reached."""
    found: list[s.Statement] = []
    for statement in block:
        found += _folded_step(statement, known)
        if found and isinstance(found[-1], LEAVES):
            break
        if isinstance(statement, s.Let | s.New):
            known = known.without(statement.name)
    return tuple(found)


def _folded_step(statement: s.Statement, known: Known) -> s.Block:
    """A step: none where it does nothing, several where a branch is always taken."""
    match statement:
        case s.If():
            return _branches(statement, known)
        case s.For():
            return _for_each(statement, known)
        case s.Repeat():
            return _repeated(statement, known)
        case s.Choose():
            return _choice(statement, known)
        case s.Deal():
            inside = known.without(statement.name)
            found = folded_part(attrs.evolve(statement, where=None), inside)
            where = _test_of(statement.where, inside)
            return (
                () if is_no(where) or _idle(found, known) else (attrs.evolve(found, where=where),)
            )
        case _:
            found = folded_part(statement, known)
            return () if _idle(found, known) else (found,)


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


def _branches(statement: s.If, known: Known) -> s.Block:
    """The branches that can be taken; the steps alone of one that always is."""
    found: list[tuple[e.Expr, s.Block]] = []
    otherwise = statement.otherwise
    for test, block in statement.branches:
        asked = folded(test, known)
        if is_yes(asked):
            otherwise = block
            break
        if not is_no(asked):
            found.append((asked, folded_block(block, known)))
    rest = folded_block(otherwise, known)
    while found and found[-1][1] == rest:
        found.pop()
    if not found:
        return rest
    return (attrs.evolve(statement, branches=tuple(found), otherwise=rest),)


def _for_each(loop: s.For, known: Known) -> s.Block:
    inside = known.without(loop.name)
    where, body = _test_of(loop.where, inside), folded_block(loop.body, inside)
    if is_no(where) or not body:
        return ()
    until = None if loop.until is None else folded(loop.until, known)
    return (
        attrs.evolve(
            loop, over=folded(loop.over, known), where=where, until=until,
            limit=_folded_limit(loop.limit, known), body=body,
        ),
    )  # fmt: skip


def _folded_limit(limit: s.Limit | None, known: Known) -> s.Limit | None:
    found: s.Limit | None = None if limit is None else folded_part(limit, known)
    return found


def _repeated(loop: s.Repeat, known: Known) -> s.Block:
    """A loop that goes on until something holds, or so many times."""
    until = None if loop.until is None else folded(loop.until, known)
    times = None if loop.times is None else folded(loop.times, known)
    body = folded_block(loop.body, known)
    if is_yes(until) or times == e.Number(0, loop.span) or not body:
        return ()
    if times == e.Number(1, loop.span) and not _leaves_loop(body):
        return body
    limit = _folded_limit(loop.limit, known)
    until = None if is_no(until) else until
    return (attrs.evolve(loop, until=until, times=times, limit=limit, body=body),)


def _leaves_loop(body: s.Block) -> bool:
    """Whether steps have a `stop` for the loop around them."""
    for step in body:
        match step:
            case s.Stop():
                return True
            case s.If(branches, otherwise):
                if any(map(_leaves_loop, [*(block for _, block in branches), otherwise])):
                    return True
            case s.Choose(actions=actions, otherwise=rest):
                if any(map(_leaves_loop, [*(action.body for action in actions), rest or ()])):
                    return True
    return False


def _choice(statement: s.Choose, known: Known) -> s.Block:
    """A choice among the actions that can ever be allowed."""
    inside = known if statement.name is None else known.without(statement.name)
    found = tuple(_folded_action(action, inside) for action in statement.actions)
    actions = tuple(action for action in found if action is not None)
    rest = None if statement.otherwise is None else folded_block(statement.otherwise, inside)
    if not actions and rest is not None:
        return rest
    return (
        attrs.evolve(
            statement, seat=None if statement.seat is None else folded(statement.seat, known),
            over=None if statement.over is None else folded(statement.over, known),
            where=_test_of(statement.where, inside), actions=actions, otherwise=rest,
        ),
    )  # fmt: skip


def _folded_action(action: s.Action, known: Known) -> s.Action | None:
    bindings = []
    for binding in action.bindings:
        bindings.append(attrs.evolve(binding, over=folded(binding.over, known)))
        known = known.without(binding.name)
    musts = folded_musts(action.musts, known)
    if musts is None:
        return None
    body = folded_block(action.body, known)
    return attrs.evolve(action, bindings=tuple(bindings), musts=musts, body=body)


def folded_musts(musts: tuple[s.Must, ...], known: Known) -> tuple[s.Must, ...] | None:
    """Conditions that can fail; None where one of them can never be met."""
    found = []
    for must in musts:
        changed = attrs.evolve(folded_part(must, known), test=folded(must.test, known))
        if is_no(changed.test) and not must.if_able:
            return None
        if not is_yes(changed.test) and not is_no(changed.test):
            found.append(changed)
    return tuple(found)


def folded_table(table: d.Table, known: Known) -> d.Table:
    """A table; a column that asks for something known is answered."""
    rows: list[d.Row] = [folded_part(row, known) for row in table.rows]
    heads = [attrs.evolve(head, what=_head_of(head.what, known)) for head in table.heads[:-1]]
    if heads and isinstance(heads[0].what, d.Matrix):
        return attrs.evolve(table, heads=(heads[0], *table.heads[1:]), rows=tuple(rows))
    for k in reversed(range(len(heads))):
        fits = [fit(heads[k].what, row.cells[k], known) for row in rows]
        if None in fits and not _is_when(heads[k].what):
            continue
        rows = [row for row, one in zip(rows, fits, strict=True) if one is not False]
        if _is_when(heads[k].what):
            rows = [_blank_where_sure(row, k, known) for row in rows]
        else:
            rows = [_without(row, k) for row in rows]
            del heads[k]
    return attrs.evolve(table, heads=(*heads, table.heads[-1]), rows=tuple(rows))


def _head_of(what: Any, known: Known) -> Any:
    """What a column asks; a name that stands for something known is put in."""
    if isinstance(what, d.Matrix):
        return folded_part(what, known)
    return (
        what if isinstance(what, e.Word) and what.text in ("when", "rule") else folded(what, known)
    )


def _is_when(what: Any) -> bool:
    """Whether a column asks a question of its own in each row."""
    return isinstance(what, e.Word) and what.text == "when"


def fit(what: Any, cell: d.Cell, known: Known) -> bool | None:
    """Whether a cell fits, where that is known before play."""
    if isinstance(what, e.Word) and what.text == "rule":
        return None
    answers = [_test_fits(what, test, known) for test in cell.tests]
    if True in answers:
        return True
    return None if None in answers else False


def _test_fits(what: Any, test: d.Test, known: Known) -> bool | None:
    match test:
        case d.Blank():
            return True if _is_when(what) or constant(what, known) is not None else None
        case d.Otherwise() | e.Sentence():
            return None
    if _is_when(what):
        return True if is_yes(test) else False if is_no(test) else None
    if constant(what, known) is None:
        return None
    if isinstance(test, d.CompareCell):
        asked = e.Compare(test.op, what, test.value, test.span, test.span)
    else:
        among = isinstance(test, e.Listing | e.Between)
        asked = e.Compare("in" if among else "is", what, test, test.span, test.span)
    found = compared(asked, known)
    return True if is_yes(found) else False if is_no(found) else None


def _blank_where_sure(row: d.Row, column: int, known: Known) -> d.Row:
    cell = row.cells[column]
    if len(cell.tests) == 1 and is_yes(cell.tests[0]):
        cells = list(row.cells)
        cells[column] = attrs.evolve(cell, tests=(d.Blank(cell.span),))
        return attrs.evolve(row, cells=tuple(cells))
    return row


def _without(row: d.Row, column: int) -> d.Row:
    return attrs.evolve(row, cells=(*row.cells[:column], *row.cells[column + 1 :]))


def folded_ranking(ranking: d.Ranking, known: Known) -> d.Ranking:
    """A ranking without the kinds that no hand can be."""
    rows = []
    for row in ranking.rows:
        label, test, *ties = folded_part(row, known).cells
        label = row.cells[0]  # the name of a kind is no option, even if it has the same word
        if not any(is_no(one) for one in test.tests):
            rows.append(attrs.evolve(row, cells=(label, test, *ties)))
    return attrs.evolve(ranking, rows=tuple(rows))
