"""Where an example is played: a table whose chance, cards and state the example has laid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import attrs

from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SEAT, NumberT, RecordT, SetT, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits, mask_of
from hoyle.dsl.machine.context import may_be_unset
from hoyle.dsl.machine.from_game import Build, find_phase_path
from hoyle.dsl.machine.lower_onward import RUN
from hoyle.dsl.nearest import listed
from hoyle.dsl.node import walk
from hoyle.dsl.printable import count_cards, to_underscores
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.events import Event, PhaseBegun, PhaseEnded
from hoyle.interpreter.runtime.fault import NothingToChoose, RulesetFault
from hoyle.interpreter.runtime.laid_position import Given
from hoyle.interpreter.runtime.moves import LegalMoves, Move, Slots
from hoyle.interpreter.runtime.notation import Notation
from hoyle.interpreter.runtime.observer import ObservedSlots, Observer
from hoyle.interpreter.runtime.table import stacked
from hoyle.interpreter.testing.evaluation import PositionEvaluator
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.refused_moves import (
    GAVE_NONE,
    MAY_BE_GIVEN,
    list_held,
    list_refusals,
)
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.script import Outcome


@attrs.frozen
class Open:
    """A slot that chance should have filled, where it would have, and with one of which values."""

    slot: int
    node: p.Chance
    among: tuple[int, ...] = ()  # empty where that hangs on what is open itself


@attrs.define(eq=False)
class UnfilledSlots(Observer):
    """Slots that chance should have filled, and nobody has said with what: it stands in `left`.

    Reading one of those is a mistake of the example. Until play begins defaults are set, and one
    that is made from an open slot is as open itself.
    """

    left: dict[int, Open]
    unsaid: Callable[[Open, int], Finding]
    laying: bool = False
    read: Open | None = None  # what the value is made from that is set next

    def on_read(self, slot: int) -> None:
        """One that is left open has no value."""
        if slot in self.left:
            if not self.laying:
                raise self.unsaid(self.left[slot], slot)
            self.read = self.left[slot]

    def on_write(self, slot: int) -> None:
        """One that is written is open no more, unless by what is open itself."""
        self.left.pop(slot, None)
        if self.read is not None:
            self.left[slot], self.read = self.read, None


@attrs.frozen
class PlayedStep:
    """What has happened up to where somebody chooses, or the end, and the state there."""

    machine: p.Machine
    slots: Slots
    at: int
    legal: LegalMoves | None
    events: tuple[Event, ...]


def count_values(many: int) -> str:
    """`one value is`, `2 values are`."""
    return "one value is" if many == 1 else f"{many} values are"


@attrs.define(eq=False)
class ExampleRunner(PositionEvaluator):
    """One example while it is run."""

    checked: g.Example
    start: x.Start | None
    packs: tuple[x.LaidPack, ...]
    givens: tuple[x.Given, ...]
    coverage: Coverage | None = None
    at: int = 0
    legal: LegalMoves | None = None
    shuffles: int = 0
    skipped: int = 0  # 1 where the first pack was drawn from before the first shuffle
    drawn: Counter[x.Given | x.GivenName] = attrs.field(factory=Counter)  # how often
    recent: list[Event] = attrs.field(factory=list)  # since the last move, or the start
    running: list[str] = attrs.field(factory=list)  # phases, as they have begun inside each other
    ended: set[str] = attrs.field(factory=set)  # phases, since the last move, or the start
    is_kept: bool = False  # whether all steps are kept, to be told where it fails
    steps: list[PlayedStep] = attrs.field(factory=list)
    since: list[Event] = attrs.field(factory=list)  # the last of them
    brought: list[Outcome] = attrs.field(factory=list)  # by chance, as a script has it
    made: list[tuple[Move, Span]] = attrs.field(factory=list)  # moves, and the lines that say so
    held: tuple[Given, ...] = ()  # the cards that zones were given
    shown: dict[int, Given] = attrs.field(factory=dict)  # who has been shown which, by the slot
    unlaid: Span | None = None  # a shuffle for which no pack was laid
    # makes the machine of what follows the phase that has ended
    follow: Callable[[str, Span], tuple[Build, Engine]] | None = None
    onward: bool = False  # whether it is that which is being played
    opening: Slots = attrs.field(factory=list)  # the position in which the phase began
    awaited: str | None = None  # the phase with whose end play stops
    now: Span | None = None  # the line that is being carried out
    unfilled: UnfilledSlots = attrs.field(init=False)

    @unfilled.default
    def _lay(self) -> UnfilledSlots:
        return UnfilledSlots({}, self.unsaid, laying=True)

    def __attrs_post_init__(self) -> None:
        self.variables.update((seat, p.Const(k)) for k, seat in enumerate(self.checked.seats))
        self.variables.update((record, p.Const(k)) for record, k in self.checked.records)
        self.taken()

    @property
    def over(self) -> bool:
        """Whether nothing more can be chosen."""
        return self.legal is None

    @property
    def match_over(self) -> bool:
        """Whether the match is over, not only the phase with which the example has begun."""
        begun = self.start.phase if self.start is not None else ""
        if self.onward or begun == "match":
            return self.over and isinstance(self.machine.nodes[self.at], p.End)
        return self.over and self.ended_phase is None

    @property
    def ended_phase(self) -> str | None:
        """The phase with which the example has begun, or one around it: the widest that has ended.

        What follows that one is played on: with it have ended those that it was running.
        """
        known = self.entered() if self.start is not None else ()
        return next(filter(self.has_ended, known), None)

    def has_ended(self, phase: str) -> bool:
        """Whether the last move, or the start, has ended a phase, or cut it short."""
        return phase in self.ended

    def forget(self) -> None:
        """A move is made: what was said before, and what had ended, is no longer asked."""
        self.recent.clear()
        self.ended.clear()

    def _follow_phase(self, event: PhaseBegun | PhaseEnded) -> None:
        """Which phases run; with one that ends are cut short those that it was running.

        The end of the match is asked by that name alone: it may come by `win`, out of any phase.
        """
        if isinstance(event, PhaseBegun):
            self.running.append(event.phase)
            return
        self.ended.add(event.phase)
        while self.running and (inner := self.running.pop()) != event.phase:
            if event.phase != "match":
                self.ended.add(inner)

    def describe_end(self) -> str:
        """Why nobody can choose any more."""
        if self.start is None or self.match_over:
            return "the game is over"
        return f"{self.ended_phase or self.start.phase} has ended"

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

    def name_of(self, seat: int) -> str:
        """A seat's name."""
        return self.words.names[seat]

    def format_move(self, move: Move) -> str:
        """A move in words."""
        return self.words.format_move(self.node, move)

    # ------------------------------------------------------------------ setting up

    def begin(self) -> None:
        """Lay the cards, give state its values, and go on to the first choice."""
        self.make_records()  # those for which no list has room are told first
        self._lay_pack()
        self._lay_zones()
        self.now = self.start.span if self.start is not None else self.checked.players_span
        self.go(self.machine.entry)
        self.unfilled.laying = False
        if self.start is None:
            self._give_state()

    def _lay_pack(self) -> None:
        """The first pack lies in the stock from the start, the first card on top."""
        stock = self.machine.stock
        if self.packs and stock in self.engine.zones.places:
            place = self.engine.zones.places[stock]
            if place.pile:
                self.slots[stock] = self.stack(self.slots[stock], self.packs[0])

    def stack(self, pile: tuple[int, ...], pack: x.LaidPack | None) -> tuple[int, ...]:
        """The named cards from the top, the others below in the pack's order."""
        return stacked(pile, self.find_cards(pack.cards if pack is not None else (), pile))

    def find_cards(self, words: Sequence[g.Literal], there: Sequence[int]) -> list[int]:
        """The cards that are named, each one that is there; marked copies are taken first."""
        found: dict[int, int] = {}  # by the place of the word
        for place, word in sorted(enumerate(words), key=lambda named: not named[1].copy):
            left = [card for card in there if card not in found.values()]
            found[place] = self._copy_of(word, left, words, there)
        return [found[place] for place in range(len(words))]

    def _copy_of(
        self, word: g.Literal, left: list[int], words: Sequence[g.Literal], there: Sequence[int]
    ) -> int:
        """The lowest copy of a card that is left of those there; of a marked one that copy."""
        named = self.ask(word)
        twin = self.machine.pack.twin_of
        if named < 0:
            raise Finding(f"there is no {word.span.text} in the pack of this table", word.span)
        copies = [named] if word.copy else [c for c in left if twin[c] == twin[named]]
        found = next((card for card in sorted(copies) if card in left), None)
        if found is None:
            alike = sum(twin[card] == twin[named] for card in there)
            times = sum(twin[self.ask(one)] == twin[named] for one in words)
            where = self.engine.zones.where(self.slots, max(copies, default=named))
            says = f"is not there: it lies in {self.words.format_place(where)}"
            if word.copy and named in there:
                says = "is named twice"
            elif alike and times > alike:
                says = f"is named {times} times, and only {alike} of it can be there"
            raise Finding(f"{word.span.text} {says}", word.span)
        return found

    def _lay_zones(self) -> None:
        """Cards that are given to zones come out of the zone that starts with the pack."""
        zones, stock = self.engine.zones, self.machine.stock
        for given in self.givens:
            if not isinstance(given.place.thing, g.Zone):
                continue
            slot = self.slot_of(given.place)
            self.now = given.span
            for card in self._cards_given(given):
                zones.take(self.slots, stock, card, given.span)
                self.guarded(zones.lay, self.slots, slot, [card], False, given.span)
        self.held = tuple(
            Given(slot, tuple(cards))
            for slot in zones.places
            if slot != stock and (cards := zones.cards(self.slots, slot))
        )

    def _cards_given(self, given: x.Given) -> list[int]:
        """The cards of a `given`: as they are listed, else the first of the pack on top."""
        there = list(self.engine.zones.cards(self.slots, self.machine.stock))
        if given.cards is not None:
            return self.find_cards(given.cards, there)
        kind = None if isinstance(bare(given.value.type), SetT) else given.place.type
        cards = self.ask(given.value, kind)
        found: list[int] = list(reversed(bits(cards)) if isinstance(cards, int) else cards)
        missing = [card for card in found if card not in there]
        if missing:
            raise Finding(
                f"{self.words.format_cards(missing)} lies somewhere else already", given.span
            )
        return found

    def make_records(self) -> dict[int, Any]:
        """The lists with the records that are given something or started with, and their fields."""
        numbers = dict(self.checked.records)
        values = [given.place for given in self.givens]
        named = {
            node.var: node.span
            for node in walk((*values, *(self.start.args if self.start else ())))
            if isinstance(node, g.Local) and node.var in numbers
        }
        found: dict[int, Any] = {}
        for var, span in sorted(named.items(), key=lambda pair: numbers[pair[0]]):
            assert isinstance(var.type, RecordT)
            place = self.build.find_list(var.type.name, numbers[var])
            if place is None:
                raise Finding(f"no list has room for `{var.name}`", span)
            register, slot = place
            if register.phase is not None and register.phase not in self.entered():
                says = f"`{register.name}` is set afresh whenever `{register.phase}` begins"
                raise Finding(says, span)
            found[slot] = (*found.get(slot, ()), numbers[var])
            for field in self.build.game.records[var.type.name].registers:
                at = self.build.family_of(field).base + numbers[var]
                found[at] = -1 if field.default is None else self.ask(field.default, field.type)
        return found

    def _give_state(self) -> None:
        for slot, value in self.make_records().items():
            self.slots[slot] = value
        for slot, value in self.list_state_given():
            self.slots[slot] = value
        for line in self.checked.lines_of(x.Shown):
            slot = self._showing_slot(line)
            self.slots[slot] |= self.ask(line.what, SetT(CARD))
            self.shown[slot] = Given(slot, self.slots[slot])

    def list_state_given(self) -> Iterator[tuple[int, Any]]:
        """The state that is given when play begins, without what chance brings later.

        Raises a Finding where one place is given twice, under two names, as that of a side.
        """
        first: dict[int, x.Given] = {}
        for given in self.givens:
            if isinstance(given.place.thing, g.Register) and not self._is_drawn_later(given.place):
                slot = self.slot_of(given.place)
                if first.setdefault(slot, given) is not given:
                    one, other = (" ".join(each.name.split()) for each in (first[slot], given))
                    also = ((first[slot].span, f"this is `{other}` too"),)
                    raise Finding(f"`{other}` is given already, as `{one}`", given.span, also=also)
                yield slot, self.value_given(given.value, slot, given.name, given.span)

    def _showing_slot(self, line: x.Shown) -> int:
        """Where it is kept which cards were shown to a seat, or to all."""
        to = None if line.to is None else int(self.ask(line.to, SEAT))
        for slot, seat in self.machine.list_showings().items():
            if seat == to:
                return slot
        who = "one seat" if line.to is not None else "all"
        raise Finding(f"no rule of this game shows cards to {who}", line.span)

    def value_given(self, tree: g.Value, slot: int, name: str, line: Span) -> Any:
        """What a slot is given, which must lie in its range."""
        shape = self.machine.slots[slot]
        value = self.ask(tree, shape.type)
        none = value == -1 and shape.maybe
        if shape.kind == "number" and not none and not shape.low <= value <= shape.high:
            name = " ".join(name.split())
            says = f"`{name}` runs from {shape.low} to {shape.high}, and {value} is outside"
            raise Finding(says, line)
        return value

    def slot_of(self, place: g.Load) -> int:
        """The slot of a zone or register."""
        if self._comes_later(place) and not self._is_drawn_later(place):
            phase = getattr(place.thing, "phase", None)
            raise Finding(
                f"`{place.thing.name}` is set afresh whenever `{phase}` begins", place.span,
                (f"to give it a value, begin inside: `start {phase}`, or a phase that it runs",),
            )  # fmt: skip
        return self.place_of(place)

    def _comes_later(self, place: g.Load) -> bool:
        """Whether it is state of a phase that has not begun when play begins."""
        phase = getattr(place.thing, "phase", None)
        return phase is not None and self.start is not None and phase not in self.entered()

    def _is_drawn_later(self, place: g.Load) -> bool:
        """Whether its phase has not begun, and chance fills it there."""
        base = self.build.family_of(place.thing).base if self._comes_later(place) else -1
        return any(
            isinstance(node, p.Chance) and node.kind == "draw" and node.ref.base == base
            for node in self.machine.nodes
        )

    def entered(self) -> list[str]:
        """The phases whose own state is there when the play begins."""
        assert self.start is not None
        if self.start.phase == "match":
            return ["match"]
        return [*find_phase_path(self.build.game, self.start.phase), self.start.phase]

    # ------------------------------------------------------------------ going on

    @property
    def here(self) -> Span:
        """The line that is being carried out."""
        return self.now if self.now is not None else self.checked.span

    def guarded(self, work: Callable[..., Any], *args: Any) -> Any:
        """Do something; a fault of the ruleset is told with both lines."""
        try:
            return work(*args)
        except RulesetFault as fault:
            if (read := self.unfilled.read) is not None:
                raise self.unsaid(read, read.slot) from fault
            says = f"the ruleset is at fault here: {fault.says}"
            if fault.span is self.here:
                raise Finding(fault.says, self.here) from fault
            undealt = self._undealt_pack() if isinstance(fault, NothingToChoose) else ()
            also = (*fault.told_places, *undealt)
            lines: tuple[str, ...] = ()
            if isinstance(fault, NothingToChoose):
                at = self.engine, self.words, fault
                lines = (*list_held(*at, self.opening), *list_refusals(*at))
            if self.start is not None and self._asks_unset(fault):
                begun = " ".join(self.start.span.text.split())
                lines = (f"nothing gives it above `{begun}`:  given {fault.span.words} = …",)
                raise Finding(
                    f"in this example {fault.says}", self.here, lines, also=also
                ) from fault
            known = bool(undealt) or any(line.endswith(GAVE_NONE) for line in lines)
            if known or (lines and self.held):
                says = f"as the cards lie, the rules cannot go on here: {fault.says}"
                lines += () if known else self._doubt_givens()
            elif self.givens:
                says = f"the rules cannot go on here: {fault.says}"
                lines = self._doubt_givens()
            raise Finding(says, self.here, lines, also=also) from fault

    def _doubt_givens(self) -> tuple[str, ...]:
        """That what was given need not be what play brings, and where the other cards lie."""
        cards = sum(len(given.value) for given in self.held)
        rest, stock = self.machine.pack.size - cards, self.machine.slots[self.machine.stock].name
        says = f"{count_cards(cards)} of {cards + rest} were given: the others lay in `{stock}`"
        left = (says,) if cards and rest else ()
        return (MAY_BE_GIVEN, *left)

    def _asks_unset(self, fault: RulesetFault) -> bool:
        """Whether state has no value, and the example begins below what sets it."""
        register = self.build.game.registers.get(fault.span.text.split(" ")[0])
        begins = self.start is not None and self.start.phase != "match"
        return begins and register is not None and may_be_unset(register)

    def _undealt_pack(self) -> tuple[tuple[Span, str], ...]:
        """The `pack` of an example that begins where none of its cards is shuffled or dealt."""
        if not self.packs or self.start is None or self.shuffles or self.skipped:
            return ()
        begun = " ".join(self.start.span.text.split())
        return ((self.packs[0].span, f"none of it is dealt: no shuffle or deal follows `{begun}`"),)

    def check_all_brought(self) -> None:
        """Finding where an example has said of chance what never came.

        While the match goes on, a `pack` or one value may be there for what is still to come; what
        stands behind a `then` says how often chance is asked here.
        """
        used = max(1, self.shuffles + self.skipped)  # the first lies there from the beginning
        if self.match_over and used < len(self.packs):
            raise Finding("no shuffle comes for this `pack`", self.packs[used].span)
        names: list[x.Given | x.GivenName] = [*self.checked.lines_of(x.GivenName)]
        for given in (*self.givens, *names):
            many, drawn = len(given.values), self.drawn[given]
            asked = many > 1 or (self.match_over and isinstance(given, x.GivenName))
            if drawn < many and asked:
                times = "never" if not drawn else "once" if drawn == 1 else f"{drawn} times"
                says = f"chance fills `{given.name}` {times} here, and {count_values(many)} given"
                raise Finding(says, given.span)

    def go(self, at: int) -> None:
        """On to where somebody chooses, or the end."""
        while True:
            at, self.legal = self.guarded(self.engine.stop, self.slots, at)
            node = self.machine.nodes[at]
            if self.legal is not None or isinstance(node, p.End):
                break
            assert isinstance(node, p.Chance)
            self.note(self.taken())
            if self.awaited is not None and self.has_ended(self.awaited):
                break
            at = self.chance(at, node)
        self.at = at
        self.note(self.taken())
        if self.is_kept:
            played = tuple(self.since)
            self.steps.append(PlayedStep(self.machine, [*self.slots], at, self.legal, played))
            self.since.clear()

    def go_on(self, awaited: str | None = None) -> None:
        """Where the phase is over with which the example has begun: on to what follows it.

        Play stops where somebody chooses, or where a phase has ended.
        """
        if not self.over or self.match_over or self.start is None:
            return
        if not self.onward:
            self._begin_onward()
        self.awaited = awaited
        node = self.machine.nodes[self.at]
        assert isinstance(node, p.Chance)
        self.go(node.then if node.kind == "pause" else self.at)
        self.awaited = None

    def _begin_onward(self) -> None:
        """The machine of what follows, with the table as it now is."""
        assert self.follow is not None and self.ended_phase is not None
        ended = self.slots
        self.running.clear()  # the other machine begins those around the phase anew
        self.build, self.engine = self.follow(self.ended_phase, self.here)
        self.words = Notation(self.machine, self.words.names, symbols=True)
        table = sum(not slot.local for slot in self.machine.slots)
        self.slots = [*self.opening[:table], *self.engine.fresh()[table:]]
        self.at = self.machine.entry
        while True:
            self.at, self.legal = self.guarded(self.engine.stop, self.slots, self.at)
            node = self.machine.nodes[self.at]
            if not isinstance(node, p.Chance) or node.kind != "draw":
                break
            self.at = self.draw(self.at, node)  # of a `let` above the run
        if not isinstance(node, p.Chance) or node.what != RUN:
            raise self._never_run(self.ended_phase)
        self.taken()
        self.slots[:table] = ended[:table]
        if self.unfilled.left:
            self.slots = ObservedSlots(self.slots, self.unfilled)
        self.onward = True

    def _never_run(self, phase: str) -> Finding:
        """The loops around a phase never run it as the example has begun it."""
        assert self.start is not None
        begun = " ".join(self.start.span.text.split()).removeprefix("start ")
        says = f"`{phase}` has ended; the match never runs `{begun}`, so nothing follows it"
        lines = ("the loop around it leaves out what the example has begun it with",)
        return Finding(says, self.here, lines, also=((self.start.span, ""),))

    def taken(self) -> tuple[Event, ...]:
        """The events since the last time."""
        assert self.engine.trace is not None
        events = self.engine.trace.take()
        self.recent += events
        for event in events:
            if isinstance(event, PhaseBegun | PhaseEnded):
                self._follow_phase(event)
        if self.coverage is not None:
            self.coverage.add_events(events)
        return events

    def note(self, events: tuple[Event, ...]) -> None:
        """Keep them, and whether the first pack is drawn from before it is shuffled."""
        self.since += events
        if self.shuffles:
            return
        stock = self.machine.stock
        if any(event.takes_from(stock) for event in events):
            self.skipped = 1

    def chance(self, at: int, node: p.Chance) -> int:
        """What the example says of chance; where to go on."""
        self.unfilled.read = None
        if node.by_hand:
            if self.onward:
                return node.then
            self.since.clear()  # what has led here is laid by hand
            self._give_state()
            self.unfilled.laying &= node.kind != "pause"
            self.opening = list(self.slots)
            if node.kind == "pause":
                self.brought.append(self.from_the_top())
            return node.then
        if node.kind == "draw":
            return self.draw(at, node)
        pile = self.guarded(self.engine.outcomes, self.slots, at)
        if not pile:  # no `pack` is laid for it
            return self.engine.happen(self.slots, at, ())
        self.note(self.taken())
        k = self.shuffles + self.skipped
        pack = self.packs[k] if k < len(self.packs) else None
        if pack is None:
            self.unlaid = node.span
        self.shuffles += 1
        order = self.stack(pile, pack)
        self.brought.append(tuple(reversed(order)))
        return self.engine.happen(self.slots, at, order)

    def from_the_top(self) -> tuple[int, ...]:
        """The cards from which is dealt, where they have an order."""
        place = self.engine.zones.places.get(self.machine.stock)
        return tuple(reversed(self.slots[place.slot])) if place is not None and place.pile else ()

    def draw(self, at: int, node: p.Chance) -> int:
        """A register that chance fills: the example must say with what."""
        slot = self.engine.instructions.compile_place(node.ref)(self.slots)
        given = self._find_given(slot)
        if given is not None and self.drawn[given] < len(given.values):
            said = given.values[self.drawn[given]]
            value = self.value_given(said, slot, given.name, given.span)
            self.drawn[given] += 1
            among = self.guarded(self.engine.outcomes, self.slots, at)
            if value not in among:
                raise self._cannot_bring(given.span, among, node, value)
            self.brought.append(value)
            return self.engine.happen(self.slots, at, value)
        self.brought.append(None)
        open_ = self.unfilled.left[slot] = Open(slot, node, self._list_outcomes(at))
        if self.machine.slots[slot].local:
            raise self.unsaid(open_, slot)
        if not isinstance(self.slots, ObservedSlots):
            self.slots = ObservedSlots(self.slots, self.unfilled)
        return node.then

    def _list_outcomes(self, at: int) -> tuple[int, ...]:
        """What chance may bring here, as far as it is known."""
        try:
            return self.engine.outcomes(self.slots, at)
        except (Finding, RulesetFault):
            return ()
        finally:
            self.unfilled.read = None

    def _find_given(self, slot: int) -> x.Given | x.GivenName | None:
        """The line that says what chance brings to a register, or to a name for a moment."""
        for given in self.givens:
            if isinstance(given.place.thing, g.Register) and self.slot_of(given.place) == slot:
                return given
        shape = self.machine.slots[slot]
        named = (line for line in self.checked.lines_of(x.GivenName) if line.name == shape.name)
        return next(named, None) if shape.local else None

    def _cannot_bring(
        self, given: Span, among: Sequence[int], node: p.Chance, value: Any
    ) -> Finding:
        """What is given is not among what is drawn from."""
        assert node.type is not None
        brought, *words = (self.words.format_value(one, node.type) for one in (value, *among))
        lines = (f"it brings one of: {listed(words, MAX_SHOWN)}",)
        says = f"chance cannot bring {brought} here"
        return Finding(says, given, lines, also=((node.span, "it is drawn here"),))

    def unsaid(self, open_: Open, asked: int) -> Finding:
        """Chance decides, and the example does not say how; a slot is asked that hangs on it."""
        node = open_.node
        given = self._find_given(open_.slot)
        if given is not None:
            many = len(given.values)
            line = " ".join(given.span.text.split())
            told = f"{many + 1} times here, and {count_values(many)} given"
            return Finding(
                f"chance fills `{given.name}` {told}",
                given.span, (f"go on with `then`:  {line} then …",), also=((node.span, ""),),
            )  # fmt: skip
        name = to_underscores(self.words.format_place(open_.slot))
        who = "who" if node.type is not None and bare(node.type) == SEAT else "what"
        value = "…"
        if who == "who" and node.type is not None and open_.among:
            value = self.words.format_value(open_.among[0], node.type)
        above = "it" if self.start is None else f"`{self.start.span.words}`"
        lines: tuple[str, ...] = (f"write above {above}, for example, `given {name} = {value}`",)
        if self._has_other_default(open_):
            drawn = " ".join(node.span.text.partition(" = ")[2].split()) or node.what
            lines = (
                f"`given {name} = {value}` would set it from the beginning, too; so draw a name:",
                f"`let lot = {drawn}`, and below it `{name} = lot`",
                f"write above {above} then, for example, `given lot = {value}`",
            )
        if asked != open_.slot:
            it = to_underscores(self.words.format_place(asked))
            lines = (f"`{it}` is made of it, and no rule has set `{it}` since the start", *lines)
        says = f"say {who} `{name}` is: it is {node.what}"
        return Finding(says, self.here, lines, also=((node.span, ""),))

    def _has_other_default(self, open_: Open) -> bool:
        """Whether it has a value before it is drawn, which one that is given would replace."""
        family = next((one for one in self.machine.families if open_.slot in one.slots), None)
        register = self.build.game.registers.get(family.name) if family is not None else None
        if register is None or register.default is None or self.start is None:
            return False
        late = register.phase is not None and register.phase not in self.entered()
        return not late and register.span != open_.node.span

    def copied(self, slots: Slots) -> Slots:
        """Slots to work on; what chance has left open is open in them too."""
        if not self.unfilled.left:
            return slots
        return ObservedSlots(slots, UnfilledSlots(dict(self.unfilled.left), self.unsaid))


