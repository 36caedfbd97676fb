"""One right example of each construct, by the word that it begins with; messages show them."""

from __future__ import annotations

# What stands at the left edge of a file.
PARTS = {
    "edition": "edition 1",
    "game": 'game "Hearts"',
    "library": 'library "tricks"',
    "examples": 'examples of hearts\n\nexample "a plain deal"\n  players 4',
    "use": "use tricks",
    "expects": "expects\n  trick: Pile",
    "players": "players 2..4",
    "type": "type Manner = alone or helped",
    "options": 'options\n  target: 1..500 = 100 "points that win"',
    "pack": "pack\n  ranks 7 8 9 10 J Q K A",
    "order": "order plain, best first: A K Q J 10 9 8 7",
    "sides": "sides 2, in turn",
    "zones": "zones\n  stock: Pile, face down, starts with the pack\n  hand of Seat: Cards",
    "state": "state\n  dealer: Seat = random of seats\n  score of Seat: 0..100 = 0",
    "record": "record Box\n  hand: Cards, seen by owner\n  stake: 0..100 = 0",
    "define": "define home(seat: Seat) = score of seat >= target",
    "conditions": 'conditions can_draw\n  must stock is not empty "the stock is used up"',
    "table": "table worth(rank: Rank), first that fits\n  rank | points\n  A    | 11\n  -    | 0",
    "ranking": "ranking kind(two: Cards), best first\n  pair | one_rank of two\n  rest | otherwise",
    "match": "match\n  shuffle stock\n  one_deal",
    "phase": "phase one_deal\n  gather into stock\n  shuffle stock",
    "payoff": "payoff of seat = chips of seat - purse",
    "policy": "policy careful\n  play_box.stick when size of hand of seat >= 3\n  play_box.draw",
    "example": 'example "a plain deal"\n  players ann bob\n  expect stock is not empty',
    "always": 'always "no chip is lost": (total chips of seat for seat in seats) is 0',
    "never": 'never "a hand is too long": any seat in seats where size of hand of seat > 5',
    "variant": 'variant long_game "The long game" of hearts\n  set target = 200',
}
# What is done, inside a phase.
STEPS = {
    "let": "let card = top of stock",
    "announce": "announce broken = any card in trick where suit of card is ♥",
    "move": "move top of stock to hand of seat",
    "deal": "deal 5 each from stock to hand of seat for seat in seats",
    "swap": "swap hand of seat and kitty",
    "shuffle": "shuffle stock",
    "gather": "gather into stock",
    "show": "show hand of seat",
    "hide": "hide hand of seat",
    "pay": "pay 2 from chips of seat to pot",
    "new": "new box in boxes of seat",
    "say": 'say "{seat} takes the trick"',
    "ends": "ends when stock is empty",
    "stop": "stop",
    "end": "end match",
    "win": "win dealer",
    "if": "if stock is empty\n  stop",
    "else": "if stock is empty\n  stop\nelse\n  shuffle stock",
    "for": "for seat in seats\n  score of seat += 1",
    "repeat": "repeat until stock is empty\n  one_hand",
    "choose": "choose seat\n  play card in hand of seat\n    move card to trick\n  pass",
}
# What stands inside one kind of block only.
INSIDE = {
    "must": 'must suit of card is led, if able "follow suit if you can"',
    "needs": 'needs low <= high "the lowest stake is above the highest"',
    "otherwise": "otherwise\n  move top of stock to hand of seat",
    "ranks": "ranks 7 8 9 10 J Q K A",
    "suits": "suits ♠ ♥",
    "another": "another suit ♠",
    "remove": "remove 2♣ if players is 3",
    "copies": "copies 2",
    "cards": "cards fool, joker x2",
    "given": "given hand of ann = [A♥ 10♠]",
    "start": "start one_deal",
    "expect": "expect score of ann is 1",
    "set": "set target = 200",
    "default": "default target = 200",
    "add": "add phase pass_left\n  dealer = left of dealer",
    "replace": "replace players 2..6",
}


# Other forms of some of them.
FORMS = {
    "if": ("if not any card in trick where card is 7♠\n  stop",),
    "repeat": ("repeat 3 times\n  one_hand",),
    "deal": ("deal 3 at a time from stock to hand of seat for seat in seats",),
}
SAMPLES = INSIDE | PARTS | STEPS  # of a word that begins several things, the first is a step


ELSE = "`else` stands behind a value and its question"
ELSE_EXAMPLE = "write for example `3 if players is 2 else 4`"


# The changes of a variant, by their first two words: of parts, and of whole declarations.
CHANGES = {
    "add row": "add row to worth before -\n  A | 11",
    "add column": "add column to worth\n  rank | chips\n  A    | 3",
    "add action": "add action to play_tricks after play\n  pass",
    "add condition":
        'add condition to play_tricks.play\n  must rank of card is not A "keep the aces"',
    "add step": "add step to match before one_deal\n  shuffle stock",
    "add field": "add field to Box\n  played: yes or no = no",
    "replace row": "replace row in worth\n  A | 12",
    "replace action": "replace action in play_tricks\n  play card in hand of seat\n    stop",
    "replace condition":
        'replace condition in play_tricks.play."follow suit"\n'
        '  must suit of card is led "follow suit"',
    "replace step": "replace step in match.shuffle\n  gather into stock",
    "replace field": "replace field in Box\n  stake: 0..200 = 0",
}  # fmt: skip
BOTH = ("type", "options", "order", "sides", "zones", "state", "record", "define", "conditions",
        "table", "ranking", "phase", "payoff", "policy")  # fmt: skip
CHANGES |= {f"add {word}": f"add {PARTS[word]}" for word in ("use", *BOTH)}
CHANGES |= {
    f"replace {word}": f"replace {PARTS[word]}"
    for word in ("match", "pack", "players", "always", "never", *BOTH) if word != "type"
}  # fmt: skip


def as_help(word: str, following: str = "", having: str = "") -> tuple[str, ...]:
    """The lines that show the example below a message; none where there is none.

    It is one `having` a word, if there is one: what is proposed should be seen in it.
    """
    sample = CHANGES.get(f"{word} {following}") or SAMPLES.get(word)
    forms = [sample, *FORMS.get(word, ())] if sample is not None else []
    sample = next((form for form in forms if having in form.split()), sample)
    if sample is None:
        return ()
    first, *others = sample.split("\n")
    if not others:
        return (f"for example:  {first}",)
    return ("for example:", *(f"  {line}" for line in (first, *others)))
