"""The generator as the manual describes it, written again from that text alone."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.interpreter.runtime.generator import Stream

WHOLE = 2**64
G = 0x9E3779B97F4A7C15

PATIENCE = """edition 1
game "Patience"
players 2
pack
  ranks 7 8 9 10 J Q K A
zones
  stock: Pile, face up, starts with the pack
state
  luck of Seat: 1..6 = random of (1..6)
  leader: Seat = random of seats
match
  shuffle stock
  say "{luck of leader}"
  choose leader
    stay
"""


def mix(z):
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WHOLE
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WHOLE
    return z ^ (z >> 31)


def key(seed, word, number):
    k = mix(seed % WHOLE)
    for byte in word.encode("ascii"):
        k = mix((k + G + byte) % WHOLE)
    return mix((k + G + number) % WHOLE)


class Draws:
    def __init__(self, seed, word, number):
        self.key, self.j = key(seed, word, number), 0

    def draw(self):
        self.j += 1
        return mix((self.key + self.j * G) % WHOLE)

    def below(self, n):
        if n == 1:
            return 0
        while True:
            high, low = divmod(self.draw() * n, WHOLE)
            if low >= WHOLE % n:
                return high

    def shuffled(self, pile):
        cards = list(pile)
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)


@pytest.mark.parametrize("seed", [0, 1, 41, 2**63 + 5, 2**64 - 1])
@pytest.mark.parametrize(("word", "number"), [("chance", 0), ("chance", 7), ("bot", 3)])
def test_streams(seed, word, number):
    ours, theirs = Draws(seed, word, number), Stream(seed, word, number)
    assert [ours.draw() for _ in range(20)] == [theirs.next() for _ in range(20)]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 52, 2**32 + 1, 2**63 + 1, 3 * 2**62])
def test_bounded_draws(n):
    ours, theirs = Draws(5, "chance", 0), Stream(5, "chance", 0)
    assert [ours.below(n) for _ in range(50)] == [theirs.below(n) for _ in range(50)]


@pytest.mark.parametrize("size", [0, 1, 2, 52])
def test_shuffles(size):
    assert Draws(5, "chance", 1).shuffled(range(size)) == Stream(5, "chance", 1).shuffled(
        range(size)
    )


def test_events_of_a_game_have_a_stream_each(tmp_path):
    path = tmp_path / "patience.cards"
    path.write_text(PATIENCE, encoding="utf-8")
    table = hoyle.load(path).table()
    position = table.start(seed=9)
    luck = [1 + Draws(9, "chance", k).below(6) for k in range(2)]
    leader = Draws(9, "chance", 2).below(2)
    # Before the match the first card of the pack lies on top; a pile is written from its bottom.
    stock = Draws(9, "chance", 3).shuffled(reversed(range(32)))
    assert position.seat == leader
    assert position.view(0).zones[0].cards == stock
    said = [e.sentence for e in position.events if e.kind == "say"]
    assert said[0][0][0] == luck[leader]


def test_a_given_pack_is_an_event_too(tmp_path):
    path = tmp_path / "patience.cards"
    path.write_text(PATIENCE, encoding="utf-8")
    table = hoyle.load(path).table()
    position = table.start(seed=9, pack="9H KD")
    cards = position.view(0).zones[0].cards
    assert table.words.format_cards(cards[::-1][:4]) == "9H KD 7S 8S"
