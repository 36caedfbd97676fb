"""`hoyle list`: the rulesets that come with Hoyle."""

from __future__ import annotations

import json
from typing import Any

import click

from hoyle.interpreter.cli.shared_options import with_json
from hoyle.interpreter.cli.usage_errors import report_user_errors


@click.command("list")
@with_json
def list_rulesets(as_json: bool) -> None:
    """The games that come with Hoyle, each with its variants.

    Both kinds of names can be given wherever GAME is asked for; `hoyle variants GAME` tells more.
    """
    with report_user_errors():
        from hoyle.interpreter.library.discovery import shipped

        rows = [_ruleset_facts(name) for name in shipped()]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    names = [row["name"] for row in rows]
    names += [f"  {variant['name']}" for row in rows for variant in row["variants"]]
    wide = max(map(len, names), default=0)
    for row in rows:
        options = [_count(len(row["options"]), "options")] if row["options"] else []
        words = [row["title"], f"{row['for']} players", *options]
        click.echo(f"{row['name']:<{wide}}  {', '.join(words)}")
        for variant in row["variants"]:
            click.echo(f"  {variant['name']:<{wide - 2}}  {variant['title']}")


def _ruleset_facts(name: str) -> dict[str, Any]:
    from hoyle.interpreter.library.discovery import list_variants
    from hoyle.interpreter.library.loader import load
    from hoyle.interpreter.runtime.notation import to_dashes

    ruleset = load(name)
    return {
        "name": name,
        "title": ruleset.title,
        "players": list(ruleset.players),
        "for": ruleset.game.for_players,
        "options": [to_dashes(option) for option in ruleset.game.options],
        "variants": [
            {"name": to_dashes(one.name), "title": one.title, "base": to_dashes(one.base)}
            for one in list_variants(name)
        ],
    }


def _count(number: int, what: str) -> str:
    return f"{number} {what[:-1] if number == 1 else what}"
