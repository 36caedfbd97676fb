"""A pile that grows from round to round, though each round asks for its first card."""

from __future__ import annotations

from hoyle.dsl.analysis.facts import Role, all_steps, step_facts, steps_run
from hoyle.dsl.analysis.names import Names
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.values import values_inside
from hoyle.dsl.node import select_kind
from hoyle.dsl.report import Report
from hoyle.dsl.source import Sources


def check_never_cleared(game: g.Game, sources: Sources, report: Report) -> None:
    """T11: warn in `sources` of rounds in which a loop lays cards on a pile that nothing takes.

    All are laid on top, and the rounds ask for the bottom: from the second on that is a card of the
    round before, as of a trick that stays on the table. Nothing is told where a step takes cards
    from no one knows where, or lays some there before the rounds; of each pile the outermost loop
    is told.
    """
    taken = _find_taken(game)
    piles = [zone for zone in game.all_zones if zone.pile and not zone.index and zone not in taken]
    if None in taken or not piles:
        return
    laying = {pile: _find_laying(game, pile) for pile in piles}
    loops = [step for step in all_steps(game) if step.span.source in sources and _list_rounds(step)]
    for loop in loops:
        inside = _list_rounds(loop)
        steps = list(steps_run(game, inside))
        if any(isinstance(step, g.Gather) for step in steps):
            continue
        for pile in [pile for pile in piles if _grows_in_a_loop(game, pile, laying[pile], steps)]:
            asked = _find_bottom(pile, steps)
            if asked is not None:
                piles.remove(pile)
                _report(loop, pile, asked, report)


def _list_rounds(step: g.Step) -> tuple[g.Step, ...]:
    """The steps of one round of a loop."""
    blocks = (block for block in step_facts(step).blocks if block.role is Role.ROUND)
    return tuple(inner for block in blocks for inner in block.body)


def _find_taken(game: g.Game) -> set[g.Zone | None]:
    """The zones from which any step takes cards; None where it may be any zone."""
    names = Names.of(game)
    taken = [value for step in all_steps(game) for value in step_facts(step).takes]
    return {zone for value in taken for zone in names.zones_holding(value)}


def _find_laying(game: g.Game, pile: g.Zone) -> set[g.Step]:
    """The steps that lay cards on a pile, but for those that gather all cards."""
    return {
        step for step in all_steps(game) if not isinstance(step, g.Gather)
        for place in step_facts(step).lays if place.zone is pile
    }  # fmt: skip


def _grows_in_a_loop(
    game: g.Game, pile: g.Zone, laying: set[g.Step], steps: list[g.Step]
) -> bool:  # fmt: skip
    """Whether a loop among some steps lays cards on top of a pile, and nothing else does."""
    if pile.starts or not laying or not laying.issubset(steps):
        return False
    if any(isinstance(step, g.Move) and step.bottom for step in laying):
        return False
    rounds = (inner for step in steps for inner in steps_run(game, _list_rounds(step)))
    return not laying.isdisjoint(rounds)


def _find_bottom(pile: g.Zone, steps: list[g.Step]) -> g.Op | None:
    """Where some steps ask for the bottom of a pile."""
    reads = (read.value for step in steps for read in step_facts(step).reads)
    for value in select_kind(values_inside(*reads), g.Op):
        if value.name == "bottom" and value.args[0].zone is pile:
            return value
    return None


def _report(loop: g.Step, pile: g.Zone, asked: g.Op, report: Report) -> None:
    report.warn(
        "T11", f"no step of these rounds takes the cards from `{pile.name}`", loop.span.first_word,
        help=(
            f"from the second round on `{asked.span.words}` is a card of the first; at the end of "
            f"each they go away with  move {pile.name} to …",
        ),
    )  # fmt: skip
