"""Expressions, steps and choices in the words of a card player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s
from hoyle.interpreter.comparison.constant_folding import NO_LIMIT

COMPARED = {
    "is": "is", "is not": "is not", "<": "is less than", ">": "is more than",
    "<=": "is at most", ">=": "is at least", "in": "is one of", "not in": "is none of",
}  # fmt: skip
SIGNS = {"*": "×"}
# How closely the parts of an expression hold together; a looser one inside a closer one stands in
# brackets.
EITHER, OR, AND, NOT, COMPARE, RANGE, SUM, PRODUCT, SINGLE = range(9)


def words(name: str) -> str:
    """A name as somebody would say it."""
    return name.replace("_", " ")


def listed(texts: Sequence[str], link: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {link} {texts[-1]}"


def _one(name: str) -> str:
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _several(name: str) -> str:
    return f"{name}es" if name.endswith(("s", "x", "ch", "sh")) else f"{name}s"


def _closeness(expr: e.Expr) -> int:
    """How closely the outermost parts of an expression hold together."""
    match expr:
        case e.Either() | e.Where() | e.Phrase():
            return EITHER
        case e.EitherOr():
            return OR
        case e.Both():
            return AND
        case e.Not():
            return NOT
        case e.Compare():
            return COMPARE
        case e.Between():
            return RANGE
        case e.Sum(op):
            return SUM if op in "+-" else PRODUCT
    return SINGLE


def said(expr: e.Expr, within: int = EITHER) -> str:
    """An expression; in brackets where it is looser than what it stands in."""
    text = plain(expr)
    return f"({text})" if _closeness(expr) < within else text


def plain(expr: e.Expr) -> str:
    """An expression without brackets around it."""
    match expr:
        case e.Number(value):
            return "no limit" if value == NO_LIMIT else str(value)
        case e.RankWord(text):
            return "10" if text == "T" else text
        case e.SuitWord(symbol):
            return symbol
        case e.CardWord(rank, suit, twin):
            return f"{'10' if rank == 'T' else rank}{suit}{' (the second)' if twin else ''}"
        case e.Word("players"):
            return "the number of players"
        case e.Word("sides"):
            return "all sides"
        case e.Word(text):
            return text
        case e.Name(name):
            return words(name)
        case e.Apply(name, args, of):
            return _applied(name, args, of)
        case e.CardOf(rank, suit):
            return f"{said(rank, SINGLE)} of {said(suit, SINGLE)}"
        case e.SeatsRound(after, seat):
            return f"{'seats after' if after else 'seats from'} {said(seat, SINGLE)}"
        case e.Listing(items):
            return f"[{', '.join(said(item) for item in items)}]"
        case e.Bracket(inner):
            return plain(inner)
        case e.Negate(value):
            return f"-{said(value, SINGLE)}"
        case e.Not(value):
            return f"not {said(value, COMPARE)}"
        case e.Between(low, e.Number(high)) if high == NO_LIMIT and _is_lowest(low):
            return "any number"
        case e.Between(low, high):
            return f"{said(low, SUM)} to {said(high, SUM)}"
        case e.Sum(op, left, right):
            sign, level = SIGNS.get(op, op), _closeness(expr)
            return f"{said(left, level)} {sign} {said(right, level + 1)}"
        case e.Both(left, right):
            return f"{said(left, AND)} and {said(right, NOT)}"
        case e.EitherOr(left, right):
            return f"{said(left, OR)} or {said(right, AND)}"
        case e.Compare():
            return _compared(expr)
        case e.Either(value, test, other):
            return f"{said(value, OR)} if {said(test, OR)}, otherwise {said(other)}"
        case e.Where(over, test):
            return f"{said(over, RANGE)} where {said(test, OR)}"
        case e.Phrase():
            return _phrase(expr)
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


def _applied(name: str, args: tuple[e.Expr, ...], of: bool) -> str:
    if of:
        (arg,) = args
        if name == "size" and isinstance(arg, e.Word) and arg.text == "sides":
            return "the number of sides"
        if isinstance(arg, e.Word) and arg.text == "it":
            return f"its {words(name)}"
        return f"{words(name)} of {said(arg, SINGLE)}"
    return f"{words(name)}({', '.join(said(arg) for arg in args)})"


def _compared(expr: e.Compare) -> str:
    """A comparison; what is one of several is not told in brackets."""
    left = said(expr.left, RANGE)
    word = COMPARED[expr.op]
    match expr.right:
        case e.Listing(items) if expr.op in ("in", "not in"):
            return f"{left} {word} {listed([said(item) for item in items], 'or')}"
        case e.Between() | e.Listing() if expr.op in ("in", "not in"):
            return f"{left} {'is' if expr.op == 'in' else 'is not'} in {said(expr.right, RANGE)}"
    if expr.op in ("in", "not in"):
        word = "is in" if expr.op == "in" else "is not in"
    return f"{left} {word} {said(expr.right, RANGE)}"


def among(name: str, over: e.Expr) -> str:
    """`card in trick`, `cards in trick`; of all sides, `side` alone says as much."""
    if name in ("side", "sides") and isinstance(over, e.Word) and over.text == "sides":
        return name
    return f"{name} in {said(over, RANGE)}"


def _phrase(expr: e.Phrase) -> str:
    name = words(expr.name)
    over = among(name, expr.over)
    where = "" if expr.where is None else f" where {said(expr.where, OR)}"
    value = "" if expr.value is None else said(expr.value, OR)
    match expr.kind:
        case "any":
            return f"there is {_one(over)}{where}"
        case "every":
            return f"for every {over}{where}: {value}"
        case "count":
            return f"the number of {among(_several(name), expr.over)}{where}"
        case "total" | "highest" | "lowest":
            return f"the {expr.kind} {value} for every {over}{where}"
        case "best":
            return f"the best {over}{where} by {value}"
        case "sole":
            return f"the sole best {over}{where} by {value}"
    return f"the {expr.kind} {over}{where}"


def sentence(quoted: e.Sentence) -> str:
    """A sentence of the text, in its quotes."""
    pieces = [one if isinstance(one, str) else f"{{{said(one)}}}" for one in quoted.pieces]
    return f'"{"".join(pieces)}"'


def kind(type_: d.Type) -> str:
    """What something can be."""
    match type_:
        case d.TypeNamed("YesNo"):
            return "yes or no"
        case d.TypeNamed(name):
            return name.lower()
        case d.TypeValue(value):
            return said(value, OR)
        case d.TypeList(most, record):
            return f"at most {said(most, SUM)} of {record.lower()}"
        case d.TypeOr(parts):
            return listed([kind(part) for part in parts], "or")
        case _:
            assert_never(type_)


def indexed(name: str, index: tuple[d.Type, ...]) -> str:
    """`hand of each seat`, `bet for each seat and rank`."""
    match index:
        case ():
            return words(name)
        case (one,):
            return f"{words(name)} of each {kind(one)}"
    return f"{words(name)} for each {listed([kind(one) for one in index])}"


def parameters(name: str, params: tuple[d.Param, ...]) -> str:
    """`strength(card)`, as it is asked for."""
    return f"{words(name)}({', '.join(words(p.name) for p in params)})" if params else words(name)


Lines = list[tuple[int, str]]
BECOMES = {"=": "becomes", "+=": "goes up by", "-=": "goes down by"}


def told_block(block: s.Block, depth: int = 0) -> Lines:
    """Several steps."""
    return [line for step in block for line in _told_step(step, depth)]


def _told_step(step: s.Statement, depth: int = 0) -> Lines:
    match step:
        case s.If(branches, otherwise):
            lines: Lines = []
            for k, (test, block) in enumerate(branches):
                lines.append((depth, f"{'otherwise, if' if k else 'if'} {said(test)}:"))
                lines += told_block(block, depth + 1)
            if otherwise:
                lines += [(depth, "otherwise:"), *told_block(otherwise, depth + 1)]
            return lines
        case s.For() | s.Repeat():
            return [(depth, f"{head(step)}:"), *told_block(step.body, depth + 1)]
        case s.Choose(actions=actions, otherwise=rest):
            lines = [(depth, f"{head(step)}:")]
            lines += [line for action in actions for line in told_action(action, depth + 1)]
            if rest is not None:
                lines += [(depth + 1, "otherwise:"), *told_block(rest, depth + 2)]
            return lines
    return [(depth, head(step))]


def told_action(action: s.Action, depth: int = 0) -> Lines:
    """An action: what is chosen, under which conditions, and what comes of it."""
    lines = [(depth, f"{action_head(action)}")]
    lines += [(depth + 1, told_must(must)) for must in action.musts]
    return lines + told_block(action.body, depth + 1)


def action_head(action: s.Action) -> str:
    """`buy amount in 1 to 10`."""
    bound = [f"{words(one.name)} in {said(one.over, RANGE)}" for one in action.bindings]
    return " ".join([words(action.name), ", ".join(bound)]).strip()


def told_must(must: s.Must, quoted: bool = True) -> str:
    """A condition with the sentence that refuses."""
    able = ", if able" if must.if_able else ""
    refusal = f" {sentence(must.sentence)}" if quoted and must.sentence is not None else ""
    return f"only if {said(must.test)}{able}{refusal}"


def head(step: s.Statement) -> str:
    """A step's own line, without what is done inside it."""
    match step:
        case s.Assign(op, place, value):
            return f"{said(place)} {BECOMES[op]} {said(value)}"
        case s.Run(phase):
            return said(phase)
        case s.Let(name, value, announced):
            return f"{'all are told ' if announced else ''}{words(name)}: {said(value)}"
        case s.Move() | s.Deal():
            return _of_cards(step)
        case s.Swap(one, other):
            return f"{said(one)} and {said(other)} change places"
        case s.Shuffle(pile):
            return f"shuffle {said(pile)}"
        case s.Gather(pile):
            return f"gather all cards into {said(pile)}"
        case s.Show(what, to, hidden):
            whom = "" if to is None else f" to {said(to)}"
            return f"{'hide' if hidden else 'show'} {said(what)}{whom}"
        case s.Pay(amount, giver, taker):
            return f"pay {said(amount, SUM)} from {said(giver)} to {said(taker)}"
        case s.New(name, place, after):
            behind = "" if after is None else f" after {said(after)}"
            return f"a new {words(name)} in {said(place)}{behind}"
        case s.Say(told):
            return f"say {sentence(told)}"
        case s.EndsWhen(test):
            return f"this ends when {said(test)}"
        case s.Stop():
            return "stop"
        case s.End(phase):
            return f"end {words(phase or 'match')}"
        case s.Win(who):
            return f"the winner is {said(who)}"
        case s.If(branches):
            return f"if {said(branches[0][0])}"
        case s.For() | s.Repeat():
            return _loop_head(step)
        case s.Choose():
            return choose_head(step)
        case _:
            assert_never(step)


