"""The parsed tree: expressions. Nodes are frozen; the span takes no part in equality."""

from __future__ import annotations

import attrs

from hoyle.dsl.node import Node
from hoyle.dsl.source import Span


def declare_span() -> Span:
    """The field that holds a node's place in the text."""
    return attrs.field(eq=False, repr=False)  # type: ignore[no-any-return]


@attrs.frozen
class Number(Node):
    """`41`, or a rank written with figures: which is settled by type."""

    value: int
    span: Span = declare_span()


@attrs.frozen
class RankWord(Node):
    """`A`, `K`, `Q`, `J`, `T`."""

    text: str
    span: Span = declare_span()


@attrs.frozen
class SuitWord(Node):
    """One of ♠ ♥ ♦ ♣."""

    symbol: str
    span: Span = declare_span()


@attrs.frozen
class CardWord(Node):
    """`10♥`, `TH`; `twin` for the one marked with `'`."""

    rank: str
    suit: str
    twin: bool
    span: Span = declare_span()


@attrs.frozen
class Word(Node):
    """`yes no none empty it players sides pack seats`."""

    text: str
    span: Span = declare_span()


@attrs.frozen
class Name(Node):
    """A name that stands alone."""

    name: str
    span: Span = declare_span()


@attrs.frozen
class Apply(Node):
    """`name of x` (one argument, `of` true) or `name(x, …)`; `its name` is applied to `it`."""

    name: str
    args: tuple[Expr, ...]
    of: bool
    span: Span = declare_span()
    name_span: Span = declare_span()


@attrs.frozen
class CardOf(Node):
    """`K of ♠`: all cards of that rank and suit."""

    rank: Expr
    suit: Expr
    span: Span = declare_span()


@attrs.frozen
class SeatsRound(Node):
    """`seats from X` (X first) or `seats after X` (all others, from X's left)."""

    after: bool
    seat: Expr
    span: Span = declare_span()


@attrs.frozen
class Listing(Node):
    """`[5, 7]`, `[A♥ 6♣]`."""

    items: tuple[Expr, ...]
    span: Span = declare_span()


@attrs.frozen
class Bracket(Node):
    """`( … )`: kept so that the layout and the messages can show it."""

    inner: Expr
    span: Span = declare_span()


@attrs.frozen
class Between(Node):
    """`low..high`, both included."""

    low: Expr
    high: Expr
    span: Span = declare_span()


@attrs.frozen
class Sum(Node):
    """`left + right`, with `+ - * /`."""

    op: str
    left: Expr
    right: Expr
    span: Span = declare_span()


@attrs.frozen
class Negate(Node):
    """`-x`."""

    value: Expr
    span: Span = declare_span()


@attrs.frozen
class Compare(Node):
    """`left op right`; op is one of `is`, `is not`, `<`, `>`, `<=`, `>=`, `in`, `not in`."""

    op: str
    left: Expr
    right: Expr
    span: Span = declare_span()
    op_span: Span = declare_span()


@attrs.frozen
class Both(Node):
    """`left and right`."""

    left: Expr
    right: Expr
    span: Span = declare_span()


@attrs.frozen
class EitherOr(Node):
    """`left or right`."""

    left: Expr
    right: Expr
    span: Span = declare_span()


@attrs.frozen
class Not(Node):
    """`not x`."""

    value: Expr
    span: Span = declare_span()


@attrs.frozen
class Either(Node):
    """`value if test else other`."""

    value: Expr
    test: Expr
    other: Expr
    span: Span = declare_span()


@attrs.frozen
class Where(Node):
    """`over where test`; `it` is the element."""

    over: Expr
    test: Expr
    span: Span = declare_span()


@attrs.frozen
class Phrase(Node):
    """`any every count total highest lowest best sole first` over a set, each element named.

    `where` narrows the set; `value` is what is asked of each (none for any, count and first).
    """

    kind: str
    name: str
    over: Expr
    where: Expr | None
    value: Expr | None
    span: Span = declare_span()
    name_span: Span = declare_span()


Expr = (
    Number
    | RankWord
    | SuitWord
    | CardWord
    | Word
    | Name
    | Apply
    | CardOf
    | SeatsRound
    | Listing
    | Bracket
    | Between
    | Sum
    | Negate
    | Compare
    | Both
    | EitherOr
    | Not
    | Either
    | Where
    | Phrase
)


@attrs.frozen
class Sentence(Node):
    """`"…"`: pieces of text and, from braces, expressions."""

    pieces: tuple[str | Expr, ...]
    span: Span = declare_span()

    @property
    def plain(self) -> str:
        """The sentence as written, braces and all, without its quotes."""
        return self.span.text[1:-1]
