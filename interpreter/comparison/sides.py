"""A ruleset with some options set, as one side of a comparison."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from hoyle.dsl.card_words import FRENCH, CardWords
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, RANK, SUIT, YESNO, ChoiceT, NumberT, bare
from hoyle.dsl.printable import to_underscores
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.interpreter.comparison.folded_rules import Rules, collect_rules, fold_rules
from hoyle.interpreter.comparison.rule_diff import (
    Change,
    as_written,
    diff_rules,
    drop_told_numbers,
    tell_default,
)
from hoyle.interpreter.library.ruleset import Ruleset


def fold_ruleset(
    ruleset: Ruleset, options: Mapping[str, str], by_name: Collection[str] = ()
) -> Rules:
    """The rules of a ruleset with these options, the others at their defaults.

    The options have been found to be right before. Those that stand `by_name` are not put in.
    """
    given = {}
    for name, text in options.items():
        option = ruleset.game.options[to_underscores(name)]
        given[option.name] = _option_expr(ruleset.game.words, option, text)
    return fold_rules(_as_written(ruleset), given, by_name)


def diff_rulesets(
    old: tuple[Ruleset, Mapping[str, str]], new: tuple[Ruleset, Mapping[str, str]]
) -> list[Change]:
    """Every rule that is different between two rulesets, each with its options.

    Options are told first: another default is the cause of what follows. A rule that differs in
    such a number alone is not told again. One that was set shows in the rules that it changes;
    where it changes none, it is told by its own name too, since somebody may set another option
    beside it.
    """
    set_by_hand = {to_underscores(name) for _, options in (old, new) for name in options}
    before, after = fold_ruleset(*old), fold_ruleset(*new)
    found, stand = diff_rules(before, after), []
    options = new[0].game.options
    counts = [name for name in after.values if isinstance(bare(options[name].type), NumberT)]
    alike = [name for name in counts if before.values.get(name) == after.values[name]]
    found = as_written(found, diff_rules(*(fold_ruleset(*side, alike) for side in (old, new))))
    told: dict[str, tuple[e.Expr, e.Expr]] = {}
    written = _as_written(new[0])
    for name, value in after.values.items():
        was = before.values.get(name, value)
        if was == value:
            continue
        if written.by_name(d.Option)[name].fixed is not None:  # it is told that it is always so
            told[name] = was, value
            continue
        others = fold_rules(written, {**after.values, name: was})
        if not set_by_hand & {name} or not diff_rules(others, after):
            stand.append(tell_default(after.by_name(d.Option)[name], was, value))
            told[name] = was, value
    numbers = [name for name in told if name in counts]
    if numbers:
        plain = diff_rules(*(fold_ruleset(*side, by_name=numbers) for side in (old, new)))
        found = drop_told_numbers(found, plain, [told[name] for name in numbers])
    return sorted([*stand, *found], key=lambda change: change.part != "options")


def _as_written(ruleset: Ruleset) -> Rules:
    """The rules of a ruleset and its libraries, before any option is set."""
    return collect_rules(ruleset.title, ruleset.file.declarations, ruleset.libraries.values())


def _option_expr(words: CardWords, option: g.Option, text: str) -> e.Expr:
    """The value of an option, as `--set` has it, as an expression."""
    kind, span = bare(option.type), option.span
    if kind != option.type and text == "none":
        return e.Word("none", span=span)
    if isinstance(kind, ChoiceT):
        return e.Name(to_underscores(text), span=span)
    if kind == YESNO:
        return e.Word("yes" if text.lower() in ("yes", "true") else "no", span=span)
    if isinstance(kind, NumberT):
        return e.Number(int(text), span=span)
    if kind == SUIT:
        return _suit_expr(words, words.read_suit(text) or 0, span)
    if kind == RANK:
        return _rank_expr(words, words.read_rank(text) or 0, span)
    assert kind == CARD
    look = words.read_card(text) or 0
    rank, suit = words.split(look)
    if rank < 0:
        return e.Name(words.write(look), span=span)
    if words.rank_signs[rank] and words.suit_signs[suit]:
        return e.CardWord(words.rank_signs[rank], words.suit_signs[suit], 0, span=span)
    return e.CardOf(_rank_expr(words, rank, span), _suit_expr(words, suit, span), span=span)


def _suit_expr(words: CardWords, suit: int, span: Span) -> e.Expr:
    word = words.suits[suit]
    return e.SuitWord(word, span=span) if word in FRENCH else e.Name(word, span=span)


def _rank_expr(words: CardWords, rank: int, span: Span) -> e.Expr:
    word = words.ranks[rank]
    if word.isdigit():
        return e.Number(int(word), span=span)
    return e.Name(word, span=span) if word.islower() else e.RankWord(word, span=span)
