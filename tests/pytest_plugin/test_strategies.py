"""Strategies for Hypothesis: small examples, and what can be drawn at all."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

import hoyle
from hoyle.interpreter.library.options import parse_options
from hoyle.interpreter.runtime.generator import Stream
from hoyle.interpreter.runtime.table import Chances
from hoyle.interpreter.testing import game_runner as runner
from hoyle.interpreter.testing import position_checks as checks
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.state_machine import StepwiseMonitor
from hoyle.strategies import games, hands, machine, options, packs, positions
from tests.shipped import load

SAME = settings(derandomize=True, database=None, deadline=None, max_examples=100)
FEW = settings(SAME, max_examples=4, suppress_health_check=list(HealthCheck))
STEPS = settings(FEW, max_examples=2, stateful_step_count=8)
# Games with options enough.
MANY_OPTIONS = ["pontoon", "scotch-whist", "zetema", "ziginette"]
HIGH = '\nnever "three cards lie on the heap": size of heap > 2\n'


def small(made, steps):
    """The settings of a machine that is to fail: the same every time."""
    return settings(
        made.TestCase.settings, derandomize=True, database=None, max_examples=300,
        stateful_step_count=steps, phases=[Phase.generate, Phase.shrink],
    )  # fmt: skip


def told(position):
    """The moves as texts."""
    path = position.path()
    return [before.text(after.move) for before, after in pairwise(path)]


def worth(hand):
    pips = [{"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(c[0]) or int(c[0]) for c in hand]
    return sum(pips) + (10 if 1 in pips and sum(pips) <= 11 else 0)


# ---------------------------------------------------------------------- cards


def test_the_smallest_hands_worth_twenty_one():
    two = find(hands("pontoon", size=2), lambda hand: worth(hand) == 21, settings=SAME)
    assert (two[0], two[1][0]) == ("AS", "T")
    three = find(hands("pontoon", size=range(3, 6)), lambda h: worth(h) == 21, settings=SAME)
    assert len(three) == 3


def test_hands_are_of_the_size_that_is_asked_for(lay):
    seen = set()

    @SAME
    @given(hands(lay(), size=(1, 4)))
    def each(hand):
        assert len(set(hand)) == len(hand)
        seen.add(len(hand))

    each()
    assert seen == {1, 4}


@pytest.mark.parametrize("size", [13, -1, ()])
def test_a_hand_that_the_pack_does_not_have(lay, size):
    with pytest.raises(ValueError, match="a hand of this pack has 0 to 12 cards"):
        hands(lay(), size=size)


def test_the_smallest_pack_is_its_own_order(lay):
    assert find(packs(lay()), lambda pack: True, settings=SAME) == "AS"
    assert find(packs(lay()), lambda pack: pack.startswith("2"), settings=SAME) == "2S"
    assert find(packs(lay()), lambda pack: len(pack) > 2, settings=SAME) == "AS 3S"


def test_packs_are_taken_by_start(lay):
    table = lay().table()

    @settings(SAME, max_examples=20)
    @given(packs(lay()))
    def each(pack):
        hand = table.start(pack=pack).path()[0].view(0).zones[1].cards
        assert pack.split()[0] in table.words.format_cards(hand).split()

    each()


# ---------------------------------------------------------------------- options


def test_the_smallest_options_are_the_defaults(lay):
    assert find(options(lay()), lambda found: True, settings=SAME) == {}
    # The others that are tried are 1, 2 and 10, and `needs` leaves 1, 2 and 4 beside the default.
    assert find(options(lay()), lambda found: found != {}, settings=SAME) == {"many": "1"}


@pytest.mark.parametrize("name", MANY_OPTIONS)
def test_options_are_accepted(name):
    ruleset = hoyle.load(name)
    players = ruleset.players[-1]
    changed = set()

    @settings(FEW, max_examples=8)
    @given(options(ruleset, players))
    def each(found):
        changed.update(found)
        parse_options(ruleset.game, players, found)

    each()
    assert changed
    last = find(options(ruleset, players), lambda found: len(found) > 1, settings=SAME)
    assert ruleset.table(players, last).machine.players == players


# ---------------------------------------------------------------------- games


def test_the_smallest_games(lay):
    begin = find(games(lay()), lambda last: True, settings=SAME)
    assert (told(begin), begin.table.machine.players) == ([], 2)
    whole = find(games(lay()), lambda last: last.over, settings=SAME)
    assert told(whole) == ["play AS", "play 2S", "play 3S", "play AH", "play 2H", "play 3H"]
    assert whole.chances.packs == ((),)
    assert whole.chances.seed == 0


def test_the_smallest_game_in_which_the_first_hand_has_three_aces(lay):
    def aces(last):
        cards = last.path()[0].view(0).zones[1].cards
        return last.table.words.format_cards(cards).count("A") == 3

    begin = find(games(lay(), players=2), aces, settings=settings(SAME, max_examples=1000))
    assert told(begin) == []
    assert begin.table.words.format_cards(begin.path()[0].view(0).zones[1].cards) == "AS AH AD"


def test_games_are_cut_and_finished(lay):
    seen = set()

    @SAME
    @given(games(lay(), players=[3], options={"many": 2}))
    def each(last):
        assert last.table.machine.players == 3
        seen.add(last.over)
        assert len(last.history()) <= 6

    each()
    assert seen == {False, True}


def test_options_of_a_game_may_be_drawn(lay):
    ruleset = lay()
    drawn = games(ruleset, players=2, options=options(ruleset))
    found = find(drawn, lambda last: last.table.machine.options != (("many", 3),), settings=SAME)
    assert found.table.machine.options == (("many", 1),)
    assert told(found) == []


def test_in_positions_somebody_chooses(lay):
    @SAME
    @given(positions(lay()))
    def each(position):
        assert position.legal().size > 0

    each()


def test_other_players_are_refused(lay):
    with pytest.raises(hoyle.OptionError, match="Heap is for 2 to 3 players, not 5"):
        games(lay(), players=5)


def test_a_failing_game_is_told_in_the_words_of_cards(lay):
    @SAME
    @given(games(lay(), players=2))
    def each(last):
        assert "play 3S" not in told(last)

    with pytest.raises(AssertionError) as failed:
        each()
    notes = failed.value.__notes__
    assert "players: ann, bob" in notes
    assert [note for note in notes if note.startswith("ann:")] == ["ann: play 3♠"]
    assert any("last=<Heap: bob to choose after 1 moves>" in note for note in notes)


# ---------------------------------------------------------------------- the machine


@pytest.mark.parametrize("name", list(hoyle.shipped())[::5])
def test_shipped_rulesets_pass_some_steps(name):
    run_state_machine_as_test(machine(load(name)), settings=STEPS)


def test_a_broken_law_is_told_with_the_smallest_game(lay):
    made = machine(lay(HIGH))
    with pytest.raises(AssertionError) as failed:
        run_state_machine_as_test(made, settings=small(made, 6))
    lines = str(failed.value).splitlines()
    assert lines[:2] == [
        'never "three cards lie on the heap": has come about',
        "  heap.cards:28:38",
    ]
    # By hand: two players, nothing named, and the only two cards that follow the first.
    assert lines[-2:] == [
        "  players: ann, bob",
        "  after 3 moves: ann: play A♠; bob: play 2♠; ann: play 3♠",
    ]
    notes = failed.value.__notes__
    assert [note for note in notes if note.startswith("state.") and "should_be" not in note] == [
        "state.begin(deal=players: ann, bob)",
        "state.play(move=ann: play A♠)",
        "state.play(move=bob: play 2♠)",
        "state.play(move=ann: play 3♠)",
        "state.teardown()",
    ]


def test_a_fault_of_the_ruleset_is_told_too(lay):
    made = machine(lay("\nstate\n  cards: 0..1 = 0\n", "          cards += 1\n"))
    with pytest.raises(AssertionError) as failed:
        run_state_machine_as_test(made, settings=settings(small(made, 4), phases=[Phase.generate]))
    text = str(failed.value)
    assert text.startswith("the ruleset is at fault: ")
    assert "  after 2 moves: ann: play " in text


def test_hidden_cards_are_put_in_one_anothers_places(lay, monkeypatch):
    paths = []
    monkeypatch.setattr(runner, "find_leak", lambda played, *more: paths.append(played.path))
    monitor = StepwiseMonitor(lay(), 2, {})
    monitor.begin(Chances(0, ((),)))
    monitor.play(monitor.position.parse("play 3S"))
    monitor.change_hidden(1)
    assert [[told(position) for position in path] for path in paths] == [[[], ["play 3S"]]]


def test_refusals_are_tried(lay, monkeypatch):
    tried = []
    monkeypatch.setattr(
        checks, "check_refusal", lambda position, move, coverage: tried.append(move)
    )
    run_state_machine_as_test(machine(lay()), settings=settings(STEPS, max_examples=20))
    assert tried


def test_what_is_taken_back_is_forgotten(lay):
    monitor = StepwiseMonitor(lay(), 2, {})
    monitor.begin(Chances(0, ((),)))
    begin = monitor.position.bytes()
    monitor.play(monitor.position.parse("play 3S"))
    monitor.check()
    monitor.check_replay()
    monitor.change_hidden(1)
    monitor.take_back()
    monitor.check()
    assert monitor.position.bytes() == begin
    assert monitor.story() == "before the first move"


def test_positions_are_in_order(lay):
    ruleset = lay()

    @settings(SAME, max_examples=10)
    @given(positions(ruleset), st.integers(0, 9))
    def each(position, seed):
        checks.check_position(position, Stream(seed, "looks", 0), Coverage(ruleset.game))

    each()
