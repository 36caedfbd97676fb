"""What happened in an example from its start on, told as a game is: why a value is not as expected.

All cards are open there; those that nobody has laid lie in the order of the pack.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.text_wrap import KeptPage
from hoyle.interpreter.narration.transcript import Transcript
from hoyle.interpreter.runtime.table import Chances, Position, Table
from hoyle.interpreter.testing.example_runner import ExampleRunner, PlayedStep

WIDTH = 92  # of a line, before it is set in
MAX_LINES = 12  # of an example in which more happened those at its end


def tell_example(ruleset: Ruleset, stage: ExampleRunner) -> tuple[str, ...]:
    """A heading, and below it, set in, the last lines of what happened; none where nothing did."""
    page = KeptPage(True, WIDTH)
    before: Transcript | None = None
    for _, steps in groupby(stage.steps, key=lambda step: id(step.machine)):
        before = _add_steps(ruleset, stage, page, list(steps), before)
    lines = [line for line in page.lines if line.strip()]
    if not lines:
        return ()
    begun = "the game began"
    if stage.start is not None:
        begun = f"`{' '.join(stage.start.span.text.split())}`"
    left = len(lines) - MAX_LINES
    more = [f"… {left} lines before"] if left > 1 else []
    shown = lines[left:] if left > 1 else lines
    return (f"this has happened since {begun}:", *(f"  {line}" for line in [*more, *shown]))


def _add_steps(
    ruleset: Ruleset, stage: ExampleRunner, page: KeptPage, steps: list[PlayedStep],
    before: Transcript | None,
) -> Transcript:  # fmt: skip
    """The steps that one machine has played, in the phases in which that before it has ended."""
    table = Table(steps[0].machine, stage.words.names)
    transcript = Transcript(ruleset, table, page)
    if before is not None:
        transcript.lines.go_on_from(before.lines)
    elif stage.start is not None:
        for phase in stage.entered():
            transcript.lines.begin_phase(phase)
    for position in _make_positions(table, steps):
        transcript.add_position(position)
    transcript.end()
    return transcript


def _make_positions(table: Table, steps: list[PlayedStep]) -> Iterator[Position]:
    before: Position | None = None
    for step in steps:
        before = Position(
            table, step.slots, step.at, step.legal, Chances(0), before, None, step.events
        )
        yield before
