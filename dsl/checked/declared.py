"""First pass: what a file declares, so that a name may be used before its line."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.desk import Desk, Scope
from hoyle.dsl.checked.operations import NAMES
from hoyle.dsl.checked.types import (
    CARD,
    NAMED,
    RANK,
    SEAT,
    SIDE,
    SUIT,
    UNKNOWN,
    YESNO,
    ChoiceT,
    MaybeT,
    NumberT,
    RecordT,
    SequenceT,
    Type,
    bare,
)
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e

INDEXABLE = (SEAT, RANK, SUIT, SIDE, CARD, YESNO)


def declare(desk: Desk, name: str, span: Span) -> bool:
    """Note a name of the file; says so where it has been given away."""
    if name in desk.declared:
        desk.error(
            "N02", f"`{name}` is declared twice", span,
            also=((desk.declared[name], "the first time is here"),),
        )  # fmt: skip
        return False
    if name in NAMES:
        desk.error("N02", f"`{name}` is a word the language has already", span)
        return False
    desk.declared[name] = span
    return True


# ---------------------------------------------------------------------- types


def settle(desk: Desk, tree: d.Type) -> Type:
    """The type that a text names."""
    match tree:
        case d.TypeNamed():
            return named(desk, tree)
        case d.TypeValue(value=e.Between() as between):
            bounds = number_bounds(desk, between)
            return NumberT(*bounds)
        case d.TypeValue():
            return settle(desk, d.TypeOr((tree,), tree.span))
        case d.TypeList():
            record_named(desk, tree.record, tree.span)
            return SequenceT(RecordT(tree.record))
        case d.TypeOr():
            return alternatives(desk, tree)


def number_bounds(desk: Desk, tree: e.Between) -> tuple[int | None, int | None]:
    """The widest that a range can be, over all options and player counts."""
    from hoyle.dsl.checked.values import between

    value = between(desk, Scope(), tree)
    of = value.type.of if not isinstance(value.type, NumberT) else value.type  # type: ignore[union-attr]
    return (of.low, of.high) if isinstance(of, NumberT) else (None, None)


def named(desk: Desk, tree: d.TypeNamed) -> Type:
    """A type by its name."""
    if tree.name in NAMED:
        return NAMED[tree.name]
    if tree.name in desk.types:
        return desk.types[tree.name]
    if tree.name in desk.named_types:
        inner, _ = desk.named_types[tree.name]
        found = settle(desk, inner)
        if isinstance(found, ChoiceT):
            desk.choices.remove(found)
            found = ChoiceT(found.words, tree.name)
            desk.choices.append(found)
        desk.types[tree.name] = found
        return found
    known = [*NAMED, *desk.types, *desk.named_types]
    desk.misnamed(
        "N04", f"there is no type called `{tree.name}`", tree.span, tree.name, known, "types are"
    )
    return UNKNOWN


def record_named(desk: Desk, name: str, span: Span) -> None:
    """A record must be declared."""
    if not isinstance(desk.types.get(name), RecordT):
        records = [n for n, t in desk.types.items() if isinstance(t, RecordT)]
        desk.misnamed("N04", f"there is no record called `{name}`", span, name, records, "records are")


def alternatives(desk: Desk, tree: d.TypeOr) -> Type:
    """`a or b`: words, cards, numbers, or a type `or none`."""
    words: list[str] = []
    kinds: list[Type] = []
    maybe = False
    for part in tree.parts:
        match part:
            case d.TypeValue(value=e.Name(name=name)):
                words.append(name)
            case d.TypeValue(value=e.Word(text="none")):
                maybe = True
            case d.TypeValue(value=e.Word(text=("yes" | "no"))):
                kinds.append(YESNO)
            case d.TypeValue(value=e.CardWord() | e.RankWord() | e.SuitWord() as literal):
                kind = {e.CardWord: CARD, e.RankWord: RANK, e.SuitWord: SUIT}[type(literal)]
                kinds.append(kind)
            case d.TypeValue(value=e.Number(value=number)):
                kinds.append(NumberT(number, number))
            case _:
                kinds.append(settle(desk, part))
    if words and kinds:
        desk.error("N04", "these alternatives are of different kinds", tree.span)
        return UNKNOWN
    if words:
        choice = ChoiceT(tuple(words))
        if choice not in desk.choices:
            desk.choices.append(choice)
        kinds = [choice]
    kind = kinds[0] if kinds else UNKNOWN
    for other in kinds[1:]:
        if isinstance(kind, NumberT) and isinstance(other, NumberT):
            lows = [b for b in (kind.low, other.low) if b is not None]
            highs = [b for b in (kind.high, other.high) if b is not None]
            kind = NumberT(min(lows), max(highs)) if lows and highs else NumberT()
        elif other != kind:
            desk.error("N04", "these alternatives are of different kinds", tree.span)
    return MaybeT(kind) if maybe else kind


def index_of(desk: Desk, trees: tuple[d.Type, ...]) -> tuple[g.Index, ...]:
    """The indexes of a family; each must have finitely many values."""
    from hoyle.dsl.checked.values import value

    found = []
    for tree in trees:
        kind = settle(desk, tree)
        low = high = None
        if isinstance(tree, d.TypeValue) and isinstance(tree.value, e.Between):
            low = value(desk, Scope(), tree.value.low)
            high = value(desk, Scope(), tree.value.high)
        elif kind not in INDEXABLE and not isinstance(kind, ChoiceT) and kind != UNKNOWN:
            desk.error("N04", f"nothing can be kept for each of {kind}", tree.span)
        found.append(g.Index(kind, low, high))
    return tuple(found)


# ---------------------------------------------------------------------- zones and registers


def owner_of(kind: Type | None, span: Span) -> g.Var:
    """The variable that `owner` means in a sight."""
    return g.Var("owner", kind or SEAT, span)


def zone(desk: Desk, tree: d.Zone, record: str | None) -> g.Zone:
    """One zone."""
    from hoyle.dsl.checked.values import typed

    index = index_of(desk, tree.index)
    if tree.type not in ("Cards", "Pile"):
        desk.misnamed(
            "N04", f"a zone holds `Cards` or a `Pile`, not `{tree.type}`", tree.span, tree.type,
            ["Cards", "Pile"], "zones hold",
        )  # fmt: skip
    owner = owner_of(index[0].type if index else SEAT, tree.span)
    scope = Scope({"owner": owner})
    seen_by = capacity = None
    if tree.seen_by is not None:
        seen_by = typed(desk, scope, tree.seen_by, SEAT, "a seat")
    if tree.face not in (None, "up", "down"):
        desk.misnamed(
            "T07", f"cards lie face up or face down, not `{tree.face}`", tree.span,
            str(tree.face), ["up", "down"], "it can be",
        )  # fmt: skip
    if tree.face is None and tree.seen_by is None:
        desk.error(
            "S04", f"it is not said who sees `{tree.name}`", tree.name_span,
            help=("write `face up`, `face down` or `seen by owner` after the type",),
        )  # fmt: skip
    if tree.capacity is not None:
        capacity = typed(desk, Scope(), tree.capacity, NumberT(), "a number")
    return g.Zone(
        tree.name, index, tree.type == "Pile", tree.face, seen_by, owner, capacity, tree.starts,
        record, tree.span,
    )  # fmt: skip


def register(desk: Desk, tree: d.Register, phase: str | None, record: str | None) -> g.Register:
    """One register, without its default, which may speak of things declared later."""
    from hoyle.dsl.checked.values import typed

    index = index_of(desk, tree.index)
    kind = settle(desk, tree.type)
    found = g.Register(
        tree.name, index, kind, None, None, None, None, None, None, phase, record, tree.span
    )
    inner = tree.type
    if isinstance(inner, d.TypeOr):
        ranges = [
            p for p in inner.parts if isinstance(p, d.TypeValue) and isinstance(p.value, e.Between)
        ]
        inner = ranges[0] if ranges else inner
    if isinstance(inner, d.TypeValue) and isinstance(inner.value, e.Between):
        found.low = typed(desk, Scope(), inner.value.low, NumberT(), "a number")
        found.high = typed(desk, Scope(), inner.value.high, NumberT(), "a number")
    if isinstance(inner, d.TypeNamed) and inner.name in desk.named_types:
        return ranged_by_name(desk, inner.name, found)
    if isinstance(tree.type, d.TypeList):
        found.most = typed(desk, Scope(), tree.type.most, NumberT(), "a number")
    if kind == NumberT():
        desk.error(
            "R03", f"it is not said how small and how large `{tree.name}` can be", tree.span,
            help=("give a range, for example `0..100`",),
        )  # fmt: skip
    if tree.seen_by is not None:
        found.owner_var = owner_of(index[0].type if index else SEAT, tree.span)
        scope = Scope({"owner": found.owner_var})
        found.seen_by = typed(desk, scope, tree.seen_by, SEAT, "a seat")
    return found


def ranged_by_name(desk: Desk, name: str, found: g.Register) -> g.Register:
    """A register of a named range takes the bounds from there."""
    from hoyle.dsl.checked.values import value

    inner, _ = desk.named_types[name]
    if isinstance(inner, d.TypeValue) and isinstance(inner.value, e.Between):
        found.low = value(desk, Scope(), inner.value.low)
        found.high = value(desk, Scope(), inner.value.high)
    return found


def in_range(desk: Desk, kind: Type, value: g.Value, span: Span, what: str, code: str) -> None:
    """Tell where a number can never lie in the range that it is for."""
    from hoyle.dsl.checked import intervals

    wanted, given = bare(kind), bare(value.type)
    if isinstance(wanted, NumberT) and isinstance(given, NumberT) and intervals.apart(given, wanted):
        shown = given.low if given.low == given.high else f"{given.low}..{given.high}"
        desk.error(
            code, f"{what} runs from {wanted.low} to {wanted.high}, and {shown} is outside", span
        )


def register_default(desk: Desk, tree: d.Register, found: g.Register, scope: Scope) -> None:
    """The default, checked when all is declared."""
    from hoyle.dsl.checked.values import typed

    if tree.default is not None:
        found.default = typed(desk, scope, tree.default, found.type, str(found.type))
        in_range(desk, found.type, found.default, tree.default.span, f"`{tree.name}`", "R01")


# ---------------------------------------------------------------------- options and pack


def option(desk: Desk, tree: d.Option) -> None:
    """One option; later ones may use it."""
    from hoyle.dsl.checked.values import typed, value

    if not declare(desk, tree.name, tree.name_span):
        return
    kind = settle(desk, tree.type)
    allowed: list[g.Value] = []
    parts = tree.type.parts if isinstance(tree.type, d.TypeOr) else (tree.type,)
    for part in parts:
        if isinstance(part, d.TypeValue) and not isinstance(kind, ChoiceT) and kind != YESNO:
            allowed.append(value(desk, Scope(), part.value, kind))
    default = typed(desk, Scope(), tree.default, kind, str(kind))
    in_range(desk, kind, default, tree.default.span, f"`{tree.name}`", "O01")
    if isinstance(default, g.Literal) and allowed:
        words = [a.word for a in allowed if isinstance(a, g.Literal)]
        if words and default.word not in words:
            desk.error(
                "O01", f"`{tree.name}` is {' or '.join(words)}, and {default.word} is none of them",
                tree.default.span,
            )  # fmt: skip
    desk.game.options[tree.name] = g.Option(
        tree.name, kind, tuple(allowed), default, tree.meaning.plain, tree.span
    )


def pack(desk: Desk, tree: d.Pack) -> None:
    """The pack's ranks and suits; the lines themselves are checked when options are known."""
    ranks: list[str] = []
    for line in tree.lines:
        match line:
            case d.PackRanks():
                for word in line.ranks:
                    text = rank_text(word)
                    if text in ranks:
                        desk.error("P01", f"the rank {text} stands twice in the pack", word.span)
                    elif text not in ("A", "K", "Q", "J") and not 2 <= int(text) <= 10:
                        desk.error("G10", f"there is no rank {text}: ranks are A, 2 to 10, J, Q, K", word.span)
                    else:
                        ranks.append(text)
            case d.PackSuits():
                desk.suits = tuple(dict.fromkeys(line.suits))
    if not ranks:
        desk.error("P02", "it is not said which ranks the pack has", tree.span,
                   help=("write for example `ranks A 2 3 4 5 6 7 8 9 10 J Q K`",))  # fmt: skip
    desk.ranks = tuple(ranks)


