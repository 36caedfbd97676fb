"""A table: a ruleset with its players and options; and the positions of a game at it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from threading import RLock
from typing import Any, Protocol

import attrs

from hoyle.dsl.checked.types import bare
from hoyle.dsl.machine import program as p
from hoyle.interpreter.runtime.choices import Refusal, call_at
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.events import Event
from hoyle.interpreter.runtime.fault import NOWHERE, IllegalMove
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import Held, LegalMoves, Move, Slots
from hoyle.interpreter.runtime.notation import (
    SEAT_NAMES,
    NotAMove,
    Notation,
    Plain,
    to_dashes,
    to_underscores,
)
from hoyle.interpreter.runtime.observer import Observer
from hoyle.interpreter.runtime.view import View, make_view

Packs = tuple[tuple[int, ...], ...]
PackTexts = Sequence[Any]  # cards as text, or by number; or a list of such lists
OVER = "the game is over"
ANY = -1  # in a pack that is laid: another card would do as well


class ChanceSource(Protocol):
    """Where chance comes from: `resolve` brings an outcome, and what remains."""

    @property
    def packs(self) -> Packs:
        """The packs that were laid by hand, for the first shuffles."""

    def resolve(self, engine: Engine, s: Slots, at: int) -> tuple[Held, ChanceSource]:
        """The outcome of a chance node: the pile in its new order, or the member that is drawn."""


class Table:
    """One machine with names for its seats. Positions are made by `start`."""

    def __init__(
        self, machine: p.Machine, names: Sequence[str] = SEAT_NAMES, *, traced: bool = True,
        observers: Sequence[Observer] = (),
    ) -> None:  # fmt: skip
        self.machine = machine
        self.names = tuple(names[: machine.players])
        self.words = Notation(machine, self.names)
        self.engine = Engine(machine, traced=traced, observers=observers)
        self.lock = RLock()  # an engine works for one thread at a time

    def __reduce__(self) -> tuple[object, ...]:
        """A table is pickled without its engine and observers."""
        return _make_table, (self.machine, self.names, self.engine.trace is not None)

    def slot_of(self, name: str, *index: int | str) -> int:
        """The slot of a zone or register: `slot_of("score", 0)`; KeyError says what there is.

        An index is a number, as the rules count, or its text.
        """
        families = {family.name: family for family in self.machine.families}
        family = families.get(to_underscores(name))
        if family is None:
            raise KeyError(f"there is no `{name}`; there are {', '.join(map(to_dashes, families))}")
        if len(index) != len(family.sizes):
            wants = " and ".join(map(str, family.kinds)) or "no index"
            raise KeyError(f"`{name}` wants {wants}")
        slot = 0
        for given, kind, low, size in zip(
            index, family.kinds, family.lows, family.sizes, strict=True
        ):
            place = self.words.try_value(given, bare(kind)) if isinstance(given, str) else given
            if place is None or not low <= place < low + size:
                raise KeyError(f"`{name}` of {given}: {kind} is wanted")
            slot = slot * size + place - low
        return family.base + slot

    def check_seat(self, seat: int, lowest: int = 0) -> None:
        """ValueError where there is no such seat."""
        if not lowest <= seat < self.machine.players:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.machine.players - 1}")

    def start(
        self, seed: int = 0, pack: PackTexts = (), draws: Sequence[str] = ()
    ) -> Position:  # fmt: skip
        """The first position where somebody chooses.

        `pack` lays the first shuffled pile: cards from the top, as text or a list; or a list of
        such lists, one for each shuffle; `?` is any card. What is not named follows in the pack's
        order. `draws` are the first members that are drawn, as text; ValueError where chance
        cannot bring one. All other chance comes from `seed`, any whole number.
        """
        chances = self.chances(seed, pack, draws)
        with self.lock:
            return self.settle(self.engine.fresh(), self.machine.entry, chances, None, None)

    def chances(self, seed: int, pack: PackTexts = (), draws: Sequence[str] = ()) -> Chances:
        """Chance for a game at this table; see `start`."""
        return Chances(seed, self._read_packs(pack), draws=tuple(draws), words=self.words)

    def _read_packs(self, pack: PackTexts) -> Packs:
        if isinstance(pack, str):
            pack = pack.split()
        first = pack[0] if pack else ()
        if isinstance(first, int) or (isinstance(first, str) and first and " " not in first):
            pack = [pack]
        found = []
        for one in pack:
            cards: list[int] = []
            for word in one.split() if isinstance(one, str) else one:
                cards.append(ANY if word in ("?", ANY) else self._read_card(word, cards))
            found.append(tuple(cards))
        return tuple(found)

    def _read_card(self, word: str | int, taken: Sequence[int]) -> int:
        """A card that is not taken yet: where it is named again, its next copy."""
        pack = self.machine.pack
        if isinstance(word, int):
            if not 0 <= word < pack.size:
                raise ValueError(f"the cards of the pack are numbered 0 to {pack.size - 1}: {word}")
            copies = [word]
        else:
            card = self.words.parse_card(word)
            if card is None:
                raise ValueError(f"the pack has no {word}")
            copies = [card] if "'" in word else pack.copies_of(card)
        free = [card for card in copies if card not in taken]
        if not free:
            raise ValueError(f"{word} is named more often than the pack has it")
        return free[0]

    def settle(
        self, s: Slots, at: int, chances: ChanceSource, before: Position | None, move: Move | None
    ) -> Position:
        """On to where somebody chooses, or the end; chance is resolved on the way."""
        engine = self.engine
        engine.compiler.fuel.renew()
        while True:
            at, legal = engine.go_on(s, at)
            if legal is not None or isinstance(self.machine.nodes[at], p.End):
                break
            outcome, chances = chances.resolve(engine, s, at)
            at = engine.happen(s, at, outcome)
        events = engine.trace.take() if engine.trace is not None else ()
        return Position(self, s, at, legal, chances, before, move, events)


def _make_table(machine: p.Machine, names: Sequence[str], traced: bool) -> Table:
    return Table(machine, names, traced=traced)


@attrs.frozen
class Chances:
    """Where chance comes from: packs and draws that are said, then the seed's streams."""

    seed: int
    packs: Packs = ()
    shuffles: int = 0
    events: int = 0
    draws: tuple[str, ...] = ()
    drawn: int = 0
    words: Notation | None = attrs.field(default=None, eq=False, repr=False)

    def resolve(self, engine: Engine, s: Slots, at: int) -> tuple[Held, Chances]:
        """The outcome of a chance node, and what remains."""
        node = engine.machine.nodes[at]
        assert isinstance(node, p.Chance)
        among = engine.outcomes(s, at)
        stream = Stream(self.seed, "chance", self.events)
        if node.kind == "draw":
            outcome: Held = among[stream.below(len(among))]
            if self.drawn < len(self.draws):
                outcome = self.said(node, among)
            return outcome, attrs.evolve(self, events=self.events + 1, drawn=self.drawn + 1)
        if self.shuffles < len(self.packs):
            outcome = stacked(among, filled(among, self.packs[self.shuffles]))
        else:
            outcome = stream.shuffled(among)
        return outcome, attrs.evolve(self, events=self.events + 1, shuffles=self.shuffles + 1)

    def said(self, node: p.Chance, among: Sequence[int]) -> int:
        """The member that is drawn, from its text."""
        text = self.draws[self.drawn]
        assert self.words is not None and node.type is not None
        found = self.words.try_value(text, bare(node.type))
        if found not in among:
            raise ValueError(f"chance cannot bring {text} where {node.what} is drawn")
        return int(found)


