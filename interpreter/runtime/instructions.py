"""From the machine's work nodes to Python functions over the list of slots."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.interpreter.runtime.cards import Zones
from hoyle.interpreter.runtime.events import (
    CardsDealt,
    CardsGathered,
    CardsHidden,
    CardsMoved,
    CardsShown,
    ChipsPaid,
    GameWon,
    PhaseBegun,
    PhaseEnded,
    RecordMade,
    RegisterSet,
    Sentence,
    SentenceSaid,
    Trace,
    ValueAnnounced,
    ZonesSwapped,
)
from hoyle.interpreter.runtime.expression_compiler import Compiler, Slots, Value
from hoyle.interpreter.runtime.fault import NoEnd, RulesetFault

Work = Callable[[Slots], None]


class InstructionCompiler:
    """Makes the functions of one machine; with a trace, they tell what they did."""

    def __init__(self, machine: p.Machine, compiler: Compiler, zones: Zones, trace: Trace | None):
        self.machine = machine
        self.compiler = compiler
        self.zones = zones
        self.trace = trace
        self.watch: Callable[[Slots, p.Node], None] | None = None
        self.fields = {
            (family.record, family.name): family for family in machine.families if family.record
        }

    def slot(self, ref: p.Ref) -> Callable[[Slots], int]:
        """Which slot a place is."""
        base = ref.base
        if ref.index is None:
            return lambda s: base
        index = self.compiler.value(ref.index)
        return lambda s: base + index(s)

    def work(self, node: p.Work) -> Work:
        """The function of a node."""
        match node:
            case p.Set():
                return self.set(node)
            case p.MoveCards():
                return self.move(node)
            case p.DealCards():
                return self.deal(node)
            case p.SwapZones():
                return self.swap(node)
            case p.GatherCards():
                return self.gather(node)
            case p.ShowCards():
                return self.show(node)
            case p.PayChips():
                return self.pay(node)
            case p.NewRecord():
                return self.new(node)
            case p.FreeRecords():
                return self.free(node)
            case p.SayIt():
                return self.say(node)
            case p.AnnounceIt():
                return self.announce(node)
            case p.Win():
                return self.win(node)
            case p.Mark():
                return self.mark(node)
            case p.Fault():
                return self.fault(node)
        assert_never(node)

    # ------------------------------------------------------------------ registers

    def set(self, node: p.Set) -> Work:
        """A register gets a value within its range."""
        slot, value = self.slot(node.ref), self.compiler.value(node.value)
        low, high, add, trace = node.low, node.high, node.add, self.trace
        is_number = self.machine.slots[node.ref.base].kind == "number"
        notes = self.compiler.notes

        def work(s: Slots) -> None:
            notes.clear()
            at, new = slot(s), value(s)
            if add:
                old = s[at]
                new = old + new if add > 0 else old - new
            if is_number:
                new = int(new)
                if not low <= new <= high:
                    says = f"`{node.place}` would be {new}, and runs from {low} to {high} only"
                    raise RulesetFault(says, node.span)
            if trace is not None and not node.quiet:
                # list's own way: nobody reads here what an example has left open (trial/stage.py)
                old = list.__getitem__(s, at)
                rows = tuple(notes)
                trace.add(RegisterSet(node.span, at, old, new, node.type, add, rows))
            s[at] = new

        return work

    def pay(self, node: p.PayChips) -> Work:
        """Chips from one place to another; their sum stays the same."""
        amount, notes, trace = self.compiler.value(node.amount), self.compiler.notes, self.trace
        giver, taker = self.slot(node.giver), self.slot(node.taker)

        def work(s: Slots) -> None:
            notes.clear()
            chips, source, to = amount(s), giver(s), taker(s)
            s[source] -= chips
            s[to] += chips
            for at, (low, high), name in (
                (source, node.giver_range, node.names[0]), (to, node.taker_range, node.names[1])
            ):  # fmt: skip
                if not low <= s[at] <= high:
                    says = f"`{name}` would be {s[at]}, and runs from {low} to {high} only"
                    raise RulesetFault(says, node.span)
            if trace is not None:
                trace.add(ChipsPaid(node.span, chips, source, to, tuple(notes)))

        return work

    def new(self, node: p.NewRecord) -> Work:
        """The lowest free record of the list's part of the pool."""
        slot, first = self.slot(node.ref), self.compiler.value(node.pool[0])
        most, trace, var = node.pool[1], self.trace, node.slot
        after = self.compiler.value(node.after) if node.after is not None else None
        defaults = [(base, self.compiler.value(value)) for base, value in node.defaults]

        def work(s: Slots) -> None:
            at, start = slot(s), first(s)
            held = s[at]
            free = [k for k in range(start, start + most) if k not in held]
            if not free:
                raise RulesetFault(f"there is room for {most} here, and all are taken", node.span)
            record = free[0]
            place = held.index(after(s)) + 1 if after is not None else len(held)
            s[at] = (*held[:place], record, *held[place:])
            for base, value in defaults:
                s[base + record] = value(s)
            s[var] = record
            if trace is not None:
                trace.add(RecordMade(node.span, (node.record, record)))

        return work

    def free(self, node: p.FreeRecords) -> Work:
        """Lists end empty; their records' registers go back to nothing."""
        zones = [f for (record, _), f in self.fields.items() if record == node.record]

        def work(s: Slots) -> None:
            for at in node.lists:
                for record in s[at]:
                    for family in zones:
                        slot = family.base + record
                        if slot in self.zones.places:
                            if s[slot]:
                                says = f"cards are left in `{family.name}` when it ends"
                                raise RulesetFault(says, node.span)
                        else:
                            s[slot] = -1
                s[at] = ()

        return work

    # ------------------------------------------------------------------ cards

    def move(self, node: p.MoveCards) -> Work:
        """A card, cards, or a number of cards from the top."""
        if node.shape == "card":
            return self.move_one(node)
        what, to = self.compiler.value(node.what), self.slot(node.to)
        source = self.slot(node.source) if node.source is not None else None
        up, by = self.optional(node.up), self.optional(node.by)
        shape = node.shape

        def work(s: Slots) -> None:
            found = what(s)
            start = source(s) if source is not None else -1
            if shape == "count":
                held = self.zones.cards(s, start)
                if found > len(held):
                    raise RulesetFault(
                        f"{found} cards are wanted, and {len(held)} are there", node.span
                    )
                cards = tuple(reversed(held[len(held) - found :])) if found > 0 else ()
            else:
                cards = found if shape == "seq" else bits(found)
            if node.turned:
                cards = tuple(reversed(cards))
            self.carry(s, cards, -1 if shape != "count" else start, to(s), up, by, node)

        return work

    def move_one(self, node: p.MoveCards) -> Work:
        """One card: the commonest of all, so the shortest way."""
        what, to = self.compiler.value(node.what), self.slot(node.to)
        source = self.slot(node.source) if node.source is not None else None
        up, by = self.optional(node.up), self.optional(node.by)
        plain = self.trace is None and not self.zones.shows and not node.bottom
        zones, player_of, span = self.zones, self.machine.player_of, node.span
        piles = {slot: zone.pile for slot, zone in zones.places.items()}
        room = {slot: zone.capacity for slot, zone in zones.places.items()}

        def work(s: Slots) -> None:
            card = what(s)
            self.carry(s, (card,), source(s) if source is not None else -1, to(s), up, by, node)

        def quick(s: Slots) -> None:
            card, at = what(s), to(s)
            zones.take(s, source(s) if source is not None else -1, card, span)
            if piles[at] and len(s[at]) < room[at]:
                s[at] += (card,)
            else:
                zones.lay(s, at, (card,), False, span)
            if by is not None and player_of is not None:
                s[player_of + card] = by(s)

        return quick if plain else work

    def optional(self, expr: p.Expr | None) -> Value | None:
        """A function where there is an expression."""
        return None if expr is None else self.compiler.value(expr)

    def carry(
        self, s: Slots, cards: tuple[int, ...], source: int, to: int, up: Value | None,
        by: Value | None, node: p.MoveCards,
    ) -> None:  # fmt: skip
        """Move cards, remember who played them, tell the trace who saw what."""
        facing = up(s) if up is not None else None
        told = self.trace is not None
        begins = [self.zones.where(s, card) for card in cards] if told else []
        before = [self.zones.seers(s, c, z) for c, z in zip(cards, begins, strict=False)]
        self.zones.move(s, cards, source, to, facing, node.bottom, node.span)
        if by is not None and self.machine.player_of is not None:
            seat = by(s)
            for card in cards:
                s[self.machine.player_of + card] = seat
        if self.trace is not None:
            after = [self.zones.seers(s, card, to) for card in cards]
            seers = tuple(a | b for a, b in zip(before, after, strict=True))
            event = CardsMoved(node.span, cards, tuple(begins), to, node.bottom, seers)
            self.trace.add(event)

    def deal(self, node: p.DealCards) -> Work:
        """One card at a time to each, round and round."""
        amount = self.optional(node.amount)
        source, over, to = (
            self.slot(node.source),
            self.compiler.value(node.over),
            self.slot(node.to),
        )
        up, slot, zones, trace = self.optional(node.up), node.slot, self.zones, self.trace

        def work(s: Slots) -> None:
            members, start = over(s), source(s)
            left = len(s[start]) if amount is None else amount(s) * len(members)
            if left > len(s[start]):
                says = f"{left} cards are to be dealt, and {len(s[start])} are there"
                raise RulesetFault(says, node.span)
            targets: list[int] = []
            cards: list[int] = []
            seers: list[int] = []
            while left > 0 and members:
                for s[slot] in members:
                    if left == 0:
                        break
                    left -= 1
                    at, card = to(s), s[start][-1]
                    facing = up(s) if up is not None else None
                    zones.move(s, (card,), start, at, facing, False, node.span)
                    if trace is not None:
                        targets.append(at)
                        cards.append(card)
                        seers.append(zones.seers(s, card, at))
            if trace is not None:
                dealt = CardsDealt(node.span, start, tuple(targets), tuple(cards), tuple(seers))
                trace.add(dealt)

        return work

    def swap(self, node: p.SwapZones) -> Work:
        """Two zones change their cards."""
        one, other = self.slot(node.one), self.slot(node.other)

        def work(s: Slots) -> None:
            a, b = one(s), other(s)
            first, second = self.zones.cards(s, a), self.zones.cards(s, b)
            self.zones.move(s, first, a, b, None, False, node.span)
            self.zones.move(s, second, b, a, None, False, node.span)
            if self.trace is not None:
                self.trace.add(ZonesSwapped(node.span, a, b))

        return work

    def gather(self, node: p.GatherCards) -> Work:
        """All cards into one pile."""
        pile = self.slot(node.pile)

        def work(s: Slots) -> None:
            self.zones.gather(s, pile(s))
            if self.trace is not None:
                self.trace.add(CardsGathered(node.span, pile(s)))

        return work

    def show(self, node: p.ShowCards) -> Work:
        """Cards become known, or are hidden again."""
        what, to = self.compiler.value(node.what), self.optional(node.to)
        shown, told = self.zones.shown, self.zones.told

        def work(s: Slots) -> None:
            mask = what(s)
            seat = to(s) if to is not None else -1
            if node.hidden:
                self.zones.forget(s, mask)
            elif to is not None:
                s[told[seat]] |= mask
            else:
                s[shown] |= mask
            if self.trace is not None:
                cards = bits(mask)
                places = tuple(self.zones.where(s, card) for card in cards)
                if node.hidden:
                    self.trace.add(CardsHidden(node.span, cards, places))
                else:
                    seers = (self.zones.all_seats if seat < 0 else 1 << seat,) * len(cards)
                    self.trace.add(CardsShown(node.span, cards, places, seat, seers))

        return work

    # ------------------------------------------------------------------ words

    def say(self, node: p.SayIt) -> Work:
        """A sentence for everybody."""
        trace = self.trace
        if trace is None:
            return _nothing
        pieces = self.sentence(node.pieces)
        return lambda s: trace.add(SentenceSaid(node.span, pieces(s)))

    def sentence(self, pieces: p.Pieces) -> Callable[[Slots], Sentence]:
        """Texts, and values with their types, as they are now."""
        made = [
            piece if isinstance(piece, str) else (self.compiler.value(piece.value), piece.type)
            for piece in pieces
        ]
        return lambda s: tuple(x if isinstance(x, str) else (x[0](s), x[1]) for x in made)

    def announce(self, node: p.AnnounceIt) -> Work:
        """All are told a value."""
        trace = self.trace
        if trace is None:
            return _nothing
        return lambda s: trace.add(ValueAnnounced(node.span, node.name, s[node.slot], node.type))

    def win(self, node: p.Win) -> Work:
        """The seats that have won."""
        who = self.compiler.value(node.who)

        def work(s: Slots) -> None:
            s[self.machine.winners] = who(s)
            if self.trace is not None:
                self.trace.add(GameWon(node.span, bits(s[self.machine.winners])))

        return work

    def mark(self, node: p.Mark) -> Work:
        """A phase begins or ends."""
        trace = self.trace
        if trace is None and self.watch is None:
            return _nothing

        def work(s: Slots) -> None:
            if self.watch is not None:
                self.watch(s, node)
            if trace is not None:
                happened = PhaseBegun if node.begins else PhaseEnded
                trace.add(happened(node.span, node.phase))

        return work

    def fault(self, node: p.Fault) -> Work:
        """Only a ruleset at fault comes here."""

        def work(s: Slots) -> None:
            raise NoEnd(node.says, node.span)

        return work


def _nothing(s: Slots) -> None:
    """No work without a trace."""
