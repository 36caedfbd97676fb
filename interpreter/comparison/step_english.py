"""Steps and choices in the words of a card player: lines, each with how far it stands in."""

from __future__ import annotations

from typing import assert_never

from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s
from hoyle.interpreter.comparison.english import RANGE, SUM, among, said, sentence, words

Lines = list[tuple[int, str]]
BECOMES = {"=": "becomes", "+=": "goes up by", "-=": "goes down by"}


def told_block(block: s.Block, depth: int = 0) -> Lines:
    """Several steps."""
    return [line for step in block for line in _told_step(step, depth)]


def _told_step(step: s.Statement, depth: int = 0) -> Lines:
    match step:
        case s.If(branches, otherwise):
            lines: Lines = []
            for k, (test, block) in enumerate(branches):
                lines.append((depth, f"{'otherwise, if' if k else 'if'} {said(test)}:"))
                lines += told_block(block, depth + 1)
            if otherwise:
                lines += [(depth, "otherwise:"), *told_block(otherwise, depth + 1)]
            return lines
        case s.For() | s.Repeat():
            return [(depth, f"{head(step)}:"), *told_block(step.body, depth + 1)]
        case s.Choose(actions=actions, otherwise=rest):
            lines = [(depth, f"{head(step)}:")]
            lines += [line for action in actions for line in told_action(action, depth + 1)]
            if rest is not None:
                lines += [(depth + 1, "otherwise:"), *told_block(rest, depth + 2)]
            return lines
    return [(depth, head(step))]


def told_action(action: s.Action, depth: int = 0) -> Lines:
    """An action: what is chosen, under which conditions, and what comes of it."""
    lines = [(depth, f"{action_head(action)}")]
    lines += [(depth + 1, told_must(must)) for must in action.musts]
    return lines + told_block(action.body, depth + 1)


def action_head(action: s.Action) -> str:
    """`buy amount in 1 to 10`."""
    bound = [f"{words(one.name)} in {said(one.over, RANGE)}" for one in action.bindings]
    return " ".join([words(action.name), ", ".join(bound)]).strip()


def told_must(must: s.Must, quoted: bool = True) -> str:
    """A condition with the sentence that refuses."""
    able = ", if able" if must.if_able else ""
    refusal = f" {sentence(must.sentence)}" if quoted and must.sentence is not None else ""
    return f"only if {said(must.test)}{able}{refusal}"


def head(step: s.Statement) -> str:
    """A step's own line, without what is done inside it."""
    match step:
        case s.Assign(op, place, value):
            return f"{said(place)} {BECOMES[op]} {said(value)}"
        case s.Run(phase):
            return said(phase)
        case s.Let(name, value, announced):
            return f"{'all are told ' if announced else ''}{words(name)}: {said(value)}"
        case s.Move() | s.Deal():
            return _of_cards(step)
        case s.Swap(one, other):
            return f"{said(one)} and {said(other)} change places"
        case s.Shuffle(pile):
            return f"shuffle {said(pile)}"
        case s.Gather(pile):
            return f"gather all cards into {said(pile)}"
        case s.Show(what, to, hidden):
            whom = "" if to is None else f" to {said(to)}"
            return f"{'hide' if hidden else 'show'} {said(what)}{whom}"
        case s.Pay(amount, giver, taker):
            return f"pay {said(amount, SUM)} from {said(giver)} to {said(taker)}"
        case s.New(name, place, after):
            behind = "" if after is None else f" after {said(after)}"
            return f"a new {words(name)} in {said(place)}{behind}"
        case s.Say(told):
            return f"say {sentence(told)}"
        case s.EndsWhen(test):
            return f"this ends when {said(test)}"
        case s.Stop():
            return "stop"
        case s.End(phase):
            return f"end {words(phase or 'match')}"
        case s.Win(who):
            return f"the winner is {said(who)}"
        case s.If(branches):
            return f"if {said(branches[0][0])}"
        case s.For() | s.Repeat():
            return _loop_head(step)
        case s.Choose():
            return choose_head(step)
        case _:
            assert_never(step)


def _of_cards(step: s.Move | s.Deal) -> str:
    face = "" if step.facing is None else f" face {said(step.facing)}"
    ways = f"from {said(step.source)} " if step.source is not None else ""
    way = f"{ways}to {said(step.to)}{face}"
    match step:
        case s.Move(what, bottom=bottom, turned=turned):
            below = " at the bottom" if bottom else ""
            return f"move {said(what, SUM)} {way}{below}{' turned over' if turned else ''}"
        case s.Deal(amount, name=name, over=over, where=where):
            if isinstance(amount, s.Packet):
                many = f"{said(amount.size, SUM)} at a time"
            else:
                many = "all" if amount is None else f"{said(amount, SUM)} each"
            return f"deal {many} {way} for {_each(name, over, where)}"
        case _:
            assert_never(step)


def _each(name: str, over: e.Expr, where: e.Expr | None) -> str:
    narrowed = "" if where is None else f" where {said(where)}"
    return f"each {among(words(name), over)}{narrowed}"


def _limited(limit: s.Limit | None) -> str:
    if limit is None:
        return ""
    otherwise = "" if limit.otherwise is None else f", else {head(limit.otherwise)}"
    return f" at most {said(limit.times, SUM)} times{otherwise}"


def _loop_head(loop: s.For | s.Repeat) -> str:
    """What is gone through, or how long it is repeated."""
    match loop:
        case s.For(name, over, where, until, limit):
            rounds = "" if until is None else f", round and round until {said(until)}"
            return f"for {_each(name, over, where)}{rounds}{_limited(limit)}"
        case s.Repeat(until, times, limit):
            if times is not None:
                return f"repeat {said(times, SUM)} times"
            return f"repeat{'' if until is None else f' until {said(until)}'}{_limited(limit)}"


def choose_head(step: s.Choose) -> str:
    """Who chooses."""
    if step.seat is not None:
        return f"{said(step.seat)} chooses"
    assert step.name is not None and step.over is not None
    return f"{_each(step.name, step.over, step.where)} chooses, all together"


def capital(text: str) -> str:
    """A text with a capital letter."""
    return text[:1].upper() + text[1:]
