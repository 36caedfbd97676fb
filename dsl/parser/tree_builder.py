"""From Lark's parse tree to our own: what each rule of the grammar becomes.

Most rules become the node of their name, whose fields stand in the order of the rule's parts. A
table has those that do so in another way; the others have a method each.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable
from typing import Any

import attrs
from lark import Token

from hoyle.dsl.card_words import SYMBOLS, parse_copy_mark
from hoyle.dsl.node import Node
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s

# A tree of Lark's: its own type knows neither which parts a rule has nor that they may be left out.
RuleTree = Any
Part = RuleTree | Token | None


@attrs.frozen
class Form:
    """The node that a rule becomes.

    `takes` are the fields that the first parts of the rule fill, each with the kind of its value;
    `rest` is the list that takes the parts after them; `places` are the fields with the span of one
    part, by number. `fixed` are fields of which the rule alone says what they hold, or what they
    hold unless a word such as `face up` says otherwise.
    """

    node: Callable[..., Node]
    takes: tuple[tuple[str, str], ...]
    rest: str | None
    places: tuple[tuple[str, int], ...]
    fixed: dict[str, object]


def _form(node: type[Node], order: str = "", **fixed: object) -> Form:
    """A form; `order` names the fields where the rule has another order than the node.

    A `-` in it is a part that no field takes.
    """
    fields: tuple[attrs.Attribute[object], ...] = attrs.fields(node)  # type: ignore[arg-type]
    kinds = {field.name: _value_kind(str(field.type)) for field in fields if field.eq}
    kinds["-"] = "skip"
    names = order.split() or [name for name in kinds if name not in {"-", *fixed}]
    rest = names[-1] if names and kinds[names[-1]] == "list" else None
    spans = {name: f"{name}_span" for name in names}
    places = [(span, names.index(name)) for name, span in spans.items()
              if any(field.name == span for field in fields)]  # fmt: skip
    takes = [(name, kinds[name]) for name in names if name != rest]
    return Form(node, tuple(takes), rest, tuple(places), fixed)


def _value_kind(annotation: str) -> str:
    if annotation.endswith("...]") or annotation == "Block":
        return "list"
    return {"str": "text", "str | None": "text", "bool": "flag"}.get(annotation, "node")


# What rules of a word or sign stand for.
VALUES: dict[str, object] = {
    "is_": "is", "is_not": "is not", "lt": "<", "gt": ">", "le": "<=", "ge": ">=", "in_": "in",
    "not_in": "not in", "read_first": "first", "read_one": "one", "read_sum": "sum",
    "read_steps": "steps", "starts": True, "at_bottom": True,
    "turned_over": True, "all_cards": None, "whole_match": None, "hidden": None,
}  # fmt: skip
# Rules that are made of their only part, and those that are a list of parts.
THROUGH = frozenset({
    "number", "card", "rank", "label", "each", "facing", "sight_face", "sight_by",
    "capacity", "one_expression", "one_declaration",
})  # fmt: skip
LISTS = frozenset({"block", "fallback", "params", "index", "others"})
# The fields of zones and moves that words in any order say something about.
WORD_FIELDS = {
    "sight_face": "face", "sight_by": "seen_by", "capacity": "capacity", "starts": "starts",
    "facing": "facing", "at_bottom": "bottom", "turned_over": "turned",
}  # fmt: skip
# Phrases that take those with the most or the least of something, and which of them.
BEST = {
    ("best", None): "best", ("best", "sole"): "sole", ("best", "all_of"): "all_best",
    ("lowest_by", None): "lowest_by", ("lowest_by", "sole"): "sole_lowest",
    ("lowest_by", "all_of"): "all_lowest",
}  # fmt: skip
FILE_KINDS = {"game_file": "game", "library_file": "library", "variant_file": "variants",
              "examples_file": "examples"}  # fmt: skip

Sentences = dict[int, tuple[str | e.Expr, ...]]


class Builder:
    """Turns trees into nodes of one source.

    `shift` is added to every offset (a part of a text may be parsed by itself); `sentences` holds
    the pieces of each sentence with braces, by offset.
    """

    def __init__(self, source: Source, shift: int, sentences: Sentences) -> None:
        self.source = source
        self.shift = shift
        self.sentences = sentences

    def build(self, part: Part) -> Any:
        """What a tree or a token stands for: a node, a list or a value; None stays None."""
        if part is None:
            return None
        if isinstance(part, Token):
            return self._build_token(part)
        rule = part.data
        form = FORMS.get(rule)
        if form is not None:
            return self._fill(form, part)
        if rule in VALUES:
            return VALUES[rule]
        if rule in THROUGH:
            return self.build(part.children[0])
        if rule in LISTS:
            return self._build_all(part.children)
        return getattr(self, f"_build_{rule.rstrip('_')}")(part)

    def _find_span(self, part: RuleTree | Token) -> Span:
        if isinstance(part, Token):
            start, end = part.start_pos or 0, part.end_pos or 0
        elif part.meta.empty:
            start = end = 0
        else:
            start, end = part.meta.start_pos, part.meta.end_pos
        return Span(self.source, start + self.shift, end + self.shift)

    def _build_all(self, parts: Iterable[Part]) -> tuple[Any, ...]:
        """What several parts stand for; a list among them gives what it holds."""
        made: list[object] = []
        for part in parts:
            if part is not None:
                built = self.build(part)
                made += built if isinstance(built, tuple) else (built,)
        return tuple(made)

    def _fill(self, form: Form, tree: RuleTree) -> Node:
        parts = tree.children
        values = dict(form.fixed)
        for (name, kind), part in zip(form.takes, parts, strict=False):
            if kind == "node":
                values[name] = self.build(part)
            elif kind == "text":
                values[name] = str(part) if isinstance(part, Token) else self.build(part)
            elif kind == "flag":
                values[name] = part is not None
            elif kind == "list":
                values[name] = self._build_all((part,))
        others = parts[len(form.takes) :]
        if form.rest:
            values[form.rest] = self._build_all(others)
        else:
            for word in others:
                values[WORD_FIELDS[word.data]] = self.build(word)
        for name, number in form.places:
            values[name] = self._find_span(parts[number])
        return form.node(**values, span=self._find_span(tree))

    def _build_token(self, token: Token) -> e.Expr | d.TypeNamed | e.Sentence | str:
        span = self._find_span(token)
        match token.type:
            case "STRING":
                pieces = self.sentences.get(span.start)
                if pieces is None:
                    pieces = (str(token)[1:-1],) if len(token) > 2 else ()
                return e.Sentence(pieces, span=span)
            case "CARD":
                text, *mark = token.partition("'")
                rank, suit = text[:-1], SYMBOLS.get(text[-1], text[-1])
                copy = parse_copy_mark("".join(mark))
                return e.CardWord("10" if rank == "T" else rank, suit, copy, span=span)
            case "TIMES":
                return e.Number(int(token[1:]), span=span)
            case "RANK":
                return (
                    e.Number(10, span=span) if token == "T" else e.RankWord(str(token), span=span)
                )
            case "INT":
                return e.Number(int(token), span=span)
            case "TYPE":
                return d.TypeNamed(str(token), span=span)
        return str(token)

    # ------------------------------------------------------------------ expressions

    def _build_word(self, tree: RuleTree) -> e.Word:
        span = self._find_span(tree)
        return e.Word(span.text, span=span)

    _build_yes = _build_no = _build_none = _build_empty = _build_it = _build_word
    _build_head_when = _build_head_rule = _build_word

    def _build_marked(self, tree: RuleTree) -> e.Marked:
        name, mark = tree.children
        return e.Marked(str(name), parse_copy_mark(str(mark)), span=self._find_span(tree))

    def _build_its(self, tree: RuleTree) -> e.Apply:
        (name,) = tree.children
        span = self._find_span(tree)
        it = e.Word("it", span=span.first_word)
        return e.Apply(str(name), (it,), True, span=span, name_span=self._find_span(name))

    def _build_seats_of(self, tree: RuleTree) -> e.Apply:
        span = self._find_span(tree)
        side = self.build(tree.children[0])
        return e.Apply("seats", (side,), True, span=span, name_span=span.first_word)

    def _build_best(self, tree: RuleTree) -> e.Phrase:
        which, name, over, where, value = tree.children
        kind = BEST[tree.data, None if which is None else which.data]
        return e.Phrase(
            kind, str(name), self.build(over), self.build(where),
            self.build(value), span=self._find_span(tree), name_span=self._find_span(name),
        )  # fmt: skip

    _build_lowest_by = _build_best

    # ------------------------------------------------------------------ statements

    def _build_if(self, tree: RuleTree) -> s.If:
        test, block, *others, otherwise = tree.children
        tests = [(test, block), *(branch.children for branch in others)]
        branches = tuple((self.build(asked), self.build(inner)) for asked, inner in tests)
        return s.If(branches, self.build(otherwise) or (), span=self._find_span(tree))

    def _build_action(self, tree: RuleTree) -> s.Action:
        name, *others = tree.children
        made = self._build_all(others)
        bindings = tuple(part for part in made if isinstance(part, s.Binding))
        musts = tuple(part for part in made if isinstance(part, s.Must))
        body = tuple(part for part in made if not isinstance(part, s.Binding | s.Must))
        return s.Action(
            str(name),
            bindings,
            musts,
            body,
            span=self._find_span(tree),
            name_span=self._find_span(name),
        )

    def _build_choose(self, tree: RuleTree) -> s.Choose:
        *who, block = tree.children
        span = self._find_span(tree)
        line = self.source.line_text(span.line).split("#")[0].strip()
        head = Span(self.source, span.start, span.start + len(line))
        actions = [part for part in block.children if part.data == "action"]
        otherwise = next((part for part in block.children if part.data == "fallback"), None)
        who = {"choose_alone": [None] * 5, "choose": [*who, None, None, None]}.get(
            tree.data, [None, None, *who]
        )
        seat, decider, name, over, where = who
        return s.Choose(
            self.build(seat), self.build(decider), name and str(name), self.build(over),
            self.build(where), self._build_all(actions), self.build(otherwise),
            span=span, head_span=head, otherwise_span=otherwise and self._find_span(otherwise),
        )  # fmt: skip

    _build_choose_together = _build_choose_alone = _build_choose

    # ------------------------------------------------------------------ declarations

    def _build_expected(self, tree: RuleTree) -> d.Expected:
        name, shape, type_, default = tree.children
        shapes = {shape.data: self.build(shape)} if shape else {}
        return d.Expected(
            str(name), shapes.get("index", ()), shapes.get("params", ()), self.build(type_),
            self.build(default), span=self._find_span(tree),
        )  # fmt: skip

    def _build_options(self, tree: RuleTree) -> d.Options:
        title, *lines = tree.children
        return d.Options(str(title or "")[1:-1], self._build_all(lines), span=self._find_span(tree))

    def _build_pack(self, tree: RuleTree) -> d.Pack | e.Word:
        if not tree.children:  # the word in an expression, not the declaration
            return self._build_word(tree)
        return d.Pack(self._build_all(tree.children), span=self._find_span(tree))

    def _build_header(self, tree: RuleTree) -> tuple[d.Heading, ...]:
        return tuple(
            d.Heading(self.build(head), span=self._find_span(head)) for head in tree.children
        )

    def _build_match(self, tree: RuleTree) -> d.Phase:
        body, span = self.build(tree.children[0]), self._find_span(tree)
        return d.Phase("match", (), body, span=span, name_span=span.first_word)

    # ------------------------------------------------------------------ examples, variants, files

    def _build_ex_players(self, tree: RuleTree) -> d.ExamplePlayers:
        names = self._build_all(tree.children)
        return d.ExamplePlayers(names, len(names), False, None, span=self._find_span(tree))

    def _build_ex_count(self, tree: RuleTree) -> d.ExamplePlayers:
        span = self._find_span(tree)
        count, sentence = tree.children
        refused = "refused" in span.text
        return d.ExamplePlayers((), int(count), refused, self.build(sentence), span=span)

    def _build_path(self, tree: RuleTree) -> d.Path:
        return d.Path(tuple(str(part) for part in tree.children), span=self._find_span(tree))

    def _build_choice_path(self, tree: RuleTree) -> d.Path:
        parts = [str(part) for part in tree.children]
        return d.Path(tuple(["match"][len(parts) - 1 :] + parts), span=self._find_span(tree))

    def _build_d_set(self, tree: RuleTree) -> d.Delta:
        name, value = tree.children
        path = d.Path((str(name),), span=self._find_span(name))
        verb = tree.data.removeprefix("d_")
        return d.Delta(verb, "option", path, None, (self.build(value),), span=self._find_span(tree))

    _build_d_default = _build_d_set

    def _build_d_remove_law(self, tree: RuleTree) -> d.Delta:
        word, sentence = tree.children
        path = d.Path((str(word.children[0]), str(sentence)), span=self._find_span(sentence))
        return d.Delta("remove", "law", path, None, (), span=self._find_span(tree))

    def _build_before(self, tree: RuleTree) -> tuple[str, str]:
        return tree.data, self._find_span(tree.children[0]).text

    _build_after = _build_before

    def build_file(self, tree: RuleTree, comments: tuple[d.Comment, ...]) -> d.File:
        """The whole file."""
        edition, body = (part for part in tree.children if part is not None)
        kind = FILE_KINDS[body.data]
        title, declarations = "", body.children
        if kind != "variants":
            title, *declarations = declarations
        return d.File(
            int(edition.children[0]), kind, str(title).strip('"'), self._build_all(declarations),
            comments, self.source,
        )  # fmt: skip


# ---------------------------------------------------------------------- the forms

# Rules with another name than their node, which has the fields of the rule in the rule's order.
SHORT_NAMES: dict[str, type[Node]] = {
    "suit": e.SuitWord, "alternative": e.Name, "pack_named": e.Name, "list": e.Listing,
    "from_to": e.Between, "ex_span": e.Between, "and_": e.Both, "or_": e.EitherOr,
    "players_range": d.Players, "head_matrix": d.Matrix,
    "ex_action": d.MoveText, "bound": s.Limit,
}  # fmt: skip
_UNSEEN: dict[str, object] = {"face": None, "seen_by": None, "capacity": None, "starts": False}
_MEASURED = "value name over where"
# Several rules become the same node, or a field does not come from the rule's parts.
VARIED = {
    "field": _form(d.Register, untold=False),
    "pack_another": _form(d.PackChange, kind="another", test=None),
    "pack_remove": _form(d.PackChange, kind="remove"),
    "pack_copies": _form(d.PackChange, kind="copies", test=None),
    "apply_of": _form(e.Apply, of=True),
    "call": _form(e.Apply, of=False),
    "seats_from": _form(e.SeatsRound, "- seat", after=False, among=None),
    "seats_after": _form(e.SeatsRound, "- seat", after=True, among=None),
    "some_from": _form(e.SeatsRound, "among seat", after=False),
    "some_after": _form(e.SeatsRound, "among seat", after=True),
    "plus": _form(e.Sum, op="+"),
    "minus": _form(e.Sum, op="-"),
    "times": _form(e.Sum, op="*"),
    "over": _form(e.Sum, op="/"),
    "no_card": _form(e.Listing, items=()),
    "in_order": _form(d.InOrder, "things name"),
    "compare": _form(e.Compare, "left op right"),
    "any_": _form(e.Phrase, kind="any", value=None),
    "every": _form(e.Phrase, kind="every"),
    **{kind: _form(e.Phrase, kind=kind, value=None) for kind in ("count", "first")},
    **{kind: _form(e.Phrase, _MEASURED, kind=kind) for kind in ("total", "highest", "lowest")},
    "assign": _form(s.Assign, op="="),
    "increase": _form(s.Assign, op="+="),
    "decrease": _form(s.Assign, op="-="),
    "let": _form(s.Let, announced=False),
    "announce": _form(s.Let, announced=True),
    "move": _form(s.Move, "what source to", facing=None, bottom=False, turned=False),
    "show": _form(s.Show, hidden=False),
    "hide": _form(s.Show, to=None, hidden=True),
    "end_match": _form(s.End, phase=None),
    "repeat_until": _form(s.Repeat, times=None),
    "repeat_times": _form(s.Repeat, until=None, limit=None),
    "repeat_open": _form(s.Repeat, until=None, times=None),
    "no_bound": _form(s.Limit, times=None, otherwise=None),
    "zone": _form(d.Zone, "name index type", **_UNSEEN),
    "field_zone": _form(d.Zone, "name type", index=(), **_UNSEEN),
    "ex_move": _form(d.ExampleMove, kind="plays", sentence=None),
    "ex_may": _form(d.ExampleMove, kind="may", sentence=None),
    "ex_may_not": _form(d.ExampleMove, kind="may not"),
    "ex_may_only": _form(d.ExampleMove, kind="may only", sentence=None),
    "ex_match_ends": _form(d.ExampleEnds, phase=None),
    "advice": _form(d.Advice, "path test", word="", value=None),
    "advice_highest": _form(d.Advice, "path value test", word="highest"),
    "advice_lowest": _form(d.Advice, "path value test", word="lowest"),
    "always": _form(d.Law, always=True),
    "never": _form(d.Law, always=False),
    "d_add": _form(d.Delta, verb="add", what="declaration", path=None, where=None),
    "d_replace": _form(d.Delta, verb="replace", what="declaration", path=None, where=None),
    "d_remove": _form(d.Delta, verb="remove", what="", where=None, content=()),
    "d_add_field": _form(d.Delta, verb="add", what="field", where=None),
    **{f"d_add_{what}": _form(d.Delta, verb="add", what=what)
       for what in ("row", "advice", "column", "action", "condition", "step")},
    **{f"d_replace_{what}": _form(d.Delta, verb="replace", what=what, where=None)
       for what in ("row", "advice", "action", "condition", "step", "field")},
}  # fmt: skip


def _name_rule(node: type[Node]) -> str:
    words = re.findall("[A-Z][a-z]*", node.__name__)
    name = re.sub(r"^example_", "ex_", "_".join(words).lower())
    return f"{name}_" if keyword.iskeyword(name) else name


def _list_forms() -> dict[str, Form]:
    """The form of each rule that becomes a node without a method of the builder."""
    values = [value for module in (e, s, d) for value in vars(module).values()]
    nodes = {
        _name_rule(value): value
        for value in values
        if isinstance(value, type)
        and issubclass(value, Node)
        and value not in (Node, e.TreeNode, e.NamedNode)
    } | SHORT_NAMES
    methods = {rule for rule in nodes if hasattr(Builder, f"_build_{rule.rstrip('_')}")}
    kept = nodes.keys() - methods - THROUGH - VARIED.keys()
    return {rule: _form(nodes[rule]) for rule in sorted(kept)} | VARIED


FORMS = _list_forms()
