"""Claims of the ledger about Pontoon that laws have no words for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import attrs
import pytest

import hoyle
from hoyle.interpreter.runtime.generator import Stream

WORTH = {"A": 1, "J": 10, "Q": 10, "K": 10}


@attrs.frozen
class Seen:
    """A position by the names that the ruleset uses; piles from their tops."""

    position: hoyle.Position

    def slot(self, name: str) -> int:
        """Where something of that name lies; of a family, its first."""
        names = {slot.name: slot.at for slot in reversed(self.position.table.machine.slots)}
        return names[name] if name in names else names[f"{name} 1"]

    def value(self, name: str, number: int = 0) -> object:
        """What lies there."""
        return self.position.slots[self.slot(name) + number]

    def pile(self, name: str, number: int = 0) -> tuple[int, ...]:
        """The cards of a pile, its top first."""
        return tuple(reversed(self.position.slots[self.slot(name) + number]))

    def boxes(self) -> list[tuple[int, int]]:
        """The boxes in play, from the banker's left: whose each is, and its number."""
        players = self.position.table.machine.players
        seats = [(self.value("banker") + k) % players for k in range(1, players)]
        return [(seat, number) for seat in seats for number in self.value("boxes", seat)]

    def ranks(self, cards: tuple[int, ...]) -> list[str]:
        """The ranks of cards."""
        pack = self.position.table.machine.pack
        return [pack.rank_words[pack.ranks[card]] for card in cards]


def games(name: str, players: int, options: dict[str, object], seeds: int) -> Iterator[list[Seen]]:
    """Games of twenty deals, played at random, with chips enough for all of them."""
    table = hoyle.load(name).table(players, {"starting_chips": 100000, **options})
    for seed in range(seeds):
        position = table.start(seed)
        bot = Stream(seed, "bot", 0)
        seen = [Seen(position)]
        while not position.over:
            legal = position.legal()
            position = position.play(legal.kth(bot.below(legal.size)))
            seen.append(Seen(position))
        yield seen


# ---------------------------------------------------------------------- the order of the pack


def begins_a_deal(before: Seen, after: Seen) -> bool:
    """Whether the move between them was the last of a deal, and the next has begun."""
    return any(e.kind == "begin" and e.phase == "first_cards" for e in after.position.events)


def order_before_the_deal(seen: Seen) -> tuple[int, ...]:
    """The pack as it lay when the deal began: the first cards, and under them the rest."""
    first = [card for _, number in seen.boxes() for card in seen.pile("hand", number)]
    return (*first, *seen.pile("bank_hand"), *seen.pile("stock"))


@pytest.mark.parametrize(
    ("name", "players"), [("pontoon", 2), ("pontoon", 4), ("pontoon-pagat", 6), ("burn", 3)]
)  # fmt: skip
def test_without_a_shuffle_the_used_cards_go_below_the_others(name: str, players: int) -> None:
    # PD-53, PD-54, PP-56, PP-61
    compared = 0
    for game in games(name, players, {}, 2):
        order = order_before_the_deal(game[0])
        for before, after in pairwise(game):
            if after.position.over or not begins_a_deal(before, after):
                continue
            new = order_before_the_deal(after)
            if not any(e.kind == "shuffle" for e in after.position.events):
                used = order.index(new[0])
                assert used >= 2 * players
                left = len(order) - used
                assert new[:left] == order[used:]
                assert sorted(new[left:]) == sorted(order[:used])
                compared += 1
            order = new
    assert compared > 20


# ---------------------------------------------------------------------- the settlement


def category(ranks: list[str], split: bool) -> tuple[int, int]:
    """A hand reckoned apart from the ruleset: how good it is, and its total."""
    low = sum(WORTH.get(rank) or int(rank) for rank in ranks)
    total = low + 10 if "A" in ranks and low <= 11 else low
    if len(ranks) == 2 and total == 21:
        return 3, 0
    if len(ranks) >= 5 and low <= 21:
        return 2, 0
    return (1, total) if low <= 21 else (0, 0)


