"""From checked choices to choose nodes; and the code that all steps are put into."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import (
    CARD,
    SEAT,
    NumberT,
    PlanT,
    RecordT,
    SequenceT,
    SetT,
    Type,
    bare,
    element,
)
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.lower_values import Values
from hoyle.dsl.machine.lowering import CannotLower
from hoyle.dsl.machine.mask_folding import fold
from hoyle.dsl.machine.settings import WIDE, maskable, shape
from hoyle.dsl.source import Span

MOST_FOR_SUBSETS = 12
Watch = tuple[p.Expr, frozenset[object], int, Span]


@attrs.define(eq=False)
class Choices(Values):
    """Nodes, labels, local slots; and `choose`."""

    slots: list[p.Slot] = attrs.field(factory=list)
    nodes: list[p.Node] = attrs.field(factory=list)
    places: dict[int, int] = attrs.field(factory=dict)
    labels: int = 0
    live: list[int] = attrs.field(factory=list)
    loops: list[int] = attrs.field(factory=list)
    exits: list[tuple[str, int]] = attrs.field(factory=list)
    counters: list[int | None] = attrs.field(factory=list)
    watches: list[Watch] = attrs.field(factory=list)
    written: set[object] = attrs.field(factory=set)
    game_over: int = 0
    # the seat that is choosing, and its parameters, while an action's effects are lowered
    choosers: list[tuple[int, frozenset[g.Var]]] = attrs.field(factory=list)

    # ------------------------------------------------------------------ code

    def emit(self, node: p.Node) -> None:
        """Put a node after those that are there."""
        self.nodes.append(node)

    def label(self) -> int:
        """A place to jump to that is not there yet."""
        self.labels += 1
        return -self.labels

    def place(self, label: int) -> None:
        """The label is here."""
        self.places[label] = len(self.nodes)

    def jump(self, label: int, span: Span) -> None:
        """Go on at a label."""
        self.emit(p.Jump(label, span))

    def quiet(self, slot: int, value: p.Expr, span: Span) -> None:
        """Set a slot that is no part of the table."""
        self.emit(
            p.Set(p.Ref(slot), value, 0, -WIDE, WIDE, self.slots[slot].name, NumberT(), span, True)
        )

    def wrote(self, *things: object) -> None:
        """Note that declarations were written, for `ends when`."""
        self.written.update(things)

    def families_read(self, value: g.Value) -> frozenset[object]:
        """Every register and zone that a value reads, through its definitions."""
        found: set[object] = set()
        waiting: list[g.Value | None] = [value]
        while waiting:
            match waiting.pop():
                case g.Load(thing=thing, index=index) | g.Many(thing=thing, index=index):
                    found.add(thing)
                    waiting += index
                case g.Call(of=of, args=args):
                    waiting += args
                    if isinstance(of, g.Define):
                        waiting.append(of.value)
                    else:
                        waiting += [v for row in of.rows for v in (row.test, *row.values)]
                case g.Op(args=args):
                    waiting += args
                case g.Phrase(over=over, where=where, value=each):
                    waiting += [over, where, each]
                case g.RowValue(table=table, args=args):
                    waiting += args
                    waiting += [v for row in table.rows for v in (row.test, *row.values)]
        return frozenset(found)

    # ------------------------------------------------------------------ slots

    def local(self, name: str, kind: Type, span: Span, most: int | None = None) -> int:
        """A new slot for a variable."""
        slot = self.slot_for(len(self.slots), name, kind, span, None, None, most)
        self.slots.append(attrs.evolve(slot, local=True))
        return slot.at

    def slot_for(
        self, at: int, name: str, kind: Type, span: Span, low: int | None, high: int | None,
        most: int | None = None,
    ) -> p.Slot:  # fmt: skip
        """A slot that can hold every value of a type."""
        of = element(bare(kind))
        if shape(kind) == "mask":
            size = self.settings.members(of) if of is not None and maskable(bare(of)) else 1
            return p.Slot(at, name, "mask", size=size, type=kind, span=span)
        if shape(kind) == "seq":
            assert of is not None
            size = most if most is not None else min(1000, self.members(bare(of)))
            return p.Slot(
                at, name, "list", size=size, entry=self.entry_of(of), type=kind, span=span
            )
        inner = bare(kind)
        if isinstance(inner, PlanT):  # melds, then the rest: at most one meld for three cards
            most = self.settings.cards().size // 3 + 1
            wide = 1 << self.settings.cards().size
            return p.Slot(at, name, "list", size=most, entry=wide, type=kind, span=span)
        if isinstance(inner, NumberT):
            lowest = low if low is not None else (inner.low if inner.low is not None else -WIDE)
            highest = high if high is not None else (inner.high if inner.high is not None else WIDE)
            maybe = kind != inner
            return p.Slot(at, name, "number", lowest, highest, maybe=maybe, type=kind, span=span)
        return p.Slot(
            at, name, "number", 0, max(0, self.members(inner) - 1), maybe=True, type=kind, span=span
        )

    def members(self, kind: Type) -> int:
        """How many values a type has, records counted by their pool."""
        if isinstance(kind, RecordT):
            return len(self.owners.get(kind.name, ())) or 1
        return self.settings.members(kind)

    def entry_of(self, kind: Type) -> int:
        """How many different values an entry of a list can have."""
        if isinstance(kind, SetT):
            return 1 << self.settings.cards().size
        return self.members(bare(kind))

    def live_now(self) -> tuple[int, ...]:
        """The local slots, and those of phases, that still matter."""
        kept = (slot.at for slot in self.slots if slot.phase in self.running)
        return (*self.live, *kept)

    # ------------------------------------------------------------------ choices

    def pieces(self, pieces: tuple[str | g.Value, ...] | None) -> p.Pieces:
        """A sentence with its values."""
        return tuple(
            piece if isinstance(piece, str) else p.Piece(self.value(piece), piece.type)
            for piece in pieces or ()
        )

    def chooser_of(self, what: g.Value) -> p.Expr | None:
        """The seat that moves cards by choice: they are, or come from, its action's values."""
        for seat, params in reversed(self.choosers):
            if isinstance(what, g.Local) and what.var in params:
                return p.Get(seat)
        return None

    def choose(self, step: g.Choose) -> None:
        """One seat chooses; or all of a set before anything is done."""
        if step.seat is None:
            self.choose_together(step)
            return
        live = len(self.live)
        seat = self.local("who chooses", SEAT, step.span)
        self.quiet(seat, self.needed(step.seat), step.span)
        self.live.append(seat)
        done = self.label()
        bodies = [self.label() for _ in step.actions]
        otherwise = self.label() if step.otherwise is not None else None
        actions = tuple(
            self.action(action, seat, body)
            for action, body in zip(step.actions, bodies, strict=True)
        )
        self.emit(p.Choose(seat, actions, otherwise, self.live_now(), self.running[-1], step.span))
        for action, made, body in zip(step.actions, actions, bodies, strict=True):
            self.place(body)
            self.effects(action, made, seat, done)
        if otherwise is not None:
            self.place(otherwise)
            self.block(step.otherwise or ())
        self.place(done)
        del self.live[live:]

    def effects(self, action: g.Action, made: p.MachineAction, seat: int, done: int) -> None:
        """What an action does."""
        live = len(self.live)
        for param, lowered in zip(action.params, made.params, strict=True):
            self.env[param.var] = p.Get(lowered.slot)
            self.live.append(lowered.slot)
        self.choosers.append((seat, frozenset(param.var for param in action.params)))
        self.block(action.body)
        self.choosers.pop()
        self.jump(done, action.span)
        del self.live[live:]

    def action(self, action: g.Action, seat: int, body: int) -> p.MachineAction:
        """An action with its parameters and conditions."""
        params = []
        for param in action.params:
            lowered = self.parameter(param)
            params.append(lowered)
            self.env[param.var] = p.Get(lowered.slot)
        single = params[0].slot if len(params) == 1 and params[0].shape == "mask" else None
        card = single is not None and params[0].type == CARD
        conditions = []
        for must in action.musts:
            test = self.value(must.test)
            folded = fold(self, test, single) if card and single is not None else None
            conditions.append(
                p.Condition(
                    test, folded, must.if_able, self.pieces(must.sentence), must.plain, must.span
                )
            )
        sight = tuple(
            (id(var), found.slot)
            for var in action.sight
            if isinstance(found := self.env.get(var), p.Get)
        )
        return p.MachineAction(
            action.name,
            tuple(params),
            tuple(conditions),
            body,
            self.running[-1],
            sight,
            action.span,
        )

    def parameter(self, param: g.Param) -> p.Parameter:
        """A parameter's slot and range."""
        kind = param.var.type
        over = param.over
        slot = self.local(param.var.name, kind, param.span)
        if isinstance(over, g.Op) and over.name == "between":
            low, high = (self.needed(a) for a in over.args)
            return p.Parameter(
                param.var.name, slot, p.Op("ends", (low, high)), "range", kind, param.span
            )
        have = shape(over.type)
        self.check_subsets(over)
        return p.Parameter(param.var.name, slot, self.value(over), have, kind, param.span)

    def check_subsets(self, over: g.Value) -> None:
        """A choice among all subsets is bounded by what its zone can hold."""
        if not (isinstance(over, g.Op) and over.name == "subsets"):
            return
        zone = over.args[0]
        if isinstance(zone, g.Load) and isinstance(zone.thing, g.Zone):
            most = self.slots[self.family(zone.thing).base].size
            if zone.thing.capacity is not None:
                most = min(most, self.constant(zone.thing.capacity))
            if most > MOST_FOR_SUBSETS:
                raise CannotLower(
                    f"`{' '.join(over.span.text.split())}` are too many to list: "
                    f"`{zone.thing.name}` can hold {most} cards", over.span,
                )  # fmt: skip

    # ------------------------------------------------------------------ together

    def choose_together(self, step: g.Choose) -> None:
        """Each of the set chooses without seeing the others; then all is done in seat order."""
        assert step.var is not None and step.over is not None
        live = len(self.live)
        players = self.settings.players
        over = self.as_seq(step.over)
        members = self.local("those who choose", SequenceT(SEAT), step.span, players)
        place = self.local("place", NumberT(0, 1000), step.span)
        seat = self.local(step.var.name, SEAT, step.span)
        self.quiet(members, over, step.span)
        self.quiet(place, p.Const(0), step.span)
        self.live += [members, place, seat]
        chosen = self.per_seat("chosen", NumberT(0, len(step.actions)), step.span)
        self.env[step.var] = p.Get(seat)
        firsts = [
            [self.per_seat(param.var.name, param.var.type, param.span) for param in action.params]
            for action in step.actions
        ]
        kept: list[list[tuple[int, int]]] = []
        self.loop_members(
            members, place, seat, step.span, lambda: self.ask(step, seat, chosen, firsts, kept)
        )
        self.quiet(place, p.Const(0), step.span)
        self.loop_members(
            members, place, seat, step.span, lambda: self.carry_out(step, seat, chosen, kept)
        )
        del self.live[live:]

    def per_seat(self, name: str, kind: Type, span: Span) -> int:
        """A row of local slots, one for each seat; the first of them.

        They are kept from one seat's choice to the next, so they begin with nothing.
        """
        first = len(self.slots)
        blank: dict[str, int | tuple[int, ...]] = {"mask": 0, "seq": ()}
        nothing = p.Const(blank.get(shape(kind), -1))
        for _ in range(self.settings.players):
            slot = self.local(name, kind, span)
            self.live.append(slot)
            self.quiet(slot, nothing, span)
        return first

    def loop_members(
        self, members: int, place: int, seat: int, span: Span, body: Callable[[], None]
    ) -> None:
        """For each of the members in order."""
        again, inside, done = (self.label() for _ in range(3))
        self.place(again)
        at_end = p.Op("at_least", (p.Get(place), p.Op("count_entries", (p.Get(members),))))
        self.emit(p.Branch(at_end, done, inside, span))
        self.place(inside)
        self.quiet(seat, p.Op("lookup", (p.Get(members), p.Get(place))), span)
        self.quiet(place, p.Op("plus", (p.Get(place), p.Const(1))), span)
        body()
        self.jump(again, span)
        self.place(done)

    def ask(
        self, step: g.Choose, seat: int, chosen: int, firsts: list[list[int]],
        kept: list[list[tuple[int, int]]],
    ) -> None:  # fmt: skip
        """One seat's sealed choice: written down, nothing done."""
        bodies = [self.label() for _ in step.actions]
        otherwise = self.label()
        actions = tuple(
            self.action(action, seat, body)
            for action, body in zip(step.actions, bodies, strict=True)
        )
        then = self.label()
        self.emit(
            p.Choose(
                seat, actions, otherwise if step.otherwise is not None else None, self.live_now(),
                self.running[-1], step.span, True, p.Ref(chosen, p.Get(seat)), then,
            )
        )  # fmt: skip
        for k, (made, body) in enumerate(zip(actions, bodies, strict=True)):
            self.place(body)
            row = [(param.slot, first) for param, first in zip(made.params, firsts[k], strict=True)]
            for param, first in zip(made.params, firsts[k], strict=True):
                self.emit_to(p.Ref(first, p.Get(seat)), p.Get(param.slot), param.span)
            kept.append(row)
            self.emit_to(p.Ref(chosen, p.Get(seat)), p.Const(k), step.span)
            self.jump(then, step.span)
        self.place(otherwise)
        self.emit_to(p.Ref(chosen, p.Get(seat)), p.Const(len(actions)), step.span)
        self.place(then)

    def emit_to(self, ref: p.Ref, value: p.Expr, span: Span) -> None:
        """Set a slot of a row, quietly."""
        self.emit(p.Set(ref, value, 0, -WIDE, WIDE, "", NumberT(), span, True))

    def carry_out(
        self, step: g.Choose, seat: int, chosen: int, kept: list[list[tuple[int, int]]]
    ) -> None:
        """The effects of what one seat had chosen."""
        done = self.label()
        for k, action in enumerate(step.actions):
            yes, no = self.label(), self.label()
            mine = p.Op("is", (p.GetAt(chosen, p.Get(seat)), p.Const(k)))
            self.emit(p.Branch(mine, yes, no, action.span))
            self.place(yes)
            for (slot, first), param in zip(kept[k], action.params, strict=True):
                self.emit_to(p.Ref(slot), p.GetAt(first, p.Get(seat)), param.span)
                self.env[param.var] = p.Get(slot)
            self.choosers.append((seat, frozenset(param.var for param in action.params)))
            live = len(self.live)
            self.live += [slot for slot, _ in kept[k]]
            self.block(action.body)
            del self.live[live:]
            self.choosers.pop()
            self.jump(done, action.span)
            self.place(no)
        self.block(step.otherwise or ())
        self.place(done)
