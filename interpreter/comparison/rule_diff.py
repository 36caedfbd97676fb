"""Two sets of rules side by side, part by part: what one says differently from the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from hoyle.dsl.format.templates import READINGS
from hoyle.dsl.node import Node
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s
from hoyle.interpreter.comparison.change import Change, Changes, as_texts
from hoyle.interpreter.comparison.english import (
    COMPARED,
    OR,
    RANGE,
    describe,
    describe_action,
    describe_action_head,
    describe_block,
    describe_call,
    describe_choice,
    describe_head,
    describe_indexed,
    describe_must,
    describe_plainly,
    describe_type,
    join_words,
    quote_sentence,
    to_words,
)
from hoyle.interpreter.comparison.folded_rules import Named, Rules

T = TypeVar("T")
PART, ABOUT = "what may be agreed", "what must hold of it"


def _pair_by_name(
    old: Mapping[str, T], new: Mapping[str, T]
) -> list[tuple[str, T | None, T | None]]:
    """What differs, by name: in the order of the old rules, then what is new."""
    found = [(name, old.get(name), new.get(name)) for name in dict.fromkeys([*old, *new])]
    return [triple for triple in found if triple[1] != triple[2]]


def _pair_up(
    nodes: Sequence[T], others: Sequence[T], *alike: Callable[[T, T], bool]
) -> tuple[list[tuple[T, T | None]], list[T]]:
    """Nodes that are not among the others, each with its partner; others that are left over.

    The partner is the first that is alike in the first way in which any is.
    """
    left = [other for other in others if other not in nodes]
    pairs: list[tuple[T, T | None]] = []
    for node in nodes:
        if node not in others:
            partners = (other for same in alike for other in left if same(node, other))
            partner = next(partners, None)
            if partner is not None:
                left.remove(partner)
            pairs.append((node, partner))
    return pairs, left


# ---------------------------------------------------------------------- options


def _diff_options(changes: Changes, old: Rules, new: Rules) -> None:
    """Options as they are offered, and which of them go together.

    What an option does is reported by the rules that it changes.
    """
    for name in dict.fromkeys([*old.options, *new.options]):
        one, other = old.options.get(name), new.options.get(name)
        changes.compare(PART, to_words(name), one, other, _offered)
    pairs, lost = _pair_up(
        new.needs, old.needs, lambda a, b: a.test == b.test or a.sentence == b.sentence
    )
    for need, same in pairs:
        changes.compare(PART, ABOUT, same, need, _needed)
    for need in lost:
        changes.compare(PART, ABOUT, need, None, _needed)


def _needed(need: d.Need) -> str:
    return f"{describe(need.test)} {quote_sentence(need.sentence)}"


def _offered(option: d.Option) -> str:
    """What an option can be; of one that is fixed, that it cannot be chosen."""
    if option.fixed is not None:
        return f"always {describe(option.default)}"
    return f"{describe_type(option.type)}, {quote_sentence(option.meaning)}"


def _test_text(test: d.Test) -> str:
    match test:
        case e.Sentence():
            return quote_sentence(test)
        case d.Blank():
            return "anything"
        case d.Otherwise():
            return "anything else"
        case d.CompareCell(op, value):
            return f"{COMPARED[op].removeprefix('is ')} {describe(value)}"
        case _:
            return describe(test)


def label_row(row: d.Row) -> str:
    """What a row is called: its sentence, or its first cell."""
    return join_words([_test_text(test) for test in row.cells[0].tests], "or")


def _asked(head: d.Heading, cell: d.Cell) -> str:
    """What a cell asks, with the head of its column; nothing where it does not matter."""
    first = cell.tests[0]
    if isinstance(first, d.Blank | d.Otherwise):
        return ""
    if isinstance(head.what, e.Word) and head.what.text in ("when", "rule"):
        return join_words([_test_text(test) for test in cell.tests], "or")
    assert not isinstance(head.what, d.Matrix)
    column = describe(head.what, RANGE)
    if len(cell.tests) == 1 and isinstance(first, d.CompareCell):
        return f"{column} {COMPARED[first.op]} {describe(first.value)}"
    link = "is in" if len(cell.tests) == 1 and isinstance(first, e.Between) else "is"
    return f"{column} {link} {join_words([_test_text(test) for test in cell.tests], 'or')}"


def _heading(head: d.Heading) -> str:
    assert not isinstance(head.what, d.Matrix)
    return describe(head.what)


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
    return (
        ", for " + join_words([f"{p.name}: {describe_type(p.type)}" for p in params])
        if params
        else ""
    )


def _cell_text(table: d.Table, row: d.Row, column: int) -> str:
    """One cell of a matrix: `mine is pontoon and bank is bust: 2`."""
    return f"{_cell_place(table, row, column)}: {_test_text(row.cells[column].tests[0])}"


def _cell_place(table: d.Table, row: d.Row, column: int) -> str:
    matrix = table.heads[0].what
    assert isinstance(matrix, d.Matrix)
    across = _heading(table.heads[column])
    return f"{describe(matrix.rows)} is {label_row(row)} and {describe(matrix.columns)} is {across}"


def diff_tables(changes: Changes, part: str, old: d.Table, new: d.Table) -> None:
    """Two tables of the same name."""
    # the word above the last column only names what the rows give
    frames = [(one.params, one.heads[:-1]) for one in (old, new)]
    matrix = isinstance(new.heads[0].what, d.Matrix)
    if frames[0] != frames[1] and not (matrix and isinstance(old.heads[0].what, d.Matrix)):
        changes.compare(part, "the table", old, new, table_text)
        return
    changes.compare(part, "which row counts", old, new, lambda one: READINGS[one.reading])
    if matrix:
        _diff_cells(changes, part, old, new)
        return
    pairs, lost = _pair_up(
        new.rows, old.rows, lambda a, b: label_row(a) == label_row(b),
        lambda a, b: a.cells[:-1] == b.cells[:-1],
    )  # fmt: skip
    for row in lost:
        changes.add(part, _row_about(row), [_row_text(old, row)], [], row)
    for row, was in pairs:
        before = [] if was is None else [_row_text(old, was)]
        changes.add(part, _row_about(was or row), before, [_row_text(new, row)], was, row)
    if new.reading in ("first", "steps"):
        _diff_order(changes, part, old.rows, new.rows)


def _row_about(row: d.Row) -> str:
    """How a row is named in front of what it says."""
    first = row.cells[0].tests[0]
    return f"the row {label_row(row)}" if isinstance(first, e.Sentence) else "a row"


def _diff_order(
    changes: Changes, part: str, old: tuple[d.Row, ...], new: tuple[d.Row, ...]
) -> None:
    names = [[label_row(row) for row in rows] for rows in (old, new)]
    kept = [[name for name in mine if name in others]
            for mine, others in (names, reversed(names))]  # fmt: skip
    if kept[0] != kept[1]:
        before, after = ([", ".join(one)] for one in kept)
        changes.add(part, "the order of the rows", before, after)


def _diff_cells(changes: Changes, part: str, old: d.Table, new: d.Table) -> None:
    cells = [
        {_cell_place(table, row, k): row.cells[k]
         for row in table.rows for k in range(1, len(row.cells))}
        for table in (old, new)
    ]  # fmt: skip
    for place, one, other in _pair_by_name(cells[0], cells[1]):
        changes.compare(part, place, one, other, lambda cell: _test_text(cell.tests[0]))


# ---------------------------------------------------------------------- rankings


def _kind_text(row: d.Row) -> str:
    """What makes a hand of that kind, and which is the better of two."""
    test, *ties = row.cells[1:]
    text = join_words([_test_text(one) for one in test.tests], "or")
    if ties:
        text += "; of two the higher " + join_words([_said_cell(cell) for cell in ties], "then")
    return text


def _said_cell(cell: d.Cell) -> str:
    first = cell.tests[0]
    return describe(first, OR) if isinstance(first, e.Expr) else _test_text(first)


def ranking_text(ranking: d.Ranking) -> tuple[str, ...]:
    """A whole ranking, best first."""
    lead = f"best first{_told_parameters(ranking.params)}"
    return (lead, *(f"{label_row(row)}: {_kind_text(row)}" for row in ranking.rows))


def diff_rankings(changes: Changes, part: str, old: d.Ranking, new: d.Ranking) -> None:
    """Two rankings of the same name."""
    if old.params != new.params:
        changes.compare(part, "the ranking", old, new, ranking_text)
        return
    before, after = ({label_row(row): row for row in one.rows} for one in (old, new))
    for name, one, other in _pair_by_name(before, after):
        about = name if one and other else _standing(name, new.rows if other else old.rows)
        changes.compare(part, about, one, other, _kind_text)
    _diff_order(changes, part, old.rows, new.rows)


def _standing(name: str, rows: tuple[d.Row, ...]) -> str:
    names = [label_row(row) for row in rows]
    at = names.index(name)
    return f"{name}, below {names[at - 1]}," if at else f"{name}, above all others,"


Pair = tuple[s.Statement | None, s.Statement | None]
SAME = 8


def likeness(old: s.Statement, new: s.Statement) -> int:
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
            return (
                3 if describe_head(old) == describe_head(new) else 2 if set(one) & set(other) else 1
            )
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


def _align(old: s.Block, new: s.Block) -> Iterator[Pair]:
    """Steps that belong together, in order; None beside one that has no partner."""
    best = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in reversed(range(len(old))):
        for j in reversed(range(len(new))):
            alike = likeness(old[i], new[j])
            together = best[i + 1][j + 1] + alike if alike else 0
            best[i][j] = max(together, best[i + 1][j], best[i][j + 1])
    i = j = 0
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new):
            alike = likeness(old[i], new[j])
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
        self.changes.add(
            self.part, about, as_texts(describe_block(old)), as_texts(describe_block(new)),
            old[0] if old else None, new[0] if new else None,
        )  # fmt: skip

    def one_side(self, about: str, lines: Sequence[str], node: Node, new: bool) -> None:
        """Something that only one side has."""
        if new:
            self.changes.add(self.part, about, (), lines, None, node)
        else:
            self.changes.add(self.part, about, lines, (), node)

    def blocks(self, old: s.Block, new: s.Block, within: str = "") -> None:
        """Two blocks; `within` says where they stand."""
        pairs = list(_align(old, new))
        lost = [one for one, other in pairs if other is None]
        moved = {other for one, other in pairs if one is None and other in lost}
        gone: list[s.Statement] = []
        come: list[s.Statement] = []
        before: s.Statement | None = None
        for one, other in [*pairs, (None, None)]:
            if one is not None and other is None:
                gone += [one] if one not in moved else []
            elif one is None and other is not None and other in moved:
                self.changes.add(
                    self.part, _joined(within, describe_head(other)),
                    [_came_after(old, other)], [_came_after(new, other)],
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
            texts = [["in any case"], [describe_head(test)]]
            more = " and so on" * (len(steps) > 1)
            about = _joined(within, f"`{describe_head(steps[0])}`{more}")
            texts = texts if steps is gone else texts[::-1]
            self.changes.add(self.part, about, texts[0], texts[1], gone[0], come[0])
            return
        if come and not gone:
            where = "at the beginning" if before is None else f"after `{describe_head(before)}`"
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
                inside = within if only_asks else _joined(within, describe_head(new))
                self.blocks(old.body, new.body, inside)
            case s.Repeat(), s.Repeat():
                self.heads(old, new, within)
                self.blocks(old.body, new.body, within)
            case _:
                self.tell(within, (old,), (new,))

    def heads(self, old: s.Statement, new: s.Statement, within: str) -> None:
        """The own lines of two steps."""
        about = _joined(within, "how often it goes round" if isinstance(new, s.Repeat) else "each")
        self.changes.compare(self.part, about, old, new, describe_head)

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
                        lines = as_texts([(0, f"if {describe(test)}:"), *describe_block(block, 1)])
                        about = _joined(within, "a case")
                        self.one_side(about, lines, mine, come)
        for (test, block), (other_test, other_block) in pairs:
            if test != other_test:
                about = _joined(within, "the question")
                asked = lambda one: f"if {describe(one)}"  # noqa: E731
                self.changes.compare(self.part, about, test, other_test, asked)
            self.blocks(block, other_block, _joined(within, f"if {describe(other_test)}"))
        self.blocks(old.otherwise, new.otherwise, _joined(within, "otherwise"))

    # ------------------------------------------------------------------ choices

    def choices(self, old: s.Choose, new: s.Choose, within: str) -> None:
        """Who chooses, and among what."""
        about = _joined(within, "who chooses")
        self.changes.compare(self.part, about, old, new, describe_choice)
        before = {action.name: action for action in old.actions}
        after = {action.name: action for action in new.actions}
        gone = [action for name, action in before.items() if name not in after]
        for action in (*gone, *new.actions):
            one, other = before.get(action.name), after.get(action.name)
            if one is None or other is None:
                about = _joined(within, f"the choice to {to_words(action.name)}")
                lines = lambda only: as_texts(describe_action(only))  # noqa: E731
                self.changes.compare(self.part, about, one, other, lines)
            elif one != other:
                self.actions(one, other, _joined(within, to_words(action.name)))
        if old.otherwise != new.otherwise:
            about = _joined(within, "who can choose nothing")
            if old.otherwise and new.otherwise:
                self.blocks(old.otherwise, new.otherwise, about)
            else:
                self.tell(about, old.otherwise or (), new.otherwise or ())

    def actions(self, old: s.Action, new: s.Action, within: str) -> None:
        """What is chosen, under which conditions, and what comes of it."""
        if old.bindings != new.bindings:
            about = _joined(within, "what may be chosen")
            self.changes.compare(self.part, about, old, new, describe_action_head)
        self.musts(old.musts, new.musts, within)
        self.blocks(old.body, new.body, within)

    def musts(self, old: tuple[s.Must, ...], new: tuple[s.Must, ...], within: str) -> None:
        """Conditions: by their test, else by their sentence."""
        about = _joined(within, "a condition")
        pairs, gained = _pair_up(
            old, new, lambda a, b: a.test == b.test,
            lambda a, b: a.sentence is not None and a.sentence == b.sentence,
        )  # fmt: skip
        for one, other in pairs:
            if other is not None:
                self.must(one, other, about)
        for one, other in pairs:
            if other is None:
                self.changes.compare(self.part, about, one, None, describe_must)
        for must in gained:
            self.changes.compare(self.part, about, None, must, describe_must)
        kept = [must for must in old if must in new]
        if kept != [must for must in new if must in old]:
            orders = [[describe_must(must, quoted=False) for must in one] for one in (old, new)]
            about = _joined(within, "the order of the conditions")
            self.changes.add(self.part, about, orders[0], orders[1])

    def must(self, old: s.Must, new: s.Must, about: str) -> None:
        """A condition that has changed: in what it asks, or only in the words that refuse."""
        if (old.test, old.if_able) != (new.test, new.if_able):
            quoted = old.sentence != new.sentence
            asked = partial(describe_must, quoted=quoted)
            self.changes.compare(self.part, about, old, new, asked)
            return
        refused = f"the words that refuse where not {describe(new.test, RANGE)}"
        within = about.removesuffix("a condition")
        self.changes.compare(self.part, within + refused, old, new, _refusal)


def _refusal(must: s.Must) -> str:
    return "no words" if must.sentence is None else quote_sentence(must.sentence)


def _wrapped(steps: list[s.Statement], inner: list[s.Statement]) -> bool:
    """Whether steps are a single `if` with the others below it."""
    if len(steps) != 1 or not isinstance(steps[0], s.If):
        return False
    return steps[0].branches[1:] == () and not steps[0].otherwise and (
        steps[0].branches[0][1] == tuple(inner)
    )  # fmt: skip


def _came_after(block: s.Block, step: s.Statement) -> str:
    at = block.index(step)
    return f"after `{describe_head(block[at - 1])}`" if at else "at the beginning"


def _joined(within: str, more: str) -> str:
    return f"{within}, {more}" if within else more


# Parts of which no move and no score depends.
NOT_PLAYED = ("what must hold", PART)
ALWAYS = {"yes": "always", "no": "never"}
GROUPS: dict[type[Named], str] = {
    d.Ranking: "the hands: {}", d.Define: "what is meant by", d.Conditions: "conditions: {}",
    d.Table: "the table {}", d.Phase: "{}",
}  # fmt: skip


def diff_rules(old: Rules, new: Rules) -> list[Change]:
    """Everything that is different, in the order of a rule book."""
    changes = Changes()
    ranges = ([join_words([describe(one) for one in rules.players], "or")] for rules in (old, new))
    before, after = ranges
    first = (rules.players[0] if rules.players else None for rules in (old, new))
    changes.add("players", "the number of players", before, after, *first)
    changes.compare("players", "sides that play together", old.sides, new.sides, describe)
    _packs(changes, old, new)
    _orders(changes, old, new)
    _zones(changes, old, new)
    _registers(changes, old, new)
    _records(changes, old, new)
    for name, one, other in _pair_by_name(old.types, new.types):
        about = to_words(name).lower()
        changes.compare("words", about, one, other, lambda line: describe_type(line.type))
    for group in GROUPS:
        for name, mine, others in _pair_by_name(old.of_kind(group), new.of_kind(group)):
            if group is d.Define and None in (mine, others):
                _one_sided(changes, name, (mine, old), (others, new))  # type: ignore[arg-type]
            else:
                _named(changes, group, name, mine, others)
    payoff = new.payoff or old.payoff
    if payoff is not None:
        about = f"what each {payoff.name} takes away"
        changes.compare("the end", about, old.payoff, new.payoff, lambda one: describe(one.value))
    _laws(changes, old, new)
    _diff_options(changes, old, new)
    return changes.found


# ---------------------------------------------------------------------- what lies on the table


def _packs(changes: Changes, old: Rules, new: Rules) -> None:
    texts: tuple[dict[str, list[str]], dict[str, list[str]]] = ({}, {})
    for rules, found in zip((old, new), texts, strict=True):
        for line in rules.pack:
            about, text = _pack_line(line)
            found.setdefault(about, []).append(text)
    for about, one, other in _pair_by_name(*texts):
        changes.add("the pack", about, one or [], other or [])


def _pack_line(line: Any) -> tuple[str, str]:
    """What a line of the pack is about, and what it says."""
    match line:
        case d.PackRanks(ranks):
            return "the ranks", " ".join(describe(rank) for rank in ranks)
        case d.PackSuits(suits):
            return "the suits", " ".join(suits)
        case d.PackAnother(suit):
            return "another suit", describe(suit)
        case d.PackRemove(cards, test):
            when = "" if test is None else f" if {describe(test)}"
            return "cards that are taken out", f"{describe(cards)}{when}"
        case _:
            return "how many packs", describe(line.copies)


def _orders(changes: Changes, old: Rules, new: Rules) -> None:
    for name, one, other in _pair_by_name(old.orders, new.orders):
        about = f"the order {to_words(name)}, best first"
        changes.compare(
            "the pack", about, one, other,
            lambda order: " ".join(map(describe_plainly, order.ranks)),
        )  # fmt: skip


def _zone_facts(zone: d.Zone) -> dict[str, str]:
    sight = f"seen by {describe(zone.seen_by)}" if zone.seen_by is not None else ""
    return {
        "how its cards lie": "in a pile" if zone.type == "Pile" else "in no order",
        "who sees its cards": sight or f"face {zone.face or 'up'}",
        "how many cards it holds": ""
        if zone.capacity is None
        else f"at most {describe(zone.capacity)}",
        "where the pack lies at first": "here" if zone.starts else "",
    }


def _register_facts(register: d.Register) -> dict[str, str]:
    return {
        "what it can be": describe_type(register.type),
        "what it is at first": "" if register.default is None else describe(register.default),
        "who sees it": "" if register.seen_by is None else describe(register.seen_by),
        "whether transcripts tell it": "no" if register.untold else "",
    }


Declared = d.Zone | d.Register


def _facts_of(tree: Declared) -> dict[str, str]:
    return _zone_facts(tree) if isinstance(tree, d.Zone) else _register_facts(tree)


def _list_facts(tree: Declared) -> str:
    return ", ".join(f"{about}: {text}" for about, text in _facts_of(tree).items() if text)


def _diff_declared(
    changes: Changes, part: str, name: str, old: Declared | None, new: Declared | None
) -> None:
    """A zone or a piece of state: all of it where it is new or gone, else what differs of it."""
    if old is None or new is None or type(old) is not type(new):
        changes.compare(part, name, old, new, _list_facts)
        return
    for about, before, after in _pair_by_name(_facts_of(old), _facts_of(new)):
        lines = [before or "not said"], [after or "not said"]
        changes.add(part, f"{name}, {about}", lines[0], lines[1], old, new)


def _diff_indexed(
    changes: Changes, part: str, name: str, old: Declared | None, new: Declared | None
) -> str:
    """A zone or a piece of state, and for whom there is one; how it is called."""
    tree = new or old
    assert tree is not None
    if old and new and old.index != new.index:
        changes.compare(
            part, to_words(name), old, new, lambda one: describe_indexed(name, one.index)
        )
    about = describe_indexed(name, tree.index)
    _diff_declared(changes, part, about, old, new)
    return about


def _zones(changes: Changes, old: Rules, new: Rules) -> None:
    for name, one, other in _pair_by_name(old.zones, new.zones):
        _diff_indexed(changes, "where cards lie", name, one, other)


def _registers(changes: Changes, old: Rules, new: Rules) -> None:
    part = "what is kept"
    for name, one, other in _pair_by_name(old.registers, new.registers):
        before, after = one and one[1], other and other[1]
        about = _diff_indexed(changes, part, name, before, after)
        if one and other and one[0] != other[0]:
            spans = [[to_words(phase or "the whole match")] for phase, _ in (one, other)]
            changes.add(part, f"{about}, for how long", spans[0], spans[1], before, after)


def _records(changes: Changes, old: Rules, new: Rules) -> None:
    for name, one, other in _pair_by_name(old.records, new.records):
        fields = ({line.name: line for line in record.fields} if record else {}
                  for record in (one, other))  # fmt: skip
        for field, mine, others in _pair_by_name(*fields):
            about = f"{to_words(field)} of a {name.lower()}"
            _diff_declared(changes, "what is kept", about, mine, others)


# ---------------------------------------------------------------------- what has a name


def _named(
    changes: Changes, group: type[Named], name: str, old: Named | None, new: Named | None
) -> None:
    part = GROUPS[group].format(to_words(name))
    if old is None or new is None:
        changes.compare(part, "all of it", old, new, _describe_all)
        return
    match old, new:
        case d.Table(), d.Table():
            diff_tables(changes, part, old, new)
        case d.Ranking(), d.Ranking():
            diff_rankings(changes, part, old, new)
        case d.Conditions(), d.Conditions():
            _given(changes, part, old, new)
            Steps(changes, part).musts(old.musts, new.musts, "")
        case d.Phase(), d.Phase():
            _given(changes, part, old, new)
            Steps(changes, part).blocks(old.body, new.body)
        case d.Define(), d.Define():
            _given(changes, part, old, new)
            about = describe_call(name, new.params)
            changes.compare(part, about, old, new, _describe_all)
            kinds = lambda one: "not said" if one.type is None else describe_type(one.type)  # noqa: E731
            changes.compare(part, f"{about}, what it can be", old, new, kinds)


Side = tuple[d.Define | None, Rules]


def _one_sided(changes: Changes, name: str, *sides: Side) -> None:
    """A define that only one side asks for; on the other it may always come to the same."""
    texts = []
    for tree, rules in sides:
        value = rules.settled.get(name)
        settled = [] if value is None else [ALWAYS.get(describe(value), describe(value))]
        texts.append(settled if tree is None else [describe(tree.value)])
    tree = sides[0][0] or sides[1][0]
    assert tree is not None
    about = describe_call(name, tree.params)
    changes.add(GROUPS[d.Define], about, texts[0], texts[1], sides[0][0], sides[1][0])


def _given(changes: Changes, part: str, old: Named, new: Named) -> None:
    about = f"what {to_words(new.name)} is given"
    changes.compare(part, about, old, new, lambda one: _list_params(one.params) or "nothing")


def _list_params(params: Sequence[d.Param]) -> str:
    return join_words([f"{param.name}: {describe_type(param.type)}" for param in params])


def _describe_all(tree: Named) -> tuple[str, ...]:
    match tree:
        case d.Table():
            return table_text(tree)
        case d.Ranking():
            return ranking_text(tree)
        case d.Conditions():
            return tuple(describe_must(must) for must in tree.musts)
        case d.Phase():
            return as_texts(describe_block(tree.body))
        case _:
            return (describe(tree.value),)


def _laws(changes: Changes, old: Rules, new: Rules) -> None:
    found = [{(law.title.plain, str(law.place)): law for law in rules.laws} for rules in (old, new)]
    for title, _ in dict.fromkeys([*found[0], *found[1]]):
        one, other = ({t: law for (t, _), law in mine.items()}.get(title) for mine in found)
        if one != other:
            changes.compare("what must hold", f'"{title}"', one, other, _law_text)


def _law_text(law: d.Law) -> str:
    where = "" if law.place is None else f" at {to_words(str(law.place))}"
    return f"{'always' if law.always else 'never'}{where}: {describe(law.test)}"
