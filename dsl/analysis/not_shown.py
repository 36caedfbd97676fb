"""Whose cards were not shown with those of others: what nothing says of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import attrs

from hoyle.dsl.analysis.information_flow import Flow
from hoyle.dsl.analysis.known_facts import Fact, Kind
from hoyle.dsl.analysis.terms import Term
from hoyle.dsl.analysis.visibility import Knowledge
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import SEAT, SetT, bare
from hoyle.dsl.node import select_kind, walk
from hoyle.dsl.source import Span


@attrs.frozen
class NotShown:
    """Asks at one point of what is hidden though the cards of some seats are shown."""

    flow: Flow
    known: Knowledge
    value: g.Value
    who: Term
    caret: Span

    def find_one(self) -> tuple[str, ...]:
        """Of which seat it is not known that it is among those whose cards have been shown."""
        terms, known, words = self.flow.terms, self.known, self._find_words()
        parts = terms.list_parts(self.flow.term(self.value))
        for load, many in product(parts, self._list_shown()):
            shape = terms.shapes[load]
            if shape.op != "load" or many.thing is not shape.of or not known.hidden(load, self.who):
                continue
            pairs, among = [(shape.args[k], many.index[k]) for k in many.places], known
            for one, several in pairs:
                asked = terms.make("in", None, (one, self.flow.term(several)))
                among = among.given(asked, True)
            if not among.hidden(load, self.who) and all(one in words for one, _ in pairs):
                asks = " and ".join(f"{words[a]} in {b.span.words}" for a, b in pairs)
                cards = words.get(load, f"{many.thing.name} of {words[pairs[0][0]]}")
                return (
                    f"{self._tell_shown(many)}, and nothing says that "
                    f"`{asks}`: ask that first, or show `{cards}` too",
                )  # fmt: skip
        return ()

    def find_set(self) -> tuple[str, ...]:
        """Of which seats it is not known that all are among those: then nothing else is wrong."""
        terms, term = self.flow.terms, self.flow.term(self.value)
        for many, (name, part) in product(self._list_shown(), self._list_sets(term)):
            if len(many.places) != 1:
                continue
            several = many.index[many.places[0]]
            facts = self.known.facts | {Fact(Kind.WITHIN, part, self.flow.term(several))}
            if not Knowledge(terms, facts).hidden(term, self.who):
                return (
                    f"{self._tell_shown(many)}, and nothing says that all of `{name}` are in "
                    f"`{several.span.words}`: show `{many.thing.name} of {name}` too",
                )
        return ()

    def _list_shown(self) -> list[g.Many]:
        steps = [point.step for point in self.flow.graph.edges if point.step is not None]
        return list(select_kind((step.what for step in select_kind(steps, g.Show)), g.Many))

    def _find_words(self) -> dict[Term, str]:
        inside = (part for part in walk(self.value) if isinstance(part, g.Value))
        return {self.flow.term(part): part.span.words for part in inside}

    def _tell_shown(self, many: g.Many) -> str:
        return f"`{many.span.words}` is shown in {many.span.line_told_at(self.caret)}"

    def _list_sets(self, term: Term) -> list[tuple[str, Term]]:
        """The sets of seats that have a name and that a term is made of; state comes first."""
        shapes = self.flow.terms.shapes
        found: dict[Term, tuple[bool, str]] = {}
        for part in self._list_behind(term):
            of = shapes[part].of
            if (
                isinstance(of, g.Register | g.Var)
                and not shapes[part].args
                and bare(of.type) == SetT(SEAT)
            ):
                found[part] = isinstance(of, g.Var), of.name
        return sorted(
            ((name, part) for part, (_, name) in found.items()), key=lambda one: found[one[1]]
        )

    def _list_behind(self, term: Term) -> Iterable[Term]:
        """The parts of a term, and those of what its names stand for or are among."""
        waiting, seen = [term], set[Term]()
        while waiting:
            for part in self.flow.terms.list_parts(waiting.pop()):
                if part not in seen:
                    seen.add(part)
                    waiting += self._list_known_as(part)
        return sorted(seen)

    def _list_known_as(self, part: Term) -> Iterator[Term]:
        yield from self.known.equals(part)
        for fact in self.known.facts:
            if fact.kind is Kind.MEMBER and fact.a == part and not fact.domains:
                yield fact.b
