"""What is known before play once the options are set, put into rules and worked out."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping
from typing import Any, cast

import attrs

from hoyle.dsl.format.templates import format_expression
from hoyle.dsl.node import N, Node, children, field_names
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s

# The largest number that a text can hold: it is written where there is to be no limit.
NO_LIMIT = 999_999_999
OPPOSITES = {
    "is": "is not", "is not": "is", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
    "in": "not in", "not in": "in",
}  # fmt: skip
ORDERS = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
SUMS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv}
LITERALS = (e.Number, e.RankWord, e.SuitWord, e.CardWord)
CONSTANT_WORDS = ("yes", "no", "none", "empty")
LOOPS = (s.For, s.Repeat)
SEVERAL = (e.Listing, e.Between)
LEAVES = (s.Stop, s.End, s.Win)

# The fields that give a name to what stands in the other fields of a node, and in its later ones of
# a block or list; and the fields in which it is not known yet.
NAMING: dict[type[Node], str] = {
    e.Phrase: "name", s.For: "name", s.Deal: "name", s.Choose: "name", d.Payoff: "name",
    s.Action: "bindings", d.Define: "params", d.Conditions: "params", d.Table: "params",
    d.Ranking: "params", d.Phase: "params",
}  # fmt: skip
OUTSIDE = ("over", "until", "limit", "seat", "bindings", "type")
NAMING_LATER = (s.Let, s.New, s.Binding)


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
    # options of which an alternative has the name of something else: what is set, and all of them
    chosen: Mapping[str, tuple[e.Expr, Collection[str]]] = attrs.field(factory=dict)

    def without(self, *names: str | None) -> Known:
        """The same where these names mean something else: a parameter, `let`, a loop's element."""
        if not any(
            name in kept for kept in (self.names, self.words, self.chosen) for name in names
        ):
            return self
        kept = {name: value for name, value in self.names.items() if name not in names}
        chosen = {name: value for name, value in self.chosen.items() if name not in names}
        words = self.words.difference(names)
        return attrs.evolve(self, names=kept, words=words, chosen=chosen)

    def inside(self, node: Node) -> Known:
        """The same where the names are known that a node gives to what stands in it."""
        named = getattr(node, NAMING.get(type(node), ""), ())
        names = [part.name for part in named] if isinstance(named, tuple) else [named]
        return self.without(*names)

    def is_constant(self, expr: object) -> bool:
        """Whether an expression stands for the same whatever happens in play."""
        if isinstance(expr, e.Name):
            return expr.name in self.words
        return isinstance(expr, LITERALS) or is_word(expr, *CONSTANT_WORDS)


def is_word(expr: object, *texts: str) -> bool:
    """Whether an expression is one of some words."""
    return isinstance(expr, e.Word) and expr.text in texts


def is_yes(expr: object) -> bool:
    """Whether an expression is `yes`."""
    return is_word(expr, "yes")


def is_no(expr: object) -> bool:
    """Whether an expression is `no`."""
    return is_word(expr, "no")


def as_answer(yes: bool, like: e.Expr) -> e.Expr:
    """`yes` or `no`, at the place of another expression."""
    return e.Word("yes" if yes else "no", span=like.span)


def fold(node: N, known: Known) -> N:
    """A node with what is known put in and worked out; brackets fall away.

    Steps, actions and conditions that do nothing fall away from what they stand in.
    """
    return cast(N, _fold(node, known))


def _fold(node: Node, known: Known) -> Node | s.Block:
    match node:
        case e.Bracket(inner):
            return _fold(inner, known)
        case e.Name(name):
            return known.names.get(name, node)
        case e.Compare(left=e.Name(name), op="is" | "is not" as op, right=e.Name(word)) if (
            name in known.chosen and word in known.chosen[name][1]
        ):
            value, _ = known.chosen[name]
            return as_answer((getattr(value, "name", "") == word) == (op == "is"), node)
        case e.Apply(name) if name in known.calls:
            return known.calls[name]
        case d.Register(type=kind):  # the words of its type are words, whatever else has that name
            known = known.without(*(list_words(kind) - known.words))
    inside = known.inside(node)
    changes = {}
    for name in field_names(type(node)):
        old = getattr(node, name)
        if isinstance(old, Node | tuple) and name != "params":
            new = _fold_field(old, known if name in OUTSIDE else inside)
            if new is not old:
                changes[name] = new
    found = attrs.evolve(node, **changes) if changes else node  # type: ignore[misc]
    simplify = SIMPLER.get(type(node))
    return found if simplify is None else simplify(node, found, inside)


