"""The games that OpenSpiel has too: one line of the table each, with the names of its moves.

What OpenSpiel plays otherwise stands in docs/proof.md.
"""

from __future__ import annotations

from typing import Any

from tests.openspiel.lockstep import Actions, Adapter, Moment

LOW_ACE = "A23456789TJQK"
HIGH_ACE = "23456789TJQKA"


def number_card(card: str, suits: str, ranks: str) -> int:
    """The number of a card in OpenSpiel, which counts suit by suit."""
    return suits.index(card[-1]) * len(ranks) + ranks.index(card[:-1])


# ---------------------------------------------------------------------- vying


def deal_kuhn(moment: Moment) -> int:
    (card,) = moment.cards("hand", moment.dealt)
    return "JQKA".index(card[0])


def name_kuhn(moment: Moment, move: Any) -> Actions:
    return ({"check": 0, "fold": 0, "bet": 1, "call": 1}[move.action],)


def deal_leduc(moment: Moment) -> int:
    (card,) = moment.cards("hand", moment.dealt) if moment.dealt < 2 else moment.cards("board")
    return 2 * "JQK".index(card[0]) + "SH".index(card[1])


def name_leduc(moment: Moment, move: Any) -> Actions:
    return ({"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 2}[move.action],)


# ---------------------------------------------------------------------- simple


def deal_goofspiel(moment: Moment) -> int:
    return LOW_ACE.index(moment.cards("on_offer")[-1][0])


def name_goofspiel(moment: Moment, move: Any) -> Actions:
    return (LOW_ACE.index(move.values[0][0]),)


def results_goofspiel(position: Any, seat: int) -> float:
    return float(position["points", seat])


# ---------------------------------------------------------------------- adding up


def deal_cribbage(moment: Moment) -> int:
    players = len(moment.position.table.names)
    each = 6 if players == 2 else 5
    at = moment.dealt % (players * each + (players == 3) + 1)
    if at < players * each:
        card = moment.cards("hand", at // each)[at % each]
    else:
        (card,) = moment.cards("crib" if players == 3 and at == players * each else "starter")
    return number_card(card, "CDHS", LOW_ACE)


def name_cribbage(moment: Moment, move: Any) -> Actions:
    if move.action == "play":
        return (number_card(move.values[0], "CDHS", LOW_ACE),)
    player = moment.state.current_player()
    words = {
        frozenset(moment.state.action_to_string(player, each).split()[1:]): each
        for each in moment.state.legal_actions()
    }
    (cards,) = move.values
    return (words.get(frozenset(cards), -1),)


def results_cribbage(position: Any, seat: int) -> float:
    sides = 2 if len(position.table.names) == 4 else len(position.table.names)
    return float(position["score", seat % sides])


GAMES = (
    Adapter(
        game="kuhn-poker", other="kuhn_poker", players=2, deal=deal_kuhn, actions=name_kuhn
    ),
    Adapter(
        game="kuhn-poker", other="kuhn_poker(players=3)", players=3, deal=deal_kuhn,
        actions=name_kuhn,
    ),
    Adapter(
        game="leduc-poker", other="leduc_poker", players=2, deal=deal_leduc, actions=name_leduc
    ),
    *(
        Adapter(
            game="goofspiel", other=f"goofspiel(players={players},returns_type=total_points)",
            players=players, options={"ties": "discarded"}, deal=deal_goofspiel,
            actions=name_goofspiel, results=results_goofspiel, forced_left_out=True,
        )
        for players in (2, 3)
    ),
    *(
        Adapter(
            game="cribbage", other=f"cribbage(players={players},winner_bonus_reward=0.0)",
            players=players, draws=("ann",), deal=deal_cribbage, actions=name_cribbage,
            results=results_cribbage, passes=frozenset({2756}),
            options={"target": 241, "crib_flush": "four"}, till_theirs_ends=True, most=121,
        )
        for players in (2, 3, 4)
    ),
)  # fmt: skip
