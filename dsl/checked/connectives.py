"""What was probably meant by `a or b` and `a and b` where one of them is no question."""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.suggestions import find_number, suggest_conversion
from hoyle.dsl.checked.values import is_card_of
from hoyle.dsl.nearest import OF_TWO
from hoyle.dsl.node import Node, walk
from hoyle.dsl.source import Span
from hoyle.dsl.tree import expressions as e

BEHIND_AND = re.compile(r" and (\w+(?:\([^()\n]*\))?(?: of \w+)*)")
Parts = Sequence[tuple[e.Expr, g.Value]]
# `x is 5 or 7`, by its connective and comparison: what is asked of several values at once.
OF_SEVERAL = {
    ("or", "is"): "in", ("or", "in"): "in", ("and", "is not"): "not in",
    ("and", "not in"): "not in", ("or", "is not"): "not in", ("or", "not in"): "not in",
}  # fmt: skip
RANKS = (e.RankWord, e.Number)
ORDERING = ("<", ">", "<=", ">=")


def tell_each_owner(scope: Scope, tree: e.Both | e.EitherOr) -> bool:
    """Tell `points of ann and cat is 100`."""
    help_ = _suggest_each_owner(scope, tree)
    if help_:
        title = f"`and` stands between two questions, but `{tree.left.words}` is no question"
        scope.ctx.error("T04", title, tree.left.span, help=help_)
    return bool(help_)


def tell_no_question(
    scope: Scope, tree: e.Expr, name: str, parts: Parts, each: t.Type, before: Asked | None
) -> bool:  # fmt: skip
    """Tell the first part that is no question; `before` is what was asked before an `or`."""
    ctx, says = scope.ctx, "stands between two questions, but"
    odd = [pair for pair in parts if not t.is_assignable(pair[1].type, t.YESNO)]
    if not odd:
        return False
    part, found = odd[0]
    if any(_is_of_two(node) for one, _ in parts for node in walk(one)):
        return True  # `larger of a and b`, which is told there
    title = f"`{name}` {says} `{part.words}` is {found.type}"
    if each == t.SEVERAL:
        listed = _suggest_together(parts) or f"[{', '.join(part.words for part, _ in parts)}]"
        ctx.error("T04", title, tree.span, label=f"write `{listed}`")
        return True
    if any(isinstance(one, e.Both) and value.type == t.UNKNOWN for one, value in parts):
        before = find_test_before(parts[: parts.index(odd[0])])  # told in the part behind it too
    elif part is not parts[0][0]:
        before = None
    if before is not None and _goes_on(ctx, "or", before, part, found):
        title = f"`or` {says} `{part.words}` is {found.type}"
        full = f"behind `or` the question is asked in full:  {before.ask_of(part)}"
        ctx.error("T04", title, part.span, help=(full,))
        return True
    help_ = _suggest_one_number(name, parts) or _suggest_one_of(ctx, name, parts)
    if help_:  # what is said so of a comparison before it is not told again
        asked = {one.right.span: one.right for one, _ in parts if isinstance(one, e.Compare)}
        suited = isinstance(odd[-1][0], e.CardOf)
        ctx.withdraw(
            lambda told: (
                told.span in asked
                and (
                    told.code == "T03"
                    or (suited and told.code == "T02" and isinstance(asked[told.span], RANKS))
                )
            )
        )
    help_ = help_ or _suggest_or_else(name, parts)
    ctx.error("T04", title, part.span,
              help=help_ or suggest_conversion(ctx, part, found.type, t.YESNO))  # fmt: skip
    return True


def _suggest_or_else(name: str, parts: Parts) -> tuple[str, ...]:
    """`first seat in … or leader`: where there is none, the other is meant."""
    if name != "or" or len(parts) != 2:
        return ()
    (one, first), (other, second) = parts
    if not isinstance(first.type, t.MaybeT) or t.bare(first.type) != t.bare(second.type):
        return ()
    chosen = f"({one.words} if {one.words} is not none else {other.words})"
    return (f"the other where there is none:  {chosen}",)


def _is_of_two(tree: Node) -> bool:
    """Whether it is `larger of a`, behind which `and b` may stand."""
    return isinstance(tree, e.Apply) and tree.of and tree.name in OF_TWO


def write_of_two(tree: e.Apply | e.Name) -> str:
    """How `larger of a and b` is written."""
    if not isinstance(tree, e.Apply) or not _is_of_two(tree) or len(tree.args) != 1:
        return ""
    other = BEHIND_AND.match(tree.span.source.text, tree.span.end)
    both = f"{tree.args[0].words}, {other[1] if other else '…'}"
    return f"both stand in brackets:  {tree.name}({both})"


def find_test_before(parts: Parts) -> Asked | None:
    """The comparison that the last question among some parts ends in."""
    questions = [pair for pair in parts if t.is_assignable(pair[1].type, t.YESNO)]
    return _find_last_test(*questions[-1]) if questions else None


