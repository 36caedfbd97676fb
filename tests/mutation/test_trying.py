"""What notices a change: an example, a law, play; and what is told of one that nothing notices."""

import signal
from itertools import count
from pathlib import Path
from time import process_time

import attrs
import pytest

from hoyle.interpreter.cli.mutate import _report_lines
from hoyle.interpreter.library.loader import load
from hoyle.interpreter.mutation import equivalence, run_mutant
from hoyle.interpreter.mutation.run_mutant import MutantRunner, TimeUp, limit_time
from hoyle.interpreter.mutation.score import Score, score_mutants
from hoyle.interpreter.testing.time_share import ALL_TIME, TimeShare


@pytest.fixture(scope="module")
def trials(pairs):
    return MutantRunner(pairs)


def outcome(trials, operator, line, says):
    """The one change that these words mean, tried."""
    found = [
        change for change in trials.changes
        if (change.operator, change.span.line, change.says) == (operator, line, says)
    ]  # fmt: skip
    assert len(found) == 1
    return trials.outcome(found[0])


def line_of(pairs, text):
    return 1 + pairs.source.text[: pairs.source.text.index(text)].count("\n")


def test_a_change_that_an_example_notices(trials, pairs):
    found = outcome(trials, "one more", line_of(pairs, "up   | A"), "`4`")
    assert (found.found, found.says) == ("example", "an ace counts three")


def test_a_change_that_only_a_law_notices(altered):
    told = altered(("  expect score of ann is 3\n", ""), ("goal + 2", "4"))
    found = outcome(MutantRunner(told), "one more", line_of(told, "up   | A"), "`4`")
    assert found.found == "law"
    assert found.says.startswith('always "nobody has more')


def test_a_change_that_does_not_hold_together(trials, pairs):
    found = outcome(trials, "drops a step", line_of(pairs, "gather into stock"), "dropped")
    assert found.found in ("example", "play")


def test_a_change_that_is_refused(trials, pairs):
    found = outcome(trials, "drops a step", line_of(pairs, "  win best"), "dropped")
    assert found.found != "refused"
    found = outcome(trials, "one less", line_of(pairs, "goal: 2..9"), "`2`")
    assert found.found == "refused"
    assert found.says.startswith("O02 ")


def test_a_change_that_nothing_notices_tells_what_differs(trials, pairs):
    found = outcome(trials, "drops a step", line_of(pairs, "  if size of heap"), "dropped")
    assert found.found == "missed"
    assert "instead of" in found.says or "another dealer" in found.says


def test_where_only_a_sentence_differs_that_is_told(altered):
    """It is no difference to the game; `expect say` would hold it fast."""
    told = altered(('    say "on we go"\n', '    if pot > 90\n      say "on we go"\n'))
    line = line_of(told, "    if pot > 90")
    found = outcome(MutantRunner(told), "asks no question", line, "always")
    assert found.found == "alike"
    assert "only what is told differs: " in found.says
    assert "on we go instead of nothing" in found.says


def test_what_an_example_comes_to_but_does_not_ask_is_told_with_its_line(altered):
    told = altered(("  expect score of ann is 3\n", ""), ("ann: lay A♥\n", "ann: lay A♥\n"))
    found = outcome(MutantRunner(told), "one more", line_of(told, "up   | A"), "`4`")
    assert found.found == "missed"
    line = line_of(told, "  ann: lay A♥")
    assert found.says == f'`score` is not the same at line {line}, in "an ace counts three"'


def test_a_line_of_another_file_is_told_with_its_file(altered, tmp_path):
    text = altered().source.text
    start, end = text.index('\nexample "a seven'), text.index("\nalways ")
    examples = text[start:end].replace("  expect score of ann is 3\n", "")
    place = tmp_path / "pairs-examples.cards"
    place.write_text(f"edition 1\nexamples of pairs\n{examples}", encoding="utf-8")
    rules = text[:start] + text[end:].replace("goal + 2", "4")
    (tmp_path / "pairs.cards").write_text(rules.partition("\nalways ")[0], encoding="utf-8")
    told = load(str(tmp_path / "pairs.cards"), examples=True)
    found = outcome(MutantRunner(told), "one more", line_of(told, "up   | A"), "`4`")
    line = place.read_text(encoding="utf-8").splitlines().index("  ann: lay A♥") + 1
    expected = f'`score` is not the same at pairs-examples.cards:{line}, in "an ace counts three"'
    assert (found.found, found.says) == ("missed", expected)


def test_what_may_be_agreed_is_a_part_of_the_game(trials, pairs):
    found = outcome(trials, "one less", line_of(pairs, "players 2"), "`1`")
    assert (found.found, found.says) == ("missed", "1 to 3 can play, and not 2 to 3")


def test_a_change_that_changes_no_game_is_told_apart(trials, pairs):
    # Ranks are not compared anywhere: the order is not asked.
    line = line_of(pairs, "order high")
    found = outcome(trials, "turns an order round", line, "turned round")
    assert (found.found, found.says) == (
        "alike", "no difference in 30 games, 30 of them to their end"
    )  # fmt: skip


