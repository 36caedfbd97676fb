"""The bot that searches: it finds what is best, and its choice depends on nothing it cannot see."""

from __future__ import annotations

import attrs
import pytest

import hoyle
from hoyle.dsl.machine import program as p
from hoyle.interpreter.native.kernel import compile_machine
from hoyle.interpreter.native.search_bot import SearchBot, can_search
from hoyle.interpreter.runtime.generator import Stream
from tests.heads import head

pytest.importorskip("llvmlite")

GUESS = head("Guess")
GUESS += """\
  hand of Seat: Cards, seen by owner
  trick: Pile, face up

state
  chips of Seat: 0..20 = 10

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      play card in hand of seat
        move card to trick
      pass
  if size of trick is 2 and rank of top of trick in [7, 8]
    pay 5 from chips of last of seats to chips of left of last of seats
  if size of trick is 2 and rank of top of trick in [Q, K, A]
    pay 5 from chips of left of last of seats to chips of last of seats

payoff of seat = chips of seat
"""


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "guess.cards"
    path.write_text(GUESS, encoding="utf-8")
    return hoyle.load(path).table(2, traced=False)


@pytest.fixture
def bot(table):
    return SearchBot(compile_machine(table.machine), 200)


@pytest.mark.parametrize("seed", range(6))
def test_the_last_to_play_plays_what_pays(seed, table, bot):
    position = table.start(seed)
    after = position.play(position.legal().kth(0))
    ranks = [after.text(move) for move in after.legal()]
    good = [text for text in ranks if text.split()[-1][0] in "QKA"]
    bad = [text for text in ranks if text.split()[-1][0] in "78"]
    chosen = after.text(after.legal().kth(bot.choose(after, Stream(seed, "search", 1))))
    assert chosen in good if good else chosen not in bad or len(bad) == len(ranks)


@pytest.mark.parametrize("seed", range(4))
def test_it_reads_nothing_that_its_seat_cannot_see(seed, table, bot):
    position = table.start(seed)
    machine = table.machine
    hand = next(z.slot for z in machine.zones if z.family == "hand" and z.index == (1,))
    stock, slots = machine.stock, list(position.slots)
    mine, below = slots[hand] & -slots[hand], slots[stock][0]
    slots[hand] = slots[hand] ^ mine | 1 << below
    slots[stock] = (mine.bit_length() - 1, *slots[stock][1:])
    other = attrs.evolve(position, slots=slots)
    assert other.view(0) == position.view(0) and other.bytes() != position.bytes()
    chosen = [bot.choose(one, Stream(seed, "search", 0)) for one in (position, other, position)]
    assert len(set(chosen)) == 1


@pytest.mark.parametrize(
    "laid", [{"pack": "AS 7S KS 8S QS 9S"}, {"pack": [["AS", "7S"], ["KS"]]}, {"seed": -5}]
)
def test_what_chance_was_told_to_bring_changes_nothing(laid, table, bot):
    position = table.start(**laid)
    free = attrs.evolve(position, chances=table.start(9).chances)
    chosen = [bot.choose(one, Stream(1, "search", 0)) for one in (position, free)]
    assert chosen[0] == chosen[1] and position.play(position.legal().kth(chosen[0])).seat == 1


def test_secrets_that_are_no_cards_cannot_be_dealt_again(tmp_path, table):
    assert can_search(table.machine)
    path = tmp_path / "secret.cards"
    text = GUESS.replace("state\n", "state\n  bid of Seat: 0..3 = 0, seen by owner\n")
    text = text.replace("      pass\n", "      pass\n        bid of seat = 1\n")
    path.write_text(text, encoding="utf-8")
    assert not can_search(hoyle.load(path).table(2).machine)


def test_a_row_of_slots_that_may_hold_hidden_cards_is_a_secret_as_a_whole(tmp_path):
    """Which slot of the row it is shows only in play: a decision may need another one."""
    path = tmp_path / "rows.cards"
    text = GUESS.replace("    choose seat\n", "")
    text = text.replace("  for seat in seats\n", "  choose together seat in seats\n")
    path.write_text(text, encoding="utf-8")
    machine = hoyle.load(path).table(2).machine
    hand = next(zone.slot for zone in machine.zones if zone.family == "hand")

    def reads(one, live):
        """The same machine, whose rows keep what `one` gives, and whose decision needs `live`."""
        nodes = [
            attrs.evolve(node, sealed=False, live=live) if isinstance(node, p.Choose)
            else attrs.evolve(node, value=one)
            if isinstance(node, p.Set) and node.ref.index is not None else node
            for node in machine.nodes
        ]  # fmt: skip
        return attrs.evolve(machine, nodes=tuple(nodes))

    rows = {one.ref.base for one in machine.nodes if isinstance(one, p.Set) and one.ref.index}
    hidden = p.Op("last_bit", (p.Get(hand),))
    assert rows and can_search(reads(p.Const(1), [base + 1 for base in rows]))
    for base in rows:
        assert not can_search(reads(hidden, [base])) and not can_search(reads(hidden, [base + 1]))


def test_a_row_that_a_block_keeps_for_itself_is_no_secret():
    assert can_search(hoyle.load("french-tarot").table(4, traced=False).machine)


def test_what_is_kept_of_a_hidden_card_cannot_be_dealt_again(tmp_path):
    path = tmp_path / "kept.cards"
    text = GUESS.replace(
        "  for seat in seats\n    choose",
        "  let one = top of stock\n  for seat in seats\n    choose",
    )
    kept = (
        "  if size of trick is 0 and showing of one and rank of one is A\n    move one to trick\n"
    )
    path.write_text(text.replace("\npayoff", kept + "\npayoff"), encoding="utf-8")
    assert not can_search(hoyle.load(path).table(2).machine)


def test_what_a_loop_over_hidden_cards_holds_is_a_secret(tmp_path):
    """Who is asked is open to all; the card of a loop is not, where its zone is not."""
    text = GUESS.replace(
        "  for seat in seats\n    choose seat\n      play card in hand of seat\n"
        "        move card to trick\n      pass\n",
        "  for held in hand of last of seats\n    choose left of last of seats\n      go_on\n"
        "    move held to trick\n",
    )
    path = tmp_path / "held.cards"
    path.write_text(text, encoding="utf-8")
    machine = hoyle.load(path).table(2).machine
    assert any(slot.name == "held" for slot in machine.slots) and not can_search(machine)
    by_seats = {slot.name for slot in machine.slots if slot.whose_turn}
    assert "who chooses" in by_seats and "members of held" not in by_seats
