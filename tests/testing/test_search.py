"""The search: the same on any number of cores, further than random games, and only what is so."""

from __future__ import annotations

import re
from itertools import count

import attrs
import pytest

import hoyle.interpreter.testing.policy_games as policy_games
import hoyle.interpreter.testing.search as search
from hoyle.interpreter.cli.test_report import format_report, verdict_facts
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.moves import RangedRows
from hoyle.interpreter.runtime.table import Chances
from hoyle.interpreter.testing.exhaustive_search import describe_wrong, search_exhaustively
from hoyle.interpreter.testing.findings import Finding
from hoyle.interpreter.testing.game_runner import CheckSchedule, GameRunner, PlayCounts
from hoyle.interpreter.testing.novelty_search import (
    ClusteredChance,
    cluster_cards,
    vary_single_options,
)
from hoyle.interpreter.testing.players import HabitPlayer
from hoyle.interpreter.testing.position_checks import check_position
from hoyle.interpreter.testing.random_games import BLOCK, Plan, play_games
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.search import (
    BY_POLICY,
    EVERY_WAY,
    RANDOM,
    RANDOM_REST,
    SOUGHT,
    Search,
    Step,
    StepResult,
    Verdict,
    judge_ruleset,
)
from hoyle.interpreter.testing.time_share import TimeShare
from hoyle.interpreter.testing.worker_pool import map_parallel
from tests.heads import head


def plan_for(ruleset, **more) -> Plan:
    return Plan(
        tuple(ruleset.players), BLOCK * len(ruleset.players), rounds=1, positions=300, **more
    )


# ---------------------------------------------------------------------- one core and many


@pytest.mark.usefixtures("two_cores")
def test_what_is_found_does_not_depend_on_the_cores(lay, small_games, monkeypatch):
    monkeypatch.setattr(search, "FIRST", 4)
    law = '\nnever "a late king": tricks is 2 and (any card in trick where rank of card is K)\n'
    ruleset = lay(small_games["kings"], law)
    one, two = (
        verdict_facts(judge_ruleset(ruleset, plan_for(ruleset), jobs=jobs)) for jobs in (1, 2)
    )
    assert one == two
    assert one["findings"]


@pytest.mark.usefixtures("two_cores")
def test_results_come_in_order_and_can_be_cut_short():
    left = [True] * 3 + [False] * 9
    assert list(map_parallel(lambda n: n * n, range(7), 2)) == [0, 1, 4, 9, 16, 25, 36]
    assert list(map_parallel(lambda n: n, range(7), 1, lambda: left.pop(0))) == [0, 1, 2]


def test_every_number_of_players_is_tried_before_any_is_tried_twice(lay, small_games):
    ruleset = lay(small_games["kings"])
    first, sought, thoughtful, rest, *_ = Search(ruleset, plan_for(ruleset)).rounds()
    assert [(step.way, step.number) for step in first] == [(RANDOM, k) for k in range(3)]
    assert {step.players for step in sought if step.way == SOUGHT} == {2, 3, 4}
    assert sought[-1].way == EVERY_WAY
    assert {step.way for step in thoughtful} <= {BY_POLICY}
    assert [(step.way, step.number) for step in (sought[0], *rest)] == [
        (RANDOM_REST, k) for k in range(3)
    ]
    played = []
    for outcome in Search(ruleset, plan_for(ruleset)).run(Coverage(ruleset.game)):
        assert outcome.tally.games == 1
        played += outcome.tally.players
        if len(played) == 3:
            break
    assert sorted(played) == [2, 3, 4]


def test_a_few_games_are_spread_over_the_numbers_of_players(lay, small_games):
    ruleset, tally = lay(small_games["kings"]), PlayCounts()
    list(play_games(ruleset, Plan((2, 3, 4), 3), tally, Coverage(ruleset.game)))
    assert tally.players == {2, 3, 4}
    assert [Plan((2, 3, 4), 7).players_of(k) for k in range(7)] == [2, 2, 3, 3, 4, 4, 2]


def test_a_few_games_are_played_to_their_end_before_what_takes_long(lay, small_games):
    """Where there is little time the end is seen nevertheless."""
    by_policy = "\npolicy low\n  one_trick.play\n"
    short = [BY_POLICY] * policy_games.MORE
    for more, ways in (
        ("", [RANDOM_REST]),
        (by_policy, [BY_POLICY, BY_POLICY, RANDOM_REST, *short]),
    ):
        ruleset = lay(small_games["kings"], more)
        rounds = list(Search(ruleset, plan_for(ruleset)).rounds())
        steps = [step for round_ in rounds for step in round_]
        assert [step.way for step in rounds[1][: len(ways) + 1]] == [*ways, SOUGHT]
        assert len(steps) == len(set(steps))


