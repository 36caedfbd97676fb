"""Whole declarations, options and laws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from hoyle.dsl.node import children, map_children, select_kind, walk
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree.expressions import Expr, TreeNode
from hoyle.dsl.variants.parts import remove_part, tell_kind
from hoyle.dsl.variants.patch_context import PatchContext, own_name, part_span
from hoyle.dsl.variants.policies import remove_advice

# What messages call each kind: those that have names, and those that hold lines with names of their
# own; those that a game has once are called by their word.
NAMED: dict[type[TreeNode], str] = {
    d.Define: "define", d.Conditions: "conditions", d.Table: "table", d.Ranking: "ranking",
    d.Phase: "phase", d.Policy: "policy", d.Order: "order", d.Record: "record", d.TypeName: "type",
}  # fmt: skip
LISTS: dict[type[TreeNode], str] = {d.Options: "option", d.Zones: "zone", d.State: "register"}
WORDS: dict[type[TreeNode], str] = {**d.ONCE, **NAMED, **LISTS, d.Use: "library"}

Line = d.Option | d.Need | d.Zone | d.Register


def make_key(tree: d.Declaration) -> tuple[str, ...]:
    """What a declaration is to the search for clashes, and what it is called in messages."""
    if isinstance(tree, d.Law):
        return ("law", "always" if tree.always else "never", tree.title.span.text)
    name = "" if type(tree) in d.ONCE else own_name(tree)
    return (WORDS[type(tree)], name) if name else (WORDS[type(tree)],)


def _list_lines(tree: TreeNode) -> tuple[Line, ...]:
    """The lines of options, zones or state; none of anything else."""
    inside = children(tree) if type(tree) in LISTS else ()
    return tuple(line for line in inside if isinstance(line, Line))


def _find_lines(
    context: PatchContext, kind: type[TreeNode]
) -> Iterator[tuple[d.Declaration, Line]]:
    """The lines of all declarations of a kind, each with its declaration."""
    for tree in context.find_all(kind):
        assert isinstance(tree, d.Declaration)
        for line in _list_lines(tree):
            yield tree, line


def _name_line(line: Line) -> str:
    return line.sentence.plain if isinstance(line, d.Need) else line.name


def _replace_line(context: PatchContext, tree: d.Declaration, old: Line, *new: Line) -> None:
    """Put lines in the place of one; a declaration that is left without lines goes as well."""
    if new or len(_list_lines(tree)) > 1:
        context.replace_inside(tree, old, new)
    else:
        context.replace(tree)


# ---------------------------------------------------------------------- options


def set_option(context: PatchContext, delta: d.Delta) -> None:
    """`set` and `default`."""
    (value,) = delta.content
    assert delta.path is not None and isinstance(value, Expr)
    name = delta.path.parts[0]
    options = [
        (tree, line) for tree, line in _find_lines(context, d.Options) if isinstance(line, d.Option)
    ]
    found = next((each for each in options if each[1].name == name), None)
    if found is None:
        if (other := list_added_options(context.game).get(name)) is not None:
            title = f"`{context.base}` has no option `{name}`"
            label = f"only the variant `{other}` has it"
            help_ = f"a variant of that one can set it:  variant … of {other}"
            context.report.add("V02", title, delta.path.span, label=label, help=(help_,))
            return
        names = [option.name for _, option in options]
        context.report_unknown(delta.path.span, f"option `{name}`", name, names, "its options are")
        return
    tree, option = found
    if not context.note_change(("option", name, delta.verb), delta.span, value):
        return
    fixed = delta.span if delta.verb == "set" else None
    if option.default == value and (option.fixed is not None) == (fixed is not None):
        context.report_same(value.span, f"`{name}` is {value.span.text} already")
    elif option.fixed is not None and fixed is None:
        context.report.add(
            "V03", f"`{name}` is fixed, so its default changes nothing", delta.span,
            also=((option.fixed, "it is fixed here"),), help=(f"write `set {name} = …`",),
        )  # fmt: skip
    else:
        _replace_line(context, tree, option, attrs.evolve(option, default=value, fixed=fixed))


def list_added_options(declarations: Iterable[d.Declaration]) -> dict[str, str]:
    """The options that variants add which are declared here, each with the variant's name."""
    return {option.name: variant for variant, option in list_variant_options(declarations)}


