"""Amounts as a transcript tells them: they add up to what was paid, with what it was for."""

import re
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

import hoyle
from hoyle.interpreter.cli.main import main
from hoyle.interpreter.narration import transcript
from hoyle.interpreter.narration.amounts import find_reason
from hoyle.interpreter.runtime import events as e
from tests.heads import head
from tests.shipped import SOME

PAYMENT = re.compile(r"([\w' ,]+?) pays? (\w[\w',> -]*?) (\d+)( each)?(?= from| \(| ·|,|$)", re.M)

FURTHER = re.compile(r"(\w[\w',> -]*?) (\d+)( each)?(?: \(.*)?$")  # paid by the one just told


def _name_those_with_payments() -> list[str]:
    """By their texts and those of their libraries: to load all games takes seconds."""
    texts = {path.stem: path.read_text("utf-8") for path in Path("rulesets").glob("*/*.cards")}
    pays = {name for name, text in texts.items() if re.search(r"^ +pay ", text, re.M)}
    uses = {name for name, text in texts.items() if pays & {*re.findall(r"(?m)^use (\w+)", text)}}
    return sorted((pays | uses) & {*hoyle.shipped()})


def _split(names: str, seats: list[str]) -> list[str]:
    return seats if names == "all" else re.split(r", | and ", names)


def _read_payments(text: str, seats: list[str]) -> Counter[str]:
    """What each has gained by the payments that a transcript tells."""
    found: Counter[str] = Counter()
    for line in text.splitlines():
        givers = list[str]()
        for part in re.split(r" · | → ", line):
            if (told := PAYMENT.search(part)) is not None:
                givers, *paid = _split(told[1].strip(), seats), told[2], told[3]
            elif givers and (told := FURTHER.fullmatch(part)) is not None:
                paid = [told[1], told[2]]
            else:
                givers = []
                continue
            for one in givers:
                for other in _split(paid[0], seats):
                    found[one.rpartition(": ")[2]] -= int(paid[1])
                    found[other] += int(paid[1])
    return found


def _find_jumps(events, held):
    """Where what is told to change does not begin with what was told before: `held`."""
    for event, _ in events:
        changes = []
        if isinstance(event, e.ChipsPaid) and event.from_ != event.to:
            ends = (event.from_, -event.amount), (event.to, event.amount)
            changes = [
                (place, new if new is None else new - change, new)
                for (place, change), new in zip(ends, event.held, strict=True)
            ]
        elif isinstance(event, e.RegisterSet):
            changes = [(event.place, event.old if event.add else None, event.new)]
        for place, old, new in changes:
            if None not in (held.get(place), old) and held[place] != old:
                yield place, held[place], event
            held[place] = new


def _find_torn(caused, joined, blocks):
    """Lines of the rules that give several points, of which some are told there and some not."""
    given, told = ({}, {})
    for events, found in ((caused, given), (joined, told)):
        for event, choice in events:
            if isinstance(event, e.RegisterSet) and event.old != event.new and choice is None:
                found.setdefault(event.span, set()).add(event.place)
    for line, places in given.items():
        beside = {
            place for other in told if blocks.share_round(line, other) for place in told[other]
        }
        if told.get(line) and not places <= told[line] | beside:
            yield line


@pytest.fixture
def sums(monkeypatch):
    """What is paid wherever events are joined: `paid`; `wrong` is what does not add up."""
    join_events, found = transcript.join_events, SimpleNamespace(paid=set(), held={}, wrong=[])
    found.torn = []

    def count(events, sign, net):
        for event, _ in events:
            if isinstance(event, e.ChipsPaid):
                net[event.from_] -= sign * event.amount
                net[event.to] += sign * event.amount

    def compare(caused, *rest):
        caused, net = [*caused], Counter()
        joined = join_events(caused, *rest)
        count(caused, 1, net)
        count(joined, -1, net)
        assert not any(net.values())
        found.paid |= {*net}
        lasts = rest[4].__self__._is_lasting  # others begin anew with their phase
        found.wrong += [jump for jump in _find_jumps(joined, found.held) if lasts(jump[0])]
        found.torn += _find_torn(caused, joined, rest[0])
        return joined

    monkeypatch.setattr(transcript, "join_events", compare)
    return found


SEEDS = [pytest.param(seed, marks=[pytest.mark.long] * (seed > 0)) for seed in range(3)]


