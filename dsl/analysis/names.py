"""What names stand for, and where the cards lie that a name or an expression means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from hoyle.dsl.analysis.facts import all_steps, names_given, step_facts
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.values import origin_of


@attrs.frozen
class Names:
    """The values that the names of the steps may stand for, and those that they are one of.

    At first they are those of the whole game; on the way through steps each has only its own.
    """

    values: Mapping[g.Var, tuple[g.Value, ...]]
    among: Mapping[g.Var, tuple[g.Value, ...]]  # of `card in hand of seat` the hand

    @classmethod
    def of(cls, game: g.Game) -> Names:
        """All that a game gives its names."""
        values: dict[g.Var, tuple[g.Value, ...]] = {}
        among: dict[g.Var, tuple[g.Value, ...]] = {}
        for step in all_steps(game):
            for found, pairs in ((values, names_given(game, step)), (among, _list_drawn(step))):
                for var, value in pairs:
                    found[var] = (*found.get(var, ()), value)
        return cls(values, among)

    def after(self, game: g.Game, step: g.Step) -> Names:
        """What they stand for behind a step, and in the phase that it runs."""
        return self.given(names_given(game, step))

    def given(self, pairs: Iterable[tuple[g.Var, g.Value]]) -> Names:
        """Where these names have these values."""
        return attrs.evolve(self, values={**self.values, **{var: (one,) for var, one in pairs}})

    def within(self, action: g.Action | None) -> Names:
        """Inside an action: what is chosen is one of what stands there."""
        if action is None:
            return self
        chosen = {param.var: (param.over,) for param in action.params}
        return attrs.evolve(self, among={**self.among, **chosen})

    def meant(self, value: g.Value) -> g.Value:
        """A value, or that which it is a name for, where there is one only."""
        seen = set[g.Var]()
        while value.local is not None and value.local not in seen:
            seen.add(value.local)
            found = self.values.get(value.local, ())
            value = found[0] if len(found) == 1 else value
        return value

    def zone_holding(self, cards: g.Value) -> g.Zone | None:
        """The one zone or family that cards surely lie in, as far as the text says it."""
        zones = self.zones_holding(cards)
        return zones[0] if len(zones) == 1 else None

    def zones_holding(self, cards: g.Value) -> tuple[g.Zone | None, ...]:
        """Every zone or family that cards may lie in, each once; None: any."""
        return tuple(dict.fromkeys(self._list_zones(cards, frozenset())))

    def _list_zones(self, cards: g.Value, seen: frozenset[g.Var]) -> list[g.Zone | None]:
        picked, names, parts = origin_of(cards), self, tuple[g.Value, ...]()
        match picked:
            case g.Local(var=var):
                if var in seen:
                    return []  # a phase that runs itself with some of its cards
                seen |= {var}
                drawn = () if var.drawn_from is None else (var.drawn_from,)
                parts = drawn or (*self.values.get(var, ()), *self.among.get(var, ()))
            case g.Op(name="union" | "list", args=args):
                parts = args
            case g.Op(name="if", args=(_, one, other)):
                parts = (one, other)
            case g.Op(name="without", args=(one, _)):
                parts = (one,)
            case g.Call(of=g.Define(params=params, value=inner), args=args):
                names, parts = self.given(zip(params, args, strict=True)), (inner,)
        if not parts:
            return [picked.zone]
        return [zone for part in parts for zone in names._list_zones(part, seen)]


def _list_drawn(step: g.Step) -> list[tuple[g.Var, g.Value]]:
    """What a loop goes through, and what is chosen in actions, each with that which it is of."""
    drawn = [(step.var, step.over)] if isinstance(step, g.For) else []
    actions = (block.action for block in step_facts(step).blocks if block.action is not None)
    return [*drawn, *((param.var, param.over) for one in actions for param in one.params)]
