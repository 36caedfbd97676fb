"""Records that moves can name: told, shown at the table and typed by the same names."""

import re

import pytest

from tests.heads import head

MELDS = head("Open Melds", "2", "7 8 9 10 J Q")
MELDS += """\
  hand of Seat: Cards, seen by owner, at most 12

record Meld
  cards: Cards, face up

state
  laid of Seat: at most 2 Meld

match
  move (pack where its rank is 7 or its suit is ♠) to hand of (first s in seats)
  move (pack where its rank is 8 and its suit is not ♠) to hand of (last of seats)
  for seat in seats
    turn of seat
  turn of (first s in seats)

phase turn(seat: Seat)
  repeat, however long
    choose seat
      lay cards in subsets(hand of seat, 3)
        must size of ranks of cards is 1 or suits of cards is [♠]  "of a rank or suit"
        new meld in laid of seat
        move cards to cards of meld
      add card in hand of seat, meld in laid of seats
        must suit of card in suits of cards of meld  "it does not fit"
        move card to cards of meld
      rest
        end turn

policy eager
  turn.lay
  turn.add
  turn.rest
"""
LAID = "lay 9S 8S 10S\nlay 7D 7H 7C\nadd JS meld-1\nrest\n"


@pytest.fixture
def play(hoyle, tmp_path, monkeypatch):
    """The lines of a game in which ann answers, and bob lays what he has."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "melds.cards").write_text(MELDS, encoding="utf-8")

    def answer(answers):
        done = hoyle("play", "melds.cards", "--seed", 1, "--policy", "eager", answers=answers)
        assert done.exit_code == 0, done.output
        return [line.strip() for line in done.stdout.replace("\n    ", " ").splitlines()]

    return answer


def test_a_move_tells_the_name_of_a_new_record_and_what_lies_there_once_it_has_grown(play):
    lines = play(LAID)
    assert "ann: lay 8♠ 9♠ 10♠ to meld-1" in lines
    assert "ann: lay 7♥ 7♦ 7♣ to meld-2" in lines
    assert "ann: add J♠ to meld-1: 8♠ 9♠ 10♠ J♠" in lines
    assert "bob: lay 8♥ 8♦ 8♣ to meld-3 · rest" in lines


def test_cards_of_a_move_that_come_to_a_record_with_others_are_told_there_once(hoyle, tmp_path):
    text = MELDS.replace(
        "        move cards to cards of meld\n",
        "        move cards to cards of meld\n        move top of stock to cards of meld\n", 1
    ).replace("at most 2 Meld", "at most 3 Meld")  # fmt: skip
    path = tmp_path / "melds.cards"
    path.write_text(text, encoding="utf-8")
    done = hoyle("run", path, "--seed", 1, "--policy", "eager")
    assert done.exit_code == 0, done.output
    assert re.search(r"lay (\S\S \S\S \S\S) → [^·]* to meld-1( ·|\n)", done.stdout), done.stdout
    assert not re.search(r"lay [^→·]* to meld-", done.stdout)


def test_the_place_of_anothers_record_is_told_once_with_its_owner(play, tmp_path):
    rules = MELDS.replace("suit of card in suits of cards of meld", "rank of card is J")
    (tmp_path / "melds.cards").write_text(rules, encoding="utf-8")
    told = play("rest\nadd JS meld-3\n")
    assert "ann: add J♠ to bob's meld-3: 8♥ 8♦ 8♣ J♠" in told


def test_the_table_shows_records_as_moves_name_them_and_their_cards_in_the_same_order(play):
    lines = play(LAID)
    at = lines.index("bob's meld-3: 8♥ 8♦ 8♣")
    assert lines[at - 2 : at] == ["your meld-1: 8♠ 9♠ 10♠ J♠", "your meld-2: 7♥ 7♦ 7♣"]
    assert lines[at + 1].startswith("1 add 7♠ meld-1 · ")


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("add 7S", "`add` wants one card and a meld; 1 was read: `7S`; "),
        ("add 7S 4", "`4` is not a meld; "),
    ],
)
def test_who_does_not_name_a_record_is_told_which_there_are(play, answer, says):
    there = "the melds: `meld-1` (your meld: 8♠ 9♠ 10♠), `meld-2` (your meld: 7♥ 7♦ 7♣)"
    lines = play(f"{answer}\nlay 8S 9S 10S\nlay 7D 7H 7C\n{answer}\n")
    told = [line for line in lines if says in line]
    assert told == [f"{says}there is no meld yet", f"{says}{there}"]


@pytest.mark.parametrize("name", ["meld-1", "your meld-1", "to ann's meld-1", "meld_1"])
def test_a_record_may_be_typed_as_it_is_told(play, name):
    assert "ann: add 7♠ to meld-1: 7♠ 8♠ 9♠ 10♠ J♠" in play(f"{LAID}add 7S {name}\n")


def test_a_meld_of_a_side_is_shown_with_its_seats_and_may_be_typed_so(play, tmp_path):
    rules = MELDS.replace("\nplayers 2\n", "\nplayers 4\n\nsides 2, in turn\n")
    rules = rules.replace("laid of Seat", "laid of Side").replace("laid of seats", "laid of sides")
    rules = rules.replace("laid of seat\n", "laid of side of seat\n")
    (tmp_path / "melds.cards").write_text(rules, encoding="utf-8")
    told = play(LAID.replace("meld-1", "ann and cat's meld-1"))
    assert "ann: add J♠ to meld-1: 8♠ 9♠ 10♠ J♠" in " · ".join(told)
    at = told.index("bob and dan's meld-3: 8♥ 8♦ 8♣")
    assert told[at - 1] == "ann and cat's meld-2: 7♥ 7♦ 7♣"


@pytest.mark.parametrize("name", ["add_to", "give_your", "to_your", "add_to_meld"])
def test_the_name_of_an_action_keeps_words_that_may_stand_before_a_record(play, tmp_path, name):
    action = "add card in hand of seat, meld in laid of seats"
    renamed = f"{name} meld in laid of seats, card in hand of seat"
    rules = MELDS.replace(action, renamed).replace("turn.add", f"turn.{name}")
    (tmp_path / "melds.cards").write_text(rules, encoding="utf-8")
    word = name.replace("_", "-")
    texts = (
        f"{word} meld-1 7♠",
        f"{name} to meld-1 7S",
        f"{name.replace('_', ' ')} your meld-1 7S",
    )
    told = [play(f"lay 8S 9S 10S\n{text}\n") for text in ("6", *texts)]
    assert any(f"6 {texts[0]} · " in line for line in told[0])
    assert all(f"ann: {word} 7♠ to meld-1: 7♠ 8♠ 9♠ 10♠" in lines for lines in told)


def test_a_kept_game_has_the_names_of_its_records(hoyle, play, tmp_path):
    told = play(f"{LAID}add 7S your meld-1\nsave kept.game\n")
    assert "ann: add 7S meld-1\n" in (tmp_path / "kept.game").read_text(encoding="utf-8")
    again = [line.strip() for line in hoyle("replay", "kept.game").stdout.splitlines()]
    line = "ann: add 7♠ to meld-1: 7♠ 8♠ 9♠ 10♠ J♠"
    assert line in told and line in again


def test_the_place_of_a_meld_of_another_seat_is_told_once(play, tmp_path):
    """Also where the melds are zones that a number tells apart, and no records."""
    rules = MELDS.replace("record Meld\n  cards: Cards, face up\n\n", "")
    rules = rules.replace("state\n  laid of Seat: at most 2 Meld\n", "").replace(
        "at most 12\n", "at most 12\n  meld(Seat, 1..2): Cards, face up\n"
    )
    rules = rules.replace("new meld in laid of seat\n        ", "")
    rules = rules.replace("cards of meld\n", "meld(seat, 1)\n").replace(
        "meld in laid of seats", "n in 1..2"
    )
    rules = rules.replace(
        '        must suit of card in suits of cards of meld  "it does not fit"\n', ""
    )
    rules = rules.replace("move card to meld(seat, 1)", "move card to meld(left of seat, n)")
    (tmp_path / "melds.cards").write_text(rules, encoding="utf-8")
    assert "ann: add J♠ to bob's meld 2" in play("add JS 2\n")


TRIES = head("Tries", "2", "7 8 9")
TRIES += """\
  hand of Seat: Cards, seen by owner

