"""A position that can be asked what values are: state as it is now, and everything worked out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import Type
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import NoAnswer
from hoyle.dsl.machine.from_game import Build
from hoyle.dsl.machine.lower_steps import Steps
from hoyle.dsl.machine.lowering import CannotLower
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.expression_compiler import Slots
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.notation import Notation
from hoyle.interpreter.testing.findings import Finding


@attrs.define(eq=False)
class PositionEvaluator:
    """One position of a table."""

    build: Build
    engine: Engine
    words: Notation
    slots: Slots

    @property
    def machine(self) -> p.Machine:
        """The machine."""
        return self.build.machine

    def lowered(self, work: Callable[[Steps], Any]) -> Any:
        """Something of the lowering, as if every phase were running."""
        low = self.build.lowering
        running, low.running = low.running, list(low.settings.game.phases)
        try:
            return work(low)
        except CannotLower as problem:
            raise Finding(problem.says, problem.span) from problem
        finally:
            low.running = running

    def ask(self, value: g.Value, kind: Type | None = None) -> Any:
        """What a value is now; in the shape of `kind` where that is given."""
        expr = self.lowered(
            lambda low: low.value(value) if kind is None else low.as_type(value, kind)
        )
        return self.run_now(expr, value.span)

    def run_now(self, expr: p.Expr, span: Span) -> Any:
        """What a lowered value is now. Asking changes nothing."""
        if isinstance(expr, p.Const):
            return expr.value
        deeper = max(0, self.build.lowering.deepest - self.machine.scratch)
        s = self.copied([*self.slots, *([0] * (deeper + 8))])
        try:
            return self.engine.compiler.value(expr)(s)
        except NoAnswer as none:
            raise Finding(str(none), span) from none
        except RulesetFault as fault:
            inside = fault.span.source is span.source and span.start <= fault.span.start < span.end
            if inside:
                raise Finding(fault.says, fault.span) from fault
            raise Finding(fault.says, span, also=((fault.span, ""),)) from fault

    def copied(self, slots: Slots) -> Slots:
        """Slots to work on."""
        return slots
