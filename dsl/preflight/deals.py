"""Whether cards suffice, and zones have room: how many lie in each, followed through the machine.

What happens is followed node by node, as if it were played; of a draw the first outcome is taken.
Where a choice or an unknown answer opens several ways, they are solved together as far as the node
at which all meet, and there it goes on. So a deal that is told is reached in a game, and takes too
many cards there, unless the game is at fault before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from operator import and_
from typing import Any, assert_never, cast

import attrs

from hoyle.dsl.analysis.dataflow import Edge, Graph, solve_backward, solve_forward
from hoyle.dsl.analysis.facts import CardChange, Purpose, Read, all_steps, step_facts
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import NumberT
from hoyle.dsl.checked.values import Thing, values_inside
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.constants import TableConstants
from hoyle.dsl.node import Node, map_children, map_part, walk
from hoyle.dsl.preflight.deal_findings import Emptied, Excess, Overdraw, Overfill, Stray, Unmixed
from hoyle.dsl.preflight.known_values import NONE, ONE, Evaluator, Known, Size, State, forget_empty
from hoyle.dsl.preflight.many_ways import ManyWays, TooMany, find_many_ways, find_too_many
from hoyle.dsl.preflight.missing_values import MissingValue, MissingValues, learn_nothing
from hoyle.dsl.source import Span

MAX_STEPS = 1_000  # nodes of one table that are gone through to the end of play
MAX_DEALING_STEPS = 4_000  # and of one where only what takes cards is looked at
QUESTIONS = 2  # open ones behind an open one that are looked past
# Nodes that move no cards and set no register.
Passive = p.ShowCards | p.SayIt | p.AnnounceIt | p.Mark | p.Fault | p.Jump | p.Branch | p.End


def walk_table(machine: p.Machine) -> DealWalk:
    """What happens at a table whatever the players choose: numbers that stray, cards in order."""
    walk = DealWalk(machine, {}, to_the_end=True)
    walk.overdraws()
    return walk


def find_overdraws(game: g.Game, machine: p.Machine) -> tuple[list[Excess], bool]:
    """The steps that take or lay down too many cards, whatever the players choose.

    And whether that is all, as far as it is sure: of a long game only the first part is known.
    """
    walk = DealWalk(machine, _places_in_steps(game))
    return walk.overdraws(), walk.steps < walk.max_steps


@lru_cache(maxsize=1)
def only_deals(game: g.Game) -> g.Game:
    """The game without what takes no cards and decides nothing about those that are taken."""
    needed: set[object] = set()
    kept: set[g.Step] = set()

    def keep(step: g.Step) -> bool:
        facts = step_facts(step)
        inside = [keep(inner) for block in facts.blocks for inner in block.body]
        if facts.cards not in (None, CardChange.SHOW) or facts.exit or facts.runs or any(inside):
            return True
        changed = {*(place.thing for place in facts.writes), *facts.binds}
        draws = isinstance(step, g.Say) and step.draws
        return draws or isinstance(step, g.Choose | g.New) or bool(changed & needed)

    while True:
        new = {step for step in all_steps(game) if keep(step)} - kept
        if not new:
            break
        kept |= new
        reads = (read.value for step in new for read in step_facts(step).reads)
        for value in values_inside(*reads):
            needed |= {value.thing, value.local} - {None}

    def slim(part: Node) -> Node | tuple[Node, ...]:
        if isinstance(part, g.Action):
            return map_children(attrs.evolve(part, musts=()), slim)
        if not isinstance(part, g.Step):
            return part
        return map_children(part, slim) if part in kept else ()

    phases = {
        name: attrs.evolve(phase, body=cast(Any, map_part(phase.body, slim)))
        for name, phase in game.phases.items()
    }
    return attrs.evolve(game, phases=phases, laws=[], payoff=None)


def takes_from_piles(game: g.Game) -> bool:
    """Whether any step takes a number of cards, or the one at an end of a pile, or fills a zone."""
    return has_rooms(game) or any(
        (isinstance(step, g.Deal) and step.amount is not None)
        or (isinstance(step, g.Move) and (step.source is not None or _is_end_of_pile(step.what)))
        for step in all_steps(game)
    )


def has_rooms(game: g.Game) -> bool:
    """Whether it is said of any zone how many cards it may hold."""
    return any(zone.capacity is not None for zone in game.all_zones)


def _is_end_of_pile(what: g.Value) -> bool:
    return isinstance(what, g.Op) and what.name in ("top", "bottom")


@lru_cache(maxsize=1)
def find_settling_reads(game: g.Game) -> list[Read]:
    """What it depends on how many cards are taken: amounts, to whom, and what is asked around."""
    entered, rooms = set[str](), [zone.capacity for zone in game.all_zones if zone.capacity]

    def settle(step: g.Step) -> list[Read]:
        facts = step_facts(step)
        found = [read for block in facts.blocks for inner in block.body for read in settle(inner)]
        if facts.runs is not None and facts.runs not in entered:
            entered.add(facts.runs)
            found += [read for inner in game.phases[facts.runs].body for read in settle(inner)]
        if isinstance(step, g.Deal) and step.amount is None and not rooms:
            return []
        around = found and not isinstance(step, g.Choose)
        purposes = (Purpose.AMOUNT, Purpose.WAY) if around else (Purpose.AMOUNT,)
        return [read for read in facts.reads if read.purpose in purposes] + found

    found = [read for step in game.phases["match"].body for read in settle(step)]
    return [Read(room, Purpose.AMOUNT) for room in rooms] + found


def settings_read(values: Iterable[g.Value]) -> set[str]:
    """The options, and `players`, that values ask for, also as defaults of registers."""
    found: set[str] = set()
    waiting, registers = list(values), set[Thing]()
    while waiting:
        more: list[g.Value] = []
        for value in values_inside(*waiting):
            if isinstance(value, g.Setting):
                found.add(value.name)
            thing = value.thing
            if isinstance(thing, g.Register) and thing not in registers:
                registers.add(thing)
                more += [thing.default] if thing.default is not None else []
        waiting = more
    return found


@attrs.frozen
class DealSettings:
    """Tells settings apart in which not as many cards are taken; `reads` settle that."""

    reads: list[Read]
    _names: list[set[str]] = attrs.field(init=False)

    @_names.default
    def _find_names(self) -> list[set[str]]:
        return [settings_read([read.value]) for read in self.reads]

    @property
    def settings_read(self) -> set[str]:
        """The settings on which it depends how many are taken."""
        return set().union(*self._names)

    def without_open_questions(self, tables: Sequence[TableConstants]) -> DealSettings:
        """The same without questions that are answered by play alone at all of these tables."""
        return DealSettings([
            read for read in self.reads
            if read.purpose is Purpose.AMOUNT
            or any(table.evaluate_constant(read.value) is not None for table in tables)
        ])  # fmt: skip

    def key(self, constants: TableConstants) -> tuple[object, ...]:
        """What is the same in settings that differ at most in the number of seats."""
        settings = constants.settings
        known = {**settings.options, "players": settings.players}
        found: list[object] = [settings.cards().size]
        for read, names in zip(self.reads, self._names, strict=True):
            number = constants.evaluate_constant(read.value)
            if number is None and read.purpose is Purpose.AMOUNT:
                found.append(tuple(known[name] for name in sorted(names & known.keys())))
            else:
                found.append(number)
        return tuple(found)


def _places_in_steps(game: g.Game) -> dict[Span, tuple[Span, Span]]:
    """Where it stands in each step how many cards it moves, and to where."""
    places = {}
    for step in all_steps(game):
        if isinstance(step, g.Deal):
            amount = step.span if step.amount is None else step.amount.span
            places[step.span] = (amount, step.to.span)
        elif isinstance(step, g.Move):
            places[step.span] = (step.what.span, step.to.span)
    return places


class DealWalk:
    """Follows a machine from its entry: as long as cards may be taken, or `to_the_end`."""

    def __init__(
        self, machine: p.Machine, places: Mapping[Span, tuple[Span, Span]], *,
        to_the_end: bool = False,
    ) -> None:  # fmt: skip
        self.to_the_end = to_the_end
        self.max_steps = MAX_STEPS if to_the_end else MAX_DEALING_STEPS
        self.machine = machine
        self.nodes = machine.nodes
        self.places = places
        self.pack = machine.pack.size
        self.values = Evaluator(machine)
        self.missing_values = MissingValues(self.values, machine.zones)
        self.zones = {zone.slot: zone for zone in machine.zones}
        self.family = {family.base: family.count for family in machine.families}
        self.edges = {at: self._edges_of(at) for at in range(len(self.nodes))}
        self.steps = 0
        self.visits, self.uncounted = Counter[int](), set[int]()  # how often nodes were come to
        self.found: list[Excess] = []
        self.strays: list[Stray] = []
        self.missing: list[MissingValue] = []
        self.missing_behind: list[tuple[MissingValue, p.Branch, bool]] = []  # on that way only
        self.many_ways: list[ManyWays] = []  # also where it comes only once in a loop
        self.too_many: list[TooMany] = []
        # whether all cards lie as the pack was made: since the start, or since all were gathered,
        # nothing was shuffled, and nothing moved that hangs on what somebody has chosen
        self.settled, self.gathered, self.chosen = True, False, False
        self.unmixed: list[Unmixed] = []
        self.emptied: list[Emptied] = []
        self.dealt = set[int]()  # nodes that have surely dealt all cards of a pile

    def overdraws(self) -> list[Excess]:
        """Node after node, as far as it is sure."""
        meets = self.meets
        at: int | None = self.machine.entry
        state: State = dict.fromkeys(self.zones, NONE)
        state = {**state, self.machine.stock: Size(self.pack, self.pack)}
        self.found += self._list_overfills(None, state)
        if self.found:
            state = dict.fromkeys(self.zones, Size(0, self.pack))
        while at is not None and self.steps < self.max_steps:
            self.strays += self._list_strays(self.nodes[at], state)
            self.unmixed += self._list_unmixed(self.nodes[at], state)
            self.emptied += self._list_emptied(at, state)
            excess = [*self._list_overdraws(at, state)]
            self.visits[at] += 1
            after = self.transfer(at, state)
            if isinstance(self.nodes[at], p.GatherCards):
                self.gathered = self.gathered or not self.settled
                self.settled, self.chosen = True, False
            excess = excess or [*self._list_overfills(self.nodes[at], after)][:1]
            if excess:  # told once: what follows from it is not told too
                self.found += excess
                after = {**after, **dict.fromkeys(self.zones, Size(0, self.pack))}
            ways = [(edge.to, on) for edge in self.edges[at] if (on := self.along(at, edge, after))]
            if self.to_the_end:
                self._find_missing(at, state, always=True)
            if len(ways) == 1:
                at, state = ways[0]
                continue
            meeting = meets.get(at)
            if not ways or meeting is None:
                break
            if not (self.to_the_end or self._takes_cards_after(meeting)):
                break
            if self.to_the_end and not self._begins_rounds(at):
                for way, known in ways:
                    end = self._look_ahead(way, known, meeting)
                    if isinstance(node := self.nodes[at], p.Branch) and end is not None:
                        self._look_behind(meeting, end, node, way == node.yes)
            at, joined = meeting, self._state_at(at, state, meeting)
            if joined is None:
                break
            state = joined
        return self.found

    def _begins_rounds(self, at: int) -> bool:
        """Whether a question begins the rounds of a loop: that it may have none need not be so."""
        while True:
            before = self.before.get(at, [])
            if any(start >= at for start in before):  # a way back
                return True
            if len(before) != 1 or len(self.edges[before[0]]) != 1:
                return False
            (at,) = before

    def _look_behind(self, at: int, state: State, asked: p.Branch, holds: bool) -> None:
        """What one way of a question lacks where all meet, before anything else is open."""
        kept = self.settled, self.chosen, [*self.many_ways], [*self.too_many], self.missing
        self.missing, seen = [], set[int]()
        while at not in seen:
            seen.add(at)
            self._find_missing(at, forget_empty(state))
            after = self.transfer(at, state)
            ways = [(edge.to, on) for edge in self.edges[at] if (on := self.along(at, edge, after))]
            if len(ways) != 1:
                break
            ((at, state),) = ways
        self.missing_behind += ((missing, asked, holds) for missing in self.missing)
        self.settled, self.chosen, self.many_ways, self.too_many, self.missing = kept

    def _look_ahead(
        self, at: int, state: State, meeting: int, questions: int = QUESTIONS
    ) -> State | None:
        """What one way comes to: on it a first round is not yet one of many.

        As far as the head of a loop of which nobody knows whether it has a round, and past a few
        questions: behind each it is known what holds on all its ways. Of all else that it does
        nothing is noted. Answers with the state where all ways meet, if it comes to that.
        """
        kept = self.settled, self.chosen, [*self.many_ways], [*self.too_many], [*self.emptied]
        seen = {meeting}
        while at not in seen:
            seen.add(at)
            self._find_missing(at, forget_empty(state))
            after = self.transfer(at, state)
            ways = [(edge.to, on) for edge in self.edges[at] if (on := self.along(at, edge, after))]
            if len(ways) == 1:
                ((at, state),) = ways
                continue
            beyond = self.meets.get(at)
            if not (ways and questions) or beyond is None or self._begins_rounds(at):
                break
            questions -= 1
            for way, known in ways:
                self._look_ahead(way, known, beyond, questions)
            at, joined = beyond, self._state_at(at, state, beyond)
            if joined is None:
                break
            state = joined
        self.settled, self.chosen, self.many_ways, self.too_many, self.emptied = kept
        return state if at == meeting else None

    # ------------------------------------------------------------------ the graph

    def _edges_of(self, at: int) -> tuple[Edge[int], ...]:
        """The ways on from a node; those to a fault are none.

        Nor is the draw of a loop that goes on for too long: most games go on.
        """
        node = self.nodes[at]
        if isinstance(node, p.Branch):
            ways = [Edge(node.yes, True), Edge(node.no, False)]
        else:  # who can choose nothing of what is sealed is not asked
            onward = [] if node.stops else [at + 1]
            ways = [Edge(to) for to in node.list_exits() or onward]
        return tuple(way for way in ways if not self._breaks_off(self.nodes[way.to]))

    def _breaks_off(self, node: p.Node) -> bool:
        draws = isinstance(node, p.SayIt) and node.draws
        return isinstance(node, p.Fault) or draws

    @cached_property
    def before(self) -> dict[int, list[int]]:
        """For each node those that lead to it."""
        found: dict[int, list[int]] = {}
        for start, edges in self.edges.items():
            for edge in edges:
                found.setdefault(edge.to, []).append(start)
        return found

    @cached_property
    def meets(self) -> dict[int, int]:
        """For each node the first one that all ways from it to the end go through."""
        graph = Graph(self.machine.entry, self.edges)
        after = solve_backward(graph, 0, lambda node, through: through | 1 << node, and_)
        first = {through | 1 << node: node for node, through in after.items()}
        return {node: first[through] for node, through in after.items() if through in first}

    def _takes_cards_after(self, at: int) -> bool:
        """Whether a step that could take too many cards can still be reached."""
        waiting, seen = [at], {at}
        while waiting:
            node = waiting.pop()
            if isinstance(self.nodes[node], p.DealCards | p.MoveCards):
                return True
            new = {edge.to for edge in self.edges[node]} - seen
            seen |= new
            waiting += new
        return False

    def _state_at(self, at: int, state: State, meeting: int) -> State | None:
        edges = {**self.edges, meeting: ()}
        found = solve_forward(
            Graph(at, edges), state, self.transfer, _join, along=self.along, widen=self._widen,
            widen_after=2,
        )  # fmt: skip
        self.uncounted |= found.keys() - {at, meeting}
        for inside, known in found.items() if self.to_the_end else ():
            if inside not in (at, meeting):
                self._find_missing(inside, forget_empty(known))
                self.emptied += self._list_emptied(inside, known)
        return found.get(meeting)

    def _find_missing(self, at: int, state: State, *, always: bool = False) -> None:
        node = self.nodes[at]
        found = self.missing_values.find_in_node(node, state)
        self.missing += (MissingValue(guard, node, asked, always) for guard, asked in found)

    def find_emptying(self, node: p.Node, value: p.Expr) -> Span | None:
        """The step on the one way to a node that moved away all cards of which it asks."""
        asked = {part.slot for part in walk(value) if isinstance(part, p.Get)} & self.zones.keys()
        before = self.before
        at, seen = self.nodes.index(node), set[int]()
        while at not in seen and len(before.get(at, ())) == 1:
            seen.add(at)
            at = before[at][0]
            match self.nodes[at]:
                case p.MoveCards(source=p.Ref(base=base, index=None)) as move if base in asked:
                    return move.span if _is_whole(move) else None
                case p.MoveCards(to=p.Ref(base=base)) if base in asked:
                    return None
                case p.DealCards() | p.GatherCards() | p.SwapZones():
                    return None
        return None

    def along(self, at: int, edge: Edge[int], state: State) -> State | None:
        """The state on a way on; None where the answer is known and leads elsewhere."""
        node = self.nodes[at]
        if isinstance(node, p.Branch):
            answer = self.values.exact(node.test, state)
            if answer is not None and bool(answer) is not edge.taken:
                return None
            return learn_nothing(node.test, bool(edge.taken), state)
        return state

    def _widen(self, old: State, new: State) -> State:
        """What holds of both, where an end of a size that still changes may be anything."""
        both = _join(old, new)
        for slot, known in both.items():
            before = old[slot]
            if known is not before and isinstance(known, Size) and isinstance(before, Size):
                low = known.low if known.low == before.low else 0
                both[slot] = Size(low, known.high if known.high == before.high else self.pack)
        return both

    # ------------------------------------------------------------------ too many cards

    def _list_overdraws(self, at: int, state: State) -> Iterator[Excess]:
        """What a node takes, where that is surely more than there can be."""
        match node := self.nodes[at]:
            case p.DealCards(amount=amount, source=source) if amount is not None:
                each, to = self.values.exact(amount, state), self.values.size(node.over, state)
                if not isinstance(each, int) or to is None:
                    return
                wanted, does = each * to.low, "deals"
            case p.MoveCards(shape="count", source=source) if source is not None:
                count = self.values.exact(node.what, state)
                if not isinstance(count, int):
                    return
                wanted, does = count, "moves"
            case p.MoveCards(shape="card", source=source) if source is not None and _is_end(node):
                wanted, does = 1, "takes"
            case _:
                return
        slots = self.slots_of(source, state)
        there = max(self._size_at(slot, state).high for slot in slots)
        if wanted <= there:
            return
        span, _ = self.places.get(node.span, (node.span, node.span))
        one_pile = source.index is None and source.base not in self._filled
        pile = self.machine.slots[source.base].name if one_pile else ""
        before = 0 if at in self.uncounted else self.visits[at]
        yield Overdraw(span, does, wanted, there, there == self.pack, before, pile)

    @cached_property
    def _filled(self) -> set[int]:
        """The zones into which, or into one of whose family, any step lays cards."""
        places: list[p.Ref] = []
        for node in self.nodes:
            if isinstance(node, p.DealCards | p.MoveCards):
                places.append(node.to)
            elif isinstance(node, p.GatherCards):
                places.append(node.pile)
            elif isinstance(node, p.SwapZones):
                places += [node.one, node.other]
        return {place.base for place in places}

    def _list_overfills(self, node: p.Node | None, after: State) -> Iterator[Excess]:
        """The zones that surely hold more than they have room for after a node, or at the start."""
        if not isinstance(node, p.DealCards | p.MoveCards | p.GatherCards | p.SwapZones | None):
            return
        for slot, zone in self.zones.items():
            size, line = self._size_at(slot, after), self.machine.slots[slot].span
            if size.low > zone.capacity and line is not None:
                span = name = line.find_word(zone.family)
                if node is not None:
                    _, span = self.places.get(node.span, (node.span, node.span))
                yield Overfill(span, zone.family, size.low, zone.capacity, name)

    # ------------------------------------------------------------------ numbers

    def _list_strays(self, node: p.Node, state: State) -> Iterator[Stray]:
        """The numbers that a node surely gives a value outside their ranges."""
        changes: list[tuple[str, Known | None, tuple[int, int]]] = []
        match node:
            case p.PayChips(amount=amount, giver_range=giver, taker_range=taker, names=names):
                chips = self.values.exact(amount, state)
                changes.append((names[0], self._sum(node.giver, chips, -1, state), giver))
                changes.append((names[1], self._sum(node.taker, chips, 1, state), taker))
            case p.Set(value=value, add=add, type=NumberT()):
                new: Known | None = self.values.exact(value, state)
                new = self._sum(node.ref, new, add, state) if add else new
                changes.append((node.place, new, (node.low, node.high)))
        for name, number, (low, high) in changes:
            if isinstance(number, int) and not low <= number <= high:
                assert node.span is not None
                yield Stray(node.span, name, number, low, high)
                break

    # ------------------------------------------------------------------ cards in order

    def _list_unmixed(self, node: p.Node, state: State) -> Iterator[Unmixed]:
        """Cards taken before anything was shuffled: each game has the same hands."""
        if not self.settled:
            return
        if isinstance(node, p.DealCards) or (
            isinstance(node, p.MoveCards) and self._takes_an_end(node, state)
        ):
            assert node.source is not None
            yield Unmixed(node, self.machine.slots[node.source.base].name, self.gathered)

    def _takes_an_end(self, node: p.MoveCards, state: State) -> bool:
        """Whether some of the cards of a pile surely leave it, and which is up to their order."""
        if node.source is None or not (node.shape == "count" or _is_end(node)):
            return False
        wanted = self._count_moved(node, state)
        sizes = [self._size_at(slot, state) for slot in self.slots_of(node.source, state)]
        return wanted.low > 0 and wanted.high < reduce(Size.union, sizes).low

    def _list_emptied(self, at: int, state: State) -> Iterator[Emptied]:
        """A deal that had its cards the first time, and surely has too few from then on."""
        node = self.nodes[at]
        if not isinstance(node, p.DealCards):
            return
        sizes = [self._size_at(slot, state) for slot in self.slots_of(node.source, state)]
        there, wanted = reduce(Size.union, sizes), 1
        if node.amount is not None:
            each, to = self.values.exact(node.amount, state), self.values.size(node.over, state)
            wanted = each * to.low if isinstance(each, int) and to is not None else 0
        if there.low >= wanted:
            self.dealt.add(at)
        elif there.high < wanted and at in self.dealt and node.source.base not in self._filled:
            yield Emptied(node, self.machine.slots[node.source.base].name, there.high)

    # ------------------------------------------------------------------ what a node changes

    def slots_of(self, ref: p.Ref, state: State) -> list[int]:
        """The slots that a place may be: one, where that is known."""
        if ref.index is None:
            return [ref.base]
        index = self.values.exact(ref.index, state)
        if isinstance(index, int) and index >= 0:
            return [ref.base + index]
        return [ref.base + k for k in range(self.family.get(ref.base, 1))]

    def _size_at(self, slot: int, state: State) -> Size:
        size = self.values.size(p.Get(slot), state)
        return Size(0, self.pack) if size is None else size

    def transfer(self, at: int, before: State) -> State:
        """The state after a node."""
        self.steps += 1
        node = self.nodes[at]
        self.chosen = self.chosen or isinstance(node, p.Choose)
        mixed = isinstance(node, p.Chance) and node.kind == "shuffle"
        moved = self.chosen and isinstance(node, p.MoveCards | p.DealCards | p.SwapZones)
        self.settled = self.settled and not mixed and not moved
        if isinstance(node, Passive):
            return before
        self.many_ways += find_many_ways(node, before, self.values)
        self.too_many += find_too_many(node, before, self.values)
        state = dict(before)
        match node:
            case p.Set(ref=ref, value=value, add=add):
                new = self.values.known(value, state)
                if add:
                    new = self._sum(ref, new, add, state)
                if isinstance(new, int) and ref.base not in self.values.masks:
                    new = new if node.low <= new <= node.high or self._is_none(ref, new) else None
                self._write(state, ref, new)
            case p.MoveCards():
                self._move(node, state)
            case p.DealCards():
                self._deal(node, state)
            case p.SwapZones(one=one, other=other):
                self._swap(self.slots_of(one, state), self.slots_of(other, state), state)
            case p.GatherCards(pile=pile):
                slots = self.slots_of(pile, state)
                state |= dict.fromkeys(self.zones, NONE)
                low = self.pack if len(slots) == 1 else 0
                state |= dict.fromkeys(slots, Size(low, self.pack))
            case p.PayChips(giver=giver, taker=taker, amount=amount):
                chips = self.values.exact(amount, state)
                for ref, sign in ((giver, -1), (taker, 1)):
                    self._write(state, ref, self._sum(ref, chips, sign, state))
            case p.NewRecord(ref=ref, slot=slot, defaults=defaults):
                self._forget(state, [slot, *self.slots_of(ref, state)])
                for base, _ in defaults:
                    self._forget(state, range(base, base + self.family[base]))
            case p.FreeRecords(lists=lists, record=record):
                state |= dict.fromkeys(lists, ())
                for family in self.machine.families:
                    if family.record == record and family.base not in self.zones:
                        self._forget(state, range(family.base, family.base + family.count))
            case p.Win():
                state.pop(self.machine.winners, None)
            case p.Choose(actions=actions):
                params = [param for action in actions for param in action.params]
                self._forget(state, (param.slot for param in params))
                sizes: dict[int, set[Size | None]] = {}
                for param in params:
                    sizes.setdefault(param.slot, set()).add(_size_of_one(param.over))
                for slot, known in sizes.items():
                    if len(known) == 1 and (size := known.pop()) is not None:
                        state[slot] = size
            case p.Chance(kind=kind, ref=ref, over=over):
                if kind == "draw" and over is not None:
                    members = self.values.exact(over, state)
                    drawn = members[0] if isinstance(members, tuple) and members else None
                    self._write(state, ref, drawn)  # each may come, so one is followed
            case _:
                assert_never(node)
        return state

    def _write(self, state: dict[int, Known], ref: p.Ref, value: Known | None) -> None:
        """A place gets a value; where it is not known which, nothing is known of any."""
        slots = self.slots_of(ref, state)
        self._forget(state, slots)
        if len(slots) == 1 and value is not None:
            state[slots[0]] = value

    def _is_none(self, ref: p.Ref, value: int) -> bool:
        """Whether a place gets none that may be none."""
        return value == -1 and self.machine.slots[ref.base].maybe

    def _forget(self, state: dict[int, Known], slots: Iterable[int]) -> None:
        for slot in slots:
            state.pop(slot, None)

    def _sum(self, ref: p.Ref, more: Known | None, sign: int, state: State) -> int | None:
        slots = self.slots_of(ref, state)
        held = state.get(slots[0]) if len(slots) == 1 else None
        return held + sign * more if isinstance(held, int) and isinstance(more, int) else None

    # ------------------------------------------------------------------ cards

    def _move(self, node: p.MoveCards, state: dict[int, Known]) -> None:
        """Cards leave the zone that is named, or any zone where none surely is, and come to one."""
        cards = self._count_moved(node, state)
        to = self.slots_of(node.to, state)
        sources = self.slots_of(node.source, state) if node.source is not None else []
        if len(sources) == 1 and _is_whole(node):
            state[sources[0]] = NONE
        elif len(sources) == 1 and (node.shape == "count" or _is_end(node)):
            self._take(state, sources[0], cards)
        else:
            for slot in self.zones:
                self._take(state, slot, Size(0, cards.high))
        self._lay(state, to, cards)

    def _count_moved(self, node: p.MoveCards, state: State) -> Size:
        """How many cards a move takes."""
        if node.shape == "count":
            found = self.values.exact(node.what, state)
            count = max(found, 0) if isinstance(found, int) else None
            return Size(0, self.pack) if count is None else Size(count, count)
        size = ONE if node.shape == "card" else self.values.size(node.what, state)
        return Size(0, self.pack) if size is None else size

    def _deal(self, node: p.DealCards, state: dict[int, Known]) -> None:
        """Each gets as many, or all are dealt as far as they go."""
        members = self.values.exact(node.over, state)
        seats = self.values.size(node.over, state) or Size(0, self.pack)
        each = self.values.exact(node.amount, state) if node.amount is not None else None
        sources = self.slots_of(node.source, state)
        there = self._size_at(sources[0], state) if len(sources) == 1 else Size(0, self.pack)
        if isinstance(each, int):
            share = Size(max(each, 0), max(each, 0))
            dealt = Size(share.low * seats.low, share.high * seats.high)
        elif node.amount is None and seats.low == seats.high > 0:
            share, dealt = Size(there.low // seats.low, -(-there.high // seats.low)), there
        else:
            share = dealt = Size(0, there.high)
        for slot in sources:
            self._take(state, slot, dealt if len(sources) == 1 else Size(0, dealt.high))
        if isinstance(members, tuple):
            for turn, member in enumerate(members):
                if node.amount is None:  # the first may get one more
                    low, high = (-((turn - n) // len(members)) for n in (there.low, there.high))
                    share = Size(max(low, 0), max(high, 0))
                self._lay(state, self.slots_of(node.to, {**state, node.slot: member}), share)
        elif (rounds := self.values.count_rounds(node.over)) is not None:  # in whatever order
            for seat in [*range(self.values.players)] * rounds:
                self._lay(state, self.slots_of(node.to, {**state, node.slot: seat}), share)
        else:
            state.pop(node.slot, None)
            for slot in self.slots_of(node.to, state):
                self._lay(state, [slot], Size(0, dealt.high))
        state.pop(node.slot, None)

    def _swap(self, one: list[int], other: list[int], state: dict[int, Known]) -> None:
        """Two zones change what lies in them; where they are not known, any may."""
        if len(one) == len(other) == 1:
            (a,), (b,) = one, other
            state[a], state[b] = self._size_at(b, state), self._size_at(a, state)
            return
        all_ = [self._size_at(slot, state) for slot in (*one, *other)]
        state |= dict.fromkeys([*one, *other], reduce(Size.union, all_))

    def _take(self, state: dict[int, Known], slot: int, cards: Size) -> None:
        there = self._size_at(slot, state)
        state[slot] = Size(max(0, there.low - cards.high), max(0, there.high - cards.low))

    def _lay(self, state: dict[int, Known], slots: list[int], cards: Size) -> None:
        if len(slots) > 1:
            cards = Size(0, cards.high)
        for slot in slots:
            there = self._size_at(slot, state).plus(cards)
            state[slot] = Size(min(there.low, self.pack), min(there.high, self.pack))


def _size_of_one(several: p.Expr) -> Size | None:
    """How many cards lie in whichever of several is chosen, where it is the same of all."""
    match several:
        case p.Op(name="subsets_of_size", args=(_, p.Const(value=int(many)))) if many >= 0:
            return Size(many, many)
    return None


def _load(ref: p.Ref) -> p.Expr:
    return p.Get(ref.base) if ref.index is None else p.GetAt(ref.base, ref.index)


def _is_end(node: p.MoveCards) -> bool:
    """Whether cards are taken from an end of the very pile that they are said to come from."""
    match node.what, node.source:
        case p.Op(name="top" | "bottom" | "top_n", args=(pile, *_)), p.Ref() as source:
            return pile == _load(source)
    return False


def _is_whole(node: p.MoveCards) -> bool:
    return node.source is not None and node.what == _load(node.source)


def _join(old: State, new: State) -> dict[int, Known]:
    """What holds of both; what is so of `old` already is the very same."""
    both: dict[int, Known] = {}
    for slot, value in old.items():
        other = new.get(slot)
        if value is other or value == other:
            both[slot] = value
        elif isinstance(value, Size) and isinstance(other, Size):
            both[slot] = value if value.holds(other) else value.union(other)
    return both
