"""Where the rules are at fault, native code says so as the interpreter does: text and place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.interpreter.library.loader import load_untried
from hoyle.interpreter.native import budget
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.kernel import Kernel, Status, compile_machine
from hoyle.interpreter.native.kernel_text import Result
from hoyle.interpreter.runtime.fault import RulesetFault, WorkSpent
from tests.heads import head

FindDifference = Callable[[Kernel, int], str]

GAME = head("Trouble", "2", "7 8 9", "♠ ♥")
GAME += """\
  heap: Pile, face up
  shelf: Pile, face up, at most 1
  hand of Seat: Cards, seen by owner
  place(0..9): Pile, face up

state
  round: 0..9 = 0
  lucky: Card or none = none

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  repeat 2 times
    for seat in seats
      choose seat
        play card in hand of seat{condition}
          move card to {to}
          {trouble}

phase turn(to: 0..8)
  round = to

define half(whole: 0..8) = whole / 2

table level(number: 0..8), first that fits
  number | is
  > 7    | 2
  -      | 1
"""

ROUND = "\n            round = 0"
TROUBLES = {
    "a number runs over": ("heap", "round += number of rank of card"),
    "a phase is given too much": ("heap", "turn(number of rank of card)"),
    "a define is given too much": ("heap", "round = half(number of rank of card)"),
    "a table is given too much": ("heap", "round = level of number of rank of card"),
    "nothing is divided by": ("heap", "round = 9 / (number of rank of card - 8 - round)"),
    "a zone is full": ("shelf", "round = 1"),
    "a value is missing": ("heap", "round = number of rank of lucky\n          lucky = card"),
    "a pile is empty": ("heap", "move top of shelf to stock"),
    "one of several piles is empty": ("heap", "move top of place(round) to stock"),
    "a loop has its bound": ("heap", "repeat until round > 1 at most 5 times" + ROUND),
}  # fmt: skip
CONDITIONS = {
    "nothing may be chosen": "must round > 5",
    "a condition fails": "must rank of card is rank of top of shelf",
    "a condition fails for some": "must number of rank of card > 9 / (number of rank of card - 8)",
}


def kernel_of(folder: Path, text: str) -> Kernel:
    path = folder / "trouble.cards"
    path.write_text(text, encoding="utf-8")
    return compile_machine(
        load_untried(path).table(2, traced=False).machine, hashed=True, best=False
    )


def faults_of(kernel: Kernel, find_difference: FindDifference, games: int = 20) -> set[str]:
    """What the faults of some games say; each is the interpreter's."""
    assert not any(find_difference(kernel, seed) for seed in range(games))
    return {fault.says for _, fault in kernel.play(0, 0, games).each_fault()}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_effects_fail_alike(
    trouble: str, tmp_path: Path, find_difference: FindDifference
) -> None:  # fmt: skip
    to, line = TROUBLES[trouble]
    text = GAME.format(condition="", to=to, trouble=line)
    assert faults_of(kernel_of(tmp_path, text), find_difference)


@pytest.mark.parametrize("trouble", CONDITIONS)
def test_conditions_fail_alike(
    trouble: str, tmp_path: Path, find_difference: FindDifference
) -> None:
    condition = f"\n          {CONDITIONS[trouble]}"
    text = GAME.format(condition=condition, to="heap", trouble="round = 1")
    assert faults_of(kernel_of(tmp_path, text), find_difference)


def test_an_endless_loop_is_left_to_the_interpreter(tmp_path: Path) -> None:
    line = "repeat until round > 1 at most 999999999 times" + ROUND
    kernel = kernel_of(tmp_path, GAME.format(condition="", to="heap", trouble=line))
    played = kernel.play(0, 0, 1)
    assert list(played.statuses) == [Status.FAULT]
    assert played.rows[Result.GIVEN_UP] == 1
    fault = played.find_fault(0)
    assert isinstance(fault, RulesetFault) and "goes on and on" in fault.says


NEVER = GAME.replace("zones\n", """options
  early: yes or no = no "may one stop early"

zones
""", 1).replace("      choose seat\n", """      choose seat
        stop_here
          must early is yes
          must round < 5 or rank of top of shelf is 7
          must lucky is none or size of hand of seat > 1
          end match
""", 1)  # fmt: skip


def test_a_condition_behind_one_that_never_holds(
    tmp_path: Path, find_difference: FindDifference
) -> None:
    text = NEVER.format(condition="", to="heap", trouble="round = 6")
    assert not faults_of(kernel_of(tmp_path, text), find_difference)


CLOSED = {  # what a condition that reads nothing of it keeps from being listed
    "too many ways": (
        "a in 0..9, b in 0..9, c in 0..9, d in 0..9, e in 0..9, f in 0..9", "must a + f > 3"
    ),
    "too many ways, amounts": (
        "a in 0..9, b in 0..9, c in 0..9, d in 0..9, e in 0..9, f in 0..9, g in 0..9", "must a > 3"
    ),
    "no bounds": ("a in 1..8 / round", "must round < 9"),
    "no set": ("a in hand of seat where number of its rank > 9 / round", "must rank of a is 7"),
}  # fmt: skip


