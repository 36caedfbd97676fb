"""The whole of a kernel as text: one function that starts, plays on, stops and tells results.

`hoyle_kernel` takes one pointer, to a row of words (see `Argument`). Each game, or step, gives a
row of results (see `Result`).
"""

from __future__ import annotations

from enum import IntEnum

import attrs

from hoyle.dsl.machine import program as p
from hoyle.interpreter.native.budget import Ways, find_ways
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.choices import Choices, Part
from hoyle.interpreter.native.expressions import Expressions
from hoyle.interpreter.native.faults import FaultTable
from hoyle.interpreter.native.layout import Layout, Word
from hoyle.interpreter.native.memory import FunctionWriter, Shared
from hoyle.interpreter.native.policies import Policies
from hoyle.interpreter.native.steps import Steps, find_span
from hoyle.interpreter.native.watch import Watch, Watching
from hoyle.interpreter.native.writer import (
    GIVEN_UP,
    ZERO,
    Globals,
    Listed,
    Mask,
    Member,
    Number,
    Truth,
    in_64_bits,
    number,
)
from hoyle.interpreter.runtime.bots import Manners
from hoyle.interpreter.runtime.expression_compiler import MAX_ROUNDS
from hoyle.interpreter.runtime.fault import NothingToChoose
from hoyle.interpreter.runtime.generator import GOLDEN

# A choice that nobody can make, in the coin of all work: where so many follow one another that play
# may go round and round, the interpreter says whether it does.
PASSED_OVER = MAX_ROUNDS // 1000


class Argument(IntEnum):
    """The words of a call."""

    TASK = 0
    STATE = 1  # the record that is worked on
    SCRATCH = 2  # memory for buffers
    RESULTS = 3  # a row for each game
    SOURCE = 4  # the record that playouts begin from
    SEED = 5  # of the first game
    COUNT = 6  # of games
    MOST = 7  # decisions of a game; one that has more is not played to its end
    MOVE = 8  # which move is asked for or made; -1 in playouts: any
    DEALS = 9  # a row for each deal, where deals are watched
    ROOM = 10  # so many rows


class Task(IntEnum):
    """What a call is for."""

    PLAY = 0  # whole games
    START = 1  # a game, up to the first decision
    PLAYOUT = 2  # games from a record on, with other luck
    LEGAL = 3  # how many moves there are
    KTH = 4  # which move the k-th is
    STEP = 5  # make the k-th move, and go on to the next decision


class Result(IntEnum):
    """The words of a row of results; the seats' payoffs follow, then each `Note`."""

    STATUS = 0
    DECISIONS = 1
    FAULT = 2
    FAULT_VALUE = 3
    WINNERS = 4
    HASH = 5
    GIVEN_UP = 6  # 1: the interpreter played it
    DRAWN = 7  # by which of the machine's endless loops the game was ended, from 1; else 0
    PAYOFFS = 8


class Status(IntEnum):
    """How a game or step has ended."""

    CHOOSES = 0  # somebody is to choose
    OVER = 1
    FAULT = 2  # the rules are at fault
    GIVEN_UP = 3  # only the interpreter can say what happens
    UNFINISHED = 4  # it had more decisions than were asked for
    NO_PLACE = 5  # the record stands where nobody chooses, or there is no such move


# Where what is played out ends: the phases with which a deal begins and ends. One has ended, the
# next one begins; so what the rules do between two deals is done, and who has won is said.
Horizon = tuple[str, str]

RANDOM, STOP, FORCE, PICK = map(number, range(4))  # what is special at the next decision


@attrs.frozen
class KernelText:
    """The text of a kernel, and what must be known to use it."""

    text: str
    layout: Layout
    faults: FaultTable
    scratch: int  # bytes
    row_words: int  # of a row of results
    watch: Watch | None


