"""What games come to: against counts by hand, and the same however they are spread."""

import pickle

import attrs
import pytest

from hoyle.dsl.source import Source, Span
from hoyle.interpreter.runtime.bots import Bots
from hoyle.interpreter.runtime.events import name_sentence
from hoyle.interpreter.runtime.table import Table
from hoyle.interpreter.simulation.figures import Figures, ratio_error
from hoyle.interpreter.simulation.play_games import InterpreterPlayer
from hoyle.interpreter.simulation.results import GAME_STRIDE, Problem, game_seed
from hoyle.interpreter.simulation.tally import Moments, Tally, tally_games
from tests.heads import head
from tests.simulation.conftest import PREMIUM, TURNED

NAMES = ("ann", "bob", "cat", "dan")


def tally_of(player, games, first=0):
    return tally_games(player, player.play(1, first, games))


def figures_of(player, tally):
    found = Figures(tally, player, NAMES[: player.players]).list_all()
    return {(one.section, one.name, one.who): one for one in found}


def finals(player, games):
    """The positions at the end, played another way: as `hoyle run` plays them."""
    table = Table(player.machine, traced=False)
    for game in range(games):
        position = table.start(game_seed(1, game))
        bots = Bots(game_seed(1, game), table.engine)
        while not position.over:
            position = position.play(bots.move(position))
        yield position


def test_games_are_those_that_run_plays(player_of):
    player = player_of("turned", 3)
    ends = list(finals(player, 50))
    figures = figures_of(player, tally_of(player, 50))
    for seat, name in enumerate(NAMES[:3]):
        assert figures["won", "", name].hits == sum(seat in end.winners for end in ends)
        scored = [end["score", seat] for end in ends]
        found = figures["a game", "score", name]
        assert found.value == pytest.approx(sum(scored) / 50)
        assert (found.spread.least, found.spread.most) == (min(scored), max(scored))
        assert figures["a unit", "score", name].value == pytest.approx(sum(scored) / 150)
    nobody = sum(not end.winners for end in ends)
    assert figures["won", "", "nobody"].hits == nobody > 0


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('say "red for {dealer}"', "red for {dealer}"),
        (", however long", "`however long`: the game is a draw"),
    ],
)
def test_a_sentence_has_the_words_of_its_line(text, name):
    source = Source("a.cards", text)
    assert name_sentence(Span(source, 0, len(text))) == name


def test_a_role_is_whoever_holds_it_when_a_deal_begins(player_of):
    player = player_of("turned", 2)
    figures = figures_of(player, tally_of(player, 200))
    dealer, left = (
        figures["a unit", "score", "dealer"],
        figures["a unit", "score", "left of the dealer"],
    )
    assert dealer.value + left.value == pytest.approx(1)  # one point in each deal, red or black
    assert dealer.interval[0] < 0.5 < dealer.interval[1]
    assert figures["of units", "the dealer changes", ""].value == 1
    assert figures["said", "red for {dealer}", ""].value == dealer.value


def test_who_has_least_leads_where_the_least_wins(player_of):
    player = player_of("lowest", 3)  # ann 1, 3, 6; bob 0, 4, 4; cat nothing
    figures = figures_of(player, tally_of(player, 4))
    assert figures["of units", "lead shared, score", ""].value == pytest.approx(1 / 3)
    assert figures["of units", "lead changes, score", ""].value == 0


def test_a_seat_that_nobody_is_or_that_is_not_told_is_no_role(load):
    state = "  dealer: Seat = last of seats\n  keeper: Seat = last of seats, not told\n"
    ruleset = load(PREMIUM.replace("state\n", f"state\n{state}  opener: Seat or none = none\n"))
    player = InterpreterPlayer.of(ruleset, ruleset.table(3))
    names = {name for _, _, name in figures_of(player, tally_of(player, 3))}
    assert "dealer" in names and not any("opener" in name for name in names)
    assert player.roles == ("dealer", "opener")


def test_that_nobody_wins_is_told_where_somebody_could(player_of):
    player = player_of("hopeless", 2)
    figures = figures_of(player, tally_of(player, 5))
    assert figures["won", "", "nobody"].hits == 5
    assert figures["won", "", "ann"].hits == 0
    assert not any(section == "ended" for section, *_ in figures)


