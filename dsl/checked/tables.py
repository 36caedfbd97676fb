"""Tables and rankings: each row becomes one condition and what it gives."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.declarations import resolve_type
from hoyle.dsl.checked.expressions import check_question, check_typed, check_value
from hoyle.dsl.checked.names import OR_MORE, WITH_DASHES, list_answers, make_unknown, reject_words
from hoyle.dsl.checked.operators import COMPARISONS, ask_among, ask_same
from hoyle.dsl.checked.suggestions import PARTS, list_ranks, suggest_standing
from hoyle.dsl.checked.written_names import list_names
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e

REST = {"else", "default", "other", "others", "rest", "anything", "any_other"}  # for `otherwise`


def check_params(ctx: CheckContext, trees: tuple[d.Param, ...]) -> tuple[tuple[g.Var, ...], Scope]:
    """Parameters as variables, and a scope that holds them."""
    scope = Scope(ctx)
    params = []
    for tree in trees:
        if tree.name in scope.names:
            ctx.error("N02", f"`{tree.name}` is declared twice", tree.span)
        params.append(scope.add(g.Var(tree.name, resolve_type(ctx, tree.type), tree.span)))
    return tuple(params), scope


def _join_tests(tests: list[g.Value], span: Span) -> g.Value:
    if not tests:
        return g.Const(1, t.YESNO, span)
    whole = tests[0]
    for test in tests[1:]:
        whole = g.Op("and", (whole, test), t.YESNO, span)
    return whole


def _is_unknown(scope: Scope, head: g.Value | None, word: str) -> bool:
    """Whether a word of a cell is nothing that has a name, and no alternative of what is asked."""
    answers = (list_answers(head.type) if head else None) or ()
    return word not in answers and word not in list_names(scope) and scope.find(word) is None


def _check_cell(
    scope: Scope, head: g.Value | None, cell: d.Cell, asked: str = ""
) -> tuple[g.Value | None, g.Cell]:
    """The condition of a cell (None: does not matter), and the values that it names.

    `head` is what the column asks, `asked` how that is written; without it a cell is a question.
    """
    tests: list[g.Value] = []
    plain: list[g.Value] | None = []
    for test in _list_tests(scope, head, cell):
        match test:
            case d.Blank() | d.Otherwise():
                return None, ()
            case e.Sentence():
                scope.ctx.error(
                    "B01", "a sentence can only name a row, in the column `rule`", test.span
                )
                return None, None
            case d.InOrder():
                title = "`by` compares hands of one kind, in the columns of a ranking"
                label = "a column begins with `|`, not with a comma" if tests else ""
                scope.ctx.error("B01", title, test.span, label=label)
                plain = None
                tests.append(make_unknown(test.span))
            case d.CompareCell():
                plain = None
                tests.append(_check_compared_cell(scope, head, test))
            case e.Name(name=word) if word in REST and _is_unknown(scope, head, word):
                label = "the row for all else is `otherwise`"
                scope.ctx.error("N01", f"`{word}` cannot stand here", test.span, label=label)
                return None, None
            case _ if head is None:
                plain = None
                tests.append(
                    check_question(scope, test, "a cell below `when` is a question", ("no",))
                )
            case _:
                found, one = _check_value_cell(scope, head, test, asked)
                tests.append(found)
                plain = [*plain, one] if plain is not None and one is not None else None
    whole = tests[0]
    for other in tests[1:]:
        whole = g.Op("or", (whole, other), t.YESNO, cell.span)
    return whole, tuple(plain) if plain is not None else None


def _list_tests(scope: Scope, head: g.Value | None, cell: d.Cell) -> Iterator[d.Test]:
    """What stands in a cell; below a rank `10..A` is the ranks from the one to the other."""
    of_ranks = head is not None and t.bare(head.type) == t.RANK
    for test in cell.tests:
        ranks = list_ranks(scope.ctx, test) if of_ranks and isinstance(test, e.Between) else ()
        yield from (e.RankWord(rank, span=test.span) for rank in ranks)
        if not ranks:
            yield test


def _check_compared_cell(scope: Scope, head: g.Value | None, test: d.CompareCell) -> g.Value:
    if head is None or not t.is_number(head.type):
        if head is None or head.type != t.UNKNOWN:
            title = f"`{test.op}` in a cell compares a number that stands at the head of its column"
            scope.ctx.error("B01", title, test.span)
        return make_unknown(test.span)
    right = check_typed(scope, test.value, t.NumberT())
    return g.Op(COMPARISONS.get(test.op, "is"), (head, right), t.YESNO, test.span)


def _check_value_cell(
    scope: Scope, head: g.Value, test: e.Expr, asked: str
) -> tuple[g.Value, g.Value | None]:
    """A value, several, or a range in a cell, below what the column asks."""
    of_hands = isinstance(t.bare(head.type), t.KindT)
    if reject_words(scope, test, head.type, "" if of_hands else asked):
        return make_unknown(test.span), None
    if (meant := _find_comparison(head, test)) is not None:
        title = f"`{test.words}` is not written so in a cell"
        on = f"what stands in a cell goes on from the head of its column, `{head.span.words}`"
        scope.ctx.error("B01", title, test.span, label=f"write `{meant}`", help=(on,))
        return make_unknown(test.span), None
    found, help_ = _check_kind_of_cell(scope, head, test), tuple[str, ...]()
    if t.UNKNOWN in (found.type, head.type):
        return make_unknown(test.span), None
    of, alone = t.element(t.bare(found.type)), t.element(t.bare(head.type)) is None
    if of is not None and alone and t.is_assignable(head.type, of):
        return ask_among(scope.ctx, head, found, test.span), found
    if t.is_comparable(found.type, head.type):
        return ask_same(scope.ctx, head, found, test.span), found
    if t.bare(head.type) == t.CARD and (part := _find_part(found.type)):
        title = f"the column asks for {head.type}, but a {part} stands in its cell"
        help_ = (f"write `{part} of {head.span.words}` at the head of the column",)
        scope.ctx.add_repeated("T02", title, test.span, help=help_)
        return make_unknown(test.span), None
    title = f"the column asks for {head.type}, but `{test.span.text}` is {found.type}"
    if found.type == t.YESNO:
        help_ = ("a cell here holds what the head of its column is to be; below `when` it asks",)
        if isinstance(test, e.Compare) and (test.op, test.left.words) == ("is", asked):
            help_ = (f"the head of the column asks that; here stands only:  {test.right.words}",)
    elif found.type == t.CARD and head.type == t.MaybeT(t.RANK) and _is_unranked(scope, test):
        help_ = (f"`{test.words}` has no rank; a row of such cards begins with `none`",)
    elif found.register is not None:
        scope.ctx.add_unfit(found.register, head.type, "T02", title, test.span, ())
        return make_unknown(test.span), None
    ends = re.fullmatch(r"(\d+) ?- ?(\d+)", test.words)
    label = f"did you mean `{ends[1]}..{ends[2]}`?" if ends else ""
    scope.ctx.error("T02", title, test.span, label=label, help=help_)
    return make_unknown(test.span), None


def _check_kind_of_cell(scope: Scope, head: g.Value, test: e.Expr) -> g.Value:
    """What stands in a cell; a question below what is none is wrong, whatever it asks."""
    asks = isinstance(test, e.Compare | e.Both | e.EitherOr | e.Not)
    if asks and t.bare(head.type) not in (t.YESNO, t.UNKNOWN):
        return g.Const(0, t.YESNO, test.span)
    return check_value(scope, test, head.type)


def _is_unranked(scope: Scope, test: e.Expr) -> bool:
    """Whether a card is named that has neither rank nor suit: `joker`."""
    words = scope.game.words
    return -1 in words.split(words.find_card(test.words) or 0)


def _find_part(kind: t.Type) -> str | None:
    """What a card is asked for that is such a thing: its rank, also by a figure, or its suit."""
    return "rank" if t.is_number(kind) else PARTS.get(t.bare(kind))


FIGURES = (e.Number, e.RankWord, e.SuitWord, e.CardWord)


def _list_alternatives(test: e.Expr) -> tuple[e.Expr, ...]:
    """The parts of `a or b or c`; one alone of anything else."""
    if not isinstance(test, e.EitherOr):
        return (test,)
    return (*_list_alternatives(test.left), *_list_alternatives(test.right))


def _find_comparison(head: g.Value, test: e.Expr) -> str | None:
    """`20 and more`, or `n >= 20` below `n`: what compares the number; `J, Q` for `J or Q`."""
    parts = _list_alternatives(test)
    if len(parts) > 1 and all(isinstance(part, FIGURES) for part in parts):
        return ", ".join(part.words for part in parts)
    if not t.is_number(head.type):
        return None
    match test:
        case e.Both(figure, e.Name(word)) | e.EitherOr(figure, e.Name(word)) if word in OR_MORE:
            return f"{OR_MORE[word]} {figure.words}"
        case e.Compare(op, asked, figure) if asked.words == head.span.words:
            return {"is": figure.words, "in": figure.words}.get(op, f"{op} {figure.words}")
    return None


def _name_row(cell: d.Cell) -> str:
    """A row is called by its label, else by what stands in its first cell.

    Where several rows begin alike, each is called by all its conditions; see `_name_apart`.
    """
    first = cell.tests[0]
    if isinstance(first, e.Sentence):
        return first.plain
    return cell.span.words


def _name_apart(rows: list[g.Row], longer: list[str]) -> None:
    """Rows that share a name get longer ones."""
    many = Counter(row.name for row in rows)
    for row, name in zip(rows, longer, strict=True):
        if many[row.name] > 1:
            row.name = name


def _check_answer(scope: Scope, cell: d.Cell, wanted: t.Type | None) -> g.Value:
    first = cell.tests[0]
    if isinstance(first, e.Sentence):
        word = re.sub(r"\W+", "_", first.plain.lower()).strip("_")
        listed = f"{word} or …" * (word[:1].isalpha() and word.isascii()) or "… or …"
        help_ = (f"a word can be one, of a type that lists it:  type Word = {listed}",)
        title = "a sentence is said, and is no value that a row can give"
        scope.ctx.add_repeated("B01", title, cell.span, help=help_)
        return make_unknown(cell.span)
    if re.fullmatch(r"\d{1,3}(,\d{3})+", cell.span.words):
        help_ = (f"no sign stands between its thousands: `{cell.span.words.replace(',', '')}`",)
        scope.ctx.error("B01", "this is read as several numbers", cell.span, help=help_)
        return make_unknown(cell.span)
    if len(cell.tests) != 1 or not isinstance(first, e.Expr):
        scope.ctx.error("B01", "the last cell of a row is what the row gives: one value", cell.span)
        return make_unknown(cell.span)
    return check_value(scope, first, wanted)


def _check_width(ctx: CheckContext, row: d.Row, tree: d.Table) -> bool:
    has, wanted = len(row.cells), len(tree.heads)
    if has != wanted:
        span = row.cells[wanted].span if has > wanted else row.span
        columns = f"{has} column{'s' * (has != 1)}"
        ctx.error("B01", f"this row has {columns}; the table `{tree.name}` has {wanted}", span)
    return has == wanted


def check_definition(ctx: CheckContext, name: str) -> g.Define | g.Table | g.Ranking | None:
    """The define, table or ranking of a name, checked when it is first asked for."""
    game, tree = ctx.game, ctx.definitions[name]
    known = game.defines.get(name) or game.tables.get(name) or game.rankings.get(name)
    if known is not None:
        return known
    if name in ctx.in_work:
        _report_circle(ctx, name, tree.name_span)
        return None
    ctx.in_work.append(name)
    params, scope = check_params(ctx, tree.params)
    found: g.Define | g.Table | g.Ranking
    if isinstance(tree, d.Define):
        found = game.defines[name] = _check_define(scope, tree, params)
    elif isinstance(tree, d.Table):
        found = game.tables[name] = _check_table(scope, tree, params)
    else:
        found = game.rankings[name] = _check_ranking(scope, tree, params)
    ctx.in_work.pop()
    return found


def _report_circle(ctx: CheckContext, name: str, span: Span) -> None:
    ring = [*ctx.in_work[ctx.in_work.index(name) :], name]
    ctx.error("F01", " needs ".join(f"`{n}`" for n in ring) + " again", span,
               help=("definitions may not go in a circle",))  # fmt: skip


def _check_define(scope: Scope, tree: d.Define, params: tuple[g.Var, ...]) -> g.Define:
    if tree.type is None:
        body = check_value(scope, tree.value)
        return g.Define(tree.name, params, body.type, body, tree.name_span)
    kind = resolve_type(scope.ctx, tree.type)
    body = check_typed(scope, tree.value, kind)
    # a number without bounds takes those of its expression
    if body.type == t.UNKNOWN or (kind == t.NumberT() and t.is_number(body.type)):
        kind = body.type
    return g.Define(tree.name, params, kind, body, tree.name_span)


def _check_table(scope: Scope, tree: d.Table, params: tuple[g.Var, ...]) -> g.Table:
    if tree.matrix is not None:
        rows, columns = _check_matrix_rows(scope, tree, tree.matrix)
    else:
        rows, columns = _check_plain_rows(scope, tree)
    _name_apart(rows, [f"{row.name} (row {k})" for k, row in enumerate(rows, 1)])
    labels = [row.cells[0] for row in tree.rows if isinstance(row.cells[0].tests[0], e.Sentence)]
    _check_names(scope.ctx, tree.name, labels)
    return g.Table(
        tree.name, params, tree.reading, tuple(rows), _join_results(scope.ctx, rows, tree.reading),
        tree.name_span, tuple(columns), matrix=tree.matrix is not None,
        complete=all(len(row.cells) == len(tree.heads) for row in tree.rows),
    )  # fmt: skip


def _check_plain_rows(scope: Scope, tree: d.Table) -> tuple[list[g.Row], list[g.Value]]:
    """Rows below columns that ask something; the second list is empty where some ask by `when`."""
    heads = [_check_head(scope, head) for head in tree.heads[:-1]]
    if _tell_missing_heads(scope.ctx, tree):
        heads = [(head, make_unknown(tree.heads[0].span)) for head, _ in heads]
    rows: list[g.Row] = []
    conditions = []
    for row in tree.rows:
        if not _check_width(scope.ctx, row, tree):
            continue
        tests: list[g.Value] = []
        cells: list[g.Cell] = []
        for (head, value_), cell in zip(heads, row.cells[:-1], strict=True):
            if head == "rule":
                continue
            test, plain = _check_cell(scope, value_, cell, head)
            tests += [test] if test is not None else []
            cells.append(plain)
        gives = _check_answer(scope, row.cells[-1], rows[0].values[-1].type if rows else None)
        name, first = _name_row(row.cells[0]), row.cells[0].span
        whole = _join_tests(tests, row.span)
        rows.append(g.Row(name, whole, (gives,), row.span, first, tuple(cells)))
        conditions.append(g.BETWEEN_CELLS.join(cell.span.words for cell in row.cells[:-1]))
    _name_apart(rows, conditions)
    asked = [value_ for head, value_ in heads if head != "rule"]
    return rows, [value_ for value_ in asked if value_ is not None] if None not in asked else []


def _tell_missing_heads(ctx: CheckContext, tree: d.Table) -> bool:
    """Tell a table whose first row stands where the heads should: `0..19 | 0`.

    The last head is a word of the author's own, whatever the answers are.
    """
    first, last = tree.heads[0], tree.heads[-1]
    by_value = bool(tree.params) and isinstance(first.what, e.Number | e.Between | e.RankWord)
    if not by_value and isinstance(last.what, e.Name | e.Word):
        return False
    if isinstance(first.what, e.Word):  # `when`, `rule`: they are heads
        ctx.error("B01", "the last heading only names the answers", last.span,
                   label="it is one word, for example `points`")  # fmt: skip
        return True
    wanted = " | ".join(param.name for param in tree.params) if by_value else "when"
    label = f"above the rows stands what each column asks:  {wanted} | points"
    ctx.error("B01", "the heads of this table are missing", first.span, label=label)
    return True


def _check_head(scope: Scope, head: d.Heading) -> tuple[str, g.Value | None]:
    """What a column asks, as it is written and as a value; `when` and `rule` have none."""
    match head.what:
        case e.Word(text="when" | "rule" as text):
            return text, None
        case d.Matrix():
            scope.ctx.error("B06", "`\\` stands in the first heading only", head.span)
            return "", make_unknown(head.span)
        case asked:
            return asked.span.words, check_value(scope, asked)


def _check_matrix_rows(
    scope: Scope, tree: d.Table, matrix: d.Matrix
) -> tuple[list[g.Row], list[g.Value]]:
    down = check_value(scope, matrix.rows)
    across = check_value(scope, matrix.columns)
    asked_down, asked_across = matrix.rows.span.text, matrix.columns.span.text
    columns = []
    for head in tree.heads[1:]:
        if isinstance(head.what, d.Matrix):
            scope.ctx.error("B06", "`\\` stands in the first heading only", head.span)
            return [], []
        cell = d.Cell((head.what,), span=head.span)
        columns.append((head, *_check_cell(scope, across, cell, asked_across)))
    rows: list[g.Row] = []
    for row in tree.rows:
        if not _check_width(scope.ctx, row, tree):
            continue
        test, plain = _check_cell(scope, down, row.cells[0], asked_down)
        for (head, column_test, column_plain), cell in zip(columns, row.cells[1:], strict=True):
            gives = _check_answer(scope, cell, rows[0].values[-1].type if rows else None)
            tests = [one for one in (test, column_test) if one is not None]
            name = f"{_name_row(row.cells[0])} against {head.span.words}"
            whole = _join_tests(tests, cell.span)
            rows.append(g.Row(name, whole, (gives,), cell.span, cell.span, (plain, column_plain)))
    return rows, [down, across]


def _join_results(ctx: CheckContext, rows: list[g.Row], reading: str) -> t.Type:
    """What all rows give; the first that is of another kind is told.

    Rows that add up can give the sum of all, and 0; one of a table `step by step` also gives 0.
    """
    kind: t.Type = t.UNKNOWN
    of_numbers = any(t.is_number(row.values[-1].type) for row in rows)
    for row in rows:
        given = row.values[-1]
        joined = t.join(kind, given.type)
        if of_numbers and given.type == t.ORDER:  # be it above the numbers or below them
            title, order = "this row gives an order, others give a number", given.span.words
            ctx.error("T02", title, given.span, help=suggest_standing(order))
        elif joined is None:
            title = f"this row gives {given.type}, the rows above give {kind}"
            ctx.error("T02", title, given.span)
        else:
            kind = joined
    if reading == "sum" and isinstance(kind, t.NumberT):
        kinds = [row.values[-1].type for row in rows]
        spans = [kind for kind in kinds if isinstance(kind, t.NumberT)]
        return t.NumberT(
            _add_up([min(0, one.low) if one.low is not None else None for one in spans]),
            _add_up([max(0, one.high) if one.high is not None else None for one in spans]),
        )
    return (t.join(kind, t.NumberT(0, 0)) or kind) if reading == "steps" else kind


def _add_up(ends: list[int | None]) -> int | None:
    """The sum of the ends of ranges; None where one is not known."""
    known = [end for end in ends if end is not None]
    return sum(known) if len(known) == len(ends) else None


def _check_names(ctx: CheckContext, name: str, labels: list[d.Cell]) -> None:
    seen: dict[str, Span] = {}
    for cell in labels:
        label = _name_row(cell)
        title = f"two rows of `{name}` are called `{label}`"
        ctx.check_once(seen, label, cell.span, "B05", title, "the first is here")


def make_ranking_type(tree: d.Ranking) -> t.KindT:
    """The ordered type that a ranking declares."""
    ties = max((sum(map(_count_ties, row.cells[2:])) for row in tree.rows), default=0)
    return t.KindT(tree.name, tuple(_name_hand(row.cells[0]) for row in tree.rows), ties)


def _name_hand(cell: d.Cell) -> str:
    """What a row of a ranking is called; with `-`, which is told, as it would be with `_`."""
    dashed = WITH_DASHES.fullmatch(cell.span.text)
    return cell.span.text.replace("-", "_") if dashed else _name_row(cell)


def _count_ties(cell: d.Cell) -> int:
    return 2 if isinstance(cell.tests[0], d.InOrder) else 1


def _check_ranking(scope: Scope, tree: d.Ranking, params: tuple[g.Var, ...]) -> g.Ranking:
    rows: list[g.Row] = []
    for row in tree.rows:
        first = row.cells[0]
        if not isinstance(first.tests[0], e.Name):
            title, word = (
                "a row of a ranking begins with the name of a hand",
                row.span.text.split()[0],
            )
            label = f"put `|` behind `{word}`" if word.isidentifier() else ""
            dashed = _name_hand(first) != _name_row(first)
            label = f"did you mean `{_name_hand(first)}`?" if dashed else label
            scope.ctx.error("B01", title, first.span, label=label)
            if label and not dashed:
                continue
        if len(row.cells) < 2:
            scope.ctx.error("B01", "a row of a ranking has a name and a condition", row.span)
            continue
        test, plain = _check_cell(scope, None, row.cells[1])
        ties = tuple(_check_tie(scope, cell, params) for cell in row.cells[2:])
        whole = _join_tests([] if test is None else [test], row.span)
        rows.append(g.Row(_name_hand(first), whole, ties, row.span, first.span, (plain,)))
    _check_names(scope.ctx, tree.name, [row.cells[0] for row in tree.rows])
    return g.Ranking(tree.name, params, tuple(rows), make_ranking_type(tree), tree.name_span)


def _check_tie(scope: Scope, cell: d.Cell, params: tuple[g.Var, ...]) -> g.Value:
    match cell.tests:
        case (d.InOrder() as ranked,):
            return _check_in_order(scope, ranked)
    found = _check_answer(scope, cell, t.NumberT())
    if not t.is_assignable(found.type, t.NumberT()):
        title = f"hands of one kind are ranked by a number, but `{cell.span.text}` is {found.type}"
        by = cell.span.text
        cards = next((param.name for param in params if t.element(param.type) == t.CARD), "cards")
        heights = (f"cards are compared in it, the highest first:  {cards} by {by}",)
        scope.ctx.error("T01", title, cell.span, help=heights if found.type == t.ORDER else ())
    return found


def _check_in_order(scope: Scope, tree: d.InOrder) -> g.Value:
    """`five by high`: ranks, or those of cards, that are compared in an order."""
    ctx, things = scope.ctx, check_value(scope, tree.things)
    of = t.element(t.bare(things.type)) or t.bare(things.type)
    order = ctx.game.orders.get(tree.name)
    if order is None:
        title = f"there is no order called `{tree.name}`"
        ctx.add_unknown("N01", title, tree.name_span, tree.name, ctx.game.orders, "orders are")
    else:
        ctx.game.uses.names.add(tree.name)
        if len(order.ranks) > t.MOST_IN_ORDER:
            title = f"`by` compares in an order of {t.MOST_IN_ORDER} ranks at most"
            ctx.error("B01", title, tree.name_span, also=((order.span, "this has more"),))
    if of not in (t.CARD, t.RANK, t.UNKNOWN):
        title = f"`by` compares cards or ranks, but `{tree.things.span.text}` is {things.type}"
        ctx.error("T01", title, tree.things.span)
        of = t.UNKNOWN
    if order is None or of == t.UNKNOWN:
        return make_unknown(tree.span)
    ranks = things
    if of == t.CARD:
        ranks = g.Op("ranks", (things,), t.SetT(t.RANK), tree.things.span)
    height = g.Literal("order", tree.name, 0, t.ORDER, tree.name_span)
    return g.Op("in_order", (height, ranks), t.NumberT(0, 2**t.MOST_IN_ORDER - 1), tree.span)
