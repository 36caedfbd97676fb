"""Lines that differ by their words only: a table of templates says how each is written."""

from __future__ import annotations

import re
from functools import cache

from hoyle.dsl.format.expressions import render, render_index, render_params, render_type
from hoyle.dsl.format.line_breaking import Doc
from hoyle.dsl.node import Node
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import statements as s
from hoyle.dsl.tree.expressions import Expr, Sentence

# `{field}` is what a field holds; what stands in `[…]` is left out where its field holds nothing.
TEMPLATES: dict[type[Node], str] = {
    s.Assign: "{place} {op} {value}",
    s.Run: "{phase}",
    s.Move: "move {what}[ from {source}] to {to}[ face {facing}][ at the bottom{bottom}]"
            "[ turned over{turned}]",
    s.Swap: "swap {one} and {other}",
    s.Shuffle: "shuffle {pile}",
    s.Gather: "gather into {pile}",
    s.Pay: "pay {amount} from {giver} to {taker}",
    s.New: "new {name} in {place}[ after {after}]",
    s.Say: "say {sentence}",
    s.EndsWhen: "ends when {test}",
    s.Stop: "stop",
    s.Win: "win {who}",
    s.Must: "must {test}[, if able{if_able}]",
    s.Binding: "{name} in {over}",
    d.Use: "use {library}",
    d.TypeName: "type {name} = {type}",
    d.SideCount: "sides {count}, in turn",
    d.Payoff: "payoff of {name} = {value}",
    d.Expected: "{name}{params}{index}: {type}[ = {default}]",
    d.Option: "{name}: {type} = {default}",
    d.Need: "needs {test}",
    d.PackAnother: "another suit {suit}",
    d.PackRemove: "remove {cards}[ if {test}]",
    d.PackCopies: "copies {copies}",
    d.Zone: "{name}{index}: {type}[, face {face}][, seen by {seen_by}][, at most {capacity}]"
            "[, starts with the pack{starts}]",
    d.Register: "{name}{index}: {type}[ = {default}][, seen by {seen_by}]",
    d.Define: "define {name}{params}[: {type}] =",
    d.Conditions: "conditions {name}{params}",
    d.Ranking: "ranking {name}{params}, best first",
    d.ExampleSet: "set {name} = {value}",
    d.ExampleGiven: "given {place} = {value}",
    d.ExampleExpect: "expect {test}",
}  # fmt: skip
PIECE = re.compile(
    r"\[(?P<before>[^{\]]*)\{(?P<option>\w+)\}\]|\{(?P<field>\w+)\}|(?P<text>[^{\[]+)"
)


@cache
def _split(template: str) -> tuple[tuple[str, str, bool], ...]:
    """The pieces of a template: a text, the field after it, whether they may be left out."""
    return tuple(
        (found["before"] or found["text"] or "", found["option"] or found["field"] or "",
         found["option"] is not None)
        for found in PIECE.finditer(template)
    )  # fmt: skip


def fill_template(node: Node) -> Doc:
    """The line, or the beginning of one, that is written for a node."""
    docs: list[Doc] = []
    for text, name, optional in _split(TEMPLATES[type(node)]):
        value = getattr(node, name) if name else ""
        if not optional or (value is not None and value is not False):
            docs += (text, _render_value(value))
    return tuple(docs)


def _render_value(value: object) -> Doc:
    """What a field holds: a value, a type, a sentence, parameters, an index, or a word."""
    if isinstance(value, Expr):
        return render(value)
    match value:
        case d.TypeNamed() | d.TypeValue() | d.TypeList() | d.TypeOr():
            return render_type(value)
        case Sentence():
            return f'"{value.plain}"'
        case tuple():
            params = tuple(part for part in value if isinstance(part, d.Param))
            return render_params(params) if params else render_index(value)
        case bool():
            return ""
    return str(value)
