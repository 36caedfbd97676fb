"""Two phases side by side: which steps are new, gone, moved or changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hoyle.dsl.tree import statements as s
from hoyle.interpreter.comparison.change import Changes, flat
from hoyle.interpreter.comparison.english import RANGE, said, sentence, words
from hoyle.interpreter.comparison.step_english import (
    action_head,
    choose_head,
    head,
    told_action,
    told_block,
    told_must,
)

Pair = tuple[s.Statement | None, s.Statement | None]
SAME = 8


def alikeness(old: s.Statement, new: s.Statement) -> int:
    """How much two steps have in common; 0 where one is not the other, changed."""
    if old == new:
        return SAME
    match old, new:
        case s.If(), s.If():
            shared = {t for t, _ in old.branches} & {t for t, _ in new.branches}
            bodies = {b for _, b in old.branches} & {b for _, b in new.branches}
            return 3 if shared else 2 if bodies else 0
        case s.Choose(), s.Choose():
            names = {a.name for a in old.actions} & {a.name for a in new.actions}
            return 3 if names else 1 if old.seat == new.seat else 0
        case (s.For(body=one), s.For(body=other)) | (s.Repeat(body=one), s.Repeat(body=other)):
            return 3 if head(old) == head(new) else 2 if set(one) & set(other) else 1
    return _simple_alikeness(old, new)


def _simple_alikeness(old: s.Statement, new: s.Statement) -> int:
    match old, new:
        case s.Assign(), s.Assign():
            return 2 * (old.place == new.place)
        case s.Run(one), s.Run(other):
            return 2 * (one.name == other.name)
        case (s.Let(name), s.Let(another)) | (s.New(name), s.New(another)):
            return 2 * (name == another)
        case s.Move(), s.Move():
            return 2 * (old.to == new.to) + (old.what == new.what)
        case s.Pay(), s.Pay():
            return (
                2 * (old.amount == new.amount) + (old.giver == new.giver) + (old.taker == new.taker)
            )
        case s.Show(), s.Show():
            return 2 * (old.hidden == new.hidden and old.what == new.what)
        case s.Swap(), s.Swap():
            return old.one == new.one or old.other == new.other
        case (s.Deal(), s.Deal()) | (s.EndsWhen(), s.EndsWhen()) | (s.Win(), s.Win()):
            return 2
        case (s.Say(), s.Say()) | (s.End(), s.End()):
            return 1
    return 0


def _aligned(old: s.Block, new: s.Block) -> Iterator[Pair]:
    """Steps that belong together, in order; None beside one that has no partner."""
    best = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in reversed(range(len(old))):
        for j in reversed(range(len(new))):
            alike = alikeness(old[i], new[j])
            together = best[i + 1][j + 1] + alike if alike else 0
            best[i][j] = max(together, best[i + 1][j], best[i][j + 1])
    i = j = 0
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new):
            alike = alikeness(old[i], new[j])
            if alike and best[i][j] == best[i + 1][j + 1] + alike:
                yield old[i], new[j]
                i, j = i + 1, j + 1
                continue
        if i < len(old) and (j == len(new) or best[i][j] == best[i + 1][j]):
            yield old[i], None
            i += 1
        else:
            yield None, new[j]
            j += 1


class Steps:
    """Compares the steps of one phase; what is found goes to `changes`."""

    def __init__(self, changes: Changes, part: str) -> None:
        self.changes = changes
        self.part = part

    def tell(self, about: str, old: s.Block, new: s.Block) -> None:
        """Steps that have changed, are new or gone."""
        self.changes.tell(
            self.part, about, [flat(told_block(old)), flat(told_block(new))],
            old[0] if old else None, new[0] if new else None,
        )  # fmt: skip

    def one(self, about: str, lines: Sequence[str], tree: Any, new: bool) -> None:
        """Something that only one side has."""
        if new:
            self.changes.tell(self.part, about, [(), lines], None, tree)
        else:
            self.changes.tell(self.part, about, [lines, ()], tree, None)

    def blocks(self, old: s.Block, new: s.Block, within: str = "") -> None:
        """Two blocks; `within` says where they stand."""
        pairs = list(_aligned(old, new))
        lost = [one for one, other in pairs if other is None]
        moved = {other for one, other in pairs if one is None and other in lost}
        gone: list[s.Statement] = []
        come: list[s.Statement] = []
        before: s.Statement | None = None
        for one, other in [*pairs, (None, None)]:
            if one is not None and other is None:
                gone += [one] if one not in moved else []
            elif one is None and other is not None and other in moved:
                self.changes.tell(
                    self.part, _joined(within, head(other)),
                    [[_came_after(old, other)], [_came_after(new, other)]],
                    old[old.index(other)], other,
                )  # fmt: skip
            elif one is None and other is not None:
                come.append(other)
            else:
                self.run(gone, come, before, within)
                gone, come, before = [], [], other
                if one is not None and other is not None and one != other:
                    self.pair(one, other, within)

    def run(
        self, gone: list[s.Statement], come: list[s.Statement], before: s.Statement | None,
        within: str,
    ) -> None:  # fmt: skip
        """Steps without partners between two that have them."""
        if not gone and not come:
            return
        about = within
        if _wrapped(gone, come) or _wrapped(come, gone):
            steps, test = (come, gone[0]) if _wrapped(gone, come) else (gone, come[0])
            texts = [["in any case"], [head(test)]]
            self.changes.tell(
                self.part, _joined(within, f"`{head(steps[0])}`{' and so on' * (len(steps) > 1)}"),
                texts if steps is gone else texts[::-1], gone[0], come[0],
            )  # fmt: skip
            return
        if come and not gone:
            where = "at the beginning" if before is None else f"after `{head(before)}`"
            about = _joined(within, f"a step {where}")
        elif gone and not come:
            about = _joined(within, "a step" if len(gone) == 1 else "several steps")
        self.tell(about, tuple(gone), tuple(come))

    def pair(self, old: s.Statement, new: s.Statement, within: str) -> None:
        """Two steps, of which one is the other changed."""
        match old, new:
            case s.If(), s.If():
                self.branches(old, new, within)
            case s.Choose(), s.Choose():
                self.choices(old, new, within)
            case s.For(), s.For():
                self.heads(old, new, within)
                only_asks = len(new.body) == 1 and isinstance(new.body[0], s.Choose)
                inside = within if only_asks else _joined(within, head(new))
                self.blocks(old.body, new.body, inside)
            case s.Repeat(), s.Repeat():
                self.heads(old, new, within)
                self.blocks(old.body, new.body, within)
            case _:
                self.tell(within, (old,), (new,))

    def heads(self, old: s.Statement, new: s.Statement, within: str) -> None:
        """The own lines of two steps."""
        about = _joined(within, "how often it goes round" if isinstance(new, s.Repeat) else "each")
        self.changes.tell(self.part, about, [[head(old)], [head(new)]], old, new)

    def branches(self, old: s.If, new: s.If, within: str) -> None:
        """`if … else if … else`."""
        tests = [[test for test, _ in one.branches] for one in (old, new)]
        if len(tests[0]) != len(tests[1]) and not set(tests[0]) & set(tests[1]):
            self.tell(within, (old,), (new,))
            return
        if len(tests[0]) == len(tests[1]):
            pairs = list(zip(old.branches, new.branches, strict=True))
        else:
            blocks = dict(new.branches)
            pairs = [(one, (one[0], blocks[one[0]])) for one in old.branches if one[0] in blocks]
            for mine, others, come in ((old, tests[1], False), (new, tests[0], True)):
                for test, block in mine.branches:
                    if test not in others:
                        lines = flat([(0, f"if {said(test)}:"), *told_block(block, 1)])
                        about = _joined(within, "a case")
                        self.one(about, lines, mine, come)
        for (test, block), (other_test, other_block) in pairs:
            if test != other_test:
                self.changes.tell(
                    self.part, _joined(within, "the question"),
                    [[f"if {said(test)}"], [f"if {said(other_test)}"]], test, other_test,
                )  # fmt: skip
            self.blocks(block, other_block, _joined(within, f"if {said(other_test)}"))
        self.blocks(old.otherwise, new.otherwise, _joined(within, "otherwise"))

    # ------------------------------------------------------------------ choices

    def choices(self, old: s.Choose, new: s.Choose, within: str) -> None:
        """Who chooses, and among what."""
        if choose_head(old) != choose_head(new):
            about = _joined(within, "who chooses")
            self.changes.tell(self.part, about, [[choose_head(old)], [choose_head(new)]], old, new)
        before = {action.name: action for action in old.actions}
        after = {action.name: action for action in new.actions}
        for name, action in before.items():
            if name not in after:
                about = _joined(within, f"the choice to {words(name)}")
                self.one(about, flat(told_action(action)), action, False)
        for name, action in after.items():
            if name not in before:
                about = _joined(within, f"the choice to {words(name)}")
                self.one(about, flat(told_action(action)), action, True)
            elif action != before[name]:
                self.actions(before[name], action, _joined(within, words(name)))
        if old.otherwise != new.otherwise:
            about = _joined(within, "who can choose nothing")
            if old.otherwise and new.otherwise:
                self.blocks(old.otherwise, new.otherwise, about)
            else:
                self.tell(about, old.otherwise or (), new.otherwise or ())

    def actions(self, old: s.Action, new: s.Action, within: str) -> None:
        """What is chosen, under which conditions, and what comes of it."""
        if old.bindings != new.bindings:
            heads = [[action_head(old)], [action_head(new)]]
            self.changes.tell(self.part, _joined(within, "what may be chosen"), heads, old, new)
        self.musts(old.musts, new.musts, within)
        self.blocks(old.body, new.body, within)

    def musts(self, old: tuple[s.Must, ...], new: tuple[s.Must, ...], within: str) -> None:
        """Conditions: by their test, else by their sentence."""
        olds = [must for must in old if must not in new]
        news = [must for must in new if must not in old]
        about = _joined(within, "a condition")
        for one in list(olds):
            other = _partner(one, news)
            if other is not None:
                olds.remove(one)
                news.remove(other)
                self.must(one, other, about)
        for must in olds:
            self.one(about, [told_must(must)], must, False)
        for must in news:
            self.one(about, [told_must(must)], must, True)
        kept = [must for must in old if must in new]
        if kept != [must for must in new if must in old]:
            orders = [[told_must(must, quoted=False) for must in one] for one in (old, new)]
            self.changes.tell(self.part, _joined(within, "the order of the conditions"), orders)

    def must(self, old: s.Must, new: s.Must, about: str) -> None:
        """A condition that has changed: in what it asks, or only in the words that refuse."""
        if (old.test, old.if_able) != (new.test, new.if_able):
            quoted = old.sentence != new.sentence
            asked = [[told_must(must, quoted=quoted)] for must in (old, new)]
            self.changes.tell(self.part, about, asked, old, new)
            return
        texts = ["no words" if m.sentence is None else sentence(m.sentence) for m in (old, new)]
        refused = f"the words that refuse where not {said(new.test, RANGE)}"
        within = about.removesuffix("a condition")
        self.changes.tell(self.part, within + refused, [[text] for text in texts], old, new)


def _wrapped(steps: list[s.Statement], inner: list[s.Statement]) -> bool:
    """Whether steps are a single `if` with the others below it."""
    if len(steps) != 1 or not isinstance(steps[0], s.If):
        return False
    return steps[0].branches[1:] == () and not steps[0].otherwise and (
        steps[0].branches[0][1] == tuple(inner)
    )  # fmt: skip


def _partner(must: s.Must, others: list[s.Must]) -> s.Must | None:
    """The condition that one has become: of the same test, else of the same sentence."""
    for other in others:
        if other.test == must.test:
            return other
    for other in others:
        if other.sentence is not None and other.sentence == must.sentence:
            return other
    return None


def _came_after(block: s.Block, step: s.Statement) -> str:
    at = block.index(step)
    return f"after `{head(block[at - 1])}`" if at else "at the beginning"


def _joined(within: str, more: str) -> str:
    return f"{within}, {more}" if within else more
