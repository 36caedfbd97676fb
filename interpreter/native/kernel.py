"""The door to native code: a kernel for a machine, which plays games and plays on from states.

    kernel = compile_machine(machine)               # CannotLower: use the interpreter
    played = kernel.play(seed, first, count)        # games seed + first ..., of bots
    played.statuses, played.decisions, played.winners, played.payoffs(seat)
    played.find_fault(k)                            # the RulesetFault of game k, or None

Game k of a run has the seed `seed + k`, and is the game that the interpreter plays with that seed
and its bots, at random or by policies of the ruleset: the same decisions, the same moves, the same
end. Results lie in an array that the caller may give (`into`), a row of `kernel.row_words` numbers
a game in the order of the games, so that the figures of many runs are merged in that order whatever
was played where. A kernel works for one thread at a time; several kernels work at once, since
native code needs no lock of Python's.

A game can be played on from a state, too: `start`, `pack` and `unpack` make records, `legal`,
`kth`, `step`, `result`, `view` and `playouts` work on them.
"""

from __future__ import annotations

import ctypes
import struct
import time
from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from hoyle.dsl.machine import program as p
from hoyle.dsl.source import Span
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.kept_kernels import (
    KernelPlace,
    find_place,
    keep_kernel,
    read_kernel,
)
from hoyle.interpreter.native.kept_objects import load_object
from hoyle.interpreter.native.kernel_text import (
    Argument,
    Horizon,
    KernelText,
    Result,
    Status,
    Task,
    write_kernel,
)
from hoyle.interpreter.native.layout import Word
from hoyle.interpreter.native.records import Memory, Record
from hoyle.interpreter.native.watch import Note, Watch
from hoyle.interpreter.runtime.bots import Bots, Manners
from hoyle.interpreter.runtime.fault import IllegalMove, RulesetFault
from hoyle.interpreter.runtime.moves import Move
from hoyle.interpreter.runtime.observer import DrawnGame
from hoyle.interpreter.runtime.table import Chances, Position, Table
from hoyle.interpreter.runtime.view import View

if TYPE_CHECKING:
    from hoyle.interpreter.native.compiler import LoadedObject

MOST_DECISIONS = 1_000_000  # of a game, unless a caller says otherwise
SECONDS_A_LINE = 0.00025  # of a kernel's text, to make good code of it
WORD = 2**64 - 1
CHUNK = 1024  # games between two looks at what the user wants
DEALS_KEPT = 4096  # of the games that are noted at a time; one that has more is given up


def compile_machine(
    machine: p.Machine, manners: Manners | None = None, watch: Watch | None = None, *,
    hashed: bool = False, best: bool | None = None, horizon: Horizon | None = None,
) -> Kernel:  # fmt: skip
    """The kernel of a machine; CannotLower where the machine has something of no native form yet.

    Nobody sits at the table: the seats play as `manners` say, at random without. `watch` says what
    is noted of games (`play_noted`). Playouts end at the `horizon`, with what each seat
    would take away then. With `hashed` the decisions of each game are hashed
    (`Played.hashes`), for comparisons. The code is made in a hurry, and better once it has run for
    as long as that takes; `best` says that it is made well at once, or never.
    """
    try:
        from hoyle.interpreter.native import compiler
    except ImportError as missing:
        raise CannotLower("a game where the extra `hoyle[native]` is not installed") from missing
    manners = manners or Manners()
    place = None
    if best is not False:
        host = compiler.describe_host()
        place = find_place(machine, host, manners, watch, hashed, horizon)
        known = read_kernel(place, machine, watch)
        loaded = compiler.load_kept(known[1]) if known is not None else None
        if known is not None and loaded is not None:
            return Kernel(machine, manners, known[0], loaded)
    text = write_kernel(
        machine, manners, watch, deposit=compiler.has_deposit(), hashed=hashed, horizon=horizon
    )
    if place is not None:
        good = compiler.load_kept(load_object(compiler.find_object(text.text)))
        if good is None and best:
            good = compiler.make_well(text.text)
        if good is not None:
            keep_kernel(place, text, compiler.find_object(text.text))
            return Kernel(machine, manners, text, good)
    kernel = Kernel(machine, manners, text, compiler.make_quickly(text.text), place)
    if best is None:
        kernel.patience = text.text.count("\n") * SECONDS_A_LINE
    return kernel


