"""Where an example is played: a table whose chance, cards and state the example has laid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import SEAT, Type, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.from_game import Build, Entry, machine
from hoyle.dsl.machine.lowering import CannotLower
from hoyle.dsl.machine.meaning import NoAnswer, bits
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span
from hoyle.interpreter.play.engine import Engine
from hoyle.interpreter.play.events import Event
from hoyle.interpreter.play.expressions import Slots
from hoyle.interpreter.play.fault import RulesetFault
from hoyle.interpreter.play.moves import Legal
from hoyle.interpreter.play.words import Words, underscored
from hoyle.interpreter.trial.coverage import Coverage
from hoyle.interpreter.trial.findings import Finding

MOST_KEPT = 48


class Workshop:
    """Machines for examples: many examples begin at the same place with the same options."""

    def __init__(self, game: g.Game, coverage: Coverage | None = None) -> None:
        self.game = game
        self.coverage = coverage
        self.made: dict[tuple[Any, ...], tuple[Build, Engine]] = {}

    def machine(
        self, checked: x.Checked, options: Mapping[str, int], start: x.Start | None
    ) -> tuple[Build, Engine]:
        """The machine of an example and what runs it."""
        args = tuple(as_constant(arg, checked.seats) for arg in start.args) if start else ()
        key = None
        if all(isinstance(arg, g.Const | g.Literal) for arg in args):
            words = tuple(getattr(arg, "value", getattr(arg, "word", "")) for arg in args)
            phase = start.phase if start else ""
            key = (checked.count, tuple(sorted(options.items())), phase, words)
            if key in self.made:
                return self.made[key]
        bound = tuple((seat, k) for k, seat in enumerate(checked.seats))
        entry = Entry(start.phase, args, bound, True) if start else Entry("")
        report = Report()
        build = machine(self.game, checked.count, options, entry=entry, report=report)
        if build is None or report.failed:
            problem = next((found for found in report.problems), None)
            says = problem.title if problem else "no table can be made with these options"
            span = start.span if start else checked.players_span
            also = ((problem.span, "this line is the reason"),) if problem else ()
            raise Finding(says, span, also=also)
        engine = Engine(build.machine, traced=True)
        if self.coverage is not None:
            self.coverage.listen(engine)
        if key is not None:
            if len(self.made) >= MOST_KEPT:
                self.made.pop(next(iter(self.made)))
            self.made[key] = (build, engine)
        return build, engine


def as_constant(value: g.Value, seats: tuple[g.Var, ...]) -> g.Value:
    """A seat's name as that seat."""
    if isinstance(value, g.Local) and value.var in seats:
        return g.Const(seats.index(value.var), SEAT, value.span)
    return value


class Open(list[Any]):
    """Slots some of which chance should have filled, and nobody has said with what: reading one of
    those is told as a mistake of the example."""

    def __init__(
        self, slots: Slots, left: dict[int, p.Chance], unsaid: Callable[[int], Finding]
    ) -> None:
        super().__init__(slots)
        self.left, self.unsaid = left, unsaid

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, int) and k in self.left:
            raise self.unsaid(k)
        return super().__getitem__(k)

    def __setitem__(self, k: Any, value: Any) -> None:
        self.left.pop(k, None)
        super().__setitem__(k, value)


