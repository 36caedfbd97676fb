"""First pass: what a file declares, so that a name may be used before its line."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.builtins import NAMES
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.expressions import check_between, check_optional, check_typed, check_value
from hoyle.dsl.checked.names import is_known_alone, list_answers, make_unknown, reject_words
from hoyle.dsl.checked.ranges import check_fixed, check_in_range, is_apart, is_within
from hoyle.dsl.checked.suggestions import name_given
from hoyle.dsl.checked.written_names import list_pack_names
from hoyle.dsl.nearest import WRITTEN, listed, nearest
from hoyle.dsl.node import Node, children, select_kind, walk
from hoyle.dsl.printable import count_players
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e

WITH_STEPS = d.Phase | d.Define | d.Table | d.Ranking | d.Conditions | d.Policy
# They begin a phrase about several, so that none of them is a value by itself: state cannot be set
# to one. An option can have it, as it is only asked what it is.
PHRASE_WORDS = "any", "every", "count", "total", "highest", "lowest", "best", "sole", "first", "all"
INDEXABLE = (t.SEAT, t.RANK, t.SUIT, t.SIDE, t.CARD, t.YESNO)


def withhold_ambiguous(ctx: CheckContext, declarations: Sequence[d.Declaration]) -> None:
    """Declare no name that is of two things: what asks for it may be right by either of them.

    Of two phases, defines or tables the first stands, so that what is in it is looked at.
    """
    first: dict[str, e.NamedNode] = {}
    for line in declarations:
        inside = children(line) if isinstance(line, d.Options | d.Zones | d.State) else (line,)
        for one in inside:
            if not isinstance(one, e.NamedNode) or isinstance(one, d.Direction):
                continue
            other = first.setdefault(one.name, one)
            same = one is other or (isinstance(one, WITH_STEPS) and type(one) is type(other))
            if not same:
                _tell_twice(ctx, one.name, other.name_span, one.name_span)
                ctx.ambiguous.add(one.name)
    ctx.not_given |= ctx.ambiguous  # what names it is told with its line


def _tell_twice(ctx: CheckContext, name: str, first: Span, span: Span) -> None:
    # of a library's name and the game's, show the game's
    if span.source is not first.source or span.start < first.start:
        first, span = span, first
    also = ((first, "the first time is here"),)
    ctx.error("N02", f"`{name}` is declared twice", span, also=also)


def declare(ctx: CheckContext, name: str, span: Span) -> bool:
    """Note a name of the file; says so where it has been given away."""
    if name in ctx.ambiguous:
        return False
    if name in ctx.declared:
        _tell_twice(ctx, name, ctx.declared[name], span)
    elif name in NAMES:
        label = f"call it by another name, for example `the_{name}`"
        ctx.error("N02", f"`{name}` is a word the language has already", span, label=label)
        ctx.not_given.add(name)  # what names it is told with its line
        ctx.refused.add(name)
    else:
        ctx.declared[name] = span
        return True
    return False


# ---------------------------------------------------------------------- types


LITERALS: dict[type[e.Expr], t.Type]
LITERALS = {e.CardWord: t.NAMED_CARD, e.RankWord: t.RANK, e.SuitWord: t.SUIT}
SINGLE_VALUES = (e.Number, *LITERALS)
SINGLES: dict[t.Type, str] = {t.CARD: "Card", t.NAMED_CARD: "Card", t.RANK: "Rank", t.SUIT: "Suit"}
WORDS = {"yes": t.YESNO, "no": t.YESNO, "none": t.NONE}


def resolve_type(ctx: CheckContext, tree: d.Type) -> t.Type:
    """The type that a text names."""
    match tree:
        case d.TypeNamed():
            return _resolve_name(ctx, tree)
        case d.TypeValue(value=e.Between(low=e.Apply(name="list", args=(_, *_)))):
            several = tree.span.words.removeprefix("list of ")
            title = f"a list holds seats, sides, ranks or suits, and `{several}` is numbers"
            ctx.error("T06", title, tree.span, help=(EACH_KEPT.format(several),))
            return t.UNKNOWN
        case d.TypeValue(value=e.Between() as between):  # the widest, over all options and players
            return check_between(Scope(ctx), between).type.element or t.UNKNOWN
        case d.TypeValue(value=e.Name(name=name)):
            return _resolve_lone(ctx, name, tree.span)
        case d.TypeValue(value=e.Apply(name="list", args=(e.Word() | e.Name() as several,))):
            return _resolve_list(ctx, several.words.capitalize(), tree.span)
        case d.TypeValue():
            found = _join_alternatives(ctx, (tree,), tree.span)
            return t.UNKNOWN if _is_one_value(ctx, tree) else found
        case d.TypeList():
            known = _check_record_name(ctx, tree.record, tree.span)
            return t.SequenceT(t.RecordT(tree.record)) if known else t.UNKNOWN
        case d.TypeInOrder(word=word, name=name):
            if word != "list":
                title = f"there is no type `{tree.span.words}`"
                slip = nearest(word, ["list"]) is not None or f"{name}s" not in t.NAMED
                written = f"list of {name}" if slip else f"{name}s"
                each = () if slip and f"{name}s" in t.NAMED else _suggest_each_kept(ctx, name)
                ctx.error(
                    "N04", title, tree.span, label="" if each else f"write `{written}`", help=each
                )
                return t.UNKNOWN
            return _resolve_list(ctx, name, tree.span)
        case d.TypeOr():
            found = _join_alternatives(ctx, tree.parts, tree.span)
            return t.UNKNOWN if _are_single_values(ctx, tree, found) else found


def _resolve_lone(ctx: CheckContext, name: str, span: Span) -> t.Type:
    """A word that stands alone: a type in small letters, or one alternative, which is no choice."""
    known = _list_types(ctx)
    if nearest(name, known) is not None:
        return _resolve_name(ctx, d.TypeNamed(name, span=span))
    title = f"`{name}` alone is no type: there is nothing to choose"
    label, help_ = f"write the others behind it: `{name} or …`", (f"types are: {listed(known)}",)
    if name in ("bool", "boolean"):
        label = "what is one of two is `yes or no`"
    option = ctx.game.options.get(name)
    if option is not None and t.is_number(option.type):
        range_ = "what a number may be is a range, and what it is at first stands behind it"
        label, help_ = "", (f"{range_}, as in `0..{name} = {name}`",)
    ctx.error("N04", title, span, label=label, help=help_)
    ctx.not_given.add(name)
    return t.UNKNOWN


def _list_types(ctx: CheckContext) -> list[str]:
    return sorted({*t.NAMED, *ctx.types, *ctx.named_types} - {*ctx.in_work})


def _is_one_value(ctx: CheckContext, tree: d.TypeValue) -> bool:
    """Refuse `no`, `7♣` or `12`: what can be one thing only is nothing that is kept, or set."""
    value = tree.value
    wide = SINGLES.get(LITERALS.get(type(value), t.UNKNOWN), "")
    if isinstance(value, e.Word) and value.text in WORDS:
        wide = "Seat or none" if value.text == "none" else "yes or no"
    if isinstance(value, e.Number):
        wide = f"0..{value.value or 100}"
    if wide:
        help_ = (f"what it is at first stands behind it:  {wide} = {value.words}",)
        title = f"`{value.words}` alone is a value, and no type"
        ctx.error("N04", title, tree.span, label=f"write for example `{wide}`", help=help_)
    return bool(wide)


def _are_single_values(ctx: CheckContext, tree: d.TypeOr, kind: t.Type) -> bool:
    """Refuse `J or Q` and `7 or 9`: only an option has some values and not those between."""
    bare = t.bare(kind)
    values = [part.value for part in tree.parts if isinstance(part, d.TypeValue)]
    single = [value for value in values if isinstance(value, SINGLE_VALUES)]
    wide = SINGLES.get(bare)
    if isinstance(bare, t.NumberT) and bare.low is not None and bare.high is not None:
        numbers = {value.value for value in single if isinstance(value, e.Number)}
        if 1 < len(numbers) == len(single) < bare.high - bare.low + 1:
            wide = bare.range
    if not single or wide is None:
        return False
    help_ = f"write `{wide}`, and ask with `in [{', '.join(value.words for value in single)}]`"
    title = "only an option can have some values and not those between"
    ctx.error("N04", title, tree.span, help=(help_,))
    return True


EACH_KEPT = "whether each of them is in it is kept so:  kept({}): yes or no = no"


def _suggest_each_kept(ctx: CheckContext, name: str) -> tuple[str, ...]:
    """Of several alternatives it is kept for each whether it is among them."""
    if name not in ctx.named_types:
        return ()
    return (EACH_KEPT.format(name),)


def _resolve_list(ctx: CheckContext, name: str, span: Span) -> t.Type:
    """`list of Seat`: things each of which can be there once."""
    of = _resolve_name(ctx, d.TypeNamed(name, span=span))
    if of == t.UNKNOWN:
        return of
    if of not in t.LISTED:
        title = f"a list holds seats, sides, ranks or suits, and `{name}` is {of}"
        help_: tuple[str, ...] = (
            ("a list of records is `at most 4 Box`",) if isinstance(of, t.RecordT) else ()
        )
        help_ = help_ or _suggest_each_kept(ctx, name)
        if t.element(of) in t.LISTED:
            help_ = (f"write `list of {name.removesuffix('s')}`",)
        ctx.error("T06", title, span, help=help_)
        return t.UNKNOWN
    return t.SequenceT(of)


def _resolve_name(ctx: CheckContext, tree: d.TypeNamed) -> t.Type:
    if tree.name in t.NAMED:
        return t.NAMED[tree.name]
    if tree.name in ctx.types:
        return ctx.types[tree.name]
    if tree.name in ctx.in_work:
        ctx.error("N04", f"the type `{tree.name}` is made of itself", tree.span)
        return t.UNKNOWN
    if tree.name in ctx.named_types:
        ctx.in_work.append(tree.name)
        found = resolve_type(ctx, ctx.named_types[tree.name][0])
        ctx.in_work.pop()
        if isinstance(found, t.ChoiceT):
            ctx.choices.remove(found)
            found = attrs.evolve(found, name=tree.name)
            ctx.choices.append(found)
        ctx.types[tree.name] = found
        return found
    title, known = f"there is no type called `{tree.name}`", _list_types(ctx)
    ctx.add_unknown("N04", title, tree.span, tree.name, known, "types are")
    return t.UNKNOWN


def _check_record_name(ctx: CheckContext, name: str, span: Span) -> bool:
    found = isinstance(ctx.types.get(name), t.RecordT)
    if not found:
        records = [n for n, kind in ctx.types.items() if isinstance(kind, t.RecordT)]
        title = f"there is no record called `{name}`"
        ctx.add_unknown("N04", title, span, name, records, "records are")
    return found


TypePart = d.TypeNamed | d.TypeValue | d.TypeList | d.TypeInOrder


def _mend_small_type(ctx: CheckContext, parts: tuple[TypePart, ...]) -> tuple[TypePart, ...]:
    """`rank or none`, `suit or no_trump`: a type in small letters, where it can stand."""
    values = [part.value if isinstance(part, d.TypeValue) else None for part in parts]
    types, names = _list_types(ctx), list_pack_names(ctx.game)
    words = [value.name if isinstance(value, e.Name) else "" for value in values]
    small = [k for k, word in enumerate(words) if word.capitalize() in types]
    if len(small) != 1 or words[small[0]] in names:
        return parts
    (at,) = small
    word, span = words[at], parts[at].span
    meant = word.capitalize()
    before_words = at == 0 and t.NAMED.get(meant) == t.SUIT  # the suits may come before words
    for k, value in enumerate(values):
        none = isinstance(value, e.Word) and value.text == "none"
        if k != at and not (none or (before_words and words[k] and words[k] not in names)):
            return parts
    title = f"there is no type called `{word}`"
    ctx.error("N04", title, span, label=f"did you mean `{meant}`?")
    return (*parts[:at], d.TypeNamed(meant, span=span), *parts[at + 1 :])


def _join_alternatives(ctx: CheckContext, parts: tuple[TypePart, ...], span: Span) -> t.Type:
    """`a or b`: words, cards, numbers, or a type `or none`."""
    parts = _mend_small_type(ctx, parts)
    values = [part.value if isinstance(part, d.TypeValue) else None for part in parts]
    names = list_pack_names(ctx.game)
    words = tuple(v.name for v in values if isinstance(v, e.Name) and v.name not in names)
    of_ranks = e.RankWord in map(type, values)
    kinds: list[t.Type] = []
    _refuse_repeated(ctx, parts)
    for part, value in zip(parts, values, strict=True):
        if isinstance(value, e.Name) and value.name in words:
            continue
        if value is None or _as_range(part):
            kind: t.Type | None = resolve_type(ctx, part)
        else:
            kind = _type_literal(ctx, value, of_ranks)
        if kind is None:
            help_ = "types are for example `Seat`, `Cards`, `0..100`, `high or low`"
            write = _write_type(value) or _write_named_type(value)
            label = f"write `{write}`" if write else ""
            title = f"`{part.span.text}` is not a type"
            ctx.error("N04", title, part.span, label=label, help=(help_,))
            return t.UNKNOWN
        kinds.append(kind)
    if words:
        choice = t.ChoiceT(words)
        if t.SUIT in kinds:
            rest = [kind for kind in kinds if kind != t.NONE]
            if rest != [t.SUIT] or values[0] is not None:
                named = sum(value is not None for value in values) - len(words)
                _report_suits(ctx, words, rest, named - (t.NONE in kinds), span)
            kinds, suits = [t.NONE] * (t.NONE in kinds), ctx.game.suits
            choice = t.ChoiceT((*suits, *words), suits=len(suits))
        if choice not in ctx.choices:
            ctx.choices.append(choice)
        kinds.append(choice)
    whole: t.Type | None = t.UNKNOWN
    for kind in kinds:
        if kind != t.NONE:
            whole = t.join(whole, kind) if whole is not None else None
    if whole is None:
        none = next((word for word in words if WRITTEN.get(word) == "none"), "")
        label = f"`{none}` is written `none` here" if none else ""
        ctx.error("N04", "these alternatives are of different kinds", span, label=label)
        return t.UNKNOWN
    return t.MaybeT(whole) if t.NONE in kinds else whole


def _write_type(value: e.Expr | None) -> str:
    """`1-30`, `yes/no`: the type as it is written."""
    if not isinstance(value, e.Sum) or value.op not in ("-", "/"):
        return ""
    ends = value.left, value.right
    numbers = all(isinstance(end, e.Number) for end in ends)
    if value.op == "-" and numbers:
        return f"{ends[0].words}..{ends[1].words}"
    words = value.op == "/" and all(isinstance(end, e.Word | e.Name) for end in ends)
    return f"{ends[0].words} or {ends[1].words}" if words else ""


# What is asked of something, and the type of its answer.
ASKED_FOR = {
    "left": "Seat",
    "right": "Seat",
    "next": "Seat",
    "rank": "Rank",
    "suit": "Suit",
    "side": "Side",
}


def _write_named_type(value: e.Expr | None) -> str:
    """`Seat = random of seats`, where a line has a value in place of its type."""
    if not isinstance(value, e.Apply) or not value.of:
        return ""
    one = value.args[0].words.removesuffix("s").capitalize()
    kind = ASKED_FOR.get(value.name, one if value.name == "random" else "")
    if kind not in t.NAMED:
        return ""
    declared = "=" in value.span.source.line_text(value.span.line)
    return kind if declared else f"{kind} = {value.words}"


def _refuse_repeated(ctx: CheckContext, parts: tuple[d.Type, ...]) -> None:
    """Say so where an alternative stands there twice."""
    first: dict[str, Span] = {}
    for part in parts:
        if part.span.words in first:
            also = ((first[part.span.words], "the first time is here"),)
            ctx.error("N02", f"`{part.span.words}` is one alternative twice", part.span, also=also)
        first.setdefault(part.span.words, part.span)


def _report_suits(
    ctx: CheckContext, words: tuple[str, ...], kinds: list[t.Type], named: int, span: Span
) -> None:
    """Beside words stand all suits, as one, before them; `named` are how many stand by name."""
    title = "the suits come first, and other words behind them"
    help_ = [f"write `{' or '.join(('Suit', *words))}`"]
    if set(kinds) != {t.SUIT}:
        title = "beside suits and words nothing else can stand"
    elif named:
        title = "with other words stand all the suits, written `Suit`, and not some of them"
        if named < len(ctx.game.suits):
            help_.append(
                "where only some are meant, each needs a word of its own; a table can give its suit"
            )
    ctx.error("N04", title, span, help=help_)


def _type_literal(ctx: CheckContext, value: e.Expr, of_ranks: bool) -> t.Type | None:
    """The type of an alternative that is written as a value; `7` is a rank among ranks."""
    if isinstance(value, e.Name | e.Apply | e.CardOf):
        names = (*list_pack_names(ctx.game), *ctx.game.words.ranks)
        of_pack = isinstance(value, e.CardOf) or value.name in names
        return check_value(Scope(ctx), value).type if of_pack else None
    if isinstance(value, e.Number):
        return t.RANK if of_ranks else t.NumberT(value.value, value.value)
    return WORDS.get(value.text) if isinstance(value, e.Word) else LITERALS.get(type(value))


def _check_index(ctx: CheckContext, trees: tuple[d.Type, ...]) -> tuple[g.Index, ...]:
    """The indexes of a family; each must have finitely many values."""
    found = []
    for tree in trees:
        kind = resolve_type(ctx, tree)
        low = high = None
        if between := _as_range(tree):
            low, high = _check_ends(ctx, between, "what a family is kept for")
        elif kind not in INDEXABLE and not isinstance(kind, t.ChoiceT) and kind != t.UNKNOWN:
            title, of = f"nothing can be kept for each of {kind}", t.element(kind)
            one = next((name for name, other in t.NAMED.items() if of and other == of), "")
            ctx.error("N04", title, tree.span, label=f"write `{one}`" if one else "")
        found.append(g.Index(kind, low, high))
    return tuple(found)


# ---------------------------------------------------------------------- zones and registers


def _check_ends(ctx: CheckContext, between: e.Between, what: str) -> tuple[g.Value, g.Value]:
    """The ends of a range, which no play changes."""
    low, high = check_value(Scope(ctx), between.low), check_value(Scope(ctx), between.high)
    for bound in (low, high):
        check_fixed(ctx, bound, what)
    return low, high


def _make_owner(kind: t.Type | None, span: Span) -> g.Var:
    return g.Var("owner", kind or t.SEAT, span)


def declare_zone(ctx: CheckContext, tree: d.Zone, record: str | None) -> g.Zone:
    """One zone, without who sees it, which may be said by state: `finish_declared` does that."""
    index = _check_index(ctx, tree.index)
    if tree.type not in ("Cards", "Pile"):
        ctx.add_unknown(
            "N04", f"a zone holds `Cards` or a `Pile`, not `{tree.type}`",
            tree.span.find_word(tree.type), tree.type, ["Cards", "Pile"], "zones hold",
        )  # fmt: skip
    owner = _make_owner(index[0].type if index else t.SEAT, tree.span)
    if tree.face not in (None, "up", "down"):
        ctx.add_unknown(
            "T07", f"cards lie face up or face down, not `{tree.face}`",
            tree.span.find_word(str(tree.face)), str(tree.face), ["up", "down"], "it can be",
        )  # fmt: skip
    if tree.face is None and tree.seen_by is None:
        ctx.error(
            "S04", f"it is not said who sees `{tree.name}`", tree.name_span,
            help=("write `face up`, `face down` or `seen by owner` after the type",),
        )  # fmt: skip
    capacity = check_optional(Scope(ctx), tree.capacity, t.NumberT())
    if capacity is not None:
        check_fixed(ctx, capacity, f"the most cards in `{tree.name}`")
    found = g.Zone(
        tree.name, index, tree.type != "Cards", tree.face, None, owner, capacity, tree.starts,
        record, tree.span,
    )  # fmt: skip
    ctx.kept.append((tree, found))
    return found


def _refuse_phrase_words(ctx: CheckContext, tree: d.Register, kind: t.Type) -> None:
    """State could not be set to an alternative that begins a phrase; each is told once."""
    types, names = [tree.type], list[e.Name]()
    for of in types:  # which grows: a type may be named, and one in that
        names += select_kind(walk(of), e.Name)
        inside = (ctx.named_types.get(part.name) for part in select_kind(walk(of), d.TypeNamed))
        types += [named for named, _ in filter(None, inside) if named not in types]
    for one in names if isinstance(t.bare(kind), t.ChoiceT) else ():
        title = f"`{one.name}` is a word the language has already"
        if one.name in PHRASE_WORDS:
            label = f"call it by another name, for example `the_{one.name}`"
            ctx.error("N02", title, one.span, label=label)


def declare_register(
    ctx: CheckContext, tree: d.Register, phase: str | None, record: str | None
) -> g.Register:
    """One register, without its default and who sees it: see `finish_declared`."""
    index = _check_index(ctx, tree.index)
    kind = _resolve_kept(ctx, tree)
    _refuse_phrase_words(ctx, tree, kind)
    found = g.Register(tree.name, index, kind, phase, record, tree.span, tree.untold)
    ctx.kept.append((tree, found))
    between = find_range(ctx, tree.type) if isinstance(t.bare(kind), t.NumberT) else None
    if between is not None:
        found.low, found.high = _check_ends(ctx, between, f"the range of `{tree.name}`")
    if isinstance(tree.type, d.TypeList):
        found.most = check_typed(Scope(ctx), tree.type.most, t.NumberT())
    if tree.seen_by is not None:
        found.owner_var = _make_owner(index[0].type if index else t.SEAT, tree.span)
    return found


NUMBERS = ("number", "numbers", "integer", "int")  # what others write for any number


def _resolve_kept(ctx: CheckContext, tree: d.Register | d.Option) -> t.Type:
    """The type of what is kept or set: a number needs a range."""
    named, span = tree.type, tree.type.span
    if span.text.lower() in NUMBERS and span.text not in (*t.NAMED, *ctx.named_types):
        title = f"there is no type called `{span.text}`"
        ctx.error("N04", title, span, label="write the range that it can be in: `0..100`")
        return t.UNKNOWN
    if isinstance(tree, d.Option) and isinstance(named, d.TypeOr):
        kind = _join_alternatives(ctx, named.parts, span)
    else:
        kind = resolve_type(ctx, named)
    if t.bare(kind) == t.NumberT():
        ctx.error(
            "R03", f"`{tree.name}` needs a range: how small and how large it can be", span,
            help=(f"write for example `{tree.span.words.split(':')[0]}: 0..100 = 0`",),
        )  # fmt: skip
        return t.UNKNOWN
    return kind


def finish_declared(ctx: CheckContext) -> None:
    """Who sees each zone and register, and what it begins with: both may speak of all state."""
    ctx.all_declared = True
    for tree, found in ctx.kept:
        if tree.seen_by is not None and found.owner_var is not None:
            scope = Scope(ctx, {"owner": found.owner_var})
            if not found.index and found.record is None:
                _refuse_owner(ctx, tree.seen_by, tree.name)
            if isinstance(tree, d.Zone) and _report_seers(ctx, tree.seen_by, bool(found.index)):
                found.seen_by = make_unknown(tree.seen_by.span)
                continue
            found.seen_by = check_typed(scope, tree.seen_by, t.SetT(t.SEAT), "a seat or seats")
        if isinstance(tree, d.Register) and isinstance(found, g.Register):
            _check_default(Scope(ctx), tree, found)


# Who sees a zone, in plain English, and how it is written.
SEERS = {
    "nobody": "face down", "everybody": "face up", "everyone": "face up",
    "others": "seen by all but owner", "player": "seen by owner",
}  # fmt: skip


def _report_seers(ctx: CheckContext, seen_by: e.Expr, owned: bool) -> bool:
    """Say what is written for a word that names nobody; whether it is such a word."""
    name = seen_by.name if isinstance(seen_by, e.Name) else ""
    if name not in SEERS or is_known_alone(ctx, name):
        return False
    meant = SEERS[name] if owned or "owner" not in SEERS[name] else "face up"
    label = f"instead of `seen by {name}` write `{meant}`"
    ctx.error("N01", f"there is nothing called `{name}`", seen_by.span, label=label)
    return True


def _refuse_owner(ctx: CheckContext, seen_by: Node, name: str) -> None:
    """What belongs to no seat, side or record has no owner who could see it."""
    for node in walk(seen_by):
        if isinstance(node, e.Name) and node.name == "owner":
            help_ = f"one for each seat is `{name} of Seat`; or say which seat sees it"
            ctx.error("S07", f"`{name}` has no owner", node.span, help=(help_,))


def _check_default(scope: Scope, tree: d.Register, found: g.Register) -> None:
    none = isinstance(tree.default, e.Word) and tree.default.text == "none"
    if tree.default and none and not (found.type.or_none or found.type == t.UNKNOWN):
        verb = "are" if t.element(found.type) is not None else "is"
        title = f"{found.type} {verb} wanted here, but `none` is {name_given(t.NONE, found.type)}"
        head, kind = tree.span.words.split(":")[0], tree.type.span.words
        help_: tuple[str, ...] = (f"to begin with none, write:  {head}: {kind} or none = none",)
        if t.element(found.type) is not None:
            help_ = (f"to begin without any, write:  {head}: {kind} = empty",)
        elif isinstance(found.type, t.NumberT) and found.type.low is not None:
            least = max(found.type.low, min(0, found.type.high or 0))
            help_ = (f"to begin with {least}, write:  {head}: {kind} = {least}", *help_)
        scope.ctx.error("T01", title, tree.default.span, help=help_)
        found.type = t.MaybeT(t.bare(found.type))
    elif tree.default and not reject_words(scope, tree.default, found.type, tree.name):
        found.default = check_typed(scope, tree.default, found.type)
        if found.default.type == t.UNKNOWN:
            found.type = t.UNKNOWN  # one of the two is not meant
        name = f"`{tree.name}`"
        check_in_range(scope.ctx, found.type, found.default, tree.default.span, name, "R01")


def is_declared_otherwise(ctx: CheckContext, tree: d.Expected) -> bool:
    """Whether a name that a library expects is declared as something of another kind."""
    game, name = ctx.game, tree.name
    wanted = resolve_type(ctx, tree.type)
    asked_of = [resolve_type(ctx, kind) for kind in (*tree.index, *(p.type for p in tree.params))]
    given = ctx.definitions.get(name)
    family = game.zones.get(name) or game.registers.get(name)
    kind: t.Type = t.UNKNOWN
    if given is not None:
        takes = [resolve_type(ctx, param.type) for param in given.params]
    elif family is not None:
        takes = [index.type for index in family.index]
        kind = family.type
    elif name in game.orders or name in game.options:
        takes = []
        kind = t.ORDER if name in game.orders else game.options[name].type
    else:
        return True
    if len(takes) != len(asked_of) or not all(map(_may_be_asked_of, asked_of, takes)):
        return True
    return not t.is_assignable(kind, wanted) or (
        wanted == t.SequenceT(t.CARD) and kind == t.SetT(t.CARD)
    )


def _may_be_asked_of(asked: t.Type, taken: t.Type) -> bool:
    """A seat may stand where a side does: what there is for each side there is for each seat."""
    return t.is_assignable(asked, taken) or (asked, taken) == (t.SEAT, t.SIDE)


WAYS = ("clockwise", "counter_clockwise")


def check_direction(ctx: CheckContext, tree: d.Direction) -> g.Value:
    """Whether play goes counter-clockwise: by its word, or as an option or a register says."""
    if tree.name in WAYS:
        return g.Const(WAYS.index(tree.name), t.YESNO, tree.span)
    things: list[g.Option | g.Register] = list(ctx.game.options.values())
    things += (r for r in ctx.game.registers.values() if not r.index and not r.owner_var)
    known = [
        thing.name for thing in things
        if isinstance(thing.type, t.ChoiceT) and set(thing.type.words) == set(WAYS)
    ]  # fmt: skip
    if tree.name not in known:
        ctx.add_unknown(
            "T07", f"play goes clockwise or counter_clockwise, not `{tree.name}`", tree.name_span,
            tree.name, [*WAYS, *known], "it can be",
        )  # fmt: skip
        return g.Const(0, t.YESNO, tree.span)
    found = check_value(Scope(ctx), e.Name(tree.name, span=tree.name_span))
    assert isinstance(found.type, t.ChoiceT)
    counter = g.Const(found.type.words.index(WAYS[1]), found.type, tree.name_span)
    return g.Op("is", (found, counter), t.YESNO, tree.name_span)


# ---------------------------------------------------------------------- options


def check_option(ctx: CheckContext, tree: d.Option, group: str) -> None:
    """One option; later ones may use it."""
    if not declare(ctx, tree.name, tree.name_span):
        return
    parts = tree.type.parts if isinstance(tree.type, d.TypeOr) else (tree.type,)
    kind = _refuse_unlisted(ctx, tree, _resolve_kept(ctx, tree))
    has_words = kind.answers is not None or kind in (t.YESNO, t.UNKNOWN)
    values = [part.value for part in parts if isinstance(part, d.TypeValue) and not has_words]
    allowed = [check_value(Scope(ctx), value, kind) for value in values]
    default = _check_option_default(ctx, tree, kind, allowed)
    ctx.game.options[tree.name] = g.Option(
        tree.name, kind, tuple(allowed), default, tree.meaning.plain, tree.span, group, tree.fixed
    )  # fmt: skip


def _refuse_unlisted(ctx: CheckContext, tree: d.Option, kind: t.Type) -> t.Type:
    """The type of an option, of whose values whoever sets up a table picks one: they are listed."""
    one = t.bare(kind)
    if isinstance(one, t.NumberT | t.ChoiceT) or one in (t.YESNO, t.RANK, t.SUIT, t.UNKNOWN):
        return kind
    parts = tree.type.parts if isinstance(tree.type, d.TypeOr) else (tree.type,)
    if one == t.CARD and not any(isinstance(part, d.TypeNamed) for part in parts):
        return kind
    title = f"an option cannot be of the type `{tree.type.words}`"
    help_ = (
        "its values can be listed: `1..10`, `3 or 5 or 7`, `yes or no`, `high or low`, `Suit`, "
        "`A♠ or K♠`"
    )
    ctx.error("O01", title, tree.type.span, help=(help_,))
    return t.UNKNOWN


# ---------------------------------------------------------------------- ranges and defaults


def _as_range(tree: d.Type) -> e.Between | None:
    value = tree.value if isinstance(tree, d.TypeValue) else None
    return value if isinstance(value, e.Between) else None


def find_range(ctx: CheckContext, tree: d.Type) -> e.Between | None:
    """The range that a type names, itself, `or none`, or by a name."""
    for part in tree.parts if isinstance(tree, d.TypeOr) else (tree,):
        if between := _as_range(part):
            return between
        if isinstance(part, d.TypeNamed) and part.name in ctx.named_types:
            return find_range(ctx, ctx.named_types[part.name][0])
    return None


def _check_option_default(
    ctx: CheckContext, tree: d.Option, kind: t.Type, allowed: list[g.Value]
) -> g.Value:
    """The default, which must be one of the values of the option at every number of players."""
    single = [a.word for a in allowed if isinstance(a, g.Literal)]
    given = [a for a in allowed if a.type != t.NONE]
    words = list_answers(kind) or (single if len(single) == len(given) else ())
    said, span = tree.default.words, tree.default.span
    named = isinstance(tree.default, e.Name) and not is_known_alone(ctx, said)
    word = said if named and words else None
    if said not in words and _needs_play(ctx, tree.default, set()):
        title, help_ = f"`{said}` is known only in play", "an option is set before the match begins"
        made_of = ctx.definitions.get(said)
        also = ((made_of.name_span, "it is declared here"),) if made_of is not None else ()
        ctx.error("O01", title, span, help=(help_,), also=also)
        return make_unknown(span)
    default = (
        check_typed(Scope(ctx, fixed=True), tree.default, kind)
        if word in (None, *words)
        else make_unknown(span)
    )
    if isinstance(default, g.Literal) and single:
        word = default.word
    if word is not None and word not in words:
        title = f"`{said}` is not one of {', '.join(words)}"
        ctx.add_unknown("O01", title, span, word, words, f"`{tree.name}` can be")
        return make_unknown(span)
    check_in_range(ctx, kind, default, span, f"`{tree.name}`", "O01", allowed)
    if isinstance(default.type, t.NumberT) and not isinstance(default, g.Const):
        _check_each_count(ctx, tree, default.type, kind)
    return default


def _needs_play(ctx: CheckContext, tree: Node, seen: set[str]) -> bool:
    """Whether what a value is made of, through definitions, is a zone or state."""
    names = {node.name for node in walk(tree) if isinstance(node, e.Name | e.Apply)}
    if isinstance(tree, d.Define | d.Table | d.Ranking):
        names -= {param.name for param in tree.params}
        if names & ctx.kept_names:
            return True
    inside = [ctx.definitions[name] for name in names - seen if name in ctx.definitions]
    seen |= names
    return any(_needs_play(ctx, one, seen) for one in inside)


def _check_each_count(ctx: CheckContext, tree: d.Option, given: t.NumberT, kind: t.Type) -> None:
    """A default that depends on the players must lie in its range whatever their number."""
    ends = ctx.game.players
    wanted = t.bare(kind)
    if not isinstance(wanted, t.NumberT) or is_within(given, wanted) or is_apart(given, wanted):
        return
    for players in ctx.game.counts if ctx.counts_known else ():
        ctx.game.players = (players, players)
        here, range_ = (
            check_value(Scope(ctx), tree.default).type,
            t.bare(resolve_type(ctx, tree.type)),
        )
        if isinstance(here, t.NumberT) and isinstance(range_, t.NumberT) and is_apart(here, range_):
            said = f"with {count_players(players)} `{tree.default.words}` is {here.low}"
            ctx.error("O01", f"{said}, outside {range_.range}", tree.default.span)
            break
    ctx.game.players = ends