@attrs.frozen(eq=False)
class Played:
    """The results of games, in their order: each a row of `width` words in `rows`."""

    kernel: Kernel
    seed: int  # of the first game
    rows: array[int]

    def __len__(self) -> int:
        return len(self.rows) // self.kernel.row_words

    def column(self, word: int) -> array[int]:
        """One word of each row."""
        return self.rows[word :: self.kernel.row_words]

    @property
    def statuses(self) -> array[int]:
        """How each game ended: see `Status`."""
        return self.column(Result.STATUS)

    @property
    def decisions(self) -> array[int]:
        """How many decisions each game had."""
        return self.column(Result.DECISIONS)

    @property
    def winners(self) -> array[int]:
        """The winners of each game, as a mask of seats."""
        return self.column(Result.WINNERS)

    @property
    def drawn(self) -> list[Span | None]:
        """The loop that has ended each game as a draw, since it went on for too long."""
        loops = (None, *self.kernel.loops)
        return [loops[at] for at in self.column(Result.DRAWN)]

    @property
    def hashes(self) -> array[int]:
        """Of each game a number made of all its decisions, where they are hashed."""
        return self.column(Result.HASH)

    def note(self, word: int) -> array[int]:
        """One of the words that are noted (see `Note`) of each game that is over."""
        return self.column(Result.PAYOFFS + self.kernel.machine.players + word)

    def payoffs(self, seat: int) -> array[int]:
        """What a seat takes away from each game; of games that are not over, 0."""
        return self.column(Result.PAYOFFS + seat)

    def find_fault(self, k: int) -> RulesetFault | None:
        """The fault that ended a game."""
        first = k * self.kernel.row_words
        code, value = self.rows[first + Result.FAULT], self.rows[first + Result.FAULT_VALUE]
        if self.rows[first + Result.STATUS] != Status.FAULT:
            return None
        if code == 0:  # the interpreter found it
            return self.kernel.play_slowly(self.seed + k)[1]
        return self.kernel.text.faults[code].fill(value)

    def each_fault(self) -> Iterator[tuple[int, RulesetFault]]:
        """The games that ended with a fault, and those."""
        for k, status in enumerate(self.statuses):
            if status == Status.FAULT:
                fault = self.find_fault(k)
                assert fault is not None
                yield k, fault


@attrs.frozen(eq=False)
class NotedGames:
    """Games, and the rows of their deals, `deal_words` numbers each, one after another."""

    played: Played
    deals: list[int]
    deal_words: int

    def column(self, note: int) -> array[int]:
        """One of the words that are noted (see `Note`) of each game that is over."""
        return self.played.note(note)

    @property
    def most_deals(self) -> int:
        """Of the game with the most deals."""
        deals = zip(self.column(Note.DEALS_FROM), self.column(Note.DEALS_TO), strict=True)
        return max(end - first for first, end in deals)


