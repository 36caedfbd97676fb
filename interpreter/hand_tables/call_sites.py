"""Where a table is asked, and how large the hands are that it can be asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import attrs

from hoyle.dsl.analysis.asked_surely import SureCalls
from hoyle.dsl.analysis.facts import actions_in, all_steps, rules_of
from hoyle.dsl.analysis.names import Names
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import is_number
from hoyle.dsl.node import walk

Named = g.Define | g.Table | g.Ranking


@attrs.frozen
class Bound:
    """At most so many cards; of up to `sure` cards it may be any hand.

    What lies in a zone may be any cards where they come by themselves, as those that are dealt, and
    so may be what a player tries to choose. `always` is the same, but none where a condition stands
    before all that ask with such hands. `least`: where there are any cards there are so many, as
    far as what comes and goes says it.
    """

    most: int
    sure: int = 0
    always: int = 0
    least: int = 0


@attrs.define(eq=False)
class CallSites:
    """What is called, and what is given for each parameter of a define, table, ranking or phase."""

    game: g.Game
    constant: Callable[[g.Value], int | None]
    pack: int
    called: set[Named] = attrs.field(factory=set)
    given: dict[g.Var, list[g.Value]] = attrs.field(factory=dict)
    asked_first: set[int] = attrs.field(factory=set)  # places in the first condition of a choice
    mixed: set[g.Zone] = attrs.field(init=False)
    sorted: set[g.Zone] = attrs.field(init=False)  # to which cards come where a condition holds
    surely: SureCalls = attrs.field(init=False)
    # how many cards come at once to each zone, where that is a number that is written
    amounts: dict[g.Zone, list[g.Value | None]] = attrs.field(factory=dict)
    parted: set[g.Zone | None] = attrs.field(factory=set)  # of which a part may leave; None: any

    def __attrs_post_init__(self) -> None:
        game = self.game
        self.mixed, self.surely = find_mixed_zones(game), SureCalls(game)
        self._note_moves()
        behind = (step for step in all_steps(game) if step not in self.surely.steps)
        self.sorted = {zone for step in behind for _, zone in _list_arrivals(step) if zone}
        for named in (game.phases, game.defines, game.tables, game.rankings):
            for thing in named.values():
                self.given.update((param, []) for param in thing.params)
        for phase in game.phases.values():
            for action in actions_in(phase.body):
                first = [part for part in walk(action.musts[:1]) if isinstance(part, g.ValueNode)]
                self.asked_first |= {id(part) for part in first if part.local is not None}
        for node in walk(tuple(parts for _, parts in rules_of(game))):
            if isinstance(node, g.Call):
                self.called.add(node.of)
                self._note_given(node.of.params, node.args)
            elif isinstance(node, g.Run):
                self._note_given(game.phases[node.phase].params, node.args)

    def _note_moves(self) -> None:
        names = Names.of(self.game)
        for step in all_steps(self.game):
            for cards, to in _list_arrivals(step):
                amount = step.amount if isinstance(step, g.Deal) else None
                if isinstance(step, g.Move) and is_number(step.what.type):
                    amount = step.what
                if to is not None:
                    self.amounts.setdefault(to, []).append(amount)
                if amount is not None or cards.zone is None:
                    self.parted.update(names.zones_holding(cards))

    def _note_given(self, params: Iterable[g.Var], values: Iterable[g.Value]) -> None:
        for param, value in zip(params, values, strict=True):
            self.given[param].append(value)

    def bound(self, thing: object) -> Bound:
        """The hands that a parameter or a zone can be."""
        found: Bound | None = None
        if isinstance(thing, g.Zone):
            found = self._of_zone(thing)
        elif isinstance(thing, g.Var):
            found = self._of_variable(thing, ())
        return found or Bound(self.pack)

    def _of_zone(self, zone: g.Zone) -> Bound:
        capacity = self.constant(zone.capacity) if zone.capacity is not None else None
        most = self.pack if capacity is None else min(capacity, self.pack)
        sure = most if zone in self.mixed else 0
        return Bound(most, sure, 0 if zone in self.sorted else sure, self._least_in(zone))

    def _least_in(self, zone: g.Zone) -> int:
        """How many lie in a zone if any do: as many as come at once, where all leave at once."""
        if None in self.parted or zone in self.parted:
            return 0
        numbers = [self.constant(n) if n is not None else None for n in self.amounts.get(zone, ())]
        known = [number for number in numbers if number is not None]
        return min(known, default=0) if len(known) == len(numbers) else 0

    def _of_variable(self, var: g.Var, seen: tuple[g.Var, ...]) -> Bound | None:
        """What a variable can be: what is given for it, or a part of what it is drawn from."""
        if var in seen:
            return Bound(self.pack)
        seen = (*seen, var)
        if var not in self.given:
            found = Bound(self.pack)
            if var.drawn_from is not None:
                drawn = self._of_value(var.drawn_from, seen)
                return None if drawn is None else Bound(drawn.most)
            return found
        bounds: list[Bound | None] = []
        for value in self.given[var]:
            for bound in (self._of_value(value, seen), self._of_choice(value)):
                behind = bound is not None and id(value) not in self.surely.sure_args
                bounds.append(attrs.evolve(bound, always=0) if bound and behind else bound)
        return _widest(bounds)

    def _of_choice(self, value: g.Value) -> Bound | None:
        """Any part of what lies in a zone, where the first condition of a choice asks for it."""
        if not isinstance(value, g.Local) or id(value) not in self.asked_first:
            return None
        drawn = value.var.drawn_from
        found = None if drawn is None else self._of_value(drawn, ())
        return None if found is None else attrs.evolve(found, least=0)

    def _of_value(self, value: g.Value, seen: tuple[g.Var, ...]) -> Bound | None:
        """How many cards a value can hold; None where nothing asks for it."""
        match value:
            case g.Load(thing=g.Zone() as zone):
                return self._of_zone(zone)
            case g.Local(var=var):
                return self._of_variable(var, seen)
            case g.Call(of=g.Define() as define):
                return self._of_value(define.value, seen)
            case g.Phrase(kind="filter", over=over) | g.Op(name="without", args=(over, *_)):
                found = self._of_value(over, seen)
                return None if found is None else Bound(found.most)
            case g.Op(name="top_n", args=(over, count)):
                most, found = self.constant(count), self._of_value(over, seen)
                if found is None or most is None:
                    return found and attrs.evolve(found, least=0)
                return Bound(min(most, found.most))
            case g.Op(name="union", args=args):
                bounds = [self._of_value(one, seen) for one in args]
                known = [bound for bound in bounds if bound is not None]
                most = min(self.pack, sum(bound.most for bound in known))
                sure = most if all(bound.sure for bound in known) else 0
                always = sure if all(bound.always for bound in known) else 0
                least = sum(bound.least for bound in known)
                return Bound(most, sure, always, least) if len(known) == len(bounds) else None
            case g.Op(name="if", args=(_, one, other)):
                return _widest([self._of_value(one, seen), self._of_value(other, seen)])
            case g.Op(name="list", args=args):
                return Bound(len(args))
        return Bound(self.pack)


def find_mixed_zones(game: g.Game) -> set[g.Zone]:
    """The zones in which any cards may lie: no player or rule has picked those that came there.

    What goes there under conditions, as a card that beats the last, may have been looked at before.
    """
    found = {zone for zone in game.all_zones if zone.starts}
    moves = [move for step in all_steps(game) for move in _list_arrivals(step)]
    while True:
        now = {zone for cards, zone in moves if zone and _picks_nothing(cards, found)}
        if now <= found:
            return found
        found |= now


def _list_arrivals(step: g.Step) -> Iterator[tuple[g.Value, g.Zone | None]]:
    """What comes to which zone, but for what is gathered."""
    match step:
        case g.Move(what=what, source=source, to=to):
            yield source if source is not None and is_number(what.type) else what, to.zone
        case g.Deal(source=source, to=to):
            yield source, to.zone
        case g.Swap(one=one, other=other):
            yield one, other.zone
            yield other, one.zone


def _picks_nothing(cards: g.Value, mixed: set[g.Zone]) -> bool:
    """Whether cards come as they lie in a zone of any cards: all of them, or those on top."""
    match cards:
        case g.Load(thing=g.Zone() as zone):
            return zone in mixed
        case g.Op(name="top" | "bottom" | "top_n", args=(pile, *_)):
            return _picks_nothing(pile, mixed)
    return False


def _widest(bounds: list[Bound | None]) -> Bound | None:
    """What one of several can be; those that nothing asks for count for nothing."""
    known = [bound for bound in bounds if bound is not None]
    if not known:
        return None
    numbers = zip(*((bound.most, bound.sure, bound.always) for bound in known), strict=True)
    most, sure, always = map(max, numbers)
    return Bound(most, sure, always, min(bound.least for bound in known))
