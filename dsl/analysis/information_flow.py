"""Secrets: what a decision, a public register or a branch reads must be known to those concerned.

The steps are followed in order with what has been shown so far; what was shown may be read.
A zone that holds only cards which all have seen counts as shown, wherever the cards lie now.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from hoyle.dsl.analysis.reachability import leaves
from hoyle.dsl.analysis.visibility import ALL, Constant, Known, Reading, Secret, Who
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, bare, element
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span


def check_secrecy(game: g.Game, constant: Constant, report: Report) -> None:
    """Tell every secret that the game gives away."""
    if "match" not in game.phases:
        return
    walk = Walk(game, constant, report)
    known = Known()
    for zone in _all_zones(game):
        if not zone.starts:
            known.facts.add(("zone", zone, ALL, None))  # empty: nothing is hidden there
    walk.block(game.phases["match"].body, known)
    for name, phase in game.phases.items():
        if name not in walk.walked:  # a phase that is not run is looked at by itself
            walk.block(phase.body, Known())


def _all_zones(game: g.Game) -> Iterator[g.Zone]:
    yield from game.zones.values()
    for record in game.records.values():
        yield from record.zones


class Walk(Reading):
    """Goes through the steps."""

    # ------------------------------------------------------------------ telling

    def tell(self, code: str, secrets: list[Secret], title: str, help_: str) -> None:
        """Report the first secret of a line."""
        if self.silent or not secrets:
            return
        secret = secrets[0]
        thing = secret.thing
        where = f"`{thing.name}` is {_sight(thing)}"
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
                "S02", found,
                f"`{thing.name}` is open to all, but it is worked out from hidden cards",
                "show the cards first, or say of the register who sees it: `seen by …`",
            )  # fmt: skip
        known.facts = {f for f in known.facts if ("load", id(thing)) not in _flat(f)}

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
            "tell all of it with `announce`: `announce NAME = …`, and ask for NAME; or show the "
            "cards",
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
            "S01", self.secrets(value, who, known),
            "the chooser cannot see what this condition reads",
            "conditions may read the chooser's own cards, sizes, what lies open and what has been "
            "shown",
        )  # fmt: skip

    # ------------------------------------------------------------------ cards

    def cards(self, step: g.Step, known: Known) -> None:
        """What moves, shows and hides cards."""
        match step:
            case g.Show(what=what, to=to, hidden=hidden):
                self.show(
                    what, None if to is None else self.identity(self.resolved(to)), hidden, known
                )
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
                for zone in _all_zones(self.game):
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
        if isinstance(step.what, g.Local) and _lies_open(step.to.thing):
            known.facts.add(("var", step.what.var, None))

    def arrive(self, to: g.Load, seen: bool, facing: g.Value | None, known: Known) -> None:
        """Cards come to a zone."""
        zone, key = to.thing, self.zone_key(to)
        up = facing is not None and bool(self.constant(facing))
        known.facts.discard(("top", zone, key))
        if up or _lies_open(zone):
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


def _lies_open(zone: g.Zone | g.Register) -> bool:
    return isinstance(zone, g.Zone) and zone.face == "up"


def _flat(fact: Hashable) -> set[Any]:
    found: set[Any] = set()
    if isinstance(fact, tuple):
        if fact[:1] == ("load",):
            found.add(fact[:2])
        for part in fact:
            found |= _flat(part)
    return found


def _sight(thing: g.Zone | g.Register | g.Var) -> str:
    if isinstance(thing, g.Var):
        return "a card that has not been shown"
    if isinstance(thing, g.Zone) and thing.face is not None:
        return f"face {thing.face}"
    return "seen by its owner only"
