"""`hoyle list`: the rulesets that come with Hoyle."""

from __future__ import annotations

import json
from typing import Any

import click

from hoyle.interpreter.command.options import with_json
from hoyle.interpreter.command.trouble import troubles


@click.command("list")
@with_json
def list_rulesets(as_json: bool) -> None:
    """The rulesets that come with Hoyle: title, players, options and variants."""
    with troubles():
        from hoyle.interpreter.play.shelf import shipped

        rows = [facts(name) for name in shipped()]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    wide = max((len(row["name"]) for row in rows), default=0)
    for row in rows:
        players = f"{row['for']} players"
        counts = [counted(len(row[what]), what) for what in ("options", "variants") if row[what]]
        click.echo(f"{row['name']:<{wide}}  {', '.join([row['title'], players, *counts])}")


def facts(name: str) -> dict[str, Any]:
    """What there is to say of one ruleset."""
    from hoyle.dsl.tree.declarations import Variant
    from hoyle.interpreter.play.opening import load
    from hoyle.interpreter.play.words import dashed

    ruleset = load(name)
    return {
        "name": name,
        "title": ruleset.title,
        "players": list(ruleset.players),
        "for": ruleset.game.for_players,
        "options": [dashed(option) for option in ruleset.game.options],
        "variants": [
            dashed(node.name) for node in ruleset.file.declarations if isinstance(node, Variant)
        ],
    }


def counted(number: int, what: str) -> str:
    """`1 option`, `6 options`."""
    return f"{number} {what[:-1] if number == 1 else what}"
