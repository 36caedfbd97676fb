"""Every line that an example can have: as it passes, and as it fails with the right words."""

from __future__ import annotations

import re
import textwrap

import pytest

import hoyle
from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.findings import as_text
from hoyle.interpreter.testing.rule_coverage import Coverage
from tests.heads import head

KINGS_HAND = """
players ann bob cat
given dealer = cat
given hand of ann = [K♣ 7♦ 8♦]
given hand of bob = [7♣ A♣ Q♥]
given hand of cat = [J♥ 9♠ 8♠]
given leader = ann
start one_trick
"""

BOXES_DEAL = """
players ann bob
pack A♠ 2♠ A♥ 2♥ 3♠ 4♠ 5♠
start one_round
"""

PAIRS_LAID = """
players ann bob
given hand of ann = [7♠ 7♠ 8♥]
given hand of bob = [8♠ 9♠ 9♥]
given spare of ann = [8♥]
"""

PASSES = {
    "moves": ("kings", KINGS_HAND + """
        ann: play K♣
        bob may only: play [7♣ A♣]
        bob may not play Q♥ "follow ♣ if you can"
        bob may not play QH "follow {suit of bottom of trick} if you can"
        bob may not play Q♥
        bob may play A♣
        cat may not play J♥
        cat may not play J♥ "it is not cat's turn"
        bob: play AC
        cat: play J♥
        expect leader is cat
        expect won of cat is [K♣ A♣ J♥]
        expect tricks is 1
        cat may not play 9♠ "one_trick has ended"
        """),
    "views": ("kings", KINGS_HAND + """
        ann sees hand of ann as [8♦ K♣ 7♦]
        bob sees hand of ann as [? ? ?]
        ann: play K♣
        bob sees trick as [K♣]
        bob sees hand of ann as [? ?]
        bob sees hand of seats as [7♣ A♣ Q♥ ? ? ? ? ?]
        bob sees bottom of trick as [K♣]
        """),
    "values without play": ("kings", """
        players 4
        set worth = 5
        expect worth is 5
        expect plain of K is 7
        expect score of ann is 0
        expect (total worth for seat in seats) is 20
        expect strength(7♥) > 20
        """),
    "state given without play": ("kings", """
        players ann bob
        given score of bob = 7
        given hand of ann = [A♥]
        given leader = bob
        given dealer = ann
        expect score of bob is 7
        expect ahead is bob
        expect hand of ann is [A♥]
        expect leader is bob
        expect dealer is ann
        expect size of stock is 31
        """),
    "a dealer who does not matter": ("kings", """
        players ann bob
        given won of ann = [K♣ K♥ 7♠]
        start scoring
        expect score of ann is 6
        """),
    "counts that are refused": ("kings", "players 5 refused"),
    "options that are refused": ("kings", "players 3 refused\nset worth = 9\nset goal = 2"),
    "the first pack is shuffled": ("kings", """
        players ann bob
        given dealer = bob
        pack A♣ K♣ Q♣ J♣ 10♣ 9♣ 8♣ 7♣
        start match
        ann sees hand of ann as [A♣ Q♣ 10♣ 8♣]
        bob sees hand of bob as [K♣ J♣ 9♣ 7♣]
        expect top of stock is 7♠
        """),
    "a pack for each shuffle": ("kings", """
        players ann bob
        set goal = 20
        given dealer = bob
        pack 8♣ K♣ Q♣ J♣ 10♣ 9♣ A♣ 7♣
        pack A♦ K♦
        start match
        ann: play 8♣
        bob: play K♣
        bob: play 7♣
        ann: play A♣
        ann: play Q♣
        bob: play J♣
        ann: play 10♣
        bob: play 9♣
        expect dealer is ann
        expect score of bob is 3
        bob sees hand of bob as [A♦ 7♠ 9♠ J♠]
        expect bottom of stock is A♣
        """),
    "chips, ranges, records": ("boxes", BOXES_DEAL + """
        ann may only: bet 1..5, fold
        ann may bet 1..5
        ann may not bet 6 "not between 1 and 5"
        ann may not bet 6..9
        ann: bet 3
        expect chips of ann is 7
        expect (total stake of box for box in boxes of seats) is 3
        bob sees hand of boxes of ann as [? 2♠]
        ann sees hand of boxes of ann as [A♠ 2♠]
        bob: fold
        ann: split
        ann sees hand of boxes of ann as [A♠ 4♠ 2♠ 3♠]
        bob sees hand of (first box in boxes of ann) as [? ?]
        bob may not draw
        ann: stay
        ann: stay
        bob may not draw "nothing is staked"
        bob: stay
        expect chips of ann is 10
        expect pot is 0
        """),
    "a condition with a value in its sentence": ("boxes", """
        players ann bob
        given chips of ann = 2
        pack A♠ 2♠ A♥ 2♥
        start match
        ann may only: bet 1..2, fold
        ann may not bet 3 "you have 2 only"
        """),
    "an option for how cards are dealt": ("boxes", """
        players ann bob
        set second = down
        pack A♠ 2♠ A♥ 2♥
        start one_round
        bob sees hand of boxes of ann as [? ?]
        """),
    "sealed choices and subsets": ("pairs", PAIRS_LAID + """
        start layings
        ann may only: lay [7♠ 7♠], keep
        ann may not lay [7♠ 8♥] "two of one rank are laid"
        ann: lay [7♠ 7♠]
        expect points of ann is 0
        bob may only: lay [9♠ 9♥], keep
        bob: keep
        expect points of ann is 1
        expect size of out is 2
        """),
    "words, suits and seats as values": ("pairs", """
        players ann bob
        given hand of ann = [7♠ 8♠]
        given hand of bob = [9♥]
        start callings
        ann may call ♠ boldly
        ann may not call ♥ boldly "you hold none of them"
        ann may pass_on bob
        ann may not pass_on ann
        ann: call ♠ boldly
        expect bold is ann
        expect mood is boldly
        bob: call ♥ meekly
        expect mood is meekly
        """),
    "a marked twin is that copy": ("pairs", """
        players ann bob
        given hand of ann = [8♥ 9♠]
        given spare of ann = [8♥']
        given hand of bob = [7♠]
        start callings
        ann may show_one 8♥
        ann may show_one 8♥'
        ann may not show_one 7♠
        ann: show_one 8♥'
        bob sees spare of ann as [8♥]
        bob sees hand of ann as [? ?]
        """),
}  # fmt: skip

