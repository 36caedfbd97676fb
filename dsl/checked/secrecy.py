"""Secrets: what a decision, a public register or a branch reads must be known to those concerned.

The steps are followed in order with what has been shown so far; what was shown may be read.
A zone that holds only cards which all have seen counts as shown, wherever the cards lie now.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.reach import leaves
from hoyle.dsl.checked.types import CARD, bare, element
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
    """What has been shown: (zone, index, who), with `who` None for everybody; tops of piles; cards."""

    facts: set[tuple[Any, ...]] = attrs.field(factory=set)

    def copy(self) -> Known:
        """The same, to go another way."""
        return Known(set(self.facts))


def check_secrecy(game: g.Game, constant: Constant, report: Report) -> None:
    """Tell every secret that the game gives away."""
    if "match" not in game.phases:
        return
    walk = Walk(game, constant, report)
    known = Known()
    for zone in all_zones(game):
        if not zone.starts:
            known.facts.add(("zone", zone, ALL, None))  # empty: nothing is hidden there
    walk.block(game.phases["match"].body, known)
    for name, phase in game.phases.items():
        if name not in walk.walked:  # a phase that is not run is looked at by itself
            walk.block(phase.body, Known())


def all_zones(game: g.Game) -> Iterator[g.Zone]:
    """Every zone, those of records too."""
    yield from game.zones.values()
    for record in game.records.values():
        yield from record.zones


class Walk:
    """Goes through the steps."""

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
        return []

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
        if zone.face == "up":
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
            wanted = self.reads[of] = params_read(of)
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

    # ------------------------------------------------------------------ telling

    def tell(self, code: str, secrets: list[Secret], title: str, help_: str) -> None:
        """Report the first secret of a line."""
        if self.silent or not secrets:
            return
        secret = secrets[0]
        thing = secret.thing
        where = f"`{thing.name}` is {sight(thing)}"
        if thing.span.source is secret.span.source:
            where += f" (line {thing.span.line})"
        self.report.add(code, title, secret.span, label=where, help=(help_,))

    # ------------------------------------------------------------------ steps

    def block(self, body: tuple[g.Step, ...], known: Known) -> None:
        """A block changes what is known."""
        for step in body:
            self.step(step, known)

    def step(self, step: g.Step, known: Known) -> None:
        """One step: what it reads, then what it shows or hides."""
        match step:
            case g.Assign():
                self.assign(step, known)
            case g.Let(var=var, value=value, announced=announced):
                self.name(var, value, known)
                if announced:
                    known.facts.add(("var", var, None))
            case g.Pay(amount=amount):
                self.public(amount, known, "chips are paid in the open", step.span)
            case g.Say(pieces=pieces):
                for piece in pieces:
                    if not isinstance(piece, str):
                        self.public(piece, known, "this sentence is for all ears", step.span)
            case g.Run():
                self.run(step, known)
            case g.Move() | g.Deal() | g.Swap() | g.Shuffle() | g.Gather() | g.Show() | g.New():
                self.cards(step, known)
            case g.If():
                self.if_(step, known)
            case g.For() | g.Repeat() | g.ForLines():
                self.loop(step, known)
            case g.Choose():
                self.choose(step, known)
            case g.EndsWhen(test=test):
                self.branch(test, known)

    def assign(self, step: g.Assign, known: Known) -> None:
        """A public register tells all what it is made of."""
        thing = step.place.thing
        if isinstance(thing, g.Register) and thing.seen_by is None:
            found = self.secrets(step.value, None, known)
            self.tell(
                "S02", found, f"`{thing.name}` is open to all, but it is worked out from hidden cards",
                "show the cards first, or say of the register who sees it: `seen by …`",
            )  # fmt: skip
        known.facts = {f for f in known.facts if ("load", id(thing)) not in flat(f)}

    def name(self, var: g.Var, value: g.Value, known: Known) -> None:
        """A name for a value; a card that lies hidden stays hidden under its name."""
        holds_cards = bare(value.type) == CARD or element(bare(value.type)) == CARD
        if holds_cards and self.secrets(value, None, known):
            known.facts.add(("hidden", var))
        self.values.pop(var, None)
        if not holds_cards:
            self.values[var] = self.resolved(value)

    def public(self, value: g.Value, known: Known, why: str, span: Span) -> None:
        """What everybody hears or sees may not tell hidden cards."""
        found = self.secrets(value, None, known)
        self.tell("S02", found, f"{why}, but this depends on hidden cards", "show the cards first")

    def branch(self, test: g.Value, known: Known) -> None:
        """Which way the game goes is seen by all."""
        found = self.secrets(test, None, known)
        self.tell(
            "S03", found, "which way the game goes from here depends on hidden cards",
            "tell all of it with `announce`: `announce NAME = …`, and ask for NAME; or show the cards",
        )  # fmt: skip

    def run(self, step: g.Run, known: Known) -> None:
        """Into a phase."""
        if step.phase in self.running:
            return
        phase = self.game.phases[step.phase]
        for param, arg in zip(phase.params, step.args, strict=True):
            self.values[param] = self.resolved(arg)
        self.walked.add(step.phase)
        self.running.append(step.phase)
        self.block(phase.body, known)
        self.running.pop()

    def if_(self, step: g.If, known: Known) -> None:
        """The ways that come together again know what all of them know."""
        ends: list[Known] = []
        open_ = True
        for test, body in step.branches:
            decided = self.constant(test)
            if decided is None:
                self.branch(test, known)
            elif not decided:
                continue
            way = known.copy()
            self.block(body, way)
            if not leaves(body):
                ends.append(way)
            if decided:
                open_ = False
                break
        if open_:
            way = known.copy()
            self.block(step.otherwise, way)
            if not leaves(step.otherwise):
                ends.append(way)
        if ends:
            known.facts = set.intersection(*(way.facts for way in ends))

    def loop(self, step: g.For | g.Repeat | g.ForLines, known: Known) -> None:
        """At the head of a loop is known what is known before it and after each round."""
        self.silent += 1
        trial = known.copy()
        self.round(step, trial)
        self.silent -= 1
        known.facts &= trial.facts
        if not self.silent:  # in a trial only what is known at the end counts
            self.round(step, known.copy())

    def round(self, step: g.For | g.Repeat | g.ForLines, known: Known) -> None:
        """One round."""
        if isinstance(step, g.For):
            if not isinstance(step.over, g.Load | g.Many) or element(step.over.type) != CARD:
                self.branch(step.over, known)
            elif self.secrets(step.over, None, known):
                known.facts.add(("hidden", step.var))
        if not isinstance(step, g.ForLines) and step.until is not None:
            self.branch(step.until, known)
        self.block(step.body, known)

    def choose(self, step: g.Choose, known: Known) -> None:
        """The chooser's conditions and ranges."""
        if step.seat is not None:
            self.branch(step.seat, known)
            who = self.identity(self.resolved(step.seat))
        else:
            assert step.var is not None
            who = ("var", id(step.var))
        ends = []
        for action in step.actions:
            way = known.copy()
            for param in action.params:
                self.asked(param.over, who, known)
                drawn = param.var.drawn_from
                if drawn is not None and self.secrets(drawn, None, known):
                    way.facts |= {("hidden", param.var), ("var", param.var, who)}
            for must in action.musts:
                self.asked(must.test, who, way)
            self.block(action.body, way)
            if not leaves(action.body):
                ends.append(way)
        way = known.copy()
        self.block(step.otherwise or (), way)
        ends.append(way)
        known.facts = set.intersection(*(end.facts for end in ends))

    def asked(self, value: g.Value, who: Who, known: Known) -> None:
        """A condition or a range of an action."""
        self.tell(
            "S01", self.secrets(value, who, known), "the chooser cannot see what this condition reads",
            "conditions may read the chooser's own cards, sizes, what lies open and what has been shown",
        )  # fmt: skip

    # ------------------------------------------------------------------ cards

    def cards(self, step: g.Step, known: Known) -> None:
        """What moves, shows and hides cards."""
        match step:
            case g.Show(what=what, to=to, hidden=hidden):
                self.show(what, None if to is None else self.identity(self.resolved(to)), hidden, known)
            case g.Move():
                self.move(step, known)
            case g.Deal(to=to):
                self.arrive(to, False, step.facing, known)
            case g.Swap(one=one, other=other):
                self.arrive(one, False, None, known)
                self.arrive(other, False, None, known)
            case g.Shuffle(pile=pile):
                self.cover(pile, known)
            case g.Gather(pile=pile):
                for zone in all_zones(self.game):
                    known.facts.add(("zone", zone, ALL, None))
                self.cover(pile, known)
            case g.New(var=var):
                known.facts |= {
                    ("zone", zone, (("var", id(var)),), None)
                    for record in self.game.records.values()
                    for zone in record.zones
                }

    def show(self, what: g.Value, who: Who, hidden: bool, known: Known) -> None:
        """Cards become known to `who`, or are hidden again."""
        facts: set[tuple[Any, ...]] = set()
        match what:
            case g.Load(thing=g.Zone() as zone):
                facts = {("zone", zone, self.zone_key(what), who)}
            case g.Many(thing=g.Zone() as zone):
                facts = {("zone", zone, ALL, who)}
            case g.Local(var=var):
                facts = {("var", var, who)}
            case g.Op(name="top", args=(g.Load() as load,)) if who is None:
                facts = {("top", load.thing, self.zone_key(load))}
        if hidden:
            known.facts -= facts
        else:
            known.facts |= facts

    def move(self, step: g.Move, known: Known) -> None:
        """Cards that all see stay known where they come to; hidden ones cover the place."""
        seen = not self.secrets(step.what, None, known)
        if bare(step.what.type) != CARD and element(bare(step.what.type)) != CARD:
            seen = step.source is None or not self.secrets(step.source, None, known)
        self.arrive(step.to, seen, step.facing, known)
        if isinstance(step.what, g.Local) and step.to.thing.face == "up":
            known.facts.add(("var", step.what.var, None))

    def arrive(self, to: g.Load, seen: bool, facing: g.Value | None, known: Known) -> None:
        """Cards come to a zone."""
        zone, key = to.thing, self.zone_key(to)
        up = facing is not None and bool(self.constant(facing))
        known.facts.discard(("top", zone, key))
        if up or zone.face == "up":
            known.facts.add(("top", zone, key))
        elif not seen:
            self.cover(to, known)

    def cover(self, load: g.Load, known: Known) -> None:
        """A zone is not known any more."""
        zone, key = load.thing, self.zone_key(load)
        known.facts = {
            fact for fact in known.facts
            if not (fact[0] == "zone" and fact[1] is zone and fact[2] in (ALL, key))
            and fact[:3] != ("top", zone, key)
        }  # fmt: skip


def params_read(of: g.Define | g.Table | g.Ranking) -> frozenset[g.Var]:
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
                wanted = params_read(inner)
                if wanted == ANYTHING:
                    return ANYTHING
                waiting += [a for param, a in zip(inner.params, args, strict=True) if param in wanted]
    return frozenset(found & set(of.params))


def flat(fact: Hashable) -> set[Any]:
    """Every pair ("load", id) inside a fact."""
    found: set[Any] = set()
    if isinstance(fact, tuple):
        if fact[:1] == ("load",):
            found.add(fact[:2])
        for part in fact:
            found |= flat(part)
    return found


def sight(thing: g.Zone | g.Register | g.Var) -> str:
    """Who sees a thing, in words."""
    if isinstance(thing, g.Var):
        return "a card that has not been shown"
    if isinstance(thing, g.Zone) and thing.face is not None:
        return f"face {thing.face}"
    return "seen by its owner only"