def test_so_many_games_are_the_same_whatever_comes_first(lay, small_games):
    ruleset = lay(small_games["kings"])
    for games in (1, 2, 5, 9, 12):
        plan, tally = Plan((2, 3, 4), games), PlayCounts()
        for outcome in Search(ruleset, plan).run(Coverage(ruleset.game)):
            tally.add(outcome.tally)
        assert tally.games == games


def test_what_a_search_of_so_many_seconds_finds_is_found_again_in_as_many(lay, small_games):
    ruleset = lay(small_games["kings"])
    plan = plan_for(ruleset)
    assert Search(ruleset, plan, seconds=2.5).again().endswith(" --seconds 2.5")
    assert Search(ruleset, plan, seconds=20).again().endswith(" --seconds 20")
    assert "--seconds" not in Search(ruleset, plan).again()


def test_an_endless_search_begins_no_block_twice(lay, small_games):
    ruleset = lay(small_games["kings"])
    rounds = Search(ruleset, plan_for(ruleset), seconds=60.0).rounds()
    steps = [step for _ in range(8) for step in next(rounds)]
    assert len(steps) == len(set(steps)) > 30


# ---------------------------------------------------------------------- what is sought


RARE = """
never "all are bold":
  (count box in boxes of seats where size of hand of box >= 4 and stake of box >= 4) is 2
"""


def test_habits_come_to_what_random_games_do_not(lay, small_games):
    ruleset = lay(small_games["boxes"], RARE)
    plan = Plan((2,), 24)
    assert not [
        one for one in play_games(ruleset, plan, PlayCounts(), Coverage(ruleset.game)) if one
    ]
    searched = Search(ruleset, plan_for(ruleset)).run(Coverage(ruleset.game))
    found = next(one for outcome in searched for one in outcome.findings)
    assert found.about == 'never "all are bold"'


def test_a_game_by_habit_is_the_same_again(lay, small_games):
    ruleset = lay(small_games["boxes"])
    runner = GameRunner(ruleset, 2, {}, Coverage(ruleset.game), PlayCounts())
    games = []
    for _ in range(2):
        habits, looks = HabitPlayer(Stream(5, "habits", 0)), CheckSchedule()
        assert runner.game(ClusteredChance(Chances(5)), habits, looks, 60) is None
        games.append(runner.moves())
    assert games[0] == games[1] and len(games[0]) > 5


def test_a_lumpy_shuffle_loses_no_card(lay, small_games):
    ruleset = lay(small_games["kings"])
    pack = ruleset.table(2).machine.pack
    pile = tuple(range(pack.size))
    for seed in range(20):
        cards = cluster_cards(pile, pack, Stream(seed, "lumps", 0))
        assert sorted(cards) == list(pile) and cards != pile


def test_each_option_is_changed_alone(lay, small_games):
    ruleset = lay(small_games["kings"])
    settings = vary_single_options(ruleset, Plan((2,), 1), 2)
    assert all(len(setting) == 1 for setting in settings)
    assert {name for setting in settings for name in setting} == set(ruleset.game.options)


# ---------------------------------------------------------------------- every way


def test_every_way_finds_what_the_whole_pack_has_too(lay, small_games):
    law = '\nnever "an ace is led": size of trick is 1 and rank of top of trick is A\n'
    ruleset = lay(small_games["kings"], law)
    ways = search_exhaustively(ruleset, 600, PlayCounts(), Coverage(ruleset.game))
    assert ways.players == 2
    (found,) = ways.findings
    pack = ruleset.table(2).machine.pack
    assert found.about == 'never "an ace is led"'
    assert ways.cards < pack.size and not ways.whole
    assert found.script is not None and found.script.moves


def test_what_only_a_small_pack_has_is_no_fault(lay, small_games):
    ruleset = lay(small_games["kings"], '\nalways "a whole pack": size of pack is 32\n')
    ways = search_exhaustively(ruleset, 200, PlayCounts(), Coverage(ruleset.game))
    assert ways.findings == ()


TINY = """
edition 1
game "Higher Card"
players 2
pack
  ranks A 2 3 4 5 6 7
  suits ♠
zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
match
  let leader = first seat in seats
  for card in [A♠ 2♠]
    choose leader
      take
        say "{card}"
      leave
"""


