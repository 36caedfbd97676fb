"""Two tables or two rankings side by side: which rows are new, gone, changed or moved."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.dsl.format.tables import READINGS
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.interpreter.comparison.change import Changes
from hoyle.interpreter.comparison.english import COMPARED, OR, RANGE, kind, listed, said, sentence


def _test_text(test: d.Test) -> str:
    match test:
        case e.Sentence():
            return sentence(test)
        case d.Blank():
            return "anything"
        case d.Otherwise():
            return "anything else"
        case d.CompareCell(op, value):
            return f"{COMPARED[op].removeprefix('is ')} {said(value)}"
        case _:
            return said(test)


def label(row: d.Row) -> str:
    """What a row is called: its sentence, or its first cell."""
    return listed([_test_text(test) for test in row.cells[0].tests], "or")


def _asked(head: d.Heading, cell: d.Cell) -> str:
    """What a cell asks, with the head of its column; nothing where it does not matter."""
    first = cell.tests[0]
    if isinstance(first, d.Blank | d.Otherwise):
        return ""
    if isinstance(head.what, e.Word) and head.what.text in ("when", "rule"):
        return listed([_test_text(test) for test in cell.tests], "or")
    assert not isinstance(head.what, d.Matrix)
    column = said(head.what, RANGE)
    if len(cell.tests) == 1 and isinstance(first, d.CompareCell):
        return f"{column} {COMPARED[first.op]} {said(first.value)}"
    link = "is in" if len(cell.tests) == 1 and isinstance(first, e.Between) else "is"
    return f"{column} {link} {listed([_test_text(test) for test in cell.tests], 'or')}"


def _heading(head: d.Heading) -> str:
    assert not isinstance(head.what, d.Matrix)
    return said(head.what)


def _row_text(table: d.Table, row: d.Row) -> str:
    pairs = zip(table.heads[:-1], row.cells[:-1], strict=True)
    tests = [text for text in (_asked(head, cell) for head, cell in pairs) if text]
    gives = f"{_heading(table.heads[-1])} is {_test_text(row.cells[-1].tests[0])}"
    return f"{' and '.join(tests) or 'anything else'}: {gives}"


def table_text(table: d.Table) -> tuple[str, ...]:
    """A whole table, row by row."""
    lines = [f"{READINGS[table.reading]}{_told_parameters(table.params)}"]
    if isinstance(table.heads[0].what, d.Matrix):
        for row in table.rows:
            lines += [_cell_text(table, row, k) for k in range(1, len(row.cells))]
        return tuple(lines)
    return (*lines, *(_row_text(table, row) for row in table.rows))


def _told_parameters(params: Sequence[d.Param]) -> str:
    return ", for " + listed([f"{p.name}: {kind(p.type)}" for p in params]) if params else ""


def _cell_text(table: d.Table, row: d.Row, column: int) -> str:
    """One cell of a matrix: `mine is pontoon and bank is bust: 2`."""
    return f"{_cell_place(table, row, column)}: {_test_text(row.cells[column].tests[0])}"


def _cell_place(table: d.Table, row: d.Row, column: int) -> str:
    matrix = table.heads[0].what
    assert isinstance(matrix, d.Matrix)
    across = _heading(table.heads[column])
    return f"{said(matrix.rows)} is {label(row)} and {said(matrix.columns)} is {across}"


def compare_tables(changes: Changes, part: str, old: d.Table, new: d.Table) -> None:
    """Two tables of the same name."""
    # the word above the last column only names what the rows give
    frames = [(one.params, one.heads[:-1]) for one in (old, new)]
    matrix = isinstance(new.heads[0].what, d.Matrix)
    if frames[0] != frames[1] and not (matrix and isinstance(old.heads[0].what, d.Matrix)):
        changes.tell(part, "the table", [table_text(old), table_text(new)], old, new)
        return
    readings = [[READINGS[one.reading]] for one in (old, new)]
    changes.tell(part, "which row counts", readings, old, new)
    if matrix:
        _compare_cells(changes, part, old, new)
        return
    pairs = _by_label(old.rows, new.rows)
    for one, other in pairs:
        before = (_row_text(old, one),) if one is not None else ()
        after = (_row_text(new, other),) if other is not None else ()
        changes.tell(part, _row_about(one or other), [before, after], one, other)
    if new.reading in ("first", "steps"):
        _compare_order(changes, part, old.rows, new.rows)


def _row_about(row: d.Row | None) -> str:
    """How a row is named in front of what it says."""
    assert row is not None
    first = row.cells[0].tests[0]
    return f"the row {label(row)}" if isinstance(first, e.Sentence) else "a row"


def _by_label(
    old: tuple[d.Row, ...], new: tuple[d.Row, ...]
) -> list[tuple[d.Row | None, d.Row | None]]:
    """Rows that are not the same in both, each with its partner of the same label."""
    lost = [row for row in old if row not in new]
    pairs: list[tuple[d.Row | None, d.Row | None]] = []
    for row in new:
        if row in old:
            continue
        same = next((one for one in lost if label(one) == label(row)), None)
        if same is None:
            same = next((one for one in lost if one.cells[:-1] == row.cells[:-1]), None)
        if same is not None:
            lost.remove(same)
        pairs.append((same, row))
    return [*((one, None) for one in lost), *pairs]


def _compare_order(
    changes: Changes, part: str, old: tuple[d.Row, ...], new: tuple[d.Row, ...]
) -> None:
    names = [[label(row) for row in rows] for rows in (old, new)]
    kept = [[name for name in mine if name in others]
            for mine, others in (names, reversed(names))]  # fmt: skip
    if kept[0] != kept[1]:
        changes.tell(part, "the order of the rows", [[", ".join(one)] for one in kept])


def _compare_cells(changes: Changes, part: str, old: d.Table, new: d.Table) -> None:
    """Two tables with names down and across: cell by cell."""
    cells: list[dict[str, tuple[str, d.Cell]]] = []
    for table in (old, new):
        cells.append({
            _cell_place(table, row, k): (_test_text(row.cells[k].tests[0]), row.cells[k])
            for row in table.rows for k in range(1, len(row.cells))
        })  # fmt: skip
    for place in dict.fromkeys([*cells[0], *cells[1]]):
        one, other = (mine.get(place) for mine in cells)
        changes.tell(
            part, place, [[one[0]] if one else [], [other[0]] if other else []],
            one and one[1], other and other[1],
        )  # fmt: skip


# ---------------------------------------------------------------------- rankings


def _kind_text(row: d.Row) -> str:
    """What makes a hand of that kind, and which is the better of two."""
    test, *ties = row.cells[1:]
    text = listed([_test_text(one) for one in test.tests], "or")
    if ties:
        text += "; of two the higher " + listed([_said_cell(cell) for cell in ties], "then")
    return text


def _said_cell(cell: d.Cell) -> str:
    first = cell.tests[0]
    return said(first, OR) if isinstance(first, e.Expr) else _test_text(first)


def ranking_text(ranking: d.Ranking) -> tuple[str, ...]:
    """A whole ranking, best first."""
    lead = f"best first{_told_parameters(ranking.params)}"
    return (lead, *(f"{label(row)}: {_kind_text(row)}" for row in ranking.rows))


def compare_rankings(changes: Changes, part: str, old: d.Ranking, new: d.Ranking) -> None:
    """Two rankings of the same name."""
    if old.params != new.params:
        changes.tell(part, "the ranking", [ranking_text(old), ranking_text(new)], old, new)
        return
    before = {label(row): row for row in old.rows}
    after = {label(row): row for row in new.rows}
    for name in dict.fromkeys([*before, *after]):
        one, other = before.get(name), after.get(name)
        changes.tell(
            part, name if one and other else _standing(name, new.rows if other else old.rows),
            [[_kind_text(one)] if one else [], [_kind_text(other)] if other else []], one, other,
        )  # fmt: skip
    _compare_order(changes, part, old.rows, new.rows)


def _standing(name: str, rows: tuple[d.Row, ...]) -> str:
    names = [label(row) for row in rows]
    at = names.index(name)
    return f"{name}, below {names[at - 1]}," if at else f"{name}, above all others,"
