"""Where steps lead: blocks that leave, loops that end, phases that run in a circle."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl.analysis.facts import (
    Role,
    all_steps,
    names_given,
    step_facts,
    steps_in,
    steps_run,
)
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.values import zone_holding
from hoyle.dsl.nearest import listed
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
        if not emptied:
            _tell_endless(step.span, report)
            continue
        back = _find_putting_back(game, step.body, emptied)
        if back is not None:
            _tell_endless(
                step.span, report, back, f"cards may come back into {_name(emptied)} here"
            )
        elif not _surely_takes(game, step.body, emptied, {}):
            doubt = _find_doubt(game, step.body, emptied, {})
            _tell_endless(step.span, report, doubt, f"this need take no card from {_name(emptied)}")


def _name(zones: set[g.Zone]) -> str:
    return listed(sorted(f"`{zone.name}`" for zone in zones))


def _tell_endless(span: Span, report: Report, why: Span | None = None, says: str = "") -> None:
    """A loop that needs a bound; `why` is the step for which its zones need not run empty."""
    report.add(
        "F02", "this loop may never end", span.first_word,
        also=((why.first_word, says),) if why is not None else (),
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


def _find_putting_back(game: g.Game, body: tuple[g.Step, ...], zones: set[g.Zone]) -> Span | None:
    """The first step of a round that may put a card into the zones."""
    for step in steps_run(game, body):
        if any(to.thing in zones for to in step_facts(step).lays):
            return step.span
    return None


def _find_doubt(
    game: g.Game, body: tuple[g.Step, ...], zones: set[g.Zone], names: dict[g.Var, g.Value]
) -> Span | None:
    """The first step of a round that may take a card from the zones and need not."""
    for step in body:
        facts, names = step_facts(step), names | dict(names_given(game, step))
        if not _may_take(game, step, zones, names):
            continue
        if facts.runs is not None:
            return _find_doubt(game, game.phases[facts.runs].body, zones, names)
        if isinstance(step, g.For):
            return _find_doubt(game, step.body, zones, names)
        return step.span
    return None


def _may_take(game: g.Game, step: g.Step, zones: set[g.Zone], names: dict[g.Var, g.Value]) -> bool:
    """Whether a step, or one that it comes to, takes a card."""
    for one in steps_run(game, (step,)):
        names = names | dict(names_given(game, one))
        if _takes(one, zones, names):
            return True
    return False


def _takes(step: g.Step, zones: set[g.Zone], names: dict[g.Var, g.Value]) -> bool:
    """Whether a step itself takes a card from the zones, as far as there is one."""
    taken = (part for cards in step_facts(step).takes for part in _list_parts(cards))
    return any(zone_holding(part, names) in zones for part in taken)


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
        if isinstance(step, g.Move) and _is_sifted(step.what, names):
            continue
        if _takes(step, zones, names):
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