def test_what_is_worked_out_at_the_end_is_not_told_of_each_hand(player_of):
    player = player_of("premium", 2)
    figures = figures_of(player, tally_of(player, 3))
    assert figures["a unit", "score", "bob"].value == 2
    assert figures["a game", "payoff", "bob"].value == 11
    assert ("a unit", "payoff", "bob") not in figures


def test_what_changes_between_two_units_is_told_at_the_end_only(player_of):
    player = player_of("between", 2)
    figures = figures_of(player, tally_of(player, 3))
    assert figures["a game", "payoff", "bob"].value == 8
    assert not any(section == "a unit" for section, *_ in figures)


def test_what_begins_afresh_between_two_units_is_all_the_unit_s(player_of):
    player = player_of("begun-anew", 2)
    figures = figures_of(player, tally_of(player, 3))
    assert figures["a unit", "payoff", "bob"].value == 1


def test_lengths_and_choices(player_of):
    player = player_of("turned", 2)
    figures = figures_of(player, tally_of(player, 30))
    for name, number in (("deals", 3), ("turns", 3), ("decisions", 3)):
        found = figures["length", name, ""]
        assert (found.value, found.interval, found.games) == (number, (number, number), 30)
    assert figures["of decisions", "legal moves", ""].value == 3
    assert figures["of decisions", "one legal move", ""].value == 0
    moves = [figures["move", name, ""].value for name in ("turn", "wait", "pause")]
    assert sum(moves) == pytest.approx(1)


def test_a_turn_ends_with_its_deal(player_of):
    """The same seat bids in both deals; then another answers."""
    assert [game.turns for game in player_of("accepted").play(1, 0, 5)] == [3] * 5


def test_moves_of_one_name_are_told_apart_by_their_phase(player_of):
    figures = figures_of(player_of("accepted"), tally_of(player_of("accepted"), 30))
    moves = {name: one.value for (section, name, _), one in figures.items() if section == "move"}
    assert list(moves) == ["answer.accept", "bid.accept", "raise", "refuse"]
    assert moves["bid.accept"] + moves["raise"] == pytest.approx(1)
    assert moves["answer.accept"] + moves["refuse"] == pytest.approx(0.5)


def test_a_number_of_deals_takes_games_for_what_is_independent():
    """By hand: games of 1 and 3 deals with 2 and 3 points; R = 5/4, residuals 3/4 and -3/4."""
    moments = Moments.of_columns(((2, 3), (1, 3)))
    # sqrt(G/(G-1) * (9/16 + 9/16)) / 4
    assert ratio_error(moments) == pytest.approx((2 * 18 / 16) ** 0.5 / 4)
    assert ratio_error(Moments(1, [1, 1], [1, 1, 1])) is None


def test_parts_add_up_to_the_whole(player_of):
    player = player_of("turned", 3)
    whole, parts = tally_of(player, 40), Tally()
    for first, many in ((33, 7), (0, 13), (13, 20)):
        parts.merge(pickle.loads(pickle.dumps(tally_of(player, many, first))))
    assert whole == parts
    assert figures_of(player, whole) == figures_of(player, parts)


def test_two_seeds_share_no_game():
    assert game_seed(1, GAME_STRIDE - 1) < game_seed(2, 0)


def test_a_player_can_be_sent_elsewhere(player_of):
    player = player_of("turned", 3)
    assert tally_of(pickle.loads(pickle.dumps(player)), 5) == tally_of(player, 5)


def test_intervals_of_points_cover_their_mean(player_of):
    """Of 100 simulations with 40 games, about 95; 3 or fewer in 1000 times less than 88."""
    player, covered = player_of("turned", 2), 0
    player.follows = False
    for part in range(100):
        figures = figures_of(player, tally_of(player, 40, 40 * part))
        low, high = figures["a unit", "score", "dealer"].interval
        covered += low <= 0.5 <= high
    assert covered >= 88


# ---------------------------------------------------------------------- games without an end


