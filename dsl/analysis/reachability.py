"""Where steps lead: blocks that leave, loops that end, phases that run in a circle."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl.analysis.facts import (
    CardChange,
    Role,
    all_steps,
    names_given,
    step_facts,
    steps_in,
    steps_run,
)
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.values import zone_holding
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span


def leaves(body: tuple[g.Step, ...]) -> bool:
    """Whether a block surely goes elsewhere at its end."""
    return bool(body) and step_facts(body[-1]).always_leaves


def check_circles(game: g.Game, report: Report) -> None:
    """Phases may not run one another in a circle."""
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in done:
            return
        for step in steps_in(game.phases[name].body):
            if not isinstance(step, g.Run):
                continue
            if step.phase in (*path, name):
                _tell_circle(step, (*path, name), report)
            else:
                visit(step.phase, (*path, name))
        done.add(name)

    for name in game.phases:
        visit(name, ())


def _tell_circle(step: g.Run, path: tuple[str, ...], report: Report) -> None:
    ring = [*path[path.index(step.phase) :], step.phase]
    says = f"`{ring[0]}` runs `{ring[1]}`"
    for name in ring[2:]:
        says += f", which runs `{name}`"
    report.add(
        "F01", f"{says} again", step.span.find_word(step.phase),
        help=("phases may not go in a circle; put `repeat until …` round the turn instead",),
    )  # fmt: skip


# ---------------------------------------------------------------------- loops that end


def check_loops(game: g.Game, report: Report) -> None:
    """A loop without a bound must take cards away in every round from what its end waits for."""
    for step in all_steps(game):
        if not isinstance(step, g.For | g.Repeat) or step.until is None:
            continue
        if (step.most if isinstance(step, g.Repeat) else step.times) is not None:
            continue
        emptied = _zones_waited_for(step.until)
        if not emptied or not _takes_from(game, step.body, emptied):
            _tell_endless(step.span, report)


def _tell_endless(span: Span, report: Report) -> None:
    report.add(
        "F02", "this loop may never end", span.first_word,
        help=(
            "say how often it is gone through: `… at most 100 times`, "
            "and what happens then: `, else end match`; "
            "or `…, however long` where the rules set no bound",
        ),
    )  # fmt: skip


def _zones_waited_for(test: g.Value) -> set[g.Zone]:
    """The zones whose emptiness ends a loop: all parts of the test wait for zones to be empty."""
    match test:
        case g.Op(name="is_empty", args=(pile,)):
            return {pile.zone} if pile.zone is not None else set()
        case g.Op(name="or", args=(a, b)):
            return _zones_waited_for(a) or _zones_waited_for(b)
        case g.Op(name="and", args=(a, b)):
            first, second = _zones_waited_for(a), _zones_waited_for(b)
            return first | second if first and second else set()
    return set()


def _takes_from(game: g.Game, body: tuple[g.Step, ...], zones: set[g.Zone]) -> bool:
    """Whether a round surely takes a card from the zones, and puts none back."""
    for step in steps_run(game, body):
        facts = step_facts(step)
        if facts.cards is CardChange.GATHER or any(to.thing in zones for to in facts.lays):
            return False
    return _surely_takes(game, body, zones, {})


def _list_parts(cards: g.Value) -> Iterator[g.Value]:
    """What several cards are put together of: `card` and `other` of `[card, other]`."""
    if isinstance(cards, g.Op) and cards.name in ("list", "union"):
        for part in cards.args:
            yield from _list_parts(part)
    else:
        yield cards


def _is_sifted(cards: g.Value, names: dict[g.Var, g.Value]) -> bool:
    """Whether a `where` may leave none of several cards."""
    if cards.local is not None and cards.local in names:
        return _is_sifted(names[cards.local], names)
    return isinstance(cards, g.Phrase) and cards.kind == "filter"


def _surely_takes(
    game: g.Game, body: tuple[g.Step, ...], zones: set[g.Zone], names: dict[g.Var, g.Value]
) -> bool:
    """Whether some step that is always gone through takes a card.

    `names` are those given by `let`, and the parameters of the phases that run, with their values.
    """
    for step in body:
        facts, names = step_facts(step), names | dict(names_given(game, step))
        taken = (part for cards in facts.takes for part in _list_parts(cards))
        if isinstance(step, g.Move) and _is_sifted(step.what, names):
            continue
        if any(zone_holding(part, names) in zones for part in taken):
            return True
        if facts.runs is not None:
            phase = game.phases[facts.runs]
            if _surely_takes(game, phase.body, zones, names):
                return True
        ways = facts.blocks
        if ways and ways[0].role is Role.ROUND:
            ways = ways[:1] if isinstance(step, g.For) else ()
        if ways and all(_surely_takes(game, way.body, zones, names) for way in ways):
            return True
    return False
