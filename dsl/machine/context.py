"""What the lowering of one table works with: settings, slots, families, names in sight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import attrs

from hoyle.dsl.analysis.facts import all_steps, step_facts, steps_run
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NumberT, PlanT, RecordT, SetT, Type, bare, element
from hoyle.dsl.checked.values import Thing, things_read
from hoyle.dsl.limits import Limit, TooLarge
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.settings import WIDE, Settings, maskable, shape
from hoyle.dsl.machine.slots import Family, Slot
from hoyle.dsl.source import Source, Span

NOWHERE = Span(Source("", ""), 0, 0)  # the place of what no line of a text declares


class CannotLower(Exception):
    """A construct that the checker lets through and this table has no form for.

    `code` is that of the error which is reported where the table is made, `label` what to write,
    `help` what else may be done, `also` other places.
    """

    def __init__(
        self, says: str, span: Span, code: str = "M01", label: str = "", help: tuple[str, ...] = (),
        also: tuple[tuple[Span, str], ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(says)
        self.says, self.span, self.code, self.label, self.help = says, span, code, label, help
        self.also = also


def require(limit: Limit, size: int, span: Span, name: str = "") -> None:
    """CannotLower where a size is beyond a limit."""
    try:
        limit.check(size, span, name)
    except TooLarge as excess:
        raise CannotLower(excess.says, span, "X05") from excess


@attrs.frozen(eq=False)
class Lowered:
    """A function, and the state of phases that it reads: these must run where it is called."""

    function: p.Function
    reads: Mapping[g.Register | g.Zone, Span]


@attrs.define(eq=False)
class LoweringContext:
    """One table while it is lowered.

    `env` has the variables in sight. Scratch slots, which no state keeps, are numbered from -1
    down: `depth` are in use, `deepest` were at most.
    """

    settings: Settings
    env: dict[g.Var, p.Expr] = attrs.field(factory=dict)
    table_rows: dict[g.Var, g.Row] = attrs.field(factory=dict)  # rows that `for line in` goes over
    running: list[str] = attrs.field(factory=list)  # phases, the innermost last
    slots: list[Slot] = attrs.field(factory=list)
    families: dict[tuple[str | None, str], Family] = attrs.field(factory=dict)
    owners: dict[str, tuple[int, ...]] = attrs.field(factory=dict)  # of records: see Machine
    lists: dict[g.Register, tuple[int, int]] = attrs.field(factory=dict)  # first record, how many
    shown: int | None = None
    told: int | None = None
    player_of: int | None = None
    # by what is called, and the arguments that it is made for
    functions: dict[tuple[object, ...], Lowered] = attrs.field(factory=dict)
    # the state of phases that the function reads which is being made, and where it does
    noted: dict[g.Register | g.Zone, Span] | None = None
    depth: int = 0
    deepest: int = 0

    @contextmanager
    def scratch(self) -> Iterator[int]:
        """A scratch slot for the time of one expression."""
        slot = self.take_scratch()
        try:
            yield slot
        finally:
            self.depth -= 1

    def take_scratch(self) -> int:
        """A scratch slot until `depth` is set back."""
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        return -self.depth

    @contextmanager
    def frame(self) -> Iterator[dict[g.Register | g.Zone, Span]]:
        """A function is made, with scratch slots of its own; what it reads of phases is noted."""
        before = self.noted, self.depth, self.deepest
        self.noted, self.depth, self.deepest = {}, 0, 0
        try:
            yield self.noted
        finally:
            self.noted, self.depth, self.deepest = before

    def check_running(
        self, thing: g.Register | g.Zone, span: Span, called: Span | None = None
    ) -> None:
        """The state of a phase is there only while the phase runs: CannotLower elsewhere.

        What is `called` reads it at `span`, be it in a library.
        """
        phase = thing.phase if isinstance(thing, g.Register) else None
        if phase is None:
            return
        if self.noted is not None:
            self.noted.setdefault(thing, span)
        elif phase not in self.running:
            says = f"`{thing.name}` is kept only while `{phase}` runs, which it does not here"
            label = "what is kept longer stands under `state`"
            if (around := self._find_phase_around(thing)) is not None:
                label += f", or under `state of {around}`"
            label += "; there a step sets it back"
            if called is None:
                others = self._list_asked_outside(phase, thing)
                also = tuple(
                    (other.span, "so is this, and asked for elsewhere") for other in others
                )
                raise CannotLower(says, span, "F06", label, also=also)
            also = ((span, f"it asks for `{thing.name}`; {label}"),)
            raise CannotLower(says, called, "F06", also=also)

    def _find_phase_around(self, thing: g.Register | g.Zone) -> str | None:
        """The innermost of the phases that are running in which all is done that speaks of it."""
        game = self.settings.game
        users = {step for step in all_steps(game) if thing in _list_spoken_of(step)}
        for name in reversed(self.running):
            if name in game.phases and users <= {*steps_run(game, game.phases[name].body)}:
                return name if name != "match" else None
        return None

    def _list_asked_outside(self, phase: str, thing: g.Register | g.Zone) -> list[g.Register]:
        """What else is declared for a phase, and spoken of where it does not run."""
        game = self.settings.game
        outside = {*all_steps(game)} - {*steps_run(game, game.phases[phase].body)}
        spoken_of = {other for step in outside for other in _list_spoken_of(step)}
        return [
            other for other in game.registers.values()
            if other.phase == phase and other is not thing and other in spoken_of
        ]  # fmt: skip

    @contextmanager
    def counts_as_running(self, phase: str | None) -> Iterator[None]:
        """A phase counts as running for a while: who sees its state is asked only while it does."""
        before, self.running = self.running, [*self.running, *filter(None, [phase])]
        try:
            yield
        finally:
            self.running = before

    @contextmanager
    def all_running(self) -> Iterator[None]:
        """Every phase counts as running for a while, so that any state can be asked for."""
        before, self.running = self.running, list(self.settings.game.phases)
        try:
            yield
        finally:
            self.running = before

    def family(self, thing: g.Register | g.Zone) -> Family:
        """The slots of a declaration."""
        found = self.families.get((thing.record, thing.name))
        if found is None:
            raise CannotLower(f"`{thing.name}` is not there before the game begins", thing.span)
        return found

    def members(self, kind: Type) -> int:
        """How many values a type has, records counted by their pool."""
        if isinstance(kind, RecordT):
            return len(self.owners.get(kind.name, ())) or 1
        return self.settings.members(kind)

    # ------------------------------------------------------------------ slots

    def add_local(
        self, name: str, kind: Type, span: Span, most: int | None = None, whose_turn: bool = False
    ) -> int:
        """A new slot for a variable of a block; its number."""
        made = self.make_slot(name, kind, span, most=most)
        return self.add_slot(attrs.evolve(made, local=True, whose_turn=whose_turn))

    def add_slot(self, slot: Slot) -> int:
        """One more slot of the state; its number."""
        self.slots.append(slot)
        return slot.at

    def make_slot(
        self, name: str, kind: Type, span: Span, low: int | None = None, high: int | None = None,
        most: int | None = None,
    ) -> Slot:  # fmt: skip
        """The next slot, wide enough for every value of a type; `most` entries of a list."""
        at, of, inner = len(self.slots), element(bare(kind)), bare(kind)
        match shape(kind):
            case "mask":
                size = self.settings.members(of) if of is not None and maskable(bare(of)) else 1
                return Slot(at, name, "mask", size=size, type=kind, span=span)
            case "seq":
                assert of is not None
                size = most if most is not None else min(1000, self.members(bare(of)))
                entry = self._entry_values(of)
                maybe = of.or_none
                return Slot(
                    at, name, "list", size=size, entry=entry, maybe=maybe, type=kind, span=span
                )
        if isinstance(inner, PlanT):  # melds, then the rest: at most one meld for three cards
            size, entry = self.settings.cards().size // 3 + 1, 1 << self.settings.cards().size
            return Slot(at, name, "list", size=size, entry=entry, type=kind, span=span)
        maybe = True
        if isinstance(inner, NumberT):
            low = low if low is not None else (inner.low if inner.low is not None else -WIDE)
            high = high if high is not None else (inner.high if inner.high is not None else WIDE)
            maybe = kind != inner
        else:
            low, high = 0, max(0, self.members(inner) - 1)
        return Slot(at, name, "number", low, high, maybe=maybe, type=kind, span=span)

    def _entry_values(self, kind: Type) -> int:
        if isinstance(kind, SetT):
            return 1 << self.settings.cards().size
        return self.members(bare(kind))

    def range_of(self, thing: g.Register) -> tuple[int, int]:
        """The lowest and highest number that a register may hold; -1 is none."""
        slot = self.slots[self.family(thing).base]
        if slot.kind != "number":
            return (0, 0)
        return (-1 if slot.maybe else slot.low, slot.high)


@contextmanager
def bind_variables(env: dict[g.Var, p.Expr], variables: Mapping[g.Var, p.Expr]) -> Iterator[None]:
    """Variables stand for expressions for a while; afterwards `env` is as it was."""
    before = dict(env)
    env.update(variables)
    try:
        yield
    finally:
        env.clear()
        env.update(before)


def may_be_unset(thing: g.Register) -> bool:
    """Whether a register can be read before it is set."""
    return (
        thing.default is None
        and thing.record is None
        and not (thing.type.or_none or isinstance(thing.type, NumberT))
        and shape(thing.type) == "int"
    )


def _list_spoken_of(step: g.Step) -> frozenset[Thing]:
    """What a step sets or reads, but for what it runs."""
    facts = step_facts(step)
    read = things_read(*(read.value for read in facts.reads))
    return frozenset(place.thing for place in facts.writes) | read
