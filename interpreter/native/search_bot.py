"""A bot for every game: it deals again what it cannot see, plays every move out, and picks.

For each of a number of deals that agree with what its seat sees, every move is tried with the same
luck, and the game is played on by native code. Moves that do badly are given up early (sequential
halving: Karnin, Koren and Somekh, ICML 2013). Everybody is thought to play by the policy of the
kernel, or at random, and so is the bot itself later: it plays like somebody who looks one move
ahead, many times.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.interpreter.native.hidden_state import begin_together, find_hidden
from hoyle.interpreter.native.kernel import Kernel, Played
from hoyle.interpreter.native.kernel_text import Status
from hoyle.interpreter.native.records import Record
from hoyle.interpreter.runtime.bots import RANDOM, Bots
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import LegalMoves
from hoyle.interpreter.runtime.table import Chances, Position

PLAYOUTS = 1_000  # games played out for a decision
GAMES_A_DEAL = 4
DEALS_AT_ONCE = 4  # at least so many deals are tried before a move is given up
MAX_MOVES = 40  # of one decision; of more, some of each action are looked at
MOST_KNOWN = 10_000  # moves among which that of the policy is looked for


Worth = Callable[[Played, int], float]


def pay_off(played: Played, seat: int) -> float:
    """What a seat takes away from games; nothing where one has no end."""
    return sum(
        payoff for status, payoff in zip(played.statuses, played.payoffs(seat), strict=True)
        if status == Status.OVER
    )  # fmt: skip


class SearchBot:
    """Chooses at positions of one machine; `playouts` are the games for each decision.

    What games that were played out are `worth` to a seat are its payoffs, if nothing else is said.
    """

    def __init__(
        self, kernel: Kernel, playouts: int = PLAYOUTS, worth: Worth | None = None
    ) -> None:  # fmt: skip
        self.kernel, self.playouts = kernel, playouts
        self.worth = worth or pay_off
        self.policies = Bots(0, kernel.table.engine, kernel.manners)

    def choose(self, position: Position, stream: Stream) -> int:
        """The number of the legal move that did best; ties go to that of the policy, or the first.

        The same position and stream give the same move. Nothing that the seat cannot see is read:
        hidden cards are laid in a new order before anything is played, and seats that choose at the
        same time choose again.
        """
        legal, seat = position.legal(), position.seat
        assert seat is not None
        moves = _sample_moves(legal)
        own = self._find_own(position, legal) if len(moves) > 1 else None
        moves = sorted({*moves, *([own] if own is not None else [])})
        if len(moves) == 1:
            return moves[0]
        worlds = Worlds(self.kernel, position, seat, stream)
        worth = dict.fromkeys(moves, 0.0)
        rounds = max(1, (len(moves) - 1).bit_length())
        while len(moves) > 1:
            deals = max(DEALS_AT_ONCE, self.playouts // (rounds * len(moves) * GAMES_A_DEAL))
            for _ in range(deals):
                record = worlds.draw()
                luck = stream.below(2**62)
                if record is None:
                    continue
                for k in moves:
                    played = self.kernel.playouts(record, GAMES_A_DEAL, luck, move=k)
                    worth[k] += self.worth(played, seat)
            moves = sorted(moves, key=lambda k: (-worth[k], k != own, k))[: (len(moves) + 1) // 2]
        return moves[0]

    def _find_own(self, position: Position, legal: LegalMoves) -> int | None:
        """The move of the policy by which the seat is thought to play on, if there is one.

        Where no move does better it leads on: others may bring a card back to where it was.
        """
        if self.kernel.manners.others == RANDOM or legal.size > MOST_KNOWN:
            return None
        self.policies.begin(0)
        with self.kernel.table.lock:
            move = self.policies.choose(list(position.slots), position.at, legal)
        first = 0
        for part in legal.parts:
            if part.action == move.action:
                return first + part.rows.index(move.values)
            first += part.size
        return None


class Worlds:
    """Positions that look to a seat like the one that is played."""

    def __init__(self, kernel: Kernel, position: Position, seat: int, stream: Stream) -> None:
        self.kernel, self.position, self.seat, self.stream = kernel, position, seat, stream
        self.hidden = find_hidden(position, seat)
        self.machine = position.table.machine
        node = self.machine.nodes[position.at]
        assert isinstance(node, p.Choose)
        self.chooser = self.machine.slots[node.seat]
        slots = list(position.slots)
        self.before = 0
        if node.together is not None:
            self.before = begin_together(self.machine, node.together, slots, node.seat)
        # What chance is going to bring is not known, whether a seed says it or somebody laid it.
        self.record = kernel.pack(attrs.evolve(position, chances=Chances(0)))
        self.record.write_slots(slots)

    def draw(self) -> Record | None:
        """One of them; None where those who choose at the same time do not come to an end."""
        self._deal_again()
        record = self.record
        for _ in range(self.before):
            self.kernel.playouts(record, 1, self.stream.below(2**62), most=1)
            record = self.kernel.last_record.copy()
            if record.at == self.position.at and record.read_slot(self.chooser) == self.seat:
                return record
        return None if self.before else record

    def _deal_again(self) -> None:
        """Lay the hidden cards anew: which lie there does not depend on where they lay."""
        slots, machine = self.position.slots, self.machine
        cards = self.stream.shuffled(sorted(place.card for place in self.hidden))
        comes = {place.card: card for place, card in zip(self.hidden, cards, strict=True)}
        told = range(0)
        if machine.told is not None:
            told = range(machine.told, machine.told + machine.players)
        for slot in dict.fromkeys((*(place.slot for place in self.hidden), *told)):
            self.record.write_slot(slot, _replace(slots[slot], comes))
        if machine.player_of is not None:
            for old, new in comes.items():
                self.record.write_slot(machine.player_of + new, slots[machine.player_of + old])


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
