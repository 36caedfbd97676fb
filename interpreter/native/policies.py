"""Policies of the ruleset: which of the legal moves a seat makes that nobody sits at.

What bots.py does move by move: the first row that fits a legal move counts, and what fits no row
is drawn from the seat's stream.
"""

from __future__ import annotations

from collections.abc import Callable

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.folding import mentions
from hoyle.interpreter.native.chance import Chance
from hoyle.interpreter.native.choices import Choices, Part
from hoyle.interpreter.native.memory import Variable
from hoyle.interpreter.native.writer import YES, ZERO, Member, Number, Truth, number
from hoyle.interpreter.runtime.bots import Manners, end_of_amount


class Policies:
    """Writes who makes which move."""

    def __init__(self, choices: Choices, chance: Chance, manners: Manners) -> None:
        self.choices, self.chance, self.manners = choices, chance, manners
        self.expressions, self.code = choices.expressions, choices.code

    def choose_move(self, node: p.Choose, parts: list[Part], seat: Number, total: Number) -> Number:
        """The number of the move that the policy of a seat says, or chance."""
        said = {row.policy for action in node.actions for row in action.advice}
        advised = [policy for policy in self.manners.list_all() if policy in said]
        if not advised:
            return self.chance.draw_for(seat, total)
        found, drawn, done = (
            self.code.variable("i64", "-1"),
            self.code.label("drawn"),
            self.code.label("done"),
        )
        labels = {policy: self.code.label("policy") for policy in advised}
        self._go_to_policy(seat, dict.fromkeys(self.manners.list_all(), drawn) | labels)
        for policy, label in labels.items():
            self.code.begin(label)
            self._follow(node, parts, policy, found, done)
            self.code.jump(drawn)
        self.code.begin(drawn)
        found.set(self.chance.draw_for(seat, total).text)
        self.code.begin(done)
        return Number(found.get(), 0, max(0, total.high - 1))

    def _go_to_policy(self, seat: Number, labels: dict[str, str]) -> None:
        """The block ends: on to what the policy of a seat says."""
        rules = [(number(at), policy) for at, policy in self.manners.seats.items()]
        roles = self.manners.roles.items()
        rules += [
            (self.code.load_number(self.code.place_of(slot)), policy) for slot, policy in roles
        ]
        for who, policy in rules:
            on = self.code.label("other")
            self.code.branch(self.code.compare("eq", seat, who), labels[policy], on)
            self.code.begin(on)
        self.code.jump(labels[self.manners.others])

    def _follow(
        self, node: p.Choose, parts: list[Part], policy: str, found: Variable, done: str
    ) -> None:  # fmt: skip
        """The move of the first row that fits goes into `found`, and on at `done`."""
        begun, rows = ZERO, []
        for action, part in zip(node.actions, parts, strict=True):
            mine = [row for row in action.advice if row.policy == policy]
            rows += [(row, action, part, begun) for row in mine]
            begun = self.code.add(begun, part.size)
        for row, action, part, first in sorted(rows, key=lambda entry: entry[0].row):
            on, some = self.code.label("row"), self.code.label("some")
            self.code.branch(self.code.compare("sgt", part.size, ZERO), some, on)
            self.code.begin(some)
            self.code.span = row.span
            slots = tuple(param.slot for param in action.params)
            own = any(mentions(row.test, slot) for slot in slots)
            if row.test is not None and not own:
                fits = self.code.label("fits")
                self.code.branch(self.expressions.truth(row.test), fits, on)
                self.code.begin(fits)

            def take(k: Number, first: Number = first) -> None:
                found.set(self.code.add(first, k).text)
                self.code.jump(done)

            if own or row.value is not None:
                self._take_best(row, action, part, own, take)
            else:
                take(ZERO)
            self.code.begin(on)

    def discard(self, _: Truth) -> None:
        """Only whether it is a fault was wanted."""

    def _take_best(
        self, row: p.Advice, action: p.MachineAction, part: Part, asks: bool,
        take: Callable[[Number], None],
    ) -> None:  # fmt: skip
        """Take the best of the moves that fit a row, the first of several; go on without any."""
        slots = tuple(param.slot for param in action.params)
        end, test, value = end_of_amount(row, slots), row.test if asks else None, row.value

        def each(body: Callable[[Number], None]) -> None:
            def one(k: Number, values: list[Member]) -> None:
                before = self.expressions.env
                held = self.choices.values_for(action, values)
                self.expressions.env = self.expressions.env_with(slots, held)
                body(k)
                self.expressions.env = before

            if end is not None and part.ends is not None:
                part.ends(end, one)
            else:
                part.each(one)

        if test is not None and self.expressions.may_fail(
            test
        ):  # all are asked before any is weighed
            each(lambda _: self.discard(self.expressions.truth(test)))
        if value is None:
            assert test is not None
            each(lambda k: self.code.if_(self.expressions.truth(test), lambda: take(k)))
            return
        best, most = self.code.variable("i64", "-1"), self.code.variable("i64", "0")
        how = "sgt" if row.highest else "slt"

        def weigh(k: Number) -> None:
            worth = self.expressions.number_of(value)
            first = self.code.compare("slt", Number(best.get()), ZERO)
            beats = Truth(self.code.give(f"icmp {how} i64 {worth.text}, {most.get()}"))

            def keep() -> None:
                best.set(k.text)
                most.set(worth.text)

            self.code.if_(self.code.either(first, beats), keep)

        def ask(k: Number) -> None:
            self.code.if_(YES if test is None else self.expressions.truth(test), lambda: weigh(k))

        each(ask)
        k = Number(best.get(), -1, max(0, part.size.high - 1))
        self.code.if_(self.code.compare("sge", k, ZERO), lambda: take(Number(k.text, 0, k.high)))