def test_a_game_that_never_ends_is_left_and_counted(player_of):
    player = player_of("endless")
    player.longest = 8
    tally = tally_of(player, 40)
    [(problem, (first, many))] = tally.problems.items()
    assert problem.kind == "bound" and "after 8 decisions" in problem.says
    assert tally.games == 40 and first == 0 and many == 40


def test_problems_that_differ_in_their_numbers_only_are_one_as_the_first_game_tells_it():
    def problem(amount: int) -> Problem:
        return Problem("fault", f"`pool` would be {amount}, and runs from 0 to 9 only", "a.cards:3")

    one, other = Tally(), Tally()
    one.add_problem(problem(-12), 7)
    one.add_problem(attrs.evolve(problem(12), place="a.cards:4"), 5)
    other.add_problem(problem(14), 3)
    other.add_problem(problem(11), 4)
    one.merge(other)
    found = {(each.says[16:18], each.place): many for each, many in one.problems.items()}
    assert found == {("14", "a.cards:3"): (3, 3), ("12", "a.cards:4"): (5, 1)}
    assert one.games == 4


def test_a_loop_at_its_bound_is_told_with_its_line(player_of):
    tally = tally_of(player_of("stuck"), 80)
    [(problem, (_, many))] = tally.problems.items()
    assert problem.kind == "fault" and "bound" in problem.says and "stuck.cards:17" in problem.place
    assert 5 < many < 40
    assert sum(tally.counts["winners",].values()) == 80 - many


ONCE = f"""{head("Once")}
match
  repeat 4 times
    one_hand
  win [last of seats]

phase one_hand
  shuffle stock
  show top of stock
  choose last of seats
    nod
  if suit of top of stock is not ♠ or rank of top of stock is not A
    say "no ace"
  repeat 3 times
    say "three"
"""


def test_what_no_game_has_more_often_than_units_is_no_more_than_once_in_each(load):
    ruleset = load(ONCE)
    player = InterpreterPlayer.of(ruleset, ruleset.table(2))
    figures = figures_of(player, tally_of(player, 10))
    once, thrice = figures["said", "no ace", ""], figures["said", "three", ""]
    assert 0.9 < once.value < 1 == once.interval[1]
    assert thrice.value == 3 == thrice.interval[1]


def test_what_is_counted_from_the_second_unit_on_says_so(player_of):
    player = player_of("turned", 2)
    figures = figures_of(player, tally_of(player, 20))
    changes = figures["of units", "the dealer changes", ""]
    assert (changes.of, changes.unit) == (40, "deals but the first")
    leads = figures["of units", "lead changes, score", ""]
    assert (leads.of, leads.unit) == (40, "deals but the first")


def test_a_role_that_nobody_has_in_some_units_is_counted_where_somebody_has_it(load):
    text = TURNED.replace("state\n", "state\n  opener: Seat or none = none\n", 1)
    ruleset = load(text.replace("    one_deal\n", "    one_deal\n    opener = dealer\n"))
    player = InterpreterPlayer.of(ruleset, ruleset.table(2))
    figures = figures_of(player, tally_of(player, 20))
    changes = figures["of units", "the opener changes", ""]
    assert (changes.of, changes.unit) == (20, "deals with an opener but the first")
    assert figures["of units", "the dealer changes", ""].unit == "deals but the first"


def test_nothing_is_said_from_one_unit_to_the_next_where_no_game_has_two(load):
    ruleset = load(TURNED.replace("repeat 3 times", "repeat 1 times"))
    player = InterpreterPlayer.of(ruleset, ruleset.table(2))
    sections = {section for section, _, _ in figures_of(player, tally_of(player, 20))}
    assert "a unit" in sections and "of units" not in sections


def test_who_plays_alone_has_no_figure_of_turns(load):
    ruleset = load(head("Alone", "1") + "\nmatch\n  choose last of seats\n    nod\n  win seats\n")
    player = InterpreterPlayer.of(ruleset, ruleset.table(1))
    tally = tally_games(player, player.play(1, 0, 5))
    names = [one.name for one in Figures(tally, player, ("ann",)).list_lengths()]
    assert "decisions" in names and "turns" not in names
