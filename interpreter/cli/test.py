"""`hoyle test`: the examples of rulesets, their laws, and whether their rules hold together."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from hoyle.interpreter.cli.check import find_files
from hoyle.interpreter.cli.endings import ENDED_EARLY, FINE, FOUND, STOPPED, UserError
from hoyle.interpreter.cli.progress import Progress
from hoyle.interpreter.cli.shared_options import (
    Number,
    Seconds,
    read_policy,
    with_json,
    with_settings,
    with_variants,
)
from hoyle.interpreter.cli.signals import stoppable

if TYPE_CHECKING:
    from hoyle.interpreter.library.ruleset import Ruleset
    from hoyle.interpreter.testing.random_games import Plan
    from hoyle.interpreter.testing.search import Verdict
    from hoyle.interpreter.testing.time_share import TimeShare

ROUNDS = 1  # of games that seek what is new, for each number of players
POSITIONS = 1_000  # of every way of play with a small pack
LONGEST = 4_000  # decisions of a game that goes on to its end, if it is not longer
NATIVE = 500  # games to their end in native code, with each of the fewest numbers of players
MAX_SHRUNK = 5  # findings that are made small


# Of what `--mutate` makes nothing.
NOT_FOR_CHANGES = ("players", "games", "settings", "policy", "idle", "keep", "junit", "failures")


@click.command()
@click.argument("places", nargs=-1, required=True, metavar="GAME|FILE|FOLDER...")
@click.option(
    "--players", type=Number(), metavar="NUMBER", help="Random games for this number only."
)
@click.option(
    "--games",
    type=Number(0),
    metavar="NUMBER",
    help="So many random games, and no search; four for each number of players where not given.",
)
@click.option(
    "--seconds",
    type=Seconds(),
    metavar="NUMBER",
    help="Search so long, if more is asked for than that takes; begin no game afterwards.",
)
@click.option(
    "--seed", type=Number(), default=0, metavar="NUMBER", help="Which games; 0 where not given."
)
@with_settings("Give an option a value in all random games; the others are drawn.")
@click.option(
    "--policy", "--bots", "policy", metavar="POLICY",
    help="In random games all play by this policy of the ruleset, or as `random` bots.",
)  # fmt: skip
@with_variants
@click.option(
    "--jobs",
    type=Number(1),
    metavar="NUMBER",
    help="How many processes; as many as there are cores where not given. The result is the same.",
)
@click.option(
    "--junit",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the results as JUnit XML too.",
)
@click.option(
    "--failures",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Write each game that failed into this folder, for `hoyle replay`.",
)
@click.option(
    "--keep",
    is_flag=True,
    help="Put each game that failed, made small, into its ruleset's file as an example.",
)
@click.option(
    "--idle", type=Number(1), metavar="NUMBER",
    help="Also tell the values of options, and the variant, that change nothing in so many games.",
)  # fmt: skip
@click.option(
    "--mutate", is_flag=False, flag_value=100, type=Number(1), metavar="[NUMBER]",
    help="Change the rules in so many ways, 100 where not given; tell what nothing notices.",
)  # fmt: skip
@with_json
@click.pass_context
@stoppable()
def test(
    ctx: click.Context, places: tuple[str, ...], players: int | None, games: int | None,
    seconds: float | None, seed: int, settings: dict[str, str], policy: str | None,
    variants: tuple[str, ...],
    jobs: int | None, junit: str | None, failures: str | None, keep: bool,
    idle: int | None, mutate: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Try rulesets: run their examples, and look for faults in their rules by playing.

    A random game of each number of players comes first, then games that seek what has not been seen
    yet, every way of play with a small pack, and more random games. No card and no chip may be
    lost, what may be done can be done, what may not is refused with a reason, nothing gets stuck,
    no secret leaks, and the author's laws hold. A fault is shown in the smallest game that could be
    found.
    """
    from hoyle.interpreter.narration.output import write, write_json
    from hoyle.interpreter.testing.time_share import TimeShare

    if mutate is not None:
        given = (name for name in NOT_FOR_CHANGES if ctx.params[name])
        if (name := next(given, None)) is not None:
            flag = "set" if name == "settings" else name
            raise UserError(
                f"--{flag} does not go with --mutate: examples and laws notice a change, in "
                "a few games of random moves"
            )
        from hoyle.interpreter.cli.mutate import run_mutations as change_rules

        change_rules(ctx, _find_rulesets(places, variants), mutate, seed, seconds, jobs, as_json)
        return
    wish = SearchRequest(players, games, seed, seconds, idle, jobs, failures, policy)
    whole = TimeShare.lasting(seconds)
    verdicts: list[Verdict] = []
    broken: list[str] = []
    rulesets = list(_find_rulesets(places, variants))
    for number, ruleset in enumerate(rulesets):
        if isinstance(ruleset, str):
            broken.append(ruleset)
            write(ruleset if as_json else ruleset + "\n", err=as_json)
            continue
        left = sum(isinstance(other, str) is False for other in rulesets[number:])
        verdicts.append(_test_ruleset(ruleset, settings, wish, whole.share(left)))
        if not as_json:
            from hoyle.interpreter.cli.test_report import format_report

            write("\n".join(format_report(verdicts[-1])))
        if keep:
            from hoyle.interpreter.cli.failures import keep_examples as keep_them

            for line in keep_them(verdicts[-1]):
                write(line, err=as_json)
        if verdicts[-1].interrupted:
            break
    if junit is not None:
        from hoyle.interpreter.cli.junit import write_junit

        write_junit(junit, verdicts, broken)
    if as_json:
        from hoyle.interpreter.cli.test_report import verdict_facts

        facts = {"rulesets": [verdict_facts(verdict) for verdict in verdicts]}
        write_json(facts)
    if not verdicts and not broken:
        raise UserError("there is no game here to test, only libraries")
    ctx.exit(_exit_code(verdicts, broken, games))