def half(names):
    """Every second of them in `make test`, the others in long runs."""
    return [pytest.param(name, marks=[pytest.mark.long] * (k % 2)) for k, name in enumerate(names)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", half(_name_those_with_payments()))
def test_joined_events_pay_what_all_events_pay(name, seed, sums):
    """And each change begins with what was told before."""
    assert CliRunner().invoke(main, ["run", name, "--seed", str(seed)]).exit_code == 0
    assert sums.paid and not sums.wrong and not sums.torn


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", half(sorted({*SOME} - {*_name_those_with_payments()})))
def test_points_that_one_line_gives_several_are_told_at_one_place(name, seed, sums):
    assert CliRunner().invoke(main, ["run", name, "--seed", str(seed)]).exit_code == 0
    assert not sums.torn


BONUS = """\
state
  turned: up or down = up
  score of Seat: 0..99 = 0
  tricks of Seat: 0..9 = 2

match
  one_game

phase one_game
  one_deal
  {between}
  for seat in seats
    {bonus}
  say "so"
  for seat in seats
    score of seat += 1
    if seat is two
      score of seat += 5

phase one_pause
  let nothing = 0

phase one_deal
  {points}
"""
POINTS = "for seat in seats\n    score of seat += tricks of seat"
GIVEN = "ann +2 → score 2 · bob +2 → score 2"


@pytest.mark.parametrize(
    ("between", "points", "bonus", "told"),
    [
        ("turned = down", POINTS, "if seat is two\n      score of seat += 9",
         [GIVEN, "turned: down", "bob +9 → score 11"]),
        ("one_pause", POINTS, "if seat is two\n      score of seat += 9",
         [GIVEN, "bob +9 → score 11"]),
        ("turned = down", "score of two += 2", "if seat is two\n      score of seat += 9",
         ["bob +2 → score 2", "turned: down", "bob +9 → score 11"]),
        ("one_pause", POINTS, "score of seat += 9",
         ["ann +11 → score 11 · bob +11 → score 11"]),
        ("score of one += 1", POINTS, "score of seat += 9",
         [GIVEN, "ann +10 → score 12 · bob +9 → score 11"]),
    ],
)  # fmt: skip
def test_a_bonus_of_another_line_is_no_part_of_what_all_have_got(between, points, bonus, told, run):
    """It is where it goes to all of them; and where one round has given the rest."""
    text = BONUS.format(between=between, points=points, bonus=bonus)
    lines = [line.strip() for line in run(text)]
    at = lines.index("so")
    assert lines[1:at] == told
    assert [line.split(" →")[0] for line in lines[at + 1 : at + 3]] == ["ann +1", "bob +6"]


COUNTED_AND_PAID = """\
state
  chips of Seat: 0..99 = 50

match
  for n in 1..3
    settle(one, two, n)
  say "so"
  for n in 1..3
    pay 1 from chips of two to chips of one
    chips of one += 1
    pay 1 from chips of one to chips of two

phase settle(winner: Seat, loser: Seat, n: 1..9)
  if n is 2
    pay 1 from chips of winner to chips of loser
    chips of loser += n
  else
    chips of winner += 1
"""


def test_what_is_counted_before_and_after_a_payment_is_told_apart(run, sums):
    """Counted by the same line: as one number, the payment between would be in it."""
    lines = run(COUNTED_AND_PAID)
    assert not sums.wrong
    assert lines[:3] == ["ann +1 → chips 51", "ann pays bob 1", "bob +2 → chips 53"]
    assert [line for line in lines if "+1" in line][2:] == [
        f"ann +1 → chips {held}" for held in (53, 54, 55)
    ]


def test_what_is_told_of_chips_adds_up_to_what_all_have_in_the_end(hoyle):
    """With splits, two boxes of one player win and lose the same."""
    for seed in range(12):
        words = ("blackjack", "--players", 3, "--seed", seed, "--set", "surrender=no")
        told = hoyle("run", *words).stdout
        end = re.search(r"^chips: ann (.*) · bob (.*) · cat (\S+)(?: · house (\S+))?$", told, re.M)
        net = _read_payments(told, ["ann", "bob", "cat"])
        assert [net[who] for who in ("ann", "bob", "cat")] == [*map(int, end.groups()[:3])], seed
        assert sum(int(held or 0) for held in end.groups()) == 0, seed


def test_rows_that_give_all_nothing_are_told_with_their_reason(run):
    lines = run("""\
state
  bid of Seat: 0..3 = 1
  score of Seat: 0..9 = 0

match
  choose one
    pass
  for seat in seats
    score of seat += worth of seat

table worth(seat: Seat), first that fits
  rule     | when             | points
  "missed" | bid of seat is 1 | 0
  "made"   | -                | 5
""")
    assert lines[1:3] == ["ann +0 (missed) → score 0", "bob +0 (missed) → score 0"]


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ("worth of one + carried", "ann +5 (made 2) → score 5"),
        ("carried + worth of one", "ann +5 (made 2) → score 5"),
        ("worth of one - 1", "ann +1 (made 2) → score 1"),
        ("gain of one", "ann +5 (made 2) → score 5"),
        ("named", "ann +5 (made 2) → score 5"),
        ("named * 1", "ann +5 → score 5"),  # else `×2` would be told of a sum
        ("carried - worth of one", "ann +1 → score 1"),  # the row has taken away
        ("worth of one * 2 + carried", "ann +7 → score 7"),  # the row gave 2, of which 4 came
        ("3 * worth of one", "ann +6 (made) → score 6"),
    ],
)
def test_a_row_to_which_something_is_added_is_told_with_what_it_gave(points, told, run):
    lines = run(f"""\
state
  carried: 0..9 = 3, not told
  score of Seat: 0..9 = 0

define gain(seat: Seat) = worth of seat + carried

match
  choose one
    pass
  let named = gain of one
  score of one += {points}

table worth(seat: Seat), first that fits
  rule   | when                | points
  "made" | hand of seat is empty | 2
  "lost" | -                   | 0
""")
    assert told in lines


