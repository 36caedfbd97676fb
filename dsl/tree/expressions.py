"""The parsed tree: expressions. Nodes are frozen; places in the text take no part in equality."""

from __future__ import annotations

import attrs

from hoyle.dsl.node import Node
from hoyle.dsl.source import Span


@attrs.frozen
class TreeNode(Node):
    """A part of the tree and its place."""

    span: Span = attrs.field(eq=False, repr=False, kw_only=True)

    @property
    def words(self) -> str:
        """How it is written, on one line."""
        return self.span.words


@attrs.frozen
class NamedNode(TreeNode):
    """What has a name of its own, and where that is written."""

    name: str
    name_span: Span = attrs.field(eq=False, repr=False, kw_only=True)


@attrs.frozen
class Number(TreeNode):
    """`41`, or a rank written with figures: which is settled by type."""

    value: int


@attrs.frozen
class RankWord(TreeNode):
    """`A`, `K`: a letter that is a rank; `T` is the number 10."""

    text: str


@attrs.frozen
class SuitWord(TreeNode):
    """`♠`, or a sign of another pack."""

    symbol: str


@attrs.frozen
class CardWord(TreeNode):
    """`10♥`, `TH`; `copy` is 0, of the one marked `'` 1, of `'3` 2."""

    rank: str
    suit: str
    copy: int


@attrs.frozen
class Marked(TreeNode):
    """`joker'`, of a card with a name; `white'3` at the end of one; `copy` as in a CardWord."""

    name: str
    copy: int


@attrs.frozen
class Word(TreeNode):
    """`yes no none empty it players sides pack seats`."""

    text: str


@attrs.frozen
class Name(TreeNode):
    """A name that stands alone; it has no arguments, and no place but its own."""

    name: str
    args = ()

    @property
    def name_span(self) -> Span:
        """Its place."""
        return self.span


@attrs.frozen
class Apply(NamedNode):
    """`name of x` (one argument, `of` true) or `name(x, …)`; `its name` is applied to `it`."""

    args: tuple[Expr, ...]
    of: bool


@attrs.frozen
class CardOf(TreeNode):
    """`K of ♠`: all cards of that rank and suit."""

    rank: Expr
    suit: Expr


@attrs.frozen
class SeatsRound(TreeNode):
    """`seats from X` (X first) or `seats after X` (all others, from X's left); or some of them.

    `among` are those of `S from X`; none stands for all seats.
    """

    after: bool
    seat: Expr
    among: Expr | None


@attrs.frozen
class Alternatives(TreeNode):
    """`Manner`, where it is gone through: all alternatives of the type."""

    type: str


@attrs.frozen
class AllBut(TreeNode):
    """`all but owner`: every seat but one, or but some."""

    seats: Expr


@attrs.frozen
class Listing(TreeNode):
    """`[5, 7]`, `[A♥ 6♣]`."""

    items: tuple[Expr, ...]


@attrs.frozen
class Layout(TreeNode):
    """`[A♠ 2♠ 3♠]/[K♠ 4♣]` in a move of an example: melds, and at the end what is left."""

    parts: tuple[Listing, ...]


@attrs.frozen
class Bracket(TreeNode):
    """`( … )`: kept so that the layout and the messages can show it."""

    inner: Expr


@attrs.frozen
class Between(TreeNode):
    """`low..high`, both included."""

    low: Expr
    high: Expr


@attrs.frozen
class Sum(TreeNode):
    """`left + right`, with `+ - * /`."""

    op: str
    left: Expr
    right: Expr


@attrs.frozen
class Negate(TreeNode):
    """`-x`."""

    value: Expr


@attrs.frozen
class Compare(TreeNode):
    """`left op right`; op is one of `is`, `is not`, `<`, `>`, `<=`, `>=`, `in`, `not in`."""

    op: str
    left: Expr
    right: Expr
    op_span: Span = attrs.field(eq=False, repr=False, kw_only=True)


@attrs.frozen
class Both(TreeNode):
    """`left and right`."""

    left: Expr
    right: Expr


@attrs.frozen
class EitherOr(TreeNode):
    """`left or right`."""

    left: Expr
    right: Expr


@attrs.frozen
class Not(TreeNode):
    """`not x`."""

    value: Expr


@attrs.frozen
class Either(TreeNode):
    """`value if test else other`."""

    value: Expr
    test: Expr
    other: Expr


@attrs.frozen
class Where(TreeNode):
    """`over where test`; `it` is the element."""

    over: Expr
    test: Expr


@attrs.frozen
class Phrase(TreeNode):
    """`any every count total highest lowest best sole first` over a set, each element named.

    `lowest x in S by V` is of the kind `lowest_by`, with `sole` before it `sole_lowest`; with `all`
    before them they are `all_best` and `all_lowest`. `where` narrows the set; `value` is what is
    asked of each (none for any, count and first).
    """

    kind: str
    name: str
    over: Expr
    where: Expr | None
    value: Expr | None
    name_span: Span = attrs.field(eq=False, repr=False, kw_only=True)


Expr = (
    Number | RankWord | SuitWord | CardWord | Marked | Word | Name | Apply | CardOf | SeatsRound
    | Alternatives | AllBut | Listing | Layout | Bracket | Between | Sum | Negate | Compare | Both
    | EitherOr | Not | Either | Where | Phrase
)  # fmt: skip


@attrs.frozen
class Sentence(TreeNode):
    """`"…"`: pieces of text and, from braces, expressions."""

    pieces: tuple[str | Expr, ...]

    @property
    def plain(self) -> str:
        """The sentence as written, braces and all, without its quotes."""
        return self.span.text[1:-1]
