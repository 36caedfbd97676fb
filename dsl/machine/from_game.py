"""From a checked game to the machine of one table."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SEAT, RecordT, SetT, Type, element
from hoyle.dsl.machine import pack as packs
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.lower_laws import lowered_law
from hoyle.dsl.machine.lower_steps import Steps
from hoyle.dsl.machine.lowering import CannotLower, Lowering, rebuilt
from hoyle.dsl.machine.settings import Settings, chosen_options
from hoyle.dsl.machine.visibility import capacity, hidden_registers, zone_places
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span

NOWHERE = Span(Source("", ""), 0, 0)  # the place of what no line of a text declares


@attrs.frozen
class Entry:
    """Where to begin: a phase with its arguments, after the phases that own what it needs.

    Without a phase only the match's own state gets its defaults. `bound` are variables that the
    arguments may use, with their numbers. `paused`: the machine stops where state has its defaults
    (a chance node of the kind `pause`), so that an example can set it.
    """

    phase: str
    args: tuple[g.Value, ...] = ()
    bound: tuple[tuple[g.Var, int], ...] = ()
    paused: bool = False


@attrs.define(eq=False)
class Build:
    """A machine in the making, kept so that examples can ask for more values of it."""

    lowering: Steps
    machine: p.Machine

    def expression(self, value: g.Value) -> p.Expr:
        """A value for this machine, read when the game stands still."""
        return self.lowering.value(value)


def build_machine(
    game: g.Game,
    players: int,
    options: Mapping[str, int] | None = None,
    *,
    entry: Entry | None = None,
    report: Report,
) -> Build | None:
    """The machine of a table; None where the report says why there is none."""
    settings = Settings(game, players)
    lowering = Steps(settings)
    try:
        fix_table(settings, lowering, options or {}, report)
        declare(lowering)
        return finish(lowering, entry or Entry("match"))
    except CannotLower as problem:
        code = _code_of(problem.says)
        report.add(code, problem.says, problem.span)
    except packs.PackError:
        pass
    return None


def laid_table(
    game: g.Game, players: int, report: Report, options: Mapping[str, int] | None = None
) -> Steps | None:
    """Options, pack and declarations of a table, without the nodes of its machine."""
    lowering = Steps(Settings(game, players))
    try:
        fix_table(lowering.settings, lowering, options or {}, report)
        declare(lowering)
    except CannotLower as problem:
        report.add(_code_of(problem.says), problem.says, problem.span)
        return None
    except packs.PackError:
        return None
    return lowering


def _code_of(says: str) -> str:
    if " runs " in says:
        return "F01"
    if "cannot be ended" in says:
        return "F04"
    if "too many to list" in says:
        return "C01"
    return "F06" if "kept only while" in says else "M01"


def fix_table(
    settings: Settings, values: Lowering, options: Mapping[str, int], report: Report
) -> None:
    """Options, sides and pack: what the rest is made for."""
    settings.evaluate = values.constant
    empty = p.PackOfCards((), (), settings.rank_words(), settings.suit_words(), (), ())
    rebuilt(values, empty)
    chosen_options(options, settings)
    settings.sides = settings.players
    if settings.game.side_count is not None:
        settings.sides = values.constant(settings.game.side_count)
    settings.pack = packs.build(settings.game, values.constant, report)
    rebuilt(values, settings.pack)


# ---------------------------------------------------------------------- declarations


def declare(low: Steps) -> None:
    """A slot for every register and zone, every one of its family, every field of every record."""
    game = low.settings.game
    low.slots.append(p.Slot(0, "winners", "mask", size=low.settings.players, type=SetT(SEAT)))
    low.label()
    low.game_over = low.label()
    _pools(low)
    for zone in game.zones.values():
        _add_family(low, zone)
    for register in game.registers.values():
        _add_family(low, register)
    for record in game.records.values():
        count = len(low.owners.get(record.name, ()))
        fields: list[g.Zone | g.Register] = [*record.zones, *record.registers]
        for field in fields:
            _add_family(low, field, RecordT(record.name), count)
    cards = low.settings.cards().size
    low.shown = _add_hidden(low, "shown to all", SetT(CARD))
    low.told = low.shown + 1
    for seat in range(low.settings.players):
        _add_hidden(low, f"shown to seat {seat + 1}", SetT(CARD))
    if game.tracks_player:
        low.player_of = len(low.slots)
        for _ in range(cards):
            _add_hidden(low, "who played it", SEAT)


def _add_hidden(low: Steps, name: str, kind: Type) -> int:
    slot = low.slot_for(len(low.slots), name, kind, NOWHERE, None, None)
    low.slots.append(slot)
    return slot.at


def _pools(low: Steps) -> None:
    """Each list of records has its own part of the pool; a record belongs to its list's seat."""
    for register in low.settings.game.registers.values():
        of = element(register.type)
        if not isinstance(of, RecordT) or register.most is None:
            continue
        most = low.constant(register.most)
        sizes, _ = _index_sizes(low, register.index)
        owners = list(low.owners.get(of.name, ()))
        low.lists[register] = (len(owners), most)
        by_seat = len(register.index) == 1 and register.index[0].type == SEAT
        for k in range(_product(sizes)):
            owners += [k if by_seat else -1] * most
        low.owners[of.name] = tuple(owners)