def rank_text(tree: e.Expr) -> str:
    """The word of a rank, `10` for T."""
    if isinstance(tree, e.Number):
        return str(tree.value)
    assert isinstance(tree, e.RankWord)
    return "10" if tree.text == "T" else tree.text


def pack_lines(desk: Desk, tree: d.Pack) -> tuple[g.PackLine, ...]:
    """The lines of the pack with their values."""
    from hoyle.dsl.checked.types import SetT, fits
    from hoyle.dsl.checked.values import typed, value, yes_or_no

    found = []
    for line in tree.lines:
        match line:
            case d.PackRanks():
                found.append(g.PackLine("ranks", desk.ranks, None, None, line.span))
            case d.PackSuits():
                found.append(g.PackLine("suits", desk.suits, None, None, line.span))
            case d.PackAnother():
                suit = typed(desk, Scope(), line.suit, SUIT, "a suit")
                found.append(g.PackLine("another", (), suit, None, line.span))
            case d.PackRemove():
                cards = value(desk, Scope(), line.cards, SetT(CARD))
                if not fits(cards.type, SetT(CARD)):
                    desk.error("T08", f"only cards can be removed; this is {cards.type}", line.cards.span)
                test = None
                if line.test is not None:
                    test = yes_or_no(desk, Scope(), line.test, "`if` is followed by a question")
                found.append(g.PackLine("remove", (), cards, test, line.span))
            case d.PackCopies():
                copies = typed(desk, Scope(), line.copies, NumberT(), "a number")
                found.append(g.PackLine("copies", (), copies, None, line.span))
    return tuple(found)


def order(desk: Desk, tree: d.Order) -> None:
    """A rank order; a rank at both ends may serve at either."""
    if not declare(desk, tree.name, tree.name_span):
        return
    words = []
    for word in tree.ranks:
        text = rank_text(word)
        if text not in desk.ranks and desk.ranks:
            missing = [r for r in desk.ranks if r not in {rank_text(w) for w in tree.ranks}]
            desk.error(
                "P03", f"the pack has no {text}", word.span,
                label=f"the ranks are {' '.join(desk.ranks)}",
                help=(f"and {', '.join(f'`{r}`' for r in missing)} is missing from this order",)
                if missing else (),
            )  # fmt: skip
        elif text in words and not (text == words[0] and word is tree.ranks[-1]):
            desk.error("P01", f"the rank {text} stands twice in this order", word.span)
        words.append(text)
    missing = [r for r in desk.ranks if r not in words]
    if missing and all(w in desk.ranks for w in words):
        desk.error(
            "P06", f"the order `{tree.name}` leaves out {', '.join(missing)}", tree.name_span,
            help=("every rank of the pack needs its place",),
        )  # fmt: skip
    desk.game.orders[tree.name] = g.Order(tree.name, tuple(words), tree.span)
