"""From checked steps to nodes: phases stand in place of their names, loops become jumps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

import attrs

from hoyle.dsl.analysis.facts import steps_in
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.values import Thing, things_read
from hoyle.dsl.limits import ROUNDS
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.context import CannotLower, require
from hoyle.dsl.machine.lower_choices import ChoiceLowering
from hoyle.dsl.machine.settings import shape
from hoyle.dsl.node import walk
from hoyle.dsl.source import Span

MAX_ROUNDS = 2**31
AT_BOUND = (
    "the game is stuck: this loop has reached its bound; where that may be, say what then behind "
    "it, `, else …`, or write `repeat … times` for just so many rounds, or `, however long`"
)


@attrs.frozen
class Watch:
    """`ends when`: asked again after every step that writes one of `reads`; `exit` is a label."""

    test: p.Expr
    reads: frozenset[Thing]
    exit: int
    span: Span


@attrs.define(eq=False)
class StepLowering(ChoiceLowering):
    """Makes the nodes of steps, one after another.

    `exits` has the label behind each running phase, the match first; `loops` those behind the loops
    of the innermost phase.
    """

    game_over: int
    # the phase with which an example begins, until its own state has its defaults
    pauses_in: str | None = None
    loops: list[int] = attrs.field(factory=list)
    exits: list[tuple[str, int]] = attrs.field(factory=list)
    watches: list[Watch] = attrs.field(factory=list)
    written: set[Thing] = attrs.field(factory=set)  # since the watches were asked last
    entered: dict[str, tuple[int, ...]] = attrs.field(factory=dict)  # the parameters of phases

    @property
    def _game(self) -> g.Game:
        return self.code.context.settings.game

    # ------------------------------------------------------------------ blocks

    def lower_block(self, body: Iterable[g.Step]) -> None:
        """The steps of a block; its variables are dead after it."""
        with self.code.live_block():
            for step in body:
                self._step(step)
                for watch in self.watches:
                    if watch.reads & self.written:
                        self._branch_out(watch.test, watch.exit, watch.span)
                self.written.clear()

    def _step(self, step: g.Step) -> None:
        expressions, code, span = self.expressions, self.code, step.span
        match step:
            case g.Assign():
                self._assign(step)
            case g.Run():
                self.run(step)
            case g.Let():
                self._let(step)
            case g.Move():
                self._move(step)
            case g.Deal():
                self._deal(step)
            case g.Swap(one=one, other=other):
                code.emit(p.SwapZones(expressions.ref(one), expressions.ref(other), span))
                self.written |= {one.thing, other.thing}
            case g.Shuffle(pile=pile):
                what = f"shuffle {pile.span.words}"
                self._chance("shuffle", expressions.ref(pile), None, what, None, span)
                self.written.add(pile.thing)
            case g.Gather(pile=pile):
                code.emit(p.GatherCards(expressions.ref(pile), span))
                self.written.update(self._game.zones.values())
            case g.Show(what=what_, to=to, hidden=hidden):
                cards = expressions.as_mask(what_)
                code.emit(p.ShowCards(cards, self._needed(to), hidden, span))
            case g.Pay():
                self._pay(step)
            case g.New():
                self._new(step)
            case g.Say(pieces=pieces, draws=draws):
                code.emit(p.SayIt(self.sentence(pieces), span, draws))
            case g.EndsWhen():
                watch = self._watch(step)
                self._branch_out(watch.test, watch.exit, span)
            case g.Stop():
                code.jump(self.loops[-1], span)
            case g.End(phase=phase):
                name = phase or "match"
                self._leave(self._exit_of(name, span.find_word(name)), span)
            case g.Win(who=who):
                code.emit(p.Win(expressions.as_mask(who), span))
                code.jump(self._exit_of("match", span), span)
            case g.If():
                self._if(step)
            case g.For(until=None):
                self._for_each(step)
            case g.For(until=until):
                assert until is not None
                self._for_until(step, until)
            case g.ForLines():
                self._for_lines(step)
            case g.Repeat():
                self._repeat(step)
            case g.Choose():
                self.lower_choice(step)
            case _:
                assert_never(step)

    def _watch(self, step: g.EndsWhen) -> Watch:
        """From here on the phase ends when this holds."""
        test, exit_ = self.expressions.value(step.test), self.exits[-1][1]
        self.watches.append(Watch(test, things_read(step.test), exit_, step.span))
        return self.watches[-1]

    def _needed(self, value: g.Value | None) -> p.Expr | None:
        return None if value is None else self.expressions.needed(value)

    def _value(self, value: g.Value | None) -> p.Expr | None:
        return None if value is None else self.expressions.value(value)

    # ------------------------------------------------------------------ registers

    def _assign(self, step: g.Assign) -> None:
        thing = step.place.thing
        assert isinstance(thing, g.Register)
        ref = self.expressions.ref(step.place)
        self.written.add(thing)
        if step.value.drawn_among is not None:
            self._draw(ref, step.value.drawn_among, step.place.type, step.span)
            return
        low, high = self.context.range_of(thing)
        add = {"=": 0, "+=": 1, "-=": -1}[step.op]
        if not add:
            value = self.expressions.as_type(step.value, thing.type)
        elif shape(thing.type) == "int":
            value = self.expressions.needed(step.value)
        elif shape(thing.type) == "seq":
            before = self.expressions.load(step.place)
            value, add = self.expressions.changed_list(before, step.value, step.op), 0
        else:
            changed = self.expressions.as_type(step.value, thing.type)
            before, name = self.expressions.load(step.place), "union" if add == 1 else "without"
            value, add = self.expressions.op(name, before, changed), 0
        self.code.emit(
            p.Set(ref, value, add, low, high, step.place.span.words, thing.type, step.span)
        )

    def _chance(
        self,
        kind: str,
        ref: p.Ref,
        over: p.Expr | None,
        what: str,
        type_: t.Type | None,
        span: Span,
    ) -> None:
        then = self.code.new_label()
        live = self.code.live_now()
        self.code.emit(p.Chance(kind, ref, over, then, live, what, type_, span))
        self.code.place(then)

    def _draw(self, ref: p.Ref, among: g.Value, kind: t.Type, span: Span) -> None:
        over = self.expressions.as_seq(among)
        self._chance("draw", ref, over, f"random of {among.span.words}", kind, span)

    def _let(self, step: g.Let) -> None:
        """A name for a value, kept in a slot of its own; nothing changes on the table."""
        var = step.var
        if step.value.drawn_among is not None:
            slot = self.context.add_local(var.name, var.type, step.span)
            self._draw(p.Ref(slot), step.value.drawn_among, var.type, step.span)
        else:
            value = self.expressions.in_shape(step.value, var.type)
            most = self.expressions.most_in(step.value) if shape(var.type) == "seq" else None
            slot = self.context.add_local(var.name, var.type, step.span, most)
            self.code.set_local(slot, value, var.name, var.type, step.span)
        self._begin_variable(var, slot)
        if step.announced:
            about = self.find_subject([step.value], (t.SEAT, t.SIDE))
            self.code.emit(p.AnnounceIt(slot, var.name, var.type, step.span, about))

    def _begin_variable(self, var: g.Var, slot: int) -> None:
        """From here to the end of the block a variable lies in a slot."""
        self.context.env[var] = p.Get(slot)
        self.code.live.append(slot)

    def _pay(self, step: g.Pay) -> None:
        giver, taker = step.giver.thing, step.taker.thing
        assert isinstance(giver, g.Register) and isinstance(taker, g.Register)
        self.code.emit(
            p.PayChips(
                self.expressions.needed(step.amount), self.expressions.ref(step.giver),
                self.expressions.ref(step.taker), self.context.range_of(giver),
                self.context.range_of(taker), (step.giver.span.words, step.taker.span.words),
                step.span,
            )
        )  # fmt: skip
        self.written |= {giver, taker}

    # ------------------------------------------------------------------ cards

    def _move(self, step: g.Move) -> None:
        if isinstance(t.bare(step.what.type), t.NumberT):
            what, kind = self.expressions.needed(step.what), "count"
        else:
            kind = {"int": "card", "mask": "mask", "seq": "seq"}[shape(step.what.type)]
            way = "one" if kind == "card" else "any"
            what = self.expressions.operand(step.what, way)
        source = self._source_ref(step.source)
        up = self._value(step.facing)
        by = self.chooser_of(step.what)
        to = self.expressions.ref(step.to)
        self.code.emit(
            p.MoveCards(what, kind, source, to, up, step.bottom, step.turned, by, step.span)
        )
        self.written.add(step.to.thing)
        if isinstance(step.source, g.Load):
            self.written.add(step.source.thing)
        else:
            self.written.update(self._game.zones.values())

    def _source_ref(self, source: g.Value | None) -> p.Ref | None:
        """The zone that cards come from; None where it cannot be named: they are looked for."""
        if not isinstance(source, g.Load):
            return None
        try:
            return self.expressions.ref(source)
        except CannotLower:
            return None  # the loop that named it is over

    def _deal(self, step: g.Deal) -> None:
        amount = self._needed(step.amount)
        over = self.expressions.in_order(step.over)
        slot = self.context.add_local(step.var.name, step.var.type, step.span)
        self.context.env[step.var] = p.Get(slot)
        up = self._value(step.facing)
        source, to = self.expressions.ref(step.source), self.expressions.ref(step.to)
        self.code.emit(p.DealCards(amount, source, slot, over, to, up, step.span))
        self.written |= {step.source.thing, step.to.thing}

    # ------------------------------------------------------------------ records

    def _new(self, step: g.New) -> None:
        thing, record = step.place.thing, t.element(step.place.type)
        assert isinstance(thing, g.Register) and isinstance(record, t.RecordT)
        op, context = self.expressions.op, self.context
        ref = self.expressions.ref(step.place)
        first, most = context.lists[thing]
        base = context.family(thing).base
        index: p.Expr = p.Const(ref.base - base) if ref.index is None else ref.index
        pool = op("plus", op("times", index, p.Const(most)), p.Const(first))
        after = self._needed(step.after)
        slot = context.add_local(step.var.name, record, step.span)
        defaults = []
        for field in self._game.records[record.name].registers:
            value: p.Expr = p.Const(-1)
            if field.default:
                value = self.expressions.as_type(field.default, field.type)
            defaults.append((context.family(field).base, value))
        self.code.emit(
            p.NewRecord(ref, (pool, most), after, slot, record.name, tuple(defaults), step.span)
        )
        self._begin_variable(step.var, slot)
        self.written.add(thing)

    def _free_records(self, phase: str, span: Span) -> None:
        """The lists of a phase end with it; cards still in their records are a fault."""
        for thing in self._game.registers.values():
            of = t.element(thing.type)
            if thing.phase == phase and isinstance(of, t.RecordT):
                self.code.emit(p.FreeRecords(self.context.family(thing).slots, of.name, span))

    # ------------------------------------------------------------------ phases

    def run(self, step: g.Run) -> None:
        """The nodes of a phase are placed where its name stands."""
        phase, running = self._game.phases[step.phase], self.context.running
        if step.phase in running:
            ring = [*running[running.index(step.phase) :], step.phase]
            raise CannotLower(" runs ".join(f"`{name}`" for name in ring), step.span, "F01")
        params = phase.params
        args = [
            self.expressions.as_type(arg, param.type)
            for arg, param in zip(step.args, params, strict=True)
        ]
        with self.code.live_block():
            slots = []
            for param, value, arg in zip(params, args, step.args, strict=True):
                slot, held = self.context.add_local(param.name, param.type, step.span), False
                if isinstance(wanted := t.bare(param.type), t.NumberT):
                    held = wanted.join(t.bare(arg.type)) != wanted
                self.code.set_local(slot, value, param.name, param.type, step.span, held=held)
                slots.append(slot)
            for param, slot in zip(params, slots, strict=True):
                self._begin_variable(param, slot)
            choosers = len(self.choosers)
            self.give_on(params, step.args)
            self.run_body(phase, tuple(slots), step.span)
            del self.choosers[choosers:]

    def run_body(self, phase: g.Phase, params: tuple[int, ...], span: Span) -> None:
        """Enter, reset the phase's own state, go through its steps, leave."""
        exit_ = self.code.new_label()
        loops, self.loops = self.loops, []
        self.enter(phase.name, exit_)
        self.entered[phase.name] = params
        watching = len(self.watches)
        self.code.emit(p.Mark(phase.name, True, span, params))
        self.reset_state(phase.name)
        if self.pauses_in == phase.name:
            self._chance("pause", p.Ref(0), None, "", None, span)
            self.pauses_in = None
        self.lower_block(phase.body)
        del self.watches[watching:]
        self.code.place(exit_)
        self._end(phase.name, span)
        self.exits.pop()
        self.context.running.pop()
        self.loops = loops

    def run_inside(self, path: Sequence[str], step: g.Run) -> None:
        """A phase as if the phases of the path had led to it: each of them ends as ever.

        Behind a phase of the path that has ended the game is over. What ends one by a name of
        which it is not known what it stands for is left out.
        """
        exits = [self.game_over, *self.code.new_labels(len(path[1:]))]
        for name, exit_, inner in zip(path, exits, [*path[1:], step.phase], strict=False):
            self.enter(name, exit_)
            self.reset_state(name)
            for before in self._game.phases[name].body:
                if any(isinstance(run, g.Run) and run.phase == inner for run in steps_in(before)):
                    break
                if isinstance(before, g.EndsWhen) and self._knows_names(before.test):
                    self._watch(before)
        self._lay_given(step.span)  # its arguments may read it
        self.run(step)
        for name, exit_ in reversed(self.exits[1:]):
            self.code.jump(self.game_over, step.span)
            self.code.place(exit_)
            self._end(name, step.span)

    def _knows_names(self, value: g.Value) -> bool:
        nodes = list(walk(value))
        inside = {node.var for node in nodes if isinstance(node, g.Phrase)}
        names = {node.var for node in nodes if isinstance(node, g.Local)}
        return names <= inside | set(self.context.env)

    def _end(self, phase: str, span: Span) -> None:
        """A phase has ended, and with it its lists."""
        self.code.emit(p.Mark(phase, False, span, self.entered.get(phase, ())))
        self._free_records(phase, span)

    def enter(self, phase: str, exit_: int) -> None:
        """A phase is running, and ends at a label."""
        self.context.running.append(phase)
        self.exits.append((phase, exit_))

    def _lay_given(self, span: Span) -> None:
        """Until the phase has begun with which an example begins, defaults read what is given."""
        if self.pauses_in is not None:
            self._chance("given", p.Ref(0), None, "", None, span)

    def reset_state(self, phase: str | None) -> None:
        """The registers of a phase, or those of no phase, get their defaults, or become unset."""
        for thing in self._game.registers.values():
            if thing.phase == phase and thing.record is None:
                if thing.default is not None and not isinstance(thing.default, g.Const):
                    self._lay_given(thing.span)
                self._set_default(thing)

    def _set_default(self, thing: g.Register) -> None:
        low, high = self.context.range_of(thing)
        slots = self.context.family(thing).slots
        if thing.default is not None and thing.default.drawn_among is not None:
            for slot in slots:
                self._draw(p.Ref(slot), thing.default.drawn_among, thing.type, thing.span)
            return
        if thing.default is not None:
            value = self.expressions.as_type(thing.default, thing.type)
        else:  # numbers begin at their lowest, from 0 up
            unset = max(0, low) if isinstance(thing.type, t.NumberT) else -1
            nothing = {"mask": p.Const(0), "seq": p.Const(())}
            value = nothing.get(shape(thing.type), p.Const(unset))
        for slot in slots:
            ref, name, span = p.Ref(slot), thing.name, thing.span
            self.code.emit(p.Set(ref, value, 0, min(low, -1), high, name, thing.type, span, True))

    def _leave(self, exit_: int, span: Span) -> None:
        """Out of a phase: with those that it runs ends what they own. The match ends everything."""
        for name, label in reversed(self.exits[1:]):
            if label == exit_ or exit_ == self.exits[0][1]:
                break
            if any(thing.phase == name for thing in self.context.lists):
                self._end(name, span)
        self.code.jump(exit_, span)

    def _exit_of(self, phase: str, span: Span) -> int:
        for name, label in reversed(self.exits):
            if name == phase:
                return label
        if phase == "match":
            return self.game_over
        says = f"`{phase}` is not running here, so it cannot be ended"
        raise CannotLower(says, span, "F04")

    def _branch_out(self, test: p.Expr, exit_: int, span: Span) -> None:
        out, onward = self.code.new_labels(2)
        self.code.branch(test, out, onward, span)
        self.code.place(out)
        self._leave(exit_, span)
        self.code.place(onward)

    # ------------------------------------------------------------------ branches and loops

    def _if(self, step: g.If) -> None:
        """Tests in order; one that the options have answered is a jump."""
        code = self.code
        done = code.new_label()
        for test, body in step.branches:
            lowered = self.expressions.value(test)
            yes, no = code.new_labels(2)
            if isinstance(lowered, p.Const):
                code.jump(yes if lowered.value else no, step.span)
            else:
                code.branch(lowered, yes, no, test.span)
            code.place(yes)
            self.lower_block(body)
            code.jump(done, step.span)
            code.place(no)
        self.lower_block(step.otherwise)
        code.place(done)

    def _for_lines(self, step: g.ForLines) -> None:
        """The rows of a table one after another: the body once for each."""
        done = self.code.new_label()
        for row in step.table.rows:
            self.context.table_rows[step.var] = row
            self._loop_body(step.body, done)
        self.context.table_rows.pop(step.var, None)
        self.code.place(done)

    def _loop_body(self, body: tuple[g.Step, ...], done: int) -> None:
        """The steps of a loop, of which `stop` leads to a label."""
        self.loops.append(done)
        self.lower_block(body)
        self.loops.pop()

    def _for_each(self, step: g.For) -> None:
        records = isinstance(t.element(step.over.type), t.RecordT)
        with self.code.live_block():
            if records and step.over.thing is not None:
                self._for_records(step)
            else:
                self._for_members(step)

    def _for_members(self, step: g.For) -> None:
        """The set is fixed at the start: it is kept beside the place in it."""
        code, context, var = self.code, self.context, step.var
        over = self.expressions.in_order(step.over)
        most = self.expressions.most_in(step.over)
        if isinstance(over, p.Const) and isinstance(over.value, tuple):
            require(ROUNDS, len(over.value), step.over.span)
        kind = t.SequenceT(var.type)
        members = context.add_local(
            f"members of {var.name}", kind, step.span, most, whose_turn=var.type == t.SEAT
        )
        place = context.add_local(f"place of {var.name}", t.NumberT(0, ROUNDS.most), step.span)
        slot = context.add_local(var.name, var.type, step.span)
        code.set_quietly(members, over, step.span)
        code.set_quietly(place, p.Const(0), step.span)
        again, inside, done = code.new_labels(3)
        self.enter_loop(step, done, slot, (members, place))
        code.place(again)
        code.next_member(members, place, slot, inside, done, step.span)
        code.live += [members, place]
        self._begin_variable(var, slot)
        self._loop_body(step.body, done)
        code.jump(again, step.span)
        code.place(done)

    def _for_records(self, step: g.For) -> None:
        """A list of records that grows is followed to its new end."""
        code = self.code
        slot = self.context.add_local(step.var.name, step.var.type, step.span)
        over = self.expressions.each_once(step.over)
        code.set_quietly(slot, p.Op("first_entry", (over,)), step.span)
        again, inside, done = code.new_labels(3)
        code.place(again)
        code.branch(p.Op("less", (p.Get(slot), p.Const(0))), done, inside, step.span)
        code.place(inside)
        self._begin_variable(step.var, slot)
        self._loop_body(step.body, done)
        code.set_quietly(slot, p.Op("entry_after", (over, p.Get(slot))), step.span)
        code.jump(again, step.span)
        code.place(done)

    def _for_until(self, step: g.For, until: g.Value) -> None:
        """Seat after seat of the set as it then is, until the test holds."""
        code, expressions = self.code, self.expressions
        with code.live_block():
            slot = self.context.add_local(step.var.name, step.var.type, step.span)
            self.context.env[step.var] = p.Get(slot)
            over = expressions.as_seq(step.over)
            code.set_quietly(slot, p.Op("first_entry", (over,)), step.span)
            code.live.append(slot)
            again, inside, done = code.new_labels(3)
            counter = self._begin_count(step, step.times)
            self.enter_loop(step, done, slot, None)
            code.place(again)
            gone = p.Op("less", (p.Get(slot), p.Const(0)))
            stop = expressions.op("or", gone, expressions.value(until))
            code.branch(stop, done, inside, step.span)
            code.place(inside)
            self._round(step, counter, step.times, done)
            among = expressions.as_mask(step.over)
            code.set_quietly(slot, expressions.next_of_those(p.Get(slot), among), step.span)
            code.jump(again, step.span)
            code.place(done)

    def _repeat(self, step: g.Repeat) -> None:
        code, span = self.code, step.span
        again, inside, done = code.new_labels(3)
        with code.live_block():
            left = None
            if step.times is not None:
                kind = t.NumberT(-MAX_ROUNDS, MAX_ROUNDS)
                left = self.context.add_local("rounds left", kind, span)
                code.set_quietly(left, self.expressions.needed(step.times), span)
                code.live.append(left)
            counter = self._begin_count(step, step.most)
            self.enter_loop(step, done, left, None)
            code.place(again)
            if left is not None:
                code.branch(p.Op("at_most", (p.Get(left), p.Const(0))), done, inside, span)
            elif step.until is not None:
                test = self.expressions.value(step.until)
                code.branch(test, done, inside, step.until.span)
            code.place(inside)
            if left is not None:
                code.set_quietly(left, p.Op("minus", (p.Get(left), p.Const(1))), span)
            self._round(step, counter, step.most, done)
            code.jump(again, span)
            code.place(done)

    def enter_loop(
        self, step: g.For | g.Repeat, done: int, slot: int | None, members: tuple[int, int] | None
    ) -> None:
        """Where play begins inside a loop, the round with which it does.

        `slot` holds the loop's variable, or the rounds that are left; `members` are the slots of
        the set and of the place in it.
        """

    def _begin_count(
        self, step: g.For | g.Repeat, most: g.Value | None, first: int = 0
    ) -> int | None:
        """The slot that counts the rounds of a loop with a bound, set before the loop."""
        if most is None:
            return None
        counter = self.context.add_local("rounds", t.NumberT(0, MAX_ROUNDS), step.span)
        told = step.at_bound[0] if step.at_bound else None
        if isinstance(told, g.Say) and told.draws:
            slots = self.context.slots
            slots[-1] = attrs.evolve(slots[-1], endless=True)
        self.code.set_quietly(counter, p.Const(first), step.span)
        self.code.live.append(counter)
        return counter

    def _round(
        self, step: g.For | g.Repeat, counter: int | None, most: g.Value | None, done: int
    ) -> None:
        """One more round: past the bound, what the text says then, or a fault."""
        code = self.code
        self.loops.append(done)
        if counter is not None and most is not None:
            past, onward = code.new_labels(2)
            test = p.Op("at_least", (p.Get(counter), self.expressions.needed(most)))
            code.branch(test, past, onward, most.span)
            code.place(past)
            if step.at_bound is None:
                code.emit(p.Fault(AT_BOUND, most.span))
            else:
                self.lower_block(step.at_bound)
                code.jump(done, step.span)
            code.place(onward)
            more = p.Op("plus", (p.Get(counter), p.Const(1)))
            code.set_quietly(counter, more, step.span)
        self.lower_block(step.body)
        self.loops.pop()
