"""What several commands ask for alike: a game, its players, its options, a seat, a seed."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hoyle.dsl.printable import shorten, to_dashes, to_underscores
from hoyle.interpreter.cli.endings import UserError

if TYPE_CHECKING:
    from hoyle.interpreter.library.ruleset import Ruleset
    from hoyle.interpreter.runtime.bots import Manners
    from hoyle.interpreter.runtime.table import Table

Command = TypeVar("Command", bound=Callable[..., Any])
MAX_SEED_DIGITS = 100


class Number(click.types.IntParamType):
    """A whole number, not below `low`, in at most so many digits."""

    def __init__(self, low: int | None = None, digits: int = 9) -> None:
        self.low = low
        self.digits = digits

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number of a text; a default is one already."""
        if not isinstance(value, str):
            return value
        from hoyle.interpreter.runtime.notation import parse_number

        text = value.strip()
        number = parse_number(text, self.digits)
        if number is None:
            long = parse_number(text[: self.digits + 2], self.digits + 2) is not None
            why = f"has more than {self.digits} digits" if long else "is not a valid integer"
            self.fail(f"{shorten(value)!r} {why}.", param, ctx)
        if self.low is not None and number < self.low:
            self.fail(f"{number} is not in the range x>={self.low}.", param, ctx)
        return number


class Seconds(click.types.FloatParamType):
    """A time, such as 5 or 0.5."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number of a text; there are others than a time that Python reads, such as `nan`."""
        if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", str(value)) is None:
            self.fail(f"{str(value)[:30]!r} is not a time in seconds.", param, ctx)
        return float(value)


def read_settings(
    ctx: click.Context, param: click.Parameter, settings: tuple[str, ...]
) -> dict[str, str]:
    """`target=50` and so on, by name; each at most once."""
    found: dict[str, str] = {}
    for text in settings:
        name, sign, value = text.partition("=")
        name, value = name.strip().replace("_", "-"), value.strip()
        if not sign or not name or not value:
            raise UserError(
                f"`--set {shorten(text)}` is not understood; write `--set option=value`"
            )
        if name in found:
            raise UserError(f"`{shorten(name)}` is set twice")
        found[name] = value
    return found


def with_settings(
    says: str = "Give an option of the game a value; may be said several times.",
    flag: str = "--set", name: str = "settings",
) -> Callable[[Command], Command]:  # fmt: skip
    """An option that gives the game's options values; the command takes them by their names."""
    return click.option(
        flag, name, multiple=True, metavar="OPTION=VALUE", callback=read_settings, help=says
    )


with_json = click.option("--json", "as_json", is_flag=True, help="The same facts for a program.")
with_seed = click.option(
    "--seed",
    type=Number(digits=MAX_SEED_DIGITS),
    metavar="NUMBER",
    help="Which game chance makes; drawn where not given.",
)
with_ascii = click.option("--ascii", "ascii_only", is_flag=True, help="Letters instead of suits.")
with_record = click.option(
    "--record", type=click.Path(dir_okay=False), metavar="FILE", help="Write the game to a file."
)
with_detail = click.option(
    "--detail", type=click.Choice(["calm", "rules"]), default="calm",
    help="`rules` adds the line of the rule behind everything that happens.",
)  # fmt: skip
with_sight = click.option(
    "--as", "seen_as", metavar="SEAT", help="Tell only what this seat (a name or 1, 2, …) sees."
)


with_variants = click.option(
    "--variant", "variants", multiple=True, metavar="NAME",
    help="Lay a variant on the game, by its name or file; may be said several times.",
)  # fmt: skip
with_players = click.option(
    "--players", type=Number(), metavar="NUMBER", help="How many play; the fewest where not given."
)


def with_table(command: Command) -> Command:
    """`--players`, `--variant` and `--set`, as every command has them that needs a table."""
    return with_players(with_variants(with_settings()(command)))


def open_table(
    game: str, players: int | None, options: dict[str, str], variants: tuple[str, ...] = ()
) -> tuple[Ruleset, Table]:  # fmt: skip
    """A ruleset by its name or path, and the table that was asked for.

    RulesetError for one that `hoyle check` refuses; those that come with Hoyle have been checked.
    """
    ruleset = open_ruleset(game, variants)
    return ruleset, ruleset.table(players, options)