FAILS = {
    "a value": ("kings", "players ann bob\nexpect plain of K is 8", [
        "`plain of K is 8` was expected, and is not so", "small.cards:", "plain of K = 7",
    ]),
    "every part of a value": ("kings", """
        players ann bob
        given score of ann = 4
        given score of bob = 9
        expect (total score of seat for seat in seats) + worth is 20
        """, [
        "(total score of seat for seat in seats) + worth = 16",
        "total score of seat for seat in seats = 13",
        "  ann: 4\n    bob: 9", "worth = 3",
    ]),
    "what has led to a value, below the first that is not so": ("kings", KINGS_HAND + """
        ann: play K♣
        bob: play A♣
        cat: play J♥
        expect leader is bob
        expect tricks is 2
        """, [
        "leader = cat\n  this has happened since `start one_trick`:",
        "    ann: play K♣ · bob: play A♣ · cat: play J♥\n      leader: cat",
        "tricks = 1",
    ]),
    "a question of every one": ("kings", """
        players ann bob
        given score of ann = 4
        expect every seat in seats: score of seat is 4
        """, ["is not so\n", "\n  bob: score of bob = 0$"]),
    "what is inside what is asked of each": ("kings", """
        players ann bob
        given score of bob = 4
        expect every seat in seats: (every suit in suits where suit is not ♠:
          score of seat is 0 or suit is ♦)
        """, [
            "^\n  bob:\n    ♥: score of bob = 4$",
        ]),
    "what decides of each of several tests": ("kings", """
        players ann bob
        given score of ann = 4
        given score of bob = 9
        given hand of bob = [A♠]
        expect every seat in seats: score of seat < 5
          or remainder(score of seat + 1, 4) is size of hand of seat and seat is not ann
        """, [
            "^\n  bob: score of bob = 9 · remainder(score of bob + 1, 4) = 2 · "
            "size of hand of bob = 1$",
        ]),
    "a define that decides": ("kings", """
        players ann bob
        given hand of ann = [A♠ K♥]
        given trick = [7♦]
        expect every card in hand of ann: follows of card
        """, [
            "^\n  A♠: follows of A♠ = no\n    trick is empty = no · suit of A♠ = ♠ · "
            "suit of bottom of trick = ♦\n  hand of ann",
        ]),
    "the members that make a total": ("kings", """
        players ann bob
        given hand of ann = [A♠ K♥]
        expect (total (1 if card in hand of ann else 0) for card in pack) is 3
        """, ["pack = 2\n    A♠: 1\n    K♥: 1\n    and 30 more, each 0$"]),
    "why none of several is so": ("kings", """
        players ann bob
        given score of ann = 4
        expect any seat in seats where score of seat > 5
        """, ["^\n  ann: score of ann = 4\n  bob: score of bob = 0$"]),
    "a move that is refused": ("kings", KINGS_HAND + "ann: play K♣\nbob: play Q♥", [
        "bob may not play Q♥: follow ♣ if you can", "this rule refuses it",
        "bob may: play 7♣, play A♣",
    ]),
    "a move out of turn": ("kings", KINGS_HAND + "bob: play 7♣", [
        "bob may not play 7♣: it is not bob's turn", "ann may: play",
    ]),
    "a move after the end": ("kings", """
        players ann bob
        given dealer = bob
        given score of ann = 9
        start scoring
        ann: play 7♣
        """, ["ann may not play 7♣: the game is over"]),
    "an action of another place": ("boxes", BOXES_DEAL + "ann: draw", [
        "ann may not draw: nothing called `draw` can be chosen here", "ann may: bet 1..5, fold",
    ]),
    "what may be done after all": ("kings", KINGS_HAND + "ann may not play 7♦", [
        "ann may play 7♦ after all",
    ]),
    "another sentence of the same action": ("kings2", KINGS_HAND + """
        ann: play K♣
        bob may not play Q♥ "no queens"
        """, [
        "it is refused, but with another sentence", "expected: no queens",
        "came:     follow ♣ if you can", "this is what refuses it",
    ]),
    "a legal set": ("kings", KINGS_HAND + "ann: play K♣\nbob may only: play [7♣ Q♥]", [
        "bob has other moves than these", "expected: play Q♥, play 7♣",
        "came:     play 7♣, play A♣", "missing:  play Q♥", "too many: play A♣",
        "play Q♥ is refused: follow ♣ if you can",
    ]),
    "a legal range": ("boxes", BOXES_DEAL + "ann may only: bet 1..4, fold", [
        "expected: bet 1..4, fold", "came:     bet 1..5, fold", "too many: bet 5",
    ]),
    "a view": ("kings", KINGS_HAND + "bob sees hand of ann as [K♣ ? ?]", [
        "bob sees something else", "expected: [K♣ ? ?]", "came:     [? ? ?]",
    ]),
    "the order of a pile": ("boxes", BOXES_DEAL + "ann sees hand of boxes of ann as [2♠ A♠]", [
        "ann sees something else", "came:     [A♠ 2♠]",
    ]),
    "who is drawn at random": ("kings", """
        players ann bob
        pack A♠
        start match
        """, ["say who `dealer` is: it is random of seats",
            "write above `start match`, for example, `given dealer = ann`"]),
    "who is drawn at random, asked without play": ("kings", """
        players ann bob
        expect dealer is ann
        """, ["say who `dealer` is", "write above it, for example, `given dealer = ann`"]),
    "a shuffle without a pack": ("kings", """
        players ann bob
        given dealer = bob
        start match
        ann may play 7♠
        """, ["a shuffle comes before this, and no `pack` says how the cards lie", "this shuffle"]),
    "state of a phase that has not begun": ("kings", """
        players ann bob
        given dealer = bob
        given leader = ann
        pack A♠
        start match
        """, ["`leader` is set afresh whenever `one_hand` begins", "start one_hand"]),
    "state outside its range": ("kings", """
        players ann bob
        set worth = 2
        given score of ann = 90 + worth * 8
        expect score of ann is 106
        """, ["`score of ann` runs from 0 to 99, and 106 is outside"]),
    "a card that lies elsewhere": ("kings", """
        players ann bob
        given hand of ann = [K♣]
        given won of bob = K of ♣
        expect hand of ann is [K♣]
        """, ["K♣ lies somewhere else already"]),
    "a count that is not refused": ("kings", "players 4 refused", ["4 players are not refused"]),
    "options that are refused": ("kings", """
        players ann bob
        set worth = 9
        set goal = 2
        expect worth is 9
        """, ["these options are refused: a king may not be worth more than the goal"]),
    "a fault of the ruleset": ("kings", """
        players ann bob
        set worth = 9
        set goal = 20
        given score of ann = 90
        given won of ann = [K♣ K♥]
        start scoring
        """, [
        "the rules cannot go on here: ",
        "  the ruleset is at fault, or the example, by what it gives",
        "would be 108", "start scoring",
        "score of seat += worth *",
    ]),
    "a pack that nobody deals": ("kings", """
        players ann bob
        given leader = ann
        pack A♠ K♠
        start one_trick
        """, [
        "as the cards lie, the rules cannot go on here: nothing may be chosen here", "pack A♠ K♠",
        "none of it is dealt: no shuffle or deal follows `start one_trick`",
    ]),
    "state that nothing gives": ("kings", """
        players ann bob
        given hand of ann = [K♣]
        given hand of bob = [Q♣]
        start one_trick
        """, ["has no value yet", "nothing gives it above `start one_trick`"]),
    "a hand that was forgotten": ("kings", """
        players ann bob
        given dealer = bob
        given leader = ann
        given hand of ann = [K♣]
        start one_trick
        ann: play K♣
        """, [
        "as the cards lie, the rules cannot go on here: nothing may be chosen here",
        "  bob holds no card: the example gave none",
        "  bob may not play: hand of bob is empty",
    ]),
    "hands that no deal gives": ("kings3", """
        players ann bob
        given dealer = bob
        given leader = ann
        given hand of ann = [K♣ K♥]
        given hand of bob = [A♥]
        start all_tricks
        ann: play K♣
        bob: play A♥
        """, [
        "as the cards lie, the rules cannot go on here: nothing may be chosen here",
        "  bob holds no card",
        "  the ruleset is at fault, or the example, by what it gives",
        "  3 cards of 32 were given: the others lay in `stock`",
    ]),
    "a number below zero": ("kings", """
        players ann bob
        expect score of ann is -8
        """, ["score of ann = 0"]),
    "a value that is none": ("kings", """
        players ann bob
        start scoring
        expect suit of top of trick is ♥
        """, ["there is no top card: `trick` is empty"]),
    "the last of nobody": ("kings", """
        players ann bob
        start scoring
        expect score of last of (seats from ann where score of it > 50) is 1
        """, ["there is no last one: there are none"]),
}  # fmt: skip

