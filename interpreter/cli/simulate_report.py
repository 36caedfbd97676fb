"""What `hoyle simulate` tells: tables for people, JSON and CSV for programs."""

from __future__ import annotations

import csv
import io
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import attrs

from hoyle.dsl.checked.steps import MAX_ROUNDS
from hoyle.dsl.printable import count_players, to_dashes, to_underscores
from hoyle.interpreter.cli.endings import UserError
from hoyle.interpreter.comparison.same_deal import describe_unlike_deals
from hoyle.interpreter.library.options import format_options
from hoyle.interpreter.library.roles import list_roles
from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.opening_and_ending import list_changed_options
from hoyle.interpreter.narration.output import write, write_json
from hoyle.interpreter.native.watch import Events, find_tables_by_name, find_tables_of_many
from hoyle.interpreter.runtime.bots import RANDOM, Manners
from hoyle.interpreter.runtime.events import name_moves, name_row
from hoyle.interpreter.runtime.table import Table as GameTable
from hoyle.interpreter.simulation.compare import DIFFERING, FIRST, Differences
from hoyle.interpreter.simulation.exact_chances import find_hand_sizes, list_chances
from hoyle.interpreter.simulation.figures import DIGITS, Figure, Figures, round_figure
from hoyle.interpreter.simulation.partners import join_partners, name_sides
from hoyle.interpreter.simulation.play_games import find_sums
from hoyle.interpreter.simulation.results import GamePlayer, Problem, game_seed
from hoyle.interpreter.simulation.simulate import Simulation
from hoyle.interpreter.simulation.tally import IDLE, Tally
from hoyle.interpreter.simulation.unit import Unit

WIDTH = 100
NO_BREAK = "\ue000"  # a space at which no line is folded; what lays out tables knows none
PERCENT = {
    "won",
    "ended",
    "of units",
    IDLE,
    "of decisions",
    "hand",
    "differs",
}  # sections told in per cent
# What stands above each section.
TITLES = {
    "won": "games won, of 100",
    "ended": "games that a seat ended ahead, even or behind, of 100",
    "a unit": "{name} {one}",
    "a game": "{name} at the end of a game",
    "length": "how long a game is",
    "of units": "from one {unit} to the next, of 100",
    IDLE: "{many} that asked nothing of a seat, of 100",
    "of decisions": "choices, a decision",
    "hand": "{many} in which somebody had what was ranked or tried, of 100",
    "move": "moves, {one}",
    "row": "times that a row scored, paid or was kept, {one}",
    "said": "what was said, {one}",
    "difference": "the difference",
    "differs": "on the same deals, of 100",
}
UNLIKE = "game by game, of 100"  # above games that differ, where the deals are not the same


@attrs.frozen
class Table:
    """One game that is played: its ruleset and table, what was set, and who plays."""

    ruleset: Ruleset
    table: GameTable
    settings: Mapping[str, str]
    manners: Manners
    player: GamePlayer

    @property
    def options(self) -> list[tuple[str, str]]:
        """The options that were set to something else than their default."""
        return list_changed_options(self.ruleset, self.table, self.settings)

    @property
    def title(self) -> str:
        """What is played."""
        return self.ruleset.title

    def describe_manners(self) -> dict[str, str]:
        """Who plays by which policy."""
        roles = {slot: name for name, slot in list_roles(self.ruleset.game, self.table.machine)}
        manners, names = self.manners, self.table.names
        return {
            "everybody": to_dashes(manners.others),
            **{roles[slot]: to_dashes(policy) for slot, policy in manners.roles.items()},
            **{names[seat]: to_dashes(policy) for seat, policy in manners.seats.items()},
        }


def list_figures(tables: Sequence[Table], simulation: Simulation) -> list[Figure]:
    """The figures of one game, or of how two differ."""
    kind = Figures if len(tables) == 1 else Differences
    names = tables[0].table.names
    return kind(simulation.tally, tables[0].player, names, simulation.level).list_all()


