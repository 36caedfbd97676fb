"""The beginning of the little games that tests are about."""

from __future__ import annotations


def head(
    title: str,
    players: str = "2",
    ranks: str = "7 8 9 10 J Q K A",
    suits: str = "",
    order: str = "",
) -> str:
    """A game up to its first zone, a face-down stock: the other zones follow it.

    `order` is the name of an order of the ranks, of which the last is the best.
    """
    pack = f"  ranks {ranks}\n" + (f"  suits {suits}\n" if suits else "")
    best = " ".join(reversed(ranks.split()))
    return (
        f'edition 1\ngame "{title}"\n\nplayers {players}\n\npack\n{pack}\n'
        + (f"order {order}, best first: {best}\n\n" if order else "")
        + "zones\n  stock: Pile, face down, starts with the pack\n"
    )
