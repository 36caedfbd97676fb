"""Why no game came to its end: the loop that it was left in, and how near it came to leaving it.

A game is played once more: by the first policy if there is one, else by random moves. Whenever a
loop asks whether it is over, what it compares is worked out too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import attrs

from hoyle.dsl.analysis.facts import all_steps, steps_in
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.steps import MAX_ROUNDS
from hoyle.dsl.checked.types import NumberT, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.node import walk
from hoyle.dsl.printable import count_players, to_dashes
from hoyle.dsl.source import Span
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.runtime.bots import RANDOM, Bots, Manners
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.expression_compiler import Value
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import Slots
from hoyle.interpreter.runtime.observer import DrawnGame
from hoyle.interpreter.runtime.table import Chances, Table
from hoyle.interpreter.testing.players import pick_move
from hoyle.interpreter.testing.random_games import BLOCK, Plan, draw_setting

# Comparisons of two numbers: whether the first must become greater to make them hold, and how far
# above the second it must then lie.
COMPARED = {"at_least": (True, 0), "more": (True, 1), "at_most": (False, 0), "less": (False, -1)}

BLOCKED = "where nobody could do anything any more, say what happens then, below `otherwise`"


@attrs.frozen
class Gap:
    """A comparison in a condition: its words, what is missing to make it hold, and its bound.

    It holds where nothing is missing. `rises` where the value must become greater. A bound that
    differs from one to another is None.
    """

    words: str
    missing: p.Expr
    bound: p.Expr | None
    rises: bool


@attrs.define
class OpenLoop:
    """A loop of the machine: the nodes in it, and what came of asking whether it is over."""

    until: Span
    inside: frozenset[int]
    holds: Value
    gaps: list[tuple[Gap, Value, Value | None]]  # with what is missing, and the bound
    asked: int = 0
    held: int = 0
    nearest: dict[int, tuple[int, str]] = attrs.field(factory=dict)  # by the number of a gap


def explain_missing_end(
    ruleset: Ruleset, plan: Plan, go_on: Callable[[], bool]
) -> tuple[Span, tuple[str, ...]]:
    """The condition that never held in a game and what it lacked, or the choice where it was left.

    Then what can be done. Where this game came to its end, it is told how to play such games; where
    the bound of a loop has ended it, which loop.
    """
    match = ruleset.game.phases["match"].span
    advice = advise_on_end(ruleset.game, match)
    players = plan.players[0]
    options = draw_setting(ruleset, players, plan.seed // BLOCK, plan.fixed)
    build = ruleset.build(players, options)
    heard = DrawnGame()
    engine = Table(build.machine, observers=(heard,)).engine
    loops = dict(_find_loops(build.game, engine))
    most = max(plan.longest, plan.decisions)
    try:
        policy = next(iter(ruleset.game.policies), RANDOM)
        bots = Bots(plan.seed, engine, Manners(policy))
        at = _play(engine, loops, plan.seed, most, go_on, bots)
    except RulesetFault:
        return match, (advice,)
    node = build.machine.nodes[at]
    kind = "random game" if policy == RANDOM else f"game by the policy `{to_dashes(policy)}`"
    where = f"in a {kind}{',' * (policy != RANDOM)} of {count_players(players)}"
    if heard.loop is not None:
        bound = f"{where} this loop went on to its bound of {MAX_ROUNDS:,} rounds, which is a draw"
        blocked = (BLOCKED,) if any(map(_may_pass, build.machine.nodes)) else ()
        return heard.loop, (bound, *blocked, advice)
    if isinstance(node, p.End):
        more = "more `--games`" if policy == RANDOM else f"`--policy {to_dashes(policy)}`"
        ended = f"a {kind} of {count_players(players)} came to its end"
        return match, (f"{ended}: {more} may show more such games",)
    assert isinstance(node, p.Choose)
    open_ = [loop for loop in loops.values() if at in loop.inside and not loop.held and loop.asked]
    if not open_:
        return node.span, (f"{where} this was the last choice", advice)
    loop = min(open_, key=lambda one: len(one.inside))
    asked = "once" if loop.asked == 1 else f"{loop.asked:,} times"
    lines = [f"{where} this was asked {asked}, and was never so"]
    lines += [says for _, (lacks, says) in sorted(loop.nearest.items()) if lacks > 0]
    return loop.until, (*lines, advise_on_end(ruleset.game, loop.until))


def _may_pass(node: p.Node) -> bool:
    return isinstance(node, p.Choose) and node.otherwise is not None


def find_open_loop(game: g.Game, engine: Engine, at: int, phase: str) -> g.Value | None:
    """The condition of the loop that keeps a phase from its end; None where it is in none.

    Where the phase has no loop of its own round the node `at`, it is the innermost one.
    """
    open_ = [loop for _, loop in _find_loops(game, engine) if at in loop.inside]
    if not open_:
        return None
    body = game.phases[phase].body if phase in game.phases else ()
    own = {step.until.span for step in steps_in(body)
           if isinstance(step, g.Repeat) and step.until is not None}  # fmt: skip
    outer = [loop for loop in open_ if loop.until in own]
    inner = min(open_, key=lambda one: len(one.inside))
    return _list_conditions(game)[max(outer, key=lambda one: len(one.inside), default=inner).until]


def _list_conditions(game: g.Game) -> dict[Span, g.Value]:
    """What loops go on until, by the place."""
    return {
        step.until.span: step.until
        for step in all_steps(game)
        if isinstance(step, g.Repeat) and step.until is not None
    }


def advise_on_end(game: g.Game, until: Span) -> str:
    """What can be done to see the end, where games do not come to it by random moves."""
    ways = ["begin near the end in an example, with `given …` and `start PHASE`"]
    words = set(re.findall(r"\w+", until.text))
    for name, option in game.options.items():
        kind = bare(option.type)
        if name in words and option.fixed is None and isinstance(kind, NumberT):
            ways.append(f"try a smaller `{name}`, with `--set {to_dashes(name)}={kind.low}`")
            break
    if not game.policies:
        ways.append("write a `policy`, by which some games are played then")
    return f"to see the end: {'; '.join(ways)}"


def _play(
    engine: Engine, loops: dict[int, OpenLoop], seed: int, most: int, go_on: Callable[[], bool],
    bots: Bots,
) -> int:  # fmt: skip
    """A game of so many decisions; the node at which it was left."""
    stream, chances = Stream(seed, "moves", 0), Chances(seed)
    nodes, s, at = engine.machine.nodes, engine.fresh(), engine.machine.entry
    engine.compiler.fuel.renew()
    while not isinstance(node := nodes[at], p.End):
        block = engine.blocks[at]
        if block is not None:
            end = next(k for k, one in enumerate(nodes[at:], at) if one.exits or one.stops)
            at = block(s)
            if end in loops:
                _ask(s, loops[end])  # to ask changes nothing: the state is as it was then
        elif isinstance(node, p.Chance):
            outcome, chances = chances.resolve(engine, s, at)
            at = engine.happen(s, at, outcome)
        else:
            assert isinstance(node, p.Choose)
            legal = engine.legal(s, at)
            if legal.parts:
                if most <= 0 or not go_on():
                    break
                most -= 1
                by_policy = bots.manners.others != RANDOM
                move = bots.choose(s, at, legal) if by_policy else pick_move(legal, stream)
                at = engine.choose(s, at, move)
                engine.compiler.fuel.renew()
            elif node.otherwise is not None:
                at = node.otherwise
            else:
                break
    return at


def _ask(s: Slots, loop: OpenLoop) -> None:
    """Whether a loop is over, and what is missing."""
    loop.asked += 1
    loop.held += bool(loop.holds(s))
    for number, (gap, missing, bound) in enumerate(loop.gaps):
        lacks = missing(s)
        if number not in loop.nearest or lacks < loop.nearest[number][0]:
            says = f"{gap.words} always lacked {lacks} or more"
            if bound is not None:
                asked = bound(s)
                came = asked - lacks if gap.rises else asked + lacks
                says = f"{gap.words} came no nearer to {asked} than {came}"
            loop.nearest[number] = lacks, says


# ---------------------------------------------------------------------- what a loop asks


def _find_loops(game: g.Game, engine: Engine) -> Iterator[tuple[int, OpenLoop]]:
    """The loops that ask before each round whether they are over, by the node that asks."""
    machine, compiled = engine.machine, engine.compiler.value
    conditions = _list_conditions(game)
    before: dict[int, list[int]] = {}
    for at, node in enumerate(machine.nodes):
        goes_on = not node.stops and not node.exits
        for to in (at + 1,) if goes_on else node.list_exits():
            before.setdefault(to, []).append(at)
    for at, node in enumerate(machine.nodes):
        if isinstance(node, p.Branch) and node.span in conditions:
            gaps = [
                (gap, compiled(gap.missing), compiled(gap.bound) if gap.bound is not None else None)
                for gap in _find_gaps(node.test, conditions[node.span])
            ]
            inside = _nodes_inside(at, before)
            yield at, OpenLoop(node.span, inside, compiled(node.test), gaps)


def _nodes_inside(head: int, before: dict[int, list[int]]) -> frozenset[int]:
    """The nodes from which the head of a loop is come to again without passing it."""
    found, waiting = {head}, [at for at in before.get(head, []) if at > head]
    while waiting:
        at = waiting.pop()
        if at not in found:
            found.add(at)
            waiting += before.get(at, [])
    return frozenset(found)


def _find_gaps(test: p.Expr, value: g.Value | None) -> Iterator[Gap]:
    """The comparisons of numbers on which a condition rests; `value` is the same as written."""
    match test:
        case p.Op("or" | "and" as name, (one, other)):
            parts = value.args if isinstance(value, g.Op) and value.name == name else (None, None)
            yield from _find_gaps(one, parts[0])
            yield from _find_gaps(other, parts[1])
        case p.Op(name, (left, right)) if name in COMPARED:
            yield _gap_of(name, left, right, value)
        case p.Comprehension("any", slot, over, mask, p.Op(name, (left, right)), None) | (
            p.Comprehension("every", slot, over, mask, None, p.Op(name, (left, right)))
        ) if name in COMPARED:
            said = (value.where or value.value) if isinstance(value, g.Phrase) else None
            gap = _gap_of(name, left, right, said)
            kind = "lowest" if test.kind == "any" else "highest"
            missing = p.Comprehension(kind, slot, over, mask, None, gap.missing)
            differs = p.Get(slot) in walk(right)
            yield attrs.evolve(gap, missing=missing, bound=None if differs else gap.bound)


def _gap_of(name: str, left: p.Expr, right: p.Expr, value: g.Value | None) -> Gap:
    words = "what is compared"
    if isinstance(value, g.Op) and value.name == name:
        words = f"`{value.args[0].span.words}`"
    rises, above = COMPARED[name]
    bound = p.Op("plus", (right, p.Const(above))) if above else right
    missing = p.Op("minus", (bound, left) if rises else (left, bound))
    return Gap(words, missing, bound, rises)
