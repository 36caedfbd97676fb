"""The pack: its ranks, suits and cards by name, the lines that change it, orders of ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import attrs

from hoyle.dsl.card_words import (
    A_LETTER,
    A_SIGN,
    FRENCH,
    FRENCH_RANKS,
    MOST_SUITS,
    SYMBOLS,
    CardWords,
    write_best_first,
)
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.declarations import declare
from hoyle.dsl.checked.expressions import check_optional, check_typed
from hoyle.dsl.checked.names import make_unknown
from hoyle.dsl.limits import CARDS, report_excess
from hoyle.dsl.nearest import COUNTED, WRITTEN, write_times
from hoyle.dsl.node import Node, select_kind, walk
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e

MOST_RANKS = 200
MOST_TIMES = 99
PACK_WORDS = {d.PackRanks: "ranks", d.PackSuits: "suits", d.PackCards: "cards"}
GO_ON = (("ranks",), ("cards",))  # several lines of these are read as one
SIGN_IS = (
    "a sign is one capital letter other than S H D C, or one picture such as ★ or ●, not ♠ ♥ ♦ ♣"
)


@attrs.frozen
class _Named:
    """A rank, suit or card of the pack as a line has it."""

    word: str
    sign: str
    times: int
    span: Span


# ---------------------------------------------------------------------- what it is made of


def join_packs(packs: Sequence[d.Pack]) -> d.Pack | None:
    """The game's own pack, before it the lines of a library's that it does not say itself."""
    if len(packs) < 2:
        return next(iter(packs), None)
    own, shared = packs[:2]
    said = {_say_what(line) for line in own.lines} - {None}
    kept = tuple(line for line in shared.lines if _say_what(line) not in said)
    return attrs.evolve(own, lines=kept + own.lines)


def _say_what(line: Node) -> tuple[str, ...] | None:
    """What only one line of a pack says; cards may be removed, and suits come, in several."""
    if isinstance(line, d.PackChange):
        return ("copies",) if line.kind == "copies" and line.test is None else None
    if isinstance(line, d.PackRanks) and line.suit is not None:
        return "ranks", "of", line.suit
    return (PACK_WORDS[type(line)],)


def _check_said_once(ctx: CheckContext, tree: d.Pack) -> None:
    """Tell of a line that would take the place of an earlier one; ranks and cards go on instead."""
    first: dict[tuple[str, ...], Span] = {}
    for line in tree.lines:
        what = _say_what(line)
        if what is None or what in GO_ON:
            continue
        span = line.span.find_word(what[0])
        if (before := first.setdefault(what, span)) is not span:
            also = ((before, "the first time is here"),)
            ctx.error("N02", f"`{' '.join(what)}` is declared twice", span, also=also)


def declare_pack(ctx: CheckContext, tree: d.Pack) -> None:
    """The words and the cards of the pack; the other lines are checked when options are known."""
    _check_said_once(ctx, tree)
    reader = _PackReader(ctx)
    suits = [_Named(suit, suit, 1, tree.span) for suit in FRENCH]
    for line_of_suits in select_kind(tree.lines, d.PackSuits):
        suits = reader.read_suits(line_of_suits)
    reader.failed = not suits  # the others, and the ranks, are meant all the same
    french = all(suit.word in FRENCH for suit in suits)
    ranks: list[_Named] = []
    singles: list[_Named] = []
    own: dict[str, list[_Named]] = {}
    for line in tree.lines:
        match line:
            case d.PackRanks(suit=None):
                ranks += reader.read_ranks(line, french, ranks)
            case d.PackRanks(suit=str(suit)):
                of = {one.word: one.word for one in suits} | {one.sign: one.word for one in suits}
                if suit not in of:
                    ctx.add_unknown(
                        "P04", f"the pack has no suit `{suit}`", line.span.find_word(suit), suit,
                        [one.word for one in suits], "the suits are",
                    )  # fmt: skip
                    reader.failed = True
                else:
                    own[of[suit]] = reader.read_ranks(line, False, [])
                    its = next(one for one in suits if one.word == of[suit])
                    _check_suit_kept(ctx, line, its, own[its.word], tree)
            case d.PackCards():
                singles += reader.read_singles(line)
    if not (ranks or own or singles or reader.failed):
        help_ = "write below it for example `ranks A 2 3 4 5 6 7 8 9 10 J Q K`"
        ctx.error("P02", "the pack has no ranks", tree.span.find_word("pack"), help=(help_,))
    all_ranks = {one.word: one for line in (ranks, *own.values()) for one in reversed(line)}
    order = list(dict.fromkeys(one.word for line in (ranks, *own.values()) for one in line))
    reader.check_signs([all_ranks[word] for word in order])
    reader.check_signs(suits)
    for one in (*(all_ranks[word] for word in order), *suits, *singles):
        if one.word[:1].islower():
            reader.failed |= not declare(ctx, one.word, one.span)
    ctx.ranks_known = bool(order or own or singles) and not reader.failed
    if reader.failed:
        order = []  # a rank is not meant, so none is known for sure
    words = CardWords(
        tuple(order), tuple(suit.word for suit in suits), tuple(one.word for one in singles),
        tuple(all_ranks[word].sign for word in order), tuple(suit.sign for suit in suits),
    )  # fmt: skip
    deck = [
        (words.make_look(words.ranks.index(rank.word), number), rank.times)
        for number, suit in enumerate(suits)
        for rank in own.get(suit.word, ranks)
        if rank.word in words.ranks
    ]
    deck += [(words.make_single(number), one.times) for number, one in enumerate(singles)]
    alike = words.find_written_alike([look for look, _ in deck])
    if alike is not None:
        looks, form = alike
        named = " and ".join(f"`{words.write(look)}`" for look in looks)
        title = f"{named} are both written `{form}`"
        help_ = "give one of them another name, or another sign; `T` is the sign of 10"
        ctx.error("P08", title, tree.span.find_word("pack"), help=(help_,))
    with report_excess(ctx.report):
        CARDS.check(sum(times for _, times in deck), tree.span)
        ctx.game.deck = tuple(deck)
    ctx.game.words = words
    changes = [line.kind for line in select_kind(tree.lines, d.PackChange)]
    several = "another" in changes or "copies" in changes
    ctx.game.has_copies = several or any(times > 1 for _, times in deck)
    often = Counter[int]()
    for look, times in deck:
        often[look] += 2 if several else times
    ctx.game.lone_cards = frozenset(words.write(look) for look, n in often.items() if n < 2)


def _check_suit_kept(
    ctx: CheckContext, line: d.PackRanks, suit: _Named, own: list[_Named], tree: d.Pack
) -> None:
    """P10: ranks that stand beside a library's pack take all those away that a suit has there."""
    theirs = [
        one for one in select_kind(tree.lines, d.PackRanks)
        if one.suit is None and one.span.source is suit.span.source is not line.span.source
    ]  # fmt: skip
    reader = _PackReader(ctx)
    lost = [rank.word for one in theirs for rank in reader.read_ranks(one, False, [])]
    if own and lost and set(lost).isdisjoint(rank.word for rank in own):
        both = [line.span.words, *(one.span.words.removeprefix("ranks ") for one in theirs)]
        ctx.report.warn(
            "P10", f"`{suit.word}` has no {' '.join(lost)} any more", line.span,
            label=f"these are all the ranks that `{suit.word}` has",
            help=(f"if it has the others too, write:  {', '.join(both)}",),
        )  # fmt: skip


