"""What was probably meant where a value is of another type than its place asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.builtins import NAMES
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.names import list_names_of, write_order
from hoyle.dsl.checked.written_names import as_noun, write_application
from hoyle.dsl.nearest import find_written
from hoyle.dsl.node import walk
from hoyle.dsl.source import Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e


def suggest_conversion(
    ctx: CheckContext, tree: e.Expr, given: t.Type, wanted: t.Type
) -> tuple[str, ...]:
    """How what is wanted is made of what is written; nothing where no way is known."""
    kind, several, said = t.bare(given), t.element(t.bare(given)), tree.words
    if wanted == t.YESNO:
        help_ = "a question is answered by yes or no"
        if given.or_none:
            before = tree.span.source.text[: tree.span.start].rstrip()
            one = as_operand(tree)
            if re.search(r"\bnot$", before[-4:]):
                return (
                    f"in place of `not {one}` it is asked whether there is none:  {one} is none",
                )
            return (f"whether there is one is asked so:  {one} is not none",)
        if several is not None:
            asked = f"{help_}:  {as_operand(tree)} is not empty"
            return (help_ if _names_card(ctx, tree) else asked,)
        if isinstance(kind, t.ChoiceT) and said not in kind.words:
            return (f"{help_}:  {as_operand(tree)} is {kind.words[0]}",)
        counts = isinstance(kind, t.NumberT) and find_number(tree) is None
        return (f"{help_}:  {as_operand(tree)} > 0" if counts else help_,)
    if given == t.EMPTY and wanted.or_none:
        return ("that there is none is written `none`",)
    if given == t.NONE and t.element(t.bare(wanted)) is not None:
        return ("that there are none is written `empty`",)
    if t.is_number(wanted):
        if kind == t.ORDER:
            return suggest_standing(said)
        if several is not None and t.is_number(several):  # how many they are was hardly meant
            return ()
        if several is not None and not isinstance(tree, e.Between):
            return (f"how many there are is `size of {as_operand(tree)}`",)
        if kind == t.CARD and -1 in ctx.game.words.split(ctx.game.words.find_card(said) or 0):
            return (f"`{said}` has no rank: give it a number of its own",)
        if kind in (t.CARD, t.RANK):
            rank = as_operand(tree) if kind == t.RANK else f"rank of {as_operand(tree)}"
            heights = [f"`{order} of {rank}`" for order in (*ctx.game.orders, "number")]
            return (f"the height of a rank is {' or '.join(heights)}",)
        if kind.answers is not None:
            return ("alternatives are no numbers; a table can give each of them one",)
    if isinstance(kind, t.ChoiceT) and kind.suits and t.bare(wanted) == t.SUIT:
        return _suggest_suit_of(ctx, tree, kind, wanted)
    if isinstance(t.bare(wanted), t.PlanT) and several == t.CARD:
        return (f"all that still lies there is the zone itself:  {said}",)
    if t.element(t.bare(wanted)) == t.CARD and isinstance(kind, t.RecordT):
        return suggest_cards_of(ctx, tree, given)
    if kind == t.CARD and (part := PARTS.get(t.bare(wanted))):
        return (f"its {part} is `{part} of {as_operand(tree)}`",)
    if t.element(t.bare(wanted)) == t.CARD and ctx.game.words.find_rank(said) is not None:
        return (f"a card is named by its rank and its suit, as in `{said} of suit`",)
    if t.bare(wanted) == t.CARD and (place := ctx.game.words.find_rank(said)) is not None:
        card = ctx.game.words.write(ctx.game.words.make_look(place, 0))
        return (f"in a ruleset a card has its suit behind it:  {card}", *suggest_suitless(said))
    if t.bare(wanted) == t.CARD and isinstance(kind, t.SetT) and kind.of_one_look:
        one = f"(first card in {said})"
        return (f"`{said}` is cards, as a pack may have it several times; one of them:  {one}",)
    if several is not None and t.bare(wanted) == several == t.CARD:
        each = f"`total … of card for card in {said}`, or `any card in {said} where …`"
        top = (f"the card on top of it is `top of {as_operand(tree)}`",) * isinstance(
            kind, t.SequenceT
        )
        return (*top, f"each of them is asked by itself, as in {each}")
    if isinstance(kind, t.NumberT) and t.bare(wanted) in (t.SEAT, t.SIDE, t.SetT(t.SEAT)):
        return suggest_best(tree)
    if kind == t.ORDER and wanted == t.SetT(t.UNKNOWN):
        return (f"`{said}` says which rank is higher; all that there are is `ranks`",)
    before = tree.span.source.text[: tree.span.start].rstrip()[-9:]
    if several == t.SIDE and t.bare(wanted) == t.SIDE and not before.endswith("seats of"):
        return (f"one of them is `first x in {as_operand(tree)} where …`",)
    if several == t.SIDE and t.bare(wanted) in (t.SIDE, t.SEAT, t.SetT(t.SEAT)):
        seats = write_in_place(tree, f"seats where side of it in {as_operand(tree)}")
        return (f"the seats of these sides:  {seats}",)
    if kind == t.SIDE and t.bare(wanted) == t.SEAT and said.startswith("side of "):
        seat = said.removeprefix("side of ")
        return (f"what each seat has is asked of the seat itself:  {seat}",)
    if kind == t.SIDE and t.bare(wanted) in (t.SEAT, t.SetT(t.SEAT)):
        seats = f"seats of {as_operand(tree)}"
        one = f"; one of them is `first seat in {seats} where …`" * (t.bare(wanted) == t.SEAT)
        return (f"the seats of a side are `{seats}`{one}",)
    if t.bare(wanted) == t.SEAT and several == t.SEAT:
        one, each = f"first seat in {said} where …", f"for seat in {said}"
        return (f"one of them is `{one}`; each in turn comes with `{each}`",)
    if t.element(t.bare(wanted)) in (t.SEAT, t.SIDE, t.RANK, t.SUIT) and kind == t.element(wanted):
        return (f"a list that holds it is written in `[ ]`:  [{said}]",)
    if said == "players" and t.element(t.bare(wanted)) in (t.UNKNOWN, t.SEAT):
        return ("`players` is how many there are; they themselves are `seats`",)
    if len(kept := _list_kept(ctx, kind, t.bare(wanted))) == 1:
        of = write_application(kept[0], [as_operand(tree)])
        return (f"its {as_noun(wanted)} is `{of}`",)
    table = ctx.definitions.get(tree.name) if isinstance(tree, e.Apply) else None
    if wanted == t.SetT(t.UNKNOWN) and isinstance(table, d.Table):
        return ("only a table that is read `step by step` is gone through",)
    if wanted == t.SetT(t.UNKNOWN) and isinstance(kind, t.NumberT):
        return (f"a range has two ends:  `1..{said}`",)
    if (
        wanted == t.SetT(t.UNKNOWN)
        and isinstance(tree, e.Name)
        and kind == t.NAMED.get(said.title())
    ):
        return (f"all of them are `{said}s`",)
    return suggest_each(tree) if wanted == t.SetT(t.UNKNOWN) else ()


def _list_kept(ctx: CheckContext, of: t.Type, wanted: t.Type) -> list[str]:
    """The state of such a type that is kept for each of what is given: `call`, for a seat."""
    return [
        one.name for one in ctx.game.registers.values()
        if [index.type for index in one.index] == [of]
        and t.bare(one.type) == wanted and not t.is_number(wanted)
    ]  # fmt: skip


def _suggest_suit_of(
    ctx: CheckContext, tree: e.Expr, kind: t.ChoiceT, wanted: t.Type
) -> tuple[str, ...]:
    """The suit that an alternative is, where it is one, or the type that holds all of them.

    State that a library expects to be a suit can have no other type.
    """
    none = " or none" if wanted.or_none else ""
    of, behind = tree, ""
    if isinstance(tree, e.Either) and tree.other.words == "none":
        of, asked = tree.value, tree.test.words
        behind = "" if asked.startswith(f"{of.words} is not ") else f" if {asked} else none"
    said = f"first s in suits where s is {as_operand(of)}"
    suit = (f"write:  ({said}){behind}" if behind else f"write:  {said}",) * bool(none)
    held = f"what holds {kind}, be it a suit or not, is declared so:  {kind.name}{none}"
    registers = ctx.game.registers
    fixed = any(registers[name].type == wanted for name in ctx.expected & registers.keys())
    return suit if fixed or not kind.name else (*suit, held)


def suggest_standing(order: str) -> tuple[str, ...]:
    """A number in place of a whole order."""
    return (f"how high a rank stands in it is `{order} of …`, as in `{order} of rank of card`",)


def suggest_best(tree: e.Expr) -> tuple[str, ...]:
    """`highest score of side for side in sides`, where the side that has so many is wanted."""
    whole = tree
    while isinstance(tree, e.Bracket):
        tree = tree.inner
    if not isinstance(tree, e.Phrase) or tree.kind not in ("highest", "lowest"):
        return ()
    found = re.fullmatch(r"(\w+) (.+) for (\w+ in .+)", tree.words)
    if found is None:
        return ()
    best = "best" if tree.kind == "highest" else "lowest"
    meant = write_in_place(whole, f"{best} {found[3]} by {found[2]}")
    return (f"the one that has it is found so:  {meant}",)


BEST_OF = re.compile(r" *= *(best|lowest|highest)\b")


def tell_single(
    ctx: CheckContext, title: str, span: Span, value: g.Value, help: Sequence[str]
) -> None:
    """Several are wanted: where a name was given to one of them, that is the one mistake."""
    if also := point_at_one(value):
        cause = f"one at {also[0][0]}"
        ctx.add_repeated("T03", title, span, help=tuple(help), also=also, key=cause)
    else:
        ctx.error("T03", title, span, help=help)


def point_at_one(value: g.Value) -> tuple[tuple[Span, str], ...]:
    """Where one card, seat or record got its name, and several were wanted under it."""
    if isinstance(value, g.Load) and value.register is not None:
        return point_at_record(value.register)
    if isinstance(value, g.Local) and value.type == t.SEAT:
        found = BEST_OF.match(value.var.span.source.text, value.var.span.end)
        if found is None:
            return ()
        return (
            (value.var.span, f"one is found here, of equals the first; all: `all {found[1]} …`"),
        )
    if not isinstance(value, g.Local) or value.type != t.CARD:
        return ()
    name, place = value.var.name, value.var.drawn_from
    if place is not None and re.fullmatch(r"\w+(?: of \w+)*", place.span.words):
        several, of = "one card is taken here; several at once", place.span.words
        ways = f"`{name} in subsets of {of}`; so many: `{name} in subsets({of}, …)`"
        return ((value.var.span, f"{several}: {ways}"),)
    if place is None and value.var.span.words == f"{name}: Card":
        return ((value.var.span, f"one card is taken here; several: `{name}: Cards`"),)
    return ()


def point_at_record(register: g.Register) -> tuple[tuple[Span, str], ...]:
    """Where the state keeps one record, and several were wanted."""
    kind = t.bare(register.type)
    if not isinstance(kind, t.RecordT):
        return ()
    return (
        (register.span, f"one is kept here; several, so many at most: `at most 4 {kind.name}`"),
    )


def describe_parameter(param: g.Var, given: t.Type) -> str:
    """What is said of a parameter that was given something else."""
    several = param.type == t.element(t.bare(given)) == t.CARD
    return f"`{param.name}` is {param.type}" + f"; several: `{param.name}: Cards`" * several


def tell_turned_round(scope: Scope, tree: e.Apply | e.Name, params: Sequence[g.Var]) -> bool:
    """Tell `adds_up(cards, card)`, where the two are taken the other way round."""
    named = [scope.find(arg.name) for arg in tree.args if isinstance(arg, e.Name)]
    kinds = [var.type for var in named if var is not None]
    wanted = [param.type for param in params]
    if len(kinds) != 2 or len(wanted) != 2 or len(tree.args) != 2:
        return False
    if all(map(t.is_assignable, kinds, wanted)) or not all(
        map(t.is_assignable, kinds[::-1], wanted)
    ):
        return False
    write = write_application(tree.name, [arg.words for arg in tree.args][::-1])
    title = f"`{tree.name}` takes these the other way round"
    scope.ctx.error("T01", title, tree.span, label=f"write `{write}`")
    return True


def report_steps(scope: Scope, tree: e.Apply, thing: g.Define | g.Table | g.Ranking) -> bool:
    """Tell `points of seat` of a table that is read `step by step`: it gives nothing by itself."""
    is_steps = isinstance(thing, g.Table) and thing.reading == "steps"
    if is_steps:
        of = ", ".join(arg.words for arg in tree.args)
        scope.ctx.error(
            "N03", f"`{tree.name}` is read step by step: it gives nothing by itself", tree.span,
            help=(
                f"its rows are gone through:  for line in {tree.name}, and what one gives is "
                f"`line of {of}`",
                "for one number, let the table be `sum of all that fit`",
            ),
        )  # fmt: skip
    return is_steps


SET_BEHIND = re.compile(r" [-+]= ")  # a number of each that is added to


def report_unknown_of(scope: Scope, tree: e.Apply, kind: t.Type, wanted: t.Type | None) -> None:
    """A name before `of` that nothing declares; of a rank it may be an order that is missing."""
    if tree.name in scope.ctx.not_given:
        return None
    known, lacking = list_names_of(scope.ctx, kind, len(tree.args)), ""
    what = "zone, state or field"
    of = tree.args[0].words
    if tree.of and (rank := find_written(tree.name)) in scope.game.ranks:
        title, both = f"there is no {what} called `{tree.name}`", f"card in {of} and"
        label = f"write `{rank} of {of}`"
        if t.element(kind) == t.CARD:
            label = f"one of these that is a {tree.name}:  {both} rank of card is {rank}"
        return scope.ctx.add_repeated("N01", title, tree.span, label=label)
    if kind in (t.SEAT, t.SIDE) and SET_BEHIND.match(tree.span.source.text, tree.span.end):
        known = [one for one in known if one in scope.game.registers]
        lacking = f"or it stands under `state`:  {tree.name} of {as_noun(kind).title()}: 0..100 = 0"
    if kind == t.SUIT and len(tree.args) == 1:
        known, what = [*scope.game.words.ranks, *known], "rank or state"
    known = [one for one in known if one not in scope.ctx.in_work]  # what is being defined here
    if wanted == t.ZONE:
        known = [one for one in known if one in scope.game.zones]
    if kind == t.RANK and len(tree.args) == 1 and len(scope.game.ranks) > 1:
        lacking = write_order(scope.game, tree.name)
    return scope.ctx.add_unknown(
        "N01", f"there is no {what} called `{tree.name}`", tree.name_span, tree.name,
        known, f"with `of {of}` you can write", lacking=lacking,
        fitting=[] if kind == t.UNKNOWN else None,  # what can be asked of it is not known
    )  # fmt: skip


def find_holding_suits(scope: Scope, tree: e.Expr) -> t.Type | None:
    """The type of a name or state that may be a suit or something else."""
    name = tree.name if isinstance(tree, e.Name) else ""
    found = scope.find(name) or scope.game.registers.get(name)
    kind = t.bare(found.type) if found is not None else t.UNKNOWN
    return kind if isinstance(kind, t.ChoiceT) else None


def suggest_both(rank: e.Expr, suit: e.Expr) -> str:
    """The suit of a card asked for by itself, where what it is compared with may be none."""
    return f"ask the card for both:  suit of card is {suit.words} and rank of card is {rank.words}"


def suggest_for_list(tree: e.Listing, other: t.Type, asked: e.Compare | None) -> tuple[str, ...]:
    """For a list with something of another type in it; `asked` is what asks a card by the list."""
    if t.element(other) == t.CARD:
        in_a_sum = " + ".join(one.words for one in tree.items)
        return (f"cards are put together with `+`:  {in_a_sum}",)
    part = PARTS.get(t.bare(other))
    if asked is None or part is None or part == "side":
        return ()
    return (f"write `{part} of {as_operand(asked.left)} {asked.op} {tree.words}`",)


def suggest_suitless(rank: str) -> tuple[str, ...]:
    """How a joker is declared, where a rank with a name of its own is meant for a card."""
    named = rank[:1].islower()
    return (f"a card without a suit is no rank: the pack has it in a line `cards {rank}`",) * named


def suggest_cards_of(ctx: CheckContext, tree: e.Expr, given: t.Type) -> tuple[str, ...]:
    """`cards of box`, where a record stands for the cards in it."""
    kind = t.bare(given)
    record = ctx.game.records.get(kind.name) if isinstance(kind, t.RecordT) else None
    zones = [f"`{zone.name} of {as_operand(tree)}`" for zone in record.zones] if record else []
    return (f"its cards are {' or '.join(zones)}",) if zones else ()


def suggest_each(tree: e.Expr) -> tuple[str, ...]:
    """`rank of hand of seat`, the one that all of them have, where each of theirs is wanted."""
    if not isinstance(tree, e.Apply) or tree.name not in ("rank", "suit"):
        return ()
    return (f"all that occur among them are `{tree.name}s of {as_operand(tree.args[0])}`",)


def suggest_ranks_between(ctx: CheckContext, tree: e.Between) -> str:
    """`low..K`, where one of the ends is a rank that a name stands for."""
    order = next(iter(ctx.game.orders), "number")
    asked, low, high = (
        f"{order} of {one}" for one in ("it", as_operand(tree.low), as_operand(tree.high))
    )
    return f"ranks are compared by an order:  (ranks where {asked} in {low}..{high})"


def suggest_asked_number(scope: Scope, tree: e.Number | e.Between) -> tuple[str, ...]:
    """`91..120` where a question is wanted: which number is to be one of these."""
    ends = (tree.low, tree.high) if isinstance(tree, e.Between) else (tree,)
    values = [one.value for one in ends if isinstance(one, e.Number)]
    numbers = [
        var.name for var in scope.all_vars()
        if isinstance(var.type, t.NumberT) and all(map(var.type.may_be, values))
    ]  # fmt: skip
    if not numbers and values in ([0], [1]):
        return (f"a question is answered by yes or no:  {('no', 'yes')[values[0]]}",)
    op = "in" if isinstance(tree, e.Between) else "is"
    asked = f"{numbers[0] if len(numbers) == 1 else '…'} {op} {tree.words}"
    return (f"a question says what is compared with it:  {asked}",)


def suggest_asked(scope: Scope, tree: e.Expr, kind: t.Type) -> tuple[str, ...]:
    """`dealer` where a question is wanted: what in sight is to be this, if it is clear."""
    same = [var.name for var in scope.all_vars() if t.bare(var.type) == kind]
    if kind not in (t.SEAT, t.SIDE, t.CARD, t.RANK, t.SUIT) or len(same) != 1:
        return ()
    if tree.words == same[0]:
        return ()
    return (f"a question says what is compared with it:  {same[0]} is {tree.words}",)


def suggest_instead(ctx: CheckContext, name: str, tree: e.Expr) -> tuple[t.Type, str] | None:
    """What is said where `name of …` is asked of something of another type, and of which type."""
    text = tree.span.source.text
    after = re.compile(r" (?:after|from) (\w+(?: of \w+)*)").match(text, tree.span.end)
    match name:
        case "next" | "left" | "right" if isinstance(tree, e.SeatsRound):
            some = "seats" if tree.among is None else tree.among.words
            return t.SEVERAL, f"the next of some:  {name}({tree.seat.words}, {some})"
        case "next" | "left" | "right" if after:
            return t.SEVERAL, f"the next of some:  {name}({after[1]}, {tree.words})"
        case "next":
            return _suggest_next(ctx, tree)
        case "number":
            return _suggest_size(tree)
        case "side":
            several = f"sides where any seat in {as_operand(tree)} where side of seat is it"
            return t.SetT(t.SEAT), f"the sides of several seats:  ({several})"
    return None


def _suggest_next(ctx: CheckContext, tree: e.Expr) -> tuple[t.Type, str]:
    """What is said of `next of card`, or of a rank: an order has the next higher one.

    Round the table go seats, not sides.
    """
    if isinstance(tree, e.Apply | e.Name) and tree.name == "side":
        return t.SIDE, f"of two sides, the other:  first s in sides where s is not {tree.words}"
    is_rank = isinstance(tree, e.Apply) and tree.name == "rank"
    rank = tree.words if is_rank else f"rank of {as_operand(tree)}"
    order = next(iter(ctx.game.orders), "high")
    needs = "" if ctx.game.orders else " (`order high, best first: …`)"
    asked = f"{order} of rank of card is {order} of {rank} + 1"
    found = f"the next higher card is found by an order of the ranks{needs}:  {asked}"
    return t.RANK if is_rank else t.CARD, found


def _suggest_size(tree: e.Expr) -> tuple[t.Type, str]:
    """What is said of `number of playing`: how many there are, or how many fit a condition."""
    line = tree.span.source.line_text(tree.span.line)
    where = re.match(r" +where ([^()]+)$", line[tree.span.column - 1 + len(tree.words) :])
    if where is not None and "\n" not in tree.span.text:
        asked = _ask_of_it(tree.words, where[1])
        return t.SEVERAL, f"how many fit is their size:  size of ({tree.words} where {asked})"
    return t.SEVERAL, f"how many there are is their size:  size of {as_operand(tree)}"


def _ask_of_it(several: str, condition: str) -> str:
    """A condition behind `seats where` that asks of a `seat` or `card`: there it is `it`."""
    one = re.escape(several.removesuffix("s"))
    return re.sub(rf"\b(?:{one}|card)\b(?! of\b)", "it", condition)


def _names_card(ctx: CheckContext, tree: e.Expr) -> bool:
    """Whether a card is named by rank and suit, `K of trump`."""
    named = isinstance(tree, e.Apply) and tree.of and tree.name in ctx.game.ranks
    return named or isinstance(tree, e.CardOf)


def suggest_heights(ctx: CheckContext, tree: e.Expr, given: t.Type) -> tuple[str, ...]:
    """By what several are compared where something else than a number is asked of each."""
    found = suggest_conversion(ctx, tree, given, t.NumberT())
    if t.element(t.bare(given)) == t.CARD:
        rankings = [name for name, one in ctx.definitions.items() if isinstance(one, d.Ranking)]
        found += tuple(f"hands are compared by a ranking:  {one} of {as_operand(tree)}"
                       for one in rankings[:1])  # fmt: skip
    return found


def name_given(given: t.Type, wanted: t.Type) -> str:
    """What is there in place of what is wanted; `none` is of no type by itself."""
    if given != t.NONE:
        return str(given)
    if t.element(t.bare(wanted)) is not None:
        return "for one thing that is not there"
    return "neither" if t.bare(wanted) == t.YESNO else f"no {as_noun(t.bare(wanted))}"


def suggest_family(declared: g.Register | g.Zone | None, asked: g.Value | None) -> tuple[str, ...]:
    """`tricks of leader`, of which there is only one: it may have been meant as one for each."""
    kind = t.bare(asked.type) if asked is not None else t.UNKNOWN
    each = next((name for name, one in t.NAMED.items() if (t.element(kind) or kind) == one), "")
    starts = isinstance(declared, g.Zone) and declared.starts
    if declared is None or starts or each not in ("Seat", "Side", "Rank"):
        return ()
    head = re.split("[=,]", declared.span.words)[0].strip()
    meant = head.replace(":", f" of {each}:", 1)
    return (f"or, if it is declared wrongly:  {meant}",)


CLOSED = (e.Name, e.Apply, e.Bracket, e.Word, e.Listing)  # nothing behind can be taken for a part


def as_operand(tree: e.Expr) -> str:
    """As it is written behind `of`: in brackets where it is no name or application."""
    return tree.words if isinstance(tree, CLOSED) else f"({tree.words})"


# What stands next to an expression that is no part of a longer one.
ALONE_AFTER = re.compile(r"(?:^|[(\[{,]|(?<![<>])=)$")
ALONE_BEFORE = re.compile(
    r"[ ]*(?:[)\]},\"]|(?:\#.*)?(?:$|\n(?!\s*(?:[-+*/<>|]|\.\.|(?:and|or|is|in|where|by)\b))))"
)


def write_in_place(tree: e.Expr, phrase: str) -> str:
    """A phrase as it is written where `tree` stands: in brackets where that is a part of more.

    A phrase runs on to the end of an expression, and `where` goes with all that stands before it.
    """
    text, span = tree.span.source.text, tree.span
    before = text[: span.start].rstrip()[-2:]
    alone = ALONE_AFTER.search(before) and ALONE_BEFORE.match(text, span.end)
    return phrase if alone else f"({phrase})"


def suggest_where_inside(tree: e.Where) -> tuple[str, ...]:
    """`size of pack where …`: what is asked of those that fit has them in brackets."""
    over = tree.over
    if isinstance(over, e.Sum):
        return ("what is done under a condition stands below it:  if …",)
    if not isinstance(over, e.Apply) or not over.of:
        return ()
    asked, several = over.name, over.args[0]
    while isinstance(several, e.Apply) and several.of and several.name in NAMES:  # `top of trick`
        asked, several = f"{asked} of {several.name}", several.args[0]
    inner = f"({several.words} where {_ask_of_it(several.words, tree.test.words)})"
    return (f"those that fit stand in brackets:  {asked} of {inner}",)


def suggest_card(scope: Scope, tree: e.Apply) -> tuple[str, ...]:
    """`low of trump`, where `low` is a rank, or a card of that rank: that with the suit too."""
    var = scope.find(tree.name)
    rank = f"rank of {tree.name}" if var is not None and t.bare(var.type) == t.CARD else tree.name
    card = "card" if scope.find("card") is None else "other"
    test = f"rank of {card} is {rank} and suit of {card} is {as_operand(tree.args[0])}"
    meant = write_in_place(tree, f"first {card} in pack where {test}")
    return (f"the card with both is found by:  {meant}",)


def suggest_for_asked(ctx: CheckContext, tree: e.Apply, first: g.Value) -> Sequence[str]:
    """What an operation was meant to find, where it cannot be asked of its first argument."""
    arg = tree.args[0]
    if (tree.name, t.bare(first.type)) == ("owner", t.CARD):
        return suggest_holders(ctx, tree, arg.words)
    if tree.name in ("top", "bottom") and isinstance(first, g.Many) and isinstance(arg, e.Apply):
        return suggest_ends(tree, arg, first)
    if arg.span.source.text[arg.span.end :].lstrip(" ").startswith(".."):
        return (f"a range has brackets here:  {tree.name} of ({arg.words}..…)",)
    return ()


def suggest_ends(whole: e.Apply, tree: e.Apply, piles: g.Many) -> tuple[str, ...]:
    """How the top, or bottom, cards of several piles are written."""
    end = whole.name
    if not (isinstance(piles.thing, g.Zone) and piles.thing.pile):
        return ()
    args, test, loops = [arg.words for arg in tree.args], "{}", []
    for place in piles.places:
        of = t.element(t.bare(piles.index[place].type)) or t.UNKNOWN
        each = "nm"[place % 2] if isinstance(of, t.NumberT) else as_noun(of)
        test = test.format(f"any {each} in {args[place]} where {{}}")
        loops.append(f"`for {each} in {args[place]}`")
        args[place] = each
    one = f"{tree.name}({', '.join(args)})"
    asked = f"{tree.words} where {test.format(f'it in {end}({one}, 1)')}"
    each = f"the {end} card of each:  {write_in_place(whole, asked)}"
    if piles.thing.face == "up":
        return (each,)
    loop = ", below it ".join(loops)
    return (f"one after the other:  {loop}, and below it a step with `{end} of {one}`", each)


def suggest_holders(ctx: CheckContext, tree: e.Expr, card: str) -> list[str]:
    """How one asks who has a card, and who played it, where `owner of card` stands."""
    of_seats = [
        zone.name for zone in ctx.game.zones.values() if [i.type for i in zone.index] == [t.SEAT]
    ]
    has = [f"first seat in seats where {card} in {zone} of seat" for zone in of_seats[:1]]
    return [
        *(f"who has it:  {write_in_place(tree, one)}" for one in has),
        f"who played it:  player of {card}",
    ]


def suggest_ranks(ctx: CheckContext, tree: e.Expr) -> tuple[str, ...]:
    """`7..10` where ranks are meant: those of the pack from one to the other."""
    match tree:
        case e.Between(low=e.CardWord(rank=low, suit=suit), high=e.CardWord(rank=high)):
            cards = [f"{rank}{suit}" for rank in _list_ranks_between(ctx, low, high)]
            all_ = f"all of a suit are `(pack where its suit is {suit})`"
            return (f"cards are listed one by one:  [{' '.join(cards)}]; {all_}",)
    found = list_ranks(ctx, tree)
    return (f"ranks are listed one by one:  [{', '.join(found)}]",) if found else ()


def list_ranks(ctx: CheckContext, tree: e.Expr) -> Sequence[str]:
    """The ranks of the pack from one to another; empty where these are none.

    Up to the first rank of the pack, as in `10..A` where aces stand first, it is the highest.
    """
    if not isinstance(tree, e.Between):
        return ()
    return _list_ranks_between(ctx, tree.low.words, tree.high.words)


def _list_ranks_between(ctx: CheckContext, first: str, last: str) -> Sequence[str]:
    words = ctx.game.words
    low, high = words.find_rank(first), words.find_rank(last)
    if low is None or high is None:
        return ()
    if low > high == 0:
        return (*words.ranks[low:], words.ranks[0])
    return words.ranks[min(low, high) : max(low, high) + 1]


PARTS: dict[t.Type, str] = {t.RANK: "rank", t.SUIT: "suit", t.SIDE: "side"}


def suggest_any(tree: e.Compare, left: g.Value, right: g.Value) -> tuple[str, ...]:
    """One number of each of several is compared: whether it is so for any of them was meant."""
    for side, found in ((tree.left, left), (tree.right, right)):
        none = tree.right.words == "0" and tree.op in ("is", "is not")  # they are asked together
        if not isinstance(found, g.Many) or (none and found.thing.holds_cards):
            continue
        if isinstance(side, e.Apply) and len(found.places) == 1:
            (place,) = found.places
            several = found.index[place]
            each = as_noun(t.element(t.bare(several.type)) or t.UNKNOWN)
            args = [each if k == place else arg.words for k, arg in enumerate(side.args)]
            one = write_application(side.name, args)
            if found.thing.holds_cards and (t.is_number(left.type) or t.is_number(right.type)):
                one = f"size of {one}"
            test = [one if part is side else part.words for part in (tree.left, tree.right)]
            over = side.args[place].words
            asked = f"any {each} in {over} where {test[0]} {tree.op} {test[1]}"
            return (f"for any of them:  {write_in_place(tree, asked)}",)
    return ()


def suggest_height(
    ctx: CheckContext, tree: e.Compare, left: g.Value, right: g.Value
) -> tuple[str, ...]:  # fmt: skip
    """`rank of card < 10`: both sides are compared by an order, and the figure is a rank.

    Of several ranks it may have been meant how many they are, or any of them.
    """
    if isinstance(tree.left, e.Number) is isinstance(tree.right, e.Number) or not ctx.game.orders:
        return ()
    turned = isinstance(tree.left, e.Number)
    figure, part, kind = (
        (tree.left, tree.right, t.bare(right.type))
        if turned
        else (tree.right, tree.left, t.bare(left.type))
    )
    if ctx.game.words.find_rank(figure.words) is None or t.RANK not in (kind, t.element(kind)):
        return ()
    order = next(iter(ctx.game.orders))
    one = as_operand(part) if kind == t.RANK else "r"
    sides = (figure.words, one) if turned else (one, figure.words)
    way = f" {tree.op} ".join(f"{order} of {side}" for side in sides)
    if kind == t.RANK:
        return (f"ranks are compared by an order:  {way}",)
    asked = write_in_place(tree, f"any r in {part.words} where {way}")
    return (
        f"how many there are is `size of {as_operand(part)}`",
        f"any of them by its height:  {asked}",
    )  # fmt: skip


def suggest_ranked(ctx: CheckContext, ranked: e.Expr, other: e.Expr) -> str:
    """`hand_rank of cards < back of seat`: by the same ranking, where one of the sides has one."""
    if not isinstance(ranked, e.Apply) or not isinstance(
        ctx.definitions.get(ranked.name), d.Ranking
    ):
        return ""
    if isinstance(other, e.Apply) and other.of and other.name == "size":
        other = other.args[0]
    return f"{ranked.name} of {as_operand(other)}"


def suggest_brackets(phrase: e.Phrase | None, tree: e.Sum | e.Compare) -> tuple[str, ...]:
    """`total x of s for s in seats + 1`: the sum was meant for what the phrase finds.

    So is what is compared with: `count s in seats where out of s is 1`.
    """
    if phrase is None or (phrase.where or phrase.over).span.end != phrase.span.end:
        return ()
    source = phrase.span.source
    inside = Span(source, phrase.span.start, tree.left.span.end).words
    after = Span(source, tree.left.span.end, phrase.span.end).words
    return (f"the phrase runs to the end of the line; in brackets it ends:  ({inside}) {after}",)


def suggest_whole(tree: e.Sum, left: g.Value, right: g.Value) -> tuple[str, ...]:
    """`is_meld of cards + offer`, or `hand of live - out`: all of them together were meant."""
    asked = tree.left
    if not (isinstance(asked, e.Apply) and asked.of and isinstance(left, g.Call | g.Op | g.Many)):
        return ()
    given = left.index if isinstance(left, g.Many) else left.args
    kinds = [t.bare(value.type) for value in (*given, right)]
    joins = tree.op in "+-" and len(kinds) == 2 and t.element(kinds[0]) is not None
    if not joins or t.element(kinds[0]) not in (kinds[1], t.element(kinds[1])):
        return ()
    several = f"({asked.args[0].words} {tree.op} {tree.right.words})"
    if isinstance(kinds[0], t.SequenceT) and (asked.name, tree.op) == ("last", "-"):  # in order
        left_out = "is not" if t.element(kinds[1]) is None else "not in"
        several = f"({asked.args[0].words} where it {left_out} {tree.right.words})"
        return (f"the {asked.name} of those that are left:  {asked.name} of {several}",)
    whole = f"{asked.name}{' of ' * isinstance(left, g.Many)}{several}"
    return (f"`of` takes what stands next to it; of all of them it is asked so:  {whole}",)


def _find_best(tree: e.Name) -> str:
    """`let winner = sole best …`, for the last line above that finds it by `best …`."""
    text = tree.span.source.text[: tree.span.start]
    lines = re.findall(rf"\n *(let {tree.name} = )\(?((?:best|lowest) \w+ in .*?)\)? *(?=\n)", text)
    return "{}sole {}".format(*lines[-1]) if lines else ""


def _suggest_single(ctx: CheckContext, tree: e.Expr, of: t.Type) -> tuple[str, ...]:
    """The declaration of state that is several, if it was to be one."""
    register = ctx.game.registers.get(tree.name) if isinstance(tree, e.Name) else None
    kind = next((name for name, kind in t.NAMED.items() if kind == of), "")
    if register is None or not kind:
        return ()
    declared = re.sub(r": \w+", f": {kind}", register.span.words, count=1)
    return (f"or, if it is one and no more, declare it so:  {declared}",)


def _write_as_rank(ctx: CheckContext, tree: e.Expr) -> str:
    """A define that gives figures only, all of them ranks, as one that gives ranks; or nothing."""
    found = ctx.definitions.get(tree.name) if isinstance(tree, e.Name) else None
    if not isinstance(found, d.Define) or found.params or found.type is not None:
        return ""
    figures = [part.words for part in walk(found.value) if isinstance(part, e.Number)]
    are_ranks = all(one in ctx.game.ranks for one in figures)
    return f"define {found.name}: Rank = {found.value.words}" if are_ranks and figures else ""


def suggest_comparison(
    ctx: CheckContext, tree: e.Compare, a: t.Type, b: t.Type
) -> tuple[str, ...]:  # fmt: skip
    """What was nearly always meant where two things that are compared are of different types."""
    left, op, right = tree.left.words, tree.op, tree.right.words
    among, of = {"is": "in", "is not": "not in"}.get(op), t.element(b)
    if t.is_number(a) and of is not None and among:
        return (f"write `size of {as_operand(tree.right)} {op} {left}`",)
    if among and of is not None and t.element(a) is None and t.is_assignable(a, of):
        declared = _suggest_single(ctx, tree.right, of)
        return (
            f"one is never several; whether it is one of them:  {left} {among} {right}",
            *declared,
        )
    if t.element(a) is not None and b == t.NONE and op in ("is", "is not"):
        return (f"whether there are any is asked by `is empty`:  {left} {op} empty",)
    if b == t.NONE and isinstance(tree.left, e.Name) and (found := _find_best(tree.left)):
        return (f"of equals one is taken; with `sole` there is none then:  {found}",)
    if a in (t.RANK, t.SUIT) and b == t.CARD and op in ("in", "not in"):
        return (
            f"cards have ranks and suits:  {left} {op} {PARTS[a]}s of {as_operand(tree.right)}",
        )
    if t.element(a) is not None and t.is_number(b):
        if right == "0" and op in ("is", "is not"):
            return (f"whether there are any is asked by `is empty`:  {left} {op} empty",)
        many = f"size of {as_operand(tree.left)} {op} {right}"
        if t.element(a) == t.RANK and among and ctx.game.words.find_rank(right) is not None:
            return (f"how many there are:  {many}", f"the rank:  {left} {op} [{right}]")
        return (f"write `{many}`",)
    if a == t.RANK and t.is_number(b) and (written := _write_as_rank(ctx, tree.right)):
        return (f"figures alone are numbers; to be ranks, the define says so:  {written}",)
    figure = isinstance(tree.right, e.Number) and 2 <= tree.right.value <= 10
    part = "rank" if figure and a in (t.CARD, t.SUIT) else PARTS.get(b)
    if isinstance(tree.left, e.Apply) and tree.left.name in ("rank", "suit") and part:
        asked_of = tree.left.args[0].words
        asked = f"its {part}" if asked_of == "its" else f"{part} of {asked_of}"
        return (f"write `{asked} {op} {right}`",)
    if part and (a == t.CARD or (a, b) == (t.SEAT, t.SIDE)):
        lone = isinstance(tree.right, e.Name) and b == t.RANK and right in ctx.game.ranks
        return (f"write `{part} of {left} {op} {right}`", *suggest_suitless(right)[: int(lone)])
    if part and t.element(a) == t.CARD and op in ("is", "is not"):
        one = f"of a pile, the uppermost card is asked:  {part} of top of {left} {op} {right}"
        asked = f"any card in {left} where {part} of card {op} {right}"
        each = f"for any of the cards:  {write_in_place(tree, asked)}"
        return (*[one] * isinstance(a, t.SequenceT), each)
    if t.element(a) == b == t.CARD and op in ("is", "is not"):
        top = f"the uppermost card of a pile:  top of {left} {op} {right}"
        return (*[top] * isinstance(a, t.SequenceT), f"all that lies there:  {left} {op} [{right}]")
    return ()


def find_number(tree: e.Expr) -> int | None:
    """The number that is written in figures, with its sign."""
    inner = tree.value if isinstance(tree, e.Negate) else tree
    if not isinstance(inner, e.Number):
        return None
    return inner.value if inner is tree else -inner.value


def put_sooner(tree: e.SeatsRound) -> str:
    """The line with `from …` before its `where`."""
    line = tree.span.source.line_text(tree.span.line).strip()
    if tree.among is not None and tree.among.words == "players":  # which is how many they are
        return f"write:  {line.replace('in players', 'in seats')}"
    found = re.match(r"(.* in \w+) where (.+) (from|after) (.+)$", line)
    if found is None:
        return "those who come in turn are several seats:  seats from …"
    return f"write:  {found[1]} {found[3]} {found[4]} where {found[2]}"