@pytest.fixture(scope="module")
def marathon():
    """Three rounds in which one is played, and six hundred of them: the end comes late."""
    return load(str(Path(__file__).parent / "marathon.cards"))


def test_a_change_that_shows_at_the_end_alone_is_tried_in_games_that_come_to_it(marathon):
    found = outcome(
        MutantRunner(marathon), "says the contrary", line_of(marathon, "  win "), "`is`"
    )
    assert found.found == "missed"
    assert found.says.startswith("with 2 players, after 400 moves, who wins: ")


def test_where_no_game_comes_to_its_end_nothing_is_said_of_the_change(marathon, monkeypatch):
    monkeypatch.setattr(equivalence, "TO_THE_END", 200)
    found = outcome(
        MutantRunner(marathon), "says the contrary", line_of(marathon, "  win "), "`is`"
    )
    assert found == run_mutant.Outcome("untried", "no difference in 40 games, none to its end")


@pytest.fixture(scope="module")
def agreed(tmp_path_factory):
    """As many rounds as are agreed: in what is drawn they can be few, as it stands they are not."""
    text = (Path(__file__).parent / "marathon.cards").read_text(encoding="utf-8")
    text = text.replace("\nzones", '\noptions\n  rounds: 1..160 = 150 "rounds"\n\nzones', 1)
    place = tmp_path_factory.mktemp("agreed") / "marathon.cards"
    place.write_text(text.replace("for round in 1..200", "repeat rounds times"), encoding="utf-8")
    return load(str(place))


def test_a_default_is_tried_in_games_with_the_options_as_they_stand(agreed):
    found = outcome(MutantRunner(agreed), "one more", line_of(agreed, "rounds: "), "`151`")
    assert found.found == "missed"
    assert found.says.startswith("with 2 players, after 300 moves, ")


def test_where_no_game_with_the_options_as_they_stand_ends_nothing_is_said(agreed, monkeypatch):
    monkeypatch.setattr(equivalence, "TO_THE_END", 200)
    found = outcome(MutantRunner(agreed), "one more", line_of(agreed, "rounds: "), "`151`")
    assert found.found == "untried"
    assert found.says.endswith(" of them to their end, but none with the options as they are")


def test_nobody_has_to_notice_that_a_pile_is_not_shuffled(marathon):
    line = line_of(marathon, "shuffle stock")
    found = outcome(MutantRunner(marathon), "drops a shuffle", line, "dropped")
    assert found == run_mutant.Outcome("untried", run_mutant.NOT_ASKED["drops a shuffle"])


def test_what_one_may_do_is_told_as_far_as_one_can_read_it(altered):
    rules = (
        ("deal 2 each", "deal 6 each"),
        ("      pass\n", "      fold some in subsets(hand of seat, 3)\n      pass\n"),
    )
    old = altered(*rules)
    new = altered(*rules, ("hand of seat, 3)", "hand of seat, 2)"))
    says, _ = equivalence.compare_games(equivalence.Original(old), new)
    assert says is not None and " may ann fold: " in says
    assert says.count(" and 3 more instead of ") == 1 and says.endswith(" and 8 more")


def test_a_change_that_breaks_hoyle_itself_is_no_outcome(pairs, monkeypatch):
    runner = MutantRunner(pairs)

    def fail(*words):
        raise AssertionError("a mistake of Hoyle's")

    monkeypatch.setattr("hoyle.interpreter.mutation.run_mutant.run_example", fail)
    change = next(one for one in runner.changes if one.operator == "swaps two steps")
    assert runner.reach
    with pytest.raises(AssertionError, match="a mistake of Hoyle's") as found:
        runner.outcome(change)
    assert found.value.__notes__ == [f"with this change: {change.words}"]


VARIANT = """\
edition 1

variant short "Short pairs" of pairs
  set goal = 4

  example "it is short"
    players 2
    expect goal is 4
"""


def test_a_variant_is_changed_too_and_the_examples_of_its_base_notice_what_they_share(
    altered, tmp_path
):
    base = altered()
    place = tmp_path / "short.cards"
    place.write_text(VARIANT, encoding="utf-8")
    variant = load(str(place))
    row = line_of(base, "up   | A")
    assert outcome(MutantRunner(variant), "one more", row, "`4`").found != "example"
    runner = MutantRunner(variant, [base])
    found = outcome(runner, "one more", row, "`4`")
    assert (found.found, found.says) == ("example", "an ace counts three")
    (dropped,) = [change for change in runner.changes if change.variant == "short"]
    assert (dropped.operator, dropped.span.text) == ("drops a change", "set goal = 4")
    assert runner.outcome(dropped).says == "it is short"


# ---------------------------------------------------------------------- what takes too long


