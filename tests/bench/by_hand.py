"""The yardstick: Scotch Whist for four as a Python programmer would write it for speed.

Hands are masks, the legal cards one expression, the k-th bit picked without a list.
"""

from __future__ import annotations

import random

PLAYERS, CARDS = 4, 36
SUIT_MASKS = [((1 << 9) - 1) << (9 * suit) for suit in range(4)]
TRUMP_HEIGHT = [1, 2, 3, 4, 5, 9, 6, 7, 8]  # 6 7 8 9 10 J Q K A
HONOURS = {4: 10, 5: 11, 6: 2, 7: 3, 8: 4}


def play_decisions(seed: int) -> int:
    """One match to 41 of random play; the number of decisions."""
    source = random.Random(seed)
    scores = [0] * PLAYERS
    dealer, decisions = 0, 0
    pack = list(range(CARDS))
    while max(scores) < 41:
        dealer = (dealer + 1) % PLAYERS
        source.shuffle(pack)
        trump = pack[-1] // 9
        hands = [0] * PLAYERS
        for k, card in enumerate(pack):
            hands[(dealer + 1 + k) % PLAYERS] |= 1 << card
        won = [0] * PLAYERS
        leader = (dealer + 1) % PLAYERS
        for _ in range(CARDS // PLAYERS):
            trick, best, taker, led = 0, -1, leader, 0
            for k in range(PLAYERS):
                seat = (leader + k) % PLAYERS
                hand = hands[seat]
                legal = (hand & led) or hand
                for _ in range(int(source.random() * legal.bit_count())):
                    legal &= legal - 1
                bit = legal & -legal
                card = bit.bit_length() - 1
                suit, rank = divmod(card, 9)
                hands[seat] = hand ^ bit
                if k == 0:
                    led = SUIT_MASKS[suit]
                trick |= bit
                if suit == trump:
                    strength = 20 + TRUMP_HEIGHT[rank]
                else:
                    strength = rank + 1 if bit & led else 0
                if strength > best:
                    best, taker = strength, seat
                decisions += 1
            won[taker] |= trick
            leader = taker
        for seat in range(PLAYERS):
            mine = won[seat]
            points = max(0, mine.bit_count() - 9)
            for rank, worth in HONOURS.items():
                if mine >> (trump * 9 + rank) & 1:
                    points += worth
            scores[seat] += points
    return decisions
