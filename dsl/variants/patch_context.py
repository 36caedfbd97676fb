"""The trees of a game and its libraries while variants change them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

import attrs

from hoyle.dsl.nearest import listed, nearest
from hoyle.dsl.node import Node, map_children, select_kind, walk
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree.expressions import TreeNode
from hoyle.dsl.variants.conflicts import ChangeLog, Layer

T = TypeVar("T", bound=TreeNode)


@attrs.define(eq=False)
class PatchContext:
    """What there is to change, and the variant whose changes are being made."""

    game: list[d.Declaration]
    libraries: dict[str, list[d.Declaration]]
    report: Report
    layer: Layer
    log: ChangeLog = attrs.field(factory=ChangeLog)

    @property
    def base(self) -> str:
        """The name of what the variant is of."""
        return self.layer.variant.base

    # ------------------------------------------------------------------ what is there

    def find_all(self, kind: type[T]) -> Iterator[T]:
        """The declarations of one kind, those of libraries last."""
        for lines in (self.game, *self.libraries.values()):
            for line in lines:
                if isinstance(line, kind):
                    yield line

    def find_named(self, kind: type[T], name: str) -> T | None:
        """The declaration of one kind and name."""
        return next((tree for tree in self.find_all(kind) if own_name(tree) == name), None)

    def replace(self, old: Node, *new: d.Declaration) -> None:
        """Put declarations in the place of one; none takes it away."""
        for lines in (self.game, *self.libraries.values()):
            for k, line in enumerate(lines):
                if line is old:
                    lines[k : k + 1] = new
                    return
        raise LookupError(old)

    def replace_inside(self, owner: d.Declaration, old: Node, new: tuple[Node, ...]) -> None:
        """Put parts in the place of one that stands in a list of a declaration, however deep."""

        def swap(part: Node) -> Node | tuple[Node, ...]:
            return new if part is old else map_children(part, swap)

        self.replace(owner, map_children(owner, swap))

    # ------------------------------------------------------------------ what is wrong

    def note_change(self, key: tuple[str, ...], span: Span, content: object) -> bool:
        """Note that a part is changed; False where the change is not to be made: see ChangeLog."""
        return self.log.note(self.layer, key, span, content, self.report)

    def report_unknown(
        self, span: Span, what: str, word: str, words: Iterable[str], lead: str,
        more: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        """V02: a path that names nothing; `more` stands above the names that there are."""
        names = sorted(set(words))
        bare = word.strip('"')
        mine = self.layer.variant.name
        removal = self.log.find_removal(bare)
        if removal is not None and removal.variant != mine:
            self.report.add(
                "V04", f"`{removal.variant}` takes away `{bare}`, which `{mine}` changes", span,
                also=((removal.span, "it is taken away here"),),
                help=("the two cannot be laid on one game",),
            )  # fmt: skip
            return
        several = [name for name in names if ", " in name]  # rows with several values in a cell
        close = nearest(bare, names) or next((n for n in several if bare in n.split(", ")), None)
        kinds = (d.Define, d.Table, d.Ranking, d.Phase, d.Conditions, d.Order)
        other = next((kind for kind in kinds if self.find_named(kind, bare)), None)
        label = f"did you mean `{close}`?" if close and close != span.text.strip('"') else ""
        if other is not None:
            label = f"it is a `{other.__name__.lower()}` there"
        elif what.startswith("part") and self._is_in_pack(bare):
            label, names = "it is a word of the pack there", []
            more = (*more, "a variant writes the pack anew: `replace pack`, and below it its lines")
        names = [f"`{name}`" for name in names] if several else names
        self.report.add(
            "V02", f"`{self.base}` has no {what}", span,
            label=label, help=(*more, f"{lead}: {listed(names, like=bare)}") if names else more,
        )  # fmt: skip

    def _is_in_pack(self, word: str) -> bool:
        """Whether a pack declares a rank, a suit or a card of that name."""
        packs = walk(tuple(self.find_all(d.Pack)))
        return any(one.word.words == word for one in select_kind(packs, d.PackWord))

    def report_same(self, span: Span, says: str) -> None:
        """V03: a change that changes nothing."""
        self.report.add("V03", says, span)

    def report_unclear(
        self, span: Span, says: str, places: Iterable[Span], help: tuple[str, ...]
    ) -> None:
        """V05: a path that names more than one."""
        also = tuple((place, "one is here") for place in places)
        self.report.add("V05", says, span, also=also[:6], help=help)

    def report_present(self, span: Span, says: str, place: Span) -> None:
        """V06: what is added is there already."""
        self.report.add(
            "V06", says, span, also=((place, "it stands here"),),
            help=("to change it, write `replace` instead of `add`",),
        )  # fmt: skip


def own_name(node: Node) -> str:
    """What a declaration or a part of one is called; nothing where it has no name."""
    return str(getattr(node, "name", None) or getattr(node, "library", ""))


def part_span(path: d.Path, number: int) -> Span:
    """Where one part of a path stands."""
    start = path.span.start + sum(len(word) + 1 for word in path.parts[:number])
    return Span(path.span.source, start, start + len(path.parts[number]))


def find_word_after(span: Span, word: str) -> Span:
    """The first place of a word behind another place."""
    at = span.source.text.find(word, span.end)
    return Span(span.source, at, at + len(word)) if at >= 0 else span