def list_words(kind: d.Type) -> set[str]:
    """The alternatives of a type."""
    words = (part.value for part in (kind, *children(kind)) if isinstance(part, d.TypeValue))
    return {word.name for word in words if isinstance(word, e.Name)}


def _fold_field(part: Any, known: Known) -> Any:
    """A part of a node: each node of several may become none or several."""
    if isinstance(part, Node):
        return _fold(part, known)
    if not isinstance(part, tuple):
        return part
    found: list[object] = []
    for one in part:
        new = _fold_field(one, known)
        found += new if isinstance(one, Node) and isinstance(new, tuple) else (new,)
        if found and isinstance(found[-1], LEAVES):
            break
        if isinstance(one, NAMING_LATER):
            known = known.without(one.name)
    same = len(found) == len(part) and all(a is b for a, b in zip(found, part, strict=True))
    return part if same else tuple(found)


# ---------------------------------------------------------------------- expressions


def _negate(old: Node, value: e.Not | e.Expr, known: Known) -> e.Expr:
    value = value.value if isinstance(value, e.Not) else value
    if is_word(value, "yes", "no"):
        return as_answer(is_no(value), value)
    if isinstance(value, e.Compare):
        return attrs.evolve(value, op=OPPOSITES[value.op])
    return value.value if isinstance(value, e.Not) else e.Not(value, span=value.span)


def _fold_joined(old: Node, expr: e.Both | e.EitherOr, known: Known) -> e.Expr:
    """`and` and `or`, without what decides nothing; a chain always opens to the left."""
    decides, idle = (is_no, is_yes) if isinstance(expr, e.Both) else (is_yes, is_no)
    for one, other in ((expr.left, expr.right), (expr.right, expr.left)):
        if decides(one):
            return one
        if idle(one):
            return other
    if type(expr.right) is type(expr):
        left = _fold_joined(old, attrs.evolve(expr, right=expr.right.left), known)
        return attrs.evolve(expr, left=left, right=expr.right.right)
    return expr


def _fold_either(old: Node, expr: e.Either, known: Known) -> e.Expr:
    if is_yes(expr.test) or expr.value == expr.other:
        return expr.value
    return expr.other if is_no(expr.test) else expr


def _fold_sign(old: Node, expr: e.Negate, known: Known) -> e.Expr:
    if isinstance(expr.value, e.Number):
        return e.Number(-expr.value.value, span=expr.span)
    return expr.value.value if isinstance(expr.value, e.Negate) else expr


def _fold_application(old: Node, expr: e.Apply, known: Known) -> e.Expr:
    """The smaller of a number and of no limit is the number."""
    rest = [arg for arg in expr.args if not _is_number(arg, NO_LIMIT)]
    return rest[0] if expr.name == "smaller" and len(rest) == 1 else expr


def fold_comparison(old: Node, expr: e.Compare, known: Known) -> e.Expr:
    """A comparison, decided where both sides are known."""
    left, right, op = expr.left, expr.right, expr.op
    constants = known.is_constant(left), known.is_constant(right)
    if op in ("is", "is not"):
        if all(constants):
            return as_answer((left == right) == (op == "is"), expr)
        for value, other in ((right, left), (left, right)):
            if is_word(value, "yes", "no"):
                return other if is_yes(value) == (op == "is") else _negate(old, other, known)
    elif op in ("in", "not in"):
        inside = _is_among(left, right, known) if constants[0] else None
        if inside is not None:
            return as_answer(inside == (op == "in"), expr)
    elif isinstance(left, e.Number) and isinstance(right, e.Number):
        return as_answer(ORDERS[op](left.value, right.value), expr)
    elif _is_number(left, NO_LIMIT) or _is_number(right, NO_LIMIT):
        return as_answer((op in ("<", "<=")) == _is_number(right, NO_LIMIT), expr)
    elif isinstance(right, e.Number) and (least := _find_lowest(left, known)) is not None:
        fits = ORDERS[op](least, right.value)
        if fits == (op in (">", ">=")):
            return as_answer(fits, expr)
    return expr


def _is_among(value: e.Expr, right: e.Expr, known: Known) -> bool | None:
    """Whether a constant is one of some constants; None where that is not known."""
    if isinstance(right, e.Listing):
        return value in right.items if all(map(known.is_constant, right.items)) else None
    if isinstance(right, e.Between):
        numbers = [one.value for one in (right.low, value, right.high) if isinstance(one, e.Number)]
        return numbers == sorted(numbers) if len(numbers) == 3 else None
    return None


