"""`hoyle list`: the rulesets that come with Hoyle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hoyle.dsl.printable import to_dashes
from hoyle.interpreter.cli.shared_options import with_json

if TYPE_CHECKING:
    from hoyle.interpreter.library.discovery import Heading
    from hoyle.interpreter.library.ruleset import Ruleset


@click.command("list")
@with_json
def list_rulesets(as_json: bool) -> None:
    """The games that come with Hoyle, each with its variants.

    Both kinds of names can be given wherever GAME is asked for; `hoyle variants GAME` tells more.
    """
    from hoyle.interpreter.library.discovery import list_variants, shipped
    from hoyle.interpreter.library.loader import load
    from hoyle.interpreter.narration.output import write, write_json

    found = [(load(name), list_variants(name)) for name in shipped()]
    if as_json:
        write_json([_ruleset_facts(ruleset, variants) for ruleset, variants in found])
        return
    rows: list[tuple[str, str]] = []
    for ruleset, variants in found:
        many = len(ruleset.game.options)
        options = f", {many} option{'s' * (many > 1)}" if many else ""
        says = f"{ruleset.title}, {ruleset.game.for_players} players{options}"
        rows.append((ruleset.name, says))
        rows += [(f"  {to_dashes(variant.name)}", variant.title) for variant in variants]
    wide = max((len(name) for name, _ in rows), default=0)
    for name, says in rows:
        write(f"{name:<{wide}}  {says}")


def _ruleset_facts(ruleset: Ruleset, variants: list[Heading]) -> dict[str, object]:
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "players": list(ruleset.players),
        "for": ruleset.game.for_players,
        "options": [to_dashes(option) for option in ruleset.game.options],
        "variants": [
            {"name": to_dashes(one.name), "title": one.title, "base": to_dashes(one.base)}
            for one in variants
        ],
    }