def list_variant_options(declarations: Iterable[d.Declaration]) -> list[tuple[str, d.Option]]:
    """The options that variants have with lines of their own, each behind the variant's name."""
    return [
        (variant.name, option)
        for variant in select_kind(declarations, d.Variant)
        for option in walk(variant)
        if isinstance(option, d.Option)
    ]


def list_added_names(declarations: Iterable[d.Declaration]) -> dict[str, str]:
    """What variants add that are declared here, by its name, each with the variant's."""
    kinds = (*NAMED, d.Option, d.Zone, d.Register)
    return {
        own_name(node): variant.name
        for variant in select_kind(declarations, d.Variant)
        for node in walk(variant)
        if isinstance(node, kinds)
    }


# ---------------------------------------------------------------------- declarations


def add_declaration(context: PatchContext, delta: d.Delta) -> None:
    """`add define …`; what is there already is found by the checks of the whole game."""
    (tree,) = delta.content
    assert isinstance(tree, d.Declaration)
    kind = type(tree)
    word = WORDS[kind]
    old: TreeNode | None = next(context.find_all(kind), None) if kind in d.ONCE else None
    if old is not None:
        says = f"`{context.base}` has `{word}` already"
        return context.report_present(delta.span, says, old.span)
    if kind in LISTS:
        return _add_lines(context, tree)
    if not context.note_change(make_key(tree), delta.span, tree):
        return
    old = context.find_named(kind, own_name(tree)) if kind in NAMED else None
    if old is not None:
        span = getattr(tree, "name_span", delta.span)
        says = f"`{context.base}` has a {word} `{own_name(tree)}` already"
        return context.report_present(span, says, old.span)
    context.game.append(tree)


def _add_lines(context: PatchContext, tree: d.Declaration) -> None:
    """The options, zones or registers that no other variant has put in with the same words."""
    kind, phase = type(tree), getattr(tree, "phase", None)
    lines = [line for line in _list_lines(tree) if not isinstance(line, d.Need)]
    there = [line for _, line in _find_lines(context, kind)]
    agreed: list[TreeNode] = []
    for line in lines:
        old = next((other for other in there if own_name(other) == own_name(line)), None)
        if not context.note_change((WORDS[kind], line.name), line.name_span, (phase, line)):
            agreed.append(line)
        elif old is not None:
            says = f"`{context.base}` has a {WORDS[kind]} `{own_name(line)}` already"
            context.report_present(line.name_span, says, old.span)
            return
    if len(agreed) < len(_list_lines(tree)):
        context.game.append(map_children(tree, lambda part: () if part in agreed else part))


def replace_declaration(context: PatchContext, delta: d.Delta) -> None:
    """`replace phase …` by its name; of options, zones and state each line by its own."""
    (tree,) = delta.content
    assert isinstance(tree, d.Declaration)
    if isinstance(tree, d.Law):
        return _replace_law(context, tree)
    kind = type(tree)
    for line in _list_lines(tree):
        _replace_line_of(context, kind, line)
    if kind in LISTS:
        return
    word, name = WORDS[kind], own_name(tree)
    old = next(context.find_all(kind), None) if kind in d.ONCE else context.find_named(kind, name)
    if old is None and kind in d.ONCE:
        says = f"`{context.base}` has no `{word}`"
        context.report.add("V02", says, delta.span, help=("write `add`",))
    elif old is None:
        names = map(own_name, context.find_all(kind))
        span = getattr(tree, "name_span", delta.span)
        lead = f"each {word} that it has"
        context.report_unknown(span, f"{word} `{name}`", name, names, lead)
    elif context.note_change(make_key(tree), delta.span, tree):
        if old == tree:
            context.report_same(delta.span, f"`{' '.join(make_key(tree))}` is so already")
        context.replace(old, tree)


def _replace_line_of(context: PatchContext, kind: type[TreeNode], line: Line) -> None:
    """One option, zone or register, or the condition between options that has this sentence."""
    is_need = isinstance(line, d.Need)
    word, name = "needs" if is_need else WORDS[kind], _name_line(line)
    span = line.sentence.span if isinstance(line, d.Need) else line.name_span
    there = [each for each in _find_lines(context, kind) if type(each[1]) is type(line)]
    for tree, old in there:
        if _name_line(old) == name:
            if context.note_change((word, name), span, line):
                if old == line:
                    context.report_same(span, f"`{name}` is so already")
                _replace_line(context, tree, old, line)
            return
    names = [_name_line(old) for _, old in there]
    context.report_unknown(span, f"{word} `{name}`", name, names, f"each {word} that it has")