def test_who_is_paid_the_same_twice_is_told_so_twice(run):
    lines = run("""\
state
  chips of Seat: 0..99 = 30
  house: -99..99 = 0

match
  for n in 1..2
    pay 10 from house to chips of one
  pay 10 from house to chips of two
  say "so"
  for n in 1..2
    pay 10 from chips of two to house
""")
    assert lines[0] == "house pays ann 10 · house pays ann and bob 10 each"
    assert lines[2] == "bob pays house 10 · bob pays house 10"


def test_a_sentence_with_another_number_that_is_equal_does_not_tell_a_payment(run):
    """Nor does one that tells of one seat where a line lets several pay."""
    rules = """\
state
  chips of Seat: -99..99 = 0
  pool: 0..99 = 0
  tricks of Seat: 0..9 = 5

match
  repeat 2 times
    one_deal
  say "{one} puts {tricks of one} in"
  for seat in seats
    pay tricks of one from chips of seat to pool

phase one_deal
  for seat in seats
    pay 5 from chips of seat to pool
  say "{one} has {tricks of one} tricks"
  pay pool from pool to chips of one
"""
    lines = [line.strip() for line in run(rules)]
    assert [line for line in lines if "5 each" in line] == [
        "ann and bob pay pool 5 each (now 10)"
    ] * 3


PAYS = """\
state
  chips of Seat: -999..999 = 0
  house: -999..999 = 0
  stakes: 1..100 = {stake}

ranking kind(cards: Cards), best first
  two   | size of cards is 2
  other | otherwise

table pays(mine: Kind, stake: 1..100), first that fits
  mine | when              | tenths
  two  | stake > 0         | 15
  -    | stake > 99        | 0
  -    | otherwise         | -10

define doubled(n: 1..100) = n > 0

table called(n: 1..100), first that fits
  when                  | points
  {when}                | 3
  otherwise             | 1

match
  move 2 from stock to hand of one
  move 1 from stock to hand of two
  for seat in seats
    let won = stakes * pays(kind(hand of seat), stakes) / 10
    pay won from house to chips of seat
  say "so"
  pay called(stakes) * stakes from chips of one to house

define kind_of(seat: Seat) = kind(hand of seat)
"""


@pytest.mark.parametrize("stake", [10, 50, 70])
def test_the_row_that_pays_is_told_whatever_the_stake(stake, run):
    lines = run(PAYS.format(stake=stake, when="n > 0"))
    [told, *_] = [line for line in lines if "pays ann" in line]
    assert f"house pays ann {stake * 3 // 2} (two)" in told


