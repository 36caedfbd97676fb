"""What is asked of every game, asked of an example too: laws, cards and chips, secrets."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.dsl.checked import game as g
from hoyle.interpreter.testing.example_runner import ExampleRunner
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import MAX_DECISIONS, CheckSchedule, GameRunner
from hoyle.interpreter.testing.script import Given, Script


def check_as_game(
    runner: GameRunner, stage: ExampleRunner, options: Mapping[str, int]
) -> list[Finding]:
    """What an example comes to that the rules or their author do not allow.

    It is played once more, move by move, as any game that is tried. A law that does not hold in
    the position as it was laid is not asked: such a position need not be one that can arise.
    """
    if stage.start is None:
        return []
    script = _script_of(stage, options)
    moves = iter(script.moves)
    runner.laws_rest = False
    try:
        finding = runner.game(
            script.chance_source, lambda position: next(moves, None), CheckSchedule(1),
            MAX_DECISIONS, script.given,
        )  # fmt: skip
    finally:
        runner.laws_rest = True
    if finding is None:
        return []
    runner.take_events()
    done = len(runner.moves())
    line = stage.made[done - 1][1] if 0 < done <= len(stage.made) else stage.start.span
    says = f"`{finding.about}` {finding.says} here" if finding.about else finding.says
    also = ((finding.span, ""), *finding.also)
    return [Finding(says, line, finding.lines, kind="example", also=also)]


def _script_of(stage: ExampleRunner, options: Mapping[str, int]) -> Script:
    assert stage.start is not None
    phase = stage.start.phase
    params = stage.build.game.phases[phase].params
    args = tuple(
        int(stage.ask(arg, param.type)) for arg, param in zip(stage.start.args, params, strict=True)
    )
    state = {
        (slot := stage.slot_of(given.place)): Given(slot, stage.value_given(given, slot))
        for given in stage.givens
        if isinstance(given.place.thing, g.Register)
    }
    return Script(
        stage.machine.players, tuple(sorted(options.items())), tuple(stage.brought),
        tuple(move for move, _ in stage.made), phase, args, (*stage.held, *state.values()),
    )  # fmt: skip