def _product(sizes: tuple[int, ...]) -> int:
    total = 1
    for size in sizes:
        total *= size
    return total


def _index_sizes(low: Steps, index: tuple[g.Index, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many values each index has, and where it begins."""
    sizes, lows = [], []
    for one in index:
        if one.low is not None and one.high is not None:
            first, last = low.constant(one.low), low.constant(one.high)
            sizes.append(max(0, last - first + 1))
            lows.append(first)
        else:
            sizes.append(low.settings.members(one.type))
            lows.append(0)
    return tuple(sizes), tuple(lows)


def _add_family(
    low: Steps, thing: g.Zone | g.Register, record: RecordT | None = None, count: int = 0
) -> None:
    sizes, lows = _index_sizes(low, thing.index)
    kinds = tuple(one.type for one in thing.index)
    if record is not None:
        sizes, lows, kinds = (count,), (0,), (record,)
    name = record.name if record is not None else None
    family = p.Family(thing.name, len(low.slots), sizes, lows, kinds, name)
    low.families[thing.record, thing.name] = family
    for k in range(family.count):
        at = len(low.slots)
        label = thing.name if not sizes else f"{thing.name} {k + 1}"
        if isinstance(thing, g.Zone):
            low.slots.append(_zone_slot(low, thing, at, label))
        else:
            low.slots.append(_register_slot(low, thing, at, label))


def _zone_slot(low: Steps, zone: g.Zone, at: int, label: str) -> p.Slot:
    cards = low.settings.cards().size
    if not zone.pile:
        return p.Slot(at, label, "mask", size=cards, type=SetT(CARD), span=zone.span)
    most = capacity(low, zone)
    return p.Slot(at, label, "list", size=most, entry=cards, span=zone.span)


def _register_slot(low: Steps, thing: g.Register, at: int, label: str) -> p.Slot:
    lowest = low.constant(thing.low) if thing.low is not None else None
    highest = low.constant(thing.high) if thing.high is not None else None
    most = low.constant(thing.most) if thing.most is not None else None
    slot = low.slot_for(at, label, thing.type, thing.span, lowest, highest, most)
    return attrs.evolve(slot, phase=thing.phase)


# ---------------------------------------------------------------------- the whole


def finish(low: Steps, entry: Entry) -> Build:
    """The code from the entry on, and everything that goes with it."""
    game = low.settings.game
    _enter(low, entry)
    low.place(low.game_over)
    span = game.phases[entry.phase].span if entry.phase in game.phases else NOWHERE
    low.emit(p.End(span))
    nodes = settled(low)
    payoff = None
    if game.payoff is not None:
        var, value = game.payoff
        with low.scratch() as slot:
            low.env[var] = p.Get(slot)
            payoff = (slot, low.needed(value))
    laws = tuple(law for law in (lowered_law(low, law) for law in game.laws) if law is not None)
    stock = next((z for z in game.zones.values() if z.starts), None)
    made = p.Machine(
        title=game.title, players=low.settings.players, sides=low.settings.sides,
        options=tuple(low.settings.options.items()), pack=low.settings.cards(),
        slots=tuple(low.slots), scratch=low.deepest + 8, families=tuple(low.families.values()),
        zones=zone_places(low), nodes=nodes, entry=0, shown=low.shown, told=low.told,
        player_of=low.player_of, winners=0,
        stock=low.family(stock).base if stock is not None else 0,
        payoff=payoff, laws=laws, defaults=(), hidden=hidden_registers(low),
        owners=tuple(low.owners.items()),
    )  # fmt: skip
    return Build(low, made)


def _enter(low: Steps, entry: Entry) -> None:
    """The match's own state, then the owners of the state that the phase needs, then the phase."""
    game = low.settings.game
    low.env.update((var, p.Const(number)) for var, number in entry.bound)
    low.pauses_in = entry.phase if entry.paused else None
    for thing in game.registers.values():
        if thing.phase is None and thing.record is None:
            low.set_default(thing)
    if not entry.phase:
        return
    if entry.phase == "match":
        low.phase_body(game.phases["match"], (), game.phases["match"].span)
        return
    owners = find_phase_path(low, entry.phase)
    for name in owners:
        low.running.append(name)
        low.exits.append((name, low.game_over))
        low.reset_state(name)
    phase = game.phases[entry.phase]
    low.pause(entry.phase, phase.span)
    step = g.Run(entry.phase, entry.args, phase.span)
    low.run(step)


def find_phase_path(low: Steps, phase: str) -> list[str]:
    """The phases that lead from the match to this one and have state of their own."""
    game = low.settings.game
    callers: dict[str, str] = {}
    for name, body in game.phases.items():
        for called in _runs_in(body.body):
            callers.setdefault(called, name)
    path: list[str] = []
    at = callers.get(phase)
    while at is not None and at not in path:
        path.insert(0, at)
        at = callers.get(at)
    return path


def _runs_in(body: tuple[g.Step, ...]) -> list[str]:
    found: list[str] = []
    for step in body:
        match step:
            case g.Run(phase=phase):
                found.append(phase)
            case g.If(branches=branches, otherwise=otherwise):
                for _, inner in branches:
                    found += _runs_in(inner)
                found += _runs_in(otherwise)
            case g.For(body=inner, at_bound=bound) | g.Repeat(body=inner, at_bound=bound):
                found += _runs_in(inner) + _runs_in(bound or ())
            case g.ForLines(body=inner):
                found += _runs_in(inner)
            case g.Choose(actions=actions, otherwise=fallback):
                for action in actions:
                    found += _runs_in(action.body)
                found += _runs_in(fallback or ())
    return found


def settled(low: Steps) -> tuple[p.Node, ...]:
    """Labels become places."""
    where = low.places

    def at(label: int) -> int:
        return where[label] if label < 0 else label

    found: list[p.Node] = []
    for node in low.nodes:
        match node:
            case p.Jump():
                node = attrs.evolve(node, to=at(node.to))
            case p.Branch():
                node = attrs.evolve(node, yes=at(node.yes), no=at(node.no))
            case p.Chance():
                node = attrs.evolve(node, then=at(node.then))
            case p.Choose():
                actions = tuple(attrs.evolve(a, body=at(a.body)) for a in node.actions)
                otherwise = at(node.otherwise) if node.otherwise is not None else None
                then = at(node.then) if node.then < 0 else node.then
                node = attrs.evolve(node, actions=actions, otherwise=otherwise, then=then)
        found.append(node)
    return tuple(found)