@pytest.mark.parametrize("kind", CLOSED)
def test_what_nothing_may_be_chosen_for_is_not_listed(
    kind: str, tmp_path: Path, find_difference: FindDifference
) -> None:
    chosen, condition = CLOSED[kind]
    more = f"      choose seat\n        lay {chosen}\n          {{closed}}{condition}\n"
    text = GAME.replace("      choose seat\n", f"{more}          round = 1\n")
    for closed, fails in (("", True), ("must size of heap > 99\n          ", False)):
        rules = text.format(condition="", to="heap", trouble="round = 0", closed=closed)
        # the interpreter lists 50,000 candidates before it gives up
        faults = faults_of(kernel_of(tmp_path, rules), find_difference, games=2)
        assert bool(faults) is fails
    position = load_untried(tmp_path / "trouble.cards").table(2).start(pack="7S 8S 9S 7H 8H 9H")
    values = "9H" if kind == "no set" else " ".join("1" * chosen.count(" in "))
    assert str(position.why_not(f"lay {values}")) == "it is asked that size of heap > 99"


def test_what_has_no_native_form_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "MAX_ROUNDS", 0)
    dear = "count one in heap where any other in heap where one is other and round > 2"
    text = GAME.format(condition="", to="heap", trouble=f"round = smaller(9, {dear})")
    with pytest.raises(CannotLower, match=r"so much work .*, most of all in trouble") as found:
        kernel_of(tmp_path, text)
    line = int(str(found.value).split("trouble.cards:")[1].split(":")[0])
    assert "smaller(9" in text.splitlines()[line - 1]


STUCK = head("Stuck", "2", "2 3 4 5 6 7 8 9 10 J Q K A")
STUCK += """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

match
  shuffle stock
  deal 5 each from stock to hand of seat for seat in seats
  repeat until hand of seats is empty, however long
    for seat in seats
      choose seat
        lay card in hand of seat, n in 1..9
          must n > 9 "not there"
          move card to heap
        otherwise
          say "{seat} passes"
"""


def test_choices_that_nobody_can_make_are_no_choices_too_many(tmp_path: Path) -> None:
    """The loop that goes round is at fault, and not how much is tried at each choice in it."""
    kernel = kernel_of(tmp_path, STUCK)
    fault = kernel.play(0, 0, 1).find_fault(0)
    assert isinstance(fault, RulesetFault)
    assert fault.says == "this goes on and on: nobody can do anything any more"
    assert fault.span.text.startswith("hand of seats is empty")


ASKS_NOBODY = (
    STUCK.split("match\n")[0]
    + """\
state
  passes: 0..4 = 0

match
  repeat until any seat in seats where size of hand of seat > 30, however long
    one_deal

phase one_deal
  gather into stock
  shuffle stock
  deal 20 each from stock to hand of seat for seat in seats
  for seat in seats, round and round until passes is 2 at most 20 times
    choose seat
      pass
        passes += 1
"""
)


def test_deals_in_which_nobody_is_asked_are_no_work_too_large(tmp_path: Path) -> None:
    """The loop of the deals is at fault, and no line that counts or moves much."""
    fault = kernel_of(tmp_path, ASKS_NOBODY).play(0, 0, 1).find_fault(0)
    assert isinstance(fault, RulesetFault)
    assert fault.says == "this goes on and on without a decision"
    assert fault.span.text.startswith("any seat in seats")


HEAVY = (
    STUCK.split("match\n")[0]
    + """\
state
  n: 0..99 = 0

match
  repeat until n is 5, however long
    {asks}
    {heavy}
"""
)
ASKS = "choose (first s in seats)\n      go\n        n += 1"
LARGE = "n = smaller(n, total (total 1 for b in 1..1500) for a in 1..1500)"
RATHER_LARGE = "n = smaller(n, total (total 1 for b in 1..300) for a in 1..300)"


@pytest.mark.parametrize(("asks", "heavy"), [(ASKS, LARGE), ('say "well"', RATHER_LARGE)])
def test_a_line_that_does_too_much_is_told_and_not_the_loop_around_it(
    tmp_path: Path, asks: str, heavy: str
) -> None:
    fault = kernel_of(tmp_path, HEAVY.format(asks=asks, heavy=heavy)).play(0, 0, 1).find_fault(0)
    assert isinstance(fault, RulesetFault)
    assert fault.says.startswith("the rules go through more than 2,000,000 things")


BETWEEN = ("shuffle heap", 'say "next"', 'repeat 1 times\n        say "next"')


@pytest.mark.parametrize("line", BETWEEN)
def test_what_comes_back_as_it_was_is_at_fault_at_once(tmp_path: Path, line: str) -> None:
    """The loop goes on `however long`; and a shuffle of no cards is no chance."""
    text = STUCK.replace("      choose seat\n", f"      {line}\n      choose seat\n")
    path = tmp_path / "stuck.cards"
    path.write_text(text, encoding="utf-8")
    table = load_untried(path).table(2)
    with pytest.raises(WorkSpent, match="nobody can do anything any more"):
        table.start(1)
    assert table.left_at is not None and len(table.left_at.events) < 60
    (status,) = kernel_of(tmp_path, text).play(0, 0, 1).statuses
    assert status == Status.FAULT


def test_a_shuffle_that_spends_the_last_of_the_work_is_not_at_fault(tmp_path: Path) -> None:
    """Where nobody could do anything for long, the loop is, whatever there is between."""
    text = STUCK.replace("      choose seat\n", "      shuffle stock\n      choose seat\n")
    text = text.replace('          say "{seat} passes"\n', "")
    path = tmp_path / "stuck.cards"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(WorkSpent, match="nobody can do anything any more") as fault:
        load_untried(path).table(2, traced=False).start(1)
    assert fault.value.span.text.startswith("hand of seats is empty")
