"""Options for a trial: those that an example sets, and those that chance draws for random games."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.example_lines import SetOption
from hoyle.dsl.checked.types import CARD, RANK, SUIT, YESNO, ChoiceT, NumberT, bare
from hoyle.dsl.machine import pack as packs
from hoyle.dsl.machine.from_game import fix_table
from hoyle.dsl.machine.lower_steps import Steps
from hoyle.dsl.machine.lowering import CannotLower
from hoyle.dsl.machine.settings import Settings
from hoyle.dsl.report import Report
from hoyle.interpreter.play.generator import Stream
from hoyle.interpreter.play.rulesets import OptionError
from hoyle.interpreter.play.words import LETTERS, dashed
from hoyle.interpreter.trial.findings import Finding

MOST_VALUES = 5
MOST_TRIES = 200


def laid(game: g.Game, players: int, options: Mapping[str, int]) -> Steps:
    """Options and pack of a table, before anything else of it is made."""
    lowering = Steps(Settings(game, players))
    try:
        fix_table(lowering.settings, lowering, options, Report())
    except packs.PackError as problem:
        raise OptionError("the pack cannot be made with these options") from problem
    return lowering


def refused(game: g.Game, players: int, options: Mapping[str, int]) -> str | None:
    """Why these options cannot be; None where they can."""
    try:
        lowering = laid(game, players, options)
        for name in options:
            option = game.options[name]
            if (says := out_of_range(lowering, option)) is not None:
                return says
        for need in game.needs:
            if not lowering.constant(need.test):
                return need.sentence
    except OptionError as problem:
        return str(problem)
    return None


def out_of_range(lowering: Steps, option: g.Option) -> str | None:
    """A number outside its range, which may depend on the players and on earlier options."""
    found = lowering.settings.options[option.name]
    if not isinstance(bare(option.type), NumberT) or found == -1 and option.type != bare(option.type):
        return None
    ranges = [ends(lowering, allowed) for allowed in option.allowed]
    if not ranges or any(low <= found <= high for low, high in ranges):
        return None
    shown = " or ".join(str(low) if low == high else f"{low}..{high}" for low, high in ranges)
    return f"{dashed(option.name)} is {shown}, not {found}"


def ends(lowering: Steps, allowed: g.Value) -> tuple[int, int]:
    """The ends of a range, or one number twice."""
    if isinstance(allowed, g.Op) and allowed.name == "between":
        low, high = (lowering.constant(end) for end in allowed.args)
        return low, high
    found = lowering.constant(allowed)
    return found, found


def set_by_example(game: g.Game, players: int, lines: list[SetOption]) -> dict[str, int]:
    """The options that an example sets, as the machine has them."""
    found: dict[str, int] = {}
    for line in lines:
        lowering = Steps(Settings(game, players))
        try:
            found[line.option.name] = constant_of(lowering, line.value)
        except CannotLower as problem:
            raise Finding(problem.says, line.span) from problem
    return found


def constant_of(lowering: Steps, value: g.Value) -> int:
    """An option's value before there is a pack: a card is its rank and suit."""
    if isinstance(value, g.Const):
        return value.value
    if isinstance(value, g.Literal) and value.what == "card":
        return lowering.settings.code_of_card(value.word)
    return lowering.constant(value)


# ---------------------------------------------------------------------- at random


def at_random(
    game: g.Game, players: int, stream: Stream, fixed: Mapping[str, int]
) -> dict[str, int]:
    """A value for every option that is not fixed: at most five of each come into question.

    Combinations that the ruleset does not allow are drawn again; after many tries only what is
    fixed is taken.
    """
    for _ in range(MOST_TRIES):
        chosen = dict(fixed)
        for option in game.options.values():
            if option.name not in chosen:
                values = some_values(game, players, chosen, option)
                chosen[option.name] = values[stream.below(len(values))]
        if refused(game, players, chosen) is None:
            return chosen
    return dict(fixed)


def some_values(
    game: g.Game, players: int, chosen: Mapping[str, int], option: g.Option
) -> list[int]:
    """At most five values: of a range its ends, the value beside the low end, the default and the
    middle."""
    lowering = laid(game, players, chosen)
    default = lowering.settings.options[option.name]
    kind = bare(option.type)
    values = [-1] if kind != option.type else []
    if isinstance(kind, ChoiceT):
        values += range(len(kind.words))
    elif kind == YESNO:
        values += [0, 1]
    elif isinstance(kind, NumberT):
        for low, high in (ends(lowering, allowed) for allowed in option.allowed):
            values += [low, high, low + 1, (low + high) // 2] if low < high else [low]
        if not option.allowed:
            values += [b for b in (kind.low, kind.high) if b is not None]
    else:
        values += literals(lowering.settings, option)
    return list(dict.fromkeys([default, *values]))[:MOST_VALUES]


def literals(settings: Settings, option: g.Option) -> list[int]:
    """Cards, ranks or suits that an option can be."""
    kind = bare(option.type)
    words = [a.word for a in option.allowed if isinstance(a, g.Literal)]
    if kind == CARD:
        return [settings.code_of_card(word) for word in words]
    known = {RANK: settings.rank_words(), SUIT: settings.suit_words()}.get(kind, ())
    return [known.index(word) for word in (words or known)]


def as_words(game: g.Game, players: int, options: Mapping[str, int]) -> list[str]:
    """`target=50` for every option that is not as it would be without saying."""
    usual = laid(game, players, {}).settings
    found = []
    for name, value in options.items():
        if usual.options.get(name) != value:
            found.append(f"{dashed(name)}={option_word(usual, game.options[name], value)}")
    return found


def option_word(settings: Settings, option: g.Option, value: int) -> str:
    """An option's value as `--set` reads it."""
    kind = bare(option.type)
    if value == -1 and kind != option.type:
        return "none"
    if isinstance(kind, ChoiceT):
        return dashed(kind.words[value])
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