def open_ruleset(game: str, variants: tuple[str, ...]) -> Ruleset:
    """A ruleset by its name or path; its mistakes name the file as it was given."""
    from hoyle.interpreter.library.loader import load
    from hoyle.interpreter.library.ruleset import RulesetError

    try:
        return load(game, variants)
    except RulesetError:
        if not os.path.isfile(game):
            raise
        return load(game, variants, shown=game)


def read_seat(text: str | None, names: tuple[str, ...], roles: Collection[str] = ()) -> int | None:
    """A seat by its name or its number from 1; where it is neither, the roles are told too."""
    if text is None:
        return None
    word = text.strip()
    if word in names:
        return names.index(word)
    from hoyle.dsl.nearest import nearest
    from hoyle.interpreter.runtime.notation import parse_number

    number = parse_number(word)
    if number is not None and 1 <= number <= len(names):
        return number - 1
    close = nearest(word, [*names, *roles]) if number is None else None
    hint = f"; did you mean {close}?" if close else ""
    known = ", ".join(f"{k} {name}" for k, name in enumerate(names, 1))
    known += f"; roles: {', '.join(roles)}" if roles else ""
    raise UserError(f"there is no seat {shorten(word)}{hint} (seats: {known})")


def _with_manners(
    flags: tuple[str, ...], name: str, who: str, others: str = "or `random`",
    default: str = "its first policy",
) -> Callable[[Command], Command]:  # fmt: skip
    return click.option(
        *flags, name, multiple=True, metavar="[WHO=]POLICY",
        help=f"How {who}: a policy of the ruleset, {others}; {default} where not given. "
        "WHO is a seat or a role, such as banker; may be said several times.",
    )  # fmt: skip


BOTS = ("--policy", "--bots")  # two words for one thing
with_bots = _with_manners(BOTS, "bots", "bots play", "`search` or `random`")
with_opponents = _with_manners(
    BOTS, "bots", "bots play", "`search` or `random`", "`search`, where it can be,"
)
with_policy = _with_manners(BOTS, "policies", "everybody plays")
with_policy_b = _with_manners(("--policy-b",), "policies_b", "everybody plays the second")


def read_policy(word: str, policies: Iterable[str], more: Sequence[str] = ()) -> str:
    """A policy by its name, `random`, or one of `more`."""
    from hoyle.dsl.nearest import nearest
    from hoyle.interpreter.runtime.bots import RANDOM, SEARCH

    known, name = [*more, RANDOM, *map(to_dashes, policies)], to_dashes(word.strip())
    if name not in known:
        close = nearest(name, known)
        hint = f"; did you mean {close}?" if close else ""
        hint = f"; of one seat: `ann={known[-1]}`" if "," in word else hint
        if name == SEARCH:
            hint = "; `search` is for `hoyle run` and `hoyle play`"
        there = ", ".join(known)
        raise UserError(f"there is no policy {shorten(name)}{hint} (there are: {there})")
    return to_underscores(name)


def read_manners(
    ruleset: Ruleset, table: Table, words: Sequence[str], more: Sequence[str] = ()
) -> Manners:
    """How bots play, from `NAME` for all and `WHO=NAME` for a seat or a role.

    `more` are ways to play besides the policies of the ruleset and `random`.
    """
    from hoyle.interpreter.library.roles import list_roles
    from hoyle.interpreter.runtime.bots import RANDOM, Manners

    roles = dict(list_roles(ruleset.game, table.machine))
    others = next(iter(table.machine.policies), RANDOM)
    by_seat: dict[int, str] = {}
    by_role: dict[int, str] = {}
    said: set[object] = set()
    for word in words:
        who, sign, name = word.rpartition("=")
        who = to_dashes(who.strip())
        policy = read_policy(name, table.machine.policies, more)
        if who in roles:
            key: object = "role", who
            by_role[roles[who]] = policy
        elif sign:
            seat = read_seat(who, table.names, roles)
            assert seat is not None
            key = "seat", seat
            by_seat[seat] = policy
        else:
            key, others = "all", policy
        if key in said:
            raise UserError(f"it is said twice how {who or 'everybody'} plays")
        said.add(key)
    return Manners(others, by_seat, by_role)


def draw_seed() -> int:
    """A seed that nobody could foresee, short enough to be typed again."""
    return int.from_bytes(os.urandom(4), "big")
