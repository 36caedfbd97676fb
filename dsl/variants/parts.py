"""Parts of declarations that a variant adds, replaces or removes by their names.

These are the rows of tables and rankings, the fields of records, and the actions, conditions and
steps of phases. Finding and changing them is the same for all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import attrs

from hoyle.dsl.nearest import listed, nearest
from hoyle.dsl.node import Node, children, walk
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import statements as s
from hoyle.dsl.tree.expressions import Apply, Expr, Name, Sentence, TreeNode
from hoyle.dsl.variants.patch_context import (
    PatchContext,
    find_word_after,
    own_name,
    part_span,
)

T = TypeVar("T", bound=TreeNode)
Grid = d.Table | d.Ranking
Owner = Grid | d.Record | d.Conditions | d.Phase


REPLACED = "replace row in {path}"  # how a row is named that is found by its first cell alone


@attrs.frozen
class Texts:
    """What messages say of one kind of part.

    `unknown` of one that is not there, before the `names` of those that are; `several` and `help`
    where a name is not clear; `same` of one that is so already, `present` of one that is there.
    """

    unknown: str
    names: str
    several: str = ""
    help: str = ""
    same: str = "`{name}` is so already"
    present: str = ""


STEP_NAMES = (
    "a step is named by the phase it runs, what it sets, or its verb; one that stands in a phase"
    " of its own is named by that; `replace phase` can change them all"
)
TEXTS = {
    "row": Texts(
        "row `{name}` in `{place}`", "rows of `{place}`",
        "`{place}` has {count} rows `{name}`", "`replace table` can change them all",
        "the row `{name}` is so already", "`{place}` has this row already",
    ),
    "field": Texts("field `{name}` in `{place}`", "its fields are"),
    "action": Texts(
        "action `{name}` in `{place}`", "what can be chosen in `{place}`",
        "`{name}` can be chosen at {count} places in `{place}`",
        "`replace phase` can change them all", "the action `{name}` is so already",
    ),
    "condition": Texts(
        "condition {word} in `{place}`", "its conditions are",
        "`{place}` has {count} conditions `{name}`", "`replace action` can change them all",
        "the condition is so already", "`{place}` has this condition already",
    ),
    "step": Texts(
        "step `{name}` in `{place}`", "steps of `{place}`", "`{place}` has {count} steps `{name}`",
        STEP_NAMES, "the step `{name}` is so already",
    ),
    # What is removed from a phase may be either.
    "part": Texts(
        "step or action `{name}` in `{place}`", "steps and actions of `{place}`",
        "`{place}` has {count} steps `{name}`", STEP_NAMES,
    ),
}  # fmt: skip


@attrs.frozen
class Parts:
    """Parts of one kind in one place.

    `owner` is the declaration; a new part comes last in the `field` of the `holder`.
    """

    what: str
    owner: Owner
    holder: Owner | s.Action | s.Choose
    field: str
    key: tuple[str, ...]
    items: Sequence[TreeNode]

    @property
    def place(self) -> str:
        """What the place is called."""
        return ".".join(self.key[1:])

    def find(
        self, context: PatchContext, word: str, span: Span, way: str = "{path}"
    ) -> TreeNode | None:
        """The part of a name; None, with a message, where there is none or more than one.

        `way` is how a step is named that stands in an action: by its `path`, or in its `place`.
        """
        name, texts = _to_name(self.what, word), TEXTS[self.what]
        filled = {"name": name, "word": word, "place": self.place}
        found = [item for item in self.items if name_part(item) == name]
        if not found and self.what == "row":  # `J♥` may be written `JH`
            found = [
                row for row in self.items if _write_signs(name_part(row)) == _write_signs(name)
            ]
        times = Counter(map(name_part, self.items))
        # a name that several have is no way to name one of them
        once = [each for each, count in times.items() if count == 1 or not texts.several]
        if len(found) > 1 and texts.several:
            says = texts.several.format(count=len(found), **filled)
            lone = (f"those that are there once: {listed(once)}",) if once else ()
            context.report_unclear(span, says, map(place_of, found), (texts.help, *lone))
            return None
        if not found:
            names, lead = once, texts.names.format(**filled)
            if names and len(names) < len(times):
                lead += " that are there once"
            if self.what == "action" and not times:
                phases = context.find_all(d.Phase)
                names = [
                    phase.name for phase in phases if name in map(name_part, _list_actions(phase))
                ]
                lead = f"`{name}` can be chosen in"
            if way == "{path}" and (ways := self._list_ways_into(name)):
                says = f"`{name}` is an action in `{self.place}`, and no step"
                context.report.add("V02", says, span, help=ways)
                return None
            inside = self._list_inside(name, way)
            if inside:
                says = f"`{context.base}` has no {texts.unknown.format(**filled)} itself"
                context.report.add("V02", says, span, help=tuple(inside))
                return None
            whole = self._suggest_label(name, names) if way == REPLACED else ()
            near = nearest(name, names)
            told = near is not None and not near.isidentifier() and not word.startswith('"')
            if told and self.what in ("row", "condition"):
                whole += (f'what is called by words stands in quotes:  {self.place}."{near}"',)
            if len(names) < len(times):
                whole += (texts.help,)
            if way == REPLACED and self.what == "action" and names:
                path = f"{self.place}.{near or names[0]}"
                whole += (f"where the name changes too:  replace action in {path}",)
            context.report_unknown(span, texts.unknown.format(**filled), name, names, lead, whole)
            return None
        return found[0]

    def _suggest_label(self, name: str, names: Sequence[str]) -> tuple[str, ...]:
        """How a row is replaced by one with another first cell, such as another range."""
        old = nearest(name, names)
        if self.what == "row" and old is None:
            old = next((each for each in names if _reaches(each, name)), None)
        if self.what == "row" and old is None:
            return (f"a new row is added:  add row to {self.place}",)
        if self.what != "row" or name.isidentifier() or old is None:
            return ()
        path = f"{self.place}.{old}" if old.isidentifier() else f'{self.place}."{old}"'
        return (f"where the first cell changes too, or several rows come:  replace row in {path}",)

    def _list_inside(self, name: str, way: str) -> list[str]:
        """In which actions of the phase a step of this name stands, and how it is written there."""
        if self.what not in ("step", "part") or not isinstance(self.holder, d.Phase):
            return []
        places = [
            f"{self.place}.{action.name}" for action in _list_actions(self.holder)
            if name in map(name_part, _list_steps(action))
        ]  # fmt: skip
        return [
            f"it stands in `{place}`:  {way.format(path=f'{place}.{name}', place=place)}"
            for place in places
        ]

    def _list_ways_into(self, name: str) -> tuple[str, ...]:
        """Where a step was named by its action: the action as a whole, and its steps."""
        if self.what != "step" or not isinstance(self.holder, d.Phase):
            return ()
        path = f"{self.place}.{name}"
        steps = [
            f"`{path}.{name_part(step)}`"
            for action in _list_actions(self.holder) if action.name == name
            for step in _list_steps(action)
        ]  # fmt: skip
        if name not in map(name_part, _list_actions(self.holder)):
            return ()
        inside = (f"its steps are {', '.join(dict.fromkeys(steps))}",) * bool(steps)
        return (f"the whole of it:  replace action in {path}", *inside)

    def extend(self, context: PatchContext, new: tuple[TreeNode, ...]) -> None:
        """Put parts behind the last."""
        items = (*getattr(self.holder, self.field), *new)
        holder = attrs.evolve(self.holder, **{self.field: items})  # type: ignore[arg-type]
        if isinstance(holder, s.Action | s.Choose):
            context.replace_inside(self.owner, self.holder, (holder,))
        else:
            context.replace(self.owner, holder)


# ---------------------------------------------------------------------- names


def name_part(part: TreeNode) -> str:
    """What a path calls a part.

    A row is called by its sentence or first cell; a condition by its sentence or the name that it
    begins with; a step by the phase that it runs, the name that it sets, or its verb.
    """
    name = NAMES.get(type(part))
    return name(part) if name else type(part).__name__.lower()


def _name_row(row: d.Row) -> str:
    test = row.cells[0].tests[0]
    return test.plain if isinstance(test, Sentence) else row.cells[0].span.words


def _write_signs(name: str) -> str:
    """A row's name with the signs of suits in the place of their letters."""
    signs = dict(zip("SHDC", "♠♥♦♣", strict=True))
    return re.sub(r"\b(10|[2-9AKQJT])([SHDC])\b", lambda card: card[1] + signs[card[2]], name)