def _exit_code(verdicts: list[Verdict], broken: list[str], games: int | None) -> int:
    if any(verdict.interrupted for verdict in verdicts):
        return STOPPED
    if broken or any(verdict.failed for verdict in verdicts):
        return FOUND
    return ENDED_EARLY if any(_is_too_short(verdict, games) for verdict in verdicts) else FINE


@attrs.frozen
class SearchRequest:
    """What the user asked for."""

    players: int | None
    games: int | None
    seed: int
    seconds: float | None
    idle: int | None
    jobs: int | None
    failures: str | None
    policy: str | None


def _find_rulesets(places: tuple[str, ...], variants: tuple[str, ...]) -> Iterator[Ruleset | str]:
    """The games and variants that are meant, or their mistakes as a text.

    In a file and in a folder these are all that stand there; a name means one alone. A file under a
    variant of its own is that alone: the others of the file may well disagree with it.
    """
    from hoyle.interpreter.library.variant_resolution import VariantAlreadyThere

    for place in places:
        if _is_name(place):
            yield _open_ruleset(place, variants)
            continue
        for path, name in find_files((place,)):
            alone = name == place
            words, laid = list(_names_in(path, name, alone)), variants
            if alone and (own := _find_own(path, name, variants)):
                words = [words[0] if words[0] == name else f"{name}:{own[0]}"]
                laid = variants if words[0] == name else own[1]
            for word in words:
                try:
                    found = _open_ruleset(word, laid)
                except VariantAlreadyThere:
                    if len(words) < 2:
                        raise
                    continue  # the file's game has it too, and is tested with it
                yield found
                if word == name and isinstance(found, str):
                    break  # what is wrong with a game is not told again with its variants


def _find_own(
    path: Path, name: str, variants: tuple[str, ...]
) -> tuple[str, tuple[str, ...]] | None:
    """The first of some variants that stands in a file itself, by its name alone; and the others.

    One that is asked for in another file is none of this one.
    """
    from hoyle.dsl.printable import to_underscores
    from hoyle.interpreter.library.discovery import list_headings

    own = {heading.name for heading in list_headings(path, name)} if variants else ()
    for k, variant in enumerate(variants):
        file, _, word = variant.rpartition(":")
        here = not file or (Path(file).is_file() and Path(file).samefile(path))
        if here and to_underscores(word) in own:
            return word, (*variants[:k], *variants[k + 1 :])
    return None


def _is_name(place: str) -> bool:
    """Whether a place is a name, or a variant in a file, and not a file or a folder.

    A folder in which no game or variant stands, such as one with examples, hides no name.
    """
    from hoyle.interpreter.library.discovery import RulesetNotFound, holds_rulesets, resolve_name

    path = Path(place)
    if not path.is_dir() or holds_rulesets(path):
        return not path.exists()
    try:
        return bool(resolve_name(place))
    except RulesetNotFound:
        return False


def _names_in(path: Path, name: str, alone: bool) -> Iterator[str]:
    """What opens the game of a file, and each of its variants.

    Examples are told to be such where they were named `alone`; in a folder they belong to others.
    """
    from hoyle.dsl.open_source import open_source
    from hoyle.dsl.report import Report
    from hoyle.interpreter.library.discovery import (
        is_game,
        is_library,
        list_headings,
        read_examples_head,
    )

    source = open_source(path, name, Report())
    variants = [f"{name}:{heading.name}" for heading in list_headings(path, name)]
    left_out = source is not None and (
        is_library(source) or (read_examples_head(source) is not None and not alone)
    )
    if source is None or not (variants or left_out) or is_game(source):
        yield name
    yield from variants