def _list_between(low: str, high: str) -> list[str]:
    """The ranks from one to another, numbers as a range: `A to 7` is `A 2..7`."""
    low, high = WRITTEN.get(low, low), WRITTEN.get(high, high)
    numbers = [one for one in (low, high) if one.isdecimal()]
    if len(numbers) == 2:
        return [f"{low}..{high}"]
    if low == "A" and (numbers or high == "K"):
        return ["A", f"2..{high}"] if numbers else ["A", "2..10", "J", "Q", "K"]
    if high in ("J", "Q", "K", "A") and numbers:
        return [f"{low}..10", *("J", "Q", "K", "A")[: ("J", "Q", "K", "A").index(high) + 1]]
    return []


def _is_bare_sign(before: d.PackWord, tree: d.PackWord) -> bool:
    """Whether a sign stands behind the name of a suit as its own would, but without quotes."""
    between = Span(tree.span.source, before.span.end, tree.span.start).text
    named = isinstance(before.word, e.Name) and before.sign is None
    return named and isinstance(tree.word, e.SuitWord) and "," not in between


@attrs.define
class _PackReader:
    """Reads the words of the lines of a pack; `failed` where one was not understood."""

    ctx: CheckContext
    failed: bool = False

    def refuse(self, code: str, title: str, span: Span, *help: str) -> None:
        """Say what is wrong with a word."""
        self.ctx.error(code, title, span, help=help)
        self.failed = True

    def read_ranks(self, line: d.PackRanks, french: bool, before: Sequence[_Named]) -> list[_Named]:
        """The ranks of a line; those of the French pack are known, others have names and signs."""
        found: list[_Named] = []
        for tree in line.ranks:
            words = list(_list_ranks(self.ctx, tree.word))
            self.failed |= not words
            for word in words:
                known = word in FRENCH_RANKS or word[:1].islower()
                if any(word == one.word for one in (*before, *found)):
                    self.refuse("P01", f"the rank {word} is twice in the pack", tree.word.span)
                elif word == "to" and 0 < line.ranks.index(tree) < len(line.ranks) - 1:
                    at = line.ranks.index(tree)
                    low, high = (line.ranks[k].word.words for k in (at - 1, at + 1))
                    title = "no word stands between the ends of a range"
                    ranks = " ".join(_list_between(low, high))
                    self.refuse("P01", title, tree.word.span, *[f"write `{ranks}`"] * bool(ranks))
                elif isinstance(tree.word, e.SuitWord):
                    self.refuse("G10", f"`{word}` is not a rank", tree.word.span)
                elif french and not known:
                    title = f"`{word}` is not a rank: ranks are `A`, 2 to 10, `J`, `Q`, `K`"
                    help_ = 'a rank of your own has a name, and perhaps a sign:  knight "C"'
                    if word == "1":
                        to_end = isinstance(tree.word, e.Between)
                        ace = f"A 2..{tree.word.words.split('..')[-1]}" if to_end else "A"
                        help_ = f"the ace is `A`; write `{ace}`"
                    elif word.isdecimal():
                        help_ = "figures above 10 want suits of your own, be it one:  suits plain"
                    self.refuse("G10", title, tree.word.span, help_)
                    break  # what follows in `3..35` is wrong in the same way
                else:
                    sign = word if not word[:1].islower() else self.read_sign(tree, A_LETTER)
                    found.append(_Named(word, sign, self.read_times(tree), tree.word.span))
        return found

    def read_times(self, tree: d.PackWord) -> int:
        """How often a card is there."""
        times = tree.times.value if isinstance(tree.times, e.Number) else 1
        if tree.times is not None and not 1 <= times <= MOST_TIMES:
            title = f"a card is there 1 to {MOST_TIMES} times, not {times}"
            self.refuse("P08", title, tree.times.span)
            return 1
        return times

    def read_suits(self, line: d.PackSuits) -> list[_Named]:
        """The suits of a line: signs of the French pack, or names with a sign or without."""
        found: list[_Named] = []
        for before, tree in zip((line.suits[0], *line.suits), line.suits, strict=False):
            word = tree.word.span.text
            if _is_bare_sign(before, tree):
                self.refuse_bare_sign(before, tree)
            elif word in [suit.word for suit in found]:
                help_ = f"to have its cards once more, write:  another suit {word}"
                title = f"the suit {word} is twice in the pack"
                self.refuse("P01", title, tree.word.span, help_)
            elif word in FRENCH:
                found.append(_Named(word, word, 1, tree.word.span))
            elif not isinstance(tree.word, e.Name) or tree.times is not None:
                help_ = 'a suit is ♠, ♥, ♦ or ♣, or it has a name, and perhaps a sign:  coins "●"'
                self.refuse("P08", f"`{tree.span.text}` is not a suit", tree.span, help_)
            else:
                found.append(_Named(word, self.read_sign(tree, A_SIGN), 1, tree.word.span))
        if len(found) > MOST_SUITS:
            self.refuse("P08", f"a pack has at most {MOST_SUITS} suits", line.span)
        return found

    def refuse_bare_sign(self, before: d.PackWord, tree: d.PackWord) -> None:
        """Tell `hearts ♥`, which is one suit with two names, and `bells ●`."""
        name, word = before.word.span.text, tree.word.span.text
        if word in FRENCH:
            title = f"{word} is a suit of the French pack, and has no other name"
            both = Span(tree.span.source, before.span.start, tree.span.end)
            help_ = f'or give `{name}` another sign, as in `coins "●"`'
            self.ctx.error("P08", title, both, label=f"write `{word}`", help=(help_,))
            self.failed = True
        else:
            title = f"the sign of a suit stands in quotes: `{word}`"
            self.refuse("P08", title, tree.word.span, f'write:  {name} "{word}"')

    def read_singles(self, line: d.PackCards) -> list[_Named]:
        """The cards of a line that have neither rank nor suit."""
        found: list[_Named] = []
        if (misread := self.read_counted(line)) is not None:
            return misread
        for tree in line.cards:
            if isinstance(tree.word, e.Name) and tree.sign is None:
                found.append(_Named(tree.word.name, "", self.read_times(tree), tree.word.span))
            else:
                help_ = "such a card has a name only, as in `cards fool` or `cards joker x2`"
                named = any(isinstance(one.word, e.Name) for one in line.cards)
                if not named and len(line.cards) > 1:
                    help_ = f"write:  ranks {line.span.words.removeprefix('cards ')}"
                self.refuse("P08", f"`{tree.span.text}` is no name of a card", tree.span, help_)
                break
        if len(found) > MOST_SUITS:
            self.refuse("P08", f"a pack has at most {MOST_SUITS} such cards", line.span)
        return found

    def read_counted(self, line: d.PackCards) -> list[_Named] | None:
        """The cards of `2 jokers` or `joker 2`, which is refused; None where no number stands."""
        numbers = (
            tree for at, tree in enumerate(line.cards)
            if isinstance(tree.word, e.Number)
            or (at + 1 < len(line.cards) and tree.word.span.text in COUNTED)
        )  # fmt: skip
        first, words = next(numbers, None), line.span.words.removeprefix("cards ")
        meant = None if first is None else write_times(words)
        if first is None or meant is None:
            return None
        title = f"`{first.span.text}` is no name of a card"
        self.refuse("P08", title, first.span, f"write:  cards {meant}")
        names = (one.partition(" ")[0] for one in meant.split(", "))
        return [_Named(name, "", 1, line.span) for name in names]

    def read_sign(self, tree: d.PackWord, shape: object) -> str:
        """The sign that is written after a name; empty where there is none."""
        if tree.sign is None:
            return ""
        sign = tree.sign.plain
        if (A_LETTER if shape is A_LETTER else A_SIGN).fullmatch(sign):
            return sign
        french = "" if shape is A_LETTER else SYMBOLS.get(sign, sign)
        says = "the sign of a rank is one capital letter" if shape is A_LETTER else SIGN_IS
        if french in FRENCH:
            says = (
                "♠ ♥ ♦ ♣ and their letters S H D C are suits of the French pack: write "
                f"{french} alone, without name and quotes, or choose another sign, such as ★ or ●"
            )
        title = f"`{tree.sign.span.text}` cannot be a sign"
        self.ctx.error("P08", title, tree.sign.span, help=(says,))
        return french if french in FRENCH else ""  # the word and its cards are meant all the same

    def check_signs(self, named: Iterable[_Named]) -> None:
        """Two that are written alike would make two cards that are."""
        seen: dict[str, Span] = {}
        for one in named:
            if not one.sign:
                continue
            first = seen.setdefault(one.sign, one.span)
            if first is not one.span:
                self.ctx.error(
                    "P08", f"`{one.word}` has a sign that is taken: cards would be written alike",
                    one.span, also=((first, f"this has the sign {one.sign} already"),),
                )  # fmt: skip
                self.failed = True


