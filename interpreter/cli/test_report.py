"""What `hoyle test` says of a ruleset, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import factorial
from typing import TYPE_CHECKING

import attrs

from hoyle.dsl.printable import count_players, join_words, to_dashes
from hoyle.interpreter.cli.left_out import MAX_NAMED, count_left_out, describe_left_out, format_lack
from hoyle.interpreter.library.variant_resolution import find_base_elsewhere
from hoyle.interpreter.testing.findings import (
    FailingGame,
    Finding,
    SmallestGames,
    as_facts,
    as_text,
)
from hoyle.interpreter.testing.refused_moves import count_of
from hoyle.interpreter.testing.rule_coverage import place_of
from hoyle.interpreter.testing.shrink.failure_text import (
    describe_failure,
    describe_reduced,
    failure_facts,
)
from hoyle.interpreter.testing.suspicions import describe_silent_seats

if TYPE_CHECKING:
    from hoyle.interpreter.testing.exhaustive_search import ExhaustiveResult
    from hoyle.interpreter.testing.search import IdleTally, Verdict

MAX_FINDINGS = 20
AT_SOME = ", of those tried at the decisions looked at closely"
FOLLOWS = "seen only in games in which something else had gone wrong before: it may come of that"
AS_FOUND = "the game as it was before it was made small"
NOT_ASKED = (
    "what is asked at the end of a phase, or of a move, "
    "is not asked of cards and state that were laid by hand"
)
MAY_STAY = "one that play cannot come to has to stay where `check` says B02 without it"


def format_report(verdict: Verdict) -> list[str]:
    """Everything that there is to say of one ruleset."""
    lines = [f"{verdict.ruleset.name}: {verdict.ruleset.title}"]
    failures, findings = _join_failures(verdict.failures()), verdict.list_findings()
    for finding, *others in failures[:MAX_FINDINGS]:
        lines += ["", as_text(finding)]
        lines += [f"  the same in {one.about} ({one.span!r})" for one in others]
    for number, (finding, times) in enumerate(findings[:MAX_FINDINGS]):
        told = [one for one, _ in findings[:number]]
        lines += ["", *format_finding(verdict, finding, told)]
        if times > 1:
            lines.append(f"  and in {times - 1} more game{'s' * (times > 2)}")
    for more, what in (
        (len(failures) - MAX_FINDINGS, "that examples do not pass"),
        (len(findings) - MAX_FINDINGS, "that games have shown"),
    ):
        if more > 0:
            lines += ["", f"and {more} more {what}: `--json` tells all"]
    if verdict.failed:
        lines.append("")
    lines += [f"  {line}" for line in _summarise(verdict)]
    return lines


def _join_failures(failures: list[Finding]) -> list[list[Finding]]:
    """What examples show, together where it is the same at the same line of the rules."""
    found: dict[object, list[Finding]] = {}
    for finding in failures:
        same = (finding.says, finding.also, finding.lines) if finding.also else id(finding)
        found.setdefault(same, []).append(finding)
    return list(found.values())


def format_finding(verdict: Verdict, finding: Finding, told: Sequence[Finding] = ()) -> list[str]:
    """One finding: what is wrong, the smallest game and position that show it, how to see it.

    A game that was `told` with another finding is not told again.
    """
    small = verdict.find_smallest(finding)
    if small.game is None:
        late = ("  not made smaller: time was up",) if small.time_was_up else ()
        alone = attrs.evolve(finding, again="")
        return [*as_text(alone).splitlines(), *_tell_how_to_see(verdict, finding), *late]
    same = next((one for one in told if _is_in_game_of(verdict, finding, one)), None)
    if same is not None:
        shown, where = small.game.finding, "the game that is printed above shows it too"
        if small.time_was_up:
            shown, where = (
                finding,
                "not made smaller: time was up; found in the same game as",
            )
        above = verdict.find_smallest(same).game
        assert above is not None
        lines = as_text(attrs.evolve(shown, again="")).splitlines()
        lines.append(f"  {where}: {above.finding.about or above.finding.says}")
        return [*lines, *_tell_how_to_see(verdict, finding)]
    # what each part of it was is told with the game
    lines = as_text(attrs.evolve(small.game.finding, again="", lines=())).splitlines()
    described = describe_failure(verdict.ruleset, small.game, smallest=not small.time_was_up)
    lines += [f"  {line}" for line in described]
    lines += _tell_other_numbers("where it was found", finding, small.game.finding)
    lines += [f"  {line}" for line in _describe_reduced(verdict, small)]
    found, now = finding.script, small.game.script
    if finding.again and found is not None and found.players != now.players:
        also = f"shows with {now.players} too"
        lines.append(f"  it was found in a game of {found.players} players, and {also}")
    return [*lines, *_tell_how_to_see(verdict, finding)]


def _is_in_game_of(verdict: Verdict, finding: Finding, other: Finding) -> bool:
    """Whether another finding has the same smallest game, or was found in the same one.

    The second where there was no time to make the game of this one small.
    """
    small, shown = verdict.find_smallest(finding), verdict.find_smallest(other).game
    if small.game is None or shown is None:
        return False
    if small.time_was_up and finding.script is not None and other.script is not None:
        return finding.script.is_one_game(other.script)
    return small.game.script == shown.script


def _tell_how_to_see(verdict: Verdict, finding: Finding) -> Iterator[str]:
    """Whether it may come of something else, and the commands that show it again."""
    if finding.follows:
        yield f"  {FOLLOWS}"
    if finding.again:
        if _shows_another_game(verdict, finding):
            yield f"  {AS_FOUND}:"
        yield f"  again: {finding.again}"
    if finding.key in verdict.records:
        yield f"  replay: hoyle replay {verdict.records[finding.key]}"


def _shows_another_game(verdict: Verdict, finding: Finding) -> bool:
    """Whether the command tells the game as it was found, and that was made smaller.

    A search makes it small anew.
    """
    small, found = verdict.find_smallest(finding).game, finding.script
    if small is None or found is None or finding.again.startswith("hoyle test "):
        return False
    now = small.script
    return (found.players, found.options, found.moves) != (now.players, now.options, now.moves)


def _tell_other_numbers(where: str, first: Finding, now: Finding) -> list[str]:
    """What a law came to in the game that was found, as far as that is not the same any more."""
    if first.kind != "law":
        return []
    others = [line for line in first.lines if " = " in line and line not in now.lines]
    told = [line for line in others if not line.startswith(" ")][:MAX_NAMED]
    return [f"  {where}: {'; '.join(told)}"] if told else []


def _describe_reduced(verdict: Verdict, small: SmallestGames) -> tuple[str, ...]:
    """The smallest position begun by hand, where it says more than the smallest game."""
    game, position = small.game, small.reduced
    assert game is not None
    if small.time_was_up and position is None:
        return ("a smaller position, begun by hand, was not looked for: time was up",)
    place, laws = place_of(game.finding.span), verdict.ruleset.game.laws
    late = any(law.phase and place_of(law.test.span) == place for law in laws)
    if position is None and late:
        return (f"no position that is begun by hand was found to show the same: {NOT_ASKED}",)
    if position is not None and (how := _is_as_large(position, game)) is not None:
        if small.time_was_up:
            return (f"no {how}smaller position, begun by hand, was found: time was up",)
        return (f"no {how}smaller position, begun by hand, was found" + f": {NOT_ASKED}" * late,)
    return describe_reduced(verdict.ruleset, position, smallest=not small.time_was_up)


def _is_as_large(position: FailingGame, game: FailingGame) -> str | None:
    """`much ` where a position saves too little to be told, empty where it saves nothing.

    With most of the moves, and about as many cards, it is the same game, told a second time.
    """
    (moves, cards), (all_moves, all_cards) = (
        (len(one.script.moves), one.script.cards) for one in (position, game)
    )
    if (moves, cards) >= (all_moves, all_cards):
        return ""
    saves = 2 * moves <= all_moves or 3 * (moves + cards) <= 2 * (all_moves + all_cards)
    return None if saves else "much "


# ---------------------------------------------------------------------- how far it was looked


def _summarise(verdict: Verdict) -> list[str]:
    """How far it was looked, what was reached, and whether anything was found."""
    lines = [f"examples: {_describe_examples(verdict)}", f"games: {_describe_games(verdict)}"]
    choice = verdict.ruleset.choice
    if choice.chain and (base := find_base_elsewhere(choice.chain[-1].heading, choice.game)):
        lines.insert(0, f"the variant is laid on {base}, not on the game of its own file")
    if verdict.tally.games:
        lines.append(f"end of the match seen: {_describe_ends(verdict)}")
    if verdict.ways is not None:
        found = [finding for finding, _ in verdict.list_findings()]
        lines.append(f"every way of play: {_describe_ways(verdict.ways, found)}")
    if verdict.idle is not None:
        lines.append(
            f"options of which no difference was seen: {_describe_idle(verdict, verdict.idle)}"
        )
    if verdict.tables:
        lines.append(f"tables: {'; '.join(looked.says for looked in verdict.tables)}")
    if verdict.tally.games or (verdict.outcomes and not verdict.plan.games):
        lines += _describe_laws(verdict) + _describe_suspicions(verdict) + _describe_reach(verdict)
    if verdict.interrupted:
        lines.append("it was interrupted here")
    if verdict.tally.games or not verdict.interrupted:
        lines += describe_left_out(verdict)
    return [*lines, _conclude(verdict)]


def _describe_examples(verdict: Verdict) -> str:
    """How many passed, and whose are not run, since they were written without the variant."""
    ruleset, run = verdict.ruleset, len(verdict.outcomes)
    passed = sum(outcome.passed for outcome in verdict.outcomes)
    left = ruleset.count_examples() - run
    told = f"{passed} of {run} passed" if run else "none"
    told += f", {left} not run" * bool(left)
    if not ruleset.choice.layers:
        return told
    below = to_dashes(ruleset.choice.game.stem)
    return f"{told}; those of {below} are for the game without the variant, and are not run"


def _conclude(verdict: Verdict) -> str:
    """What it comes to; that nothing was found says only a trial that has played."""
    if verdict.failed:
        return "something was found"
    if verdict.tally.games and verdict.left_out:
        return "the search was cut short: in what was tried, nothing was found"
    if verdict.tally.games:
        return "nothing was found"
    if verdict.outcomes:
        return "no game was played: nothing but the examples was tried"
    return "no game was played: nothing was tried"


def _describe_ways(ways: ExhaustiveResult, found: Sequence[Finding]) -> str:
    """How many positions of a small game, or why there is none.

    Of laws that were `found` broken with the whole pack nothing needs to be said here; nor is it
    for want of cards that a small one cannot play where the same goes wrong with all of them.
    """
    from hoyle.interpreter.testing.exhaustive_search import MAX_ORDERS, describe_wrong

    broken = {finding.about for finding in found}
    if ways.why_not and ways.why_not in map(describe_wrong, found):
        return "not tried: what is printed above goes wrong there too"
    if ways.why_not:
        none = (
            "not tried, which is no fault of the rules"
            if ways.cards < ways.whole_pack
            else "not tried"
        )
        return f"{none}: {_describe_small_pack(ways)}"
    all_ = "all" if ways.whole else "not all"
    table = count_players(ways.players)
    pack = f" with a pack of {ways.cards}" * bool(ways.cards)
    orders = f"; {MAX_ORDERS} of the {factorial(ways.shuffled):,} orders of {ways.shuffled} cards"
    names = [f"{to_dashes(name)} {value}" for name, value in ways.options.items()]
    low = join_words(names) if len(names) <= MAX_NAMED else f"{len(names)} options at their least"
    options = f", {low}" * bool(names)
    told = f"{ways.positions:,} positions, {all_} that there are, of {table}{pack}{options}"
    odd = [law for law in ways.set_aside if law not in broken]
    aside = (
        f"; set aside, since it did not hold with these {ways.cards} cards, and held in the same "
        f"games with the whole pack: {', '.join(odd)}"
    )
    return told + orders * bool(ways.shuffled) + aside * bool(odd)


def _describe_small_pack(ways: ExhaustiveResult) -> str:
    """Why so many players cannot play with the largest pack that is tried."""
    pack, players = f"with {ways.cards} of the {ways.whole_pack} cards", count_players(ways.players)
    if ways.cards < ways.whole_pack:
        pack = f"only a small pack can be searched so, and {pack}"
    if ways.too_few is None:
        return f"{pack} {players} cannot play on: {ways.why_not}"
    span, needed, there = ways.too_few
    left = "1 is left" if there == 1 else f"{there or 'none'} are left"
    step = f"the `{span.words.split()[0]}` at {span!r}"
    return f"{pack} {step} is short for {players}: it needs {needed}, and {left}"


def _describe_idle(verdict: Verdict, idle: IdleTally) -> str:
    """Of how many values of options no difference was seen, and for how many there was no time."""
    if not idle.tried and not idle.left and not idle.unended:
        return "there are none to try"
    many = f"{idle.idle or 'none'} of the {idle.tried} values tried" if idle.tried else "none tried"
    left = f"; {idle.left} more not tried{format_lack(verdict)}"
    early = f"; of {idle.unended} more no game came to its end, so nothing is said of them"
    return many + left * bool(idle.left) + early * bool(idle.unended)


def _describe_games(verdict: Verdict) -> str:
    """How many games, how far, with how many players and settings."""
    tally = verdict.tally
    if not tally.games:
        return "none"
    counts = ", ".join(str(count) for count in sorted(tally.players))
    sought = tally.games - verdict.random - verdict.by_policy - verdict.to_end
    policy = verdict.plan.policy
    by = f"by `{to_dashes(policy)}`" if policy else ""
    kinds = f"{verdict.random} {by or 'random'}"
    kinds += f", {sought} that seek what is new" * bool(sought)
    by_policy = "by policies" if verdict.ruleset.game.policies else "in which all pass if they can"
    kinds += f", {verdict.by_policy} {by_policy}" * bool(verdict.by_policy)
    kinds += f", {verdict.to_end} at random to the end" * bool(verdict.to_end)
    words = [
        f"{kinds} (players: {counts}), {count_of(tally.shuffles, 'shuffle')}" if tally.shuffles else
        f"{kinds} (players: {counts})",
        f"{len(tally.options)} setting{'s' * (len(tally.options) != 1)} of the options",
        f"{count_of(tally.decisions, 'decision')}, {tally.looked_at:,} of them looked at closely",
    ]  # fmt: skip
    if verdict.short:
        left = f"{verdict.plan.games - verdict.random} of {verdict.plan.games}"
        what = f"games {by}" if by else "random games"
        lack = format_lack(verdict, "with more `--seconds` more are played")
        words.append(f"{left} {what} not played{lack}")
    return "; ".join(words)


def _describe_ends(verdict: Verdict) -> str:
    """In how many games the end of the match was seen."""
    tally = verdict.tally
    if tally.finished == tally.games:
        return "in all games"
    games = "1 game" if tally.games == 1 else f"{tally.games:,} games"
    if verdict.no_time_to_end:
        lack = format_lack(verdict)
        return f"in none of {games}{',' * bool(lack)}{lack}"
    if not tally.finished and not tally.drawn and (examples := verdict.ended_examples):
        seen = "1 example" if examples == 1 else f"{examples} examples"
        return f"in {seen}; {games} {'was' if tally.games == 1 else 'were'} left before it"
    never = sorted(tally.players - set(tally.ends))
    counts = ", ".join(map(str, never))
    none = f", in none with {count_players(counts)}" if never and tally.finished else ""
    told = f"in {tally.finished:,} of {tally.games:,} games{none}"
    if tally.drawn:
        told += f"; {tally.drawn:,} ended only by the bound of a loop, as a draw"
    others = tally.finished + tally.drawn < tally.games
    return told + "; the others were left before it" * others


def _describe_laws(verdict: Verdict) -> list[str]:
    """How often the author's laws were asked, and a warning of those that were not tried."""
    laws = verdict.ruleset.game.laws
    if not laws:
        return []
    counts = verdict.count_asked()
    asked = [counts[place] for law in laws if counts[place := place_of(law.span)]]
    often = "once" if sum(asked) == 1 else f"{sum(asked):,} times in all"
    lines = [f"laws: {len(asked)} of {len(laws)} asked, {often}"]
    return lines + [
        f"  warning: not tried: {words} ({span!r}): {why}"
        for words, span, why in verdict.never_asked()
    ]