def paid(mine: tuple[int, int], bank: tuple[int, int], trick: int) -> int:
    """How many times its stake a hand wins: PD-43..48, PP-48..50, PP-54, PP-55."""
    if bank[0] == 2:
        return 2 if mine[0] == 3 else -trick
    if mine <= bank:
        return -1
    return 2 if mine[0] >= 2 else 1


@pytest.mark.parametrize(
    ("name", "trick"), [("pontoon", 1), ("pontoon-pagat", 2), ("bankers-double", 2)]
)
def test_what_is_paid_follows_from_hands_and_stakes_alone(name: str, trick: int) -> None:
    # where the banker stays; busts are settled before
    options = {"credit": "unlimited", "limits": "agreed"}
    settled = 0
    for game in games(name, 4, options, 4):
        for before, after in pairwise(game):
            move = next((e for e in after.position.events if e.kind == "choose"), None)
            if move is None or move.action != "stay":
                continue
            bank = category(before.ranks(before.pile("bank_hand")), False)
            won = [0] * 4
            for seat, number in before.boxes():
                cards = before.pile("hand", number)
                if cards:
                    times = paid(category(before.ranks(cards), False), bank, trick)
                    if name == "bankers-double" and before.value("doubled"):
                        times = 2 * times if abs(times) == 1 else times
                    stake = before.value("stake", number)
                    won[seat] += stake * times + stake
                    won[before.value("banker")] -= stake * times
                    settled += 1
            had = [before.value("chips", seat) for seat in range(4)]
            assert [after.value("chips", seat) for seat in range(4)] == [
                x + y for x, y in zip(had, won, strict=True)
            ]
    assert settled > 50


def told_over_21(seen: Seen) -> bool:
    """Whether the move before has made a hand bust."""
    told = [e for e in seen.position.events if e.kind == "announce" and e.name == "over_21"]
    return any(e.value for e in told)


@pytest.mark.parametrize("name", ["pontoon", "pontoon-pagat", "bankers-double"])
def test_a_bust_hand_loses_its_stake_at_once_and_no_more(name: str) -> None:
    busts = 0
    for game in games(name, 3, {}, 3):
        for before, after in pairwise(game):
            if not told_over_21(after):
                continue
            move = next(e for e in after.position.events if e.kind == "choose")
            bought = move.values[0] if move.action == "buy" else 0
            (bust,) = [
                number
                for _, number in before.boxes()
                if before.pile("hand", number) and not after.pile("hand", number)
            ]
            doubled = name == "bankers-double" and before.value("doubled")
            lost = before.value("stake", bust) + bought
            seat, banker = move.seat, before.value("banker")
            spent = bought + (lost if doubled else 0)
            won = 2 * lost if doubled else lost
            assert after.value("chips", seat) == before.value("chips", seat) - spent
            assert after.value("chips", banker) == before.value("chips", banker) + won
            assert after.value("stake", bust) == 0
            busts += 1
    assert busts > 10


# ---------------------------------------------------------------------- the house rules

TOGETHER = [
    "split-aces", "stick-on-16", "treble-pontoon", "single-for-the-bank", "no-buy-sure-trick",
    "royal", "natural-over-plain", "ten-is-21", "bankers-double", "burn",
]  # fmt: skip


def test_the_house_rules_go_together() -> None:
    ruleset = hoyle.load("pontoon-pagat", TOGETHER)
    table = ruleset.table(4, {"burn": 14, "starting_chips": 1000})
    for seed in range(3):
        position, bot = table.start(seed), Stream(seed, "bot", 0)
        while not position.over:
            legal = position.legal()
            position = position.play(legal.kth(bot.below(legal.size)))
        assert sum(position.payoff(seat) for seat in range(4)) == 0


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.long] * (k > 0)) for k, name in enumerate(TOGETHER)],
)
def test_a_house_rule_goes_with_shoot_pontoon(name: str) -> None:
    assert hoyle.load("shoot-pontoon", [name]).table(3).start(1).seat is not None


def test_two_house_rules_that_exclude_each_other_are_told() -> None:
    with pytest.raises(hoyle.RulesetError, match="`single_pontoon` and `treble_pontoon`"):
        hoyle.load("pontoon-pagat", ["single-pontoon", "treble-pontoon"])
