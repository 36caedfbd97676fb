"""The moves of an example: an action that the rules know, with values that it can have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.types import NumberT, Type, bare, element
from hoyle.dsl.checked.values import shown, typed
from hoyle.dsl.nearest import listed
from hoyle.dsl.node import walk
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e

Actions = dict[str, list[g.Action]]

# Refusals that the language writes itself; see interpreter/play/choices.py and trial/moment.py.
OWN_WORDS = re.compile(
    r"not between |no amount is possible|that is not among |that is not possible here"
    r"|it is asked that |the game is over|it is not \w+'s turn|nothing called "
)


def ask(
    ctx: CheckContext, scope: Scope, line: d.ExampleMove, seat: int, actions: Actions
) -> x.Line | None:
    """A move that is made, or that may or may not be."""
    moves = []
    for tree in line.moves:
        found = _move(ctx, scope, tree, line.kind, actions)
        if found is None:
            return None
        moves.append(found)
    sentence = None
    if line.sentence is not None:
        sentence = line.sentence.plain
        _known_sentence(ctx, line.sentence, moves[0])
    return x.Ask(line.kind, seat, tuple(moves), sentence, line.span)


def actions_of(body: tuple[g.Step, ...]) -> Iterator[g.Action]:
    """All actions in a block and the blocks inside it, in the order of the text."""
    return (node for node in walk(body) if isinstance(node, g.Action))


def all_actions(game: g.Game) -> Actions:
    """Every action of the game by its name."""
    found: Actions = {}
    for phase in game.phases.values():
        for action in actions_of(phase.body):
            found.setdefault(action.name, []).append(action)
    return found


def _move(
    ctx: CheckContext, scope: Scope, tree: d.MoveText, kind: str, known: Actions
) -> x.Move | None:
    """An action and its values, read as each action of that name reads them."""
    if tree.action not in known:
        span = Span(tree.span.source, tree.span.start, tree.span.start + len(tree.action))
        ctx.misnamed(
            "E02", f"there is no action called `{tree.action}`", span, tree.action, known,
            "what can be chosen",
        )  # fmt: skip
        return None
    report, readings = ctx.report, []
    first: Report | None = None
    for action in known[tree.action]:
        ctx.report = Report()
        values = _values_of(ctx, scope, tree, action, kind)
        if ctx.report.failed:
            first = first or ctx.report
        elif values is not None:
            readings.append(x.Reading(action, values))
    ctx.report = report
    if not readings and first is not None:
        for told in first.problems:
            ctx.error(
                told.code, told.title, told.span, label=told.label, help=told.help, also=told.also
            )
        return None
    return x.Move(tree.action, tuple(readings), tree.span)


def _values_of(
    ctx: CheckContext, scope: Scope, tree: d.MoveText, action: g.Action, kind: str
) -> tuple[g.Value | x.AnyOf, ...] | None:
    wanted = len(action.params)
    if len(tree.values) != wanted:
        names = ", ".join(param.var.name for param in action.params)
        ctx.error(
            "E02", f"`{action.name}` is said with {names or 'nothing more'}, here with "
            f"{len(tree.values)} value{'s' * (len(tree.values) != 1)}", tree.span,
        )  # fmt: skip
        return None
    found: list[g.Value | x.AnyOf] = []
    for text, param in zip(tree.values, action.params, strict=True):
        several = _any_of(ctx, scope, text, param.var.type)
        if several is not None and kind == "plays":
            ctx.error("E02", f"one move is made, and `{shown(text)}` is several", text.span)
        found.append(
            several if several is not None
            else typed(ctx, scope, text, param.var.type, str(param.var.type))
        )  # fmt: skip
    return tuple(found)


def _any_of(ctx: CheckContext, scope: Scope, text: e.Expr, kind: Type) -> x.AnyOf | None:
    """A range, or a list where one thing is wanted: any of them is meant."""
    if isinstance(text, e.Between):
        low = typed(ctx, scope, text.low, NumberT(), "a number")
        high = typed(ctx, scope, text.high, NumberT(), "a number")
        if not isinstance(bare(kind), NumberT):
            ctx.error("T01", f"{kind} is wanted here, not a range", text.span)
        return x.AnyOf((g.Op("between", (low, high), kind, text.span),))
    if isinstance(text, e.Listing) and element(bare(kind)) is None:
        return x.AnyOf(tuple(typed(ctx, scope, item, kind, str(kind)) for item in text.items))
    return None


def _known_sentence(ctx: CheckContext, sentence: e.Sentence, move: x.Move) -> None:
    wanted = sentence.plain
    if OWN_WORDS.match(wanted):
        return
    rules = [must.plain for reading in move.readings for must in reading.action.musts]
    for rule in rules:
        pattern = ".*".join(re.escape(part) for part in re.split(r"\{[^}]*\}", rule))
        if re.fullmatch(pattern, wanted) or rule == wanted:
            return
    help_ = (f"`{move.action}` is refused with: {listed(rules)}",) if rules else ()
    ctx.error("E06", f"no rule says `{wanted}`", sentence.span, help=help_)