record Meld
  cards: Cards, face up

state
  laid of Seat: at most 2 Meld

state of try
  trial: at most 2 Meld
  done: yes or no = no

define one = first seat in seats where yes

match
  move (pack where its rank is 7 or its rank is 8) to hand of one
  try
  try

phase try
  repeat until done, however long
    choose one
      lay cards in subsets(hand of one, 4)
        must size of ranks of cards is 1
        new m in trial
        move cards to cards of m
      enough
        done = yes
        for m in trial
          new mine in laid of one
          move cards of m to cards of mine
      give_up
        done = yes
        move cards of trial to hand of one
{close}
"""
CLOSE = """\
      close meld in laid of one
        must cards of meld is not empty
        move cards of meld to hand of one
"""


@pytest.mark.parametrize(
    ("close", "trial", "laid"),
    [("", "meld 5 and meld 6", ""), (CLOSE, "meld-5 and meld-6", " to meld-1")],
)
def test_a_list_that_ends_with_its_phase_is_not_told_to_be_empty(
    close, trial, laid, hoyle, tmp_path, monkeypatch
):
    """Where its cards go is told, as outside an action."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tries.cards").write_text(TRIES.replace("{close}", close), encoding="utf-8")
    answers = "lay 7S 7H 7D 7C\nlay 8S 8H 8D 8C\ngive_up\nlay 8S 8H 8D 8C\nenough\n"
    done = hoyle("play", "tries.cards", "--seed", 1, answers=answers)
    assert "empty" not in done.stdout
    assert f"give-up → the cards of {trial} to hand" in done.stdout
    assert f"enough → 8♠ 8♥ 8♦ 8♣{laid}\n" in done.stdout


def test_what_one_side_has_had_is_shown_of_the_other_too(hoyle, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = head("Heaps").replace("\nplayers 2\n", "\nplayers 4\n\nsides 2, in turn\n")
    text += """\
  won of Side: Pile, face up

match
  choose (first s in seats)
    begin
  move 2 from stock to won of side of last of seats
  choose (first s in seats)
    go_on
  move won of side of last of seats to stock
  choose (first s in seats)
    finish
"""
    (tmp_path / "heaps.cards").write_text(text, encoding="utf-8")
    done = hoyle("play", "heaps.cards", "--seed", 1, answers="begin\ngo_on\nfinish\n")
    assert done.exit_code == 0, done.output
    empty = [line.strip() for line in done.stdout.splitlines() if "won of" in line]
    assert empty[-2:] == ["won of ann and cat: no cards", "won of bob and dan: no cards"]