def _root(expression: Expr) -> str:
    """`bet` of `bet of box`; nothing where the expression is not a name applied to things."""
    return expression.name if isinstance(expression, Name | Apply) else ""


NAMES: dict[type[TreeNode], Callable[[Any], str]] = {
    d.Row: _name_row,
    s.Must: lambda must: must.sentence.plain if must.sentence else _root(must.test),
    s.Run: lambda step: _root(step.phase),
    s.Assign: lambda step: _root(step.place),
    s.Show: lambda step: "hide" if step.hidden else "show",
    s.EndsWhen: lambda _: "ends",
    **dict.fromkeys((s.Let, s.Action, d.Zone, d.Register), own_name),
}


def _to_name(what: str, word: str) -> str:
    """The name of a part that a word of a path, or a cell, stands for."""
    if what == "row":
        return " ".join(word.strip('"').split())
    return word.strip('"') if what == "condition" else word


def place_of(part: TreeNode) -> Span:
    """Where a part is shown."""
    span: Span = (
        part.span if isinstance(part, s.Statement) else getattr(part, "name_span", part.span)
    )
    return span


# ---------------------------------------------------------------------- places


def _list_steps(part: Node) -> Iterator[s.Statement]:
    """The steps in a phase, an action or a step, and in their blocks, but not those of actions."""
    for inner in children(part):
        if isinstance(inner, s.Statement):
            yield inner
        if not isinstance(inner, s.Action | s.Limit):
            yield from _list_steps(inner)