def _list_ranks(ctx: CheckContext, tree: e.Expr) -> Iterator[str]:
    """The ranks that a word of a line stands for: one, or all of a range."""
    match tree:
        case e.Between(low=e.Number(value=low), high=e.Number(value=high)):
            if abs(high - low) >= MOST_RANKS:
                ctx.error("P08", f"a pack has at most {MOST_RANKS} ranks", tree.span)
                return
            step = 1 if low <= high else -1
            yield from map(str, range(low, high + step, step))
        case e.Name(name=name):
            yield name
        case e.Number(value=value):
            yield str(value)
        case e.RankWord(text=text):
            yield text
        case _:
            yield tree.span.text


# ---------------------------------------------------------------------- the lines that change it


# What a line of each kind takes; the code and the title for what is nothing of the kind.
CHANGES: dict[str, tuple[t.Type, str, str]] = {
    "another": (t.SUIT, "T01", ""), "copies": (t.NumberT(), "T01", ""),
    "remove": (t.SetT(t.CARD), "T08", "only cards can be removed"),
}  # fmt: skip


def check_pack(ctx: CheckContext, tree: d.Pack) -> tuple[g.PackLine, ...]:
    """The other lines of the pack with their values."""
    found = []
    for line in tree.lines:
        if isinstance(line, d.PackChange):
            wanted, code, lead = CHANGES[line.kind]
            if line.kind == "copies" and isinstance(line.value, e.EitherOr):
                help_ = "where it is not always as many:  copies 2 if players > 4 else 1"
                ctx.error("T04", "how often the pack is there is one number", line.value.span,
                          help=(help_,))  # fmt: skip
                continue
            value = (
                _check_removal(ctx, line.value)
                if line.kind == "remove"
                else check_typed(Scope(ctx, fixed=True), line.value, wanted, lead=lead, code=code)
            )
            test = check_optional(Scope(ctx, fixed=True), line.test, t.YESNO, after="if")
            found.append(g.PackLine(line.kind, value, test, line.span))
    _check_removed(ctx, tuple(found))
    return tuple(found)


