"""From Lark's parse tree to our own: what each rule of the grammar becomes.

Most rules become a node whose fields stand in the order of the rule's parts: those are a table.
The others have a method each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs
from lark import Token

from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s

# A tree of Lark's: its own type knows neither which parts a rule has nor that they may be left out.
RuleTree = Any
Part = RuleTree | Token | None

SUIT_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@attrs.frozen
class Form:
    """The node that a rule becomes.

    `takes` are the fields that the first parts of the rule fill, each with the kind of its value;
    `rest` is the list that takes the parts after them; `places` are the fields with the span of one
    part, by number. `fixed` are fields of which the rule alone says what they hold, or what they
    hold unless a word such as `face up` says otherwise.
    """

    node: Callable[..., Any]
    takes: tuple[tuple[str, str], ...]
    rest: str | None
    places: tuple[tuple[str, int], ...]
    fixed: dict[str, object]


def _form(node: type[object], order: str = "", **fixed: object) -> Form:
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
    """What a field holds, as its annotation says."""
    if annotation.endswith("...]") or annotation == "Block":
        return "list"
    return {"str": "text", "str | None": "text", "bool": "flag"}.get(annotation, "node")


def _delta(verb: str, what: str, **fixed: object) -> Form:
    return _form(d.Delta, "", verb=verb, what=what, **fixed)


_UNSEEN: dict[str, Any] = {"face": None, "seen_by": None, "capacity": None, "starts": False}
FORMS: dict[str, Form] = {
    # expressions
    "suit": _form(e.SuitWord),
    "name": _form(e.Name),
    "alternative": _form(e.Name),
    "apply_of": _form(e.Apply, of=True),
    "call": _form(e.Apply, of=False),
    "card_of": _form(e.CardOf),
    "seats_from": _form(e.SeatsRound, "- seat", after=False),
    "seats_after": _form(e.SeatsRound, "- seat", after=True),
    "list": _form(e.Listing),
    "bracket": _form(e.Bracket),
    "from_to": _form(e.Between),
    "ex_span": _form(e.Between),
    "plus": _form(e.Sum, op="+"),
    "minus": _form(e.Sum, op="-"),
    "times": _form(e.Sum, op="*"),
    "over": _form(e.Sum, op="/"),
    "negate": _form(e.Negate),
    "compare": _form(e.Compare, "left op right"),
    "and_": _form(e.Both),
    "or_": _form(e.EitherOr),
    "not_": _form(e.Not),
    "either": _form(e.Either),
    "where": _form(e.Where),
    "any_": _form(e.Phrase, kind="any", value=None),
    "count": _form(e.Phrase, kind="count", value=None),
    "first": _form(e.Phrase, kind="first", value=None),
    "every": _form(e.Phrase, kind="every"),
    "total": _form(e.Phrase, "value name over where", kind="total"),
    "highest": _form(e.Phrase, "value name over where", kind="highest"),
    "lowest": _form(e.Phrase, "value name over where", kind="lowest"),
    # statements
    "assign": _form(s.Assign, op="="),
    "increase": _form(s.Assign, op="+="),
    "decrease": _form(s.Assign, op="-="),
    "run": _form(s.Run),
    "let": _form(s.Let, announced=False),
    "announce": _form(s.Let, announced=True),
    "move": _form(s.Move, "what source to", facing=None, bottom=False, turned=False),
    "deal": _form(s.Deal),
    "packet": _form(s.Packet),
    "swap": _form(s.Swap),
    "shuffle": _form(s.Shuffle),
    "gather": _form(s.Gather),
    "show": _form(s.Show, hidden=False),
    "hide": _form(s.Show, to=None, hidden=True),
    "pay": _form(s.Pay),
    "new": _form(s.New),
    "say": _form(s.Say),
    "ends_when": _form(s.EndsWhen),
    "stop": _form(s.Stop),
    "end": _form(s.End),
    "end_match": _form(s.End, phase=None),
    "win": _form(s.Win),
    "bound": _form(s.Limit),
    "no_bound": _form(s.Limit, times=None, otherwise=None),
    "for_": _form(s.For),
    "repeat_until": _form(s.Repeat, times=None),
    "repeat_times": _form(s.Repeat, until=None, limit=None),
    "repeat_open": _form(s.Repeat, until=None, times=None),
    "must": _form(s.Must),
    "binding": _form(s.Binding),
    # declarations
    "use": _form(d.Use),
    "type_named": _form(d.TypeNamed),
    "type_value": _form(d.TypeValue),
    "type_list": _form(d.TypeList),
    "type_or": _form(d.TypeOr),
    "param": _form(d.Param),
    "expects": _form(d.Expects),
    "players_range": _form(d.Players),
    "type_name": _form(d.TypeName),
    "option": _form(d.Option),
    "need": _form(d.Need),
    "pack_ranks": _form(d.PackRanks),
    "pack_suits": _form(d.PackSuits),
    "pack_another_suit": _form(d.PackAnother),
    "pack_remove": _form(d.PackRemove),
    "pack_copies": _form(d.PackCopies),
    "order": _form(d.Order),
    "side_count": _form(d.SideCount),
    "zones": _form(d.Zones),
    "zone": _form(d.Zone, "name index type", **_UNSEEN),
    "field_zone": _form(d.Zone, "name type", index=(), **_UNSEEN),
    "register": _form(d.Register),
    "state": _form(d.State),
    "record": _form(d.Record),
    "define": _form(d.Define),
    "conditions": _form(d.Conditions),
    "payoff": _form(d.Payoff),
    "head_matrix": _form(d.Matrix),
    "blank": _form(d.Blank),
    "otherwise": _form(d.Otherwise),
    "compare_cell": _form(d.CompareCell),
    "cell": _form(d.Cell),
    "row": _form(d.Row),
    "table": _form(d.Table),
    "ranking": _form(d.Ranking),
    "phase": _form(d.Phase),
    # examples and laws
    "ex_action": _form(d.MoveText),
    "ex_set": _form(d.ExampleSet),
    "ex_pack": _form(d.ExamplePack),
    "ex_given": _form(d.ExampleGiven),
    "ex_start": _form(d.ExampleStart),
    "ex_move": _form(d.ExampleMove, kind="plays", sentence=None),
    "ex_may": _form(d.ExampleMove, kind="may", sentence=None),
    "ex_may_not": _form(d.ExampleMove, kind="may not"),
    "ex_may_only": _form(d.ExampleMove, kind="may only", sentence=None),
    "ex_sees": _form(d.ExampleSees),
    "ex_expect": _form(d.ExampleExpect),
    "example": _form(d.Example),
    "always": _form(d.Law, always=True),
    "never": _form(d.Law, always=False),
    # variants
    "variant": _form(d.Variant),
    "d_add": _delta("add", "declaration", path=None, where=None),
    "d_replace": _delta("replace", "declaration", path=None, where=None),
    "d_remove": _delta("remove", "", where=None, content=()),
    "d_add_field": _delta("add", "field", where=None),
    **{f"d_add_{what}": _delta("add", what)
       for what in ("row", "column", "action", "condition", "step")},
    **{f"d_replace_{what}": _delta("replace", what, where=None)
       for what in ("row", "action", "condition", "step", "field")},
}  # fmt: skip

# What rules of a word or sign stand for.
VALUES: dict[str, object] = {
    "is_": "is", "is_not": "is not", "lt": "<", "gt": ">", "le": "<=", "ge": ">=", "in_": "in",
    "not_in": "not in", "read_first": "first", "read_one": "one", "read_sum": "sum",
    "read_steps": "steps", "starts": True, "at_bottom": True,
    "turned_over": True, "all_cards": None, "whole_match": None, "hidden": None,
}  # fmt: skip
# Rules that are made of their only part, and those that are a list of parts.
THROUGH = frozenset({
    "number", "card", "rank", "label", "each", "facing", "sight_face", "sight_by", "capacity",
    "fallback", "one_expression", "one_declaration",
})  # fmt: skip
LISTS = frozenset({"block", "params", "index", "others"})
# The fields of zones and moves that words in any order say something about.
WORD_FIELDS = {
    "sight_face": "face", "sight_by": "seen_by", "capacity": "capacity", "starts": "starts",
    "facing": "facing", "at_bottom": "bottom", "turned_over": "turned",
}  # fmt: skip
FILE_KINDS = {"game_file": "game", "library_file": "library", "variant_file": "variants"}

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
            return self._build_list(part.children)
        return getattr(self, f"_build_{rule.rstrip('_')}")(part)

    def find_span(self, part: RuleTree | Token) -> Span:
        """Where a tree or token stands."""
        if isinstance(part, Token):
            start, end = part.start_pos or 0, part.end_pos or 0
        elif part.meta.empty:
            start = end = 0
        else:
            start, end = part.meta.start_pos, part.meta.end_pos
        return Span(self.source, start + self.shift, end + self.shift)

    def _build_list(self, parts: Iterable[Part]) -> tuple[Any, ...]:
        """What several parts stand for; a list among them gives what it holds."""
        made: list[object] = []
        for part in parts:
            if part is not None:
                built = self.build(part)
                made += built if isinstance(built, tuple) else (built,)
        return tuple(made)

    def _fill(self, form: Form, tree: RuleTree) -> Any:
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
                values[name] = self._build_list((part,))
        others = parts[len(form.takes) :]
        if form.rest:
            values[form.rest] = self._build_list(others)
        else:
            for word in others:
                values[WORD_FIELDS[word.data]] = self.build(word)
        for name, number in form.places:
            values[name] = self.find_span(parts[number])
        return form.node(**values, span=self.find_span(tree))

    def _build_token(self, token: Token) -> e.Expr | d.TypeNamed | e.Sentence | str:
        span = self.find_span(token)
        match token.type:
            case "STRING":
                pieces = self.sentences.get(span.start)
                if pieces is None:
                    pieces = (str(token)[1:-1],) if len(token) > 2 else ()
                return e.Sentence(pieces, span)
            case "CARD":
                text = token.removesuffix("'")
                rank, suit = text[:-1], SUIT_SYMBOLS.get(text[-1], text[-1])
                return e.CardWord("10" if rank == "T" else rank, suit, text != token, span)
            case "RANK":
                return e.Number(10, span) if token == "T" else e.RankWord(str(token), span)
            case "INT":
                return e.Number(int(token), span)
            case "TYPE":
                return d.TypeNamed(str(token), span)
        return str(token)

    # ------------------------------------------------------------------ expressions

    def _build_word(self, tree: RuleTree) -> e.Word:
        span = self.find_span(tree)
        return e.Word(span.text, span)

    _build_yes = _build_no = _build_none = _build_empty = _build_it = _build_word
    _build_head_when = _build_head_rule = _build_word

    def _build_its(self, tree: RuleTree) -> e.Apply:
        (name,) = tree.children
        span = self.find_span(tree)
        it = e.Word("it", Span(self.source, span.start, span.start + len("its")))
        return e.Apply(str(name), (it,), True, span, self.find_span(name))

    def _build_best(self, tree: RuleTree) -> e.Phrase:
        sole, name, over, where, value = tree.children
        return e.Phrase(
            "sole" if sole else "best", str(name), self.build(over), self.build(where),
            self.build(value), self.find_span(tree), self.find_span(name),
        )  # fmt: skip

    # ------------------------------------------------------------------ statements

    def _build_if(self, tree: RuleTree) -> s.If:
        test, block, *others, otherwise = tree.children
        tests = [(test, block), *(branch.children for branch in others)]
        branches = tuple((self.build(asked), self.build(inner)) for asked, inner in tests)
        return s.If(branches, self.build(otherwise) or (), self.find_span(tree))

    def _build_action(self, tree: RuleTree) -> s.Action:
        name, *others = tree.children
        made = self._build_list(others)
        bindings = tuple(part for part in made if isinstance(part, s.Binding))
        musts = tuple(part for part in made if isinstance(part, s.Must))
        body = tuple(part for part in made if not isinstance(part, s.Binding | s.Must))
        return s.Action(
            str(name), bindings, musts, body, self.find_span(tree), self.find_span(name)
        )

    def _build_choose(self, tree: RuleTree) -> s.Choose:
        *who, block = tree.children
        span = self.find_span(tree)
        line = self.source.line_text(span.line).split("#")[0].strip()
        head = Span(self.source, span.start, span.start + len(line))
        *actions, otherwise = block.children
        seat, name, over, where = (*who, None, None, None) if len(who) == 1 else (None, *who)
        return s.Choose(
            self.build(seat), name and str(name), self.build(over), self.build(where),
            self._build_list(actions), self.build(otherwise), span, head,
        )  # fmt: skip

    _build_choose_together = _build_choose

    # ------------------------------------------------------------------ declarations

    def _build_expected(self, tree: RuleTree) -> d.Expected:
        name, shape, type_, default = tree.children
        shapes = {shape.data: self.build(shape)} if shape else {}
        return d.Expected(
            str(name), shapes.get("index", ()), shapes.get("params", ()), self.build(type_),
            self.build(default), self.find_span(tree),
        )  # fmt: skip

    def _build_options(self, tree: RuleTree) -> d.Options:
        title, *lines = tree.children
        return d.Options(str(title or "")[1:-1], self._build_list(lines), self.find_span(tree))

    def _build_pack(self, tree: RuleTree) -> d.Pack | e.Word:
        if not tree.children:  # the word in an expression, not the declaration
            return self._build_word(tree)
        return d.Pack(self._build_list(tree.children), self.find_span(tree))

    def _build_header(self, tree: RuleTree) -> tuple[d.Heading, ...]:
        return tuple(d.Heading(self.build(head), self.find_span(head)) for head in tree.children)

    def _build_match(self, tree: RuleTree) -> d.Phase:
        span = self.find_span(tree)
        head = Span(self.source, span.start, span.start + len("match"))
        return d.Phase("match", (), self.build(tree.children[0]), span, head)

    # ------------------------------------------------------------------ examples, variants, files

    def _build_ex_players(self, tree: RuleTree) -> d.ExamplePlayers:
        names = self._build_list(tree.children)
        return d.ExamplePlayers(names, len(names), False, self.find_span(tree))

    def _build_ex_count(self, tree: RuleTree) -> d.ExamplePlayers:
        span = self.find_span(tree)
        return d.ExamplePlayers((), int(tree.children[0]), "refused" in span.text, span)

    def _build_path(self, tree: RuleTree) -> d.Path:
        return d.Path(tuple(str(part) for part in tree.children), self.find_span(tree))

    def _build_d_set(self, tree: RuleTree) -> d.Delta:
        name, value = tree.children
        path = d.Path((str(name),), self.find_span(name))
        verb = tree.data.removeprefix("d_")
        return d.Delta(verb, "option", path, None, (self.build(value),), self.find_span(tree))

    _build_d_default = _build_d_set

    def _build_d_remove_law(self, tree: RuleTree) -> d.Delta:
        word, sentence = tree.children
        path = d.Path((str(word.children[0]), str(sentence)), self.find_span(sentence))
        return d.Delta("remove", "law", path, None, (), self.find_span(tree))

    def _build_before(self, tree: RuleTree) -> tuple[str, str]:
        return tree.data, str(tree.children[0])

    _build_after = _build_before

    def build_file(self, tree: RuleTree, comments: tuple[d.Comment, ...]) -> d.File:
        """The whole file."""
        edition, body = (part for part in tree.children if part is not None)
        kind = FILE_KINDS[body.data]
        title, declarations = "", body.children
        if kind != "variants":
            title, *declarations = declarations
        return d.File(
            int(edition.children[0]), kind, str(title)[1:-1], self._build_list(declarations),
            comments, self.source,
        )  # fmt: skip
