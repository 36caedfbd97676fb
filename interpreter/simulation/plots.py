"""A page of at most four pictures: who wins, what a hand brings, how long it is, what comes up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hoyle.interpreter.simulation.compare import DIFFERING
from hoyle.interpreter.simulation.figures import Figure
from hoyle.interpreter.simulation.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable

PANELS = {  # what may be drawn, the first four of which there is something, and what stands above
    "difference": "{name}: the second less the first",
    "won": "games won, of 100",
    "a unit": "{name} {one}",
    "length": "how long a game is",
    "hand": "of 100 {many}, those in which somebody had it",
    "row": "times that a row scored, paid or was kept, {one}",
    "ended": "games ended ahead, of 100",
    "move": "moves, {one}",
}
OF_100 = ("won", "ended", "hand")  # shares, told of 100 as in the tables
MOST_ROWS = 14
INK = "#0072B2"  # blue of a palette that everybody can tell apart (Okabe and Ito)


def draw_figures(figures: Sequence[Figure], unit: Unit, title: str, path: Path) -> None:
    """Points with their intervals, in at most four panels; an SVG is the same bytes every time."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "hoyle"
    from matplotlib import pyplot

    panels = _choose_panels(figures, unit)
    across = 2 if len(panels) > 1 else 1
    page, places = pyplot.subplots(
        -(-len(panels) // across), across, figsize=(11, 4.2 * -(-len(panels) // across)),
        squeeze=False, layout="constrained",
    )  # fmt: skip
    page.suptitle(title, fontsize=11)
    for place in places.flat[len(panels) :]:
        place.axis("off")
    for place, (heading, shown) in zip(places.flat, panels, strict=False):
        _draw_panel(place, heading, shown)
    meta = {"Date": None} if path.suffix.lower() == ".svg" else {"Software": None}
    page.savefig(path, metadata=meta)
    pyplot.close(page)


def _choose_panels(figures: Iterable[Figure], unit: Unit) -> list[tuple[str, list[Figure]]]:
    found: dict[tuple[int, str], list[Figure]] = {}
    order = list(PANELS)
    for (section, name), group in groupby(figures, key=lambda one: (one.section, one.name)):
        if section in PANELS and not (section == "ended" and name != "ahead"):
            named = name if "{name}" in PANELS[section] else ""
            found.setdefault((order.index(section), named), []).extend(group)
    return [
        (unit.fill(PANELS[order[k]], name), shown[:MOST_ROWS])
        for (k, name), shown in sorted(found.items())[:4]
    ]


def _draw_panel(place: Any, heading: str, figures: Sequence[Figure]) -> None:
    rows = range(len(figures))
    first = figures[0]
    difference = first.section == "difference" and first.name in DIFFERING
    scale = 100 if difference or first.section in OF_100 else 1
    values = [figure.value * scale for figure in figures]
    ends = [
        (low * scale, high * scale)
        for low, high in (figure.interval or (figure.value, figure.value) for figure in figures)
    ]
    below = [value - low for value, (low, _) in zip(values, ends, strict=True)]
    above = [high - value for value, (_, high) in zip(values, ends, strict=True)]
    place.errorbar(values, rows, xerr=[below, above], fmt="o", color=INK, capsize=3)
    place.set_yticks(rows, [figure.who or figure.name for figure in figures])
    place.invert_yaxis()
    place.grid(axis="x", alpha=0.3)
    if min(low for low, _ in ends) < 0 < max(high for _, high in ends):
        place.axvline(0, color="black", linewidth=0.8)
    place.locator_params(axis="x", nbins=6)  # more, and the numbers run into one another
    place.set_title(f"{heading}, of 100 games" if difference else heading, fontsize=10)