MISTAKES = {  # told when the ruleset is read
    "players ann bob\nbob: play 7♣": "nothing is being played yet",
    "players ann bob\nstart match\ngiven dealer = ann": "comes too late",
    "players ann bob\nstart match\nann: play [7♣ 8♣]": "one move is made, and `[7♣ 8♣]` is several",
    "players ann bob\nstart match\nann: play": "`play` is said with card, here with 0 values",
    "players ann bob\nstart match\nann: play ann": "a card is wanted here, but `ann` is a seat",
    "players ann bob\nstart one_hands": "there is no phase called `one_hands`",
    "players ann bob\nstart one_hand of ann": "`one_hand` takes nothing, but 1 is given here",
    "players ann bob\ngiven plain of K = 3": "`plain of K` cannot be given",
    "players ann bob\ngiven stock = [K♣]": "`stock` starts with the pack",
    "players ann bob\nset dealer = ann": "`dealer` is state, no option",
    "players ann bob\ngiven goal = 3": "`goal` is an option",
    "players ann bob\ngiven dealer = zoe": "nobody called `zoe` plays in this example",
    "players ann bob\nexpect score of ann": "`expect` is followed by a question",
    "players ann bob\nplayers 3 refused": "who plays is said already",
    "players ann bob\nstart match\nplayers 3 refused": "who plays is said already",
    "players 4 refused\nplayers 3\nstart match": "who plays is said already",
    "players 4 refused\nexpect 1 is 2": "nothing is played here: 4 players are refused",
    "players ann bob\nset worth = 1\nset worth = 2": "`worth` is set already",
    "players ann bob\ngiven trump = ♥\ngiven trump = ♠": "`trump` is given already",
}


