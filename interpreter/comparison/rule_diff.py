"""Two sets of rules side by side: where their trees differ, and what is said of it.

What two nodes have in common is found by their fields. A step that has changed is known again by
some of them (`KNOWN_BY`); what is inside it is compared by itself where it has parts (`HEADS`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from hoyle.dsl.format.templates import READINGS
from hoyle.dsl.node import Node, field_names
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s
from hoyle.interpreter.comparison import english
from hoyle.interpreter.comparison.change import Change, Changes
from hoyle.interpreter.comparison.english import (
    as_texts,
    describe,
    describe_head,
    join_words,
    to_words,
)
from hoyle.interpreter.comparison.folded_rules import Named, Rules

T = TypeVar("T")
PART, ABOUT = "what may be agreed", "what must hold of it"
# Parts of which no move and no score depends.
NOT_PLAYED = ("what must hold", PART)


def _pair_by_name(
    old: Mapping[str, T], new: Mapping[str, T]
) -> list[tuple[str, T | None, T | None]]:
    """What differs, by name: in the order of the old rules, then what is new."""
    found = [(name, old.get(name), new.get(name)) for name in dict.fromkeys([*old, *new])]
    return [triple for triple in found if triple[1] != triple[2]]


def _pair_up(
    nodes: Sequence[T], others: Sequence[T], *keys: Callable[[T], object]
) -> tuple[list[tuple[T, T | None]], list[T]]:
    """Nodes that are not among the others, each with its partner; others that are left over.

    The partner is the first that has the same key, by the first of the keys by which any has; a key
    that is None is no key.
    """
    left = [other for other in others if other not in nodes]
    pairs: list[tuple[T, T | None]] = []
    for node in nodes:
        if node not in others:
            partners = (other for key in keys for other in left
                        if key(node) is not None and key(node) == key(other))  # fmt: skip
            partner = next(partners, None)
            if partner is not None:
                left.remove(partner)
            pairs.append((node, partner))
    return pairs, left


def diff_rules(old: Rules, new: Rules) -> list[Change]:
    """Everything that is different, in the order of a rule book."""
    changes = Changes()
    _diff_kinds(changes, old, new, d.Players, d.SideCount)
    _diff_packs(changes, old, new)
    _diff_kinds(changes, old, new, d.Order)
    for name, mine, others in _pair_by_name(old.by_name(d.Zone), new.by_name(d.Zone)):
        _diff_indexed(changes, "where cards lie", name, mine, others)
    _diff_registers(changes, old, new)
    _diff_records(changes, old, new)
    _diff_kinds(changes, old, new, d.TypeName)
    for kind, (title, compare) in GROUPS.items():
        for name, one, other in _pair_by_name(old.by_name(kind), new.by_name(kind)):
            part = title.format(to_words(name))
            if kind is d.Define:
                _diff_defines(changes, part, (one, old), (other, new))
            elif one is None or other is None:
                changes.compare(part, "all of it", one, other, english.describe_named)
            else:
                compare(changes, part, one, other)
    _diff_kinds(changes, old, new, d.Payoff, d.Law, d.Option)
    _diff_needs(changes, old, new)
    return changes.found


# ---------------------------------------------------------------------- declarations


def _describe_law(law: d.Law) -> str:
    where = "" if law.place is None else f" at {to_words(str(law.place))}"
    return f"{'always' if law.always else 'never'}{where}: {describe(law.test)}"


def _describe_offer(option: d.Option) -> str:
    """What an option can be; of one that is fixed, that it cannot be chosen.

    What an option does is reported by the rules that it changes.
    """
    if option.fixed is not None:
        return f"always {describe(option.default)}"
    return f"{english.describe_type(option.type)}, {english.quote_sentence(option.meaning)}"


Describe = Callable[[Any], str | Sequence[str]]
# Declarations that are told as a whole: the part of the rules, what of it, and how it is told.
WHOLE: dict[type[Any], tuple[str, str, Describe]] = {
    d.Players: ("players", "the number of players",
                lambda one: join_words([describe(each) for each in one.ranges], "or")),
    d.SideCount: ("players", "sides that play together", lambda one: describe(one.count)),
    d.Order: ("the pack", "the order {}, best first",
              lambda one: " ".join(map(english.describe_plainly, one.ranks))),
    d.TypeName: ("words", "{}", lambda one: english.describe_type(one.type)),
    d.Payoff: ("the end", "what each {} takes away", lambda one: describe(one.value)),
    d.Law: ("what must hold", '"{}"', _describe_law),
    d.Option: (PART, "{}", _describe_offer),
}  # fmt: skip


def _diff_kinds(changes: Changes, old: Rules, new: Rules, *kinds: type[Any]) -> None:
    for kind in kinds:
        part, about, described = WHOLE[kind]
        before, after = (
            {_title_of(one): one for one in rules.all_of(kind)} for rules in (old, new)
        )
        for name in dict.fromkeys([*before, *after]):
            one, other = before.get(name), after.get(name)
            changes.compare(part, about.format(name), one, other, described)


def _title_of(part: Any) -> str:
    """What a declaration is called; nothing where there is only one of its kind."""
    if isinstance(part, d.Law):
        return part.title.plain
    return to_words(getattr(part, "name", "")).lower()


def _diff_needs(changes: Changes, old: Rules, new: Rules) -> None:
    """Which options go together."""
    needs = old.all_of(d.Need), new.all_of(d.Need)
    pairs, lost = _pair_up(needs[1], needs[0], lambda one: one.test, lambda one: one.sentence)
    for need, was in [*pairs, *((None, one) for one in lost)]:
        changes.compare(PART, ABOUT, was, need, _describe_need)


def _describe_need(need: d.Need) -> str:
    return f"{describe(need.test)} {english.quote_sentence(need.sentence)}"


def _diff_packs(changes: Changes, old: Rules, new: Rules) -> None:
    texts: tuple[dict[str, list[str]], dict[str, list[str]]] = ({}, {})
    for rules, found in zip((old, new), texts, strict=True):
        for line in rules.parts:
            if type(line) in PACK_LINES:
                found.setdefault(PACK_LINES[type(line)], []).append(_describe_pack_line(line))
    for about, one, other in _pair_by_name(*texts):
        changes.add("the pack", about, one or [], other or [])


PACK_LINES: dict[type[Node], str] = {
    d.PackRanks: "the ranks", d.PackSuits: "the suits", d.PackAnother: "another suit",
    d.PackRemove: "cards that are taken out", d.PackCopies: "how many packs",
}  # fmt: skip


def _describe_pack_line(line: Any) -> str:
    if isinstance(line, d.PackRemove):
        when = "" if line.test is None else f" if {describe(line.test)}"
        return f"{describe(line.cards)}{when}"
    values = getattr(line, next(iter(field_names(type(line)))))
    several = values if isinstance(values, tuple) else (values,)
    return " ".join(one if isinstance(one, str) else describe(one) for one in several)


# ---------------------------------------------------------------------- what is kept

Declared = d.Zone | d.Register


def _list_facts(tree: Declared) -> dict[str, str]:
    """What is said of a zone or a piece of state, each thing by its name."""
    sight = "" if tree.seen_by is None else describe(tree.seen_by)
    if isinstance(tree, d.Register):
        return {
            "what it can be": english.describe_type(tree.type),
            "what it is at first": "" if tree.default is None else describe(tree.default),
            "who sees it": sight,
            "whether transcripts tell it": "no" if tree.untold else "",
        }
    room = "" if tree.capacity is None else f"at most {describe(tree.capacity)}"
    return {
        "how its cards lie": "in a pile" if tree.type == "Pile" else "in no order",
        "who sees its cards": f"seen by {sight}" if sight else f"face {tree.face or 'up'}",
        "how many cards it holds": room,
        "where the pack lies at first": "here" if tree.starts else "",
    }


def _describe_declared(tree: Declared) -> str:
    return ", ".join(f"{about}: {text}" for about, text in _list_facts(tree).items() if text)


def _diff_declared(
    changes: Changes, part: str, name: str, old: Declared | None, new: Declared | None
) -> None:
    """A zone or a piece of state: all of it where it is new or gone, else what differs of it."""
    if old is None or new is None or type(old) is not type(new):
        changes.compare(part, name, old, new, _describe_declared)
        return
    for about, before, after in _pair_by_name(_list_facts(old), _list_facts(new)):
        lines = [before or "not said"], [after or "not said"]
        changes.add(part, f"{name}, {about}", lines[0], lines[1], old, new)


def _diff_indexed(
    changes: Changes, part: str, name: str, old: Declared | None, new: Declared | None
) -> str:
    """A zone or a piece of state, and for whom there is one; how it is called."""
    tree = new or old
    assert tree is not None
    if old and new and old.index != new.index:
        described = lambda one: english.describe_indexed(name, one.index)  # noqa: E731
        changes.compare(part, to_words(name), old, new, described)
    about = english.describe_indexed(name, tree.index)
    _diff_declared(changes, part, about, old, new)
    return about


def _diff_registers(changes: Changes, old: Rules, new: Rules) -> None:
    part = "what is kept"
    kept = [
        {name: (rules.phases[name], one) for name, one in rules.by_name(d.Register).items()}
        for rules in (old, new)
    ]
    for name, one, other in _pair_by_name(*kept):
        before, after = one and one[1], other and other[1]
        about = _diff_indexed(changes, part, name, before, after)
        if one and other and one[0] != other[0]:
            spans = [[to_words(phase or "the whole match")] for phase, _ in (one, other)]
            changes.add(part, f"{about}, for how long", spans[0], spans[1], before, after)


def _diff_records(changes: Changes, old: Rules, new: Rules) -> None:
    for name, one, other in _pair_by_name(old.by_name(d.Record), new.by_name(d.Record)):
        fields = ({line.name: line for line in record.fields} if record else {}
                  for record in (one, other))  # fmt: skip
        for field, mine, others in _pair_by_name(*fields):
            about = f"{to_words(field)} of a {name.lower()}"
            _diff_declared(changes, "what is kept", about, mine, others)


# ---------------------------------------------------------------------- what has a name

ALWAYS = {"yes": "always", "no": "never"}
Side = tuple[d.Define | None, Rules]


def _diff_defines(changes: Changes, part: str, *sides: Side) -> None:
    """A define; where only one side asks for it, it may always come to the same on the other."""
    (old, _), (new, _) = sides
    tree = new or old
    assert tree is not None
    about = english.describe_call(tree.name, tree.params)
    if old is None or new is None:
        texts = []
        for one, rules in sides:
            value = rules.settled.get(tree.name)
            settled = [] if value is None else [ALWAYS.get(describe(value), describe(value))]
            texts.append(settled if one is None else [describe(one.value)])
        changes.add(part, about, texts[0], texts[1], old, new)
        return
    Steps(changes, part).given(old, new)
    changes.compare(part, about, old, new, english.describe_named)
    kinds = lambda one: "not said" if one.type is None else english.describe_type(one.type)  # noqa: E731
    changes.compare(part, f"{about}, what it can be", old, new, kinds)


# ---------------------------------------------------------------------- tables and rankings


def _diff_tables(changes: Changes, part: str, old: d.Table, new: d.Table) -> None:
    """Two tables of the same name."""
    # the word above the last column only names what the rows give
    frames = [(one.params, one.heads[:-1]) for one in (old, new)]
    matrix = [isinstance(one.heads[0].what, d.Matrix) for one in (old, new)]
    if frames[0] != frames[1] and not all(matrix):
        changes.compare(part, "the table", old, new, english.describe_named)
        return
    changes.compare(part, "which row counts", old, new, lambda one: READINGS[one.reading])
    if matrix[1]:
        cells = [dict(english.list_cells(one)) for one in (old, new)]
        for place, one, other in _pair_by_name(*cells):
            changes.compare(
                part, place, one, other, lambda cell: english.describe_test(cell.tests[0])
            )
        return
    pairs, lost = _pair_up(new.rows, old.rows, english.label_row, lambda row: row.cells[:-1])
    for row, was in [*((None, was) for was in lost), *pairs]:
        before = [] if was is None else [english.describe_row(old, was)]
        after = [] if row is None else [english.describe_row(new, row)]
        first = was or row
        assert first is not None
        named = isinstance(first.cells[0].tests[0], e.Sentence)
        about = f"the row {english.label_row(first)}" if named else "a row"
        changes.add(part, about, before, after, was, row)
    if new.reading in ("first", "steps"):
        _diff_order(changes, part, old.rows, new.rows)


def _diff_order(
    changes: Changes, part: str, old: Sequence[d.Row], new: Sequence[d.Row]
) -> None:  # fmt: skip
    names = [[english.label_row(row) for row in rows] for rows in (old, new)]
    kept = [[name for name in mine if name in others]
            for mine, others in (names, reversed(names))]  # fmt: skip
    if kept[0] != kept[1]:
        before, after = ([", ".join(one)] for one in kept)
        changes.add(part, "the order of the rows", before, after)


def _diff_rankings(changes: Changes, part: str, old: d.Ranking, new: d.Ranking) -> None:
    """Two rankings of the same name."""
    if old.params != new.params:
        changes.compare(part, "the ranking", old, new, english.describe_named)
        return
    before, after = ({english.label_row(row): row for row in one.rows} for one in (old, new))
    for name, one, other in _pair_by_name(before, after):
        about = name if one and other else _locate_row(name, list(after if other else before))
        changes.compare(part, about, one, other, english.describe_kind)
    _diff_order(changes, part, old.rows, new.rows)


def _locate_row(name: str, names: Sequence[str]) -> str:
    at = names.index(name)
    return f"{name}, below {names[at - 1]}," if at else f"{name}, above all others,"


# ---------------------------------------------------------------------- steps that belong together

SAME = 8
# By which fields a changed step is known again, and how much each counts; by itself it counts what
# stands under "". Of branches, actions and steps it is enough that one is shared.
KNOWN_BY: dict[type[Node], dict[str, int]] = {
    s.If: {"branches": 3},
    s.Choose: {"actions": 3, "seat": 1},
    s.For: {"over": 3, "body": 2, "": 1},
    s.Repeat: {"until": 3, "body": 2, "": 1},
    s.Assign: {"place": 2},
    s.Run: {"phase": 2},
    s.Let: {"name": 2},
    s.New: {"name": 2},
    s.Move: {"to": 2, "what": 1},
    s.Pay: {"amount": 2, "giver": 1, "taker": 1},
    s.Show: {"what": 2},
    s.Swap: {"one": 1, "other": 1},
    s.Deal: {"": 2},
    s.EndsWhen: {"": 2},
    s.Win: {"": 2},
    s.Say: {"": 1},
    s.End: {"": 1},
}


MARKED = (s.Action, e.Name, e.Apply)


def likeness(old: s.Statement, new: s.Statement) -> int:
    """How much two steps have in common; 0 where one is not the other, changed."""
    if old == new:
        return SAME
    if type(old) is not type(new):
        return 0
    shared = (
        weight for field, weight in KNOWN_BY.get(type(old), {}).items()
        if not field or _list_marks(getattr(old, field)) & _list_marks(getattr(new, field))
    )  # fmt: skip
    return max(shared, default=0)


def _list_marks(value: object) -> set[object]:
    """What a value of a field is known by: what has a name by that, several things by each."""
    if isinstance(value, tuple):
        return {mark for one in value for mark in _list_marks(one)} if value else set()
    return {value.name if isinstance(value, MARKED) else value}


Pair = tuple[s.Statement | None, s.Statement | None]


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


# What is said of the own line of a step or action that has parts; a phase is given something.
HEADS: dict[type[Node], str] = {
    s.For: "each", s.Repeat: "how often it goes round", s.Choose: "who chooses",
    s.Action: "what may be chosen", d.Phase: "", d.Conditions: "",
}  # fmt: skip


class Steps:
    """Compares the steps of one phase; what is found goes to `changes`.

    `within` says where the steps stand.
    """

    def __init__(self, changes: Changes, part: str) -> None:
        self.changes = changes
        self.part = part

    def compare(
        self, within: str, about: str, old: Node | None, new: Node | None, described: Describe
    ) -> None:
        """One change of something that stands within a step."""
        self.changes.compare(self.part, _joined(within, about), old, new, described)

    def tell(self, old: s.Block, new: s.Block, about: str) -> None:
        """Steps that have changed, are new or gone."""
        texts = [as_texts(english.describe_block(block)) for block in (old, new)]
        first = [block[0] if block else None for block in (old, new)]
        self.changes.add(self.part, about, texts[0], texts[1], first[0], first[1])

    def given(self, old: Named, new: Named) -> None:
        """What a phase, a define or conditions are given."""
        described = lambda one: english.list_params(one.params) or "nothing"  # noqa: E731
        self.compare("", f"what {to_words(new.name)} is given", old, new, described)

    def parts(self, old: Any, new: Any, within: str = "") -> None:
        """Two steps, or what else has steps, of which one is the other changed: part by part."""
        label, inside = HEADS.get(type(new)), within
        if isinstance(new, s.If):
            self.branches(old, new, within)
        elif label is None:
            self.tell((old,), (new,), within)
        else:
            if label:
                self.compare(within, label, old, new, describe_head)
            else:
                self.given(old, new)
            if isinstance(new, s.For) and [type(step) for step in new.body] != [s.Choose]:
                inside = _joined(within, describe_head(new))
            self.musts(getattr(old, "musts", ()), getattr(new, "musts", ()), within)
            self.actions(getattr(old, "actions", ()), getattr(new, "actions", ()), within)
            self.blocks(getattr(old, "body", ()), getattr(new, "body", ()), inside)
            before, after = (getattr(one, "otherwise", None) or () for one in (old, new))
            compare = self.blocks if before and after else self.tell
            compare(before, after, _joined(within, "who can choose nothing"))

    def blocks(self, old: s.Block, new: s.Block, within: str = "") -> None:
        """Two blocks."""
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
                places = [[_describe_place(block, other)] for block in (old, new)]
                about = _joined(within, describe_head(other))
                self.changes.add(
                    self.part, about, places[0], places[1], old[old.index(other)], other
                )
            elif one is None and other is not None:
                come.append(other)
            else:
                self.unpaired(tuple(gone), tuple(come), before, within)
                gone, come, before = [], [], other
                if one is not None and other is not None and one != other:
                    self.parts(one, other, within)

    def unpaired(
        self, gone: s.Block, come: s.Block, before: s.Statement | None, within: str
    ) -> None:  # fmt: skip
        """Steps without partners between two that have them."""
        for test, steps in ((gone, come), (come, gone)):
            if _is_wrapped(test, steps):
                more = " and so on" * (len(steps) > 1)
                about = _joined(within, f"`{describe_head(steps[0])}`{more}")
                texts = [["in any case" if block is steps else describe_head(test[0])]
                         for block in (gone, come)]  # fmt: skip
                self.changes.add(self.part, about, texts[0], texts[1], gone[0], come[0])
                return
        if come and not gone:
            where = "at the beginning" if before is None else f"after `{describe_head(before)}`"
            within = _joined(within, f"a step {where}")
        elif gone and not come:
            within = _joined(within, "a step" if len(gone) == 1 else "several steps")
        self.tell(gone, come, within)

    def branches(self, old: s.If, new: s.If, within: str) -> None:
        """`if … else if … else`."""
        tests = [[test for test, _ in one.branches] for one in (old, new)]
        if len(tests[0]) == len(tests[1]):
            pairs = list(zip(old.branches, new.branches, strict=True))
        else:
            blocks = dict(new.branches)
            pairs = [(one, (one[0], blocks[one[0]])) for one in old.branches if one[0] in blocks]
            if not pairs:
                self.tell((old,), (new,), within)
                return
            for step, others in ((old, tests[1]), (new, tests[0])):
                for test, block in step.branches:
                    if test not in others:
                        lines = as_texts(english.describe_branch(test, block))
                        sides = [(lines, step) if one is step else ((), None) for one in (old, new)]
                        (before, was), (after, now) = sides
                        about = _joined(within, "a case")
                        self.changes.add(self.part, about, before, after, was, now)
        for (test, block), (other_test, other_block) in pairs:
            asked = lambda one: f"if {describe(one)}"  # noqa: E731
            self.compare(within, "the question", test, other_test, asked)
            self.blocks(block, other_block, _joined(within, f"if {describe(other_test)}"))
        self.blocks(old.otherwise, new.otherwise, _joined(within, "otherwise"))

    def actions(
        self, old: Sequence[s.Action], new: Sequence[s.Action], within: str
    ) -> None:  # fmt: skip
        """What may be chosen: what is gone first, then in the order of the new rules."""
        before, after = ({action.name: action for action in one} for one in (old, new))
        for name in dict.fromkeys([*(name for name in before if name not in after), *after]):
            one, other = before.get(name), after.get(name)
            if one is None or other is None:
                lines = lambda only: as_texts(english.describe_action(only))  # noqa: E731
                self.compare(within, f"the choice to {to_words(name)}", one, other, lines)
            elif one != other:
                self.parts(one, other, _joined(within, to_words(name)))

    def musts(self, old: tuple[s.Must, ...], new: tuple[s.Must, ...], within: str) -> None:
        """Conditions: by their test, else by their sentence."""
        pairs, gained = _pair_up(old, new, lambda one: one.test, lambda one: one.sentence)
        for one, other in pairs:
            if other is not None:
                self.must(one, other, within)
        lost = [(one, other) for one, other in pairs if other is None]
        for gone, come in [*lost, *((None, must) for must in gained)]:
            self.compare(within, "a condition", gone, come, english.describe_must)
        kept = [
            [must for must in mine if must in others] for mine, others in ((old, new), (new, old))
        ]
        if kept[0] != kept[1]:
            orders = [
                [english.describe_must(must, quoted=False) for must in one] for one in (old, new)
            ]
            about = _joined(within, "the order of the conditions")
            self.changes.add(self.part, about, orders[0], orders[1])

    def must(self, old: s.Must, new: s.Must, within: str) -> None:
        """A condition that has changed: in what it asks, or only in the words that refuse."""
        if (old.test, old.if_able) != (new.test, new.if_able):
            asked = partial(english.describe_must, quoted=old.sentence != new.sentence)
            self.compare(within, "a condition", old, new, asked)
            return
        about = f"the words that refuse where not {describe(new.test, english.RANGE)}"
        self.compare(within, about, old, new, _describe_refusal)


def _describe_refusal(must: s.Must) -> str:
    return "no words" if must.sentence is None else english.quote_sentence(must.sentence)


def _is_wrapped(steps: s.Block, inner: s.Block) -> bool:
    """Whether steps are a single `if` with the others below it."""
    if len(steps) != 1 or not isinstance(steps[0], s.If) or steps[0].otherwise:
        return False
    return [block for _, block in steps[0].branches] == [inner]


def _describe_place(block: s.Block, step: s.Statement) -> str:
    at = block.index(step)
    return f"after `{describe_head(block[at - 1])}`" if at else "at the beginning"


def _joined(within: str, more: str) -> str:
    return f"{within}, {more}" if within else more


def _diff_steps(changes: Changes, part: str, old: Named, new: Named) -> None:
    Steps(changes, part).parts(old, new)


# What has a name and is compared part by part: how the part of the rules is called, and by what.
GROUPS: dict[type[Any], tuple[str, Callable[..., None]]] = {
    d.Ranking: ("the hands: {}", _diff_rankings),
    d.Define: ("what is meant by", _diff_defines),
    d.Conditions: ("conditions: {}", _diff_steps),
    d.Table: ("the table {}", _diff_tables),
    d.Phase: ("{}", _diff_steps),
}