def write_kernel(
    machine: p.Machine, manners: Manners, watch: Watch | None = None, *, deposit: bool,
    hashed: bool = False, horizon: Horizon | None = None,
) -> KernelText:  # fmt: skip
    """The kernel of a machine; CannotLower where something of it has no native form yet.

    The seats play as `manners` say, and `watch` says what is noted of games. What is played out
    from a record ends at the `horizon`. With `hashed` all decisions of a game
    are hashed, so that it can be compared with another engine's. `deposit` says that the processor
    has the instruction `pdep`.
    """
    events = None if watch is None else watch.events
    layout = Layout(machine, manners.list_all(), events.words if events else 0)
    rows = events.note_rows() if events else {}
    all_ = Shared(machine, layout, FaultTable(), Globals(), deposit, rows)
    writer = KernelWriter(all_, find_ways(machine), manners, watch, hashed, horizon)
    try:
        lines = writer.write()
    except CannotLower as gap:
        raise gap.find_in(writer.code.span) from None
    text = "\n".join(
        [*all_.globals.lines, *lines, *_declarations(all_), "attributes #0 = { nounwind }",
         *all_.globals.notes, ""]
    )  # fmt: skip
    scratch = all_.most_scratch + all_.fixed + 64
    return KernelText(text, layout, all_.faults, scratch, writer.row, watch)


def _declarations(all_: Shared) -> list[str]:
    wide = sorted({64, all_.layout.mask_width})
    lines = [
        f"declare {{ i64, i1 }} @llvm.s{how}.with.overflow.i64(i64, i64)"
        for how in ("add", "sub", "mul")
    ]
    for width in wide:
        kind = f"i{width}"
        lines += [f"declare {kind} @llvm.ctpop.{kind}({kind})"]
        lines += [f"declare {kind} @llvm.{name}.{kind}({kind}, i1)" for name in ("cttz", "ctlz")]
    lines += ["declare i64 @llvm.bitreverse.i64(i64)", "declare i64 @llvm.umax.i64(i64, i64)"]
    lines += ["declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"]
    if all_.deposit:
        lines += ["declare i64 @llvm.x86.bmi.pdep.64(i64, i64)"]
    return lines


