"""From a checked game to the machine of one table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import prod

import attrs

from hoyle.dsl.analysis.facts import all_steps, step_facts, steps_in
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SEAT, RecordT, SetT, Type, element
from hoyle.dsl.limits import PLACES, RECORDS
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.code import CodeWriter
from hoyle.dsl.machine.constants import TableConstants, fix_settings
from hoyle.dsl.machine.context import NOWHERE, CannotLower, LoweringContext, bind_variables, require
from hoyle.dsl.machine.hand_ratings import list_hand_ratings
from hoyle.dsl.machine.lower_expressions import ExpressionLowering
from hoyle.dsl.machine.lower_onward import OnwardLowering
from hoyle.dsl.machine.lower_steps import StepLowering
from hoyle.dsl.machine.settings import Settings, shape
from hoyle.dsl.machine.slots import Family, Slot
from hoyle.dsl.node import walk
from hoyle.dsl.printable import count_players
from hoyle.dsl.report import Report

Field = g.Zone | g.Register


@attrs.frozen
class Entry:
    """Where to begin: a phase with its arguments, after the phases that own what it needs.

    Without a phase only the match's own state gets its defaults. `bound` are variables that the
    arguments may use, with their numbers. `paused`: the machine stops where state has its defaults
    (a chance node of the kind `pause`), so that an example can set it. `onward`: the phase has been
    played elsewhere, and what follows it is (OnwardLowering).
    """

    phase: str
    args: tuple[g.Value, ...] = ()
    bound: tuple[tuple[g.Var, int], ...] = ()
    paused: bool = False
    onward: bool = False


@attrs.frozen(eq=False)
class Build:
    """A machine, of which further values can be asked while the game stands still."""

    machine: p.Machine
    _lowering: ExpressionLowering = attrs.field(repr=False)

    @property
    def settings(self) -> Settings:
        """The table."""
        return self._lowering.settings

    @property
    def game(self) -> g.Game:
        """The game that is played there."""
        return self.settings.game

    @property
    def constants(self) -> TableConstants:
        """What the table has fixed."""
        return TableConstants(self._lowering)

    @property
    def scratch(self) -> int:
        """How many scratch slots the values need that were asked up to now."""
        return self._lowering.context.deepest

    def family_of(self, thing: g.Register | g.Zone) -> Family:
        """The slots of a declaration."""
        return self._lowering.context.family(thing)

    def find_list(self, record: str, number: int) -> tuple[g.Register, int] | None:
        """The list that a record of that number lies in, from 0, with its slot; None: no list."""
        for register, (first, most) in self._lowering.context.lists.items():
            family = self.family_of(register)
            place = (number - first) // most
            if element(register.type) == RecordT(record) and 0 <= place < family.count:
                return register, family.base + place
        return None

    def lower_value(
        self, value: g.Value, kind: Type | None = None,
        variables: Mapping[g.Var, p.Expr] | None = None,
    ) -> p.Expr:  # fmt: skip
        """A value, in the shape of `kind` where that is given, as if every phase were running.

        CannotLower where the table has no form for it.
        """
        low = self._lowering
        with bind_variables(low.env, variables or {}), low.context.all_running():
            return low.value(value) if kind is None else low.as_type(value, kind)

    def lower_place(
        self, place: g.Load, variables: Mapping[g.Var, p.Expr] | None = None
    ) -> p.Ref:  # fmt: skip
        """The slot of a zone or register, likewise."""
        low = self._lowering
        with bind_variables(low.env, variables or {}), low.context.all_running():
            return low.ref(place)


def build_machine(
    game: g.Game, players: int, options: Mapping[str, int] | None = None, *,
    entry: Entry | None = None, report: Report,
) -> Build | None:  # fmt: skip
    """The machine of a table; None where the report says why there is none."""
    constants = declare_table(game, players, report, options)
    if constants is None:
        return None
    try:
        machine = _make_machine(constants.lowering, entry or Entry("match"))
        return Build(machine, constants.lowering)
    except CannotLower as problem:
        _report(problem, report)
        return None


def declare_table(
    game: g.Game, players: int, report: Report, options: Mapping[str, int] | None = None
) -> TableConstants | None:
    """Options, pack and declarations of a table, without the nodes of its machine."""
    lowering = ExpressionLowering(LoweringContext(Settings(game, players)))
    try:
        if not fix_settings(lowering, options or {}, report):
            return None
        _require_sides(lowering.settings)
        _declare(lowering)
    except CannotLower as problem:
        _report(problem, report)
        return None
    return TableConstants(lowering)


def _require_sides(settings: Settings) -> None:
    """CannotLower where a side would have nobody, or there would be none."""
    sides, players, count = settings.sides, settings.players, settings.game.side_count
    if count is not None and not 1 <= sides <= players:
        there = "1 side" if sides == 1 else f"{sides} sides"
        says = f"with {count_players(players)} there would be {there}"
        raise CannotLower(says, count.span, "O02", g.EVERY_SIDE)


def _report(problem: CannotLower, report: Report) -> None:
    report.add(
        problem.code, problem.says, problem.span, label=problem.label, help=problem.help,
        also=problem.also,
    )  # fmt: skip


# ---------------------------------------------------------------------- declarations


def _declare(low: ExpressionLowering) -> None:
    """A slot for every register and zone, every one of its family, every field of every record."""
    context, settings = low.context, low.settings
    game = settings.game
    context.add_slot(Slot(0, "winners", "mask", size=settings.players, type=SetT(SEAT)))
    _divide_pools(low)
    things: list[Field] = [*game.zones.values(), *game.registers.values()]
    for thing in things:
        _add_family(low, thing)
    for record in game.records.values():
        fields: list[Field] = [*record.zones, *record.registers]
        for field in fields:
            _add_family(low, field, record.name)
    to_all, to_one = _is_shown(game)
    if to_all or to_one:
        context.shown = _add_hidden(context, "shown to all", SetT(CARD))
    if to_one:
        context.told = len(context.slots)
        for seat in range(settings.players):
            _add_hidden(context, f"shown to seat {seat + 1}", SetT(CARD))
    if game.tracks_player:
        context.player_of = len(context.slots)
        for _ in range(settings.cards().size):
            _add_hidden(context, "who played it", SEAT)


@lru_cache(maxsize=8)  # a game has many tables
def _is_shown(game: g.Game) -> tuple[bool, bool]:
    """Whether cards may be shown to all, or laid with another face than their zone; to one seat."""
    steps = list(all_steps(game))
    seers = [step.to for step in steps if isinstance(step, g.Show)]
    to_all = None in seers or any(step_facts(step).facing for step in steps)
    return to_all, any(seer is not None for seer in seers)


def _add_hidden(context: LoweringContext, name: str, kind: Type) -> int:
    return context.add_slot(context.make_slot(name, kind, NOWHERE))


def _divide_pools(low: ExpressionLowering) -> None:
    """Each list of records has its own part of the pool; a record belongs to its list's seat."""
    context = low.context
    for register in low.settings.game.registers.values():
        of = element(register.type)
        if not isinstance(of, RecordT) or register.most is None:
            continue
        most = low.known_number(register.most)
        sizes, _ = _index_sizes(low, register.index)
        owners = list(context.owners.get(of.name, ()))
        context.lists[register] = (len(owners), most)
        require(RECORDS, len(owners) + prod(sizes) * most, register.span, register.name)
        by_seat = len(register.index) == 1 and register.index[0].type == SEAT
        for k in range(prod(sizes)):
            owners += [k if by_seat else -1] * most
        context.owners[of.name] = tuple(owners)