MAX_SHOWN = 40


def moves_of(stage: ExampleRunner, text: x.Move) -> list[Move]:
    """The moves that a text means here; none where no such action can be chosen now."""
    for number, action in enumerate(stage.node.actions):
        for reading in text.readings:
            if reading.action.span is action.span:
                choices = [
                    _values_of(stage, value, param)
                    for value, param in zip(reading.values, action.params, strict=True)
                ]
                return [Move(number, row) for row in product(*choices)]
    return []


def _values_of(stage: ExampleRunner, value: g.Value | x.AnyOf, param: p.Parameter) -> list[Any]:
    if isinstance(value, x.AnyOf):
        found: list[Any] = []
        for one in value.values:
            if isinstance(one, g.Op) and one.name == "between":
                low, high = (stage.ask(end) for end in one.args)
                found += range(low, high + 1)
            else:
                found.append(stage.ask(one, param.type))
        return found
    if bare(param.type) == SetT(CARD) and isinstance(value, g.Op) and value.name == "list":
        return [_mask_of_cards(stage, value)]
    return [stage.ask(value, param.type)]


def _mask_of_cards(stage: ExampleRunner, listed: g.Op) -> Any:
    """A list of cards: one that is named again is another copy of it."""
    named = [item for item in listed.args if isinstance(item, g.Literal)]
    if len(named) < len(listed.args):
        return stage.ask(listed, SetT(CARD))
    return mask_of(stage.find_cards(named, range(stage.machine.pack.size)))


