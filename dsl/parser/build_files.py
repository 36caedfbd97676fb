"""From Lark's parse tree to our own: examples, laws, variants, whole files."""

from __future__ import annotations

from typing import Any

from hoyle.dsl.parser.build_declarations import DeclarationBuilder
from hoyle.dsl.parser.build_expressions import card_word
from hoyle.dsl.tree import declarations as d


class Builder(DeclarationBuilder):
    """All the rules of the grammar."""

    # ------------------------------------------------------------------ examples and laws

    def ex_action(self, t: Any) -> d.MoveText:
        action, *values = t.children
        return d.MoveText(str(action), self.all(values), self.span(t))

    def ex_players(self, t: Any) -> d.ExamplePlayers:
        names = tuple(str(c) for c in t.children)
        return d.ExamplePlayers(names, len(names), False, self.span(t))

    def ex_count(self, t: Any) -> d.ExamplePlayers:
        refused = "refused" in self.span(t).text
        return d.ExamplePlayers((), int(t.children[0]), refused, self.span(t))

    def ex_set(self, t: Any) -> d.ExampleSet:
        name, value = t.children
        return d.ExampleSet(str(name), self.build(value), self.span(t))

    def ex_pack(self, t: Any) -> d.ExamplePack:
        cards = tuple(card_word(str(c), self.span(c)) for c in t.children if c is not None)
        return d.ExamplePack(cards, self.span(t))

    def ex_given(self, t: Any) -> d.ExampleGiven:
        place, value = t.children
        return d.ExampleGiven(self.build(place), self.build(value), self.span(t))

    def whole_match(self, t: Any) -> None:
        return None

    def ex_start(self, t: Any) -> d.ExampleStart:
        return d.ExampleStart(self.build(t.children[0]), self.span(t))

    def _example_move(self, kind: str, t: Any, sentence: Any = None) -> d.ExampleMove:
        seat, *moves = t.children
        return d.ExampleMove(kind, str(seat), self.all(moves), sentence, self.span(t))

    def ex_move(self, t: Any) -> d.ExampleMove:
        return self._example_move("plays", t)

    def ex_may(self, t: Any) -> d.ExampleMove:
        return self._example_move("may", t)

    def ex_may_not(self, t: Any) -> d.ExampleMove:
        *rest, sentence = t.children
        seat, move = rest
        return d.ExampleMove(
            "may not", str(seat), (self.build(move),), self.sentence(sentence), self.span(t)
        )

    def ex_may_only(self, t: Any) -> d.ExampleMove:
        return self._example_move("may only", t)

    def hidden(self, t: Any) -> None:
        return None

    def ex_sees(self, t: Any) -> d.ExampleSees:
        seat, zone, *cards = t.children
        return d.ExampleSees(str(seat), self.build(zone), self.all_kept(cards), self.span(t))

    def ex_expect(self, t: Any) -> d.ExampleExpect:
        return d.ExampleExpect(self.build(t.children[0]), self.span(t))

    def example(self, t: Any) -> d.Example:
        title, *lines = t.children
        return d.Example(self.sentence(title), self.all(lines), self.span(t))

    def path(self, t: Any) -> d.Path:
        return d.Path(tuple(str(c) for c in t.children), self.span(t))

    def _law(self, always: bool, t: Any) -> d.Law:
        title, path, test = t.children
        return d.Law(always, self.sentence(title), self.build(path), self.build(test), self.span(t))

    def always(self, t: Any) -> d.Law:
        return self._law(True, t)

    def never(self, t: Any) -> d.Law:
        return self._law(False, t)

    # ------------------------------------------------------------------ variants

    def variant(self, t: Any) -> d.Variant:
        name, title, base, others, *deltas = t.children
        return d.Variant(
            str(name), self.sentence(title), str(base), self.build(others) or (),
            self.all(deltas), self.span(t), self.span(base),
        )  # fmt: skip

    def others(self, t: Any) -> tuple[str, ...]:
        return tuple(str(name) for name in t.children)

    def _set(self, verb: str, t: Any) -> d.Delta:
        name, value = t.children
        path = d.Path((str(name),), self.span(name))
        return d.Delta(verb, "option", path, None, (self.build(value),), self.span(t))

    def d_set(self, t: Any) -> d.Delta:
        return self._set("set", t)

    def d_default(self, t: Any) -> d.Delta:
        return self._set("default", t)

    def d_add(self, t: Any) -> d.Delta:
        content = (self.build(t.children[0]),)
        return d.Delta("add", "declaration", None, None, content, self.span(t))

    def d_replace(self, t: Any) -> d.Delta:
        content = (self.build(t.children[0]),)
        return d.Delta("replace", "declaration", None, None, content, self.span(t))

    def d_remove(self, t: Any) -> d.Delta:
        return d.Delta("remove", "", self.build(t.children[0]), None, (), self.span(t))

    def _delta(self, verb: str, what: str, t: Any) -> d.Delta:
        path, *rest = t.children
        where = None
        if rest and rest[0] is None:
            rest = rest[1:]
        elif rest and rest[0].data in ("before", "after"):
            where = (str(rest[0].data), str(rest[0].children[0]))
            rest = rest[1:]
        content: tuple[Any, ...] = self.all(rest)
        if what == "step":
            content = content[0]
        return d.Delta(verb, what, self.build(path), where, content, self.span(t))

    def d_remove_law(self, t: Any) -> d.Delta:
        word, sentence = t.children
        path = d.Path((str(word.children[0]), str(sentence)), self.span(sentence))
        return d.Delta("remove", "law", path, None, (), self.span(t))

    def d_add_row(self, t: Any) -> d.Delta:
        return self._delta("add", "row", t)

    def d_replace_row(self, t: Any) -> d.Delta:
        return self._delta("replace", "row", t)

    def d_add_column(self, t: Any) -> d.Delta:
        return self._delta("add", "column", t)

    def d_add_action(self, t: Any) -> d.Delta:
        return self._delta("add", "action", t)

    def d_replace_action(self, t: Any) -> d.Delta:
        return self._delta("replace", "action", t)

    def d_add_condition(self, t: Any) -> d.Delta:
        return self._delta("add", "condition", t)

    def d_replace_condition(self, t: Any) -> d.Delta:
        return self._delta("replace", "condition", t)

    def d_add_step(self, t: Any) -> d.Delta:
        return self._delta("add", "step", t)

    def d_replace_step(self, t: Any) -> d.Delta:
        return self._delta("replace", "step", t)

    def d_add_field(self, t: Any) -> d.Delta:
        return self._delta("add", "field", t)

    def d_replace_field(self, t: Any) -> d.Delta:
        return self._delta("replace", "field", t)

    # ------------------------------------------------------------------ files

    def edition(self, t: Any) -> int:
        return int(t.children[0])

    def game_file(self, t: Any) -> tuple[str, str, tuple[Any, ...]]:
        title, *declarations = t.children
        return "game", str(title)[1:-1], self.all(declarations)

    def library_file(self, t: Any) -> tuple[str, str, tuple[Any, ...]]:
        title, *declarations = t.children
        return "library", str(title)[1:-1], self.all(declarations)

    def variant_file(self, t: Any) -> tuple[str, str, tuple[Any, ...]]:
        return "variants", "", self.all(t.children)

    def one_expression(self, t: Any) -> Any:
        return self.build(t.children[0])

    def one_declaration(self, t: Any) -> Any:
        return self.build(t.children[0])
