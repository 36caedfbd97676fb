"""Secrets: what a decision, an open register or a branch reads must be known to those concerned."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import combinations

import attrs

from hoyle.dsl.analysis.control_flow import Constant, Point, PointKind, name_repeated, phase_graph
from hoyle.dsl.analysis.dataflow import Edge
from hoyle.dsl.analysis.facts import (
    Audience,
    Purpose,
    Read,
    actions_in,
    list_named,
    must_reads,
    names_given,
    param_reads,
    step_facts,
    steps_in,
)
from hoyle.dsl.analysis.hidden_words import (
    is_of_cards,
    leave_out_cards,
    list_cards_drawn,
    name_seers,
    say_how_hidden,
    say_maybe,
    show_first,
    tells_no_place,
    write_line_behind,
)
from hoyle.dsl.analysis.information_flow import Flow, has_cards
from hoyle.dsl.analysis.known_facts import ALL, Fact, Kind
from hoyle.dsl.analysis.lost_sight import tell_where_lost
from hoyle.dsl.analysis.not_shown import NotShown
from hoyle.dsl.analysis.step_changes import CHANGES
from hoyle.dsl.analysis.terms import Term, Terms
from hoyle.dsl.analysis.visibility import ENDS, Hidden, Knowledge, NamedCard, State
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SEAT, bare, element
from hoyle.dsl.checked.values import (
    Thing,
    origin_of,
    things_read,
    values_in,
    values_inside,
)
from hoyle.dsl.limits import FOLLOWED, Work, report_excess
from hoyle.dsl.nearest import listed
from hoyle.dsl.node import select_kind, walk
from hoyle.dsl.report import Problem, Report
from hoyle.dsl.source import Span


def check_secrecy(
    game: g.Game, constant: Constant, report: Report, *, explained: bool = True
) -> None:
    """Report every secret that the game gives away, with what would mend it if it is explained."""
    if "match" not in game.phases:
        return
    terms, work = Terms(constant, game.counts[0] > 1), Work(FOLLOWED)
    _check_audiences(game, terms, report)
    # what no line of the match runs, or only with other settings, gives nothing away here
    with report_excess(report):
        phase = game.phases["match"]
        graph, through = phase_graph(game, phase, constant)
        with name_repeated(game, through):
            _check_phase(Flow(game, terms, graph, work, CHANGES), phase, report, explained)


def _check_audiences(game: g.Game, terms: Terms, report: Report) -> None:
    """Everybody knows who sees a zone or a register: that may not depend on what is hidden."""
    things: list[g.Zone | g.Register] = [*game.all_zones, *game.all_registers]
    for thing in things:
        if thing.seen_by is None or thing.owner_var is None:
            continue
        owner = terms.variable(thing.owner_var)
        term = terms.term(thing.seen_by, {thing.owner_var: owner})
        hidden = Knowledge(terms, {Fact(Kind.KNOWN, owner, ALL)}).hidden(term, ALL)
        says, label = f"who sees `{thing.name}` depends on what is hidden", ""
        if _asks_who_sees(terms, term):
            says = f"who sees `{thing.name}` depends on who sees what"
        elif hidden:
            label = f"`{hidden[0].name}` {say_how_hidden(hidden[0])}"
        else:
            continue
        help_ = "who sees a place is open to all: keep it in state that is open"
        report.add("S06", says, thing.seen_by.span, label=label, help=(help_,))


def _asks_who_sees(terms: Terms, term: Term) -> bool:
    """Whether a term asks for what somebody sees."""
    return any(terms.shapes[part].op in ("showing", "sees") for part in terms.list_parts(term))


def _check_phase(flow: Flow, phase: g.Phase, report: Report, explained: bool) -> None:
    states = flow.solve(phase)
    ways_in: dict[Point, list[tuple[Point, Edge[Point]]]] = {}
    givers = _list_givers(flow.game, states)
    for point, edges in flow.graph.edges.items():
        for edge in edges:
            ways_in.setdefault(edge.to, []).append((point, edge))
    for point, state in states.items():
        _Checks(flow, report, explained, states, ways_in, givers, point, state).check()


Givers = dict[g.Var, list[tuple[Point, g.Value]]]
WAY = (
    "S03", "which way the game goes from here depends on hidden cards",
    "tell all of it with `announce`: `announce NAME = …`, and ask for NAME; or show the cards",
)  # fmt: skip
IN_EACH_ROUND = (
    "tell it in each round, in place of `until …`: `announce NAME = {0}` first in the loop, then "
    "`if NAME`, and `stop` below it; or show the cards"
)
KEPT_IN_STATE = (
    "tell it in each round: `announce NAME = {0}` last in the loop, and keep NAME in state, for "
    "which `until` asks; or show the cards"
)
ASK_ZONE = "or say before in which zone it lies: {1}`announce NAME = {0} in …`, and ask `if NAME`"
IN_ACTION = "`must {0} in …`; or "
OWN = "if its owner sees it, the zone is declared so:  {} of Seat: {}, seen by owner"
NEVER_SEEN = (
    "the chooser never sees a card of `{0}`, since no line shows one: show it in a line above, or "
    "ask for something else"
)
BETWEEN = "nothing says that no other card lies there: to show all, `show {}`"
TELL_FIRST = "tell this and no more: `announce NAME = …`, and use NAME; or show the cards"
COUNT_FIRST = "tell the number first: `announce NAME = size of …`; or show the cards"
TELL_WHOSE = (
    "tell whose cards they are: `announce {0} = …` in place of what names `{0}` here; or show the "
    "cards first"
)
NOT_TWICE = (
    "it may be one card that is named twice: say before that it is not, `must one is not other`"
)
EACH_ITSELF = (
    "move the cards of each zone by themselves, and tell their number first: "
    "`announce NAME = size of …`; or show the cards"
)
FROM_WHERE = (
    "S02", "everybody sees where this card comes from, but not everybody can know where it lies",
    "take it by its place: `move top of …`, `move bottom of …`",
)  # fmt: skip
UNCERTAIN = "it is not certain that the chooser sees"
CERTAIN = "the chooser cannot see"  # of what lies hidden and is shown in no line of the game
TOLD = {
    Purpose.WAY: WAY,
    Purpose.PAID: (
        "S02", "chips are paid in the open, but this depends on hidden cards", TELL_FIRST
    ),
    Purpose.SAID: (
        "S02", "this sentence is for all ears, but this depends on hidden cards", TELL_FIRST
    ),
    Purpose.AMOUNT: (
        "S02", "everybody sees how many cards go where, but this depends on hidden cards",
        COUNT_FIRST,
    ),
    Purpose.CARDS: (
        "S02", "everybody sees how many cards come from where, but this depends on hidden cards",
        COUNT_FIRST,
    ),
    Purpose.OPENED: (
        "S02", "everybody sees which cards these are, but this depends on other hidden cards",
        TELL_FIRST,
    ),
    Purpose.PLACE: (
        "S02", "everybody sees which place this is, but it depends on hidden cards", TELL_FIRST
    ),
    Purpose.ASKED: (
        "S01", f"{UNCERTAIN} what this condition reads",
        "conditions may read the chooser's own cards, sizes, what lies open and what has been "
        "shown",
    ),
    Purpose.OFFERED: (
        "S01", f"{UNCERTAIN} what is offered here",
        "it may be the chooser's own cards, numbers, what lies open and what has been shown",
        "a hidden card is picked by its place: `place in 1..3`, with a pile for each",
    ),
    Purpose.REFUSED: (
        "S01", f"{UNCERTAIN} what this sentence tells",
        "leave it out of the sentence; or show the cards first",
    ),
}  # fmt: skip


TOLD_AT_ONCE = (Purpose.STATE, Purpose.SAID, Purpose.PAID, Purpose.WAY)
MAX_EXPLAINED = 50  # secrets of which it is looked for what would make them known
MAX_LATER = 40  # points of the flow that are looked at for a step that shows a card
MAX_BEFORE = 60  # points that are looked at for the step that loses sight of it
MAX_SHOWN = 4  # parts of a zone of which it is told in which lines they are shown


def _list_givers(game: g.Game, points: Iterable[Point]) -> Givers:
    """Where each name is given something, and what."""
    found: Givers = {}
    for point in points:
        if point.step is not None and point.kind is not PointKind.LEAVE:
            for name, value in names_given(game, point.step):
                found.setdefault(name, []).append((point, value))
    return found


@attrs.frozen
class _Checks:
    """Asks at one point for what is hidden from those who learn it."""

    flow: Flow
    report: Report
    explained: bool
    states: dict[Point, State]
    ways_in: dict[Point, list[tuple[Point, Edge[Point]]]]
    givers: Givers
    point: Point
    state: State

    def check(self) -> None:
        step, kind = self.point.step, self.point.kind
        if step is None or kind in (PointKind.JOIN, PointKind.HEAD, PointKind.LEAVE):
            return
        if kind is PointKind.TEST:
            test, told = self.point.test, tuple[str, ...](WAY)
            assert test is not None
            if isinstance(step, g.Repeat | g.For) and test is step.until:
                way = IN_EACH_ROUND if isinstance(step, g.Repeat) else KEPT_IN_STATE
                told = (*WAY[:2], way.format(test.span.words))
            self.ask(Read(test, Purpose.WAY), ALL, told)
            return
        if isinstance(step, g.Choose):
            self._check_choice(step)
            return
        facts, state, opens = step_facts(step), self.state, self.flow.opens(step)
        if kind is PointKind.STEP:
            for var in facts.binds:
                state = self.flow.bind(state, var, [ALL])
        if opens:  # what is seen of the cards themselves is no secret
            state = self.flow.with_facts(state, self.laid_open(facts.reads))
        for read in facts.reads:
            if opens and read.purpose is Purpose.CARDS:
                origin = origin_of(read.value)
                for index in values_in(origin) if origin.thing is not None else ():
                    self.ask(Read(index, Purpose.PLACE), ALL, state=state)
                read = attrs.evolve(read, purpose=Purpose.OPENED)
            if kind is PointKind.BEGIN and read.value is getattr(step, "until", None):
                continue  # asked in each round
            if kind is PointKind.BEGIN and _goes_through_cards(step, read.value):
                continue  # everybody sees how many there are
            if isinstance(step, g.Assign) and read.purpose is Purpose.STATE:
                self.check_register(step, read)
            elif read.audience is Audience.ALL:
                self.ask(read, ALL, state=state)

    def laid_open(self, reads: Iterable[Read]) -> Iterator[Fact]:
        """What would be known if the cards that a step takes from lay open."""
        for read in reads:
            if read.purpose is Purpose.CARDS:
                yield Fact(Kind.KNOWN, self.flow.term(origin_of(read.value)), ALL, seen=True)

    def check_register(self, step: g.Assign, read: Read) -> None:
        """Whoever sees a register learns what it is made of."""
        thing, name = step.place.thing, step.place.thing.name
        seer = self.flow.know(self.state).seer(thing, self.flow.index(step.place))
        use = f"{' '.join(step.place.span.text.split())} {step.op} NAME"
        help_: tuple[str, ...] = (
            f"tell this and no more: `announce NAME = …`, then `{use}`",
            "or say of the register who sees it: `seen by …`; or show the cards",
        )
        title = f"`{name}` is open to all, but it is worked out from hidden cards"
        if seer is not None:
            assert thing.seen_by is not None
            whose = name_seers(thing)
            title = f"`{name}` is {whose}, but it is worked out from cards hidden from there"
            help_ = ("show the cards first to whoever sees the register",)
        state = self.state
        if seer is not None and thing.seen_by is not None and bare(thing.seen_by.type) != SEAT:
            one = self.flow.terms.make("one of", at=seer)
            state, seer = self.flow.with_facts(state, {Fact(Kind.MEMBER, one, seer)}), one
        self.ask(read, ALL if seer is None else seer, ("S02", title, *help_), state)

    def _check_choice(self, step: g.Choose) -> None:
        state, flow = self.state, self.flow
        for value in (step.seat, step.decider, step.over):
            if value is not None:
                self.ask(Read(value, Purpose.WAY), ALL)
        who = flow.chooser(step)
        if step.var is not None and step.over is not None:
            member = Fact(Kind.MEMBER, flow.terms.variable(step.var), flow.term(step.over))
            state = flow.with_facts(flow.bind(state, step.var, [ALL]), {member})
        for action in step.actions:
            way = state
            for param in action.params:
                for read in param_reads(param):
                    self.ask(read, who, state=way)
                way = flow.parameter(way, param, who)
            for must in action.musts:
                for read in must_reads(must):
                    refused = flow.answered(way, must.test, False)
                    self.ask(read, who, state=way if read.value is must.test else refused)
                if not must.if_able:
                    way = flow.answered(way, must.test, True)
            for advice in flow.game.advice.get(action, ()):
                told = _tell_row(flow.game, advice, action, step)
                for value in (advice.test, advice.value):
                    if value is not None:
                        self.ask(Read(value, Purpose.ASKED), who, told, way)

    def ask(
        self, read: Read, who: Term, told: tuple[str, ...] | None = None,
        state: State | None = None,
    ) -> None:  # fmt: skip
        """Report the first thing that a value gives away."""
        known = self.flow.know(state or self.state)
        term = self.flow.term(read.value)
        if read.purpose is Purpose.CARDS:
            term = self.flow.terms.make("places", None, (term,))
            if bare(read.value.type) == CARD:
                told = FROM_WHERE
        hidden = known.hidden(term, who)
        if not hidden:
            return
        code, title, *help_ = told or TOLD[read.purpose]
        if not any(map(is_of_cards, hidden)):
            title, *help_ = map(leave_out_cards, (title, *help_))
        thing, place = hidden[0], self.place_of(known, read.value, hidden[0], who)
        if title.startswith(UNCERTAIN) and not self.can_see(who, place):
            title = title.replace(UNCERTAIN, CERTAIN)
        elif self.is_shown(thing):
            title = say_maybe(title)
        problem, given = Problem(code, title, place.span), self.find_giver(place, who)
        root = self.root_of(known, read, who, problem)
        if root:
            label = self.sight_of(thing, hidden, place.span) + write_line_behind(thing, place.span)
            problem = attrs.evolve(problem, label=label, help=root, cause=root[0])
        elif given is not None and who == ALL:
            problem = self.tell_giver(*given, problem)
            problem = attrs.evolve(problem, cause=f"given {given[-1].span.start}")
        elif self.explained and not self.report.has(problem) and self._is_read():
            label, help_ = self.explain(read, term, who, thing, help_, bool(told), state, place)
            cause = f"{code} {title} {thing.name} {thing.span}" if isinstance(thing, g.Var) else ""
            also = self.within_definition(place, thing)
            problem = attrs.evolve(problem, label=label, help=tuple(help_), cause=cause, also=also)
        self.report.take([problem])

    def is_in_action(self, here: Span) -> bool:
        """Whether it is done where something was chosen, so that a condition can stand above it."""
        phases = tuple(phase.body for phase in self.flow.game.phases.values())
        steps = (step for action in actions_in(phases) for step in action.body)
        return any(here.is_inside(step.span) for step in steps)

    def _is_read(self) -> bool:
        """Whether so little was told that what would mend it is worth looking for."""
        return len(self.report.problems) < MAX_EXPLAINED

    def root_of(self, known: Knowledge, read: Read, who: Term, problem: Problem) -> tuple[str, ...]:
        """What lies behind this problem and others like it: one that is told once for them all."""
        if not self.explained or self.report.has(problem) or read.purpose is Purpose.CARDS:
            return ()
        return NotShown(self.flow, known, read.value, who, problem.span).find_set()

    def explain(
        self, read: Read, term: Term, who: Term, thing: Hidden, help_: list[str], is_told: bool,
        state: State | None, place: g.Value,
    ) -> tuple[str, list[str]]:  # fmt: skip
        """What is not known of a thing, and what would make it known."""
        known = self.flow.know(state or self.state)
        hidden = known.hidden(term, who)
        here = place.span
        where, is_lost = self.sight_of(thing, hidden, here), not isinstance(thing, g.Register)
        if own := self.way_to_own(known, place, thing, who):
            help_ = [*help_[:1], own]
        if read.purpose is Purpose.OFFERED and (shown := self.shown_of(thing, here)):
            help_ = [*help_[:1], *shown]
        if read.purpose is Purpose.CARDS:
            if not is_told:
                help_ = [self.way_to_name(known, read.value) or self.way_to_count(known, term)]
            else:
                name = read.value.span.text
                name = name if len(name.split()) == 1 else "CARD"
                chosen = IN_ACTION.format(name) if self.is_in_action(here) else ""
                help_.append(ASK_ZONE.format(name, chosen))
            if self.is_known(known, thing, who):
                where, is_lost = f"`{thing.name}` {tells_no_place(thing)}", False
        where += write_line_behind(thing, here)
        if read.purpose in TOLD_AT_ONCE:
            help_ = show_first(self.flow.game, hidden, help_)
        at_once = who == ALL and read.purpose in TOLD_AT_ONCE
        later = self.known_later(term, read.value, here) if at_once else ()
        if later:
            help_ = [*later]
        elif is_lost:
            guard, asks = "", read.value if read.purpose is Purpose.OFFERED else place
            row = is_told and read.purpose is Purpose.ASKED  # of a policy: nobody is refused
            if read.purpose in (Purpose.WAY, Purpose.ASKED, Purpose.OFFERED) and not row:
                guard = self.guard(who, _card_at_end(read.value, asks))
            help_ += self.not_placed(known, read.value, who)
            help_ += NotShown(self.flow, known, read.value, who, here).find_one()
            unseen = read.purpose is Purpose.ASKED and not self.can_see(who, asks)
            lost = () if unseen else self.lost(term, who, state or self.state, guard, here)
            card = None if read.purpose is Purpose.OFFERED else _find_end(read.value, thing)
            if not (lost or unseen) and card is not None:  # whoever is in question
                lost = self.lost(self.flow.term(card), ALL, state or self.state, guard, here)
            if not lost and guard and read.purpose is Purpose.ASKED and thing.name in guard:
                lost = (guard.removeprefix(", or "),)
            elif not lost and unseen:
                lost = (NEVER_SEEN.format(asks.span.words),)
            elif not lost and read.purpose in TOLD_AT_ONCE and _is_small_pile(thing):
                shown = self.shown_of(thing, here)
                lost = (*shown, BETWEEN.format(thing.name)) if shown else ()
            help_ += lost
        return where, help_

    def sight_of(
        self, thing: Hidden, hidden: tuple[Hidden, ...], here: Span, at: Point | None = None
    ) -> str:
        """How a thing is hidden; of a card that was chosen, what is so of the others too."""
        cards = list_cards_drawn(hidden)
        if isinstance(thing, g.Var) and has_cards(thing.type):
            ways = (self.step_of_others(thing, one) for one in (self.point, at) if one is not None)
            if others := next(filter(None, ways), None):
                are, line = "is" if bare(thing.type) == CARD else "are", others.line_told_at(here)
                return f"nothing says which of the cards of {line} {are} `{thing.name}`"
            if thing in cards and len(cards) > 1:
                names = [f"`{card.name}`" for card in cards]
                listed = f"{', '.join(names[:-1])} and {names[-1]}"
                return f"{listed} are cards that have not been shown"
        return f"`{thing.name}` {say_how_hidden(thing)}"

    def step_of_others(self, card: g.Var, at: Point) -> Span | None:
        """Where, since a card was chosen, several have been laid open that it may be among."""
        flow = self.flow
        zone = flow.names.zone_holding(card.drawn_from) if card.drawn_from else None
        waiting, seen = deque([at]), {at}
        while waiting and len(seen) < MAX_BEFORE:
            for before, _ in self.ways_in.get(waiting.popleft(), ()):
                step = before.step
                if before in seen or step is None or card in list_named(flow.game, step):
                    continue
                seen.add(before)
                waiting.append(before)
                if isinstance(step, g.Move | g.Show) and flow.opens(step):
                    what = self.given_for(before, step.what)
                    values = list(values_inside(what))
                    is_among = any(
                        value.local is card or (zone is not None and value.thing is zone)
                        for value in values
                    )  # fmt: skip
                    if is_among and what.local is not card:
                        return step.span
        return None

    def way_to_own(self, known: Knowledge, place: g.Value, thing: Hidden, who: Term) -> str:
        """How a zone is declared that its owner sees, where just that seat may not see it."""
        if not (isinstance(thing, g.Zone) and thing.face == "down" and isinstance(place, g.Load)):
            return ""
        if not place.index or not known.same(self.flow.term(place.index[0]), who):
            return ""
        kind = "Pile" if thing.pile else "Cards"
        return "" if self.can_see(who, place) else OWN.format(thing.name, kind)

    def guard(self, who: Term, place: g.Value) -> str:
        """What a question can say to ask for seen cards only, of a card or of a whole zone."""
        step, seen = self.point.step, "showing of {}"
        if who != ALL and isinstance(step, g.Choose):
            chooser = step.decider or step.seat
            name = chooser.span.words if chooser else step.var.name if step.var else "seat"
            if name != "choose":  # where one seat alone plays, it has no name
                name = f"({name})" if " in " in name else name
                seen = f"sees({name}, {{}})"
        if not has_cards(place.type) or place.calls is not None:
            return ""  # what a definition asks for is changed there
        if not self.can_see(who, place):
            return ""  # it would be asked of no card, ever
        if element(bare(place.type)) is not None:
            said = place.span.words
            if " where " in said:  # it is narrowed already, perhaps by this
                more = seen.format("it")
                return "" if more in said else f", or let `where` go on with `{more} and …`"
            asked = f"({said} where {seen.format('it')})"
            return f", or ask only for what is seen: `{asked}`"
        return f", or let the question begin with `{seen.format(place.span.words)} and …`"

    def can_see(self, who: Term, cards: g.Value) -> bool:
        """Whether somebody may ever see one of some cards: where they lie, or when shown."""
        places = self.flow.places_of(self.state, cards)
        if places is None:
            return True
        known = self.flow.know(self.state)
        shown = self.flow.shown_zones
        for zone, index in map(self.flow.zone_at, places):
            if zone.face == "up" or shown is None or zone in shown:
                return True
            seer = None if index is None else known.seer(zone, index)
            if zone.seen_by is None or who == ALL:
                continue
            if seer is None:
                return True
            is_one = bare(zone.seen_by.type) == SEAT
            if not (known.differ(seer, who) if is_one else known.lacks(seer, who)):
                return True
        return False

    def is_shown(self, thing: Hidden) -> bool:
        """Whether some line may show a card of a zone: lines are not put together."""
        shown = self.flow.shown_zones
        return isinstance(thing, g.Zone) and (shown is None or thing in shown)

    def find_giver(self, place: g.Value, who: Term) -> tuple[Point, g.Run, g.Value] | None:
        """Where a phase is first given what a value is made of, though it is hidden from somebody.

        Names that are given by `let` on the way are followed.
        """
        found, followed, at = None, set[g.Var](), self.point
        while place.local is not None and place.local not in followed:
            followed.add(place.local)
            given = self.given_before(at, place.local)
            if given is None:
                break
            at, arg = given
            known = self.flow.know(self.states[at])
            hidden = known.hidden(self.flow.term(arg), who)
            if not hidden:
                break
            found = (at, at.step, arg) if isinstance(at.step, g.Run) else found
            place = self.place_of(known, arg, hidden[0], who)
        return found

    def given_for(self, at: Point, value: g.Value) -> g.Value:
        """What a name at a point was given; another value as it is."""
        followed = set[g.Var]()
        while value.local is not None and value.local not in followed:
            followed.add(value.local)
            at, value = self.given_before(at, value.local) or (at, value)
        return value

    def given_before(self, start: Point, var: g.Var) -> tuple[Point, g.Value] | None:
        """What a name was given on the way to a point: of several calls of a phase by this one.

        Each has points of its own, to which no way leads but through it.
        """
        givers = self.givers.get(var, [])
        if len(givers) < 2:
            return givers[0] if givers else None
        waiting, seen = deque([start]), {start}
        while waiting:
            for before, _ in self.ways_in.get(waiting.popleft(), ()):
                if before in seen or before.step is None or before not in self.states:
                    continue
                seen.add(before)
                waiting.append(before)
                if before.kind is PointKind.LEAVE:
                    continue
                for name, value in names_given(self.flow.game, before.step):
                    if name is var:
                        return before, value
        return None

    def tell_giver(self, point: Point, run: g.Run, arg: g.Value, then: Problem) -> Problem:
        """What a phase gives away of what it is given is told where it is given that."""
        known, words = self.flow.know(self.states[point]), arg.span.words
        hidden = known.hidden(self.flow.term(arg), ALL)
        thing = hidden[0]
        label = self.sight_of(thing, hidden, arg.span, point) + write_line_behind(thing, arg.span)
        title = (
            f"all come to know what `{run.phase}` is given here, but this depends on hidden cards"
        )
        title = say_maybe(title) if self.is_shown(thing) else title
        help_ = f"announce it before, `announce NAME = {words}`, and give NAME; or show the cards"
        also = ((then.span, then.title),)
        help_lines = tuple(show_first(self.flow.game, hidden, [help_]))
        return Problem("S02", title, arg.span, label=label, also=also, help=help_lines)

    def known_later(self, term: Term, asked: g.Value, caret: Span) -> tuple[str, ...]:
        """The next step below this one, and outside it, from which on all know it.

        Where a step on the way changes something that is asked, it is another question there.
        """
        flow, here = self.flow, self.point
        things, same = things_read(asked), True
        waiting, seen = deque([(here, self.state)]), {here}
        while waiting and len(seen) < MAX_LATER:
            point, state = waiting.popleft()
            for edge in flow.graph.edges.get(point, ()):
                step, there = edge.to.step, flow.along(point, edge, state)
                if edge.to in seen or step is None or there is None:
                    continue
                seen.add(edge.to)
                same = same and not things & _list_changed(step)
                if _is_below(step.span, here) and not flow.know(there).hidden(term, ALL):
                    continue  # known by what was found out on the way
                after = flow.after(edge.to, there)
                # Whatever way led there: what was found out on this one does not hold below.
                ways = after, flow.after(edge.to, self.states[edge.to])
                if _is_below(step.span, here) and not any(
                    flow.know(way).hidden(term, ALL) for way in ways
                ):
                    if isinstance(step, g.Assign):
                        continue  # it may not tell this either
                    words = " ".join(step.span.text.split("\n")[0].split())
                    known = f"it is known from {step.span.line_told_at(caret)} on"
                    phase = self.phase_of(step)
                    if phase is not self.phase_of(here.step):
                        return (f"{known}, where `{words}` is done",)
                    if same and phase is not None and _is_beside(step, here.step, phase.body):
                        return (f"{known}: put this below `{words}`",)
                waiting.append((edge.to, after))
        return ()

    def phase_of(self, step: g.Step | None) -> g.Phase | None:
        """The phase in which a step stands."""
        phases = self.flow.game.phases.values()
        return next((one for one in phases if any(node is step for node in walk(one.body))), None)

    def is_known(self, known: Knowledge, thing: Hidden, who: Term) -> bool:
        """Whether it is known which cards something stands for, wherever they may lie."""
        terms = self.flow.terms
        match thing:
            case NamedCard():
                return True
            case g.Var():
                return not known.hidden(terms.variable(thing), who)
            case _:
                return isinstance(thing, g.Register) and not known.hidden(
                    terms.load(thing, ()), who
                )

    def way_to_name(self, known: Knowledge, cards: g.Value) -> str:
        """What would let everybody know whose cards they are; empty where that is not hidden."""
        for inner in values_in(cards):
            var = inner.local
            is_seat = var is not None and bare(var.type) == SEAT
            if var is not None and is_seat and known.hidden(self.flow.term(inner), ALL):
                return TELL_WHOSE.format(var.name)
        return ""

    def way_to_count(self, known: Knowledge, places: Term) -> str:
        """What would let everybody know how many cards lie in each place."""
        terms = self.flow.terms
        cards = terms.shapes[places].args[0]
        number = Fact(Kind.KNOWN, terms.make("size", None, (cards,)), ALL)
        pairs = combinations(terms.united(cards)[1], 2)
        others = [Fact(Kind.DIFFERS, one, other) for one, other in pairs]
        for facts, way in (([number], COUNT_FIRST), (others, NOT_TWICE)):
            if not Knowledge(terms, known.facts.union(facts)).hidden(places, ALL):
                return way
        return EACH_ITSELF

    def place_of(self, known: Knowledge, value: g.Value, thing: Hidden, who: Term) -> g.Value:
        """What of a value reads a hidden thing: its innermost part, or what applies it."""
        for inner in values_in(value):
            if thing in known.hidden(self.flow.term(inner), who):
                return self.place_of(known, inner, thing, who)
        return value

    def within_definition(self, place: g.Value, thing: Hidden) -> tuple[tuple[Span, str], ...]:
        """Where a definition that has a name asks for a hidden thing."""
        if place.calls is None or place.thing is thing:
            return ()
        inside = (one for one in values_inside(place) if one.thing is thing and one is not place)
        return tuple((one.span, "it is asked for here") for one in inside)[:1]

    def shown_of(self, thing: Hidden, here: Span) -> tuple[str, ...]:
        """The parts of a hidden zone that lines show, where that is less than the whole."""
        if not isinstance(thing, g.Zone):
            return ()
        lines: dict[str, dict[str, None]] = {}
        for step in select_kind(self.flow.written_steps, g.Show):
            what = step.what
            if not step.hidden and what.thing is None and thing in things_read(what):
                lines.setdefault(what.span.words, {})[step.span.line_told_at(here)] = None
        return tuple(
            f"`{words}` is shown, in {listed(at)}" for words, at in list(lines.items())[:MAX_SHOWN]
        )

    def not_placed(self, known: Knowledge, value: g.Value, who: Term) -> tuple[str, ...]:
        """Of which known card it is asked whether it lies in a zone that is hidden."""
        parts = list(walk(value))
        come_from = {phrase.var: phrase.over for phrase in select_kind(parts, g.Phrase)}
        for op in select_kind(parts, g.Op):
            if op.name not in ("in", "not_in") or op.args[1].zone is None:
                continue
            card, zone = op.args
            cards = origin_of(card if card.local is None else come_from.get(card.local, card))
            if cards.local is None or not has_cards(cards.type):
                continue
            if known.hidden(self.flow.term(zone), who) and not known.hidden(
                self.flow.term(cards), who
            ):
                return (
                    f"which card `{card.span.words}` is, is known, where it lies is not: ask of a "
                    f"zone that lies open, as in `{card.span.words} not in ZONE`",
                )  # fmt: skip
        return ()

    def lost(self, term: Term, who: Term, state: State, guard: str, here: Span) -> tuple[str, ...]:
        """Where somebody had seen it before this point, and how to see it again.

        `guard`: what a question can say, so that it asks for seen cards only. What is known only
        since nothing lay there yet, nobody has seen.
        """
        flow = self.flow
        names = {f for f in state.facts if f.kind is Kind.MEMBER}

        def is_known(there: State) -> bool:
            seen = attrs.evolve(there, facts=there.facts - flow.emptiness)
            return not flow.know(flow.with_facts(seen, names)).hidden(term, who)

        def gives_name(at: Point) -> bool:
            atoms = flow.terms.atoms[term]
            return at.step is not None and not atoms.isdisjoint(list_named(flow.game, at.step))

        def outlasts(at: Point) -> bool:
            there = flow.with_facts(self.states[at], {Fact(Kind.KNOWN, term, who, seen=True)})
            return is_known(flow.after(at, there))

        waiting, seen = deque(() if gives_name(self.point) else (self.point,)), {self.point}
        while waiting and len(seen) < MAX_BEFORE:
            point = waiting.popleft()
            for before, edge in self.ways_in.get(point, ()):
                if before not in self.states or before in seen:
                    continue
                seen.add(before)
                after = flow.after(before, self.states[before])
                there = flow.along(before, edge, after)
                if there is not None and is_known(there):
                    return tell_where_lost(point, flow.terms.atoms[term], guard, here)
                if gives_name(before):
                    continue  # before it the name stood for something else
                if is_known(self.states[before]) and not is_known(after):
                    return tell_where_lost(before, flow.terms.atoms[term], guard, here)
                if outlasts(before):  # else it does not matter what was known before it
                    waiting.append(before)
        return ()


def _is_small_pile(thing: Hidden) -> bool:
    """Whether it is one pile, of which it may be meant to show all cards one by one."""
    return isinstance(thing, g.Zone) and thing.pile and not (thing.index or thing.starts)


def _card_at_end(value: g.Value, place: g.Value) -> g.Value:
    """The card that a value takes of a place, as `top of` does: of none there is nothing to ask."""
    for part in values_inside(value):
        is_card = isinstance(part, g.Op) and part.name in ENDS and bare(part.type) == CARD
        if is_card and place in values_in(part):
            return part
    return place


def _find_end(value: g.Value, thing: Hidden) -> g.Value | None:
    """The top or bottom card of a lone pile that a value asks for."""
    for part in select_kind(values_inside(value), g.Op):
        if part.name in ENDS and isinstance(part.args[0], g.Load) and part.args[0].zone is thing:
            return None if part.args[0].index else part
    return None


def _is_below(span: Span, point: Point) -> bool:
    """Whether something stands below the step of a point."""
    mine = point.step.span if point.step is not None else None
    return mine is not None and mine.source is span.source and mine.end <= span.start


def _list_changed(step: g.Step) -> set[Thing]:
    """The zones and the state that a step changes."""
    facts = step_facts(step)
    changed = {place.thing for place in (*facts.writes, *facts.lays)}
    return changed | things_read(*facts.takes)


def _is_beside(step: g.Step, other: g.Step | None, body: tuple[g.Step, ...]) -> bool:
    """Whether a step stands in the block of another, or in one round that, in a body."""
    if any(one is step for one in body):
        return any(one is other for one in steps_in(body))
    blocks = (block for one in body for block in step_facts(one).blocks)
    return any(_is_beside(step, other, block.body) for block in blocks)


def _goes_through_cards(step: g.Step, value: g.Value) -> bool:
    goes_through = isinstance(step, g.For) and value is step.over
    return goes_through and value.thing is not None and element(value.type) == CARD


def _tell_row(
    game: g.Game, advice: g.Advice, action: g.Action, step: g.Choose
) -> tuple[str, ...]:  # fmt: skip
    """What is wrong with a row of a policy; where it is asked of several actions, of which."""
    code, title, *help_ = TOLD[Purpose.ASKED]
    title = title.replace("this condition", "this row")
    asked = [one for one, rows in game.advice.items() if any(advice.span == r.span for r in rows)]
    if len(asked) > 1 and step.seat is not None:
        line = action.span.line_told_at(advice.span)
        help_.append(
            f"the row is about the `{action.name}` of {line} too, where `{step.seat.span.words}` "
            "chooses; with another name that action has rows of its own"
        )
    return code, title, *help_