def _list_actions(phase: d.Phase) -> list[s.Action]:
    chooses = [part for part in walk(phase) if isinstance(part, s.Choose)]
    return [action for choose in chooses for action in choose.actions]


def find_owner(context: PatchContext, path: d.Path, what: str, *kinds: type[T]) -> T | None:
    """The declaration of one of these kinds that a path begins with; a message where none is."""
    name = path.parts[0]
    for kind in kinds:
        found = context.find_named(kind, name)
        if found is not None:
            return found
    paths = [
        f"`{phase.name}.{name}`" for phase in context.find_all(d.Phase) if d.Phase in kinds
        if name in map(name_part, _list_actions(phase))
    ]  # fmt: skip
    if paths:
        title = f"`{name}` is an action, which stands behind its phase here"
        label = f"write {' or '.join(paths)}"
        context.report.add("V02", title, part_span(path, 0), label=label)
        return None
    names = [own_name(tree) for kind in kinds for tree in context.find_all(kind)]
    context.report_unknown(part_span(path, 0), f"{what} `{name}`", name, names, f"its {what}s are")
    return None


def find_grid(context: PatchContext, path: d.Path) -> Grid | None:
    """The table or ranking that a path begins with; a message where none is."""
    kinds: tuple[type[Grid], ...] = (d.Table, d.Ranking)
    return find_owner(context, path, "table", *kinds)