@attrs.define
class Asked:
    """A part of `a or b or c` with the comparison that it ends in, and what goes on with that."""

    part: e.Expr
    test: e.Compare | None
    kind: t.Type = t.UNKNOWN
    optional: bool = True  # whether what is compared may be none
    one: bool = False  # whether `in` stands before one thing
    others: list[e.Expr] = attrs.field(factory=list)
    alike: list[e.Expr] = attrs.field(factory=list)  # of which the same is asked

    def is_asked_of(self, part: e.Expr) -> bool:
        """Whether a value is compared with the same number, not with what was compared."""
        in_order = self.test is not None and self.test.op in ORDERING
        fixed = self.test is not None and isinstance(self.test.right, e.Number)
        return in_order and fixed and not isinstance(part, e.Number)

    def ask_of(self, part: e.Expr) -> str:
        """The same question of another value."""
        assert self.test is not None
        op = {"in": "is", "not in": "is not"}.get(self.test.op, self.test.op)
        asked_of, other = (part, self.test.right) if self.is_asked_of(part) else (None, part)
        return f"{(asked_of or self.test.left).words} {op} {other.words}"

    def write(self, name: str) -> str:
        """The part, with its comparison asked of all of the values."""
        test = self.test
        if test is not None and self.alike:
            same = (f"{one.words} {test.op} {test.right.words}" for one in self.alike)
            return f" {name} ".join((attrs.evolve(self, alike=[]).write(name), *same))
        if test is None or not self.others:
            return self.part.words
        before = Span(test.span.source, self.part.span.start, test.span.start).words
        several = OF_SEVERAL.get((name, test.op))
        if several is None or any(isinstance(one, e.Word) for one in self.others):
            each = (test.right, *self.others)
            new = f" {name} ".join(f"{test.left.words} {test.op} {one.words}" for one in each)
        else:
            listed = ", ".join(_write_suited((*_list_items(test.right), *self.others)))
            new = f"{test.left.words} {several} [{listed}]"
        return f"{before} {new}".lstrip()


def _list_items(tree: e.Expr) -> Sequence[e.Expr]:
    return tree.items if isinstance(tree, e.Listing) else (tree,)


def _write_suited(items: Sequence[e.Expr]) -> list[str]:
    """Each of several values; a rank has the suit of the next card behind it: `K or Q of trump`."""
    suit, written = "", list[str]()
    for item in reversed(items):
        suit = f" of {item.suit.words}" if isinstance(item, e.CardOf) else suit
        written.append(item.words + suit * isinstance(item, RANKS))
    return written[::-1]


def _suggest_one_number(name: str, parts: Parts) -> tuple[str, ...]:
    """`1 or 11`, for the points of a card: a value is one number."""
    values = sorted(value for part, _ in parts if (value := find_number(part)) is not None)
    if name != "or" or not len(values) == len(parts) == 2:
        return ()
    if values[0] < 0:
        return ("a value is one number: what may be either, a player chooses by two actions",)
    more = f"let a define of the whole hand add {values[1] - values[0]} where that is better"
    return (f"a value is one number: write {values[0]} here, and {more}",)


def _suggest_one_of(
    ctx: CheckContext, name: str, parts: Sequence[tuple[e.Expr, g.Value]]
) -> tuple[str, ...]:
    """`x is 5 or 7`: each value goes to the comparison before it, if it can be compared there."""
    if name == "and" and all(t.bare(found.type) == t.SEAT for _, found in parts):
        return (f"several seats stand in `[ ]`:  [{', '.join(part.words for part, _ in parts)}]",)
    if name == "and" and all(t.bare(found.type) == t.CARD for _, found in parts):
        return (f"several cards stand in `[ ]`:  [{', '.join(part.words for part, _ in parts)}]",)
    if name == "and" and all(t.element(t.bare(found.type)) == t.CARD for _, found in parts):
        return (f"cards are put together with `+`:  {' + '.join(part.words for part, _ in parts)}",)
    kinds = {t.element(t.bare(found.type)) or t.bare(found.type) for _, found in parts}
    if name == "and" and len(kinds) == 1 and t.element(t.bare(parts[0][1].type)) is not None:
        several = [
            part.words if t.element(t.bare(found.type)) is not None else f"[{part.words}]"
            for part, found in parts
        ]
        return (f"several are put together with `+`:  {' + '.join(several)}",)
    if before := _suggest_each_before(name, parts):
        return before
    asked: list[Asked] = []
    never = ""
    for part, found in parts:
        if found.type == t.NONE and asked and asked[-1].test and not asked[-1].optional:
            never = f"`{asked[-1].test.left.words}` is never none; "
        elif t.is_assignable(found.type, t.YESNO):
            asked.append(_find_last_test(part, found))
        elif asked and _goes_on(ctx, name, asked[-1], part, found):
            (asked[-1].alike if asked[-1].is_asked_of(part) else asked[-1].others).append(part)
        else:
            return ()
    return (f"{never}write `{f' {name} '.join(one.write(name) for one in asked)}`",)