# ---------------------------------------------------------------------- removing


def remove(context: PatchContext, delta: d.Delta) -> None:
    """`remove` and a path: a declaration, a line of a list, or something inside."""
    path = delta.path
    assert path is not None
    first = path.parts[0]
    phase = context.find_named(d.Phase, first)
    if len(path.parts) == 1:
        _remove_declaration(context, path)
    elif context.find_named(d.Table, first) or context.find_named(d.Ranking, first):
        remove_part(context, "row", path)
    elif context.find_named(d.Policy, first):
        remove_advice(context, path)
    elif phase is not None:
        remove_part(context, tell_kind(phase, path), path)
    elif context.find_named(d.Record, first):
        remove_part(context, "field", path)
    elif context.find_named(d.Conditions, first):
        remove_part(context, "condition", path)
    else:
        _report_nothing_called(context, path)


def _remove_declaration(context: PatchContext, path: d.Path) -> None:
    """A declaration, an option, a zone or a register by its name; else a library."""
    name = path.parts[0]
    for kind in NAMED:
        if _remove_named(context, kind, path):
            return
    for kind, word in LISTS.items():
        for owner, line in _find_lines(context, kind):
            if own_name(line) == name:
                if context.note_change((word, name), path.span, None):
                    _replace_line(context, owner, line)
                return
    once = next((kind for kind in d.ONCE if WORDS[kind] == name), None)
    if once is not None:
        _remove_once(context, once, path)
    elif not _remove_named(context, d.Use, path):  # what the game calls so itself is meant first
        _report_nothing_called(context, path)


def _remove_once(context: PatchContext, kind: type[TreeNode], path: d.Path) -> None:
    """`remove payoff`, `remove sides`: what a game says once, and need not say."""
    old, word = next(context.find_all(kind), None), path.parts[0]
    if kind in (d.Players, d.Pack):
        says = f"each game has its `{word}`: it cannot be taken away"
        context.report.add("V02", says, path.span, help=(f"write `replace {word} …`",))
    elif old is None:
        context.report.add("V02", f"`{context.base}` has no `{word}`", path.span)
    elif context.note_change((word,), path.span, None):
        context.replace(old)


def _remove_named(context: PatchContext, kind: type[TreeNode], path: d.Path) -> bool:
    """Whether there is such a declaration, which is taken out."""
    tree = context.find_named(kind, path.parts[0])
    if isinstance(tree, d.Declaration) and context.note_change(make_key(tree), path.span, None):
        context.replace(tree)
    return isinstance(tree, d.Declaration)


def _report_nothing_called(context: PatchContext, path: d.Path) -> None:
    names = [own_name(tree) for kind in NAMED for tree in context.find_all(kind)]
    names += [own_name(line) for kind in LISTS for _, line in _find_lines(context, kind)]
    word, *others = path.parts
    what = f"part called `{word}`"
    at = next((k for k, other in enumerate(others, 1) if other in names), None)
    if at is not None:
        label = f"a path begins with a name: write `{'.'.join(path.parts[at:])}`"
        context.report.add("V02", f"`{context.base}` has no {what}", path.span, label=label)
        return
    context.report_unknown(part_span(path, 0), what, word, filter(None, names), "it has")


def remove_law(context: PatchContext, delta: d.Delta) -> None:
    """`remove always "…"`: a law of the base that does not hold here."""
    assert delta.path is not None
    old = _find_law(context, delta.path.parts, delta.path.span)
    if old is not None and context.note_change(("law", *delta.path.parts), delta.span, None):
        context.replace(old)


def _replace_law(context: PatchContext, law: d.Law) -> None:
    """`replace always "…": …`: another question below the same sentence."""
    key = make_key(law)
    parts = key[1:]
    old = _find_law(context, parts, law.title.span)
    if old is not None and context.note_change(key, law.span, law):
        if old == law:
            context.report_same(law.title.span, f"`{' '.join(parts)}` is so already")
        context.replace(old, law)


def _find_law(context: PatchContext, parts: Sequence[str], span: Span) -> d.Law | None:
    """The law of the base with this word and this sentence; the report says what there is."""
    word, sentence = parts
    laws = [law for law in context.find_all(d.Law) if law.always == (word == "always")]
    old = next((law for law in laws if law.title.span.text == sentence), None)
    if old is None:
        titles = [law.title.plain for law in laws]
        context.report_unknown(span, f"law `{word} {sentence}`", sentence, titles, "its laws are")
    return old
