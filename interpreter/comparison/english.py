"""Expressions, steps and choices in the words of a card player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from hoyle.dsl.format.templates import READINGS
from hoyle.dsl.node import Node
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s

# The largest number that a text can hold: it is written where there is to be no limit.
NO_LIMIT = 999_999_999
COMPARED = {
    "is": "is", "is not": "is not", "<": "is less than", ">": "is more than",
    "<=": "is at most", ">=": "is at least", "in": "is one of", "not in": "is none of",
}  # fmt: skip
SIGNS = {"*": "×"}
# How closely the parts of an expression hold together; a looser one inside a closer one stands in
# brackets.
EITHER, OR, AND, NOT, COMPARE, RANGE, SUM, PRODUCT, SINGLE = range(9)


def to_words(name: str) -> str:
    """A name as somebody would say it."""
    return name.replace("_", " ")


def join_words(texts: Sequence[str], link: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {link} {texts[-1]}"


def _one(name: str) -> str:
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _several(name: str) -> str:
    return f"{name}es" if name.endswith(("s", "x", "ch", "sh")) else f"{name}s"


CLOSENESS: dict[type[Node], int] = {
    e.Either: EITHER, e.Where: EITHER, e.Phrase: EITHER, e.EitherOr: OR, e.Both: AND, e.Not: NOT,
    e.Compare: COMPARE, e.Between: RANGE,
}  # fmt: skip


def _closeness(expr: e.Expr) -> int:
    if isinstance(expr, e.Sum):
        return SUM if expr.op in "+-" else PRODUCT
    return CLOSENESS.get(type(expr), SINGLE)


def describe(expr: e.Expr, within: int = EITHER) -> str:
    """An expression; in brackets where it is looser than what it stands in."""
    text = describe_plainly(expr)
    return f"({text})" if _closeness(expr) < within else text


def _describe_copy(copy: int) -> str:
    names = ["", " (the second)", " (the third)"]
    return names[copy] if copy < len(names) else f" (the {copy + 1}th)"


def describe_plainly(expr: e.Expr) -> str:
    """An expression without brackets around it."""
    match expr:
        case e.Number(value):
            return "no limit" if value == NO_LIMIT else str(value)
        case e.RankWord(text):
            return "10" if text == "T" else text
        case e.SuitWord(symbol):
            return symbol
        case e.CardWord(rank, suit, copy):
            return f"{'10' if rank == 'T' else rank}{suit}{_describe_copy(copy)}"
        case e.Word("players"):
            return "the number of players"
        case e.Word("sides"):
            return "all sides"
        case e.Word(text):
            return text
        case e.Name(name):
            return to_words(name)
        case e.Apply(name, args, of):
            return _describe_application(name, args, of)
        case e.CardOf(rank, suit):
            return f"{describe(rank, SINGLE)} of {describe(suit, SINGLE)}"
        case e.SeatsRound(after, seat):
            return f"{'seats after' if after else 'seats from'} {describe(seat, SINGLE)}"
        case e.Listing(items):
            return f"[{', '.join(describe(item) for item in items)}]"
        case e.Bracket(inner):
            return describe_plainly(inner)
        case e.Negate(value):
            return f"-{describe(value, SINGLE)}"
        case e.Not(value):
            return f"not {describe(value, COMPARE)}"
        case e.Between(low, e.Number(high)) if high == NO_LIMIT and _is_lowest(low):
            return "any number"
        case e.Between(low, high):
            return f"{describe(low, SUM)} to {describe(high, SUM)}"
        case e.Sum(op, left, right):
            sign, level = SIGNS.get(op, op), _closeness(expr)
            return f"{describe(left, level)} {sign} {describe(right, level + 1)}"
        case e.Both(left, right):
            return f"{describe(left, AND)} and {describe(right, NOT)}"
        case e.EitherOr(left, right):
            return f"{describe(left, OR)} or {describe(right, AND)}"
        case e.Compare():
            return _describe_comparison(expr)
        case e.Either(value, test, other):
            return f"{describe(value, OR)} if {describe(test, OR)}, otherwise {describe(other)}"
        case e.Where(over, test):
            return f"{describe(over, RANGE)} where {describe(test, OR)}"
        case e.Phrase():
            return _describe_phrase(expr)
        case _:
            assert_never(expr)


def _is_lowest(expr: e.Expr) -> bool:
    """Whether a number is the lowest that a text can hold, written where there is no limit."""
    match expr:
        case e.Number(value):
            return value == -NO_LIMIT
        case e.Negate(e.Number(value)):
            return value == NO_LIMIT
    return False


def _describe_application(name: str, args: tuple[e.Expr, ...], of: bool) -> str:
    if of:
        (arg,) = args
        if name == "size" and isinstance(arg, e.Word) and arg.text == "sides":
            return "the number of sides"
        if isinstance(arg, e.Word) and arg.text == "it":
            return f"its {to_words(name)}"
        return f"{to_words(name)} of {describe(arg, SINGLE)}"
    return f"{to_words(name)}({', '.join(describe(arg) for arg in args)})"


def _describe_comparison(expr: e.Compare) -> str:
    """A comparison; what is one of several is not told in brackets."""
    left = describe(expr.left, RANGE)
    word = COMPARED[expr.op]
    match expr.right:
        case e.Listing(items) if expr.op in ("in", "not in"):
            return f"{left} {word} {join_words([describe(item) for item in items], 'or')}"
        case e.Between() | e.Listing() if expr.op in ("in", "not in"):
            return (
                f"{left} {'is' if expr.op == 'in' else 'is not'} in {describe(expr.right, RANGE)}"
            )
    if expr.op in ("in", "not in"):
        word = "is in" if expr.op == "in" else "is not in"
    return f"{left} {word} {describe(expr.right, RANGE)}"


def describe_members(name: str, over: e.Expr) -> str:
    """`card in trick`, `cards in trick`; of all sides, `side` alone says as much."""
    if name in ("side", "sides") and isinstance(over, e.Word) and over.text == "sides":
        return name
    return f"{name} in {describe(over, RANGE)}"


def _describe_phrase(expr: e.Phrase) -> str:
    name = to_words(expr.name)
    over = describe_members(name, expr.over)
    where = "" if expr.where is None else f" where {describe(expr.where, OR)}"
    value = "" if expr.value is None else describe(expr.value, OR)
    match expr.kind:
        case "any":
            return f"there is {_one(over)}{where}"
        case "every":
            return f"for every {over}{where}: {value}"
        case "count":
            return f"the number of {describe_members(_several(name), expr.over)}{where}"
        case "total" | "highest" | "lowest":
            return f"the {expr.kind} {value} for every {over}{where}"
        case "best":
            return f"the best {over}{where} by {value}"
        case "sole":
            return f"the sole best {over}{where} by {value}"
    return f"the {expr.kind} {over}{where}"


def quote_sentence(quoted: e.Sentence) -> str:
    """A sentence of the text, in its quotes."""
    pieces = [one if isinstance(one, str) else f"{{{describe(one)}}}" for one in quoted.pieces]
    return f'"{"".join(pieces)}"'


def describe_type(type_: d.Type) -> str:
    """What something can be."""
    match type_:
        case d.TypeNamed("YesNo"):
            return "yes or no"
        case d.TypeNamed(name):
            return name.lower()
        case d.TypeValue(value):
            return describe(value, OR)
        case d.TypeList(most, record):
            return f"at most {describe(most, SUM)} of {record.lower()}"
        case d.TypeOr(parts):
            return join_words([describe_type(part) for part in parts], "or")
        case _:
            assert_never(type_)


def describe_indexed(name: str, index: tuple[d.Type, ...]) -> str:
    """`hand of each seat`, `bet for each seat and rank`."""
    match index:
        case ():
            return to_words(name)
        case (one,):
            return f"{to_words(name)} of each {describe_type(one)}"
    return f"{to_words(name)} for each {join_words([describe_type(one) for one in index])}"


def describe_call(name: str, params: tuple[d.Param, ...]) -> str:
    """`strength(card)`, as it is asked for."""
    return (
        f"{to_words(name)}({', '.join(to_words(p.name) for p in params)})"
        if params
        else to_words(name)
    )


Lines = list[tuple[int, str]]
BECOMES = {"=": "becomes", "+=": "goes up by", "-=": "goes down by"}


def describe_block(block: s.Block, depth: int = 0) -> Lines:
    """Several steps."""
    return [line for step in block for line in _describe_step(step, depth)]


def _describe_step(step: s.Statement, depth: int = 0) -> Lines:
    if isinstance(step, s.If):
        lines: Lines = []
        for k, (test, block) in enumerate(step.branches):
            lines += describe_branch(test, block, depth, "otherwise, if" if k else "if")
        if step.otherwise:
            lines += [(depth, "otherwise:"), *describe_block(step.otherwise, depth + 1)]
        return lines
    inside = describe_block(getattr(step, "body", ()), depth + 1)
    if isinstance(step, s.Choose):
        inside = [line for action in step.actions for line in describe_action(action, depth + 1)]
        if step.otherwise is not None:
            inside += [(depth + 1, "otherwise:"), *describe_block(step.otherwise, depth + 2)]
    return [(depth, describe_head(step) + ":" * bool(inside)), *inside]


def describe_branch(test: e.Expr, block: s.Block, depth: int = 0, word: str = "if") -> Lines:
    """A branch: what is asked, and what is then done."""
    return [(depth, f"{word} {describe(test)}:"), *describe_block(block, depth + 1)]


def describe_action(action: s.Action, depth: int = 0) -> Lines:
    """An action: what is chosen, under which conditions, and what comes of it."""
    lines = [(depth, describe_head(action))]
    lines += [(depth + 1, describe_must(must)) for must in action.musts]
    return lines + describe_block(action.body, depth + 1)


def describe_must(must: s.Must, quoted: bool = True) -> str:
    """A condition with the sentence that refuses."""
    able = ", if able" if must.if_able else ""
    refusal = f" {quote_sentence(must.sentence)}" if quoted and must.sentence is not None else ""
    return f"only if {describe(must.test)}{able}{refusal}"


def describe_head(step: s.Statement | s.Action) -> str:
    """The own line of a step or an action, without what is done inside it."""
    match step:
        case s.Action(name, bindings):
            bound = [f"{to_words(one.name)} in {describe(one.over, RANGE)}" for one in bindings]
            return " ".join([to_words(name), ", ".join(bound)]).strip()
        case s.Assign(op, place, value):
            return f"{describe(place)} {BECOMES[op]} {describe(value)}"
        case s.Run(phase):
            return describe(phase)
        case s.Let(name, value, announced):
            return f"{'all are told ' if announced else ''}{to_words(name)}: {describe(value)}"
        case s.Move(what, bottom=bottom, turned=turned):
            below = f"{' at the bottom' * bottom}{' turned over' * turned}"
            return f"move {describe(what, SUM)} {_describe_way(step)}{below}"
        case s.Deal(amount, over=over, where=where):
            each = _describe_each(step.name, over, where)
            return f"deal {_describe_amount(amount)} {_describe_way(step)} for {each}"
        case s.Swap(one, other):
            return f"{describe(one)} and {describe(other)} change places"
        case s.Shuffle(pile):
            return f"shuffle {describe(pile)}"
        case s.Gather(pile):
            return f"gather all cards into {describe(pile)}"
        case s.Show(what, to, hidden):
            whom = "" if to is None else f" to {describe(to)}"
            return f"{'hide' if hidden else 'show'} {describe(what)}{whom}"
        case s.Pay(amount, giver, taker):
            return f"pay {describe(amount, SUM)} from {describe(giver)} to {describe(taker)}"
        case s.New(name, place, after):
            behind = "" if after is None else f" after {describe(after)}"
            return f"a new {to_words(name)} in {describe(place)}{behind}"
        case s.Say(told):
            return f"say {quote_sentence(told)}"
        case s.EndsWhen(test):
            return f"this ends when {describe(test)}"
        case s.Stop():
            return "stop"
        case s.End(phase):
            return f"end {to_words(phase or 'match')}"
        case s.Win(who):
            return f"the winner is {describe(who)}"
        case s.If(branches):
            return f"if {describe(branches[0][0])}"
        case s.For() | s.Repeat():
            return _describe_loop(step)
        case s.Choose():
            return _describe_choice(step)
        case _:
            assert_never(step)


def _describe_way(step: s.Move | s.Deal) -> str:
    face = "" if step.facing is None else f" face {describe(step.facing)}"
    ways = f"from {describe(step.source)} " if step.source is not None else ""
    return f"{ways}to {describe(step.to)}{face}"


def _describe_amount(amount: e.Expr | s.Packet | None) -> str:
    if isinstance(amount, s.Packet):
        return f"{describe(amount.size, SUM)} at a time"
    return "all" if amount is None else f"{describe(amount, SUM)} each"


def _describe_each(name: str, over: e.Expr, where: e.Expr | None) -> str:
    narrowed = "" if where is None else f" where {describe(where)}"
    return f"each {describe_members(to_words(name), over)}{narrowed}"


def _describe_limit(limit: s.Limit | None) -> str:
    if limit is None:
        return ""
    if limit.times is None:
        return ", however long"
    otherwise = "" if limit.otherwise is None else f", else {describe_head(limit.otherwise)}"
    return f" at most {describe(limit.times, SUM)} times{otherwise}"


def _describe_loop(loop: s.For | s.Repeat) -> str:
    match loop:
        case s.For(name, over, where, until, limit):
            rounds = "" if until is None else f", round and round until {describe(until)}"
            return f"for {_describe_each(name, over, where)}{rounds}{_describe_limit(limit)}"
        case s.Repeat(until, times, limit):
            if times is not None:
                return f"repeat {describe(times, SUM)} times"
            ends = "" if until is None else f" until {describe(until)}"
            return f"repeat{ends}{_describe_limit(limit)}"


def _describe_choice(step: s.Choose) -> str:
    if step.seat is not None:
        return f"{describe(step.seat)} chooses"
    assert step.name is not None and step.over is not None
    return f"{_describe_each(step.name, step.over, step.where)} chooses, all together"


def capitalise(text: str) -> str:
    """A text with a capital letter."""
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------------- tables and rankings


def describe_test(test: d.Test) -> str:
    """What a cell asks or gives."""
    match test:
        case e.Sentence():
            return quote_sentence(test)
        case d.Blank():
            return "anything"
        case d.Otherwise():
            return "anything else"
        case d.CompareCell(op, value):
            return f"{COMPARED[op].removeprefix('is ')} {describe(value)}"
        case _:
            return describe(test)


def _describe_tests(cell: d.Cell) -> str:
    return join_words([describe_test(test) for test in cell.tests], "or")


def label_row(row: d.Row) -> str:
    """What a row is called: its sentence, or its first cell."""
    return _describe_tests(row.cells[0])


def _describe_asked(head: d.Heading, cell: d.Cell) -> str:
    """What a cell asks, with the head of its column; nothing where it does not matter."""
    first = cell.tests[0]
    if isinstance(first, d.Blank | d.Otherwise):
        return ""
    if isinstance(head.what, e.Word) and head.what.text in ("when", "rule"):
        return _describe_tests(cell)
    column, link = _describe_heading(head, RANGE), "is"
    if len(cell.tests) == 1 and isinstance(first, d.CompareCell):
        return f"{column} {COMPARED[first.op]} {describe(first.value)}"
    if len(cell.tests) == 1 and isinstance(first, e.Between):
        link = "is in"
    return f"{column} {link} {_describe_tests(cell)}"


def _describe_heading(head: d.Heading, within: int = EITHER) -> str:
    assert not isinstance(head.what, d.Matrix)
    return describe(head.what, within)


def describe_row(table: d.Table, row: d.Row) -> str:
    """A row of a table with a column for each thing that it asks."""
    pairs = zip(table.heads[:-1], row.cells[:-1], strict=True)
    tests = [text for text in (_describe_asked(head, cell) for head, cell in pairs) if text]
    gives = f"{_describe_heading(table.heads[-1])} is {describe_test(row.cells[-1].tests[0])}"
    return f"{' and '.join(tests) or 'anything else'}: {gives}"


def list_cells(table: d.Table) -> Iterator[tuple[str, d.Cell]]:
    """The cells of a matrix, each with its place: `mine is pontoon and bank is bust`."""
    matrix = table.heads[0].what
    assert isinstance(matrix, d.Matrix)
    for row in table.rows:
        for head, cell in zip(table.heads[1:], row.cells[1:], strict=True):
            down = f"{describe(matrix.rows)} is {label_row(row)}"
            yield f"{down} and {describe(matrix.columns)} is {_describe_heading(head)}", cell


def describe_kind(row: d.Row) -> str:
    """What makes a hand of that kind, and which is the better of two."""
    test, *ties = row.cells[1:]
    firsts = [cell.tests[0] for cell in ties]
    better = [
        describe(one, OR) if isinstance(one, e.Expr) else describe_test(one) for one in firsts
    ]
    text = _describe_tests(test)
    return f"{text}; of two the higher {join_words(better, 'then')}" if better else text


def list_params(params: Sequence[d.Param]) -> str:
    """`card: card and seat: seat`."""
    return join_words([f"{param.name}: {describe_type(param.type)}" for param in params])


def describe_named(tree: d.Define | d.Conditions | d.Table | d.Ranking | d.Phase) -> list[str]:
    """All that a define, conditions, a table, a ranking or a phase says, line by line."""
    params = f", for {list_params(tree.params)}" if tree.params else ""
    match tree:
        case d.Table(heads=(d.Heading(what=d.Matrix()), *_)):
            cells = [f"{place}: {describe_test(cell.tests[0])}" for place, cell in list_cells(tree)]
            return [f"{READINGS[tree.reading]}{params}", *cells]
        case d.Table():
            rows = [describe_row(tree, row) for row in tree.rows]
            return [f"{READINGS[tree.reading]}{params}", *rows]
        case d.Ranking():
            rows = [f"{label_row(row)}: {describe_kind(row)}" for row in tree.rows]
            return [f"best first{params}", *rows]
        case d.Conditions():
            return [describe_must(must) for must in tree.musts]
        case d.Phase():
            return [*as_texts(describe_block(tree.body))]
        case d.Define():
            return [describe(tree.value)]


def as_texts(lines: Lines) -> tuple[str, ...]:
    """Lines with their depths as texts."""
    return tuple("  " * depth + text for depth, text in lines)