def _open_ruleset(word: str, variants: tuple[str, ...]) -> Ruleset | str:
    """The ruleset of a name or path; its mistakes as a text."""
    from hoyle.interpreter.library.loader import load
    from hoyle.interpreter.library.ruleset import RulesetError

    try:
        return load(word, variants, shown=word, examples=True)
    except RulesetError as error:
        return str(error)


def _test_ruleset(
    ruleset: Ruleset, options: dict[str, str], wish: SearchRequest, share: TimeShare
) -> Verdict:
    from hoyle.interpreter.cli.failures import (
        remember_failures,
        replay_remembered,
        write_failures,
    )
    from hoyle.interpreter.comparison.idle_options import find_idle_options
    from hoyle.interpreter.library.options import OptionError
    from hoyle.interpreter.testing.search import IdleTally, judge_ruleset
    from hoyle.interpreter.testing.worker_pool import count_cores

    if wish.players is not None and wish.players not in ruleset.players:
        raise OptionError(ruleset.not_for(wish.players))
    plan = _make_plan(ruleset, options, wish)
    jobs = count_cores() if wish.jobs is None else wish.jobs
    line = Progress(ruleset.name)
    try:
        known = replay_remembered(ruleset) if sys.stderr.isatty() and wish.games is None else ()
        verdict = judge_ruleset(
            ruleset, plan, line.show, jobs=jobs, known=known,
            seconds=wish.seconds if wish.games is None else None,  # so many games end by themselves
            share=share if wish.idle is None else share.share(2),
        )  # fmt: skip
        try:
            if wish.idle is not None and not verdict.interrupted:
                verdict.idle = IdleTally()
                for finding in find_idle_options(
                    ruleset, plan.players, wish.idle, share.go_on, line.show, verdict.idle
                ):
                    verdict.add(finding)
            _shrink_findings(verdict, jobs, line.show, share)
        except KeyboardInterrupt:  # what was found is told as it is
            verdict.interrupted = True
        if sys.stderr.isatty():
            remember_failures(verdict)
        if wish.failures is not None:
            write_failures(verdict, wish.failures)
        return verdict
    finally:
        line.clear()


def _make_plan(ruleset: Ruleset, options: dict[str, str], wish: SearchRequest) -> Plan:
    """What is to be played: so many random games alone, or a whole search."""
    from hoyle.interpreter.library.options import parse_options
    from hoyle.interpreter.testing.random_games import BLOCK, Plan

    counts = (wish.players,) if wish.players is not None else tuple(ruleset.players)
    fixed = parse_options(ruleset.game, counts[0], options)
    policy = "" if wish.policy is None else read_policy(wish.policy, ruleset.game.policies)
    if wish.games is not None:
        return Plan(
            counts, wish.games, wish.seed, fixed, longest=LONGEST, policy=policy,
            seconds=wish.seconds,
        )  # fmt: skip
    return Plan(
        counts, BLOCK * len(counts), wish.seed, fixed, longest=LONGEST, rounds=ROUNDS,
        positions=POSITIONS, native=NATIVE, policy=policy, seconds=wish.seconds,
    )  # fmt: skip


def _shrink_findings(
    verdict: Verdict, jobs: int, tell: Callable[[str], None], share: TimeShare
) -> None:
    from hoyle.interpreter.testing.shrink.failure_text import replay_failing_game
    from hoyle.interpreter.testing.shrink.shrink import shrink_findings

    findings = [finding for finding, _ in verdict.list_findings()][:MAX_SHRUNK]
    if not findings or verdict.interrupted:
        return
    small = shrink_findings(verdict.ruleset, findings, jobs, share, tell)
    verdict.small.update((f.key, one) for f, one in zip(findings, small, strict=True))
    # what is shown has been seen, also where no game did it before it was made small
    for shown in (game for one in small for game in (one.game, one.reduced) if game is not None):
        verdict.coverage.seen |= replay_failing_game(verdict.ruleset, shown).runner.coverage.seen


def _is_too_short(verdict: Verdict, games: int | None) -> bool:
    """Whether time ran out before the games, or the values of options, that were asked for.

    Where their number was not said, each number of players should have had one. What else was left
    out is told, and no failure: who gives `--seconds` has asked for no more.
    """
    if verdict.idle is not None and verdict.idle.left:
        return True
    if games is not None:
        return verdict.short or verdict.no_time_to_end
    return set(verdict.plan.players) != verdict.tally.players or verdict.no_time_to_end
