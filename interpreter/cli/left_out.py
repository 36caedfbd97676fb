"""What of the search of `hoyle test` was left out, part by part, and never without a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hoyle.dsl.printable import join_words, to_dashes

if TYPE_CHECKING:
    from hoyle.interpreter.testing.search import Verdict

MAX_NAMED = 4  # options by their names, and values of a law
MORE_TIME = "with more `--seconds` more is tried"


def describe_left_out(verdict: Verdict) -> Iterator[str]:
    """The parts that were not begun, and those that were left before their end.

    Random games are counted with the games that were played.
    """
    from hoyle.interpreter.testing.search import SOUGHT

    planned = Counter(step.way for step in verdict.planned)
    none, some = list[str](), ["hands and cases of tables"] * (not verdict.tables_in_time)
    for way, left in Counter(step.way for step in verdict.left_out).items():
        part, done = _list_parts(verdict).get(way), planned[way] - left
        if part is not None:
            many = f" ({done} of {planned[way]} rounds)" * bool(done)
            (some if done or way in verdict.begun else none).append(part + many)
        if way == SOUGHT and (options := _name_untried_options(verdict)):
            none.append(f"other values of the options ({options})")
    why = "" if verdict.interrupted else " for lack of time"
    more = "" if verdict.interrupted else f"; {MORE_TIME}"
    for how, parts in (("not tried to the end", some), ("not begun", none)):
        if parts:
            yield f"{how}{why}: {', '.join(parts)}{more}"


def format_lack(verdict: Verdict, more: str = MORE_TIME) -> str:
    """That time was short, and what there is `more` with more of it.

    Nothing where the user has ended the search: no budget is the cause then, and it is told apart.
    """
    return "" if verdict.interrupted else f" for lack of time: {more}"


def count_left_out(verdict: Verdict) -> dict[str, int]:
    """How many steps of each part of the search were left out."""
    return dict(Counter(step.way for step in verdict.left_out))


def _list_parts(verdict: Verdict) -> dict[str, str]:
    """How each part is called."""
    from hoyle.interpreter.testing import search

    named = verdict.ruleset.game.policies
    return {
        search.SOUGHT: "games that seek what is new",
        search.EVERY_WAY: "every way of play",
        search.BY_POLICY: "games by policies" if named else "a game in which all pass if they can",
        search.TO_END: "whether matches end",
        search.NATIVE: "games to their end in native code",
    }


def _name_untried_options(verdict: Verdict) -> str:
    """The options that had one value in all games, though the search would have tried others."""
    from hoyle.dsl.machine.constants import evaluate_settings

    game, plan = verdict.ruleset.game, verdict.plan
    usual = evaluate_settings(game, plan.players[0], plan.fixed).settings.options
    tried = {pair for setting in verdict.tally.options for pair in setting}
    names = [
        to_dashes(option.name) for option in game.options.values()
        if option.fixed is None and option.name not in plan.fixed
        and not any(name == option.name and value != usual[name] for name, value in tried)
    ]  # fmt: skip
    return join_words(names) if len(names) <= MAX_NAMED else f"{len(names)} of them"
