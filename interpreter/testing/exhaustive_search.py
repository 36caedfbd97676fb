"""Every way of play with a small pack, as far as so many positions reach.

The smallest of a few packs that can be played with is taken: one with which nothing goes wrong that
goes well with the whole pack. Where the game's own is larger, that is not the game: a fault counts
only if it comes about under the rules as they are written as well, with the same cards on top of
the whole pack and the same moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import islice, permutations
from math import factorial

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import CARD, NumberT, SetT
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.constants import evaluate_settings
from hoyle.dsl.machine.pack import PackOfCards
from hoyle.dsl.node import walk
from hoyle.dsl.source import Span
from hoyle.interpreter.library.options import find_refusal, list_some_values
from hoyle.interpreter.library.ruleset import Ruleset, RulesetError
from hoyle.interpreter.runtime.fault import RulesetFault
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import LegalMoves, Move, Slots
from hoyle.interpreter.runtime.state_bytes import encode
from hoyle.interpreter.testing import position_checks as checks
from hoyle.interpreter.testing.findings import Finding, FindingKey, fault_finding
from hoyle.interpreter.testing.game_runner import (
    CheckSchedule,
    GameRunner,
    PlayCounts,
    play_on,
)
from hoyle.interpreter.testing.players import HabitPlayer, ScriptedPlayer, parse_legal_move
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.script import Outcome, ScriptedChance

SIZES = (6, 8, 12, 16, 20, 24)  # of the small pack: the first with which a game can be played
MAX_ORDERS = 24  # of a shuffle; all of four cards
FOR_WANT = ("rules", "choice")  # what may go wrong for want of cards
# Games that show whether a pack is large enough; fewer with the whole pack; decisions of each.
PROBES, WHOLE_PROBES, PROBED = 24, 6, 40


@attrs.frozen
class ExhaustiveResult:
    """What was tried: players, cards, positions, and whether those are all that there are.

    `shuffled` are the most cards of a shuffle of which only MAX_ORDERS orders were tried. `why_not`
    says why nothing was tried: what happens with the largest of the small packs, which has so many
    cards of the `whole_pack`; where a step has `too_few`, it and the cards needed and there.
    `options` are those that stood lower than their defaults, so that games are short. `set_aside`
    are laws that do not hold with the small pack, and held with the whole where the same cards and
    moves came.
    """

    players: int
    cards: int
    positions: int = 0
    whole: bool = False
    findings: tuple[Finding, ...] = ()
    why_not: str = ""
    shuffled: int = 0
    options: Mapping[str, int] = attrs.field(factory=dict)
    set_aside: tuple[str, ...] = ()
    whole_pack: int = 0
    too_few: tuple[Span, int, int] | None = None

    @property
    def is_begun(self) -> bool:
        """Whether any position was tried, or it is known why none can be."""
        return bool(self.positions or self.why_not)

    @property
    def is_done(self) -> bool:
        """Whether more time would bring nothing more."""
        return bool(self.whole or self.why_not)


@attrs.frozen
class SearchState:
    """A place in the tree of all games, and the way to it."""

    slots: Slots
    at: int
    chance: tuple[Outcome, ...]
    moves: tuple[Move, ...]
    running: tuple[p.Mark, ...]


def search_exhaustively(
    ruleset: Ruleset, most: int, tally: PlayCounts, coverage: Coverage,
    go_on: Callable[[], bool] = lambda: True,
) -> ExhaustiveResult:  # fmt: skip
    """So many positions of the smallest game that can be played."""
    players = ruleset.players[0]
    options = _lowest_options(ruleset, players)
    why_not, found = "", dict[FindingKey, Finding]()
    too_few: tuple[Span, int, int] | None = None

    @cache
    def find_anyway() -> set[FindingKey]:
        whole = GameRunner(ruleset, players, options)
        return {one.key for one in _probe(whole, WHOLE_PROBES)}

    for size in SIZES:
        small = _with_pack(ruleset, players, options, size)
        try:
            runner = GameRunner(small, players, options)
        except RulesetError as error:
            first = error.report.in_order()[0]
            why_not, too_few = f"{first.title} ({first.span!r})", None
            continue
        why_not = _why_unplayable(runner, find_anyway)
        too_few = _find_too_few(runner) if why_not else None
        if not why_not:
            whole = GameRunner(ruleset, players, options, coverage, tally)
            usual = evaluate_settings(ruleset.game, players, {}).settings.options
            lower = {name: value for name, value in options.items() if value != usual[name]}
            walk = GameTreeWalk(runner, whole, found, go_on)
            result = walk.walk(most)
            why_not, too_few = walk.too_small, None
            if not why_not:
                return attrs.evolve(result, options=lower)
        if small is ruleset:
            break
    pack = evaluate_settings(ruleset.game, players, options).settings.pack
    whole_pack = pack.size if pack is not None else 0
    return ExhaustiveResult(
        players, min(size, whole_pack), why_not=why_not, findings=tuple(found.values()),
        whole_pack=whole_pack, too_few=too_few,
    )  # fmt: skip


# ---------------------------------------------------------------------- a small table


def _lowest_options(ruleset: Ruleset, players: int) -> dict[str, int]:
    """Numbers as low as they go, so that games are short; the defaults where that cannot be."""
    lowest: dict[str, int] = {}
    for option in ruleset.game.options.values():
        if option.fixed is None and isinstance(option.type, NumberT):
            lowest[option.name] = min(
                list_some_values(evaluate_settings(ruleset.game, players, lowest), option)
            )
    return lowest if find_refusal(ruleset.game, players, lowest) is None else {}


def _with_pack(ruleset: Ruleset, players: int, options: dict[str, int], size: int) -> Ruleset:
    """The ruleset with a pack of so many cards; as it is where its own has no more."""
    pack = evaluate_settings(ruleset.game, players, options).settings.pack
    if pack is None or pack.size <= size:
        return ruleset
    kept = set(_spread(pack, size, _named_cards(ruleset.game)))
    gone = [card for card in range(pack.size) if card not in kept]
    span = ruleset.game.phases["match"].span
    cards = g.Op(
        "list",
        tuple(g.Literal("card", pack.write(card), False, CARD, span) for card in gone),
        SetT(CARD),
        span,
    )
    line = g.PackLine("remove", cards, None, span)
    game = attrs.evolve(ruleset.game, pack=(*ruleset.game.pack, line))
    return attrs.evolve(ruleset, game=game)


def _named_cards(game: g.Game) -> set[str]:
    """The cards that the rules call by name: without the 2♣ nobody could lead it."""
    phases = tuple(phase.body for phase in game.phases.values())
    parts = walk((*phases, *(define.value for define in game.defines.values())))
    return {part.word for part in parts if isinstance(part, g.Literal) and part.what == "card"}


def _spread(pack: PackOfCards, size: int, named: set[str]) -> Iterator[int]:
    """Those named, then cards from all over the pack, of few ranks and all suits alike.

    Where these are too few (of each card one is taken first), any others.
    """
    first = [card for card in range(pack.size) if pack.twin_of[card] == card]
    suits = len(set(pack.suits) - {-1}) or 1
    every = sorted(set(pack.ranks) - {-1}, reverse=True)
    ranks = -(-size // suits)
    chosen = every[:: max(1, len(every) // ranks)][:ranks]
    wanted = [card for card in first if pack.write(card) in named]
    spread = [card for card in first if pack.ranks[card] in chosen]
    return islice(dict.fromkeys((*wanted, *spread, *range(pack.size))), size)


def _why_unplayable(small: GameRunner, find_anyway: Callable[[], set[FindingKey]]) -> str:
    """What goes wrong in one of a few games for want of cards; nothing where they go well.

    What goes wrong with the whole pack too, anyway, is not for want of cards.
    """
    wrong = (found for found in _probe(small, PROBES) if found.key not in find_anyway())
    return next(map(describe_wrong, wrong), "")


def _find_too_few(runner: GameRunner) -> tuple[Span, int, int] | None:
    """Where the game that was just played had too few cards: the step, those needed and there."""
    fault = runner.fault
    needed, there = (fault and fault.lacking) or (0, 0)
    return (fault.span, needed, there) if fault is not None and needed else None


def describe_wrong(found: Finding) -> str:
    """What has gone wrong, and where, in one line."""
    return f"{found.says.removeprefix('the ruleset is at fault: ')} ({found.span!r})"


def _probe(runner: GameRunner, games: int) -> Iterator[Finding]:
    """What is wrong with a few games, each of few decisions."""
    for seed in range(games):  # by habit: where all stay in, most cards are wanted
        player = HabitPlayer(Stream(seed, "probe", 0))
        for found in runner.find_all(ScriptedChance(()), player, CheckSchedule(), PROBED):
            if found.kind in FOR_WANT:
                yield found


# ---------------------------------------------------------------------- the tree of all games


class GameTreeWalk:
    """Goes through the games of a small table, each position once.

    What is `found` with the whole pack too is added; what goes wrong with the small one alone shows
    that it is `too_small`, and ends the walk.
    """

    def __init__(
        self, small: GameRunner, whole: GameRunner, found: dict[FindingKey, Finding],
        go_on: Callable[[], bool],
    ) -> None:  # fmt: skip
        self.small, self.whole, self.found, self.go_on = small, whole, found, go_on
        self.too_small = ""
        self.engine = small.table.engine
        self.seen: set[bytes] = set()
        self.left_out = False
        self.shuffled = 0  # cards of which not all orders were tried
        # laws that held in the same games with the whole pack, by what is found with the small one
        self.odd: dict[FindingKey, str] = {}

    def walk(self, most: int) -> ExhaustiveResult:
        """So many positions, shortest games first where there are more."""
        machine = self.small.table.machine
        row = [SearchState(self.engine.fresh(), machine.entry, (), (), ())]
        positions = 0
        while row and positions < most and self.go_on():
            after: list[SearchState] = []
            for spot in row:
                if positions >= most or self.too_small or not self.go_on():
                    break
                positions += 1
                after += self.beyond(spot, most)
                self.left_out |= len(after) > most
                del after[most:]
            else:
                row = after
                continue
            self.left_out = True
            break
        return ExhaustiveResult(
            self.small.players, machine.pack.size, positions, not (row or self.left_out),
            tuple(self.found.values()), shuffled=self.shuffled, set_aside=tuple(self.odd.values()),
        )  # fmt: skip

    def beyond(self, spot: SearchState, most: int) -> list[SearchState]:
        """What can come next, each position that has not been there before, and not too many."""
        s, laws = list(spot.slots), self.small.laws
        laws.running[:] = spot.running
        laws.tell_all()
        laws.listener = partial(self._note, spot)
        try:
            at, legal = self.engine.stop(s, spot.at)
            checks.check_cards(self.engine, s, at)
            node = self.small.table.machine.nodes[at]
            if legal is not None:
                laws.stop(s, node)
        except Finding as finding:
            return self.fails(spot, finding)
        except RulesetFault as fault:
            return self.fails(spot, fault_finding(fault))
        state = encode(self.small.table.machine, s, at)
        if isinstance(node, p.End) or state in self.seen:
            return []
        self.seen.add(state)
        here = attrs.evolve(spot, slots=s, at=at, running=tuple(laws.running))
        return self.chosen(here, legal, most) if legal is not None else self.happened(here)

    def chosen(self, spot: SearchState, legal: LegalMoves, most: int) -> list[SearchState]:
        """Every legal move; of an amount that can be one of very many, some from low to high."""
        found = []
        self.left_out |= legal.size > most
        tried = min(legal.size, most)
        for k in range(tried):
            move = legal.kth(k * legal.size // tried)
            s = list(spot.slots)
            at = self.engine.choose(s, spot.at, move)
            found.append(attrs.evolve(spot, slots=s, at=at, moves=(*spot.moves, move)))
        return found

    def happened(self, spot: SearchState) -> list[SearchState]:
        """Everything that chance can bring; of a large shuffle some orders."""
        found = []
        for outcome in self.outcomes(spot):
            s = list(spot.slots)
            try:
                at = self.engine.happen(s, spot.at, outcome)
            except Finding as finding:
                return self.fails(spot, finding)
            named = outcome if isinstance(outcome, int) else tuple(reversed(outcome))
            chance = spot.chance if named == () else (*spot.chance, named)
            found.append(attrs.evolve(spot, slots=s, at=at, chance=chance))
        return found

    def outcomes(self, spot: SearchState) -> list[int] | list[tuple[int, ...]]:
        """The members of a draw, or orders of a pile."""
        node = self.small.table.machine.nodes[spot.at]
        among = self.engine.outcomes(list(spot.slots), spot.at)
        if isinstance(node, p.Chance) and node.kind == "draw":
            return list(among)
        if factorial(len(among)) <= MAX_ORDERS:
            return list(permutations(sorted(among)))
        self.left_out, self.shuffled = True, max(self.shuffled, len(among))
        return [Stream(k, "order", 0).shuffled(sorted(among)) for k in range(MAX_ORDERS)]

    # ------------------------------------------------------------------ what is found

    def fails(self, spot: SearchState, finding: Finding) -> list[SearchState]:
        """Something is wrong here, and nothing comes after it."""
        self._note(spot, finding)
        return []

    def _note(self, spot: SearchState, finding: Finding) -> None:
        """What is wrong counts where it is so with the whole pack too."""
        if finding.key not in self.found and finding.key not in self.odd:
            real = self._with_whole_pack(spot, finding)
            if real is not None:
                self.found[finding.key] = real
            elif finding.kind in FOR_WANT:
                self.too_small = self.too_small or describe_wrong(finding)
            elif len(self.odd) < MAX_ORDERS:
                self.odd[finding.key] = finding.about or finding.says

    def _with_whole_pack(self, spot: SearchState, finding: Finding) -> Finding | None:
        """The same game with the whole pack; what is found there if it is the same."""
        small, whole = self.small.words, self.whole.words
        cards = (small.format_card(card) for card in range(small.machine.pack.size))
        same = [card for text in cards if (card := whole.parse_card(text)) is not None]
        chance = tuple(
            tuple(same[c] for c in one) if isinstance(one, tuple) else one for one in spot.chance
        )
        texts = iter(self._list_texts(spot))
        found = self.whole.find_all(
            ScriptedChance(chance), lambda position: parse_legal_move(position, next(texts, "")),
            CheckSchedule(), len(spot.moves) + 1,
        )  # fmt: skip
        return next((one for one in found if one.key == finding.key), None)

    def _list_texts(self, spot: SearchState) -> list[str]:
        """The moves in words, which are the same with the whole pack."""
        table = self.small.table
        if not spot.moves:
            return []
        with self.small.resting_laws():
            chance = ScriptedChance(spot.chance)
            first = table.settle(self.engine.fresh(), table.machine.entry, chance, None, None)
            last = play_on(first, ScriptedPlayer(spot.moves[:-1]), len(spot.moves))
        pairs = zip(last.path(), spot.moves, strict=True)
        return [position.text(move) for position, move in pairs]
