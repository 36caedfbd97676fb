"""The games that OpenSpiel has too: one line of the table each, with the names of its moves.

What OpenSpiel plays otherwise stands in docs/proof.md.
"""

from __future__ import annotations

import re
from typing import Any

from tests.openspiel.lockstep import Actions, Adapter, Moment

LOW_ACE = "A23456789TJQK"
HIGH_ACE = "23456789TJQKA"
SKAT = "789QKTAJ"
STRAINS = ("C", "D", "H", "S", "no-trump")
GAMES_OF_SKAT = ("D", "H", "S", "C", "grand", "null")
GIN = {"take": 52, "draw": 53, "pass": 54}


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
        return ways.index(moment.position["pass"].replace("-", "_"))
    return number_by_rank(deal_round(moment, moment.dealt - 1), "CDHS", HIGH_ACE)


def name_hearts(moment: Moment, move: Any) -> Actions:
    if move.action == "charge-the-others":  # the only one, when all have played
        return ()
    (cards,) = move.values
    named = (cards,) if isinstance(cards, str) else cards
    return (frozenset(number_by_rank(card, "CDHS", HIGH_ACE) for card in named),)


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


def results_against(position: Any, seat: int) -> float:
    return float(position["score", seat % 2] - position["score", (seat + 1) % 2])


def deal_bridge(moment: Moment) -> int:
    return number_by_rank(deal_round(moment, moment.dealt), "CDHS", HIGH_ACE)


def name_bridge(moment: Moment, move: Any) -> Actions:
    if move.action == "play":
        return (number_by_rank(move.values[0], "CDHS", HIGH_ACE),)
    if move.action == "bid":
        number, strain = move.values
        return (55 + 5 * (number - 1) + STRAINS.index(strain),)
    return (52 + ("pass", "double", "redouble").index(move.action),)


def name_uncontested(moment: Moment, move: Any) -> Actions | None:
    """The others pass."""
    if moment.position.seat in (1, 3):
        return () if move.action == "pass" else None
    if move.action == "bid":
        number, strain = move.values
        return (1 + 5 * (number - 1) + STRAINS.index(strain),)
    return (0,) if move.action == "pass" else None


def ask_whether_auction_is_over(position: Any, seat: int) -> float:
    if position.seat in (1, 3) and position.node.actions[0].name == "pass":
        position = position.play("pass")
    return float(position.over or position.node.actions[0].name == "play")


