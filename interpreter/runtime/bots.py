"""Who plays where nobody sits: by a policy of the ruleset, or at random.

A row of a policy reads only what its seat sees: the checker asks that of it as of any condition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.folding import mentions
from hoyle.interpreter.runtime.choices import Decision, call_at
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.expression_compiler import Value, ValuesFilter
from hoyle.interpreter.runtime.fault import RulesetFault, WorkSpent
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import ActionMoves, LegalMoves, Move, RangedRows, Slots, Values
from hoyle.interpreter.runtime.table import Position

RANDOM = "random"  # the way to play that every game has: all legal moves are equally likely
ASKED_EACH = "this row of a policy is asked once for each legal move"
SEARCH = "search"  # moves are tried in games played out; who makes `Bots` says by whom


@attrs.frozen
class Manners:
    """By which policy each seat plays.

    The first that is said of the seat counts, then of a role, whose register holds the seat when it
    chooses, then `others`. `seats` are numbers of seats, `roles` slots of registers.
    """

    others: str = RANDOM
    seats: Mapping[int, str] = attrs.field(factory=dict)
    roles: Mapping[int, str] = attrs.field(factory=dict)

    def find(self, s: Slots, seat: int) -> str:
        """The policy of a seat that chooses."""
        if seat in self.seats:
            return self.seats[seat]
        for slot, policy in self.roles.items():
            if s[slot] == seat:
                return policy
        return self.others

    def list_all(self, seats: Sequence[int] | None = None) -> list[str]:
        """The policies that anybody plays by, or any of some seats."""
        asked = self.seats if seats is None else seats
        own = [self.seats[seat] for seat in asked if seat in self.seats]
        rest = [*self.roles.values(), self.others]
        named = seats is not None and len(own) == len(seats)
        return list(dict.fromkeys(own if named else [*own, *rest]))


class Bots:
    """Whoever plays at a table where nobody sits; each seat has a stream: seed, `bot`, seat."""

    def __init__(
        self, seed: int, engine: Engine, manners: Manners | None = None,
        search: Callable[[Position, Stream], int] | None = None,
    ) -> None:  # fmt: skip
        self.engine = engine
        self.manners = manners or Manners()
        self.search = search  # gives the number of a legal move
        self.rows: dict[tuple[int, str], list[Row]] = {}  # by the choice and the policy
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """A game begins, with new streams."""
        self.seed = seed
        seats = range(self.engine.machine.players)
        self.streams = [Stream(seed, "bot", seat) for seat in seats]

    def move(self, position: Position) -> Move:
        """What the bot at the seat that chooses does."""
        seat = position.seat
        if self.search and seat is not None and self.manners.find(position.slots, seat) == SEARCH:
            luck = Stream(self.seed, SEARCH, len(position.history()))
            return position.legal().kth(self.search(position, luck))
        with position.table.lock:
            return self.choose(list(position.slots), position.at, position.legal())

    def choose(self, s: Slots, at: int, legal: LegalMoves) -> Move:
        """The same for slots, which are as they were before afterwards."""
        decision = self.engine.decisions[at]
        seat = s[decision.node.seat]
        policy = self.manners.find(s, seat)
        if policy != RANDOM:
            move = self._follow(decision, at, policy, s, legal)
            if move is not None:
                return move
        return legal.kth(self.streams[seat].below(legal.size))

    def _follow(
        self, decision: Decision, at: int, policy: str, s: Slots, legal: LegalMoves
    ) -> Move | None:
        """The move of the first row of a policy that fits; None where none does."""
        rows = self.rows.get((at, policy))
        if rows is None:
            rows = self.rows[at, policy] = _compile_rows(decision, policy)
        parts = {part.action: part for part in legal.parts}
        decision.fuel.renew()
        for row in rows:
            part = parts.get(row.action)
            if part is not None:
                span = row.source.span
                try:
                    move: Move | None = call_at(span, row.take, s, part, decision.fuel.charge)
                except WorkSpent as spent:
                    if row.asks_each and part.size > 1:
                        spent.says += f"; {ASKED_EACH}"
                    raise
                except RulesetFault as fault:
                    fault.advice = span
                    raise
                if move is not None:
                    return move
        return None

    def marks(self) -> tuple[int, ...]:
        """How far each stream has been used."""
        return tuple(stream.drawn for stream in self.streams)

    def go_back(self, marks: tuple[int, ...]) -> None:
        """Use the streams again from there."""
        for stream, drawn in zip(self.streams, marks, strict=True):
            stream.drawn = drawn


# ---------------------------------------------------------------------- policies


@attrs.frozen(eq=False)
class Row:
    """A row of a policy at one choice, ready to be asked.

    `test` asks it of the choice, `sift` of the values of each move; `value` says which move is
    best. `amount` is which end of an amount is enough to know: 0 the lowest, 1 the highest; None
    where each must be asked.
    """

    action: int
    slots: tuple[int, ...]
    test: Value | None
    sift: ValuesFilter | None
    value: Value | None
    amount: int | None
    source: p.Advice

    @property
    def asks_each(self) -> bool:
        """Whether each legal move is asked by itself."""
        return self.sift is not None or self.value is not None

    def take(self, s: Slots, part: ActionMoves, charge: Callable[[int], None]) -> Move | None:
        """The best of the moves that fit; None where none does."""
        if self.test is not None and not self.test(s):
            return None
        kept: list[Values]
        if not self.asks_each:
            return part.kth(0)
        if self.amount is not None and isinstance(part.rows, RangedRows):
            kept = [(*row[:-2], row[self.amount - 2]) for row in part.rows.kept]
        else:
            charge(part.size)
            kept = list(part.rows)
        if self.sift is not None:
            kept = self.sift(s, kept)
        if self.value is not None and kept:
            best = max if self.source.highest else min
            worth = self._weigh(s, kept)
            return Move(self.action, kept[worth.index(best(worth))])
        return Move(self.action, kept[0]) if kept else None

    def _weigh(self, s: Slots, rows: Sequence[Values]) -> list[int]:
        assert self.value is not None
        before, worth = [s[slot] for slot in self.slots], []
        for row in rows:
            for slot, one in zip(self.slots, row, strict=True):
                s[slot] = one
            worth.append(self.value(s))
        for slot, one in zip(self.slots, before, strict=True):
            s[slot] = one
        return worth


def _compile_rows(decision: Decision, policy: str) -> list[Row]:
    found, compiler = [], decision.compiler
    for choice in decision.choices:
        for source in choice.action.advice:
            if source.policy == policy:
                own = any(mentions(source.test, slot) for slot in choice.slots)
                found.append(Row(
                    choice.number, choice.slots,
                    None if source.test is None or own else compiler.value(source.test),
                    compiler.sift(source.test, choice.slots) if own and source.test else None,
                    None if source.value is None else compiler.value(source.value),
                    end_of_amount(source, choice.slots), source,
                ))  # fmt: skip
    return sorted(found, key=lambda row: row.source.row)


def end_of_amount(source: p.Advice, slots: tuple[int, ...]) -> int | None:
    """The end of the last value that a row comes to, whatever else is chosen; see `Row`."""
    if not slots or mentions(source.test, slots[-1]):
        return None
    if source.value == p.Get(slots[-1]):
        return int(source.highest)
    return None if mentions(source.value, slots[-1]) else 0