def example(title: str, lines: str) -> str:
    body = textwrap.indent(textwrap.dedent(lines).strip(), "  ")
    body = "\n".join(f"  {line.strip()}" for line in body.splitlines())
    return f'example "{title}"\n{body}\n'


@pytest.mark.parametrize("title", PASSES)
def test_an_example_that_passes(title, lay, small_games):
    game, lines = PASSES[title]
    ruleset = lay(small_games[game], example(title, lines))
    told = [as_text(found) for outcome in run_examples(ruleset) for found in outcome.findings]
    assert not told, "\n\n".join(told)


@pytest.mark.parametrize("title", FAILS)
def test_an_example_that_fails(title, lay, small_games):
    game, lines, phrases = FAILS[title]
    ruleset = lay(small_games[game], example(title, lines))
    (outcome,) = run_examples(ruleset)
    assert not outcome.passed
    told = "\n".join(as_text(found) for found in outcome.findings)
    assert told.startswith(f'example "{title}": '), told
    for phrase in phrases:
        assert phrase in f"{told}$", f"{phrase!r} is not said in:\n{told}"
    assert "-8 = -8" not in told


@pytest.mark.parametrize("lines", MISTAKES)
def test_a_mistake_in_an_example_is_told_before_it_is_run(lines, lay, small_games):
    from hoyle.interpreter.library.ruleset import RulesetError

    with pytest.raises(RulesetError, match=r".") as told:
        lay(small_games["kings"], example("mistaken", lines))
    assert MISTAKES[lines] in str(told.value)


