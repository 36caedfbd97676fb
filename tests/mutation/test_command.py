"""`hoyle test --mutate`: what was missed is listed, what was noticed is only counted."""

import json
import signal
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from hoyle.interpreter.cli.main import main
from hoyle.interpreter.cli.mutate import weigh_time
from hoyle.interpreter.mutation import run_mutant as trying
from hoyle.interpreter.mutation import score

PAIRS = Path(__file__).parent / "pairs.cards"
ROW = "  up   | A            | 3"


@pytest.fixture
def few(monkeypatch):
    """Only the changes of one number, and of a step that no example comes to; one process."""
    whole = trying.find_mutants

    def some(ruleset, operators):
        lines = [ROW, "    dealer = right of dealer"]
        text = ruleset.source.text
        at = [1 + text[: text.index(line)].count("\n") for line in lines]
        kinds = ("one more", "swaps left and right", "drops `right of`")
        return [
            one
            for one in whole(ruleset, operators)
            if one.span.line in at and one.operator in kinds
        ]

    monkeypatch.setattr(trying, "find_mutants", some)


def called(*words):
    return CliRunner().invoke(main, ["test", str(PAIRS), *words])


def test_what_nothing_notices_is_listed(few):
    done = called("--mutate")
    assert done.exit_code == 0
    assert "dealer = right of dealer" in done.stdout
    assert "swaps left and right" in done.stdout and "drops `right of`" in done.stdout
    assert ROW not in done.stdout  # the example that counts an ace notices it
    assert "  noticed: 1 (1 by an example)" in done.stdout
    assert "  noticed by nothing: 2" in done.stdout
    assert "1 of 3 changes of the game are noticed: 33 %" in done.stdout


def test_the_same_for_a_program(few):
    (facts,) = json.loads(called("--mutate", "50", "--seed", "4", "--json").stdout)["rulesets"]
    assert (facts["game"], facts["asked_for"], facts["tried"], facts["seed"]) == ("pairs", 3, 3, 4)
    assert facts["counts"]["example"] == 1
    assert facts["counts"]["missed"] == 2
    found = [(one["change"], one["found"]) for one in facts["outcomes"]]
    assert found[0] == ("one more", "example")
    assert found[1:] == [("swaps left and right", "missed"), ("drops `right of`", "missed")]
    line = 1 + PAIRS.read_text(encoding="utf-8").split(ROW)[0].count("\n")
    assert facts["outcomes"][0]["line"] == line


@pytest.mark.parametrize("words", [("--policy", "low"), ("--set", "deals=3"), ("--keep",)])
def test_what_changes_make_nothing_of_is_refused(few, words):
    done = called("--mutate", *words)
    assert done.exit_code == 2
    assert f"{words[0]} does not go with --mutate" in done.output


def test_without_time_nothing_is_claimed(few):
    done = called("--mutate", "--seconds", "0")
    assert done.exit_code == 3
    assert "none tried of 3 (seed 0): there was no time" in done.stdout


def test_a_variant_of_few_changes_gets_its_time_too():
    base, *variants, none = weigh_time([100, 2, 2, 0])
    assert none == 0 and variants[0] == variants[1]
    assert 0.15 < variants[0] / (base + sum(variants)) < 0.2


def test_what_was_found_is_kept_when_somebody_stops_it(few, monkeypatch):
    whole = score.map_parallel

    def stopped(*words, **how):
        yield next(iter(whole(*words, **how)))
        raise KeyboardInterrupt

    monkeypatch.setattr(score, "map_parallel", stopped)
    # what an example notices is tried first; the game is not begun a second time
    done = called(str(PAIRS), "--mutate", "--seed", "3", "--seconds", "600")
    assert done.exit_code == 130
    assert done.stdout.count("1 tried of 3 (seed 3); 2 not at all: there was no time") == 1
    assert done.stdout.count("  it was interrupted here\n") == 1


def test_examples_must_hold_before_anything_is_changed(tmp_path):
    place = tmp_path / "pairs.cards"
    text = PAIRS.read_text(encoding="utf-8")
    place.write_text(text.replace("expect score of ann is 3", "expect score of ann is 4"))
    done = CliRunner().invoke(main, ["test", str(place), "--mutate", "5"])
    assert done.exit_code == 1
    assert 'the example "an ace counts three" does not hold' in done.output


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nothing can tell the time here")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_change_that_takes_long_is_given_up_when_the_time_is_up(few, monkeypatch, jobs):
    monkeypatch.setattr(trying.MutantRunner, "try_quickly", lambda self, change: time.sleep(60))
    began = time.monotonic()
    done = called("--mutate", "--seconds", "1", "--jobs", jobs)
    assert time.monotonic() - began < 30
    assert "changes: none tried of 3 (seed 0): there was no time" in done.stdout
    assert done.exit_code == 3


VARIANT = """
variant long_pairs "Long Pairs" of pairs
  default goal = 5

  example "nobody has points yet"
    players ann bob
    expect score of ann is {}
"""


def test_an_example_of_a_variant_must_hold_before_the_game_is_changed(tmp_path):
    """And the command that is named finds it in its file."""
    place = tmp_path / "pairs.cards"
    place.write_text(PAIRS.read_text(encoding="utf-8") + VARIANT.format(1))
    done = CliRunner().invoke(main, ["test", str(place), "--mutate", "5"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert f"`hoyle test {place}:long-pairs` tells why" in done.output


def test_the_time_is_shared_with_the_variants_of_the_file(tmp_path, monkeypatch):
    """By how much is changed: what a variant shares with its game is changed there only."""
    place = tmp_path / "pairs.cards"
    text = PAIRS.read_text(encoding="utf-8")
    place.write_text(text + VARIANT.format(0))
    shares, lines = [], []

    def scored(trials, many, seed, jobs, share):
        shares.append(share.until - share.began)
        lines.append({change.span.line for change in trials.changes})
        yield score.Score(0, 0, seed)

    monkeypatch.setattr(score, "score_mutants", scored)
    CliRunner().invoke(main, ["test", str(place), "--mutate", "5", "--seconds", "600"])
    first, second = shares
    assert 300 < first < 420 and 400 < second < 601
    (own,) = lines[1]
    assert own == text.count("\n") + 3 > max(lines[0])