def find_parts(context: PatchContext, what: str, path: d.Path, depth: int) -> Parts | None:
    """The parts of a kind to which the first `depth` words of a path lead; none, with a message."""
    if what == "row":
        grid = find_grid(context, path)
        return (
            None
            if grid is None
            else Parts(what, grid, grid, "rows", ("table", grid.name), grid.rows)
        )
    if what == "field":
        record = find_owner(context, path, "record", d.Record)
        key = ("record", path.parts[0])
        return None if record is None else Parts(what, record, record, "fields", key, record.fields)
    listed = context.find_named(d.Conditions, path.parts[0]) if what == "condition" else None
    if listed is not None:
        return Parts(what, listed, listed, "musts", ("conditions", listed.name), listed.musts)
    phase = find_owner(context, path, "phase", d.Phase)
    if phase is None:
        return None
    key = ("phase", phase.name)
    actions = Parts("action", phase, phase, "", key, _list_actions(phase))
    if what == "action":
        return actions
    if what == "step" and depth == 1:
        return Parts(what, phase, phase, "body", key, list(_list_steps(phase)))
    if len(path.parts) < 2:
        says = f"`{phase.name}` is a phase: conditions belong to one of its actions"
        names = ", ".join(f"`{phase.name}.{name_part(action)}`" for action in actions.items)
        help = (f"write {names}",) if names else ()
        context.report.add("V02", says, path.span, help=help)
        return None
    word, shown = path.parts[1], part_span(path, 1)
    steps, named = list(_list_steps(phase)), map(name_part, actions.items)
    if depth == len(path.parts) and word not in named and word in map(name_part, steps):
        says = f"`{path}` is a step, and steps are added to a phase or an action"
        context.report.add("V02", says, shown, help=(_say_where_to_add(phase, steps, word),))
        return None
    action = actions.find(context, word, shown)
    if not isinstance(action, s.Action):
        return None
    inner_key = (*key, action.name)
    if what == "step":
        return Parts(what, phase, action, "body", inner_key, list(_list_steps(action)))
    return Parts(what, phase, action, "musts", inner_key, action.musts)


def _say_where_to_add(phase: d.Phase, steps: Sequence[TreeNode], word: str) -> str:
    """How a step is added behind one; where several have its name, the steps that can be named."""
    times = Counter(map(name_part, steps))
    way = f"add step to {phase.name} after "
    if times[word] == 1:
        return f"write:  {way}{word}"
    return f"`{way}…`, one of {listed([name for name, count in times.items() if count == 1])}"


# ---------------------------------------------------------------------- changing


def add_parts(context: PatchContext, delta: d.Delta) -> None:
    """`add row to pays before pontoon`; behind the last where no place is said."""
    path, what, new = delta.path, delta.what, delta.content
    assert path is not None
    parts = find_parts(context, what, path, len(path.parts))
    if parts is not None and what in ("row", "field", "action") and len(path.parts) > 1:
        side, word = delta.where or ("after", path.parts[1])
        says = f"a further {what} is added to `{parts.place}`: it does not stand in another"
        write = f"write:  add {what} to {parts.place} {side} {word}"
        context.report.add("V02", says, path.span, help=(write,))
        return
    if parts is not None and what == "action" and delta.where is None:
        parts = _find_only_decision(context, parts, path)
    if parts is None:
        return
    near = None
    if delta.where is not None:
        side, word = delta.where
        way = f"add step to {{place}} {side} {word}"
        near = parts.find(context, word, find_word_after(path.span, word), way)
        if near is None:
            return
    noted: set[str] = set()
    for part in new if what != "step" else ():
        span, name = place_of(part), name_part(part)
        # Several rows may begin with the same cell: together they are one change.
        alike = tuple(row for row in new if what == "row" and name_part(row) == name)
        content = alike if len(alike) > 1 else part
        if name not in noted and not context.note_change((*parts.key, name), span, content):
            return
        if len(alike) > 1:
            noted.add(name)
        same = next((old for old in parts.items if old == part), None)
        if same is not None and TEXTS[what].present:
            says = TEXTS[what].present.format(place=parts.place)
            return context.report_present(span, says, place_of(same))
    if near is None:
        parts.extend(context, new)
    else:
        context.replace_inside(
            parts.owner, near, (*new, near) if side == "before" else (near, *new)
        )


