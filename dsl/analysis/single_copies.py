"""A card by its name means any copy; where it is kept or moved as a card, it is one copy only."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl.analysis.facts import all_steps, names_given
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.values import definition_values
from hoyle.dsl.node import select_kind, walk
from hoyle.dsl.report import Report
from hoyle.dsl.source import Source, Span

Keeper = g.Register | g.Var
# What asks which of several copies a card is.
BY_COPY = {"is", "is_not", "in", "not_in", "all_in", "all_not_in", "without"}


def check_single_copies(game: g.Game, source: Source, report: Report) -> None:
    """P09: warn in `source` where one copy is compared, moved or asked and any is meant."""
    if not game.has_copies:
        return
    values = [value for value in _all_values(game) if isinstance(value, g.Value)]
    given = list(_given(game, values))
    compared = _find_compared(values, given)
    for keeper, value in given:
        by_name = t.is_by_name(value.type) and not t.is_by_name(keeper.type)
        if by_name and keeper in compared and _is_told(game, value, source):
            names = " or ".join(_repeated(game)[:2])
            report.warn(
                "P09", f"`{keeper.name}` is one copy of `{value.span.words}`, and the pack has "
                "several", value.span,
                also=((compared[keeper], "no other copy is meant here"),),
                help=(f"declared as `{keeper.name}: {names} …`, by names, it means any copy",),
            )  # fmt: skip
    for step in select_kind(all_steps(game), g.Move):
        _check_move(game, step, source, report)
    for value in values:
        if isinstance(value, g.Load | g.Many):
            _check_index(game, value, source, report)


def _check_index(game: g.Game, load: g.Load | g.Many, source: Source, report: Report) -> None:
    """One of a family for each card, asked of a card by its name alone."""
    for place in load.index:
        if t.is_by_name(place.type) and _is_told(game, place, source):
            name, words = load.thing.name, place.span.words
            report.warn(
                "P09", f"this is the `{name}` of the first copy of `{words}` only, and the pack "
                "has several", place.span,
                help=(
                    f"there is one `{name}` for each copy; go through those that are meant, for "
                    f"example:  first one in … where one is {words}",
                ),
            )  # fmt: skip


def _check_move(game: g.Game, step: g.Move, source: Source, report: Report) -> None:
    """A card that is moved by its name alone, from wherever its first copy lies."""
    kind, words = step.what.type, step.what.span.words
    one = t.bare(kind) == t.CARD and t.is_by_name(kind)
    if one and _is_told(game, step.what, source):
        where = f"move (first one in … where one is {words}) to {step.to.span.words}"
        title = f"this moves the first copy of `{words}`, wherever it lies"
        report.warn("P09", title, step.what.span, help=(f"say from where:  {where}",))


def _all_values(game: g.Game) -> Iterator[object]:
    yield from walk(tuple(phase.body for phase in game.phases.values()))
    definitions: list[g.Define | g.Table | g.Ranking] = [*game.defines.values()]
    definitions += [*game.tables.values(), *game.rankings.values()]
    for of in definitions:
        yield from walk(definition_values(of))


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


def _is_told(game: g.Game, value: g.Value, source: Source) -> bool:
    """Whether it stands in the text itself, and there may be several of such cards."""
    once = isinstance(value, g.Literal) and value.word not in _repeated(game)
    return value.span.source is source and not once


def _repeated(game: g.Game) -> list[str]:
    """The cards of which the pack has several: all, where it is laid down more than once."""
    often = [look for look, times in game.deck if times > 1]
    return [game.words.write(look) for look in often or [look for look, _ in game.deck]]
