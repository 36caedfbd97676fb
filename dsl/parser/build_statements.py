"""From Lark's parse tree to our own: the rules for statements and choices."""

from __future__ import annotations

from typing import Any

from hoyle.dsl.parser.build_expressions import ExpressionBuilder
from hoyle.dsl.source import Span
from hoyle.dsl.tree import statements as s


class StatementBuilder(ExpressionBuilder):
    """One small method for each rule."""

    def block(self, t: Any) -> s.Block:
        return self.all(t.children)

    def _assign(self, op: str, t: Any) -> s.Assign:
        place, value = t.children
        return s.Assign(op, self.build(place), self.build(value), self.span(t))

    def assign(self, t: Any) -> s.Assign:
        return self._assign("=", t)

    def increase(self, t: Any) -> s.Assign:
        return self._assign("+=", t)

    def decrease(self, t: Any) -> s.Assign:
        return self._assign("-=", t)

    def run(self, t: Any) -> s.Run:
        return s.Run(self.build(t.children[0]), self.span(t))

    def _let(self, announced: bool, t: Any) -> s.Let:
        name, value = t.children
        return s.Let(str(name), self.build(value), announced, self.span(t), self.span(name))

    def let(self, t: Any) -> s.Let:
        return self._let(False, t)

    def announce(self, t: Any) -> s.Let:
        return self._let(True, t)

    def _manners(self, trees: list[Any]) -> dict[str, Any]:
        found: dict[str, Any] = {"facing": None, "bottom": False, "turned": False}
        for tree in trees:
            if tree.data == "facing":
                found["facing"] = self.build(tree.children[0])
            elif tree.data == "at_bottom":
                found["bottom"] = True
            else:
                found["turned"] = True
        return found

    def move(self, t: Any) -> s.Move:
        what, source, to, *manners = t.children
        return s.Move(
            self.build(what), self.build(source), self.build(to),
            **self._manners(manners), span=self.span(t),
        )  # fmt: skip

    def deal(self, t: Any) -> s.Deal:
        amount, source, to, facing, name, over, where = t.children
        each = None if amount.data == "all_cards" else self.build(amount.children[0])
        return s.Deal(
            each, self.build(source), self.build(to),
            self.build(facing.children[0]) if facing is not None else None,
            str(name), self.build(over), self.build(where), self.span(t), self.span(name),
        )  # fmt: skip

    def swap(self, t: Any) -> s.Swap:
        one, other = self.all(t.children)
        return s.Swap(one, other, self.span(t))

    def shuffle(self, t: Any) -> s.Shuffle:
        return s.Shuffle(self.build(t.children[0]), self.span(t))

    def gather(self, t: Any) -> s.Gather:
        return s.Gather(self.build(t.children[0]), self.span(t))

    def show(self, t: Any) -> s.Show:
        what, to = t.children
        return s.Show(self.build(what), self.build(to), False, self.span(t))

    def hide(self, t: Any) -> s.Show:
        return s.Show(self.build(t.children[0]), None, True, self.span(t))

    def pay(self, t: Any) -> s.Pay:
        amount, giver, taker = self.all(t.children)
        return s.Pay(amount, giver, taker, self.span(t))

    def new(self, t: Any) -> s.New:
        name, place, after = t.children
        return s.New(str(name), self.build(place), self.build(after), self.span(t), self.span(name))

    def say(self, t: Any) -> s.Say:
        return s.Say(self.sentence(t.children[0]), self.span(t))

    def ends_when(self, t: Any) -> s.EndsWhen:
        return s.EndsWhen(self.build(t.children[0]), self.span(t))

    def stop(self, t: Any) -> s.Stop:
        return s.Stop(self.span(t))

    def end(self, t: Any) -> s.End:
        return s.End(str(t.children[0]), self.span(t))

    def end_match(self, t: Any) -> s.End:
        return s.End(None, self.span(t))

    def win(self, t: Any) -> s.Win:
        return s.Win(self.build(t.children[0]), self.span(t))

    def if_(self, t: Any) -> s.If:
        test, block, *rest = t.children
        *others, otherwise = rest
        branches = [(self.build(test), self.build(block))]
        branches += [tuple(self.all(tree.children)) for tree in others]
        return s.If(tuple(branches), self.build(otherwise) or (), self.span(t))

    def limit(self, t: Any) -> s.Limit:
        times, otherwise = t.children
        return s.Limit(self.build(times), self.build(otherwise), self.span(t))

    def for_(self, t: Any) -> s.For:
        name, over, where, rounds, block = t.children
        until, limit = self.all_kept(rounds.children) if rounds is not None else (None, None)
        return s.For(
            str(name), self.build(over), self.build(where), until, limit, self.build(block),
            self.span(t), self.span(name),
        )  # fmt: skip

    def repeat_until(self, t: Any) -> s.Repeat:
        until, limit, block = self.all_kept(t.children)
        return s.Repeat(until, None, limit, block, self.span(t))

    def repeat_times(self, t: Any) -> s.Repeat:
        times, block = self.all_kept(t.children)
        return s.Repeat(None, times, None, block, self.span(t))

    def repeat_open(self, t: Any) -> s.Repeat:
        limit, block = self.all_kept(t.children)
        return s.Repeat(None, None, limit, block, self.span(t))

    def must(self, t: Any) -> s.Must:
        test, able, sentence = t.children
        return s.Must(self.build(test), able is not None, self.sentence(sentence), self.span(t))

    def binding(self, t: Any) -> s.Binding:
        name, over = t.children
        return s.Binding(str(name), self.build(over), self.span(t), self.span(name))

    def action(self, t: Any) -> s.Action:
        name, *rest = t.children
        bindings: list[Any] = []
        musts: list[Any] = []
        body: list[Any] = []
        for tree in rest:
            if tree is None:
                continue
            place = {"binding": bindings, "must": musts}.get(tree.data, body)
            place.append(self.build(tree))
        return s.Action(
            str(name), tuple(bindings), tuple(musts), tuple(body), self.span(t), self.span(name)
        )

    def _choose(self, t: Any, **who: Any) -> s.Choose:
        block = t.children[-1]
        actions = tuple(self.build(c) for c in block.children if c and c.data == "action")
        fallback = [c for c in block.children if c and c.data == "fallback"]
        start = self.span(t).start
        line = self.source.line_text(self.source.line_of(start)).split("#")[0].strip()
        head = Span(self.source, start, start + len(line))
        otherwise = self.build(fallback[0].children[0]) if fallback else None
        return s.Choose(
            **who, actions=actions, otherwise=otherwise, span=self.span(t), head_span=head
        )

    def choose(self, t: Any) -> s.Choose:
        return self._choose(t, seat=self.build(t.children[0]), name=None, over=None, where=None)

    def choose_together(self, t: Any) -> s.Choose:
        name, over, where, _ = t.children
        return self._choose(
            t, seat=None, name=str(name), over=self.build(over), where=self.build(where)
        )
