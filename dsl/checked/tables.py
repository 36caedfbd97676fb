"""Tables and rankings: each row becomes one condition and what it gives."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.coverage import check_coverage
from hoyle.dsl.checked.declared import settle
from hoyle.dsl.checked.desk import Desk, Scope
from hoyle.dsl.checked.types import (
    UNKNOWN,
    YESNO,
    KindT,
    NumberT,
    SetT,
    Type,
    alike,
    bare,
    element,
    fits,
    join,
)
from hoyle.dsl.checked.values import typed, unknown, value, yes_or_no
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e


def parameters(desk: Desk, trees: tuple[d.Param, ...]) -> tuple[tuple[g.Var, ...], Scope]:
    """Parameters as variables, and a scope that holds them."""
    scope = Scope()
    params = []
    for tree in trees:
        if tree.name in scope.names:
            desk.error("N02", f"`{tree.name}` is declared twice", tree.span)
        params.append(scope.add(g.Var(tree.name, settle(desk, tree.type), tree.span)))
    return tuple(params), scope


def conjunction(tests: list[g.Value], span: Span) -> g.Value:
    """All of them hold; with none, always."""
    if not tests:
        return g.Const(1, YESNO, span)
    whole = tests[0]
    for test in tests[1:]:
        whole = g.Op("and", (whole, test), YESNO, span)
    return whole


def cell_test(
    desk: Desk, scope: Scope, head: g.Value | None, cell: d.Cell
) -> tuple[g.Value | None, tuple[g.Value, ...] | None]:
    """The condition of a cell (None: does not matter), and the plain values that it names."""
    tests: list[g.Value] = []
    plain: list[g.Value] | None = []
    for test in cell.tests:
        match test:
            case d.Blank() | d.Otherwise():
                return None, None
            case e.Sentence():
                desk.error("B01", "a sentence can only name a row, in the column `rule`", test.span)
                return None, None
            case d.CompareCell():
                plain = None
                tests.append(compared_cell(desk, scope, head, test))
            case _ if head is None:
                plain = None
                tests.append(yes_or_no(desk, scope, test, "a cell below `when` is a question"))
            case _:
                found, one = value_cell(desk, scope, head, test)
                tests.append(found)
                plain = plain + [one] if plain is not None and one is not None else None
    whole = tests[0]
    for other in tests[1:]:
        whole = g.Op("or", (whole, other), YESNO, cell.span)
    return whole, tuple(plain) if plain is not None else None


def compared_cell(desk: Desk, scope: Scope, head: g.Value | None, test: d.CompareCell) -> g.Value:
    """`>= 21` in a cell."""
    from hoyle.dsl.checked.compared import NAMES

    if head is None or not isinstance(bare(head.type), NumberT):
        desk.error("B01", f"`{test.op}` in a cell compares the number at the column's head", test.span)
        return unknown(test.span)
    right = typed(desk, scope, test.value, NumberT(), "a number")
    return g.Op(NAMES.get(test.op, "is"), (head, right), YESNO, test.span)


def value_cell(
    desk: Desk, scope: Scope, head: g.Value, test: e.Expr
) -> tuple[g.Value, g.Value | None]:
    """A value, several, or a range in a cell, below what the column asks."""
    found = value(desk, scope, test, head.type)
    if UNKNOWN in (found.type, head.type):
        return unknown(test.span), None
    if isinstance(bare(head.type), KindT) and isinstance(found, g.Literal):
        return g.Op("is_kind", (head, found), YESNO, test.span), found
    if alike(found.type, head.type):
        return g.Op("is", (head, found), YESNO, test.span), found
    of = element(bare(found.type))
    if of is not None and fits(head.type, of):
        return g.Op("in", (head, found), YESNO, test.span), found
    desk.error(
        "T02", f"the column asks for {head.type}, but `{test.span.text}` is {found.type}", test.span
    )
    return unknown(test.span), None


def row_name(cell: d.Cell) -> str:
    """A row is called by its label, else by what stands in its first cell."""
    first = cell.tests[0]
    if isinstance(first, e.Sentence):
        return first.plain
    return " ".join(cell.span.text.split())


def answer(desk: Desk, scope: Scope, cell: d.Cell, wanted: Type | None) -> g.Value:
    """The last cell of a row."""
    first = cell.tests[0]
    if len(cell.tests) != 1 or isinstance(first, e.Sentence | d.Blank | d.Otherwise | d.CompareCell):
        desk.error("B01", "the last cell of a row is what the row gives: one value", cell.span)
        return unknown(cell.span)
    return value(desk, scope, first, wanted)


def right_width(desk: Desk, row: d.Row, wanted: int, head: str) -> bool:
    """Whether a row has as many cells as the head."""
    if len(row.cells) == wanted:
        return True
    desk.error(
        "B01", f"this row has {len(row.cells)} column{'s' * (len(row.cells) != 1)}, and {head} has "
        f"{wanted}", row.span,
    )  # fmt: skip
    return False


def table(desk: Desk, name: str) -> g.Table | None:
    """The table of that name, checked when it is first asked for."""
    if name in desk.game.tables:
        return desk.game.tables[name]
    tree = desk.table_trees[name]
    if name in desk.in_work:
        circle(desk, name, tree.name_span)
        return None
    desk.in_work.append(name)
    params, scope = parameters(desk, tree.params)
    matrix = tree.heads[0].what
    if isinstance(matrix, d.Matrix):
        rows, columns = matrix_rows(desk, scope, tree, matrix)
    else:
        rows, columns = plain_rows(desk, scope, tree)
    kind = result_type(desk, rows)
    found = g.Table(name, params, tree.reading, tuple(rows), kind, tree.name_span, tuple(columns))
    desk.game.tables[name] = found
    desk.in_work.pop()
    check_names(desk, rows)
    check_coverage(desk, found)
    return found


def circle(desk: Desk, name: str, span: Span) -> None:
    """A definition that needs itself."""
    ring = [*desk.in_work[desk.in_work.index(name) :], name]
    desk.error("F01", " needs ".join(f"`{n}`" for n in ring) + " again", span,
               help=("definitions may not go in a circle",))  # fmt: skip


def plain_rows(desk: Desk, scope: Scope, tree: d.Table) -> tuple[list[g.Row], list[g.Value]]:
    """Rows below columns that ask something."""
    heads: list[g.Value | str] = []
    for head in tree.heads[:-1]:
        what = head.what
        if isinstance(what, e.Word) and what.text in ("when", "rule"):
            heads.append(what.text)
        elif isinstance(what, d.Matrix):
            desk.error("B06", "`\\` stands in the first heading only", head.span)
            heads.append("when")
        else:
            heads.append(value(desk, scope, what))
    rows = []
    wanted: Type | None = None
    for row in tree.rows:
        if not right_width(desk, row, len(tree.heads), "the head"):
            continue
        tests, cells = [], []
        for head, cell in zip(heads, row.cells[:-1], strict=True):
            if head == "rule":
                continue
            test, plain = cell_test(desk, scope, None if isinstance(head, str) else head, cell)
            if test is not None:
                tests.append(test)
            cells.append(() if test is None else plain)
        gives = answer(desk, scope, row.cells[-1], wanted)
        wanted = wanted or gives.type
        rows.append(
            g.Row(row_name(row.cells[0]), conjunction(tests, row.span), (gives,), row.span, tuple(cells))
        )
    return rows, [h for h in heads if not isinstance(h, str)] if "when" not in heads else []


def matrix_rows(
    desk: Desk, scope: Scope, tree: d.Table, matrix: d.Matrix
) -> tuple[list[g.Row], list[g.Value]]:
    """`a \\ b`: one row for each cell."""
    down = value(desk, scope, matrix.rows)
    across = value(desk, scope, matrix.columns)
    columns = []
    for head in tree.heads[1:]:
        what = head.what
        if isinstance(what, e.Word | d.Matrix) and not isinstance(what, e.Word):
            desk.error("B06", "`\\` stands in the first heading only", head.span)
            continue
        cell = d.Cell((what,), head.span)  # type: ignore[arg-type]
        columns.append((head, *cell_test(desk, scope, across, cell)))
    rows = []
    wanted: Type | None = None
    for row in tree.rows:
        if not right_width(desk, row, len(tree.heads), "the head"):
            continue
        test, plain = cell_test(desk, scope, down, row.cells[0])
        for (head, column_test, column_plain), cell in zip(columns, row.cells[1:], strict=False):
            gives = answer(desk, scope, cell, wanted)
            wanted = wanted or gives.type
            tests = [t for t in (test, column_test) if t is not None]
            name = f"{row_name(row.cells[0])} against {' '.join(head.span.text.split())}"
            cells = (() if test is None else plain, () if column_test is None else column_plain)
            rows.append(g.Row(name, conjunction(tests, cell.span), (gives,), cell.span, cells))
    return rows, [down, across]


def result_type(desk: Desk, rows: list[g.Row]) -> Type:
    """What all rows give; the first that is of another kind is told."""
    kind: Type = UNKNOWN
    for row in rows:
        given = row.values[-1]
        joined = join(kind, given.type)
        if joined is None:
            desk.error("T02", f"this row gives {given.type}, the rows above give {kind}", given.span)
        else:
            kind = joined
    return kind


def check_names(desk: Desk, rows: list[g.Row]) -> None:
    """Two rows of a ranking, or with one label, may not have the same name."""
    seen: dict[str, g.Row] = {}
    for row in rows:
        labelled = row.span.text.lstrip().startswith('"')
        if labelled and row.name in seen:
            desk.error(
                "B05", f"two rows are called `{row.name}`", row.span,
                also=((seen[row.name].span, "the first is here"),),
            )  # fmt: skip
        seen[row.name] = row


def ranking_type(tree: d.Ranking) -> KindT:
    """The ordered type that a ranking declares."""
    return KindT(tree.name, tuple(row_name(row.cells[0]) for row in tree.rows))


def ranking(desk: Desk, name: str) -> g.Ranking | None:
    """The ranking of that name."""
    if name in desk.game.rankings:
        return desk.game.rankings[name]
    tree = desk.ranking_trees[name]
    if name in desk.in_work:
        circle(desk, name, tree.name_span)
        return None
    desk.in_work.append(name)
    params, scope = parameters(desk, tree.params)
    rows: list[g.Row] = []
    names: dict[str, d.Row] = {}
    for row in tree.rows:
        label = row_name(row.cells[0])
        first = row.cells[0].tests[0]
        if not isinstance(first, e.Name):
            desk.error("B01", "a row of a ranking begins with the name of a hand", row.cells[0].span)
        if label in names:
            desk.error(
                "B05", f"two rows are called `{label}`", row.cells[0].span,
                also=((names[label].cells[0].span, "the first is here"),),
            )  # fmt: skip
        names[label] = row
        if len(row.cells) < 2:
            desk.error("B01", "a row of a ranking has a name and a condition", row.span)
            continue
        test, _ = cell_test(desk, scope, None, row.cells[1])
        ties = tuple(tie(desk, scope, cell) for cell in row.cells[2:])
        whole = conjunction([] if test is None else [test], row.span)
        rows.append(g.Row(label, whole, ties, row.span, (() if test is None else None,)))
    found = g.Ranking(name, params, tuple(rows), ranking_type(tree), tree.name_span)
    desk.game.rankings[name] = found
    desk.in_work.pop()
    check_coverage(desk, found)
    return found


def tie(desk: Desk, scope: Scope, cell: d.Cell) -> g.Value:
    """What ranks hands of the same kind: a number."""
    found = answer(desk, scope, cell, NumberT())
    if not fits(found.type, NumberT()):
        desk.error("T01", f"hands of one kind are ranked by a number; this is {found.type}", cell.span)
    return found


def sets_of(kind: Type) -> Type:
    """Several of a kind."""
    return SetT(kind)
