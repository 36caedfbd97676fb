"""What examples have no words for: chance, sentences, and who has won.

Each check is asked of a checked ruleset and tells what is wrong. The table in `rows` says which are
asked of which game.
"""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.dsl.checked.types import NumberT
from hoyle.interpreter.library.ruleset import Ruleset


def unfair_draws(ruleset: Ruleset) -> Iterator[str]:
    """Dealer and banker are drawn: everybody is once the first who is asked."""
    table = ruleset.table(4)
    first = {table.start(seed).seat for seed in range(60)}
    if first != {0, 1, 2, 3}:
        yield f"of four seats only {sorted(map(str, first))} are ever asked first"


def wrong_winners(ruleset: Ruleset) -> Iterator[str]:
    """When the match is over exactly one seat of three has won (with the lowest target)."""
    target = ruleset.game.options["target"].type
    assert isinstance(target, NumberT)
    for seed in range(3):
        position = ruleset.table(3, {"target": target.low}).start(seed)
        while not position.over:
            position = position.play(position.legal().kth(0))
        if len(position.winners) != 1:
            yield f"the match is over, and {len(position.winners)} have won"


# The hands (ann has two cards, the banker the others), the banker's draws, and what is said then.
SENTENCES = [
    ("9♥ 8♦ K♣ 10♠", 0, "ann is paying 19"),
    ("9♥ K♦ K♣ 10♠", 0, "ann is paying 21"),
    ("9♥ 8♦ K♣ 2♠ 8♠", 1, "ann is paying 19"),
    ("9♥ 7♦ K♣ 7♠ 7♣", 1, "ann is paying pontoons and five card tricks"),
    ("9♥ A♦ K♣ 5♠ 5♣", 1, "ann is paying pontoons and five card tricks"),
    ("9♥ 2♦ K♣ 3♠ 2♣ 3♣", 2, "ann is paying 11"),
]


def hidden_busts(ruleset: Ruleset) -> Iterator[str]:
    """A hand that a buy makes bust is turned face up before it goes to the pack."""
    position = ruleset.table(2, {"limits": "agreed"}).start(1, "10♥ K♦ 6♠ 7♣ 9♥")
    for move in ["stake 1", "buy 1"]:
        position = position.play(move)
    shown = [len(event.cards) for event in position.events if event.kind == "show"]
    if shown[:1] != [3]:
        yield f"a bust hand of three is not shown, but {shown}"


def wrong_sentences(ruleset: Ruleset) -> Iterator[str]:
    """The banker who stays says what is paid."""
    table = ruleset.table(2, {"limits": "agreed"})
    for pack, draws, sentence in SENTENCES:
        position = table.start(1, pack)
        for move in ["stake 1", "stick", *["draw"] * draws, "stay"]:
            position = position.play(move)
        said = [table.words.format_sentence(e.sentence) for e in position.events if e.kind == "say"]
        if said[:1] != [sentence]:
            yield f"with {pack}, {sentence!r} was expected, and {said} was said"