def test_a_second_line_that_says_who_plays_is_one_mistake(lay, small_games):
    from hoyle.interpreter.library.ruleset import RulesetError

    lines = "players 4 refused\nplayers 3\nstart match"
    with pytest.raises(RulesetError) as told:
        lay(small_games["kings"], example("mistaken", lines))
    assert str(told.value).count("error[") == 1


def test_after_an_expectation_that_fails_the_others_are_asked_too(lay, small_games):
    lines = "players ann bob\nexpect worth is 1\nexpect worth is 3\nexpect goal is 1"
    (outcome,) = run_examples(lay(small_games["kings"], example("three", lines)))
    assert [found.span.text for found in outcome.findings] == [
        "expect worth is 1", "expect goal is 1",
    ]  # fmt: skip


def test_after_a_phase_that_has_not_ended_nothing_more_is_said(lay, small_games):
    lines = KINGS_HAND + "ann: play K♣\none_hand ends\nexpect tricks is 9"
    (outcome,) = run_examples(lay(small_games["kings"], example("unended", lines)))
    assert [found.says for found in outcome.findings] == ["`one_hand` has not ended"]
    lines = "players ann bob\ngiven dealer = bob\npack A♠\nstart one_hand\none_hand ends"
    (outcome,) = run_examples(lay(small_games["kings"], example("unended", lines)))
    told = as_text(outcome.findings[0])
    assert "turn\n  hand of seats = [" in told and "the loop goes on until this" in told