def test_a_change_that_never_ends_is_noticed(pairs, monkeypatch):
    runner = MutantRunner(pairs)

    def go_round(*words):
        while True:
            pass

    assert runner.reach
    monkeypatch.setattr(run_mutant, "run_example", go_round)
    monkeypatch.setattr(run_mutant, "MAX_SECONDS", 0.1)
    change = next(one for one in runner.changes if one.operator == "swaps two steps")
    assert runner.outcome(change) == run_mutant.Outcome(
        "play", "it has not ended after 0.1 seconds"
    )
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)


# ---------------------------------------------------------------------- a whole sample


AN_HOUR = TimeShare.lasting(3600)


def results(pairs, jobs, many=8, share=ALL_TIME):
    *_, last = score_mutants(MutantRunner(pairs), many, 3, jobs, share)
    return [(change.words, attrs.astuple(one)) for change, one in last.outcomes], last


@pytest.fixture(scope="module")
def alone(pairs):
    """The results of one process."""
    return results(pairs, 1)


@pytest.mark.usefixtures("two_cores")
@pytest.mark.long
def test_two_cores_find_the_same_as_one(pairs, alone):
    found, score = alone
    assert found == results(pairs, 2)[0]
    assert len(found) == 8
    assert not score.short


def test_when_time_is_up_what_was_found_is_kept(pairs, alone):
    found, score = results(pairs, 1, share=TimeShare.lasting(12, count().__next__))
    assert score.short
    assert set(found) < set(alone[0])
    assert found


def test_all_changes_are_held_against_the_examples_before_any_is_played(pairs, alone, monkeypatch):
    played = []

    def outcome(self, change):
        played.append(change)
        return run_mutant.Outcome("alike", "it was played")

    monkeypatch.setattr(MutantRunner, "outcome", outcome)
    *_, last = scores = list(score_mutants(MutantRunner(pairs), 8, 3, 1, AN_HOUR))
    by_example = [(words, found) for words, found in alone[0] if found[0] in ("example", "refused")]
    first = [(change.words, attrs.astuple(one)) for change, one in last.outcomes]
    assert [one for one in first if one[1][1] != "it was played"] == by_example
    assert len(played) == 8 - len(by_example) > 0
    assert not last.waiting
    assert len(scores) == 1 + 8 + len(played)  # those that wait are told of twice


def test_what_no_example_notices_and_nobody_has_played_is_told_apart(pairs, monkeypatch):
    monkeypatch.setattr(MutantRunner, "outcome", lambda self, change: time_is_up())
    scores = score_mutants(MutantRunner(pairs), 8, 3, 1, AN_HOUR)
    score = next(scores)
    with pytest.raises(run_mutant.NoTimeLeft):
        list(scores)
    assert score.waiting and score.outcomes and score.short
    assert len(score.waiting) + len(score.outcomes) == 8
    told = "\n".join(_report_lines(pairs, score))
    assert f"; {len(score.waiting)} only put to the examples, which do not notice them" in told
    assert "there was no time\n" not in told
    assert all(f"\n    {change.words}" in told for change in score.waiting.values())
    assert f"are noticed, and {len(score.waiting)} more were not tried in play" in told


def test_where_none_was_played_none_is_said_to_change_nothing(pairs):
    [one, other, *_] = MutantRunner(pairs).changes
    refused = run_mutant.Outcome(run_mutant.REFUSED, "it does not check")
    score = Score(3, 3, 0, found={0: (one, refused)}, waiting={1: other})
    *_, last = _report_lines(pairs, score)
    assert last == "  none was played: more are with more `--seconds`"
    score.waiting.clear()
    *_, last = _report_lines(pairs, score)
    assert last == "  none of them was found to change the game"


def time_is_up():
    raise run_mutant.NoTimeLeft


def test_a_change_that_takes_long_waits_until_the_others_have_been_looked_at(pairs, monkeypatch):
    runner = MutantRunner(pairs)
    assert runner.reach
    monkeypatch.setattr(run_mutant, "run_example", lambda *words: spin())
    monkeypatch.setattr(run_mutant, "QUICK", 0.1)
    change = next(one for one in runner.changes if one.operator == "swaps two steps")
    assert runner.try_quickly(change) is None


def spin():
    while True:
        pass


def test_the_share_is_of_changes_that_change_the_game(alone):
    _, score = alone
    counts = score.facts()["counts"]
    noticed = counts["example"] + counts["law"] + counts["play"]
    assert sum(counts.values()) == 8
    assert score.matter == noticed + counts["missed"]
    assert score.share == noticed / score.matter


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nothing can tell the time here")
def test_that_time_is_up_is_told_again_where_it_was_swallowed():
    heard, end = 0, process_time() + 5
    with pytest.raises(TimeUp), limit_time(0.05):
        while process_time() < end:
            try:
                while process_time() < end:
                    pass
            except TimeUp:
                heard += 1
                if heard == 2:
                    raise
    assert heard == 2


def test_a_difference_is_told_with_the_options_of_its_table(pairs):
    """So that it can be played again; those that stand as they do are not named."""
    place = (2, {"goal": 5, "way": 0, "quiet": 0})
    assert equivalence._name_options(pairs, place) == " (with goal=5)"
    assert equivalence._name_options(pairs, (2, {})) == ""