def _check_removal(ctx: CheckContext, tree: e.Expr) -> g.Value:
    """Cards are removed by their names: what the pack has is not known yet, to be chosen from."""
    words = ctx.game.words
    phrase: e.Expr | None
    phrase = next((part for part in walk(tree) if isinstance(part, e.Phrase | e.Where)), None)
    if isinstance(tree, e.RankWord | e.Number) and words.find_rank(tree.words) is not None:
        phrase = tree  # all cards of a rank, as in `remove 7`
    if phrase is None:
        wanted, code, lead = CHANGES["remove"]
        return check_typed(Scope(ctx), tree, wanted, lead=lead, code=code)
    named = (part.words for part in walk(phrase) if isinstance(part, e.RankWord | e.Number))
    rank = next((rank for name in named if (rank := words.find_rank(name)) is not None), 0)
    suits = range(len(words.suits) if words.ranks else 0)  # a pack of single cards has no ranks
    cards = [words.write(words.make_look(rank, suit)) for suit in suits]
    ctx.error(
        "P05", "cards that are removed are named one by one", phrase.span,
        help=(f"write them out, as in:  remove [{' '.join(cards)}]",) if cards else (),
    )  # fmt: skip
    return make_unknown(tree.span)


def _check_removed(ctx: CheckContext, lines: tuple[g.PackLine, ...]) -> None:
    """A card that has been removed is not there to be removed again."""
    gone: dict[str, Span] = {}
    if ctx.game.has_copies:
        return
    for line in lines:
        if line.kind != "remove" or line.test is not None:
            continue
        for card in list_removed(line):
            if card.word in gone:
                also = ((gone[card.word], "it is removed here"),)
                ctx.error("P05", f"the pack has no {card.word} any more", card.span, also=also)
            else:
                gone[card.word] = card.span