@pytest.mark.parametrize(
    ("when", "told"),
    [
        ("n > 0", ""),
        ("n > 0 and doubled of n", ""),
        ("doubled of n", " (doubled)"),
        ("kind(hand of two) is other and n > 0", ""),
        ("kind_of of two is other", " (other)"),
        ("stakes is n", ""),
    ],
)
def test_a_condition_of_the_rules_is_no_reason_but_a_name_is(when, told, run):
    assert f"ann pays house 30{told}" in run(PAYS.format(stake=10, when=when))


SUMS = """\
state
  score of Seat: -99..99 = 0

table bonus(seat: Seat), sum of all that fit
  rule    | when                   | points
  "long"  | size of hand of seat > 1 | {long}
  "short" | size of hand of seat < 9 | {short}

define twice(n: -99..99) = 2 * n

match
  move 2 from stock to hand of one
  score of one += twice(bonus of one)
"""


@pytest.mark.parametrize(
    ("long", "short", "told"),
    [(3, 4, "ann +14 (long 3, short 4, ×2)"), (3, -5, "ann -4 (long 3, short -5, ×2)")],
)
def test_rows_that_a_define_is_given_are_told_with_what_it_makes_of_them(long, short, told, run):
    assert any(told in line for line in run(SUMS.format(long=long, short=short)))


@pytest.mark.parametrize(
    ("long", "short", "told"),
    [(3, 4, "(long 3, short 4)"), (3, 0, "(long)"), (3, -5, "(long 3, short -5)")],
)
def test_a_payment_that_rows_add_up_to_is_told_with_all_of_them(long, short, told, run):
    """Not with the last of them, nor with one that is worth nothing."""
    text = SUMS.format(long=long, short=short)
    text = text.replace("score of one += twice(bonus of one)", "{}")
    text = text.replace("match\n", "match\n  score of two = 20\n")
    text = text.replace("{}", "pay bonus of one from score of two to score of one")
    amount = long + short
    payers = ("bob pays ann", "ann pays bob")[amount < 0]
    assert f"{payers} {abs(amount)} {told}" in "\n".join(run(text))


ODDS = """\
type Board = pope or ace or king

state
  chips of Seat: -99..99 = 20
  house: -99..99 = 0
  board of Board: 0..99 = 0

table odds(seat: Seat), first that fits
  {head}  | when        | points
  {one} | seat is {of} | {odds}
  {other} | otherwise   | 1

table dressing(place: Board), first that fits
  place     | points
  pope      | 6
  ace, king | 2

match
"""
PAY_ODDS = """\
  for seat in seats
    pay {times} * odds of seat from house to chips of seat
"""
DRESS = """\
  for place in Board
    for seat in seats
      pay dressing of place from chips of seat to board of place
"""


@pytest.mark.parametrize(
    ("words", "times", "told"),
    [
        ("seat - -", "2", ["house pays ann 6 · bob 2"]),
        ("seat - -", "(2 if seat is one else 6)", ["house pays ann and bob 6 each"]),
        ('rule "wide" "near"', "2", ["house pays ann 6 (wide)", "house pays bob 2 (near)"]),
    ],
)
def test_what_one_rule_pays_several_is_told_in_one_sentence(words, times, told, run):
    """Whether a table gives the amount or not; but payments of different reasons have lines."""
    heading, one, other = words.split()
    rules = ODDS.format(head=heading, one=one, other=other, odds=3, of="one")
    assert run(rules + PAY_ODDS.format(times=times))[: len(told)] == told


@pytest.mark.parametrize(
    ("times", "told"),
    [
        ("2", "house pays ann and bob 2 each (near)"),
        ("(2 if seat is one else 4)", "house pays ann 2 (near) · bob 4 (near)"),
    ],
)
def test_payments_of_the_same_reason_share_a_line(times, told, run):
    nobody = "two and chips of one is 0"
    rules = ODDS.format(head="rule", one='"wide"', other='"near"', odds=3, of=nobody)
    assert run(rules + PAY_ODDS.format(times=times))[0] == told