def _suggest_together(parts: Parts) -> str:
    """`hand of seat + board`, for cards that lie in one place or in another; else nothing."""
    if not any(t.element(t.bare(found.type)) == t.CARD for _, found in parts):
        return ""
    several = []
    for part, found in parts:
        one = t.bare(found.type) == t.CARD
        if not one and t.element(t.bare(found.type)) != t.CARD:
            return ""
        end = one and isinstance(part, e.Apply) and part.name == "top" and len(part.args) == 1
        of = part.args[0].words if end and isinstance(part, e.Apply) else part.words
        several.append(f"top({of}, 1)" if end else f"[{of}]" if one else of)
    return " + ".join(several)


def _suggest_each_before(name: str, parts: Parts) -> tuple[str, ...]:
    """`K♠ or Q♠ in hand`: each of those before the last comparison is asked so itself."""
    *loose, (last, asked) = parts
    if not (isinstance(last, e.Compare) and isinstance(asked, g.Op) and asked.args):
        return ()
    if any(found.type in (t.YESNO, t.UNKNOWN) or found.type.or_none for _, found in loose):
        return ()
    if any(not _is_like(found, asked.args[0]) for _, found in loose):
        return ()
    rest = f"{last.op} {last.right.words}"
    each = [f"{part.words} {rest}" for part, _ in loose]
    return (f"each is asked:  {f' {name} '.join((*each, last.words))}",)


def _is_like(one: g.Value, other: g.Value) -> bool:
    """Whether both are of a type, the card of a rank and suit being a card."""
    kinds = [t.CARD if is_card_of(each) else t.bare(each.type) for each in (one, other)]
    return kinds[0] == kinds[1]


def _find_last_test(part: e.Expr, found: g.Value) -> Asked:
    """The comparison that a question ends in; none where that asks for `empty` or `none`."""
    test, value = part, found
    while isinstance(value, g.Op) and (
        isinstance(test, e.Not) or (isinstance(test, e.Both) and value.name == "and")
    ):
        test, value = test.value if isinstance(test, e.Not) else test.right, value.args[-1]
    if isinstance(test, e.Compare) and isinstance(value, g.Op) and value.name == "not":
        value = value.args[0]  # `is not` of a card of which there are several
    if not isinstance(test, e.Compare) or not isinstance(value, g.Op) or len(value.args) != 2:
        return Asked(part, None)
    if isinstance(test.right, e.Word):
        return Asked(part, None)
    kind = value.args[0].type
    return Asked(part, test, t.bare(kind), kind.or_none, value.name == "is")


def _goes_on(ctx: CheckContext, name: str, one: Asked, part: e.Expr, found: g.Value) -> bool:
    """Whether a loose value is one more that the comparison before it can ask for."""
    test, kind = one.test, found.type
    if is_card_of(found):
        kind = t.CARD  # `K of trump` stands where a card does
    if test is not None and kind == t.NONE:
        return test.op in ("is", "is not")
    if test is None or isinstance(part, e.Word) or t.element(t.bare(kind)) is not None:
        return False
    if part.words == test.left.words:
        return False
    if test.op in ("in", "not in") and not (one.one or isinstance(test.right, e.Listing)):
        return False
    if (name, test.op) not in OF_SEVERAL and test.op not in ORDERING:
        return False
    if one.kind == t.RANK and isinstance(part, e.Number):
        return ctx.game.words.find_rank(part.words) is not None
    if isinstance(part, e.Name) and part.name in (t.bare(one.kind).answers or ()):
        return True  # also where another type has the word too
    return t.is_comparable(one.kind, kind) and kind != t.UNKNOWN


def _suggest_each_owner(scope: Scope, tree: e.Both | e.EitherOr) -> tuple[str, ...]:
    """`points of ann and cat is 100`: one is asked for a side, and of several each by itself."""
    match tree:
        case e.Both(
            left=e.Apply(name=name, args=(one,)), right=e.Compare(left=e.Name() as other) as test
        ):
            family = scope.game.registers.get(name)
            second = scope.find(other.name)
        case _:
            return ()
    if family is None or family.type == t.YESNO or second is None or second.type != t.SEAT:
        return ()
    asked = f"{name} of {one.words} {test.op} {test.right.words}"
    each = f"{asked} and {name} of {test.words}"
    of = [index.type for index in family.index]
    if of == [t.SIDE]:
        return (f"one of them stands for their side:  {asked}", f"of two sides:  {each}")
    return (f"each is asked by itself:  {each}",) if of == [t.SEAT] else ()