# ---------------------------------------------------------------------- orders


def check_order(ctx: CheckContext, tree: d.Order) -> None:
    """A rank order; after its last rank it may begin again, so that runs go round the corner."""
    if not declare(ctx, tree.name, tree.name_span):
        return
    words, ranks = ctx.game.words, ctx.game.ranks
    listed: list[str] = []
    spans: list[Span] = []
    for tree_word in tree.ranks:
        for text in _list_ranks(ctx, tree_word):
            number = words.find_rank(text)
            listed.append(text if number is None else ranks[number])
            spans.append(tree_word.span)
    foreign = [text for text in dict.fromkeys(listed) if text not in ranks]
    place = next((at for source, at in ctx.used if source is tree.span.source), None)
    if foreign:
        ctx.game.orders[tree.name] = g.Order(tree.name, tuple(listed), tree.span)
    if foreign and not ranks:
        if ctx.ranks_known:
            ctx.add_no_ranks(spans[0] if place is None else place)
        return
    if foreign and place is not None:
        title = f"this library has an order of ranks that the pack lacks: {', '.join(foreign)}"
        own = " ".join(text for text in listed if text in ranks)
        if not set(ranks).issubset(listed):
            own = write_best_first(ranks)
        help_ = (
            f"an order of this name in the game takes its place:  order {tree.name}, best first: "
            f"{own}",
            f"the ranks are {' '.join(ranks)}; what else names one it lacks is replaced likewise",
        )
        also = ((tree.name_span, "it is here"),)
        return ctx.error("P03", title, place, help=help_, also=also)
    if suits := [text for text in listed if words.find_suit(text) is not None]:
        rows = "; ".join(f"{suit} | {len(suits) - k}" for k, suit in enumerate(suits))
        ctx.error(
            "P03", f"an order is of ranks, and {suits[0]} is a suit", spans[listed.index(suits[0])],
            help=(f"how suits rank is said by a table, with the rows  {rows}",),
        )  # fmt: skip
        return
    missing = _list_missing(ctx.game, listed)
    are = "is" if len(missing) == 1 else "are"
    left_out = f"and {', '.join(missing)} {are} missing from this order"
    twice = False
    for k, (text, span) in enumerate(zip(listed, spans, strict=True)):
        named = [word for word in ranks if WRITTEN.get(word) == text]
        if named and text not in ranks:
            ctx.add_repeated(
                "P03", f"`{text}` stands in the order `{tree.name}`, and `{named[0]}` in the pack",
                span, help=("court cards are written `J Q K` in both; or by their names in both",),
                key=f"court cards of {tree.name}",
            )  # fmt: skip
        elif text not in ranks:
            single = text in ctx.game.words.singles
            ctx.add_repeated(
                "P03", f"`{text}` has no rank, and an order holds ranks" if single
                else f"the pack has no {text}", span,
                label=f"the ranks are {' '.join(ranks)}", help=(left_out,) if missing else (),
            )  # fmt: skip
        elif text in listed[:k] and (k < len(ranks) or text != listed[k - len(ranks)]):
            twice = True
            title = f"the rank {text} is twice in this order"
            ctx.error("P01", title, span, help=(left_out,) if missing else ())
    if missing and not twice and all(word in ranks for word in listed):
        title = f"{', '.join(missing)} {are} missing from the order `{tree.name}`"
        ctx.error("P06", title, tree.name_span, help=("every rank of the pack has its place",))
    ctx.game.orders[tree.name] = g.Order(tree.name, tuple(listed), tree.span)


