"""The parsed tree: phases, statements, choices."""

from __future__ import annotations

import attrs

from hoyle.dsl.node import Node
from hoyle.dsl.source import Span
from hoyle.dsl.tree.expressions import Apply, Expr, Name, Sentence, declare_span

Place = Name | Apply
Block = tuple["Statement", ...]


@attrs.frozen
class Assign(Node):
    """`place = value`, `place += value`, `place -= value`."""

    op: str
    place: Place
    value: Expr
    span: Span = declare_span()


@attrs.frozen
class Run(Node):
    """A phase's name, alone or with arguments."""

    phase: Place
    span: Span = declare_span()


@attrs.frozen
class Let(Node):
    """`let name = value`, or `announce name = value`, which all seats are told."""

    name: str
    value: Expr
    announced: bool
    span: Span = declare_span()
    name_span: Span = declare_span()


@attrs.frozen
class Move(Node):
    """`move what to place`, or `move count from source to place`."""

    what: Expr
    source: Expr | None
    to: Expr
    facing: Expr | None
    bottom: bool
    turned: bool
    span: Span = declare_span()


@attrs.frozen
class Packet(Node):
    """`N at a time`: so many cards together to each in turn, once round."""

    size: Expr
    span: Span = declare_span()


@attrs.frozen
class Deal(Node):
    """`deal N each from source to zone for name in over`; all cards when `amount` is none."""

    amount: Expr | Packet | None
    source: Expr
    to: Expr
    facing: Expr | None
    name: str
    over: Expr
    where: Expr | None
    span: Span = declare_span()
    name_span: Span = declare_span()


@attrs.frozen
class Swap(Node):
    """`swap one and other`: two zones change their cards."""

    one: Expr
    other: Expr
    span: Span = declare_span()


@attrs.frozen
class Shuffle(Node):
    """`shuffle pile`."""

    pile: Expr
    span: Span = declare_span()


@attrs.frozen
class Gather(Node):
    """`gather into pile`: every card of the pack, wherever it is."""

    pile: Expr
    span: Span = declare_span()


@attrs.frozen
class Show(Node):
    """`show cards`, `show cards to seat`, or `hide cards`."""

    what: Expr
    to: Expr | None
    hidden: bool
    span: Span = declare_span()


@attrs.frozen
class Pay(Node):
    """`pay amount from giver to taker`."""

    amount: Expr
    giver: Expr
    taker: Expr
    span: Span = declare_span()


@attrs.frozen
class New(Node):
    """`new name in place`, `new name in place after other`."""

    name: str
    place: Expr
    after: Expr | None
    span: Span = declare_span()
    name_span: Span = declare_span()


@attrs.frozen
class Say(Node):
    """`say "…"`."""

    sentence: Sentence
    span: Span = declare_span()


@attrs.frozen
class EndsWhen(Node):
    """`ends when test`: the phase ends as soon as the test holds."""

    test: Expr
    span: Span = declare_span()


@attrs.frozen
class Stop(Node):
    """`stop`: leaves the innermost loop."""

    span: Span = declare_span()


@attrs.frozen
class End(Node):
    """`end phase`; the match when `phase` is none."""

    phase: str | None
    span: Span = declare_span()


@attrs.frozen
class Win(Node):
    """`win seats`: these have won; the match ends."""

    who: Expr
    span: Span = declare_span()


@attrs.frozen
class If(Node):
    """`if … else if … else`: tests in order, each with its block."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block
    span: Span = declare_span()


@attrs.frozen
class Limit(Node):
    """`at most N times`, and what is done when that is reached; `however long` where none is."""

    times: Expr | None
    otherwise: Statement | None
    span: Span = declare_span()


@attrs.frozen
class For(Node):
    """`for name in over where test`; going round and round until `until` where that is given."""

    name: str
    over: Expr
    where: Expr | None
    until: Expr | None
    limit: Limit | None
    body: Block
    span: Span = declare_span()
    name_span: Span = declare_span()


@attrs.frozen
class Repeat(Node):
    """`repeat until test`, `repeat N times`, `repeat at most N times`."""

    until: Expr | None
    times: Expr | None
    limit: Limit | None
    body: Block
    span: Span = declare_span()


@attrs.frozen
class Must(Node):
    """`must test, if able "sentence"`."""

    test: Expr
    if_able: bool
    sentence: Sentence | None
    span: Span = declare_span()


@attrs.frozen
class Binding(Node):
    """`name in over`: one parameter of an action."""

    name: str
    over: Expr
    span: Span = declare_span()
    name_span: Span = declare_span()


@attrs.frozen
class Action(Node):
    """One thing that may be chosen: parameters, conditions, effects."""

    name: str
    bindings: tuple[Binding, ...]
    musts: tuple[Must, ...]
    body: Block
    span: Span = declare_span()
    name_span: Span = declare_span()


@attrs.frozen
class Choose(Node):
    """`choose seat`, or `choose together name in over`."""

    seat: Expr | None
    name: str | None
    over: Expr | None
    where: Expr | None
    actions: tuple[Action, ...]
    otherwise: Block | None
    span: Span = declare_span()
    head_span: Span = declare_span()


Statement = (
    Assign
    | Run
    | Let
    | Move
    | Deal
    | Swap
    | Shuffle
    | Gather
    | Show
    | Pay
    | New
    | Say
    | EndsWhen
    | Stop
    | End
    | Win
    | If
    | For
    | Repeat
    | Choose
)
