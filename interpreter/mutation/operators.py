"""The operators: every kind of change that is made to rules, by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import TypeVar

import attrs

from hoyle.dsl.format.templates import format_expression
from hoyle.dsl.node import Node
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s
from hoyle.interpreter.mutation.alternatives import Alternatives

T = TypeVar("T")
DROPPED = "dropped"


@attrs.frozen
class Replacement:
    """A node in the place of another; the words that are changed, and what becomes of them.

    `what` says what is done where the operator's name does not.
    """

    node: Node
    span: Span
    says: str
    what: str = ""


Replacements = Iterator[Replacement]
Change = Callable[[Node, Alternatives], Replacements]


@attrs.frozen
class Operator:
    """One kind of change, by its name: all changes of this kind that can be made at a node."""

    name: str
    changes: tuple[Change, ...]

    def apply(self, node: Node, known: Alternatives) -> Replacements:
        """Everything that may stand in the place of a node."""
        for change in self.changes:
            yield from change(node, known)


# ---------------------------------------------------------------------- replacements


def first_line(span: Span) -> Span:
    """What a span has on its first line: a place is shown by one line."""
    end = span.source.text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.source, span.start, end)


def _between(left: Node, right: Node) -> Span:
    """The words between two nodes, such as the `and` between its sides."""
    one, other = span_of(left), span_of(right)
    text = one.source.text[one.end : other.start]
    start = one.end + len(text) - len(text.lstrip())
    return Span(one.source, start, one.end + len(text.rstrip()))


def span_of(node: Node) -> Span:
    """The place of a node of the tree in its text."""
    assert isinstance(node, e.TreeNode)
    return node.span


def _evolved(node: Node, span: Span, says: str, **fields: object) -> Replacement:
    return Replacement(attrs.evolve(node, **fields), first_line(span), says)  # type: ignore[misc]


def _becomes(old: e.Expr, new: e.Expr) -> Replacement:
    return Replacement(new, first_line(old.span), f"`{format_expression(new)}`")


def _with_part(parts: tuple[T, ...], place: int, *new: T) -> tuple[T, ...]:
    """Parts of a field with others in the place of one."""
    return (*parts[:place], *new, *parts[place + 1 :])


# ---------------------------------------------------------------------- forms of many operators


def _switch(field: str, words: Mapping[str, str], *kinds: type[Node]) -> Change:
    """A word in a field that becomes another: `>` for `>=`, `lowest` for `highest`."""

    def change(node: Node, known: Alternatives) -> Replacements:
        if isinstance(node, kinds):
            new = words.get(getattr(node, field))
            if new is not None:
                yield _evolved(node, _word_span(node), f"`{new}`", **{field: new})

    return change


def _word_span(node: Node) -> Span:
    match node:
        case e.Compare(op_span=span) | e.Apply(name_span=span):
            return span
        case e.Sum(left=left, right=right) | s.Assign(place=left, value=right):
            return _between(left, right)
        case e.Phrase(kind=kind, span=span):
            return Span(span.source, span.start, span.start + len(kind))
    return span_of(node)


def drop_part(
    field: str, *kinds: type[Node], least: int = 0, but: tuple[type[Node], ...] = ()
) -> Change:
    """One of the several parts of a field left out, where no fewer than `least` are left."""

    def change(node: Node, known: Alternatives) -> Replacements:
        if isinstance(node, kinds):
            parts = getattr(node, field)
            for place, part in enumerate(parts):
                if len(parts) > least and not isinstance(part, but):
                    rest = _with_part(parts, place)
                    yield _evolved(node, part.span, DROPPED, **{field: rest})

    return change


def _swap(field: str, says: str, *kinds: type[Node]) -> Change:
    def change(node: Node, known: Alternatives) -> Replacements:
        if isinstance(node, kinds) and getattr(node, "reading", "first") in IN_ORDER:
            parts = getattr(node, field)
            for place, (one, other) in enumerate(pairwise(parts)):
                moved = (*parts[:place], other, one, *parts[place + 2 :])
                yield _evolved(node, one.span, says, **{field: moved})

    return change


def _clear(field: str, says: str, *kinds: type[Node]) -> Change:
    def change(node: Node, known: Alternatives) -> Replacements:
        part = getattr(node, field) if isinstance(node, kinds) else None
        if part is not None:
            yield _evolved(node, part.span, says, **{field: None})

    return change


# ---------------------------------------------------------------------- tables and the pack

NO_QUESTIONS = (e.Sentence, d.Blank, d.Otherwise)
IN_ORDER = ("first", "steps")  # readings of a table in which the order of the rows counts


def _ask_less(node: Node, known: Alternatives) -> Replacements:
    """A cell that asks for nothing, or for one thing less."""
    if not isinstance(node, d.Table):
        return
    asking = 1 if isinstance(node.heads[0].what, d.Matrix) else len(node.heads) - 1
    for number, row in enumerate(node.rows):
        for place, cell in enumerate(row.cells[:asking]):
            for new, span, says in _cells_for(cell):
                line = attrs.evolve(row, cells=_with_part(row.cells, place, new))
                yield _evolved(node, span, says, rows=_with_part(node.rows, number, line))


def _cells_for(cell: d.Cell) -> Iterator[tuple[d.Cell, Span, str]]:
    """What may stand in the place of a cell that asks."""
    if isinstance(cell.tests[0], NO_QUESTIONS):
        return
    if len(cell.tests) == 1:
        yield d.Cell((d.Blank(span=cell.span),), span=cell.span), cell.span, "`-`"
        return
    for place, test in enumerate(cell.tests):
        yield attrs.evolve(cell, tests=_with_part(cell.tests, place)), test.span, DROPPED


def _swap_results(node: Node, known: Alternatives) -> Replacements:
    """What a row gives, given by the next row, and the other way round."""
    if not isinstance(node, d.Table):
        return
    for place, (one, other) in enumerate(pairwise(node.rows)):
        if one.cells[-1] != other.cells[-1]:
            above = attrs.evolve(one, cells=(*one.cells[:-1], other.cells[-1]))
            below = attrs.evolve(other, cells=(*other.cells[:-1], one.cells[-1]))
            rows = (*node.rows[:place], above, below, *node.rows[place + 2 :])
            new = attrs.evolve(node, rows=rows)
            yield Replacement(new, one.cells[-1].span, "changed with the next row")


def _turn_order(node: Node, known: Alternatives) -> Replacements:
    if isinstance(node, d.Order):
        yield _evolved(node, node.span, "turned round", ranks=node.ranks[::-1])


def _drop_suit(node: Node, known: Alternatives) -> Replacements:
    if isinstance(node, d.PackSuits) and len(node.suits) > 1:
        for place, suit in enumerate(node.suits):
            suits = _with_part(node.suits, place)
            yield Replacement(
                attrs.evolve(node, suits=suits), node.span, f"without {suit.word.span.text}"
            )


# ---------------------------------------------------------------------- steps

IDLE_AGAIN = (s.Say, s.Let, s.Stop, s.End, s.Win, s.EndsWhen)  # a second time changes nothing
FACE = {"up": "down", "down": "up"}


def _blocks_of(node: Node) -> Iterator[tuple[s.Block, bool, Callable[[s.Block], Node]]]:
    """The blocks of a node: the steps, whether none may be left, and how the node is made anew."""

    def put(field: str) -> Callable[[s.Block], Node]:
        return lambda block: attrs.evolve(node, **{field: block})  # type: ignore[misc]

    if isinstance(node, s.If):
        for place, (test, block) in enumerate(node.branches):
            some = len(node.branches) > 1 or bool(node.otherwise)
            yield block, some, lambda new, k=place, asked=test: _put_branch(node, k, asked, new)  # type: ignore[misc]
    for field in ("body", "otherwise"):
        steps = getattr(node, field, None)
        if isinstance(steps, tuple):
            yield steps, isinstance(node, s.If | s.Action), put(field)


def _put_branch(node: s.If, place: int, test: e.Expr, block: s.Block) -> s.If:
    return attrs.evolve(node, branches=_with_part(node.branches, place, (test, block)))


def drop_step(*kinds: type[Node], but: tuple[type[Node], ...] = ()) -> Change:
    """Each step of a block left out: those of some kinds, or all `but` some."""

    def change(node: Node, known: Alternatives) -> Replacements:
        for block, may_be_empty, made in _blocks_of(node):
            for place, step in enumerate(block):
                rest = (*block[:place], *block[place + 1 :])
                wanted = isinstance(step, kinds or Node) and not isinstance(step, but)
                if wanted and (rest or may_be_empty):
                    yield Replacement(made(rest), first_line(step.span), DROPPED)

    return change


def _swap_steps(node: Node, known: Alternatives) -> Replacements:
    for block, _, made in _blocks_of(node):
        for place, (one, other) in enumerate(pairwise(block)):
            if not isinstance(one, s.Say) and not isinstance(other, s.Say):
                moved = (*block[:place], other, one, *block[place + 2 :])
                yield Replacement(made(moved), first_line(one.span), "after the next step")


def _double_step(node: Node, known: Alternatives) -> Replacements:
    """A step done twice, where what is done the second time can make a difference."""
    for block, _, made in _blocks_of(node):
        for place, step in enumerate(block):
            if not isinstance(step, IDLE_AGAIN) and getattr(step, "op", "") != "=":
                twice = (*block[: place + 1], *block[place:])
                yield Replacement(made(twice), first_line(step.span), "and once more")


def _drop_if_able(node: Node, known: Alternatives) -> Replacements:
    """A condition that must be met also by whoever is not able to."""
    if isinstance(node, s.Must) and node.if_able:
        yield _evolved(node, node.span, "without `if able`", if_able=False)


def _turn_face(node: Node, known: Alternatives) -> Replacements:
    """Cards that lie the other way, and secrets that everybody sees."""
    facing = getattr(node, "facing", None)
    if isinstance(facing, e.Name) and facing.name in FACE:
        side = FACE[facing.name]
        yield _evolved(node, facing.span, f"`{side}`", facing=e.Name(side, span=facing.span))
    if isinstance(node, d.Zone):
        if node.face in FACE:
            yield _evolved(node, node.span, f"face {FACE[node.face]}", face=FACE[node.face])
        elif node.seen_by is not None:
            yield _evolved(node, node.seen_by.span, "face up", seen_by=None, face="up")


def _show_or_hide(node: Node, known: Alternatives) -> Replacements:
    """Hidden instead of shown, and shown to all instead of to one."""
    if isinstance(node, s.Show) and node.to is None:
        word = "show" if node.hidden else "hide"
        yield _evolved(node, node.span, f"`{word}`", hidden=not node.hidden)


def _swap_payers(node: Node, known: Alternatives) -> Replacements:
    if isinstance(node, s.Pay):
        says = "the other way round"
        yield _evolved(node, node.span, says, giver=node.taker, taker=node.giver)


# ---------------------------------------------------------------------- values

STRICTER = {">=": ">", ">": ">=", "<=": "<", "<": "<="}
REVERSED = {">=": "<=", ">": "<", "<=": ">=", "<": ">"}
CONTRARY = {"is": "is not", "is not": "is", "in": "not in", "not in": "in"}
YES_NO = {"yes": "no", "no": "yes"}
SIGN = {"+": "-", "-": "+"}
STEP_SIGN = {"+=": "-=", "-=": "+="}
SIDE = {"left": "right", "right": "left"}
END = {"top": "bottom", "bottom": "top"}
EXTREME = {
    "highest": "lowest", "lowest": "highest", "larger": "smaller", "smaller": "larger",
}  # fmt: skip
COUNTED = ("count", "total", "highest", "lowest")  # phrases whose value is a number


def _is_number(node: Node) -> bool:
    """Whether an expression is a number that is worked out."""
    if isinstance(node, e.Phrase):
        return node.kind in COUNTED
    return isinstance(node, e.Sum) or (isinstance(node, e.Apply) and node.name == "size")


def _add(amount: int) -> Change:
    """A number and so much more; what is worked out, plus or minus one."""

    def change(node: Node, known: Alternatives) -> Replacements:
        if isinstance(node, e.Number) and node.value + amount >= 0:
            yield _becomes(node, attrs.evolve(node, value=node.value + amount))
        elif _is_number(node):
            span, op = span_of(node), "+" if amount > 0 else "-"
            value = e.Bracket(node, span=span)  # type: ignore[arg-type]
            new = e.Sum(op, value, e.Number(1, span=span), span=span)
            yield Replacement(new, first_line(span), f"{op} 1")

    return change


TESTING = (s.Must, s.EndsWhen, e.Either)


def _negate(node: Node, known: Alternatives) -> Replacements:
    """No `not`, or the contrary of a whole test where no word in it can say as much."""
    if isinstance(node, e.Not):
        yield Replacement(node.value, first_line(node.span), "without `not`")
    elif isinstance(node, TESTING) and not _has_contrary(node.test):
        yield _evolved(node, node.test.span, "the contrary", test=_contrary_of(node.test))
    elif isinstance(node, s.If):
        for place, (test, _) in enumerate(node.branches):
            if not _has_contrary(test):
                yield _put_test(node, place, _contrary_of(test), "the contrary")


def _contrary_of(test: e.Expr) -> e.Expr:
    return e.Not(e.Bracket(test, span=test.span), span=test.span)


def _has_contrary(test: e.Expr) -> bool:
    """Whether the contrary of a test is said by changing the test itself."""
    return isinstance(test, e.Not) or (isinstance(test, e.Compare) and test.op in CONTRARY)


def _put_test(node: s.If, place: int, test: e.Expr, says: str) -> Replacement:
    old, block = node.branches[place]
    return Replacement(_put_branch(node, place, test, block), first_line(old.span), says)


def _ask_nothing(node: Node, known: Alternatives) -> Replacements:
    """No question asked: one of two values whatever is so, a branch that is always taken."""
    match node:
        case e.Either(value, test, other):
            yield Replacement(value, first_line(test.span), "always")
            yield Replacement(other, first_line(test.span), "never")
        case s.If(branches=branches):
            for place, (test, _) in enumerate(branches):
                yield _put_test(node, place, e.Word("yes", span=test.span), "always")


JOINED: dict[type[Node], type[e.Both | e.EitherOr]] = {e.Both: e.EitherOr, e.EitherOr: e.Both}


def _swap_and_or(node: Node, known: Alternatives) -> Replacements:
    if isinstance(node, e.Both | e.EitherOr):
        word = "and" if isinstance(node, e.EitherOr) else "or"
        new = JOINED[type(node)](node.left, node.right, span=node.span)
        yield Replacement(new, _between(node.left, node.right), f"`{word}`")


def _halve(node: Node, known: Alternatives) -> Replacements:
    if isinstance(node, e.Both | e.EitherOr):
        yield Replacement(node.right, first_line(node.left.span), DROPPED)
        yield Replacement(node.left, first_line(node.right.span), DROPPED)


def _take_all(node: Node, known: Alternatives) -> Replacements:
    if isinstance(node, e.Where):
        yield Replacement(node.over, first_line(node.test.span), DROPPED)


def _take_neighbour(node: Node, known: Alternatives) -> Replacements:
    for new in known.neighbours(node):
        yield Replacement(new, first_line(span_of(node)), f"`{format_expression(new)}`")


def _take_another(node: Node, known: Alternatives) -> Replacements:
    if isinstance(node, e.Name | e.Apply):
        name = known.another(node.name)
        if name is not None:
            yield _evolved(node, _word_span(node), f"`{name}`", name=name)


def _drop_sign(node: Node, known: Alternatives) -> Replacements:
    """No `-` before a value; a register that becomes what it would only go up by."""
    match node:
        case e.Negate(value):
            yield Replacement(value, first_line(node.span), "without `-`", "drops a minus")
        case s.Assign(op=op) if op in STEP_SIGN:
            found = _evolved(node, _word_span(node), "`=`", op="=")
            yield attrs.evolve(found, what="sets what it would change")


def _stay_at_seat(node: Node, known: Alternatives) -> Replacements:
    match node:
        case e.Apply(name="left" | "right" as name, args=(seat,)):
            only = f"only `{format_expression(seat)}`"
            yield Replacement(seat, first_line(node.span), only, f"drops `{name} of`")


def _move_to_other_end(node: Node, known: Alternatives) -> Replacements:
    if isinstance(node, s.Move):
        says = "not at the bottom" if node.bottom else "at the bottom"
        yield _evolved(node, node.span, says, bottom=not node.bottom)


def _swap_quantifier(node: Node, known: Alternatives) -> Replacements:
    """`every` for `any`, and the other way round; the worst for the best."""
    match node:
        case e.Phrase(kind="best", value=value) if value is not None:
            worst = e.Negate(e.Bracket(value, span=value.span), span=value.span)
            worse = _evolved(node, _word_span(node), "the worst", value=worst)
            yield attrs.evolve(worse, what="worst for best")
        case e.Phrase(kind="any", where=test) if test is not None:
            new = {"kind": "every", "where": None, "value": test}
            yield _evolved(node, _word_span(node), "`every`", **new)
        case e.Phrase(kind="every", where=where, value=value) if value is not None:
            test = value if where is None else e.Both(where, value, span=value.span)
            new = {"kind": "any", "where": test, "value": None}
            yield _evolved(node, _word_span(node), "`any`", **new)


def _swap_from_after(node: Node, known: Alternatives) -> Replacements:
    """Seats with the one that is named or without it, or all, beginning with nobody."""
    if isinstance(node, e.SeatsRound):
        word = "from" if node.after else "after"
        at = Span(node.span.source, node.span.start, node.span.start + len("seats"))
        seats = node.among or e.Word("seats", span=at)
        yield _evolved(node, _between(seats, node.seat), f"`{word}`", after=not node.after)
        way, only = "after" if node.after else "from", f"only `{format_expression(seats)}`"
        yield Replacement(seats, first_line(node.span), only, f"drops `{way} …`")


# ---------------------------------------------------------------------- the list

# The list is fixed: a score is of these operators, and with another list it is another score.
OPERATORS = tuple(
    Operator(name, changes if isinstance(changes, tuple) else (changes,))
    for name, changes in {
        "drops a row": drop_part("rows", d.Table, d.Ranking, least=1),
        "swaps two rows": _swap("rows", "below the next row", d.Table, d.Ranking),
        "asks less in a cell": _ask_less,
        "swaps two results": _swap_results,
        "swaps two ranks": _swap("ranks", "below the next rank", d.Order),
        "turns an order round": _turn_order,
        "takes from the pack": (
            drop_part("ranks", d.PackRanks, least=1),
            _drop_suit,
            drop_part("lines", d.Pack, but=(d.PackRanks,)),
        ),
        "drops a step": drop_step(but=(s.Say, s.Run, s.Shuffle)),  # what is only said is no rule
        "drops a shuffle": drop_step(s.Shuffle),
        "drops a phase": drop_step(s.Run),
        "swaps two steps": _swap_steps,
        "does a step twice": _double_step,
        "drops a choice": drop_part("actions", s.Choose, least=1),
        "drops a condition": (
            drop_part("musts", s.Action),
            drop_part("musts", d.Conditions, least=1),
            _drop_if_able,
            _clear("where", DROPPED, s.For, s.Deal, s.Choose),
            drop_part("lines", d.Options, but=(d.Option,)),
        ),
        "drops half a condition": (_halve, _take_all, _clear("where", DROPPED, e.Phrase)),
        "says the contrary": (_switch("op", CONTRARY, e.Compare), _negate),
        "asks no question": _ask_nothing,
        "swaps more and at least": _switch("op", STRICTER, e.Compare, d.CompareCell),
        "swaps less and more": _switch("op", REVERSED, e.Compare, d.CompareCell),
        "one more": _add(1),
        "one less": _add(-1),
        "swaps yes and no": _switch("text", YES_NO, e.Word),
        "swaps `and` and `or`": _swap_and_or,
        "a neighbour's word": _take_neighbour,
        "another of its kind": _take_another,
        "swaps plus and minus": (
            _switch("op", SIGN, e.Sum),
            _switch("op", STEP_SIGN, s.Assign),
            _drop_sign,
        ),
        "swaps left and right": (_switch("name", SIDE, e.Apply), _stay_at_seat),
        "swaps top and bottom": (_switch("name", END, e.Apply), _move_to_other_end),
        "swaps `from` and `after`": _swap_from_after,
        "swaps any and every, or highest and lowest": (
            _switch("name", EXTREME, e.Apply),
            _switch("kind", EXTREME, e.Phrase),
            _swap_quantifier,
        ),
        "swaps seen and hidden": (_turn_face, _clear("seen_by", "seen by all", d.Register)),
        "swaps show and hide": (_show_or_hide, _clear("to", "to all", s.Show)),
        "swaps giver and taker": _swap_payers,
    }.items()
)

# Changes that nobody has to notice: why not.
NOT_ASKED = {"drops a shuffle": "no example can ask for it: there cards lie as they are given"}

# What a variant changes, each change left out by itself.
OF_VARIANTS = Operator(
    "drops a change", (drop_part("deltas", d.Variant, but=(d.Example, d.Law)),)
)  # fmt: skip
