"""What somebody does, and what several do alike or to several: told as one."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hoyle.dsl.printable import join_words
from hoyle.dsl.source import Span

EACH, TO, HELD = "{each}", "{to}", "{held}"


@attrs.frozen
class Doing:
    """What is said of somebody: `ann pays pot 5 (now 10)`, `4♠ to board`.

    In what they do, `{to}` is where those stand to whom they do it, and `{each}` is behind an
    amount that each of several pays or gets. With words `before` it is something that happens to
    them: `house pays ann and bob 5 each`. The `note` behind has what is `held` then by each of
    `to`, or what is left, where that is `worth_noting`; before it stands the `reason`.
    """

    span: Span  # the rule that does it
    who: tuple[str, ...]
    does: str
    before: str = ""
    to: tuple[str, ...] = ()
    note: str = ""
    held: tuple[int, ...] = ()
    worth_noting: bool = False
    reason: str = ""
    apart: bool = False  # whether a side does it, or gets it: `each` would seem to be of its seats

    def join(self, other: Doing) -> Doing | None:
        """Both as one: what others do as well, or what one rule has the same do to others.

        Who pays or gets the same once more is told twice: what is told adds up to what was paid.
        """
        if not self._is_like(other) or (self.does, self.note) != (other.does, other.note):
            return None
        if self.apart or other.apart:
            return None
        if self.to == other.to and not {*self.who} & {*other.who}:
            return attrs.evolve(other, who=self.who + other.who)
        further = (other.to or EACH not in self.does) and not {*self.to} & {*other.to}
        if (self.who, self.span) == (other.who, other.span) and further:
            noted = self.worth_noting or other.worth_noting
            to, held = self.to + other.to, self.held + other.held
            return attrs.evolve(self, to=to, held=held, worth_noting=noted)
        return None

    def _is_like(self, other: Doing) -> bool:
        """Whether it begins with the same words and has the same reason."""
        return (self.before, self.reason) == (other.before, other.reason)

    def is_followed_by(self, other: Doing) -> bool:
        """Whether one rule pays another one from or to the same, so that both share a line.

        Where the reasons differ, each has a line.
        """
        alike = self.to == other.to or {*self.who} >= {*other.who}
        return self.span == other.span and self._is_like(other) and (alike or self.before != "")

    def _goes_on(self, before: Doing | None) -> bool:
        """Whether the one before has said who pays: one rule has the same pay others."""
        if before is None or self.span != before.span or not self._is_like(before):
            return False
        if self.before:
            return not {*self.who} & {*before.who}
        return {*self.who} == {*before.who} and len({*self.to} - {*before.to}) == len(self.to) > 0

    def format_deed(self, places: str | None = None) -> str:
        """What is done, without who does it: `pays pot 5`; with a note of why and what is held."""
        several = len(self.who) > 1 or len(self.to) > 1
        to = _join_places(self.to) if places is None else places
        does = self.does.replace(EACH, " each" * several).replace(TO, to)
        return add_note(f"{does} ({self.reason})" if self.reason else does, self._format_note())

    def _format_note(self) -> str:
        """What is held then; what all of several hold is told once."""
        if not self.worth_noting:
            return ""
        held = join_words([str(held) for held in self.held])
        if len(self.held) > 1 and len(set(self.held)) == 1:
            held = f"{self.held[0]} each"
        return self.note.replace(HELD, held)

    def format(self, names: Sequence[str], before: Doing | None = None) -> str:
        """The whole, `all` where each seat of a longer row of these names does it.

        What the one `before` it on the line has said is left out: `house pays ann 2 · bob 4`.
        """
        if goes_on := self._goes_on(before):
            assert before is not None
            if not self.before:
                places = _join_places(self.to, _find_kind(before.to))
                return self.format_deed(places).partition(" ")[2]
        does = self.format_deed()
        who = join_words(self.who) if EACH in self.does else ", ".join(self.who)
        if EACH in self.does and len(self.who) > 1:
            if len(names) > 2 and set(self.who) == set(names):
                who = "all"
            if not self.before:
                verb, _, rest = does.partition(" ")
                does = f"{verb.removesuffix('s')} {rest}"
        return f"{'' if goes_on else self.before}{who} {does}"


def join_doings(told: Sequence[Doing], doing: Doing) -> list[Doing]:
    """What was told, with one thing more; what is alike is one, also with those before it."""
    found = [*told]
    while found and (both := found[-1].join(doing)) is not None:
        found.pop()
        doing = both
    return [*found, doing]


def _join_places(names: Sequence[str], known: str = "") -> str:
    """`pot and kitty`; what they begin with alike is told once, `pool of ace, king and queen`.

    Not where that is `known` already.
    """
    kind = _find_kind(names)
    if not kind:
        return join_words(names)
    ends = join_words([name.rpartition(" ")[2] for name in names])
    return ends if kind == known else f"{kind} {ends}"


def _find_kind(names: Sequence[str]) -> str:
    """What several places begin with, if that is the same."""
    kinds = {name.rpartition(" ")[0] for name in names}
    return kinds.pop() if len(kinds) == 1 else ""


def add_note(text: str, note: str) -> str:
    """A text with a note in brackets behind it, or in those that it ends with."""
    if not note:
        return text
    return f"{text.removesuffix(')')}, {note})" if text.endswith(")") else f"{text} ({note})"