@attrs.frozen
class Facts:
    """All that is told of a simulation."""

    tables: Sequence[Table]
    seed: int
    simulation: Simulation
    figures: list[Figure]
    unlike: str = ""  # why the deals of two tables are not the same

    @classmethod
    def of(cls, tables: Sequence[Table], seed: int, simulation: Simulation) -> Facts:
        """What came of the games of one table, or of two."""
        tally = simulation.tally
        figures = list_figures(tables, simulation) if tally.ended else []
        if any(figure.section == "hand" for figure in figures):
            ruleset, table = tables[0].ruleset, tables[0].table
            players, options = table.machine.players, dict(table.machine.options)
            sizes = find_hand_sizes(ruleset, table)
            chances = list_chances(ruleset.game, players, options, sizes)
            exact = {f"{name}: {row}": str(chance) for (name, row), chance in chances.items()}
            figures = [
                attrs.evolve(one, exact=exact.get(one.name)) if one.section == "hand" else one
                for one in figures
            ]
        unlike = ""
        if len(tables) > 1:
            one, other = (table.table for table in tables)
            unlike = describe_unlike_deals(one, other, game_seed(seed, 0))
        return cls(tables, seed, simulation, figures, unlike)

    def list_options(self, table: Table) -> dict[str, str]:
        """The options that were set at a table, and those in which two tables differ."""
        values = [one.table.machine.options for one in self.tables]
        differing = {
            name for name, value in values[0]
            if any(dict(other).get(name, value) != value for other in values)
        }  # fmt: skip
        game = table.ruleset.game
        told = format_options(game, len(self.names), dict(table.table.machine.options), True)
        pairs = (word.split("=", 1) for word in told)
        return dict(table.options) | {
            name: value for name, value in pairs if to_underscores(name) in differing
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The seats."""
        return self.tables[0].table.names

    @property
    def unit(self) -> Unit:
        """What a game repeats, and figures are told of."""
        return self.tables[0].player.unit

    @property
    def told(self) -> list[Figure]:
        """The figures for people: of partners that fare alike, and names as transcripts spell them.

        Sentences stand as they were written.
        """
        sides = name_sides(self.tables[0].player, self.names)
        return [
            one if one.section == "said" else attrs.evolve(one, name=to_dashes(one.name))
            for one in join_partners(self.figures, sides)
        ]

    @property
    def never_made(self) -> list[str]:
        """The actions of one game that nobody ever chose, also where none could be chosen."""
        made = {one.name for one in self.figures if one.section == "move"}
        if len(self.tables) > 1 or not made:
            return []
        names = name_moves(self.tables[0].table.machine).values()
        return [name for name in names if name not in made]

    @property
    def never_scored(self) -> list[str]:
        """The rows of one game that never gave anything, of tables of which others did."""
        scored = {one.name for one in self.figures if one.section == "row"}
        if len(self.tables) > 1 or not scored:
            return []
        one = self.tables[0]
        sums = find_sums(one.ruleset.game)
        rows = Events.of(one.table.machine, frozenset(), sums).rows
        tables = {row[0] for row in rows if name_row(*row) in scored}
        tables -= {*self.not_counted, *self.not_counted_by_name}
        names = (name_row(*row) for row in rows if row[0] in tables)
        return [name for name in names if name not in scored]

    @property
    def not_counted(self) -> list[str]:
        """The tables of one game that one value asks of several: no row of them is counted."""
        if len(self.tables) > 1:
            return []
        one = self.tables[0]
        return sorted(find_tables_of_many(one.table.machine, find_sums(one.ruleset.game)))

    @property
    def not_counted_by_name(self) -> list[str]:
        """The tables of one game that a name stands for where something is scored or paid."""
        if len(self.tables) > 1:
            return []
        named = find_tables_by_name(self.tables[0].table.machine)
        return sorted(named.difference(self.not_counted))

    @property
    def heading(self) -> str:
        """What is told, in a line."""
        simulation = self.simulation
        games = _count_games(simulation.tally.games)
        if simulation.interrupted:
            games += f" of {simulation.games:,}, then interrupted"
        titles = " → ".join(table.title for table in self.tables)
        return f"{titles}: {count_players(len(self.names))}, {games}, seed {self.seed}"


# ---------------------------------------------------------------------- for programs


def write_facts_as_json(facts: Facts) -> None:
    """Everything, for a program."""
    simulation = facts.simulation
    write_json({
        "game": facts.tables[0].title, "seats": facts.names,
        "options": facts.list_options(facts.tables[0]),
        "policies": facts.tables[0].describe_manners(),
        "against": [
            {"game": table.title, "options": facts.list_options(table),
             "policies": table.describe_manners()}
            for table in facts.tables[1:]
        ],
        "unit": facts.unit.told_of, "seed": facts.seed, "games": simulation.tally.games,
        "asked": simulation.games, "interrupted": simulation.interrupted,
        "looks": simulation.looks, "level": round(simulation.level, 10),
        "problems": [
            {"kind": problem.kind, "says": problem.says, "place": problem.place,
             "inside": problem.inside, "games": many, "seed": game_seed(facts.seed, first)}
            for problem, first, many in _list_problems(simulation.tally)
        ],
        "drawn": [
            {"table": number, "place": place, "games": many, "seed": game_seed(facts.seed, first)}
            for (number, place), (first, many) in sorted(simulation.tally.drawn.items())
        ],
        "never_made": facts.never_made, "never_scored": facts.never_scored,
        "not_counted": facts.not_counted,
        "not_counted_by_name": facts.not_counted_by_name,
        "figures": [_figure_facts(figure) for figure in facts.figures],
    })  # fmt: skip


def _figure_facts(figure: Figure) -> dict[str, object]:
    low, high = figure.interval or (None, None)
    found: dict[str, object] = {
        "section": figure.section, "name": figure.name, "who": figure.who, "value": figure.value,
        "low": low, "high": high, "of": figure.of, "unit": figure.unit, "games": figure.games,
    }  # fmt: skip
    for name in ("hits", "before", "after", "exact"):
        if getattr(figure, name) is not None:
            found[name] = getattr(figure, name)
    if figure.spread is not None:
        found.update(attrs.asdict(figure.spread))
    return found


COLUMNS = (
    "section", "name", "who", "value", "low", "high", "of", "unit", "games", "hits",
    "before", "after", "exact", "deviation", "least", "low_quarter", "middle", "high_quarter",
    "most", "middle_low", "middle_high",
)  # fmt: skip


def write_facts_as_csv(facts: Facts) -> None:
    """The figures, a line each."""
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\n")
    table.writeheader()
    for figure in facts.figures:
        row = _figure_facts(figure)
        if figure.spread is not None and figure.spread.middle_interval is not None:
            row["middle_low"], row["middle_high"] = figure.spread.middle_interval
        table.writerow(row)
    write(text.getvalue(), nl=False, coloured=False)


# ---------------------------------------------------------------------- pictures


def check_plot(path: str | None) -> None:
    """UserError where no picture could be drawn there."""
    if path is None:
        return
    if Path(path).suffix.lower() not in (".svg", ".png"):
        raise UserError("`--plot` draws `.svg` and `.png`")
    if find_spec("matplotlib") is None:
        raise UserError("`--plot` needs matplotlib: install `hoyle[plot]`")


def draw_facts(facts: Facts, path: str) -> None:
    """A picture of it, written to a file."""
    from hoyle.interpreter.simulation.plots import draw_figures

    policies = [_format_policies(table) for table in facts.tables]
    who = "; ".join(dict.fromkeys(policies))
    title = f"{facts.heading}\n{who}\nwith {_format_level(facts)} intervals"
    draw_figures(facts.told, facts.unit, title, Path(path))


# ---------------------------------------------------------------------- for people


def print_facts(facts: Facts) -> None:
    """The tables."""
    for line in _list_opening_lines(facts):
        write(line)
    for (section, name), group in groupby(facts.told, key=_section_of):
        write()
        title = UNLIKE if section == "differs" and facts.unlike else TITLES[section]
        title = facts.unit.fill(title, name)
        _print_table(title, section, list(group), _format_level(facts))
        if section == "move" and facts.never_made:
            write(f"never made: {', '.join(map(to_dashes, facts.never_made))}")
        if section == "row" and facts.never_scored:
            write(f"never: {', '.join(map(to_dashes, facts.never_scored))}")
        if section == "row":
            _print_not_counted(facts)
    if not any(figure.section == "row" for figure in facts.told) and facts.not_counted_by_name:
        write()
        _print_not_counted(facts)
    write()
    if not facts.simulation.tally.ended:
        write("No game has come to its end, so there are no figures.")
        return
    for line in _list_notes(facts):
        write(line)


def _print_not_counted(facts: Facts) -> None:
    """The tables of which rows score or pay, and are not or not always counted; and why."""
    scored = {one.name for one in facts.told if one.section == "row"}
    for why, tables in (
        ("asked of several at once", facts.not_counted),
        ("what they give first gets a name", facts.not_counted_by_name),
    ):  # fmt: skip
        partly = {name.partition(":")[0] for name in scored}
        for counted, few in ((False, "not counted"), (True, "counted in part only")):
            names = [to_dashes(one) for one in tables if (to_dashes(one) in partly) is counted]
            if names:
                write(f"{few}, {why}: {', '.join(names)}")


def _section_of(figure: Figure) -> tuple[str, str]:
    return figure.section, figure.name if figure.section in ("a unit", "a game") else ""


def _list_opening_lines(facts: Facts) -> Iterator[str]:
    simulation = facts.simulation
    yield facts.heading
    for number, table in enumerate(facts.tables):
        which = "the second: " if number else ""
        for name, value in facts.list_options(table).items():
            yield f"{which}option {name}: {value}"
        yield f"{which}{_format_policies(table)}"
    tally = simulation.tally
    for problem, first, many in _list_problems(tally):
        counts = "counts" if many == 1 else "count"
        yield f"{_count_games(many)} broke off and {counts} for nothing: {problem.says}"
        for place in filter(None, (problem.place, problem.inside)):
            yield f"  {place}"
        which = "it has" if many == 1 else "the first of them has"
        yield f"  {which} the seed {game_seed(facts.seed, first)}"
    yield from _list_drawn(facts)
    if tally.problems and tally.ended:
        yield f"what follows is of {_count_games(tally.ended)}, which may not be a fair sample"


def _list_drawn(facts: Facts) -> Iterator[str]:
    """How many games a loop has ended as draws, and the first of them."""
    tally = facts.simulation.tally
    of = _count_games(tally.ended)
    for (number, place), (first, many) in sorted(tally.drawn.items()):
        which = "of the second, " if number else "of the first, " if len(facts.tables) > 1 else ""
        lead = f"{which}{many:,} of {of} ended only by the bound of this loop"
        yield f"{lead}, as draws after {MAX_ROUNDS:,} rounds"
        yield f"  {place}"
        begun = "it has" if many == 1 else "the first of them has"
        yield f"  {begun} the seed {game_seed(facts.seed, first)}; all figures count such games too"


def _list_problems(tally: Tally) -> list[tuple[Problem, int, int]]:
    """Why games broke off: each with the first such game, and how many there are."""
    found = [(problem, first, many) for problem, (first, many) in tally.problems.items()]
    return sorted(found, key=itemgetter(1))


def _count_games(many: int) -> str:
    return "1 game" if many == 1 else f"{many:,} games"


def _format_policies(table: Table) -> str:
    words = {
        who: "at random" if policy == RANDOM else f"by {policy}"
        for who, policy in table.describe_manners().items()
    }
    rest = words.pop("everybody")
    left = [who for who in table.table.names if who not in words]
    if left:
        words[left[0] if len(left) == 1 else "the others" if words else "everybody"] = rest
    first, *others = words
    verb = "play" if first == "the others" else "plays"
    return ", ".join([f"{first} {verb} {words[first]}", *(f"{who} {words[who]}" for who in others)])


def _format_level(facts: Facts) -> str:
    """How often an interval covers what it is about; more often where it was looked at before."""
    return f"{facts.simulation.level * 100:.4g} %"


def _print_table(title: str, section: str, figures: Sequence[Figure], level: str) -> None:
    from rich.console import Console
    from rich.table import Table as RichTable

    rows = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    rows.add_column(title, max_width=44)
    compared = section == "difference"
    heads = ("first", "second", "difference") if compared else ("",)
    for head in (*heads, f"{level} interval", "of"):
        rows.add_column(head, justify="right")
    known = section == "hand" and any(figure.exact for figure in figures)
    if known:
        rows.add_column("when dealt, exactly", justify="right")
    spread = any(figure.spread is not None for figure in figures)
    for head in ("sd", "least", "middle half", "most") if spread else ():
        rows.add_column(head, justify="right")
    shown = _shorten_sentences(figures) if section == "said" else {}
    tenths = _find_uneven(figures) if compared else set()
    for figure in figures:
        least = int(figure.name in tenths)
        figure = attrs.evolve(figure, name=shown.get(figure.name, figure.name))
        exact = [figure.exact or ""] if known else []
        rows.add_row(*_list_cells(figure, section in PERCENT, least), *exact, *_list_spread(figure))
    console = Console(width=WIDTH, color_system=None, legacy_windows=False)
    text = "".join(segment.text for segment in console.render(rows)).replace(NO_BREAK, " ")
    write("\n".join(line.rstrip() for line in text.splitlines()))


def _shorten_sentences(figures: Sequence[Figure]) -> dict[str, str]:
    """Sentences with a … for each value; with what the value is where two would look the same."""
    short = {figure.name: re.sub(r"\{[^{}]*\}", "…", figure.name) for figure in figures}
    many = Counter(short.values())
    return {
        name: words.replace(" …", f"{NO_BREAK}…")
        if many[words] == 1
        else re.sub(r"\{([^{}]*)\}", r"\1", name)
        for name, words in short.items()
    }


def _find_uneven(figures: Sequence[Figure]) -> set[str]:
    """Shares that would not add up as whole numbers of 100: from seat to seat, or in a row."""
    found = set()
    for name in DIFFERING:
        rows = [
            [100 * (x or 0.0) for x in (one.before, one.after, one.value)]
            for one in figures
            if one.name == name
        ]
        across = any(round(b) - round(a) != round(d) for a, b, d in rows)
        down = any(sum(map(round, x)) != round(sum(x)) for x in zip(*rows, strict=True))
        found |= {name} if across or down else set()
    return found


def _list_cells(figure: Figure, percent: bool, least: int = 0) -> list[str]:
    """What stands in a row; with at `least` so many digits behind the point."""
    percent = percent or (figure.section == "difference" and figure.name in DIFFERING)
    scale = 100 if percent and figure.name != "legal moves" else 1
    low, high = figure.interval or (figure.value, figure.value)
    digits = max(least, _count_digits(figure.value * scale, (high - low) / 2 * scale))
    both = [
        f"{x * scale:z.{max(digits, _count_digits(x * scale, reach * scale))}f}"
        for x, reach in zip((figure.before, figure.after), figure.reaches, strict=False)
        if x is not None
    ]
    number, low_end, high_end = (f"{x * scale:z.{digits}f}" for x in (figure.value, low, high))
    interval = f"{low_end} .. {high_end}" if figure.interval else "one game tells none"
    of = f"{figure.hits:,} of {figure.of:,}" if figure.hits is not None else f"{figure.of:,}"
    name = figure.who or figure.name
    if figure.section == "difference":
        name = f"{figure.name}, of 100 games" if percent else figure.name
        name += f", {figure.who}" if figure.who else ""
    if figure.section == "ended":
        name = f"{figure.who}, {figure.name}"
    if figure.section == "of decisions" and percent and figure.name != "legal moves":
        name = f"{figure.name}, of 100 decisions"
    return [name, *both, number, interval, f"{of} {figure.unit}"]


def _count_digits(value: float, reach: float) -> int:
    """Digits behind the point, so that an interval shows two of its own.

    Four figures of a value that is known exactly and is no whole number.
    """
    if reach <= 0:
        if round_figure(value).is_integer():
            return 0
        reach = abs(value) / 100
    return min(6, max(0, 1 - math.floor(math.log10(reach))))


def _list_spread(figure: Figure) -> list[str]:
    spread = figure.spread
    if spread is None:
        return []
    quarters = f"{spread.low_quarter} .. {spread.high_quarter}"
    deviation = f"{float(f'{spread.deviation:.3g}'):.{DIGITS}g}"  # three figures, written out
    return [deviation, str(spread.least), quarters, str(spread.most)]


def _list_notes(facts: Facts) -> Iterator[str]:
    looks = facts.simulation.looks
    if looks:
        yield (
            f"It was looked at {looks} times whether this is precise enough; intervals are those "
            f"of {_format_level(facts)}, so that all looks together miss 5 times in 100."
        )
    if facts.unlike:
        yield f"The two were not played on the same deals: {facts.unlike}."
    first = facts.simulation.tally.counts.get(FIRST)
    if first:
        yield f"The first game that differs has the seed {game_seed(facts.seed, min(first))}."
    spans = (figure.interval for figure in facts.told)
    many = sum(low < high for low, high in filter(None, spans))  # not where all games agree
    missed = "" if looks else f"; of {many} such about {many / 20:.0f} miss"
    yield f"Each interval holds alone, for these ways to play{missed}."