def test_what_has_been_told_is_not_told_of_the_next_line(lay, small_games):
    lines = KINGS_HAND + "ann may play A♠\nexpect worth is 1\nann: play A♠"
    (outcome,) = run_examples(lay(small_games["kings"], example("told", lines)))
    assert [found.span.text for found in outcome.findings] == [
        "ann may play A♠", "expect worth is 1",
    ]  # fmt: skip


def test_the_trace_of_a_law_has_the_names_of_the_example(lay, small_games):
    lines = KINGS_HAND.replace("ann", "zoe") + "zoe: play K♣"
    law = 'always "full": every seat in seats: size of hand of seat is 3\n'
    names = ("ann", "zoe", "ann")  # one machine serves them all
    text = "".join(
        example(f"{k} {name}", lines.replace("zoe", name)) for k, name in enumerate(names)
    )
    for outcome, name in zip(
        run_examples(lay(small_games["kings"], text + law)), names, strict=True
    ):
        [finding] = outcome.findings
        # it held as the cards were laid: that is no matter of theirs
        assert finding.lines == (f"{name}: size of hand of {name} = 2",)


def test_a_law_of_whole_deals_is_better_asked_at_a_phase_further_out(lay, small_games):
    lines = KINGS_HAND + "ann: play K♣\nbob: play A♣\ncat: play J♥"
    law = 'always "two tricks": tricks is 2\n'
    for at, advice in (("one_trick", "where those end, `at one_hand`"), ("one_hand", "")):
        text = law.replace(":", f" at {at}:", 1) + example("a trick", lines)
        (outcome,) = run_examples(lay(small_games["kings"], text))
        assert [one.lines[-1].endswith(advice) for one in outcome.findings] == [True] * bool(advice)
    end = "    if tricks is 2\n      end one_hand\n"
    for ends, places in ((end, r"an end at line \d+"), (end * 2, r"ends at lines \d+ and \d+")):
        early = ("    one_trick\n", f"    one_trick\n{ends}")
        text = law.replace(":", " at one_trick:", 1) + example("a trick", lines)
        (outcome,) = run_examples(lay(small_games["kings"], text, early))
        [told] = [one.lines[-1] for one in outcome.findings]
        assert re.search(f"`at one_hand`, and allow for {places}$", told)


def test_a_law_that_held_as_the_cards_were_laid_is_none_of_whole_deals(lay, small_games):
    lines = KINGS_HAND + "ann: play K♣\nbob: play A♣\ncat: play J♥"
    for many, advised in ((0, False), (2, True)):
        law = f'always "so many" at one_trick: tricks is {many}\n'
        ruleset = lay(small_games["kings"], law + example("a trick", lines))
        (outcome,) = run_examples(ruleset)
        told = "\n".join(as_text(finding) for finding in outcome.findings)
        assert 'always "so many"' in told
        assert ("whole deals" in told) is advised


def test_after_a_move_that_fails_nothing_more_is_said(lay, small_games):
    lines = KINGS_HAND + "ann: play A♠\nexpect worth is 1"
    (outcome,) = run_examples(lay(small_games["kings"], example("stopped", lines)))
    assert len(outcome.findings) == 1


