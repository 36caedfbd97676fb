"""From checked steps to nodes: phases are put in place of their names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NumberT, RecordT, Type, bare, element
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.lower_loops import Loops
from hoyle.dsl.machine.lowering import CannotLower
from hoyle.dsl.machine.settings import shape
from hoyle.dsl.source import Span


@attrs.define(eq=False)
class Steps(Loops):
    """Statement by statement."""

    # the phase that is paused when its state has its defaults; see Entry
    pauses_in: str | None = None
    entered: dict[str, tuple[int, ...]] = attrs.field(factory=dict)  # the parameters of phases

    # ------------------------------------------------------------------ blocks

    def block(self, body: Iterable[g.Step]) -> None:
        """The steps of a block; its variables are dead after it."""
        live = len(self.live)
        for step in body:
            self.step(step)
            self.after_writes()
        del self.live[live:]

    def step(self, step: g.Step) -> None:
        """One statement."""
        match step:
            case g.Assign():
                self.assign(step)
            case g.Run():
                self.run(step)
            case g.Let():
                self.let(step)
            case g.Move():
                self.move(step)
            case g.Deal():
                self.deal(step)
            case g.Swap():
                self.emit(p.SwapZones(self.ref(step.one), self.ref(step.other), step.span))
                self.wrote(step.one.thing, step.other.thing)
            case g.Shuffle():
                self.shuffle(step)
            case g.Gather():
                self.emit(p.GatherCards(self.ref(step.pile), step.span))
                self.wrote(*self.settings.game.zones.values())
            case g.Show():
                what = self.as_mask(step.what)
                to = self.needed(step.to) if step.to is not None else None
                self.emit(p.ShowCards(what, to, step.hidden, step.span))
            case g.Pay():
                self.pay(step)
            case g.New():
                self.new(step)
            case g.Say():
                self.emit(p.SayIt(self.pieces(step.pieces), step.span))
            case g.EndsWhen():
                self.ends_when(step)
            case g.Stop():
                self.jump(self.loops[-1], step.span)
            case g.End():
                self.end(step)
            case g.Win():
                self.emit(p.Win(self.as_mask(step.who), step.span))
                self.jump(self.exit_of("match", step.span), step.span)
            case g.If():
                self.if_(step)
            case g.For():
                self.for_each(step)
            case g.ForLines():
                self.for_lines(step)
            case g.Repeat():
                self.repeat(step)
            case g.Choose():
                self.choose(step)
            case _:
                assert_never(step)

    # ------------------------------------------------------------------ registers

    def assign(self, step: g.Assign) -> None:
        """A register gets a value, or a chance outcome."""
        thing = step.place.thing
        assert isinstance(thing, g.Register)
        ref = self.ref(step.place)
        self.wrote(thing)
        if isinstance(step.value, g.Op) and step.value.name == "random":
            self.draw(ref, step.value, step.place.type, step.span)
            return
        low, high = self.range_of(thing)
        add = {"=": 0, "+=": 1, "-=": -1}[step.op]
        value = self.as_type(step.value, thing.type)
        if add and shape(thing.type) != "int":
            current = self.load(step.place)
            value = self.op("union" if add == 1 else "without", current, value)
            add = 0
        if add:
            value = self.needed(step.value)
        place = " ".join(step.place.span.text.split())
        self.emit(p.Set(ref, value, add, low, high, place, thing.type, step.span))

    def range_of(self, thing: g.Register) -> tuple[int, int]:
        """The lowest and highest number that a register may hold."""
        slot = self.slots[self.family(thing).base]
        if slot.kind != "number":
            return (0, 0)
        return (-1 if slot.maybe else slot.low, slot.high)

    def draw(self, ref: p.Ref, value: g.Op, kind: Type, span: Span) -> None:
        """`random of S`."""
        over = self.as_seq(value.args[0])
        what = f"random of {' '.join(value.args[0].span.text.split())}"
        then = self.label()
        self.emit(p.Chance("draw", ref, over, then, self.live_now(), what, kind, span))
        self.place(then)

    def let(self, step: g.Let) -> None:
        """A name for a value, kept in a slot of its own."""
        if isinstance(step.value, g.Op) and step.value.name == "random":
            slot = self.local(step.var.name, step.var.type, step.span)
            self.draw(p.Ref(slot), step.value, step.var.type, step.span)
        else:
            value = self.as_type(step.value, step.var.type)
            slot = self.local(step.var.name, step.var.type, step.span)
            self.emit_let(slot, value, step)
        self.env[step.var] = p.Get(slot)
        self.live.append(slot)
        if step.announced:
            self.emit(p.AnnounceIt(slot, step.var.name, step.var.type, step.span))

    def emit_let(self, slot: int, value: p.Expr, step: g.Let) -> None:
        """The work of a `let`: quiet, for it changes nothing on the table."""
        low, high = self.slots[slot].low, self.slots[slot].high
        low = min(low, -1)
        self.emit(
            p.Set(p.Ref(slot), value, 0, low, high, step.var.name, step.var.type, step.span, True)
        )

    def pay(self, step: g.Pay) -> None:
        """Chips from one register to another."""
        giver, taker = step.giver.thing, step.taker.thing
        assert isinstance(giver, g.Register) and isinstance(taker, g.Register)
        names = tuple(" ".join(end.span.text.split()) for end in (step.giver, step.taker))
        self.emit(
            p.PayChips(
                self.needed(step.amount), self.ref(step.giver), self.ref(step.taker),
                self.range_of(giver), self.range_of(taker), (names[0], names[1]), step.span,
            )
        )  # fmt: skip
        self.wrote(giver, taker)

    # ------------------------------------------------------------------ cards

    def move(self, step: g.Move) -> None:
        """Cards to a zone."""
        if isinstance(bare(step.what.type), NumberT):
            what, kind = self.needed(step.what), "count"
        else:
            kind = {"int": "card", "mask": "mask", "seq": "seq"}[shape(step.what.type)]
            what = self.needed(step.what) if kind == "card" else self.value(step.what)
        source = self.source_ref(step.source)
        up = self.value(step.facing) if step.facing is not None else None
        by = self.chooser_of(step.what)
        self.emit(
            p.MoveCards(
                what, kind, source, self.ref(step.to), up, step.bottom, step.turned, by, step.span
            )
        )
        self.wrote(step.to.thing)
        if isinstance(step.source, g.Load):
            self.wrote(step.source.thing)
        else:
            self.wrote(*self.settings.game.zones.values())

    def source_ref(self, source: g.Value | None) -> p.Ref | None:
        """The zone that cards come from, where it can be named now."""
        if not isinstance(source, g.Load):
            return None
        try:
            return self.ref(source)
        except CannotLower:
            return None  # the loop that named it is over: the cards are looked for

    def deal(self, step: g.Deal) -> None:
        """Round and round from the top."""
        amount = self.needed(step.amount) if step.amount is not None else None
        over = self.as_seq(step.over)
        slot = self.local(step.var.name, step.var.type, step.span)
        self.env[step.var] = p.Get(slot)
        up = self.value(step.facing) if step.facing is not None else None
        self.emit(
            p.DealCards(amount, self.ref(step.source), slot, over, self.ref(step.to), up, step.span)
        )
        self.wrote(step.source.thing, step.to.thing)

    def shuffle(self, step: g.Shuffle) -> None:
        """Chance gives a pile a new order."""
        then = self.label()
        what = f"shuffle {' '.join(step.pile.span.text.split())}"
        self.emit(
            p.Chance(
                "shuffle", self.ref(step.pile), None, then, self.live_now(), what, None, step.span
            )
        )
        self.place(then)
        self.wrote(step.pile.thing)

    # ------------------------------------------------------------------ records

    def new(self, step: g.New) -> None:
        """A record joins a list."""
        thing = step.place.thing
        assert isinstance(thing, g.Register)
        record = element(step.place.type)
        assert isinstance(record, RecordT)
        ref = self.ref(step.place)
        family = self.family(thing)
        first, most = self.lists[thing]
        index: p.Expr = p.Const(ref.base - family.base) if ref.index is None else ref.index
        pool = self.op("plus", self.op("times", index, p.Const(most)), p.Const(first))
        after = self.needed(step.after) if step.after is not None else None
        slot = self.local(step.var.name, record, step.span)
        defaults = []
        for field in self.settings.game.records[record.name].registers:
            base = self.families[record.name, field.name].base
            value = self.as_type(field.default, field.type) if field.default else p.Const(-1)
            defaults.append((base, value))
        self.emit(
            p.NewRecord(ref, (pool, most), after, slot, record.name, tuple(defaults), step.span)
        )
        self.env[step.var] = p.Get(slot)
        self.live.append(slot)
        self.wrote(thing)

    # ------------------------------------------------------------------ phases

    def run(self, step: g.Run) -> None:
        """The nodes of a phase are placed where its name stands."""
        phase = self.settings.game.phases[step.phase]
        if step.phase in self.running:
            ring = [*self.running[self.running.index(step.phase) :], step.phase]
            raise CannotLower(" runs ".join(f"`{name}`" for name in ring), step.span)
        args = [
            self.as_type(arg, param.type)
            for arg, param in zip(step.args, phase.params, strict=True)
        ]
        live = len(self.live)
        slots = []
        for param, value in zip(phase.params, args, strict=True):
            slot = self.local(param.name, param.type, step.span)
            low, high = self.slots[slot].low, self.slots[slot].high
            self.emit(
                p.Set(
                    p.Ref(slot),
                    value,
                    0,
                    min(low, -1),
                    high,
                    param.name,
                    param.type,
                    step.span,
                    True,
                )
            )
            slots.append(slot)
        for param, slot in zip(phase.params, slots, strict=True):
            self.env[param] = p.Get(slot)
            self.live.append(slot)
        self.phase_body(phase, tuple(slots), step.span)
        del self.live[live:]

    def phase_body(self, phase: g.Phase, params: tuple[int, ...], span: Span) -> None:
        """Enter, reset the phase's own state, go through its steps, leave."""
        exit_ = self.label()
        loops, self.loops = self.loops, []
        self.running.append(phase.name)
        self.exits.append((phase.name, exit_))
        self.entered[phase.name] = params
        watching = len(self.watches)
        self.emit(p.Mark(phase.name, True, span, params))
        self.reset_state(phase.name)
        self.pause(phase.name, span)
        self.block(phase.body)
        del self.watches[watching:]
        self.place(exit_)
        self.emit(p.Mark(phase.name, False, span, params))
        self.free_records(phase.name, span)
        self.exits.pop()
        self.running.pop()
        self.loops = loops

    def pause(self, phase: str, span: Span) -> None:
        """Where an example may set the state that has just got its defaults."""
        if self.pauses_in == phase:
            then = self.label()
            self.emit(p.Chance("pause", p.Ref(0), None, then, self.live_now(), "", None, span))
            self.place(then)

    def reset_state(self, phase: str) -> None:
        """The registers of a phase are set afresh."""
        for thing in self.settings.game.registers.values():
            if thing.phase == phase:
                self.set_default(thing)

    def set_default(self, thing: g.Register) -> None:
        """A register, or every one of its family, gets its default, or becomes unset."""
        family = self.family(thing)
        kind = shape(thing.type)
        low, high = self.range_of(thing)
        if isinstance(thing.default, g.Op) and thing.default.name == "random":
            for k in range(family.count):
                self.draw(p.Ref(family.base + k), thing.default, thing.type, thing.span)
            return
        if thing.default is not None:
            value = self.as_type(thing.default, thing.type)
        else:
            value = {"mask": p.Const(0), "seq": p.Const(())}.get(
                kind, p.Const(self.unset_value(thing))
            )
        for k in range(family.count):
            self.emit(
                p.Set(
                    p.Ref(family.base + k), value, 0, min(low, -1), high, thing.name, thing.type,
                    thing.span, True,
                )
            )  # fmt: skip

    def unset_value(self, thing: g.Register) -> int:
        """Numbers begin at their lowest, other things unset."""
        if isinstance(thing.type, NumberT):
            return max(0, self.range_of(thing)[0])
        return -1

    def free_records(self, phase: str, span: Span) -> None:
        """The lists of a phase end with it; cards still in their records are a fault."""
        for thing in self.settings.game.registers.values():
            of = element(thing.type)
            if thing.phase == phase and isinstance(of, RecordT):
                family = self.family(thing)
                lists = tuple(range(family.base, family.base + family.count))
                self.emit(p.FreeRecords(lists, of.name, span))

    def end(self, step: g.End) -> None:
        """Out of a phase, or of the match."""
        name = step.phase or "match"
        end = step.span.end
        span = Span(step.span.source, end - len(name), end)
        self.leave(self.exit_of(name, span), step.span)

    def leave(self, exit_: int, span: Span) -> None:
        """Out of a phase: with those that it runs ends what they own. The match ends everything."""
        for name, label in reversed(self.exits[1:]):
            if label == exit_ or exit_ == self.exits[0][1]:
                break
            if any(thing.phase == name for thing in self.lists):
                self.emit(p.Mark(name, False, span, self.entered.get(name, ())))
                self.free_records(name, span)
        self.jump(exit_, span)

    def exit_of(self, phase: str, span: Span) -> int:
        """Where a running phase ends."""
        for name, label in reversed(self.exits):
            if name == phase:
                return label
        if phase == "match":
            return self.game_over
        raise CannotLower(f"`{phase}` is not running here, so it cannot be ended", span)

    def ends_when(self, step: g.EndsWhen) -> None:
        """Tested now, and after every change of what the test reads, until the phase ends."""
        test = self.value(step.test)
        self.watches.append((test, self.families_read(step.test), self.exits[-1][1], step.span))
        self.branch_out(test, self.exits[-1][1], step.span)

    def after_writes(self) -> None:
        """After a step that wrote something watched, the watch is asked."""
        for test, reads, exit_, span in self.watches:
            if reads & self.written:
                self.branch_out(test, exit_, span)
        self.written.clear()

    def branch_out(self, test: p.Expr, exit_: int, span: Span) -> None:
        """Leave by `exit_` if the test holds."""
        out, onward = self.label(), self.label()
        self.emit(p.Branch(test, out, onward, span))
        self.place(out)
        self.leave(exit_, span)
        self.place(onward)
