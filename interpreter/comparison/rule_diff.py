"""Two sets of rules side by side, part by part: what one says differently from the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from hoyle.dsl.tree import declarations as d
from hoyle.interpreter.comparison.change import Change, Changes, flat
from hoyle.interpreter.comparison.english import (
    indexed,
    kind,
    listed,
    parameters,
    plain,
    said,
    words,
)
from hoyle.interpreter.comparison.folded_rules import Rules
from hoyle.interpreter.comparison.option_diff import PART, compare_options
from hoyle.interpreter.comparison.row_diff import (
    compare_rankings,
    compare_tables,
    ranking_text,
    table_text,
)
from hoyle.interpreter.comparison.step_diff import Steps
from hoyle.interpreter.comparison.step_english import told_block, told_must

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
