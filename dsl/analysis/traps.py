"""What is allowed and seldom meant: a card that nobody sees, an early end, lines behind it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hoyle.dsl.analysis.asked_for import Asked
from hoyle.dsl.analysis.facts import (
    CardChange,
    actions_in,
    all_steps,
    all_values,
    names_given,
    rounds_in,
    step_facts,
    steps_in,
    steps_run,
)
from hoyle.dsl.analysis.left_out import check_left_out
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.values import Thing, origin_of, parts_of, things_read, zone_holding
from hoyle.dsl.node import select_kind
from hoyle.dsl.report import Report
from hoyle.dsl.source import Sources, Span

COMPARES = {"is", "is_not", "less", "more", "at_most", "at_least"}


def check_traps(game: g.Game, sources: Sources, report: Report) -> None:
    """Warn of what stands in one of `sources` itself."""
    actions = [action for phase in game.phases.values() for action in actions_in(phase.body)]
    for action in actions:
        if action.span.source in sources:
            _check_unseen(game, action, report)
    _check_early_ends(game, sources, report)
    for phase in game.phases.values():
        _check_never_after(phase, sources, report)
        check_left_out(game, phase, sources, report)
    values = list(all_values(game))
    bound = {value.var for value in values if isinstance(value, g.Phrase)}
    told: list[Span] = []
    for value in select_kind(values, g.Op):
        if value.span.source in sources:
            _check_own_comparison(value, report)
            inside = any(value.span.is_inside(span) for span in told)
            if not inside and _check_two_places(value, bound, report):
                told.append(value.span)


# ---------------------------------------------------------------------- compared with itself


def _check_own_comparison(value: g.Op, report: Report) -> None:
    """N14: the variable of a phrase is compared with itself, where its name hides another."""
    if value.name in COMPARES and len(value.args) == 2:
        one, other = value.args
        if one.local is not None and one.local is other.local:
            report.warn(
                "N14", f"`{one.span.words}` is compared with itself here", value.span,
                help=(
                    "a name means what was given it last; where two things are compared, each "
                    "needs a name of its own",
                ),
            )  # fmt: skip


# ---------------------------------------------------------------------- a card in two places


def _check_two_places(value: g.Op, bound: set[g.Var], report: Report) -> bool:
    """N15: one card would have to lie in two zones at once. Whether that is told.

    `bound` are the variables of phrases: while such a question is asked no card moves.
    """
    for one, other in _list_places(value, bound):
        if one is not None and other is not None and one is not other:
            answer = "yes" if value.name == "is_not" else "no"
            title = f"the answer is always `{answer}`: a card lies in one place only"
            help = f"`{one.name}` and `{other.name}` are two zones, and no card is in both"
            report.warn("N15", title, value.span, help=(help,))
            return True
    return False


Places = tuple[g.Zone | None, g.Zone | None]


def _list_places(value: g.Op, bound: set[g.Var]) -> Iterator[Places]:
    """The zones, two by two, in which a question has the same card lie."""
    match value:
        case g.Op(name="is" | "is_not", args=(one, other)) if one.type == other.type == t.CARD:
            yield _place_of(one, bound), _place_of(other, bound)
        case g.Op(name="in", args=(card, several)) if card.type == t.CARD:
            yield _place_of(card, bound), _place_of(several, bound)
        case g.Op(name="and", args=(left, right)):
            for one in _list_memberships(left):
                for other in _list_memberships(right):
                    if one.args[0].span.words == other.args[0].span.words:
                        yield _place_of(one.args[1], set()), _place_of(other.args[1], set())


def _list_memberships(value: g.Value) -> Iterator[g.Op]:
    """The questions, joined by `and`, that ask where a card lies."""
    if isinstance(value, g.Op) and value.name == "and":
        for arg in value.args:
            yield from _list_memberships(arg)
    elif isinstance(value, g.Op) and value.name == "in" and value.args[0].type == t.CARD:
        yield value


def _place_of(value: g.Value, bound: set[g.Var]) -> g.Zone | None:
    """The zone in which cards lie as they are asked about."""
    picked = origin_of(value)
    if picked.local is None:
        return picked.zone
    return zone_holding(value, {}) if picked.local in bound else None


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
    hidden = _also_called(game, steps, hidden)
    for step in steps:
        moved = parts_of(step.what) if isinstance(step, g.Move) else ()
        one = next((value for value in moved if value.local in hidden), None)
        if isinstance(step, g.Move) and one is not None:
            to = step.to.zone
            unseen = to is not None and to.face == "down" and step.facing is None
            if unseen and not _is_seen_later(game, to):
                report.warn(
                    "S05", "only who chose this card ever knows which it was",
                    step.span if one is step.what else one.span,
                    help=(
                        "nothing is told of a card that goes from hidden to hidden; if the others "
                        "shall see it, let it lie face up or `show` it",
                        "if it is meant so, let a sentence tell what was done: `say \"…\"`",
                        "or write behind the line why nobody need know:  # S05 is meant: …",
                    ),
                )  # fmt: skip


def _also_called(game: g.Game, steps: list[g.Step], vars: set[g.Var]) -> set[g.Var]:
    """Variables, and the further names that steps give to what they hold."""
    found = set(vars)
    for step in steps:
        found |= {var for var, value in names_given(game, step) if value.local in found}
    return found


def _is_seen_later(game: g.Game, zone: g.Zone | None) -> bool:
    """Whether some step shows cards of a zone, or takes some of them elsewhere but all at once."""
    for step in all_steps(game):
        facts = step_facts(step)
        shown = [read.value for read in facts.reads] if facts.cards is CardChange.SHOW else []
        if any(zone_holding(value, {}) is zone for value in (*facts.takes, *shown)):
            return True
    return False


# ---------------------------------------------------------------------- ends that come early


def _check_early_ends(game: g.Game, sources: Sources, report: Report) -> None:
    """F08: a step can end the phase, and what would follow it matters afterwards."""
    askers = _find_askers(game)
    for phase in game.phases.values():
        ends = select_kind(steps_in(phase.body), g.EndsWhen)
        ends = [end for end in ends if end.span.source in sources]
        run = list(steps_run(game, phase.body)) if ends else []
        passing = _find_passing(game, phase, run, askers) if ends else set()
        blocks = (block for step in run for block in step_facts(step).blocks)
        actions = [block.action for block in blocks if block.action is not None]
        for end in ends:
            asked = Asked.of(end.test)
            for action in actions:
                cuts = _find_cuts(game, action.body, (), asked, set())
                missed = ((cut, _find_missed(game, action, rest, passing)) for cut, rest in cuts)
                if found := next(((cut, left) for cut, left in missed if left), None):
                    before = f"before the last steps of `{action.name}`"
                    help = "put this step last, or ask in a step of its own: `if … end …`"
                    _tell_early_end(phase, found, end, before, help, report)
            for loop in select_kind(run, g.For):
                if cut := _find_seat_cut(game, loop, asked):
                    before = "before the loop comes to the seats that follow"
                    help = "ask when the loop is over, in a step of its own: `if … end …`"
                    _tell_early_end(phase, (cut, None), end, before, help, report)


def _tell_early_end(
    phase: g.Phase, found: tuple[g.Step, g.Step | None], end: g.EndsWhen, before: str, help: str,
    report: Report,
) -> None:  # fmt: skip
    """Where it ends, and what is left undone then.

    Where a variant ends a phase of its base, that is where the caret stands.
    """
    cut, missed = found
    span, also = cut.span, [(end.span, "this is asked again after every step")]
    if cut.span.source is not end.span.source:
        span, also = end.span, [(cut.span, "this is asked again after this step")]
    elif missed is not None and missed.span.line != cut.span.line:
        also.append((missed.span, "where it ends there, this is not done"))
    report.warn(
        "F08", f"`{phase.name}` may end here, {before}", span, also=tuple(also), help=(help,)
    )


def _find_cuts(
    game: g.Game,
    body: tuple[g.Step, ...],
    after: tuple[g.Step, ...],
    asked: Asked,
    entered: set[str],
) -> Iterator[tuple[g.Step, tuple[g.Step, ...]]]:
    """The first steps that change what is asked, each with what follows it; also those of phases.

    What follows a later one follows the first too.
    """
    for k, step in enumerate(body):
        facts = step_facts(step)
        inside = [block.body for block in facts.blocks]
        if facts.runs is not None and facts.runs not in entered:
            entered.add(facts.runs)
            inside.append(game.phases[facts.runs].body)
        rest = (*body[k + 1 :], *after)
        found = [(step, rest)] if asked.may_come_about(facts) else []
        for steps in inside:
            found += _find_cuts(game, steps, rest, asked, entered)
        if found:
            yield from found
            return


def _find_seat_cut(game: g.Game, loop: g.For, asked: Asked) -> g.Step | None:
    """The step of a loop over seats, in which none of them chooses, that gives a seat its own."""
    run = list(steps_run(game, loop.body))
    if t.element(t.bare(loop.over.type)) != t.SEAT or any(isinstance(s, g.Choose) for s in run):
        return None
    its_seat = _also_called(game, run, {loop.var})
    for step in run:
        own = {
            place.thing for place in step_facts(step).writes
            if any(index.local in its_seat for index in place.index)
        }  # fmt: skip
        if asked.things & own:
            return step
    return None


def _find_missed(
    game: g.Game, action: g.Action, rest: tuple[g.Step, ...], passing: set[g.Register]
) -> g.Step | None:
    """The first step that sets what is asked for afterwards, or moves cards that were chosen."""
    steps = list(steps_run(game, rest))
    chosen = {param.var for param in action.params}
    chosen = _also_called(game, list(steps_run(game, action.body)), chosen)
    for step in steps:
        kept = {place.register for place in step_facts(step).writes} - passing - {None}
        if kept or (isinstance(step, g.Move) and origin_of(step.what).local in chosen):
            return step
    return None


def _check_never_after(phase: g.Phase, sources: Sources, report: Report) -> None:
    """F05: a loop goes on until what ends the phase, so that nothing is done after the loop."""
    ends = {end.test.span.words: end for end in select_kind(phase.body, g.EndsWhen)}
    for step, after in pairwise(phase.body):
        if not isinstance(step, g.Repeat) or step.until is None or step.at_bound is not None:
            continue
        end = ends.get(step.until.span.words)
        stops = any(isinstance(inner, g.Stop) for inner in steps_in(step.body))
        if end is not None and not stops and after.span.source in sources:
            report.warn(
                "F05", "this line can never be reached", after.span,
                help=("leave out the `ends when`, or put what follows into a phase of its own",),
                also=((end.span, f"`{phase.name}` ends as soon as the loop would"),),
            )  # fmt: skip


Askers = dict[Thing, set[str]]


def _find_askers(game: g.Game) -> tuple[Askers, set[str]]:
    """Which phases ask for a register or zone, and the phases that are run again and again."""
    askers: Askers = {}
    for phase in game.phases.values():
        for step in steps_in(phase.body):
            facts = step_facts(step)
            read = things_read(*(read.value for read in facts.reads))
            for thing in read - {place.thing for place in facts.writes}:  # but not `n += 1`
                askers.setdefault(thing, set()).add(phase.name)
    if game.payoff is not None:
        for thing in things_read(game.payoff[1]):
            askers.setdefault(thing, set()).add("payoff")
    rounds = (body for phase in game.phases.values() for body in rounds_in(phase.body))
    repeated = steps_run(game, (step for body in rounds for step in body))
    again = (step_facts(step).runs for step in repeated)
    return askers, set(filter(None, again))


def _find_passing(
    game: g.Game, phase: g.Phase, run: list[g.Step], known: tuple[Askers, set[str]]
) -> set[g.Register]:
    """The registers that are of no use when a phase is over.

    They are its own, or those that it alone asks, where it is not run again.
    """
    askers, again = known
    own = {register for register in game.all_registers if register.phase == phase.name}
    if phase.name in again:
        return own
    inside = {phase.name, *(step.phase for step in select_kind(run, g.Run))}
    only = (thing for thing, phases in askers.items() if phases <= inside)
    return own | {thing for thing in only if isinstance(thing, g.Register)}