def test_a_small_game_is_gone_through_whole(lay):
    ways = search_exhaustively(lay(TINY), 1000, PlayCounts(), Coverage(lay(TINY).game))
    assert (ways.cards, ways.whole) == (6, True)
    assert 0 < ways.positions < 20


def test_a_pack_that_is_small_is_played_as_it_is(lay):
    few = lay(TINY.replace("A 2 3 4 5 6 7", "A 2 3"))
    ways = search_exhaustively(few, 1000, PlayCounts(), Coverage(few.game))
    assert (ways.cards, ways.whole, ways.findings) == (3, True, ())
    assert ways.positions > 3


def test_the_cards_that_the_rules_name_are_in_the_small_pack(lay):
    rules = "  let hand_size = 7 if A♠ in stock else 0\n"
    rules += "  deal 7 each from stock to hand of seat for seat in seats where hand_size is 0\n"
    text = TINY.replace("  let leader", f"{rules}  let leader")
    ways = search_exhaustively(lay(text), 1000, PlayCounts(), Coverage(lay(text).game))
    assert (ways.cards, ways.why_not) == (6, "")


def test_why_no_way_of_play_is_tried_is_said(lay):
    deal = "  deal 13 each from stock to hand of seat for seat in seats\n"
    ranks = "2 3 4 5 6 7 8 9 10 J Q K A"
    text = TINY.replace("A 2 3 4 5 6 7\n  suits ♠", f"{ranks}\n").replace("  let", f"{deal}  let")
    ways = search_exhaustively(lay(text), 1000, PlayCounts(), Coverage(lay(text).game))
    assert (ways.players, ways.cards, ways.positions, ways.whole) == (2, 24, 0, False)
    place = f"small.cards:{text[: text.index('deal 13')].count(chr(10)) + 1}:3"
    assert ways.why_not == f"26 cards are to be dealt, and 24 are there ({place})"
    verdict = Verdict(lay(text), Plan((2,), 0), Coverage(lay(text).game), ways=ways)
    assert (
        "  every way of play: not tried, which is no fault of the rules: "
        "only a small pack can be searched so, and with 24 of the 52 cards the `deal` at "
        f"{place} is short for 2 players: it needs 26, and 24 are left"
    ) in format_report(verdict)
    found = Finding("the ruleset is at fault: no", lay(text).game.phases["match"].span)
    verdict.add(found)
    verdict.ways = attrs.evolve(ways, why_not=describe_wrong(found))
    words = "every way of play: not tried: what is printed above goes wrong there too"
    assert words in "\n".join(format_report(verdict))


@pytest.mark.parametrize("positions", [0, 1])
def test_that_there_was_no_time_for_any_way_of_play_is_said(lay, positions):
    """A part of which there are figures was begun."""
    ruleset, more = lay(TINY), iter([*[True] * (positions + 1), *[False] * 3])
    coverage = Coverage(ruleset.game)
    go_on = more.__next__ if positions else lambda: False
    ways = search_exhaustively(ruleset, 1000, PlayCounts(), coverage, go_on)
    assert (ways.positions, ways.is_begun, ways.is_done) == (positions, bool(positions), False)
    done = StepResult(Step(EVERY_WAY), PlayCounts(), frozenset(), ways=ways)
    assert done.is_begun == bool(positions)


def test_a_part_of_a_search_that_has_figures_is_never_said_not_to_be_begun(lay, monkeypatch):
    """Whenever time runs out."""
    monkeypatch.setattr(search, "FIRST", 1)
    ruleset, told = lay(TINY), set()
    for seconds in range(1, 120, 2):
        clock = count().__next__
        plan = Plan((2,), 1, decisions=10, longest=10, rounds=1, positions=20)
        verdict = judge_ruleset(ruleset, plan, share=TimeShare(0, seconds, clock))
        lines = format_report(verdict)
        figures = any(line.startswith("  every way of play: ") for line in lines)
        late = [
            line.split(" for lack of time: ") for line in lines if " for lack of time: " in line
        ]
        how = [how for how, parts in late if "every way of play" in parts]
        told.add((figures, *how))
    assert told == {(False, "  not begun"), (True, "  not tried to the end"), (True,)}


