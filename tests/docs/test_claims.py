"""What the manual says and no block can show: orders of moves, views, what is told, payoffs."""

from __future__ import annotations

import pytest

import hoyle
from tests.heads import head

HEAD = head("Claims", "3")
HEAD += """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up
  blind: Pile, face down
state
  score of Seat: 0..9 = 0
"""


@pytest.fixture
def begin(tmp_path):
    def begin(match, more="", head=HEAD):
        path = tmp_path / "claims.cards"
        path.write_text(f"{head}{more}match\n{match}", encoding="utf-8")
        return hoyle.load(path).table().start(seed=1)

    return begin


def moves(position):
    return [position.text(move) for move in position.legal()]


def seen(position, seat, zone):
    words = position.table.words
    [found] = [z for z in position.view(seat).zones if words.format_place(z.slot) == zone]
    return [words.format_card(card) if card is not None else "?" for card in found.cards]


def test_moves_stand_in_order(begin):
    position = begin(
        "  move [8♠ A♠ 7♥] to hand of last of seats\n"
        "  choose last of seats\n"
        "    bid low in 1..2, high in low..2\n"
        "    answer sure in [yes, no]\n"
        "    ask whom in seats after last of seats\n"
        "    name card in hand of last of seats\n"
        "    lay cards in subsets(hand of last of seats, 2)\n"
    )
    assert moves(position) == [
        "bid 1 1", "bid 1 2", "bid 2 2", "answer no", "answer yes", "ask ann", "ask bob",
        "name 8S", "name AS", "name 7H", "lay [8S AS]", "lay [7H 8S]", "lay [7H AS]",
    ]  # fmt: skip


def test_a_list_of_numbers_is_offered_as_it_is_written(begin):
    position = begin("  choose last of seats\n    say_one n in [5, 2, 3]\n")
    assert moves(position) == ["say-one 5", "say-one 2", "say-one 3"]


def test_of_cards_that_look_the_same_one_is_offered(begin):
    head = HEAD.replace("  ranks 7 8 9 10 J Q K A\n", "  ranks Q K\n  suits ♠\n  copies 2\n")
    position = begin(
        "  choose last of seats\n    take card in pack\n    pair cards in subsets(pack, 2)\n",
        head=head,
    )
    assert moves(position) == [
        "take QS", "take KS", "pair [QS KS]", "pair [QS QS']", "pair [KS KS']",
    ]  # fmt: skip
    assert position.parse("take QS'") == position.parse("take QS")


def test_a_refusal_is_the_first_line_that_removed_the_move(begin):
    position = begin(
        "  move [8♠ A♠ 7♥] to hand of last of seats\n"
        "  choose last of seats\n"
        "    play card in hand of last of seats\n"
        '      must card is not A♠ "not the ace"\n'
        '      must suit of card is ♠, if able "a spade"\n'
        '      must suit of card is ♦, if able "a diamond"\n'
    )

    def why(move):
        refusal = position.why_not(move)
        return refusal and position.table.words.format_sentence(refusal.pieces)

    assert [why(f"play {card}") for card in ("A♠", "7♥", "8♠")] == ["not the ace", "a spade", None]
    assert moves(position) == ["play 8S"]


def test_one_legal_move_is_asked(begin):
    position = begin("  choose last of seats\n    go_on\n")
    assert moves(position) == ["go-on"]


def test_together_nobody_is_told_before_all_have_chosen(begin):
    position = begin(
        "  choose together seat in seats\n    bid n in 1..3\n      score of seat = n\n"
        "  choose last of seats\n    go_on\n"
    )
    after_one = position.play("bid 3")
    registers = [value for _, value, _ in after_one.view(1).registers]
    assert registers == [value for _, value, _ in position.view(1).registers]
    told = [event.kind for event in after_one.events if event.kind != "choose"]
    assert told == []


def test_what_is_seen(begin):
    position = begin(
        "  move [8♠ A♠ 7♥] to hand of last of seats\n"
        "  move 3 from stock to blind\n"
        "  show 7♥\n"
        "  show top of blind to left of last of seats\n"
        "  move 1 from stock to blind face up\n"
        "  choose last of seats\n    go_on\n"
    )
    assert seen(position, 2, "hand of cat") == ["8S", "AS", "7H"]
    assert seen(position, 0, "hand of cat") == ["7H", "?", "?"]
    assert seen(position, 0, "blind") == ["?", "?", "TS", "JS"]
    assert seen(position, 1, "blind") == ["?", "?", "?", "JS"]
    assert seen(position, -1, "blind") == ["?", "?", "?", "JS"]
    assert len(seen(position, 1, "stock")) == 32 - 3 - 4


def test_a_shuffle_ends_a_showing(begin):
    position = begin(
        "  move 2 from stock to blind face up\n  shuffle blind\n  choose last of seats\n    go_on\n"
    )
    assert seen(position, 0, "blind") == ["?", "?"]


@pytest.mark.parametrize(
    ("win", "payoff", "winners", "takes"),
    [
        (True, False, (2,), [0, 0, 1]),
        (False, True, (), [4, 4, 4]),
        (True, True, (2,), [4, 4, 4]),
        (False, False, (), [0, 0, 0]),
    ],
)
def test_win_and_payoff(begin, win, payoff, winners, takes):
    position = begin(
        "  win last of seats\n" if win else '  say "over"\n',
        "payoff of seat = score of seat + 4\n" if payoff else "",
    )
    assert position.over
    assert position.winners == winners
    assert [position.payoff(seat) for seat in range(3)] == takes


def test_who_played_a_card_is_who_chose_it(begin):
    position = begin(
        "  move [8♠ A♠] to hand of last of seats\n"
        "  choose last of seats\n"
        "    play card in hand of last of seats\n"
        "      move card to heap\n"
        "    play_all\n"
        "      move hand of last of seats to heap\n"
        "  if player of top of heap is none\n"
        '    say "nobody"\n'
        "  else\n"
        '    say "{player of top of heap}"\n'
    )

    def says(move):
        return [
            position.table.words.format_sentence(event.sentence)
            for event in position.play(move).events
            if event.kind == "say"
        ]

    assert says("play 8S") == ["cat"]
    assert says("play-all") == ["nobody"]


STRIKE = "this version can do it now: strike it out in the manual, section 18"


def test_cards_are_laid_off(begin):
    position = begin(
        "  for plan in arrangements([7♠ 10♥], any_three, subsets([7♥ 8♥ 9♥], 3))\n"
        '    say "{size of rest of plan}"\n',
        "define any_three(cards: Cards) = size of cards >= 3\n",
    )
    said = sorted(event.sentence[0][0] for event in position.events if event.kind == "say")
    assert said == [0, 1, 1, 2]  # nothing laid off, either card, both


def test_a_record_is_read_back(begin):
    position = begin(
        "  new box in boxes\n  choose last of seats\n    take it_all in boxes\n",
        "record Box\n  stake: 0..9 = 0\nstate\n  boxes: at most 2 Box\n",
    )
    [move] = position.legal()
    assert position.parse(position.text(move)) == move
