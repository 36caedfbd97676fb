"""Where steps lead: blocks that leave, loops that end, phases that run in a circle."""

from __future__ import annotations

from collections.abc import Collection

import attrs

from hoyle.dsl.analysis.asked_for import Asked
from hoyle.dsl.analysis.facts import (
    Block,
    Exit,
    Role,
    all_steps,
    step_facts,
    steps_in,
    steps_run,
)
from hoyle.dsl.analysis.names import Names
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.running import find_running
from hoyle.dsl.checked.types import CARD, bare
from hoyle.dsl.checked.values import parts_of, things_read, values_inside
from hoyle.dsl.node import select_kind
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

ENDLESS = "this loop may never end"


def check_loops(game: g.Game, report: Report) -> None:
    """A loop without a bound must take cards away in every round from what its end waits for."""
    running, names = _find_running(game), Names.of(game)
    phases = game.phases.values()
    for name, step in ((one.name, step) for one in phases for step in steps_in(one.body)):
        if isinstance(step, g.Repeat) and _has_no_way_out(game, step):
            report.warn(
                "F02", "nothing in this loop leaves it, or ends the match", step.span.first_word,
                help=("say when it is over: `repeat until …`; or `stop`, or `end match`, in it",),
            )  # fmt: skip
        if not isinstance(step, g.For | g.Repeat) or step.until is None:
            continue
        if _asks_what_is_gone(step.until, running[name]):
            continue  # which is told where the loop is run
        if (asked := _find_fixed(game, step.until, step.body, names)) is not None:
            _tell_fixed(game, step, asked, names, report)
            continue
        if _is_bounded(step):
            continue
        waited_for = _zones_waited_for(step.until)
        round_ = _Round(game, step, waited_for, names)
        if not waited_for:
            round_.reason = _Reason.at(step.until.span, _say_unsure(step.until))
        if not round_.surely_empties(step.body):
            if unmoved := round_.find_unmoved():
                help = (
                    "move it there; or say how often at most:  … at most 100 times, else end match"
                )
                report.add("F02", ENDLESS, step.span.first_word, also=unmoved, help=(help,))
                continue
            _tell_endless(step.span, round_.reason, report)


def _is_bounded(loop: g.For | g.Repeat) -> bool:
    return (loop.most if isinstance(loop, g.Repeat) else loop.times) is not None


def _has_no_way_out(game: g.Game, loop: g.Repeat) -> bool:
    """Whether a loop `however long` goes on until it is broken off; some phase may end it yet."""
    if not (loop.until is None and loop.times is None and loop.goes_on_however_long):
        return False
    inside = list(steps_run(game, loop.body))
    run = {step.phase for step in select_kind(inside, g.Run)}
    if any(True for _ in select_kind(all_steps(game), g.EndsWhen)) or _stops(loop.body):
        return False
    return all(
        exit in (None, Exit.LOOP) or (isinstance(step, g.End) and step.phase in run)
        for step in inside for exit in (step_facts(step).exit,)
    )  # fmt: skip


def _stops(body: tuple[g.Step, ...]) -> bool:
    """Whether a `stop` leaves the loop that a block is of."""
    return any(
        facts.exit is Exit.LOOP
        or any(_stops(block.body) for block in facts.blocks if block.role is not Role.ROUND)
        for facts in map(step_facts, body)
    )


def _find_fixed(
    game: g.Game, test: g.Value, body: tuple[g.Step, ...], names: Names
) -> Asked | None:
    """What the end of a loop asks for, where nothing in the loop can bring it."""
    asked = Asked.of(test)
    drawn = any(value.drawn_among is not None for value in values_inside(test))
    steps = list(steps_run(game, body))
    if not asked.things or drawn or any(step_facts(step).exit for step in steps):
        return None
    return asked if all(asked.surely_stays(step, names) for step in steps) else None


def _tell_fixed(
    game: g.Game, loop: g.For | g.Repeat, asked: Asked, names: Names, report: Report
) -> None:
    """F02: what its end waits for stays as it is; odd only, where the loop has a bound.

    Where an action chooses cards from there, it is told: it may have been forgotten to move them.
    """
    waited = " or ".join(sorted(f"`{thing.name}`" for thing in asked.things))
    label = f"nothing in this loop changes {waited}"
    if any(asked.list_changes(step, names) for step in steps_run(game, loop.body)):
        label = f"what this loop does with {waited} never brings it"
    if all(isinstance(thing, g.Zone) for thing in asked.things):
        goes = "leaves" if asked.things == asked.fewer else "goes to or from"
        goes = "comes to" if asked.things == asked.more else goes
        label = f"no card {goes} {waited} in this loop"
    also = tuple(
        _say_unmoved(param, action)
        for param, action in _list_choices(game, loop)
        if names.zone_holding(param.over) in asked.things
    )
    span = loop.span.first_word
    if _is_bounded(loop):
        report.warn("F02", "what ends this loop never comes in it", span, label=label, also=also)
    else:
        report.add("F02", ENDLESS, span, label=label, also=also)


