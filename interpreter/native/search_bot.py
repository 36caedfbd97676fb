"""A bot for every game: it deals again what it cannot see, plays out at random, and picks.

For each of a number of deals that agree with what its seat sees, every move is tried with the same
luck, and the game is played to its end by native code with random moves. Moves that do badly are
given up early (sequential halving: Karnin, Koren and Somekh, ICML 2013). What others would do is
thought to be random, and so is what the bot itself does later: it plays like somebody who looks one
move ahead, many times.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.dsl.node import Node, children
from hoyle.interpreter.native.kernel import Kernel, Played
from hoyle.interpreter.native.kernel_text import Status
from hoyle.interpreter.native.layout import list_spans
from hoyle.interpreter.native.records import Record
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import LegalMoves
from hoyle.interpreter.runtime.table import Chances, Position

PLAYOUTS = 1_000  # games played out for a decision
GAMES_A_DEAL = 4
DEALS_AT_ONCE = 4  # at least so many deals are tried before a move is given up
MAX_MOVES = 40  # of one decision; of more, some of each action are looked at


def can_search(machine: p.Machine) -> bool:
    """Whether all that a seat cannot see are cards: other secrets cannot be drawn again.

    Such are registers of one seat, choices made together, and what is worked out from hidden cards
    and kept while somebody chooses.
    """
    chooses = [node for node in machine.nodes if isinstance(node, p.Choose)]
    live = {slot for node in chooses for slot in node.live if machine.slots[slot].local}
    secret = any(node.sealed for node in chooses) or not live.isdisjoint(_find_tainted(machine))
    return not machine.hidden and not secret


def _find_tainted(machine: p.Machine) -> set[int]:
    """Slots of a block or parameter that may hold what hidden cards say; sizes are open to all."""
    hidden = {zone.slot for zone in machine.zones if zone.sight != "everyone"}
    tainted: set[int] = set()

    def reads_hidden(expr: Node) -> bool:
        if isinstance(expr, p.Op) and expr.name in ("size", "is_empty", "is_some"):
            return False
        assert isinstance(expr, p.BaseExpr)
        if expr.reads in hidden or expr.reads in tainted:  # a family is seen alike
            return True
        if expr.calls is not None and reads_hidden(expr.calls.body):
            return True
        return any(map(reads_hidden, children(expr)))

    sets = [node for node in machine.nodes if isinstance(node, p.Set)]
    kept = [(node.ref.base, node.value) for node in sets
            if (slot := machine.slots[node.ref.base]).local and not slot.whose_turn]  # fmt: skip
    spans = [range(base, base + count) for base, count in list_spans(machine)]
    rows = {slot: span for span in spans for slot in span}
    before = -1
    while len(tainted) > before:
        before = len(tainted)
        for base, value in kept:
            if reads_hidden(value):  # of a row of slots, which of them it is shows only in play
                tainted.update(rows[base])
    return tainted


class SearchBot:
    """Chooses at positions of one machine; `playouts` are the games for each decision."""

    def __init__(self, kernel: Kernel, playouts: int = PLAYOUTS) -> None:
        self.kernel, self.playouts = kernel, playouts

    def choose(self, position: Position, stream: Stream) -> int:
        """The number of the legal move that did best; ties go to the first of them.

        The same position and stream give the same move. Nothing that the seat cannot see is read:
        hidden cards are laid in a new order before anything is played.
        """
        legal, seat = position.legal(), position.seat
        assert seat is not None
        moves = _sample_moves(legal)
        if len(moves) == 1:
            return moves[0]
        # What chance is going to bring is not known, whether a seed says it or somebody laid it.
        record = self.kernel.pack(attrs.evolve(position, chances=Chances(0)))
        hidden = _find_hidden(position, seat)
        worth = dict.fromkeys(moves, 0.0)
        rounds = max(1, (len(moves) - 1).bit_length())
        while len(moves) > 1:
            deals = max(DEALS_AT_ONCE, self.playouts // (rounds * len(moves) * GAMES_A_DEAL))
            for _ in range(deals):
                self._deal_again(record, position, hidden, stream)
                luck = stream.below(2**62)
                for k in moves:
                    played = self.kernel.playouts(record, GAMES_A_DEAL, luck, move=k)
                    worth[k] += self._value(played, seat)
            moves = sorted(moves, key=lambda k: (-worth[k], k))[: (len(moves) + 1) // 2]
        return moves[0]

    def _deal_again(
        self, record: Record, position: Position, hidden: Sequence[Hidden], stream: Stream
    ) -> None:
        """Lay the hidden cards anew: which lie there does not depend on where they lay."""
        slots, machine = position.slots, position.table.machine
        cards = stream.shuffled(sorted(place.card for place in hidden))
        comes = {place.card: card for place, card in zip(hidden, cards, strict=True)}
        told = range(0)
        if machine.told is not None:
            told = range(machine.told, machine.told + machine.players)
        for slot in dict.fromkeys((*(place.slot for place in hidden), *told)):
            record.write_slot(slot, _replace(slots[slot], comes))
        if machine.player_of is not None:
            for old, new in comes.items():
                record.write_slot(machine.player_of + new, slots[machine.player_of + old])

    def _value(self, played: Played, seat: int) -> float:
        """What games were worth to a seat: its payoffs; nothing where a game has no end."""
        return sum(
            payoff for status, payoff in zip(played.statuses, played.payoffs(seat), strict=True)
            if status == Status.OVER
        )  # fmt: skip


@attrs.frozen
class Hidden:
    """A card that a seat cannot see, and where it lies."""

    card: int
    slot: int


def _find_hidden(position: Position, seat: int) -> list[Hidden]:
    """The cards that a seat cannot see, by where they lie: in an order that tells nothing of them.

    A pile has its order; in other zones those come first that fewer others know.
    """
    zones, s = position.table.engine.zones, list(position.slots)
    players = position.table.machine.player_of
    found = []
    for slot in zones.order:
        inside = []
        for card in zones.cards(s, slot):
            seers = zones.seers(s, card, slot)
            player = -1 if players is None else s[players + card]
            if not seers >> seat & 1:
                inside.append((seers, player, card))
        ordered = inside if zones.places[slot].pile else sorted(inside)
        found += [Hidden(card, slot) for *_, card in ordered]
    return found


def _replace(held: int | tuple[int, ...], comes: dict[int, int]) -> int | tuple[int, ...]:
    """A zone with other cards in the places of some."""
    if isinstance(held, tuple):
        return tuple(comes.get(card, card) for card in held)
    return sum(1 << comes.get(card, card) for card in bits(held))


def _sample_moves(legal: LegalMoves) -> list[int]:
    """The numbers of the moves that are looked at: all, or of each action some that lie apart."""
    if legal.size <= MAX_MOVES:
        return list(range(legal.size))
    found, first = [], 0
    share = max(2, MAX_MOVES // len(legal.parts))
    for part in legal.parts:
        count = min(part.size, share)
        found += [first + k * (part.size - 1) // max(1, count - 1) for k in range(count)]
        first += part.size
    return list(dict.fromkeys(found))
