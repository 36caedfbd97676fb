"""Changes of what is done: steps, choices, conditions, and how cards lie."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import attrs

from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s
from hoyle.interpreter.mutation.alternatives import Alternatives
from hoyle.interpreter.mutation.replacements import DROPPED, Put, first_line, instead, without

IDLE_AGAIN = (s.Say, s.Let, s.Stop, s.End, s.Win, s.EndsWhen)  # a second time changes nothing
FACE = {"up": "down", "down": "up"}


def _blocks_of(node: Any) -> Iterator[tuple[s.Block, bool, Any]]:
    """The blocks of a node: the steps, whether none may be left, and how the node is made anew."""
    match node:
        case s.If(branches=branches, otherwise=otherwise):
            some = len(branches) > 1 or bool(otherwise)
            for place, (test, block) in enumerate(branches):
                yield block, some, _put_branch(node, place, test)
            yield otherwise, True, _put_field(node, "otherwise")
        case d.Phase(body=body) | s.For(body=body) | s.Repeat(body=body):
            yield body, False, _put_field(node, "body")
        case s.Action(body=body):
            yield body, True, _put_field(node, "body")
        case s.Choose(otherwise=block) if block:
            yield block, False, _put_field(node, "otherwise")


def _put_field(node: Any, field: str) -> Any:
    return lambda block: attrs.evolve(node, **{field: block})


def _put_branch(node: s.If, place: int, test: e.Expr) -> Any:
    """Makes an `if` with another block in one of its branches."""
    first, last = node.branches[:place], node.branches[place + 1 :]
    return lambda block: attrs.evolve(node, branches=(*first, (test, block), *last))


def _dropped(node: Any, of_phase: bool) -> Iterator[Put]:
    """Each step of a block left out. What is only said is no rule."""
    for block, may_be_empty, made in _blocks_of(node):
        for place, step in enumerate(block):
            if isinstance(step, s.Say) or isinstance(step, s.Run) != of_phase:
                continue
            rest = (*block[:place], *block[place + 1 :])
            if rest or may_be_empty:
                yield Put(made(rest), first_line(step.span), DROPPED)


def step(node: Any, known: Alternatives) -> Iterator[Put]:
    """A step left out, with all that stands below it."""
    yield from _dropped(node, of_phase=False)


def steps(node: Any, known: Alternatives) -> Iterator[Put]:
    """A step after the next one."""
    for block, _, made in _blocks_of(node):
        for place, (one, other) in enumerate(pairwise(block)):
            if not isinstance(one, s.Say) and not isinstance(other, s.Say):
                rest = (*block[:place], other, one, *block[place + 2 :])
                yield Put(made(rest), first_line(one.span), "after the next step")


def twice(node: Any, known: Alternatives) -> Iterator[Put]:
    """A step done twice, where what is done the second time can make a difference."""
    for block, _, made in _blocks_of(node):
        for place, step in enumerate(block):
            if not isinstance(step, IDLE_AGAIN) and getattr(step, "op", "") != "=":
                again = (*block[: place + 1], *block[place:])
                yield Put(made(again), first_line(step.span), "twice")


def phase(node: Any, known: Alternatives) -> Iterator[Put]:
    """A phase that is not run."""
    yield from _dropped(node, of_phase=True)


def choice(node: Any, known: Alternatives) -> Iterator[Put]:
    """Something that may not be chosen any more."""
    if isinstance(node, s.Choose) and len(node.actions) > 1:
        for place in range(len(node.actions)):
            yield without(node, "actions", place)


def condition(node: Any, known: Alternatives) -> Iterator[Put]:
    """A condition on a move, on those whose turn it is, or between options left out."""
    match node:
        case s.Action() | d.Conditions():
            for place in range(len(node.musts)):
                if len(node.musts) > 1 or isinstance(node, s.Action):
                    yield without(node, "musts", place)
        case s.Must(if_able=True):
            yield instead(node, "if_able", False, node.span, "without `if able`")
        case s.For(where=test) | s.Deal(where=test) | s.Choose(where=test) if test is not None:
            yield instead(node, "where", None, test.span, DROPPED)
        case d.Options():
            for place, line in enumerate(node.lines):
                if isinstance(line, d.Need):
                    yield without(node, "lines", place)


def face(node: Any, known: Alternatives) -> Iterator[Put]:
    """Cards that lie the other way, and secrets that everybody sees."""
    match node:
        case d.Zone(face=str(side)) if side in FACE:
            yield instead(node, "face", FACE[side], node.span, f"face {FACE[side]}")
        case d.Zone(seen_by=seats) if seats is not None:
            shown = attrs.evolve(node, seen_by=None, face="up")
            yield Put(shown, first_line(seats.span), "face up")
        case d.Register(seen_by=seats) if seats is not None:
            yield instead(node, "seen_by", None, seats.span, "seen by all")
        case s.Move(facing=e.Name(name, span)) | s.Deal(facing=e.Name(name, span)) if name in FACE:
            yield instead(node, "facing", e.Name(FACE[name], span), span)


def show(node: Any, known: Alternatives) -> Iterator[Put]:
    """Hidden instead of shown, and shown to all instead of to one."""
    if not isinstance(node, s.Show):
        return
    if node.to is not None:
        yield instead(node, "to", None, node.to.span, "to all")
    else:
        word = "show" if node.hidden else "hide"
        yield instead(node, "hidden", not node.hidden, node.span, f"`{word}`")


def giver(node: Any, known: Alternatives) -> Iterator[Put]:
    """The one who pays is paid."""
    if isinstance(node, s.Pay):
        turned = attrs.evolve(node, giver=node.taker, taker=node.giver)
        yield Put(turned, first_line(node.span), "the other way round")