def deal_skat(moment: Moment) -> int:
    """Three, two for the skat, four and three cards."""
    at = moment.dealt
    if at in (9, 10):
        card = moment.cards("skat")[at - 9]
    else:
        at -= 2 * (at > 10)
        packet, before, size = (0, 0, 3) if at < 9 else (9, 3, 4) if at < 21 else (21, 7, 3)
        seat = (moment.first + (at - packet) // size) % 3
        card = moment.cards("hand", seat)[before + (at - packet) % size]
    return number_card(card, "DHSC", SKAT)


def name_skat(moment: Moment, move: Any) -> Actions:
    if move.action == "pass":
        return (32,)
    if move.action == "declare":
        return (33 + GAMES_OF_SKAT.index(move.values[0]),)
    cards = move.values[0] if move.action == "put-away" else move.values
    return (frozenset(number_card(card, "DHSC", SKAT) for card in cards),)


# ---------------------------------------------------------------------- drawing cards


def deal_blackjack(moment: Moment) -> int:
    """The first four cards come before the bet there, and each has two at once."""
    at = (0, 2, 1, 3)[moment.dealt] if moment.dealt < 4 else -1
    card = moment.draw("shoe") if at < 0 else moment.cards("shoe")[-1 - at]
    return number_card(card, "CDHS", LOW_ACE)


def name_blackjack(moment: Moment, move: Any) -> Actions | None:
    if move.action == "bet":
        return () if move.values[0] == 10 else None
    return (("hit", "stand").index(move.action),)


def results_blackjack(position: Any, seat: int) -> float:
    return float(position["chips", seat])


def deal_eights(moment: Moment) -> int:
    players = len(moment.position.table.names)
    each = 7 if players == 2 else 5
    at = moment.dealt - 1
    if at < 0:
        return 52 + moment.position["dealer"]
    if at < players * each:
        seat = (find_eldest(moment.position) + at) % players
        card = moment.cards("hand", seat)[at // players]
    elif at == players * each:
        card = moment.cards("discards")[-1]
    else:
        card = draw_again(moment)
    return number_by_rank(card.rstrip("'"), "CDHS", HIGH_ACE)


def draw_again(moment: Moment) -> str:
    """The next card from the stock, or from the one that was made of the discards then."""
    before = moment.position.before
    known = {*before["stock"], *before["hand", before.seat]}
    shuffled = [card for card in moment.cards("hand", before.seat) if card not in known]
    return [*reversed(before["stock"]), *shuffled][moment.drawn]


def name_eights(moment: Moment, move: Any) -> Actions:
    if move.action in ("draw", "give-in"):
        return (52,)
    if move.action == "pass":
        return (53,)
    card = number_by_rank(move.values[0].rstrip("'"), "CDHS", HIGH_ACE)
    if move.action == "eight":
        return (card, 54 + "CDHS".index(move.values[1]))
    return (card,)


def deal_gin(moment: Moment) -> int:
    at = moment.dealt
    if at < 20:
        card = moment.cards("hand", (moment.first + at // 10) % 2)[at % 10]
    elif at == 20:
        card = moment.cards("discards")[-1]
    else:
        card = moment.draw("stock")
    return number_card(card, "SCDH", LOW_ACE)


def name_gin(moment: Moment, move: Any) -> Actions | None:
    if move.action in GIN:
        return (GIN[move.action],)
    if move.action == "lay-out":
        return name_melds(moment, move.values[0])
    card = number_card(move.values[0], "SCDH", LOW_ACE)
    if move.action == "discard":
        return (card,)
    return None if overlooks_knock(moment.state, card) else (55, card)


def overlooks_knock(state: Any, card: int) -> bool:
    """Whether OpenSpiel offers no knock though it counts ten or less once a card is discarded.

    It lays out eleven cards in one of the best ways, and takes away the dearest card left over;
    of another way as good, a dearer card may be left over.
    """
    legal, player = state.legal_actions(), state.current_player()
    if 55 in legal or card not in legal:
        return False
    after = str(state.child(card))
    return int(re.findall(r"Deadwood=(\d+)", after)[player]) <= 10


def name_melds(moment: Moment, plan: str) -> Actions | None:
    """The melds of a plan, which stand before the rest; a run of six is no action there."""
    numbers = moment.kept.setdefault("melds", {})
    for action in () if numbers else range(56, 241):
        cards = moment.state.action_to_string(0, action).split()[-1].upper()
        numbers[frozenset(cards[at : at + 2] for at in range(0, len(cards), 2))] = action
    *melds, _ = (each.strip("[]").split() for each in plan.split("/"))
    found = frozenset(numbers.get(frozenset(meld), 0) for meld in melds)
    if 0 in found:
        return None
    return (found, 54) if found else (54,)


def lay_off_best(state: Any) -> int | None:
    """What the other lays off and lays out, so that the least is left over."""
    if "Phase: Layoff" not in str(state):
        return None
    player = state.current_player()
    return max(state.legal_actions(), key=lambda action: weigh_layoff(state, action, player))


def weigh_layoff(state: Any, action: int, player: int) -> float:
    after = state.child(action)
    if after.is_terminal():
        result: float = after.returns()[player]
        return result
    return max(weigh_layoff(after, each, player) for each in after.legal_actions())


def results_of_sides(position: Any, seat: int) -> float:
    return float(position["score", seat] - position["score", 1 - seat])


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
            ends_alike=lambda state: "Phase: Play" not in str(state),  # Hoyle goes on to the show
        )
        for players in (2, 3, 4)
    ),
    *(
        Adapter(
            game="hearts", other=f"hearts(qs_breaks_hearts={breaks})", players=4, deals=5,
            options={"limit": 500, "queen_breaks": breaks == "True", "moon": "others_gain"},
            deal=deal_hearts, afterwards=frozenset({"charge-the-others"}),
            actions=name_hearts, results=results_hearts, theirs=lambda result: result - 26, few=1,
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
            results=results_against, by_the_way=frozenset({29, 30}),
        )
        for stick in ("True", "False")
    ),
    *(
        Adapter(
            game="bridge", phase="one_board", args=(board,), players=4, policy="counts_points",
            other=f"bridge(use_double_dummy_result=false,{vulnerable})", deal=deal_bridge,
            actions=name_bridge, results=results_against,
        )
        for board, vulnerable in (
            (1, "dealer_vul=false"), (3, "non_dealer_vul=true"), (5, "dealer_vul=true"),
            (4, "dealer_vul=true,non_dealer_vul=true"),
        )
    ),
    Adapter(
        game="bridge", other="bridge_uncontested_bidding(num_redeals=0)", players=4,
        options={"boards": 1},
        deal=lambda moment: 0, actions=name_uncontested, till_theirs_ends=True,
        results=ask_whether_auction_is_over, theirs=lambda result: 1,
        player=lambda seat: seat // 2,
    ),
    Adapter(
        game="skat_there", other="skat", players=3, deals=3, deal=deal_skat, actions=name_skat,
        results=results_of_seats, first=find_eldest, theirs=lambda result: 240 * result,
    ),
    Adapter(
        game="blackjack_there", other="blackjack", players=1, deals=5, deal=deal_blackjack,
        actions=name_blackjack, results=results_blackjack, theirs=lambda result: 10 * result,
    ),
    *(
        Adapter(
            game=game, other=f"crazy_eights(players={players},max_turns=99999,{more})",
            players=players, options={"most_drawn": 5, "target": 500}, deals=2, deal=deal_eights,
            actions=name_eights, results=results_of_seats, theirs=lambda result: -result,
            policy="keeps_its_eights", few=2,
        )
        for players, game, more in (
            (2, "eights_there", "reshuffle=true"),
            (5, "eights_there", "reshuffle=true"),
            (2, "eights_without_shuffling_there", "reshuffle=false"),
            (4, "eights_without_shuffling_there", "reshuffle=false"),
            (6, "eights_without_shuffling_there", "reshuffle=false"),
            (3, "eights_special_there", "reshuffle=true,use_special_cards=true"),
            (6, "eights_special_there", "reshuffle=true,use_special_cards=true"),
        )
    ),
    Adapter(
        game="gin_there", other="gin_rummy", players=2, deal=deal_gin, actions=name_gin,
        results=results_of_sides, passes=frozenset({53}), by_rule=lay_off_best, first=find_eldest,
        till_theirs_ends=True, policy="least_deadwood", few=2,
    ),
)  # fmt: skip