def test_who_pays_and_what_the_heaps_begin_with_is_said_once(run):
    """A cell of alternatives is no reason, nor the word that the heap's name has."""
    rules = ODDS.format(head="seat", one="-", other="-", odds=1, of="one")
    assert run(rules + DRESS)[0] == (
        "ann and bob pay board of pope 6 each (now 12) · ace and king 2 each (now 4 each)"
    )
    alone = run(rules + DRESS.replace("for seat in seats", "if yes").replace("of seat", "of one"))
    assert alone[0] == "ann pays board of pope 6 · ace and king 2 each"


FROM_OTHERS = head("From others", "4", "7 8 9")
FROM_OTHERS += """\

state
  chips of Seat: -99..99 = 0

define one = first seat in seats where yes

table odds(seat: Seat), first that fits
  rule   | when                | points
  "wide" | seat is DEAR of one | 2
  "near" | otherwise           | 1

match
  choose one
    lay
      for other in seats where other is not one
        pay odds of other from chips of other to chips of one
  say "so"
  for other in seats where other is not one
    pay odds of other from chips of other to chips of one
"""


@pytest.mark.parametrize(
    ("dear", "told"),
    [
        ("left", ["bob pays ann 2 (wide)", "cat and dan pay ann 1 each (near)"]),
        ("right", ["bob and cat pay ann 1 each (near)", "dan pays ann 2 (wide)"]),
        ("left of left", [
            "bob pays ann 1 (near)", "cat pays ann 2 (wide)", "dan pays ann 1 (near)",
        ]),
    ],
)  # fmt: skip
def test_what_several_pay_one_is_told_in_one_sentence(dear, told, hoyle, tmp_path):
    """Also where it comes of a move."""
    path = tmp_path / "others.cards"
    path.write_text(FROM_OTHERS.replace("DEAR", dear), encoding="utf-8")
    lines = hoyle("run", path, "--seed", 1).stdout.splitlines()
    assert lines[4 : 6 + len(told)] == [f"ann: lay → {', '.join(told)}", "so", *told]


SIDES = (
    head("Between sides", "4", "7 8").replace("\nplayers 4\n", "\nplayers 4\n\nsides 2, in turn\n")
    + """\

state
  tokens of Side: 0..9 = 5
  pot: 0..9 = 0

define one = first seat in seats where yes
define two = last of seats

match
  pay 2 from tokens of side of one to tokens of side of two
  say "so"
  for side in sides
    pay 1 from tokens of side to pot
  say "{side of two} gets {pot}"
  pay pot from pot to tokens of side of two
"""
)


def test_sides_pay_as_seats_do(hoyle, tmp_path):
    """What each of two sides pays stays apart: `each` would be of the seats."""
    path = tmp_path / "sides.cards"
    path.write_text(SIDES, encoding="utf-8")
    lines = hoyle("run", path, "--seed", 1).stdout.splitlines()
    assert "ann and cat pay bob and dan 2" in lines
    assert "ann and cat pay pot 1 · bob and dan pay pot 1 (now 2)" in lines
    assert not any("pot pays" in line for line in lines)


TOO_MUCH = (
    head("Too much", "2", "7 8")
    + """\

state
  chips of Seat: 0..25 = 20
  pot: 0..60 = 30

match
  one_deal
  divide_the_rest

phase one_deal
  choose last of seats
    go n in 1..4
      pay n from pot to chips of last of seats

phase divide_the_rest
  for seat in seats
    pay 4 from pot to chips of seat
"""
)


def test_a_payment_that_is_at_fault_has_not_been_made(hoyle, tmp_path):
    """What all have at the end of the phase before is what they had then; and whose is too much."""
    path = tmp_path / "too-much.cards"
    path.write_text(TOO_MUCH, encoding="utf-8")
    done = hoyle("run", path, "--seed", 1)
    assert done.exit_code == 1 and "  chips: ann 20 · bob 23\n" in done.stdout
    assert "`chips of seat` would be 27" in done.stderr
    assert done.stderr.splitlines()[-1] == "  chips of bob would be 27"
    assert "       chips of bob would be 26\n" in hoyle("test", path, "--games", 3).output