def _list_choices(game: g.Game, loop: g.For | g.Repeat) -> list[tuple[g.Param, g.Action]]:
    """What is chosen in a loop, with its action."""
    choices = select_kind(steps_run(game, loop.body), g.Choose)
    actions = (action for step in choices for action in step.actions)
    return [(param, action) for action in actions for param in action.params]


def _say_unmoved(param: g.Param, action: g.Action) -> tuple[Span, str]:
    return param.var.span, f"`{action.name}` does not move `{param.var.name}`"


def _find_running(game: g.Game) -> dict[str, set[str]]:
    """For each phase, those that may run while it does."""
    return find_running({
        name: {step.phase for step in steps_in(phase.body) if isinstance(step, g.Run)}
        for name, phase in game.phases.items()
    })  # fmt: skip


def _asks_what_is_gone(test: g.Value, running: set[str]) -> bool:
    """Whether a test asks for the state of a phase that does not run then."""
    kept = (thing.phase for thing in things_read(test) if isinstance(thing, g.Register))
    return "match" in running and any(phase is not None and phase not in running for phase in kept)


def _tell_endless(span: Span, reason: _Reason | None, report: Report) -> None:
    report.add(
        "F02", ENDLESS, span.first_word, also=() if reason is None else reason.places,
        help=(
            *(() if reason is None else reason.mends),
            "say how often it is gone through: `… at most 100 times`, "
            "and what happens then: `, else end match`; "
            "or `…, however long` where the rules set no bound",
        ),
    )  # fmt: skip


def _say_unsure(test: g.Value) -> str:
    """Why it is not known that this comes."""
    match test:
        case g.Op(name="is" | "at_most", args=(g.Op(name="size", args=(pile,)), g.Const(value=0))):
            return f"that cards run out is asked so: `{pile.span.words} is empty`"
    return "it may be that this never comes; only cards are sure to run out"


def _zones_waited_for(test: g.Value) -> set[g.Zone]:
    """The zones that end a loop when empty, or with few cards: all of the test waits for that."""
    match test:
        case g.Op(name="is_empty", args=(pile,)):
            return {pile.zone} if pile.zone is not None else set()
        case g.Op(
            name="at_most" | "less" as asks,
            args=(g.Op(name="size", args=(pile,)), g.Const() as few),
        ):
            least = few.value - (asks == "less")
            return {pile.zone} if pile.zone is not None and least > 0 else set()
        case g.Op(name="or", args=(a, b)):
            return _zones_waited_for(a) or _zones_waited_for(b)
        case g.Op(name="and", args=(a, b)):
            first, second = _zones_waited_for(a), _zones_waited_for(b)
            return first | second if first and second else set()
    return set()


def _name_zones(zones: Collection[object]) -> str:
    names = sorted(zone.name for zone in zones if isinstance(zone, g.Zone))
    return " or ".join(f"`{name}`" for name in names)


def _find_sifted(cards: g.Value, names: Names) -> g.Value | None:
    """The `where`, or the `-`, by which no card may be left; a card that was chosen is there."""
    if bare(cards.type) == CARD:
        return None
    cards = names.meant(cards)
    left = isinstance(cards, g.Op) and cards.name == "without"
    return cards if left or (isinstance(cards, g.Phrase) and cards.kind == "filter") else None


@attrs.frozen
class _Reason:
    """Why a card may not be taken: the places with what is said there, and how that is mended."""

    places: tuple[tuple[Span, str], ...]
    mends: tuple[str, ...] = ()

    @classmethod
    def at(cls, span: Span, says: str) -> _Reason:
        """One place alone."""
        return cls(((span, says),))


