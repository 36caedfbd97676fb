"""What rules read of a hand that can be built up card by card: sizes, totals, suits, runs.

An expression over hands is rewritten so that it reads such features instead of the cards. Two
hands with the same features cannot be told apart by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import cast

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import runs
from hoyle.dsl.node import Node, map_children, walk
from hoyle.interpreter.hand_tables.symbolic_lowering import slots_of
from hoyle.interpreter.runtime.expression_compiler import Compiler

EMPTY, MIXED = -2, -1  # of a feature "all alike": no card yet; cards that differ
LONGEST = 16  # cards in a run that are followed
ADDED = {"total", "count"}
KINDS = ("add", "or", "alike", "run", "most", "least")


class NotByCard(Exception):
    """The cards are read in a way that cannot be built up card by card."""


class Coupled(Exception):
    """A phrase over cards reads other unknowns as well: those must be fixed first."""

    def __init__(self, slots: frozenset[int]) -> None:
        super().__init__()
        self.slots = slots


@attrs.frozen
class Feature:
    """`gives` holds for each card of the pack what it adds; None where it does nothing.

    `join` says how the parts go together: `add`, `or` (a mask), `alike` (a number that all have),
    `run` (a mask of ranks as long as it can still become a run), `most`, `least`.
    """

    hand: int
    join: str
    gives: tuple[int | None, ...]
    order: tuple[int, ...] = ()
    most: int = 0  # cards in the hand, where it matters

    @property
    def start(self) -> int | None:
        """Of no cards."""
        return {"add": 0, "or": 0, "alike": EMPTY, "run": 0}.get(self.join)


@attrs.define(eq=False)
class Reader:
    """Rewrites expressions; the features that they then read, each with its slot."""

    compiler: Compiler
    hands: frozenset[int]
    first: int  # the first slot that is free for features
    most: Mapping[int, int]  # cards that each hand can have
    found: dict[Feature, int] = attrs.field(factory=dict)
    loose: bool = False  # whether hands were taken to share no card that might

    @property
    def size(self) -> int:
        """How many cards the pack has."""
        return len(self.compiler.machine.pack.ranks)

    def slot(self, one: Feature) -> p.Expr:
        """The slot of a feature."""
        if one not in self.found:
            self.found[one] = self.first + len(self.found)
        return p.Get(self.found[one])

    def over(self, part: tuple[int, int], join: str, what: Callable[[int], int | None]) -> p.Expr:
        """A feature of the cards of a part of a hand."""
        hand, mask = part
        gives = (what(card) if mask >> card & 1 else None for card in range(self.size))
        return self.slot(Feature(hand, join, tuple(gives)))

    # ------------------------------------------------------------------ rewriting

    def rewritten(self, expr: p.Expr) -> p.Expr:
        """The same value, read from features."""
        found = self._as_feature(expr)
        if found is None:
            found = self._rebuilt(expr)
        return found

    def _rebuilt(self, expr: p.Expr) -> p.Expr:
        """The parts rewritten; a hand that is left over is read in another way."""
        match expr:
            case p.GetAt():
                raise NotByCard
            case p.Get(slot=slot) if slot in self.hands:
                raise NotByCard
            case p.TableRow(value=value):
                return self.rewritten(value)
            case p.Bind(slot, value, body):
                if slots_of(value) & self.hands and self.parts(value) is not None:
                    return self.rewritten(with_values(body, {slot: value}))
        return map_children(expr, lambda part: self.rewritten(cast(p.Expr, part)))

    def _as_feature(self, expr: p.Expr) -> p.Expr | None:
        """A feature in place of an expression, where it is one."""
        match expr:
            case p.Op(name="count_bits" | "count_entries", args=(cards,)):
                parts = self.parts(cards)
                return None if parts is None else self._sum_over(parts, lambda card: 1)
            case p.Op(name="is_some" | "is_empty" as name, args=(cards,)):
                parts = self.parts(cards)
                if parts is None:
                    return None
                return p.Op(name, (self._sum_over(parts, lambda card: 1, "or"),))
            case p.Op(name="has_bit", args=(p.Const(value=int(card)), cards)):
                part = self.part(cards)
                return part and self.over((part[0], part[1] & 1 << card), "or", lambda card: 1)
            case p.Op(name="all_in", args=(mask, cards)) if self.part(cards) is not None:
                wanted, part = self.fixed(mask), self.part(cards)
                assert part is not None
                held = self.over((part[0], part[1] & wanted), "add", lambda card: 1)
                return p.Op("is", (held, p.Const(wanted.bit_count() or -1)))
            case p.Op(name="all_in", args=(cards, p.Const(value=int(mask)))):
                part = self.part(cards)
                if part is None:
                    return None
                inside = self.over((part[0], part[1] & mask), "or", lambda card: 1)
                outside = self.over((part[0], part[1] & ~mask), "or", lambda card: 1)
                return p.Op("and", (inside, p.Op("not", (outside,))))
            case p.Op(name=name, args=(cards, *rest)) if name in self.LOOKS:
                part = self.part(cards)
                return part and self.LOOKS[name](self, part, tuple(rest))
            case p.Comprehension(over=over):
                parts = self.parts(over)
                return None if parts is None else self.phrase(expr, parts)
        return None

    def parts(self, cards: p.Expr) -> list[tuple[int, int]] | None:
        """The parts of several hands together, which share no card; None for anything else."""
        match cards:
            case p.Op(name="union" | "join", args=args):
                found = [self.parts(one) for one in args]
                known = [part for one in found if one is not None for part in one]
                if None in found or len({hand for hand, _ in known}) < len(known):
                    return None
                self.loose = self.loose or len(known) > 1
                return known
            case p.Op(name="both", args=(p.Op(name="union") as several, mask)):
                whole = self.parts(several)
                return whole and [(hand, part & self.fixed(mask)) for hand, part in whole]
        part = self.part(cards)
        return None if part is None else [part]

    def _sum_over(
        self, parts: list[tuple[int, int]], what: Callable[[int], int | None], join: str = "add"
    ) -> p.Expr:
        found = self.over(parts[0], join, what)
        for part in parts[1:]:
            more = self.over(part, join, what)
            found = p.Op("plus" if join == "add" else "union", (found, more))
        return found

    def part(self, cards: p.Expr) -> tuple[int, int] | None:
        """A hand, and the mask of those of its cards that are meant; None for anything else."""
        match cards:
            case p.Get(slot=slot) if slot in self.hands:
                return slot, (1 << self.size) - 1
            case p.Op(name="as_laid" | "mask_seq" | "seq_mask" | "reversed", args=(inner,)):
                return self.part(inner)
            case p.Op(name="both", args=(one, other)):
                for inner, mask in ((one, other), (other, one)):
                    part = self.part(inner)
                    if part is not None:
                        return part[0], part[1] & self.fixed(mask)
            case p.Op(name="without", args=(inner, mask)):
                part = self.part(inner)
                return None if part is None else (part[0], part[1] & ~self.fixed(mask))
            case p.Comprehension(kind="filter", over=over, where=where) if where is not None:
                part = self.part(over)
                if part is not None:
                    passes = self._of_each(cards.slot, where)
                    return part[0], part[1] & sum(1 << k for k, it in enumerate(passes) if it)
        return None

    def fixed(self, mask: p.Expr) -> int:
        """A mask that no unknown changes."""
        self.check_fixed(slots_of(mask))
        return int(self.compiler.value(mask)([]))

    def check_fixed(self, unknown: set[int]) -> None:
        """Refuse what depends on cards; on other unknowns, until these are fixed."""
        if unknown & self.hands:
            raise NotByCard
        if unknown:
            raise Coupled(frozenset(unknown))

    def _of_each(self, slot: int, asked: p.Expr) -> list[int]:
        """What an expression over one card gives for every card of the pack."""
        bound = {one.slot for one in walk(asked) if isinstance(one, p.Bind | p.Comprehension)}
        self.check_fixed(slots_of(asked) - {slot} - bound)
        ask = self.compiler.value(asked)
        scratch = [0] * 64
        found = []
        for card in range(self.size):
            scratch[slot] = card
            found.append(int(ask(scratch)))
        return found

    # ------------------------------------------------------------------ what is asked of a hand

    def phrase(self, each: p.Comprehension, parts: list[tuple[int, int]]) -> p.Expr:
        """A phrase over the cards of a hand, as a feature."""
        if each.where is not None:
            passes = self._of_each(each.slot, each.where)
            fitting = sum(1 << k for k, passed in enumerate(passes) if passed)
            parts = [(hand, mask & fitting) for hand, mask in parts]
        if each.kind == "any":
            return p.Op("is_some", (self._sum_over(parts, lambda card: 1, "or"),))
        if each.kind == "count":
            return self._sum_over(parts, lambda card: 1)
        if each.value is None or each.kind not in ("total", "every", "highest", "lowest"):
            raise NotByCard
        worth = self._of_each(each.slot, each.value)
        if each.kind == "total":
            return self._sum_over(parts, lambda card: worth[card])
        if each.kind == "every":
            failing = self._sum_over(parts, lambda card: 0 if worth[card] else 1, "or")
            return p.Op("is_empty", (failing,))
        if len(parts) > 1:
            raise NotByCard
        return self.over(parts[0], "most" if each.kind == "highest" else "least", worth.__getitem__)

    def ranks(self, part: tuple[int, int], rest: tuple[p.Expr, ...]) -> p.Expr:
        """The ranks among the cards."""
        held = self.compiler.machine.pack.ranks
        return self.over(part, "or", lambda card: 1 << held[card])

    def suits(self, part: tuple[int, int], rest: tuple[p.Expr, ...]) -> p.Expr:
        """The suits among them."""
        held = self.compiler.machine.pack.suits
        return self.over(part, "or", lambda card: 1 << held[card])

    def one_rank(self, part: tuple[int, int], rest: tuple[p.Expr, ...]) -> p.Expr:
        """Whether all have one rank."""
        alike = self.over(part, "alike", self.compiler.machine.pack.ranks.__getitem__)
        return p.Op("at_least", (alike, p.Const(0)))

    def one_suit(self, part: tuple[int, int], rest: tuple[p.Expr, ...]) -> p.Expr:
        """Whether all have one suit."""
        alike = self.over(part, "alike", self.compiler.machine.pack.suits.__getitem__)
        return p.Op("at_least", (alike, p.Const(0)))

    def rank_of_all(self, part: tuple[int, int], rest: tuple[p.Expr, ...]) -> p.Expr:
        """The rank of all, or none."""
        alike = self.over(part, "alike", self.compiler.machine.pack.ranks.__getitem__)
        return p.Op("larger", (alike, p.Const(MIXED)))

    def suit_of_all(self, part: tuple[int, int], rest: tuple[p.Expr, ...]) -> p.Expr:
        """The suit of all, or none."""
        alike = self.over(part, "alike", self.compiler.machine.pack.suits.__getitem__)
        return p.Op("larger", (alike, p.Const(MIXED)))

    def consecutive(self, part: tuple[int, int], rest: tuple[p.Expr, ...]) -> p.Expr:
        """Whether they are a run: their ranks, as long as they can still become one."""
        if not isinstance(rest[0], p.Const) or not isinstance(rest[0].value, tuple):
            raise NotByCard
        held = self.compiler.machine.pack.ranks
        gives = tuple(1 << held[k] if part[1] >> k & 1 else None for k in range(self.size))
        most = min(LONGEST, self.most[part[0]])
        run = self.slot(Feature(part[0], "run", gives, rest[0].value, most))
        return p.Op("is_run", (run, rest[0]))

    LOOKS: Mapping[str, Callable[[Reader, tuple[int, int], tuple[p.Expr, ...]], p.Expr]] = {
        "ranks": ranks, "suits": suits, "one_rank": one_rank, "one_suit": one_suit,
        "rank_of_all": rank_of_all, "suit_of_all": suit_of_all, "consecutive": consecutive,
    }  # fmt: skip


def with_values(expr: p.Expr, known: Mapping[int, p.Expr]) -> p.Expr:
    """The expression with some slots replaced by what they hold."""

    def put(part: Node) -> Node:
        if isinstance(part, p.Get):
            return known.get(part.slot, part)
        return map_children(part, put)

    return cast(p.Expr, put(expr))


def is_run(mask: int, order: tuple[int, ...]) -> int:
    """Whether the ranks of a feature `run` are a run."""
    return int(mask > 0 and mask in runs(order, mask.bit_count()))


@cache
def _can_become_run(mask: int, order: tuple[int, ...], most: int) -> bool:
    """Whether ranks lie within some run of at most so many."""
    return any(mask & ~run == 0 for run in _longest_runs(order, most))


@cache
def _longest_runs(order: tuple[int, ...], most: int) -> tuple[int, ...]:
    """The runs of at most so many ranks that lie in no longer one, in order."""
    found: list[int] = []
    for n in range(min(most, len(set(order))), 0, -1):
        found += [run for run in sorted(runs(order, n)) if all(run & ~one for one in found)]
    return tuple(found)


def joined(feature: Feature, one: int | None, given: int | None) -> int | None:
    """A feature with one more part."""
    if given is None:
        return one
    match feature.join:
        case "add":
            return (one or 0) + given
        case "or":
            return (one or 0) | given
        case "alike":
            return given if one in (EMPTY, given) else MIXED
        case "run":
            if one is None or one < 0 or one & given:
                return MIXED
            return (
                one | given if _can_become_run(one | given, feature.order, feature.most) else MIXED
            )
        case "most":
            return given if one is None else max(one, given)
        case _:
            return given if one is None else min(one, given)
