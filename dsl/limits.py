"""How large a game may be: what a text can make large, and how much, each said once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from hoyle.dsl.report import Report
from hoyle.dsl.source import Span

MAX_WORK = 2_000_000  # things that rules go through from one decision to the next


class TooLarge(Exception):
    """Something is larger than its limit: `says` and `help` are for the user, `span` the place."""

    def __init__(self, says: str, span: Span, help: tuple[str, ...] = ()) -> None:
        super().__init__(says)
        self.says, self.span, self.help = says, span, help

    def add_to(self, report: Report) -> None:
        """Report it."""
        report.add("X05", self.says, self.span, help=self.help)


@attrs.frozen
class Limit:
    """The most of something that a text can make as large as it likes."""

    most: int
    says: str  # with `{size}` and `{most}`, and `{name}` where it is of something with a name
    help: tuple[str, ...] = ()

    def check(self, size: int, span: Span, name: str = "") -> None:
        """Raise TooLarge where a size is beyond the limit."""
        if size > self.most:
            says = self.says.format(size=_in_words(size), most=_in_words(self.most), name=name)
            raise TooLarge(says, span, self.help)


@attrs.define
class Work:
    """Work of one kind while one game is checked, of which there is a limit."""

    limit: Limit
    done: int = 0

    def spend(self, amount: int, span: Span) -> None:
        """Do so much more of it, because of what stands at `span`; TooLarge beyond the limit."""
        self.done += amount
        if self.done > self.limit.most:
            self.limit.check(self.done, span)


@contextmanager
def report_excess(report: Report) -> Iterator[None]:
    """Report what is too large in place of going on with it."""
    try:
        yield
    except TooLarge as excess:
        excess.add_to(report)


def _in_words(size: int) -> str:
    """A number with commas; one that nobody would read is only said to be large."""
    return f"{size:,}" if size < 10**15 else "too many to count"


# A machine is made with definitions and phases in place of their names, each time that they are
# named; the rows of a table come one after another.
WRITTEN_OUT = ("what stands in place of a name counts each time that it is named",)
VALUES = Limit(
    175, "with its definitions written out `{name}` puts {size} values into one another; "
    "{most} is the most", WRITTEN_OUT,
)  # fmt: skip
STEPS = Limit(
    80, "with its phases written out `{name}` puts {size} steps into one another; "
    "{most} is the most", WRITTEN_OUT,
)  # fmt: skip
PARTS = Limit(
    100_000, "with its definitions and phases written out `{name}` has {size} parts; "
    "{most} is the most", WRITTEN_OUT,
)  # fmt: skip
ROWS = Limit(160, "`{name}` has {size} rows; {most} is the most")
BRANCHES = Limit(
    160, "this `if` has {size} branches; {most} is the most", ("a table says it in rows",)
)
COLUMNS = Limit(12, "the hands of `{name}` are ranked by {size} columns; {most} is the most")
OPTIONS = Limit(200, "this is option {size}; {most} are the most")

# What numbers make large.
MAX_NUMBER = 10**18  # of a product; a larger one is a fault
CARDS = Limit(1_000, "here the pack has {size} cards; {most} is the most")
PLACES = Limit(
    5_000, "with `{name}` the table has {size} zones and pieces of state; {most} is the most"
)
RECORDS = Limit(1_000, "with `{name}` there are {size} records of its kind; {most} is the most")
RANGE = Limit(10_000, "this is a list of {size} numbers; {most} is the most")
ROUNDS = Limit(1_000, "this loop goes through {size} things; {most} is the most")
NODES = Limit(
    10_000,
    "up to here the game has {size} steps with its phases written out; {most} is the most",
    WRITTEN_OUT,
)

# Work that a check does: each is what some ten of the largest shipped games need.
FOLLOWED = Limit(
    150_000, "what the players know cannot be followed to the end: it takes more than {most} "
    "steps", ("up to this line the game has too many names, loops and choices one after another",),
)  # fmt: skip
COMPARED = Limit(
    200_000, "the rows of the tables up to this one cannot all be compared: it takes more than "
    "{most} steps", ("let fewer tables have many rows",),
)  # fmt: skip
VARIED = Limit(
    500_000, "with this variant {size} characters of rules are to be checked; {most} is the most",
    ("each variant is checked as a whole game; those below can stand in a file of their own",),
)  # fmt: skip