@attrs.define(eq=False)
class Stage:
    """One example while it is run."""

    checked: x.Checked
    build: Build
    engine: Engine
    start: x.Start | None
    packs: tuple[x.LaidPack, ...]
    givens: tuple[x.Given, ...]
    slots: Slots = attrs.field(factory=list)
    at: int = 0
    legal: Legal | None = None
    begun: bool = False
    shuffles: int = 0
    skipped: int = 0  # 1 where the first pack was drawn from before the first shuffle
    left: dict[int, p.Chance] = attrs.field(factory=dict)  # slots that chance has not filled
    unlaid: Span | None = None  # a shuffle for which no pack was laid
    now: Span | None = None  # the line that is being carried out
    words: Words = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        low = self.build.lowering
        low.env.update((seat, p.K(k)) for k, seat in enumerate(self.checked.seats))
        self.words = Words(self.machine, [seat.name for seat in self.checked.seats], symbols=True)
        assert self.engine.trace is not None
        self.engine.trace.take()

    @property
    def machine(self) -> p.Machine:
        """The machine."""
        return self.build.machine

    @property
    def over(self) -> bool:
        """Whether nothing more can be chosen."""
        return self.legal is None

    @property
    def node(self) -> p.Choose:
        """The choice that is asked now."""
        node = self.machine.nodes[self.at]
        assert isinstance(node, p.Choose)
        return node

    @property
    def seat(self) -> int:
        """Who chooses now."""
        return int(self.slots[self.node.seat])

    # ------------------------------------------------------------------ setting up

    def begin(self) -> None:
        """Lay the cards, give state its values, and go on to the first choice."""
        self.slots = self.engine.fresh()
        self.lay_pack()
        self.lay_zones()
        self.now = self.start.span if self.start is not None else self.checked.players_span
        self.begun = True
        self.go(self.machine.entry)
        if self.start is None:
            self.give_state()

    def lay_pack(self) -> None:
        """The first pack lies in the stock from the start, the first card on top."""
        stock = self.machine.stock
        if self.packs and stock in self.engine.zones.places:
            place = self.engine.zones.places[stock]
            if place.pile:
                self.slots[stock] = self.stacked(self.slots[stock], self.packs[0])

    def stacked(self, pile: tuple[int, ...], pack: x.LaidPack | None) -> tuple[int, ...]:
        """The named cards from the top, the others below in the pack's order."""
        top: list[int] = []
        for word in pack.cards if pack is not None else ():
            top.append(self.copy_of(word, [card for card in pile if card not in top]))
        rest = sorted(card for card in pile if card not in top)
        return tuple(reversed(top + rest))

    def copy_of(self, word: g.Literal, among: list[int]) -> int:
        """The lowest copy of a card that is there; of a marked twin the second copy."""
        named = self.ask(word)
        twin = self.machine.pack.twin_of
        if named < 0:
            raise Finding(f"there is no {word.span.text} in the pack of this table", word.span)
        copies = [named] if word.twin else [c for c in among if twin[c] == twin[named]]
        found = next((card for card in sorted(copies) if card in among), None)
        if found is None:
            raise Finding(f"{word.span.text} is not there: it lies somewhere else", word.span)
        return found

    def lay_zones(self) -> None:
        """Cards that are given to zones come out of the zone that starts with the pack."""
        zones, stock = self.engine.zones, self.machine.stock
        for given in self.givens:
            if not isinstance(given.place.thing, g.Zone):
                continue
            slot = self.slot_of(given.place)
            if slot == stock:
                raise Finding(
                    f"`{given.place.span.text}` starts with the pack: `pack` says how it lies",
                    given.span,
                )
            for card in self.cards_given(given):
                zones.take(self.slots, stock, card, given.span)
                self.guarded(lambda c=card, at=slot: zones.lay(self.slots, at, [c], False, self.here))

    def cards_given(self, given: x.Given) -> list[int]:
        """The cards of a `given`, in the order of the text where it is a list."""
        there = list(self.engine.zones.cards(self.slots, self.machine.stock))
        if given.cards is not None:
            found: list[int] = []
            for word in given.cards:
                found.append(self.copy_of(word, [card for card in there if card not in found]))
            return found
        cards = self.ask(given.value, given.place.type)
        found = list(bits(cards) if isinstance(cards, int) else cards)
        missing = [card for card in found if card not in there]
        if missing:
            raise Finding(f"{self.words.cards(missing)} lies somewhere else already", given.span)
        return found

    def give_state(self) -> None:
        """Registers that the example gives."""
        for given in self.givens:
            if isinstance(given.place.thing, g.Register):
                slot = self.slot_of(given.place)
                self.slots[slot] = self.value_given(given, slot)

    def value_given(self, given: x.Given, slot: int) -> Any:
        """What a register is given, which must lie in its range."""
        value, shape = self.ask(given.value, given.place.type), self.machine.slots[slot]
        if shape.kind == "number" and not (value == -1 and shape.maybe):
            if not shape.low <= value <= shape.high:
                name = " ".join(given.place.span.text.split())
                raise Finding(
                    f"`{name}` runs from {shape.low} to {shape.high}, and {value} is outside",
                    given.span,
                )
        return value

    def slot_of(self, place: g.Load) -> int:
        """The slot of a zone or register."""
        phase = getattr(place.thing, "phase", None)
        if phase is not None and self.start is not None and phase not in self.entered():
            raise Finding(
                f"`{place.thing.name}` is set afresh whenever `{phase}` begins", place.span,
                (f"to give it a value, begin inside: `start {phase}`, or a phase that it runs",),
            )  # fmt: skip
        ref = self.lowered(lambda low: low.ref(place))
        if ref.index is None:
            return int(ref.base)
        return int(ref.base) + int(self.run_now(ref.index))

    def entered(self) -> list[str]:
        """The phases whose own state is there when the play begins."""
        from hoyle.dsl.machine.from_game import owners_needed

        assert self.start is not None
        if self.start.phase == "match":
            return ["match"]
        return [*owners_needed(self.build.lowering, self.start.phase), self.start.phase]

    # ------------------------------------------------------------------ going on

    @property
    def here(self) -> Span:
        """The line that is being carried out."""
        return self.now if self.now is not None else self.checked.span

    def guarded(self, work: Any) -> Any:
        """Do something; a fault of the ruleset is told with both lines."""
        try:
            return work()
        except RulesetFault as fault:
            says = f"the ruleset is at fault here: {fault.says}"
            if fault.span is self.here:
                raise Finding(fault.says, self.here) from fault
            raise Finding(says, self.here, also=((fault.span, ""),)) from fault

    def go(self, at: int) -> None:
        """On to where somebody chooses, or the end."""
        while True:
            at, self.legal = self.guarded(lambda at=at: self.engine.stop(self.slots, at))
            node = self.machine.nodes[at]
            if self.legal is not None or isinstance(node, p.End):
                break
            assert isinstance(node, p.Chance)
            at = self.chance(at, node)
        self.at = at
        self.note(self.taken())

    def taken(self) -> tuple[Event, ...]:
        """The events since the last time."""
        assert self.engine.trace is not None
        return self.engine.trace.take()

    def note(self, events: tuple[Event, ...]) -> None:
        """Whether the first pack is drawn from before it is shuffled."""
        if self.shuffles:
            return
        stock = self.machine.stock
        for event in events:
            if (event.kind == "deal" and event["source"] == stock and event["dealt"]) or (
                event.kind == "move" and stock in event["sources"]
            ):
                self.skipped = 1

    def chance(self, at: int, node: p.Chance) -> int:
        """What the example says of chance; where to go on."""
        if node.kind == "pause":
            self.give_state()
            return node.then
        if node.kind == "draw":
            return self.draw(at, node)
        self.note(self.taken())
        k = self.shuffles + self.skipped
        pack = self.packs[k] if k < len(self.packs) else None
        if pack is None:
            self.unlaid = node.span
        pile = self.guarded(lambda: self.engine.outcomes(self.slots, at))
        self.shuffles += 1
        return self.engine.happen(self.slots, at, self.stacked(pile, pack))

    def draw(self, at: int, node: p.Chance) -> int:
        """A register that chance fills: the example must say with what."""
        slot = self.engine.works.slot(node.ref)(self.slots)
        for given in self.givens:
            if isinstance(given.place.thing, g.Register) and self.slot_of(given.place) == slot:
                value = self.value_given(given, slot)
                if value not in self.guarded(lambda: self.engine.outcomes(self.slots, at)):
                    raise Finding("chance cannot bring this", given.span, also=((node.span, ""),))
                return self.engine.happen(self.slots, at, value)
        self.left[slot] = node
        if self.machine.slots[slot].local:
            raise self.unsaid(slot)
        if not isinstance(self.slots, Open):
            self.slots = Open(self.slots, self.left, self.unsaid)
        return node.then

    def unsaid(self, slot: int) -> Finding:
        """Chance decides, and the example does not say how."""
        node = self.left[slot]
        name = underscored(self.words.slot(slot))
        who = "who" if node.type is not None and bare(node.type) == SEAT else "what"
        hint = ()
        if not self.machine.slots[slot].local:
            seat = self.words.names[0] if who == "who" else "…"
            hint = (f"write above it, for example, `given {name} = {seat}`",)
        return Finding(
            f"say {who} `{name}` is: it is {node.what}", self.here, hint, also=((node.span, ""),)
        )

    # ------------------------------------------------------------------ asking

    def lowered(self, work: Any) -> Any:
        """Something of the lowering, as if every phase were running."""
        low = self.build.lowering
        running, low.running = low.running, list(low.settings.game.phases)
        try:
            return work(low)
        except CannotLower as problem:
            raise Finding(problem.says, problem.span) from problem
        finally:
            low.running = running

    def ask(self, value: g.Value, kind: Type | None = None) -> Any:
        """What a value is now; in the shape of `kind` where that is given."""
        expr = self.lowered(
            lambda low: low.value(value) if kind is None else low.as_type(value, kind)
        )
        return self.run_now(expr)

    def run_now(self, expr: p.Expr) -> Any:
        """What a lowered value is now. Asking changes nothing."""
        if isinstance(expr, p.K):
            return expr.value
        deeper = max(0, self.build.lowering.deepest - self.machine.scratch)
        s: Slots = [*self.slots, *([0] * (deeper + 8))]
        if self.left:
            s = Open(s, dict(self.left), self.unsaid)
        try:
            return self.engine.compiler.value(expr)(s)
        except NoAnswer as none:
            raise Finding(str(none), self.here) from none
        except RulesetFault as fault:
            raise Finding(fault.says, fault.span) from fault
