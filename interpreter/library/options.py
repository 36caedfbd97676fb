"""Options of a game: their values as text and as numbers, which are allowed, which chance draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.ranges import format_ranges, list_fixed_ranges
from hoyle.dsl.machine.constants import TableConstants, evaluate_settings, list_ranges
from hoyle.dsl.machine.from_game import declare_table
from hoyle.dsl.machine.settings import Settings
from hoyle.dsl.nearest import listed, nearest
from hoyle.dsl.printable import shorten, to_dashes, to_underscores
from hoyle.dsl.report import Report
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.notation import (
    parse_number,
)

MAX_VALUES = 5  # of an option, where only some are tried
MAX_DRAWS = 200
YES_AND_NO = {"yes": 1, "true": 1, "no": 0, "false": 0}


class OptionError(Exception):
    """An option that the ruleset does not have, or a value that the option does not take."""


# ---------------------------------------------------------------------- from text


def parse_options(game: g.Game, players: int, options: Mapping[str, object]) -> dict[str, int]:
    """Options as the machine has them; OptionError where a name or value is not right."""
    found = {}
    for name, value in options.items():
        option = game.options.get(to_underscores(str(name)))
        if option is None:
            close = nearest(to_underscores(str(name)), game.options)
            hint = f"; did you mean {to_dashes(close)}?" if close else ""
            variant = game.added_options.get(to_underscores(str(name)))
            hint = f"; its variant {to_dashes(variant)} has it" if variant else hint
            known = listed(to_dashes(n) for n in game.options)
            raise OptionError(
                f"{game.title} has no option {shorten(str(name))}{hint} (options: {known})"
            )
        if option.fixed is not None:
            value = option.default.span.text
            raise OptionError(f"{to_dashes(option.name)} is fixed: {value} ({option.fixed!r})")
        number = _parse_value(option, str(value), Settings(game, players))
        if number is None:
            text, values = shorten(str(value)), describe_values(option)
            raise OptionError(f"{to_dashes(option.name)} cannot be {text}; it is {values}")
        found[option.name] = number
    refusal = find_refusal(game, players, found)
    if refusal is not None:
        raise OptionError(refusal)
    return found


def _parse_value(option: g.Option, text: str, settings: Settings) -> int | None:
    """The number of a value; None where the option has no such value."""
    kind = t.bare(option.type)
    if kind != option.type and text == "none":
        return -1
    if isinstance(kind, t.ChoiceT):
        suit = settings.game.words.read_suit(text)
        spelt = (to_underscores(text), None if suit is None else settings.game.words.suits[suit])
        return next((kind.words.index(word) for word in spelt if word in kind.words), None)
    if kind == t.YESNO:
        return YES_AND_NO.get(text.lower())
    if isinstance(kind, t.NumberT):
        number, low, high = parse_number(text), kind.low, kind.high
        if number is None or (low is not None and number < low):
            return None
        return None if high is not None and number > high else number
    words, allowed = settings.game.words, _list_literals(option)
    if kind == t.CARD:
        found = words.read_card(text)
        said = "" if found is None else words.write(found)
    else:
        found, known = words.read_suit(text), words.suits
        if kind == t.RANK:
            found, known = words.read_rank(text), words.ranks
        said = "" if found is None else known[found]
    return None if allowed and said not in allowed else found


# ---------------------------------------------------------------------- to text


def format_options(
    game: g.Game, players: int, options: Mapping[str, int], usual_too: bool = False
) -> list[str]:
    """`target=50` for every option that is not as it would be without saying, or for all."""
    usual = evaluate_settings(game, players, {}).settings
    return [
        f"{to_dashes(name)}={format_value(usual, game.options[name], value)}"
        for name, value in options.items()
        if usual_too or usual.options.get(name) != value
    ]


def format_value(settings: Settings, option: g.Option, value: int, symbols: bool = False) -> str:
    """An option's value as `--set` reads it, or with the symbols of the suits."""
    kind = t.bare(option.type)
    words = settings.game.words
    if value == -1 and kind != option.type:
        return "none"
    if isinstance(kind, t.ChoiceT):
        return to_dashes(kind.words[value])
    if kind == t.YESNO:
        return "yes" if value else "no"
    if kind == t.CARD:
        return words.format_card(value, symbols)
    if kind == t.RANK:
        return words.format_rank(value, True)
    return words.format_suit(value, symbols) if kind == t.SUIT else str(value)


