"""What is known to whom, followed through the control flow of a phase.

Known at a point is what is known on every way to it: what each step shows, tells, moves or changes,
what the answer to a question says, and what all rounds of a loop have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

import attrs

from hoyle.dsl.analysis.control_flow import Point, PointKind, Way
from hoyle.dsl.analysis.dataflow import Edge, Graph, solve_forward
from hoyle.dsl.analysis.facts import CardChange, names_given, step_facts, steps_run
from hoyle.dsl.analysis.known_facts import ALL, Fact, Kind, facts_of_answer, place_of_each_card
from hoyle.dsl.analysis.names import Names
from hoyle.dsl.analysis.terms import NOTHING, Term, Terms
from hoyle.dsl.analysis.visibility import Knowledge, Place, State
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SEAT, RecordT, SetT, Type, bare, element
from hoyle.dsl.checked.values import Thing, origin_of, things_read
from hoyle.dsl.limits import Work
from hoyle.dsl.node import walk

EXACT_VISITS = 12  # visits of a point after which only facts that stand on both ways are kept
Index = tuple[Term, ...]
Keep = Callable[[Fact], bool]
Change = Callable[["Flow", Any, "State"], "State"]


def has_cards(value_type: Type) -> bool:
    """Whether values of a type are cards, or hold some."""
    of = bare(value_type)
    inner = element(of) or of
    return CARD in (of, inner, element(inner))


@attrs.frozen
class Flow:
    """What is known at each point of a graph."""

    game: g.Game
    terms: Terms
    graph: Graph[Point]
    work: Work
    changes: Mapping[type[g.Step], Change]  # what is known after a step of each kind
    _knowledge: dict[frozenset[Fact], Knowledge] = attrs.field(factory=dict)
    _changed: dict[g.Step, frozenset[Thing]] = attrs.field(factory=dict)
    _stable: dict[tuple[g.Step, g.Value], bool] = attrs.field(factory=dict)
    _kept: dict[g.Step, g.Var] = attrs.field(factory=dict)  # what loops go through, by a name

    def solve(self, phase: g.Phase) -> dict[Point, State]:
        """What is known at each point; a phase by itself knows what it is given, and no more."""
        given = [self.terms.variable(param) for param in phase.params]
        given += [self.terms.make("places", None, (param,)) for param in given]
        facts = {Fact(Kind.KNOWN, param, ALL, seen=True) for param in given}
        if phase.name == "match":
            facts = {self.family_known(zone) for zone in self.game.all_zones if not zone.starts}
            facts.add(place_of_each_card(self.terms))
        return solve_forward(
            self.graph, State(frozenset(facts)), self.after, self.join, along=self.along,
            widen=_meet, widen_after=EXACT_VISITS,
        )  # fmt: skip

    @cached_property
    def emptiness(self) -> frozenset[Fact]:
        """What everybody knows of zones in which nothing lies yet."""
        return frozenset(self.family_known(zone) for zone in self.game.all_zones)

    def family_known(self, zone: g.Zone) -> Fact:
        """That everybody knows the cards of a zone, or of each of its family."""
        count = len(zone.index) + (zone.record is not None)
        index = tuple(self.terms.make("each", at=k) for k in range(count))
        anything = self.terms.make("anything")
        return Fact(Kind.KNOWN, self.terms.load(zone, index), ALL, (anything,) * count)

    def know(self, state: State) -> Knowledge:
        """What can be asked in a state."""
        found = self._knowledge.get(state.facts)
        if found is None:
            found = self._knowledge[state.facts] = Knowledge(self.terms, state.facts)
        return found

    def term(self, value: g.Value) -> Term:
        """The term of a value."""
        return self.terms.term(value, {})

    # ------------------------------------------------------------------ ways that meet

    def join(self, one: State, other: State) -> State:
        """What is known on both ways."""
        if one == other:
            return one
        met = _meet(one, other)
        facts = set(met.facts)
        for state, others in ((one, other), (other, one)):
            known = self.know(others)
            facts.update(
                fact for fact in state.facts - met.facts
                if (fact.loop in others.fresh and not fact.ahead) or known.holds(fact)
            )  # fmt: skip
        return attrs.evolve(met, facts=frozenset(facts))

    def along(self, point: Point, edge: Edge[Point], state: State) -> State | None:
        """What is known on the way from one point to another."""
        found: State | None = state
        if point.kind is PointKind.TEST:
            assert point.test is not None
            found = self.answered(state, point.test, edge.taken is Way.YES)
        elif point.kind is PointKind.HEAD:
            found = self._begin_round(point, state)
            if edge.taken is Way.DONE:
                found = self._finish_loop(point, state)
        elif isinstance(edge.taken, g.Action):
            assert isinstance(point.step, g.Choose)
            found = self.chosen(state, point.step, edge.taken)
        if found is None or edge.to.kind is not PointKind.HEAD:
            return found
        head = edge.to
        if point.kind in (PointKind.BEGIN, PointKind.ASK) and point.step is head.step:
            found = self._keep_set(head, found)
            facts = frozenset(fact for fact in found.facts if fact.loop is not head)
            facts |= self._ahead(head, found)
            fresh = found.fresh | {head} if head.comes_back else found.fresh
            return attrs.evolve(found, facts=facts, fresh=fresh)
        return self._finish_round(head, found)

    def answered(self, state: State, test: g.Value, answer: bool) -> State:
        """A state in which a question has an answer."""
        return self.with_facts(state, facts_of_answer(self.terms, self.term(test), answer))

    def with_facts(self, state: State, facts: Iterable[Fact]) -> State:
        """A state of which more is known."""
        more = state.facts.union(facts)
        return state if more == state.facts else attrs.evolve(state, facts=more)

    # ------------------------------------------------------------------ loops

    def _loop_set(self, head: Point) -> tuple[g.Var, g.Value] | None:
        step = head.step
        if isinstance(step, g.For):
            return step.var, step.over
        if isinstance(step, g.Choose) and step.var is not None and step.over is not None:
            return step.var, step.over
        return None

    def _is_kept(self, step: g.Step, var: g.Var, over: g.Value) -> bool:
        """Whether the members of a loop are fixed when it begins and a round may change the set."""
        followed = isinstance(bare(var.type), RecordT) or getattr(step, "until", None) is not None
        return not (followed or has_cards(var.type) or self.is_stable(step, over))

    def _keep_set(self, head: Point, state: State) -> State:
        """What a loop will go through gets a name where a round may change the set.

        What is known of each of the set as it is now is known of each of these.
        """
        found, step = self._loop_set(head), head.step
        if found is None or step is None or not self._is_kept(step, *found):
            return state
        var, over = found
        name = self._kept.setdefault(step, g.Var(f"those of {var.name}", over.type, over.span))
        state, these = self.name(state, name, over, False), self.terms.variable(name)
        return self.with_facts(state, self._narrowed(state, self.term(over), these))

    def _narrowed(self, state: State, over: Term, these: Term) -> set[Fact]:
        """What is known of each of several that surely are among others of which it is known."""
        known = self.know(state)
        return {
            attrs.evolve(fact, domains=(these, *fact.domains[1:])) for fact in state.facts
            if fact.domains and fact.loop is None and known.is_within(over, fact.domains[0])
        }  # fmt: skip

    def _fixed_set(self, step: g.Step, over: g.Value) -> Term | None:
        """The members that a loop goes through, by a term that no round changes."""
        if self.is_stable(step, over):
            return self.term(over)
        name = self._kept.get(step)
        return None if name is None else self.terms.variable(name)

    def is_stable(self, step: g.Step, over: g.Value) -> bool:
        """Whether a loop leaves alone what says which members it goes through."""
        if (step, over) not in self._stable:
            self._stable[step, over] = self._changed_in(step).isdisjoint(things_read(over))
        return self._stable[step, over]

    def _changed_in(self, step: g.Step) -> frozenset[Thing]:
        """What the rounds of a loop may change."""
        if step not in self._changed:
            changed: set[Thing] = set()
            for inner in steps_run(self.game, tuple(b for b in _body_of(step))):
                facts = step_facts(inner)
                changed.update(place.thing for place in facts.writes)
                if facts.takes or facts.lays:
                    changed.update(self.game.all_zones)
            self._changed[step] = frozenset(changed)
        return self._changed[step]

    def _ahead(self, head: Point, state: State) -> frozenset[Fact]:
        """What is known of all that a loop will go through, before it has begun.

        That stays true of the members before it when a round changes what belongs to its own.
        """
        step = head.step
        if (
            not isinstance(step, g.For)
            or step.until is not None
            or not self.has_each_once(step.over)
        ):
            return frozenset()
        over = self._fixed_set(step, step.over)
        if over is None:
            return frozenset()
        changed = self._changed_in(step)
        return frozenset(
            attrs.evolve(fact, loop=head, ahead=True)
            for fact in self._narrowed(state, over, over) if changed & self.terms.atoms[fact.a]
        )  # fmt: skip

    def _of_this_round(self, head: Point, var: g.Var, state: State) -> frozenset[Fact]:
        """What is known of the member of a round, since it was known of all before the loop."""
        this = self.terms.variable(var)
        return frozenset(
            attrs.evolve(self.terms_of_one(fact, this), loop=None, ahead=False)
            for fact in state.facts if fact.loop is head and fact.ahead
        )  # fmt: skip

    def terms_of_one(self, fact: Fact, member: Term) -> Fact:
        """A fact of each member of its first domain as one of this member."""
        make, count = self.terms.make, len(fact.domains)

        def lower(term: Term) -> Term:
            if term == ALL:
                return ALL
            term = self.terms.substitute(term, make("each"), member)
            for k in range(1, count):
                term = self.terms.substitute(term, make("each", at=k), make("each", at=k - 1))
            return term

        domains = tuple(map(lower, fact.domains[1:]))
        return attrs.evolve(fact, a=lower(fact.a), b=lower(fact.b), domains=domains)

    def _begin_round(self, head: Point, state: State) -> State:
        step = head.step
        if isinstance(step, g.ForLines):
            return self.bind(state, step.var, (ALL,))
        found = self._loop_set(head)
        if found is None:
            return state
        var, over = found
        assert step is not None
        known, set_ = self.know(state), self.term(over)
        seats = self.knowers(known, set_)
        sight = [who for who in seats if not known.in_sight.hidden(set_, who)]
        placed = not known.hidden_place_of_each(set_, ALL)
        state = self.bind(state, var, seats if has_cards(var.type) else (ALL,), sight, placed)
        more = set(self._of_this_round(head, var, state))
        fixed = self._fixed_set(step, over)
        if fixed is not None:
            more |= self._facts_of_member(var, fixed)
        if isinstance(over, g.Load) and not over.zone and over.index:
            owner = self.terms.make("owner", None, (self.terms.variable(var),))
            more.add(Fact(Kind.SAME, owner, self.term(over.index[0])))
        state = self.with_facts(state, more)
        places = self.places_of(state, over)
        if places is not None:
            inside = steps_run(self.game, _body_of(step))
            laid = {to.zone for inner in inside for to in step_facts(inner).lays if to.zone}
            state = with_place(state, var, places | laid)
        return state

    def _finish_round(self, head: Point, state: State) -> State:
        """What is known of a member is so of each that the loop has gone through."""
        before = frozenset(f for f in state.facts if f.loop is not head or f.ahead)
        found = self._loop_set(head)
        done: set[Fact] = set()
        step = head.step
        if found is not None and step is not None and not getattr(step, "until", None):
            var, over = found
            fixed = self._fixed_set(step, over)
            if fixed is not None:
                own = before | self._of_other_names(state, var)
                done = {self._generalised(fact, var, fixed, head) for fact in own
                        if self._can_generalise(fact, var)}  # fmt: skip
            if head not in state.fresh:
                known = Knowledge(self.terms, done)
                done = {fact for fact in state.facts - before if known.holds(fact)}
        return attrs.evolve(state, facts=before | done, fresh=state.fresh - {head})

    def _of_other_names(self, state: State, var: g.Var) -> set[Fact]:
        """What is known of a variable by another name: a `let`, or what a phase is given."""
        term, found = self.terms.variable(var), set[Fact]()
        for name in self.know(state).equals(term):
            if self.terms.shapes[name].op != "var":
                continue
            for fact in state.facts:
                if fact.kind is Kind.KNOWN and name != fact.a:
                    a, b = (
                        part if part == ALL else self.terms.substitute(part, name, term)
                        for part in (fact.a, fact.b)
                    )
                    found.add(attrs.evolve(fact, a=a, b=b))
        return found

    def _can_generalise(self, fact: Fact, var: g.Var) -> bool:
        """Whether a fact hangs on the variable of a loop and may hold of each member."""
        return (
            fact.kind is Kind.KNOWN and fact.loop is None
            and fact.a != self.terms.variable(var) and self.terms.shapes[fact.a].op != "places"
            and any(var in self.terms.atoms[term] for term in (fact.a, max(fact.b, NOTHING)))
        )  # fmt: skip

    def _generalised(self, fact: Fact, var: g.Var, over: Term, head: Point) -> Fact:
        """A fact of a loop's variable as one of all that it goes through."""
        make, old = self.terms.make, self.terms.variable(var)

        def lift(term: Term) -> Term:
            if term == ALL:
                return ALL
            for k in range(len(fact.domains) - 1, -1, -1):
                term = self.terms.substitute(term, make("each", at=k), make("each", at=k + 1))
            return self.terms.substitute(term, old, make("each"))

        domains = (over, *(lift(domain) for domain in fact.domains))
        return attrs.evolve(fact, a=lift(fact.a), b=lift(fact.b), domains=domains, loop=head)

    def _finish_loop(self, head: Point, state: State) -> State | None:
        if head in state.fresh:
            return None  # what its rounds do is not known yet
        found = self._loop_set(head)
        only = self._only_member(found[1]) if found is not None else None
        facts = (
            attrs.evolve(self._of_all(fact, only), loop=None) if fact.loop is head else fact
            for fact in state.facts if fact.loop is not head or not fact.ahead
        )  # fmt: skip
        return attrs.evolve(state, facts=frozenset(facts))

    def _only_member(self, over: g.Value) -> tuple[Term, Term] | None:
        """A list of one, and what it holds."""
        match over:
            case g.Op(name="list", args=(one,)):
                return self.term(over), self.term(one)
        return None

    def _of_all(self, fact: Fact, only: tuple[Term, Term] | None) -> Fact:
        """What is known of all that a loop went through: of a list of one, what it holds."""
        if only is None or fact.domains[:1] != only[:1]:
            return fact
        return self.terms_of_one(fact, only[1])

    # ------------------------------------------------------------------ names

    def bind(
        self, state: State, var: g.Var, seats: Iterable[Term], sight: Iterable[Term] = (),
        placed: bool = True,
    ) -> State:  # fmt: skip
        """A variable gets another value, which these seats know, and those in `sight` see.

        `placed`: everybody knows where the cards lie.
        """
        sight = sight if has_cards(var.type) else seats
        state = self.forget(state, var, lambda term, _: var in self.terms.atoms[term])
        places = {name: places for name, places in state.places.items() if name is not var}
        term = self.terms.variable(var)
        facts = {Fact(Kind.KNOWN, term, who, seen=True) for who in sight}
        facts |= {Fact(Kind.KNOWN, term, who) for who in set(seats).difference(sight)}
        if placed and has_cards(var.type):
            facts.add(Fact(Kind.KNOWN, self.terms.make("places", None, (term,)), ALL))
        return attrs.evolve(state, facts=state.facts | facts, places=places)

    def name(self, state: State, var: g.Var, value: g.Value, announced: bool) -> State:
        """A name for a value."""
        known, same = self.know(state), None
        if value.drawn_among is not None:
            origin = self.term(value.drawn_among)
            seats = [w for w in (ALL,) if not known.hidden(origin, w)]
            placed = not known.hidden_place_of_each(origin, ALL)
        else:
            same = self.term(value)
            seats = self.knowers(known, same)
            placed = not known.hidden(self.terms.make("places", None, (same,)), ALL)
        state = self.bind(state, var, [ALL] if announced else seats, placed=placed)
        term = self.terms.variable(var)
        if same is not None and var not in self.terms.atoms[same]:
            state = self.with_facts(state, {Fact(Kind.SAME, term, same)})
            shape = self.terms.shapes[same]
            while shape.op == "without" or shape.is_filter:
                state = self.with_facts(state, {Fact(Kind.WITHIN, term, shape.args[0])})
                shape = self.terms.shapes[shape.args[0]]
            state = with_place(state, var, self.places_of(state, value))
        return state

    def knowers(self, known: Knowledge, term: Term) -> list[Term]:
        """Those of the audience of a term who know it."""
        return [who for who in self.audience(known, term) if not known.hidden(term, who)]

    def audience(self, known: Knowledge, *terms: Term) -> list[Term]:
        """Those of whom it is worth asking what they know: everybody, and seats that know more."""
        found = {ALL}
        found.update(
            f.b for f in known.facts if f.kind is Kind.KNOWN and not f.domains and f.loop is None
        )
        waiting, seen = list(terms), set(terms)
        while waiting:
            term = waiting.pop()
            args = self.terms.shapes[term].args
            found.update(self.seers(known, term))
            waiting += [arg for arg in args if arg not in seen]
            seen.update(args)
        return sorted(found)

    def seers(self, known: Knowledge, load: Term) -> list[Term]:
        """The seat that sees a zone or a register by its declaration, where that is one seat."""
        shape = self.terms.shapes[load]
        thing = shape.thing if shape.op == "load" else None
        if thing is None or thing.seen_by is None or bare(thing.seen_by.type) != SEAT:
            return []
        seer = known.seer(thing, shape.args)
        return [] if seer is None else [seer]

    def chosen(self, state: State, step: g.Choose, action: g.Action) -> State:
        """After somebody has chosen an action with its values."""
        who = self.chooser(step)
        for param in action.params:
            state = self.parameter(state, param, who)
        for must in action.musts:
            if not must.if_able:
                state = self.answered(state, must.test, True)
        return state

    def chooser(self, step: g.Choose) -> Term:
        """The seat that chooses."""
        chooser = step.decider or step.seat
        if chooser is not None:
            return self.term(chooser)
        assert step.var is not None
        return self.terms.variable(step.var)

    def parameter(self, state: State, param: g.Param, who: Term) -> State:
        """A value that is chosen: told to all, a card only to those who see it."""
        known, over = self.know(state), self.term(param.over)
        if has_cards(param.var.type):
            sight, origin = known.in_sight, self.terms.origin(over)
            seats = [
                w for w in self.audience(known, origin)
                if not (sight.hidden(origin, w) and sight.hidden(over, w))
            ]  # fmt: skip
            placed = not known.hidden_place_of_each(over, who)  # choosing it tells where it lies
            state = self.bind(state, param.var, [*seats, who], seats, placed)
        else:
            state = self.bind(state, param.var, [ALL])
        state = self.with_facts(state, self._facts_of_member(param.var, over))
        return with_place(state, param.var, self.places_of(state, param.over))

    def _facts_of_member(self, var: g.Var, over: Term) -> frozenset[Fact]:
        """What follows from it that a variable is one of several."""
        term, shape = self.terms.variable(var), self.terms.shapes[over]
        facts = frozenset({Fact(Kind.MEMBER, term, over)})
        if shape.op == "list" and len(shape.args) == 1:
            facts |= {Fact(Kind.SAME, term, shape.args[0])}
        while shape.is_filter:
            one = self.terms.make("element", at=shape.at)
            where = self.terms.substitute(shape.args[1], one, term)
            facts |= facts_of_answer(self.terms, where, True)
            shape = self.terms.shapes[shape.args[0]]
        return facts

    def places_of(self, state: State, value: g.Value) -> frozenset[Place] | None:
        """The zones that cards may lie in; None where that may be any."""
        return self._places_of_term(state, self.term(value))

    def _places_of_term(self, state: State, cards: Term) -> frozenset[Place] | None:
        origin = self.terms.origin(cards)
        shape = self.terms.shapes[origin]
        if shape.op == "union":
            found = [self._places_of_term(state, part) for part in shape.args]
            each = [places for places in found if places is not None]
            return frozenset().union(*each) if len(each) == len(found) else None
        if isinstance(shape.of, g.Zone):
            return frozenset({origin if shape.op == "load" else shape.of})
        return state.places.get(shape.of) if isinstance(shape.of, g.Var) else None

    # ------------------------------------------------------------------ changes

    def forget(
        self, state: State, changed: g.Var | Thing, is_broken: Callable[[Term, Fact], bool],
        keep: Keep = lambda _: False,
    ) -> State:  # fmt: skip
        """Only the facts that do not hang on what changes; what can be said otherwise is kept."""
        mentioning = self.terms.mentioning[changed]
        broken = [
            fact for fact in state.facts
            if not mentioning.isdisjoint(fact.terms)
            and any(is_broken(term, fact) for term in fact.terms)
        ]  # fmt: skip
        if not broken:
            return state
        known = self.know(state)
        facts = set(state.facts.difference(broken))
        forms: dict[tuple[Term, Point | None], Term | None] = {}
        for fact in broken:
            if keep(fact):
                facts.add(fact)
                continue
            if fact.kind is Kind.SAME and not fact.domains:
                facts |= self._known_names(known, fact, is_broken)
            other = {}
            for term in fact.terms:
                form = self._other_form(known, term, fact, is_broken, forms)
                if form is not None:
                    other[term] = form
            if len(other) < len(set(fact.terms)):
                continue
            new = attrs.evolve(
                fact, a=other.get(fact.a, fact.a), b=other.get(fact.b, fact.b),
                domains=tuple(other.get(domain, domain) for domain in fact.domains),
            )  # fmt: skip
            if new.a != new.b:
                facts.add(new)
        return attrs.evolve(state, facts=frozenset(facts))

    def _known_names(
        self, known: Knowledge, fact: Fact, is_broken: Callable[[Term, Fact], bool]
    ) -> set[Fact]:
        """Who knows a name whose meaning cannot be looked up any more."""
        found = set()
        for name, value in ((fact.a, fact.b), (fact.b, fact.a)):
            if self.terms.shapes[name].op == "var" and not is_broken(name, fact):
                found |= {
                    Fact(Kind.KNOWN, name, who) for who in self.audience(known, value)
                    if not known.hidden(name, who) and not (who > 0 and is_broken(who, fact))
                }  # fmt: skip
        return found

    def _other_form(
        self, known: Knowledge, term: Term, fact: Fact, is_broken: Callable[[Term, Fact], bool],
        forms: dict[tuple[Term, Point | None], Term | None],
    ) -> Term | None:  # fmt: skip
        """The same value by another term that does not hang on what changes.

        `forms` has those that were found before, by the loop of the fact as well.
        """
        key = (term, fact.loop)
        if key not in forms:
            forms[key] = self._find_other_form(known, term, fact, is_broken, forms)
        return forms[key]

    def _find_other_form(
        self, known: Knowledge, term: Term, fact: Fact, is_broken: Callable[[Term, Fact], bool],
        forms: dict[tuple[Term, Point | None], Term | None],
    ) -> Term | None:  # fmt: skip
        if not is_broken(term, fact):
            return term
        for other in known.equals(term):
            if not is_broken(other, fact):
                return other
        shape = self.terms.shapes[term]
        args = []
        for arg in shape.args:
            form = self._other_form(known, arg, fact, is_broken, forms)
            if form is None:
                return None
            args.append(form)
        found = self.terms.make(shape.op, shape.of, tuple(args), shape.at)
        return None if found == term or is_broken(found, fact) else found

    def opens(self, step: g.Step) -> bool:
        """Whether everybody sees the cards that a step moves or shows."""
        if isinstance(step, g.Show):  # what is hidden again has been seen
            return step.to is None
        facts = step_facts(step)
        if facts.cards not in (CardChange.MOVE, CardChange.DEAL):
            return False
        turned_up = facts.facing is not None and bool(self.terms.decided(facts.facing))
        return turned_up or any(to.zone is not None and to.zone.face == "up" for to in facts.lays)

    @cached_property
    def names(self) -> Names:
        """What the names of the game stand for."""
        return Names.of(self.game)

    @cached_property
    def written_steps(self) -> tuple[g.Step, ...]:
        """Every step of the game, once, where it stands."""
        bodies = (phase.body for phase in self.game.phases.values())
        return tuple(node for body in bodies for node in walk(body) if isinstance(node, g.Step))

    @cached_property
    def shown_zones(self) -> frozenset[g.Zone] | None:
        """The zones of which some line shows a card where it lies; None if it may be any zone."""
        found: set[g.Zone | None] = set()
        for step in self.written_steps:
            match step:
                case g.Show(what=what, hidden=False):
                    found.update(self.names.zones_holding(what))
                case g.Move(to=to, facing=up) | g.Deal(to=to, facing=up) if up is not None:
                    found |= {to.zone} if self.terms.decided(up) != 0 else set()
        return None if None in found else frozenset(filter(None, found))

    def has_each_once(self, over: g.Value) -> bool:
        """Whether nothing comes twice in what a loop goes through, as it may in a list."""
        match origin_of(self.names.meant(over)):
            case g.Op(name="list", args=args):
                named = {arg.value for arg in args if isinstance(arg, g.Const)}
                return len(named) == len(args)
            case g.Op(name="between" | "seats_from" | "seats_after") | g.Setting():
                return True
            case g.Load() as origin if isinstance(bare(origin.type), SetT):
                return True
        return self.names.zone_holding(over) is not None

    def change(
        self, state: State, thing: Thing, index: Index | None, keep: Keep = lambda _: False
    ) -> State:
        """A register gets another value, or a zone other cards; without `index` any of a family."""
        known = self.know(state)

        def is_broken(term: Term, fact: Fact) -> bool:
            loads = self._loads_that_change(known, term, fact, thing, index)
            return loads is None or bool(loads)

        others = set() if index is None else self._of_the_others(known, thing, index, keep)
        state = self.with_facts(self.forget(state, thing, is_broken, keep), others)
        places = {}
        for var, old in state.places.items():
            places[var] = frozenset(self.still(place, thing) for place in old)
        return attrs.evolve(state, places=places)

    def _of_the_others(self, known: Knowledge, thing: Thing, index: Index, keep: Keep) -> set[Fact]:
        """What was known of each of several, of those that are not the one that changes."""
        found: set[Fact] = set()
        waiting = [
            fact for fact in known.facts
            if fact.domains and fact.loop is None and thing in self.terms.atoms[fact.a]
            and self.terms.shapes[fact.domains[0]].op != "anything" and not keep(fact)
        ]  # fmt: skip
        while waiting:
            fact = waiting.pop()
            loads = [self._loads_that_change(known, t, fact, thing, index) for t in fact.terms]
            if not any(loads):
                found.add(fact)
                continue
            # Of all owners something is known of the places that do not change, or of all places
            # of the other owners.
            split = self.terms.shapes[fact.domains[0]].op == "without"
            for at, whole in enumerate(fact.domains[: 1 if split else None]):
                member = self._one_that_changes(loads, thing, index, at)
                if member is None:
                    continue
                out = self.terms.make("list", None, (member,))
                rest = self.terms.make("without", None, (whole, out))
                domains = (*fact.domains[:at], rest, *fact.domains[at + 1 :])
                found.add(attrs.evolve(fact, domains=domains))
                if at == 0 and len(fact.domains) > 1 and known.is_member(member, whole):
                    waiting.append(self.terms_of_one(fact, member))
        return found

    def _loads_that_change(
        self, known: Knowledge, term: Term, fact: Fact, thing: Thing, index: Index | None
    ) -> list[Index] | None:
        """Where a term of a fact reads what may change; None where that cannot be told."""
        loads = self.terms.loads_of(term, thing)
        if loads is None or index is None:
            return loads
        return [load for load in loads if not self._are_apart(known, load, index, fact)]

    def _one_that_changes(
        self, loads: list[list[Index] | None], thing: Thing, index: Index, at: int
    ) -> Term | None:
        """The one member of a domain of a fact of which it does not hold any more."""
        each = self.terms.make("each", at=at)
        for k, member in enumerate(index):
            if thing not in self.terms.atoms[member] and all(
                found is not None and all(load[k] == each for load in found) for found in loads
            ):
                return member
        return None

    def _made_whole(self, state: State) -> State:
        """A state: what is known of all but some is known of all, once it is so of these."""
        while True:
            wider = {}
            for fact in state.facts:
                shape = self.terms.shapes[fact.domains[0]] if fact.domains else None
                if shape is None or shape.op != "without" or fact.loop is not None:
                    continue
                whole, out = shape.args
                every = attrs.evolve(fact, domains=(whole, *fact.domains[1:]))
                named, known = self.terms.shapes[out], self.know(state)
                one_by_one = named.op == "list" and all(
                    known.holds(self.terms_of_one(every, one)) for one in named.args
                )
                if one_by_one or known.holds(attrs.evolve(fact, domains=(out, *fact.domains[1:]))):
                    wider[fact] = every
            if not wider:
                return state
            state = attrs.evolve(state, facts=state.facts.difference(wider).union(wider.values()))

    def zone_at(self, place: Place) -> tuple[g.Zone, Index | None]:
        """The zone, or the family of zones, that a place is in, and which of the family it is."""
        if not isinstance(place, int):
            return place, None
        shape = self.terms.shapes[place]
        assert isinstance(shape.of, g.Zone)
        return shape.of, shape.args

    def still(self, place: Place, thing: Thing) -> Place:
        """A place by its family, where which zone it is hangs on what changes."""
        if isinstance(place, int):
            zone, index = self.zone_at(place)
            if any(thing in self.terms.atoms[arg] for arg in index or ()):
                return zone
        return place

    def _are_apart(self, known: Knowledge, one: Index, other: Index, fact: Fact) -> bool:
        for a, b in zip(one, other, strict=True):
            if known.differ(a, b):
                return True
            shape = self.terms.shapes[a]
            if shape.op == "each" and known.lacks(fact.domains[shape.at], b):
                return True
            if fact.loop is not None and (shape.op, shape.at) == ("each", 0):
                found = self._loop_set(fact.loop)
                if found and self.has_each_once(found[1]):
                    return known.same(b, self.terms.variable(found[0]))
        return False

    # ------------------------------------------------------------------ steps

    def after(self, point: Point, state: State) -> State:
        """What is known after a point; TooLarge where that takes too long to find out."""
        step = point.step
        if step is not None:
            self.work.spend(5 + len(state.facts), step.span.first_word)
        if point.kind is PointKind.RUN:
            assert isinstance(step, g.Run)
            for param, arg in names_given(self.game, step):
                state = self.name(state, param, arg, False)
            for register in self.game.registers.values():
                if register.phase == step.phase:
                    state = self.change(state, register, None)
            return state
        if point.kind is not PointKind.STEP:
            return state
        assert step is not None
        if type(step) in self.changes:
            return self._made_whole(self.changes[type(step)](self, step, state))
        for place in step_facts(step).writes:
            state = self.change(state, place.thing, self.index(place))
        return state

    def index(self, place: g.Load) -> Index:
        """Which of its family a place is."""
        return tuple(self.term(value) for value in place.index)


def with_place(state: State, var: g.Var, places: frozenset[Place] | None) -> State:
    """The cards of a variable may lie in these zones; None: in any."""
    return state if places is None else attrs.evolve(state, places={**state.places, var: places})


def _meet(one: State, other: State) -> State:
    both = one.facts & other.facts
    places = {
        var: places | other.places[var]
        for var, places in one.places.items() if var in other.places
    }  # fmt: skip
    return State(both, one.fresh & other.fresh, places)


def _body_of(step: g.Step) -> tuple[g.Step, ...]:
    return tuple(inner for block in step_facts(step).blocks for inner in block.body)