class KernelWriter(Steps):
    """Writes the function that everything goes through."""

    def __init__(
        self, all_: Shared, ways: Ways, manners: Manners, watch: Watch | None, hashed: bool,
        horizon: Horizon | None,
    ) -> None:  # fmt: skip
        expressions = Expressions(FunctionWriter(all_))
        super().__init__(expressions, Watching(expressions, watch), ways)
        self.choices = Choices(expressions)
        self.policies = Policies(self.choices, self.chance, manners)
        self.horizon = horizon
        self.is_over = self.code.variable("i1", "false")  # a deal, before the next begins
        self.hashed = hashed
        self.code.left = self.code.variable("i64", "0")
        self.special = self.code.variable("i64", "0")
        self.forced = self.code.variable("i64", "0")
        self.decisions = self.code.variable("i64", "0")
        self.game = self.code.variable("i64", "0")
        self.status = self.code.variable("i64", "0")
        self.hash = self.code.variable("i64", "0")
        self.winners = self.code.variable("i64", "0")
        self.drawn = self.code.variable("i64", "0")
        self.paid = self.buffer_for_payoffs()
        self.row = Result.PAYOFFS + self.code.machine.players
        if watch is not None:
            self.row += watch.count_words(self.code.machine.players)

    def buffer_for_payoffs(self) -> str:
        """Where the payoffs of a game lie until its row is written."""
        return self.code.place("i64", self.code.machine.players)

    # ------------------------------------------------------------------ the function

    def write(self) -> list[str]:
        """The lines of the function, and of the door to it."""
        self._begin()
        costs = {start: self.write_block(start) for start in self.ways.starts}
        self._end()
        self.code.span = find_span(self.code.machine, self.dearest[1])
        left, rounds = self.ways.budget(costs)
        body = "\n".join(self.code.lines).replace("BUDGET", str(left))
        for header, cost in rounds.items():
            body = body.replace(f"COST_OF_{header}_", str(cost))
        params = [self.code.all.pointers]
        params += [f"ptr noalias %{word.name.lower()}" for word in _POINTERS[2:]]
        names = [word.name.lower() for word in Argument if word not in _POINTERS]
        params += [f"i64 %{name}" for name in names]
        return [
            f"define internal void @run({', '.join(params)}) #0 {{", "entry:",
            f"%fixed = getelementptr inbounds i8, ptr %scratch, i64 {self.code.all.most_scratch}",
            *self.code.first_lines, "br label %begin", "begin:", body, "}", *self._door(),
        ]  # fmt: skip

    def _door(self) -> list[str]:
        lines, args = ["define void @hoyle_kernel(ptr %row) #0 {"], []
        for kinds in (True, False):
            for word in Argument:
                if (word in _POINTERS) != kinds:
                    continue
                kind = "ptr" if kinds else "i64"
                at = int(word)
                lines.append(f"%p{at} = getelementptr inbounds i64, ptr %row, i64 {at}")
                lines.append(f"%w{at} = load {kind}, ptr %p{at}")
                args.append(f"{kind} %w{at}")
        return [*lines, f"call void @run({', '.join(args)})", "ret void", "}"]

    def _begin(self) -> None:
        """Up to the first node: what is asked for, a fresh state or one that is taken up."""
        task = Number("%task", 0, len(Task) - 1)
        is_kth = self.code.compare("eq", task, number(Task.KTH))
        is_step = self.code.compare("eq", task, number(Task.STEP))
        is_start = self.code.compare("eq", task, number(Task.START))
        stops = self.code.either(is_start, self.code.compare("eq", task, number(Task.LEGAL)))
        forces = self.code.both(
            self.code.compare("eq", task, number(Task.PLAYOUT)),
            self.code.compare("sge", Number("%move"), ZERO),
        )
        special = self.code.select(stops, STOP, RANDOM)
        special = self.code.select(self.code.either(is_step, forces), FORCE, special)
        special = self.code.select(is_kth, PICK, special)
        self.first_special = special
        self.after_move = self.code.select(is_step, STOP, RANDOM)
        self.forced.set("%move")
        self.many = self.code.compare("sle", task, number(Task.PLAYOUT))
        self.plays_out = self.code.compare("eq", task, number(Task.PLAYOUT))
        self.code.branch(self.many, "next_game", "take_up")
        self.code.begin("next_game")
        game = Number(self.game.get())
        more = self.code.compare("slt", game, Number("%count"))
        self.code.branch(more, "start", "return")
        self.code.begin("start")
        self.drawn.set("0")
        self.seed = self.code.give(f"add i64 %seed, {game.text}")
        self.code.branch(self.plays_out, "copy", "fresh")
        self.code.begin("copy")
        size = self.code.layout.size
        self.code.do(
            f"call void @llvm.memcpy.p0.p0.i64(ptr %state, ptr %source, i64 {size}, i1 false)"
        )
        self.chance.start_streams(self.seed)
        self.is_over.set("false")
        self.code.store_word(Word.DECISIONS, ZERO)
        self.code.jump("take_up")
        self.code.begin("fresh")
        self._fresh()
        self._renew()
        self.special.set(self.first_special.text)
        self.decisions.set("0")
        self.hash.set("0")
        self.notes.begin_notes()
        self.code.jump(f"n{self.code.machine.entry}")
        self.code.begin("take_up")
        self.decisions.set(self.code.load_word(Word.DECISIONS).text)
        self.hash.set(self.code.load_word(Word.HASH).text)
        self.special.set(self.first_special.text)
        self._renew()
        places = " ".join(
            f"i64 {at}, label %n{at}"
            for at, node in enumerate(self.code.machine.nodes) if isinstance(node, p.Choose)
        )  # fmt: skip
        at = self.code.load_word(Word.AT)
        self.code.do(f"switch i64 {at.text}, label %no_place [ {places} ]")
        self.code.open = False

    def _renew(self) -> None:
        self._refuel()
        self.code.clear_fault()
        self.winners.set("0")

    def _refuel(self) -> None:
        """A step begins: all its work is still to be done."""
        assert self.code.left is not None
        self.code.left.set("BUDGET")

    def _fresh(self) -> None:
        """The slots before anything has happened: the pack lies in its zone."""
        self.chance.start_streams(self.seed)
        self.code.store_word(Word.SEED, Number(self.seed))
        for group in self.code.layout.groups:
            self._clear_group(group.base)
        stock = self.code.machine.stock
        if stock in self.zones.zones:
            size = self.code.machine.pack.size
            self.zones.fill(
                self.code.place_of(stock), lambda k: self.code.subtract(number(size - 1), k)
            )  # the first card lies on top

    def _clear_group(self, base: int) -> None:
        group, _ = self.code.layout.group_of[base]
        slot = group.slot

        def one(k: Number) -> None:
            place = self.code.place_of(base, k)
            if group.is_list:
                self.code.set_length(place, ZERO)
            elif group.of_masks:
                self.code.store(place, Mask("0"))
            else:
                played = self.code.machine.player_of == base
                self.code.store(place, number(-1 if slot.maybe or played else max(0, slot.low)))

        self.code.count(number(group.count), one)

    def _end(self) -> None:
        """What ends a game or step, and its row of results."""
        self.code.begin("no_place")
        self._ends(Status.NO_PLACE)
        self.code.begin("fault")
        edges = self.code.fault_edges
        code = self.code.merge("i64", [(code, block) for code, _, block in edges])
        value = self.code.merge("i64", [(value, block) for _, value, block in edges])
        self.code.store_word(Word.FAULT, Number(code))
        self.code.store_word(Word.FAULT_VALUE, Number(value))
        lost = self.code.compare("eq", Number(code), number(GIVEN_UP))
        status = self.code.select(lost, number(Status.GIVEN_UP), number(Status.FAULT))
        self.status.set(status.text)
        self.code.jump("ended")
        self.code.begin("ended")
        self._write_row()
        self.code.branch(self.many, "up", "return")
        self.code.begin("up")
        self.game.set(self.code.give(f"add i64 {self.game.get()}, 1"))
        self.code.jump("next_game")
        self.code.begin("return")
        self.code.do("ret void")
        self.code.open = False

    def _ends(self, status: Status) -> None:
        self.status.set(str(int(status)))
        self.code.jump("ended")

    def _write_row(self) -> None:
        status, decisions = Number(self.status.get()), Number(self.decisions.get())
        self.code.store_word(Word.STATUS, status)
        self.code.store_word(Word.DECISIONS, decisions)
        hash_ = Number(self.hash.get())
        self.code.store_word(Word.HASH, hash_)
        words = {
            Result.STATUS: status, Result.DECISIONS: decisions, Result.HASH: hash_,
            Result.FAULT: self.code.load_word(Word.FAULT),
            Result.FAULT_VALUE: self.code.load_word(Word.FAULT_VALUE),
            Result.WINNERS: Number(self.winners.get()), Result.GIVEN_UP: ZERO,
            Result.DRAWN: Number(self.drawn.get()),
        }  # fmt: skip
        for word, value in words.items():
            self._put_result(number(word), value)

        def pay(seat: Number) -> None:
            held = self.code.give(f"getelementptr inbounds i64, ptr {self.paid}, i64 {seat.text}")
            paid = Number(self.code.give(f"load i64, ptr {held}"))
            self._put_result(self.code.add(seat, number(Result.PAYOFFS)), paid)

        over = self.code.compare("eq", status, number(Status.OVER))
        self.code.if_(over, lambda: self.code.count(number(self.code.machine.players), pay))

    def _put_result(self, word: Number, value: Number) -> None:
        """Write a word of the game's row of results."""
        start = self.code.multiply(Number(self.game.get(), 0, 2**40), number(self.row))
        row = self.code.give(f"getelementptr inbounds i64, ptr %results, i64 {start.text}")
        place = self.code.give(f"getelementptr inbounds i64, ptr {row}, i64 {word.text}")
        self.code.do(f"store i64 {value.text}, ptr {place}{self.code.shared.tag('results')}")

    # ------------------------------------------------------------------ the end and the choices

    def finish(self, at: int) -> None:
        """The game is over."""
        self.code.store_word(Word.AT, number(at))
        self.code.store_word(Word.TOTAL, ZERO)
        self._pay_off()

    def mark(self, node: p.Mark) -> None:
        """A phase begins or ends; with it what is played out may end."""
        if self.horizon is not None and node.begins and node.phase == self.horizon[0]:
            here, on = self.code.label("horizon"), self.code.label("on")
            over = self.code.both(self.plays_out, Truth(self.is_over.get()))
            self.code.branch(over, here, on)
            self.code.begin(here)
            self._pay_off()
            self.code.begin(on)
        super().mark(node)
        if self.horizon is not None and not node.begins and node.phase == self.horizon[1]:
            self.is_over.set("true")

    def say(self, node: p.SayIt) -> None:
        """A sentence; it may be that of a loop which ends the game."""
        if node.draws:
            loops = self.code.machine.list_endless_loops()
            self.drawn.set(str(1 + loops.index(node.span)))
        super().say(node)

    def _pay_off(self) -> None:
        """A game ends here: who has won, and what each takes away."""
        mask = self.code.load_mask(self.code.place_of(self.code.machine.winners))
        winners = self.code.narrow(mask.text)
        self.winners.set(winners)
        noted = Result.PAYOFFS + self.code.machine.players
        self.notes.note_end(
            lambda at, value: self._put_result(self.code.add(at, number(noted)), value)
        )

        def pay(seat: Number) -> None:
            if self.code.machine.payoff is None:
                won = self.code.give(
                    f"and i64 {self.code.give(f'lshr i64 {winners}, {seat.text}')}, 1"
                )
                found = Number(won)
            else:
                found = self.notes.payoff_of(seat)
            place = self.code.give(f"getelementptr inbounds i64, ptr {self.paid}, i64 {seat.text}")
            self.code.do(f"store i64 {found.text}, ptr {place}")

        self.code.count(number(self.code.machine.players), pay)
        self._ends(Status.OVER)

    def choose(self, start: int, at: int, node: p.Choose) -> None:
        """The moves are counted, one is chosen at random or as was asked, and its values set."""
        scratch = self.code.all.scratch
        parts = [self.choices.part(node, action) for action in node.actions]
        total: Number = ZERO
        for part in parts:
            total = self.code.add(total, part.size)
        total = Number(total.text, max(0, total.low), total.high)
        none, some = self.code.label("none"), self.code.label("some")
        self.code.branch(self.code.compare("sgt", total, ZERO), some, none, likely=True)
        self.code.begin(none)
        if node.otherwise is None:
            self.code.fault(
                self.code.all.faults.number(
                    "nothing may be chosen here", node.span, NothingToChoose
                )
            )
        else:
            self.code.charge(PASSED_OVER)
            self.go(start, node.otherwise)
        self.code.begin(some)
        total = Number(total.text, max(1, total.low), max(1, total.high))
        seat = self.code.load_number(self.code.place_of(node.seat))
        seat = Number(seat.text, 0, self.code.machine.players - 1)
        wanted = self._which(at, node, parts, seat, total)
        self.notes.note_decision(seat, total)
        if self.hashed:
            for value in (number(at), seat, total):
                self._fold_in(value.text)
        self._take(node, parts, wanted)
        self.code.all.scratch = scratch

    def _which(
        self, at: int, node: p.Choose, parts: list[Part], seat: Number, total: Number
    ) -> Number:
        """Which of the moves is made; the block may also end here."""
        odd, plain, chosen, forced = (
            self.code.label(x) for x in ("odd", "plain", "chosen", "forced")
        )
        special = Number(self.special.get())
        self.code.branch(self.code.compare("eq", special, RANDOM), plain, odd, likely=True)
        self.code.begin(odd)
        for word, value in ((Word.AT, number(at)), (Word.TOTAL, total), (Word.SEAT, seat)):
            self.code.store_word(word, value)
        halt = self.code.label("halt")
        self.code.branch(self.code.compare("eq", special, STOP), halt, forced)
        self.code.begin(halt)
        self._ends(Status.CHOOSES)
        self.code.begin(forced)
        wanted = Number(self.forced.get())
        picks = self.code.compare("eq", special, PICK)
        self.special.set(self.code.select(picks, PICK, self.after_move).text)
        known = self.code.both(
            self.code.compare("sge", wanted, ZERO), self.code.compare("slt", wanted, total)
        )
        forced_end = self.code.block
        self.code.branch(known, chosen, "no_place", likely=True)
        self.code.begin(plain)
        late = self.code.compare("sge", Number(self.decisions.get()), Number("%most"))
        many, on = self.code.label("many"), self.code.label("on")
        self.code.branch(late, many, on)
        self.code.begin(many)
        self.code.store_word(Word.AT, number(at))
        self._ends(Status.UNFINISHED)
        self.code.begin(on)
        drawn = self.policies.choose_move(node, parts, seat, total)
        plain_end = self.code.block
        self.code.begin(chosen)
        text = self.code.merge("i64", [(wanted.text, forced_end), (drawn.text, plain_end)])
        self.decisions.set(self.code.give(f"add nsw i64 {self.decisions.get()}, 1"))
        self._refuel()
        return Number(text, 0, max(0, total.high - 1))

    def _take(self, node: p.Choose, parts: list[Part], wanted: Number) -> None:
        """Find the action that the k-th move is of, and set its values."""
        for k, (action, part) in enumerate(zip(node.actions, parts, strict=True)):
            further = None
            if k < len(parts) - 1:
                take, further = self.code.label("take"), self.code.label("further")
                self.code.branch(self.code.compare("slt", wanted, part.size), take, further)
                self.code.begin(take)
            mine = Number(wanted.text, 0, max(0, part.size.high - 1))
            values = self.choices.values_for(action, part.pick(mine))
            if self.hashed:
                self._fold_in(str(k))
                for value in values:
                    self._fold_value(value)
            for param, value in zip(action.params, values, strict=True):
                if isinstance(value, Listed):
                    self.put_all(self.code.place_of(param.slot), self.sequences.sets_of(value))
            told, on = self.code.label("told"), self.code.label("on")
            self.code.branch(self.code.compare("eq", Number(self.special.get()), PICK), told, on)
            self.code.begin(told)
            self._tell(k, values)
            self.code.begin(on)
            self.notes.note_move(action)
            for param, value in zip(action.params, values, strict=True):
                if not isinstance(value, Listed):
                    self.code.store(self.code.place_of(param.slot), value)
            self.code.jump(f"n{action.body}")
            if further is not None:
                self.code.begin(further)
                left = self.code.subtract(wanted, part.size)
                wanted = Number(left.text, 0, wanted.high)

    def _tell(self, action: int, values: list[Member]) -> None:
        """Only say which move it is. A list lies in its slot."""
        self.code.store_word(Word.ACTION, number(action))
        step = self.code.layout.value_words
        for k, value in enumerate(values):
            if isinstance(value, Listed):
                continue
            place = self.code.word_at(Word.VALUES + k * step)
            kind = f"i{self.code.width}" if isinstance(value, Mask) else "i64"
            self.code.do(f"store {kind} {value.text}, ptr {place}, align 8")
        self.decisions.set(self.code.give(f"sub i64 {self.decisions.get()}, 1"))
        self._ends(Status.CHOOSES)

    def _fold_value(self, value: Member) -> None:
        if isinstance(value, Listed):
            self.sequences.sets_of(value).each(self._fold_value)
        else:
            number_ = value.text if isinstance(value, Number) else self.code.narrow(value.text)
            self._fold_in(number_)

    def _fold_in(self, text: str) -> None:
        mixed = self.code.give(f"xor i64 {self.hash.get()}, {text}")
        self.hash.set(self.chance.mix(self.code.give(f"add i64 {mixed}, {in_64_bits(GOLDEN)}")))


_POINTERS = (
    Argument.STATE, Argument.SCRATCH, Argument.RESULTS, Argument.SOURCE, Argument.DEALS,
)  # fmt: skip
