"""Where a table is asked, and how large the hands are that it can be asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.node import walk

Named = g.Define | g.Table | g.Ranking


def rules_of(game: g.Game) -> Iterator[tuple[object, ...]]:
    """All that the rules say, but for laws and examples: each by itself, in a tuple."""
    for phase in game.phases.values():
        yield phase.body
    for define in game.defines.values():
        yield (define.value,)
    for table in game.tables.values():
        yield table.columns
        yield table.rows
    for ranking in game.rankings.values():
        yield ranking.rows
    for conditions in game.conditions.values():
        yield conditions.musts
    for line in game.pack:
        yield (line.value, line.test)
    for option in game.options.values():
        yield (option.default, *option.allowed)
    for need in game.needs:
        yield (need.test,)
    records = game.records.values()
    for zone in (*game.zones.values(), *(zone for one in records for zone in one.zones)):
        yield (zone.capacity, zone.seen_by)
    for kept in (*game.registers.values(), *(field for one in records for field in one.registers)):
        yield (kept.low, kept.high, kept.most, kept.default, kept.seen_by)
    yield (game.side_count, game.payoff and game.payoff[1])


@attrs.frozen
class Bound:
    """At most so many cards; of up to `sure` cards it may be any hand.

    What lies in a zone may be any cards, and so may be what a player tries to choose.
    """

    most: int
    sure: int = 0


@attrs.define(eq=False)
class Callers:
    """Every call of a define, table or ranking, and every run of a phase."""

    game: g.Game
    constant: Callable[[g.Value], int | None]
    pack: int
    calls: dict[Named, list[g.Call]] = attrs.field(factory=dict)
    runs: dict[str, list[g.Run]] = attrs.field(factory=dict)
    owner: dict[g.Var, tuple[Named | str, int]] = attrs.field(factory=dict)
    asked_first: set[int] = attrs.field(factory=set)  # places in the first condition of a choice

    def __attrs_post_init__(self) -> None:
        game = self.game
        for phase in game.phases.values():
            self._own(phase.params, phase.name)
        asked: list[Named] = [*game.defines.values(), *game.tables.values()]
        for thing in (*asked, *game.rankings.values()):
            self._own(thing.params, thing)
        for node in walk(tuple(rules_of(game))):
            if isinstance(node, g.Call):
                self.calls.setdefault(node.of, []).append(node)
            elif isinstance(node, g.Run):
                self.runs.setdefault(node.phase, []).append(node)
            elif isinstance(node, g.Action):
                first = walk(node.musts[:1])
                self.asked_first |= {id(part) for part in first if isinstance(part, g.Local)}

    def _own(self, params: tuple[g.Var, ...], thing: Named | str) -> None:
        for k, param in enumerate(params):
            self.owner[param] = thing, k

    # ------------------------------------------------------------------ hands

    def bound(self, param: g.Var) -> Bound | None:
        """The hands that a parameter can be; None where nothing asks."""
        return self._of_variable(param, ())

    def _of_variable(self, var: g.Var, seen: tuple[g.Var, ...]) -> Bound | None:
        """What a variable can be: what is given for it, or a part of what it is drawn from."""
        if var in seen:
            return Bound(self.pack)
        if var not in self.owner:
            drawn = var.drawn_from
            found = self.of(drawn, (*seen, var)) if drawn is not None else Bound(self.pack)
            return Bound(found.most) if found is not None else None
        thing, k = self.owner[var]
        if isinstance(thing, str):
            given = [run.args[k] for run in self.runs.get(thing, ())]
        else:
            given = [call.args[k] for call in self.calls.get(thing, ())]
        bounds = [self.of(value, (*seen, var)) for value in given]
        if not isinstance(thing, str):
            bounds += [self.tried(call.args[k]) for call in self.calls.get(thing, ())]
        return self.together(bounds)

    def tried(self, value: g.Value) -> Bound | None:
        """Any part of what lies in a zone, where the first condition of a choice asks for it."""
        if not isinstance(value, g.Local) or id(value) not in self.asked_first:
            return None
        drawn = value.var.drawn_from
        found = self.of(drawn) if drawn is not None else None
        return None if found is None else Bound(found.most, found.sure)

    def together(self, bounds: list[Bound | None]) -> Bound | None:
        """One of several."""
        known = [bound for bound in bounds if bound is not None]
        if not known:
            return None
        return Bound(max(bound.most for bound in known), max(bound.sure for bound in known))

    def of(self, value: g.Value, seen: tuple[g.Var, ...] = ()) -> Bound | None:
        """How many cards a value can hold."""
        match value:
            case g.Load(thing=g.Zone() as zone):
                most = self.constant(zone.capacity) if zone.capacity is not None else None
                most = self.pack if most is None else min(most, self.pack)
                return Bound(most, most)
            case g.Local(var=var):
                return self._of_variable(var, seen)
            case g.Call(of=g.Define() as define):
                return self.of(define.value, seen)
            case g.Op(name="union", args=args):
                return self._sum_of([self.of(one, seen) for one in args])
            case g.Phrase(kind="filter", over=over) | g.Op(name="without", args=(over, *_)):
                found = self.of(over, seen)
                return None if found is None else Bound(found.most)
            case g.Op(name="top_n", args=(over, count)):
                most = self.constant(count)
                found = self.of(over, seen)
                if found is None or most is None:
                    return found
                return Bound(min(most, found.most))
            case g.Op(name="if", args=(_, one, other)):
                return self.together([self.of(one, seen), self.of(other, seen)])
            case g.Op(name="list", args=args):
                return Bound(len(args))
        return Bound(self.pack)

    def _sum_of(self, bounds: list[Bound | None]) -> Bound | None:
        known = [bound for bound in bounds if bound is not None]
        if len(known) < len(bounds):
            return None
        most = min(self.pack, sum(bound.most for bound in known))
        return Bound(most, most if all(bound.sure for bound in known) else 0)
