"""Values of options, and variants, that change nothing: no decision, no view and no score.

Each value is played against the default, and a variant against what it stands on, with the same
deals and moves at both tables; first with the other options at their defaults, then in settings
that have been drawn. What never shows a difference is told, with how far it was looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.machine.constants import evaluate_settings
from hoyle.dsl.printable import to_dashes
from hoyle.interpreter.comparison.paired_tables import Difference, PairedTables
from hoyle.interpreter.comparison.rule_diff import diff_rules, find_named_ranks
from hoyle.interpreter.comparison.search import Budget, find_difference
from hoyle.interpreter.comparison.sides import fold_ruleset
from hoyle.interpreter.library.loader import open_base
from hoyle.interpreter.library.options import (
    draw_options,
    format_value,
    list_some_values,
    needs_are_met,
)
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.runtime.events import CardsHidden, CardsShown, SentenceSaid, ValueAnnounced
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.table import Position, Table
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.search import IdleTally

HEARD = "heard"  # the kind of a difference in what is said, announced or shown
SETTINGS = 3  # of the other options: their defaults, and so many less one that are drawn
Options = Mapping[str, int]


@attrs.frozen
class Pair:
    """What is played side by side: two rulesets with their options."""

    left: Ruleset
    right: Ruleset
    settings: Sequence[tuple[Options, Options]]


def find_idle_options(
    ruleset: Ruleset, counts: Sequence[int], games: int,
    go_on: Callable[[], bool] = lambda: True, tell: Callable[[str], None] = lambda text: None,
    tally: IdleTally | None = None,
) -> Iterator[Finding]:  # fmt: skip
    """Values and variants for which no difference is found in so many games each."""
    tally = IdleTally() if tally is None else tally
    below = open_base(ruleset)
    if below is not None:
        shared = [count for count in counts if count in below.players]
        played = (
            _alike(Pair(below, ruleset, [({}, {})]), shared, games, go_on, tally)
            if shared else None
        )  # fmt: skip
        if played is not None:
            heading = ruleset.choice.layers[-1].heading
            name, base = to_dashes(heading.name), below.name
            yield Finding(
                f"the variant `{name}` plays like `{base}`: {played}", heading.base_span,
                about="a variant that changes nothing",
            )  # fmt: skip
    for option in ruleset.game.options.values():
        if option.fixed is None:
            yield from _idle_values(ruleset, option, counts, games, go_on, tell, tally)


def _idle_values(
    ruleset: Ruleset, option: g.Option, counts: Sequence[int], games: int,
    go_on: Callable[[], bool], tell: Callable[[str], None], tally: IdleTally,
) -> Iterator[Finding]:  # fmt: skip
    constants = evaluate_settings(ruleset.game, counts[0], {})
    default, *others = list_some_values(constants, option)
    for value in others:
        words = [format_value(constants.settings, option, each) for each in (default, value)]
        tell(f"option {to_dashes(option.name)} {words[1]}")
        pair = Pair(ruleset, ruleset, _settings(ruleset, option, counts[0], value))
        played = _alike(pair, counts, games, go_on, tally) if pair.settings else None
        if played is not None:
            name = to_dashes(option.name)
            yield Finding(
                f"`{name}` plays alike with {words[1]} and with {words[0]}: {played}", option.span,
                about="an option that changes nothing",
            )  # fmt: skip


def _settings(
    ruleset: Ruleset, option: g.Option, players: int, value: int
) -> list[tuple[Options, Options]]:
    """The options of both sides: one at its default and at the value, the others the same."""
    found: list[tuple[Options, Options]] = []
    for k in range(SETTINGS):
        others: dict[str, int] = {}
        if k:
            stream = Stream(k, "idle", players)
            others = draw_options(ruleset.game, players, stream, {option.name: value})
            del others[option.name]
        both = others, {**others, option.name: value}
        if all(needs_are_met(ruleset.game, players, one) for one in both):
            found.append(both)
    return found


def _alike(
    pair: Pair, counts: Sequence[int], games: int, go_on: Callable[[], bool], tally: IdleTally
) -> str | None:  # fmt: skip
    """How far they have been found to play alike; None where they differ, or it is not known."""
    looked = finished = 0
    for left, right in pair.settings:
        sides = ((pair.left, left), (pair.right, right))
        rules = [fold_ruleset(one, _worded(one, counts[0], options)) for one, options in sides]
        found = [change for change in diff_rules(*rules) if change.played]
        if not found:
            continue
        ranks = find_named_ranks(found)
        make = partial(_twins, sides, ranks)
        try:
            outcome = find_difference(list(counts), make, Budget(games, go_on, first=True))
        except RulesetError:
            continue  # with these others there is no table: that is told where games are played
        if outcome.found is not None:
            tally.tried += 1
            return None
        if not go_on():
            tally.left += 1
            return None
        looked += outcome.games
        finished += outcome.finished
    if looked and not finished:
        tally.unended += 1
        return None
    tally.tried += 1
    tally.idle += 1
    if not looked:
        return "no rule comes out differently"
    left_early = looked - finished
    if left_early:
        how_far = f", {left_early} of which were left before their end"
        return f"nothing has differed in {looked} games{how_far}"
    return f"nothing has differed in {looked} games"


def _twins(
    sides: Sequence[tuple[Ruleset, Options]], ranks: tuple[str, ...], players: int
) -> PairedTables:  # fmt: skip
    left, right = (Table(ruleset.build(players, options).machine) for ruleset, options in sides)
    return ListeningTables(left, right, ranks)


class ListeningTables(PairedTables):
    """Two tables at which it counts too what is said, announced, shown and hidden."""

    def differences(self, left: Position, right: Position) -> list[Difference]:
        """What is heard on the way to a position is compared where all else is alike."""
        found = super().differences(left, right)
        heard = [list(_list_heard(*pair)) for pair in zip((left, right), self.labels, strict=True)]
        if not found and heard[0] != heard[1]:
            found.append(Difference(HEARD, "what is heard", *map("; ".join, heard)))
        return found


def _list_heard(position: Position, labels: Labels) -> Iterator[str]:
    for event in position.events:
        match event:
            case SentenceSaid():
                yield labels.words.format_sentence(event.sentence)
            case ValueAnnounced():
                yield f"{event.name}: {labels.words.format_value(event.value, event.type)}"
            case CardsShown() | CardsHidden():
                yield f"{event.kind}: {labels.format_moving(event)}"


def _worded(ruleset: Ruleset, players: int, options: Options) -> dict[str, str]:
    known = evaluate_settings(ruleset.game, players, {}).settings
    return {
        name: format_value(known, ruleset.game.options[name], value)
        for name, value in options.items()
    }