class Kernel:
    """Native code for one machine. It works for one thread at a time."""

    def __init__(
        self, machine: p.Machine, manners: Manners, text: KernelText, loaded: LoadedObject,
        place: KernelPlace | None = None,
    ) -> None:  # fmt: skip
        self.machine, self.manners, self.text, self.loaded = machine, manners, text, loaded
        self.place = place  # where it is kept once there is good code
        self.layout = text.layout
        self.patience: float | None = None  # seconds to run before better code is made
        self.row_words = text.row_words
        self.drawn = DrawnGame()
        self.loops = machine.list_endless_loops()
        # for what only the interpreter can say
        self.table = Table(machine, traced=False, observers=(self.drawn,))
        self._state = Record(self.layout)
        self._scratch = Memory(text.scratch)
        self._row = Memory(8 * self.row_words)
        self._call = Memory(8 * len(Argument))
        self._before = Record(self.layout)
        self._step = Memory(8 * len(Argument))  # the call of a step, but for its record and move
        self._pack_call(self._step, Task.STEP, self._state, self._row.address)

    def _run(self, task: Task, state: Record, results: int, **how: int) -> None:
        self._pack_call(self._call, task, state, results, **how)
        self._call_with(self._call.address)

    def _pack_call(
        self, call: Memory, task: Task, state: Record, results: int, *, seed: int = 0,
        count: int = 1, most: int = MOST_DECISIONS, move: int = -1, source: int = 0,
        deals: int = 0, room: int = 0,
    ) -> None:  # fmt: skip
        _CALL.pack_into(
            call.bytes, 0, task, state.address, self._scratch.address, results, source,
            seed & WORD, count, most, move, deals, room,
        )  # fmt: skip

    def _call_with(self, address: int) -> None:
        if self.patience is None:
            self.loaded.call(address)
            return
        begun = time.thread_time()
        self.loaded.call(address)
        self.patience -= time.thread_time() - begun
        if self.patience < 0:
            self._improve()

    def _run_many(self, task: Task, rows: array[int], count: int, seed: int, **how: int) -> None:
        """The rows of many games, some at a time, so that the user can end it."""
        start, _ = rows.buffer_info()
        for done in range(0, count, CHUNK):
            self._run(
                task, self._state, start + 8 * done * self.row_words, seed=seed + done,
                count=min(CHUNK, count - done), **how,
            )  # fmt: skip

    def _improve(self) -> None:
        """Good code in place of what was made in a hurry: it has run so long that it pays."""
        from hoyle.interpreter.native import compiler

        self.patience = None
        found = compiler.find_object(self.text.text)
        good = compiler.load_kept(load_object(found))
        self.loaded = good or compiler.make_well(self.text.text)
        if self.place is not None:
            keep_kernel(self.place, self.text, found)

    # ------------------------------------------------------------------ whole games

    def play(
        self, seed: int, first: int, count: int, *, most: int = MOST_DECISIONS,
        into: array[int] | None = None,
    ) -> Played:  # fmt: skip
        """The games with the seeds `seed + first`, and so on.

        A game with more than `most` decisions is left unfinished. `into` is an array of 64-bit
        numbers (`array("q")`) for `count * row_words` of them.
        """
        rows = self._rows(count, into)
        width = self.row_words
        self._run_many(Task.PLAY, rows, count, seed + first, most=most)
        played = Played(self, seed + first, rows)
        for k, status in enumerate(played.statuses):
            if status == Status.GIVEN_UP:
                row, _ = self.play_slowly(seed + first + k, most)
                rows[k * width : (k + 1) * width] = array("q", row)
        return played

    def _rows(self, count: int, into: array[int] | None) -> array[int]:
        size = count * self.row_words
        if into is None:
            return array("q", bytes(8 * size))
        if into.typecode != "q" or len(into) < size:
            raise ValueError(f"an array of {size} 64-bit numbers is wanted")
        ctypes.memset(into.buffer_info()[0], 0, 8 * size)
        return into

    def play_slowly(
        self, seed: int, most: int = MOST_DECISIONS
    ) -> tuple[list[int], RulesetFault | None]:
        """The row of a game that the interpreter plays, and the fault that ended it."""
        row = [0] * self.row_words
        row[Result.GIVEN_UP] = 1
        bots = Bots(seed, self.table.engine, self.manners)
        self.drawn.forget()
        try:
            position = self.table.start(seed)
            while not position.over:
                if row[Result.DECISIONS] >= most:
                    row[Result.STATUS] = Status.UNFINISHED
                    return row, None
                move = bots.move(position)
                row[Result.DECISIONS] += 1
                position = attrs.evolve(position.play(move), before=None)
            for seat in range(self.machine.players):
                row[Result.PAYOFFS + seat] = position.payoff(seat)
            row[Result.WINNERS] = position.slots[self.machine.winners]
            row[Result.DRAWN] = 1 + self.loops.index(self.drawn.loop) if self.drawn.loop else 0
            row[Result.STATUS] = Status.OVER
        except RulesetFault as fault:
            row[Result.STATUS] = Status.FAULT
            return row, fault
        return row, None

    def play_noted(
        self, seed: int, count: int, *, most: int = MOST_DECISIONS
    ) -> Iterator[NotedGames]:
        """The games from a seed on, some at a time, with what the kernel's watch notes of them.

        A game that was given up has that status.
        """
        watch, players = self.text.watch, self.machine.players
        assert watch is not None
        words, done, at_once = watch.count_deal_words(players), 0, 16
        deals = Memory(8 * DEALS_KEPT * words)
        while done < count:
            many = min(at_once, count - done)
            rows = self._rows(many, None)
            self._run(
                Task.PLAY, self._state, rows.buffer_info()[0], seed=seed + done, count=many,
                most=most, deals=deals.address, room=DEALS_KEPT,
            )  # fmt: skip
            found = NotedGames(Played(self, seed + done, rows), deals.words.tolist(), words)
            yield found
            done += many
            at_once = max(1, min(CHUNK, DEALS_KEPT // (2 * found.most_deals + 1)))

    @property
    def last_record(self) -> Record:
        """The end of the game that native code played last."""
        return self._state

    # ------------------------------------------------------------------ records

    def start(self, seed: int) -> Record:
        """A game up to its first decision; RulesetFault where the rules fail before."""
        record = Record(self.layout)
        self._run(Task.START, record, self._row.address, seed=seed)
        status = self._row.words[Result.STATUS]
        if status == Status.GIVEN_UP:
            return self.pack(self.table.start(seed))
        self._raise_fault(status)
        return record

    def pack(self, position: Position) -> Record:
        """The record of the interpreter's position; ValueError where chance was laid by hand."""
        chances = position.chances
        if not isinstance(chances, Chances) or chances.packs or chances.draws:
            raise ValueError("a game whose cards were laid by hand has no record")
        record = Record(self.layout)
        self._run(Task.START, record, self._row.address, seed=chances.seed)  # for the streams
        record.write_slots(position.slots)
        words = record.words
        words[Word.AT], words[Word.EVENTS] = position.at, chances.events
        words[Word.TOTAL] = position.legal().size
        words[Word.SEAT] = position.seat if position.seat is not None else -1
        words[Word.STATUS] = Status.OVER if position.over else Status.CHOOSES
        words[Word.FAULT] = 0
        return record

    def unpack(self, record: Record) -> Position:
        """The interpreter's position of a record, without the way that led to it."""
        slots = record.read_slots(self.machine.scratch)
        seed, events = record.words[Word.SEED] & (2**64 - 1), record.words[Word.EVENTS]
        chances = attrs.evolve(self.table.chances(seed), events=events)
        choices = None
        if isinstance(self.machine.nodes[record.at], p.Choose):
            choices = self.table.engine.legal(slots, record.at)
        return Position(self.table, slots, record.at, choices, chances, None, None, ())

    def legal(self, record: Record) -> int:
        """How many moves are legal; 0 at the end."""
        if record.words[Word.STATUS] == Status.OVER:
            return 0
        self._run(Task.LEGAL, record, self._row.address)
        if self._row.words[Result.STATUS] == Status.GIVEN_UP:
            return self.unpack(record).legal().size
        self._raise_fault(self._row.words[Result.STATUS])
        return record.total

    def kth(self, record: Record, k: int) -> Move:
        """The k-th legal move, from 0; IndexError where there is none."""
        copy = record.copy()
        self._run(Task.KTH, copy, self._row.address, move=k)
        status = self._row.words[Result.STATUS]
        if status == Status.GIVEN_UP:
            return self.unpack(record).legal().kth(k)
        if status == Status.NO_PLACE:
            raise IndexError("there are not so many moves")
        self._raise_fault(status)
        action = copy.words[Word.ACTION]
        node = self.machine.nodes[record.at]
        assert isinstance(node, p.Choose)
        values = []
        for at, param in enumerate(node.actions[action].params):
            slot = self.machine.slots[param.slot]
            if slot.kind == "list":
                values.append(copy.read_slot(slot))
            else:
                values.append(copy.read_value(at, is_set=slot.kind == "mask"))
        return Move(action, tuple(values))

    def moves(self, record: Record) -> list[Move]:
        """All legal moves."""
        return [self.kth(record, k) for k in range(self.legal(record))]

    def step(self, record: Record, k: int) -> None:
        """Make the k-th legal move and go on to the next decision; the record is changed.

        IllegalMove where there is no such move (the record stays as it was). RulesetFault where
        the rules fail: the record is then of no use any more.
        """
        if not 0 <= k < record.total:
            raise IllegalMove("there are not so many moves")
        before = self._before
        before.bytes[:] = record.bytes
        call = self._step.words
        call[_STATE], call[_MOVE] = record.address, k
        self._call_with(self._step.address)
        status = record.words[_STATUS]
        if status <= _OVER:
            return
        if status == Status.GIVEN_UP:
            position = self.unpack(before)
            after = self.pack(position.play(position.legal().kth(k)))
            record.bytes[:] = after.bytes
            record.words[Word.DECISIONS] = before.words[Word.DECISIONS] + 1
        elif status == Status.FAULT:
            self._raise_fault(status)

    def _raise_fault(self, status: int) -> None:
        if status == Status.FAULT:
            words = self._row.words
            raise self.text.faults[words[Result.FAULT]].fill(words[Result.FAULT_VALUE])

    def result(self, record: Record) -> tuple[int, list[int]] | None:
        """The winners (a mask) and the payoffs of a game that is over; else None."""
        if record.words[Word.STATUS] != Status.OVER:
            return None
        position = self.unpack(record)
        winners = int(position.slots[self.machine.winners])
        return winners, [position.payoff(seat) for seat in range(self.machine.players)]

    def view(self, record: Record, seat: int) -> View:
        """What a seat sees; -1 is somebody who only watches."""
        return self.unpack(record).view(seat)

    def playouts(
        self, record: Record, count: int, seed: int, *, move: int = -1, most: int = MOST_DECISIONS
    ) -> Played:
        """Random games from a record on; each begins with the k-th move if one is said.

        Game k has the luck of the seed `seed + k`, whichever the move is. A game that was given up
        has that status: nobody else can play it.
        """
        rows = self._rows(count, None)
        self._run_many(Task.PLAYOUT, rows, count, seed, most=most, move=move, source=record.address)
        return Played(self, seed, rows)


_CALL = struct.Struct("=QQQQQQqqqQq")  # the words of a call: see `Argument`
_STATUS, _STATE, _MOVE = int(Word.STATUS), int(Argument.STATE), int(Argument.MOVE)
_OVER = int(Status.OVER)  # and below: what is no fault
assert _CALL.size == 8 * len(Argument)


__all__ = ["Kernel", "Played", "Record", "Status", "compile_machine"]
