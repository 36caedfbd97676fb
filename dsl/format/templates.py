"""How each node of the tree is written in one line: templates, and functions for the others."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from hoyle.dsl.card_words import format_copy_mark
from hoyle.dsl.format.line_breaking import (
    INDENT,
    Doc,
    IfBroken,
    Soft,
    Tail,
    deepen,
    fill,
    group,
    join,
    make_gap,
    render_flat,
)
from hoyle.dsl.node import Node
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s


def format_expression(node: Node) -> str:
    """An expression or a part of a table on one line, as the formatter would write it."""
    return render_flat(render(node))


def render(node: Node, bracketed: bool = False) -> Doc:
    """The line that is written for a node, or the first of its lines, or its part of a line.

    Inside brackets a line may end at more places than outside.
    """
    form = FORMS[type(node)]
    return _fill(form, node, bracketed) if isinstance(form, str) else form(node, bracketed)


# ---------------------------------------------------------------------- templates

PIECE = re.compile(
    r"\[(?P<before>[^{\]]*)\{(?P<option>\w+)\}(?P<after>[^\]]*)\]|\{(?P<field>\w+)\}|(?P<text>[^{\[]+)"
)


@cache
def _split(template: str) -> tuple[tuple[str, str, str, bool], ...]:
    """The pieces of a template: a field and the texts round it, whether they may be left out."""
    return tuple(
        (found["before"] or found["text"] or "", found["option"] or found["field"] or "",
         found["after"] or "", found["option"] is not None)
        for found in PIECE.finditer(template)
    )  # fmt: skip


def _fill(template: str, node: Node, bracketed: bool = False) -> Doc:
    docs: list[Doc] = []
    for before, name, after, optional in _split(template):
        value = getattr(node, name) if name else ""
        if not optional or not (value is None or value is False or value == () or value == ""):
            docs += filter(None, (before, _render_field(name, value, bracketed), after))
    return tuple(docs)


def _render_field(name: str, value: object, bracketed: bool) -> Doc:
    if isinstance(value, Node):
        return render(value, bracketed)
    if name in FIELDS:
        return FIELDS[name](value)
    if isinstance(value, tuple):
        parts = [_render_field("", part, bracketed) for part in value]
        return join(parts, SEPARATORS.get(name, " "))
    return "" if value is True else str(value)


def _render_params(params: tuple[d.Param, ...]) -> Doc:
    return ("(", fill([render(param, True) for param in params], ","), ")") if params else ""


def _render_index(types: tuple[d.Type, ...]) -> Doc:
    match types:
        case ():
            return ""
        case (d.TypeNamed(name),):
            return f" of {name}"
    return ("(", join([render(each, True) for each in types], ", "), ")")


def _render_advice(row: d.Advice, _: bool) -> Doc:
    moves = _fill("{path}[ {word}][ {value}]", row)
    return (
        moves if row.test is None else group((moves, deepen((Soft(), _fill("when {test}", row)))))
    )


READINGS = {
    "first": "first that fits",
    "one": "exactly one fits",
    "sum": "sum of all that fit",
    "steps": "step by step",
}
# Fields that are written in a way of their own, and what stands between the parts of others.
FIELDS: dict[str, Callable[[Any], Doc]] = {
    "params": _render_params, "index": _render_index, "reading": READINGS.__getitem__,
}  # fmt: skip
SEPARATORS = dict.fromkeys(("ranges", "moves", "others", "bindings"), ", ")


# ---------------------------------------------------------------------- expressions


def _render_application(expr: e.Apply, bracketed: bool) -> Doc:
    """`its suit`, `suit of card`, `follows(card, hand)`: each as it was written."""
    if not expr.of:
        return (f"{expr.name}(", fill([render(arg, True) for arg in expr.args], ","), ")")
    (arg,) = expr.args
    if isinstance(arg, e.Word) and arg.text == "it" and arg.span.text == "its":
        return f"its {expr.name}"
    return (f"{expr.name} of ", render(arg, bracketed))


def _render_card(card: e.CardWord, _: bool) -> Doc:
    return f"{'10' if card.rank == 'T' else card.rank}{card.suit}{format_copy_mark(card.copy)}"


def _render_pack_words(words: tuple[d.PackWord, ...]) -> str:
    """Words with a space between them; a comma behind and before one of which more is said."""
    text = ""
    for before, word in zip((None, *words), words, strict=False):
        more = [one for one in (before, word) if one is not None and (one.sign or one.times)]
        text += (
            (", " if more else " ") + format_expression(word)
            if before
            else (format_expression(word))
        )
    return text


def _render_listing(expr: e.Listing, _: bool) -> Doc:
    cards = all(isinstance(item, e.CardWord) for item in expr.items)
    return ("[", fill([render(item, True) for item in expr.items], "" if cards else ","), "]")


def _render_compare(expr: e.Compare, bracketed: bool) -> Doc:
    compared = (make_gap(expr.op, bracketed), f"{expr.op} ", render(expr.right, bracketed))
    return group((render(expr.left, bracketed), deepen(compared)))


JOINTS: dict[type[Node], str] = {e.EitherOr: "or", e.Both: "and"}
# Operands of equal standing are written below each other.
STANDINGS = {"or": 1, "and": 2, "+": 3, "-": 3, "*": 4, "/": 4}


def _find_joint(expr: e.Expr) -> str:
    """What joins the operands of a chain; nothing where an expression is none."""
    return expr.op if isinstance(expr, e.Sum) else JOINTS.get(type(expr), "")


def _render_chain(expr: Any, bracketed: bool) -> Doc:
    """Operands of equal standing, one on each line when they do not all fit on one."""
    word = _find_joint(expr)
    equal = STANDINGS.get(_find_joint(expr.left)) == STANDINGS[word]
    first = (_render_chain if equal else render)(expr.left, bracketed)
    return (first, make_gap(word, bracketed), f"{word} ", render(expr.right, bracketed))


def _render_sum(expr: e.Sum, bracketed: bool) -> Doc:
    """A chain. One with a minus stands in brackets where it takes several lines.

    No line outside brackets goes on with a minus, which would be the sign of what begins there.
    """
    if bracketed or not _subtracts(expr):
        return group(deepen(_render_chain(expr, bracketed)))
    chain = deepen(_render_chain(expr, True))
    return group((IfBroken("("), chain, IfBroken(")")), brackets=True)


def _subtracts(expr: e.Expr) -> bool:
    """Whether one of the signs between operands of equal standing is a minus."""
    return isinstance(expr, e.Sum) and (
        expr.op == "-" or (expr.op == "+" and _subtracts(expr.left))
    )  # fmt: skip


def _render_choice(expr: e.Either, bracketed: bool) -> Doc:
    """`a if b else c`, one way on each line when they do not all fit on one.

    Then it stands in brackets, for an `else` begins a line nowhere else.
    """
    ways = deepen(_render_ways(expr, 2 * INDENT))
    return group(ways if bracketed else (IfBroken("("), ways, IfBroken(")")), brackets=True)


def _render_ways(expr: e.Either, depth: int) -> Doc:
    """The ways one after the other; a long condition goes on further in than the next way."""
    test = render(expr.test, True)
    if _find_joint(expr.test):
        test = group(deepen(_render_chain(expr.test, True), depth))
    other = expr.other
    rest = _render_ways(other, INDENT) if isinstance(other, e.Either) else render(other, True)
    return (render(expr.value, True), " if ", test, Soft(), "else ", rest)


def _as_group(of: Callable[[Any, bool], Doc]) -> Callable[[Any, bool], Doc]:
    return lambda expr, bracketed: group(deepen(of(expr, bracketed)))


def _render_phrase(expr: e.Phrase, bracketed: bool) -> Doc:
    over = _fill("{name} in {over}", expr, bracketed)
    value: Doc = "" if expr.value is None else render(expr.value, bracketed)
    narrowed: Doc = ""
    if expr.where is not None:
        narrowed = (Soft(), "where ", render(expr.where, bracketed))
    inner = make_gap(":", bracketed)
    match expr.kind:
        case "total" | "highest" | "lowest":
            return group((f"{expr.kind} ", value, deepen((inner, "for ", over, narrowed))))
        case "best" | "sole" | "all_best" | "lowest_by" | "sole_lowest" | "all_lowest":
            which, _, _ = expr.kind.partition("_")
            start = f"{which} " if which in ("sole", "all") else ""
            start += "lowest " if "lowest" in expr.kind else "best "
            return group((start, over, deepen((narrowed, Soft(), "by ", value))))
        case "every":
            return group(("every ", over, deepen((narrowed, ":", inner, value))))
        case _:
            return group((f"{expr.kind} ", over, deepen(narrowed)))


def _render_sentence(sentence: e.Sentence, _: bool) -> Doc:
    pieces = [one if isinstance(one, str) else f"{{{format_expression(one)}}}"
              for one in sentence.pieces]  # fmt: skip
    return Tail(f'"{"".join(pieces)}"')


def render_meaning(expr: e.Expr) -> Doc:
    """An expression that begins a line: the operands of a chain stand below each other."""
    if not _find_joint(expr) or _subtracts(expr):
        return render(expr)
    return group(deepen(_render_chain(expr, False), 0))


def _render_alternatives(kind: d.TypeOr, bracketed: bool) -> Doc:
    first, *others = [render(part, bracketed) for part in kind.parts]
    return group((first, deepen(tuple((Soft(), "or ", other) for other in others))))


# ---------------------------------------------------------------------- statements


def _render_where(where: e.Expr | None) -> Doc:
    """` where …`, on a line of its own if need be."""
    return () if where is None else deepen((Soft(), "where ", render(where)))


def _render_deal(deal: s.Deal, _: bool) -> Doc:
    many: Doc = "all"
    if deal.amount is not None:
        many = (render(deal.amount), "" if isinstance(deal.amount, s.Packet) else " each")
    template = " from {source} to {to}[ face {facing}] for {name} in {over}"
    return group(("deal ", many, _fill(template, deal), _render_where(deal.where)))


def _render_for(loop: s.For, _: bool) -> Doc:
    over = _fill("for {name} in {over}", loop)
    if loop.until is None:
        return group((over, _render_where(loop.where)))
    where: Doc = () if loop.where is None else (Soft(), "where ", render(loop.where))
    until = group((Soft(), _fill("until {until}[{limit}]", loop)))
    return group((over, deepen((where, ", round and round", until))))


def _render_choose(choose: s.Choose, _: bool) -> Doc:
    if choose.seat is not None:
        return _fill("choose {seat}[, {decider} deciding]", choose)
    if choose.over is None:
        return "choose"
    over = _fill("choose together {name} in {over}", choose)
    return group((over, _render_where(choose.where)))


# ---------------------------------------------------------------------- declarations


def _render_players(line: d.ExamplePlayers, _: bool) -> Doc:
    if line.names:
        return _fill("players {names}", line)
    return _fill("players {count}" + " refused[ {sentence}]" * line.refused, line)


def _render_move(line: d.ExampleMove, _: bool) -> Doc:
    word = {"plays": ":", "may": " may", "may not": " may not", "may only": " may only:"}[line.kind]
    return _fill(f"{{seat}}{word} {{moves}}[ {{sentence}}]", line)


def find_separator(cards: list[str]) -> str:
    """What stands between cards of an example: commas where one of them is more than a word."""
    return ", " if any(" " in card for card in cards) else " "


def _render_sight(line: d.ExampleSees, _: bool) -> Doc:
    cards = ["?" if card is None else format_expression(card) for card in line.cards]
    shown = find_separator(cards).join(cards)
    return (f"{line.seat} sees ", render(line.zone), f" as [{shown}]")


def _render_state_seen(line: d.ExampleSeesState, _: bool) -> Doc:
    shown = "?" if line.value is None else format_expression(line.value)
    return (f"{line.seat} sees ", render(line.place), f" as {shown}")


# `{field}` is what a field holds; what stands in `[…]` is left out where its field holds nothing.
FORMS: dict[type[Node], str | Callable[[Any, bool], Doc]] = {
    e.Number: "{value}",
    e.RankWord: "{text}",
    e.SuitWord: "{symbol}",
    e.CardWord: _render_card,
    e.Marked: lambda card, _: f"{card.name}{format_copy_mark(card.copy)}",
    e.Word: "{text}",
    e.Name: "{name}",
    e.Apply: _render_application,
    e.CardOf: "{rank} of {suit}",
    e.SeatsRound: lambda expr, bracketed: _fill(
        f"{'{among}' if expr.among else 'seats'} {'after' if expr.after else 'from'} {{seat}}",
        expr, bracketed),
    e.Alternatives: "{type}",
    e.AllBut: "all but {seats}",
    e.Listing: _render_listing,
    e.Bracket: lambda expr, _: ("(", render(expr.inner, True), ")"),
    e.Negate: "-{value}",
    e.Not: "not {value}",
    e.Between: "{low}..{high}",
    e.Sum: _render_sum,
    e.Both: _as_group(_render_chain),
    e.EitherOr: _as_group(_render_chain),
    e.Either: _render_choice,
    e.Compare: _render_compare,
    e.Where: lambda expr, bracketed: group((
        render(expr.over, bracketed),
        deepen((Soft(), "where ", render(expr.test, bracketed))),
    )),
    e.Phrase: _render_phrase,
    e.Sentence: _render_sentence,
    # statements
    s.Assign: "{place} {op} {value}",
    s.Run: "{phase}",
    s.Let: lambda let, _: _fill(
        f"{'announce' if let.announced else 'let'} {{name}} = {{value}}", let),
    s.Move: "move {what}[ from {source}] to {to}[ face {facing}][ at the bottom{bottom}]"
            "[ turned over{turned}]",
    s.Packet: "{size} at a time",
    s.Deal: _render_deal,
    s.Swap: "swap {one} and {other}",
    s.Shuffle: "shuffle {pile}",
    s.Gather: "gather into {pile}",
    s.Show: lambda show, _: _fill(
        f"{'hide' if show.hidden else 'show'} {{what}}[ to {{to}}]", show),
    s.Pay: "pay {amount} from {giver} to {taker}",
    s.New: "new {name} in {place}[ after {after}]",
    s.Say: "say {sentence}",
    s.EndsWhen: "ends when {test}",
    s.Stop: "stop",
    s.End: lambda end, _: f"end {end.phase or 'match'}",
    s.Win: "win {who}",
    s.Limit: lambda limit, _: ", however long" if limit.times is None else deepen(group(
        (Soft(), _fill("at most {times} times[, else {otherwise}]", limit)))),
    s.For: _render_for,
    s.Repeat: "repeat[ {times} times][ until {until}][{limit}]",
    s.Choose: _render_choose,
    s.Action: "{name}[ {bindings}]",
    s.Must: "must {test}[, if able{if_able}]",
    s.Binding: "{name} in {over}[ {sentence}]",
    # declarations
    d.TypeNamed: "{name}",
    d.TypeValue: "{value}",
    d.TypeList: "at most {most} {record}",
    d.TypeInOrder: "{word} of {name}",
    d.TypeOr: _render_alternatives,
    d.Param: "{name}: {type}",
    d.Use: "use {library}",
    d.Players: "players {ranges}",
    d.TypeName: "type {name} = {type}",
    d.SideCount: "sides {count}, in turn",
    d.Direction: "play {name}",
    d.Payoff: "payoff of {name} = {value}",
    d.Expects: "expects",
    d.Expected: "{name}{params}{index}: {type}[ = {default}]",
    d.Options: 'options[ "{title}"]',
    d.Option: "{name}: {type} = {default}",
    d.Need: "needs {test}",
    d.Pack: "pack",
    d.PackWord: "{word}[ {sign}][ x{times}]",
    d.PackRanks: lambda line, _: (
        f"ranks {f'of {line.suit} ' if line.suit else ''}{_render_pack_words(line.ranks)}"),
    d.PackSuits: lambda line, _: f"suits {_render_pack_words(line.suits)}",
    d.PackCards: lambda line, _: f"cards {_render_pack_words(line.cards)}",
    d.PackChange: lambda line, _: _fill(
        f"{line.kind}{' suit' * (line.kind == 'another')} {{value}}[ if {{test}}]", line),
    d.Order: "order {name}, best first: {ranks}",
    d.Zones: "zones",
    d.Zone: "{name}{index}: {type}[, face {face}][, seen by {seen_by}][, at most {capacity}]"
            "[, starts with the pack{starts}]",
    d.State: "state[ of {phase}]",
    d.Register: "{name}{index}: {type}[ = {default}][, seen by {seen_by}][, not told{untold}]",
    d.Record: "record {name}",
    d.Define: "define {name}{params}[: {type}] =",
    d.Conditions: "conditions {name}{params}",
    d.Phase: lambda phase, _: _fill(
        f"{'match' if phase.name == 'match' else 'phase {name}'}{{params}}", phase),
    d.Policy: "policy {name}",
    d.Advice: _render_advice,
    # tables
    d.Table: "table {name}{params}, {reading}",
    d.Ranking: "ranking {name}{params}, best first",
    d.Matrix: "{rows} \\ {columns}",
    d.Blank: "-",
    d.Otherwise: "otherwise",
    d.CompareCell: "{op} {value}",
    d.InOrder: "{things} by {name}",
    # examples, laws, variants
    d.Example: "example {title}",
    d.ExamplePlayers: _render_players,
    d.ExampleSet: "set {name} = {value}",
    d.ExampleGiven: lambda line, _: (
        _fill("given {place} = {value}", line), *((" then ", render(v)) for v in line.later)),
    d.ExampleStart: lambda line, _: _fill("start {phase}", line) if line.phase else "start match",
    d.ExampleCases: "cases",
    d.ExampleMove: _render_move,
    d.MoveText: "{action}[ {values}]",
    e.Layout: lambda layout, _: join([render(part) for part in layout.parts], "/"),
    d.ExampleSees: _render_sight,
    d.ExampleSeesState: _render_state_seen,
    d.ExampleExpect: "expect {test}",
    d.ExampleSaid: "expect say {sentence}",
    d.ExampleAnnounced: "expect announce {name} is {value}",
    d.ExamplePayoff: "expect payoff of {seat} is {value}",
    d.ExampleWins: lambda line, _: (
        f"{' and '.join(filter(None, (', '.join(line.seats[:-1]), line.seats[-1])))} "
        f"{'wins' if len(line.seats) == 1 else 'win'}"),
    d.ExampleEnds: lambda line, _: f"{line.phase or 'match'} ends",
    d.Law: lambda law, _: _fill(
        f"{'always' if law.always else 'never'} {{title}}[ at {{place}}]:", law),
    d.Path: lambda path, _: str(path),
    d.Variant: "variant {name} {title} of {base}[ with {others}]",
}  # fmt: skip
