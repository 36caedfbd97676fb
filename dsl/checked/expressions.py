"""From an expression of the tree to a value with its type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import ranges as intervals
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.builtins import OPERATIONS, list_arities
from hoyle.dsl.checked.card_literals import check_card, check_figure, check_suit, make_card
from hoyle.dsl.checked.connectives import (
    Asked,
    find_test_before,
    tell_each_owner,
    tell_no_question,
    write_of_two,
)
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.direction import NEXT, seats_round, take_way
from hoyle.dsl.checked.families import check_field, load_family, may_be_field
from hoyle.dsl.checked.names import (
    check_name,
    check_word,
    list_alternatives,
    list_names_of,
    make_unknown,
    reject_words,
    report_lone_else,
    report_order,
    report_taker,
)
from hoyle.dsl.checked.operands import check_meld, takes_first
from hoyle.dsl.checked.operators import (
    check_arithmetic,
    check_comparison,
    number_copies,
    report_no_thing,
)
from hoyle.dsl.checked.phrases import make_phrase, warn_of_rank_as_name
from hoyle.dsl.checked.suggestions import (
    as_operand,
    describe_parameter,
    find_holding_suits,
    name_given,
    put_sooner,
    report_steps,
    report_unknown_of,
    suggest_asked,
    suggest_asked_number,
    suggest_both,
    suggest_card,
    suggest_conversion,
    suggest_family,
    suggest_for_list,
    suggest_instead,
    suggest_ranks,
    suggest_ranks_between,
    suggest_where_inside,
    tell_single,
    tell_turned_round,
)
from hoyle.dsl.checked.values import find_zone, is_card_of, stands_for_side
from hoyle.dsl.checked.written_names import as_noun, list_names, name_in_sight, write_application
from hoyle.dsl.nearest import OF_TWO, WRITTEN, distance, nearest
from hoyle.dsl.source import Span
from hoyle.dsl.tree import expressions as e


def check_value(scope: Scope, tree: e.Expr, wanted: t.Type | None = None) -> g.Value:
    """The value of an expression; `wanted` helps to tell ranks from numbers and settles words.

    A seat where a side is wanted stands for the side that it plays for.
    """
    found = _check_as_written(scope, tree, wanted)
    if wanted is None or t.bare(wanted) != t.SIDE or t.bare(found.type) != t.SEAT:
        return found
    side = g.Op("side", (found,), t.SIDE, tree.span)
    if found.type == t.SEAT or wanted == t.SIDE:
        return side
    nobody = g.Const(-1, t.NONE, tree.span)
    given = g.Op("is_not", (found, nobody), t.YESNO, tree.span)
    return g.Op("if", (given, side, nobody), t.MaybeT(t.SIDE), tree.span)


def _check_as_written(scope: Scope, tree: e.Expr, wanted: t.Type | None) -> g.Value:
    match tree:
        case e.Number():
            return check_figure(scope.ctx, str(tree.value), tree.value, wanted, tree.span)
        case e.RankWord(text=text):
            return check_figure(scope.ctx, text, None, wanted, tree.span)
        case e.SuitWord():
            return check_suit(scope.ctx, tree)
        case e.CardWord():
            return check_card(scope.ctx, tree)
        case e.Marked():
            return _check_marked(scope, tree)
        case e.Word():
            return check_word(scope, tree)
        case e.Name():
            line = scope.find(tree.name)
            if line is not None and isinstance(line.type, t.LineT):
                return _check_line(scope, tree, line) or make_unknown(tree.span)
            return check_name(scope, tree.name, wanted, tree.span) or make_unknown(tree.span)
        case e.Apply():
            return _check_application(scope, tree, wanted) or make_unknown(tree.span)
        case e.CardOf():
            return _check_card_of(scope, tree.rank, tree.suit, tree.span)
        case e.SeatsRound():
            seat = check_typed(scope, tree.seat, t.SEAT)
            return _check_among(scope, tree, seats_round(scope.game, seat, tree.after, tree.span))
        case e.Alternatives():
            return list_alternatives(scope.ctx, tree)
        case e.AllBut():
            every = g.Setting("seats", t.SequenceT(t.SEAT), tree.span)
            others = check_typed(scope, tree.seats, t.SetT(t.SEAT), "a seat or seats")
            return g.Op("without", (every, others), t.SetT(t.SEAT), tree.span)
        case e.Listing():
            return _check_listing(scope, tree, wanted)
        case e.Layout():
            *melds, left = tree.parts  # `[]/[7♠ 8♠]`: no melds
            kept = [meld for meld in melds if meld.items]
            parts = tuple(check_typed(scope, part, t.SetT(t.CARD)) for part in (*kept, left))
            return g.Op("list", parts, t.PlanT(), tree.span)
        case e.Bracket():
            return check_value(scope, tree.inner, wanted)
        case e.Between():
            return check_between(scope, tree)
        case e.Sum():
            return check_arithmetic(scope.ctx, tree, *_check_terms(scope, tree, wanted))
        case e.Negate():
            inner = check_typed(scope, tree.value, t.NumberT())
            of = t.bare(inner.type)
            bounds = intervals.negate(of) if isinstance(of, t.NumberT) else t.NumberT()
            return g.Op("negate", (inner,), bounds, tree.span)
        case e.Compare():
            return check_comparison(scope.ctx, tree, *_check_sides(scope, tree))
        case e.Both() | e.EitherOr():
            return _check_connective(scope, tree, wanted)
        case e.Not():
            inner = check_question(scope, tree.value, "`not` stands before a question")
            return g.Op("not", (inner,), t.YESNO, tree.span)
        case e.Either():
            return _check_either(scope, tree, wanted)
        case e.Where():
            return _check_where(scope, tree, wanted)
        case e.Phrase():
            return _check_phrase(scope, tree)
    assert_never(tree)


def check_typed(
    scope: Scope, tree: e.Expr, wanted: t.Type, what: str = "", *, lead: str = "",
    code: str = "T01", or_else: tuple[t.Type, str] | None = None, param: g.Var | None = None,
    register: g.Register | None = None,
) -> g.Value:  # fmt: skip
    """A value that must be of a type; `what` names it as the place does (`a number of cards`).

    `lead` is a title of its own for a value of another type, `or_else` one type with its help.
    What is given to a parameter is told with the parameter's own line, what a `register` is to
    hold with the register's.
    """
    before = scope.ctx.count_told
    found = check_value(scope, tree, wanted)
    if found.type != t.UNKNOWN and scope.ctx.count_told > before:
        return found if t.is_assignable(found.type, wanted) else make_unknown(tree.span)
    nothing = None if wanted.or_none or t.element(wanted) is not None else _find_none(found)
    if nothing is None and t.is_assignable(found.type, wanted):
        scope.ctx.add_fit(found, wanted)
        if register is not None and found.type != t.NONE and not stands_for_side(found):
            scope.ctx.fitting.add(register)
        if isinstance(found, g.Call) and not wanted.or_none:
            scope.game.uses.needed.add(found)
        return number_copies(found) if scope.game.has_copies else found
    verb = "are" if isinstance(wanted, t.SetT) else "is"
    lead = lead or f"{what or wanted} {verb} wanted here"
    help_ = suggest_conversion(scope.ctx, tree, found.type, wanted)
    if wanted == t.YESNO and isinstance(tree, e.Number | e.Between):
        help_ = suggest_asked_number(scope, tree)
    elif wanted == t.YESNO:
        help_ = suggest_asked(scope, tree, found.type) or help_
    if or_else is not None and t.is_of_kind(found.type, or_else[0]):
        help_ = (or_else[1],)
    also = ((param.span, describe_parameter(param, found.type)),) if param is not None else ()
    title, span = f"{lead}, but `{tree.words}` is {name_given(found.type, wanted)}", tree.span
    if nothing is not None:
        title, span, help_ = f"{lead}, but in this case it is none", nothing.span, ()
    if register is not None:
        held = (found.register, t.bare(wanted)) if found.register is not None else None
        scope.ctx.add_unfit(register, found.type, code, title, span, help_, also, held)
    elif found.register is not None:
        scope.ctx.add_unfit(found.register, wanted, code, title, span, help_, also)
    else:
        scope.ctx.error(code, title, span, help=help_, also=also)
    return make_unknown(tree.span)


def _find_none(value: g.Value) -> g.Value | None:
    """The `none` that stands in one of the cases of a value: `card if trick is empty else none`."""
    if not isinstance(value, g.Op) or value.name != "if":
        return None
    for case in value.args[1:]:
        if case.type == t.NONE:
            return case
        if (inner := _find_none(case)) is not None:
            return inner
    return None


def check_question(
    scope: Scope, tree: e.Expr, why: str, needless: Sequence[str] = ("yes", "no")
) -> g.Value:
    """A question; `why` says who asks it, `needless` which of its answers ask nothing."""
    inner = tree
    while isinstance(inner, e.Bracket):
        inner = inner.inner
    written = inner.span not in scope.ctx.case_cells
    if isinstance(inner, e.Word) and inner.text in needless and written:
        title = f"this question is always answered by `{inner.text}`"
        scope.ctx.report.warn("F09", title, tree.span, label="nothing is asked here")
    return check_typed(scope, tree, t.YESNO, lead=why)


def check_optional(
    scope: Scope, tree: e.Expr | None, wanted: t.Type, what: str = "", *, after: str = ""
) -> g.Value | None:
    """A value that may be left out; `after` is the word that a question stands behind."""
    lead = f"`{after}` is followed by a question" if after else ""
    return None if tree is None else check_typed(scope, tree, wanted, what, lead=lead)


def _check_connective(
    scope: Scope, tree: e.Both | e.EitherOr, wanted: t.Type | None, before: Asked | None = None
) -> g.Value:
    """`a and b and c`, or `a or b or c`; `x is 5 or 7` is told with what is nearly always meant.

    `before` is what was asked before the `or` in front of `a and b`.
    """
    if tell_each_owner(scope, tree):
        return make_unknown(tree.span)
    name = "and" if isinstance(tree, e.Both) else "or"
    chain: list[e.Both | e.EitherOr] = [tree]
    while isinstance(left := chain[0].left, type(tree)):
        chain.insert(0, left)
    each = t.SEVERAL if name == "or" and wanted == t.SEVERAL else t.YESNO
    parts = list[tuple[e.Expr, g.Value]]()
    for part in (chain[0].left, *(pair.right for pair in chain)):
        if parts and isinstance(part, e.Both):
            found = _check_connective(scope, part, each, find_test_before(parts))
        else:
            found = check_value(scope, part, each)
        parts.append((part, found))
    if tell_no_question(scope, tree, name, parts, each, before):
        return make_unknown(tree.span)
    whole = parts[0][1]
    for pair, (_, found) in zip(chain, parts[1:], strict=True):
        whole = g.Op(name, (whole, found), t.YESNO, pair.span)
    return whole


def _check_card_of(scope: Scope, rank_tree: e.Expr, suit_tree: e.Expr, span: Span) -> g.Value:
    """`10 of trump`: all such cards; `7 of coins`, both written out: the card."""
    copy = 0
    if isinstance(suit_tree, e.Marked):
        copy, suit_tree = suit_tree.copy, e.Name(suit_tree.name, span=suit_tree.span)
    given = f"{suit_tree.words}, {rank_tree.words}"
    meant: t.Type = t.SequenceT(t.CARD)
    says = f"so many cards of a pile:  top({given})"
    zone = scope.game.zones.get(suit_tree.name) if isinstance(suit_tree, e.Name | e.Apply) else None
    if zone is not None and not zone.pile:
        meant, says = zone.type, f"any so many of the cards:  subsets({given})"
    if (holding := find_holding_suits(scope, suit_tree)) is not None:
        meant, says = holding, suggest_both(rank_tree, suit_tree)
    suit = check_typed(scope, suit_tree, t.SUIT, or_else=(meant, says))
    if suit.type == t.UNKNOWN:
        return suit
    rank = check_typed(scope, rank_tree, t.RANK)
    if isinstance(rank, g.Literal) and isinstance(suit, g.Literal):
        words = scope.game.words
        numbers = words.find_rank(rank.word), words.find_suit(suit.word)
        if None in numbers:
            return make_unknown(span)  # which is told already
        return make_card(scope.ctx, *numbers, copy, span, span.words)
    return g.Op("cards_of", (rank, suit), t.SetT(t.CARD, of_one_look=True), span)


def _check_marked(scope: Scope, tree: e.Marked) -> g.Value:
    """`joker'`: a further copy of a card with a name."""
    found = check_value(scope, e.Name(tree.name, span=tree.span), t.CARD)
    if isinstance(found, g.Literal) and found.what == "card":
        return attrs.evolve(found, copy=tree.copy, type=t.CARD)
    if found.type != t.UNKNOWN:
        title = f"`'` marks a further copy of a card, and `{tree.name}` is {found.type}"
        scope.ctx.error("T01", title, tree.span)
    return make_unknown(tree.span)


def _check_sides(scope: Scope, tree: e.Compare) -> tuple[g.Value, g.Value]:
    """Both sides; the one that says more is read first and helps with the other."""
    among = tree.op in ("in", "not in")
    if isinstance(tree.left, e.Number) and not isinstance(tree.right, e.Number):
        right = check_value(scope, tree.right)
        of = t.element(right.type)
        return check_value(scope, tree.left, of if among else None if of else right.type), right
    left = check_value(scope, tree.left)
    if reject_words(scope, tree.right, left.type, tree.left.words):
        return left, make_unknown(tree.right.span)
    if among and isinstance(tree.right, e.Listing):
        return left, _check_listing(scope, tree.right, t.SetT(left.type), tree)
    if isinstance(tree.right, e.Number) and t.element(t.bare(left.type)) is not None and not among:
        return left, check_value(scope, tree.right)  # a figure beside several says how many
    return left, check_value(scope, tree.right, t.SetT(left.type) if among else left.type)


def _check_terms(scope: Scope, tree: e.Sum, wanted: t.Type | None) -> tuple[g.Value, g.Value]:
    """Both operands of `+ - * /`; the first helps with the second where nothing is wanted."""
    hint = wanted if wanted is not None and not isinstance(t.bare(wanted), t.PlainT) else None
    left = check_value(scope, tree.left, hint)
    one_rank = t.bare(left.type) == t.RANK and isinstance(tree.right, e.Number)  # no rank is added
    return left, check_value(scope, tree.right, hint or (None if one_rank else left.type))


def _check_listing(
    scope: Scope, tree: e.Listing, wanted: t.Type | None, among: e.Compare | None = None
) -> g.Value:
    """`[5, 7]`: the elements are of one kind, the wanted one where it is known.

    They have the order in which they are written, but cards are `Cards`. `K of trump` is one there.
    Beside a letter that is a rank figures are ranks too, `[3, 2, A]`. None is no member of it: one
    that may be none adds nothing then. Only behind `in` may it be there, or hold what several are.
    """
    of = t.element(t.bare(wanted)) if wanted is not None else None
    kind = t.bare(of) if of is not None else t.UNKNOWN
    lost = wanted in (t.UNKNOWN, t.SetT(t.UNKNOWN))  # told already of what it is compared with
    if kind == t.UNKNOWN and any(isinstance(item, e.RankWord) for item in tree.items):
        kind = t.RANK
    behind_in, items = among is not None, []
    others: list[tuple[e.Expr, t.Type]] = []
    for item in tree.items:
        found = check_value(scope, item, None if kind == t.UNKNOWN and not lost else kind)
        one = t.CARD if is_card_of(found) and kind in (t.UNKNOWN, t.CARD) else t.bare(found.type)
        items.append(found)
        if found.type == t.NONE:
            if not behind_in:
                report_no_thing(scope.ctx, item.span)
        elif behind_in and len(items) == 1 and t.is_assignable(one, t.element(kind) or t.NONE):
            kind = one  # several that must all be in it
        elif (joined := t.join(kind, one)) is not None:
            kind = joined
        else:
            others.append((item, found.type))
    for item, other in others[:1]:
        title = f"each thing in this list must be {kind}, but `{item.words}` is {other}"
        if of is None or len(others) < len(items):
            title = f"a list holds things of one kind: `{item.words}` is {other}, not {kind}"
        ways = suggest_for_list(tree, other, among if kind == t.CARD else None)
        help_ = ways or suggest_conversion(scope.ctx, item, other, kind)
        scope.ctx.error("T02", title, item.span, help=help_)
    if kind == t.CARD and any(map(is_card_of, items)):
        return g.Op("union", tuple(items), t.SetT(t.CARD), tree.span)
    if kind == t.CARD and all(map(t.is_by_name, (item.type for item in items))):
        kind = t.NAMED_CARD
    whole = t.SetT if kind == t.CARD or t.element(kind) == t.CARD else t.SequenceT
    return g.Op("list", tuple(items), whole(kind), tree.span)


def check_between(scope: Scope, tree: e.Between) -> g.Value:
    """`low..high`."""
    help_ = suggest_ranks(scope.ctx, tree)
    named = any(isinstance(end, e.RankWord | e.CardWord) for end in (tree.low, tree.high))
    if named and (help_ or not scope.ctx.game.ranks):  # that there is no pack is told already
        of = "cards" if isinstance(tree.low, e.CardWord) else "ranks"
        title = f"a range is of numbers, but `{tree.words}` is of {of}"
        if help_:
            scope.ctx.error("T01", title, tree.span, help=help_)
        return make_unknown(tree.span)
    of_ranks = (t.RANK, suggest_ranks_between(scope.ctx, tree))
    low = check_typed(scope, tree.low, t.NumberT(), or_else=of_ranks)
    if low.type == t.UNKNOWN:  # one mistake at both ends is told once
        check_value(scope, tree.high, t.NumberT())
        return make_unknown(tree.span)
    high = check_typed(scope, tree.high, t.NumberT(), or_else=of_ranks)
    low_t, high_t = t.bare(low.type), t.bare(high.type)
    if not (isinstance(low_t, t.NumberT) and isinstance(high_t, t.NumberT)):
        return make_unknown(tree.span)
    bounds = t.NumberT(low_t.low, high_t.high)
    if bounds.low is not None and bounds.high is not None and bounds.low > bounds.high:
        title = f"`{tree.words}` is empty: {tree.low.words} is more than {tree.high.words}"
        meant = f"did you mean `{tree.high.words}..{tree.low.words}`?"
        scope.ctx.error("R02", title, tree.span, label=meant, help=help_)
        return make_unknown(tree.span)
    return g.Op("between", (low, high), t.SetT(bounds), tree.span)


def _check_either(scope: Scope, tree: e.Either, wanted: t.Type | None) -> g.Value:
    test = check_question(scope, tree.test, "`if` is followed by a question")
    first = check_value(scope, tree.value, wanted)
    figure = isinstance(tree.other, e.Number) and not scope.game.words.find_rank(tree.other.words)
    other = check_value(scope, tree.other, wanted or (None if figure else first.type))
    kind = t.join(first.type, other.type)
    if kind is None:
        scope.ctx.error(
            "T02", f"`{tree.value.words}` is {first.type}, but `{tree.other.words}` is "
            f"{other.type}: both must be of one kind", tree.span,
            help=suggest_conversion(scope.ctx, tree.value, first.type, other.type)
            or suggest_conversion(scope.ctx, tree.other, other.type, first.type),
        )  # fmt: skip
        return make_unknown(tree.span)
    return g.Op("if", (test, first, other), kind, tree.span)


# ---------------------------------------------------------------------- phrases


def check_several(
    scope: Scope, tree: e.Expr, wanted: t.Type | None = None, help: tuple[str, ...] = ()
) -> g.Value:
    """A set or sequence to go through; `help` is told where it is none."""
    over = check_value(scope, tree, wanted or t.SEVERAL)
    if t.element(t.bare(over.type)) is None:
        title = f"several things are wanted here, but `{tree.words}` is {t.name_single(over.type)}"
        help_ = help or suggest_conversion(scope.ctx, tree, over.type, t.SetT(t.UNKNOWN))
        tell_single(scope.ctx, title, tree.span, over, help_)
        return make_unknown(tree.span)
    return over


def bind_element(scope: Scope, name: str, over: g.Value, span: Span) -> tuple[g.Var, Scope]:
    """A variable for the elements of a set, and the scope that has it."""
    of = t.element(t.bare(over.type)) or t.UNKNOWN
    var = g.Var(name, of, span, drawn_from=find_zone(over))
    inner = scope.inner()
    inner.element = inner.add(var)
    return var, inner


def _check_where(scope: Scope, tree: e.Where, wanted: t.Type | None) -> g.Value:
    over = check_several(scope, tree.over, wanted, suggest_where_inside(tree))
    var = g.Var("it", t.element(t.bare(over.type)) or t.UNKNOWN, tree.span, find_zone(over))
    test = check_question(scope.inner(it=var), tree.test, "`where` is followed by a question")
    return g.Phrase("filter", var, over, test, None, t.bare(over.type), tree.span)


def bind_narrowed(
    scope: Scope, name: str, over: g.Value, where: e.Expr | None, span: Span
) -> tuple[g.Var, Scope, g.Value]:
    """`name in over where test` of a statement: the set with its filter."""
    if where is not None:
        it, inner = bind_element(scope, name, over, span)
        test = check_question(inner, where, "`where` is followed by a question")
        over = g.Phrase("filter", it, over, test, None, t.bare(over.type), where.span)
    var, inner = bind_element(scope, name, over, span)
    return var, inner, over


def _check_phrase(scope: Scope, tree: e.Phrase) -> g.Value:
    scope.ctx.add_phrase(tree)
    over = check_several(scope, tree.over)
    var, inner = bind_element(scope, tree.name, over, tree.name_span)
    warn_of_rank_as_name(scope, tree, var)
    where = check_optional(inner, tree.where, t.YESNO, after="where")
    found = None
    if tree.kind == "every":
        assert tree.value is not None
        found = check_question(inner, tree.value, "after `:` stands a question")
    elif isinstance(tree.value, e.Compare):  # what is compared with is no matter: a number is asked
        left = check_value(inner, tree.value.left)
        found = g.Op("is", (left, left), t.YESNO, tree.value.span)
    elif tree.value is not None:
        found = check_value(inner, tree.value)
    return make_phrase(scope.ctx, tree, var, over, where, found)


def _check_application(scope: Scope, tree: e.Apply, wanted: t.Type | None) -> g.Value | None:
    """The value of an application; None where nothing has that name."""
    name = tree.name
    if name == "seats":
        return _check_seats_of(scope, tree)
    line = scope.find(name)
    if line is not None and isinstance(line.type, t.LineT):
        return _check_line(scope, tree, line)
    if name in scope.ctx.definitions:
        scope.game.uses.names.add(name)
        thing = scope.ctx.check_definition(scope.ctx, name)
        args = check_arguments(scope, tree, thing.params) if thing is not None else None
        if thing is None or args is None or report_steps(scope, tree, thing):
            return None
        call = g.Call(thing, args, thing.type, tree.span)
        scope.game.uses.calls.append(call)
        return call
    family, first = scope.game.registers.get(name) or scope.game.zones.get(name), None
    if len(tree.args) == 1 and may_be_field(scope.ctx, name):
        first = check_value(scope, tree.args[0])
        found = check_field(scope.ctx, tree, first)
        if found is not None:
            return found
    if family is not None and family.index:
        scope.game.uses.names.add(name)
        return _check_family(scope, tree, family)
    if name in scope.game.orders:
        scope.game.uses.names.add(name)
        if not check_count(scope.ctx, tree, [1]):
            return None
        order = g.Literal("order", name, 0, t.ORDER, tree.name_span)
        rank = check_typed(scope, tree.args[0], t.RANK)
        listed = scope.game.orders[name].ranks
        lowest = 0 if set(scope.game.ranks) - set(listed) else 1
        return g.Op("height", (order, rank), t.NumberT(lowest, len(listed)), tree.span)
    if name in scope.game.ranks and tree.of and scope.find(name) is None:
        named = e.Name(name, span=tree.name_span)
        return _check_card_of(scope, named, tree.args[0], tree.span)
    if list_arities(name):
        return _check_operation(scope, tree)
    _report_inapplicable(scope, tree, first, wanted)
    return None


def point_at_head(ctx: CheckContext, name: str) -> tuple[tuple[Span, str], ...]:
    """The line in which a define, a table or a ranking says what it takes."""
    head = ctx.definitions.get(name)
    if head is None:
        return ()
    return ((head.span.source.whole_line(head.span.line), "its head"),)


def check_count(
    ctx: CheckContext, tree: e.Apply | e.Name, counts: list[int], right: str = ""
) -> bool:
    """Whether the number of arguments is one that can be; tells where not, and what is `right`."""
    given = len(tree.args)
    if given in counts:
        return True
    many = " or ".join(str(count) for count in counts) if counts != [0] else "nothing"
    here = (
        f"{given} {'is' if given == 1 else 'are'} given here" if given else "it stands alone here"
    )
    title, also = f"`{tree.name}` takes {many}, but {here}", point_at_head(ctx, tree.name)
    right = right or write_of_two(tree)
    ctx.add_repeated("N03", title, tree.span, help=(right,) if right else (), also=also)
    return False


def check_arguments(
    scope: Scope, tree: e.Apply | e.Name, params: tuple[g.Var, ...], shown: Sequence[str] = ()
) -> tuple[g.Value, ...] | None:
    """What is given to parameters; None where it does not fit them. `shown` could be given."""
    takes = ", ".join(param.span.words for param in params)
    right = f"it takes:  {tree.name}({takes})" if params else ""
    if shown:
        right = f"it is written:  {write_application(tree.name, shown)}"
    if not check_count(scope.ctx, tree, [len(params)], right):
        return None
    if tell_turned_round(scope, tree, params):
        return None
    args = []
    for arg, param in zip(tree.args, params, strict=True):
        found = check_typed(scope, arg, param.type, param=param)
        intervals.check_in_range(scope.ctx, param.type, found, arg.span, f"`{param.name}`", "R01")
        args.append(found)
    return None if any(arg.type == t.UNKNOWN for arg in args) else tuple(args)


def _check_line(scope: Scope, tree: e.Apply | e.Name, line: g.Var) -> g.Value | None:
    """`line of seat`, `line` of a table that takes nothing: what a row of it gives."""
    assert isinstance(line.type, t.LineT)
    table = scope.ctx.check_definition(scope.ctx, line.type.table)
    if not isinstance(table, g.Table):
        return None
    args = check_arguments(scope, tree, table.params)
    return None if args is None else g.RowValue(line, table, args, table.type, tree.span)


def _check_family(scope: Scope, tree: e.Apply, family: g.Register | g.Zone) -> g.Value | None:
    kinds = [by.type for by in family.index]
    write = write_application(tree.name, [name_in_sight(scope, kind) for kind in kinds])
    if not check_count(scope.ctx, tree, [len(kinds)], f"it is written:  {write}"):
        return None
    index: list[g.Value] = []
    places: list[int] = []
    for k, (arg, kind) in enumerate(zip(tree.args, kinds, strict=True)):
        found = check_value(scope, arg, kind)
        several = t.element(t.bare(found.type))
        if found.type == t.UNKNOWN or t.is_assignable(found.type, kind):
            scope.ctx.add_fit(found, kind)
        elif several is not None and t.is_assignable(several, kind):
            places.append(k)
        else:
            title = (
                f"there is one `{tree.name}` for each {as_noun(kind)}, but `{arg.words}` is "
                f"{found.type}"
            )
            if found.register is None:
                cause = f"{tree.name} of {found.type}"
                of_seats = kind == t.SIDE and arg.words == "seats"
                label = "write `sides`" if of_seats else ""
                help_ = suggest_conversion(scope.ctx, arg, found.type, kind)
                named = [f"`{var.name}`" for var in scope.all_vars() if var.type == kind]
                if kind == t.SEAT and named and not help_:
                    help_ = (f"seats that have a name here: {', '.join(named)}",)
                scope.ctx.add_repeated("T01", title, arg.span, label, help_, key=cause)
            else:
                scope.ctx.add_unfit(found.register, kind, "T01", title, arg.span, ())
            found = g.Const(0, t.UNKNOWN, arg.span)
        index.append(found)
    scope.game.uses.names.add(family.name)
    if isinstance(family, g.Register):
        scope.game.uses.read.add(family)
    if any(found.type == t.UNKNOWN for found in index):
        return None
    return load_family(tree, family, tuple(index), tuple(places))


def _check_operation(scope: Scope, tree: e.Apply) -> g.Value | None:
    """A built-in operation; the arguments decide between those of one name."""
    if tree.name in scope.ctx.refused:
        return None  # the thing that has its name is meant
    given, arities = _list_given(tree), list_arities(tree.name)
    write = f"write:  {tree.name}({', '.join(arg.words for arg in given)})"
    if not check_count(scope.ctx, tree, arities, write * (len(given) in arities)):
        return None
    if tree.name == "player":
        scope.game.tracks_player = True
    chosen = OPERATIONS[tree.name, len(tree.args)]
    args: list[g.Value] = []
    for k, (arg, wanted) in enumerate(zip(tree.args, chosen.takes, strict=True)):
        if wanted == t.MELD:
            args.append(check_meld(scope.ctx, arg))
        elif isinstance(wanted, str | t.RecordT) or tree.name in ("rank", "suit"):
            hint = t.SetT(t.CARD) if tree.name in ("rank", "suit") else t.SEVERAL
            args.append(check_value(scope, arg, hint if isinstance(arg, e.Name) else None))
        else:
            lead = f"`{tree.name}` is asked of {wanted}" if len(tree.args) == 1 else ""
            or_else = suggest_instead(scope.ctx, tree.name, arg) if k == 0 else None
            args.append(check_typed(scope, arg, wanted, lead=lead, or_else=or_else))
        if k == 0 and not takes_first(scope, tree, args[0], chosen):
            return None
    if any(arg.type == t.UNKNOWN for arg in args):
        return None
    name, gives = chosen.op or tree.name, chosen.gives
    kind = gives if not callable(gives) else gives(tuple(arg.type for arg in args))
    if name in ("rank", "suit"):
        several = t.bare(args[0].type) != t.CARD
        sure = not several and not scope.game.words.singles
        kind, name = (t.bare(kind) if sure else kind), (f"{name}_of_all" if several else name)
    if name == "number" and scope.game.words.numbers:
        kind = t.NumberT(min(scope.game.words.numbers), max(scope.game.words.numbers))
    if name in NEXT:
        first, other = (g.Op(way, tuple(args), kind, args[0].span) for way in NEXT[name])
        return take_way(scope.game, first, other, tree.span)
    return g.Op(name, tuple(args), kind, tree.span)


def _check_among(scope: Scope, tree: e.SeatsRound, all_seats: g.Value) -> g.Value:
    """`still_in from leader`: of all seats in turn those that are in a set."""
    if tree.among is None:
        return all_seats
    late = (t.NUMBER, put_sooner(tree))  # `from` behind `where`, where it takes a part of that
    some = check_typed(scope, tree.among, t.SetT(t.SEAT), "several seats", or_else=late)
    if some.type == t.UNKNOWN:
        return some
    it = g.Var("it", t.SEAT, tree.span)
    among = g.Op("in", (g.Local(it, t.SEAT, tree.among.span), some), t.YESNO, tree.among.span)
    return g.Phrase("filter", it, all_seats, among, None, all_seats.type, tree.span)


def _check_seats_of(scope: Scope, tree: e.Apply) -> g.Value:
    """`seats of side`: those who play for it."""
    side, span = check_typed(scope, tree.args[0], t.SIDE), tree.args[0].span
    it = g.Var("it", t.SEAT, tree.span)
    own = g.Op("side", (g.Local(it, t.SEAT, span),), t.SIDE, span)
    test = g.Op("is", (own, side), t.YESNO, span)
    seats = g.Setting("seats", t.SequenceT(t.SEAT), tree.name_span)
    return g.Phrase("filter", it, seats, test, None, seats.type, tree.span)


OF_ALL = {"sum": "total"}
OF_ALL |= dict.fromkeys(("max", "maximum", "most"), "highest")
OF_ALL |= dict.fromkeys(("min", "minimum", "least", "fewest"), "lowest")


def _list_given(tree: e.Apply) -> Sequence[e.Expr]:
    """What an operation is asked of, each by itself where they stand in one list."""
    alone = tree.args[0] if len(tree.args) == 1 else None
    return alone.items if isinstance(alone, e.Listing) else tree.args


def _report_for_word(scope: Scope, tree: e.Apply, first: g.Value | None) -> bool:
    """Tell `king of trumps`, `first of seats` and `max(…)`, which are written otherwise here."""
    title, several = f"there is nothing called `{tree.name}`", first and t.element(first.type)
    meant, suited = WRITTEN.get(tree.name), first and t.bare(first.type) in (t.SUIT, t.UNKNOWN)
    if meant in scope.game.words.ranks and tree.of and suited:
        scope.ctx.error("N01", title, tree.name_span, label=f"write `{meant}`")
    elif tree.name == "first" and several:
        phrase = f"(first {as_noun(several)} in {tree.args[0].words})"
        scope.ctx.error(
            "N01", "`first` begins a phrase, in which each has a name", tree.name_span,
            label=f"write `{phrase}`",
        )  # fmt: skip
    elif tree.name in OF_TWO and len(given := _list_given(tree)) == 2:
        write = f"{OF_TWO[tree.name]}({', '.join(arg.words for arg in given)})"
        scope.ctx.error("N01", title, tree.span, label=f"write `{write}`")
    elif tree.name == "all" and several == t.CARD:
        title, arg = "a zone stands for all its cards", tree.args[0]
        scope.ctx.error("N01", title, tree.span, label=f"write `{arg.words}`")
    elif tree.name in ("abs", "absolute") and len(tree.args) == 1:
        write = f"larger({tree.args[0].words}, -({tree.args[0].words}))"
        scope.ctx.error("N01", title, tree.span, label=f"write `{write}`")
    elif tree.name in ("winner", "taker") and several == t.CARD:
        report_taker(scope, tree, title)
    elif tree.name in ("len", "length") and several:
        scope.ctx.error(
            "N01", title, tree.span, label=f"write `size of {as_operand(tree.args[0])}`"
        )
    elif tree.name in OF_ALL:
        arg, ways = tree.args[0], list[str]()
        if isinstance(arg, e.Apply) and arg.of and isinstance(arg.args[0], e.Word):
            each = arg.args[0].words.removesuffix("s")
            phrase = f"{OF_ALL[tree.name]} {arg.name} of {each} for {each} in {each}s"
            goes_on = tree.span.source.text[tree.span.end :].lstrip(" ")[:1] not in ("\n", "", ")")
            ways = [f"write:  ({phrase})" if goes_on else f"write:  {phrase}"]
        label = f"as in `{OF_ALL[tree.name]} worth of card for card in trick`"
        scope.ctx.error("N01", title, tree.span, label=label, help=ways)
    else:
        return False
    return True


def _report_turned_round(scope: Scope, tree: e.Apply) -> bool:
    """Tell `seat of hand`, for `hand of seat`, and `seat of side`, for `side of seat`."""
    arg, kept = tree.args[0], scope.game.registers.get(tree.name)
    var = scope.find(tree.name) or (kept if kept is not None and not kept.index else None)
    if var is None or len(tree.args) != 1 or not isinstance(arg, e.Name):
        return False
    family = scope.game.zones.get(arg.name) or scope.game.registers.get(arg.name)
    title = f"there is one `{arg.name}` for each {as_noun(var.type)}"
    if arg.name in list_names_of(scope.ctx, t.bare(var.type)) and scope.find(arg.name) is None:
        title = f"`{arg.name}` is asked of {var.type}"
    elif family is None or [index.type for index in family.index] != [var.type]:
        return False
    scope.ctx.error("N03", title, tree.span, label=f"write `{arg.name} of {tree.name}`")
    return True


def _report_inapplicable(
    scope: Scope, tree: e.Apply, first: g.Value | None, wanted: t.Type | None
) -> None:
    name = tree.name
    if _report_turned_round(scope, tree):
        return
    for k, arg in enumerate(tree.args):
        if k == 0 or not isinstance(arg, e.Name):  # a name may be one that only operations take
            found = check_value(scope, arg)
            first = first or found
    var = scope.find(name)
    if var is not None and var.type == t.UNKNOWN:
        return  # what it is drawn from is told already
    kind = t.bare(first.type) if first is not None else t.UNKNOWN
    if first is not None and kind == t.UNKNOWN and may_be_field(scope.ctx, name):
        return  # what it is asked of is told already
    if report_lone_else(scope, name, tree.name_span) or report_order(scope, tree):
        return
    if name in list_names(scope):
        alone = name in scope.game.registers or name in scope.game.zones
        title = f"there is only one `{name}`" if alone else f"`{name}` stands alone, without `of`"
        of_suit = kind == t.SUIT
        asked = list_names_of(scope.ctx, kind) if first is not None else []
        if (meant := nearest(name, asked)) is not None and distance(name, meant) == 1:
            label, of = f"did you mean `{meant}`?", f"`of {tree.args[0].words}`"
            title = f"there is only one `{name}`, and `{meant}` can stand before {of}"
            scope.ctx.add_repeated("N03", title, tree.name_span, label)
            return
        label = "before `of` stands a rank itself, as in `10 of …`" if of_suit else ""
        declared = scope.game.registers.get(name) or scope.game.zones.get(name)
        help_ = suggest_card(scope, tree) if of_suit else suggest_family(declared, first)
        span = tree.name_span if of_suit else tree.span
        also = point_at_head(scope.ctx, name)
        if declared is not None and span.is_inside(declared.span):
            title, help_ = f"`{name}` is what this line declares: it has no value yet", ()
        else:
            label = label or f"write `{name}`"
        scope.ctx.add_repeated("N03", title, span, label, help_, also)
        return
    if _report_for_word(scope, tree, first):
        return
    if name in scope.ctx.phase_trees or name in scope.ctx.conditions_trees:
        what = "a phase" if name in scope.ctx.phase_trees else "a list of conditions"
        scope.ctx.add_repeated("N03", f"`{name}` is {what} and has no value", tree.name_span)
        return
    if name == "payoff":
        scope.ctx.add_repeated(
            "N03", "`payoff` cannot be asked here", tree.name_span,
            "only an example asks for it:  expect payoff of ann is 3",
            ("what it is worth can be asked elsewhere if it is a `define`",),
        )  # fmt: skip
        return
    report_unknown_of(scope, tree, kind, wanted)
