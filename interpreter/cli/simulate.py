"""`hoyle simulate`: many games, and what they come to, with intervals."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from hoyle.dsl.printable import shorten
from hoyle.interpreter.cli import shared_options as options
from hoyle.interpreter.cli.endings import ENDED_EARLY, FINE, FOUND, UserError
from hoyle.interpreter.cli.progress import Progress
from hoyle.interpreter.cli.signals import stoppable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoyle.interpreter.cli.simulate_report import Table
    from hoyle.interpreter.simulation.precision import Precision
    from hoyle.interpreter.simulation.shards import ShardWork
    from hoyle.interpreter.simulation.simulate import Simulation, Spread

GAMES = 1000
FEW = 100  # games: for fewer it does not pay to make native code
MOST = 10_000_000  # games, where a precision is asked for


class PrecisionType(click.ParamType["Precision"]):
    """How narrow intervals are to become: `0.1%` or `0.05`."""

    name = "precision"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Precision:
        """The precision of a text."""
        from hoyle.interpreter.simulation.precision import Precision

        found = Precision.read(str(value))
        if found is None:
            self.fail(f"{shorten(str(value))!r} is no precision; write `0.1%` or `0.05`.")
        return found


@click.command()
@click.argument("game")
@options.with_table
@options.with_seed
@options.with_policy
@click.option(
    "--games",
    type=options.Number(1),
    metavar="NUMBER",
    help=f"How many games; {GAMES:,} where not given. With --until, the most.",
)
@click.option(
    "--until",
    type=PrecisionType(),
    metavar="PRECISION",
    help="As many games as it takes: 0.1% for the games won, 0.05 for what a hand or a deal "
    "brings; half the width of the widest interval.",
)
@click.option("--against", metavar="GAME", help="Play GAME too, on the same deals: the difference.")
@options.with_settings("Give an option of the second a value.", "--set-b", "settings_b")
@click.option(
    "--variant-b", "variants_b", multiple=True, metavar="NAME", help="Lay a variant on the second."
)
@options.with_policy_b
@click.option(
    "--jobs",
    type=options.Number(1),
    metavar="NUMBER",
    help="How many processes; as many as there are cores where not given. The result is the same.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on a Dask cluster, by its scheduler.",
)
@click.option(
    "--plot", type=click.Path(dir_okay=False), metavar="FILE.svg", help="Draw it, as SVG or PNG."
)
@click.option("--csv", "as_csv", is_flag=True, help="The figures as a table for a spreadsheet.")
@options.with_json
def simulate(
    game: str, players: int | None, settings: dict[str, str], variants: tuple[str, ...],
    seed: int | None, policies: tuple[str, ...], games: int | None, until: Precision | None,
    against: str | None, settings_b: dict[str, str], variants_b: tuple[str, ...],
    policies_b: tuple[str, ...], jobs: int | None, cluster: str | None, plot: str | None,
    as_csv: bool, as_json: bool,
) -> int:  # fmt: skip
    """Play GAME many times, and tell who wins, by how much, and how long it takes.

    Each figure has its interval and the number of games behind it. The same text, options,
    players and seed give the same figures, on any number of cores. Ctrl-C gives those of the games
    played so far. With --against, or what ends in -b, two play on the same deals, and the
    difference is told.
    """
    from hoyle.interpreter.cli import simulate_report as report
    from hoyle.interpreter.simulation.compare import ComparePlayers
    from hoyle.interpreter.simulation.shards import NATIVE_SHARD, SHARD, PlayShard
    from hoyle.interpreter.simulation.simulate import Simulation, run_simulation

    if as_json and as_csv:
        raise UserError("`--json` and `--csv` do not go together")
    report.check_plot(plot)
    seed = options.draw_seed() if seed is None else seed
    most = games or (GAMES if until is None else MOST)
    compares = bool(against is not None or settings_b or variants_b or policies_b)
    tables = [_open(game, players, settings, variants, policies, follows=not compares)]
    if compares:
        tables.append(_open(
            against or game, tables[0].player.players, settings | settings_b,
            (*variants, *variants_b), policies_b or policies, follows=False,
        ))  # fmt: skip
    native = most > FEW and _play_natively(tables, well=cluster is not None)
    simulation = Simulation(most, NATIVE_SHARD if native else SHARD)
    work: ShardWork = PlayShard(tables[0].player, seed)
    if len(tables) > 1:
        work = ComparePlayers(tables[0].player, tables[1].player, seed)

    def is_precise(*_: object) -> bool:
        assert until is not None
        figures = report.list_figures(tables, simulation)
        if not until.select(figures):
            raise UserError("`--until` has nothing to ask: nobody wins, and nothing is counted")
        progress.needed = until.estimate_games(figures, simulation.tally.games)
        return until.is_met(figures)

    progress = Speed(tables[0].ruleset.title, until is not None)
    with _spread(work, jobs, cluster) as spread, stoppable():
        run_simulation(simulation, spread, progress.show_simulation, is_precise if until else None)
    progress.clear()
    facts = report.Facts.of(tables, seed, simulation)
    if plot is not None and facts.figures:
        report.draw_facts(facts, plot)
    if as_json:
        report.write_facts_as_json(facts)
    elif as_csv:
        report.write_facts_as_csv(facts)
    else:
        report.print_facts(facts)
    if simulation.tally.problems:
        return FOUND
    return FINE if until is None or simulation.precise else ENDED_EARLY


def _open(
    game: str, players: int | None, settings: dict[str, str], variants: tuple[str, ...],
    policies: Sequence[str], *, follows: bool,
) -> Table:  # fmt: skip
    """A game, its table, and who plays there."""
    from hoyle.interpreter.cli.simulate_report import Table
    from hoyle.interpreter.simulation.play_games import InterpreterPlayer

    ruleset, table = options.open_table(game, players, settings, variants)
    manners = options.read_manners(ruleset, table, policies)
    player = InterpreterPlayer.of(ruleset, table, manners, follows=follows)
    return Table(ruleset, table, settings, manners, player)


def _play_natively(tables: list[Table], *, well: bool) -> bool:
    """Let native code play at the tables; where it cannot, say why, once, and leave them."""
    import attrs

    from hoyle.interpreter.narration.output import write
    from hoyle.interpreter.native.cannot_lower import CannotLower, is_turned_off
    from hoyle.interpreter.simulation.native_play import NativePlayer
    from hoyle.interpreter.simulation.play_games import InterpreterPlayer

    if is_turned_off():
        return False
    try:
        for k, table in enumerate(tables):
            assert isinstance(table.player, InterpreterPlayer)
            tables[k] = attrs.evolve(table, player=NativePlayer(table.player, well).prepare())
    except CannotLower as reason:
        write(f"played without native code: {reason}", err=True)
        return False
    return True


def _spread(work: ShardWork, jobs: int | None, cluster: str | None) -> Any:
    """Where the shards are played: a context that gives what spreads them."""
    from contextlib import nullcontext
    from functools import partial

    from hoyle.interpreter.narration.output import write
    from hoyle.interpreter.simulation.shards import play_shards
    from hoyle.interpreter.testing.worker_pool import count_cores

    if cluster is None:
        here: Spread = partial(play_shards, work, cores=jobs or count_cores())
        return nullcontext(here)
    try:
        from hoyle.interpreter.simulation.cluster import open_cluster
    except ImportError:
        raise UserError("`--cluster` needs Dask: install `hoyle[cluster]`") from None

    def tell(says: str) -> None:
        write(f"{says}; Ctrl-C ends, and what was played is reported", err=True)

    return open_cluster(cluster, work, tell)


class Speed(Progress):
    """How many games were played, how quickly, and how long the others will take."""

    def __init__(self, name: str, open_end: bool) -> None:
        super().__init__(name)
        self.open_end = open_end
        self.needed: int | None = None  # games for the precision that was asked for
        self.began = time.monotonic()

    def show_simulation(self, simulation: Simulation) -> None:
        """Tell it, where there is a terminal."""
        played, seconds = simulation.tally.games, time.monotonic() - self.began
        rate = played / seconds if seconds else 0.0
        left = (simulation.games - played) / rate if rate else 0.0
        each = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
        if self.open_end:
            needed = f" of about {self.needed:,}" if self.needed else ""
            self.show(f"{played:,}{needed} games, {each} a second, {simulation.looks} looks")
        else:
            how_many = f"{played:,} of {simulation.games:,} games"
            self.show(f"{how_many}, {each} a second, {_format_time(left)} to go")


def _format_time(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
