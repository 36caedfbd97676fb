"""Variants applied to the tree of a game, before anything is checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import attrs

from hoyle.dsl.node import select_kind, walk
from hoyle.dsl.report import Problem, Report
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import statements as s
from hoyle.dsl.variants.columns import add_column
from hoyle.dsl.variants.conflicts import Layer
from hoyle.dsl.variants.declaration_edits import (
    add_declaration,
    remove,
    remove_law,
    replace_declaration,
    set_option,
)
from hoyle.dsl.variants.parts import add_parts, replace_parts
from hoyle.dsl.variants.patch_context import PatchContext
from hoyle.dsl.variants.policies import add_advice, replace_advice

Edit = Callable[[PatchContext, d.Delta], None]
# What each verb does; some of what it may be about is done otherwise.
VERBS: dict[str, Edit] = {
    "set": set_option, "default": set_option, "add": add_parts, "replace": replace_parts,
    "remove": remove,
}  # fmt: skip
EDITS: dict[tuple[str, str], Edit] = {
    ("add", "declaration"): add_declaration,
    ("replace", "declaration"): replace_declaration,
    ("remove", "law"): remove_law,
    ("add", "column"): add_column,
    ("add", "advice"): add_advice,
    ("replace", "advice"): replace_advice,
}

LACKING = ("P03", "P04", "P05")  # what is told of a rank, a suit or a card that the pack has not


@attrs.frozen(eq=False)
class Applied:
    """A game with variants laid on it, and the libraries that it uses as the variants left them."""

    file: d.File
    libraries: dict[str, d.File]
    removed: dict[str, Span]  # the names that are taken away, each with the place where it is said


def apply(
    base: d.File, libraries: dict[str, d.File], layers: Sequence[Layer], title: str, report: Report
) -> Applied:
    """The game under the variants, in their order; what cannot be done is told in the report.

    Laws of the base go on holding; its examples were written without the variants and are left
    out. The last variant's examples stand in the game where it stands on all the others. Its
    policies say nothing any more of what can no longer be chosen. Variants that are not laid on it
    stay, so that messages can name them.
    """
    laid = {layer.variant.name for layer in layers}
    kept: list[d.Declaration] = [
        line for line in base.declarations
        if not (isinstance(line, d.Example) or (isinstance(line, d.Variant) and line.name in laid))
    ]  # fmt: skip
    trees = {name: list(file.declarations) for name, file in libraries.items()}
    context = PatchContext(kept, trees, report, layers[0])
    for layer in layers:
        context.layer = layer
        for delta in layer.variant.deltas:
            if isinstance(delta, d.Delta):
                EDITS.get((delta.verb, delta.what), VERBS[delta.verb])(context, delta)
            elif not isinstance(delta, d.Example):
                context.game.append(delta)
    last, others = layers[-1], {layer.variant.name for layer in layers[:-1]}
    if others <= last.below:
        context.game += select_kind(last.variant.deltas, d.Example)
    _drop_idle_advice(context, select_kind(kept, d.Policy))
    _report_lost_laws(context, select_kind(base.declarations, d.Law))
    file = attrs.evolve(base, kind="game", title=title, declarations=tuple(context.game))
    changed = {
        name: attrs.evolve(libraries[name], declarations=tuple(lines))
        for name, lines in context.libraries.items()
    }
    gone = [change for change in context.log.changes if change.content is None]
    named = [change for change in gone if len(change.key) == 2 or change.key[0] not in OF_ROWS]
    # what a name stands for, before a part of something that is called so too
    by_length = sorted(named, key=lambda change: len(change.key), reverse=True)
    removed = {change.key[-1]: change.span for change in by_length}
    return Applied(file, changed, removed)


OF_ROWS = ("table", "ranking", "policy")  # of which a row that goes takes no name away


def blame_removals(report: Report, removed: dict[str, Span]) -> None:
    """Tell of a name that is not known that a variant takes it away, and where."""

    def blame(problem: Problem) -> Problem:
        removal = removed.get(problem.span.text)
        if removal is None or problem.code not in ("N01", "V02"):
            return problem
        also = ((removal, "it is taken away here"),)
        help_ = ("what names it goes with it, or is replaced",)
        return attrs.evolve(problem, label="", help=help_, also=also)

    report.problems[:] = map(blame, report.problems)


def blame_packs(report: Report, layers: Sequence[Layer], file: d.File) -> None:
    """Tell of a card that the pack has not where a variant has another pack, and of its row."""
    packs = [
        (layer.variant, delta)
        for layer in layers for delta in layer.variant.deltas
        if isinstance(delta, d.Delta) and any(isinstance(part, d.Pack) for part in delta.content)
    ]  # fmt: skip
    if not packs:
        return
    variant, delta = packs[-1]

    def blame(problem: Problem) -> Problem:
        span = problem.span
        lost = problem.code == "N01" and _stands_in_pack(span)
        if not (lost or problem.code in LACKING) or span.is_inside(variant.span):
            return problem
        line = delta.span.source.whole_line(delta.span.line)
        if lost:  # no other word was meant
            gone = ((line, "the pack is another one here, and has no such card"),)
            again = (line for line in problem.help if line.startswith("the same on "))
            help_ = ("what asks for it is replaced too", *again)
            return attrs.evolve(problem, label="", help=help_, also=gone)
        also = (*problem.also, (line, "the pack is another one here"))
        rows = (
            f'where it needs no such row it says so:  remove {table.name}."{span.text}"'
            for table in select_kind(file.declarations, d.Table) for row in table.rows
            if span.is_inside(row.cells[0].span) and span.text == row.cells[0].span.text
        )  # fmt: skip
        return attrs.evolve(problem, also=also, help=(*problem.help, *rows))

    report.problems[:] = map(blame, report.problems)


def _stands_in_pack(span: Span) -> bool:
    """Whether a word stands in the pack of its own text."""
    pack = re.search(r"(?m)^pack\b.*(?:\n(?: .*)?)*", span.source.text)
    return pack is not None and re.search(rf"\b{re.escape(span.text)}\b", pack[0]) is not None


def _drop_idle_advice(context: PatchContext, policies: list[d.Policy]) -> None:
    """Take out of policies the rows of others whose action the variants have taken away."""
    mine = context.layer.variant.span
    for policy in policies:
        rows = tuple(
            row for row in policy.rows if row.span.is_inside(mine) or _is_there(context, row.path)
        )
        if rows != policy.rows and any(tree is policy for tree in context.game):
            context.replace(policy, *([attrs.evolve(policy, rows=rows)] if rows else []))


def _report_lost_laws(context: PatchContext, laws: list[d.Law]) -> None:
    """V02: laws of the base at what the variants have taken away; they are taken out here."""
    for law in laws:
        place = law.place
        if (
            place is None
            or _is_there(context, place)
            or all(tree is not law for tree in context.game)
        ):
            continue
        removal = context.log.find_removal_of(place.parts)
        if removal is None or removal.span.source is law.span.source:
            continue
        word = f"{'always' if law.always else 'never'} {law.title.span.text}"
        context.report.add(
            "V02",
            f"`{'.'.join(place.parts)}` is taken away, and a law of `{context.base}` is at it",
            removal.span, also=((place.span, "the law is here"),),
            help=(f"where it shall not hold here, write also:  remove {word}",),
        )  # fmt: skip
        context.replace(law)


def _is_there(context: PatchContext, path: d.Path) -> bool:
    """Whether the phase of a path is there, and in it the action if it names one."""
    phases = tuple(tree for tree in context.find_all(d.Phase) if tree.name == path.parts[0])
    lost = set(path.parts[1:])
    for node in walk(phases) if lost else ():
        if isinstance(node, s.Action) and node.name in lost:
            lost.remove(node.name)
            if not lost:
                break
    return bool(phases) and not lost