def _list_missing(game: g.Game, listed: Sequence[str]) -> list[str]:
    """The ranks that an order lacks; where suits have their own, an order of one suit is whole."""
    of_suits: dict[int, list[str]] = {}
    for look, _ in game.deck:
        rank, suit = game.words.split(look)
        if rank >= 0:
            of_suits.setdefault(suit, []).append(game.ranks[rank])
    lacks = [[rank for rank in ranks if rank not in listed] for ranks in of_suits.values()]
    return min(lacks, key=len, default=[])


def count_copies(game: g.Game) -> dict[int | None, int]:
    """How often each look is in the pack at most; nothing where that is not known."""
    often = Counter[int | None]()
    for look, times in game.deck:
        often[look] += times
    for line in game.pack:
        kind = line.value.type
        if line.kind == "copies" and isinstance(kind, t.NumberT) and kind.high is not None:
            often = Counter({look: times * kind.high for look, times in often.items()})
        elif line.kind == "another" and isinstance(line.value, g.Literal):
            suit = game.words.find_suit(line.value.word)
            often.update(look for look, _ in game.deck if game.words.split(look)[1] == suit)
        elif line.kind == "remove" and line.test is None:
            often.subtract(game.words.find_card(card.word) for card in list_removed(line))
        elif line.kind != "remove":
            return {}
    return {look: max(0, times) for look, times in often.items()}


def list_removed(line: g.PackLine) -> list[g.Literal]:
    """The cards that are named where some are taken out of the pack."""
    named = line.value.args if isinstance(line.value, g.Op) else (line.value,)
    return [card for card in select_kind(named, g.Literal) if card.what == "card"]
