"""Cards, ranks and suits that stand in the text by their words or signs."""

from __future__ import annotations

from hoyle.dsl.card_words import FRENCH, FRENCH_RANKS
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import GIVEN_BY, CheckContext
from hoyle.dsl.nearest import WRITTEN
from hoyle.dsl.source import Span
from hoyle.dsl.tree import expressions as e


def check_figure(
    ctx: CheckContext, text: str, number: int | None, wanted: t.Type | None, span: Span
) -> g.Value:
    """`7` is a rank where a rank is wanted, else a number; `A K Q J` are always ranks."""
    kind = t.bare(wanted) if wanted is not None else None
    kind = t.element(kind) or kind if kind is not None else None
    if number is not None and kind != t.RANK:
        return g.Const(number, t.NumberT(number, number), span)
    found = ctx.game.words.find_rank(text)
    if found is None and ctx.game.ranks:
        ranks = (f"the ranks are {' '.join(ctx.game.ranks)}",)
        if text.isdigit() or text in FRENCH_RANKS:
            ctx.add_repeated("P03", f"the pack has no {text}", span, help=ranks)
        else:
            ctx.add_repeated("G10", f"`{text}` is not a rank", span, help=ranks)
    elif found is None and ctx.ranks_known:
        ctx.add_no_ranks(span)
    return g.Literal("rank", text if found is None else ctx.game.ranks[found], 0, t.RANK, span)


def check_suit(ctx: CheckContext, tree: e.SuitWord) -> g.Value:
    """A suit by its sign."""
    suits, found = ctx.game.suits, ctx.game.words.find_suit(tree.symbol)
    if found is None and not _tell_other_pack(ctx, tree.symbol, tree.span):
        help_ = f"the suits are {' '.join(suits)}"
        ctx.add_repeated("P04", f"the pack has no {tree.symbol}", tree.span, help=(help_,))
    word = tree.symbol if found is None else suits[found]
    return g.Literal("suit", word, 0, t.SUIT, tree.span)


def check_card(ctx: CheckContext, tree: e.CardWord) -> g.Value:
    """A card by its signs."""
    words = ctx.game.words
    rank, suit = words.find_rank(tree.rank), words.find_suit(tree.suit)
    if rank is not None and suit is None and words.suits and not any(words.suit_signs):
        meant = [name for name in words.suits if name[0].upper() == tree.suit] or [words.suits[0]]
        title = f"the suits have no signs, and so no card is written `{tree.rank}{tree.suit}`"
        signs = f'each has its sign in the pack, as in `{meant[0]} "{meant[0][0].upper()}"`'
        french = [WRITTEN.get(name, "") for name in words.suits]
        if all(french):
            signs = f"those of the French pack are their signs:  suits {' '.join(french)}"
        help_ = f"{signs}; or the card is written `{tree.rank} of {meant[0]}`"
        ctx.add_repeated("P05", title, tree.span, help=(help_,), key="suits without signs")
        word = f"{tree.rank}{tree.suit}"
        return g.Literal("card", word, tree.copy, t.NAMED_CARD, tree.span)
    said = f"{tree.rank}{tree.suit}"
    if suit is None and _tell_other_pack(ctx, tree.suit, tree.span):
        return g.Literal("card", said, tree.copy, t.NAMED_CARD, tree.span)
    return make_card(ctx, rank, suit, tree.copy, tree.span, said)


def _tell_other_pack(ctx: CheckContext, sign: str, span: Span) -> bool:
    """Whether a sign is of a pack that is not used here, which is told once, or is not found."""
    if ctx.library_lost:
        return True
    french = tuple(ctx.game.suits) == tuple(FRENCH)
    packs, others = ctx.find_suited(sign, ctx.declared) if french else ([], set[str]())
    if packs:
        ctx.not_given |= others
        title, help_ = f"the pack has no {sign}", tuple(map(GIVEN_BY.format, packs))
        ctx.add_repeated("P04", title, span, help=help_, key="suits of another pack")
    return bool(packs)


def make_card(
    ctx: CheckContext, rank: int | None, suit: int | None, copy: int, span: Span, said: str
) -> g.Value:
    """A card of the pack; the report says where there is none of that rank and suit."""
    words = ctx.game.words
    look = None if rank is None or suit is None else words.make_look(rank, suit)
    if words.ranks and look not in dict(ctx.game.deck):
        help_ = f"the ranks are {' '.join(words.ranks)}, the suits {' '.join(words.suits)}"
        ctx.add_repeated("P05", f"the pack has no {said}", span, help=(help_,))
    word = said if look is None else words.write(look)
    return g.Literal("card", word, copy, t.CARD if copy else t.NAMED_CARD, span)
