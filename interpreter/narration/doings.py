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
    `to`, or what is left, where that is `worth_noting`.
    """

    span: Span  # the rule that does it
    who: tuple[str, ...]
    does: str
    before: str = ""
    to: tuple[str, ...] = ()
    note: str = ""
    held: tuple[int, ...] = ()
    worth_noting: bool = False

    def join(self, other: Doing) -> Doing | None:
        """Both as one: what others do as well, or what one rule has the same do to others.

        Who pays or gets the same once more is told twice: what is told adds up to what was paid.
        """
        if (self.before, self.does, self.note) != (other.before, other.does, other.note):
            return None
        if self.to == other.to and not {*self.who} & {*other.who}:
            return attrs.evolve(other, who=self.who + other.who)
        further = (other.to or EACH not in self.does) and not {*self.to} & {*other.to}
        if (self.who, self.span) == (other.who, other.span) and further:
            noted = self.worth_noting or other.worth_noting
            to, held = self.to + other.to, self.held + other.held
            return attrs.evolve(self, to=to, held=held, worth_noting=noted)
        return None

    def format_deed(self) -> str:
        """What is done, without who does it: `pays pot 5`."""
        several = len(self.who) > 1 or len(self.to) > 1
        return self.does.replace(EACH, " each" * several).replace(TO, _join_places(self.to))

    def format_note(self) -> str:
        """What is held then; what all of several hold is told once."""
        if not self.worth_noting:
            return ""
        held = join_words([str(held) for held in self.held])
        if len(self.held) > 1 and len(set(self.held)) == 1:
            held = f"{self.held[0]} each"
        return self.note.replace(HELD, held)

    def format(self, names: Sequence[str]) -> str:
        """The whole, `all` where each seat of a longer row of these names does it."""
        does = self.format_deed()
        who = join_words(self.who) if EACH in self.does else ", ".join(self.who)
        if EACH in self.does and len(self.who) > 1:
            if len(names) > 2 and set(self.who) == set(names):
                who = "all"
            if not self.before:
                verb, _, rest = does.partition(" ")
                does = f"{verb.removesuffix('s')} {rest}"
        return add_note(f"{self.before}{who} {does}", self.format_note())


def _join_places(names: Sequence[str]) -> str:
    """`pot and kitty`; what they begin with alike is told once, `pool of ace, king and queen`."""
    kinds = {name.rpartition(" ")[0] for name in names}
    if len(kinds) != 1 or kinds == {""}:
        return join_words(names)
    return " ".join([*kinds, join_words([name.rpartition(" ")[2] for name in names])])


def add_note(text: str, note: str) -> str:
    """A text with a note in brackets behind it, or in those that it ends with."""
    if not note:
        return text
    return f"{text.removesuffix(')')}, {note})" if text.endswith(")") else f"{text} ({note})"
