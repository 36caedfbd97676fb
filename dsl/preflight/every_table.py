"""What only a table shows: the machine is made for every number of players and looked over."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.dsl.analysis.facts import all_steps
from hoyle.dsl.analysis.not_gathered import check_not_gathered
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.ranges import format_ranges
from hoyle.dsl.checked.types import bare
from hoyle.dsl.checked.values import things_read
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.constants import TableConstants, list_ranges
from hoyle.dsl.machine.from_game import build_machine, declare_table
from hoyle.dsl.machine.lower_expressions import NO_ROW_FITS
from hoyle.dsl.node import select_kind
from hoyle.dsl.preflight.choosability import check_choosable
from hoyle.dsl.preflight.deal_findings import Excess
from hoyle.dsl.preflight.deals import (
    DealSettings,
    DealWalk,
    find_overdraws,
    find_settling_reads,
    has_rooms,
    only_deals,
    takes_from_piles,
    walk_table,
)
from hoyle.dsl.preflight.empty_ranges import check_empty_ranges
from hoyle.dsl.preflight.long_lists import check_long_lists
from hoyle.dsl.preflight.many_ways import tell_many_ways
from hoyle.dsl.preflight.missing_values import MissingValue, list_sound_copies
from hoyle.dsl.preflight.never_set import find_never_set
from hoyle.dsl.preflight.secrets import check_secrets
from hoyle.dsl.printable import count_cards, count_players
from hoyle.dsl.report import Report
from hoyle.dsl.source import Span

ASKED_ONCE = "asked once, before the first round; inside:  if …"


def check_counts(game: g.Game, report: Report) -> None:
    """Options, pack and deals at every number of players; choices and secrets at the fewest."""
    fewest = game.counts[0]
    made = build_machine(game, fewest, report=report)
    if made is None:
        return
    tables = []
    for players in game.counts:
        constants = made.constants if players == fewest else declare_table(game, players, report)
        if constants is None:
            return
        tables.append(constants)
        if not report.failed:
            _check_options(game, constants, report)
        _check_needs(game, constants, report)
    _check_deals(game, tables, report)
    if not report.failed:
        _check_course(game, made.machine, fewest, report)
        check_choosable(game, made.constants, report)
        check_empty_ranges(game, tables, report)
        check_long_lists(game, made.constants, report)
        check_secrets(game, tables, report)


def _check_deals(game: g.Game, tables: list[TableConstants], report: Report) -> None:
    """Deals at every number of players.

    Where all else is the same the most need most cards, and of all cards the fewest get most each.
    """
    if not takes_from_piles(game):
        return
    settings, plain = DealSettings(find_settling_reads(game)), only_deals(game)
    alike: dict[object, list[int]] = {}
    for constants in tables:
        alike.setdefault(settings.key(constants), []).append(constants.settings.players)
    short: dict[int, list[Excess]] = {players: [] for players in game.counts}
    known = dict.fromkeys(game.counts, True)  # whether all of it was gone through
    for counts in alike.values():
        ends = {counts[-1], counts[0]} if has_rooms(game) else {counts[-1]}
        for players in sorted(counts, key=lambda count: count not in ends):
            if players not in ends and not any(short[end] for end in ends):
                break
            build = build_machine(plain, players, report=Report())
            if build is not None:
                short[players], known[players] = find_overdraws(game, build.machine)
        for players in set(counts) - ends:
            known[players] = known[players] and all(known[end] for end in ends)
    _tell_overdrawn(game, short, {count for count in known if known[count]}, report)


def _check_course(game: g.Game, machine: p.Machine, players: int, report: Report) -> None:
    """What happens whatever the players choose: numbers leave their ranges, hands are the same."""
    course = walk_table(machine)
    for stray in course.strays[:1]:  # what comes after it would be told in vain
        report.add(
            "R04", f"`{stray.name}` would be {stray.value}, and runs from {stray.low} to "
            f"{stray.high} only", stray.span,
            help=(f"whatever is chosen, games with {count_players(players)} come to this",),
        )  # fmt: skip
    told = set[bool]()  # whether of a bot: that one stops hides no fault of the rules behind it

    for missing, run in list_sound_copies(course.missing, machine.nodes):
        of_bot = bool(_find_policy(missing))
        if of_bot not in told:
            told.add(of_bot)
            _tell_missing(game, machine, course, missing, run, report)
    if not told:
        for guard, _, asked_in in find_never_set(machine, course.edges):
            _tell_never_set(machine, guard, asked_in, report)
    told_behind = set[Span]()
    for missing, asked, holds in course.missing_behind:
        guard = missing.guard
        if not told and guard.span not in told_behind:
            told_behind.add(guard.span)
            _tell_missing_behind(missing, asked, holds, report)
    most = sorted(course.many_ways, key=lambda one: one.ways)
    for many in {one.action: one for one in most}.values():
        tell_many_ways(many, report)
    for too_many in course.too_many[:1]:
        too_many.tell(count_players(players), report)
    for unmixed in course.unmixed[:1]:
        taken, pile = unmixed.taken, unmixed.pile
        write = f"shuffle them before:  shuffle {pile}"
        if unmixed.gathered:
            write = f"`gather` lays them in that order: behind it,  shuffle {pile}"
        says = "these cards are dealt in the order of the pack: all games have the same hands"
        if isinstance(taken, p.MoveCards):
            says = f"`{pile}` lies in the order of the pack: all games have the same cards here"
        report.warn(
            "D02", says, taken.span.first_word, help=(write,),
        )  # fmt: skip
    if not course.emptied:
        check_not_gathered(game, report)
    for emptied in course.emptied[:1]:
        pile, there = emptied.pile, emptied.there
        left = (
            "no card is"
            if not there
            else f"only {count_cards(there)} {'is' if there == 1 else 'are'}"
        )
        report.warn(
            "D05", f"{left} left in `{pile}` when this is done a second time",
            emptied.deal.span.first_word,
            help=(
                f"no step brings cards back: before each deal stand  gather into {pile}  and, "
                f"behind that,  shuffle {pile}",
            ),
        )  # fmt: skip


def _tell_missing(
    game: g.Game, machine: p.Machine, course: DealWalk, missing: MissingValue,
    run: p.Mark | None, report: Report,
) -> None:  # fmt: skip
    """R05: a value that a step, a condition or a row of a policy surely asks for in vain."""
    guard, node, asked = missing.guard, missing.node, missing.asked
    cure = "ask first whether it is there"
    if guard.says.startswith(NO_ROW_FITS):
        cure = "ask it of what a row fits, or add a row for all else"
    elif _find_kept(machine, guard.value) is not None:
        cure = f"set it before, or {cure}"
    elif is_empty := re.search(r"`([^`]+)` is empty$", guard.says):
        cure = f"ask first whether `{is_empty[1]}` is empty"
    options = any(option.type != bare(option.type) for option in game.options.values())
    how = "with the default options" if options else "whatever is chosen"
    place, also = guard.span, tuple[tuple[Span, str], ...]()
    if asked is not None and not guard.span.is_inside(asked):
        also = ((asked, "it is asked here"),)
        if asked.source is not guard.span.source:  # the line of a library is not at fault
            place, also = asked, ((guard.span, "it is asked for here"),)
    declared = _find_kept(machine, guard.value)
    if declared is not None and declared.source is not place.source:
        also = (*also, (declared, "it is declared here"))
    emptying = course.find_emptying(node, guard.value)
    if emptying is not None and guard.says.endswith("is empty"):
        also = (*also, (emptying, "its cards are moved away here"))
        cure = "ask for it before that"
    if policy := _find_policy(missing):
        stops = f"a bot that plays by `{policy}` stops here"
        report.warn("R05", guard.says, place, also=also, help=(f"{stops}: {cure}",))
        return
    if run is not None:
        stops = f"a game that comes here from `{run.span.words}` would stop"
        also = (*also, (run.span, "it is run from here"))
        report.warn("R05", guard.says, place, also=also, help=(f"{stops}: {cure}",))
        return
    stops = f"a game that comes here stops, {how}"
    report.add("R05", guard.says, place, also=also, help=(f"{stops}: {cure}",))


def _tell_never_set(machine: p.Machine, guard: p.Guard, asked: Span, report: Report) -> None:
    """R05, as a warning: state that nothing can have set when it is first asked for."""
    declared = _find_kept(machine, guard.value)
    place = guard.span if guard.span.is_inside(asked) else asked
    when, also = "when a game first comes here", tuple[tuple[Span, str], ...]()
    if declared is not None and declared.source is not place.source:
        when, also = "when it is first asked for", ((place, "it is asked for here"),)
        place = declared
    says, here, needed = guard.says.partition(" here, and a value is needed")
    says = f"{says} {when}{', and a value is needed' * bool(here)}{needed}"
    report.warn(
        "R05", says, place, also=also,
        help=("no step before this sets it: set it before, or ask first whether it is there",),
    )  # fmt: skip


def _tell_missing_behind(
    missing: MissingValue, asked: p.Branch, holds: bool, report: Report
) -> None:
    """R05, as a warning: a value that is asked for in vain by games that come one way."""
    guard, way = missing.guard, "where this holds" if holds else "where this does not hold"
    report.warn(
        "R05", guard.says, guard.span, also=((asked.span, way),),
        help=("a game that comes from there stops: end the phase there, set it, or ask first",),
    )  # fmt: skip


def _find_policy(missing: MissingValue) -> str:
    """The policy of which a row asks for it; empty where the rules do."""
    node = missing.node
    actions = node.actions if isinstance(node, p.Choose) else ()
    rows = (row for one in actions for row in one.advice)
    return next((row.policy for row in rows if row.span is missing.asked), "")


def _find_kept(machine: p.Machine, value: p.Expr) -> Span | None:
    """The line of state in which it stands; None for options, and for what is worked out."""
    slot = value.reads if isinstance(value, p.Get | p.GetAt) else None
    kept = (one.span for one in machine.slots if one.at == slot and not one.local)
    return next(kept, None)


def _check_options(game: g.Game, constants: TableConstants, report: Report) -> None:
    """Defaults that depend on the players must lie in their ranges at every count."""
    settings = constants.settings
    for option in game.options.values():
        ranges, found = list_ranges(option, constants), settings.options[option.name]
        if (
            ranges
            and not (found == -1 and option.type != bare(option.type))
            and not any(each[0] <= found <= each[-1] for each in ranges)
        ):
            report.add(
                "O01", f"with {count_players(settings.players)} the default of `{option.name}` is "
                f"{found}, and it can be {format_ranges(ranges)}", option.default.span,
            )  # fmt: skip


def _check_needs(game: g.Game, constants: TableConstants, report: Report) -> None:
    for need in game.needs:
        if not constants.evaluate(need.test):
            test = need.test.span.words
            report.add(
                "O02", f"the defaults do not meet `{test}`", need.test.span, label=need.sentence
            )


def _tell_overdrawn(
    game: g.Game, short: dict[int, list[Excess]], known: set[int], report: Report
) -> None:
    """Each deal that goes beyond what there is, with the counts at which it does and does not.

    Of numbers of players that are not `known` to the end it is not said that they are all right.
    """
    places: dict[tuple[int, int], dict[int, Excess]] = {}
    for players, found in short.items():
        for one in found:
            # of one step the first counts: what comes after it is no longer sure
            places.setdefault((one.span.start, one.span.end), {}).setdefault(players, one)
    asked = [*_list_asked_once(game)]
    drained = set[str]()  # what also comes too late to other steps is one mistake
    for by_count in places.values():
        players, one = next(iter(by_count.items()))
        if one.help and one.drained in drained:
            continue
        drained |= {one.drained} - {""} if one.help else set()
        fine = [count for count in short if count in known and not short[count]]
        help_ = (
            [
                f"{count_players(_in_words(fine))} {'is' if fine == [1] else 'are'} all right; "
                f"{_in_words(list(by_count))} not"
            ]
            if fine
            else []
        )
        if len(short) > 1 and all(short.values()) and one.help:
            help_ = ["no number of players is all right"]
        title = f"with {count_players(players)} {one.says}"
        before = [test for loop, test in asked if one.span.is_inside(loop)]
        also = (*one.also, *((test, ASKED_ONCE) for test in before))
        report.add(one.code, title, one.span, help=[*help_, *one.help], also=also)


def _list_asked_once(game: g.Game) -> Iterator[tuple[Span, Span]]:
    """The loops whose conditions ask for cards, and those conditions: they are not asked again."""
    for loop in select_kind(all_steps(game), g.For):
        narrowed = loop.over.where if isinstance(loop.over, g.Phrase) else None
        if narrowed is not None and any(
            isinstance(thing, g.Zone) for thing in things_read(narrowed)
        ):
            yield loop.span, narrowed.span


def _in_words(counts: list[int]) -> str:
    words = [str(count) for count in counts]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
