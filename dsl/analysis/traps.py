"""What is allowed and seldom meant: a card that nobody sees, an end before the last steps."""

from __future__ import annotations

from hoyle.dsl.analysis.facts import (
    CardChange,
    actions_in,
    all_steps,
    names_given,
    step_facts,
    steps_in,
    steps_run,
)
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.values import Thing, things_read, zone_holding
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source


def check_traps(game: g.Game, source: Source, report: Report) -> None:
    """Warn of what stands in `source` itself."""
    actions = [action for phase in game.phases.values() for action in actions_in(phase.body)]
    for action in actions:
        if action.span.source is source:
            _check_unseen(game, action, report)
    for phase in game.phases.values():
        for step in steps_in(phase.body):
            if isinstance(step, g.EndsWhen) and step.span.source is source:
                _check_early_end(game, phase, step, report)


# ---------------------------------------------------------------------- cards that nobody sees


def _check_unseen(game: g.Game, action: g.Action, report: Report) -> None:
    """S05: a hidden card is chosen, laid face down, and never shown or spoken of."""
    hidden = {
        param.var for param in action.params
        if (zone := zone_holding(param.over, {})) is not None and zone.face != "up"
    }  # fmt: skip
    steps = list(steps_run(game, action.body))
    facts = [step_facts(step) for step in steps]
    if any(one.says or one.announces or one.cards is CardChange.SHOW for one in facts):
        return
    for step in steps:
        for var, value in names_given(game, step):
            if value.local in hidden:
                hidden.add(var)
        if isinstance(step, g.Move) and step.what.local in hidden:
            to = step.to.zone
            unseen = to is not None and to.face == "down" and step.facing is None
            if unseen and not _is_seen_later(game, to):
                report.warn(
                    "S05", "only who chose this card ever knows which it was", step.span,
                    help=(
                        "nothing is told of a card that goes from hidden to hidden; if the others "
                        "shall see it, let it lie face up or `show` it",
                        "if it is meant so, let a sentence tell what was done: `say \"…\"`",
                    ),
                )  # fmt: skip


def _is_seen_later(game: g.Game, zone: g.Zone | None) -> bool:
    """Whether some step shows cards of a zone, or takes some of them elsewhere but all at once."""
    for step in all_steps(game):
        facts = step_facts(step)
        shown = [read.value for read in facts.reads] if facts.cards is CardChange.SHOW else []
        if any(zone_holding(value, {}) is zone for value in (*facts.takes, *shown)):
            return True
    return False


# ---------------------------------------------------------------------- ends that come early


def _check_early_end(game: g.Game, phase: g.Phase, end: g.EndsWhen, report: Report) -> None:
    """F08: a step of an action can end the phase, and what follows it matters afterwards."""
    reads = things_read(end.test)
    for action in actions_in(phase.body):
        for k, step in enumerate(action.body[:-1]):
            rest = action.body[k + 1 :]
            if reads & _changed(game, (step,)) and _outlive(game, phase, rest):
                report.warn(
                    "F08", f"`{phase.name}` may end here, before the last steps of `{action.name}`",
                    step.span, also=((end.span, "this is asked again after every step"),),
                    help=("put this step last, or ask in a step of its own: `if … end …`",),
                )  # fmt: skip
                break


def _changed(game: g.Game, body: tuple[g.Step, ...]) -> set[Thing]:
    """The registers and zones that steps change."""
    found: set[Thing] = set()
    for step in steps_run(game, body):
        facts = step_facts(step)
        found.update(place.thing for place in (*facts.writes, *facts.lays))
        found.update(zone for taken in facts.takes if (zone := zone_holding(taken, {})))
    return found


def _outlive(game: g.Game, phase: g.Phase, body: tuple[g.Step, ...]) -> bool:
    """Whether steps set something that is still asked for when the phase is over."""
    changed = _changed(game, body)
    return any(isinstance(thing, g.Register) and thing.phase != phase.name for thing in changed)