def find_legal_move(stage: ExampleRunner, move: Move, text: x.Move) -> Move | None:
    """The legal move that is meant, if there is one.

    A marked twin means that copy, or one that cannot be told from it; a card that is not marked
    means any copy.
    """
    assert stage.legal is not None
    if move in stage.legal:
        return move
    decision = stage.engine.decisions[stage.at]
    return decision.find_same_looking(stage.slots, stage.legal, move, "'" in text.span.text)


def format_moves(stage: ExampleRunner, moves: Iterable[Move]) -> str:
    """Moves in words; where they are many, some of each action."""
    by_action = _in_ranges(stage, moves)
    left, told = MAX_SHOWN, dict.fromkeys(by_action, 0)
    # actions with few words leave more room for the others
    for k, action in enumerate(sorted(by_action, key=lambda one: len(by_action[one]))):
        told[action] = min(len(by_action[action]), max(1, left // (len(by_action) - k)))
        left -= told[action]
    return ", ".join(listed(by_action[k], told[k]) for k in by_action) or "nothing"


def _in_ranges(stage: ExampleRunner, moves: Iterable[Move]) -> dict[int, list[str]]:
    """Moves in words, by their actions; last numbers that follow one another as a range."""
    ranges: dict[int, list[tuple[Move, Move]]] = {}
    for move in sorted(moves):
        found = ranges.setdefault(move.action, [])
        params = stage.node.actions[move.action].params
        if found and params and isinstance(bare(params[-1].type), NumberT):
            first, last = found[-1]
            if move.values == (*last.values[:-1], last.values[-1] + 1):
                found[-1] = first, move
                continue
        found.append((move, move))
    return {
        action: [
            stage.format_move(first) + (f"..{last.values[-1]}" if last is not first else "")
            for first, last in found
        ]
        for action, found in ranges.items()
    }


def describe_legal_moves(stage: ExampleRunner) -> str:
    """Whose turn it is, and what may be done."""
    if stage.over:
        return stage.describe_end()
    return f"{stage.name_of(stage.seat)} may: {format_moves(stage, stage.legal or ())}"
