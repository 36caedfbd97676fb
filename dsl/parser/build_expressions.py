"""From Lark's parse tree to our own: the walk, and the rules for expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree import expressions as e

SUIT_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
COMPARISONS = {
    "is_": "is", "is_not": "is not", "lt": "<", "gt": ">", "le": "<=", "ge": ">=",
    "in_": "in", "not_in": "not in",
}  # fmt: skip


def card_word(text: str, span: Span) -> e.CardWord:
    """`10♥`, `TH`, `K♠'`."""
    twin = text.endswith("'")
    text = text.removesuffix("'")
    rank, suit = text[:-1], SUIT_SYMBOLS.get(text[-1], text[-1])
    return e.CardWord("10" if rank == "T" else rank, suit, twin, span)


class ExpressionBuilder:
    """Turns trees into nodes of one source.

    `shift` is added to every offset (a part of a text may be parsed by itself); `sentences` holds
    the pieces of each sentence with braces, by offset.
    """

    def __init__(self, source: Source, shift: int, sentences: dict[int, tuple[Any, ...]]) -> None:
        self.source = source
        self.shift = shift
        self.sentences = sentences

    # ------------------------------------------------------------------ the walk

    def build(self, tree: Any) -> Any:
        """The node of a tree; None stays None."""
        if tree is None:
            return None
        if isinstance(tree, Token):
            raise TypeError(f"no node for the bare token {tree!r}")
        method: Callable[[Tree[Token]], Any] = getattr(self, tree.data)
        return method(tree)

    def all(self, trees: list[Any]) -> tuple[Any, ...]:
        """The nodes of several trees."""
        return tuple(self.build(tree) for tree in trees if tree is not None)

    def all_kept(self, trees: Any) -> tuple[Any, ...]:
        """As `all`, with None in its place."""
        return tuple(self.build(tree) for tree in trees)

    def span(self, tree: Any) -> Span:
        """Where a tree or token stands."""
        if isinstance(tree, Token):
            start, end = tree.start_pos or 0, tree.end_pos or 0
        elif tree.meta.empty:
            start = end = 0
        else:
            start, end = tree.meta.start_pos, tree.meta.end_pos
        return Span(self.source, start + self.shift, end + self.shift)

    def sentence(self, token: Token | None) -> Any:
        """`"…"` with what stands in its braces."""
        if token is None:
            return None
        span = self.span(token)
        pieces = self.sentences.get(span.start)
        if pieces is None:
            pieces = (str(token)[1:-1],) if len(token) > 2 else ()
        return e.Sentence(pieces, span)

    # ------------------------------------------------------------------ expressions

    def number(self, t: Any) -> e.Number:
        return e.Number(int(t.children[0]), self.span(t))

    def rank(self, t: Any) -> e.RankWord | e.Number:
        text, span = str(t.children[0]), self.span(t)
        return e.Number(10, span) if text == "T" else e.RankWord(text, span)

    def suit(self, t: Any) -> e.SuitWord:
        return e.SuitWord(str(t.children[0]), self.span(t))

    def card(self, t: Any) -> e.CardWord:
        return card_word(str(t.children[0]), self.span(t))

    def word(self, t: Any) -> e.Word:
        span = self.span(t)
        return e.Word(span.text, span)

    yes = no = none = empty = it = word

    def name(self, t: Any) -> e.Name:
        return e.Name(str(t.children[0]), self.span(t))

    alternative = name

    def apply_of(self, t: Any) -> e.Apply:
        name, arg = t.children
        return e.Apply(str(name), (self.build(arg),), True, self.span(t), self.span(name))

    def call(self, t: Any) -> e.Apply:
        name, *args = t.children
        return e.Apply(str(name), self.all(args), False, self.span(t), self.span(name))

    def its(self, t: Any) -> e.Apply:
        (name,) = t.children
        span = self.span(t)
        it = e.Word("it", Span(self.source, span.start, span.start + 3))
        return e.Apply(str(name), (it,), True, span, self.span(name))

    def card_of(self, t: Any) -> e.CardOf:
        rank, suit = t.children
        return e.CardOf(self.build(rank), self.build(suit), self.span(t))

    def seats_from(self, t: Any) -> e.SeatsRound:
        return e.SeatsRound(False, self.build(t.children[-1]), self.span(t))

    def seats_after(self, t: Any) -> e.SeatsRound:
        return e.SeatsRound(True, self.build(t.children[-1]), self.span(t))

    def list(self, t: Any) -> e.Listing:
        return e.Listing(self.all(t.children), self.span(t))

    def bracket(self, t: Any) -> e.Bracket:
        return e.Bracket(self.build(t.children[0]), self.span(t))

    def from_to(self, t: Any) -> e.Between:
        low, high = t.children
        return e.Between(self.build(low), self.build(high), self.span(t))

    def ex_span(self, t: Any) -> e.Between:
        low, high = (e.Number(int(token), self.span(token)) for token in t.children)
        return e.Between(low, high, self.span(t))

    def _sum(self, op: str, t: Any) -> e.Sum:
        left, right = t.children
        return e.Sum(op, self.build(left), self.build(right), self.span(t))

    def plus(self, t: Any) -> e.Sum:
        return self._sum("+", t)

    def minus(self, t: Any) -> e.Sum:
        return self._sum("-", t)

    def times(self, t: Any) -> e.Sum:
        return self._sum("*", t)

    def over(self, t: Any) -> e.Sum:
        return self._sum("/", t)

    def negate(self, t: Any) -> e.Negate:
        return e.Negate(self.build(t.children[0]), self.span(t))

    def compare(self, t: Any) -> e.Compare:
        left, op, right = t.children
        return e.Compare(
            COMPARISONS[op.data], self.build(left), self.build(right), self.span(t), self.span(op)
        )

    def and_(self, t: Any) -> e.Both:
        left, right = self.all(t.children)
        return e.Both(left, right, self.span(t))

    def or_(self, t: Any) -> e.EitherOr:
        left, right = self.all(t.children)
        return e.EitherOr(left, right, self.span(t))

    def not_(self, t: Any) -> e.Not:
        return e.Not(self.build(t.children[0]), self.span(t))

    def either(self, t: Any) -> e.Either:
        value, test, other = self.all(t.children)
        return e.Either(value, test, other, self.span(t))

    def where(self, t: Any) -> e.Where:
        over, test = self.all(t.children)
        return e.Where(over, test, self.span(t))

    def _phrase(
        self, kind: str, t: Any, name: Token, over: Any, where: Any, value: Any
    ) -> e.Phrase:
        return e.Phrase(
            kind, str(name), self.build(over), self.build(where), self.build(value),
            self.span(t), self.span(name),
        )  # fmt: skip

    def any_(self, t: Any) -> e.Phrase:
        name, over, where = t.children
        return self._phrase("any", t, name, over, where, None)

    def count(self, t: Any) -> e.Phrase:
        name, over, where = t.children
        return self._phrase("count", t, name, over, where, None)

    def first(self, t: Any) -> e.Phrase:
        name, over, where = t.children
        return self._phrase("first", t, name, over, where, None)

    def every(self, t: Any) -> e.Phrase:
        name, over, where, value = t.children
        return self._phrase("every", t, name, over, where, value)

    def _valued(self, kind: str, t: Any) -> e.Phrase:
        value, name, over, where = t.children
        return self._phrase(kind, t, name, over, where, value)

    def total(self, t: Any) -> e.Phrase:
        return self._valued("total", t)

    def highest(self, t: Any) -> e.Phrase:
        return self._valued("highest", t)

    def lowest(self, t: Any) -> e.Phrase:
        return self._valued("lowest", t)

    def best(self, t: Any) -> e.Phrase:
        sole, name, over, where, value = t.children
        return self._phrase("best" if sole is None else "sole", t, name, over, where, value)
