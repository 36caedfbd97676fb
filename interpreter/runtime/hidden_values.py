"""Which names of a block or parameter may hold what hidden cards say, and of which cards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import cast

from hoyle.dsl.machine import program as p
from hoyle.dsl.node import children, select_kind, walk
from hoyle.interpreter.runtime.cards import Zones
from hoyle.interpreter.runtime.events import list_cards_in
from hoyle.interpreter.runtime.moves import Slots

SIZES = ("count_bits", "count_entries", "is_empty", "is_some")  # of whole zones open to all
REGISTER = -1  # stands for what no card shows: state that not all see
Unseen = set[int]


class Tainting:
    """The slots of names, each with the hidden zones and registers that its value was found in.

    Of a row of slots, as of a family of zones, it is the first: an index counts from there. What is
    `known` is open to all, though it was found in hidden cards. Slots of what was `chosen` are told
    as places are: whether the cards that they name are hidden shows only in play.
    """

    def __init__(
        self, machine: p.Machine, known: Collection[int] = (), chosen: Collection[int] = ()
    ) -> None:
        self.zones = {zone.slot for zone in machine.zones}
        self.hidden = {zone.slot for zone in machine.zones if zone.sight != "everyone"}
        self.hidden |= {slot for slot, _ in machine.hidden} | {*chosen}
        self.sources: dict[int, set[int]] = {}
        kept = [(node.ref.base, node.value) for node in select_kind(machine.nodes, p.Set)]
        kept += [
            (node.ref.base, node.over) for node in select_kind(machine.nodes, p.Chance)
            if node.kind == "draw" and node.over is not None
        ]  # fmt: skip
        locals_ = {slot.at for slot in machine.slots if slot.local and not slot.whose_turn}
        self._follow([pair for pair in kept if pair[0] in locals_.difference(known)])

    def _follow(self, kept: list[tuple[int, p.Expr]]) -> None:
        """Until no name holds more than is known of it."""
        grown = True
        while grown:
            grown = False
            for base, value in kept:
                more = self.find_sources(value) - self.sources.get(base, set())
                if more:
                    self.sources.setdefault(base, set()).update(more)
                    grown = True

    def find_sources(self, value: p.Expr) -> set[int]:
        """The hidden places that a value is found in."""
        found = set[int]()
        for expr in self.list_reading(value):
            if expr.reads in self.hidden:  # a family is seen alike
                found.add(expr.reads)
            elif expr.reads is not None:
                found |= self.sources.get(expr.reads, set())
        return found

    def list_reading(self, value: p.Expr) -> Iterator[p.Expr]:
        """The expressions in a value, and in the functions that it calls, each function once.

        But not of the size of a whole zone, or of several: that is open to all.
        """
        waiting, entered = [value], set[p.Function]()
        while waiting:
            expr = waiting.pop()
            if (
                isinstance(expr, p.Op)
                and expr.name in SIZES
                and all(map(self._is_whole, expr.args))
            ):
                continue
            yield expr
            if expr.calls is not None and expr.calls not in entered:
                entered.add(expr.calls)
                waiting.append(expr.calls.body)
            waiting += cast("list[p.Expr]", children(expr))

    def _is_whole(self, expr: p.Expr) -> bool:
        """Whether it is all of a zone, or of several, whichever that may be."""
        if isinstance(expr, p.Op):
            return expr.name == "union" and all(map(self._is_whole, expr.args))
        index = cast("list[p.Expr]", children(expr))
        return expr.reads in self.zones and not any(map(self.find_sources, index))


class UnseenCards:
    """Finds the cards that a value is found in, and that not all see when it is found."""

    def __init__(self, machine: p.Machine, zones: Zones) -> None:
        self.machine, self.zones = machine, zones
        chooses = select_kind(machine.nodes, p.Choose)
        self.chosen = {
            param.slot: param.type for node in chooses for action in node.actions
            for param in action.params
        }  # fmt: skip
        self.tainting = Tainting(machine, chosen=self.chosen)
        self.places = {
            family.base: [slot for slot in family.slots if slot in zones.places]
            for family in machine.families
        }

    def compile(self, value: p.Expr) -> Callable[[Slots, dict[int, Unseen]], Unseen] | None:
        """A function of the slots and of what is known of names; None where nothing is hidden."""
        if not self.tainting.find_sources(value):
            return None
        here = {id(expr) for expr in walk(value)}
        members, families, names = set[tuple[int, int]](), set[int](), set[int]()
        for expr in self.tainting.list_reading(value):
            at = expr.reads
            if at in self.chosen or at in self.tainting.sources:
                names.add(at)
            elif at in self.tainting.hidden:
                index = _find_index(expr) if id(expr) in here else None
                if index is None:
                    families.add(at)
                else:
                    members.add((at, index))
        return lambda s, known: self._find(s, known, members, families, names)

    def _find(
        self, s: Slots, known: dict[int, Unseen], members: Collection[tuple[int, int]],
        families: Collection[int], names: Collection[int],
    ) -> Unseen:  # fmt: skip
        # where the index is none nothing was read: the value has taken another way
        places = {base + s[index] for base, index in members if s[index] >= 0}
        found, cards = set[int](), set[int]()
        for name in names:
            if name in self.chosen:
                cards.update(list_cards_in(s[name], self.chosen[name]))
            elif name in known:
                found |= known[name]
            else:  # chance has brought it
                kind = self.machine.slots[name].type
                cards.update(list_cards_in(s[name], kind) if kind is not None else ())
                families = {*families, *self.tainting.sources[name]}
        for base in families:
            places.update(self.places.get(base) or [base])
        for place in places:
            if place in self.zones.places:
                cards.update(self.zones.cards(s, place))
            elif place not in self.chosen:
                found.add(REGISTER)
        return found | {card for card in cards if not self.is_seen(s, card)}

    def is_seen(self, s: Slots, card: int) -> bool:
        """Whether all see a card now."""
        return card != REGISTER and self.zones.seers(s, card) == self.zones.all_seats


def _find_index(expr: p.Expr) -> int | None:
    """The slot of the one name or register that says which of a family is read.

    It is read and not worked out, as the value may have taken a way on which it is not asked for.
    """
    index = expr.index if isinstance(expr, p.GetAt) else None
    while isinstance(index, p.Guard):
        index = index.value
    return index.slot if isinstance(index, p.Get) and index.slot >= 0 else None