def _find_lowest(expr: e.Expr, known: Known) -> int | None:
    """The lowest that a number can be, where that is said of its name."""
    if isinstance(expr, e.Phrase):
        return 0 if expr.kind == "count" else None
    name = getattr(expr, "name", "")
    return 0 if name == "size" and isinstance(expr, e.Apply) else known.least.get(name)


def _fold_sum(old: Node, expr: e.Sum, known: Known) -> e.Expr:
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
        case ("+" | "-" as op, _, e.Number(value)) if value < 0:
            sign = "-" if op == "+" else "+"
            return attrs.evolve(expr, op=sign, right=e.Number(-value, span=expr.right.span))
        case "+", _, e.Negate(value):
            return attrs.evolve(expr, op="-", right=value)
    return expr


def _fold_phrase(old: Node, expr: e.Phrase, known: Known) -> e.Expr:
    """`any`, `every`, `count` and so on, where none or all come into question."""
    if is_yes(expr.where):
        return attrs.evolve(expr, where=None)
    if expr.kind == "every" and is_yes(expr.value):
        return as_answer(True, expr)
    if is_no(expr.where):
        if expr.kind in ("any", "every"):
            return as_answer(expr.kind == "every", expr)
        if expr.kind in ("count", "total"):
            return e.Number(0, span=expr.span)
    return expr


def _fold_sentence(old: Node, sentence: e.Sentence, known: Known) -> e.Sentence:
    """A sentence: what is known before play stands in it without braces."""
    pieces = [
        piece
        if isinstance(piece, str) or not known.is_constant(piece)
        else format_expression(piece)
        for piece in sentence.pieces
    ]
    return attrs.evolve(sentence, pieces=tuple(pieces))


def _is_number(expr: object, value: int) -> bool:
    return isinstance(expr, e.Number) and expr.value == value


# ---------------------------------------------------------------------- steps


def _fold_if(old: Node, step: s.If, known: Known) -> s.Block:
    """The branches that can be taken; the steps alone of one that always is."""
    found: list[tuple[e.Expr, s.Block]] = []
    otherwise = step.otherwise
    for test, block in step.branches:
        if is_yes(test):
            otherwise = block
            break
        if not is_no(test):
            found.append((test, block))
    while found and found[-1][1] == otherwise:
        found.pop()
    if not found:
        return otherwise
    return (attrs.evolve(step, branches=tuple(found), otherwise=otherwise),)


def _fold_each(old: Node, step: s.For | s.Deal, known: Known) -> s.Block:
    """A step that is done for each of several."""
    idle = is_no(step.where) or (isinstance(step, s.For) and not step.body)
    if idle or (isinstance(step, s.Deal) and _is_number(step.amount, 0)):
        return ()
    return (attrs.evolve(step, where=None) if is_yes(step.where) else step,)


def _fold_choice(old: Node, step: s.Choose, known: Known) -> s.Block:
    if not step.actions and step.otherwise is not None:
        return step.otherwise
    return (attrs.evolve(step, where=None) if is_yes(step.where) else step,)


def _fold_repeat(old: Node, step: s.Repeat, known: Known) -> s.Block:
    if is_yes(step.until) or _is_number(step.times, 0) or not step.body:
        return ()
    if _is_number(step.times, 1) and not any(map(_leaves_loop, step.body)):
        return step.body
    return (attrs.evolve(step, until=None) if is_no(step.until) else step,)


def _leaves_loop(step: Node) -> bool:
    if isinstance(step, LOOPS):
        return False
    return isinstance(step, s.Stop) or any(map(_leaves_loop, children(step)))


def _drop_idle(field: str) -> Callable[[Node, Any, Known], s.Block]:
    """A step falls away where a number in a field of it is nothing, unless that is what is set."""

    def drop(old: Node, step: s.Statement, known: Known) -> s.Block:
        idle = _is_number(getattr(step, field), 0) and getattr(step, "op", "") != "="
        return () if idle else (step,)

    return drop


# ---------------------------------------------------------------------- conditions


def _can_fail(must: s.Must) -> bool:
    return not (is_yes(must.test) or (is_no(must.test) and must.if_able))


def _fold_conditions(old: Node, conditions: d.Conditions, known: Known) -> d.Conditions:
    """Conditions; one alone where it can never be met."""
    never = [must for must in conditions.musts if is_no(must.test)]
    return attrs.evolve(conditions, musts=tuple(never[:1])) if never else conditions


# ---------------------------------------------------------------------- tables

