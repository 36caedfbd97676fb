"""Where steps lead: blocks that leave, loops that end, phases that run in a circle."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl.checked import game as g
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span


def leaves(body: tuple[g.Step, ...]) -> bool:
    """Whether a block surely goes elsewhere at its end."""
    return bool(body) and isinstance(body[-1], g.Stop | g.End | g.Win)


def _blocks_in(step: g.Step) -> Iterator[tuple[g.Step, ...]]:
    match step:
        case g.If(branches=branches, otherwise=otherwise):
            for _, body in branches:
                yield body
            yield otherwise
        case g.For(body=body, at_bound=bound) | g.Repeat(body=body, at_bound=bound):
            yield body
            yield bound or ()
        case g.ForLines(body=body):
            yield body
        case g.Choose(actions=actions, otherwise=fallback):
            for action in actions:
                yield action.body
            yield fallback or ()


def steps_in(body: tuple[g.Step, ...]) -> Iterator[g.Step]:
    """Every step of a block and of the blocks inside it."""
    for step in body:
        yield step
        for inner in _blocks_in(step):
            yield from steps_in(inner)


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
    start = step.span.start
    report.add(
        "F01", f"{says} again", Span(step.span.source, start, start + len(step.phase)),
        help=("phases may not go in a circle; put `repeat until …` round the turn instead",),
    )  # fmt: skip


# ---------------------------------------------------------------------- loops that end


def check_loops(game: g.Game, report: Report) -> None:
    """A loop without a bound must take cards away in every round from what its end waits for."""
    for phase in game.phases.values():
        for step in steps_in(phase.body):
            if (isinstance(step, g.Repeat) and step.until is not None and step.most is None) or (
                isinstance(step, g.For) and step.until is not None and step.times is None
            ):
                emptied = _zones_waited_for(step.until)
                if not emptied or not _takes_from(game, step.body, emptied, ()):
                    _tell_endless(step.span, report)


def _tell_endless(span: Span, report: Report) -> None:
    word = span.text.split(None, 1)[0]
    report.add(
        "F02", "this loop may never end", Span(span.source, span.start, span.start + len(word)),
        help=(
            "say how often it is gone through: `… at most 100 times`, "
            "and what happens then: `, else end match`",
        ),
    )  # fmt: skip


def _zones_waited_for(test: g.Value) -> set[g.Zone]:
    """The zones whose emptiness ends a loop: all parts of the test wait for zones to be empty."""
    match test:
        case g.Op(
            name="is_empty", args=(g.Load(thing=g.Zone() as zone) | g.Many(thing=g.Zone() as zone),)
        ):
            return {zone}
        case g.Op(name="or", args=(a, b)):
            return _zones_waited_for(a) or _zones_waited_for(b)
        case g.Op(name="and", args=(a, b)):
            first, second = _zones_waited_for(a), _zones_waited_for(b)
            return first | second if first and second else set()
    return set()


def _takes_from(
    game: g.Game, body: tuple[g.Step, ...], zones: set[g.Zone], running: tuple[str, ...]
) -> bool:
    """Whether a round surely takes a card from the zones, and puts none back."""
    puts = any(
        (isinstance(step, g.Move | g.Deal) and step.to.thing in zones) or isinstance(step, g.Gather)
        for step in _all_steps(game, body)
    )
    return not puts and _surely_takes(game, body, zones, running)


def _all_steps(
    game: g.Game, body: tuple[g.Step, ...], seen: tuple[str, ...] = ()
) -> Iterator[g.Step]:
    """Every step, those of the phases that are run too."""
    for step in steps_in(body):
        yield step
        if isinstance(step, g.Run) and step.phase not in seen:
            yield from _all_steps(game, game.phases[step.phase].body, (*seen, step.phase))


def _surely_takes(
    game: g.Game, body: tuple[g.Step, ...], zones: set[g.Zone], running: tuple[str, ...]
) -> bool:
    """Whether some step that is always gone through takes a card."""
    for step in body:
        match step:
            case g.Move(source=g.Load(thing=zone)) if zone in zones:
                return True
            case g.Deal(source=g.Load(thing=zone)) if zone in zones:
                return True
            case g.Run(phase=phase) if phase not in running:
                if _surely_takes(game, game.phases[phase].body, zones, (*running, phase)):
                    return True
            case g.For(body=inner):
                if _surely_takes(game, inner, zones, running):
                    return True
            case g.Choose(actions=actions, otherwise=otherwise):
                ways = [action.body for action in actions]
                ways += [otherwise] if otherwise is not None else []
                if all(_surely_takes(game, way, zones, running) for way in ways):
                    return True
            case g.If(branches=branches, otherwise=otherwise) if otherwise:
                ways = [inner for _, inner in branches] + [otherwise]
                if all(_surely_takes(game, way, zones, running) for way in ways):
                    return True
    return False
