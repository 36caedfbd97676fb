"""The parsed tree: phases, statements, choices."""

from __future__ import annotations

import attrs

from hoyle.dsl.source import Span
from hoyle.dsl.tree.expressions import (
    Apply,
    Expr,
    Name,
    NamedNode,
    Sentence,
    TreeNode,
)

Place = Name | Apply
Block = tuple["Statement", ...]


@attrs.frozen
class Assign(TreeNode):
    """`place = value`, `place += value`, `place -= value`."""

    op: str
    place: Place
    value: Expr


@attrs.frozen
class Run(TreeNode):
    """A phase's name, alone or with arguments."""

    phase: Place


@attrs.frozen
class Let(NamedNode):
    """`let name = value`, or `announce name = value`, which all seats are told."""

    value: Expr
    announced: bool


@attrs.frozen
class Move(TreeNode):
    """`move what to place`, or `move count from source to place`."""

    what: Expr
    source: Expr | None
    to: Expr
    facing: Expr | None
    bottom: bool
    turned: bool


@attrs.frozen
class Packet(TreeNode):
    """`N at a time`: so many cards together to each in turn, once round."""

    size: Expr


@attrs.frozen
class Deal(TreeNode):
    """`deal N each from source to zone for name in over`; all cards when `amount` is none."""

    amount: Expr | Packet | None
    source: Expr
    to: Expr
    facing: Expr | None
    name: str
    over: Expr
    where: Expr | None
    name_span: Span = attrs.field(eq=False, repr=False, kw_only=True)


@attrs.frozen
class Swap(TreeNode):
    """`swap one and other`: two zones change their cards."""

    one: Expr
    other: Expr


@attrs.frozen
class Shuffle(TreeNode):
    """`shuffle pile`."""

    pile: Expr


@attrs.frozen
class Gather(TreeNode):
    """`gather into pile`: every card of the pack, wherever it is."""

    pile: Expr


@attrs.frozen
class Show(TreeNode):
    """`show cards`, `show cards to seat`, or `hide cards`."""

    what: Expr
    to: Expr | None
    hidden: bool


@attrs.frozen
class Pay(TreeNode):
    """`pay amount from giver to taker`."""

    amount: Expr
    giver: Expr
    taker: Expr


@attrs.frozen
class New(NamedNode):
    """`new name in place`, `new name in place after other`."""

    place: Expr
    after: Expr | None


@attrs.frozen
class Say(TreeNode):
    """`say "…"`."""

    sentence: Sentence


@attrs.frozen
class EndsWhen(TreeNode):
    """`ends when test`: the phase ends as soon as the test holds."""

    test: Expr


@attrs.frozen
class Stop(TreeNode):
    """`stop`: leaves the innermost loop."""


@attrs.frozen
class End(TreeNode):
    """`end phase`; the match when `phase` is none."""

    phase: str | None


@attrs.frozen
class Win(TreeNode):
    """`win seats`: these have won; the match ends."""

    who: Expr


@attrs.frozen
class If(TreeNode):
    """`if … else if … else`: tests in order, each with its block."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block


@attrs.frozen
class Limit(TreeNode):
    """`at most N times`, and what is done when that is reached; `however long` where none is."""

    times: Expr | None
    otherwise: Statement | None


@attrs.frozen
class For(NamedNode):
    """`for name in over where test`; going round and round until `until` where that is given."""

    over: Expr
    where: Expr | None
    until: Expr | None
    limit: Limit | None
    body: Block


@attrs.frozen
class Repeat(TreeNode):
    """`repeat until test`, `repeat N times`, `repeat at most N times`."""

    until: Expr | None
    times: Expr | None
    limit: Limit | None
    body: Block


@attrs.frozen
class Must(TreeNode):
    """`must test, if able "sentence"`."""

    test: Expr
    if_able: bool
    sentence: Sentence | None


@attrs.frozen
class Binding(NamedNode):
    """`name in over "sentence"`: one parameter of an action; the sentence refuses other values."""

    over: Expr
    sentence: Sentence | None


@attrs.frozen
class Action(NamedNode):
    """One thing that may be chosen: parameters, conditions, effects."""

    bindings: tuple[Binding, ...]
    musts: tuple[Must, ...]
    body: Block


@attrs.frozen
class Choose(TreeNode):
    """`choose`, `choose seat`, `… decider deciding`, or `choose together name in over`."""

    seat: Expr | None
    decider: Expr | None
    name: str | None
    over: Expr | None
    where: Expr | None
    actions: tuple[Action, ...]
    otherwise: Block | None  # empty where nothing is done
    head_span: Span = attrs.field(eq=False, repr=False, kw_only=True)
    otherwise_span: Span | None = attrs.field(eq=False, repr=False, kw_only=True)


Statement = (
    Assign | Run | Let | Move | Deal | Swap | Shuffle | Gather | Show | Pay | New | Say | EndsWhen
    | Stop | End | Win | If | For | Repeat | Choose
)  # fmt: skip
