"""What is known to whom at a point of play, and what of a term is hidden from somebody.

A `State` holds facts that are true on every way to the point. A value is known to a seat if it is
the same in all games that look alike to that seat so far: what lies open, what has been shown,
announced or asked in the open, and whatever follows from these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, combinations, islice, product

import attrs

from hoyle.dsl.analysis.control_flow import Point
from hoyle.dsl.analysis.known_facts import (
    ALL,
    CONSTANTS,
    Equalities,
    Fact,
    Kind,
    facts_of_answer,
    place_of_each_card,
    ways_to_answer,
)
from hoyle.dsl.analysis.terms import EVERY_CARD, EVERY_SEAT, NOTHING, ONE, Shape, Term, Terms
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SEAT, NumberT, bare, element
from hoyle.dsl.checked.values import Thing

SIZES = ("size", "is_empty", "is_some")
ENDS = ("top", "top_n", "bottom", "last", "reversed")
PARTS = ("without", "subsets", "subsets_of_size", "groups")
SOME = ("filter", *ONE)  # … or some of it
ASKING = ("any", "every", "count")  # phrases that ask something of each
MAX_CASES = 12  # ways to answer a question that are gone through one by one
MAX_SUBSETS = 6  # a set that is part of a part of … another is followed so far


@attrs.frozen
class NamedCard:
    """A card of the pack: where it lies may be hidden."""

    name: str


Hidden = g.Zone | g.Register | g.Var | NamedCard
Place = Term | g.Zone  # a zone, or somewhere in a family of zones


@attrs.frozen
class State:
    """What is known at a point.

    Of the loops in `fresh` no round has been gone through: whatever is said of the members that
    they have gone through is true. `places` are the zones that the card of a variable may lie in; a
    variable that it does not name may lie anywhere.
    """

    facts: frozenset[Fact] = frozenset()
    fresh: frozenset[Point] = frozenset()
    places: Mapping[g.Var, frozenset[Place]] = attrs.field(factory=dict)


NONE_SKIPPED = 1 << 30


class Knowledge:
    """Answers questions about one set of facts.

    What is hidden is listed; where it is only asked whether anything is, `most` is 1.
    """

    def __init__(
        self, terms: Terms, facts: Iterable[Fact], divides: bool = True, most: int | None = None
    ) -> None:
        self.terms, self._most = terms, most
        self.facts = frozenset(facts)
        self._divides = divides  # whether it asks what is known in each case by itself
        self._hidden: dict[tuple[Term, Term], tuple[Hidden, ...]] = {}
        self._open: list[Term] = []  # terms of which it is being asked what is hidden
        self._skipped = NONE_SKIPPED  # the outermost of them that an answer leaves out
        self._asked: set[tuple[Term, Term]] = set()  # what is being asked: is it one of these?
        self._given: dict[tuple[Term, bool], Knowledge] = {}
        pairs = frozenset((f.a, f.b) for f in self.facts if f.kind is Kind.SAME and not f.domains)
        if pairs not in terms.equalities:
            terms.equalities[pairs] = Equalities(terms, pairs)
        equal = terms.equalities[pairs]
        assert isinstance(equal, Equalities)
        self._equal = equal
        self.canonical: Callable[[Term], Term] = self._equal.canonical

    @cached_property
    def _known(self) -> dict[str, list[Fact]]:
        found: dict[str, list[Fact]] = {}
        for fact in self.facts:
            if fact.kind is Kind.KNOWN and fact.loop is None:
                fact = self._equal.rewrite(fact)
                found.setdefault(self.terms.shapes[fact.a].op, []).append(fact)
        return found

    def _of(self, facts: Iterable[Fact]) -> Knowledge:
        return Knowledge(self.terms, facts, self._divides, self._most)

    @cached_property
    def in_sight(self) -> Knowledge:
        """What is known because it can be seen."""
        rest = [fact for fact in self.facts if fact.kind is not Kind.KNOWN or fact.seen]
        return self if len(rest) == len(self.facts) else self._of(rest)

    # ------------------------------------------------------------------ equal terms

    def equals(self, term: Term) -> list[Term]:
        """The other terms that a fact says are the same."""
        return self._equal.others.get(term, [])

    def same(self, a: Term, b: Term) -> bool:
        """Whether two terms surely have the same value."""
        return self.canonical(a) == self.canonical(b)

    def differ(self, a: Term, b: Term) -> bool:
        """Whether two terms surely have different values."""
        a, b = self.canonical(a), self.canonical(b)
        one, other = self.terms.shapes[a], self.terms.shapes[b]
        if one.op == other.op == "constant" or one.op == other.op == "literal":
            return one != other
        if self._seats or _is_neighbour(one) or _is_neighbour(other):
            (base, k), (other_base, m) = self._steps_from(a), self._steps_from(b)
            if base == other_base and abs(k - m) == 1 and self.terms.more_than_one_seat:
                return True
        if (a, b) in self._different or (b, a) in self._different:
            return True
        pairs = ((a, b), (b, a))
        return any(item == x and self.lacks(set_, y) for item, set_ in self._members
                   for x, y in pairs)  # fmt: skip

    @cached_property
    def _different(self) -> set[tuple[Term, Term]]:
        """The pairs that a fact says are different."""
        pairs = ((f.a, f.b) for f in self.facts if f.kind is Kind.DIFFERS)
        return {(self.canonical(a), self.canonical(b)) for a, b in pairs}

    def lacks(self, several: Term, seat: Term) -> bool:
        """Whether a seat or a number is surely not in a set."""
        shape = self.terms.shapes[several]
        match shape.op:
            case "seats_after":
                return self.same(shape.args[0], seat)
            case "reversed":
                return self.lacks(shape.args[0], seat)
            case "without":
                gone = self.terms.shapes[shape.args[1]]
                named = gone.args if gone.op == "list" else shape.args[1:]
                return any(self.same(one, seat) for one in named) or self.lacks(shape.args[0], seat)
        if not shape.is_filter:
            return False
        over, where, _ = shape.args
        asked = self.terms.substitute(where, self.terms.make("element", at=shape.at), seat)
        return self.lacks(over, seat) or any(
            fact.kind is Kind.DIFFERS and self.same(fact.a, fact.b)
            for fact in facts_of_answer(self.terms, asked, True)
        )

    def _is_seat(self, term: Term) -> bool:
        """Whether a term stands for one seat, as far as its form says it."""
        shape = self.terms.shapes[term]
        of = shape.of
        if isinstance(of, g.Var | g.Register):
            return bare(of.type) == SEAT
        return shape.op in ("left", "right", "owner", "one of", "element of", "element", "each")

    def _steps_from(self, term: Term) -> tuple[Term, int]:
        """A seat as another one and how many places to the left of it."""
        steps, passed = 0, set[Term]()
        while term not in passed:
            passed.add(term)
            neighbour = term if _is_neighbour(self.terms.shapes[term]) else self._seats.get(term)
            if neighbour is None:
                break
            shape = self.terms.shapes[neighbour]
            steps += 1 if shape.op == "left" else -1
            term = self.canonical(shape.args[0])
        return term, steps

    @cached_property
    def _seats(self) -> dict[Term, Term]:
        """The seats that are said to be the neighbour of another, with the term that says so."""
        terms = sorted(term for f in self.facts if f.kind is Kind.SAME for term in (f.a, f.b))
        return {self.canonical(t): t for t in terms if _is_neighbour(self.terms.shapes[t])}

    # ------------------------------------------------------------------ facts

    def holds(self, fact: Fact) -> bool:
        """Whether a fact follows from these."""
        if fact in self.facts:
            return True
        if fact.domains or fact.loop is not None:
            return any(self._covers(other, fact) for other in self.facts)
        match fact.kind:
            case Kind.SAME:
                return self.same(fact.a, fact.b)
            case Kind.DIFFERS:
                return self.differ(fact.a, fact.b)
            case Kind.MEMBER:
                return self.is_member(fact.a, fact.b)
            case Kind.WITHIN:
                return self.is_within(fact.a, fact.b)
            case Kind.HOLDS:
                return self.is_answered(fact.a, bool(fact.b))
            case Kind.KNOWN:
                known = self.in_sight if fact.seen else self
                return known.is_known(fact.a, fact.b) or not known.hidden(fact.a, fact.b)

    def _covers(self, other: Fact, fact: Fact) -> bool:
        return (
            (other.kind, other.a, other.loop, other.ahead)
            == (fact.kind, fact.a, fact.loop, fact.ahead)
            and other.seen >= fact.seen
            and other.b in (fact.b, ALL)
            and len(other.domains) == len(fact.domains)
            and all(
                self.is_within(inner, outer)
                for inner, outer in zip(fact.domains, other.domains, strict=True)
            )
        )

    def is_within(self, inner: Term, outer: Term, depth: int = 0) -> bool:
        """Whether all members of a set surely are in another one."""
        shape, whole = self.terms.shapes[inner], self.terms.shapes[outer]
        if self.same(inner, outer) or whole in (EVERY_SEAT, EVERY_CARD):
            return True
        if whole.op == "union" and any(self.is_within(inner, part) for part in whole.args):
            return True
        if whole.op == "many" and shape.op in ("load", "many"):
            if shape.of is not whole.of or not set(shape.places) <= set(whole.places):
                return False
            return all(
                (self.is_within if k in shape.places else self.is_member)(arg, arg_of)
                if k in whole.places else self.same(arg, arg_of)
                for k, (arg, arg_of) in enumerate(zip(shape.args, whole.args, strict=True))
            )  # fmt: skip
        if whole.op == "without" and self.terms.shapes[whole.args[1]].op == "list":
            gone = self.terms.shapes[whole.args[1]].args
            if self.is_within(inner, whole.args[0]) and all(self.lacks(inner, x) for x in gone):
                return True
        if shape.is_filter and any(
            fact.kind is Kind.MEMBER and fact.a == self.terms.make("element", at=shape.at)
            and self.is_within(fact.b, outer, depth)
            for fact in facts_of_answer(self.terms, shape.args[1], True)
        ):  # fmt: skip
            return True
        if shape.is_filter or shape.op in ("minus", "without"):
            return self.is_within(shape.args[0], outer, depth)
        if shape.op == "list":
            return all(self.is_member(arg, outer) for arg in shape.args)
        if shape.op == whole.op == "between":
            match [self.terms.number(arg) for arg in (*shape.args, *whole.args)]:
                case [int(low), int(high), int(least), int(most)]:
                    return least <= low and high <= most
        inner = self.canonical(inner)
        return depth < MAX_SUBSETS and any(
            f.kind is Kind.WITHIN and self.canonical(f.a) == inner
            and self.is_within(f.b, outer, depth + 1)
            for f in self.facts
        )  # fmt: skip

    @cached_property
    def _members(self) -> list[tuple[Term, Term]]:
        """What is in which set, as far as a question has said it or the answer has a name."""
        found = []
        for fact in self.facts:
            pair: tuple[Term, ...] = (fact.a, fact.b)
            if fact.kind is Kind.HOLDS:
                shape = self.terms.shapes[self.canonical(fact.a)]
                pair = shape.args if shape.op == "in" and fact.b else ()
            elif fact.kind is not Kind.MEMBER or fact.domains:
                continue
            if pair:
                found.append((self.canonical(pair[0]), pair[1]))
        return found

    def is_member(self, item: Term, domain: Term) -> bool:
        """Whether something surely is in a set."""
        shape = self.terms.shapes[domain]
        one = self.terms.shapes[item]
        if shape.op in ("seats_from", "anything") or shape == EVERY_SEAT:
            return True
        if shape.op == "reversed":
            return self.is_member(item, shape.args[0])
        if shape.op == "seats_after" and self.differ(item, shape.args[0]):
            return True
        if shape.op == "without":
            whole, out = shape.args
            apart = self.terms.shapes[out]
            gone = apart.args if apart.op == "list" else (out,) if self._is_seat(out) else None
            if gone is not None and all(self.differ(item, other) for other in gone):
                return self.is_member(item, whole)
        if shape.op == "if":
            return all(self.is_member(item, way) for way in shape.args[1:])
        if shape.op == "setting" and shape.of in ("ranks", "suits", "sides"):
            return True
        if one.op == "element of" and self.is_within(self.terms.shapes[one.at].args[0], domain):
            return True
        if shape.is_filter:
            over, where, _ = shape.args
            element_ = self.terms.make("element", at=shape.at)
            if self.is_member(item, over) and self.is_answered(
                self.terms.substitute(where, element_, item), True
            ):
                return True
        if shape.op == "between":
            (least, most), (low, high) = shape.args, self._range_of(item)
            if self._at_most(least, low) and self._at_most(high, most):
                return True
        if shape.op == "list" and any(self.same(item, arg) for arg in shape.args):
            return True
        asked = (self.canonical(item), domain)
        if asked in self._asked:
            return False
        self._asked.add(asked)
        found = any(one == asked[0] and self.is_within(set_, domain) for one, set_ in self._members)
        found = found or any(self.is_member(item, other) for other in self.equals(domain))
        self._asked.remove(asked)
        return found

    def _range_of(self, item: Term) -> tuple[Term, Term]:
        """The least and the most that a number may be: of kept ones the range of their line."""
        shape = self.terms.shapes[item]
        of = shape.of
        if isinstance(of, g.Register) and isinstance(of.type, NumberT) and of.low and of.high:
            return self.terms.term(of.low, {}), self.terms.term(of.high, {})
        if shape.op in ("plus", "minus") and len(shape.args) == 2:
            return self.terms.add_ranges(shape.op, *map(self._range_of, shape.args)) or (item, item)
        sets = (self.terms.shapes[set_] for one, set_ in self._members if one == item)
        low, high = next((set_.args for set_ in sets if set_.op == "between"), (item, item))
        return low, high

    def _at_most(self, one: Term, other: Term) -> bool:
        """Whether a number is surely at most another one."""
        a, b = self.terms.number(one), self.terms.number(other)
        return self.same(one, other) if a is None or b is None else a <= b

    def is_answered(self, question: Term, answer: bool) -> bool:
        """Whether a question surely has an answer."""
        shape = self.terms.shapes[question]
        match shape.op:
            case "not":
                return self.is_answered(shape.args[0], not answer)
            case "and" | "or":
                every = answer is (shape.op == "and")
                answers = (self.is_answered(arg, answer) for arg in shape.args)
                return all(answers) if every else any(answers)
            case "is" | "is_not":
                if answer is (shape.op == "is"):
                    return self.same(*shape.args)
                return self.differ(*shape.args)
            case "in" if answer:
                return self.is_member(*shape.args)
            case "constant":
                return bool(shape.of) is answer
            case _:
                question = self.canonical(question)
                return any(
                    f.kind is Kind.HOLDS and bool(f.b) is answer and not f.domains
                    and self.canonical(f.a) == question
                    for f in self.facts
                )  # fmt: skip

    def given(self, question: Term, answer: bool) -> Knowledge:
        """What is known where a question has an answer."""
        key = (question, answer)
        found = self._given.get(key)
        if found is None:
            more = facts_of_answer(self.terms, question, answer)
            known = self.facts.union(more)
            found = self if known == self.facts else Knowledge(self.terms, known, self._divides, 1)
            self._given[key] = found
        return found

    def is_known(self, term: Term, who: Term) -> bool:
        """Whether a fact says that somebody knows a term."""
        own, who = self.canonical(term), self.canonical(who)
        for term in (own, *map(self.canonical, self._equal.number_names.get(own, ()))):
            for fact in self._known.get(self.terms.shapes[term].op, ()):
                if not fact.domains:
                    if fact.a == term and fact.b in (ALL, who):
                        return True
                    continue
                found: dict[int, Term] = {}
                if not self._fits(fact.a, term, found):
                    continue
                if fact.b != ALL and (who == ALL or not self._fits(fact.b, who, found)):
                    continue
                if self._are_members(fact, found, who):
                    return True
        return False

    def _fits(self, pattern: Term, term: Term, found: dict[int, Term]) -> bool:
        """Whether a term has a pattern's form; `found` is what its quantifiers stand for."""
        shape, other = self.terms.shapes[pattern], self.terms.shapes[term]
        if shape.op == "each":
            return found.setdefault(shape.at, term) == term
        if pattern == term:
            return True
        if (shape.op, shape.of, shape.at, len(shape.args)) != (
            other.op, other.of, other.at, len(other.args)
        ):  # fmt: skip
            # the seat whose left is x is the right of x
            if shape.op in ("left", "right") and len(shape.args) == 1:
                back = self.terms.make("right" if shape.op == "left" else "left", None, (term,))
                return self._fits(shape.args[0], back, found)
            return False
        pairs = zip(shape.args, other.args, strict=True)
        return all(self._fits(arg, arg_of, found) for arg, arg_of in pairs)

    def _are_members(self, fact: Fact, found: Mapping[int, Term], who: Term) -> bool:
        for k, domain in enumerate(fact.domains):
            if k not in found:
                return False
            for j in range(k):
                domain = self.terms.substitute(domain, self.terms.make("each", at=j), found[j])
            is_read = self.terms.shapes[fact.a].op == "load"
            if not self.is_member(found[k], domain) and not (
                is_read and self._is_picked(found[k], domain)
            ):
                return False
            if self.hidden(found[k], who):  # each is known, and not which one it is
                return False
        return True

    def _is_picked(self, item: Term, domain: Term) -> bool:
        """Whether it is the best or the first of a set, or none, of which nothing can be read."""
        return any(self.is_within(shape.args[0], domain) for shape in self._list_picks(item))

    def _list_picks(self, item: Term) -> list[Shape]:
        """The phrases that pick it out of some: the best, the first."""
        shapes = (self.terms.shapes[term] for term in (item, *self.equals(item)))
        return [shape for shape in shapes if shape.op == "phrase" and shape.of in ONE]

    # ------------------------------------------------------------------ what is hidden

    def hidden(self, term: Term, who: Term) -> tuple[Hidden, ...]:
        """What somebody cannot see of all that a term is worked out from; nothing: it is known."""
        who = self.canonical(who)
        key = (term, who)
        found = self._hidden.get(key)
        if found is None:
            self._hidden[key] = ()  # a term that is the same as itself
            before, self._skipped = self._skipped, NONE_SKIPPED
            self._open.append(term)
            found = self._list(self._hidden_in(term, who))
            self._open.pop()
            if found and who != ALL and self.terms.shapes[who].op == "if":
                test, one, other = self.terms.shapes[who].args
                ways = ((True, one), (False, other))
                found = tuple(
                    x for answer, seat in ways if not self.is_answered(test, not answer)
                    for x in self.given(test, answer).hidden(term, seat)
                )  # fmt: skip
            if found and self._divides and self._is_known_in_each_case(term, who):
                found = ()
            self._hidden[key] = found
            if self._skipped < len(self._open):  # a term around it was left out of the answer
                del self._hidden[key]
                before = min(before, self._skipped)
            self._skipped = before
        return found

    @cached_property
    def _cases(self) -> list[tuple[tuple[Term, bool], ...]]:
        """The ways of which one surely holds: to be one of a list, or one side of an `or`."""
        found = []
        for fact in self.facts:
            question, answer = fact.a, bool(fact.b)
            if fact.kind is Kind.MEMBER and not fact.domains:
                lists = (fact.b, self.canonical(fact.b), *self.equals(fact.b))
                several = next((s for s in lists if self.terms.shapes[s].op == "list"), fact.b)
                question, answer = self.terms.make("in", None, (fact.a, several)), True
            elif fact.kind is not Kind.HOLDS:
                continue
            ways = ways_to_answer(self.terms, question, answer)
            if ways != ((question, answer),) and len(ways) <= MAX_CASES:
                found.append(ways)
        return sorted(found)

    @cached_property
    def _whole(self) -> Knowledge:
        """The same, which divides nothing into cases any more."""
        return Knowledge(self.terms, self.facts, False, most=1) if self._cases else self

    def _is_known_in_each_case(self, term: Term, who: Term) -> bool:
        """Whether somebody who knows which of several cases it is knows a term in each of them."""
        parts = self.terms.parts
        asked = parts[self.canonical(term)] | (parts[who] if who != ALL else 0)
        whole = self._whole
        return any(
            any(asked & parts[self.canonical(question)] & ~1 for question, _ in ways)
            and (len(ways) == 1 or not any(whole.hidden(question, who) for question, _ in ways))
            and all(
                whole.is_answered(question, not answer)
                or not whole.given(question, answer).hidden(term, who)
                for question, answer in ways
            )
            for ways in self._cases
        )

    def _list(self, found: Iterable[Hidden]) -> tuple[Hidden, ...]:
        return tuple(islice(found, self._most))

    def _hidden_of(self, terms: Iterable[Term], who: Term) -> Iterator[Hidden]:
        return (x for term in terms for x in self.hidden(term, who))

    def _hidden_in(self, term: Term, who: Term) -> Iterator[Hidden]:
        shape = self.terms.shapes[term]
        match shape.op:
            case op if op in CONSTANTS:
                pass
            case "var":
                yield from self._hidden_variable(term, who)
            case "load":
                yield from self._hidden_load(term, who)
            case _ if self.is_known(term, who) or shape.op == "player":
                pass
            case "element of":
                yield from self.hidden(self.terms.shapes[shape.at].args[0], who)
            case "many":
                yield from self._hidden_family(term, who)
            case "table":
                yield from self._hidden_table(term, who)
            case "phrase":
                yield from self._hidden_phrase(term, who)
            case op if op in SIZES:
                yield from self._hidden_number(shape.args[0], who)
            case "top_n" if self.terms.number(shape.args[1]) == 1:  # nothing, or the top card
                pile = shape.args[0]
                some = self.given(self.terms.is_empty(pile), False)
                yield from some.hidden(self.terms.make("top", None, (pile,)), who)
            case "top" | "bottom" if self.is_answered(self.terms.is_empty(shape.args[0]), True):
                pass  # where ways meet, a card that is not there is known
            case "and" | "or":
                first, second = shape.args
                yield from self.hidden(first, who)
                yield from self._hidden_where(first, shape.op == "and", second, who)
            case "if":
                test, one, other = shape.args
                yield from self.hidden(test, who)
                yield from self._hidden_where(test, True, one, who)
                yield from self._hidden_where(test, False, other, who)
            case "showing" | "sees":
                *others, card = shape.args
                yield from self._hidden_of(others, who)
                # to know where one of some lies is not to know which it is
                asked = self.hidden if self._list_picks(card) else self._hidden_number
                yield from asked(card, who)
            case "places":
                yield from self._hidden_places(shape.args[0], who)
            case _:
                yield from self._hidden_of(shape.args, who)

    def _hidden_where(
        self, question: Term, answer: bool, term: Term, who: Term
    ) -> tuple[Hidden, ...]:
        """What is hidden of a term that is asked only where a question has an answer."""
        found = self.hidden(term, who)
        inside = self.given(question, answer).hidden(term, who) if found else ()
        return inside and self._list(dict.fromkeys(inside + found))

    def _hidden_variable(self, term: Term, who: Term) -> tuple[Hidden, ...]:
        var = self.terms.shapes[term].of
        assert isinstance(var, g.Var)
        if self.is_known(term, who):
            return ()
        hidden: tuple[Hidden, ...] = ()
        for other in self.equals(term):
            if other in self._open:  # its own answer stands on this one
                self._skipped = min(self._skipped, self._open.index(other))
                continue
            found = self.hidden(other, who)
            if not found:
                return ()
            hidden = hidden or found
        if CARD in (bare(var.type), element(bare(var.type))):
            return (var,)
        return hidden or (var,)

    def seer(self, thing: Thing, index: tuple[Term, ...]) -> Term | None:
        """The seat, or the seats, that see a zone or register by its declaration."""
        if thing.seen_by is None or thing.owner_var is None:
            return None
        owner = index[0] if index else NOTHING
        if thing.record is not None and index:
            owner = self.terms.make("owner", None, (owner,))
        return self.terms.term(thing.seen_by, {thing.owner_var: owner})

    def is_audience(self, thing: Thing, seer: Term, who: Term) -> bool:
        """Whether a seat is the one, or surely among those, that see a thing."""
        if thing.seen_by is not None and bare(thing.seen_by.type) == SEAT:
            return self.same(seer, who)
        return any(self.is_member(who, seats) for seats in (seer, *self.equals(seer)))

    def _hidden_load(self, term: Term, who: Term) -> tuple[Hidden, ...]:
        shape = self.terms.shapes[term]
        thing = shape.thing
        assert thing is not None
        index = self._list(self._hidden_of(shape.args, who))
        if _is_open(thing):
            return index
        seer = self.seer(thing, shape.args)
        if who != ALL and seer is not None and self.is_audience(thing, seer, who):
            return index
        if self._are_known(self.terms.list_wholes(term), who):
            return ()
        if self._are_known(self.terms.list_places(term), who):
            return index
        return (*index, thing)

    def _are_known(self, wholes: Iterable[tuple[Term, ...]], who: Term) -> bool:
        """Whether facts say that somebody knows all parts of one of several wholes."""
        return any(all(self.is_known(part, who) for part in whole) for whole in wholes)

    def _hidden_family(self, term: Term, who: Term) -> Iterator[Hidden]:
        shape = self.terms.shapes[term]
        thing, index = shape.thing, list(shape.args)
        assert thing is not None
        for place in shape.places:
            index[place] = self.terms.make("one of", place, at=term)
        members = {Fact(Kind.MEMBER, index[place], shape.args[place]) for place in shape.places}
        inside = self if members <= self.facts else self._of(self.facts | members)
        yield from self._hidden_of(shape.args, who)
        yield from inside.hidden(self.terms.load(thing, tuple(index)), who)

    def _hidden_table(self, term: Term, who: Term) -> Iterator[Hidden]:
        shape = self.terms.shapes[term]
        assert isinstance(shape.of, g.Table | g.Ranking)
        is_open = all(_is_open(thing) for thing in self.terms.things_of(shape.of))
        if not is_open or any(self.hidden(arg, who) for arg in shape.args):
            yield from self._hidden_of(self.terms.rows(term), who)

    def _hidden_phrase(self, term: Term, who: Term) -> tuple[Hidden, ...]:
        shape = self.terms.shapes[term]
        over, where, value = shape.args
        if shape.of == "count" and where == NOTHING:
            return self._hidden_number(over, who)
        old, one = self.terms.make("element", at=shape.at), self.terms.make("element of", at=term)
        where, value = (self.terms.substitute(part, old, one) for part in (where, value))
        found = self.hidden(over, who)
        if not found:
            of_where = self.hidden(where, who)
            if of_where and self._most == 1:
                return of_where
            return of_where + self._hidden_where(where, True, value, who)
        if not self._hidden_number(over, who) and not self.hidden(where, who):
            inside = self.given(where, True)
            asks = shape.of in ASKING and isinstance(self.terms.shapes[over].of, g.Zone)
            told = any(self._tells_cards_apart(part, who) for part in (where, value))
            if asks and not told and not inside.hidden(value, who):
                return ()  # it can be seen of each that lies there, as `showing of it` can be
            if where != NOTHING and not inside.hidden(one, who):
                return inside.hidden(value, who)
        return self._list(chain(found, self._hidden_of((where, value), who)))

    def _tells_cards_apart(self, question: Term, who: Term) -> bool:
        """Whether its answer hangs on which card it is, not on how the cards lie before a seat.

        Who played it, or who else has seen it: that is known of a card, and not of its back.
        """
        shapes = (self.terms.shapes[part] for part in self.terms.list_parts(question))
        return any(
            shape.op == "player" or (shape.op == "sees" and not self.same(shape.args[0], who))
            for shape in shapes
        )

    def _hidden_number(self, cards: Term, who: Term) -> tuple[Hidden, ...]:
        """What is hidden of how many there are, or of whether one card can be seen."""
        return self.hidden(cards, who) and self._hidden_places(cards, who)

    def _hidden_places(self, cards: Term, who: Term) -> tuple[Hidden, ...]:
        """What is hidden of how many of some cards lie in each zone: of all of a zone nothing."""
        shape = self.terms.shapes[cards]
        args = shape.args
        if self.is_known(self.terms.make("places", None, (cards,)), who) or self._is_placed(cards):
            return ()
        if place_of_each_card(self.terms) in self.facts and not self.hidden(cards, who):
            return ()
        parts: tuple[Term, ...] = ()
        match shape.op:
            case "setting" | "element of":  # the whole pack; a member that a phrase asks of
                return ()
            case "literal":
                assert isinstance(shape.of, tuple)
                return (NamedCard(shape.of[1]),)
            case "list" | "union" if self._lie_apart(cards):
                return self._list(x for arg in args for x in self._hidden_places(arg, who))
            case "without" if self.is_within(args[1], args[0]):
                return self._list(x for arg in args for x in self._hidden_places(arg, who))
            case op if op in ENDS:
                pile, *rest = args
                return self._list(chain(self._hidden_places(pile, who), self._hidden_of(rest, who)))
            case "phrase" if shape.of in SOME:
                zone = self._zone_of(cards)
                is_one = shape.of != "filter"
                if zone and (is_one or self.is_known(self.terms.make("size", None, (cards,)), who)):
                    return self._hidden_places(zone, who)
                return self.hidden(cards, who) or self.hidden_place_of_each(cards, who)
            case op if op in PARTS:
                parts = args[:1]
            case "list" | "union":
                parts = args
            case "if":
                parts = args[1:]
            case _ if shape.thing is not None:
                index = self._list(self._hidden_of(args, who))
                return index if isinstance(shape.thing, g.Zone) else (*index, shape.thing)
            case "var" if isinstance(shape.of, g.Var):
                return (shape.of,)
        return self.hidden(cards, who) or self._list(
            x for arg in parts for x in self._hidden_places(arg, who)
        )

    def hidden_place_of_each(self, cards: Term, who: Term) -> tuple[Hidden, ...]:
        """What is hidden of where a card lies that is one of some: of those of one zone nothing."""
        shape = self.terms.shapes[cards]
        match shape.op:
            case "setting" if place_of_each_card(self.terms) not in self.facts:
                return (NamedCard("pack"),)
            case "many":
                return self.hidden(cards, who)
            case "union":
                return self.hidden(cards, who) or self._list(
                    x for arg in shape.args for x in self.hidden_place_of_each(arg, who)
                )
            case "phrase" if shape.of in SOME:
                old = self.terms.make("element", at=shape.at)
                one = self.terms.make("element of", at=cards)
                inside = self.given(self.terms.substitute(shape.args[1], old, one), True)
                if inside._is_placed(one):
                    return ()
                return self.hidden_place_of_each(shape.args[0], who)
            case op if op in (*ENDS, *PARTS, "one_of_each", "copies"):
                return self.hidden_place_of_each(shape.args[0], who)
        return self._hidden_places(cards, who)

    def _is_placed(self, card: Term) -> bool:
        """Whether a question has said in which zone a card is."""
        sets = (set_ for item, set_ in self._members if item == self.canonical(card))
        return any(self.terms.shapes[set_].op == "load" for set_ in sets)

    def _lie_apart(self, cards: Term) -> bool:
        """Whether what a list or a sum puts together are whole zones, or has no card twice."""
        sets, named = self.terms.united(cards)
        if not named and all(isinstance(self.terms.shapes[set_].thing, g.Zone) for set_ in sets):
            return True
        zones = {part: self._zones_of(part) for part in (*sets, *named)}
        return len(zones) == len(sets) + len(named) and all(
            self._are_all_apart(zones[one], zones[other])
            or (one in named and other in named and self.differ(one, other))
            for one, other in combinations(zones, 2)
        )

    def _are_all_apart(self, some: tuple[Term, ...], others: tuple[Term, ...]) -> bool:
        """Whether zones are known, and surely none of them is among others."""
        pairs = product(some, others)
        return bool(some and others) and all(self._are_apart(one, other) for one, other in pairs)

    def _are_apart(self, one: Term, other: Term) -> bool:
        """Whether two zones are surely not the same one."""
        a, b = self.terms.shapes[one], self.terms.shapes[other]
        return a.of is not b.of or any(map(self.differ, a.args, b.args))

    def _zone_of(self, cards: Term) -> Term | None:
        """The one zone that cards surely lie in."""
        zones = self._zones_of(cards)
        return zones[0] if zones and all(zone == zones[0] for zone in zones) else None

    def _zones_of(self, cards: Term, depth: int = 0) -> tuple[Term, ...]:
        """The zones that cards surely lie in, each in one of them; empty where that is not said."""
        cards = self.canonical(cards)
        shape = self.terms.shapes[cards]
        if isinstance(shape.thing, g.Zone):
            return (cards,) if shape.op == "load" else ()
        several = [set_ for item, set_ in self._members if item == cards]
        if shape.op in (*ENDS, *PARTS) or shape.of in SOME:
            several.append(shape.args[0])
        if depth == MAX_SUBSETS:
            return ()
        if shape.op in ("list", "union"):
            parts = [self._zones_of(part, depth + 1) for part in shape.args]
            return tuple(zone for zones in parts for zone in zones) if all(parts) else ()
        found = (self._zones_of(one, depth + 1) for one in (*several, *self.equals(cards)))
        return next(filter(None, found), ())


def _is_neighbour(shape: Shape) -> bool:
    return shape.op in ("left", "right") and len(shape.args) == 1


def _is_open(thing: Thing) -> bool:
    return thing.face == "up" if isinstance(thing, g.Zone) else thing.seen_by is None
