"""A table: a ruleset with its players and options; and the positions of a game at it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from math import factorial
from threading import RLock
from typing import Any, Protocol

import attrs

from hoyle.dsl.checked.types import CARD, Type, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.dsl.printable import to_dashes
from hoyle.interpreter.runtime.choices import Refusal, call_at
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.events import Event, PhaseEnded
from hoyle.interpreter.runtime.fault import NOWHERE, IllegalMove, RulesetFault
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.laid_position import (
    ANY,
    Given,
    PlaceName,
    find_slot,
    make_start_slots,
    read_cards,
    read_given,
    set_given_state,
)
from hoyle.interpreter.runtime.moves import Held, LegalMoves, Move, Slots
from hoyle.interpreter.runtime.notation import (
    SEAT_NAMES,
    NamedMove,
    NotAMove,
    Notation,
    Plain,
    check_kind,
)
from hoyle.interpreter.runtime.observer import Observer
from hoyle.interpreter.runtime.state_bytes import encode
from hoyle.interpreter.runtime.view import View, make_view

Packs = tuple[tuple[int, ...], ...]
PackTexts = Sequence[Any]  # cards as text, or by number; or a list of such lists
AnyMove = Move | NamedMove | str
OVER = "the game is over"


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
        observers: Sequence[Observer] = (), entered: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.machine = machine
        self.entered = tuple(entered)  # the phases in which games begin; none where at the start
        self.names = tuple(names[: machine.players])
        self.words = Notation(machine, self.names)
        self.engine = Engine(machine, traced=traced, observers=observers)
        self.lock = RLock()  # an engine works for one thread at a time
        self.left_at: Position | None = None  # where a fault has left play, and what led there

    def __repr__(self) -> str:
        return f"<table of {self.machine.title}: {', '.join(self.names)}>"

    def __reduce__(self) -> tuple[object, ...]:
        """A table is pickled without its engine and observers."""
        traced = self.engine.trace is not None
        return _make_table, (self.machine, self.names, traced, self.entered)

    def start(
        self, seed: int = 0, pack: PackTexts = (), draws: Sequence[str] = (), *,
        given: Mapping[PlaceName, Plain] | None = None, stop_at_chance: bool = False,
    ) -> Position:  # fmt: skip
        """The first position where somebody chooses; with `stop_at_chance`, or chance decides.

        `pack` lays the first shuffled pile: cards from the top, as text or a list; or a list of
        such lists, one for each shuffle; `?` is any card. What is not named follows in the pack's
        order. `draws` are the first members that are drawn, as text. All other chance comes from
        `seed`, any whole number. ValueError where chance cannot bring what is laid, here or in
        play, and at the end of a game in which it never had to.

        `given` are zones (cards from the bottom) and state by name, at a table whose games begin
        at a phase; there `pack` also says how the pile lies that starts with the pack.
        """
        chances = attrs.evolve(self.chances(seed, pack, draws), strict=True, asked=stop_at_chance)
        laid = self._read_given(given or {})
        with self.lock:
            slots = make_start_slots(self.engine, laid)
            if self.entered:
                slots, chances = self._lay_stock(slots, attrs.evolve(chances, given=laid))
            with self.noting_fault(slots, chances, None):
                return self.settle(slots, self.machine.entry, chances, None, None)

    def chances(self, seed: int, pack: PackTexts = (), draws: Sequence[str] = ()) -> Chances:
        """Chance for a game at this table; see `start`."""
        check_kind(seed, int, "a seed is a whole number")
        check_kind(draws, (list, tuple), "draws are a list of texts")
        kinds = [node.type for node in self.machine.nodes if isinstance(node, p.Chance)]
        for text in draws:
            check_kind(text, str, "what chance draws is a text")
            found = (kind and self.words.try_value(text, bare(kind)) for kind in kinds)
            if all(value is None for value in found):
                raise ValueError(f"chance cannot bring {text} in this game")
        return Chances(seed, self._read_packs(pack), draws=tuple(draws), words=self.words)

    def _read_packs(self, pack: PackTexts) -> Packs:
        check_kind(pack, (str, list, tuple), "a pack is a text or a list")
        if isinstance(pack, str):
            pack = pack.split()
        first = pack[0] if pack else ()
        if isinstance(first, int) or (isinstance(first, str) and first and " " not in first):
            pack = [pack]
        return tuple(read_cards(self.words, one, any_card=True) for one in pack)

    def _read_given(self, given: Mapping[PlaceName, Plain]) -> tuple[Given, ...]:
        if given and not self.entered:
            raise ValueError("a position is laid at a table that is made with `phase`")
        return read_given(self.engine, self.words, self.entered, given)

    def _lay_stock(self, s: Slots, chances: Chances) -> tuple[Slots, Chances]:
        """The first pack lies where the game begins, until it is shuffled."""
        stock = self.machine.stock
        place = self.engine.zones.places.get(stock)
        if not chances.packs or place is None or not place.pile:
            return s, chances
        check_there(self.words, s[stock], chances.packs[0])
        s[stock] = stacked(s[stock], filled(s[stock], chances.packs[0]))
        return s, attrs.evolve(chances, stock=s[stock])

    @contextmanager
    def noting_fault(
        self, s: Slots, chances: ChanceSource, before: Position | None, move: Move | None = None
    ) -> Iterator[None]:
        """Where a fault comes of it, `left_at` is the position in which play was left."""
        try:
            yield
        except RulesetFault:
            events = tuple(self.engine.trace.events) if self.engine.trace is not None else ()
            end = len(self.machine.nodes) - 1
            self.left_at = Position(self, s, end, None, chances, before, move, events)
            raise

    def settle(
        self, s: Slots, at: int, chances: ChanceSource, before: Position | None, move: Move | None
    ) -> Position:
        """On to where somebody chooses, or the end; chance is resolved on the way."""
        engine = self.engine
        engine.renew_work()
        while True:
            at, legal = engine.go_on(s, at)
            node = self.machine.nodes[at]
            if legal is not None or isinstance(node, p.End) or _stops_at(node, chances):
                break
            outcome, chances = chances.resolve(engine, s, at)
            at = engine.happen(s, at, outcome)
        if isinstance(node, p.End) and isinstance(chances, Chances) and chances.strict:
            chances.check_all_used()
        events = engine.trace.take() if engine.trace is not None else ()
        return Position(self, s, at, legal, chances, before, move, events)


def _stops_at(node: p.Node, chances: ChanceSource) -> bool:
    """Whether a program says what chance brings at a node."""
    asked = isinstance(chances, Chances) and chances.asked
    return asked and isinstance(node, p.Chance) and not node.by_hand


@attrs.frozen
class Outcomes:
    """What chance may bring at a position: one member of `among`, or all its cards in any order.

    `kind` is `draw` or `shuffle`, `what` says it in words. Cards stand from the top.
    """

    kind: str
    what: str
    among: tuple[Plain, ...]

    @property
    def count(self) -> int:
        """How many there are, each as likely as any other; cards that look the same count apart."""
        return len(self.among) if self.kind == "draw" else factorial(len(self.among))


def _make_table(
    machine: p.Machine, names: Sequence[str], traced: bool, entered: Sequence[str]
) -> Table:
    return Table(machine, names, traced=traced, entered=entered)


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
    strict: bool = False  # whether what was laid and cannot come is a mistake
    asked: bool = False  # whether a game stops where chance decides
    given: tuple[Given, ...] = ()  # the state of a position that is laid by hand
    stock: tuple[int, ...] = ()  # how the first pack lies there, until it is shuffled

    def resolve(self, engine: Engine, s: Slots, at: int) -> tuple[Held, Chances]:
        """The outcome of a chance node, and what remains."""
        node = engine.machine.nodes[at]
        assert isinstance(node, p.Chance)
        if node.by_hand:
            set_given_state(engine, s, self.given)
            return None, self
        among = engine.outcomes(s, at)
        after = self.pass_over(engine, s, node, among)
        stream = Stream(self.seed, "chance", self.events)
        if node.kind == "draw":
            said = self.drawn < len(self.draws)
            return self.said(node, among) if said else among[stream.below(len(among))], after
        number = after.shuffles - 1
        if number >= len(self.packs) or not among:
            return stream.shuffled(among), after
        named = self.packs[number]
        if self.strict:
            check_there(self.words, among, named)
        return stacked(among, filled(among, named)), after

    def pass_over(self, engine: Engine, s: Slots, node: p.Chance, among: Sequence[int]) -> Chances:
        """What remains after a chance event; no pack is laid for a pile without cards."""
        if not among:
            return attrs.evolve(self, events=self.events + 1)
        if node.kind == "draw":
            return attrs.evolve(self, events=self.events + 1, drawn=self.drawn + 1)
        # a pack from which cards were taken before the first shuffle is not laid again
        first = self.shuffles + bool(self.stock and s[engine.machine.stock] != self.stock)
        return attrs.evolve(self, events=self.events + 1, shuffles=first + 1, stock=())

    def said(self, node: p.Chance, among: Sequence[int]) -> int:
        """The member that is drawn, from its text."""
        text = self.draws[self.drawn]
        assert self.words is not None and node.type is not None
        found = self.words.try_value(text, bare(node.type))
        if found not in among:
            raise ValueError(f"chance cannot bring {text} where {node.what} is drawn")
        return int(found)

    def check_all_used(self, when: str = "the game is over") -> None:
        """ChanceLeft where chance has not brought all that was laid."""
        if self.drawn < len(self.draws):
            names = ", ".join(self.draws[self.drawn :])
            raise ChanceLeft(f"{when}, and chance has not drawn {names}", "draw", self.drawn)
        left = len(self.packs) - self.shuffles - bool(self.stock)
        if left > 0:
            packs = "one pack was" if left == 1 else f"{left} packs were"
            says = f"{when}, and {packs} laid for which no shuffle came"
            raise ChanceLeft(says, "pack", len(self.packs) - left)


class ChanceLeft(ValueError):
    """Chance does not come to what was laid: to the `kind` of it with this number, and behind."""

    def __init__(self, says: str, kind: str, number: int) -> None:
        super().__init__(says)
        self.kind = kind
        self.number = number


def check_there(words: Notation | None, pile: Sequence[int], named: Sequence[int]) -> None:
    """ValueError where a card is laid that is not in the pile."""
    for card in named:
        if card != ANY and card not in pile:
            said = words.format_card(card) if words is not None else str(card)
            raise ValueError(f"{said} is not among the cards that are shuffled")


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
        who = "over" if self.over else "chance to decide"
        if seat is not None:
            who = f"{self.table.names[seat]} to choose"
        return f"<{self.table.machine.title}: {who} after {len(self.history())} moves>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What IPython and Hypothesis print, which would else show every field."""
        printer.text(repr(self))

    # ------------------------------------------------------------------ asking

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.choices is None and not isinstance(self.table.machine.nodes[self.at], p.Chance)

    @property
    def node(self) -> p.Choose:
        """The choice that is asked here; IllegalMove where there is none."""
        node = self.table.machine.nodes[self.at]
        if not isinstance(node, p.Choose):
            raise IllegalMove(self._why_none)
        return node

    @property
    def _why_none(self) -> str:
        """Why nobody can choose here."""
        return OVER if self.over else "chance decides here, and nobody chooses"

    @property
    def seat(self) -> int | None:
        """The seat that chooses, from 0; None where nobody does."""
        return None if self.choices is None else self.slots[self.node.seat]

    def legal(self) -> LegalMoves:
        """The legal moves: a set with a size and a k-th member. Empty where nobody chooses."""
        return self.choices if self.choices is not None else LegalMoves(())

    def why_not(self, move: AnyMove) -> Refusal | None:
        """Why a move may not be made: its sentence and rule. None where it may."""
        if self.choices is None:
            span = self.table.machine.nodes[self.at].span or NOWHERE
            return Refusal((self._why_none,), span, "", self._why_none)
        move = self._read_move(move)
        with self.table.lock:
            self.table.engine.compiler.fuel.renew()
            found = self.table.engine.decisions[self.at].why_not(list(self.slots), move)
        says = self.table.words.format_sentence(found.pieces) if found is not None else ""
        return attrs.evolve(found, says=says) if found is not None else None

    def text(self, move: Move) -> str:
        """A move as canonical text; NotAMove where it is none of this choice."""
        actions, move = self.node.actions, _check_move(move)
        known = 0 <= move.action < len(actions)
        if known and len(move.values) == len(actions[move.action].params):
            with suppress(IndexError, TypeError, ValueError):  # values of no such kind
                return self.table.words.format_move(self.node, move)
        raise NotAMove(f"{move!r} is no move here")

    def named(self, move: Move) -> NamedMove:
        """A move by the name of its action, with values as `position["trump"]` gives them."""
        self.text(move)
        return self.table.words.name_move(self.node, move)

    def _read_move(self, move: AnyMove) -> Move:
        if isinstance(move, str):
            return self.parse(move)
        if isinstance(move, NamedMove):
            meant = self.table.words.read_named(self.node, move)
            marked = any(isinstance(value, str) and "'" in value for value in move.values)
            return self._find_meant(meant, marked)
        return _check_move(move)

    def parse(self, text: str) -> Move:
        """A move from its text; NotAMove where it is none.

        A card that is not marked as a twin means any copy that may be played; where none may, one
        that is there to be chosen.
        """
        text = self.table.words.drop_whose(self.node, str(text))
        return self._find_meant(self.table.words.parse_move(self.node, text), marked="'" in text)

    def _find_meant(self, move: Move, marked: bool) -> Move:
        """The move with those copies of its cards that are meant."""
        legal = self.legal()
        meant = move if move in legal else self.same_looking(move, marked)
        if meant in legal:
            return meant
        with self.table.lock:
            self.table.engine.compiler.fuel.renew()
            return self.table.engine.decisions[self.at].find_candidate(self.slots, move, marked)

    def same_looking(self, move: Move, marked: bool = False) -> Move:
        """A legal move with other copies of the same cards, else the move itself.

        Where copies are `marked`, only with such that cannot be told from them.
        """
        decision = self.table.engine.decisions[self.at]
        return decision.find_same_looking(self.slots, self.legal(), move, marked) or move

    # ------------------------------------------------------------------ playing

    def play(self, move: AnyMove) -> Position:
        """The position after a legal move; IllegalMove says why another is refused."""
        if self.choices is None:
            raise IllegalMove(self._why_none)
        move = self._read_move(move)
        if move not in self.choices:
            refusal = self.why_not(move)
            says = (
                self.table.words.format_sentence(refusal.pieces)
                if refusal
                else "that is not possible"
            )
            raise IllegalMove(says)
        s = list(self.slots)
        table = self.table
        with table.lock, table.noting_fault(s, self.chances, self, move):
            at = table.engine.choose(s, self.at, move)
            return table.settle(s, at, self.chances, self, move)

    @property
    def outcomes(self) -> Outcomes | None:
        """What chance may bring here; None where it does not decide."""
        node = self.table.machine.nodes[self.at]
        if not isinstance(node, p.Chance):
            return None
        words, (kind, among) = self.table.words, self._chance_among(node)
        if node.kind == "shuffle":
            among = tuple(reversed(among))
        return Outcomes(node.kind, node.what, tuple(words.to_plain(one, kind) for one in among))

    def _chance_among(self, node: p.Chance) -> tuple[Type, tuple[int, ...]]:
        """What chance works on, and the type of its members."""
        with self.table.lock:
            among = self.table.engine.outcomes(list(self.slots), self.at)
        return (CARD if node.type is None else node.type), among

    def happen(self, outcome: Plain = None) -> Position:
        """The position after chance has brought this: a member, or cards from the top.

        Of a shuffle the cards that are not named follow in the pack's order. Without an outcome
        chance brings what was laid at the start, else what the seed has. ValueError where it
        cannot bring it.
        """
        node, engine = self.table.machine.nodes[self.at], self.table.engine
        if not isinstance(node, p.Chance) or not isinstance(self.chances, Chances):
            raise ValueError("chance does not decide here")
        said = None if outcome is None else self._read_outcome(node, outcome)
        s = list(self.slots)
        with self.table.lock:
            engine.begin_step()
            if said is None:
                held, chances = self.chances.resolve(engine, s, self.at)
            else:
                among = engine.outcomes(s, self.at)
                held, chances = said, self.chances.pass_over(engine, s, node, among)
            at = engine.happen(s, self.at, held)
            return self.table.settle(s, at, chances, self, None)

    def _read_outcome(self, node: p.Chance, outcome: Plain) -> Held:
        words, (kind, among) = self.table.words, self._chance_among(node)
        if node.kind == "shuffle":
            named = read_cards(words, outcome, any_card=True)
            check_there(words, among, named)
            return stacked(among, filled(among, named))
        found = words.from_plain(outcome, kind)
        if found not in among:
            raise ValueError(f"chance cannot bring {outcome} where {node.what} is drawn")
        return found

    def undo(self) -> Position:
        """The position before the last move or outcome; itself at the start."""
        return self.before if self.before is not None else self

    def history(self) -> tuple[Move, ...]:
        """The moves from the start."""
        return tuple(one.move for one in self.path() if one.move is not None)

    def path(self) -> tuple[Position, ...]:
        """The positions from the start to this one."""
        found: list[Position] = []
        position: Position | None = self
        while position is not None:
            found.append(position)
            position = position.before
        return tuple(reversed(found))

    # ------------------------------------------------------------------ the state

    def view(self, seat: int | str) -> View:
        """What a seat sees, by its name or number; -1 is somebody who only watches."""
        seat = self.table.words.seat_of(seat, -1)
        with self.table.lock:
            span = self.table.engine.machine.nodes[self.at].span or NOWHERE
            self.table.engine.compiler.fuel.renew()
            view: View = call_at(span, make_view, self.table.engine, self.slots, self.at, seat)
            return view

    def __getitem__(self, place: PlaceName) -> Plain:
        """A zone or register by its name, and by its indexes where it has any.

        `position["trump"]`, `position["score", 0]`, `position["hand", "ann"]`. Numbers, seats and
        sides are numbers; cards, suits and alternatives their text; several are a tuple, of a pile
        from its bottom; none is None. KeyError says what there is.
        """
        return self._plain(find_slot(self.table.words, place))

    def _plain(self, slot: int) -> Plain:
        machine, words = self.table.machine, self.table.words
        if slot in self.table.engine.zones.places:
            cards = self.table.engine.zones.cards(self.slots, slot)
            return tuple(words.format_card(card) for card in cards)
        kind = machine.slots[slot].type
        return None if kind is None else words.to_plain(self.slots[slot], kind)

    def state(self, seat: int | str | None = None) -> dict[str, Plain]:
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
    def ended(self) -> tuple[str, ...]:
        """The phases that have ended since the position before, in their order."""
        return tuple(to_dashes(one.phase) for one in self.events if isinstance(one, PhaseEnded))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, as far as the rules say so."""
        won: tuple[int, ...] = bits(self.slots[self.table.machine.winners])
        return won

    def payoff(self, seat: int | str) -> int:
        """What a seat takes away: as the rules say; else 1 for a winner and 0 for others."""
        seat = self.table.words.seat_of(seat)
        with self.table.lock:
            return self.table.engine.compute_payoff(self.slots, seat)

    def bytes(self) -> bytes:
        """The state in a fixed number of bytes: what no longer matters is 0."""
        return encode(self.table.machine, self.slots, self.at)

    @property
    def hash(self) -> str:
        """A stable name of the state: equal states, equal hashes."""
        return hashlib.sha256(self.bytes()).hexdigest()[:16]


def _check_move(move: object) -> Move:
    """The move, if it is one; TypeError where a program made it of other things than numbers."""
    if not isinstance(move, Move) or not (type(move.action) is int and type(move.values) is tuple):
        raise TypeError(f"a move is its text or a hoyle.Move, not {move!r}")
    if any(isinstance(one, float) for one in move.values):
        raise TypeError(f"the values of a move are whole numbers, not {move.values!r}")
    return move


def _make_path(table: Table, steps: Sequence[tuple[Any, ...]]) -> Position | None:
    position: Position | None = None
    for slots, at, choices, chances, move, events in steps:
        position = Position(table, slots, at, choices, chances, position, move, events)
    return position
