"""A card by its name means any copy; where it is kept or moved as a card, it is one copy only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hoyle.dsl.analysis.facts import all_steps, all_values, names_given
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.pack import count_copies
from hoyle.dsl.node import select_kind
from hoyle.dsl.report import Report
from hoyle.dsl.source import Sources, Span

NAMES = re.compile(r"\w+")
Keeper = g.Register | g.Var
# What asks which of several copies a card is.
BY_COPY = {"is", "is_not", "in", "not_in", "all_in", "all_not_in", "without"}


def check_single_copies(game: g.Game, sources: Sources, report: Report) -> None:
    """P09: warn in `sources` where one copy is compared, moved or asked and any is meant.

    P10: warn where a list names a card more often than the pack has it.
    """
    _check_named_often(game, sources, report)
    if not game.has_copies:
        return
    values = list(all_values(game))
    given = list(_given(game, values))
    compared = _find_compared(values, given)
    for keeper, value in given:
        by_name = t.is_by_name(value.type) and not t.is_by_name(keeper.type)
        if by_name and keeper in compared and _is_told(game, value, sources):
            names = " or ".join(_repeated(game)[:2])
            report.warn(
                "P09", f"`{keeper.name}` is one copy of `{value.span.words}`, and the pack has "
                "several", value.span,
                also=((compared[keeper], "no other copy is meant here"),),
                help=(f"declared as `{keeper.name}: {names} …`, by names, it means any copy",),
            )  # fmt: skip
    for step in select_kind(all_steps(game), g.Move):
        _check_move(game, step, sources, report)
    for value in values:
        if isinstance(value, g.Load | g.Many):
            _check_index(game, value, sources, report)


def _check_named_often(game: g.Game, sources: Sources, report: Report) -> None:
    """`[7♠ 7♠ 7♠]` of a pack that has two of each."""
    most = count_copies(game)
    for value in all_values(game):
        for word, times in _count_named(value).items():
            there = most.get(game.words.find_card(word), times)
            if times > there and value.span.source in sources:
                has = "one" if there == 1 else f"no more than {there}"
                title = f"{word} is named {times} times here, and the pack has {has}"
                report.warn("P10", title, value.span)


def _count_named(value: g.Value) -> Counter[str]:
    """How often each card stands in a list, or in one of which all must be in a place."""
    match value:
        case g.Op(name="list", args=args):
            return Counter(
                arg.word for arg in args if isinstance(arg, g.Literal) and arg.what == "card"
            )
        case g.Op(
            name="at_least",
            args=(g.Phrase(over=g.Op(name="copies", args=(g.Literal(word=word),))), g.Const() as n),
        ) if n.span == value.span:  # not one that is written so
            return Counter({word: n.value})
    return Counter()


def _check_index(game: g.Game, load: g.Load | g.Many, sources: Sources, report: Report) -> None:
    """One of a family for each card, asked of a card by its name alone."""
    for place in load.index:
        if t.is_by_name(place.type) and _is_told(game, place, sources):
            name, words = load.thing.name, place.span.words
            one = _name_one(words)
            report.warn(
                "P09", f"this is the `{name}` of the first copy of `{words}` only, and the pack "
                "has several", place.span,
                help=(
                    f"there is one `{name}` for each copy; go through those that are meant, for "
                    f"example:  first {one} in … where {one} is {words}",
                ),
            )  # fmt: skip


def _check_move(game: g.Game, step: g.Move, sources: Sources, report: Report) -> None:
    """A card that is moved by its name alone, from wherever its first copy lies."""
    kind, words = step.what.type, step.what.span.words
    if t.bare(kind) == t.CARD and t.is_by_name(kind) and _is_told(game, step.what, sources):
        to = step.to.span.words
        one = _name_one(f"{words} {to}")
        where = f"move (first {one} in … where {one} is {words}) to {to}"
        title = f"this moves the first copy of `{words}`, wherever it lies"
        report.warn("P09", title, step.what.span, help=(f"say from where:  {where}",))


def _name_one(words: str) -> str:
    """A name for each card of a phrase that stands nowhere in some words, so that it hides none."""
    used = NAMES.findall(words)
    names = ("one", "other", *(f"card{number}" for number in range(len(used) + 1)))
    return next(name for name in names if name not in used)


def _given(game: g.Game, values: list[g.Value]) -> Iterator[tuple[Keeper, g.Value]]:
    """What is kept, or named, and the value that it is given."""
    for register in game.all_registers:
        if register.default is not None:
            yield register, register.default
    for step in all_steps(game):
        yield from names_given(game, step)
        if isinstance(step, g.Assign) and step.place.register is not None:
            yield step.place.register, step.value
    for value in values:
        if isinstance(value, g.Call):
            yield from zip(value.of.params, value.args, strict=True)


def _find_compared(
    values: list[g.Value], given: list[tuple[Keeper, g.Value]]
) -> dict[Keeper, Span]:
    """What is compared with cards, copy by copy, also by another name; and where."""
    found: dict[Keeper, Span] = {}
    any_copy = {
        value.var for value in values
        if isinstance(value, g.Phrase) and _is_any_copy(value.over)
    }  # fmt: skip
    for value in values:
        if not (isinstance(value, g.Op) and value.name in BY_COPY):
            continue
        if any(arg.local in any_copy or _is_any_copy(arg) for arg in value.args):
            continue
        if any(arg.type in (t.NONE, t.EMPTY) for arg in value.args):
            continue
        for arg in value.args:
            if (keeper := arg.local or arg.register) is not None:
                found.setdefault(keeper, value.span)
    changed = True
    while changed:
        changed = False
        for keeper, value in given:
            before = value.local or value.register
            if keeper in found and before is not None and before not in found:
                found[before] = found[keeper]
                changed = True
    return found


def _is_any_copy(value: g.Value) -> bool:
    match value:
        case g.Op(name="copies"):
            return True
        case g.Op(name="union", args=args):
            return any(map(_is_any_copy, args))
    return False


def _is_told(game: g.Game, value: g.Value, sources: Sources) -> bool:
    """Whether it stands in the text itself, and there may be several of such cards."""
    once = isinstance(value, g.Literal) and value.word not in _repeated(game)
    return value.span.source in sources and not once


def _repeated(game: g.Game) -> list[str]:
    """The cards of which the pack has several: all, where it is laid down more than once."""
    often = [look for look, times in game.deck if times > 1]
    return [game.words.write(look) for look in often or [look for look, _ in game.deck]]
