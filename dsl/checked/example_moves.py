"""The moves of examples: an action, and its values as each action of that name reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import attrs

from hoyle.dsl.checked import example_lines as x
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.expressions import check_typed
from hoyle.dsl.checked.written_names import list_pack_names
from hoyle.dsl.nearest import listed
from hoyle.dsl.report import Problem, Report
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e

Actions = Mapping[str, Sequence[g.Action]]  # by their names

# Refusals that the language writes itself: runtime/choices.py and testing/examples.py.
OWN_WORDS = re.compile(
    r"not between |only -?\d+ is possible|no amount is possible|that is not possible here"
    r"|.* is not one of those to choose from|.* lies in |you do not hold "
    r"|.* cards? (is|are) wanted, not |only .+ can be chosen$"
    r"|there are no such cards to choose from"
    r"|it is asked that |the game is over|\w+ has ended|it is not \w+'s turn|nothing called "
)


def check_moves(
    scope: Scope, line: d.ExampleMove, seat: int, actions: Actions
) -> g.ExampleLine | None:
    """A move that is made, or that may or may not be."""
    moves = []
    for tree in line.moves:
        found = _check_move(scope, tree, line.kind, actions)
        if found is None:
            return None
        moves.append(found)
    sentence = None
    if line.sentence is not None:
        sentence = line.sentence.plain
        _check_sentence(scope.ctx, line.sentence, moves[0])
    return x.Ask(line.kind, seat, tuple(moves), sentence, span=line.span)


def _check_move(scope: Scope, tree: d.MoveText, kind: str, actions: Actions) -> x.Move | None:
    """An action and its values, read as each action of that name reads them."""
    lead = tree.values[0] if tree.values else None
    if tree.action not in actions and isinstance(lead, e.Name) and lead.name in actions:
        title = f"`{tree.action}` is no action here, and `{lead.name}` is one"
        span = Span(tree.span.source, tree.span.start, lead.span.end)
        scope.ctx.add_repeated("E02", title, span, f"write `{lead.name}`")
        return None
    if tree.action not in actions:
        span, title = tree.span.find_word(tree.action), f"there is no action called `{tree.action}`"
        known = "what can be chosen"
        scope.ctx.add_unknown("E02", title, span, tree.action, actions, known)
        return None
    report, readings = scope.ctx.report, []
    first: Report | None = None
    for action in actions[tree.action]:
        scope.ctx.report = Report()
        values = _check_values(scope, tree, action, kind)
        if scope.ctx.report.failed:
            first = first or scope.ctx.report
        elif values is not None:
            readings.append(x.Reading(action, values))
    scope.ctx.report = report
    if not readings and first is not None:
        report.take(_tell_taker(scope, tree, first, actions))
        return None
    return x.Move(tree.action, tuple(readings), tree.span)


def _tell_taker(
    scope: Scope, tree: d.MoveText, told: Report, actions: Actions
) -> Iterator[Problem]:
    """What is wrong with a move, and which other action takes its values, if only one does."""
    said = [value.words for value in tree.values]
    if said and (joined := "_".join((tree.action, *said))) in actions:
        title = f"there is no action called `{' '.join((tree.action, *said))}`"
        yield Problem("E02", title, tree.span, label=f"did you mean `{joined}`?")
        return
    takers, report, help_ = set[str](), scope.ctx.report, tuple[str, ...]()
    if any(problem.code == "T01" for problem in told.problems):
        for action in chain(*actions.values()):
            scope.ctx.report = Report()
            if _check_values(scope, tree, action, "plays") and not scope.ctx.report.failed:
                takers.add(action.name)
        scope.ctx.report = report
    if len(takers) == 1:
        [name] = takers
        values = " ".join(value.words for value in tree.values)
        help_ = (f"the action `{name}` takes this: `{name} {values}`",)
    for problem in told.problems:
        yield attrs.evolve(problem, help=(*problem.help, *help_))


def _check_values(
    scope: Scope, tree: d.MoveText, action: g.Action, kind: str
) -> tuple[g.Value | x.AnyOf, ...] | None:
    kinds = [t.bare(param.var.type) for param in action.params]
    values = _join_set(scope.game, _drop_to(tree, kinds), kinds)
    if len(values) != len(action.params):
        names = ", ".join(param.var.name for param in action.params)
        said = [value.words for value in tree.values]
        records = (of.name.lower() for of in kinds if isinstance(of, t.RecordT))
        apart = re.search(rf"(?<= )({'|'.join(records) or '(?!)'})[- ]([1-9]\d*)\b", tree.span.text)
        if apart is not None:
            word = f"a record is one word here: `{apart[1]}_{apart[2]}`"
            start = tree.span.start
            at = Span(tree.span.source, start + apart.start(), start + apart.end())
            scope.ctx.error("E02", f"`{apart[0]}` is no value", at, label=word)
            return None
        scope.ctx.error(
            "E02", f"`{action.name}` is said with {names or 'nothing more'}, here with "
            f"{len(values)} value{'s' * (len(values) != 1)}", tree.span,
            help=("commas stand between the moves of `may only:`",) * (action.name in said),
        )  # fmt: skip
        return None
    found: list[g.Value | x.AnyOf] = []
    for text, param in zip(values, action.params, strict=True):
        record = _find_record(scope, text, param.var.type)
        if record is not None:
            found.append(record)
            continue
        if isinstance(param.var.type, t.PlanT) and isinstance(text, e.Listing):
            text = e.Layout((text,), span=text.span)
        several = _check_any_of(scope, text, param.var.type)
        if several is not None and kind == "plays":
            scope.ctx.error("E02", f"one move is made, and `{text.words}` is several", text.span)
        found.append(
            several if several is not None
            else check_typed(scope, text, param.var.type, str(param.var.type))
        )  # fmt: skip
    return tuple(found)


def _find_record(scope: Scope, text: e.Expr, kind: t.Type) -> g.Const | None:
    """A record by its number, as moves name it: `box_2`."""
    of = t.bare(kind)
    if not isinstance(of, t.RecordT) or not isinstance(text, e.Name):
        return None
    named = _read_record(of, text.name)
    if named is None:
        says = f"`{text.words}` is no {of.name.lower()}"
        help_ = (f"records have numbers in the order of their lists: `{of.name.lower()}_1`",)
        scope.ctx.error("E02", says, text.span, help=help_)
    return g.Const(int(named[1]) - 1 if named is not None else 0, of, text.span)


def _read_record(of: t.RecordT, name: str) -> re.Match[str] | None:
    """The number in the name of a record, `box_2`; None in any other."""
    return re.fullmatch(rf"{of.name.lower()}_([1-9][0-9]{{0,3}})", name)


def _drop_to(tree: d.MoveText, kinds: Sequence[t.Type]) -> d.MoveText:
    """A move without the `to` before a record, as transcripts tell it: `add 7♠ to box_2`."""
    names = [value.name if isinstance(value, e.Name) else "" for value in tree.values]
    of = [kind for kind in kinds if isinstance(kind, t.RecordT)]
    named = {k for k, name in enumerate(names) if any(_read_record(kind, name) for kind in of)}
    kept = tuple(
        value for k, value in enumerate(tree.values) if names[k] != "to" or k + 1 not in named
    )
    return attrs.evolve(tree, values=kept)


def _join_set(game: g.Game, tree: d.MoveText, kinds: Sequence[t.Type]) -> Sequence[e.Expr]:
    """The values of a move: where one of them is a set, it needs no brackets, as in play."""
    sets = [k for k, kind in enumerate(kinds) if isinstance(kind, t.SetT)]
    size = len(tree.values) - len(kinds) + 1
    if len(sets) != 1 or size < 1:
        return tree.values
    first, last = sets[0], sets[0] + size
    members = tree.values[first:last]
    if not all(_is_of_pack(game, member) for member in members):
        return tree.values
    span = Span(tree.span.source, members[0].span.start, members[-1].span.end)
    return (*tree.values[:first], e.Listing(tuple(members), span=span), *tree.values[last:])


def _is_of_pack(game: g.Game, tree: e.Expr) -> bool:
    """Whether a value is written as a card, rank or suit of the pack."""
    if isinstance(tree, e.Name):
        return tree.name in list_pack_names(game)
    return isinstance(tree, e.CardWord | e.RankWord | e.SuitWord | e.CardOf | e.Apply | e.Marked)


def _check_any_of(scope: Scope, text: e.Expr, kind: t.Type) -> x.AnyOf | None:
    """A range, or a list where one thing is wanted: any of them is meant."""
    if isinstance(text, e.Between):
        low = check_typed(scope, text.low, t.NumberT(), "a number")
        high = check_typed(scope, text.high, t.NumberT(), "a number")
        if kind != t.UNKNOWN and not t.is_number(kind):
            scope.ctx.error("T01", f"{kind} is wanted here, not a range", text.span)
        return x.AnyOf((g.Op("between", (low, high), kind, text.span),))
    if isinstance(text, e.Listing) and t.element(t.bare(kind)) is None:
        return x.AnyOf(tuple(check_typed(scope, item, kind, str(kind)) for item in text.items))
    return None


def _check_sentence(ctx: CheckContext, sentence: e.Sentence, move: x.Move) -> None:
    wanted = sentence.plain
    if OWN_WORDS.match(wanted):
        return
    actions = [reading.action for reading in move.readings]
    rules = [param.plain for action in actions for param in action.params if param.plain]
    rules += [must.plain for action in actions for must in action.musts]
    if any(can_become(rule, wanted) for rule in rules):
        return
    shown = (f"`{move.action}` is refused with: {listed(rules)}",) if rules else ()
    help_ = (*shown, "leave out the sentence where the refusal has none of its own")
    if not any(action.musts for action in actions):
        help_ += (f"or is a condition missing below `{move.action}`?  must … {sentence.words}",)
    title = f"`{move.action}` is never refused with `{wanted}`"
    ctx.error("E06", title, sentence.span, help=help_)


def can_become(sentence: str, text: str) -> bool:
    """Whether a sentence with braces may be told with these words."""
    pattern = ".*".join(re.escape(part) for part in re.split(r"\{[^}]*\}", sentence))
    return sentence == text or re.fullmatch(pattern, text) is not None
