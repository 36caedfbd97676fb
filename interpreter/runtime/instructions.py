"""From the machine's work nodes to Python functions over the list of slots."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from hoyle.dsl.checked.types import Type
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.dsl.machine.factors import find_factors
from hoyle.dsl.node import walk
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime import events as e
from hoyle.interpreter.runtime.cards import Zones
from hoyle.interpreter.runtime.expression_compiler import Compiler, Value
from hoyle.interpreter.runtime.fault import (
    CardsLeft,
    NoEnd,
    OutOfRange,
    RulesetFault,
    tell_cards_left,
)
from hoyle.interpreter.runtime.hand_ratings import HandRatings
from hoyle.interpreter.runtime.hidden_values import UnseenCards
from hoyle.interpreter.runtime.moves import Slots
from hoyle.interpreter.runtime.observer import peek

Instruction = Callable[[Slots], None]


def _do_nothing(s: Slots) -> None:
    """What only a traced engine does."""


def _list_slots_read(expr: p.Expr) -> tuple[int, ...]:
    """The slots that an expression itself reads, each once."""
    found = (part.reads for part in walk(expr) if isinstance(part, p.BaseExpr))
    return tuple(dict.fromkeys(slot for slot in found if slot is not None))


class InstructionCompiler:
    """Makes the functions of one machine's work nodes; with a trace, they add events to it.

    `watch` is called with the slots and the node where a phase begins or ends.
    """

    def __init__(self, machine: p.Machine, compiler: Compiler, zones: Zones, trace: e.Trace | None):
        self.machine = machine
        self.compiler = compiler
        self.zones = zones
        self.trace = trace
        self.ratings = HandRatings(machine, zones)
        self.phase_hooks: list[Callable[[Slots, p.Mark], None]] = []
        self.draw_hooks: list[Callable[[Span], None]] = []

    def compile_place(self, ref: p.Ref) -> Callable[[Slots], int]:
        """A function that gives the slot of a place."""
        base = ref.base
        if ref.index is None:
            return lambda s: base
        index = self.compiler.asked_value(ref.index)
        return lambda s: base + index(s)

    def compile(self, node: p.Work) -> Instruction:
        """The function of a node."""
        return COMPILERS[type(node)](self, node)

    def _compile_optional(self, expr: p.Expr | None) -> Value | None:
        return None if expr is None else self.compiler.value(expr)

    # ------------------------------------------------------------------ registers

    def _compile_set(self, node: p.Set) -> Instruction:
        slot, value = self.compile_place(node.ref), self.compiler.value(node.value)
        bounds, add, trace = (node.low, node.high), node.add, self.trace
        copied = isinstance(node.value, p.Get | p.GetAt)
        is_number = self.machine.slots[node.ref.base].kind == "number"
        notes, read = self.compiler.notes, _list_slots_read(node.value)
        factors = find_factors(node.value)

        def instruction(s: Slots) -> None:
            notes.clear()
            at, new = slot(s), value(s)
            if add:
                old = s[at]
                new = old + new if add > 0 else old - new
            if is_number:
                new = int(new)
                if not bounds[0] <= new <= bounds[1]:
                    raise _out_of_range(node.place, at, new, bounds, node.span)
            if trace is not None and not node.quiet:
                old, rows, named = peek(s, at), tuple(notes), trace.gather_rows(read)
                of_table, hidden = trace.find_share(factors), not trace.hidden.isdisjoint(read)
                trace.add(
                    e.RegisterSet(
                        node.span,
                        at,
                        old,
                        new,
                        node.type,
                        add,
                        rows,
                        copied,
                        named,
                        of_table,
                        hidden,
                    )
                )
            s[at] = new

        return instruction

    def compile_keeping_rows(self, node: p.Set) -> Instruction | None:
        """What keeps the rows that gave a name its value; None where there can be none."""
        trace, notes, slot = self.trace, self.compiler.notes, node.ref.base
        read = tuple(at for at in _list_slots_read(node.value) if self.machine.slots[at].local)
        asked = any(isinstance(part, p.TableRow) for part in p.walk_called(node.value))
        if trace is None or not (read or asked or self._is_hidden(node.value)):
            return None
        factors = find_factors(node.value)
        find_unseen = self._unseen.compile(node.value) if self._announces else None

        def keep(s: Slots) -> None:
            rows = (*trace.gather_rows(read), *notes)
            hidden = not trace.hidden.isdisjoint(read)
            trace.keep_rows(slot, rows, trace.find_share(factors), hidden)
            if find_unseen is not None:
                trace.unseen[slot] = find_unseen(s, trace.unseen)

        return keep

    def _compile_pay(self, node: p.PayChips) -> Instruction:
        """Chips from one place to another; their sum stays the same."""
        amount, notes, trace = self.compiler.value(node.amount), self.compiler.notes, self.trace
        giver, taker = self.compile_place(node.giver), self.compile_place(node.taker)
        bounds, read = (node.giver_range, node.taker_range), _list_slots_read(node.amount)
        factors = find_factors(node.amount)

        def instruction(s: Slots) -> None:
            notes.clear()
            chips, source, to = amount(s), giver(s), taker(s)
            both = (s[source], s[to]) if source == to else (s[source] - chips, s[to] + chips)
            for at, new, ends, name in zip((source, to), both, bounds, node.names, strict=True):
                if not ends[0] <= new <= ends[1]:
                    raise _out_of_range(name, at, new, ends, node.span)
            s[source], s[to] = both
            if trace is not None:
                rows, named = tuple(notes), trace.gather_rows(read)
                of_table = trace.find_share(factors)
                hidden = not trace.hidden.isdisjoint(read)
                trace.add(
                    e.ChipsPaid(node.span, chips, source, to, rows, both, named, of_table, hidden)
                )

        return instruction

    def _compile_new(self, node: p.NewRecord) -> Instruction:
        """The lowest free record of the list's part of the pool."""
        slot, first = self.compile_place(node.ref), self.compiler.value(node.pool[0])
        most, trace, var = node.pool[1], self.trace, node.slot
        after = self._compile_optional(node.after)
        defaults = [(base, self.compiler.value(value)) for base, value in node.defaults]

        def instruction(s: Slots) -> None:
            at, start = slot(s), first(s)
            held = s[at]
            record = next((k for k in range(start, start + most) if k not in held), None)
            if record is None:
                raise RulesetFault(f"there is room for {most} here, and all are taken", node.span)
            place = held.index(after(s)) + 1 if after is not None else len(held)
            s[at] = (*held[:place], record, *held[place:])
            for base, value in defaults:
                s[base + record] = value(s)
            s[var] = record
            if trace is not None:
                trace.add(e.RecordMade(node.span, (node.record, record)))

        return instruction

    def _compile_free(self, node: p.FreeRecords) -> Instruction:
        families = [family for family in self.machine.families if family.record == node.record]
        places, zones = self.zones.places, self.zones

        def instruction(s: Slots) -> None:
            for at in node.lists:
                for record in s[at]:
                    for family in families:
                        slot = family.base + record
                        if slot not in places:
                            s[slot] = -1
                        elif s[slot]:
                            says = tell_cards_left(self.machine, at, family.name)
                            fields = [family.base + one for each in node.lists for one in s[each]]
                            left = [(one, zones.cards(s, one)) for one in fields if s[one]]
                            raise CardsLeft(says, node.span, left)
                s[at] = ()

        return instruction

    # ------------------------------------------------------------------ cards

    def _compile_move(self, node: p.MoveCards) -> Instruction:
        """A card, cards, or a number of cards from the top."""
        plain = self.trace is None and self.zones.shown is None
        if plain and node.shape == "card" and not node.bottom:
            return self._compile_quick_move(node)
        what, to = self.compiler.value(node.what), self.compile_place(node.to)
        source = self.compile_place(node.source) if node.source is not None else None
        up, by = self._compile_optional(node.up), self._compile_optional(node.by)
        shape, zones, player_of = node.shape, self.zones, self.machine.player_of
        fuel, rate = self.compiler.fuel, self.ratings.rate

        def instruction(s: Slots) -> None:
            found = what(s)
            start = source(s) if source is not None else -1
            cards: tuple[int, ...]
            match shape:
                case "card":
                    cards = (found,)
                case "count":
                    held = zones.cards(s, start)
                    if found > len(held):
                        raise _too_few(found, "wanted", len(held), node.span)
                    cards = tuple(reversed(held[len(held) - found :])) if found > 0 else ()
                case _:
                    cards, start = found if shape == "seq" else bits(found), -1
            if len(cards) > 1:
                fuel.charge_cards(len(cards))
            if node.turned:
                cards = tuple(reversed(cards))
            target, facing = to(s), up(s) if up is not None else None
            begins: tuple[int, ...] = ()
            seers: list[int] = []
            if self.trace is not None:
                begins = tuple(zones.where(s, card) for card in cards)
                seers = [zones.seers(s, c, at) for c, at in zip(cards, begins, strict=True)]
            zones.move(s, cards, start, target, facing, node.bottom, node.span)
            if by is not None and player_of is not None:
                seat = by(s)
                for card in cards:
                    s[player_of + card] = seat
            if self.trace is not None:
                after = (zones.seers(s, card, target) for card in cards)
                seen = tuple(a | b for a, b in zip(seers, after, strict=True))
                worth = rate(s, {target})
                self.trace.add(
                    e.CardsMoved(
                        node.span, cards, begins, target, node.bottom, seen, worth=worth
                    )
                )  # fmt: skip

        return instruction

    def _compile_quick_move(self, node: p.MoveCards) -> Instruction:
        """One card without a trace: the commonest of all, so the shortest way."""
        what, to = self.compiler.value(node.what), self.compile_place(node.to)
        source = self.compile_place(node.source) if node.source is not None else None
        by = self._compile_optional(node.by)
        zones, player_of, span = self.zones, self.machine.player_of, node.span
        piles = {slot: zone.pile for slot, zone in zones.places.items()}
        room = {slot: zone.capacity for slot, zone in zones.places.items()}

        def instruction(s: Slots) -> None:
            card, at = what(s), to(s)
            zones.take(s, source(s) if source is not None else -1, card, span)
            if piles[at] and len(s[at]) < room[at]:
                s[at] += (card,)
            else:
                zones.lay(s, at, (card,), False, span)
            if by is not None and player_of is not None:
                s[player_of + card] = by(s)

        return instruction

    def _compile_deal(self, node: p.DealCards) -> Instruction:
        amount, over = self._compile_optional(node.amount), self.compiler.value(node.over)
        source, to = self.compile_place(node.source), self.compile_place(node.to)
        up, slot, zones, trace = self._compile_optional(node.up), node.slot, self.zones, self.trace

        def instruction(s: Slots) -> None:
            members, start = over(s), source(s)
            left = len(s[start]) if amount is None else amount(s) * len(members)
            if left > len(s[start]):
                raise _too_few(left, "to be dealt", len(s[start]), node.span)
            dealt: list[tuple[int, int, int]] = []  # where to, the card, and who sees it
            while left > 0 and members:
                for s[slot] in members:
                    if left == 0:
                        break
                    left -= 1
                    at, card = to(s), s[start][-1]
                    facing = up(s) if up is not None else None
                    zones.move(s, (card,), start, at, facing, False, node.span)
                    if trace is not None:
                        dealt.append((at, card, zones.seers(s, card, at)))
            if trace is not None:
                targets, cards, seers = zip(*dealt, strict=True) if dealt else ((), (), ())
                trace.add(e.CardsDealt(node.span, start, targets, cards, seers))

        return instruction

    def _compile_swap(self, node: p.SwapZones) -> Instruction:
        one, other, zones = self.compile_place(node.one), self.compile_place(node.other), self.zones

        def instruction(s: Slots) -> None:
            a, b = one(s), other(s)
            self.compiler.fuel.charge_cards(len(zones.cards(s, a)) + len(zones.cards(s, b)))
            if self.trace is None:
                zones.swap(s, a, b, node.span)
                return
            cards = [
                (card, at, b if at == a else a) for at in (a, b) for card in zones.cards(s, at)
            ]
            before = [zones.seers(s, card, at) for card, at, _ in cards]
            zones.swap(s, a, b, node.span)
            after = [zones.seers(s, card, to) for card, _, to in cards]
            moved, sources, targets = zip(*cards, strict=True) if cards else ((), (), ())
            seers = tuple(one | other for one, other in zip(before, after, strict=True))
            self.trace.add(e.ZonesSwapped(node.span, a, b, moved, sources, targets, seers))

        return instruction

    def _compile_gather(self, node: p.GatherCards) -> Instruction:
        pile = self.compile_place(node.pile)

        def instruction(s: Slots) -> None:
            self.compiler.fuel.charge_cards(self.machine.pack.size)
            self.zones.gather(s, pile(s), node.span)
            if self.trace is not None:
                self.trace.add(e.CardsGathered(node.span, pile(s)))

        return instruction

    def _compile_show(self, node: p.ShowCards) -> Instruction:
        what, to, zones = (
            self.compiler.value(node.what),
            self._compile_optional(node.to),
            self.zones,
        )

        def instruction(s: Slots) -> None:
            mask = what(s)
            seat = to(s) if to is not None else -1
            if node.hidden:
                mask = zones.list_shown(s, mask)  # the others lay hidden all the time
                zones.forget(s, mask)
            else:
                zones.show(s, mask, seat)
            if self.trace is None:
                return
            cards = zones.put_as_lying(s, bits(mask))
            places = tuple(zones.where(s, card) for card in cards)
            if node.hidden:
                self.trace.add(e.CardsHidden(node.span, cards, places))
            else:
                seers = (zones.all_seats if seat < 0 else 1 << seat,) * len(cards)
                worth = self.ratings.rate(s, set(places)) if seat < 0 else ()
                end = zones.find_end(s, cards) if seat < 0 else ""
                self.trace.add(
                    e.CardsShown(node.span, cards, places, seat, seers, worth=worth, end=end)
                )

        return instruction

    # ------------------------------------------------------------------ words

    def _compile_say(self, node: p.SayIt) -> Instruction:
        trace, hooks = self.trace, self.draw_hooks if node.draws else []
        if trace is None and not hooks:
            return _do_nothing
        pieces = self.compiler.compile_sentence(node.pieces)

        def instruction(s: Slots) -> None:
            for hook in hooks:
                hook(node.span)
            if trace is not None:
                trace.add(e.SentenceSaid(node.span, pieces(s)))

        return instruction

    def _compile_announce(self, node: p.AnnounceIt) -> Instruction:
        trace = self.trace
        if trace is None:
            return _do_nothing
        find_subject, is_seen = self.compile_subject(node.about), self._unseen.is_seen

        def instruction(s: Slots) -> None:
            if not all(is_seen(s, card) for card in trace.unseen.get(node.slot, ())):
                trace.hidden.add(node.slot)
            value, about = s[node.slot], find_subject(s)
            trace.add(e.ValueAnnounced(node.span, node.name, value, node.type, about))

        return instruction

    @cached_property
    def _unseen(self) -> UnseenCards:
        return UnseenCards(self.machine, self.zones)

    def _is_hidden(self, value: p.Expr) -> bool:
        return self._announces and bool(self._unseen.tainting.find_sources(value))

    @cached_property
    def _announces(self) -> bool:
        return any(isinstance(node, p.AnnounceIt) for node in self.machine.nodes)

    def compile_subject(self, about: p.Piece | None) -> Callable[[Slots], tuple[int, Type] | None]:
        """A function that gives the seat, side or record that something is about."""
        if about is None:
            return lambda s: None
        value, kind = self.compiler.value(about.value), about.type
        return lambda s: (value(s), kind)

    def _compile_win(self, node: p.Win) -> Instruction:
        who, winners = self.compiler.value(node.who), self.machine.winners

        def instruction(s: Slots) -> None:
            s[winners] = who(s)
            if self.trace is not None:
                self.trace.add(e.GameWon(node.span, bits(s[winners])))

        return instruction

    def _compile_mark(self, node: p.Mark) -> Instruction:
        trace = self.trace
        hooks = self.phase_hooks
        if trace is None and not hooks:
            return _do_nothing
        event = (e.PhaseBegun if node.begins else e.PhaseEnded)(node.span, node.phase)

        def instruction(s: Slots) -> None:
            for hook in hooks:
                hook(s, node)
            if trace is not None:
                trace.add(event)

        return instruction

    def _compile_fault(self, node: p.Fault) -> Instruction:
        def instruction(s: Slots) -> None:
            raise NoEnd(node.says, node.span)

        return instruction


