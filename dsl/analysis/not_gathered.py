"""A pile that is shuffled again, round after round, and gets none of its cards back."""

from __future__ import annotations

from hoyle.dsl.analysis.facts import Role, all_steps, step_facts, steps_run
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.values import Thing
from hoyle.dsl.node import select_kind
from hoyle.dsl.report import Report


def check_not_gathered(game: g.Game, report: Report) -> None:
    """D05: rounds of a loop shuffle a pile and take cards from it, and no step of them fills it.

    Of each pile the first such shuffle is told.
    """
    told = set[Thing]()
    blocks = (block for step in all_steps(game) for block in step_facts(step).blocks)
    for body in (block.body for block in blocks if block.role is Role.ROUND):
        inside = list(steps_run(game, body))
        taken: list[g.Deal | g.Move] = [*select_kind(inside, g.Deal)]
        taken += [step for step in select_kind(inside, g.Move) if _takes_top(step)]
        deals = {
            step.source.thing: step for step in reversed(taken)
            if isinstance(step.source, g.Load)
        }  # fmt: skip
        filled = {
            place.thing for step in inside for place in step_facts(step).lays
            if not _stays(step, place)
        }  # fmt: skip
        for shuffle in select_kind(inside, g.Shuffle):
            pile = shuffle.pile.thing
            if pile in deals and pile not in filled | told:
                told.add(pile)
                _report(shuffle, deals[pile], report)


def _takes_top(step: g.Move) -> bool:
    """Whether cards from the top of a pile go elsewhere, and not all that lie there."""
    return not isinstance(step.what, g.Load) and not _stays(step, step.to)


def _stays(step: g.Step, place: g.Load) -> bool:
    """Whether cards only change their order: `move turned to stock at the bottom`."""
    source = step.source if isinstance(step, g.Move) else None
    return isinstance(source, g.Load) and source.thing is place.thing


def _report(shuffle: g.Shuffle, deal: g.Deal | g.Move, report: Report) -> None:
    pile = shuffle.pile.thing
    # all cards belong in the middle of a round to the pile that begins with them alone
    mend = (
        f"no step brings them back before this: write above it  gather into {pile.name}"
        if isinstance(pile, g.Zone) and pile.starts
        else f"no step of these rounds lays cards there: a  move … to {pile.name}  is missing"
    )
    report.warn(
        "D05", f"`{pile.name}` is shuffled again without the cards that went from it",
        shuffle.span.first_word, also=((deal.span, "they go from here"),), help=(mend,),
    )  # fmt: skip