@attrs.define(eq=False)
class _Round:
    """A round of a loop that waits for zones to be empty.

    `reason` is why a card may not be taken in it.
    """

    game: g.Game
    loop: g.For | g.Repeat
    zones: set[g.Zone]
    names: Names
    reason: _Reason | None = None

    def surely_empties(self, body: tuple[g.Step, ...]) -> bool:
        """Whether it surely takes a card from the zones, and puts none back."""
        for step in steps_run(self.game, body if self.zones else ()):
            filled = {to.thing for to in step_facts(step).lays} & self.zones
            if filled:
                self.reason = _Reason.at(step.span, f"cards come to {_name_zones(filled)} here")
                return False
        return bool(self.zones) and self._surely_takes(body, self.names, frozenset())

    def find_unmoved(self) -> tuple[tuple[Span, str], ...]:
        """The cards that are chosen from what has to be empty, where nothing is done with them."""
        return tuple(
            _say_unmoved(param, action)
            for param, action in _list_choices(self.game, self.loop)
            if self.names.zone_holding(param.over) in self.zones and not self._takes_any(action)
        )

    def _takes_any(self, action: g.Action) -> bool:
        """Whether any step of an action takes cards from these zones, whatever has to be so."""
        named = {param.var for param in action.params}
        taken: list[g.Value] = []
        for step in steps_run(self.game, action.body):
            taken += (*step_facts(step).takes, *(step.args if isinstance(step, g.Run) else ()))
        return any(part.local in named or part.zone in self.zones for part in values_inside(*taken))

    def _surely_takes(self, body: tuple[g.Step, ...], names: Names, each: frozenset[g.Var]) -> bool:
        """Whether some step that is always gone through takes a card.

        `names` are those given by `let`, and the parameters of the phases that run, with their
        values; `each` are the variables of loops, which stand for every seat in turn.
        """
        for step in body:
            facts, names = step_facts(step), names.after(self.game, step)
            if self._find_sifting((step,), names):
                continue
            taken = (part for cards in facts.takes for part in parts_of(cards))
            if any(names.zone_holding(part) in self.zones for part in taken) or self._leaves(step):
                return True
            runs = () if facts.runs is None else self.game.phases[facts.runs].body
            if runs and self._surely_takes(runs, names, each):
                return True
            if self._all_ways_take(step, names, each):
                return True
        return False

    def _leaves(self, step: g.Step) -> bool:
        """Whether the match, or the phase that the loop stands in, is over with a step."""
        facts = step_facts(step)
        if not facts.always_leaves or facts.exit is Exit.LOOP:
            return False
        inside = {one.phase for one in select_kind(steps_run(self.game, self.loop.body), g.Run)}
        return not (isinstance(step, g.End) and step.phase in inside)

    def _find_sifting(self, body: tuple[g.Step, ...], names: Names) -> bool:
        """Whether a step moves those of several cards that are like something: there may be none.

        That is the reason then.
        """
        for step in body:
            if isinstance(step, g.Move) and (sifted := _find_sifted(step.what, names)) is not None:
                self.reason = _Reason.at(sifted.span, "it may be that no card is like this")
                return True
        return False

    def _all_ways_take(self, step: g.Step, names: Names, each: frozenset[g.Var]) -> bool:
        """Whether each block of a step takes a card, but where the zones are empty."""
        ways = step_facts(step).blocks
        if ways and ways[0].role is Role.ROUND:
            each |= {step.var} if isinstance(step, g.For) else set()
            ways = ways[:1]
            if isinstance(step, g.Repeat):
                if self._surely_takes(ways[0].body, names, each):
                    says = "it may be that this is not gone through"
                    self.reason = _Reason.at(step.span.first_word, says)
                return False
        if self._is_asked_of_cards(ways, names, each):
            ways = tuple(way for way in ways if way.role is not Role.OTHERWISE)
        takes = [self._surely_takes(way.body, names.within(way.action), each) for way in ways]
        if any(takes) and not all(takes):
            way = ways[takes.index(False)]
            if self._find_sifting(way.body, names.within(way.action)):
                return False
            span = step.span if way.action is None else way.action.span
            where = "where nothing of this is done, " if way.role is Role.OTHERWISE else "by this "
            # what a step says counts for more than what those say that it holds
            says = f"{where}no card leaves {_name_zones(self.zones)}"
            self.reason = _Reason.at(span.first_word, says)
            if way.role is Role.OTHERWISE and isinstance(step, g.Choose):
                self._add_bar(step, names, each)
        return bool(takes) and all(takes)

    def _is_asked_of_cards(
        self, ways: tuple[Block, ...], names: Names, each: frozenset[g.Var]
    ) -> bool:
        """Whether nothing else is done only where the zone of each seat in turn has no card."""
        for way in ways:
            asked: tuple[g.Value, ...] = ()
            if isinstance(way.test, g.Op) and way.test.name == "is_some":
                asked = way.test.args
            elif way.action is not None and all(must.if_able for must in way.action.musts):
                asked = tuple(param.over for param in way.action.params)
            if asked and all(self._is_of_each(pile, names, each) for pile in asked):
                return True
        return False

    def _add_bar(self, choice: g.Choose, names: Names, each: frozenset[g.Var]) -> None:
        """The first condition without `if able`, where each chooses from the own cards."""
        assert self.reason is not None
        for action in choice.actions:
            bars = [must.span for must in action.musts if not must.if_able]
            piles = [param.over for param in action.params]
            if bars and len(piles) == 1 and self._is_of_each(piles[0], names, each):
                place = (bars[0], "by this, one with cards may have to do nothing")
                mend = "if only who has no cards does nothing, leave `otherwise` out, and write "
                mend += f"around the choice:  if {piles[0].span.words} is not empty"
                self.reason = _Reason((*self.reason.places, place), (mend,))
                return

    def _is_of_each(self, pile: g.Value, names: Names, each: frozenset[g.Var]) -> bool:
        """Whether it is the one zone waited for, of every seat in turn where each has its own."""
        owners = map(names.meant, pile.index if isinstance(pile, g.Load) else ())
        return {pile.zone} == self.zones and all(owner.local in each for owner in owners)
