"""Every planted fault is found: the right property, on the right line, and made small.

The sizes to compare with were worked out by hand (see planted.py). How long the search takes stands
in docs/proof.md; a test asks no clock.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.report import Report
from hoyle.interpreter.cli.test import POSITIONS, ROUNDS
from hoyle.interpreter.hand_tables.inspect_tables import inspect_fully
from hoyle.interpreter.library.loader import load_untried as load
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.testing.examples import run_examples
from hoyle.interpreter.testing.findings import DOUBTS, Finding
from hoyle.interpreter.testing.random_games import BLOCK, Plan
from hoyle.interpreter.testing.rule_coverage import Coverage
from hoyle.interpreter.testing.search import Search, judge_ruleset
from hoyle.interpreter.testing.shrink.shrink import shrink_game
from tests.faults.planted import Planted, lines_of, planted

MOST_STEPS = 90  # of the search; a default run for ten player counts has 34
# What fails no run; a seat that never wins needs more games than a test can play.
DOUBTED = {"phantom", "reached"}
PLAYED = [f for f in planted() if f.property not in {"check", "example", *DOUBTS}]
# Made small in `make test` too: of each kind what takes least.
SMALL = {
    "bust_above_22", "chips_never_arrive", "leading_to_suit", "trick_taken_too_soon",
    "two_decisions_a_hand", "made_up_short", "stake_from_nowhere", "no_twist_into_a_pair",
}  # fmt: skip

# Found in `make test-long` only: what takes longest and leaves others of the same property.
LONG = {
    "no_twist_into_a_pair", "banker_must_beat_hands", "refused_without_a_word",
    "jack_of_trumps_leads", "banker_pays_on_credit", "stake_up_to_the_banker",
    "refusal_never_given", "bets_taken_back", "double_is_forgotten", "house_never_closed",
    "sentence_never_said", "ten_deals", "two_sevens_are_21", "a_sixth_card", "pause", "stick_above",
    "kitty_without_chips", "king_not_looked_at", "two_decisions_a_hand", "one_hand_only",
    "stakes_without_buys", "bank_hand_of_two", "buy_after_twist", "single_losses_forgotten",
    "dear_buy", "buy_three_times", "bust_above_22", "stake_from_nowhere", "side_bets_stay_behind",
    "first_imperial_no_row", "zetema_of_six", "two_turns_a_hand", "old_cards_do_not_fall",
    "bust_costs_double", "hearts_in_a_row", "melds_that_overlap", "spades_break_ties",
    "five_cards_win_nothing", "made_up_short", "assembly_of_jacks",
}  # fmt: skip


def in_time(faults: list[Planted]) -> list[object]:
    """The faults as parameters; those that take long are marked."""
    marks = pytest.mark.long
    return [pytest.param(f, marks=marks) if f.name in LONG else pytest.param(f) for f in faults]


def names(fault: Planted) -> str:
    """How pytest calls a fault."""
    return fault.name


def searched(ruleset: Ruleset, fault: Planted) -> Finding:
    """The search of `hoyle test` until it comes to the fault."""
    counts = tuple(ruleset.players)
    plan = Plan(counts, BLOCK * len(counts), rounds=ROUNDS, positions=POSITIONS)
    other = []
    search = Search(ruleset, plan, seconds=60.0)
    for number, outcome in enumerate(search.run(Coverage(ruleset.game))):
        for finding in outcome.findings:
            if finding.kind == fault.property and fault.line in lines_of(finding):
                return finding
            other.append(f"{finding.kind}: {finding.says} ({finding.span!r})")
        assert number < MOST_STEPS, f"not found; but {other}"
    raise AssertionError("an endless search has ended")


def line_of(finding: Finding) -> str:
    """The line that is blamed."""
    return finding.span.source.line_text(finding.span.line).strip()


@pytest.mark.parametrize("fault", in_time(PLAYED), ids=names)
def test_it_is_found_by_playing(fault: Planted, tmp_path: Path) -> None:
    ruleset = load(fault.plant(tmp_path))
    finding = searched(ruleset, fault)
    assert fault.about in finding.about
    if fault.name in SMALL:
        assert_small(ruleset, fault, finding)


@pytest.mark.long
@pytest.mark.parametrize("fault", [f for f in PLAYED if f.name not in SMALL], ids=names)
def test_it_is_made_small(fault: Planted, tmp_path: Path) -> None:
    ruleset = load(fault.plant(tmp_path))
    assert_small(ruleset, fault, searched(ruleset, fault))


def assert_small(ruleset: Ruleset, fault: Planted, finding: Finding) -> None:
    """At most twice the size that was worked out by hand, and still the same fault."""
    shown, by_hand = shrink_game(ruleset, finding), fault.smallest
    assert shown is not None
    assert shown.finding.key == finding.key
    assert shown.script.players <= 2 * by_hand.players
    moves, cards = len(shown.script.moves), shown.script.cards
    assert moves + cards <= 2 * (by_hand.moves + by_hand.cards), f"{moves} moves, {cards} cards"


@pytest.mark.parametrize(
    "fault", in_time([f for f in planted() if f.property == "example"]), ids=names
)
def test_an_example_notices_it(fault: Planted, tmp_path: Path) -> None:
    ruleset = load(fault.plant(tmp_path), examples=True)
    found = [one for outcome in run_examples(ruleset) for one in outcome.findings]
    fitting = [one for one in found if one.kind == "example" and fault.about in one.about]
    assert fault.line in [line_of(one) for one in fitting]


@pytest.mark.parametrize(
    "fault", in_time([f for f in planted() if f.property == "check"]), ids=names
)
def test_it_is_told_by_looking(fault: Planted, tmp_path: Path) -> None:
    word = fault.plant(tmp_path)
    path = word.partition(".cards")[0]
    report = Report()
    inspect_fully(Path(f"{path}.cards"), f"{fault.game}.cards", report)
    told = [problem for problem in report.in_order() if fault.code[:1] == problem.code[:1]]
    lines = [p.span.source.line_text(p.span.line).strip() for p in told if codes(fault, p.code)]
    assert fault.line in lines, [f"{p.code} {p.title} {p.span!r}" for p in report.in_order()]


def codes(fault: Planted, code: str) -> bool:
    """Whether a code is the one that was meant; `B?` is any of its kind that is new."""
    return code == fault.code or (fault.code.endswith("?") and code[0] == fault.code[0])


@pytest.mark.parametrize(
    "fault", in_time([f for f in planted() if f.property in DOUBTED]), ids=names
)
def test_it_is_told_as_a_doubt(fault: Planted, tmp_path: Path) -> None:
    ruleset = load(fault.plant(tmp_path), examples=True)
    verdict = judge_ruleset(ruleset, Plan(tuple(ruleset.players)[:1], 6 * BLOCK))
    if fault.about:
        assert any(fault.about in words for words, _, _ in verdict.never_asked())
        return
    spans = [one.span for one in verdict.doubts() if one.kind == fault.property]
    if fault.property == "reached":
        spans = [span for places in verdict.coverage.unseen().values() for _, span in places]
    assert fault.line in [span.source.line_text(span.line).strip() for span in spans]
