"""Where a table is asked, and how large the hands are that it can be asked about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.node import children

Named = g.Define | g.Table | g.Ranking


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
    owner: dict[g.Var, tuple[Any, int]] = attrs.field(factory=dict)
    asked_first: set[int] = attrs.field(factory=set)  # places in the first condition of a choice
    choosing: bool = False

    def __attrs_post_init__(self) -> None:
        game = self.game
        for phase in game.phases.values():
            self.own(phase.params, phase.name)
            self.walk(phase.body)
        for define in game.defines.values():
            self.own(define.params, define)
            self.walk(define.value)
        tables: list[g.Table | g.Ranking] = [*game.tables.values(), *game.rankings.values()]
        for table in tables:
            self.own(table.params, table)
            self.walk(table.rows)
            if isinstance(table, g.Table):
                self.walk(table.columns)
        for conditions in game.conditions.values():
            self.walk(conditions.musts)
        if game.payoff is not None:
            self.walk(game.payoff[1])

    def own(self, params: tuple[g.Var, ...], thing: object) -> None:
        """To whom parameters belong."""
        for k, param in enumerate(params):
            self.owner[param] = thing, k

    def walk(self, node: Any) -> None:
        """Everything inside a value or a step."""
        if isinstance(node, tuple):
            for part in node:
                self.walk(part)
            return
        kind = type(node)
        if kind is g.Action and node.musts:
            self.choosing = True
            self.walk(node.musts[0])
            self.choosing = False
            self.walk(node.musts[1:])
            self.walk(node.body)
            self.walk(node.params)
            return
        if kind is g.Local and self.choosing:
            self.asked_first.add(id(node))
        if kind is g.Call:
            self.calls.setdefault(node.of, []).append(node)
        elif kind is g.Run:
            self.runs.setdefault(node.phase, []).append(node)
        for child in children(node):
            self.walk(child)

    # ------------------------------------------------------------------ hands

    def bound(self, param: g.Var) -> Bound | None:
        """The hands that a parameter can be; None where nothing asks."""
        return self.of_variable(param, ())

    def of_variable(self, var: g.Var, seen: tuple[g.Var, ...]) -> Bound | None:
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
                return self.of_variable(var, seen)
            case g.Call(of=g.Define() as define):
                return self.of(define.value, seen)
            case g.Op(name="union", args=args):
                return self.sum_of([self.of(one, seen) for one in args])
            case g.Phrase(kind="filter", over=over) | g.Op(name="without", args=(over, *_)):
                found = self.of(over, seen)
                return None if found is None else Bound(found.most)
            case g.Op(name="top_2", args=(over, count)):
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

    def sum_of(self, bounds: list[Bound | None]) -> Bound | None:
        """All of several."""
        known = [bound for bound in bounds if bound is not None]
        if len(known) < len(bounds):
            return None
        most = min(self.pack, sum(bound.most for bound in known))
        return Bound(most, most if all(bound.sure for bound in known) else 0)
