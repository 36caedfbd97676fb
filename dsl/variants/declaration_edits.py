"""Whole declarations, options, fields and laws."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.dsl.tree import declarations as d
from hoyle.dsl.variants.patch_context import PatchContext, part
from hoyle.dsl.variants.row_edits import remove_row
from hoyle.dsl.variants.step_edits import remove_condition, remove_within

# Declarations that hold lines with names of their own, and where the lines are.
LISTS: dict[type[Any], str] = {d.Options: "lines", d.Zones: "zones", d.State: "registers"}
ONCE = (d.Players, d.Pack, d.SideCount, d.Payoff)
NAMED: tuple[type[Any], ...] = (
    d.Define, d.Conditions, d.Table, d.Ranking, d.Phase, d.Order, d.Record, d.TypeName,
)  # fmt: skip
WORDS: dict[type[Any], str] = {
    d.Players: "players", d.Pack: "pack", d.SideCount: "sides", d.Payoff: "payoff",
    d.Define: "define", d.Conditions: "conditions", d.Table: "table", d.Ranking: "ranking",
    d.Phase: "phase", d.Order: "order", d.Record: "record", d.TypeName: "type",
    d.Options: "option", d.Zones: "zone", d.State: "register", d.Use: "library",
}  # fmt: skip


def make_key(tree: Any) -> tuple[str, ...]:
    """What a declaration is to the search for clashes."""
    name = getattr(tree, "name", None) or getattr(tree, "library", None)
    if isinstance(tree, ONCE) or not name:
        return (WORDS[type(tree)],)
    return (WORDS[type(tree)], name)


# ---------------------------------------------------------------------- options


def _option_of(bench: PatchContext, name: str) -> tuple[d.Options, d.Option] | None:
    for options in bench.all(d.Options):
        for line in options.lines:
            if isinstance(line, d.Option) and line.name == name:
                return options, line
    return None


def set_option(bench: PatchContext, delta: d.Delta) -> None:
    """`set` and `default`."""
    assert delta.path is not None
    name, value = delta.path.parts[0], delta.content[0]
    found = _option_of(bench, name)
    if found is None:
        names = [
            line.name for block in bench.all(d.Options) for line in block.lines
            if isinstance(line, d.Option)
        ]  # fmt: skip
        bench.unknown(delta.path.span, f"option `{name}`", name, names, "its options are")
        return
    options, option = found
    if not bench.touch(("option", name, delta.verb), delta.span, value, whole=True):
        return
    fixed = delta.span if delta.verb == "set" else None
    if option.default == value and (option.fixed is not None) == (fixed is not None):
        bench.same(value.span, f"`{name}` is {value.span.text} already")
    elif option.fixed is not None and fixed is None:
        bench.report.add(
            "V03", f"`{name}` is fixed, so its default changes nothing", delta.span,
            also=((option.fixed, "it is fixed here"),), help=(f"write `set {name} = …`",),
        )  # fmt: skip
    else:
        new = attrs.evolve(option, default=value, fixed=fixed)
        _put_line(bench, options, option, new)


# ---------------------------------------------------------------------- declarations


def add_declaration(bench: PatchContext, delta: d.Delta) -> None:
    """`add define …`; what is there already is found by the checks of the whole game."""
    tree = delta.content[0]
    if isinstance(tree, ONCE):
        same = next(bench.all(type(tree)), None)
        if same is not None:
            says = f"`{bench.base}` has `{WORDS[type(tree)]}` already"
            return bench.present(delta.span, says, same.span)
    if type(tree) not in LISTS and not bench.touch(make_key(tree), delta.span, tree, whole=True):
        return
    named = [tree] if type(tree) in NAMED else _lines_of(tree)
    for line in named:
        if _is_there(bench, type(tree), line, delta):
            return
    for line in _lines_of(tree):
        if isinstance(line, d.Option | d.Zone | d.Register):
            key = (WORDS[type(tree)], line.name)
            if not bench.touch(key, line.name_span, line, whole=True):
                return
    bench.game.append(tree)


def _is_there(bench: PatchContext, kind: type[Any], line: Any, delta: d.Delta) -> bool:
    """Whether the base has one of this kind and name already, which is told."""
    if isinstance(line, d.Need):
        return False
    if kind in NAMED:
        old = bench.named(kind, line.name)
    else:
        lines = (one for tree in bench.all(kind) for one in _lines_of(tree))
        old = next((one for one in lines if getattr(one, "name", None) == line.name), None)
    if old is not None:
        says = f"`{bench.base}` has a {WORDS[kind]} `{line.name}` already"
        bench.present(getattr(line, "name_span", delta.span), says, old.span)
    return old is not None


def _lines_of(tree: Any) -> tuple[Any, ...]:
    return getattr(tree, LISTS[type(tree)]) if type(tree) in LISTS else ()


def _put_line(bench: PatchContext, tree: Any, old: Any, *new: Any) -> None:
    """The declaration with other lines in the place of one; without lines it is gone as well."""
    lines = tuple(x for line in _lines_of(tree) for x in (new if line is old else (line,)))
    left = (attrs.evolve(tree, **{LISTS[type(tree)]: lines}),) if lines else ()
    bench.put(tree, *left)


def replace_declaration(bench: PatchContext, delta: d.Delta) -> None:
    """`replace phase …` by its name; of options, zones and state each line by its own."""
    tree = delta.content[0]
    if type(tree) in LISTS:
        for line in _lines_of(tree):
            _replace_line(bench, tree, line, delta)
        return
    old = (
        next(bench.all(type(tree)), None)
        if isinstance(tree, ONCE)
        else bench.named(type(tree), tree.name)
    )
    if old is None:
        return _tell_no_declaration(bench, delta, tree)
    if not bench.touch(make_key(tree), delta.span, tree, whole=True):
        return
    if old == tree:
        bench.same(delta.span, f"`{' '.join(make_key(tree))}` is so already")
    bench.put(old, tree)


def _tell_no_declaration(bench: PatchContext, delta: d.Delta, tree: Any) -> None:
    word = WORDS[type(tree)]
    if isinstance(tree, ONCE):
        bench.report.add(
            "V02", f"`{bench.base}` has no `{word}`", delta.span, help=("write `add`",)
        )
        return
    names = [one.name for one in bench.all(type(tree))]
    span = getattr(tree, "name_span", delta.span)
    bench.unknown(span, f"{word} `{tree.name}`", tree.name, names, f"each {word} that it has")


def _replace_line(bench: PatchContext, tree: Any, line: Any, delta: d.Delta) -> None:
    """One option, zone or register, or the condition between options that has this sentence."""
    word = WORDS[type(tree)]
    if isinstance(line, d.Need):
        word, called, span = "needs", line.sentence.plain, line.sentence.span
    else:
        called, span = line.name, line.name_span
    for block in bench.all(type(tree)):
        for old in _lines_of(block):
            if type(old) is not type(line) or called != _name_of(old):
                continue
            if bench.touch((word, called), span, line, whole=True):
                if old == line:
                    bench.same(span, f"`{called}` is so already")
                _put_line(bench, block, old, line)
            return
    names = [
        _name_of(old) for block in bench.all(type(tree)) for old in _lines_of(block)
        if type(old) is type(line)
    ]  # fmt: skip
    bench.unknown(span, f"{word} `{called}`", called, names, f"each {word} that it has")


def _name_of(line: Any) -> str:
    return line.sentence.plain if isinstance(line, d.Need) else str(line.name)


# ---------------------------------------------------------------------- fields


def _record_of(bench: PatchContext, path: d.Path) -> d.Record | None:
    name = path.parts[0]
    found = bench.named(d.Record, name)
    if found is None:
        names = [record.name for record in bench.all(d.Record)]
        bench.unknown(part(path, 0), f"record `{name}`", name, names, "its records are")
    return found


def add_fields(bench: PatchContext, delta: d.Delta) -> None:
    """`add field to Box`."""
    assert delta.path is not None
    record = _record_of(bench, delta.path)
    if record is None:
        return
    for field in delta.content:
        key = ("record", record.name, field.name)
        if not bench.touch(key, field.name_span, field, whole=True):
            return
    bench.put(record, attrs.evolve(record, fields=(*record.fields, *delta.content)))


def replace_fields(bench: PatchContext, delta: d.Delta) -> None:
    """`replace field in Box`; the fields are found by their names."""
    assert delta.path is not None
    for field in delta.content:
        record = _record_of(bench, delta.path)
        if record is None:
            return
        old = next((one for one in record.fields if one.name == field.name), None)
        if old is None:
            names = [one.name for one in record.fields]
            what = f"field `{field.name}` in `{record.name}`"
            bench.unknown(field.name_span, what, field.name, names, "its fields are")
            continue
        key = ("record", record.name, field.name)
        if not bench.touch(key, field.name_span, field, whole=True):
            continue
        if old == field:
            bench.same(field.name_span, f"`{field.name}` is so already")
        fields = tuple(field if one is old else one for one in record.fields)
        bench.put(record, attrs.evolve(record, fields=fields))


# ---------------------------------------------------------------------- removing


def remove(bench: PatchContext, delta: d.Delta) -> None:
    """`remove` and a path: a declaration, a line of a list, or something inside."""
    assert delta.path is not None
    path = delta.path
    first, *rest = path.parts
    table = bench.named(d.Table, first) or bench.named(d.Ranking, first)
    phase = bench.named(d.Phase, first)
    record = bench.named(d.Record, first)
    if not rest:
        _remove_declaration(bench, path)
    elif table is not None:
        remove_row(bench, table, path)
    elif phase is not None:
        remove_within(bench, phase, path)
    elif record is not None:
        _remove_field(bench, record, path)
    elif bench.named(d.Conditions, first) is not None:
        remove_condition(bench, path)
    else:
        _tell_nothing_called(bench, path)


def _remove_declaration(bench: PatchContext, path: d.Path) -> None:
    """A declaration, an option, a zone or a register by its name."""
    name = path.parts[0]
    kinds: tuple[type[Any], ...] = (*NAMED, d.Use)
    for kind in kinds:
        for tree in bench.all(kind):
            if name in (getattr(tree, "name", None), getattr(tree, "library", None)):
                if bench.touch(make_key(tree), path.span, None, whole=True):
                    bench.put(tree)
                return
    for kind in LISTS:
        for tree in bench.all(kind):
            for line in _lines_of(tree):
                if not isinstance(line, d.Need) and line.name == name:
                    if bench.touch((WORDS[kind], name), path.span, None, whole=True):
                        _put_line(bench, tree, line)
                    return
    _tell_nothing_called(bench, path)


def _remove_field(bench: PatchContext, record: d.Record, path: d.Path) -> None:
    word = path.parts[1]
    old = next((one for one in record.fields if one.name == word), None)
    if old is None:
        names = [one.name for one in record.fields]
        what = f"field `{word}` in `{record.name}`"
        bench.unknown(part(path, 1), what, word, names, "its fields are")
    elif bench.touch(("record", record.name, word), path.span, None, whole=True):
        fields = tuple(one for one in record.fields if one is not old)
        bench.put(record, attrs.evolve(record, fields=fields))


def _tell_nothing_called(bench: PatchContext, path: d.Path) -> None:
    names = [tree.name for kind in NAMED for tree in bench.all(kind)]
    names += [
        line.name for kind in LISTS for tree in bench.all(kind) for line in _lines_of(tree)
        if not isinstance(line, d.Need)
    ]  # fmt: skip
    word = path.parts[0]
    bench.unknown(part(path, 0), f"part called `{word}`", word, names, "it has")


def remove_law(bench: PatchContext, delta: d.Delta) -> None:
    """`remove always "…"`: a law of the base that does not hold here."""
    assert delta.path is not None
    word, sentence = delta.path.parts
    laws = [law for law in bench.all(d.Law) if law.always == (word == "always")]
    old = next((law for law in laws if f'"{law.title.plain}"' == sentence), None)
    if old is None:
        titles = [law.title.plain for law in laws]
        bench.unknown(delta.path.span, f"law `{word} {sentence}`", sentence, titles, "its laws are")
    elif bench.touch(("law", word, sentence), delta.span, None, whole=True):
        bench.put(old)