def _of_cards(step: s.Move | s.Deal) -> str:
    face = "" if step.facing is None else f" face {said(step.facing)}"
    ways = f"from {said(step.source)} " if step.source is not None else ""
    way = f"{ways}to {said(step.to)}{face}"
    match step:
        case s.Move(what, bottom=bottom, turned=turned):
            below = " at the bottom" if bottom else ""
            return f"move {said(what, SUM)} {way}{below}{' turned over' if turned else ''}"
        case s.Deal(amount, name=name, over=over, where=where):
            many = "all" if amount is None else f"{said(amount, SUM)} each"
            return f"deal {many} {way} for {_each(name, over, where)}"
        case _:
            assert_never(step)


def _each(name: str, over: e.Expr, where: e.Expr | None) -> str:
    narrowed = "" if where is None else f" where {said(where)}"
    return f"each {among(words(name), over)}{narrowed}"


def _limited(limit: s.Limit | None) -> str:
    if limit is None:
        return ""
    otherwise = "" if limit.otherwise is None else f", else {head(limit.otherwise)}"
    return f" at most {said(limit.times, SUM)} times{otherwise}"


def _loop_head(loop: s.For | s.Repeat) -> str:
    """What is gone through, or how long it is repeated."""
    match loop:
        case s.For(name, over, where, until, limit):
            rounds = "" if until is None else f", round and round until {said(until)}"
            return f"for {_each(name, over, where)}{rounds}{_limited(limit)}"
        case s.Repeat(until, times, limit):
            if times is not None:
                return f"repeat {said(times, SUM)} times"
            return f"repeat{'' if until is None else f' until {said(until)}'}{_limited(limit)}"


def choose_head(step: s.Choose) -> str:
    """Who chooses."""
    if step.seat is not None:
        return f"{said(step.seat)} chooses"
    assert step.name is not None and step.over is not None
    return f"{_each(step.name, step.over, step.where)} chooses, all together"


def capital(text: str) -> str:
    """A text with a capital letter."""
    return text[:1].upper() + text[1:]
