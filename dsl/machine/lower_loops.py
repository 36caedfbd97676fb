"""From checked branches and loops to jumps."""

from __future__ import annotations

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NumberT, RecordT, SequenceT, bare, element
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.lower_choices import Choices
from hoyle.dsl.source import Span


@attrs.define(eq=False)
class Loops(Choices):
    """`if`, `for`, `repeat`."""

    def if_(self, step: g.If) -> None:
        """Tests in order."""
        done = self.label()
        for test, body in step.branches:
            lowered = self.value(test)
            yes, no = self.label(), self.label()
            if isinstance(lowered, p.Const):
                self.branch_constant(bool(lowered.value), yes, no, step.span)
            else:
                self.emit(p.Branch(lowered, yes, no, test.span))
            self.place(yes)
            self.block(body)
            self.jump(done, step.span)
            self.place(no)
        self.block(step.otherwise)
        self.place(done)

    def branch_constant(self, way: bool, yes: int, no: int, span: Span) -> None:
        """A question that the options have answered."""
        self.jump(yes if way else no, span)

    def for_lines(self, step: g.ForLines) -> None:
        """The rows of a table one after another: the body once for each."""
        done = self.label()
        self.loops.append(done)
        for row in step.table.rows:
            self.rows_in_hand[step.var] = row
            self.block(step.body)
        del self.rows_in_hand[step.var]
        self.loops.pop()
        self.place(done)

    def for_each(self, step: g.For) -> None:
        """Each of a set in order."""
        if step.until is not None:
            self.round_and_round(step)
        elif isinstance(element(step.over.type), RecordT) and isinstance(
            step.over, g.Load | g.Many
        ):
            self.for_records(step)
        else:
            self.for_fixed(step)

    def for_fixed(self, step: g.For) -> None:
        """The set is fixed at the start: it is kept beside the place in it."""
        kind = SequenceT(step.var.type)
        over = self.as_seq(step.over)
        live = len(self.live)
        members = self.local(
            f"members of {step.var.name}", kind, step.span, self.most_of(step.over)
        )
        place = self.local(f"place of {step.var.name}", NumberT(0, 1000), step.span)
        var = self.local(step.var.name, step.var.type, step.span)
        self.quiet(members, over, step.span)
        self.quiet(place, p.Const(0), step.span)
        again, inside, done, onward = (self.label() for _ in range(4))
        self.place(again)
        at_end = self.op("at_least", p.Get(place), p.Op("count_entries", (p.Get(members),)))
        self.emit(p.Branch(at_end, done, inside, step.span))
        self.place(inside)
        self.quiet(var, p.Op("lookup", (p.Get(members), p.Get(place))), step.span)
        self.quiet(place, p.Op("plus", (p.Get(place), p.Const(1))), step.span)
        self.env[step.var] = p.Get(var)
        self.live += [members, place, var]
        self.loops.append(done)
        self.block(step.body)
        self.loops.pop()
        self.place(onward)
        self.jump(again, step.span)
        self.place(done)
        del self.live[live:]

    def for_records(self, step: g.For) -> None:
        """A list of records that grows is followed to its new end."""
        live = len(self.live)
        var = self.local(step.var.name, step.var.type, step.span)
        over = self.as_seq(step.over)
        self.quiet(var, p.Op("first_entry", (over,)), step.span)
        again, inside, done = (self.label() for _ in range(3))
        self.place(again)
        self.emit(p.Branch(self.op("less", p.Get(var), p.Const(0)), done, inside, step.span))
        self.place(inside)
        self.env[step.var] = p.Get(var)
        self.live.append(var)
        self.loops.append(done)
        self.block(step.body)
        self.loops.pop()
        self.quiet(var, p.Op("entry_after", (over, p.Get(var))), step.span)
        self.jump(again, step.span)
        self.place(done)
        del self.live[live:]

    def round_and_round(self, step: g.For) -> None:
        """Seat after seat of the set as it then is, until the test holds."""
        assert step.until is not None
        live = len(self.live)
        var = self.local(step.var.name, step.var.type, step.span)
        self.env[step.var] = p.Get(var)
        over = self.as_seq(step.over)
        self.quiet(var, p.Op("first_entry", (over,)), step.span)
        self.live.append(var)
        again, inside, done = (self.label() for _ in range(3))
        self.begin_count(step.times, step.span)
        self.loops.append(done)
        self.place(again)
        gone = self.op("less", p.Get(var), p.Const(0))
        stop = self.op("or", gone, self.value(step.until))
        self.emit(p.Branch(stop, done, inside, step.span))
        self.place(inside)
        self.counted(step.times, step.at_bound, done, step.span)
        self.block(step.body)
        self.quiet(var, p.Op("left_of_those", (p.Get(var), self.as_mask(step.over))), step.span)
        self.jump(again, step.span)
        self.loops.pop()
        self.place(done)
        self.uncounted()
        del self.live[live:]

    def repeat(self, step: g.Repeat) -> None:
        """`repeat until`, `repeat N times`, `repeat at most N times`."""
        live = len(self.live)
        again, inside, done = (self.label() for _ in range(3))
        count = None
        if step.times is not None:
            count = self.local("rounds left", NumberT(-(2**31), 2**31), step.span)
            self.quiet(count, self.needed(step.times), step.span)
            self.live.append(count)
        self.begin_count(step.most, step.span)
        self.place(again)
        if count is not None:
            self.emit(
                p.Branch(p.Op("at_most", (p.Get(count), p.Const(0))), done, inside, step.span)
            )
        elif step.until is not None:
            self.emit(p.Branch(self.value(step.until), done, inside, step.until.span))
        self.place(inside)
        if count is not None:
            self.quiet(count, p.Op("minus", (p.Get(count), p.Const(1))), step.span)
        self.loops.append(done)
        self.counted(step.most, step.at_bound, done, step.span)
        self.block(step.body)
        self.jump(again, step.span)
        self.loops.pop()
        self.place(done)
        self.uncounted()
        del self.live[live:]

    def begin_count(self, most: g.Value | None, span: Span) -> None:
        """A counter for a loop with a bound, set before the loop."""
        if most is None:
            self.counters.append(None)
            return
        counter = self.local("rounds", NumberT(0, 2**31), span)
        self.quiet(counter, p.Const(0), span)
        self.live.append(counter)
        self.counters.append(counter)

    def counted(
        self, most: g.Value | None, at_bound: tuple[g.Step, ...] | None, done: int, span: Span
    ) -> None:
        """One more round: past the bound, what the text says then, or a fault."""
        counter = self.counters[-1]
        if most is None or counter is None:
            return
        past, onward = self.label(), self.label()
        test = p.Op("at_least", (p.Get(counter), self.needed(most)))
        self.emit(p.Branch(test, past, onward, most.span))
        self.place(past)
        if at_bound is None:
            self.emit(p.Fault("the game is stuck: this loop has reached its bound", most.span))
        else:
            self.block(at_bound)
            self.jump(done, span)
        self.place(onward)
        self.quiet(counter, p.Op("plus", (p.Get(counter), p.Const(1))), span)

    def uncounted(self) -> None:
        """The innermost loop's counter is done with."""
        self.counters.pop()

    def most_of(self, over: g.Value) -> int:
        """The most members that a set can have, to keep it."""
        of = element(bare(over.type))
        if isinstance(of, NumberT):
            return 1000
        return min(self.settings.members(of) if of is not None else 1000, 1000)