def _find_only_decision(context: PatchContext, actions: Parts, path: d.Path) -> Parts | None:
    """The actions of the only decision of a phase; a message where there is none or more."""
    chooses = [part for part in walk(actions.owner) if isinstance(part, s.Choose)]
    emptied = [choose for choose in chooses if not choose.actions]  # it lacks one
    if len(emptied or chooses) == 1:
        chooses = emptied or chooses
        return attrs.evolve(actions, holder=chooses[0], field="actions")
    if not chooses:
        context.report.add("V02", f"nothing is chosen in `{actions.place}`", path.span)
        return None
    says = f"there are {len(chooses)} decisions in `{actions.place}`"
    places = [choose.head_span for choose in chooses]
    context.report_unclear(
        path.span, says, places, ("say `before` or `after` which action it comes",)
    )
    return None


def replace_parts(context: PatchContext, delta: d.Delta) -> None:
    """`replace row in pays`: parts with the names of the new ones, or the one that a path names.

    In the place of that one there may come several.
    """
    path, what = delta.path, delta.what
    assert path is not None
    if what == "step" and len(path.parts) < 2:
        says = f"`{path}` is a whole phase: which of its steps is replaced?"
        context.report.add("V02", says, path.span, help=("write `phase.step`",))
        return
    parts = find_parts(context, what, path, len(path.parts) - 1)
    by_path = what == "step" or (parts is not None and len(path.parts) >= len(parts.key))
    for new in [tuple(delta.content)] if by_path else [(part,) for part in delta.content]:
        parts = find_parts(context, what, path, len(path.parts) - 1)
        if parts is None:
            return
        if by_path:
            word, shown = _named_by(what, path)
        else:
            word, shown = name_part(new[0]), place_of(new[0])
            if isinstance(new[0], d.Row):
                shown = new[0].cells[0].span
            if what == "condition":
                word = f'"{word}"'
        old = parts.find(context, word, shown, "{path}" if by_path else REPLACED)
        span = path.span if what == "step" else place_of(new[0])
        content = new if what == "step" or len(new) > 1 else new[0]
        name = name_part(old) if isinstance(old, d.Row) else _to_name(what, word)
        if old is None or not context.note_change((*parts.key, name), span, content):
            continue
        if new == (old,):
            context.report_same(span, TEXTS[what].same.format(name=name))
        context.replace_inside(parts.owner, old, new)


def _named_by(what: str, path: d.Path) -> tuple[str, Span]:
    """The word of a path that names a part, and where it stands."""
    number = 1 if what in ("row", "field") else len(path.parts) - 1
    return path.parts[number], part_span(path, number)


def remove_part(context: PatchContext, what: str, path: d.Path) -> None:
    """`remove pays.five_card`."""
    parts = find_parts(context, what, path, len(path.parts) - 1)
    if parts is not None and what == "step" and isinstance(parts.holder, d.Phase):
        items = (*_list_actions(parts.holder), *parts.items)
        parts = attrs.evolve(parts, what="part", items=items)
    word, shown = _named_by(what, path)
    old = parts and parts.find(context, word, shown)
    if parts and old and context.note_change((*parts.key, _to_name(what, word)), path.span, None):
        context.replace_inside(parts.owner, old, ())


def tell_kind(phase: d.Phase, path: d.Path) -> str:
    """Whether a path into a phase names an action, a condition of one, or a step."""
    word, *rest = path.parts[1:]
    actions = [action for action in _list_actions(phase) if action.name == word]
    if rest and rest[0].startswith('"'):
        return "condition"
    if actions and not rest:
        return "action"
    musts = [must for action in actions for must in action.musts]
    return "condition" if actions and rest[0] in map(name_part, musts) else "step"


def _reaches(cell: str, other: str) -> bool:
    """Whether a range of one first cell holds an end of another, as `2..10` that of `2..9`."""
    ends = [cell.split("..")[0], cell.split("..")[-1]]
    one_by_one = all(end.isdecimal() for end in ends)
    return any(
        end in ends or (one_by_one and end.isdecimal() and int(ends[0]) <= int(end) <= int(ends[1]))
        for end in other.split("..")
    )