def test_what_is_announced_and_shown_of_a_side_is_told_once_as_of_a_seat(hoyle, tmp_path):
    """A number that is counted to it at once; its cards, of which a sentence tells."""
    rules = SIDES.partition("state\n")[0]
    rules += """\
zones
  laid of Side: Cards, face down

state
  points of Side: 0..99 = 0

match
  for side in sides
    move top of stock to laid of side
    announce cards_taken = 2 + size of laid of side
    points of side += cards_taken
    show laid of side
    say "{side} had {laid of side}"
"""
    path = tmp_path / "sides.cards"
    path.write_text(rules, encoding="utf-8")
    lines = hoyle("run", path, "--seed", 1).stdout.splitlines()
    assert lines[4:6] == ["ann and cat +3 (cards taken) → points 3", "ann and cat had 7♠"]


def test_of_a_table_that_was_asked_of_many_cards_no_row_is_the_reason_by_chance():
    rows = [("points", f"card {value}", value) for value in (5, 10, 10, 5, 20)]
    assert find_reason(rows[:2], [10]) == "card 10"
    assert find_reason(rows, [50]) == "card 5 10, card 10 20, card 20 20"
    assert find_reason(rows, [20]) == ""


def test_a_row_that_gave_nothing_is_no_reason_beside_others():
    """`sum of all that fit`, of which all rows give as many points as cards are held."""
    rows = (("points", "aces", 0), ("points", "tens", 0))
    assert find_reason(rows, [0]) == ""
    assert find_reason(rows[:1], [0]) == "aces"


def test_of_several_numbers_of_a_seat_it_is_told_which_one_chips_come_from(run):
    lines = run("""\
type Colour = red or black

state
  chips of Seat: 0..40 = 20
  prison(Seat, Colour): 0..20 = 0
  house: 0..99 = 0

state of one_deal
  stake(Seat, Colour): 0..20 = 0

match
  one_deal
  choose one
    go_on
      pay 4 from prison(one, black) to chips of one

phase one_deal
  pay 8 from chips of one to stake(one, black)
  pay 6 from chips of one to stake(one, red)
  choose one
    share
      pay 3 from stake(one, red) to house
      pay 3 from stake(one, red) to chips of one
      pay 8 from stake(one, black) to prison(one, black)
""")
    told = "\n".join(lines)
    assert "share → pays house 3 from stake red, takes back 3 from stake red" in " ".join(
        told.split()
    )
    assert ", prison black: 8" in told and "stake black: 0" not in told
    assert "ann: go-on → takes back 4 from prison black" in told


def test_behind_what_others_pay_who_moves_is_named_again(run):
    lines = run("""\
state
  chips of Seat: 0..50 = 20
  stake of Seat: 0..9 = 3

match
  choose one
    take
      pay 2 from chips of two to chips of one
      pay 1 from stake of one to chips of one
""")
    assert lines[0] == "ann: take → bob pays ann 2, ann: chips 23, stake 2"


def test_what_comes_back_after_a_part_of_the_match_is_paid_by_itself(run):
    lines = run("""\
state
  chips of Seat: 0..50 = 20
  pool: 0..99 = 0

match
  repeat 2 times
    one_deal
  pay 5 from pool to chips of one
  pay 5 from pool to chips of two

phase one_deal
  choose one
    nod
  pay 5 from chips of one to pool
""")
    told = [line.strip() for line in lines if "pays" in line]
    assert told == ["ann pays pool 5", "ann pays pool 5 (now 10)", "pool pays ann and bob 5 each"]


@pytest.mark.parametrize(
    ("fine", "told"), [("1", "bob pays ann 3 (the game 2)"), ("-6", "ann pays bob 4")]
)
def test_a_row_is_no_reason_for_what_is_paid_the_other_way_round(run, fine, told):
    lines = run(f"""\
state
  chips of Seat: 0..50 = 20
  fine: -9..9 = {fine}

table price(n: 1..9), sum of all that fit
  rule       | when  | chips
  "the game" | n > 0 | 2

match
  choose one
    nod
  let each = price(1) + fine
  pay each from chips of two to chips of one
""")
    assert any(line.strip() == told for line in lines), lines


def test_a_row_that_was_only_asked_is_no_reason_where_rows_without_words_gave_as_much(run):
    lines = run("""\
type Kind = fool or two or three

state
  score of Seat: 0..50 = 20

table worth(kind: Kind), first that fits
  kind | points
  fool | 5
  -    | 2 if kind is two else 3

match
  choose one
    nod
  score of two += smaller(worth(fool) + worth(two), worth(two) + worth(three))
""")
    assert any(line.strip() == "bob +5 → score 25" for line in lines), lines
