"""What a value reads, and whether those concerned can see it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span

Who = Hashable | None  # an identity of a seat; None stands for everybody
Constant = Callable[[g.Value], int | None]
ALL = "all of the family"
ANYTHING = frozenset({g.Var("anything", CARD, Span(Source("", ""), 0, 0))})
SIZES = ("size", "is_empty", "is_some")


@attrs.frozen
class Secret:
    """A read of something that somebody concerned cannot see."""

    span: Span
    thing: g.Zone | g.Register | g.Var


@attrs.define
class Known:
    """What has been shown: (zone, index, who), `who` None for everybody; tops of piles; cards."""

    facts: set[tuple[Any, ...]] = attrs.field(factory=set)

    def copy(self) -> Known:
        """The same, to go another way."""
        return Known(set(self.facts))


class Reading:
    """Follows values through names, defines and tables to the zones and registers they read."""

    def __init__(self, game: g.Game, constant: Constant, report: Report) -> None:
        self.game = game
        self.constant = constant
        self.report = report
        self.values: dict[g.Var, g.Value] = {}  # what a name stands for
        self.walked: set[str] = set()
        self.running: list[str] = []
        self.silent = 0
        self.reads: dict[Any, frozenset[g.Var]] = {}  # by define or table, see params_read

    # ------------------------------------------------------------------ identities

    def identity(self, value: g.Value) -> Hashable:
        """The same for two expressions that surely mean the same thing."""
        match value:
            case g.Const(value=number):
                return number
            case g.Local(var=var):
                found = self.values.get(var)
                return self.identity(found) if found is not None else ("var", id(var))
            case g.Load(thing=thing, index=index):
                return ("load", id(thing), *(self.identity(v) for v in index))
            case g.Op(name=name, args=args):
                return (name, *(self.identity(a) for a in args))
            case g.Setting(name=name):
                return ("setting", name)
        return ("other", id(value))

    def zone_key(self, load: g.Load) -> Hashable:
        """Which of its family a zone is."""
        return tuple(self.identity(v) for v in load.index)

    def seen_by(self, load: g.Load) -> Hashable:
        """The seat that sees a zone by its declaration."""
        zone = load.thing
        if zone.seen_by is None or zone.owner_var is None:
            return None
        if load.index:
            owner: g.Value = load.index[0]
            if zone.record is not None:
                owner = g.Op("owner", (owner,), owner.type, load.span)
            self.values[zone.owner_var] = owner
        found = self.identity(zone.seen_by)
        self.values.pop(zone.owner_var, None)
        return found

    # ------------------------------------------------------------------ reading

    def secrets(self, value: g.Value | None, who: Who, known: Known) -> list[Secret]:
        """Every read in a value that `who` cannot see."""
        match value:
            case None | g.Const() | g.Literal() | g.Setting():
                return []
            case g.Local(var=var):
                return self.of_variable(value, var, who, known)
            case g.Load():
                return self.of_load(value, who, known)
            case g.Many(thing=thing, index=index):
                found = [x for v in index for x in self.secrets(v, who, known)]
                if isinstance(thing, g.Zone) and not self.family_seen(thing, known):
                    found.append(Secret(value.span, thing))
                return found
            case g.Call(of=of, args=args):
                return self.of_call(value, of, args, who, known)
            case g.Op():
                return self.of_operation(value, who, known)
            case g.Phrase(kind=kind, over=over, where=where, value=each):
                if kind == "count" and where is None:
                    return self.of_size(over, who, known)
                return [x for v in (over, where, each) for x in self.secrets(v, who, known)]
            case g.RowValue(table=table, args=args):
                return self.of_call(value, table, args, who, known)

    def of_variable(self, value: g.Value, var: g.Var, who: Who, known: Known) -> list[Secret]:
        """A card that has been drawn is secret until it is shown; other names stand for values."""
        if ("var", var, None) in known.facts or ("var", var, who) in known.facts:
            return []
        if ("hidden", var) in known.facts:
            return [Secret(value.span, var)]
        if var in self.values:
            found = self.secrets(self.values[var], who, known)
            return [Secret(value.span, x.thing) for x in found]
        return []

    def of_load(self, load: g.Load, who: Who, known: Known) -> list[Secret]:
        """A zone or register."""
        found = [x for v in load.index for x in self.secrets(v, who, known)]
        thing = load.thing
        if isinstance(thing, g.Zone):
            if not self.zone_seen(load, who, known):
                found.append(Secret(load.span, thing))
        elif thing.seen_by is not None and (who is None or self.seen_by(load) != who):
            found.append(Secret(load.span, thing))
        return found

    def zone_seen(self, load: g.Load, who: Who, known: Known) -> bool:
        """Whether all cards of a zone are known to `who`."""
        zone, key = load.thing, self.zone_key(load)
        if isinstance(zone, g.Zone) and zone.face == "up":
            return True
        for place in (key, ALL):
            if ("zone", zone, place, None) in known.facts:
                return True
            if who is not None and ("zone", zone, place, who) in known.facts:
                return True
        return who is not None and self.seen_by(load) == who

    def family_seen(self, zone: g.Zone, known: Known) -> bool:
        """Whether all zones of a family are known to everybody."""
        return zone.face == "up" or ("zone", zone, ALL, None) in known.facts

    def of_call(
        self, call: g.Value, of: Any, args: tuple[g.Value, ...], who: Who, known: Known
    ) -> list[Secret]:
        """A define or table: what it reads is told at the place that names it."""
        wanted = self.reads.get(of)
        if wanted is None:
            wanted = self.reads[of] = _params_read(of)
        if wanted != ANYTHING:
            return [
                x for param, arg in zip(of.params, args, strict=True)
                if param in wanted
                for x in self.secrets(arg, who, known)
            ]  # fmt: skip
        before = {param: self.values.get(param) for param in of.params}
        resolved = [self.resolved(arg) for arg in args]
        at_args = [x for arg in args for x in self.secrets(arg, who, known)]
        self.values.update(zip(of.params, resolved, strict=True))
        inside: list[g.Value] = []
        if isinstance(of, g.Define):
            inside.append(of.value)
        else:
            inside += [v for row in of.rows for v in (row.test, *row.values)]
        found = []
        for secret in (x for v in inside for x in self.secrets(v, who, known)):
            here = [x for x in at_args if x.thing is secret.thing]
            found.append(here[0] if here else Secret(call.span, secret.thing))
        for param, old in before.items():
            if old is None:
                self.values.pop(param, None)
            else:
                self.values[param] = old
        return found

    def resolved(self, value: g.Value) -> g.Value:
        """A name that stands for another value gives that value."""
        while isinstance(value, g.Local) and value.var in self.values:
            value = self.values[value.var]
        return value

    def of_operation(self, op: g.Op, who: Who, known: Known) -> list[Secret]:
        """Sizes are open; the options prune what is never asked."""
        if op.name in SIZES:
            return self.of_size(op.args[0], who, known)
        if op.name in ("and", "or", "if"):
            decided = self.constant(op.args[0])
            if decided is not None:
                if op.name == "if":
                    return self.secrets(op.args[1 if decided else 2], who, known)
                if bool(decided) == (op.name == "or"):
                    return []
        if op.name == "top" and isinstance(op.args[0], g.Load):
            load = op.args[0]
            if ("top", load.thing, self.zone_key(load)) in known.facts:
                return []
        if op.name in ("player", "showing", "sees"):
            return []
        return [x for arg in op.args for x in self.secrets(arg, who, known)]

    def of_size(self, over: g.Value, who: Who, known: Known) -> list[Secret]:
        """How many lie in a zone everybody sees; what is filtered tells more."""
        over = self.resolved(over)
        if isinstance(over, g.Load | g.Many) and isinstance(over.thing, g.Zone):
            return [x for v in over.index for x in self.secrets(v, who, known)]
        return self.secrets(over, who, known)


def _params_read(of: g.Define | g.Table | g.Ranking) -> frozenset[g.Var]:
    """The parameters of which more than the size is read; ANYTHING where the table is read too."""
    found: set[g.Var] = set()
    waiting: list[g.Value | None] = []
    if isinstance(of, g.Define):
        waiting.append(of.value)
    else:
        waiting += [v for row in of.rows for v in (row.test, *row.values)]
    while waiting:
        match waiting.pop():
            case g.Local(var=var):
                found.add(var)
            case g.Load() | g.Many() | g.RowValue():
                return ANYTHING
            case g.Op(name=name, args=(g.Local(),)) if name in SIZES:
                pass
            case g.Op(args=args):
                waiting += args
            case g.Phrase(over=over, where=where, value=each):
                waiting += [over, where, each]
            case g.Call(of=inner, args=args):
                wanted = _params_read(inner)
                if wanted == ANYTHING:
                    return ANYTHING
                waiting += [
                    a for param, a in zip(inner.params, args, strict=True) if param in wanted
                ]
    return frozenset(found & set(of.params))
