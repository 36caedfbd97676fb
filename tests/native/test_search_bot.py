"""The bot that searches: it finds what is best, and its choice depends on nothing it cannot see."""

from __future__ import annotations

import attrs
import pytest

import hoyle
from hoyle.dsl.machine import program as p
from hoyle.interpreter.library.loader import load_untried
from hoyle.interpreter.native.hidden_state import can_search, find_hidden
from hoyle.interpreter.native.kernel import compile_machine
from hoyle.interpreter.native.search_bot import SearchBot, _replace
from hoyle.interpreter.runtime.bots import Manners
from hoyle.interpreter.runtime.generator import Stream
from tests import shipped
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
    return load_untried(path).table(2, traced=False)


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
    assert not can_search(load_untried(path).table(2).machine)


def test_a_row_of_slots_that_may_hold_hidden_cards_is_a_secret_as_a_whole(tmp_path):
    """Which slot of the row it is shows only in play: a decision may need another one."""
    path = tmp_path / "rows.cards"
    text = GUESS.replace("    choose seat\n", "")
    text = text.replace("  for seat in seats\n", "  choose together seat in seats\n")
    path.write_text(text, encoding="utf-8")
    machine = load_untried(path).table(2).machine
    hand = next(zone.slot for zone in machine.zones if zone.family == "hand")

    def reads(one, live):
        """The same machine, whose rows keep what `one` gives, and whose decision needs `live`."""
        nodes = [
            attrs.evolve(node, together=None, live=live) if isinstance(node, p.Choose)
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
    assert can_search(shipped.load("french-tarot").table(4, traced=False).machine)


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
    assert not can_search(load_untried(path).table(2).machine)


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
    machine = load_untried(path).table(2).machine
    assert any(slot.name == "held" for slot in machine.slots) and not can_search(machine)
    by_seats = {slot.name for slot in machine.slots if slot.whose_turn}
    assert "who chooses" in by_seats and "members of held" not in by_seats


# ---------------------------------------------------------------------- choices made together

ROSHAMBO = head("Signs", "3")
ROSHAMBO += """\
  hand of Seat: Cards, seen by owner
  laid of Seat: Cards, face down

type Sign = stone or paper or shears

state
  sign of Seat: Sign or none = none
  chips of Seat: 0..20 = 10

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  repeat 2 times
    all_show
  let hero = left of left of last of seats
  for seat in seats where seat is not hero
    if sign of hero is paper and sign of seat is stone
      pay 1 from chips of seat to chips of hero
    if sign of hero is shears and sign of seat is stone
      pay 1 from chips of hero to chips of seat

phase all_show
  choose together seat in seats
    show_sign named in Sign, card in hand of seat
      sign of seat = named
      move card to laid of seat

payoff of seat = chips of seat

policy stones
  all_show.show_sign when named is stone
"""


@pytest.fixture
def signs(tmp_path):
    path = tmp_path / "signs.cards"
    path.write_text(ROSHAMBO, encoding="utf-8")
    return load_untried(path).table(3, traced=False)


def find_move(position, words):
    return next(move for move in position.legal() if words in position.text(move))


@pytest.mark.parametrize("others", ["stone", "paper", "shears"])
def test_what_others_choose_at_the_same_time_is_thought_to_be_their_policy(signs, others):
    """The second seat does best against stones, whatever the first has really chosen."""
    bot = SearchBot(compile_machine(signs.machine, Manners("stones")), 400)
    position = signs.start(seed=3)
    for _ in range(4):  # the first seat of the second round has chosen too
        position = position.play(find_move(position, others))
    assert position.seat == 1
    chosen = position.legal().kth(bot.choose(position, Stream(1, "search", 4)))
    assert "paper" in position.text(chosen)


@pytest.mark.parametrize(
    ("name", "players", "begun"),
    [
        ("hearts", 4, 2), ("cribbage", 2, 1), ("goofspiel", 3, 1), ("cheat", 4, 1),
        ("baccarat", 3, 1),
    ],
)  # fmt: skip
def test_it_does_not_look_at_what_was_chosen_at_the_same_time(name, players, begun):
    """Worlds that look the same: other choices, and other cards where the seat sees none."""
    table = hoyle.load(name).table(players, traced=False)
    assert can_search(table.machine)
    first = table.start(seed=5)
    while not table.machine.nodes[first.at].sealed:
        first = first.play(first.legal().kth(0))

    def play(position, k):
        for _ in range(begun):
            position = position.play(position.legal().kth(k % position.legal().size))
        return position

    one, other = play(first, 0), play(first, -1)
    worlds = [one, other, play(turn_hidden(first, one.seat), 1)]
    assert all(world.view(one.seat) == one.view(one.seat) for world in worlds)
    assert one.bytes() != other.bytes()
    bot = SearchBot(compile_machine(table.machine, Manners(table.machine.policies[0])), 60)
    assert len({bot.choose(world, Stream(7, "search", 2)) for world in worlds}) == 1


def turn_hidden(position, seat):
    """The same for a seat: each card that it does not see lies where the next of them lay."""
    machine, slots = position.table.machine, list(position.slots)
    hidden = find_hidden(position, seat)
    cards = [place.card for place in hidden]
    comes = dict(zip(cards, cards[1:] + cards[:1], strict=True))
    told = range(machine.told or 0, (machine.told or 0) + (machine.players if machine.told else 0))
    for slot in {place.slot for place in hidden} | set(told):
        slots[slot] = _replace(slots[slot], comes)
    if machine.player_of is not None:
        for old, new in comes.items():
            slots[machine.player_of + new] = position.slots[machine.player_of + old]
    choices = position.table.engine.legal(slots, position.at)
    return attrs.evolve(position, slots=slots, choices=choices)


WAITS = """
  choose together seat in seats
    show_sign card in hand of seat
      choose seat
        go_on
      move card to laid of seat
"""


def test_choices_that_wait_while_another_is_made_cannot_be_drawn_again(tmp_path):
    """All have laid a card face down; then one by one they are asked again."""
    path = tmp_path / "signs.cards"
    text = ROSHAMBO[: ROSHAMBO.index("  repeat 2")] + WAITS.lstrip("\n") + "  win [last of seats]\n"
    for line in (
        "type Sign = stone or paper or shears\n\n",
        "  sign of Seat: Sign or none = none\n",
    ):
        text = text.replace(line, "")
    path.write_text(text, encoding="utf-8")
    assert not can_search(load_untried(path).table(3).machine)


ACE = "first seat in seats where any card in hand of seat where rank of card is A"


def can_search_in(tmp_path, text):
    path = tmp_path / "asked.cards"
    path.write_text(text, encoding="utf-8")
    return can_search(load_untried(path).table(2).machine)


@pytest.mark.parametrize(("word", "open_to_all"), [("let", False), ("announce", True)])
def test_what_was_announced_of_hidden_cards_is_no_secret(tmp_path, word, open_to_all):
    text = GUESS.replace("  for seat", f"  {word} one = {ACE}\n  for seat", 1)
    after = '\n  show hand of seats\n  if one is none\n    say "no ace"\n\npayoff'
    assert can_search_in(tmp_path, text.replace("\n\npayoff", after)) == open_to_all


def test_how_many_cards_there_are_is_no_secret_but_of_which_kind(tmp_path):
    text = GUESS.replace("\n\npayoff", '\n  if many > 2\n    say "many"\n\npayoff')
    for many, open_to_all in (
        ("size of hand of last of seats", True),
        ("count card in hand of last of seats where rank of card is A", False),
    ):
        one = text.replace("  for seat", f"  let many = {many}\n  for seat", 1)
        one = one.replace("  if many", "  show hand of seats\n  if many")
        assert can_search_in(tmp_path, one) == open_to_all


def test_who_is_asked_is_no_secret(tmp_path):
    """A seat that was found in what had been shown is asked: all see who it is."""
    asked = (
        f"  show hand of seats\n  let one = {ACE}\n  if one is not none\n    choose one\n"
        "      go_on\n        chips of one = 9\n  if size of trick"
    )
    text = GUESS.replace("  if size of trick", asked, 1)
    assert can_search_in(tmp_path, text)
    assert not can_search_in(tmp_path, text.replace("choose one", "choose last of seats"))


# ---------------------------------------------------------------------- where nothing is gained

TO_AND_FRO = head("To and Fro", "1")
TO_AND_FRO += """\
  column(1..2): Pile, face up
  home: Pile, face up

match
  move top(stock, 2) to column(1)
  play_on

phase play_on
  repeat until size of home is 2, however long
    choose
      shift from in 1..2, card in top(column(from), 1)
        move card to column(3 - from)
      lift from in 1..2, card in top(column(from), 1)
        move card to home

payoff of seat = size of home

policy lifts
  play_on.lift
"""


def test_where_no_move_does_better_the_policy_leads_on(tmp_path):
    path = tmp_path / "to-and-fro.cards"
    path.write_text(TO_AND_FRO, encoding="utf-8")
    table = load_untried(path).table(1, traced=False)
    bot = SearchBot(compile_machine(table.machine, Manners("lifts")), 100)
    position = table.start(1)
    chosen = [position := take_best(bot, position) for _ in range(2)]
    assert chosen[-1].over


def take_best(bot, position):
    return position.play(position.legal().kth(bot.choose(position, Stream(1, "search", 1))))
