"""The line of the rules at which two games part that should be the same for a seat."""

from __future__ import annotations

from hoyle.dsl.machine import program as p
from hoyle.dsl.source import Span
from hoyle.interpreter.runtime.choices import Choice, Decision, Rule
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.expression_compiler import MAX_ROUNDS, Slots, Values
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.table import ChanceSource

MAX_BLOCKS = 20_000


def trace_blocks(engine: Engine, s: Slots, at: int, chance: ChanceSource) -> list[int]:
    """Where each stretch of rules begins on the way to the next stop where somebody may choose."""
    found: list[int] = []
    engine.compiler.fuel.left = MAX_ROUNDS
    while len(found) < MAX_BLOCKS:
        found.append(at)
        block = engine.blocks[at]
        if block is not None:
            at = block(s)
            continue
        node = engine.machine.nodes[at]
        decision = engine.decisions[at] if isinstance(node, p.Choose) else None
        if isinstance(node, p.Chance):
            outcome, chance = chance.resolve(engine, s, at)
            at = engine.happen(s, at, outcome)
        elif decision is None or decision.legal(s).parts or decision.node.otherwise is None:
            break
        else:
            at = decision.node.otherwise
    return found


def find_fork(engine: Engine, one: list[int], other: list[int]) -> p.Branch | p.Choose | None:
    """The node behind which two trails first differ; None where they do not."""
    pairs = zip(one, other, strict=False)
    alike = next((k for k, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    if alike == 0 or len(one) == len(other) == alike:
        return None
    at = one[alike - 1]
    while True:
        node = engine.machine.nodes[at]
        if isinstance(node, p.Branch | p.Choose):
            return node
        if isinstance(node, p.Jump | p.Chance | p.End):
            return None
        at += 1


def find_differing_rule(decision: Decision, one: Slots, other: Slots) -> Span:
    """The first line of a choice that lets other moves through."""
    for choice in decision.choices:
        if decision.part(one, choice) != decision.part(other, choice):
            return _line_of(decision, choice, one, other)
    return decision.node.span


def _line_of(decision: Decision, choice: Choice, one: Slots, other: Slots) -> Span:
    """The parameter or the condition of an action whose answers differ."""
    for over, param in zip(choice.overs[:1], choice.action.params, strict=False):
        if over(one) != over(other):
            return param.span
    rows = [decision.candidates(s, choice) for s in (one, other)]
    if rows[0] != rows[1]:
        return choice.action.params[-1].span
    for rule in choice.rules:
        if _answer(decision, one, rule, rows[0]) != _answer(decision, other, rule, rows[0]):
            span: Span = rule.source.span
            return span
    return choice.action.span


def _answer(decision: Decision, s: Slots, rule: Rule, rows: list[Values]) -> list[Values] | None:
    """The values that a condition lets through; None where it has no answer."""
    try:
        return decision.passing(s, rule, rows)
    except RulesetFault:
        return None
