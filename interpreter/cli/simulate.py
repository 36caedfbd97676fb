"""`hoyle simulate`: many games, and what they come to, with intervals."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from hoyle.interpreter.cli import shared_options as options
from hoyle.interpreter.cli.endings import FINE, FOUND, UserError
from hoyle.interpreter.cli.progress import Progress
from hoyle.interpreter.cli.signals import stoppable

if TYPE_CHECKING:
    from hoyle.interpreter.simulation.simulate import Simulation

GAMES = 1000


@click.command()
@click.argument("game")
@options.with_table
@options.with_seed
@options.with_policy
@click.option(
    "--games",
    type=options.Number(1),
    metavar="NUMBER",
    help=f"How many games; {GAMES:,} where not given.",
)
@click.option(
    "--jobs",
    type=options.Number(1),
    metavar="NUMBER",
    help="How many processes; as many as there are cores where not given. The result is the same.",
)
@click.option("--csv", "as_csv", is_flag=True, help="The figures as a table for a spreadsheet.")
@options.with_json
def simulate(
    game: str, players: int | None, settings: dict[str, str], variants: tuple[str, ...],
    seed: int | None, policies: tuple[str, ...], games: int | None, jobs: int | None,
    as_csv: bool, as_json: bool,
) -> int:  # fmt: skip
    """Play GAME many times, and tell who wins, by how much, and how long it takes.

    Each figure has its interval and the number of games behind it. The same text, options,
    players and seed give the same figures, on any number of cores. Ctrl-C gives those of the games
    played so far.
    """
    from hoyle.interpreter.cli import simulate_report as report
    from hoyle.interpreter.library.loader import refuse_unsound
    from hoyle.interpreter.simulation.play_games import InterpreterPlayer
    from hoyle.interpreter.simulation.shards import PlayShard, play_shards
    from hoyle.interpreter.simulation.simulate import Simulation, run_simulation
    from hoyle.interpreter.testing.worker_pool import count_cores

    if as_json and as_csv:
        raise UserError("`--json` and `--csv` do not go together")
    seed = options.draw_seed() if seed is None else seed
    ruleset, table = options.open_table(game, players, settings, variants)
    if not ruleset.choice.comes_with_hoyle:
        refuse_unsound(ruleset)
    manners = options.read_manners(ruleset, table, policies)
    player = InterpreterPlayer.of(ruleset, table, manners)
    work = PlayShard(player, seed)
    simulation = Simulation(games or GAMES)
    progress = Speed(ruleset.title)
    with stoppable():
        run_simulation(
            simulation, lambda shards: play_shards(work, shards, jobs or count_cores()),
            progress.show_simulation,
        )  # fmt: skip
    progress.clear()
    facts = report.Facts.of(ruleset, table, settings, seed, simulation, player, manners)
    if as_json:
        report.write_facts_as_json(facts)
    elif as_csv:
        report.write_facts_as_csv(facts)
    else:
        report.print_facts(facts)
    return FOUND if simulation.tally.problems else FINE


class Speed(Progress):
    """How many games were played, how quickly, and how long the others will take."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.began = time.monotonic()

    def show_simulation(self, simulation: Simulation) -> None:
        """Tell it, where there is a terminal."""
        played, seconds = simulation.tally.games, time.monotonic() - self.began
        rate = played / seconds if seconds else 0.0
        left = (simulation.games - played) / rate if rate else 0.0
        each = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
        self.show(
            f"{played:,} of {simulation.games:,} games, {each} a second, {_format_time(left)} to go"
        )


def _format_time(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
