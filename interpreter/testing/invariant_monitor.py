"""Laws: `always` and `never`, asked at every choice, at chance and where phases end.

A law that reads the state of a phase is asked while that phase runs. `at PHASE` is asked when it
ends, also when it is cut short; `at PHASE.action` when the action is taken, before its effects.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.steps import MAX_ROUNDS
from hoyle.dsl.checked.values import things_read
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import NoAnswer
from hoyle.dsl.machine.context import NOWHERE
from hoyle.dsl.machine.folding import mentions
from hoyle.dsl.machine.from_game import Build
from hoyle.dsl.machine.slots import Family
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.expression_compiler import Value
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.laid_position import Given
from hoyle.interpreter.runtime.moves import Slots
from hoyle.interpreter.runtime.notation import Notation
from hoyle.interpreter.testing.evaluation import PositionEvaluator
from hoyle.interpreter.testing.explained_tests import explain_failure
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.rule_coverage import Place, place_of


@attrs.define(eq=False)
class CompiledLaw:
    """One law, ready to be asked; `phases` must be running for it to mean anything."""

    law: g.Law
    made: p.MachineLaw
    test: Value
    phases: frozenset[str]
    families: tuple[Family, ...]  # what it reads
    front: Value | None = None  # what stands before the last `or`, if it is more than that


def find_last_alternative(law: g.Law) -> g.Value | None:
    """What an `always` asks behind its last `or`: the law itself, where the rest is a condition."""
    test = law.test
    return test.args[-1] if law.always and isinstance(test, g.Op) and test.name == "or" else None


class InvariantMonitor:
    """The laws of one table, over one game after another.

    `asked` counts by the law's place, and by that of its last alternative, where it has some, how
    often those before it did not hold.
    """

    def __init__(self, build: Build, words: Notation, asked: dict[Place, int]) -> None:
        self.build = build
        self.words = words
        self.asked = asked
        self.running: list[p.Mark] = []
        self.given: set[int] = set()
        self.silent: set[Span] = set()  # laws that did not hold in a position laid by hand
        self.told: set[tuple[Span, bool]] = set()  # those that failed, and whether for no answer
        self.laid: Slots | None = None  # that position
        self.held: set[Span] = set()  # the tests of laws that held in it
        self.drawn: Span | None = None  # the loop that has ended the game as a draw
        self.defaults = {thing.span for thing in build.game.registers.values()}
        self.laws: list[CompiledLaw] = []
        self.engine: Engine | None = None
        # who is told of a law that fails, in each way once; else the game breaks off
        self.listener: Callable[[Finding], None] | None = None

    def follow(self, engine: Engine) -> None:
        """Make the laws ready for the engine that calls `mark`."""
        self.engine = engine
        game = self.build.game
        made_at = {made.span: made for made in self.build.machine.laws}
        for law in game.laws:
            made = made_at.get(law.span)
            if made is None:
                continue  # it asks for an expectation, which no single game answers
            read = things_read(law.test)
            phases = frozenset(
                str(thing.phase) for thing in read if isinstance(thing, g.Register) and thing.phase
            )
            families = tuple(self.build.family_of(thing) for thing in read)
            test = engine.compiler.value(made.test)
            front = _find_front(made.test)
            value = engine.compiler.value(front) if front is not None else None
            self.laws.append(CompiledLaw(law, made, test, phases, families, value))
            self.asked.setdefault(place_of(law.span), 0)

    # ------------------------------------------------------------------ when

    def begin(self, phases: Sequence[str] = (), given: Sequence[Given] = ()) -> None:
        """A new game, in which these phases are running already, and these things are given."""
        self.running = [p.Mark(phase, True, NOWHERE) for phase in phases]
        self.tell_all()
        self.laid = self.drawn = None
        self.held.clear()
        self.given = {one.slot for one in given}

    def tell_all(self) -> None:
        """Whatever has failed, and is silent since, is told anew."""
        self.silent.clear()
        self.told.clear()

    def _silence_given(self, s: Slots) -> None:
        """A position has been laid by hand, which need not be one that can arise.

        A law that does not hold there says nothing of what the rules do from there on. Nor does
        one that is asked later only, and of what was laid: of cards, or of that very state.
        """
        self.laid = list(s)
        names = {mark.phase for mark in self.running}
        self.held.clear()
        for law in self.laws:
            there = law.phases <= names
            holds = there and not law.made.slots and self._holds(s, law)
            if holds:
                self.held.add(law.law.test.span)
            if law.law.phase is None:
                silent = there and not holds
            else:
                silent = self._asks_of_given(law)
            if silent:
                self.silent.add(law.law.span)

    def _asks_of_given(self, law: CompiledLaw) -> bool:
        """Whether a law asks for cards where some were laid, or for state that was given.

        At a move, cards that play has put into a place that was given none are not as they were
        laid; the stock is, which has what was laid nowhere.
        """
        machine = self.build.machine
        zones = {zone.slot for zone in machine.zones}
        drawn = {
            node.ref.base for node in machine.nodes
            if isinstance(node, p.Chance) and node.kind == "draw"
        }  # fmt: skip
        cards = bool(self.given & zones)
        for family in law.families:
            if family.base in zones:
                built = law.law.action is not None and machine.stock not in family.slots
                if cards and not (built and self.given.isdisjoint(family.slots)):
                    return True
            elif family.base not in drawn and any(slot in self.given for slot in family.slots):
                return True
        return False

    def _lies_as_laid(self, s: Slots, law: CompiledLaw) -> bool:
        """Whether a law of a phase's end asks for cards that all lie as in the laid position."""
        if self.laid is None or law.law.phase is None:
            return False
        zones = {zone.slot for zone in self.build.machine.zones}
        asked = [slot for family in law.families if family.base in zones for slot in family.slots]
        return bool(asked) and all(s[slot] == self.laid[slot] for slot in asked)

    def mark(self, s: Slots, node: p.Mark) -> None:
        """A phase begins or ends. Those that it ran end with it, the innermost first."""
        if node.begins:
            self.running.append(node)
            return
        while self.running:
            ended = self.running[-1]
            names = {mark.phase for mark in self.running}
            for law in self.laws:
                mine = law.law.phase == ended.phase and law.law.action is None
                if mine or (law.law.phase is None and law.phases <= names):
                    self._ask(s, law, ended.params if mine else ())
            self.running.pop()
            if ended.phase == node.phase:
                return

    def stop(self, s: Slots, node: p.Node) -> None:
        """Somebody chooses, or chance decides. State that has no value yet is left alone."""
        if not self.running or (isinstance(node, p.Chance) and node.span in self.defaults):
            return
        if isinstance(node, p.Chance) and node.by_hand:
            self._silence_given(s)
            return
        names = {mark.phase for mark in self.running}
        for law in self.laws:
            if law.law.phase is None and law.phases <= names:
                self._ask(s, law, ())

    def check_action(self, s: Slots, action: p.MachineAction, values: tuple[int, ...]) -> None:
        """An action is taken; its effects are still to come."""
        for law in self.laws:
            if (law.law.phase, law.law.action) != (action.phase, action.name):
                continue
            slots = dict(action.sight)
            pairs = [
                (slot, slots.get(variable))
                for variable, slot in zip(law.made.variables, law.made.slots, strict=True)
                if mentions(law.made.test, slot)
            ]
            if any(param is None for _, param in pairs):
                continue  # a name that has no value of its own here: the law cannot be asked
            s = list(s)
            for param, value in zip(action.params, values, strict=True):
                s[param.slot] = value
            self._ask(s, law, tuple(slots.get(name, 0) for name in law.made.variables))

    # ------------------------------------------------------------------ asking

    def _ask(self, s: Slots, law: CompiledLaw, params: tuple[int, ...]) -> None:
        """One law; where it does not hold, why. Asking changes scratch slots only."""
        span = law.law.span
        if span in self.silent or self._lies_as_laid(s, law):
            return
        counts = not self.told & {(span, False), (span, True)}  # until it has failed
        self.asked[place_of(span)] += counts
        for slot, param in zip(law.made.slots, params, strict=False):
            s[slot] = s[param]
        try:
            answer = bool(law.test(s))
            last = find_last_alternative(law.law)
            if counts and last is not None and not (law.front is not None and law.front(s)):
                self.asked[place_of(last.span)] = self.asked.get(place_of(last.span), 0) + 1
        except NoAnswer as none:
            self._fail_unanswered(law, RulesetFault.without_answer(none, law.law.test.span))
        except RulesetFault as fault:
            self._fail_unanswered(law, fault)
        else:
            if answer is not law.law.always and (span, False) not in self.told:
                word = "does not hold" if law.law.always else "has come about"
                self._fail(law, word, self._explain(s, law, params))

    def _holds(self, s: Slots, law: CompiledLaw) -> bool:
        """Whether a law without parameters holds; one without an answer does not."""
        try:
            return bool(law.test(s)) is law.law.always
        except (NoAnswer, RulesetFault):
            return False

    def _fail_unanswered(self, law: CompiledLaw, fault: RulesetFault) -> None:
        if (law.law.span, True) in self.told:
            return
        inside = tuple((span, label) for span, label in fault.told_places if label)
        self._fail(law, f"has no answer: {fault.says}", also=inside, unanswered=True)

    def _fail(
        self, law: CompiledLaw, says: str, lines: tuple[str, ...] = (),
        also: tuple[tuple[Span, str], ...] = (), unanswered: bool = False,
    ) -> None:  # fmt: skip
        about = f'{"always" if law.law.always else "never"} "{law.law.title}"'
        if self.drawn is not None:
            label = (
                f"after {MAX_ROUNDS:,} rounds the match is a draw here, and the law is asked then"
            )
            also = (*also, (self.drawn, label))
        finding = Finding(says, law.law.test.span, lines, about, kind="law", also=also)
        finding.unanswered = unanswered
        if self.listener is None:
            raise finding
        self.told.add((law.law.span, unanswered))
        self.listener(finding)

    def _explain(self, s: Slots, law: CompiledLaw, params: tuple[int, ...]) -> tuple[str, ...]:
        assert self.engine is not None
        variables: dict[g.Var, p.Expr] = {
            var: p.Get(param) for var, param in zip(law.law.params, params, strict=False)
        }
        evaluator = PositionEvaluator(self.build, self.engine, self.words, s, variables=variables)
        return explain_failure(evaluator, law.law.test)


def _find_front(test: p.Expr) -> p.Expr | None:
    """What a test asks before its last `or`; at this table it may be known, or gone."""
    if isinstance(test, p.Const):
        return test
    return test.args[0] if isinstance(test, p.Op) and test.name == "or" else None