def _too_few(count: int, meant: str, there: int, span: Span) -> RulesetFault:
    """What is told where fewer cards are there than are `wanted`, or are `to be dealt`."""
    cards = "1 card is" if count == 1 else f"{count} cards are"
    found = "1 is" if there == 1 else f"{there or 'none'} are"
    return RulesetFault.of_too_few(f"{cards} {meant}, and {found} there", span, count, there)


def _out_of_range(
    name: str, slot: int, value: int, bounds: tuple[int, int], span: Span
) -> RulesetFault:
    says = f"`{name}` would be {value}, and runs from {bounds[0]} to {bounds[1]} only"
    return OutOfRange(says, span, slot, value)


COMPILERS: dict[type[p.Work], Callable[[InstructionCompiler, Any], Instruction]] = {
    p.Set: InstructionCompiler._compile_set,
    p.MoveCards: InstructionCompiler._compile_move,
    p.DealCards: InstructionCompiler._compile_deal,
    p.SwapZones: InstructionCompiler._compile_swap,
    p.GatherCards: InstructionCompiler._compile_gather,
    p.ShowCards: InstructionCompiler._compile_show,
    p.PayChips: InstructionCompiler._compile_pay,
    p.NewRecord: InstructionCompiler._compile_new,
    p.FreeRecords: InstructionCompiler._compile_free,
    p.SayIt: InstructionCompiler._compile_say,
    p.AnnounceIt: InstructionCompiler._compile_announce,
    p.Win: InstructionCompiler._compile_win,
    p.Mark: InstructionCompiler._compile_mark,
    p.Fault: InstructionCompiler._compile_fault,
}