def test_what_examples_have_seen_is_noted(lay, small_games):
    lines = KINGS_HAND + 'ann: play K♣\nbob may not play Q♥ "follow ♣ if you can"\nbob: play A♣'
    ruleset = lay(small_games["kings"], example("seen", lines))
    coverage = Coverage(ruleset.game)
    before = coverage.unseen()
    list(run_examples(ruleset, coverage))
    after = coverage.unseen()
    assert len(before["action"]) == len(before["refusal"]) == 1
    assert not after["action"] and not after["refusal"]


def test_what_only_an_example_reads_is_still_never_read(lay, small_games):
    from hoyle.dsl.report import Report
    from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully

    ruleset = lay(small_games["kings"], example("reads", "players ann bob\nexpect tricks is 0"))
    report = Report()
    inspect_fully(ruleset.path, "small.cards", report)
    told = [(p.code, p.span.text) for p in report.problems]
    assert told == [("N12", "trump"), ("N07", "tricks")]


def test_state_that_nothing_touches_is_never_used(lay, small_games):
    from hoyle.dsl.report import Report
    from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully

    ruleset = lay(small_games["kings"], "\nstate\n  marks: 0..9 = 0\n")
    report = Report()
    inspect_fully(ruleset.path, "small.cards", report)
    assert "`marks` is never used" in [told.title for told in report.problems]


def test_a_pack_that_was_drawn_from_is_shuffled_into_the_second(lay, small_games):
    early = (
        "match\n  shuffle stock\n  deal 4 each from stock to hand of seat for seat in seats\n",
        "match\n  deal 2 each from stock to hand of seat for seat in seats\n  shuffle stock\n"
        "  deal 2 each from stock to hand of seat for seat in seats\n",
    )
    lines = """
        players ann bob
        pack 7♠ 8♠ 9♠ 7♥
        pack 9♥ 9♥ 8♥ 8♥
        start match
        ann sees hand of ann as [7♠ 9♠ 9♥ 8♥]
        bob sees hand of bob as [8♠ 7♥ 9♥ 8♥]
        """
    (outcome,) = run_examples(lay(small_games["pairs"], example("early", lines), early))
    assert outcome.passed, "\n".join(as_text(found) for found in outcome.findings)


def test_a_card_of_a_pack_that_lies_elsewhere_is_told_with_its_place(lay, small_games):
    lines = """
        players ann bob
        given spare of bob = pack where it is 9♠
        pack 9♠
        start match
        """
    (outcome,) = run_examples(lay(small_games["pairs"], example("gone", lines)))
    (found,) = outcome.findings
    assert "9♠ is not there: it lies in spare of bob" in as_text(found)


SIDES = """\
edition 1
game "Sides"

players 4
sides 2, in turn

pack
  ranks 7 8 9

zones
  stock: Pile, face down, starts with the pack

state
  dealer: Seat = last of seats
  front: Side = side of dealer

match
  front = dealer
"""


def test_a_seat_and_its_side_are_told_apart(lay):
    lines = "players ann bob cat dan\ngiven front = ann\nexpect front is dealer"
    (outcome,) = run_examples(lay(SIDES, example("sides", lines)))
    told = as_text(outcome.findings[0])
    assert "side of dealer = bob and dan\n" in told
    assert "dealer = dan" in told.splitlines()[-1]


HEAPS = """\
edition 1
game "Heaps"

players 2

pack
  ranks 7 8

record Heap
  cards: Cards, face up

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner

state
  heaps: at most 2 Heap
  high: 0..9 = 8

match
  shuffle stock
  deal 2 each from stock to hand of seat for seat in seats
  new one in heaps
  new other in heaps
  for seat in seats
    choose seat
      lay card in hand of seat, heap in heaps
        move card to cards of heap
      bid amount in high + 1..9
        high = amount

"""


