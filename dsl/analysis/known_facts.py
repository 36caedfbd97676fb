"""Facts of what is known to whom and what is the same, and what an answer says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cached_property

import attrs

from hoyle.dsl.analysis.control_flow import Point
from hoyle.dsl.analysis.terms import EVERY_CARD, INVERSE, Term, Terms
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NumberT

ALL: Term = -1  # in place of a seat: everybody
CONSTANTS = ("nothing", "constant", "literal", "setting", "element", "each")


class Kind(Enum):
    """What a fact says of its terms `a` and `b`."""

    KNOWN = "the value of a is known to the seat b, or to ALL"
    SAME = "a and b have the same value"
    DIFFERS = "a and b have different values"
    MEMBER = "a is one of b"
    WITHIN = "all members of a are members of b"
    HOLDS = "the question a is answered with b, 1 or 0"


@attrs.frozen(cache_hash=True)
class Fact:
    """A fact; with `domains` it is one of each member of several sets.

    The term `each k` stands for the members of domain k, which may itself name those before it. A
    fact with a `loop` is one of the members only that the loop has gone through so far; `ahead`: of
    those only that it has still before it. `seen` says of what is known that it is in sight: who
    chooses among such cards is seen to do so.
    """

    kind: Kind
    a: Term
    b: Term
    domains: tuple[Term, ...] = ()
    loop: Point | None = None
    seen: bool = False
    ahead: bool = False
    terms: tuple[Term, ...] = attrs.field(init=False, eq=False, repr=False)

    @terms.default
    def _list_terms(self) -> tuple[Term, ...]:
        return tuple(term for term in (self.a, self.b, *self.domains) if term > 0)


class Equalities:
    """Which terms surely have the same value now, as pairs of them say; shared by many states."""

    def __init__(self, terms: Terms, pairs: Iterable[tuple[Term, Term]]) -> None:
        self.terms = terms
        self.others: dict[Term, list[Term]] = {}
        self._parents: dict[Term, Term] = {}
        self._replaced = 0  # the mask of the terms that have a parent
        self._canonical: dict[Term, Term] = {}
        self._rewritten: dict[Fact, Fact] = {}
        plain = sorted({*pairs, *(pair for a, b in pairs for pair in self._seen_from_there(a, b))})
        for a, b in plain:
            self.others.setdefault(a, []).append(b)
            self.others.setdefault(b, []).append(a)
        for _ in range(2 if len(plain) > 1 else 1):
            for a, b in plain:
                one, other = sorted((self.canonical(a), self.canonical(b)), key=self._rank)
                if (self._is_number(a) or self._is_number(b)) and not self._is_constant(one):
                    continue  # who knows it is found by `equals`; nothing is found by its name
                if one != other:
                    self._parents[other] = one
                    self._replaced |= 1 << other
                    self._canonical.clear()

    def _rank(self, term: Term) -> tuple[bool, Term]:
        """A number that is written out stands for all that have its value."""
        return not self._is_constant(term), term

    def _is_constant(self, term: Term) -> bool:
        return self.terms.shapes[term].op == "constant"

    def _seen_from_there(self, a: Term, b: Term) -> Iterator[tuple[Term, Term]]:
        """Where a seat is the neighbour of another one, what this one is to it."""
        for seat, other in ((a, b), (b, a)):
            while (shape := self.terms.shapes[other]).op in INVERSE and len(shape.args) == 1:
                seat, other = self.terms.make(INVERSE[shape.op], None, (seat,)), shape.args[0]
                yield seat, other

    @cached_property
    def number_names(self) -> dict[Term, list[Term]]:
        """The names of numbers, by the value that each of them was given."""
        found: dict[Term, list[Term]] = {}
        for name, values in self.others.items():
            for value in values if self._is_number(name) else ():
                if not self._is_number(value):
                    found.setdefault(self.canonical(value), []).append(name)
        return found

    def _is_number(self, term: Term) -> bool:
        shape = self.terms.shapes[term]
        return (
            shape.op == "var" and isinstance(shape.of, g.Var) and isinstance(shape.of.type, NumberT)
        )

    def canonical(self, term: Term) -> Term:
        """The same term for all that surely have the same value now."""
        if term == ALL or not self.terms.parts[term] & self._replaced:
            return term
        found = self._canonical.get(term)
        if found is None:
            shape = self.terms.shapes[term]
            found = term
            if shape.args:
                args = tuple(self.canonical(arg) for arg in shape.args)
                found = self.terms.make(shape.op, shape.of, args, shape.at)
            while found in self._parents:
                found = self._parents[found]
            self._canonical[term] = found
        return found

    def rewrite(self, fact: Fact) -> Fact:
        """A fact of canonical terms."""
        if not self._parents:
            return fact
        found = self._rewritten.get(fact)
        if found is None:
            a, b, *domains = map(self.canonical, (fact.a, fact.b, *fact.domains))
            found = attrs.evolve(fact, a=a, b=b, domains=tuple(domains))
            self._rewritten[fact] = found
        return found


def place_of_each_card(terms: Terms) -> Fact:
    """That everybody knows in which zone each card of the pack lies."""
    pack = terms.make(EVERY_CARD.op, EVERY_CARD.of)
    return Fact(Kind.KNOWN, terms.make("places", None, (pack,)), ALL)


def facts_of_answer(terms: Terms, question: Term, answer: bool) -> frozenset[Fact]:
    """What follows from the answer to a question."""
    shape = terms.shapes[question]
    match shape.op:
        case "not":
            return facts_of_answer(terms, shape.args[0], not answer)
        case "and" | "or" if answer is (shape.op == "and"):
            one, other = shape.args
            return facts_of_answer(terms, one, answer) | facts_of_answer(terms, other, answer)
        case "is" | "is_not":
            kind = Kind.SAME if answer is (shape.op == "is") else Kind.DIFFERS
            one, other = shape.args
            return frozenset({Fact(kind, one, other)})
        case "in" if answer:
            item, several = shape.args
            return frozenset({Fact(Kind.MEMBER, item, several)})
        case "in" if terms.shapes[shape.args[1]].op == "list":
            item, several = shape.args
            others = (Fact(Kind.DIFFERS, item, one) for one in terms.shapes[several].args)
            return frozenset({Fact(Kind.HOLDS, question, 0), *others})
        case "showing" if answer:
            return frozenset({Fact(Kind.KNOWN, shape.args[0], ALL, seen=True)})
        case "sees" if answer:
            return frozenset({Fact(Kind.KNOWN, shape.args[1], shape.args[0], seen=True)})
        case op if op in CONSTANTS:
            return frozenset()
        case _:
            return frozenset({Fact(Kind.HOLDS, question, int(answer))})


def ways_to_answer(terms: Terms, question: Term, answer: bool) -> tuple[tuple[Term, bool], ...]:
    """The questions of which, with an answer each, at least one explains the answer to another."""
    shape = terms.shapes[question]
    match shape.op:
        case "not":
            return ways_to_answer(terms, shape.args[0], not answer)
        case "and" | "or" if answer is (shape.op == "or"):
            return tuple(way for arg in shape.args for way in ways_to_answer(terms, arg, answer))
        case "in" if answer and terms.shapes[shape.args[1]].op == "list":
            several = terms.shapes[shape.args[1]].args
            return tuple((terms.make("is", None, (shape.args[0], one)), True) for one in several)
    return ((question, answer),)
