"""Two sets of rules side by side: the lines in which their texts differ, and where these stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

import attrs

from hoyle.dsl.format.declarations import format_declaration
from hoyle.dsl.format.templates import format_expression
from hoyle.dsl.node import Node
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.variants.declaration_edits import make_key
from hoyle.interpreter.comparison.brackets import restore_brackets
from hoyle.interpreter.comparison.folded_rules import Rules

# The kinds of parts of the rules in the order of a rule book.
PACK_LINES = (
    d.PackRanks, d.PackSuits, d.PackCards, d.PackChange,
)  # fmt: skip
KINDS = (
    d.Players, d.SideCount, d.Direction, *PACK_LINES, d.Order, d.Zone, d.Register, d.Record,
    d.TypeName, d.Ranking, d.Define, d.Conditions, d.Table, d.Phase, d.Payoff, d.Policy, d.Law,
    d.Option, d.Need,
)  # fmt: skip
# Lines that stand below a word of their own, by that word.
SECTIONS: dict[type[Node], str] = {
    **dict.fromkeys(PACK_LINES, "pack"), d.Zone: "zones", d.Register: "state",
    d.Option: "options", d.Need: "options",
}  # fmt: skip
Listed = (
    d.PackRanks | d.PackSuits | d.PackCards | d.PackChange | d.Zone | d.Register | d.Option | d.Need
)  # fmt: skip
NUMBER = re.compile(r"\b\d+\b")
NOT_PLAYED = (d.Law, d.Policy, d.Option, d.Need)  # parts of which no move and no score depends


@attrs.frozen
class RuleLine:
    """A line of the rules: `key` is what is compared, without the spaces that align columns."""

    depth: int
    text: str = attrs.field(eq=False)
    key: str
    place: str  # `pontoon.cards:12`
    # where it is shown, which is not always below what it belongs to
    indent: int = attrs.field(
        default=attrs.Factory(lambda self: self.depth, takes_self=True), eq=False
    )


@attrs.frozen
class Change:
    """Lines that stand together and differ: `old` is empty where they are new, `new` where gone.

    `part` is what they belong to (`phase play`, `zones`), `within` the lines above them under which
    they stand, from the outermost. `played` is false where no move and no score depends on them.
    Lines that are only new, or gone, `follow` the same line on both sides, if any in their block.
    """

    part: str
    within: tuple[RuleLine, ...]
    old: tuple[RuleLine, ...]
    new: tuple[RuleLine, ...]
    played: bool = True
    follows: RuleLine | None = None

    def list_facts(self) -> dict[str, object]:
        """The same for a program."""
        old, new = ("\n".join(_indent(side)) or None for side in (self.old, self.new))
        return {
            "part": self.part,
            "within": [line.key for line in self.within],
            "follows": self.follows.key if self.follows else None,
            "what": "changed" if old and new else "new" if new else "gone",
            "old": old,
            "new": new,
            "old_place": self.old[0].place if old else None,
            "new_place": self.new[0].place if new else None,
        }


def _indent(lines: Sequence[RuleLine]) -> Iterator[str]:
    least = min((line.depth for line in lines), default=0)
    return ("  " * (line.depth - least) + line.key for line in lines)


def diff_rules(old: Rules, new: Rules) -> list[Change]:
    """Everything that is different, in the order of a rule book; empty where all is the same."""
    found: list[Change] = []
    for kind in KINDS:
        before, after = _list_parts(old, kind, new), _list_parts(new, kind, old)
        for part in dict.fromkeys([*before, *after]):
            sides = before.get(part, []), after.get(part, [])
            found += _diff_lines(part[0], *sides, played=kind not in NOT_PLAYED)
    return found


def _describe_part(node: d.Declaration) -> str:
    """What a part of the rules is called: `phase play`, `order trumps`, `law chips are kept`."""
    return f"law {node.title.plain}" if isinstance(node, d.Law) else " ".join(make_key(node))


def tell_default(option: d.Option, old: e.Expr, new: e.Expr) -> Change:
    """What an option stands at."""
    sides = [f"{option.name}: … = {format_expression(value)}" for value in (old, new)]
    place = f"{option.span.source.name}:{option.span.line}"
    before, after = (RuleLine(1, text, text, place) for text in sides)
    return Change("options", (), (before,), (after,), played=False)


def drop_told_numbers(
    found: list[Change], by_name: Sequence[Change], told: Sequence[tuple[e.Expr, e.Expr]]
) -> list[Change]:
    """The changes without the lines that differ only in numbers that were told with their options.

    `told` are the old and new values of these, `by_name` what differs where their names stand. If
    something differs there at another place, all is kept.
    """
    places, others = _list_places(found), _list_places(by_name)
    if not others <= places:
        return found
    values = [format_expression(value) for pair in told for value in pair]
    longest = sorted((value for value in values if not value.isdigit()), key=len, reverse=True)

    def mask(line: RuleLine) -> str:
        key = line.key
        for value in longest:
            key = key.replace(value, "#")
        return NUMBER.sub("#", key).replace("(#)", "#")  # brackets stand about an `if` alone

    kept = []
    for change in found:
        if change.part != "options" and len(change.old) == len(change.new):
            pairs = [
                (was, now) for was, now in zip(change.old, change.new, strict=True)
                if mask(was) != mask(now) or not others.isdisjoint((was.place, now.place))
            ]  # fmt: skip
            change = attrs.evolve(
                change, old=tuple(was for was, _ in pairs), new=tuple(now for _, now in pairs)
            )
        if change.old or change.new:
            kept.append(change)
    return kept


def as_written(found: Sequence[Change], written: Sequence[Change]) -> list[Change]:
    """The changes of each part as they are `written`, where the same lines differ so."""
    kept: list[Change] = []
    for part in dict.fromkeys(change.part for change in found):
        sides = [[one for one in side if one.part == part] for side in (found, written)]
        worked_out, by_name = sides
        same = _list_places(by_name) == _list_places(worked_out)
        kept += by_name if same else worked_out
    return kept


def _list_places(changes: Sequence[Change]) -> set[str]:
    """The lines that differ: file and number."""
    return {line.place for change in changes for line in (*change.old, *change.new)}


# ---------------------------------------------------------------------- the lines of the rules


def _list_parts(
    rules: Rules, kind: type[e.TreeNode], others: Rules
) -> dict[tuple[str, str], list[RuleLine]]:
    """The lines of all parts of a kind, by what they belong to and by their name.

    What the other rules have as well, though they never ask for it, is not different.
    """
    found: dict[tuple[str, str], list[RuleLine]] = {}
    for node in [*rules.all_of(kind), *_list_settled(rules, kind, others)]:
        name = getattr(node, "name", "")
        if name in others.idle and _list_keys(node) == _list_keys(others.idle[name]):
            continue
        if isinstance(node, d.Declaration):
            part = name = _describe_part(node)
        else:
            phase = rules.phases.get(name) if kind is d.Register else None
            part = f"{SECTIONS[kind]} of {phase}" if phase else SECTIONS[kind]
        alone = isinstance(node, d.Option) and name not in others.by_name(d.Option)
        found.setdefault((part, name), []).extend(_write_part(node, alone))
    return found


def _list_settled(rules: Rules, kind: type[e.TreeNode], others: Rules) -> Iterator[d.Define]:
    """Defines that only the other rules ask for, since here they always come to the same."""
    if kind is d.Define:
        mine = rules.by_name(d.Define)
        for name, define in others.by_name(d.Define).items():
            if name in rules.settled and name not in mine:
                yield attrs.evolve(define, value=rules.settled[name])


def _write_part(node: Node, alone: bool = False) -> list[RuleLine]:
    """A part of the rules as the formatter writes it, each line on one row.

    An option that the other rules have not, and stands `alone`, is told with its default.
    """
    node = restore_brackets(node)
    if isinstance(node, Listed):
        text = _write_option(node, alone) if isinstance(node, d.Option) else format_expression(node)
        if isinstance(node, d.Need):
            text += f"  {format_expression(node.sentence)}"
        return [RuleLine(1, text, text, f"{node.span.source.name}:{node.span.line}")]
    assert isinstance(node, d.Declaration)
    found = []
    for line in format_declaration(node):
        text = " ".join(row.strip() for row in line.rows)
        place = f"{line.source.name}:{line.first}"
        found.append(RuleLine(line.depth, text, " ".join(text.split()), place))
    return _head_columns(found) if isinstance(node, d.Table) else found


def _list_keys(node: Node) -> list[tuple[int, str]]:
    return [(line.depth, line.key) for line in _write_part(node)]


def _write_option(option: d.Option, alone: bool) -> str:
    """What an option can be. What one of both stands at is told by the rules that it changes."""
    if option.fixed is not None:
        return f"{option.name} is always {format_expression(option.default)}"
    kind, meaning = format_expression(option.type), format_expression(option.meaning)
    default = f" = {format_expression(option.default)}" if alone else ""
    return f"{option.name}: {kind}{default}  {meaning}"


def _head_columns(lines: list[RuleLine]) -> list[RuleLine]:
    """The rows of a table stand below its headings, of which the last is only a name."""
    head, columns, *rows = lines
    key = columns.key if "\\" in columns.key else columns.key.rpartition(" |")[0]
    below = [attrs.evolve(row, depth=row.depth + 1, indent=row.depth) for row in rows]
    return [head, attrs.evolve(columns, key=key), *below]


# ---------------------------------------------------------------------- what differs


def _diff_lines(
    part: str, old: Sequence[RuleLine], new: Sequence[RuleLine], played: bool
) -> Iterator[Change]:
    """The lines that are not the same, those that stand together as one change."""
    before, after = ([(line.depth, line.key) for line in side] for side in (old, new))
    for what, a, b, c, f in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what != "equal":
            within = _find_above(new, c) if c < f else _find_above(old, a)
            follows = _find_beside(new, c) if a == b else _find_beside(old, a) if c == f else None
            yield Change(part, within, tuple(old[a:b]), tuple(new[c:f]), played, follows)


def _find_above(lines: Sequence[RuleLine], at: int) -> tuple[RuleLine, ...]:
    """The lines under which a line stands, from the outermost."""
    found: list[RuleLine] = []
    depth = lines[at].depth
    for line in reversed(lines[:at]):
        if line.depth < depth:
            found.insert(0, line)
            depth = line.depth
    return tuple(found)


def _find_beside(lines: Sequence[RuleLine], at: int) -> RuleLine | None:
    """The line before one in the same block, with `…` for its own; None where it is the first."""
    depth = lines[at].depth
    before = (line for line in reversed(lines[:at]) if line.depth <= depth)
    found = next((line for line in before if not _goes_on(line, depth)), None)
    if found is None or found.depth < depth:
        return None
    return found if found is lines[at - 1] else attrs.evolve(found, text=f"{found.text} …")


def _goes_on(line: RuleLine, depth: int) -> bool:
    """Whether a line goes on with the step above it in its block, which its first line names."""
    return line.depth == depth and (line.key == "otherwise" or line.key.split()[0] == "else")


RANK = re.compile(r"\b(?:10|[2-9]|[AKQJ])\b")


def find_named_ranks(changes: Sequence[Change]) -> tuple[str, ...]:
    """The ranks that changed rules name: a position that shows the change will rather have them."""
    text = " ".join(line.key for change in changes for line in (*change.old, *change.new))
    return tuple(dict.fromkeys(RANK.findall(text)))
