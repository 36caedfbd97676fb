"""Why an `expect` or a law does not hold in a position: what it is made of, and what that is there.

What is asked of several, and what a define asks, is told only as far as it decides, with the member
or the argument in the place of its name: `1: size of heap(1) = 2`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, SIDE, YESNO, NumberT, SetT, bare, element
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.builtins import bits
from hoyle.dsl.node import Node, children, walk
from hoyle.interpreter.testing.evaluation import PositionEvaluator
from hoyle.interpreter.testing.findings import Finding

MAX_LINES = 24
MAX_MEMBERS = 10
WIDTH = 88  # of a line with several parts
CONSTANTS = (g.Const, g.Literal)
COMPARED = {"is", "is_not", "less", "more", "at_most", "at_least", "between", "is_some", "not"}
DECIDES = {"every": False, "and": False, "any": True, "or": True}  # the first that is so


def explain_failure(asks: PositionEvaluator, test: g.Value) -> tuple[str, ...]:
    """A line for each part of a test: how it is written, and what it is.

    Of a test of several, its own words stand above already. What a question only goes through is
    not told where its members are.
    """
    lines: list[str] = []
    through: list[Node] = []
    explains = _Explanation(asks)
    decisive = list(explains.find_reasons(test))
    for value in _parts(test):
        own = value is not test
        unwritten = _is_unwritten(value) and value.type != SIDE
        if own and (unwritten or any(value is one for one in through)):
            continue
        told = [explains.tell(value)] if own else []
        deep = any(value is one for one in decisive)
        inner = explains.list_inner(value, "  " if own else "", deep)
        told += inner
        if inner and isinstance(value, g.Phrase) and _says_little(value.over):
            through += walk(value.over)
        lines += [line for line in told if line not in lines]
    if len(lines) > MAX_LINES:
        lines = [*lines[:MAX_LINES], f"and {len(lines) - MAX_LINES} more"]
    return tuple(lines)


def _parts(value: g.Value, top: bool = True) -> Iterator[g.Value]:
    """What a value is made of, from the outside in; not what says its own value.

    Of a phrase only the set that it goes through: what it asks of members has lines of its own.
    """
    phrase = value if isinstance(value, g.Phrase) else None
    if _says_itself(value):
        return
    if phrase or isinstance(value, g.Call) or not (top or isinstance(value, g.Local)):
        yield value
    for part in (phrase.over,) if phrase else children(value):
        if isinstance(part, g.Value):
            yield from _parts(part, False)


def _is_unwritten(value: g.Value) -> bool:
    """Whether the language put it round what is written: the side of a seat that stands there."""
    inside = (part for part in children(value) if isinstance(part, g.Value))
    return any(part.span is value.span for part in inside)


def _list_cards_asked(value: g.Value) -> Iterator[g.Value]:
    """The cards of a zone of which a define is asked: without them its answer says little."""
    if isinstance(value, g.Call) and isinstance(value.of, g.Define):
        for arg in value.args:
            if element(bare(arg.type)) == CARD and not isinstance(arg, g.Local | g.Setting):
                yield arg


def _says_little(over: g.Value) -> bool:
    """Whether what is gone through says nothing beside its members: no cards, or the whole pack."""
    return element(bare(over.type)) != CARD or isinstance(over, g.Setting)


def _says_itself(value: object) -> bool:
    """Whether it is a constant, also below zero, or a list of such."""
    if isinstance(value, g.Op):
        return value.name in ("list", "between", "negate") and all(map(_says_itself, value.args))
    return isinstance(value, CONSTANTS)


def _is_reckoned(value: g.Value) -> bool:
    """Whether it is a number made of numbers."""
    return isinstance(value, g.Op) and all(
        isinstance(bare(part.type), NumberT) for part in (value, *value.args)
    )


@attrs.frozen
class _Explanation:
    """What values are, where some names stand for what is known: `names` has the words for it."""

    asks: PositionEvaluator
    names: Mapping[g.Var, str] = attrs.field(factory=dict)

    def tell(self, value: g.Value) -> str:
        """How a value is written, and what it is."""
        text = self._format(value)
        if value.type == SIDE and _is_unwritten(value):
            text = f"side of {text}"
        return f"{text} = {self._answer(value)}"

    def list_inner(self, value: g.Value, lead: str, deep: bool) -> list[str]:
        """What stands below a value: of a phrase what it asks, of a define what it is made of.

        Defines are followed where it goes `deep`, and one level only.
        """
        if isinstance(value, g.Phrase):
            return self._list_members(value, lead, deep)
        if deep and isinstance(value, g.Call) and isinstance(value.of, g.Define):
            return self._list_defined(value, value.of, lead)
        return []

    def _format(self, value: g.Value) -> str:
        """A value as it is written, with what is known in the place of names."""
        span, text, end = value.span, "", value.span.start
        known = {
            (one.span.start, one.span.end): self.names[one.var]
            for one in walk(value)
            if isinstance(one, g.Local) and one.var in self.names and one.span.source is span.source
            and one.span.text == one.var.name and span.start <= one.span.start < span.end
        }  # fmt: skip
        for (start, stop), name in sorted(known.items()):
            text += span.source.text[end:start] + name
            end = stop
        return " ".join((text + span.source.text[end : span.end]).split())

    def _answer(self, value: g.Value) -> str:
        try:
            return self.asks.words.format_value(self.asks.ask(value), value.type)
        except Finding as none:
            return f"nothing: {none.says}"

    def _holds(self, test: g.Value) -> bool | None:
        """Whether a test holds; None where it has no answer."""
        try:
            return bool(self.asks.ask(test))
        except Finding:
            return None

    def _bind(self, values: Mapping[g.Var, p.Expr], names: Mapping[g.Var, str]) -> _Explanation:
        """The same where more names are known."""
        asks = attrs.evolve(self.asks, variables={**self.asks.variables, **values})
        return _Explanation(asks, {**self.names, **names})

    # ------------------------------------------------------------------ what decides

    def _list_reasons(self, label: str, test: g.Value, lead: str, deep: bool) -> list[str]:
        """What a test comes from, side by side behind a label; below, what that comes from."""
        reasons = list(self.find_reasons(test))
        inner = [line for one in reasons for line in self.list_inner(one, lead + "  ", deep)]
        told = dict.fromkeys(
            self.tell(part) for one in reasons for part in (one, *_list_cards_asked(one))
            if not (isinstance(part, g.Phrase) and part.kind in DECIDES and inner)
        )  # fmt: skip
        if not told and not inner:
            told[self._answer(test)] = None
        return [*_set_side_by_side(list(told), lead + label, lead + "    "), *inner]

    def find_reasons(self, value: g.Value, reckoned: bool = False) -> Iterator[g.Value]:
        """The parts that decide a test: what is compared, not the comparison.

        Of what is `reckoned` the whole comes first, and then the numbers that it is made of.
        """
        if _says_itself(value) or isinstance(value, g.Local):
            return
        if not isinstance(value, g.Op):
            yield value
        elif value.name in ("and", "or"):
            decisive = DECIDES[value.name]
            decided = self._holds(value) == decisive
            for part in value.args:
                if not decided or self._holds(part) == decisive:
                    yield from self.find_reasons(part)
                    if decided:
                        return
        elif _is_reckoned(value):
            if not reckoned:
                yield value
            for part in value.args:
                yield from self.find_reasons(part, True)
        elif value.name in COMPARED or _is_unwritten(value):
            for part in value.args:
                yield from self.find_reasons(part)
        else:
            yield value

    def _list_members(self, phrase: g.Phrase, lead: str, deep: bool) -> list[str]:
        """What a phrase asks of each member; of a test only the first member that decides it.

        Where none does, `every` finds all right, and `any` tells why each is not.
        """
        of = element(bare(phrase.over.type))
        body = phrase.value if phrase.value is not None else phrase.where
        try:
            over = self.asks.ask(phrase.over)
        except Finding:
            return []
        if body is None or of is None:
            return []
        members: list[tuple[str, _Explanation]] = []
        for member in bits(over) if isinstance(over, int) else over:
            name = self.asks.words.format_value(member, of)
            bound = self._bind({phrase.var: p.Const(member)}, {phrase.var: name})
            where = phrase.where if body is not phrase.where else None
            if where is None or bound._holds(where):
                members.append((name, bound))
        if phrase.kind in DECIDES:
            decisive = DECIDES[phrase.kind]
            found = [(name, one) for name, one in members if one._holds(body) == decisive][:1]
            if not found and phrase.kind == "any":
                found = members
            lines = [
                one._list_reasons(f"{name}: ", body, lead, deep)
                for name, one in found[:MAX_MEMBERS]
            ]  # fmt: skip
            return [*(line for part in lines for line in part), *_count_more(found, lead)]
        if body is phrase.where:
            return _list_answers([(name, one._answer(body)) for name, one in members], lead)
        if len(members) > MAX_MEMBERS:
            members.sort(key=lambda member: not member[1]._decides(body, phrase))
        return _list_worths([(name, one._answer(body)) for name, one in members], lead)

    def _decides(self, value: g.Value, phrase: g.Phrase) -> bool:
        """Whether a member adds to a total, or is worth what is the highest or lowest."""
        try:
            worth = self.asks.ask(value)
            return bool(worth != 0 if phrase.kind == "total" else worth == self.asks.ask(phrase))
        except Finding:
            return True

    def _list_defined(self, call: g.Call, define: g.Define, lead: str) -> list[str]:
        """What the value of a define comes from, with what it is asked of in the place of names."""
        values: dict[g.Var, p.Expr] = {}
        names: dict[g.Var, str] = {}
        for var, part in zip(define.params, call.args, strict=True):
            try:
                value = self.asks.ask(part, var.type)
            except Finding:
                return []
            values[var] = p.Const(value)
            if not isinstance(bare(var.type), SetT):
                names[var] = self.asks.words.format_value(value, var.type)
        bound = self._bind(values, names)
        if bare(define.type) == YESNO:
            return bound._list_reasons("", define.value, lead, deep=False)
        reasons = list(bound.find_reasons(define.value, reckoned=True))
        if [bound._answer(one) for one in reasons] == [self._answer(call)]:
            return []  # it only has another name
        return _set_side_by_side([bound.tell(one) for one in reasons], lead, lead + "    ")


def _count_more(members: Sequence[object], lead: str) -> list[str]:
    more = len(members) - MAX_MEMBERS
    return [f"{lead}and {more} more"] if more > 0 else []


def _list_worths(worths: Sequence[tuple[str, str]], lead: str) -> list[str]:
    """What members are worth; of many the first, and at the end all that are worth the same."""
    shown, rest = min(len(worths), MAX_MEMBERS), {worth for _, worth in worths[MAX_MEMBERS:]}
    while len(rest) == 1 < shown and worths[shown - 1][1] in rest:
        shown -= 1
    told = [f"{lead}{name}: {worth}" for name, worth in worths[:shown]]
    if more := len(worths) - shown:
        told.append(f"{lead}and {more} more{f', each {rest.pop()}' if len(rest) == 1 else ''}")
    return told


def _list_answers(answers: Sequence[tuple[str, str]], lead: str) -> list[str]:
    """Of which members something holds, and of which not."""
    found: dict[str, list[str]] = {}
    for name, answer in answers:
        found.setdefault(answer, []).append(name)
    return [
        f"{lead}{answer}: {' '.join([*names[:MAX_MEMBERS], *_count_more(names, '')])}"
        for answer, names in found.items()
    ]


def _set_side_by_side(told: Sequence[str], first: str, lead: str) -> list[str]:
    """Several short texts on as few lines as they fit on."""
    lines: list[str] = []
    line = first
    for k, text in enumerate(told):
        if k and len(line) + len(text) > WIDTH:
            lines.append(line)
            line = lead
        elif k:
            line += " · "
        line += text
    return [*lines, line.rstrip()] if line.strip() else lines
