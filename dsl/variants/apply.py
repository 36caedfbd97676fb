"""Variants applied to the tree of a game, before anything is checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from hoyle.dsl.report import Report
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.variants.conflicts import Clashes
from hoyle.dsl.variants.declaration_edits import (
    add_declaration,
    add_fields,
    remove,
    remove_law,
    replace_declaration,
    replace_fields,
    set_option,
)
from hoyle.dsl.variants.patch_context import Layer, PatchContext
from hoyle.dsl.variants.row_edits import add_column, add_rows, replace_rows
from hoyle.dsl.variants.step_edits import (
    add_actions,
    add_conditions,
    add_steps,
    replace_actions,
    replace_conditions,
    replace_steps,
)

Change = Callable[[PatchContext, d.Delta], None]
CHANGES: dict[tuple[str, str], Change] = {
    ("set", "option"): set_option,
    ("default", "option"): set_option,
    ("add", "declaration"): add_declaration,
    ("replace", "declaration"): replace_declaration,
    ("remove", ""): remove,
    ("remove", "law"): remove_law,
    ("add", "row"): add_rows,
    ("replace", "row"): replace_rows,
    ("add", "column"): add_column,
    ("add", "action"): add_actions,
    ("replace", "action"): replace_actions,
    ("add", "condition"): add_conditions,
    ("replace", "condition"): replace_conditions,
    ("add", "step"): add_steps,
    ("replace", "step"): replace_steps,
    ("add", "field"): add_fields,
    ("replace", "field"): replace_fields,
}


@attrs.frozen(eq=False)
class Applied:
    """A game with variants laid on it, and the libraries that it uses as the variants left them."""

    file: d.File
    libraries: dict[str, d.File]


def apply(
    base: d.File, libraries: dict[str, d.File], layers: Sequence[Layer], title: str, report: Report
) -> Applied:
    """The game under the variants, in their order; what cannot be done is told in the report.

    Laws of the base go on holding; its examples were written without the variants and are left
    out. The last variant's examples stand in the game where it stands on all the others.
    """
    kept: list[d.Declaration] = [
        line for line in base.declarations if not isinstance(line, d.Example | d.Variant)
    ]
    bench = PatchContext(
        kept, {name: list(file.declarations) for name, file in libraries.items()},
        "", report, Clashes(), layers[0],
    )  # fmt: skip
    for layer in layers:
        bench.layer, bench.base = layer, layer.variant.base
        for delta in layer.variant.deltas:
            if isinstance(delta, d.Delta):
                CHANGES[delta.verb, delta.what](bench, delta)
            elif isinstance(delta, d.Law):
                bench.game.append(delta)
    last, others = layers[-1], {layer.variant.name for layer in layers[:-1]}
    if others <= last.below:
        bench.game += [line for line in last.variant.deltas if isinstance(line, d.Example)]
    file = attrs.evolve(base, kind="game", title=title, declarations=tuple(bench.game))
    changed = {
        name: attrs.evolve(libraries[name], declarations=tuple(lines))
        for name, lines in bench.libraries.items()
    }
    return Applied(file, changed)
