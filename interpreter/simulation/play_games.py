"""Games played by the interpreter, and what each of them comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from operator import sub

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import SEAT, SIDE, NumberT, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.node import walk
from hoyle.dsl.printable import to_dashes
from hoyle.dsl.source import Span
from hoyle.interpreter.library.roles import list_roles, list_state
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.native.watch import find_added_tables, find_tables_of_many
from hoyle.interpreter.runtime.bots import Bots, Manners
from hoyle.interpreter.runtime.choices import call_at
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.events import Event, name_moves, name_row
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.moves import Slots
from hoyle.interpreter.runtime.observer import Observer
from hoyle.interpreter.runtime.table import Chances, Table
from hoyle.interpreter.simulation.follow_events import Seen, count_events
from hoyle.interpreter.simulation.leaders import find_leading
from hoyle.interpreter.simulation.results import (
    GameResult,
    Measure,
    Problem,
    game_seed,
)
from hoyle.interpreter.simulation.unit import (
    Unit,
    find_changed_between,
    find_set_anew,
    find_set_first,
    find_unit,
)

LONGEST = 100_000  # decisions after which a game is taken for one that does not end

PAYOFF = "payoff"
ADDING = ("sum", "steps")  # how tables are read whose rows add up


def find_sums(game: g.Game) -> frozenset[str]:
    """The tables whose rows add up."""
    return frozenset(name for name, one in game.tables.items() if one.reading in ADDING)


@attrs.define(slots=False)
class InterpreterPlayer:
    """Plays the games of one table. It can be pickled; engines are made where it plays."""

    machine: p.Machine
    names: tuple[str, ...]
    unit: Unit
    rankings: frozenset[str]
    sums: frozenset[str]  # tables whose rows add up
    roles: tuple[str, ...]
    role_slots: tuple[int, ...]
    role_late: tuple[bool, ...]  # whether it is whoever has the role when a deal ends
    measures: tuple[Measure, ...]
    manners: Manners = attrs.field(factory=Manners)
    longest: int = LONGEST
    follows: bool = True  # counts events
    onwards: int = 1

    @classmethod
    def of(
        cls, ruleset: Ruleset, table: Table, manners: Manners | None = None, *,
        follows: bool = True,
    ) -> InterpreterPlayer:  # fmt: skip
        """Whoever plays a ruleset at a table, and counts what happens where `follows`."""
        game, unit = ruleset.game, find_unit(ruleset.game)
        roles = list_roles(game, table.machine)
        late = {to_dashes(thing.name) for thing in find_set_first(game, unit)}
        back = game.backwards
        return cls(
            table.machine, table.names, unit,
            frozenset(game.rankings),
            find_sums(game),
            tuple(name for name, _ in roles), tuple(slot for _, slot in roles),
            tuple(name in late for name, _ in roles),
            list_measures(game, table.machine), manners or Manners(), follows=follows,
            onwards=-1 if isinstance(back, g.Const) and back.value else 1,
        )  # fmt: skip

    @property
    def players(self) -> int:
        """How many play."""
        return self.machine.players

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return self.machine.sides

    @property
    def names_winner(self) -> bool:
        """Whether the rules say who wins."""
        return any(isinstance(node, p.Win) for node in self.machine.nodes)

    @cached_property
    def table(self) -> OneTable:
        """Where it plays; without events that is quicker."""
        return OneTable(self, traced=self.follows)

    def __getstate__(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in attrs.fields_dict(type(self))}

    def play(self, seed: int, first: int, count: int) -> Iterator[GameResult]:
        """The games `first` to `first + count - 1` of a seed."""
        table = self.table
        for number in range(first, first + count):
            yield table.play(seed, number)


def bound_problem(longest: int) -> Problem:
    """A game has so many decisions, and no end yet."""
    return Problem("bound", f"it has not ended after {longest:,} decisions")


class OneTable(Observer):
    """An engine at work; it hears where deals begin and end."""

    def __init__(self, player: InterpreterPlayer, traced: bool) -> None:
        self.player = player
        machine = player.machine
        self.table = Table(machine, player.names, traced=traced, observers=(self,))
        self.engine: Engine = self.table.engine
        self.bots = Bots(0, self.engine, player.manners)
        payoff = machine.payoff
        self.payoff = None if payoff is None else self.engine.compiler.value(payoff[1])
        self.deals: list[int] = []
        self.slots: Slots = []  # of the game that is played
        self.begun: tuple[list[int], list[int]] | None = None
        self.last = -1  # the seat that has decided last in this deal
        self.deciders = 0  # the seats that have decided in this deal, as a mask
        self.drawn = ""  # the place of the loop that has ended the game as a draw
        self.seen = Seen()
        names = name_moves(machine)
        self.moves = {
            (at, one.name): names[one.phase, one.name]
            for at, node in enumerate(machine.nodes) if isinstance(node, p.Choose)
            for one in node.actions
        }  # fmt: skip
        self.of_many = find_tables_of_many(machine, player.sums)
        self.added = find_added_tables(machine, player.rankings)
        self.hands: set[tuple[str, str]] = set()  # rows of rankings that came up in this deal

    def play(self, seed: int, number: int) -> GameResult:
        """One game to its end, or to where it cannot go on."""
        try:
            return self._play(seed, number)
        except RulesetFault as fault:
            return GameResult(number, problem=Problem.of_fault(fault))

    def _play(self, seed: int, number: int) -> GameResult:
        engine, nodes = self.engine, self.player.machine.nodes
        chances = Chances(game_seed(seed, number))
        self.bots.begin(chances.seed)
        self.deals, self.begun, self.seen, self.hands = [], None, Seen(), set()
        self.last, self.drawn = -1, ""
        decisions = turns = choices = forced = 0
        self.slots, at = engine.fresh(), self.player.machine.entry
        s = self.slots
        while True:
            at, legal = engine.stop(s, at)
            if legal is not None:
                if decisions >= self.player.longest:
                    return GameResult(number, problem=bound_problem(self.player.longest))
                node = nodes[at]
                assert isinstance(node, p.Choose)
                seat, size = s[node.seat], legal.size
                decisions, choices, forced = decisions + 1, choices + size, forced + (size == 1)
                turns, self.last = turns + (seat != self.last), seat
                self.deciders |= 1 << seat
                move = self.bots.choose(s, at, legal)
                if engine.trace is not None:
                    self._count_events(engine.trace.take())
                at = engine.choose(s, at, move)
            elif isinstance(nodes[at], p.End):
                break
            else:
                outcome, chances = chances.resolve(engine, s, at)
                at = engine.happen(s, at, outcome)
        self._end_deal(s)
        if not self.player.unit.is_repeated:
            self._count_hands()
        if engine.trace is not None:
            self._count_events(engine.trace.take())
        events = self.seen if engine.trace is not None else None
        return GameResult(
            number, s[self.player.machine.winners], tuple(self._measure(s)), decisions, turns,
            choices, forced, self.deals, events, drawn=self.drawn,
        )  # fmt: skip

    def _count_events(self, events: Iterable[Event]) -> None:
        families = self.table.words.families
        sums, of_many = self.player.sums, self.of_many
        count_events(events, families, self.moves, sums, of_many, self.added, self.seen)

    # ------------------------------------------------------------------ deals

    def on_phase(self, slots: Slots, mark: p.Mark) -> None:
        """A deal begins, or ends."""
        unit = self.player.unit
        if mark.phase == (unit.begins if mark.begins else unit.ends):
            self._end_deal(slots)
            self.last, self.deciders = -1, 0
            if mark.begins:
                self.begun = self._list_holders(slots), self._measure(slots)

    def _end_deal(self, s: Slots) -> None:
        """Note the deal that is going on, if one is."""
        if self.begun is not None:
            begun, before = self.begun
            now, ended, late = self._measure(s), self._list_holders(s), self.player.role_late
            roles = [one[is_late] for *one, is_late in zip(begun, ended, late, strict=True)]
            self.deals += [self.deciders, *roles, *map(sub, now, before), *now]
            self.begun = None
            if self.player.unit.is_repeated:
                self._count_hands()

    def _list_holders(self, slots: Slots) -> list[int]:
        """Who holds each role now."""
        return [slots[slot] for slot in self.player.role_slots]

    def _count_hands(self) -> None:
        """The hands of a deal that is over, or of a whole game."""
        self.seen.update(("hand", name_row(*row)) for row in self.hands)
        self.hands.clear()

    def on_row(self, row: p.TableRow) -> None:
        """A hand is of this kind; of the parts among which one is sought, none is a hand yet."""
        if row.table in self.player.rankings and not self.engine.compiler.parts_tried:
            self.hands.add((row.table, row.row))

    def on_draw(self, loop: Span) -> None:
        """A loop ends the game."""
        self.drawn = repr(loop)

    def _measure(self, s: Slots) -> list[int]:
        """Each measure of each seat now."""
        found: list[int] = []
        for measure in self.player.measures:
            slots = measure.slots
            found += self._pay_off(s) if slots is None else [s[slot] for slot in slots]
        return found

    def _pay_off(self, s: Slots) -> list[int]:
        """What each seat would take away now."""
        assert self.player.machine.payoff is not None and self.payoff is not None
        slot, _, span = self.player.machine.payoff
        before, found = s[slot], []
        for seat in range(self.player.players):
            s[slot] = seat
            found.append(call_at(span, self.payoff, s))
        s[slot] = before
        return found


# ---------------------------------------------------------------------- what a ruleset has


def list_measures(game: g.Game, machine: p.Machine) -> tuple[Measure, ...]:
    """What a seat takes away, as the rules say, and the numbers that each seat or side keeps.

    Where a seat takes away one of these numbers (less what it began with), that is told alone.
    What changes between one unit and the next is no unit's, and told at the end of a game only.
    """
    found, leading, unit = [], find_leading(game), find_unit(game)
    anew, between = find_set_anew(game, unit), find_changed_between(game, unit)
    for thing, family in list_state(game, machine):
        if family.kinds in ((SEAT,), (SIDE,)) and isinstance(bare(thing.type), NumberT):
            seats: Sequence[int] = range(machine.players)
            slots = tuple(family.base + seat % family.count for seat in seats)
            name = to_dashes(thing.name)
            found.append(Measure(name, slots, leading.get(thing), thing in between, thing in anew))
    if machine.payoff is None:
        return tuple(found)
    paid = machine.payoff[1]
    read = {node.reads for node in walk(paid) if isinstance(node, p.BaseExpr)}
    kept = [measure for measure in found if not read.isdisjoint(measure.slots or ())]
    bases = {family.base for thing, family in list_state(game, machine) if thing in between}
    made = bool(kept) and not _is_straight(paid)
    whole = made or not read.isdisjoint(bases)
    return (Measure(PAYOFF, None, most_leads=True, whole=whole), *(kept if made else ()))


def _is_straight(paid: p.Expr) -> bool:
    """Whether it is one number of a seat, turned round or moved by what never changes."""
    while isinstance(paid, p.Op) and paid.name in ("negate", "minus", "plus"):
        [paid, *others] = sorted(paid.args, key=lambda arg: isinstance(arg, p.Const))
        if not all(isinstance(other, p.Const) for other in others):
            return False
    return paid.reads is not None