def test_a_record_is_named_by_its_number(lay):
    ruleset = lay(HEAPS, example("heaps", """
        players ann bob
        pack 7♠ 7♥ 8♠ 8♥
        start match
        ann may only: lay [7♠ 8♠] heap_1, lay [7♠ 8♠] heap_2, bid 9
        ann may not lay 7♠ heap_3 "that is not one of those to choose from"
        ann may not bid 4 "only 9 is possible"
        ann: lay 7♠ heap_2
        expect cards of last of heaps is [7♠]
        """))  # fmt: skip
    (outcome,) = run_examples(ruleset)
    assert outcome.passed, "\n".join(map(as_text, outcome.findings))


@pytest.mark.parametrize("word", ["heap", "heap_0", "hoop_1"])
def test_what_names_no_record(word, lay):
    from hoyle.interpreter.library.ruleset import RulesetError

    lines = f"players ann bob\nstart match\nann: lay 7♠ {word}"
    with pytest.raises(RulesetError, match=f"`{word}` is no heap"):
        lay(HEAPS, example("mistaken", lines))


SEEN = "given points of ann = 3\nstart callings\n"
OF_STATE = {
    "ann sees points of ann as 3\nbob sees points of ann as ?\nbob sees bold as none": "",
    "bob sees mood as meekly": "",
    "bob sees points of ann as 3": "expected: 3\ncame:     ?",
    "ann sees points of ann as ?": "expected: ?\ncame:     3",
    "ann sees points of ann as 4": "expected: 4\ncame:     3",
    "ann sees points of ann as [?]": "`points of ann` is a number",
    "ann sees hand of ann as 7♠": "what is seen of a zone stands in brackets",
    "ann sees points of ann as ♠": "a number is wanted here",
}


@pytest.mark.parametrize("lines", OF_STATE)
def test_what_a_seat_sees_of_state(lines, lay, small_games):
    from hoyle.interpreter.library.ruleset import RulesetError

    secret = ("points of Seat: 0..20 = 0", "points of Seat: 0..20 = 0, seen by owner")
    try:
        (outcome,) = run_examples(
            lay(small_games["pairs"], example("seen", "players ann bob\n" + SEEN + lines), secret)
        )
        told = "\n".join(as_text(found) for found in outcome.findings)
    except RulesetError as error:
        told = str(error)
    wanted = OF_STATE[lines]
    assert all(line in told for line in wanted.splitlines()) and bool(wanted) == bool(told), told


def test_of_many_moves_some_of_every_action_are_named(lay):
    rules = """\
state
  low_end: 0..99 = 0

match
  choose (first s in seats)
    limits low in 1..30, high in low..30
      low_end = low
    put n in 1..400
      must remainder(n, 5) is 0 "fives"
      low_end = 1
    pass
"""
    text = head("Limits") + rules
    (outcome,) = run_examples(
        lay(text, example("many", "players ann bob\nstart match\nann may only: pass"))
    )
    said = as_text(outcome.findings[0])
    assert "came:     limits 1 1..30, limits 2 2..30, " in said
    assert ", limits 19 19..30 and 11 more, put 5, put 10, " in said
    assert ", put 100 and 60 more, pass\n" in said


PATIENCE = head("Patience", "1")
PATIENCE += """\
  heap: Pile, face up

match
  move A♠ to heap
  shuffle stock
  choose
    turn
      move top of stock to heap

example "the first pack is for what comes before the shuffle"
  players ann
PACKS
  start match
  ann: turn
  expect heap is [A♠ 9♥]
"""


def test_where_cards_leave_before_the_shuffle_it_has_a_pack_of_its_own(tmp_path):
    path = tmp_path / "patience.cards"
    path.write_text(PATIENCE.replace("PACKS", "  pack A♠\n  pack 9♥"), encoding="utf-8")
    assert [result.passed for result in run_examples(hoyle.load(str(path)))] == [True]
    path.write_text(PATIENCE.replace("PACKS", "  pack 9♥"), encoding="utf-8")
    [result] = run_examples(hoyle.load(str(path)))
    [finding] = result.findings
    assert "no further `pack` says how it leaves the cards" in finding.says
    assert "the first says how they lie before" in [says for _, says in finding.also]
