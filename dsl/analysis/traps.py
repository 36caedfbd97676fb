"""What is allowed and seldom meant: a card that nobody sees, lines behind what ends a phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

import attrs

from hoyle.dsl.analysis.early_ends import check_early_ends
from hoyle.dsl.analysis.facts import (
    CardChange,
    Role,
    all_steps,
    all_values,
    list_also_called,
    list_later,
    step_facts,
    steps_in,
    steps_run,
)
from hoyle.dsl.analysis.left_out import check_left_out
from hoyle.dsl.analysis.names import Names
from hoyle.dsl.analysis.never_reached import check_never_reached
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.ranges import explain_answer
from hoyle.dsl.checked.values import origin_of, parts_of, same_value
from hoyle.dsl.node import select_kind
from hoyle.dsl.report import Report
from hoyle.dsl.source import Sources, Span

MAX_ASKED = 30  # moves of hidden cards of which it is asked whether they are seen later
COMPARES = {"is", "is_not", "less", "more", "at_most", "at_least"}


def check_traps(game: g.Game, sources: Sources, report: Report) -> None:
    """Warn of what stands in one of `sources` itself."""
    unseen = _UnseenCards(game, Names.of(game), report)
    for choice in select_kind(all_steps(game), g.Choose):
        for action in choice.actions:
            if action.span.source in sources:
                unseen.check(choice, action)
                _check_never_refusing(action, report)
    check_early_ends(game, sources, report)
    check_never_reached(game, sources, report)
    for phase in game.phases.values():
        _check_never_after(phase, sources, report)
        check_left_out(game, phase, sources, report)
    values = list(all_values(game))
    bound = {value.var: value.over for value in values if isinstance(value, g.Phrase)}
    told: list[Span] = []
    for value in select_kind(values, g.Op):
        if value.span.source in sources:
            _check_own_comparison(value, report)
            if len(sources) == 1 or not _asks_setting(value):  # a variant may leave fewer
                _check_decided(value, report)
            inside = any(value.span.is_inside(span) for span in told)
            if not inside and _check_two_places(value, bound, report):
                told.append(value.span)


# ---------------------------------------------------------------------- what never refuses


def _check_never_refusing(action: g.Action, report: Report) -> None:
    """N16: a condition `if able` of an action that chooses nothing, and so has no other way."""
    for must in action.musts if not action.params else ():
        if must.if_able:
            report.warn(
                "N16", f"this condition never refuses `{action.name}`", must.span.first_word,
                help=(
                    f"`if able` is waived where no way to `{action.name}` fits it, and there is "
                    "one way only: leave `, if able` out",
                ),
            )  # fmt: skip


# ---------------------------------------------------------------------- compared with itself


def _asks_setting(value: g.Op) -> bool:
    """Whether an option, or how many play, is compared."""
    return any(isinstance(arg, g.Setting) for arg in value.args)


def _check_decided(value: g.Op, report: Report) -> None:
    """F09: what is compared lies in a range that leaves one answer only."""
    says = explain_answer(value)
    if says is not None:
        title, label = says
        report.warn("F09", title, value.span, label=label)


def _check_own_comparison(value: g.Op, report: Report) -> None:
    """N14: the variable of a phrase is compared with itself, where its name hides another."""
    if value.name in COMPARES and len(value.args) == 2:
        one, other = value.args
        kept = isinstance(one, g.Load) and same_value(one, other)
        if kept or (one.local is not None and one.local is other.local):
            report.warn(
                "N14", f"`{one.span.words}` is compared with itself here", value.span,
                help=(
                    "a name means what was given it last; where two things are compared, each "
                    "needs a name of its own",
                ),
            )  # fmt: skip


# ---------------------------------------------------------------------- a card in two places


Bound = Mapping[g.Var, g.Value]  # variables of phrases: while one is asked no card moves


def _check_two_places(value: g.Op, bound: Bound, report: Report) -> bool:
    """N15: one card would have to lie in two zones at once. Whether that is told."""
    for one, other in _list_places(value, bound):
        if one is not None and other is not None and one is not other:
            answer = "yes" if value.name == "is_not" else "no"
            title = f"the answer is always `{answer}`: a card lies in one place only"
            help = f"`{one.name}` and `{other.name}` are two zones, and no card is in both"
            report.warn("N15", title, value.span, help=(help,))
            return True
    return False


Places = tuple[g.Zone | None, g.Zone | None]


def _list_places(value: g.Op, bound: Bound) -> Iterator[Places]:
    """The zones, two by two, in which a question has the same card lie."""
    match value:
        case g.Op(name="is" | "is_not", args=(one, other)) if one.type == other.type == t.CARD:
            yield _place_of(one, bound), _place_of(other, bound)
        case g.Op(name="in", args=(card, several)) if card.type == t.CARD:
            yield _place_of(card, bound), _place_of(several, bound)
        case g.Op(name="and", args=(left, right)):
            for one in _list_memberships(left):
                for other in _list_memberships(right):
                    if same_value(one.args[0], other.args[0]):
                        yield _place_of(one.args[1], {}), _place_of(other.args[1], {})


def _list_memberships(value: g.Value) -> Iterator[g.Op]:
    """The questions, joined by `and`, that ask where a card lies."""
    if isinstance(value, g.Op) and value.name == "and":
        for arg in value.args:
            yield from _list_memberships(arg)
    elif isinstance(value, g.Op) and value.name == "in" and value.args[0].type == t.CARD:
        yield value


def _place_of(value: g.Value, bound: Bound) -> g.Zone | None:
    """The zone in which cards lie as they are asked about."""
    picked = origin_of(value)
    if picked.local is not None and picked.local in bound:
        return _place_of(bound[picked.local], bound)
    return picked.zone


# ---------------------------------------------------------------------- cards that nobody sees


@attrs.define
class _UnseenCards:
    """S05: a hidden card is chosen, laid where nobody else sees it, and never spoken of."""

    game: g.Game
    names: Names
    report: Report
    asked: int = 0  # moves of which it was asked what is seen later

    def check(self, choice: g.Choose, action: g.Action) -> None:
        """Look at what an action does with the cards that are chosen in it."""
        names = self.names
        hidden = {
            param.var for param in action.params
            if (zone := names.zone_holding(param.over)) is not None and zone.face != "up"
        }  # fmt: skip
        if not hidden or _is_told(self.game, action.body, set()):
            return
        steps = list(steps_run(self.game, action.body))
        if any(step_facts(step).cards is CardChange.SHOW for step in steps):
            return
        hidden = list_also_called(self.game, steps, hidden)
        for step in select_kind(steps, g.Move):
            one = next((value for value in parts_of(step.what) if value.local in hidden), None)
            unseen = step.facing is None and _is_unseen_by_others(step.to, choice)
            if one is not None and unseen and not self._is_seen_later(step):
                self.report.warn(
                    "S05", "only who chose this card ever knows which it was",
                    step.span if one is step.what else one.span,
                    help=(
                        "nobody is told of a card that goes from hidden to hidden; if the others "
                        "shall see it, let it lie face up or `show` it",
                        "if it is meant so, write behind the line why:  # S05 is meant: …",
                    ),
                )  # fmt: skip

    def _is_seen_later(self, move: g.Move) -> bool:
        """Whether a step that may follow shows cards of the zone to which cards go, or takes some.

        Of more moves than anybody reads about it is not asked.
        """
        self.asked += 1
        return self.asked > MAX_ASKED or any(
            move.to.zone in self.names.zones_holding(value)
            for step in list_later(self.game, move) for value in _list_seen(step)
        )  # fmt: skip


def _list_seen(step: g.Step) -> tuple[g.Value, ...]:
    """The places from which a step takes cards, or where it shows some."""
    facts = step_facts(step)
    shown = [read.value for read in facts.reads] if facts.cards is CardChange.SHOW else []
    return (*facts.takes, *shown)


def _is_told(game: g.Game, body: Iterable[g.Step], entered: set[str]) -> bool:
    """Whether a sentence, or a value that all hear, comes on every way through some steps."""
    for step in body:
        facts = step_facts(step)
        ways = [block.body for block in facts.blocks if block.role is not Role.AT_BOUND]
        if facts.runs is not None and facts.runs not in entered:
            ways = [game.phases[facts.runs].body]
            entered.add(facts.runs)
        if (
            facts.says
            or facts.announces
            or (ways and all(_is_told(game, w, entered) for w in ways))
        ):
            return True
    return False


def _is_unseen_by_others(to: g.Load, choice: g.Choose) -> bool:
    """Whether only the seat that chooses may see what lies in a zone."""
    zone = to.zone
    if zone is None or zone.face is not None:
        return zone is not None and zone.face == "down"
    by_owner = zone.seen_by is not None and zone.seen_by.local is zone.owner_var
    seat = choice.var if choice.seat is None else choice.seat.local
    return by_owner and seat is not None and [one.local for one in to.index] == [seat]


# ---------------------------------------------------------------------- behind a loop


def _check_never_after(phase: g.Phase, sources: Sources, report: Report) -> None:
    """F05: a loop goes on until what ends the phase, so that nothing is done after the loop."""
    ends = list(select_kind(phase.body, g.EndsWhen))
    for step, after in pairwise(phase.body):
        if not isinstance(step, g.Repeat) or step.until is None or step.at_bound is not None:
            continue
        end = next((end for end in ends if same_value(end.test, step.until)), None)
        stops = any(isinstance(inner, g.Stop) for inner in steps_in(step.body))
        if end is not None and not stops and after.span.source in sources:
            report.warn(
                "F05", "this line can never be reached", after.span,
                help=("leave out the `ends when`, or put what follows into a phase of its own",),
                also=((end.span, f"`{phase.name}` ends as soon as the loop would"),),
            )  # fmt: skip
