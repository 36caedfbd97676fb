"""Gaps, overlaps and dead rows of tables and rankings.

Where all columns ask plain values, every case is tried. Conditions are compared as they are
written: a row is dead when what it asks includes all that an earlier row asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from math import inf, prod

import attrs

from hoyle.dsl.analysis.asked_surely import SureCalls, say_how_meant
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.ranges import list_fixed_ranges
from hoyle.dsl.limits import Work
from hoyle.dsl.nearest import listed
from hoyle.dsl.node import Node, field_names, walk
from hoyle.dsl.report import ERROR, WARNING, Report
from hoyle.dsl.source import Span

MAX_CASES = 100_000
MAX_NUMBERS = 1000  # of a column, where each is tried
Asked = frozenset[str] | None  # what a column can be asked about, where that is not all
Given = Mapping[g.Var, g.Value]
Case = tuple[list[str], ...]  # for each column the words that no row tells apart
Doubt = tuple[tuple[str, ...], tuple[tuple[Span, str], ...]]  # what is said and shown of one
Classes = list[tuple[int, list[str]]]  # the words of a column by the rows (a mask) that they fit
BARE = {"rank": "a card without a rank", "suit": "a card without a suit"}  # what gives none


def check_table(game: g.Game, table: g.Table, compare: Comparison, report: Report) -> None:
    """Report gaps, overlaps and rows that can never be reached."""
    if table.reading not in ("first", "one"):
        return
    columns = [_classes(game, table, k) for k in range(len(table.columns))]
    known = [column for column in columns if column is not None]
    if not columns or len(known) < len(columns) or prod(map(len, known)) > MAX_CASES:
        check_reached(table, compare, report)
        return
    asked = [_asked_about(game, table, k) for k in range(len(table.columns))]
    if not (table.matrix and _lines_missing(game, table, known, asked, report)):
        _try_all(game, table, known, asked, compare, report)


def check_answers(game: g.Game, table: g.Table, report: Report) -> None:
    """Warn of rows that give none where all who ask the table must have a number."""
    calls = [call for call in game.uses.calls if call.of is table]
    if not calls or not t.is_number(table.type) or any(c not in game.uses.needed for c in calls):
        return
    for row in table.rows:
        if row.values[-1].type == t.NONE:
            report.warn(
                "B11", f"this row of `{table.name}` gives none, where a number is needed",
                row.values[-1].span, label="write a number, be it 0",
                also=((calls[0].span, "it is asked here"),),
                help=("a game that comes to this row stops",),
            )  # fmt: skip


# ---------------------------------------------------------------------- columns of plain values


KEPT = (g.Local, g.Setting, g.Load)


def _domain(game: g.Game, column: g.Value) -> tuple[str, ...] | None:
    """Every value that a column can ask about, as words; None where they are not known."""
    kind = t.bare(column.type)
    if kind in (t.RANK, t.SUIT):
        return (game.ranks or None) if kind == t.RANK else game.suits
    if kind == t.YESNO:
        return ("no", "yes")
    if kind.answers is not None:
        return kind.answers
    option = game.options.get(column.name) if isinstance(column, g.Setting) else None
    ranges = list_fixed_ranges(option.allowed) if option is not None else []
    if len(ranges) > 1 and sum(map(len, ranges)) <= MAX_NUMBERS:
        return tuple(dict.fromkeys(str(number) for each in ranges for number in each))
    # the bounds of a number that is reckoned are wider than what can come
    kept = isinstance(column, KEPT)
    if not (kept and isinstance(kind, t.NumberT)) or kind.low is None or kind.high is None:
        return None
    numbers = range(kind.low, kind.high + 1)
    return tuple(str(number) for number in numbers) if len(numbers) <= MAX_NUMBERS else None


def _words_of(value: g.Value, kind: t.Type) -> frozenset[str] | None:
    """The words that a plain cell names; None where they are not known before play."""
    kind = t.bare(kind)
    match value:
        case g.Literal(what="kind", word=word):
            return frozenset({word.split(".", 1)[1]})
        case g.Literal(word=word):
            return frozenset({word})
        case g.Const(type=given) if given == t.NONE:
            return frozenset({"none"})
        case g.Const(value=number):
            if kind.answers is not None:
                return frozenset({kind.answers[number]})
            return frozenset({("no", "yes")[number] if kind == t.YESNO else str(number)})
        case g.Op(name="list", args=args):
            return _words_of_all(args, kind)
        case g.Op(name="between", args=(g.Const(value=low), g.Const(value=high))):
            return frozenset(str(number) for number in range(low, high + 1))
        case _:
            # `0 - 19`, which is reckoned: the type says what comes of it
            given = t.bare(value.type)
            if not isinstance(given, t.NumberT) or given.low is None or given.low != given.high:
                return None
            return frozenset({str(given.low)})


def _words_of_all(values: tuple[g.Value, ...], kind: t.Type) -> frozenset[str] | None:
    parts = [_words_of(value, kind) for value in values]
    known = [part for part in parts if part is not None]
    return frozenset[str]().union(*known) if len(known) == len(parts) else None


def _classes(game: g.Game, table: g.Table, k: int) -> Classes | None:
    """The words of column k by the rows that let them through; None if not known.

    What is none where a card has no suit or rank is a class by itself.
    """
    words, kind = _domain(game, table.columns[k]), table.columns[k].type
    fitting = _named_in(table, k)
    if words is None or fitting is None:
        return None
    if kind.or_none:
        words += ("none",)
    masks = dict.fromkeys(words, 0)
    for at, (row, named) in enumerate(zip(table.rows, fitting, strict=True)):
        for word in masks if row.cells[k] == () else named:
            if word in masks:
                masks[word] |= 1 << at
    bare = _bare_card(table.columns[k])
    alone = [(masks.pop("none"), [bare])] if bare else []
    found: dict[int, list[str]] = {}
    for word, mask in masks.items():
        found.setdefault(mask, []).append(word)
    return [*found.items(), *alone]


def _named_in(table: g.Table, k: int) -> list[frozenset[str]] | None:
    """The words that each row names in column k; None where one is not known before play."""
    cells = (row.cells[k] for row in table.rows)
    kind = table.columns[k].type
    named = [None if cell is None else _words_of_all(cell, kind) for cell in cells]
    known = [words for words in named if words is not None]
    return known if len(known) == len(named) else None


def _bare_card(column: g.Value) -> str:
    """What gives none where a column asks for the suit or rank of a card that may have none."""
    if not (isinstance(column, g.Op) and column.type.or_none):
        return ""
    return BARE.get(column.name, "")


def _asked_about(game: g.Game, table: g.Table, k: int) -> Asked:
    """What must have a row; None where that is all. None needs one where another row names it."""
    column = table.columns[k]
    kinds = _kinds_asked_about(game, table, column)
    if kinds is not None or not column.type.or_none or _bare_card(column):
        return kinds
    named = _named_in(table, k) or []
    if any("none" in words for words in named):
        return None
    return frozenset(_domain(game, column) or ())


def _lines_missing(
    game: g.Game, table: g.Table, columns: list[Classes], asked: list[Asked],
    report: Report,
) -> bool:  # fmt: skip
    """Tell the values for which a matrix has no row, or no column."""
    told = False
    for what, column, kinds, head in zip(
        ("row", "column"), columns, asked, table.columns, strict=True
    ):
        free = [word for mask, words in column if not mask for word in words]
        lacking = [word for word in free if kinds is None or word in kinds]
        if lacking:
            code = "B06" if isinstance(t.bare(head.type), t.KindT) else "B02"
            words = listed([_quoted(word) for word in lacking], 6)
            given = listed([word for mask, words in column if mask for word in words])
            title = f"no {what} of `{table.name}` fits {words}"
            help_ = [f"{what}s are given for {given}"]
            _tell_gap(game, code, title, table, help_, _are_bare([lacking]), report)
            told = True
    return told


def _try_all(
    game: g.Game, table: g.Table, columns: list[Classes], asked: list[Asked],
    compare: Comparison, report: Report,
) -> None:  # fmt: skip
    everything = (1 << len(table.rows)) - 1
    taken_by: list[set[int]] = [set() for _ in table.rows]  # the rows that take a row's cases
    gaps: list[Case] = []
    overlaps: dict[int, tuple[int, Case]] = {}
    for case in product(*columns):
        if not _can_come(table, case):
            continue
        fitting = everything
        for mask, _ in case:
            fitting &= mask
        words = tuple(word for _, word in case)
        rows = [k for k in range(len(table.rows)) if fitting >> k & 1]
        if not rows:
            gaps.append(
                tuple(
                    [word for word in these if kinds is None or word in kinds]
                    for kinds, these in zip(asked, words, strict=True)
                )
            )
        for k in rows:
            taken_by[k].add(rows[0] if table.reading == "first" else k)
            if k != rows[0] and table.reading == "one":
                overlaps.setdefault(k, (rows[0], words))
    _tell_gaps(game, table, [case for case in gaps if all(case)], report)
    for later, (earlier, words) in overlaps.items():
        title = f"two rows of `{table.name}` fit {_shown(words)}"
        _tell_overlap(table.rows[earlier], table.rows[later], title, report)
    for k, takers in enumerate(taken_by):
        if k not in takers:
            earlier_rows = [table.rows[taker] for taker in sorted(takers)]
            _tell_dead(table, table.rows[k], earlier_rows, compare, report)


def _can_come(table: g.Table, case: tuple[tuple[int, list[str]], ...]) -> bool:
    """Whether a case is of cards that there are: one without a suit has no rank either."""
    bare: dict[object, bool] = {}
    for column, (_, words) in zip(table.columns, case, strict=True):
        if _bare_card(column) and isinstance(column, g.Op):
            is_bare = words[0] in BARE.values()
            if bare.setdefault(_meaning(column.args, {}), is_bare) != is_bare:
                return False
    return True


def _are_bare(gaps: Iterable[Iterable[str]]) -> bool:
    """Whether all that has no row is a card without a suit or rank."""
    return all(not set(BARE.values()).isdisjoint(words) for words in gaps)


def _quoted(word: str) -> str:
    return word if word in BARE.values() else f"`{word}`"


def _shown(case: Case) -> str:
    return " and ".join(words[0] for words in case)


# ---------------------------------------------------------------------- kinds of a ranking

# A row of a ranking that asks who holds the hand cannot fit at a call that says who does:
# `holder is not banker` fails for `kind(bank_hand, banker)`.


def _kinds_asked_about(game: g.Game, table: g.Table, column: g.Value) -> frozenset[str] | None:
    """The kinds that a column can be asked about; None where it may be any."""
    if not isinstance(column, g.Local) or not isinstance(t.bare(column.type), t.KindT):
        return None
    calls = [call for call in game.uses.calls if call.of is table]
    if column.var not in table.params or not calls:
        return None
    at = table.params.index(column.var)
    return frozenset[str]().union(*(_kinds_of(call.args[at], {}) for call in calls))


def _kinds_of(value: g.Value, given: Given) -> frozenset[str]:
    """The kinds that a value can have; `given` are the arguments that are known."""
    match value:
        case g.Literal(what="kind", word=word):
            return frozenset({word.split(".", 1)[1]})
        case g.Local(var=var) if var in given:
            return _kinds_of(given[var], {})
        case g.Op(name="if", args=(_, one, other)):
            return _kinds_of(one, given) | _kinds_of(other, given)
        case g.Call(of=g.Define() as define, args=args):
            return _kinds_of(define.value, _with_arguments(define.params, args, given))
        case g.Call(of=g.Ranking() as ranking, args=args):
            known = _with_arguments(ranking.params, args, given)
            return frozenset(row.name for row in ranking.rows if not _fails(row.test, known))
        case _:
            kind = t.bare(value.type)
            return frozenset(kind.rows) if isinstance(kind, t.KindT) else frozenset()


def _with_arguments(params: tuple[g.Var, ...], args: tuple[g.Value, ...], given: Given) -> Given:
    """What the parameters stand for, in terms of what is known outside the call."""
    return {param: _known(arg, given) for param, arg in zip(params, args, strict=True)}


def _known(value: g.Value, given: Given) -> g.Value:
    return given.get(value.var, value) if isinstance(value, g.Local) else value


def _fails(test: g.Value, given: Given) -> bool:
    """Whether a condition surely fails: it says that a thing is not what it is."""
    match test:
        case g.Op(name="and", args=parts):
            return any(_fails(part, given) for part in parts)
        case g.Op(name="or", args=parts):
            return all(_fails(part, given) for part in parts)
        case (
            g.Op(name="not", args=(g.Op(name="is", args=(a, b)),))
            | g.Op(name="is_not", args=(a, b))
        ):
            return _meaning(_known(a, given), {}) == _meaning(_known(b, given), {})
        case _:
            return False


# ---------------------------------------------------------------------- conditions


def check_reached(table: g.Table | g.Ranking, compare: Comparison, report: Report) -> None:
    """Report rows that ask for all that an earlier row asks for, and more."""
    only_one = isinstance(table, g.Table) and table.reading == "one"
    for k, row in enumerate(table.rows):
        compare.work.spend(k, row.head)
        earlier = next((r for r in table.rows[:k] if compare.implies(row.test, r.test)), None)
        if earlier is None:
            continue
        if not only_one:
            _tell_dead(table, row, [earlier], compare, report)
        else:
            title = f"whatever fits the row `{row.name}` fits `{earlier.name}` too"
            _tell_overlap(earlier, row, title, report)


def _meaning(part: object, bound: dict[g.Var, int]) -> object:
    """What a value says, whatever its place and type; `bound` numbers the names of its phrases."""
    match part:
        case (
            g.Const(type=t.UnknownT()) | g.Op(name="random")
            | g.Call(of=g.Define(type=t.UnknownT()) | g.Table(type=t.UnknownT()))
        ):  # fmt: skip
            return part  # never the same twice: what is unknown is told already
        case g.Local(var=var):
            return bound.get(var, var)
        case g.Phrase(kind=kind, var=var, over=over, where=where, value=asked):
            inner = bound | {var: len(bound)}
            return kind, _meaning(over, bound), _meaning(where, inner), _meaning(asked, inner)
        case tuple():
            return tuple(_meaning(one, bound) for one in part)
        case Node():
            names = [name for name in field_names(type(part)) if name not in ("type", "span")]
            return type(part), *(_meaning(getattr(part, name), bound) for name in names)
        case _:
            return part


@attrs.frozen
class Comparison:
    """Compares questions by their words; what each of them says is worked out once."""

    work: Work
    _meanings: dict[int, object] = attrs.field(factory=dict)

    def implies(self, one: g.Value, other: g.Value) -> bool:
        """Whether `other` surely holds where `one` does, as far as their words tell."""
        match one, other:
            case _, g.Const(value=1, type=kind) if kind == t.YESNO:
                return True
            case g.Op(name="or", args=parts), _:
                return all(self.implies(part, other) for part in parts)
            case _, g.Op(name="and", args=parts):
                return all(self.implies(one, part) for part in parts)
            case g.Op(name="not", args=(a,)), g.Op(name="not", args=(b,)):
                return self.implies(b, a)
            case _, g.Op(name="or", args=parts) if any(self.implies(one, part) for part in parts):
                return True
            case g.Op(name="and", args=parts), _:
                return any(self.implies(part, other) for part in parts)
            case _:
                return self._meaning(one) == self._meaning(other) or self._is_narrower(one, other)

    def _meaning(self, value: g.Value) -> object:
        found = self._meanings.get(id(value))
        if found is None:
            found = self._meanings[id(value)] = _meaning(value, {})
        return found

    def _is_narrower(self, one: g.Value, other: g.Value) -> bool:
        """Whether both put bounds on the same number, and those of `one` lie within the others."""
        a, b = _bounds(one), _bounds(other)
        if a is None or b is None or self._meaning(a[0]) != self._meaning(b[0]):
            return False
        return b[1] <= a[1] and a[2] <= b[2]


# Between what a number lies that compares so with a figure.
BOUNDS: dict[str, Callable[[int], tuple[float, float]]] = {
    "is": lambda c: (c, c),
    "less": lambda c: (-inf, c - 1),
    "at_most": lambda c: (-inf, c),
    "more": lambda c: (c + 1, inf),
    "at_least": lambda c: (c, inf),
}


def _bounds(test: g.Value) -> tuple[g.Value, float, float] | None:
    """The number that a question compares with a figure, and between what it must lie."""
    match test:
        case g.Op(name=name, args=(number, g.Const(value=c))) if name in BOUNDS:
            return number, *BOUNDS[name](c)
        case g.Op(
            name="in",
            args=(number, g.Op(name="between", args=(g.Const(value=c), g.Const(value=d)))),
        ):
            return number, c, d
        case _:
            return None


# ---------------------------------------------------------------------- what is said


def _tell_gaps(game: g.Game, table: g.Table, gaps: list[Case], report: Report) -> None:
    if not gaps:
        return
    cases = [" and ".join(words) for case in gaps for words in product(*case)]
    given = listed(list(dict.fromkeys(row.name for row in table.rows)), 12)
    title = f"no row of `{table.name}` fits {listed(cases, 6)}"
    help_ = [f"rows are given for {given}"]
    lacking = {words[0] for case in gaps for words in case if len(words) == 1}
    for column in table.columns:
        match column.type:
            case t.ChoiceT(words=words, name=name) if name and len(lacking & set(words)) == 1:
                [word] = lacking & set(words)
                if word in re.findall(r"\w+", given):
                    continue  # it has rows: what lacks is one where something else fits too
                help_.append(
                    f"add a row for {word}; or, if {word} says that there is none, leave {word} "
                    f"out of `{name}`: `{name} or none` can be none, which needs no row"
                )
    are_bare = _are_bare([word for words in case for word in words] for case in gaps)
    _tell_gap(game, "B02", title, table, help_, are_bare, report)


def _tell_gap(
    game: g.Game, code: str, title: str, table: g.Table, help_: list[str], are_bare: bool,
    report: Report,
) -> None:  # fmt: skip
    """A doubt where a condition may keep it from being asked, but of what is given to the table.

    Cards without a suit or rank may be kept from it by where they lie: of them it is a doubt too,
    where none is named in a call.
    """
    sure = SureCalls(game)
    given = all(isinstance(column, g.Local) for column in table.columns)
    lines, also = _doubt_kinds(game, table, sure) if given else sure.doubt(code, table)
    in_doubt = bool(lines or also) or (are_bare and not _is_given_bare(game, table, sure))
    if in_doubt:
        lines = (say_how_meant(code),)
    severity = WARNING if in_doubt else ERROR
    report.add(code, title, table.span, severity=severity, help=(*help_, *lines), also=also)


def _doubt_kinds(game: g.Game, table: g.Table, sure: SureCalls) -> Doubt:
    """A doubt about kinds of hands: a condition that tells them apart may keep some from a table.

    Of other values that are given, the type of the parameter says which can come.
    """
    kinds = [t.bare(column.type) for column in table.columns]
    bodies = tuple(phase.body for phase in game.phases.values())
    defined = tuple(define.value for define in game.defines.values())
    asked = [
        test.span for test in walk((bodies, defined))
        if isinstance(test, g.Op) and test.type == t.YESNO
        and any(isinstance(arg, g.Literal) and arg.what == "kind" for arg in test.args)
        and any(t.bare(arg.type) in kinds for arg in test.args)
    ]  # fmt: skip
    if not asked or sure.behind.get(table) is None:
        return (), ()
    return (), ((asked[0], "this condition was not reckoned with"),)


def _is_given_bare(game: g.Game, table: g.Table, sure: SureCalls) -> bool:
    """Whether a card without a suit is named where the table is surely asked."""
    return any(
        isinstance(arg, g.Literal) and arg.what == "card" and arg.word in game.words.singles
        for call in game.uses.calls if call.of is table
        for arg in call.args if id(arg) in sure.sure_args
    )  # fmt: skip


def _tell_overlap(earlier: g.Row, later: g.Row, title: str, report: Report) -> None:
    report.add(
        "B03", title, later.head,
        also=((earlier.head, "this one too"),),
        help=("the table says `exactly one fits`; `first that fits` takes the first",),
    )  # fmt: skip


def _tell_dead(
    table: g.Table | g.Ranking, row: g.Row, takers: list[g.Row], compare: Comparison, report: Report
) -> None:  # fmt: skip
    """B04: `takers` are the rows that take all its cases; with none, there are no cases."""
    also: tuple[tuple[Span, str], ...] = ()
    help_, label = "none of its values can come", ""
    if ends := re.fullmatch(r"(\d+) ?- ?(\d+)", row.head.words):  # what is left of the one
        label = f"did you mean `{ends[1]}..{ends[2]}`?"
    column = table.columns[0] if isinstance(table, g.Table) and len(table.columns) == 1 else None
    kind = t.bare(column.type) if column is not None else t.UNKNOWN
    if column is not None and isinstance(kind, t.NumberT) and None not in (kind.low, kind.high):
        help_ += f": `{column.span.words}` is {kind.low} to {kind.high}"
    if takers:
        help_ = "the first row that fits is taken"
        whole = next((taker for taker in takers if _always_fits(taker)), None)
        if whole is not None:
            also = ((whole.head, "this row fits whatever comes"),)
        elif len(takers) == 1:
            also = ((takers[0].head, f"every `{row.name}` is already `{takers[0].name}`"),)
        else:
            also = tuple((taker.head, "this row comes first") for taker in takers)
        if len(takers) == 1 and not compare.implies(takers[0].test, row.test):
            name = takers[0].name
            help_ += (
                f": add it above `{name}`, with  add row to {table.name} before {name}"
                if _is_added(row)
                else f": move this row above `{name}`"
            )
    title = f"the row `{row.name}` can never be reached"
    report.add("B04", title, row.head, label=label, also=also, help=(help_,))


def _is_added(row: g.Row) -> bool:
    """Whether a variant has added a row, below all others."""
    above = row.head.source.text[: row.head.source.line_starts[row.head.line - 1]]
    heads = re.findall(r"(?m)^ *\S.*", above)
    indent = row.head.column - 1
    head = next((one for one in reversed(heads) if len(one) - len(one.lstrip()) < indent), "")
    return head.lstrip().startswith("add row")


def _always_fits(row: g.Row) -> bool:
    return bool(row.cells) and all(cell == () for cell in row.cells)
