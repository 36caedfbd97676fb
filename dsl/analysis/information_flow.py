"""What is known to whom, followed through the control flow of a phase.

Known at a point is what is known on every way to it: what each step shows, tells, moves or changes,
what the answer to a question says, and what all rounds of a loop have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import attrs

from hoyle.dsl.analysis.control_flow import Point, PointKind, Way
from hoyle.dsl.analysis.dataflow import Edge, Graph, solve_forward
from hoyle.dsl.analysis.facts import CardChange, names_given, step_facts, steps_run
from hoyle.dsl.analysis.terms import NOTHING, Term, Terms
from hoyle.dsl.analysis.visibility import (
    ALL,
    Fact,
    Kind,
    Knowledge,
    Place,
    State,
    facts_of_answer,
    place_of_each_card,
)
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SEAT, NumberT, SetT, Type, bare, element
from hoyle.dsl.checked.values import Thing, origin_of, things_read, zone_holding
from hoyle.dsl.limits import Work

EXACT_VISITS = 12  # visits of a point after which only facts that stand on both ways are kept
Index = tuple[Term, ...]
Keep = Callable[[Fact], bool]


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
    _knowledge: dict[frozenset[Fact], Knowledge] = attrs.field(factory=dict)
    _stable: dict[g.Step, bool] = attrs.field(factory=dict)

    def solve(self, phase: g.Phase) -> dict[Point, State]:
        """What is known at each point; a phase by itself knows what it is given, and no more."""
        given = [self.terms.variable(param) for param in phase.params]
        given += [self.terms.make("places", None, (param,)) for param in given]
        facts = {Fact(Kind.KNOWN, param, ALL, seen=True) for param in given}
        if phase.name == "match":
            facts = {self._family_known(zone) for zone in self.game.all_zones if not zone.starts}
            facts.add(place_of_each_card(self.terms))
        return solve_forward(
            self.graph, State(frozenset(facts)), self.after, self.join, along=self.along,
            widen=_meet, widen_after=EXACT_VISITS,
        )  # fmt: skip

    @cached_property
    def emptiness(self) -> frozenset[Fact]:
        """What everybody knows of zones in which nothing lies yet."""
        return frozenset(self._family_known(zone) for zone in self.game.all_zones)

    def _family_known(self, zone: g.Zone) -> Fact:
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
                if fact.loop in others.fresh or known.holds(fact)
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
            facts = frozenset(fact for fact in found.facts if fact.loop is not head)
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

    def _is_stable(self, step: g.Step, over: g.Value) -> bool:
        """Whether a loop leaves alone what says which members it goes through."""
        if step not in self._stable:
            changed: set[Thing] = set()
            for inner in steps_run(self.game, tuple(b for b in _body_of(step))):
                facts = step_facts(inner)
                changed.update(place.thing for place in facts.writes)
                if facts.takes or facts.lays:
                    changed.update(self.game.all_zones)
            self._stable[step] = not changed & things_read(over)
        return self._stable[step]

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
        more = set[Fact]()
        if self._is_stable(step, over):
            more |= self._facts_of_member(var, set_)
        if isinstance(over, g.Load) and not over.zone and over.index:
            owner = self.terms.make("owner", None, (self.terms.variable(var),))
            more.add(Fact(Kind.SAME, owner, self.term(over.index[0])))
        state = self.with_facts(state, more)
        zone = zone_holding(over, {})
        if zone is not None:
            inside = steps_run(self.game, _body_of(step))
            laid = {to.zone for inner in inside for to in step_facts(inner).lays if to.zone}
            state = _with_place(state, var, frozenset({zone, *laid}))
        return state

    def _finish_round(self, head: Point, state: State) -> State:
        """What is known of a member is so of each that the loop has gone through."""
        before = frozenset(fact for fact in state.facts if fact.loop is not head)
        found = self._loop_set(head)
        done: set[Fact] = set()
        step = head.step
        if found is not None and step is not None and not getattr(step, "until", None):
            var, over = found
            if self._is_stable(step, over):
                done = {self._generalised(fact, var, over, head) for fact in before
                        if self._can_generalise(fact, var)}  # fmt: skip
            if head not in state.fresh:
                known = Knowledge(self.terms, done)
                done = {fact for fact in state.facts - before if known.holds(fact)}
        return attrs.evolve(state, facts=before | done, fresh=state.fresh - {head})

    def _can_generalise(self, fact: Fact, var: g.Var) -> bool:
        """Whether a fact hangs on the variable of a loop and may hold of each member."""
        return (
            fact.kind is Kind.KNOWN and fact.loop is None
            and fact.a != self.terms.variable(var) and self.terms.shapes[fact.a].op != "places"
            and any(var in self.terms.atoms[term] for term in (fact.a, max(fact.b, NOTHING)))
        )  # fmt: skip

    def _generalised(self, fact: Fact, var: g.Var, over: g.Value, head: Point) -> Fact:
        """A fact of a loop's variable as one of all that it goes through."""
        make, old = self.terms.make, self.terms.variable(var)

        def lift(term: Term) -> Term:
            if term == ALL:
                return ALL
            for k in range(len(fact.domains) - 1, -1, -1):
                term = self.terms.substitute(term, make("each", at=k), make("each", at=k + 1))
            return self.terms.substitute(term, old, make("each"))

        domains = (self.term(over), *(lift(domain) for domain in fact.domains))
        return attrs.evolve(fact, a=lift(fact.a), b=lift(fact.b), domains=domains, loop=head)

    def _finish_loop(self, head: Point, state: State) -> State | None:
        if head in state.fresh:
            return None  # what its rounds do is not known yet
        facts = (
            attrs.evolve(fact, loop=None) if fact.loop is head else fact for fact in state.facts
        )
        return attrs.evolve(state, facts=frozenset(facts))

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
            state = _with_place(state, var, self._places_of(state, value))
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
            shape = self.terms.shapes[waiting.pop()]
            if shape.op == "load" and shape.thing is not None:
                seer = known.seer(shape.thing, shape.args)
                seen_by = shape.thing.seen_by
                if seer is not None and seen_by is not None and bare(seen_by.type) == SEAT:
                    found.add(seer)
            waiting += [arg for arg in shape.args if arg not in seen]
            seen.update(shape.args)
        return sorted(found)

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
            sight, origin = known.in_sight, self.term(origin_of(param.over))
            seats = [w for w in self.audience(known, origin) if not sight.hidden(origin, w)]
            placed = not known.hidden_place_of_each(over, who)  # choosing it tells where it lies
            state = self.bind(state, param.var, [*seats, who], seats, placed)
        else:
            state = self.bind(state, param.var, [ALL])
        state = self.with_facts(state, self._facts_of_member(param.var, over))
        return _with_place(state, param.var, self._places_of(state, param.over))

    def _facts_of_member(self, var: g.Var, over: Term) -> frozenset[Fact]:
        """What follows from it that a variable is one of several."""
        term, shape = self.terms.variable(var), self.terms.shapes[over]
        facts = frozenset({Fact(Kind.MEMBER, term, over)})
        if shape.is_filter:
            one = self.terms.make("element", at=shape.at)
            where = self.terms.substitute(shape.args[1], one, term)
            facts |= facts_of_answer(self.terms, where, True)
        return facts

    def _places_of(self, state: State, value: g.Value) -> frozenset[Place] | None:
        """The zones that cards may lie in; None where that may be any."""
        origin = origin_of(value)
        if origin.zone is not None:
            return frozenset({self.term(origin) if isinstance(origin, g.Load) else origin.zone})
        return None if origin.local is None else state.places.get(origin.local)

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

    def change(
        self, state: State, thing: Thing, index: Index | None, keep: Keep = lambda _: False
    ) -> State:
        """A register gets another value, or a zone other cards; without `index` any of a family."""
        known = self.know(state)

        def is_broken(term: Term, fact: Fact) -> bool:
            loads = self.terms.loads_of(term, thing)
            if not loads or index is None:
                return loads is None or bool(loads)
            return any(not self._are_apart(known, load, index, fact) for load in loads)

        state = self.forget(state, thing, is_broken, keep)
        places = {}
        for var, old in state.places.items():
            places[var] = frozenset(self.still(place, thing) for place in old)
        return attrs.evolve(state, places=places)

    def still(self, place: Place, thing: Thing) -> Place:
        """A place by its family, where which zone it is hangs on what changes."""
        if isinstance(place, int):
            shape = self.terms.shapes[place]
            assert isinstance(shape.of, g.Zone)
            if any(thing in self.terms.atoms[arg] for arg in shape.args):
                return shape.of
        return place

    def _are_apart(self, known: Knowledge, one: Index, other: Index, fact: Fact) -> bool:
        for a, b in zip(one, other, strict=True):
            if known.differ(a, b):
                return True
            shape = self.terms.shapes[a]
            if fact.loop is not None and (shape.op, shape.at) == ("each", 0):
                found = self._loop_set(fact.loop)
                if found and _has_each_once(found[1]) and b == self.terms.variable(found[0]):
                    return True
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
        if type(step) in CHANGES:
            return CHANGES[type(step)](self, step, state)
        for place in step_facts(step).writes:
            state = self.change(state, place.thing, self.index(place))
        return state

    def index(self, place: g.Load) -> Index:
        """Which of its family a place is."""
        return tuple(self.term(value) for value in place.index)

    def assign(self, step: g.Assign, state: State) -> State:
        """A register gets a value."""
        place, thing = self.term(step.place), step.place.thing
        assert isinstance(thing, g.Register)
        value, known = self.term(step.value), self.know(state)
        state = self.change(state, thing, self.index(step.place))
        if thing in self.terms.atoms[value] or step.op != "=" or step.value.drawn_among:
            return state
        facts = {Fact(Kind.KNOWN, place, who)
                 for who in (() if thing.seen_by is None else self.knowers(known, value))
                 if who == ALL or thing not in self.terms.atoms[who]}  # fmt: skip
        if not any(thing in self.terms.atoms[arg] for arg in self.terms.shapes[place].args):
            facts.add(Fact(Kind.SAME, place, value))
        return self.with_facts(state, facts)

    def new(self, step: g.New, state: State) -> State:
        """A new record: nothing lies in its zones."""
        place = step.place
        state = self.change(state, place.thing, self.index(place))
        state = self.bind(state, step.var, [ALL])
        term = self.terms.variable(step.var)
        facts = {
            Fact(Kind.KNOWN, self.terms.load(zone, (term,)), ALL)
            for record in self.game.records.values() for zone in record.zones
        }  # fmt: skip
        if place.index:
            owner = self.terms.make("owner", None, (term,))
            facts.add(Fact(Kind.SAME, owner, self.term(place.index[0])))
        return self.with_facts(state, facts)

    def show(self, step: g.Show, state: State) -> State:
        """Cards become known to somebody, or are hidden again."""
        who = ALL if step.to is None else self.term(step.to)
        facts = set()
        what = self.term(step.what)
        shape = self.terms.shapes[what]
        facts.add(Fact(Kind.KNOWN, what, who, seen=True))
        if shape.op == "many":
            assert shape.thing is not None
            index = list(shape.args)
            index[shape.at] = self.terms.make("each")
            load = self.terms.load(shape.thing, tuple(index))
            facts.add(Fact(Kind.KNOWN, load, who, (shape.args[shape.at],), seen=True))
        if shape.op == "top_n" and (self.terms.number(shape.args[1]) or 0):
            top = self.terms.make("top", None, shape.args[:1])
            facts.add(Fact(Kind.KNOWN, top, who, seen=True))
        if not step.hidden:
            return self.with_facts(state, facts)
        gone = {(fact.a, fact.b) for fact in facts}
        return attrs.evolve(
            state, facts=frozenset(fact for fact in state.facts if (fact.a, fact.b) not in gone)
        )

    # ------------------------------------------------------------------ cards that move

    def _is_emptiness(self, fact: Fact, answer: int | None = None) -> bool:
        """Whether a fact says that a zone is empty, or that it is not."""
        shape = self.terms.shapes[fact.a]
        return (
            fact.kind is Kind.HOLDS and shape.op == "is_empty"
            and self.terms.shapes[shape.args[0]].op == "load"
            and not any(self.terms.atoms[a] for a in self.terms.shapes[shape.args[0]].args
                        if any(isinstance(t, g.Zone) for t in self.terms.atoms[a]))
            and answer in (None, fact.b)
        )  # fmt: skip

    def _known_part(self, fact: Fact, thing: Thing) -> str:
        """Of what part of a zone a fact says who knows it: `load`, `top`, `bottom` or nothing."""
        if fact.kind is not Kind.KNOWN:
            return ""
        shape = self.terms.shapes[fact.a]
        part = shape.op
        if part in ("top", "bottom") and len(shape.args) == 1:
            shape = self.terms.shapes[shape.args[0]]
        others = [*shape.args, *fact.domains, *([] if fact.b == ALL else [fact.b])]
        if shape.op != "load" or shape.of is not thing:
            return ""
        return "" if any(thing in self.terms.atoms[term] for term in others) else part

    def take(
        self, state: State, places: frozenset[Place] | None, knows: Callable[[Fact], bool],
        from_top: bool,
    ) -> State:  # fmt: skip
        """Cards leave where they may lie; `knows` says whether the seat of a fact knows them."""

        def keep_of(zone: g.Zone) -> Keep:
            def keep(fact: Fact) -> bool:
                part = self._known_part(fact, zone)
                if part == "load":
                    return fact.seen or (from_top and zone.pile) or knows(fact)
                return (part == "bottom" and from_top) or self._is_emptiness(fact, 1)

            return keep

        found: Iterable[Place] = self.game.all_zones if places is None else sorted(places, key=str)
        for place in found:
            if isinstance(place, g.Zone):
                state = self.change(state, place, None, keep_of(place))
            else:
                shape = self.terms.shapes[place]
                assert isinstance(shape.of, g.Zone)
                state = self.change(state, shape.of, shape.args, keep_of(shape.of))
        return state

    def lay(
        self, state: State, zone: g.Zone, index: Index | None, knows: Callable[[Fact], bool],
        seats: list[Term], seen: bool, at_bottom: bool, some: bool,
    ) -> State:  # fmt: skip
        """Cards come to a zone, or to some of a family; `seats` know them, or see them: `seen`."""
        make, known = self.terms.make, self.know(state)
        if not seen and ALL not in seats:
            state = attrs.evolve(state, facts=state.facts - {place_of_each_card(self.terms)})

        def is_filled(load: Term) -> bool:
            return known.is_answered(make("is_empty", None, (load,)), False)

        def keep(fact: Fact) -> bool:
            part = self._known_part(fact, zone)
            if part == "load":
                return knows(fact) and (seen or not fact.seen)
            if part in ("top", "bottom") and not fact.domains:
                pile = self.terms.shapes[fact.a].args[0]
                return (part == "top") is at_bottom and is_filled(pile)
            return self._is_emptiness(fact, 0)

        more: set[Fact] = set()
        load = NOTHING if index is None else self.terms.load(zone, index)
        if load and zone.pile and is_filled(load):
            end = make("top" if at_bottom else "bottom", None, (load,))
            for who in self.audience(known, load):
                if not known.hidden(end, who):
                    more.add(Fact(Kind.KNOWN, end, who, seen=not known.in_sight.hidden(end, who)))
        downgraded = {
            attrs.evolve(fact, seen=False) for fact in state.facts
            if fact.seen and not seen and self._known_part(fact, zone) == "load" and knows(fact)
        }  # fmt: skip
        state = self.with_facts(state, downgraded)
        state = self.change(state, zone, index, keep)
        if load:
            end = make("bottom" if at_bottom else "top", None, (load,))
            if zone.pile:
                more |= {Fact(Kind.KNOWN, end, who, seen=seen) for who in seats}
            if some:
                more.add(Fact(Kind.HOLDS, make("is_empty", None, (load,)), 0))
        more = {f for f in more
                if not any(zone in self.terms.atoms[i] for i in index or ())}  # fmt: skip
        return self.with_facts(state, more)

    def moved(self, state: State, places: frozenset[Place] | None, to: Place) -> State:
        """Where the cards of variables may lie after some have gone from places to another."""
        found = dict(state.places)
        things = None if places is None else {self._zone_at(place) for place in places}
        for var, old in state.places.items():
            if things is None or things & {self._zone_at(place) for place in old}:
                found[var] = old | {to}
        return attrs.evolve(state, places=found)

    def _zone_at(self, place: Place) -> object:
        """The zone, or family of zones, that a place is in."""
        return self.terms.shapes[place].of if isinstance(place, int) else place

    def move(self, step: g.Move, state: State) -> State:
        """Cards that somebody knows stay known where they come to; hidden ones cover the place."""
        known, make = self.know(state), self.terms.make
        what = self.term(step.what)
        counted = isinstance(bare(step.what.type), NumberT)
        single, places = bare(step.what.type) == CARD, self._places_of(state, step.what)
        from_top = False
        if counted:
            assert step.source is not None
            number, what = self.terms.number(what), self.term(step.source)
            places = self._places_of(state, step.source)
            single, from_top = bool(number), True
            if number == 1:
                what = make("top", None, (what,))
        elif isinstance(step.what, g.Op) and step.what.name == "top":
            from_top = True
        zone = step.to.zone
        assert zone is not None
        index = self.index(step.to)
        opens = self.opens(step)
        seats = [ALL] if opens else self.knowers(known, what)

        def knows(fact: Fact) -> bool:
            who = ALL if fact.domains else fact.b
            return not known.hidden(what, who)

        def learns(fact: Fact) -> bool:
            return opens or knows(fact)

        if step.what.local is not None and opens:
            state = self.with_facts(state, {Fact(Kind.KNOWN, what, ALL)})
        state = self.take(state, places, knows, from_top)
        state = self.lay(state, zone, index, learns, seats, opens, step.bottom, single)
        to = self.still(self.terms.load(zone, index), zone)
        state = self.moved(state, places, to)
        if step.what.local is not None:
            state = _with_place(state, step.what.local, frozenset({to}))
        return state

    def deal(self, step: g.Deal, state: State) -> State:
        """Cards from the top of a pile to several zones."""
        known, source = self.know(state), self.term(step.source)
        zone = step.to.zone
        assert zone is not None
        opens = self.opens(step)

        def knows(fact: Fact) -> bool:
            return opens or not known.hidden(source, ALL if fact.domains else fact.b)

        places = frozenset({source})
        state = self.take(state, places, lambda _: False, from_top=True)
        state = self.lay(state, zone, None, knows, [], opens, False, False)
        state = self.moved(state, places, zone)
        number = 1 if step.amount is None else self.terms.number(self.term(step.amount))
        if opens and number and self._is_stable(step, step.over):
            each = self.terms.make("each")
            load = self.terms.substitute(self.term(step.to), self.terms.variable(step.var), each)
            top = self.terms.make("top", None, (load,))
            domains = (self.term(step.over),)
            state = self.with_facts(state, {Fact(Kind.KNOWN, top, ALL, domains, seen=True)})
        return state

    def swap(self, step: g.Swap, state: State) -> State:
        """Two zones change their cards, and what is known of them goes with the cards."""
        known = self.know(state)
        ends = [self.term(step.one), self.term(step.other)]
        facts = set()
        for load, other in (ends, ends[::-1]):
            for who in self.audience(known, *ends):
                if not known.hidden(other, who):
                    facts.add(Fact(Kind.KNOWN, load, who))
        for place in (step.one, step.other):
            assert isinstance(place.thing, g.Zone)
            state = self.change(state, place.thing, self.index(place))
            state = self.moved(state, frozenset(ends), place.thing)
        if any(isinstance(a, g.Zone) for end in ends for i in self.terms.shapes[end].args
               for a in self.terms.atoms[i]):  # fmt: skip
            return state
        return self.with_facts(state, facts)

    def shuffle(self, step: g.Shuffle, state: State) -> State:
        """The order is forgotten, and not whether anything lies there."""
        pile = step.pile
        return self.change(state, pile.thing, self.index(pile), self._is_emptiness)

    def gather(self, step: g.Gather, state: State) -> State:
        """All other zones are empty."""
        pile = step.pile
        for zone in self.game.all_zones:
            state = self.change(state, zone, None)
        facts = {self._family_known(zone) for zone in self.game.all_zones if zone is not pile.thing}
        facts.add(place_of_each_card(self.terms))
        assert isinstance(pile.thing, g.Zone)
        places: dict[g.Var, frozenset[Place]] = dict.fromkeys(state.places, frozenset({pile.thing}))
        return attrs.evolve(state, facts=state.facts | facts, places=places)


# What is known after a step of each kind; after others what they write is forgotten.
CHANGES: dict[type[g.Step], Callable[[Flow, Any, State], State]] = {
    g.Assign: Flow.assign, g.New: Flow.new, g.Show: Flow.show, g.Move: Flow.move, g.Deal: Flow.deal,
    g.Swap: Flow.swap, g.Shuffle: Flow.shuffle, g.Gather: Flow.gather,
    g.Let: lambda flow, step, state: flow.name(state, step.var, step.value, step.announced),
}  # fmt: skip


def _with_place(state: State, var: g.Var, places: frozenset[Place] | None) -> State:
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


def _has_each_once(over: g.Value) -> bool:
    """Whether nothing comes twice in what a loop goes through."""
    match origin_of(over):
        case g.Op(name="between" | "seats_from" | "seats_after"):
            return True
        case origin:
            return isinstance(bare(origin.type), SetT) or zone_holding(origin, {}) is not None
