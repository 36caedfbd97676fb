"""The canonical text of expressions and types."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl.format.line_breaking import (
    Deeper,
    Doc,
    Group,
    Soft,
    fill,
    join,
    make_gap,
    render_flat,
)
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e


def format_expression(expr: e.Expr) -> str:
    """An expression on one line, as the formatter would write it."""
    return render_flat(render(expr))


def render(expr: e.Expr, bracketed: bool = False) -> Doc:
    """An expression; inside brackets a line may end at more places than outside."""
    match expr:
        case e.Number(value):
            return str(value)
        case e.RankWord(text):
            return "10" if text == "T" else text
        case e.SuitWord(symbol):
            return symbol
        case e.CardWord(rank, suit, twin):
            return f"{'10' if rank == 'T' else rank}{suit}{chr(39) if twin else ''}"
        case e.Word(text):
            return text
        case e.Name(name):
            return name
        case e.Apply():
            return _render_application(expr, bracketed)
        case e.CardOf(rank, suit):
            return (render(rank, bracketed), " of ", render(suit, bracketed))
        case e.SeatsRound(after, seat):
            return ("seats after " if after else "seats from ", render(seat, bracketed))
        case e.Listing(items):
            cards = all(isinstance(item, e.CardWord) for item in items)
            return (
                "[",
                fill([render(i, True) for i in items], "" if cards else ","),
                "]",
            )
        case e.Bracket(inner):
            return ("(", render(inner, True), ")")
        case e.Negate(value):
            return ("-", render(value, bracketed))
        case e.Not(value):
            return ("not ", render(value, bracketed))
        case e.Between(low, high):
            return (render(low, bracketed), "..", render(high, bracketed))
        case e.Sum() | e.Both() | e.EitherOr() | e.Either():
            return Group(Deeper(_render_chain(expr, bracketed)))
        case e.Compare(op, left, right):
            compared = (make_gap(op, bracketed), f"{op} ", render(right, bracketed))
            return Group((render(left, bracketed), Deeper(compared)))
        case e.Where(over, test):
            narrowed = (Soft(), "where ", render(test, bracketed))
            return Group((render(over, bracketed), Deeper(narrowed)))
        case e.Phrase():
            return Group(_render_phrase(expr, bracketed))
        case _:
            assert_never(expr)


def _render_application(expr: e.Apply, bracketed: bool) -> Doc:
    """`its suit`, `suit of card`, `follows(card, hand)`: each as it was written."""
    if not expr.of:
        return (
            f"{expr.name}(",
            fill([render(arg, True) for arg in expr.args], ","),
            ")",
        )
    (arg,) = expr.args
    if isinstance(arg, e.Word) and arg.text == "it" and arg.span.text == "its":
        return f"its {expr.name}"
    return (f"{expr.name} of ", render(arg, bracketed))


Chain = e.Sum | e.Both | e.EitherOr | e.Either


def _render_chain(expr: Chain, bracketed: bool) -> Doc:
    """Operands of equal standing, one on each line when they do not all fit on one."""
    match expr:
        case e.Either(value, test, other):
            start: Doc = (
                render(value, bracketed),
                " if ",
                render(test, bracketed),
            )
            if isinstance(other, e.Either):
                rest = _render_chain(other, bracketed)
            else:
                rest = render(other, bracketed)
            return (start, make_gap("else", bracketed), "else ", rest)
        case e.EitherOr():
            word = "or"
        case e.Both():
            word = "and"
        case e.Sum(op):
            word = op
        case _:
            assert_never(expr)
    last: Doc = (make_gap(word, bracketed), f"{word} ", render(expr.right, bracketed))
    if isinstance(expr.left, Chain) and word in _list_peers(expr.left):
        return (_render_chain(expr.left, bracketed), last)
    return (render(expr.left, bracketed), last)


def _list_peers(expr: Chain) -> tuple[str, ...]:
    match expr:
        case e.Either():
            return ()
        case e.EitherOr():
            return ("or",)
        case e.Both():
            return ("and",)
        case e.Sum(op):
            return ("+", "-") if op in "+-" else ("*", "/")
        case _:
            assert_never(expr)


def _render_phrase(expr: e.Phrase, bracketed: bool) -> Doc:
    over: Doc = (f"{expr.name} in ", render(expr.over, bracketed))
    value: Doc = "" if expr.value is None else render(expr.value, bracketed)
    narrowed: Doc = ""
    if expr.where is not None:
        narrowed = (Soft(), "where ", render(expr.where, bracketed))
    inner = make_gap(":", bracketed)
    match expr.kind:
        case "total" | "highest" | "lowest":
            return (f"{expr.kind} ", value, Deeper((inner, "for ", over, narrowed)))
        case "best" | "sole":
            start = "best " if expr.kind == "best" else "sole best "
            return (start, over, Deeper((narrowed, Soft(), "by ", value)))
        case "every":
            return ("every ", over, Deeper((narrowed, ":", inner, value)))
        case _:
            return (f"{expr.kind} ", over, Deeper(narrowed))


def render_meaning(expr: e.Expr) -> Doc:
    """An expression that begins a line: the operands of a chain stand below each other."""
    match expr:
        case e.Sum() | e.Both() | e.EitherOr():
            return Group(Deeper(_render_chain(expr, False), 0))
        case _:
            return render(expr)


def render_type(kind: d.Type, bracketed: bool = False) -> Doc:
    """A type."""
    match kind:
        case d.TypeNamed(name):
            return name
        case d.TypeValue(value):
            return render(value, bracketed)
        case d.TypeList(most, record):
            return ("at most ", render(most, bracketed), f" {record}")
        case d.TypeOr(parts):
            first, *others = [render_type(part, bracketed) for part in parts]
            return Group((first, Deeper(tuple((Soft(), "or ", other) for other in others))))
        case _:
            assert_never(kind)


def render_params(params: tuple[d.Param, ...]) -> Doc:
    """`(a: T, b: T)`, or nothing."""
    if not params:
        return ""
    return ("(", fill([(f"{p.name}: ", render_type(p.type, True)) for p in params], ","), ")")


def render_index(types: tuple[d.Type, ...]) -> Doc:
    """` of Seat`, `(Seat, Rank)`, or nothing."""
    match types:
        case ():
            return ""
        case (d.TypeNamed(name),):
            return f" of {name}"
        case _:
            return ("(", join([render_type(t, True) for t in types], ", "), ")")
