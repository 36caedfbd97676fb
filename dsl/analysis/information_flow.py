"""Secrets: what a decision, a public register or a branch reads must be known to those concerned.

What is known is followed through the control flow of the match: known at a point is what is known
on every way to it. Then each value is asked for what is hidden from those who learn it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

import attrs

from hoyle.dsl.analysis.control_flow import Constant, Point, PointKind, Way, phase_graph
from hoyle.dsl.analysis.dataflow import Edge, Graph, solve_forward
from hoyle.dsl.analysis.facts import (
    Audience,
    Purpose,
    Read,
    Thing,
    step_facts,
    steps_run,
    things_read,
    value_facts,
    zone_holding,
)
from hoyle.dsl.analysis.terms import NOTHING, Shape, Term, Terms
from hoyle.dsl.analysis.visibility import (
    ALL,
    Fact,
    Hidden,
    Kind,
    Knowledge,
    Place,
    State,
    facts_of_answer,
)
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, NumberT, SetT, bare, element
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span

EXACT_VISITS = 12  # visits of a point after which only facts that stand on both ways are kept
Index = tuple[Term, ...]
Keep = Callable[[Fact], bool]


def check_secrecy(game: g.Game, constant: Constant, report: Report) -> None:
    """Report every secret that the game gives away."""
    if "match" not in game.phases:
        return
    terms = Terms(constant, game.counts[0] > 1)
    entered: set[str] = set()
    for name in ("match", *game.phases):
        if name in entered:
            continue  # a phase that is not run is checked by itself
        graph, through = phase_graph(game, game.phases[name], constant)
        entered |= through
        _Flow(game, terms, graph, report).check(game.phases[name])


def _has_cards(value_type: object) -> bool:
    of = bare(value_type)  # type: ignore[arg-type]
    return of == CARD or element(of) == CARD or element(element(of) or of) == CARD


@attrs.frozen
class _Flow:
    """What is known at each point of a graph."""

    game: g.Game
    terms: Terms
    graph: Graph[Point]
    report: Report
    _knowledge: dict[frozenset[Fact], Knowledge] = attrs.field(factory=dict)
    _stable: dict[g.Step, bool] = attrs.field(factory=dict)

    def check(self, phase: g.Phase) -> None:
        """Report what is given away; a phase by itself knows what it is given, and nothing else."""
        given = (self.terms.variable(param) for param in phase.params)
        facts = {Fact(Kind.KNOWN, param, ALL, seen=True) for param in given}
        if phase.name == "match":
            facts = {self.family_known(zone) for zone in self.all_zones() if not zone.starts}
        entry = State(frozenset(facts))
        states = solve_forward(
            self.graph, entry, self.after, self.join, along=self.along,
            widen=_meet, widen_after=EXACT_VISITS,
        )  # fmt: skip
        ways_in: dict[Point, list[tuple[Point, Edge[Point]]]] = {}
        for point, edges in self.graph.edges.items():
            for edge in edges:
                ways_in.setdefault(edge.to, []).append((point, edge))
        for point, state in states.items():
            _Checks(self, states, ways_in, point, state).check()

    def all_zones(self) -> Iterator[g.Zone]:
        yield from self.game.zones.values()
        for record in self.game.records.values():
            yield from record.zones

    def family_known(self, zone: g.Zone) -> Fact:
        """Everybody knows all cards of a family of zones."""
        count = len(zone.index) + (zone.record is not None)
        index = tuple(self.terms.make("each", k) for k in range(count))
        anything = self.terms.make("anything")
        return Fact(Kind.KNOWN, self.terms.load(zone, index), ALL, (anything,) * count)

    def know(self, state: State) -> Knowledge:
        found = self._knowledge.get(state.facts)
        if found is None:
            found = self._knowledge[state.facts] = Knowledge(self.terms, state.facts)
        return found

    def term(self, value: g.Value) -> Term:
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
            found = self.begin_round(point, state)
            if edge.taken is Way.DONE:
                found = self.finish_loop(point, state)
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
        return self.finish_round(head, found)

    def answered(self, state: State, test: g.Value, answer: bool) -> State:
        return self.with_facts(state, facts_of_answer(self.terms, self.term(test), answer))

    def with_facts(self, state: State, facts: Iterable[Fact]) -> State:
        more = state.facts.union(facts)
        return state if more == state.facts else attrs.evolve(state, facts=more)

    # ------------------------------------------------------------------ loops

    def loop_set(self, head: Point) -> tuple[g.Var, g.Value] | None:
        """The variable of a loop and what it goes through."""
        step = head.step
        if isinstance(step, g.For):
            return step.var, step.over
        if isinstance(step, g.Choose) and step.var is not None and step.over is not None:
            return step.var, step.over
        return None

    def is_stable(self, step: g.Step, over: g.Value) -> bool:
        """Whether a loop leaves alone what says which members it goes through."""
        if step not in self._stable:
            changed: set[Thing] = set()
            for inner in steps_run(self.game, tuple(b for b in _body_of(step))):
                facts = step_facts(inner)
                changed.update(place.thing for place in facts.writes)
                if facts.takes or facts.lays:
                    changed.update(self.all_zones())
            self._stable[step] = not changed & things_read(over)
        return self._stable[step]

    def begin_round(self, head: Point, state: State) -> State:
        """The next member of what a loop goes through."""
        step = head.step
        if isinstance(step, g.ForLines):
            return self.bind(state, step.var, (ALL,))
        found = self.loop_set(head)
        if found is None:
            return state
        var, over = found
        assert step is not None
        known, set_ = self.know(state), self.term(over)
        seats = [who for who in self.audience(known, set_) if not known.hidden(set_, who)]
        sight = [who for who in seats if not known.in_sight.hidden(set_, who)]
        state = self.bind(state, var, seats if _has_cards(var.type) else (ALL,), sight)
        more = set()
        if self.is_stable(step, over):
            more.add(Fact(Kind.MEMBER, self.terms.variable(var), set_))
        if isinstance(over, g.Load) and isinstance(over.thing, g.Register) and over.index:
            owner = self.terms.make("owner", None, (self.terms.variable(var),))
            more.add(Fact(Kind.SAME, owner, self.term(over.index[0])))
        state = self.with_facts(state, more)
        zone = zone_holding(over, {})
        if isinstance(zone, g.Zone):
            laid = {
                to.thing for inner in steps_run(self.game, _body_of(step))
                for to in step_facts(inner).lays
            }  # fmt: skip
            places = frozenset({zone, *(z for z in laid if isinstance(z, g.Zone))})
            state = attrs.evolve(state, places={**state.places, var: places})
        return state

    def finish_round(self, head: Point, state: State) -> State:
        """What is known of a member is so of each that the loop has gone through."""
        before = frozenset(fact for fact in state.facts if fact.loop is not head)
        found = self.loop_set(head)
        done: set[Fact] = set()
        step = head.step
        if found is not None and step is not None and not getattr(step, "until", None):
            var, over = found
            if self.is_stable(step, over):
                done = {self.generalised(fact, var, over, head) for fact in before
                        if self.can_generalise(fact, var)}  # fmt: skip
            if head not in state.fresh:
                known = Knowledge(self.terms, done)
                done = {fact for fact in state.facts - before if known.holds(fact)}
        return attrs.evolve(state, facts=before | done, fresh=state.fresh - {head})

    def can_generalise(self, fact: Fact, var: g.Var) -> bool:
        return (
            fact.kind is Kind.KNOWN and fact.loop is None
            and fact.a != self.terms.variable(var)
            and any(var in self.terms.atoms[term] for term in (fact.a, max(fact.b, NOTHING)))
        )  # fmt: skip

    def generalised(self, fact: Fact, var: g.Var, over: g.Value, head: Point) -> Fact:
        """A fact of a loop's variable as one of all that it goes through."""
        make, old = self.terms.make, self.terms.variable(var)

        def lift(term: Term) -> Term:
            if term == ALL:
                return ALL
            for k in range(len(fact.domains) - 1, -1, -1):
                term = self.terms.substitute(term, make("each", k), make("each", k + 1))
            return self.terms.substitute(term, old, make("each", 0))

        domains = (self.term(over), *(lift(domain) for domain in fact.domains))
        return attrs.evolve(fact, a=lift(fact.a), b=lift(fact.b), domains=domains, loop=head)

    def finish_loop(self, head: Point, state: State) -> State | None:
        """After a loop that has gone through all."""
        if head in state.fresh:
            return None  # what its rounds do is not known yet
        facts = (
            attrs.evolve(fact, loop=None) if fact.loop is head else fact for fact in state.facts
        )
        return attrs.evolve(state, facts=frozenset(facts))

    # ------------------------------------------------------------------ names

    def bind(
        self, state: State, var: g.Var, seats: Iterable[Term], sight: Iterable[Term] = ()
    ) -> State:
        """A variable gets another value, which these seats know."""
        state = self.forget(state, lambda term, _: var in self.terms.atoms[term])
        places = {name: places for name, places in state.places.items() if name is not var}
        term = self.terms.variable(var)
        facts = {Fact(Kind.KNOWN, term, who, seen=True) for who in sight}
        facts |= {Fact(Kind.KNOWN, term, who) for who in set(seats).difference(sight)}
        return attrs.evolve(state, facts=state.facts | facts, places=places)

    def name(self, state: State, var: g.Var, value: g.Value, announced: bool) -> State:
        """A name for a value."""
        known, same = self.know(state), None
        if isinstance(value, g.Op) and value.name == "random":
            seats = [w for w in (ALL,) if not known.hidden(self.term(value.args[0]), w)]
        else:
            same = self.term(value)
            seats = [w for w in self.audience(known, same) if not known.hidden(same, w)]
        state = self.bind(state, var, [ALL] if announced else seats)
        term = self.terms.variable(var)
        if same is not None and var not in self.terms.atoms[same]:
            state = self.with_facts(state, {Fact(Kind.SAME, term, same)})
            shape = self.terms.shapes[same]
            while shape.op == "without" or _is_filter(shape):
                state = self.with_facts(state, {Fact(Kind.WITHIN, term, shape.args[0])})
                shape = self.terms.shapes[shape.args[0]]
            places = self.places_of(state, value)
            if places is not None:
                state = attrs.evolve(state, places={**state.places, var: places})
        return state

    def audience(self, known: Knowledge, *terms: Term) -> list[Term]:
        """Those of whom it is worth asking what they know: everybody, and seats that know more."""
        found = {ALL}
        found.update(
            f.b for f in known.facts if f.kind is Kind.KNOWN and not f.domains and f.loop is None
        )
        waiting, seen = list(terms), set(terms)
        while waiting:
            shape = self.terms.shapes[waiting.pop()]
            if shape.op == "load" and isinstance(shape.of, g.Zone | g.Register):
                seer = known.seer(shape.of, shape.args)
                found |= set() if seer is None else {seer}
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
        if step.seat is not None:
            return self.term(step.seat)
        assert step.var is not None
        return self.terms.variable(step.var)

    def parameter(self, state: State, param: g.Param, who: Term) -> State:
        """A value that is chosen: told to all, a card only to those who see it."""
        known, over = self.know(state), self.term(param.over)
        if _has_cards(param.var.type):
            sight = known.in_sight
            seats = [w for w in self.audience(known, over) if not sight.hidden(over, w)]
            state = self.bind(state, param.var, [*seats, who], seats)
        else:
            state = self.bind(state, param.var, [ALL])
        term, shape = self.terms.variable(param.var), self.terms.shapes[over]
        facts = {Fact(Kind.MEMBER, term, over)}
        if _is_filter(shape):
            assert isinstance(shape.of, tuple)
            one = self.terms.make("element", shape.of[1])
            where = self.terms.substitute(shape.args[1], one, term)
            facts |= facts_of_answer(self.terms, where, True)
        state = self.with_facts(state, facts)
        places = self.places_of(state, param.over)
        if places is not None:
            state = attrs.evolve(state, places={**state.places, param.var: places})
        return state

    def places_of(self, state: State, value: g.Value) -> frozenset[Place] | None:
        """The zones that cards may lie in; None where that may be any."""
        match value:
            case g.Load(thing=g.Zone()):
                return frozenset({self.term(value)})
            case g.Many(thing=g.Zone() as zone):
                return frozenset({zone})
            case g.Op(name="top" | "bottom" | "subsets" | "groups", args=(inner, *_)):
                return self.places_of(state, inner)
            case g.Phrase(kind="filter" | "first" | "best" | "sole", over=over):
                return self.places_of(state, over)
            case g.Local(var=var):
                return state.places.get(var)
            case _:
                return None

    # ------------------------------------------------------------------ changes

    def forget(
        self, state: State, is_broken: Callable[[Term, Fact], bool], keep: Keep = lambda _: False
    ) -> State:
        """Only the facts that do not hang on what changes; what can be said otherwise is kept."""
        broken = [f for f in state.facts if any(is_broken(term, f) for term in f.terms)]
        if not broken:
            return state
        known = self.know(state)
        facts = set(state.facts.difference(broken))
        for fact in broken:
            if keep(fact):
                facts.add(fact)
                continue
            if fact.kind is Kind.SAME and not fact.domains:
                facts |= self.known_names(known, fact, is_broken)
            other = {}
            for term in fact.terms:
                form = self.other_form(known, term, fact, is_broken)
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

    def known_names(
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

    def other_form(
        self, known: Knowledge, term: Term, fact: Fact, is_broken: Callable[[Term, Fact], bool]
    ) -> Term | None:
        """The same value by another term that does not hang on what changes."""
        if not is_broken(term, fact):
            return term
        for other in known.equals(term):
            if not is_broken(other, fact):
                return other
        shape = self.terms.shapes[term]
        args = []
        for arg in shape.args:
            form = self.other_form(known, arg, fact, is_broken)
            if form is None:
                return None
            args.append(form)
        found = self.terms.make(shape.op, shape.of, tuple(args))
        return None if found == term or is_broken(found, fact) else found

    def change(
        self, state: State, thing: Thing, index: Index | None, keep: Keep = lambda _: False
    ) -> State:
        """A register gets another value, or a zone other cards; without `index` any of a family."""
        known = self.know(state)

        def is_broken(term: Term, fact: Fact) -> bool:
            loads = self.terms.loads_of(term, thing)
            if loads is None or index is None:
                return loads is None or bool(loads)
            return any(not self.are_apart(known, load, index, fact) for load in loads)

        state = self.forget(state, is_broken, keep)
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

    def are_apart(self, known: Knowledge, one: Index, other: Index, fact: Fact) -> bool:
        """Whether two members of a family surely are two."""
        for a, b in zip(one, other, strict=True):
            if known.differ(a, b):
                return True
            shape = self.terms.shapes[a]
            if fact.loop is not None and (shape.op, shape.of) == ("each", 0):
                found = self.loop_set(fact.loop)
                if found and _has_each_once(found[1]) and b == self.terms.variable(found[0]):
                    return True
        return False

    # ------------------------------------------------------------------ steps

    def after(self, point: Point, state: State) -> State:
        """What is known after a point."""
        step = point.step
        if point.kind is PointKind.RUN:
            assert isinstance(step, g.Run)
            for param, arg in zip(self.game.phases[step.phase].params, step.args, strict=True):
                state = self.name(state, param, arg, False)
            for register in self.game.registers.values():
                if register.phase == step.phase:
                    state = self.change(state, register, None)
            return state
        if point.kind is not PointKind.STEP:
            return state
        match step:
            case g.Assign():
                return self.assign(step, state)
            case g.Let(var=var, value=value, announced=announced):
                return self.name(state, var, value, announced)
            case g.New(var=var, place=place):
                return self.new(state, var, place)
            case g.Move():
                return self.move(step, state)
            case g.Deal():
                return self.deal(step, state)
            case g.Swap():
                return self.swap(step, state)
            case g.Shuffle(pile=pile):
                return self.change(state, pile.thing, self.index(pile), self.is_emptiness)
            case g.Gather(pile=pile):
                return self.gather(state, pile)
            case g.Show():
                return self.show(step, state)
            case None:
                return state
        for place in step_facts(step).writes:
            state = self.change(state, place.thing, self.index(place))
        return state

    def index(self, place: g.Load) -> Index:
        return tuple(self.term(value) for value in place.index)

    def assign(self, step: g.Assign, state: State) -> State:
        """A register gets a value."""
        place, thing = self.term(step.place), step.place.thing
        assert isinstance(thing, g.Register)
        value, known = self.term(step.value), self.know(state)
        is_random = isinstance(step.value, g.Op) and step.value.name == "random"
        seats = () if thing.seen_by is None else self.audience(known, value)
        seats = [who for who in seats if step.op == "=" and not known.hidden(value, who)]
        state = self.change(state, thing, self.index(step.place))
        plain = thing not in self.terms.atoms[value] and step.op == "=" and not is_random
        if not plain:
            return state
        facts = {Fact(Kind.KNOWN, place, who) for who in seats
                 if who == ALL or thing not in self.terms.atoms[who]}  # fmt: skip
        if not any(thing in self.terms.atoms[arg] for arg in self.terms.shapes[place].args):
            facts.add(Fact(Kind.SAME, place, value))
        return self.with_facts(state, facts)

    def new(self, state: State, var: g.Var, place: g.Load) -> State:
        """A new record: nothing lies in its zones."""
        state = self.change(state, place.thing, self.index(place))
        state = self.bind(state, var, [ALL])
        term = self.terms.variable(var)
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
            assert isinstance(shape.of, tuple)
            thing, place = shape.of
            each = self.terms.make("each", 0)
            index = (*shape.args[:place], each, *shape.args[place + 1 :])
            load = self.terms.load(thing, index)
            facts.add(Fact(Kind.KNOWN, load, who, (shape.args[place],), seen=True))
        if shape.op == "top" and len(shape.args) == 2 and (self.terms.number(shape.args[1]) or 0):
            top = self.terms.make("top", None, shape.args[:1])
            facts.add(Fact(Kind.KNOWN, top, who, seen=True))
        if not step.hidden:
            return self.with_facts(state, facts)
        gone = {(fact.a, fact.b) for fact in facts}
        return attrs.evolve(
            state, facts=frozenset(fact for fact in state.facts if (fact.a, fact.b) not in gone)
        )

    # ------------------------------------------------------------------ cards that move

    def is_emptiness(self, fact: Fact, answer: int | None = None) -> bool:
        """Whether a fact says that a zone is empty, or that it is not."""
        shape = self.terms.shapes[fact.a]
        return (
            fact.kind is Kind.HOLDS and shape.op == "is_empty"
            and self.terms.shapes[shape.args[0]].op == "load"
            and not any(self.terms.atoms[a] for a in self.terms.shapes[shape.args[0]].args
                        if any(isinstance(t, g.Zone) for t in self.terms.atoms[a]))
            and answer in (None, fact.b)
        )  # fmt: skip

    def known_part(self, fact: Fact, thing: Thing) -> str:
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
                part = self.known_part(fact, zone)
                if part == "load":
                    return fact.seen or (from_top and zone.pile) or knows(fact)
                return (part == "bottom" and from_top) or self.is_emptiness(fact, 1)

            return keep

        found: Iterable[Place] = self.all_zones() if places is None else sorted(places, key=str)
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

        def is_filled(load: Term) -> bool:
            return known.is_answered(make("is_empty", None, (load,)), False)

        def keep(fact: Fact) -> bool:
            part = self.known_part(fact, zone)
            if part == "load":
                return knows(fact) and (seen or not fact.seen)
            if part in ("top", "bottom") and not fact.domains:
                pile = self.terms.shapes[fact.a].args[0]
                return (part == "top") is at_bottom and is_filled(pile)
            return self.is_emptiness(fact, 0)

        more: set[Fact] = set()
        load = NOTHING if index is None else self.terms.load(zone, index)
        if load and zone.pile and is_filled(load):
            end = make("top" if at_bottom else "bottom", None, (load,))
            for who in self.audience(known, load):
                if not known.hidden(end, who):
                    more.add(Fact(Kind.KNOWN, end, who, seen=not known.in_sight.hidden(end, who)))
        downgraded = {
            attrs.evolve(fact, seen=False) for fact in state.facts
            if fact.seen and not seen and self.known_part(fact, zone) == "load" and knows(fact)
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
        things = None if places is None else {self.zone_at(place) for place in places}
        for var, old in state.places.items():
            if things is None or things & {self.zone_at(place) for place in old}:
                found[var] = old | {to}
        return attrs.evolve(state, places=found)

    def zone_at(self, place: Place) -> object:
        return self.terms.shapes[place].of if isinstance(place, int) else place

    def move(self, step: g.Move, state: State) -> State:
        """Cards that somebody knows stay known where they come to; hidden ones cover the place."""
        known, make = self.know(state), self.terms.make
        what = self.term(step.what)
        counted = isinstance(bare(step.what.type), NumberT)
        single, places = bare(step.what.type) == CARD, self.places_of(state, step.what)
        from_top = False
        if counted:
            assert step.source is not None
            number, what = self.terms.number(what), self.term(step.source)
            places = self.places_of(state, step.source)
            single, from_top = bool(number), True
            if number == 1:
                what = make("top", None, (what,))
        elif isinstance(step.what, g.Op) and step.what.name == "top":
            from_top = True
        zone = step.to.thing
        assert isinstance(zone, g.Zone)
        index = self.index(step.to)
        facing = step.facing is not None and bool(self.terms.decided(step.facing))
        opens = facing or zone.face == "up"
        candidates = self.audience(known, what)
        seats = [ALL] if opens else [who for who in candidates if not known.hidden(what, who)]

        def knows(fact: Fact) -> bool:
            who = ALL if fact.domains else fact.b
            return not known.hidden(what, who)

        def learns(fact: Fact) -> bool:
            return opens or knows(fact)

        if isinstance(step.what, g.Local) and opens:
            state = self.with_facts(state, {Fact(Kind.KNOWN, what, ALL)})
        state = self.take(state, places, knows, from_top)
        state = self.lay(state, zone, index, learns, seats, opens, step.bottom, single)
        to = self.still(self.terms.load(zone, index), zone)
        state = self.moved(state, places, to)
        if isinstance(step.what, g.Local):
            state = attrs.evolve(state, places={**state.places, step.what.var: frozenset({to})})
        return state

    def deal(self, step: g.Deal, state: State) -> State:
        """Cards from the top of a pile to several zones."""
        known, source = self.know(state), self.term(step.source)
        zone = step.to.thing
        assert isinstance(zone, g.Zone)
        facing = step.facing is not None and bool(self.terms.decided(step.facing))
        opens = facing or zone.face == "up"

        def knows(fact: Fact) -> bool:
            return opens or not known.hidden(source, ALL if fact.domains else fact.b)

        places = frozenset({source})
        state = self.take(state, places, lambda _: False, from_top=True)
        state = self.lay(state, zone, None, knows, [], opens, False, False)
        state = self.moved(state, places, zone)
        number = 1 if step.amount is None else self.terms.number(self.term(step.amount))
        if opens and number and self.is_stable(step, step.over):
            each = self.terms.make("each", 0)
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

    def gather(self, state: State, pile: g.Load) -> State:
        """All other zones are empty."""
        for zone in self.all_zones():
            state = self.change(state, zone, None)
        facts = {self.family_known(zone) for zone in self.all_zones() if zone is not pile.thing}
        assert isinstance(pile.thing, g.Zone)
        places: dict[g.Var, frozenset[Place]] = dict.fromkeys(state.places, frozenset({pile.thing}))
        return attrs.evolve(state, facts=state.facts | facts, places=places)


def _is_filter(shape: Shape) -> bool:
    return shape.op == "phrase" and isinstance(shape.of, tuple) and shape.of[0] == "filter"


def _meet(one: State, other: State) -> State:
    """What stands on both ways."""
    both = one.facts & other.facts
    places = {
        var: places | other.places[var]
        for var, places in one.places.items() if var in other.places
    }  # fmt: skip
    return State(both, one.fresh & other.fresh, places)


def _body_of(step: g.Step) -> tuple[g.Step, ...]:
    return tuple(inner for block in step_facts(step).blocks for inner in block.body)


def _has_each_once(over: g.Value) -> bool:
    """Whether no member can come twice."""
    match over:
        case g.Phrase(kind="filter", over=inner):
            return _has_each_once(inner)
        case g.Op(name="between" | "seats_from" | "seats_after") | g.Load(thing=g.Zone()):
            return True
        case _:
            return isinstance(bare(over.type), SetT)


# ---------------------------------------------------------------------- what is given away

WAY = (
    "S03", "which way the game goes from here depends on hidden cards",
    "tell all of it with `announce`: `announce NAME = …`, and ask for NAME; or show the cards",
)  # fmt: skip
SHOW_FIRST = "show the cards first"
TOLD = {
    Purpose.WAY: WAY,
    Purpose.PAID: (
        "S02", "chips are paid in the open, but this depends on hidden cards", SHOW_FIRST
    ),
    Purpose.SAID: (
        "S02", "this sentence is for all ears, but this depends on hidden cards", SHOW_FIRST
    ),
    Purpose.AMOUNT: (
        "S02", "everybody sees how many cards go where, but this depends on hidden cards",
        SHOW_FIRST,
    ),
    Purpose.ASKED: (
        "S01", "the chooser cannot see what this condition reads",
        "conditions may read the chooser's own cards, sizes, what lies open and what has been "
        "shown",
    ),
}  # fmt: skip


@attrs.frozen
class _Checks:
    """Asks at one point for what is hidden from those who learn it."""

    flow: _Flow
    states: dict[Point, State]
    ways_in: dict[Point, list[tuple[Point, Edge[Point]]]]
    point: Point
    state: State

    def check(self) -> None:
        step, kind = self.point.step, self.point.kind
        if step is None or kind in (PointKind.JOIN, PointKind.HEAD, PointKind.LEAVE):
            return
        if kind is PointKind.TEST:
            assert self.point.test is not None
            self.ask(Read(self.point.test, Purpose.WAY), ALL)
            return
        if isinstance(step, g.Choose):
            self.check_choice(step)
            return
        for read in step_facts(step).reads:
            if kind is PointKind.BEGIN and read.value is getattr(step, "until", None):
                continue  # asked in each round
            if kind is PointKind.BEGIN and _goes_through_cards(step, read.value):
                continue  # everybody sees how many there are
            if isinstance(step, g.Assign) and read.purpose is Purpose.STATE:
                self.check_register(step, read)
            elif read.audience is Audience.ALL:
                self.ask(read, ALL)

    def check_register(self, step: g.Assign, read: Read) -> None:
        """Whoever sees a register learns what it is made of."""
        thing = step.place.thing
        seer = self.flow.know(self.state).seer(thing, self.flow.index(step.place))
        help_ = "show the cards first, or say of the register who sees it: `seen by …`"
        title = f"`{thing.name}` is open to all, but it is worked out from hidden cards"
        if seer is not None:
            assert thing.seen_by is not None
            whose = _seers(thing)
            title = f"`{thing.name}` is {whose}, but it is worked out from cards hidden from there"
            help_ = "show the cards first to whoever sees the register"
        self.ask(read, ALL if seer is None else seer, ("S02", title, help_))

    def check_choice(self, step: g.Choose) -> None:
        """The chooser's conditions and ranges."""
        state, flow = self.state, self.flow
        for value in (step.seat, step.over):
            if value is not None:
                self.ask(Read(value, Purpose.WAY), ALL)
        who = flow.chooser(step)
        if step.var is not None and step.over is not None:
            member = Fact(Kind.MEMBER, flow.terms.variable(step.var), flow.term(step.over))
            state = flow.with_facts(flow.bind(state, step.var, [ALL]), {member})
        for action in step.actions:
            way = state
            for param in action.params:
                self.ask(Read(param.over, Purpose.ASKED), who, state=way)
                way = flow.parameter(way, param, who)
            for must in action.musts:
                self.ask(Read(must.test, Purpose.ASKED), who, state=way)
                if not must.if_able:
                    way = flow.answered(way, must.test, True)

    def ask(
        self, read: Read, who: Term, told: tuple[str, str, str] | None = None,
        state: State | None = None,
    ) -> None:  # fmt: skip
        """Report the first thing that a value gives away."""
        known = self.flow.know(state or self.state)
        hidden = known.hidden(self.flow.term(read.value), who)
        if not hidden:
            return
        code, title, help_ = told or TOLD[read.purpose]
        thing, span = hidden[0], self.place_of(known, read.value, hidden[0], who)
        where = f"`{thing.name}` is {_sight(thing)}"
        if thing.span.source is span.source:
            where += f" (line {thing.span.line})"
        lost = self.lost(self.flow.term(read.value), who, state or self.state)
        self.flow.report.add(code, title, span, label=where, help=(help_, *lost))

    def place_of(self, known: Knowledge, value: g.Value, thing: Hidden, who: Term) -> Span:
        """Where a value reads a hidden thing: its innermost part, or what applies it."""
        for inner in value_facts(value).inside:
            if thing in known.hidden(self.flow.term(inner), who):
                return self.place_of(known, inner, thing, who)
        return value.span

    def lost(self, term: Term, who: Term, state: State) -> tuple[str, ...]:
        """Where it was known before this point and is so no more, and what to ask instead."""
        flow = self.flow
        names = {f for f in state.facts if f.kind is Kind.MEMBER}

        def is_known(there: State) -> bool:
            return not flow.know(flow.with_facts(there, names)).hidden(term, who)

        waiting, seen = deque([self.point]), {self.point}
        while waiting:
            point = waiting.popleft()
            for before, edge in self.ways_in.get(point, ()):
                if before not in self.states or before in seen:
                    continue
                seen.add(before)
                after = flow.after(before, self.states[before])
                there = flow.along(before, edge, after)
                if there is not None and is_known(there):
                    return _where_lost(point, who)
                if is_known(self.states[before]) and not is_known(after):
                    return _where_lost(before, who)
                waiting.append(before)
        return ()


def _where_lost(point: Point, who: Term) -> tuple[str, ...]:
    """The step at which something is not known any more, and the guard that would do."""
    if point.step is None:
        return ()
    line, word = point.step.span.line, point.step.span.text.split(None, 1)[0]
    mend = "show it on every way"
    match point.kind:
        case PointKind.HEAD:
            where = f"it is not known in every round of the loop of line {line}"
        case PointKind.STEP:
            where, mend = f"it was known until line {line}", "show it again"
        case _:
            where = f"it is known on some ways through the `{word}` of line {line}, not on all"
    guard = "showing of card" if who == ALL else "sees(seat, card)"
    return (where, f"{mend}, or let the question begin with `{guard} and …`")


def _goes_through_cards(step: g.Step, value: g.Value) -> bool:
    return (
        isinstance(step, g.For) and value is step.over and isinstance(value, g.Load | g.Many)
        and element(value.type) == CARD
    )  # fmt: skip


def _seers(thing: g.Zone | g.Register) -> str:
    """Who sees a zone or register, in the words of its line."""
    seen_by = thing.seen_by
    if isinstance(seen_by, g.Local) and seen_by.var is thing.owner_var:
        return "seen by its owner only"
    return f"seen by `{' '.join(seen_by.span.text.split())}` only" if seen_by else "hidden"


def _sight(thing: Hidden) -> str:
    if isinstance(thing, g.Var):
        if _has_cards(thing.type):
            return "a card that has not been shown"
        return "worked out from hidden cards"
    if isinstance(thing, g.Zone) and thing.face is not None:
        return f"face {thing.face}"
    return _seers(thing)
