"""The line of the rules at which two games part that should be the same for a seat."""

from __future__ import annotations

from itertools import islice
from typing import Any

from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.meaning import NoAnswer
from hoyle.dsl.source import Span
from hoyle.interpreter.play.choices import Choice, Decision
from hoyle.interpreter.play.engine import Engine
from hoyle.interpreter.play.expressions import MOST_ROUNDS, Slots
from hoyle.interpreter.play.fault import RulesetFault
from hoyle.interpreter.play.table import Luck

MOST_ROWS = 2000  # values of an action that are held against each condition
MOST_BLOCKS = 20_000


def trail(engine: Engine, s: Slots, at: int, luck: Luck) -> list[int]:
    """Where each stretch of rules begins on the way to the next stop where somebody may choose."""
    found: list[int] = []
    engine.compiler.fuel.left = MOST_ROUNDS
    while len(found) < MOST_BLOCKS:
        found.append(at)
        block = engine.blocks[at]
        if block is not None:
            at = block(s)
            continue
        decision = engine.decisions.get(at)
        if isinstance(engine.machine.nodes[at], p.Chance):
            outcome, luck = luck.resolve(engine, s, at)
            at = engine.happen(s, at, outcome)
        elif decision is None or decision.legal(s).parts or decision.node.otherwise is None:
            break
        else:
            at = decision.node.otherwise
    return found


def forked(engine: Engine, one: list[int], other: list[int]) -> p.Branch | p.Choose | None:
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


def rule_of(decision: Decision, one: Slots, other: Slots) -> Span:
    """The first line of a choice that lets other moves through."""
    for choice in decision.choices:
        if decision.part(one, choice) != decision.part(other, choice):
            return line_of(decision, choice, one, other)
    return decision.node.span


def line_of(decision: Decision, choice: Choice, one: Slots, other: Slots) -> Span:
    """The parameter or the condition of an action whose answers differ."""
    for over, param in zip(choice.overs[:1], choice.action.params, strict=False):
        if over(one) != over(other):
            return param.span
    rows = [list(islice(decision.candidates(s, choice), MOST_ROWS)) for s in (one, other)]
    if rows[0] != rows[1]:
        return choice.action.params[-1].span
    for rule in choice.rules:
        kept = [answers(decision, s, choice, rule, rows[0]) for s in (one, other)]
        if kept[0] != kept[1]:
            span: Span = rule.source.span
            return span
    return choice.action.span


def answers(
    decision: Decision, s: Slots, choice: Choice, rule: Any, rows: list[tuple[int, ...]]
) -> list[bool | None]:
    """What a condition says to each value; None where it has no answer."""
    found: list[bool | None] = []
    for row in rows if rule.asks else rows[:1]:
        for slot, value in zip(choice.slots, row, strict=True):
            s[slot] = value
        try:
            found.append(decision.holds(s, rule))
        except (NoAnswer, RulesetFault):
            found.append(None)
    return found