def _index_sizes(
    low: ExpressionLowering, index: tuple[g.Index, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    sizes, lows = [], []
    for one in index:
        first, size = 0, low.settings.members(one.type)
        if one.low is not None and one.high is not None:
            first = low.known_number(one.low)
            size = max(0, low.known_number(one.high) - first + 1)
        sizes.append(size)
        lows.append(first)
    return tuple(sizes), tuple(lows)


def _add_family(low: ExpressionLowering, thing: Field, record: str | None = None) -> None:
    context = low.context
    sizes, lows = _index_sizes(low, thing.index)
    kinds = tuple(one.type for one in thing.index)
    if record is not None:
        sizes, lows, kinds = (len(context.owners.get(record, ())),), (0,), (RecordT(record),)
    family = Family(thing.name, len(context.slots), sizes, lows, kinds, record)
    require(PLACES, family.base + family.count, thing.span, thing.name)
    context.families[thing.record, thing.name] = family
    slot = _zone_slot(low, thing) if isinstance(thing, g.Zone) else _register_slot(low, thing)
    for k, at in enumerate(family.slots, 1):
        label = thing.name if not sizes else f"{thing.name} {k}"
        context.add_slot(slot.at_place(at, label))


def _zone_slot(low: ExpressionLowering, zone: g.Zone) -> Slot:
    at, cards = len(low.context.slots), low.settings.cards().size
    if not zone.pile:
        return Slot(at, zone.name, "mask", size=cards, type=SetT(CARD), span=zone.span)
    return Slot(at, zone.name, "list", size=_capacity(low, zone), entry=cards, span=zone.span)


def _register_slot(low: ExpressionLowering, thing: g.Register) -> Slot:
    lowest, highest, most = (
        None if bound is None else low.known_number(bound)
        for bound in (thing.low, thing.high, thing.most)
    )
    slot = low.context.make_slot(thing.name, thing.type, thing.span, lowest, highest, most)
    return attrs.evolve(slot, phase=thing.phase)


def _capacity(low: ExpressionLowering, zone: g.Zone) -> int:
    """How many cards a zone can hold: as written, at most the whole pack."""
    cards = low.settings.cards().size
    return min(cards, low.known_number(zone.capacity)) if zone.capacity is not None else cards


# ---------------------------------------------------------------------- the machine


def _make_machine(low: ExpressionLowering, entry: Entry) -> p.Machine:
    """The code from the entry on, and everything that goes with it."""
    context, settings = low.context, low.settings
    game = settings.game
    code = CodeWriter(context)
    context.env.update((var, p.Const(number)) for var, number in entry.bound)
    steps: StepLowering
    if entry.onward:
        path = find_phase_path(game, entry.phase)
        if path[:1] != ["match"]:
            says = f"`{entry.phase}` has ended, and the match does not run it: nothing follows"
            raise CannotLower(says, game.phases[entry.phase].span)
        end = code.new_label()
        steps = OnwardLowering(low, code, end, path=path, phase=entry.phase, args=entry.args)
        steps.run_body(game.phases["match"], (), game.phases["match"].span)
    else:
        steps = StepLowering(low, code, code.new_label())
        _enter(steps, entry)
    code.place(steps.game_over)
    code.emit(p.End(game.phases[entry.phase].span if entry.phase in game.phases else NOWHERE))
    nodes = code.link()
    payoff = None
    if game.payoff is not None:
        var, value = game.payoff
        with context.scratch() as slot:
            context.env[var] = p.Get(slot)
            payoff = (slot, low.needed(value), var.span)
    laws = tuple(_lower_law(low, law) for law in game.laws if not _asks_expected(law))
    hidden = _hidden_registers(low)
    zones = _zone_places(low)
    closed = {slot for slot, _ in hidden} | {z.slot for z in zones if z.sight != "everyone"}
    ratings = list_hand_ratings(low, {slot.at for slot in context.slots} - closed)
    stock = next((z for z in game.zones.values() if z.starts), None)
    return p.Machine(
        title=game.title, players=settings.players, sides=settings.sides,
        options=tuple(settings.options.items()), pack=settings.cards(),
        slots=tuple(context.slots), scratch=context.deepest + 8,
        families=tuple(context.families.values()), zones=zones,
        functions=low.list_called(), nodes=nodes, entry=0,
        shown=context.shown, told=context.told, player_of=context.player_of, winners=0,
        stock=context.family(stock).base if stock is not None else 0, payoff=payoff, laws=laws,
        hidden=hidden, owners=tuple(context.owners.items()), ratings=ratings,
        policies=tuple(game.policies),
    )  # fmt: skip


def _enter(steps: StepLowering, entry: Entry) -> None:
    """The match's own state, then the phases that lead to the phase, then the phase."""
    game = steps.context.settings.game
    steps.pauses_in = entry.phase if entry.paused else None
    steps.reset_state(None)
    if not entry.phase:
        return
    if entry.phase == "match":
        steps.run_body(game.phases["match"], (), game.phases["match"].span)
        return
    span = game.phases[entry.phase].span
    path = find_phase_path(game, entry.phase)
    steps.run_inside(path, g.Run(entry.phase, entry.args, span=span))


def find_phase_path(game: g.Game, phase: str) -> list[str]:
    """The phases that lead from the match to this one and have state of their own."""
    callers: dict[str, str] = {}
    for name, caller in game.phases.items():
        for step in steps_in(caller.body):
            if isinstance(step, g.Run):
                callers.setdefault(step.phase, name)
    path: list[str] = []
    at = callers.get(phase)
    while at is not None and at not in path:
        path.insert(0, at)
        at = callers.get(at)
    return path


def _asks_expected(law: g.Law) -> bool:
    """Whether a law asks for a mean over all that may come: no play answers it."""
    return any(isinstance(node, g.Op) and node.name == "expected" for node in walk(law.test))


def _lower_law(low: ExpressionLowering, law: g.Law) -> p.MachineLaw:
    """A law's test, with a scratch slot for each variable that is in sight where it is asked."""
    context = low.context
    depth = context.depth
    slots = tuple(context.take_scratch() for _ in law.params)
    context.env.update((var, p.Get(slot)) for var, slot in zip(law.params, slots, strict=True))
    with context.all_running():
        test = low.value(law.test)
    context.depth = depth
    names = tuple(var.describe() for var in law.params)
    return p.MachineLaw(law.title, law.always, law.phase, law.action, names, slots, test, law.span)


def _zone_places(low: ExpressionLowering) -> tuple[p.ZonePlace, ...]:
    game = low.settings.game
    found = []
    for zone in game.all_zones:
        family = low.context.family(zone)
        sight = {"up": "everyone", "down": "nobody"}.get(zone.face or "", "some")
        for slot in family.slots:
            found.append(
                p.ZonePlace(
                    slot, zone.name, family.index_of(slot), zone.pile, sight,
                    _lower_seer(low, zone, slot), _capacity(low, zone), zone.record,
                )
            )  # fmt: skip
    return tuple(found)


def _lower_seer(low: ExpressionLowering, thing: Field, slot: int) -> p.Expr | None:
    """The seats that see a zone or register, as a mask; None where it is not said so.

    Its owner is the first of its indexes; that of a record the one of its list.
    """
    if thing.seen_by is None or thing.owner_var is None:
        return None
    index = low.context.family(thing).index_of(slot)
    owner = next(iter(index), 0)
    if thing.record is not None:
        owner = low.context.owners[thing.record][owner]
    shown_in = low.context.counts_as_running(thing.phase if isinstance(thing, g.Register) else None)
    with bind_variables(low.env, {thing.owner_var: p.Const(owner)}), shown_in:
        seer = low.value(thing.seen_by)
    if shape(thing.seen_by.type) == "seq":
        return low.op("seq_mask", seer)
    if shape(thing.seen_by.type) == "mask":
        return seer
    # a seat that is not set yet: nobody sees it
    return low.op("bit", seer.value if isinstance(seer, p.Guard) and seer.low is None else seer)


def _hidden_registers(low: ExpressionLowering) -> tuple[tuple[int, p.Expr], ...]:
    game = low.settings.game
    return tuple(
        (slot, seer)
        for thing in game.all_registers
        for slot in low.context.family(thing).slots
        if (seer := _lower_seer(low, thing, slot)) is not None
    )
