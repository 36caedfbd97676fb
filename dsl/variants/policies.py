"""Rows of policies that a variant adds, replaces or removes: all that are about one action."""

from __future__ import annotations

from itertools import groupby

import attrs

from hoyle.dsl.node import select_kind
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.variants.patch_context import PatchContext, find_word_after, part_span

Rows = tuple[d.Advice, ...]


def add_advice(context: PatchContext, delta: d.Delta) -> None:
    """`add row to careful before match.play`; behind the last row where no place is said."""
    assert delta.path is not None
    policy = _find_policy(context, delta.path)
    if policy is None:
        return
    at, new = len(policy.rows), select_kind(delta.content, d.Advice)
    if delta.where is not None:
        side, word = delta.where
        places = _find_rows(context, policy, word, find_word_after(delta.path.span, word))
        if not places:
            return
        at = places[0] if side == "before" else places[-1] + 1
    for row in new:
        same = next((old for old in policy.rows if old == row), None)
        if same is not None:
            says = f"`{policy.name}` has this row already"
            return context.report_present(row.span, says, same.span)
    if all(_note(context, policy, word, rows) for word, rows in _by_action(new)):
        _put(context, policy, (*policy.rows[:at], *new, *policy.rows[at:]))


def replace_advice(context: PatchContext, delta: d.Delta) -> None:
    """`replace row in careful`: the rows about the same actions, or about the one of the path."""
    path, new = delta.path, tuple(select_kind(delta.content, d.Advice))
    assert path is not None
    named = [(".".join(path.parts[1:]), new)] if len(path.parts) > 1 else _by_action(new)
    for word, rows in named:
        policy = _find_policy(context, path)
        if policy is None:
            return
        span = find_word_after(path.span, word) if len(path.parts) < 2 else path.span
        places = _find_rows(context, policy, word, span)
        if not places or not _note(context, policy, word, rows):
            continue
        old = tuple(policy.rows[k] for k in places)
        if old == rows:
            context.report_same(rows[0].span, f"`{policy.name}` says so of `{word}` already")
        kept = [row for k, row in enumerate(policy.rows) if k not in places]
        _put(context, policy, (*kept[: places[0]], *rows, *kept[places[0] :]))


def remove_advice(context: PatchContext, path: d.Path) -> None:
    """`remove careful.match.play`: the rows about an action."""
    policy, word = _find_policy(context, path), ".".join(path.parts[1:])
    places = _find_rows(context, policy, word, path.span) if policy is not None else []
    key = ("policy", path.parts[0], word)
    if policy is not None and places and context.note_change(key, path.span, None):
        _put(context, policy, tuple(r for k, r in enumerate(policy.rows) if k not in places))


def _find_policy(context: PatchContext, path: d.Path) -> d.Policy | None:
    """The policy that a path begins with; a message where there is none."""
    name = path.parts[0]
    found = context.find_named(d.Policy, name)
    if found is None:
        names = [policy.name for policy in context.find_all(d.Policy)]
        lead = "its policies are"
        context.report_unknown(part_span(path, 0), f"policy `{name}`", name, names, lead)
    return found


def _find_rows(context: PatchContext, policy: d.Policy, word: str, span: Span) -> list[int]:
    """The places of the rows about an action; a message where there are none."""
    places = [k for k, row in enumerate(policy.rows) if str(row.path) == word]
    if not places:
        what, names = f"row `{word}` in `{policy.name}`", [str(row.path) for row in policy.rows]
        context.report_unknown(span, what, word, names, f"`{policy.name}` has rows about")
    return places


def _by_action(rows: list[d.Advice] | Rows) -> list[tuple[str, Rows]]:
    """Rows by the actions that they are about, each action once."""

    def action(row: d.Advice) -> str:
        return str(row.path)

    return [(word, tuple(alike)) for word, alike in groupby(sorted(rows, key=action), key=action)]


def _note(context: PatchContext, policy: d.Policy, word: str, rows: Rows) -> bool:
    return context.note_change(("policy", policy.name, word), rows[0].span, rows)


def _put(context: PatchContext, policy: d.Policy, rows: Rows) -> None:
    """Give a policy its new rows; one that is left without any goes as well."""
    context.replace(policy, *([attrs.evolve(policy, rows=rows)] if rows else []))