def describe_values(option: g.Option, constants: TableConstants | None = None) -> str:
    """The values that an option takes, in words; exactly so where a table's constants are given."""
    kind = t.bare(option.type)
    if isinstance(kind, t.NumberT):
        ends: Sequence[tuple[int | None, ...]] = [(kind.low, kind.high)]
        if constants is not None:
            ends = list_ranges(option, constants)
        elif fixed := list_fixed_ranges(option.allowed):
            ends = [(each[0], each[-1]) for each in fixed]
        return " or ".join([format_ranges(ends)] + ["none"] * (kind != option.type))
    if isinstance(kind, t.ChoiceT):
        return " or ".join(to_dashes(word) for word in kind.words)
    words = _list_literals(option)
    if constants is not None and not words:
        words = _list_words(constants.settings, option)
    return " or ".join(words) if words else str(kind)


# ---------------------------------------------------------------------- what is allowed


def find_refusal(game: g.Game, players: int, options: Mapping[str, int]) -> str | None:
    """Why these options cannot be: a value not allowed, or a combination; None where they can."""
    report = Report()
    constants = declare_table(game, players, report, options)
    if constants is None:
        why = [f"{problem.title} ({problem.span!r})" for problem in report.in_order()[:1]]
        return ": ".join(["with these options there is no such table", *why])
    for name, value in options.items():
        option = game.options[name]
        if value >= 0 and not is_in_range(option, value, constants):
            values = describe_values(option, constants)
            return f"{to_dashes(name)} cannot be {value}; it is {values}"
    return next((n.sentence for n in game.needs if not constants.evaluate(n.test)), None)


def needs_are_met(
    game: g.Game, players: int, options: Mapping[str, int], needs: Sequence[g.Need] | None = None
) -> bool:
    """Whether the ruleset allows this combination of options, as far as `needs` (or all) ask.

    One that asks of a pack that cannot be made counts as met: that is told when the table is made.
    """
    constants = evaluate_settings(game, players, options)
    asked = game.needs if needs is None else needs
    return all(constants.evaluate_constant(need.test) != 0 for need in asked)


def is_in_range(option: g.Option, value: int, constants: TableConstants) -> bool:
    """Whether a number is one of those that an option allows; True for other kinds of options."""
    if not isinstance(t.bare(option.type), t.NumberT):
        return True
    ranges = list_ranges(option, constants)  # none where the range has a name
    return not ranges or any(ends[0] <= value <= ends[-1] for ends in ranges)


# ---------------------------------------------------------------------- some values


def draw_options(
    game: g.Game, players: int, stream: Stream, fixed: Mapping[str, int]
) -> dict[str, int]:
    """A value for every option that is not fixed: at most five of each come into question.

    Combinations that the ruleset does not allow are drawn again; after many tries only what is
    fixed is taken.
    """
    for _ in range(MAX_DRAWS):
        chosen = dict(fixed)
        for option in game.options.values():
            if option.name not in chosen and option.fixed is None:
                values = list_some_values(evaluate_settings(game, players, chosen), option)
                chosen[option.name] = values[stream.below(len(values))]
        if needs_are_met(game, players, chosen):
            return chosen
    return dict(fixed)


def list_some_values(constants: TableConstants, option: g.Option) -> list[int]:
    """At most five values, the default first.

    Of a range these are the default, the ends, what comes after the low end, and the middle.
    """
    values = list_named_values(constants.settings, option)
    kind = t.bare(option.type)
    if isinstance(kind, t.NumberT):
        bounds = tuple(b for b in (kind.low, kind.high) if b is not None)
        for low, *rest in list_ranges(option, constants) or [bounds]:
            high = rest[0] if rest else low
            values += [low, high, min(low + 1, high), (low + high) // 2]
    return list(dict.fromkeys(values))[:MAX_VALUES]


def list_named_values(settings: Settings, option: g.Option) -> list[int]:
    """The default, then `none` where it is a value, then all values but numbers."""
    kind = t.bare(option.type)
    values = [settings.options[option.name], *([-1] if kind != option.type else [])]
    if isinstance(kind, t.ChoiceT):
        values += range(len(kind.words))
    elif kind == t.YESNO:
        values += [0, 1]
    elif not isinstance(kind, t.NumberT):
        words = _list_literals(option) or _list_words(settings, option)
        known = _list_words(settings, option)
        values += [
            settings.code_of_card(word) if kind == t.CARD else known.index(word) for word in words
        ]
    return values


def _list_literals(option: g.Option) -> list[str]:
    """The cards, ranks or suits that an option names as its values."""
    return [a.word for a in option.allowed if isinstance(a, g.Literal)]


def _list_words(settings: Settings, option: g.Option) -> list[str]:
    """All ranks or suits of the game, for an option that is one; of cards none."""
    kind = t.bare(option.type)
    words: dict[t.Type, tuple[str, ...]] = {
        t.RANK: settings.rank_words(),
        t.SUIT: settings.suit_words(),
    }
    return list(words.get(kind, ()))
