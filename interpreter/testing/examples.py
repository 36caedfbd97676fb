"""The examples of a ruleset, run line by line: what was expected, and what came."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.checked import game as g
from hoyle.dsl.source import Span
from hoyle.interpreter.library.options import find_refusal
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.testing import example_moves as turns
from hoyle.interpreter.testing import example_views as seen
from hoyle.interpreter.testing.example_machines import ExampleMachines
from hoyle.interpreter.testing.example_properties import check_as_game
from hoyle.interpreter.testing.example_runner import ExampleRunner
from hoyle.interpreter.testing.failure_reasons import explain_failure
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.rule_coverage import Coverage


@attrs.frozen(eq=False)
class ExampleResult:
    """One example after it was run; without findings it is as the ruleset says."""

    title: str
    span: Span
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Whether everything came as it was expected."""
        return not self.findings


def run_examples(ruleset: Ruleset, coverage: Coverage | None = None) -> Iterator[ExampleResult]:
    """Every example of a ruleset, in the order of the text."""
    workshop = ExampleMachines(ruleset, coverage)
    for example in ruleset.game.examples:
        yield run_example(workshop, example)


def run_example(workshop: ExampleMachines, example: g.Example) -> ExampleResult:
    """One example. After a line that only asks it goes on; after a failed move it can't."""
    checked = example
    found: list[Finding] = []
    try:
        found += _carried_out(workshop, checked)
    except Finding as finding:
        found.append(finding)
    about = f'example "{example.title}"'
    for one in found:
        one.about = about
        one.kind = one.kind or "example"
    return ExampleResult(example.title, example.span, tuple(found))


def _carried_out(workshop: ExampleMachines, checked: g.Example) -> list[Finding]:
    game = workshop.ruleset.game
    options = workshop.options_of(checked)
    why: str | None = f"{game.for_players} can play"
    if checked.count in game.counts:
        why = find_refusal(workshop.ruleset.game, checked.count, options)
    if checked.refused:
        if why is not None:
            return []
        says = f"{checked.count} players are not refused"
        return [Finding(says, checked.players_span)]
    if why is not None:
        return [Finding(f"these options are refused: {why}", checked.players_span)]
    stage = workshop.open(checked, options)
    found = _played(stage, workshop.coverage)
    if not found and workshop.runner is not None:
        found = check_as_game(workshop.runner, stage, options)
    return found


def _played(stage: ExampleRunner, coverage: Coverage | None) -> list[Finding]:
    found: list[Finding] = []
    if stage.start is None:
        stage.begin()
    for line in stage.checked.lines:
        stage.now = line.span
        try:
            match line:
                case x.Start():
                    stage.begin()
                case x.Expect():
                    _expect(stage, line)
                case x.Ask():
                    turns.check_moves(stage, line, coverage)
                case x.Sees():
                    seen.check_view(stage, line)
                case _:
                    pass
        except Finding as finding:
            found.append(finding)
            if isinstance(line, x.Start) or getattr(line, "kind", "") == "plays":
                break
    return found


def _expect(stage: ExampleRunner, line: x.Expect) -> None:
    if stage.ask(line.test):
        return
    text = " ".join(line.test.span.text.split())
    raise Finding(
        f"`{text}` was expected, and is not so", line.span,
        explain_failure(stage, line.test),
    )  # fmt: skip
