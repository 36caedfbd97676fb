"""TODO3"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from hoyle.dsl.format.tables import READINGS
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s
from hoyle.interpreter.comparison.change import Change, Changes, flat
from hoyle.interpreter.comparison.english import (
    COMPARED,
    OR,
    RANGE,
    action_head,
    choose_head,
    head,
    indexed,
    kind,
    listed,
    parameters,
    plain,
    said,
    sentence,
    told_action,
    told_block,
    told_must,
    words,
)
from hoyle.interpreter.comparison.folded_rules import Rules

PART, ABOUT = "what may be agreed", "what must hold of it"


def compare_options(changes: Changes, old: Rules, new: Rules) -> None:
    """Options as they are offered, and which of them go together."""
    for name in dict.fromkeys([*old.options, *new.options]):
        one, other = old.options.get(name), new.options.get(name)
        texts = [[] if option is None else [_offered(option)] for option in (one, other)]
        changes.tell(PART, words(name), texts, one, other)
    lost = [need for need in old.needs if need not in new.needs]
    for need in new.needs:
        if need in old.needs:
            continue
        same = next((n for n in lost if need.test == n.test or need.sentence == n.sentence), None)
        if same is not None:
            lost.remove(same)
        changes.tell(PART, ABOUT, [[_needed(same)] if same else [], [_needed(need)]], same, need)
    for need in lost:
        changes.tell(PART, ABOUT, [[_needed(need)], []], need, None)


def _needed(need: d.Need) -> str:
    return f"{said(need.test)} {sentence(need.sentence)}"


def _offered(option: d.Option) -> str:
    """What an option can be; of one that is fixed, that it cannot be chosen."""
    if option.fixed is not None:
        return f"always {said(option.default)}"
    return f"{kind(option.type)}, {sentence(option.meaning)}"


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


Pair = tuple[s.Statement | None, s.Statement | None]
SAME = 8


def alikeness(old: s.Statement, new: s.Statement) -> int:
    """How much two steps have in common; 0 where one is not the other, changed."""
    if old == new:
        return SAME
    match old, new:
        case s.If(), s.If():
            shared = {t for t, _ in old.branches} & {t for t, _ in new.branches}
            bodies = {b for _, b in old.branches} & {b for _, b in new.branches}
            return 3 if shared else 2 if bodies else 0
        case s.Choose(), s.Choose():
            names = {a.name for a in old.actions} & {a.name for a in new.actions}
            return 3 if names else 1 if old.seat == new.seat else 0
        case (s.For(body=one), s.For(body=other)) | (s.Repeat(body=one), s.Repeat(body=other)):
            return 3 if head(old) == head(new) else 2 if set(one) & set(other) else 1
    return _simple_alikeness(old, new)


def _simple_alikeness(old: s.Statement, new: s.Statement) -> int:
    match old, new:
        case s.Assign(), s.Assign():
            return 2 * (old.place == new.place)
        case s.Run(one), s.Run(other):
            return 2 * (one.name == other.name)
        case (s.Let(name), s.Let(another)) | (s.New(name), s.New(another)):
            return 2 * (name == another)
        case s.Move(), s.Move():
            return 2 * (old.to == new.to) + (old.what == new.what)
        case s.Pay(), s.Pay():
            return (
                2 * (old.amount == new.amount) + (old.giver == new.giver) + (old.taker == new.taker)
            )
        case s.Show(), s.Show():
            return 2 * (old.hidden == new.hidden and old.what == new.what)
        case s.Swap(), s.Swap():
            return old.one == new.one or old.other == new.other
        case (s.Deal(), s.Deal()) | (s.EndsWhen(), s.EndsWhen()) | (s.Win(), s.Win()):
            return 2
        case (s.Say(), s.Say()) | (s.End(), s.End()):
            return 1
    return 0


def _aligned(old: s.Block, new: s.Block) -> Iterator[Pair]:
    """Steps that belong together, in order; None beside one that has no partner."""
    best = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in reversed(range(len(old))):
        for j in reversed(range(len(new))):
            alike = alikeness(old[i], new[j])
            together = best[i + 1][j + 1] + alike if alike else 0
            best[i][j] = max(together, best[i + 1][j], best[i][j + 1])
    i = j = 0
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new):
            alike = alikeness(old[i], new[j])
            if alike and best[i][j] == best[i + 1][j + 1] + alike:
                yield old[i], new[j]
                i, j = i + 1, j + 1
                continue
        if i < len(old) and (j == len(new) or best[i][j] == best[i + 1][j]):
            yield old[i], None
            i += 1
        else:
            yield None, new[j]
            j += 1


class Steps:
    """Compares the steps of one phase; what is found goes to `changes`."""

    def __init__(self, changes: Changes, part: str) -> None:
        self.changes = changes
        self.part = part

    def tell(self, about: str, old: s.Block, new: s.Block) -> None:
        """Steps that have changed, are new or gone."""
        self.changes.tell(
            self.part, about, [flat(told_block(old)), flat(told_block(new))],
            old[0] if old else None, new[0] if new else None,
        )  # fmt: skip

    def one(self, about: str, lines: Sequence[str], tree: Any, new: bool) -> None:
        """Something that only one side has."""
        if new:
            self.changes.tell(self.part, about, [(), lines], None, tree)
        else:
            self.changes.tell(self.part, about, [lines, ()], tree, None)

    def blocks(self, old: s.Block, new: s.Block, within: str = "") -> None:
        """Two blocks; `within` says where they stand."""
        pairs = list(_aligned(old, new))
        lost = [one for one, other in pairs if other is None]
        moved = {other for one, other in pairs if one is None and other in lost}
        gone: list[s.Statement] = []
        come: list[s.Statement] = []
        before: s.Statement | None = None
        for one, other in [*pairs, (None, None)]:
            if one is not None and other is None:
                gone += [one] if one not in moved else []
            elif one is None and other is not None and other in moved:
                self.changes.tell(
                    self.part, _joined(within, head(other)),
                    [[_came_after(old, other)], [_came_after(new, other)]],
                    old[old.index(other)], other,
                )  # fmt: skip
            elif one is None and other is not None:
                come.append(other)
            else:
                self.run(gone, come, before, within)
                gone, come, before = [], [], other
                if one is not None and other is not None and one != other:
                    self.pair(one, other, within)

    def run(
        self, gone: list[s.Statement], come: list[s.Statement], before: s.Statement | None,
        within: str,
    ) -> None:  # fmt: skip
        """Steps without partners between two that have them."""
        if not gone and not come:
            return
        about = within
        if _wrapped(gone, come) or _wrapped(come, gone):
            steps, test = (come, gone[0]) if _wrapped(gone, come) else (gone, come[0])
            texts = [["in any case"], [head(test)]]
            self.changes.tell(
                self.part, _joined(within, f"`{head(steps[0])}`{' and so on' * (len(steps) > 1)}"),
                texts if steps is gone else texts[::-1], gone[0], come[0],
            )  # fmt: skip
            return
        if come and not gone:
            where = "at the beginning" if before is None else f"after `{head(before)}`"
            about = _joined(within, f"a step {where}")
        elif gone and not come:
            about = _joined(within, "a step" if len(gone) == 1 else "several steps")
        self.tell(about, tuple(gone), tuple(come))

    def pair(self, old: s.Statement, new: s.Statement, within: str) -> None:
        """Two steps, of which one is the other changed."""
        match old, new:
            case s.If(), s.If():
                self.branches(old, new, within)
            case s.Choose(), s.Choose():
                self.choices(old, new, within)
            case s.For(), s.For():
                self.heads(old, new, within)
                only_asks = len(new.body) == 1 and isinstance(new.body[0], s.Choose)
                inside = within if only_asks else _joined(within, head(new))
                self.blocks(old.body, new.body, inside)
            case s.Repeat(), s.Repeat():
                self.heads(old, new, within)
                self.blocks(old.body, new.body, within)
            case _:
                self.tell(within, (old,), (new,))

    def heads(self, old: s.Statement, new: s.Statement, within: str) -> None:
        """The own lines of two steps."""
        about = _joined(within, "how often it goes round" if isinstance(new, s.Repeat) else "each")
        self.changes.tell(self.part, about, [[head(old)], [head(new)]], old, new)

    def branches(self, old: s.If, new: s.If, within: str) -> None:
        """`if … else if … else`."""
        tests = [[test for test, _ in one.branches] for one in (old, new)]
        if len(tests[0]) != len(tests[1]) and not set(tests[0]) & set(tests[1]):
            self.tell(within, (old,), (new,))
            return
        if len(tests[0]) == len(tests[1]):
            pairs = list(zip(old.branches, new.branches, strict=True))
        else:
            blocks = dict(new.branches)
            pairs = [(one, (one[0], blocks[one[0]])) for one in old.branches if one[0] in blocks]
            for mine, others, come in ((old, tests[1], False), (new, tests[0], True)):
                for test, block in mine.branches:
                    if test not in others:
                        lines = flat([(0, f"if {said(test)}:"), *told_block(block, 1)])
                        about = _joined(within, "a case")
                        self.one(about, lines, mine, come)
        for (test, block), (other_test, other_block) in pairs:
            if test != other_test:
                self.changes.tell(
                    self.part, _joined(within, "the question"),
                    [[f"if {said(test)}"], [f"if {said(other_test)}"]], test, other_test,
                )  # fmt: skip
            self.blocks(block, other_block, _joined(within, f"if {said(other_test)}"))
        self.blocks(old.otherwise, new.otherwise, _joined(within, "otherwise"))

    # ------------------------------------------------------------------ choices

    def choices(self, old: s.Choose, new: s.Choose, within: str) -> None:
        """Who chooses, and among what."""
        if choose_head(old) != choose_head(new):
            about = _joined(within, "who chooses")
            self.changes.tell(self.part, about, [[choose_head(old)], [choose_head(new)]], old, new)
        before = {action.name: action for action in old.actions}
        after = {action.name: action for action in new.actions}
        for name, action in before.items():
            if name not in after:
                about = _joined(within, f"the choice to {words(name)}")
                self.one(about, flat(told_action(action)), action, False)
        for name, action in after.items():
            if name not in before:
                about = _joined(within, f"the choice to {words(name)}")
                self.one(about, flat(told_action(action)), action, True)
            elif action != before[name]:
                self.actions(before[name], action, _joined(within, words(name)))
        if old.otherwise != new.otherwise:
            about = _joined(within, "who can choose nothing")
            if old.otherwise and new.otherwise:
                self.blocks(old.otherwise, new.otherwise, about)
            else:
                self.tell(about, old.otherwise or (), new.otherwise or ())

    def actions(self, old: s.Action, new: s.Action, within: str) -> None:
        """What is chosen, under which conditions, and what comes of it."""
        if old.bindings != new.bindings:
            heads = [[action_head(old)], [action_head(new)]]
            self.changes.tell(self.part, _joined(within, "what may be chosen"), heads, old, new)
        self.musts(old.musts, new.musts, within)
        self.blocks(old.body, new.body, within)

    def musts(self, old: tuple[s.Must, ...], new: tuple[s.Must, ...], within: str) -> None:
        """Conditions: by their test, else by their sentence."""
        olds = [must for must in old if must not in new]
        news = [must for must in new if must not in old]
        about = _joined(within, "a condition")
        for one in list(olds):
            other = _partner(one, news)
            if other is not None:
                olds.remove(one)
                news.remove(other)
                self.must(one, other, about)
        for must in olds:
            self.one(about, [told_must(must)], must, False)
        for must in news:
            self.one(about, [told_must(must)], must, True)
        kept = [must for must in old if must in new]
        if kept != [must for must in new if must in old]:
            orders = [[told_must(must, quoted=False) for must in one] for one in (old, new)]
            self.changes.tell(self.part, _joined(within, "the order of the conditions"), orders)

    def must(self, old: s.Must, new: s.Must, about: str) -> None:
        """A condition that has changed: in what it asks, or only in the words that refuse."""
        if (old.test, old.if_able) != (new.test, new.if_able):
            quoted = old.sentence != new.sentence
            asked = [[told_must(must, quoted=quoted)] for must in (old, new)]
            self.changes.tell(self.part, about, asked, old, new)
            return
        texts = ["no words" if m.sentence is None else sentence(m.sentence) for m in (old, new)]
        refused = f"the words that refuse where not {said(new.test, RANGE)}"
        within = about.removesuffix("a condition")
        self.changes.tell(self.part, within + refused, [[text] for text in texts], old, new)


def _wrapped(steps: list[s.Statement], inner: list[s.Statement]) -> bool:
    """Whether steps are a single `if` with the others below it."""
    if len(steps) != 1 or not isinstance(steps[0], s.If):
        return False
    return steps[0].branches[1:] == () and not steps[0].otherwise and (
        steps[0].branches[0][1] == tuple(inner)
    )  # fmt: skip


def _partner(must: s.Must, others: list[s.Must]) -> s.Must | None:
    """The condition that one has become: of the same test, else of the same sentence."""
    for other in others:
        if other.test == must.test:
            return other
    for other in others:
        if other.sentence is not None and other.sentence == must.sentence:
            return other
    return None


def _came_after(block: s.Block, step: s.Statement) -> str:
    at = block.index(step)
    return f"after `{head(block[at - 1])}`" if at else "at the beginning"


def _joined(within: str, more: str) -> str:
    return f"{within}, {more}" if within else more


T = TypeVar("T")
# Parts of which no move and no score depends.
NOT_PLAYED = ("what must hold", PART)
ALWAYS = {"yes": "always", "no": "never"}
GROUPS = {
    d.Ranking: "the hands: {}", d.Define: "what is meant by", d.Conditions: "conditions: {}",
    d.Table: "the table {}", d.Phase: "{}",
}  # fmt: skip


def compared(old: Rules, new: Rules) -> list[Change]:
    """Everything that is different, in the order of a rule book."""
    changes = Changes()
    ranges = [[listed([said(one) for one in rules.players], "or")] for rules in (old, new)]
    first = [rules.players[0] if rules.players else None for rules in (old, new)]
    changes.tell("players", "the number of players", ranges, *first)
    counts = [[] if one.sides is None else [said(one.sides)] for one in (old, new)]
    changes.tell("players", "sides that play together", counts, old.sides, new.sides)
    _packs(changes, old, new)
    _orders(changes, old, new)
    _zones(changes, old, new)
    _registers(changes, old, new)
    _records(changes, old, new)
    for name, one, other in _pairs(old.types, new.types):
        texts = [[] if tree is None else [kind(tree.type)] for tree in (one, other)]
        changes.tell("words", words(name).lower(), texts, one, other)
    for group in GROUPS:
        for name, mine, others in _pairs(old.of_kind(group), new.of_kind(group)):
            if group is d.Define and (mine is None or others is None):
                _one_sided(changes, name, (mine, old), (others, new))
            else:
                _named(changes, group, name, mine, others)
    if old.payoff != new.payoff:
        texts = [[] if one.payoff is None else [said(one.payoff.value)] for one in (old, new)]
        about = f"what each {(new.payoff or old.payoff).name} takes away"  # type: ignore[union-attr]
        changes.tell("the end", about, texts, old.payoff, new.payoff)
    _laws(changes, old, new)
    compare_options(changes, old, new)
    return changes.found


def _pairs(old: Mapping[str, T], new: Mapping[str, T]) -> list[tuple[str, T | None, T | None]]:
    """What differs, by name: in the order of the old rules, then what is new."""
    names = dict.fromkeys([*old, *new])
    found = [(name, old.get(name), new.get(name)) for name in names]
    return [triple for triple in found if triple[1] != triple[2]]


# ---------------------------------------------------------------------- what lies on the table


def _packs(changes: Changes, old: Rules, new: Rules) -> None:
    texts: list[dict[str, list[str]]] = [{}, {}]
    for rules, found in ((old, texts[0]), (new, texts[1])):
        for line in rules.pack:
            about, text = _pack_line(line)
            found.setdefault(about, []).append(text)
    for title in dict.fromkeys([*texts[0], *texts[1]]):
        changes.tell("the pack", title, [found.get(title, []) for found in texts])


def _pack_line(line: Any) -> tuple[str, str]:
    """What a line of the pack is about, and what it says."""
    match line:
        case d.PackRanks(ranks):
            return "the ranks", " ".join(said(rank) for rank in ranks)
        case d.PackSuits(suits):
            return "the suits", " ".join(suits)
        case d.PackAnother(suit):
            return "another suit", said(suit)
        case d.PackRemove(cards, test):
            when = "" if test is None else f" if {said(test)}"
            return "cards that are taken out", f"{said(cards)}{when}"
        case _:
            return "how many packs", said(line.copies)


def _orders(changes: Changes, old: Rules, new: Rules) -> None:
    for name, one, other in _pairs(old.orders, new.orders):
        texts = [
            [] if tree is None else [" ".join(map(plain, tree.ranks))] for tree in (one, other)
        ]
        changes.tell("the pack", f"the order {words(name)}, best first", texts, one, other)


def _zone_facts(zone: d.Zone) -> dict[str, str]:
    sight = f"seen by {said(zone.seen_by)}" if zone.seen_by is not None else ""
    return {
        "how its cards lie": "in a pile" if zone.type == "Pile" else "in no order",
        "who sees its cards": sight or f"face {zone.face or 'up'}",
        "how many cards it holds": ""
        if zone.capacity is None
        else f"at most {said(zone.capacity)}",
        "where the pack lies at first": "here" if zone.starts else "",
    }


def _register_facts(register: d.Register) -> dict[str, str]:
    return {
        "what it can be": kind(register.type),
        "what it is at first": "" if register.default is None else said(register.default),
        "who sees it": "" if register.seen_by is None else said(register.seen_by),
    }


def facts(changes: Changes, part: str, name: str, old: Any, new: Any) -> None:
    """A zone or a piece of state: whole where it is new or gone, else what differs of it."""
    tell = _zone_facts if isinstance(new or old, d.Zone) else _register_facts
    if old is None or new is None or type(old) is not type(new):
        whole = [
            [", ".join(f"{about}: {text}" for about, text in tell(tree).items() if text)]
            if tree is not None else [] for tree in (old, new)
        ]  # fmt: skip
        changes.tell(part, name, whole, old, new)
        return
    before, after = tell(old), tell(new)
    for about in before:
        if before[about] != after[about]:
            texts = [[found[about] or "not said"] for found in (before, after)]
            changes.tell(part, f"{name}, {about}", texts, old, new)


def _zones(changes: Changes, old: Rules, new: Rules) -> None:
    for name, one, other in _pairs(old.zones, new.zones):
        if one and other and one.index != other.index:
            texts = [[indexed(name, tree.index)] for tree in (one, other)]
            changes.tell("where cards lie", words(name), texts, one, other)
        index = (other or one).index  # type: ignore[union-attr]
        facts(changes, "where cards lie", indexed(name, index), one, other)


def _registers(changes: Changes, old: Rules, new: Rules) -> None:
    part = "what is kept"
    for name, one, other in _pairs(old.registers, new.registers):
        before, after = one and one[1], other and other[1]
        tree = after or before
        assert tree is not None
        if before and after and before.index != after.index:
            texts = [[indexed(name, register.index)] for register in (before, after)]
            changes.tell(part, words(name), texts, before, after)
        facts(changes, part, indexed(name, tree.index), before, after)
        if one and other and one[0] != other[0]:
            texts = [[words(phase or "the whole match")] for phase, _ in (one, other)]
            about = f"{indexed(name, tree.index)}, for how long"
            changes.tell(part, about, texts, before, after)


def _records(changes: Changes, old: Rules, new: Rules) -> None:
    for name, one, other in _pairs(old.records, new.records):
        fields = [
            {} if record is None else {line.name: line for line in record.fields}
            for record in (one, other)
        ]
        for field, mine, others in _pairs(*fields):
            facts(changes, "what is kept", f"{words(field)} of a {name.lower()}", mine, others)


# ---------------------------------------------------------------------- what has a name


def _named(changes: Changes, group: type, name: str, old: Any, new: Any) -> None:
    """A define, conditions, a table, a ranking or a phase."""
    part = GROUPS[group].format(words(name))
    if old is None or new is None:
        texts = [[] if tree is None else _whole(tree) for tree in (old, new)]
        changes.tell(part, "all of it", texts, old, new)
        return
    match new:
        case d.Table():
            compare_tables(changes, part, old, new)
        case d.Ranking():
            compare_rankings(changes, part, old, new)
        case d.Conditions():
            _given(changes, part, old, new)
            Steps(changes, part).musts(old.musts, new.musts, "")
        case d.Phase():
            _given(changes, part, old, new)
            Steps(changes, part).blocks(old.body, new.body)
        case d.Define():
            _given(changes, part, old, new)
            about = parameters(name, new.params)
            changes.tell(part, about, [_whole(old), _whole(new)], old, new)
            kinds = [["not said" if one.type is None else kind(one.type)] for one in (old, new)]
            changes.tell(part, f"{about}, what it can be", kinds, old, new)


Side = tuple[d.Define | None, Rules]


def _one_sided(changes: Changes, name: str, *sides: Side) -> None:
    """A define that only one side asks for; on the other it may always come to the same."""
    texts = []
    for tree, rules in sides:
        value = rules.settled.get(name)
        settled = [] if value is None else [ALWAYS.get(said(value), said(value))]
        texts.append(settled if tree is None else [said(tree.value)])
    tree = sides[0][0] or sides[1][0]
    assert tree is not None
    about = parameters(name, tree.params)
    changes.tell(GROUPS[d.Define], about, texts, sides[0][0], sides[1][0])


def _given(changes: Changes, part: str, old: Any, new: Any) -> None:
    if old.params != new.params:
        texts = [[listed([f"{p.name}: {kind(p.type)}" for p in one.params]) or "nothing"]
                 for one in (old, new)]  # fmt: skip
        changes.tell(part, f"what {words(new.name)} is given", texts, old, new)


def _whole(tree: Any) -> tuple[str, ...]:
    match tree:
        case d.Table():
            return table_text(tree)
        case d.Ranking():
            return ranking_text(tree)
        case d.Conditions():
            return tuple(told_must(must) for must in tree.musts)
        case d.Phase():
            return flat(told_block(tree.body))
        case _:
            return (said(tree.value),)


def _laws(changes: Changes, old: Rules, new: Rules) -> None:
    found = [{(law.title.plain, str(law.place)): law for law in rules.laws} for rules in (old, new)]
    for title, _ in dict.fromkeys([*found[0], *found[1]]):
        one, other = ({t: law for (t, _), law in mine.items()}.get(title) for mine in found)
        if one != other:
            texts = [[] if law is None else [_law_text(law)] for law in (one, other)]
            changes.tell("what must hold", f'"{title}"', texts, one, other)


def _law_text(law: d.Law) -> str:
    where = "" if law.place is None else f" at {words(str(law.place))}"
    return f"{'always' if law.always else 'never'}{where}: {said(law.test)}"
