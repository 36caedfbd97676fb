"""Machines for examples, kept while they are wanted again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import SEAT
from hoyle.dsl.machine.constants import without_options
from hoyle.dsl.machine.context import CannotLower
from hoyle.dsl.machine.from_game import Build, Entry, build_machine
from hoyle.dsl.report import Report
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.notation import Notation
from hoyle.interpreter.runtime.observer import Observer
from hoyle.interpreter.testing.example_runner import ExampleRunner
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import GameRunner
from hoyle.interpreter.testing.rule_coverage import Coverage

MAX_KEPT = 48


class ExampleMachines:
    """Many examples begin at the same place with the same options: they share a machine."""

    def __init__(
        self, ruleset: Ruleset, coverage: Coverage | None = None,
        observers: Sequence[Observer] = (),
    ) -> None:  # fmt: skip
        self.ruleset = ruleset
        self.observers = observers  # of every engine that is made here
        self.coverage = coverage
        self.seen = coverage if coverage is not None else Coverage(ruleset.game)
        self.made: dict[tuple[Any, ...], tuple[Build, GameRunner]] = {}
        self.runner: GameRunner | None = None

    def options_of(self, checked: g.Example) -> dict[str, int]:
        """The options that an example sets, as the machine has them."""
        found: dict[str, int] = {}
        for line in checked.lines_of(x.SetOption):
            constants = without_options(self.ruleset.game, checked.count)
            try:
                found[line.option.name] = constants.evaluate(line.value)
            except CannotLower as problem:
                raise Finding(problem.says, line.span) from problem
        return found

    def open(self, checked: g.Example, options: Mapping[str, int]) -> ExampleRunner:
        """An example that is about to be run."""
        start = next(iter(checked.lines_of(x.Start)), None)
        build, engine = self.machine(checked, options, start)
        words = Notation(build.machine, [seat.name for seat in checked.seats], symbols=True)
        return ExampleRunner(
            build, engine, words, engine.fresh(), checked, start,
            checked.lines_of(x.LaidPack), checked.lines_of(x.Given),
        )  # fmt: skip

    def machine(
        self, checked: g.Example, options: Mapping[str, int], start: x.Start | None
    ) -> tuple[Build, Engine]:
        """The machine of an example and what runs it; `runner` is the table that it stands on.

        Nothing is asked there yet: the example is played line by line first.
        """
        args = tuple(_as_constant(arg, checked.seats) for arg in start.args) if start else ()
        key = None
        if all(isinstance(arg, g.Const | g.Literal) for arg in args):
            words = tuple(getattr(arg, "value", getattr(arg, "word", "")) for arg in args)
            phase = start.phase if start else ""
            key = (checked.count, tuple(sorted(options.items())), phase, words)
            if key in self.made:
                known, self.runner = self.made[key]
                return known, self.runner.table.engine
        bound = tuple((seat, k) for k, seat in enumerate(checked.seats))
        entry = Entry(start.phase, args, bound, True) if start else Entry("")
        report = Report()
        build = build_machine(self.ruleset.game, checked.count, options, entry=entry, report=report)
        if build is None or report.failed:
            problem = next((found for found in report.problems), None)
            says = problem.title if problem else "no table can be made with these options"
            span = start.span if start else checked.players_span
            also = ((problem.span, "this line is the reason"),) if problem else ()
            raise Finding(says, span, also=also)
        runner = GameRunner(
            self.ruleset, checked.count, options, self.seen,
            phase=start.phase if start else "", build=build, observers=self.observers,
        )  # fmt: skip
        runner.laws_rest = True
        if key is not None:
            if len(self.made) >= MAX_KEPT:
                self.made.pop(next(iter(self.made)))
            self.made[key] = (build, runner)
        self.runner = runner
        return build, runner.table.engine


def _as_constant(value: g.Value, seats: tuple[g.Var, ...]) -> g.Value:
    if isinstance(value, g.Local) and value.var in seats:
        return g.Const(seats.index(value.var), SEAT, value.span)
    return value