Asked = e.Expr | d.Matrix


def _fold_table(old: d.Table, table: d.Table, known: Known) -> d.Table:
    """A table; a column that asks for something known is answered."""
    *heads, _ = table.heads
    last, rows = old.heads[-1], list(table.rows)  # the last head only names what the rows give
    if isinstance(heads[0].what, d.Matrix):
        return attrs.evolve(table, heads=(heads[0], *old.heads[1:]))
    for k in reversed(range(len(heads))):
        what = heads[k].what
        fits = [_find_fit(what, row.cells[k], known) for row in rows]
        if None in fits and not is_word(what, "when"):
            continue
        rows = [row for row, fit in zip(rows, fits, strict=True) if fit is not False]
        if is_word(what, "when"):
            rows = [_blank_where_sure(row, k) for row in rows]
        else:
            rows = [_put_cell(row, k) for row in rows]
            del heads[k]
    return attrs.evolve(table, heads=(*heads, last), rows=tuple(rows))


def _find_fit(what: Asked, cell: d.Cell, known: Known) -> bool | None:
    """Whether a cell fits, where that is known before play."""
    answers = [_find_answer(what, test, known) for test in cell.tests]
    return True if True in answers else None if None in answers else False


def _find_answer(what: Asked, test: d.Test, known: Known) -> bool | None:
    """Whether a test of a cell is met, where that is known before play."""
    when = is_word(what, "when")
    if isinstance(test, d.Blank):
        return True if when or known.is_constant(what) else None
    found: e.Expr
    if when and isinstance(test, e.Expr):
        found = test
    elif isinstance(what, e.Expr) and known.is_constant(what):
        if isinstance(test, d.CompareCell):
            op, value = test.op, test.value
        elif isinstance(test, e.Expr):
            op, value = "in" if isinstance(test, SEVERAL) else "is", test
        else:
            return None
        asked = e.Compare(op, what, value, span=test.span, op_span=test.span)
        found = fold_comparison(asked, asked, known)
    else:
        return None
    return True if is_yes(found) else False if is_no(found) else None


def _blank_where_sure(row: d.Row, column: int) -> d.Row:
    cell = row.cells[column]
    if len(cell.tests) == 1 and is_yes(cell.tests[0]):
        return _put_cell(row, column, attrs.evolve(cell, tests=(d.Blank(span=cell.span),)))
    return row


def _put_cell(row: d.Row, column: int, *new: d.Cell) -> d.Row:
    """A row with another cell in a column, or with none."""
    return attrs.evolve(row, cells=(*row.cells[:column], *new, *row.cells[column + 1 :]))


def _fold_ranking(old: d.Ranking, ranking: d.Ranking, known: Known) -> d.Ranking:
    """A ranking without the kinds that no hand can be.

    The name of a kind is no option, even if it has the same word.
    """
    rows = [
        _put_cell(row, 0, was.cells[0]) for was, row in zip(old.rows, ranking.rows, strict=True)
        if not any(map(is_no, row.cells[1].tests))
    ]  # fmt: skip
    return attrs.evolve(ranking, rows=tuple(rows))


# What becomes of a node whose parts are folded already, by its kind: given the node as it was, as
# it is now, and what is known in it.
SIMPLER: dict[type[Node], Callable[[Any, Any, Known], Node | s.Block | tuple[()]]] = {
    e.Compare: fold_comparison, e.Both: _fold_joined, e.EitherOr: _fold_joined, e.Not: _negate,
    e.Where: lambda old, expr, known: expr.over if is_yes(expr.test) else expr,
    e.Either: _fold_either, e.Negate: _fold_sign, e.Sum: _fold_sum,
    e.Apply: _fold_application, e.Phrase: _fold_phrase, e.Sentence: _fold_sentence,
    s.If: _fold_if, s.For: _fold_each, s.Deal: _fold_each, s.Choose: _fold_choice,
    s.Repeat: _fold_repeat,
    s.Run: lambda old, step, known: () if step.phase.name in known.empty else (step,),
    s.EndsWhen: lambda old, step, known: () if is_no(step.test) else (step,),
    s.Pay: _drop_idle("amount"), s.Move: _drop_idle("what"), s.Assign: _drop_idle("value"),
    s.Must: lambda old, must, known: must if _can_fail(must) else (),
    s.Action: lambda old, action, known: (
        () if any(is_no(must.test) for must in action.musts) else action
    ),
    d.Conditions: _fold_conditions,
    d.Table: _fold_table, d.Ranking: _fold_ranking,
}  # fmt: skip
