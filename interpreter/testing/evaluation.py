"""A position that can be asked what values are."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import Type
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import NoAnswer
from hoyle.dsl.machine.context import CannotLower
from hoyle.dsl.machine.from_game import Build
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.moves import Slots
from hoyle.interpreter.runtime.notation import Notation
from hoyle.interpreter.testing.findings import Finding


@attrs.define(eq=False)
class PositionEvaluator:
    """One position of a table."""

    build: Build
    engine: Engine
    words: Notation
    slots: Slots
    # what variables stand for that the machine has no slot for
    variables: dict[g.Var, p.Expr] = attrs.field(factory=dict, kw_only=True)

    @property
    def machine(self) -> p.Machine:
        """The machine."""
        return self.build.machine

    def ask(self, value: g.Value, kind: Type | None = None) -> Any:
        """What a value is now; in the shape of `kind` where that is given."""
        try:
            expr = self.build.lower_value(value, kind, self.variables)
        except CannotLower as problem:
            raise Finding(problem.says, problem.span) from problem
        return self._run_now(expr, value.span)

    def place_of(self, place: g.Load) -> int:
        """The slot of a zone or register."""
        try:
            ref = self.build.lower_place(place, self.variables)
        except CannotLower as problem:
            raise Finding(problem.says, problem.span) from problem
        return ref.base + (0 if ref.index is None else int(self._run_now(ref.index, place.span)))

    def _run_now(self, expr: p.Expr, span: Span) -> Any:
        if isinstance(expr, p.Const):
            return expr.value
        deeper = max(0, self.build.scratch - self.machine.scratch)
        s = self.copied([*self.slots, *([0] * (deeper + 8))])
        try:
            return self.engine.compiler.value(expr)(s)
        except NoAnswer as none:
            fault = RulesetFault.without_answer(none, span)
            raise Finding(fault.says, span, also=fault.told_places[1:]) from none
        except RulesetFault as fault:
            inside = fault.span.source is span.source and span.start <= fault.span.start < span.end
            if inside:
                raise Finding(fault.says, fault.span) from fault
            raise Finding(fault.says, span, also=((fault.span, ""),)) from fault

    def copied(self, slots: Slots) -> Slots:
        """Slots to work on."""
        return slots
