"""What several commands ask for alike: a game, its players, its options, a seat, a seed."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hoyle.interpreter.cli.endings import UserError

if TYPE_CHECKING:
    from hoyle.interpreter.library.ruleset import Ruleset
    from hoyle.interpreter.runtime.table import Table

Command = TypeVar("Command", bound=Callable[..., Any])


def read_settings(
    ctx: click.Context, param: click.Parameter, settings: tuple[str, ...]
) -> dict[str, str]:
    """`target=50` and so on, by name; each at most once."""
    found: dict[str, str] = {}
    for text in settings:
        name, sign, value = text.partition("=")
        name, value = name.strip().replace("_", "-"), value.strip()
        if not sign or not name or not value:
            raise UserError(f"`--set {text}` is not understood; write `--set option=value`")
        if name in found:
            raise UserError(f"`{name}` is set twice")
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
    "--seed", type=int, metavar="NUMBER", help="Which game chance makes; drawn where not given."
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
    "--players", type=int, metavar="NUMBER", help="How many play; the fewest where not given."
)


def with_table(command: Command) -> Command:
    """`--players`, `--variant` and `--set`, as every command has them that needs a table."""
    return with_players(with_variants(with_settings()(command)))


def open_table(
    game: str, players: int | None, options: dict[str, str], variants: tuple[str, ...] = ()
) -> tuple[Ruleset, Table]:  # fmt: skip
    """A ruleset by its name or path, and the table that was asked for."""
    from hoyle.interpreter.library.loader import load

    ruleset = load(game, variants)
    return ruleset, ruleset.table(players, options)


def read_seat(text: str | int | None, names: tuple[str, ...]) -> int | None:
    """A seat by its name or its number from 1."""
    if text is None:
        return None
    word = str(text).strip()
    if word in names:
        return names.index(word)
    if word.isdecimal() and 1 <= int(word) <= len(names):
        return int(word) - 1
    from hoyle.dsl.nearest import nearest

    close = nearest(word, names)
    hint = f"; did you mean {close}?" if close and not word.isdecimal() else ""
    known = ", ".join(f"{k} {name}" for k, name in enumerate(names, 1))
    raise UserError(f"there is no seat {word}{hint} (seats: {known})")


def draw_seed() -> int:
    """A seed that nobody could foresee, short enough to be typed again."""
    return int.from_bytes(os.urandom(4), "big")