def filled(pile: Sequence[int], named: Sequence[int]) -> tuple[int, ...]:
    """Cards from the top: the first of the pack that nobody names takes the place of each ANY."""
    free = iter(sorted(card for card in pile if card not in named))
    found = (next(free, ANY) if card == ANY else card for card in named)
    return tuple(card for card in found if card != ANY)


def stacked(pile: Sequence[int], named: Sequence[int]) -> tuple[int, ...]:
    """A pile with the named cards from its top, the others below in the pack's order."""
    top = [card for card in named if card in pile]
    rest = sorted(card for card in pile if card not in top)
    return tuple(reversed(top + rest))


@attrs.frozen(eq=False, repr=False)
class Position:
    """A moment of a game where somebody chooses, or its end. It never changes."""

    table: Table
    slots: Slots
    at: int
    choices: LegalMoves | None
    chances: ChanceSource
    before: Position | None
    move: Move | None
    events: tuple[Event, ...]

    def __repr__(self) -> str:
        seat = self.seat
        who = "over" if seat is None else f"{self.table.names[seat]} to choose"
        return f"<{self.table.machine.title}: {who} after {len(self.history())} moves>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What IPython and Hypothesis print, which would else show every field."""
        printer.text(repr(self))

    # ------------------------------------------------------------------ asking

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.choices is None

    @property
    def node(self) -> p.Choose:
        """The choice that is asked here; IllegalMove at the end."""
        node = self.table.machine.nodes[self.at]
        if not isinstance(node, p.Choose):
            raise IllegalMove(OVER)
        return node

    @property
    def seat(self) -> int | None:
        """The seat that chooses, from 0; None at the end."""
        return None if self.over else self.slots[self.node.seat]

    def legal(self) -> LegalMoves:
        """The legal moves: a set with a size and a k-th member. Empty at the end."""
        return self.choices if self.choices is not None else LegalMoves(())

    def why_not(self, move: Move | str) -> Refusal | None:
        """Why a move may not be made: its sentence and rule. None where it may."""
        if self.choices is None:
            return Refusal((OVER,), self.table.machine.nodes[self.at].span or NOWHERE, "")
        if isinstance(move, str):
            move = self.parse(move)
        with self.table.lock:
            return self.table.engine.decisions[self.at].why_not(list(self.slots), move)

    def text(self, move: Move) -> str:
        """A move as canonical text; NotAMove where it is none of this choice."""
        actions = self.node.actions
        known = 0 <= move.action < len(actions)
        if not known or len(move.values) != len(actions[move.action].params):
            raise NotAMove(f"{move!r} is no move here")
        return self.table.words.format_move(self.node, move)

    def parse(self, text: str) -> Move:
        """A move from its text; NotAMove where it is none.

        A card that is not marked as a twin means any copy that may be played.
        """
        move = self.table.words.parse_move(self.node, text)
        if move in self.legal():
            return move
        return self.same_looking(move, marked="'" in text)

    def same_looking(self, move: Move, marked: bool = False) -> Move:
        """A legal move with other copies of the same cards, else the move itself.

        Where copies are `marked`, only with such that cannot be told from them.
        """
        decision = self.table.engine.decisions[self.at]
        kinds = decision.choices[move.action].kinds
        if decision.copies.several and set(kinds) != {"other"}:
            alike = decision.alike(self.slots) if marked else decision.copies
            wanted = alike.looks(move.values, kinds)
            for part in self.legal().parts:
                for other in part if part.action == move.action else ():
                    if alike.looks(other.values, kinds) == wanted:
                        return other
        return move

    # ------------------------------------------------------------------ playing

    def play(self, move: Move | str) -> Position:
        """The position after a legal move; IllegalMove says why another is refused."""
        if self.choices is None:
            raise IllegalMove(OVER)
        if isinstance(move, str):
            move = self.parse(move)
        elif not isinstance(move, Move):
            raise TypeError(f"a move is its text or a hoyle.Move, not {move!r}")
        if move not in self.choices:
            refusal = self.why_not(move)
            says = (
                self.table.words.format_sentence(refusal.pieces)
                if refusal
                else "that is not possible"
            )
            raise IllegalMove(says)
        s = list(self.slots)
        with self.table.lock:
            at = self.table.engine.choose(s, self.at, move)
            return self.table.settle(s, at, self.chances, self, move)

    def undo(self) -> Position:
        """The position before the last move; itself at the start."""
        return self.before if self.before is not None else self

    def history(self) -> tuple[Move, ...]:
        """The moves from the start."""
        moves: list[Move] = []
        position: Position | None = self
        while position is not None:
            if position.move is not None:
                moves.append(position.move)
            position = position.before
        return tuple(reversed(moves))

    def path(self) -> tuple[Position, ...]:
        """The positions from the start to this one."""
        found: list[Position] = []
        position: Position | None = self
        while position is not None:
            found.append(position)
            position = position.before
        return tuple(reversed(found))

    # ------------------------------------------------------------------ the state

    def view(self, seat: int) -> View:
        """What a seat sees; -1 is somebody who only watches."""
        self.table.check_seat(seat, -1)
        with self.table.lock:
            span = self.table.engine.machine.nodes[self.at].span or NOWHERE
            self.table.engine.compiler.fuel.renew()
            view: View = call_at(span, make_view, self.table.engine, self.slots, seat)
            return view

    def __getitem__(self, place: str | tuple[str, *tuple[int | str, ...]]) -> Plain:
        """A zone or register by its name, and by its indexes where it has any.

        `position["trump"]`, `position["score", 0]`, `position["hand", "ann"]`. Numbers, seats and
        sides are numbers; cards, suits and alternatives their text; several are a tuple, of a pile
        from its bottom; none is None. KeyError says what there is.
        """
        name, *index = (place,) if isinstance(place, str) else place
        return self._plain(self.table.slot_of(str(name), *index))

    def _plain(self, slot: int) -> Plain:
        machine, words = self.table.machine, self.table.words
        if slot in self.table.engine.zones.places:
            cards = self.table.engine.zones.cards(self.slots, slot)
            return tuple(words.format_card(card) for card in cards)
        kind = machine.slots[slot].type
        return None if kind is None else words.to_plain(self.slots[slot], kind)

    def state(self, seat: int | None = None) -> dict[str, Plain]:
        """Every zone and register by its name, `score of ann`: all there is, or what a seat sees.

        A card that the seat does not see is None.
        """
        words = self.table.words
        if seat is None:
            return {words.format_place(slot): self._plain(slot) for slot in words.families}
        view = self.view(seat)
        found: dict[str, Plain] = {
            words.format_place(zone.slot): tuple(
                None if card is None else words.format_card(card) for card in zone.cards
            )
            for zone in view.zones
        }
        for slot, *_ in view.registers:
            found[words.format_place(slot)] = self._plain(slot)
        return found

    def __reduce__(self) -> tuple[object, ...]:
        """The table once, then what each position of the path has: a path can be long."""
        steps = [
            (one.slots, one.at, one.choices, one.chances, one.move, one.events)
            for one in self.path()
        ]
        return _make_path, (self.table, steps)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, as far as the rules say so."""
        mask = self.slots[self.table.machine.winners]
        return tuple(seat for seat in range(self.table.machine.players) if mask >> seat & 1)

    def payoff(self, seat: int) -> int:
        """What a seat takes away: as the rules say; else 1 for a winner and 0 for others."""
        self.table.check_seat(seat)
        with self.table.lock:
            return compute_payoff(self.table.engine, self.slots, seat)

    def bytes(self) -> bytes:
        """The state in a fixed number of bytes: what no longer matters is 0."""
        return encode(self.table.machine, self.slots, self.at)

    @property
    def hash(self) -> str:
        """A stable name of the state: equal states, equal hashes."""
        return hashlib.sha256(self.bytes()).hexdigest()[:16]


def _make_path(table: Table, steps: Sequence[tuple[Any, ...]]) -> Position | None:
    position: Position | None = None
    for slots, at, choices, chances, move, events in steps:
        position = Position(table, slots, at, choices, chances, position, move, events)
    return position


def state_size(machine: p.Machine) -> int:
    """The bytes of a state: the node, then every slot."""
    return 3 + sum(slot.width for slot in machine.slots)


def encode(machine: p.Machine, s: Slots, at: int) -> bytes:
    """The node (3 bytes), then each slot in its width, little end first; unset and dead are 0."""
    node = machine.nodes[at]
    live = getattr(node, "live", ())
    parts = [at.to_bytes(3, "little")]
    for slot in machine.slots:
        if (slot.local or slot.phase is not None) and slot.at not in live:
            parts.append(bytes(slot.width))
        else:
            parts.append(_encode_slot(slot, s[slot.at]))
    return b"".join(parts)


def _encode_slot(slot: p.Slot, value: Held) -> bytes:
    """A number counted from its lowest (none is 0), a mask, or a length and its entries."""
    if slot.kind == "mask":
        return int(value).to_bytes(slot.width, "little")
    if slot.kind == "list":
        width = slot.entry_width
        if slot.maybe:
            value = [entry + 1 for entry in value]
        if width == 1:
            entries = bytes(value)
        else:
            entries = b"".join([int(v).to_bytes(width, "little") for v in value])
        length = len(value).to_bytes(slot.length_width, "little")
        return (length + entries).ljust(slot.width, b"\0")
    if slot.maybe:
        return (0 if value == -1 else int(value) - slot.low + 1).to_bytes(slot.width, "little")
    if not slot.low <= value <= slot.high:
        return bytes(slot.width)  # unset
    return (int(value) - slot.low).to_bytes(slot.width, "little")


def decode(machine: p.Machine, data: bytes) -> tuple[Slots, int]:
    """The slots and the node of a written state; ValueError where the bytes are of another."""
    if len(data) != state_size(machine):
        raise ValueError("these bytes are no state of this table")
    at, place = int.from_bytes(data[:3], "little"), 3
    s: Slots = []
    for slot in machine.slots:
        s.append(decode_slot(slot, data[place : place + slot.width]))
        place += slot.width
    return s + [0] * (machine.scratch + 8), at


def decode_slot(slot: p.Slot, data: bytes) -> Held:
    """The other way round."""
    if slot.kind == "mask":
        return int.from_bytes(data, "little")
    if slot.kind == "list":
        width, start = slot.entry_width, slot.length_width
        return tuple(
            int.from_bytes(data[start + k * width : start + (k + 1) * width], "little") - slot.maybe
            for k in range(int.from_bytes(data[:start], "little"))
        )
    found = int.from_bytes(data, "little")
    return (
        found - 1 + slot.low if slot.maybe and found else (-1 if slot.maybe else found + slot.low)
    )


def compute_payoff(engine: Engine, slots: Sequence[Any], seat: int) -> int:
    """What a seat takes away from a position: as the rules say; else 1 for a winner, else 0."""
    payoff = engine.machine.payoff
    if payoff is None:
        return int(slots[engine.machine.winners]) >> seat & 1
    slot, value, span = payoff
    s = list(slots)
    s[slot] = seat
    engine.compiler.fuel.renew()
    return int(call_at(span, engine.compiler.value(value), s))