def _describe_suspicions(verdict: Verdict) -> list[str]:
    lines = []
    for doubt in verdict.doubts():
        lines += [f"warning: {doubt.says} ({doubt.span!r})", *(f"  {one}" for one in doubt.lines)]
    return lines


def _describe_reach(verdict: Verdict) -> list[str]:
    lines = list(describe_silent_seats(verdict.tally.chose))
    for what, places in verdict.list_unseen().items():
        if places:
            where = AT_SOME if what == "refusal" and verdict.tally.looked_at else ""
            lines.append(f"{what}s never seen: {len(places)}{where}")
            lines += [f"  {words} ({span!r})" for words, span in places[:MAX_FINDINGS]]
            if len(places) > MAX_FINDINGS:
                lines.append(f"  and {len(places) - MAX_FINDINGS} more")
            if what == "row":
                lines.append(f"  {MAY_STAY}")
    return lines


# ---------------------------------------------------------------------- for a program


def verdict_facts(verdict: Verdict) -> dict[str, object]:
    """Everything as JSON has it."""
    tally, asked = verdict.tally, verdict.count_asked()
    return {
        "game": verdict.ruleset.name,
        "title": verdict.ruleset.title,
        "examples": len(verdict.outcomes),
        "examples_passed": sum(outcome.passed for outcome in verdict.outcomes),
        "games": tally.games,
        "random_games": verdict.random,
        "shuffles": tally.shuffles,
        "games_asked_for": verdict.plan.games,
        "games_finished": tally.finished,
        "games_drawn_by_a_bound": tally.drawn,
        "decisions": tally.decisions,
        "looked_at_closely": tally.looked_at,
        "players": sorted(tally.players),
        "settings": len(tally.options),
        "seed": verdict.plan.seed,
        "left_out": count_left_out(verdict),
        "laws": [
            {"law": law.title, "line": law.span.line, "asked": asked.get(place_of(law.span), 0)}
            for law in verdict.ruleset.game.laws
        ],
        "silent_seats": list(describe_silent_seats(tally.chose)),
        "never_seen": {
            what: [
                {"what": words, "file": span.source.name, "line": span.line}
                for words, span in places
            ]
            for what, places in verdict.list_unseen().items()
        },
        "every_way": attrs.asdict(verdict.ways, filter=attrs.filters.exclude("findings", "too_few"))
        if verdict.ways is not None
        else None,
        "idle": attrs.asdict(verdict.idle) if verdict.idle is not None else None,
        "doubts": [as_facts(doubt) for doubt in verdict.doubts()],
        "tables": [
            {"table": table.table, "classes": table.classes, "exhaustive": table.exhaustive}
            for table in verdict.tables
        ],
        "interrupted": verdict.interrupted,
        "findings": [as_facts(finding) for finding in verdict.failures()]
        + [
            as_facts(finding) | {"times": times} | _smallest_facts(verdict, finding)
            for finding, times in verdict.list_findings()
        ],
    }


def _smallest_facts(verdict: Verdict, finding: Finding) -> dict[str, object]:
    """The smallest game and position that show a finding, and where the game is kept."""
    small = verdict.find_smallest(finding)
    game, position = small.game, small.reduced
    return {
        "smallest": failure_facts(verdict.ruleset, game) if game is not None else None,
        "reduced": failure_facts(verdict.ruleset, position) if position is not None else None,
        "time_was_up": small.time_was_up,
        "record": verdict.records.get(finding.key),
    }