def test_a_small_pack_has_as_many_cards_as_is_said(lay):
    """Also where the pack has cards without rank and suit."""
    deal = "  deal 12 each from stock to hand of seat for seat in seats\n"
    ranks = "9 10 J Q K A\n  suits ♠ ♥ ♦ ♣\n  cards joker"
    text = TINY.replace("A 2 3 4 5 6 7\n  suits ♠", ranks).replace("  let", f"{deal}  let")
    text = text.replace("[A♠ 2♠]", "[A♠, joker]")
    ways = search_exhaustively(lay(text), 100, PlayCounts(), Coverage(lay(text).game))
    assert (ways.cards, ways.why_not) == (24, "")


STREETS = head("Streets", ranks="2 3 4 5 6 7 8")
STREETS += """\
  hand of Seat: Cards, seen by owner

match
  deal 3 each from stock to hand of seat for seat in seats
  repeat 4 times
    for seat in seats
      choose seat
        stay
        fold
          win (left of seat)
    deal 1 each from stock to hand of seat for seat in seats

always "a whole pack": size of pack is 28
"""


def test_the_small_pack_suffices_for_a_whole_deal_whatever_a_law_says_of_it(lay):
    ruleset = lay(STREETS)
    ways = search_exhaustively(ruleset, 300, PlayCounts(), Coverage(ruleset.game))
    assert (ways.cards, ways.findings) == (16, ())  # 14 are dealt to two who stay
    assert ways.set_aside == ('always "a whole pack"',)
    told = format_report(Verdict(ruleset, Plan((2,), 0), Coverage(ruleset.game), ways=ways))
    [line] = [line for line in told if "every way of play" in line]
    aside = (
        "; set aside, since it did not hold with these 16 cards, and held in the same games with "
        'the whole pack: always "a whole pack"'
    )
    assert line.endswith(aside)


def test_a_law_that_has_failed_is_not_said_to_hold_with_the_whole_pack(lay):
    ruleset = lay(STREETS)
    ways = search_exhaustively(ruleset, 300, PlayCounts(), Coverage(ruleset.game))
    verdict = Verdict(ruleset, Plan((2,), 0), Coverage(ruleset.game), ways=ways)
    verdict.add(
        Finding("does not hold", ruleset.source.whole_line(1), (), 'always "a whole pack"', "law")
    )
    assert "set aside" not in "\n".join(format_report(verdict))


def test_what_goes_wrong_with_the_whole_pack_too_is_not_blamed_on_the_small_one(lay):
    wrong = "  let worst = best card in hand of leader by 1\n"
    text = TINY.replace("suits ♠", "suits ♠ ♥").replace("  for card", f"{wrong}  for card")
    ways = search_exhaustively(lay(text), 1000, PlayCounts(), Coverage(lay(text).game))
    assert (ways.cards, ways.why_not) == (6, "")
    assert [finding.kind for finding in ways.findings] == ["rules"]


def test_of_an_amount_that_can_be_one_of_very_many_some_are_tried(lay, monkeypatch):
    def tell(rows: RangedRows) -> None:
        raise AssertionError(f"{len(rows)} amounts are gone through one by one")

    monkeypatch.setattr(RangedRows, "__iter__", tell)
    text = TINY.replace("      take\n", "      take n in 1..999999999\n")
    ways = search_exhaustively(lay(text), 100, PlayCounts(), Coverage(lay(text).game))
    assert (ways.positions, ways.whole, ways.findings) == (100, False, ())
    position = lay(text).table(2).start(seed=1)
    check_position(position, Stream(1, "test", 0), Coverage(lay(text).game))


# ---------------------------------------------------------------------- chips


PAID = "      pay amount from chips of owner of box to stake of box\n"


def played(lay, small_games, instead: str) -> list[str]:
    ruleset = lay(small_games["boxes"], "", (PAID, instead))
    games = play_games(ruleset, Plan((2, 3), 12), PlayCounts(), Coverage(ruleset.game))
    return [f"{one.kind}: {one.says}" for one in games if one is not None]


def test_chips_that_are_set_and_not_paid_are_missed(lay, small_games):
    told = played(lay, small_games, "      chips of owner of box -= amount\n")
    lost = re.compile(
        "chips: (1 chip is lost where it is|[2-9] chips are lost where they are) set and not paid"
    )
    assert told and all(lost.fullmatch(one) for one in told)


def test_chips_that_are_set_on_both_sides_are_not(lay, small_games):
    both = "      chips of owner of box -= amount\n      stake of box += amount\n"
    assert played(lay, small_games, both) == []
