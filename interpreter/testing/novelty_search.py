"""Random play that looks for what has not been seen yet: rules, rows, refusals, options.

It depends on what was seen before, so a game of it is told by its script and not by a seed alone.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import Any

import attrs

from hoyle.dsl.checked.types import NumberT, bare
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.constants import evaluate_settings
from hoyle.dsl.machine.pack import PackOfCards
from hoyle.interpreter.library.options import list_some_values, needs_are_met
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.runtime.engine import Engine
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import Move, Slots
from hoyle.interpreter.runtime.table import Chances, ChanceSource, Packs
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import CheckSchedule, GameRunner, PlayCounts
from hoyle.interpreter.testing.players import NoveltyPlayer
from hoyle.interpreter.testing.random_games import (
    BLOCK,
    Plan,
    covering_settings,
    draw_setting,
    report_missing_table,
)
from hoyle.interpreter.testing.rule_coverage import Coverage

GATHERED = 4  # groups of cards that are laid together in one shuffle


@attrs.frozen
class ClusteredChance:
    """Chance from a seed; groups of like cards lie together in each shuffle."""

    chances: Chances
    packs: Packs = ()

    def resolve(self, engine: Engine, s: Slots, at: int) -> tuple[Any, ClusteredChance]:
        """The outcome of a chance node, and what remains."""
        node = engine.machine.nodes[at]
        assert isinstance(node, p.Chance)
        outcome, after = self.chances.resolve(engine, s, at)
        if node.kind == "shuffle":
            stream = Stream(self.chances.seed, "lumps", self.chances.events)
            outcome = cluster_cards(outcome, engine.machine.pack, stream)
        return outcome, attrs.evolve(self, chances=after)


def cluster_cards(pile: tuple[int, ...], pack: PackOfCards, stream: Stream) -> tuple[int, ...]:
    """The pile with some groups of like cards moved together, to places that chance decides."""
    cards = list(pile)
    for _ in range(GATHERED if len(cards) > 1 else 0):
        one = cards[stream.below(len(cards))]
        way = stream.below(3)
        group = [card for card in cards if _alike(pack, card, one, way)]
        group = list(stream.shuffled(group))[: 2 + stream.below(7)]
        rest = [card for card in cards if card not in group]
        # near the top as often as anywhere: most games see only the top of the pack
        place = stream.below(len(rest) + 1)
        if stream.below(2) == 0:
            place = len(rest) - stream.below(min(len(rest), 6) + 1)
        cards = [*rest[:place], *group, *rest[place:]]
    return tuple(cards)


def _alike(pack: PackOfCards, card: int, one: int, way: int) -> bool:
    """Whether cards are of one rank, of one suit, or of ranks that lie close together."""
    if way == 1:
        return pack.suits[card] == pack.suits[one]
    return 0 <= pack.ranks[card] - pack.ranks[one] <= (0 if way == 0 else 2)


MAX_GAMES = 40  # with one setting of the options: where games are short there are more
SINGLES = 3  # options that are changed in one block, each alone
SINGLE_BLOCKS = 8  # blocks of such games; what they do not come to is met in the pairs
MAX_FRUITFUL = 4  # games that showed something new, and are gone on from


@attrs.frozen
class PromisingGame:
    """A game that showed something new: its seed, whether its packs were lumpy, its moves."""

    seed: int
    lumpy: bool
    moves: tuple[Move, ...]


def seek_novelty(
    ruleset: Ruleset, plan: Plan, players: int, block: int, tally: PlayCounts, coverage: Coverage,
    go_on: Callable[[], bool],
) -> list[Finding]:  # fmt: skip
    """Some games with one setting of the options, or a few; what is found in them."""
    found: list[Finding] = []
    settings = _settings_of(ruleset, plan, players, block)
    for number, options in enumerate(settings):
        try:
            runner = GameRunner(ruleset, players, options, coverage, tally)
        except RulesetError as error:
            found.append(report_missing_table(ruleset, error))
            continue
        fruits: list[PromisingGame] = []
        enough = tally.decisions + plan.decisions // 2 // len(settings)
        for k in range(MAX_GAMES):
            if not go_on():
                return found
            if tally.decisions >= enough:
                break
            stream = Stream(plan.seed + block, "sought", MAX_GAMES * number + k)
            found += _play_one(runner, plan, stream, fruits, go_on)
            if runner.broken:
                break
    return found


def _settings_of(ruleset: Ruleset, plan: Plan, players: int, block: int) -> list[dict[str, int]]:
    """First the defaults with one option changed, then settings that cover pairs of values.

    What one option alone brings about is hard to see where all the others are unusual too.
    """
    singles = vary_single_options(ruleset, plan, players)[block * SINGLES : (block + 1) * SINGLES]
    if singles and block < SINGLE_BLOCKS:
        return singles
    rows = covering_settings(ruleset, players, plan.fixed)
    if SINGLE_BLOCKS <= block < SINGLE_BLOCKS + len(rows):
        return [rows[SINGLE_BLOCKS - 1 - block]]
    return [draw_setting(ruleset, players, plan.seed // BLOCK + 10_000 + block, plan.fixed)]


def vary_single_options(ruleset: Ruleset, plan: Plan, players: int) -> list[dict[str, int]]:
    """The defaults with one option at another value: first a value of each, then a second.

    Numbers and others take turns: rules come to their ends where a number is lowest or highest.
    """
    game = ruleset.game
    constants = evaluate_settings(game, players, plan.fixed)
    free = [o for o in game.options.values() if o.fixed is None and o.name not in plan.fixed]
    numbers = [o for o in free if isinstance(bare(o.type), NumberT)]
    turns = zip_longest(numbers, [o for o in free if o not in numbers])
    others = [
        [(o.name, value) for value in list_some_values(constants, o)[1:]]
        for pair in turns for o in pair if o is not None
    ]  # fmt: skip
    changes = [one for turn in zip_longest(*others) for one in turn if one is not None]
    settings = [{**plan.fixed, name: value} for name, value in changes]
    return [one for one in settings if needs_are_met(game, players, one)]


def _play_one(
    runner: GameRunner, plan: Plan, stream: Stream, fruits: list[PromisingGame],
    go_on: Callable[[], bool],
) -> list[Finding]:  # fmt: skip
    """One game: a new one, or one that goes on from where another showed something new."""
    coverage = runner.coverage
    fruit = fruits[stream.below(len(fruits))] if fruits and stream.below(2) else None
    seed = fruit.seed if fruit is not None else stream.below(2**32)
    lumpy = fruit.lumpy if fruit is not None else stream.below(3) > 0
    before = len(coverage.seen)
    begun = fruit.moves if fruit is not None else ()
    seeker = NoveltyPlayer(coverage.seen, stream, begun[: len(begun) - stream.below(3)])
    chances: ChanceSource = ClusteredChance(Chances(seed)) if lumpy else Chances(seed)
    schedule = CheckSchedule(3 * plan.every, stream=stream, go_on=go_on)
    found = runner.find_all(chances, seeker, schedule, plan.decisions // 4)
    if not found and len(coverage.seen) > before:
        moves = runner.moves()[: seeker.fresh]
        fruits.append(PromisingGame(seed, lumpy, moves))
        del fruits[:-MAX_FRUITFUL]
    return found
