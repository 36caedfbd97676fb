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


# ---------------------------------------------------------------------- trick-taking


def number_by_rank(card: str, suits: str, ranks: str) -> int:
    """The number of a card where OpenSpiel counts rank by rank."""
    return ranks.index(card[:-1]) * len(suits) + suits.index(card[-1])


def deal_round(moment: Moment, at: int) -> str:
    """The card of a hand that was dealt as the card of that number, one by one to all seats."""
    seats = len(moment.position.table.names)
    return moment.cards("hand", (moment.first + at) % seats)[at // seats]


def deal_hearts(moment: Moment) -> int:
    if moment.dealt == 0:
        ways = ("nowhere", "to_the_left", "across", "to_the_right")
        return ways.index(moment.position["way"].replace("-", "_"))
    return number_by_rank(deal_round(moment, moment.dealt - 1), "CDHS", HIGH_ACE)


def name_hearts(moment: Moment, move: Any) -> Actions:
    (cards,) = move.values
    named = (cards,) if isinstance(cards, str) else cards
    return tuple(number_by_rank(card, "CDHS", HIGH_ACE) for card in named)


def results_hearts(position: Any, seat: int) -> float:
    return -float(position["score", seat])


def find_eldest(position: Any) -> int:
    """The seat on the dealer's left."""
    return (position["dealer"] + 1) % len(position.table.names)


def deal_spades(moment: Moment) -> int:
    return number_card(deal_round(moment, moment.dealt), "CDHS", HIGH_ACE)


def name_spades(moment: Moment, move: Any) -> Actions | None:
    if move.action == "play":
        action = number_card(move.values[0], "CDHS", HIGH_ACE)
        # There a spade that is thrown on another suit does not break them.
        hand = moment.cards("hand", moment.position.seat)
        lead = not moment.cards("trick") and {card[-1] for card in hand} > {"S"}
        return (
            None
            if lead and move.values[0][-1] == "S" and action not in moment.state.legal_actions()
            else (action,)
        )
    bid = move.values[0] if move.action == "bid" else 0
    partner = moment.position["bid", (moment.position.seat + 2) % 4]
    return (52 + bid,) if bid + partner <= 13 else None


def results_of_partners(position: Any, seat: int) -> float:
    return float(position["score", seat % 2])


def deal_oh_hell(moment: Moment) -> int:
    seats = len(moment.position.table.names)
    each = len(moment.cards("hand", 0))
    at = moment.dealt - 2
    if at < 0:
        return moment.position["dealer"] if moment.dealt else each
    card = deal_round(moment, at) if at < seats * each else moment.cards("stock")[-1]
    return number_by_rank(card, "CDSH", HIGH_ACE)


def name_oh_hell(moment: Moment, move: Any) -> Actions:
    (what,) = move.values
    if move.action == "bid":
        return (52 + what,)
    return (number_by_rank(what, "CDSH", HIGH_ACE),)


def results_of_seats(position: Any, seat: int) -> float:
    return float(position["score", seat])


def deal_euchre(moment: Moment) -> int:
    if moment.dealt == 0:
        return moment.position["dealer"]
    at = moment.dealt - 1
    seat = (moment.position["dealer"] + at) % 4
    card = moment.cards("hand", seat)[at // 4] if at < 20 else moment.cards("stock")[-1]
    return number_by_rank(card, "CDHS", "9TJQKA")


def name_euchre(moment: Moment, move: Any) -> Actions | None:
    if move.action == "pass":
        return (24,)
    if move.action == "order-up":
        moment.kept["up"] = moment.cards("stock")[-1]
        return (25 + "CDHS".index(moment.kept["up"][-1]),)
    if move.action == "name":
        suit, how = move.values
        return (25 + "CDHS".index(suit), 29 if how == "alone" else 30)
    card = number_by_rank(move.values[0], "CDHS", "9TJQKA")
    if move.action == "play":
        return (card,)
    # There the maker says after the discard who plays alone, and the turned-up card is kept.
    alone = moment.position["sitting_out"] is not None
    return (card, 29 if alone else 30) if move.values[0] != moment.kept["up"] else None


def results_euchre(position: Any, seat: int) -> float:
    return float(position["score", seat % 2] - position["score", (seat + 1) % 2])


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
    *(
        Adapter(
            game="hearts", other=f"hearts(qs_breaks_hearts={breaks})", players=4, deals=5,
            options={"limit": 500, "queen_breaks": breaks == "True"}, deal=deal_hearts,
            actions=name_hearts, results=results_hearts, unordered=True,
            theirs=lambda result: result - 26,
        )
        for breaks in ("True", "False")
    ),
    Adapter(
        game="spades", other="spades", players=4, deal=deal_spades, actions=name_spades,
        options={"failed_nil": "helps"}, results=results_of_partners, first=find_eldest,
        till_theirs_ends=True,
    ),
    *(
        Adapter(
            game="oh-hell", other=f"oh_hell(players={players})", players=players, deals=10,
            options={"missed": "tricks_taken"}, deal=deal_oh_hell, actions=name_oh_hell,
            results=results_of_seats,
        )
        for players in (3, 4, 5)
    ),
    *(
        Adapter(
            game="euchre", other=f"euchre(stick_the_dealer={stick})", players=4, deals=5,
            options={"stick_the_dealer": stick == "True"}, deal=deal_euchre, actions=name_euchre,
            results=results_euchre, by_the_way=frozenset({29, 30}),
        )
        for stick in ("True", "False")
    ),
)  # fmt: skip
