"""What is known to whom after a step: what it shows, tells, lays and moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import product

import attrs

from hoyle.dsl.analysis.information_flow import Change, Flow, Index, Keep, with_place
from hoyle.dsl.analysis.known_facts import ALL, Fact, Kind, place_of_each_card
from hoyle.dsl.analysis.terms import NOTHING, Term
from hoyle.dsl.analysis.visibility import Knowledge, Place, State
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, NumberT, SetT, bare
from hoyle.dsl.checked.values import Thing


def _after_assign(flow: Flow, step: g.Assign, state: State) -> State:
    """A register gets a value."""
    place, thing = flow.term(step.place), step.place.thing
    assert isinstance(thing, g.Register)
    value, known = flow.term(step.value), flow.know(state)
    keeps, more = _of_parts(flow, step, known)
    state = flow.with_facts(flow.change(state, thing, flow.index(step.place), keeps), more)
    if thing in flow.terms.atoms[value] or step.op != "=" or step.value.drawn_among:
        return state
    facts = {Fact(Kind.KNOWN, place, who)
             for who in (() if thing.seen_by is None else flow.knowers(known, value))
             if who == ALL or thing not in flow.terms.atoms[who]}  # fmt: skip
    if not any(thing in flow.terms.atoms[arg] for arg in flow.terms.shapes[place].args):
        facts.add(Fact(Kind.SAME, place, value))
    return flow.with_facts(state, facts)


def _of_parts(flow: Flow, step: g.Assign, known: Knowledge) -> tuple[Keep, set[Fact]]:
    """What goes on to be so of parts: of a set that grows those in it, of one that shrinks where.

    What was the same as a set that shrinks has it as a part.
    """
    place, thing, terms = flow.term(step.place), step.place.thing, flow.terms
    if not isinstance(bare(thing.type), SetT):
        return lambda _: False, set()
    is_set = step.op == "="
    shrinks = step.op == "-=" or (is_set and known.is_within(flow.term(step.value), place))
    grows = step.op == "+=" or (is_set and known.is_within(place, flow.term(step.value)))

    def is_it(term: Term) -> bool:
        shape = terms.shapes[term]
        is_free = all(thing not in terms.atoms[arg] for arg in shape.args)
        return shape.op == "load" and shape.of is thing and is_free

    def keep(fact: Fact) -> bool:
        if fact.kind is not Kind.WITHIN or fact.domains:
            return False
        part, whole = fact.a, fact.b
        if shrinks and is_it(part):
            return thing not in terms.atoms[whole]
        return grows and is_it(whole) and thing not in terms.atoms[part]

    if not is_it(place):
        return lambda _: False, set()
    same = [other for other in known.equals(place) if thing not in terms.atoms[other]]
    more = {Fact(Kind.WITHIN, place, other) for other in same if shrinks}
    return keep, more | {Fact(Kind.WITHIN, other, place) for other in same if grows}


def _after_new(flow: Flow, step: g.New, state: State) -> State:
    """A new record: nothing lies in its zones."""
    place = step.place
    state = flow.change(state, place.thing, flow.index(place))
    state = flow.bind(state, step.var, [ALL])
    term = flow.terms.variable(step.var)
    facts = {
        Fact(Kind.KNOWN, flow.terms.load(zone, (term,)), ALL)
        for record in flow.game.records.values() for zone in record.zones
    }  # fmt: skip
    if place.index:
        owner = flow.terms.make("owner", None, (term,))
        facts.add(Fact(Kind.SAME, owner, flow.term(place.index[0])))
    return flow.with_facts(state, facts)


def _after_show(flow: Flow, step: g.Show, state: State) -> State:
    """Cards become known to somebody, or are hidden again."""
    who = ALL if step.to is None else flow.term(step.to)
    facts = set()
    what = flow.term(step.what)
    shape = flow.terms.shapes[what]
    facts.add(Fact(Kind.KNOWN, what, who, seen=True))
    if shape.op == "many":
        assert shape.thing is not None
        index = list(shape.args)
        for k, place in enumerate(shape.places):
            index[place] = flow.terms.make("each", at=k)
        load = flow.terms.load(shape.thing, tuple(index))
        domains = tuple(shape.args[place] for place in shape.places)
        facts.add(Fact(Kind.KNOWN, load, who, domains, seen=True))
    if shape.op == "top_n" and (flow.terms.number(shape.args[1]) or 0):
        top = flow.terms.make("top", None, shape.args[:1])
        facts.add(Fact(Kind.KNOWN, top, who, seen=True))
    if not step.hidden:
        return flow.with_facts(state, facts)
    gone = {(fact.a, fact.b) for fact in facts}
    state = attrs.evolve(
        state, facts=frozenset(fact for fact in state.facts if (fact.a, fact.b) not in gone)
    )
    return _out_of_sight(flow, state, flow.places_of(state, step.what))


def _out_of_sight(flow: Flow, state: State, places: frozenset[Place] | None) -> State:
    """What was seen of some places is still known, and not seen any more."""
    for place in flow.game.all_zones if places is None else sorted(places, key=str):
        zone, index = flow.zone_at(place)
        left = flow.change(state, zone, index).facts
        unseen = (attrs.evolve(fact, seen=False) for fact in state.facts - left)
        state = attrs.evolve(state, facts=left.union(unseen))
    return state


# ---------------------------------------------------------------------- cards that move


def _is_emptiness(flow: Flow, fact: Fact, answer: int | None = None) -> bool:
    """Whether a fact says that a zone is empty, or that it is not."""
    shape = flow.terms.shapes[fact.a]
    return (
        fact.kind is Kind.HOLDS and shape.op == "is_empty"
        and flow.terms.shapes[shape.args[0]].op == "load"
        and not any(flow.terms.atoms[a] for a in flow.terms.shapes[shape.args[0]].args
                    if any(isinstance(t, g.Zone) for t in flow.terms.atoms[a]))
        and answer in (None, fact.b)
    )  # fmt: skip


def _known_part(flow: Flow, fact: Fact, thing: Thing) -> str:
    """Of what part of a zone a fact says who knows it: `load`, `top`, `bottom` or nothing."""
    if fact.kind is not Kind.KNOWN:
        return ""
    shape = flow.terms.shapes[fact.a]
    part = shape.op
    if part in ("top", "bottom") and len(shape.args) == 1:
        shape = flow.terms.shapes[shape.args[0]]
    others = [*shape.args, *fact.domains, *([] if fact.b == ALL else [fact.b])]
    if shape.op != "load" or shape.of is not thing:
        return ""
    return "" if any(thing in flow.terms.atoms[term] for term in others) else part


def _take(
    flow: Flow, state: State, places: frozenset[Place] | None, knows: Callable[[Fact], bool],
    from_top: bool,
) -> State:  # fmt: skip
    """Cards leave where they may lie; `knows` says whether the seat of a fact knows them."""

    def keep_of(zone: g.Zone) -> Keep:
        def keep(fact: Fact) -> bool:
            part = _known_part(flow, fact, zone)
            if part == "load":
                return fact.seen or (from_top and zone.pile) or knows(fact)
            return (part == "bottom" and from_top) or _is_emptiness(flow, fact, 1)

        return keep

    found: Iterable[Place] = flow.game.all_zones if places is None else sorted(places, key=str)
    for place in found:
        zone, index = flow.zone_at(place)
        state = flow.change(state, zone, index, keep_of(zone))
    return state


def _lay(
    flow: Flow, state: State, zone: g.Zone, index: Index | None, knows: Callable[[Fact], bool],
    seats: list[Term], seen: bool, at_bottom: bool, some: bool,
) -> State:  # fmt: skip
    """Cards come to a zone, or to some of a family; `seats` know them, or see them: `seen`.

    Unless it is surely `some`, there may be none.
    """
    make, known = flow.terms.make, flow.know(state)
    if not seen and ALL not in seats:
        state = attrs.evolve(state, facts=state.facts - {place_of_each_card(flow.terms)})

    def is_filled(load: Term) -> bool:
        return known.is_answered(make("is_empty", None, (load,)), False)

    def keep(fact: Fact) -> bool:
        part = _known_part(flow, fact, zone)
        if part == "load":
            return knows(fact) and (seen or not fact.seen)
        if part in ("top", "bottom") and not fact.domains:
            pile = flow.terms.shapes[fact.a].args[0]
            return (part == "top") is at_bottom and is_filled(pile)
        return _is_emptiness(flow, fact, 0)

    more: set[Fact] = set()
    load = NOTHING if index is None else flow.terms.load(zone, index)
    end = make("bottom" if at_bottom else "top", None, (load,))

    def comes_or_known(who: Term) -> bool:
        """Whether the card at that end is known: one that comes, or if none does the old one."""
        return some or not known.hidden(end, who)

    if load and zone.pile and is_filled(load):
        other = make("top" if at_bottom else "bottom", None, (load,))
        for who in flow.audience(known, load):
            if not known.hidden(other, who):
                more.add(Fact(Kind.KNOWN, other, who, seen=not known.in_sight.hidden(other, who)))
    downgraded = {
        attrs.evolve(fact, seen=False) for fact in state.facts
        if fact.seen and not seen and _known_part(flow, fact, zone) == "load" and knows(fact)
    }  # fmt: skip
    state = flow.with_facts(state, downgraded)
    state = flow.change(state, zone, index, keep)
    if load:
        if zone.pile:
            more |= {Fact(Kind.KNOWN, end, who, seen=seen) for who in seats if comes_or_known(who)}
        if some:
            more.add(Fact(Kind.HOLDS, make("is_empty", None, (load,)), 0))
    more = {f for f in more
            if not any(zone in flow.terms.atoms[i] for i in index or ())}  # fmt: skip
    return flow.with_facts(state, more)


def _moved(flow: Flow, state: State, places: frozenset[Place] | None, to: Place) -> State:
    """Where the cards of variables may lie after some have gone from places to another."""
    found = dict(state.places)
    things = None if places is None else {flow.zone_at(place)[0] for place in places}
    for var, old in state.places.items():
        if things is None or things & {flow.zone_at(place)[0] for place in old}:
            found[var] = old | {to}
    return attrs.evolve(state, places=found)


def _seen_below(flow: Flow, state: State, step: g.Move, what: Term) -> set[Fact]:
    """What is seen of a pile once its top cards are gone, where more of them were seen."""
    shape, found = flow.terms.shapes[what], set[Fact]()
    pile, taken = (shape.args or (NOTHING,))[0], 1 if shape.op == "top" else None
    if shape.op == "top_n":
        taken = flow.terms.number(shape.args[1])
    elif step.source is not None and taken is None:
        pile, taken = what, flow.terms.number(flow.term(step.what))
    if taken is None or any(isinstance(a, g.Zone) for i in flow.terms.shapes[pile].args
                            for a in flow.terms.atoms[i]):  # fmt: skip
        return found
    for fact in state.facts:
        seen = flow.terms.shapes[fact.a]
        if fact.kind is not Kind.KNOWN or not fact.seen or fact.domains or seen.op != "top_n":
            continue
        count = flow.terms.number(seen.args[1]) or 0
        if count > taken and flow.know(state).same(seen.args[0], pile):
            left = flow.terms.make("constant", count - taken)
            for rest in (("top_n", (pile, left)), ("top", (pile,))):
                found.add(attrs.evolve(fact, a=flow.terms.make(rest[0], None, rest[1])))
    return found


def _after_move(flow: Flow, step: g.Move, state: State) -> State:
    """Cards that somebody knows stay known where they come to; hidden ones cover the place."""
    known, make = flow.know(state), flow.terms.make
    what = flow.term(step.what)
    counted = isinstance(bare(step.what.type), NumberT)
    single, places = bare(step.what.type) == CARD, flow.places_of(state, step.what)
    from_top = False
    if counted:
        assert step.source is not None
        number, what = flow.terms.number(what), flow.term(step.source)
        places = flow.places_of(state, step.source)
        single, from_top = bool(number), True
        if number == 1:
            what = make("top", None, (what,))
    elif flow.terms.shapes[what].op == "top":
        from_top = True
    zone = step.to.zone
    assert zone is not None
    index = flow.index(step.to)
    opens = flow.opens(step)
    seats = [ALL] if opens else flow.knowers(known, what)
    some = single or known.is_answered(make("is_empty", None, (what,)), False)

    def knows(fact: Fact) -> bool:
        who = ALL if fact.domains else fact.b
        return not known.hidden(what, who)

    def learns(fact: Fact) -> bool:
        return opens or knows(fact)

    if _is_of_names(step.what):  # who sees the place sees which cards come to it
        seers = [ALL] if opens else flow.seers(known, flow.terms.load(zone, index))
        state = flow.with_facts(state, {Fact(Kind.KNOWN, what, who) for who in seers})
    below = _seen_below(flow, state, step, what)
    state = flow.with_facts(_take(flow, state, places, knows, from_top), below)
    state = _lay(flow, state, zone, index, learns, seats, opens, step.bottom, some)
    to = flow.still(flow.terms.load(zone, index), zone)
    state = _moved(flow, state, places, to)
    if step.what.local is not None:
        state = with_place(state, step.what.local, frozenset({to}))
    return state


def _is_of_names(cards: g.Value) -> bool:
    """Whether it is what names stand for, alone or together, which no step changes.

    Of several in a list the order is not seen, and loops go by it.
    """
    match cards:
        case g.Op(name="union", args=parts) | g.Op(name="list", args=(_,) as parts):
            return all(map(_is_of_names, parts))
    return cards.local is not None


def _after_deal(flow: Flow, step: g.Deal, state: State) -> State:
    """Cards from the top of a pile to several zones."""
    known, source = flow.know(state), flow.term(step.source)
    zone = step.to.zone
    assert zone is not None
    opens = flow.opens(step)

    def knows(fact: Fact) -> bool:
        return opens or not known.hidden(source, ALL if fact.domains else fact.b)

    places = frozenset({source})
    state = _take(flow, state, places, lambda _: False, from_top=True)
    state = _lay(flow, state, zone, None, knows, [], opens, False, False)
    state = _moved(flow, state, places, zone)
    number = 1 if step.amount is None else flow.terms.number(flow.term(step.amount))
    if opens and number and flow.is_stable(step, step.over):
        each = flow.terms.make("each")
        load = flow.terms.substitute(flow.term(step.to), flow.terms.variable(step.var), each)
        top = flow.terms.make("top", None, (load,))
        domains = (flow.term(step.over),)
        state = flow.with_facts(state, {Fact(Kind.KNOWN, top, ALL, domains, seen=True)})
    return state


def _after_swap(flow: Flow, step: g.Swap, state: State) -> State:
    """Two zones change their cards, and what is known of them goes with the cards."""
    known, make = flow.know(state), flow.terms.make
    ends = [flow.term(step.one), flow.term(step.other)]
    facts = set()
    for load, other in (ends, ends[::-1]):
        pairs = [(load, other)]
        pairs += [(make(of, None, (load,)), make(of, None, (other,))) for of in ("top", "bottom")]
        for (new, old), who in product(pairs, flow.audience(known, *ends)):
            if not known.hidden(old, who):
                facts.add(Fact(Kind.KNOWN, new, who))
    for place in (step.one, step.other):
        assert isinstance(place.thing, g.Zone)
        state = flow.change(state, place.thing, flow.index(place))
        state = _moved(flow, state, frozenset(ends), place.thing)
    if any(isinstance(a, g.Zone) for end in ends for i in flow.terms.shapes[end].args
           for a in flow.terms.atoms[i]):  # fmt: skip
        return state
    return flow.with_facts(state, facts)


def _after_shuffle(flow: Flow, step: g.Shuffle, state: State) -> State:
    """The order is forgotten, and not whether anything lies there."""
    pile = step.pile
    return flow.change(state, pile.thing, flow.index(pile), partial(_is_emptiness, flow))


def _after_gather(flow: Flow, step: g.Gather, state: State) -> State:
    """All other zones are empty."""
    pile = step.pile
    for zone in flow.game.all_zones:
        state = flow.change(state, zone, None)
    facts = {flow.family_known(zone) for zone in flow.game.all_zones if zone is not pile.thing}
    facts.add(place_of_each_card(flow.terms))
    assert isinstance(pile.thing, g.Zone)
    places: dict[g.Var, frozenset[Place]] = dict.fromkeys(state.places, frozenset({pile.thing}))
    return attrs.evolve(state, facts=state.facts | facts, places=places)


# What is known after a step of each kind; after others what they write is forgotten.
CHANGES: Mapping[type[g.Step], Change] = {
    g.Assign: _after_assign, g.New: _after_new, g.Show: _after_show, g.Move: _after_move,
    g.Deal: _after_deal, g.Swap: _after_swap, g.Shuffle: _after_shuffle, g.Gather: _after_gather,
    g.Let: lambda flow, step, state: flow.name(state, step.var, step.value, step.announced),
}  # fmt: skip
