"""The machine as it runs: basic blocks of Python functions, from one stop to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TypeVar, cast

from hoyle.dsl.checked.types import Type
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import NoAnswer, mask_of
from hoyle.dsl.machine.running_phases import find_running
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.cards import Zones
from hoyle.interpreter.runtime.choices import Decision, call_at
from hoyle.interpreter.runtime.events import MemberDrawn, MoveChosen, PileShuffled, Trace
from hoyle.interpreter.runtime.expression_compiler import (
    MAX_BLOCKS,
    MAX_ROUNDS,
    Compiler,
    Value,
    code_of,
)
from hoyle.interpreter.runtime.fault import (
    NOWHERE,
    NoEnd,
    NothingToChoose,
    RulesetFault,
    WorkSpent,
)
from hoyle.interpreter.runtime.instructions import InstructionCompiler
from hoyle.interpreter.runtime.moves import Held, LegalMoves, Move, Slots
from hoyle.interpreter.runtime.observer import Observer, hooks_of
from hoyle.interpreter.runtime.rounds import Rounds

MANY_ROUNDS = 20  # of a loop within a tenth of all work: none of them is large
Block = Callable[[Slots], int]  # runs to the next block; the node where that begins


Made = TypeVar("Made")


class WhenAsked(dict[int, Made]):
    """What belongs to nodes, each made when somebody first asks for it."""

    def __init__(self, make: Callable[[int], Made]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, at: int) -> Made:
        self[at] = made = self.make(at)
        return made


class Engine:
    """Runs one machine. The slots are a list that the caller owns; nothing else changes.

    `observers` are told what happens: see there.
    """

    def __init__(
        self, machine: p.Machine, *, traced: bool = False, observers: Sequence[Observer] = ()
    ) -> None:
        self.machine = machine
        self.trace = Trace() if traced else None
        self.compiler = Compiler(machine, traced)
        self.zones = Zones(machine, self.compiler)
        self.instructions = InstructionCompiler(machine, self.compiler, self.zones, self.trace)
        self.instructions.phase_hooks = hooks_of(observers, "on_phase")
        self.instructions.draw_hooks = hooks_of(observers, "on_draw")
        self.compiler.row_hooks = hooks_of(observers, "on_row")
        self.chance_hooks = hooks_of(observers, "on_chance")
        self.block_hooks = hooks_of(observers, "on_block")
        self.decisions = WhenAsked(self._decision)
        self.subjects = WhenAsked(self._find_subject)
        self.draws = WhenAsked(self.draw)
        self.hidden = {slot: self.compiler.value(by) for slot, by in machine.hidden}
        self.lines: dict[str, list[int]] = {}  # of each block's text, the node of each line
        self.blocks: list[Block | None] = [None] * len(machine.nodes)
        self.rounds = Rounds(self.endless)
        self.build()

    @cached_property
    def running(self) -> dict[int, tuple[str, ...]]:
        """The phases that run at each node: no other has state that holds."""
        return find_running(self.machine)

    @cached_property
    def endless(self) -> tuple[int, ...]:
        """The slots that count the rounds of loops that go on `however long`."""
        return tuple(slot.at for slot in self.machine.slots if slot.endless)

    # ------------------------------------------------------------------ building

    def build(self) -> None:
        """A Python function for each basic block that can be jumped to, made when it is run first.

        An example goes through a small part of a game, and so do most games.
        """
        nodes = self.machine.nodes
        for start in {self.machine.entry}.union(*(node.list_exits() for node in nodes)):
            if not nodes[start].waits:
                self.blocks[start] = self._not_made_yet(start)

    def _decision(self, at: int) -> Decision:
        node = self.machine.nodes[at]
        assert isinstance(node, p.Choose)
        return Decision(node, self.machine, self.compiler, self.zones)

    def _find_subject(self, at: int) -> Callable[[Slots], tuple[int, Type] | None]:
        node = self.machine.nodes[at]
        assert isinstance(node, p.Choose)
        return self.instructions.compile_subject(node.about)

    def draw(self, at: int) -> Value:
        """What a chance node draws from."""
        node = self.machine.nodes[at]
        assert isinstance(node, p.Chance) and node.over is not None
        return self.compiler.value(node.over)

    def _not_made_yet(self, start: int) -> Block:
        """A block that is made when it is run for the first time."""

        def first(s: Slots) -> int:
            block = self.block(start)
            if self.block_hooks:
                block = self._observed(start, block)
            self.blocks[start] = block
            return block(s)

        return first

    def _observed(self, start: int, block: Block) -> Block:
        def observed(s: Slots) -> int:
            for hook in self.block_hooks:
                hook(self.machine, start)
            return block(s)

        return observed

    def block(self, start: int) -> Block:
        """The Python function of the block that begins at a node."""
        with self.compiler.sheet() as kept:
            lines = self._block_lines(start)
        name = f"<block {start}>"
        made: dict[str, object] = {"k": tuple(kept)}
        self.lines[name] = [at for at, _ in lines]
        code = code_of("\n".join(line for _, line in lines), name)
        exec(code, self.compiler.names, made)
        return cast(Block, made[f"block_{start}"])

    def _block_lines(self, start: int) -> list[tuple[int, str]]:
        """The Python text of the block that begins at a node: each line with its node."""
        lines = [(start, f"def block_{start}(s, k=k):")]
        at = start
        while True:
            node = self.machine.nodes[at]
            match node:
                case p.Choose() | p.Chance() | p.End():
                    lines.append((at, f"    return {at}"))
                    break
                case p.Jump(to=to):
                    lines.append((at, f"    return {to}"))
                    break
                case p.Branch(test=test, yes=yes, no=no):
                    way = f"{yes} if {self.compiler.source(test)} else {no}"
                    lines.append((at, f"    return {way}"))
                    break
                case p.Set(ref=p.Ref(base=base, index=None), quiet=True):
                    if self.machine.slots[base].local:
                        lines.append((at, f"    {self._write_local(node, at)}"))
                    else:
                        lines.append((at, self.call(node, at)))
                case p.Mark() if self.trace is None and not self.instructions.phase_hooks:
                    pass
                case _:
                    lines.append((at, self.call(node, at)))
            at += 1
        return lines

    def _write_local(self, node: p.Set, at: int) -> str:
        """A name gets its value; a traced engine keeps the rows of tables that gave it."""
        text = f"s[{node.ref.base}] = {self.compiler.source(node.value)}"
        if node.held:
            text = self.call(node, at).strip()
        keep = self.instructions.compile_keeping_rows(node)
        if keep is None:
            return text
        self.compiler.names |= {"forget": self.compiler.notes.clear, f"r_{at}": keep}
        return f"forget(); {text}; r_{at}(s)"

    def call(self, node: p.Work, at: int) -> str:
        """The work of a node as a call."""
        name = f"w_{at}"
        if name not in self.compiler.names:
            self.compiler.names[name] = self.instructions.compile(node)
        return f"    {name}(s)"

    @cached_property
    def _payoff(self) -> Value:
        assert self.machine.payoff is not None
        return self.compiler.value(self.machine.payoff[1])

    # ------------------------------------------------------------------ running

    def begin_step(self) -> None:
        """What happens from here to the next stop has its own events."""
        self.compiler.parts_tried = 0  # a fault may have left some
        if self.trace is not None:
            self.trace.begin()

    def fresh(self) -> Slots:
        """A step begins; the slots before anything has happened: the pack lies in its zone."""
        self.begin_step()
        s: Slots = []
        for slot in self.machine.slots:
            if slot.kind == "number":
                s.append(-1 if slot.maybe else max(0, slot.low))
            else:
                s.append(0 if slot.kind == "mask" else ())
        s += [0] * (self.machine.scratch + 8)
        whole = tuple(range(self.machine.pack.size))
        stock = self.machine.stock
        if stock in self.zones.places:
            pile = self.zones.places[stock].pile  # the first card of the pack lies on top
            s[stock] = tuple(reversed(whole)) if pile else mask_of(whole)
        if self.machine.player_of is not None:
            for card in whole:
                s[self.machine.player_of + card] = -1
        return s

    def run(self, s: Slots, at: int) -> int:
        """On to the next choose, chance or end node; its number."""
        blocks = self.blocks
        fuel, before = self.compiler.fuel, at
        try:
            for left in range(fuel.blocks, 0, -1):
                block = blocks[at]
                if block is None:
                    fuel.blocks = left
                    return at
                before, at = at, block(s)
        except NoAnswer as none:
            node = self._find_node(none, before)
            told = RulesetFault.without_answer(none, self.span_near(node))
            raise self._note_askers(told, node) from none
        except RulesetFault as fault:
            node = self._find_node(fault, before)
            if fault.span is not NOWHERE:
                self._note_askers(fault, node)
                raise
            if isinstance(fault, WorkSpent) and self._comes_round(s, before):
                raise self._note_round(s, before) from None
            told = type(fault)(fault.says, self.span_near(node))
            raise self._note_askers(told, node) from None
        raise self._note_round(s, at)

    def _comes_round(self, s: Slots, at: int) -> bool:
        """Whether no line has spent all work, but a loop `however long` that nobody decides in.

        With a tenth of the work it goes round many times more, and nobody is asked.
        """
        fuel = self.compiler.fuel
        if fuel.goes_round:
            return False  # by choices that nobody could make, which is told where they stand
        spent, fuel.left = fuel.left, MAX_ROUNDS // 10
        _, after = self._follow_loop(s, at)
        fuel.left = spent
        return after is not None and any(
            after[slot] - s[slot] >= MANY_ROUNDS for slot in self.endless
        )

    def _note_round(self, s: Slots, at: int) -> WorkSpent:
        """The loop that goes round and round from a node on, where nobody decides anything."""
        self.compiler.fuel.left = MAX_ROUNDS  # to look for the loop
        why = ": nobody can do anything any more" * (self.compiler.fuel.passed > 0)
        place = self.span_near(self._follow_loop(s, at)[0])
        return WorkSpent(f"this goes on and on{why or ' without a decision'}", place)

    def _note_askers(self, fault: RulesetFault, at: int) -> RulesetFault:
        """With the node's own line, then those that run the phases in which it stands, inside out.

        The nodes of a phase stand between its two marks, those of the phases that it runs too.
        """
        fault.note_asker(self.span_near(at))
        over = 0  # phases that have ended before
        for node in reversed(self.machine.nodes[: at + 1]):
            if isinstance(node, p.Mark):
                over += -1 if node.begins else 1
                if over < 0:
                    fault.note_asker(node.span)
                    over = 0
        return fault

    def _follow_loop(self, s: Slots, at: int) -> tuple[int, Slots | None]:
        """Where the outermost loop begins of those that go on and on: before all that it holds.

        And the state some rounds later; None where somebody is asked before that.
        """
        first, s, asked = at, s[:], False
        told = len(self.trace.events) if self.trace is not None else 0
        with suppress(NoAnswer, RulesetFault):
            for _ in range(MAX_BLOCKS // 10):
                block, node = self.blocks[at], self.machine.nodes[at]
                if block is not None:
                    at = block(s)
                elif isinstance(node, p.Choose) and node.otherwise is not None:
                    asked = bool(self.decisions[at].legal(s).parts)
                    at = node.otherwise
                elif isinstance(node, p.Chance):
                    at = node.then
                else:
                    asked = True
                if asked:
                    break
                first = min(first, at)
        if self.trace is not None:
            del self.trace.events[told:]  # to look for the loop is no play
        return first, None if asked else s

    def _find_node(self, error: Exception, before: int) -> int:
        """The node whose line of generated text was at work."""
        trace = error.__traceback__
        at = before
        while trace is not None:
            nodes = self.lines.get(trace.tb_frame.f_code.co_filename)
            if nodes is not None:
                at = nodes[trace.tb_lineno - 1]
            trace = trace.tb_next
        return at

    def span_near(self, at: int) -> Span:
        """The place in the text of the block that begins at a node."""
        while True:
            span = self.machine.nodes[at].span
            if span is not None and span.source.text:
                return span
            at += 1

    def legal(self, s: Slots, at: int) -> LegalMoves:
        """The legal moves at a choose node."""
        self.compiler.fuel.renew()
        return self.decisions[at].legal(s)

    def stop(self, s: Slots, at: int) -> tuple[int, LegalMoves | None]:
        """From a node to the next stop where somebody really can choose, or chance, or the end."""
        self.renew_work()
        return self.go_on(s, at)

    def renew_work(self) -> None:
        """All work may be done again up to the next decision."""
        self.compiler.fuel.renew()
        self.rounds = Rounds(self.endless)

    def go_on(self, s: Slots, at: int) -> tuple[int, LegalMoves | None]:
        """The same in the middle of a step: with what is left of its work."""
        fuel = self.compiler.fuel
        try:
            while True:
                at = self.run(s, at)
                if not isinstance(self.machine.nodes[at], p.Choose):
                    return at, None
                decision = self.decisions[at]
                legal = decision.legal(s)
                if legal.parts:
                    return at, legal
                if decision.node.otherwise is None:
                    says = "nothing may be chosen here"
                    raise NothingToChoose(says, decision.node.span, at, s)
                at = decision.node.otherwise
                fuel.passed += 1
                if self.rounds.has_come_back(s, at):
                    break
        except NoEnd:
            if not fuel.goes_round:
                raise
        raise self._note_round(s, at)

    def choose(self, s: Slots, at: int, move: Move) -> int:
        """A step begins with a move: its values are set; the node where its effects begin."""
        choice, move = (
            self.decisions[at].choices[move.action],
            self.decisions[at].take_known(s, move),
        )
        for slot, value in zip(choice.slots, move.values, strict=True):
            s[slot] = value
        if self.trace is not None:
            self.trace.begin()
            node, action = self.decisions[at].node, choice.action
            types = tuple(param.type for param in action.params)
            self.trace.add(MoveChosen(
                action.span, s[node.seat], action.name, move.values, types, at, node.sealed,
                self.subjects[at](s),
            ))  # fmt: skip
        return choice.action.body

    def happen(self, s: Slots, at: int, outcome: Held) -> int:
        """What chance has brought: a new order of the pile, or one member. The node to go on at."""
        node = self.machine.nodes[at]
        assert isinstance(node, p.Chance)
        for hook in self.chance_hooks:
            hook(s, node)
        if node.by_hand:
            return node.then
        if node.kind == "draw" or (isinstance(outcome, tuple) and len(outcome) > 1):
            self.rounds = Rounds(self.endless)  # what comes back may go on otherwise from here
        slot = self.instructions.compile_place(node.ref)(s)
        traced = self.trace is not None and node.kind == "draw"
        among = self._count_outcomes(s, at) if traced else 0
        if node.kind == "shuffle":
            s[slot] = tuple(outcome)
            self.zones.forget(s, mask_of(outcome))
            if self.machine.player_of is not None:  # no copy of a card is told from another
                for card in s[slot]:
                    s[self.machine.player_of + card] = -1
        else:
            s[slot] = outcome
        if self.trace is not None:
            if node.kind == "shuffle":
                if outcome:  # a pile without cards has no order
                    self.trace.add(PileShuffled(node.span, slot))
            else:
                assert node.type is not None
                self.trace.add(MemberDrawn(node.span, slot, outcome, node.type, node.what, among))
        return node.then

    def _count_outcomes(self, s: Slots, at: int) -> int:
        """Between how many chance decides; to ask this for an event is no work of the game's."""
        left = self.compiler.fuel.left
        many = len(self.outcomes(s, at))
        self.compiler.fuel.left = left
        return many

    def outcomes(self, s: Slots, at: int) -> tuple[int, ...]:
        """What a chance node works on: the pile to shuffle, or the members to draw from."""
        try:
            return self._list_outcomes(s, at)
        except NoEnd:
            if not (self.compiler.fuel.goes_round or self._comes_round(s, at)):
                raise
        raise self._note_round(s, at)

    def _list_outcomes(self, s: Slots, at: int) -> tuple[int, ...]:
        node = self.machine.nodes[at]
        assert isinstance(node, p.Chance)
        if node.kind == "shuffle":
            pile: tuple[int, ...] = s[self.instructions.compile_place(node.ref)(s)]
            call_at(node.span, self.compiler.fuel.charge_cards, len(pile))
            return pile
        members: tuple[int, ...] = call_at(node.span, self.draws[at], s)
        if not members:
            raise RulesetFault.of_too_few("there is none to draw from", node.span)
        return members

    def compute_payoff(self, slots: Sequence[Held], seat: int) -> int:
        """What a seat takes away from a position: as the rules say; else 1 for a winner, else 0."""
        if self.machine.payoff is None:
            return int(slots[self.machine.winners]) >> seat & 1
        slot, _, span = self.machine.payoff
        s = list(slots)
        s[slot] = seat
        self.compiler.fuel.renew()
        return int(call_at(span, self._payoff, s))
