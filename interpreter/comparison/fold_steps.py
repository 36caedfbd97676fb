"""What is known before play, put into steps: what can never happen falls away."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.dsl.node import map_children, map_part
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s
from hoyle.interpreter.comparison.constant_folding import Known, constant, folded, is_no, is_yes
from hoyle.interpreter.comparison.english import said

LEAVES = s.Stop | s.End | s.Win


def folded_part(node: Any, known: Known) -> Any:
    """Any node that is not made of steps: expressions inside it, sentences, types."""
    if isinstance(node, e.Sentence):
        return attrs.evolve(node, pieces=tuple(_folded_piece(one, known) for one in node.pieces))
    if isinstance(node, e.Expr):
        return folded(node, known)
    if isinstance(node, tuple):
        return map_part(node, lambda part: folded_part(part, known))
    return map_children(node, lambda part: folded_part(part, known))


def _folded_piece(piece: str | e.Expr, known: Known) -> str | e.Expr:
    """A piece of a sentence: no longer in braces where it is known before play."""
    if isinstance(piece, str):
        return piece
    found = folded(piece, known)
    return found if constant(found, known) is None else said(found)


def _test_of(test: e.Expr | None, known: Known) -> e.Expr | None:
    """A test that narrows something; none where it always holds."""
    found = None if test is None else folded(test, known)
    return None if is_yes(found) else found


def folded_block(block: s.Block, known: Known) -> s.Block:
    """Steps one after the other, as far as they are ever reached."""
    found: list[s.Statement] = []
    for statement in block:
        found += _folded_step(statement, known)
        if found and isinstance(found[-1], LEAVES):
            break
        if isinstance(statement, s.Let | s.New):
            known = known.without(statement.name)
    return tuple(found)


def _folded_step(statement: s.Statement, known: Known) -> s.Block:
    """A step: none where it does nothing, several where a branch is always taken."""
    match statement:
        case s.If():
            return _branches(statement, known)
        case s.For():
            return _for_each(statement, known)
        case s.Repeat():
            return _repeated(statement, known)
        case s.Choose():
            return _choice(statement, known)
        case s.Deal():
            inside = known.without(statement.name)
            found = folded_part(attrs.evolve(statement, where=None), inside)
            where = _test_of(statement.where, inside)
            return (
                () if is_no(where) or _idle(found, known) else (attrs.evolve(found, where=where),)
            )
        case _:
            found = folded_part(statement, known)
            return () if _idle(found, known) else (found,)


def _idle(statement: s.Statement, known: Known) -> bool:
    match statement:
        case s.Run(e.Name(name)) | s.Run(e.Apply(name)):
            return name in known.empty
        case s.Pay(amount=e.Number(0)) | s.Assign("+=" | "-=", _, e.Number(0)):
            return True
        case s.Deal(amount=e.Number(0)):
            return True
        case s.Move(what=e.Number(0), source=source):
            return source is not None
        case s.EndsWhen(test):
            return is_no(test)
    return False


def _branches(statement: s.If, known: Known) -> s.Block:
    """The branches that can be taken; the steps alone of one that always is."""
    found: list[tuple[e.Expr, s.Block]] = []
    otherwise = statement.otherwise
    for test, block in statement.branches:
        asked = folded(test, known)
        if is_yes(asked):
            otherwise = block
            break
        if not is_no(asked):
            found.append((asked, folded_block(block, known)))
    rest = folded_block(otherwise, known)
    while found and found[-1][1] == rest:
        found.pop()
    if not found:
        return rest
    return (attrs.evolve(statement, branches=tuple(found), otherwise=rest),)


def _for_each(loop: s.For, known: Known) -> s.Block:
    inside = known.without(loop.name)
    where, body = _test_of(loop.where, inside), folded_block(loop.body, inside)
    if is_no(where) or not body:
        return ()
    until = None if loop.until is None else folded(loop.until, known)
    return (
        attrs.evolve(
            loop, over=folded(loop.over, known), where=where, until=until,
            limit=_folded_limit(loop.limit, known), body=body,
        ),
    )  # fmt: skip


def _folded_limit(limit: s.Limit | None, known: Known) -> s.Limit | None:
    found: s.Limit | None = None if limit is None else folded_part(limit, known)
    return found


def _repeated(loop: s.Repeat, known: Known) -> s.Block:
    """A loop that goes on until something holds, or so many times."""
    until = None if loop.until is None else folded(loop.until, known)
    times = None if loop.times is None else folded(loop.times, known)
    body = folded_block(loop.body, known)
    if is_yes(until) or times == e.Number(0, loop.span) or not body:
        return ()
    if times == e.Number(1, loop.span) and not _leaves_loop(body):
        return body
    limit = _folded_limit(loop.limit, known)
    until = None if is_no(until) else until
    return (attrs.evolve(loop, until=until, times=times, limit=limit, body=body),)


def _leaves_loop(body: s.Block) -> bool:
    """Whether steps have a `stop` for the loop around them."""
    for step in body:
        match step:
            case s.Stop():
                return True
            case s.If(branches, otherwise):
                if any(map(_leaves_loop, [*(block for _, block in branches), otherwise])):
                    return True
            case s.Choose(actions=actions, otherwise=rest):
                if any(map(_leaves_loop, [*(action.body for action in actions), rest or ()])):
                    return True
    return False


def _choice(statement: s.Choose, known: Known) -> s.Block:
    """A choice among the actions that can ever be allowed."""
    inside = known if statement.name is None else known.without(statement.name)
    found = tuple(_folded_action(action, inside) for action in statement.actions)
    actions = tuple(action for action in found if action is not None)
    rest = None if statement.otherwise is None else folded_block(statement.otherwise, inside)
    if not actions and rest is not None:
        return rest
    return (
        attrs.evolve(
            statement, seat=None if statement.seat is None else folded(statement.seat, known),
            over=None if statement.over is None else folded(statement.over, known),
            where=_test_of(statement.where, inside), actions=actions, otherwise=rest,
        ),
    )  # fmt: skip


def _folded_action(action: s.Action, known: Known) -> s.Action | None:
    bindings = []
    for binding in action.bindings:
        bindings.append(attrs.evolve(binding, over=folded(binding.over, known)))
        known = known.without(binding.name)
    musts = folded_musts(action.musts, known)
    if musts is None:
        return None
    body = folded_block(action.body, known)
    return attrs.evolve(action, bindings=tuple(bindings), musts=musts, body=body)


def folded_musts(musts: tuple[s.Must, ...], known: Known) -> tuple[s.Must, ...] | None:
    """Conditions that can fail; None where one of them can never be met."""
    found = []
    for must in musts:
        changed = attrs.evolve(folded_part(must, known), test=folded(must.test, known))
        if is_no(changed.test) and not must.if_able:
            return None
        if not is_yes(changed.test) and not is_no(changed.test):
            found.append(changed)
    return tuple(found)
