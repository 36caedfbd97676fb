"""Values of options: those that come into question, those that chance draws, and their words."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, RANK, SUIT, YESNO, ChoiceT, NumberT, bare
from hoyle.dsl.machine.constants import TableConstants, evaluate_settings
from hoyle.dsl.machine.settings import Settings
from hoyle.interpreter.library.ruleset import OptionError, Ruleset, ranges_of
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.notation import LETTERS, to_dashes

MOST_VALUES = 5
MOST_TRIES = 200


def laid(game: g.Game, players: int, options: Mapping[str, int]) -> TableConstants:
    """Options and pack of a table, before anything else of it is made; the pack may be missing."""
    return evaluate_settings(game, players, options)


def needs_are_met(
    game: g.Game, players: int, options: Mapping[str, int], needs: list[g.Need] | None = None
) -> bool:
    """Whether the ruleset allows this combination of options, as far as `needs` (or all) ask.

    One that asks of a pack that cannot be made counts as met: that is told when the table is made.
    """
    constants = laid(game, players, options)
    asked = game.needs if needs is None else needs
    return all(constants.evaluate_constant(need.test) != 0 for need in asked)


def refused(ruleset: Ruleset, players: int, options: Mapping[str, int]) -> str | None:
    """Why these options cannot be; None where they can."""
    try:
        ruleset.check_needs(options, players)
    except OptionError as problem:
        return str(problem)
    return None


# ---------------------------------------------------------------------- at random


def at_random(
    ruleset: Ruleset, players: int, stream: Stream, fixed: Mapping[str, int]
) -> dict[str, int]:
    """A value for every option that is not fixed: at most five of each come into question.

    Combinations that the ruleset does not allow are drawn again; after many tries only what is
    fixed is taken.
    """
    game = ruleset.game
    for _ in range(MOST_TRIES):
        chosen = dict(fixed)
        for option in game.options.values():
            if option.name not in chosen and option.fixed is None:
                values = some_values(laid(game, players, chosen), option)
                chosen[option.name] = values[stream.below(len(values))]
        if needs_are_met(game, players, chosen):
            return chosen
    return dict(fixed)


def some_values(constants: TableConstants, option: g.Option) -> list[int]:
    """At most five values.

    Of a range these are the default, the ends, what comes after the low end, and the middle.
    """
    default = constants.settings.options[option.name]
    kind = bare(option.type)
    values = [-1] if kind != option.type else []
    if isinstance(kind, ChoiceT):
        values += range(len(kind.words))
    elif kind == YESNO:
        values += [0, 1]
    elif isinstance(kind, NumberT):
        bounds = [b for b in (kind.low, kind.high) if b is not None]
        for low, *rest in ranges_of(option, constants) or [tuple(bounds)]:
            high = rest[0] if rest else low
            values += [low, high, min(low + 1, high), (low + high) // 2]
    else:
        values += literals(constants.settings, option)
    return list(dict.fromkeys([default, *values]))[:MOST_VALUES]


def literals(settings: Settings, option: g.Option) -> list[int]:
    """Cards, ranks or suits that an option can be."""
    kind = bare(option.type)
    words = [a.word for a in option.allowed if isinstance(a, g.Literal)]
    if kind == CARD:
        return [settings.code_of_card(word) for word in words]
    known = settings.rank_words() if kind == RANK else settings.suit_words()
    return [known.index(word) for word in (words or known)]


def as_words(
    game: g.Game, players: int, options: Mapping[str, int], usual_too: bool = False
) -> list[str]:
    """`target=50` for every option that is not as it would be without saying, or for all."""
    usual = laid(game, players, {}).settings
    found = []
    for name, value in options.items():
        if usual_too or usual.options.get(name) != value:
            found.append(f"{to_dashes(name)}={option_word(usual, game.options[name], value)}")
    return found


def option_word(settings: Settings, option: g.Option, value: int) -> str:
    """An option's value as `--set` reads it."""
    kind = bare(option.type)
    if value == -1 and kind != option.type:
        return "none"
    if isinstance(kind, ChoiceT):
        return to_dashes(kind.words[value])
    if kind == YESNO:
        return "yes" if value else "no"
    if kind == CARD:
        rank, suit = divmod(value, 8)
        return f"{settings.rank_words()[rank]}{LETTERS[settings.suit_words()[suit]]}"
    if kind == RANK:
        return settings.rank_words()[value]
    if kind == SUIT:
        return LETTERS[settings.suit_words()[value]]
    return str(value)
